"""The checker sees every defect that it is for: each mutation of a sound layout is
reported.
"""

import re
from dataclasses import replace

import pytest
from cases import Case, case, text_measure, within
from checks import defects

from cddiagram.figures.cd import layout_cd
from cddiagram.sheet import Line

HORIZONTAL = case("c8", "wilcoxon")
LIST = case("c4b", "wilcoxon"), {"letters": False}
RULER = case("c8", "nemenyi")
CONTROL = case("c1", "control")
#: Groups by letters, and a list with a control.
LETTERS = (case("c8", "wilcoxon"), {"letters": True})
CONTROL_LIST = (case("c1", "control"), {"arrangement": "list"})


def lay_out(subject, **options):
    return layout_cd(
        subject.comparison, measure=text_measure(), width="column", **options
    )


def changed(layout, gid, change, which=0):
    """The layout with one element changed, or left out where `change` returns None."""
    elements = list(layout.elements)
    index = [i for i, element in enumerate(elements) if element.gid == gid][which]
    new = change(elements[index])
    elements[index : index + 1] = [] if new is None else [new]
    return replace(layout, elements=tuple(elements))


def shifted(dx=0.0, dy=0.0):
    def change(element):
        if isinstance(element, Line):
            return replace(
                element, points=tuple((x + dx, y + dy) for x, y in element.points)
            )
        return replace(element, x=element.x + dx, y=element.y + dy)

    return change


def moved_vertical(dx):
    """Move the part of a leader that leads from the fan to the label."""

    def change(line):
        points = list(line.points)
        points[3:5] = [(x + dx, y) for x, y in points[3:5]]
        return replace(line, points=tuple(points))

    return change


def moved_at_bars(dx):
    def change(line):
        points = list(line.points)
        points[1:3] = [(x + dx, y) for x, y in points[1:3]]
        return replace(line, points=tuple(points))

    return change


def flattened(line):
    """A gap without its arch."""
    return replace(line, points=(line.points[0], line.points[-1]))


def longer(dx):
    return lambda line: replace(
        line, points=(line.points[0], (line.points[1][0] + dx, line.points[1][1]))
    )


def renamed_key(text):
    return replace(text, text="not a bar")


def left_out(element):
    return None


