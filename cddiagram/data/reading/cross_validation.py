"""Results of scikit-learn: the dicts that `cross_validate` and parameter searches
return.

The rows of such a result are splits of one data set, so only `compare_folds` can
compare them. Results of `cross_validate` for several data sets contain runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cddiagram._util.lazy import lazy_pattern
from cddiagram.data.reading.cells import Grid, frame_library
from cddiagram.data.reading.options import TableOptions
from cddiagram.data.reading.roles import FOLDS, RUN_WORDS, says
from cddiagram.text import Complaint, Name, Option, Phrase, listed, name, one_line

#: The result of `cross_validate` contains these keys, which do not begin with test_ or
#: train_.
_TIMES = ("fit_time", "score_time")
_OTHERS = ("estimator", "indices")
#: In the results of a search, the titles of columns with scores match this pattern. A
#: column with such a title contains the scores of all settings on one split.
_SPLIT = lazy_pattern(r"split(\d+)_(test_.+)")
#: In the name of a setting, the value of a parameter has at most this number of
#: characters.
_LONGEST = 40
#: The titles of the columns that identify splits.
_REPEAT, _FOLD, _RUN = "repeat", "fold", "run"
_LONG = ("data set", "algorithm")
_SCORED = "the results of cross_validate contain "


def is_validation(part: Any) -> bool:
    """Return whether an object is a result of `cross_validate` for one model."""
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
    """Return results of `cross_validate` as a long table, or None for any other
    content.

    The content is a dict whose keys are models, or a nested dict of models and data
    sets. Results on a single data set are read only if `folds` is true.
    """
    if not isinstance(content, Mapping) or not content:
        return None
    if is_validation(content):
        text = "this is a result of cross_validate for one model"
        remedy = "Pass the results for two or more models, {name: result}, to "
        raise Complaint(label, text, Phrase(remedy, FOLDS)).error()
    results: list[tuple[tuple[Any, ...], Any]] = []
    several = all(map(_is_of_datasets, content.values()))
    if several:
        for model, by_dataset in content.items():
            for dataset, part in by_dataset.items():
                results.append(((dataset, model), _as_mapping(part)))
    elif all(map(is_validation, content.values())):
        for model, part in content.items():
            results.append(((model,), _as_mapping(part)))
    else:
        return None
    keys: dict[str, None] = {}
    for _, result in results:
        keys |= dict.fromkeys(key for key in result if key not in _OTHERS)
    tests = [key for key in keys if key.startswith("test_")]
    if not (folds or several):
        text = "these are results of cross_validate"
        raise _of_one_dataset(label, text, tests).error()
    measure = _measure_in(label, tests, reading, _SCORED, known=keys)
    splits = _splits(label, [result for _, result in results])
    cells: list[tuple[Any, ...]] = []
    for owner, result in results:
        scores = list(result.get(measure, ()))
        places: Sequence[tuple[int, ...]] = splits
        if not splits:
            places = [(place,) for place in range(1, len(scores) + 1)]
        for place, score in zip(places, scores, strict=True):
            cells.append((*owner, *map(str, place), score))
    owners = _LONG if several else _LONG[1:]
    runs = [_REPEAT, _FOLD] if splits else [_RUN]
    note = (
        f"The scores are the values of '{measure}' in the results of cross_validate. "
        "Other values are not used."
    )
    return Grid(
        label=label,
        names=(*owners, *runs, measure),
        columns=tuple(map(list, zip(*cells, strict=True))),
        row_word="",
        flat=True,
        notes=(note,),
    )


def grid_of_search(grid: Grid, reading: TableOptions, *, folds: bool) -> Grid:
    """Convert the ``cv_results_`` of a search to a long table. Return other tables
    unchanged.

    Each setting is treated as an algorithm.
    """
    measures: dict[str, dict[int, int]] = {}
    for column, title in enumerate(grid.names):
        match = _SPLIT.fullmatch(title)
        if match is not None:
            measures.setdefault(match[2], {})[int(match[1])] = column
    if not measures or len(grid.names) < 3:
        return grid
    if not folds:
        count = len(next(iter(measures.values())))
        text = (
            f"these are the scores of {grid.n_rows} settings on the {count} splits of "
            "a search"
        )
        raise _of_one_dataset(grid.label, text, list(measures)).error()
    measure = _measure_in(grid.label, list(measures), reading, "the search contains ")
    settings = _settings(grid)
    cells: list[tuple[Any, ...]] = []
    for row, setting in enumerate(settings):
        for split, column in sorted(measures[measure].items()):
            cells.append((setting, str(split), grid.columns[column][row]))
    note = Phrase(
        f"The {len(measures[measure])} splits of the search were read as the folds of "
        "one cross-validation. Pass ",
        Option("folds"),
        " otherwise.",
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
    """Remove the columns of results of `cross_validate` that do not contain scores.

    The data frames for several models may have been combined; in this case, a column
    without a title contains the models. The result for a single model raises an error.
    """
    if not set(_TIMES) <= set(grid.names):
        return grid
    keys = [column for column, title in enumerate(grid.names) if _is_key(title)]
    tests = [
        grid.names[column] for column in keys if grid.names[column].startswith("test_")
    ]
    if not tests:
        return grid
    others = [column for column in grid.unsettled if column not in keys]
    texts = [column for column in others if grid.numbers(column).mostly_text]
    if not texts:
        text = "this is a result of cross_validate for one model"
        remedy = (
            "Pass the results for two or more models as a dict, {name: "
            "cross_validate(...)}, to "
        )
        raise Complaint(grid.label, text, Phrase(remedy, FOLDS)).error()
    if len(texts) == 1 and not folds:
        text = "these are results of cross_validate"
        raise _of_one_dataset(grid.label, text, tests).error()
    measure = _measure_in(grid.label, tests, reading, _SCORED)
    titles = list(grid.names)
    if len(texts) == 1:
        titles[texts[0]] = titles[texts[0]] or _LONG[1]
    untitled = [column for column in others if not titles[column]]
    if len(untitled) == 1 and not any(says(title, RUN_WORDS) for title in titles):
        titles[untitled[0]] = _RUN
        untitled = []
    unused = [column for column in keys if titles[column] != measure] + untitled
    return replace(
        grid,
        names=tuple(titles),
        settled=(*grid.settled, *unused),
        index=(),
        notes=(*grid.notes, grid.not_used(unused)),
    )


def _as_mapping(part: Any) -> Any:
    """Convert a data frame to a dict of its columns. Return other objects unchanged."""
    if frame_library(part) and part.ndim == 2:
        return {str(title): list(part[title]) for title in part.columns}
    return part


def _is_key(key: Any) -> bool:
    if not isinstance(key, str):
        return False
    return key in (*_TIMES, *_OTHERS) or key.startswith(("test_", "train_"))


def _is_array(part: Any) -> bool:
    if not hasattr(part, "__len__") or isinstance(part, str | bytes | Mapping):
        return False
    return len(part) > 0


def _is_of_datasets(part: Any) -> bool:
    if not isinstance(part, Mapping) or not part:
        return False
    return all(map(is_validation, part.values()))


def _of_one_dataset(label: str, what: str, measures: Sequence[str]) -> Complaint:
    """Return the complaint that splits of one data set are not data sets."""
    text = f"{what}, and splits of one data set are not data sets"
    remedy = Phrase("Compare them with ", FOLDS)
    if len(measures) > 1:
        remedy = Phrase(
            remedy,
            " and ",
            Option("score_column", Name(measures[0])),
            f" (they contain {len(measures)} measures: ",
            listed(measures),
            ")",
        )
    return Complaint(label, text, remedy)


def _measure_in(
    label: str,
    tests: Sequence[str],
    reading: TableOptions,
    what: str,
    known: Iterable[str] = (),
) -> str:
    """Return the measure that `score_column` specifies or, by default, the only
    measure.

    Raise an error if there are several measures.
    """
    title = reading.get("score_column")
    if isinstance(title, str) and title in (*tests, *known):
        return title
    if len(tests) == 1:
        return tests[0]
    text = Phrase(what, f"{len(tests)} measures (", listed(tests), ")")
    remedy = Phrase("Select one with ", Option("score_column", Name(tests[0])))
    raise Complaint(label, text, remedy).error()


def _splits(label: str, results: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """Return the indices of the repetition and the fold for each split.

    The list is empty if the results do not contain the indices of the splits.
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
            "Call cross_validate with the same splitter for all models, for example "
            "KFold(10, shuffle=True, random_state=0)"
        )
        raise Complaint(label, text, remedy).error()
    return _repeated_folds(tested[0])


