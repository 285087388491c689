"""The report as a single HTML page, which contains all figures, styles and scripts.

The template, the style sheet and the script are in the folder ``page``. The content
security policy of the page permits only this style sheet and this script, which are
identified by their hashes. Therefore, scripts in names of algorithms are never
executed, and the page does not send requests.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from cddiagram.document import model
from cddiagram.document.html.figure import DARK, LIGHT, PLAIN, page_figure, page_levels
from cddiagram.document.write_latex import tables_latex
from cddiagram.text import ISOLATES, Formula, Name, Phrase, citation_runs, marked
from cddiagram.words import finished_words, plain_words

_REM_PER_POINT = 96 / 72 / 16

#: A table is printed on a single page if it has at most this many rows. A table with
#: more rows than the second number appears in a scrollable area.
_SHORT_TABLE, _LONG_TABLE = 15, 30

#: Cells with up to this many characters are never broken into lines. Cells with up to
#: the second number of characters are broken only if there is little space.
_LONG, _LONGEST = 16, 28

#: Maps the role of a header cell to the scope of the header.
_SCOPES = dict.fromkeys(("name", "control", model.SUBTOTAL, model.FOOT), "row") | {
    model.HEADING: "rowgroup"
}

#: Maps the role of the first cell in a row to the element that contains the row.
_TAGS = {model.FOOT: "tfoot"}

#: Each entry contains a maximum number of characters per row and the CSS class of
#: tables up to this width. In print, wide tables have a smaller font size, and "huge"
#: tables appear on landscape pages.
_EXTENTS = ((100, "slim"), (125, "broad"), (160, "vast"))

#: The icon of the page. Without an embedded icon, browsers would request an icon from
#: the server.
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 4H15M3 '
    '4V2M8 4V2M13 4V2M3 8H9M7 12H13" '
    'stroke="#0072b2" stroke-width="2"/></svg>'
)


def report_html(report: model.Document) -> str:
    """Return the report as an HTML page."""
    ids = _Ids(report)
    hints = _hints(report)
    number_of = {name: str(number) for number, name in enumerate(report.algorithms)}
    with_files, files = _packed_files(report)

    def about(text: str) -> str | None:
        """Return the numbers of the algorithms in a cell or a tooltip."""
        names = [name for name in model.algorithms_in(text) if name in number_of]
        return " ".join(number_of[name] for name in names) or None

    def levels(block: model.Levels) -> dict[str, Any]:
        return page_levels(block, name=f"l-{block.like.key}", about=about)

    drawings = {}
    for number, (key, figure) in enumerate(report.figures().items(), 1):
        svg = page_figure(figure, name=f"f{number}", numbered=hints, about=about)
        drawings[key] = Markup(svg)
    style = _style(report, ids)
    script = _resource("report.js")
    return template("report.html.jinja").render(
        report=report,
        parts=_tree(report.sections, ids),
        ids=ids,
        labels={reference.key: reference.label for reference in report.references},
        numbers=model.numbers(report),
        drawings=drawings,
        reference_list=_reference_list(report),
        hints=hints,
        about=about,
        levels=levels,
        file_name=lambda block: with_files.get(id(block)),
        files=files,
        hint_data=_script_data(list(map(marked, hints))),
        policy=_policy(style, script),
        style=Markup(style),
        script=Markup(script),
        icon=f"data:image/svg+xml,{quote(_ICON, safe=' /:=')}",
        brief=_brief(report),
        short_table=_SHORT_TABLE,
        long_table=_LONG_TABLE,
    )


def _style(report: model.Document, ids: _Ids) -> str:
    """Return the style sheet, which includes the printed width and the colours of each
    figure.
    """
    rules = _role_styles()
    for key, figure in report.figures().items():
        width = figure.drawing.layout.width * _REM_PER_POINT
        colors = figure.drawing.colors
        sheet = f"--sheet: {colors['background']}; --sheet-accent: {colors['accent']}"
        rules.append(f"#{ids.figures[key]} svg {{ --size: {width:.3f}rem; {sheet} }}")
    return _resource("report.css") + "".join(f"{rule}\n" for rule in rules)


def _reference_list(report: model.Document) -> model.Bullets | None:
    """Return the list of sources to which citations are linked, or None if the report
    does not have such a list.
    """
    texts = tuple(reference.text for reference in report.references)
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, model.Bullets) and block.items == texts:
                return block
    return None


def _brief(report: model.Document) -> str:
    """Return the key of the section with the summary of the results, or an empty string
    if there is no such section.
    """
    for section in report.sections[:-1]:
        if section.key in ("brief", "measures"):
            return section.key
    return ""


def _hints(report: model.Document) -> dict[str, int]:
    """Return the number of each tooltip. The page contains identical tooltips only
    once.
    """
    hints: list[str] = []
    for table in report.tables().values():
        hints += [column.explained for column in table.columns]
    for table in report.tables().values():
        for row in table.rows:
            hints += [cell.hint for cell in row]
    for figure in report.figures().values():
        hints += figure.hints.values()
    different = dict.fromkeys(filter(None, hints))
    return {hint: number for number, hint in enumerate(different)}


def _files_of(block: object) -> dict[str, str]:
    """Return the contents of the files for a block, with their suffixes as keys. Binary
    files are encoded in base64.
    """
    if isinstance(block, model.Figure):
        drawing = block.drawing
        return {
            "pdf": base64.b64encode(drawing.to_bytes("pdf")).decode(),
            "svg": drawing.to_bytes("svg").decode(),
        }
    if isinstance(block, model.TableBlock):
        return {"csv": block.to_csv(), "tex": tables_latex([block], preamble=False)}
    if isinstance(block, model.Paragraph) and block.for_papers:
        return {
            "txt": plain_words(block.words),
            "tex": finished_words(block.words, latex=True),
        }
    if isinstance(block, model.Listing):
        return {"bib": f"{block.text}\n"}
    return {}


def _packed_files(report: model.Document) -> tuple[dict[int, str], str]:
    """Return the names of the files for each block, and the packed contents of all
    files.

    The packed data map each name to a mapping of suffixes to contents.
    """
    names: dict[int, str] = {}
    files: dict[str, dict[str, str]] = {}
    for section in report.sections:
        for block in section.blocks:
            content = _files_of(block)
            if not content:
                continue
            role = getattr(block, "role", "bibtex")
            key = getattr(block, "key", f"{section.key}-{role}")
            names[id(block)] = key
            files[key] = content
    text = json.dumps(files, ensure_ascii=False)
    return names, base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def _script_data(data: list[str]) -> Markup:
    """Return data as JSON for scripts, in which special characters of HTML are escaped."""
    text = json.dumps(data, ensure_ascii=False, separators=(",\n", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def _policy(style: str, script: str) -> str:
    """Return the content security policy of the page, which permits only this style
    sheet, this script and the embedded icon.
    """
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; "
        f"script-src '{_hash(script)}'; img-src data:; base-uri 'none'; form-action "
        "'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


@cache
def _resource(name: str) -> str:
    folder = resources.files("cddiagram.document.html").joinpath("page")
    return folder.joinpath(name).read_text(encoding="utf-8")


@cache
def template(name: str) -> Template:
    """Return a template from the folder ``page``. It escapes all strings."""
    environment = Environment(
        autoescape=True,
        loader=FunctionLoader(_resource),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_finished,
    )
    environment.filters.update(
        pieces=citation_runs,
        formula=_formula,
        kind=lambda block: type(block).__name__,
        bodies=_bodies,
        cell_attributes=_cell_attributes,
        head_attributes=_head_attributes,
        extent=_extent,
        links=_links,
        trusted=Markup,
    )
    return environment.get_template(name)


def _formula(formula: Formula) -> Markup:
    """Return a formula as HTML. A symbol that is a single Latin letter is italic."""
    symbol = re.match(r"[A-Za-z](?![A-Za-z])", formula.text)
    if symbol is None:
        return Markup("") + formula.text
    rest = formula.text.removeprefix(symbol[0])
    return Markup("<i>{}</i>").format(symbol[0]) + rest


def _finished(value: object) -> object:
    """Replace isolates around names with elements. Isolates in attributes and in HTML
    code are kept.
    """
    if type(value) not in (str, Name, Phrase):
        return value
    text = marked(value)  # type: ignore[arg-type]
    opening, closing = ISOLATES
    if opening not in text:
        return text
    parts = re.split(f"{opening}([^{opening}{closing}]*){closing}", text)
    elements = list(map(escape, parts))
    elements[1::2] = [Markup("<bdi>{}</bdi>").format(part) for part in parts[1::2]]
    return Markup("").join(elements)


class _Ids:
    """The ids of all link targets, which are descriptive and unique."""

    def __init__(self, report: model.Document) -> None:
        self._used: set[str] = {"hint", "hints", "files", "cddiagram-provenance"}
        self.main = self._new("report")
        self.sections = self._all("", (section.key for section in report.sections))
        self.reference_list = self._new("references")
        self.tables = self._all("table-", report.tables())
        self.figures = self._all("figure-", report.figures())
        self.references = self._all(
            "reference-", (reference.key for reference in report.references)
        )

    def _all(self, prefix: str, keys: Iterable[str]) -> dict[str, str]:
        return {key: self._new(prefix + key) for key in keys}

    def _new(self, text: str) -> str:
        """Return a unique id that is derived from a string."""
        name = re.sub(r"[^\w-]+", "-", text, flags=re.ASCII).strip("-") or "part"
        # Ids of the forms f1-..., ...-caption and ...-head are reserved for figures and
        # captions.
        name = re.sub(r"^(f?\d)", r"part-\1", name)
        unique, number = name, 1
        while {unique, f"{unique}-head", f"{unique}-caption"} & self._used:
            number += 1
            unique = f"{name}-{number}"
        self._used |= {unique, f"{unique}-head", f"{unique}-caption"}
        return unique


def _tree(sections: tuple[model.Section, ...], ids: _Ids) -> list[dict[str, Any]]:
    """Nest sections of level 2 in the preceding section of level 1, so that no heading
    level is skipped.
    """
    chapters: list[list[model.Section]] = []
    for section in sections:
        if section.level == 1 or not chapters:
            chapters.append([])
        chapters[-1].append(section)

    def part(
        section: model.Section, level: int, *inner: model.Section
    ) -> dict[str, Any]:
        added = {
            "id": ids.sections[section.key],
            "level": level,
            "parts": [part(each, 2) for each in inner],
        }
        return vars(section) | added

    return [part(first, 1, *rest) for first, *rest in chapters]


def _role_styles() -> list[str]:
    """Return the style rules for the colours of figures on light and dark pages."""
    light, dark = _variables(LIGHT), _variables(DARK)
    rules = [light, f"@media screen and (prefers-color-scheme: dark) {{ {dark} }}"]
    for role in PLAIN:
        rules.append(f".fill-{role} {{ fill: var(--figure-{role}) }}")
        rules.append(f".stroke-{role} {{ stroke: var(--figure-{role}) }}")
    return rules


def _variables(colors: Mapping[str, str]) -> str:
    variables = [f"--figure-{role}: {colors[role]}" for role in PLAIN]
    return f":root {{ {'; '.join(variables)} }}"


def _bodies(table: model.TableBlock) -> list[tuple[str, list[tuple[model.Cell, ...]]]]:
    """Divide the rows into groups, which include their names and summaries.

    The last group contains the summaries of all rows.
    """
    rows: list[tuple[model.Cell, ...]] = []
    bodies = [("tbody", rows)]
    for row in table.rows:
        role = row[0].role
        tag = _TAGS.get(role, "tbody")
        if tag != bodies[-1][0] or (role == model.HEADING and rows):
            rows = []
            bodies.append((tag, rows))
        rows.append(row)
    return bodies


def _cell_attributes(cell: model.Cell, column: model.Column) -> dict[str, str]:
    """Return the HTML attributes of a cell that determine its style, meaning and sort
    order.
    """
    attributes = {}
    if cell.role in _SCOPES:
        attributes["scope"] = _SCOPES[cell.role]
    classes = _classes(cell.text, column)
    if cell.role not in ("plain", "name"):
        classes.insert(0, cell.role)
    if classes:
        attributes["class"] = " ".join(classes)
    return attributes | _sorted_by(cell)


def _head_attributes(column: model.Column) -> dict[str, str]:
    classes = _classes(column.head, column)
    if not classes:
        return {}
    return {"class": " ".join(classes)}


def _classes(text: str, column: model.Column) -> list[str]:
    """Return the CSS classes of a cell that contains a number or long text."""
    classes = []
    if column.align == "right":
        classes.append("number")
    if len(text) > _LONGEST:
        classes.append("longest")
    elif len(text) > _LONG:
        classes.append("long")
    return classes


def _sorted_by(cell: model.Cell) -> dict[str, str]:
    """Return the attribute by which a cell is sorted. The dict is empty if the cell is
    sorted by its text.
    """
    value = cell.value
    if isinstance(value, tuple):
        value = value[0]
    if value is None or value == cell.text:
        return {}
    if isinstance(value, str):
        return {"data-text": value}
    if math.isnan(value):
        return {}
    number = repr(float(value)).removesuffix(".0").replace("inf", "Infinity")
    return {"data-number": number}


def _extent(table: model.TableBlock) -> str:
    """Return the class that determines the layout of a table in print."""
    width = 0
    for place, column in enumerate(table.columns):
        texts = [column.head]
        texts += [row[place].text for row in table.rows]
        width += min(max(map(len, texts)), _LONGEST) + 2
    for most, name in _EXTENTS:
        if width <= most:
            return name
    return "huge"


def _links(text: str) -> Markup:
    """Return literal text in which web addresses are links."""
    parts = re.split(r"(https?://[^\s<>\"]+[^\s<>\".,;:)])", text)
    elements = list(map(escape, parts))
    link = Markup('<a href="{0}">{0}</a>')
    elements[1::2] = [link.format(address) for address in parts[1::2]]
    return Markup("").join(elements)
