"""Captions, summaries and methods say what is true of the case: two algorithms, no
adjustment, given p-values.
"""

import itertools
import re

import numpy as np
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.figures import (
    find_figure,
    layout_cd,
    layout_rank_bars,
    reference_algorithm,
)
from cddiagram.procedures import PAIR_TEST_CHOICES, RANKING_CHOICES, adjustment_choices
from cddiagram.report import comparison_html
from cddiagram.text import CddiagramError, LayoutError, UsageError
from cddiagram.words.decisions import conclusions, pair_words
from cddiagram.words.inlines import plain_words
from cddiagram.words.numbers import format_p

P = [[1, 0.01, 0.30], [0.01, 1, 0.20], [0.30, 0.20, 1]]


def measure(text, size, bold, italic):
    return 0.5 * size * len(text)


def table_of(k, seed=3, spread=0.6, n=20):
    scores = (
        20 + np.random.default_rng(seed).normal(size=(n, k)) + spread * np.arange(k)
    )
    return cd.ScoreTable.from_arrays(scores, algorithms=[f"A{i}" for i in range(k)])


def garcia(**options):
    return cd.compare(cd.load_example("garcia2008-table2"), **options)


def given(**options):
    return cd.compare_pvalues([1.2, 2.6, 2.2], P, algorithms=["A", "B", "C"], **options)


def two(spread=0.6, **options):
    return cd.compare(table_of(2, spread=spread), **options)


# The matrix


@pytest.mark.parametrize(
    ("comparison", "values"),
    [
        (garcia(), "adjusted p-value"),
        (garcia(p_adjust="none"), "p-value"),
        (given(), "p-value"),
        (given(p_adjust="holm"), "adjusted p-value"),
        (two(pair_test="wilcoxon"), "p-value"),
    ],
)
def test_the_matrix_names_the_p_values_that_it_holds(comparison, values):
    caption = comparison.caption("pvalue-matrix")
    assert (
        f"Darker cells mark smaller {values}s. Numbers in the cells, if shown, are the "
        f"{values}s." in caption
    )
    matrix = find_figure("pvalue-matrix")
    printed = plain_words(matrix.caption(comparison, numbers=True))
    assert f"Cells show the {values}s; darker cells mark smaller values." in printed
    shaded = plain_words(matrix.caption(comparison, numbers=False))
    assert f" Darker cells mark smaller {values}s." in shaded


def test_a_matrix_of_many_algorithms_has_no_numbers():
    caption = cd.compare(table_of(40)).caption("pvalue-matrix")
    assert "Darker cells mark smaller adjusted p-values." in caption


def test_crossed_cells_are_explained_where_there_are_any():
    untested = np.array(P)
    untested[0, 1] = untested[1, 0] = np.nan
    partly = cd.compare_pvalues([1.2, 2.6, 2.2], untested, algorithms=["A", "B", "C"])
    assert partly.caption("pvalue-matrix").endswith(
        "A crossed cell marks a pair that was not tested."
    )
    for comparison in (two(control="A0"), garcia(control="C4.5")):
        assert "crossed" not in comparison.caption("pvalue-matrix")
    said = (
        "The diamond marks the control. Cells show the adjusted p-values; darker cells "
        "mark smaller values."
    )
    assert said in garcia(control="C4.5").caption("pvalue-matrix")


# The diagram


@pytest.mark.parametrize("k", [8, 20, 40, 60])
@pytest.mark.parametrize("pair_test", ["wilcoxon", "ranks"])
def test_the_caption_speaks_of_bars_where_they_are_drawn(k, pair_test):
    comparison = cd.compare(
        table_of(k, spread=2 / k, n=10), pair_test=pair_test, p_adjust="holm"
    )
    try:
        layout = layout_cd(comparison, measure=measure, width="page")
        drawn = not layout.letters
    except LayoutError:
        layout, drawn = None, False
    caption = comparison.caption()
    # In long lists, the width determines whether there are bars or letters.
    covers_both = "connected by a bar or share a letter" in caption
    assert covers_both <= (k > 40)
    assert ("Bars connect" in caption or covers_both) == drawn
    assert ("dashed" in caption) <= drawn
    shares = "share a letter if and only if" in caption
    assert shares == (layout is not None and not drawn)
    assert (f"The {len(comparison.groups):,} groups of algorithms" in caption) == (
        layout is None
    )


