"""Power: how often each test rejects, or how its p-values and its replicability change,
with the bias of the draws.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.features import FEATURES
from cddiagram.figures import FittedOptions, Lines, LinesContent, LinesLayout, figure
from cddiagram.sheet import (
    Axis,
    AxisScale,
    Element,
    KeyEntry,
    Line,
    Look,
    Names,
    Page,
    TextMeter,
    ValueScale,
    check_choice,
    small_type,
)
from cddiagram.studies.power.words import (
    power_axis,
    power_bias,
    power_note,
    power_swatch,
)
from cddiagram.text import InputError, Option, UsageError

if TYPE_CHECKING:
    from cddiagram.figures import Drawing
    from cddiagram.studies.power.study import PowerStudy

#: The axis of values is at least so long where it may begin above 0.
_LEAST = 0.05
#: Lines stand so far beside each other at most, all together on this part of the way to
#: the next bias: their intervals would hide each other. How much of that an interval is
#: wide, at most, and how far the first stands from the axis.
_BESIDE, _PART, _WIDE, _MOST_WIDE, _INSET = 1.8, 0.7, 0.5, 0.9, 4.0
#: Numbers of biases keep this distance, in widths of the widest.
_APART = 1.3
#: Width and height of the sample of an interval.
_SAMPLE = 7.0, 6.0


@dataclass(frozen=True, kw_only=True)
class PowerLayout(LinesLayout):
    """Lines of power laid out: `LinesLayout`, in the order of the tests, and what
    follows.

    Attributes
    ----------
    biases : tuple of float
        Where the lines have values, rising.
    intervals : tuple of tuple of (float, float)
        Ends of the Monte-Carlo interval of each value of each line.
    """

    biases: tuple[float, ...]
    intervals: tuple[tuple[tuple[float, float], ...], ...]


@figure(
    "power", FittedOptions, listed=False, title="Power of the tests", subject="power"
)
def layout_power(
    study: PowerStudy, *, look: Look, meter: TextMeter, show: str = "power"
) -> PowerLayout:
    """Lay out lines of power: see `plot_power`."""
    check_choice("show", show, FEATURES["power"].choices["show"])
    if len(set(study.biases)) < 2:
        said = (
            "lines over the bias need two different ones, and this study has one: add "
            "to "
        )
        raise InputError(said, Option("biases"), ".")
    if show.startswith("family") and max(study.hypotheses) == 1:
        said = (
            " is of families of hypotheses, and these tests have one hypothesis: show "
            "'power'."
        )
        raise UsageError(Option("show"), f" '{show}'", said)
    rising = np.argsort(study.biases, kind="stable")
    biases = tuple(study.biases[b] for b in rising)
    values, low, high = (numbers[rising].T for numbers in study.average(show))
    content = LinesContent(
        names=Names.of(look, study.tests, study.tests, "test"),
        curves=values,
        scale=_scale(show, low.min(), high.max()),
    )
    page = Page(look, meter)
    lines = Lines.of(content, page, "lines with the names of tests")
    small, start = small_type(lines.plan.size), lines.plan.left + _INSET
    key = KeyEntry(text=power_swatch(study), width=_SAMPLE[0], draw=_sample)
    header, axis = lines.header(
        power_note(study, show), power_axis(study, show), (key,)
    )
    nearest = min(b - a for a, b in pairwise(biases) if b > a) / (
        biases[-1] - biases[0]
    )
    beside = min(_BESIDE, _PART * nearest * (lines.plan.right - start) / len(values))
    half, scale = (
        beside * (len(values) - 1) / 2,
        ValueScale(low=biases[0], high=biases[-1], log=False),
    )
    level = Axis(
        scale=scale,
        start=start + half,
        end=lines.plan.right - half,
        across=axis.start,
        side="bottom",
    )
    name, end = page.below(
        "bias-label",
        power_bias(study),
        (level.start, level.end),
        axis.start + AxisScale.below(small),
        small,
    )
    paths = [
        [
            (level.at(bias) + beside * i - half, axis.at(float(v)))
            for bias, v in zip(biases, row, strict=True)
        ]
        for i, row in enumerate(values)
    ]
    bars = [
        _interval(
            f"interval-{i}-{at}",
            x,
            (axis.at(low[i, at]), axis.at(high[i, at])),
            lines.color(i),
            beside,
        )
        for i, path in enumerate(paths)
        for at, (x, _) in enumerate(path)
    ]
    numbers = [f"{bias:g}" for bias in biases]
    room = _APART * max(meter.width(number, small) for number in numbers) <= nearest * (
        level.end - level.start
    )
    ticks = zip(biases, numbers, strict=True) if room else None
    under = [
        *header,
        *bars,
        *axis.draw(small, meter),
        *level.draw(small, meter, ticks),
        *name,
    ]
    ends = tuple(
        tuple((float(a), float(b)) for a, b in zip(*pair, strict=True))
        for pair in zip(low, high, strict=True)
    )
    return lines.sheet(
        PowerLayout, under, paths, axis, end, biases=biases, intervals=ends
    )


def _scale(show: str, low: float, high: float) -> ValueScale:
    """Return the axis: shares from 0, R(e) from 0.5 to 1; p-values fall, so that up is
    stronger (D06 Figure 3).
    """
    if show == "power":
        low, high = 0.0, 1.0
    elif show.startswith("replicability"):
        low, high = min(low, 0.5 if show.endswith("-e") else 1.0 - _LEAST), 1.0
    else:
        high = max(high, _LEAST if show.startswith("family") else 0.01)
        low = min(low, high - _LEAST) if show.startswith("family") else 0.0
    ends = (high, low) if show.endswith("pvalue") else (low, high)
    return ValueScale(low=ends[0], high=ends[1], log=False)


def _interval(
    gid: str, x: float, ends: tuple[float, float], color: str, beside: float
) -> Line:
    """Return an interval in the colour of its line."""
    width = math.floor(100 * min(_MOST_WIDE, _WIDE * beside)) / 100  # as SVG holds it
    return Line(gid=gid, points=((x, ends[0]), (x, ends[1])), width=width, color=color)


def _sample(left: float, y: float) -> list[Element]:
    """Return an interval across a line."""
    width, height = _SAMPLE
    x, ends = left + width / 2, (y - height / 2, y + height / 2)
    line = Line(gid="key", points=((left, y), (left + width, y)), width=_MOST_WIDE)
    return [line, _interval("key", x, ends, "foreground", _BESIDE)]


@layout_power.public
def plot_power(
    study: PowerStudy, *, show: str = "power", **options: Unpack[FittedOptions]
) -> Drawing[PowerLayout]:
    """Draw how the results of each test change with the bias of the draws (D06 Figures
    3 to 5; G08 4, 5; G10 3 to 5).

    Each test is a line over the biases, named at its end. Upright lines are 95%
    Monte-Carlo intervals: what another seed might give; those of one bias stand side by
    side around it. Of several pairs the means are drawn.

    Parameters
    ----------
    study : PowerStudy
        The finished study, from `cddiagram.study_power`, of two biases or more.
    show : str, default "power"
        What is drawn of each test: ``"power"``, the share of the draws in which it
        rejects; ``"mean-pvalue"``, its mean (adjusted) p-value, on an axis that falls,
        so that higher is stronger; ``"replicability-e"`` and ``"replicability-p"``,
        R(e) and R(p); ``"family-rejections"`` and ``"family-mean-pvalue"``, how many
        hypotheses of the whole family it rejects in a draw, and the mean of all
        adjusted p-values.
    note : str, optional
        By default what was tested, alpha and the draws; None for no note.
    {rest}
    InputError
        A study of a single bias.

    Examples
    --------
    >>> import cddiagram as cd
    >>> table = cd.load_example("garcia2008-table2")
    >>> study = cd.study_power(
    ...     table, pair=("C4.5", "1-NN"), biases=[0, 10, 20], repeats=100
    ... )
    >>> layout = plot_power(study).layout
    >>> layout.names[2], len(layout.curves[2])
    ('Wilcoxon', 3)
    """
    return layout_power.draw(study, options, show=show)
