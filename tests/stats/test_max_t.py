"""Sign-flip tests and the step-down max-T adjustment, against a count of all patterns
in plain Python.
"""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

import cddiagram as cd
from cddiagram._util import Exact
from cddiagram.stats import max_t, sign_patterns
from cddiagram.stats.sign import sign_pair_test
from cddiagram.stats.wilcoxon import wilcoxon_test

#: Statistics within this share of the observed one are ties.
TIED = (1 - Fraction(1, 10**9)) ** 2


def midranks(values):
    """Rank numbers by counting, the smallest first."""
    ranks = []
    for value in values:
        smaller = sum(other < value for other in values)
        equal = sum(other == value for other in values)
        ranks.append(Fraction(2 * smaller + equal + 1, 2))
    return ranks


def signs(differences):
    return [(d > 0) - (d < 0) for d in differences]


def signed_ranks(differences, zeros="split"):
    ranks = midranks([abs(d) for d in differences])
    count = differences.count(0)
    dropped = {"split": count % 2, "drop": count, "pratt": 0}[zeros]
    signed = []
    for sign, rank in zip(signs(differences), ranks, strict=True):
        signed.append(sign * (rank - dropped))
    return signed


def relative(first, second):
    total = first + second
    return Fraction(2 * (first - second), total) if total else Fraction(0)


def differences_of(scores, i, j, pair_test):
    """Return the differences of a pair of columns of whole numbers, higher ones
    better.
    """
    if pair_test == "ranks":
        ranked = [midranks([-score for score in row]) for row in scores]
        return [row[j] - row[i] for row in ranked]
    if pair_test == "t-relative":
        return [relative(row[i], row[j]) for row in scores]
    differences = [row[i] - row[j] for row in scores]
    transform = {"wilcoxon": signed_ranks, "sign": signs, "t": list}[pair_test]
    return transform(differences)


def squared_statistic(differences, pattern):
    """Return the square of |sum| / sqrt(sum of squares), exactly."""
    total = sum(sign * d for sign, d in zip(pattern, differences, strict=True))
    squares = sum(d * d for d in differences)
    return Fraction(total) ** 2 / squares if squares else Fraction(0)


def counted(scores, pairs, pair_test):
    """Return the p-values of pairs, unadjusted and step-down, by going through all
    patterns of signs.
    """
    n = len(scores)
    differences = {pair: differences_of(scores, *pair, pair_test) for pair in pairs}
    observed = {pair: squared_statistic(d, [1] * n) for pair, d in differences.items()}
    falling = sorted(pairs, key=observed.get, reverse=True)
    patterns = list(product((1, -1), repeat=n))
    alone, joint = dict.fromkeys(pairs, 0), dict.fromkeys(pairs, 0)
    for pattern in patterns:
        flipped = {
            pair: squared_statistic(d, pattern) for pair, d in differences.items()
        }
        for step, pair in enumerate(falling):
            threshold = observed[pair] * TIED
            alone[pair] += flipped[pair] >= threshold
            joint[pair] += max(flipped[other] for other in falling[step:]) >= threshold
    adjusted, largest = {}, 0
    for pair in falling:
        largest = max(largest, joint[pair])
        adjusted[pair] = largest / len(patterns)
    return {pair: count / len(patterns) for pair, count in alone.items()}, adjusted


def random_scores(rng, n, k):
    """Make small whole numbers with many ties, and sometimes two columns that are
    equal.
    """
    scores = rng.integers(0, int(rng.choice([2, 4, 12, 100])), size=(n, k))
    scores += rng.integers(0, 4, size=k)
    if rng.random() < 0.2:
        scores[:, 1] = scores[:, 0]
    return scores


def check(seed, largest):
    """Compare a random table with the count; the number of patterns times pairs is at
    most `largest`.
    """
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 7))
    n = int(rng.integers(2, 13))
    while 2**n * k * (k - 1) // 2 > largest:
        n -= 1
    scores = random_scores(rng, n, k)
    pair_test = ("ranks", "t", "wilcoxon", "sign", "t-relative")[seed % 5]
    control = "A0" if seed % 3 == 0 else None
    lower = seed % 2 == 1
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=[f"A{i}" for i in range(k)], higher_is_better=not lower
    )
    pairwise = cd.compare(
        table, pair_test=pair_test, p_adjust="max-t", control=control
    ).pairwise
    pairs = (
        list(combinations(range(k), 2))
        if control is None
        else [(0, j) for j in range(1, k)]
    )
    # Relative differences only change their signs if lower scores are better.
    turned = scores.tolist()
    if lower and pair_test != "t-relative":
        turned = [[-score for score in row] for row in turned]
    alone, adjusted = counted(turned, pairs, pair_test)
    for pair in pairs:
        assert pairwise.pvalue[pair] == alone[pair], (seed, pair)
        assert pairwise.pvalue_adjusted[pair] == adjusted[pair], (seed, pair)
        total = sum(differences_of(turned, *pair, pair_test))
        if lower and pair_test == "t-relative":
            total = -total
        assert np.sign(pairwise.statistic[pair]) == np.sign(float(total))


