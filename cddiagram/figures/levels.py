"""The levels of rank bars: the decisions at each alpha, the shades of the bars, the cut
lines and their labels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cddiagram.figures.content import CDContent
from cddiagram.figures.references import ReferenceAlgorithm, reference_algorithm
from cddiagram.figures.rows import RowColumns
from cddiagram.sheet import (
    AxisScale,
    Element,
    KeyEntry,
    Line,
    Look,
    Text,
    TextMeter,
    is_number,
    spread,
)
from cddiagram.text import Option, UsageError
from cddiagram.words import SAME_RANK, format_alpha

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison

MOST_LEVELS = 3
#: The outline of the bar of the reference, and of its swatch in the key.
OUTLINE = 0.9
#: Shades of the bars for each number of levels, most significant first, not different
#: last.
_SHADES = {
    1: ("shade-1", "shade-4"),
    2: ("shade-1", "shade-2", "shade-4"),
    3: ("shade-1", "shade-2", "shade-3", "shade-4"),
}
_DASHES = (None, (3.0, 2.0), (1.0, 1.5))
#: Widths of cut lines, of those that are very near to each other, and of their
#: pointers.
_CUT, _LEAST_CUT, _POINTER = 1.0, 0.4, 0.6
_LABEL_GAP = 8.0
_CLEAR, _POINTER_HEIGHT = 0.5, 4.5


@dataclass(frozen=True, kw_only=True)
class Level:
    """One alpha."""

    alpha: float
    #: Average ranks beyond which an algorithm differs from the reference: the upper end
    #: where algorithms rank worse than the reference, the lower one where some rank
    #: better; none for a procedure without a critical difference. The first one has
    #: the label.
    ends: tuple[float, ...]
    #: Pattern of its cut lines.
    dash: tuple[float, ...] | None
    #: Which algorithms, in rank order, are significantly different from the reference.
    different: tuple[bool, ...]

    @property
    def label(self) -> str:
        """The text at the cut line."""
        return f"α = {format_alpha(self.alpha)}"


@dataclass(frozen=True, kw_only=True)
class Levels:
    """All levels in the requested order, and the decisions about each algorithm."""

    #: Rank position of the algorithm that the others are compared with.
    reference: int
    levels: tuple[Level, ...]
    #: What the algorithms of a level are, compared with the reference: different, or
    #: worse in one-sided tests.
    decision: str = "different"
    #: What the reference is called in the key.
    called: str = "control"

    @property
    def cuts(self) -> tuple[Level, ...]:
        """The levels with cut lines, from the lowest line to the highest."""
        with_lines = [level for level in self.levels if level.ends]
        return tuple(sorted(with_lines, key=lambda level: level.ends[0]))

    @property
    def by_shade(self) -> tuple[Level, ...]:
        """The levels as shades show them: smallest alpha first."""
        return tuple(sorted(self.levels, key=lambda level: level.alpha))

    @property
    def greatest(self) -> float:
        """The highest cut line; 0 without any."""
        return max((level.ends[0] for level in self.cuts), default=0.0)

    def shade(self, position: int) -> str:
        """Return the role of a bar's colour."""
        shades = _SHADES[len(self.levels)]
        for shade, level in zip(shades, self.by_shade, strict=False):
            if level.different[position]:
                return shade
        return shades[-1]

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """Shade and meaning of each class of bars."""
        alphas = [format_alpha(level.alpha) for level in self.by_shade]
        printed = [alpha.removeprefix("0") for alpha in alphas]
        meanings = [f"p ≤ {alpha}" for alpha in printed] + [f"p > {printed[-1]}"]
        if len(printed) == 1:
            meanings = [self.decision, f"not {self.decision}"]
        return tuple(zip(_SHADES[len(printed)], meanings, strict=True))


def levels_of(
    comparison: Comparison, content: CDContent, alphas: Sequence[float] | float | None
) -> Levels:
    """Decide the comparison at each alpha, without testing again."""
    reference = reference_algorithm(comparison)
    levels = []
    for alpha, dash in zip(_checked(comparison, alphas), _DASHES, strict=False):
        at_level = comparison
        if alpha != comparison.alpha:
            at_level = comparison.at(alpha)
        difference = at_level.critical_difference
        level = Level(
            alpha=alpha,
            ends=_ends(content.average_ranks, reference, difference),
            dash=dash,
            different=reference_algorithm(at_level).different,
        )
        levels.append(level)
    called = "control"
    if comparison.control is None or comparison.control_chosen == "after":
        called = "best"
    return Levels(
        reference=reference.position,
        levels=tuple(levels),
        decision=content.decision,
        called=called,
    )


