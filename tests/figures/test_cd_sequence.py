"""The sequence of comparisons: who is who in every column, honest bars, and random
inputs without a defect.
"""

import re
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from cases import SYNTHETIC, Case, case, plain_measure, text_measure, within
from checks import by_gid
from examples import random_figures
from family_checks import some_families
from hypothesis import event, given
from hypothesis import strategies as st
from random_inputs import random_alike, random_name, random_ranks
from sequence_checks import defects

import cddiagram as cd
from cddiagram.figures.cd_sequence import layout_cd_sequence
from cddiagram.sheet import Line, Text, contrast, ink, palette
from cddiagram.text import InputError, LayoutError, UsageError

# -- the checker: everything is read off the elements ----------------------------------


# -- cases -----------------------------------------------------------------------------


def lay_out(cases, **options):
    options.setdefault("measure", text_measure())
    return layout_cd_sequence([one.comparison for one in cases], **options)


@pytest.mark.parametrize("family", ["DejaVu Sans", "STIXGeneral"])
@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize("key", ["c1", "c2", *SYNTHETIC])
def test_no_defects(key, width, family):
    cases = [case(key, test) for test in ("nemenyi", "wilcoxon", "control")]
    try:
        layout = lay_out(cases, width=width, measure=text_measure(family))
    except (
        LayoutError
    ) as error:  # forty names beside eleven lanes of bars would be columns of letters
        assert (key, width) == ("c4b", 3.3)
        width = float(re.search(r"it needs (\d+\.\d\d) in", str(error)).group(1))
        assert width < 4.0
        layout = lay_out(cases, width=width, measure=text_measure(family))
    assert defects(layout, cases, width=round(72 * width, 9)) == []


def three(**options):
    ranks = ([1.5, 2.5, 2.5, 3.5], [2.5, 2.5, 1.5, 3.5], [1.2, 3.0, 2.6, 3.2])
    names = ("alpha", "beta", "gamma", "delta")
    return [
        Case(names=names, ranks=tuple(r), cd=1.2, alike=within(r, 1.2), **options)
        for r in ranks
    ]


def test_tied_lines_do_not_cross_where_they_meet():
    # column 2: alpha and beta tie; alpha came from above, so it leaves above, whatever
    # the input order
    cases = three()
    layout = lay_out(cases)
    assert defects(layout, cases, width=237.6) == []
    swapped = [
        Case(
            names=one.names[::-1],
            ranks=one.ranks[::-1],
            cd=1.2,
            alike=within(one.ranks[::-1], 1.2),
        )
        for one in cases
    ]
    for subject in (cases, swapped):
        result = lay_out(subject)
        assert defects(result, subject, width=237.6) == []


def test_average_ranks_stand_at_both_ends_and_rulers_beside_the_axes():
    layout = lay_out(three())
    left, right = (
        [t.text for t in by_gid(layout, Text, rf"{gid}-\d+")]
        for gid in ("rank-left", "rank")
    )
    assert left == ["1.50", "2.50", "2.50", "3.50"]
    assert right == ["1.20", "2.60", "3.00", "3.20"]
    assert [t.text for t in by_gid(layout, Text, "cd-text")] == ["CD = 1.20"]
    [ruler] = by_gid(layout, Line, "cd-ruler")
    [spine, *_] = by_gid(layout, Line, "axis")
    unit = (spine.points[1][1] - spine.points[0][1]) / 3
    assert ruler.points[1][1] - ruler.points[0][1] == pytest.approx(1.2 * unit)
    assert spine.points[0][0] - ruler.points[0][0] == pytest.approx(8.0)
    bare = lay_out(three(), show_ruler=False, show_ranks=False)
    assert not [e for e in bare.elements if re.match("cd-|rank", e.gid)]


