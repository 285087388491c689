"""The figure of the folds of one data set: mean scores, and confidence intervals of
their differences from a reference.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.figures import (
    BrokenOptions,
    DifferenceRows,
    ReferenceAlgorithm,
    RowsLayout,
    against,
    content_from,
    figure,
    rank_rows,
    reference_algorithm,
)
from cddiagram.sheet import REFERENCE, KeyEntry, Look, TextMeter
from cddiagram.words import format_estimate, format_level

if TYPE_CHECKING:
    from cddiagram.figures import Drawing
    from cddiagram.studies.folds.study import FoldsComparison


@dataclass(frozen=True, kw_only=True)
class FoldsLayout(RowsLayout):
    """The layout of a figure of the folds of one data set.

    The attributes of `RowsLayout` and the following ones describe the rows, with the
    best mean score first.

    Attributes
    ----------
    means : tuple of float
        The mean score of each algorithm.
    differences : tuple of float
        The mean score of each algorithm minus the mean score of the reference.
    intervals : tuple of (float, float)
        The limits of the confidence interval of each difference; 0 for the reference.
    reference : ReferenceAlgorithm
        The reference, and which algorithms are significantly different from it.
    """

    means: tuple[float, ...]
    differences: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]
    reference: ReferenceAlgorithm


@figure(
    "folds",
    BrokenOptions,
    listed=False,
    title="Mean scores on one data set",
    subject="folds",
    rows=True,
)
def layout_folds(
    comparison: FoldsComparison,
    *,
    look: Look,
    meter: TextMeter,
    reference: str = "best",
) -> FoldsLayout:
    """Lay out mean scores on one data set with confidence intervals of differences.

    See `plot_folds`.
    """
    decided, order = comparison.decided, np.array(comparison.order)
    held = reference_algorithm(decided, reference)
    column = int(order[held.position])
    means, differences = (
        comparison.table.means[order],
        comparison.difference[order, column],
    )
    low, high = (
        np.where(order == column, 0.0, limits[order, column])
        for limits in comparison.intervals
    )
    rows = DifferenceRows(
        comparison=decided,
        pairs=[(i, column) for i in comparison.order],
        values=differences,
        low=low,
        high=high,
        different=np.array(held.different),
    )
    base = against(content_from(decided, look), decided, look, held)
    largest = float(abs(means).max())
    printed = tuple(format_estimate(mean, largest) for mean in means)
    content = replace(rows.content(base), printed=printed)
    each = f" (each {format_level(comparison.confidence)})" if len(order) > 2 else ""
    words = (
        "differences of mean scores",
        "beside names: mean score",
        f"intervals, simultaneous at least {format_level(1 - comparison.alpha)}{each}",
        f"one data set, {comparison.splits}",
    )
    key = rows.key(KeyEntry(text=text) for text in words)
    ends = (
        ("worse", "better")
        if comparison.table.higher_is_better
        else ("better", "worse")
    )
    on = rank_rows(
        content, look, meter, overhang=REFERENCE, key=key, whole=False, ends=ends
    )
    return on.sheet(
        FoldsLayout,
        rows.marks(on, meter),
        under=[rows.zero_line(on)],
        means=tuple(means.tolist()),
        differences=tuple(differences.tolist()),
        intervals=rows.limits,
        reference=held,
    )


@layout_folds.public
def plot_folds(
    comparison: FoldsComparison,
    *,
    reference: str = "best",
    **options: Unpack[BrokenOptions],
) -> Drawing[FoldsLayout]:
    """Draw the differences in mean score on one data set from a reference.

    The algorithm with the best mean score is at the top, and mean scores are printed
    next to the names. Each marker shows the difference in mean score from the
    reference, which is the diamond. Lines are confidence intervals with the corrected
    variance. They are simultaneous for all pairs by Bonferroni's adjustment, with a
    confidence level of at least 1 - alpha.

    A marker is filled if its interval excludes 0, and hollow if the interval includes
    0. A dagger follows the mean score if the test of the comparison leads to a
    different decision. Algorithms are not ranked, because folds are not data
    sets.

    Parameters
    ----------
    comparison : FoldsComparison
        The finished comparison, from `cddiagram.compare_folds`.
    reference : str, default "best"
        The reference. ``"best"`` is the algorithm with the best mean score.
    note : str, optional
        The note below the figure. By default, it names the tests, the reference and
        alpha. None omits the note.
    {rest}

    Examples
    --------
    >>> import cddiagram as cd
    >>> folds = {
    ...     "A": [0.91, 0.88, 0.93, 0.90, 0.92],
    ...     "B": [0.90, 0.89, 0.90, 0.88, 0.89],
    ... }
    >>> layout = plot_folds(cd.compare_folds(folds, folds=5)).layout
    >>> (
    ...     layout.names,
    ...     round(layout.differences[1], 3),
    ...     [round(limit, 3) for limit in layout.intervals[1]],
    ... )
    (('A', 'B'), -0.016, [-0.047, 0.015])
    """
    return layout_folds.draw(comparison, options, reference=reference)
