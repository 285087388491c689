"""Ranks, tests of pairs and effect sizes of scores with gaps: each pair on the data
sets that both have.

Average ranks are estimated from pairwise shares of wins (`estimate_average_ranks`). For
a pair without a common data set the share follows from the other pairs by the
least-squares fit of Jiang, Lim, Yao and Ye (2011), "Statistical ranking and
combinatorial Hodge theory", Mathematical Programming 127, 203-244.

Scores are `Exact` arrays (n, k) in which NaN is a missing result. All other functions
of this package take complete scores: here they get the parts of the table that are
complete.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import BoolArray, Exact, FloatArray, Tie
from cddiagram.stats.effects import Effects, pair_effects
from cddiagram.stats.pair_test import PairTest, as_ranks
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.results import Result

_T = TypeVar("_T")
_R = TypeVar("_R", bound=Result)


def available_ranks(scores: Exact, *, higher_is_better: bool = True) -> FloatArray:
    """Rank on each data set the scores that there are, as `rank_scores`; NaN where
    there is none.

    >>> available_ranks(Exact.of([[0.9, np.nan, 0.8], [0.1, 0.3, 0.2]])).tolist()
    [[1.0, nan, 2.0], [3.0, 1.0, 2.0]]
    """
    present = ~np.isnan(scores.values)
    ranks = np.full(present.shape, np.nan)
    for pattern, rows in _alike(present):
        columns = np.flatnonzero(pattern)
        if columns.size:
            ranks[np.ix_(rows, columns)] = _on(
                scores, rows, columns, lambda part: rank_scores(part, higher_is_better)
            )
    return ranks


@dataclass(frozen=True, kw_only=True, eq=False)
class EstimatedRanks:
    """Average ranks that were estimated from ranks with gaps.

    Attributes
    ----------
    average_ranks : ndarray, shape (k,)
        The estimates. They lie within 1 to k and add up to k (k + 1) / 2.
    without_common : tuple of (int, int)
        The pairs of columns without a common data set, whose shares were estimated from
        the other pairs.
    smallest_common : int
        The smallest number of common data sets of any other pair.
    """

    average_ranks: FloatArray
    without_common: tuple[tuple[int, int], ...]
    smallest_common: int


def estimate_average_ranks(ranks: ArrayLike) -> EstimatedRanks:
    """Estimate the average ranks of k algorithms from connected ranks (n, k) with gaps.

    The estimate for algorithm j is 1 plus the sum of the shares s_lj over all other
    algorithms l. The share s_lj is the proportion of the data sets common to j and l on
    which l is better; ties count one half. The estimates equal the average ranks if
    nothing is missing. They are unbiased if every pair has a common data set and if
    gaps are unrelated to the scores, whatever the order of the algorithms.

    A pair without a common data set has the share ``1/2 + theta_j - theta_l``, clipped
    to 0 and 1, where theta is the least-squares fit of an additive model to the shares
    of the other pairs, weighted by their numbers of data sets.

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
    shares = np.divide(_wins(r), common, out=np.zeros(common.shape), where=common > 0)
    missing = common == 0
    np.fill_diagonal(missing, False)
    if missing.any():
        theta = _additive_fit(r, common)
        fitted = np.clip(0.5 + theta - theta[:, np.newaxis], 0.0, 1.0)
        shares = np.where(missing, fitted, shares)
    np.fill_diagonal(shares, 0.0)
    return EstimatedRanks(
        average_ranks=np.array([1.0 + math.fsum(column) for column in shares.T]),
        without_common=tuple(
            (int(j), int(el)) for j, el in np.argwhere(np.triu(missing))
        ),
        smallest_common=int(common[common > 0].min(initial=len(r))),
    )


def _wins(ranks: FloatArray) -> FloatArray:
    """Count the data sets on which the row's algorithm has a better rank than the
    column's; ties count one half.
    """
    columns = []
    for column in ranks.T:
        other = column[:, np.newaxis]
        better = (ranks < other).sum(axis=0)
        tied = (ranks == other).sum(axis=0)
        columns.append(better + tied / 2)
    return np.column_stack(columns)


