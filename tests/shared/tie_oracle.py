"""The one rule of ties written plainly, in rational numbers: what the package must
agree with.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

SHARE = 10**13


class Number(NamedTuple):
    """A score or a mean of runs, and its uncertainty."""

    value: Fraction
    uncertain: Fraction


def read(score: Any) -> Number:
    """Read a double (or a float32) as the shortest decimal that it has."""
    decimal = Decimal(str(score))
    digits = "".join(map(str, decimal.as_tuple().digits)).strip("0")
    value = Fraction(decimal)
    return Number(value, abs(value) / SHARE if len(digits) >= 14 else Fraction(0))


def mean(runs: Sequence[Number]) -> Number:
    return Number(
        sum((run.value for run in runs), Fraction(0)) / len(runs),
        max(run.uncertain for run in runs),
    )


def ranks(
    values: Sequence[Any],
    gap: Callable[[Any], Fraction],
    tie: Callable[[Any, Any], Fraction],
) -> list[float]:
    """Rank from the smallest; two tie within `tie`, and equal values are
    interchangeable in that.
    """
    order = sorted(range(len(values)), key=lambda place: gap(values[place]))
    groups = [
        list(members)
        for _, members in itertools.groupby(order, key=lambda place: gap(values[place]))
    ]
    runs = [groups[0]]
    for before, after in itertools.pairwise(groups):
        apart = gap(values[after[0]]) - gap(values[before[0]])
        if any(apart <= tie(values[a], values[b]) for a in before for b in after):
            runs[-1] = runs[-1] + after
        else:
            runs.append(after)
    found, done = [0.0] * len(values), 0
    for run in runs:
        for place in run:
            found[place] = done + (len(run) + 1) / 2
        done += len(run)
    return found


def rank_numbers(numbers: Sequence[Number]) -> list[float]:
    return ranks(
        numbers, lambda number: number.value, lambda a, b: max(a.uncertain, b.uncertain)
    )


def friedman(table: Sequence[Sequence[Number]]) -> list[list[float]]:
    return [rank_numbers(row) for row in table]


def aligned(table: Sequence[Sequence[Number]]) -> list[list[float]]:
    cells = []
    for i, row in enumerate(table):
        centre = sum((number.value for number in row), Fraction(0)) / len(row)
        widest = max(number.uncertain for number in row)
        cells += [
            (number.value - centre, number.uncertain, i, widest) for number in row
        ]
    found = ranks(
        cells,
        lambda cell: cell[0],
        lambda a, b: max(a[1], b[1]) if a[2] == b[2] else max(a[3], b[3]),
    )
    k = len(table[0])
    return [found[start : start + k] for start in range(0, len(found), k)]


def quade(table: Sequence[Sequence[Number]]) -> list[float]:
    ranges = []
    for row in table:
        low, high = min(n.value for n in row), max(n.value for n in row)
        ranges.append(
            Number(high - low, max(n.uncertain for n in row if n.value in (low, high)))
        )
    return rank_numbers(ranges)


def means(table: Sequence[Sequence[Number]]) -> list[float]:
    return rank_numbers([mean(column) for column in zip(*table, strict=True)])


def difference(a: Number, b: Number) -> Number:
    """Subtract; a difference within the uncertainty is 0."""
    uncertain, apart = max(a.uncertain, b.uncertain), a.value - b.value
    return Number(Fraction(0) if abs(apart) <= uncertain else apart, uncertain)


def sign_counts(a: Sequence[Number], b: Sequence[Number]) -> tuple[int, int]:
    found = [difference(x, y).value for x, y in zip(a, b, strict=True)]
    return sum(d > 0 for d in found), sum(d == 0 for d in found)


def wilcoxon(a: Sequence[Number], b: Sequence[Number]) -> float:
    """Give W+ of a over b, with the ranks of zeros split and one dropped if they are
    odd (Demsar 2006, 3.1.3).
    """
    found = [difference(x, y) for x, y in zip(a, b, strict=True)]
    zeros = sum(d.value == 0 for d in found) // 2 * 2
    signed = [d for d in found if d.value != 0]
    places = (
        rank_numbers([Number(abs(d.value), d.uncertain) for d in signed])
        if signed
        else []
    )
    return zeros * (zeros + 1) / 4 + sum(
        p + zeros for p, d in zip(places, signed, strict=True) if d.value > 0
    )


def page(a: Sequence[Number], b: Sequence[Number]) -> list[float]:
    """Rank the differences a - b along a series, 1 for the largest."""
    found = [
        Number(y.value - x.value, max(x.uncertain, y.uncertain))
        for x, y in zip(a, b, strict=True)
    ]
    return rank_numbers(found)
