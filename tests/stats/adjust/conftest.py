"""Second ways to the exhaustive procedures, written from their definitions: all
partitions, and a subset program.
"""

import functools
import json
import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest


def square(values):
    """Put one value for each pair i < j, row by row, into a symmetric matrix with ones
    on the diagonal.
    """
    k = round((1 + math.sqrt(1 + 8 * len(values))) / 2)
    matrix = np.ones((k, k))
    matrix[np.triu_indices(k, 1)] = values
    matrix.T[np.triu_indices(k, 1)] = values
    return matrix


def pairs_of(matrix):
    return matrix[np.triu_indices(len(matrix), 1)]


@functools.cache
def partitions(k):
    """All exhaustive sets: for every partition of k algorithms which pairs share a
    group; the empty set left out.
    """
    groups = [[0]]
    for _ in range(1, k):
        groups = [[*start, g] for start in groups for g in range(max(start) + 2)]
    label = np.array(groups)
    i, j = np.triu_indices(k, 1)
    same = label[:, i] == label[:, j]
    return same[same.any(axis=1)]


def by_partitions(pvalues):
    """Bergmann-Hommel by the formula of García & Herrera 2008, Section 3: over every
    exhaustive set.
    """
    p = pairs_of(pvalues)
    same = partitions(len(pvalues))
    value = np.minimum(same.sum(axis=1) * np.where(same, p, np.inf).min(axis=1), 1.0)
    return np.where(same, value[:, None], 0.0).max(axis=0)


def cumulative(pvalues, values):
    """Cumulative maximum over the p order, equal p together."""
    p = pairs_of(pvalues)
    return np.array([values[p <= own].max() for own in p])


def shaffer_by_partitions(pvalues):
    """Shaffer's dynamic procedure, step by step: how many hypotheses can be true when
    the smaller p are rejected.
    """
    p = pairs_of(pvalues)
    same = partitions(len(pvalues))
    adjusted, running = np.empty(len(p)), 0.0
    for level in np.unique(p):
        possible = same[~same[:, p < level].any(axis=1)]
        running = max(running, min(1.0, level * possible.sum(axis=1).max()))
        adjusted[p == level] = running
    return adjusted


def best_with_pairs(joined):
    """Subset program: for a graph, the best number of within-group pairs with each
    joined pair kept together, or -1.

    worth[S] is the best value of the vertex set S; it is filled vertex by vertex, the
    newest vertex's group being any clique of older ones: no property of best partitions
    is used.
    """
    k = len(joined)
    neighbours = [
        sum(1 << u for u in range(k) if u != v and joined[v, u]) for v in range(k)
    ]
    cliques = [
        [0] for _ in range(k)
    ]  # for each vertex the cliques of older vertices that are all joined to it
    for v in range(k):
        for u in range(v):
            if neighbours[v] >> u & 1:
                cliques[v] += [
                    older | 1 << u
                    for older in cliques[u]
                    if older & ~neighbours[v] == 0
                ]
    worth = np.zeros(1, dtype=np.int64)
    for v in range(k):
        sets = np.arange(1 << v)
        with_v = np.zeros(1 << v, dtype=np.int64)
        for group in cliques[v]:
            holds = sets[sets & group == group]
            size = group.bit_count() + 1
            with_v[holds] = np.maximum(
                with_v[holds], size * (size - 1) // 2 + worth[holds ^ group]
            )
        worth = np.concatenate([worth, with_v])
    best = np.full((k, k), -1)
    for v in range(k):
        for older in cliques[v]:
            size = older.bit_count() + 1
            value = size * (size - 1) // 2 + int(
                worth[((1 << k) - 1) ^ (older | 1 << v)]
            )
            inside = [u for u in range(k) if older >> u & 1] + [v]
            for a in inside:
                for b in inside:
                    best[a, b] = max(best[a, b], value)
    np.fill_diagonal(best, worth[-1])
    return best


