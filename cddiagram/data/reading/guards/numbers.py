"""Checks for rows, columns and cells whose numbers do not look like scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from cddiagram._util import BoolArray, FloatArray, IntArray
from cddiagram.data.reading import vocabulary
from cddiagram.text import (
    Complaint,
    Name,
    Option,
    Phrase,
    counted,
    listed,
)

#: Summaries can be detected from their values only if a table has more than `_ROWS`
#: rows and more than `_COLUMNS` columns.
_ROWS, _COLUMNS = 3, 2
#: At most this many rows at the top or bottom of a table may be summaries.
_FOOTERS = 4
#: A row is considered a summary only if it agrees with a statistic of the other rows to
#: at least this many digits, summed over all columns. By chance, about one table in ten
#: thousand contains a row that agrees to this extent.
_DIGITS = 4.0
#: The largest absolute value in a table may be at most this many times as large as the
#: largest absolute value in a summary.
_WIDE = 1e9
#: A column is used only if its range is at least this many units of the last decimal
#: place. If the range is smaller, the column is ignored, because coarse numbers, such
#: as grades or binary values, can agree by chance.
_COARSE = 10.0
#: Consecutive integers are considered row numbers rather than scores if there are at
#: least this many of them.
_COUNTED = 5
#: This number of values is sufficient to determine how many decimals the scores in a
#: table have.
_SHOWING = 50
#: A number is considered to measure a different quantity if its ratio to each of the
#: other numbers exceeds this limit.
_FAR = 30.0
#: A column of fractions contains at most this proportion of whole numbers.
_WHOLE = 0.1
#: A value above 1 is not considered a score if its ratio to the largest score in [0, 1]
#: reaches this limit.
_BEYOND = 3.0
#: At most this proportion of the cells may be in a different unit.
_SHARE = 0.2
#: These are the largest signed and unsigned integers with 16, 32 and 64 bits. Some
#: programs write these integers in place of missing results.
_LARGEST_INTEGERS = frozenset(float(2**bits - 1) for bits in (15, 16, 31, 32, 63, 64))
#: If two identical columns contain at least this many distinct scores, it is unlikely
#: that they are identical by chance.
_DIFFERENT = 5


def doubtful(
    scores: FloatArray, datasets: Sequence[str], algorithms: Sequence[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the rows and columns whose numbers do not look like scores, with reasons.

    Parameters
    ----------
    scores : array of shape (n, k)
        The scores, with NaN for missing scores.
    datasets, algorithms : sequence of str
        The names of the rows and columns.

    Returns
    -------
    rows, columns : dict of str to str
        The names and the reasons. Rows may summarise other rows or contain a different
        kind of number. Columns may also number the rows. A column is considered a
        summary of other columns only if its name contains a word that denotes a
        summary.
    """
    # Scores close to 1e308 overflow in this calculation; they raise an error later.
    with np.errstate(all="ignore"):
        row_reasons = _first_reasons(_summary_rows(scores), _footers(scores))
        column_reasons = _first_reasons(
            _summary_columns(scores, algorithms), _strangers(scores), _computed(scores)
        )
    rows = {datasets[i]: reason for i, reason in row_reasons.items()}
    columns = {algorithms[j]: reason for j, reason in column_reasons.items()}
    return rows, columns


def _first_reasons(*findings: dict[int, str]) -> dict[int, str]:
    """Merge reasons. The first reason for an index takes precedence."""
    merged: dict[int, str] = {}
    for reasons in findings:
        for place, reason in reasons.items():
            merged.setdefault(place, reason)
    return merged


# Summaries of other rows or columns


def _summary_rows(scores: FloatArray) -> dict[int, str]:
    """Find rows that contain the exact means or sums of all other rows or of the rows
    above them.
    """
    n, k = scores.shape
    if n <= _ROWS or k < 2 or np.isnan(scores).all(axis=0).any():
        return {}
    summaries: dict[int, str] = {}
    for row in _candidates(scores):
        others = np.delete(scores, row, axis=0)
        statistic = _means_or_sums(scores[row], others)
        if statistic:
            summaries[row] = f"contains {statistic} of the other rows"
    if len(summaries) > _FOOTERS:
        return {}  # a table does not have this many summaries
    summaries = summaries or _footer_sums(scores) or _blocks(scores)
    return summaries | _next_to(scores, summaries)


