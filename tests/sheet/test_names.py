"""Names on a sheet: lines, marks of families, widths, and the rows of panels and pages;
every length in points.
"""

from dataclasses import fields, is_dataclass
from importlib import import_module
from math import hypot
from pkgutil import iter_modules

import pytest

import cddiagram.sheet
from cddiagram.sheet.elements import CORNERS, Line, Marker, Rectangle, Text, drawn_alike
from cddiagram.sheet.families import AlgorithmFamily
from cddiagram.sheet.legend import KeyEntry
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import (
    Names,
    label_of,
    text_box,
)
from cddiagram.sheet.operators import _circle
from cddiagram.sheet.page import Page
from cddiagram.sheet.panels import Panels, balanced, fit_panels
from cddiagram.text import LayoutError, UsageError

METER = TextMeter(
    lambda text, size, bold, italic: (0.75 if bold else 0.5) * size * len(text)
)
FAMILY = AlgorithmFamily(name="trees", number=0, color="accent")


def place(element):
    return element.x, element.y


@pytest.mark.parametrize(
    ("anchor", "text", "mark"),
    [("left", 50.0, 71.5), ("center", 54.0, 40.5), ("right", 50.0, 28.5)],
)
def test_the_mark_of_a_family_stands_beside_its_name(anchor, text, mark):
    """A mark of 5 pt, 3 pt off a name of 16 pt, on the side away from the anchor."""
    names = Names(names=("abcd",), families=(FAMILY,))
    first, second, shape = names.put(0, ("abcd", "ef"), 50.0, 20.0, 8.0, anchor, METER)
    assert [place(first), place(second)] == [
        (text, pytest.approx(15.52)),
        (text, pytest.approx(24.48)),
    ]
    assert (place(shape), shape.radius, shape.shape, shape.gid) == (
        (mark, 20.0),
        2.5,
        "square",
        "label-0-family",
    )
    assert (first.anchor, first.gid) == (anchor, "label-0")
    (plain,) = Names(names=("abcd",)).put(0, ("abcd",), 50.0, 20.0, 8.0, anchor, METER)
    left, _, right, _ = text_box([first, shape], (0, 0))
    assert right - left == pytest.approx(24.0)
    assert {"left": left, "center": (left + right) / 2, "right": right}[
        anchor
    ] == pytest.approx(plain.x)


def test_a_name_of_no_family_has_no_room_for_a_mark():
    names = Names(names=("a", "b"), families=(FAMILY, None))
    assert [names.room(0), names.room(1)] == [8.0, 0.0]
    assert len(names.put(1, ("b",), 0.0, 0.0, 8.0, "left", METER)) == 1


def test_what_is_highlighted_is_bold_and_keeps_its_colour():
    names = Names(
        names=tuple("abcd"),
        highlight=("accent", "red", None, "accent"),
        colors=("blue", None, "blue", None),
    )
    assert [names.bold(i) for i in range(4)] == [True, True, False, True]
    assert [names.color(i, "leader") for i in range(4)] == [
        "blue",
        "red",
        "blue",
        "accent",
    ]
    drawn = [names.put(i, ("x",), 0.0, 0.0, 8.0, "left", METER)[0] for i in range(4)]
    assert [text.color for text in drawn] == ["foreground", "red", "blue", "foreground"]
    assert [text.width for text in drawn] == [6.0, 6.0, 4.0, 6.0]


def test_a_limit_holds_name_and_mark():
    names = Names(names=("six666",), families=(FAMILY,))
    assert names.fit(8.0, 32.0, 1, METER).widths == (32.0,)
    assert names.fit(8.0, 31.9, 1, METER) is None
    names = Names(names=("two words", "one"))
    assert names.fit(8.0, 20.0, 2, METER).lines == (("two", "words"), ("one",))
    assert names.fit(8.0, 19.9, 2, METER) is None  # below 20 pt names are not broken
    assert names.fit(8.0, [20.0, 19.9], 2, METER) is None
    assert names.fit(8.0, 20.0, 1, METER) is None
    broken = names.broken(8.0, [20.0, 8.0], METER)
    assert (broken.lines[1], broken.most_lines, broken.widest, broken.small) == (
        ("on", "e"),
        2,
        20.0,
        7.0,
    )
    assert names.broken(8.0, [20.0, 3.9], METER) is None
    assert (Names(names=("abcdefgh",))).fit(
        8.0, 20.0, 8, METER
    ) is None  # words stay whole
    assert (Names(names=("abcdefgh",))).fit(
        8.0, 20.0, Names.ANY_LINES, METER
    ).lines == (("abcde", "fgh"),)


