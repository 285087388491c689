"""A figure for the page of the HTML report: SVG without styles, in colours of the page, with marks for hints.

The page forbids style attributes (its security policy), and it is light or dark as the reader wishes. So every style
of matplotlib's SVG becomes an attribute, and the colour of each element becomes a class named after its role, which
the style sheet of the page fills in. A drawing in tones or in colours of its own keeps them and its white sheet.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from xml.etree import ElementTree

from cddiagram.figures.drawing import Drawing
from cddiagram.report.html.svg import inline_svg
from cddiagram.report.model import Figure
from cddiagram.sheet.elements import Element, Line, Marker, Rectangle, Text
from cddiagram.sheet.mpl.colors import palette

#: What figures are recoloured from, and to: page and text of the style sheet, by light and in the dark.
LIGHT = palette("#ffffff", "#000000")
DARK = palette("#16181b", "#e6e6e3")

#: The roles that mean the same in the dark. Of tones captions say which are darker, and in the dark they are lighter.
PLAIN = tuple(role for role in LIGHT if not role.startswith(("shade", "level", "on-level")))

#: A mark is found by pointers up to this far from its centre, in points, unless its neighbour is as near.
_REACH = 7.0

#: A line is found by pointers up to half of this away, in points.
_LINE_REACH = 5.0

#: Of several elements with one hint the keyboard stops at one of the first of these kinds.
_STOPS = (Marker, Rectangle, Line, Text)

_COLORS = ("fill", "stroke")
#: How attributes refer to ids.
_REFERENCE = re.compile(r"(?<=^#).+|(?<=url\(#)[^)]+")


@dataclass(frozen=True, kw_only=True)
class _Mark:
    """What a group becomes that tells numbers."""

    hint: int
    stop: bool
    hit: str


def page_figure(figure: Figure, *, name: str, numbered: Mapping[str, int]) -> str:
    """Give a figure as an ``<svg>`` element for the page of a report.

    Parameters
    ----------
    figure : Figure
        The figure with its hints.
    name : str
        Begins every id in the element.
    numbered : mapping of str to int
        Hint -> its number on the page.

    Returns
    -------
    str
        One element. Each element of the drawing that has a hint is a group with the class ``mark``, whose attribute
        ``data-hint`` is the number of the hint; all but one of those with the same hint have the class ``echo``. The
        class ``own`` says that the drawing keeps its colours and the sheet that it was made for.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = cd.plot_cd(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10), ids=True)
    >>> hints = {"marker-0": "C4.5+m+cf: 1.96"}
    >>> figure = Figure(key="cd", drawing=drawing, caption=(), alt="", hints=hints)
    >>> svg = page_figure(figure, name="f1", numbered={"C4.5+m+cf: 1.96": 7})
    >>> svg.count("<svg "), svg.count('data-hint="7"'), "style=" in svg
    (1, 1, False)
    """
    drawing = figure.drawing
    root = ElementTree.fromstring(inline_svg(drawing, title=figure.alt, prefix=name))
    groups = {node.get("id", ""): node for node in root.iter("{http://www.w3.org/2000/svg}g")}
    # In a figure of the user's making the points of the layout are not those of the figure.
    whole = drawing.figure.axes == [drawing.ax] and _fits(root.get("viewBox", ""), drawing)
    elements = _elements_of(groups.get(f"{name}-axes_1"), drawing, f"{name}-") if whole else {}
    roles = {role for element in elements.values() for role in _roles(element).values()}
    recolored = dict(drawing.colors) == dict(LIGHT) and len(elements) > 0 and roles <= {*PLAIN}
    marked = _marked(groups, elements, figure, numbered, f"{name}-")
    for gid, element in elements.items():
        group = groups[f"{name}-{gid}"]
        _simplify(group, element)
        if recolored:
            _recolor(group, element)
    if recolored:
        groups[f"{name}-patch_1"].clear()  # the figure's page is that of the report
    _shorten_ids(root, marked, name)
    return "".join(_written(root, marked, own=not recolored))


def _marked(
    groups: Mapping[str, ElementTree.Element],
    elements: Mapping[str, Element],
    figure: Figure,
    numbered: Mapping[str, int],
    prefix: str,
) -> dict[ElementTree.Element, _Mark]:
    """Choose the elements that tell numbers, and for each hint the one where the keyboard stops."""
    told = {gid: figure.hints[gid] for gid in elements if gid in figure.hints}
    by_hint: dict[str, list[str]] = {}
    for gid, hint in told.items():
        by_hint.setdefault(hint, []).append(gid)
    reach = _reach({gid: elements[gid] for gid in told})
    marked = {}
    for hint, gids in by_hint.items():
        stop = min(gids, key=lambda gid: _STOPS.index(type(elements[gid])))
        boxes = [box for gid in gids if isinstance(box := elements[gid], Rectangle)]
        for gid in gids:
            element = elements[gid]
            if isinstance(element, Text) and any(_inside(element, box) for box in boxes):
                continue  # the box around a number tells it already
            mark = _Mark(hint=numbered[hint], stop=gid == stop, hit=_hit(element, reach.get(gid, 0.0)))
            marked[groups[prefix + gid]] = mark
    return marked


def _inside(text: Text, box: Rectangle) -> bool:
    left, top, right, low = text.box
    return box.x <= (left + right) / 2 <= box.x + box.width and box.y <= (top + low) / 2 <= box.y + box.height


def _fits(view_box: str, drawing: Drawing[Any]) -> bool:
    size = [float(length) for length in view_box.split()[2:]]
    return math.dist(size, (drawing.layout.width, drawing.layout.height)) < 0.01


def _elements_of(axes: ElementTree.Element | None, drawing: Drawing[Any], prefix: str) -> dict[str, Element]:
    """Give the elements of the layout by their ids in the SVG; none if it does not hold them one by one."""
    ids = [] if axes is None else [node.get("id", "").removeprefix(prefix) for node in axes]
    found: dict[str, Element] = {}
    waiting = iter(drawing.layout.elements)
    for gid in ids:
        # Both are in drawing order; a repeated name has a number after it, and empty texts are not in the SVG.
        element = next((e for e in waiting if re.fullmatch(re.escape(e.gid) + r"(-\d+)?", gid)), None)
        if element is None:
            return {}
        found[gid] = element
    return found


def _roles(element: Element) -> dict[str, str]:
    """Give the roles of an element by what they paint."""
    if isinstance(element, Line):
        return {"stroke": element.color}
    if isinstance(element, Text):
        return {"fill": element.color}
    roles = {"fill": element.fill, "stroke": element.edge}
    return {kind: role for kind, role in roles.items() if role is not None}


def _recolor(group: ElementTree.Element, element: Element) -> None:
    """Replace the colours in a group by classes of the group, which its parts inherit."""
    group.set("class", " ".join(f"{kind}-{role}" for kind, role in _roles(element).items()))
    for node in group.iter():
        styles = _styles(node)
        kept = {key: value for key, value in styles.items() if key not in _COLORS or value == "none"}
        if styles:
            node.set("style", "; ".join(f"{key}: {value}" for key, value in kept.items()))


def _styles(node: ElementTree.Element) -> dict[str, str]:
    pairs = (part.split(":", 1) for part in node.get("style", "").split(";") if part.strip())
    return {key.strip(): value.strip() for key, value in pairs}


def _reach(elements: Mapping[str, Element]) -> dict[str, float]:
    """Give how far from their centres markers may be pointed at, such that none covers its neighbour."""
    places = {gid: (marker.x, marker.y) for gid, marker in elements.items() if isinstance(marker, Marker)}
    # Markers at one place tell the same place: there the one on top is found.
    gaps = {
        gid: (math.dist(place, other) for other in places.values() if other != place) for gid, place in places.items()
    }
    return {gid: min(_REACH, min(distances, default=math.inf) / 2) for gid, distances in gaps.items()}


def _hit(element: Element, reach: float) -> str:
    """Give the shape that pointers meet, and that a frame is drawn around: larger than small elements are."""
    if isinstance(element, Marker):
        radius = max(reach, element.radius + element.edge_width / 2 + 1)
        return f'<circle class="hit" cx="{element.x:.2f}" cy="{element.y:.2f}" r="{radius:.2f}"/>'
    if isinstance(element, Line):
        corners = "L".join(f"{x:.2f} {y:.2f}" for x, y in element.points)
        return f'<path class="hit line" d="M{corners}" stroke-width="{max(_LINE_REACH, element.width):.2f}"/>'
    if isinstance(element, Rectangle):
        left, top, right, low = element.x, element.y, element.x + element.width, element.y + element.height
    else:
        left, top, right, low = element.box
    return (
        f'<rect class="hit" x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" height="{low - top:.2f}" rx="1"/>'
    )


def _shorten_ids(root: ElementTree.Element, marked: Mapping[ElementTree.Element, _Mark], name: str) -> None:
    """Keep the ids that something refers to: those of marks and of the title; letters get numbers for names."""
    title = root.get("aria-labelledby", "").split()
    used = {found for node in root.iter() for value in node.attrib.values() for found in _REFERENCE.findall(value)}
    short: dict[str, str] = {}
    for node in root.iter():
        own = node.get("id", "")
        if own in used:
            short[own] = f"{name}-{len(short)}"
            node.set("id", short[own])
        elif own not in title and not (node in marked and marked[node].stop):
            node.attrib.pop("id", None)
    for node in root.iter():
        for key, value in node.attrib.items():
            node.set(key, _REFERENCE.sub(lambda match: short.get(match[0], match[0]), value))


def _simplify(group: ElementTree.Element, element: Element) -> None:
    """Make one circle of the eight curves that matplotlib draws a disc with."""
    if not (isinstance(element, Marker) and element.shape == "disc"):
        return
    (disc,) = group
    disc.tag = "circle"
    disc.attrib.pop("d")
    for key, value in (("cx", element.x), ("cy", element.y), ("r", element.radius)):
        disc.set(key, f"{value:.2f}")


def _written(
    node: ElementTree.Element, marked: Mapping[ElementTree.Element, _Mark], *, own: bool = False
) -> Iterator[str]:
    """Write an element and what it holds, without what a page does not need."""
    tag = node.tag.rpartition("}")[2]
    attributes = {key.rpartition("}")[2]: value for key, value in node.attrib.items()}
    attributes |= {key: value for key, value in _styles(node).items() if key not in ("max-width", "height")}
    attributes.pop("style", None)
    if tag == "svg":
        attributes.pop("version", None)
        attributes["class"] = "drawing own" if own else "drawing"
        attributes["role"] = "group" if marked else "img"
        if not own:
            attributes.pop("fill", None)
    mark = marked.get(node)
    if mark:
        words = ("mark", "" if mark.stop else "echo", attributes.get("class", ""))
        attributes |= {"class": " ".join(filter(None, words)), "data-hint": str(mark.hint)}
    if tag == "g" and not attributes:
        for child in node:
            yield from _written(child, marked)
        return
    if tag == "use":
        # The letters of a line: SVG's shorter word for a shift to the right.
        shift = re.fullmatch(r"translate\((\S+) 0\)", attributes.get("transform", ""))
        if shift:
            del attributes["transform"]
            attributes["x"] = f"{float(shift[1]):.1f}"
    children = [part for child in node for part in _written(child, marked)]
    if tag in ("g", "defs") and not children:
        return
    start = "".join(f' {key}="{escape(_short(key, value))}"' for key, value in attributes.items())
    text = escape((node.text or "").strip())
    if not (children or text):
        yield f"<{tag}{start}/>"
        return
    yield f"<{tag}{start}>"
    yield text
    yield from children
    yield f"{mark.hit if mark else ''}</{tag}>"


def _short(key: str, value: str) -> str:
    """Write paths and places with two decimals, hundredths of points, and without needless blanks."""
    if key == "d":
        value = re.sub(r"\s+", " ", value.strip())
        value = re.sub(r" ?([A-Za-z]) ?", r"\1", value)
    elif not (key == "transform" and "translate" in value):
        return value
    # Scales come after the place and have fewer decimals, or are none: letters are drawn at 1/64.
    place, scale, rest = value.partition("scale")
    place = re.sub(r"-?\d+\.\d{3,}", lambda match: f"{float(match[0]):.2f}".rstrip("0").rstrip("."), place)
    return place + scale + rest
