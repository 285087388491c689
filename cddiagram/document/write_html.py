"""The report as one page of HTML: figures, tables, styles and scripts are inside, and
nothing is loaded from outside.

The template, the style sheet and the script lie in the folder ``page``. The page's own
security policy allows exactly these styles and this script, by their hashes: whatever a
name of an algorithm contains cannot run, and no request can leave the page.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import math
import re
from collections.abc import Iterable
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

#: A table of so many rows is printed on one page; one with more than so many scrolls in
#: a box, under its head.
_SHORT_TABLE, _LONG_TABLE = 15, 30

#: Texts of cells with more characters may be broken where there is little room, and
#: everywhere.
_LONG, _LONGEST = 16, 28

#: Role of a cell that heads others -> which.
_SCOPES = dict.fromkeys(("name", "control", model.SUBTOTAL, model.FOOT), "row") | {
    model.HEADING: "rowgroup"
}

#: How wide a table is, by its characters: on paper the wide ones are set in smaller
#: letters, "huge" ones on pages of their own, across.
_EXTENTS = ((100, "slim"), (125, "broad"), (160, "vast"))

#: The icon of the page, a diagram of two bars: browsers would ask the server for one.
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 4H15M3 '
    '4V2M8 4V2M13 4V2M3 8H9M7 12H13" '
    'stroke="#0072b2" stroke-width="2"/></svg>'
)


def report_html(report: model.Document) -> str:
    """Write the report as a page of HTML."""
    ids, hints = _Ids(report), _hints(report)
    place = {name: str(number) for number, name in enumerate(report.algorithms)}
    with_files, files = _packed_files(report)

    def about(text: str) -> str | None:
        """Return the numbers of the algorithms that a cell names or a hint is about."""
        return (
            " ".join(place[name] for name in model.about_of(text) if name in place)
            or None
        )

    # The list of sources, where the report has one itself: citations lead there.
    texts = tuple(reference.text for reference in report.references)
    lists = (
        block
        for section in report.sections
        for block in section.blocks
        if isinstance(block, model.Bullets)
    )
    drawings = {
        key: Markup(page_figure(figure, name=f"f{number}", numbered=hints, about=about))
        for number, (key, figure) in enumerate(report.figures().items(), 1)
    }
    sheets = []
    for (
        key,
        figure,
    ) in report.figures().items():  # how wide it is on paper, and the paper
        colors, width = (
            figure.drawing.colors,
            figure.drawing.layout.width * _REM_PER_POINT,
        )
        sheet = f"--sheet: {colors['background']}; --sheet-accent: {colors['accent']}"
        sheets.append(f"#{ids.figures[key]} svg {{ --size: {width:.3f}rem; {sheet} }}")
    style = _resource("report.css") + "".join(
        f"{line}\n" for line in (*_role_styles(), *sheets)
    )
    script = _resource("report.js")
    return template("report.html.jinja").render(
        report=report,
        parts=_tree(report.sections, ids),
        ids=ids,
        labels={reference.key: reference.label for reference in report.references},
        numbers=model.numbers(report),
        drawings=drawings,
        reference_list=next((block for block in lists if block.items == texts), None),
        hints=hints,
        about=about,
        levels=lambda block: page_levels(
            block, name=f"l-{block.like.key}", about=about
        ),
        file_name=lambda block: with_files.get(id(block)),
        files=files,
        hint_data=_script_data(list(map(marked, hints))),
        policy=_policy(style, script),
        style=Markup(style),
        script=Markup(script),
        icon=f"data:image/svg+xml,{quote(_ICON, safe=' /:=')}",
        brief=next(
            (
                section.key
                for section in report.sections[:-1]
                if section.key in ("brief", "measures")
            ),
            "",
        ),
        short_table=_SHORT_TABLE,
        long_table=_LONG_TABLE,
    )


def _hints(report: model.Document) -> dict[str, int]:
    """Return each hint of tables and figures a number: a pair that occurs in many
    places is written down once.
    """
    tables = report.tables().values()
    found = [column.explained for table in tables for column in table.columns]
    found += [cell.hint for table in tables for row in table.rows for cell in row]
    found += [
        hint for figure in report.figures().values() for hint in figure.hints.values()
    ]
    return {
        hint: number for number, hint in enumerate(dict.fromkeys(filter(None, found)))
    }


def _files_of(block: object) -> dict[str, str]:
    """Return suffix -> content of the files of a block, those that are no text in
    base64: what saving them writes.
    """
    if isinstance(block, model.Figure):
        drawing = block.drawing
        return {
            "pdf": base64.b64encode(drawing.to_bytes("pdf")).decode(),
            "svg": drawing.to_bytes("svg").decode(),
        }
    if isinstance(block, model.TableBlock):
        return {"csv": block.to_csv(), "tex": tables_latex([block], preamble=False)}
    if isinstance(block, model.Paragraph):
        return {
            "txt": plain_words(block.words),
            "tex": finished_words(block.words, latex=True),
        }
    return {"bib": f"{block.text}\n"} if isinstance(block, model.Listing) else {}


def _packed_files(report: model.Document) -> tuple[dict[int, str], str]:
    """Return the name of each block that has files, by its `id`, and all files, packed:
    name -> suffix -> content.
    """
    names: dict[int, str] = {}
    files: dict[str, dict[str, str]] = {}
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, model.Paragraph) and not block.for_papers:
                continue
            key = getattr(
                block, "key", f"{section.key}-{getattr(block, 'role', 'bibtex')}"
            )
            if content := _files_of(block):
                names[id(block)], files[key] = key, content
    text = json.dumps(files, ensure_ascii=False)
    return names, base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def _script_data(data: list[str]) -> Markup:
    """Write data for scripts: no character of it means anything to HTML."""
    text = json.dumps(data, ensure_ascii=False, separators=(",\n", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def _policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy: nothing but this style sheet, this script and
    the icon in the page.
    """
    hashes = [
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for text in (style, script)
    ]
    sources = "style-src 'sha256-{}'; script-src 'sha256-{}'".format(*hashes)
    return (
        f"default-src 'none'; {sources}; img-src data:; base-uri 'none'; form-action "
        "'none'"
    )


