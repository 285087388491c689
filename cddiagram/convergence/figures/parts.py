"""Parts that the figures of convergence share: notes, and the axis of cut-points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cddiagram.convergence.averages import Values
from cddiagram.convergence.comparison import p_equals, p_kind
from cddiagram.sheet import (
    Axis,
    AxisScale,
    Element,
    Page,
    Rectangle,
    Ticks,
    ValueScale,
    label_of,
)

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.convergence.histories import Histories
    from cddiagram.figures import Lines

#: The axis of average ranks extends beyond the best and worst ranks by the proportion
#: `_BEYOND` of its length, but by at most `_MOST_BEYOND` ranks. The additional length
#: prevents markers from being clipped. The upper limit prevents ticks at ranks that do
#: not exist.
_BEYOND, _MOST_BEYOND = 0.04, 0.7
#: The ticks are at whole ranks only if the axis covers at least this number of ranks.
_WHOLE = 3.0
#: An axis has at most this number of ticks.
_MOST_NUMBERED = 30.0
_BELOW_PLOT = 3.0
_NUMBER_SPACING = 1.4
_LARGE = 1e5
#: The axis of cut-points is logarithmic only if the last cut-point is at least this
#: many times as large as the first.
_DECADES = 100.0
_SCALES = ((1e9, "billions"), (1e6, "millions"), (1e3, "thousands"))

#: The names of the tests, as used in notes.
TEST_NAMES = {"sign-flip": "Sign-flip test", "page": "Page's test"}


def better_end(histories: Histories, word: str) -> str:
    """Return the direction of better errors or values on the axis, "up" or "down"."""
    if histories.higher_is_better and word == "value":
        return "up"
    return "down"


def rank_scale(ranks: Values) -> ValueScale:
    """Return the scale of average ranks, with the best rank at the top.

    The scale extends beyond the ranks at both ends.
    """
    best, worst = float(ranks.min()), float(ranks.max())
    length = worst - best
    room = min(_BEYOND * length, _MOST_BEYOND)
    # If all ranks are tied, the axis is one rank long.
    room = max(room, (1.0 - length) / 2)
    return ValueScale(low=worst + room, high=best - room, log=False)


def rank_ticks(values: Axis, size: float) -> Iterable[tuple[float, str]] | None:
    """Return ticks at whole ranks, or None if the axis is too short for them."""
    scale = values.scale
    if scale.low - scale.high < _WHOLE:
        return None
    length = values.start - values.end
    room = max(size, length / _MOST_NUMBERED)
    return Ticks.between(scale.high, scale.low, length, lambda text: room).numbered


def runs_note(comparison: ConvergenceComparison, pair: tuple[int, int] | None) -> str:
    """Return a note about unequal numbers of runs, which begins with a comma.

    The note is about one pair, or about all pairs if `pair` is None. It is empty if the
    numbers of runs are equal.
    """
    unequal = comparison.histories.unequal_runs()
    if pair is not None:
        unequal = unequal[pair]
    if not unequal.any():
        return ""
    return ", unequal numbers of runs"


def runs_words(histories: Histories, lines: Sequence[int], p: int) -> str:
    """Return the meaning of the lines and bands on a problem, with the number of runs."""
    function = "mean"
    if histories.reading.get("runs") == "median":
        function = "median"
    runs = "runs"
    if histories.run_counts is not None:
        counts = {int(histories.run_counts[i, p]) for i in lines}
        if len(counts) == 1:
            runs = f"{counts.pop()} runs"
    return f"{function} and 25–75% band of {runs}"


def headline(
    comparison: ConvergenceComparison,
    pair: tuple[int, int],
    names: tuple[str, str],
    *,
    names_both: bool = True,
) -> str:
    """Report the significant gain of a pair, with the p-value and cautions.

    The headline also contains the number of problems; the caption describes the test.
    If no gain is significant, the p-values of both directions are reported if they
    differ. If a legend names both algorithms (`names_both` is false), only the
    algorithm that gained is named.
    """
    i, j = pair
    if comparison.gained()[j, i]:
        i, j = j, i
        names = names[1], names[0]
    if comparison.gained()[i, j]:
        outcome = f"{names[0]} gained on {names[1]}"
        if not names_both:
            outcome = f"{names[0]} gained"
    else:
        outcome = f"{names[0]} and {names[1]}: no\u00a0significant\u00a0gain"
        if not names_both:
            outcome = "No significant gain"
    numbers = f"(n\u00a0=\u00a0{comparison.histories.n}, {_p_values(comparison, i, j)})"
    cautions = _cautions(comparison, i, j)
    return f"{outcome} {numbers}{cautions}"


def _p_values(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Format the p-value of a gain, preceded by its kind.

    If no gain is significant by Page's test, the p-value of the opposite direction
    follows. No-break spaces keep the values on one line.
    """
    text = f"{p_kind(comparison)} {p_equals(comparison, i, j)}"
    if comparison.test == "page" and not comparison.gained()[i, j]:
        opposite = p_equals(comparison, j, i).removeprefix("= ")
        text = f"{text} and {opposite}"
    return text.replace(" ", "\u00a0")


