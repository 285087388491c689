"""Lines over an axis: up to eight are told apart by colour, more by their dashes as
well.
"""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from cases import plain_measure, text_measure
from checks import by_gid
from matplotlib import colors as mcolors

import cddiagram as cd
from cddiagram.convergence import layout_convergence_curves
from cddiagram.sheet import Line, Marker, ink, palette

#: Some more lines than have a colour of their own.
K = 36
COLORS = 8


@cache
def lines(k=K):
    values = np.arange(4 * k, 0, -1.0).reshape(k, 2, 2)
    histories = cd.Histories(
        values=values,
        algorithms=tuple(f"A{i}" for i in range(k)),
        problems=("f1", "f2"),
        cut_points=(100, 200),
    )
    layout = layout_convergence_curves(histories, measure=plain_measure)
    return sorted(
        by_gid(layout, Line, r"curve-\d+"), key=lambda line: int(line.gid.split("-")[1])
    )


def test_dashes_in_points():
    dashes = [None, (4.5, 1.6), (1.4, 1.4), (5.0, 1.4, 1.2, 1.4), (2.4, 1.2)]
    assert [line.dash for line in lines()] == [
        dash for dash in dashes for _ in range(COLORS)
    ][:K]


def seen(first, second):
    """Whether readers tell two patterns apart: by how many strokes repeat, or by the
    longest stroke or gap.
    """
    if first is None or second is None or len(first) != len(second):
        return first != second
    pairs = ((max(first[part::2]), max(second[part::2])) for part in (0, 1))
    return any(max(pair) >= 1.6 * min(pair) for pair in pairs)


PAGES = [("white", "black"), ("black", "white")]


def apart(first, second, inks):
    """How far two colours are apart: the distance of their red, green and blue."""
    return float(
        np.linalg.norm(
            np.subtract(
                *(mcolors.to_rgb(ink(color, inks)) for color in (first, second))
            )
        )
    )


@pytest.mark.parametrize("page", PAGES)
def test_eight_lines_have_eight_colours_and_no_dashes(page):
    inks = palette(*page)
    shown = lines(COLORS)
    assert {line.dash for line in shown} == {None}
    for first, second in combinations(shown, 2):
        assert apart(first.color, second.color, inks) > 0.25, (
            first.color,
            second.color,
        )


@pytest.mark.parametrize("page", PAGES)
def test_more_lines_differ_by_colour_or_by_dashes(page):
    inks = palette(*page)
    for first, second in combinations(lines(), 2):
        same = ink(first.color, inks) == ink(second.color, inks)
        assert not same or seen(first.dash, second.dash), (first, second)


def test_seventy_two_lines_have_looks_of_their_own():
    assert len({(line.color, line.dash) for line in lines(72)}) == 72


def test_neighbours_have_another_colour():
    for first, second in zip(lines(), lines()[1:], strict=False):
        assert first.color != second.color


def drawn(k, names, **options):
    """Curves of k algorithms, with these names."""
    values = np.linspace(9.0, 1.0, 4 * k).reshape(2, k, 2).transpose(1, 0, 2)
    histories = cd.Histories(
        values=values, algorithms=names, problems=("f1", "f2"), cut_points=(100, 200)
    )
    return layout_convergence_curves(histories, measure=text_measure(), **options)


def test_one_broken_name_does_not_set_the_others_apart():
    """Each name takes its own height: 39 short ones and a broken one are little higher
    than 40 short ones.
    """
    short = tuple(f"A{i}" for i in range(40))
    plain, broken = (
        drawn(40, (*short[:-1], last)).plot_box
        for last in ("A39", "word " * 20 + "end")
    )
    assert broken[3] - broken[1] <= 1.1 * (plain[3] - plain[1])


def numbered(layout, name, kind=Line):
    """The lines or dots of this name by the number of their curve."""
    return {int(e.gid.split("-")[1]): e for e in by_gid(layout, kind, rf"{name}-\d+")}


@pytest.mark.parametrize("picked", range(9))
def test_pointers_continue_their_lines(picked):
    """Where lines end at one place, the colour and the dash of each pointer says whose
    name it leads to.
    """
    layout = drawn(
        12, tuple(f"A{i}" for i in range(12)), highlight={f"A{picked}": "#ff0000"}
    )
    curves, pointers = numbered(layout, "curve"), numbered(layout, "pointer")
    assert len(pointers) == 12
    for i, pointer in pointers.items():
        assert (pointer.color, pointer.dash) == (curves[i].color, curves[i].dash)
        repeat = sum(
            pointer.dash or (0.0,)
        )  # a dash that does not repeat once is not told from another
        assert np.hypot(*np.subtract(*pointer.points)) >= repeat


@pytest.mark.parametrize("highlight", [(), ("A3",)])
def test_curves_end_where_they_end(highlight):
    """No curve seems to turn after the last cut-point: it ends at a dot, and a thinner
    pointer begins behind that.
    """
    layout = drawn(12, tuple(f"A{i}" for i in range(12)), highlight=highlight)
    curves, pointers, dots = (
        numbered(layout, "curve"),
        numbered(layout, "pointer"),
        numbered(layout, "end", Marker),
    )
    assert len(dots) == 12
    for i, dot in dots.items():
        assert (dot.x, dot.y) == curves[i].points[-1]
        assert dot.fill == curves[i].color
        assert 2 * dot.radius >= curves[i].width + 1.0
        assert pointers[i].points[0][0] >= dot.box[2] + 0.8
        assert pointers[i].width < curves[i].width
    for i in (
        (3,) if highlight else ()
    ):  # another line may be unbroken and black as well
        assert pointers[i].width >= 1.5 * max(
            pointer.width for at, pointer in pointers.items() if at != i
        )


@pytest.mark.parametrize("picked", [0, 5, 12, 35])
def test_a_highlighted_line_is_the_widest(picked):
    names = tuple(f"A{i}" for i in range(K))
    widths = {
        i: line.width
        for i, line in numbered(
            drawn(K, names, highlight=names[picked]), "curve"
        ).items()
    }
    assert widths.pop(picked) == 1.8
    assert max(widths.values()) < 0.7


@pytest.mark.parametrize("picked", [(4,), (7, 2), (30, 1, 12)])
def test_highlighted_lines_hide_no_others(picked):
    """They are little wider than lines mostly are, and what crosses them is drawn over
    them, with its dot.
    """
    names = tuple(f"A{i}" for i in range(K))
    layout = drawn(K, names, highlight=[names[i] for i in picked])
    for name, kind in (("curve", Line), ("end", Marker)):
        assert set([*numbered(layout, name, kind)][: len(picked)]) == set(picked)
    assert {
        line.width for i, line in numbered(layout, "curve").items() if i in picked
    } == {1.8}


@pytest.mark.parametrize("picked", [("A3",), tuple(f"A{i}" for i in range(3, 30, 3))])
def test_highlighting_changes_no_colour_and_no_dashes(picked):
    names = tuple(f"A{i}" for i in range(K))
    curves = numbered(drawn(K, names, highlight=picked), "curve")
    for i, line in enumerate(lines()):
        assert (curves[i].color, curves[i].dash) == (line.color, line.dash)
