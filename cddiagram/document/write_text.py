"""A report, a comparison or a table as text for a terminal or a file: rich sets it,
nothing is cut off.
"""

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

#: Role of a cell -> how it looks on a terminal; plain text shows the words alone.
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


#: Text has no bold and no underlined letters: what stands before those of a table of
#: scores.
_MARKS = {"best": "*", "second": "_"}


_MARKED = "* is bold and _ underlined here."


#: A column of texts is not made narrower than this many characters, unless a column
#: alone is too wide.
_LEAST = 12


#: Space between two columns.
_GAP = 2


_NO_FIGURES = (
    "Text has no figures: reports in HTML, Markdown, LaTeX and PDF (.html, .md, .tex, "
    ".pdf) show them."
)


_NO_BIBTEX = (
    "BibTeX entries: --output report.txt writes them with the report, --fragments as "
    "references.bib."
)


_UNDERLINES = {0: "=", 1: "-", 2: "~"}


def report_text(report: model.Document, width: int = WIDTH) -> str:
    """Write the report as plain text."""
    return Page(lambda columns: Group(*_page(report, columns))).text(width)


def print_report(report: model.Document) -> None:
    """Print the report to standard output: as wide as the terminal, or plain text where
    there is none.

    It is to be read, so one line stands for the BibTeX entries: they would be the last
    third of it.
    """
    Page(lambda columns: Group(*_page(_without_bibtex(report), columns))).print()


def _page(report: model.Document, width: int) -> Iterator[RenderableType]:
    called = model.numbers(report)
    yield from _headed(report.title, 0)
    for section in report.sections:
        yield from _headed(section.title, section.level)
        for block in _without_figures(section.blocks):
            label = (
                f"{called[block.key]}. " if isinstance(block, model.TableBlock) else ""
            )
            yield from _block(block, width, label)
            yield Text("")


def _block(block: model.Block, width: int, label: str) -> Iterator[RenderableType]:
    if isinstance(block, model.Paragraph):
        text = printable_line(plain_words(block.named))
        yield (
            Text(f"Warning: {text}", style="bold")
            if block.role == "warning"
            else Text(text)
        )
    elif isinstance(block, model.Bullets):
        for item in block.items:
            row = Table.grid(padding=(0, 1, 0, 0))
            row.add_row(Text("-"), Text(printable_line(item)))
            yield row
    elif isinstance(block, model.Listing):
        yield Text(block.text.rstrip(), overflow="fold")
    elif isinstance(block, model.TableBlock):
        yield from drawn_table(block, width, label)


def table_text(table: model.TableBlock, width: int) -> str:
    """Write a table by itself."""
    return Page(lambda columns: Group(*drawn_table(table, columns))).text(width)


def drawn_table(
    table: model.TableBlock, width: int, label: str = ""
) -> Iterator[RenderableType]:
    """Return a table with its caption above and its notes below."""
    yield Text(f"{label}{printable_line(table.caption)}", style="bold")
    heads, panels, natural = _panels(table, width)
    for number, panel in enumerate(panels):
        if number:
            yield Text("")
        yield _drawn(table, panel, heads, natural)
    marked = any(cell.role in _MARKS for row in table.rows for cell in row)
    for note in (*table.notes, *([_MARKED] if marked else [])):
        yield Text(printable_line(note))


def _text(cell: model.Cell) -> str:
    return _MARKS.get(cell.role, "") + printable_line(cell.text)


def _without_bibtex(report: model.Document) -> model.Document:
    """Put one line in the place of each listing of BibTeX entries; the sources
    themselves are listed before it.
    """
    said = model.Paragraph(words=(_NO_BIBTEX,))
    sections = (
        replace(
            section,
            blocks=tuple(
                said if isinstance(block, model.Listing) else block
                for block in section.blocks
            ),
        )
        for section in report.sections
    )
    return replace(report, sections=tuple(sections))


def _without_figures(blocks: Sequence[model.Block]) -> Iterator[model.Block]:
    """Put one sentence in the place of the figures of a section: a caption without its
    figure would puzzle.
    """
    shown = [block for block in blocks if not isinstance(block, model.Figure)]
    yield from shown or [model.Paragraph(words=(_NO_FIGURES,))]


def _headed(title: str, level: int) -> Iterator[RenderableType]:
    text = printable_line(title)
    yield Text(text, style="bold")
    yield Text(_UNDERLINES[level] * min(cell_len(text), 60))
    yield Text("")


def _panels(
    table: model.TableBlock, width: int
) -> tuple[list[list[str]], tuple[Panel, ...], list[int]]:
    """Return the lines of each head, broken only where that helps, the columns side by
    side, and their widths.
    """
    columns = [
        [_text(row[place]) for row in table.rows] for place in range(len(table.columns))
    ]
    contents = [max(map(cell_len, texts), default=0) for texts in columns]
    whole = [[printable_line(column.head)] for column in table.columns]
    broken = [
        head_lines(head, below, cell_len) if column.align == "right" else [head]
        for column, (head,), below in zip(table.columns, whole, contents, strict=True)
    ]
    for heads in (whole, broken):
        natural = [
            max(below, 1, *map(cell_len, head))
            for below, head in zip(contents, heads, strict=True)
        ]
        if sum(natural) + _GAP * (len(natural) - 1) <= width:
            break
    least = [
        min(wide, _LEAST) if column.align == "left" else wide
        for column, wide in zip(table.columns, natural, strict=True)
    ]
    return (
        heads,
        arrange(natural, least, available=width, gap=_GAP, lead=lead(table)),
        natural,
    )


def _drawn(
    table: model.TableBlock,
    panel: Panel,
    heads: Sequence[Sequence[str]],
    natural: Sequence[int],
) -> Table:
    # The box itself puts one space between columns.
    gap = (0, _GAP - 1, 0, 0)
    drawn = Table(
        box=SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        collapse_padding=True,
        padding=gap,
    )
    for place, width in zip(panel.columns, panel.widths, strict=True):
        drawn.add_column(
            Text("\n".join(heads[place])),
            justify="right" if table.columns[place].align == "right" else "left",
            overflow="fold",
            width=natural[place] if width is None else max(1, int(width)),
            header_style="bold",
            vertical="top",
        )
    ruled = table.ruled
    for number, row in enumerate(table.rows):
        if number in ruled:
            drawn.add_section()
        cells = [row[place] for place in panel.columns]
        drawn.add_row(
            *(Text(_text(cell), style=_STYLES.get(cell.emphasis, "")) for cell in cells)
        )
    return drawn
