"""Which error rate the tests of a comparison control: a sentence, a remark after a
level, the level of intervals.
"""

from __future__ import annotations

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.comparing import Comparison, ErrorControl
from cddiagram.words.names import adjustment_words
from cddiagram.words.numbers import format_alpha, format_count, format_level, plain_p

#: Condition on which an adjustment controls its error rate -> the same in a sentence.
_CONDITIONS = {
    "positive": "the tests are positively dependent",
    "transitive": "algorithms differ only by shifts of their scores",
    "independence": "the tests are independent",
    "exchangeable": "equal algorithms are exchangeable",
}


def error_rate_words(comparison: Comparison) -> str:
    """Say in one or two sentences which error rate is controlled.

    Empty for p-values from elsewhere, of which it is not known, and for a single test.
    """
    control = comparison.error_control
    if control.none:
        return uncontrolled_words(comparison)
    if control.controls == "fwer-weak":
        condition = _CONDITIONS.get(control.condition, "")
        also = f" and {condition}" if condition else ""
        return (
            f"If all algorithms are equal{also}, {_at_most(comparison)} of tables "
            "show a "
            "significant difference; if only some are equal, the error rate can be "
            "higher."
        )
    if control.controls == "unknown" or comparison.pairwise.n_hypotheses == 1:
        return ""
    level = f"α = {format_alpha(comparison.alpha)}"
    only = _only_if(control)
    return f"The tests control the family-wise error rate at {level}{only}."


def limited_words(comparison: Comparison) -> str:
    """Return the same if the error rate is not controlled, or only on a condition."""
    control = comparison.error_control
    if control.controls == "fwer" and control.condition == "any":
        return ""
    return error_rate_words(comparison)


def uncontrolled_words(comparison: Comparison, verb: str = "is") -> str:
    """Say that the error rate is not controlled; empty if it is, at least weakly."""
    control = comparison.error_control
    if not control.none:
        return ""
    rate = "error rate"
    if comparison.pairwise.n_hypotheses > 1:
        rate = "family-wise error rate"
    if control.controls != "fdr":
        return f"The {rate} {verb} not controlled."
    level, only = format_level(comparison.alpha), _only_if(control)
    found = f"The false discovery rate {verb} at most {level}{only}"
    return f"{found}; the {rate} {verb} not controlled."


def decision_level(comparison: Comparison) -> str:
    """Name the level of a decision, and add that the error rate is not controlled if it
    is not, or that the level is one of the false discovery rate.
    """
    level, control = f"α = {format_alpha(comparison.alpha)}", comparison.error_control
    if not control.none:
        return level
    if control.controls == "fdr":
        return (
            f"{level} (false discovery rate; the family-wise error rate is not "
            "controlled)"
        )
    return f"{level} (the error rate is not controlled)"


def unattainable_words(comparison: Comparison) -> str:
    """Say in one sentence that no result of this design could be significant; empty if
    one could.
    """
    found = comparison.unattainable
    if found is None:
        return ""
    smallest, adjusted = (plain_p(pvalue, comparison.alpha) for pvalue in found)
    pairs, table = comparison.pairwise, comparison.table
    where = "" if table is None or table.has_gaps else f"on {table.n} data sets "
    start = (
        f"No result could be significant with this design: {where}the smallest "
        f"attainable p-value is {smallest}"
    )
    level = f"(α = {format_alpha(comparison.alpha)})"
    if adjusted == smallest:
        return f"{start} {level}."
    adjustment = adjustment_words(pairs.p_adjust)
    count = format_count(pairs.n_hypotheses)
    return (
        f"{start}, which becomes {adjusted} by {adjustment} for {count} comparisons "
        f"{level}."
    )


def place_confidence(comparison: Comparison) -> str:
    """Say how sure place intervals are.

    A simultaneous level is stated only if the tests control the family-wise error rate.
    """
    control = comparison.error_control
    tests = "tests against the control" if comparison.control is not None else ""
    alpha = f"α = {format_alpha(comparison.alpha)}"
    if control.controls == "fwer":
        level = format_level(1 - comparison.alpha)
        said = f"simultaneous confidence at least {level}{_only_if(control)}"
    elif control.controls == "unknown":
        said = f"each pair at {alpha}"
    elif control.controls == "fdr":
        level = format_level(comparison.alpha)
        rate = f"false discovery rate at most {level}{_only_if(control)}"
        said = f"{rate}, no simultaneous confidence"
    elif control.none:
        said = "error rate not controlled"
    else:
        said = f"tests at {alpha}, no simultaneous confidence"
    return f"{said}, {tests}" if tests else said


def place_limits(comparison: Comparison) -> str:
    """Say what the tests behind place intervals control instead of a simultaneous
    level; empty if there is one, or if `place_confidence` says it.
    """
    if comparison.error_control.controls == "fwer-weak":
        return error_rate_words(comparison)
    return ""


def crossing_words(comparison: Comparison, low: FloatArray, high: FloatArray) -> str:
    """Say why intervals contain 0 although the difference is significant; empty if no
    interval of a pair does.

    `low` and `high` are the ends of simultaneous intervals (k, k), which are adjusted
    by Bonferroni's method.
    """
    crossing = comparison.different() & (low <= 0) & (high >= 0)
    if not crossing.any():
        return ""
    pairs = comparison.pairwise
    if pairs.pair_test not in ("wilcoxon", "corrected-t"):
        why = "the tests are not those that the intervals invert"
    elif pairs.p_adjust == "none":
        why = (
            "the intervals are adjusted for the number of pairs, and the tests are not"
        )
    else:
        tests = adjustment_words(pairs.p_adjust)
        why = (
            f"Bonferroni's adjustment of the intervals is stricter than {tests} of "
            "the tests"
        )
    return (
        "An interval can contain 0 although the difference is significant, because "
        f"{why}."
    )


def _only_if(control: ErrorControl) -> str:
    """Word the condition on which an error rate is controlled; empty if there is
    none.
    """
    condition = _CONDITIONS.get(control.condition, "")
    return f" if {condition}" if condition else ""


def _at_most(comparison: Comparison) -> str:
    """Word the bound of an error rate, which holds approximately for approximate
    p-values.
    """
    pairs = comparison.pairwise
    exact = (pairs.method[~np.isnan(pairs.pvalue)] == "exact").all()
    about = "" if exact else "about "
    return f"at most {about}{format_level(comparison.alpha)}"
