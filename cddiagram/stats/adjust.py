"""Adjusted p-values of one flat family: m hypotheses without logical relations, over
leading batch axes.

Every procedure is a rule "at level alpha reject these hypotheses"; the adjusted p-value
of a hypothesis is the smallest alpha at which the rule rejects it. With the p-values of
the family in rising order, ``p[1] <= ... <= p[m]``:

================  ===========  ================================================================  =======================
method            kind         adjusted ``p[i]``, capped at 1                                    source
================  ===========  ================================================================  =======================
``"none"``        --           ``p[i]``
``"bonferroni"``  single step  ``m p[i]``                                                        D06 3.2.2, G10 5
``"sidak"``       single step  ``1 - (1 - p[i])^m``
``"holm"``        step down    ``max(j <= i)  (m - j + 1) p[j]``                                 D06 3.2.2, G08 2.1, 3
``"holland"``     step down    ``max(j <= i)  1 - (1 - p[j])^(m - j + 1)``                       G10 5
``"finner"``      step down    ``max(j <= i)  1 - (1 - p[j])^(m / j)``                           G10 5
``"hochberg"``    step up      ``min(j >= i)  (m - j + 1) p[j]``                                 D06 3.2.2, G10 5
``"hommel"``      step up      closed test with Simes' test, see `hommel`                        G08 Fig. 3, G10 Fig. 2
``"rom"``         step up      ``min(j >= i)`` of a root, `cddiagram.stats.rom`                  G10 5, Eq. (23)
``"li"``          two-step     ``p[i] / (p[i] + 1 - p[m])``                                      G10 5
================  ===========  ================================================================  =======================

The papers write k - 1 for m and k - i for m - i + 1. G08 and G10 print the step-up
procedures with a maximum; a step-up procedure accepts from the largest p-value down, so
it is a minimum, and the tables of G10 use the minimum. The rejection rules that G10
prints for Holland and Finner lack the exponents' reciprocals; the formulas above are
right.

``"benjamini-hochberg"`` steps up as well: ``min(j >= i)  (m / j) p[j]`` (Benjamini and
Hochberg 1995, procedure (1)). It controls the false discovery rate of positively
dependent tests, not the family-wise error rate.

Two of the others do not hold the family-wise level in general, and are here because the
papers use them. Li's is exact for independent p-values only: against a control on mean
ranks the family-wise error at nominal .05 was measured as .064 (k = 8, n = 20, global
null). Finner's holds under the global null only: its critical values are nearly those
of a false discovery rate, and with half of k = 6 algorithms far away .160 was measured
(all pairs, Wilcoxon, n = 20). Both numbers are those of `study_level` on 10,000 tables,
in tests/stats/test_calibration.py.

p-values keep their relative precision: complements go through ``log1p`` and ``expm1``,
so that 1e-300 stays 1e-300.
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

#: Families up to this size take all slopes of Hommel's procedure at once; larger ones
#: divide and conquer.
_DENSE_LIMIT = 64
#: Larger families go without the levels of Hommel's procedure (not its adjusted
#: p-values), whose search is quadratic.
_MOST_FOR_LEVELS = 2000


def adjust_pvalues(pvalues: ArrayLike, method: str) -> FloatArray:
    """Adjust a flat family of p-values for multiplicity.

    In the caller's order, between the p-value and 1, rising with the p-value; equal
    p-values give equal adjusted p-values. None of them depends on a level.

    Hochberg, Hommel and Rom need independent or positively dependent test statistics,
    Holland, Finner and Sidak too; Li's procedure holds its level under independence
    only.

    The four algorithms of García et al. 2010, Table 11 (ranking of Quade, control
    PDFC):

    >>> p = [6.437472e-05, 0.02163239, 0.02842672]
    >>> adjust_pvalues(p, "holm").round(5).tolist()
    [0.00019, 0.04326, 0.04326]
    >>> adjust_pvalues(p, "hochberg").round(5).tolist()
    [0.00019, 0.02843, 0.02843]
    >>> adjust_pvalues([1e-300, 0.5], "sidak").tolist()
    [2e-300, 0.75]
    """
    p = _checked(pvalues)
    if method == "none" or p.size == 0:
        return p
    order = np.argsort(p, axis=-1, kind="stable")
    rising = np.take_along_axis(p, order, axis=-1)
    adjusted = ADJUSTMENTS[method].load()(rising)
    # No rounding may bring an adjusted p-value below its p-value, or above 1.
    adjusted = np.clip(adjusted, rising, 1.0)
    result: FloatArray = np.empty_like(p)
    np.put_along_axis(result, order, adjusted, axis=-1)
    return result


def _checked(pvalues: ArrayLike) -> FloatArray:
    """Copy the p-values to float64; refuse what is no family of probabilities."""
    p = np.array(pvalues, dtype=np.float64)
    if p.ndim == 0:
        raise InputError(
            "p-values must come as a family: an array with at least one axis, not a "
            "single number."
        )
    if np.isnan(p).any():
        raise InputError(
            "a p-value is NaN: an untested hypothesis belongs to no family; leave it "
            "out before adjusting."
        )
    if p.size and (p.min() < 0.0 or p.max() > 1.0):
        outside = p[(p < 0.0) | (p > 1.0)][0]
        raise InputError(f"p-values must lie in [0, 1]; found {float(outside)!r}.")
    return p


def _any_of(p: FloatArray, count: FloatArray | float) -> FloatArray:
    """``1 - (1 - p)^count`` without cancellation: the chance that one of `count`
    independent tests falls below p.
    """
    with np.errstate(
        divide="ignore"
    ):  # p = 1: log1p is -inf and the result 1, as it should be
        power = -np.expm1(count * np.log1p(-p))
    chance: FloatArray = np.where(count == 1.0, p, power)
    return chance


@dataclass(frozen=True)
class StepRule:
    """A procedure that spreads alpha over numbers of tests, `factors` of m, one for
    each of the rising p-values.

    By Bonferroni's inequality or, for independent tests, as Šidák did. A step-down
    procedure rejects a hypothesis only after all those with smaller p-values, a step-up
    procedure as soon as one with a larger p-value is rejected.
    """

    factors: Callable[[int], FloatArray]
    independent: bool = False
    step: Literal["single", "down", "up"] = "single"

    def __call__(self, p: FloatArray) -> FloatArray:
        """Adjust rising p-values."""
        count = self.factors(p.shape[-1])
        adjusted = _any_of(p, count) if self.independent else count * p
        if self.step == "down":
            return np.maximum.accumulate(adjusted, axis=-1)
        return rising_from_top(adjusted) if self.step == "up" else adjusted

    def levels(self, rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
        """Return the level that each of the rising p-values is compared with."""
        counts = np.broadcast_to(self.factors(len(rising)), len(rising))
        if self.independent:  # 1 - (1 - alpha)^(1 / count) without cancellation
            return np.array(
                [
                    alpha if n == 1.0 else -math.expm1(math.log1p(-alpha) / n)
                    for n in counts.tolist()
                ]
            )
        return alpha / counts


def rising_from_top(values: FloatArray) -> FloatArray:
    """Return the running minimum from the largest p-value down."""
    return np.asarray(np.minimum.accumulate(values[..., ::-1], axis=-1)[..., ::-1])


def _all(m: int) -> FloatArray:
    return np.array([float(m)])


def _remaining(m: int) -> FloatArray:
    return np.arange(m, 0, -1, dtype=np.float64)


bonferroni = StepRule(_all)
sidak = StepRule(_all, independent=True)
holm = StepRule(_remaining, step="down")
holland = StepRule(_remaining, independent=True, step="down")
finner = StepRule(lambda m: m / np.arange(1.0, m + 1.0), independent=True, step="down")
hochberg = StepRule(_remaining, step="up")
# Benjamini and Hochberg (1995), procedure (1): reject H(1), ..., H(i) for the largest i
# with p(i) <= i q / m.
benjamini_hochberg = StepRule(lambda m: m / np.arange(1.0, m + 1.0), step="up")


def unadjusted(p: FloatArray) -> FloatArray:
    """Return p-values as they are.

    >>> unadjusted(np.array([0.2])).tolist()
    [0.2]
    """
    return p


def li(p: FloatArray) -> FloatArray:
    """Adjust rising p-values by Li's two-step procedure.

    >>> li(np.array([0.01, 0.2])).round(4).tolist()
    [0.0123, 0.2]
    """
    denominator = p + (1.0 - p[..., -1:])
    # 0/0 when p = 0 and the largest p is 1: the rule "p <= 0" rejects at every level,
    # so 0 (errata of the papers, 4.8).
    ratio = np.divide(p, denominator, out=np.zeros_like(p), where=denominator > 0.0)
    return np.maximum.accumulate(
        ratio, axis=-1
    )  # the ratio rises with p; its rounding need not


def li_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray:
    """Return ``alpha (1 - p_max) / (1 - alpha)`` for all but the largest p-value, alpha
    for that one (G10 5).

    >>> li_levels(np.array([0.01, 0.05]), 0.05).tolist()
    [0.05, 0.05]
    """
    levels = np.full(len(rising), alpha * (1.0 - float(rising[-1])) / (1.0 - alpha))
    levels[-1] = alpha
    return levels


def hommel_levels(rising: FloatArray, alpha: float, **_: Any) -> FloatArray | None:
    """Divide alpha by h, the most hypotheses that can be true at this level (D06 3.2.2;
    G08 2.1).

    h is the largest s for which ``p[m - s + t] > t alpha / s`` for all t = 1..s.

    >>> hommel_levels(np.array([0.01, 0.02, 0.9]), 0.06).tolist()
    [0.06, 0.06, 0.06]
    """
    m = len(rising)
    if m > _MOST_FOR_LEVELS:
        return None
    for s in range(m, 0, -1):
        if (rising[m - s :] > np.arange(1, s + 1) * alpha / s).all():
            return np.full(m, alpha / s)
    return np.full(m, alpha)


def hommel(p: FloatArray) -> FloatArray:
    """Adjust rising p-values by Hommel's procedure as a closed test, in O(m log m).

    Closing Simes' test gives Hommel's procedure: a hypothesis is rejected at alpha when
    Simes' test rejects every set of hypotheses that holds it. Among the sets with s
    members the one hardest to reject, and not holding ``p[i]``, are the s largest
    p-values; so with ``simes[s]`` the Simes p-value of the s largest,

        adjusted p[i] = max over s of  min( s p[i],  simes[s] ).

    Why: Let ``h(alpha)`` be the largest s with ``simes[s] > alpha``. Hommel's rule (D06
    3.2.2; G08 2.1; G10 5) rejects ``p[i]`` when ``h p[i] <= alpha``. It fails to reject
    exactly when some s has both ``s p[i] > alpha`` and ``simes[s] > alpha`` (if s has,
    so has h, being at least s), that is, when the maximum above exceeds alpha. The
    algorithm of G08 Fig. 3 and G10 Fig. 2 is another way to the same number.

    Two facts make it fast. With ``b = m - s`` p-values left out,
    ``simes[s] = s * min over t > b of p[t] / (t - b)``, the flattest slope from the
    point (b, 0) to the points (t, p[t]) on its right. Where t beats a larger t' at b it
    does so at every smaller b (``p[t] (t' - b) <= p[t'] (t - b)`` is linear in b and
    ``p[t] <= p[t']``), so the best t rises with b and divide and conquer finds all
    slopes in O(m log m). And ``s p[i]`` rises with s while the running maximum of
    ``simes`` from large s down falls, so their crossing is found by bisection, for all
    i at once.

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
    # envelope[s - 1] = max of simes over sets of s or more: falls with s.
    envelope = np.maximum.accumulate(simes[..., ::-1], axis=-1)[..., ::-1]
    # The largest s with s p[i] < envelope[s], by bisection between `below` (holds) and
    # `above` (does not). If it fails even at s = 1, then p[i] = envelope[1], and
    # starting there is right as well.
    below = np.ones(p.shape, dtype=np.intp)
    above = np.full(p.shape, m + 1, dtype=np.intp)
    for _ in range(m.bit_length() + 1):
        middle = (below + above) // 2
        inside = (middle > below) & (middle < above)
        probe = np.minimum(middle, m)
        holds = probe * p < np.take_along_axis(envelope, probe - 1, axis=-1)
        below = np.where(inside & holds, middle, below)
        above = np.where(inside & ~holds, middle, above)
    next_envelope = np.take_along_axis(envelope, np.minimum(below, m - 1), axis=-1)
    adjusted: FloatArray = np.maximum(
        below * p, np.where(below < m, next_envelope, 0.0)
    )
    return adjusted


def _simes_dense(p: FloatArray) -> FloatArray:
    """Simes p-values of the s largest, s = 1..m, from all slopes at once: O(m^2) for
    each family.
    """
    m = p.shape[-1]
    rank = (
        np.arange(1, m + 1) - (m - np.arange(1, m + 1))[:, None]
    )  # [s - 1, t - 1] = t - b with b = m - s
    size = np.arange(1, m + 1)[:, None]
    ratio = np.where(rank > 0, size * p[..., None, :] / np.maximum(rank, 1), np.inf)
    simes: FloatArray = ratio.min(axis=-1)
    return simes


def _simes_divided(p: FloatArray) -> FloatArray:
    """Simes p-values of the s largest, s = 1..m, by monotone divide and conquer, one
    level of the tree at a time.
    """
    m = len(p)
    best = np.zeros(
        m + 2, dtype=np.intp
    )  # best[b + 1] = position t of the flattest slope from b; 0 and m + 1 bound it
    best[m + 1] = m
    simes = np.empty(m)
    stride = 1 << m.bit_length()
    while stride > 1:
        stride //= 2
        # The rows of this level lie halfway between rows already known, which bound
        # their best positions.
        row = np.arange(stride, m + 1, 2 * stride)
        left = row - 1  # b
        first = np.maximum(best[row - stride], row)  # t > b, that is t >= row
        last = best[np.minimum(row + stride, m + 1)]
        length = last - first + 1
        start = np.cumsum(length) - length
        position = np.arange(start[-1] + length[-1]) - np.repeat(start - first, length)
        ratio = (
            np.repeat(m - left, length)
            * p[position - 1]
            / (position - np.repeat(left, length))
        )
        lowest = np.minimum.reduceat(ratio, start)
        hit = np.flatnonzero(ratio == np.repeat(lowest, length))
        best[row] = position[
            hit[np.searchsorted(hit, start)]
        ]  # the first of equal slopes
        simes[m - row] = lowest
    return simes
