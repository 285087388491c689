"""Rows that are not data sets, columns that are not algorithms, and cells in another
unit, by their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from cddiagram._util import BoolArray, FloatArray, IntArray
from cddiagram.data.reading import vocabulary
from cddiagram.text import Complaint, Name, Option, Phrase, listed

#: Fewer rows, or columns, than these have no summary that can be known by its numbers.
_ROWS, _COLUMNS = 3, 2
#: So many rows at either end may be footers or headers.
_FOOTERS = 4
#: A summary has to agree with the other rows in so many digits, added over the columns:
#: one table in ten thousand has such a row by chance.
_DIGITS = 4.0
#: No mean is so many times smaller than the largest of the numbers.
_WIDE = 1e9
#: A column counts for that only if its numbers spread over so many of their last
#: decimal places: scores of 0 and 1, grades and other coarse numbers agree by chance.
_COARSE = 10.0
#: So many numbers, each one more than the one before, are no scores.
_COUNTED = 5
#: So many numbers show the decimals of a table.
_SHOWING = 50
#: How many times larger than all others numbers of another kind are.
_FAR = 30.0
#: Among fractions at most such a share is whole.
_WHOLE = 0.1
#: How many times larger than the largest of scores between 0 and 1 a number is that is
#: no such score.
_BEYOND = 3.0
#: Cells in another unit are at most such a share of all cells; others are as they
#: should be.
_SHARE = 0.2
#: The largest whole numbers of computers, which programs write for "no result".
_LARGEST_INTEGERS = frozenset(float(2**bits - 1) for bits in (15, 16, 31, 32, 63, 64))
#: Columns with so many different scores are not equal by chance.
_DIFFERENT = 5


def doubtful(
    scores: FloatArray, datasets: Sequence[str], algorithms: Sequence[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the rows and the columns whose numbers show what they are, each with a
    reason.

    Parameters
    ----------
    scores : array of shape (n, k)
        The scores; NaN where one is missing.
    datasets, algorithms : sequence of str
        The names of the rows and of the columns.

    Returns
    -------
    rows, columns : dict of str to str
        Rows that sum up the others or hold numbers of another kind; columns that count
        the rows, or hold numbers of another kind. A named column counts as a summary of
        the others only if its name contains a word for one.
    """
    with np.errstate(all="ignore"):  # scores near 1e308 are rejected later, if at all
        rows = {datasets[i]: reason for i, reason in _summary_rows(scores).items()}
        for i, reason in _footers(scores).items():
            rows.setdefault(datasets[i], reason)
        columns = {
            algorithms[j]: reason
            for j, reason in _summary_columns(scores, algorithms).items()
        }
        for j, reason in _strangers(scores).items():
            columns.setdefault(algorithms[j], reason)
        for j, reason in _computed(scores).items():
            columns.setdefault(algorithms[j], reason)
    return rows, columns


# Summaries of the others


def _summary_rows(scores: FloatArray) -> dict[int, str]:
    """Find the rows that hold the exact means or sums of the others, or of a block
    above them.
    """
    n, k = scores.shape
    if n <= _ROWS or k < 2 or np.isnan(scores).all(axis=0).any():
        return {}
    found: dict[int, str] = {}
    for row in _candidates(scores):
        others = np.delete(scores, row, axis=0)
        what = _means_or_sums(scores[row], others)
        if what:
            found[row] = f"contains {what} of the other rows"
    if len(found) > _FOOTERS:
        return {}  # many rows that are alike are no summaries
    found = found or _footer_sums(scores) or _blocks(scores)
    return found | _beside(scores, found)


def _footer_sums(scores: FloatArray) -> dict[int, str]:
    """Find the first of several footers, and the last of several headers, that hold
    means or sums.
    """
    n = len(scores)
    for row in range(max(n - _FOOTERS, _ROWS), n):
        what = _means_or_sums(scores[row], scores[:row])
        if what:
            return {row: f"contains {what} of the other rows"}
    for row in range(min(_FOOTERS, n - _ROWS)):
        what = _means_or_sums(scores[row], scores[row + 1 :])
        if what:
            return {row: f"contains {what} of the other rows"}
    return {}


