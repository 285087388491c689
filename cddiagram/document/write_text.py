"""A report, a comparison or a table as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cddiagram.document import model
from cddiagram.document.fitting import Panel, arrange, head_lines, lead
from cddiagram.document.terminal import WIDTH, Page, printable_line
from cddiagram.words import plain_words

#: Maps the role of a cell to its style in a terminal. Plain text does not have styles.
_STYLES = {
    "name": "",
    "significant": "bold",
    "control": "italic",
    model.SET_OFF: "bold",
    "none": "dim",
    "best": "bold",
    "second": "underline",
    model.HEADING: "italic",
}


#: Maps the role of a score to the mark that precedes it in plain text, where bold and
#: underlined text are not available.
_MARKS = {"best": "*", "second": "_"}


_NOTE_OF_MARKS = "The sign * marks bold scores, and the sign _ marks underlined scores."


#: The minimum width of a text column in characters. This minimum does not apply if even
#: a single column would be too wide for the page.
_LEAST = 12


#: Two columns are separated by this many spaces.
_GAP = 2


_NO_FIGURES = (
    "Plain text does not contain figures. Write the report as .html, .md, .tex or .pdf "
    "to include them."
)


_NO_BIBTEX = (
    "Use --output report.txt to write the BibTeX entries with the report, or --fragments "
    "to write them as references.bib."
)


_UNDERLINES = {0: "=", 1: "-", 2: "~"}


def report_text(report: model.Document, width: int = WIDTH) -> str:
    """Return the report as plain text."""
    return Page(lambda columns: Group(*_page(report, columns))).text(width)


def print_report(report: model.Document) -> None:
    """Print the report to standard output at the width of the terminal.

    A single line replaces the BibTeX entries, which would occupy about one third of the
    report.
    """
    Page(lambda columns: Group(*_page(_without_bibtex(report), columns))).print()


def _page(report: model.Document, width: int) -> Iterator[RenderableType]:
    label_of = model.numbers(report)
    yield from _heading(report.title, 0)
    for section in report.sections:
        yield from _heading(section.title, section.level)
        for block in _without_figures(section.blocks):
            if isinstance(block, model.TableBlock):
                yield from drawn_table(block, width, f"{label_of[block.key]}. ")
            else:
                yield from _block(block)
            yield Text("")


def _block(block: model.Block) -> Iterator[RenderableType]:
    if isinstance(block, model.Paragraph):
        text = printable_line(plain_words(block.named))
        if block.role == "warning":
            yield Text(f"Warning: {text}", style="bold")
        else:
            yield Text(text)
    elif isinstance(block, model.Bullets):
        for item in block.items:
            row = Table.grid(padding=(0, 1, 0, 0))
            row.add_row(Text("-"), Text(printable_line(item)))
            yield row
    elif isinstance(block, model.Listing):
        yield Text(block.text.rstrip(), overflow="fold")


def table_text(table: model.TableBlock, width: int) -> str:
    """Return a table as plain text."""
    return Page(lambda columns: Group(*drawn_table(table, columns))).text(width)


def drawn_table(
    table: model.TableBlock, width: int, label: str = ""
) -> Iterator[RenderableType]:
    """Lay out a table, with its caption above it and its notes below it."""
    yield Text(f"{label}{printable_line(table.caption)}", style="bold")
    heads, natural = _heads(table, width)
    least = []
    for column, column_width in zip(table.columns, natural, strict=True):
        if column.align == "left":
            least.append(min(column_width, _LEAST))
        else:
            least.append(column_width)
    panels = arrange(natural, least, available=width, gap=_GAP, lead=lead(table))
    for number, panel in enumerate(panels):
        if number:
            yield Text("")
        yield _panel_table(table, panel, heads, natural)
    notes = list(table.notes)
    if any(cell.role in _MARKS for row in table.rows for cell in row):
        notes.append(_NOTE_OF_MARKS)
    for note in notes:
        yield Text(printable_line(note))


def _text(cell: model.Cell) -> str:
    return _MARKS.get(cell.role, "") + printable_line(cell.text)


def _without_bibtex(report: model.Document) -> model.Document:
    """Replace each listing of BibTeX entries with a single line."""
    line = model.Paragraph(words=(_NO_BIBTEX,))
    sections = []
    for section in report.sections:
        blocks = list(section.blocks)
        for place, block in enumerate(blocks):
            if isinstance(block, model.Listing):
                blocks[place] = line
        sections.append(replace(section, blocks=tuple(blocks)))
    return replace(report, sections=tuple(sections))


def _without_figures(blocks: Sequence[model.Block]) -> list[model.Block]:
    """Return all blocks except figures. If all blocks are figures, return a sentence."""
    texts: list[model.Block] = []
    for block in blocks:
        if not isinstance(block, model.Figure):
            texts.append(block)
    return texts or [model.Paragraph(words=(_NO_FIGURES,))]


def _heading(title: str, level: int) -> Iterator[RenderableType]:
    text = printable_line(title)
    yield Text(text, style="bold")
    yield Text(_UNDERLINES[level] * min(cell_len(text), 60))
    yield Text("")


def _heads(table: model.TableBlock, width: int) -> tuple[list[list[str]], list[int]]:
    """Return the lines of each header, and the widths of the columns.

    Headers of numeric columns are broken into lines only if the table is wider than
    `width`.
    """
    contents = []
    for place in range(len(table.columns)):
        texts = [_text(row[place]) for row in table.rows]
        contents.append(max(map(cell_len, texts), default=0))
    heads = [[printable_line(column.head)] for column in table.columns]
    widths = _widths(heads, contents)
    if sum(widths) + _GAP * (len(widths) - 1) <= width:
        return heads, widths
    for place, column in enumerate(table.columns):
        if column.align == "right":
            (head,) = heads[place]
            heads[place] = head_lines(head, contents[place], cell_len)
    return heads, _widths(heads, contents)


def _widths(heads: Sequence[Sequence[str]], contents: Sequence[int]) -> list[int]:
    widths = []
    for lines, content in zip(heads, contents, strict=True):
        widths.append(max(content, 1, *map(cell_len, lines)))
    return widths


def _panel_table(
    table: model.TableBlock,
    panel: Panel,
    heads: Sequence[Sequence[str]],
    natural: Sequence[int],
) -> Table:
    """Lay out the columns of a panel."""
    layout = Table(
        box=SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        collapse_padding=True,
        padding=(0, _GAP - 1, 0, 0),  # the style of the table adds another space
    )
    for place, width in zip(panel.columns, panel.widths, strict=True):
        room = natural[place]
        if width is not None:
            room = max(1, int(width))
        layout.add_column(
            Text("\n".join(heads[place])),
            justify=table.columns[place].align,  # type: ignore[arg-type]
            overflow="fold",
            width=room,
            header_style="bold",
            vertical="top",
        )
    ruled = table.ruled
    for number, row in enumerate(table.rows):
        if number in ruled:
            layout.add_section()
        texts = []
        for place in panel.columns:
            style = _STYLES.get(row[place].emphasis, "")
            texts.append(Text(_text(row[place]), style=style))
        layout.add_row(*texts)
    return layout