def test_too_many_groups_are_said_to_be_too_many():
    for k, number in ((80, "The 1,987"), (120, "More than 10,000")):
        comparison = cd.compare(
            table_of(k, spread=2 / k, n=10), pair_test="wilcoxon", p_adjust="none"
        )
        assert comparison.letter_groups is None
        expected = (
            " groups of algorithms that are not significantly different are too many "
            "to be shown by bars or letters."
        )
        assert f" {number}{expected}" in comparison.caption()


def test_a_group_that_leaves_out_one_algorithm_is_told_of():
    apart = [[1, 0.01, 0.30], [0.01, 1, 0.01], [0.30, 0.01, 1]]
    linked = cd.compare_pvalues([1.2, 2.2, 2.6], apart, algorithms=["A", "B", "C"])
    assert [group.algorithms for group in linked.groups] == [("A", "C")]
    assert (
        "an arch or a thin line in a bar marks an algorithm that is not in the group"
        in linked.caption()
    )
    assert "link" not in given().caption()


NOT_SIMULTANEOUS = "The intervals are not simultaneous confidence intervals. If all algorithms perform equally"
UNCONTROLLED_INTERVALS = (
    "The tests do not control the family-wise error rate, so the intervals are not "
    "simultaneous confidence intervals."
)


@pytest.mark.parametrize(
    ("comparison", "said"),
    [
        (garcia(), NOT_SIMULTANEOUS),
        (garcia(alpha=0.001), NOT_SIMULTANEOUS),
        (garcia(control="C4.5"), NOT_SIMULTANEOUS),
        (
            garcia(pair_test="wilcoxon"),
            "are simultaneous, with a confidence level of at least 95%.",
        ),
        (
            garcia(pair_test="sign", alpha=0.001),
            "are simultaneous, with a confidence level of at least 99.9%.",
        ),
        (garcia(p_adjust="none"), UNCONTROLLED_INTERVALS),
        (
            cd.compare(table_of(3), control="A0", p_adjust="none"),
            UNCONTROLLED_INTERVALS,
        ),
        (
            two(p_adjust="none"),
            "are simultaneous, with a confidence level of at least 95%.",
        ),
        (
            given(p_adjust="holm"),
            "Each pair was tested at α = 0.05; the simultaneous confidence level of the "
            "intervals is unknown.",
        ),
    ],
)
def test_place_intervals_are_as_sure_as_the_tests(comparison, said):
    caption = comparison.caption("cd", show_rank_intervals=True)
    assert "the ranks that the tests do not exclude. " in caption
    assert said in caption
    assert ("are not simultaneous" in caption) == ("are not simultaneous" in said)
    only_control = "because only comparisons with the control were tested"
    assert (only_control in caption) == (comparison.control is not None)


def test_how_a_diagram_is_read_follows_its_groups():
    bars, letters = "Bars connect", "Two algorithms share a letter if and only if"
    for asked, said, other in (
        ("auto", bars, letters),
        (False, bars, letters),
        (True, letters, bars),
    ):
        assert said in garcia().caption("cd", letters=asked)
        assert other not in garcia().caption("cd", letters=asked)


@pytest.mark.parametrize(
    ("comparison", "said"),
    [
        (
            garcia(pair_test="wilcoxon"),
            "(Wilcoxon–Holm). Use p_adjust='nemenyi' and omit pair_test. Alternatively,",
        ),
        (
            cd.compare(table_of(3, n=2), method="exact", p_adjust="holm"),
            "(Friedman ranks (exact), Holm) at α = 0.05. Use p_adjust='bonferroni' with "
            "more data sets. Alternatively, draw rank bars or the CD diagram.",
        ),
        (
            cd.compare(table_of(3, n=2), method="exact", p_adjust="bonferroni"),
            "Bonferroni) at α = 0.05. Use more data sets. ",
        ),
        (
            cd.compare(table_of(3, n=30), method="exact", p_adjust="holm"),
            "Holm) at α = 0.05. Use p_adjust='bonferroni'. ",
        ),
    ],
)
def test_what_gives_a_critical_difference_is_named(comparison, said):
    with pytest.raises(UsageError) as error:
        comparison.caption("mcb")
    assert said in str(error.value)


