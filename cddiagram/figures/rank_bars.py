"""Rank bars: the average ranks as lengths, with a cut line where a difference from the
control becomes significant.

The form of the SCI2S page on statistical inference (WEB), read sideways so that names
of any length stay level.
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
    GOOD_PLOT,
    Rows,
    RowsLayout,
    draw_columns,
    fit_rows,
    stack_rows,
)
from cddiagram.sheet import (
    AxisScale,
    Element,
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
#: Names take at most so much of the page; more below a size that is hard to read
#: already.
_NAMES, _NAMES_OF_SMALL, _SMALL = 0.50, 0.62, 7.2
_LEAST_PLOT = 0.15
_ABOVE_ROWS = 1.0


@dataclass(frozen=True, kw_only=True)
class RankBarsLayout(RowsLayout):
    """Rank bars laid out: `RowsLayout`, its axis from 1, and what follows.

    Attributes
    ----------
    bar_ends : tuple of float
        Where each bar ends: x of its average rank.
    levels : Levels
        The reference, and cut lines and decisions at each alpha.
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
    """Lay out the average ranks as bars: see `plot_rank_bars`."""
    content = content_from(comparison, look)
    check_positive(comparison)
    levels = levels_of(comparison, content, alphas)
    asked = [level.alpha for level in levels.levels]
    content = against(
        content, comparison, look, reference_algorithm(comparison), alphas=asked
    )
    low = min(1.0, math.floor(content.average_ranks[0]))
    greatest = max(*content.average_ranks, levels.greatest, low + 1.0)
    columns = fit_rows(
        content,
        look,
        meter,
        plots=(GOOD_PLOT, _LEAST_PLOT),
        beside=2 * AxisScale.end_room(1.0, greatest, small_type(look.font_size), meter),
        most=lambda size: _NAMES_OF_SMALL if size < _SMALL else _NAMES,
        good=lambda step, page: labels_fit(levels, small_type(step.size), page, meter),
    )
    page = look.page_width
    room = AxisScale.end_room(1.0, greatest, columns.small, meter)
    scale = AxisScale(
        low=low, high=greatest, x_low=columns.right + room, x_high=page - room
    )
    head, top = draw_cut_head(content, levels, look, meter, columns, scale)
    rows = stack_rows(columns.names, top + _ABOVE_ROWS, _PITCH * columns.size)
    bottom = rows.bottom + _ABOVE_ROWS
    scale = replace(scale, y=bottom)
    texts, boxes = draw_columns(content, columns, rows.middles, meter)
    bars = _draw_bars(content, levels, rows, scale, columns.size)
    baseline = Line(
        gid="baseline",
        points=((scale.left, top), (scale.left, bottom)),
        width=_BASELINE,
    )
    axis = scale.draw(columns.small, meter, side="bottom")
    return RankBarsLayout(
        width=page,
        height=bottom + AxisScale.below(columns.small) + Look.PAD_Y,
        elements=(
            *head,
            *axis,
            *bars,
            *draw_cuts(levels, scale, top, bottom),
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


def _draw_bars(
    content: CDContent, levels: Levels, rows: Rows, scale: AxisScale, size: float
) -> list[Element]:
    """Return the bars; an outline lies inside of its bar, so that the length stays
    exact.
    """
    height = min(_BAR * _PITCH * size, _TALLEST_BAR)
    bars: list[Element] = []
    for position, (y, rank) in enumerate(
        zip(rows.middles, content.average_ranks, strict=True)
    ):
        reference = position == levels.reference
        edge = content.color(position, "foreground" if reference else "")
        line = min(OUTLINE, (scale.at(rank) - scale.left) / 2) if edge else 0.0
        bars.append(
            Rectangle(
                gid=f"bar-{position}",
                x=scale.left + line / 2,
                y=y - height / 2 + line / 2,
                width=scale.at(rank) - scale.left - line,
                height=height - line,
                fill="background" if reference else levels.shade(position),
                edge=edge or None,
                edge_width=line,
            )
        )
    return bars


@layout_rank_bars.public
def plot_rank_bars(
    comparison: Comparison,
    *,
    alphas: Sequence[float] | float | None = None,
    **options: Unpack[RowOptions],
) -> Drawing[RankBarsLayout]:
    """Draw the average ranks of a comparison as bars, with cut lines.

    Bars start at rank 1, the best there is, best on top. The control has an outline
    only. With a critical difference a cut line for each alpha stands at the control's
    rank plus the difference: bars beyond it are significantly worse. Where algorithms
    rank better than the control a line also stands at its rank minus the difference
    (only there if none ranks worse): bars that end before it are significantly better.
    A procedure without a critical difference, as Holm's, has no lines. Shades say at
    which alpha a bar differs from the control, as a key explains. In a comparison of
    all pairs the best-ranked algorithm takes the control's place, and the note says so:
    all its pairs are in the family of tests. Colours follow rc ``text.color`` and
    ``figure.facecolor``.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`.
    alphas : float or sequence of float, optional
        One to three levels; by default the level of the comparison. Nothing is tested
        again.
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms to set in bold and to outline in the accent or the given colour.
    note : str, optional
        By default the test, the control, and alpha; None for no note.
    {rest}
    InputError
        An average rank is not positive, or a pair of the control was not tested.

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
