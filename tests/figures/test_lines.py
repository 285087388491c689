"""Lines over an axis are told apart without colour, on light and on dark pages."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from cases import plain_measure, text_measure
from checks import by_gid
from matplotlib import colors as mcolors

import cddiagram as cd
from cddiagram.convergence.figures.curves import layout_convergence_curves
from cddiagram.sheet.colors import ink, palette
from cddiagram.sheet.elements import Line, Marker

#: So many lines have a look of their own in gray.
K = 36


@cache
def lines(k=K):
    values = np.arange(4 * k, 0, -1.0).reshape(k, 2, 2)
    histories = cd.Histories(
        values=values, algorithms=tuple(f"A{i}" for i in range(k)), problems=("f1", "f2"), cut_points=(100, 200)
    )
    layout = layout_convergence_curves(histories, measure=plain_measure)
    return sorted(by_gid(layout, Line, r"curve-\d+"), key=lambda line: int(line.gid.split("-")[1]))


def test_dashes_in_points():
    assert [line.dash for line in lines()] == 4 * [
        None,
        (4.5, 1.6),
        (1.4, 1.4),
        (5.0, 1.4, 1.2, 1.4),
        (2.4, 1.2),
        (6.0, 1.3, 1.2, 1.3, 1.2, 1.3),
        (9.0, 2.0),
        (1.4, 2.8),
        (3.6, 1.2, 3.6, 3.2),
    ]


def seen(first, second):
    """Whether readers tell two patterns apart: by how many strokes repeat, or by the longest stroke or gap."""
    if first is None or second is None or len(first) != len(second):
        return first != second
    pairs = ((max(first[part::2]), max(second[part::2])) for part in (0, 1))
    return any(max(pair) >= 1.6 * min(pair) for pair in pairs)


def gray(color):
    return np.dot(mcolors.to_rgb(color), (0.299, 0.587, 0.114))


@pytest.mark.parametrize("page", [("white", "black"), ("black", "white")])
def test_lines_are_told_apart_in_gray(page):
    inks = palette(*page)
    for first, second in combinations(lines(), 2):
        apart = abs(gray(ink(first.color, inks)) - gray(ink(second.color, inks)))
        assert seen(first.dash, second.dash) or (first.dash == second.dash and apart >= 0.12), (first, second)


def test_neighbours_have_another_colour_and_another_dash():
    for first, second in zip(lines(), lines()[1:], strict=False):
        assert first.color != second.color
        assert first.dash != second.dash


def drawn(k, names, **options):
    """Curves of k algorithms, with these names."""
    values = np.linspace(9.0, 1.0, 4 * k).reshape(2, k, 2).transpose(1, 0, 2)
    histories = cd.Histories(values=values, algorithms=names, problems=("f1", "f2"), cut_points=(100, 200))
    return layout_convergence_curves(histories, measure=text_measure(), **options)


def test_one_broken_name_does_not_set_the_others_apart():
    """Each name takes its own height: 39 short ones and a broken one are little higher than 40 short ones."""
    short = tuple(f"A{i}" for i in range(40))
    plain, broken = (drawn(40, (*short[:-1], last)).plot_box for last in ("A39", "word " * 20 + "end"))
    assert broken[3] - broken[1] <= 1.1 * (plain[3] - plain[1])


def numbered(layout, name, kind=Line):
    """The lines or dots of this name by the number of their curve."""
    return {int(e.gid.split("-")[1]): e for e in by_gid(layout, kind, rf"{name}-\d+")}


@pytest.mark.parametrize("picked", range(9))
def test_pointers_continue_their_lines(picked):
    """Where lines end at one place, the colour and the dash of each pointer says whose name it leads to."""
    layout = drawn(12, tuple(f"A{i}" for i in range(12)), highlight={f"A{picked}": "#ff0000"})
    curves, pointers = numbered(layout, "curve"), numbered(layout, "pointer")
    assert len(pointers) == 12
    for i, pointer in pointers.items():
        assert (pointer.color, pointer.dash) == (curves[i].color, curves[i].dash)
        repeat = sum(pointer.dash or (0.0,))  # a dash that does not repeat once is not told from another
        assert np.hypot(*np.subtract(*pointer.points)) >= repeat


@pytest.mark.parametrize("highlight", [(), ("A3",)])
def test_curves_end_where_they_end(highlight):
    """No curve seems to turn after the last cut-point: it ends at a dot, and a thinner pointer begins behind that."""
    layout = drawn(12, tuple(f"A{i}" for i in range(12)), highlight=highlight)
    curves, pointers, dots = numbered(layout, "curve"), numbered(layout, "pointer"), numbered(layout, "end", Marker)
    assert len(dots) == 12
    for i, dot in dots.items():
        assert (dot.x, dot.y) == curves[i].points[-1]
        assert dot.fill == curves[i].color
        assert 2 * dot.radius >= curves[i].width + 1.0
        assert pointers[i].points[0][0] >= dot.box[2] + 0.8
        assert pointers[i].width < curves[i].width
    for i in (3,) if highlight else ():  # another line may be unbroken and black as well
        assert pointers[i].width >= 1.5 * max(pointer.width for at, pointer in pointers.items() if at != i)


def ink_per_length(line, inks):
    """Width times the share that is no gap, times how far its gray is from the page's."""
    share = sum(line.dash[::2]) / sum(line.dash) if line.dash else 1.0
    return line.width * share * abs(gray(ink(line.color, inks)) - gray(ink("background", inks)))


@pytest.mark.parametrize("page", [("white", "black"), ("black", "white")])
def test_a_highlighted_line_is_the_strongest_in_gray(page):
    names, inks = tuple(f"A{i}" for i in range(K)), palette(*page)
    for picked, name in enumerate(names):
        curves = numbered(drawn(K, names, highlight=name), "curve")
        inked = {i: ink_per_length(line, inks) for i, line in curves.items()}
        assert inked.pop(picked) >= 2 * max(inked.values())


@pytest.mark.parametrize("picked", [(4,), (7, 2), (30, 1, 12)])
def test_highlighted_lines_hide_no_others(picked):
    """They are little wider than lines mostly are, and what crosses them is drawn over them, with its dot."""
    names = tuple(f"A{i}" for i in range(K))
    layout = drawn(K, names, highlight=[names[i] for i in picked])
    for name, kind in (("curve", Line), ("end", Marker)):
        assert set([*numbered(layout, name, kind)][: len(picked)]) == set(picked)
    assert {line.width for i, line in numbered(layout, "curve").items() if i in picked} == {1.5}


def test_highlighted_lines_have_the_looks_of_the_first_places():
    """So a single one is unbroken and black, and several differ; their dashes are no sparser, with the same gaps."""
    names = tuple(f"A{i}" for i in range(K))
    layout = drawn(K, names, highlight=names[3:30:3])
    after = [numbered(layout, "curve")[i] for i in range(3, 30, 3)]
    for i, before in enumerate(lines(9)):
        assert after[i].color == before.color
        assert (after[i].dash is None) == (before.dash is None)
        if before.dash is not None:
            longer = np.divide(after[i].dash, before.dash)
            assert set(longer[1::2]) == {1.0}
            assert longer[::2] == pytest.approx(longer[0])
            assert longer[0] >= 1.0
