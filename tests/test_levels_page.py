"""The page of measured levels: its file is what `study_level` gives, and says of all
procedures who is above alpha.
"""

import importlib
from collections import Counter
from itertools import permutations
from math import sqrt
from pathlib import Path

import pytest
from scipy import stats

from cddiagram.procedures import ADJUSTMENTS, Adjustment

SITE = Path(__file__).parents[1] / "gallery" / "site"


@pytest.fixture
def levels(monkeypatch):
    monkeypatch.syspath_prepend(SITE)
    return importlib.import_module("levels")


@pytest.mark.slow
@pytest.mark.parametrize(
    "title", ["Friedman ranks, control, 3 algorithms", "ANOVA, control, 3 algorithms"]
)
def test_rows_are_measured_again(levels, title):
    stored = [row for row in levels.stored() if row[0] == title]
    tests = {row[1] for row in stored}  # others came after the file: see `unmeasured`
    assert [row for row in levels.measured(title) if row[1] in tests] == stored


def test_every_procedure_has_a_row_or_is_named(levels, monkeypatch):
    """The page names procedures that came after the measurements."""
    new = Adjustment(key="new", name="New–Newer")
    unmeasured = levels.unmeasured()
    monkeypatch.setitem(ADJUSTMENTS, "new", new)
    assert levels.unmeasured() == [*unmeasured, "New–Newer"]
    assert f"Not measured: {', '.join([*unmeasured, 'New–Newer'])}." in levels.page()
    for measured in ("Holm", "Hochberg", "Bergmann–Hommel", "Bonferroni–Dunn", "max-T"):
        assert measured not in unmeasured


def test_every_table_has_its_rows(levels):
    assert list(dict.fromkeys(row[0] for row in levels.stored())) == [
        *levels.STUDIES,
        levels.EXACT,
    ]


def test_what_is_above_alpha_is_what_the_guide_says(levels):
    """Li against a control, Finner where some differ, and tests on ranks where equal
    algorithms are mirrored.
    """
    above = {
        (title, test, null)
        for title, test, null, rate, _, _, tables in levels.stored()
        if levels.is_above(rate, tables) and title != levels.EXACT
    }
    assert above
    for title, test, null in above:
        on_ranks = title.startswith(("Friedman", "Aligned", "Quade", "ANOVA"))
        assert (
            "Li" in test
            or ("Finner" in test and "shifted" in null)
            or (on_ranks and null == "mirrored")
        ), (
            title,
            test,
        )
    assert any(
        null == "mirrored" and title.startswith("Friedman") for title, _, null in above
    )
    assert not any(title.startswith(("Wilcoxon", "Sign")) and null == "mirrored" and "Li" not in test
                   for title, test, null in above)  # fmt: skip


def test_the_page_has_every_number(levels):
    page = levels.page()
    for title, test, null, rate, low, high, tables in levels.stored():
        assert title in page
        assert test in page
        assert f"     - {null}" in page
        assert f"{float(rate):.3f}" in page
        assert (
            tables == levels.FROM_LAW
            or f"[{float(low):.3f}, {float(high):.3f}]" in page
        )
    assert (
        page.count("   * - ")
        == len({(row[0], row[1]) for row in levels.stored()}) + len(levels.STUDIES) + 1
    )


def test_exact_error_rates_are_those_of_the_file_and_at_most_alpha(levels):
    rows = [row for row in levels.stored() if row[0] == levels.EXACT]
    assert rows == list(levels.exact_rates())
    for _, test, _, rate, *_ in rows:
        assert "asymptotic" in test or float(rate) <= 0.05
    assert any(
        "asymptotic" in test and float(rate) > 0.05 for _, test, _, rate, *_ in rows
    )


def test_simulated_and_exact_error_rates_agree(levels):
    """The asymptotic tests of three algorithms were simulated as well."""
    for title, test in (
        ("Friedman ranks, all pairs, 3 algorithms", "Nemenyi (asymptotic)"),
        ("Friedman ranks, control, 3 algorithms", "Bonferroni–Dunn (asymptotic)"),
    ):
        (measured,) = (
            row for row in levels.stored() if tuple(row[:3]) == (title, test, "global")
        )
        exact = rate_of(levels, (levels.EXACT, f"{test}, 3 algorithms", "global"))
        error = (exact * (1 - exact) / int(measured[6])) ** 0.5
        assert float(measured[3]) == pytest.approx(exact, abs=4 * error)


#: Page of the guide, sentence with a measured number, and the row of levels.csv that it
#: is from.
MEASURED = [
    (page, sentence, row)
    for page, sentences in {
        "choosing.rst": {
            "For tests on average ranks with a control, the FWER is {}": "li",
            "For Wilcoxon tests of all pairs, the FWER is {} if half of the algorithms are better": "finner",
            "Nemenyi's test has an FWER of {}": "nemenyi",
            "estimated from 4,000 such tables, is {}": "max-t",
        },
        "statistics.rst": {
            "For tests on average ranks, the FWER is {} if all algorithms perform": "li",
            "For Wilcoxon tests of all pairs, the FWER is {} if half of the algorithms are better": "finner",
            "{} for the Nemenyi test": "nemenyi",
            "{} for the Tukey test": "tukey",
            "every pair of algorithms that perform equally. The FWER is {}": "max-t",
        },
    }.items()
    for sentence, row in sentences.items()
]
ROWS = {
    "li": ("Friedman ranks, control, 6 algorithms", "Friedman ranks, Li", "global"),
    "finner": ("Wilcoxon, all pairs, 6 algorithms", "Wilcoxon–Finner", "half-shifted"),
    "nemenyi": (
        "Friedman ranks, all pairs, 6 algorithms",
        "Nemenyi (asymptotic)",
        "mirrored",
    ),
    "tukey": ("ANOVA, all pairs, 6 algorithms", "Tukey", "mirrored"),
    "max-t": (
        "Friedman ranks, all pairs, 6 algorithms",
        "Friedman ranks, max-T",
        "mirrored",
    ),
}


