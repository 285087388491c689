"""Checks of whether figures can show the scores, bars and letters of a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cddiagram.procedures import MAX_LANES
from cddiagram.text import Option, UsageError

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.data import ScoreTable


def check_scores(comparison: Comparison, what: str = "the figure shows") -> ScoreTable:
    """Return the scores.

    Raise an error if the comparison was made from p-values or average ranks.
    """
    if comparison.table is None:
        raise UsageError(
            f"{what} scores, but this comparison was made from "
            f"{comparison.made_from}. Compare a table of scores instead."
        )
    return comparison.table


def check_letters(comparison: Comparison, letters: str | bool) -> None:
    """Raise an error if letters cannot show which algorithms differ.

    Letters require tests of all pairs, so they do not apply to a comparison with a
    control or to a comparison in which a pair was not tested.
    """
    if letters is not True:
        return
    if comparison.control is not None:
        reason = "this comparison is with a control"
    elif comparison.untested:
        reason = "some pairs were not tested"
    else:
        return
    option = Option("letters")
    requires = f"' requires a comparison of all pairs, but {reason}. Omit "
    raise UsageError("option '", option, requires, option, ".")


#: If there are more algorithms, a list can have two blocks, in which letters may
#: replace bars.
_ONE_BLOCK = 40


def letters_possible(comparison: Comparison) -> bool:
    """Return whether letters may replace the bars in a long list.

    The width and the type size determine whether they do.
    """
    return (
        len(comparison.algorithms) > _ONE_BLOCK and comparison.letter_groups is not None
    )


def bars_drawn(comparison: Comparison) -> bool:
    """Return whether a CD diagram with default options contains bars.

    The rules are the same as in `cddiagram.figures.bars.choose_groups`.
    """
    if not comparison.groups_complete:
        return False
    if comparison.critical_difference is not None:
        return True
    count = len(comparison.algorithms)
    if len(comparison.groups) > MAX_LANES * (count // 2):
        return False
    spans = group_spans(comparison)
    arches = sum(last - first + 1 - members for first, last, members in spans)
    if arches > most_arches(count) and comparison.letters is not None:
        return False
    bars = [(float(first), float(last)) for first, last, _ in spans]
    lanes = assign_lanes(bars, clear=0.5, pitch=LanePitch.LIST)
    return max(lanes, default=-1) < MAX_LANES


def group_spans(comparison: Comparison) -> list[tuple[int, int, int]]:
    """Return the first position, the last position and the size of each group."""
    position_of = {}
    for position, column in enumerate(comparison.order):
        position_of[comparison.algorithms[column]] = position
    spans = []
    for group in comparison.groups:
        first, last = group.algorithms[0], group.algorithms[-1]
        spans.append((position_of[first], position_of[last], len(group.algorithms)))
    return spans


#: The first number is the maximum number of algorithms in a small CD diagram. The
#: second number is the maximum number of arches over non-members in a small diagram,
#: and the third number is the maximum in a larger diagram. Letters are easier to read
#: than a larger number of arches.
_FEW_ALGORITHMS, _ARCHES_OF_FEW, _ARCHES_OF_MANY = 16, 9, 5


def most_arches(algorithms: int) -> int:
    """Return the maximum number of arches in a diagram with this number of
    algorithms.
    """
    return _ARCHES_OF_FEW if algorithms <= _FEW_ALGORITHMS else _ARCHES_OF_MANY


#: The first number is the maximum number of lanes in a staircase of bars. A shorter
#: staircase is packed into fewer lanes only if this saves enough space. The second
#: number is the minimum saving in points. A staircase is never packed if its number of
#: lanes does not exceed the third number.
_LONGEST_STAIRCASE, _POINTS_SAVED, _SHORT_STAIRCASE = 12, 23.0, 6


class LanePitch:
    """Distances between lanes in points."""

    #: The distance between two lanes in a list.
    LIST = 5.0
    #: The distance between two lanes in a horizontal diagram. The first number applies
    #: to diagrams without arches, and the second number applies to diagrams with
    #: arches.
    PLAIN = 4.6
    ARCHED = 5.6


_Span = tuple[float, float]


def assign_lanes(
    bars: Sequence[_Span], clear: float, pitch: float = LanePitch.PLAIN
) -> tuple[int, ...]:
    """Return the lane of each bar.

    By default, each bar has its own lane. If this needs too much space, bars share
    lanes. `pitch` is the distance between two lanes.
    """
    staircase = tuple(range(len(bars)))
    if len(bars) <= _SHORT_STAIRCASE:
        return staircase
    packed = share_lanes(bars, clear, apart=True)
    saved = (len(bars) - (max(packed) + 1)) * pitch
    if len(bars) <= _LONGEST_STAIRCASE and saved <= _POINTS_SAVED:
        return staircase
    return packed


def share_lanes(
    bars: Sequence[_Span], clear: float, *, apart: bool = False
) -> tuple[int, ...]:
    """Assign each bar to the first lane whose last bar ends at a distance of at least
    `clear` before it.

    If `apart` is True, a bar is never directly above a bar with which it shares an
    endpoint. Together, they would look like one bar with a step.
    """
    lanes: dict[int, int] = {}
    ends: list[float] = []
    for index in sorted(range(len(bars)), key=lambda index: bars[index][0]):
        start, end = bars[index]
        above = set()
        for other, lane in lanes.items():
            if apart and not {start, end}.isdisjoint(bars[other]):
                above.add(lane - 1)
        lane = 0
        while lane < len(ends) and (lane in above or ends[lane] + clear > start + 1e-9):
            lane += 1
        ends[lane : lane + 1] = [end]
        lanes[index] = lane
    return tuple(lanes[index] for index in range(len(bars)))