@cache
def _resource(name: str) -> str:
    return (
        resources.files("cddiagram.document.html")
        .joinpath("page", name)
        .read_text(encoding="utf-8")
    )


@cache
def template(name: str) -> Template:
    """Return a template of the folder ``page``; whatever is put into it is escaped."""
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
    """Write a number with its symbol; a symbol of one Latin letter is italic."""
    symbol = re.match(r"[A-Za-z]?(?![A-Za-z])", formula.text)
    letter = symbol[0] if symbol else ""
    rest = formula.text.removeprefix(letter)
    italic = Markup("<i>{}</i>").format(letter) if letter else Markup("")
    return italic + rest


def _finished(value: object) -> object:
    """Turn isolates around names into HTML's own; attributes and what is HTML already
    keep the characters.
    """
    if type(value) not in (str, Name, Phrase):
        return value
    text = marked(value)  # type: ignore[arg-type]
    opening, closing = ISOLATES
    if opening not in text:
        return text
    parts = re.split(f"{opening}([^{opening}{closing}]*){closing}", text)
    return Markup("").join(
        Markup("<bdi>{}</bdi>").format(part) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )


class _Ids:
    """Ids for everything that is linked to: speaking ones, none of them twice."""

    def __init__(self, report: model.Document) -> None:
        self._taken: set[str] = {"hint", "hints", "files", "cddiagram-provenance"}
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

    def _new(self, wanted: str) -> str:
        name = re.sub(r"[^\w-]+", "-", wanted, flags=re.ASCII).strip("-") or "part"
        # What figures and captions call their own: f1-..., ...-caption, ...-head.
        name = re.sub(r"^(f?\d)", r"part-\1", name)
        free, number = name, 1
        while {free, f"{free}-head", f"{free}-caption"} & self._taken:
            number += 1
            free = f"{name}-{number}"
        self._taken |= {free, f"{free}-head", f"{free}-caption"}
        return free


