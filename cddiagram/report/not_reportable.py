"""The error for results that cannot be reported."""

from __future__ import annotations

from cddiagram.text import UsageError

#: Maps each class that cannot be reported to an alternative that is suggested to the
#: user.
_REMEDIES = {
    "FoldsComparison": "Use print(folds), folds.tabulate().to_html() and plot_folds(folds)"
}


def not_reportable(result: object) -> UsageError:
    """Return the error for an object that cannot be reported."""
    kind = type(result).__name__
    compare_first = "Compare the scores first: make_report(compare(scores))"
    remedy = _REMEDIES.get(kind, compare_first)
    return UsageError(
        f"a report requires finished comparisons, not a {kind}. {remedy}."
    )
