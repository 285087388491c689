"""The SVG writer of the sheet: files, and elements of HTML pages with a name, a
description, and ids of their own.

Texts are written as the outlines of their letters, so that no fonts are needed. Each
letter of a font is defined only once. In an HTML page, each element of the sheet is a
group of its own, in drawing order. Its colours are attributes, or classes of a style
sheet. Files have the same groups as the
other formats.
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
from cddiagram.sheet.typeface import Typeface, face, own_typeface


@dataclass(frozen=True, kw_only=True)
class Mark:
    """Additions to the group of an element: attributes, and SVG drawn over its shape."""

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
    """Write sheets as an ``<svg>`` element with the size of the first, in the fonts in
    which they were measured.

    Several sheets are states of one figure. Content that all states share is written
    once. Other content is in groups with the attribute ``data-states``, the numbers of
    the states that have it, and the page shows one state at a time.

    Parameters
    ----------
    name : str
        The beginning of every id in the element, a different one for each drawing of a
        page.
    title : str
        The short name that a screen reader reads aloud.
    description : str, optional
        The content of the figure in a sentence or two.
    root : mapping of str to str, optional
        Further attributes of the element.
    marks : sequence of mapping of str to Mark, optional
        Additions to the elements of each sheet, by their ids (`unique_ids`).
    by_role : bool, default False
        Whether colours are classes such as ``fill-foreground``; the page is then left
        out.
    """
    labels = {f"{name}-title": ("title", title)}
    if description:
        labels[f"{name}-description"] = ("desc", description)
    letters = _Letters(tuple(families), name)
    inks = {} if by_role else colors
    states = []
    for sheet, additions in zip(sheets, marks or [{}] * len(sheets), strict=True):
        states.append(list(_groups(sheet, inks, letters, additions)))
    body = []
    for group, numbers in in_states(states):
        if numbers:
            body.append(f"<g{_written({'data-states': numbers})}>{group}</g>")
        else:
            body.append(group)
    attributes = {
        "role": "img",
        "aria-labelledby": " ".join(labels),
        **_root(sheets[0]),
        **(root or {}),
    }
    parts = [f"<svg{_written(attributes)}>"]
    for label_id, (tag, text) in labels.items():
        parts.append(f'<{tag} id="{label_id}">{escape(text)}</{tag}>')
    parts.append(letters.definitions())
    if not by_role:
        parts.append(_PAGE.format(ink("background", colors)))
    return "".join([*parts, *body, "</svg>"])


_T = TypeVar("_T")


def in_states(states: Sequence[Sequence[_T]]) -> list[tuple[_T, str]]:
    """Merge sequences into one that contains the items of all of them in order.

    Return each item with the numbers of the states that have it, or with an empty text
    if all states have it.
    """
    merged: list[tuple[_T, list[int]]] = []
    known: set[_T] = set()
    for number, items in enumerate(states):
        at = 0
        for item in items:
            later = range(at, len(merged)) if item in known else ()
            index = next((i for i in later if merged[i][0] == item), None)
            if index is None:
                merged.insert(at, (item, []))
                known.add(item)
                index = at
            merged[index][1].append(number)
            at = index + 1
    result = []
    for item, numbers in merged:
        is_common = len(numbers) == len(states)
        result.append((item, "" if is_common else " ".join(map(str, numbers))))
    return result


#: Line ends that have another name in SVG.
_CAPS = {"projecting": "square"}
_PAGE = '<rect width="100%" height="100%" fill="{}"/>'

#: The metadata of a file: Dublin Core in RDF, as matplotlib writes it.
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
    typeface: Typeface | None = None,
    ids: bool = False,
    transparent: bool = False,
    info: Mapping[str, str] | None = None,
    description: str = "",
) -> bytes:
    """Write a sheet as an SVG file in the typeface in which it was measured, by default
    the default typeface.

    With `ids`, each element is a group with its id; otherwise like elements share one.
    `info` contains the program ("creator") and the description of the file
    ("description"). Screen readers read the `description` of its content.
    """
    letters = _Letters((typeface or Typeface()).families)
    runs = list(runs_of(sheet.elements, ids))
    names = unique_ids([name for name, _ in runs])
    groups = [
        _group(gid, run, colors, letters)
        for gid, (_, run) in zip(names, runs, strict=True)
    ]
    root = {
        # Letters are referenced with xlink, because not all readers know plain links.
        "xmlns": "http://www.w3.org/2000/svg",
        "xmlns:xlink": "http://www.w3.org/1999/xlink",
        "version": "1.1",
        **_root(sheet),
        **_labelled(description),
    }
    parts = [
        '<?xml version="1.0" encoding="utf-8" standalone="no"?>\n',
        f"<svg{_written(root)}>\n",
    ]
    parts.append(_labels(description))
    if info:
        texts = {key: escape(text, quote=False) for key, text in info.items()}
        parts.append(_METADATA.format(**texts))
    parts.append(letters.definitions())
    if not transparent:
        parts.append(_PAGE.format(ink("background", colors)) + "\n")
    return "".join([*parts, *groups, "</svg>\n"]).encode()


#: The ids of the title and the description of a file.
_TITLE, _DESCRIPTION = "cdd-title", "cdd-description"


def _labelled(description: str) -> dict[str, str]:
    """Return the attributes by which screen readers find the description of a file."""
    if not description:
        return {}
    return {"role": "img", "aria-labelledby": f"{_TITLE} {_DESCRIPTION}"}


def _labels(description: str) -> str:
    """Return the title, which is the first sentence, and the rest of a description."""
    if not description:
        return ""
    title, _, rest = description.partition(". ")
    return (
        f'<title id="{_TITLE}">{escape(title)}</title>\n'
        f'<desc id="{_DESCRIPTION}">{escape(rest)}</desc>\n'
    )


def with_description(svg: bytes, description: str) -> bytes:
    """Add a description to an SVG file of another program."""
    if not description:
        return svg
    before, root, after = svg.partition(b"<svg ")
    attributes, end, body = after.partition(b">")
    labelled = _written(_labelled(description)).encode()
    labels = b"\n" + _labels(description).encode()
    return before + root + attributes + labelled + end + labels + body


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
    """Return a group of neighbours. Elements of one style share its attributes, and
    lines share one path.
    """
    parts = []
    for _, same in groupby(run, key=drawn_alike):
        elements = list(same)
        attributes = _style(elements[0])
        for kind, role in roles_of(elements[0]).items():
            attributes[kind] = ink(role, colors)
        lines = [element for element in elements if isinstance(element, Line)]
        if lines:
            path = "".join(_polygon(line.points) for line in lines)
            shape = f"<path{_written({'d': path})}/>"
        else:
            shape = "".join(_shape(element, letters, {}) for element in elements)
        parts.append((attributes, shape))
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
    """Yield the group of each element. Without `colors`, its classes are its roles."""
    ids = unique_ids([element.gid for element in sheet.elements])
    for element, gid in zip(sheet.elements, ids, strict=True):
        mark = marks.get(gid, Mark(attributes={}))
        attributes = dict(mark.attributes)
        classes = [attributes.get("class", "")]
        for kind, role in roles_of(element).items():
            if colors:
                attributes[kind] = ink(role, colors)
            classes.append(f"{kind}-{role}")
        if not colors:
            attributes["class"] = " ".join(filter(None, classes))
        if shape := _shape(element, letters, _style(element)):
            yield f"<g{_written(attributes)}>{shape}{mark.over}</g>"


def _style(element: Element) -> dict[str, str]:
    """Return the attributes of the outline of an element, without its colour."""
    if isinstance(element, Text):
        return {}
    if isinstance(element, Line):
        style = {"fill": "none", "stroke-width": _short(element.width)}
        if element.dash is not None:
            style["stroke-dasharray"] = " ".join(map(_short, element.dash))
        if element.cap != "butt":
            style["stroke-linecap"] = _CAPS.get(element.cap, element.cap)
        return style
    if element.edge is None:
        return {}
    return {"stroke-width": _short(element.edge_width), "stroke-linejoin": "miter"}


def _shape(element: Element, letters: _Letters, style: Mapping[str, str]) -> str:
    """Return the shape of an element without its colours; empty for a text without
    letters.
    """
    if isinstance(element, Text):
        return letters.text(element)
    if isinstance(element, Line):
        return f"<path{_written({'d': _polygon(element.points), **style})}/>"
    if isinstance(element, Rectangle):
        sides = ("x", "y", "width", "height")
        box = {side: _short(getattr(element, side)) for side in sides}
        return f"<rect{_written({**box, **style})}/>"
    if element.corners:
        return f"<path{_written({'d': _polygon(element.corners) + 'z', **style})}/>"
    disc = {
        "cx": _short(element.x),
        "cy": _short(element.y),
        "r": _short(element.radius),
    }
    return f"<circle{_written({**disc, **style})}/>"


class _Letters:
    """Writes texts as letters, and keeps the outline of each letter once.

    In an HTML page, whose `name` begins their ids, letters are numbered. In a file,
    their ids consist of font and glyph: one page may show several files, and a letter
    of one file must not be replaced by a letter of another.
    """

    def __init__(self, families: tuple[str, ...], name: str = "") -> None:
        self._families, self._name = families, name
        self._typeface = own_typeface(families)
        self._link = "href" if name else "xlink:href"
        self._outlines: dict[str, str] = {}

    def text(self, text: Text) -> str:
        """Return the letters of a text; empty for a text without ink."""
        units, letters = self._letters_of(text)
        uses = []
        for outline, x, y, scale, glyph in letters:
            if outline:
                link = {self._link: f"#{self._id(outline, glyph)}"}
                uses.append(f"<use{_written(link | _shift(x, y, scale))}/>")
        if not uses:
            return ""
        factor = f"{text.size / units:.8f}".rstrip("0")
        origin = f"{_short(text.left)} {_short(text.baseline)}"
        transform = f"translate({origin}) scale({factor} -{factor})"
        group = f"<g{_written({'transform': transform})}>{''.join(uses)}</g>"
        if self._name:
            return group
        comment = re.sub("-(?=-)", "- ", escape(text.text))
        return f"<!-- {comment} -->{group}"

    def _letters_of(
        self, text: Text
    ) -> tuple[int, list[tuple[str, float, float, float, str]]]:
        """Return the units of the type size, and outline, x, y, scale and id of each
        letter of a text.
        """
        kind = text.bold, text.italic
        typeface = self._typeface
        if typeface is None or text.math or not typeface.sets(text.text, *kind):
            from cddiagram.sheet.mpl.outlines import UNITS, traced

            return UNITS, [(*letter, "") for letter in traced(text, self._families)]
        units = typeface.units(*kind)
        letters = []
        for file, glyph, x, _ in typeface.letters(text):
            font = face(file)
            outline, scale = font.outline(glyph), units / font.units
            letters.append((outline, float(x), 0.0, scale, f"cdd-{file}-{glyph}"))
        return units, letters

    def definitions(self) -> str:
        """Return the outlines of all letters that have been written."""
        paths = [
            f"<path{_written({'id': key, 'd': outline})}/>"
            for outline, key in self._outlines.items()
        ]
        return f"<defs>{''.join(paths)}</defs>" if paths else ""

    def _id(self, outline: str, glyph_id: str) -> str:
        """Return the id of an outline."""
        own = f"{self._name}-{len(self._outlines)}" if self._name else glyph_id
        return self._outlines.setdefault(outline, own)


def _shift(x: float, y: float, scale: float) -> dict[str, str]:
    """Return the attributes of a letter's position in its line, which is mostly just a
    shift to the right.
    """
    if y == 0.0 and scale == 1.0:
        return {"x": _short(x)}
    transform = f"translate({_short(x)} {_short(y)})"
    if scale != 1.0:
        transform += f" scale({decimal(scale, 6)})"
    return {"transform": transform}


def _polygon(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in points)


def _written(attributes: Mapping[str, str]) -> str:
    return "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())


def _short(value: float) -> str:
    return decimal(value, 2)
