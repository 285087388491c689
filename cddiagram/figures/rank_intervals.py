"""Rank intervals in a column of text next to the average ranks.

Rank intervals are not drawn, because the axis shows average ranks.
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
    """The first and last ranks in the rank interval of each algorithm, in rank order,
    and the printed confidence level.
    """

    ends: tuple[tuple[int, int], ...]
    confidence: str

    @property
    def texts(self) -> tuple[str, ...]:
        """The printed intervals."""
        return tuple(format_interval(*ends) for ends in self.ends)

    def key(self) -> KeyEntry:
        """Return the key entry that explains the column in a list without an axis, in
        which the column has no header.
        """
        example = next((text for text in self.texts if "–" in text), self.texts[0])
        return KeyEntry(text=f"{example}: rank interval, {self.confidence}")


def rank_intervals_of(
    comparison: Comparison, show_rank_intervals: bool
) -> RankIntervals | None:
    """Return the rank intervals of a comparison if they are requested, and otherwise
    None.
    """
    check_flag("show_rank_intervals", show_rank_intervals)
    if not show_rank_intervals:
        return None
    ends = tuple(comparison.rank_intervals.values())
    return RankIntervals(ends=ends, confidence=interval_confidence(comparison))
