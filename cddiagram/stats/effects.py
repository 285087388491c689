"""Effect sizes of all pairs of algorithms: by how much, how surely, on how many data
sets; contrasts on medians.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from cddiagram._util import SHARE, BoolArray, Exact, FloatArray, IntArray, Whole
from cddiagram.stats.differences import differences_from
from cddiagram.stats.pair_test import check_shape
from cddiagram.stats.ranks import column_sums
from cddiagram.stats.results import Result
from cddiagram.stats.sign import count_wins
from cddiagram.stats.wilcoxon import MAX_EXACT, critical_signed_rank_sum, wilcoxon_test

#: All sums are looked at up to so many numbers: there it is as fast.
_FEW = 200
#: Numbers whose sums guide the search.
_SAMPLE = 100
#: How far, in places of the sums of the sample, an order statistic is looked for: some
#: five times the usual error.
_MARGIN = 20
#: What rounding may do to a sum, and more, relative to the largest number.
_DUST = 1e-14
#: A limit is 0 if it is so small, relative to the largest limit: rounding makes 0.3 -
#: 0.2 - 0.1 a small number.
_ZERO = 1e-9


@dataclass(frozen=True, kw_only=True, eq=False)
class Effects(Result):
    """Effect sizes of all pairs: antisymmetric, score of i minus score of j in the
    units of the table.

    Attributes
    ----------
    mean_difference, median_difference : ndarray, shape (k, k)
        Mean and median of the n differences; 0 on the diagonal, as for all effects.
    hodges_lehmann : ndarray, shape (k, k)
        Median of the n (n + 1) / 2 means of two differences (Walsh averages).
    interval_low, interval_high : ndarray, shape (k, k)
        Confidence interval of the Hodges-Lehmann estimate, by inverting the signed-rank
        test; infinite where n is too small for the level.
        ``interval_low[i, j] == -interval_high[j, i]``.
    confidence : float
        Level of the interval.
    interval_method : {"exact", "asymptotic"}
        Whether its limits come from the exact null distribution of the signed-rank sum
        (up to 50 data sets; ties make it cover more) or from the normal one with
        continuity correction.
    wins, ties, losses : ndarray of int, shape (k, k)
        Data sets on which i is better than j, as good, worse.
    rank_biserial : ndarray, shape (k, k)
        Matched-pairs rank-biserial correlation (W+ - W-) / (W+ + W-), between -1 and 1,
        W+ the sum of the ranks of the positive differences with zeros split (D06
        3.1.3): positive when scores of i are larger.
    better : ndarray of int, shape (k, k)
        1 where the Hodges-Lehmann estimate says that i is better than j, -1 where it
        says worse, else 0.
    algorithms : tuple of str
        Names, in the order of rows and columns.
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
    algorithms: tuple[str, ...] = field(default=(), repr=False)

    @property
    def least_datasets(self) -> int:
        """The smallest number of data sets on which an interval has finite limits.

        >>> effects = pair_effects([[0.9, 0.8], [0.7, 0.6]], confidence=1 - 0.05 / 10)
        >>> effects.least_datasets
        9
        """
        alpha = 1 - self.confidence
        return next(n for n in count(1) if _critical_sum(n, alpha) is not None)

    def negligible(self, rope: float) -> BoolArray:
        """Return which pairs have an interval in -rope .. rope, ends included: (k, k).

        >>> effects = pair_effects(
        ...     [[0.9, 0.8], [0.7, 0.6], [0.6, 0.6], [0.8, 0.7], [0.5, 0.4], [0.9, 0.8]]
        ... )
        >>> [effects.negligible(rope)[0, 1].item() for rope in (0.1, 0.05)]
        [True, False]
        """
        inside = (self.interval_low >= -rope) & (self.interval_high <= rope)
        np.fill_diagonal(inside, False)
        return np.asarray(inside)


def excludes_zero(low: ArrayLike, high: ArrayLike) -> BoolArray:
    """Return which intervals exclude 0; an interval that ends at 0, except for
    rounding, includes it.

    >>> excludes_zero([0.1, 0.0, -2.0], [0.3, 1.0, 5.0]).tolist()
    [True, False, False]
    """
    lower, upper = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    limits = np.concatenate([lower.ravel(), upper.ravel()])
    finite = limits[np.isfinite(limits)]
    rounding = _ZERO * np.abs(finite).max(initial=0.0)
    excluded: BoolArray = (lower > rounding) | (upper < -rounding)
    return excluded


