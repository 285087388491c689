"""Normal Q-Q plots of scores or of their differences, as small multiples."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.figures.options import LookOptions
from cddiagram.figures.registry import CHECKED, figure
from cddiagram.procedures import ASSUMPTIONS_OF, NORMALITY_NAMES
from cddiagram.sheet import (
    SMALLER_TYPE,
    Axis,
    AxisScale,
    Box,
    BrokenNames,
    Element,
    KeyEntry,
    Line,
    Look,
    Marker,
    NamedSheet,
    Names,
    Page,
    Panel,
    Panels,
    Text,
    TextMeter,
    ValueScale,
    check_choice,
    display_names,
    fit,
    small_type,
    text_box,
)
from cddiagram.words import equals, format_p

if TYPE_CHECKING:
    from cddiagram.figures.drawing import Drawing
    from cddiagram.stats import Assumptions

_Point = tuple[float, float]

#: The first number is the height of a plot. The second is the distance from the axes of
#: the plot to the outermost values, and the third is the gap below the plot.
_PLOT_HEIGHT, _INSET, _BELOW = 62.0, 2.5, 9.0
#: The outermost numbers of a horizontal axis extend beyond the plot by at most this
#: distance.
_BEYOND = 3.0
#: The title of the vertical axis is in a row above the plot. The numbers are the height
#: of this row, the height of the area above it, and the distance from the row to the
#: centre of the algorithm name above it, all in units of the font size.
_TITLE_PITCH, _ABOVE_PLOT, _NAME_RAISED = 1.3, 1.3, 0.72
#: The p-value is printed at these distances from the left and upper edges of its plot.
#: This corner of a Q-Q plot is empty because the points rise from the lower left to the
#: upper right.
_P_LEFT, _P_TOP = 3.5, 4.5
#: The first number is the minimum width of a plot, and the second is the distance
#: between two plots. The third number is the maximum number of plots in a row.
_NARROWEST, _BETWEEN, _MOST_COLUMNS = 56.0, 9.0, 5
#: The first two numbers are the line widths of the normal line and the band. The third
#: is the dash pattern of the band.
_NORMAL, _BAND, _BAND_DASH = 0.9, 0.6, (2.4, 1.2)
#: The length of a line in the legend.
_SAMPLE = 12.0
_UNTESTED = "not tested"
_DOT = 1.1
#: A plot contains at most this many points. Readers could not distinguish more points.
_MOST_DOTS = 120


@dataclass(frozen=True, kw_only=True)
class AssumptionsLayout(NamedSheet):
    """The layout of Q-Q plots.

    It has the following attributes in addition to the attributes of `NamedSheet`.
    Algorithms are in rank order.

    Attributes
    ----------
    columns : int
        The number of panels in a row.
    scale : ValueScale
        The scale of standardised values, which is the same in all panels.
    plot_boxes : tuple of (left, top, right, bottom)
        The box of each plot.
    """

    columns: int
    scale: ValueScale
    plot_boxes: tuple[Box, ...]


@figure(
    "assumptions",
    LookOptions,
    title="Assumptions of parametric tests",
    subject=CHECKED,
    worded="words.captions:assumptions_caption_words",
    reading="words.captions:reading_of_assumptions",
)
def layout_assumptions(
    assumptions: Assumptions, *, look: Look, meter: TextMeter, of: str = "scores"
) -> AssumptionsLayout:
    """Lay out a normal Q-Q plot for each algorithm (see `plot_assumptions`)."""
    check_choice("of", of, ASSUMPTIONS_OF)
    page = Page(look, meter)
    names = _names(assumptions, look, of)
    if of == "differences" and assumptions.reference is None:
        assumptions = assumptions.differences()
    size, small = look.font_size, page.small
    values = _Values.of(assumptions).below_p_values(_p_texts(assumptions), small, meter)
    numbers = [text for _, text in values.scale.ticks(_PLOT_HEIGHT, small)]
    side = Axis.beside(numbers, small, meter)

    def fit_panels(tried: Look) -> tuple[Panels, BrokenNames] | None:
        return _fit(names, tried, side, meter)

    panels, lines_of = fit(fit_panels, look, "a panel", SMALLER_TYPE)
    header, y = page.header(
        _note(assumptions, look), key=_key(), families=names.family_key()
    )
    quantity = "differences" if assumptions.reference else "scores"
    elements: list[Element] = [*header]
    label_boxes: list[Box] = []
    plot_boxes: list[Box] = []
    title = meter.lines(f"standardised {quantity}", page.room, small)
    title_height = len(title) * _TITLE_PITCH * small / size
    places = panels.lay_out(
        lines_of.lines,
        y + 0.2 * small,
        size,
        above=_ABOVE_PLOT + title_height,
        raised=_NAME_RAISED + title_height,
        height=_PLOT_HEIGHT + _BELOW,
    )
    p_texts = _p_texts(assumptions)
    first_lowest = names.k - panels.columns
    for panel, column in zip(places, assumptions.order, strict=True):
        number, left = panel.number, panel.left
        box = panel.plot(_PLOT_HEIGHT)
        lines = lines_of.lines[number]
        name = names.put(number, lines, left, panel.name_y, size, "left", meter)
        if panel.first:
            elements += _value_title(title, box[1], page)
        plot = _Plot(panel, values.scale, values.quantiles, page)
        elements += [*name, plot.p_value(p_texts[column])]
        elements += plot.axes(upright=panel.first, level=number >= first_lowest)
        elements += plot.lines(values.band, values.columns[:, column])
        elements += plot.dots(values.columns[:, column])
        plot_boxes.append(box)
        label_boxes.append(text_box(name, (left, panel.plot_top)))
    bottom = plot_boxes[-1][3] + AxisScale.below(small)
    ends = (plot_boxes[0][0], max(right for _, _, right, _ in plot_boxes))
    below, bottom = page.below("axis-label", "normal quantiles", ends, bottom, small)
    return AssumptionsLayout(
        width=page.width,
        height=bottom + Look.PAD_Y,
        elements=(*elements, *below),
        names=names.names,
        font_size=size,
        columns=panels.columns,
        scale=values.scale,
        plot_boxes=tuple(plot_boxes),
        label_boxes=tuple(label_boxes),
    )


def _value_title(lines: Sequence[str], bottom: float, page: Page) -> list[Element]:
    """Return the title of a vertical axis, printed directly above the plot."""
    size, gid = page.small, "value-label"
    elements: list[Element] = []
    for number, line in enumerate(reversed(lines)):
        y = bottom - (number + 0.5) * _TITLE_PITCH * size
        elements.append(page.meter.put(gid, Look.PAD_X, y, line, size, "secondary"))
    return elements[::-1]


def _names(assumptions: Assumptions, look: Look, of: str) -> Names:
    """Return the names of the panels.

    A figure of differences has no panel for the algorithm from which the others are
    subtracted.
    """
    every = assumptions.algorithms
    panels = [assumptions.algorithms[column] for column in assumptions.order]
    if assumptions.reference is not None:
        every = (*every, assumptions.reference)
    elif of == "differences":
        panels = panels[1:]
    return Names.of(look, every, panels)


def _fit(
    names: Names, look: Look, side: float, meter: TextMeter
) -> tuple[Panels, BrokenNames] | None:
    """Return the panels, and the names broken to fit the panels; None if the page is
    too narrow.
    """
    small = small_type(look.font_size)
    least = _NARROWEST
    for text in (_UNTESTED, "p = .000"):
        least = max(least, meter.width(text, small))
    panels = Panels.fit(
        look.page_width, least, _BETWEEN, names.k, side, most=_MOST_COLUMNS
    )
    if panels is None:
        return None
    lines = names.broken(look.font_size, panels.width, meter)
    if lines is None:
        return None
    return panels, lines


def _note(assumptions: Assumptions, look: Look) -> str:
    """Return the note: the kind of plot and the test that yields the p-values."""
    test = NORMALITY_NAMES["shapiro-wilk"]
    if assumptions.reference is None:
        return f"Normal Q–Q plots, {test} p"
    (name,) = display_names(
        look.rename,
        (*assumptions.algorithms, assumptions.reference),
        (assumptions.reference,),
        math=look.math,
    )
    return f"{name} minus each other algorithm: normal Q–Q plots, {test} p"


def _key() -> tuple[KeyEntry, ...]:
    """Return the key entries that explain the lines."""

    def draw_normal(left: float, y: float) -> list[Element]:
        points = ((left, y), (left + _SAMPLE, y))
        return [_normal_line("key", points)]

    def draw_band(left: float, y: float) -> list[Element]:
        points = ((left, y), (left + _SAMPLE, y))
        return [_band_line("key", points)]

    return (
        KeyEntry(text="normal distribution", width=_SAMPLE, draw=draw_normal),
        KeyEntry(text="pointwise 95% band", width=_SAMPLE, draw=draw_band),
    )


def _p_texts(assumptions: Assumptions) -> list[str]:
    """Return the p-value of each column as text."""
    tests = {test.name: test for test in assumptions.normality}
    texts = []
    for p in tests["shapiro-wilk"].pvalue.tolist():
        text = _UNTESTED if math.isnan(p) else f"p {equals(format_p(p))}"
        texts.append(text)
    return texts


@dataclass(frozen=True, kw_only=True)
class _Values:
    """The standardised values, the normal quantiles and the band."""

    #: The values in ascending order, as an array of shape (n, k).
    columns: FloatArray
    quantiles: FloatArray
    #: The lower and upper limits of the band.
    band: FloatArray
    #: The scale covers all values and the band.
    scale: ValueScale

    @classmethod
    def of(cls, assumptions: Assumptions) -> _Values:
        """Standardise the values: subtract the mean and divide by the standard
        deviation.
        """
        varies = assumptions.deviations > 0
        deviations = np.where(varies, assumptions.deviations, 1.0)
        columns = assumptions.scores / deviations - assumptions.means / deviations
        columns = np.where(varies, columns, 0.0)
        band = np.asarray(assumptions.band)
        low = min(columns.min(), band.min())
        high = max(columns.max(), band.max())
        return cls(
            columns=columns,
            quantiles=assumptions.quantiles,
            band=band,
            scale=ValueScale(low=float(low), high=float(high), log=False),
        )

    def below_p_values(
        self, texts: Sequence[str], size: float, meter: TextMeter
    ) -> _Values:
        """Return the values with a scale on which no value overlaps a p-value.

        A longer scale is necessary only for very few data sets, because the band is
        then wide. The scale is long enough for the narrowest possible panels.
        """
        widest = max(meter.width(text, size) for text in texts)
        width = (_P_LEFT + widest + 2 * _DOT - _INSET) / (_NARROWEST - 2 * _INSET)
        height = _P_TOP + Text.depth(size) + 2 * _DOT - _INSET
        share = height / (_PLOT_HEIGHT - 2 * _INSET)
        reach = self.quantiles[-1]
        end = min(2 * width - 1, 1.0) * reach
        before = self.quantiles <= end
        highest = max(
            float(end),
            float(np.interp(end, self.quantiles, self.band[1])),
            float(self.columns[before].max()),
        )
        # This value of `low` solves the equation high - highest = share * (high - low).
        low = self.scale.low
        high = (highest - share * low) / (1 - share)
        return replace(self, scale=replace(self.scale, high=max(self.scale.high, high)))


def _normal_line(gid: str, points: tuple[_Point, ...]) -> Line:
    return Line(gid=gid, points=points, width=_NORMAL, color="accent")


def _band_line(gid: str, points: tuple[_Point, ...]) -> Line:
    return Line(gid=gid, points=points, width=_BAND, color="secondary", dash=_BAND_DASH)


@dataclass(frozen=True)
class _Plot:
    """The Q-Q plot of one panel."""

    panel: Panel
    scale: ValueScale
    quantiles: FloatArray
    page: Page

    @property
    def number(self) -> int:
        """The number of the panel."""
        return self.panel.number

    @property
    def box(self) -> Box:
        """The box of the plot."""
        return self.panel.plot(_PLOT_HEIGHT)

    def p_value(self, text: str) -> Text:
        """Return the p-value in the upper left corner of the plot."""
        left, top, _, _ = self.box
        x, y = left + _P_LEFT, top + _P_TOP
        return self.page.meter.put(f"pvalue-{self.number}", x, y, text, self.page.small)

    @property
    def reach(self) -> float:
        """The largest quantile."""
        return float(self.quantiles[-1])

    @property
    def x(self) -> Axis:
        """The axis of quantiles."""
        left, _, right, bottom = self.box
        return Axis(
            scale=ValueScale(low=-self.reach, high=self.reach, log=False),
            start=left + _INSET,
            end=right - _INSET,
            across=bottom,
            side="bottom",
        )

    @property
    def y(self) -> Axis:
        """The axis of values."""
        left, top, _, bottom = self.box
        return Axis(
            scale=self.scale, start=bottom - _INSET, end=top + _INSET, across=left
        )

    def axes(self, *, upright: bool, level: bool) -> list[Element]:
        """Return both axes; `upright` and `level` specify which of them has tick
        numbers.
        """
        size, meter = self.page.small, self.page.meter
        y_ticks = None if upright else ()
        x_ticks = self._level_ticks() if level else []
        return [
            *self.y.draw(size, meter, y_ticks),
            *self.x.draw(size, meter, x_ticks),
        ]

    def _level_ticks(self) -> list[tuple[float, str]]:
        """Return ticks of the horizontal axis, symmetric about zero, whose numbers
        extend beyond the plot by at most `_BEYOND`.
        """
        size, meter = self.page.small, self.page.meter
        length = self.x.end - self.x.start

        def width(text: str) -> float:
            return meter.width(text, size)

        part = 1.0
        for _ in range(2):  # the first pass measures the numbers
            inner = ValueScale(
                low=-part * self.reach, high=part * self.reach, log=False
            )
            ticks = inner.ticks(part * length, size, width)
            half = max(width(text) for _, text in ticks) / 2
            part = min(1.0, 1.0 - 2 * (half - _INSET - _BEYOND) / length)
        return [((2 * position - 1) * inner.high, text) for position, text in ticks]

    def lines(self, band: FloatArray, values: FloatArray) -> list[Element]:
        """Return the edges of the band, and the normal line if the values vary."""
        x, y = self.x, self.y
        places = [x.at(quantile) for quantile in self.quantiles.tolist()]
        elements: list[Element] = []
        for edge in band.tolist():
            points = tuple(zip(places, map(y.at, edge), strict=True))
            elements.append(_band_line(f"band-{self.number}", points))
        if values[-1] > values[0]:
            ends = (-self.reach, self.reach)
            points = tuple((x.at(end), y.at(end)) for end in ends)
            elements.append(_normal_line(f"normal-{self.number}", points))
        return elements

    def dots(self, values: FloatArray) -> list[Element]:
        """Return a dot for each value, or for evenly selected values if there are
        many.
        """
        x, y = self.x, self.y
        count = len(values)
        selection = np.linspace(0, count - 1, min(count, _MOST_DOTS)).round()
        dots: list[Element] = []
        for index in np.unique(selection.astype(int)).tolist():
            dot = Marker(
                gid=f"point-{self.number}",
                x=x.at(float(self.quantiles[index])),
                y=y.at(float(values[index])),
                radius=_DOT,
            )
            dots.append(dot)
        return dots


@layout_assumptions.public
def plot_assumptions(
    assumptions: Assumptions, *, of: str = "scores", **options: Unpack[LookOptions]
) -> Drawing[AssumptionsLayout]:
    """Draw a normal Q-Q plot for each algorithm.

    The values are scores or differences between scores. They are standardised so that
    all panels share the same axis and normally distributed values are close to the
    solid line. The dashed lines delimit a pointwise band that contains 95% of normally
    distributed values at each quantile. The limits of the band are quantiles of the
    beta distributions of the order statistics, and are exact if the mean and the
    standard deviation are known. The p-values of the Shapiro-Wilk test are not compared
    with a significance level. With few data sets, the test has low power, and with many
    data sets, it detects even negligible deviations.

    Parameters
    ----------
    assumptions : Assumptions
        The result of `cddiagram.check_assumptions`.
    of : {"scores", "differences"}, default "scores"
        The values to plot: the scores, or the differences between the best-ranked
        algorithm and each other algorithm. Parametric paired tests assume that these
        differences are normally distributed. To plot differences from another
        algorithm, pass ``assumptions.differences(reference)``.
    note : str, optional
        The note above the figure. By default, it states the kind of plot and the test.
        None omits the note.
    {rest}

    Examples
    --------
    >>> import cddiagram as cd
    >>> assumptions = cd.check_assumptions(cd.load_example("garcia2008-table2"))
    >>> (
    ...     cd.plot_assumptions(assumptions).layout.names[0],
    ...     cd.plot_assumptions(assumptions, of="differences").layout.names[0],
    ... )
    ('C4.5', 'NaiveBayes')
    """
    return layout_assumptions.draw(assumptions, options, of=of)
