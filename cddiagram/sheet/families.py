"""Families of algorithms, each with a colour and a mark.

Colours alone are not sufficient, because no palette has many colours that differ in
greyscale and are readable as text. Bold type and letters are not available, because
they mark highlighted names and groups. For these reasons, the names of a family have a
mark next to them. Discs and diamonds are not used, because they mark decisions. Bars,
plus signs and crosses are not used, because they could be mistaken for arithmetic signs
next to a rank.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cddiagram.sheet.elements import Element, Marker
from cddiagram.sheet.legend import KeyEntry
from cddiagram.sheet.look import PALETTES
from cddiagram.text import Option, UsageError

#: The markers of the families have these shapes, in this order. All markers have this
#: radius.
SHAPES = ("square", "up", "down", "pentagon", "star", "half")
_RADIUS = 2.5


@dataclass(frozen=True, kw_only=True)
class AlgorithmFamily:
    """A family of algorithms. The number of the family, counted from 0, determines its
    mark.
    """

    #: The gap is between the marker and the name. The room is the total width of the
    #: marker and the gap.
    MARK_GAP = 3.0
    ROOM = 2 * _RADIUS + MARK_GAP

    name: str
    number: int
    color: str

    def mark(self, gid: str, x: float, y: float) -> Marker:
        """Return the mark of the family, with its left end at `x`."""
        return Marker(
            gid=gid,
            x=x + _RADIUS,
            y=y,
            radius=_RADIUS,
            fill=self.color,
            shape=SHAPES[self.number],
        )

    def entry(self) -> KeyEntry:
        """Return the key entry of the family."""

        def draw(left: float, y: float) -> list[Element]:
            return [self.mark("key", left, y)]

        return KeyEntry(text=self.name, width=2 * _RADIUS, draw=draw)


def tones(palette: str, count: int, what: str) -> list[str]:
    """Return the names of the first `count` colours of a palette, such as
    ``"okabe-ito-1"``.

    Raises
    ------
    UsageError
        If the palette has too few colours.
    """
    colors = PALETTES[palette]
    if count > len(colors):
        remedy = "Merge some families"
        if what == "algorithms":
            remedy = "Group the algorithms into families"
        raise UsageError(
            f"'{palette}' has {len(colors)} colours, but there are {count} {what}. "
            f"{remedy}, or specify the colours individually."
        )
    return [f"{palette}-{number}" for number in range(1, count + 1)]


def tone(color: str) -> str | None:
    """Return the palette colour with a name such as ``"okabe-ito-1"``, or None for any
    other text.
    """
    palette, _, number = color.rpartition("-")
    colors = PALETTES.get(palette, ())
    if number.isdecimal() and 1 <= int(number) <= len(colors):
        return colors[int(number) - 1]
    return None


def families_of(
    family_names: Mapping[str, str], own: Mapping[str, str], palette: str
) -> Mapping[str, AlgorithmFamily]:
    """Return the families of the algorithms that belong to a family.

    Families are numbered in the order of their first algorithms. If a family has no
    colour in `own`, it has a colour of the palette.
    """
    names = list(dict.fromkeys(family_names.values()))
    if len(names) > len(SHAPES):
        problem = (
            f" has {len(names)} families, but a figure can show at most {len(SHAPES)}. "
            "Merge some families."
        )
        raise UsageError(Option("families"), problem)
    colors = tones(palette, len(names), "families")
    families = {}
    for number, (name, color) in enumerate(zip(names, colors, strict=True)):
        color = own.get(name, color)
        families[name] = AlgorithmFamily(name=name, number=number, color=color)
    return {algorithm: families[name] for algorithm, name in family_names.items()}
