"""compare(): every number and decision, against the papers and against the parts it is
made of.
"""

import io
import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import polars
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import cddiagram as cd
from cddiagram.data import FORMS
from cddiagram.text import InputError, UsageError

RANKS = "demsar2006-table6-ranks"
GARCIA_2008 = "garcia2008-table2"


def names(groups):
    return [group.algorithms for group in groups]


def table_of(scores, **kwargs):
    scores = np.asarray(scores, float)
    return cd.ScoreTable.from_arrays(
        scores, algorithms=[f"A{i}" for i in range(scores.shape[1])], **kwargs
    )


tables = hnp.arrays(
    np.int64,
    st.tuples(st.integers(3, 10), st.integers(2, 6)),
    elements=st.integers(0, 6),
)
settings_of_compare = st.sampled_from(
    [
        {},
        {"p_adjust": "holm"},
        {"pair_test": "wilcoxon"},
        {"pair_test": "wilcoxon", "zeros": "pratt", "p_adjust": "bonferroni"},
        {"control": "A1"},
        {"control": "best"},
        {"control": "A0", "pair_test": "wilcoxon"},
    ]
)


def test_demsar_nemenyi_at_ten_percent():
    """D06 3.2.2: CD 1.12 at alpha .10, and the two groups of figure 1."""
    comparison = cd.compare(cd.load_example(RANKS), alpha=0.10, method="asymptotic")
    assert comparison.critical_difference == pytest.approx(1.118, abs=5e-4)
    assert names(comparison.groups) == [
        ("C4.5+m+cf", "C4.5+m", "C4.5+cf"),
        ("C4.5+cf", "C4.5"),
    ]


def test_demsar_nemenyi_at_five_percent_finds_nothing():
    comparison = cd.compare(cd.load_example(RANKS), method="asymptotic")
    assert comparison.critical_difference == pytest.approx(1.254, abs=5e-4)
    assert names(comparison.groups) == [("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")]


def test_demsar_bonferroni_dunn():
    comparison = cd.compare(cd.load_example(RANKS), control="C4.5", method="asymptotic")
    assert comparison.critical_difference == pytest.approx(1.168, abs=5e-4)
    assert comparison.not_different == ("C4.5+m", "C4.5+cf")
    assert comparison.groups == ()
    assert comparison.test == "Bonferroni–Dunn (asymptotic)"


def test_demsar_holm_against_the_control():
    """D06 3.2.2: Holm rejects two of three hypotheses."""
    comparison = cd.compare(cd.load_example(RANKS), control="C4.5", p_adjust="holm")
    assert comparison.not_different == ("C4.5+cf",)
    assert comparison.critical_difference is None


def test_garcia_wilcoxon_links_past_an_algorithm():
    comparison = cd.compare(cd.load_example(GARCIA_2008), pair_test="wilcoxon")
    assert names(comparison.groups) == [
        ("C4.5", "NaiveBayes"),
        ("NaiveBayes", "1-NN"),
        ("CN2", "1-NN"),
    ]


def test_the_best_after_looking_is_judged_in_the_family_of_all_pairs():
    table = cd.load_example(GARCIA_2008)
    best, all_pairs = cd.compare(table, control="best"), cd.compare(table)
    row = table.algorithms.index("C4.5")
    assert (best.control, best.control_chosen) == ("C4.5", "after")
    np.testing.assert_array_equal(
        best.pairwise.pvalue_adjusted[row], all_pairs.pairwise.pvalue_adjusted[row]
    )
    assert best.critical_difference == all_pairs.critical_difference
    named = cd.compare(table, control="C4.5", p_adjust="bonferroni")
    after = cd.compare(table, control="best", p_adjust="bonferroni")
    assert (named.pairwise.n_hypotheses, after.pairwise.n_hypotheses) == (4, 10)
    assert after.critical_difference > named.critical_difference


