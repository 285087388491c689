"""The direction of the scores: names of measures that contradict the one in use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import PurePath

import numpy as np

from cddiagram._util import BoolArray
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.measures import (
    Direction,
    Measured,
    best_value_in,
    is_measure,
    measure_at_end,
    measure_in,
    shared_measure,
    shared_unit,
    stated_direction,
)
from cddiagram.data.reading.roles import Roles
from cddiagram.text import Complaint, Name, Option, Phrase, listed

#: A measure in brackets behind a name: "A (rank)".
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]+)[)\]]$")

#: A column of more values than these does not name directions or measures.
MOST_DIRECTIONS = 50
#: The least share of rows in which scores that are measures of opposite directions
#: repeat each of them.
_REPEATED = 0.05

#: "1 - accuracy" is an error rate; "1-NN" and "1-shot" are no complements.
_COMPLEMENT = re.compile(
    r"1(?:\s+[-−–]\s*|[-−–](?!(?:nn|shot|step|layer|gram|way|hop|bit)\b))[^\W\d_]{2}",
    re.IGNORECASE,
)

#: Arrows behind a measure point to the better scores.
_ARROWS: dict[str, Direction] = {
    "↓": "lower",
    "↑": "higher",
    "⬇": "lower",
    "⬆": "higher",
}


def contradicted(
    label: str,
    *,
    higher_is_better: bool,
    named: Sequence[tuple[str, str, Measured | None]],
    columns: Sequence[str],
    rows: Sequence[str],
    files: Sequence[str],
) -> list[Complaint]:
    """Warn if a name states the other direction; the name that is nearest to the scores
    decides.

    Parameters
    ----------
    label : str
        The name of the table.
    higher_is_better : bool
        The direction in use.
    named : sequence of (str, str, Measured or None)
        What describes all scores, its name and what this measures, the nearest first:
        ("column name", "rmse", ...).
    columns, rows : sequence of str
        The names of algorithms and data sets; they count only if most of them share a
        measure.
    files : sequence of str
        The names of the files.
    """
    nearest = next(iter(_measures(named, columns, rows, files)), None)
    if nearest is None:
        return _best_at_a_value(label, named, files)
    what, name, found = nearest
    if (found.direction == "higher") == higher_is_better:
        return []
    used = "higher" if higher_is_better else "lower"
    of_name = Phrase(
        f"the {what} '",
        Name(name),
        f"' contains '{found.word}', which indicates that {found.direction} ",
    )
    text = Phrase(of_name, f"is better, but {used} scores are treated as better")
    option = Option("higher_is_better", True, typed="no --lower-is-better")
    if higher_is_better:
        option = Option(
            "higher_is_better",
            False,
            typed="--lower-is-better, which applies to all files of a call,",
        )
    remedy = Phrase("Pass ", option, " if this is wrong")
    return [Complaint(label, text, remedy, rejects=False)]


def _best_at_a_value(
    label: str, named: Sequence[tuple[str, str, Measured | None]], files: Sequence[str]
) -> list[Complaint]:
    """Warn of scores of which neither the lowest nor the highest are the best."""
    names = [(what, name, name) for what, name, _ in named]
    names += [("file name", file, PurePath(file).stem) for file in files]
    for what, name, content in names:
        found = best_value_in(content)
        if found is None:
            continue
        word, value = found
        text = Phrase(
            f"the {what} '",
            Name(name),
            f"' contains '{word}', whose best value is {value}",
        )
        distances = f"Compare the distances from {value}, |score - {value}|, with "
        if value == 0:
            distances = "Compare the absolute values with "
        lower = Option("higher_is_better", False, typed="--lower-is-better")
        return [Complaint(label, text, Phrase(distances, lower), rejects=False)]
    return []


def _measures(
    named: Sequence[tuple[str, str, Measured | None]],
    columns: Sequence[str],
    rows: Sequence[str],
    files: Sequence[str],
) -> Iterable[tuple[str, str, Measured]]:
    """Yield the measures that names contain, the nearest to the scores first."""
    for what, names in (("column", columns), ("row", rows)):
        found = _by_arrows(names)
        if found is not None:
            yield f"{what} name", names[0], found
    for what, name, measured in named:
        if measured is not None:
            yield what, name, measured
    for what, names in (("column", columns), ("row", rows)):
        found = shared_unit(names) or shared_measure(names) or _complements(names)
        if found is not None:
            yield f"{what} name", names[0], found
        for name in names:
            bracket = _IN_BRACKETS.search(name)
            found = (
                measure_in(bracket[1]) if bracket and is_measure(bracket[1]) else None
            )
            if found is not None:
                yield f"{what} name", name, found
    for file in files:
        found = measure_in(PurePath(file).stem)
        if found is not None:
            yield "file name", file, found


def _complements(names: Sequence[str]) -> Measured | None:
    """Return that lower is better if all names are one minus something."""
    if len(names) > 1 and all(map(_COMPLEMENT.match, names)):
        return Measured("1 -", "lower")
    return None


def _by_arrows(names: Sequence[str]) -> Measured | None:
    """Return the direction that arrows behind most names state."""
    for arrow, direction in _ARROWS.items():
        if names and 2 * sum(arrow in name for name in names) > len(names):
            return Measured(arrow, direction)
    return None


def opposite_rows(grid: Grid, roles: Roles, kept: Collection[str]) -> list[Complaint]:
    """Complain if a column states that higher is better on some data sets and lower on
    others.
    """
    if roles.dataset is None:
        return []
    datasets = grid.labels(roles.dataset)
    for column in roles.unused:
        title = grid.names[column]
        values = grid.labels(column)
        if len(values.cells) > MOST_DIRECTIONS:
            continue
        stated = [stated_direction(title, str(value)) for value in values.cells]
        if title in kept or not stated or not all(stated):
            continue
        examples: dict[Direction, str] = {}
        for value, measured in zip(values.cells, stated, strict=True):
            if measured is not None:
                examples.setdefault(measured.direction, str(value))
        pairs = set(zip(datasets.codes.tolist(), values.codes.tolist(), strict=True))
        one_per_dataset = len(pairs) <= len(
            datasets.cells
        )  # otherwise they are measures or settings
        if len(examples) < 2 or not one_per_dataset:
            continue
        text = Phrase(
            f"according to the column '{title}', higher scores are better on some "
            f"data sets ('{examples['higher']}') and lower scores on others "
            f"('{examples['lower']}')"
        )
        remedy = Phrase(
            "Compare data sets of one kind at a time, starting with ",
            Option("select", {title: examples["higher"]}),
            ", or negate the scores of the other data sets and pass ",
            Option("keep", Name(title)),
        )
        return [Complaint(grid.at_name(column), text, remedy)]
    return []


def mixed_scores(grid: Grid, roles: Roles) -> list[Complaint]:
    """Complain about a column of scores that repeats measures of opposite directions,
    each in some of its rows.
    """
    if roles.algorithm is None:
        return []
    scores = grid.numbers(roles.scores[0]).values
    repeated: dict[Direction, dict[str, BoolArray]] = {"higher": {}, "lower": {}}
    for column in roles.unused:
        found = measure_in(grid.names[column])
        if found is not None and not grid.numbers(column).mostly_text:
            equal = np.isclose(scores, grid.numbers(column).values, rtol=1e-9, atol=0)
            repeated[found.direction][grid.names[column]] = equal
    if not repeated["higher"] or not repeated["lower"]:
        return []
    high = np.any(list(repeated["higher"].values()), axis=0)
    low = np.any(list(repeated["lower"].values()), axis=0)
    only_high, only_low = high & ~low, low & ~high
    if not (high | low).all() or min(only_high.sum(), only_low.sum()) < max(
        2, _REPEATED * len(scores)
    ):
        return []
    title = grid.names[roles.scores[0]]
    high_title, low_title = (
        _most_repeated(repeated["higher"]),
        _most_repeated(repeated["lower"]),
    )
    text = Phrase(
        f"the column '{title}' repeats the values of '{high_title}' in some rows and "
        f"the values of '{low_title}' in others"
    )
    columns = [*repeated["higher"], *repeated["lower"]]
    complete = [
        name
        for name in columns
        if not np.isnan(grid.numbers(grid.place(name)).values).any()
    ]
    remedy = Phrase(
        "Choose one measure with ",
        Option("score_column", Name((complete or columns)[0])),
    )
    return [Complaint(grid.at_name(roles.scores[0]), text, remedy)]


def _most_repeated(equal_rows: Mapping[str, BoolArray]) -> str:
    """Return the title of the column that is repeated in the most rows."""
    return max(equal_rows, key=lambda title: int(equal_rows[title].sum()))


def opposite_names(
    label: str, what: str, option: str, names: Sequence[str], kept: Collection[str]
) -> list[Complaint]:
    """Complain about columns, or rows, that all end with measures, some better high and
    some better low.
    """
    measured = [(name, measure_at_end(name)) for name in names if name not in kept]
    if len(measured) < 2 or any(found is None for _, found in measured):
        return []
    lower = [
        name
        for name, found in measured
        if found is not None and found.direction == "lower"
    ]
    higher = [
        name
        for name, found in measured
        if found is not None and found.direction == "higher"
    ]
    if not lower or not higher:
        return []
    text = Phrase(
        f"higher scores are better in the {what} ",
        listed(higher, limit=1),
        ", but lower scores are better in ",
        listed(lower, limit=1),
    )
    fewer = min(lower, higher, key=len)
    value: Name | list[str] = Name(fewer[0]) if len(fewer) == 1 else fewer
    remedy = Phrase(
        f"Drop the {what}s of one direction with ",
        Option(option, value),
        ", or keep all with ",
    )
    return [Complaint(label, text, Phrase(remedy, Option("keep", list(names))))]


def opposite_parts(label: str, column: str, parts: Iterable[str]) -> list[Complaint]:
    """Complain about parts of one table of which some are better high and others
    low.
    """
    directions: dict[str, list[str]] = {}
    for part in parts:
        found = measure_in(part)
        if found is not None:
            directions.setdefault(found.direction, []).append(part)
    if len(directions) < 2:
        return []
    higher, lower = directions["higher"], directions["lower"]
    text = Phrase(
        "higher is better for ",
        listed(higher, limit=3),
        ", but lower is better for ",
        listed(lower, limit=3),
    )
    chosen: Mapping[str, str] = {column: higher[0]}
    remedy = Phrase(
        "Read one of them at a time, starting with ", Option("select", dict(chosen))
    )
    return [Complaint(label, text, remedy)]
