"""Histogram, normal Q-Q plot and tests of each algorithm's scores, as small multiples, best algorithm first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.figures.conditions_plots import draw_histogram, draw_quantiles
from cddiagram.figures.registry import CHECKED, figure
from cddiagram.procedures import NORMALITY_NAMES
from cddiagram.sheet.elements import Box, Element, Sheet
from cddiagram.sheet.fit import SMALLER_TYPE, fit
from cddiagram.sheet.header import PAD_X, PAD_Y, HeaderItems, draw_header
from cddiagram.sheet.look import Look, LookOptions
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH, BrokenNames, Names, break_names, names_of, text_box
from cddiagram.sheet.naming import text_or_none
from cddiagram.words.numbers import format_p

if TYPE_CHECKING:
    from cddiagram.figures.drawing import Drawing
    from cddiagram.stats.check_conditions import Conditions

_PANELS = "histogram with normal curve; normal Q–Q plot; p-values of tests of normality"
_AFTER_HEADER, _BELOW, _PLOT_HEIGHT = 2.0, 8.0, 42.0
_NAME_PITCH, _TEST_PITCH = 1.3, 1.22
_NARROWEST, _BETWEEN, _PLOT_GAP, _VALUE_GAP = 104.0, 8.0, 8.0, 3.5
_NOT_TESTED = "not tested"


@dataclass(frozen=True, kw_only=True)
class ConditionsLayout(Sheet):
    """Small multiples laid out; every sequence over algorithms is in rank order.

    Attributes
    ----------
    names : tuple of str
        Display names.
    font_size : float
        Size of the names in points.
    columns : int
        Panels side by side.
    panel_boxes : tuple of (left, top, right, bottom)
        The box of each algorithm's panel.
    label_boxes : tuple of (left, top, right, bottom)
        The box of each name, all its lines together.
    """

    names: tuple[str, ...]
    font_size: float
    columns: int
    panel_boxes: tuple[Box, ...]
    label_boxes: tuple[Box, ...]


@figure("conditions", LookOptions, title="Conditions of parametric tests", subject=CHECKED)
def layout_conditions(conditions: Conditions, *, look: Look, meter: TextMeter) -> ConditionsLayout:
    """Lay out histogram, normal Q-Q plot and normality tests of each algorithm: see `plot_conditions`."""
    panels = make_panels(conditions)
    names = names_of(look, conditions.algorithms, conditions.algorithms)
    grid = fit(lambda tried: fit_grid(conditions, panels, names, tried, meter), look, "a panel", SMALLER_TYPE)
    items = HeaderItems(
        page=look.page_width,
        size=look.font_size - 1.0,
        title=text_or_none("title", look.title),
        title_size=look.font_size,
        note=text_or_none("note", _note(conditions) if look.note == "auto" else look.note),
        math=look.math,
    )
    header, y = draw_header(items, meter)
    top = y + (_AFTER_HEADER if header else 0.0)
    return _draw(conditions, panels, names, grid, look.page_width, header, top, meter)


@dataclass(frozen=True, kw_only=True)
class Panel:
    """What one panel says: of which column, p-values in the order of the tests, and the ends of the scores' range."""

    column: int
    values: tuple[str, ...]
    numbers: tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Where the panels stand: how many side by side, how wide, and in how many rows the ends of a range fit."""

    columns: int
    width: float
    names: BrokenNames
    number_rows: int


def make_panels(conditions: Conditions) -> tuple[Panel, ...]:
    """Put what the panels say into rank order and words."""
    panels = []
    for column in conditions.order:
        pvalues = [float(test.pvalue[column]) for test in conditions.normality]
        edges = conditions.histograms[column].edges
        values = tuple(_NOT_TESTED if math.isnan(p) else format_p(p) for p in pvalues)
        panels.append(Panel(column=column, values=values, numbers=end_numbers(float(edges[0]), float(edges[-1]))))
    return tuple(panels)


def end_numbers(low: float, high: float) -> tuple[str, str]:
    """Print the two ends of a range with three digits, more if they would print alike.

    Examples
    --------
    >>> end_numbers(0.31234, 0.98765), end_numbers(100.001, 100.002)
    (('0.312', '0.988'), ('100.001', '100.002'))
    """
    for digits in range(3, 17):
        first, last = f"{low:.{digits}g}", f"{high:.{digits}g}"
        if first != last:
            return first, last
    return first, last


def fit_grid(
    conditions: Conditions, panels: tuple[Panel, ...], names: Names, look: Look, meter: TextMeter
) -> Grid | None:
    """Return as many columns as have room for the tests of a panel; None if one does not."""
    small = look.font_size - 1.0
    tests = [meter.width(NORMALITY_NAMES[test.name], small) for test in conditions.normality]
    rows = [
        test + _VALUE_GAP + meter.width(value, small)
        for panel in panels
        for test, value in zip(tests, panel.values, strict=True)
    ]
    ends = [[meter.width(number, small) for number in panel.numbers] for panel in panels]
    least = max([_NARROWEST, *rows, *(2 * width + _PLOT_GAP for pair in ends for width in pair)])
    room = look.page_width - 2 * PAD_X
    columns = min(int((room + _BETWEEN) // (least + _BETWEEN)), len(panels))
    if columns < 1:
        return None
    width = (room - (columns - 1) * _BETWEEN) / columns
    broken = break_names(names, look.font_size, width, meter)
    if broken is None:
        return None
    plot = (width - _PLOT_GAP) / 2
    beside = all(low + high + _VALUE_GAP <= plot for low, high in ends)
    return Grid(columns=columns, width=width, names=broken, number_rows=1 if beside else 2)


def _note(conditions: Conditions) -> str:
    levene = conditions.levene
    name = "Levene" if levene.center == "mean" else "Brown–Forsythe"
    if math.isnan(levene.pvalue):
        return f"{_PANELS}; {name}, equal variances: not tested"
    statistic = f"{levene.statistic:.2f}" if math.isfinite(levene.statistic) else "∞"
    p = format_p(levene.pvalue)
    df = ", ".join(f"{value:g}" for value in levene.df)
    return f"{_PANELS}; {name}, equal variances: F({df}) = {statistic}, p {p if p.startswith(('<', '>')) else f'= {p}'}"


def _draw(
    conditions: Conditions,
    panels: tuple[Panel, ...],
    names: Names,
    grid: Grid,
    page: float,
    header: list[Element],
    top: float,
    meter: TextMeter,
) -> ConditionsLayout:
    """Place everything, row by row; the names of a row share their lowest line."""
    size = grid.names.size
    small = size - 1.0
    elements: list[Element] = [*header]
    panel_boxes: list[Box] = []
    label_boxes: list[Box] = []
    below_plot = (0.3 + 1.1 * grid.number_rows) * small
    tests = len(conditions.normality) * _TEST_PITCH * small
    for start in range(0, len(panels), grid.columns):
        row = range(start, min(start + grid.columns, len(panels)))
        most = max(len(grid.names.lines[panels[place].column]) for place in row)
        plot_top = top + ((most - 1) * LINE_PITCH + _NAME_PITCH) * size
        bottom = plot_top + _PLOT_HEIGHT + below_plot + tests
        for place in row:
            panel, left = panels[place], PAD_X + (place - start) * (grid.width + _BETWEEN)
            right = left + grid.width
            lines = grid.names.lines[panel.column]
            middle = plot_top - 0.72 * size - (len(lines) - 1) / 2 * LINE_PITCH * size
            name = names.put(panel.column, lines, left, middle, size, "left", meter, f"label-{place}")
            elements.extend(name)
            label_boxes.append(text_box(name, (left, plot_top)))
            panel_boxes.append((left, top, right, bottom))
            elements.extend(_draw_plots(conditions, place, panel, grid, (left, plot_top), meter))
            elements.extend(_draw_tests(conditions, place, panel, (left, right, bottom - tests), small, meter))
        top = bottom + _BELOW
    return ConditionsLayout(
        width=page,
        height=top - _BELOW + PAD_Y,
        elements=tuple(elements),
        names=tuple(names.names[panel.column] for panel in panels),
        font_size=size,
        columns=grid.columns,
        panel_boxes=tuple(panel_boxes),
        label_boxes=tuple(label_boxes),
    )


def _draw_plots(
    conditions: Conditions, place: int, panel: Panel, grid: Grid, corner: tuple[float, float], meter: TextMeter
) -> list[Element]:
    """Return both plots, and below the histogram the ends of its range, which is the Q-Q plot's height too."""
    (left, top), size = corner, grid.names.size - 1.0
    width = (grid.width - _PLOT_GAP) / 2
    box = (left, top, left + width, top + _PLOT_HEIGHT)
    right_box = (left + width + _PLOT_GAP, top, left + grid.width, top + _PLOT_HEIGHT)
    mean, deviation = float(conditions.means[panel.column]), float(conditions.deviations[panel.column])
    scores = np.asarray(conditions.scores)[:, panel.column]
    low, high = panel.numbers
    y = top + _PLOT_HEIGHT + 0.75 * size
    lower = y + (grid.number_rows - 1) * 1.1 * size
    middle = (right_box[0] + right_box[2]) / 2
    return [
        *draw_histogram(place, conditions.histograms[panel.column], mean, deviation, box),
        *draw_quantiles(place, scores, conditions.quantiles, mean, deviation, right_box),
        meter.put(f"range-{place}", box[0], y, low, size, "secondary", "left"),
        meter.put(f"range-{place}", box[2], lower, high, size, "secondary", "right"),
        meter.put(f"quantiles-{place}", middle, y, "Q–Q", size, "secondary", "center"),
    ]


