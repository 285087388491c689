"""The figure of mean scores on one data set.

The figure shows confidence intervals for the differences from a reference algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.figures import (
    AxisTitle,
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
from cddiagram.sheet import REFERENCE, Look, TextMeter
from cddiagram.words import format_estimate, format_level

if TYPE_CHECKING:
    from cddiagram.figures import Drawing
    from cddiagram.studies.folds.study import FoldsComparison


@dataclass(frozen=True, kw_only=True)
class FoldsLayout(RowsLayout):
    """The layout of a figure of one data set.

    It extends `RowsLayout`. The algorithm with the best mean score is first.

    Attributes
    ----------
    means : tuple of float
        The mean score of each algorithm.
    differences : tuple of float
        The mean score of each algorithm minus the mean score of the reference.
    intervals : tuple of (float, float)
        The confidence limits of each difference. They are 0 for the reference.
    reference : ReferenceAlgorithm
        The algorithm with which the others are compared, and the decisions of these
        comparisons.
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
    intervals=True,
)
def layout_folds(
    comparison: FoldsComparison,
    *,
    look: Look,
    meter: TextMeter,
    reference: str = "best",
) -> FoldsLayout:
    """Lay out mean scores on one data set, with confidence intervals.

    See `plot_folds`.
    """
    decided = comparison.decided
    order = np.array(comparison.order)
    algorithm = reference_algorithm(decided, reference)
    column = int(order[algorithm.position])
    means = comparison.table.means[order]
    low, high = comparison.intervals
    is_reference = order == column
    lower = np.where(is_reference, 0.0, low[order, column])
    upper = np.where(is_reference, 0.0, high[order, column])
    rows = DifferenceRows(
        comparison=decided,
        pairs=[(i, column) for i in comparison.order],
        values=comparison.difference[order, column],
        limits=(lower, upper),
        different=np.array(algorithm.different),
    )
    base = against(content_from(decided, look), decided, look, algorithm)
    if look.note == "auto":
        level = format_level(1 - comparison.alpha)
        note = f"One data set: mean scores, simultaneous {level} intervals"
        base = replace(base, note=note)
    largest = float(abs(means).max())
    printed = tuple(format_estimate(mean, largest) for mean in means)
    content = replace(rows.content(base), printed=printed)
    name = base.names[algorithm.position]
    higher = comparison.table.higher_is_better
    title = AxisTitle.of_differences(name, look, higher_is_better=higher)
    on = rank_rows(
        content,
        look,
        meter,
        overhang=REFERENCE,
        key=rows.key(algorithm.term),
        whole=False,
        title=title,
    )
    return on.sheet(
        FoldsLayout,
        rows.marks(on, meter),
        under=[rows.zero_line(on)],
        means=tuple(means.tolist()),
        differences=tuple(rows.values.tolist()),
        intervals=rows.intervals,
        reference=algorithm,
    )


@layout_folds.public
def plot_folds(
    comparison: FoldsComparison,
    *,
    reference: str = "best",
    **options: Unpack[BrokenOptions],
) -> Drawing[FoldsLayout]:
    """Draw the differences in mean score between the algorithms on one data set.

    The algorithm with the best mean score is at the top. The number next to a name is
    the mean score. Each marker shows the difference between the mean score of an
    algorithm and the mean score of the reference, which is marked by a diamond. Each
    line is the confidence interval for this difference, computed from the corrected
    variance. Because of Bonferroni's adjustment, the intervals for all pairs contain
    the true differences with a joint probability of at least 1 - alpha. A marker is
    filled if its interval excludes 0, and hollow if the interval includes 0. A dagger
    follows the mean score if the interval and the test lead to different decisions. The
    figure does not show ranks, because folds are not data sets.

    Parameters
    ----------
    comparison : FoldsComparison
        The comparison, as returned by `cddiagram.compare_folds`.
    reference : str, default "best"
        The algorithm with which the others are compared. "best" selects the algorithm
        with the best mean score.
    note : str, optional
        The note above the figure. By default, it explains the intervals. None omits the
        note.
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
