"""The SVG writer of the sheet, for pages of HTML: an element with a name, a description, and ids that are its own.

Each element of the sheet is a group of its own, in drawing order. Texts are the outlines of their letters, each letter
of a font once in the drawing, so a page needs no fonts. Colours are attributes, or classes that a style sheet fills in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, TypeVar

from matplotlib.path import Path
from matplotlib.textpath import TextToPath

from cddiagram.sheet.elements import Element, Line, Rectangle, Sheet, Text, decimal, roles_of, unique_ids
from cddiagram.sheet.mpl.colors import ink
from cddiagram.sheet.mpl.fonts import Fonts, is_mathtext, quiet_about_glyphs
from cddiagram.sheet.mpl.settings import ONE_AT_A_TIME

#: Outlines of letters are in 64ths of the unit of matplotlib's, FreeType's own whole numbers.
_UNIT = 64
_COMMANDS = {Path.MOVETO: ("M", 1), Path.LINETO: ("L", 1), Path.CURVE3: ("Q", 2), Path.CURVE4: ("C", 3)}


@dataclass(frozen=True, kw_only=True)
class Mark:
    """What the group of an element gets beside its shape: attributes, and SVG drawn over it."""

    attributes: Mapping[str, str]
    over: str = ""


def svg_of(
    sheet: Sheet,
    colors: Mapping[str, str],
    families: Iterable[str],
    *,
    name: str,
    title: str,
    description: str = "",
    root: Mapping[str, str] | None = None,
    marks: Mapping[str, Mark] | None = None,
    by_role: bool = False,
) -> str:
    """Write a sheet as an ``<svg>`` element, in the fonts that it was measured with.

    `name` begins every id in the element: give each drawing of a page its own. `title` is the short name that a screen
    reader says, `description` what the figure says in a sentence or two. `root` are further attributes of the element,
    `marks` what is added to elements, by their ids (`unique_ids`). With `by_role` colours are classes,
    ``fill-foreground``, and the page is left out.

    >>> word = Text(gid="word", x=2, y=6, text="word", size=8, width=20.0)
    >>> svg = svg_of(Sheet(width=72, height=12, elements=(word,)), {"foreground": "#000000", "background": "#ffffff"},
    ...              ["DejaVu Sans"], name="a", title="C4.5 & co")
    >>> svg[:41], svg.count("<use ")
    ('<svg role="img" aria-labelledby="a-title"', 4)
    """
    said = {"title": title, "description": description}
    return svg_of_states([sheet], colors, families, name=name, **said, root=root, marks=[marks or {}], by_role=by_role)


def svg_of_states(
    sheets: Sequence[Sheet],
    colors: Mapping[str, str],
    families: Iterable[str],
    *,
    name: str,
    title: str,
    description: str = "",
    root: Mapping[str, str] | None = None,
    marks: Sequence[Mapping[str, Mark]],
    by_role: bool = False,
) -> str:
    """Write sheets that are states of one figure: what several have in common once, as large as the first.

    What not all have stands in a group with the attribute ``data-states``, the numbers of those that do; a page shows
    one state at a time. All else is as in `svg_of`.
    """
    labels = {"title": title, **({"desc": description} if description else {})}
    ids = {tag: f"{name}-{'title' if tag == 'title' else 'description'}" for tag in labels}
    letters = _Letters(name, Fonts(tuple(families), math=True))
    with ONE_AT_A_TIME, quiet_about_glyphs():
        inks = {} if by_role else colors
        drawn = [list(_groups(sheet, inks, letters, told)) for sheet, told in zip(sheets, marks, strict=True)]
    body = "".join(f"<g{_written({'data-states': n})}>{group}</g>" if n else group for group, n in in_states(drawn))
    width, height = decimal(sheets[0].width, 6), decimal(sheets[0].height, 6)
    head = {
        "role": "img",
        "aria-labelledby": " ".join(ids.values()),
        "width": f"{width}pt",
        "height": f"{height}pt",
        "viewBox": f"0 0 {width} {height}",
        "stroke-linejoin": "round",
        "stroke-linecap": "butt",
        **(root or {}),
    }
    page = "" if by_role else f'<rect width="100%" height="100%" fill="{ink("background", colors)}"/>'
    said = "".join(f'<{tag} id="{ids[tag]}">{escape(text)}</{tag}>' for tag, text in labels.items())
    return f"<svg{_written(head)}>{said}{letters.definitions()}{page}{body}</svg>"


_T = TypeVar("_T")


def in_states(states: Sequence[Sequence[_T]]) -> list[tuple[_T, str]]:
    """Put sequences into one that has all of them in their order: item -> the states that have it, empty for all.

    >>> in_states([["a", "b"], ["a", "c", "b"]])
    [('a', ''), ('c', '1'), ('b', '')]
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
    return [(item, "" if len(own) == len(states) else " ".join(map(str, own))) for item, own in found]


