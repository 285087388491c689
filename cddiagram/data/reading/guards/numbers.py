"""Rows, columns and cells that are not scores, by their numbers."""

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

#: The numbers of rows and of columns above which a summary can be recognised by its
#: values.
_ROWS, _COLUMNS = 3, 2
#: The maximum number of rows at either end that may be footers or headers.
_FOOTERS = 4
#: The minimum number of digits in which a summary must agree with the statistic of the
#: other rows, in total over all columns. By chance, about one table in ten thousand
#: contains such a row.
_DIGITS = 4.0
#: The maximum ratio of the largest number to a mean.
_WIDE = 1e9
#: The minimum range of the numbers in a column that is compared, in units of their last
#: decimal place. Coarse numbers, such as grades or 0 and 1, agree by chance.
_COARSE = 10.0
#: The minimum length of a sequence of consecutive integers that is considered a row
#: count rather than scores.
_COUNTED = 5
#: The number of values that is sufficient for determining the decimals of a table.
_SHOWING = 50
#: The minimum ratio of a number to all others if it is considered a different kind of
#: quantity.
_FAR = 30.0
#: The maximum share of whole numbers among fractions.
_WHOLE = 0.1
#: The minimum ratio of a value outside [0, 1] to the largest score in this range if the
#: value is not considered a score.
_BEYOND = 3.0
#: The maximum share of cells in a different unit.
_SHARE = 0.2
#: The largest signed and unsigned integers of 16, 32 and 64 bits, which programs write
#: as "no result".
_LARGEST_INTEGERS = frozenset(float(2**bits - 1) for bits in (15, 16, 31, 32, 63, 64))
#: The minimum number of distinct scores in equal columns that cannot be equal by
#: chance.
_DIFFERENT = 5


