"""The significance levels of rank bars: the decisions at each alpha, the shades of the
bars, and the cut lines with their labels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from cddiagram.figures.content import CDContent
from cddiagram.figures.references import ReferenceAlgorithm, reference_algorithm
from cddiagram.figures.rows import RowColumns
from cddiagram.sheet import (
    AxisScale,
    Element,
    KeyEntry,
    Line,
    Look,
    Rectangle,
    Text,
    TextMeter,
    is_number,
    spread,
)
from cddiagram.text import Option, UsageError
from cddiagram.words import SAME_RANK, format_alpha, format_cd

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison

MOST_LEVELS = 3
#: The bar of the reference and its symbol in the legend have an outline of this width.
OUTLINE = 0.9
#: Maps the number of levels to the shades of the bars, from the shade of the smallest
#: level to the shade of "not different".
_SHADES = {
    1: ("shade-1", "shade-4"),
    2: ("shade-1", "shade-2", "shade-4"),
    3: ("shade-1", "shade-2", "shade-3", "shade-4"),
}
_DASHES = (None, (3.0, 2.0), (1.0, 1.5))
#: The first line width applies to cut lines, the second to cut lines that are close to
#: each other, and the third to pointers.
_CUT, _LEAST_CUT, _POINTER = 1.0, 0.4, 0.6
_LABEL_GAP = 8.0
_CLEAR, _POINTER_HEIGHT = 0.5, 4.5


@dataclass(frozen=True, kw_only=True)
class Level:
    """The cut lines and decisions at one alpha."""

    alpha: float
    #: The average ranks at the cut lines, beginning with the labelled cut line.
    #: Algorithms beyond a cut line are significantly different from the reference. A
    #: procedure without a critical difference has no cut lines.
    ends: tuple[float, ...]
    #: The critical difference, if any.
    difference: float | None
    #: Whether the figure has only one cut line and this line is below the rank of the
    #: reference.
    is_below: bool = False
    #: The dash pattern of the cut lines in the figure.
    dash: tuple[float, ...] | None
    #: Whether each algorithm is significantly different from the reference. The
    #: algorithms are in rank order.
    different: tuple[bool, ...]


@dataclass(frozen=True, kw_only=True)
class Levels:
    """All levels, in the order in which they were specified, and the resulting shades
    of the bars.
    """

    #: The rank position of the reference.
    reference: int
    levels: tuple[Level, ...]
    #: The meaning of dark bars: "different" for algorithms that differ from the
    #: reference, or "worse" in one-sided tests.
    decision: str = "different"
    #: The legend uses this term for the reference.
    called: str = "control"

    @property
    def cuts(self) -> tuple[Level, ...]:
        """The levels with cut lines, from the lowest line to the highest."""
        with_lines = [level for level in self.levels if level.ends]
        return tuple(sorted(with_lines, key=lambda level: level.ends[0]))

    @property
    def by_shade(self) -> tuple[Level, ...]:
        """The levels in the order of their shades, starting with the smallest alpha."""
        return tuple(sorted(self.levels, key=lambda level: level.alpha))

    @property
    def greatest(self) -> float:
        """The average rank of the highest cut line; 0 if there are no cut lines."""
        return max((level.ends[0] for level in self.cuts), default=0.0)

    @property
    def labels(self) -> tuple[str, ...]:
        """The label of each cut line: the critical difference of a single level, or
        alpha.
        """
        if len(self.levels) == 1:
            (level,) = self.levels
            if level.difference is None:
                return ()
            sign = "+"
            if level.is_below:
                sign = "−"
            elif len(level.ends) > 1:
                sign = "±"
            return (f"{self.called} {sign} CD ({format_cd(level.difference)})",)
        return tuple(f"α = {format_alpha(level.alpha)}" for level in self.cuts)

    def shade(self, position: int) -> str:
        """Return the colour role of a bar."""
        shades = _SHADES[len(self.levels)]
        for shade, level in zip(shades, self.by_shade, strict=False):
            if level.different[position]:
                return shade
        return shades[-1]

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The shade and the meaning of each kind of bar, starting with the lightest
        shade.
        """
        levels = self.by_shade
        meanings = [self.decision, f"not {self.decision}"]
        if len(levels) > 1:
            alphas = [format_alpha(level.alpha) for level in levels]
            meanings = [f"≤ {alpha}" for alpha in alphas]
            meanings.append(f"p > {alphas[-1]}")
        kinds = zip(_SHADES[len(levels)], meanings, strict=True)
        return tuple(reversed([*kinds]))


def levels_of(
    comparison: Comparison, content: CDContent, alphas: Sequence[float] | float | None
) -> Levels:
    """Return the decisions of a comparison at each alpha, without repeating the
    tests.
    """
    reference = reference_algorithm(comparison)
    levels = []
    for alpha, dash in zip(_checked(comparison, alphas), _DASHES, strict=False):
        decided = comparison
        if alpha != comparison.alpha:
            decided = comparison.at(alpha)
        difference = decided.critical_difference
        ends = _ends(content.average_ranks, reference, difference)
        rank = content.average_ranks[reference.position]
        level = Level(
            alpha=alpha,
            ends=ends,
            difference=difference,
            is_below=len(ends) == 1 and ends[0] < rank,
            dash=dash,
            different=reference_algorithm(decided).different,
        )
        levels.append(level)
    return Levels(
        reference=reference.position,
        levels=tuple(levels),
        decision=content.decision,
        called=reference.term,
    )


