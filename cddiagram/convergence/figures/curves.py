"""Convergence curves: error against budget on one problem or averaged, names at the ends of their lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cddiagram.convergence.figures.curve_names import EndNames, draw_names, plan_names
from cddiagram.convergence.figures.curve_parts import CutAxis, cut_labels, draw_value_axis, number_width
from cddiagram.convergence.figures.curve_values import curves_of
from cddiagram.errors import LayoutError
from cddiagram.sheet.elements import Box, Element, Line, Measure, Sheet
from cddiagram.sheet.fit import does_not_fit
from cddiagram.sheet.header import PAD_Y, HeaderItems, draw_header
from cddiagram.sheet.look import Look, check_flag
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import Highlight, colors_of, display_names, label_of, text_or_none, texts_of
from cddiagram.sheet.value_axis import ValueScale, make_scale

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories

#: On and off lengths in points; lines repeat them from the seventh on, their names tell them apart.
DASHES: tuple[tuple[float, ...] | None, ...] = (
    None,
    (4.5, 1.6),
    (1.2, 1.2),
    (5.0, 1.4, 1.2, 1.4),
    (2.4, 1.2),
    (6.0, 1.3, 1.2, 1.3, 1.2, 1.3),
)
_LINE, _HIGHLIGHTED, _GUIDE = 1.0, 1.6, 0.5
#: Curves fill at least this part of a logarithmic axis.
_FILLED = 0.85


@dataclass(frozen=True, kw_only=True)
class ConvergenceLayout(Sheet):
    """Convergence curves laid out; every sequence over algorithms is in the order of the histories.

    Attributes
    ----------
    names : tuple of str
        Display names.
    font_size : float
        Size of the names used, in points.
    curves : tuple of tuple of float
        The values drawn.
    scale : ValueScale
        The axis of values.
    plot_box : (left, top, right, bottom)
        The box of the axes.
    label_boxes : tuple of (left, top, right, bottom)
        The box of each name, all its lines together.
    """

    names: tuple[str, ...]
    font_size: float
    curves: tuple[tuple[float, ...], ...]
    scale: ValueScale
    plot_box: Box
    label_boxes: tuple[Box, ...]


@dataclass(frozen=True, kw_only=True)
class _Content:
    """What the figure says."""

    names: tuple[str, ...]
    curves: NDArray[np.float64]
    scale: ValueScale
    highlight: tuple[str | None, ...]
    colors: tuple[str | None, ...]
    math: bool

    @property
    def bold(self) -> tuple[bool, ...]:
        return tuple(mark is not None for mark in self.highlight)

    def color(self, i: int) -> str:
        return self.highlight[i] or self.colors[i] or "foreground"


def layout_convergence_curves(
    histories: Histories,
    *,
    measure: Measure,
    problem: str | None = None,
    scale: str = "auto",
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.5,
    highlight: Highlight | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
) -> ConvergenceLayout:
    """Lay out convergence curves of all algorithms, in points.

    Parameters
    ----------
    histories : Histories
        What to draw; errors (distances from the optimum) where an optimum is known.
    measure : callable
        ``measure(text, size, bold, italic)`` -> width of a line of text in points.
    problem : str, optional
        Which problem; by default the mean over all problems.
    scale : {"auto", "log", "linear"}, default "auto"
        Axis of the values: logarithmic, with a place of its own for 0, unless values are negative or higher is better.
    width, font_size, min_font_size, highlight, colors, rename, note, title, math
        As in `cddiagram.figures.cd.layout_cd`; highlighted lines are solid, thicker and in their colour.

    Returns
    -------
    ConvergenceLayout
        The elements in drawing order, and the decisions taken.

    Raises
    ------
    InputError
        An unknown problem.
    UsageError
        An option has an unknown value or names an unknown algorithm.
    LayoutError
        The figure does not fit; the message names a width that would do.

    Examples
    --------
    >>> import cddiagram as cd
    >>> measure = lambda text, size, bold, italic: 0.5 * size * len(text)
    >>> layout = layout_convergence_curves(cd.load_histories("optimisers"), measure=measure, problem="sphere")
    >>> layout.scale.zero, layout.font_size
    (True, 8.0)
    """
    check_flag("math", math)
    options = Look(width=width, font_size=font_size, min_font_size=min_font_size)
    meter = TextMeter(measure)
    curves, what = curves_of(histories, problem)
    if scale == "auto" and histories.higher_is_better and histories.optimum is None:
        scale = "linear"
    algorithms = histories.algorithms
    accents, tints = colors_of(highlight, algorithms), texts_of("colors", colors, algorithms)
    content = _Content(
        names=display_names(rename, algorithms),
        curves=curves,
        scale=make_scale(curves.ravel().tolist(), scale, filled=_FILLED),
        highlight=tuple(accents.get(name) for name in algorithms),
        colors=tuple(tints.get(name) for name in algorithms),
        math=math,
    )
    plan = _plan(content, options, meter, options.page_width)
    if plan is None:
        fits = lambda page: _plan(content, options, meter, page) is not None  # noqa: E731
        remedies = "shorter names (rename)"
        raise LayoutError(does_not_fit("convergence curves with names", options.page_width, fits, remedies))
    header, y = draw_header(
        HeaderItems(
            page=options.page_width,
            size=plan.size - 1.0,
            title=text_or_none("title", title),
            title_size=plan.size,
            note=text_or_none("note", what if note == "auto" else note),
            math=math,
        ),
        meter,
    )
    return _draw(histories, content, options.page_width, meter, plan, header, y)


def _plan(content: _Content, options: Look, meter: TextMeter, page: float) -> EndNames | None:
    return plan_names(
        content.names,
        [content.scale.place(float(curve[-1])) for curve in content.curves],
        bold=content.bold,
        sizes=options.sizes,
        page=page,
        numbers=lambda height, size: number_width(content.scale, height, size - 1.0, meter),
        meter=meter,
        math=content.math,
    )


def _draw(
    histories: Histories,
    content: _Content,
    page: float,
    meter: TextMeter,
    plan: EndNames,
    header: list[Element],
    y: float,
) -> ConvergenceLayout:
    size = plan.size
    top = y + 0.6 * size
    bottom = top + plan.height
    labels, unit = cut_labels(histories.cut_points, histories.unit)
    axis = CutAxis(points=histories.cut_points, left=plan.left, right=plan.right, labels=labels, unit=label_of(unit))

    def height(value: float) -> float:
        return bottom - content.scale.place(value) * (bottom - top)

    guides = [
        Line(gid=f"cut-{j}", points=((axis.x(j), top), (axis.x(j), bottom)), width=_GUIDE, color="guide")
        for j in range(histories.c)
    ]
    cuts, end = axis.draw(bottom + 3.0, size - 1.0, page, meter)
    paths = [tuple((axis.x(j), height(float(v))) for j, v in enumerate(curve)) for curve in content.curves]
    order = sorted(range(len(paths)), key=lambda i: (content.bold[i], i))
    plain = [i for i in range(len(paths)) if not content.bold[i]]
    styles = {i: DASHES[place % len(DASHES)] for place, i in enumerate(plain)}
    drawn = [_curve(content, i, paths[i], styles.get(i)) for i in order]
    names, boxes = draw_names(
        plan,
        [path[-1] for path in paths],
        top,
        bold=content.bold,
        colors=[content.color(i) for i in range(len(paths))],
        meter=meter,
        math=content.math,
    )
    return ConvergenceLayout(
        width=page,
        height=max(end, max(box[3] for box in boxes)) + PAD_Y,
        elements=(
            *header,
            *guides,
            *draw_value_axis(content.scale, plan.left, top, bottom, size - 1.0, meter),
            *cuts,
            *drawn,
            *names,
        ),
        names=content.names,
        font_size=size,
        curves=tuple(tuple(float(v) for v in curve) for curve in content.curves),
        scale=content.scale,
        plot_box=(plan.left, top, plan.right, bottom),
        label_boxes=boxes,
    )


def _curve(content: _Content, i: int, path: tuple[tuple[float, float], ...], dash: tuple[float, ...] | None) -> Line:
    return Line(
        gid=f"curve-{i}",
        points=path,
        width=_HIGHLIGHTED if content.bold[i] else _LINE,
        color=content.color(i),
        dash=None if content.bold[i] else dash,
    )
