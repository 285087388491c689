"""No figure contradicts itself: intervals, numbers, marks of families, and lengths, in
random figures of all kinds.

Each rule of `honesty_ranks` also finds a fault that is planted in a sound figure.
"""

import os
from dataclasses import replace

import pytest
from cases import text_measure
from grammar import by_gid
from honesty_ranks import (
    SUBJECTS,
    Numbers,
    changed,
    findings,
    intervals_of_other_quantities,
    lengths_that_differ,
    looks_like,
    markers_against_intervals,
    marks_like_operators,
    numbers_of_other_names,
    places_in_print,
    random_figure,
    with_elements,
)

import cddiagram as cd
from cddiagram.features import FIGURES
from cddiagram.figures.cd import layout_cd
from cddiagram.figures.cd_sequence import layout_cd_sequence
from cddiagram.figures.forest import layout_forest
from cddiagram.figures.mcb import layout_mcb
from cddiagram.sheet import CORNERS, SHAPES, Line, Marker, Rectangle, Text
from cddiagram.studies import layout_folds

#: The random options do not know which arrangement is drawn (a list has no left side),
#: nor which algorithms.
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*has no effect on a list"),
    pytest.mark.filterwarnings("ignore:highlight. the figure does not show"),
]
FEW, MANY = 6, int(os.environ.get("CDDIAGRAM_LAYOUT_EXAMPLES", "12"))
TABLE = cd.load_example("garcia2008-table2")
FAMILIES = {"C4.5": "trees", "CN2": "rules", "1-NN": "neighbours"}


# -- random figures --------------------------------------------------------------------


def test_random_figures_are_of_all_kinds():
    assert {*FIGURES} <= {*SUBJECTS}


@pytest.mark.parametrize("kind", sorted(SUBJECTS))
def test_a_few_figures_of_each_kind(kind):
    for seed in range(FEW):
        drawn = random_figure(kind, seed)
        assert (drawn, findings(drawn)) == (drawn, [])


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(SUBJECTS))
def test_many_figures_of_each_kind(kind):
    for seed in range(FEW, MANY):
        drawn = random_figure(kind, seed)
        assert (drawn, findings(drawn)) == (drawn, [])


def test_random_figures_show_what_the_rules_are_about():
    """Otherwise the rules would pass figures in which they have nothing to read."""
    seen = set()
    for kind in (
        "cd",
        "cd-small",
        "cd-control",
        "forest",
        "folds",
        "mcb",
        "cd-sequence",
    ):
        for seed in range(40):
            drawn = random_figure(kind, seed)
            for element in drawn.layout.elements:
                text = getattr(element, "text", "")
                seen |= {
                    (kind, sign)
                    for sign in ("†", "CD = ", "±", "(")
                    if text.startswith(sign)
                }
                seen |= {
                    (kind, gid)
                    for gid in ("rank-interval-0", "label-0-family")
                    if element.gid == gid
                }
    wanted = {
        (kind, "label-0-family")
        for kind in ("cd", "cd-small", "folds", "mcb", "cd-sequence")
    }
    wanted |= {("forest", "†"), ("folds", "†"), ("cd", "CD = "), ("cd-control", "±")}
    wanted |= {("cd-sequence", "("), ("cd-sequence", "CD = ")}
    wanted |= {("mcb", "rank-interval-0"), ("cd-small", "rank-interval-0")}
    assert wanted <= seen


# -- planted faults --------------------------------------------------------------------


def sound(layout, check, *truth):
    assert check(layout, *truth) == []
    return layout


def turned(marker):
    """The other fill of a marker of a decision."""
    if marker.edge is None:
        return replace(
            marker, fill="background", edge="foreground", radius=1.6, edge_width=0.8
        )
    return replace(marker, fill="foreground", edge=None, radius=2.0, edge_width=0.0)


def forest():
    comparison = cd.compare(TABLE)
    decisions = [bool(comparison.different()[i, j]) for i, j in _pairs(comparison)]
    return sound(
        layout_forest(comparison, measure=text_measure()),
        markers_against_intervals,
        decisions,
    ), decisions


