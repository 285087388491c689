"""How long the axis of a horizontal CD diagram can be: the longest that leaves room for every label."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cddiagram.layout.header import PAD_X
from cddiagram.layout.spread import spread

COLUMN_ELBOW, STAIR_ELBOW = 6.0, 5.0
LABEL_GAP = 2.0
#: Half the largest mark on a leader: a leader without a label keeps it inside of the page.
_MARK = 3.7
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
    spread : tuple of float
        Places of the leaders, at least the gap apart.
    """

    start: float
    length: float
    exact: tuple[float, ...]
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
    gap : float
        Least distance between two leaders.
    end_room : float
        Room at both ends of the axis.
    """

    page: float
    fractions: tuple[float, ...]
    left: tuple[float, ...]
    right: tuple[float, ...]
    column: bool
    gap: float
    end_room: float


def fit_axis(demand: AxisDemand, least: float) -> AxisFit | None:
    """Find the longest axis, in steps of 1 pt, for which there is a place where every label fits.

    Parameters
    ----------
    demand : AxisDemand
        Labels and ranks.
    least : float
        The shortest axis that is of use, as a fraction of the page.

    Returns
    -------
    AxisFit or None
        The axis, centred within the room that remains; None if it would be too short.
    """
    reach_left, reach_right = _reaches(demand)
    span = demand.fractions[-1] - demand.fractions[0]
    longest = demand.page - 2 * PAD_X
    # Spreading never brings the outermost leaders closer, so a longer axis than this cannot fit.
    room = demand.page - reach_left[0] - reach_right[-1]
    if (len(demand.fractions) - 1) * demand.gap > room:
        return None
    if span > 0 and room < longest * span:
        longest -= _STEP * max(0, math.floor((longest - room / span) / _STEP))
    while longest >= least * demand.page - 1e-9:
        offsets = leader_offsets(demand.fractions, longest, demand.gap)
        low = max(demand.end_room, *(reach - x for reach, x in zip(reach_left, offsets, strict=True)))
        high = min(
            demand.page - demand.end_room - longest,
            *(demand.page - reach - x for reach, x in zip(reach_right, offsets, strict=True)),
        )
        if low <= high:
            start = (low + high) / 2
            return AxisFit(
                start=start,
                length=longest,
                exact=tuple(start + fraction * longest for fraction in demand.fractions),
                spread=tuple(start + x for x in offsets),
            )
        longest -= _STEP
    return None


def leader_offsets(fractions: Sequence[float], length: float, gap: float) -> tuple[float, ...]:
    """Spread the leaders over an axis of a given length; they leave it, evenly at both ends, only if they must."""
    beyond = max(0.0, ((len(fractions) - 1) * gap - length) / 2)
    return spread([fraction * length for fraction in fractions], gap, lower=-beyond, upper=length + beyond)


def _reaches(demand: AxisDemand) -> tuple[list[float], list[float]]:
    """Return how far each leader must stay from the left and from the right edge of the page."""
    count = len(demand.fractions)
    margin = PAD_X + LABEL_GAP + (COLUMN_ELBOW if demand.column else STAIR_ELBOW)
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