def test_english():
    caption = garcia(control="C4.5").caption()
    assert (
        " The horizontal interval extends one critical difference to either side of the "
        "control, but not beyond the axis. " in caption
    )


@pytest.mark.parametrize("width", [2.2, 6.0])
def test_the_report_says_of_its_matrix_what_was_drawn(width):
    report = cd.make_report(
        cd.compare(table_of(12)),
        figures="pvalue-matrix",
        width=width,
        sections=("figures",),
    )
    (figure,) = report.figures().values()
    printed = figure.drawing.layout.values_printed
    assert printed == (width > 3)
    assert (
        "Cells show the adjusted p-values" in plain_words(figure.caption)
    ) == printed


# Rank bars


def test_the_multiple_sign_test_says_worse():
    caption = garcia(pair_test="multiple-sign", control="C4.5").caption("rank-bars")
    assert (
        "Dark grey bars belong to algorithms that are significantly worse than it; light "
        "grey bars belong to those that are not." in caption
    )
    assert "differ significantly" not in caption
    assert "differ significantly from it" in garcia(
        pair_test="sign", control="C4.5"
    ).caption("rank-bars")


@pytest.mark.parametrize(
    ("control", "said"),
    [
        ("C4.5", "The line marks the rank of the control plus the"),
        ("Kernel", "The line marks the rank of the control minus the"),
        ("CN2", "The lines mark the rank of the control plus and minus the"),
        (None, "The line marks the rank of the best-ranked algorithm plus the"),
    ],
)  # fmt: skip
def test_the_cut_lines_are_those_of_the_figure(control, said):
    comparison = garcia(control=control)
    (level,) = layout_rank_bars(comparison, measure=measure).levels.levels
    assert len(level.ends) == 1 + ("lines" in said)
    assert f" {said} critical difference." in comparison.caption("rank-bars")


@pytest.mark.parametrize(
    ("comparison", "whom"),
    [
        (garcia(), "best-ranked algorithm"),
        (garcia(control="Kernel"), "control"),
        (two(), "better-ranked algorithm"),
    ],
)
def test_who_is_outlined(comparison, whom):
    caption = comparison.caption("rank-bars")
    assert [
        w
        for w in ("best-ranked algorithm", "control", "better-ranked algorithm")
        if f"The outlined bar belongs to the {w}" in caption
    ] == [whom]


def test_bars_of_other_ranks():
    caption = garcia(ranking="means", pair_test="t").caption("rank-bars")
    assert caption.startswith(
        "Ranks of the mean scores of 5 algorithms on 30 data sets."
    )
    assert "Bars start at 1." in caption
    aligned = garcia(ranking="aligned").caption("rank-bars")
    assert aligned.startswith("Average aligned ranks of 5 algorithms on 30 data sets.")
    assert "Bars start at 1." in aligned


# Figures that cannot be

UNTESTED = [[1, np.nan, 0.30], [np.nan, 1, 0.20], [0.30, 0.20, 1]]
WITHOUT_A = [[1, np.nan, np.nan], [np.nan, 1, 0.20], [np.nan, 0.20, 1]]


def stated(ranks, pvalues, **options):
    return cd.compare_pvalues(ranks, pvalues, algorithms=["A", "B", "C"], **options)


@pytest.mark.parametrize(
    ("comparison", "figure"),
    [
        (garcia(pair_test="wilcoxon"), "mcb"),
        (garcia(pair_test="t", control="C4.5"), "mcb"),
        (given(), "mcb"),
        (stated([1.2, 2.6, 2.2], WITHOUT_A, critical_difference=1.0), "mcb"),
        (stated([1.2, 2.6, 2.2], UNTESTED), "rank-bars"),
        (stated([0.0, 2.6, 2.2], P), "rank-bars"),
    ],
)
def test_the_caption_of_a_figure_that_cannot_be_drawn_is_refused_in_its_words(
    comparison, figure
):
    plot = {"mcb": cd.plot_mcb, "rank-bars": cd.plot_rank_bars}[figure]
    with pytest.raises(CddiagramError) as of_figure:
        plot(comparison)
    with pytest.raises(CddiagramError) as of_caption:
        comparison.caption(figure)
    assert (type(of_caption.value), str(of_caption.value)) == (
        type(of_figure.value),
        str(of_figure.value),
    )


