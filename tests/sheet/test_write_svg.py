"""The SVG of the page against the sheet: every element in its place, in its ink, with
its letters.
"""

import dataclasses
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.textpath import TextToPath

import cddiagram as cd
from cddiagram.sheet.colors import ink, palette
from cddiagram.sheet.elements import (
    ANCHORS,
    MIDDLE_ABOVE_BASELINE,
    Area,
    Line,
    Marker,
    Rectangle,
    Sheet,
    Text,
)
from cddiagram.sheet.mpl.fonts import InstalledFonts, is_mathtext
from cddiagram.sheet.svg_writer import Mark, svg_of
from cddiagram.sheet.typeface import shapes

INKS = palette("#ffffff", "#000000")
#: Before version 3.11, matplotlib ignores the kerning of the default typeface, so that
#: it cannot check positions of letters. It applies the kerning of DejaVu Sans.
FONT = None if shapes() else "dejavu"
FAMILIES = ("DejaVu Sans",)
TAGS = {Text: "g", Line: "path", Marker: "path", Rectangle: "rect", Area: "path"}


def comparison(**options):
    return cd.compare(cd.load_example("garcia2008-table2"), **options)


DRAWINGS = {
    "cd": lambda: cd.plot_cd(comparison(), highlight="CN2", font=FONT),
    "list": lambda: cd.plot_cd(comparison(pair_test="wilcoxon"), font="STIXGeneral"),
    "matrix": lambda: cd.plot_pvalue_matrix(comparison(), font=FONT),
    "mcb": lambda: cd.plot_mcb(comparison(), font=FONT),
    "bars": lambda: cd.plot_rank_bars(comparison(control="C4.5"), font=FONT),
    "math": lambda: cd.plot_cd(
        comparison(),
        rename={"CN2": r"$\frac{a}{b}\alpha_1$ é \$"},
        math=True,
        font=FONT,
    ),
    "assumptions": lambda: cd.plot_assumptions(comparison().assumptions, font=FONT),
    "curves": lambda: cd.plot_convergence_curves(
        cd.load_histories("optimisers"), font=FONT
    ),
    "sequence": lambda: cd.plot_cd_sequence(
        [comparison(), comparison(ranking="quade")], titles=["a", "b"], font=FONT
    ),
}


def written(sheet, families=FAMILIES, **options):
    return ElementTree.fromstring(
        svg_of([sheet], INKS, families, name="f", title="t", **options)
    )


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def close(found, wanted):
    return len(found) == len(wanted) and all(
        abs(a - b) <= 0.0051 for a, b in zip(found, wanted, strict=True)
    )


def faults(sheet, svg, families=FAMILIES):
    """List what of the sheet the SVG does not show as it is."""
    if (float(svg.get("width")[:-2]), float(svg.get("height")[:-2])) != pytest.approx(
        (sheet.width, sheet.height)
    ):
        return ["size"]
    outlines = {
        path.get("id"): path.get("d") for defs in svg.findall("defs") for path in defs
    }
    groups = [node for node in svg if node.tag == "g"]
    shown = [
        element
        for element in sheet.elements
        if not (isinstance(element, Text) and not element.text.strip())
    ]
    if len(groups) != len(shown):
        return ["number of elements"]
    return [
        e.gid
        for e, group in zip(shown, groups, strict=True)
        if not shows(e, group, outlines, families)
    ]


