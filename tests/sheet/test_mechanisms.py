"""Spread, lanes, line breaking, ticks and the meter: small exact cases, and what holds
for all inputs.
"""

import itertools
import math
from itertools import pairwise

import pytest
from checks import reads
from hypothesis import given
from hypothesis import strategies as st

from cddiagram.sheet.axis import AxisScale, Ticks
from cddiagram.sheet.elements import Text
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.scale import Axis, ValueScale
from cddiagram.sheet.spreading import spread
from cddiagram.sheet.wrapping import VERSUS, wrap
from cddiagram.text import LayoutError
from cddiagram.words import assign_lanes

COORDINATES = st.floats(-200, 200).map(lambda x: round(x, 3))


# -- spread ----------------------------------------------------------------------------


def test_spread_leaves_what_is_far_apart():
    assert spread([0.0, 5.0, 20.0], 5.0) == (0.0, 5.0, 20.0)


@pytest.mark.parametrize(
    ("positions", "expected"),
    [
        ([10.0, 10.0], (7.5, 12.5)),
        ([10.0, 10.0, 10.0], (5.0, 10.0, 15.0)),
        ([10.0, 11.0, 30.0], (8.0, 13.0, 30.0)),
        (
            [0.0, 1.0, 6.0],
            (-8 / 3, 7 / 3, 22 / 3),
        ),  # the block grows over its neighbour
    ],
)
def test_spread_exactly(positions, expected):
    assert spread(positions, 5.0) == pytest.approx(expected)


def test_spread_within_bounds():
    assert spread([0.0, 0.0, 0.0], 5.0, lower=0.0, upper=20.0) == (0.0, 5.0, 10.0)
    assert spread([19.0, 20.0, 20.0], 5.0, lower=0.0, upper=20.0) == (10.0, 15.0, 20.0)
    assert spread([3.0, 3.0, 3.0], 5.0, lower=-2.0, upper=8.0) == (-2.0, 3.0, 8.0)
    assert spread([], 5.0, lower=0.0, upper=1.0) == ()


def test_spread_says_when_there_is_no_room():
    with pytest.raises(
        ValueError,
        match="3 positions with a total gap of 10 do not fit between 0 and 9",
    ):
        spread([1.0, 2.0, 3.0], 5.0, lower=0.0, upper=9.0)


def room(values, gaps):
    return min(
        (
            b - a - gap
            for (a, b), gap in zip(itertools.pairwise(values), gaps, strict=True)
        ),
        default=0.0,
    )


@given(
    st.lists(st.tuples(COORDINATES, st.floats(0.5, 8)), min_size=1, max_size=12),
    st.booleans(),
)
def test_spread_keeps_the_gap_and_is_least_squares(subject, one):
    positions, gaps = sorted(x for x, _ in subject), [gap for _, gap in subject][1:]
    gaps = gaps[:1] * len(gaps) if one else gaps
    result = spread(positions, gaps[0] if one and gaps else gaps)
    assert room(result, gaps) >= -1e-9

    def cost(values):
        return sum((a - b) ** 2 for a, b in zip(values, positions, strict=True))

    # No block of neighbours can be moved, alone, to make the sum of squares smaller.
    for start in range(len(result)):
        for stop in range(start + 1, len(result) + 1):
            for step in (0.01, -0.01):
                moved = [
                    x + step if start <= i < stop else x for i, x in enumerate(result)
                ]
                if room(moved, gaps) >= -1e-12:
                    assert cost(moved) >= cost(result) - 1e-6


@given(st.lists(COORDINATES, min_size=1, max_size=12).map(sorted))
def test_spread_mirrors(positions):
    mirrored = spread([-x for x in reversed(positions)], 5.0)
    assert [-x for x in reversed(mirrored)] == pytest.approx(
        list(spread(positions, 5.0))
    )


# -- lanes -----------------------------------------------------------------------------


def test_a_staircase_has_a_lane_for_each_bar():
    bars = [(0.0, 10.0), (5.0, 20.0), (16.9, 30.0), (17.0, 30.0), (27.0, 28.0)]
    assert assign_lanes(bars, 7.0) == (0, 1, 2, 3, 4)
    assert assign_lanes([], 7.0) == ()


def test_many_bars_are_packed():
    # seven bars that touch, of which packing saves four lanes
    chain = [(10.0 * i, 10.0 * i + 10.0) for i in range(7)]
    assert assign_lanes(chain, 7.0, pitch=5.0) == (0, 1, 2, 3, 4, 5, 6)
    # one that touches is never right above: three lanes, again and again
    assert assign_lanes(chain, 7.0, pitch=5.8) == (0, 1, 2, 0, 1, 2, 0)
    # more than twelve bars are packed whatever this saves
    deep = [(float(i), i + 20.0) for i in range(13)]
    assert assign_lanes([*deep, (40.0, 50.0)], 7.0) == (*range(13), 0)