def test_a_caption_for_every_reference_that_can_be_drawn():
    comparison = stated([1.2, 2.6, 2.2], UNTESTED, critical_difference=1.0)
    cd.plot_mcb(comparison, reference="C")
    assert reference_algorithm(garcia(control="C4.5"), "C4.5") == reference_algorithm(
        garcia(control="C4.5")
    )
    with pytest.raises(
        cd.UsageError, match="the reference 'CN2' was not compared with the others"
    ):
        reference_algorithm(garcia(control="C4.5"), "CN2")
    assert "half the critical difference" in comparison.caption("mcb")


@pytest.mark.slow
@pytest.mark.parametrize("figure", ["cd", "rank-bars", "pvalue-matrix", "mcb"])
def test_whatever_has_a_caption_can_be_drawn(figure):
    plot = getattr(cd, f"plot_{figure.replace('-', '_')}")
    count = 0
    for options in ({}, {"p_adjust": "bonferroni"}, {"p_adjust": "holm"}, {"pair_test": "sign"}, {"ranking": "quade"},
                    {"ranking": "means", "pair_test": "t"}):  # fmt: skip
        for control in (None, "C4.5", "best"):
            comparison = garcia(control=control, **options)
            try:
                comparison.caption(figure)
            except UsageError:
                with pytest.raises(UsageError):
                    plot(comparison)
                continue
            plot(comparison)
            count += 1
    assert count == 18 if figure != "mcb" else 0 < count < 18


# p-values from elsewhere


@pytest.mark.parametrize(
    ("options", "caption", "methods"),
    [
        ({}, "All pairs were compared using p-values from another source, without further "
             "adjustment (α = 0.05).",
             "We compared the algorithms at α = 0.05 using these p-values. We did not "
             "adjust them further."),
        ({"test": "permutation test", "critical_difference": 1.2},
         "All pairs were compared using p-values from another source (permutation test), "
         "without further adjustment (α = 0.05, CD = 1.20).",
         "We compared the algorithms at α = 0.05 (critical difference CD = 1.20) using "
         "these p-values (permutation test). We did not adjust them further."),
        ({"p_adjust": "holm"},
         "using p-values from another source, with Holm's adjustment for 3 comparisons "
         "(α = 0.05).",
         "using these p-values. We applied Holm's adjustment for 3 comparisons (Holm, "
         "1979)."),
    ],
)  # fmt: skip
def test_given_p_values(options, caption, methods):
    comparison = given(**options)
    assert caption in comparison.caption()
    assert methods in comparison.methods()
    assert "without adjustment" not in comparison.methods()
    assert "User's p-values" not in comparison.caption() + comparison.methods()


def test_the_summary_tells_an_adjustment_of_given_p_values():
    assert (
        "using p-values from another source (permutation test), with Holm's adjustment"
        in given(p_adjust="holm", test="permutation test").summary()
    )


# The omnibus test


def test_caution_is_asked_for_where_there_are_differences():
    flat = cd.compare(table_of(4, seed=0, spread=0.0, n=10))
    assert not flat.different().any()
    said = (
        "At α = 0.05, the exact Friedman test does not reject the hypothesis that all "
        "algorithms perform equally"
    )
    assert f"{said} (p = " in flat.summary()
    assert "caution" not in flat.summary() + flat.caption()


def test_caution_about_differences():
    for seed, n in itertools.product(range(40), (8, 12, 20)):
        comparison = cd.compare(
            table_of(4, seed=seed, spread=0.3, n=n), pair_test="t", p_adjust="none"
        )
        if comparison.headline.pvalue > 0.05 and comparison.different().any():
            break
    caution = "Significant pairwise differences should be interpreted with caution."
    assert f"). {caution}" in comparison.summary()
    assert comparison.caption().endswith(caution)


def test_the_analysis_of_variance_is_no_anova_test():
    comparison = cd.compare(
        table_of(4, seed=0, spread=0.0), ranking="means", pair_test="t"
    )
    outcome = "At α = 0.05, the repeated-measures ANOVA does not reject"
    assert outcome in comparison.summary()
    assert outcome in comparison.caption()
    assert "perform equally, F(3, 57) = " in comparison.caption()


