"""Functions that fit the columns of a table into a given width.

Long cells are broken into lines. If this is not sufficient, the columns are divided
into panels. Widths can have any unit, such as characters in a terminal or points on a
page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cddiagram.document.model import FOOT, HEADING, SUBTOTAL, TableBlock

#: The first number is the maximum width of the columns that are repeated in each panel,
#: as a fraction of the available width. The second number is the maximum if the longest
#: words in these columns require more space.
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
        The positions of the columns in the table.
    widths : tuple of float or None
        The width of each column if cells are broken into lines, and None if they are
        not.
    """

    columns: tuple[int, ...]
    widths: tuple[float | None, ...]


def lead(table: TableBlock) -> int:
    """Return the number of leading columns that identify the rows. Panels repeat these
    columns.
    """
    if len(table.columns) < 2:
        return 0
    for place in range(len(table.columns) - 1):
        if any(row[place].role not in _NAMES for row in table.rows):
            return max(1, place)
    return len(table.columns) - 1


def head_pieces(head: str) -> list[str]:
    """Split a header at spaces, and after hyphens and dashes between long words."""
    return re.sub(r"(?<=[^\W\d_]{3}[-–])(?=[^\W\d_]{3})", " ", head).split()


def head_lines(
    head: str, contents: float, measure: Callable[[str], float]
) -> list[str]:
    """Break a header into lines, so that the column is not wider than its contents and
    the longest part of its header.
    """
    text = " ".join(head.split())
    pieces = head_pieces(head)
    if len(pieces) < 2:
        return [text]
    room = max(contents, *map(measure, pieces))
    lines = [pieces[0]]
    for piece in pieces[1:]:
        longer = f"{lines[-1]} {piece}"
        if longer not in text:  # both pieces belong to the same word
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
    """Fit the columns of a table into the available width, in a single panel if
    possible.

    Parameters
    ----------
    natural : sequence of float
        The widths of the columns without line breaks.
    least : sequence of float
        The smallest possible widths, which are determined by the longest words. They
        are equal to `natural` if cells must not be broken into lines.
    available : float
        The available width.
    gap : float
        The space between two columns.
    lead : int
        The number of leading columns that each panel repeats.

    Returns
    -------
    tuple of Panel
        The smallest possible number of panels, with similar numbers of columns.
    """
    every = range(len(natural))
    if _total(least, every, gap) <= available:
        return (_panel(every, natural, least, available, gap),)
    names, others = every[:lead], every[lead:]
    floors = least
    if _total(least, names, gap) > available * _MOST_SHARE:
        floors = [0.0] * len(least)  # in this case, even words must be broken
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
    """Divide columns into the smallest possible number of groups, which have similar
    sizes if possible.
    """
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
    """Reduce the widest columns to a common width until all columns fit.

    No column becomes narrower than its smallest possible width.
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
        # The widest columns shrink until all columns fit, until they reach their
        # minimum width, or until they are as narrow as the next-widest column.
        steps = [excess / len(tied)]
        steps += [widest - floors[i] for i in tied]
        steps += [widest - widths[i] for i in flexible if i not in tied]
        step = min(steps)
        for i in tied:
            widths[i] -= step
        excess -= step * len(tied)
    return widths
