"""Sign-flip tests and the step-down max-T adjustment, against a count of all patterns in plain Python."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

import cddiagram as cd

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
    """Return the differences of a pair of columns of whole numbers, higher ones better."""
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
    """Return the p-values of pairs, unadjusted and step-down, by going through all patterns of signs."""
    n = len(scores)
    differences = {pair: differences_of(scores, *pair, pair_test) for pair in pairs}
    observed = {pair: squared_statistic(d, [1] * n) for pair, d in differences.items()}
    falling = sorted(pairs, key=observed.get, reverse=True)
    patterns = list(product((1, -1), repeat=n))
    alone, joint = dict.fromkeys(pairs, 0), dict.fromkeys(pairs, 0)
    for pattern in patterns:
        flipped = {pair: squared_statistic(d, pattern) for pair, d in differences.items()}
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
    """Make small whole numbers with many ties, and sometimes two columns that are equal."""
    scores = rng.integers(0, int(rng.choice([2, 4, 12, 100])), size=(n, k))
    scores += rng.integers(0, 4, size=k)
    if rng.random() < 0.2:
        scores[:, 1] = scores[:, 0]
    return scores


def check(seed, largest):
    """Compare a random table with the count; the number of patterns times pairs is at most `largest`."""
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 7))
    n = int(rng.integers(2, 13))
    while 2**n * k * (k - 1) // 2 > largest:
        n -= 1
    scores = random_scores(rng, n, k)
    pair_test = ("ranks", "t", "wilcoxon", "sign", "t-relative")[seed % 5]
    control = "A0" if seed % 3 == 0 else None
    lower = seed % 2 == 1
    table = cd.ScoreTable.from_arrays(scores, algorithms=[f"A{i}" for i in range(k)], higher_is_better=not lower)
    pairwise = cd.compare(table, pair_test=pair_test, p_adjust="max-t", control=control).pairwise
    pairs = list(combinations(range(k), 2)) if control is None else [(0, j) for j in range(1, k)]
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


@pytest.mark.parametrize("seed", range(0, 200, 10))
def test_it_is_the_count_of_all_patterns_on_small_tables(seed):
    check(seed // 10, 2000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_it_is_the_count_of_all_patterns(seed):
    check(1000 + seed, 2**12 * 15)
