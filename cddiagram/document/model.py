"""The report as a document of plain blocks, which the writers format.

A report consists of sections, and a section of blocks: paragraphs, lists, tables, figures
and listings. All texts are literal, so writers escape them. Numbers are formatted once,
when a `Cell` is created. All writers print this text, and `Cell.value` has the full
precision for sorting and for `Report.to_dict`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cddiagram._util import ShortRepr
from cddiagram.stats import plain
from cddiagram.text import Name, Phrase, RichText, join
from cddiagram.words import CitedSource

if TYPE_CHECKING:
    from cddiagram.figures import Drawing
    from cddiagram.provenance import Provenance
    from cddiagram.sheet import Sheet


#: Role of a paragraph that is written for papers -> the label before it.
FOR_PAPERS = {"caption": "Caption", "method": "Method"}


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """A paragraph.

    The role ``"warning"`` emphasises it. Paragraphs with the roles of `FOR_PAPERS` are
    written for papers.
    """

    words: RichText
    role: str = "plain"

    @property
    def for_papers(self) -> str:
        """The word before a text for papers; empty for all other paragraphs."""
        return FOR_PAPERS.get(self.role, "")

    @property
    def named(self) -> RichText:
        """The paragraph; a text for papers follows its word, such as "Caption."."""
        if not self.for_papers:
            return self.words
        return join(f"{self.for_papers}. ", self.words)


@dataclass(frozen=True, kw_only=True)
class Bullets:
    """A list of short texts."""

    items: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Listing:
    """Text to be copied literally: BibTeX entries, whose `language` is ``"bibtex"``."""

    text: str
    language: str


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    head : str
        The header of the column.
    align : {"left", "right"}
        The alignment: ``"left"`` for text and ``"right"`` for numbers.
    explained : str
        The explanation of an abbreviated header.
    set_off : bool
        Whether the column belongs to a highlighted algorithm.
    """

    head: str
    align: str = "left"
    explained: str = ""
    set_off: bool = False


#: The roles of the first cell in rows without data: the name of a group of rows, the
#: summary of a group, and the summary of all rows.
HEADING, SUBTOTAL, FOOT = "heading", "subtotal", "foot"
#: The emphasis of highlighted names.
SET_OFF = "set off"
_NO_DATA = (HEADING, SUBTOTAL, FOOT)


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A cell of a table.

    Attributes
    ----------
    text : str
        The printed text.
    value : float, int, str, tuple of int or None
        The value at full precision, which is used for sorting. Tuples are sorted by
        their first number. None if the cell does not contain a number.
    role : str
        The kind of the cell. ``"name"`` and ``"control"`` are row headers,
        ``"heading"`` is the header of a group of rows, and ``"subtotal"`` and
        ``"foot"`` are the headers of summary rows. ``"significant"`` marks a
        significant difference. ``"best"`` (bold) and ``"second"`` (underlined) mark
        scores. ``"none"`` is an empty cell, for example on the diagonal. All other
        cells are ``"plain"``.
    hint : str
        A sentence with all numbers of a pair, which is shown as a tooltip in HTML.
    set_off : bool
        Whether the cell contains the name of a highlighted algorithm.
    """

    text: str
    value: float | int | str | tuple[int, ...] | None = None
    role: str = "plain"
    hint: str = ""
    set_off: bool = False

    @property
    def emphasis(self) -> str:
        """The emphasis of the cell, which is ``SET_OFF`` or the role of the cell."""
        if self.set_off:
            return SET_OFF
        return self.role

    @property
    def marked(self) -> tuple[str, str]:
        """The emphasised part of the text, and the rest of the text.

        If the text is a score with its spread or rank, only the score is emphasised.
        """
        if self.role not in ("best", "second"):
            return self.text, ""
        number, space, rest = self.text.partition(" ")
        return number, space + rest


@dataclass(frozen=True, kw_only=True)
class TableBlock(ShortRepr):
    """A table whose rows have one cell for each column.

    The `notes` are printed below the table. The `key`, such as ``"ranks"``, is unique
    in the report and identifies the table in links, labels and file names.
    """

    key: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def data(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows of data, without headings and summaries."""
        return tuple(row for row in self.rows if row[0].role not in _NO_DATA)

    @property
    def ruled(self) -> frozenset[int]:
        """The indices of rows with a rule above them, which are headings and the first
        summary row.
        """
        places = []
        for place, (above, row) in enumerate(pairwise(self.rows), 1):
            role = row[0].role
            if role in _NO_DATA and role != above[0].role:
                places.append(place)
        return frozenset(places)

    def to_csv(self) -> str:
        """Return the table as CSV.

        Numbers are written at full precision, and intervals as they are printed.
        Unknown values are empty.
        """
        out = io.StringIO(newline="")
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([column.head for column in self.columns])
        for row in self.data:
            writer.writerow(map(_csv_value, row))
        return out.getvalue()

    def to_dict(self) -> dict[str, Any]:
        """Return the headers and values as a JSON-serialisable dict.

        Cells without a number are represented by their text.
        """
        foot = {}
        for row in self.rows:
            if row[0].role in (SUBTOTAL, FOOT):
                foot[str.__str__(row[0].text)] = plain(_values(row)[1:])
        content = {
            "columns": [str.__str__(column.head) for column in self.columns],
            "rows": plain([_values(row) for row in self.data]),
        }
        if foot:
            content["foot"] = foot
        return content


