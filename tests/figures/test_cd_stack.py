"""The stack of CD diagrams: each as sound as one alone, all on one axis, each of its
own algorithms.
"""

import re
from dataclasses import replace
from random import Random
from string import ascii_letters

import pytest
from cases import Case, case, plain_measure, text_measure, within
from checks import DECISION_KEYS, by_gid
from examples import random_figures
from hypothesis import given
from hypothesis import strategies as st
from random_inputs import random_alike, random_name, random_ranks
from stack_checks import alone, defects, moved

import cddiagram as cd
from cddiagram.figures import cd_stack
from cddiagram.figures.bars import DrawnGroups
from cddiagram.figures.cd import layout_cd
from cddiagram.figures.cd_stack import layout_cd_stack
from cddiagram.figures.horizontal import on_one_axis
from cddiagram.sheet import Line, Text
from cddiagram.text import LayoutError, UsageError


def lay_out(cases, **options):
    options.setdefault("measure", text_measure())
    return layout_cd_stack([one.comparison for one in cases], **options)


@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize("key", ["c1", "c2", "c4a", "c5", "c8"])
def test_no_defects(key, width):
    cases = [case(key, test) for test in ("nemenyi", "wilcoxon", "control")]
    layout = lay_out(cases, width=width)
    assert defects(layout, cases, width=round(72 * width, 9)) == []


def two(**options):
    ranks, fewer = (1.5, 2.5, 2.6, 3.4), (1.2, 1.8, 3.0)
    return [
        Case(
            names=("alpha", "beta", "gamma", "delta"),
            ranks=ranks,
            cd=1.2,
            alike=within(ranks, 1.2),
            **options,
        ),
        Case(
            names=("beta", "epsilon", "gamma"),
            ranks=fewer,
            cd=0.7,
            alike=within(fewer, 0.7),
            **options,
        ),
    ]


def test_each_diagram_has_its_own_algorithms_ruler_and_title_and_the_axis_is_that_of_all():
    cases = two()
    layout = lay_out(
        cases, titles=["four", "three"], highlight="alpha", rename={"epsilon": "E"}
    )
    assert [d.names for d in layout.diagrams] == [
        ("alpha", "beta", "gamma", "delta"),
        ("beta", "E", "gamma"),
    ]
    assert layout.titles == ("four", "three")
    for number, (one, wanted) in enumerate(zip(cases, ("1.20", "0.70"), strict=True)):
        own = alone(layout, number)
        axis = own.axis
        assert (axis.low, axis.high) == (1.0, 4.0)
        assert own.marker_positions == pytest.approx(
            [axis.at(rank) for rank in sorted(one.ranks)]
        )
        assert [t.text for t in by_gid(own, Text, "cd-text")] == [f"CD = {wanted}"]
        [ruler] = by_gid(own, Line, "cd-ruler")
        assert abs(ruler.points[1][0] - ruler.points[0][0]) == pytest.approx(
            axis.points(one.cd)
        )
        assert by_gid(own, Text, "cue") == []
    [note], cue = by_gid(layout, Text, "note"), by_gid(layout, Text, "cue")
    assert note.text == "Nemenyi, α = 0.05"
    assert [text.text for text in cue] == ["average rank", "better"]
    assert {text.y for text in cue} == {note.y}


def test_a_diagram_is_that_of_plot_cd():
    subject = case("c8", "nemenyi")
    stacked = lay_out([subject, subject]).diagrams[1]
    single = layout_cd(subject.comparison, measure=text_measure())
    assert (stacked.bar_positions, stacked.leader_positions) == (
        single.bar_positions,
        single.leader_positions,
    )
    assert [bar.members for bar in stacked.bars] == [bar.members for bar in single.bars]
    assert stacked.axis.x_low == single.axis.x_low


def test_tests_that_differ_are_said_over_their_diagrams():
    first, second = two()
    layout = lay_out([first, replace(second, test="Wilcoxon–Holm", cd=None)])
    assert [t.text for t in layout.elements if t.gid.endswith("note")] == [
        "Nemenyi, α = 0.05",
        "Wilcoxon–Holm, α = 0.05",
    ]
    assert [t for t in layout.elements if t.gid == "note"] == []


def test_one_that_needs_the_list_makes_all_lists():
    cases = [case("c4a", "nemenyi"), two()[0]]
    layout = lay_out(cases)
    assert [d.kind for d in layout.diagrams] == ["list", "list"]
    assert defects(layout, cases, width=237.6) == []
    assert {d.kind for d in lay_out(two(), arrangement="list").diagrams} == {"list"}


