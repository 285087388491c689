"""The checker sees every defect that it is for: each mutation of a sound layout is reported."""

from dataclasses import replace

import pytest
from cases import Case, case, text_measure, within
from checks import defects

from cddiagram.layout.cd import layout_cd
from cddiagram.layout.elements import Line, Marker

HORIZONTAL = case("c8", "wilcoxon")
LIST = case("c4b", "wilcoxon")
RULER = case("c8", "nemenyi")
CONTROL = case("c1", "control")
#: Groups by letters, and a list with a control.
LETTERS = (case("c8", "wilcoxon"), {"letters": True})
CONTROL_LIST = (case("c1", "control"), {"layout": "list"})
#: All ranks tie, but pairs were tested one by one: D differs from the control B, A and C do not.
TIED = Case(names=tuple("ABCD"), ranks=(2.5,) * 4, control=1, alike=frozenset({(0, 1), (1, 2)}), test="Wilcoxon–Holm")


def lay_out(subject, **options):
    return layout_cd(subject.comparison, measure=text_measure(), width="column", **options)


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
            return replace(element, points=tuple((x + dx, y + dy) for x, y in element.points))
        return replace(element, x=element.x + dx, y=element.y + dy)

    return change


def moved_vertical(dx):
    def change(line):
        points = list(line.points)
        points[1:3] = [(x + dx, y) for x, y in points[1:3]]
        return replace(line, points=tuple(points))

    return change


def longer(dx):
    return lambda line: replace(line, points=(line.points[0], (line.points[1][0] + dx, line.points[1][1])))


def left_out(element):
    return None


def stretched(line):
    (x, start), (_, end) = line.points
    return replace(line, points=((x, start), (x, end + 3.0)))


