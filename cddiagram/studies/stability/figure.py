"""The figure of stability: average ranks with percentile intervals over resamples of
the data sets, and how often each algorithm ranks first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.figures import BrokenOptions, RowsLayout, content_from, figure, rank_rows
from cddiagram.sheet import FILLED, KeyEntry, Look, TextMeter
from cddiagram.words import format_count, format_level, format_share

if TYPE_CHECKING:
    from cddiagram.figures import Drawing
    from cddiagram.studies.stability.study import StabilityStudy


@dataclass(frozen=True, kw_only=True)
class StabilityLayout(RowsLayout):
    """The layout of a figure of stability.

    The attributes of `RowsLayout` and the following ones describe the rows, in the
    order of average ranks.

    Attributes
    ----------
    average_ranks : tuple of float
        The average rank of each algorithm.
    intervals : tuple of (float, float)
        The limits of the percentile interval of each average rank.
    first : tuple of float
        The share of resamples in which each algorithm has the best average rank.
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
)
def layout_stability(
    study: StabilityStudy, *, look: Look, meter: TextMeter
) -> StabilityLayout:
    """Lay out average ranks with percentile intervals; see `plot_stability`."""
    comparison, order = study.comparison, study.comparison.order
    intervals = tuple((float(study.low[i]), float(study.high[i])) for i in order)
    first = tuple(float(study.first[i]) for i in order)
    base = content_from(comparison, look)
    low, high = base.axis_range
    ends = [
        end for interval in intervals for end in interval
    ]  # the axis contains all limits, and ends at whole ranks
    low, high = (
        min(low, math.floor(min(ends) + 1e-9)),
        max(high, math.ceil(max(ends) - 1e-9)),
    )
    content = replace(
        base,
        control=None,
        groups=(),
        critical_difference=None,
        axis_range=(low, high),
        printed=tuple(map(format_share, first)),
    )
    level, count = format_level(study.confidence), format_count(study.resamples)
    words = [
        f"lines: {level} of {count} resamples of the data sets",
        "%: first in so many of them",
    ]
    for what, made in study.decisions_without.items():
        changed = format_count(len(study.changed(what)))
        words.append(
            f"{changed} of {format_count(made)} decisions change without one {what}"
        )
    on = rank_rows(
        content,
        look,
        meter,
        overhang=FILLED,
        key=tuple(KeyEntry(text=text) for text in words),
    )
    lines = [
        on.interval(row, (on.scale.at(left), on.scale.at(right)))
        for row, (left, right) in enumerate(intervals)
    ]
    marks = [*lines, *on.markers]
    return on.sheet(
        StabilityLayout,
        marks,
        average_ranks=content.average_ranks,
        intervals=intervals,
        first=first,
    )


@layout_stability.public
def plot_stability(
    study: StabilityStudy, **options: Unpack[BrokenOptions]
) -> Drawing[StabilityLayout]:
    """Draw average ranks with percentile intervals over bootstrap resamples.

    The algorithm with the best average rank is at the top. The line of an algorithm is
    the percentile interval of its average rank over resamples of the data sets. The
    intervals are descriptive and not simultaneous.

    The share of resamples in which the algorithm has the best average rank is printed
    next to its name; ties are split equally. The key reports how many decisions about
    pairs change if one algorithm or one data set is omitted.

    Parameters
    ----------
    study : StabilityStudy
        The finished study, from `cddiagram.study_stability`.
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