# Choices


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tie_correction": True}, True),
        ({"tie_correction": False}, False),
        ({"p_adjust": "holm", "tie_correction": True}, True),
        ({"pair_test": "wilcoxon", "tie_correction": False}, False),
        (
            {"pair_test": "wilcoxon", "tie_correction": False, "method": "asymptotic"},
            True,
        ),
        (
            {"pair_test": "wilcoxon", "tie_correction": True, "method": "asymptotic"},
            False,
        ),
        ({"ranking": "aligned", "tie_correction": False}, True),
        ({"ranking": "aligned", "tie_correction": True}, False),
        ({"ranking": "quade", "tie_correction": True}, True),
        ({"ranking": "quade", "tie_correction": False}, False),
        ({"ranking": "quade", "variance": "conover", "tie_correction": False}, True),
        ({"ranking": "quade", "variance": "conover", "tie_correction": True}, False),
    ],
)
def test_a_choice_about_ties_is_told_where_it_changes_numbers(options, said):
    comparison = garcia(**options)
    words = f"{'' if options['tie_correction'] else 'not '}corrected for ties"
    caption = comparison.caption().partition("The Iman")[0]
    methods = comparison.methods().partition("We then")[2]
    assert (words in caption) == said
    assert (f"were {words}." in methods) == said
    approximate = options.get("method") == "asymptotic" and "pair_test" in options
    by_default = approximate and options["tie_correction"]
    assert ("the tie-corrected normal approximation" in methods) == by_default
    if not said:
        rest = {
            name: value for name, value in options.items() if name != "tie_correction"
        }
        np.testing.assert_array_equal(
            comparison.pairwise.pvalue, garcia(**rest).pairwise.pvalue
        )


@pytest.mark.parametrize(
    ("options", "caption", "methods"),
    [
        ({"p_adjust": "rom"},
         "using two-sided z tests on average ranks, with Rom's adjustment for 10 comparisons",
         "We applied Rom's adjustment for 10 comparisons (Rom, 1990)."),
        ({"pair_test": "wilcoxon", "p_adjust": "bergmann-hommel", "zeros": "drop"},
         "signed-rank tests (zero differences dropped), with the Bergmann–Hommel "
         "adjustment for",
         "Zero differences were dropped. We applied the Bergmann–Hommel adjustment for 10 "
         "comparisons (Bergmann & Hommel, 1988)."),
        ({"ranking": "quade", "variance": "conover", "p_adjust": "finner"},
         "using two-sided t tests on Quade's weighted average ranks (Conover's variance), "
         "with Finner's adjustment for",
         "We used Conover's variance (Conover, 1999). We applied"),
        ({"pair_test": "multiple-sign", "control": "C4.5"},
         "using the exact one-sided multiple sign test for superiority of the control (α",
         "(Steel, 1959) at α = 0.05. The p-values of this test account for all 4 comparisons."),
        ({"control": "best"},
         "The diamond marks the best-ranked algorithm, C4.5. Because C4.5 was selected "
         "after the results were known, the test accounts for all pairs of algorithms.",
         "Because C4.5 was selected after the results were known, the test accounts for "
         "all pairs of algorithms."),
    ],
)  # fmt: skip
def test_choices_stand_where_they_belong(options, caption, methods):
    comparison = garcia(**options)
    assert caption in comparison.caption()
    assert methods in comparison.methods()


@pytest.mark.parametrize("variance", ["permutation", "conover"])
def test_a_variance_is_told_once(variance):
    comparison = garcia(ranking="quade", variance=variance, p_adjust="finner")
    (line,) = (
        line for line in comparison.summary().splitlines() if "adjustment for" in line
    )
    assert line.count("variance") == 1
    assert "conover" not in line


def test_the_statistic_of_conovers_variance_is_t():
    comparison = garcia(ranking="quade", variance="conover", p_adjust="finner")
    assert ", t = " in pair_words(comparison, 0, 1)
    assert ", z = " in pair_words(garcia(ranking="quade"), 0, 1)
    report = cd.make_report(comparison, figures=(), sections=("pairs",))
    assert "t" in [column.head for column in report.tables()["pairs-table"].columns]