def _repeated_folds(tests: Sequence[frozenset[int]]) -> list[tuple[int, int]]:
    """Return the indices of the repetition and the fold for each test set.

    The list is empty if the test sets do not form partitions of the same data.
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
    if covered == everything:
        return numbers
    return []


def _settings(grid: Grid) -> list[str]:
    """Return a name for each setting of a search, which contains the parameters that
    differ.
    """
    parameters = _parameters(grid)
    differing: list[str] = []
    for key in dict.fromkeys(key for setting in parameters for key in setting):
        values = {setting.get(key, "") for setting in parameters}
        if len(values) > 1:
            differing.append(key)
    names: list[str] = []
    for number, setting in enumerate(parameters, 1):
        parts = [f"{key}={setting[key]}" for key in differing if setting.get(key)]
        text = ", ".join(parts) or f"setting {number}"
        if text in names:
            text += f" ({number})"
        names.append(text)
    return names


def _parameters(grid: Grid) -> list[dict[str, str]]:
    """Return the parameters of each setting as strings."""
    rows: list[dict[str, str]] = []
    dicts = grid.columns[grid.names.index("params")] if "params" in grid.names else ()
    if len(dicts) and all(isinstance(setting, Mapping) for setting in dicts):
        for setting in dicts:
            rows.append({str(key): _short(value) for key, value in setting.items()})
        return rows
    # In a file with search results, each parameter has its own column.
    columns: dict[str, Sequence[Any]] = {}
    for title, column in zip(grid.names, grid.columns, strict=True):
        if title.startswith("param_"):
            columns[title.removeprefix("param_")] = column
    for row in range(grid.n_rows):
        cells = {key: column[row] for key, column in columns.items()}
        rows.append({key: _short(cell) for key, cell in cells.items() if name(cell)})
    return rows


def _short(value: Any) -> str:
    text = " ".join(one_line(str(value)).split())
    if len(text) > _LONGEST:
        return f"{text[: _LONGEST - 1]}…"
    return text
