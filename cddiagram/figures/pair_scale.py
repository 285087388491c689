"""The shades of the differences in a pair matrix, and their scale in the header."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cddiagram.figures.cell_drawing import BETTER, BORDER, WORSE, Cell
from cddiagram.sheet import Element, Key, KeyEntry, Page, Rectangle, TextMeter
from cddiagram.words import format_difference, format_tick

#: The row and the column of a cell.
Place = tuple[int, int]

#: The first two numbers are the width and height of a box in the scale. The third is
#: the minimum gap between the numbers of the scale, and the fourth is the gap between
#: its words and its boxes.
_BOX_WIDTH, _BOX_HEIGHT, _NUMBER_GAP, _WORD_GAP = 16.0, 7.6, 4.0, 4.0
#: The first number is the distance between the numbers and the boxes. The second is the
#: height of the row of numbers below the scale. Both are in units of the font size.
_NUMBER_DISTANCE, _NUMBER_ROW = 0.62, 1.15
#: The fills of the boxes, from worst to best.
_FILLS = (*WORSE[::-1], Cell.fill, *BETTER)
#: The words at the ends of the scale, from longest to shortest.
_WORDS = (
    ("row worse ({})", "row better ({})"),
    ("worse ({})", "better ({})"),
    ("{}", "{}"),
)
#: Two differences are treated as equal if their relative deviation is at most this
#: number.
_CLOSE = 1e-9


def round_limits(largest: float) -> tuple[float, ...]:
    """Return three successive numbers of the series 1, 2, 5, 10, ... as limits. The
    last limit is the smallest that is not below the largest difference. If the largest
    difference is 0, there are no limits.

    >>> round_limits(0.164), round_limits(30)
    ((0.05, 0.1, 0.2), (10.0, 20.0, 50.0))
    """
    if not largest:
        return ()
    exponent = math.floor(math.log10(largest))
    series = []
    for power in range(exponent - 1, exponent + 2):
        series += [float(f"{digit}e{power}") for digit in (1, 2, 5)]
    least = largest * (1 - _CLOSE)
    last = next(place for place, limit in enumerate(series) if limit >= least)
    return tuple(series[last - 2 : last + 1])


@dataclass(frozen=True, kw_only=True)
class DifferenceShades:
    """The differences of pairs, and the shades of those that are significant."""

    values: Mapping[Place, float]
    significant: Collection[Place]
    higher_is_better: bool

    @cached_property
    def limits(self) -> tuple[float, ...]:
        """The upper limits of the shades; empty if no difference is significant."""
        sizes = [abs(self.values[place]) for place in self.significant]
        return round_limits(max(sizes, default=0.0))

    @property
    def largest(self) -> float:
        """The largest absolute difference."""
        sizes = [abs(value) for value in self.values.values()]
        return max((size for size in sizes if not math.isnan(size)), default=0.0)

    @property
    def below(self) -> float:
        """The height of the numbers below the scale, in units of their size."""
        return _NUMBER_ROW if self.limits else 0.0

    def text(self, place: Place) -> str:
        """Return the printed difference of a pair."""
        return format_difference(self.values[place], self.largest)

    def fill(self, place: Place) -> str:
        """Return the fill of a pair: white unless its difference is significant."""
        value = self.values[place]
        if place not in self.significant or not value:
            return Cell.fill
        is_better = (value > 0) == self.higher_is_better
        fills = BETTER if is_better else WORSE
        # Differences that look identical when they are printed have the same shade.
        size = float(self.text(place).lstrip("+−")) * (1 - _CLOSE)
        return fills[sum(size > limit for limit in self.limits[:-1])]

    def scale(self, size: float, page: Page) -> list[KeyEntry]:
        """Return the scale with the longest words that fit the page; an empty list if
        no difference is significant.
        """
        if not self.limits:
            return []
        signs = ("−", "+") if self.higher_is_better else ("+", "−")
        widest = max(page.meter.width(number, size) for number in self._numbers)
        box = max(_BOX_WIDTH, widest + _NUMBER_GAP)
        for words in _WORDS:
            worse, better = words[0].format(signs[0]), words[1].format(signs[1])
            scale = _Scale(worse, better, self._numbers, box, size, page.meter)
            if Key([scale.entry]).width(size, page.meter) <= page.room:
                return [scale.entry]
        box = page.room / (len(_FILLS) + 2)
        return [_Scale(*signs, self._numbers, box, size, page.meter).entry]

    @property
    def _numbers(self) -> list[str]:
        """The printed limits, with the same number of decimals and without leading
        zeros.
        """
        limits = self.limits
        return [format_tick(limit, limits[0]).removeprefix("0") for limit in limits]


@dataclass(frozen=True)
class _Scale:
    """The scale: a word, seven boxes with the limits below their ends, and a word."""

    worse: str
    better: str
    numbers: Sequence[str]
    #: The width of a box.
    box: float
    #: The type size.
    size: float
    meter: TextMeter

    @property
    def entry(self) -> KeyEntry:
        """The scale as an entry of a key."""
        width = self._before + len(_FILLS) * self.box
        return KeyEntry(text=self.better, width=width, draw=self._draw)

    @property
    def _before(self) -> float:
        """The width of the first word and its gap."""
        return self.meter.width(self.worse, self.size) + _WORD_GAP

    def _draw(self, left: float, y: float) -> list[Element]:
        """Return the first word, the boxes and the numbers."""
        size, meter = self.size, self.meter
        elements: list[Element] = [meter.put("key-text", left, y, self.worse, size)]
        start = left + self._before
        for number, fill in enumerate(_FILLS):
            box = Rectangle(
                gid="legend-swatch",
                x=start + number * self.box,
                y=y - _BOX_HEIGHT / 2,
                width=self.box,
                height=_BOX_HEIGHT,
                fill=fill,
                edge="guide",
                edge_width=BORDER,
            )
            elements.append(box)
        below = y + _BOX_HEIGHT / 2 + _NUMBER_DISTANCE * size
        middle = start + len(_FILLS) * self.box / 2
        for number, text in enumerate(self.numbers):
            # The number at the right end of a box is the upper limit of its shade.
            away = (number + 1.5) * self.box
            for x in (middle - away, middle + away):
                limit = meter.put("limit", x, below, text, size, "secondary", "center")
                elements.append(limit)
        return elements