MUTATIONS = [
    (HORIZONTAL, "label-6", shifted(dx=-5.0), "label-6 leaves the page"),
    (HORIZONTAL, "label-3", shifted(dy=9.0), "label-3 leaves the page below"),
    (HORIZONTAL, "label-5", shifted(dy=-9.0), "overlap"),
    (
        HORIZONTAL,
        "label-3",
        shifted(dy=-2.0),
        "the label of 3 is not at the height of its leader",
    ),
    (
        HORIZONTAL,
        "rank-3",
        shifted(dx=12.0),
        "the label of 3 does not begin at its leader",
    ),
    (HORIZONTAL, "leader-1", shifted(dx=4.0), "leader-1 touches text rank-1"),
    (HORIZONTAL, "note", shifted(dy=12.0), "touches text"),
    (HORIZONTAL, "leader-2", moved_vertical(9.0), "cross"),
    (HORIZONTAL, "leader-2", moved_vertical(2.0), "apart"),
    (HORIZONTAL, "leader-2", left_out, "not one leader for each"),
    (HORIZONTAL, "marker-2", shifted(dx=1.0), "marker-2 is not at its rank"),
    (HORIZONTAL, "marker-0", shifted(dx=60.0), "marker-0 is off the axis"),
    (HORIZONTAL, "label-1", lambda t: replace(t, text="ROCK"), "is printed as 'ROCK'"),
    (HORIZONTAL, "rank-1", lambda t: replace(t, text="3.19"), "is printed as 3.19"),
    (HORIZONTAL, "leader-3", shifted(dx=1.0), "leader-3 is not at its rank"),
    (HORIZONTAL, "group-1", left_out, "alike and not joined"),
    (HORIZONTAL, "group-0", left_out, "alike and not joined"),
    (HORIZONTAL, "group-0-gap", left_out, "2 pieces and 0 gaps"),
    (HORIZONTAL, "group-0-gap", flattened, "runs into 1, no member"),
    (
        HORIZONTAL,
        "group-0-gap",
        lambda line: replace(line, width=2.6),
        "bar like a gap",
    ),
    (
        HORIZONTAL,
        "group-0-gap",
        lambda line: replace(line, points=line.points[2:-2]),
        "not in one lane",
    ),
    (
        HORIZONTAL,
        "group-1",
        lambda line: replace(line, dash=(1.6, 1.0)),
        "bar like a gap",
    ),
    (HORIZONTAL, "group-1", longer(3.0), "does not end flush"),
    (HORIZONTAL, "group-0", shifted(dy=1.5), "not in one lane"),
    (HORIZONTAL, "key-text", renamed_key, "bars without a key"),
    (LIST, "rank-39", shifted(dy=16.0), "rank-39 leaves the page below"),
    (LIST, "label-20", shifted(dy=4.0), "overlap"),
    (LIST, "rank-20", shifted(dx=12.0), "touches text rank-20"),
    (LIST, "group-0", left_out, "alike and not joined"),
    (
        LIST,
        "axis",
        lambda line: replace(
            line, points=(line.points[0], (line.points[0][0] + 30.0, line.points[0][1]))
        ),
        "the plot has 13% of the width",
    ),
    (RULER, "cd-ruler", longer(3.0), "not as long as the critical difference"),
    (RULER, "cd-ruler", shifted(dx=3.0), "starts at no end of the axis"),
    (
        RULER,
        "cd-text",
        lambda t: replace(t, text="CD = 1.24"),
        "is printed as 'CD = 1.24'",
    ),
    (
        CONTROL,
        "marker-1",
        lambda m: replace(m, fill="foreground"),
        "marker-1 has the wrong fill",
    ),
    (
        CONTROL,
        "marker-3",
        lambda m: replace(m, shape="disc"),
        "marker-3 has the wrong shape",
    ),
    (
        CONTROL,
        "marker-1",
        shifted(dx=2.0),
        "marker-1 is not at the label end of its leader",
    ),
    (CONTROL, "leader-2", shifted(dx=1.0), "leader-2 is not at its rank"),
    (
        CONTROL,
        "interval",
        longer(-2.0),
        "not the critical difference around the control",
    ),
    (CONTROL, "interval", shifted(dy=-5.5), "the interval is not below the axis"),
    (CONTROL, "interval-cap", left_out, "open where it ends"),
    (LETTERS, "letters-0", lambda t: replace(t, text="b"), "have letters"),
    (LETTERS, "letters-1", left_out, "not letters in each row"),
    (LETTERS, "letters-2", shifted(dx=1.0), "do not stand under one another"),
    (LETTERS, "letters-3", shifted(dy=2.0), "letters-3 are not in their row"),
    (
        LETTERS,
        "marker-0",
        lambda m: replace(m, shape="disc"),
        "marker-0 says None, not reference",
    ),
    (
        LETTERS,
        "marker-2",
        lambda m: replace(m, fill="foreground", radius=2.0, edge=None),
        "marker-2 says different",
    ),
    (LETTERS, "marker-1", lambda m: replace(m, radius=2.1), "marker-1 says None"),
    (LETTERS, "key-text", left_out, "the key says"),
    (LETTERS, "key", left_out, "the key lacks the marker"),
    (
        CONTROL_LIST,
        "marker-0",
        lambda m: replace(m, fill="background"),
        "marker-0 says None, not different",
    ),
    (CONTROL_LIST, "key-text", left_out, "the key says"),
    (CONTROL, "interval-open", left_out, "no arrow head where it goes on"),
    (CONTROL, "key-text", left_out, "does not explain the markers"),
    (RULER, "leader-0", moved_at_bars(2.0), "does not end flush"),
]


@pytest.mark.parametrize(
    ("subject", "gid", "change", "report"),
    MUTATIONS,
    ids=[f"{at}-{row[1]}-{row[3]}" for at, row in enumerate(MUTATIONS)],
)
def test_a_defect_is_seen(subject, gid, change, report):
    subject, options = subject if isinstance(subject, tuple) else (subject, {})
    layout = lay_out(subject, **options)
    assert defects(layout, subject, width=237.6) == []
    found = defects(changed(layout, gid, change), subject, width=237.6)
    assert any(report in defect for defect in found), found


def test_a_wrong_width_is_seen():
    found = defects(lay_out(HORIZONTAL), HORIZONTAL, width=240.0)
    assert found == ["page is 237.6 wide, not 240.0"]


def test_a_member_too_many_is_seen():
    layout = lay_out(HORIZONTAL)
    piece = next(e for e in layout.elements if e.gid == "group-2")
    x, y = layout.bar_positions[0], piece.points[0][1]
    more = replace(piece, points=((x - 3.0, y), (x + 3.0, y)))
    found = defects(
        replace(layout, elements=(*layout.elements, more)), HORIZONTAL, width=237.6
    )
    assert any("joined and not alike" in defect for defect in found)