def _pairs(comparison):
    order = comparison.order
    return [(one, other) for at, one in enumerate(order) for other in order[at + 1 :]]


def counting(element):
    """The row that the key had before: it counts the contradictions instead of marking
    them.
    """
    return (
        replace(element, text="not different, yet 0 outside: 2")
        if element.gid == "key-text"
        else element
    )


ROW_FAULTS = {
    "the fill of the test": lambda e: turned(e) if e.gid == "marker-1" else e,
    "a hollow marker next to an interval without 0": lambda e: (
        turned(e) if e.gid == "marker-3" else e
    ),
    "no dagger": lambda e: None if e.gid == "dagger-1" else e,
    "a dagger too many": lambda e: (
        replace(e, gid="dagger-0", text="†") if e.gid == "rank-0" else e
    ),
    "an interval that excludes 0": lambda e: (
        moved(e, 40.0) if e.gid == "interval-0" else e
    ),
    "no key": lambda e: None if e.gid == "key-text" and "†" in e.text else e,
    "a count": counting,
}


def moved(line, right):
    return replace(line, points=tuple((x + right, y) for x, y in line.points))


@pytest.mark.parametrize("fault", ROW_FAULTS)
def test_a_marker_that_contradicts_its_interval_is_found(fault):
    layout, decisions = forest()
    assert [t.gid for t in by_gid(layout, Text, r"dagger-\d+")] == [
        "dagger-1",
        "dagger-4",
    ]
    assert (
        markers_against_intervals(changed(layout, ROW_FAULTS[fault]), decisions) != []
    )


def test_a_marker_of_folds_that_contradicts_its_interval_is_found():
    scores = {
        name: [0.8 + 0.02 * at + 0.01 * ((row * (at + 3)) % 5) for row in range(20)]
        for at, name in enumerate("ABC")
    }
    folds = cd.compare_folds(scores, folds=10)
    layout, held = layout_folds(folds, measure=text_measure()), folds.order[0]
    decisions = [
        None if i == held else bool(folds.different()[i, held]) for i in folds.order
    ]
    sound(layout, markers_against_intervals, decisions)
    wrong = changed(layout, lambda e: turned(e) if e.gid == "marker-2" else e)
    assert markers_against_intervals(wrong, decisions) != []


@pytest.mark.parametrize(("layout_of", "own"), [(layout_cd, 0), (layout_mcb, 1)])
def test_a_bracket_of_places_on_the_axis_of_ranks_is_found(layout_of, own):
    layout = layout_of(
        cd.compare(TABLE), show_rank_intervals=True, measure=text_measure()
    )
    sound(layout, intervals_of_other_quantities, own)
    at, [marker] = layout.axis.at, by_gid(layout, Marker, "marker-4")  # at 4.33
    for first, last in ((4, 5), (4.5, 5)):
        corners = ((at(first), 2.0), (at(first), 3.5), (at(last), 3.5), (at(last), 2.0))
        points = tuple((x, marker.y + down) for x, down in corners)
        bracket = Line(gid="more", points=points, width=0.7, color="secondary")
        assert intervals_of_other_quantities(with_elements(layout, bracket), own) != []


def test_an_interval_that_misses_its_marker_is_found():
    layout = layout_mcb(cd.compare(TABLE), measure=text_measure())
    shifted = changed(layout, lambda e: moved(e, 60.0) if e.gid == "interval-2" else e)
    assert intervals_of_other_quantities(shifted, 1) != []


def test_places_of_another_row_are_found():
    comparison = cd.compare(TABLE)
    layout = sound(
        layout_cd(comparison, show_rank_intervals=True, measure=text_measure()),
        places_in_print,
        comparison.rank_intervals,
    )
    wrong = changed(
        layout, lambda e: replace(e, text="1–2") if e.gid == "rank-interval-0" else e
    )
    assert places_in_print(wrong, comparison.rank_intervals) != []


