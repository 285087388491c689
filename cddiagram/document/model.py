"""The report as a document of plain blocks: every word and number is decided here, the
writers only set them.

A report is sections, a section is blocks, and a block is a paragraph, a list, a table,
a figure or a listing. Texts are literal: writers escape all of them. Numbers are
printed once, when a `Cell` is made; every writer shows that text, and `Cell.value`
keeps the full precision for sorting and for `Report.to_dict`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cddiagram._util import ShortRepr
from cddiagram.stats import plain
from cddiagram.text import Name, Phrase, Words, join
from cddiagram.words import CitedSource

if TYPE_CHECKING:
    from cddiagram.figures import Drawing
    from cddiagram.provenance import Provenance
    from cddiagram.sheet import Sheet


#: Roles of paragraphs that are written to be taken over, with the name before each.
FOR_PAPERS = {"caption": "Caption", "method": "Method"}


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """A paragraph; the role ``"warning"`` sets apart what a reader must not miss.

    Texts to be taken over into a paper have a role of `FOR_PAPERS`, and its name before
    them.
    """

    words: Words
    role: str = "plain"

    @property
    def for_papers(self) -> str:
        """The name of a text that is written to be taken over; empty for others."""
        return FOR_PAPERS.get(self.role, "")

    @property
    def named(self) -> Words:
        """The words with the name of a text before them."""
        return (
            join(f"{self.for_papers}. ", self.words) if self.for_papers else self.words
        )


@dataclass(frozen=True, kw_only=True)
class Bullets:
    """A list of short texts."""

    items: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Listing:
    """Text to be copied as it stands: BibTeX entries, whose `language` is
    ``"bibtex"``.
    """

    text: str
    language: str


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of a table: its head, names and words ``"left"`` or numbers ``"right"``,
    and what a short head means.

    That of an algorithm that the reader is to see first is `set_off`.
    """

    head: str
    align: str = "left"
    explained: str = ""
    set_off: bool = False


#: Roles of the first cell of rows that are no data: the name of a group of rows, what
#: sums up the group, or all.
HEADING, SUBTOTAL, FOOT = "heading", "subtotal", "foot"
#: How names look that are set off.
SET_OFF = "set off"
_NO_DATA = (HEADING, SUBTOTAL, FOOT)


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A cell of a table.

    `value` is the number behind the text at full precision, by which tables are sorted,
    or several (sorted by the first); None where there is none. Of the roles ``"name"``
    and ``"control"`` head their row, ``"heading"`` the rows below, ``"subtotal"`` and
    ``"foot"`` what sums up rows; ``"significant"`` marks a decision, ``"best"`` (bold)
    and ``"second"`` (underlined) the best scores of a row; ``"none"`` is a cell that
    holds nothing (the diagonal, a pair that was not tested), all others are
    ``"plain"``. `hint` is a sentence with all numbers of the pair, for writers that can
    show it on demand.
    """

    text: str
    value: float | int | str | tuple[int, ...] | None = None
    role: str = "plain"
    hint: str = ""
    set_off: bool = False

    @property
    def emphasis(self) -> str:
        """How the cell looks: ``SET_OFF``, or its role."""
        return SET_OFF if self.set_off else self.role

    @property
    def marked(self) -> tuple[str, str]:
        """The part of the text that its role marks, and the rest: of a score with its
        spread or rank the number.
        """
        if self.role not in ("best", "second"):
            return self.text, ""
        number, space, rest = self.text.partition(" ")
        return number, space + rest


@dataclass(frozen=True, kw_only=True)
class TableBlock(ShortRepr):
    """A table, its rows with one cell for each column; `notes` are sentences under it.

    The key of tables and figures is their name in links, labels and files, unique in
    the report: ``"ranks"``.
    """

    key: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def data(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows without the names of groups, and without those that sum up
        others.
        """
        return tuple(row for row in self.rows if row[0].role not in _NO_DATA)

    @property
    def ruled(self) -> frozenset[int]:
        """The places of the rows with a rule above them: names of groups, and the first
        row that sums up others.
        """
        kinds = [row[0].role if row[0].role in _NO_DATA else "" for row in self.rows]
        return frozenset(
            at
            for at, (before, kind) in enumerate(pairwise(kinds), 1)
            if kind and kind != before
        )

    def to_csv(self) -> str:
        """Return the table as CSV: numbers at full precision, intervals as printed,
        nothing where nothing is known.
        """
        out = io.StringIO(newline="")
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([column.head for column in self.columns])
        for row in self.data:
            values = (
                cell.text
                if cell.value is None or isinstance(cell.value, tuple)
                else cell.value
                for cell in row
            )
            writer.writerow(
                "" if cell.role == "none" else v
                for cell, v in zip(row, values, strict=True)
            )
        return out.getvalue()

    def to_dict(self) -> dict[str, Any]:
        """Return heads and numbers as plain Python, ready for JSON; a text where a cell
        has no number behind it.
        """
        heads = [str.__str__(column.head) for column in self.columns]
        foot = {
            str.__str__(row[0].text): plain(_values(row)[1:])
            for row in self.rows
            if row[0].role in (SUBTOTAL, FOOT)
        }
        rows = plain([_values(row) for row in self.data])
        return {"columns": heads, "rows": rows} | ({"foot": foot} if foot else {})


