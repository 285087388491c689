"""Scales of values and their axes: which ends they have, which numbers, and where the
marks of a break stand.
"""

from itertools import pairwise

import pytest

from cddiagram.sheet.elements import Line, Text
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.scale import Axis, ValueScale
from cddiagram.text import UsageError

METER = TextMeter(lambda text, size, bold, italic: 0.6 * size * len(text))


@pytest.mark.parametrize(
    ("values", "scale", "expected"),
    [
        ([1.0, 1000.0], "auto", {"low": 0, "high": 3, "log": True, "zero": False}),
        ([0.0, 0.02, 5.0], "auto", {"low": -2, "high": 1, "log": True, "zero": True}),
        ([3.0, 3.0], "auto", {"low": 0, "high": 1, "log": True, "zero": False}),
        ([-2.0, 5.0], "auto", {"low": -2.0, "high": 5.0, "log": False, "zero": False}),
        ([0.0, 0.0], "auto", {"low": -0.5, "high": 0.5, "log": False, "zero": False}),
        ([1.0, 4.0], "linear", {"low": 1.0, "high": 4.0, "log": False, "zero": False}),
    ],
)
def test_scales(values, scale, expected):
    found = ValueScale.holding(values, scale)
    assert {name: getattr(found, name) for name in expected} == expected
    places = [found.position(value) for value in values]
    assert all(0 <= place <= 1 for place in places)
    assert places == sorted(places)


def test_zero_has_a_place_of_its_own():
    scale = ValueScale.holding([0.0, 0.02, 5.0])
    assert scale.position(0.0) == 0 < scale.position(1e-2) == scale.start
    assert [text for _, text in scale.ticks(100, 7)] == [
        "0",
        "10⁻²",
        "10⁻¹",
        "10⁰",
        "10¹",
    ]


@pytest.mark.parametrize(
    ("values", "ends", "numbers"),
    [
        # values fill 0.75 of 10 to 10^6: the lower end is the smallest of them
        ([99.5, 5.6e5], (1.9978, 6), ["10²", "10³", "10⁴", "10⁵", "10⁶"]),
        ([120.0, 9000.0], (2, 4), ["10²", "10³", "10⁴"]),
        ([0.0, 250.0, 1100.0], (2.3979, 3.0414), ["0", "400", "600", "800", "1000"]),
        ([250.0, 4500.0], (2.3979, 3.6532), ["500", "1000", "2000"]),
        ([402.2, 434.3], (2.6044, 2.6378), ["405", "410", "415", "420", "425", "430"]),
        (
            [2e-7, 2.2e-7],
            (-6.699, -6.6576),
            ["2·10⁻⁷", "2.05·10⁻⁷", "2.1·10⁻⁷", "2.15·10⁻⁷", "2.2·10⁻⁷"],
        ),
        (
            [1.0, 1.001],
            (-0.0048, 0.0052),
            ["0.990", "0.995", "1.000", "1.005", "1.010"],
        ),
    ],
)
def test_curves_fill_the_axis(values, ends, numbers):
    scale = ValueScale.holding(values, filled=0.85)
    assert (scale.low, scale.high) == pytest.approx(ends, abs=1e-4)
    ticks = scale.ticks(100, 7)
    assert [text for _, text in ticks] == numbers
    assert all(
        (there - here) * 100 >= 1.5 * 7 - 1e-9
        for (here, _), (there, _) in pairwise(ticks)
    )
    assert all(0 <= place <= 1 for place, _ in ticks)


def test_a_logarithmic_scale_refuses_negative_values():
    with pytest.raises(UsageError) as caught:
        ValueScale.holding([-1.0, 2.0], "log")
    assert str(caught.value) == (
        "a logarithmic scale requires non-negative values, but the smallest value is "
        "-1. Use scale 'linear'."
    )


def test_places_between_the_ends():
    log, falling = (
        ValueScale(low=-1, high=3, log=True),
        ValueScale(low=2.0, high=-2.0, log=False),
    )
    assert [log.position(value) for value in (0.1, 10.0, 1000.0)] == pytest.approx(
        [0, 0.5, 1]
    )
    assert (log.position(0.0), log.position(-5.0)) == (0.0, 0.0)
    assert [falling.position(value) for value in (2.0, 1.0, -1.0, -2.0)] == [
        0.0,
        0.25,
        0.75,
        1.0,
    ]
    zero = ValueScale(low=0, high=2, log=True, zero=True)
    assert [zero.position(value) for value in (0.0, 1.0, 10.0, 100.0)] == pytest.approx(
        [0, 0.14, 0.57, 1]
    )


@pytest.mark.parametrize(
    ("low", "high", "length", "exponents"),
    [
        (0, 2, 21.0, "012"),  # 10.5 pt from power to power: 1.5 sizes of 7 pt
        (0, 2, 20.9, "02"),
        (0, 5, 50, "135"),  # they count from the upper end
        (0, 9, 45, "0369"),
    ],
)
def test_powers_of_ten_keep_their_distance(low, high, length, exponents):
    found = ValueScale(low=low, high=high, log=True).ticks(length, 7)
    assert [place * high for place, _ in found] == pytest.approx(
        [int(exponent) for exponent in exponents]
    )


def test_numbers_side_by_side_need_the_room_of_the_widest():
    """Between "10⁰" and "10¹²" there is room for 1.5 times the longer of the two."""
    scale = ValueScale(low=0, high=12, log=True)
    assert len(scale.ticks(144.0, 7, lambda text: 2.0 * len(text))) == 13
    assert len(scale.ticks(143.9, 7, lambda text: 2.0 * len(text))) == 7


