"""The CD diagram in numbers: exact places of small cases, invariants, options, what it
says, and its errors.
"""

import itertools
import re
from collections import Counter
from dataclasses import replace
from random import Random
from string import ascii_lowercase

import pytest
from cases import Case, case, plain_measure, text_measure, within
from checks import defects
from random_inputs import random_alike, random_ranks

import cddiagram as cd
from cddiagram.figures import cd_fit, content
from cddiagram.figures.bars import BarStyle
from cddiagram.figures.cd import layout_cd
from cddiagram.figures.content import content_from
from cddiagram.figures.ranked_list import _MOST_WIDE, ListStep
from cddiagram.sheet import (
    Line,
    Look,
    Marker,
    Names,
    Text,
    TextMeter,
    palette,
    wrap,
)
from cddiagram.text import LayoutError, UsageError
from cddiagram.words import LanePitch

SMALL = Case(
    names=("A", "B", "C"),
    ranks=(1.0, 2.0, 3.0),
    cd=1.0,
    alike=within((1.0, 2.0, 3.0), 1.0),
)


def lay_out(subject, **options):
    return layout_cd(subject.comparison, **{"measure": plain_measure} | options)


def find(layout, gid):
    return [element for element in layout.elements if element.gid == gid]


def texts(layout, gid):
    return [element.text for element in find(layout, gid)]


# -- exact places ----------------------------------------------------------------------


def test_horizontal_places():
    # Half an em per character: names 4 pt, ranks 4 x 3.5 = 14 pt and 3.2 pt to the
    # name; labels are 21.2 pt wide.
    # Without a note, no key explains the bars.
    layout = lay_out(SMALL, width=150 / 72, note=None)
    assert (layout.kind, layout.labels, layout.font_size, layout.width) == (
        "horizontal",
        "column",
        8.0,
        150.0,
    )
    # Labels and elbows take 2 x (1.5 + 21.2 + 2 + 6) = 61.4 pt; in whole points below
    # 150 - 3 there remain 88.
    axis = layout.axis
    assert (axis.low, axis.high, axis.length) == (1.0, 3.0, 88.0)
    assert (axis.x_high + axis.x_low) / 2 == pytest.approx(75.0)
    assert layout.marker_positions == pytest.approx((119.0, 75.0, 31.0))
    assert (
        layout.bar_positions
        == layout.leader_positions
        == pytest.approx((119.0, 75.0, 31.0))
    )
    assert layout.shift == 0.0
    # Header in two rows, cue above, the ruler below:
    # 2 + (0.6 + 1.35 + 0.75) x 7 = 20.9; numbers and ticks 1.05 x 7 + 5.5 = 12.85
    assert axis.y == pytest.approx(33.75)
    first, second, third = (find(layout, f"leader-{i}")[0].points for i in range(3))
    # straight leaders: the first lane is 4.8 below the axis, the second 4.6 below that
    assert [bar.level for bar in layout.bars] == pytest.approx([38.55, 43.15])
    assert [(bar.start, bar.end) for bar in layout.bars] == [
        (pytest.approx(start), pytest.approx(end))
        for start, end in ((119.0, 75.0), (75.0, 31.0))
    ]
    # half a bar, 1.5, a fan without displacement, 0.5; a row is 1.27 x 8 and the leader
    # meets its middle. The header takes at most 26% of the height, so there are gaps
    # above the rows.
    fan = 43.15 + 1.3 + 1.5
    rows = fan + 1.5 + 0.5
    gap = (20.9 / 0.26 - (rows + 2 * 10.16 + 2)) / 3
    rows += 2 * gap
    assert [x for x, _ in first] == pytest.approx([119.0] * 5 + [125.0])
    assert [y for _, y in first] == pytest.approx(
        [33.75, 36.55, fan, fan + 1.5, rows + 5.08, rows + 5.08]
    )
    assert second[-1][1] == pytest.approx(
        rows + 5.08 + 10.16 + gap
    )  # B is the second on the right
    assert third[-1] == (pytest.approx(25.0), pytest.approx(rows + 5.08))
    # bars end flush with the outer edges of their last leaders
    pieces = [find(layout, f"group-{number}")[0] for number in (0, 1)]
    assert [sorted(x for x, _ in piece.points) for piece in pieces] == [
        pytest.approx([74.7, 119.3]),
        pytest.approx([30.7, 75.3]),
    ]
    assert {piece.width for piece in pieces} == {2.6}
    assert layout.height == pytest.approx(20.9 / 0.26)
    number, name = find(layout, "rank-0")[0], find(layout, "label-0")[0]
    # numbers of a column are flush right, so that their decimal points are aligned
    assert (number.text, number.x, number.anchor, number.size) == (
        "1.00",
        pytest.approx(141.0),
        "right",
        7.0,
    )
    assert (name.text, name.x, name.anchor, name.size) == (
        "A",
        pytest.approx(144.2),
        "left",
        8.0,
    )
    [ruler] = find(layout, "cd-ruler")
    assert [x for x, _ in ruler.points] == pytest.approx([31.0, 75.0])