def _candidates(scores: FloatArray) -> list[int]:
    """Return the rows that may hold the means or the sums of all others, by one look at
    all.
    """
    count = (~np.isnan(scores)).sum(axis=0)
    total = np.nansum(scores, axis=0)
    room = _unit(scores) + 1e-9 * np.nanmax(np.abs(scores))
    if len(scores) <= _SHOWING:
        return list(range(len(scores)))
    from_mean = np.abs(scores - total / count)
    from_sum = np.abs(scores - total / 2) / len(scores)
    near = np.isnan(scores) | (np.fmin(from_mean, from_sum) <= room)
    rows = np.flatnonzero(near.all(axis=1))
    return [] if len(rows) > 10 * _FOOTERS else [int(row) for row in rows]


def _blocks(scores: FloatArray) -> dict[int, str]:
    """Find the rows that hold the means of the rows since the last such row, if there
    are several.
    """
    found: dict[int, str] = {}
    start = 0
    room = _unit(scores)
    while start < len(scores) - 2:
        block = scores[start:]
        count = np.arange(1, len(block))[:, np.newaxis]
        means = np.cumsum(block, axis=0)[:-1] / count
        near: BoolArray = np.asarray((np.abs(block[1:] - means) <= room).all(axis=1))
        near[0] = False  # a block has two rows or more
        rows = [start + 1 + int(at) for at in np.flatnonzero(near)]
        row = next(
            (row for row in rows if _means_or_sums(scores[row], scores[start:row])),
            None,
        )
        if row is None:
            break
        found[row] = "contains the means of the rows above it"
        start = row + 1
    return found if len(found) > 1 else {}


def _beside(scores: FloatArray, found: dict[int, str]) -> dict[int, str]:
    """Find the rows next to a summary that hold medians, deviations or mean ranks."""
    n = len(scores)
    behind = [
        row for first in found for row in range(first + 1, min(first + _FOOTERS, n))
    ]
    before = [row for first in found for row in range(max(first - _FOOTERS, 0), first)]
    more: dict[int, str] = {}
    for near in [*behind, *reversed(before)]:
        at_end = near >= n - _FOOTERS or near < _FOOTERS
        if near in found or near in more or not at_end:
            continue
        footers = [*found, *more, near]
        if near > min(found):
            footers += [row for row in range(near, n) if row >= n - _FOOTERS]
        others = np.delete(scores, sorted(set(footers)), axis=0)
        if len(others) < _ROWS:
            continue
        for what, statistic in _STATISTICS:
            if _agrees(scores[near], statistic(others), others, 2.0):
                more[near] = f"contains {what} of the other rows"
                break
    return more


def _means_or_sums(row: FloatArray, others: FloatArray) -> str:
    """Return whether a row holds the means or the sums of the others: in words, or
    nothing.
    """
    n = len(others)
    means = _means(others)
    if _agrees(row, means, others, 1.0):
        return "the means"
    if (others > 0).all() and _agrees(
        row, np.exp(np.log(others).mean(axis=0)), others, 1.0
    ):
        return "the geometric means"
    references = means.tolist() if (row == 0).any() and len(means) <= _SHOWING else []
    for mean in references:
        if _agrees(row, means - mean, others, 2.0):
            return "differences between the means"
    sums = np.nansum(others, axis=0)
    gaps = np.isnan(others)
    lowest = np.where(gaps, np.inf, others).min(axis=0)
    highest = np.where(gaps, -np.inf, others).max(axis=0)
    outside = (row < lowest) | (row > highest)
    if outside.any() and _agrees(row, sums, others, float(n), size=np.abs(sums)):
        return "the sums"
    return ""