def shows(element, group, outlines, families):
    shape = group[0]
    kind = "circle" if getattr(element, "shape", "") == "disc" else TAGS[type(element)]
    if shape.tag != kind:
        return False
    if isinstance(element, Text):
        left = element.x - ANCHORS[element.anchor] * element.width
        *place, across, down = numbers(shape.get("transform"))
        baseline = element.y + MIDDLE_ABOVE_BASELINE * element.size
        placed = close(place, (left, baseline)) and down == -across
        inked = (
            group.get("fill") == ink(element.color, INKS)
            and group.get("stroke") is None
        )
        found, wanted = (
            letters(shape, outlines, across / element.size),
            expected(element, families),
        )
        return (
            placed
            and inked
            and len(found) == len(wanted)
            and found == pytest.approx(np.array(wanted), abs=2e-3)
        )
    if isinstance(element, Line):
        dash = [] if element.dash is None else element.dash
        corners = [number for point in element.points for number in point]
        look = (
            shape.get("fill"),
            group.get("stroke"),
            shape.get("stroke-linecap", "butt"),
        )
        cap = {"projecting": "square"}.get(element.cap, element.cap)
        right = look == ("none", ink(element.color, INKS), cap) and close(
            numbers(shape.get("stroke-dasharray", "")), dash
        )
        return (
            right
            and close(numbers(shape.get("d")), corners)
            and close([float(shape.get("stroke-width"))], [element.width])
        )
    edge = None if element.edge is None else ink(element.edge, INKS)
    width = [] if element.edge is None else [element.edge_width]
    look = (group.get("fill"), group.get("stroke")) == (ink(element.fill, INKS), edge)
    look = look and close(numbers(shape.get("stroke-width", "")), width)
    if isinstance(element, Rectangle):
        box = [float(shape.get(key)) for key in ("x", "y", "width", "height")]
        return look and close(
            box, (element.x, element.y, element.width, element.height)
        )
    if isinstance(element, Area):
        corners = [number for corner in element.corners for number in corner]
        return look and close(numbers(shape.get("d")), corners)
    if element.shape == "disc":
        disc = [float(shape.get(key)) for key in ("cx", "cy", "r")]
        return look and close(disc, (element.x, element.y, element.radius))
    corners = numbers(shape.get("d"))
    x, y, r = element.x, element.y, element.radius
    if element.shape == "diamond":
        return look and close(corners, (x, y - r, x + r, y, x, y + r, x - r, y))
    half = 3**0.5 / 2 * r
    return look and close(corners, (x, y - r, x + half, y + r / 2, x - half, y + r / 2))


def letters(shape, outlines, unit):
    """Give place, scale and box of each letter, and of the bars of fractions, in sizes
    of the type.
    """
    found = []
    for node in shape:
        moved = numbers(node.get("transform", "")) or [float(node.get("x", 0)), 0.0]
        x, y, scale = [*moved, 1.0][:3]
        points = np.reshape(numbers(outlines[node.get("href")[1:]]), (-1, 2))
        found.append(
            [
                x * unit,
                y * unit,
                scale,
                *(points.min(0) * unit),
                *(points.max(0) * unit),
            ]
        )
    return np.array(found)


def expected(text, families):
    """Give the same of what matplotlib sets: the writer of files of the same texts."""
    font, tracer = (
        InstalledFonts(tuple(families), math=True).properties(
            text.size, text.bold, text.italic
        ),
        TextToPath(),
    )
    if text.math and is_mathtext(text.text):
        placed, shapes, bars = tracer.get_glyphs_mathtext(font, text.text)
    else:
        face = tracer._get_font(font)
        words = text.text.replace(r"\$", "$") if text.math else text.text
        placed, shapes, bars = tracer.get_glyphs_with_font(face, words)
    found = [(shapes[key], x, y, scale) for key, x, y, scale in placed] + [
        (bar, 0.0, 0.0, 1.0) for bar in bars
    ]
    inked = [
        (np.asarray(vertices)[np.asarray(codes) != 79], *place)
        for (vertices, codes), *place in found
    ]
    return [
        [x / 100, y / 100, scale, *(points.min(0) / 100), *(points.max(0) / 100)]
        for points, x, y, scale in inked
        if len(points)
    ]


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_element_of_the_sheet_is_in_the_svg(name):
    drawing = DRAWINGS[name]()
    svg = written(drawing.layout, drawing.typefaces)
    assert faults(drawing.layout, svg, drawing.typefaces) == []


