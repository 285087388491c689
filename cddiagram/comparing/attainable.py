"""The smallest p-value that a pair of algorithms can have on a given number of data
sets.

For n data sets, the p-values of sign tests and signed-rank tests are at least ``2**(1 -
n)``. This module computes the smallest p-value by applying a test to tables in which
one algorithm is better than the other on every data set. This is correct for all tests
and their options, including approximate tests. If the adjusted smallest p-value exceeds
the significance level, no result can be significant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.comparing.plan import Plan
from cddiagram.comparing.results import TestResults
from cddiagram.procedures import Adjustment
from cddiagram.stats import (
    PairwiseResult,
    adjust_pvalues,
    significant,
    smallest_flip_pvalue,
)

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable


def unattainable(
    plan: Plan, results: TestResults, table: ScoreTable | None, alpha: float
) -> tuple[float, float] | None:
    """Return the smallest attainable p-value of a pair, unadjusted and adjusted. Return
    None if the adjusted p-value does not exceed alpha.
    """
    smallest = _smallest(plan, results, table, alpha)
    if smallest is None or significant(smallest[1], alpha):
        return None
    return smallest


def _smallest(
    plan: Plan, results: TestResults, table: ScoreTable | None, alpha: float
) -> tuple[float, float] | None:
    """Return the smallest attainable p-value of a pair, unadjusted and adjusted.

    Return None if the tests do not have a smallest p-value, or if it is significant
    even after Bonferroni's adjustment.
    """
    n_hypotheses = results.pairwise.n_hypotheses
    if plan.pair_test == "given" or not n_hypotheses:
        return None
    if plan.sign_flips:
        assert results.n_datasets is not None
        pvalue = smallest_flip_pvalue(results.n_datasets)
        return pvalue, pvalue
    law: Any = results.law
    if plan.joint and law is not None:
        of_joint_test: tuple[float, float] = law.smallest
        return of_joint_test
    if not plan.pairs.discrete:
        return None
    if law is not None:
        family = np.full(n_hypotheses, law.tails[law.attainable][-1])
    else:
        assert table is not None
        family = _smallest_of_family(plan, results.family, table)
    smallest = float(family.min())
    if smallest * n_hypotheses <= alpha:
        return None
    return smallest, smallest_adjusted(plan.adjustment, family)


def _smallest_of_family(
    plan: Plan, family: PairwiseResult, table: ScoreTable
) -> FloatArray:
    """Return the smallest attainable p-value of each pair in a family for the data sets
    that both algorithms have in common.
    """
    test = plan.pairs
    options = {name: getattr(plan, name) for name in test.options} | dict(test.fixed)
    k = 2
    if test.against:
        options["control"] = 0
        k = table.k
    is_tested = np.triu(~np.isnan(family.pvalue))
    counts, pair = np.unique(table.common[is_tested], return_inverse=True)
    smallest = []
    for n in counts.tolist():
        smallest.append(smallest_pvalue(test.load(), n, options, k))
    return np.array(smallest)[pair]


def smallest_pvalue(
    test: Callable[..., Any], n: int, options: Mapping[str, Any], k: int = 2
) -> float:
    """Return the smallest p-value of a test if the first of k algorithms is best on all
    n data sets.

    Both distinct and equal differences are tested, because either can have the smaller
    p-value if a normal approximation is used. A t test of equal differences has the
    p-value 0.

    >>> from cddiagram.stats.sign import sign_pair_test
    >>> smallest_pvalue(sign_pair_test, 8, {})
    0.0078125
    """
    sizes = np.arange(1.0, n + 1)
    smallest = []
    for differences in (sizes, np.ones(n)):
        scores = np.zeros((n, k))
        scores[:, 0] = differences
        if k > 2:
            scores[:, 1:] = -np.arange(k - 1)
        pvalues = test(scores, higher_is_better=True, **options).pvalue
        smallest.append(float(np.nanmin(pvalues[0])))
    return min(smallest)


def smallest_adjusted(adjustment: Adjustment, pvalues: FloatArray) -> float:
    """Return the smallest adjusted p-value in a family with these smallest p-values.

    Adjusted p-values are nondecreasing functions of the p-values. All pairs have their
    smallest p-values in the same table, in which the algorithms have the same order on
    every data set. All hypotheses about pairs can be true at the same time. Therefore,
    adjustments for all pairs multiply the smallest p-value by the number of pairs, as
    Bonferroni's adjustment does.

    >>> from cddiagram.procedures import ADJUSTMENTS
    >>> smallest = np.full(10, 0.0078125)
    >>> [smallest_adjusted(ADJUSTMENTS[key], smallest) for key in ("holm", "hochberg")]
    [0.078125, 0.0078125]
    """
    method = adjustment.key
    if adjustment.needs == "all pairs":
        method = "bonferroni"
    return float(adjust_pvalues(pvalues, method).min())
