"""All problems of one pair as small multiples: both convergence curves, and where each problem's ranks point to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.figures.parts import (
    NOT_CONTROLLED,
    Values,
    axis_name,
    cut_labels,
    errors_of,
    ranks_note,
    scale_of,
    verdict,
)
from cddiagram.figures.registry import PAIR_CONVERGED, figure
from cddiagram.sheet.axis import NUMBER_GAP, beside_axis
from cddiagram.sheet.elements import Box, Element, Line, Sheet
from cddiagram.sheet.families import MARK_GAP, ROOM, family_key
from cddiagram.sheet.fit import SMALLER_TYPE, fit
from cddiagram.sheet.header import PAD_X, PAD_Y
from cddiagram.sheet.legend import KeyEntry, draw_legend, key_rows
from cddiagram.sheet.look import Look, LookOptions, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH, Names, label_of, names_of
from cddiagram.sheet.page import Page
from cddiagram.sheet.panels import Panels, balanced, fit_panels
from cddiagram.sheet.scale import Axis, ValueScale, make_scale

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.convergence.histories import Histories
    from cddiagram.figures.drawing import Drawing

_FRAME, _GRID, _LINES = 0.6, 0.4, (1.3, 1.0)
_DASHES = (None, (2.6, 1.3))
_PANEL, _PLOT_HEIGHT, _BETWEEN, _BELOW = 56.0, 46.0, 9.0, 7.0
#: The axis of values is so much shorter than a panel is high: below and above it.
_INSET = (2.0, 1.0)
_INNER = _PLOT_HEIGHT - sum(_INSET)
#: Lengths of the samples of lines: in the legend, and over a panel as the mark of who gained there.
_SAMPLE, _MARK, _ENTRY_GAP, _MARK_GAP = 16.0, 9.1, 10.0, 3.0


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
    scales : tuple of ValueScale
        The axis of values of each row of panels.
    panel_boxes : tuple of (left, top, right, bottom)
        The box of each panel's plot.
    """

    names: tuple[str, str]
    columns: int
    gained: tuple[int, ...]
    scales: tuple[ValueScale, ...]
    panel_boxes: tuple[Box, ...]


