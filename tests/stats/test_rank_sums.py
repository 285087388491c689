"""The exact law of the largest difference of rank sums, and the tests that are made on
it.
"""

import itertools
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import rank_laws
from cases import text_measure

import cddiagram as cd
from cddiagram.figures import layout_cd
from cddiagram.sheet import Text
from cddiagram.stats import rank_law_table, rank_sums
from cddiagram.stats.friedman import friedman_exact_test, friedman_test
from cddiagram.stats.rank_sums import largest_difference_law, untied_law

#: k, n and n times the critical difference at 0.05, and its exact p-value to four
#: digits.
CRITICAL = [
    (3, 3, 6, 0.0278),
    (3, 5, 8, 0.0394),
    (3, 8, 10, 0.0397),
    (3, 11, 12, 0.0330),
    (4, 10, 16, 0.0307),
    (4, 22, 23, 0.0402),
    (5, 2, 8, 0.0500),
    (5, 5, 14, 0.0383),
    (5, 10, 20, 0.0392),
    (5, 30, 34, 0.0468),
]
FAMILIES = [False, True]


def untied(k, n):
    return np.tile(np.arange(1.0, k + 1), (n, 1))


def tied_ranks(rng, k, n):
    """Return average ranks of small whole numbers, which tie often."""
    scores = rng.integers(0, 3, size=(n, k))
    below = (scores[:, np.newaxis, :] < scores[:, :, np.newaxis]).sum(axis=2)
    alike = (scores[:, np.newaxis, :] == scores[:, :, np.newaxis]).sum(axis=2)
    return below + (alike + 1) / 2


def compared_by(ranks, **options):
    """Compare scores that have these ranks; data sets differ by a constant, so that
    none is listed twice.
    """
    scores = np.arange(len(ranks))[:, np.newaxis] * 100 - ranks
    algorithms = [f"A{i}" for i in range(ranks.shape[1])]
    table = cd.ScoreTable(
        scores=scores,
        algorithms=algorithms,
        datasets=[f"d{i}" for i in range(len(ranks))],
        higher_is_better=True,
    )
    return cd.compare(table, **options)


def enumerated_sums(ranks):
    """List the doubled rank sums of all (k!)^(n - 1) arrangements of all data sets but
    the first.
    """
    doubled = np.rint(2 * np.asarray(ranks)).astype(np.int16)
    sums = doubled[:1]
    for row in doubled[1:]:
        orders = np.array(list(itertools.permutations(row)), dtype=np.int16)
        sums = (sums[:, np.newaxis] + orders).reshape(-1, len(row))
    return sums


def enumerated_tail(sums, halves, against_control):
    """P(max >= halves) as a fraction; every algorithm is the control equally often."""
    k = sums.shape[1]
    if not against_control:
        return Fraction(int((np.ptp(sums, axis=1) >= halves).sum()), len(sums))
    extreme = 0
    for control in range(k):
        distance = np.abs(sums - sums[:, control : control + 1]).max(axis=1)
        extreme += int((distance >= halves).sum())
    return Fraction(extreme, k * len(sums))


def check_by_enumeration(ranks, on_lattice=False):
    sums = enumerated_sums(ranks)
    doubled = rank_sums._doubled(ranks)
    _, k = doubled.shape
    for against_control in FAMILIES:
        if on_lattice:
            patterns, unit = rank_sums._tie_patterns(doubled)
            tails = rank_sums._largest_difference_tails(patterns, k, against_control)
        else:
            tails, unit = rank_sums._exact_tails(doubled, against_control)
        for step, tail in enumerate(tails):
            expected = enumerated_tail(sums, step * unit, against_control)
            assert tail == pytest.approx(float(expected), rel=1e-12), (
                step,
                against_control,
            )
        beyond = enumerated_tail(sums, len(tails) * unit, against_control)
        assert beyond == 0


