"""Rom's step-up procedure, for any number of hypotheses and any level.

Rom (1990) sharpened Hochberg's procedure: its critical values ``c[1] >= c[2] >= ...``
(for the largest p-value, the next, ...) make the family-wise error rate exactly alpha
for independent tests of true hypotheses. For every n, the probability that none of n
uniform p-values is rejected must be 1 - alpha. This condition leads to (García et al.
2010, section 5, Eq. 23, with the binomial ``n over j`` of WEB in place of the
misprinted ``j over k``)

    n c[n] = sum(j = 1..n-1) alpha^j  -  sum(j = 1..n-2) binom(n, j) c[j+1]^(n-j),       c[1] = alpha, c[2] = alpha / 2.

The critical values depend on alpha. Hypothesis i in ascending order is rejected if
``p[j] <= c[m-j+1]`` for some j >= i. Its adjusted p-value is therefore the minimum over
j >= i of the root of ``c[m-j+1](alpha) = p[j]``. The root is unique, because the
critical values increase with alpha.

The root is bounded on both sides. If all n hypotheses of a family are true, the
smallest p-value alone leads to a rejection with probability ``1 - (1 - c[n])^n <=
alpha``, so that alpha >= 1 - (1 - p)^n. Rom's procedure is at least as powerful as
Hochberg's (``c[n] >= alpha / n``), so that alpha <= n p.

García et al. (2010) and WEB print a different list: r = alpha/c = 1, 2, 3, 3.814,
4.755, 5.705, 6.655. This list results, at alpha = 0.05, if both sums are stopped one
term early. From the fourth value on, these critical values are too large for level
alpha. The tables in García et al. (2010) were computed with them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import FloatArray
from cddiagram.stats.adjust import rising_from_top
from cddiagram.stats.chebyshev import barycentric_shares, chebyshev_nodes

#: Roots are computed with this relative precision. Bisection would require about 52
#: steps for the same precision.
_PRECISION = 4e-15
_MAX_STEPS = 80

# The critical values are tabulated as functions of s = -log(1 - alpha), up to the
# largest alpha below 1. Each critical value can be expressed as a polynomial in
# exp(-s). Between the nodes, log(n c[n] / s) is interpolated with an error of 1e-13 up
# to alpha = 0.98. If alpha is larger and n is large, the recursion itself is less
# precise.
_EDGES = np.array([0.0, 1.5, 4.0, 9.0, 18.0, 37.0])
_DEGREE = 32
_NODES = chebyshev_nodes(_EDGES, _DEGREE)
_BELOW_1 = math.nextafter(1.0, 0.0)


def rom_critical_values(m: int, alpha: float) -> FloatArray:
    """Return the m critical values, starting with the critical value for the largest
    p-value (Rom 1990, Biometrika 77, 663-665).

    >>> rom_critical_values(5, 0.05).round(5).tolist()  # the table of Rom (1990)
    [0.05, 0.025, 0.01688, 0.01271, 0.01019]
    """
    return _critical_values(np.array([alpha]), m)[:, 0]


def rom(p: FloatArray) -> FloatArray:
    """Adjust p-values in ascending order with Rom's step-up procedure.

    >>> rom(np.array([0.001, 0.03, 0.049, 0.9])).round(6).tolist()
    [0.003995, 0.088061, 0.098, 0.9]
    """
    m = p.shape[-1]
    # For the n-th largest p-value, `place` is n.
    place = np.broadcast_to(np.arange(m, 0, -1), p.shape)
    return rising_from_top(_adjusted_levels(p, place))


def rom_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
    """Return the critical values in ascending order of the p-values.

    >>> rom_levels(np.array([0.01, 0.05]), 0.05).tolist()
    [0.025, 0.05]
    """
    return rom_critical_values(len(rising), alpha)[::-1]


def _adjusted_levels(p: FloatArray, place: NDArray[np.intp]) -> FloatArray:
    """Return the alpha at which the n-th critical value equals p.

    If the lower bound 1 - (1 - p)^n of a p-value is not below the Hochberg bound of a
    larger p-value, the p-value cannot determine the running minimum. In this case, the
    upper bound is returned instead of the root.
    """
    with np.errstate(divide="ignore"):
        lowest = -np.expm1(place * np.log1p(-p))
    highest = np.minimum(place * p, 1.0)
    level = highest.copy()
    can_matter = lowest < rising_from_top(highest)
    needs_root = (place > 2) & (p > 0.0) & can_matter
    if needs_root.any():
        level[needs_root] = _roots(
            p[needs_root], place[needs_root], lowest[needs_root], highest[needs_root]
        )
    return level


def _roots(
    p: FloatArray, place: NDArray[np.intp], lowest: FloatArray, highest: FloatArray
) -> FloatArray:
    """Solve ``c[n](alpha) = p`` for alpha in [lowest, highest], for all p-values at
    once.

    The critical value is nearly proportional to ``-log(1 - alpha)``. The secant method
    on the logarithms, limited to a bracket, is therefore nearly exact from the first
    step, for 1e-300 as well as for 0.9.
    """
    log_ratio = _tabulate_critical_values(int(place.max()))

    def excess(level: FloatArray) -> FloatArray:
        """Interpolate log(c[n] / p)."""
        size = -np.log1p(-np.minimum(level, _BELOW_1))
        piece = np.searchsorted(_EDGES[1:-1], size, side="right")
        share = barycentric_shares(size, _NODES[piece])
        weighted = share * log_ratio[place - 1, piece]
        ratio = weighted.sum(axis=1) / share.sum(axis=1)
        return np.asarray(ratio + np.log(size / (place * p)))

    low = lowest.copy()
    high = highest.copy()
    previous = high.copy()
    previous_excess = excess(high)
    # Some hypotheses are not rejected even at the upper bound. This happens only if p
    # is 1 or if there are rounding errors.
    is_unreachable = previous_excess <= 0.0
    root = np.where(is_unreachable, high, low)
    for _ in range(_MAX_STEPS):
        current = excess(root)
        low = np.where(current <= 0.0, root, low)
        high = np.where(current >= 0.0, root, high)
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = (current - previous_excess) / np.log(root / previous)
            secant = root * np.exp(-current / slope)
        is_inside = (secant >= low) & (secant <= high)
        middle = np.sqrt(low) * np.sqrt(high)
        next_root = np.where(is_inside, secant, middle)
        is_final = is_unreachable | (np.abs(current) <= _PRECISION)
        next_root = np.where(is_final, root, next_root)
        if np.all(np.abs(next_root - root) <= _PRECISION * root):
            return next_root
        previous, previous_excess, root = root, current, next_root
    return root


def _tabulate_critical_values(m: int) -> FloatArray:
    """Return log(n c[n] / s) for n = 1, ..., m at the nodes of all pieces, as an array
    of shape (m, pieces, nodes).
    """
    size = _NODES.ravel()
    critical = _critical_values(-np.expm1(-size), m)
    critical *= np.arange(1, m + 1)[:, np.newaxis] / size
    return np.log(critical).reshape(m, *_NODES.shape)


def _critical_values(alpha: FloatArray, m: int) -> FloatArray:
    """Return the critical values c[1], ..., c[m] as rows, for several levels at once.

    Row j of `term` contains ``binom(n, j-1) c[j]^(n-j+1)``. From n - 1 to n, it is
    multiplied by ``c[j] n / (n - j + 1)``. Only the last few j are relevant, because
    the terms decrease like ``x^d / d!`` in the exponent d, where ``x = n c[n]``. The
    value of x is below ``-log(1 - alpha)`` and, because the sum of powers of alpha is
    below n, below ``log(1 + m)``.
    """
    c = np.empty((m, len(alpha)))
    c[0] = alpha
    c[1:2] = alpha / 2.0
    depth = _needed_terms(float(alpha.max()), m)
    term = np.empty((m, len(alpha)))
    power = alpha**2
    powers = alpha + power  # The sum is alpha + ... + alpha^(n - 1) for n = 3.
    with np.errstate(under="ignore"):
        for n in range(3, m + 1):
            newest = n - 1  # For this j, the exponent is smallest.
            first = max(2, newest - depth + 1)
            earlier = slice(first - 1, newest - 1)
            exponent = n - np.arange(first, newest) + 1.0
            term[earlier] *= c[earlier] * (n / exponent)[:, None]
            term[newest - 1] = math.comb(n, 2) * c[newest - 1] ** 2
            total = term[first - 1 : newest].sum(axis=0)
            c[n - 1] = (powers - total) / n
            power = power * alpha
            powers = powers + power
    return c


def _needed_terms(alpha: float, m: int) -> int:
    """Return the number of terms after which ``x^d / d!`` is negligible in double
    precision.

    A factor of 2 is included because binom(n, d) c[n-d+1]^d can exceed x^d / d!.
    """
    x = math.log1p(m)
    if alpha < 1.0:
        x = min(-math.log1p(-alpha), x)
    depth, size = 1, x
    while size > 1e-19 * x:
        depth += 1
        size *= 2.0 * x / depth
    return depth + 2