def _tree(sections: tuple[model.Section, ...], ids: _Ids) -> list[dict[str, Any]]:
    """Put sections of level 2 into the one before; headings then never skip a level."""
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
    """Return the rules for the colours of figures: by light, in the dark, and what is
    painted in them.
    """
    light, dark = (
        ":root { "
        + "; ".join(f"--figure-{role}: {colors[role]}" for role in PLAIN)
        + " }"
        for colors in (LIGHT, DARK)
    )
    paints = [
        f".{kind}-{role} {{ {kind}: var(--figure-{role}) }}"
        for role in PLAIN
        for kind in ("fill", "stroke")
    ]
    return [
        light,
        f"@media screen and (prefers-color-scheme: dark) {{ {dark} }}",
        *paints,
    ]


def _bodies(table: model.TableBlock) -> list[tuple[str, list[tuple[model.Cell, ...]]]]:
    """Divide the rows: those of a group with its name and what sums it up, last those
    that sum up all.
    """
    bodies: list[tuple[str, list[tuple[model.Cell, ...]]]] = [("tbody", [])]
    for row in table.rows:
        tag = "tfoot" if row[0].role == model.FOOT else "tbody"
        if tag != bodies[-1][0] or (row[0].role == model.HEADING and bodies[-1][1]):
            bodies.append((tag, []))
        bodies[-1][1].append(row)
    return bodies


def _cell_attributes(cell: model.Cell, column: model.Column) -> dict[str, str]:
    """Return the attributes of a cell: how it looks, what it tells, what it is sorted
    by.
    """
    scope = {"scope": _SCOPES[cell.role]} if cell.role in _SCOPES else {}
    role = [cell.role] if cell.role not in ("plain", "name") else []
    classes = [
        *role,
        *(["number"] if column.align == "right" else []),
        *_length(cell.text),
    ]
    return scope | ({"class": " ".join(classes)} if classes else {}) | _sorted_by(cell)


def _head_attributes(column: model.Column) -> dict[str, str]:
    classes = ["number"] * (column.align == "right") + _length(column.head)
    return {"class": " ".join(classes)} if classes else {}


def _length(text: str) -> list[str]:
    return (
        ["longest"] if len(text) > _LONGEST else ["long"] if len(text) > _LONG else []
    )


def _sorted_by(cell: model.Cell) -> dict[str, str]:
    """Return the attribute that the cell is sorted by; none if it is its text."""
    value = cell.value[0] if isinstance(cell.value, tuple) else cell.value
    if isinstance(value, str):
        return {} if value == cell.text else {"data-text": value}
    if value is None or math.isnan(value):
        return {}
    if math.isinf(value):
        return {"data-number": "Infinity" if value > 0 else "-Infinity"}
    return {"data-number": repr(float(value)).removesuffix(".0")}


def _extent(table: model.TableBlock) -> str:
    """Say how wide a table is, for printing."""
    columns = zip(
        *(
            [column.head for column in table.columns],
            *([c.text for c in row] for row in table.rows),
        ),
        strict=True,
    )
    width = sum(min(max(map(len, texts)), _LONGEST) + 2 for texts in columns)
    return next((name for most, name in _EXTENTS if width <= most), "huge")


def _links(text: str) -> Markup:
    """Make addresses in a text links; everything else stays literal."""
    parts = re.split(r"(https?://[^\s<>\"]+[^\s<>\".,;:)])", text)
    return Markup("").join(
        Markup('<a href="{0}">{0}</a>').format(part) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )
