"""The matrix of p-values: what it shows, its classes, and random inputs without a defect."""

import os
import re
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from cases import SYNTHETIC, load, plain_measure, text_measure
from checks import by_gid
from family_checks import some_families
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from matrix_checks import NAN, compared, defects, symmetric
from random_inputs import random_name, random_ranks

import cddiagram as cd
from cddiagram.errors import LayoutError, UsageError
from cddiagram.figures.cells import layout_matrix
from cddiagram.figures.pvalue_matrix import layout_pvalue_matrix, pvalue_cells
from cddiagram.sheet.elements import Line, Marker, Rectangle, Text
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import Names
from cddiagram.sheet.page import Page

EXAMPLES = int(os.environ.get("CDDIAGRAM_LAYOUT_EXAMPLES", "400"))


def of_case(key, alpha=None):
    data = load(key)
    return compared(data["mean_ranks"], data["wilcoxon_holm"], names=data["names"], alpha=alpha or data["alpha"])


# -- cases -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["DejaVu Sans", "STIXGeneral"])
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize("key", SYNTHETIC)
def test_no_defects(key, width, full, family):
    comparison = of_case(key)
    layout = layout_pvalue_matrix(comparison, measure=text_measure(family), width=width, full=full)
    assert defects(layout, comparison, width=round(72 * width, 9), full=full) == []