def _groups(sheet: Sheet, colors: Mapping[str, str], letters: _Letters, marks: Mapping[str, Mark]) -> Iterator[str]:
    """Yield the group of each element; without `colors` its classes say the roles."""
    for element, gid in zip(sheet.elements, unique_ids([element.gid for element in sheet.elements]), strict=True):
        mark = marks.get(gid, Mark(attributes={}))
        attributes = dict(mark.attributes)
        roles = roles_of(element).items()
        if colors:
            attributes |= {kind: ink(role, colors) for kind, role in roles}
        else:
            words = [attributes.get("class", ""), *(f"{kind}-{role}" for kind, role in roles)]
            attributes["class"] = " ".join(filter(None, words))
        if shape := _shape(element, letters):
            yield f"<g{_written(attributes)}>{shape}{mark.over}</g>"


def _shape(element: Element, letters: _Letters) -> str:
    """Return the shape of an element without its colours; nothing for a text without letters."""
    if isinstance(element, Text):
        return letters.text(element)
    if isinstance(element, Line):
        style = {"fill": "none", "stroke-width": _short(element.width)}
        if element.dash is not None:
            style["stroke-dasharray"] = " ".join(map(_short, element.dash))
        if element.cap != "butt":
            style["stroke-linecap"] = {"projecting": "square"}.get(element.cap, element.cap)
        return f"<path{_written({'d': _polygon(element.points), **style})}/>"
    style = {} if element.edge is None else {"stroke-width": _short(element.edge_width), "stroke-linejoin": "miter"}
    if isinstance(element, Rectangle):
        box = {"x": element.x, "y": element.y, "width": element.width, "height": element.height}
        return f"<rect{_written({key: _short(value) for key, value in box.items()} | style)}/>"
    if element.corners:
        return f"<path{_written({'d': _polygon(element.corners) + 'z', **style})}/>"
    disc = {"cx": element.x, "cy": element.y, "r": element.radius}
    return f"<circle{_written({key: _short(value) for key, value in disc.items()} | style)}/>"


class _Letters:
    """Writes texts as letters, and keeps the outline of each letter once."""

    def __init__(self, name: str, fonts: Fonts) -> None:
        self._name = name
        self._fonts = fonts
        self._outlines: dict[str, str] = {}
        self._tracer = TextToPath()

    def text(self, text: Text) -> str:
        """Return the letters of a text; nothing for one without ink."""
        font = self._fonts.properties(text.size, text.bold, text.italic)
        words = text.text
        if text.math and is_mathtext(words):
            placed, traced, bars = self._tracer.get_glyphs_mathtext(font, words)
        else:
            if text.math:
                words = words.replace(r"\$", "$")  # as matplotlib's Text does
            face = self._tracer._get_font(font)  # type: ignore[attr-defined]
            placed, traced, bars = self._tracer.get_glyphs_with_font(face, words)
        names = {key: self._outline(_outline(vertices, codes)) for key, (vertices, codes) in traced.items()}
        uses = [
            f"<use{_written({'href': f'#{names[key]}', **_place(x, y, scale)})}/>"
            for key, x, y, scale in placed
            if names[key]
        ]
        uses += [f"<path{_written({'d': _outline(vertices, codes)})}/>" for vertices, codes in bars]
        if not uses:
            return ""
        scale = f"{text.size / self._tracer.FONT_SCALE / _UNIT:.8f}".rstrip("0")
        place = f"translate({_short(text.left)} {_short(text.baseline)}) scale({scale} -{scale})"
        return f"<g{_written({'transform': place})}>{''.join(uses)}</g>"

    def definitions(self) -> str:
        """Return the outlines of all letters written so far."""
        paths = [f"<path{_written({'id': key, 'd': outline})}/>" for outline, key in self._outlines.items()]
        return f"<defs>{''.join(paths)}</defs>" if paths else ""

    def _outline(self, outline: str) -> str:
        """Return the id of an outline; a blank has none."""
        if not outline:
            return ""
        return self._outlines.setdefault(outline, f"{self._name}-{len(self._outlines)}")


def _place(x: float, y: float, scale: float) -> dict[str, str]:
    """Return where a letter stands in its line: mostly a shift to the right and no more."""
    if y == 0.0 and scale == 1.0:
        return {"x": _short(x * _UNIT)}
    shrunk = "" if scale == 1.0 else f" scale({_short(scale)})"
    return {"transform": f"translate({_short(x * _UNIT)} {_short(y * _UNIT)}){shrunk}"}


def _outline(vertices: Any, codes: Any) -> str:
    """Return the path of a letter, in whole numbers."""
    parts, place = [], 0
    while place < len(codes):
        if codes[place] == Path.CLOSEPOLY:
            parts.append("z")
            place += 1
            continue
        letter, count = _COMMANDS[codes[place]]
        corners = vertices[place : place + count]
        parts.append(letter + " ".join(f"{round(float(x) * _UNIT)} {round(float(y) * _UNIT)}" for x, y in corners))
        place += count
    return "".join(parts)


def _polygon(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in points)


def _written(attributes: Mapping[str, str]) -> str:
    return "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())


def _short(value: float) -> str:
    return decimal(value, 2)
