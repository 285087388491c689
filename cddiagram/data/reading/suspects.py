"""Rows that are no data sets, columns that are no algorithms, and columns that divide the scores but are no runs.

They are found by their names, then by their numbers. Each is refused with the option that leaves it out and the one
that keeps it, all of a table in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import numpy as np

from cddiagram._util.inlines import Name, Option, Phrase
from cddiagram._util.types import FloatArray
from cddiagram.data.reading import vocabulary
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.columns import first_rows
from cddiagram.data.reading.options import selecting
from cddiagram.data.reading.roles import FOLDS, Roles, are_runs
from cddiagram.errors import InputError, joined, listed

#: How often a table without any summary may be taken for one with an unnamed one in its first or last row.
_CHANCE = 0.02
#: Fewer rows, or columns, than these have no summary that can be known from one like the others.
_ROWS, _COLUMNS = 3, 2
#: So many numbers, each one more than the one before, are no scores.
_COUNTED = 5
#: How many rows at the end may be summaries one after the other; how many numbers show the digits of a table.
_LAST, _SHOWING = 4, 50
#: How many different reasons, and how many values of a column, a message gives.
_REASONS, _VALUES = 3, 4
#: How many times larger than all others the numbers of a column are that are of another kind.
_FAR = 30.0


def named_rows(labels: Iterable[str]) -> dict[str, str]:
    """Return the names of rows that sum up the others, or that are measures, each with a reason."""
    labels = list(labels)
    if vocabulary.are_measures(labels):
        return dict.fromkeys(labels, "is a measure")
    return {label: "sums up the others" for label in labels if vocabulary.summarises(label)}


def named_columns(titles: Sequence[str], values: Callable[[int], FloatArray]) -> dict[str, str]:
    """Return the names that say that a column holds no scores of its own algorithm, each with a reason."""
    found = {title: "sums up the others" for title in titles if vocabulary.summarises(title)}
    found |= {title: "describes the data sets" for title in titles if vocabulary.describes(title)}
    for place, (of, sure) in vocabulary.spreads(titles).items():
        if sure or _is_small(values(place), values(of)):
            found[titles[place]] = f"is the spread of '{titles[of]}'"
    for place, measure in vocabulary.other_measures(titles).items():
        found.setdefault(titles[place], f"holds '{measure}', another measure than '{titles[0]}'")
    return found


def refuse_folds(label: str, names: Sequence[str]) -> None:
    """Refuse rows that are folds or runs by their names."""
    if len(names) > 1 and are_runs(names):
        look = (
            f"{label}: {listed(names, limit=3)} look like folds or runs, which are no data sets: compare those of one "
        )
        raise InputError(look, "data set with ", FOLDS, ", or rename them.")


def _is_small(spread: FloatArray, of: FloatArray) -> bool:
    """Whether numbers may be spreads of others: none below zero, and most far smaller."""
    both = np.isfinite(spread) & np.isfinite(of)
    return bool(both.any() and (spread[both] >= 0).all() and np.mean(spread[both] < 0.5 * np.abs(of[both])) > 0.5)


def numbered(scores: FloatArray, datasets: Sequence[str], algorithms: Sequence[str]) -> tuple[dict[str, str], ...]:
    """Return the rows, and the columns, whose numbers (NaN: missing) show that they are none, each with a reason."""
    with np.errstate(all="ignore"):  # scores near 1e308 are refused later, if at all
        rows = {datasets[i]: f"holds {what} of the other rows" for i, what in _summaries(scores, _ROWS)}
        means = _summaries(np.ascontiguousarray(scores.T), _COLUMNS) if len(datasets) >= _ROWS else ()
        columns = {algorithms[j]: f"holds {what} of the other columns" for j, what in means}
        for j, why in _strangers(scores).items():
            columns.setdefault(algorithms[j], why)
    return rows, columns


def _summaries(scores: FloatArray, fewest: int) -> list[tuple[int, str]]:
    """Find the rows that hold the means, medians, sums, deviations or mean ranks of the others.

    The last ones are held against those above them, without the summaries found there; then the first is held against
    all below it, and one in between, where means and sums alone are looked for, against all others.
    """
    n, k = scores.shape
    if n <= fewest or k < 2 or np.isnan(scores).all(axis=0).any():
        return []
    unit = _unit(scores)
    found: dict[int, str] = {}
    for row in range(max(n - _LAST, fewest), n):
        above = [place for place in range(row) if place not in found] if found else slice(row)
        found[row] = _summary_of(scores[row], scores[above], unit, chance=_CHANCE)
        if not found[row]:
            del found[row]
    if not found:
        found[0] = _summary_of(scores[0], scores[1:], unit, chance=_CHANCE)
        for row in _means_or_sums(scores, unit):
            found[row] = _summary_of(scores[row], np.delete(scores, row, axis=0), unit, chance=_CHANCE / n)
    return sorted((row, what) for row, what in found.items() if what)


def _means_or_sums(scores: FloatArray, unit: float) -> list[int]:
    """Return the rows that may be the means or sums of all others, by one look at all."""
    total, n = np.nansum(scores, axis=0), len(scores)
    room = unit + 1e-9 * np.nanmax(np.abs(scores))
    count = (~np.isnan(scores)).sum(axis=0)
    off = np.fmin(np.abs(scores - total / count), np.abs(scores - total / 2) / n)
    rows = np.flatnonzero((off <= room).all(axis=1))
    return rows.tolist() if len(rows) <= _LAST else []  # many rows that are alike are no summaries


def _summary_of(row: FloatArray, others: FloatArray, unit_others: float, *, chance: float) -> str:
    """Return what of the other rows a row holds, if it can hardly be so by chance; nothing otherwise."""
    gaps = np.isnan(others)
    here = ~np.isnan(row) & ((~gaps).sum(axis=0) > 1)
    if here.sum() < 2:
        return ""
    if gaps.any() or not here.all():
        row, others = row[here], others[:, here]
    n, k = others.shape
    unit = _unit(row[None])
    step = unit_others / np.sqrt(n)  # what rounding of the others before may have changed in their mean
    for what, of, lost in _STATISTICS:
        room = 0.5 * unit + lost(n) * step + 1e-9 * (np.abs(row).max() + np.nanmax(np.abs(others[:_SHOWING])))
        if abs(row[0] - of(others[:, :1])[0]) <= room and (np.abs(row - of(others)) <= room).all():
            return what if _probability(row, others, room) < chance else ""
    # Among whole numbers 1, 2, 3 may well be scores.
    if min(unit, unit_others) < 1 and ((row >= 1) & (row <= k)).all() and abs(row.sum() - k * (k + 1) / 2) <= k * unit:
        places, room = _mean_places(others), 0.51 * unit
        if min(np.abs(row - places).max(), np.abs(row - (k + 1 - places)).max()) <= room:
            return "the mean ranks" if _probability(row, others, room) < chance else ""
    return ""


#: What a row may hold of n others: in words, from the others, and how many times it moves as their mean does.
_STATISTICS: tuple[tuple[str, Callable[[FloatArray], FloatArray], Callable[[int], float]], ...] = (
    ("the means", lambda others: np.asarray(np.nanmean(others, axis=0)), lambda n: 1.0),
    ("the sums", lambda others: np.asarray(np.nansum(others, axis=0)), float),
    ("the medians", lambda others: _medians(others), lambda n: 2.0),
    ("the standard deviations", lambda others: np.asarray(np.nanstd(others, axis=0, ddof=1)), lambda n: 2.0),
    ("the standard deviations", lambda others: np.asarray(np.nanstd(others, axis=0)), lambda n: 2.0),
)


def _medians(scores: FloatArray) -> FloatArray:
    """Return the median of each column, without gaps (numpy's loads its masked arrays for so few numbers)."""
    ordered, counts = np.sort(scores, axis=0), (~np.isnan(scores)).sum(axis=0)  # gaps last
    middle = [np.take_along_axis(ordered, at[None], axis=0)[0] for at in ((counts - 1) // 2, counts // 2)]
    return np.asarray((middle[0] + middle[1]) / 2)


def _mean_places(scores: FloatArray) -> FloatArray:
    """Return the mean place of each column within the rows, the lowest first; equal numbers share theirs."""
    places = [((scores < column[:, None]).sum(1) + ((scores == column[:, None]).sum(1) + 1) / 2) for column in scores.T]
    return np.array([place.mean() for place in places])


def _unit(scores: FloatArray) -> float:
    """Return the last decimal place that some of the numbers have: 0.01 for 0.75."""
    texts = [repr(score).partition("e") for score in scores[:_SHOWING].ravel()[:_SHOWING].tolist()]
    places = [len(head.partition(".")[2].rstrip("0")) - int(power or 0) for head, _, power in texts]
    return float(10.0 ** -max(0, *places))


def _probability(row: FloatArray, others: FloatArray, room: float) -> float:
    """Bound the probability that a further row like the others would come as near by chance.

    Columns of one table rise and fall together. So the first counts as it is and each further one by its difference
    from the one before; where several rows have the very same number, a further one has it no less often.
    """
    others = others[~np.isnan(others).any(axis=1)]
    if len(others) < _COLUMNS:
        return 1.0
    steps = np.diff(others, axis=1, prepend=0.0)
    its = np.diff(row, prepend=0.0)
    spread = steps.max(axis=0) - steps.min(axis=0)
    share = np.mean(np.abs(steps - its) <= room, axis=0)
    with np.errstate(divide="ignore"):
        return float(np.prod(np.maximum(np.minimum(2 * room / spread, 1.0), share)))


def _strangers(scores: FloatArray) -> dict[int, str]:
    """Find the columns of numbers of another kind: whole ones beside fractions, or far larger or smaller ones."""
    scores = scores[~np.isnan(scores).any(axis=1)]
    n, k = scores.shape
    if n < _ROWS or k < 2:
        return {}
    whole = (scores == np.floor(scores)).all(axis=0) & (scores.min(axis=0) >= 1) & (scores.max(axis=0) >= 2)
    rest = scores[:, ~whole]
    counting = (np.diff(scores, axis=0) == 1).all(axis=0) & (n >= _COUNTED)
    others = scores[:, ~counting]
    if counting.sum() > k / 2 or np.mean(others != np.floor(others)) < 0.5:
        counting[:] = False  # among whole numbers these may well be scores
    found = dict.fromkeys(np.flatnonzero(counting).tolist(), "counts the rows")
    if 0 < whole.sum() <= rest.shape[1] and np.mean(rest != np.floor(rest)) >= 0.5:
        low, high = float(rest.min()), float(rest.max())
        room = (high - low) / 2
        outside = np.mean((scores < low - room) | (scores > high + room), axis=0)
        for j in np.flatnonzero(whole & ~counting & (outside > 0.5)).tolist():
            found[j] = f"holds whole numbers, most of them far from the {low:.4g} to {high:.4g} of the others"
    return _far(scores) | found


def _far(scores: FloatArray) -> dict[int, str]:
    """Find the one column that is far larger, or far smaller, than all others in every row."""
    if scores.shape[1] < 3 or (scores <= 0).any() or (len(scores) > _SHOWING and not _far(scores[:_SHOWING])):
        return {}
    logs = np.log10(scores)
    found = {}
    for sign, what in ((1.0, "larger"), (-1.0, "smaller")):
        j = int(np.argmax(sign * logs[0]))
        others = np.delete(sign * logs, j, axis=1)
        gap = sign * logs[:, j] - others.max(axis=1)
        if (gap > np.maximum(np.log10(_FAR), 2 * (others.max(axis=1) - others.min(axis=1)))).all():
            found[j] = f"holds numbers {_FAR:g} times {what} than all others, or more"
    return found


def refuse(what: str, found: Mapping[str, str], kept: Collection[str], place_of: Callable[[str], str]) -> None:
    """Refuse what is no algorithm, data set or problem: names with the reasons, but those that are to be kept."""
    reasons: dict[str, list[str]] = {}
    for name, why in found.items():
        if name not in kept:
            reasons.setdefault(why, []).append(name)
    names = [name for members in reasons.values() for name in members]
    if not names:
        return
    first = f"{listed(names)} look{'s' * (len(names) == 1)} like no {what}{'s' * (len(names) > 1)}"
    told = [f"{listed(members)} {why}" for why, members in list(reasons.items())[:_REASONS]]
    because = f"it {next(iter(reasons))}" if len(names) == 1 else joined(told)
    if len(reasons) == 1 and len(names) > 1:
        because = f"each {next(iter(reasons))}"
    option = {"algorithm": "exclude", "data set": "exclude_datasets", "problem": "exclude_problems"}[what]
    rest = (
        ("leave it out", f"say that it is {'an' if what[0] == 'a' else 'a'} {what}")
        if len(names) == 1
        else ("leave them out", f"say which are {what}s")
    )
    looks = f"{place_of(names[0])}: {first} ({because}): {rest[0]} with "
    raise InputError(looks, naming(option, names), f", or {rest[1]} with ", naming("keep", names), ".")


def naming(option: str, names: Sequence[str]) -> Option:
    """Return an option with names as its value."""
    return Option(option, Name(names[0]) if len(names) == 1 else list(names))


def refuse_divided(grid: Grid, roles: Roles, pair: tuple[int, int]) -> None:
    """Refuse two rows with scores of one algorithm on one data set, if a column says what each is."""
    first, row = pair
    keys = [column for column in (roles.dataset, roles.algorithm, *roles.runs) if column is not None]
    ranked = []
    for column in (*roles.scores, *roles.unused) if roles.algorithm is None else roles.unused:
        named = vocabulary.tells_measures(grid.names[column]) or vocabulary.describes(grid.names[column])
        if roles.algorithm is None and not (named or grid.numbers(column).mostly_text):
            continue  # it holds scores of an algorithm
        cells = grid.labels(column)
        text = not grid.are_integers(column)
        if cells[first] == cells[row] or not all((cells[first], cells[row])):
            continue
        if text and not grid.numbers(column).mostly_text:
            continue  # fractions are scores, times, deviations
        divided = first_rows(*map(grid.labels, keys), cells)
        measures = _names_measures(grid, column)
        ranked.append((not measures, grid.n_rows - len(divided), not text, len(cells.cells), column))
    if not ranked:
        return
    not_measures, _, numbered, _, column = min(ranked)
    title = grid.names[column]
    runs = Phrase(", or pass ", Option("run_column", Name(title)), " if these are runs")
    what = "divides the scores" if not_measures else "tells measures apart"
    told = f"{grid.at(row)}: the column '{title}' {what} "
    raise InputError(told, _choice(grid, column), runs if numbered and not_measures else "", ".")


def refuse_measures(grid: Grid, roles: Roles, kept: Collection[str]) -> None:
    """Refuse runs that are measures, and several measures on one data set; each data set may have its own."""
    for column in (*roles.runs, *roles.unused):
        title = grid.names[column]
        if title in kept or column in grid.index or not _names_measures(grid, column):
            continue
        told, keep = f"the column '{title}' tells measures apart", Option("keep", Name(title))
        if column in roles.runs:
            said = Phrase(f"{grid.label}: {told}, not runs ", _choice(grid, column), ", or pass ", keep)
            raise InputError(said, " if these are runs.")
        if roles.dataset is None:
            continue  # each row is a data set
        labels, cells, seen = grid.labels(roles.dataset), grid.labels(column), set[str]()
        for row in first_rows(labels, cells).tolist():
            if labels[row] in seen:
                said = Phrase(f"{grid.at(row, column)}: {told} ", _choice(grid, column), ", or pass ", keep)
                raise InputError(said, " to compare them all the same.")
            seen.add(labels[row])


def _names_measures(grid: Grid, column: int) -> bool:
    return vocabulary.tells_measures(grid.names[column]) or vocabulary.are_measures(grid.labels(column).cells)


def _choice(grid: Grid, column: int) -> Phrase:
    """Return in words what stands in a column, and how one of it is chosen."""
    title, values = grid.names[column], grid.labels(column).cells
    return Phrase(
        f"({listed(values, limit=_VALUES)}): choose one with ",
        selecting(title, values[0]),
        ", or take all with ",
        Option("split_column", Name(title)),
        Option(" (read_score_tables)", typed=" (plot and report)"),
    )
