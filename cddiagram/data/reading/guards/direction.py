"""Checks whether the names of measures contradict the direction of the scores."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

import numpy as np

from cddiagram._util import BoolArray
from cddiagram._util.lazy import lazy_pattern
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.guards.names import naming
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
from cddiagram.text import (
    Complaint,
    Name,
    Option,
    Phrase,
    better_direction,
    listed,
)

#: The pattern for a measure in brackets at the end of a name, as in "A (rank)".
_IN_BRACKETS = lazy_pattern(r"[(\[]([^()\[\]]+)[)\]]$")

#: A column is considered a column of directions or measures only if it has at most this
#: number of distinct values.
MOST_DIRECTIONS = 50
#: Scores are considered to have mixed directions only if each direction applies to at
#: least this proportion of the rows.
_REPEATED = 0.05

#: The pattern for complements of measures. "1 - accuracy" is an error rate, but "1-NN"
#: and "1-shot" are not complements.
_COMPLEMENT = lazy_pattern(
    r"1(?:\s+[-−–]\s*|[-−–](?!(?:nn|shot|step|layer|gram|way|hop|bit)\b))[^\W\d_]{2}",
    re.IGNORECASE,
)

#: Arrows that follow the name of a measure and state whether higher or lower scores are
#: better.
_ARROWS: dict[str, Direction] = {
    "↓": "lower",
    "↑": "higher",
    "⬇": "lower",
    "⬆": "higher",
}


class _Place(NamedTuple):
    """A name that may state a direction, with its kind and the measure that it
    contains.
    """

    kind: str
    name: str
    measure: Measured


def contradicted(
    label: str,
    *,
    higher_is_better: bool,
    named: Sequence[tuple[str, str, Measured | None]],
    columns: Sequence[str],
    rows: Sequence[str],
    files: Sequence[str],
) -> list[Complaint]:
    """Return a warning if the name closest to the scores states the opposite direction.

    Parameters
    ----------
    label : str
        The name of the table.
    higher_is_better : bool
        The direction that is used to compare the scores.
    named : sequence of (str, str, Measured or None)
        The names that describe all scores, with the closest name first. Each item
        contains the kind of the name, the name, and its measure, as in ("column name",
        "rmse", ...).
    columns, rows : sequence of str
        The names of algorithms and data sets. They are used only if most of them
        contain the same measure.
    files : sequence of str
        The names of the files.
    """
    nearest = next(_measures(named, columns, rows, files), None)
    if nearest is None:
        return _best_at_a_value(label, named, files)
    word, direction = nearest.measure.word, nearest.measure.direction
    if (direction == "higher") == higher_is_better:
        return []
    used = better_direction(higher_is_better)
    text = Phrase(
        f"the {nearest.kind} '",
        Name(nearest.name),
        f"' contains '{word}', which indicates that {direction} is better, but {used} "
        "scores are treated as better",
    )
    option = Option("higher_is_better", True, typed="no --lower-is-better")
    if higher_is_better:
        option = Option(
            "higher_is_better",
            False,
            typed="--lower-is-better, which applies to all files of the command,",
        )
    remedy = Phrase("Pass ", option, " if this is wrong")
    return [Complaint(label, text, remedy, rejects=False)]


def _best_at_a_value(
    label: str, named: Sequence[tuple[str, str, Measured | None]], files: Sequence[str]
) -> list[Complaint]:
    """Return a warning if the best value of the measure is neither the lowest nor the
    highest.
    """
    names = [(kind, name, name) for kind, name, _ in named]
    names += [("file name", file, PurePath(file).stem) for file in files]
    for kind, name, content in names:
        best = best_value_in(content)
        if best is None:
            continue
        word, value = best
        contains = f"' contains '{word}', whose best value is {value}"
        text = Phrase(f"the {kind} '", Name(name), contains)
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
) -> Iterator[_Place]:
    """Yield the names that contain measures, with the name closest to the scores first."""
    sides = (("column name", columns), ("row name", rows))
    for kind, names in sides:
        by_arrows = _by_arrows(names)
        if by_arrows is not None:
            yield _Place(kind, names[0], by_arrows)
    for kind, name, measure in named:
        if measure is not None:
            yield _Place(kind, name, measure)
    for kind, names in sides:
        shared = shared_unit(names) or shared_measure(names) or _complements(names)
        if shared is not None:
            yield _Place(kind, names[0], shared)
        for name in names:
            bracket = _IN_BRACKETS.search(name)
            if bracket and is_measure(bracket[1]):
                measure = measure_in(bracket[1])
                if measure is not None:
                    yield _Place(kind, name, measure)
    for file in files:
        measure = measure_in(PurePath(file).stem)
        if measure is not None:
            yield _Place("file name", file, measure)


def _complements(names: Sequence[str]) -> Measured | None:
    """Return the direction "lower" if all names have the form "1 - accuracy", and
    otherwise None.
    """
    if len(names) > 1 and all(map(_COMPLEMENT.match, names)):
        return Measured("1 -", "lower")
    return None


def _by_arrows(names: Sequence[str]) -> Measured | None:
    """Return the direction of the arrows if most names contain an arrow, and otherwise
    None.
    """
    for arrow, direction in _ARROWS.items():
        if names and 2 * sum(arrow in name for name in names) > len(names):
            return Measured(arrow, direction)
    return None


def opposite_rows(grid: Grid, roles: Roles, kept: Collection[str]) -> list[Complaint]:
    """Return a complaint if a column states different directions for different data
    sets.
    """
    if roles.dataset is None:
        return []
    datasets = grid.labels(roles.dataset)
    for column in roles.unused:
        title = grid.names[column]
        values = grid.labels(column)
        if title in kept or len(values.cells) > MOST_DIRECTIONS:
            continue
        examples = _examples(title, list(map(str, values.cells)))
        pairs = set(zip(datasets.codes.tolist(), values.codes.tolist(), strict=True))
        # If a column has several values for the same data set, these values are
        # measures or settings.
        if len(examples) < 2 or len(pairs) > len(datasets.cells):
            continue
        text = (
            f"according to the column '{title}', higher scores are better on some data "
            f"sets ('{examples['higher']}') and lower scores on others "
            f"('{examples['lower']}')"
        )
        remedy = Phrase(
            "Compare data sets with the same direction separately, starting with ",
            Option("select", {title: examples["higher"]}),
            ", or negate the scores of the other data sets and pass ",
            Option("keep", Name(title)),
        )
        return [Complaint(grid.at_name(column), text, remedy)]
    return []


def _examples(title: str, values: Sequence[str]) -> dict[Direction, str]:
    """Return the first value for each direction. The dict is empty unless all values
    state a direction.
    """
    examples: dict[Direction, str] = {}
    for value in values:
        measure = stated_direction(title, value)
        if measure is None:
            return {}
        examples.setdefault(measure.direction, value)
    return examples


def mixed_scores(grid: Grid, roles: Roles) -> list[Complaint]:
    """Return a complaint if the scores are copies of measures with opposite directions."""
    if roles.algorithm is None:
        return []
    scores = grid.numbers(roles.scores[0]).values
    repeated: dict[Direction, dict[str, BoolArray]] = {"higher": {}, "lower": {}}
    for column in roles.unused:
        measure = measure_in(grid.names[column])
        if measure is not None and not grid.numbers(column).mostly_text:
            equal = np.isclose(scores, grid.numbers(column).values, rtol=1e-9, atol=0)
            repeated[measure.direction][grid.names[column]] = equal
    if not repeated["higher"] or not repeated["lower"]:
        return []
    high = np.any(list(repeated["higher"].values()), axis=0)
    low = np.any(list(repeated["lower"].values()), axis=0)
    fewest = min((high & ~low).sum(), (low & ~high).sum())
    if not (high | low).all() or fewest < max(2, _REPEATED * len(scores)):
        return []
    text = (
        f"the column '{grid.names[roles.scores[0]]}' repeats the values of "
        f"'{_most_repeated(repeated['higher'])}' in some rows and the values of "
        f"'{_most_repeated(repeated['lower'])}' in others"
    )
    titles = [*repeated["higher"], *repeated["lower"]]
    title = titles[0]
    for candidate in titles:
        if not np.isnan(grid.numbers(grid.place(candidate)).values).any():
            title = candidate
            break
    choice = Option("score_column", Name(title))
    remedy = Phrase("Select one measure with ", choice)
    return [Complaint(grid.at_name(roles.scores[0]), text, remedy)]


def _most_repeated(equal_rows: Mapping[str, BoolArray]) -> str:
    """Return the title of the column whose values are repeated in the most rows."""
    return max(equal_rows, key=lambda title: int(equal_rows[title].sum()))


def opposite_names(
    label: str, what: str, option: str, names: Sequence[str], kept: Collection[str]
) -> list[Complaint]:
    """Return a complaint if the names of columns or rows end with measures of opposite
    directions.
    """
    others = [name for name in names if name not in kept]
    by_direction: dict[Direction, list[str]] = {"lower": [], "higher": []}
    for name in others:
        measure = measure_at_end(name)
        if measure is None:
            return []
        by_direction[measure.direction].append(name)
    lower, higher = by_direction["lower"], by_direction["higher"]
    if not lower or not higher:
        return []
    text = Phrase(
        f"higher scores are better in the {what} ",
        listed(higher, limit=1),
        ", but lower scores are better in ",
        listed(lower, limit=1),
    )
    remedy = Phrase(
        f"Drop the {what}s with one direction using ",
        naming(option, min(lower, higher, key=len)),
        ", or keep all with ",
        Option("keep", list(names)),
    )
    return [Complaint(label, text, remedy)]


def opposite_parts(label: str, column: str, parts: Iterable[str]) -> list[Complaint]:
    """Return a complaint if parts of one table have opposite directions."""
    directions: dict[str, list[str]] = {}
    for part in parts:
        measure = measure_in(part)
        if measure is not None:
            directions.setdefault(measure.direction, []).append(part)
    if len(directions) < 2:
        return []
    higher, lower = directions["higher"], directions["lower"]
    text = Phrase(
        "higher is better for ",
        listed(higher, limit=3),
        ", but lower is better for ",
        listed(lower, limit=3),
    )
    first = Option("select", {column: higher[0]})
    remedy = Phrase("Read these parts separately, starting with ", first)
    return [Complaint(label, text, remedy)]
