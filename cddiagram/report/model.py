"""The report as a document of plain blocks: every word and number is decided here, the writers only set them.

A report is sections, a section is blocks, and a block is a paragraph, a list, a table, a figure or a listing. Texts are
literal: writers escape all of them. Numbers are printed once, when a `Cell` is made; every writer shows that text, and
`Cell.value` keeps the full precision for sorting and for `Report.to_dict`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cddiagram._util.inlines import Words
from cddiagram.stats.results import plain
from cddiagram.words.sources import Reference

if TYPE_CHECKING:
    from cddiagram.figures.drawing import Drawing
    from cddiagram.provenance import Provenance


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """A paragraph.

    Attributes
    ----------
    words : tuple of str, Citation and Formula
        Its text.
    role : {"plain", "warning"}
        Warnings are set apart: what a reader must not miss.
    """

    words: Words
    role: str = "plain"


@dataclass(frozen=True, kw_only=True)
class Bullets:
    """A list of short texts.

    Attributes
    ----------
    items : tuple of str
        One text each.
    """

    items: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Listing:
    """Text to be copied as it stands: BibTeX entries.

    Attributes
    ----------
    text : str
        Its lines.
    language : str
        What it is written in: ``"bibtex"``.
    """

    text: str
    language: str


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    head : str
        What stands above it.
    align : {"left", "right"}
        Names and words left, numbers right.
    explained : str
        What the head means, where it is short for something; writers that can show it on demand do.
    """

    head: str
    align: str = "left"
    explained: str = ""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A cell of a table.

    Attributes
    ----------
    text : str
        What is printed.
    value : float, int, str or None
        The number behind the text at full precision; None where there is none. Tables are sorted by it.
    role : {"plain", "name", "significant", "control", "none"}
        ``"name"`` heads its row; ``"significant"`` marks a decision; ``"none"`` is a cell that holds nothing (the
        diagonal, a pair that was not tested).
    hint : str
        A sentence with all numbers of the pair, for writers that can show it on demand.
    """

    text: str
    value: float | int | str | None = None
    role: str = "plain"
    hint: str = ""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table.

    Attributes
    ----------
    key : str
        Its name in links and labels, unique in the report: ``"ranks"``.
    caption : str
        What it shows and how it is read.
    columns : tuple of Column
    rows : tuple of tuple of Cell
        One cell for each column.
    notes : tuple of str
        Sentences under the table.
    """

    key: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure.

    Attributes
    ----------
    key : str
        Its name in links, labels and files, unique in the report: ``"cd"``.
    drawing : Drawing[Any]
        The figure itself; drawn with ``ids=True``, so that elements can be found.
    caption : tuple of str, Citation and Formula
        The caption of a paper.
    alt : str
        What it is, in a few words.
    hints : mapping of str to str
        Id of an element -> the sentence that tells its numbers.
    """

    key: str
    drawing: Drawing[Any]
    caption: Words
    alt: str
    hints: Mapping[str, str] = field(default_factory=dict)


Block = Paragraph | Bullets | Listing | Table | Figure


@dataclass(frozen=True, kw_only=True)
class Section:
    """A section.

    Attributes
    ----------
    key : str
        Its name in links, unique in the report.
    title : str
    level : {1, 2}
        1; in a report of several measures each measure is a section of level 1 with sections of level 2 after it.
    blocks : tuple of Paragraph, Bullets, Listing, Table or Figure
    """

    key: str
    title: str
    level: int = 1
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Document:
    """What a report says: title, sections, references, provenance, and all numbers. See `saving.Report`."""

    title: str
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    provenance: Provenance
    data: Mapping[str, Any] = field(repr=False)

    def tables(self) -> dict[str, Table]:
        """Return all tables by their keys."""
        return {block.key: block for section in self.sections for block in section.blocks if isinstance(block, Table)}

    def figures(self) -> dict[str, Figure]:
        """Return all figures by their keys."""
        return {block.key: block for section in self.sections for block in section.blocks if isinstance(block, Figure)}

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers as plain Python, ready for JSON: the comparisons, and every table cell by cell."""
        tables = {
            key: {"columns": [column.head for column in table.columns], "rows": [_values(row) for row in table.rows]}
            for key, table in self.tables().items()
        }
        return {"title": self.title, **plain(dict(self.data)), "tables": plain(tables)}


def _values(row: tuple[Cell, ...]) -> list[Any]:
    return [cell.text if cell.value is None else cell.value for cell in row]


def numbers(report: Document) -> dict[str, str]:
    """Return key -> ``"Table 1"``, ``"Figure 1"``, ... for every table and figure.

    >>> import cddiagram as cd
    >>> report = cd.make_report(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    >>> [name for name in numbers(report).values() if name.startswith("Figure")][:1]
    ['Figure 1']
    """
    named: dict[str, str] = {}
    counts = {"Table": 0, "Figure": 0}
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, Table | Figure):
                kind = "Table" if isinstance(block, Table) else "Figure"
                counts[kind] += 1
                named[block.key] = f"{kind} {counts[kind]}"
    return named
