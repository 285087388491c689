"""Place intervals next to average ranks: a column of text, as places have no axis in a
figure of average ranks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cddiagram.sheet import KeyEntry, check_flag
from cddiagram.words import format_interval, interval_confidence

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison


@dataclass(frozen=True, kw_only=True)
class RankIntervals:
    """The places that each algorithm may hold, the first and the last, in rank order,
    and how sure that is.
    """

    ends: tuple[tuple[int, int], ...]
    confidence: str

    @property
    def texts(self) -> tuple[str, ...]:
        """The intervals in print."""
        return tuple(format_interval(*ends) for ends in self.ends)

    def key(self) -> KeyEntry:
        """Return the entry of the key that explains the column if no axis leaves a row
        for its head.
        """
        example = next((text for text in self.texts if "–" in text), self.texts[0])
        return KeyEntry(text=f"{example}: place interval, {self.confidence}")


def rank_intervals_of(
    comparison: Comparison, show_rank_intervals: bool
) -> RankIntervals | None:
    """Return the place intervals of a comparison, if they are asked for."""
    check_flag("show_rank_intervals", show_rank_intervals)
    if not show_rank_intervals:
        return None
    ends = tuple(comparison.rank_intervals.values())
    return RankIntervals(ends=ends, confidence=interval_confidence(comparison))
