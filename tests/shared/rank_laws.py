"""Write the table of exact laws of rank sums without ties:
``python tests/shared/rank_laws.py``.

The laws are computed on sorted rank sums, of which there are k! times fewer than of
rank sums in the order of the algorithms. `cddiagram.stats.rank_sums` does not sort: a
slow test compares both with the table.

All algorithms perform equally, so every order of the same rank sums has the same probability.
The probability P_n(s) of one order s after n data sets is the mean over the k! orders
of the ranks r of P_(n-1)(s - r), and s - r can be sorted before it is looked up.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cddiagram.stats import LARGEST_N, TABLE, rounded

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def laws_without_ties(k: int, largest_n: int) -> Iterator[tuple[int, Floats, Floats]]:
    """Yield n and P(max >= d) for d = 0, ..., n (k - 1): of all pairs, and against a
    control.
    """
    orders = list(itertools.permutations(range(k)))
    shape = _box(k, largest_n)
    probability = np.zeros(shape)
    probability[(0,) * (k - 1)] = 1.0
    before = np.zeros((1, k), dtype=np.int64)
    for n in range(1, largest_n + 1):
        states = _sorted_sums(k, n)
        total = np.zeros(len(states))
        for order in orders:
            total += _looked_up(probability, states - np.array(order))
        probability[tuple(before[:, :-1].T)] = 0.0
        probability[tuple(states[:, :-1].T)] = total / len(orders)
        before = states
        if n > 1:
            yield n, *_tails(states, total / len(orders), n * (k - 1))


def _box(k: int, n: int) -> tuple[int, ...]:
    """Return an array shape for the k - 1 smallest sums: the i-th smallest is at most
    so large.
    """
    total = n * k * (k - 1) // 2
    return tuple(min(total // (k - i), n * (k - 1)) + 1 for i in range(k - 1))


def _sorted_sums(k: int, n: int) -> Ints:
    """List the rising tuples of k sums of n ranks from 0 to k - 1 that have the right
    total.
    """
    most, total = n * (k - 1), n * k * (k - 1) // 2
    states = np.zeros((1, 0), dtype=np.int64)
    for column in range(k - 1):
        rest = total - states.sum(axis=1)
        left = k - column
        lowest = np.zeros(len(states), dtype=np.int64)
        if column:
            lowest = states[:, -1]
        lowest = np.maximum(lowest, rest - (left - 1) * most)
        counts = np.maximum(rest // left - lowest + 1, 0)
        first = np.repeat(np.cumsum(counts) - counts, counts)
        value = np.arange(counts.sum()) - first + np.repeat(lowest, counts)
        states = np.column_stack([np.repeat(states, counts, axis=0), value])
    return np.column_stack([states, total - states.sum(axis=1)])


def _looked_up(probability: Floats, sums: Ints) -> Floats:
    """Return the probability of each row of sums, which need not be sorted; 0 if one is
    negative.
    """
    columns = [sums[:, i].copy() for i in range(sums.shape[1])]
    for end in range(len(columns) - 1, 0, -1):  # bubble sort: few columns, many rows
        for i in range(end):
            low = np.minimum(columns[i], columns[i + 1])
            high = np.maximum(columns[i], columns[i + 1])
            columns[i], columns[i + 1] = low, high
    inside = columns[0] >= 0
    place = np.ravel_multi_index(columns[:-1], probability.shape, mode="clip")
    return np.where(inside, probability.ravel()[place], 0.0)


def _tails(states: Ints, probability: Floats, largest: int) -> tuple[Floats, Floats]:
    k = states.shape[1]
    weights = probability * _arrangements(states)
    pairs = np.bincount(states[:, -1] - states[:, 0], weights, largest + 1)
    control = np.zeros(largest + 1)
    for column in range(k):
        from_lowest = states[:, column] - states[:, 0]
        to_highest = states[:, -1] - states[:, column]
        distance = np.maximum(from_lowest, to_highest)
        control += np.bincount(distance, weights / k, largest + 1)
    return _upper(pairs), _upper(control)


def _arrangements(states: Ints) -> Floats:
    """Count the distinct orders of each row: k! / (product of factorials of how often
    each sum occurs).
    """
    divisor = np.ones(len(states))
    run = np.ones(len(states))
    for i in range(1, states.shape[1]):
        run = np.where(states[:, i] == states[:, i - 1], run + 1, 1)
        divisor *= run
    return math.factorial(states.shape[1]) / divisor


def _upper(probabilities: Floats) -> Floats:
    return np.cumsum(probabilities[::-1])[::-1]


def table() -> Floats:
    """Return all numbers of the table in its order."""
    parts = []
    for k, largest_n in LARGEST_N.items():
        for _, pairs, control in laws_without_ties(k, largest_n):
            parts += [rounded(pairs), rounded(control)]
    return np.concatenate(parts)


if __name__ == "__main__":
    path = Path(__file__).parents[2] / "cddiagram" / "stats" / TABLE
    path.write_bytes(table().astype("<f8").tobytes())
    print(f"{path}: {path.stat().st_size:,} bytes")
