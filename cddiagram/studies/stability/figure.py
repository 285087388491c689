"""The figure of stability.

The figure shows average ranks with bootstrap intervals, and the proportion of resamples in
which each algorithm has the best average rank.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.figures import (
    AxisTitle,
    BrokenOptions,
    NumberColumns,
    RowsLayout,
    content_from,
    figure,
    rank_rows,
)
from cddiagram.sheet import FILLED, Look, TextMeter
from cddiagram.words import format_count, format_level, format_share

if TYPE_CHECKING:
    from cddiagram.figures import Drawing
    from cddiagram.studies.stability.study import StabilityStudy

#: An interval limit is considered equal to a whole rank if they differ by at most this
#: amount.
_EQUAL = 1e-9


@dataclass(frozen=True, kw_only=True)
class StabilityLayout(RowsLayout):
    """The layout of a figure of stability.

    It extends `RowsLayout`. The algorithms are in the order of their average ranks.

    Attributes
    ----------
    average_ranks : tuple of float
        The average rank of each algorithm.
    intervals : tuple of (float, float)
        The bootstrap percentile interval for each average rank.
    first : tuple of float
        The proportion of resamples in which each algorithm has the best average rank.
    """

    average_ranks: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]
    first: tuple[float, ...]


@figure(
    "stability",
    BrokenOptions,
    listed=False,
    title="Stability of the ranks",
    subject="stability",
    rows=True,
    intervals=True,
)
def layout_stability(
    study: StabilityStudy, *, look: Look, meter: TextMeter
) -> StabilityLayout:
    """Lay out average ranks with bootstrap intervals. See `plot_stability`."""
    comparison = study.comparison
    order = comparison.order
    intervals = tuple((float(study.low[i]), float(study.high[i])) for i in order)
    first = tuple(float(study.first[i]) for i in order)
    level = format_level(study.confidence)
    count = format_count(study.resamples)
    note = f"{level} bootstrap intervals, {count} resamples"
    content = content_from(comparison, look, note=note)
    content = replace(
        content,
        control=None,
        groups=(),
        critical_difference=None,
        axis_range=_axis_range(content.axis_range, intervals),
    )
    shares: tuple[str, ...] = ()
    if look.show_ranks:
        shares = tuple(map(format_share, first))
    numbers = NumberColumns(
        head="rank", further=shares, further_head="best in", further_gid="first"
    )
    title = AxisTitle.of(content.axis.label, "left", look)
    on = rank_rows(content, look, meter, overhang=FILLED, title=title, numbers=numbers)
    lines = []
    for row, (low, high) in enumerate(intervals):
        lines.append(on.interval(row, (on.scale.at(low), on.scale.at(high))))
    return on.sheet(
        StabilityLayout,
        [*lines, *on.markers],
        average_ranks=content.average_ranks,
        intervals=intervals,
        first=first,
    )


def _axis_range(
    ranks: tuple[float, float], intervals: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """Return a range of whole ranks that contains all intervals."""
    low, high = ranks
    lowest = min(start for start, _ in intervals)
    highest = max(end for _, end in intervals)
    return (
        min(low, math.floor(lowest + _EQUAL)),
        max(high, math.ceil(highest - _EQUAL)),
    )


@layout_stability.public
def plot_stability(
    study: StabilityStudy, **options: Unpack[BrokenOptions]
) -> Drawing[StabilityLayout]:
    """Draw average ranks with bootstrap intervals.

    The figure shows how much the ranks depend on the data sets. The algorithm with the
    best average rank is at the top. Each line is a percentile interval for the average
    rank over bootstrap resamples of the data sets. The intervals are descriptive and
    not simultaneous. The numbers next to a name are the average rank and the proportion of
    resamples in which the algorithm has the best average rank, with ties split equally.
    The caption states how many decisions about pairs change if one algorithm or one
    data set is omitted.

    Parameters
    ----------
    study : StabilityStudy
        The study, as returned by `cddiagram.study_stability`.
    {rest}

    Examples
    --------
    >>> import cddiagram as cd
    >>> study = cd.study_stability(
    ...     cd.compare(cd.load_example("garcia2008-table2")), resamples=1000
    ... )
    >>> layout = plot_stability(study).layout
    >>> layout.names[0], [round(end, 1) for end in layout.intervals[0]]
    ('C4.5', [1.8, 2.4])
    """
    return layout_stability.draw(study, options)
