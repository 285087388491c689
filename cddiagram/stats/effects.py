"""Effect sizes for all pairs of algorithms, and contrast estimates based on medians."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from cddiagram._util import BoolArray, Exact, FloatArray, IntArray
from cddiagram.stats.differences import differences_from
from cddiagram.stats.pair_test import check_shape
from cddiagram.stats.ranks import column_means
from cddiagram.stats.results import Result
from cddiagram.stats.sign import count_wins
from cddiagram.stats.ties import zero_if_tied
from cddiagram.stats.wilcoxon import MAX_EXACT, critical_signed_rank_sum, wilcoxon_test

#: All pairwise sums are sorted only if there are at most this many values. If there are
#: more values, a search is faster.
_FEW = 200
#: The search is guided by the pairwise sums of a sample with this many values.
_SAMPLE = 100
#: Among the pairwise sums of the sample, the search includes a margin of this many
#: ranks. The margin is about five times the typical error of the search.
_MARGIN = 20
#: The rounding error of a sum does not exceed this proportion of the largest value.
_ROUNDING = 1e-14
#: A limit is treated as 0 if it does not exceed this proportion of the largest limit.
#: For example, 0.3 - 0.2 - 0.1 is not exactly 0 in floating-point arithmetic.
_ZERO = 1e-9


@dataclass(frozen=True, kw_only=True, eq=False)
class Effects(Result):
    """The effect sizes for all pairs.

    A difference is the score of algorithm i minus the score of algorithm j, in the
    units of the scores.

    Attributes
    ----------
    mean_difference, median_difference : ndarray, shape (k, k)
        The mean and the median of the n differences. All effects are 0 on the diagonal.
    hodges_lehmann : ndarray, shape (k, k)
        The Hodges-Lehmann estimate, which is the median of the n (n + 1) / 2 Walsh
        averages of the differences.
    interval_low, interval_high : ndarray, shape (k, k)
        The limits of the confidence interval for the Hodges-Lehmann estimate, obtained
        by inverting the signed-rank test. They are infinite if n is too small for the
        level. ``interval_low[i, j] == -interval_high[j, i]``.
    confidence : float
        The confidence level of each interval.
    interval_method : {"exact", "asymptotic"}
        The method by which the intervals were computed. The exact method uses the null
        distribution of the signed-rank sum for up to 50 data sets; ties increase the
        coverage. The asymptotic method uses the normal distribution with continuity
        correction.
    wins, ties, losses : ndarray of int, shape (k, k)
        The numbers of data sets on which i is better than j, equal to j, and worse than
        j.
    rank_biserial : ndarray, shape (k, k)
        The matched-pairs rank-biserial correlation (W+ - W-) / (W+ + W-), between -1
        and 1. W+ is the sum of the ranks of the positive differences, and the ranks of
        zero differences are split (Demšar 2006, section 3.1.3). The correlation is
        positive if the scores of i tend to be larger.
    better : ndarray of int, shape (k, k)
        The direction of the effect: 1 if the Hodges-Lehmann estimate favours i, -1 if
        it favours j, and 0 otherwise.
    algorithms : tuple of str
        The names of the algorithms, in the order of the rows and columns.
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
        """The smallest number of data sets for which intervals have finite limits.

        >>> effects = pair_effects([[0.9, 0.8], [0.7, 0.6]], confidence=1 - 0.05 / 10)
        >>> effects.least_datasets
        9
        """
        alpha = 1 - self.confidence
        return next(n for n in count(1) if _critical_sum(n, alpha) is not None)

    def negligible(self, rope: float) -> BoolArray:
        """Return which intervals are contained in [-rope, rope], as an array of shape
        (k, k).

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
    """Return which intervals exclude 0.

    An interval whose limit is 0, except for rounding errors, includes 0.

    >>> excludes_zero([0.1, 0.0, -2.0], [0.3, 1.0, 5.0]).tolist()
    [True, False, False]
    """
    lower = np.asarray(low, dtype=float)
    upper = np.asarray(high, dtype=float)
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
    """Compute the effect sizes for all pairs from scores of shape (n, k).

    By default, the algorithms are numbered.

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
    shape = exact.values.shape
    check_shape(
        shape,
        "scores",
        1,
        2,
        "a single n x k table with at least two columns",
        one=True,
    )
    n, k = shape
    median, estimate, low, high = np.zeros((4, k, k))
    for i in range(k - 1):
        differences, unit = differences_from(exact, i)
        later = slice(i + 1, k)
        estimates = walsh_estimates(differences.T, confidence)
        median[i, later] = np.median(differences, axis=-1) / unit
        for square, values in zip((estimate, low, high), estimates, strict=True):
            square[i, later] = values / unit
    estimate -= estimate.T
    wins, ties = count_wins(exact, higher_is_better=higher_is_better)
    better = np.sign(estimate)
    if not higher_is_better:
        better = -better
    if algorithms is None:
        algorithms = numbered(k)
    interval_method = "asymptotic"
    if n <= MAX_EXACT:
        interval_method = "exact"
    return Effects(
        mean_difference=_mean_differences(exact),
        median_difference=median - median.T,
        hodges_lehmann=estimate,
        interval_low=_with_mirrored_limits(low, high),
        interval_high=_with_mirrored_limits(high, low),
        confidence=confidence,
        interval_method=interval_method,
        wins=wins,
        ties=ties - n * np.eye(k, dtype=np.int64),
        losses=wins.T,
        rank_biserial=_rank_biserial(exact),
        better=better.astype(np.int64),
        algorithms=tuple(algorithms),
    )