@pytest.mark.parametrize("seed", range(30))
def test_it_is_the_count_of_all_patterns_on_small_tables(seed):
    check(seed, 2000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_it_is_the_count_of_all_patterns(seed):
    check(1000 + seed, 2**12 * 15)


# -- one pair --------------------------------------------------------------------------


@pytest.mark.parametrize("zeros", ["split", "drop", "pratt"])
def test_signed_ranks_of_one_pair_are_those_of_the_exact_signed_rank_test(zeros):
    rng = np.random.default_rng(1)
    for n in (5, 8, 12, 16):
        scores = rng.integers(0, 5, size=(n, 4)) + np.arange(4)
        flipped = max_t.flipped_signed_ranks(scores, zeros=zeros)
        np.testing.assert_allclose(
            flipped.pvalue, wilcoxon_test(scores, zeros=zeros).pvalue, rtol=1e-12
        )


def test_signs_of_one_pair_without_ties_are_those_of_the_exact_sign_test():
    scores = np.random.default_rng(2).normal(size=(11, 5))
    np.testing.assert_allclose(
        max_t.flipped_signs(scores).pvalue, sign_pair_test(scores).pvalue, rtol=1e-12
    )


def test_statistics_of_one_pair():
    scores = np.random.default_rng(3).normal(size=(9, 3))
    d = scores[:, 0] - scores[:, 2]
    expected = d.sum() / np.sqrt((d**2).sum())
    assert max_t.flipped_scores(scores).statistic[0, 2] == pytest.approx(
        expected, rel=1e-12
    )
    assert max_t.flipped_scores(scores).statistic[2, 0] == pytest.approx(
        -expected, rel=1e-12
    )


# -- many pairs ------------------------------------------------------------------------


TABLE = cd.load_example("garcia2010-table3")


@pytest.mark.parametrize("pair_test", ["ranks", "t", "wilcoxon", "sign"])
@pytest.mark.parametrize("control", [None, "PDFC"])
def test_adjusted_p_values_rise_with_the_statistic(pair_test, control):
    pairwise = cd.compare(
        TABLE, pair_test=pair_test, p_adjust="max-t", control=control
    ).pairwise
    tested = np.triu(~np.isnan(pairwise.pvalue))
    falling = np.argsort(-np.abs(pairwise.statistic[tested]), kind="stable")
    adjusted = pairwise.pvalue_adjusted[tested]
    assert (np.diff(adjusted[falling]) >= 0).all()
    assert (adjusted >= pairwise.pvalue[tested]).all()


@pytest.mark.parametrize("pair_test", ["ranks", "t", "wilcoxon", "sign"])
def test_a_family_with_a_control_is_at_most_that_of_all_pairs(pair_test):
    every = cd.compare(
        TABLE, pair_test=pair_test, p_adjust="max-t"
    ).pairwise.pvalue_adjusted
    best = cd.compare(
        TABLE, pair_test=pair_test, p_adjust="max-t", control="best"
    ).pairwise.pvalue_adjusted
    named = cd.compare(
        TABLE, pair_test=pair_test, p_adjust="max-t", control="PDFC"
    ).pairwise.pvalue_adjusted
    row = TABLE.algorithms.index("PDFC")
    others = np.arange(len(TABLE.algorithms)) != row
    assert (named[row, others] <= every[row, others]).all()
    assert (named[row, others] < every[row, others]).any()
    shown = ~np.isnan(best)
    assert (best[shown] == every[shown]).all()


@pytest.mark.parametrize("pair_test", ["ranks", "t", "wilcoxon", "sign", "t-relative"])
@pytest.mark.parametrize("n", [9, 24])
def test_neither_the_order_of_algorithms_nor_the_direction_of_scores_matters(
    pair_test, n
):
    scores = np.random.default_rng(4).integers(1, 30, size=(n, 5))
    names = list("ABCDE")
    turned = [3, 0, 4, 1, 2]
    given = cd.ScoreTable.from_arrays(scores, algorithms=names)
    moved = cd.ScoreTable.from_arrays(
        scores[:, turned], algorithms=[names[i] for i in turned]
    )
    lower = cd.ScoreTable.from_arrays(scores, algorithms=names, higher_is_better=False)
    first, second, third = (
        cd.compare(table, pair_test=pair_test, p_adjust="max-t").pairwise
        for table in (given, moved, lower)
    )
    for field in ("statistic", "pvalue", "pvalue_adjusted"):
        expected = getattr(first, field)
        np.testing.assert_array_equal(
            getattr(second, field), expected[np.ix_(turned, turned)]
        )
        sign = -1 if field == "statistic" else 1
        np.testing.assert_array_equal(getattr(third, field), sign * expected)


def test_pairs_without_any_difference_have_p_1():
    scores = np.random.default_rng(5).normal(size=(20, 4))
    scores[:, 3] = scores[:, 0]
    table = cd.ScoreTable.from_arrays(scores, algorithms=list("ABCD"))
    for pair_test in ("t", "wilcoxon", "sign"):
        pairwise = cd.compare(table, pair_test=pair_test, p_adjust="max-t").pairwise
        assert (
            pairwise.statistic[0, 3],
            pairwise.pvalue[0, 3],
            pairwise.pvalue_adjusted[0, 3],
        ) == (0, 1, 1)
    alike = cd.ScoreTable.from_arrays(np.ones((8, 3)), algorithms=list("ABC"))
    assert np.nanmin(cd.compare(alike, p_adjust="max-t").pairwise.pvalue_adjusted) == 1


def test_a_sum_of_exactly_0_has_p_1_although_sums_of_doubles_miss_it():
    third = [1 / 3, 2 / 3, -1.0, 0.1, 0.2, -0.3]
    flips = max_t.SignFlips(np.array([third]))
    assert flips.statistics.tolist() == [0.0]
    assert flips.pvalues.tolist() == [1.0]


@pytest.mark.parametrize("scale", [1e-290, 1e-160, 1.0, 1e150, 1e290])
def test_the_size_of_scores_does_not_matter(scale):
    scores = np.random.default_rng(6).integers(1, 1000, size=(10, 3)).astype(float)
    expected = max_t.flipped_scores(scores)
    found = max_t.flipped_scores(scores * scale)
    np.testing.assert_allclose(found.statistic, expected.statistic, rtol=1e-9)
    np.testing.assert_array_equal(found.pvalue, expected.pvalue)


@pytest.mark.parametrize("far", [1e9, 1e15])
def test_differences_that_are_small_beside_other_algorithms_keep_their_precision(far):
    """Sums of all scores would lose these differences by rounding, so that they are
    flipped themselves.
    """
    rng = np.random.default_rng(7)
    near = rng.integers(1, 40, size=(12, 2)).astype(float)
    scores = np.column_stack([near * 1e-3, far * rng.normal(size=12)])
    alone = max_t.flipped_scores(near)
    assert max_t.flipped_scores(scores).pvalue[0, 1] == alone.pvalue[0, 1]
    assert max_t.flipped_scores(scores).flips.columns is None
    assert max_t.flipped_scores(near).flips.columns is not None


def test_scores_that_tie_up_to_their_last_digits_do_not_differ():
    scores = np.array(
        [[9 / 13, 0.6923076923076922, 0.5], [0.25, 0.25, 0.1], [0.4, 0.4, 0.3]]
    )
    assert Exact.of(scores).short is None
    test = max_t.flipped_scores(scores)
    assert (
        test.statistic[0, 1],
        test.pvalue[0, 1],
        test.flips.adjusted(np.arange(3))[0],
    ) == (0, 1, 1)


# -- random patterns -------------------------------------------------------------------


def bits_of(n):
    """Return the random signs of n data sets from the words of the generator, bit by
    bit.
    """
    words = np.random.PCG64(0).random_raw((n, -(-9_999 // 64))).tolist()
    return np.array(
        [
            [1 - 2 * (row[at // 64] >> at % 64 & 1) for at in range(9_999)]
            for row in words
        ]
    )


def test_random_patterns_are_bits_of_a_seeded_generator():
    blocks = np.concatenate(list(sign_patterns.sign_blocks(18)), axis=1)
    assert blocks.shape == (18, 9_999)
    np.testing.assert_array_equal(blocks, bits_of(18))
    assert abs(blocks.mean()) < 4 / np.sqrt(blocks.size)


def test_patterns_of_many_data_sets_come_in_blocks():
    n = sign_patterns._BLOCK // 1000
    blocks = [block.shape for block in sign_patterns.sign_blocks(n)]
    assert len(blocks) > 1
    assert sum(size for _, size in blocks) == 9_999
    assert {rows for rows, _ in blocks} == {n}


def test_random_p_values_count_the_observed_table():
    scores = np.random.default_rng(8).normal(size=(18, 4)) + np.array(
        [0, 0.1, 0.5, 0.9]
    )
    signs = bits_of(18)
    pairs = list(combinations(range(4), 2))
    d = np.array([scores[:, i] - scores[:, j] for i, j in pairs])
    norms = np.sqrt((d**2).sum(axis=1))
    observed = np.abs(d.sum(axis=1)) / norms
    flipped = np.abs(d @ signs) / norms[:, np.newaxis]
    falling = np.argsort(-observed)
    test = max_t.flipped_scores(scores)
    adjusted, largest = test.flips.adjusted(np.arange(6)), 0
    for step, pair in enumerate(falling):
        count = (
            flipped[falling[step:]].max(axis=0) >= observed[pair] * (1 - 1e-9)
        ).sum()
        largest = max(largest, count)
        assert adjusted[pair] == (largest + 1) / 10_000
        alone = (flipped[pair] >= observed[pair] * (1 - 1e-9)).sum()
        assert test.pvalue[pairs[pair]] == (alone + 1) / 10_000


def test_random_p_values_are_near_those_of_all_patterns(monkeypatch):
    scores = np.random.default_rng(9).normal(size=(17, 4)) + np.array(
        [0, 0.2, 0.4, 0.8]
    )
    random = max_t.flipped_ranks(np.argsort(np.argsort(scores)) + 1.0)
    few = random.flips.adjusted(np.arange(6))
    sign_patterns._cached_blocks.cache_clear()
    monkeypatch.setattr(sign_patterns, "MOST_COUNTED", 17)
    every = max_t.flipped_ranks(np.argsort(np.argsort(scores)) + 1.0)
    exact = every.flips.adjusted(np.arange(6))
    sign_patterns._cached_blocks.cache_clear()
    assert every.method == "exact"
    assert len(np.unique(exact)) > 2
    assert (np.abs(few - exact) < 4 * np.sqrt(exact * (1 - exact) / 9_999) + 2e-4).all()


def test_the_same_table_gives_the_same_numbers():
    first, second = (
        cd.compare(cd.load_example("garcia2008-table2"), p_adjust="max-t")
        for _ in range(2)
    )
    assert first.pairwise.to_dict() == second.pairwise.to_dict()


# -- few data sets ---------------------------------------------------------------------


def in_one_order(n, k=4):
    return cd.ScoreTable.from_arrays(
        np.tile(np.arange(k), (n, 1)), algorithms=list("ABCD")[:k]
    )


@pytest.mark.parametrize("pair_test", ["ranks", "t", "wilcoxon", "sign"])
@pytest.mark.parametrize("control", [None, "A"])
def test_at_least_six_data_sets_are_needed(pair_test, control):
    options = {"pair_test": pair_test, "p_adjust": "max-t", "control": control}
    five, six = (cd.compare(in_one_order(n), **options) for n in (5, 6))
    assert np.nanmin(five.pairwise.pvalue_adjusted) == 1 / 16
    assert five.unattainable == (1 / 16, 1 / 16)
    said = (
        "No pairwise difference can be significant with this design. With 5 data sets, "
        "the smallest attainable p-value is 0.0625, which exceeds α = 0.05."
    )
    for text in (five.summary(), five.caption(), five.methods()):
        assert said in " ".join(text.split())
    assert six.unattainable is None
    assert np.nanmin(six.pairwise.pvalue_adjusted) == 1 / 32
    assert "No pairwise difference can be significant" not in six.summary()


def test_random_patterns_can_be_too_few_for_a_level():
    assert cd.compare(in_one_order(20), p_adjust="max-t", alpha=1e-5).unattainable == (
        1e-4,
        1e-4,
    )
    assert (
        cd.compare(in_one_order(20), p_adjust="max-t", alpha=1e-4).unattainable is None
    )


# -- error rates -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("n", "repeats"), [(20, 1000), (300, 200)])
@pytest.mark.parametrize("pair_test", ["ranks", "wilcoxon", "t"])
def test_mirrored_algorithms_are_called_different_at_most_at_alpha(
    n, repeats, pair_test
):
    study = cd.study_level(
        6,
        n,
        null="mirrored",
        p_adjust="max-t",
        pair_test=pair_test,
        repeats=repeats,
        seed=3,
    )
    assert not study.exceeds.any(), study.familywise
    if pair_test == "ranks":
        nemenyi = cd.study_level(
            6, n, null="mirrored", p_adjust="nemenyi", repeats=repeats, seed=3
        )
        assert nemenyi.familywise[0, 0] > study.familywise[0, 0]