def _cautions(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Return cautions about the gain of the first algorithm and about the error rate."""
    cautions = ""
    if comparison.gained_but_worse()[i, j]:
        cautions = ", but is worse throughout"
    if comparison.test == "page":
        cautions = f"{cautions}, error rate not controlled"
    return cautions + runs_note(comparison, (i, j))


def scale_of(histories: Histories, scale: str) -> str:
    """Return the specified scale, or a linear scale for values that are not errors.

    Values to be maximised without an optimum are not errors.
    """
    are_values = histories.higher_is_better and histories.optimum is None
    if scale == "auto" and are_values:
        return "linear"
    return scale


@dataclass(frozen=True, kw_only=True)
class CutAxis:
    """The axis of cut-points below a plot of values, with its numbers."""

    points: tuple[float, ...]
    left: float
    right: float
    values: Axis
    labels: tuple[str, ...]
    unit: str
    log: bool = False

    @classmethod
    def under(
        cls,
        lines: Lines,
        values: Axis,
        points: tuple[float, ...],
        unit: str,
        inset: float = 0.0,
    ) -> CutAxis:
        """Return the axis of these cut-points below a plot of lines."""
        labels, unit = cut_labels(points, unit)
        return cls(
            points=points,
            left=lines.plan.left + inset,
            right=lines.plan.right,
            values=values,
            labels=labels,
            unit=label_of(unit),
            log=0.0 < _DECADES * points[0] <= points[-1],
        )

    @property
    def axis(self) -> Axis:
        """The axis at its position on the page."""
        low, high = self.points[0], self.points[-1]
        if self.log:
            low, high = math.log10(low), math.log10(high)
        return Axis(
            scale=ValueScale(low=low, high=high, log=self.log),
            start=self.left,
            end=self.right,
            across=self.values.start + _BELOW_PLOT,
            side="bottom",
        )

    @property
    def places(self) -> tuple[float, ...]:
        """The horizontal position of each cut-point."""
        return tuple(map(self.axis.at, self.points))

    def path(self, values: Values) -> tuple[tuple[float, float], ...]:
        """Return the line through the values at the cut-points."""
        heights = [self.values.at(float(value)) for value in values]
        return tuple(zip(self.places, heights, strict=True))

    def zero_band(self) -> list[Element]:
        """Return the background of the band for the value 0."""
        if not self.values.scale.zero:
            return []
        top = self.values.zero_band
        band = Rectangle(
            gid="zero-band",
            x=self.left,
            y=top,
            width=self.right - self.left,
            height=self.axis.across - top,
            fill="zebra",
        )
        return [band]

    def draw(self, size: float, page: Page) -> tuple[list[Element], float]:
        """Draw the line, ticks, numbers and unit, and return their lower end."""
        widest = max(page.meter.width(label, size) for label in self.labels)
        numbered = self._numbered(widest)
        ticks = []
        for i, (point, label) in enumerate(zip(self.points, self.labels, strict=True)):
            text = label if i in numbered else ""
            ticks.append((point, text))
        elements = self.axis.draw(size, page.meter, ticks)
        below = self.axis.across + AxisScale.below(size)
        ends = (self.left, self.right)
        name, end = page.below("axis-label", self.unit, ends, below, size)
        return [*elements, *name], end

    def _numbered(self, widest: float) -> Sequence[int]:
        """Return the indices of the cut-points with numbers.

        Numbers are printed at every cut-point, every second, every third, ..., so that
        they do not overlap. The last cut-point always has a number.
        """
        places = self.places
        last = len(places) - 1
        least = max(_NUMBER_SPACING * widest, widest + 3.0)
        if self.log:
            return self._numbered_powers(least)
        for step in range(1, last + 1):
            indices = range(last, -1, -step)
            gaps = [places[i] - places[i - step] for i in indices if i >= step]
            if min(gaps) >= least:
                return indices
        return range(last, -1, -last - 1)

    def _numbered_powers(self, least: float) -> list[int]:
        """Return the cut-points with numbers on a logarithmic axis.

        The last cut-point has the highest priority, followed by powers of ten and then
        by all other cut-points from right to left.
        """
        places = self.places
        last = len(self.points) - 1

        def priority(i: int) -> tuple[bool, bool, int]:
            is_power = math.log10(self.points[i]).is_integer()
            return i != last, not is_power, -i

        indices: list[int] = []
        for i in sorted(range(last + 1), key=priority):
            if all(abs(places[i] - places[j]) >= least for j in indices):
                indices.append(i)
        return indices


def cut_labels(points: Sequence[float], unit: str) -> tuple[tuple[str, ...], str]:
    """Return the printed cut-points and their unit.

    Large numbers are printed in thousands, millions or billions, which are added to the
    unit.
    """
    divisor = 1.0
    for scale, word in _SCALES:
        if points[-1] >= max(_LARGE, scale):
            divisor = scale
            unit = f"{unit} ({word})"
            break
    return tuple(f"{point / divisor:.6g}" for point in points), unit
