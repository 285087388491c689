"""Power: how often each test rejects, or how its p-values and its replicability change, with the bias of the draws."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram._util.inlines import Option
from cddiagram._util.types import FloatArray
from cddiagram.errors import InputError, UsageError
from cddiagram.figures.lines import Lines, LinesContent, LinesLayout
from cddiagram.figures.registry import POWER, figure
from cddiagram.procedures import POWER_SHOWN
from cddiagram.sheet.axis import below_axis
from cddiagram.sheet.elements import Element, Rectangle
from cddiagram.sheet.legend import swatch_entry
from cddiagram.sheet.look import FittedOptions, Look, check_choice, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import names_of
from cddiagram.sheet.page import Page
from cddiagram.sheet.scale import Axis, ValueScale
from cddiagram.studies.words import power_axis, power_bias, power_note, power_swatch

if TYPE_CHECKING:
    from cddiagram.figures.drawing import Drawing
    from cddiagram.studies.power import PowerStudy

#: The axis of values is at least so long where it may begin above 0.
_LEAST = 0.05
#: Shade of intervals; the least and the most that one is wide, in points and in parts of the way to the next bias; and
#: how far the axis of biases begins from that of values.
_SHADE, _THIN, _WIDE, _PART, _INSET = "guide", 1.2, 3.2, 0.6, 4.0


@dataclass(frozen=True, kw_only=True)
class PowerLayout(LinesLayout):
    """Lines of power laid out: `LinesLayout`, in the order of the tests, and what follows.

    Attributes
    ----------
    biases : tuple of float
        Where the lines have values, rising.
    intervals : tuple of tuple of (float, float)
        Ends of the Monte-Carlo interval of each value of each line.
    """

    biases: tuple[float, ...]
    intervals: tuple[tuple[tuple[float, float], ...], ...]


@figure("power", FittedOptions, listed=False, title="Power of the tests", subject=POWER)
def layout_power(study: PowerStudy, *, look: Look, meter: TextMeter, show: str = "power") -> PowerLayout:
    """Lay out lines of power: see `plot_power`."""
    check_choice("show", show, POWER_SHOWN)
    if len(set(study.biases)) < 2:
        said = "lines over the bias need two different ones, and this study has one: add to "
        raise InputError(said, Option("biases"), ".")
    if show.startswith("family") and max(study.hypotheses) == 1:
        said = " is of families of hypotheses, and these tests have one hypothesis: show 'power'."
        raise UsageError(Option("show"), f" '{show}'", said)
    rising = np.argsort(study.biases, kind="stable")
    biases = tuple(study.biases[b] for b in rising)
    values, low, high = (numbers[rising].T for numbers in study.average(show))
    content = LinesContent(
        names=names_of(look, study.tests, study.tests, "test"), curves=values, scale=_scale(show, low.min(), high.max())
    )
    page = Page(look, meter)
    lines = Lines.of(content, page, "lines with the names of tests")
    small = small_type(lines.plan.size)
    swatch = swatch_entry(power_swatch(study), small, _SHADE)
    header, axis = lines.header(power_note(study, show), power_axis(study, show), (swatch,))
    start, scale = lines.plan.left + _INSET, ValueScale(low=biases[0], high=biases[-1], log=False)
    level = Axis(scale=scale, start=start, end=lines.plan.right, across=axis.start, side="bottom")
    name, end = page.below(
        "bias-label", power_bias(study), (level.start, level.end), axis.start + below_axis(small), small
    )
    bars = _intervals(biases, low, high, level, axis)
    under = [*header, *bars, *axis.draw(small, meter), *level.draw(small, meter), *name]
    paths = [[(level.at(bias), axis.at(float(v))) for bias, v in zip(biases, row, strict=True)] for row in values]
    ends = tuple(
        tuple((float(a), float(b)) for a, b in zip(*pair, strict=True)) for pair in zip(low, high, strict=True)
    )
    return lines.sheet(PowerLayout, under, paths, axis, end, biases=biases, intervals=ends)


def _scale(show: str, low: float, high: float) -> ValueScale:
    """Return the axis: shares from 0, R(e) from 0.5 to 1; p-values fall, so that up is stronger (D06 Figure 3)."""
    if show == "power":
        low, high = 0.0, 1.0
    elif show.startswith("replicability"):
        low, high = min(low, 0.5 if show.endswith("-e") else 1.0 - _LEAST), 1.0
    else:
        high = max(high, _LEAST if show.startswith("family") else 0.01)
        low = min(low, high - _LEAST) if show.startswith("family") else 0.0
    ends = (high, low) if show.endswith("pvalue") else (low, high)
    return ValueScale(low=ends[0], high=ends[1], log=False)


def _intervals(
    biases: tuple[float, ...], low: FloatArray, high: FloatArray, level: Axis, values: Axis
) -> list[Element]:
    """Return a bar for each interval; the shades of several lines are one where they overlap."""
    places = [level.at(bias) for bias in biases]
    width = max(_THIN, min(_WIDE, _PART * min(b - a for a, b in pairwise(places) if b > a)))
    found: list[Element] = []
    for line, (lows, highs) in enumerate(zip(low, high, strict=True)):
        for at, x in enumerate(places):
            top, bottom = sorted((values.at(float(highs[at])), values.at(float(lows[at]))))
            left, gid = x - width / 2, f"interval-{line}-{at}"
            found.append(Rectangle(gid=gid, x=left, y=top, width=width, height=bottom - top, fill=_SHADE))
    return found


@layout_power.public
def plot_power(study: PowerStudy, *, show: str = "power", **options: Unpack[FittedOptions]) -> Drawing[PowerLayout]:
    """Draw how the results of each test change with the bias of the draws (D06 Figures 3 to 5; G08 4, 5; G10 3 to 5).

    Each test is a line over the biases, named at its end. Gray bars are 95 % Monte-Carlo intervals: what another seed
    might give. Of several pairs the means are drawn.

    Parameters
    ----------
    study : PowerStudy
        The finished study, from `cddiagram.study_power`, of two biases or more.
    show : str, default "power"
        What is drawn of each test: ``"power"``, the share of the draws in which it rejects; ``"mean-pvalue"``, its mean
        (adjusted) p-value, on an axis that falls, so that higher is stronger; ``"replicability-e"`` and
        ``"replicability-p"``, R(e) and R(p); ``"family-rejections"`` and ``"family-mean-pvalue"``, how many hypotheses
        of the whole family it rejects in a draw, and the mean of all adjusted p-values.
    note : str, optional
        By default what was tested, alpha and the draws; None for no note.
    {rest}
    InputError
        A study of a single bias.

    Examples
    --------
    >>> import cddiagram as cd
    >>> table = cd.load_example("garcia2008-table2")
    >>> study = cd.study_power(table, pair=("C4.5", "1-NN"), biases=[0, 10, 20], repeats=100)
    >>> layout = plot_power(study).layout
    >>> layout.names[2], len(layout.curves[2])
    ('Wilcoxon', 3)
    """
    return layout_power.draw(study, options, show=show)
