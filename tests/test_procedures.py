"""Every procedure of the papers through compare(): what it equals, what it refuses, and
how it is worded.
"""

import itertools
import json

import numpy as np
import pytest
from flat import FLAT
from published_numbers import aligned_as_printed, quade_as_printed
from scipy import stats

import cddiagram as cd
from cddiagram.procedures import (
    PAIR_TEST_CHOICES,
    RANKING_CHOICES,
    VARIANCES,
    adjustment_choices,
    pair_procedure,
)
from cddiagram.stats import aligned_ranks, quade_weights, rank_scores
from cddiagram.text import UsageError
from cddiagram.words import Wording

TABLE = cd.load_example("garcia2010-table3")
TABLES = [
    name
    for name in cd.example_names()
    if "table2" in name or "table3" in name or "table6" in name
]


def possible(**options):
    """Compare, or give None where the combination is refused; test_plan.py holds the
    sentences.
    """
    try:
        return cd.compare(TABLE, **options)
    except cd.UsageError:
        return None


def combinations_of_options():
    for ranking, pair_test, p_adjust, control in itertools.product(
        RANKING_CHOICES, PAIR_TEST_CHOICES, adjustment_choices(), (None, "PDFC", "best")
    ):
        yield {
            "ranking": ranking,
            "pair_test": pair_test,
            "p_adjust": p_adjust,
            "control": control,
        }


@pytest.mark.slow
def test_every_combination_works_or_says_what_to_use():
    worked = 0
    for options in combinations_of_options():
        comparison = possible(**options)
        if comparison is None:
            continue
        worked += 1
        adjusted = comparison.pairwise.pvalue_adjusted
        tested = ~np.isnan(adjusted)
        assert tested.sum() == (12 if options["control"] is None else 6)
        assert (
            adjusted[tested] >= comparison.pairwise.pvalue[tested] * (1 - 1e-9)
        ).all() or (comparison.pairwise.p_adjust in ("tukey", "dunnett"))
        assert str(Wording(comparison).pairwise_sentence()) in comparison.summary()
        assert comparison.caption().endswith(".")
        json.dumps(comparison.to_dict()["pairwise"], allow_nan=False)
    assert worked > 300


def test_all_adjustments_of_a_family_keep_the_order_of_p():
    for p_adjust in (*FLAT, "shaffer", "shaffer-dynamic", "bergmann-hommel"):
        comparison = cd.compare(TABLE, p_adjust=p_adjust)
        i, j = np.triu_indices(4, 1)
        order = np.argsort(comparison.pairwise.pvalue[i, j], kind="stable")
        assert (np.diff(comparison.pairwise.pvalue_adjusted[i, j][order]) >= 0).all()


@pytest.mark.parametrize(
    ("pair_test", "scipys"),
    [("t", stats.ttest_rel), ("wilcoxon", None), ("sign", None)],
)
def test_pair_tests_depend_on_the_pair_alone(pair_test, scipys):
    together = cd.compare(TABLE, pair_test=pair_test, p_adjust="none").pairwise.pvalue
    for i, j in itertools.combinations(range(4), 2):
        pair = TABLE.select([TABLE.algorithms[i], TABLE.algorithms[j]])
        alone = cd.compare(pair, pair_test=pair_test, p_adjust="none").pairwise.pvalue[
            0, 1
        ]
        assert together[i, j] == pytest.approx(alone, rel=1e-12, abs=0)
        if scipys is not None:
            assert alone == pytest.approx(
                scipys(*pair.scores.T).pvalue, rel=1e-9, abs=0
            )


def test_analysis_of_variance():
    tukey = cd.compare(TABLE, ranking="means", pair_test="t", p_adjust="tukey")
    assert [r.name for r in tukey.omnibus] == [
        "anova",
        "anova-greenhouse-geisser",
        "anova-huynh-feldt",
    ]
    assert (
        tukey.ranking.average_ranks.tolist()
        == stats.rankdata(-TABLE.scores.mean(axis=0)).tolist()
    )
    np.testing.assert_allclose(tukey.ranking.means, TABLE.scores.mean(axis=0))
    t, df = tukey.pairwise.statistic[0, 3], 23 * 3
    expected = stats.studentized_range.sf(abs(t) * np.sqrt(2), 4, df)
    assert tukey.pairwise.pvalue_adjusted[0, 3] == pytest.approx(
        expected, rel=1e-6, abs=0
    )
    dunnett = cd.compare(
        TABLE, ranking="means", pair_test="t", p_adjust="dunnett", control="PDFC"
    )
    assert (
        dunnett.pairwise.pvalue_adjusted[0, 1:] <= tukey.pairwise.pvalue_adjusted[0, 1:]
    ).all()


def test_conovers_critical_difference_is_where_p_is_alpha():
    comparison = cd.compare(TABLE, ranking="quade", variance="conover", p_adjust="none")
    gap = comparison.critical_difference
    means = comparison.ranking.average_ranks
    differs = np.abs(means[:, None] - means[None, :]) >= gap
    np.testing.assert_array_equal(
        comparison.different(), differs & ~np.eye(4, dtype=bool)
    )


