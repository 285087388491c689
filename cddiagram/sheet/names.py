"""Names on a sheet: renamed and made distinct, picked out, broken to a width, and drawn in lines around a height."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cddiagram._util.inlines import Option
from cddiagram._util.text import one_line
from cddiagram.errors import LayoutError, UsageError, choose_from
from cddiagram.sheet.elements import Box, Text
from cddiagram.sheet.look import Look, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.wrap import wrap

#: What `highlight` may be: a name, names, or names with colours.
Highlight = str | Sequence[str] | Mapping[str, str]

#: Most letters of a name, of a title or note: longer ones make no figure, and take minutes to be measured and broken.
_LONGEST_NAME, _LONGEST_TEXT = 500, 2000

#: Distance of two lines of a name, height of a name in one line, and what one in several has beside its lines; in units
#: of its size.
LINE_PITCH = 1.12
_ROW_PITCH, _WRAPPED_EXTRA = 1.27, 0.30
#: Names are broken into columns no narrower than this: below it, into single letters.
_SMALLEST_COLUMN = 20.0


@dataclass(frozen=True, kw_only=True)
class Names:
    """What a figure calls what it shows, in its own order, each name one line."""

    names: tuple[str, ...]
    #: Colour of highlighted and of merely coloured names; empty for none.
    highlight: tuple[str | None, ...] = ()
    colors: tuple[str | None, ...] = ()
    #: Positions of names that are bold without being highlighted.
    heavy: frozenset[int] = field(default=frozenset(), repr=False)
    #: Whether names are mathtext.
    math: bool = False

    @property
    def k(self) -> int:
        """How many there are."""
        return len(self.names)

    def bold(self, position: int) -> bool:
        """Whether a name is bold."""
        return position in self.heavy or (bool(self.highlight) and self.highlight[position] is not None)

    def color(self, position: int, default: str) -> str:
        """Return the colour of a name and of the marks that belong to it."""
        highlight = self.highlight[position] if self.highlight else None
        return highlight or (self.colors[position] if self.colors else None) or default

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
    ) -> list[Text]:
        """Return the lines of a name around the height `y`; an empty name has none."""
        color, bold, gid = self.color(position, "foreground"), self.bold(position), gid or f"label-{position}"
        if color == "accent":  # would print fainter in gray than the names that are not highlighted: bold says it
            color = "foreground"
        first = y - (len(lines) - 1) / 2 * LINE_PITCH * size
        places = [(first + row * LINE_PITCH * size, line) for row, line in enumerate(lines) if line]
        return [meter.put(gid, x, at, line, size, color, anchor, bold, math=self.math) for at, line in places]


def names_of(look: Look, algorithms: Sequence[str], shown: Sequence[str]) -> Names:
    """Return what a figure of all `algorithms` calls those that it shows, in its order."""
    accents, tints = colors_of(look.highlight, algorithms), texts_of("colors", look.colors, algorithms)
    return Names(
        names=display_names(look.rename, algorithms, shown),
        highlight=tuple(accents.get(name) for name in shown),
        colors=tuple(tints.get(name) for name in shown),
        math=look.math,
    )


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


def break_names(
    names: Names, size: float, limit: float | Sequence[float], meter: TextMeter, *, whole_words: bool = False
) -> BrokenNames | None:
    """Break the names that are wider than `limit`, or each than its own; None if one cannot be broken."""
    limits = limit if isinstance(limit, Sequence) else [limit] * names.k
    lines: list[tuple[str, ...]] = []
    widths = []
    for position, name in enumerate(names.names):
        bold = names.bold(position)

        def width(text: str, bold: bool = bold) -> float:
            return meter.width(text, size, bold)

        broken = wrap(name, limits[position], width, math=names.math, whole_words=whole_words)
        if broken is None:
            return None
        lines.append(broken)
        widths.append(max(meter.width(line, size, bold) for line in broken))
    return BrokenNames(size=size, lines=tuple(lines), widths=tuple(widths))


def fit_names(
    names: Names,
    size: float,
    limit: float | Sequence[float],
    most_lines: int,
    meter: TextMeter,
    least: float = _SMALLEST_COLUMN,
) -> BrokenNames | None:
    """Return the names in at most so many lines and no wider than `limit`, or each than its own; None if they are not.

    Two lines keep words whole, more may break them.
    """
    limits = limit if isinstance(limit, Sequence) else [limit] * names.k
    if min(limits) < (least if most_lines > 1 else 0):
        return None
    broken = break_names(names, size, limits if most_lines > 1 else math.inf, meter, whole_words=most_lines == 2)
    if broken is None or broken.most_lines > most_lines:
        return None
    return broken if all(w <= room + 1e-9 for w, room in zip(broken.widths, limits, strict=True)) else None


def row_height(lines: int, size: float) -> float:
    """Return the height of a row for a name of so many lines."""
    return _ROW_PITCH * size if lines == 1 else (LINE_PITCH * lines + _WRAPPED_EXTRA) * size


def text_box(texts: Sequence[Text], fallback: tuple[float, float]) -> Box:
    """Return the box around the lines of a name; an empty name is a point."""
    if not texts:
        x, y = fallback
        return x, y, x, y
    boxes = [text.box for text in texts]
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def label_of(name: str) -> str:
    r"""Return a name on one line; refuse one that is too long for any figure.

    Examples
    --------
    >>> label_of("a\tb\r\nc")
    'a b c'
    """
    if len(name) > _LONGEST_NAME:
        raise LayoutError(
            f"the name '{name}' has {len(name)} letters and a figure prints up to {_LONGEST_NAME}: is a quote missing "
            "in the file? Otherwise give a shorter one."
        )
    return one_line(name)


def text_or_none(option: str, text: str | None) -> str | None:
    """Return a text on one line, None if nothing is left of it; refuse what is no text."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise UsageError(f"{option} must be a text or None, not {text!r}.")
    if len(text) > _LONGEST_TEXT:
        raise UsageError(f"{option} has {len(text)} letters: give up to {_LONGEST_TEXT}.")
    return one_line(text).strip() or None


