"""What other programs got wrong: one test for each trap, in the order of their numbers.

Most of these have further tests beside the code they concern; this file is the index.
"""

import io
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from pypdf import PdfReader
from scipy import stats

import cddiagram as cd
from cddiagram.sheet import Line, Text
from cddiagram.stats import (
    adjust_pvalues,
    contrast_estimates,
    page_test,
    sign_pair_test,
    unadjusted_medians,
    wilcoxon_test,
)
from cddiagram.words import format_p, format_rank, rank_decimals

GARCIA_2008 = cd.load_example("garcia2008-table2")
GARCIA_2010 = cd.load_example("garcia2010-table3")


def table_of(scores, names=None, **kwargs):
    scores = np.asarray(scores, float)
    return cd.ScoreTable.from_arrays(
        scores, algorithms=names or [f"A{j}" for j in range(scores.shape[1])], **kwargs
    )


def pair_pvalues(comparison):
    return comparison.pairwise.pvalue_adjusted[
        np.triu_indices(len(comparison.algorithms), 1)
    ]


def test_1_nemenyi_at_its_own_k_and_beyond_every_table():
    """A critical value indexed one off joins a pair with p = .042; tables end at k = 20
    to 56.
    """
    for k in (4, 60, 120):
        scores = np.random.default_rng(k).normal(size=(30, k)) + np.linspace(0, 2, k)
        comparison = cd.compare(table_of(scores), method="asymptotic")
        z = np.abs(comparison.pairwise.statistic[np.triu_indices(k, 1)])
        expected = stats.studentized_range.sf(z * np.sqrt(2), k, np.inf)
        at = np.argmin(np.abs(pair_pvalues(comparison) - 0.042))
        assert pair_pvalues(comparison)[at] == pytest.approx(
            expected[at], rel=1e-6, abs=0
        )


@pytest.mark.slow
@pytest.mark.parametrize(("k", "alpha"), [(4, 0.10), (6, 0.10), (11, 0.10)])
def test_2_holm_is_two_sided_and_counts_all_pairs(k, alpha):
    """One-sided tests along the observed order at alpha / (k - 1) are wrong in .17 to
    .39 of null tables.
    """
    rng = np.random.default_rng(k)
    false = [
        cd.compare(table_of(rng.normal(size=(15, k))), p_adjust="holm")
        .different()
        .any()
        for _ in range(300)
    ]
    assert np.mean(false) <= alpha + 3 * np.sqrt(alpha * (1 - alpha) / 300)


def test_3_the_best_is_listed_first():
    comparison = cd.compare(GARCIA_2008)
    assert comparison.summary().splitlines()[2].split() == ["2.10", "C4.5"]
    assert comparison.pair_rows()[0]["algorithm"] == "C4.5"
    best, worst = (comparison.algorithms.index(name) for name in ("C4.5", "Kernel"))
    assert comparison.effects.median_difference[best, worst] > 0


def test_4_groups_use_the_whole_threshold_and_alpha():
    comparison = cd.compare(
        GARCIA_2008, ranking="means", pair_test="t", p_adjust="tukey"
    )
    k, df = 5, 29 * 4
    t = np.abs(comparison.pairwise.statistic[np.triu_indices(k, 1)])
    for alpha in (0.001, 0.05, 0.5):
        threshold = stats.studentized_range.isf(alpha, k, df) / np.sqrt(2)
        decided = comparison.at(alpha).different()[np.triu_indices(k, 1)]
        np.testing.assert_array_equal(decided, t >= threshold)


def test_5_the_direction_is_not_chosen_after_looking():
    better = np.random.default_rng(1).normal(size=(12, 2)) + np.array([0.5, 0])
    expected = stats.wilcoxon(*better.T, alternative="two-sided", method="exact").pvalue
    assert wilcoxon_test(better).pvalue[0, 1] == pytest.approx(
        expected, rel=1e-12, abs=0
    )


def test_6_identical_algorithms_are_not_significant():
    twins = np.repeat(np.random.default_rng(0).random((12, 1)), 2, axis=1)
    assert (
        cd.compare(table_of(twins), pair_test="wilcoxon").pairwise.pvalue[0, 1] == 1.0
    )


