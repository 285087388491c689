"""The figure of power.

The figure shows the rejection rate, the p-values or the replicability of each test as a
function of the bias of the samples.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    Look,
    Marker,
    Names,
    Page,
    TextMeter,
    ValueScale,
    check_choice,
    small_type,
)
from cddiagram.studies.power.words import (
    LOW_POWER,
    power_axis,
    power_bias,
    power_intervals,
    power_note,
)
from cddiagram.text import InputError, Option, UsageError

if TYPE_CHECKING:
    from cddiagram.figures import Drawing
    from cddiagram.studies.power.study import PowerStudy

#: If an axis does not start at 0, it covers at least this range of values.
_LEAST = 0.05
#: If the largest value is small, the power axis ends at this multiple of it.
_ABOVE = 1.25
#: Each value is shown as a point with this radius.
_POINT = 1.3
#: The distance in points between the first bias and the vertical axis.
_INSET = 4.0
#: The tick labels of two biases are at least this far apart, as a multiple of the width
#: of the widest tick label.
_APART = 1.3


@dataclass(frozen=True, kw_only=True)
class PowerLayout(LinesLayout):
    """The layout of a figure of power. It extends `LinesLayout`.

    The lines are in the order of the tests.

    Attributes
    ----------
    biases : tuple of float
        The biases in ascending order.
    intervals : tuple of tuple of (float, float)
        The limits of the Monte Carlo interval for each value of each line.
    """

    biases: tuple[float, ...]
    intervals: tuple[tuple[tuple[float, float], ...], ...]


@figure(
    "power", FittedOptions, listed=False, title="Power of the tests", subject="power"
)
def layout_power(
    study: PowerStudy, *, look: Look, meter: TextMeter, show: str = "power"
) -> PowerLayout:
    """Lay out a line for each test. See `plot_power`."""
    _check(study, show)
    increasing = np.argsort(study.biases, kind="stable")
    biases = tuple(study.biases[b] for b in increasing)
    values, low, high = (numbers[increasing].T for numbers in study.average(show))
    content = LinesContent(
        names=Names.of(look, study.tests, study.tests, "test"),
        curves=values,
        scale=_scale(show, float(low.min()), float(high.max())),
    )
    page = Page(look, meter)
    lines = Lines.of(content, page, "lines with the names of tests")
    text, shorter = power_intervals(study, show)
    key = KeyEntry(text=text, shorter=shorter)
    note, label = power_note(study, show), power_axis(study, show)
    header, axis = lines.header(note, label, (key,))
    level = Axis(
        scale=ValueScale(low=biases[0], high=biases[-1], log=False),
        start=lines.plan.left + _INSET,
        end=lines.plan.right,
        across=axis.start,
        side="bottom",
    )
    small = small_type(lines.plan.size)
    below = axis.start + AxisScale.below(small)
    ends = (level.start, level.end)
    name, end = page.below("bias-label", power_bias(study), ends, below, small)
    places = [level.at(bias) for bias in biases]
    paths = []
    for row in values.tolist():
        paths.append(list(zip(places, map(axis.at, row), strict=True)))
    ticks = _bias_ticks(biases, level, small, meter)
    points = _points(lines, paths)
    under = [
        *header,
        *axis.draw(small, meter),
        *level.draw(small, meter, ticks),
        *name,
        *points,
    ]
    limits = np.stack([low, high], axis=-1)
    intervals = tuple(tuple(map(tuple, row)) for row in limits.tolist())
    return lines.sheet(
        PowerLayout, under, paths, axis, end, biases=biases, intervals=intervals
    )


def _check(study: PowerStudy, show: str) -> None:
    """Raise an error if the study or the selected property cannot be drawn."""
    check_choice("show", show, FEATURES["power"].choices["show"])
    if len(set(study.biases)) < 2:
        problem = (
            "the figure of power requires two different biases, but this study has only "
            "one. Specify two or more with "
        )
        raise InputError(problem, Option("biases"), ".")
    if show.startswith("family") and max(study.hypotheses) == 1:
        problem = (
            " requires families of hypotheses, but these tests have one hypothesis. Use "
            "'power'."
        )
        raise UsageError(Option("show"), f" '{show}'", problem)


def _scale(show: str, low: float, high: float) -> ValueScale:
    """Return the scale of the vertical axis.

    The scale includes the limits of all intervals. The axis of shares begins at 0, and
    R(e) is between 0.5 and 1. The axis of p-values is reversed so that stronger
    evidence is shown higher (Demšar 2006, Figure 3).
    """
    if show == "power":
        largest = max(_ABOVE * high, _LEAST)
        top = largest if high < LOW_POWER else 1.0
        return ValueScale(low=0.0, high=top, log=False)
    if show == "replicability-e":
        return ValueScale(low=min(low, 0.5), high=1.0, log=False)
    if show == "replicability-p":
        return ValueScale(low=min(low, 1.0 - _LEAST), high=1.0, log=False)
    if show == "mean-pvalue":
        return ValueScale(low=max(high, 0.01), high=0.0, log=False)
    high = max(high, _LEAST)
    low = min(low, high - _LEAST)
    if show == "family-mean-pvalue":
        return ValueScale(low=high, high=low, log=False)
    return ValueScale(low=low, high=high, log=False)


def _points(
    lines: Lines, paths: Sequence[Sequence[tuple[float, float]]]
) -> list[Element]:
    """Return a point at each value of each line."""
    points: list[Element] = []
    for i, path in enumerate(paths):
        for at, (x, y) in enumerate(path):
            gid = f"point-{i}-{at}"
            points.append(Marker(gid=gid, x=x, y=y, radius=_POINT, fill=lines.color(i)))
    return points


def _bias_ticks(
    biases: Sequence[float], level: Axis, small: float, meter: TextMeter
) -> list[tuple[float, str]] | None:
    """Return ticks at all biases, or None if the tick labels do not fit."""
    numbers = [f"{bias:g}" for bias in biases]
    widest = max(meter.width(number, small) for number in numbers)
    places = [level.at(bias) for bias in sorted(set(biases))]
    gap = min(b - a for a, b in pairwise(places))
    if gap < _APART * widest:
        return None
    return list(zip(biases, numbers, strict=True))


@layout_power.public
def plot_power(
    study: PowerStudy, *, show: str = "power", **options: Unpack[FittedOptions]
) -> Drawing[PowerLayout]:
    """Draw the power of each test as a function of the bias of the samples.

    Each test is shown as a line with the name of the test at its end. The header states
    how far the 95% Monte Carlo intervals extend from the lines at most; these intervals
    describe the variation between seeds. The power axis ends at 1.25 times the largest
    value if this value is below 0.5. If the study has several pairs, the figure shows
    means over the pairs.

    Parameters
    ----------
    study : PowerStudy
        The study, as returned by `cddiagram.study_power`. It must have at least two
        biases.
    show : str, default "power"
        The property of each test that is shown:

        - ``"power"``: the proportion of samples in which the test rejects.
        - ``"mean-pvalue"``: the mean (adjusted) p-value, on a reversed axis.
        - ``"replicability-e"`` and ``"replicability-p"``: R(e) and R(p).
        - ``"family-rejections"``: the mean number of rejected hypotheses of the family.
        - ``"family-mean-pvalue"``: the mean of all adjusted p-values of the family, on a
          reversed axis.
    note : str, optional
        The note above the figure. By default, it contains the tests and alpha. None
        omits the note.
    {rest}
    InputError
        If the study has only one bias.

    See Also
    --------
    study_power : Estimate the power of tests, with the references.

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