@pytest.mark.parametrize("p_adjust", ["bonferroni", "sidak", "none"])
@pytest.mark.parametrize("ranking", ["friedman", "aligned", "quade"])
def test_single_step_adjustments_have_a_critical_difference(ranking, p_adjust):
    for control in (None, "PDFC"):
        comparison = cd.compare(
            TABLE, ranking=ranking, p_adjust=p_adjust, control=control
        )
        means = comparison.ranking.average_ranks
        gaps = np.abs(means[:, None] - means[None, :])
        tested = ~np.isnan(comparison.pairwise.pvalue)
        np.testing.assert_array_equal(
            comparison.different()[tested],
            (gaps >= comparison.critical_difference)[tested],
        )


@pytest.mark.parametrize(
    "option", [{"rom_critical": "exact"}, {"bh_monotone": True}, {"variance": "paper"}]
)
def test_misprints_of_the_papers_are_no_options(option):
    """The tests recompute the printed tables (`published_numbers`)."""
    with pytest.raises((TypeError, cd.UsageError), match=next(iter(option))):
        cd.compare(TABLE, ranking="quade", **option)


def test_the_variance_is_named():
    """G10 Tables 10 and 11 have other variances, whose levels are wrong (errata 4.1,
    4.2).
    """
    printed = {
        "aligned": aligned_as_printed(aligned_ranks(TABLE.scores)),
        "quade": quade_as_printed(
            rank_scores(TABLE.scores), quade_weights(TABLE.scores)
        ),
    }
    for ranking, (_, pvalue) in printed.items():
        default = cd.compare(TABLE, ranking=ranking)
        assert default.pairwise.pvalue[0, 1] != pytest.approx(pvalue[0, 1], rel=0.01)
        assert "permutation variance" in default.summary()
        assert "permutation variance" in default.caption()


def test_where_a_correction_for_ties_changes_p_values_and_whether_it_is_made_by_default():
    """The registry, which texts go by, against the numbers of a table with many
    ties.
    """
    rng, found = np.random.default_rng(7), 0
    table = cd.ScoreTable.from_arrays(
        rng.integers(0, 4, (12, 4)) + np.arange(4), algorithms=list("ABCD")
    )
    for ranking, pair_test, variance in itertools.product(
        RANKING_CHOICES, PAIR_TEST_CHOICES, VARIANCES
    ):
        options = {
            "ranking": ranking,
            "pair_test": pair_test,
            "variance": variance,
            "p_adjust": "none",
        }
        if pair_test in ("wilcoxon", "sign") or (ranking, pair_test) == (
            "friedman",
            "ranks",
        ):
            options["method"] = "asymptotic"  # exact p-values take ties as they are
        try:
            default, plain, corrected = (
                cd.compare(table, **options, tie_correction=asked).pairwise.pvalue
                for asked in (None, False, True)
            )
        except cd.UsageError:
            continue
        ties = pair_procedure(ranking, pair_test).ties
        told = ties.get(variance, ties.get(None))
        assert np.array_equal(plain, corrected, equal_nan=True) == (told is None), (
            options
        )
        assert np.array_equal(default, corrected if told else plain, equal_nan=True), (
            options
        )
        found += told is not None
    assert (
        found == 8
        # z on Friedman's ranks, on aligned and on Quade's, Conover's t, Wilcoxon's with
        # four rankings
    )


def test_multiple_sign_test_asks_whether_the_control_is_better():
    comparison = cd.compare(TABLE, pair_test="multiple-sign", control="PDFC")
    assert comparison.not_different == ("NNEP",)
    assert "one-sided" in comparison.caption()
    np.testing.assert_array_equal(
        comparison.pairwise.pvalue, comparison.pairwise.pvalue_adjusted
    )


def test_stopped_searches_say_so(monkeypatch):
    """Bergmann-Hommel on arbitrary p-values, with a budget too small for the exact
    values.
    """
    import cddiagram.stats.pair_adjustments as adjust_pairs

    monkeypatch.setattr(adjust_pairs.adjust_pairs, "__kwdefaults__", {
        **adjust_pairs.adjust_pairs.__kwdefaults__, "budget": 3
    })  # fmt: skip
    scores = np.random.default_rng(2).normal(size=(20, 9)) + np.arange(9) / 5
    table = cd.ScoreTable.from_arrays(scores, algorithms=[f"A{i}" for i in range(9)])
    comparison = cd.compare(table, pair_test="wilcoxon", p_adjust="bergmann-hommel")
    lower, upper = (
        comparison.pairwise.pvalue_adjusted_lower,
        comparison.pairwise.pvalue_adjusted,
    )
    assert lower is not None
    assert (lower[~np.isnan(lower)] <= upper[~np.isnan(upper)]).all()
    assert "certified upper bounds" in comparison.summary()
    assert "certified upper bounds" in comparison.caption()
    assert (
        comparison.to_dict()["pairwise"]["pvalue_adjusted_lower"][0][1] == lower[0, 1]
    )


