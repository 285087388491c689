"""The model of a report: a document that consists of blocks. Writers format the blocks.

A report consists of sections, and a section consists of paragraphs, lists, tables,
figures and listings. All text is literal, so writers must escape it. Numbers are
formatted once, when a `Cell` is created. All writers print this text. The attribute
`Cell.value` has full precision and is used for sorting and in `Report.to_dict`.
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


#: The labels of paragraphs that are intended for papers, by role.
FOR_PAPERS = {"caption": "Caption", "method": "Method"}


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """A paragraph.

    Paragraphs with the role ``"warning"`` are emphasised. Paragraphs with a role in
    `FOR_PAPERS` can be copied into papers.
    """

    words: RichText
    role: str = "plain"

    @property
    def for_papers(self) -> str:
        """The label before a paragraph for papers. It is empty for all other
        paragraphs.
        """
        return FOR_PAPERS.get(self.role, "")

    @property
    def named(self) -> RichText:
        """The text of the paragraph. For papers, it begins with its label, such as
        "Caption.".
        """
        if not self.for_papers:
            return self.words
        return join(f"{self.for_papers}. ", self.words)


@dataclass(frozen=True, kw_only=True)
class Bullets:
    """A list of short items."""

    items: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Listing:
    """Text that is printed literally, such as BibTeX entries with the `language`
    ``"bibtex"``.
    """

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


#: The roles of the first cell in a row that contains a heading or a summary. These rows
#: contain the name of a group of rows, the summary of a group, or the summary of all
#: rows.
HEADING, SUBTOTAL, FOOT = "heading", "subtotal", "foot"
#: The emphasis of cells that contain highlighted names.
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
        their first number. The value is None if the cell does not contain a number.
    role : str
        The kind of the cell. ``"name"`` and ``"control"`` are row headers,
        ``"heading"`` is the header of a group of rows, and ``"subtotal"`` and
        ``"foot"`` are the headers of summary rows. ``"significant"`` marks a
        significant difference. ``"best"`` (bold) and ``"second"`` (underlined) mark
        scores. ``"none"`` marks an empty cell, for example on the diagonal. All other
        cells are ``"plain"``.
    hint : str
        A sentence with all numbers for a pair, which is shown as a tooltip in HTML.
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
        """The emphasis of the cell: ``SET_OFF`` for highlighted names, and otherwise
        the role of the cell.
        """
        if self.set_off:
            return SET_OFF
        return self.role

    @property
    def marked(self) -> tuple[str, str]:
        """The emphasised part of the text, and the rest of the text.

        If a cell contains a score with its standard deviation or rank, only the score
        is emphasised.
        """
        if self.role not in ("best", "second"):
            return self.text, ""
        number, space, rest = self.text.partition(" ")
        return number, space + rest


@dataclass(frozen=True, kw_only=True)
class TableBlock(ShortRepr):
    """A table. Each row has one cell for each column.

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
        """The data rows, without headings and summaries."""
        return tuple(row for row in self.rows if row[0].role not in _NO_DATA)

    @property
    def ruled(self) -> frozenset[int]:
        """The indices of rows with a rule above them. These are the headings and the
        first summary row.
        """
        places = []
        for place, (above, row) in enumerate(pairwise(self.rows), 1):
            role = row[0].role
            if role in _NO_DATA and role != above[0].role:
                places.append(place)
        return frozenset(places)

    def to_csv(self) -> str:
        """Return the table as CSV.

        Numbers have full precision, and intervals have the same format as in print.
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
    """A tooltip, with the names of the algorithms that it describes."""

    about: tuple[str, ...]


def hint_about(words: str, *about: str) -> Hint:
    """Create a tooltip that describes algorithms."""
    hint = Hint(words)
    hint.about = about
    return hint


def algorithms_in(text: str) -> tuple[str, ...]:
    """Return the algorithms that a tooltip describes or that a cell contains."""
    if isinstance(text, Hint):
        return text.about
    if isinstance(text, Phrase):
        return tuple(word for word in text.words if isinstance(word, Name))
    if isinstance(text, Name):
        return (text,)
    return ()


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure whose elements have ids (``ids=True``).

    Attributes
    ----------
    key : str
        The key of the figure, which is unique in the report.
    drawing : Drawing
        The drawing.
    caption : tuple
        The caption of the figure.
    alt : str
        A short title for the figure.
    hints : mapping of str to str
        The tooltips of elements, with the ids of the elements as keys.
    """

    key: str
    drawing: Drawing[Any]
    caption: RichText
    alt: str
    hints: Mapping[str, str] = field(default_factory=dict)

    @property
    def description(self) -> str:
        """A description of the figure for readers who cannot see it."""
        return self.drawing.description or self.alt


@dataclass(frozen=True, kw_only=True)
class Level:
    """The decisions at one significance level, with the corresponding diagram,
    tooltips, letters and sentences.
    """

    label: str
    sheet: Sheet
    hints: Mapping[str, str]
    letters: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Levels(Paragraph):
    """A figure at several significance levels. Static formats contain a paragraph
    instead.

    Attributes
    ----------
    like : Figure
        The figure whose style is used.
    own : int
        The index of the significance level of the report.
    algorithms : tuple of str
        The names of the algorithms, in the order of the letters.
    states : callable
        A function that computes the levels.
    """

    like: Figure
    own: int
    algorithms: tuple[str, ...]
    states: Callable[[], tuple[Level, ...]]


Block = Paragraph | Bullets | Listing | TableBlock | Figure


@dataclass(frozen=True, kw_only=True)
class Section:
    """A section of a report.

    In a report on several measures, each measure has a section of level 1, followed by
    sections of level 2. In HTML, a `folded` section is collapsed until the reader opens
    it.
    """

    key: str
    title: str
    level: int = 1
    folded: bool = False
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Document(ShortRepr):
    """The contents of a report, as described in `saving.Report`."""

    title: str
    sections: tuple[Section, ...]
    references: tuple[CitedSource, ...]
    provenance: Provenance
    data: Mapping[str, Any] = field(repr=False)
    algorithms: tuple[str, ...] = ()

    def tables(self) -> dict[str, TableBlock]:
        """Return a dict that maps keys to tables."""
        return {
            block.key: block
            for block in self._blocks()
            if isinstance(block, TableBlock)
        }

    def figures(self) -> dict[str, Figure]:
        """Return a dict that maps keys to figures."""
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
    """Return the values of a row. Cells without a number are represented by their text."""
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
    """Return a dict that maps keys of tables and figures to labels such as ``"Table
    1"``.
    """
    labels = {}
    for number, key in enumerate(report.tables(), 1):
        labels[key] = f"Table {number}"
    for number, key in enumerate(report.figures(), 1):
        labels[key] = f"Figure {number}"
    return labels