def test_each_axis_has_a_ruler_if_the_critical_differences_vary():
    cases = three()
    near = replace(cases[1], cd=1.21, alike=within(cases[1].ranks, 1.21))
    far = replace(cases[2], cd=2.0, alike=within(cases[2].ranks, 2.0))
    layout = lay_out([cases[0], near, far])
    assert defects(layout, [cases[0], near, far], width=237.6) == []
    texts = [t.text for t in by_gid(layout, Text, "cd-text")]
    assert texts == ["CD = 1.20", "CD = 1.21", "CD = 2.00"]
    rulers = [line.points[0][0] for line in by_gid(layout, Line, "cd-ruler")]
    assert rulers == pytest.approx([axis - 8 for axis in layout.axes])


def test_leaders_cross_the_ruler_at_a_right_angle():
    layout = lay_out(three(), width="page")
    [ruler] = by_gid(layout, Line, "cd-ruler")
    for line in by_gid(layout, Line, r"leader-\d+"):
        (before, y), (axis, at) = line.points[1:3]
        assert before < ruler.points[0][0] < axis
        assert y == at


def test_near_ties_are_apart_on_every_axis():
    ranks = (1.5, 1.51, 1.515, 3.4)
    one = Case(
        names=("alpha", "beta", "gamma", "delta"),
        ranks=ranks,
        cd=1.2,
        alike=within(ranks, 1.2),
    )
    layout = lay_out([one] * 3)
    for marks, level in zip(
        layout.marker_positions, layout.leader_positions, strict=True
    ):
        gaps = [below - above for above, below in pairwise(marks)]
        assert gaps[:2] == pytest.approx([2.0, 2.0])
        assert min(below - above for above, below in pairwise(level)) >= 2.0
    # marks that are far from the others are at their ranks
    [spine, *_] = by_gid(layout, Line, "axis")
    (_, top), (_, bottom) = spine.points
    low, high = map(float, ends_of(layout)[:2])
    place = top + (3.4 - low) / (high - low) * (bottom - top)
    assert layout.marker_positions[0][3] == pytest.approx(place)


def test_the_note_groups_columns_with_the_same_test():
    first, second, third = three()
    cases = [first, replace(second, test="Wilcoxon–Holm"), third]
    layout = lay_out(cases, titles=["error", "time", "loss"], width="page")
    note = " ".join(t.text for t in by_gid(layout, Text, "note"))
    assert note == "Nemenyi; time: Wilcoxon–Holm; α = 0.05"


def test_titles_and_names():
    comparisons = {"accuracy": three()[0].comparison, "recall": three()[1].comparison}
    layout = layout_cd_sequence(comparisons, measure=text_measure())
    assert layout.titles == ("accuracy", "recall")
    assert [t.text for t in by_gid(layout, Text, "note")] == ["Nemenyi, α = 0.05"]
    assert len(by_gid(layout, Text, r"label-left-\d+")) == 4
    named = layout_cd_sequence(
        comparisons,
        titles=["A", "B"],
        measure=text_measure(),
        rename={"alpha": "Alpha 2"},
    )
    assert named.titles == ("A", "B")
    assert "Alpha 2" in [t.text for t in by_gid(named, Text, r"label-\d+")]
    assert lay_out(three()).titles == ("(a)", "(b)", "(c)")


def test_columns_that_were_tested_otherwise_say_so():
    cases = [three()[0], three(test="Wilcoxon–Holm", alpha=0.10)[1]]
    layout = lay_out(cases, titles=["accuracy", "recall"])
    note = " ".join(t.text for t in by_gid(layout, Text, "note"))
    assert note == "accuracy: Nemenyi, α = 0.05; recall: Wilcoxon–Holm, α = 0.10"


def test_axes_of_one_kind_of_rank_share_their_range():
    one = case("c4a", "nemenyi")
    cases = [
        one,
        replace(one, ranks=one.ranks[::-1], alike=within(one.ranks[::-1], one.cd)),
    ]
    for option, wanted in (
        ("full", ["1", "25"]),
        ("data", ["5", "21"]),
        ((2, 24), ["2", "24"]),
    ):
        layout = lay_out(cases, width="page", rank_range=option)
        assert ends_of(layout) == wanted * 2


