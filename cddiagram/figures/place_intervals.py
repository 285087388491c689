"""Place intervals beside average ranks: brackets under the marks where the axis holds all places, else a column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cddiagram.sheet.elements import Element, Line
from cddiagram.sheet.legend import KeyEntry
from cddiagram.sheet.look import check_flag
from cddiagram.words.error_rates import place_confidence
from cddiagram.words.numbers import place_words

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.sheet.axis import AxisScale

#: A bracket stands so far below the middle of its row, and its ends rise towards it; that of one place is so wide.
_BELOW, _RISE, _LINE, _ONE = 3.7, 1.7, 0.7, 3.0
_GLYPH = 12.0


@dataclass(frozen=True, kw_only=True)
class PlaceIntervals:
    """The places that each algorithm may hold, the first and the last, in rank order, and how sure that is."""

    ends: tuple[tuple[int, int], ...]
    confidence: str
    #: Whether brackets show them, since the axis of ranks holds all places.
    bracketed: bool

    @property
    def texts(self) -> tuple[str, ...]:
        """The intervals in print."""
        return tuple(place_words(*ends) for ends in self.ends)

    def key(self, *, brackets: bool) -> KeyEntry:
        """Return the entry of the key that says what the brackets, or the numbers of the column, are."""
        words = f"place interval, {self.confidence}"
        if not brackets:
            shown = next((text for text in self.texts if "–" in text), self.texts[0])
            return KeyEntry(text=f"{shown}: {words}")
        return KeyEntry(
            text=words, width=_GLYPH, draw=lambda left, y: _bracket("key", left, left + _GLYPH, y - _BELOW + _RISE / 2)
        )

    def draw(self, scale: AxisScale, middles: Sequence[float]) -> list[Element]:
        """Return a bracket for each row."""
        rows = enumerate(zip(self.ends, middles, strict=True))
        return [line for i, ((a, b), y) in rows for line in _bracket(f"places-{i}", scale.at(a), scale.at(b), y)]


def places_of(comparison: Comparison, show_places: bool, bracketed: bool) -> PlaceIntervals | None:
    """Return the place intervals of a comparison, if they are asked for."""
    check_flag("show_places", show_places)
    if not show_places:
        return None
    ends = tuple(comparison.place_intervals.values())
    return PlaceIntervals(ends=ends, confidence=place_confidence(comparison), bracketed=bracketed)


def _bracket(gid: str, left: float, right: float, y: float) -> list[Element]:
    foot, aside = y + _BELOW - _LINE / 2, _ONE / 2 if right == left else 0.0
    left, right = left - aside, right + aside
    corners = ((left, foot - _RISE), (left, foot), (right, foot), (right, foot - _RISE))
    return [Line(gid=gid, points=corners, width=_LINE, color="secondary")]
