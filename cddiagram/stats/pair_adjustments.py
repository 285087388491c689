"""Adjusted p-values for all pairs of k algorithms as an array of shape (k, k).

The procedures in `cddiagram.stats.adjust` treat the k (k - 1) / 2 p-values as a family
without logical relations. Three procedures use the logical relations between the
hypotheses: if A = B and B = C, then A = C. They are only defined for all pairs:
Shaffer's static procedure, Shaffer's dynamic procedure and the Bergmann-Hommel
procedure (`cddiagram.stats.exhaustive`).

Shaffer's static procedure: Suppose that two algorithms perform equally if and only if
they are in the same group of a partition of k algorithms. Then the number of true
hypotheses is the number of pairs within the groups. The possible numbers are therefore
(García and Herrera 2008, section 2.1; Shaffer 1986, Table 1)

    S(k) = union over j = 1..k of { binom(j, 2) + x : x in S(k - j) },      S(0) = S(1) = {0}.

At step i of Holm's procedure, the i - 1 hypotheses that were rejected in the previous
steps are assumed to be false. At most ``t[i] = max { s in S(k) : s <= m - i + 1 }``
hypotheses can therefore be true, and alpha is divided by this number. Sets of numbers
are represented by the bits of Python integers, so that the addition of binom(j, 2) is a
shift.
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

#: The search takes at most this many branch-and-bound steps. These steps take about ten
#: seconds. If the search reaches this limit, `adjust_pairs` returns bounds instead of
#: exact values.
DEFAULT_BUDGET = 2_000_000

#: For many tables at once, all exhaustive sets are enumerated only if there are at most
#: this many algorithms. There are 4,140 partitions of 8 algorithms.
MOST_ENUMERATED = 8


@dataclass(frozen=True, kw_only=True, eq=False)
class PairAdjustment:
    """Adjusted p-values for all pairs.

    The arrays are symmetric, have shape (k, k), and contain NaN on the diagonal.

    Each exact adjusted p-value is between `lower` and `upper`. If the budget was used
    up, `pvalue_adjusted` is the upper bound, which is conservative. `exact` is True if
    all p-values are exact. `algorithm` is ``"closed form"``, ``"mean ranks"``
    (polynomial time) or ``"branch and bound"``, and `steps` is the number of steps.
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
    """Return, for n = 0, ..., m, the largest element of S(k) that is at most n.

    The array is read-only.

    In reverse order, these are the factors t[1], t[2], ... of Shaffer's static
    procedure.
    """
    sets = [1, 1]  # Bit s of sets[n] is set if and only if s is in S(n).
    for n in range(2, k + 1):
        union = 0
        for j in range(1, n + 1):
            union |= sets[n - j] << (j * (j - 1) // 2)
        sets.append(union)
    count = k * (k - 1) // 2 + 1
    octets = sets[k].to_bytes((count + 7) // 8, "little")
    bits = np.unpackbits(np.frombuffer(octets, dtype=np.uint8), bitorder="little")
    possible = bits[:count].astype(np.bool_)
    numbers = np.where(possible, np.arange(count), 0)
    largest: NDArray[np.int64] = np.maximum.accumulate(numbers)
    largest.flags.writeable = False
    return largest


def shaffer_levels(rising: FloatArray, alpha: float, *, k: int, **_: Any) -> FloatArray:
    """Divide alpha by the largest possible number of true hypotheses at each step.

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
    """Adjust the p-values of all pairs of algorithms.

    Parameters
    ----------
    pvalues : array_like, shape (k, k)
        A symmetric array whose diagonal is ignored. P-values that should be equal must
        be identical to the last bit. This can be achieved by computing the p-value once
        for each distinct difference between rank sums.
    method : str
        The key of an adjustment.
    average_ranks : array_like, shape (k,), optional
        Numbers that order the algorithms, in ascending or descending order. By default,
        it is the order of the rows. If p-values decrease with the distance in this
        order, as in every test on mean ranks, Shaffer's dynamic procedure and the
        Bergmann-Hommel procedure take polynomial time. Otherwise, they use branch and
        bound. The order affects the time but not the result.
    budget : int, default 2000000
        The number of branch-and-bound steps after which the search stops and returns
        bounds. The upper bounds never exceed the adjusted p-values of Shaffer's static
        procedure.

    Returns
    -------
    PairAdjustment
        The adjusted p-values. For the Bergmann-Hommel procedure, they are the
        cumulative maximum of the formula in ascending order of the p-values, as in the
        printed table of García and Herrera (2008). A smaller p-value therefore never
        has a larger adjusted p-value. The maximum includes all pairs with equal
        p-values, so that equal p-values have equal adjusted p-values.

    References
    ----------
    Shaffer 1986; Bergmann & Hommel 1988; García and Herrera 2008, sections 2.1 and 3,
    Table 5.

    Examples
    --------
    García & Herrera 2008 print the mean ranks of C4.5, 1-NN, NaiveBayes, Kernel and CN2
    on 30 data sets. Their Table 5 contains 0.0291 for C4.5 against 1-NN and 0.0115 for
    Kernel against CN2.

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
    p = _as_symmetric(pvalues)
    k = len(p)
    upper_triangle = np.triu_indices(k, 1)
    # This call raises an error if a p-value is not between 0 and 1.
    family = adjust_pvalues(p[upper_triangle], "none")
    if ADJUSTMENTS[method].searched:
        return _search_exhaustive_sets(
            p, method, _order(average_ranks, k), budget=budget
        )
    adjusted = _closed_form(family, method, k)
    return _result(method, "closed form", np.arange(k), adjusted, adjusted, steps=0)


def adjust_many_pairs(
    pvalues: FloatArray, method: str, average_ranks: FloatArray
) -> FloatArray:
    """Adjust the p-values of all pairs in many tables in the same way as
    `adjust_pairs`.

    The shape of the p-values is (n, k, k).

    The shape of `average_ranks` is (n, k). The result has shape (n, k (k - 1) / 2) and
    is in the order of ``np.triu_indices(k, 1)``. If there are few algorithms, the
    Bergmann-Hommel adjusted p-values are computed from all exhaustive sets for all
    tables at once.

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
    adjusted = []
    for p, ranks in zip(pvalues, average_ranks, strict=True):
        result = adjust_pairs(p, method, average_ranks=ranks)
        adjusted.append(result.pvalue_adjusted[upper])
    return np.array(adjusted)


def _closed_form(family: FloatArray, method: str, k: int) -> FloatArray:
    """Adjust the p-values of all pairs with a procedure that does not require a search."""
    if method == "shaffer":
        return _shaffer(family, k)
    return adjust_pvalues(family, method)


def _shaffer(family: FloatArray, k: int) -> FloatArray:
    """Return the maximum of t[j] p[j] over j <= i, capped at 1.

    Leading axes are supported.
    """
    order = np.argsort(family, axis=-1, kind="stable")
    rising = np.take_along_axis(family, order, axis=-1)
    products = largest_true_counts(k)[:0:-1] * rising
    highest = np.minimum(np.maximum.accumulate(products, axis=-1), 1.0)
    adjusted = np.empty_like(family)
    np.put_along_axis(adjusted, order, highest, axis=-1)
    return adjusted


@lru_cache(maxsize=4)
def exhaustive_sets(k: int) -> tuple[NDArray[np.intp], ...]:
    """Return the exhaustive sets of k algorithms.

    An exhaustive set consists of the pairs within the groups of a partition. Partitions
    without such pairs are omitted.
    """
    # A partition is a tuple that contains the group index of each algorithm.
    partitions: list[tuple[int, ...]] = [(0,)]
    for _ in range(1, k):
        longer = []
        for partition in partitions:
            for group in range(max(partition) + 2):
                longer.append((*partition, group))
        partitions = longer
    group_of = np.array(partitions)
    i, j = np.triu_indices(k, 1)
    same_group = group_of[:, i] == group_of[:, j]
    return tuple(np.flatnonzero(row) for row in same_group if row.any())


def _over_exhaustive_sets(family: FloatArray, k: int) -> FloatArray:
    """Return the Bergmann-Hommel adjusted p-values of many families as an array of
    shape (n, m).

    The value of a pair is the maximum of ``|I| min(p in I)`` over the exhaustive sets I
    that contain it.
    """
    p = np.ascontiguousarray(family.T)
    value = p.copy()
    for pairs in exhaustive_sets(k):
        smallest = p[pairs].min(axis=0)
        value[pairs] = np.maximum(value[pairs], len(pairs) * smallest)
    order = np.argsort(p, axis=0, kind="stable")
    rising = np.take_along_axis(p, order, axis=0)
    capped = np.take_along_axis(np.minimum(value, 1.0), order, axis=0)
    highest = np.maximum.accumulate(capped, axis=0)
    for row in range(len(p) - 2, -1, -1):
        tied = rising[row] == rising[row + 1]
        highest[row] = np.where(tied, highest[row + 1], highest[row])
    np.put_along_axis(value, order, highest, axis=0)
    return np.asarray(value.T)


def _search_exhaustive_sets(
    p: FloatArray,
    method: str,
    order: NDArray[np.intp],
    *,
    budget: int,
) -> PairAdjustment:
    """Compute the adjusted p-values of Shaffer's dynamic procedure or the
    Bergmann-Hommel procedure.

    A polynomial algorithm is used if p-values decrease with the distance in this order,
    and branch and bound otherwise.
    """
    levels = Levels.of(p[np.ix_(order, order)])
    is_shaffer = method == "shaffer-dynamic"
    if mean_ranks.falls_with_distance(levels.index):
        algorithm = "mean ranks"
        steps = 0
        if is_shaffer:
            lower = upper = mean_ranks.dynamic_shaffer(levels)
        else:
            lower = upper = mean_ranks.bergmann_hommel(levels)
    else:
        algorithm = "branch and bound"
        bound = search.bergmann_hommel_bounds
        if is_shaffer:
            bound = search.dynamic_shaffer_bounds
        bounds = bound(levels, largest_true_counts(len(p)), budget)
        lower = bounds.lower
        upper = bounds.upper
        steps = bounds.steps
    if method == "bergmann-hommel":
        lower = levels.highest_so_far(lower)
        upper = levels.highest_so_far(upper)
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
    """Arrange the values of the pairs in the order that the caller uses.

    The lower and upper bounds refer to the algorithms in the specified order.
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
    """Return a read-only symmetric array of shape (k, k) with NaN on the diagonal."""
    k = len(order)
    i, j = np.triu_indices(k, 1)
    square = np.full((k, k), np.nan)
    square[order[i], order[j]] = values
    square[order[j], order[i]] = values
    square.flags.writeable = False
    return square


def _order(average_ranks: ArrayLike | None, k: int) -> NDArray[np.intp]:
    """Return the order of the algorithms."""
    if average_ranks is None:
        return np.arange(k)
    ranks = np.asarray(average_ranks, dtype=np.float64)
    if ranks.shape != (k,) or np.isnan(ranks).any():
        raise InputError(f"average ranks must be {k} numbers, one for each algorithm.")
    return np.argsort(ranks, kind="stable")


def _as_symmetric(pvalues: ArrayLike) -> FloatArray:
    """Return the p-values as an array.

    Raise an error if it is not square and symmetric.
    """
    p = np.asarray(pvalues, dtype=np.float64)
    if p.ndim != 2 or p.shape[0] != p.shape[1] or len(p) < 2:
        raise InputError(
            "p-values of all pairs must be a square array for at least two "
            f"algorithms, not of shape {p.shape}."
        )
    both_missing = np.isnan(p) & np.isnan(p.T)
    differs = (p != p.T) & ~both_missing
    asymmetric = np.argwhere(np.triu(differs, 1)).tolist()
    if asymmetric:
        i, j = asymmetric[0]
        raise InputError(
            f"p-values of all pairs must be symmetric, but the elements ({i}, {j}) and "
            f"({j}, {i}) are {float(p[i, j])!r} and {float(p[j, i])!r}."
        )
    return p
