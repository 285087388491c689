"""Families of algorithms: one colour and one mark each.

Colours are lost in grey print, and no palette has many colours that differ in grey and
are still readable as type. Shades of grey are hard to name, bold type marks highlighted
names, and letters mark groups. So a family has a mark next to its names. The shape of
the mark is neither that of a decision (disc and diamond) nor that of an operator: a
bar, a plus or a cross next to a rank would be read as arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cddiagram.sheet.elements import Element, Marker
from cddiagram.sheet.legend import KeyEntry
from cddiagram.sheet.look import PALETTES
from cddiagram.text import Option, UsageError

#: The shapes of the marks, in the order of the families, and their radius.
SHAPES = ("square", "up", "down", "pentagon", "star", "half")
_RADIUS = 2.5


@dataclass(frozen=True, kw_only=True)
class AlgorithmFamily:
    """A family: its name, its number from 0, which determines its mark, and its
    colour.
    """

    #: Gap between a mark and a name, and the width of mark and gap.
    MARK_GAP = 3.0
    ROOM = 2 * _RADIUS + MARK_GAP

    name: str
    number: int
    color: str

    def mark(self, gid: str, x: float, y: float) -> Marker:
        """Return its mark, whose left end is at `x`."""
        return Marker(
            gid=gid,
            x=x + _RADIUS,
            y=y,
            radius=_RADIUS,
            fill=self.color,
            shape=SHAPES[self.number],
        )

    def entry(self) -> KeyEntry:
        """Return the key entry that names it."""

        def draw(left: float, y: float) -> list[Element]:
            return [self.mark("key", left, y)]

        return KeyEntry(text=self.name, width=2 * _RADIUS, draw=draw)


def tones(palette: str, count: int, what: str) -> list[str]:
    """Return names for the first colours of a palette, which `tone` reads.

    Raises
    ------
    UsageError
        If the palette has too few colours.
    """
    colors = PALETTES[palette]
    if count > len(colors):
        remedy = "Name families" if what == "algorithms" else "Join some"
        raise UsageError(
            f"'{palette}' has {len(colors)} colours for {count} {what}. {remedy}, or "
            "give colours of your own."
        )
    return [f"{palette}-{number}" for number in range(1, count + 1)]


def tone(color: str) -> str | None:
    """Return the colour of a palette that has a name like ``"okabe-ito-1"``; None for
    any other text.
    """
    palette, _, number = color.rpartition("-")
    colors = PALETTES.get(palette, ())
    if number.isdecimal() and 1 <= int(number) <= len(colors):
        return colors[int(number) - 1]
    return None


def families_of(
    named: Mapping[str, str], own: Mapping[str, str], palette: str
) -> Mapping[str, AlgorithmFamily]:
    """Return the family of each algorithm, in its own colour or that of the palette.

    Families are numbered in the order in which they are first named.
    """
    names = list(dict.fromkeys(named.values()))
    if len(names) > len(SHAPES):
        problem = (
            f" has {len(names)} families, but a figure can show only {len(SHAPES)} that "
            "differ in grey. Join some."
        )
        raise UsageError(Option("families"), problem)
    colors = tones(palette, len(names), "families")
    families = {}
    for number, (name, color) in enumerate(zip(names, colors, strict=True)):
        color = own.get(name, color)
        families[name] = AlgorithmFamily(name=name, number=number, color=color)
    return {algorithm: families[name] for algorithm, name in named.items()}
