"""Names beside points: which places are tried in which order, and what is too near."""

import math

import pytest

from cddiagram.sheet.labels import (
    Label,
    enters,
    overlap,
    place_labels,
)

WIDE = (-200.0, -200.0, 200.0, 200.0)
POINT, RADIUS, SIZE = (0.0, 0.0), 2.0, (20.0, 6.0)


def boxes(others=(), taken=(), bounds=WIDE, lines=()):
    return [
        label.box
        for label in Label.around(POINT, RADIUS, SIZE, others, taken, bounds, lines)
    ]


def test_the_places_at_a_point_and_then_those_with_leaders():
    found = list(Label.around(POINT, RADIUS, SIZE, (), (), WIDE))
    near, far = found[:8], found[8:]
    # 1.5 pt from the rim; right, left, the corners nearer, above, below
    corners = [
        (3.5, -3),
        (-23.5, -3),
        (2.625, -7.225),
        (2.625, 1.75),
        (-22.625, -7.225),
        (-22.625, 1.75),
        (-10, -9.5),
        (-10, 3.5),
    ]
    assert [label.box[:2] for label in near] == [
        pytest.approx(corner) for corner in corners
    ]
    assert all(label.leader is None for label in near)
    assert len(far) == 10 * 16
    for label in found:
        assert (
            label.box[2] - label.box[0],
            label.box[3] - label.box[1],
        ) == pytest.approx(SIZE)
    for number, label in enumerate(far):
        (x, y), tip = label.leader
        turn = 2 * math.pi * (number % 16 + 0.5) / 16
        assert (x, y) == pytest.approx((2 * math.cos(turn), 2 * math.sin(turn)))
        # the leader ends 1 pt before the box, at its nearest point
        apart = [
            max(low - at, at - high, 0)
            for at, low, high in zip(tip, label.box[:2], label.box[2:], strict=True)
        ]
        assert max(apart) == pytest.approx(1)
        middle = [
            (low + high) / 2
            for low, high in zip(label.box[:2], label.box[2:], strict=True)
        ]
        half = [SIZE[0] / 2 * math.cos(turn), SIZE[1] / 2 * math.sin(turn)]
        reach = 3.5 + (6, 9, 12, 16, 22, 30, 40, 50, 64, 80)[number // 16]
        assert middle == pytest.approx(
            [reach * math.cos(turn) + half[0], reach * math.sin(turn) + half[1]]
        )
        assert label.reach == pytest.approx(
            (min(x, tip[0], label.box[0]), min(y, tip[1], label.box[1]),
             max(x, tip[0], label.box[2]), max(y, tip[1], label.box[3]))
        )  # fmt: skip


def test_a_wide_name_does_not_reach_back_to_its_point():
    """Its leader would have no length."""
    own = (-RADIUS, -RADIUS, RADIUS, RADIUS)
    far = [
        label
        for label in Label.around(POINT, RADIUS, (80.0, 17.0), (), (), WIDE)
        if label.leader
    ]
    assert len(far) > 8 * 16
    assert not [
        label
        for label in far
        if overlap(label.box, own, 3.5) or math.dist(*label.leader) < 1
    ]


@pytest.mark.parametrize(
    ("bounds", "fits"),
    [
        ((3.5, -3, 23.5, 3), True),
        ((3.6, -3, 23.5, 3), False),
        ((3.5, -2.9, 23.5, 3), False),
        ((3.5, -3, 23.4, 3), False),
        ((3.5, -3, 23.5, 2.9), False),
    ],
)
def test_bounds_hold_a_name_to_the_last_point(bounds, fits):
    assert boxes(bounds=bounds) == ([(3.5, -3, 23.5, 3)] if fits else [])


@pytest.mark.parametrize(
    ("clear", "near"),
    [
        ((24.5, -3, 30, 3), (24.4, -3, 30, 3)),
        ((5, -10, 9, -4), (5, -10, 9, -3.9)),
        ((5, 4, 9, 10), (5, 3.9, 9, 10)),
    ],
)
def test_what_is_taken_keeps_a_name_one_point_off(clear, near):
    right = (3.5, -3, 23.5, 3)
    assert boxes(taken=[clear])[0] == right
    assert right not in boxes(taken=[near])


def test_a_name_is_only_where_it_may_be():
    below = Label.around(
        POINT, RADIUS, SIZE, (), (), WIDE, allows=lambda box: box[1] > 0
    )
    assert all(label.box[1] > 0 for label in below)
    [label] = place_labels(
        [POINT], [RADIUS], [SIZE], [], WIDE, prefers=lambda i, box: box[2] < 0
    )
    assert label.box == (-23.5, -3, -3.5, 3)
    nowhere = {"prefers": lambda i, box: False}
    [label] = place_labels([POINT], [RADIUS], [SIZE], [], WIDE, **nowhere)
    assert label.box == (3.5, -3, 23.5, 3)
    assert (
        place_labels([POINT], [RADIUS], [SIZE], [], WIDE, **nowhere, strict=True)
        is None
    )


def test_other_points_are_farther_from_a_name_than_its_own():
    right = (3.5, -3, 23.5, 3)
    assert (
        boxes(others=[(27.0, -2, 31, 2)])[0] == right
    )  # 3.5 pt: it is seen whose name it is
    assert boxes(others=[(26.9, -2, 31, 2)])[0] == (-23.5, -3, -3.5, 3)
    led = next(
        label
        for label in Label.around(POINT, RADIUS, SIZE, (), (), WIDE)
        if label.leader
    )
    beside = (led.box[2] + 6.0, led.box[1], led.box[2] + 7.0, led.box[3])
    assert led.box in boxes(
        others=[beside]
    )  # the leader says whose it is, and no other point is near
    assert led.box not in boxes(others=[(beside[0] - 0.01, *beside[1:])])
    through = [(a + b) / 2 for a, b in zip(*led.leader, strict=True)]
    assert led.box not in boxes(others=[(*through, *through)])


def test_leaders_keep_off_what_is_taken():
    """A line of no width, as the front has, is met as well."""
    led = next(
        label
        for label in Label.around(POINT, RADIUS, SIZE, (), (), WIDE)
        if label.leader
    )
    (x, _), (tip, _) = led.leader
    middle = (x + tip) / 2
    assert led.box not in boxes(taken=[(middle, -50.0, middle, 50.0)])
    assert led.box in boxes(taken=[(x - 2.0, -50.0, x - 2.0, 50.0)])


def test_lines_keep_off_names():
    right, left = (3.5, -3, 23.5, 3), (-23.5, -3, -3.5, 3)
    assert boxes(lines=[((24.5, -50), (24.5, 50))])[0] == right
    assert boxes(lines=[((24.4, -50), (24.4, 50))])[0] == left


@pytest.mark.parametrize(
    ("other", "clear", "touch"),
    [
        ((11, 0, 20, 10), 1.0, False), ((10.9, 0, 20, 10), 1.0, True),
        ((-20, 0, -1, 10), 1.0, False), ((-20, 0, -0.9, 10), 1.0, True),
        ((0, 11, 10, 20), 1.0, False), ((0, 10.9, 10, 20), 1.0, True),
        ((0, -20, 10, -1), 1.0, False), ((0, -20, 10, -0.9), 1.0, True),
        ((13, 13, 20, 20), 3.5, True), ((13.5, 13, 20, 20), 3.5, False),
    ],
)  # fmt: skip
def test_boxes_that_are_nearer_than_that(other, clear, touch):
    assert overlap((0, 0, 10, 10), other, clear) is touch
    assert overlap(other, (0, 0, 10, 10), clear) is touch


@pytest.mark.parametrize(
    ("line", "clear", "inside"),
    [
        (((0, 5), (10, 5)), 0, True),
        (((0, 5), (4, 5)), 0, False),  # it ends at the rim
        (((0, 5), (4.1, 5)), 0, True),
        (((0, 3), (10, 3)), 0, False),
        (((0, 3), (10, 3)), 1, False),
        (((0, 3.1), (10, 3.1)), 1, True),
        (((7, 0), (7, 10)), 1, False),
        (((6.9, 10), (6.9, 0)), 1, True),
        (((0, 3), (3, 10)), 0, False),
        (((0, 9), (9, 0)), 0, True),  # through a corner's neighbourhood
        (((0, 7.9), (7.9, 0)), 0, False),
        (((5, 5), (5.5, 5.5)), 0, True),
    ],
)
def test_lines_that_come_into_a_box(line, clear, inside):
    assert enters(line, (4, 4, 6, 6), clear) is inside
    assert enters(line[::-1], (4, 4, 6, 6), clear) is inside


def places(points, taken=(), bounds=WIDE, size=SIZE):
    return place_labels(
        points, [RADIUS] * len(points), [size] * len(points), taken, bounds
    )


def test_two_names_have_room_for_a_word_between_them():
    """Side by side 4 pt; one above the other so much that it is seen whose each is."""
    assert places([(0.0, 0.0), (100.0, 0.0)], bounds=(-3.0, -3.0, 103.0, 3.0))[
        1
    ].box == (76.5, -3, 96.5, 3)
    assert places([(0.0, 0.0), (50.99, 0.0)], bounds=(-3.0, -3.0, 54.0, 3.0)) is None
    assert places([(0.0, 0.0), (51.0, 0.0)], bounds=(-3.0, -3.0, 54.0, 3.0)) is not None
    column = (-3.0, -3.0, 23.5, 20.0)
    assert [
        label.box[1] for label in places([(0.0, 0.0), (0.0, 8.5)], bounds=column)
    ] == [-3, 5.5]
    assert places([(0.0, 0.0), (0.0, 8.49)], bounds=column) is None


def test_who_is_crowded_comes_first():
    """The second has no room on its right and takes its left; the first, alone within
    40 pt, gives way.
    """
    first, second, third = places([(0.0, 0.0), (45.0, 0.0), (70.0, 0.0)])
    assert (first.box[0], second.box[0], third.box[0]) == (-23.5, 21.5, 73.5)
    first, second, _ = places(
        [(6.0, 0.0), (45.0, 0.0), (70.0, 0.0)]
    )  # both have company within 40 pt, one more of it
    assert (first.box[0], second.box[0]) == (-17.5, 21.5)


def test_who_finds_no_place_comes_first_in_the_next_round():
    bounds = (-24.0, -3.0, 54.0, 3.0)  # the second has room on its left only
    first, second = places(
        [(0.0, 0.0), (33.5, 0.0)], bounds=bounds, taken=[(45.0, -3.0, 54.0, 3.0)]
    )
    assert (first.box[2], second.box[2]) == (-3.5, 30.0)
    assert places([(0.0, 0.0)], bounds=(-5.0, -3.0, 5.0, 3.0)) is None


def test_leaders_do_not_cross():
    far = (100.0, 100.0, 101.0, 101.0), (200.0, 200.0, 201.0, 201.0)

    def crossing(one, other):
        return Label(box=far[0], leader=one).clashes(Label(box=far[1], leader=other))

    assert crossing(((0, 0), (10, 10)), ((0, 10), (10, 0)))
    assert crossing(((0, 0), (10, 10)), ((10, 10), (20, 0)))  # they meet
    assert not crossing(((0, 0), (10, 10)), ((0, 5), (3, 20)))
    assert not crossing(
        ((0, 0), (4, 4)), ((0, 10), (10, 0))
    )  # one ends before the other
    assert not crossing(((0, 10), (10, 0)), ((0, 0), (4, 4)))


def test_names_side_by_side_are_as_far_apart_as_words():
    points = [(0.0, 50.0), (120.0, 50.0)]
    bounds = (
        -2.0,
        0.0,
        124.0,
        100.0,
    )  # each name has room on the inner side of its point alone
    one, other = (
        label.box
        for label in place_labels(
            points, [2.0] * 2, [(54.0, 8.0), (58.0, 8.0)], [], bounds
        )
    )
    level = min(one[3], other[3]) > max(one[1], other[1])
    assert not level or max(one[0], other[0]) - min(one[2], other[2]) >= 4.0 - 1e-9