class Told(Phrase):
    """A hint that knows which algorithms it is about."""

    about: tuple[str, ...]


def told(words: str, *about: str) -> Told:
    """Make a hint about algorithms."""
    made = Told(words)
    made.about = about
    return made


def about_of(text: str) -> tuple[str, ...]:
    """Return the algorithms that a hint is about, or that a cell names."""
    if isinstance(text, Told):
        return text.about
    return tuple(
        word for word in getattr(text, "words", (text,)) if isinstance(word, Name)
    )


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure, drawn with ``ids=True``, and its caption.

    `alt` says what it is in a few words; `hints` are id of an element -> the sentence
    that tells its numbers.
    """

    key: str
    drawing: Drawing[Any]
    caption: Words
    alt: str
    hints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Level:
    """What is decided at one level: the diagram, as a sheet with hints as of a figure,
    letters and sentences.
    """

    label: str
    sheet: Sheet
    hints: Mapping[str, str]
    letters: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Levels(Paragraph):
    """A figure at several levels, for writers that can change it; for others a
    paragraph.

    All are drawn like a figure, that of place `own` is the report's; `algorithms` have
    the letters. What `states` returns is made when it is asked for.
    """

    like: Figure
    own: int
    algorithms: tuple[str, ...]
    states: Callable[[], tuple[Level, ...]]


Block = Paragraph | Bullets | Listing | TableBlock | Figure


@dataclass(frozen=True, kw_only=True)
class Section:
    """A section; in a report of several measures each measure is one of level 1,
    followed by those of level 2.

    A page that can be folded shows only the title of a `folded` one, until it is
    opened.
    """

    key: str
    title: str
    level: int = 1
    folded: bool = False
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Document(ShortRepr):
    """What a report says: title, sections, references, provenance, and all numbers. See
    `saving.Report`.
    """

    title: str
    sections: tuple[Section, ...]
    references: tuple[CitedSource, ...]
    provenance: Provenance
    data: Mapping[str, Any] = field(repr=False)
    algorithms: tuple[str, ...] = ()

    def tables(self) -> dict[str, TableBlock]:
        """Return all tables by their keys."""
        return {
            block.key: block
            for section in self.sections
            for block in section.blocks
            if isinstance(block, TableBlock)
        }

    def figures(self) -> dict[str, Figure]:
        """Return all figures by their keys."""
        return {
            block.key: block
            for section in self.sections
            for block in section.blocks
            if isinstance(block, Figure)
        }

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers as plain Python, ready for JSON: the comparisons, and
        every table cell by cell.
        """
        tables = {
            key: TableBlock.to_dict(table) for key, table in self.tables().items()
        }
        return {"title": self.title, **plain(dict(self.data)), "tables": tables}


def _values(row: tuple[Cell, ...]) -> list[Any]:
    return [cell.text if cell.value is None else cell.value for cell in row]


def numbers(report: Document) -> dict[str, str]:
    """Return key -> ``"Table 1"``, ``"Figure 1"``, ... for every table and figure."""
    kinds: dict[str, Mapping[str, Block]] = {
        "Table": report.tables(),
        "Figure": report.figures(),
    }
    return {
        key: f"{kind} {number}"
        for kind, blocks in kinds.items()
        for number, key in enumerate(blocks, 1)
    }