def test_control_places():
    subject = replace(
        SMALL, control=0, cd=0.5, alike=within(SMALL.ranks, 0.5), test="Bonferroni–Dunn"
    )
    layout = lay_out(subject, width=200 / 72)
    # The note, "Bonferroni–Dunn against A, α = 0.05", and the key take a row each; the
    # cue has room beside the note.
    axis, leaders = layout.axis, [find(layout, f"leader-{i}")[0] for i in range(3)]
    assert axis.y == pytest.approx(33.75)
    assert texts(layout, "note") == ["Bonferroni–Dunn against A, α = 0.05"]
    assert texts(layout, "key-text") == ["control", "different", "not different"]
    [reach], x = (
        find(layout, "interval-text"),
        axis.x_low + 1.5,
    )  # 2.5 pt right of the arrow head
    assert (reach.text, reach.x, reach.y) == (
        "± 0.50",
        pytest.approx(x + 2.5),
        pytest.approx(39.25),
    )
    # nothing on the axis; the bracket is 5.5 pt below it, capped at rank 1.5 and open
    # beyond the end at rank 1
    assert not [e for e in layout.elements if isinstance(e, Marker) and e.y == axis.y]
    [bracket], [cap], [head] = (
        find(layout, gid) for gid in ("interval", "interval-cap", "interval-open")
    )
    assert bracket.points == (
        (pytest.approx(axis.x_low + 1.5), pytest.approx(39.25)),
        (pytest.approx(axis.at(1.5)), pytest.approx(39.25)),
    )
    assert [y for _, y in cap.points] == pytest.approx([37.05, 41.45])
    assert head.points[1] == pytest.approx((axis.x_low + 1.5, 39.25))
    # straight to the fan, which begins 8.2 pt below the axis and is 1.5 pt high without
    # displacement; then 0.5
    rows = 33.75 + 8.2 + 1.5 + 0.5
    # the header takes 26% of the height, so there are gaps above the rows
    gap = (20.9 / 0.26 - (rows + 2 * 10.16 + 2)) / 3
    rows += 2 * gap
    assert [y for _, y in leaders[0].points[2:]] == pytest.approx(
        [41.95, 43.45, rows + 5.08, rows + 5.08]
    )
    assert layout.height == pytest.approx(20.9 / 0.26)
    # markers at the ends of the leaders, numbers 2 pt beyond the corner of the diamond
    markers = [find(layout, f"marker-{i}")[0] for i in range(3)]
    assert [(m.x, m.y) for m in markers] == [line.points[-1] for line in leaders]
    assert [m.shape for m in markers] == ["diamond", "disc", "disc"]
    assert find(layout, "rank-0")[0].box[0] == pytest.approx(markers[0].x + 2.7 + 2.0)
    assert [(line.width, line.color) for line in leaders] == [
        (1.0, "foreground"),
        (0.6, "leader"),
        (0.6, "leader"),
    ]


def test_one_sided_tests_say_worse_on_the_face_of_the_figure():
    table = cd.load_example("garcia2008-table2")
    layout = layout_cd(
        cd.compare(table, pair_test="multiple-sign", control="C4.5"),
        measure=text_measure(),
    )
    assert texts(layout, "key-text")[:3] == ["control", "worse", "not worse"]


def pieces(layout, group):
    """The ends of the thick pieces of a group, from left to right."""
    ends = [sorted(x for x, _ in e.points) for e in find(layout, f"group-{group}")]
    return [[round(x, 6) for x in piece] for piece in sorted(ends)]


def test_a_group_with_gaps_is_one_bar_with_arches():
    # one group of 0, 1, 4 and 6: 2 and 3 are passed, and 5
    pairs = frozenset((i, j) for i in (0, 1, 4, 6) for j in (0, 1, 4, 6) if i < j)
    subject = Case(
        names=tuple("ABCDEFG"),
        ranks=tuple(1.0 + i for i in range(7)),
        alike=pairs,
        test="Wilcoxon–Holm",
    )
    layout = lay_out(subject, width="page")
    [bar], x = layout.bars, layout.bar_positions
    assert (bar.members, bar.gaps) == ((0, 1, 4, 6), (2, 3, 5))
    assert bar.level == pytest.approx(layout.axis.y + 6.0)
    assert {e.width for e in find(layout, "group-0")} == {2.6}
    assert {e.width for e in find(layout, "group-0-gap")} == {0.9}
    # the bar is interrupted 2.1 pt on either side of each leader that it passes
    ends = [x[6] - 0.3, *(x[i] + d for i in (5, 3, 2) for d in (-2.1, 2.1)), x[0] + 0.3]
    assert pieces(layout, 0) == [
        pytest.approx(list(piece)) for piece in zip(ends[::2], ends[1::2], strict=True)
    ]
    # an arch of radius 2.4 around each of these leaders
    arches = sorted(find(layout, "group-0-gap"), key=lambda e: e.points[0][0])
    assert len(arches) == 3
    for arch, leader in zip(arches, (x[5], x[3], x[2]), strict=True):
        distances = {
            round(((px - leader) ** 2 + (py - bar.level) ** 2) ** 0.5, 6)
            for px, py in arch.points
        }
        assert distances == {2.4}
    assert defects(layout, subject, width=486.0) == []


def test_neighbouring_arches_share_a_bridge():
    pairs = frozenset((i, j) for i in (0, 1, 4, 6) for j in (0, 1, 4, 6) if i < j)
    subject = Case(
        names=tuple("ABCDEFG"),
        ranks=(1.0, 2.0, 3.0, 3.1, 4.0, 5.0, 6.0),
        alike=pairs,
        test="Wilcoxon–Holm",
    )
    layout = lay_out(subject, width="column")
    bridge = max(find(layout, "group-0-gap"), key=lambda line: line.points[0][0])
    x = layout.bar_positions
    assert 0 < x[2] - x[3] < 5.2
    top = layout.bars[0].level - 2.4
    highest = [px for px, y in bridge.points if y == pytest.approx(top)]
    assert sorted(highest) == pytest.approx([x[3], x[2]])
    assert defects(layout, subject, width=237.6) == []


@pytest.mark.slow
def test_bars_that_cannot_agree_with_the_ruler_make_a_list():
    # A critical difference of 0.03 ranks is 1.6 pt long: two groups end inside of it,
    # and 2 pt are the least.
    ranks = (1.0, 1.02, 1.04, 3.0, 4.0)
    subject = Case(
        names=tuple("ABCDE"), ranks=ranks, cd=0.03, alike=within(ranks, 0.03)
    )
    layout = lay_out(subject)
    assert layout.kind == "list"
    assert layout.shift == 0.0
    assert defects(layout, subject, width=237.6) == []
    with pytest.raises(
        LayoutError, match="the horizontal layout does not fit 3\\.30 in: it needs"
    ):
        lay_out(subject, arrangement="horizontal")


