"""Families of algorithms in every figure: the mark and the colour of each name are
those that the key explains.
"""

from dataclasses import replace
from functools import cache

import pytest
from cases import text_measure
from checks import by_gid, overlaps, page_defects
from family_checks import family_defects

import cddiagram as cd
from cddiagram.convergence import (
    layout_convergence_curves,
    layout_convergence_matrix,
    layout_convergence_problems,
)
from cddiagram.figures.registry import find_figure
from cddiagram.sheet import (
    CORNERS,
    SHAPES,
    AlgorithmFamily,
    Line,
    Marker,
    Names,
    Text,
    TextMeter,
)
from cddiagram.text import UsageError

FAMILIES = {
    "C4.5": "Trees and rules", "CN2": "Trees and rules", "1-NN": "Neighbours", "Kernel": "Neighbours",
    "NaiveBayes": None,
}  # fmt: skip
GIVEN = {name: family for name, family in FAMILIES.items() if family}
OPTIMISERS = {
    name: ("Swarms" if name == "PSO" else "Others")
    for name in cd.load_histories("optimisers").algorithms
}


@cache
def compared(**options):
    return cd.compare(cd.load_example("garcia2008-table2"), **options)


def of_pairs():
    return {"Nemenyi": compared(), "against C4.5": compared(control="C4.5")}


def cost():
    table = cd.load_example("garcia2008-table2")
    return cd.ScoreTable.from_arrays(
        1 - table.scores, algorithms=table.algorithms, datasets=table.datasets
    )


#: What is drawn, and options, of each figure that names all algorithms.
FIGURES = {
    "cd": (compared, {}),
    "cd control": (lambda: compared(control="C4.5"), {}),
    "cd left": (compared, {"best_at": "left"}),
    "cd list": (compared, {"arrangement": "list", "letters": True}),
    "rank-bars": (lambda: compared(control="C4.5"), {}),
    "pvalue-matrix": (compared, {}),
    "pair-matrix": (compared, {"width": "page"}),
    "pair-matrix strip": (compared, {"rows": ["CN2"], "columns": ["C4.5", "1-NN", "NaiveBayes"]}),
    "pair-matrix half": (compared, {"half": True, "width": "page"}),
    "mcb": (compared, {"show_rank_intervals": True}),
    "rank-distribution": (compared, {}),
    "forest": (lambda: compared(control="C4.5"), {}),
    "score-cost": (compared, {}),
    "pair-scatter": (compared, {"first": "C4.5", "second": "1-NN"}),
    "posterior": (lambda: compared().posterior(0.01, pair_test="sign"), {"width": "page"}),
    "cd-sequence": (of_pairs, {}),
    "cd-stack": (of_pairs, {}),
    "assumptions": (lambda: cd.check_assumptions(cd.load_example("garcia2008-table2")), {}),
}  # fmt: skip


def lay_out(case, **options):
    subject, own = FIGURES[case]
    given = (subject(), cost()) if case == "score-cost" else (subject(),)
    options = {"families": GIVEN, "measure": text_measure(), **own, **options}
    return find_figure(case.split()[0])(*given, **options)


@pytest.mark.parametrize("case", FIGURES)
def test_each_name_has_the_mark_that_the_key_explains(case):
    layout = lay_out(case)
    found = [
        *family_defects(layout, FAMILIES),
        *overlaps(layout),
        *page_defects(layout, layout.width),
    ]
    assert found == []
    assert {
        e.shape for e in layout.elements if isinstance(e, Marker) and e.gid == "key"
    } >= {"square", "up"}


@pytest.mark.parametrize(
    "layout_of",
    [layout_convergence_curves, layout_convergence_matrix],
    ids=["curves", "matrix"],
)
def test_so_has_each_name_of_convergence(layout_of):
    subject = cd.load_histories("optimisers")
    subject = (
        subject
        if layout_of is layout_convergence_curves
        else cd.compare_convergence(subject)
    )
    layout = layout_of(subject, families=OPTIMISERS, measure=text_measure())
    assert [
        *family_defects(layout, OPTIMISERS),
        *overlaps(layout),
        *page_defects(layout, layout.width),
    ] == []


