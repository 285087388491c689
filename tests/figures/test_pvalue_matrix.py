"""The matrix of p-values: what it shows, its classes, and random inputs without a
defect.
"""

import re
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from cases import SYNTHETIC, load, plain_measure, text_measure
from checks import by_gid
from examples import random_figures
from family_checks import some_families
from hypothesis import event, given
from hypothesis import strategies as st
from matrix_checks import NAN, compared, defects, symmetric
from random_inputs import random_name, random_ranks

import cddiagram as cd
from cddiagram.figures.cells import layout_matrix
from cddiagram.figures.pvalue_matrix import layout_pvalue_matrix, pvalue_cells
from cddiagram.sheet import Line, Look, Marker, Names, Page, Rectangle, Text, TextMeter
from cddiagram.text import LayoutError, UsageError, typed


def of_case(key, alpha=None):
    data = load(key)
    return compared(
        data["mean_ranks"],
        data["wilcoxon_holm"],
        names=data["names"],
        alpha=alpha or data["alpha"],
    )


# -- cases -----------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["DejaVu Sans", "STIXGeneral"])
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize("key", SYNTHETIC)
def test_no_defects(key, width, full, family):
    comparison = of_case(key)
    layout = layout_pvalue_matrix(
        comparison, measure=text_measure(family), width=width, full=full
    )
    assert defects(layout, comparison, width=round(72 * width, 9), full=full) == []


