"""Multiple comparisons with the best (MCB): intervals of average ranks, and the band of
the reference.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.figures.content import AXIS_KINDS, CDContent, against, content_from
from cddiagram.figures.options import RowOptions
from cddiagram.figures.rank_intervals import rank_intervals_of
from cddiagram.figures.references import (
    ReferenceAlgorithm,
    mcb_difference,
    reference_algorithm,
)
from cddiagram.figures.registry import figure
from cddiagram.figures.rows import AxisTitle, RowsLayout, rank_rows
from cddiagram.sheet import REFERENCE, KeyEntry, Look, TextMeter
from cddiagram.words import format_cd

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing


@dataclass(frozen=True, kw_only=True)
class MCBLayout(RowsLayout):
    """The layout of an MCB figure, which extends `RowsLayout`.

    Attributes
    ----------
    marker_positions : tuple of float
        The x coordinate of each average rank.
    intervals : tuple of (float, float)
        The x coordinates of both ends of each interval.
    reference : ReferenceAlgorithm
        The algorithm whose interval is drawn as the band, and the decisions of the
        comparisons with it.
    """

    marker_positions: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]
    reference: ReferenceAlgorithm


@figure(
    "mcb",
    RowOptions,
    title="Average ranks with intervals",
    rows=True,
    intervals=True,
    check="figures.references:check_mcb",
    worded="words.captions:mcb_caption_words",
    reading="words.captions:reading_of_mcb",
    report=lambda comparison: False,
)
def layout_mcb(
    comparison: Comparison,
    *,
    look: Look,
    meter: TextMeter,
    reference: str = "best",
    show_rank_intervals: bool = False,
) -> MCBLayout:
    """Lay out multiple comparisons with the best (see `plot_mcb`)."""
    difference = mcb_difference(comparison)
    algorithm = reference_algorithm(comparison, reference)
    content = content_from(comparison, look)
    content = against(content, comparison, look, algorithm, "{} (MCB)")
    low, high = content.axis_range
    ranks = content.average_ranks
    half = difference / 2
    content = replace(
        content,
        rank_intervals=rank_intervals_of(comparison, show_rank_intervals),
        axis_range=(min(low, ranks[0] - half), max(high, ranks[-1] + half)),
    )
    bars = KeyEntry(text=f"bars: ± CD/2 = ± {format_cd(half)}")
    title = AxisTitle.of(content.axis.label, "left", look)
    on = rank_rows(
        content,
        look,
        meter,
        overhang=REFERENCE,
        key=(*content.decision_key, bars),
        ticked=_ticked(comparison.ranking.kind, content),
        title=title,
    )
    reach = on.scale.points(difference) / 2
    intervals = tuple((x - reach, x + reach) for x in on.positions)
    lines = [on.interval(row, ends) for row, ends in enumerate(intervals)]
    rank = ranks[algorithm.position]
    return on.sheet(
        MCBLayout,
        [*lines, *on.markers],
        under=on.band("interval", (rank - half, rank + half), ()),
        marker_positions=on.positions,
        intervals=intervals,
        reference=algorithm,
    )


def _ticked(kind: str, content: CDContent) -> tuple[float, float]:
    """Return the part of the axis that has ticks. It contains only possible ranks,
    while intervals can extend beyond them.
    """
    low, high = content.axis_range
    first = min(1.0, content.average_ranks[0])
    last = high
    if kind in AXIS_KINDS and AXIS_KINDS[kind].bounded:
        last = max(float(content.k), content.average_ranks[-1])
    return max(low, first), min(high, last)


@layout_mcb.public
def plot_mcb(
    comparison: Comparison,
    *,
    reference: str = "best",
    show_rank_intervals: bool = False,
    **options: Unpack[RowOptions],
) -> Drawing[MCBLayout]:
    """Draw multiple comparisons with the best (MCB): average ranks with intervals.

    The best algorithm is at the top. The interval of each algorithm is its average rank
    plus or minus half the critical difference. The band behind all rows is the interval
    of the reference, whose name is bold and whose marker is a diamond. A marker is
    filled if the interval of the algorithm does not overlap the band, which means that
    the algorithm is significantly different from the reference. All other markers are
    hollow. The figure shows only comparisons with the reference.

    Parameters
    ----------
    comparison : Comparison
        The comparison, as returned by `cddiagram.compare`. It must have a critical
        difference.
    reference : str, default "best"
        The algorithm that the others are compared with. "best" is the control if there
        is one, and otherwise the best-ranked algorithm.
    show_rank_intervals : bool, default False
        Whether to print the rank intervals from `Comparison.rank_intervals` in a
        column.
    note : str, optional
        The note above the figure. By default, it states the test, the reference and
        alpha. None omits the note.
    {rest}
    InputError
        If a comparison with the reference was not tested.

    References
    ----------
    A. J. Koning, P. H. Franses, M. Hibon and H. O. Stekler (2005), The M3 competition:
    statistical tests of the results, International Journal of Forecasting 21:397-409.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = plot_mcb(
    ...     cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    ... )
    >>> drawing.layout.reference.different
    (False, False, False, True)
    """
    return layout_mcb.draw(
        comparison,
        options,
        reference=reference,
        show_rank_intervals=show_rank_intervals,
    )
