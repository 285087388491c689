"""Names on a sheet: renamed and made distinct, picked out, broken to a width, and drawn
in lines around a height.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cddiagram.sheet.elements import Box, Marker, Text
from cddiagram.sheet.families import AlgorithmFamily, families_of, tones
from cddiagram.sheet.legend import KeyEntry
from cddiagram.sheet.look import Look, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.wrapping import literal_dollars
from cddiagram.text import (
    LayoutError,
    Option,
    Phrase,
    UsageError,
    choose_from,
    listed,
    one_line,
)

_COLORS = Option("colors", typed="--color")

#: Most letters of a name, of a title or note: longer ones make no figure, and take
#: minutes to be measured and broken.
_LONGEST_NAME, _LONGEST_TEXT = 500, 2000

#: Height of a name in one line, and what a name in several lines has in addition to its
#: lines; in units of its size.
_ROW_PITCH, _WRAPPED_EXTRA = 1.27, 0.30
#: Names are broken into columns no narrower than this: below it, into single letters.
_SMALLEST_COLUMN = 20.0


@dataclass(frozen=True, kw_only=True)
class Names:
    """What a figure calls what it shows, in its own order, each name one line."""

    #: Distance of two lines of a name, in units of its size.
    LINE_PITCH = 1.12
    #: As many lines as it takes: in fewer than these, words stay whole.
    ANY_LINES = 1000

    names: tuple[str, ...]
    #: Colour of highlighted and of merely coloured names; empty for none.
    highlight: tuple[str | None, ...] = ()
    colors: tuple[str | None, ...] = ()
    #: Positions of names that are bold without being highlighted.
    heavy: frozenset[int] = field(default=frozenset(), repr=False)
    #: The family of each name that has one; empty where no name of the figure has.
    families: tuple[AlgorithmFamily | None, ...] = ()

    def room(self, position: int) -> float:
        """Return what the mark of a family takes beside a name; one without a family
        has no empty room.
        """
        return (
            AlgorithmFamily.ROOM if self.families and self.families[position] else 0.0
        )

    def plain(self) -> dict[str, Any]:
        """Return the names alone of what holds more."""
        return {name: getattr(self, name) for name in Names.__dataclass_fields__}

    @property
    def k(self) -> int:
        """How many there are."""
        return len(self.names)

    def bold(self, position: int) -> bool:
        """Whether a name is bold."""
        return position in self.heavy or self.highlighted(position)

    def highlighted(self, position: int) -> bool:
        """Whether an algorithm is highlighted, by the accent or by a colour of its
        own.
        """
        return bool(self.highlight) and self.highlight[position] is not None

    def color(self, position: int, default: str) -> str:
        """Return the colour of a name and of the marks that belong to it: before the
        accent its own.
        """
        highlight = self.highlight[position] if self.highlight else None
        own = self.colors[position] if self.colors else None
        return (
            (own if highlight == "accent" else highlight) or own or highlight or default
        )

    def joined(self, rows: Sequence[Sequence[int]], between: str) -> dict[str, Any]:
        """Return the fields of rows of several names each, which are as the first of
        them that is picked out.
        """

        def first_of(values: Sequence[str | None]) -> tuple[str | None, ...]:
            return tuple(
                next((values[at] for at in row if values[at]), None) for row in rows
            )

        names = tuple(between.join(self.names[at] for at in row) for row in rows)
        return {
            "names": names,
            "highlight": first_of(self.highlight),
            "colors": first_of(self.colors),
        }

    def put(
        self,
        position: int,
        lines: Sequence[str],
        x: float,
        y: float,
        size: float,
        anchor: str,
        meter: TextMeter,
        gid: str = "",
        after: float = 0.0,
    ) -> list[Text | Marker]:
        """Return the lines of a name around the height `y`, none if empty, and its
        family's mark.

        The mark is on the side away from the anchor, where no number is: the name is
        between them. A name at its left end may leave room before its mark for what
        comes `after` it.
        """
        color, bold, gid = (
            self.color(position, "foreground"),
            self.bold(position),
            gid or f"label-{position}",
        )
        if self.highlight and self.highlight[position] == "accent":
            # any other would print fainter in gray than names not highlighted: bold
            # says it
            color = "foreground"
        first = y - (len(lines) - 1) / 2 * Names.LINE_PITCH * size
        places = [
            (first + row * Names.LINE_PITCH * size, line)
            for row, line in enumerate(lines)
            if line
        ]
        family, room = (
            self.families[position] if self.families else None,
            self.room(position),
        )
        widest = max((meter.width(line, size, bold) for _, line in places), default=0.0)
        lefts = {
            "left": x + widest + after + AlgorithmFamily.MARK_GAP,
            "center": x - (room + widest) / 2,
            "right": x - widest - room,
        }
        left = lefts[anchor]
        x += room / 2 if anchor == "center" else 0.0
        mark = [] if family is None else [family.mark(f"{gid}-family", left, y)]
        return [
            *(
                meter.put(gid, x, at, line, size, color, anchor, bold)
                for at, line in places
            ),
            *mark,
        ]

    @staticmethod
    def of(
        look: Look,
        algorithms: Sequence[str],
        shown: Sequence[str],
        what: str = "algorithm",
    ) -> Names:
        """Return what a figure of all `algorithms`, or `what` else they are, calls those
        that it shows, in its order.
        """
        families, tints = _families_and_colors(look, algorithms, what)
        accents = look.highlight
        if isinstance(accents, Sequence):
            accents = dict.fromkeys(
                [accents] if isinstance(accents, str) else accents, "accent"
            )
        accents = texts_of("highlight", accents, algorithms, what)
        for name, color in tints.items():
            if accents.get(name, "accent") not in ("accent", color):
                said = (
                    " and another in ",
                    _COLORS,
                    " or ",
                    Option("families"),
                    ": leave one out.",
                )
                raise UsageError(
                    f"'{name}' has one colour in ", Option("highlight"), *said
                )
        own = tuple(families.get(name) for name in shown)
        return Names(
            names=display_names(look.rename, algorithms, shown, what, math=look.math),
            highlight=tuple(accents.get(name) for name in shown),
            colors=tuple(tints.get(name) for name in shown),
            families=own if any(own) else (),
        )

    def family_key(self, *others: Names) -> tuple[KeyEntry, ...]:
        """Return the key of the families of these names and of others."""
        shown = {}
        for names in (self, *others):
            for family in names.families:
                if family is not None:
                    shown[family.number] = family
        return tuple(shown[number].entry() for number in sorted(shown))

    @staticmethod
    def unshown_highlights(look: Look, shown: Sequence[str]) -> tuple[Phrase, ...]:
        """Say which highlighted algorithms are not among those that a figure shows."""
        asked = look.highlight or ()
        names = [asked] if isinstance(asked, str) else list(asked)
        missing = [name for name in names if name not in shown]
        if not missing:
            return ()
        return (
            Phrase(
                Option("highlight"), ": the figure does not show ", listed(missing), "."
            ),
        )

    def check_single(self, *remedy: str) -> None:
        """Refuse families where a row is a pair of algorithms, which may be of two."""
        if self.families:
            raise UsageError(
                Option("families"),
                " are of algorithms, and here a row is a pair: ",
                *remedy,
                ".",
            )

    def broken(
        self,
        size: float,
        limit: float | Sequence[float],
        meter: TextMeter,
        *,
        whole_words: bool = False,
    ) -> BrokenNames | None:
        """Break the names that are wider than `limit`, or each than its own; None if one
        cannot be broken.
        """
        limits = limit if isinstance(limit, Sequence) else [limit] * self.k
        lines: list[tuple[str, ...]] = []
        widths = []
        for position, name in enumerate(self.names):
            bold = self.bold(position)
            broken = meter.broken(
                name,
                limits[position] - self.room(position),
                size,
                bold,
                whole_words=whole_words,
            )
            if broken is None:
                return None
            lines.append(broken)
            widths.append(
                self.room(position)
                + max(meter.width(line, size, bold) for line in broken)
            )
        return BrokenNames(size=size, lines=tuple(lines), widths=tuple(widths))

    def fit(
        self,
        size: float,
        limit: float | Sequence[float],
        most_lines: int,
        meter: TextMeter,
    ) -> BrokenNames | None:
        """Return the names in at most so many lines and no wider than `limit`, or each than
        its own, if they can be.
        """
        limits = limit if isinstance(limit, Sequence) else [limit] * self.k
        if min(limits) < (_SMALLEST_COLUMN if most_lines > 1 else 0):
            return None
        broken = self.broken(
            size,
            limits if most_lines > 1 else math.inf,
            meter,
            whole_words=most_lines < Names.ANY_LINES,
        )
        if broken is None or broken.most_lines > most_lines:
            return None
        return (
            broken
            if all(
                w <= room + 1e-9 for w, room in zip(broken.widths, limits, strict=True)
            )
            else None
        )

    @staticmethod
    def row_height(lines: int, size: float) -> float:
        """Return the height of a row for a name of so many lines."""
        return (
            _ROW_PITCH * size
            if lines == 1
            else (Names.LINE_PITCH * lines + _WRAPPED_EXTRA) * size
        )

    @staticmethod
    def name_height(lines: int, size: float) -> float:
        """Return that of a name beside which no row shows where it ends: a broken one
        stands clear of the next.
        """
        return Names.row_height(lines, size) + (
            _WRAPPED_EXTRA * size if lines > 1 else 0.0
        )


def _families_and_colors(
    look: Look, algorithms: Sequence[str], what: str
) -> tuple[Mapping[str, AlgorithmFamily], Mapping[str, str]]:
    """Return the family of each algorithm that has one, and the colours: its own, its
    family's or the palette's.
    """
    given = texts_of("families", look.families, algorithms, what)
    named = {name: label_of(family).strip() for name, family in given.items()}
    if not named and isinstance(look.colors, str):
        return {}, dict(
            zip(
                algorithms,
                tones(look.colors, len(algorithms), "algorithms"),
                strict=True,
            )
        )
    if not named:
        return {}, texts_of("colors", look.colors, algorithms, what)
    for name, family in named.items():
        if not family:
            raise UsageError(
                Option("families"),
                f" gives '{name}' a family without a name: name it, or leave it out.",
            )
    own: Mapping[str, str] = {}
    if not isinstance(look.colors, str):
        for name in look.colors or ():
            if name in named and name not in named.values():
                said = f"'{name}' has the colour of its family '{named[name]}': give "
                raise UsageError(said, _COLORS, " to families.")
        own = texts_of("colors", look.colors, list(named.values()), "family")
    families = families_of(
        named, own, look.colors if isinstance(look.colors, str) else "okabe-ito"
    )
    return families, {name: family.color for name, family in families.items()}


@dataclass(frozen=True, kw_only=True)
class BrokenNames:
    """Names in lines at one size, and how wide each is."""

    size: float
    lines: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]

    @property
    def small(self) -> float:
        """Size of all else."""
        return small_type(self.size)

    @property
    def most_lines(self) -> int:
        """Lines of the name that has most."""
        return max(len(lines) for lines in self.lines)

    @property
    def widest(self) -> float:
        """Width of the widest name."""
        return max(self.widths)


def text_box(texts: Sequence[Text | Marker], fallback: tuple[float, float]) -> Box:
    """Return the box around the lines of a name with its mark; an empty name is a
    point.
    """
    if not texts:
        x, y = fallback
        return x, y, x, y
    boxes = [text.box for text in texts]
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def label_of(name: str) -> str:
    r"""Return a name on one line; refuse one that is too long for any figure."""
    if len(name) > _LONGEST_NAME:
        raise LayoutError(
            f"the name '{name}' has {len(name)} letters and a figure prints up to "
            f"{_LONGEST_NAME}: is a quote missing "
            "in the file? Otherwise give a shorter one."
        )
    return one_line(name)


def text_or_none(option: str, text: str | None) -> str | None:
    """Return a text on one line, None if nothing is left of it; refuse what is no
    text.
    """
    if text is None:
        return None
    if not isinstance(text, str):
        raise UsageError(f"{option} must be a text or None, not {text!r}.")
    if len(text) > _LONGEST_TEXT:
        raise UsageError(
            f"{option} has {len(text)} letters: give up to {_LONGEST_TEXT}."
        )
    return one_line(text).strip() or None


def display_names(
    rename: Mapping[str, str] | None,
    algorithms: Sequence[str],
    shown: Sequence[str] | None = None,
    what: str = "algorithm",
    *,
    math: bool = False,
) -> tuple[str, ...]:
    """Decide what algorithms are called in a figure, each in one line; refuse labels
    that would look alike.

    With `math` a name of an odd number of dollars has them escaped, as it may stand in
    a sentence with another such.
    """
    labels = texts_of("rename", rename, algorithms, what)
    owners: dict[str, str] = {}
    names = []
    for name in algorithms if shown is None else shown:
        label = label_of(labels.get(name, name))
        seen = " ".join(label.split())
        if seen in owners:
            raise UsageError(
                f"{owners[seen]!r} and {name!r} would both be called '{seen}' in the "
                "figure: give them "
                "different names (",
                Option("rename"),
                ").",
            )
        owners[seen] = name
        names.append(literal_dollars(label) if math else label)
    return tuple(names)


def texts_of(
    option: str,
    values: str | Mapping[str, str] | None,
    algorithms: Sequence[str],
    what: str = "algorithm",
) -> Mapping[str, str]:
    """Check a mapping from names of algorithms, or of what else, to texts."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        also = (
            "a name, a list of names or a dict from names to colours"
            if option == "highlight"
            else ""
        )
        raise UsageError(
            f"{option} must be {also or 'a dict from names of algorithms to texts'}, "
            f"not {values!r}."
        )
    for name, value in values.items():
        if name not in algorithms:
            raise UsageError(choose_from(f"{what} in {option}", name, algorithms))
        if not isinstance(value, str):
            raise UsageError(f"{option} must give a text for '{name}', not {value!r}.")
    return values