def numbered(k: int) -> list[str]:
    """Return the numbers 1 to k as names of algorithms.

    >>> numbered(3)
    ['1', '2', '3']
    """
    return [str(number) for number in range(1, k + 1)]


def _rank_biserial(exact: Exact) -> FloatArray:
    """Return the correlations (W+ - W-) / (W+ + W-), or 0 if all differences are 0."""
    w_plus = wilcoxon_test(exact, method="asymptotic").statistic
    w_minus = w_plus.T
    total = w_plus + w_minus
    correlations = np.zeros(total.shape)
    np.divide(w_plus - w_minus, total, out=correlations, where=total > 0)
    return correlations


def walsh_estimates(
    differences: ArrayLike, confidence: float = 0.95
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the Hodges-Lehmann estimates for columns of differences of shape (n, m),
    and their confidence limits.

    The estimate is the median of the Walsh averages (d_a + d_b) / 2 with a <= b. The
    limits are the order statistics at position C + 1 from either end, where C is the
    largest signed-rank sum that is significant at the level 1 - confidence.
    """
    d = np.ascontiguousarray(np.asarray(differences, dtype=np.float64).T)
    m, n = d.shape
    sums = n * (n + 1) // 2
    places = [(sums - 1) // 2, sums // 2]
    critical = _critical_sum(n, 1 - confidence)
    if critical is not None:
        places += [critical, sums - 1 - critical]
    estimate = np.empty(m)
    low = np.full(m, -np.inf)
    high = np.full(m, np.inf)
    for row, values in enumerate(walsh_order_statistics(d / 2, places)):
        estimate[row] = (values[0] + values[1]) / 2
        if critical is not None:
            low[row], high[row] = values[2:]
    return estimate, low, high


def _mean_differences(exact: Exact) -> FloatArray:
    """Return the differences between the means of all columns.

    The difference is 0 for tied means.
    """
    means = column_means(exact)
    differences = means.differences(np.s_[:, np.newaxis], np.s_[np.newaxis])
    return zero_if_tied(differences).doubles()


def _critical_sum(n: int, alpha: float) -> int | None:
    """Return the largest signed-rank sum with a two-sided p-value of at most alpha, or
    None if even 0 is not significant.
    """
    if n <= MAX_EXACT:
        return critical_signed_rank_sum(n, alpha)
    # The distribution of the sum is approximated by a normal distribution, and a
    # continuity correction is used.
    mean = n * (n + 1) / 4
    spread = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    critical = math.floor(mean - 0.5 + float(ndtri(alpha / 2)) * spread)
    if critical < 0:
        return None
    return critical


def _with_mirrored_limits(upper: FloatArray, opposite: FloatArray) -> FloatArray:
    """Fill the lower triangle with the negatives of the opposite limits."""
    is_below = np.tri(len(upper), k=-1, dtype=bool)
    return np.where(is_below, -opposite.T, upper)


def walsh_order_statistics(
    halves: FloatArray, places: Sequence[int]
) -> Iterator[FloatArray]:
    """Yield the order statistics of ``h[a] + h[b]`` with a <= b for each row h, exact
    to the last bit.

    The n (n + 1) / 2 sums of n sorted numbers increase along each row and column of a
    triangle. The sums of a sample of the numbers provide limits slightly below and
    above an order statistic. Bisection in each row finds the few sums between these
    limits, from which the order statistic is selected.
    """
    n = halves.shape[1]
    for h in halves:
        if n <= _FEW:
            yield _select_from_all(h, places)
        else:
            yield _select_between_limits(np.sort(h), places)


def _select_from_all(h: FloatArray, places: Sequence[int]) -> FloatArray:
    """Select the order statistics from all sums."""
    first, second = _pairs_of_positions(len(h))
    sums = h[first] + h[second]
    sums.sort()  # In NumPy, sorting is faster than a partition at several positions.
    return sums[list(places)]


def _select_between_limits(h: FloatArray, places: Sequence[int]) -> FloatArray:
    """Select the order statistics from the sums between two limits.

    The numbers must be sorted.

    If the limits from the sample are wrong, select from all sums.
    """
    n = len(h)
    sums_of_sample = _sums_of_sample(h)
    share = len(sums_of_sample) / (n * (n + 1) // 2)
    largest = max(abs(float(h[0])), abs(float(h[-1])), 1e-290)
    rounding = _ROUNDING * largest
    values = np.empty(len(places))
    searches: dict[int, tuple[float, float, int, FloatArray]] = {}
    for number, place in enumerate(places):
        # If there are two middle positions, the guesses for both are almost always
        # equal.
        guess = int(share * place)
        if guess not in searches:
            low, high = _limits_around(sums_of_sample, guess)
            low -= 4.0 * rounding
            high += 4.0 * rounding
            searches[guess] = (low, high, *_sums_between(h, low, high))
        low, high, below, sums = searches[guess]
        if not 0 <= place - below < len(sums):
            return _select_from_all(h, places)
        values[number] = sums[place - below]
        # Because of rounding errors, a sum close to a limit may be on the wrong side of
        # the limit. Results close to a limit are therefore rejected.
        if not low + 2.0 * rounding < values[number] < high - 2.0 * rounding:
            return _select_from_all(h, places)
    return values


def _sums_of_sample(h: FloatArray) -> FloatArray:
    """Return the sorted pairwise sums of an evenly spaced sample of sorted numbers."""
    positions = np.linspace(0.5, len(h) - 0.5, _SAMPLE).astype(np.intp)
    sample = h[positions]
    first, second = _pairs_of_positions(_SAMPLE)
    return np.sort(sample[first] + sample[second])


def _limits_around(sums_of_sample: FloatArray, guess: int) -> tuple[float, float]:
    """Return the sums of the sample that are a margin below and above a guessed
    position.
    """
    low, high = -math.inf, math.inf
    if guess >= _MARGIN:
        low = float(sums_of_sample[guess - _MARGIN])
    if guess + _MARGIN < len(sums_of_sample):
        high = float(sums_of_sample[guess + _MARGIN])
    return low, high


def _sums_between(h: FloatArray, low: float, high: float) -> tuple[int, FloatArray]:
    """Return the number of sums below each of two limits, and the sorted sums between
    the limits.
    """
    row = np.arange(len(h))
    begin = np.maximum(h.searchsorted(low - h), row)
    end = np.maximum(h.searchsorted(high - h, side="right"), row)
    length = end - begin
    stop = np.cumsum(length)
    number = np.arange(stop[-1])
    column = number + np.repeat(begin - stop + length, length)
    sums = np.repeat(h, length) + h[column]
    sums.sort()
    return int((begin - row).sum()), sums


def _pairs_of_positions(n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the positions (a, b) with a <= b of all sums."""
    if n <= _FEW:
        return _cached_pairs_of_positions(n)
    return np.triu_indices(n)


@lru_cache(maxsize=4)
def _cached_pairs_of_positions(n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    return np.triu_indices(n)


def unadjusted_medians(scores: ArrayLike | Exact) -> FloatArray:
    """Return the median Z_uv of the differences for each pair (García et al. 2010,
    section 3.3, steps 1 and 2).

    The array is antisymmetric. The paper prints ``Z_vu = Z_uv``, but its Table 6 and
    Eq. (6) imply a minus sign.

    >>> unadjusted_medians([[0.9, 0.8], [0.7, 0.4], [0.6, 0.7]]).round(3)[0, 1].item()
    0.1
    """
    exact = Exact.of(scores)
    shape = exact.values.shape
    check_shape(shape, "scores", 1, 0, "an n x k array with at least one row")
    *lead, _, k = shape
    medians = np.zeros((*lead, k, k))
    for u in range(k - 1):
        differences, unit = differences_from(exact, u)
        above = np.median(differences, axis=-1) / unit
        medians[..., u, u + 1 :] = above
        medians[..., u + 1 :, u] = -above
    return medians


def pair_contrasts(scores: ArrayLike | Exact) -> FloatArray:
    """Return the contrast estimates for scores of shape (n, k) as an array of shape (k,
    k).

    >>> pair_contrasts([[0.9, 0.8], [0.7, 0.4], [0.6, 0.7]]).round(3)[0, 1].item()
    0.1
    """
    return contrast_estimates(unadjusted_medians(scores))


def contrast_estimates(medians: ArrayLike) -> FloatArray:
    """Estimate the difference between the medians of each pair from the unadjusted
    medians (García et al. 2010, section 3.3, steps 3 and 4).

    The estimate is ``m_u - m_v``, where ``m_u`` is the mean of ``Z_u1, ..., Z_uk``. It
    is in the units of the scores and positive if u has larger scores than v. Unlike the
    medians, the estimates are consistent: ``[u, v] + [v, w] = [u, w]``. They do not
    have p-values.

    For the first two of the four classifiers in section 3.3, the paper prints 0.023.

    >>> z = np.zeros((4, 4))
    >>> z[np.triu_indices(4, 1)] = [0.02, 0.018, 0.064, -0.006, 0.038, 0.035]
    >>> contrast_estimates(z - z.T).round(4)[0]
    array([0.    , 0.0225, 0.0198, 0.0598])
    """
    z = np.asarray(medians, dtype=np.float64)
    # The mean includes Z_uu, which is 0. Because the values are sorted, the mean does
    # not depend on the order of the algorithms.
    means = np.sort(z, axis=-1).mean(axis=-1)
    of_row = means[..., :, np.newaxis]
    of_column = means[..., np.newaxis, :]
    return np.asarray(of_row - of_column)