def by_subsets(pvalues):
    """Bergmann-Hommel (formula alone) and Shaffer dynamic through the subset program,
    threshold by threshold.
    """
    k = len(pvalues)
    p = pairs_of(pvalues)
    raw, dynamic, running = np.zeros(len(p)), np.empty(len(p)), 0.0
    for level in np.unique(p):
        best = best_with_pairs(pvalues >= level)
        raw = np.maximum(raw, np.minimum(1.0, level * np.maximum(pairs_of(best), 0)))
        running = max(running, min(1.0, level * best[k - 1, k - 1]))
        dynamic[p == level] = running
    return raw, dynamic


def mean_rank_pvalues(rng, k, *, ties=True):
    """p-values of the test on mean ranks for a random table of scores, and the rank
    sums (doubled, integers).
    """
    n = int(rng.integers(2, 60))
    quality = rng.choice([0.0, 0.3, 1.0, 3.0]) * rng.normal(size=k)
    if rng.random() < 0.3:
        quality = np.round(quality)
    scores = quality + rng.normal(size=(n, k))
    if ties and rng.random() < 0.5:
        scores = np.round(scores)
    above = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    level = (scores[:, None, :] == scores[:, :, None]).sum(axis=2)
    doubled = (2 * above + level + 1).sum(axis=0)
    # |R_i - R_j| / sqrt(k (k + 1) / (6 n)) with R = doubled / (2 n); one p for each distinct integer.
    differences = np.abs(doubled[:, None] - doubled)
    scale = 2 * math.sqrt(n * k * (k + 1) / 6)
    distinct, where = np.unique(differences, return_inverse=True)
    p = np.array([math.erfc(d / scale / math.sqrt(2)) for d in distinct.tolist()])
    return p[where.reshape(differences.shape)], doubled


def sign_pvalues(rng, k):
    """p-values of the sign test between all columns of a random table: many ties, no
    order behind them.
    """
    n = int(rng.integers(4, 40))
    scores = np.round(
        rng.choice([0.0, 0.5, 1.5]) * rng.normal(size=k) + rng.normal(size=(n, k)), 1
    )
    wins = (
        2 * (scores[:, :, None] > scores[:, None, :])
        + (scores[:, :, None] == scores[:, None, :])
    ).sum(axis=0) // 2
    tail = np.cumsum([math.comb(n, w) for w in range(n + 1)]) / 2.0**n
    p = np.minimum(1.0, 2 * tail[np.minimum(wins, n - wins)])
    return square(pairs_of(p))


def arbitrary_pvalues(rng, k):
    """p-values without structure: uniform, spread over decades, few distinct, shuffled,
    noisy, sign test.
    """
    m = k * (k - 1) // 2
    kind = int(rng.integers(6))
    if kind == 0:
        return square(rng.uniform(size=m))
    if kind == 1:
        return square(10.0 ** -rng.uniform(0, 5, size=m))
    if kind == 2:
        return square(np.round(rng.uniform(size=m) ** 2, 1))
    if kind == 3:
        order = rng.permutation(k)
        return mean_rank_pvalues(rng, k)[0][np.ix_(order, order)]
    if kind == 4:
        noisy = pairs_of(mean_rank_pvalues(rng, k)[0]) * np.exp(
            0.5 * rng.normal(size=m)
        )
        return square(np.minimum(noisy, 1.0))
    return sign_pvalues(rng, k)


@pytest.fixture(scope="session")
def second_way():
    """The oracles and the random p-values, by name."""
    functions = (
        square,
        pairs_of,
        partitions,
        by_partitions,
        cumulative,
        shaffer_by_partitions,
        best_with_pairs,
        by_subsets,
        mean_rank_pvalues,
        arbitrary_pvalues,
    )
    return SimpleNamespace(**{function.__name__: function for function in functions})


@pytest.fixture(scope="session")
def published():
    """Published numbers and vectors of other programs; their sources are in the
    file.
    """
    return json.loads(
        (Path(__file__).parent / "published.json").read_text(encoding="utf-8")
    )
