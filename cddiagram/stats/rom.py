"""Rom's step-up procedure, for any number of hypotheses and any level.

Rom (1990) sharpened Hochberg's procedure: its critical values ``c[1] >= c[2] >= ...``
(for the largest p-value, the next, ...) make the family-wise error exactly alpha for
independent tests of true hypotheses. For every n the chance that none of n uniform
p-values is rejected must be 1 - alpha, which gives (G10 Section 5, Eq. (23), with the
binomial ``n over j`` of WEB in place of the misprinted ``j over k``)

    n c[n] = sum(j = 1..n-1) alpha^j  -  sum(j = 1..n-2) binom(n, j) c[j+1]^(n-j),       c[1] = alpha, c[2] = alpha / 2.

The critical values depend on alpha, so the adjusted p-value is the smallest alpha that
rejects: hypothesis i in rising order is rejected when ``p[j] <= c[m-j+1]`` for some j
>= i, so its adjusted p-value is the minimum over j >= i of the root of
``c[m-j+1](alpha) = p[j]``. The critical values rise with alpha, so the root is unique.

Bounds of the root: all n hypotheses of a family being true, the smallest p-value alone
leads to a rejection with probability ``1 - (1 - c[n])^n <= alpha``, so alpha >= 1 - (1
- p)^n; and Rom is at least as powerful as Hochberg, ``c[n] >= alpha / n``, so alpha <=
n p.

G10 and WEB print another list: r = alpha/c = 1, 2, 3, 3.814, 4.755, 5.705, 6.655. Both
sums give this list if they stop one term early (at alpha = .05). From the fourth value
on, these critical values are too large for level alpha. The tables of G10 were computed
with them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import FloatArray
from cddiagram.stats.adjust import rising_from_top

#: Relative precision of a root, and the steps it may take (a bisection would need about
#: 52).
_PRECISION = 4e-15
_MAX_STEPS = 80

# Levels are tabulated in s = -log(1 - alpha), in which every critical value is a
# polynomial in exp(-s), up to the largest alpha below 1. Between the nodes log(n c[n] /
# s) is interpolated to 1e-13 up to alpha = 0.98; nearer to 1 the recursion itself is
# less precise than that for large n.
_EDGES = np.array([0.0, 1.5, 4.0, 9.0, 18.0, 37.0])
_DEGREE = 32
_ANGLES = (np.arange(_DEGREE) + 0.5) * (math.pi / _DEGREE)
_NODES = _EDGES[:-1, np.newaxis] + np.diff(_EDGES)[:, np.newaxis] * (
    0.5 - 0.5 * np.cos(_ANGLES)
)
_BARYCENTRIC_WEIGHTS = np.sin(_ANGLES) * (-1.0) ** np.arange(_DEGREE)
_BELOW_1 = math.nextafter(1.0, 0.0)


def rom_critical_values(m: int, alpha: float) -> FloatArray:
    """Return the m critical values for the largest p-value, the second largest, ...
    (Rom 1990, Biometrika 77, 663-665).

    >>> rom_critical_values(5, 0.05).round(5).tolist()  # the table of Rom (1990)
    [0.05, 0.025, 0.01688, 0.01271, 0.01019]
    """
    return _recursion(np.array([alpha]), m)[:, 0]


def rom(p: FloatArray) -> FloatArray:
    """Adjust rising p-values by Rom's step-up procedure.

    >>> rom(np.array([0.001, 0.03, 0.049, 0.9])).round(6).tolist()
    [0.003995, 0.088061, 0.098, 0.9]
    """
    m = p.shape[-1]
    place = np.broadcast_to(
        np.arange(m, 0, -1), p.shape
    )  # n: the p-value is the n-th largest
    return rising_from_top(_levels(p, place))


def rom_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
    """Return the critical values in the order of rising p-values.

    >>> rom_levels(np.array([0.01, 0.05]), 0.05).tolist()
    [0.025, 0.05]
    """
    return rom_critical_values(len(rising), alpha)[::-1]


def _levels(p: FloatArray, place: NDArray[np.intp]) -> FloatArray:
    """Return the alpha at which the n-th critical value equals p, for every p that can
    matter to a running minimum.
    """
    # A p-value whose lower bound 1 - (1 - p)^n is not below the Hochberg bound of a
    # larger one cannot set the minimum; it keeps that upper bound and needs no root.
    with np.errstate(divide="ignore"):
        lowest = -np.expm1(place * np.log1p(-p))
    highest = np.minimum(place * p, 1.0)
    from_above = rising_from_top(highest)
    level = highest.copy()
    needed = np.flatnonzero((place > 2) & (p > 0.0) & (lowest < from_above))
    if needed.size:
        level.flat[needed] = _roots(
            p.flat[needed],
            place.flat[needed],
            lowest.flat[needed],
            highest.flat[needed],
        )
    return level


def _roots(
    p: FloatArray, place: NDArray[np.intp], lowest: FloatArray, highest: FloatArray
) -> FloatArray:
    """Solve ``c[n](alpha) = p`` for alpha in [lowest, highest], all at once: secants on
    logarithms inside a bracket.

    The critical value is nearly proportional to ``-log(1 - alpha)``, so the secant of
    the logarithms is nearly exact from the first step and works alike at 1e-300 and at
    0.9.
    """
    log_ratio = _tabulate(int(place.max()))

    def miss_at(level: FloatArray) -> FloatArray:
        """Interpolate log(c[n] / p) (barycentric formula, Berrut and Trefethen
        2004).
        """
        size = -np.log1p(-np.minimum(level, _BELOW_1))
        piece = np.searchsorted(_EDGES[1:-1], size, side="right")
        distance = size[:, np.newaxis] - _NODES[piece]
        distance[distance == 0.0] = 1e-300
        share = _BARYCENTRIC_WEIGHTS / distance
        ratio = (share * log_ratio[place - 1, piece]).sum(axis=1) / share.sum(axis=1)
        return np.asarray(ratio + np.log(size / (place * p)))

    low, high = lowest.copy(), highest.copy()
    earlier, earlier_miss = high.copy(), miss_at(high)
    unreachable = (
        earlier_miss <= 0.0
    )  # not even rejected at the upper bound: only happens at 1, or by rounding
    root = np.where(unreachable, high, low)
    for _ in range(_MAX_STEPS):
        miss = miss_at(root)
        low = np.where(miss <= 0.0, root, low)
        high = np.where(miss >= 0.0, root, high)
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = (miss - earlier_miss) / np.log(root / earlier)
            proposal = root * np.exp(-miss / slope)
        inside = (proposal >= low) & (proposal <= high)
        proposal = np.where(inside, proposal, np.sqrt(low) * np.sqrt(high))
        settled = unreachable | (np.abs(miss) <= _PRECISION)
        proposal = np.where(settled, root, proposal)
        if np.all(np.abs(proposal - root) <= _PRECISION * root):
            return proposal
        earlier, earlier_miss, root = root, miss, proposal
    return root


def _tabulate(m: int) -> FloatArray:
    """Return log(n c[n] / s) for n = 1..m at the nodes of all pieces, shape (m, pieces,
    nodes).
    """
    size = _NODES.ravel()
    critical = _recursion(-np.expm1(-size), m)
    critical *= np.arange(1, m + 1)[:, np.newaxis] / size
    return np.log(critical).reshape(m, *_NODES.shape)


def _recursion(alpha: FloatArray, m: int) -> FloatArray:
    """Critical values c[1..m] for several levels at once, as rows.

    Row j of `term` holds ``binom(n, j-1) c[j]^(n-j+1)``; from n - 1 to n it is
    multiplied by ``c[j] n / (n - j + 1)``. Only the last few j count: the terms fall
    like ``x^d / d!`` in the exponent d, with ``x = n c[n]``, which is below
    ``-log(1 - alpha)`` and, as the sum of powers of alpha is below n, below
    ``log(1 + m)``.
    """
    c = np.empty((m, len(alpha)))
    c[0] = alpha
    c[1:2] = alpha / 2.0
    depth = _terms(float(alpha.max()), m)
    term = np.empty((m, len(alpha)))
    power = alpha**2
    powers = alpha + power  # alpha + ... + alpha^(n - 1), here for n = 3
    with np.errstate(under="ignore"):
        for n in range(3, m + 1):
            newest = n - 1  # the j with the smallest exponent
            first = max(2, newest - depth + 1)
            carried = slice(first - 1, newest - 1)
            exponent = n - np.arange(first, newest) + 1.0
            term[carried] *= c[carried] * (n / exponent)[:, None]
            term[newest - 1] = math.comb(n, 2) * c[newest - 1] ** 2
            total = term[first - 1 : newest].sum(axis=0)
            c[n - 1] = (powers - total) / n
            power = power * alpha
            powers = powers + power
    return c


def _terms(alpha: float, m: int) -> int:
    """Return the number of terms after which ``x^d / d!`` no longer matters in double
    precision.
    """
    x = min(-math.log1p(-alpha) if alpha < 1.0 else math.inf, math.log1p(m))
    depth, size = 1, x
    while size > 1e-19 * x:
        depth += 1
        size *= (
            2.0 * x / depth
        )  # the factor 2 covers binom(n, d) c[n-d+1]^d exceeding x^d / d!
    return depth + 2
