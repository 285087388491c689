"""What is said of practical equivalence: which pairs are named, and every pair of a
posterior with its decision.
"""

import re
from dataclasses import replace

import numpy as np
import pytest

import cddiagram as cd


def comparison(k, spread=0.1):
    scores = np.random.default_rng(2).random((12, k)) + spread * np.arange(k)
    table = cd.ScoreTable.from_arrays(scores, algorithms=[f"m{i}" for i in range(k)])
    return cd.compare(table, pair_test="wilcoxon")


@pytest.mark.parametrize("count", [0, 1, 12, 13])
def test_up_to_twelve_pairs_of_a_verdict_are_named(count):
    equivalence = comparison(6).equivalence(0.1)
    pairs = [(row["algorithm"], row["other"]) for row in equivalence.pair_rows()]
    verdict = np.full((6, 6), "inconclusive", dtype=equivalence.verdict.dtype)
    for pair in pairs[:count]:
        i, j = (equivalence.algorithms.index(name) for name in pair)
        verdict[i, j] = verdict[j, i] = "different"
    first = (
        replace(equivalence, verdict=verdict)
        .summary()
        .partition(" Significantly different but practically equivalent")[0]
    )
    named = f" ({' – '.join(pairs[0])}" if 0 < count < 13 else "."
    label = "Significantly different and not practically equivalent"
    assert first.startswith(f"{label}: {count} of 15 pairs{named}")
    assert first.count(" – ") == (count if count < 13 else 0)


def test_every_pair_of_a_posterior_has_its_decision():
    posterior = comparison(4, spread=0.2).posterior(0.2, draws=2000)
    decided, said = posterior.decide(0.7), posterior.summary(0.7)
    found = []
    for row in posterior.pair_rows():
        i, j = (
            posterior.algorithms.index(row[name]) for name in ("algorithm", "other")
        )
        found.append(decided[i, j] or "inconclusive")
        start = (
            f"Compared with {row['other']}, {row['algorithm']} is practically better"
        )
        (sentence,) = (part for part in said.split(". ") if part.startswith(start))
        assert sentence.endswith(f" (decision: {found[-1]})")
        assert (
            sentence.removesuffix(f" (decision: {found[-1]})") + "."
            in posterior.summary()
        )
    counts = {
        one: found.count(one)
        for one in ("better", "worse", "equivalent", "inconclusive")
    }
    assert (counts["equivalent"], counts["inconclusive"]) == (1, 2)
    assert (
        "At a probability threshold of 0.7, one algorithm is practically better in "
        f"{counts['better'] + counts['worse']} of 6 pairs, the two algorithms are "
        f"practically equivalent in {counts['equivalent']}, and "
        f"{counts['inconclusive']} pairs are inconclusive." in said
    )


@pytest.mark.parametrize(("k", "named"), [(5, True), (6, False)])
def test_many_pairs_of_a_posterior_are_counted(k, named):
    said = comparison(k).posterior(0.1, draws=1000).summary(0.9)
    assert ("Compared with " in said) == named
    pairs = k * (k - 1) // 2
    assert re.search(
        rf"one algorithm is practically better in \d+ of {pairs} pairs,", said
    )