@pytest.mark.slow
def test_one_hundred_and_four_algorithms_on_a_page():
    rng = np.random.default_rng(104)
    p = symmetric(104, rng.beta(0.2, 1, 104 * 103 // 2))
    comparison = compared(
        rng.uniform(1, 104, 104), p, names=[f"algorithm number {i}" for i in range(104)]
    )
    layout = layout_pvalue_matrix(comparison, measure=text_measure(), width="page")
    assert (layout.font_size, layout.values_printed, layout.legend) == (
        6.5,
        False,
        "inside",
    )
    assert layout.cell_width >= 3.6
    assert defects(layout, comparison, width=486.0) == []


@pytest.mark.slow
@pytest.mark.parametrize("full", [False, True])
def test_cells_that_would_run_together_are_refused(full):
    comparison = compared(
        range(1, 101),
        symmetric(100, np.full(4950, 0.5)),
        names=[f"method {i}" for i in range(100)],
    )
    with pytest.raises(
        LayoutError,
        match=r"it needs (\d\.\d\d) in. Use that width or fewer algorithms.$",
    ) as refused:
        layout_pvalue_matrix(
            comparison, measure=text_measure(), width="column", full=full
        )
    wide = float(re.search(r"needs ([\d.]+) in", str(refused.value))[1])
    layout = layout_pvalue_matrix(
        comparison, measure=text_measure(), width=wide, full=full
    )
    assert 2.4 <= layout.cell_width < 3
    assert defects(layout, comparison, width=72 * wide, full=full) == []


def test_the_number_of_a_narrow_last_column_stays_on_the_page():
    p = symmetric(51, np.full(51 * 50 // 2, 0.5))
    comparison = compared(
        range(1, 52), p, names=[f"{i} {'name ' * 8}" for i in range(51)]
    )
    layout = layout_pvalue_matrix(comparison, measure=text_measure(), width=3.3)
    assert layout.cell_width < 4
    assert defects(layout, comparison, width=237.6) == []


@pytest.mark.parametrize(("k", "width"), [(25, 3.3), (40, 3.3), (80, 3.3)])
def test_marks_are_seen_in_narrow_cells_and_stay_in_them(k, width):
    names = Names(names=tuple(f"a{i}" for i in range(k)))
    against = [(i, j) for i in range(k) for j in range(k) if i + j == k]
    content = pvalue_cells(
        names,
        symmetric(k, np.full(k * (k - 1) // 2, 0.5)),
        0.05,
        full=True,
        against=against,
    )
    layout = layout_matrix(
        content, Page(Look(width=width), TextMeter(text_measure())), "note"
    )
    marks = by_gid(layout, Marker, r"against-\d+-\d+")
    assert len(marks) == sum(i != j for i, j in against) > 0
    assert all(mark.radius >= min(2.4, 0.45 * layout.cell_width) for mark in marks)
    assert all(3**0.5 * mark.radius <= layout.cell_width for mark in marks)


def test_names_stay_whole_where_cells_a_little_narrower_allow_it():
    # Room for the widest name and 25 cells of 6.63 pt, their good width at 6.5 pt,
    # lacks less than 4 pt.
    names = ["H-InceptionTime", *(f"Algorithm {i}" for i in range(24))]
    comparison = compared(range(1, 26), symmetric(25, np.full(300, 0.5)), names=names)
    layout = layout_pvalue_matrix(
        comparison, measure=text_measure(), width=3.22, full=True
    )
    heights = {round(lower - upper, 6) for upper, lower in pairwise(layout.row_edges)}
    assert len(heights) == 1
    assert defects(layout, comparison, width=round(72 * 3.22, 9), full=True) == []


def test_garcia_wilcoxon():
    # Garcia and Herrera 2008, Table 2: nothing separates C4.5 from NaiveBayes, nearly
    # everything C4.5 from Kernel
    comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    assert layout.names == ("C4.5", "NaiveBayes", "CN2", "1-NN", "Kernel")
    texts = {
        element.gid: element.text
        for element in layout.elements
        if isinstance(element, Text)
    }
    assert (texts["value-1-0"], texts["value-4-0"]) == ("1", "<.001")
    assert texts["note"] == "Wilcoxon–Holm, adjusted p-values, α = 0.05"
    assert texts["key-text"] == "best first"
    assert defects(layout, comparison, width=237.6) == []


@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize("control", ["C4.5", "CN2", "Kernel", "best"])
def test_a_control_has_one_column(control, width):
    comparison = cd.compare(cd.load_example("garcia2008-table2"), control=control)
    layout = layout_pvalue_matrix(
        comparison, measure=text_measure(), width=width, rename={"CN2": "rules"}
    )
    assert (len(by_gid(layout, Rectangle, r"cell-\d+-\d+")), layout.values_printed) == (
        4,
        True,
    )
    assert not by_gid(layout, Line, r"untested-\d+-\d+")
    assert (
        defects(layout, comparison, width=round(72 * width, 9), rename={"CN2": "rules"})
        == []
    )
    note = " ".join(text.text for text in by_gid(layout, Text, "note"))
    named = {"CN2": "rules"}.get(control, control)
    said = (
        "best against the others"
        if control == "best"
        else f"against {named}, adjusted p-values"
    )
    assert said in note
    with pytest.raises(
        UsageError,
        match=f"a comparison with the control '{comparison.control}' has one column, "
        "not a full matrix. Omit full.",
    ):
        layout_pvalue_matrix(comparison, measure=text_measure(), full=True)


def test_a_hundred_against_a_control_have_their_values_in_a_column():
    scores, names = (
        np.random.default_rng(1).random((30, 100)),
        [f"algorithm {i}" for i in range(100)],
    )
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(scores, algorithms=names), control="best"
    )
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    assert len(by_gid(layout, Text, r"value-\d+-0")) == 99
    assert defects(layout, comparison, width=237.6) == []


def test_names_or_numbers_stand_over_the_columns_of_a_full_matrix():
    def heads(k, name="alg-{}", **options):
        p = symmetric(k, np.linspace(0.0001, 1, k * (k - 1) // 2))
        comparison = compared(
            range(1, k + 1), p, names=[name.format(i) for i in range(k)]
        )
        layout = layout_pvalue_matrix(
            comparison, measure=text_measure(), full=True, **options
        )
        assert defects(layout, comparison, width=layout.width, full=True) == []
        return [t.text for t in by_gid(layout, Text, r"column-\d+")]

    assert heads(5) == [f"alg-{i}" for i in range(5)]
    assert heads(9, width="page") == [f"alg-{i}" for i in range(9)]
    assert heads(9, "algorithm {}") == [str(number) for number in range(1, 10)]
    assert heads(20) == [str(number) for number in range(1, 21)]
    assert heads(20, "a long name of an algorithm {}") == [
        str(number) for number in range(1, 21)
    ]
    assert heads(40) == ["1", *(str(number) for number in range(5, 41, 5))]
    assert heads(5, "InceptionTime{}", width=4.5) == [
        text for i in range(5) for text in ("Inception", f"Time{i}")
    ]


def test_values_without_a_sign_are_printed_in_narrower_cells():
    """A cell of 19 pt has room for ".023" but not for "<.001", which its shade says."""
    p = symmetric(25, np.geomspace(1e-6, 1, 300))
    comparison = compared(range(1, 26), p)
    layout = layout_pvalue_matrix(comparison, measure=text_measure(), width=6.75)
    assert layout.values_printed
    assert layout.cell_width < 20
    printed = {t.text for t in by_gid(layout, Text, r"value-\d+-\d+")}
    assert not any(text[0] in "<>" for text in printed)
    assert {len(text) for text in printed - {"1"}} == {4}
    assert defects(layout, comparison, width=486.0) == []
    narrow = layout_pvalue_matrix(comparison, measure=text_measure(), width=3.3)
    assert not narrow.values_printed


@pytest.mark.parametrize(
    ("k", "full"), [(9, False), (10, False), (11, False), (9, True), (10, True)]
)
def test_a_p_value_just_above_a_level_neither_misleads_nor_hides_others(k, full):
    """It has further decimals, or none if only its own cell is too narrow for them."""
    p = np.linspace(0.02, 0.9, k * k).reshape(k, k)
    p = np.triu(p, 1)
    p[0, 1], p[0, 2], p[1, 2], p[0, k - 1] = 0.050004, 0.00104, 0.0504, 0.0101
    p += p.T
    names = [f"Method {number}" for number in range(k)]
    comparison = cd.compare_pvalues(np.linspace(1, k, k), p, algorithms=names)
    layout = layout_pvalue_matrix(comparison, measure=text_measure(), full=full)
    assert defects(layout, comparison, width=237.6, full=full) == []
    values = {t.gid: t.text for t in by_gid(layout, Text, r"value-\d+-\d+")}
    wanted = {"1-0": ".05001", "2-0": ".00104", "2-1": ".0504", f"{k - 1}-0": ".0101"}
    for pair, text in wanted.items():
        assert values.get(f"value-{pair}", text) == text
    pairs = k * (k - 1) // 2
    assert len(values) >= (2 if full else 1) * (pairs - len(wanted))
    assert len(by_gid(layout, Text, "label-0")) == 1  # the name is not broken


def test_where_values_have_no_room_a_page_is_named():
    def messages(k, **options):
        p = symmetric(k, np.linspace(0.0001, 1, k * (k - 1) // 2))
        return layout_pvalue_matrix(
            compared(range(1, k + 1), p), measure=text_measure(), **options
        ).messages

    assert messages(14) == (
        "the cells have no room for p-values; pass width='page' to print them.",
    )
    assert [typed(message) for message in messages(14)] == [
        "the cells have no room for p-values; pass --width page to print them."
    ]
    assert (messages(9), messages(14, width="page"), messages(40)) == ((), (), ())


@pytest.mark.parametrize(
    ("alpha", "entries", "fills"),
    [
        (
            0.05,
            ["p > .05", "p ≤ .05", "p ≤ .01", "p ≤ .001"],
            ["background", "level-1", "level-2", "level-3"],
        ),
        (
            0.10,
            ["p > .10", "p ≤ .10", "p ≤ .01", "p ≤ .001"],
            ["background", "level-1", "level-2", "level-3"],
        ),
        (
            0.01,
            ["p > .01", "p ≤ .01", "p ≤ .001"],
            ["background", "level-2", "level-3"],
        ),
        (
            0.005,
            ["p > .005", "p ≤ .005", "p ≤ .001"],
            ["background", "level-2", "level-3"],
        ),
        (0.001, ["p > .001", "p ≤ .001"], ["background", "level-3"]),
        (0.0002, ["p > .0002", "p ≤ .0002"], ["background", "level-3"]),
    ],
)
def test_classes_follow_alpha(alpha, entries, fills):
    layout = layout_pvalue_matrix(of_case("c8", alpha), measure=text_measure())
    assert [t.text for t in by_gid(layout, Text, "legend-text")] == entries
    assert [s.fill for s in by_gid(layout, Rectangle, "legend-swatch")] == fills


def test_a_p_value_equal_to_alpha_is_significant_as_it_is_for_the_groups():
    comparison = cd.compare_pvalues(
        [1.0, 2.0, 3.0],
        symmetric(3, [0.05, 0.0500001, 0.0499999]),
        algorithms=["a", "b", "c"],
    )
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    fills = {c.gid: c.fill for c in by_gid(layout, Rectangle, r"cell-.*")}
    assert fills == {
        "cell-1-0": "level-1",
        "cell-2-0": "background",
        "cell-2-1": "level-1",
    }
    assert [g.algorithms for g in comparison.groups] == [("a", "c")]
    assert defects(layout, comparison, width=237.6) == []


def test_a_pair_against_the_rank_order_is_marked():
    z = np.array([[NAN, 2.0, -1.0], [-2.0, NAN, 0.0], [1.0, 0.0, NAN]])
    comparison = compared([1.5, 1.7, 2.8], symmetric(3, [0.04, 0.2, 1.0]), statistic=z)
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    assert [m.gid for m in by_gid(layout, Marker, "against-.*")] == ["against-2-0"]
    assert "test favours the lower-ranked" in [
        t.text for t in by_gid(layout, Text, "legend-text|key-text")
    ]
    assert defects(layout, comparison, width=237.6) == []
    # W+ and wins are counts: the larger of the two has it
    wins = np.array([[NAN, 9.0, 4.0], [5.0, NAN, 7.0], [10.0, 7.0, NAN]])
    counted = layout_pvalue_matrix(
        compared([1.5, 1.7, 2.8], symmetric(3, [0.04, 0.2, 1.0]), statistic=wins),
        measure=text_measure(),
    )
    assert [m.gid for m in by_gid(counted, Marker, "against-.*")] == ["against-2-0"]
    # equal average ranks have no order to be against
    tied = layout_pvalue_matrix(
        compared([2.0, 2.0, 2.0], symmetric(3, [0.04, 0.2, 1.0]), statistic=z),
        measure=text_measure(),
    )
    assert by_gid(tied, Marker, "against-.*") == []


def test_a_matrix_of_one_sided_tests():
    p = np.array([[NAN, 0.3, 0.0004], [0.7, NAN, 0.02], [0.9996, 0.98, NAN]])
    content = pvalue_cells(Names(names=("jSO", "EBO", "TFL")), p, 0.05, full=True)
    layout = layout_matrix(
        content, Page(Look(width=3.3), TextMeter(text_measure())), "row faster"
    )
    fills = {c.gid: c.fill for c in by_gid(layout, Rectangle, r"cell-.*")}
    assert (fills["cell-0-2"], fills["cell-2-0"], fills["cell-1-2"]) == (
        "level-3",
        "background",
        "level-1",
    )
    assert len(by_gid(layout, Line, r"diagonal-\d")) == 3
    assert (
        defects(
            layout,
            compared([1, 2, 3], p, names=["jSO", "EBO", "TFL"]),
            width=237.6,
            full=True,
        )
        == []
    )


def test_the_legend_stays_on_a_very_narrow_page():
    layout = layout_pvalue_matrix(
        compared([1, 2], symmetric(2, [NAN])), measure=text_measure(), width=0.6
    )
    assert layout.legend == "above"
    assert max(text.box[2] for text in by_gid(layout, Text, "key-text")) <= layout.width


def test_legend_places():
    def place(k, **options):
        p = symmetric(k, np.linspace(0.0001, 1, k * (k - 1) // 2))
        return layout_pvalue_matrix(
            compared(range(1, k + 1), p), measure=text_measure(), **options
        ).legend

    assert [place(4, width=1.9), place(9), place(3, width="page"), place(9, full=True)] == [
        "above", "inside", "beside", "above",
    ]  # fmt: skip


def test_note_says_whether_the_p_values_are_adjusted():
    comparison = compared([1.2, 1.8], symmetric(2, [0.5]), p_adjust="none", alpha=0.10)
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    assert [t.text for t in by_gid(layout, Text, "note")] == [
        "Wilcoxon–Holm, p-values, α = 0.10"
    ]
    bare = layout_pvalue_matrix(
        comparison, measure=text_measure(), note=None, show_direction=False
    )
    assert not [
        t for t in bare.elements if isinstance(t, Text) and t.gid in ("note", "cue")
    ]
    ordered = layout_pvalue_matrix(comparison, measure=text_measure(), note=None)
    entries = [
        [t.text for t in by_gid(one, Text, "key-text")] for one in (ordered, bare)
    ]
    assert entries[0] == ["best first", *entries[1]]


def test_highlight_and_rename():
    layout = layout_pvalue_matrix(
        of_case("c8"),
        measure=text_measure(),
        highlight="Proposed",
        rename={"BOSS": "Boss 2"},
        title="Ranks",
    )
    marked = [
        (t.text, t.bold, t.color) for t in by_gid(layout, Text, r"label-\d+") if t.bold
    ]
    assert marked == [("Proposed", True, "foreground")]
    assert defects(layout, of_case("c8"), width=237.6, rename={"BOSS": "Boss 2"}) == []


def test_what_does_not_fit_names_the_width():
    p = symmetric(60, np.full(60 * 59 // 2, 0.5))
    comparison = compared(range(1, 61), p)
    with pytest.raises(LayoutError) as caught:
        layout_pvalue_matrix(comparison, measure=plain_measure, width=1.0)
    assert re.fullmatch(
        r"a matrix of 60 algorithms does not fit 1\.00 in: it needs 2\.35 in. "
        r"Use that width or fewer algorithms\.",
        str(caught.value),
    )
    assert layout_pvalue_matrix(
        comparison, measure=plain_measure, width=2.35
    ).width == pytest.approx(169.2)
    with pytest.raises(LayoutError):
        layout_pvalue_matrix(comparison, measure=plain_measure, width=2.3)


def test_options_are_checked():
    with pytest.raises(UsageError, match="full must be True or False"):
        layout_pvalue_matrix(of_case("c8"), measure=plain_measure, full="yes")
    with pytest.raises(UsageError, match="unknown algorithm in highlight"):
        layout_pvalue_matrix(of_case("c8"), measure=plain_measure, highlight="nobody")


# -- the checker sees what it is for ---------------------------------------------------


def _changed(layout, which, **values):
    elements = [replace(e, **values) if e.gid == which else e for e in layout.elements]
    assert elements != list(layout.elements)
    return replace(layout, elements=tuple(elements))


@pytest.mark.parametrize(
    ("gid", "values", "seen"),
    [
        ("cell-3-1", {"fill": "level-3"}, "cell (3, 1) of p"),
        ("cell-3-1", {"x": 20.0}, "do not adjoin"),
        ("value-3-1", {"text": ".001"}, "is printed as .001"),
        ("value-3-1", {"x": 3.0}, "leaves its cell"),
        ("label-2", {"text": "ROCKET"}, "is printed as 'ROCKET'"),
        ("label-2", {"y": 72.0}, "overlap"),
        ("label-2", {"x": 12.0}, "label-2 is not on the diagonal"),
        ("legend-text", {"x": 20.0, "y": 100.0}, "lies on a cell"),
        ("note", {"x": 200.0}, "leaves the page"),
    ],
)
def test_checker_sees(gid, values, seen):
    comparison = of_case("c8")
    layout = _changed(
        layout_pvalue_matrix(comparison, measure=text_measure()), gid, **values
    )
    assert any(seen in defect for defect in defects(layout, comparison, width=237.6))


@pytest.mark.parametrize(
    ("gid", "values", "seen"),
    [
        ("row-2", {"text": "4"}, "the rows are not numbered"),
        ("column-2", {"text": "4"}, "a column has another number than its row"),
        ("column-2", {"x": 100.0}, "is not over its column"),
        ("cell-2-1", {"fill": "level-2"}, "cell (2, 1) of p"),
    ],
)
def test_checker_sees_faults_of_a_full_matrix(gid, values, seen):
    comparison = of_case("c8")
    layout = layout_pvalue_matrix(comparison, measure=text_measure(), full=True)
    assert defects(layout, comparison, width=237.6, full=True) == []
    changed = _changed(layout, gid, **values)
    assert any(
        seen in defect
        for defect in defects(changed, comparison, width=237.6, full=True)
    )


def test_checker_sees_faults_of_the_column_of_a_control():
    comparison = cd.compare(cd.load_example("garcia2008-table2"), control="CN2")
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    for gid, values, seen in (
        ("reference-2-2", {"y": 20.0}, "the diamond is not in the row of the control"),
        ("reference-2-2", {"shape": "disc"}, "not one diamond for the control"),
        ("cell-0-2", {"gid": "cell-9-2"}, "not one cell for each pair"),
        ("value-1-2", {"text": ".001"}, "is printed as .001"),
    ):
        changed = _changed(layout, gid, **values)
        assert any(
            seen in defect for defect in defects(changed, comparison, width=237.6)
        ), seen


# -- random inputs ---------------------------------------------------------------------


@st.composite
def subjects(draw):
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    k = draw(st.one_of(st.integers(2, 60), st.integers(2, 14)))
    ranks = random_ranks(
        rng, k, draw(st.sampled_from(["uniform", "ties", "clusters", "equal"]))
    )
    names = []
    while len(names) < k:
        name = random_name(rng)
        if name not in names:
            names.append(name)
    alpha = rng.choice((0.05, 0.10, 0.01, 0.001, 0.0005, 0.025))
    special = (
        NAN,
        alpha,
        0.01,
        0.001,
        1.0,
        0.0,
        alpha * (1 + 1e-9),
        0.00999999,
        0.001 - 1e-9,
    )
    odd = draw(st.sampled_from([0.0, 0.1, 0.5]))
    pairs = k * (k - 1) // 2
    p = symmetric(
        k,
        [
            rng.choice(special) if rng.random() < odd else rng.betavariate(0.3, 1)
            for _ in range(pairs)
        ],
    )
    statistic = None
    if draw(st.booleans()):
        z = np.array([[rng.gauss(0, 1) for _ in range(k)] for _ in range(k)])
        statistic = z - z.T
    subject = compared(ranks, p, names=names, alpha=alpha, statistic=statistic)
    if draw(st.sampled_from([False, False, True])):
        control = rng.randrange(k)
        others = np.arange(k) != control
        subject.pairwise.pvalue_adjusted[np.ix_(others, others)] = NAN
        subject.control, subject.control_chosen = (
            names[control],
            rng.choice(("before", "after")),
        )
    return subject


OPTIONS = st.fixed_dictionaries(
    {
        "width": st.sampled_from([3.3, 5.0, 6.75]),
        "font_size": st.sampled_from([7.0, 8.0, 9.0, 10.0]),
    },
    optional={
        "full": st.just(True),
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
    if emphasise:
        names = subject.algorithms
        options = options | {
            "highlight": [names[0], names[-1]],
            "families": some_families(names),
        }
    if subject.control is not None:
        options.pop("full", None)
    layout = layout_pvalue_matrix(subject, measure=text_measure(family), **options)
    event(f"legend {layout.legend}, values: {layout.values_printed}")
    width = round(options["width"] * 72, 9)
    assert defects(layout, subject, width=width, full=options.get("full", False)) == []


@pytest.mark.parametrize("k", [9, 60, 80])
def test_borders_leave_narrow_cells_their_fill(k):
    scores = np.random.default_rng(2).random((9, k))
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(scores, algorithms=[f"a{i}" for i in range(k)])
    )
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    (border,) = {cell.edge_width for cell in by_gid(layout, Rectangle, r"cell-\d+-\d+")}
    assert border == pytest.approx(min(0.5, 0.1 * layout.cell_width))
    assert (border < 0.5) == (k > 9)


@pytest.mark.slow
@pytest.mark.parametrize(("k", "solid"), [(40, False), (45, False), (70, True)])
def test_no_line_crosses_the_shades_of_the_narrowest_cells(k, solid):
    """In cells of 3 pt pale lines took a seventh of the shade, which was none of the
    legend.
    """
    p = symmetric(
        k, np.tile([0.0001, 0.3, 0.02, 0.008, 0.9], k * k)[: k * (k - 1) // 2]
    )
    layout = layout_pvalue_matrix(
        compared(range(1, k + 1), p),
        measure=text_measure(),
        full=True,
        rename=numbered(k),
    )
    cells = by_gid(layout, Rectangle, r"cell-\d+-\d+")
    assert (cells[0].width < 3.5) == solid
    lines = {(cell.fill, cell.edge) for cell in cells}
    assert {fill for fill, _ in lines} == {
        "background",
        "level-1",
        "level-2",
        "level-3",
    }
    assert all(
        edge == (fill if solid and fill != "background" else "guide")
        for fill, edge in lines
    )


def numbered(k):
    return {f"algorithm {i}": f"a{i}" for i in range(k)}


@pytest.mark.parametrize("k", [3, 5])
@pytest.mark.parametrize("full", [False, True])
def test_a_matrix_narrower_than_the_page_stands_in_its_middle(k, full):
    comparison = compared(
        range(1, k + 1), symmetric(k, np.linspace(0.001, 1, k * (k - 1) // 2))
    )
    layout = layout_pvalue_matrix(
        comparison, measure=text_measure(), width="page", full=full
    )
    drawn = [e.box for e in by_gid(layout, Text, r"(label|row|column)-\d+|legend-text")]
    drawn += [
        (c.x, c.y, c.x + c.width, c.y)
        for c in by_gid(layout, Rectangle, r"cell-\d+-\d+|legend-swatch")
    ]
    assert min(box[0] for box in drawn) == pytest.approx(
        layout.width - max(box[2] for box in drawn), abs=0.3
    )
    assert min(box[0] for box in drawn) > 30
    assert defects(layout, comparison, width=486.0, full=full) == []


LONG = [
    "Diverse representation ensemble",
    "HIVE-COTE 2.0 (tuning)",
    "Time-series combination of embeddings",
]


def test_rows_are_even_where_that_costs_little():
    """Names of one and of two lines made cells of single and of double height."""
    names = [f"{LONG[i % 3]} {i}" for i in range(12)]
    short_too = [
        "SVM",
        *(f"method {i}" for i in range(10)),
        "Time-series combination of heterogeneous embeddings",
    ]
    heights = []
    for called in (names, short_too):
        comparison = compared(
            range(1, 13), symmetric(12, np.full(66, 0.5)), names=called
        )
        layout = layout_pvalue_matrix(comparison, measure=text_measure(), full=True)
        assert len({len(by_gid(layout, Text, f"label-{i}")) for i in range(12)}) > 1
        heights.append({round(b - a, 6) for a, b in pairwise(layout.row_edges)})
        assert defects(layout, comparison, width=237.6, full=True) == []
    assert [len(found) for found in heights] == [1, 2]


@pytest.mark.parametrize("full", [False, True])
def test_type_is_smaller_before_texts_come_near_the_borders(full):
    p = symmetric(5, [0.52, 0.081, 1, 0.055, 1, 1, 0.0054, 0.0091, 0.055, 0.073])
    names = [
        *LONG[:2],
        "Gradient-boosted decision trees",
        "Random convolutional kernel",
        "Multi-objective adaptation",
    ]
    layout = layout_pvalue_matrix(
        compared(range(1, 6), p, names=names), measure=text_measure(), full=full
    )
    cells = {
        cell.gid.removeprefix("cell-"): cell
        for cell in by_gid(layout, Rectangle, r"cell-\d+-\d+")
    }
    texts = by_gid(layout, Text, r"value-\d+-\d+")
    assert len(texts) == len(cells)
    for text in texts:
        cell = cells[text.gid.removeprefix("value-")]
        assert min(text.box[0] - cell.x, cell.x + cell.width - text.box[2]) >= 1.49