PARTS = (
    Line(
        gid="line",
        points=((1, 2), (30, 2), (30, 9)),
        width=0.7,
        dash=(2, 1),
        cap="projecting",
    ),
    Marker(
        gid="disc",
        x=10,
        y=5,
        radius=2,
        fill="background",
        edge="accent",
        edge_width=0.8,
    ),
    Marker(gid="diamond", x=20, y=5, radius=2),
    Marker(gid="triangle", x=25, y=5, radius=2, fill="shade-2"),
    Rectangle(
        gid="box",
        x=3,
        y=4,
        width=8,
        height=2,
        fill="level-1",
        edge="guide",
        edge_width=0.5,
    ),
    Area(gid="area", corners=((1, 1), (9, 1), (5, 8)), fill="band"),
    Text(
        gid="text",
        x=30,
        y=6,
        text="name",
        size=8,
        width=22.0,
        anchor="right",
        bold=True,
    ),
)
CHANGES = {
    "line": {"points": ((1, 2), (30, 2.1), (30, 9)), "width": 0.8, "color": "accent", "dash": (2, 2), "cap": "round"},
    "disc": {"x": 10.1, "y": 5.1, "radius": 2.1, "fill": "foreground", "edge": "leader", "edge_width": 0.9,
             "shape": "diamond"},
    "diamond": {"x": 20.1, "radius": 1.9, "shape": "triangle", "edge": "accent"},
    "triangle": {"y": 5.1, "shape": "diamond", "fill": "shade-3"},
    "box": {"x": 3.1, "y": 4.1, "width": 8.1, "height": 2.1, "fill": "level-2", "edge": None, "edge_width": 0.6},
    "area": {"corners": ((1, 1), (9, 1.1), (5, 8)), "fill": "zebra", "edge": "guide"},
    "text": {"x": 30.1, "y": 6.1, "text": "mane", "size": 8.1, "width": 23.0, "color": "accent", "anchor": "left",
             "bold": False, "italic": True},
}  # fmt: skip


@pytest.mark.parametrize(
    ("gid", "name"), [(gid, name) for gid, values in CHANGES.items() for name in values]
)
def test_a_wrong_element_is_seen(gid, name):
    sheet = Sheet(width=40, height=12, elements=PARTS)
    changed = tuple(
        dataclasses.replace(e, **{name: CHANGES[gid][name]}) if e.gid == gid else e
        for e in PARTS
    )
    svg = written(Sheet(width=40, height=12, elements=changed))
    assert faults(sheet, written(sheet)) == []
    assert faults(sheet, svg) == [gid]


def test_missing_and_moved_elements_are_seen():
    sheet = Sheet(width=40, height=12, elements=PARTS)
    assert faults(sheet, written(dataclasses.replace(sheet, elements=PARTS[:-1])))
    assert faults(sheet, written(dataclasses.replace(sheet, elements=PARTS[::-1])))
    assert faults(sheet, written(dataclasses.replace(sheet, width=41))) == ["size"]


def test_roles_are_classes_where_a_style_sheet_fills_them_in():
    sheet = Sheet(width=40, height=12, elements=PARTS)
    svg = written(
        sheet,
        by_role=True,
        marks=[{"disc": Mark(attributes={"class": "mark", "id": "m"}, over="<g/>")}],
    )
    groups = [node for node in svg if node.tag == "g"]
    assert [group.get("class") for group in groups] == [
        "stroke-foreground", "mark fill-background stroke-accent", "fill-foreground", "fill-shade-2",
        "fill-level-1 stroke-guide", "fill-band", "fill-foreground",
    ]  # fmt: skip
    assert not [
        node
        for node in svg.iter()
        if node.get("stroke") or node.get("fill", "none") != "none"
    ]
    assert [group.get("id") for group in groups].index("m") == 1
    assert svg.find("rect") is None  # the page is that of the reader


def test_a_letter_is_held_once_and_texts_without_ink_not_at_all():
    words = [
        Text(gid=f"t{i}", x=0, y=6, text=text, size=8, width=9.0)
        for i, text in enumerate(("aba", "  ", "", "b"))
    ]
    svg = written(Sheet(width=40, height=12, elements=tuple(words)))
    assert len(svg.find("defs")) == 2
    assert [len(list(node.iter("use"))) for node in svg if node.tag == "g"] == [3, 1]