def test_pairs_without_the_control_are_not_tested():
    comparison = cd.compare(cd.load_example(RANKS), control="C4.5")
    tested = ~np.isnan(comparison.pairwise.pvalue_adjusted)
    assert tested.sum() == 6
    assert tested[0, 1:].all()
    assert tested[1:, 0].all()
    assert not comparison.different()[1, 2]
    assert (comparison.pairwise.method != "").sum() == 6
    for array in (comparison.pairwise.statistic, comparison.pairwise.pvalue):
        assert np.isnan(array[1:, 1:]).all()
        assert not np.isnan(array[0, 1:]).any()


@pytest.mark.parametrize(
    "options", [{}, {"control": "best"}, {"pair_test": "wilcoxon"}]
)
def test_how_pairs_were_tested_is_one_text_for_all(options):
    """A text for each pair would be most of what thousands of algorithms take."""
    method = cd.compare(cd.load_example("demsar2006-table6"), **options).pairwise.method
    assert set(method.ravel()) == {
        "",
        "exact" if "pair_test" in options else "asymptotic",
    }
    assert len(set(map(id, method.ravel()))) == 2


def test_numbers_of_pairs_are_kept_once():
    """What cannot be written to is taken over and not copied; views of what can be are
    copied.
    """
    comparison = cd.compare(cd.load_example("demsar2006-table6"))
    for name in ("pvalue", "statistic"):
        assert getattr(comparison.test_results.pairwise, name) is getattr(
            comparison.test_results.family, name
        )
    pairs, values = comparison.pairwise, np.ones((4, 4))
    view = values.view()
    view.setflags(write=False)
    kept = replace(pairs, pvalue=view)
    values[:] = 2.0
    assert (kept.pvalue == 1.0).all()
    assert replace(pairs, p_adjust="holm").pvalue is pairs.pvalue


def test_an_algorithm_may_be_named_best():
    """A column called "best" is a control named in advance, not the best-ranked
    algorithm.
    """
    table = cd.ScoreTable.from_arrays(
        [[1, 2, 3], [1, 2, 3], [2, 1, 3]], algorithms=["best", "b", "c"]
    )
    comparison = cd.compare(table, control="best")
    assert (comparison.control, comparison.control_chosen) == ("best", "before")
    assert (comparison.test, comparison.pairwise.n_hypotheses) == (
        "Bonferroni–Dunn (exact)",
        2,
    )


def test_at_decides_again_without_testing_again(monkeypatch):
    table = cd.load_example(RANKS)
    comparison = cd.compare(table, method="asymptotic")
    monkeypatch.setattr("cddiagram.comparing.from_scores.compute_results", None)
    again = comparison.at(0.10)
    assert again.alpha == 0.10
    assert again.critical_difference == pytest.approx(1.118, abs=5e-4)
    assert len(again.groups) == 2
    assert again.pairwise is comparison.pairwise
    with pytest.raises(UsageError):
        comparison.at(0.0)


def test_post_hoc_does_not_depend_on_the_omnibus_test_but_says_so():
    scores = np.random.default_rng(4).normal(size=(10, 4))
    comparison = cd.compare(table_of(scores))
    assert comparison.headline.pvalue > 0.05
    assert (
        "At α = 0.05, the exact Friedman test does not reject the hypothesis that all "
        "algorithms perform equally (p = " in comparison.summary()
    )
    assert re.search(
        r"At α = 0\.05, the exact Friedman test does not reject [^.]*, χ² = ",
        comparison.caption(),
    )
    assert not np.isnan(comparison.pairwise.pvalue_adjusted[0, 1])
    assert "does not reject" not in cd.compare(cd.load_example(RANKS)).caption()


def test_the_caption_tells_how_to_read_its_own_figure():
    table = cd.load_example(GARCIA_2008)
    plain, control = cd.compare(table), cd.compare(table, control="C4.5")
    assert "Bars connect algorithms that are not significantly different (asym" in (
        plain.caption()
    )
    linked = cd.compare(table, pair_test="wilcoxon").caption()
    assert (
        "an arch or a thin line in a bar marks an algorithm that is not in the group"
        in linked
    )
    assert (
        " An algorithm without a bar differs significantly from all others." in linked
    )
    assert "The diamond marks the control, C4.5." in control.caption()
    assert "The outlined bar belongs to the control, C4.5." in control.caption(
        "rank-bars"
    )
    assert "The outlined bar belongs to the best-ranked algorithm." in plain.caption(
        "rank-bars"
    )
    assert "Darker cells mark smaller adjusted p-values" in plain.caption(
        "pvalue-matrix"
    )
    assert "The diamond marks the control. Cells show" in control.caption(
        "pvalue-matrix"
    )
    assert "the markers of such algorithms are filled." in plain.caption("mcb")
    for figure in ("rank-bars", "pvalue-matrix", "mcb"):
        assert "a bar joins" not in plain.caption(figure)
    with pytest.raises(
        UsageError, match="unknown figure 'pie': choose from 'cd', 'rank-bars'"
    ):
        plain.caption("pie")