def test_the_notebook_says_what_its_columns_hold():
    sign = comparison_html(garcia(pair_test="multiple-sign", control="C4.5"))
    assert "C4.5 significantly better</th>" in sign
    assert ">p</th>" in sign
    assert "Different from C4.5</th>" in comparison_html(garcia(control="C4.5"))
    assert "Rank of the mean score</th>" in comparison_html(
        garcia(ranking="means", pair_test="t")
    )
    assert "Weighted average rank (Quade)</th>" in comparison_html(
        garcia(ranking="quade")
    )


# Two algorithms

TWO = [{}, {"control": "A0"}, {"control": "best"}]


@pytest.mark.parametrize("control", TWO)
@pytest.mark.parametrize("spread", [0.0, 1.0])
@pytest.mark.parametrize("pair_test", PAIR_TEST_CHOICES)
def test_two_algorithms_are_two(pair_test, spread, control):
    if pair_test == "multiple-sign" and control.get("control") != "A0":
        return
    comparison = two(spread, pair_test=pair_test, **control)
    figures = [
        comparison.caption(figure) for figure in ("cd", "rank-bars", "pvalue-matrix")
    ]
    for text in (*figures, comparison.methods(), *conclusions(comparison)):
        assert not re.search(
            r"All (pairs|diff|alg)|other algorithms|No two|\btests\b|hypothes[ei]s\b",
            text,
        ), text
        assert not re.search("Holm|Dunn, 1961|algorithms in dark", text), text
    pairs = (("A0", "A1"), ("A1", "A0"))
    role = {"A0": "the control, A0,", None: ""}.get(control.get("control"))
    if role == "":
        captions = [
            f"{first} and {second} were compared using" for first, second in pairs
        ]
        paragraphs = [
            f"We compared {first} with {second} on" for first, second in pairs
        ]
    else:
        roles = [
            (role or f"the better-ranked algorithm, {best},", other)
            for best, other in (pairs[:1] if role else pairs)
        ]
        captions = [f"{other} was compared with {role} using" for role, other in roles]
        paragraphs = [f"We compared {other} with {role} on" for role, other in roles]
    assert sum(words in figures[0] for words in captions) == 1
    assert sum(words in comparison.methods() for words in paragraphs) == 1
    assert "holm1979" not in comparison.references()


@pytest.mark.parametrize(("spread", "control", "said"), [
    (0.0, None, "The bar connects algorithms that are not significantly different."),
    (1.0, None, "The difference is significant."),
    (1.0, "A0", "The diamond marks the control. The filled marker indicates that A1 "
        "differs significantly from the control."),
    (0.0, "A0", "The diamond marks the control. The hollow marker indicates that A1 "
        "does not differ significantly from the control."),
])  # fmt: skip
def test_the_figure_of_two_algorithms(spread, control, said):
    comparison = two(spread, pair_test="wilcoxon", control=control)
    assert comparison.caption().endswith(said)
    bars = comparison.caption("rank-bars")
    reference = "better-ranked algorithm" if control is None else "control"
    verdict = rf" A[01] differs significantly from the {reference}\. "
    assert bool(re.search(verdict, bars)) == (spread == 1.0)


def test_one_given_p_value():
    comparison = cd.compare_pvalues(
        [1.2, 1.8], [[1, 0.02], [0.02, 1]], algorithms=["A", "B"], p_adjust="holm"
    )
    said = (
        "A and B were compared using a p-value from another source, without further "
        "adjustment (α = 0.05, p = 0.020)."
    )
    assert said in comparison.caption()
    assert (
        "adjusted"
        not in comparison.caption() + comparison.methods() + comparison.summary()
    )


# Other figures


def test_a_sequence_has_a_caption():
    caption = garcia().caption("cd-sequence")
    assert caption.startswith(
        "Average ranks of 5 algorithms in several comparisons. Rank 1 is best (higher "
        "scores are better). All pairs were compared using the asymptotic Nemenyi test (α = "
        "0.05). Lines connect the ranks of each algorithm in successive comparisons."
    )
    assert "CD =" not in caption
    assert "Hollow markers" in garcia(control="C4.5").caption("cd-sequence")