def pair_effects(
    scores: ArrayLike | Exact,
    *,
    higher_is_better: bool = True,
    confidence: float = 0.95,
    algorithms: Sequence[str] | None = None,
) -> Effects:
    """Compute the effect sizes of all pairs of scores (n, k); algorithms without names
    have numbers.

    >>> effects = pair_effects(
    ...     [[0.9, 0.8], [0.7, 0.5], [0.6, 0.6], [0.8, 0.5], [0.5, 0.1], [0.9, 0.8]]
    ... )
    >>> (
    ...     round(float(effects.hodges_lehmann[0, 1]), 3),
    ...     effects.wins[0, 1].item(),
    ...     effects.interval_method,
    ... )
    (0.2, 5, 'exact')
    """
    exact = Exact.of(scores)
    values = exact.values
    check_shape(
        values.shape, "scores", 1, 2, "one table (n, k) with k at least 2", one=True
    )
    n, k = values.shape
    median, estimate, low, high = np.zeros((4, k, k))
    for i in range(k - 1):
        differences, unit = differences_from(exact, i)
        columns = slice(i + 1, k)
        median[i, columns] = np.median(differences, axis=-1) / unit
        found = walsh_estimates(differences.T, confidence)
        estimate[i, columns], low[i, columns], high[i, columns] = (
            values / unit for values in found
        )
    estimate -= estimate.T
    wins, ties = count_wins(exact, higher_is_better=higher_is_better)
    sums = wilcoxon_test(exact, method="asymptotic").statistic
    total = sums + sums.T
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
        rank_biserial=np.divide(
            sums - sums.T, total, out=np.zeros((k, k)), where=total > 0
        ),
        better=np.sign(estimate if higher_is_better else -estimate).astype(np.int64),
        algorithms=tuple(
            map(str, range(1, k + 1)) if algorithms is None else algorithms
        ),
    )


