"""The axis of ranks on the page, and scales of numbers that are not whole: every length
in points.
"""

from itertools import pairwise

import pytest

from cddiagram.sheet.axis import (
    AxisScale,
    Ticks,
)
from cddiagram.sheet.elements import Line, Text
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.scale import Axis

METER = TextMeter(lambda text, size, bold, italic: 0.5 * size * len(text))


def width(text):
    return 4.0 * len(text)


@pytest.mark.parametrize("turned", [False, True])
def test_a_scale_and_its_mirror(turned):
    scale = AxisScale(
        low=1.0,
        high=4.0,
        x_low=160.0 if turned else 10.0,
        x_high=10.0 if turned else 160.0,
        y=50.0,
    )
    assert (scale.left, scale.right, scale.length) == (10.0, 160.0, 150.0)
    assert [scale.at(rank) for rank in (1.0, 1.5, 4.0, 5.0)] == (
        [160, 135, 10, -40] if turned else [10, 35, 160, 210]
    )
    assert scale.points(0.5) == 25.0


@pytest.mark.parametrize("side", ["top", "bottom"])
def test_line_ticks_and_numbers_of_an_axis(side):
    scale = AxisScale(low=1.0, high=4.0, x_low=160.0, x_high=10.0, y=50.0)
    elements = scale.draw(7.0, METER, side=side)
    away = -1 if side == "top" else 1

    def strokes(gid):
        return [
            (e.points, e.width)
            for e in elements
            if isinstance(e, Line) and e.gid == gid
        ]

    assert strokes("axis") == [(((10.0, 50.0), (160.0, 50.0)), 0.8)]
    assert strokes("tick") == [
        (((x, 50.0), (x, 50 + away * 3.6)), 0.8) for x in (160, 110, 60, 10)
    ]
    assert strokes("tick-minor") == [
        (((x, 50.0), (x, 50.0 + away * 2)), 0.5) for x in (135, 85, 35)
    ]
    y = 50 - (1.05 * 7 + 5.5) + 0.48 * 7 if side == "top" else 50 + 3.6 + 2 + 0.4 * 7
    numbers = [(e.text, e.x, e.anchor) for e in elements if isinstance(e, Text)]
    assert numbers == [
        ("1", 160, "center"),
        ("2", 110, "center"),
        ("3", 60, "center"),
        ("4", 10, "center"),
    ]
    assert [e.y for e in elements if isinstance(e, Text)] == pytest.approx([y] * 4)
    part = scale.draw(7.0, METER, (2.0, 3.0), side)
    assert [e.text for e in part if isinstance(e, Text)] == ["2", "3"]


def test_the_room_that_an_axis_takes():
    assert AxisScale.end_room(1, 10, 7.0, METER) == 3.5 + 1
    assert AxisScale.end_room(0.25, 1, 7.0, METER, 0.01) == 7.0 + 1
    assert AxisScale.below(7.0) == 3.6 + 2 + 7
    assert Axis.beside(["1", "100"], 7.0, METER) == pytest.approx(10.5 + 5.6)
    assert Axis.beside([], 7.0, METER) == pytest.approx(5.6)


@pytest.mark.parametrize(
    ("low", "high", "length", "labels"),
    [
        (0, 1, 120, ("0.0", "0.2", "0.4", "0.6", "0.8", "1.0")),
        (
            0,
            1,
            90,
            ("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"),
        ),  # 18 pt, the least of these widths
        (0, 1, 89, ("0.0", "0.5", "1.0")),
        (0, 10, 120, ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10")),
        (0, 10, 119, ("0", "2", "4", "6", "8", "10")),
        (-1, 1, 96, ("−1.0", "−0.5", "0.0", "0.5", "1.0")),
        (-1, 1, 95, ("−1", "0", "1")),
        (-2.3, 2.1, 60, ("−2", "−1", "0", "1", "2")),
        (0.31, 0.36, 10, ("0.35",)),  # too short for two numbers: the roundest
        (0.3, 0.4, 16, ("0.3", "0.4")),  # 1.3 widths from end to end
        (0.3, 0.4, 15, ("0.4",)),
        (
            -0.016,
            0.01,
            65,
            ("−0.01", "0.01"),
        ),  # one multiple of 0.02 alone: the outermost of the last finer step
        (6, 9, 9, ("6",)),
        (0.3141, 0.3164, 12, ("0.315",)),
    ],
)
def test_ticks_of_numbers_that_are_not_whole(low, high, length, labels):
    ticks = Ticks.between(low, high, length, width, whole=False)
    assert ticks.labels == labels
    assert ticks.minor == ()
    assert ticks.major == pytest.approx(
        [float(label.replace("−", "-")) for label in labels]
    )
    assert ticks.numbered == tuple(zip(ticks.major, ticks.labels, strict=True))


def test_a_range_grows_to_the_nearer_side():
    assert AxisScale.rank_range([5.4] * 9, full=False) == (4, 6)
    assert AxisScale.rank_range([5.6] * 9, full=False) == (5, 7)
    assert AxisScale.rank_range([0.2, 0.4], full=False, bounded=False) == (-1, 1)
    assert AxisScale.rank_range([0.6, 0.8], full=False, bounded=False) == (0, 2)


@pytest.mark.parametrize("length", [80, 120, 200, 350, 600])
@pytest.mark.parametrize(("low", "high"), [(1, 9), (1, 12), (5, 22), (7, 35), (1, 100)])
def test_numbers_of_ranks_are_two_digits_apart_and_few(low, high, length):
    scale = AxisScale(low=low, high=high, x_low=10.0, x_high=10.0 + length)
    elements = scale.draw(7.0, METER)
    numbers = [e for e in elements if e.gid == "tick-number"]
    gaps = [after.box[0] - before.box[2] for before, after in pairwise(numbers)]
    assert 2 <= len(numbers) <= 12
    assert min(gaps) >= 2 * 3.5 - 1e-6
    steps = {float(b.text) - float(a.text) for a, b in pairwise(numbers)}
    assert len(steps) == 1
    if len(numbers) > 2:
        assert steps <= {1.0, 2.0, 5.0, 10.0, 20.0, 50.0}


def test_multiples_of_a_small_step_are_different():
    values = Ticks.multiples(1e6, 1e6 + 5e-6, 1e-6)
    assert len(set(values)) == 6