def _checked(
    comparison: Comparison, alphas: Sequence[float] | float | None
) -> tuple[float, ...]:
    """Return the levels to show, or raise an error."""
    if alphas is None:
        return (comparison.alpha,)
    must = (
        f" must be one to {MOST_LEVELS} different levels between 0 and 1, not "
        f"{alphas!r}."
    )
    error = UsageError(Option("alphas"), must)
    levels: tuple[Any, ...] = (alphas,)
    if not is_number(alphas):
        try:
            levels = tuple(alphas)  # type: ignore[arg-type]
        except TypeError:
            raise error from None
    if not all(is_number(alpha) and 0 < alpha < 1 for alpha in levels):
        raise error
    if not 1 <= len(levels) <= MOST_LEVELS or len(set(levels)) < len(levels):
        raise error
    return tuple(map(float, levels))


def _ends(
    ranks: Sequence[float], reference: ReferenceAlgorithm, difference: float | None
) -> tuple[float, ...]:
    """Return the ends of the interval around the reference that bars can reach, the
    upper one if there is none.
    """
    if difference is None:
        return ()
    rank = ranks[reference.position]
    upper, lower = rank + difference, rank - difference
    has_worse = round(max(ranks), SAME_RANK) > round(rank, SAME_RANK)
    has_better = round(min(ranks), SAME_RANK) < round(rank, SAME_RANK)
    if not has_better or lower <= 1.0:
        return (upper,)
    return (upper, lower) if has_worse else (lower,)


def labels_fit(levels: Levels, size: float, page: float, meter: TextMeter) -> bool:
    """Whether the labels of the cut lines fit side by side."""
    width = len(levels.cuts) * _label_gap(levels, size, meter) - _LABEL_GAP
    return width <= page - 2 * Look.PAD_X


def draw_cut_head(
    content: CDContent,
    levels: Levels,
    options: Look,
    meter: TextMeter,
    columns: RowColumns,
    scale: AxisScale,
) -> tuple[list[Element], float]:
    """Return the elements above the rows, the header with its key and the labels of the
    cut lines, and the height at which they end.
    """
    small, page = columns.small, options.page_width
    positions = [scale.at(level.ends[0]) for level in levels.cuts]
    labels = _draw_labels(levels, positions, small, page, meter)
    key = []
    for shade, meaning in levels.legend:
        key.append(KeyEntry.swatch(meaning, small, shade))
    reference = KeyEntry.swatch(
        levels.called, small, "background", "foreground", edge_width=OUTLINE
    )
    side = "left" if options.show_direction else None
    items = content.header(page, columns.size, key=(*key, reference), cue_side=side)
    head, y = items.draw(meter)
    if not labels:
        return head, y
    y += 0.5 * small
    # Short lines lead from the labels to the cut lines.
    top = y + Text.depth(small) + _CLEAR
    cut_top = top + _POINTER_HEIGHT
    for level, label, x in zip(levels.cuts, labels, positions, strict=True):
        gid = f"cut-pointer-{level.alpha:.12g}"
        pointer = ((label.x, top), (x, cut_top))
        head.append(replace(label, y=y))
        head.append(Line(gid=gid, points=pointer, width=_POINTER))
    return head, cut_top


def draw_cuts(
    levels: Levels, scale: AxisScale, top: float, bottom: float
) -> list[Element]:
    """Return the cut lines over the full height, no wider than the room between
    them.
    """
    xs: list[float] = []
    for level in levels.cuts:
        xs += map(scale.at, level.ends)
    apart = min((b - a for a, b in pairwise(sorted(xs))), default=math.inf)
    width = min(_CUT, max(apart / 2, _LEAST_CUT))
    cuts: list[Element] = []
    for level in levels.cuts:
        gid = f"cut-{level.alpha:.12g}"
        for end in level.ends:
            x = scale.at(end)
            points = ((x, top), (x, bottom))
            cuts.append(Line(gid=gid, points=points, width=width, dash=level.dash))
    return cuts


def _label_gap(levels: Levels, size: float, meter: TextMeter) -> float:
    """Return the least distance of the middles of two labels."""
    widths = [meter.width(level.label, size) for level in levels.cuts]
    return max(widths, default=0.0) + _LABEL_GAP


def _draw_labels(
    levels: Levels,
    positions: Sequence[float],
    size: float,
    page: float,
    meter: TextMeter,
) -> list[Text]:
    """Return the labels of the cut lines at `positions`, spread apart so that they do
    not touch; their height is 0.
    """
    gap = _label_gap(levels, size, meter)
    half = (gap - _LABEL_GAP) / 2
    lower, upper = Look.PAD_X + half, page - Look.PAD_X - half
    centres = spread(positions, gap, lower=lower, upper=upper)
    labels = []
    for level, x in zip(levels.cuts, centres, strict=True):
        gid = f"cut-text-{level.alpha:.12g}"
        labels.append(meter.put(gid, x, 0.0, level.label, size, anchor="center"))
    return labels
