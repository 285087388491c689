"""What the panels of the conditions say, and how many stand side by side."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cddiagram.procedures import NORMALITY_NAMES
from cddiagram.sheet.header import PAD_X
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import Highlight, colors_of, display_names, texts_of
from cddiagram.sheet.wrap import wrap
from cddiagram.words.numbers import format_p

if TYPE_CHECKING:
    from cddiagram.stats.check_conditions import Conditions

_NOT_TESTED = "not tested"
_NARROWEST, BETWEEN, PLOT_GAP = 104.0, 8.0, 8.0
_VALUE_GAP = 3.5


@dataclass(frozen=True, kw_only=True)
class Panel:
    """What one panel says.

    Attributes
    ----------
    column : int
        Column of the algorithm in the table.
    name, color : str
        Display name, one line, and its colour.
    bold : bool
        Whether the name is bold.
    values : tuple of str
        Printed p-values, in the order of the tests.
    numbers : (str, str)
        Printed ends of the range of the scores.
    """

    column: int
    name: str
    bold: bool
    color: str
    values: tuple[str, ...]
    numbers: tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Where the panels stand.

    Attributes
    ----------
    columns : int
        Panels side by side.
    width : float
        Width of a panel.
    lines : tuple of tuple of str
        Lines of each name.
    number_rows : int
        Rows for the ends of the range: 2 where they do not fit beside each other.
    """

    columns: int
    width: float
    lines: tuple[tuple[str, ...], ...]
    number_rows: int


def make_panels(
    conditions: Conditions,
    highlight: Highlight | None,
    colors: Mapping[str, str] | None,
    rename: Mapping[str, str] | None,
) -> tuple[Panel, ...]:
    """Put the algorithms into rank order and words."""
    names = conditions.algorithms
    labels = display_names(rename, names)
    accents, tints = colors_of(highlight, names), texts_of("colors", colors, names)
    panels = []
    for column in conditions.order:
        name = names[column]
        pvalues = [float(test.pvalue[column]) for test in conditions.normality]
        edges = conditions.histograms[column].edges
        panel = Panel(
            column=column,
            name=labels[column],
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


def fit_grid(
    conditions: Conditions, panels: tuple[Panel, ...], page: float, size: float, meter: TextMeter, math: bool
) -> Grid | None:
    """Return as many columns as have room for the tests of a panel; None if one does not."""
    small = size - 1.0
    tests = [meter.width(NORMALITY_NAMES[test.name], small) for test in conditions.normality]
    rows = [
        test + _VALUE_GAP + meter.width(value, small)
        for panel in panels
        for test, value in zip(tests, panel.values, strict=True)
    ]
    numbers = [meter.width(number, small) for panel in panels for number in panel.numbers]
    least = max([_NARROWEST, *rows, *(2 * width + PLOT_GAP for width in numbers)])
    room = page - 2 * PAD_X
    columns = min(int((room + BETWEEN) // (least + BETWEEN)), len(panels))
    if columns < 1:
        return None
    width = (room - (columns - 1) * BETWEEN) / columns
    broken = [_lines(panel, width, size, meter, math) for panel in panels]
    lines = tuple(name for name in broken if name is not None)
    if len(lines) < len(panels):
        return None
    plot = (width - PLOT_GAP) / 2
    ends = [[meter.width(number, small) for number in panel.numbers] for panel in panels]
    beside = all(low + high + _VALUE_GAP <= plot for low, high in ends)
    return Grid(columns=columns, width=width, lines=lines, number_rows=1 if beside else 2)


def _lines(panel: Panel, limit: float, size: float, meter: TextMeter, math: bool) -> tuple[str, ...] | None:
    return wrap(panel.name, limit, lambda text: meter.width(text, size, panel.bold), math=math)
