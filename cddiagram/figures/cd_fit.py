"""How long the axis of a horizontal CD diagram can be: the longest that leaves room for every label."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cddiagram.figures.bend import BarRules, bar_places
from cddiagram.sheet.header import PAD_X
from cddiagram.sheet.spread import spread

COLUMN_ELBOW, STAIR_ELBOW = 6.0, 5.0
#: Least distance of two leaders on their way to the labels.
LEADER_GAP = 5.0
#: Half the largest mark on a leader, the disc of a lone member: it stays inside of the page.
_MARK = 2.0
_STEP = 1.0


@dataclass(frozen=True, kw_only=True)
class AxisFit:
    """Where axis and leaders stand, from left to right.

    Attributes
    ----------
    start, length : float
        Left end and length of the axis.
    exact : tuple of float
        Places of the average ranks.
    bars : tuple of float
        Places of the leaders at the bars.
    spread : tuple of float
        Places of the leaders on their way to the labels, at least `LEADER_GAP` apart.
    """

    start: float
    length: float
    exact: tuple[float, ...]
    bars: tuple[float, ...]
    spread: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class AxisDemand:
    """What the axis has to leave room for, from left to right.

    Attributes
    ----------
    page : float
        Width of the page.
    fractions : tuple of float
        Place of each average rank on the axis, 0 at its left end and 1 at its right end; ascending.
    left, right : tuple of float
        Widths of the labels of the left side, from the left, and of the right side, from the left; together as many
        as there are fractions.
    column : bool
        Whether the labels of a side form a column; otherwise each stands beside its own leader.
    label_gap : float
        Distance of a label from its elbow.
    rules : BarRules
        What the places at the bars have to keep, numbered from left to right.
    end_room : float
        Room at both ends of the axis.
    """

    page: float
    fractions: tuple[float, ...]
    left: tuple[float, ...]
    right: tuple[float, ...]
    column: bool
    label_gap: float
    rules: BarRules
    end_room: float


def fit_axis(demand: AxisDemand, least: float) -> AxisFit | None:
    """Find the longest axis, in steps of 1 pt, for which there is a place where every label fits."""
    reach_left, reach_right = _reaches(demand)
    span = demand.fractions[-1] - demand.fractions[0]
    longest = demand.page - 2 * PAD_X
    # Leaders stand no closer at their labels than at the axis, so that a longer axis than this does not fit.
    room = demand.page - reach_left[0] - reach_right[-1]
    if (len(demand.fractions) - 1) * LEADER_GAP > room:
        return None
    if span > 0 and room < longest * span:
        longest -= _STEP * max(0, math.floor((longest - room / span) / _STEP))
    while longest >= least * demand.page - 1e-9:
        exact = [fraction * longest for fraction in demand.fractions]
        bars = bar_places(exact, demand.rules, longest)
        if bars is None:
            return None  # what fits no axis fits no shorter one: enlarging keeps every rule
        fit = _fit_at(demand, exact, bars, longest, (reach_left, reach_right))
        if fit is not None:
            return fit
        longest -= _STEP
    return None


def _fit_at(
    demand: AxisDemand,
    exact: Sequence[float],
    bars: Sequence[float],
    length: float,
    reaches: tuple[Sequence[float], Sequence[float]],
) -> AxisFit | None:
    """Place an axis of a given length; None if a label does not fit."""
    # they leave the axis, evenly at both ends, only if they must
    beyond = max(0.0, ((len(bars) - 1) * LEADER_GAP - length) / 2)
    offsets = spread(bars, LEADER_GAP, lower=min(-beyond, bars[0]), upper=max(length + beyond, bars[-1]))
    mark = PAD_X + _MARK
    low = max(demand.end_room, mark - bars[0], *(reach - x for reach, x in zip(reaches[0], offsets, strict=True)))
    high = min(
        demand.page - demand.end_room - length,
        demand.page - mark - bars[-1],
        *(demand.page - reach - x for reach, x in zip(reaches[1], offsets, strict=True)),
    )
    if low > high:
        return None
    start = (low + high) / 2
    at, bent, fanned = (tuple(start + x for x in places) for places in (exact, bars, offsets))
    return AxisFit(start=start, length=length, exact=at, bars=bent, spread=fanned)


def _reaches(demand: AxisDemand) -> tuple[list[float], list[float]]:
    """Return how far each leader must stay from the left and from the right edge of the page."""
    count = len(demand.fractions)
    margin = PAD_X + demand.label_gap + (COLUMN_ELBOW if demand.column else STAIR_ELBOW)
    to_left = [PAD_X + _MARK] * count
    to_right = [PAD_X + _MARK] * count
    if demand.column:
        if demand.left:
            to_left[0] = margin + max(demand.left)
        if demand.right:
            to_right[-1] = margin + max(demand.right)
        return to_left, to_right
    for index, width in enumerate(demand.left):
        to_left[index] = margin + width
    for index, width in enumerate(demand.right):
        to_right[len(demand.left) + index] = margin + width
    return to_left, to_right