def sequence():
    halves = [
        cd.ScoreTable.from_arrays(TABLE.scores[at::2], algorithms=TABLE.algorithms)
        for at in (0, 1)
    ]
    comparisons = [cd.compare(half) for half in halves]
    ranks = [
        dict(zip(one.algorithms, map(float, one.ranking.average_ranks), strict=True))
        for one in comparisons
    ]
    truth = {
        name: Numbers(
            plain=(ranks[1][name],),
            left=(ranks[0][name],),
            parenthesised=(ranks[0][name],),
        )
        for name in TABLE.algorithms
    }
    layout = layout_cd_sequence(comparisons, width=2.6, measure=text_measure())
    assert not by_gid(layout, Text, r"label-left-\d+")
    return sound(layout, numbers_of_other_names, truth), truth


def test_a_number_in_the_row_of_another_name_is_found():
    layout, truth = sequence()
    names = sorted(by_gid(layout, Text, r"label-\d+"), key=lambda t: t.y)
    first = sorted(numbers.left[0] for numbers in truth.values())
    left = [
        Text(
            gid=f"left-{at}", x=4.0, y=name.y, text=f"{rank:.2f}", size=7.0, width=16.0
        )
        for at, (name, rank) in enumerate(zip(names, first, strict=True))
    ]  # best first, as they stand on the first axis
    assert numbers_of_other_names(with_elements(layout, *left), truth) != []
    swapped = changed(
        layout,
        lambda e: (
            replace(e, text=e.text.strip("()")) if e.gid.startswith("rank-first") else e
        ),
    )
    assert numbers_of_other_names(swapped, truth) != []


def test_a_number_of_another_algorithm_is_found_in_a_list():
    comparison = cd.compare(TABLE)
    ranks = zip(
        comparison.algorithms, map(float, comparison.ranking.average_ranks), strict=True
    )
    truth = {name: Numbers(plain=(rank,)) for name, rank in ranks}
    for arrangement in ("list", "horizontal"):
        layout = layout_cd(comparison, arrangement=arrangement, measure=text_measure())
        sound(layout, numbers_of_other_names, truth)
        wrong = changed(
            layout, lambda e: replace(e, text="2.20") if e.gid == "rank-0" else e
        )
        assert numbers_of_other_names(wrong, truth) != []


#: The forms that marks of families had, and no longer have: a bar, a plus, a cross, and
#: an upright bar.
SIGNS = {
    "−": [(-1.0, -0.3), (1.0, -0.3), (1.0, 0.3), (-1.0, 0.3)],
    "|": [(-0.3, -1.0), (0.3, -1.0), (0.3, 1.0), (-0.3, 1.0)],
    "+": [
        *(
            (-0.36, -1.0),
            (0.36, -1.0),
            (0.36, -0.36),
            (1.0, -0.36),
            (1.0, 0.36),
            (0.36, 0.36),
        ),
        *(
            (0.36, 1.0),
            (-0.36, 1.0),
            (-0.36, 0.36),
            (-1.0, 0.36),
            (-1.0, -0.36),
            (-0.36, -0.36),
        ),
    ],
    "×": [
        *(
            (-1.0, -0.66),
            (-0.66, -1.0),
            (0.0, -0.34),
            (0.66, -1.0),
            (1.0, -0.66),
            (0.34, 0.0),
        ),
        *(
            (1.0, 0.66),
            (0.66, 1.0),
            (0.0, 0.34),
            (-0.66, 1.0),
            (-1.0, 0.66),
            (-0.34, 0.0),
        ),
    ],
}


def with_families():
    layout = layout_cd(cd.compare(TABLE), families=FAMILIES, measure=text_measure())
    return sound(layout, marks_like_operators)


@pytest.mark.parametrize("sign", SIGNS)
def test_a_mark_like_an_operator_is_found(monkeypatch, sign):
    monkeypatch.setitem(CORNERS, f"sign {sign}", tuple(SIGNS[sign]))
    layout = changed(
        with_families(),
        lambda e: replace(e, shape=f"sign {sign}") if e.gid.endswith("-family") else e,
    )
    assert any(
        f"looks like {sign}" in finding for finding in marks_like_operators(layout)
    )


def test_no_mark_of_a_family_looks_like_an_operator():
    marks = [
        Marker(gid="mark", x=0.0, y=0.0, radius=2.5, shape=shape) for shape in SHAPES
    ]
    assert [looks_like(mark) for mark in marks] == [None] * len(SHAPES)


