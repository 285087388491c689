"""A simultaneous level is stated only if the family-wise error rate is controlled;
otherwise every output says so.
"""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import cddiagram as cd
from cddiagram.procedures import (
    ADJUSTMENTS,
    PAIR_TEST_CHOICES,
    RANKING_CHOICES,
    VARIANCES,
    adjustment_choices,
)
from cddiagram.report import comparison_text, ranks_table
from cddiagram.words.sentences import brief_sentences

TABLE = cd.load_example("garcia2010-table3")
UNCONTROLLED = "error rate is not controlled"


def comparisons():
    """Yield a comparison for each combination of ranking, test, adjustment, variance
    and control that is supported.
    """
    for ranking in RANKING_CHOICES:
        for pair_test in PAIR_TEST_CHOICES:
            for p_adjust in adjustment_choices():
                for variance in VARIANCES:
                    for control in (None, "PDFC"):
                        options = {
                            "ranking": ranking,
                            "pair_test": pair_test,
                            "p_adjust": p_adjust,
                        }
                        options |= {"variance": variance, "control": control}
                        try:
                            yield options, cd.compare(TABLE, **options)
                        except cd.UsageError:
                            continue


FOUND = list(comparisons())


def outputs(comparison):
    """Return every text in which decisions are stated."""
    return {
        "caption": comparison.caption(),
        "methods": comparison.methods(),
        "summary": comparison.summary(),
        "text": comparison_text(comparison),
        "brief": " ".join(brief_sentences(comparison)),
        "notebook": comparison._repr_html_(),
        "pairs": comparison.tabulate("pairs").to_text(),
        "p-values": comparison.tabulate("pvalues").to_markdown(),
        "fragments": comparison.to_latex(),
    }


def test_no_level_of_confidence_without_control_of_the_family_wise_error_rate():
    stated = set()
    for options, comparison in FOUND:
        control = comparison.error_control.controls
        texts = (
            comparison.caption(show_rank_intervals=True),
            " ".join(map(str, ranks_table(comparison).notes)),
        )
        for text in texts:
            assert ("95" in text) == (control == "fwer"), (options, text)
        stated.add(control)
    assert stated == {entry.controls for entry in ADJUSTMENTS.values()}


def test_assumptions_are_stated_with_the_level():
    assumptions = {
        "any": "confidence level of at least 95%.",
        "positive": "level of at least 95% if the tests are positively dependent.",
        "independence": "level of at least 95% if the tests are independent.",
        "transitive": "level of at least 95% if the scores of the algorithms differ only "
        "by a shift.",
        "exchangeable": "level of at least 95% if algorithms that perform equally are "
        "exchangeable.",
    }
    seen = set()
    for options, comparison in FOUND:
        condition = comparison.error_control.condition
        if comparison.error_control.controls != "fwer" or (
            options["control"] and condition != "exchangeable"
        ):
            continue
        assert assumptions[condition] in comparison.caption(show_rank_intervals=True)
        seen.add(condition)
    assert seen == {*assumptions}


@pytest.mark.parametrize(
    ("options", "how"),
    [
        ({}, "approximately "),
        ({"method": "exact", "p_adjust": "holm"}, ""),
        ({"p_adjust": "holm"}, "approximately "),
    ],
)
def test_weak_control_is_explained_beside_place_intervals(options, how):
    comparison = cd.compare(TABLE, alpha=0.1, **options)
    said = (
        f"If all algorithms perform equally, the tests {how}control the family-wise error "
        "rate (FWER) at level α = 0.10. If only some"
    )
    assert said in comparison.caption(show_rank_intervals=True)
    assert said in comparison.summary()
    assert said not in comparison.caption()


@pytest.mark.parametrize(
    "options",
    [
        {"p_adjust": "li"},
        {"p_adjust": "none"},
        {"pair_test": "wilcoxon", "p_adjust": "li"},
        {"pair_test": "wilcoxon", "p_adjust": "none", "control": "PDFC"},
    ],
)
def test_every_output_with_decisions_says_that_the_error_rate_is_not_controlled(
    options,
):
    for name, text in outputs(cd.compare(TABLE, **options)).items():
        past = UNCONTROLLED.replace(" is ", " was ")
        assert UNCONTROLLED in " ".join(text.split()) or (
            name == "methods" and past in text
        ), name


def test_every_conclusion_says_it_itself():
    from cddiagram.words.decisions import conclusions

    for options, comparison in FOUND:
        decided = [
            sentence for sentence in conclusions(comparison) if "α = " in sentence
        ]
        assert decided, options
        for sentence in decided:
            assert (UNCONTROLLED in sentence) == comparison.error_control.none


@pytest.mark.parametrize(
    "options",
    [{}, {"pair_test": "wilcoxon"}, {"pair_test": "wilcoxon", "p_adjust": "hochberg"}],
)
def test_no_output_says_so_if_it_is_controlled(options):
    for name, text in outputs(cd.compare(TABLE, **options)).items():
        assert "not controlled" not in text, name


def test_the_key_of_a_figure_states_no_level_without_control():
    for p_adjust, words in (
        ("nemenyi", "The intervals are not simultaneous confidence intervals."),
        (
            "none",
            "The tests do not control the family-wise error rate, so the intervals are",
        ),
    ):
        comparison = cd.compare(TABLE, p_adjust=p_adjust)
        drawing = cd.plot_cd(comparison, show_rank_intervals=True)
        texts = " ".join(
            getattr(element, "text", "") for element in drawing.layout.elements
        )
        assert words in comparison.caption("cd", show_rank_intervals=True)
        assert "95" not in texts


def test_simultaneous_coverage_of_stated_intervals_by_simulation():
    """Of tables with two equal algorithms and a third far away, intervals miss a true
    place in at most about alpha.

    The intervals of tests with weak control only may miss more; those of Wilcoxon's
    test with Holm's adjustment state a level, and hold it.
    """
    rng, repeats, missed = np.random.default_rng(5), 300, 0
    for _ in range(repeats):
        scores = rng.normal(size=(12, 3)) + np.array([0.0, 0.0, 3.0])
        table = cd.ScoreTable.from_arrays(scores, algorithms=list("ABC"))
        intervals = cd.compare(table, pair_test="wilcoxon").rank_intervals
        missed += not (
            intervals["A"][1] == 3
            and intervals["B"][1] == 3
            and intervals["A"][0] <= 2 >= intervals["B"][0]
        )
    assert missed / repeats < 0.05 + 3 * np.sqrt(0.05 * 0.95 / repeats)


def test_levels_in_percent_have_no_space():
    from cddiagram.words.numbers import format_level

    for level in (0.5, 0.9, 0.95, 0.975, 0.9975, 1 - 0.05 / 190, 0.05, 0.01):
        text = format_level(level)
        assert " " not in text
        assert_allclose(
            float(text.removesuffix("%")) / 100,
            level,
            atol=0.006 * min(level, 1 - level),
        )