def _checked(
    comparison: Comparison, alphas: Sequence[float] | float | None
) -> tuple[float, ...]:
    """Return the significance levels as numbers, or raise an error if they are
    invalid.
    """
    if alphas is None:
        return (comparison.alpha,)
    if is_number(alphas):
        alphas = (alphas,)  # type: ignore[assignment]
    try:
        levels = tuple(alphas)  # type: ignore[arg-type]
    except TypeError:
        levels = ()
    are_levels = all(is_number(alpha) and 0 < alpha < 1 for alpha in levels)
    are_different = len(set(map(repr, levels))) == len(levels)
    if are_levels and are_different and 1 <= len(levels) <= MOST_LEVELS:
        return tuple(float(alpha) for alpha in levels)
    raise UsageError(
        Option("alphas"),
        f" must contain one to {MOST_LEVELS} different levels between 0 and 1, not "
        f"{alphas!r}.",
    )


def _ends(
    ranks: Sequence[float], reference: ReferenceAlgorithm, difference: float | None
) -> tuple[float, ...]:
    """Return the ends of the interval around the reference that bars can reach; the
    upper end if bars can reach neither.
    """
    if difference is None:
        return ()
    rank = ranks[reference.position]
    upper, lower = rank + difference, rank - difference
    some_are_worse = round(max(ranks), SAME_RANK) > round(rank, SAME_RANK)
    some_are_better = round(min(ranks), SAME_RANK) < round(rank, SAME_RANK)
    if not some_are_better or lower <= 1.0:
        return (upper,)
    if some_are_worse:
        return (upper, lower)
    return (lower,)


def labels_fit(levels: Levels, size: float, page: float, meter: TextMeter) -> bool:
    """Return whether the labels of the cut lines fit next to each other."""
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
    """Return the elements above the rows (the header and the labels of the cut lines)
    and the height at which they end.
    """
    small, page = columns.small, options.page_width
    outline = KeyEntry.swatch(
        levels.called, small, "background", "foreground", edge_width=OUTLINE
    )
    key = [outline]
    for shade, meaning in levels.legend:
        key.append(KeyEntry.swatch(meaning, small, shade))
    header = content.header(page, columns.size, key=tuple(key))
    elements, y = replace(header, axis_label=None).draw(meter)
    positions = [scale.at(level.ends[0]) for level in levels.cuts]
    labels = _draw_labels(levels, positions, small, page, meter)
    if not labels:
        return elements, y
    y += 0.5 * small
    # Short lines lead from the labels to the cut lines.
    top = y + Text.depth(small) + _CLEAR
    cut_top = top + _POINTER_HEIGHT
    for level, label, x in zip(levels.cuts, labels, positions, strict=True):
        elements.append(replace(label, y=y))
        points = ((label.x, top), (x, cut_top))
        gid = f"cut-pointer-{level.alpha:.12g}"
        elements.append(Line(gid=gid, points=points, width=_POINTER))
    return elements, cut_top


def draw_cuts(
    levels: Levels,
    scale: AxisScale,
    top: float,
    bottom: float,
    bars: Sequence[Rectangle],
) -> list[Element]:
    """Return the cut lines over the full height. They are thinner if they are close to
    each other.

    On bars that extend beyond a line, the line has the colour of the page, because it
    would be invisible on dark bars.
    """
    cuts = []
    for level in levels.cuts:
        for end in level.ends:
            cuts.append((scale.at(end), level))
    positions = sorted(x for x, _ in cuts)
    gaps = [right - left for left, right in pairwise(positions)]
    width = min(_CUT, max(min(gaps, default=math.inf) / 2, _LEAST_CUT))
    lines: list[Element] = []
    on_bars: list[Element] = []
    for x, level in cuts:
        gid = f"cut-{level.alpha:.12g}"
        line = Line(
            gid=gid, points=((x, top), (x, bottom)), width=width, dash=level.dash
        )
        lines.append(line)
        for bar in bars:
            if bar.x + bar.width > x + width / 2:
                on_bars.append(_on_bar(line, x, bar))
    return [*lines, *on_bars]


def _on_bar(line: Line, x: float, bar: Rectangle) -> Line:
    """Return the part of a cut line that is on a bar."""
    return replace(
        line,
        gid=line.gid.replace("cut", "cut-on-bar"),
        points=((x, bar.y), (x, bar.y + bar.height)),
        color="background",
    )


def _label_gap(levels: Levels, size: float, meter: TextMeter) -> float:
    """Return the minimum distance between the centres of two labels."""
    widths = [meter.width(label, size) for label in levels.labels]
    return max(widths, default=0.0) + _LABEL_GAP


def _draw_labels(
    levels: Levels,
    positions: Sequence[float],
    size: float,
    page: float,
    meter: TextMeter,
) -> list[Text]:
    """Return the labels of the cut lines at height 0, moved apart so that they do not
    touch.
    """
    gap = _label_gap(levels, size, meter)
    half = (gap - _LABEL_GAP) / 2
    middles = spread(
        positions, gap, lower=Look.PAD_X + half, upper=page - Look.PAD_X - half
    )
    labels = []
    for level, text, x in zip(levels.cuts, levels.labels, middles, strict=True):
        gid = f"cut-text-{level.alpha:.12g}"
        labels.append(meter.put(gid, x, 0.0, text, size, anchor="center"))
    return labels