def test_untested_pairs_are_not_called_different():
    """Trap 17."""
    nothing = cd.compare_pvalues(
        [1, 2, 3], np.full((3, 3), np.nan), algorithms=list("abc")
    )
    for text in (nothing.summary(), nothing.caption()):
        assert "None of the 3 pairs was tested." in text
        assert "are significantly different." not in text
        assert "significant." not in text
    p = np.array([[1, 0.01, np.nan], [0.01, 1, 0.01], [np.nan, 0.01, 1]])
    partly = cd.compare_pvalues([1, 2, 3], p, algorithms=list("abc"))
    assert "One of the 3 pairs was not tested." in partly.summary()


def test_one_sided_tests_are_worded_one_sided():
    comparison = cd.compare(
        cd.load_example(GARCIA_2008), pair_test="multiple-sign", control="Kernel"
    )
    assert comparison.test == "Multiple sign test (one-sided)"
    assert "Not significantly worse than Kernel: " in comparison.summary()
    assert (
        "Filled markers denote algorithms that are significantly worse than it;"
        in comparison.caption()
    )


@pytest.mark.parametrize("pair_test", ["t", "sign", "t-relative", "wilcoxon"])
def test_a_correction_for_ties_is_named_only_where_it_was_made(pair_test):
    """Wilcoxon's p-values are exact here, so no variance enters."""
    table = cd.load_example(GARCIA_2008)
    comparison = cd.compare(table, pair_test=pair_test, tie_correction=True)
    assert comparison.headline.tie_corrected
    assert "corrected for ties" not in comparison.caption().split("All pairs")[1]
    assert (
        "(corrected for ties)"
        in cd.compare(table, p_adjust="holm", tie_correction=True).caption()
    )


def test_no_critical_difference_where_everything_is_tied():
    comparison = cd.compare(table_of(np.ones((6, 3))), tie_correction=True)
    assert comparison.critical_difference is None


def test_given_labels_must_fit_the_names():
    """Trap 16: a frame in another order is put into that of the algorithms, not paired
    by position.
    """
    p = pd.DataFrame(TestFromPvalues.P, index=list("ABC"), columns=list("ABC"))
    ordered = cd.compare_pvalues([1, 2, 3], p, algorithms=list("ABC"))
    assert len(ordered.groups) == 2
    turned = p.loc[list("BCA"), list("CBA")]
    for labelled in (turned, turned.T):
        again = cd.compare_pvalues([1, 2, 3], labelled, algorithms=list("ABC"))
        np.testing.assert_array_equal(again.pairwise.pvalue, ordered.pairwise.pvalue)
    ranks = pd.Series({"C": 3, "A": 1, "B": 2})
    for again in (
        cd.compare_pvalues(ranks, turned),
        cd.compare_pvalues(ranks, turned, algorithms=list("BCA")),
    ):
        assert dict(
            zip(again.algorithms, again.ranking.average_ranks, strict=True)
        ) == {"A": 1, "B": 2, "C": 3}
        i, j = again.algorithms.index("A"), again.algorithms.index("B")
        assert again.pairwise.pvalue[i, j] == TestFromPvalues.P[0, 1]
    assert cd.compare_pvalues([1, 2, 3], p).algorithms == ("A", "B", "C")
    with pytest.raises(InputError) as error:
        cd.compare_pvalues(
            [1, 2, 3], p.rename(columns={"C": "D"}), algorithms=list("ABC")
        )
    assert str(error.value) == (
        "the labels 'A', 'B', 'D' of pvalues do not match the algorithms 'A', 'B', 'C'."
    )
    with pytest.raises(
        InputError,
        match=(
            r"neither the average ranks nor the p-values have labels\. Specify the "
            r"names of the algorithms"
        ),
    ):
        cd.compare_pvalues([1, 2, 3], TestFromPvalues.P)
    for difference in (-0.7, float("nan"), 0.0):
        with pytest.raises(
            InputError, match="critical_difference must be a positive difference"
        ):
            cd.compare_pvalues(
                [1, 2, 3], p, algorithms=list("ABC"), critical_difference=difference
            )