def test_aligned_ranks_have_axes_of_their_own():
    table = cd.load_example("garcia2008-table2")
    comparisons = [cd.compare(table, ranking="aligned"), cd.compare(table)]
    layout = layout_cd_sequence(
        comparisons,
        measure=text_measure(),
        titles=["aligned", "ranks"],
        rank_range="full",
    )
    note = " ".join(t.text for t in by_gid(layout, Text, "note"))
    assert "average aligned rank" in note
    assert [t.text for t in by_gid(layout, Text, "cue")] == ["better"]
    ends = ends_of(layout)
    assert ends[2:] == ["1", "5"]
    assert int(ends[1]) > 5


def test_the_cue_names_what_all_axes_show():
    def said(gid, comparisons, **options):
        layout = layout_cd_sequence(
            comparisons, width="page", measure=text_measure(), **options
        )
        return [t.text for t in by_gid(layout, Text, gid)]

    comparisons = [one.comparison for one in three()]
    assert said("cue", comparisons) == ["average rank", "better"]
    long = (
        "A note that leaves so little of a row of this page that there is room for "
        "one word at its end: " + "m" * 16
    )
    # there are no bars, which would have a key, and the titles leave little room
    bare = [replace(one, cd=None, alike=frozenset()).comparison for one in three()]
    assert said("cue", bare, note=long) == ["better"]
    aligned = [cd.compare(cd.load_example("garcia2008-table2"), ranking="aligned")] * 2
    assert said("cue", aligned) == ["average aligned rank", "better"]
    assert said("note", aligned) == ["Aligned ranks, Holm, α = 0.05"]


def ends_of(layout):
    return [t.text for t in by_gid(layout, Text, "tick-number") if t.x in layout.axes]


def test_ticks_between_the_ends_are_numbered_where_all_have_room():
    apart = replace(three()[0], ranks=(1.2, 2.4, 3.4, 3.6), cd=None, alike=frozenset())
    layout = lay_out([apart] * 2, width="page", rank_range=(1, 4))
    between = [t for t in by_gid(layout, Text, "tick-number") if t.x not in layout.axes]
    wanted = [
        (text, pytest.approx(axis - 4)) for axis in layout.axes for text in ("2", "3")
    ]
    assert [(t.text, t.x) for t in between] == wanted
    gap = lay_out(
        [case("c2", "nemenyi")] * 3, width="page"
    )  # the ruler ends at 3: 2, 4, 5 would read as a mistake
    assert (
        ends_of(gap)
        == [t.text for t in by_gid(gap, Text, "tick-number")]
        == ["2", "5"] * 3
    )
    crowded = lay_out(
        [case("c4a", "control")] * 2, width="page"
    )  # lines are in the way of nearly all
    between = [
        t for t in by_gid(crowded, Text, "tick-number") if t.x not in crowded.axes
    ]
    assert ends_of(crowded) == ["5", "21"] * 2
    assert {round(crowded.axes[0] - t.x, 6) for t in between} == {
        4.0
    }  # none left of the second axis
    narrow = lay_out(
        three(),
        show_ranks=False,
        rename={name: name * 5 for name in ("alpha", "beta", "gamma", "delta")},
    )
    assert all(t.box[0] >= 1.5 for t in by_gid(narrow, Text, "tick-number"))


@pytest.mark.parametrize("width", ["column", "page"])
@pytest.mark.parametrize("key", ["c1", "c2", "c8", "c4a"])
def test_numbers_of_an_axis_are_at_equal_steps(key, width):
    for test in ("nemenyi", "wilcoxon", "control"):
        layout = lay_out([case(key, test)] * 2, width=width)
        for axis in layout.axes:
            row = sorted(
                float(t.text)
                for t in by_gid(layout, Text, "tick-number")
                if axis - 6 < t.x <= axis
            )
            assert len({b - a for a, b in pairwise(row)}) == 1, (test, row)


def test_rulers_are_no_groups():
    layout = lay_out(three())
    assert {line.color for line in by_gid(layout, Line, "cd-ruler.*")} == {"secondary"}
    assert {line.color for line in by_gid(layout, Line, r"group-\d+-\d+")} == {
        "foreground"
    }