def colors_of(highlight: Highlight | None, algorithms: Sequence[str]) -> Mapping[str, str]:
    """Return the colour of each highlighted algorithm; refuse unknown ones."""
    if isinstance(highlight, str):
        highlight = [highlight]
    if isinstance(highlight, Sequence):
        highlight = dict.fromkeys(highlight, "accent")
    return texts_of("highlight", highlight, algorithms)


def display_names(
    rename: Mapping[str, str] | None, algorithms: Sequence[str], shown: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Decide what algorithms are called in a figure, each in one line; refuse labels that would look alike.

    Examples
    --------
    >>> display_names({"A": "B", "B": "A"}, ["A", "B", "C"])
    ('B', 'A', 'C')
    """
    labels = texts_of("rename", rename, algorithms)
    owners: dict[str, str] = {}
    names = []
    for name in algorithms if shown is None else shown:
        label = label_of(labels.get(name, name))
        seen = " ".join(label.split())
        if seen in owners:
            raise UsageError(
                f"{owners[seen]!r} and {name!r} would both be called '{seen}' in the figure: give them "
                "different names (",
                Option("rename"),
                ").",
            )
        owners[seen] = name
        names.append(label)
    return tuple(names)


def texts_of(option: str, values: Mapping[str, str] | None, algorithms: Sequence[str]) -> Mapping[str, str]:
    """Check a mapping from names of algorithms to texts."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        also = "a name, a list of names or a dict from names to colours" if option == "highlight" else ""
        raise UsageError(f"{option} must be {also or 'a dict from names of algorithms to texts'}, not {values!r}.")
    for name, value in values.items():
        if name not in algorithms:
            raise UsageError(choose_from(f"algorithm in {option}", name, algorithms))
        if not isinstance(value, str):
            raise UsageError(f"{option} must give a text for '{name}', not {value!r}.")
    return values
