"""What scikit-learn returns of a cross-validation: the dicts of `cross_validate` and of
a search for parameters.

Their rows are splits of one data set, so only `compare_folds` compares them. Dicts of
`cross_validate` for several data sets are scores with runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cddiagram.data.reading.cells import Grid, frame_library
from cddiagram.data.reading.options import TableOptions
from cddiagram.data.reading.roles import FOLDS, RUN_WORDS, says
from cddiagram.text import Complaint, Name, Option, Phrase, listed, name, one_line

#: Keys of `cross_validate` besides test_* and train_*.
_TIMES = ("fit_time", "score_time")
_OTHERS = ("estimator", "indices")
#: A column of a search: the score of each setting on one split.
_SPLIT = re.compile(r"split(\d+)_(test_.+)")
#: The longest value of a parameter in the name of a setting.
_LONGEST = 40
#: What splits are called in the columns of the table.
_REPEAT, _FOLD, _RUN = "repeat", "fold", "run"
_LONG = ("data set", "algorithm")
_SCORED = "the results of cross_validate have scores by "


def is_validation(part: Any) -> bool:
    """Return whether something is what `cross_validate` returns for one model."""
    part = _as_mapping(part)
    if not isinstance(part, Mapping) or not all(map(_is_key, part)):
        return False
    tests = [scores for key, scores in part.items() if key.startswith("test_")]
    return bool(tests) and all(map(_is_array, tests))


def is_search(content: Any) -> bool:
    """Return whether a dict is the ``cv_results_`` of a search."""
    if not isinstance(content, Mapping) or not all(map(_is_array, content.values())):
        return False
    return any(isinstance(key, str) and _SPLIT.fullmatch(key) for key in content)


def grid_of_validations(
    content: Any, label: str, reading: TableOptions, *, folds: bool
) -> Grid | None:
    """Return results of `cross_validate` as a long table; None for anything else.

    They are those of several models, or of several models on several data sets. Of one
    data set they are read for a comparison of its `folds`.
    """
    if not isinstance(content, Mapping) or not content:
        return None
    if is_validation(content):
        text = "this is the result of cross_validate for one model"
        remedy = "Give the results of two or more models, {name: result}, to "
        raise Complaint(label, text, Phrase(remedy, FOLDS)).error()
    if all(map(is_validation, content.values())):
        rows = [(None, model, _as_mapping(part)) for model, part in content.items()]
    elif all(map(_is_of_datasets, content.values())):
        rows = [
            (dataset, model, _as_mapping(part))
            for model, its in content.items()
            for dataset, part in its.items()
        ]
    else:
        return None
    results = [result for _, _, result in rows]
    several = rows[0][0] is not None
    keys = dict.fromkeys(
        key for result in results for key in result if key not in _OTHERS
    )
    tests = [key for key in keys if key.startswith("test_")]
    if not (folds or several):
        raise _of_one_dataset(
            label, "these are results of cross_validate", tests
        ).error()
    measure = _chosen(label, tests, reading, _SCORED, known=keys)
    columns = [_LONG[1]] if not several else [*_LONG]
    splits = _splits(label, results)
    cells: list[tuple[Any, ...]] = []
    for dataset, model, result in rows:
        owner = (dataset, model) if several else (model,)
        scores = list(result.get(measure, ()))
        places: Sequence[tuple[int, ...]] = splits or [
            (place,) for place in range(1, len(scores) + 1)
        ]
        cells += [
            (*owner, *map(str, place), score)
            for place, score in zip(places, scores, strict=True)
        ]
    runs = [_REPEAT, _FOLD] if splits else [_RUN]
    note = (
        f"the scores are '{measure}' of cross_validate; its other values are not used."
    )
    return Grid(
        label=label,
        names=(*columns, *runs, measure),
        columns=tuple(map(list, zip(*cells, strict=True))),
        row_word="",
        flat=True,
        notes=(note,),
    )


def grid_of_search(grid: Grid, reading: TableOptions, *, folds: bool) -> Grid:
    """Return ``cv_results_`` of a search as a long table, an algorithm for each
    setting; other tables as they are.
    """
    measures: dict[str, dict[int, int]] = {}
    for column, title in enumerate(grid.names):
        found = _SPLIT.fullmatch(title)
        if found is not None:
            measures.setdefault(found[2], {})[int(found[1])] = column
    if not measures or len(grid.names) < 3:
        return grid
    if not folds:
        count = len(next(iter(measures.values())))
        what = (
            f"these are the scores of {grid.n_rows} settings on the {count} splits of "
            "a search"
        )
        raise _of_one_dataset(grid.label, what, list(measures)).error()
    measure = _chosen(grid.label, list(measures), reading, "the search has scores by ")
    settings = _settings(grid)
    cells: list[tuple[Any, ...]] = []
    for row, setting in enumerate(settings):
        for split, column in sorted(measures[measure].items()):
            cells.append((setting, str(split), grid.columns[column][row]))
    count = len(measures[measure])
    note = Phrase(
        f"the {count} splits of the search are read as the folds of one "
        "cross-validation, unless ",
        Option("folds"),
        " says otherwise.",
    )
    return Grid(
        label=grid.label,
        names=(_LONG[1], _FOLD, measure),
        columns=tuple(map(list, zip(*cells, strict=True))),
        row_word="",
        flat=True,
        notes=(*grid.notes, note),
    )


def without_times(grid: Grid, reading: TableOptions, *, folds: bool) -> Grid:
    """Take the columns of `cross_validate` that hold no scores out of a table; refuse
    the result of one model.

    Frames of several models that were put together may name the models in a column
    without a title.
    """
    if not set(_TIMES) <= set(grid.names):
        return grid
    known = [column for column, title in enumerate(grid.names) if _is_key(title)]
    tests = [
        grid.names[column] for column in known if grid.names[column].startswith("test_")
    ]
    if not tests:
        return grid
    others = [column for column in grid.unsettled if column not in known]
    texts = [column for column in others if grid.numbers(column).mostly_text]
    if not texts:
        text = "this is the result of cross_validate for one model"
        remedy = (
            "Give the results of two or more models as a dict, {name: "
            "cross_validate(...)}, to "
        )
        raise Complaint(grid.label, text, Phrase(remedy, FOLDS)).error()
    if len(texts) == 1 and not folds:
        raise _of_one_dataset(
            grid.label, "these are results of cross_validate", tests
        ).error()
    measure = _chosen(grid.label, tests, reading, _SCORED)
    titles = list(grid.names)
    if len(texts) == 1:
        titles[texts[0]] = titles[texts[0]] or _LONG[1]
    untitled = [column for column in others if not titles[column]]
    if len(untitled) == 1 and not any(says(title, RUN_WORDS) for title in titles):
        titles[untitled[0]] = _RUN
        untitled = []
    rest = (*(column for column in known if titles[column] != measure), *untitled)
    notes = (*grid.notes, grid.not_used(rest))
    return replace(
        grid, names=tuple(titles), settled=(*grid.settled, *rest), index=(), notes=notes
    )


def _as_mapping(part: Any) -> Any:
    """Return a data frame as a dict of its columns, anything else as it is."""
    if frame_library(part) and part.ndim == 2:
        return {str(title): list(part[title]) for title in part.columns}
    return part


def _is_key(key: Any) -> bool:
    return isinstance(key, str) and (
        key in (*_TIMES, *_OTHERS) or key.startswith(("test_", "train_"))
    )


def _is_array(part: Any) -> bool:
    return (
        hasattr(part, "__len__")
        and not isinstance(part, str | bytes | Mapping)
        and len(part) > 0
    )


def _is_of_datasets(part: Any) -> bool:
    return (
        isinstance(part, Mapping)
        and bool(part)
        and all(map(is_validation, part.values()))
    )


def _of_one_dataset(label: str, what: str, measures: Sequence[str]) -> Complaint:
    """Word that splits of one data set are no data sets."""
    text = f"{what}, and splits of one data set are no data sets"
    remedy = Phrase("Compare them with ", FOLDS)
    if len(measures) > 1:
        chosen = Option("score_column", Name(measures[0]))
        remedy = Phrase(
            remedy,
            " and ",
            chosen,
            f" (they have {len(measures)} measures: ",
            listed(measures),
            ")",
        )
    return Complaint(label, text, remedy)


def _chosen(
    label: str,
    tests: Sequence[str],
    reading: TableOptions,
    what: str,
    known: Iterable[str] = (),
) -> str:
    """Return the measure asked for, or the only one; refuse several."""
    asked = reading.get("score_column")
    if isinstance(asked, str) and asked in (*tests, *known):
        return asked
    if len(tests) == 1:
        return tests[0]
    text = Phrase(what, f"{len(tests)} measures (", listed(tests), ")")
    raise Complaint(
        label, text, Phrase("Choose one with ", Option("score_column", Name(tests[0])))
    ).error()


def _splits(label: str, results: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """Return repetition and fold of each split, if the results have the indices of the
    same splits into folds.
    """
    tested = []
    for result in results:
        indices = result.get("indices")
        if not isinstance(indices, Mapping) or "test" not in indices:
            return []
        tested.append([frozenset(map(int, test)) for test in indices["test"]])
    if any(sets != tested[0] for sets in tested):
        text = "the models were not validated on the same splits"
        remedy = (
            "Call cross_validate with the same splitter for all, for example "
            "KFold(10, shuffle=True, random_state=0)"
        )
        raise Complaint(label, text, remedy).error()
    return _repeated_folds(tested[0])


def _repeated_folds(tests: Sequence[frozenset[int]]) -> list[tuple[int, int]]:
    """Return repetition and fold of each test set; nothing if they are no partitions of
    the same data.
    """
    everything = frozenset().union(*tests)
    numbers = []
    repetition, fold = 1, 0
    covered: frozenset[int] = frozenset()
    for test in tests:
        if covered == everything:
            repetition, fold, covered = repetition + 1, 0, frozenset()
        if covered & test:
            return []
        covered |= test
        fold += 1
        numbers.append((repetition, fold))
    return numbers if covered == everything else []


def _settings(grid: Grid) -> list[str]:
    """Name each setting of a search by the parameters that differ."""
    parameters = _parameters(grid)
    keys = dict.fromkeys(key for setting in parameters for key in setting)
    differing = [
        key for key in keys if len({setting.get(key, "") for setting in parameters}) > 1
    ]
    names: list[str] = []
    for number, setting in enumerate(parameters, 1):
        text = (
            ", ".join(f"{key}={setting[key]}" for key in differing if setting.get(key))
            or f"setting {number}"
        )
        names.append(f"{text} ({number})" if text in names else text)
    return names


def _parameters(grid: Grid) -> list[dict[str, str]]:
    """Return the parameters of each setting as texts: of the dicts, or of the columns
    of a file.
    """
    dicts = grid.columns[grid.names.index("params")] if "params" in grid.names else ()
    if len(dicts) and all(isinstance(setting, Mapping) for setting in dicts):
        return [
            {str(key): _short(value) for key, value in setting.items()}
            for setting in dicts
        ]
    titles = {
        title.removeprefix("param_"): at
        for at, title in enumerate(grid.names)
        if title.startswith("param_")
    }
    rows = []
    for row in range(grid.n_rows):
        cells = {key: grid.columns[at][row] for key, at in titles.items()}
        rows.append({key: _short(cell) for key, cell in cells.items() if name(cell)})
    return rows


def _short(value: Any) -> str:
    text = " ".join(one_line(str(value)).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