def test_the_better_end_may_be_on_the_left():
    layout = lay_out(two(), best_at="left")
    assert defects(layout, two(), width=237.6) == []
    assert all(d.axis.x_low < d.axis.x_high for d in layout.diagrams)


def test_a_common_axis_that_has_no_room_for_bars_is_none(monkeypatch):
    # two diagrams of pairwise tests with more rows of bars than there may be
    cases = [replace(case("c8", "wilcoxon")), replace(case("c8", "wilcoxon"))]
    plans = []
    monkeypatch.setattr(
        cd_stack, "on_one_axis", lambda found: plans.append(found) or on_one_axis(found)
    )
    assert {d.kind for d in lay_out(cases).diagrams} == {"horizontal"}
    narrow = [replace(plan, drawn=DrawnGroups()) for plan in plans[0]]
    assert on_one_axis(plans[0]) is not None
    assert on_one_axis(narrow) is None


def test_what_arches_are_is_said_once_for_all():
    ranks = (1.1, 2.0, 2.4, 3.5)
    one = Case(
        names=("alpha", "beta", "gamma", "delta"),
        ranks=ranks,
        alike=frozenset({(0, 2), (1, 2)}),
    )
    bar = "bar: not significantly different"
    for arrangement, gap in (("auto", "arch"), ("list", "thin")):
        layout = lay_out([one, one], arrangement=arrangement)
        assert defects(layout, [one, one], width=237.6) == []
        keys = [t for t in layout.elements if t.gid.endswith("key-text")]
        assert [(t.gid, t.text) for t in keys] == [
            ("key-text", bar),
            ("key-text", f"{gap}: not in the group"),
        ]
    holm = [
        replace(one, control=1) for one in two()
    ]  # each has a difference of its own
    said = [
        t.text
        for t in lay_out(holm).elements
        if t.gid.endswith(("key-text", "interval-text"))
    ]
    assert said == ["control", "differs", "does not", "± 1.20", "± 0.70"]
    # at the bracket of each, and in lists, which share the key, once
    for arrangement, reach in (
        ("auto", ["diagram-0-interval-text", "diagram-1-interval-text"]),
        ("list", ["key-text"]),
    ):
        alike = [replace(one, cd=1.2, alike=within(one.ranks, 1.2)) for one in holm]
        layout = lay_out(alike, arrangement=arrangement)
        said = [
            (t.gid, t.text)
            for t in layout.elements
            if t.gid.endswith(("key-text", "interval-text"))
        ]
        assert [text for _, text in said[:3]] in DECISION_KEYS
        assert [gid for gid, _ in said[3:]] == reach
        assert {text.removeprefix("interval: ") for _, text in said[3:]} == {"± 1.20"}
        assert defects(layout, alike, width=237.6) == []
    assert "± 1.20" not in [
        getattr(e, "text", "") for e in lay_out(alike, show_ruler=False).elements
    ]
    said = [
        t.text
        for t in lay_out([replace(one, cd=None) for one in holm]).elements
        if t.gid.endswith("key-text")
    ]
    assert said in DECISION_KEYS


def test_what_marks_mean_in_some_diagrams_is_said_over_these_alone():
    """Over all it would say that the filled marks of the others differ, which are
    filled whatever the tests say.
    """
    ranks = (1.1, 2.0, 2.4, 3.5)
    pairwise = Case(
        names=("alpha", "beta", "gamma", "delta"),
        ranks=ranks,
        alike=frozenset({(0, 2), (1, 2)}),
    )
    bars = replace(pairwise, alike=within(ranks, 1.0), cd=1.0)
    controlled = replace(bars, control=1)
    bar, short = "bar: not significantly different", "bar: not different"
    lettered = ["same letter: not different", "best", "differs", "does not"]
    controls = ["control", "different", "not different"]
    for cases, first, second, options in (
        ([bars, pairwise], bar, lettered, {"arrangement": "list", "max_lanes": 0}),
        ([bars, controlled], short, controls, {}),
    ):
        layout = lay_out(cases, **options)
        keys = [(t.gid, t.text) for t in layout.elements if t.gid.endswith("key-text")]
        assert keys == [
            ("diagram-0-key-text", first),
            *(("diagram-1-key-text", text) for text in second),
        ]
        assert defects(layout, cases, width=237.6) == []
    layout = lay_out([bars, pairwise])
    keys = [(t.gid, t.text) for t in layout.elements if t.gid.endswith("key-text")]
    assert keys == [
        ("key-text", bar),
        ("diagram-1-key-text", "arch: not in the group"),
    ]
    assert defects(layout, [bars, pairwise], width=237.6) == []


