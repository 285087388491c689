"""The names in a figure: new names, highlights, colours, line breaks and elements."""

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

#: A name contains at most 500 characters. A title or a note contains at most 2000
#: characters. Longer text does not fit in any figure, and measuring it and breaking it
#: into lines would take minutes.
_LONGEST_NAME, _LONGEST_TEXT = 500, 2000

#: The first number is the height of a name on a single line. The second number is the
#: padding of a name that is broken into lines. Both are multiples of the font size.
_ROW_PITCH, _WRAPPED_EXTRA = 1.27, 0.30
#: Names that are broken into lines have at least this width. If the width were smaller,
#: some lines would contain single letters.
_SMALLEST_COLUMN = 20.0


@dataclass(frozen=True, kw_only=True)
class Names:
    """The names in a figure, in the order in which the figure shows them. Each name is
    on one line.
    """

    #: The distance between two lines of a name, as a multiple of its font size.
    LINE_PITCH = 1.12
    #: The maximum number of lines if the caller does not specify a limit. If the
    #: maximum is lower, words are not divided.
    ANY_LINES = 1000

    names: tuple[str, ...]
    #: The colour in which each name is highlighted, and the colour that the user chose
    #: for each name. They are None for names without such a colour. Each tuple is empty
    #: if no name has such a colour.
    highlight: tuple[str | None, ...] = ()
    colors: tuple[str | None, ...] = ()
    #: The positions of names that are printed in bold type but not highlighted.
    heavy: frozenset[int] = field(default=frozenset(), repr=False)
    #: The family of each algorithm. It is None if the algorithm does not belong to a
    #: family. Without families, the tuple is empty.
    families: tuple[AlgorithmFamily | None, ...] = ()

    def room(self, position: int) -> float:
        """Return the width of the family mark of a name; 0 without a family."""
        if self._family(position) is None:
            return 0.0
        return AlgorithmFamily.ROOM

    def _family(self, position: int) -> AlgorithmFamily | None:
        """Return the family of a name, if it has one."""
        if self.families:
            return self.families[position]
        return None

    def plain(self) -> dict[str, Any]:
        """Return the fields of `Names`, without the fields of subclasses."""
        return {name: getattr(self, name) for name in Names.__dataclass_fields__}

    @property
    def k(self) -> int:
        """The number of names."""
        return len(self.names)

    def bold(self, position: int) -> bool:
        """Return whether a name is bold."""
        return position in self.heavy or self.highlighted(position)

    def highlighted(self, position: int) -> bool:
        """Return whether an algorithm is highlighted, in the accent colour or in an
        individual colour.
        """
        return bool(self.highlight) and self.highlight[position] is not None

    def color(self, position: int, default: str) -> str:
        """Return the colour of a name and of its marks. The individual colour of an
        algorithm takes precedence over the accent colour.
        """
        highlight, own = None, None
        if self.highlight:
            highlight = self.highlight[position]
        if self.colors:
            own = self.colors[position]
        if highlight == "accent":
            return own or highlight
        return highlight or own or default

    def joined(self, rows: Sequence[Sequence[int]], between: str) -> dict[str, Any]:
        """Return the fields of `Names` for rows that consist of several algorithms.

        Each row has the first highlight and the first colour among its algorithms.
        """

        def first_of(values: Sequence[str | None]) -> tuple[str | None, ...]:
            firsts = []
            for row in rows:
                values_of_row = (values[position] for position in row)
                firsts.append(next(filter(None, values_of_row), None))
            return tuple(firsts)

        names = []
        for row in rows:
            names.append(between.join(self.names[position] for position in row))
        return {
            "names": tuple(names),
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
        """Return the lines of a name, with the vertical middle `y`, and the mark of its
        family. Empty lines are omitted.

        The mark is on the side opposite the anchor, so that the name is between the
        mark and any number. `after` is an additional gap between a name with the anchor
        "left" and its mark.
        """
        color = self.color(position, "foreground")
        bold = self.bold(position)
        gid = gid or f"label-{position}"
        if self.highlight and self.highlight[position] == "accent":
            # Bold type indicates that a name is highlighted. In greyscale, a coloured
            # name would be fainter than the other names.
            color = "foreground"
        room = self.room(position)
        start = x
        if anchor == "center":
            start = x + room / 2
        pitch = Names.LINE_PITCH * size
        line_y = y - (len(lines) - 1) / 2 * pitch
        elements: list[Text | Marker] = []
        for row, line in enumerate(lines):
            if line:
                at = line_y + row * pitch
                text = meter.put(gid, start, at, line, size, color, anchor, bold)
                elements.append(text)
        family = self._family(position)
        if family is not None:
            widest = max((meter.width(line, size, bold) for line in lines), default=0.0)
            lefts = {
                "left": x + widest + after + AlgorithmFamily.MARK_GAP,
                "center": x - (room + widest) / 2,
                "right": x - widest - room,
            }
            elements.append(family.mark(f"{gid}-family", lefts[anchor], y))
        return elements

    @staticmethod
    def of(
        look: Look,
        algorithms: Sequence[str],
        shown: Sequence[str],
        what: str = "algorithm",
    ) -> Names:
        """Return the names in a figure that shows some or all of the `algorithms`.

        `shown` contains the algorithms in the figure, in order. Error messages use the
        word `what` for an algorithm.
        """
        families, tints = _families_and_colors(look, algorithms, what)
        highlight = look.highlight
        if isinstance(highlight, str):
            highlight = {highlight: "accent"}
        elif isinstance(highlight, Sequence):
            highlight = dict.fromkeys(highlight, "accent")
        accents = texts_of("highlight", highlight, algorithms, what)
        for name, color in tints.items():
            if accents.get(name, "accent") not in ("accent", color):
                raise UsageError(
                    f"'{name}' has different colours in ",
                    Option("highlight"),
                    " and in ",
                    _COLORS,
                    " or ",
                    Option("families"),
                    ". Remove one of them.",
                )
        families_shown = tuple(families.get(name) for name in shown)
        if not any(families_shown):
            families_shown = ()
        return Names(
            names=display_names(look.rename, algorithms, shown, what, math=look.math),
            highlight=tuple(accents.get(name) for name in shown),
            colors=tuple(tints.get(name) for name in shown),
            families=families_shown,
        )

    def family_key(self, *others: Names) -> tuple[KeyEntry, ...]:
        """Return the key of the families of these names and of `others`."""
        families = {}
        for names in (self, *others):
            for family in names.families:
                if family is not None:
                    families[family.number] = family
        return tuple(families[number].entry() for number in sorted(families))

    @staticmethod
    def unshown_highlights(look: Look, shown: Sequence[str]) -> tuple[Phrase, ...]:
        """Return a message about highlighted algorithms that are not in the figure."""
        highlight = look.highlight or ()
        if isinstance(highlight, str):
            highlight = [highlight]
        missing = [name for name in highlight if name not in shown]
        if not missing:
            return ()
        problem = ": the figure does not show "
        return (Phrase(Option("highlight"), problem, listed(missing), "."),)

    def check_single(self, *remedy: str) -> None:
        """Raise an error if there are families. This check is for figures whose rows
        are pairs, because the two algorithms of a pair may belong to different
        families.
        """
        if self.families:
            problem = " apply to algorithms, but each row of this figure is a pair. "
            raise UsageError(Option("families"), problem, *remedy, ".")

    def broken(
        self,
        size: float,
        limit: float | Sequence[float],
        meter: TextMeter,
        *,
        whole_words: bool = False,
    ) -> BrokenNames | None:
        """Break the names that are wider than their limit. Return None if that is
        impossible.

        `limit` is one limit for all names, or a sequence with a limit for each name.
        """
        limits = self._limits(limit)
        lines: list[tuple[str, ...]] = []
        widths = []
        for position, name in enumerate(self.names):
            bold, room = self.bold(position), self.room(position)
            name_lines = meter.broken(
                name, limits[position] - room, size, bold, whole_words=whole_words
            )
            if name_lines is None:
                return None
            lines.append(name_lines)
            widest = max(meter.width(line, size, bold) for line in name_lines)
            widths.append(room + widest)
        return BrokenNames(size=size, lines=tuple(lines), widths=tuple(widths))

    def _limits(self, limit: float | Sequence[float]) -> Sequence[float]:
        """Return the limit of each name."""
        if isinstance(limit, Sequence):
            return limit
        return [limit] * self.k

    def fit(
        self,
        size: float,
        limit: float | Sequence[float],
        most_lines: int,
        meter: TextMeter,
    ) -> BrokenNames | None:
        """Return the names in at most `most_lines` lines, no wider than their limit, or
        None if that is impossible.

        `limit` is one limit for all names, or a sequence with a limit for each name.
        """
        limits = self._limits(limit)
        least: float = 0.0
        widths: float | Sequence[float] = math.inf
        if most_lines > 1:
            least, widths = _SMALLEST_COLUMN, limits
        if min(limits) < least:
            return None
        whole_words = most_lines < Names.ANY_LINES
        names = self.broken(size, widths, meter, whole_words=whole_words)
        if names is None or names.most_lines > most_lines:
            return None
        for width, room in zip(names.widths, limits, strict=True):
            if width > room + 1e-9:
                return None
        return names

    @staticmethod
    def row_height(lines: int, size: float) -> float:
        """Return the height of a row for a name with this number of lines."""
        if lines == 1:
            return _ROW_PITCH * size
        return (Names.LINE_PITCH * lines + _WRAPPED_EXTRA) * size

    @staticmethod
    def name_height(lines: int, size: float) -> float:
        """Return the height of a name in a list without rows. Names with several lines
        have an additional gap below them.
        """
        extra = 0.0
        if lines > 1:
            extra = _WRAPPED_EXTRA * size
        return Names.row_height(lines, size) + extra


def _families_and_colors(
    look: Look, algorithms: Sequence[str], what: str
) -> tuple[Mapping[str, AlgorithmFamily], Mapping[str, str]]:
    """Return the families and the colours of algorithms.

    If there are families, algorithms have the colours of their families. Otherwise,
    they have individual colours or the colours of a palette.
    """
    family_of = {}
    texts = texts_of("families", look.families, algorithms, what)
    for name, family in texts.items():
        family_of[name] = label_of(family).strip()
    if not family_of and isinstance(look.colors, str):
        colors = tones(look.colors, len(algorithms), "algorithms")
        return {}, dict(zip(algorithms, colors, strict=True))
    if not family_of:
        return {}, texts_of("colors", look.colors, algorithms, what)
    for name, family in family_of.items():
        if not family:
            problem = (
                f" contains no family name for '{name}'. Specify a name, or omit "
                f"'{name}'."
            )
            raise UsageError(Option("families"), problem)
    own: Mapping[str, str] = {}
    palette = "okabe-ito"
    if isinstance(look.colors, str):
        palette = look.colors
    else:
        for name in look.colors or ():
            if name in family_of and name not in family_of.values():
                family = family_of[name]
                problem = f"'{name}' has the colour of its family '{family}'. Specify "
                raise UsageError(problem, _COLORS, " for families only.")
        own = texts_of("colors", look.colors, list(family_of.values()), "family")
    families = families_of(family_of, own, palette)
    return families, {name: family.color for name, family in families.items()}


@dataclass(frozen=True, kw_only=True)
class BrokenNames:
    """The lines and the width of each name at one type size."""

    size: float
    lines: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]

    @property
    def small(self) -> float:
        """The type size of all other text."""
        return small_type(self.size)

    @property
    def most_lines(self) -> int:
        """The largest number of lines of a name."""
        return max(len(lines) for lines in self.lines)

    @property
    def widest(self) -> float:
        """The width of the widest name."""
        return max(self.widths)