class Hint(Phrase):
    """A hint, with the names of the algorithms that it is about."""

    about: tuple[str, ...]


def hint_about(words: str, *about: str) -> Hint:
    """Create a hint about algorithms."""
    hint = Hint(words)
    hint.about = about
    return hint


def algorithms_in(text: str) -> tuple[str, ...]:
    """Return the algorithms that a hint is about, or that a cell names."""
    if isinstance(text, Hint):
        return text.about
    if isinstance(text, Phrase):
        return tuple(word for word in text.words if isinstance(word, Name))
    if isinstance(text, Name):
        return (text,)
    return ()


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure that is drawn with ``ids=True``.

    Attributes
    ----------
    key : str
        The key of the figure, as of a table.
    drawing : Drawing
        The figure.
    caption : tuple
        Its caption.
    alt : str
        Its title in a few words.
    hints : mapping of str to str
        Id of an element -> a sentence with its numbers.
    """

    key: str
    drawing: Drawing[Any]
    caption: RichText
    alt: str
    hints: Mapping[str, str] = field(default_factory=dict)

    @property
    def description(self) -> str:
        """The figure in words, for readers who do not see it."""
        return self.drawing.description or self.alt


@dataclass(frozen=True, kw_only=True)
class Level:
    """The decisions at one level: the diagram with its hints, letters and sentences."""

    label: str
    sheet: Sheet
    hints: Mapping[str, str]
    letters: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Levels(Paragraph):
    """A figure at several levels; writers that cannot change the level write a
    paragraph.

    Attributes
    ----------
    like : Figure
        The figure with the same style.
    own : int
        The position of the level of the report.
    algorithms : tuple of str
        The algorithms, in the order of the letters.
    states : callable
        Computes the levels.
    """

    like: Figure
    own: int
    algorithms: tuple[str, ...]
    states: Callable[[], tuple[Level, ...]]


Block = Paragraph | Bullets | Listing | TableBlock | Figure


@dataclass(frozen=True, kw_only=True)
class Section:
    """A section.

    In a report of several measures, each measure is a section of level 1, followed by
    sections of level 2. HTML shows only the title of a `folded` section until the reader
    opens it.
    """

    key: str
    title: str
    level: int = 1
    folded: bool = False
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Document(ShortRepr):
    """The content of a report; see `saving.Report`."""

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
            for block in self._blocks()
            if isinstance(block, TableBlock)
        }

    def figures(self) -> dict[str, Figure]:
        """Return all figures by their keys."""
        return {
            block.key: block for block in self._blocks() if isinstance(block, Figure)
        }

    def _blocks(self) -> Iterator[Block]:
        for section in self.sections:
            yield from section.blocks

    def to_dict(self) -> dict[str, Any]:
        """Return all comparisons and tables as a JSON-serialisable dict."""
        tables = {}
        for key, table in self.tables().items():
            tables[key] = TableBlock.to_dict(table)
        return {"title": self.title, **plain(dict(self.data)), "tables": tables}


def _values(row: tuple[Cell, ...]) -> list[Any]:
    """Return the numbers of a row, and the texts of cells without a number."""
    values: list[Any] = []
    for cell in row:
        if cell.value is None:
            values.append(cell.text)
        else:
            values.append(cell.value)
    return values


def _csv_value(cell: Cell) -> str | float:
    if cell.role == "none":
        return ""
    if cell.value is None or isinstance(cell.value, tuple):
        return cell.text
    return cell.value


def numbers(report: Document) -> dict[str, str]:
    """Return the labels of all tables and figures, such as ``"Table 1"``, by their keys."""
    labels = {}
    for number, key in enumerate(report.tables(), 1):
        labels[key] = f"Table {number}"
    for number, key in enumerate(report.figures(), 1):
        labels[key] = f"Figure {number}"
    return labels