def test_so_has_each_of_a_pair_on_its_problems():
    comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    layout = layout_convergence_problems(
        comparison, "PSO", "Random search", families=OPTIMISERS, measure=text_measure()
    )
    assert [*overlaps(layout), *page_defects(layout, layout.width)] == []
    marks = {
        e.gid: (e.shape, e.fill)
        for e in layout.elements
        if isinstance(e, Marker) and "family" in e.gid
    }
    assert marks == {
        "pair-0-family": ("up", "okabe-ito-2"),
        "pair-1-family": ("square", "okabe-ito-1"),
    }
    key = {
        t.text: t
        for t in layout.elements
        if isinstance(t, Text) and t.gid in ("key-text", "legend-text")
    }
    for number, name in enumerate(("PSO", "Random search")):
        [text] = [t for said, t in key.items() if said == f"{name} ahead"]
        [mark] = [e for e in layout.elements if e.gid == f"pair-{number}-family"]
        assert mark.y == text.y
        assert 0 < text.x - mark.x < 7
        line = [e for e in layout.elements if e.gid == "legend-line"][number]
        assert line.color == mark.fill
    shown = [e for e in layout.elements if isinstance(e, Marker) and e.gid == "key"]
    assert {(e.shape, e.fill) for e in shown} == set(marks.values())