@figure("convergence-problems", LookOptions, listed=False, title="All problems of one pair", subject=PAIR_CONVERGED)
def layout_convergence_problems(
    comparison: ConvergenceComparison, first: str, second: str, *, look: Look, meter: TextMeter, scale: str = "auto"
) -> ProblemsLayout:
    """Lay out both curves of a pair on every problem; names of problems are always literal."""
    page = Page(look, meter)
    i, j = comparison.pair(first, second)
    pair = names_of(look, comparison.algorithms, (first, second))
    histories = comparison.histories
    values, word = errors_of(histories)
    curves = np.stack([values[i], values[j]], axis=1)
    c = histories.c
    parts = 2 * np.asarray(comparison.ranks_of(first, second)) @ np.arange(1.0, c + 1) - c * (c + 1) ** 2 / 2
    gained = tuple(int(np.sign(part)) for part in parts)  # part of L above, below or at its mean without a trend
    kind = scale_of(histories, scale)
    panels, scales = fit(lambda tried: _fit(tried, meter, curves, kind), look, "one panel", SMALLER_TYPE)
    tested = f"Page, {ranks_note(comparison, i, j)}, {NOT_CONTROLLED}"
    note = f"{tested}: {verdict(comparison, i, j, (pair.names[0], pair.names[1]))}"
    header, y = page.header(note, families=family_key(pair.families))
    legend, y = _legend(page, pair, gained, _gains(word, any(each.log for each in scales)), y)
    label, y = page.paragraph("value-label", f"{axis_name(histories, word)}; one scale for each row", y)
    names = Names(names=tuple(map(label_of, histories.problems)))
    room = panels.width - _MARK - _MARK_GAP
    lines = [page.meter.lines(problem, room, page.small) for problem in names.names]
    height = _PLOT_HEIGHT + _BELOW
    drawn: list[Element] = []
    boxes: list[Box] = []
    top, above = y + 0.3 * page.small, LINE_PITCH + 0.35
    for panel in panels.place(lines, top, page.small, above=above, raised=0.8, height=height):
        p = panel.number
        boxes.append(panel.plot(_PLOT_HEIGHT))
        drawn += names.put(p, lines[p], panel.left, panel.name_y, page.small, "left", meter, f"problem-{p}")
        if gained[p]:
            at = panel.plot_top - 0.8 * page.small
            mark = ((panel.right - _MARK, at), (panel.right, at))
            drawn.append(_line(f"gained-{p}", mark, 0 if gained[p] > 0 else 1, pair))
        drawn += _panel(page, p, curves[p], scales[p // panels.columns], boxes[-1], pair, first=panel.first)
    below, bottom = _cut_points(page, histories, boxes[-panels.columns :])
    return ProblemsLayout(
        width=page.width,
        height=bottom + PAD_Y,
        elements=(*header, *legend, *label, *drawn, *below),
        names=(pair.names[0], pair.names[1]),
        columns=panels.columns,
        gained=gained,
        scales=scales,
        panel_boxes=tuple(boxes),
    )


@layout_convergence_problems.public
def plot_convergence_problems(
    comparison: ConvergenceComparison, first: str, second: str, *, scale: str = "auto", **options: Unpack[LookOptions]
) -> Drawing[ProblemsLayout]:
    """Draw the curves of one pair on every problem as small multiples.

    The first algorithm is solid, the second dashed; a piece of the line of the one that gained on the other over the
    cut-points (the ranks of the first rise, or fall) stands over each panel. The ranks are of differences of values: of
    two that fall by the same factor the worse one gains, although a logarithmic axis shows them in parallel. Panels of
    a row have the same axes.

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
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms whose lines have the accent, or the given colour.
    note : str, optional
        By default what the panels show; None for no note.
    {rest}
    InputError
        An unknown algorithm, or one algorithm twice.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    >>> plot_convergence_problems(comparison, "PSO", "Random search", width="page").layout.columns
    7
    """
    return layout_convergence_problems.draw(comparison, options, first=first, second=second, scale=scale)


def _fit(look: Look, meter: TextMeter, curves: Values, kind: str) -> tuple[Panels, tuple[ValueScale, ...]] | None:
    """Return as many columns as have room beside the numbers of their rows, and these scales; None if not one has."""
    size = small_type(look.font_size)
    for columns in dict.fromkeys(balanced(len(curves), most) for most in range(len(curves), 0, -1)):
        rows = [curves[start : start + columns] for start in range(0, len(curves), columns)]
        scales = tuple(make_scale(row.ravel().tolist(), kind) for row in rows)
        side = beside_axis((text for each in scales for _, text in each.ticks(_INNER, size)), size, meter)
        panels = fit_panels(look.page_width, _PANEL, _BETWEEN, columns, side)
        if panels and panels.columns == columns:
            return panels, scales
    return None


def _gains(word: str, log: bool) -> str:
    """Say what the marks over panels are, and that they need not be what a logarithmic axis seems to show."""
    return f"over a panel: who gained, by differences of {word}s{', while the axis shows ratios' if log else ''}"


def _legend(page: Page, pair: Names, gained: Sequence[int], marks: str, top: float) -> tuple[list[Element], float]:
    """Return what lines mean, as curves and over a panel, and who gained how often, in as many rows as they need."""

    def line(number: int) -> KeyEntry:
        family = pair.families[number] if pair.families else None

        def draw(left: float, y: float) -> list[Element]:
            sample = _line("legend-line", ((left, y), (left + _SAMPLE, y)), number, pair)
            return [sample, *([family.mark(f"pair-{number}-family", left + _SAMPLE + MARK_GAP, y)] if family else [])]

        text = f"{pair.names[number]} (gained on {gained.count(1 - 2 * number)})"
        width = _SAMPLE + (ROOM if family else 0.0)
        return KeyEntry(text=text, width=width, draw=draw, gap=_ENTRY_GAP)

    def mark(left: float, y: float) -> list[Element]:
        pieces = (0, y - _MARK_GAP / 2), (1, y + _MARK_GAP / 2)
        return [_line("legend-mark", ((left, at), (left + _MARK, at)), number, pair) for number, at in pieces]

    size = page.small
    entries = (line(0), line(1), KeyEntry(text=marks, width=_MARK, draw=mark))
    rows = key_rows(entries[: 2 + any(gained)], page.room, size, page.meter)
    elements, y = draw_legend(rows, PAD_X, top + 0.6 * size, size, page.meter)
    return elements, y + 0.75 * size


def _line(gid: str, points: tuple[tuple[float, float], ...], number: int, pair: Names) -> Line:
    """Return a line of the first (0) or of the second algorithm (1)."""
    color = pair.color(number, "foreground")
    return Line(gid=gid, points=points, width=_LINES[number], dash=_DASHES[number], color=color)


def _panel(
    page: Page, p: int, curves: Values, scale: ValueScale, box: Box, pair: Names, *, first: bool
) -> list[Element]:
    """Return the curves of one problem and its axis of values, with numbers where it is the first of its row."""
    left, top, right, bottom = box
    start, end, steps = left + 2.0, right - 1.0, curves.shape[1] - 1
    axis = Axis(scale=scale, start=bottom - _INSET[0], end=top + _INSET[1], across=left)
    ticks = [axis.start + place * (axis.end - axis.start) for place, _ in scale.ticks(_INNER, page.small)]
    elements: list[Element] = [
        *(Line(gid=f"grid-{p}", points=((left, y), (right, y)), width=_GRID, color="guide") for y in ticks),
        Line(gid=f"frame-{p}", points=((left, bottom), (right, bottom)), width=_FRAME, color="leader"),
        *(axis.draw(page.small, page.meter) if first else ()),
    ]
    for number in (1, 0):  # the solid line of the first lies on top
        values = enumerate(curves[number])
        path = tuple((start + (end - start) * j / steps, axis.at(float(value))) for j, value in values)
        elements.append(_line(f"{('first', 'second')[number]}-{p}", path, number, pair))
    return elements


def _cut_points(page: Page, histories: Histories, boxes: Sequence[Box]) -> tuple[list[Element], float]:
    """Name the ends of the axis below the lowest panel of each column, and what it counts; also where that ends."""
    labels, unit = cut_labels(histories.cut_points, histories.unit)
    size, put, ends = page.small, page.meter.put, (labels[0], labels[-1])
    beside = sum(page.meter.width(text, size) for text in ends) + _MARK_GAP <= boxes[0][2] - boxes[0][0]
    elements: list[Element] = []
    for left, _, right, bottom in boxes if beside else ():
        y = bottom + NUMBER_GAP + 0.4 * size
        elements += [
            put("tick-number", x, y, text, size, anchor=side)
            for x, text, side in ((left, ends[0], "left"), (right, ends[1], "right"))
        ]
    y = boxes[-1][3] + NUMBER_GAP + (1.0 * size if beside else 0.0)
    said = f"{label_of(unit)}{'' if beside else f', {ends[0]} to {ends[1]}'}, {histories.c} cut-points"
    label, y = page.paragraph("axis-label", said, y)
    return [*elements, *label], y