def test_7_step_up_takes_the_minimum():
    p = np.array([0.01, 0.02, 0.03])
    assert adjust_pvalues(p, "hochberg").tolist() == pytest.approx([0.03, 0.03, 0.03])
    assert (adjust_pvalues(p, "rom") <= adjust_pvalues(p, "hochberg") + 1e-15).all()


@pytest.mark.parametrize(
    "p_adjust", ["holm", "hochberg", "hommel", "holland", "finner", "rom", "li"]
)
def test_8_adjusted_p_values_stay_with_their_rows(p_adjust):
    p = np.random.default_rng(3).random(8) / 10
    order = np.random.default_rng(4).permutation(8)
    np.testing.assert_array_equal(
        adjust_pvalues(p, p_adjust)[order], adjust_pvalues(p[order], p_adjust)
    )


def test_8_holm_steps():
    """The third p-value meets its own threshold, .05 / 1, but the second does not meet
    .05 / 2.
    """
    assert (adjust_pvalues([0.001, 0.04, 0.045], "holm") <= 0.05).tolist() == [
        True,
        False,
        False,
    ]


def test_9_nemenyi_has_infinite_degrees_of_freedom():
    k, n = 4, 5
    comparison = cd.compare(
        table_of(np.random.default_rng(0).normal(size=(n, k))), method="asymptotic"
    )
    error = np.sqrt(k * (k + 1) / (6 * n))
    expected = stats.studentized_range.isf(0.05, k, np.inf) / np.sqrt(2) * error
    assert comparison.critical_difference == pytest.approx(expected, rel=1e-9)


def test_10_aligned_and_quade_at_even_k():
    """Values by R quade.test for the tie-corrected Quade F of G10 Table 3 (errata 1.3);
    T of the printed accuracies.
    """
    quade = cd.compare(GARCIA_2010, ranking="quade").omnibus
    assert quade[1].statistic == pytest.approx(11.767, abs=5e-4)
    assert quade[0].statistic == pytest.approx(11.752, abs=5e-4)
    aligned = cd.compare(GARCIA_2010, ranking="aligned")
    assert aligned.omnibus[0].statistic == pytest.approx(22.267, abs=5e-4)
    rng = np.random.default_rng(9)
    false = [
        cd.compare(
            table_of(rng.normal(size=(20, 2))), ranking="aligned"
        ).pairwise.pvalue[0, 1]
        <= 0.05
        for _ in range(400)
    ]
    assert np.mean(false) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)


def test_11_pages_continuity_correction_moves_towards_the_mean():
    ranks = np.array([[1.0, 2, 3, 4]] * 3 + [[2, 1, 4, 3]] * 2)
    up, _ = page_test(ranks, method="asymptotic")
    _, down = page_test(ranks[:, ::-1], method="asymptotic")
    assert float(up.pvalue) == pytest.approx(float(down.pvalue), rel=1e-12, abs=0)
    n, k = ranks.shape
    mean, variance = n * k * (k + 1) ** 2 / 4, n * k**2 * (k + 1) ** 2 * (k - 1) / 144
    z = (float(up.statistic) - 0.5 - mean) / np.sqrt(variance)
    assert float(up.pvalue) == pytest.approx(stats.norm.sf(z), rel=1e-12, abs=0)


def test_12_omnibus_statistics_on_noise_and_their_upper_tails():
    noise = cd.compare(table_of(np.random.default_rng(2).normal(size=(200, 6))))
    assert noise.omnibus[0].statistic < 20
    strong = cd.compare(GARCIA_2008)
    chi2, f = strong.omnibus[:2]
    assert chi2.pvalue == pytest.approx(
        stats.chi2.sf(chi2.statistic, 4), rel=1e-10, abs=0
    )
    assert f.pvalue == pytest.approx(stats.f.sf(f.statistic, 4, 116), rel=1e-10, abs=0)
    assert strong.pairwise.pvalue_adjusted[0, 3] < 1e-5


