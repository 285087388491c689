"""Fitting the columns of a table into a width.

Long texts are broken over lines. If this is not sufficient, the columns are divided into
panels. Widths are in any unit: characters of a terminal, or points of a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cddiagram.document.model import FOOT, HEADING, SUBTOTAL, TableBlock

#: The share of the width for the columns that each panel repeats, and the maximum share
#: if their longest words require more.
_LEAD_SHARE, _MOST_SHARE = 0.4, 0.6
#: The roles of cells that identify their row.
_NAMES = ("name", "control", HEADING, SUBTOTAL, FOOT)
#: The tolerance for rounding errors when widths are compared.
_DUST = 1e-9


@dataclass(frozen=True, kw_only=True)
class Panel:
    """Columns of a table that are printed next to each other.

    Attributes
    ----------
    columns : tuple of int
        Their places in the table.
    widths : tuple of float or None
        The widths into which texts are broken; None if texts are not broken.
    """

    columns: tuple[int, ...]
    widths: tuple[float | None, ...]


def lead(table: TableBlock) -> int:
    """Return the number of first columns that name the rows; panels repeat them."""
    if len(table.columns) < 2:
        return 0
    for place in range(len(table.columns) - 1):
        if any(row[place].role not in _NAMES for row in table.rows):
            return max(1, place)
    return len(table.columns) - 1


def head_pieces(head: str) -> list[str]:
    """Divide a head at spaces, and after hyphens and dashes between longer words."""
    return re.sub(r"(?<=[^\W\d_]{3}[-–])(?=[^\W\d_]{3})", " ", head).split()


def head_lines(
    head: str, contents: float, measure: Callable[[str], float]
) -> list[str]:
    """Break a head over lines, so that its column is no wider than its contents and its
    longest piece require.
    """
    text = " ".join(head.split())
    pieces = head_pieces(head)
    if len(pieces) < 2:
        return [text]
    room = max(contents, *map(measure, pieces))
    lines = [pieces[0]]
    for piece in pieces[1:]:
        longer = f"{lines[-1]} {piece}"
        if longer not in text:  # both are parts of the same word
            longer = f"{lines[-1]}{piece}"
        if measure(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines


def arrange(
    natural: Sequence[float],
    least: Sequence[float],
    *,
    available: float,
    gap: float,
    lead: int,
) -> tuple[Panel, ...]:
    """Fit columns into a width, in one panel if possible.

    Parameters
    ----------
    natural : sequence of float
        The widths of the columns without broken texts.
    least : sequence of float
        The smallest possible widths: the longest word, or `natural` if texts must not
        be broken.
    available : float
        The width of the page.
    gap : float
        The space between two columns.
    lead : int
        The number of first columns that each panel repeats.

    Returns
    -------
    tuple of Panel
        As few panels as possible, with similar numbers of columns.
    """
    every = range(len(natural))
    if _total(least, every, gap) <= available:
        return (_panel(every, natural, least, available, gap),)
    names, others = every[:lead], every[lead:]
    floors = least
    if _total(least, names, gap) > available * _MOST_SHARE:
        floors = [0.0] * len(least)  # even words must be broken
    name_widths = _shrunk(natural, floors, names, available * _LEAD_SHARE, gap)
    room = available - sum(width + gap for width in name_widths)
    least = [*name_widths, *(min(least[place], room) for place in others)]
    panels = []
    for places in _divided(others, least, room, gap):
        panels.append(_panel((*names, *places), natural, least, available, gap))
    return tuple(panels)


def _divided(
    places: Sequence[int], least: Sequence[float], room: float, gap: float
) -> list[list[int]]:
    """Divide columns into as few groups as possible, evenly if they fit."""
    groups: list[list[int]] = [[]]
    for place in places:
        if groups[-1] and _total(least, [*groups[-1], place], gap) > room:
            groups.append([])
        groups[-1].append(place)
    size = -(-len(places) // len(groups))
    starts = range(0, len(places), size)
    even_groups = [list(places[start : start + size]) for start in starts]
    if all(_total(least, group, gap) <= room for group in even_groups):
        return even_groups
    return groups


def _panel(
    places: Sequence[int],
    natural: Sequence[float],
    least: Sequence[float],
    available: float,
    gap: float,
) -> Panel:
    widths: list[float | None] = []
    narrow = _shrunk(natural, least, places, available, gap)
    for place, width in zip(places, narrow, strict=True):
        if width < natural[place]:
            widths.append(width)
        else:
            widths.append(None)
    return Panel(columns=tuple(places), widths=tuple(widths))


def _total(widths: Sequence[float], places: Sequence[int], gap: float) -> float:
    return sum(widths[place] for place in places) + gap * (len(places) - 1)


def _shrunk(
    natural: Sequence[float],
    least: Sequence[float],
    places: Sequence[int],
    available: float,
    gap: float,
) -> list[float]:
    """Narrow the widest columns to a common width until all columns fit.

    No column becomes narrower than its smallest width.
    """
    widths = [natural[place] for place in places]
    floors = [min(least[place], natural[place]) for place in places]
    excess = sum(widths) + gap * (len(widths) - 1) - available
    while excess > _DUST:
        flexible = [i for i, width in enumerate(widths) if width > floors[i] + _DUST]
        if not flexible:
            break
        widest = max(widths[i] for i in flexible)
        tied = [i for i in flexible if widths[i] >= widest - _DUST]
        # The tied columns shrink until they fit, or until they reach their minimum
        # width or the width of the next column.
        steps = [excess / len(tied)]
        steps += [widest - floors[i] for i in tied]
        steps += [widest - widths[i] for i in flexible if i not in tied]
        step = min(steps)
        for i in tied:
            widths[i] -= step
        excess -= step * len(tied)
    return widths
