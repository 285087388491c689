"""Adjusted p-values of one flat family: m hypotheses without logical relations, over leading batch axes.

Every procedure is a rule "at level alpha reject these hypotheses"; the adjusted p-value of a hypothesis is the smallest
alpha at which the rule rejects it. With the p-values of the family in rising order, ``p[1] <= ... <= p[m]``:

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
``"hommel"``      step up      closed test with Simes' test, `cddiagram.stats.hommel`            G08 Fig. 3, G10 Fig. 2
``"rom"``         step up      ``min(j >= i)`` of a root, `cddiagram.stats.rom`                  G10 5, Eq. (23)
``"li"``          two-step     ``p[i] / (p[i] + 1 - p[m])``                                      G10 5
================  ===========  ================================================================  =======================

The papers write k - 1 for m and k - i for m - i + 1. G08 and G10 print the step-up procedures with a maximum; a
step-up procedure accepts from the largest p-value down, so it is a minimum, and the tables of G10 use the minimum. The
rejection rules that G10 prints for Holland and Finner lack the exponents' reciprocals; the formulas above are right.

Two of them do not hold the family-wise level in general, and are here because the papers use them. Li's is exact for
independent p-values only: against a control on mean ranks the family-wise error at nominal .05 was measured as .079
(k = 8, n = 20, global null). Finner's holds under the global null only: its critical values are nearly those of a false
discovery rate, and with half of k = 6 algorithms far away .145 was measured (all pairs, Wilcoxon, n = 20). Both numbers
are those of tests/stats/test_calibration.py.

p-values keep their relative precision: complements go through ``log1p`` and ``expm1``, so that 1e-300 stays 1e-300.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util.inlines import Option
from cddiagram._util.types import FloatArray
from cddiagram.errors import InputError, UsageError, check_alpha, choose_from
from cddiagram.procedures import ADJUSTMENTS, ROM_CRITICAL, flat_choices


def flat_methods() -> tuple[str, ...]:
    """Return the procedures for a flat family, by the names that `adjust_pvalues` takes.

    >>> flat_methods()[:4]
    ('none', 'bonferroni', 'sidak', 'holm')
    """
    return tuple(name for name in flat_choices() if name != "auto")


def adjust_pvalues(pvalues: ArrayLike, method: str, *, alpha: float = 0.05, rom_critical: str = "exact") -> FloatArray:
    """Adjust a flat family of p-values for multiplicity.

    Adjusted p-values in the caller's order, between the p-value and 1, rising with the p-value; equal p-values give
    equal adjusted p-values. `method`: One of ``"none"``, ``"bonferroni"``, ``"sidak"``, ``"holm"``, ``"holland"``,
    ``"finner"``, ``"hochberg"``, ``"hommel"``, ``"rom"``, ``"li"``. `alpha`: Used by ``method="rom"`` with
    ``rom_critical="paper"`` alone, whose adjusted p-values hold at that level only. No other adjusted p-value depends
    on a level. `rom_critical`: Rom's critical values: the recursion of Rom (1990) at whichever alpha just rejects, or
    the list that G10 and WEB print (``r = 1, 2, 3, 3.814, ...``), which does not follow from their Eq. (23). Shapes:
    `pvalues` (..., m), the result (..., m).

    Sources: Demšar 2006 (JMLR 7), Section 3.2.2; García & Herrera 2008 (JMLR 9), Sections 2.1 and 3; García et al. 2010
    (Information Sciences 180), Section 5 and Eq. (23). Hochberg, Hommel and Rom need independent or positively
    dependent test statistics, Holland, Finner and Sidak too; Li's procedure holds its level under independence only.

    The four algorithms of García et al. 2010, Table 11 (ranking of Quade, control PDFC):

    >>> p = [6.437472e-05, 0.02163239, 0.02842672]
    >>> adjust_pvalues(p, "holm").round(5).tolist()
    [0.00019, 0.04326, 0.04326]
    >>> adjust_pvalues(p, "hochberg").round(5).tolist()
    [0.00019, 0.02843, 0.02843]
    >>> adjust_pvalues([1e-300, 0.5], "sidak").tolist()
    [2e-300, 0.75]
    """
    if method not in flat_methods():
        raise UsageError(choose_from("method", method, flat_methods()))
    if rom_critical not in ROM_CRITICAL:
        raise UsageError(choose_from(Option("rom_critical"), rom_critical, ROM_CRITICAL))
    check_alpha(alpha)
    p = _checked(pvalues)
    if method == "none" or p.size == 0:
        return p
    order = np.argsort(p, axis=-1, kind="stable")
    rising = np.take_along_axis(p, order, axis=-1)
    options = {"alpha": alpha, "rom_critical": rom_critical} if method == "rom" else {}
    adjusted = ADJUSTMENTS[method].load()(rising, **options)
    # No rounding may bring an adjusted p-value below its p-value, or above 1.
    adjusted = np.clip(adjusted, rising, 1.0)
    result: FloatArray = np.empty_like(p)
    np.put_along_axis(result, order, adjusted, axis=-1)
    return result


def li_caution(pvalues: ArrayLike) -> str | None:
    """Say when Li's procedure should not be trusted: the largest p-value of the family exceeds 0.5.

    One sentence for a report, None when there is nothing to say. Shapes: `pvalues` (m,).

    García et al. 2010, Section 6: Li loses its power when algorithms are alike, "superior when the largest p-value is
    anticipated to be less than 0.5".

    >>> li_caution([0.01, 0.9])
    "Li's procedure loses its power when the largest p-value of the family exceeds 0.5; here it is 0.9."
    >>> li_caution([0.01, 0.2]) is None
    True
    """
    p = _checked(pvalues)
    if p.size == 0 or p.max() <= 0.5:
        return None
    largest = float(p.max())
    return (
        f"Li's procedure loses its power when the largest p-value of the family exceeds 0.5; here it is {largest:.3g}."
    )


def _checked(pvalues: ArrayLike) -> FloatArray:
    """Copy the p-values to float64; refuse what is no family of probabilities."""
    p = np.array(pvalues, dtype=np.float64)
    if p.ndim == 0:
        raise InputError("p-values must come as a family: an array with at least one axis, not a single number.")
    if np.isnan(p).any():
        raise InputError(
            "a p-value is NaN: an untested hypothesis belongs to no family; leave it out before adjusting."
        )
    if p.size and (p.min() < 0.0 or p.max() > 1.0):
        outside = p[(p < 0.0) | (p > 1.0)][0]
        raise InputError(f"p-values must lie in [0, 1]; found {float(outside)!r}.")
    return p


def _any_of(p: FloatArray, count: FloatArray | float) -> FloatArray:
    """``1 - (1 - p)^count`` without cancellation: the chance that one of `count` independent tests falls below p."""
    with np.errstate(divide="ignore"):  # p = 1: log1p is -inf and the result 1, as it should be
        power = -np.expm1(count * np.log1p(-p))
    chance: FloatArray = np.where(count == 1.0, p, power)
    return chance


def _remaining(p: FloatArray) -> FloatArray:
    """Return the factors m, m - 1, ..., 1 of the step procedures."""
    return np.arange(p.shape[-1], 0, -1, dtype=np.float64)


def _running_max(values: FloatArray) -> FloatArray:
    """Step down: a hypothesis is rejected only after all those with smaller p-values."""
    highest: FloatArray = np.maximum.accumulate(values, axis=-1)
    return highest


def _running_min_from_top(values: FloatArray) -> FloatArray:
    """Step up: a hypothesis is rejected as soon as one with a larger p-value is."""
    lowest: FloatArray = np.minimum.accumulate(values[..., ::-1], axis=-1)[..., ::-1]
    return lowest


def unadjusted(p: FloatArray) -> FloatArray:
    """Return p-values as they are.

    >>> unadjusted(np.array([0.2])).tolist()
    [0.2]
    """
    return p


def bonferroni(p: FloatArray) -> FloatArray:
    """Adjust rising p-values by Bonferroni's inequality.

    >>> bonferroni(np.array([0.01, 0.02])).tolist()
    [0.02, 0.04]
    """
    return float(p.shape[-1]) * p


def sidak(p: FloatArray) -> FloatArray:
    """Adjust rising p-values as Šidák did.

    >>> sidak(np.array([0.01, 0.02])).round(4).tolist()
    [0.0199, 0.0396]
    """
    return _any_of(p, float(p.shape[-1]))


def holm(p: FloatArray) -> FloatArray:
    """Adjust rising p-values by Holm's step-down procedure.

    >>> holm(np.array([0.01, 0.012])).tolist()
    [0.02, 0.02]
    """
    return _running_max(_remaining(p) * p)


def holland(p: FloatArray) -> FloatArray:
    """Adjust rising p-values by Holland's step-down procedure.

    >>> holland(np.array([0.01, 0.02])).round(4).tolist()
    [0.0199, 0.02]
    """
    return _running_max(_any_of(p, _remaining(p)))


def finner(p: FloatArray) -> FloatArray:
    """Adjust rising p-values by Finner's step-down procedure.

    >>> finner(np.array([0.01, 0.02])).round(4).tolist()
    [0.0199, 0.02]
    """
    m = p.shape[-1]
    return _running_max(_any_of(p, m / np.arange(1.0, m + 1.0)))


def hochberg(p: FloatArray) -> FloatArray:
    """Adjust rising p-values by Hochberg's step-up procedure.

    >>> hochberg(np.array([0.01, 0.012])).tolist()
    [0.012, 0.012]
    """
    return _running_min_from_top(_remaining(p) * p)


def li(p: FloatArray) -> FloatArray:
    """Adjust rising p-values by Li's two-step procedure.

    >>> li(np.array([0.01, 0.2])).round(4).tolist()
    [0.0123, 0.2]
    """
    denominator = p + (1.0 - p[..., -1:])
    # 0/0 when p = 0 and the largest p is 1: the rule "p <= 0" rejects at every level, so 0 (errata of the papers, 4.8).
    ratio = np.divide(p, denominator, out=np.zeros_like(p), where=denominator > 0.0)
    return _running_max(ratio)  # the ratio rises with p; its rounding need not
