"""Caption and method in text and LaTeX, the sources, numbers in cells."""

import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import cddiagram as cd
from cddiagram.document import (
    full_p,
    full_p_cell,
    number_cell,
    p_cell,
    score_cell,
)
from cddiagram.text import cite, join
from cddiagram.words.inlines import pasted_words, plain_words
from cddiagram.words.methods import methods_bibtex
from cddiagram.words.sentences import group_lines
from cddiagram.words.sources import SOURCES, source_of


def demsar(**options):
    return cd.compare(cd.load_example("demsar2006-table6-ranks"), **options)


def test_the_method_of_demsars_example():
    assert demsar(alpha=0.10).methods() == (
        "We compared 4 algorithms on 14 data sets; lower scores are better. On each data "
        "set, we ranked the algorithms from 1 (best) to 4, assigning tied algorithms "
        "the mean of their ranks, and averaged the ranks over the data sets (Demšar, "
        "2006). The Iman–Davenport test (Iman & Davenport, 1980) rejected the hypothesis "
        "that all algorithms perform equally, F(3, 39) = 3.69, p = 0.020. We then "
        "compared all pairs of algorithms using the asymptotic two-sided Nemenyi test "
        "(Nemenyi, 1963) at α = 0.10 (critical difference CD = 1.12). All computations were performed with cddiagram "
        f"{cd.__version__}."
    )


def test_the_method_in_latex():
    text = demsar(alpha=0.10).methods(latex=True)
    assert (
        r"The Iman--Davenport test~\cite{iman1980} rejected the hypothesis that all "
        r"algorithms perform equally, $F_{3, 39} = 3.69$, $p = 0.020$." in text
    )
    assert (
        r"the asymptotic two-sided Nemenyi test~\cite{nemenyi1963} at $\alpha = 0.10$"
        in text
    )
    assert r"$\mathrm{CD} = 1.12$" in text
    assert "Iman--Davenport" in text
    assert text.isascii()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"control": "C4.5"}, "compared the control, C4.5, with the other algorithms using "
                              "the asymptotic two-sided Bonferroni–Dunn test (Dunn, "
                              "1961) at α = 0.05"),
        ({"control": "best"}, "compared the best-ranked algorithm, C4.5+m+cf, with the other "
                              "algorithms using the asymptotic two-sided Nemenyi test"),
        ({"p_adjust": "bergmann-hommel"}, "using two-sided z tests on average ranks (Demšar, "
                                          "2006) at α = 0.05. We applied the "
                                          "Bergmann–Hommel adjustment for 6 comparisons "
                                          "(Bergmann & Hommel, 1988)."),
        ({"p_adjust": "none"}, "at α = 0.05, without adjustment for the 6 comparisons"),
        ({"pair_test": "wilcoxon", "zeros": "pratt"}, "signed-rank tests (Wilcoxon, 1945) at "
                                                      "α = 0.05. Zero differences were "
                                                      "treated by Pratt's rule (Pratt, "
                                                      "1959). We applied Holm's adjustment "
                                                      "for 6 comparisons (Holm, 1979)."),
        ({"ranking": "quade", "variance": "conover"}, "Conover's variance (Conover, 1999)"),
        ({"ranking": "means", "pair_test": "t", "p_adjust": "tukey"},
         "the two-sided Tukey test (Tukey, 1949) at"),
        ({"alpha": 0.001}, "At α = 0.001, the Iman–Davenport test (Iman & Davenport, 1980) did "
                           "not reject the hypothesis that all algorithms perform equally, "
                           "F(3, 39)"),
    ],
)  # fmt: skip
def test_the_method_says_what_was_done(options, said):
    assert said in demsar(**options).methods()


def test_data_sets_left_out_are_told():
    table = cd.ScoreTable(
        scores=[[1, 2], [2, 1], [3, 1]],
        algorithms=("A", "B"),
        datasets=("x", "y", "z"),
        dropped=("w",),
    )
    assert (
        "One further data set with missing scores was excluded."
        in cd.compare(table).methods()
    )


@pytest.mark.parametrize("figure", ["cd", "rank-bars", "pvalue-matrix", "mcb"])
def test_the_caption_in_latex_has_the_numbers_of_the_text(figure):
    comparison = demsar(alpha=0.10)
    text, latex = comparison.caption(figure), comparison.caption(figure, latex=True)
    assert re.findall(r"\d*\.\d+", text) == re.findall(r"\d*\.\d+", latex)
    assert r"$F_{3, 39} = 3.69$, $p = 0.020$" in latex
    assert r"$\alpha = 0.10$" in latex


def test_names_are_escaped_in_latex():
    table = cd.ScoreTable.from_arrays(
        np.random.default_rng(1).normal(size=(12, 3)),
        algorithms=["A&B", "50%_x", "it's"],
    )
    comparison = cd.compare(table, control="50%_x")
    assert r"50\%\_x" in comparison.caption(latex=True)
    assert r"50\%\_x" in comparison.methods(latex=True)
    other = cd.compare(table, control="it's").methods(latex=True)
    assert "the control, it's, with" in other
    assert "cdd" not in other.replace("cddiagram", "")


def test_the_entries_are_those_of_the_paragraph():
    comparison = demsar(pair_test="sign")
    keys = set(re.findall(r"@\w+\{(\w+),", methods_bibtex(comparison)))
    cited = {
        key
        for keys in re.findall(r"\\cite\{([^}]*)\}", comparison.methods(latex=True))
        for key in keys.split(",")
    }
    assert keys == cited
    assert comparison.references() == methods_bibtex(comparison)