def test_13_shaffer_is_not_holm_and_contrasts_are_not_k_times_too_large():
    holm, shaffer = (
        pair_pvalues(cd.compare(GARCIA_2008, p_adjust=a)) for a in ("holm", "shaffer")
    )
    assert (shaffer <= holm).all()
    assert (shaffer < holm).any()
    scores = np.random.default_rng(5).normal(size=(400, 1)) + np.arange(4.0)
    assert contrast_estimates(unadjusted_medians(scores))[3, 0] == pytest.approx(3.0)
    p = [0.0002, 0.03, 0.031]
    assert adjust_pvalues(p, "rom")[1] <= 0.031 * 2, (
        "a cumulative maximum before the minimum would be larger"
    )


def test_14_sign_test_counts_the_observed_value():
    scores = np.column_stack([np.arange(8.0) + 1, np.arange(8.0)])
    assert sign_pair_test(scores).pvalue[0, 1] == pytest.approx(
        2 * 0.5**8, rel=1e-12, abs=0
    )
    scores[0] = [0, 1]
    assert sign_pair_test(scores).pvalue[0, 1] == pytest.approx(
        2 * 9 * 0.5**8, rel=1e-12, abs=0
    )


def test_15_decimal_ties():
    scores = [[0.3, 0.1], [0.7, 0.9], [0.9, 0.4]]
    assert 0.3 - 0.1 != 0.9 - 0.7, (
        "the same difference to a reader, not to binary arithmetic"
    )
    assert wilcoxon_test(scores).statistic[0, 1] == 1.5 + 3.0


def test_16_rows_are_paired_by_name():
    lines = ["data set,algorithm,score"]
    lines += [
        f"{d},{a},{GARCIA_2008.scores[i, j]}"
        for j, a in enumerate(GARCIA_2008.algorithms)
        for i, d in sorted(
            enumerate(GARCIA_2008.datasets),
            key=lambda pair: hash((pair[0] * 7 + j) % 11),
        )
    ]
    table = cd.read_scores(io.StringIO("\n".join(lines)))
    for options in ({}, {"pair_test": "wilcoxon"}):
        np.testing.assert_array_equal(
            cd.compare(table, **options).pairwise.pvalue,
            cd.compare(GARCIA_2008, **options).pairwise.pvalue,
        )


def test_17_nan_is_refused_as_a_score_and_never_joins_as_a_p_value():
    with pytest.raises(cd.InputError, match="A1"):
        table_of([[1.0, np.nan], [2.0, 3.0]])
    p = [[1, np.nan, 0.5], [np.nan, 1, 0.5], [0.5, 0.5, 1]]
    comparison = cd.compare_pvalues([1, 2, 3], p, algorithms=list("ABC"))
    assert [group.algorithms for group in comparison.groups] == [("A", "C"), ("B", "C")]
    assert len(comparison.pair_rows()) == 2


def test_18_ties_in_mean_rank_join_and_bars_end_at_their_members():
    comparison = cd.compare(table_of(np.ones((6, 3))))
    assert [len(group.algorithms) for group in comparison.groups] == [3]
    layout = cd.plot_cd(cd.compare(GARCIA_2008, pair_test="wilcoxon")).layout
    strokes = [
        e for e in layout.elements if isinstance(e, Line) and e.gid.startswith("group-")
    ]
    assert {int(stroke.gid.split("-")[1]) for stroke in strokes} == {
        bar.group for bar in layout.bars
    }
    for stroke in strokes:
        members = layout.bars[int(stroke.gid.split("-")[1])].members
        own = [layout.bar_positions[member] for member in members]
        # Flush with the outer edge of the leaders, which are 0.6 pt wide. A very short
        # bar is 6 pt long.
        beyond = max(0.3, (6.0 - (max(own) - min(own))) / 2)
        assert min(own) - beyond - 1e-9 <= min(x for x, _ in stroke.points)
        assert max(x for x, _ in stroke.points) <= max(own) + beyond + 1e-9


@pytest.mark.parametrize(
    "options", [{}, {"pair_test": "wilcoxon"}, {"control": "A0"}, {"control": "best"}]
)
def test_19_two_algorithms(options):
    comparison = cd.compare(
        table_of(np.column_stack([np.arange(20.0) + 1, np.arange(20.0)])), **options
    )
    assert comparison.different()[0, 1]
    assert comparison.order == (0, 1)
    assert cd.plot_cd(comparison).layout.height < 81