def test_effects_contrasts_and_assumptions_are_computed_on_first_use():
    comparison = cd.compare(TABLE)
    assert "effects" not in vars(comparison)
    difference = TABLE.scores[:, 0] - TABLE.scores[:, 3]
    assert comparison.effects.mean_difference[0, 3] == pytest.approx(difference.mean())
    assert comparison.effects.wins[0, 3] == (difference > 0).sum()
    assert "effects" in vars(comparison)
    assert comparison.contrasts[0, 3] == -comparison.contrasts[3, 0]
    assert {test.name for test in comparison.assumptions.normality} >= {
        "shapiro-wilk",
        "lilliefors",
        "dagostino-pearson",
    }
    expected = stats.levene(*TABLE.scores.T, center="mean").pvalue
    assert comparison.assumptions.levene.pvalue == pytest.approx(
        expected, rel=1e-9, abs=0
    )
    given = cd.compare_pvalues([1, 2], [[1, 0.2], [0.2, 1]], algorithms="AB")
    assert (given.effects, given.contrasts, given.assumptions) == (None, None, None)


@pytest.mark.parametrize("name", cd.example_names())
def test_json_carries_every_number_at_full_precision(name):
    comparison = cd.compare(cd.load_example(name))
    again = json.loads(json.dumps(comparison.to_dict(), allow_nan=False))
    k = len(comparison.algorithms)
    for field in ("statistic", "pvalue", "pvalue_adjusted"):
        values = getattr(comparison.pairwise, field)
        for i, j in itertools.permutations(range(k), 2):
            assert again["pairwise"][field][i][j] == values[i, j]
    assert (
        again["effects"]["hodges_lehmann"] == comparison.effects.hodges_lehmann.tolist()
    )
    assert again["contrasts"] == comparison.contrasts.tolist()
    assert [r["pvalue"] for r in again["omnibus"]] == [
        r.pvalue for r in comparison.omnibus
    ]
    assert {test["name"] for test in again["assumptions"]["normality"]} == {
        test.name for test in comparison.assumptions.normality
    }


# Ten thousand data sets: p-values far below 1e-16 stay finite, positive where a double
# can hold them, and in order.


@pytest.fixture(scope="module")
def large():
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(10_000, 5)) + np.array([0, 0.02, 0.15, 0.3, 0.4])
    return cd.ScoreTable.from_arrays(scores, algorithms=list("ABCDE"))


#: Those that are not for all pairs of any test, and max-T, whose random patterns have a
#: smallest p-value.
ELSEWHERE = ("bonferroni-dunn", "tukey", "dunnett", "max-t")


@pytest.mark.parametrize(
    "p_adjust", [key for key in adjustment_choices() if key not in ELSEWHERE]
)
@pytest.mark.parametrize("pair_test", ["ranks", "wilcoxon", "sign", "t"])
def test_large_tables(large, pair_test, p_adjust):
    if p_adjust == "nemenyi" and pair_test != "ranks":
        with pytest.raises(cd.UsageError):
            cd.compare(large, pair_test=pair_test, p_adjust=p_adjust)
        return
    comparison = cd.compare(large, pair_test=pair_test, p_adjust=p_adjust)
    i, j = np.triu_indices(5, 1)
    p, adjusted = (
        comparison.pairwise.pvalue[i, j],
        comparison.pairwise.pvalue_adjusted[i, j],
    )
    assert np.isfinite(adjusted).all()
    assert (adjusted > 0).all()
    assert adjusted.min() < 1e-100
    assert (np.diff(adjusted[np.argsort(p, kind="stable")]) >= 0).all()
    assert len(np.unique(adjusted[p < 1e-16])) > 1


@pytest.mark.parametrize("pair_test", ["ranks", "wilcoxon", "sign", "t"])
def test_large_tables_by_sign_flips(large, pair_test):
    comparison = cd.compare(large, pair_test=pair_test, p_adjust="max-t")
    holm = cd.compare(large, pair_test=pair_test, p_adjust="holm")
    assert np.nanmin(comparison.pairwise.pvalue_adjusted) == 1 / 10_000
    assert (comparison.different() == holm.different()).all()


@pytest.mark.parametrize("ranking", ["aligned", "quade"])
def test_large_tables_by_other_rankings(large, ranking):
    adjusted = cd.compare(large, ranking=ranking).pairwise.pvalue_adjusted
    assert 0 < np.nanmin(adjusted) < 1e-100


@pytest.mark.slow
@pytest.mark.parametrize(("p_adjust", "control"), [("tukey", None), ("dunnett", "A")])
def test_large_tables_by_means(large, p_adjust, control):
    comparison = cd.compare(
        large, ranking="means", pair_test="t", p_adjust=p_adjust, control=control
    )
    assert 0 < np.nanmin(comparison.pairwise.pvalue_adjusted) < 1e-100


@pytest.mark.parametrize("asked", ["wilcoxon_holm", "Wilcoxon-Holm", "wilcoxon holm"])
def test_a_test_and_its_adjustment_by_one_name(asked):
    with pytest.raises(UsageError) as error:
        cd.compare(cd.load_example("demsar2006-table6"), pair_test=asked)
    assert (
        str(error.value)
        == f"unknown pair_test '{asked}': pass pair_test='wilcoxon' and "
        "p_adjust='holm'."
    )
