r"""Sentences with names, options, formulas and citations, which each writer formats.

A sentence is composed of parts. A `Phrase` is a string that consists of names, options
and plain words. The names remain accessible, because writers may have to add markup to
names. A `RichText` is a tuple that can also contain formulas and citations.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

#: These characters are First Strong Isolate and Pop Directional Isolate (UAX #9). The
#: first letter between the two characters determines the direction of the text between
#: them.
ISOLATES = ("\u2068", "\u2069")


class Name(str):
    """The name of an algorithm, a data set or a comparison, from a file or a caller."""

    __slots__ = ()


_Value = str | int | list[str] | dict[str, str]


class Option(str):
    """An option in a message. In Python, it is a keyword; `typed` converts it for the
    command line.

    A value that is a `Name` comes from a file or a caller, so it is quoted on the
    command line.

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
        """Create the Python form of the option, and store the form for the command
        line.
        """
        keyword = name
        if value is not None:
            keyword = f"{name}={_value(value)}"
        self = super().__new__(cls, keyword)
        self.typed = typed or f"--{name.replace('_', '-')}{_argument(value)}"
        return self


def _value(value: _Value) -> str:
    """Return the value of a keyword, with single quotes around all names."""
    if isinstance(value, dict):
        items = [f"'{key}': '{text}'" for key, text in value.items()]
        return "{" + ", ".join(items) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(f"'{text}'" for text in value) + "]"
    if isinstance(value, str):
        return f"'{value}'"
    return str(value)


def _argument(value: _Value | None) -> str:
    """Return the value of an option for the command line, preceded by a space.

    Multiple names are separated by commas.
    """
    if value is None or value is True:
        return ""
    if isinstance(value, dict):
        items = [f"{key}={text}" for key, text in value.items()]
        return f" '{','.join(items)}'"
    if isinstance(value, list):
        return f" '{','.join(map(_quoted, value))}'"
    if isinstance(value, Name):
        return f" '{_quoted(value)}'"
    return f" {value}"


def _quoted(name: str) -> str:
    """Quote a name if it contains a comma, which would otherwise separate two names."""
    if "," in name.strip(","):
        return f'"{name}"'
    return name


def typed(text: str) -> str:
    """Return a string for the command line, in which options have the form that users
    type.
    """
    words = []
    for word in _words_of(text):
        if isinstance(word, Option):
            word = word.typed
        words.append(word)
    return "".join(words)


def _words_of(text: str) -> tuple[str, ...]:
    """Return the parts of a phrase. A plain string is a single part."""
    if isinstance(text, Phrase):
        return text.words
    return (text,)


@dataclass(frozen=True, kw_only=True)
class Citation:
    """A citation of a source, which is identified by its BibTeX key."""

    #: These citation commands of LaTeX, natbib and biblatex are supported.
    COMMANDS: ClassVar = ("cite", "citep", "autocite", "parencite")

    key: str


@dataclass(frozen=True, kw_only=True)
class Formula:
    r"""A number with its symbol.

    The attribute ``latex``, such as ``r"\chi^2_{3} = 9.28"``, is used by LaTeX writers.
    It is written in math mode, without the dollar signs, and does not contain
    characters that must be escaped. The attribute ``text``, such as ``"χ²(3) = 9.28"``,
    is used by all other writers.
    """

    text: str
    latex: str


_Inline = str | Name | Formula | Citation
#: A sentence that may contain formulas and citations. The text before a citation ends
#: with a space.
RichText = tuple[_Inline, ...]
#: One part of a sentence.
TextPart = _Inline | RichText


_LOSES_NAMES = (
    "An f-string or a sum would lose the names in a phrase. Use phrase('... {} ...', "
    "part) instead, or use str(part) if the names are not needed."
)


class Phrase(str):
    """A string without formulas and citations that records which of its parts are
    names.

    Formatting a phrase in an f-string or adding a string to it raises an error, because
    the resulting string would not record the names.

    >>> text = phrase("{} differs from {}.", Name("A"), "B")
    >>> text, text.words
    ('A differs from B.', ('A', ' differs from B.'))
    >>> type(text.words[0]).__name__
    'Name'
    """

    words: tuple[str, ...]

    def __new__(cls, *pieces: str) -> Phrase:
        """Join pieces into a string, and store the pieces."""
        words = tuple(word for word in join(*pieces) if isinstance(word, str))
        self = super().__new__(cls, "".join(words))
        self.words = words
        return self

    def __format__(self, specification: str) -> str:
        """Raise an error, because an f-string would not record the names."""
        raise TypeError(_LOSES_NAMES)

    def __add__(self, other: str) -> str:
        """Raise an error, because the sum of two strings would not record the names."""
        raise TypeError(_LOSES_NAMES)

    __radd__ = __add__


