"""The SVG writer of the sheet. It writes files, and elements for HTML pages, which have
a title, a description and unique ids.

Text is written as the outlines of its letters, so that no fonts are needed. Each letter
of a font is defined only once. In an HTML page, each element of the sheet is a separate
group, in drawing order. Its colours are specified by attributes or by classes of a
style sheet. Files contain the same groups as the other formats.
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
    Area,
    Element,
    Line,
    Rectangle,
    Sheet,
    Text,
    decimal,
    drawn_alike,
    runs_of,
    unique_ids,
)
from cddiagram.sheet.typeface import Typeface, load_font, own_typeface


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
    """Write sheets as an ``<svg>`` element with the size of the first sheet. `families`
    are the typefaces in which the sheets were measured.

    Several sheets are states of one figure. Content shared by all states is written
    only once. Other content is in groups whose attribute ``data-states`` lists the
    numbers of the states that contain it. The page shows one state at a time.

    Parameters
    ----------
    name : str
        The prefix of all ids in the element. It must be unique on the page.
    title : str
        The short name that a screen reader reads aloud.
    description : str, optional
        A description of the figure in one or two sentences.
    root : mapping of str to str, optional
        Further attributes of the element.
    marks : sequence of mapping of str to Mark, optional
        Additions to the elements of each sheet, by their ids (`unique_ids`).
    by_role : bool, default False
        Whether colours are specified by classes such as ``fill-foreground``. In this
        case, the element has no background.
    """
    labels = {f"{name}-title": ("title", title)}
    if description:
        labels[f"{name}-description"] = ("desc", description)
    letters = _Letters(tuple(families), name)
    inks = colors
    if by_role:
        inks = {}
    states = []
    for sheet, additions in zip(sheets, marks or [{}] * len(sheets), strict=True):
        states.append(list(_groups(sheet, inks, letters, additions)))
    body = []
    for group, numbers in in_states(states):
        if numbers:
            states_of_group = _attributes({"data-states": numbers})
            body.append(f"<g{states_of_group}>{group}</g>")
        else:
            body.append(group)
    attributes = {
        "role": "img",
        "aria-labelledby": " ".join(labels),
        **_root(sheets[0]),
        **(root or {}),
    }
    parts = [f"<svg{_attributes(attributes)}>"]
    for label_id, (tag, text) in labels.items():
        parts.append(f'<{tag} id="{label_id}">{escape(text)}</{tag}>')
    parts.append(letters.definitions())
    if not by_role:
        parts.append(_PAGE.format(ink("background", colors)))
    return "".join([*parts, *body, "</svg>"])


_T = TypeVar("_T")


def in_states(states: Sequence[Sequence[_T]]) -> list[tuple[_T, str]]:
    """Merge sequences into one sequence that contains all items in order.

    Return each item with the numbers of the states that contain it, or with an empty
    string if all states contain it.
    """
    # The merged sequence contains each item with the indices of the states that contain
    # it. Most items are not yet in the merged sequence. The code uses the set to skip
    # the search for these items.
    union: list[tuple[_T, list[int]]] = []
    items_of_union: set[_T] = set()
    for number, items in enumerate(states):
        at = 0
        for item in items:
            index = None
            if item in items_of_union:
                later = range(at, len(union))
                index = next((i for i in later if union[i][0] == item), None)
            if index is None:
                index = at
                union.insert(index, (item, []))
                items_of_union.add(item)
            union[index][1].append(number)
            at = index + 1
    result = []
    for item, numbers in union:
        text = " ".join(map(str, numbers))
        if len(numbers) == len(states):
            text = ""
        result.append((item, text))
    return result


#: Maps line caps to their SVG names if SVG uses different names.
_CAPS = {"projecting": "square"}
_PAGE = '<rect width="100%" height="100%" fill="{}"/>'

#: The template for the metadata of a file. Like matplotlib, it uses Dublin Core in RDF.
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
    """Write a sheet as an SVG file. `typeface` must be the typeface in which it was
    measured, by default Source Sans 3.

    With `ids`, each element is a group with its id. Otherwise, consecutive elements of
    the same kind share a group. `info` contains the program ("creator") and the
    description of the file ("description"). Screen readers read the `description` of
    the figure.
    """
    letters = _Letters((typeface or Typeface()).families)
    runs = list(runs_of(sheet.elements, ids))
    names = unique_ids([name for name, _ in runs])
    groups = []
    for gid, (_, run) in zip(names, runs, strict=True):
        groups.append(_group(gid, run, colors, letters))
    root = {
        "xmlns": "http://www.w3.org/2000/svg",
        "xmlns:xlink": "http://www.w3.org/1999/xlink",
        "version": "1.1",
        **_root(sheet),
        **_label_attributes(description),
    }
    parts = [
        '<?xml version="1.0" encoding="utf-8" standalone="no"?>\n',
        f"<svg{_attributes(root)}>\n",
    ]
    parts.append(_labels(description))
    if info:
        texts = {key: escape(text, quote=False) for key, text in info.items()}
        parts.append(_METADATA.format(**texts))
    parts.append(letters.definitions())
    if not transparent:
        parts.append(_PAGE.format(ink("background", colors)) + "\n")
    return "".join([*parts, *groups, "</svg>\n"]).encode()


#: The ids of the title and the description in a file.
_TITLE, _DESCRIPTION = "cdd-title", "cdd-description"


def _label_attributes(description: str) -> dict[str, str]:
    """Return the attributes by which screen readers find the description of a file."""
    if not description:
        return {}
    return {"role": "img", "aria-labelledby": f"{_TITLE} {_DESCRIPTION}"}


def _labels(description: str) -> str:
    """Return the elements that contain the first sentence of a description (title) and
    the rest of it.
    """
    if not description:
        return ""
    title, _, rest = description.partition(". ")
    return (
        f'<title id="{_TITLE}">{escape(title)}</title>\n'
        f'<desc id="{_DESCRIPTION}">{escape(rest)}</desc>\n'
    )


def with_description(svg: bytes, description: str) -> bytes:
    """Add a description to an SVG file that another program has written."""
    if not description:
        return svg
    before, root, after = svg.partition(b"<svg ")
    attributes, end, body = after.partition(b">")
    attributes += _attributes(_label_attributes(description)).encode()
    labels = b"\n" + _labels(description).encode()
    return before + root + attributes + end + labels + body


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
    """Return the group of a run of elements. Consecutive elements with the same style
    share attributes, and lines with the same style share one path.
    """
    parts = []
    for _, neighbours in groupby(run, key=drawn_alike):
        elements = list(neighbours)
        attributes = _style(elements[0])
        for kind, role in elements[0].roles.items():
            attributes[kind] = ink(role, colors)
        lines = [element for element in elements if isinstance(element, Line)]
        if lines:
            path = "".join(_polygon(line.points) for line in lines)
            shape = f"<path{_attributes({'d': path})}/>"
        else:
            shape = "".join(_shape(element, letters, {}) for element in elements)
        parts.append((attributes, shape))
    if len(parts) == 1:
        ((attributes, shape),) = parts
        return f"<g{_attributes({'id': gid, **attributes})}>{shape}</g>\n"
    inner = ""
    for attributes, shape in parts:
        inner += f"<g{_attributes(attributes)}>{shape}</g>"
    return f"<g{_attributes({'id': gid})}>{inner}</g>\n"


def _groups(
    sheet: Sheet,
    colors: Mapping[str, str],
    letters: _Letters,
    marks: Mapping[str, Mark],
) -> Iterator[str]:
    """Yield the group of each element. If `colors` is empty, roles are written as
    classes.
    """
    ids = unique_ids([element.gid for element in sheet.elements])
    for element, gid in zip(sheet.elements, ids, strict=True):
        mark = marks.get(gid, Mark(attributes={}))
        attributes = dict(mark.attributes)
        classes = [attributes.get("class", "")]
        for kind, role in element.roles.items():
            if colors:
                attributes[kind] = ink(role, colors)
            classes.append(f"{kind}-{role}")
        if not colors:
            attributes["class"] = " ".join(filter(None, classes))
        if shape := _shape(element, letters, _style(element)):
            yield f"<g{_attributes(attributes)}>{shape}{mark.over}</g>"


def _style(element: Element) -> dict[str, str]:
    """Return the attributes of the outline of an element, without its colour."""
    if isinstance(element, Text):
        return {}
    if isinstance(element, Line):
        style = {"fill": "none", "stroke-width": _decimal(element.width)}
        if element.dash is not None:
            style["stroke-dasharray"] = " ".join(map(_decimal, element.dash))
        if element.cap != "butt":
            style["stroke-linecap"] = _CAPS.get(element.cap, element.cap)
        return style
    if element.edge is None:
        return {}
    return {"stroke-width": _decimal(element.edge_width), "stroke-linejoin": "miter"}


def _shape(element: Element, letters: _Letters, style: Mapping[str, str]) -> str:
    """Return the shape of an element without its colours, or an empty string for text
    without visible letters.
    """
    if isinstance(element, Text):
        return letters.text(element)
    if isinstance(element, Line):
        return f"<path{_attributes({'d': _polygon(element.points), **style})}/>"
    if isinstance(element, Rectangle):
        sides = ("x", "y", "width", "height")
        box = {side: _decimal(getattr(element, side)) for side in sides}
        return f"<rect{_attributes({**box, **style})}/>"
    if isinstance(element, Area) or element.corners:
        return f"<path{_attributes({'d': _polygon(element.corners) + 'z', **style})}/>"
    disc = {
        "cx": _decimal(element.x),
        "cy": _decimal(element.y),
        "r": _decimal(element.radius),
    }
    return f"<circle{_attributes({**disc, **style})}/>"


class _Letters:
    """A writer of text as letters. The outline of each letter is written only once.

    In an HTML page, letters are numbered, and their ids begin with `name`. In a file,
    their ids consist of the font and the glyph. Therefore, equal ids denote equal
    letters, even if a page embeds several files.
    """

    def __init__(self, families: tuple[str, ...], name: str = "") -> None:
        self._families, self._name = families, name
        self._typeface = own_typeface(families)
        self._link = "href"
        if not name:  # some viewers do not support plain links
            self._link = "xlink:href"
        self._outlines: dict[str, str] = {}

    def text(self, text: Text) -> str:
        """Return the letters of a string, or an empty string if no letter is
        visible.
        """
        units, letters = self._letters_of(text)
        uses = []
        for outline, x, y, scale, glyph in letters:
            if outline:
                link = {self._link: f"#{self._id(outline, glyph)}"}
                uses.append(f"<use{_attributes(link | _shift(x, y, scale))}/>")
        if not uses:
            return ""
        factor = f"{text.size / units:.8f}".rstrip("0")
        origin = f"{_decimal(text.left)} {_decimal(text.baseline)}"
        transform = f"translate({origin}) scale({factor} -{factor})"
        group = f"<g{_attributes({'transform': transform})}>{''.join(uses)}</g>"
        if self._name:
            return group
        comment = re.sub("-(?=-)", "- ", escape(text.text))
        return f"<!-- {comment} -->{group}"

    def _letters_of(
        self, text: Text
    ) -> tuple[int, list[tuple[str, float, float, float, str]]]:
        """Return the number of units per em, and the outline, x, y, scale and id of
        each letter in a string.
        """
        kind = text.bold, text.italic
        typeface = self._typeface
        if typeface is None or text.math or not typeface.can_typeset(text.text, *kind):
            from cddiagram.sheet.mpl.outlines import UNITS, traced

            return UNITS, [(*letter, "") for letter in traced(text, self._families)]
        units = typeface.units(*kind)
        letters = []
        for file, glyph, x, _ in typeface.letters(text):
            font = load_font(file)
            outline, scale = font.outline(glyph), units / font.units
            letters.append((outline, float(x), 0.0, scale, f"cdd-{file}-{glyph}"))
        return units, letters

    def definitions(self) -> str:
        """Return the outlines of all letters that have been written."""
        paths = []
        for outline, letter_id in self._outlines.items():
            attributes = _attributes({"id": letter_id, "d": outline})
            paths.append(f"<path{attributes}/>")
        if paths:
            return f"<defs>{''.join(paths)}</defs>"
        return ""

    def _id(self, outline: str, glyph_id: str) -> str:
        """Return the id of an outline. Equal outlines have the same id."""
        new_id = glyph_id
        if self._name:
            new_id = f"{self._name}-{len(self._outlines)}"
        return self._outlines.setdefault(outline, new_id)


def _shift(x: float, y: float, scale: float) -> dict[str, str]:
    """Return the attributes that position a letter in its line, usually only ``x``."""
    if y == 0.0 and scale == 1.0:
        return {"x": _decimal(x)}
    transform = f"translate({_decimal(x)} {_decimal(y)})"
    if scale != 1.0:
        transform += f" scale({decimal(scale, 6)})"
    return {"transform": transform}


def _polygon(points: Iterable[tuple[float, float]]) -> str:
    """Return the path of a polyline."""
    pairs = [f"{_decimal(x)} {_decimal(y)}" for x, y in points]
    return "M" + "L".join(pairs)


def _attributes(attributes: Mapping[str, str]) -> str:
    """Write the attributes of an element, each after a space."""
    return "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())


def _decimal(value: float) -> str:
    return decimal(value, 2)
