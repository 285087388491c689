"""The multiple sign test (G10 3.2): all algorithms against a control, by counts of wins
alone.

Its null hypothesis is that on each data set the k results are exchangeable and that one
side is tested. Given the quantiles u_i of the control on the n data sets, the m = k - 1
counts of wins over it are independent, each a sum of n coin tosses with chances u_i, so
::

    P(some count <= c) = E_u[1 - (1 - F_u(c))^m]

where F_u is the distribution function of such a sum. The expectation is a polynomial of
degree at most m in every u_i: Gauss-Legendre quadrature with q = ceil((m + 1) / 2)
nodes gives it exactly, and only the number of data sets at each node matters, a sum
over the compositions of n into q parts.
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
"""Beyond so many compositions times n (50 times 316251 for n = 50, m = 9) the p-value is asymptotic."""
MAX_EXACT = 200
"""Beyond so many data sets the p-value is asymptotic."""


def multiple_sign_test(
    scores: ArrayLike | Exact,
    control: int,
    *,
    higher_is_better: bool = True,
    ties: str = "drop",
) -> PairTest:
    """Test whether a control is better than the other algorithms of scores (n, k), by
    their signs (G10 3.2).

    The p-values are one-sided and family-wise, adjusted for all k - 1 comparisons, and
    NaN but with the control; the statistic counts wins of i over j. ``ties="drop"``: a
    tied data set does not count in that comparison, as in the sign test. ``"keep"``: n
    stays, a tie is neither plus nor minus and so works for the control, as in the
    paper.

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
    pvalue, method = np.full((k, k), np.nan), np.full((k, k), "", dtype=np.object_)
    for j in range(k):
        if j != control:
            counted = n - int(tied[control, j]) if ties == "drop" else n
            pvalue[control, j] = pvalue[j, control] = family_pvalue(
                int(wins[j, control]), counted, k - 1
            )
            how = "exact" if _is_feasible(counted, k - 1) else "asymptotic"
            method[control, j] = method[j, control] = how
    statistic = blank_diagonal(wins.astype(np.float64))
    return PairTest(
        statistic=statistic,
        pvalue=pvalue,
        method=method,
        choices={"alternative": "control better"},
    )


def family_pvalue(count: int, n: int, m: int) -> float:
    """Return the chance that the smallest of m counts of wins over a control is at most
    `count`.

    Exact up to `MAX_EXACT` data sets and `MAX_CELLS`; beyond, from normal variables
    with the correlation 1/3 of the counts and exact binomial margins.
    """
    if count >= n:
        return 1.0
    if count < 0:
        return 0.0
    return (
        float(_exact_tail(n, m, count)[count])
        if _is_feasible(n, m)
        else _asymptotic_tail(count, n, m)
    )


def _is_feasible(n: int, m: int) -> bool:
    parts = m // 2 + 1
    return n <= MAX_EXACT and math.comb(n + parts - 1, parts - 1) * n <= MAX_CELLS


