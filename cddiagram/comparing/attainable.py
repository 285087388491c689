"""The smallest p-value that a pair can have on a number of data sets.

A test of signs or of signed ranks has no p-value below ``2**(1 - n)`` on n data sets.
Here the smallest p-value is computed by the test itself, on tables in which one
algorithm is better than the other on every data set. So it is right for each test and
its options, exact or approximate. If it exceeds the level after the adjustment, no
result could be significant.
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
    """Return the smallest p-value of a pair, unadjusted and adjusted, if it exceeds
    alpha; otherwise None.
    """
    smallest = _smallest(plan, results, table, alpha)
    if smallest is None or significant(smallest[1], alpha):
        return None
    return smallest


def _smallest(
    plan: Plan, results: TestResults, table: ScoreTable | None, alpha: float
) -> tuple[float, float] | None:
    """Return the smallest p-value of a pair, unadjusted and adjusted.

    None if the tests have no smallest p-value, or if even Bonferroni's adjustment of it
    is significant.
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
    """Return the smallest p-value of each pair of a family on the data sets that both
    algorithms have.
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
    """Return the smallest p-value of a test of scores (n, k), if the first algorithm is
    best on all n data sets.

    Differences of different sizes and equal differences are both tried, as either can
    have the smaller p-value by a normal approximation. A t test of equal differences
    has the p-value 0.

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
    """Return the smallest adjusted p-value of a family with these smallest p-values.

    Adjusted p-values never fall when a p-value rises. All pairs can have their smallest
    p-value in the same table, in which the algorithms have the same order on every data
    set. All pairs of k algorithms can be true together, so that adjustments of
    `all pairs` multiply the smallest p-value by the number of pairs, like Bonferroni's.

    >>> from cddiagram.procedures import ADJUSTMENTS
    >>> smallest = np.full(10, 0.0078125)
    >>> [smallest_adjusted(ADJUSTMENTS[key], smallest) for key in ("holm", "hochberg")]
    [0.078125, 0.0078125]
    """
    method = adjustment.key
    if adjustment.needs == "all pairs":
        method = "bonferroni"
    return float(adjust_pvalues(pvalues, method).min())
