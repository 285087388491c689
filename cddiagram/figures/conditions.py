"""Histogram, normal Q-Q plot and tests of each algorithm's scores, as small multiples, best algorithm first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import NDArray

from cddiagram.figures.registry import CHECKED, figure
from cddiagram.procedures import NORMALITY_NAMES
from cddiagram.sheet.axis import AxisScale
from cddiagram.sheet.elements import Box, Element, Line, Marker, Rectangle, Sheet
from cddiagram.sheet.fit import SMALLER_TYPE, fit
from cddiagram.sheet.header import PAD_Y
from cddiagram.sheet.look import Look, LookOptions, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import BrokenNames, Names, break_names, names_of, text_box
from cddiagram.sheet.page import Page
from cddiagram.sheet.panels import Panel, Panels, fit_panels
from cddiagram.words.numbers import format_p

if TYPE_CHECKING:
    from cddiagram.figures.drawing import Drawing
    from cddiagram.stats.conditions import Conditions, Histogram

_PANELS = "histogram with normal curve; normal Q–Q plot; p-values of tests of normality"
_AFTER_HEADER, _BELOW, _PLOT_HEIGHT = 2.0, 8.0, 42.0
_ABOVE_PLOT, _NAME_RAISED, _TEST_PITCH = 1.3, 0.72, 1.22
_NARROWEST, _BETWEEN, _PLOT_GAP, _VALUE_GAP = 104.0, 8.0, 8.0, 3.5
_AXIS, _CURVE, _BAR_EDGE = 0.6, 0.9, 0.4
_DOT = 1.1
#: More points than this cannot be distinguished at this size.
_MOST_DOTS = 120
_CURVE_STEPS = 40


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


@figure(
    "conditions",
    LookOptions,
    title="Conditions of parametric tests",
    subject=CHECKED,
    worded="words.captions:conditions_caption_words",
)
def layout_conditions(conditions: Conditions, *, look: Look, meter: TextMeter) -> ConditionsLayout:
    """Lay out histogram, normal Q-Q plot and normality tests of each algorithm: see `plot_conditions`."""
    page = Page(look, meter)
    contents = [_content(conditions, column) for column in conditions.order]
    names = names_of(look, conditions.algorithms, [conditions.algorithms[column] for column in conditions.order])
    grid = fit(lambda tried: _fit(conditions, contents, names, tried, meter), look, "a panel", SMALLER_TYPE)
    elements, y = page.header(_note(conditions))
    size, small = look.font_size, page.small
    below = (0.3 + 1.1 * grid.number_rows + _TEST_PITCH * len(conditions.normality)) * small
    places = grid.panels.place(
        grid.names.lines,
        y + (_AFTER_HEADER if elements else 0.0),
        size,
        above=_ABOVE_PLOT,
        raised=_NAME_RAISED,
        height=_PLOT_HEIGHT + below + _BELOW,
    )
    panel_boxes: list[Box] = []
    label_boxes: list[Box] = []
    for panel, content in zip(places, contents, strict=True):
        name = names.put(panel.number, grid.names.lines[panel.number], panel.left, panel.name_y, size, "left", meter)
        bottom = panel.plot_top + _PLOT_HEIGHT + below
        panel_boxes.append((panel.left, panel.top, panel.right, bottom))
        label_boxes.append(text_box(name, (panel.left, panel.plot_top)))
        elements += [*name, *_draw_plots(conditions, content, panel, grid.number_rows, page)]
        elements += _draw_tests(conditions, content, panel, bottom, page)
    return ConditionsLayout(
        width=page.width,
        height=panel_boxes[-1][3] + PAD_Y,
        elements=tuple(elements),
        names=names.names,
        font_size=size,
        columns=grid.panels.columns,
        panel_boxes=tuple(panel_boxes),
        label_boxes=tuple(label_boxes),
    )


@dataclass(frozen=True, kw_only=True)
class _Content:
    """What one panel says: of which column, p-values in the order of the tests, and the ends of the scores' range."""

    column: int
    values: tuple[str, ...]
    numbers: tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class _Grid:
    """The panels that fit, their names in lines, and in how many rows the ends of a range fit."""

    panels: Panels
    names: BrokenNames
    number_rows: int