def test_no_number_stands_under_a_ruler():
    """A reader would take it for the critical difference."""
    for name, columns in {"c1": ["c1"] * 2, "c2": ["c2"] * 3, "c8": ["c8"] * 2}.items():
        for width in ("column", "page", 9.0):
            layout = lay_out([case(key, "nemenyi") for key in columns], width=width)
            ends = [
                (line.points[0][0], max(y for _, y in line.points))
                for line in by_gid(layout, Line, "cd-ruler")
            ]
            assert ends, name
            for t in by_gid(layout, Text, "tick-number"):
                if t.x not in layout.axes:
                    assert not any(
                        t.box[0] - 6 < x < t.box[2] + 6 and y < t.y < y + 10
                        for x, y in ends
                    ), (name, width)


def test_highlighted_line_is_drawn_last_and_heavy():
    layout = lay_out(three(), highlight="beta", colors={"gamma": "#d55e00"})
    leaders = by_gid(layout, Line, r"leader-\d+")
    assert (leaders[-1].width, leaders[-1].color) == (1.6, "accent")
    assert {(line.width, line.color) for line in leaders[:-1]} == {
        (0.9, "leader"),
        (0.9, "#d55e00"),
    }
    assert "#d55e00" in {line.color for line in leaders}


@pytest.mark.parametrize(("page", "text"), [("white", "black"), ("black", "white")])
def test_lines_are_seen_and_weaker_than_bars(page, text):
    inks = palette(page, text)
    lines = {
        ink(line.color, inks) for line in by_gid(lay_out(three()), Line, r"leader-\d+")
    }
    assert lines
    assert all(3 < contrast(line, page) < 7 for line in lines)


@pytest.mark.slow
def test_too_many_groups_for_bars_are_refused():
    subject = case("c4b", "wilcoxon")
    for lanes in (5, 10):
        with pytest.raises(LayoutError) as error:
            lay_out(
                [subject, subject], width="page", max_lanes=lanes, titles=["one", "two"]
            )
        assert str(error.value) == (
            "too many groups to draw as bars between the columns: one (21 groups), "
            "two (21 groups). Allow 11 rows of bars (max_lanes), or draw the p-value "
            "matrix (plot_pvalue_matrix) for each of them."
        )
    layout = lay_out([subject, subject], width="page", max_lanes=11)
    assert defects(layout, [subject, subject], width=486.0) == []
    with pytest.raises(LayoutError) as error:  # no number of rows would do
        lay_out([subject] * 5, max_lanes=5)
    assert str(error.value).endswith(
        "(e) (21 groups). Draw the p-value matrix (plot_pvalue_matrix) for each of them."
    )


def crowd(k, word="convolutional"):
    """Make near-ties at the ends of the axis, so that leaders are long."""
    ranks = tuple(
        1 + (k - 1) * (0.1 * place if place < k / 2 else 0.1 * place + 0.9 * k) / k
        for place in range(k)
    )
    names = tuple(f"Representation {word} {place}" for place in range(k))
    return Case(names=names, ranks=ranks, alike=frozenset(), control=0, cd=None)


@pytest.mark.slow
def test_leaders_have_the_room_that_their_names_ask_for():
    layouts = [lay_out([crowd(k)] * 2, width="page") for k in (6, 60)]
    pointers = []
    for k, layout in zip((6, 60), layouts, strict=True):
        assert defects(layout, [crowd(k)] * 2, width=486.0) == []
        [line, *_] = by_gid(layout, Line, "leader-0")
        pointers.append(line.points[-1][0] - line.points[-2][0])
    assert pointers[1] > 2 * pointers[0]


def test_names_are_not_broken_within_words_of_a_language():
    subject = crowd(12)
    with pytest.raises(LayoutError) as error:
        lay_out([subject] * 5)
    needed = float(re.search(r"it needs (\d+\.\d\d) in", str(error.value)).group(1))
    assert needed < 4.0
    layout = lay_out([subject] * 5, width=needed)
    for number in range(subject.k):
        lines = [t.text for t in by_gid(layout, Text, f"label-{number}")]
        assert " ".join(lines) == subject.names[number]
    # what is no word is still broken
    chain = replace(subject, names=tuple(f"{place}" * 60 for place in "abcdefghijkl"))
    assert defects(lay_out([chain] * 2, width="page"), [chain] * 2, width=486.0) == []