def by_fourier(ranks):
    """Return the probabilities of the doubled rank sums of k - 1 algorithms, by a
    Fourier transform.
    """
    doubled = rank_sums._doubled(ranks)
    _, k = doubled.shape
    size = int(doubled.max(axis=1).sum()) + 1
    transform = np.ones((size,) * (k - 2) + (size // 2 + 1,), dtype=complex)
    for row in doubled:
        dealt = np.zeros((size,) * (k - 1))
        for order in itertools.permutations(row):
            dealt[order[:-1]] += 1 / math.factorial(k)
        transform *= np.fft.rfftn(dealt)
    return np.fft.irfftn(transform, s=(size,) * (k - 1), axes=range(k - 1))


@pytest.mark.parametrize(("k", "n", "sums", "tail"), CRITICAL)
def test_the_exact_critical_differences_are_reproduced(k, n, sums, tail):
    law = untied_law(k, n)
    difference = law.critical_difference(0.05)
    assert difference == pytest.approx(sums / n, rel=1e-15)
    assert law.adjusted(sums) == pytest.approx(tail, abs=5e-5)
    assert law.adjusted(sums - 1) > 0.05 >= law.adjusted(sums)
    assert cd.critical_difference(k, n) == difference


@pytest.mark.parametrize(
    ("k", "n"), [(3, 2), (3, 3), (3, 6), (4, 2), (4, 4), (5, 2), (5, 3)]
)
def test_the_law_without_ties_is_that_of_all_arrangements(k, n):
    check_by_enumeration(untied(k, n))
    check_by_enumeration(untied(k, n), on_lattice=True)


#: All designs without ties of up to ten million arrangements, of as many algorithms as
#: are exact.
LARGEST_N = {3: 9, 4: 6, 5: 4, 6: 3, 7: 2}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("k", "n"), [(k, n) for k, most in LARGEST_N.items() for n in range(2, most + 1)]
)
def test_the_law_without_ties_is_that_of_all_arrangements_up_to_ten_million(k, n):
    if rank_law_table.is_tabulated(k, n):
        check_by_enumeration(untied(k, n))
    check_by_enumeration(untied(k, n), on_lattice=True)


def test_the_largest_enumerated_designs_have_ten_million_arrangements():
    for k, n in LARGEST_N.items():
        assert math.factorial(k) ** (n - 1) <= 10**7 < math.factorial(k) ** n


@pytest.mark.parametrize("seed", range(12))
def test_the_law_with_ties_is_that_of_all_arrangements(seed):
    rng = np.random.default_rng(seed)
    k = int(rng.integers(3, 6))
    n = int(rng.integers(2, {3: 6, 4: 4, 5: 3}[k] + 1))
    check_by_enumeration(tied_ranks(rng, k, n))


@pytest.mark.parametrize(("k", "n"), [(3, 30), (4, 6)])
@pytest.mark.parametrize("against_control", FAMILIES)
def test_slices_and_a_fourier_transform_agree(k, n, against_control):
    ranks = tied_ranks(np.random.default_rng(n), k, n)
    doubled = rank_sums._doubled(ranks)
    tails, unit = rank_sums._exact_tails(doubled, against_control)
    probability = by_fourier(ranks)
    sums = np.meshgrid(*[np.arange(len(probability))] * (k - 1), indexing="ij")
    sums = [*sums, n * k * (k + 1) - sum(sums)]
    if against_control:
        largest = np.max([np.abs(one - sums[0]) for one in sums], axis=0)
    else:
        largest = np.max(sums, axis=0) - np.min(sums, axis=0)
    for step, tail in enumerate(tails):
        assert probability[largest >= step * unit].sum() == pytest.approx(
            tail, abs=1e-12
        )


@pytest.mark.slow
def test_the_table_is_what_its_script_writes():
    written = np.fromfile(
        rank_law_table.__file__.replace("rank_law_table.py", rank_law_table.TABLE),
        "<f8",
    )
    np.testing.assert_allclose(rank_laws.table(), written, rtol=1e-12)


@pytest.mark.parametrize("against_control", FAMILIES)
def test_the_table_agrees_with_the_slices(against_control):
    for k, n in [(3, 2), (3, 17), (3, 60), (4, 2), (4, 11), (4, 16), (5, 4)]:
        check_table(k, n, against_control)


def check_table(k, n, against_control):
    patterns, _ = rank_sums._tie_patterns(rank_sums._doubled(untied(k, n)))
    slices = rank_sums._largest_difference_tails(patterns, k, against_control)
    tails = rank_law_table.tabulated_tails(k, n, against_control)
    np.testing.assert_allclose(tails, slices, rtol=2e-11)


@pytest.mark.slow
@pytest.mark.parametrize("against_control", FAMILIES)
def test_the_whole_table_agrees_with_the_slices_as_far_as_they_go(against_control):
    for k, largest_n in {3: 60, 4: 40, 5: 9}.items():
        for n in range(2, largest_n + 1):
            check_table(k, n, against_control)


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.1])
@pytest.mark.parametrize("against_control", FAMILIES)
def test_error_rates_without_ties_are_at_most_alpha(alpha, against_control):
    p_adjust = "bonferroni-dunn" if against_control else "nemenyi"
    for k, largest_n in rank_law_table.LARGEST_N.items():
        for n in range(2, largest_n + 1):
            difference = cd.critical_difference(k, n, alpha=alpha, p_adjust=p_adjust)
            tails = rank_law_table.tabulated_tails(k, n, against_control)
            rate = sum(
                -np.diff(tails, append=0.0)[d]
                for d in range(len(tails))
                if d / n >= difference - 1e-9
            )
            assert rate <= alpha + 1e-12, (k, n)


