"""Levels: the tests of many tables against `compare` table by table, the tables that
are made, and what is counted.
"""

import json
from contextlib import suppress

import numpy as np
import pytest
from scipy import stats

import cddiagram as cd
from cddiagram._util import Exact
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.studies.engine import generator
from cddiagram.studies.level.study import null_scores
from cddiagram.studies.planned import plan_tests
from cddiagram.text import InputError, UsageError


def tables_of(null, k, n, count, seed=0, number=0, shift=1.0, grid=0.0):
    """The tables of a part of a study, each as it is handed to `compare`."""
    scores = null_scores(
        null, k, n, count, generator(seed, number), shift=shift, grid=grid
    )
    names = [f"A{number}" for number in range(1, k + 1)]
    return [cd.ScoreTable.from_arrays(table, algorithms=names) for table in scores]


# -- the tests of many tables ----------------------------------------------------------

PLANS = [
    {},
    {"p_adjust": "shaffer-dynamic"},
    {"p_adjust": "bergmann-hommel"},
    {"p_adjust": "rom"},
    {"tie_correction": True, "p_adjust": "holm"},
    {"method": "exact", "p_adjust": "bonferroni"},
    {"control": "A2"},
    {"control": "A2", "method": "exact", "p_adjust": "holm"},
    {"control": "best"},
    {"control": "best", "ranking": "quade", "p_adjust": "holm"},
    {"control": "best", "ranking": "means", "pair_test": "t"},
    {"ranking": "aligned"},
    {"ranking": "aligned", "tie_correction": False, "p_adjust": "bergmann-hommel"},
    {"ranking": "quade", "variance": "conover", "p_adjust": "sidak"},
    {"ranking": "quade", "pair_test": "wilcoxon", "zeros": "pratt"},
    {"pair_test": "wilcoxon", "zeros": "drop", "control": "A3"},
    {
        "pair_test": "wilcoxon",
        "method": "asymptotic",
        "tie_correction": False,
        "p_adjust": "shaffer",
    },
    {"pair_test": "sign", "method": "asymptotic"},
    {"pair_test": "t-relative"},
    {"pair_test": "multiple-sign", "control": "A4"},
    {"ranking": "means", "pair_test": "t", "p_adjust": "tukey"},
    {"ranking": "means", "pair_test": "t", "p_adjust": "dunnett", "control": "A4"},
    {"p_adjust": "max-t"},
    {"p_adjust": "max-t", "control": "best"},
    {"p_adjust": "max-t", "pair_test": "wilcoxon", "zeros": "drop", "control": "A2"},
    {"ranking": "means", "pair_test": "t", "p_adjust": "max-t"},
]


@pytest.mark.parametrize(
    "options",
    PLANS,
    ids=lambda options: ",".join(map(str, options.values())) or "default",
)
@pytest.mark.parametrize(("k", "grid"), [(4, 0.0), (4, 0.7), (2, 0.7)])
def test_decisions_are_those_of_compare(options, k, grid):
    if k == 2:
        if options.get("control") in ("A3", "A4") or options.get("p_adjust") in (
            "tukey",
            "dunnett",
        ):
            pytest.skip("no such algorithm, and nothing to adjust")
        options = {name: value for name, value in options.items() if name != "p_adjust"}
    tables = tables_of("half-shifted", k, 9, 12, shift=1.5, grid=grid)
    made = plan_tests(
        tables[0].algorithms, options.get("p_adjust", "auto"), 0.1, options
    )
    many = made.tables(Exact.of(np.array([table.scores for table in tables])), True)
    different, decided = made.decide(many)
    first, second = made.pairs
    found = 0
    for table, *ours in zip(tables, different[:, 0], decided, strict=True):
        comparison = cd.compare(table, **options, alpha=0.1)
        assert made.plans[0] == comparison.plan
        assert comparison.different()[first, second].tolist() == ours[0].tolist()
        tested = ~np.isnan(comparison.pairwise.pvalue[first, second])
        assert tested.tolist() == ours[1].tolist()
        found += int(ours[0].sum())
    assert 0 < found < different.size


# -- the tables ------------------------------------------------------------------------


def test_equal_algorithms_have_one_law_and_shifted_ones_are_shifted():
    scores = (
        null_scores(
            "half-shifted", 5, 1, 20_000, np.random.default_rng(1), shift=0.5, grid=0.0
        )[:, 0]
        * 1e-6
    )
    noise = scores - scores.mean(axis=1, keepdims=True)
    means = noise.mean(axis=0)
    assert means[:3] == pytest.approx(means[:3].mean(), abs=0.03)
    assert means[3:] - means[:3].mean() == pytest.approx([0.5, 0.5], abs=0.03)
    assert stats.ks_2samp(noise[:, 0], noise[:, 2]).pvalue > 1e-4
    assert scores.mean(axis=1).std() == pytest.approx(
        np.hypot(2.0, 1 / np.sqrt(5)), rel=0.03
    )


