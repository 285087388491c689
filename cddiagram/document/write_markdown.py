"""The report as Markdown, with tables in GitHub's flavour and figures as files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from cddiagram.document import model
from cddiagram.text import ISOLATES, marked
from cddiagram.words import plain_words

#: Characters that can be markup inside a line, with tables, strikethrough or mathematics.
_MARKUP = re.compile(r"[\\`*_\[\]<>|~&#]")


#: The start of a list or a heading at the start of a line.
_OPENING = re.compile(r"^(?:([-+=])|(\d{1,9})([.)]))")


#: Role of a cell -> the markup around its text. GitHub underlines inserted text.
_EMPHASIS = {
    "significant": ("**", "**"),
    "best": ("**", "**"),
    model.SET_OFF: ("**", "**"),
    model.HEADING: ("**", "**"),
    "second": ("<ins>", "</ins>"),
    model.SUBTOTAL: ("*", "*"),
    model.FOOT: ("*", "*"),
}


_ALIGNMENTS = {"left": ":---", "right": "---:"}

#: Necessary characters without a width: isolates around names, and joiners inside.
_UNSEEN = "".join(ISOLATES) + "\u200c\u200d"


def report_markdown(report: model.Document, stem: str = "report") -> str:
    """Write the report as Markdown.

    Its figures are the files of `figure_files` for the same `stem`.
    """
    parts = [f"# {markdown_text(report.title)}", report.provenance.comment("md")]
    called = model.numbers(report)
    for section in report.sections:
        parts.append(f"{'#' * (section.level + 1)} {markdown_text(section.title)}")
        parts += [_block(block, stem, called) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def tables_markdown(tables: Iterable[model.TableBlock]) -> str:
    """Write tables for a document."""
    return "\n\n".join(map(markdown_table, tables)) + "\n"


def figure_files(report: model.Document, stem: str) -> dict[str, bytes]:
    """Return name -> content of the SVG files that `report_markdown` refers to."""
    return {
        figure_name(stem, key): figure.drawing.to_bytes("svg")
        for key, figure in report.figures().items()
    }


def figure_name(stem: str, key: str) -> str:
    """Return the name of the file of a figure."""
    return f"{stem}-{re.sub(r'[^A-Za-z0-9._-]+', '-', key)}.svg"


def _block(block: model.Block, stem: str, called: Mapping[str, str]) -> str:
    if isinstance(block, model.Paragraph):
        text = markdown_text(plain_words(block.named, isolated=True))
        return f"> **Warning.** {text}" if block.role == "warning" else text
    if isinstance(block, model.Bullets):
        return "\n".join(f"- {markdown_text(item)}" for item in block.items)
    if isinstance(block, model.Listing):
        # The fences are longer than all runs of backticks in the text.
        longest = max(map(len, re.findall("`+", block.text)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}{block.language}\n{block.text.rstrip()}\n{fence}"
    label = f"**{called[block.key]}.** "
    if isinstance(block, model.TableBlock):
        return markdown_table(block, label)
    picture = (
        f"![{markdown_text(block.description)}]({quote(figure_name(stem, block.key))})"
    )
    caption = markdown_text(plain_words(block.caption, isolated=True), start=False)
    return f"{picture}\n\n{label}{caption}"


def markdown_table(table: model.TableBlock, label: str = "") -> str:
    """Write a table with its caption above and its notes below."""
    lines = [
        _row(_emphasised(column.head) for column in table.columns),
        _row(_ALIGNMENTS[column.align] for column in table.columns),
    ]
    for row in table.rows:
        lines.append(_row(map(_cell, row)))
    parts = ["\n".join(lines)]
    parts += [markdown_text(note) for note in table.notes]
    caption = label + markdown_text(table.caption, start=not label)
    if caption:
        parts.insert(0, caption)
    return "\n\n".join(parts)


def _cell(cell: model.Cell) -> str:
    main, rest = cell.marked
    text = _emphasised(main, cell.emphasis)
    return f"{text} {_emphasised(rest)}" if rest else text


def _emphasised(text: str, role: str = "") -> str:
    escaped = markdown_text(text, start=False)
    before, after = _EMPHASIS.get(role, ("", ""))
    return f"{before}{escaped}{after}" if escaped else ""


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown_text(text: str, *, start: bool = True) -> str:
    """Write one line of literal text for Markdown.

    Parameters
    ----------
    text : str
        The text.
    start : bool, default True
        Whether the text begins a line. There, a hyphen or a number could open a list.

    Returns
    -------
    str
        The text. Its dollars are in elements of their own, which no reader of Markdown
        takes for mathematics. A backslash would not be sufficient, because MathJax does
        not see it.
    """
    characters = []
    for character in marked(text):
        is_kept = character.isprintable() or character in _UNSEEN
        characters.append(character if is_kept else " ")
    line = " ".join("".join(characters).split())
    line = _MARKUP.sub(r"\\\g<0>", line)
    if start:
        line = _OPENING.sub(_escaped_opening, line)
    return line.replace("$", "<span>$</span>")


def _escaped_opening(opening: re.Match[str]) -> str:
    sign, number, dot = opening.groups()
    return f"\\{sign}" if sign else f"{number}\\{dot}"
