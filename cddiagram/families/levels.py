"""The levels that step procedures compare unadjusted p-values with, as the programs of the SCI2S page print them.

Each function is that of an entry of `cddiagram.procedures.ADJUSTMENTS`: from the m unadjusted p-values in rising order,
the family-wise level, k algorithms and Rom's critical values to the level for each p-value; None where they are too
many. Sources: D06 3.2.2; G08 2.1 and Table 3; G10 5, with the exponents of Holland and Finner as WEB has them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from cddiagram._util.types import FloatArray

#: Larger families go without the levels of Hommel's procedure (not its adjusted p-values), whose search is quadratic.
_MOST_FOR_HOMMEL = 2000


def nemenyi_levels(rising: FloatArray, alpha: float, *, k: int, **_: Any) -> FloatArray:
    """Return the p-value of a difference as large as the critical one."""
    from cddiagram.stats.mean_ranks import critical_difference
    from cddiagram.stats.tails import normal_two_sided

    m = len(rising)
    critical = critical_difference(k, 1.0, alpha=alpha, p_adjust="nemenyi", n_hypotheses=m)
    return np.full(m, float(normal_two_sided(np.float64(critical))))


def bonferroni_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
    """Return alpha / m."""
    return np.full(len(rising), alpha / len(rising))


def sidak_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
    """Return 1 - (1 - alpha)^(1 / m)."""
    return np.full(len(rising), _root(alpha, float(len(rising))))


def holm_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
    """Return alpha / (m - i + 1), for Holm and Hochberg.

    >>> holm_levels(np.array([0.01, 0.02, 0.3]), 0.06).tolist()
    [0.02, 0.03, 0.06]
    """
    return np.asarray(alpha / np.arange(len(rising), 0, -1, dtype=np.float64))


def holland_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
    """Return 1 - (1 - alpha)^(1 / (m - i + 1))."""
    return np.array([_root(alpha, count) for count in np.arange(len(rising), 0, -1, dtype=np.float64)])


def finner_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
    """Return 1 - (1 - alpha)^(i / m)."""
    m = len(rising)
    return np.array([_root(alpha, m / place) for place in range(1, m + 1)])


def rom_levels(rising: FloatArray, alpha: float, *, rom_critical: str = "exact", **_: Any) -> FloatArray:
    """Return Rom's critical values."""
    from cddiagram.stats.rom import rom_critical_values

    return rom_critical_values(len(rising), alpha, rom_critical=rom_critical)[::-1]


def shaffer_levels(rising: FloatArray, alpha: float, *, k: int, **_: Any) -> FloatArray:
    """Divide alpha by the most hypotheses that can be true where so many were rejected."""
    from cddiagram.stats.shaffer import shaffer_factors

    return alpha / np.array(shaffer_factors(k), dtype=np.float64)


def hommel_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray | None:
    """Divide alpha by h, the most hypotheses that can be true at this level (D06 3.2.2; G08 2.1).

    h is the largest s for which ``p[m - s + t] > t alpha / s`` for all t = 1..s.
    """
    m = len(rising)
    if m > _MOST_FOR_HOMMEL:
        return None
    for s in range(m, 0, -1):
        if (rising[m - s :] > np.arange(1, s + 1) * alpha / s).all():
            return np.full(m, alpha / s)
    return np.full(m, alpha)


def li_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
    """Return ``alpha (1 - p_max) / (1 - alpha)`` for all but the largest p-value, alpha for that one (G10 5)."""
    levels = np.full(len(rising), alpha * (1.0 - float(rising[-1])) / (1.0 - alpha))
    levels[-1] = alpha
    return levels


def _root(alpha: float, count: float) -> float:
    """``1 - (1 - alpha)^(1 / count)`` without cancellation."""
    return alpha if count == 1.0 else -math.expm1(math.log1p(-alpha) / count)
