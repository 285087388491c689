"""All problems of one pair as small multiples: both convergence curves, and where each problem's ranks point to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.figures.parts import Values, errors_of, scale_of
from cddiagram.figures.registry import PAIR_CONVERGED, figure
from cddiagram.sheet.elements import Box, Element, Line, Marker, Sheet
from cddiagram.sheet.fit import SMALLER_TYPE, fit
from cddiagram.sheet.header import PAD_X, PAD_Y
from cddiagram.sheet.legend import KeyEntry, draw_legend, key_rows
from cddiagram.sheet.look import Look, PageOptions
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH, Names, display_names, label_of
from cddiagram.sheet.page import Page
from cddiagram.sheet.panels import fit_panels
from cddiagram.sheet.scale import Axis, ValueScale, make_scale

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.figures.drawing import Drawing

_FRAME, _LINES = 0.6, (1.3, 1.0)
_DASHES = (None, (2.6, 1.3))
_MARK = 2.2
_PANEL, _PLOT_HEIGHT, _BETWEEN, _BELOW = 64.0, 34.0, 10.0, 5.0
_SAMPLE, _ENTRY_GAP = 16.0, 10.0


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


@figure("convergence-problems", PageOptions, listed=False, title="All problems of one pair", subject=PAIR_CONVERGED)
def layout_convergence_problems(
    comparison: ConvergenceComparison, first: str, second: str, *, look: Look, meter: TextMeter, scale: str = "auto"
) -> ProblemsLayout:
    """Lay out both curves of a pair on every problem; names of problems are always literal."""
    page = Page(look, meter)
    i, j = comparison.pair(first, second)
    name, other = display_names(look.rename, comparison.algorithms, (first, second))
    pair = name, other
    histories = comparison.histories
    values, word = errors_of(histories)
    curves = np.stack([values[i], values[j]], axis=1)
    gained = _gained(np.asarray(comparison.ranks_of(first, second)))
    scales = [make_scale(both.ravel().tolist(), scale_of(histories, scale)) for both in curves]
    widest = max(meter.width(each.describe(), page.small) for each in scales)
    least = max(_PANEL, widest + 3 * _MARK + 4.0)
    panels = fit(lambda tried: fit_panels(tried.page_width, least, _BETWEEN), look, "one panel", SMALLER_TYPE)
    said = f"{word} at {histories.c} cut-points; gained: by {comparison.ranks} ranks"
    header, y = page.header(said + _worse(comparison, i, j, pair))
    legend, y = _legend(page, pair, gained, y + 0.2 * page.small)
    names = Names(names=tuple(map(label_of, histories.problems)))
    lines = [page.lines(problem, panels.width, page.small) for problem in names.names]
    height = _PLOT_HEIGHT + 1.6 * page.small + _BELOW
    drawn: list[Element] = []
    boxes: list[Box] = []
    for panel in panels.place(lines, y, page.small, above=LINE_PITCH + 0.35, raised=0.8, height=height):
        boxes.append((panel.left, panel.plot_top, panel.right, panel.plot_top + _PLOT_HEIGHT))
        p = panel.number
        drawn += names.put(p, lines[p], panel.left, panel.name_y, page.small, "left", meter, f"problem-{p}")
        drawn += _panel(page, p, curves[p], scales[p], gained[p], boxes[-1])
    return ProblemsLayout(
        width=page.width,
        height=boxes[-1][3] + 1.6 * page.small + PAD_Y,
        elements=(*header, *legend, *drawn),
        names=pair,
        columns=panels.columns,
        gained=gained,
        panel_boxes=tuple(boxes),
    )


@layout_convergence_problems.public
def plot_convergence_problems(
    comparison: ConvergenceComparison, first: str, second: str, *, scale: str = "auto", **options: Unpack[PageOptions]
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


def _legend(page: Page, names: Sequence[str], gained: Sequence[int], top: float) -> tuple[list[Element], float]:
    """Return what lines and marks mean and how many marks there are, in as many rows as they need."""

    def line(number: int) -> KeyEntry:
        def draw(left: float, y: float) -> list[Element]:
            return [_line("legend-line", ((left, y), (left + _SAMPLE, y)), number)]

        return KeyEntry(text=names[number], width=_SAMPLE, draw=draw, math=page.look.math, gap=_ENTRY_GAP)

    def mark(number: int, sign: int) -> KeyEntry:
        def draw(left: float, y: float) -> list[Element]:
            return [_mark("legend-mark", left + _MARK, y, sign)]

        text = f"{names[number]} gained ({gained.count(sign)})"
        return KeyEntry(text=text, width=2 * _MARK, draw=draw, math=page.look.math, gap=_ENTRY_GAP)

    size = page.small
    rows = key_rows((line(0), line(1), mark(0, 1), mark(1, -1)), page.room, size, page.meter)
    elements, y = draw_legend(rows, PAD_X, top + 0.6 * size, size, page.meter)
    return elements, y + 0.9 * size


def _line(gid: str, points: tuple[tuple[float, float], ...], number: int) -> Line:
    """Return a line of the first (0) or of the second algorithm (1)."""
    return Line(gid=gid, points=points, width=_LINES[number], dash=_DASHES[number])


def _mark(gid: str, x: float, y: float, gained: int) -> Marker:
    if gained > 0:
        return Marker(gid=gid, x=x, y=y + _MARK / 4, radius=_MARK, shape="triangle")
    return Marker(gid=gid, x=x, y=y, radius=_MARK - 0.4, fill="background", edge="foreground", edge_width=0.8)


def _panel(page: Page, p: int, curves: Values, scale: ValueScale, gained: int, box: Box) -> list[Element]:
    """Return the curves of one problem, and below them its range and the mark of who gained."""
    left, top, right, bottom = box
    size, start, end, steps = page.small, left + 2.0, right - 1.0, curves.shape[1] - 1
    frame = ((left, top), (left, bottom), (right, bottom))
    elements: list[Element] = [Line(gid=f"frame-{p}", points=frame, width=_FRAME, color="leader")]
    axis = Axis(scale=scale, start=bottom - 2.0, end=top + 1.0, across=left)
    for number in (1, 0):  # the solid line of the first lies on top
        values = enumerate(curves[number])
        path = tuple((start + (end - start) * j / steps, axis.at(float(value))) for j, value in values)
        elements.append(_line(f"{('first', 'second')[number]}-{p}", path, number))
    below = bottom + 0.85 * size
    elements.append(page.meter.put(f"range-{p}", left, below, scale.describe(), size, "secondary"))
    if gained:
        elements.append(_mark(f"gained-{p}", right - _MARK - 0.5, below, gained))
    return elements