def moved_leader(layout, position, dx):
    """Move a leader at the height of the bars, and with it all ends of bars that it
    carries.
    """
    at = layout.bar_positions[position]

    def moved(point):
        return (point[0] + dx, point[1]) if abs(point[0] - at) < 0.4 else point

    elements = []
    for element in layout.elements:
        if element.gid == f"leader-{position}":
            element = moved_at_bars(dx)(element)
        elif isinstance(element, Line) and element.gid.startswith("group"):
            element = replace(
                element, points=tuple(moved(point) for point in element.points)
            )
        elements.append(element)
    return replace(layout, elements=tuple(elements))


def test_a_bar_longer_than_the_ruler_is_seen():
    layout = lay_out(RULER)
    bar = layout.bars[0]
    ruler = layout.axis.points(RULER.cd)
    too_long = ruler - abs(bar.end - bar.start) + 0.1
    found = defects(moved_leader(layout, bar.members[0], too_long), RULER, width=237.6)
    assert any(
        f"group 0 is {ruler + 0.1:.2f} long, the ruler {ruler:.2f}" in defect
        for defect in found
    ), found


def test_a_pair_that_differs_nearer_than_the_ruler_is_seen():
    layout = lay_out(RULER)
    place = {column: position for position, column in enumerate(RULER.order)}
    alike = {tuple(sorted((place[i], place[j]))) for i, j in RULER.alike}
    apart = [
        (i, j)
        for i in range(RULER.k)
        for j in range(i + 1, RULER.k)
        if (i, j) not in alike
    ]
    x, ruler = layout.bar_positions, layout.axis.points(RULER.cd)
    i, j = min(apart, key=lambda pair: x[pair[0]] - x[pair[1]])
    nearer = x[i] - x[j] - ruler - 0.2
    assert nearer > 0.1
    found = defects(moved_leader(layout, i, -nearer), RULER, width=237.6)
    assert any(
        f"{(i, j)} differ and are {ruler + 0.2:.2f} apart" in defect for defect in found
    ), found


def test_the_end_of_a_bar_next_to_a_leader_that_it_does_not_join_is_seen():
    layout = lay_out(HORIZONTAL)
    bar = next(bar for bar in layout.bars if bar.members[-1] + 1 < HORIZONTAL.k)
    last = bar.members[-1]
    nearer = layout.bar_positions[last] - layout.bar_positions[last + 1] - 1.9
    found = defects(moved_leader(layout, last, -nearer), HORIZONTAL, width=237.6)
    assert any("ends 1.90 from who is no member" in defect for defect in found), found


def moved_lane(layout, group, to):
    """Put all of a group into the lane of another."""
    levels = {str(bar.group): bar.level for bar in layout.bars}
    elements = []
    for element in layout.elements:
        if element.gid.startswith(f"group-{group}"):
            if isinstance(element, Line):
                element = replace(
                    element,
                    points=tuple((x, levels[str(to)]) for x, _ in element.points),
                )
            else:
                element = replace(element, y=levels[str(to)])
        elements.append(element)
    return replace(layout, elements=tuple(elements))


def test_bars_that_share_a_lane_too_closely_are_seen():
    layout = lay_out(HORIZONTAL)
    found = defects(moved_lane(layout, 1, 0), HORIZONTAL, width=237.6)
    assert any("too close in their lane" in defect for defect in found)


def test_lanes_that_are_no_staircase_are_seen():
    ranks = (1.0, 1.5, 3.5, 4.0)
    subject = Case(
        names=("a", "b", "c", "d"), ranks=ranks, cd=1.0, alike=within(ranks, 1.0)
    )
    layout = lay_out(subject)
    assert layout.lanes == 2
    down = [shifted(dy=4.6), shifted(dy=-4.6)]
    elements = []
    for element in layout.elements:
        group = re.fullmatch(r"group-(\d)", element.gid)
        elements.append(down[int(group[1])](element) if group else element)
    found = defects(replace(layout, elements=tuple(elements)), subject, width=237.6)
    assert any("are no staircase" in defect for defect in found)


def test_a_bar_that_is_shorter_than_it_could_be_is_seen():
    subject = Case(
        names=("a", "b", "c"), ranks=(1.0, 1.01, 3.0), cd=0.5, alike=frozenset({(0, 1)})
    )
    layout = lay_out(subject)
    [piece] = [e for e in layout.elements if e.gid == "group-0"]
    (left, y), (right, _) = piece.points
    short = replace(piece, points=((left - 2.0, y), (right + 2.0, y)))
    found = defects(
        replace(
            layout,
            elements=tuple(short if e is piece else e for e in layout.elements),
        ),
        subject,
        width=237.6,
    )
    assert any("has a bar of" in defect for defect in found), found
