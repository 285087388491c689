"""Adjusted p-values of all pairs of k algorithms, as a (k, k) array.

The flat procedures of `cddiagram.stats.adjust` take the k (k - 1) / 2 p-values as one
family. Three procedures use that the hypotheses hang together (if A = B and B = C, then
A = C) and exist for all pairs only: Shaffer static, Shaffer dynamic and Bergmann-Hommel
(`cddiagram.stats.exhaustive`).

Shaffer's static procedure: if exactly the pairs within the groups of a partition of k
algorithms are equal, the number of true hypotheses is the sum of the groups' pairs, so
the possible numbers are (G08 2.1, recursive formula; Shaffer 1986, Table 1)

    S(k) = union over j = 1..k of { binom(j, 2) + x : x in S(k - j) },      S(0) = S(1) = {0}.

At step i of Holm's procedure the i - 1 hypotheses rejected before are false, so at most
``t[i] = max { s in S(k) : s <= m - i + 1 }`` are true, and alpha is divided by that.
Sets of numbers are held as the bits of Python integers: S(k - j) shifted by binom(j,
2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import FloatArray
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats.adjust import adjust_pvalues
from cddiagram.stats.exhaustive import Levels, mean_ranks, search
from cddiagram.text import InputError

#: Steps of branch and bound before `adjust_pairs` settles for bounds: some ten seconds.
DEFAULT_BUDGET = 2_000_000

#: Of so many algorithms all exhaustive sets of many tables are gone through at once
#: (4,140 partitions).
MOST_ENUMERATED = 8


@dataclass(frozen=True, kw_only=True, eq=False)
class PairAdjustment:
    """Adjusted p-values of all pairs: (k, k) arrays, symmetric, NaN on the diagonal.

    Each adjusted p-value certainly lies between `lower` and `upper`. Where the budget
    ran out, `pvalue_adjusted` is the upper bound (conservative); `exact` says that no
    bound was needed. `algorithm`: ``"closed form"``, ``"mean ranks"`` (polynomial) or
    ``"branch and bound"``, with the steps it used.
    """

    method: str
    pvalue_adjusted: FloatArray
    lower: FloatArray
    upper: FloatArray
    exact: bool
    algorithm: str
    steps: int


@lru_cache(maxsize=16)
def largest_true_counts(k: int) -> NDArray[np.int64]:
    """Return, for n = 0..m, the largest element of S(k) that is not above n
    (read-only).

    From the end these are the factors t[1], t[2], ... of Shaffer's static procedure.
    """
    sets = [1, 1]  # bit s of sets[n] is set if s is in S(n)
    for n in range(2, k + 1):
        union = 0
        for j in range(1, n + 1):
            union |= sets[n - j] << (j * (j - 1) // 2)
        sets.append(union)
    count = k * (k - 1) // 2 + 1
    octets = np.frombuffer(sets[k].to_bytes((count + 7) // 8, "little"), dtype=np.uint8)
    possible = np.unpackbits(octets, bitorder="little")[:count].astype(np.bool_)
    largest: NDArray[np.int64] = np.maximum.accumulate(
        np.where(possible, np.arange(count), 0)
    )
    largest.flags.writeable = False
    return largest


def shaffer_levels(rising: FloatArray, alpha: float, *, k: int, **_: Any) -> FloatArray:
    """Divide alpha by the most hypotheses that can be true where so many were rejected.

    >>> shaffer_levels(np.array([0.01, 0.1, 0.2]), 0.06, k=3).tolist()
    [0.02, 0.06, 0.06]
    """
    return np.asarray(alpha / largest_true_counts(k)[:0:-1])


def adjust_pairs(
    pvalues: ArrayLike,
    method: str,
    *,
    average_ranks: ArrayLike | None = None,
    budget: int = DEFAULT_BUDGET,
) -> PairAdjustment:
    """Adjust the p-values of all pairs of algorithms for multiplicity.

    `average_ranks` (k,) are an order of the algorithms (only the order counts, either
    direction). If p falls with the distance in this order, as in every test on mean
    ranks, Shaffer dynamic and Bergmann-Hommel take polynomial time; otherwise branch
    and bound. Without it the order of the rows is tried. The result is the same, the
    time is not. Bergmann-Hommel takes the cumulative maximum of its formula over the p
    order, as the printed table of G08 does, so that a smaller p never has a larger
    adjusted p-value. When the `budget` of steps of branch and bound is used up the
    result holds bounds for each pair; the upper ones are never above Shaffer's static
    adjusted p-values.

    Shaffer 1986; Bergmann & Hommel 1988; G08 2.1, 3, Table 5. Equal p-values must be
    equal to the last bit: compute p once for each distinct difference of rank sums.
    With ties in p the cumulative maximum includes all pairs of the same p, so equal
    p-values have equal adjusted p-values.

    García & Herrera 2008: mean ranks of C4.5, 1-NN, NaiveBayes, Kernel and CN2 on 30
    data sets; Table 5 prints 0.0291 for C4.5 against 1-NN and 0.0115 for Kernel against
    CN2.

    >>> import math
    >>> ranks = np.array([2.1, 3.25, 2.2, 4.333333333333333, 3.1166666666666667])
    >>> z = np.abs(ranks[:, None] - ranks) / math.sqrt(5 * 6 / (6 * 30))
    >>> p = np.vectorize(lambda z: math.erfc(z / math.sqrt(2)))(z.round(12))
    >>> result = adjust_pairs(p, "bergmann-hommel", average_ranks=ranks)
    >>> (
    ...     result.pvalue_adjusted[0, 1].round(4),
    ...     result.pvalue_adjusted[3, 4].round(4),
    ...     result.algorithm,
    ... )
    (np.float64(0.0291), np.float64(0.0115), 'mean ranks')
    """
    p = _checked(pvalues)
    k = len(p)
    upper_triangle = np.triu_indices(k, 1)
    family = adjust_pvalues(p[upper_triangle], "none")  # checks the range
    if ADJUSTMENTS[method].searched:
        return _exhaustive(p, method, _order(average_ranks, k), budget=budget)
    adjusted = (
        _shaffer(family, k) if method == "shaffer" else adjust_pvalues(family, method)
    )
    return _result(method, "closed form", np.arange(k), adjusted, adjusted, steps=0)


def adjust_many_pairs(
    pvalues: FloatArray, method: str, average_ranks: FloatArray
) -> FloatArray:
    """Adjust the p-values of all pairs of many tables, (n, k, k), as `adjust_pairs`
    does one: (n, k (k - 1) / 2).

    In the order of ``np.triu_indices(k, 1)``; `average_ranks` are (n, k).
    Bergmann-Hommel's adjusted p-values of few algorithms are read off all exhaustive
    sets, for all tables at once.

    >>> p = np.array([[1.0, 0.01, 0.002], [0.01, 1.0, 0.4], [0.002, 0.4, 1.0]])
    >>> adjust_many_pairs(
    ...     p[np.newaxis], "bergmann-hommel", np.array([[1.0, 2.0, 3.0]])
    ... ).tolist()
    [[0.01, 0.006, 0.4]]
    """
    k = pvalues.shape[-1]
    upper = np.triu_indices(k, 1)
    family = pvalues[:, *upper]
    if method == "shaffer":
        return _shaffer(family, k)
    if method == "bergmann-hommel" and k <= MOST_ENUMERATED:
        return _over_exhaustive_sets(family, k)
    adjusted = (
        adjust_pairs(p, method, average_ranks=ranks).pvalue_adjusted
        for p, ranks in zip(pvalues, average_ranks, strict=True)
    )
    return np.array([square[upper] for square in adjusted])


def _shaffer(family: FloatArray, k: int) -> FloatArray:
    """G08 3: max over j <= i of t[j] p[j], capped at 1, over leading axes."""
    rising = np.argsort(family, axis=-1, kind="stable")
    stepped = largest_true_counts(k)[:0:-1] * np.take_along_axis(
        family, rising, axis=-1
    )
    adjusted = np.empty_like(family)
    np.put_along_axis(
        adjusted,
        rising,
        np.minimum(np.maximum.accumulate(stepped, axis=-1), 1.0),
        axis=-1,
    )
    return adjusted


@lru_cache(maxsize=4)
def exhaustive_sets(k: int) -> tuple[NDArray[np.intp], ...]:
    """Return the pairs within the groups of each partition of k algorithms that has any
    (G08, Definition 1).
    """
    groups: list[tuple[int, ...]] = [(0,)]
    for _ in range(1, k):
        groups = [(*group, new) for group in groups for new in range(max(group) + 2)]
    member = np.array(groups)
    i, j = np.triu_indices(k, 1)
    return tuple(
        np.flatnonzero(row) for row in member[:, i] == member[:, j] if row.any()
    )


def _over_exhaustive_sets(family: FloatArray, k: int) -> FloatArray:
    """Bergmann-Hommel (G08 3) of many families, (n, m): max over the sets I with the
    pair of ``|I| min(p in I)``.
    """
    p = np.ascontiguousarray(family.T)
    value = p.copy()
    for pairs in exhaustive_sets(k):
        value[pairs] = np.maximum(value[pairs], len(pairs) * p[pairs].min(axis=0))
    order = np.argsort(p, axis=0, kind="stable")
    rising = np.take_along_axis(p, order, axis=0)
    highest = np.maximum.accumulate(
        np.take_along_axis(np.minimum(value, 1.0), order, axis=0), axis=0
    )
    for row in range(len(p) - 2, -1, -1):
        highest[row] = np.where(
            rising[row] == rising[row + 1], highest[row + 1], highest[row]
        )
    np.put_along_axis(value, order, highest, axis=0)
    return np.asarray(value.T)


def _exhaustive(
    p: FloatArray,
    method: str,
    order: NDArray[np.intp],
    *,
    budget: int,
) -> PairAdjustment:
    """Choose between the polynomial algorithm and branch and bound by looking at p in
    mean-rank order.
    """
    levels = Levels.of(p[np.ix_(order, order)])
    if mean_ranks.falls_with_distance(levels.index):
        solve = (
            mean_ranks.dynamic_shaffer
            if method == "shaffer-dynamic"
            else mean_ranks.bergmann_hommel
        )
        algorithm, steps = "mean ranks", 0
        lower = upper = solve(levels)
    else:
        bound = (
            search.dynamic_shaffer_bounds
            if method == "shaffer-dynamic"
            else search.bergmann_hommel_bounds
        )
        bounds = bound(levels, largest_true_counts(len(p)), budget)
        algorithm, steps = "branch and bound", bounds.steps
        lower, upper = bounds.lower, bounds.upper
    if method == "bergmann-hommel":
        lower, upper = levels.highest_so_far(lower), levels.highest_so_far(upper)
    return _result(method, algorithm, order, lower, upper, steps=steps)


def _result(
    method: str,
    algorithm: str,
    order: NDArray[np.intp],
    lower: FloatArray,
    upper: FloatArray,
    *,
    steps: int,
) -> PairAdjustment:
    """Put the values of the pairs, listed in the given order of algorithms, back into
    the caller's order.
    """
    return PairAdjustment(
        method=method,
        pvalue_adjusted=_square(upper, order),
        lower=_square(lower, order),
        upper=_square(upper, order),
        exact=bool(np.array_equal(lower, upper)),
        algorithm=algorithm,
        steps=steps,
    )


def _square(values: FloatArray, order: NDArray[np.intp]) -> FloatArray:
    """Return a read-only symmetric (k, k) array, NaN on its diagonal."""
    k = len(order)
    i, j = np.triu_indices(k, 1)
    square = np.full((k, k), np.nan)
    square[order[i], order[j]] = values
    square[order[j], order[i]] = values
    square.flags.writeable = False
    return square


def _order(average_ranks: ArrayLike | None, k: int) -> NDArray[np.intp]:
    if average_ranks is None:
        return np.arange(k)
    ranks = np.asarray(average_ranks, dtype=np.float64)
    if ranks.shape != (k,) or np.isnan(ranks).any():
        raise InputError(f"average ranks must be {k} numbers, one for each algorithm.")
    return np.argsort(ranks, kind="stable")


def _checked(pvalues: ArrayLike) -> FloatArray:
    p = np.asarray(pvalues, dtype=np.float64)
    if p.ndim != 2 or p.shape[0] != p.shape[1] or len(p) < 2:
        raise InputError(
            "p-values of all pairs must be a square array for at least two "
            f"algorithms, not of shape {p.shape}."
        )
    differ = np.argwhere(np.triu((p != p.T) & ~(np.isnan(p) & np.isnan(p.T)), 1))
    if len(differ):
        i, j = (int(x) for x in differ[0])
        raise InputError(
            f"p-values of all pairs must be symmetric: rows {i} and {j} have "
            f"{float(p[i, j])!r} and {float(p[j, i])!r}."
        )
    return p
