"""Figures for the HTML report: SVG in the colours of the page, with tooltips.

The content security policy of the page does not permit style attributes, and the page
can be light or dark. Therefore, the class of each element is named after its role, and
the style sheet of the page defines its colour. Figures in grey tones or custom colours
keep their colours and their white background.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cddiagram.document.model import Figure, Level, Levels
from cddiagram.sheet import (
    Area,
    Element,
    Line,
    Mark,
    Marker,
    Rectangle,
    Sheet,
    Text,
    in_states,
    palette,
    svg_of,
    unique_ids,
)

#: The colours of figures on light and dark pages. They match the background and text
#: colours in the style sheet.
LIGHT = palette("#ffffff", "#000000")
DARK = palette("#16181b", "#e6e6e3")

#: The roles whose colours change on dark pages. Shades and levels keep their colours.
#: Captions describe some shades as darker, which would be wrong if their colours
#: changed.
PLAIN = tuple(
    role for role in LIGHT if not role.startswith(("shade", "level", "on-level"))
)

#: A marker responds to the pointer within this radius, in points. The radius is smaller
#: if another marker is near.
_REACH = 7.0

#: A line responds to the pointer within a band of this width, in points.
_LINE_REACH = 5.0

#: The types of elements that can receive keyboard focus, in order of preference. If
#: several elements have the same tooltip, only one of them can receive the focus.
_STOPS = (Marker, Rectangle, Line, Area, Text)


def page_figure(
    figure: Figure,
    *,
    name: str,
    numbered: Mapping[str, int],
    about: Callable[[str], str | None] = lambda hint: None,
) -> str:
    """Return a figure as an ``<svg>`` element to embed in a report page.

    Each element with a tooltip becomes a group with the class ``mark``. The attribute
    ``data-hint`` contains the number of the tooltip, and ``data-a`` contains the
    numbers of its algorithms. If several elements have the same tooltip, all but one
    also have the class ``echo``. An SVG with the class ``own`` keeps its colours and
    its background.

    Parameters
    ----------
    figure : Figure
        The figure.
    name : str
        The prefix of all element ids.
    numbered : mapping of str to int
        The number of each tooltip on the page.
    about : callable
        A function that returns the numbers of the algorithms in a tooltip.
    """
    elements = _by_id(figure.drawing.layout)
    marks = _marks(elements, figure.hints, numbered, name, about)
    role = "img"
    if marks:
        role = "group"
    return _svg(
        figure, [figure.drawing.layout], [elements], [marks], name=name, role=role
    )


def page_levels(
    block: Levels, *, name: str, about: Callable[[str], str | None]
) -> dict[str, Any]:
    """Return the data for the template of a figure at several significance levels."""
    levels = block.states()
    sheets = [level.sheet for level in levels]
    by_id = [_by_id(sheet) for sheet in sheets]
    marks = []
    boxes = []
    for level, elements in zip(levels, by_id, strict=True):
        marks.append(_level_marks(level, elements, about))
        boxes.append(f"0 0 {level.sheet.width:.2f} {level.sheet.height:.2f}")
    letters = []
    if any(level.letters for level in levels):
        for place, algorithm in enumerate(block.algorithms):
            of_levels = [level.letters[place : place + 1] for level in levels]
            letters.append((algorithm, in_states(of_levels)))
    return {
        "svg": _svg(block.like, sheets, by_id, marks, name=name, role="img"),
        "boxes": "|".join(boxes),
        "labels": "|".join(level.label for level in levels),
        "sentences": in_states([level.sentences for level in levels]),
        "letters": letters,
    }


def _level_marks(
    level: Level, elements: Mapping[str, Element], about: Callable[[str], str | None]
) -> dict[str, Mark]:
    """Return a mark for each element with a tooltip about algorithms."""
    marks = {}
    for gid, hint in level.hints.items():
        numbers = about(hint)
        if numbers:
            over = _hit(elements[gid], _REACH / 2)
            marks[gid] = Mark(attributes={"data-a": numbers}, over=over)
    return marks


def _by_id(sheet: Sheet) -> dict[str, Element]:
    ids = unique_ids([element.gid for element in sheet.elements])
    return dict(zip(ids, sheet.elements, strict=True))


def _svg(
    figure: Figure,
    sheets: Sequence[Sheet],
    drawn: Iterable[Mapping[str, Element]],
    marks: Sequence[Mapping[str, Mark]],
    *,
    name: str,
    role: str,
) -> str:
    """Write sheets as SVG.

    If the figure has the default colours, it adopts the colours of the page. Otherwise,
    it keeps its colours and its background.
    """
    drawing = figure.drawing
    roles: set[str] = set()
    for elements in drawn:
        for element in elements.values():
            roles.update(element.roles.values())
    is_in_page_colors = dict(drawing.colors) == dict(LIGHT) and roles <= {*PLAIN}
    root = {"role": role, "class": "drawing"}
    if not is_in_page_colors:
        root = {"role": role, "class": "drawing own", "fill": "#000000"}
    return svg_of(
        sheets,
        drawing.colors,
        drawing.typefaces,
        name=name,
        title=figure.alt,
        description=figure.description,
        root=root,
        marks=marks,
        by_role=is_in_page_colors,
    )


def _marks(
    elements: Mapping[str, Element],
    hints: Mapping[str, str],
    numbered: Mapping[str, int],
    name: str,
    about: Callable[[str], str | None],
) -> dict[str, Mark]:
    """Return a mark for each element with a tooltip.

    For each tooltip, one element can receive the keyboard focus.
    """
    by_hint: dict[str, dict[str, Element]] = {}
    with_hint: dict[str, Element] = {}
    for gid, element in elements.items():
        is_empty = isinstance(element, Text) and not element.text.strip()
        if gid in hints and not is_empty:
            by_hint.setdefault(hints[gid], {})[gid] = element
            with_hint[gid] = element
    reach = _reach(with_hint)
    marks = {}
    for hint, members in by_hint.items():
        stop = min(members, key=lambda gid: _STOPS.index(type(elements[gid])))
        boxes = [box for box in members.values() if isinstance(box, Rectangle)]
        numbers = about(hint)
        for gid, element in members.items():
            if isinstance(element, Text) and any(_is_inside(element, b) for b in boxes):
                continue  # the box around this number has the same tooltip
            attributes = {"class": "mark echo"}
            if gid == stop:
                attributes = {"id": f"{name}-{gid}", "class": "mark"}
            attributes["data-hint"] = str(numbered[hint])
            if numbers:
                attributes["data-a"] = numbers
            over = _hit(element, reach.get(gid, 0.0))
            marks[gid] = Mark(attributes=attributes, over=over)
    return marks


def _is_inside(text: Text, box: Rectangle) -> bool:
    """Return whether the centre of a text element is inside a box."""
    x0, y0, x1, y1 = text.box
    is_between = box.x <= (x0 + x1) / 2 <= box.x + box.width
    return is_between and box.y <= (y0 + y1) / 2 <= box.y + box.height


def _reach(elements: Mapping[str, Element]) -> dict[str, float]:
    """Return the radius of the area around each marker that responds to the pointer. It
    is at most half the distance to the nearest marker.

    Markers at the same position are ignored, because the pointer reaches only the
    topmost marker.
    """
    places = {}
    for gid, element in elements.items():
        if isinstance(element, Marker):
            places[gid] = (element.x, element.y)
    different = set(places.values())
    reach = {}
    for gid, place in places.items():
        gaps = [math.dist(place, other) for other in different if other != place]
        reach[gid] = min([_REACH, *(gap / 2 for gap in gaps)])
    return reach


def _hit(element: Element, reach: float) -> str:
    """Return an invisible shape that responds to the pointer and displays the focus
    frame.

    For small elements, the shape is larger than the element.
    """
    if isinstance(element, Marker):
        radius = max(reach, element.radius + element.edge_width / 2 + 1)
        return (
            f'<circle class="hit" cx="{element.x:.2f}" cy="{element.y:.2f}" '
            f'r="{radius:.2f}"/>'
        )
    if isinstance(element, Line):
        corners = "L".join(f"{x:.2f} {y:.2f}" for x, y in element.points)
        return (
            f'<path class="hit line" d="M{corners}" '
            f'stroke-width="{max(_LINE_REACH, element.width):.2f}"/>'
        )
    if isinstance(element, Rectangle):
        x0, y0 = element.x, element.y
        x1, y1 = x0 + element.width, y0 + element.height
    else:
        x0, y0, x1, y1 = element.box
    return (
        f'<rect class="hit" x="{x0:.2f}" y="{y0:.2f}" width="{x1 - x0:.2f}" '
        f'height="{y1 - y0:.2f}" rx="1"/>'
    )
