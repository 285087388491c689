"""How a comparison can be drawn: with bars or letters for its groups, with one
algorithm against the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cddiagram.procedures import MAX_LANES
from cddiagram.text import (
    Option,
    UsageError,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.data import ScoreTable


def check_scores(comparison: Comparison, what: str = "the figure shows") -> ScoreTable:
    """Return the scores; raise an error for a comparison of p-values or average ranks,
    which has none.
    """
    if comparison.table is None:
        raise UsageError(
            f"{what} scores, but this comparison was made from "
            f"{comparison.made_from}. Compare a table of scores instead."
        )
    return comparison.table


def check_letters(comparison: Comparison, letters: str | bool) -> None:
    """Raise an error if letters are required but cannot show which algorithms differ:
    with a control, or if a pair was not tested.
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
    """Whether a CD diagram of usual options has bars; see
    `cddiagram.figures.bars.choose_groups`.
    """
    if not comparison.groups_complete:
        return False
    if comparison.critical_difference is not None:
        return True
    if len(comparison.groups) > MAX_LANES * (len(comparison.algorithms) // 2):
        return False
    lanes = assign_lanes(
        [(float(first), float(last)) for first, last, _ in group_spans(comparison)],
        clear=0.5,
    )
    return max(lanes, default=-1) < MAX_LANES


def group_spans(comparison: Comparison) -> list[tuple[int, int, int]]:
    """Return the first and last place of each group in the ranking, and how many
    members it has.
    """
    place = {comparison.algorithms[i]: at for at, i in enumerate(comparison.order)}
    return [
        (place[group.algorithms[0]], place[group.algorithms[-1]], len(group.algorithms))
        for group in comparison.groups
    ]


def assign_lanes(bars: Sequence[tuple[float, float]], clear: float) -> tuple[int, ...]:
    """Put each bar into the first lane whose last bar ends at least `clear` before
    it.
    """
    lanes = [0] * len(bars)
    ends: list[float] = []
    for index in sorted(range(len(bars)), key=lambda bar: (bars[bar][0], bar)):
        start, end = bars[index]
        lane = next(
            (lane for lane, last in enumerate(ends) if last + clear <= start + 1e-9),
            len(ends),
        )
        if lane == len(ends):
            ends.append(end)
        else:
            ends[lane] = end
        lanes[index] = lane
    return tuple(lanes)
