"""Which groups a CD diagram draws as bars, in which lanes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cddiagram.errors import UsageError
from cddiagram.figures.bars import hop_key, pack_lanes
from cddiagram.figures.content import CDContent
from cddiagram.sheet.key import KeyEntry


@dataclass(frozen=True, kw_only=True)
class DrawnGroups:
    """The groups drawn.

    Attributes
    ----------
    groups : tuple of tuple of int
        Rank positions of their members.
    lanes : tuple of int
        Lane of each.
    all_drawn : bool
        False if there are groups without a bar.
    """

    groups: tuple[tuple[int, ...], ...]
    lanes: tuple[int, ...]
    all_drawn: bool

    @property
    def lane_count(self) -> int:
        """Number of lanes."""
        return max(self.lanes, default=-1) + 1

    @property
    def key(self) -> tuple[KeyEntry, ...]:
        """What the figure has to say about its bars."""
        return hop_key(self.groups)


def check_lanes(max_lanes: object) -> None:
    """Refuse what is no number of lanes."""
    if isinstance(max_lanes, bool) or not isinstance(max_lanes, int) or max_lanes < 0:
        raise UsageError(f"max_lanes must be a whole number of lanes, 0 or more, not {max_lanes!r}.")


def drawable_groups(content: CDContent, max_lanes: int) -> tuple[tuple[int, ...], ...]:
    """Return the groups that may become bars; pairwise tests can make thousands, and then none does."""
    # A lane holds at most k // 2 bars, for they share no member: this spares packing thousands of groups.
    hopeless = not content.single_cd and len(content.groups) > max_lanes * (content.k // 2)
    return content.groups if content.groups_complete and not hopeless else ()


#: Groups shown by something else than bars, or not at all.
NO_BARS = DrawnGroups(groups=(), lanes=(), all_drawn=False)


def choose_groups(content: CDContent, along: Sequence[float], clear: float, max_lanes: int) -> DrawnGroups:
    """Pack the groups into lanes; pairwise tests, unlike one critical difference, can make too many to be drawn."""
    groups = drawable_groups(content, max_lanes)
    if groups == content.groups and content.groups_complete:
        lanes = pack_lanes(groups, along, clear)
        if content.single_cd or max(lanes, default=-1) + 1 <= max_lanes:
            return DrawnGroups(groups=groups, lanes=lanes, all_drawn=True)
    return NO_BARS
