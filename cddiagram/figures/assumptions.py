"""Normal Q-Q plots of the scores, or of their differences, as small multiples on one
axis, best algorithm first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import NDArray

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
    Line,
    Look,
    Marker,
    NamedSheet,
    Names,
    Page,
    Panel,
    Panels,
    TextMeter,
    ValueScale,
    check_choice,
    display_names,
    fit,
    small_type,
    text_box,
)
from cddiagram.words import compact_p, equals

if TYPE_CHECKING:
    from cddiagram.figures.drawing import Drawing
    from cddiagram.stats import Assumptions

_PLOT_HEIGHT, _INSET, _BEYOND, _BELOW, _TEST_PITCH = 62.0, 2.5, 3.0, 9.0, 1.35
_ABOVE_PLOT, _NAME_RAISED = 1.3, 0.72
_NARROWEST, _BETWEEN, _MOST_COLUMNS = 56.0, 9.0, 5
_FRAME, _NORMAL, _BAND = 0.6, 0.9, 0.6
_BAND_DASH = (2.4, 1.2)
_UNTESTED = "not tested"
_DOT = 1.1
#: More points than this cannot be distinguished at this size.
_MOST_DOTS = 120


@dataclass(frozen=True, kw_only=True)
class AssumptionsLayout(NamedSheet):
    """Small multiples laid out, `NamedSheet` and what follows; every sequence over
    algorithms is in rank order.

    Attributes
    ----------
    columns : int
        Panels side by side.
    scale : ValueScale
        The axis of standardised values, the same in all panels.
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
    """Lay out a normal Q-Q plot of each algorithm: see `plot_assumptions`."""
    check_choice("of", of, ASSUMPTIONS_OF)
    page, names = Page(look, meter), _names(assumptions, look, of)
    if of == "differences" and assumptions.reference is None:
        assumptions = assumptions.differences()
    values, band, scale = _standardised(assumptions)
    side = Axis.beside(
        (text for _, text in scale.ticks(_PLOT_HEIGHT, page.small)), page.small, meter
    )
    panels, broken = fit(
        lambda tried: _fit(names, tried, side, meter), look, "a panel", SMALLER_TYPE
    )
    header, y = page.header(_note(assumptions, look), families=names.family_key())
    what = "differences" if assumptions.reference else "scores"
    label, y = page.paragraph("value-label", f"standardised {what}", y)
    size, small = look.font_size, page.small
    test = _TEST_PITCH * small / size
    above, raised = _ABOVE_PLOT + test, _NAME_RAISED + test
    height, top = _PLOT_HEIGHT + _BELOW, y + 0.2 * small
    lowest = names.k - panels.columns
    (normality,) = (
        test for test in assumptions.normality if test.name == "shapiro-wilk"
    )
    elements: list[Element] = [*header, *label]
    label_boxes: list[Box] = []
    boxes: list[Box] = []
    places = panels.lay_out(
        broken.lines, top, size, above=above, raised=raised, height=height
    )
    for panel, column in zip(places, assumptions.order, strict=True):
        number, box = panel.number, panel.plot(_PLOT_HEIGHT)
        boxes.append(box)
        name = names.put(
            number, broken.lines[number], panel.left, panel.name_y, size, "left", meter
        )
        label_boxes.append(text_box(name, (panel.left, panel.plot_top)))
        p = float(normality.pvalue[column])
        said = _UNTESTED if math.isnan(p) else f"p {equals(compact_p(p))}"
        elements += [
            *name,
            meter.put(
                f"pvalue-{number}", panel.left, box[1] - 0.7 * small, said, small
            ),
        ]
        drawn = values[:, column], assumptions.quantiles, band
        elements += _draw_plot(page, panel, box, drawn, scale, lowest=number >= lowest)
    bottom = boxes[-1][3] + AxisScale.below(small)
    below, bottom = page.paragraph("axis-label", "normal quantiles", bottom)
    return AssumptionsLayout(
        width=page.width,
        height=bottom + Look.PAD_Y,
        elements=(*elements, *below),
        names=names.names,
        font_size=size,
        columns=panels.columns,
        scale=scale,
        plot_boxes=tuple(boxes),
        label_boxes=tuple(label_boxes),
    )


def _names(assumptions: Assumptions, look: Look, of: str) -> Names:
    """Return the names of the panels; of differences those of all but the algorithm
    that they are from.
    """
    every = (
        *assumptions.algorithms,
        *([assumptions.reference] if assumptions.reference else ()),
    )
    shown = [assumptions.algorithms[column] for column in assumptions.order]
    shown = (
        shown[1:] if of == "differences" and assumptions.reference is None else shown
    )
    return Names.of(look, every, shown)


def _standardised(
    assumptions: Assumptions,
) -> tuple[NDArray[np.float64], NDArray[np.float64], ValueScale]:
    """Return values less their means in units of their deviations, (n, k), the band,
    and the axis that holds both.
    """
    deviations = np.where(assumptions.deviations > 0, assumptions.deviations, 1.0)
    values = assumptions.scores / deviations - assumptions.means / deviations
    values = np.where(assumptions.deviations > 0, values, 0.0)
    band = assumptions.band
    low, high = min(values.min(), band.min()), max(values.max(), band.max())
    return values, band, ValueScale(low=float(low), high=float(high), log=False)