def test_differences_of_mirrored_algorithms_have_no_direction():
    scores = (
        null_scores(
            "mirrored", 4, 1, 20_000, np.random.default_rng(2), shift=1.0, grid=0.0
        )[:, 0]
        * 1e-6
    )
    for i, j in ((0, 1), (0, 2), (2, 3)):
        difference = scores[:, i] - scores[:, j]
        assert stats.ks_2samp(difference, -difference).pvalue > 1e-4
    inner = scores[:, 2:]
    assert (
        (scores[:, :2].max(axis=1) > inner.max(axis=1))
        & (scores[:, :2].min(axis=1) < inner.min(axis=1))
    ).mean() > 0.99


def test_a_grid_makes_ties():
    fine, coarse = (
        null_scores("global", 3, 20, 50, np.random.default_rng(3), shift=1, grid=grid)
        for grid in (0, 1.0)
    )
    ties = [
        float((scores[..., 0] == scores[..., 1]).mean()) for scores in (fine, coarse)
    ]
    assert ties[0] == 0
    assert ties[1] == pytest.approx(
        0.28, abs=0.04
    )  # P(two normal scores, standard deviation 1, in one cell) about
    assert (fine == np.rint(fine)).all()


# -- what is counted -------------------------------------------------------------------


def test_numbers_are_those_of_the_tables():
    study = cd.study_level(
        4, 12, p_adjust=["nemenyi", "holm"], alpha=0.2, repeats=60, seed=7, grid=0.5
    )
    assert study.nulls == ("global", "one-shifted", "half-shifted")
    assert study.true.sum(axis=1).tolist() == [6, 3, 2]
    for at, null in enumerate(study.nulls):
        tables = tables_of(null, 4, 12, 60, seed=7, number=at, grid=0.5)
        equal = [i < study_equal(null, 4) for i in range(4)]
        for test, p_adjust in enumerate(("nemenyi", "holm")):
            compared = [
                cd.compare(table, p_adjust=p_adjust, alpha=0.2) for table in tables
            ]
            errors = comparisons = 0
            for comparison in compared:
                false = [
                    comparison.different()[i, j]
                    for i in range(4)
                    for j in range(i + 1, 4)
                    if equal[i] == equal[j]
                ]
                errors += any(false)
                comparisons += sum(false)
            assert study.family_errors[at, test] == errors
            assert study.per_comparison[at, test] == pytest.approx(
                comparisons / (60 * study.true[at].sum())
            )
        rejects = sum(result.pvalue <= 0.2 for comparison in compared for result in comparison.omnibus
                      if result.name == "iman-davenport" and not result.tie_corrected)  # fmt: skip
        assert study.omnibus_rejections[at] == rejects
    assert (study.omnibus, study.family_errors.min() > 0) == ("Friedman", True)


def study_equal(null, k):
    return {"global": k, "one-shifted": k - 1, "half-shifted": k - k // 2}[null]


def test_the_best_is_another_one_in_each_table():
    study = cd.study_level(3, 6, null="global", control="best", repeats=300)
    assert study.decided.sum() == 2 * 300
    assert (study.decided < 300).all()
    assert study.rejections.sum() <= study.decided.sum()


def test_decisions_that_nobody_makes_have_no_share():
    study = cd.study_level(4, 14, null="one-shifted", control="best", repeats=16)
    assert (
        study.decided[0, ~study.true[0]].sum() == 3 * 16
    )  # the shifted one is always the best
    assert np.isnan([study.per_comparison, *study.per_comparison_interval]).all()
    assert study.to_frame()["Per comparison"].isna().all()
    assert "nan" not in study._repr_html_()


def test_intervals_are_wilsons():
    study = cd.study_level(3, 8, null="global", p_adjust="none", repeats=400)
    low, high = study.familywise_interval
    expected = stats.binomtest(int(study.family_errors[0, 0]), 400).proportion_ci(
        method="wilson"
    )
    assert (low[0, 0], high[0, 0]) == pytest.approx(
        (expected.low, expected.high), abs=1e-9
    )
    low, high = study.per_comparison_interval
    assert low[0, 0] < study.per_comparison[0, 0] < high[0, 0]
    assert study.exceeds.tolist() == [
        [bool(study.familywise[0, 0] > 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400))]
    ]


def test_all_adjustments_that_go_with_the_tests():
    tests = cd.study_level(3, 6, null="global", p_adjust="all", repeats=1).tests
    table = cd.ScoreTable.from_arrays(np.eye(6)[:, :3], algorithms=list("ABC"))
    names = []
    for key, entry in ADJUSTMENTS.items():
        if key == "none" or entry.needs == "sign flips" or entry.stands_for != key:
            continue
        with suppress(cd.UsageError):
            names.append(cd.compare(table, p_adjust=key, method="asymptotic").test)
    assert [name.removesuffix(" (asymptotic)") for name in names] == [*tests]
    assert "Nemenyi" in tests
    assert not [name for name in tests if "not adjusted" in name]
    assert cd.study_level(2, 6, p_adjust="all", repeats=1).tests == (
        "Friedman ranks (exact)",
    )
    of_signs = cd.study_level(
        3, 6, pair_test="multiple-sign", control="A1", p_adjust="all", repeats=1
    )
    assert of_signs.tests == ("Multiple sign test (one-sided)",)
    assert (
        "Wilcoxon, Bergmann–Hommel"
        not in cd.study_level(
            7, 6, pair_test="wilcoxon", p_adjust="all", repeats=1
        ).tests
    )