FAULTS = {
    "a wrong form": (
        lambda mark: replace(mark, shape="square"),
        "the mark of 1-NN says None, not Neighbours",
    ),
    "a wrong colour": (
        lambda mark: replace(mark, fill="okabe-ito-1"),
        "the mark of Kernel says None, not Neighbours",
    ),
    "a wrong place": (
        lambda mark: replace(mark, x=mark.x + 9),
        "the mark of CN2 is not beside it",
    ),
    "a wrong height": (
        lambda mark: replace(mark, y=mark.y + 9),
        "the mark of CN2 is not at its height",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_check_sees_faults(monkeypatch, fault):
    right, (change, said) = AlgorithmFamily.mark, FAULTS[fault]

    def wrong(self, gid, x, y):
        mark = right(self, gid, x, y)
        return mark if gid == "key" else change(mark)

    monkeypatch.setattr(AlgorithmFamily, "mark", wrong)
    assert said in family_defects(lay_out("cd"), FAMILIES)


def test_a_mark_is_outside_of_its_name_and_leaves_numbers_alone():
    """Names are flush with the column of numbers, whether they have a family or not."""
    names = {
        e.text: e
        for e in lay_out("cd list").elements
        if isinstance(e, Text) and e.gid.startswith("label-")
    }
    assert len({round(text.box[2], 6) for text in names.values()}) == 1
    assert names["NaiveBayes"].color == "foreground"
    layout = lay_out("cd")
    numbers = [
        e for e in layout.elements if isinstance(e, Text) and e.gid.startswith("rank-")
    ]
    for mark in (e for e in layout.elements if e.gid.endswith("-family")):
        [name] = [
            e
            for e in layout.elements
            if isinstance(e, Text) and e.gid == mark.gid.removesuffix("-family")
        ]
        [number] = [e for e in numbers if e.gid == name.gid.replace("label", "rank")]
        assert (mark.x < name.box[0]) == (name.box[2] < number.box[2])


def test_broken_names_leave_room_for_their_marks():
    family, meter = (
        AlgorithmFamily(name="Trees", number=0, color="tab10-1"),
        TextMeter(text_measure()),
    )
    names = Names(names=("Classification rules", "short"), families=(family, None))
    limit = meter.width("Classification", 8.0) + AlgorithmFamily.ROOM / 2
    broken = names.broken(8.0, limit, meter)
    assert broken.widths[0] <= limit
    assert broken.widths[1] == meter.width("short", 8.0)


def test_marks_are_apart_in_form_and_no_decision_has_them():
    assert len({CORNERS[shape] for shape in SHAPES}) == len(SHAPES)
    assert not {"disc", "diamond"} & {*SHAPES}


def test_a_renamed_and_highlighted_name_keeps_its_family():
    layout = lay_out("cd list", highlight="CN2", rename={"CN2": "Ours"})
    assert family_defects(layout, FAMILIES, {"CN2": "Ours"}) == []
    (name,) = (e for e in layout.elements if isinstance(e, Text) and e.text == "Ours")
    assert (name.bold, name.color) == (
        True,
        "foreground",
    )  # no fainter in gray than the others
    (mark,) = (
        e
        for e in layout.elements
        if isinstance(e, Marker) and e.gid == name.gid.replace("label", "marker")
    )
    assert "okabe-ito-1" in (mark.fill, mark.edge)


def test_a_highlighted_leader_keeps_the_colour_given_to_it():
    layout = lay_out("cd", families=None, highlight="CN2", colors={"CN2": "#aa0000"})
    assert "#aa0000" in {
        e.color for e in layout.elements if isinstance(e, Line) and e.width == 1.4
    }


def test_families_of_a_stack_keep_their_marks_where_others_are_missing():
    table = cd.load_example("garcia2008-table2").to_frame()
    some = {title: cd.compare(cd.read_scores(table[names])) for title, names in
            {"all": list(table), "some": ["1-NN", "Kernel", "NaiveBayes"]}.items()}  # fmt: skip
    layout = find_figure("cd-stack")(some, families=GIVEN, measure=text_measure())
    assert family_defects(layout, FAMILIES) == []
    keyed = [
        e for e in layout.elements if isinstance(e, Marker) and e.gid.endswith("key")
    ]
    assert len([e for e in keyed if e.shape in SHAPES]) == 2  # explained once


def test_colours_of_families_and_palettes():
    palette = by_gid(lay_out("cd", colors="tab10"), Marker, "key")
    assert {e.fill for e in palette} == {"tab10-1", "tab10-2"}
    given = by_gid(lay_out("cd", colors={"Neighbours": "#aa0000"}), Marker, "key")
    assert {e.fill for e in given} == {"okabe-ito-1", "#aa0000"}
    own = lay_out("cd", families=None, colors="okabe-ito")
    assert {e.fill for e in own.elements if e.gid.startswith("marker-")} == {
        f"okabe-ito-{i}" for i in range(1, 6)
    }


SEVEN = {name: f"family {name}" for name in "ABCDEFG"}
WRONG = [
    (
        {"colors": "okabe"},
        "unknown colors 'okabe': did you mean 'okabe-ito'? Choose from 'okabe-ito', "
        "'tab10'.",
    ),
    (
        {"families": {"CN": "x"}},
        "unknown algorithm in families 'CN': did you mean 'CN2'? Choose from ",
    ),
    (
        {"families": ["x"]},
        "families must be a dict that maps algorithms to texts, not ['x'].",
    ),
    (
        {"families": {"CN2": " "}},
        "families contains no family name for 'CN2'. Specify a name, or omit 'CN2'.",
    ),
    ({"families": {"CN2": 1}}, "families must map 'CN2' to a string, not 1."),
    (
        {"colors": {"CN2": "red"}},
        "'CN2' has the colour of its family 'Trees and rules'. Specify colors for "
        "families only.",
    ),
    (
        {"colors": {"Neighbour": "red"}},
        "unknown family in colors 'Neighbour': did you mean 'Neighbours'? Choose from ",
    ),
    (
        {"highlight": {"CN2": "red"}},
        "'CN2' has different colours in highlight and in colors or families. Remove "
        "one of them.",
    ),
]


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_contradictions_are_refused(options, message):
    with pytest.raises(UsageError) as caught:
        lay_out("cd", **options)
    assert str(caught.value).startswith(message)


def test_too_many_families_or_algorithms_are_refused():
    table = cd.ScoreTable.from_arrays(
        [[*range(7)], [*range(7)], [*range(7)]], algorithms=list(SEVEN)
    )
    seven = cd.compare(table)
    with pytest.raises(UsageError) as caught:
        cd.plot_cd(seven, families=SEVEN)
    assert (
        str(caught.value)
        == "families has 7 families, but a figure can show at most 6. Merge some families."
    )
    with pytest.raises(UsageError) as caught:
        cd.plot_cd(seven, colors="okabe-ito")
    assert str(caught.value) == (
        "'okabe-ito' has 6 colours, but there are 7 algorithms. Group the algorithms "
        "into families, or specify the colours individually."
    )


def test_a_forest_of_pairs_has_no_families():
    with pytest.raises(UsageError) as caught:
        cd.plot_forest(compared(), families=GIVEN)
    assert (
        str(caught.value)
        == "families apply to algorithms, but each row of this figure is a pair. Pass "
        "reference='best'."
    )