def test_one_hundred_and_four_algorithms_on_a_page():
    rng = np.random.default_rng(104)
    p = symmetric(104, rng.beta(0.2, 1, 104 * 103 // 2))
    comparison = compared(rng.uniform(1, 104, 104), p, names=[f"algorithm number {i}" for i in range(104)])
    layout = layout_pvalue_matrix(comparison, measure=text_measure(), width="page")
    assert (layout.font_size, layout.values_printed, layout.legend) == (6.5, False, "inside")
    assert layout.cell_width >= 3.6
    assert defects(layout, comparison, width=486.0) == []


def test_the_number_of_a_narrow_last_column_stays_on_the_page():
    p = symmetric(51, np.full(51 * 50 // 2, 0.5))
    comparison = compared(range(1, 52), p, names=[f"{i} {'name ' * 8}" for i in range(51)])
    layout = layout_pvalue_matrix(comparison, measure=text_measure(), width=3.3)
    assert layout.cell_width < 4
    assert defects(layout, comparison, width=237.6) == []


def test_garcia_wilcoxon():
    # Garcia and Herrera 2008, Table 2: nothing separates C4.5 from NaiveBayes, nearly everything C4.5 from Kernel
    comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    assert layout.names == ("C4.5", "NaiveBayes", "CN2", "1-NN", "Kernel")
    texts = {element.gid: element.text for element in layout.elements if isinstance(element, Text)}
    assert (texts["value-1-0"], texts["value-4-0"]) == ("1.0", "<.001")
    assert texts["note"] == "Wilcoxon–Holm, adjusted p-values, α = 0.05"
    assert defects(layout, comparison, width=237.6) == []


def test_pairs_beside_a_control_are_not_tested():
    comparison = cd.compare(cd.load_example("garcia2008-table2"), control="C4.5")
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    assert len(by_gid(layout, Line, r"untested-\d+-\d+")) == 6
    assert "not tested" in [t.text for t in by_gid(layout, Text, "legend-text")]
    assert defects(layout, comparison, width=237.6) == []


@pytest.mark.parametrize(
    ("alpha", "entries", "fills"),
    [
        (0.05, ["p > .05", "p ≤ .05", "p < .01", "p < .001"], ["background", "level-1", "level-2", "level-3"]),
        (0.10, ["p > .10", "p ≤ .10", "p < .01", "p < .001"], ["background", "level-1", "level-2", "level-3"]),
        (0.01, ["p > .01", "p ≤ .01", "p < .001"], ["background", "level-2", "level-3"]),
        (0.005, ["p > .005", "p ≤ .005", "p < .001"], ["background", "level-2", "level-3"]),
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
        [1.0, 2.0, 3.0], symmetric(3, [0.05, 0.0500001, 0.0499999]), algorithms=["a", "b", "c"]
    )
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    fills = {c.gid: c.fill for c in by_gid(layout, Rectangle, r"cell-.*")}
    assert fills == {"cell-1-0": "level-1", "cell-2-0": "background", "cell-2-1": "level-1"}
    assert [g.algorithms for g in comparison.groups] == [("a", "c")]
    assert defects(layout, comparison, width=237.6) == []


def test_a_pair_against_the_rank_order_is_marked():
    z = np.array([[NAN, 2.0, -1.0], [-2.0, NAN, 0.0], [1.0, 0.0, NAN]])
    comparison = compared([1.5, 1.7, 2.8], symmetric(3, [0.04, 0.2, 1.0]), statistic=z)
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    assert [m.gid for m in by_gid(layout, Marker, "against-.*")] == ["against-2-0"]
    assert "test against rank order" in [t.text for t in by_gid(layout, Text, "legend-text")]
    assert defects(layout, comparison, width=237.6) == []
    # W+ and wins are counts: the larger of the two has it
    wins = np.array([[NAN, 9.0, 4.0], [5.0, NAN, 7.0], [10.0, 7.0, NAN]])
    counted = layout_pvalue_matrix(
        compared([1.5, 1.7, 2.8], symmetric(3, [0.04, 0.2, 1.0]), statistic=wins), measure=text_measure()
    )
    assert [m.gid for m in by_gid(counted, Marker, "against-.*")] == ["against-2-0"]
    # equal average ranks have no order to be against
    tied = layout_pvalue_matrix(
        compared([2.0, 2.0, 2.0], symmetric(3, [0.04, 0.2, 1.0]), statistic=z), measure=text_measure()
    )
    assert by_gid(tied, Marker, "against-.*") == []


def test_a_matrix_of_one_sided_tests():
    p = np.array([[NAN, 0.3, 0.0004], [0.7, NAN, 0.02], [0.9996, 0.98, NAN]])
    content = pvalue_cells(Names(names=("jSO", "EBO", "TFL")), p, 0.05, full=True, show_direction=True)
    layout = layout_matrix(content, Page(Look(width=3.3), TextMeter(text_measure())), "row faster")
    fills = {c.gid: c.fill for c in by_gid(layout, Rectangle, r"cell-.*")}
    assert (fills["cell-0-2"], fills["cell-2-0"], fills["cell-1-2"]) == ("level-3", "background", "level-1")
    assert len(by_gid(layout, Line, r"diagonal-\d")) == 3
    assert defects(layout, compared([1, 2, 3], p, names=["jSO", "EBO", "TFL"]), width=237.6, full=True) == []


def test_the_legend_stays_on_a_very_narrow_page():
    layout = layout_pvalue_matrix(compared([1, 2], symmetric(2, [NAN])), measure=text_measure(), width=0.6)
    assert layout.legend == "above"
    assert max(text.box[2] for text in by_gid(layout, Text, "legend-text")) <= layout.width


def test_legend_places():
    def place(k, **options):
        p = symmetric(k, np.linspace(0.0001, 1, k * (k - 1) // 2))
        return layout_pvalue_matrix(compared(range(1, k + 1), p), measure=text_measure(), **options).legend

    assert [place(4, width=1.9), place(9), place(4, width="page"), place(9, full=True)] == [
        "above", "inside", "beside", "above",
    ]  # fmt: skip


def test_note_says_whether_the_p_values_are_adjusted():
    comparison = compared([1.2, 1.8], symmetric(2, [0.5]), p_adjust="none", alpha=0.10)
    layout = layout_pvalue_matrix(comparison, measure=text_measure())
    assert [t.text for t in by_gid(layout, Text, "note")] == ["Wilcoxon–Holm, p-values, α = 0.10"]
    bare = layout_pvalue_matrix(comparison, measure=text_measure(), note=None, show_direction=False)
    assert not [t for t in bare.elements if isinstance(t, Text) and t.gid in ("note", "cue")]


def test_highlight_and_rename():
    layout = layout_pvalue_matrix(
        of_case("c8"), measure=text_measure(), highlight="Proposed", rename={"BOSS": "Boss 2"}, title="Ranks"
    )
    marked = [(t.text, t.bold, t.color) for t in by_gid(layout, Text, r"label-\d+") if t.bold]
    assert marked == [("Proposed", True, "foreground")]
    assert defects(layout, of_case("c8"), width=237.6, rename={"BOSS": "Boss 2"}) == []


def test_what_does_not_fit_names_the_width():
    p = symmetric(60, np.full(60 * 59 // 2, 0.5))
    comparison = compared(range(1, 61), p)
    with pytest.raises(LayoutError) as caught:
        layout_pvalue_matrix(comparison, measure=plain_measure, width=1.0)
    assert re.fullmatch(
        r"a matrix of 60 algorithms does not fit 1\.00 in: it needs 1\.85 in; "
        r"give that width or shorter names \(rename\)\.",
        str(caught.value),
    )
    assert layout_pvalue_matrix(comparison, measure=plain_measure, width=1.85).width == pytest.approx(133.2)
    with pytest.raises(LayoutError):
        layout_pvalue_matrix(comparison, measure=plain_measure, width=1.80)


def test_options_are_checked():
    with pytest.raises(UsageError, match="full must be True or False"):
        layout_pvalue_matrix(of_case("c8"), measure=plain_measure, full="yes")
    with pytest.raises(UsageError, match="unknown algorithm in highlight"):
        layout_pvalue_matrix(of_case("c8"), measure=plain_measure, highlight="nobody")


# -- the checker sees what it is for ----------------------------------------------------------------------------------


def _changed(layout, gid, **values):
    elements = [replace(e, **values) if e.gid == gid else e for e in layout.elements]
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
        ("row-2", {"text": "4"}, "row 2 has the number 4"),
        ("column-2", {"x": 100.0}, "is not over its column"),
        ("legend-text", {"y": 100.0}, "lies on a cell"),
        ("note", {"x": 200.0}, "leaves the page"),
    ],
)
def test_checker_sees(gid, values, seen):
    comparison = of_case("c8")
    layout = _changed(layout_pvalue_matrix(comparison, measure=text_measure()), gid, **values)
    assert any(seen in defect for defect in defects(layout, comparison, width=237.6))


# -- random inputs -----------------------------------------------------------------------------------------------------


@st.composite
def subjects(draw):
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    k = draw(st.one_of(st.integers(2, 60), st.integers(2, 14)))
    ranks = random_ranks(rng, k, draw(st.sampled_from(["uniform", "ties", "clusters", "equal"])))
    names = []
    while len(names) < k:
        name = random_name(rng)
        if name not in names:
            names.append(name)
    alpha = rng.choice((0.05, 0.10, 0.01, 0.001, 0.0005, 0.025))
    special = (NAN, alpha, 0.01, 0.001, 1.0, 0.0, alpha * (1 + 1e-9), 0.00999999, 0.001 - 1e-9)
    odd = draw(st.sampled_from([0.0, 0.1, 0.5]))
    pairs = k * (k - 1) // 2
    p = symmetric(k, [rng.choice(special) if rng.random() < odd else rng.betavariate(0.3, 1) for _ in range(pairs)])
    statistic = None
    if draw(st.booleans()):
        z = np.array([[rng.gauss(0, 1) for _ in range(k)] for _ in range(k)])
        statistic = z - z.T
    return compared(ranks, p, names=names, alpha=alpha, statistic=statistic)


OPTIONS = st.fixed_dictionaries(
    {"width": st.sampled_from([3.3, 5.0, 6.75]), "font_size": st.sampled_from([7.0, 8.0, 9.0, 10.0])},
    optional={
        "full": st.just(True),
        "show_direction": st.just(False),
        "note": st.sampled_from([None, "A longer note than most, which has to be broken over lines in a column"]),
        "title": st.just("A title"),
    },
)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=EXAMPLES, derandomize=EXAMPLES == 400, deadline=None, suppress_health_check=list(HealthCheck))
@given(subjects(), OPTIONS, st.sampled_from(["DejaVu Sans", "STIXGeneral"]), st.booleans())
def test_random_inputs_have_no_defects(subject, options, family, emphasise):
    if emphasise:
        names = subject.algorithms
        options = options | {"highlight": [names[0], names[-1]], "families": some_families(names)}
    layout = layout_pvalue_matrix(subject, measure=text_measure(family), **options)
    event(f"legend {layout.legend}, values: {layout.values_printed}")
    width = round(options["width"] * 72, 9)
    assert defects(layout, subject, width=width, full=options.get("full", False)) == []
