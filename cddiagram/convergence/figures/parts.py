"""Parts that the figures of convergence share: notes, and the axis of cut-points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cddiagram.convergence.averages import Values
from cddiagram.convergence.comparison import compact_p_equals, p_kind
from cddiagram.convergence.optimum import early
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

#: The axis of average ranks extends beyond the best and the worst by this part of its
#: length, and by at most this number of ranks. Markers are therefore not clipped, and
#: ranks that do not exist are not printed.
_BEYOND, _MOST_BEYOND = 0.04, 0.7
#: An axis that contains at least this number of ranks has ticks at whole ranks.
_WHOLE = 3.0
#: An axis has at most this number of ticks, so that a long axis does not have one at
#: every rank.
_MOST_NUMBERED = 30.0
_BELOW_PLOT = 3.0
_NUMBER_SPACING = 1.4
_LARGE = 1e5
#: The axis of cut-points is logarithmic if the last cut-point is at least this many
#: times the first: two powers of ten.
_DECADES = 100.0
_SCALES = ((1e9, "billions"), (1e6, "millions"), (1e3, "thousands"))

#: The error rate of Page's test on histories in notes, as in `words.MEASURED`.
NOT_CONTROLLED = "measured error rate 0.11 to 0.29 at α\u00a0=\u00a00.05"
#: The names of the tests in notes.
TEST_NAMES = {"sign-flip": "Sign flips of problems", "page": "Page"}


def axis_name(histories: Histories, word: str) -> str:
    """Return the label of the axis of values, with the direction that is better."""
    return (
        f"{word}, "
        f"{'higher' if histories.higher_is_better and word == 'value' else 'lower'} "
        "is better"
    )


def rank_scale(ranks: Values) -> ValueScale:
    """Return the scale of average ranks, with the best rank at the top.

    The scale extends beyond the ranks at both ends.
    """
    spread = float(ranks.max() - ranks.min())
    room = max(
        min(_BEYOND * spread, _MOST_BEYOND), (1.0 - spread) / 2
    )  # this maximum is not 0 if all ranks are tied
    return ValueScale(
        low=float(ranks.max()) + room, high=float(ranks.min()) - room, log=False
    )


def rank_ticks(values: Axis, size: float) -> Iterable[tuple[float, str]] | None:
    """Return ticks at whole ranks, or None if the axis is too short for them."""
    scale = values.scale
    if scale.low - scale.high < _WHOLE:
        return None
    length = values.start - values.end
    return Ticks.between(
        scale.high, scale.low, length, lambda text: max(size, length / _MOST_NUMBERED)
    ).numbered


def ranks_note(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Return the method of ranking, with a caution about original ranks.

    The caution applies if an algorithm of the pair reaches the optimum early.
    """
    against = (
        comparison.ranks == "original" and early(comparison.histories)[[i, j]].any()
    )
    return (
        f"{comparison.ranks} "
        f"ranks{' (problems solved early count against the solver)' if against else ''}"
    )


def rate_note(comparison: ConvergenceComparison) -> str:
    """Return a note about the error rate after a comma; empty if it is controlled."""
    return f", {NOT_CONTROLLED}" if comparison.test == "page" else ""


def runs_note(comparison: ConvergenceComparison, pair: tuple[int, int] | None) -> str:
    """Return a note about unequal numbers of runs after a comma; empty if they are
    equal.

    The note is about one pair, or about all pairs if `pair` is None.
    """
    unequal = comparison.histories.unequal_runs()
    concerned = unequal.any() if pair is None else unequal[pair]
    return ", unequal numbers of runs: not exchangeable" if concerned else ""


def verdict(
    comparison: ConvergenceComparison, i: int, j: int, names: tuple[str, str]
) -> str:
    """Report the significant gain of a pair and the outcome at the last cut-point.

    If no gain is significant, the p-values are reported.
    """
    kind = p_kind(comparison)
    # No-break spaces keep each symbol on the same line as its number.
    p = [
        f"{kind} {compact_p_equals(comparison, *pair)}".replace(" ", "\u00a0")
        for pair in ((i, j), (j, i))
    ]
    gained = comparison.gained()
    for side, (a, b) in enumerate(((i, j), (j, i))):
        if gained[a, b]:
            name, other = names[side], names[1 - side]
            numbers = f"(L\u00a0=\u00a0{comparison.statistic[a, b]:.12g}, {p[side]})"
            but = (
                ", but is worse throughout" if comparison.worse_everywhere[a, b] else ""
            )
            return (
                f"{name} gained on {other} {numbers}{but}; "
                f"{_outcome(comparison, a, b, name, other)}"
            )
    values = p[0]
    if comparison.test == "page":
        values = f"{names[0]}: {p[0]}, {names[1]}: {p[1]}"
    return f"neither is shown to have gained on the other ({values})"