@given(
    st.lists(
        st.tuples(COORDINATES, st.floats(0, 50)).map(lambda b: (b[0], b[0] + b[1])),
        max_size=25,
    ),
    st.sampled_from([0.5, 7.0]),
)
def test_lanes_are_apart_and_no_bar_is_right_above_one_that_it_touches(bars, clear):
    lanes = assign_lanes(bars, clear)
    for lane in set(lanes):
        ordered = sorted(
            bar for bar, used in zip(bars, lanes, strict=True) if used == lane
        )
        assert all(a[1] + clear <= b[0] + 1e-6 for a, b in itertools.pairwise(ordered))
    assert set(lanes) == set(range(len(set(lanes))))
    if lanes == tuple(range(len(bars))):
        return
    order = sorted(range(len(bars)), key=lambda i: (bars[i][0], i))
    for one, other in itertools.combinations(order, 2):
        if set(bars[one]) & set(bars[other]):
            assert lanes[other] != lanes[one] - 1


# -- wrap ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "limit", "lines"),
    [
        ("short", 10, ("short",)),
        ("two words", 5, ("two", "words")),
        ("CatBoost (tuned)", 10, ("CatBoost", "(tuned)")),
        ("f(x)", 3, ("f", "(x)")),
        ("one-two/three", 8, ("one-two/", "three")),
        ("aa bb cc dd", 5, ("aa bb", "cc dd")),
        (
            "a bbbb c",
            6,
            ("a bbbb", "c"),
        ),  # both breaks give a widest line of 6: the first line is filled
        ("a b c d e f", 3, ("a b", "c d", "e f")),
        ("abcdefghij", 4, ("abcd", "efgh", "ij")),
        ("abcdefgh ij", 5, ("abcd", "efgh", "ij")),
        ("abcd", 3, ("ab", "cd")),
        ("", 3, ("",)),
        ("NaiveBayes", 9, ("Naive", "Bayes")),
        ("NaiveBayes", 5, ("Naive", "Bayes")),
        ("Kernel", 4, ("Ker", "nel")),
        ("Classification", 8, ("Classi", "fication")),
        ("methods", 5, ("me", "thods")),
        ("xgbst", 4, ("xgb", "st")),
        ("model_name_v2", 7, ("model_", "name_v2")),
        ("BERT+LSTM", 7, ("BERT+", "LSTM")),
        ("123456", 4, ("1234", "56")),
        ("随机森林", 2, ("随机", "森林")),
        ("kernels or heterogeneous", 12, ("kernels", "or hete", "rogeneous")),
        ("tuned by 10-fold cross", 14, ("tuned by", "10-fold cross")),
        ("ResNet-50 and 1-NN", 14, ("ResNet-50", "and 1-NN")),
        ("ResNet-50", 8, ("ResNet-", "50")),
        ("-1/2-x", 4, ("-1/", "2-x")),
    ],
)
def test_wrap_exactly(text, limit, lines):
    result = wrap(text, limit, len)
    if text == "a bbbb c":
        assert result in (("a bbbb", "c"), ("a", "bbbb c"))
    elif text == "abcdefgh ij":
        assert len(result) == 3
    else:
        assert result == lines


def test_wrap_keeps_combining_marks_and_relations_whole():
    assert wrap("Nemenyi, α = 0.05", 12, len) == ("Nemenyi,", "α = 0.05")
    assert wrap("Nemenyi, adjusted p ≤ .001", 10, len) == (
        "Nemenyi,",
        "adjusted",
        "p ≤ .001",
    )
    assert wrap("number = 12345", 8, len) == ("number", "= 12345")
    assert wrap("$5 and more", 5, len) == ("$5", "and", "more")
    assert wrap("e\u0301" * 4, 3, len) == ("e\u0301", "e\u0301", "e\u0301", "e\u0301")