def _agrees(
    row: FloatArray,
    statistic: FloatArray,
    others: FloatArray,
    moved: float,
    size: FloatArray | None = None,
) -> bool:
    """Whether a row holds a statistic of others up to rounding, in more digits than by
    chance.

    Parameters
    ----------
    row, statistic : array of shape (k,)
        What is compared; NaN where a score is missing.
    others : array of shape (n, k)
        What the statistic is computed from.
    moved : float
        How many times the rounding of the others moves the statistic, compared with
        their mean.
    size : array of shape (k,), optional
        The range of possible values in each column. By default the range of the others:
        of the first column as it is, and of each further one by its difference from the
        one before, because columns of one table rise and fall together.
    """
    here = ~np.isnan(row) & ~np.isnan(statistic)
    if here.sum() < 2:
        return False
    row, statistic, others = row[here], statistic[here], others[:, here]
    if np.nanmax(np.abs(others)) > _WIDE * np.abs(row).max():
        return False  # the tolerances would be larger than the row
    gaps = np.abs(row - statistic)
    room = 0.5 * _unit(row[np.newaxis]) + 1e-9 * (
        np.abs(row).max() + np.nanmax(np.abs(others))
    )
    if (gaps > room).any():
        # Perhaps the others were rounded after the statistic was computed; whole
        # numbers are not.
        fractional = (others != np.floor(others)).any()
        room += moved * _unit(others) / np.sqrt(len(others))
        if not fractional or (gaps > room).any():
            return False
    sizes = _sizes(others) if size is None else size[here]
    possible = sizes / (2 * room)
    return float(np.log10(possible[possible >= _COARSE]).sum()) >= _DIGITS


def _sizes(others: FloatArray) -> FloatArray:
    """Return the range of the first column, and of the difference of each further one
    from the one before.
    """
    steps = np.diff(others, axis=1, prepend=0.0)
    gaps = np.isnan(steps)
    sizes = np.where(gaps, -np.inf, steps).max(axis=0) - np.where(
        gaps, np.inf, steps
    ).min(axis=0)
    return np.asarray(np.where(np.isfinite(sizes), sizes, 0.0))


def _digits(row: FloatArray, scores: FloatArray) -> float:
    """Return in how many digits a row of scores is equal to another one that could
    differ from it.
    """
    possible = _sizes(scores) / _unit(row[np.newaxis])
    return float(np.log10(possible[possible >= _COARSE]).sum())


def _means(scores: FloatArray) -> FloatArray:
    count = (~np.isnan(scores)).sum(axis=0)
    return np.asarray(np.nansum(scores, axis=0) / count)


def _deviations(scores: FloatArray, freedom: int) -> FloatArray:
    count = (~np.isnan(scores)).sum(axis=0)
    squares = np.nansum((scores - _means(scores)) ** 2, axis=0)
    return np.asarray(np.sqrt(squares / (count - freedom)))


