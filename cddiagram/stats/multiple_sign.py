"""The multiple sign test, which compares all algorithms with a control.

The test is described in García et al. (2010, section 3.2). Under the null hypothesis,
the k results on each data set are exchangeable. Let u_i be the quantiles of the control
on the n data sets. Given these quantiles, the m = k - 1 numbers of wins over the
control are independent. Each of them is a sum of n coin tosses with probabilities u_i.
Let F_u be the distribution function of such a sum. Then ::

    P(some number <= c) = E_u[1 - (1 - F_u(c))^m]

The expectation is a polynomial of degree at most m in every u_i, so Gauss-Legendre
quadrature with q = ceil((m + 1) / 2) nodes is exact. The integrand depends only on the
number of data sets at each node. The integral is therefore a sum over the compositions
of n into q parts.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, log_ndtr, ndtri_exp

from cddiagram._util import Exact, FloatArray
from cddiagram.stats.pair_test import PairTest, blank_diagonal
from cddiagram.stats.sign import count_wins
from cddiagram.stats.tails import binomial_upper

MAX_CELLS = 20_000_000
"""Most compositions, times n, of an exact p-value (50 times 316,251 for n = 50, m = 9)."""
MAX_EXACT = 200
"""Most data sets of an exact p-value."""


def multiple_sign_test(
    scores: ArrayLike | Exact,
    control: int,
    *,
    higher_is_better: bool = True,
    ties: str = "drop",
) -> PairTest:
    """Perform the multiple sign test, which tests whether a control is better than each
    other algorithm.

    Parameters
    ----------
    scores : array_like, shape (n, k)
        The scores, with one column for each algorithm.
    control : int
        The column of the control.
    higher_is_better : bool, default True
        The direction of the scores.
    ties : {"drop", "keep"}, default "drop"
        The treatment of tied data sets, which are either dropped from the comparison,
        as in the sign test, or counted in n, as in the paper. A tie that is counted is
        neither a win nor a loss and therefore favours the control.

    Returns
    -------
    PairTest
        One-sided p-values, adjusted for all k - 1 comparisons. They are NaN for pairs
        without the control. The statistic is the number of wins of i over j.

    Examples
    --------
    >>> scores = [
    ...     [0.9, 0.8, 0.7],
    ...     [0.8, 0.7, 0.9],
    ...     [0.6, 0.5, 0.4],
    ...     [0.7, 0.2, 0.8],
    ...     [0.9, 0.6, 0.5],
    ...     [0.8, 0.7, 0.6],
    ... ]
    >>> test = multiple_sign_test(scores, control=0)
    >>> test.statistic[:, 0].tolist(), test.pvalue[0].round(4).tolist()
    ([nan, 0.0, 2.0], [nan, 0.0299, 0.5179])
    """
    exact = Exact.of(scores)
    n, k = exact.values.shape
    wins, tied = count_wins(exact, higher_is_better=higher_is_better)
    pvalue = np.full((k, k), np.nan)
    method = np.full((k, k), "", dtype=np.object_)
    for j in range(k):
        if j == control:
            continue
        size = n
        if ties == "drop":
            size = n - int(tied[control, j])
        p = family_pvalue(int(wins[j, control]), size, k - 1)
        pvalue[control, j] = pvalue[j, control] = p
        name = "asymptotic"
        if _is_feasible(size, k - 1):
            name = "exact"
        method[control, j] = method[j, control] = name
    return PairTest(
        statistic=blank_diagonal(wins.astype(np.float64)),
        pvalue=pvalue,
        method=method,
        choices={"alternative": "control better"},
    )


def family_pvalue(count: int, n: int, m: int) -> float:
    """Return the probability that the smallest of m numbers of wins over a control is
    at most `count`.

    The probability is exact within the limits `MAX_EXACT` and `MAX_CELLS`. Otherwise,
    it is computed for normal variables with correlation 1/3, the correlation of the
    numbers, and with exact binomial margins.
    """
    if count >= n:
        return 1.0
    if count < 0:
        return 0.0
    if not _is_feasible(n, m):
        return _asymptotic_tail(count, n, m)
    # Computing the tail only up to n / 2 takes about a quarter of the time required for
    # the complete tail. Counts that favour the control are at most n / 2, so they
    # require only this part of the tail.
    top = n // 2
    if count > top:
        top = n
    return float(_exact_tail(n, m, top)[count])


def _is_feasible(n: int, m: int) -> bool:
    """Return whether an exact p-value can be computed."""
    parts = m // 2 + 1
    compositions = math.comb(n + parts - 1, parts - 1)
    return n <= MAX_EXACT and compositions * n <= MAX_CELLS


@lru_cache(maxsize=4096)
def _exact_tail(n: int, m: int, top: int) -> FloatArray:
    """Return the probability that the smallest of m numbers of wins is at most c, for c
    = 0, ..., top.

    The compositions of n are built node by node, and compositions with the same total
    form a group. For each composition, a group contains the distribution of the number
    of wins, 0 to top, on the data sets at the nodes so far, and the logarithm of the
    weight. The remaining data sets are assigned to the last node.
    """
    nodes, weights = np.polynomial.legendre.leggauss(m // 2 + 1)
    chances = (nodes + 1) / 2
    log_weights = np.log(weights / 2)
    binomials = [_binomial_rows(n, float(chance), top) for chance in chances]
    if len(chances) == 1:
        at_most = np.cumsum(binomials[0][n:], axis=1)
        return _expected_share(at_most, np.zeros(1), m)
    groups = []
    for total in range(n + 1):
        log_weight = np.array([total * log_weights[0] - math.lgamma(total + 1)])
        groups.append((binomials[0][total][np.newaxis], log_weight))
    for node in range(1, len(chances) - 1):
        groups = _add_node(groups, binomials[node], float(log_weights[node]))
    result = np.zeros(top + 1)
    for total, (counts, logs) in enumerate(groups):
        rest = n - total
        distribution = np.cumsum(binomials[-1][rest])
        at_most = _product(counts, _toeplitz(distribution))
        logs = logs + rest * log_weights[-1]
        logs = logs - math.lgamma(rest + 1) + math.lgamma(n + 1)
        result += _expected_share(at_most, logs, m)
    result = np.minimum(result, 1.0)
    result.setflags(write=False)
    return result


def _expected_share(at_most: FloatArray, log_weights: FloatArray, m: int) -> FloatArray:
    """Return the weighted sum of 1 - (1 - F)^m, without cancellation if F is small."""
    probability = np.minimum(at_most, 1.0)
    with np.errstate(divide="ignore"):
        some = -np.expm1(m * np.log1p(-probability))
    return np.asarray(np.exp(log_weights) @ some)


def _add_node(
    groups: list[tuple[FloatArray, FloatArray]], binomial: FloatArray, log_weight: float
) -> list[tuple[FloatArray, FloatArray]]:
    """Extend the groups of compositions by one node."""
    n = len(groups) - 1
    size = binomial.shape[1]
    parts = np.arange(n + 1)
    log_parts = parts * log_weight - gammaln(parts + 1)
    convolutions = np.stack([_toeplitz(row) for row in binomial], axis=1)
    steps = convolutions.reshape(size, (n + 1) * size)
    counts: list[list[FloatArray]] = [[] for _ in groups]
    logs: list[list[FloatArray]] = [[] for _ in groups]
    for total, (before, weights) in enumerate(groups):
        rest = n - total + 1
        after = _product(before, steps[:, : rest * size]).reshape(-1, rest, size)
        for part in range(rest):
            counts[total + part].append(after[:, part])
            logs[total + part].append(weights + log_parts[part])
    extended = []
    for rows, row_logs in zip(counts, logs, strict=True):
        extended.append((np.concatenate(rows), np.concatenate(row_logs)))
    return extended


def _binomial_rows(n: int, chance: float, top: int) -> FloatArray:
    """Return the binomial probabilities of 0, ..., top wins for 0, ..., n tosses."""
    rows = np.zeros((n + 1, top + 1))
    rows[0, 0] = 1.0
    for tosses in range(1, n + 1):
        rows[tosses] = rows[tosses - 1] * (1 - chance)
        rows[tosses, 1:] += rows[tosses - 1, :-1] * chance
    return rows


def _product(rows: FloatArray, matrix: FloatArray) -> FloatArray:
    """Multiply small matrices without BLAS, because the synchronisation of BLAS threads
    would take longer than the product.
    """
    return np.asarray(np.einsum("rs,sc->rc", rows, matrix))


def _toeplitz(values: FloatArray) -> FloatArray:
    """Return the matrix T with T[s, c] = values[c - s].

    The product of a row of probabilities and T is the convolution of the probabilities
    with the values.
    """
    number = np.arange(len(values))
    offset = number - number[:, np.newaxis]
    shifted = values[np.maximum(offset, 0)]
    return np.where(offset >= 0, shifted, 0.0)


@lru_cache(maxsize=1)
def _hermite_nodes() -> tuple[FloatArray, FloatArray]:
    """Return the nodes and weights of Gauss-Hermite quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(160)
    return np.asarray(nodes), np.asarray(weights)


def _asymptotic_tail(count: int, n: int, m: int) -> float:
    """Return the p-value for normal variables with correlation 1/3 and binomial
    margins.

    On each data set, two algorithms both beat the control with probability 1/3. The
    correlation of their numbers of wins is therefore (1/3 - 1/4) / (1/4) = 1/3.
    """
    log_margin = np.log(binomial_upper(n - count, n))
    threshold = float(ndtri_exp(log_margin))
    common, weights = _hermite_nodes()
    own = threshold - math.sqrt(1 / 3) * common
    log_below = log_ndtr(own / math.sqrt(2 / 3))
    with np.errstate(divide="ignore"):
        log_none = np.log1p(-np.exp(np.minimum(log_below, 0.0)))
    some = -np.expm1(m * log_none)
    tail = weights @ some / math.sqrt(2 * math.pi)
    return float(min(1.0, tail))
