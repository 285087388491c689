"""The SVG writer of the sheet: files, and elements of HTML pages with a name, a
description, and ids of their own.

Texts are the outlines of their letters, each letter of a font once in the drawing, so
it needs no fonts. In a page each element of the sheet is a group of its own, in drawing
order, and colours are attributes, or classes that a style sheet fills in. In a file the
groups are those of the other formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import TypeVar

from cddiagram.sheet.colors import ink
from cddiagram.sheet.elements import (
    Element,
    Line,
    Rectangle,
    Sheet,
    Text,
    decimal,
    drawn_alike,
    roles_of,
    runs_of,
    unique_ids,
)
from cddiagram.sheet.typeface import FAMILY, FILES, face, placed, sets


@dataclass(frozen=True, kw_only=True)
class Mark:
    """What the group of an element gets beside its shape: attributes, and SVG drawn
    over it.
    """

    attributes: Mapping[str, str]
    over: str = ""


def svg_of(
    sheets: Sequence[Sheet],
    colors: Mapping[str, str],
    families: Iterable[str],
    *,
    name: str,
    title: str,
    description: str = "",
    root: Mapping[str, str] | None = None,
    marks: Sequence[Mapping[str, Mark]] = (),
    by_role: bool = False,
) -> str:
    """Write sheets as an ``<svg>`` element as large as the first, in the fonts that
    they were measured with.

    Several are states of one figure: what all have stands there once, and what not all
    have in a group with the attribute ``data-states``, the numbers of those that do; a
    page shows one state at a time. `name` begins every id in the element: give each
    drawing of a page its own. `title` is the short name that a screen reader says,
    `description` what the figure says in a sentence or two. `root` are further
    attributes of the element, `marks` what is added to the elements of each sheet, by
    their ids (`unique_ids`). With `by_role` colours are classes, ``fill-foreground``,
    and the page is left out.
    """
    labels = {"title": title, **({"desc": description} if description else {})}
    ids = {
        tag: f"{name}-{'title' if tag == 'title' else 'description'}" for tag in labels
    }
    letters, inks = _Letters(tuple(families), name), {} if by_role else colors
    drawn = [
        list(_groups(sheet, inks, letters, told))
        for sheet, told in zip(sheets, marks or [{}] * len(sheets), strict=True)
    ]
    body = "".join(
        f"<g{_written({'data-states': n})}>{group}</g>" if n else group
        for group, n in in_states(drawn)
    )
    head = {
        "role": "img",
        "aria-labelledby": " ".join(ids.values()),
        **_root(sheets[0]),
        **(root or {}),
    }
    page = "" if by_role else _PAGE.format(ink("background", colors))
    said = "".join(
        f'<{tag} id="{ids[tag]}">{escape(text)}</{tag}>' for tag, text in labels.items()
    )
    return f"<svg{_written(head)}>{said}{letters.definitions()}{page}{body}</svg>"


_T = TypeVar("_T")


def in_states(states: Sequence[Sequence[_T]]) -> list[tuple[_T, str]]:
    """Put sequences into one that has all of them in their order: item -> the states
    that have it, empty for all.
    """
    found: list[tuple[_T, list[int]]] = []
    seen: set[_T] = set()
    for number, items in enumerate(states):
        at = 0
        for item in items:
            later = range(at, len(found)) if item in seen else ()
            place = next((i for i in later if found[i][0] == item), None)
            if place is None:
                found.insert(at, (item, []))
                seen.add(item)
                place = at
            found[place][1].append(number)
            at = place + 1
    return [
        (item, "" if len(own) == len(states) else " ".join(map(str, own)))
        for item, own in found
    ]


_PAGE = '<rect width="100%" height="100%" fill="{}"/>'

#: What the file says of itself, in the words that matplotlib uses: Dublin Core in RDF.
_METADATA = (
    '<metadata><rdf:RDF xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:cc="http://creativecommons.org/ns#" '
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><cc:Work>'
    "<dc:type "
    'rdf:resource="http://purl.org/dc/dcmitype/StillImage"/><dc:format>image/svg+xml</dc:format>'
    "<dc:description>{description}</dc:description>"
    "<dc:creator><cc:Agent><dc:title>{creator}</dc:title></cc:Agent></dc:creator></cc:Work></rdf:RDF></metadata>\n"
)


def write_svg(
    sheet: Sheet,
    colors: Mapping[str, str],
    *,
    ids: bool = False,
    transparent: bool = False,
    info: Mapping[str, str] | None = None,
) -> bytes:
    """Write a sheet in the default face as an SVG file.

    With `ids` each element is a group with its id, otherwise like elements share one;
    `info` is who made it ("creator") and what the file says of itself ("description").
    """
    letters = _Letters((FAMILY,))
    runs = list(runs_of(sheet.elements, ids))
    groups = [
        _group(gid, run, colors, letters)
        for gid, (_, run) in zip(
            unique_ids([name for name, _ in runs]), runs, strict=True
        )
    ]
    # Letters are called by xlink: not all readers know plain links.
    spaces = {
        "xmlns": "http://www.w3.org/2000/svg",
        "xmlns:xlink": "http://www.w3.org/1999/xlink",
    }
    parts = [
        '<?xml version="1.0" encoding="utf-8" standalone="no"?>\n',
        f"<svg{_written({**spaces, 'version': '1.1', **_root(sheet)})}>\n",
        _METADATA.format(
            **{key: escape(text, quote=False) for key, text in info.items()}
        )
        if info
        else "",
        letters.definitions(),
        "" if transparent else _PAGE.format(ink("background", colors)) + "\n",
        *groups,
        "</svg>\n",
    ]
    return "".join(parts).encode()


def _root(sheet: Sheet) -> dict[str, str]:
    width, height = decimal(sheet.width, 6), decimal(sheet.height, 6)
    return {
        "width": f"{width}pt",
        "height": f"{height}pt",
        "viewBox": f"0 0 {width} {height}",
        "stroke-linejoin": "round",
        "stroke-linecap": "butt",
    }


def _group(
    gid: str, run: Sequence[Element], colors: Mapping[str, str], letters: _Letters
) -> str:
    """Return a group of neighbours; those of one style share its attributes, and lines
    one path.
    """
    parts = []
    for _, same in groupby(run, key=drawn_alike):
        elements = list(same)
        attributes = _style(elements[0]) | {
            kind: ink(role, colors) for kind, role in roles_of(elements[0]).items()
        }
        if isinstance(elements[0], Line):
            path = "".join(
                _polygon(line.points) for line in elements if isinstance(line, Line)
            )
            shapes = [f"<path{_written({'d': path})}/>"]
        else:
            shapes = [_shape(element, letters, {}) for element in elements]
        parts.append((attributes, "".join(shapes)))
    if len(parts) == 1:
        ((attributes, shape),) = parts
        return f"<g{_written({'id': gid, **attributes})}>{shape}</g>\n"
    inner = "".join(
        f"<g{_written(attributes)}>{shape}</g>" for attributes, shape in parts
    )
    return f"<g{_written({'id': gid})}>{inner}</g>\n"


def _groups(
    sheet: Sheet,
    colors: Mapping[str, str],
    letters: _Letters,
    marks: Mapping[str, Mark],
) -> Iterator[str]:
    """Yield the group of each element; without `colors` its classes say the roles."""
    for element, gid in zip(
        sheet.elements,
        unique_ids([element.gid for element in sheet.elements]),
        strict=True,
    ):
        mark = marks.get(gid, Mark(attributes={}))
        attributes = dict(mark.attributes)
        roles = roles_of(element).items()
        if colors:
            attributes |= {kind: ink(role, colors) for kind, role in roles}
        else:
            words = [
                attributes.get("class", ""),
                *(f"{kind}-{role}" for kind, role in roles),
            ]
            attributes["class"] = " ".join(filter(None, words))
        if shape := _shape(element, letters, _style(element)):
            yield f"<g{_written(attributes)}>{shape}{mark.over}</g>"


def _style(element: Element) -> dict[str, str]:
    """Return how the outline of an element is drawn, but for its colour."""
    if isinstance(element, Text):
        return {}
    if isinstance(element, Line):
        style = {"fill": "none", "stroke-width": _short(element.width)}
        if element.dash is not None:
            style["stroke-dasharray"] = " ".join(map(_short, element.dash))
        if element.cap != "butt":
            style["stroke-linecap"] = {"projecting": "square"}.get(
                element.cap, element.cap
            )
        return style
    return (
        {}
        if element.edge is None
        else {"stroke-width": _short(element.edge_width), "stroke-linejoin": "miter"}
    )


def _shape(element: Element, letters: _Letters, style: Mapping[str, str]) -> str:
    """Return the shape of an element without its colours; nothing for a text without
    letters.
    """
    if isinstance(element, Text):
        return letters.text(element)
    if isinstance(element, Line):
        return f"<path{_written({'d': _polygon(element.points), **style})}/>"
    if isinstance(element, Rectangle):
        box = {
            "x": element.x,
            "y": element.y,
            "width": element.width,
            "height": element.height,
        }
        return f"<rect{_written({key: _short(value) for key, value in box.items()} | dict(style))}/>"
    if element.corners:
        return f"<path{_written({'d': _polygon(element.corners) + 'z', **style})}/>"
    disc = {"cx": element.x, "cy": element.y, "r": element.radius}
    return f"<circle{_written({key: _short(value) for key, value in disc.items()} | dict(style))}/>"


class _Letters:
    """Writes texts as letters, and keeps the outline of each letter once.

    In a page, whose `name` begins their ids, letters are numbered; in a file they are
    called after face and glyph, for one page may show several files, and a letter of
    one must not be taken for that of another.
    """

    def __init__(self, families: tuple[str, ...], name: str = "") -> None:
        self._families, self._name = families, name
        self._link = "href" if name else "xlink:href"
        self._outlines: dict[str, str] = {}

    def text(self, text: Text) -> str:
        """Return the letters of a text; nothing for one without ink."""
        kind = text.bold, text.italic
        if self._families == (FAMILY,) and not text.math and sets(text.text, *kind):
            units = face(*kind).units
            called = f"cdd-{FILES[kind]}"
            letters = [
                (face(*kind).outline(glyph), float(x), 0.0, 1.0, f"{called}-{glyph}")
                for glyph, x, _ in placed(text)
            ]
        else:
            from cddiagram.sheet.mpl.outlines import UNITS, traced

            units = UNITS
            letters = [(*letter, "") for letter in traced(text, self._families)]
        uses = [
            f"<use{_written({self._link: f'#{self._id(outline, called)}', **_place(x, y, scale)})}/>"
            for outline, x, y, scale, called in letters
            if outline
        ]
        if not uses:
            return ""
        scale = f"{text.size / units:.8f}".rstrip("0")
        place = (
            f"translate({_short(text.left)} {_short(text.baseline)}) scale({scale} "
            f"-{scale})"
        )
        said = (
            ""
            if self._name
            else f"<!-- {re.sub('-(?=-)', '- ', escape(text.text))} -->"
        )
        return f"{said}<g{_written({'transform': place})}>{''.join(uses)}</g>"

    def definitions(self) -> str:
        """Return the outlines of all letters written so far."""
        paths = [
            f"<path{_written({'id': key, 'd': outline})}/>"
            for outline, key in self._outlines.items()
        ]
        return f"<defs>{''.join(paths)}</defs>" if paths else ""

    def _id(self, outline: str, called: str) -> str:
        """Return the id of an outline."""
        return self._outlines.setdefault(
            outline, f"{self._name}-{len(self._outlines)}" if self._name else called
        )


def _place(x: float, y: float, scale: float) -> dict[str, str]:
    """Return where a letter stands in its line: mostly a shift to the right and no
    more.
    """
    if y == 0.0 and scale == 1.0:
        return {"x": _short(x)}
    shrunk = "" if scale == 1.0 else f" scale({_short(scale)})"
    return {"transform": f"translate({_short(x)} {_short(y)}){shrunk}"}


def _polygon(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in points)


def _written(attributes: Mapping[str, str]) -> str:
    return "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())


def _short(value: float) -> str:
    return decimal(value, 2)