def test_bars_differ_from_thin_parts_in_lanes_of_any_distance():
    for pitch, lanes in itertools.product((5.0, 3.8, 3.0, 2.2), (4, 20)):
        style = ListStep(8.0, 0.25, 1, pitch).style(lanes)
        # at 300 dpi, thin parts are wider than a pixel
        assert style.bar > 2 * style.thin > 0.7 - 1e-9
        assert style.bar < pitch


def test_arches_are_clear_of_the_lane_above():
    style = BarStyle()
    assert style.radius + style.arch / 2 + style.bar / 2 < 5.6 - 1.0


def test_bars_are_thin_only_beyond_the_most_lanes_of_wide_ones():
    step = ListStep(8.0, 0.25, 1, LanePitch.LIST)
    few, most, more = (step.style(lanes) for lanes in (1, _MOST_WIDE, _MOST_WIDE + 1))
    assert few == most
    assert more.bar < most.bar


def test_the_key_of_thin_parts_is_drawn_as_they_are():
    rng = Random(5)
    ranks = tuple(float(i) for i in range(1, 31))
    names = tuple(f"m{i}" for i in range(30))
    for distance in (2.0, 12.0):  # few lanes of wide bars, many of thin ones
        subject = Case(
            names=names, ranks=ranks, alike=random_alike(rng, ranks, distance, 0.02)
        )
        layout = lay_out(
            subject,
            measure=text_measure(),
            arrangement="list",
            letters=False,
            max_lanes=30,
        )
        lines = [e for e in layout.elements if isinstance(e, Line)]
        gaps = {e.width for e in lines if e.gid.endswith("-gap")}
        bars = {e.width for e in lines if e.gid == "group-0"}
        assert {e.width for e in find(layout, "key")} == gaps | bars
        assert (bars, layout.lanes > 12) in (({2.6}, False), ({1.2}, True))


@pytest.mark.slow
def test_names_are_broken_beside_a_plot_as_long_as_a_page_holds_the_rows():
    names = tuple(
        f"Multi-objective covariance adaptation, number {i}" for i in range(60)
    )
    ranks = tuple(float(i) for i in range(1, 61))
    for k, plot in ((30, True), (60, False)):
        subject = Case(
            names=names[:k], ranks=ranks[:k], alike=within(ranks[:k], 4.0), cd=4.0
        )
        layout = lay_out(subject, measure=text_measure(), arrangement="list")
        assert (layout.axis is not None) == plot
        assert layout.height < 9.5 * 72
        assert defects(layout, subject, width=237.6) == []


def test_a_name_wider_than_its_room_is_broken():
    subject = Case(names=("x" * 20, "y"), ranks=(1.2, 1.8), cd=0.5)
    content = content_from(subject.comparison, Look())
    meter = TextMeter(plain_measure)
    # twenty characters of 4 pt
    assert content.fit(8.0, 80.0, 1, meter) is not None
    assert content.fit(8.0, 79.5, 1, meter) is None
    assert content.fit(8.0, 79.5, 2, meter) is None  # words stay whole
    assert content.fit(8.0, 79.5, Names.ANY_LINES, meter).lines[0] == ("x" * 18, "xx")
    assert content.fit(8.0, 78.0, Names.ANY_LINES, meter).lines[0] == ("x" * 18, "xx")
    assert wrap("x" * 19, 18, len) == ("x" * 17, "xx")  # and no letter stands alone


def test_list_places():
    layout = lay_out(SMALL, arrangement="list", width=150 / 72)
    # 1.5, names 4, gap 4, ranks 14, gap 6, two lanes of 5 and 7 more; half a tick
    # number and 1 pt at the right, which is more than the 2.7 pt of a diamond
    assert layout.axis.x_low == pytest.approx(1.5 + 4 + 4 + 14 + 6 + 17)
    assert layout.axis.x_high == pytest.approx(150 - 2.75)
    assert [find(layout, f"rank-{i}")[0].x for i in range(3)] == pytest.approx(
        [23.5] * 3
    )
    assert [bar.level for bar in layout.bars] == pytest.approx([32.0, 37.0])
    rows = layout.leader_positions
    assert [b - a for a, b in itertools.pairwise(rows)] == pytest.approx([10.16, 10.16])
    assert layout.height == pytest.approx(rows[-1] + 5.08 + 2)
    assert [(r.y, r.height) for r in find(layout, "zebra")] == [
        (pytest.approx(rows[1] - 5.08), pytest.approx(10.16))
    ]


def test_exact_ties_fan_out_of_one_marker():
    layout = lay_out(case("c6a", "nemenyi"), measure=text_measure())
    assert len({round(x, 9) for x in layout.marker_positions}) == 1
    # they are one line down to the bar, which is 6 pt long to be seen
    at = layout.marker_positions[0]
    assert layout.bar_positions == layout.marker_positions
    assert pieces(layout, 0) == [[pytest.approx(at - 3.0), pytest.approx(at + 3.0)]]
    xs = layout.leader_positions
    assert [a - b for a, b in itertools.pairwise(xs)] == pytest.approx(
        [3.0] * 5, abs=1e-5
    )
    # the largest displacement to the labels is 7.5 pt: 6.5 + 0.75 x 7.5
    paths = [find(layout, f"leader-{i}")[0].points for i in range(6)]
    assert [path[3][1] - path[2][1] for path in paths] == pytest.approx([12.125] * 6)


@pytest.mark.parametrize(
    ("middle", "sides"),
    [(1.4, "right right left"), (2.9, "right left left"), (2.0, "right right left")],
)
def test_the_middle_label_joins_the_side_of_its_nearer_neighbour(middle, sides):
    layout = lay_out(replace(SMALL, ranks=(1.0, middle, 3.0)))
    outwards = {
        "left": "right",
        "right": "left",
    }  # a label of the left side ends at its leader
    assert [find(layout, f"label-{i}")[0].anchor for i in range(3)] == [
        outwards[side] for side in sides.split()
    ]