def test_lists_leave_a_quarter_to_the_axis_whatever_their_columns_are_wide():
    """One has names as wide as they may be, the other many lanes of bars: both give way
    to the axis of both.
    """
    named = Case(
        names=tuple(
            f"{letter} regularised by dropout and by early stopping" for letter in "abc"
        ),
        ranks=(1.2, 2.0, 2.8),
    )
    ranks = tuple(1 + i / 4 for i in range(40))
    lanes = Case(
        names=tuple(ascii_letters[:40]), ranks=ranks, alike=within(ranks, 4.6), cd=4.6
    )
    alone = [
        lay_out([one, one], arrangement="list").diagrams[0] for one in (named, lanes)
    ]
    cases = [named, lanes]
    layout = lay_out(cases, arrangement="list")
    assert defects(layout, cases, width=237.6) == []
    assert (
        0.25 * 237.6
        <= layout.diagrams[0].axis.length
        < min(one.axis.length for one in alone)
    )
    widths = [
        max(right - left for left, _, right, _ in one.label_boxes)
        for one in (layout.diagrams[0], alone[0])
    ]
    assert widths[0] < widths[1]  # the names were broken for the lanes of the other
    with pytest.raises(LayoutError) as caught:
        lay_out(cases, arrangement="list", wrap=False)
    needed = float(
        re.search(
            r"it needs (\d+\.\d\d) in. Use that width or wrap=True or shorter",
            str(caught.value),
        )[1]
    )
    layout = lay_out(cases, arrangement="list", wrap=False, width=needed)
    assert defects(layout, cases, width=round(72 * needed, 9)) == []


def test_messages():
    one, other = two()
    with pytest.raises(
        UsageError,
        match=r"a stack requires at least two comparisons; use plot_cd for a single",
    ):
        lay_out([one])
    with pytest.raises(
        UsageError, match="titles must contain one string for each of the 2 comparisons"
    ):
        lay_out([one, other], titles=["only one"])
    with pytest.raises(UsageError, match="unknown algorithm in highlight 'zeta'"):
        lay_out([one, other], highlight="zeta")
    with pytest.raises(
        UsageError,
        match="share an axis, but the rankings of the comparisons differ",
    ):
        lay_out([one, replace(other, kind="aligned")])
    with pytest.raises(LayoutError) as caught:
        lay_out([one, other], width=0.6, measure=plain_measure)
    needed = re.fullmatch(
        r"a stack of 2 diagrams does not fit 0\.60 in: it needs (\d\.\d\d) in. Use "
        r"that width or shorter names "
        r"\(rename\)\.",
        str(caught.value),
    )
    assert lay_out([one, other], width=float(needed.group(1)), measure=plain_measure)


def test_of_diagrams_with_too_many_groups_the_one_with_most_is_named():
    """Who finds another way for it has one for the others, too."""
    rng = Random(3)
    names = tuple(f"{letter}{number}" for letter in "abcdefgh" for number in range(8))
    many = [
        Case(
            names=names[:k],
            ranks=(*range(1, k + 1),),
            alike=random_alike(rng, range(1, k + 1), k / 4, 0.2),
        )
        for k in (40, 64, 48)
    ]
    with pytest.raises(LayoutError) as caught:
        lay_out(many, titles=["first", "second", "third"])
    count = max(len(one.groups) for one in many)
    assert len({len(one.groups) for one in many}) == 3
    assert str(caught.value).startswith(
        f"{count:,} groups of 'second' are too many for bars, and for the letters"
    )


