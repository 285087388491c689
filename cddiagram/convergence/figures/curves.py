"""Convergence curves: error against budget on one problem or averaged, names at the ends of their lines.

Names at the right ends are spread apart, with pointers to their lines; long ones get smaller, then are broken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from cddiagram.convergence.figures.parts import CutAxis, Values, axis_name, cut_labels, errors_of, scale_of
from cddiagram.errors import InputError, choose_from
from cddiagram.figures.registry import RECORDED, figure
from cddiagram.sheet.axis import beside_axis
from cddiagram.sheet.elements import Box, Element, Line, Sheet
from cddiagram.sheet.families import family_key
from cddiagram.sheet.fit import SHORTER_NAMES, fit
from cddiagram.sheet.header import PAD_X, PAD_Y
from cddiagram.sheet.look import FittedOptions, Look, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH, Names, break_names, label_of, names_of, text_box
from cddiagram.sheet.page import Page
from cddiagram.sheet.scale import Axis, ValueScale, make_scale
from cddiagram.sheet.spread import spread

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories
    from cddiagram.figures.drawing import Drawing

#: Those colours of Okabe and Ito that stand out from white and from black, and on and off lengths in points: an
#: algorithm has those of its place among the histories, whatever is picked out, and with five and six of them the 31st
#: is the first to repeat another's.
_COLORS = ("foreground", "#0072b2", "#d55e00", "#009e73", "#cc79a7")
_DASHES: tuple[tuple[float, ...] | None, ...] = (
    None,
    (4.5, 1.6),
    (1.4, 1.4),
    (5.0, 1.4, 1.2, 1.4),
    (2.4, 1.2),
    (6.0, 1.3, 1.2, 1.3, 1.2, 1.3),
)
_LINE, _HIGHLIGHTED, _POINTER = 1.1, 1.8, 0.5
#: Curves fill at least this part of a logarithmic axis.
_FILLED = 0.85
_GAP = 2.0
#: Pointers are this wide, and wider by a part of the farthest way that a name is moved, so that steep ones come apart.
_WIDTH, _MOST_WIDTH, _PER_SHIFT = 10.0, 22.0, 0.2
_HEIGHT, _NARROWEST, _LEAST_PART = 100.0, 72.0, 0.42
#: The plot is higher than its names by this factor, so that most of them stand near their lines.
_SLACK = 1.3
_NAME_PITCH = 1.2
_SHORTEST_LINE, _ROUNDS = 20.0, 3

_Lines = Sequence[tuple[str, ...]]


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

    names: Names
    curves: Values
    scale: ValueScale


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """A plot that fits its page: size and lines of the names, its height, ends of its axis, width of the pointers.

    `middles` holds for each curve the middle of its name below the top of the plot.
    """

    size: float
    lines: _Lines
    height: float
    middles: tuple[float, ...]
    pointer: float
    left: float
    right: float


@figure("convergence-curves", FittedOptions, listed=False, title="Convergence curves", subject=RECORDED)
def layout_convergence_curves(
    histories: Histories, *, look: Look, meter: TextMeter, problem: str | None = None, scale: str = "auto"
) -> ConvergenceLayout:
    """Lay out convergence curves of all algorithms: see `plot_convergence_curves`."""
    page = Page(look, meter)
    curves, what, value = _curves(histories, problem)
    names = names_of(look, histories.algorithms, histories.algorithms)
    content = _Content(
        names=names,
        curves=curves,
        scale=make_scale(curves.ravel().tolist(), scale_of(histories, scale), filled=_FILLED),
    )
    what_fits = "convergence curves with names"
    plan = fit(lambda tried: _fit(content, tried, meter), look, what_fits, SHORTER_NAMES)
    header, y = page.header(what, plan.size, families=family_key(names.families))
    label, y = page.paragraph("value-label", value, y)
    return _draw(histories, content, page, plan, [*header, *label], y + 0.4 * plan.size)


@layout_convergence_curves.public
def plot_convergence_curves(
    histories: Histories, *, problem: str | None = None, scale: str = "auto", **options: Unpack[FittedOptions]
) -> Drawing[ConvergenceLayout]:
    """Draw the convergence curves of all algorithms on one problem, or their means over all problems.

    Values are drawn at the cut-points, which are ticks. Lines differ by colour and dashes, which an algorithm keeps
    when others are picked out; names stand at their ends, highlighted ones bold and at thicker lines. On a logarithmic
    axis 0 stands in a band of its own, behind a break.

    Parameters
    ----------
    histories : Histories
        What to draw; errors (distances from the optimum) where an optimum is known.
    problem : str, optional
        Which problem; by default the mean over all problems.
    scale : {"auto", "log", "linear"}, default "auto"
        Axis of the values: logarithmic, with a place of its own for 0, unless values are negative or higher is better.
    note : str, optional
        By default which problem is drawn; None for no note.
    {look}

    {returns}

    Raises
    ------
    InputError
        An unknown problem.
    {raises}

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = plot_convergence_curves(cd.load_histories("optimisers"), problem="Rastrigin", highlight="PSO")
    >>> drawing.layout.width / 72
    3.3
    """
    return layout_convergence_curves.draw(histories, options, problem=problem, scale=scale)


def _curves(histories: Histories, problem: str | None) -> tuple[Values, str, str]:
    """Return one curve for each algorithm, (k, c), what they are of, and what the axis of values counts."""
    values, word = errors_of(histories)
    axis = axis_name(histories, word)
    if problem is None:
        return values.mean(axis=1), f"Mean over {histories.n} problems", f"mean {axis}"
    if problem not in histories.problems:
        raise InputError(choose_from("problem", problem, histories.problems))
    name = f"Problem {problem}" if problem[:1].isdigit() else problem
    return values[:, histories.problems.index(problem)], label_of(name), axis


def _fit(content: _Content, look: Look, meter: TextMeter) -> _Plan | None:
    """Return the largest type at which the axes keep their least width; at the smallest, names may be broken."""
    width, sizes = look.page_width, look.sizes
    least = max(_NARROWEST, _LEAST_PART * width)
    for size in sizes:
        plan = _plan(content, size, [(name,) for name in content.names.names], width, meter)
        if plan.right - plan.left >= least:
            return plan
    # Broken names make the plot higher, and a higher axis may have wider numbers, which leave less room for names.
    size = sizes[-1]
    left = _axis_left(content, _HEIGHT, size, meter)
    for _ in range(_ROUNDS):
        limit = width - PAD_X - left - _MOST_WIDTH - 2 * _GAP - least
        broken = None if limit < _SHORTEST_LINE else break_names(content.names, size, limit, meter)
        if broken is None:
            return None
        plan = _plan(content, size, broken.lines, width, meter)
        if plan.right - plan.left >= least:
            return plan
        left = plan.left
    return None


def _plan(content: _Content, size: float, lines: _Lines, width: float, meter: TextMeter) -> _Plan:
    """Return the plot of a page that wide, fitting or not, for names of that size in these lines."""
    most = max(len(name) for name in lines)
    pitch = max(_NAME_PITCH, most * LINE_PITCH + 0.1) * size
    highest = (most - 1) / 2 * LINE_PITCH * size  # the middle of a name that stands at the top of the plot
    height = max(_HEIGHT, _SLACK * (len(lines) - 1) * pitch + highest)
    true = [(1.0 - content.scale.place(float(curve[-1]))) * height for curve in content.curves]
    order = sorted(range(len(true)), key=lambda i: (round(true[i], 6), i))
    placed = dict(zip(order, spread([true[i] for i in order], pitch, lower=highest, upper=height), strict=True))
    pointer = min(_MOST_WIDTH, _WIDTH + _PER_SHIFT * max(abs(placed[i] - y) for i, y in enumerate(true)))
    names = content.names
    widest = max(
        meter.width(text, size, names.bold(i)) + names.room(i) for i, name in enumerate(lines) for text in name
    )
    return _Plan(
        size=size,
        lines=lines,
        height=height,
        middles=tuple(placed[i] for i in range(len(true))),
        pointer=pointer,
        left=_axis_left(content, height, size, meter),
        right=width - PAD_X - widest - pointer - 2 * _GAP,
    )


def _axis_left(content: _Content, height: float, size: float, meter: TextMeter) -> float:
    """Return where the axis of values stands: right of its numbers."""
    small = small_type(size)
    return PAD_X + beside_axis((text for _, text in content.scale.ticks(height, small)), small, meter)


def _draw(
    histories: Histories, content: _Content, page: Page, plan: _Plan, header: list[Element], top: float
) -> ConvergenceLayout:
    """Place everything below the header."""
    size, small = plan.size, small_type(plan.size)
    labels, unit = cut_labels(histories.cut_points, histories.unit)
    values = Axis(scale=content.scale, start=top + plan.height, end=top, across=plan.left)
    cuts = CutAxis(
        points=histories.cut_points, left=plan.left, right=plan.right, values=values, labels=labels, unit=label_of(unit)
    )
    below, end = cuts.draw(small, page)
    paths = [cuts.path(curve) for curve in content.curves]
    names, boxes = _names(content, page, plan, [path[-1] for path in paths], top)
    return ConvergenceLayout(
        width=page.width,
        height=max(end, max(box[3] for box in boxes)) + PAD_Y,
        elements=(*header, *cuts.zero_band(), *values.draw(small, page.meter), *below, *_lines(content, paths), *names),
        names=content.names.names,
        font_size=size,
        curves=tuple(tuple(float(v) for v in curve) for curve in content.curves),
        scale=content.scale,
        plot_box=(plan.left, top, plan.right, values.start),
        label_boxes=boxes,
    )


def _color(names: Names, i: int) -> str:
    """Return the colour of a curve: the one asked for, or its own (the accent would be that of another curve)."""
    asked = names.color(i, "accent")
    return _COLORS[i % len(_COLORS)] if asked == "accent" else asked


def _lines(content: _Content, paths: Sequence[tuple[tuple[float, float], ...]]) -> list[Element]:
    """Return the curves, each in its colour and dashes; highlighted ones thicker and on top."""
    names = content.names
    return [
        Line(
            gid=f"curve-{i}",
            points=paths[i],
            width=_HIGHLIGHTED if names.bold(i) else _LINE,
            color=_color(names, i),
            dash=_DASHES[i % len(_DASHES)],
        )
        for i in sorted(range(len(paths)), key=names.bold)
    ]


def _names(
    content: _Content, page: Page, plan: _Plan, ends: Sequence[tuple[float, float]], top: float
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return pointers and names right of the ends of the curves, and the box of each name."""
    elements: list[Element] = []
    boxes: list[Box] = []
    for i, (x, y) in enumerate(ends):
        middle = top + plan.middles[i]
        start, stop = (x + _GAP, y), (x + plan.pointer, middle)
        left = stop[0] + _GAP
        texts = content.names.put(i, plan.lines[i], left, middle, plan.size, "left", page.meter)
        elements += [Line(gid=f"pointer-{i}", points=(start, stop), width=_POINTER, color="leader"), *texts]
        boxes.append(text_box(texts, (left, middle)))
    return elements, tuple(boxes)