def test_a_stack_has_a_caption():
    caption = garcia().caption("cd-stack")
    assert caption.startswith(
        "Critical-difference diagrams of 5 algorithms in several comparisons. Rank 1 is "
        "best (higher scores are better)."
    )
    assert caption.endswith(
        "All diagrams share one axis. Bars connect algorithms that are not significantly "
        "different. The ruler of each diagram shows its critical difference."
    )
    assert "ruler" not in garcia(pair_test="wilcoxon").caption("cd-stack")
    assert (
        garcia(control="C4.5")
        .caption("cd-stack")
        .endswith(
            "All diagrams share one axis. The diamond marks the control. Filled markers "
            "denote algorithms that differ significantly from it; hollow markers denote "
            "those that do not."
        )
    )


def test_assumptions_have_a_caption():
    caption = garcia().caption("assumptions", latex=True)
    assert caption.startswith(
        "Normal Q--Q plots of the standardised scores of 5 algorithms on 30 data sets. "
        "The plots are ordered by average rank."
    )
    assert "the pointwise 95\\% band" in caption
    assert "A small Shapiro--Wilk $p$-value is evidence against normality." in caption
    differences = garcia().caption("assumptions", of="differences")
    assert differences.startswith(
        "Normal Q–Q plots of the standardised differences between the scores of C4.5, "
        "which has the best average rank, and the scores of each of the 4 other "
        "algorithms on 30 data sets. The plots are ordered by average rank."
    )
    assert (
        ", and the scores of the other algorithm on 20 data sets. The line"
        in two().caption("assumptions", of="differences")
    )
    with pytest.raises(
        UsageError, match="shows scores, but this comparison was made from p-values"
    ):
        given().caption("assumptions")


# All of them

GRID = [
    (k, ranking, pair_test, p_adjust, control)
    for k in (2, 3, 10)
    for ranking, pair_test, p_adjust, control in itertools.product(
        RANKING_CHOICES,
        PAIR_TEST_CHOICES,
        (None, *adjustment_choices()),
        (None, "A0", "best"),
    )
]


def compared(k, ranking, pair_test, p_adjust, control):
    table = TABLES[k]
    try:
        return cd.compare(
            table,
            ranking=ranking,
            pair_test=pair_test,
            p_adjust=p_adjust,
            control=control,
        )
    except UsageError:
        return None


TABLES = {
    k: cd.ScoreTable.from_arrays(table_of(k, n=12).scores, algorithms=[f"A{i}" for i in range(k)],
                                 higher_is_better=k != 3)
    for k in (2, 3, 10)
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 3, 10])
def test_every_text_is_well_formed(k):
    """No doubled words, brackets or stops; each sentence begins with a capital;
    formulas in LaTeX, all else ASCII.
    """
    count = 0
    for case in GRID:
        comparison = (
            compared(*case)
            if case[0] == k and (k < 10 or case[3] != "bergmann-hommel")
            else None
        )
        if comparison is None:
            continue
        count += 1
        texts = [
            comparison.caption(figure)
            for figure in ("cd", "rank-bars", "pvalue-matrix", "cd-sequence")
        ]
        for text in (*texts, comparison.methods(), *conclusions(comparison)):
            assert text.endswith("."), case
            assert not re.search(
                r"\b([a-z]+) \1\b|  | ,| \.(?!\d)|\.\.|,,|\(\)|\) \(|, at at", text
            ), (case, text)
            assert not re.search(r"\bNone\b(?! of)|\{|conover|nan\b", text), (
                case,
                text,
            )
            assert all(
                start.isupper() or start.isdigit()
                for start in re.findall(r"\. (\S)", text)
            ), (case, text)
        latex = comparison.methods(latex=True) + comparison.caption(latex=True)
        assert latex.isascii()
        assert latex.count("$") % 2 == 0
        assert not re.search(r"(?<!\$)\b[zt] tests?\b|(?<!\$)\bp-values?\b", latex), (
            case,
            latex,
        )
    assert count > 60


def test_symbols_are_formulas_in_latex():
    assert "compared using two-sided $z$ tests on average ranks" in garcia(
        p_adjust="none"
    ).caption(latex=True)
    given_methods = given().methods(latex=True)
    assert "Average ranks and" not in given_methods
    assert "The average ranks of 3 algorithms and the $p$-values of" in given_methods


def test_lists_within_sentences():
    said = conclusions(garcia())
    assert (
        "C4.5 differs significantly from 1-NN and Kernel, but not from NaiveBayes or CN2."
        in said
    )
    none = conclusions(
        cd.compare(table_of(3, spread=-1.0), pair_test="multiple-sign", control="A2")
    )
    assert (
        none[1]
        == "A2 is not significantly better than any other algorithm at α = 0.05."
    )