def test_title_and_critical_difference_have_one_middle():
    titles = ["Ranks (Nemenyi)", "Wilcoxon", "Sign"]
    layout = lay_out(three(), titles=titles)
    for number, axis in enumerate(layout.axes):
        title = {t.x for t in by_gid(layout, Text, f"column-{number}")}
        assert len(title) == 1
        if number == 0:
            assert title == {t.x for t in by_gid(layout, Text, "cd-text")}
        assert abs(title.pop() - axis) < 5.0


def test_critical_differences_are_not_broken_where_names_can_be():
    ranks = (1.5, 2.5, 2.6, 3.4)
    names = tuple(f"{letter} with an ensemble of interval forests" for letter in "abcd")
    one = Case(names=names, ranks=ranks, cd=1.2, alike=within(ranks, 1.2))
    layout = lay_out([one] * 3, titles=["error", "time", "loss"])
    assert defects(layout, [one] * 3, width=237.6) == []
    assert [t.text for t in by_gid(layout, Text, "cd-text")] == ["CD = 1.20"]
    assert max(len(by_gid(layout, Text, f"label-{i}")) for i in range(4)) > 1


def test_messages():
    one, two = three()[:2]
    other = Case(
        names=("alpha", "beta", "gamma", "epsilon"),
        ranks=one.ranks,
        cd=1.2,
        alike=one.alike,
    )
    with pytest.raises(InputError) as caught:
        lay_out([one, other], titles=["accuracy", "recall"])
    assert str(caught.value) == (
        "the comparison 'recall' lacks 'delta' and has 'epsilon' in addition: all "
        "columns of a sequence must contain the same algorithms as the first, "
        "'accuracy'."
    )
    with pytest.raises(
        UsageError,
        match="at least two comparisons; use plot_cd for a single comparison",
    ):
        lay_out([one])
    with pytest.raises(UsageError, match="list of comparisons or a mapping of titles"):
        layout_cd_sequence(one.comparison, measure=plain_measure)
    with pytest.raises(
        UsageError, match="titles must contain one string for each of the 2 comparisons"
    ):
        lay_out([one, two], titles=["only one"])
    with pytest.raises(LayoutError) as caught:
        lay_out([one] * 9, measure=plain_measure)
    needed = re.fullmatch(
        r"a sequence of 9 columns does not fit 3\.30 in: it needs (\d\.\d\d) in. Use "
        r"that width or shorter titles or "
        r"names \(rename\)\.",
        str(caught.value),
    )
    assert (
        lay_out([one] * 9, width=float(needed.group(1)), measure=plain_measure).titles[
            8
        ]
        == "(i)"
    )
    with pytest.raises(LayoutError):
        lay_out([one] * 9, width=float(needed.group(1)) - 0.05, measure=plain_measure)


def test_bars_that_cannot_agree_with_the_ruler_are_refused():
    # with the critical difference of 1.2 said to be 0.02: the groups are longer than
    # any ruler
    wrong = [replace(one, cd=0.02) for one in three()]
    with pytest.raises(LayoutError) as caught:
        lay_out(wrong)
    assert str(caught.value) == (
        "a critical difference is too short for bars and rulers on these axes: narrow "
        "the rank_range, or omit the rulers (show_ruler=False)."
    )
    assert by_gid(lay_out(wrong, show_ruler=False), Line, "cd-ruler.*") == []


def test_a_control_is_named_and_its_critical_difference_said():
    cases = [replace(one, control=2, test="Bonferroni–Dunn") for one in three()]
    comparisons = [cd.compare(cd.load_example("garcia2008-table2"), control="CN2")] * 2
    layout = layout_cd_sequence(comparisons, measure=text_measure())
    note = " ".join(t.text for t in by_gid(layout, Text, "note"))
    assert note == "Bonferroni–Dunn (asymptotic) against CN2, α = 0.05"
    assert [t.text for t in by_gid(layout, Text, "cd-text")] == ["CD = 1.02"]
    assert defects(lay_out(cases), cases, width=237.6) == []