def test_kinds_of_null_hypotheses_are_studied_once():
    assert cd.study_level(3, 6, repeats=1).nulls == ("global", "one-shifted")
    assert cd.study_level(2, 6, repeats=1).nulls == ("global",)
    assert cd.study_level(
        3, 6, null=["half-shifted", "one-shifted"], repeats=1
    ).nulls == (
        "half-shifted",
        "one-shifted",
    )


# -- how it shows itself ---------------------------------------------------------------


def test_texts_and_tables():
    study = cd.study_level(
        5,
        20,
        null=["global", "mirrored"],
        p_adjust=["nemenyi", "none"],
        repeats=500,
        grid=0.25,
    )
    assert (
        repr(study)
        == "<LevelStudy of 2 tests of 5 algorithms on 20 data sets: 500 tables, "
        "alpha = 0.05>"
    )
    first, made, _ = str(study).splitlines()
    assert first.startswith(
        "Some error rates exceed α = 0.05 by more than three standard errors of the "
        "simulation. When "
    )
    assert first.count("Friedman ranks, not adjusted") == 2
    assert (
        "When one of two algorithms, selected at random on each data set, has the best "
        "score and the other the worst, the error rate is 0." in first
    )
    assert "rounded to multiples of 0.25" in made
    assert "shifted" not in made
    frame = study.to_frame()
    assert frame["Family-wise"].tolist() == study.familywise.ravel().tolist()
    assert frame["Above α"].tolist() == [
        {True: "yes", False: "no"}[bool(value)] for value in study.exceeds.ravel()
    ]
    subject, _, sampling = study.caption().partition(". ")
    assert subject == (
        "Error rates of tests that compare 5 algorithms on 20 data sets (α = 0.05)"
    )
    assert sampling in str(study).replace("\n", " ")
    assert "<table" in study._repr_html_()
    found = json.loads(json.dumps(study.to_dict(), allow_nan=False))
    assert found["familywise"] == study.familywise.tolist()
    assert (found["schema"], found["study"]) == (1, "level")
    held = cd.study_level(3, 20, null="global", repeats=100, alpha=0.3)
    assert "The largest error rate, 0." in held.summary()
    assert (
        "occurs when all algorithms perform equally (test: Nemenyi)." in held.summary()
    )


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((1, 5), {}, "k must be a whole number of at least 2, not 1."),
        ((3, 1), {}, "n must be a whole number of at least 2, not 1."),
        ((3, 5), {"repeats": 0}, "repeats must be a whole number of at least 1, not 0."),
        ((3, 5), {"null": "globl"},
         "unknown null 'globl': did you mean 'global'? Choose from 'all', 'global', "
         "'one-shifted', 'half-shifted', "
         "'mirrored'."),
        ((2, 5), {"null": "one-shifted"},
         "null 'one-shifted' does not apply, because no two algorithms of the family perform equally "
         "under this hypothesis. Use 'global'."),
        ((3, 5), {"null": []}, "null is empty. Specify one of 'global', 'one-shifted', "
        "'half-shifted', 'mirrored'."),
        ((3, 5), {"grid": -1}, "grid must be finite and non-negative, not -1."),
        ((3, 5), {"shift": np.inf}, "shift must be a finite number, not inf."),
        ((3, 5), {"alpha": 0}, "alpha must be between 0 and 1, not 0. Use 0.05, for "
                               "example."),
        ((3, 5), {"control": "B"}, "the control 'B' is not one of the algorithms: "
                                   "choose from 'A1', 'A2', 'A3'."),
        ((3, 5), {"p_adjust": "tukey"},
         "p_adjust 'tukey' requires ranking 'means' and pair_test 't'. Specify both, "
         "or use 'nemenyi' for average ranks."),
        ((3, 5), {"p_adjust": "all", "ranking": "friedmann"},
         "unknown ranking 'friedmann': did you mean 'friedman'? Choose from "
         "'friedman', 'aligned', 'quade', 'means', "
         "'skillings-mack'."),
        ((3, 5), {"ranking": "skillings-mack", "pair_test": "sign"},
         "ranking 'skillings-mack' requires missing scores, which the sampled tables do not have. Use 'friedman'."),
    ],
)  # fmt: skip
def test_refusals(arguments, options, message):
    with pytest.raises((InputError, UsageError)) as refused:
        cd.study_level(*arguments, **options)
    assert str(refused.value) == message
