"""Ranks, pairwise tests and effect sizes for tables with missing scores.

Each pair is compared on the data sets for which both algorithms have scores. Average
ranks are estimated from the pairwise proportions of wins (`estimate_average_ranks`).
For a pair without a common data set, the proportion is estimated from the other pairs
by the least-squares fit of Jiang, Lim, Yao and Ye (2011), "Statistical ranking and
combinatorial Hodge theory", Mathematical Programming 127, 203-244.

Scores are `Exact` arrays of shape (n, k), in which NaN marks a missing score. All other
functions of this package require complete scores. The functions of this module pass
complete parts of the table to them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import BoolArray, Exact, FloatArray, Tie
from cddiagram.stats.effects import Effects, numbered, pair_effects
from cddiagram.stats.pair_test import PairTest, as_ranks
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.results import Result

_T = TypeVar("_T")
_R = TypeVar("_R", bound=Result)
#: Maps the dtype kind of an array to the value that is stored for pairs without a
#: common data set.
_BLANKS: dict[str, Any] = {"f": np.nan, "U": ""}


def available_ranks(scores: Exact, *, higher_is_better: bool = True) -> FloatArray:
    """Rank the available scores of each data set. Missing scores have the rank NaN.

    >>> available_ranks(Exact.of([[0.9, np.nan, 0.8], [0.1, 0.3, 0.2]])).tolist()
    [[1.0, nan, 2.0], [3.0, 1.0, 2.0]]
    """
    present = ~np.isnan(scores.values)
    ranks = np.full(present.shape, np.nan)

    def rank(part: Exact) -> FloatArray:
        return rank_scores(part, higher_is_better)

    for pattern, rows in _equal_rows(present):
        columns = np.flatnonzero(pattern)
        if columns.size:
            ranks[np.ix_(rows, columns)] = _apply_to_part(rank, scores, rows, columns)
    return ranks


@dataclass(frozen=True, kw_only=True, eq=False)
class EstimatedRanks:
    """Average ranks that were estimated from incomplete ranks.

    Attributes
    ----------
    average_ranks : ndarray, shape (k,)
        The estimates. They are between 1 and k, and their sum is k (k + 1) / 2.
    without_common : tuple of (int, int)
        The pairs of columns without a common data set, whose shares were estimated from
        the other pairs.
    smallest_common : int
        The smallest number of data sets that the algorithms of any other pair have in
        common.
    """

    average_ranks: FloatArray
    without_common: tuple[tuple[int, int], ...]
    smallest_common: int


def estimate_average_ranks(ranks: ArrayLike) -> EstimatedRanks:
    """Estimate the average ranks of k algorithms from connected but incomplete ranks of
    shape (n, k).

    The estimate for algorithm j is 1 plus the sum of the shares s_lj over all other
    algorithms l. The share s_lj is the proportion of the data sets common to j and l on
    which l is better, where a tie counts as one half. If no score is missing, the
    estimates are equal to the average ranks. They are unbiased if every pair has a
    common data set and if scores are missing independently of their values.

    For a pair without a common data set, the share is ``1/2 + theta_j - theta_l``,
    clipped to the range from 0 to 1. Here, theta is the least-squares fit of an
    additive model to the shares of the other pairs, weighted by their numbers of data
    sets.

    >>> estimate_average_ranks([[1, 2, 3], [1, 3, 2], [2, 1, 3]]).average_ranks.round(
    ...     3
    ... ).tolist()
    [1.333, 2.0, 2.667]
    >>> estimate_average_ranks(
    ...     [[1, 2, 3], [1, 2, np.nan], [np.nan, 1, 2]]
    ... ).average_ranks.tolist()
    [1.0, 2.0, 3.0]
    >>> estimate_average_ranks(
    ...     [[1, 2, np.nan], [1, 2, np.nan], [np.nan, 1, 2]]
    ... ).without_common
    ((0, 2),)
    """
    r = as_ranks(ranks, one=True)
    present = (~np.isnan(r)).astype(np.float64)
    common = present.T @ present
    np.fill_diagonal(common, 0.0)
    shares = np.zeros(common.shape)
    np.divide(_count_wins(r), common, out=shares, where=common > 0)
    missing = common == 0
    np.fill_diagonal(missing, False)
    if missing.any():
        theta = _additive_fit(r, common)
        fitted = np.clip(0.5 + theta - theta[:, np.newaxis], 0.0, 1.0)
        shares = np.where(missing, fitted, shares)
    np.fill_diagonal(shares, 0.0)
    average_ranks = [1.0 + math.fsum(column) for column in shares.T]
    first, second = np.nonzero(np.triu(missing))
    smallest_common = common[common > 0].min(initial=len(r))
    return EstimatedRanks(
        average_ranks=np.array(average_ranks),
        without_common=tuple(zip(first.tolist(), second.tolist(), strict=True)),
        smallest_common=int(smallest_common),
    )


def _count_wins(ranks: FloatArray) -> FloatArray:
    """Count the data sets on which the algorithm in the row has a better rank than the
    algorithm in the column.

    A tie counts as one half.
    """
    columns = []
    for column in ranks.T:
        other = column[:, np.newaxis]
        better = (ranks < other).sum(axis=0)
        tied = (ranks == other).sum(axis=0)
        columns.append(better + tied / 2)
    return np.column_stack(columns)


def _additive_fit(ranks: FloatArray, common: FloatArray) -> FloatArray:
    """Fit theta so that ``1/2 + theta_j - theta_l`` approximates the proportion of wins
    of l over j.

    The algorithms must be connected.

    The deviation of a rank from the mean rank of its data set is the sum of ``[l better
    than j] - 1/2`` over the other algorithms l with a score. The normal equations are
    therefore ``S theta = D``. D contains the sums of these deviations over the data
    sets, and S is the Laplacian matrix of the graph of pairs, weighted by the numbers
    of common data sets.
    """
    sizes = (~np.isnan(ranks)).sum(axis=1, keepdims=True)
    deviations = np.nansum(ranks - (sizes + 1) / 2, axis=0)
    laplacian = np.diag(common.sum(axis=1)) - common
    # S is singular because only differences between elements of theta are determined.
    # If 1 is added to each element of S, the solution is the vector theta whose sum is
    # 0.
    return np.linalg.solve(laplacian + 1.0, deviations)


def available_pairs(
    scores: Exact, test: Callable[..., PairTest], **options: Any
) -> PairTest:
    """Test each pair on the data sets for which both algorithms have scores.

    The function `test` requires complete scores. The results for pairs without a common
    data set are NaN.

    >>> from cddiagram.stats.sign import sign_pair_test
    >>> scores = Exact.of(
    ...     [
    ...         [5, 1, 2],
    ...         [6, np.nan, 3],
    ...         [7, 2, np.nan],
    ...         [8, 3, np.nan],
    ...         [9, 4, np.nan],
    ...         [9, 5, np.nan],
    ...     ]
    ... )
    >>> available_pairs(scores, sign_pair_test).pvalue.round(4)[0].tolist()
    [nan, 0.0625, 0.5]
    """

    def test_part(part: Exact) -> PairTest:
        result = test(part, **options)
        methods = np.broadcast_to(result.method, result.pvalue.shape)
        return replace(result, method=methods.astype("<U10"))

    arrays, parts = _combine_pairs(scores, test_part)
    k = scores.values.shape[1]
    fields: dict[str, Any] = {
        "statistic": np.full((k, k), np.nan),
        "pvalue": np.full((k, k), np.nan),
        "method": np.full((k, k), ""),
    }
    fields |= arrays
    choices: dict[str, Any] = {}
    for part in parts:
        choices |= part.choices
    return PairTest(**fields, choices=choices)


def available_effects(
    scores: Exact,
    *,
    higher_is_better: bool = True,
    confidence: float = 0.95,
    algorithms: Sequence[str] | None = None,
) -> Effects:
    """Compute the effect sizes for each pair on the data sets for which both algorithms
    have scores.

    The effect sizes for pairs without a common data set are NaN.

    >>> effects = available_effects(
    ...     Exact.of([[5, 1, 2], [6, np.nan, 3], [7, 2, np.nan]])
    ... )
    >>> effects.wins[0].tolist(), effects.mean_difference[0].tolist()
    ([0, 2, 2], [0.0, 4.5, 3.0])
    """
    if not np.isnan(scores.values).any():
        return pair_effects(
            scores,
            higher_is_better=higher_is_better,
            confidence=confidence,
            algorithms=algorithms,
        )

    def effects_of_part(part: Exact) -> Effects:
        return pair_effects(
            part, higher_is_better=higher_is_better, confidence=confidence
        )

    arrays, parts = _combine_pairs(scores, effects_of_part)
    for array in arrays.values():
        np.fill_diagonal(array, 0)
    methods = sorted({part.interval_method for part in parts}, reverse=True)
    fields: dict[str, Any] = dict(arrays)
    fields["confidence"] = confidence
    fields["interval_method"] = " or ".join(methods)
    if algorithms is None:
        algorithms = numbered(scores.values.shape[1])
    return Effects(**fields, algorithms=tuple(algorithms))


def _combine_pairs(
    scores: Exact, function: Callable[[Exact], _R]
) -> tuple[dict[str, NDArray[Any]], list[_R]]:
    """Apply a function that requires complete scores to the common data sets of each
    pair.

    Algorithms with scores on the same data sets form a group. The function is applied
    to the common data sets of every two groups. From its results, the pairs with one
    algorithm in each group are used. Return the combined arrays of shape (k, k), and
    all results.
    """
    present = ~np.isnan(scores.values)
    k = present.shape[1]
    groups = list(_equal_rows(present.T))
    combined: dict[str, NDArray[Any]] = {}
    parts = []
    for index, (pattern, own) in enumerate(groups):
        for other, others in groups[index:]:
            rows = np.flatnonzero(pattern & other)
            columns = np.union1d(own, others)
            if not rows.size or len(columns) < 2:
                continue
            result = _apply_to_part(function, scores, rows, columns)
            parts.append(result)
            is_own = np.isin(columns, own)
            is_within = len(own) == len(columns)
            selected = (is_own[:, np.newaxis] != is_own) | is_within
            target = np.ix_(columns, columns)
            for name, square in _squares_of(result).items():
                if name not in combined:
                    blank = _BLANKS.get(square.dtype.kind, 0)
                    combined[name] = np.full((k, k), blank, dtype=square.dtype)
                array = combined[name]
                array[target] = np.where(selected, square, array[target])
    return combined, parts


def _squares_of(result: Result) -> dict[str, NDArray[Any]]:
    """Return a mapping of names to the two-dimensional arrays of a result."""
    squares = {}
    for name, value in vars(result).items():
        if isinstance(value, np.ndarray) and value.ndim == 2:
            squares[name] = value
    return squares


def _equal_rows(present: BoolArray) -> Iterator[tuple[BoolArray, NDArray[np.intp]]]:
    """Yield each distinct row with the positions of the rows that are equal to it."""
    patterns, group = np.unique(present, axis=0, return_inverse=True)
    group = group.reshape(-1)
    for number, pattern in enumerate(patterns):
        yield pattern, np.flatnonzero(group == number)


def _apply_to_part(
    function: Callable[[Exact], _T],
    scores: Exact,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
) -> _T:
    """Apply a function to a part of the scores.

    The logged ties are recorded with their positions in the whole table.
    """
    log: list[Tie] = []
    part = replace(scores.take(np.ix_(rows, columns)), log=log)
    result = function(part)
    if scores.log is None:
        return result
    for kind, positions in log:
        axis = rows
        if kind == "differences":
            axis = columns
        places = axis[list(positions)].tolist()
        scores.log.append((kind, tuple(places)))
    return result
