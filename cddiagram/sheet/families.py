"""Families of algorithms: one colour and one mark each, so that they are apart in gray
print as well.

Colour alone dies in the copier, and no palette has many colours that are apart in gray
and still read as type. Shades of gray beside one another are hard to name anyhow, bold
type means a highlighted name, and letters mean groups: so a family has a mark next to
its names. No decision has its form (disc and diamond are taken), and no operator: a
bar, a plus or a cross next to a rank is read as arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cddiagram.sheet.elements import Marker
from cddiagram.sheet.legend import KeyEntry
from cddiagram.sheet.look import PALETTES
from cddiagram.text import Option, UsageError

#: The forms of the marks, in the order of the families, and their radius.
SHAPES = ("square", "up", "down", "pentagon", "star", "half")
_RADIUS = 2.5


@dataclass(frozen=True, kw_only=True)
class AlgorithmFamily:
    """A family: its name, its number from 0, which says its mark, and its colour."""

    #: Between a mark and a name, and what both take.
    MARK_GAP = 3.0
    ROOM = 2 * _RADIUS + MARK_GAP

    name: str
    number: int
    color: str

    def mark(self, gid: str, x: float, y: float) -> Marker:
        """Return its mark, the left end of which is at `x`."""
        return Marker(
            gid=gid,
            x=x + _RADIUS,
            y=y,
            radius=_RADIUS,
            fill=self.color,
            shape=SHAPES[self.number],
        )

    def entry(self) -> KeyEntry:
        """Return the entry of a key that names it."""
        return KeyEntry(
            text=self.name,
            width=2 * _RADIUS,
            draw=lambda left, y: [self.mark("key", left, y)],
        )


def tones(palette: str, count: int, what: str) -> list[str]:
    """Return the first colours of a palette, as `tone` reads them; refuse one that has
    too few.
    """
    known = PALETTES[palette]
    if count > len(known):
        remedy = "name families" if what == "algorithms" else "join some"
        raise UsageError(
            f"'{palette}' has {len(known)} colours for {count} {what}: {remedy}, or "
            "give colours of your own."
        )
    return [f"{palette}-{number}" for number in range(1, count + 1)]


def tone(color: str) -> str | None:
    """Return the colour of a palette that a name like ``"okabe-ito-1"`` stands for;
    None for any other text.
    """
    palette, _, number = color.rpartition("-")
    colors = PALETTES.get(palette, ())
    return (
        colors[int(number) - 1]
        if number.isdecimal() and 1 <= int(number) <= len(colors)
        else None
    )


def families_of(
    named: Mapping[str, str], own: Mapping[str, str], palette: str
) -> Mapping[str, AlgorithmFamily]:
    """Return the family of each algorithm, in its own colour or the palette's; they
    count as they are first named.
    """
    names = list(dict.fromkeys(named.values()))
    if len(names) > len(SHAPES):
        said = (
            f" has {len(names)} families, and a figure shows {len(SHAPES)} apart in "
            "gray: join some."
        )
        raise UsageError(Option("families"), said)
    colors = tones(palette, len(names), "families")
    made = {
        name: AlgorithmFamily(name=name, number=i, color=own.get(name, colors[i]))
        for i, name in enumerate(names)
    }
    return {algorithm: made[family] for algorithm, family in named.items()}