def text_box(texts: Sequence[Text | Marker], fallback: tuple[float, float]) -> Box:
    """Return the box around the lines of a name and its mark. The box of an empty name
    is the point `fallback`.
    """
    if not texts:
        return (*fallback, *fallback)
    lefts, tops, rights, bottoms = zip(*(text.box for text in texts), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def label_of(name: str) -> str:
    """Return a name on one line.

    Raises
    ------
    LayoutError
        If the name is too long for any figure.
    """
    if len(name) > _LONGEST_NAME:
        raise LayoutError(
            f"the name '{name}' has {len(name)} characters, but a figure prints at "
            f"most {_LONGEST_NAME}. Is a quotation mark missing in the file? "
            "Otherwise use a shorter name."
        )
    return one_line(name)


def text_or_none(option: str, text: str | None) -> str | None:
    """Return the text of an option on one line, or None if it is empty.

    Raises
    ------
    UsageError
        If the value is not a string, or if it is too long.
    """
    if text is None:
        return None
    if not isinstance(text, str):
        raise UsageError(f"{option} must be a string or None, not {text!r}.")
    if len(text) > _LONGEST_TEXT:
        raise UsageError(
            f"{option} has {len(text)} characters. Use at most {_LONGEST_TEXT}."
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
    """Return the names of algorithms in a figure, each on one line.

    With `math`, dollar signs are escaped in names with an odd number of them.
    Otherwise, the text between two such names in a sentence would become a formula.

    Raises
    ------
    UsageError
        If two names would look the same.
    """
    labels = texts_of("rename", rename, algorithms, what)
    owners: dict[str, str] = {}
    names_of_figure = shown
    if names_of_figure is None:
        names_of_figure = algorithms
    labels_of_figure = []
    for name in names_of_figure:
        label = label_of(labels.get(name, name))
        words = " ".join(label.split())
        if words in owners:
            raise UsageError(
                f"{owners[words]!r} and {name!r} would both be called '{words}' in the "
                "figure. Give them different names (",
                Option("rename"),
                ").",
            )
        owners[words] = name
        if math:
            label = literal_dollars(label)
        labels_of_figure.append(label)
    return tuple(labels_of_figure)


def texts_of(
    option: str,
    values: str | Mapping[str, str] | None,
    algorithms: Sequence[str],
    what: str = "algorithm",
) -> Mapping[str, str]:
    """Check an option that maps algorithms to strings, and return the mapping. It is
    empty if the option is None.

    Error messages use the word `what` for an algorithm.

    Raises
    ------
    UsageError
        If the option is not such a mapping.
    """
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        kinds = "a dict that maps algorithms to texts"
        if option == "highlight":
            kinds = "a name, a list of names or a dict that maps names to colours"
        raise UsageError(f"{option} must be {kinds}, not {values!r}.")
    for name, value in values.items():
        if name not in algorithms:
            raise UsageError(choose_from(f"{what} in {option}", name, algorithms))
        if not isinstance(value, str):
            raise UsageError(f"{option} must map '{name}' to a string, not {value!r}.")
    return values