def test_rows_are_as_high_as_their_lines():
    assert [Names.row_height(lines, 8.0) for lines in (1, 2, 3)] == pytest.approx(
        [10.16, 20.32, 29.28]
    )
    assert text_box([], (3.0, 4.0)) == (3.0, 4.0, 3.0, 4.0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"families": {"A": "F", "B": "F"}, "colors": {"A": "red"}},
         "'A' has the colour of its family 'F'. Specify colors for families only."),
        ({"families": {"A": " "}}, "families contains no family name for 'A'. Specify a name, or omit 'A'."),
        ({"colors": {"A": "red"}, "highlight": {"A": "blue"}},
         "'A' has different colours in highlight and in colors or families. Remove "
         "one of them."),
        ({"highlight": 5}, "highlight must be a name, a list of names or a dict that maps names to "
            "colours, not 5."),
        ({"rename": {"A": "B"}},
         "'A' and 'B' would both be called 'B' in the figure. Give them different "
         "names (rename)."),
    ],
)  # fmt: skip
def test_what_names_cannot_be(options, said):
    with pytest.raises(UsageError) as refused:
        Names.of(Look(**options), ["A", "B"], ["A", "B"])
    assert str(refused.value) == said


def test_colours_of_families_that_are_called_like_an_algorithm():
    names = Names.of(
        Look(families={"A": "A", "B": "A"}, colors={"A": "red"}),
        ["A", "B", "C"],
        ["C", "B"],
    )
    assert (names.names, names.colors) == (("C", "B"), (None, "red"))
    assert [family and family.name for family in names.families] == [None, "A"]
    with pytest.raises(
        UsageError,
        match=r"^families apply to algorithms, but each row of this figure is a pair. Leave them out\.$",
    ):
        names.check_single("Leave them out")
    (Names.of(Look(), ["A"], ["A"])).check_single()
    both = Names.of(Look(colors={"A": "red"}, highlight={"A": "red"}), ["A"], ["A"])
    assert (both.highlight, both.colors) == (("red",), ("red",))


def test_the_longest_name():
    assert label_of("x" * 500) == "x" * 500
    with pytest.raises(
        LayoutError, match="has 501 characters, but a figure prints at most 500"
    ):
        label_of("x" * 501)


# -- panels and pages ------------------------------------------------------------------


def test_names_of_a_row_of_panels_end_on_one_line():
    panels = Panels(columns=2, width=50.0, between=10.0, side=5.0)
    names = [("a",), ("b", "c"), ("d",)]
    first, second, third = panels.lay_out(
        names, 20.0, 8.0, above=1.5, raised=0.9, height=60.0
    )
    assert [(p.left, p.right, p.first, p.number) for p in (first, second, third)] == [
        (6.5, 56.5, True, 0), (66.5, 116.5, False, 1), (6.5, 56.5, True, 2)
    ]  # fmt: skip
    assert [p.top for p in (first, second, third)] == pytest.approx([20, 20, 100.96])
    assert [p.plot_top for p in (first, second, third)] == pytest.approx(
        [40.96, 40.96, 112.96]
    )
    assert [p.name_y for p in (first, second, third)] == pytest.approx(
        [33.76, 29.28, 105.76]
    )
    assert first.plot(30.0) == pytest.approx((6.5, 40.96, 56.5, 70.96))


@pytest.mark.parametrize(
    ("least", "most", "columns", "width"),
    [(57.3, 9, 3, 172 / 3), (57.4, 9, 2, 91), (50, 2, 2, 91), (192, 9, 1, 192)],
)
def test_as_many_panels_as_have_room(least, most, columns, width):
    panels = fit_panels(200.0, least, 10.0, most, 5.0)
    assert (panels.columns, panels.width) == (columns, pytest.approx(width))
    assert fit_panels(200.0, 192.1, 10.0, 9, 5.0) is None
    assert (balanced(8, 3), balanced(9, 4), balanced(1, 5)) == (3, 3, 1)


