"""Fitting the columns of a table into a width: long texts wrap, and what is still too
wide is divided into panels.

Widths are in any unit: characters of a terminal, or points of a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cddiagram.document.model import FOOT, HEADING, SUBTOTAL, TableBlock

#: The repeated columns of panels take this share of the width, so that others fit
#: beside them; their longest words may ask for more, up to the second share.
_LEAD_SHARE, _MOST_SHARE = 0.4, 0.6
#: Roles of cells that name their row.
_NAMES = ("name", "control", HEADING, SUBTOTAL, FOOT)


@dataclass(frozen=True, kw_only=True)
class Panel:
    """Columns of a table that stand side by side.

    `columns` are their places in the table; `widths` what their texts wrap in, None
    where a column is as wide as its texts.
    """

    columns: tuple[int, ...]
    widths: tuple[float | None, ...]


def lead(table: TableBlock) -> int:
    """Count the first columns that name the rows, at least one: panels repeat them."""
    count = 0
    while count < len(table.columns) - 1 and all(
        row[count].role in _NAMES for row in table.rows
    ):
        count += 1
    return max(1, count) if len(table.columns) > 1 else 0


def head_pieces(head: str) -> list[str]:
    """Divide a head where it may be broken: at spaces, and after a hyphen or dash
    between longer words.
    """
    return re.sub(r"(?<=[^\W\d_]{3}[-–])(?=[^\W\d_]{3})", " ", head).split()


def head_lines(
    head: str, contents: float, measure: Callable[[str], float]
) -> list[str]:
    """Break a head over lines so that it makes its column no wider than its longest
    piece does.
    """
    pieces = head_pieces(head)
    if len(pieces) < 2:
        return [" ".join(head.split())]
    whole = " ".join(head.split())
    room = max(contents, *map(measure, pieces))
    lines = [pieces[0]]
    for piece in pieces[1:]:
        # Pieces of one word are put together again without a space.
        longer = next(
            text
            for text in (f"{lines[-1]} {piece}", f"{lines[-1]}{piece}")
            if text in whole
        )
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
    """Fit columns into a width.

    `natural` are the widths of columns with no text broken, `least` the smallest that
    they may have: that of the longest word, or `natural` where texts must not break.
    One panel where all columns fit, if need be with the widest ones broken; otherwise
    as few as hold them, evenly filled, each with the first `lead` columns.
    """
    every = tuple(range(len(natural)))

    def panel_of(places: Sequence[int], least: Sequence[float]) -> Panel:
        widths = _shrunk(natural, least, places, available, gap)
        broken = [
            None if width >= natural[place] else width
            for place, width in zip(places, widths, strict=True)
        ]
        return Panel(columns=tuple(places), widths=tuple(broken))

    if _total(least, every, gap) <= available:
        return (panel_of(every, least),)
    heads = every[:lead]
    # Names longer than that must break all the same: nothing is cut.
    floors = (
        least
        if _total(least, heads, gap) <= available * _MOST_SHARE
        else [0.0] * len(least)
    )
    kept = _shrunk(natural, floors, heads, available * _LEAD_SHARE, gap)
    rest = [place for place in every if place not in heads]
    room = available - sum(width + gap for width in kept)
    least = [*kept, *(min(least[place], room) for place in rest)]
    panels: list[list[int]] = [[]]  # as few as hold them, one after the other
    for place in rest:
        if panels[-1] and _total(least, [*panels[-1], place], gap) > room:
            panels.append([])
        panels[-1].append(place)
    even = -(-len(rest) // len(panels))
    halves = [rest[start : start + even] for start in range(0, len(rest), even)]
    if all(_total(least, half, gap) <= room for half in halves):
        panels = halves
    return tuple(panel_of((*heads, *panel), least) for panel in panels)


def _total(widths: Sequence[float], places: Sequence[int], gap: float) -> float:
    return sum(widths[place] for place in places) + gap * (len(places) - 1)


def _shrunk(
    natural: Sequence[float],
    least: Sequence[float],
    places: Sequence[int],
    available: float,
    gap: float,
) -> list[float]:
    """Narrow the widest columns to a common width, none below its least, until all fit
    or none can give way.
    """
    widths = [natural[place] for place in places]
    floors = [min(least[place], natural[place]) for place in places]
    excess = sum(widths) + gap * (len(widths) - 1) - available
    while excess > 1e-9:
        open_columns = [i for i, width in enumerate(widths) if width > floors[i] + 1e-9]
        if not open_columns:
            break
        widest = max(widths[i] for i in open_columns)
        tied = [i for i in open_columns if widths[i] >= widest - 1e-9]
        below = [widths[i] for i in open_columns if widths[i] < widest - 1e-9]
        step = min(
            excess / len(tied),
            *(widest - floors[i] for i in tied),
            *(widest - width for width in below),
        )
        for i in tied:
            widths[i] -= step
        excess -= step * len(tied)
    return widths