def walsh_estimates(
    differences: ArrayLike, confidence: float = 0.95
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the Hodges-Lehmann estimates of columns (n, m) of differences, and their
    confidence limits.

    Median of the Walsh averages (d_a + d_b) / 2, a <= b, and the order statistics of
    rank C + 1 from either end, C the largest signed-rank sum that is significant at 1 -
    confidence.
    """
    d = np.ascontiguousarray(np.asarray(differences, dtype=np.float64).T)
    m, n = d.shape
    sums = n * (n + 1) // 2
    critical = _critical_sum(n, 1 - confidence)
    places = [
        (sums - 1) // 2,
        sums // 2,
        *([] if critical is None else [critical, sums - 1 - critical]),
    ]
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
        tied = (
            np.abs(differences)
            <= np.maximum(sums.coarse[:, np.newaxis], sums.coarse) // SHARE
        )
        differences = np.where(np.asarray(tied, dtype=bool), 0, differences)
    return Whole(differences, sums.denominator).doubles()


def _critical_sum(n: int, alpha: float) -> int | None:
    """Largest signed-rank sum with a two-sided p of at most alpha; None where even 0 is
    not significant.
    """
    if n <= MAX_EXACT:
        return critical_signed_rank_sum(n, alpha)
    spread = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    critical = math.floor(n * (n + 1) / 4 - 0.5 + float(ndtri(alpha / 2)) * spread)
    return critical if critical >= 0 else None


def _mirror(upper: FloatArray, opposite: FloatArray) -> FloatArray:
    """Fill the lower triangle with the negative of the opposite limit."""
    return np.where(np.tri(len(upper), k=-1, dtype=bool), -opposite.T, upper)


def walsh_order_statistics(
    halves: FloatArray, places: Sequence[int]
) -> Iterator[FloatArray]:
    """Yield the order statistics of ``h[a] + h[b]``, a <= b, of each row h, right to
    the last bit.

    The n (n + 1) / 2 sums of n sorted numbers rise along each row and column of a
    triangle. The sums of a hundred of the numbers, evenly spaced, show nearly where an
    order statistic lies; the sums between a limit a little below and one a little above
    are found by bisection in each row, and the statistic is selected from these few.
    """
    n = halves.shape[1]
    for h in halves:
        yield _among_all(h, places) if n <= _FEW else _guided(np.sort(h), places)


def _among_all(h: FloatArray, places: Sequence[int]) -> FloatArray:
    first, second = _triangle(len(h)) if len(h) <= _FEW else np.triu_indices(len(h))
    sums = h[first] + h[second]
    sums.sort()  # vectorized in numpy, where a partition at several places is not
    return sums[list(places)]


def _guided(h: FloatArray, places: Sequence[int]) -> FloatArray:
    """Select from sorted numbers; falls back to all sums where the sample misled."""
    n = len(h)
    sample = h[np.linspace(0.5, n - 0.5, _SAMPLE).astype(np.intp)]
    first, second = _triangle(_SAMPLE)
    guide = np.sort(sample[first] + sample[second])
    share = len(guide) / (n * (n + 1) // 2)
    dust = _DUST * max(abs(float(h[0])), abs(float(h[-1])), 1e-290)
    values = np.empty(len(places))
    found: dict[int, tuple[float, float, int, FloatArray]] = {}
    for number, place in enumerate(places):
        guess = int(share * place)  # the same for the two in the middle, nearly always
        if guess not in found:
            low = (
                float(guide[guess - _MARGIN]) - 4.0 * dust
                if guess >= _MARGIN
                else -math.inf
            )
            high = (
                float(guide[guess + _MARGIN]) + 4.0 * dust
                if guess + _MARGIN < len(guide)
                else math.inf
            )
            found[guess] = (low, high, *_between(h, low, high))
        low, high, below, sums = found[guess]
        if not 0 <= place - below < len(sums):
            return _among_all(h, places)
        values[number] = sums[place - below]
        # A sum within rounding of a limit may be taken for one on the other side: the
        # result must lie well inside.
        if not low + 2.0 * dust < values[number] < high - 2.0 * dust:
            return _among_all(h, places)
    return values


def _between(h: FloatArray, low: float, high: float) -> tuple[int, FloatArray]:
    """Count the sums below two limits, and sort those between."""
    row = np.arange(len(h))
    begin = np.maximum(h.searchsorted(low - h), row)
    end = np.maximum(h.searchsorted(high - h, side="right"), row)
    length = end - begin
    stop = np.cumsum(length)
    column = np.arange(stop[-1]) + np.repeat(begin - stop + length, length)
    sums = np.repeat(h, length) + h[column]
    sums.sort()
    return int((begin - row).sum()), sums


@lru_cache(maxsize=4)
def _triangle(n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    return np.triu_indices(n)


def unadjusted_medians(scores: ArrayLike | Exact) -> FloatArray:
    """Return the medians Z_uv of the differences of each pair over the data sets (G10
    3.3, steps 1 and 2).

    Antisymmetric (the paper prints ``Z_vu = Z_uv``; its Table 6 and Eq. (6) have the
    minus).

    >>> unadjusted_medians([[0.9, 0.8], [0.7, 0.4], [0.6, 0.7]]).round(3)[0, 1].item()
    0.1
    """
    exact = Exact.of(scores)
    shape = exact.values.shape
    check_shape(shape, "scores", 1, 0, "n x k with at least one data set")
    *lead, _, k = shape
    medians = np.zeros((*lead, k, k))
    for u in range(k - 1):
        differences, unit = differences_from(exact, u)
        above = np.median(differences, axis=-1) / unit
        medians[..., u, u + 1 :] = above
        medians[..., u + 1 :, u] = -above
    return medians


def pair_contrasts(scores: ArrayLike | Exact) -> FloatArray:
    """Return the contrast estimates of scores (n, k): shape (k, k).

    >>> pair_contrasts([[0.9, 0.8], [0.7, 0.4], [0.6, 0.7]]).round(3)[0, 1].item()
    0.1
    """
    return contrast_estimates(unadjusted_medians(scores))


def contrast_estimates(medians: ArrayLike) -> FloatArray:
    """Estimate the difference of the medians of each pair from the unadjusted medians
    (G10 3.3, steps 3 and 4).

    ``m_u - m_v``, ``m_u`` the mean of ``Z_u1 ... Z_uk``: in the units of the scores,
    positive where u scores more than v; consistent (``[u, v] + [v, w] = [u, w]``),
    unlike the medians themselves. No p-value belongs to it.

    G10 3.3: four classifiers; the paper prints 0.023 for the first two.

    >>> z = np.zeros((4, 4))
    >>> z[np.triu_indices(4, 1)] = [0.02, 0.018, 0.064, -0.006, 0.038, 0.035]
    >>> contrast_estimates(z - z.T).round(4)[0]
    array([0.    , 0.0225, 0.0198, 0.0598])
    """
    z = np.asarray(medians, dtype=np.float64)
    # The mean over all k of Z_uj, Z_uu = 0 among them: dividing by anything else makes
    # the estimates k times too large or k / (k - 1) times.
    means = np.sort(z, axis=-1).mean(
        axis=-1
    )  # sorted, so that the order of the algorithms changes no bit
    return np.asarray(means[..., :, np.newaxis] - means[..., np.newaxis, :])
