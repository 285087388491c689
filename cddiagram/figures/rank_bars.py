"""Rank bars: the average ranks as lengths, with a cut line where a difference from the control becomes significant.

The form of the SCI2S page on statistical inference (WEB), read sideways so that names of any length stay level.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cddiagram.figures.content import CDContent, content_from
from cddiagram.figures.cuts import draw_cut_head, draw_cuts, labels_fit
from cddiagram.figures.levels import Levels, levels_of
from cddiagram.figures.options import CDOptions, page_width
from cddiagram.figures.rows import (
    RowColumns,
    Rows,
    RowsLayout,
    RowStep,
    columns_or_refusal,
    draw_columns,
    fit_columns,
    stack_rows,
)
from cddiagram.sheet.axis import AxisScale
from cddiagram.sheet.elements import Element, Line, Measure, Rectangle
from cddiagram.sheet.header import PAD_X, PAD_Y
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import Highlight
from cddiagram.words.drawable import check_positive
from cddiagram.words.numbers import format_alpha
from cddiagram.words.procedure import procedure

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison

_PITCH, _BAR, _TALLEST_BAR = 1.40, 0.66, 8.5
_OUTLINE, _BASELINE = 0.9, 0.8
#: Names take at most so much of the page; more below a size that is hard to read already.
_NAMES, _NAMES_OF_SMALL, _SMALL = 0.50, 0.62, 7.2
_LEAST_PLOT = 0.15
_ABOVE_ROWS = 1.0
#: Room at the right end, for half a cut line.
_END = 0.5


@dataclass(frozen=True, kw_only=True)
class RankBarsLayout(RowsLayout):
    """Rank bars laid out: `RowsLayout`, its axis from 0, and what follows.

    Attributes
    ----------
    bar_ends : tuple of float
        Where each bar ends: x of its average rank.
    levels : Levels
        The reference, and cut lines and decisions at each alpha.
    """

    bar_ends: tuple[float, ...]
    levels: Levels


def layout_rank_bars(
    comparison: Comparison,
    *,
    measure: Measure,
    alphas: Sequence[float] | float | None = None,
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.5,
    show_ranks: bool = True,
    rank_decimals: str | int = "auto",
    highlight: Highlight | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    show_direction: bool = True,
    note: str | None = "auto",
    title: str | None = None,
    wrap: str | bool = "auto",
    math: bool = False,
) -> RankBarsLayout:
    """Lay out the average ranks of a comparison as bars, best on top, in points.

    Bars start at 0: their length is the average rank. The control has an outline only. With a critical difference a
    cut line stands at the control's rank plus the difference, one for each alpha (where algorithms rank better than
    the control, also at its rank minus the difference, and only there if none ranks worse); bars have the stronger
    shade where significantly different from the control at the first alpha. A procedure without one, as Holm's, gets
    no line but one shade for each alpha. A key says what the shades mean. In a comparison of all pairs the best-ranked
    algorithm takes the control's place, and the note says so: all its pairs are in the family of tests.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison; only its statements are drawn, nothing is computed.
    measure : callable
        ``measure(text, size, bold, italic)`` -> width of a line of text in points.
    alphas : float or sequence of float, optional
        One to three levels, decided with `Comparison.at`; by default the level of the comparison.
    width, font_size, min_font_size, show_ranks, rank_decimals, rename, show_direction, title, math
        As in `cddiagram.figures.cd.layout_cd`.
    highlight, colors
        As there; the colour is that of the name and of an outline, fills tell the decisions.
    note : str or None, default "auto"
        Text in the header; "auto" is the test, the control, and alpha where no cut line bears it.
    wrap : {"auto", True, False}
        Whether names may be broken over lines; "auto": as a last step.

    Returns
    -------
    RankBarsLayout
        The elements in drawing order, and the decisions taken.

    Raises
    ------
    UsageError
        An option has an unknown value or names an unknown algorithm.
    InputError
        An average rank is not positive, or a pair of the control was not tested.
    LayoutError
        The content does not fit; the message names a width that would do.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), control="C4.5+m")
    >>> layout = layout_rank_bars(
    ...     comparison, measure=lambda text, size, bold, italic: 0.5 * size * len(text), alphas=(0.05, 0.10)
    ... )
    >>> [(level.label, round(level.ends[0], 2)) for level in layout.levels.levels]
    [('α = 0.05', 3.17), ('α = 0.10', 3.04)]
    """
    options = CDOptions(
        page_width=page_width(width),
        font_size=font_size,
        min_font_size=min_font_size,
        show_ranks=show_ranks,
        show_direction=show_direction,
        wrap=wrap,
    )
    content = content_from(
        comparison,
        rank_decimals=rank_decimals,
        highlight=highlight,
        colors=colors,
        rename=rename,
        note=note,
        title=title,
        math=math,
    )
    check_positive(comparison)
    levels = levels_of(comparison, content, alphas)
    content = replace(content, control=levels.reference, groups=())
    if note == "auto":
        content = replace(content, note=_note(comparison, content, levels))
    meter = TextMeter(measure)
    columns = columns_or_refusal(lambda tried: _fit(content, levels, tried, meter), options)
    return _draw(content, levels, options, meter, columns)


def _note(comparison: Comparison, content: CDContent, levels: Levels) -> str:
    parts = [procedure(comparison)]
    if comparison.control is None:
        parts.append("best against the others")
    elif comparison.control_chosen != "after":  # then the name of the test says that it is the best
        parts.append(f"control: {content.names[levels.reference]}")
    if not levels.all_cut:
        parts.append("α = " + ", ".join(format_alpha(level.alpha) for level in levels.levels))
    return ", ".join(parts)


def _steps(options: CDOptions) -> Iterator[RowStep]:
    """Yield from the most to the least readable: smaller names, then names broken over more and more lines."""

    def step(size: float, lines: int) -> RowStep:
        names = _NAMES_OF_SMALL if size < _SMALL else _NAMES
        return RowStep(size=size, plot=_LEAST_PLOT, lines=lines, names=names)

    if options.wrap is True:
        yield from (step(size, 2) for size in options.sizes)
    yield from (step(size, 1) for size in options.sizes)
    if options.wrap is not False:
        yield from (step(options.sizes[-1], lines) for lines in (2, 3, 4, 1000))


def _fit(content: CDContent, levels: Levels, options: CDOptions, meter: TextMeter) -> RowColumns | None:
    page = options.page_width
    steps = (step for step in _steps(options) if labels_fit(levels, step.size - 1.0, page, meter))
    return fit_columns(content, options, meter, steps, PAD_X + _END)


def _draw(
    content: CDContent, levels: Levels, options: CDOptions, meter: TextMeter, columns: RowColumns
) -> RankBarsLayout:
    """Place everything."""
    page = options.page_width
    greatest = max(*content.average_ranks, levels.greatest)
    scale = AxisScale(low=0.0, high=greatest, x_low=columns.right, x_high=page - PAD_X - _END)
    head, top = draw_cut_head(content, levels, options, meter, columns, scale)
    rows = stack_rows(columns.labels, top + _ABOVE_ROWS, _PITCH * columns.size)
    bottom = rows.bottom + _ABOVE_ROWS
    texts, boxes = draw_columns(content, columns, rows.middles, meter)
    baseline = Line(gid="axis", points=((scale.left, top), (scale.left, bottom)), width=_BASELINE)
    return RankBarsLayout(
        width=page,
        height=bottom + PAD_Y,
        elements=(
            *head,
            *_draw_bars(content, levels, rows, scale, columns.size),
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


def _draw_bars(content: CDContent, levels: Levels, rows: Rows, scale: AxisScale, size: float) -> list[Element]:
    """Return the bars; an outline lies inside of its bar, so that the length stays exact."""
    height = min(_BAR * _PITCH * size, _TALLEST_BAR)
    bars: list[Element] = []
    for position, (y, rank) in enumerate(zip(rows.middles, content.average_ranks, strict=True)):
        reference = position == levels.reference
        edge = content.color(position, "foreground" if reference else "")
        line = min(_OUTLINE, scale.points(rank) / 2) if edge else 0.0
        bars.append(
            Rectangle(
                gid=f"bar-{position}",
                x=scale.left + line / 2,
                y=y - height / 2 + line / 2,
                width=scale.points(rank) - line,
                height=height - line,
                fill="background" if reference else levels.shade(position),
                edge=edge or None,
                edge_width=line,
            )
        )
    return bars