# -- invariants ------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["c1", "c2", "c5", "c6a", "c7", "c8"])
@pytest.mark.parametrize("test", ["nemenyi", "wilcoxon", "control"])
def test_reversing_the_axis_mirrors_x_and_nothing_else(key, test):
    subject = case(key, test)
    right = lay_out(subject, measure=text_measure(), arrangement="horizontal")
    left = lay_out(
        subject, measure=text_measure(), arrangement="horizontal", best_at="left"
    )
    assert (left.width, left.font_size) == (right.width, right.font_size)
    # The cue and the key can have rows of their own in one of the figures.
    down = left.height - right.height
    assert abs(down) == pytest.approx(0) or abs(down) == pytest.approx(1.35 * 7)
    assert (
        find(left, "cue")[-2].points != find(right, "cue")[-2].points
    )  # its arrow turns, and stands elsewhere
    keys = [Counter(texts(layout, "key-text")) for layout in (left, right)]
    assert len(keys[0]) == len(keys[1])
    moved = ("cue", "key", "key-text")
    drawn = (
        [e for e in layout.elements if e.gid not in moved] for layout in (left, right)
    )
    for a, b in zip(*drawn, strict=True):
        assert a.gid == b.gid
        if a.gid in ("title", "note"):  # read from left to right
            assert a == b
        elif isinstance(a, Line):
            assert [y - down for _, y in a.points] == pytest.approx(
                [y for _, y in b.points]
            )
            assert [left.width - x for x, _ in a.points] == pytest.approx(
                [x for x, _ in b.points]
            )
        elif isinstance(a, Text):
            assert (a.text, a.size) == (b.text, b.size)
            assert a.y - down == pytest.approx(b.y)
            assert left.width - a.box[2] == pytest.approx(b.box[0])
        elif isinstance(a, Marker):
            assert left.width - a.x == pytest.approx(b.x)
    assert left.axis.at(2.0) == pytest.approx(left.width - right.axis.at(2.0))


@pytest.mark.parametrize("layout", ["horizontal", "list"])
def test_renaming_moves_no_line_where_names_stay_as_wide(layout):
    subject = case("c8", "wilcoxon")
    renamed = {name: name[::-1].swapcase() for name in subject.names}
    one = lay_out(subject, arrangement=layout, note=None)
    other = lay_out(subject, arrangement=layout, note=None, rename=renamed)
    assert [e for e in one.elements if not isinstance(e, Text)] == [
        e for e in other.elements if not isinstance(e, Text)
    ]
    assert other.names == tuple(renamed[name] for name in one.names)


def test_the_order_of_columns_moves_nothing_except_among_exact_ties():
    subject = case("c8", "wilcoxon")
    rng = Random(3)
    for _ in range(5):
        columns = rng.sample(range(subject.k), subject.k)
        place = {column: new for new, column in enumerate(columns)}
        shuffled = replace(
            subject,
            names=tuple(subject.names[c] for c in columns),
            ranks=tuple(subject.ranks[c] for c in columns),
            alike=frozenset(
                tuple(sorted((place[i], place[j]))) for i, j in subject.alike
            ),
        )
        assert lay_out(shuffled) == lay_out(subject)
    tied = case("c6a", "nemenyi")
    assert lay_out(tied).names == tied.names
    backwards = replace(tied, names=tied.names[::-1])
    assert lay_out(backwards).names == tied.names[::-1]


def test_ranks_that_differ_by_rounding_only_are_ties():
    ranks = (2.0 + 1e-12, 2.0, 2.0 - 1e-12)
    layout = lay_out(replace(SMALL, ranks=ranks, alike=within(ranks, 1.0)))
    assert layout.names == ("A", "B", "C")
    assert texts(layout, "rank-0") == ["2.00"]


# -- options ---------------------------------------------------------------------------


def test_highlight_and_colors():
    layout = lay_out(SMALL, highlight="B", colors={"C": "#aa0000"})
    name, leader, marker = (
        find(layout, f"{part}-1")[0] for part in ("label", "leader", "marker")
    )
    assert (name.bold, name.color, leader.color, leader.width, marker.fill) == (
        True,
        "foreground",
        "accent",
        1.4,
        "accent",
    )
    name, leader, marker = (
        find(layout, f"{part}-2")[0] for part in ("label", "leader", "marker")
    )
    assert (name.bold, name.color, leader.color, marker.fill) == (
        False,
        "#aa0000",
        "#aa0000",
        "#aa0000",
    )
    assert all(
        e.fill == "foreground"
        for e in layout.elements
        if isinstance(e, Marker) and "group" in e.gid
    )
    many = lay_out(SMALL, highlight={"A": "#00aa00", "C": "accent"})
    assert [find(many, f"label-{i}")[0].color for i in range(3)] == [
        "#00aa00",
        "foreground",
        "foreground",
    ]
    assert [
        find(lay_out(SMALL, highlight=["A", "C"]), f"label-{i}")[0].bold
        for i in range(3)
    ] == [True, False, True]


@pytest.mark.parametrize("page", [("white", "black"), ("black", "white")])
@pytest.mark.parametrize("arrangement", ["horizontal", "list"])
def test_a_highlighted_mark_has_the_ink_of_the_others_in_gray(arrangement, page):
    inks = palette(*page)

    def weight(marker):
        """Area by distance from the page, in gray print."""
        grays = [
            sum(
                part * int(inks[role][at : at + 2], 16)
                for part, at in ((0.299, 1), (0.587, 3), (0.114, 5))
            )
            for role in (marker.fill, "background")
        ]
        return marker.radius**2 * abs(grays[0] - grays[1])

    layout = lay_out(SMALL, highlight="B", arrangement=arrangement)
    first, picked, last = (weight(find(layout, f"marker-{i}")[0]) for i in range(3))
    assert first == last <= picked < 1.25 * first