def test_broken_names_take_the_height_of_their_own_lines():
    long = {
        "beta": "beta of a family with a long name (tuned by 10-fold cross-validation)"
    }
    layout = lay_out(three(), rename=long)
    assert defects(layout, three(), width=237.6, rename=long) == []
    boxes = layout.label_boxes
    heights = [low - top for _, top, _, low in boxes]
    assert max(heights) > 1.9 * min(heights)
    many = Case(
        names=tuple("abcdefghijkl"),
        ranks=tuple(range(1, 13)),
        cd=1.0,
        alike=within(range(1, 13), 1.0),
    )
    boxes = lay_out([many, many], rename={"c": long["beta"]}).label_boxes
    assert all(0.0 < below[1] - above[3] < 10.0 for above, below in pairwise(boxes))


def test_a_title_is_never_broken_within_a_word():
    with pytest.raises(LayoutError, match="shorter titles"):
        lay_out(
            three(), titles=["a", "Pneumonoultramicroscopicsilicovolcanoconiosis", "b"]
        )


# -- the checker sees what it is for ---------------------------------------------------


def _moved(element, dx, dy):
    if isinstance(element, Line):
        return replace(
            element, points=tuple((x + dx, y + dy) for x, y in element.points)
        )
    return replace(element, x=element.x + dx, y=element.y + dy)


def _without(line, *corners):
    return replace(
        line,
        points=tuple(
            point for place, point in enumerate(line.points) if place not in corners
        ),
    )


@pytest.mark.parametrize(
    ("gid", "change", "seen"),
    [
        ("leader-2", lambda e: _moved(e, 0, 3), "is not at its rank"),
        (
            "leader-1",
            lambda e: _without(e, 3),
            "nothing leads from 1 to a bar in column 0",
        ),
        (
            "leader-1",
            lambda e: _without(e, 6, 7),
            "nothing leads from 1 to a bar in column 1",
        ),
        ("leader-0", lambda e: _without(e, 9), "goes level through its decision"),
        ("cd-ruler", lambda e: None, "column 0 has 0 rulers"),
        ("cd-ruler", lambda e: _moved(e, 1, 0), "not 8 pt left of the axis"),
        ("cd-ruler", lambda e: _moved(e, 0, 3), "the ruler is not as long"),
        ("cd-text", lambda e: None, "the critical difference is not said"),
        ("rank-left-2", lambda e: replace(e, text="9.99"), "the rank-left of line 2"),
        ("rank-3", lambda e: None, "the rank of line 3"),
        (
            "marker-1-2",
            lambda e: _moved(e, 0, 3),
            "markers of column 1 are not on their lines",
        ),
        ("group-0-1", lambda e: None, "alike and not joined"),
        ("group-0-1", lambda e: _moved(e, 0, 3), "does not end flush with a leader"),
        (
            "group-1-0-gap",
            lambda e: replace(e, points=(e.points[0], e.points[-1])),
            "runs into 1, no member",
        ),
        ("label-3", lambda e: replace(e, text="TS"), "is printed as 'TS'"),
        ("label-3", lambda e: _moved(e, 0, 4), "does not end at its name"),
        ("column-1", lambda e: replace(e, text="x"), "title '(b)' is printed as 'x'"),
        ("column-1", lambda e: _moved(e, -170, 0), "nearer to column"),
        ("tick-number", lambda e: _moved(e, 0, 12), "touches text tick-number"),
        (
            "marker-2-1",
            lambda e: replace(e, fill="foreground"),
            "markers of column 2 say something else",
        ),
        ("marker-2-1", lambda e: _moved(e, 0, 1), "not on their lines"),
        ("key-text", lambda e: None, "bars without a key"),
        (
            "tick",
            lambda e: _moved(e, 0, 2),
            "the ticks of column 0 are not at equal steps",
        ),
        ("rank-3", lambda e: replace(e, size=6.0), "rank-3 is set in 6 pt"),
        ("note", lambda e: _moved(e, 9, 0), "is not flush left"),
        (
            "leader-4",
            lambda e: replace(
                e, points=(*e.points[:-1], (e.points[-2][0] + 1, e.points[-1][1]))
            ),
            "apart",
        ),
    ],
)
def test_checker_sees(gid, change, seen):
    eight = case("c8", "nemenyi")
    tied = replace(
        eight,
        cd=None,
        ranks=(4.0,) * eight.k,
        control=2,
        alike=frozenset({(0, 2), (1, 2), (2, 5)}),
    )
    cases = [eight, case("c8", "wilcoxon"), tied]
    layout = lay_out(cases, width="page")
    index = next(i for i, e in enumerate(layout.elements) if e.gid == gid)
    new = change(layout.elements[index])
    elements = [
        *layout.elements[:index],
        *([new] if new else []),
        *layout.elements[index + 1 :],
    ]
    found = defects(replace(layout, elements=tuple(elements)), cases, width=486.0)
    assert any(seen in defect for defect in found), found