@pytest.mark.parametrize(
    ("text", "limit", "lines"),
    [
        ("$a$ and more", 5, ("$a$", "and", "more")),
        ("$a$ and more", 8, ("$a$ and", "more")),
        ("one $a b$ two", 6, ("one", "$a b$", "two")),
        ("long-winded $a$$b$ words", 8, ("long-", "winded", "$a$$b$", "words")),
        (r"\$5 or $a b$ or \$6", 9, (r"\$5 or", "$a b$", r"or \$6")),
        # the formula is what it is where it stands
        (r"\$c$c$ and $c$", 8, (r"\$c$c$", "and $c$")),
        ("$a$ $a$ $a$", 3, ("$a$", "$a$", "$a$")),
        ("5 $ or 6 of it", 6, ("5 $", "or 6", "of it")),  # one dollar makes no formula,
        # nor do three, and no line has two of them
        ("a $ b $ c $ d", 9, ("a", "$ b $ c $", "d")),
        ("$a b$ words", 4, None),
        ("\U000f0000 and $a b$", 5, ("\U000f0000 and", "$a b$")),
    ],
)  # fmt: skip
def test_wrap_keeps_formulas_whole(text, limit, lines):
    assert wrap(text, limit, len, math=True) == lines


def test_wrap_breaks_dollars_where_they_are_letters():
    assert wrap("one $a b$ two", 6, len) == ("one $a", "b$ two")


def test_a_formula_wider_than_its_room_is_refused():
    meter = TextMeter(
        lambda text, size, bold, italic: 0.5 * size * len(text), math=True
    )
    assert meter.lines("words and $a$", 20, 8.0) == ("words", "and", "$a$")
    with pytest.raises(
        LayoutError,
        match=r"^the formula '\$abcdefgh\$' is 0\.56 in wide, which does not fit 0\.28 "
        r"in. Use a larger width, "
        r"a smaller font_size or a shorter formula\.$",
    ):
        meter.lines("words and $abcdefgh$", 20, 8.0)
    assert TextMeter(meter.width).lines("ab", 2, 8.0) == ("ab",)


def test_wrap_gives_up_where_a_character_does_not_fit():
    assert wrap("abc", 0.5, len) is None
    assert wrap("abc", 1, len) == ("a", "b", "c")
    assert wrap("1 b", 1, len) == ("1", "b")


def test_wrap_breaks_the_one_of_two_names_that_is_too_wide():
    """The other one stays whole, be it the first or the second."""
    assert wrap(f"Elastic ensemble, default settings{VERSUS}SVM (RBF)", 20, len) == (
        "Elastic ensemble,", "default settings", "vs.\u00a0SVM (RBF)",
    )  # fmt: skip
    assert wrap(f"SVM (RBF){VERSUS}Elastic ensemble, default settings", 22, len) == (
        "SVM (RBF)", "vs.\u00a0Elastic ensemble,", "default settings",
    )  # fmt: skip
    assert wrap(f"Gradient-boosted decision trees{VERSUS}Random convolutional kernel transform", 31, len) == (
        "Gradient-boosted decision trees", "vs.\u00a0Random convolutional", "kernel transform",
    )  # fmt: skip
    assert wrap(f"one{VERSUS}heterogeneous", 12, len) == (
        "one vs.\u00a0he",
        "terogeneous",
    )


@given(st.text(alphabet="ab -/(", max_size=40), st.integers(1, 20))
def test_wrap_cuts_nothing_and_keeps_the_limit(text, limit):
    lines = wrap(text, limit, len)
    assert all(len(line) <= limit for line in lines)
    assert reads(lines, text)


# -- ticks -----------------------------------------------------------------------------


def width(text):
    return 4.5 * len(text)


@pytest.mark.parametrize(
    ("low", "high", "length", "labels", "minor"),
    [
        (1, 4, 150, ("1", "2", "3", "4"), (1.5, 2.5, 3.5)),
        (1, 9, 96, ("1", "2", "3", "4", "5", "6", "7", "8", "9"), ()),
        (
            1,
            9,
            47,
            ("2", "8"),
            (1.0, 3.0, 4.0, 5.0, 6.0, 7.0, 9.0),
            # one multiple of 5 alone, and 2 is 11.75 pt, less than 12: the outermost
            # multiples of 2
        ),
        (4, 14, 96, ("4", "6", "8", "10", "12", "14"), (5.0, 7.0, 9.0, 11.0, 13.0)),
        (
            9,
            25,
            84,
            ("10", "15", "20", "25"),
            tuple(float(n) for n in range(9, 25) if n % 5),
        ),  # no number at 9, beside the steps
        (1, 9, 95, ("2", "4", "6", "8"), (1.0, 3.0, 5.0, 7.0, 9.0)),
        (5, 21, 52, ("5", "10", "15", "20"), (21.0,)),
        (
            1,
            104,
            150,
            ("20", "40", "60", "80", "100"),
            (1.0, *(float(n) for n in range(5, 104, 5) if n % 20), 104.0),
        ),
        # aligned ranks: regular, not from the odd lower end, and no comb of 97 minor
        # ticks
        (
            13,
            110,
            250,
            ("20", "30", "40", "50", "60", "70", "80", "90", "100", "110"),
            tuple(float(n) for n in range(14, 110, 2) if n % 10),
        ),
        (1108, 3921, 39, ("1500", "3500"), (1108.0, 2000.0, 2500.0, 3000.0, 3921.0)),
        (1, 2, 100, ("1", "2"), (1.5,)),
    ],
)
def test_ticks_exactly(low, high, length, labels, minor):
    ticks = Ticks.between(low, high, length, width)
    assert ticks.labels == labels
    assert ticks.major == tuple(float(label) for label in labels)
    assert ticks.minor == minor