def test_what_can_be_left_out():
    assert not find(lay_out(SMALL, show_ranks=False), "rank-0")
    assert not find(lay_out(SMALL, show_ruler=False), "cd-ruler")
    assert not find(lay_out(SMALL, show_ruler=False), "cd-text")
    assert not find(lay_out(SMALL, show_direction=False), "cue")
    assert not find(lay_out(SMALL, note=None), "note")
    bare = lay_out(SMALL, note=None, show_ruler=False, show_direction=False)
    assert bare.axis.y == pytest.approx(2 + 1.05 * 7 + 5.5)  # no header at all


def test_note_and_title():
    layout = lay_out(SMALL, title="Accuracy\non 12 data sets")
    assert texts(layout, "title") == ["Accuracy on 12 data sets"]
    assert texts(layout, "note") == ["Nemenyi, α = 0.05"]
    assert texts(lay_out(replace(SMALL, alpha=0.001)), "note") == ["Nemenyi, α = 0.001"]
    assert texts(lay_out(SMALL, note="ours"), "note") == ["ours"]
    assert not find(
        lay_out(SMALL), "title"
    )  # a title does not leak into the next figure


def test_a_long_note_is_broken_over_rows():
    note = "a note that is much wider than the column " * 3
    layout = lay_out(SMALL, note=note)
    assert len(texts(layout, "note")) > 1
    assert " ".join(texts(layout, "note")) == note.strip()
    assert defects(layout, SMALL, width=237.6) == []


def test_rank_decimals():
    close = replace(SMALL, ranks=(1.001, 1.004, 3.0), alike=frozenset(), cd=None)
    assert texts(lay_out(close), "rank-0") == ["1.001"]
    assert texts(lay_out(close, rank_decimals=2), "rank-1") == ["1.00"]
    assert texts(lay_out(SMALL, rank_decimals=3), "rank-1") == ["2.000"]


def test_each_rank_is_printed_once(monkeypatch):
    """And not anew for each row: five thousand algorithms would take 25 million
    texts.
    """
    k, printed = 60, []
    monkeypatch.setattr(
        content,
        "format_rank",
        lambda rank, decimals: printed.append(rank) or f"{rank:.{decimals}f}",
    )
    ranks = tuple(map(float, range(1, k + 1)))
    layout = lay_out(
        Case(
            names=tuple(f"A{i}" for i in range(k)),
            ranks=ranks,
            cd=None,
            alike=frozenset(),
        )
    )
    assert texts(layout, "rank-59") == ["60.0"]
    assert sorted(printed) == list(ranks)


def test_large_aligned_ranks_have_few_decimals():
    table = cd.load_example("garcia2008-table2")
    scores = [*table.scores.tolist()] * 20  # 3,000 scores are ranked together
    for rows, printed in ((30, r"\d+\.\d"), (600, r"\d{3,4}")):
        many = cd.ScoreTable.from_arrays(scores[:rows], algorithms=table.algorithms)
        layout = layout_cd(cd.compare(many, ranking="aligned"), measure=plain_measure)
        assert all(
            re.fullmatch(printed, text)
            for i in range(5)
            for text in texts(layout, f"rank-{i}")
        ), printed


def test_rank_range():
    subject = case("c4a", "nemenyi")
    ends = {
        option: lay_out(subject, rank_range=option, width=9).axis
        for option in ("auto", "full", "data", (0, 30))
    }
    assert {option: (axis.low, axis.high) for option, axis in ends.items()} == {
        "auto": (5.0, 21.0),
        "full": (1.0, 25.0),
        "data": (5.0, 21.0),
        (0, 30): (0.0, 30.0),
    }
    assert (lay_out(SMALL).axis.low, lay_out(SMALL).axis.high) == (1.0, 3.0)


@pytest.mark.parametrize(
    ("kind", "label", "ends"),
    [
        ("aligned", "average aligned rank", (29.0, 71.0)),
        ("quade", "average Quade rank", (29.0, 71.0)),
    ],
)
@pytest.mark.parametrize("layout", ["horizontal", "list"])
def test_other_rankings_say_what_the_axis_shows(kind, label, ends, layout):
    ranks = (29.35, 46.77, 46.96, 70.9)
    subject = Case(
        names=("A", "B", "C", "D"),
        ranks=ranks,
        alike=frozenset({(1, 2)}),
        kind=kind,
        test="Holm",
    )
    result = lay_out(subject, rank_range="full", arrangement=layout)
    words = [e.text for e in find(result, "cue") if isinstance(e, Text)]
    assert words == ([label, "better"] if layout == "horizontal" else ["better", label])
    assert texts(
        lay_out(subject, rank_range="full", arrangement=layout, show_direction=False),
        "cue",
    ) == [label]
    assert (result.axis.low, result.axis.high) == ends
    assert defects(result, subject, width=237.6) == []


def test_averages_that_are_no_ranks_have_a_place():
    subject = Case(
        names=("A", "B", "C"), ranks=(0.312, 0.458, 7.2), test="user's p-values"
    )
    layout = lay_out(subject)
    assert (layout.axis.low, layout.axis.high) == (0.0, 8.0)
    assert defects(layout, subject, width=237.6) == []


def test_a_critical_difference_longer_than_the_axis():
    subject = replace(SMALL, cd=2.5, alike=within(SMALL.ranks, 2.5))
    layout = lay_out(subject)
    assert texts(layout, "cd-text") == ["CD = 2.50 (longer than the axis)"]
    assert len(find(layout, "cd-ruler-cap")) == 1
    assert defects(layout, subject, width=237.6) == []
    whole = replace(SMALL, cd=2.0, alike=within(SMALL.ranks, 2.0))
    assert texts(lay_out(whole), "cd-text") == ["CD = 2.00"]
    assert len(find(lay_out(whole), "cd-ruler-cap")) == 2


def test_the_ruler_starts_at_the_worse_end():
    for best in ("right", "left"):
        layout = lay_out(SMALL, best_at=best)
        xs = [x for x, _ in find(layout, "cd-ruler")[0].points]
        assert layout.axis.x_high == pytest.approx(
            min(xs) if best == "right" else max(xs)
        )


