"""An adjustment that controls the false discovery rate: every text names this rate, and
none claims the family-wise error rate or simultaneous confidence.
"""

import re

import pytest

import cddiagram as cd
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.report import comparison_text, ranks_table
from cddiagram.words.decisions import conclusions
from cddiagram.words.sentences import brief_sentences

TABLE = cd.load_example("garcia2010-table3")
FDR = [key for key, entry in ADJUSTMENTS.items() if entry.controls == "fdr"]
RATE, FAMILY = "alse discovery rate", "family-wise error rate"


@pytest.fixture(params=FDR)
def p_adjust(request):
    return request.param


@pytest.fixture(params=[None, "PDFC"])
def comparison(p_adjust, request):
    return cd.compare(
        TABLE, pair_test="wilcoxon", p_adjust=p_adjust, control=request.param
    )


def texts(comparison):
    """Return every text in which decisions are stated."""
    return {
        "caption": comparison.caption(),
        "caption of the matrix": comparison.caption("pvalue-matrix"),
        "methods": comparison.methods(),
        "summary": comparison.summary(),
        "text": comparison_text(comparison),
        "brief": " ".join(brief_sentences(comparison)),
        "notebook": comparison._repr_html_(),
        "pairs": comparison.tabulate("pairs").to_text(),
        "p-values": comparison.tabulate("pvalues").to_markdown(),
        "fragments": comparison.to_latex(),
        "advice": " ".join(map(str, cd.advise(comparison))),
        "report": cd.make_report(comparison, figures=()).to_markdown(),
        "conclusions": " ".join(map(str, conclusions(comparison))),
    }


def test_there_is_one():
    assert "benjamini-hochberg" in FDR


def test_every_text_names_the_rate_that_is_controlled(comparison):
    assert comparison.error_control.controls == "fdr"
    for name, text in texts(comparison).items():
        words = " ".join(text.split())
        assert RATE in words, name
        assert FAMILY in words, name
        assert "control the family-wise error rate at" not in words, name
        assert "confidence at least" not in words, name


def test_place_intervals_have_no_simultaneous_level(comparison):
    notes = " ".join(map(str, ranks_table(comparison).notes))
    drawing = cd.plot_cd(comparison, show_rank_intervals=True)
    labels = [getattr(element, "text", "") for element in drawing.layout.elements]
    for words in (
        comparison.caption(show_rank_intervals=True),
        notes,
        " ".join(labels),
    ):
        assert "95" not in words
    for words in (comparison.caption(show_rank_intervals=True), notes):
        assert "are not simultaneous confidence intervals" in words
        assert RATE in words


def test_a_caption_says_it_once(comparison):
    limits = "the family-wise error rate is not controlled"
    assert comparison.caption(show_rank_intervals=True).count(limits) == 1


def test_letters_and_bars_are_read_as_decisions_about_pairs(p_adjust):
    """Groups are made from the decisions; the sentence about the rate stands with
    them.
    """
    comparison = cd.compare(TABLE, pair_test="wilcoxon", p_adjust=p_adjust)
    caption = comparison.caption("cd", letters=True)
    assert "share a letter if and only if they are not significantly" in caption
    condition = " if the tests are positively dependent"
    if ADJUSTMENTS[p_adjust].condition != "positive":
        condition = ""
    assert f"The f{RATE} is at most 5%{condition}, but the" in caption


def test_the_rate_is_not_claimed_if_tests_depend_on_all_algorithms(p_adjust):
    """p-values on joint ranks are valid only if all algorithms perform equally."""
    comparison = cd.compare(TABLE, p_adjust=p_adjust)
    assert comparison.error_control.controls == "none"
    for words in (comparison.caption(show_rank_intervals=True), comparison.summary()):
        assert RATE not in words
        assert "The family-wise error rate is not controlled." in words


def test_the_families_of_a_report_name_it_apart(p_adjust):
    comparison = cd.compare(TABLE, pair_test="wilcoxon")
    report = cd.make_report(comparison, figures=(), sections=["procedures"])
    words = " ".join(report.to_text().split())
    said = re.search(rf"\. ([^.]+) controls? the f{RATE} instead", words)
    assert ADJUSTMENTS[p_adjust].name in said[1]


def test_folds_name_the_rate(p_adjust):
    comparison = cd.compare_folds(TABLE, folds=12, p_adjust=p_adjust)
    for words in (comparison.caption(), comparison.summary()):
        assert f"The f{RATE} is at most 5%" in words
        assert "the family-wise error rate is not controlled" in words


def test_convergence_claims_no_error_rate(p_adjust):
    comparison = cd.compare_convergence(
        cd.load_histories("optimisers"), p_adjust=p_adjust
    )
    for words in (comparison.caption(), comparison.summary()):
        assert ADJUSTMENTS[p_adjust].name in words
        assert "family-wise" not in words
        assert "confidence" not in words
