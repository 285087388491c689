"""One data set: mean scores, and the intervals of their differences from one
algorithm.
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
    """A figure of one data set laid out: `RowsLayout` and what follows, the best mean
    score first.

    Attributes
    ----------
    means : tuple of float
        Mean score of each algorithm.
    differences : tuple of float
        Mean score of each algorithm minus that of the reference.
    intervals : tuple of (float, float)
        Limits of each difference; 0 for the reference.
    reference : ReferenceAlgorithm
        The algorithm that the others are held against, and who is significantly
        different from it.
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
    """Lay out mean scores on one data set with the intervals of differences: see
    `plot_folds`.
    """
    decided = comparison.decided
    order = np.array(comparison.order)
    held = reference_algorithm(decided, reference)
    column = int(order[held.position])
    means = comparison.table.means[order]
    low, high = (
        np.where(order == column, 0.0, limits[order, column])
        for limits in comparison.intervals
    )
    rows = DifferenceRows(
        comparison=decided,
        pairs=[(i, column) for i in comparison.order],
        values=comparison.difference[order, column],
        limits=(low, high),
        different=np.array(held.different),
    )
    base = against(content_from(decided, look), decided, look, held)
    if look.note == "auto":
        level = format_level(1 - comparison.alpha)
        note = f"One data set: mean scores, simultaneous {level} intervals"
        base = replace(base, note=note)
    largest = float(abs(means).max())
    printed = tuple(format_estimate(mean, largest) for mean in means)
    content = replace(rows.content(base), printed=printed)
    name = f"difference from {base.names[held.position]}"
    higher = comparison.table.higher_is_better
    title = AxisTitle.of_differences(name, "better", "worse", higher, look)
    on = rank_rows(
        content,
        look,
        meter,
        overhang=REFERENCE,
        key=rows.key(),
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
        reference=held,
    )


@layout_folds.public
def plot_folds(
    comparison: FoldsComparison,
    *,
    reference: str = "best",
    **options: Unpack[BrokenOptions],
) -> Drawing[FoldsLayout]:
    """Draw mean scores on one data set: by how much the others differ from one
    algorithm.

    Best mean score on top, the mean beside the name. A mark is the difference of the
    mean score from that of the reference, the diamond, with its interval by the
    corrected variance; all intervals of all pairs hold at once with probability at
    least 1 - alpha (Bonferroni). A marker is filled if its interval excludes 0, and
    hollow if it includes 0. A dagger follows the mean if the tests of the comparison
    decide otherwise. There are no ranks, as folds are no data sets.

    Parameters
    ----------
    comparison : FoldsComparison
        The finished comparison, from `cddiagram.compare_folds`.
    reference : str, default "best"
        The algorithm that the others are held against; "best" has the best mean score.
    note : str, optional
        By default the tests, whom the others are held against, and alpha; None for no
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