class FinishedPhrase(Phrase):
    """A complete phrase that users can format, such as a note about a result.

    In f-strings and sums, it is treated like any other string.
    """

    def __format__(self, specification: str) -> str:
        """Format the phrase as a string."""
        return format(str(self), specification)

    def __add__(self, other: str) -> str:
        """Append a string."""
        return str(self) + other

    def __radd__(self, other: str) -> str:
        """Prepend a string."""
        return other + str(self)


def finished(text: str) -> str:
    """Return a phrase that users can format and in which writers can find the names.

    >>> note = finished(phrase("{} differs from {}.", Name("A"), "B"))
    >>> f"Note: {note}", len(note.words)
    ('Note: A differs from B.', 2)
    """
    if isinstance(text, Phrase):
        return FinishedPhrase(text)
    return text


def phrase(template: str, *pieces: str) -> Phrase:
    """Replace each ``{}`` in a template with a piece.

    The result records the names in the pieces. Braces in the pieces are literal.
    """
    first, *rest = template.split("{}")
    parts = [first]
    for piece, text in zip(pieces, rest, strict=True):
        parts += [piece, text]
    return Phrase(*parts)


def commas(texts: Iterable[str], between: str = ", ") -> Phrase:
    """Join names or phrases with commas. Plain strings are treated as names."""
    parts: list[str] = []
    for text in texts:
        if not isinstance(text, Name | Option | Phrase):
            text = Name(text)
        parts += [between, text]
    return Phrase(*parts[1:])


def join(*parts: TextPart) -> RichText:
    """Join the parts of a sentence. Adjacent plain strings are combined."""
    words: list[_Inline] = []
    for part in parts:
        for word in _inlines_of(part):
            if isinstance(word, Phrase):
                words += join(word)
            elif words and _is_plain(word) and _is_plain(words[-1]):
                words[-1] = f"{words[-1]}{word}"
            elif word != "":
                words.append(word)
    return tuple(words)


def _inlines_of(part: TextPart) -> RichText:
    if isinstance(part, tuple):
        return part
    if isinstance(part, str):
        return _words_of(part)
    return (part,)


def _is_plain(word: object) -> bool:
    return isinstance(word, str) and not isinstance(word, Name | Option)


def sentences(parts: Iterable[TextPart]) -> RichText:
    """Join sentences with spaces. Empty sentences are omitted."""
    pieces: list[TextPart] = []
    for part in parts:
        if part in ("", ()):
            continue
        if pieces:
            pieces.append(" ")
        pieces.append(part)
    return join(*pieces)


def cite(*keys: str) -> RichText:
    """Return citations of sources, each preceded by a space."""
    words: list[str | Citation] = []
    for key in keys:
        words += [" ", Citation(key=key)]
    return tuple(words)


def marked(text: str) -> str:
    """Return a string with isolates around right-to-left names.

    Without isolates, numbers and commas next to Hebrew names would be displayed on the
    wrong side. Writers keep the isolates or replace them with commands of the output
    format.
    """
    opening, closing = ISOLATES
    words = []
    for word in _words_of(text):
        if isinstance(word, Name) and right_to_left(word):
            word = f"{opening}{word}{closing}"
        words.append(word)
    return "".join(words)


def right_to_left(text: str) -> bool:
    """Return whether a string contains letters of a right-to-left script."""
    if text.isascii():
        return False
    return any(
        unicodedata.bidirectional(character) in ("R", "AL") for character in text
    )


def citation_runs(
    words: TextPart, *, isolated: bool = True
) -> list[str | Formula | tuple[str, ...]]:
    """Split a sentence into strings, formulas and citations.

    Adjacent citations are combined into one tuple of keys, even if there is a space
    between them. Names become strings. If `isolated` is true, the function `marked`
    adds isolates to them.
    """
    write = marked if isolated else str.__str__
    inlines: list[_Inline] = []
    for word in join(words):
        if isinstance(word, str):
            word = write(word)
        inlines.append(word)
    runs: list[str | Formula | tuple[str, ...]] = []
    for word in join(*inlines):
        if not isinstance(word, Citation):
            runs.append(word)
            continue
        if len(runs) > 1 and runs[-1] == " " and isinstance(runs[-2], tuple):
            runs.pop()
        keys: tuple[str, ...] = ()
        if runs and isinstance(runs[-1], tuple):
            keys = runs.pop()  # type: ignore[assignment]
        runs.append((*keys, word.key))
    return runs