def _content(conditions: Conditions, column: int) -> _Content:
    pvalues = [float(test.pvalue[column]) for test in conditions.normality]
    edges = conditions.histograms[column].edges
    values = tuple("not tested" if math.isnan(p) else format_p(p) for p in pvalues)
    return _Content(column=column, values=values, numbers=end_numbers(float(edges[0]), float(edges[-1])))


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


def _fit(conditions: Conditions, contents: list[_Content], names: Names, look: Look, meter: TextMeter) -> _Grid | None:
    """Return as many columns as have room for the tests of a panel; None if one does not."""
    small = small_type(look.font_size)
    tests = [meter.width(NORMALITY_NAMES[test.name], small) for test in conditions.normality]
    rows = [
        test + _VALUE_GAP + meter.width(value, small)
        for content in contents
        for test, value in zip(tests, content.values, strict=True)
    ]
    ends = [[meter.width(number, small) for number in content.numbers] for content in contents]
    least = max([_NARROWEST, *rows, *(2 * width + _PLOT_GAP for pair in ends for width in pair)])
    panels = fit_panels(look.page_width, least, _BETWEEN, len(contents))
    broken = panels and break_names(names, look.font_size, panels.width, meter)
    if not panels or not broken:
        return None
    plot = (panels.width - _PLOT_GAP) / 2
    beside = all(low + high + _VALUE_GAP <= plot for low, high in ends)
    return _Grid(panels=panels, names=broken, number_rows=1 if beside else 2)


def _note(conditions: Conditions) -> str:
    levene = conditions.levene
    name = "Levene" if levene.center == "mean" else "Brown–Forsythe"
    if math.isnan(levene.pvalue):
        return f"{_PANELS}; {name}, equal variances: not tested"
    statistic = f"{levene.statistic:.2f}" if math.isfinite(levene.statistic) else "∞"
    p = format_p(levene.pvalue)
    df = ", ".join(f"{value:g}" for value in levene.df)
    return f"{_PANELS}; {name}, equal variances: F({df}) = {statistic}, p {p if p.startswith(('<', '>')) else f'= {p}'}"


def _draw_plots(conditions: Conditions, content: _Content, panel: Panel, number_rows: int, page: Page) -> list[Element]:
    """Return both plots, and below the histogram the ends of its range, which is the Q-Q plot's height too."""
    top, bottom, size, put = panel.plot_top, panel.plot_top + _PLOT_HEIGHT, page.small, page.meter.put
    width = (panel.right - panel.left - _PLOT_GAP) / 2
    box = (panel.left, top, panel.left + width, bottom)
    right_box = (panel.right - width, top, panel.right, bottom)
    place, column = panel.number, content.column
    mean, deviation = float(conditions.means[column]), float(conditions.deviations[column])
    scores = np.asarray(conditions.scores)[:, column]
    low, high = content.numbers
    y = bottom + 0.75 * size
    lower = y + (number_rows - 1) * 1.1 * size
    return [
        *_histogram(place, conditions.histograms[column], mean, deviation, box),
        *_quantiles(place, scores, conditions.quantiles, mean, deviation, right_box),
        put(f"range-{place}", box[0], y, low, size, "secondary", "left"),
        put(f"range-{place}", box[2], lower, high, size, "secondary", "right"),
        put(f"quantiles-{place}", panel.right - width / 2, y, "Q–Q", size, "secondary", "center"),
    ]


def _draw_tests(conditions: Conditions, content: _Content, panel: Panel, bottom: float, page: Page) -> list[Element]:
    """Return one row for each test of normality, the last at the bottom: its name and its p-value."""
    size, count = page.small, len(content.values)
    elements: list[Element] = []
    for row, (test, value) in enumerate(zip(conditions.normality, content.values, strict=True)):
        y, gid = bottom - (count - row - 0.5) * _TEST_PITCH * size, f"{panel.number}-{row}"
        elements.append(page.meter.put(f"test-{gid}", panel.left, y, NORMALITY_NAMES[test.name], size, "secondary"))
        elements.append(page.meter.put(f"pvalue-{gid}", panel.right, y, value, size, anchor="right"))
    return elements


