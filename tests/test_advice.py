"""Advice speaks up where it applies and only there."""

import numpy as np
import pytest
from scipy import stats

import cddiagram as cd
from cddiagram.report import advise


def table_of(scores):
    return cd.ScoreTable.from_arrays(
        scores, algorithms=[f"A{i}" for i in range(np.shape(scores)[1])]
    )


def advice(table, **options):
    return advise(cd.compare(table, **options))


def said(sentences, start):
    return any(start in sentence for sentence in sentences)


NOISE = table_of(np.random.default_rng(8).normal(size=(10, 6)))
GARCIA = cd.load_example("garcia2008-table2")


def test_too_few_data_sets():
    assert said(
        advice(NOISE),
        "The comparison uses only 10 data sets for 6 algorithms. At least 12 data ",
    )
    assert not said(advice(GARCIA), "The comparison uses only")


def test_few_algorithms():
    table = cd.load_example("garcia2010-table3")
    assert said(
        advice(table), "ranking='aligned' or ranking='quade' often has more power"
    )
    assert said(advice(table), "Choose the ranking method before seeing the results.")
    assert not said(advice(table, ranking="aligned"), "more power")
    assert not said(advice(table, p_adjust="max-t"), "more power")
    assert not said(advice(GARCIA), "more power")


def test_quade():
    assert said(advice(GARCIA, ranking="quade"), "sensitive to the choice of data sets")
    assert not said(advice(GARCIA), "sensitive to the choice of data sets")


def test_li_and_finner():
    assert said(advice(NOISE, control="A0", p_adjust="li"), "0.5")
    assert not said(advice(NOISE, control="A0", p_adjust="holm"), "0.5")
    assert said(
        advice(GARCIA, p_adjust="finner"),
        "error rate only if all algorithms perform equally",
    )


@pytest.mark.parametrize(
    ("options", "start"),
    [
        (
            {"p_adjust": "li"},
            "Li's adjustment does not control the family-wise error rate. ",
        ),
        (
            {"p_adjust": "li", "pair_test": "wilcoxon"},
            "Li's adjustment does not control the family-wise error rate. ",
        ),
        (
            {"p_adjust": "finner"},
            "Finner's adjustment controls the family-wise error rate only if ",
        ),
        (
            {"p_adjust": "none"},
            "The family-wise error rate of the 10 comparisons is not controlled",
        ),
    ],
)
def test_what_is_not_controlled_gets_advice(options, start):
    assert said(advice(GARCIA, **options), start)
    assert not said(advice(GARCIA, **options), "always")


@pytest.mark.parametrize(
    "options", [{}, {"p_adjust": "holm"}, {"ranking": "quade"}, {"pair_test": "sign"}]
)
def test_what_controls_the_error_rate_gets_none(options):
    assert not said(advice(GARCIA, **options), "error rate")
    assert not said(advice(GARCIA, **options), "not valid")


def test_two_algorithms_need_no_adjustment():
    two = GARCIA.select(["C4.5", "CN2"])
    assert not said(advice(two), "adjustment")


def test_scores_that_are_0_or_1():
    """Cochran's Q is the tie-corrected Friedman statistic, McNemar's test Wilcoxon's
    without zeros.
    """
    scores = np.random.default_rng(3).integers(0, 2, (30, 4)).astype(float)
    table = cd.ScoreTable.from_arrays(scores, algorithms=list("ABCD"))
    sentence = (
        "All scores are 0 or 1, so the Friedman test corrected for ties is Cochran's Q "
        "test. Use pair_test='wilcoxon' with zeros='drop' to apply McNemar's test to each "
        "pair."
    )
    assert sentence in advice(table)
    columns, rows = scores.sum(axis=0), scores.sum(axis=1)
    q = (
        3
        * (4 * (columns**2).sum() - scores.sum() ** 2)
        / (4 * scores.sum() - (rows**2).sum())
    )
    comparison = cd.compare(table, pair_test="wilcoxon", zeros="drop")
    (friedman,) = (
        result
        for result in comparison.omnibus
        if result.name == "friedman" and result.tie_corrected
    )
    np.testing.assert_allclose(friedman.statistic, q, rtol=1e-12)
    for i, j in ((0, 1), (1, 3), (2, 3)):
        only = (
            int((scores[:, i] > scores[:, j]).sum()),
            int((scores[:, i] < scores[:, j]).sum()),
        )
        mcnemar = stats.binomtest(only[0], sum(only)).pvalue
        np.testing.assert_allclose(
            comparison.pairwise.pvalue[i, j], mcnemar, rtol=1e-12
        )
    assert not said(advise(comparison), "All scores are 0 or 1")
    assert not said(advice(GARCIA), "All scores are 0 or 1")
    two = table.select(["A", "B"])
    assert not said(advice(two), "McNemar")  # the default is the same test
    np.testing.assert_allclose(
        cd.compare(two).pairwise.pvalue[0, 1],
        comparison.pairwise.pvalue[0, 1],
        rtol=1e-12,
    )
    assert said(
        advice(two, pair_test="sign"), "All scores are 0 or 1. Use pair_test='wilcoxon'"
    )


