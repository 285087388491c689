"""Lines over an axis are told apart without colour, on light and on dark pages."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from cases import plain_measure
from checks import by_gid
from matplotlib import colors as mcolors

import cddiagram as cd
from cddiagram.convergence.figures.curves import layout_convergence_curves
from cddiagram.sheet.colors import ink, palette
from cddiagram.sheet.elements import Line

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
