"""Adjusted p-values for a family of m hypotheses without logical relations.

Every procedure is a rule that determines which hypotheses are rejected at level alpha.
The adjusted p-value of a hypothesis is the smallest alpha at which the rule rejects it.
The following formulas refer to the p-values of the family in ascending order, ``p[1] <=
... <= p[m]``:

================  ===========  ================================================================
method            kind         adjusted ``p[i]``, capped at 1
================  ===========  ================================================================
``"none"``        --           ``p[i]``
``"bonferroni"``  single step  ``m p[i]``
``"sidak"``       single step  ``1 - (1 - p[i])^m``
``"holm"``        step down    ``max(j <= i)  (m - j + 1) p[j]``
``"holland"``     step down    ``max(j <= i)  1 - (1 - p[j])^(m - j + 1)``
``"finner"``      step down    ``max(j <= i)  1 - (1 - p[j])^(m / j)``
``"hochberg"``    step up      ``min(j >= i)  (m - j + 1) p[j]``
``"hommel"``      step up      closed test with Simes' test, see `hommel`
``"rom"``         step up      ``min(j >= i)`` of a root, `cddiagram.stats.rom`
``"li"``          two-step     ``p[i] / (p[i] + 1 - p[m])``
================  ===========  ================================================================

Demšar (2006, section 3.2.2) describes the procedures of Bonferroni, Holm and Hochberg.
García and Herrera (2008, section 2.1 and Fig. 3) describe the procedures of Holm and
Hommel. García et al. (2010, section 5, Fig. 2 and Eq. 23) describe the procedures of
Bonferroni, Hochberg, Hommel, Holland, Finner, Rom and Li.

The papers write k - 1 for m and k - i for m - i + 1. García and Herrera (2008) and
García et al. (2010) print the formulas for the step-up procedures with a maximum. The
correct formulas contain a minimum, because a step-up procedure starts at the largest
p-value. The tables in García et al. (2010) were computed with the minimum. The
rejection rules that this paper prints for Holland's and Finner's procedures lack the
reciprocals of the exponents. The formulas above are correct.

``"benjamini-hochberg"`` is also a step-up procedure: ``min(j >= i) (m / j) p[j]``
(Benjamini and Hochberg 1995, procedure (1)). It controls the false discovery rate of
positively dependent tests, but not the family-wise error rate.

Two procedures do not control the family-wise error rate in general, and are included
because the papers use them. Li's procedure controls it for independent p-values, but
the p-values for comparisons with a control are dependent. Finner's procedure controls
it only if all algorithms perform equally, because its critical values are close to
critical values that control the false discovery rate. For 6 algorithms on 20 data sets,
the published table of error rates contains these rates at a nominal level of 0.05:
0.068 for Li's procedure against a control on average ranks if all algorithms perform
equally, and 0.116 for Finner's procedure on Wilcoxon tests of all pairs if half of the
algorithms are better than the others.

Complements are computed with ``log1p`` and ``expm1``. P-values therefore keep their
relative precision, even if they are as small as 1e-300.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.text import InputError

#: All slopes of Hommel's procedure are computed at once only if the family has at most
#: this many hypotheses. Larger families are processed with a divide-and-conquer
#: algorithm.
_DENSE_LIMIT = 64
#: The levels of Hommel's procedure are computed only if the family has at most this
#: many hypotheses. Computing the levels takes quadratic time.
_MOST_FOR_LEVELS = 2000


def adjust_pvalues(pvalues: ArrayLike, method: str) -> FloatArray:
    """Adjust the p-values of a family of hypotheses without logical relations.

    Parameters
    ----------
    pvalues : array_like, shape (..., m)
        The p-values of the hypotheses.
    method : str
        The key of an adjustment. The procedures of Hochberg, Hommel, Rom, Holland,
        Finner and Sidak require independent or positively dependent tests. Li's
        procedure requires independent tests.

    Returns
    -------
    ndarray
        The adjusted p-values, in the same order as the p-values. They are at least as
        large as the p-values and at most 1. They preserve the order of the p-values and
        their ties.

    Raises
    ------
    InputError
        If a value is missing or is not a probability.

    Examples
    --------
    This example uses the four algorithms in Table 11 of García et al. 2010 (Quade's
    ranking, control PDFC):

    >>> p = [6.437472e-05, 0.02163239, 0.02842672]
    >>> adjust_pvalues(p, "holm").round(5).tolist()
    [0.00019, 0.04326, 0.04326]
    >>> adjust_pvalues(p, "hochberg").round(5).tolist()
    [0.00019, 0.02843, 0.02843]
    >>> adjust_pvalues([1e-300, 0.5], "sidak").tolist()
    [2e-300, 0.75]
    """
    p = _as_probabilities(pvalues)
    if method == "none" or p.size == 0:
        return p
    order = np.argsort(p, axis=-1, kind="stable")
    rising = np.take_along_axis(p, order, axis=-1)
    adjusted = ADJUSTMENTS[method].load()(rising)
    # Rounding errors must not move an adjusted p-value below the unadjusted p-value or
    # above 1.
    adjusted = np.clip(adjusted, rising, 1.0)
    result: FloatArray = np.empty_like(p)
    np.put_along_axis(result, order, adjusted, axis=-1)
    return result


def _as_probabilities(pvalues: ArrayLike) -> FloatArray:
    """Return a copy of the p-values. Raise an error if a value is not a probability."""
    p = np.array(pvalues, dtype=np.float64)
    if p.ndim == 0:
        raise InputError(
            "p-values must be an array with at least one axis, not a single number. Pass "
            "all p-values of the family."
        )
    if np.isnan(p).any():
        raise InputError(
            "a p-value is NaN, which means that the hypothesis was not tested. Remove NaN "
            "values before the adjustment."
        )
    if p.size and (p.min() < 0.0 or p.max() > 1.0):
        outside = p[(p < 0.0) | (p > 1.0)][0]
        raise InputError(f"p-values must be between 0 and 1, not {float(outside)!r}.")
    return p


def _probability_of_any(p: FloatArray, count: FloatArray | float) -> FloatArray:
    """Return ``1 - (1 - p)^count`` without cancellation.

    This is the probability that at least one of `count` independent p-values is below
    p.
    """
    # If p is 1, log1p returns -inf, and the result is 1.
    with np.errstate(divide="ignore"):
        power = -np.expm1(count * np.log1p(-p))
    probability: FloatArray = np.where(count == 1.0, p, power)
    return probability


@dataclass(frozen=True)
class StepRule:
    """A procedure that divides alpha by a number of tests at each step.

    Attributes
    ----------
    factors : callable
        A function that returns, for a given m, the number of tests at each ascending
        p-value.
    independent : bool
        Whether alpha is divided by Šidák's formula for independent tests instead of
        Bonferroni's inequality.
    step : {"single", "down", "up"}
        A step-down procedure rejects a hypothesis only if it rejects all hypotheses
        with smaller p-values. A step-up procedure rejects a hypothesis if it rejects
        any hypothesis with a larger p-value.
    """

    factors: Callable[[int], FloatArray]
    independent: bool = False
    step: Literal["single", "down", "up"] = "single"

    def __call__(self, p: FloatArray) -> FloatArray:
        """Adjust p-values in ascending order."""
        count = self.factors(p.shape[-1])
        adjusted = count * p
        if self.independent:
            adjusted = _probability_of_any(p, count)
        if self.step == "down":
            return np.maximum.accumulate(adjusted, axis=-1)
        if self.step == "up":
            return rising_from_top(adjusted)
        return adjusted

    def levels(self, rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
        """Return the level that each of the ascending p-values is compared with."""
        counts = np.broadcast_to(self.factors(len(rising)), len(rising))
        if not self.independent:
            return alpha / counts
        # This line computes 1 - (1 - alpha)^(1 / count) without cancellation errors.
        # For a single test, the result is alpha.
        log_rest = math.log1p(-alpha)
        levels = [-math.expm1(log_rest / count) for count in counts.tolist()]
        return np.where(counts == 1.0, alpha, levels)


def rising_from_top(values: FloatArray) -> FloatArray:
    """Return the running minimum, starting from the largest p-value."""
    falling = values[..., ::-1]
    minima = np.minimum.accumulate(falling, axis=-1)
    return np.asarray(minima[..., ::-1])


def _all_tests(m: int) -> FloatArray:
    """Return the total number of tests for each step."""
    return np.array([float(m)])


def _tests_not_smaller(m: int) -> FloatArray:
    """Return, for each p-value, the number of p-values that are not smaller."""
    return np.arange(m, 0, -1, dtype=np.float64)


def _inverse_shares(m: int) -> FloatArray:
    """Return m / i for the positions i = 1, ..., m of the ascending p-values."""
    return m / np.arange(1.0, m + 1.0)


bonferroni = StepRule(_all_tests)
sidak = StepRule(_all_tests, independent=True)
holm = StepRule(_tests_not_smaller, step="down")
holland = StepRule(_tests_not_smaller, independent=True, step="down")
finner = StepRule(_inverse_shares, independent=True, step="down")
hochberg = StepRule(_tests_not_smaller, step="up")
# Procedure (1) of Benjamini and Hochberg (1995) rejects H(1), ..., H(i) for the largest
# i with p(i) <= i q / m.
benjamini_hochberg = StepRule(_inverse_shares, step="up")


def unadjusted(p: FloatArray) -> FloatArray:
    """Return the p-values without an adjustment.

    >>> unadjusted(np.array([0.2])).tolist()
    [0.2]
    """
    return p


def li(p: FloatArray) -> FloatArray:
    """Adjust p-values in ascending order with Li's two-step procedure.

    If p = 0 and the largest p-value is 1, the ratio is 0/0. The adjusted p-value is
    then 0, because the rule "p <= 0" rejects at every level (errata for the papers,
    4.8).

    >>> li(np.array([0.01, 0.2])).round(4).tolist()
    [0.0123, 0.2]
    """
    denominator = p + (1.0 - p[..., -1:])
    ratio = np.zeros_like(p)
    np.divide(p, denominator, out=ratio, where=denominator > 0.0)
    # Rounding errors can change the order of the ratios.
    return np.maximum.accumulate(ratio, axis=-1)


def li_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
    """Return alpha for the largest p-value, and ``alpha (1 - p_max) / (1 - alpha)`` for
    all others (García et al. 2010, section 5).

    >>> li_levels(np.array([0.01, 0.05]), 0.05).tolist()
    [0.05, 0.05]
    """
    level = alpha * (1.0 - float(rising[-1])) / (1.0 - alpha)
    levels = np.full(len(rising), level)
    levels[-1] = alpha
    return levels


def hommel_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray | None:
    """Divide alpha by h, the largest number of hypotheses that can be true at this
    level (Demšar 2006, section 3.2.2; García and Herrera 2008, section 2.1).

    Here, h is the largest s with ``p[m - s + t] > t alpha / s`` for all t = 1, ..., s.

    >>> hommel_levels(np.array([0.01, 0.02, 0.9]), 0.06).tolist()
    [0.06, 0.06, 0.06]
    """
    m = len(rising)
    if m > _MOST_FOR_LEVELS:
        return None
    for s in range(m, 0, -1):
        simes_levels = np.arange(1, s + 1) * alpha / s
        if (rising[m - s :] > simes_levels).all():
            return np.full(m, alpha / s)
    return np.full(m, alpha)


def hommel(p: FloatArray) -> FloatArray:
    """Adjust p-values in ascending order with Hommel's procedure, in O(m log m).

    Hommel's procedure is the closure of Simes' test: it rejects a hypothesis at alpha
    if Simes' test rejects every set of hypotheses that contains it. Let ``simes[s]`` be
    the Simes p-value of the s largest p-values. Among the sets with s members in
    addition to ``p[i]``, this set is the most difficult to reject, so that

        adjusted p[i] = max over s of  min( s p[i],  simes[s] ).

    Proof: Let ``h(alpha)`` be the largest s with ``simes[s] > alpha``. Hommel's rule
    (Demšar 2006, section 3.2.2; García and Herrera 2008, section 2.1; García et al.
    2010, section 5) rejects ``p[i]`` if ``h p[i] <= alpha``. It does not reject if and
    only if both ``s p[i] > alpha`` and ``simes[s] > alpha`` for some s. The
    inequalities then also apply to h, because h is at least s. This condition means
    that the maximum above exceeds alpha. The algorithms in García and Herrera (2008,
    Fig. 3) and García et al. (2010, Fig. 2) compute the same number.

    The computation is fast for two reasons. First, with b = m - s, ``simes[s] = s * min
    over t > b of p[t] / (t - b)`` is the smallest slope from the point (b, 0) to the
    points (t, p[t]) on its right. If t is better than a larger t' at b, it is also
    better at every smaller b, because ``p[t] (t' - b) <= p[t'] (t - b)`` is linear in b
    and ``p[t] <= p[t']``. The best t therefore increases with b, and divide and conquer
    finds all slopes. Second, ``s p[i]`` increases with s, but the maximum of ``simes``
    over sets of at least s hypotheses decreases. Bisection therefore finds their
    crossing for all i at once.

    >>> hommel(np.array([0.01, 0.02, 0.022, 0.8])).tolist()
    [0.03, 0.04, 0.044, 0.8]
    """
    m = p.shape[-1]
    if m <= _DENSE_LIMIT:
        simes = _simes_dense(p)
    else:
        simes = np.empty_like(p)
        for row in np.ndindex(p.shape[:-1]):
            simes[row] = _simes_divided(p[row])
    # The maximum of `simes` over all sets of at least s hypotheses is envelope[s - 1].
    # This maximum does not increase with s.
    smallest_last = simes[..., ::-1]
    envelope = np.maximum.accumulate(smallest_last, axis=-1)[..., ::-1]
    # Bisection finds the largest s with s p[i] < envelope[s - 1]. If no such s exists,
    # the adjusted p-value is the envelope at s = 1. In this case, `below` is 1 and
    # gives the same result.
    below = np.ones(p.shape, dtype=np.intp)
    above = np.full(p.shape, m + 1, dtype=np.intp)
    for _ in range(m.bit_length() + 1):
        middle = (below + above) // 2
        is_open = (middle > below) & (middle < above)
        probe = np.minimum(middle, m)
        envelope_there = np.take_along_axis(envelope, probe - 1, axis=-1)
        is_below = probe * p < envelope_there
        below = np.where(is_open & is_below, middle, below)
        above = np.where(is_open & ~is_below, middle, above)
    next_envelope = np.take_along_axis(envelope, np.minimum(below, m - 1), axis=-1)
    next_envelope = np.where(below < m, next_envelope, 0.0)
    adjusted: FloatArray = np.maximum(below * p, next_envelope)
    return adjusted


def _simes_dense(p: FloatArray) -> FloatArray:
    """Return the Simes p-values of the s largest p-values for s = 1, ..., m.

    All slopes are computed, which takes O(m^2) for each family.
    """
    m = p.shape[-1]
    position = np.arange(1, m + 1)
    size = position[:, None]
    # The element of `rank` at [s - 1, t - 1] is t - b, where b = m - s.
    rank = position - (m - size)
    slopes = size * p[..., None, :] / np.maximum(rank, 1)
    simes: FloatArray = np.where(rank > 0, slopes, np.inf).min(axis=-1)
    return simes


def _simes_divided(p: FloatArray) -> FloatArray:
    """Return the Simes p-values of the s largest p-values for s = 1, ..., m by monotone
    divide and conquer.

    The levels of the tree are processed one at a time. Each row of a level is halfway
    between two rows whose best positions are known. These positions limit the best
    position of the new row.
    """
    m = len(p)
    # If the line starts at b, the position t with the smallest slope is best[b + 1].
    # The positions 0 and m + 1 are used as sentinels.
    best = np.zeros(m + 2, dtype=np.intp)
    best[m + 1] = m
    simes = np.empty(m)
    stride = 1 << m.bit_length()
    while stride > 1:
        stride //= 2
        row = np.arange(stride, m + 1, 2 * stride)
        b = row - 1
        first = np.maximum(best[row - stride], row)  # t must exceed b
        last = best[np.minimum(row + stride, m + 1)]
        length = last - first + 1
        start = np.cumsum(length) - length
        number = np.arange(start[-1] + length[-1])
        position = number - np.repeat(start - first, length)
        rank = position - np.repeat(b, length)
        slopes = np.repeat(m - b, length) * p[position - 1] / rank
        smallest = np.minimum.reduceat(slopes, start)
        hit = np.flatnonzero(slopes == np.repeat(smallest, length))
        first_hit = hit[np.searchsorted(hit, start)]
        best[row] = position[first_hit]
        simes[m - row] = smallest
    return simes