def _draw_tests(
    conditions: Conditions, place: int, panel: Panel, corner: tuple[float, float, float], size: float, meter: TextMeter
) -> list[Element]:
    """Return one row for each test of normality: its name and its p-value."""
    left, right, top = corner
    elements: list[Element] = []
    for row, (test, value) in enumerate(zip(conditions.normality, panel.values, strict=True)):
        y = top + (row + 0.5) * _TEST_PITCH * size
        elements.append(meter.put(f"test-{place}-{row}", left, y, NORMALITY_NAMES[test.name], size, "secondary"))
        elements.append(meter.put(f"pvalue-{place}-{row}", right, y, value, size, anchor="right"))
    return elements


@layout_conditions.public
def plot_conditions(conditions: Conditions, **options: Unpack[LookOptions]) -> Drawing[ConditionsLayout]:
    """Draw histogram, normal Q-Q plot and normality tests of each algorithm's scores, best algorithm first.

    The curve over a histogram and the line in a Q-Q plot are those of a normal distribution with the same mean and
    standard deviation. The p-values are not judged against a level: with few data sets a test misses much, with many
    it finds every trifle.

    Parameters
    ----------
    conditions : Conditions
        The finished tests, from `cddiagram.check_conditions`.
    note : str, optional
        By default what the panels show, and Levene's test of equal variances; None for no note.
    {look}

    {returns}

    Raises
    ------
    UsageError
        An option has an unknown value or names an unknown algorithm, or `width` and `ax` are both given.
    LayoutError
        Not one panel fits the width, or `ax` is too low; the message names the size that is needed.

    {warns}

    Examples
    --------
    >>> import cddiagram as cd
    >>> from cddiagram.figures.conditions import plot_conditions
    >>> from cddiagram.stats.check_conditions import check_conditions
    >>> drawing = plot_conditions(check_conditions(cd.load_example("garcia2008-table2")))
    >>> drawing.layout.names[0]
    'C4.5'
    """
    return layout_conditions.draw(conditions, options)