def test_a_control_without_an_interval_has_markers_only():
    step_down = replace(case("c8", "control"), cd=None, test="Holm")
    layout = lay_out(step_down)
    assert not find(layout, "interval")
    assert texts(layout, "note") == ["Holm against Proposed, α = 0.05"]
    assert texts(layout, "key-text") == ["control", "different", "not different"]
    assert defects(layout, step_down, width=237.6) == []


def test_a_control_in_a_list_without_room_for_a_plot_keeps_its_markers():
    names = tuple(f"{'n' * 30}{i:02}" for i in range(20))
    ranks = tuple(1.0 + i for i in range(20))
    subject = Case(
        names=names, ranks=ranks, cd=3.0, control=4, alike=within(ranks, 3.0)
    )
    layout = lay_out(subject, width=2.0, wrap=False)
    assert (layout.kind, layout.axis) == ("list", None)
    assert len([e for e in layout.elements if e.gid.startswith("marker-")]) == 20
    said = " ".join(texts(layout, "key-text"))
    assert said == "control different not different interval: ± 3.00"
    assert defects(layout, subject, width=144.0) == []


def random_graph(k, share, seed=1):
    rng = Random(seed)
    pairs = [(i, j) for i in range(k) for j in range(i + 1, k) if rng.random() < share]
    return Case(
        names=tuple(f"method {i}" for i in range(k)),
        ranks=tuple(float(i + 1) for i in range(k)),
        alike=frozenset(pairs),
        test="Wilcoxon–Holm",
    )


@pytest.mark.parametrize("layout", ["auto", "list"])
def test_too_many_groups_of_pairwise_tests_have_letters(layout):
    subject = random_graph(20, 0.5)
    result = lay_out(subject, width="page", arrangement=layout)
    assert (result.kind, result.bars, result.lanes) == ("list", (), 0)
    assert result.letters == tuple(
        "".join(texts(result, f"letters-{row}")) for row in range(20)
    )
    assert texts(result, "note") == ["Wilcoxon–Holm, α = 0.05"]
    assert texts(result, "key-text") == [
        "same letter: not different",
        "best",
        "differs",
        "does not",
    ]
    assert not [e for e in result.elements if e.gid.startswith("group")]
    assert defects(result, subject, width=486.0) == []
    with_bars = lay_out(
        subject, arrangement="list", width="page", letters=False, max_lanes=1000
    )
    assert (with_bars.letters, len(with_bars.bars)) == ((), len(subject.groups))


@pytest.mark.parametrize("width", ["column", "page"])
@pytest.mark.parametrize("seed", range(6))
def test_letters_of_random_graphs_have_no_defects(seed, width):
    k = (2, 5, 9, 16, 25, 40)[seed]
    subject = random_graph(k, (0.3, 0.9, 0.6, 0.7, 0.15, 0.97)[seed])
    for show_ranks in (True, False):
        layout = lay_out(
            subject,
            width=width,
            letters=True,
            show_ranks=show_ranks,
            measure=text_measure(),
        )
        assert (
            defects(layout, subject, width={"column": 237.6, "page": 486.0}[width])
            == []
        )


def test_letters_without_a_plot_keep_their_markers():
    """A narrow page leaves no room for the axis: the markers stand in a column of their
    own.
    """
    subject = case("c4b", "wilcoxon")
    layout = lay_out(
        subject, letters=True, wrap=False, width=3.1, measure=text_measure()
    )
    assert layout.axis is None
    assert defects(layout, subject, width=3.1 * 72) == []
    markers = [e for e in layout.elements if e.gid.startswith("marker-")]
    assert len({marker.x for marker in markers}) == 1
    assert len(markers) == subject.k


def refused(subject, **options):
    with pytest.raises(LayoutError) as error:
        lay_out(subject, **options)
    return str(error.value)


def test_a_diagram_without_its_groups_is_refused():
    many, stopped = (
        random_graph(20, 0.5),
        replace(case("c8", "wilcoxon"), complete=False),
    )
    count = len(many.groups)
    matrix = "draw the p-value matrix (plot_pvalue_matrix) instead."
    assert (
        refused(many, letters=False)
        == f"{count} groups are too many for bars: omit letters, or {matrix}"
    )
    assert refused(many, arrangement="horizontal", width="page") == (
        f"{count} groups are too many for bars: pass arrangement='list' to "
        "show them with letters."
    )
    for layout in ("auto", "list"):
        assert refused(stopped, arrangement=layout, width="page") == (
            "more than 4 groups are too many for bars, and for the letters a-z and "
            f"A-Z: {matrix}"
        )
    assert (
        refused(stopped, arrangement="horizontal", width="page")
        == f"more than 4 groups are too many for bars: {matrix}"
    )


def test_letters_only_where_they_have_a_meaning():
    subject = case("c8", "wilcoxon")
    for options, message in (
        ({"letters": "yes"}, "letters must be 'auto', True or False, not 'yes'."),
        (
            {"letters": True, "arrangement": "horizontal"},
            "letters are shown only next to the names in a list. ",
        ),
    ):
        with pytest.raises(UsageError, match=re.escape(message)):
            lay_out(subject, **options)
    with pytest.raises(
        UsageError,
        match=r"^option \'letters\' requires .* all pairs, but this comparison is with a control\. "
        r"Omit letters\.$",
    ):
        lay_out(case("c1", "control"), letters=True)


def test_all_bars_of_one_critical_difference_are_drawn():
    # staggered ranks under one critical difference: each algorithm starts a group, 20
    # deep
    k, reach = 60, 20
    ranks = tuple(float(i + 1) for i in range(k))
    subject = Case(
        names=tuple(f"method {i}" for i in range(k)),
        ranks=ranks,
        cd=reach,
        alike=within(ranks, reach),
    )
    layout = lay_out(subject, max_lanes=2, measure=text_measure())
    assert (len(layout.bars), layout.lanes, layout.letters) == (
        k - reach,
        reach + 2,
        (),
    )
    assert defects(layout, subject, width=237.6) == []


