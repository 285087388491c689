"""The sign-flip test of Page's statistics over problems, which is exact by convolution.

Let L be Page's statistic for one problem with c cut-points, and let E = c (c + 1)^2 / 4
be its mean without a trend. Exchanging two algorithms reverses the ranks of their
differences (r -> c + 1 - r) and changes L to 2 E - L. Suppose that the two histories of
each problem are exchangeable and that problems are independent. Given all |L - E|, the
signs of the terms in S = sum (L - E) are then independent and random. The order of the
differences within a problem is arbitrary.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import BoolArray, FloatArray, IntArray
from cddiagram.stats.adjust import adjust_pvalues
from cddiagram.stats.pair_test import check_shape
from cddiagram.stats.results import Result
from cddiagram.stats.tails import ndtr
from cddiagram.text import Option, UsageError

#: All sign patterns are enumerated only if there are at most this many problems. Even
#: then, they are enumerated only if this requires less work than a convolution.
MAX_LISTED = 20
#: A convolution is used only if it requires at most this many steps. The number of
#: steps is the number of problems times the number of attainable sums.
MAX_CONVOLVED = 1 << 25
#: There are at most this many random signs. If there were more signs, 2^-n would be too
#: small for a normal double.
MAX_PROBLEMS = 1000


@dataclass(frozen=True, kw_only=True, eq=False)
class FlipResult(Result):
    """The sign-flip test for one or many tables of ranks.

    Attributes
    ----------
    surplus : ndarray
        The statistic S, which is the sum of L - E over the problems.
    rising, falling : ndarray
        The one-sided p-values P(S* >= S) and P(S* <= S).
    two_sided : ndarray
        The two-sided p-value P(|S*| >= |S|).
    trending : ndarray of int
        The number of problems for which L differs from E.
    exact : ndarray of bool
        Whether the p-values were computed from the distribution of the signs (True) or
        from a normal distribution (False).
    """

    surplus: FloatArray
    rising: FloatArray
    falling: FloatArray
    two_sided: FloatArray
    trending: IntArray
    exact: BoolArray


def page_surpluses(ranks: ArrayLike) -> IntArray:
    """Return the whole numbers 2 (L - E) for each row of ranks of shape (..., n, c).

    Mid-ranks are multiples of 1/2, so 2 L is a whole number. 2 E = c (c + 1)^2 / 2 is a
    whole number for every c.

    >>> page_surpluses([[1, 2, 3], [1.5, 1.5, 3], [3, 1, 2]]).tolist()
    [4, 3, -2]
    """
    r = np.asarray(ranks, dtype=np.float64)
    check_shape(
        r.shape, "ranks", 1, 2, "an n x c array with at least one row and two columns"
    )
    c = r.shape[-1]
    doubled = np.rint(2 * r).astype(np.int64)
    places = np.arange(1, c + 1)
    return np.asarray(doubled @ places - c * (c + 1) ** 2 // 2)


def page_flip_test(ranks: ArrayLike, *, method: str = "auto") -> FlipResult:
    """Test with sign flips of the rows whether ranks of shape (..., n, c) rise or fall
    along the columns.

    "auto" selects the exact method for up to 20 rows with a trend, and for more rows if
    the convolution is small enough. Otherwise, a normal distribution with the variance
    of the flips and a continuity correction is used. For many rows, this is an accurate
    approximation.

    >>> result = page_flip_test(
    ...     [[1, 2, 3], [1, 2, 3], [2, 1, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]]
    ... )
    >>> float(result.surplus), float(result.rising), float(result.two_sided)
    (10.0, 0.015625, 0.03125)
    """
    surpluses = page_surpluses(ranks)
    rows = surpluses.reshape(-1, surpluses.shape[-1])
    shape = surpluses.shape[:-1]
    above = np.empty(len(rows))
    at_least = np.empty(len(rows))
    exact = np.zeros(len(rows), dtype=bool)
    for number, row in enumerate(rows):
        sizes = np.abs(row[row != 0])
        size_of_sum = abs(int(row.sum()))
        exact[number] = method != "asymptotic" and is_exact(sizes)
        tails = _TAILS[bool(exact[number])]
        at_least[number], above[number] = tails(sizes, size_of_sum)
    if method == "exact" and not exact.all():
        n, c = np.shape(ranks)[-2:]
        raise UsageError(
            f"the exact sign-flip test for {n} problems at {c} cut-points requires too "
            "many steps. Use ",
            Option("method", "asymptotic"),
            ".",
        )
    total = rows.sum(axis=1)
    # The distribution is symmetric, so P(S* >= -|S|) = 1 - P(S* > |S|).
    rising = np.where(total >= 0, at_least, 1 - above)
    falling = np.where(total <= 0, at_least, 1 - above)
    both_tails = np.minimum(2 * at_least, 1.0)
    two_sided = np.where(total == 0, 1.0, both_tails)
    surplus = np.asarray(total / 2)
    return FlipResult(
        surplus=surplus.reshape(shape),
        rising=rising.reshape(shape),
        falling=falling.reshape(shape),
        two_sided=two_sided.reshape(shape),
        trending=np.count_nonzero(surpluses, axis=-1),
        exact=exact.reshape(shape),
    )


def least_problems(alpha: float, pairs: int = 1, p_adjust: str = "none") -> int:
    """Return the smallest number of problems for which the adjusted two-sided p-value
    of at least one pair can be at most alpha.

    Only problems for which L differs from E are counted. The most extreme sign pattern
    of a pair yields its smallest p-value.

    >>> least_problems(0.05), least_problems(0.01), least_problems(0.05, 3, "holm")
    (6, 8, 7)
    """
    problems = 1
    while True:
        smallest = np.full(pairs, smallest_flip_p(problems))
        if adjust_pvalues(smallest, p_adjust).min() <= alpha:
            return problems
        problems += 1


def smallest_flip_p(trending: int) -> float:
    """Return the smallest attainable two-sided p-value for a number of problems with a
    trend.

    This is the probability of 2 of all sign patterns.

    >>> smallest_flip_p(6)
    0.03125
    """
    return float(min(1.0, 2.0 ** (1 - trending)))


def is_exact(sizes: IntArray) -> bool:
    """Return whether the distribution of the sum of these numbers with random signs is
    computed exactly.

    >>> is_exact(np.array([4, 3, 2]))
    True
    """
    if len(sizes) <= MAX_LISTED:
        return True
    return len(sizes) <= MAX_PROBLEMS and _convolution_steps(sizes) <= MAX_CONVOLVED


def _convolution_steps(sizes: IntArray) -> int:
    """Return the number of additions that a convolution requires."""
    attainable_sums = int(sizes.sum() // np.gcd.reduce(sizes)) + 1
    return len(sizes) * attainable_sums


def _exact_tails(sizes: IntArray, total: int) -> tuple[float, float]:
    """Return P(S* >= total) and P(S* > total) for the sum S* of numbers with random
    signs.

    The sum is 2 X - T, where X is the sum of the numbers with a positive sign and T is
    the sum of all sizes.
    """
    if not sizes.size:
        return 1.0, 0.0
    unit = int(np.gcd.reduce(sizes))
    units = np.sort(sizes // unit)
    place = (total // unit + int(units.sum())) // 2
    if len(units) <= MAX_LISTED and 2 ** len(units) <= _convolution_steps(sizes):
        sums = _all_sums(units)
        share = 2.0 ** -len(units)
        at_least = np.count_nonzero(sums >= place) * share
        return at_least, np.count_nonzero(sums > place) * share
    law = _law_of_sums(units)
    above = float(law[place + 1 :].sum())
    return above + float(law[place]), above


def _all_sums(units: IntArray) -> IntArray:
    """Return the sums of all subsets of the numbers."""
    sums = np.zeros(1, dtype=np.int64)
    for size in units:
        sums = np.concatenate([sums, sums + size])
    return sums


def _law_of_sums(units: IntArray) -> NDArray[np.float64]:
    """Return the probability of each possible sum of a random subset, from 0 to the sum
    of all numbers.

    All terms are positive, so small probabilities keep their relative precision.
    """
    law = np.zeros(int(units.sum()) + 1)
    law[0] = 2.0 ** -len(units)
    reach = 0
    for size in units.tolist():
        shifted = law[: reach + 1].copy()
        law[size : size + reach + 1] += shifted
        reach += size
    return law


def _normal_tails(sizes: IntArray, total: int) -> tuple[float, float]:
    """Approximate P(S* >= total) and P(S* > total) by a normal distribution.

    Neighbouring sums are two units apart.

    The probability of the largest sum is 1 / 2^n, which is the minimum of the tail
    probability.
    """
    if not sizes.size:
        return 1.0, 0.0
    unit = float(np.gcd.reduce(sizes))
    variance = np.square(sizes.astype(np.float64)).sum()
    deviation = float(np.sqrt(variance))
    ends = np.array([total - unit, total + unit]) / deviation
    at_least, above = ndtr(-ends).tolist()
    return max(at_least, 2.0 ** -len(sizes)), above


#: The function that computes the tails depends on whether the null distribution is
#: exact.
_TAILS = {True: _exact_tails, False: _normal_tails}