@pytest.mark.parametrize("length", [20.0, 30.0, 60.0, 120.0])
def test_numbers_of_one_decade_keep_their_distance(length):
    """Neighbours are 1.5 times the wider of the two apart, wherever they start."""

    def room(text):
        return 2.0 * len(text)

    for low, high in [(0.0, 1.0), (0.29, 1.05), (0.2, 0.8), (2.6, 3.4), (-1.3, -0.6)]:
        ticks = ValueScale(low=low, high=high, log=True).ticks(length, 7, room)
        for (left, first), (right, second) in pairwise(ticks):
            wider = max(room(first), room(second))
            assert (right - left) * length >= 1.5 * wider - 1e-9


def test_numbers_near_zero_give_way():
    scale = ValueScale(low=-2, high=1, log=True, zero=True)
    assert [text for _, text in scale.ticks(75.0, 7)] == [
        "0",
        "10⁻²",
        "10⁻¹",
        "10⁰",
        "10¹",
    ]
    assert [text for _, text in scale.ticks(74.9, 7)] == ["0", "10⁻¹", "10⁰", "10¹"]


def test_a_logarithmic_axis_is_filled_as_asked_for():
    """A power of ten at each end where that leaves no more than half of the rest empty,
    by one rule for both.
    """
    values = [
        10.0,
        10**3.5,
    ]  # 2.5 of the three between 10 and 10,000, with 0.5 at one end
    assert ValueScale.holding(values, filled=0.71) == ValueScale(
        low=1, high=4, log=True
    )  # 0.4085 of 2.5 for both ends
    assert ValueScale.holding(values, filled=0.72) == ValueScale(
        low=1, high=3.5, log=True
    )
    mirrored = ValueScale.holding([1 / value for value in values], filled=0.72)
    assert (mirrored.low, mirrored.high) == pytest.approx((-3.5, -1))
    found = ValueScale.holding([2.0, 5.0], filled=0.5)
    assert (found.low, found.high) == pytest.approx((0.30103, 0.69897))
    assert ValueScale.holding([2.0, 5.0], filled=0.39) == ValueScale(
        low=0, high=1, log=True
    )


@pytest.mark.parametrize("low", [0.05, 0.1, 0.3, 0.6, 0.95])
@pytest.mark.parametrize("span", [1.0, 2.3, 5.0])
def test_both_ends_of_a_logarithmic_axis_have_one_rule(low, span):
    """Upside down an axis is its mirror image: what stays empty above stays empty
    below.
    """
    there, back = (
        ValueScale.holding([10**a, 10**b], filled=0.85)
        for a, b in ((low, low + span), (-low - span, -low))
    )
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low))


def test_equal_values_have_a_logarithmic_axis():
    assert ValueScale.holding([1000.0, 1000.0]) == ValueScale(low=3, high=4, log=True)
    assert ValueScale.holding([-3.0, -3.0]) == ValueScale(
        low=-3.5, high=-2.5, log=False
    )


@pytest.mark.parametrize("side", ["left", "bottom"])
def test_the_axis_is_broken_above_zero(side):
    axis = Axis(
        scale=ValueScale.holding([0.0, 0.02, 5.0]),
        start=100.0,
        end=0.0,
        across=50.0,
        side=side,
    )
    elements = axis.draw(7.0, METER)
    lines = {gid: [e.points for e in elements if isinstance(e, Line) and e.gid == gid] for gid in ("value-zero",
             "value-break")}  # fmt: skip
    drawn = [
        tuple((y, x) if side == "left" else (x, y) for x, y in points)
        for points in lines["value-zero"]
    ]
    assert drawn == [
        ((100.0, 50.0), (pytest.approx(95.8), 50.0))
    ]  # 0.3 of the 14 pt that belong to 0
    assert axis.zero_band == pytest.approx(95.8)
    drawn = [
        tuple((y, x) if side == "left" else (x, y) for x, y in points)
        for points in lines["value-break"]
    ]
    expected = [((y + 0.9, 47.6), (y - 0.9, 52.4)) for y in (93.0, 89.5)]
    assert [
        place for slash in drawn for point in slash for place in point
    ] == pytest.approx(
        [place for slash in expected for point in slash for place in point]
    )
    widths = {e.gid: e.width for e in elements if isinstance(e, Line)}
    assert (widths["value-zero"], widths["value-break"]) == (0.8, 0.6)
    plain = Axis(
        scale=ValueScale.holding([1.0, 100.0]),
        start=100.0,
        end=0.0,
        across=50.0,
        side=side,
    ).draw(7.0, METER)
    assert not [e for e in plain if e.gid in ("value-zero", "value-break")]


def test_ticks_of_an_axis_stand_at_their_values():
    axis = Axis(
        scale=ValueScale.holding([1.0, 100.0]), start=100.0, end=0.0, across=50.0
    )
    assert [(e.text, e.y) for e in axis.draw(7.0, METER) if isinstance(e, Text)] == [
        ("10⁰", 100.0), ("10¹", 50.0), ("10²", 0.0)
    ]  # fmt: skip
    given = axis.draw(7.0, METER, [(10.0, "ten")])
    [number] = [e for e in given if isinstance(e, Text)]
    [tick] = [e for e in given if e.gid == "value-tick"]
    assert (number.text, number.x, number.y, number.anchor) == (
        "ten",
        50.0 - 5.6,
        50.0,
        "right",
    )
    assert tick.points == ((50.0, 50.0), (50.0 - 3.6, 50.0))