def _medians(scores: FloatArray) -> FloatArray:
    """Return the median of each column, without gaps (numpy's loads its masked arrays
    for so few numbers).
    """
    ordered = np.sort(scores, axis=0)  # gaps last
    counts = (~np.isnan(scores)).sum(axis=0)
    lower = np.take_along_axis(ordered, ((counts - 1) // 2)[np.newaxis], axis=0)[0]
    upper = np.take_along_axis(ordered, (counts // 2)[np.newaxis], axis=0)[0]
    return np.asarray((lower + upper) / 2)


def _counts(scores: FloatArray) -> tuple[IntArray, IntArray]:
    """Return how many scores in the row of each are lower, and how many are equal to
    it.
    """
    below = np.empty(scores.shape, dtype=np.intp)
    equal = np.empty(scores.shape, dtype=np.intp)
    for j, column in enumerate(scores.T):
        below[:, j] = (scores < column[:, np.newaxis]).sum(axis=1)
        equal[:, j] = (scores == column[:, np.newaxis]).sum(axis=1)
    return below, equal


def _average_ranks(scores: FloatArray) -> FloatArray:
    """Return the average rank of each column within the rows, the lowest score
    first.
    """
    below, equal = _counts(scores)
    return np.asarray((below + (equal + 1) / 2).mean(axis=0))


_STATISTICS: tuple[tuple[str, Callable[[FloatArray], FloatArray]], ...] = (
    ("the medians", _medians),
    ("the standard deviations", lambda others: _deviations(others, 1)),
    ("the standard deviations", lambda others: _deviations(others, 0)),
    ("the mean ranks", _average_ranks),
    ("the mean ranks", lambda others: _average_ranks(-others)),
)


def _summary_columns(scores: FloatArray, algorithms: Sequence[str]) -> dict[int, str]:
    """Find the columns that hold a statistic of the others and whose names contain a
    word for one.
    """
    found: dict[int, str] = {}
    if scores.shape[1] <= _COLUMNS or len(scores) < _ROWS:
        return found
    statistics = (("the means", _means), *_STATISTICS[:3])
    for j, name in enumerate(algorithms):
        if not vocabulary.contains_summary(name):
            continue
        others = np.ascontiguousarray(np.delete(scores, j, axis=1).T)
        for what, statistic in statistics:
            if _agrees(scores[:, j], statistic(others), others, 2.0):
                found[j] = f"contains {what} of the other columns"
                break
    return found


def _unit(scores: FloatArray) -> float:
    """Return the last decimal place that some of the numbers have: 0.01 for 0.75."""
    some = scores[:_SHOWING].ravel()[:_SHOWING]
    places = [0]
    for number in some[np.isfinite(some)].tolist():
        digits, _, power = repr(number).partition("e")
        places.append(len(digits.partition(".")[2].rstrip("0")) - int(power or 0))
    return float(10.0 ** -max(places))


# Numbers of another kind


def _footers(scores: FloatArray) -> dict[int, str]:
    """Find the rows at the ends that hold whole numbers or average ranks, among
    fractions between 0 and 1.
    """
    n, k = scores.shape
    if n <= _ROWS or k < 2 or np.isnan(scores).any(axis=0).all():
        return {}
    found = {}
    ends = [row for row in range(n) if row >= max(n - _FOOTERS, 2) or row == 0]
    body = np.delete(scores, ends, axis=0)
    body = body[~np.isnan(body)]
    inside = body.size > 0 and np.nanmin(scores) >= 0 and body.max() <= 1
    if not inside or np.mean(body != np.floor(body)) < 0.5:
        return {}
    for row in ends:
        numbers = scores[row][~np.isnan(scores[row])]
        if len(numbers) < 2 or numbers.max() <= 1:
            continue
        if (numbers == np.floor(numbers)).all():
            found[row] = "contains whole numbers, while the others contain fractions"
        elif _are_average_ranks(numbers, k):
            found[row] = f"contains numbers from 1 to {k} with the sum of average ranks"
    return found


def _are_average_ranks(numbers: FloatArray, k: int) -> bool:
    """Whether numbers lie between 1 and k and add up as the average ranks of k
    algorithms do.
    """
    inside = bool((numbers >= 1).all() and (numbers <= k).all())
    missing = float(abs(numbers.sum() - k * (k + 1) / 2))
    return inside and missing <= k * _unit(numbers[np.newaxis])


def _strangers(scores: FloatArray) -> dict[int, str]:
    """Find the columns of numbers of another kind: whole ones among fractions, or far
    larger or smaller ones.
    """
    scores = scores[~np.isnan(scores).any(axis=1)]
    n, k = scores.shape
    if n < _ROWS or k < 2:
        return {}
    whole = (
        (scores == np.floor(scores)).all(axis=0)
        & (scores.min(axis=0) >= 1)
        & (scores.max(axis=0) >= 2)
    )
    rest = scores[:, ~whole]
    counting = (np.diff(scores, axis=0) == 1).all(axis=0) & (n >= _COUNTED)
    others = scores[:, ~counting]
    if counting.sum() > k / 2 or np.mean(others != np.floor(others)) < 0.5:
        counting[:] = False  # among whole numbers these may well be scores
    found = dict.fromkeys(np.flatnonzero(counting).tolist(), "numbers the rows")
    if whole.any() and rest.shape[1] > 1 and np.mean(rest != np.floor(rest)) >= 0.5:
        low, high = float(rest.min()), float(rest.max())
        room = (high - low) / 2
        outside = np.mean((scores < low - room) | (scores > high + room), axis=0)
        for j in np.flatnonzero(whole & ~counting & (outside > 0.5)).tolist():
            found[j] = (
                "contains whole numbers, most of them far outside the range of the "
                f"others ({low:.4g} to {high:.4g})"
            )
    return _far(scores) | found


def beyond(
    scores: FloatArray, algorithms: Sequence[str], place_of: Callable[[str], str]
) -> list[Complaint]:
    """Warn of a column of 0 and 1 among fractions, and of one above 1 if all others lie
    between 0 and 1.
    """
    n, k = scores.shape
    if n < _DIFFERENT or k < 3:
        return []
    gaps = np.isnan(scores)
    lowest = np.where(gaps, 0.0, scores).min(axis=0)
    highest = np.where(gaps, 0.0, scores).max(axis=0)
    inside = (lowest >= 0) & (highest <= 1)
    zeros, ones = scores == 0, scores == 1
    marks = (zeros | ones).all(axis=0) & zeros.any(axis=0) & ones.any(axis=0)
    flags = np.flatnonzero(marks).tolist()
    others = np.delete(scores, flags, axis=1)
    if flags and len(flags) < k / 2 and np.mean(others == np.floor(others)) < _WHOLE:
        names = [algorithms[j] for j in flags]
        one = len(names) == 1
        text = Phrase(
            listed(names),
            " contains " if one else " contain ",
            "only 0 and 1, but the other columns contain mostly fractions",
        )
        remedy = Phrase(
            "Drop it with " if one else "Drop them with ",
            Option("exclude", names),
            " if it describes the data sets"
            if one
            else " if they describe the data sets",
        )
        return [Complaint(place_of(algorithms[flags[0]]), text, remedy, rejects=False)]
    outside = np.flatnonzero(~inside)
    body = scores[:, inside]
    body = body[~np.isnan(body)]
    if len(outside) != 1 or np.mean(body != np.floor(body)) < 0.5:
        return []
    column = scores[:, outside[0]]
    if (
        lowest[outside[0]] <= 0
        or _middle(column[~np.isnan(column)]) < _BEYOND * body.max()
    ):
        return []
    name = algorithms[outside[0]]
    text = Phrase(
        f"'{name}' contains numbers up to {highest[outside[0]]:g}, but all others are "
        "between 0 and 1"
    )
    remedy = Phrase(
        "Drop it with ", Option("exclude", Name(name)), " if it describes the data sets"
    )
    return [Complaint(place_of(name), text, remedy, rejects=False)]


def _far(scores: FloatArray) -> dict[int, str]:
    """Find the one column that is far larger, or far smaller, than all others in every
    row.
    """
    if (
        scores.shape[1] < 3
        or (scores <= 0).any()
        or (len(scores) > _SHOWING and not _far(scores[:_SHOWING]))
    ):
        return {}
    logs = np.log10(scores)
    found = {}
    for sign, what in ((1.0, "larger"), (-1.0, "smaller")):
        j = int(np.argmax(sign * logs[0]))
        others = np.delete(sign * logs, j, axis=1)
        gap = sign * logs[:, j] - others.max(axis=1)
        if (
            gap
            > np.maximum(np.log10(_FAR), 2 * (others.max(axis=1) - others.min(axis=1)))
        ).all():
            found[j] = (
                f"contains numbers at least {_FAR:g} times {what} than all others"
            )
    return found


def _computed(scores: FloatArray) -> dict[int, str]:
    """Find the columns that are computed from the others in every row.

    These are ranges, margins, ratios and differences. Many rows are only looked at if
    the first ones agree.
    """
    scores = scores[~np.isnan(scores).any(axis=1)]
    n, k = scores.shape
    if (
        n < _DIFFERENT
        or not 3 <= k <= _SHOWING
        or (n > _SHOWING and not _computed(scores[:_SHOWING]))
    ):
        return {}
    unit = _unit(scores)
    found = {}
    for j in range(k):
        column, others = scores[:, j], np.delete(scores, j, axis=1)
        if len(set(column.tolist())) < _DIFFERENT:
            continue
        what = (
            _margin(column, others, unit)
            or _ratio(column, others)
            or _difference(column, others, unit)
        )
        if what:
            found[j] = f"contains {what} in every row"
    return found


def _margin(column: FloatArray, others: FloatArray, unit: float) -> str:
    """Return which range or margin of the others a column holds: in words, or
    nothing.
    """
    room = 1.5 * unit + 1e-9 * max(np.abs(column).max(), np.abs(others).max())
    if np.ptp(column) < _COARSE * room:
        return ""
    others = np.sort(others, axis=1)
    statistics = {
        "the range of the others": others[:, -1] - others[:, 0],
        "the best of the others minus the second best": others[:, -1] - others[:, -2],
        "the second lowest of the others minus the lowest": others[:, 1] - others[:, 0],
    }
    for what, statistic in statistics.items():
        if (np.abs(column - statistic) <= room).all():
            return what
    return ""


def _ratio(column: FloatArray, others: FloatArray) -> str:
    """Return that a column holds the ratio of two others, such as a speed-up: in words,
    or nothing.
    """
    room = 0.5 * _unit(column[:, np.newaxis]) + 1e-9 * column.max()
    if (column <= 0).any() or (others <= 0).any() or np.ptp(column) < _COARSE * room:
        return ""
    allowed = (room + 0.01 * column)[:, np.newaxis]
    for i, dividend in enumerate(others.T):
        near = (
            np.abs(dividend[:, np.newaxis] / others - column[:, np.newaxis]) <= allowed
        ).all(axis=0)
        near[i] = False
        if near.any():
            return "the ratio of two other columns"
    return ""


def _difference(column: FloatArray, others: FloatArray, unit: float) -> str:
    """Return that a column holds the difference of two others: in words, or nothing."""
    size, sizes = np.abs(column).max(), np.abs(others).max()
    room = 1.5 * unit + 1e-9 * sizes
    if size >= 0.5 * sizes or size <= _COARSE * room:
        return ""
    for i, minuend in enumerate(others.T):
        equal = (
            np.abs(minuend[:, np.newaxis] - others - column[:, np.newaxis]) <= room
        ).all(axis=0)
        equal[i] = False
        if equal.any():
            return "the difference of two other columns"
    return ""


# Cells and tables in another unit


def units(
    scores: FloatArray,
    place_of: Callable[[int, int], str],
    names_of: Callable[[int, int], tuple[str, str]],
    *,
    label: str,
    higher_is_better: bool,
) -> list[Complaint]:
    """Complain about scores in mixed units, signs of failure, ranks, and columns that
    are equal.

    Parameters
    ----------
    scores : array of shape (n, k)
        The scores; NaN where one is missing, and in rows and columns that the caller
        vouches for.
    place_of : callable
        Returns the place of a score by its row and its column.
    names_of : callable
        Returns the name of the data set and of the algorithm of a score.
    label : str
        The name of the table.
    higher_is_better : bool
        The direction of the scores: ranks are doubtful only if higher scores are
        better.
    """
    if np.isnan(scores).all() or np.isinf(scores).any():
        return []
    found = None
    with np.errstate(all="ignore"):  # of scores near 1e308
        for guard in (_per_cent, _failures, _outliers, _lost_points):
            found = guard(scores)
            if found is not None:
                break
    complaints = []
    if found is not None:
        keep = Option("keep", Name(_odd_name(scores, found, names_of)))
        remedy = Phrase(found.remedy, ", or keep the scores with ", keep)
        complaints.append(
            Complaint(place_of(*found.cell), found.text, remedy, found.rejects)
        )
    if higher_is_better:
        complaints += _ranks_as_scores(scores, label)
    return complaints + _shares(scores, label)


def _shares(scores: FloatArray, label: str) -> list[Complaint]:
    """Warn of rows that all add up to 1 or 100, as probabilities and shares do."""
    n, k = scores.shape
    if n < _DIFFERENT or k < 3 or np.isnan(scores).any() or (scores < 0).any():
        return []
    fractional = np.mean(scores != np.floor(scores)) > 0.5
    for whole in (1.0, 100.0):
        if (
            fractional
            and (np.abs(scores.sum(axis=1) - whole) <= k * _unit(scores)).all()
        ):
            text = (
                f"each row adds up to {whole:g}, as probabilities and shares do, but "
                "scores do not"
            )
            return [
                Complaint(
                    label, text, "Give scores of algorithms on data sets", rejects=False
                )
            ]
    return []


@dataclass(frozen=True)
class Oddity:
    """A score that may be in another unit: its row and column, what is odd, and what to
    do.
    """

    cell: tuple[int, int]
    text: str
    remedy: str
    rejects: bool = False


def _odd_name(
    scores: FloatArray, found: Oddity, names_of: Callable[[int, int], tuple[str, str]]
) -> str:
    """Return the name to keep: the algorithm, or the data set if all of its scores are
    alike.
    """
    row, column = found.cell
    dataset, algorithm = names_of(row, column)
    numbers = scores[row][~np.isnan(scores[row])]
    alike = np.abs(numbers).min() > 0.2 * np.abs(numbers).max()
    return dataset if alike else algorithm


def _first(cells: BoolArray) -> tuple[int, int]:
    row, column = np.argwhere(cells)[0]
    return int(row), int(column)


def _per_cent(scores: FloatArray) -> Oddity | None:
    """Complain about scores in per cent next to fractions in the same rows."""
    known = scores[~np.isnan(scores)]
    if known.min(initial=0) < 0 or not 1 < known.max(initial=0) <= 100:
        return None
    large = scores > 1
    small = scores <= 1
    if not large.any() or not small.any():
        return None
    highest, lowest = scores[small].max(), scores[large].min()
    if lowest < 2 * max(highest, 0.1):
        return None
    mixed = np.flatnonzero(large.any(axis=1) & small.any(axis=1))
    fractional = scores[mixed][small[mixed]]
    if not mixed.size:
        return None
    if np.mean(fractional != np.floor(fractional)) < 0.5:
        return None
    for row in mixed.tolist():
        fractions = scores[row][small[row]]
        shares = scores[row][large[row]] / 100
        if shares.max() > 2 * fractions.max() or shares.min() < 0.5 * fractions.min():
            return None
    cells = np.zeros_like(large)
    cells[mixed] = large[mixed]
    row, column = _first(cells)
    at = _first(small & (np.arange(len(scores)) == row)[:, np.newaxis])
    text = (
        f"{scores[row, column]:g} looks like a percentage, but {scores[at]:g} in the "
        "same row looks like a fraction"
    )
    several = len(mixed) > 1
    return Oddity((row, column), text, "Write all scores in one unit", rejects=several)


def _failures(scores: FloatArray) -> Oddity | None:
    """Warn of a number that may stand for a run that failed: -1, -999, 9999."""
    known = scores[~np.isnan(scores)]
    negative = known[known < 0]
    rest = known[known >= 0]
    if (
        negative.size
        and rest.size
        and len(set(negative.tolist())) == 1
        and negative.size < _SHARE * known.size
    ):
        sign = float(negative[0])
        if sign == np.floor(sign) and np.mean(rest != np.floor(rest)) > 0.5:
            return _failure(sign, scores)
    largest = float(known.max(initial=0))
    rest = known[known < largest]
    nines = f"{largest:.0f}".strip("9") == "" and largest >= 99
    powers = (
        largest >= 1e5 and float(np.log10(largest)).is_integer()
    ) or largest in _LARGEST_INTEGERS
    if (nines or powers) and rest.size and largest > _FAR * np.abs(rest).max():
        return _failure(largest, scores)
    return None


def _failure(sign: float, scores: FloatArray) -> Oddity:
    cells = scores == sign
    count = int(cells.sum())
    in_cells = "1 cell" if count == 1 else f"{count} cells"
    text = (
        f"{sign:g} looks like a sign of a failed run, but it is compared as a score "
        f"in {in_cells}"
    )
    return Oddity(_first(cells), text, "Leave these cells empty if the runs failed")


def _middle(numbers: FloatArray) -> float:
    """Return the upper median (numpy's median loads its masked arrays)."""
    return float(np.sort(numbers)[len(numbers) // 2])


def _outliers(scores: FloatArray) -> Oddity | None:
    """Warn of a few scores far outside of a table whose other scores lie between 0 and
    1, or 0 and 100.
    """
    known = scores[~np.isnan(scores)]
    if known.size < 8 or _middle(known) < 0:
        return None
    for bound in (1.0, 100.0):
        outside = np.abs(scores) > bound
        inside = scores[~outside & ~np.isnan(scores)]
        if (
            not outside.any()
            or outside.sum() > _SHARE * known.size
            or (inside < 0).any()
        ):
            continue
        fractional = np.mean(inside != np.floor(inside)) > 0.5
        whole = bool((scores[outside] == np.floor(scores[outside])).all())
        times = float(np.abs(scores[outside]).min() / inside.max())
        # Of percentages only a lost decimal point is looked for: 913 instead of 91.3.
        per_cent = whole and times > 5 and _middle(inside) > 10
        # A decimal point that slipped by one place: 8.51 among 0.83 and 0.86.
        slipped = (
            outside.sum() == 1 and times > 5 and _fits_divided(scores, outside, 10.0)
        )
        far = (times > _FAR or slipped) if bound == 1 else per_cent
        if fractional and far:
            row, column = _first(outside)
            text = (
                f"{scores[row, column]:g} is far from all other scores, which are "
                f"between 0 and {bound:g}"
            )
            return Oddity((row, column), text, "Check the unit and the decimal point")
    return None


def _fits_divided(scores: FloatArray, cell: BoolArray, factor: float) -> bool:
    """Whether a score divided by a factor is like the others in its row."""
    row, column = _first(cell)
    number = scores[row, column] / factor
    others = np.delete(scores[row], column)
    others = others[~np.isnan(others)]
    return bool(others.size) and bool(
        0.5 * others.min() <= number <= 1.5 * others.max()
    )


def _lost_points(scores: FloatArray) -> Oddity | None:
    """Warn of whole numbers that are alike only with a decimal point in front: 857, 93,
    91, 892.
    """
    known = scores[~np.isnan(scores)]
    if (
        known.size < 8
        or (known < 1).any()
        or (known > 1e6).any()
        or (known != np.floor(known)).any()
    ):
        return None
    digits = np.floor(np.log10(scores)) + 1
    pointed = scores / 10.0**digits
    gaps = np.isnan(scores)
    most = np.where(gaps, -np.inf, digits).max(axis=1)
    fewest = np.where(gaps, np.inf, digits).min(axis=1)
    mixed = np.flatnonzero(most > fewest)
    if len(mixed) < 2:
        return None
    for row in mixed.tolist():
        raw = np.nanmax(scores[row]) / np.nanmin(scores[row])
        alike = np.nanmax(pointed[row]) / np.nanmin(pointed[row])
        if alike > 1.5 or raw < 5:
            return None
    row = int(mixed[0])
    column = int(np.nanargmin(scores[row]))
    text = (
        f"{scores[row, column]:g} seems to have lost its decimal point, like other "
        "scores in the table"
    )
    return Oddity((row, column), text, "Check how the file was written")


def _ranks_as_scores(scores: FloatArray, label: str) -> list[Complaint]:
    """Warn of a table whose rows are ranks from 1 to k, of which lower is better."""
    n, k = scores.shape
    if (
        n < _ROWS
        or k < 3
        or np.isnan(scores).any()
        or scores.min() < 1
        or scores.max() > k
    ):
        return []
    below, equal = _counts(scores)
    # Equal scores share the mean, the lowest or the highest of their ranks, or leave no
    # rank out.
    mean, lowest, highest = below + (equal + 1) / 2, below + 1, below + equal
    if not any((scores == ranks).all() for ranks in (mean, lowest, highest)):
        return []
    if (equal > 1).all():
        return []
    text = (
        f"each row contains the ranks from 1 to {k}, but higher scores are treated as "
        "better"
    )
    lower = Option("higher_is_better", False, typed="--lower-is-better")
    return [
        Complaint(
            label, text, Phrase("Pass ", lower, " if rank 1 is best"), rejects=False
        )
    ]


def equal_rows(
    scores: FloatArray, datasets: Sequence[str], place_of: Callable[[str], str]
) -> list[Complaint]:
    """Warn of two rows with the same scores of all algorithms."""
    n, k = scores.shape
    if not _DIFFERENT <= n <= 10_000 or k < 3:
        return []
    first: dict[tuple[float, ...], int] = {}
    if np.isnan(scores).any():
        return []
    for row, numbers in enumerate(map(tuple, scores.tolist())):
        other = first.setdefault(numbers, row)
        if other != row and _digits(scores[row], scores) >= _DIGITS:
            text = Phrase(
                listed([datasets[other], datasets[row]]),
                " have the same score for every algorithm",
            )
            remedy = "Check that the data set is not listed twice"
            return [Complaint(place_of(datasets[row]), text, remedy, rejects=False)]
    return []


def equal_columns(
    scores: FloatArray, algorithms: Sequence[str], place_of: Callable[[str], str]
) -> list[Complaint]:
    """Warn of two columns with the same scores on all data sets."""
    if len(scores) < _DIFFERENT:
        return []
    order: IntArray = np.lexsort(scores)
    for left, right in pairwise(order.tolist()):
        same = np.array_equal(scores[:, left], scores[:, right])
        if (
            same
            and _digits(scores[:, left], np.ascontiguousarray(scores.T)) >= 2 * _DIGITS
        ):
            first, second = sorted((left, right))
            names = [algorithms[first], algorithms[second]]
            text = Phrase(listed(names), " have the same score on every data set")
            remedy = "Check that the column was not copied by mistake"
            return [Complaint(place_of(names[1]), text, remedy, rejects=False)]
    return []