def test_20_lower_is_better_makes_no_ties():
    """max - x rounds: two different tiny errors become one."""
    errors = [[1e-20, 2e-20, 1.0], [3e-20, 4e-20, 1.0], [1e-20, 3e-20, 1.0]]
    ranks = cd.compare(table_of(errors, higher_is_better=False)).ranking.ranks
    assert ranks.tolist() == [[1.0, 2.0, 3.0]] * 3


@pytest.mark.parametrize("k", [4, 25, 60])
def test_21_nothing_is_cut_and_ticks_do_not_touch(k):
    names = [f"A rather long name of algorithm number {j}" for j in range(k)]
    layout = cd.plot_cd(
        cd.compare(table_of(np.random.default_rng(k).normal(size=(20, k)), names))
    ).layout
    texts = [e for e in layout.elements if isinstance(e, Text)]
    for text in texts:
        left, top, right, bottom = text.box
        assert left >= 0
        assert top >= 0
        assert right <= layout.width
        assert bottom <= layout.height
    ticks = sorted(t.box for t in texts if t.gid.startswith("tick"))
    assert all(one[2] < two[0] for one, two in pairwise(ticks))


def test_22_every_joined_pair_shares_a_bar_and_no_other_does():
    comparison = cd.compare(GARCIA_2008, pair_test="wilcoxon")
    shared = {
        frozenset((a, b))
        for group in comparison.groups
        for a in group.algorithms
        for b in group.algorithms
        if a != b
    }
    different = comparison.different()
    for i, a in enumerate(comparison.algorithms):
        for j, b in enumerate(comparison.algorithms[:i]):
            assert (frozenset((a, b)) in shared) != different[i, j]


def test_23_a_title_stays_with_its_figure():
    comparison = cd.compare(GARCIA_2008)
    titled = cd.plot_cd(comparison, title="Only here").layout
    assert any(isinstance(e, Text) and e.text == "Only here" for e in titled.elements)
    assert not any(
        isinstance(e, Text) and e.text == "Only here"
        for e in cd.plot_cd(comparison).layout.elements
    )


def test_24_nothing_is_printed_and_numbers_are_whole(capsys):
    comparison = cd.compare(GARCIA_2008)
    assert comparison.summary()
    assert comparison.caption()
    assert capsys.readouterr().out == ""
    assert format_rank(10.25, rank_decimals([10.25, 3.0])) == "10.25"
    assert format_p(1e-30) == "<0.001"
    names = ["A&B", "50%", "x_1", "C#"]
    drawn = cd.plot_cd(
        cd.compare(table_of(np.random.default_rng(0).random((6, 4)), names))
    ).layout
    assert set(names) <= {e.text for e in drawn.elements if isinstance(e, Text)}


def test_25_fonts_are_embedded_and_files_carry_no_date(tmp_path):
    drawing = cd.plot_cd(cd.compare(GARCIA_2008))
    drawing.save(tmp_path / "one.pdf")
    reader = PdfReader(tmp_path / "one.pdf")
    fonts = [
        font.get_object() for font in reader.pages[0]["/Resources"]["/Font"].values()
    ]
    assert fonts
    assert {font["/Subtype"] for font in fonts} == {"/Type0"}
    assert "/CreationDate" not in (reader.metadata or {})


def test_26_nothing_is_dropped_without_a_word():
    text = "data set,A,B\nd1,1,2\nd2,,3\nd3,2,1\n"
    with pytest.raises(cd.InputError, match="d2"):
        cd.read_scores(io.StringIO(text))
    table = cd.read_scores(io.StringIO(text), missing="drop")
    assert table.dropped == ("d2",)
    assert any("d2" in note for note in table.notes)


def test_27_frames_with_named_index_and_columns():
    frame = pd.DataFrame(
        GARCIA_2008.scores, index=GARCIA_2008.datasets, columns=GARCIA_2008.algorithms
    )
    frame.index.name, frame.columns.name = "problem", "method"
    table = cd.ScoreTable.from_frame(frame)
    np.testing.assert_array_equal(table.scores, GARCIA_2008.scores)
    with pytest.raises(cd.InputError, match=r"C4\.5"):
        cd.ScoreTable.from_frame(frame.rename(columns={"CN2": "C4.5"}))