def test_power_counts_what_garcia_and_herrera_print():
    """G08 2.2: Holm rejects 5, Shaffer 6, Bergmann-Hommel 8 of the ten hypotheses."""
    counts = (
        "5 significant differences after Holm's adjustment, 6 after Shaffer's adjustment "
        "and 8 after the Bergmann–Hommel adjustment."
    )
    sentence = (
        "With the Nemenyi test, 4 of the 10 pairwise differences are significant. "
        f"The same p-values yield {counts} Choose the procedure before seeing the "
        "results."
    )
    assert sentence in advice(GARCIA)
    assert not said(advice(GARCIA, p_adjust="bergmann-hommel"), "The same p-values")


def test_power_against_a_control():
    """D06 3.2.2: Bonferroni-Dunn rejects one of three hypotheses, the step procedures
    two.
    """
    table = cd.load_example("demsar2006-table6-ranks")
    sentence = (
        "With the Bonferroni–Dunn test, 1 of the 3 differences from the control is "
        "significant. The same p-values yield 2 significant differences after "
        "Holm's adjustment, 2 after Hochberg's adjustment and 2 after Hommel's adjustment. "
        "Choose the procedure before seeing the results."
    )
    assert sentence in advice(table, control="C4.5")


def test_pool():
    assert said(advice(GARCIA), "depend on all algorithms")
    assert not said(advice(GARCIA, pair_test="wilcoxon"), "depend on all algorithms")


@pytest.mark.parametrize("options", [{}, {"control": "best"}, {"pair_test": "sign"}])
def test_given_pvalues_and_odd_cases_give_sentences_only(options):
    for sentence in advice(NOISE, **options):
        assert sentence.endswith(".")
    given = cd.compare_pvalues([1, 2], [[1, 0.2], [0.2, 1]], algorithms="AB")
    assert advise(given) == ()


def test_of_contrary_majorities_the_best_ranked_that_loses_is_named_first():
    """The sentence names the pair that comes first by the places of the better ranked,
    then of the other.
    """
    seen = 0
    for seed in range(30):
        values = np.random.default_rng(seed).integers(0, 9, (7, 6))
        comparison = cd.compare(
            cd.ScoreTable.from_arrays(values, algorithms=[f"M{i}" for i in range(6)])
        )
        order = comparison.order
        wins = (values[:, :, None] > values[:, None, :]).sum(axis=0)
        ranks = comparison.ranking.average_ranks
        pairs = [
            (i, j)
            for j in order
            for i in order
            if wins[i, j] > wins[j, i] and ranks[i] > ranks[j] + 1e-9
        ]
        said = [
            sentence
            for sentence in cd.advise(comparison)
            if "although it has a worse average rank" in sentence
        ]
        assert len(said) == bool(pairs)
        if pairs:
            (i, j), more = pairs[0], len(pairs) - 1
            seen += more > 1
            assert said[0].startswith(
                f"M{i} is better than M{j} on {wins[i, j]} of 7 data sets"
            )
            pair = "pair" if more == 1 else "pairs"
            counted = f"The same is true for {more} other {pair}." in said[0]
            assert counted == bool(more)
    assert seen > 3