@pytest.mark.parametrize(
    ("name", "options", "kind", "size", "lines"),
    [
        ("algorithm number", {}, "list", 8.0, 1),
        ("algorithm number", {"wrap": True}, "horizontal", 8.0, 2),
        (
            "algorithm number",
            {"arrangement": "horizontal"},
            "horizontal",
            7.5,
            1,
        ),  # smaller type before broken names
        (
            "a rather long name of an algorithm",
            {"wrap": True},
            "list",
            8.0,
            2,
        ),  # six lines are worse than a list
        (
            "a rather long name of an algorithm",
            {"arrangement": "horizontal"},
            "horizontal",
            8.0,
            3,
        ),
    ],
)
def test_names_wrap_in_horizontal_layouts_only_if_told_or_forced(
    name, options, kind, size, lines
):
    ranks = (1.5, 2.1, 3.0, 3.9, 4.8, 5.7)
    subject = Case(
        names=tuple(f"{name} {letter}" for letter in "ABCDEF"),
        ranks=ranks,
        cd=1.0,
        alike=within(ranks, 1.0),
    )
    layout = lay_out(subject, **options)
    assert (layout.kind, layout.font_size, len(find(layout, "label-0"))) == (
        kind,
        size,
        lines,
    )
    assert defects(layout, subject, width=237.6) == []
    with pytest.raises(LayoutError):
        lay_out(subject, arrangement="horizontal", wrap=False, width=2.0)


def test_mathtext_is_marked_only_if_asked_for():
    subject = replace(SMALL, names=("$x^2$", "B", "C"))
    assert not find(lay_out(subject), "label-0")[0].math
    assert find(lay_out(subject, math=True), "label-0")[0].math


def test_control_characters_become_one_space():
    subject = replace(SMALL, names=("a\t\tb", "c\r\nd", "e\x00f"))
    assert lay_out(subject).names == ("a b", "c d", "e f")


def test_lanes_stand_closer_before_words_are_broken():
    ranks = tuple(1.0 + i / 2 for i in range(60))
    names = tuple(f"LightGBM_r{i}" for i in range(60))
    crowded = Case(names=names, ranks=ranks, alike=within(ranks, 9.0), cd=9.0)
    layout = lay_out(crowded, measure=text_measure(), arrangement="list")
    pitch = sorted({bar.level for bar in layout.bars})
    assert layout.font_size >= 7.0
    assert min(b - a for a, b in itertools.pairwise(pitch)) == pytest.approx(3.8)
    assert [texts(layout, f"label-{i}") for i in range(60)] == [
        [name] for name in names
    ]
    assert defects(layout, crowded, width=237.6) == []


@pytest.mark.slow
def test_a_hundred_algorithms():
    ranks = tuple(10 + 0.8 * i for i in range(104))
    many = Case(
        names=tuple(f"algorithm {i}" for i in range(104)),
        ranks=ranks,
        cd=15.0,
        alike=within(ranks, 15.0),
    )
    assert many.groups
    layout = lay_out(many)
    assert defects(layout, many, width=237.6) == []


# -- errors ----------------------------------------------------------------------------

WIDTH_NAMES = (
    "'column', 'page', 'ieee-column', 'ieee-page', 'acm-column', 'acm-page', "
    "'elsevier-column', 'elsevier-page', "
    "'springer-column', 'springer-page', 'lncs-column', 'lncs-page', "
    "'neurips-column', 'neurips-page', 'jmlr-column', "
    "'jmlr-page', 'icml-column', 'icml-page', 'nature-column', 'nature-page', or give "
    "a length such as '88mm'."
)
MESSAGES = [
    (
        {"width": "colum"},
        "unknown width 'colum': did you mean 'column'? Choose from " + WIDTH_NAMES,
    ),
    (
        {"width": 0},
        "width must be a name, a length such as '88mm', or a number of inches up to "
        "200, not 0.",
    ),
    (
        {"width": float("nan")},
        "width must be a name, a length such as '88mm', or a number of inches up to "
        "200, not nan.",
    ),
    (
        {"arrangement": "lists"},
        "unknown arrangement 'lists': did you mean 'list'? Choose from 'auto', "
        "'horizontal', 'list'.",
    ),
    ({"labels": 3}, "unknown labels '3': choose from 'auto', 'column', 'stair'."),
    ({"side": "top"}, "unknown side 'top': choose from 'both', 'left', 'right'."),
    ({"best_at": "up"}, "unknown best_at 'up': choose from 'right', 'left'."),
    ({"font_size": 0}, "font_size must be a size from 3 to 24 points, not 0."),
    ({"font_size": 24.5}, "font_size must be a size from 3 to 24 points, not 24.5."),
    (
        {"min_font_size": "small"},
        "min_font_size must be a size from 3 to 24 points, not 'small'.",
    ),
    (
        {"min_font_size": 300},
        "min_font_size must be a size from 3 to 24 points, not 300.",
    ),
    (
        {"max_lanes": 2.5},
        "max_lanes must be a non-negative integer, not 2.5.",
    ),
    ({"show_ranks": "no"}, "show_ranks must be True or False, not 'no'."),
    ({"wrap": "yes"}, "wrap must be 'auto', True or False, not 'yes'."),
    ({"math": 1}, "math must be True or False, not 1."),
    ({"rank_decimals": 4}, "rank_decimals must be 'auto', 2 or 3, not 4."),
    (
        {"rank_range": "all"},
        "unknown rank_range 'all': choose from 'auto', 'full', 'data'.",
    ),
    (
        {"rank_range": (1, 2, 3)},
        "rank_range must be 'auto', 'full', 'data' or two numbers (low, high), not "
        "(1, 2, 3).",
    ),
    (
        {"rank_range": (2, 3)},
        "rank_range (2, 3) is too narrow. Use a range of at least 2 ranks.",
    ),
    (
        {"rank_range": (1.5, 4)},
        "rank_range (1.5, 4) leaves out 'A'. Widen it to contain every rank.",
    ),
    ({"note": 5}, "note must be a string or None, not 5."),
    ({"title": 5}, "title must be a string or None, not 5."),
    (
        {"highlight": "D"},
        "unknown algorithm in highlight 'D': choose from 'A', 'B', 'C'.",
    ),
    (
        {"highlight": 5},
        "highlight must be a name, a list of names or a dict that maps names to "
        "colours, not 5.",
    ),
    (
        {"colors": {"a": "red"}},
        "unknown algorithm in colors 'a': did you mean 'A'? Choose from 'A', 'B', 'C'.",
    ),
    (
        {"colors": ["A"]},
        "colors must be a dict that maps algorithms to texts, not ['A'].",
    ),
    ({"rename": {"A": None}}, "rename must map 'A' to a string, not None."),
    (
        {"rename": {"C": "A"}},
        "'A' and 'C' would both be called 'A' in the figure. Give them different "
        "names (rename).",
    ),
    (
        {"rename": {"A": "x y", "B": "x\ty "}},
        "'A' and 'B' would both be called 'x y' in the figure. Give them different "
        "names (rename).",
    ),
    (
        {"rename": {"A": "", "C": ""}},
        "'A' and 'C' would both be called '' in the figure. Give them different names "
        "(rename).",
    ),
]


