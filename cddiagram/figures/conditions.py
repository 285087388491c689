"""Histogram, normal Q-Q plot and tests of each algorithm's scores, as small multiples, best algorithm first."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cddiagram.errors import LayoutError
from cddiagram.figures.conditions_grid import BETWEEN, PLOT_GAP, Grid, Panel, fit_grid, make_panels
from cddiagram.figures.conditions_plots import draw_histogram, draw_quantiles
from cddiagram.figures.options import CDOptions, check_flag, page_width
from cddiagram.figures.record import Box, text_box
from cddiagram.procedures import NORMALITY_NAMES
from cddiagram.sheet.elements import Element, Measure, Sheet, Text
from cddiagram.sheet.header import PAD_X, PAD_Y, HeaderItems, draw_header
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import Highlight, text_or_none
from cddiagram.sheet.needed import does_not_fit
from cddiagram.words.numbers import format_p

if TYPE_CHECKING:
    from cddiagram.stats.check_conditions import Conditions

_PANELS = "histogram with normal curve; normal Q–Q plot; p-values of tests of normality"
_AFTER_HEADER, _BELOW, _PLOT_HEIGHT = 2.0, 8.0, 42.0
_NAME_PITCH, _LINE_PITCH, _TEST_PITCH = 1.3, 1.12, 1.22


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
        As in `cddiagram.figures.cd.layout_cd`.
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
    panels = make_panels(conditions, highlight, colors, rename)
    grid = fit_grid(conditions, panels, options.page_width, font_size, meter, math)
    if grid is None:

        def fits(points: float) -> bool:
            return fit_grid(conditions, panels, points, font_size, meter, math) is not None

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
    top = y + (_AFTER_HEADER if header else 0.0)
    return _draw(conditions, panels, grid, options, header, top, meter, math)


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
    grid: Grid,
    options: CDOptions,
    header: list[Element],
    top: float,
    meter: TextMeter,
    math: bool,
) -> ConditionsLayout:
    """Place everything, row by row; the names of a row share their lowest line."""
    size = options.font_size
    small = size - 1.0
    elements: list[Element] = [*header]
    panel_boxes: list[Box] = []
    label_boxes: list[Box] = []
    below_plot = (0.3 + 1.1 * grid.number_rows) * small
    tests = len(conditions.normality) * _TEST_PITCH * small
    for start in range(0, len(panels), grid.columns):
        row = range(start, min(start + grid.columns, len(panels)))
        most = max(len(grid.lines[place]) for place in row)
        plot_top = top + ((most - 1) * _LINE_PITCH + _NAME_PITCH) * size
        bottom = plot_top + _PLOT_HEIGHT + below_plot + tests
        for place in row:
            panel, left = panels[place], PAD_X + (place - start) * (grid.width + BETWEEN)
            right = left + grid.width
            name = _draw_name(place, panel, grid.lines[place], left, plot_top, size, meter, math)
            elements.extend(name)
            label_boxes.append(text_box(name, (left, plot_top)))
            panel_boxes.append((left, top, right, bottom))
            elements.extend(_draw_plots(conditions, place, panel, grid, left, plot_top, small, meter))
            elements.extend(_draw_tests(conditions, place, panel, left, right, bottom - tests, small, meter))
        top = bottom + _BELOW
    return ConditionsLayout(
        width=options.page_width,
        height=top - _BELOW + PAD_Y,
        elements=tuple(elements),
        names=tuple(panel.name for panel in panels),
        font_size=size,
        columns=grid.columns,
        panel_boxes=tuple(panel_boxes),
        label_boxes=tuple(label_boxes),
    )


def _draw_name(
    place: int,
    panel: Panel,
    lines: tuple[str, ...],
    left: float,
    bottom: float,
    size: float,
    meter: TextMeter,
    math: bool,
) -> list[Text]:
    """Return the lines of a name, the last one right above the plots."""
    last = bottom - 0.72 * size
    return [
        Text(
            gid=f"label-{place}",
            x=left,
            y=last - (len(lines) - 1 - index) * _LINE_PITCH * size,
            text=line,
            size=size,
            width=meter.width(line, size, panel.bold),
            color=panel.color,
            bold=panel.bold,
            math=math,
        )
        for index, line in enumerate(lines)
        if line
    ]


def _draw_plots(
    conditions: Conditions,
    place: int,
    panel: Panel,
    grid: Grid,
    left: float,
    top: float,
    size: float,
    meter: TextMeter,
) -> list[Element]:
    """Return both plots, and below the histogram the ends of its range, which is the Q-Q plot's height too."""
    width = (grid.width - PLOT_GAP) / 2
    box = (left, top, left + width, top + _PLOT_HEIGHT)
    right_box = (left + width + PLOT_GAP, top, left + grid.width, top + _PLOT_HEIGHT)
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
    panel: Panel,
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
        name = NORMALITY_NAMES[test.name]
        for gid, text, x, anchor, color in (
            (f"test-{place}-{row}", name, left, "left", "secondary"),
            (f"pvalue-{place}-{row}", value, right, "right", "foreground"),
        ):
            width = meter.width(text, size)
            elements.append(Text(gid=gid, x=x, y=y, text=text, size=size, width=width, color=color, anchor=anchor))
    return elements