PAGE = Page(Look(width=200 / 72), METER)


@pytest.mark.parametrize(
    ("ends", "middle"),
    [
        ((50, 150), 100.0),
        ((0, 10), 9.5),
        ((190, 210), 190.5),
        ((9, 10), 9.5),
        ((9, 11), 10.0),
    ],
)
def test_what_stands_below_an_axis_stays_on_the_page(ends, middle):
    [text], bottom = PAGE.below("axis-label", "four", ends, 10.0, 8.0)
    assert (text.x, text.y, text.anchor, text.text) == (
        middle,
        pytest.approx(15.2),
        "center",
        "four",
    )
    assert bottom == pytest.approx(20.0)
    names = Names(names=("four",), families=(FAMILY,))
    drawn, below = PAGE.name(names, 0, "name-0", 10.0, ends)
    assert min(e.box[0] for e in drawn) >= 1.5 - 1e-9
    assert max(e.box[2] for e in drawn) <= 198.5 + 1e-9
    assert (drawn[0].y, below) == (
        pytest.approx(10 + 0.6 * 7),
        pytest.approx(10 + 1.35 * 7),
    )


def test_texts_of_a_page_take_the_rows_they_need():
    words = "words " * 20  # 19 pt each at 7 pt, and 197 pt between the margins
    elements, bottom = PAGE.paragraph("note", words.strip(), 10.0)
    rows = [e.y for e in elements]
    assert len(rows) == 3
    assert rows == pytest.approx([14.2, 14.2 + 9.45, 14.2 + 18.9])
    assert bottom == pytest.approx(10 + 3 * 9.45)
    assert all(e.x == 1.5 and e.box[2] <= 198.5 for e in elements)
    below, end = PAGE.below("axis-label", words.strip(), (0, 200), 10.0, 7.0)
    assert [e.y for e in below] == pytest.approx(
        [10 + 0.65 * 7 + row * 9.45 for row in range(3)]
    )
    assert end == pytest.approx(below[-1].y + 0.6 * 7)
    named, end = PAGE.name(Names(names=(words.strip(),)), 0, "name-0", 10.0, 1.5)
    assert [e.y for e in named] == pytest.approx(
        [14.2 + row * 1.12 * 7 for row in range(3)]
    )
    assert (end, named[0].anchor, named[0].x) == (
        pytest.approx(10 + 9.45 + 2 * 1.12 * 7),
        "left",
        1.5,
    )


# -- elements --------------------------------------------------------------------------


@pytest.mark.parametrize("shape", CORNERS)
def test_marks_are_symmetric_and_reach_no_farther_than_their_radius(shape):
    corners = {(round(x, 9), round(y, 9)) for x, y in CORNERS[shape]}
    if shape != "half":
        assert {(-x + 0.0, y) for x, y in corners} == {(x + 0.0, y) for x, y in corners}
    if shape in ("diamond", "square"):
        assert {(x + 0.0, -y + 0.0) for x, y in corners} == {
            (x + 0.0, y + 0.0) for x, y in corners
        }
    assert all(abs(x) <= 1 and abs(y) <= 1 for x, y in corners)
    assert not corners or max(abs(y) for _, y in corners) >= 0.42


def test_what_layouts_are_made_of_cannot_be_changed():
    """Threads share them; and nobody mixes up the order of their lengths."""
    modules = [
        import_module(f"cddiagram.sheet.{found.name}")
        for found in iter_modules(cddiagram.sheet.__path__)
    ]
    kinds = {
        kind
        for module in modules
        for kind in vars(module).values()
        if is_dataclass(kind)
    }
    kinds = {kind for kind in kinds if kind.__module__.startswith("cddiagram.sheet")}
    # A row of the header, while it fills; an output, which keeps the axes that
    # matplotlib paints on demand; and what takes one thing, or two that nobody mixes
    # up.
    assert {
        kind.__name__ for kind in kinds if not kind.__dataclass_params__.frozen
    } == {"_Row", "Output"}
    by_place = {
        kind.__name__
        for kind in kinds
        if not all(field.kw_only for field in fields(kind))
    }
    assert by_place == {"_Row", "_Header", "Key", "Page", "Typeface"}