@pytest.mark.parametrize("seed", range(20, 30))
def test_error_rates_with_ties_are_at_most_alpha(seed):
    """The share of arrangements in which the comparison finds a difference, by
    enumeration.
    """
    rng = np.random.default_rng(seed)
    k = int(rng.integers(3, 5))
    ranks = tied_ranks(rng, k, {3: 6, 4: 4}[k])
    sums = enumerated_sums(ranks)
    for control in (None, "A0"):
        comparison = compared_by(ranks, control=control, alpha=0.1)
        assert comparison.method == "exact"
        if comparison.critical_difference is None:
            continue
        halves = comparison.critical_difference * 2 * len(ranks)
        assert enumerated_tail(sums, halves - 1e-6, control is not None) <= 0.1


def table_of(k, n, seed=0):
    scores = np.random.default_rng(seed).normal(size=(n, k)) + 0.6 * np.arange(k)
    return {f"A{i}": scores[:, i].tolist() for i in range(k)}


def compare(k, n, **options):
    return cd.compare(table_of(k, n), dataset_column="none", **options)


@pytest.mark.parametrize(("k", "n"), [(3, 9), (4, 12), (5, 6)])
@pytest.mark.parametrize("control", [None, "A0", "best"])
def test_the_default_is_exact_for_few_algorithms(k, n, control):
    comparison = compare(k, n, control=control)
    name = "Bonferroni–Dunn" if control == "A0" else "Nemenyi"
    assert comparison.test.startswith(f"{name} (exact)")
    assert comparison.method == "exact"
    tested = ~np.isnan(comparison.pairwise.pvalue)
    ranks = comparison.ranking.average_ranks
    apart = np.abs(ranks[:, np.newaxis] - ranks)
    reached = apart >= comparison.critical_difference - 1e-9
    assert (comparison.different() == reached)[tested].all()
    law = largest_difference_law(
        comparison.ranking.ranks, against_control=control == "A0"
    )
    expected = law.adjusted(apart * n)
    np.testing.assert_allclose(
        comparison.pairwise.pvalue_adjusted[tested], expected[tested]
    )
    assert (comparison.pairwise.pvalue_adjusted >= comparison.pairwise.pvalue)[
        tested
    ].all()


@pytest.mark.parametrize(("k", "n"), [(4, 61), (5, 31), (6, 5)])
def test_beyond_the_limits_the_default_is_asymptotic_and_says_so(k, n):
    comparison = compare(k, n)
    assert (comparison.test, comparison.method) == (
        "Nemenyi (asymptotic)",
        "asymptotic",
    )
    assert "(asymptotic Nemenyi test, α = 0.05, CD = " in comparison.caption()


def test_with_ties_the_limit_is_that_of_the_lattice():
    halves = [[1.5, 1.5, 3.0, 4.0]]
    assert rank_sums.has_exact_law(halves * 12)
    assert not rank_sums.has_exact_law(halves * 60)
    assert rank_sums.has_exact_law([[1.5, 1.5, 3.0]] * 60)
    assert rank_sums.has_exact_law(untied(4, 60))


def test_every_text_names_the_method():
    comparison = compare(3, 9)
    assert "using the exact Nemenyi test (α = 0.05, CD = " in comparison.summary()
    assert "(exact Nemenyi test, α = 0.05, CD = " in comparison.caption()
    assert (
        "using the exact two-sided Nemenyi test (Nemenyi, 1963; McDonald & Thompson, "
        "1967) at α = 0.05" in comparison.methods()
    )
    assert "mcdonald1967" in comparison.references()
    scores = comparison.table.to_frame()
    scores.iloc[0] = 0.0
    tied = cd.compare(scores)
    assert (
        "The p-values were computed conditionally on the observed ties."
        in tied.methods()
    )
    assert "conditional on the observed ties" in tied.caption()
    assert "mcdonald1967" in tied.references()
    assert comparison.to_dict()["test"] == "Nemenyi (exact)"
    assert {pair["method"] for pair in comparison.to_dict()["pairs"]} == {"exact"}
    texts = [text.text for text in comparison_texts(comparison)]
    assert any(text.startswith("Nemenyi (exact)") for text in texts)
    assert sum("(exact)" in text for text in texts) == 1
    bare = [text.text for text in comparison_texts(comparison, note=None)]
    assert any(text.endswith("(exact)") and text.startswith("CD = ") for text in bare)