@pytest.mark.parametrize("figure", ["cd-sequence", "cd-stack"])
@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("drop", "Data sets with missing scores were excluded."),
        ("drop-algorithms", "Algorithms with missing scores were excluded."),
        (
            "worst",
            "Missing scores were replaced by the worst score on the same data set.",
        ),
        (
            "like:B",
            "Missing scores were replaced by the score of B on the same data set.",
        ),
        (
            "available",
            "Each pair was compared on the data sets on which both algorithms have "
            "scores. This assumes that the scores are missing at random, ",
        ),
    ],
)
def test_several_comparisons_say_what_is_done_about_missing_scores(
    figure, missing, said
):
    scores = np.random.default_rng(3).random((8, 5))
    start = "in several comparisons. Rank 1 is best (higher scores are better). "

    def words():
        table = cd.ScoreTable.from_arrays(
            scores, algorithms=list("ABCDE"), missing=missing
        )
        return cd.compare(table, pair_test="sign").caption(figure)

    assert f"{start}All pairs were compared" in words()
    scores[2, 3] = np.nan
    assert start + said in words()


#: Whatever names an omnibus test in a text.
OMNIBUS_WORDS = re.compile(
    r"omnibus|differ at all|any difference|Friedman "
    r"test|Iman–|Skillings–|(Quade|ANOVA|ranks), [FT]\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    "options",
    [
        {}, {"pair_test": "wilcoxon"}, {"pair_test": "sign"}, {"pair_test": "t"}, {"method": "asymptotic"},
        {"ranking": "aligned"}, {"ranking": "quade"}, {"ranking": "means", "pair_test": "t"}, {"tie_correction": True},
        {"control": "A0"}, {"control": "best"},
    ],
)  # fmt: skip
@pytest.mark.parametrize("missing", [False, True])
def test_two_algorithms_have_no_omnibus_test(options, missing, tmp_path):
    table = table_of(2, seed=1, spread=0.3, n=12)
    if missing:
        columns = {"A0": table.scores[:, 0], "A1": table.scores[:11, 1]}
        scores = {
            name: {f"d{at}": score for at, score in enumerate(column)}
            for name, column in columns.items()
        }
        table = cd.ScoreTable.from_dict(scores, missing="available")
        if options.get("pair_test") not in ("wilcoxon", "sign"):
            pytest.skip("requires complete scores")
    comparison = cd.compare(table, **options)
    assert comparison.omnibus == ()
    assert comparison.headline is None
    assert comparison.to_dict()["omnibus"] == []
    with pytest.raises(cd.UsageError, match="table 'omnibus' is empty"):
        comparison.tabulate("omnibus")
    report = cd.make_report(comparison, figures=None)
    p = format_p(float(comparison.pairwise.pvalue[0, 1]), 0.05)
    for text in (comparison.summary(), comparison.methods(), comparison.caption()):
        assert f"p = {p}" in text
    drawing = cd.plot_cd(comparison)
    notes = [
        element.text for element in drawing.layout.elements if hasattr(element, "text")
    ]
    document = "\n".join(
        line
        for line in report.to_markdown().splitlines()
        if "@" not in line and "doi" not in line
    )
    document = document.partition("Rankings")[0].partition("References")[0]
    for text in (
        comparison.summary(),
        comparison.methods(),
        comparison.caption(),
        *notes,
        comparison._repr_html_(),
        document,
    ):
        assert not OMNIBUS_WORDS.search(text), OMNIBUS_WORDS.search(text)
    (tmp_path / "scores.csv").write_text(
        "data,A0,A1\n"
        + "".join(
            f"d{i},{a},{b}\n"
            for i, (a, b) in enumerate(table_of(2, seed=1, n=12).scores)
        )
    )
    for command in (["compare", "scores.csv"], ["plot", "scores.csv", "-o", "cd.svg"]):
        words = [part if "." not in part else str(tmp_path / part) for part in command]
        run = CliRunner().invoke(main, words)
        assert run.exit_code == 0
        assert not OMNIBUS_WORDS.search(run.stdout + run.stderr)
