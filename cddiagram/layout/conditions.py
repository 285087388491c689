"""Histogram, normal Q-Q plot and tests of each algorithm's scores, as small multiples, best algorithm first."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cddiagram.errors import LayoutError
from cddiagram.layout.conditions_plots import draw_histogram, draw_quantiles
from cddiagram.layout.content import Highlight, colors_of, one_line, text_or_none, texts_of
from cddiagram.layout.elements import Element, Measure, Sheet, Text
from cddiagram.layout.header import PAD_X, PAD_Y, HeaderItems, draw_header
from cddiagram.layout.meter import TextMeter
from cddiagram.layout.needed import does_not_fit
from cddiagram.layout.numbers import format_p
from cddiagram.layout.options import CDOptions, check_flag, page_width
from cddiagram.layout.record import Box, text_box
from cddiagram.layout.wrap import wrap

if TYPE_CHECKING:
    from cddiagram.stats.check_conditions import Conditions

_TEST_NAMES = {
    "kolmogorov-smirnov": "Kolmogorov–Smirnov",
    "lilliefors": "Lilliefors",
    "shapiro-wilk": "Shapiro–Wilk",
    "dagostino-pearson": "D'Agostino–Pearson",
}
_PANELS = "histogram with normal curve; normal Q–Q plot; p-values of tests of normality"
_NOT_TESTED = "not tested"
_NARROWEST, _BETWEEN, _BELOW = 104.0, 10.0, 8.0
_PLOT_HEIGHT, _PLOT_GAP = 42.0, 8.0
_NAME_PITCH, _LINE_PITCH, _TEST_PITCH = 1.3, 1.12, 1.22
_VALUE_GAP = 4.0


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


@dataclass(frozen=True, kw_only=True)
class _Panel:
    """What one panel says."""

    column: int
    name: str
    bold: bool
    color: str
    values: tuple[str, ...]
    numbers: tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class _Grid:
    """Where the panels stand."""

    columns: int
    width: float
    lines: tuple[tuple[str, ...], ...]
    number_rows: int


def layout_conditions(
    conditions: Conditions,
    *,
    measure: Measure,
    width: str | float = "column",
    font_size: float = 8.0,
    highlight: Highlight | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
) -> ConditionsLayout:
    """Lay out histogram, normal Q-Q plot and normality tests of each algorithm, in points.

    Parameters
    ----------
    conditions : Conditions
        The finished tests, from `cddiagram.stats.check_conditions.check_conditions`; nothing is computed.
    measure : callable
        ``measure(text, size, bold, italic)`` -> width of a line of text in points.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or inches. The layout has exactly this width; its height follows from the content.
    font_size : float, default 8
        Size of the names in points; all else is 1 pt smaller.
    highlight, colors, rename, title, math
        As in `cddiagram.layout.cd.layout_cd`.
    note : str or None, default "auto"
        Text in the header; "auto" says what the panels show, and Levene's test.

    Returns
    -------
    ConditionsLayout
        The elements in drawing order, and the decisions taken.

    Raises
    ------
    UsageError
        An option has an unknown value or names an unknown algorithm.
    LayoutError
        Not even one panel fits the width; the message names a width that would do.

    Examples
    --------
    >>> import cddiagram as cd
    >>> from cddiagram.stats.check_conditions import check_conditions
    >>> conditions = check_conditions(cd.load_example("garcia2008-table2"))
    >>> layout_conditions(conditions, measure=lambda text, size, bold, italic: 0.5 * size * len(text)).columns
    2
    """
    options = CDOptions(page_width=page_width(width), font_size=font_size)
    check_flag("math", math)
    meter = TextMeter(measure)
    panels = _panels(conditions, highlight, colors, rename)
    grid = _grid(conditions, panels, options.page_width, font_size, meter, math)
    if grid is None:

        def fits(points: float) -> bool:
            return _grid(conditions, panels, points, font_size, meter, math) is not None

        raise LayoutError(does_not_fit("a panel", options.page_width, fits, "a smaller font_size"))
    small = font_size - 1.0
    header, y = draw_header(
        HeaderItems(
            page=options.page_width,
            size=small,
            title=text_or_none("title", title),
            title_size=font_size,
            note=text_or_none("note", _note(conditions) if note == "auto" else note),
            math=math,
        ),
        meter,
    )
    return _draw(conditions, panels, grid, options, header, y, meter, math)


def _note(conditions: Conditions) -> str:
    levene = conditions.levene
    name = "Levene" if levene.center == "mean" else "Brown–Forsythe"
    statistic = f"{levene.statistic:.2f}" if math.isfinite(levene.statistic) else "∞"
    p = format_p(levene.pvalue)
    df = ", ".join(f"{value:g}" for value in levene.df)
    return f"{_PANELS}; {name}, equal variances: F({df}) = {statistic}, p {p if p.startswith('<') else f'= {p}'}"


def _panels(
    conditions: Conditions,
    highlight: Highlight | None,
    colors: Mapping[str, str] | None,
    rename: Mapping[str, str] | None,
) -> tuple[_Panel, ...]:
    """Put the algorithms into rank order and words."""
    names = conditions.algorithms
    shown, accents, tints = (
        texts_of("rename", rename, names),
        colors_of(highlight, names),
        texts_of("colors", colors, names),
    )
    panels = []
    for column in conditions.order:
        name = names[column]
        pvalues = [float(test.pvalue[column]) for test in conditions.normality]
        edges = conditions.histograms[column].edges
        panel = _Panel(
            column=column,
            name=one_line(shown.get(name, name)),
            bold=name in accents,
            color=accents.get(name) or tints.get(name) or "foreground",
            values=tuple(_NOT_TESTED if math.isnan(p) else format_p(p) for p in pvalues),
            numbers=end_numbers(float(edges[0]), float(edges[-1])),
        )
        panels.append(panel)
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


def _grid(
    conditions: Conditions, panels: tuple[_Panel, ...], page: float, size: float, meter: TextMeter, math: bool
) -> _Grid | None:
    """Return as many columns as have room for the tests of a panel; None if one does not."""
    small = size - 1.0
    tests = [meter.width(_TEST_NAMES.get(test.name, test.name), small) for test in conditions.normality]
    rows = [
        test + _VALUE_GAP + meter.width(value, small)
        for panel in panels
        for test, value in zip(tests, panel.values, strict=True)
    ]
    numbers = [meter.width(number, small) for panel in panels for number in panel.numbers]
    least = max([_NARROWEST, *rows, *(2 * width + _PLOT_GAP for width in numbers)])
    room = page - 2 * PAD_X
    columns = min(int((room + _BETWEEN) // (least + _BETWEEN)), len(panels))
    if columns < 1:
        return None
    width = (room - (columns - 1) * _BETWEEN) / columns
    broken = [_lines(panel, width, size, meter, math) for panel in panels]


def _draw_plots(
    conditions: Conditions,
    place: int,
    panel: _Panel,
    grid: _Grid,
    left: float,
    top: float,
    size: float,
    meter: TextMeter,
) -> list[Element]:
    """Return both plots, and below the histogram the ends of its range, which is the Q-Q plot's height too."""
    width = (grid.width - _PLOT_GAP) / 2
    box = (left, top, left + width, top + _PLOT_HEIGHT)
    right_box = (left + width + _PLOT_GAP, top, left + grid.width, top + _PLOT_HEIGHT)
    mean, deviation = float(conditions.means[panel.column]), float(conditions.deviations[panel.column])
    elements = [
        *draw_histogram(place, conditions.histograms[panel.column], mean, deviation, box),
        *draw_quantiles(
            place, np.asarray(conditions.scores)[:, panel.column], conditions.quantiles, mean, deviation, right_box
        ),
    ]
    low, high = panel.numbers
    y = top + _PLOT_HEIGHT + 0.75 * size
    ends = ((low, box[0], "left", y), (high, box[2], "right", y + (grid.number_rows - 1) * 1.1 * size))
    texts = [(f"range-{place}", *end) for end in ends]
    label = "Q–Q"
    texts.append((f"quantiles-{place}", label, (right_box[0] + right_box[2]) / 2, "center", y))
    return elements + [
        Text(gid=gid, x=x, y=row, text=text, size=size, width=meter.width(text, size), color="secondary", anchor=anchor)
        for gid, text, x, anchor, row in texts
    ]


def _draw_tests(
    conditions: Conditions,
    place: int,
    panel: _Panel,
    left: float,
    right: float,
    top: float,
    size: float,
    meter: TextMeter,
) -> list[Element]:
    """Return one row for each test of normality: its name and its p-value."""
    elements: list[Element] = []
    for row, (test, value) in enumerate(zip(conditions.normality, panel.values, strict=True)):
        y = top + (row + 0.5) * _TEST_PITCH * size
        name = _TEST_NAMES.get(test.name, test.name)
        for gid, text, x, anchor, color in (
            (f"test-{place}-{row}", name, left, "left", "secondary"),
            (f"pvalue-{place}-{row}", value, right, "right", "foreground"),
        ):
            width = meter.width(text, size)
            elements.append(Text(gid=gid, x=x, y=y, text=text, size=size, width=width, color=color, anchor=anchor))
    return elements