# -- random inputs ---------------------------------------------------------------------


@st.composite
def subjects(draw):
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    k = draw(st.one_of(st.integers(2, 30), st.integers(2, 10)))
    names = []
    while len(names) < k:
        name = random_name(rng)
        if name not in names:
            names.append(name)
    cases = []
    for _ in range(draw(st.integers(2, 6))):
        ranks = random_ranks(
            rng, k, rng.choice(["uniform", "ties", "clusters", "equal", "narrow"])
        )
        cd = rng.choice((0.1, 0.25, 0.5, 1.2)) * k * rng.uniform(0.3, 1.0)
        control = rng.randrange(k) if rng.random() < 0.2 else None
        flips = rng.choice((0.0, 0.02, 0.08)) if k <= 20 else 0.0
        cases.append(
            Case(
                names=tuple(names),
                ranks=tuple(ranks),
                alike=random_alike(rng, ranks, cd, flips),
                cd=cd if flips == 0.0 else None,
                control=control,
                alpha=rng.choice((0.05, 0.10)),
                test=rng.choice(("Nemenyi", "Wilcoxon–Holm")),
            )
        )
    titles = [
        "".join(
            rng.choices(
                ("accuracy", "recall", "F1", "log loss ", "of the ", "subset"), k=2
            )
        )
        for _ in cases
    ]
    return cases, titles


OPTIONS = st.fixed_dictionaries(
    {
        "width": st.sampled_from([3.3, 5.0, 6.75]),
        "font_size": st.sampled_from([7.0, 8.0, 9.0, 10.0]),
    },
    optional={
        "rank_range": st.just("data"),
        "show_direction": st.just(False),
        "note": st.sampled_from(
            [
                None,
                "A longer note than most, which has to be broken over lines in a "
                "column",
            ]
        ),
        "title": st.just("A title"),
    },
)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@random_figures(60)
@given(
    subjects(), OPTIONS, st.sampled_from(["DejaVu Sans", "STIXGeneral"]), st.booleans()
)
def test_random_inputs_have_no_defects(subject, options, family, emphasise):
    cases, titles = subject
    options = options | {"measure": text_measure(family), "titles": titles}
    if emphasise:
        options["highlight"] = [cases[0].names[0], cases[0].names[-1]]
        options["families"] = some_families(cases[0].names)
    try:
        layout = lay_out(cases, **options)
    except LayoutError as error:
        if "too many groups to draw as bars" in str(error):  # no width would do
            assert max(len(one.comparison.groups) for one in cases) > 12
            return
        options["width"] = float(
            re.search(r"it needs (\d+\.\d\d) in", str(error)).group(1)
        )
        layout = lay_out(cases, **options)
    event(
        f"{len(cases)} columns at {(options['width'] > 3.3 and 'more') or 'less'} "
        "than 3.3 in"
    )
    assert defects(layout, cases, width=round(options["width"] * 72, 9)) == []
