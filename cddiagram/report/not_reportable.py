"""The error for results without a report, with the remedy."""

from __future__ import annotations

from cddiagram.text import UsageError

#: Class that has no report -> the remedy.
_REMEDIES = {
    "FoldsComparison": "Use print(folds), folds.tabulate().to_html() and plot_folds(folds)"
}


def not_reportable(result: object) -> UsageError:
    """Return the error for an object without a report."""
    kind = type(result).__name__
    compare_first = "Compare the scores first: make_report(compare(scores))"
    remedy = _REMEDIES.get(kind, compare_first)
    return UsageError(
        f"a report requires finished comparisons, not a {kind}. {remedy}."
    )