def _footer_sums(scores: FloatArray) -> dict[int, str]:
    """Find the first of several summary rows at the bottom, or the last of several at
    the top.

    Such a row contains the means or sums of all rows above it or below it.
    """
    n = len(scores)
    for row in range(max(n - _FOOTERS, _ROWS), n):
        statistic = _means_or_sums(scores[row], scores[:row])
        if statistic:
            return {row: f"contains {statistic} of the other rows"}
    for row in range(min(_FOOTERS, n - _ROWS)):
        statistic = _means_or_sums(scores[row], scores[row + 1 :])
        if statistic:
            return {row: f"contains {statistic} of the other rows"}
    return {}


def _candidates(scores: FloatArray) -> list[int]:
    """Return the rows that may contain the means or sums of all other rows.

    In a table with many rows, they are selected by a vectorised comparison.
    """
    if len(scores) <= _SHOWING:
        return list(range(len(scores)))
    count = (~np.isnan(scores)).sum(axis=0)
    total = np.nansum(scores, axis=0)
    tolerance = _unit(scores) + 1e-9 * np.nanmax(np.abs(scores))
    from_mean = np.abs(scores - total / count)
    from_sum = np.abs(scores - total / 2) / len(scores)
    near = np.isnan(scores) | (np.fmin(from_mean, from_sum) <= tolerance)
    rows: list[int] = np.flatnonzero(near.all(axis=1)).tolist()
    if len(rows) > 10 * _FOOTERS:
        return []
    return rows


def _blocks(scores: FloatArray) -> dict[int, str]:
    """Find rows that contain the means of the preceding block of rows."""
    summaries: dict[int, str] = {}
    start = 0
    tolerance = _unit(scores)
    while start < len(scores) - 2:
        block = scores[start:]
        count = np.arange(1, len(block))[:, np.newaxis]
        means = np.cumsum(block, axis=0)[:-1] / count
        near = (np.abs(block[1:] - means) <= tolerance).all(axis=1)
        # A block must have at least two rows.
        ends = np.flatnonzero(near)
        for row in (start + 1 + ends[ends > 0]).tolist():
            if _means_or_sums(scores[row], scores[start:row]):
                summaries[row] = "contains the means of the rows above it"
                start = row + 1
                break
        else:
            break
    if len(summaries) > 1:
        return summaries
    return {}


def _next_to(scores: FloatArray, summaries: dict[int, str]) -> dict[int, str]:
    """Find rows of medians, deviations or average ranks next to other summary rows."""
    n = len(scores)
    near: list[int] = []
    for row in summaries:
        near += range(row + 1, min(row + _FOOTERS, n))
    before: list[int] = []
    for row in summaries:
        before += range(max(row - _FOOTERS, 0), row)
    near += reversed(before)
    more: dict[int, str] = {}
    for row in near:
        at_end = row >= n - _FOOTERS or row < _FOOTERS
        if row in summaries or row in more or not at_end:
            continue
        footers = {*summaries, *more, row}
        if row > min(summaries):
            footers |= set(range(max(row, n - _FOOTERS), n))
        others = np.delete(scores, sorted(footers), axis=0)
        if len(others) < _ROWS:
            continue
        for what, statistic in _STATISTICS:
            if _agrees(scores[row], statistic(others), others, 2.0):
                more[row] = f"contains {what} of the other rows"
                break
    return more


def _means_or_sums(row: FloatArray, others: FloatArray) -> str:
    """Return the statistic of the other rows that a row contains, or an empty string."""
    means = _means(others)
    if _agrees(row, means, others, 1.0):
        return "the means"
    if (others > 0).all():
        geometric_means = np.exp(np.log(others).mean(axis=0))
        if _agrees(row, geometric_means, others, 1.0):
            return "the geometric means"
    if (row == 0).any() and len(means) <= _SHOWING:
        for mean in means.tolist():
            if _agrees(row, means - mean, others, 2.0):
                return "differences between the means"
    gaps = np.isnan(others)
    lowest = np.where(gaps, np.inf, others).min(axis=0)
    highest = np.where(gaps, -np.inf, others).max(axis=0)
    if not ((row < lowest) | (row > highest)).any():
        return ""
    sums = np.nansum(others, axis=0)
    moved = float(len(others))
    if _agrees(row, sums, others, moved, size=np.abs(sums)):
        return "the sums"
    return ""


