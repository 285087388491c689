"""Effect sizes of all pairs of algorithms: by how much, how surely, on how many data sets."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from cddiagram._util.exact import SHARE, Exact, divided
from cddiagram._util.types import FloatArray, IntArray
from cddiagram.errors import UsageError
from cddiagram.stats.differences import differences_from
from cddiagram.stats.ranks import column_sums
from cddiagram.stats.results import Result
from cddiagram.stats.sign import count_wins
from cddiagram.stats.walsh import walsh_order_statistics
from cddiagram.stats.wilcoxon import MAX_EXACT, critical_signed_rank_sum, wilcoxon_test


@dataclass(frozen=True, kw_only=True, eq=False)
class Effects(Result):
    """Effect sizes of all pairs: antisymmetric, score of i minus score of j in the units of the table.

    Attributes
    ----------
    mean_difference, median_difference : ndarray, shape (k, k)
        Mean and median of the n differences; 0 on the diagonal, as for all effects.
    hodges_lehmann : ndarray, shape (k, k)
        Median of the n (n + 1) / 2 means of two differences (Walsh averages).
    interval_low, interval_high : ndarray, shape (k, k)
        Confidence interval of the Hodges-Lehmann estimate, by inverting the signed-rank test; infinite where n is too
        small for the level. ``interval_low[i, j] == -interval_high[j, i]``.
    confidence : float
        Level of the interval.
    interval_method : {"exact", "asymptotic"}
        Whether its limits come from the exact null distribution of the signed-rank sum (up to 50 data sets; ties make
        it cover more) or from the normal one with continuity correction.
    wins, ties, losses : ndarray of int, shape (k, k)
        Data sets on which i is better than j, as good, worse.
    rank_biserial : ndarray, shape (k, k)
        Matched-pairs rank-biserial correlation (W+ - W-) / (W+ + W-), between -1 and 1, W+ the sum of the ranks of the
        positive differences with zeros split (D06 3.1.3): positive when scores of i are larger.
    better : ndarray of int, shape (k, k)
        1 where the Hodges-Lehmann estimate says that i is better than j, -1 where it says worse, else 0.
    """

    mean_difference: FloatArray
    median_difference: FloatArray
    hodges_lehmann: FloatArray
    interval_low: FloatArray
    interval_high: FloatArray
    confidence: float
    interval_method: str
    wins: IntArray
    ties: IntArray
    losses: IntArray
    rank_biserial: FloatArray
    better: IntArray


def pair_effects(scores: ArrayLike | Exact, *, higher_is_better: bool = True, confidence: float = 0.95) -> Effects:
    """Compute the effect sizes of all pairs.

    Shapes: `scores` (n, k).

    >>> effects = pair_effects([[0.9, 0.8], [0.7, 0.5], [0.6, 0.6], [0.8, 0.5], [0.5, 0.1], [0.9, 0.8]])
    >>> round(float(effects.hodges_lehmann[0, 1]), 3), effects.wins[0, 1].item(), effects.interval_method
    (0.2, 5, 'exact')
    """
    exact = Exact.of(scores)
    values = exact.values
    if values.ndim != 2 or values.shape[0] < 1 or values.shape[1] < 2:
        raise UsageError(f"scores must be one table (n, k) with k at least 2, not of shape {values.shape}.")
    if not 0 < confidence < 1:
        raise UsageError(f"confidence must lie between 0 and 1, not {confidence}.")
    n, k = values.shape
    median, estimate, low, high = np.zeros((4, k, k))
    for i in range(k - 1):
        differences, unit = differences_from(exact, i)
        columns = slice(i + 1, k)
        median[i, columns] = np.median(differences, axis=-1) / unit
        found = walsh_estimates(differences.T, confidence)
        estimate[i, columns], low[i, columns], high[i, columns] = (values / unit for values in found)
    estimate -= estimate.T
    wins, ties = count_wins(exact, higher_is_better=higher_is_better)
    return Effects(
        mean_difference=_mean_differences(exact),
        median_difference=median - median.T,
        hodges_lehmann=estimate,
        interval_low=_mirror(low, high),
        interval_high=_mirror(high, low),
        confidence=confidence,
        interval_method="exact" if n <= MAX_EXACT else "asymptotic",
        wins=wins,
        ties=ties - n * np.eye(k, dtype=np.int64),
        losses=wins.T,
        rank_biserial=_rank_biserial(exact),
        better=np.sign(estimate if higher_is_better else -estimate).astype(np.int64),
    )


def walsh_estimates(differences: ArrayLike, confidence: float = 0.95) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Hodges-Lehmann estimates of columns of differences, and their confidence limits.

    Median of the Walsh averages (d_a + d_b) / 2, a <= b, and the order statistics of rank C + 1 from either end, C the
    largest signed-rank sum that is significant at 1 - confidence. Shapes: `differences` (n, m), the result (m,).

    >>> estimate, low, high = walsh_estimates([[1.0], [2.0], [3.0], [4.0], [6.0], [9.0]])
    >>> estimate.item(), low.item(), high.item()
    (4.0, 1.0, 9.0)
    """
    d = np.ascontiguousarray(np.asarray(differences, dtype=np.float64).T)
    m, n = d.shape
    count = n * (n + 1) // 2
    critical = _critical_sum(n, 1 - confidence)
    places = [(count - 1) // 2, count // 2, *([] if critical is None else [critical, count - 1 - critical])]
    estimate, low, high = np.empty(m), np.full(m, -np.inf), np.full(m, np.inf)
    for row, values in enumerate(walsh_order_statistics(d / 2, places)):
        estimate[row] = (values[0] + values[1]) / 2
        if critical is not None:
            low[row], high[row] = values[2:]
    return estimate, low, high


def _mean_differences(exact: Exact) -> FloatArray:
    """Return the differences of the means of all columns, 0 where they tie."""
    sums = column_sums(exact).grown(2)
    differences = sums.numerators[:, np.newaxis] - sums.numerators
    if sums.coarse is not None:
        tied = np.abs(differences) <= np.maximum(sums.coarse[:, np.newaxis], sums.coarse) // SHARE
        differences = np.where(np.asarray(tied, dtype=bool), 0, differences)
    return divided(differences, sums.denominator)


def _critical_sum(n: int, alpha: float) -> int | None:
    """Largest signed-rank sum with a two-sided p of at most alpha; None where even 0 is not significant."""
    if n <= MAX_EXACT:
        return critical_signed_rank_sum(n, alpha)
    spread = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    critical = math.floor(n * (n + 1) / 4 - 0.5 + float(ndtri(alpha / 2)) * spread)
    return critical if critical >= 0 else None


def _mirror(upper: FloatArray, opposite: FloatArray) -> FloatArray:
    """Fill the lower triangle with the negative of the opposite limit."""
    return np.where(np.tri(len(upper), k=-1, dtype=bool), -opposite.T, upper)


def _rank_biserial(scores: Exact) -> FloatArray:
    sums = wilcoxon_test(scores, method="asymptotic").statistic
    difference, total = sums - sums.T, sums + sums.T
    return np.divide(difference, total, out=np.zeros(total.shape), where=total > 0)
