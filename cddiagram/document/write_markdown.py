"""The report as Markdown: tables of GitHub's flavour, figures as files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from cddiagram.document import model
from cddiagram.text import ISOLATES, marked
from cddiagram.words import plain_words

#: What Markdown, with tables, strikethrough or mathematics, may read as markup inside a
#: line.
_MARKUP = re.compile(r"[\\`*_\[\]<>|~&#]")


#: What opens a list or a heading at the start of a line.
_OPENING = re.compile(r"^(?:([-+=])|(\d{1,9})([.)]))")


#: Role of a cell -> what stands around its text; GitHub underlines what is inserted.
_EMPHASIS = {
    **dict.fromkeys(
        ("significant", "best", model.SET_OFF, model.HEADING), ("**", "**")
    ),
    "second": ("<ins>", "</ins>"),
    **dict.fromkeys((model.SUBTOTAL, model.FOOT), ("*", "*")),
}


#: Characters without a width that a text needs: isolates around names, joiners inside
#: them.
_UNSEEN = "".join(ISOLATES) + "\u200c\u200d"


def report_markdown(report: model.Document, stem: str = "report") -> str:
    """Write the report as Markdown, whose figures are the files of `figure_files` for
    the same `stem`.
    """
    parts = [f"# {markdown_text(report.title)}", report.provenance.comment("md")]
    called = model.numbers(report)
    for section in report.sections:
        parts.append(f"{'#' * (section.level + 1)} {markdown_text(section.title)}")
        parts += [_block(block, stem, called) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def tables_markdown(tables: Iterable[model.TableBlock]) -> str:
    """Write tables, to be pasted."""
    return "\n\n".join(map(markdown_table, tables)) + "\n"


def figure_files(report: model.Document, stem: str) -> dict[str, bytes]:
    """Return name -> content of the SVG files that `report_markdown` refers to."""
    return {
        figure_name(stem, key): figure.drawing.to_bytes("svg")
        for key, figure in report.figures().items()
    }


def figure_name(stem: str, key: str) -> str:
    """Name the file of a figure."""
    return f"{stem}-{re.sub(r'[^A-Za-z0-9._-]+', '-', key)}.svg"


def _block(block: model.Block, stem: str, called: Mapping[str, str]) -> str:
    if isinstance(block, model.Paragraph):
        text = markdown_text(plain_words(block.named, isolated=True))
        return f"> **Warning.** {text}" if block.role == "warning" else text
    if isinstance(block, model.Bullets):
        return "\n".join(f"- {markdown_text(item)}" for item in block.items)
    if isinstance(block, model.Listing):  # between fences longer than any in it
        longest = max((len(run) for run in re.findall("`+", block.text)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}{block.language}\n{block.text.rstrip()}\n{fence}"
    label = f"**{called[block.key]}.** "
    if isinstance(block, model.TableBlock):
        return markdown_table(block, label)
    picture = f"![{markdown_text(block.alt)}]({quote(figure_name(stem, block.key))})"
    return (
        f"{picture}\n\n"
        f"{label}{markdown_text(plain_words(block.caption, isolated=True), start=False)}"
    )


def markdown_table(table: model.TableBlock, label: str = "") -> str:
    """Write a table with its caption above and its notes below."""
    rows = [[_marked(cell) for cell in row] for row in table.rows]
    lines = [
        _row([_cell(column.head, "") for column in table.columns]),
        _row(
            ["---:" if column.align == "right" else ":---" for column in table.columns]
        ),
        *(_row(row) for row in rows),
    ]
    notes = [markdown_text(note) for note in table.notes]
    caption = label + markdown_text(table.caption, start=not label)
    return "\n\n".join([*([caption] if caption else []), "\n".join(lines), *notes])


def _marked(cell: model.Cell) -> str:
    marked, rest = cell.marked
    return _cell(marked, cell.emphasis) + (f" {_cell(rest, '')}" if rest else "")


def _cell(text: str, role: str) -> str:
    written = markdown_text(text, start=False)
    before, after = _EMPHASIS.get(role, ("", ""))
    return f"{before}{written}{after}" if written else written


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown_text(text: str, *, start: bool = True) -> str:
    """Write one line of literal text for Markdown.

    `start` says whether it begins a line, where a hyphen or a number could open a list.
    A dollar sign stands in an element of its own: there alone no reader of Markdown
    takes it for mathematics (a backslash before it is gone by the time that MathJax
    looks at the page).
    """
    line = " ".join(
        "".join(
            c if c.isprintable() or c in _UNSEEN else " " for c in marked(text)
        ).split()
    )
    written = _MARKUP.sub(r"\\\g<0>", line)
    if start:
        written = _OPENING.sub(
            lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", written
        )
    return written.replace("$", "<span>$</span>")