def _agrees(
    row: FloatArray,
    statistic: FloatArray,
    others: FloatArray,
    moved: float,
    size: FloatArray | None = None,
) -> bool:
    """Return whether a row equals a statistic of other rows up to rounding errors, and
    is unlikely to do so by chance.

    Parameters
    ----------
    row, statistic : array of shape (k,)
        The numbers to compare, with NaN for missing numbers.
    others : array of shape (n, k)
        The numbers from which the statistic is computed.
    moved : float
        The effect that rounding the other rows has on the statistic, relative to the
        effect on their mean.
    size : array of shape (k,), optional
        The range of possible values in each column. By default, it is computed by
        `_sizes`.
    """
    here = ~np.isnan(row) & ~np.isnan(statistic)
    if here.sum() < 2:
        return False
    row, statistic, others = row[here], statistic[here], others[:, here]
    largest = np.nanmax(np.abs(others))
    if largest > _WIDE * np.abs(row).max():
        return False  # the tolerance would be larger than the values
    gaps = np.abs(row - statistic)
    tolerance = 0.5 * _unit(row[np.newaxis]) + 1e-9 * (np.abs(row).max() + largest)
    if (gaps > tolerance).any():
        # The other rows may have been rounded after the statistic was computed, unless
        # they contain whole numbers.
        fractional = (others != np.floor(others)).any()
        tolerance += moved * _unit(others) / np.sqrt(len(others))
        if not fractional or (gaps > tolerance).any():
            return False
    sizes = _sizes(others) if size is None else size[here]
    return _digits_of(sizes / (2 * tolerance)) >= _DIGITS


def _sizes(others: FloatArray) -> FloatArray:
    """Return the range of possible values in each column.

    For the first column, this is the range of its numbers. For each other column, it is
    the range of the differences from the previous column. The columns of a table are
    correlated, so the ranges of their numbers would be too large.
    """
    steps = np.diff(others, axis=1, prepend=0.0)
    gaps = np.isnan(steps)
    highest = np.where(gaps, -np.inf, steps).max(axis=0)
    lowest = np.where(gaps, np.inf, steps).min(axis=0)
    sizes = highest - lowest
    return np.asarray(np.where(np.isfinite(sizes), sizes, 0.0))


def _digits(row: FloatArray, scores: FloatArray) -> float:
    """Return the number of digits in which a row agrees with an equal row."""
    return _digits_of(_sizes(scores) / _unit(row[np.newaxis]))


def _digits_of(possible: FloatArray) -> float:
    """Return the sum over the columns of log10 of the number of possible values."""
    return float(np.log10(possible[possible >= _COARSE]).sum())


def _means(scores: FloatArray) -> FloatArray:
    count = (~np.isnan(scores)).sum(axis=0)
    return np.asarray(np.nansum(scores, axis=0) / count)


def _deviations(scores: FloatArray, freedom: int) -> FloatArray:
    count = (~np.isnan(scores)).sum(axis=0)
    squares = np.nansum((scores - _means(scores)) ** 2, axis=0)
    return np.asarray(np.sqrt(squares / (count - freedom)))