def comparison_texts(comparison, **options):
    layout = layout_cd(comparison, measure=text_measure(), **options)
    return [element for element in layout.elements if isinstance(element, Text)]


def test_no_ruler_if_even_the_largest_difference_is_not_significant():
    comparison = compare(3, 2)
    assert comparison.critical_difference is None
    assert comparison.unattainable == pytest.approx((1 / 18, 1 / 6))
    assert "no difference in average ranks can be significant" in comparison.summary()
    assert math.isinf(cd.critical_difference(3, 2))


@pytest.mark.parametrize("control", [None, "A0"])
def test_monte_carlo_is_made_on_request_and_says_so(control):
    comparison = compare(6, 8, method="exact", control=control)
    adjusted = comparison.pairwise.pvalue_adjusted
    counts = adjusted[~np.isnan(adjusted)] * (rank_sums.DRAWS + 1)
    np.testing.assert_allclose(counts, np.rint(counts), atol=1e-6)
    assert comparison.test.endswith("(Monte Carlo)")
    draws = "99,999 random arrangements of the ranks, standard error 0.0007 at p = 0.05"
    for text, start in (
        (comparison.summary(), "Monte Carlo with"),
        (comparison.caption(), "Monte Carlo with"),
        (comparison.methods(), "The p-values were estimated from"),
    ):
        assert f"{start} {draws}" in text
        assert "exact Nemenyi" not in text
        assert "exact Bonferroni" not in text
    again = compare(6, 8, method="exact", control=control)
    np.testing.assert_array_equal(adjusted, again.pairwise.pvalue_adjusted)
    options = comparison.to_dict()["pairwise"]["options"]
    assert ["draws", str(rank_sums.DRAWS)] in options
    assert ["seed", str(rank_sums._SEED)] in options


@pytest.mark.parametrize("against_control", FAMILIES)
def test_monte_carlo_estimates_the_exact_law(against_control, monkeypatch):
    ranks = tied_ranks(np.random.default_rng(5), 4, 6)
    exact = largest_difference_law(ranks, against_control=against_control)
    monkeypatch.setattr(rank_sums, "MAX_WORK", 1)
    estimated = largest_difference_law(
        ranks, against_control=against_control, simulate=True
    )
    assert (exact.method, estimated.method) == ("exact", "Monte Carlo")
    errors = [5 * estimated.standard_error(tail) + 1e-5 for tail in exact.tails]
    assert (np.abs(exact.tails - estimated.tails) <= errors).all()
    assert largest_difference_law(ranks, against_control=against_control) is None


