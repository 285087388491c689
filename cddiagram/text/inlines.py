r"""Texts that know what is in them: names, formulas and citations, which each writer
sets in its own way.

A sentence is put together from parts and never searched again. What has names and plain
words only is a `Phrase`: a string wherever a string will do, which still knows its
names where a writer has to keep them apart from the text around them. What has formulas
or citations as well is a tuple, `Words`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

#: First strong isolate and its end (UAX #9). The text between them takes its direction
#: from its own first letter.
ISOLATES = ("\u2068", "\u2069")


class Name(str):
    """A name as it came from a file or a caller, inside a text: of an algorithm, a data
    set, a comparison.
    """

    __slots__ = ()


_Value = str | int | list[str] | dict[str, str]


class Option(str):
    """An option that a message speaks of: a keyword in Python, `typed` on the command
    line.

    A `Name` as its value comes from a file or a caller, and is quoted where it is
    typed.

    >>> message = phrase(
    ...     "pass {} or {}.", Option("missing", "drop"), Option("exclude", ["A", "B"])
    ... )
    >>> message, typed(message)
    ("pass missing='drop' or exclude=['A', 'B'].", "pass --missing drop or --exclude 'A,B'.")
    >>> (
    ...     Option("math", True).typed,
    ...     Option("select", {"metric": "acc"}).typed,
    ...     Option("keep", Name("A")).typed,
    ... )
    ('--math', "--select 'metric=acc'", "--keep 'A'")
    """

    __slots__ = ("typed",)

    typed: str

    def __new__(
        cls, name: str, value: _Value | None = None, *, typed: str = ""
    ) -> Option:
        """Make the option's name as Python has it, and keep how it is typed."""
        self = super().__new__(
            cls, name if value is None else f"{name}={_value(value)}"
        )
        argument = "" if value is None or value is True else f" {_argument(value)}"
        self.typed = typed or f"--{name.replace('_', '-')}{argument}"
        return self


def _value(value: _Value) -> str:
    """Write the value of a keyword, names in single quotes whatever they hold."""
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"'{key}': '{text}'" for key, text in value.items()) + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(f"'{text}'" for text in value) + "]"
    return f"'{value}'" if isinstance(value, str) else str(value)


def _argument(value: _Value) -> str:
    """Write the value of an option: COLUMN=VALUE, names divided by commas."""
    if isinstance(value, dict):
        return "'" + ",".join(map("=".join, value.items())) + "'"
    if not isinstance(value, Name | list):
        return str(value)
    names = value if isinstance(value, list) else [value]
    return (
        "'"
        + ",".join(f'"{text}"' if "," in text.strip(",") else text for text in names)
        + "'"
    )


def typed(text: str) -> str:
    """Return a text as the command line prints it: with options as they are typed."""
    words = text.words if isinstance(text, Phrase) else (text,)
    return "".join(word.typed if isinstance(word, Option) else word for word in words)


@dataclass(frozen=True, kw_only=True)
class Citation:
    """A place in a text where the source of this BibTeX key is cited."""

    #: The commands of LaTeX, of natbib, and two of biblatex.
    COMMANDS: ClassVar = ("cite", "citep", "autocite", "parencite")

    key: str


@dataclass(frozen=True, kw_only=True)
class Formula:
    r"""A place in a text where a number is given with its symbol.

    ``text`` is what every writer but LaTeX prints, ``"χ²(3) = 9.28"``; ``latex`` is
    mathematics without the dollars, ``r"\chi^2_{3} = 9.28"``: numbers and letters only,
    nothing to escape.
    """

    text: str
    latex: str


#: A text with citations and formulas in it; a citation is preceded by a space in the
#: string before it.
Words = tuple[str | Name | Formula | Citation, ...]
#: A piece of a text: words, or something that holds them.
Piece = str | Name | Formula | Citation | Words


_LOSES_NAMES = (
    "A phrase in an f-string or a sum loses the names in it. "
    "Compose it with phrase('... {} ...', part), or write str(part) on purpose."
)


class Phrase(str):
    """A text without formulas and citations that knows the names in it.

    A phrase in an f-string or with ``+`` raises an error, because the result would be
    a string that does not know the names.

    >>> text = phrase("{} differs from {}.", Name("A"), "B")
    >>> text, text.words
    ('A differs from B.', ('A', ' differs from B.'))
    >>> type(text.words[0]).__name__
    'Name'
    """

    words: tuple[str, ...]

    def __new__(cls, *pieces: str) -> Phrase:
        """Join the pieces, and keep them."""
        words = tuple(word for word in join(*pieces) if isinstance(word, str))
        self = super().__new__(cls, "".join(words))
        self.words = words
        return self

    def __format__(self, specification: str) -> str:
        """Raise an error: the result of an f-string would not know the names."""
        raise TypeError(_LOSES_NAMES)

    def __add__(self, other: str) -> str:
        """Raise an error: the sum of two strings would not know the names."""
        raise TypeError(_LOSES_NAMES)

    __radd__ = __add__


