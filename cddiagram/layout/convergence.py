"""Convergence curves: error against budget on one problem or averaged, names at the ends of their lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cddiagram.errors import InputError, LayoutError, choose_from
from cddiagram.layout.content import Highlight, colors_of, one_line, text_or_none, texts_of
from cddiagram.layout.curve_parts import CutAxis, cut_labels, draw_value_axis, number_width, put_text
from cddiagram.layout.elements import Element, Line, Measure, Sheet, Text
from cddiagram.layout.header import PAD_X, PAD_Y, HeaderItems, draw_header
from cddiagram.layout.meter import TextMeter
from cddiagram.layout.needed import does_not_fit
from cddiagram.layout.options import CDOptions, check_flag, page_width
from cddiagram.layout.record import Box, text_box
from cddiagram.layout.spread import spread
from cddiagram.layout.value_axis import ValueScale, make_scale
from cddiagram.layout.wrap import wrap

if TYPE_CHECKING:
    from cddiagram.histories import Histories

#: On and off lengths in points; lines repeat them from the seventh on, their names tell them apart.
DASHES: tuple[tuple[float, ...] | None, ...] = (
    None,
    (4.5, 1.6),
    (1.2, 1.2),
    (5.0, 1.4, 1.2, 1.4),
    (2.4, 1.2),
    (6.0, 1.3, 1.2, 1.3, 1.2, 1.3),
)
_LINE, _HIGHLIGHTED, _GUIDE, _POINTER = 1.0, 1.6, 0.5, 0.5
_POINTER_WIDTH, _POINTER_GAP = 10.0, 2.0
_HEIGHT, _NARROWEST = 100.0, 72.0
_NAME_PITCH, _LINE_PITCH = 1.2, 1.12


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


def layout_convergence(
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
        As in `cddiagram.layout.cd.layout_cd`; highlighted lines are solid, thicker and in their colour.

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
    >>> layout = layout_convergence(cd.load_histories("optimisers"), measure=measure, problem="sphere")
    >>> layout.scale.zero, layout.font_size
    (True, 8.0)
    """
    check_flag("math", math)
    options = CDOptions(page_width=page_width(width), font_size=font_size, min_font_size=min_font_size)
    meter = TextMeter(measure)
    curves, what = curves_of(histories, problem)
    if scale == "auto" and histories.higher_is_better and histories.optimum is None:
        scale = "linear"
    algorithms = histories.algorithms
    shown, accents = texts_of("rename", rename, algorithms), colors_of(highlight, algorithms)
    tints = texts_of("colors", colors, algorithms)
    content = _Content(
        names=tuple(one_line(shown.get(name, name)) for name in algorithms),
        curves=curves,
        scale=make_scale(curves.ravel().tolist(), scale),
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
            size=plan[0] - 1.0,
            title=text_or_none("title", title),
            title_size=plan[0],
            note=text_or_none("note", what if note == "auto" else note),
            math=math,
        ),
        meter,
    )
    return _draw(histories, content, options, meter, plan, header, y)


def errors_of(histories: Histories) -> tuple[NDArray[np.float64], str]:
    """Give what is drawn of histories, (k, n, c), and what it is called: "error" or "value"."""
    values = np.asarray(histories.values)
    if histories.optimum is None:
        error = not histories.higher_is_better and bool((values >= 0).all())
        return values, "error" if error else "value"
    optimum = np.asarray(histories.optimum)[:, np.newaxis]
    return (optimum - values if histories.higher_is_better else values - optimum), "error"


def curves_of(histories: Histories, problem: str | None) -> tuple[NDArray[np.float64], str]:
    """Give one curve for each algorithm, (k, c), and what they are, in words.

    Raises
    ------
    InputError
        An unknown problem.
    """
    values, word = errors_of(histories)
    better = "higher" if histories.higher_is_better and word == "value" else "lower"
    if problem is None:
        return values.mean(axis=1), f"mean {word} on {histories.n} problems, {better} is better"
    if problem not in histories.problems:
        raise InputError(choose_from("problem", problem, histories.problems))
    name = f"problem {problem}" if problem[:1].isdigit() else problem
    return values[:, histories.problems.index(problem)], f"{word} on {one_line(name)}, {better} is better"


#: Size of the names, lines of each, left and right end of the axis.
_Plan = tuple[float, tuple[tuple[str, ...], ...], float, float]


