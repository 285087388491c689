"""What has no report, and what to do instead."""

from __future__ import annotations

from cddiagram.text import UsageError

#: Class of what has no report -> what has the same content.
_INSTEAD = {
    "FoldsComparison": "print(folds), folds.tabulate().to_html() and plot_folds(folds) show a "
    "comparison of folds",
}


def not_reported(given: object) -> UsageError:
    """Word that something is no comparison of which there are reports, and what to do
    instead.
    """
    kind = type(given).__name__
    remedy = _INSTEAD.get(kind, "compare them first: make_report(compare(scores))")
    return UsageError(
        f"a report is about finished comparisons, not a {kind}: {remedy}."
    )