def test_all_scores_equal():
    comparison = cd.compare(table_of(np.ones((5, 4))))
    assert [r.pvalue for r in comparison.omnibus] == [1.0] * 5
    assert names(comparison.groups) == [("A0", "A1", "A2", "A3")]
    assert names(
        cd.compare(table_of(np.ones((5, 4))), pair_test="wilcoxon").groups
    ) == [("A0", "A1", "A2", "A3")]


def test_two_algorithms():
    """Trap 19."""
    x = np.column_stack([np.arange(20.0) + 1, np.arange(20.0)])
    for options in ({}, {"pair_test": "wilcoxon"}, {"control": "A1"}):
        comparison = cd.compare(table_of(x), **options)
        assert comparison.different()[0, 1]
        assert comparison.groups == ()
        assert comparison.ranking.average_ranks.tolist() == [1.0, 2.0]


def test_more_algorithms_than_data_sets_and_a_hundred_algorithms():
    x = np.random.default_rng(1).normal(size=(5, 100)) + np.arange(100) / 10
    comparison = cd.compare(table_of(x))
    assert len(comparison.order) == 100
    assert comparison.algorithms[comparison.order[0]] > "A8"


def test_tie_correction_is_the_callers_choice():
    table = table_of(np.random.default_rng(3).integers(0, 3, (12, 4)))
    default = cd.compare(table, method="asymptotic")
    forced = cd.compare(table, method="asymptotic", tie_correction=True)
    assert not default.headline.tie_corrected
    assert forced.headline.tie_corrected
    assert forced.critical_difference < default.critical_difference
    assert cd.compare(table, tie_correction=False).headline is not None
    assert (
        cd.compare(table).method
        == cd.compare(table, tie_correction=True).method
        == "exact"
    )
    assert cd.compare(table, tie_correction=False).method == "asymptotic"
    assert not cd.compare(table, tie_correction=False).headline.tie_corrected


@settings(max_examples=60, deadline=None)
@given(tables, settings_of_compare)
def test_pairs_and_groups_agree(x, options):
    comparison = cd.compare(table_of(x), **options)
    k, adjusted = len(comparison.algorithms), comparison.pairwise.pvalue_adjusted
    tested = ~np.isnan(adjusted)
    assert ((adjusted[tested] >= 0) & (adjusted[tested] <= 1)).all()
    assert (adjusted[tested] >= comparison.pairwise.pvalue[tested] * (1 - 1e-12)).all()
    np.testing.assert_array_equal(adjusted, adjusted.T)
    together = {
        frozenset((a, b))
        for group in comparison.groups
        for a in group.algorithms
        for b in group.algorithms
        if a != b
    }
    for i in range(k):
        for j in range(i + 1, k):
            pair = frozenset((comparison.algorithms[i], comparison.algorithms[j]))
            if comparison.control is None:
                assert (pair in together) == (not comparison.different()[i, j])
            elif comparison.control in pair:
                other = next(iter(pair - {comparison.control}))
                assert (other in comparison.not_different) == (
                    not comparison.different()[i, j]
                )
    for group in comparison.groups:
        assert not any(
            set(group.algorithms) < set(other.algorithms) for other in comparison.groups
        )
    if comparison.critical_difference is not None:
        means = comparison.ranking.average_ranks
        gaps = np.abs(means[:, None] - means[None, :])
        clear = tested & (np.abs(gaps - comparison.critical_difference) > 1e-9)
        np.testing.assert_array_equal(
            comparison.different()[clear],
            (gaps > comparison.critical_difference)[clear],
        )


