"""A figure for the page of the HTML report: SVG in colours of the page, with marks for
hints.

The page forbids style attributes (its security policy), and it is light or dark as the
reader wishes. So the colour of each element is a class named after its role, which the
style sheet of the page fills in. A drawing in tones or in colours of its own keeps them
and its white sheet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cddiagram.document.model import Figure, Levels
from cddiagram.sheet import (
    Element,
    Line,
    Mark,
    Marker,
    Rectangle,
    Sheet,
    Text,
    in_states,
    palette,
    roles_of,
    svg_of,
    unique_ids,
)

#: What figures are recoloured from, and to: page and text of the style sheet, by light
#: and in the dark.
LIGHT = palette("#ffffff", "#000000")
DARK = palette("#16181b", "#e6e6e3")

#: The roles that mean the same in the dark. Of tones captions say which are darker, and
#: in the dark they are lighter.
PLAIN = tuple(
    role for role in LIGHT if not role.startswith(("shade", "level", "on-level"))
)

#: A mark is found by pointers up to this far from its centre, in points, unless its
#: neighbour is as near.
_REACH = 7.0

#: A line is found by pointers up to half of this away, in points.
_LINE_REACH = 5.0

#: Of several elements with one hint the keyboard stops at one of the first of these
#: kinds.
_STOPS = (Marker, Rectangle, Line, Text)


def page_figure(
    figure: Figure,
    *,
    name: str,
    numbered: Mapping[str, int],
    about: Callable[[str], str | None] = lambda hint: None,
) -> str:
    """Return a figure as an ``<svg>`` element for the page of a report; `numbered` are
    the hints of the page.

    Each element of the drawing that has a hint is a group with the class ``mark``,
    whose attribute ``data-hint`` is the number of the hint; all but one of those with
    the same hint have the class ``echo``. The numbers of the algorithms that a hint is
    `about` are in ``data-a``. The class ``own`` says that the drawing keeps its colours
    and the sheet that it was made for.
    """
    elements = _by_id(figure.drawing.layout)
    marks = _marks(elements, figure.hints, numbered, name, about)
    role = "group" if marks else "img"
    return _svg(
        figure, [figure.drawing.layout], [elements], [marks], name=name, role=role
    )


def page_levels(
    block: Levels, *, name: str, about: Callable[[str], str | None]
) -> dict[str, Any]:
    """Return what the page shows of a figure at several levels: each part once, with
    the states that have it.
    """
    levels = block.states()
    sheets = [level.sheet for level in levels]
    by_id = [_by_id(sheet) for sheet in sheets]
    marks = []
    for level, elements in zip(levels, by_id, strict=True):
        numbers = {gid: n for gid, hint in level.hints.items() if (n := about(hint))}
        over = {gid: _hit(elements[gid], _REACH / 2) for gid in numbers}
        marks.append(
            {
                gid: Mark(attributes={"data-a": n}, over=over[gid])
                for gid, n in numbers.items()
            }
        )
    return {
        "svg": _svg(block.like, sheets, by_id, marks, name=name, role="img"),
        "boxes": "|".join(
            f"0 0 {sheet.width:.2f} {sheet.height:.2f}" for sheet in sheets
        ),
        "labels": "|".join(level.label for level in levels),
        "sentences": in_states([level.sentences for level in levels]),
        "letters": [
            (algorithm, in_states([level.letters[at : at + 1] for level in levels]))
            for at, algorithm in enumerate(block.algorithms)
            if any(level.letters for level in levels)
        ],
    }


def _by_id(sheet: Sheet) -> dict[str, Element]:
    return dict(
        zip(
            unique_ids([element.gid for element in sheet.elements]),
            sheet.elements,
            strict=True,
        )
    )


def _svg(
    figure: Figure,
    sheets: Sequence[Sheet],
    drawn: Iterable[Mapping[str, Element]],
    marks: Sequence[Mapping[str, Mark]],
    *,
    name: str,
    role: str,
) -> str:
    """Write sheets in the colours of the page where the figure has them, otherwise in
    its own and on its sheet.
    """
    drawing = figure.drawing
    roles = {
        role
        for elements in drawn
        for element in elements.values()
        for role in roles_of(element).values()
    }
    recolored = dict(drawing.colors) == dict(LIGHT) and roles <= {*PLAIN}
    root = (
        {"role": role, "class": "drawing"}
        if recolored
        else {"role": role, "class": "drawing own", "fill": "#000000"}
    )
    said = {"name": name, "title": figure.alt}
    return svg_of(
        sheets,
        drawing.colors,
        drawing.typefaces,
        **said,
        root=root,
        marks=marks,
        by_role=recolored,
    )


def _marks(
    elements: Mapping[str, Element],
    hints: Mapping[str, str],
    numbered: Mapping[str, int],
    name: str,
    about: Callable[[str], str | None],
) -> dict[str, Mark]:
    """Choose the elements that tell numbers, and for each hint the one where the
    keyboard stops.
    """
    by_hint: dict[str, list[str]] = {}
    for gid, element in elements.items():
        if gid in hints and not (
            isinstance(element, Text) and not element.text.strip()
        ):
            by_hint.setdefault(hints[gid], []).append(gid)
    reach = _reach({gid: elements[gid] for gids in by_hint.values() for gid in gids})
    marks = {}
    for hint, gids in by_hint.items():
        stop = min(gids, key=lambda gid: _STOPS.index(type(elements[gid])))
        boxes = [box for gid in gids if isinstance(box := elements[gid], Rectangle)]
        for gid in gids:
            element = elements[gid]
            if isinstance(element, Text) and any(
                _inside(element, box) for box in boxes
            ):
                continue  # the box around a number tells it already
            attributes = (
                {"id": f"{name}-{gid}", "class": "mark"}
                if gid == stop
                else {"class": "mark echo"}
            )
            attributes["data-hint"] = str(numbered[hint])
            attributes |= {"data-a": numbers} if (numbers := about(hint)) else {}
            marks[gid] = Mark(
                attributes=attributes, over=_hit(element, reach.get(gid, 0.0))
            )
    return marks


def _inside(text: Text, box: Rectangle) -> bool:
    left, top, right, low = text.box
    return (
        box.x <= (left + right) / 2 <= box.x + box.width
        and box.y <= (top + low) / 2 <= box.y + box.height
    )


def _reach(elements: Mapping[str, Element]) -> dict[str, float]:
    """Return how far from their centres markers may be pointed at, such that none
    covers its neighbour.
    """
    places = {
        gid: (marker.x, marker.y)
        for gid, marker in elements.items()
        if isinstance(marker, Marker)
    }
    # Markers at one place tell the same place: there the one on top is found.
    gaps = {
        gid: min(
            (math.dist(place, other) for other in places.values() if other != place),
            default=math.inf,
        )
        for gid, place in places.items()
    }
    return {gid: min(_REACH, gap / 2) for gid, gap in gaps.items()}


def _hit(element: Element, reach: float) -> str:
    """Return the shape that pointers meet, and that a frame is drawn around: larger
    than small elements are.
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
        left, top, right, low = (
            element.x,
            element.y,
            element.x + element.width,
            element.y + element.height,
        )
    else:
        left, top, right, low = element.box
    return (
        f'<rect class="hit" x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" '
        f'height="{low - top:.2f}" rx="1"/>'
    )