@pytest.mark.parametrize(
    ("gid", "change", "seen"),
    [
        ("diagram-1-marker-0", lambda e: moved(e, 3, 0), "diagram 1:"),
        (
            "diagram-1-label-2",
            lambda e: moved(e, 0, 3),
            "the label of 2 is not at the height of its leader",
        ),
        (
            "diagram-1-cd-ruler",
            lambda e: moved(e, 3, 0),
            "the ruler starts at no end of the axis",
        ),
        ("note", lambda e: moved(e, 9, 0), "is not flush left"),
        ("diagram-0-group-0", lambda e: None, "alike and not joined"),
        ("diagram-1-rank-2", lambda e: replace(e, text="2.00"), "is printed as 2.00"),
        (
            "diagram-1-label-0",
            lambda e: replace(e, text="alpha"),
            "is printed as 'alpha'",
        ),
        ("diagram-1-title", lambda e: replace(e, text="(a)"), "the title of diagram 1"),
        ("diagram-1-axis", lambda e: moved(e, 2, 0), "different axes"),
        ("diagram-1-tick", lambda e: moved(e, 2, 0), "different axes"),
        ("diagram-1-title", lambda e: replace(e, bold=False), "not bold"),
        ("diagram-1-title", lambda e: moved(e, 20, 0), "flush left"),
        ("note", lambda e: moved(e, 80, 12), "overlap"),
        (
            "note",
            lambda e: replace(e, gid="key-text", text="not different"),
            "which is not in diagram 0",
        ),
        (
            "diagram-0-axis",
            lambda e: replace(e, points=tuple((x / 5, y) for x, y in e.points)),
            "diagram 0:",
        ),
    ],
)
def test_checker_sees(gid, change, seen):
    layout = lay_out(two())
    assert defects(layout, two(), width=237.6) == []
    index = next(i for i, e in enumerate(layout.elements) if e.gid == gid)
    new = change(layout.elements[index])
    elements = [
        *layout.elements[:index],
        *([new] if new else []),
        *layout.elements[index + 1 :],
    ]
    found = defects(replace(layout, elements=tuple(elements)), two(), width=237.6)
    assert any(seen in defect for defect in found), found


def test_checker_sees_a_marker_of_a_control_swapped():
    cases = [replace(one, control=1) for one in two()]
    layout = lay_out(cases)
    assert defects(layout, cases, width=237.6) == []
    filled = {"fill": "foreground", "edge": None, "radius": 2.0}
    elements = [
        replace(e, **filled) if e.gid == "diagram-0-marker-0" else e
        for e in layout.elements
    ]
    found = defects(replace(layout, elements=tuple(elements)), cases, width=237.6)
    assert "diagram 0: marker-0 has the wrong fill" in found


def test_its_numbers_are_those_of_the_comparisons():
    table = cd.load_example("garcia2008-table2").to_frame()
    comparisons = {
        "all": cd.compare(cd.read_scores(table)),
        "four": cd.compare(cd.read_scores(table.iloc[:, :4])),
    }
    layout = layout_cd_stack(comparisons, measure=text_measure())
    for number, comparison in enumerate(comparisons.values()):
        own = alone(layout, number)
        names = [t.text for t in by_gid(own, Text, r"label-\d+")]
        printed = {
            names[i]: t.text for i, t in enumerate(by_gid(own, Text, r"rank-\d+"))
        }
        ranks = comparison.ranking.average_ranks
        assert printed == {
            name: f"{rank:.2f}"
            for name, rank in zip(comparison.algorithms, ranks, strict=True)
        }
        joined = {
            frozenset((own.names[i], own.names[j]))
            for bar in own.bars
            for i in bar.members
            for j in bar.members
        }
        frame = comparison.to_frame()
        alike = frame[~frame["different"]]
        pairs = set(map(frozenset, alike.index))
        assert {pair for pair in joined if len(pair) == 2} == pairs


# -- random inputs ---------------------------------------------------------------------


@st.composite
def subjects(draw):
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    known = sorted({random_name(rng) for _ in range(40)})
    cases = []
    control = rng.random() < 0.3
    for _ in range(draw(st.integers(2, 4))):
        k = rng.randint(2, rng.choice((8, 14, 25)))
        names = tuple(rng.sample(known, min(k, len(known))))
        ranks = random_ranks(
            rng,
            len(names),
            rng.choice(["uniform", "ties", "clusters", "equal", "narrow"]),
        )
        distance = rng.choice((0.1, 0.25, 0.5, 1.2)) * k * rng.uniform(0.3, 1.0)
        flips = rng.choice((0.0, 0.02, 0.08)) if k <= 20 else 0.0
        alike = random_alike(rng, ranks, distance, flips)
        shared = {
            "cd": distance if flips == 0.0 else None,
            "control": rng.randrange(len(names)) if control else None,
        }
        cases.append(Case(names=names, ranks=tuple(ranks), alike=alike, **shared))
    return cases


@pytest.mark.slow
@random_figures(60)
@given(
    subjects(),
    st.sampled_from([3.3, 5.0, 6.75]),
    st.sampled_from([7.0, 8.0, 10.0]),
    st.booleans(),
)
def test_random_inputs_have_no_defects(cases, width, size, left):
    options = {
        "width": width,
        "font_size": size,
        "best_at": "left" if left else "right",
    }
    try:
        layout = lay_out(cases, **options)
    except LayoutError as error:
        options["width"] = width = float(
            re.search(r"it needs (\d+\.\d\d) in", str(error)).group(1)
        )
        layout = lay_out(cases, **options)
    assert defects(layout, cases, width=round(width * 72, 9)) == []
