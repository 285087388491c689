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
#: The outline of the bar of the one that all are held against, and of its swatch in the
#: key.
OUTLINE = 0.9
#: Shades of the bars by how many levels there are, most significant first, not
#: different last.
_SHADES = {
    most: (*(f"shade-{number}" for number in range(1, most + 1)), "shade-4")
    for most in (1, 2, 3)
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
    #: better; none for a procedure without a critical difference. The first one bears
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
    """All levels, in the order asked for, and what they say about each algorithm."""

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
        return tuple(
            sorted(
                (level for level in self.levels if level.ends),
                key=lambda level: level.ends[0],
            )
        )

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
        levels = self.by_shade
        found = (
            number for number, level in enumerate(levels) if level.different[position]
        )
        return _SHADES[len(levels)][next(found, len(levels))]

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """Shade and meaning of each class of bars."""
        levels = self.by_shade
        printed = [format_alpha(level.alpha).removeprefix("0") for level in levels]
        meanings = [f"p ≤ {alpha}" for alpha in printed] + [f"p > {printed[-1]}"]
        if len(levels) == 1:
            meanings = [self.decision, f"not {self.decision}"]
        return tuple(zip(_SHADES[len(levels)], meanings, strict=True))


def levels_of(
    comparison: Comparison, content: CDContent, alphas: Sequence[float] | float | None
) -> Levels:
    """Decide the comparison at each alpha, without testing again."""
    reference = reference_algorithm(comparison)

    def level(alpha: float, dash: tuple[float, ...] | None) -> Level:
        decided = comparison if alpha == comparison.alpha else comparison.at(alpha)
        ends = _ends(content.average_ranks, reference, decided.critical_difference)
        return Level(
            alpha=alpha,
            ends=ends,
            dash=dash,
            different=reference_algorithm(decided).different,
        )

    levels = tuple(map(level, _checked(comparison, alphas), _DASHES))
    called = (
        "best"
        if comparison.control is None or comparison.control_chosen == "after"
        else "control"
    )
    return Levels(
        reference=reference.position,
        levels=levels,
        decision=content.decision,
        called=called,
    )


def _checked(
    comparison: Comparison, alphas: Sequence[float] | float | None
) -> tuple[float, ...]:
    if alphas is None:
        return (comparison.alpha,)
    must = (
        f" must be one to {MOST_LEVELS} different levels between 0 and 1, not "
        f"{alphas!r}."
    )
    wrong = UsageError(Option("alphas"), must)
    given: Any = (alphas,) if is_number(alphas) else alphas
    try:
        levels = tuple(given)
    except TypeError:
        raise wrong from None
    inside = all(is_number(alpha) and 0 < alpha < 1 for alpha in levels)
    if (
        not 1 <= len(levels) <= MOST_LEVELS
        or not inside
        or len(set(levels)) < len(levels)
    ):
        raise wrong
    return tuple(float(alpha) for alpha in levels)


def _ends(
    ranks: Sequence[float], reference: ReferenceAlgorithm, difference: float | None
) -> tuple[float, ...]:
    """Return the ends of the interval around the reference that bars can reach, the
    upper one if there is none.
    """
    if difference is None:
        return ()
    rank = ranks[reference.position]
    worse = round(max(ranks), SAME_RANK) > round(rank, SAME_RANK)
    better = round(min(ranks), SAME_RANK) < round(rank, SAME_RANK)
    lower = (rank - difference,) if better and rank - difference > 1.0 else ()
    return (rank + difference, *lower) if worse or not lower else lower


def labels_fit(levels: Levels, size: float, page: float, meter: TextMeter) -> bool:
    """Whether the labels of the cut lines fit side by side."""
    return (
        len(levels.cuts) * _label_gap(levels, size, meter) - _LABEL_GAP
        <= page - 2 * Look.PAD_X
    )


def draw_cut_head(
    content: CDContent,
    levels: Levels,
    options: Look,
    meter: TextMeter,
    columns: RowColumns,
    scale: AxisScale,
) -> tuple[list[Element], float]:
    """Return what stands above the rows: header with key, text of the ranks, labels of
    the cut lines; and its end.
    """
    small, page = columns.small, options.page_width
    places = [scale.at(level.ends[0]) for level in levels.cuts]
    labels = _draw_labels(levels, places, small, page, meter)
    key = (
        *(KeyEntry.swatch(meaning, small, shade) for shade, meaning in levels.legend),
        KeyEntry.swatch(
            levels.called, small, "background", "foreground", edge_width=OUTLINE
        ),
    )
    side = "left" if options.show_direction else None
    head, y = content.header(page, columns.size, key=key, cue_side=side).draw(meter)
    if not labels:
        return head, y
    y += 0.5 * small
    # from the labels short lines lead to the cut lines
    top = y + Text.depth(small) + _CLEAR
    cut_top = top + _POINTER_HEIGHT
    pointers = [
        Line(
            gid=f"cut-pointer-{level.alpha:.12g}",
            points=((label.x, top), (x, cut_top)),
            width=_POINTER,
        )
        for level, label, x in zip(levels.cuts, labels, places, strict=True)
    ]
    return [*head, *(replace(label, y=y) for label in labels), *pointers], cut_top


def draw_cuts(
    levels: Levels, scale: AxisScale, top: float, bottom: float
) -> list[Element]:
    """Return the cut lines over the full height, no wider than what is free between
    them.
    """
    cuts = [
        (f"{level.alpha:.12g}", level.dash, scale.at(end))
        for level in levels.cuts
        for end in level.ends
    ]
    apart = min(
        (b - a for a, b in pairwise(sorted(x for _, _, x in cuts))), default=math.inf
    )
    width = min(_CUT, max(apart / 2, _LEAST_CUT))
    return [
        Line(gid=f"cut-{i}", points=((x, top), (x, bottom)), width=width, dash=dash)
        for i, dash, x in cuts
    ]


def _label_gap(levels: Levels, size: float, meter: TextMeter) -> float:
    """Return the least distance of the middles of two labels."""
    return (
        max((meter.width(level.label, size) for level in levels.cuts), default=0.0)
        + _LABEL_GAP
    )


def _draw_labels(
    levels: Levels, places: Sequence[float], size: float, page: float, meter: TextMeter
) -> list[Text]:
    """Return the labels of the cut lines at `places`, spread apart so that they do not
    touch; their height is 0.
    """
    gap = _label_gap(levels, size, meter)
    half = (gap - _LABEL_GAP) / 2
    centres = spread(
        places, gap, lower=Look.PAD_X + half, upper=page - Look.PAD_X - half
    )
    return [
        meter.put(
            f"cut-text-{level.alpha:.12g}", x, 0.0, level.label, size, anchor="center"
        )
        for level, x in zip(levels.cuts, centres, strict=True)
    ]
