"""The levels of rank bars: their cut lines, where there is a critical difference, and the shades of the bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cddiagram.errors import UsageError
from cddiagram.layout.axis import AxisScale
from cddiagram.layout.content import CDContent
from cddiagram.layout.elements import MIDDLE_ABOVE_BASELINE, TEXT_BELOW_BASELINE, Element, Line, Rectangle, Text
from cddiagram.layout.header import PAD_X
from cddiagram.layout.meter import TextMeter
from cddiagram.layout.numbers import SAME_RANK, format_alpha
from cddiagram.layout.options import is_number
from cddiagram.layout.reference import Reference, reference_of
from cddiagram.layout.spread import spread

if TYPE_CHECKING:
    from cddiagram.results import Comparison

MOST_LEVELS = 3
#: Shades of the bars by how many levels are told apart by shade, most significant first, not different last.
_SHADES = {1: ("shade-1", "shade-4"), 2: ("shade-1", "shade-2", "shade-4")}
_SHADES[3] = ("shade-1", "shade-2", "shade-3", "shade-4")
_DASHES = (None, (3.0, 2.0), (1.0, 1.5))

_CUT, _POINTER = 1.0, 0.6
#: Free of ink at both sides of a cut line, where it crosses bars.
_HALO = 0.35
_LABEL_GAP = 8.0
_CLEAR, _POINTER_HEIGHT = 0.5, 4.5
_SWATCH, _SWATCH_GAP, _ENTRY_GAP, _LEGEND_ROW = 9.0, 3.0, 9.0, 1.35


@dataclass(frozen=True, kw_only=True)
class Level:
    """One alpha.

    Attributes
    ----------
    alpha : float
        The level.
    ends : tuple of float
        Average ranks beyond which an algorithm differs from the reference: the upper one, and the lower one where
        algorithms rank better than the reference; none for a procedure without a critical difference.
    dash : tuple of float or None
        Pattern of its cut lines.
    different : tuple of bool
        Which algorithms, in rank order, are told apart from the reference.
    """

    alpha: float
    ends: tuple[float, ...]
    dash: tuple[float, ...] | None
    different: tuple[bool, ...]

    @property
    def label(self) -> str:
        """The text at the cut line."""
        return f"α = {format_alpha(self.alpha)}"


@dataclass(frozen=True, kw_only=True)
class Levels:
    """All levels, in the order asked for, and what they say about each algorithm.

    Attributes
    ----------
    reference : int
        Rank position of the algorithm that the others are compared with.
    levels : tuple of Level
        One or more.
    """

    reference: int
    levels: tuple[Level, ...]

    @property
    def cuts(self) -> tuple[Level, ...]:
        """The levels with cut lines, from the lowest line to the highest."""
        return tuple(sorted((level for level in self.levels if level.ends), key=lambda level: level.ends[0]))

    @property
    def by_shade(self) -> tuple[Level, ...]:
        """The levels that shades tell apart: the first if all have cut lines, else all, smallest alpha first."""
        if len(self.cuts) == len(self.levels):
            return self.levels[:1]
        return tuple(sorted(self.levels, key=lambda level: level.alpha))

    @property
    def greatest(self) -> float:
        """The highest cut line; 0 without any."""
        return max((level.ends[0] for level in self.cuts), default=0.0)

    def shade(self, position: int) -> str:
        """Return the role of a bar's colour."""
        levels = self.by_shade
        found = (number for number, level in enumerate(levels) if level.different[position])
        return _SHADES[len(levels)][next(found, len(levels))]

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """Shade and meaning of each class of bars; empty where the cut lines say it."""
        if len(self.cuts) == len(self.levels):
            return ()
        levels = self.by_shade
        meanings = [f"p ≤ {_printed(level)}" for level in levels] + [f"p > {_printed(levels[-1])}"]
        return tuple(zip(_SHADES[len(levels)], meanings, strict=True))


def _printed(level: Level) -> str:
    return format_alpha(level.alpha).removeprefix("0")


def levels_of(comparison: Comparison, content: CDContent, alphas: Sequence[float] | float | None) -> Levels:
    """Decide the comparison at each alpha, without testing again.

    Raises
    ------
    UsageError
        `alphas` is not one to three different levels between 0 and 1.
    InputError
        A pair of the reference was not tested.
    """
    levels = []
    reference = reference_of(comparison)
    for number, alpha in enumerate(_checked(comparison, alphas)):
        decided = comparison if alpha == comparison.alpha else comparison.at(alpha)
        levels.append(
            Level(
                alpha=alpha,
                ends=_ends(content.average_ranks, reference, decided.critical_difference),
                dash=_DASHES[number],
                different=reference_of(decided).different,
            )
        )
    return Levels(reference=reference.position, levels=tuple(levels))


