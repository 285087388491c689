"""Stability: average ranks with percentile intervals over resamples of the data sets,
and how often each is first.
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
    """A figure of stability laid out: `RowsLayout` and what follows, in rank order.

    Attributes
    ----------
    average_ranks : tuple of float
        Average rank of each algorithm.
    intervals : tuple of (float, float)
        Percentile interval of each average rank.
    first : tuple of float
        Share of the resamples in which each has the best average rank.
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
    """Lay out ranks with intervals over resamples: see `plot_stability`."""
    comparison, order = study.comparison, study.comparison.order
    intervals = tuple((float(study.low[i]), float(study.high[i])) for i in order)
    first = tuple(float(study.first[i]) for i in order)
    base = content_from(comparison, look)
    low, high = base.axis_range
    ends = [
        end for interval in intervals for end in interval
    ]  # the axis holds them all, and ends at whole ranks
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
    """Draw how far average ranks depend on the data sets: percentile intervals over
    bootstrap resamples.

    Best average rank on top. The line of an algorithm is the percentile interval of its
    average rank over the resamples; the intervals describe, and do not hold all at
    once. Beside the name stands the share of the resamples in which the algorithm has
    the best average rank, ties shared. The key says how many decisions about pairs
    change when one algorithm, or one data set, is left out.

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
