"""The error rates of the tests of a comparison, and the confidence levels of rank
intervals.
"""

from __future__ import annotations

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.comparing import Comparison, ErrorControl
from cddiagram.text import counted
from cddiagram.words.names import adjustment_words
from cddiagram.words.numbers import format_alpha, format_level, plain_p
from cddiagram.words.procedures import role_of_control

#: Maps each condition for the control of an error rate to a clause that states it.
_CONDITIONS = {
    "positive": "the tests are positively dependent",
    "transitive": "the scores of the algorithms differ only by a shift",
    "independence": "the tests are independent",
    "exchangeable": "algorithms that perform equally are exchangeable",
}


def error_rate_words(comparison: Comparison) -> str:
    """State in one or two sentences which error rate is controlled.

    The text is empty for a single test. It is also empty for p-values from another
    source, because their error rate is unknown.
    """
    control = comparison.error_control
    if control.none:
        return uncontrolled_words(comparison)
    level = f"α = {format_alpha(comparison.alpha)}"
    if control.controls == "fwer-weak":
        equal = "all algorithms perform equally"
        if control.condition in _CONDITIONS:
            equal = f"{equal} and {_CONDITIONS[control.condition]}"
        verb = "approximately control"
        if _is_exact(comparison):
            verb = "control"
        return (
            f"If {equal}, the tests {verb} the family-wise error rate (FWER) at level "
            f"{level}. If only some algorithms perform equally, the FWER can exceed this "
            "level."
        )
    if control.controls == "unknown" or comparison.pairwise.n_hypotheses == 1:
        return ""
    return (
        "The tests control the family-wise error rate (FWER) at level "
        f"{level}{_condition(control)}."
    )


def limited_words(comparison: Comparison) -> str:
    """Return `error_rate_words` if the control of the error rate is conditional or
    missing.

    Otherwise, return an empty text.
    """
    control = comparison.error_control
    if control.controls == "fwer" and control.condition == "any":
        return ""
    return error_rate_words(comparison)


def uncontrolled_words(comparison: Comparison, verb: str = "is") -> str:
    """State that the error rate is not controlled.

    Return an empty text if it is controlled at least weakly.
    """
    control = comparison.error_control
    if not control.none:
        return ""
    rate = "error rate"
    if comparison.pairwise.n_hypotheses > 1:
        rate = "family-wise error rate"
    if control.controls != "fdr":
        return f"The {rate} {verb} not controlled."
    level, condition = format_level(comparison.alpha), _condition(control)
    return (
        f"The false discovery rate {verb} at most {level}{condition}, but the {rate} "
        f"{verb} not controlled."
    )


def decision_level(comparison: Comparison) -> str:
    """Return the significance level.

    Add a remark if the family-wise error rate is not controlled.
    """
    level, control = f"α = {format_alpha(comparison.alpha)}", comparison.error_control
    if not control.none:
        return level
    if control.controls == "fdr":
        return (
            f"{level} (false discovery rate; the family-wise error rate is not "
            "controlled)"
        )
    rate = "error rate"
    if comparison.pairwise.n_hypotheses > 1:
        rate = "family-wise error rate"
    return f"{level} (the {rate} is not controlled)"


def unattainable_words(comparison: Comparison) -> str:
    """State that no pairwise difference can be significant with this design.

    Return an empty text if a difference can be significant.
    """
    attainable = comparison.unattainable
    if attainable is None:
        return ""
    smallest, adjusted = (plain_p(pvalue, comparison.alpha) for pvalue in attainable)
    pairs, table = comparison.pairwise, comparison.table
    start = "The smallest"
    if table is not None and not table.has_gaps:
        start = f"With {counted(table.n, 'data set')}, the smallest"
    value = smallest
    if adjusted != smallest:
        adjustment = adjustment_words(pairs.p_adjust)
        count = counted(pairs.n_hypotheses, "comparison")
        value = f"{adjusted} after {adjustment} for {count} ({smallest} before)"
    level = format_alpha(comparison.alpha)
    return (
        "No pairwise difference can be significant with this design. "
        f"{start} attainable p-value is {value}, which exceeds α = {level}."
    )