@pytest.mark.parametrize(
    ("options", "message"), MESSAGES, ids=lambda value: str(value)[:40]
)
def test_messages(options, message):
    with pytest.raises(UsageError) as error:
        lay_out(SMALL, **options)
    assert str(error.value) == message


def test_names_may_change_places():
    assert lay_out(SMALL, rename={"A": "B", "B": "A"}).names == ("B", "A", "C")
    assert lay_out(SMALL, rename={"A": "B", "B": "C", "C": "A"}).names == (
        "B",
        "C",
        "A",
    )


def test_names_that_blanks_alone_tell_apart_are_refused_and_can_be_renamed():
    subject = replace(SMALL, names=("C4.5 a", "C4.5\ta", "C4.5b"))
    with pytest.raises(UsageError) as error:
        lay_out(subject)
    assert str(error.value) == (
        r"'C4.5 a' and 'C4.5\ta' would both be called 'C4.5 a' in the figure. Give "
        r"them different names (rename)."
    )
    assert lay_out(subject, rename={"C4.5\ta": "new"}).names == (
        "C4.5 a",
        "new",
        "C4.5b",
    )


def test_the_largest_type():
    assert (
        max(
            element.size
            for element in lay_out(SMALL, font_size=24, width=20).elements
            if isinstance(element, Text)
        )
        == 24
    )


def test_the_width_that_is_needed_is_named_and_does():
    subject = case("c4a", "nemenyi")
    with pytest.raises(LayoutError) as error:
        lay_out(subject, arrangement="horizontal", wrap=False)
    needed = str(error.value).partition("it needs ")[2].partition(" in")[0]
    assert str(error.value) == (
        f"the horizontal layout does not fit 3.30 in: it needs {needed} in. Use that "
        "width or "
        "arrangement='list' or wrap=True or shorter names (rename)."
    )
    fitting = lay_out(
        subject, arrangement="horizontal", wrap=False, width=float(needed)
    )
    assert defects(fitting, subject, width=float(needed) * 72) == []
    with pytest.raises(LayoutError):
        lay_out(
            subject, arrangement="horizontal", wrap=False, width=float(needed) - 0.05
        )


def test_only_very_narrow_pages_are_refused():
    subject = Case(names=("x" * 120, "y"), ranks=(1.2, 1.8), cd=0.5)
    assert lay_out(subject, width=2.0).kind == "list"
    with pytest.raises(
        LayoutError, match=r"the figure does not fit 0\.50 in: it needs \d\.\d\d in"
    ):
        lay_out(subject, width=0.5)


def test_words_stay_whole_beside_leaders_unless_they_are_very_long():
    names = tuple(f"{name}inceptiontime" for name in ascii_lowercase[:25])
    ranks = tuple(1 + 0.96 * i for i in range(25))
    subject = Case(names=names, ranks=ranks, cd=3.0, alike=within(ranks, 3.0))
    message = refused(
        subject, arrangement="horizontal", width=2.8, measure=text_measure()
    )
    width = float(re.search(r"it needs (\d+\.\d\d) in", message)[1])
    layout = lay_out(
        subject, arrangement="horizontal", width=width, measure=text_measure()
    )
    assert {e.text for e in layout.elements if e.gid.startswith("label-")} == set(names)
    longest = replace(
        subject, names=tuple(name.replace("ntime", "n" * 20 + "time") for name in names)
    )
    assert (
        lay_out(longest, arrangement="horizontal", measure=text_measure()).kind
        == "horizontal"
    )


def test_a_key_stands_behind_a_broken_note():
    subject = replace(
        case("c1", "control"),
        test="Bonferroni–Dunn, a test whose name is so long that it is broken",
    )
    layout = lay_out(subject, measure=text_measure())
    notes, keys = (
        [e.y for e in layout.elements if e.gid == gid] for gid in ("note", "key-text")
    )
    assert len(notes) > 1
    assert min(keys) >= max(notes)
    assert defects(layout, subject, width=237.6) == []


@pytest.mark.slow
def test_many_algorithms_on_a_short_axis_are_refused_after_few_trials(monkeypatch):
    # 53 algorithms in 20 groups: places at the bars were once sought for each of 13,500
    # axes
    rng = Random(5)
    ranks = tuple(random_ranks(rng, 53, "uniform"))
    subject = Case(
        names=tuple(f"method {i}" for i in range(53)),
        ranks=ranks,
        cd=8.0,
        alike=within(ranks, 8.0),
    )
    tried, positions = [], cd_fit.leader_positions
    monkeypatch.setattr(
        cd_fit,
        "leader_positions",
        lambda *given: tried.append(given) or positions(*given),
    )
    message = refused(subject, arrangement="horizontal", measure=text_measure())
    assert message.startswith("the horizontal layout does not fit 3.30 in: it needs ")
    assert 0 < len(tried) < 300