def _plan(content: _Content, options: CDOptions, meter: TextMeter, page: float) -> _Plan | None:
    """Find the largest type at which the axes keep their least width; at the smallest, names may be broken."""
    k = len(content.names)
    steps = [(size, False) for size in options.sizes] + [(options.sizes[-1], True)]
    for size, broken in steps:
        numbers = number_width(content.scale, max(_HEIGHT, k * _NAME_PITCH * size), size - 1.0, meter)
        left = PAD_X + numbers
        side = _POINTER_WIDTH + 2 * _POINTER_GAP + PAD_X
        limit = page - left - side - max(_NARROWEST, 0.42 * page)
        bold = [mark is not None for mark in content.highlight]
        if broken:
            if limit < 20.0:
                return None
            found = [
                wrap(name, limit, lambda text, b=bold[i], s=size: meter.width(text, s, b), math=content.math)  # type: ignore[misc]
                for i, name in enumerate(content.names)
            ]
            if any(lines is None for lines in found):
                return None
            lines = tuple(lines for lines in found if lines is not None)
        else:
            lines = tuple((name,) for name in content.names)
        widest = max(meter.width(text, size, b) for name, b in zip(lines, bold, strict=True) for text in name)
        if widest <= limit:
            return size, lines, left, page - side - widest
    return None


def _draw(
    histories: Histories,
    content: _Content,
    options: CDOptions,
    meter: TextMeter,
    plan: _Plan,
    header: list[Element],
    y: float,
) -> ConvergenceLayout:
    size, lines, left, right = plan
    pitch = max(_NAME_PITCH * size, max((len(name) * _LINE_PITCH + 0.1) * size for name in lines))
    top = y + 0.6 * size
    bottom = top + max(_HEIGHT, (len(lines) - 1) * pitch)
    labels, unit = cut_labels(histories.cut_points, histories.unit)
    axis = CutAxis(points=histories.cut_points, left=left, right=right, labels=labels, unit=one_line(unit))

    def height(value: float) -> float:
        return bottom - content.scale.place(value) * (bottom - top)

    guides = [
        Line(gid=f"cut-{j}", points=((axis.x(j), top), (axis.x(j), bottom)), width=_GUIDE, color="guide")
        for j in range(histories.c)
    ]
    cuts, end = axis.draw(bottom + 3.0, size - 1.0, options.page_width, meter)
    paths = [tuple((axis.x(j), height(float(v))) for j, v in enumerate(curve)) for curve in content.curves]
    order = sorted(range(len(paths)), key=lambda i: (content.highlight[i] is not None, i))
    plain = [i for i in range(len(paths)) if content.highlight[i] is None]
    styles = {i: DASHES[place % len(DASHES)] for place, i in enumerate(plain)}
    drawn = [_curve(content, i, paths[i], styles.get(i)) for i in order]
    names, boxes = _names(content, lines, [path[-1] for path in paths], pitch, (top, bottom), size, meter)
    return ConvergenceLayout(
        width=options.page_width,
        height=max(end, max(box[3] for box in boxes)) + PAD_Y,
        elements=(
            *header,
            *guides,
            *draw_value_axis(content.scale, left, top, bottom, size - 1.0, meter),
            *cuts,
            *drawn,
            *names,
        ),
        names=content.names,
        font_size=size,
        curves=tuple(tuple(float(v) for v in curve) for curve in content.curves),
        scale=content.scale,
        plot_box=(left, top, right, bottom),
        label_boxes=boxes,
    )


def _curve(content: _Content, i: int, path: tuple[tuple[float, float], ...], dash: tuple[float, ...] | None) -> Line:
    highlight = content.highlight[i]
    return Line(
        gid=f"curve-{i}",
        points=path,
        width=_LINE if highlight is None else _HIGHLIGHTED,
        color=highlight or content.colors[i] or "foreground",
        dash=dash if highlight is None else None,
    )


def _names(
    content: _Content,
    lines: Sequence[tuple[str, ...]],
    ends: Sequence[tuple[float, float]],
    pitch: float,
    limits: tuple[float, float],
    size: float,
    meter: TextMeter,
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return names and pointers right of the ends of the lines, and the box of each name."""
    order = sorted(range(len(ends)), key=lambda i: (round(ends[i][1], 6), i))
    placed = spread([ends[i][1] for i in order], pitch, lower=limits[0], upper=limits[1])
    elements: list[Element] = []
    boxes: dict[int, Box] = {}
    for middle, i in zip(placed, order, strict=True):
        start = (ends[i][0] + _POINTER_GAP, ends[i][1])
        stop = (start[0] + _POINTER_WIDTH - _POINTER_GAP, middle)
        elements.append(Line(gid=f"pointer-{i}", points=(start, stop), width=_POINTER, color="leader"))
        left = stop[0] + _POINTER_GAP + 1.0
        first = middle - (len(lines[i]) - 1) / 2 * _LINE_PITCH * size
        texts: list[Text] = [
            put_text(
                f"label-{i}",
                left,
                first + row * _LINE_PITCH * size,
                line,
                size,
                meter,
                color=content.highlight[i] or content.colors[i] or "foreground",
                bold=content.highlight[i] is not None,
                math=content.math,
            )
            for row, line in enumerate(lines[i])
            if line
        ]
        elements.extend(texts)
        boxes[i] = text_box(texts, (left, middle))
    return elements, tuple(boxes[i] for i in range(len(ends)))