class FinishedPhrase(Phrase):
    """A phrase that is not composed any further, such as a note of a result.

    Users may format it like any other string.
    """

    def __format__(self, specification: str) -> str:
        """Format the text as a string."""
        return format(str(self), specification)

    def __add__(self, other: str) -> str:
        """Append a string."""
        return str(self) + other

    def __radd__(self, other: str) -> str:
        """Put a string before the text."""
        return other + str(self)


def finished(text: str) -> str:
    """Return a text that users may format; the names in it remain known to writers.

    >>> note = finished(phrase("{} differs from {}.", Name("A"), "B"))
    >>> f"Note: {note}", len(note.words)
    ('Note: A differs from B.', 2)
    """
    return FinishedPhrase(text) if isinstance(text, Phrase) else text


def phrase(template: str, *pieces: str) -> Phrase:
    """Put pieces into the places ``{}`` of a text; they keep their names, and braces in
    them mean nothing.
    """
    first, *rest = template.split("{}")
    return Phrase(
        first, *(part for pair in zip(pieces, rest, strict=True) for part in pair)
    )


def commas(texts: Iterable[str], between: str = ", ") -> Phrase:
    """Join names or phrases by commas; plain strings are taken for names."""
    parts: list[str] = []
    for text in texts:
        parts += [between, named(text)] if parts else [named(text)]
    return Phrase(*parts)


def named(text: str) -> str:
    """Return a plain string as a name; a phrase knows its names already."""
    return text if isinstance(text, Name | Option | Phrase) else Name(text)


def join(*pieces: Piece) -> Words:
    """Put pieces together, neighbouring strings into one."""
    found: list[str | Name | Formula | Citation] = []
    for piece in pieces:
        for word in (
            piece.words
            if isinstance(piece, Phrase)
            else piece
            if isinstance(piece, tuple)
            else (piece,)
        ):
            if isinstance(word, Phrase):
                found += join(word)
            elif _plain(word) and found and _plain(found[-1]):
                found[-1] = f"{found[-1]}{word}"
            elif word != "":
                found.append(word)
    return tuple(found)


def _plain(word: object) -> bool:
    return isinstance(word, str) and not isinstance(word, Name | Option)


def sentences(parts: Iterable[Piece]) -> Words:
    """Join sentences with blanks, leaving out the empty ones."""
    found: list[Piece] = []
    for part in parts:
        if part not in ("", ()):
            found += [" ", part] if found else [part]
    return join(*found)


def cite(*keys: str) -> Words:
    """Cite sources, with the blank before them."""
    return tuple(word for key in keys for word in (" ", Citation(key=key)))


def marked(text: str) -> str:
    """Return a text with isolates around the names in it that run from right to left.

    In "two names, (2.5)" a reader of Hebrew names would see the number and the comma
    moved to the wrong side. Writers pass the isolates on, or turn them into what their
    format has for it.
    """
    words = text.words if isinstance(text, Phrase) else (text,)
    opening, closing = ISOLATES
    written = []
    for word in words:
        if isinstance(word, Name) and right_to_left(word):
            written.append(f"{opening}{word}{closing}")
        else:
            written.append(word)
    return "".join(written)


def right_to_left(text: str) -> bool:
    """Whether a text has letters that run from right to left."""
    return not text.isascii() and any(
        unicodedata.bidirectional(character) in ("R", "AL") for character in text
    )


def citation_runs(
    words: Piece, *, isolated: bool = True
) -> list[str | Formula | tuple[str, ...]]:
    """Return texts, formulas, and the keys of sources that share their brackets: with
    nothing but a blank between.

    Names become text, `marked` unless they are not to be `isolated`.
    """
    runs: list[str | Formula | tuple[str, ...]] = []
    write = marked if isolated else str.__str__
    texts = (write(word) if isinstance(word, str) else word for word in join(words))
    for word in join(*texts):
        if not isinstance(word, Citation):
            runs.append(word)
            continue
        if len(runs) > 1 and runs[-1] == " " and isinstance(runs[-2], tuple):
            runs.pop()
        before = runs[-1] if runs else ""
        if isinstance(before, tuple):
            runs[-1] = (*before, word.key)
        else:
            runs.append((word.key,))
    return runs