def test_a_mark_between_a_name_and_its_number_is_found():
    layout = with_families()
    [mark] = by_gid(layout, Marker, "label-0-family")
    [name] = by_gid(layout, Text, "label-0")
    inside = name.box[0] - 4.0 if mark.x > name.x else name.box[2] + 4.0
    wrong = changed(
        layout, lambda e: replace(e, x=inside) if e.gid == "label-0-family" else e
    )
    assert marks_like_operators(wrong) != []


def test_empty_room_for_a_mark_is_found():
    layout = with_families()
    [name] = [t for t in by_gid(layout, Text, r"label-\d+") if t.text == "NaiveBayes"]
    wrong = changed(layout, lambda e: replace(e, x=e.x + 8.0) if e is name else e)
    assert marks_like_operators(wrong) != []


def control(arrangement="horizontal"):
    layout = layout_cd(
        cd.compare(TABLE, control="C4.5"),
        arrangement=arrangement,
        measure=text_measure(),
    )
    return sound(layout, lengths_that_differ)


def mcb():
    return sound(
        layout_mcb(cd.compare(TABLE), measure=text_measure()), lengths_that_differ
    )


def ruler():
    return sound(
        layout_cd(cd.compare(TABLE), measure=text_measure()), lengths_that_differ
    )


def said_as_a_difference(element):
    """What was said before: the critical difference, which is no length in the
    figure.
    """
    if element.gid == "interval-text" or (
        element.gid == "key-text" and "±" in element.text
    ):
        return replace(element, gid="key-text", text="CD = 1.02")
    return element


LENGTH_FAULTS = {
    "a CD next to the bracket of a control": (control, said_as_a_difference),
    "a CD next to a band": (lambda: control("list"), said_as_a_difference),
    "a CD next to the bars of MCB": (mcb, said_as_a_difference),
    "another reach": (
        control,
        lambda e: replace(e, text="± 2.04") if e.gid == "interval-text" else e,
    ),
    "another cap": (control, lambda e: moved(e, 6.0) if e.gid == "interval-cap" else e),
    "another half": (
        mcb,
        lambda e: (
            replace(e, text="bars: ± CD/2 = ± 1.11") if e.gid == "key-text" else e
        ),
    ),
    "longer bars": (
        mcb,
        lambda e: (
            replace(e, points=((0.0, e.points[0][1]), e.points[1]))
            if e.gid == "interval-1"
            else e
        ),
    ),
    "another ruler": (
        ruler,
        lambda e: (
            replace(e, points=(e.points[0], (e.points[1][0] + 5, e.points[1][1])))
            if e.gid == "cd-ruler"
            else e
        ),
    ),
    "another number": (
        ruler,
        lambda e: replace(e, text="CD = 2.11") if e.gid == "cd-text" else e,
    ),
}


@pytest.mark.parametrize("fault", LENGTH_FAULTS)
def test_a_length_that_is_not_the_number_next_to_it_is_found(fault):
    make, change = LENGTH_FAULTS[fault]
    assert lengths_that_differ(changed(make(), change)) != []


def test_the_ruler_of_another_column_of_a_sequence_is_found():
    layout, _ = sequence()
    sound(layout, lengths_that_differ)
    first = by_gid(layout, Text, "cd-text")[0]
    wrong = changed(layout, lambda e: replace(e, text="CD = 0.90") if e is first else e)
    assert lengths_that_differ(wrong) != []


def test_the_reach_of_a_control_is_at_its_bracket_or_in_the_key():
    layout = control()
    [reach] = by_gid(layout, Text, "interval-text")
    [bracket] = by_gid(layout, Line, "interval")
    assert (reach.text, reach.y) == ("± 1.02", bracket.points[0][1])
    assert reach.box[0] - max(x for x, _ in bracket.points) == pytest.approx(2.5)
    listed = control("list")
    assert by_gid(listed, Rectangle, "interval")
    assert "interval: ± 1.02" in [t.text for t in by_gid(listed, Text, "key-text")]
