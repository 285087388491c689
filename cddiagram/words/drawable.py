"""Checks of what figures can show of a comparison: scores, bars and letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cddiagram.procedures import MAX_LANES
from cddiagram.text import Option, UsageError

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.data import ScoreTable


def check_scores(comparison: Comparison, what: str = "the figure shows") -> ScoreTable:
    """Return the scores, or raise an error for a comparison of p-values or average
    ranks.
    """
    if comparison.table is None:
        raise UsageError(
            f"{what} scores, but this comparison was made from "
            f"{comparison.made_from}. Compare a table of scores instead."
        )
    return comparison.table


def check_letters(comparison: Comparison, letters: str | bool) -> None:
    """Raise an error if letters cannot show which algorithms differ.

    This is the case with a control, or if a pair was not tested.
    """
    if letters is not True:
        return
    if comparison.control is not None:
        reason = "this comparison has a control"
    elif comparison.untested:
        reason = "some pairs were not tested"
    else:
        return
    start = f"letters require a comparison of all pairs, but {reason}. Omit "
    raise UsageError(start, Option("letters"), ".")


def bars_drawn(comparison: Comparison) -> bool:
    """Whether a CD diagram with default options has bars, as in
    `cddiagram.figures.bars.choose_groups`.
    """
    if not comparison.groups_complete:
        return False
    if comparison.critical_difference is not None:
        return True
    if len(comparison.groups) > MAX_LANES * (len(comparison.algorithms) // 2):
        return False
    bars = [(float(first), float(last)) for first, last, _ in group_spans(comparison)]
    return len(set(assign_lanes(bars, clear=0.5))) <= MAX_LANES


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


def assign_lanes(bars: Sequence[tuple[float, float]], clear: float) -> tuple[int, ...]:
    """Put each bar into the first lane whose last bar ends at least `clear` before
    it.
    """
    lanes = [0] * len(bars)
    ends: list[float] = []
    for index in sorted(range(len(bars)), key=lambda index: bars[index][0]):
        start, end = bars[index]
        lane = 0
        while lane < len(ends) and ends[lane] + clear > start + 1e-9:
            lane += 1
        ends[lane : lane + 1] = [end]
        lanes[index] = lane
    return tuple(lanes)
