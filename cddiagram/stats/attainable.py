"""The smallest p-value that a test of a pair can give: with few data sets even the
largest difference has one.

A test of signs or of signed ranks has no p-value below 2 to the power of 1 - n on n
data sets. It is found by making the test on tables in which one algorithm is better
than the other on every data set, so that it holds for each test and its options, exact
or approximate. If it is above the level after the adjustment, no result could be
significant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.procedures import Adjustment
from cddiagram.stats.adjust import adjust_pvalues


def smallest_pvalue(
    test: Callable[..., Any], n: int, options: Mapping[str, Any], k: int = 2
) -> float:
    """Return the smallest p-value of a test of scores (n, k) on n data sets, the first
    algorithm best on all.

    Differences of different sizes and equal differences are tried, as either may have
    the smaller p-value by a normal approximation. A difference that never varies is
    infinitely far from 0 for a t test, whose p-value is then 0.

    >>> from cddiagram.stats.sign import sign_pair_test
    >>> smallest_pvalue(sign_pair_test, 8, {})
    0.0078125
    """
    sizes = np.arange(1.0, n + 1)
    found = []
    for differences in (sizes, np.ones(n)):
        scores = np.zeros((n, k))
        scores[:, 0] = differences
        if k > 2:
            scores[:, 1:] = -np.arange(k - 1)
        pvalues = test(scores, higher_is_better=True, **options).pvalue
        found.append(float(np.nanmin(pvalues[0])))
    return min(found)


def smallest_adjusted(adjustment: Adjustment, pvalues: FloatArray) -> float:
    """Return the smallest adjusted p-value of a family whose p-values are at least
    these.

    No adjustment falls when a p-value rises, and all pairs can have their smallest
    p-value in the same table: the one in which the algorithms have the same order on
    every data set. All pairs of k algorithms are one of the sets of hypotheses that can
    be true together, so that adjustments of `all pairs` multiply their smallest p-value
    by their number, as Bonferroni's does.

    >>> from cddiagram.procedures import ADJUSTMENTS
    >>> smallest = np.full(10, 0.0078125)
    >>> [smallest_adjusted(ADJUSTMENTS[key], smallest) for key in ("holm", "hochberg")]
    [0.078125, 0.0078125]
    """
    method = "bonferroni" if adjustment.needs == "all pairs" else adjustment.key
    return float(adjust_pvalues(pvalues, method).min())
