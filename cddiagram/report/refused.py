"""The error for results without a report, with the remedy."""

from __future__ import annotations

from cddiagram.text import UsageError

#: Class without a report -> the functions with the same content.
_INSTEAD = {
    "FoldsComparison": "Use print(folds), folds.tabulate().to_html() and plot_folds(folds)"
}


def not_reported(result: object) -> UsageError:
    """Return the error for an object without a report."""
    kind = type(result).__name__
    remedy = _INSTEAD.get(
        kind, "Compare the scores first: make_report(compare(scores))"
    )
    return UsageError(
        f"a report requires finished comparisons, not a {kind}. {remedy}."
    )