@settings(max_examples=40, deadline=None)
@given(tables, settings_of_compare, st.randoms(use_true_random=False))
def test_order_of_rows_and_columns_changes_nothing(x, options, random):
    """Trap 16: only names count."""
    table = table_of(x)
    rows, columns = list(range(table.n)), list(range(table.k))
    random.shuffle(rows)
    random.shuffle(columns)
    shuffled = cd.ScoreTable.from_arrays(
        table.scores[np.ix_(rows, columns)],
        algorithms=[table.algorithms[j] for j in columns],
        datasets=[table.datasets[i] for i in rows],
    )
    if options.get("control") == "best":
        return  # ties for the best go to the first column
    one, two = cd.compare(table, **options), cd.compare(shuffled, **options)
    where = [two.algorithms.index(name) for name in one.algorithms]
    np.testing.assert_array_equal(
        one.pairwise.pvalue_adjusted, two.pairwise.pvalue_adjusted[np.ix_(where, where)]
    )
    assert [result.to_dict() for result in one.omnibus] == [
        result.to_dict() for result in two.omnibus
    ]
    assert {frozenset(g.algorithms) for g in one.groups} == {
        frozenset(g.algorithms) for g in two.groups
    }


@settings(max_examples=30, deadline=None)
@given(tables, settings_of_compare)
def test_direction_is_a_sign(x, options):
    """Trap 20."""
    one = cd.compare(table_of(x), **options)
    two = cd.compare(table_of(-x, higher_is_better=False), **options)
    np.testing.assert_array_equal(
        one.pairwise.pvalue_adjusted, two.pairwise.pvalue_adjusted
    )
    np.testing.assert_array_equal(one.ranking.average_ranks, two.ranking.average_ranks)
    np.testing.assert_array_equal(one.pairwise.statistic, two.pairwise.statistic)


def test_to_dict_is_strict_json_at_full_precision():
    for options in ({}, {"control": "C4.5"}):
        comparison = cd.compare(cd.load_example(RANKS), **options)
        again = json.loads(json.dumps(comparison.to_dict(), allow_nan=False))
        assert (
            again["pairwise"]["pvalue_adjusted"][0][1]
            == comparison.pairwise.pvalue_adjusted[0, 1]
        )
        assert again["pairwise"]["pvalue_adjusted"][0][0] is None
        assert (
            again["ranking"]["average_ranks"]
            == comparison.ranking.average_ranks.tolist()
        )
        assert again["omnibus"][1]["statistic"] == comparison.omnibus[1].statistic
        assert again["table"]["scores"] == comparison.table.scores.tolist()
    infinite = cd.compare(table_of(np.tile([3.0, 2, 1], (4, 1)))).to_dict()
    assert [result["name"] for result in infinite["omnibus"][:3]] == [
        "friedman-exact",
        "friedman",
        "iman-davenport",
    ]
    assert infinite["omnibus"][2]["statistic"] == "inf"


def test_to_frame_holds_the_tested_pairs_best_first():
    frame = cd.compare(cd.load_example(RANKS), control="C4.5").to_frame()
    assert len(frame) == 3
    assert frame.index.tolist() == [
        ("C4.5+m+cf", "C4.5"),
        ("C4.5+m", "C4.5"),
        ("C4.5+cf", "C4.5"),
    ]
    assert frame.index.names == ["algorithm", "other"]
    assert frame["different"].tolist() == [True, False, False]


def test_results_cannot_be_written_to():
    comparison = cd.compare(cd.load_example(RANKS))
    with pytest.raises(ValueError, match="read-only"):
        comparison.pairwise.pvalue[0, 1] = 0.0
    with pytest.raises(ValueError, match="read-only"):
        comparison.ranking.average_ranks[0] = 0.0
    with pytest.raises(AttributeError):
        comparison.alpha = 0.2


def test_comparisons_survive_pickling():
    import pickle

    comparison = pickle.loads(pickle.dumps(cd.compare(cd.load_example(RANKS))))
    assert len(comparison.at(0.10).groups) == 2
    for array in (
        comparison.table.scores,
        comparison.pairwise.pvalue,
        comparison.ranking.ranks,
    ):
        assert not array.flags.writeable