def _outcome(
    comparison: ConvergenceComparison, a: int, b: int, name: str, other: str
) -> str:
    """Report on how many problems each algorithm is better at the last cut-point."""
    better, n = comparison.better_at_last, comparison.histories.n
    counts = (
        f"{name} better on {int(better[a, b])} of {n}, {other} on {int(better[b, a])}"
    )
    if better[b, a] > better[a, b]:
        counts = (
            f"{other} better on {int(better[b, a])} of {n}, {name} on "
            f"{int(better[a, b])}"
        )
    return f"at the last cut-point {counts}, {_both(comparison, a, b)}"


def _both(comparison: ConvergenceComparison, a: int, b: int) -> str:
    """Report on how many problems both algorithms are at the optimum.

    Figures omit the noun to save space.
    """
    both = comparison.both_at_optimum
    if both is None:
        return "optimum not known"
    return f"both at the optimum on {int(both[a, b])}"


def scale_of(histories: Histories, scale: str) -> str:
    """Return the specified scale, or a linear scale for values that are not errors.

    Values to be maximised without an optimum are not errors.
    """
    return (
        "linear"
        if scale == "auto" and histories.higher_is_better and histories.optimum is None
        else scale
    )


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
        left, right = lines.plan.left + inset, lines.plan.right
        return cls(
            points=points,
            left=left,
            right=right,
            values=values,
            labels=labels,
            unit=label_of(unit),
            log=0.0 < _DECADES * points[0] <= points[-1],
        )

    @property
    def axis(self) -> Axis:
        """The axis on the page."""
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
        return tuple(
            (x, self.values.at(float(value)))
            for x, value in zip(self.places, values, strict=True)
        )

    def zero_band(self) -> list[Element]:
        """Return the background of the band of 0 below a logarithmic axis."""
        if not self.values.scale.zero:
            return []
        top, bottom, width = (
            self.values.zero_band,
            self.axis.across,
            self.right - self.left,
        )
        fill = "zebra"
        return [
            Rectangle(
                gid="zero-band",
                x=self.left,
                y=top,
                width=width,
                height=bottom - top,
                fill=fill,
            )
        ]

    def draw(self, size: float, page: Page) -> tuple[list[Element], float]:
        """Draw the line, ticks, numbers and unit, and return their lower end."""
        numbered = self._numbered(
            max(page.meter.width(label, size) for label in self.labels)
        )
        texts = [label if i in numbered else "" for i, label in enumerate(self.labels)]
        elements = self.axis.draw(
            size, page.meter, zip(self.points, texts, strict=True)
        )
        below = self.axis.across + AxisScale.below(size)
        named, end = page.below(
            "axis-label", self.unit, (self.left, self.right), below, size
        )
        return [*elements, *named], end

    def _numbered(self, widest: float) -> Sequence[int]:
        """Return the indices of the cut-points with numbers.

        Numbers are printed at every cut-point, every second, every third, ..., so that
        they do not overlap. The last cut-point always has a number.
        """
        places, count = self.places, len(self.points)
        least = max(_NUMBER_SPACING * widest, widest + 3.0)
        if self.log:
            return self._numbered_powers(least)
        for step in range(1, count):
            gaps = [
                places[i] - places[i - step] for i in range(count - 1, step - 1, -step)
            ]
            if min(gaps) >= least:
                return range(count - 1, -1, -step)
        return range(count - 1, -1, -count)

    def _numbered_powers(self, least: float) -> list[int]:
        """Return the cut-points with numbers on a logarithmic axis.

        After the last cut-point, powers of ten come first, and then all others from the
        right to the left.
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
    divisor, word = next(
        ((d, w) for d, w in _SCALES if points[-1] >= max(_LARGE, d)), (1.0, "")
    )
    return tuple(
        f"{point / divisor:.6g}" for point in points
    ), f"{unit} ({word})" if word else unit