def interval_confidence(comparison: Comparison) -> str:
    """State the confidence level of rank intervals for the note in a figure.

    The note also states if only pairs with the control were tested.
    """
    confidence = _confidence(comparison)
    if comparison.control is None:
        return confidence
    return f"{confidence}, tests against the control"


def _confidence(comparison: Comparison) -> str:
    """State the confidence level of rank intervals in a few words.

    The confidence level is simultaneous only if the tests control the family-wise error
    rate.
    """
    control, alpha = comparison.error_control, comparison.alpha
    condition = _condition(control)
    if control.controls == "fwer":
        return f"simultaneous confidence at least {format_level(1 - alpha)}{condition}"
    if control.controls == "unknown":
        return f"each pair at α = {format_alpha(alpha)}"
    if control.controls == "fdr":
        rate = f"false discovery rate at most {format_level(alpha)}{condition}"
        return f"{rate}, no simultaneous confidence"
    if control.none:
        return "error rate not controlled"
    return f"tests at α = {format_alpha(alpha)}, no simultaneous confidence"


def interval_words(comparison: Comparison) -> str:
    """State the confidence level of rank intervals in sentences.

    If only pairs with the control were tested, also explain why the intervals are wide.
    """
    confidence = _confidence_words(comparison)
    if comparison.control is None:
        return confidence
    wide = (
        "The intervals are wide because only comparisons with the "
        f"{role_of_control(comparison)} were tested."
    )
    return f"{wide} {confidence}"


def _confidence_words(comparison: Comparison) -> str:
    control, alpha = comparison.error_control, comparison.alpha
    condition = _condition(control)
    if control.controls == "fwer":
        return (
            "The intervals are simultaneous, with a confidence level of at least "
            f"{format_level(1 - alpha)}{condition}."
        )
    if control.controls == "unknown":
        return (
            f"Each pair was tested at α = {format_alpha(alpha)}; the simultaneous "
            "confidence level of the intervals is unknown."
        )
    if control.controls == "fdr":
        return (
            "The intervals are not simultaneous confidence intervals. The false "
            f"discovery rate of the tests is at most {format_level(alpha)}{condition}."
        )
    if control.none:
        return (
            "The tests do not control the family-wise error rate, so the intervals are "
            "not simultaneous confidence intervals."
        )
    return (
        "The intervals are not simultaneous confidence intervals. "
        f"{error_rate_words(comparison)}"
    )


def crossing_words(comparison: Comparison, low: FloatArray, high: FloatArray) -> str:
    """Explain why an interval can contain 0 although the difference is significant.

    Return an empty text if no interval does.

    The arrays `low` and `high` of shape (k, k) contain the limits of the simultaneous
    intervals, which use Bonferroni's adjustment.
    """
    crossing = comparison.different() & (low <= 0) & (high >= 0)
    if not crossing.any():
        return ""
    pairs = comparison.pairwise
    if pairs.pair_test not in ("wilcoxon", "corrected-t"):
        reason = "the intervals are based on a different test"
    elif pairs.p_adjust == "none":
        reason = (
            "the intervals are adjusted for the number of pairs, and the tests are not"
        )
    else:
        tests = adjustment_words(pairs.p_adjust)
        reason = (
            "Bonferroni's adjustment of the intervals is more conservative than "
            f"{tests} of the tests"
        )
    return (
        "An interval can contain 0 although the difference is significant, because "
        f"{reason}."
    )


def _condition(control: ErrorControl) -> str:
    """Return a clause with the condition under which an error rate is controlled.

    The clause is empty if the control is unconditional.
    """
    if control.condition not in _CONDITIONS:
        return ""
    return f" if {_CONDITIONS[control.condition]}"


def _is_exact(comparison: Comparison) -> bool:
    """Return whether all p-values, and therefore the bounds on error rates, are
    exact.
    """
    pairs = comparison.pairwise
    return bool((pairs.method[~np.isnan(pairs.pvalue)] == "exact").all())