def test_unknown_control_is_named_with_the_choices():
    with pytest.raises(InputError) as error:
        cd.compare(cd.load_example(RANKS), control="C5")
    assert str(error.value) == (
        "the control 'C5' is not one of the algorithms: did you mean 'C4.5'? Choose "
        "from 'C4.5', 'C4.5+m', 'C4.5+cf', 'C4.5+m+cf'."
    )


def test_scores_of_any_kind_are_read_as_by_default(tmp_path):
    scores = {
        "A": {"iris": 3, "wine": 1, "glass": 2},
        "B": {"glass": 1, "iris": 2, "wine": 4},
    }
    table = cd.ScoreTable.from_dict(scores)
    frame = table.to_frame()
    path = tmp_path / "scores.csv"
    frame.to_csv(path)
    for one in (
        scores,
        frame,
        polars.from_pandas(frame.reset_index()),
        path,
        str(path),
        io.StringIO(path.read_text()),
    ):
        comparison = cd.compare(one)
        assert comparison.table.sha256 == table.sha256
        assert comparison.table.higher_is_better
    assert not cd.compare(frame, higher_is_better=False).table.higher_is_better
    assert cd.compare(scores, higher_is_better=False).order == (1, 0)


def test_a_table_knows_its_direction():
    table = table_of(np.arange(6.0).reshape(3, 2), higher_is_better=False)
    assert not cd.compare(table).table.higher_is_better
    assert not cd.compare(table, higher_is_better=False).table.higher_is_better
    assert cd.compare(table, higher_is_better=np.False_).table is table
    with pytest.raises(UsageError) as error:
        cd.compare(table, higher_is_better=True)
    assert str(error.value) == (
        "higher_is_better is True, but the table was read with higher_is_better=False. "
        "Omit higher_is_better, or read the scores again with the opposite setting."
    )
    with pytest.raises(UsageError, match="must be True or False, not 'max'"):
        cd.compare(table, higher_is_better="max")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            "no such.csv",
            "cannot read 'no such.csv': the file does not exist. Check the name.",
        ),
        (
            [[1, 2], [2, 1]],
            "list: an array has no names. Specify the names of its 2 columns with "
            "algorithms=['A1', 'A2'], and pass dataset_column='none' if each row is a "
            "data set. Compare folds of one data set with compare_folds.",
        ),
        (
            {"A": {"iris": 1, "wine": 2}, "B": {"iris": 1}},
            (
                "dict: no score of 'B' on 'wine'. Add the missing score, or pass "
                "missing='drop' to exclude such data sets ('drop-algorithms', 'worst', "
                "'like:NAME' and 'available' keep them)."
            ),
        ),
        ({}, f"dict does not contain a table. {FORMS}."),
        ({"A": 0.9, "B": 0.8}, f"dict does not contain a table. {FORMS}."),
        (
            {"A": [1, 2], "B": [2]},
            f"dict: the columns have different lengths. {FORMS}.",
        ),
        (
            {"A": pd.Series([1, 2], ["x", "x"])},
            "dict: the scores of 'A' contain the name 'x' twice. Pass a list of runs, "
            "or rename one occurrence.",
        ),
    ],
)
def test_what_cannot_be_read_is_refused(given, message):
    with pytest.raises(InputError) as error:
        cd.compare(given)
    assert str(error.value) == message