@pytest.mark.parametrize("key", SOURCES)
def test_sources_are_complete(key):
    reference, source = source_of(key), SOURCES[key]
    assert reference.bibtex.isascii()
    assert reference.bibtex.count("{") == reference.bibtex.count("}")
    assert reference.label.endswith(str(source.year))
    assert key.endswith(str(source.year))
    assert f"year = {{{source.year}}}" in reference.bibtex
    needed = {
        "article": {"journal", "volume", "pages"},
        "book": {"publisher"},
        "incollection": {"booktitle", "editor", "pages", "publisher"},
        "phdthesis": {"school"},
    }[source.kind]
    assert needed <= set(dict(source.fields))
    assert reference.text.endswith(".")
    assert ".." not in reference.text


@pytest.mark.parametrize(
    ("key", "where"),
    # as the reference lists of Demšar 2006, García & Herrera 2008 and García et al.
    # 2010 have them
    [
        ("holm1979", "Scandinavian Journal of Statistics, 6, 65–70."),
        ("hommel1988", "Biometrika, 75, 383–386."),
        ("rom1990", "Biometrika, 77, 663–665."),
        ("finner1993", "Journal of the American Statistical Association, 88, 920–923."),
        ("li2008", "Journal of Statistical Planning and Inference, 138, 1521–1527."),
        ("holland1987", "Biometrics, 43, 417–423."),
        ("quade1979", "Journal of the American Statistical Association, 74, 680–683."),
        ("hodges1962", "The Annals of Mathematical Statistics, 33, 482–497."),
        ("doksum1967", "The Annals of Mathematical Statistics, 38, 878–883."),
        ("rhyne1965", "Technometrics, 7, 293–306."),
        (
            "shaffer1986",
            "Journal of the American Statistical Association, 81, 826–831.",
        ),
        ("iman1980", "Communications in Statistics – Theory and Methods, 9, 571–595."),
        ("hochberg1988", "Biometrika, 75, 800–802."),
    ],
)
def test_sources_agree_with_the_papers(key, where):
    assert source_of(key).text.endswith(where)


def test_neighbouring_citations_share_their_brackets():
    words = join(
        "by Holm", cite("holm1979"), cite("demsar2006"), " and", cite("dunn1961"), "."
    )
    assert plain_words(words) == "by Holm (Holm, 1979; Demšar, 2006) and (Dunn, 1961)."
    assert (
        pasted_words(words)
        == r"by Holm~\cite{holm1979,demsar2006} and~\cite{dunn1961}."
    )


@given(st.floats(0, 1), st.sampled_from([0.05, 0.1, 0.01, 0.3]))
@example(0.99996, 0.05)
@example(1.0, 0.05)
@example(0.0, 0.05)
def test_full_pvalues_read_on_the_right_side(p, alpha):
    text = full_p(p, [alpha])
    if p < 1e-300:  # among them 0, what is left of a p-value that no double can hold
        assert text == "<1e-300"
        return
    if text == ">0.9999":  # rounding would reach 1
        assert 0.9999 < p < 1
        return
    assert (float(text) <= alpha) == (p <= alpha)
    assert float(text) == pytest.approx(
        p, rel=1e-3, abs=5.01e-5
    )  # half a digit, as a double
    assert (float(text) == 0) == (p == 0)


def test_numbers_have_true_minus_signs_and_no_minus_zero():
    assert number_cell(-0.25, 2).text == "−0.25"
    assert number_cell(-0.0, 2).text == "0.00"
    assert number_cell(-1e-13, 2).text == "0.00"  # rounding errors of a statistic
    assert number_cell(float("-inf")).text == "−∞"
    assert number_cell(float("nan")).role == "none"


@given(st.floats(-1e12, 1e12), st.integers(0, 6))
def test_no_number_of_scores_but_0_prints_as_0(value, decimals):
    text = score_cell(value, decimals).text.replace("−", "-")
    assert (float(text) == 0) == (value == 0)
    assert float(text) == pytest.approx(value, rel=5.1e-3, abs=0)


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (70881.4, 0, "70881"), (-0.05573, 0, "−0.0557"), (-0.0253, 0, "−0.0253"), (12.0, 0, "12"), (12.34, 0, "12.3"),
        (0.002, 4, "0.0020"), (0.00042, 4, "0.00042"), (0.000423456, 4, "0.000423"), (3.21e-8, 4, "3.21e-08"),
    ],
)  # fmt: skip
def test_numbers_of_other_sizes_than_their_column_keep_three_digits(
    value, decimals, text
):
    assert score_cell(value, decimals).text == text


@given(st.floats(0, 1), st.sampled_from([0.05, 0.3]))
def test_pvalues_print_as_1_in_all_tables_or_in_none(p, alpha):
    assert (
        (p_cell(p, alpha).text == "1")
        == (full_p_cell(p, [alpha]).text == "1")
        == (p == 1.0)
    )


def test_a_level_of_0_is_no_pvalue_that_vanished():
    assert (
        full_p_cell(0.0, [0.05]).text == full_p_cell(1e-310, [0.05]).text == "<1e-300"
    )


def test_groups_that_would_fill_hundreds_of_pages_are_counted():
    """At 150 algorithms they are listed, at 400 they hold more names than anybody
    reads.
    """
    for k, listed in ((150, True), (400, False)):
        values = np.random.default_rng(k).normal(size=(20, k)) + np.linspace(0, 2, k)
        comparison = cd.compare(
            cd.ScoreTable.from_arrays(values, algorithms=[f"M{i}" for i in range(k)])
        )
        lines, count = group_lines(comparison), len(comparison.groups)
        names = sum(len(group.algorithms) for group in comparison.groups)
        assert (names <= 10_000) == listed
        if listed:
            assert len(lines) == count > 10
        else:
            assert lines == [
                f"There are {count} groups of algorithms that are not significantly "
                "different. The p-values show which pairs differ significantly."
            ]