@given(st.integers(1, 4000), st.integers(1, 5000), st.floats(30, 480))
def test_ticks_are_regular_and_apart(low, wide, length):
    ticks = Ticks.between(low, low + wide, length, width)
    scale = length / wide
    places = list(zip(ticks.major, ticks.labels, strict=True))
    for (a, one), (b, two) in itertools.pairwise(places):
        assert (b - a) * scale >= (width(one) + width(two)) / 2
    assert all(low <= tick <= low + wide for tick in ticks.major + ticks.minor)
    assert not set(ticks.major) & set(ticks.minor)
    apart = {round(b - a, 9) for a, b in itertools.pairwise(ticks.major)}
    assert len(apart) <= 1
    every = sorted(ticks.major + ticks.minor)
    assert all((b - a) * scale >= 3 - 1e-9 for a, b in itertools.pairwise(every))
    between = [
        sum(a < tick < b for tick in ticks.minor)
        for a, b in itertools.pairwise(ticks.major)
    ]
    assert len(set(between)) <= 1
    assert max(between, default=0) <= 5


def test_ticks_of_scores_are_not_whole():
    assert Ticks.between(0.3, 0.46, 100, width, whole=False).labels == (
        "0.30",
        "0.35",
        "0.40",
        "0.45",
    )


@pytest.mark.parametrize(
    ("ranks", "full", "bounded", "expected"),
    [
        ([1.2, 1.8], True, True, (1, 2)),
        ([1.2, 1.8], False, True, (1, 2)),
        ([3.5] * 6, False, True, (3, 5)),
        ([3.2] * 6, False, True, (2, 4)),
        ([3.0] * 5, False, True, (2, 4)),
        ([1.0, 1.0, 1.3], False, True, (1, 3)),
        ([5.9, 6.0, 5.8, 5.9, 6.0, 5.9], False, True, (4, 6)),
        ([5.2, 21.0, *[9.0] * 23], False, True, (5, 21)),
        ([29.35, 46.77], False, False, (29, 47)),
        (
            [0.2, 0.8, 7.5],
            True,
            True,
            (0, 8),
        ),  # no ranks among three: the range shows them all the same
    ],
)
def test_rank_range(ranks, full, bounded, expected):
    assert AxisScale.rank_range(ranks, full=full, bounded=bounded) == expected


@given(st.lists(st.floats(1, 30), min_size=3, max_size=30), st.booleans())
def test_rank_range_holds_all_and_is_two_wide(ranks, full):
    low, high = AxisScale.rank_range(ranks, full=full)
    assert low <= min(ranks) + 1e-9
    assert high >= max(ranks) - 1e-9
    assert high - low >= 2
    assert math.floor(low) == low


# -- meter -----------------------------------------------------------------------------


def test_meter_measures_each_text_once_for_all_sizes():
    calls = []

    def measure(text, size, bold, italic):
        calls.append((text, bold, italic))
        return size * len(text)

    meter = TextMeter(measure)
    assert [meter.width("abc", size) for size in (6.5, 7.0, 8.0)] == [19.5, 21.0, 24.0]
    assert meter.width("abc", 8.0, bold=True) == 24.0
    assert meter.width("", 8.0) == 0.0
    assert calls == [("abc", False, False), ("abc", True, False)]


@pytest.mark.parametrize(
    "values", [[0.8125, 0.93], [1e-12, 1.0], [3.0, 90.0], [-250.0, 1000.0]]
)
@pytest.mark.parametrize("length", [40.0, 120.0, 400.0])
def test_the_numbers_of_a_level_axis_stand_apart(values, length):
    axis = Axis(
        scale=ValueScale.holding(values),
        start=10.0,
        end=10.0 + length,
        across=50.0,
        side="bottom",
    )
    meter = TextMeter(lambda text, size, bold, italic: 0.6 * size * len(text))
    numbers = [
        element for element in axis.draw(7.0, meter) if isinstance(element, Text)
    ]
    assert numbers
    assert all(a.box[2] < b.box[0] for a, b in pairwise(numbers))