def _checked(comparison: Comparison, alphas: Sequence[float] | float | None) -> tuple[float, ...]:
    if alphas is None:
        return (comparison.alpha,)
    wrong = UsageError(f"alphas must be one to {MOST_LEVELS} different levels between 0 and 1, not {alphas!r}.")
    given: Any = (alphas,) if is_number(alphas) else alphas
    try:
        levels = tuple(given)
    except TypeError:
        raise wrong from None
    if not 1 <= len(levels) <= MOST_LEVELS or not all(is_number(alpha) and 0 < alpha < 1 for alpha in levels):
        raise wrong
    if len(set(levels)) < len(levels):
        raise wrong
    return tuple(float(alpha) for alpha in levels)


def _ends(ranks: Sequence[float], reference: Reference, difference: float | None) -> tuple[float, ...]:
    """Return the ends of the interval around the reference that bars can reach."""
    if difference is None:
        return ()
    rank = ranks[reference.position]
    upper, lower = rank + difference, rank - difference
    better = round(min(ranks), SAME_RANK) < round(rank, SAME_RANK)
    return (upper, lower) if better and lower > 0 else (upper,)


def label_gap(levels: Levels, size: float, meter: TextMeter) -> float:
    """Return the least distance of the middles of two labels."""
    return max((meter.width(level.label, size) for level in levels.cuts), default=0.0) + _LABEL_GAP


def labels_fit(levels: Levels, size: float, page: float, meter: TextMeter) -> bool:
    """Tell whether the labels of the cut lines fit side by side."""
    return len(levels.cuts) * label_gap(levels, size, meter) - _LABEL_GAP <= page - 2 * PAD_X


def draw_cut_labels(
    levels: Levels, places: Sequence[float], y: float, size: float, page: float, meter: TextMeter
) -> list[Text]:
    """Return the labels of the cut lines at `places`, spread apart so that they do not touch."""
    gap = label_gap(levels, size, meter)
    half = (gap - _LABEL_GAP) / 2
    centres = spread(places, gap, lower=PAD_X + half, upper=page - PAD_X - half)
    return [
        Text(
            gid=f"cut-text-{level.alpha:.12g}",
            x=x,
            y=y,
            text=level.label,
            size=size,
            width=meter.width(level.label, size),
            anchor="center",
        )
        for level, x in zip(levels.cuts, centres, strict=True)
    ]


def cut_top(y: float, size: float) -> float:
    """Return where the cut lines begin under labels with their middle at `y`."""
    return _pointer_top(y, size) + _POINTER_HEIGHT


def _pointer_top(y: float, size: float) -> float:
    return y + (TEXT_BELOW_BASELINE + MIDDLE_ABOVE_BASELINE) * size + _CLEAR


def draw_pointers(levels: Levels, labels: Sequence[Text], places: Sequence[float], size: float) -> list[Element]:
    """Return the short lines from the labels to their cut lines."""
    return [
        Line(
            gid=f"cut-pointer-{level.alpha:.12g}",
            points=((label.x, _pointer_top(label.y, size)), (x, cut_top(label.y, size))),
            width=_POINTER,
        )
        for level, label, x in zip(levels.cuts, labels, places, strict=True)
    ]


def draw_cuts(levels: Levels, scale: AxisScale, top: float, bottom: float) -> list[Element]:
    """Return the cut lines over the full height, each with a stripe of background where it crosses bars."""
    stripes: list[Element] = []
    lines: list[Element] = []
    for level in levels.cuts:
        for end in level.ends:
            ends = ((scale.at(end), top), (scale.at(end), bottom))
            gid = f"{level.alpha:.12g}"
            stripes.append(Line(gid=f"cut-stripe-{gid}", points=ends, width=_CUT + 2 * _HALO, color="background"))
            lines.append(Line(gid=f"cut-{gid}", points=ends, width=_CUT, dash=level.dash))
    return stripes + lines


def legend_row(top: float, size: float) -> float:
    """Return the middle of the first row of the legend."""
    return top + 0.5 * _LEGEND_ROW * size


def legend_width(levels: Levels, size: float, meter: TextMeter) -> float:
    """Return the width of the legend in one row."""
    widths = [_SWATCH + _SWATCH_GAP + meter.width(meaning, size) for _, meaning in levels.legend]
    return sum(widths) + _ENTRY_GAP * (len(widths) - 1)


def draw_legend(
    levels: Levels, left: float, right: float, top: float, size: float, meter: TextMeter
) -> tuple[list[Element], float]:
    """Return what the shades mean, side by side in as many rows as they need, and where they end."""
    elements: list[Element] = []
    x, y = left, legend_row(top, size)
    for shade, meaning in levels.legend:
        width = meter.width(meaning, size)
        if x > left and x + _SWATCH + _SWATCH_GAP + width > right + 1e-6:
            x, y = left, y + _LEGEND_ROW * size
        half = 0.38 * size
        swatch = Rectangle(gid="legend-swatch", x=x, y=y - half, width=_SWATCH, height=2 * half, fill=shade)
        text_left = x + _SWATCH + _SWATCH_GAP
        elements += [
            swatch,
            Text(gid="legend-text", x=text_left, y=y, text=meaning, size=size, width=width),
        ]
        x = text_left + width + _ENTRY_GAP
    return elements, y + 0.5 * _LEGEND_ROW * size