@lru_cache(maxsize=64)
def _exact_tail(n: int, m: int, top: int) -> FloatArray:
    """P(smallest of m counts <= c) for c = 0 ... top."""
    nodes, weights = np.polynomial.legendre.leggauss(m // 2 + 1)
    chances, log_weights = (nodes + 1) / 2, np.log(weights / 2)
    binomials = [_binomial_rows(n, float(chance), top) for chance in chances]
    # Composition by composition, all with the same total together: the distribution of
    # the count over the nodes so far, 0 ... top, and the log of the weight. The last
    # node takes what is left of n.
    groups = [
        (
            binomials[0][t][np.newaxis],
            np.array([t * log_weights[0] - math.lgamma(t + 1)]),
        )
        for t in range(n + 1)
    ]
    for node in range(1, len(chances) - 1):
        groups = _add_node(groups, binomials[node], float(log_weights[node]))
    if len(chances) == 1:
        return _combined(np.cumsum(binomials[0][n:], axis=1), np.zeros(1), m)
    result = np.zeros(top + 1)
    for total, (counts, logs) in enumerate(groups):
        left = n - total
        last = np.cumsum(binomials[-1][left])
        at_most = _product(counts, _toeplitz(last))
        result += _combined(
            at_most,
            logs + left * log_weights[-1] - math.lgamma(left + 1) + math.lgamma(n + 1),
            m,
        )
    result = np.minimum(result, 1.0)
    result.setflags(write=False)
    return result


def _combined(at_most: FloatArray, log_weights: FloatArray, m: int) -> FloatArray:
    """Sum the weighted chances 1 - (1 - F)^m, without cancellation where F is small."""
    with np.errstate(divide="ignore"):
        some = -np.expm1(m * np.log1p(-np.minimum(at_most, 1.0)))
    return np.asarray(np.exp(log_weights) @ some)


def _add_node(
    groups: list[tuple[FloatArray, FloatArray]], binomial: FloatArray, log_weight: float
) -> list[tuple[FloatArray, FloatArray]]:
    """Return one more node a share of each total."""
    n, size = len(groups) - 1, binomial.shape[1]
    shares = np.arange(n + 1)
    log_shares = shares * log_weight - gammaln(shares + 1)
    steps = np.stack([_toeplitz(row) for row in binomial], axis=1).reshape(
        size, (n + 1) * size
    )
    counts: list[list[FloatArray]] = [[] for _ in groups]
    logs: list[list[FloatArray]] = [[] for _ in groups]
    for total, (before, weights) in enumerate(groups):
        left = n - total + 1
        after = _product(before, steps[:, : left * size]).reshape(-1, left, size)
        for share in range(left):
            counts[total + share].append(after[:, share])
            logs[total + share].append(weights + log_shares[share])
    return [
        (np.concatenate(c), np.concatenate(w))
        for c, w in zip(counts, logs, strict=True)
    ]


def _binomial_rows(n: int, chance: float, top: int) -> FloatArray:
    """Binomial probabilities of 0 ... top for 0, 1, ..., n tosses."""
    rows = np.zeros((n + 1, top + 1))
    rows[0, 0] = 1.0
    for tosses in range(1, n + 1):
        rows[tosses] = rows[tosses - 1] * (1 - chance)
        rows[tosses, 1:] += rows[tosses - 1, :-1] * chance
    return rows


def _product(rows: FloatArray, matrix: FloatArray) -> FloatArray:
    """Multiply without BLAS: its threads wait for each other longer than these small
    products take.
    """
    return np.asarray(np.einsum("rs,sc->rc", rows, matrix))


def _toeplitz(values: FloatArray) -> FloatArray:
    """Matrix T with T[s, c] = values[c - s]: a row of probabilities times T is their
    convolution.
    """
    size = len(values)
    offset = np.arange(size)[np.newaxis, :] - np.arange(size)[:, np.newaxis]
    return np.where(offset >= 0, values[np.maximum(offset, 0)], 0.0)


@lru_cache(maxsize=1)
def _hermite_nodes() -> tuple[FloatArray, FloatArray]:
    nodes, weights = np.polynomial.hermite_e.hermegauss(160)
    return np.asarray(nodes), np.asarray(weights)


def _asymptotic_tail(count: int, n: int, m: int) -> float:
    """Take normal variables with correlation 1/3 whose margins are the exact binomial
    ones.
    """
    # Two counts share the control: on each data set P(both beat it) = 1/3, so their
    # correlation is (1/3 - 1/4) / (1/4).
    threshold = float(ndtri_exp(np.log(binomial_upper(n - count, n))))
    common, weights = _hermite_nodes()
    log_below = log_ndtr((threshold - math.sqrt(1 / 3) * common) / math.sqrt(2 / 3))
    with np.errstate(divide="ignore"):
        log_none = np.log1p(-np.exp(np.minimum(log_below, 0.0)))
    return float(min(1.0, weights @ -np.expm1(m * log_none) / math.sqrt(2 * math.pi)))
