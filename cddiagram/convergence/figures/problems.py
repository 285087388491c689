"""All problems of one pair as small multiples: both convergence curves, and where each problem's ranks point to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.figures.parts import (
    ROW,
    Canvas,
    ValueAxis,
    Values,
    errors_of,
    scale_of,
)
from cddiagram.figures.registry import PAIR_CONVERGED, figure
from cddiagram.sheet.elements import Box, Element, Line, Marker, Sheet
from cddiagram.sheet.fit import SMALLER_TYPE, fit
from cddiagram.sheet.header import PAD_X, PAD_Y
from cddiagram.sheet.look import Look, PageOptions
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH
from cddiagram.sheet.naming import display_names, label_of
from cddiagram.sheet.value_axis import ValueScale, make_scale

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.figures.drawing import Drawing

_FRAME, _LINES = 0.6, (1.3, 1.0)
_DASHES = (None, (2.6, 1.3))
_MARK = 2.2
_PANEL, _PLOT_HEIGHT, _BETWEEN, _BELOW = 64.0, 34.0, 10.0, 5.0
_SAMPLE, _SAMPLE_GAP, _ENTRY_GAP = 16.0, 3.0, 10.0


@dataclass(frozen=True, kw_only=True)
class ProblemsLayout(Sheet):
    """Small multiples laid out; every sequence over problems is in the order of the histories.

    Attributes
    ----------
    names : (str, str)
        Display names of first and second.
    columns : int
        Panels side by side.
    gained : tuple of int
        For each problem 1 where its ranks rise (first gained), -1 where they fall, 0 where they do neither.
    panel_boxes : tuple of (left, top, right, bottom)
        The box of each panel's plot.
    """

    names: tuple[str, str]
    columns: int
    gained: tuple[int, ...]
    panel_boxes: tuple[Box, ...]


@dataclass(frozen=True, kw_only=True)
class _Panel:
    """One problem: its name, both curves (2, c), their scale, and who gained."""

    number: int
    name: str
    curves: Values
    scale: ValueScale
    gained: int


@figure("convergence-problems", PageOptions, listed=False, title="All problems of one pair", subject=PAIR_CONVERGED)
def layout_convergence_problems(
    comparison: ConvergenceComparison, first: str, second: str, *, look: Look, meter: TextMeter, scale: str = "auto"
) -> ProblemsLayout:
    """Lay out both curves of a pair on every problem; names of problems are always literal.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    >>> measure = lambda text, size, bold, italic: 0.5 * size * len(text)
    >>> layout_convergence_problems(comparison, "PSO", "Random search", measure=measure).columns
    3
    """
    canvas = Canvas(look, meter)
    i, j = comparison.pair(first, second)
    name, other = display_names(look.rename, comparison.algorithms, (first, second))
    histories = comparison.histories
    values, word = errors_of(histories)
    gained = _gained(np.asarray(comparison.ranks_of(first, second)))
    panels = [
        _Panel(
            number=p,
            name=histories.problems[p],
            curves=pair,
            scale=make_scale(pair.ravel().tolist(), scale_of(histories, scale)),
            gained=gained[p],
        )
        for p, pair in enumerate(np.stack([values[i], values[j]], axis=1))
    ]
    widest = max(canvas.meter.width(panel.scale.describe(), canvas.small) for panel in panels)
    least = max(_PANEL, widest + 3 * _MARK + 4.0)

    columns = fit(
        lambda tried: int((tried.page_width - 2 * PAD_X + _BETWEEN) // (least + _BETWEEN)) or None,
        look,
        "one panel",
        SMALLER_TYPE,
    )
    said = f"{word} at {histories.c} cut-points; gained: by {comparison.ranks} ranks"
    header, y = canvas.header(said + _worse(comparison, i, j, (name, other)))
    legend, y = _legend(canvas, (name, other), gained, y + 0.2 * canvas.small)
    drawn, boxes, bottom = _panels(canvas, panels, columns, y)
    return ProblemsLayout(
        width=canvas.width,
        height=bottom + PAD_Y,
        elements=(*header, *legend, *drawn),
        names=(name, other),
        columns=columns,
        gained=gained,
        panel_boxes=boxes,
    )


@layout_convergence_problems.public
def plot_convergence_problems(
    comparison: ConvergenceComparison,
    first: str,
    second: str,
    *,
    scale: str = "auto",
    **options: Unpack[PageOptions],
) -> Drawing[ProblemsLayout]:
    """Draw the curves of one pair on every problem as small multiples.

    The first algorithm is solid, the second dashed; a triangle marks problems on which the first gained on the second
    over the cut-points (its ranks rise), a ring those on which the second did. Every panel has its own range, printed
    below it.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The finished comparison, from `cddiagram.compare_convergence`.
    first, second : str
        The pair.
    scale : {"auto", "log", "linear"}, default "auto"
        Axis of the values: logarithmic, with a place of its own for 0, unless values are negative or higher is better.
    font_size : float, default 8.0
        Size of the title in points; all else is 1 pt smaller.
    note : str, optional
        By default what the panels show; None for no note.
    {look}

    {returns}

    Raises
    ------
    InputError
        An unknown algorithm, or one algorithm twice.
    {raises}

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    >>> plot_convergence_problems(comparison, "PSO", "Random search", width="page").layout.columns
    6
    """
    return layout_convergence_problems.draw(comparison, options, first=first, second=second, scale=scale)


def _worse(comparison: ConvergenceComparison, i: int, j: int, names: tuple[str, str]) -> str:
    """Say of one that gained on the other that it is worse throughout; empty where that is not so."""
    found = comparison.gained_but_worse()
    for name, pair in zip(names, ((i, j), (j, i)), strict=True):
        if found[pair]:
            return f"; {name} gained, but is worse at every cut-point of all problems"
    return ""


def _gained(ranks: Values) -> tuple[int, ...]:
    """Return for each problem whether its part of L is above, below or at its mean without a trend."""
    c = ranks.shape[1]
    parts = 2 * ranks @ np.arange(1.0, c + 1) - c * (c + 1) ** 2 / 2
    return tuple(int(np.sign(part)) for part in parts)


def _legend(canvas: Canvas, names: tuple[str, str], gained: Sequence[int], top: float) -> tuple[list[Element], float]:
    """Return what lines and marks mean and how many marks there are, in as many rows as they need."""
    size = canvas.small
    counted = [f"{name} gained ({gained.count(sign)})" for name, sign in zip(names, (1, -1), strict=True)]
    elements: list[Element] = []
    x, y = PAD_X, top + 0.6 * size
    for number, text in enumerate((*names, *counted)):
        lead = (_SAMPLE if number < 2 else 2 * _MARK) + _SAMPLE_GAP
        lines = canvas.lines(text, canvas.room - lead, size, math=canvas.look.math)
        width = lead + max(canvas.meter.width(line, size) for line in lines)
        if x > PAD_X and x + width > canvas.width - PAD_X + 1e-6:
            x, y = PAD_X, y + ROW * size
        if number < 2:
            elements.append(_line("legend-line", ((x, y), (x + _SAMPLE, y)), number))
        else:
            elements.append(_mark("legend-mark", x + _MARK, y, (1, -1)[number - 2]))
        for row, line in enumerate(lines):
            elements.append(
                canvas.meter.put("legend-text", x + lead, y + row * ROW * size, line, size, math=canvas.look.math)
            )
        y += (len(lines) - 1) * ROW * size
        x = x + width + _ENTRY_GAP if len(lines) == 1 else canvas.width
    return elements, y + 0.9 * size


def _line(gid: str, points: tuple[tuple[float, float], ...], number: int) -> Line:
    """Return a line of the first (0) or of the second algorithm (1)."""
    return Line(gid=gid, points=points, width=_LINES[number], dash=_DASHES[number])


def _mark(gid: str, x: float, y: float, gained: int) -> Marker:
    if gained > 0:
        return Marker(gid=gid, x=x, y=y + _MARK / 4, radius=_MARK, shape="triangle")
    return Marker(gid=gid, x=x, y=y, radius=_MARK - 0.4, fill="background", edge="foreground", edge_width=0.8)


def _panels(
    canvas: Canvas, panels: Sequence[_Panel], columns: int, top: float
) -> tuple[list[Element], tuple[Box, ...], float]:
    """Return all panels, the boxes of their plots, and where they end; the names of a row share their lowest line."""
    size = canvas.small
    width = (canvas.room - (columns - 1) * _BETWEEN) / columns
    elements: list[Element] = []
    boxes: list[Box] = []
    for start in range(0, len(panels), columns):
        row = panels[start : start + columns]
        names = [canvas.lines(label_of(panel.name), width, size) for panel in row]
        top = top + max(map(len, names)) * LINE_PITCH * size + 0.35 * size
        for column, (panel, lines) in enumerate(zip(row, names, strict=True)):
            left = PAD_X + column * (width + _BETWEEN)
            boxes.append((left, top, left + width, top + _PLOT_HEIGHT))
            elements.extend(_panel(canvas, panel, lines, boxes[-1]))
        top = top + _PLOT_HEIGHT + 1.6 * size + _BELOW
    return elements, tuple(boxes), top - _BELOW


def _panel(canvas: Canvas, panel: _Panel, name: Sequence[str], box: Box) -> list[Element]:
    """Return one panel: its name above, its curves, its range and the mark of who gained below."""
    left, top, right, bottom = box
    size, p = canvas.small, panel.number
    elements: list[Element] = [
        canvas.meter.put(f"problem-{p}", left, top - 0.8 * size - line * LINE_PITCH * size, text, size)
        for line, text in enumerate(reversed(name))
    ]
    frame = ((left, top), (left, bottom), (right, bottom))
    elements.append(Line(gid=f"frame-{p}", points=frame, width=_FRAME, color="leader"))
    start, end, steps = left + 2.0, right - 1.0, panel.curves.shape[1] - 1
    axis = ValueAxis(scale=panel.scale, x=left, top=top + 1.0, bottom=bottom - 2.0)
    for number in (1, 0):  # the solid line of the first lies on top
        values = enumerate(panel.curves[number])
        path = tuple((start + (end - start) * j / steps, axis.y(float(value))) for j, value in values)
        elements.append(_line(f"{('first', 'second')[number]}-{p}", path, number))
    below = bottom + 0.85 * size
    elements.append(canvas.meter.put(f"range-{p}", left, below, panel.scale.describe(), size, color="secondary"))
    if panel.gained:
        elements.append(_mark(f"gained-{p}", right - _MARK - 0.5, below, panel.gained))
    return elements