def test_a_disc_in_pdf_is_round():
    """Its four curves keep to the circle within 0.03 %, halfway and at a quarter of the
    way.
    """
    written = _circle(10.0).split()
    assert (written[:3], written.count("c")) == (["10", "0", "m"], 4)
    start = (10.0, 0.0)
    for curve in _circle(10.0).split(" m ")[1].split(" c")[:4]:
        places = list(map(float, curve.split()))
        points = [start, *zip(places[::2], places[1::2], strict=True)]
        for t in (0.25, 0.5, 0.75):
            weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3]
            at = [
                sum(w * point[axis] for w, point in zip(weights, points, strict=True))
                for axis in (0, 1)
            ]
            assert hypot(*at) == pytest.approx(10, rel=3e-4)
        start = points[-1]
    assert start == (10.0, 0.0)


def test_a_swatch_stands_around_the_middle_of_its_words():
    entry = KeyEntry.swatch("ties", 7.0, "band", "guide")
    [box] = entry.draw(10.0, 20.0)
    assert (box.x, box.width, box.fill, box.edge, box.edge_width) == (
        10.0,
        9.0,
        "band",
        "guide",
        0.5,
    )
    assert (box.y, box.y + box.height) == (
        pytest.approx(20 - 2.94),
        pytest.approx(20 + 2.94),
    )
    assert (entry.width, entry.indent) == (9.0, 12.0)
    over = KeyEntry.swatch("ties", 7.0, None, over=lambda box: [box, box]).draw(
        10.0, 20.0
    )
    assert len(over) == 2


def test_what_is_drawn_at_once():
    line = Line(gid="a", points=(), width=1.0, dash=(1.0, 2.0), cap="round")
    assert drawn_alike(line) == (Line, "foreground", 1.0, (1.0, 2.0), "round")
    assert drawn_alike(
        Text(gid="a", x=0, y=0, text="", size=8, width=0, color="accent")
    ) == (Text, "accent")
    box = {"gid": "a", "x": 0, "y": 0, "width": 1, "height": 1, "fill": "band"}
    assert drawn_alike(Rectangle(**box, edge="guide", edge_width=0.5)) == (
        Rectangle,
        "band",
        "guide",
        0.5,
    )
    assert (
        drawn_alike(Rectangle(**box, edge="guide"))
        == drawn_alike(Rectangle(**box))
        == (Rectangle, "band", None, 0.0)
    )
    assert drawn_alike(Marker(gid="a", x=0, y=0, radius=1, edge_width=1.0)) == (
        Marker,
        "foreground",
        None,
        0.0,
    )


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("wrap", "yes", "wrap must be 'auto', True or False, not 'yes'."),
        ("show_ranks", 1, "show_ranks must be True or False, not 1."),
        ("show_direction", None, "show_direction must be True or False, not None."),
        ("math", "no", "math must be True or False, not 'no'."),
        ("font_size", 2.9, "font_size must be a size from 3 to 24 points, not 2.9."),
        (
            "min_font_size",
            24.1,
            "min_font_size must be a size from 3 to 24 points, not 24.1.",
        ),
        ("font_size", True, "font_size must be a size from 3 to 24 points, not True."),
        ("font_size", "8", "font_size must be a size from 3 to 24 points, not '8'."),
    ],
)
def test_looks_are_checked(option, value, said):
    with pytest.raises(UsageError) as refused:
        Look(**{option: value})
    assert str(refused.value) == said


def test_a_look_by_default_and_its_sizes():
    look = Look()
    assert (
        look.show_ranks,
        look.show_direction,
        look.ids,
        look.math,
        look.page_width,
    ) == (
        True,
        True,
        False,
        False,
        237.6,
    )
    assert look.sizes == (8.0, 7.5, 7.0, 6.5)
    assert Look(font_size=7.2).sizes == (7.2, 6.7, 6.5)
    assert Look(font_size=6.0).sizes == (6.0,)
    assert Look(font_size=24.0, min_font_size=3.0).sizes[-1] == 3.0