def doubtful(
    scores: FloatArray, datasets: Sequence[str], algorithms: Sequence[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the rows and columns whose numbers are not scores, each with a reason.

    Parameters
    ----------
    scores : array of shape (n, k)
        The scores, with NaN for missing ones.
    datasets, algorithms : sequence of str
        The names of the rows and of the columns.

    Returns
    -------
    rows, columns : dict of str to str
        The names and the reasons. Rows may summarise the others or contain numbers of
        another kind. Columns may also number the rows. A column counts as a summary of
        the others only if its name contains a word for one.
    """
    # Scores near 1e308 overflow here and are rejected later.
    with np.errstate(all="ignore"):
        row_reasons = _first_reasons(_summary_rows(scores), _footers(scores))
        column_reasons = _first_reasons(
            _summary_columns(scores, algorithms), _strangers(scores), _computed(scores)
        )
    rows = {datasets[i]: reason for i, reason in row_reasons.items()}
    columns = {algorithms[j]: reason for j, reason in column_reasons.items()}
    return rows, columns


def _first_reasons(*findings: dict[int, str]) -> dict[int, str]:
    """Merge findings; the first reason for a place counts."""
    merged: dict[int, str] = {}
    for reasons in findings:
        for place, reason in reasons.items():
            merged.setdefault(place, reason)
    return merged


# Summaries of other rows or columns


def _summary_rows(scores: FloatArray) -> dict[int, str]:
    """Find rows with the exact means or sums of the others, or of a block above them."""
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
        return {}  # many similar rows are not summaries
    summaries = summaries or _footer_sums(scores) or _blocks(scores)
    return summaries | _next_to(scores, summaries)


def _footer_sums(scores: FloatArray) -> dict[int, str]:
    """Find the first of several footers, or the last of several headers.

    They contain the means or sums of the rows above or below.
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
    """Return the rows that may contain the means or sums of all others.

    One vectorised comparison selects them in a long table.
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
    """Find several rows that each contain the means of the rows since the last one."""
    summaries: dict[int, str] = {}
    start = 0
    tolerance = _unit(scores)
    while start < len(scores) - 2:
        block = scores[start:]
        count = np.arange(1, len(block))[:, np.newaxis]
        means = np.cumsum(block, axis=0)[:-1] / count
        near = (np.abs(block[1:] - means) <= tolerance).all(axis=1)
        # A block has at least two rows.
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
    """Find medians, deviations or average ranks in the rows next to summaries."""
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
    """Return which means or sums of the others a row contains, or nothing."""
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
    """Whether a row equals a statistic of others, up to rounding and not by chance.

    Parameters
    ----------
    row, statistic : array of shape (k,)
        The numbers to compare, with NaN for missing ones.
    others : array of shape (n, k)
        The numbers from which the statistic is computed.
    moved : float
        How much the rounding of the others changes the statistic, relative to how much
        it changes their mean.
    size : array of shape (k,), optional
        The range of possible values in each column. The default is the range of the
        others, see `_sizes`.
    """
    here = ~np.isnan(row) & ~np.isnan(statistic)
    if here.sum() < 2:
        return False
    row, statistic, others = row[here], statistic[here], others[:, here]
    largest = np.nanmax(np.abs(others))
    if largest > _WIDE * np.abs(row).max():
        return False  # the tolerances would be larger than the values
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

    This is the range of the first column, and for each further column the range of its
    differences from the previous one. Columns of one table rise and fall together, so
    their own ranges would overstate what can vary.
    """
    steps = np.diff(others, axis=1, prepend=0.0)
    gaps = np.isnan(steps)
    highest = np.where(gaps, -np.inf, steps).max(axis=0)
    lowest = np.where(gaps, np.inf, steps).min(axis=0)
    sizes = highest - lowest
    return np.asarray(np.where(np.isfinite(sizes), sizes, 0.0))


def _digits(row: FloatArray, scores: FloatArray) -> float:
    """Return the number of digits in which a row of scores agrees with an equal one."""
    return _digits_of(_sizes(scores) / _unit(row[np.newaxis]))


def _digits_of(possible: FloatArray) -> float:
    """Return the digits of the numbers of possible values, added over the columns."""
    return float(np.log10(possible[possible >= _COARSE]).sum())


def _means(scores: FloatArray) -> FloatArray:
    count = (~np.isnan(scores)).sum(axis=0)
    return np.asarray(np.nansum(scores, axis=0) / count)


def _deviations(scores: FloatArray, freedom: int) -> FloatArray:
    count = (~np.isnan(scores)).sum(axis=0)
    squares = np.nansum((scores - _means(scores)) ** 2, axis=0)
    return np.asarray(np.sqrt(squares / (count - freedom)))


def _medians(scores: FloatArray) -> FloatArray:
    """Return the median of each column, ignoring NaN.

    The median of numpy loads masked arrays, which is slow for so few numbers.
    """
    ordered = np.sort(scores, axis=0)  # NaN last
    counts = (~np.isnan(scores)).sum(axis=0)
    lower = np.take_along_axis(ordered, ((counts - 1) // 2)[np.newaxis], axis=0)[0]
    upper = np.take_along_axis(ordered, (counts // 2)[np.newaxis], axis=0)[0]
    return np.asarray((lower + upper) / 2)


def _counts(scores: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the number of lower and of equal scores in the same row."""
    below = np.empty(scores.shape, dtype=np.intp)
    equal = np.empty(scores.shape, dtype=np.intp)
    for j, column in enumerate(scores.T):
        below[:, j] = (scores < column[:, np.newaxis]).sum(axis=1)
        equal[:, j] = (scores == column[:, np.newaxis]).sum(axis=1)
    return below, equal


def _average_ranks(scores: FloatArray) -> FloatArray:
    """Return the average rank of each column; the lowest score has rank 1."""
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
    """Find columns with a statistic of the others and a word for one in their names."""
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
    """Return the last decimal place that any of the numbers has, such as 0.01 for 0.75."""
    some = scores[:_SHOWING].ravel()[:_SHOWING]
    places = [0]
    for number in some[np.isfinite(some)].tolist():
        digits, _, power = repr(number).partition("e")
        places.append(len(digits.partition(".")[2].rstrip("0")) - int(power or 0))
    return float(10.0 ** -max(places))


# Other kinds of numbers


def _footers(scores: FloatArray) -> dict[int, str]:
    """Find whole numbers or average ranks in the first and last rows of fractions."""
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
            footers[row] = "contains whole numbers, while the others contain fractions"
        elif _are_average_ranks(numbers, k):
            footers[row] = (
                f"contains numbers from 1 to {k} with the sum of average ranks"
            )
    return footers


def _share_of_fractions(numbers: FloatArray) -> float:
    """Return the share of numbers that are not whole."""
    return float(np.mean(numbers != np.floor(numbers)))


def _are_average_ranks(numbers: FloatArray, k: int) -> bool:
    """Whether numbers are between 1 and k and have the sum of k average ranks."""
    in_range = bool((numbers >= 1).all() and (numbers <= k).all())
    difference = float(abs(numbers.sum() - k * (k + 1) / 2))
    return in_range and difference <= k * _unit(numbers[np.newaxis])


def _strangers(scores: FloatArray) -> dict[int, str]:
    """Find columns of another kind.

    They number the rows, contain whole numbers among fractions, or are far larger or
    smaller than the others.
    """
    scores = scores[~np.isnan(scores).any(axis=1)]
    n, k = scores.shape
    if n < _ROWS or k < 2:
        return {}
    counting = (np.diff(scores, axis=0) == 1).all(axis=0) & (n >= _COUNTED)
    # Consecutive whole numbers can be scores if the other columns also contain whole
    # numbers.
    if counting.sum() > k / 2 or _share_of_fractions(scores[:, ~counting]) < 0.5:
        counting[:] = False
    strangers = dict.fromkeys(np.flatnonzero(counting).tolist(), "numbers the rows")
    return _far(scores) | strangers | _whole_columns(scores, ~counting)


def _whole_columns(scores: FloatArray, eligible: BoolArray) -> dict[int, str]:
    """Find eligible columns of whole numbers far outside the range of the fractions."""
    integral = (scores == np.floor(scores)).all(axis=0)
    counts = integral & (scores.min(axis=0) >= 1) & (scores.max(axis=0) >= 2)
    rest = scores[:, ~counts]
    if not counts.any() or rest.shape[1] < 2 or _share_of_fractions(rest) < 0.5:
        return {}
    low, high = float(rest.min()), float(rest.max())
    margin = (high - low) / 2
    outside = np.mean((scores < low - margin) | (scores > high + margin), axis=0)
    reason = (
        "contains whole numbers, most of them far outside the range of the others "
        f"({low:.4g} to {high:.4g})"
    )
    columns = np.flatnonzero(counts & eligible & (outside > 0.5))
    return dict.fromkeys(columns.tolist(), reason)


def beyond(
    scores: FloatArray, algorithms: Sequence[str], place_of: Callable[[str], str]
) -> list[Complaint]:
    """Warn of one column of 0 and 1 among fractions, or above 1 if all others are not."""
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
        but = "only 0 and 1, but the other columns contain mostly fractions"
        text = Phrase(listed(names), f" {contain} {but}")
        exclude = Option("exclude", names)
        condition = f" if {they_describe} the data sets"
        remedy = Phrase(f"Drop {them} with ", exclude, condition)
        return [Complaint(place_of(names[0]), text, remedy, rejects=False)]
    return _above_one(scores, algorithms, place_of)


def _above_one(
    scores: FloatArray, algorithms: Sequence[str], place_of: Callable[[str], str]
) -> list[Complaint]:
    """Warn of the only column that exceeds 1, if it consists of far larger numbers."""
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
        f"'{name}' contains numbers up to {highest[j]:g}, but all others are between 0 "
        "and 1"
    )
    exclude = Option("exclude", Name(name))
    remedy = Phrase("Drop it with ", exclude, " if it describes the data sets")
    return [Complaint(place_of(name), text, remedy, rejects=False)]


def _far(scores: FloatArray) -> dict[int, str]:
    """Find the one column that is far larger, or smaller, than all others in every row."""
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
            reason = f"contains numbers at least {_FAR:g} times {what} than all others"
            columns[j] = reason
    return columns


def _computed(scores: FloatArray) -> dict[int, str]:
    """Find the columns that are computed from the others in every row.

    These are ranges, margins, ratios and differences. The first rows of a long table
    are examined before all rows.
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
    """Return which range or margin of the others a column contains, or nothing."""
    tolerance = 1.5 * unit + 1e-9 * max(np.abs(column).max(), np.abs(others).max())
    if np.ptp(column) < _COARSE * tolerance:
        return ""
    others = np.sort(others, axis=1)
    statistics = {
        "the range of the others": others[:, -1] - others[:, 0],
        "the best of the others minus the second best": others[:, -1] - others[:, -2],
        "the second lowest of the others minus the lowest": others[:, 1] - others[:, 0],
    }
    for what, statistic in statistics.items():
        if (np.abs(column - statistic) <= tolerance).all():
            return what
    return ""


def _ratio(column: FloatArray, others: FloatArray) -> str:
    """Report whether a column contains the ratio of two others, such as a speed-up."""
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
    """Report whether a column contains the difference of two others."""
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
    """Complain about mixed units, signs of failure, ranks, and shares.

    Parameters
    ----------
    scores : array of shape (n, k)
        The scores, with NaN for missing ones. Rows and columns that the caller accepts
        are NaN as well.
    place_of : callable
        Returns the place of a score by its row and its column.
    names_of : callable
        Returns the name of the data set and of the algorithm of a score.
    label : str
        The name of the table.
    higher_is_better : bool
        The direction of the scores. Ranks are doubtful only if higher scores are
        better.
    """
    if np.isnan(scores).all() or np.isinf(scores).any():
        return []
    oddity = None
    with np.errstate(all="ignore"):  # scores near 1e308 overflow
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
    """Warn of rows that all add up to 1 or 100, as probabilities and shares do."""
    n, k = scores.shape
    if n < _DIFFERENT or k < 3 or np.isnan(scores).any() or (scores < 0).any():
        return []
    if _share_of_fractions(scores) <= 0.5:
        return []
    tolerance = k * _unit(scores)
    for total in (1.0, 100.0):
        if (np.abs(scores.sum(axis=1) - total) <= tolerance).all():
            text = (
                f"each row adds up to {total:g}, as probabilities and shares do, but "
                "scores do not"
            )
            remedy = "Give scores of algorithms on data sets"
            return [Complaint(label, text, remedy, rejects=False)]
    return []


@dataclass(frozen=True)
class Oddity:
    """A score that may be in another unit.

    `cell` contains its row and column.
    """

    cell: tuple[int, int]
    text: str
    remedy: str
    rejects: bool = False


def _odd_name(
    scores: FloatArray, oddity: Oddity, names_of: Callable[[int, int], tuple[str, str]]
) -> str:
    """Return the name to keep: the data set if its scores are alike, or the algorithm."""
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
    """Complain about percentages next to fractions in the same rows."""
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
    return Oddity((row, column), text, "Write all scores in one unit", rejects=several)


def _failures(scores: FloatArray) -> Oddity | None:
    """Warn of a number that may mark a failed run: -1, -999, 9999."""
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
        f"{sign:g} looks like a sign of a failed run, but it is compared as a score "
        f"in {in_cells}"
    )
    return Oddity(_first(cells), text, "Leave these cells empty if the runs failed")


def _middle(numbers: FloatArray) -> float:
    """Return the upper median, because the median of numpy loads masked arrays."""
    return float(np.sort(numbers)[len(numbers) // 2])


def _outliers(scores: FloatArray) -> Oddity | None:
    """Warn of a few scores far above others between 0 and 1, or between 0 and 100."""
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
            # A decimal point that is misplaced by one digit: 8.51 among 0.83 and 0.86.
            one = outside.sum() == 1 and times > 5
            far = times > _FAR or (one and _fits_divided(scores, outside, 10.0))
        else:
            # Percentages are only checked for a missing decimal point: 913 instead of
            # 91.3.
            integral = _share_of_fractions(scores[outside]) == 0
            far = integral and times > 5 and _middle(rest) > 10
        if far:
            row, column = _first(outside)
            text = (
                f"{scores[row, column]:g} is far from all other scores, which are "
                f"between 0 and {bound:g}"
            )
            return Oddity((row, column), text, "Check the unit and the decimal point")
    return None


def _fits_divided(scores: FloatArray, cell: BoolArray, factor: float) -> bool:
    """Whether a score divided by a factor is similar to the others in its row."""
    row, column = _first(cell)
    number = scores[row, column] / factor
    others = np.delete(scores[row], column)
    others = others[~np.isnan(others)]
    if not others.size:
        return False
    return bool(0.5 * others.min() <= number <= 1.5 * others.max())


def _lost_points(scores: FloatArray) -> Oddity | None:
    """Warn of whole numbers that are only similar with a decimal point in front.

    An example is 857, 93, 91, 892 for 0.857, 0.93, 0.91, 0.892.
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
        f"{scores[row, column]:g} seems to have lost its decimal point, like other "
        "scores in the table"
    )
    return Oddity((row, column), text, "Check how the file was written")


def _ranks_as_scores(scores: FloatArray, label: str) -> list[Complaint]:
    """Warn of rows of ranks from 1 to k, for which lower is better."""
    n, k = scores.shape
    if n < _ROWS or k < 3 or np.isnan(scores).any():
        return []
    if scores.min() < 1 or scores.max() > k:
        return []
    below, equal = _counts(scores)
    # Tied scores may have the mean, the lowest or the highest of their ranks.
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
    """Warn of two rows with the same scores of all algorithms."""
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
    """Warn of two columns with the same scores on all data sets."""
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