MUTATIONS = [
    (HORIZONTAL, "label-6", shifted(dx=-5.0), "label-6 leaves the page"),
    (HORIZONTAL, "label-3", shifted(dy=9.0), "label-3 leaves the page below"),
    (HORIZONTAL, "label-5", shifted(dy=-9.0), "overlap"),
    (HORIZONTAL, "leader-1", shifted(dx=4.0), "leader-1 touches text rank-1"),
    (HORIZONTAL, "note", shifted(dy=12.0), "touches text"),
    (HORIZONTAL, "leader-2", moved_vertical(9.0), "cross"),
    (HORIZONTAL, "leader-2", moved_vertical(2.0), "apart"),
    (HORIZONTAL, "leader-2", left_out, "not one leader for each"),
    (HORIZONTAL, "marker-2", shifted(dx=1.0), "marker-2 is not at its rank"),
    (HORIZONTAL, "marker-0", shifted(dx=60.0), "marker-0 is off the axis"),
    (HORIZONTAL, "label-1", lambda t: replace(t, text="ROCK"), "is printed as 'ROCK'"),
    (HORIZONTAL, "rank-1", lambda t: replace(t, text="3.19"), "is printed as 3.19"),
    (HORIZONTAL, "clique-1-member-2", left_out, "alike and not joined"),
    (HORIZONTAL, "clique-1", left_out, "nothing joins"),
    (HORIZONTAL, "clique-1", lambda line: replace(line, dash=(1.6, 1.0)), "wrong stroke"),
    (HORIZONTAL, "clique-1", longer(3.0), "not joined throughout"),
    (HORIZONTAL, "clique-0-gap", longer(-9.0), "touches 1, no member"),
    (HORIZONTAL, "clique-1-member-1", shifted(dx=1.5), "not on its leader"),
    (HORIZONTAL, "clique-1-member-1", shifted(dy=1.5), "not in one lane"),
    (LIST, "label-39", shifted(dy=9.0), "label-39 leaves the page below"),
    (LIST, "label-20", shifted(dy=4.0), "overlap"),
    (LIST, "rank-20", shifted(dx=12.0), "touches text rank-20"),
    (LIST, "clique-0-member-0", left_out, "alike and not joined"),
    (RULER, "cd-ruler", longer(3.0), "not as long as the critical difference"),
    (RULER, "cd-ruler", shifted(dx=3.0), "starts at no end of the axis"),
    (RULER, "cd-text", lambda t: replace(t, text="CD = 1.24"), "is printed as 'CD = 1.24'"),
    (CONTROL, "marker-1", lambda m: replace(m, fill="foreground"), "marker-1 has the wrong fill"),
    (CONTROL, "marker-3", lambda m: replace(m, shape="disc"), "marker-3 has the wrong shape"),
    (CONTROL, "interval", lambda r: replace(r, width=r.width - 2), "not the critical difference around the control"),
    (CONTROL, "interval-cap", left_out, "open where it ends"),
    (CONTROL, "interval-cap", stretched, "marker-0 stands on a cap"),
    (TIED, "decision-0", lambda m: replace(m, fill="foreground"), "decision-0 is not like its marker"),
    (TIED, "decision-1", shifted(dx=1.0), "decision-1 is not on its leader"),
    (TIED, "decision-0", left_out, "not one decision on each leader"),
    (LETTERS, "letters-0", lambda t: replace(t, text="b"), "have letters"),
    (LETTERS, "letters-1", left_out, "not letters in each row"),
    (LETTERS, "letters-2", shifted(dx=1.0), "one left-aligned column"),
    (LETTERS, "letters-3", shifted(dy=2.0), "letters-3 are not in their row"),
    (LETTERS, "marker-0", lambda m: replace(m, shape="disc"), "marker-0 says None, not reference"),
    (LETTERS, "marker-2", lambda m: replace(m, fill="foreground", radius=2.0, edge=None), "marker-2 says different"),
    (LETTERS, "marker-1", lambda m: replace(m, radius=2.1), "marker-1 says None"),
    (LETTERS, "key-text", left_out, "the key says"),
    (LETTERS, "key", left_out, "the key shows no hollow marker"),
    (CONTROL_LIST, "marker-0", lambda m: replace(m, fill="background"), "marker-0 says None, not different"),
    (CONTROL_LIST, "key-text", left_out, "the key says"),
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


def test_markers_that_hide_each_other_are_seen():
    layout = lay_out(TIED)
    elements = tuple(element for element in layout.elements if not element.gid.startswith("decision"))
    assert "a marker on the axis is hidden by another" in defects(replace(layout, elements=elements), TIED, width=237.6)


def test_a_wrong_width_is_seen():
    found = defects(lay_out(HORIZONTAL), HORIZONTAL, width=240.0)
    assert found == ["page is 237.6 wide, not 240.0"]


def test_a_dot_too_many_is_seen():
    layout = lay_out(HORIZONTAL)
    dot = next(e for e in layout.elements if e.gid == "clique-2-member-2")
    extra = replace(dot, gid="clique-2-member-0", x=layout.leader_positions[0])
    found = defects(replace(layout, elements=(*layout.elements, extra)), HORIZONTAL, width=237.6)
    assert any("joined and not alike" in defect for defect in found)


def moved_lane(layout, group, to):
    """Put all of a group into the lane of another."""
    levels = {e.gid.split("-")[1]: e.y for e in layout.elements if isinstance(e, Marker) and "-member-" in e.gid}
    elements = []
    for element in layout.elements:
        if element.gid.startswith(f"clique-{group}"):
            if isinstance(element, Line):
                element = replace(element, points=tuple((x, levels[str(to)]) for x, _ in element.points))
            else:
                element = replace(element, y=levels[str(to)])
        elements.append(element)
    return replace(layout, elements=tuple(elements))


def test_bars_that_share_a_lane_too_closely_are_seen():
    layout = lay_out(HORIZONTAL)
    found = defects(moved_lane(layout, 1, 0), HORIZONTAL, width=237.6)
    assert any("apart in their lane" in defect for defect in found)


def test_a_wasted_lane_is_seen():
    ranks = (1.0, 1.5, 3.5, 4.0)
    subject = Case(names=("a", "b", "c", "d"), ranks=ranks, cd=1.0, alike=within(ranks, 1.0))
    layout = lay_out(subject)
    assert layout.lanes == 1
    elements = tuple(
        shifted(dy=5.4)(element) if element.gid.startswith("clique-1") else element for element in layout.elements
    )
    found = defects(replace(layout, elements=elements), subject, width=237.6)
    assert "2 lanes where 1 would do" in found