def _medians(scores: FloatArray) -> FloatArray:
    """Return the median of each column without NaN.

    The function `numpy.nanmedian` imports masked arrays, which takes too long for such
    small arrays.
    """
    ordered = np.sort(scores, axis=0)  # NaN is sorted to the end
    counts = (~np.isnan(scores)).sum(axis=0)
    lower = np.take_along_axis(ordered, ((counts - 1) // 2)[np.newaxis], axis=0)[0]
    upper = np.take_along_axis(ordered, (counts // 2)[np.newaxis], axis=0)[0]
    return np.asarray((lower + upper) / 2)


def _counts(scores: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the numbers of lower scores and of equal scores in the same row, for each
    score.
    """
    below = np.empty(scores.shape, dtype=np.intp)
    equal = np.empty(scores.shape, dtype=np.intp)
    for j, column in enumerate(scores.T):
        below[:, j] = (scores < column[:, np.newaxis]).sum(axis=1)
        equal[:, j] = (scores == column[:, np.newaxis]).sum(axis=1)
    return below, equal


def _average_ranks(scores: FloatArray) -> FloatArray:
    """Return the average rank of each column. The lowest score has rank 1."""
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
    """Find columns that contain a statistic of the other columns and whose names
    contain a word for a summary.
    """
    if scores.shape[1] <= _COLUMNS or len(scores) < _ROWS:
        return {}
    summaries: dict[int, str] = {}
    statistics = (("the means", _means), *_STATISTICS[:3])
    for j, name in enumerate(algorithms):
        if not vocabulary.contains_summary(name):
            continue
        others = np.ascontiguousarray(np.delete(scores, j, axis=1).T)
        for what, statistic in statistics:
            if _agrees(scores[:, j], statistic(others), others, 2.0):
                summaries[j] = f"contains {what} of the other columns"
                break
    return summaries


def _unit(scores: FloatArray) -> float:
    """Return the unit of the last decimal place of the numbers, such as 0.01 for 0.75."""
    some = scores[:_SHOWING].ravel()[:_SHOWING]
    places = [0]
    for number in some[np.isfinite(some)].tolist():
        digits, _, power = repr(number).partition("e")
        places.append(len(digits.partition(".")[2].rstrip("0")) - int(power or 0))
    return float(10.0 ** -max(places))


# Columns and rows with other kinds of numbers


def _footers(scores: FloatArray) -> dict[int, str]:
    """Find whole numbers or average ranks in the first and last rows of a table of
    fractions.
    """
    n, k = scores.shape
    if n <= _ROWS or k < 2 or np.isnan(scores).any(axis=0).all():
        return {}
    ends = [row for row in range(n) if row >= max(n - _FOOTERS, 2) or row == 0]
    body = np.delete(scores, ends, axis=0)
    body = body[~np.isnan(body)]
    in_range = body.size > 0 and np.nanmin(scores) >= 0 and body.max() <= 1
    if not in_range or _share_of_fractions(body) < 0.5:
        return {}
    footers = {}
    for row in ends:
        numbers = scores[row][~np.isnan(scores[row])]
        if len(numbers) < 2 or numbers.max() <= 1:
            continue
        if (numbers == np.floor(numbers)).all():
            footers[row] = (
                "contains whole numbers, but the other rows contain fractions"
            )
        elif _are_average_ranks(numbers, k):
            footers[row] = (
                f"contains numbers between 1 and {k} with the same sum as average ranks"
            )
    return footers


def _share_of_fractions(numbers: FloatArray) -> float:
    """Return the proportion of numbers that are not whole numbers."""
    return float(np.mean(numbers != np.floor(numbers)))


def _are_average_ranks(numbers: FloatArray, k: int) -> bool:
    """Return whether numbers are between 1 and k and have the same sum as k average
    ranks.
    """
    in_range = bool((numbers >= 1).all() and (numbers <= k).all())
    difference = float(abs(numbers.sum() - k * (k + 1) / 2))
    return in_range and difference <= k * _unit(numbers[np.newaxis])


def _strangers(scores: FloatArray) -> dict[int, str]:
    """Find columns that contain a different kind of number.

    Such a column numbers the rows, contains whole numbers in a table of fractions, or
    contains far larger or smaller numbers than all other columns.
    """
    scores = scores[~np.isnan(scores).any(axis=1)]
    n, k = scores.shape
    if n < _ROWS or k < 2:
        return {}
    counting = (np.diff(scores, axis=0) == 1).all(axis=0) & (n >= _COUNTED)
    # If the other columns also contain whole numbers, consecutive whole numbers may be
    # scores.
    if counting.sum() > k / 2 or _share_of_fractions(scores[:, ~counting]) < 0.5:
        counting[:] = False
    strangers = dict.fromkeys(np.flatnonzero(counting).tolist(), "numbers the rows")
    return _far(scores) | strangers | _whole_columns(scores, ~counting)


def _whole_columns(scores: FloatArray, eligible: BoolArray) -> dict[int, str]:
    """Find columns of whole numbers that are far outside the range of the fractions in
    other columns.
    """
    integral = (scores == np.floor(scores)).all(axis=0)
    counts = integral & (scores.min(axis=0) >= 1) & (scores.max(axis=0) >= 2)
    rest = scores[:, ~counts]
    if not counts.any() or rest.shape[1] < 2 or _share_of_fractions(rest) < 0.5:
        return {}
    low, high = float(rest.min()), float(rest.max())
    margin = (high - low) / 2
    outside = np.mean((scores < low - margin) | (scores > high + margin), axis=0)
    reason = (
        "contains whole numbers, most of which are far outside the range of the other "
        f"columns ({low:.4g} to {high:.4g})"
    )
    columns = np.flatnonzero(counts & eligible & (outside > 0.5))
    return dict.fromkeys(columns.tolist(), reason)


def beyond(
    scores: FloatArray, algorithms: Sequence[str], place_of: Callable[[str], str]
) -> list[Complaint]:
    """Return a warning if only some columns contain the values 0 and 1, or if one
    column exceeds 1 and all others do not.
    """
    n, k = scores.shape
    if n < _DIFFERENT or k < 3:
        return []
    zeros, ones = scores == 0, scores == 1
    binary = (zeros | ones).all(axis=0) & zeros.any(axis=0) & ones.any(axis=0)
    flags = np.flatnonzero(binary).tolist()
    others = np.delete(scores, flags, axis=1)
    if flags and len(flags) < k / 2 and np.mean(others == np.floor(others)) < _WHOLE:
        names = [algorithms[j] for j in flags]
        contain, them, they_describe = "contain", "them", "they describe"
        if len(names) == 1:
            contain, them, they_describe = "contains", "it", "it describes"
        but = "only the values 0 and 1, but the other columns contain mostly fractions"
        text = Phrase(listed(names), f" {contain} {but}")
        exclude = Option("exclude", names)
        condition = f" if {they_describe} the data sets"
        remedy = Phrase(f"Drop {them} with ", exclude, condition)
        return [Complaint(place_of(names[0]), text, remedy, rejects=False)]
    return _above_one(scores, algorithms, place_of)


def _above_one(
    scores: FloatArray, algorithms: Sequence[str], place_of: Callable[[str], str]
) -> list[Complaint]:
    """Return a warning if exactly one column exceeds 1 and its numbers are far larger."""
    gaps = np.isnan(scores)
    lowest = np.where(gaps, 0.0, scores).min(axis=0)
    highest = np.where(gaps, 0.0, scores).max(axis=0)
    in_range = (lowest >= 0) & (highest <= 1)
    outside = np.flatnonzero(~in_range).tolist()
    body = scores[:, in_range]
    body = body[~np.isnan(body)]
    if len(outside) != 1 or _share_of_fractions(body) < 0.5:
        return []
    (j,) = outside
    column = scores[:, j]
    middle = _middle(column[~np.isnan(column)])
    if lowest[j] <= 0 or middle < _BEYOND * body.max():
        return []
    name = algorithms[j]
    text = Phrase(
        f"'{name}' contains numbers up to {highest[j]:g}, but all other columns are "
        "between 0 and 1"
    )
    exclude = Option("exclude", Name(name))
    remedy = Phrase("Drop it with ", exclude, " if it describes the data sets")
    return [Complaint(place_of(name), text, remedy, rejects=False)]


def _far(scores: FloatArray) -> dict[int, str]:
    """Find a column that is far larger or far smaller than all other columns in every
    row.
    """
    if scores.shape[1] < 3 or (scores <= 0).any():
        return {}
    if len(scores) > _SHOWING and not _far(scores[:_SHOWING]):
        return {}
    logs = np.log10(scores)
    columns = {}
    for sign, what in ((1.0, "larger"), (-1.0, "smaller")):
        j = int(np.argmax(sign * logs[0]))
        others = np.delete(sign * logs, j, axis=1)
        nearest = others.max(axis=1)
        gap = sign * logs[:, j] - nearest
        spread = nearest - others.min(axis=1)
        if (gap > np.maximum(np.log10(_FAR), 2 * spread)).all():
            reason = (
                f"contains numbers that are at least {_FAR:g} times {what} than all "
                "others"
            )
            columns[j] = reason
    return columns


def _computed(scores: FloatArray) -> dict[int, str]:
    """Find columns that are computed from other columns in every row.

    Such columns contain ranges, margins, ratios or differences. In tables with many
    rows, the first rows are checked before all rows.
    """
    scores = scores[~np.isnan(scores).any(axis=1)]
    n, k = scores.shape
    if n < _DIFFERENT or not 3 <= k <= _SHOWING:
        return {}
    if n > _SHOWING and not _computed(scores[:_SHOWING]):
        return {}
    unit = _unit(scores)
    columns = {}
    for j in range(k):
        column, others = scores[:, j], np.delete(scores, j, axis=1)
        if len(set(column.tolist())) < _DIFFERENT:
            continue
        formula = (
            _margin(column, others, unit)
            or _ratio(column, others)
            or _difference(column, others, unit)
        )
        if formula:
            columns[j] = f"contains {formula} in every row"
    return columns


def _margin(column: FloatArray, others: FloatArray, unit: float) -> str:
    """Return the range or margin of the other columns that a column contains, or an
    empty string.
    """
    tolerance = 1.5 * unit + 1e-9 * max(np.abs(column).max(), np.abs(others).max())
    if np.ptp(column) < _COARSE * tolerance:
        return ""
    others = np.sort(others, axis=1)
    statistics = {
        "the range of the other columns": others[:, -1] - others[:, 0],
        "the best score in other columns minus the second-best score": others[:, -1]
        - others[:, -2],
        "the second-lowest score in other columns minus the lowest score": others[:, 1]
        - others[:, 0],
    }
    for what, statistic in statistics.items():
        if (np.abs(column - statistic) <= tolerance).all():
            return what
    return ""


def _ratio(column: FloatArray, others: FloatArray) -> str:
    """Return a description if a column contains the ratio of two other columns, such as
    a speed-up.
    """
    if (column <= 0).any() or (others <= 0).any():
        return ""
    tolerance = 0.5 * _unit(column[:, np.newaxis]) + 1e-9 * column.max()
    if np.ptp(column) < _COARSE * tolerance:
        return ""
    ratio = column[:, np.newaxis]
    for i, dividend in enumerate(others.T):
        errors = np.abs(dividend[:, np.newaxis] / others - ratio)
        equal = (errors <= tolerance + 0.01 * ratio).all(axis=0)
        equal[i] = False
        if equal.any():
            return "the ratio of two other columns"
    return ""


def _difference(column: FloatArray, others: FloatArray, unit: float) -> str:
    """Return a description if a column contains the difference of two other columns."""
    size, largest = np.abs(column).max(), np.abs(others).max()
    tolerance = 1.5 * unit + 1e-9 * largest
    if size >= 0.5 * largest or size <= _COARSE * tolerance:
        return ""
    difference = column[:, np.newaxis]
    for i, minuend in enumerate(others.T):
        errors = np.abs(minuend[:, np.newaxis] - others - difference)
        equal = (errors <= tolerance).all(axis=0)
        equal[i] = False
        if equal.any():
            return "the difference of two other columns"
    return ""


# Cells and tables in a different unit


def units(
    scores: FloatArray,
    place_of: Callable[[int, int], str],
    names_of: Callable[[int, int], tuple[str, str]],
    *,
    label: str,
    higher_is_better: bool,
) -> list[Complaint]:
    """Return complaints about mixed units, codes for failures, ranks and proportions.

    Parameters
    ----------
    scores : array of shape (n, k)
        The scores, with NaN for missing scores. Rows and columns that the caller
        accepts also contain NaN.
    place_of : callable
        A function that returns the location of a score, given its row and column.
    names_of : callable
        A function that returns the names of the data set and the algorithm for a score.
    label : str
        The name of the table.
    higher_is_better : bool
        The direction of the scores. Ranks are suspicious only if higher scores are
        better.
    """
    if np.isnan(scores).all() or np.isinf(scores).any():
        return []
    oddity = None
    with np.errstate(all="ignore"):  # scores close to 1e308 overflow
        for guard in (_per_cent, _failures, _outliers, _lost_points):
            oddity = oddity or guard(scores)
    complaints = []
    if oddity is not None:
        keep = Option("keep", Name(_odd_name(scores, oddity, names_of)))
        remedy = Phrase(oddity.remedy, ", or keep the scores with ", keep)
        place = place_of(*oddity.cell)
        complaints.append(Complaint(place, oddity.text, remedy, oddity.rejects))
    if higher_is_better:
        complaints += _ranks_as_scores(scores, label)
    return complaints + _shares(scores, label)


def _shares(scores: FloatArray, label: str) -> list[Complaint]:
    """Return a warning if all rows add up to 1 or 100, as probabilities and proportions
    do.
    """
    n, k = scores.shape
    if n < _DIFFERENT or k < 3 or np.isnan(scores).any() or (scores < 0).any():
        return []
    if _share_of_fractions(scores) <= 0.5:
        return []
    tolerance = k * _unit(scores)
    for total in (1.0, 100.0):
        if (np.abs(scores.sum(axis=1) - total) <= tolerance).all():
            text = (
                f"the numbers in each row add up to {total:g}, which suggests "
                "probabilities or proportions instead of scores"
            )
            remedy = "Provide a table of scores of algorithms on data sets"
            return [Complaint(label, text, remedy, rejects=False)]
    return []


@dataclass(frozen=True)
class Oddity:
    """A score that may be in another unit.

    `cell` contains the row and the column of the score.
    """

    cell: tuple[int, int]
    text: str
    remedy: str
    rejects: bool = False


def _odd_name(
    scores: FloatArray, oddity: Oddity, names_of: Callable[[int, int], tuple[str, str]]
) -> str:
    """Return the name to keep. This is the data set if its scores are similar, and
    otherwise the algorithm.
    """
    row, column = oddity.cell
    dataset, algorithm = names_of(row, column)
    numbers = scores[row][~np.isnan(scores[row])]
    alike = np.abs(numbers).min() > 0.2 * np.abs(numbers).max()
    if alike:
        return dataset
    return algorithm


def _first(cells: BoolArray) -> tuple[int, int]:
    row, column = np.argwhere(cells)[0]
    return int(row), int(column)


def _per_cent(scores: FloatArray) -> Oddity | None:
    """Return a complaint if rows contain both percentages and fractions."""
    numbers = scores[~np.isnan(scores)]
    if numbers.min(initial=0) < 0 or not 1 < numbers.max(initial=0) <= 100:
        return None
    large, small = scores > 1, scores <= 1
    if not large.any() or not small.any():
        return None
    if scores[large].min() < 2 * max(scores[small].max(), 0.1):
        return None
    mixed = np.flatnonzero(large.any(axis=1) & small.any(axis=1)).tolist()
    if not mixed or _share_of_fractions(scores[mixed][small[mixed]]) < 0.5:
        return None
    for row in mixed:
        fractions = scores[row][small[row]]
        shares = scores[row][large[row]] / 100
        if shares.max() > 2 * fractions.max() or shares.min() < 0.5 * fractions.min():
            return None
    row = mixed[0]
    column = int(np.argmax(large[row]))
    percentage = scores[row, column]
    fraction = scores[row, np.argmax(small[row])]
    text = (
        f"{percentage:g} looks like a percentage, but {fraction:g} in the same row "
        "looks like a fraction"
    )
    several = len(mixed) > 1
    return Oddity(
        (row, column), text, "Write all scores in the same unit", rejects=several
    )


def _failures(scores: FloatArray) -> Oddity | None:
    """Return a warning about a number that may indicate a failed run, such as -1, -999
    or 9999.
    """
    numbers = scores[~np.isnan(scores)]
    negative, rest = numbers[numbers < 0], numbers[numbers >= 0]
    if negative.size and rest.size and negative.size < _SHARE * numbers.size:
        sign = float(negative[0])
        only = bool((negative == sign).all()) and sign == np.floor(sign)
        if only and _share_of_fractions(rest) > 0.5:
            return _failure(sign, scores)
    largest = float(numbers.max(initial=0))
    rest = numbers[numbers < largest]
    nines = largest >= 99 and f"{largest:.0f}".strip("9") == ""
    power_of_ten = largest >= 1e5 and float(np.log10(largest)).is_integer()
    marks = nines or power_of_ten or largest in _LARGEST_INTEGERS
    if marks and rest.size and largest > _FAR * np.abs(rest).max():
        return _failure(largest, scores)
    return None


def _failure(sign: float, scores: FloatArray) -> Oddity:
    cells = scores == sign
    count = int(cells.sum())
    in_cells = counted(count, "cell")
    text = (
        f"{sign:g} looks like a code for a failed run, but it is treated as a score in "
        f"{in_cells}"
    )
    return Oddity(_first(cells), text, "Leave these cells empty if the runs failed")


def _middle(numbers: FloatArray) -> float:
    """Return the upper median. The function `numpy.median` would import masked arrays."""
    return float(np.sort(numbers)[len(numbers) // 2])


def _outliers(scores: FloatArray) -> Oddity | None:
    """Return a warning if a few scores are far outside the range from 0 to 1, or from 0
    to 100, of all other scores.
    """
    numbers = scores[~np.isnan(scores)]
    if numbers.size < 8 or _middle(numbers) < 0:
        return None
    for bound in (1.0, 100.0):
        outside = np.abs(scores) > bound
        rest = scores[~outside & ~np.isnan(scores)]
        few = 0 < outside.sum() <= _SHARE * numbers.size
        if not few or (rest < 0).any() or _share_of_fractions(rest) <= 0.5:
            continue
        times = float(np.abs(scores[outside]).min() / rest.max())
        if bound == 1:
            # The decimal point of a single score may be misplaced by one digit, as in
            # 0.83, 8.51 and 0.86.
            one = outside.sum() == 1 and times > 5
            far = times > _FAR or (one and _fits_divided(scores, outside, 10.0))
        else:
            # For percentages, only a missing decimal point is detected, as in 913
            # instead of 91.3.
            integral = _share_of_fractions(scores[outside]) == 0
            far = integral and times > 5 and _middle(rest) > 10
        if far:
            row, column = _first(outside)
            text = (
                f"{scores[row, column]:g} is far from all other scores, which are "
                f"between 0 and {bound:g}"
            )
            return Oddity(
                (row, column),
                text,
                "Check the unit and the decimal point of this score",
            )
    return None


def _fits_divided(scores: FloatArray, cell: BoolArray, factor: float) -> bool:
    """Return whether a score divided by a factor is similar to the other scores in its
    row.
    """
    row, column = _first(cell)
    number = scores[row, column] / factor
    others = np.delete(scores[row], column)
    others = others[~np.isnan(others)]
    if not others.size:
        return False
    return bool(0.5 * others.min() <= number <= 1.5 * others.max())


def _lost_points(scores: FloatArray) -> Oddity | None:
    """Return a warning about whole numbers that are similar only if a leading decimal
    point is added.

    An example is 857, 93, 91, 892 instead of 0.857, 0.93, 0.91, 0.892.
    """
    numbers = scores[~np.isnan(scores)]
    if numbers.size < 8 or (numbers < 1).any() or (numbers > 1e6).any():
        return None
    if (numbers != np.floor(numbers)).any():
        return None
    digits = np.floor(np.log10(scores)) + 1
    pointed = scores / 10.0**digits
    gaps = np.isnan(scores)
    most = np.where(gaps, -np.inf, digits).max(axis=1)
    fewest = np.where(gaps, np.inf, digits).min(axis=1)
    mixed = np.flatnonzero(most > fewest).tolist()
    if len(mixed) < 2:
        return None
    for row in mixed:
        ratio = np.nanmax(scores[row]) / np.nanmin(scores[row])
        ratio_of_pointed = np.nanmax(pointed[row]) / np.nanmin(pointed[row])
        if ratio < 5 or ratio_of_pointed > 1.5:
            return None
    row = mixed[0]
    column = int(np.nanargmin(scores[row]))
    text = (
        f"{scores[row, column]:g} seems to lack a decimal point, like other scores in "
        "the table"
    )
    return Oddity((row, column), text, "Check the program that wrote the file")


def _ranks_as_scores(scores: FloatArray, label: str) -> list[Complaint]:
    """Return a warning if each row contains the ranks from 1 to k, for which lower is
    better.
    """
    n, k = scores.shape
    if n < _ROWS or k < 3 or np.isnan(scores).any():
        return []
    if scores.min() < 1 or scores.max() > k:
        return []
    below, equal = _counts(scores)
    # Depending on the program, tied scores receive the mean, lowest or highest of their
    # ranks.
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
    remedy = Phrase("Pass ", lower, " if rank 1 is best")
    return [Complaint(label, text, remedy, rejects=False)]


def equal_rows(
    scores: FloatArray, datasets: Sequence[str], place_of: Callable[[str], str]
) -> list[Complaint]:
    """Return a warning if two data sets have the same scores."""
    n, k = scores.shape
    if not _DIFFERENT <= n <= 10_000 or k < 3 or np.isnan(scores).any():
        return []
    first_rows: dict[tuple[float, ...], int] = {}
    for row, numbers in enumerate(map(tuple, scores.tolist())):
        first = first_rows.setdefault(numbers, row)
        if first != row and _digits(scores[row], scores) >= _DIGITS:
            both = listed([datasets[first], datasets[row]])
            text = Phrase(both, " have the same score for every algorithm")
            remedy = "Check that the data set is not listed twice"
            return [Complaint(place_of(datasets[row]), text, remedy, rejects=False)]
    return []


def equal_columns(
    scores: FloatArray, algorithms: Sequence[str], place_of: Callable[[str], str]
) -> list[Complaint]:
    """Return a warning if two algorithms have the same scores."""
    if len(scores) < _DIFFERENT:
        return []
    order: IntArray = np.lexsort(scores)
    by_algorithm = np.ascontiguousarray(scores.T)
    for i, j in pairwise(order.tolist()):
        if not np.array_equal(scores[:, i], scores[:, j]):
            continue
        if _digits(scores[:, i], by_algorithm) >= 2 * _DIGITS:
            names = [algorithms[column] for column in sorted((i, j))]
            text = Phrase(listed(names), " have the same score on every data set")
            remedy = "Check that the column was not copied by mistake"
            return [Complaint(place_of(names[1]), text, remedy, rejects=False)]
    return []