def _histogram(place: int, histogram: Histogram, mean: float, deviation: float, box: Box) -> list[Element]:
    """Return bars from the lower edge of the box, and the normal curve of the same mean, deviation and area."""
    left, top, right, bottom = box
    edges, counts = np.asarray(histogram.edges), np.asarray(histogram.counts)
    low, high = float(edges[0]), float(edges[-1])
    total, step = float(counts.sum()), (high - low) / len(counts)
    peak = total * step / (deviation * math.sqrt(2 * math.pi)) if deviation > 0 else 0.0
    highest = max(float(counts.max()), peak)
    x = AxisScale(low=low, high=high, x_low=left, x_high=right).at
    y = AxisScale(low=0.0, high=highest, x_low=bottom, x_high=top).at
    width = (right - left) / len(counts)
    elements: list[Element] = [
        Rectangle(
            gid=f"bin-{place}",
            x=left + index * width,
            y=y(count),
            width=width,
            height=bottom - y(count),
            fill="guide",
            edge="leader",
            edge_width=_BAR_EDGE,
        )
        for index, count in enumerate(counts.tolist())
        if count
    ]
    if deviation > 0:
        steps = [low + (high - low) * index / _CURVE_STEPS for index in range(_CURVE_STEPS + 1)]
        points = tuple((x(v), y(peak * math.exp(-0.5 * ((v - mean) / deviation) ** 2))) for v in steps)
        elements.append(Line(gid=f"curve-{place}", points=points, width=_CURVE, color="accent"))
    elements.append(Line(gid=f"axis-{place}", points=((left, bottom), (right, bottom)), width=_AXIS))
    return elements


def _quantiles(
    place: int,
    scores: NDArray[np.float64],
    quantiles: NDArray[np.float64],
    mean: float,
    deviation: float,
    box: Box,
) -> list[Element]:
    """Return the scores over their normal quantiles, and the line on which normal scores would lie."""
    left, top, right, bottom = box
    inner = _DOT + _AXIS
    low, high = float(scores[0]), float(scores[-1])
    reach = float(quantiles[-1])
    margin = 0.0 if high > low else abs(low) or 1.0  # equal scores stand halfway up
    x = AxisScale(low=-reach, high=reach, x_low=left + inner, x_high=right - _DOT).at
    y = AxisScale(low=low - margin, high=high + margin, x_low=bottom - inner, x_high=top + _DOT).at
    elements: list[Element] = []
    if deviation > 0:  # the line within the plot: where it is neither left, right, above nor below of it
        start, end = max(-reach, (low - mean) / deviation), min(reach, (high - mean) / deviation)
        ends = tuple((x(quantile), y(mean + deviation * quantile)) for quantile in (start, end))
        elements.append(Line(gid=f"normal-{place}", points=ends, width=_CURVE, color="accent"))
    outer = ((left, top), (left, bottom), (right, bottom))
    elements.append(Line(gid=f"frame-{place}", points=outer, width=_AXIS))
    count = len(scores)
    shown = (
        range(count) if count <= _MOST_DOTS else np.unique(np.linspace(0, count - 1, _MOST_DOTS).round().astype(int))
    )
    for index in shown:
        dot = Marker(gid=f"point-{place}", x=x(float(quantiles[index])), y=y(float(scores[index])), radius=_DOT)
        elements.append(dot)
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
    {raises}

    Examples
    --------
    >>> import cddiagram as cd
    >>> from cddiagram.figures.conditions import plot_conditions
    >>> from cddiagram.stats.conditions import check_conditions
    >>> drawing = plot_conditions(check_conditions(cd.load_example("garcia2008-table2")))
    >>> drawing.layout.names[0]
    'C4.5'
    """
    return layout_conditions.draw(conditions, options)
