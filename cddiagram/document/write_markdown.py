"""The report as Markdown, with tables in GitHub's flavour and figures as files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from cddiagram.document import model
from cddiagram.text import ISOLATES, marked
from cddiagram.words import plain_words

#: Characters that can be markup within a line, including tables, strikethrough and
#: mathematics.
_MARKUP = re.compile(r"[\\`*_\[\]<>|~&#]")


#: Markup of a list item or a heading at the start of a line.
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

#: Invisible characters that must be kept: isolates around names, and joiners.
_INVISIBLE = "".join(ISOLATES) + "\u200c\u200d"


def report_markdown(report: model.Document, stem: str = "report") -> str:
    """Write the report as Markdown.

    Its figures are the files of `figure_files` for the same `stem`.
    """
    parts = [f"# {markdown_text(report.title)}", report.provenance.comment("md")]
    label_of = model.numbers(report)
    for section in report.sections:
        parts.append(f"{'#' * (section.level + 1)} {markdown_text(section.title)}")
        parts += [_block(block, stem, label_of) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def tables_markdown(tables: Iterable[model.TableBlock]) -> str:
    """Write tables for a document."""
    return "\n\n".join(map(markdown_table, tables)) + "\n"


def figure_files(report: model.Document, stem: str) -> dict[str, bytes]:
    """Return the SVG files that `report_markdown` refers to, by their names."""
    files = {}
    for key, figure in report.figures().items():
        files[figure_name(stem, key)] = figure.drawing.to_bytes("svg")
    return files


def figure_name(stem: str, key: str) -> str:
    """Return the name of the file of a figure."""
    return f"{stem}-{re.sub(r'[^A-Za-z0-9._-]+', '-', key)}.svg"


def _block(block: model.Block, stem: str, label_of: Mapping[str, str]) -> str:
    if isinstance(block, model.Paragraph):
        text = markdown_text(plain_words(block.named, isolated=True))
        if block.role == "warning":
            return f"> **Warning.** {text}"
        return text
    if isinstance(block, model.Bullets):
        return "\n".join(f"- {markdown_text(item)}" for item in block.items)
    if isinstance(block, model.Listing):
        # The fences must be longer than all runs of backticks in the text.
        longest = max(map(len, re.findall("`+", block.text)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}{block.language}\n{block.text.rstrip()}\n{fence}"
    label = f"**{label_of[block.key]}.** "
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
    if not rest:
        return text
    return f"{text} {_emphasised(rest)}"


def _emphasised(text: str, role: str = "") -> str:
    escaped = markdown_text(text, start=False)
    if not escaped:
        return ""
    before, after = _EMPHASIS.get(role, ("", ""))
    return f"{before}{escaped}{after}"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown_text(text: str, *, start: bool = True) -> str:
    """Write one line of literal text for Markdown.

    Parameters
    ----------
    text : str
        The text.
    start : bool, default True
        Whether the text is at the start of a line, where a hyphen or a number could
        begin a list.

    Returns
    -------
    str
        The text. Its dollars are in elements of their own, so that they do not begin a
        formula. A backslash before a dollar would not be sufficient, because Markdown
        removes it before MathJax searches for formulas.
    """
    characters = []
    for character in marked(text):
        if not character.isprintable() and character not in _INVISIBLE:
            character = " "
        characters.append(character)
    line = " ".join("".join(characters).split())
    line = _MARKUP.sub(r"\\\g<0>", line)
    if start:
        line = _OPENING.sub(_escaped_opening, line)
    return line.replace("$", "<span>$</span>")


def _escaped_opening(opening: re.Match[str]) -> str:
    sign, number, dot = opening.groups()
    if sign:
        return f"\\{sign}"
    return f"{number}\\{dot}"