def page(name):
    return " ".join((SITE / "guide" / name).read_text(encoding="utf-8").split())


def rate_of(levels, row):
    (rate,) = (float(found[3]) for found in levels.stored() if tuple(found[:3]) == row)
    return rate


@pytest.mark.parametrize(("name", "sentence", "row"), MEASURED)
def test_measured_numbers_of_the_guide_are_those_of_the_file(
    levels, name, sentence, row
):
    number = f"{rate_of(levels, ROWS[row]) + 1e-9:.3f}"
    assert sentence.format(number) in page(name)
    assert f"6 algorithms on {levels.N} data sets" in page(name)


def test_pairwise_tests_with_holm_stay_below_alpha_where_equal_algorithms_are_mirrored(
    levels,
):
    assert (
        "With Holm's adjustment, the FWER of the Wilcoxon test and of the sign test "
        "is below 0.05." in page("statistics.rst")
    )
    rates = [
        float(rate)
        for title, test, null, rate, *_ in levels.stored()
        if null == "mirrored"
        and title.startswith(("Wilcoxon", "Sign"))
        and test.endswith("Holm")
    ]
    assert len(rates) == 4
    assert max(rates) < 0.05


def test_max_t_is_within_the_error_of_the_simulation_under_every_null_hypothesis(
    levels,
):
    rows = [row for row in levels.stored() if row[1].endswith("max-T")]
    assert {row[2] for row in rows} == {
        "global",
        "one-shifted",
        "half-shifted",
        "mirrored",
    }
    for title, _, null, _, low, _, _ in rows:
        assert float(low) <= 0.05, (title, null)


def limit_of_picked(k, alpha=0.05):
    """P(the best of k differs from some other by Bonferroni's adjustment for k - 1),
    for many data sets.

    The best differs from the worst by the range of k standard normal variables, sqrt(2)
    times a z of the pair.
    """
    threshold = sqrt(2) * stats.norm.isf(alpha / (2 * (k - 1)))
    return stats.studentized_range.sf(threshold, k, float("inf"))


def test_a_control_picked_after_seeing_the_results_in_a_family_of_k_minus_1():
    said = (
        "{:.4f} for 5 algorithms, {:.4f} for 10 algorithms and {:.4f} for 20 algorithms"
    ).format(*map(limit_of_picked, (5, 10, 20)))
    assert said in page("choosing.rst")


def rank_sums(k, n):
    """Return how often each vector of rank sums occurs among all (k!)^n tables without
    ties.
    """
    sums = Counter({(0,) * k: 1})
    for _ in range(n):
        longer = Counter()
        for total, ways in sums.items():
            for order in permutations(range(1, k + 1)):
                longer[tuple(a + b for a, b in zip(total, order, strict=True))] += ways
        sums = longer
    return sums


def exact_rate(k, n, threshold, spread):
    """Return the exact error rate of a test that rejects where the spread of average
    ranks is at least a threshold.
    """
    sums = rank_sums(k, n)
    rejected = sum(
        ways for total, ways in sums.items() if spread(total) / n >= threshold - 1e-9
    )
    return rejected / sum(sums.values())


def test_exact_error_rates_of_asymptotic_tests_for_three_algorithms():
    error = {n: sqrt(3 * 4 / (6 * n)) for n in (8, 11)}
    nemenyi = stats.studentized_range.isf(0.05, 3, float("inf")) / sqrt(2) * error[11]
    dunn = stats.norm.isf(0.05 / 4) * error[8]
    largest = exact_rate(3, 11, nemenyi, lambda total: max(total) - min(total))
    control = exact_rate(
        3, 8, dunn, lambda total: max(abs(total[0] - other) for other in total[1:])
    )
    for name in ("choosing.rst", "statistics.rst", "faq.rst"):
        assert f"{largest:.3f}" in page(name)
    for name in ("choosing.rst", "statistics.rst"):
        assert f"{control:.3f}" in page(name)


@pytest.mark.parametrize(
    "claim",
    ["keeps its level by itself", "has no exact counterpart", "no exact counterpart", "All procedures kept the level",
     "the weakest (García", "never does", "holds it always", "It is: ``pair_test"],
)  # fmt: skip
def test_no_page_claims_what_is_not_so(claim):
    pages = [
        *(SITE / "guide").glob("*.rst"),
        SITE.parents[1] / "README.md",
        SITE.parents[1] / "cddiagram/procedures.py",
    ]
    for path in (
        *pages,
        SITE.parents[1] / "cddiagram/report/advice.py",
        SITE.parents[1] / "cddiagram/comparing/plan.py",
    ):
        assert claim not in " ".join(path.read_text(encoding="utf-8").split()), path
