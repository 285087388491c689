"""Rank bars: average ranks as bars, with a cut line at the smallest significant
difference from the control.

The figure is based on the bar charts on the SCI2S page on statistical inference. Its
bars are horizontal, so that names of any length can be printed horizontally.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.figures.content import CDContent, against, content_from
from cddiagram.figures.levels import (
    OUTLINE,
    Levels,
    draw_cut_head,
    draw_cuts,
    labels_fit,
    levels_of,
)
from cddiagram.figures.options import RowOptions
from cddiagram.figures.references import check_positive, reference_algorithm
from cddiagram.figures.registry import figure
from cddiagram.figures.rows import (
    WIDE_PLOT,
    AxisTitle,
    Rows,
    RowsLayout,
    draw_axis_below,
    draw_columns,
    fit_rows,
    stack_rows,
)
from cddiagram.sheet import (
    AxisScale,
    Line,
    Look,
    Rectangle,
    TextMeter,
    small_type,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing

_PITCH, _BAR, _TALLEST_BAR = 1.40, 0.66, 8.5
_BASELINE = 0.8
#: The first number is the maximum fraction of the page width that names may occupy. The
#: second number applies to small names. Names are small if their font size is below the
#: third number.
_NAMES, _NAMES_OF_SMALL, _SMALL = 0.50, 0.62, 7.2
_LEAST_PLOT = 0.15
_ABOVE_ROWS = 1.0


@dataclass(frozen=True, kw_only=True)
class RankBarsLayout(RowsLayout):
    """The layout of rank bars, which extends `RowsLayout`. The axis begins at 1.

    Attributes
    ----------
    bar_ends : tuple of float
        The right end of each bar, which is the x coordinate of the average rank.
    levels : Levels
        The reference, and the cut lines and decisions at each alpha.
    """

    bar_ends: tuple[float, ...]
    levels: Levels


@figure(
    "rank-bars",
    RowOptions,
    incomplete=True,
    title="Rank bars",
    rows=True,
    check="figures.references:check_bars",
    reading="words.captions:reading_of_bars",
    report=lambda comparison: comparison.control is not None,
)
def layout_rank_bars(
    comparison: Comparison,
    *,
    look: Look,
    meter: TextMeter,
    alphas: Sequence[float] | float | None = None,
) -> RankBarsLayout:
    """Lay out the average ranks as bars (see `plot_rank_bars`)."""
    content = content_from(comparison, look)
    check_positive(comparison)
    levels = levels_of(comparison, content, alphas)
    content = against(
        content,
        comparison,
        look,
        reference_algorithm(comparison),
        alphas=[level.alpha for level in levels.levels],
    )
    low = min(1.0, math.floor(content.average_ranks[0]))
    high = max(*content.average_ranks, levels.greatest, low + 1.0)
    small = small_type(look.font_size)
    columns = fit_rows(
        content,
        look,
        meter,
        plots=(WIDE_PLOT, _LEAST_PLOT),
        beside=2 * AxisScale.end_room(1.0, high, small, meter),
        most=_most_for_names,
        good=lambda step, page: labels_fit(levels, small_type(step.size), page, meter),
    )
    page = look.page_width
    room = AxisScale.end_room(1.0, high, columns.small, meter)
    scale = AxisScale(
        low=low, high=high, x_low=columns.right + room, x_high=page - room
    )
    head, top = draw_cut_head(content, levels, look, meter, columns, scale)
    rows = stack_rows(columns.names, top + _ABOVE_ROWS, _PITCH * columns.size)
    scale = replace(scale, y=rows.bottom + _ABOVE_ROWS)
    title = AxisTitle.of(content.axis.label, "left", look)
    axis, words, bottom = draw_axis_below(scale, title, columns.small, page, meter)
    texts, boxes = draw_columns(content, columns, rows.middles, meter)
    baseline = Line(
        gid="baseline",
        points=((scale.left, top), (scale.left, scale.y)),
        width=_BASELINE,
    )
    bars = _draw_bars(content, levels, rows, scale, columns.size)
    return RankBarsLayout(
        width=page,
        height=bottom + Look.PAD_Y,
        elements=(
            *head,
            *axis,
            *words,
            *bars,
            *draw_cuts(levels, scale, top, scale.y, bars),
            baseline,
            *texts,
        ),
        font_size=columns.size,
        names=content.names,
        label_boxes=boxes,
        axis=scale,
        bar_ends=tuple(scale.at(rank) for rank in content.average_ranks),
        levels=levels,
    )


def _most_for_names(size: float) -> float:
    """Return the maximum fraction of the page width for names of this size."""
    if size < _SMALL:
        return _NAMES_OF_SMALL
    return _NAMES


def _draw_bars(
    content: CDContent, levels: Levels, rows: Rows, scale: AxisScale, size: float
) -> list[Rectangle]:
    """Return the bars. An outline is inside its bar, so that the length stays exact."""
    height = min(_BAR * _PITCH * size, _TALLEST_BAR)
    bars: list[Rectangle] = []
    for position, y in enumerate(rows.middles):
        length = scale.at(content.average_ranks[position]) - scale.left
        default_edge, fill = "", levels.shade(position)
        if position == levels.reference:
            default_edge, fill = "foreground", "background"
        edge = content.color(position, default_edge)
        line = 0.0
        if edge:
            line = min(OUTLINE, length / 2)
        bar = Rectangle(
            gid=f"bar-{position}",
            x=scale.left + line / 2,
            y=y - height / 2 + line / 2,
            width=length - line,
            height=height - line,
            fill=fill,
            edge=edge or None,
            edge_width=line,
        )
        bars.append(bar)
    return bars


@layout_rank_bars.public
def plot_rank_bars(
    comparison: Comparison,
    *,
    alphas: Sequence[float] | float | None = None,
    **options: Unpack[RowOptions],
) -> Drawing[RankBarsLayout]:
    """Draw the average ranks of a comparison as bars, with cut lines.

    The bars start at rank 1, and the best algorithm is at the top. Only the bar of the
    control has an outline. If there is a critical difference (CD), a cut line marks the
    average rank of the control plus the CD. Bars that extend beyond this line belong to
    significantly worse algorithms. If some algorithms rank better than the control,
    another line marks the average rank of the control minus the CD. Bars that end
    before this line belong to significantly better algorithms. Procedures without a CD,
    such as Holm's, do not have cut lines. The shades indicate the levels at which an
    algorithm differs significantly from the control.

    In a comparison of all pairs, the best-ranked algorithm replaces the control, and
    the p-values are adjusted for all pairs.

    Parameters
    ----------
    comparison : Comparison
        The comparison, as returned by `cddiagram.compare`.
    alphas : float or sequence of float, optional
        One to three significance levels. By default, the level of the comparison is
        used. The tests are not repeated.
    highlight : str, sequence of str or mapping of str to colour, optional
        The algorithms whose names are bold and whose bars are outlined in the accent
        colour, or in the specified colours.
    note : str, optional
        The note above the figure. By default, it states the test, the control and
        alpha. None omits the note.
    {rest}
    InputError
        If an average rank is not positive, or if a comparison with the control was not
        tested.

    References
    ----------
    SCI2S, Statistical Inference in Computational Intelligence and Data Mining,
    https://sci2s.ugr.es/sicidm.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(
    ...     cd.load_example("demsar2006-table6-ranks"), control="C4.5+m"
    ... )
    >>> drawing = plot_rank_bars(comparison, alphas=(0.05, 0.10))
    >>> drawing.layout.width / 72
    3.3
    """
    return layout_rank_bars.draw(comparison, options, alphas=alphas)
