"""The smallest p-values that tests of pairs can give, and designs in which no result
could be significant.
"""

from itertools import product

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.testing import assert_allclose
from scipy import stats

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.comparing.attainable import smallest_adjusted, smallest_pvalue
from cddiagram.procedures import ADJUSTMENTS, PAIR_TESTS
from cddiagram.report import comparison_text
from cddiagram.words import Wording

START = "No pairwise difference can be significant with this design"


def same_order(n, k):
    """Scores of k algorithms that have the same order on each of n data sets."""
    scores = np.arange(k, 0, -1) + np.arange(n)[:, np.newaxis] * 10.0
    scores[:, 0] += np.arange(n)
    return cd.ScoreTable.from_arrays(scores, algorithms=[f"A{i}" for i in range(k)])


@pytest.mark.parametrize("n", [2, 3, 5, 8, 20])
@pytest.mark.parametrize("key", ["wilcoxon", "sign"])
def test_all_signs_alike_is_the_smallest_exact_p(key, n):
    expected = stats.binomtest(n, n).pvalue
    assert_allclose(
        smallest_pvalue(PAIR_TESTS[key].load(), n, {}), expected, rtol=1e-14
    )


@pytest.mark.parametrize("zeros", ["split", "drop", "pratt"])
@pytest.mark.parametrize("method", ["exact", "asymptotic"])
def test_no_table_has_a_smaller_p_than_the_smallest(zeros, method):
    """All tables of differences -2 ... 2 on four data sets."""
    test = PAIR_TESTS["wilcoxon"].load()
    options = {"zeros": zeros, "method": method}
    smallest = smallest_pvalue(test, 4, options)
    found = []
    for differences in product(range(-2, 3), repeat=4):
        scores = np.column_stack([differences, np.zeros(4)])
        found.append(float(test(scores, **options).pvalue[0, 1]))
    assert_allclose(min(found), smallest, rtol=1e-14)


@pytest.mark.parametrize(
    "key",
    [
        key
        for key, entry in ADJUSTMENTS.items()
        if entry.flat or entry.needs == "all pairs"
    ],
)
def test_the_smallest_adjusted_p_is_that_of_a_table_of_one_order(key):
    """Where all pairs have their smallest p-value together; no other table has a
    smaller one.
    """
    table = same_order(6, 4)
    comparison = cd.compare(table, pair_test="wilcoxon", p_adjust=key)
    adjusted = comparison.pairwise.pvalue_adjusted
    expected = smallest_adjusted(ADJUSTMENTS[key], np.full(6, 2.0**-5))
    assert_allclose(np.nanmin(adjusted), expected, rtol=1e-9)
    rng = np.random.default_rng(0)
    for _ in range(20):
        scores = rng.normal(size=(6, 4)) + np.arange(4)
        other = cd.ScoreTable.from_arrays(scores, algorithms=list("ABCD"))
        found = cd.compare(
            other, pair_test="wilcoxon", p_adjust=key
        ).pairwise.pvalue_adjusted
        assert np.nanmin(found) >= expected * (1 - 1e-9)


@pytest.mark.parametrize(("n", "k"), [(8, 20), (5, 2), (7, 5), (2, 6)])
@pytest.mark.parametrize("pair_test", ["wilcoxon", "sign"])
def test_every_output_says_that_no_result_could_be_significant(n, k, pair_test):
    comparison = cd.compare(same_order(n, k), pair_test=pair_test)
    assert not comparison.different().any()
    texts = {
        "caption": comparison.caption(),
        "summary": comparison.summary(),
        "text": comparison_text(comparison),
        "brief": " ".join(Wording(comparison).brief),
        "report": cd.make_report(comparison, sections="summary").to_markdown(),
        "notebook": comparison._repr_html_(),
    }
    for name, text in texts.items():
        assert START in " ".join(text.split()), name


@pytest.mark.parametrize(("n", "k"), [(9, 5), (6, 2), (13, 20)])
def test_no_output_says_so_if_one_result_could_be(n, k):
    """Nine data sets are the first with which Holm's adjustment of ten exact tests can
    reject.
    """
    comparison = cd.compare(same_order(n, k), pair_test="wilcoxon")
    assert comparison.different().any()
    assert comparison.unattainable is None
    assert START not in comparison.caption() + comparison.summary()


def test_numbers_of_the_sentence():
    caption = cd.compare(same_order(8, 20), pair_test="wilcoxon").caption()
    said = (
        f"{START}. With 8 data sets, the smallest attainable p-value is 1 after Holm's "
        "adjustment for 190 comparisons (0.00781 before), which exceeds α = 0.05."
    )
    assert said in caption
    two = cd.compare(same_order(5, 2), pair_test="wilcoxon").caption()
    assert (
        f"{START}. With 5 data sets, the smallest attainable p-value is 0.0625, which "
        "exceeds α = 0.05." in two
    )


def test_tests_without_a_smallest_p_say_nothing():
    for options in ({"pair_test": "t"}, {}, {"ranking": "aligned"}):
        assert cd.compare(same_order(3, 6), **options).unattainable is None
    given = cd.compare_pvalues([1, 2], [[1, 0.2], [0.2, 1]], algorithms=list("AB"))
    assert given.unattainable is None


def test_the_exact_test_on_ranks_has_the_p_of_the_largest_difference():
    """Two data sets, three algorithms: the extremes are two apart on both in 2 of 36
    cases.
    """
    comparison = cd.compare(same_order(2, 3), method="exact")
    smallest, adjusted = comparison.unattainable
    assert_allclose([smallest, adjusted], [2 / 36, 6 / 36])


def test_pairs_with_few_common_data_sets():
    scores = np.array(same_order(8, 3).scores)
    scores[:4, 0] = np.nan
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=list("ABC"), missing="available"
    )
    comparison = cd.compare(table, pair_test="wilcoxon", p_adjust="bonferroni")
    assert comparison.unattainable is None  # B and C have eight
    few = cd.compare(
        table.exclude_datasets(["8", "7"]), pair_test="wilcoxon", p_adjust="bonferroni"
    )
    smallest, adjusted = few.unattainable
    assert_allclose([smallest, adjusted], [2.0**-5, 3 * 2.0**-5])


def test_the_commands_say_it(tmp_path):
    path = tmp_path / "scores.csv"
    same_order(8, 20).to_frame().to_csv(path)
    arguments = [
        "plot",
        str(path),
        "--pair-test",
        "wilcoxon",
        "-o",
        str(tmp_path / "figure.svg"),
    ]
    drawn = CliRunner().invoke(main, arguments)
    assert drawn.exit_code == 0
    assert START in drawn.stderr
    compared = CliRunner().invoke(
        main, ["compare", str(path), "--pair-test", "wilcoxon"]
    )
    assert START in " ".join(compared.stdout.split())