def _fit(
    names: Names, look: Look, side: float, meter: TextMeter
) -> tuple[Panels, BrokenNames] | None:
    """Return as many columns as have room, at most five, and the names broken to their
    width; None if one has not.
    """
    least = max(
        _NARROWEST,
        *(
            meter.width(said, small_type(look.font_size))
            for said in (_UNTESTED, "p = .000")
        ),
    )
    panels = Panels.fit(
        look.page_width, least, _BETWEEN, names.k, side, most=_MOST_COLUMNS
    )
    broken = panels and names.broken(look.font_size, panels.width, meter)
    return (panels, broken) if panels and broken else None


def _note(assumptions: Assumptions, look: Look) -> str:
    plots = (
        f"normal Q–Q plots, pointwise 95% band, p of {NORMALITY_NAMES['shapiro-wilk']}"
    )
    if assumptions.reference is None:
        return plots[0].upper() + plots[1:]
    (name,) = display_names(
        look.rename,
        (*assumptions.algorithms, assumptions.reference),
        (assumptions.reference,),
        math=look.math,
    )
    return f"{name} less each other: {plots}"


def _draw_plot(
    page: Page,
    panel: Panel,
    box: Box,
    drawn: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
    scale: ValueScale,
    *,
    lowest: bool,
) -> list[Element]:
    """Return axes, with numbers at the first of a row and the lowest of a column, line,
    band and values.
    """
    left, top, right, bottom = box
    values, quantiles, band = drawn
    number, reach = panel.number, float(quantiles[-1])
    level = ValueScale(low=-reach, high=reach, log=False)
    x = Axis(
        scale=level,
        start=left + _INSET,
        end=right - _INSET,
        across=bottom,
        side="bottom",
    )
    y = Axis(scale=scale, start=bottom - _INSET, end=top + _INSET, across=left)
    frame = ((left, top), (left, bottom), (right, bottom))
    elements: list[Element] = [Line(gid=f"frame-{number}", points=frame, width=_FRAME)]
    elements += y.draw(page.small, page.meter) if panel.first else ()
    # numbers as far out as they stand but a little beyond the panel, on both sides
    # alike
    if lowest:
        size, length, part = page.small, x.end - x.start, 1.0
        for _ in range(2):  # wide ones are seen at the ends first
            inner = ValueScale(low=-part * reach, high=part * reach, log=False)
            ticks = inner.ticks(
                part * length, size, lambda text: page.meter.width(text, size)
            )
            half = max(page.meter.width(text, size) for _, text in ticks) / 2
            part = min(1.0, 1.0 - 2 * (half - _INSET - _BEYOND) / length)
        elements += x.draw(
            size, page.meter, [((2 * at - 1) * inner.high, text) for at, text in ticks]
        )
    for edge in band:
        points = tuple(
            (x.at(q), y.at(value))
            for q, value in zip(quantiles.tolist(), edge.tolist(), strict=True)
        )
        elements.append(
            Line(
                gid=f"band-{number}",
                points=points,
                width=_BAND,
                color="secondary",
                dash=_BAND_DASH,
            )
        )
    if values[-1] > values[0]:
        ends = tuple((x.at(end), y.at(end)) for end in (-reach, reach))
        elements.append(
            Line(gid=f"normal-{number}", points=ends, width=_NORMAL, color="accent")
        )
    count = len(values)
    step = np.unique(
        np.linspace(0, count - 1, min(count, _MOST_DOTS)).round().astype(int)
    )
    for index in step.tolist():
        place = x.at(float(quantiles[index])), y.at(float(values[index]))
        elements.append(
            Marker(gid=f"point-{number}", x=place[0], y=place[1], radius=_DOT)
        )
    return elements


@layout_assumptions.public
def plot_assumptions(
    assumptions: Assumptions, *, of: str = "scores", **options: Unpack[LookOptions]
) -> Drawing[AssumptionsLayout]:
    """Draw a normal Q-Q plot of each algorithm's scores, or of the differences that
    paired tests use.

    Values are standardised, less their mean and divided by their standard deviation, so
    that all panels have one axis and normal values lie near the line. Between the
    dashed lines lie 95% of normal values at each quantile (pointwise, exact for a
    known mean and standard deviation: beta quantiles of the order statistics). The p-value of
    the Shapiro-Wilk test is not judged against a level: with few data sets a test
    misses much, with many it finds every trifle.

    Parameters
    ----------
    assumptions : Assumptions
        The finished tests, from `cddiagram.check_assumptions`.
    of : {"scores", "differences"}, default "scores"
        What the values are: scores, or their differences between the best-ranked
        algorithm and each other, which are what a paired test takes for normal;
        ``assumptions.differences(reference)`` are those from another one.
    note : str, optional
        By default what the panels show; None for no note.
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
