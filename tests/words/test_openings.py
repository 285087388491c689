"""A caption opens with what its figure shows, and says so of intervals that contradict
the tests.
"""

import inspect
import re

import numpy as np
import pytest

import cddiagram as cd

TABLE = cd.load_example("garcia2008-table2")
WILCOXON = cd.compare(TABLE, pair_test="wilcoxon")


@pytest.mark.parametrize(
    ("figure", "opening"),
    [
        (
            "pvalue-matrix",
            "Adjusted p-values for pairwise comparisons of 5 algorithms on 30 data "
            "sets.",
        ),
        (
            "pair-matrix",
            "Pairwise comparisons of 5 algorithms on 30 data sets (higher scores are "
            "better).",
        ),
        (
            "pair-scatter",
            "Scores of two of the 5 algorithms on 30 data sets (higher scores are better).",
        ),
        (
            "forest",
            "Hodges–Lehmann estimates of the score differences between 5 algorithms on "
            "30 data sets (higher scores are better).",
        ),
        (
            "rank-distribution",
            "Distribution of the ranks of 5 algorithms on 30 data sets. Rank 1 is best "
            "(higher scores are better).",
        ),
        (
            "cd",
            "Critical-difference diagram of 5 algorithms on 30 data sets. Rank 1 is best "
            "(higher scores are better).",
        ),
    ],
)
def test_captions_open_with_what_the_figure_shows(figure, opening):
    assert WILCOXON.caption(figure).startswith(opening)
    assert "verage ranks of" not in WILCOXON.caption(figure)


def test_openings_of_a_control_of_two_and_without_adjustment():
    control = cd.compare(TABLE, control="C4.5").caption("pvalue-matrix")
    assert control.startswith(
        "Adjusted p-values for comparisons of 4 algorithms with the control on 30 data "
        "sets. The control, C4.5, was compared with the others using"
    )
    two = cd.compare(TABLE.select(["C4.5", "CN2"]), pair_test="wilcoxon")
    assert two.caption("pvalue-matrix").startswith(
        "The p-value for the comparison of C4.5 and CN2 on 30 data sets."
    )
    assert two.caption("pair-scatter").startswith(
        "Scores of C4.5 and CN2 on 30 data sets (higher"
    )
    bare = cd.compare(TABLE, p_adjust="none")
    assert bare.caption("pvalue-matrix").startswith(
        "The p-values for pairwise comparisons of 5 algorithms"
    )
    given = cd.compare_pvalues(
        [1, 2, 3], np.full((3, 3), 0.1), algorithms=list("ABC"), p_adjust="holm"
    )
    assert given.caption("pvalue-matrix").startswith(
        "Adjusted p-values for pairwise comparisons of 3 algorithms. "
    )


def test_names_with_commands_of_latex_are_escaped_in_openings():
    table = cd.ScoreTable.from_arrays(
        np.arange(12.0).reshape(6, 2) % 5, algorithms=["a_b", "c%d"]
    )
    caption = cd.compare(table, pair_test="wilcoxon").caption(
        "pvalue-matrix", latex=True
    )
    assert "$p$-value for the comparison of " in caption
    assert r"a\_b" in caption
    assert r"c\%d" in caption


@pytest.mark.parametrize("figure", ["forest"])
def test_simultaneous_levels_are_lower_bounds(figure):
    for comparison, level in ((WILCOXON, "95%"), (WILCOXON.at(0.1), "90%")):
        assert (
            f"simultaneous confidence intervals (confidence level at least {level})"
            in comparison.caption(figure)
        )


def crossing(comparison, effects):
    different = comparison.different()
    return (
        different & (effects.interval_low <= 0) & (effects.interval_high >= 0)
    ).any()


def test_intervals_that_contain_0_although_the_difference_is_significant_are_explained():
    rng, seen = np.random.default_rng(7), {True: 0, False: 0}
    for _ in range(40):
        scores = rng.normal(size=(14, 3)) + np.array([0.0, 0.6, 1.2])
        comparison = cd.compare(
            cd.ScoreTable.from_arrays(scores, algorithms=list("ABC")),
            pair_test="wilcoxon",
        )
        crosses = crossing(comparison, comparison.simultaneous_effects)
        why = (
            "because Bonferroni's adjustment of the intervals is more conservative than Holm's "
            "adjustment of the tests."
        )
        assert (why in comparison.caption("forest")) == crosses
        seen[bool(crosses)] += 1
    assert min(seen.values()) > 3


def test_intervals_of_other_tests_are_explained_otherwise():
    scores = np.column_stack(
        [np.arange(20.0), np.arange(20.0) + np.where(np.arange(20) < 16, 1, -40)]
    )
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(scores, algorithms=list("AB")), pair_test="sign"
    )
    assert crossing(comparison, comparison.simultaneous_effects)
    assert "because the intervals are based on a different test." in comparison.caption(
        "forest"
    )


def test_folds_explain_an_interval_that_contains_0_beside_a_significant_difference():
    rng, seen = np.random.default_rng(2), {True: 0, False: 0}
    for _ in range(60):
        scores = rng.normal(size=(10, 3)) * 0.02 + np.array([0.0, 0.01, 0.035])
        folds = cd.compare_folds(dict(zip("ABC", scores.T, strict=True)), folds=10)
        low, high = folds.intervals
        crosses = bool((folds.different() & (low <= 0) & (high >= 0)).any())
        said = (
            "An interval can contain 0 although the difference is significant, "
            "because Bonferroni's adjustment"
        )
        texts = (
            folds.caption(),
            folds.tabulate("folds").to_text(),
            folds.tabulate("folds").to_markdown(),
        )
        for text in texts:
            assert (said in " ".join(text.split())) == crosses
            assert "at least 95%" in " ".join(text.split())
        seen[crosses] += 1
    assert min(seen.values()) > 3


def test_all_pairwise_differences_are_significant():
    scores = np.arange(3) * 100.0 + np.random.default_rng(0).normal(size=(20, 3))
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(scores, algorithms=list("ABC")), pair_test="wilcoxon"
    )
    assert comparison.different().sum() == 6
    report = cd.make_report(comparison, sections=["summary", "brief"]).to_markdown()
    for text in (comparison.summary(), report):
        assert "All pairwise differences are significant" in text
        assert "All algorithms are" not in text


def test_a_figure_without_critical_difference_is_refused_in_a_sentence():
    for comparison in (
        WILCOXON,
        cd.compare(TABLE, pair_test="sign"),
        cd.compare(TABLE, p_adjust="finner"),
    ):
        with pytest.raises(
            cd.UsageError,
            match=r"^MCB requires a critical difference, but there is none for this ",
        ):
            cd.plot_mcb(comparison)


def test_no_docstring_of_a_figure_documents_an_option_twice():
    for name in dir(cd):
        function = getattr(cd, name)
        if not (inspect.isfunction(function) and function.__doc__):
            continue
        entries = re.findall(
            r"^ {4}(\w+(?:, \w+)*) : ", function.__doc__, flags=re.MULTILINE
        )
        options = [option for entry in entries for option in entry.split(", ")]
        assert len(options) == len(set(options)), name


def test_what_changes_without_an_algorithm_is_no_list_of_three():
    study = cd.study_stability(cd.compare(TABLE), resamples=50)
    changed = study.changed("algorithm")
    assert changed
    summary = study.summary()
    first = changed[0]
    outcome = "becomes significant" if first.different else "is no longer significant"
    said = (
        f"If {first.left_out} is omitted, the difference between {first.first} and "
        f"{first.second} {outcome}."
    )
    assert said in summary
    assert "without C4.5, " not in summary
