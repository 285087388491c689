"""The report as GitHub Flavored Markdown, with figures in separate files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from cddiagram._util.lazy import lazy_pattern
from cddiagram.document import model
from cddiagram.text import ISOLATES, marked
from cddiagram.words import plain_words

#: The pattern for characters that can be interpreted as markup within a line, including
#: markup for tables, strikethrough and formulas.
_MARKUP = lazy_pattern(r"[\\`*_\[\]<>|~&#]")


#: The pattern for the start of a line that could be interpreted as a list item or a
#: heading.
_OPENING = lazy_pattern(r"^(?:([-+=])|(\d{1,9})([.)]))")


#: Maps the role of a cell to the markup around its text. GitHub underlines inserted
#: text (``<ins>``).
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

#: Invisible characters that must not be removed: the directional isolates around names,
#: and zero-width joiners and non-joiners.
_INVISIBLE = "".join(ISOLATES) + "\u200c\u200d"


def report_markdown(report: model.Document, stem: str = "report") -> str:
    """Return the report as Markdown.

    The function `figure_files` returns the files of the figures for the same `stem`.
    """
    parts = [f"# {markdown_text(report.title)}", report.provenance.comment("md")]
    label_of = model.numbers(report)
    for section in report.sections:
        parts.append(f"{'#' * (section.level + 1)} {markdown_text(section.title)}")
        parts += [_block(block, stem, label_of) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def tables_markdown(tables: Iterable[model.TableBlock]) -> str:
    """Return tables as Markdown."""
    return "\n\n".join(map(markdown_table, tables)) + "\n"


def figure_files(report: model.Document, stem: str) -> dict[str, bytes]:
    """Return the SVG files to which `report_markdown` refers, with the file names as
    keys.
    """
    files = {}
    for key, figure in report.figures().items():
        files[figure_name(stem, key)] = figure.drawing.to_bytes("svg")
    return files


def figure_name(stem: str, key: str) -> str:
    """Return the file name of a figure."""
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
        # The fence around a listing must be longer than any run of backticks in the
        # listing.
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
    """Return a table as Markdown, with its caption above it and its notes below it."""
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
    """Escape one line of literal text for Markdown.

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
        The escaped text. Dollar signs are enclosed in HTML elements, so that they do
        not start a formula. A backslash would not be sufficient, because Markdown
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