@pytest.mark.parametrize("against_control", FAMILIES)
def test_random_arrangements_depend_only_on_the_bits_of_the_generator(
    against_control, monkeypatch
):
    monkeypatch.setattr(rank_sums, "DRAWS", 2_000)
    monkeypatch.setattr(rank_sums, "MAX_WORK", 1)
    ranks = tied_ranks(np.random.default_rng(6), 4, 7)
    law = largest_difference_law(ranks, against_control=against_control, simulate=True)
    keys = np.random.PCG64(rank_sums._SEED).random_raw((2_000, *ranks.shape))
    counts = np.zeros(len(law.tails))
    for key in keys:
        sums = np.zeros(4)
        for row, row_key in zip(ranks, key.tolist(), strict=True):
            sums += row[sorted(range(4), key=row_key.__getitem__)]
        largest = np.ptp(sums)
        if against_control:
            largest = max(abs(sums[1:] - sums[0]))
        counts[: round(2 * largest) // law.unit + 1] += 1
    np.testing.assert_allclose(law.tails, (counts + 1) / 2_001, rtol=1e-14)


def test_the_table_has_the_laws_one_after_the_other():
    stored = np.fromfile(
        Path(rank_law_table.__file__).parent / rank_law_table.TABLE, dtype="<f8"
    )
    laws = []
    for k, most in rank_law_table.LARGEST_N.items():
        for n in range(2, most + 1):
            laws += [
                rank_law_table.tabulated_tails(k, n, family) for family in FAMILIES
            ]
    np.testing.assert_array_equal(np.concatenate(laws), stored)


@pytest.mark.parametrize("seed", range(8))
def test_the_exact_friedman_test_is_the_same_on_the_lattice(seed):
    rng = np.random.default_rng(seed)
    ranks = (
        tied_ranks(rng, 3, 7)
        if seed % 2
        else np.array([rng.permutation(4) + 1.0 for _ in range(4)])
    )
    enumerated = friedman_exact_test(ranks).pvalue
    doubled = rank_sums._doubled(ranks)
    n, k = doubled.shape
    between = int(((doubled.sum(axis=0) - n * (k + 1)) ** 2).sum())
    assert rank_sums.friedman_tail(doubled, between) == pytest.approx(
        enumerated, rel=1e-12
    )


def test_the_exact_friedman_test_goes_farther_than_enumeration():
    rng = np.random.default_rng(3)
    for k, n in [(3, 60), (4, 20)]:
        ranks = np.array([rng.permutation(k) + 1.0 for _ in range(n)])
        exact, (chi_square, *_) = friedman_exact_test(ranks), friedman_test(ranks)
        assert exact.method == "exact"
        assert exact.pvalue == pytest.approx(chi_square.pvalue, abs=0.02)
    assert (
        friedman_exact_test(np.array([rng.permutation(4) + 1.0 for _ in range(30)]))
        is None
    )


def test_friedman_on_the_lattice_agrees_with_a_fourier_transform():
    ranks = tied_ranks(np.random.default_rng(9), 3, 40)
    n, k = ranks.shape
    probability = by_fourier(ranks)
    sums = np.meshgrid(*[np.arange(len(probability))] * (k - 1), indexing="ij")
    sums = [*sums, n * k * (k + 1) - sum(sums)]
    squares = sum((one - n * (k + 1)) ** 2 for one in sums)
    doubled = rank_sums._doubled(ranks)
    between = int(((doubled.sum(axis=0) - n * (k + 1)) ** 2).sum())
    expected = probability[squares >= between].sum()
    assert rank_sums.friedman_tail(doubled, between) == pytest.approx(
        expected, abs=1e-12
    )


def test_studies_decide_as_the_comparison_does():
    ranks = np.array(
        [tied_ranks(np.random.default_rng(seed), 3, 8) for seed in range(6)]
    )
    first, second = np.triu_indices(3, 1)
    pvalues = rank_sums.joint_pvalues(ranks, first, second)
    for table, adjusted in zip(ranks, pvalues, strict=True):
        comparison = compared_by(table)
        np.testing.assert_array_equal(
            comparison.pairwise.pvalue_adjusted[first, second], adjusted
        )


def test_wholly_tied_data_sets_and_many_algorithms_take_no_time():
    assert not rank_sums.has_exact_law(np.full((1, 40), 20.5).repeat(3, axis=0))
    ranks = np.array([[1.0, *[9.0] * 15]] * 2)
    assert not rank_sums.has_exact_law(ranks)
    equal = largest_difference_law([[2.0, 2.0, 2.0]] * 5)
    assert equal.critical_difference(0.05) is None
    assert equal.adjusted(0.0) == 1.0


def test_the_table_is_read_only_for_a_comparison_that_needs_it():
    program = (
        "import sys, cddiagram as cd; "
        "cd.compare({a: [1, 2, 3, i] for i, a in enumerate('ABCDEF')}, "
        "dataset_column='none'); "
        "table = sys.modules.get('cddiagram.stats.rank_law_table'); "
        "print(table is None or table.tabulated_tails.cache_info().misses)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() in ("True", "0")


@pytest.mark.parametrize(
    ("control", "n", "exact", "asymptotic"),
    [(None, 11, 0.0330, 0.0621), ("A1", 8, None, 0.0572)],
)
def test_simulated_error_rates_are_those_of_the_law(control, n, exact, asymptotic):
    """The published rates of the asymptotic tests, and those of the exact ones, by
    `study_level`.
    """
    if exact is None:
        law = untied_law(3, n, against_control=True)
        exact = law.adjusted(law.critical_difference(0.05) * n)
    for method, expected in (("auto", exact), ("asymptotic", asymptotic)):
        study = cd.study_level(
            3, n, null="global", control=control, method=method, repeats=3000, seed=2
        )
        error = (expected * (1 - expected) / study.repeats) ** 0.5
        assert study.familywise[0, 0] == pytest.approx(expected, abs=4 * error)


def test_studies_of_exact_tests_beyond_the_limits_name_the_remedy():
    with pytest.raises(cd.UsageError, match="Use method 'auto' or 'asymptotic'"):
        cd.study_level(6, 10, null="global", method="exact", repeats=2)
    study = cd.study_level(6, 10, null="global", repeats=2)
    assert study.tests == ("Nemenyi",)
