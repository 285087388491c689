"""The levels that step procedures compare unadjusted p-values with, as the programs of the SCI2S page print them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

#: Larger families go without the levels of Hommel's procedure (not its adjusted p-values), whose search is quadratic.
_MOST_FOR_HOMMEL = 2000


def levels_of(
    p_adjust: str, rising: FloatArray, alpha: float, *, k: int, rom_critical: str = "exact"
) -> FloatArray | None:
    """Give the level that a procedure compares each p-value of a family with.

    Parameters
    ----------
    p_adjust : str
        The procedure, as in `cddiagram.compare`.
    rising : ndarray, shape (m,)
        The unadjusted p-values of the whole family, rising.
    alpha : float
        The family-wise level.
    k : int
        How many algorithms are compared.
    rom_critical : {"exact", "paper"}
        Rom's critical values, as in `cddiagram.compare`.

    Returns
    -------
    ndarray, shape (m,), or None
        None where a procedure has no such levels.

    Notes
    -----
    D06 3.2.2; G08 2.1 and Table 3; G10 5, with the exponents of Holland and Finner as WEB has them.

    Examples
    --------
    >>> levels_of("holm", np.array([0.01, 0.02, 0.3]), 0.06, k=4).tolist()
    [0.02, 0.03, 0.06]
    """
    m = len(rising)
    left = np.arange(m, 0, -1, dtype=np.float64)  # m - i + 1
    if p_adjust == "nemenyi":
        from cddiagram.stats.mean_ranks import critical_difference, normal_two_sided

        critical = critical_difference(k, 1.0, alpha=alpha, p_adjust="nemenyi", n_hypotheses=m)
        return np.full(m, float(normal_two_sided(np.float64(critical))))
    if p_adjust == "bonferroni":
        return np.full(m, alpha / m)
    if p_adjust == "sidak":
        return np.full(m, _root(alpha, float(m)))
    if p_adjust in ("holm", "hochberg"):
        return np.asarray(alpha / left)
    if p_adjust == "holland":
        return np.array([_root(alpha, count) for count in left])
    if p_adjust == "finner":
        return np.array([_root(alpha, m / place) for place in range(1, m + 1)])
    if p_adjust == "rom":
        from cddiagram.stats.rom import rom_critical_values

        return rom_critical_values(m, alpha, rom_critical=rom_critical)[::-1]
    if p_adjust == "shaffer":
        from cddiagram.stats.shaffer import shaffer_factors

        return alpha / np.array(shaffer_factors(k), dtype=np.float64)
    if p_adjust == "hommel":
        return _hommel_levels(rising, alpha)
    return _li_levels(rising, alpha) if p_adjust == "li" else None


def _root(alpha: float, count: float) -> float:
    """``1 - (1 - alpha)^(1 / count)`` without cancellation."""
    return alpha if count == 1.0 else -math.expm1(math.log1p(-alpha) / count)


def _hommel_levels(rising: FloatArray, alpha: float) -> FloatArray | None:
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


def _li_levels(rising: FloatArray, alpha: float) -> FloatArray:
    """``alpha (1 - p_max) / (1 - alpha)`` for all but the largest p-value, alpha for that one (G10 5)."""
    levels = np.full(len(rising), alpha * (1.0 - float(rising[-1])) / (1.0 - alpha))
    levels[-1] = alpha
    return levels
