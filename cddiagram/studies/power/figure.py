"""The figure of power: rejection rates, p-values and replicability of each test as a
function of the bias of the samples.
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

#: The smallest range of an axis of values that need not begin at 0.
_LEAST = 0.05
#: Lines are offset horizontally, because their intervals would otherwise hide each
#: other. In this order: the largest offset between two lines in points, the largest
#: share of the distance to the next bias for all lines, the width of an interval as a
#: share of the offset, its largest width in points, and the distance of the first line
#: from the axis.
_BESIDE, _PART, _WIDE, _MOST_WIDE, _INSET = 1.8, 0.7, 0.5, 0.9, 4.0
#: The smallest distance between the numbers of two biases, in widths of the widest
#: number.
_APART = 1.3
#: The width and height of the interval in the key, in points.
_SAMPLE = 7.0, 6.0


@dataclass(frozen=True, kw_only=True)
class PowerLayout(LinesLayout):
    """The layout of a figure of power.

    The attributes of `LinesLayout` and the following ones describe the lines, in the
    order of the tests.

    Attributes
    ----------
    biases : tuple of float
        The biases, in increasing order.
    intervals : tuple of tuple of (float, float)
        The limits of the Monte Carlo interval of each value of each line.
    """

    biases: tuple[float, ...]
    intervals: tuple[tuple[tuple[float, float], ...], ...]


@figure(
    "power", FittedOptions, listed=False, title="Power of the tests", subject="power"
)
def layout_power(
    study: PowerStudy, *, look: Look, meter: TextMeter, show: str = "power"
) -> PowerLayout:
    """Lay out a line for each test; see `plot_power`."""
    check_choice("show", show, FEATURES["power"].choices["show"])
    if len(set(study.biases)) < 2:
        said = (
            "the figure of power requires two different biases, but this study has only "
            "one. Specify two or more with "
        )
        raise InputError(said, Option("biases"), ".")
    if show.startswith("family") and max(study.hypotheses) == 1:
        said = (
            " requires families of hypotheses, but these tests have one hypothesis. Use "
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
    """Return the scale of the axis of values.

    Shares begin at 0, and R(e) is between 0.5 and 1. The axis of p-values is reversed,
    so that stronger evidence is higher (Demšar 2006, Figure 3).
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
    width = math.floor(100 * min(_MOST_WIDE, _WIDE * beside)) / 100  # as SVG rounds it
    return Line(gid=gid, points=((x, ends[0]), (x, ends[1])), width=width, color=color)


def _sample(left: float, y: float) -> list[Element]:
    """Return an interval across a line, for the key."""
    width, height = _SAMPLE
    x, ends = left + width / 2, (y - height / 2, y + height / 2)
    line = Line(gid="key", points=((left, y), (left + width, y)), width=_MOST_WIDE)
    return [line, _interval("key", x, ends, "foreground", _BESIDE)]


@layout_power.public
def plot_power(
    study: PowerStudy, *, show: str = "power", **options: Unpack[FittedOptions]
) -> Drawing[PowerLayout]:
    """Draw the power of each test as a function of the bias of the samples.

    Each test is a line with its name at the end. Vertical lines are 95% Monte Carlo
    intervals, which describe the variation between seeds. The intervals of one bias are
    offset horizontally. If the study has several pairs, the figure shows means over the
    pairs.

    Parameters
    ----------
    study : PowerStudy
        The finished study, from `cddiagram.study_power`, with at least two biases.
    show : str, default "power"
        The property of each test to show:

        - ``"power"``: the share of samples in which the test rejects.
        - ``"mean-pvalue"``: the mean (adjusted) p-value, on a reversed axis.
        - ``"replicability-e"`` and ``"replicability-p"``: R(e) and R(p).
        - ``"family-rejections"``: the mean number of rejected hypotheses of the family.
        - ``"family-mean-pvalue"``: the mean of all adjusted p-values of the family, on a
          reversed axis.
    note : str, optional
        The note below the figure. By default, it names the tests, alpha and the
        samples. None omits the note.
    {rest}
    InputError
        If the study has only one bias.

    References
    ----------
    J. Demšar (2006), Statistical comparisons of classifiers over multiple data sets,
    Journal of Machine Learning Research 7:1-30; S. García and F. Herrera (2008), An
    extension on "Statistical comparisons of classifiers over multiple data sets" for all
    pairwise comparisons, Journal of Machine Learning Research 9:2677-2694; S. García, A.
    Fernández, J. Luengo and F. Herrera (2010), Advanced nonparametric tests for multiple
    comparisons in the design of experiments in computational intelligence and data
    mining, Information Sciences 180:2044-2064.

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