class TestFromPvalues:
    P = np.array([[1, 0.01, 0.30], [0.01, 1, 0.20], [0.30, 0.20, 1]])

    def test_decides(self):
        comparison = cd.compare_pvalues(
            [1.2, 2.6, 2.2], self.P, algorithms="ABC", test="my test"
        )
        assert names(comparison.groups) == [("A", "C"), ("C", "B")]
        assert (comparison.table, comparison.omnibus, comparison.test) == (
            None,
            (),
            "my test",
        )
        assert comparison.caption().startswith(
            "Critical-difference diagram of 3 algorithms. Rank 1 is best. All pairs were"
        )
        assert (
            "(my test), without further adjustment (α = 0.05)." in comparison.caption()
        )

    @pytest.mark.parametrize(
        "p_adjust", ["shaffer", "shaffer-dynamic", "bergmann-hommel"]
    )
    def test_adjustments_of_all_pairs_need_all_pairs(self, p_adjust):
        p = self.P.copy()
        p[0, 2] = p[2, 0] = np.nan
        with pytest.raises(InputError) as error:
            cd.compare_pvalues([1, 2, 3], p, algorithms="ABC", p_adjust=p_adjust)
        assert str(error.value) == (
            f"p_adjust '{p_adjust}' requires the p-values of all pairs, but some are "
            "NaN. Use 'holm' instead."
        )

    @pytest.mark.parametrize("pvalues", [[["a", 1], [1, 1]], {"A": 1}, [[1], [1, 2]]])
    def test_refuses_what_is_no_array(self, pvalues):
        with pytest.raises(InputError, match="pvalues are not an array of numbers"):
            cd.compare_pvalues([1, 2], pvalues, algorithms="AB")

    def test_adjusts_the_tested_pairs_only(self):
        p = self.P.copy()
        p[0, 2] = p[2, 0] = np.nan
        comparison = cd.compare_pvalues(
            [1, 2, 3], p, algorithms="ABC", p_adjust="bonferroni"
        )
        assert comparison.pairwise.pvalue_adjusted[0, 1] == pytest.approx(0.02)
        assert np.isnan(comparison.pairwise.pvalue_adjusted[0, 2])
        assert names(comparison.groups) == [("B", "C")]

    def test_the_critical_difference_holds_at_its_own_alpha(self):
        comparison = cd.compare_pvalues(
            [1, 2, 3], self.P, algorithms="ABC", critical_difference=1.5
        )
        assert comparison.critical_difference == 1.5
        assert comparison.at(0.10).critical_difference is None

    @pytest.mark.parametrize(
        ("ranks", "p", "algorithms", "message"),
        [
            (
                [1, 2],
                P,
                "ABC",
                "the average ranks must be 3 finite numbers, one for each algorithm.",
            ),
            (
                [1, 2, np.nan],
                P,
                "ABC",
                "the average ranks must be 3 finite numbers, one for each algorithm.",
            ),
            (
                [1, 2, 3],
                P[:2],
                "ABC",
                "pvalues must be an array of shape (3, 3), not (2, 3).",
            ),
            (
                [1, 2, 3],
                P + 1,
                "ABC",
                "pvalues must be between 0 and 1, or NaN for pairs that were not tested.",
            ),
            (
                [1, 2, 3],
                np.triu(P),
                "ABC",
                "pvalues must be symmetric, because p[i, j] and p[j, i] belong to the "
                "same test.",
            ),
            (
                [1, 2, 3],
                P,
                "ABA",
                "algorithms must contain two or more distinct names.",
            ),
        ],
    )
    def test_messages(self, ranks, p, algorithms, message):
        with pytest.raises(InputError) as error:
            cd.compare_pvalues(ranks, p, algorithms=algorithms)
        assert str(error.value) == message


def test_groups_are_complete_where_there_are_none():
    assert cd.compare(cd.load_example(RANKS), control="C4.5").groups_complete


def test_given_p_values_are_symmetric_to_nine_digits():
    def given(factor):
        p = [[1, 0.2, 0.3], [0.2 * factor, 1, 0.4], [0.3, 0.4, 1]]
        return cd.compare_pvalues([1, 2, 3], p, algorithms=["A", "B", "C"])

    assert given(1 + 5e-10).algorithms == ("A", "B", "C")
    with pytest.raises(
        InputError,
        match=(
            r"pvalues must be symmetric, because p\[i, j\] and p\[j, i\] belong to the "
            r"same test"
        ),
    ):
        given(1 + 5e-9)


@pytest.mark.parametrize("names", [["A"], ["A", "A"], []])
def test_given_p_values_are_of_two_or_more(names):
    with pytest.raises(
        InputError, match="algorithms must contain two or more distinct names"
    ):
        cd.compare_pvalues(
            [1.0] * len(names), np.ones((len(names), len(names))), algorithms=names
        )