def _additive_fit(ranks: FloatArray, common: FloatArray) -> FloatArray:
    """Fit theta so that the share of l over j is about ``1/2 + theta_j - theta_l``, for
    connected algorithms.

    The deviation of a rank from the mean rank of its data set is the sum of
    ``[l better than j] - 1/2`` over the others that are present. The normal equations
    are therefore ``S theta = D``: D sums these deviations over the data sets, and S is
    the Laplacian matrix of the graph of pairs, weighted by the numbers of common data
    sets.
    """
    sizes = (~np.isnan(ranks)).sum(axis=1, keepdims=True)
    deviations = np.nansum(ranks - (sizes + 1) / 2, axis=0)
    laplacian = np.diag(common.sum(axis=1)) - common
    # S is singular, as only differences of theta count: adding 1 everywhere selects the
    # solution with sum 0.
    return np.linalg.solve(laplacian + 1.0, deviations)


def available_pairs(
    scores: Exact, test: Callable[..., PairTest], **options: Any
) -> PairTest:
    """Test each pair on the data sets that both have, with a test of complete scores;
    NaN where there are none.

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

    def tested(part: Exact) -> PairTest:
        found = test(part, **options)
        return replace(
            found,
            method=np.broadcast_to(found.method, found.pvalue.shape).astype("<U10"),
        )

    arrays, parts = _by_pair(scores, tested)
    k = scores.values.shape[1]
    blank = {
        "statistic": np.full((k, k), np.nan),
        "pvalue": np.full((k, k), np.nan),
        "method": np.full((k, k), ""),
    }
    choices: dict[str, Any] = {}
    for part in parts:
        choices |= part.choices
    return PairTest(**(blank | arrays), choices=choices)


def available_effects(
    scores: Exact,
    *,
    higher_is_better: bool = True,
    confidence: float = 0.95,
    algorithms: Sequence[str] | None = None,
) -> Effects:
    """Compute the effect sizes of each pair on the data sets that both have; NaN where
    there are none.

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
    arrays, parts = _by_pair(
        scores,
        lambda part: pair_effects(
            part, higher_is_better=higher_is_better, confidence=confidence
        ),
    )
    for array in arrays.values():
        np.fill_diagonal(array, 0)
    methods = sorted({part.interval_method for part in parts}, reverse=True)
    fields: dict[str, Any] = {
        **arrays,
        "confidence": confidence,
        "interval_method": " or ".join(methods),
    }
    names = range(1, scores.values.shape[1] + 1) if algorithms is None else algorithms
    return Effects(**fields, algorithms=tuple(map(str, names)))


def _by_pair(
    scores: Exact, made: Callable[[Exact], _R]
) -> tuple[dict[str, NDArray[Any]], list[_R]]:
    """Make results of the pairs of each two groups of algorithms that have the same
    data sets: put together, and all.

    Algorithms with the same data sets are worked on at once; their pairs with others
    are cut out of what is made of both groups.
    """
    present = ~np.isnan(scores.values)
    k = present.shape[1]
    groups = [(pattern, columns) for pattern, columns in _alike(present.T)]
    whole: dict[str, NDArray[Any]] = {}
    parts = []
    for at, (pattern, own) in enumerate(groups):
        for other, others in groups[at:]:
            rows = np.flatnonzero(pattern & other)
            columns = np.union1d(own, others)
            if not rows.size or len(columns) < 2:
                continue
            found = _on(scores, rows, columns, made)
            parts.append(found)
            first = np.isin(columns, own)
            wanted = (first[:, np.newaxis] != first) | (len(own) == len(columns))
            target = np.ix_(columns, columns)
            for name, value in vars(found).items():
                if isinstance(value, np.ndarray) and value.ndim == 2:
                    if name not in whole:
                        fill = (
                            np.nan
                            if value.dtype.kind == "f"
                            else ""
                            if value.dtype.kind == "U"
                            else 0
                        )
                        whole[name] = np.full((k, k), fill, dtype=value.dtype)
                    whole[name][target] = np.where(wanted, value, whole[name][target])
    return whole, parts


def _alike(present: BoolArray) -> Iterator[tuple[BoolArray, NDArray[np.intp]]]:
    """Yield each different row, and which rows are so."""
    patterns, which = np.unique(present, axis=0, return_inverse=True)
    for at, pattern in enumerate(patterns):
        yield pattern, np.flatnonzero(which.reshape(-1) == at)


def _on(
    scores: Exact,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    made: Callable[[Exact], _T],
) -> _T:
    """Make something of a part of the scores; the ties that the tolerance makes there
    are told of the whole.
    """
    log: list[Tie] = []
    found = made(replace(scores.take(np.ix_(rows, columns)), log=log))
    if scores.log is not None:
        names = {"differences": columns}
        scores.log.extend(
            (kind, tuple(int(names.get(kind, rows)[at]) for at in places))
            for kind, places in log
        )
    return found
