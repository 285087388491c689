"""Two tests for a trend along the cut-points, which are based on the same ranks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cddiagram._util import BoolArray, FloatArray, IntArray
from cddiagram.stats.page import page_test
from cddiagram.stats.page_flips import page_flip_test, page_surpluses
from cddiagram.stats.results import Result


@dataclass(frozen=True, kw_only=True, eq=False)
class TrendResult(Result):
    """The results of a test for a trend along the columns of one or many tables of
    ranks.

    Attributes
    ----------
    statistic : ndarray
        Page's statistic L.
    expected : float
        The mean of L without a trend, n c (c + 1)^2 / 4.
    trending : ndarray of int
        The number of rows for which L differs from its mean.
    rising, falling, two_sided : ndarray
        The one-sided and two-sided p-values.
    exact : ndarray of bool
        Whether the p-values were computed from an exact distribution (True) or from a
        normal distribution (False).
    """

    statistic: FloatArray
    expected: float
    trending: IntArray
    rising: FloatArray
    falling: FloatArray
    two_sided: FloatArray
    exact: BoolArray


def trend_test(
    ranks: FloatArray, test: str, *, method: str = "auto", tie_correction: bool = False
) -> TrendResult:
    """Test whether ranks of shape (..., n, c) rise or fall along the columns.

    ``"sign-flip"`` selects the test that flips the signs of rows. ``"page"`` selects
    Page's test, whose asymptotic p-values can be corrected for ties.

    >>> ranks = np.tile([1.0, 2, 3], (6, 1))
    >>> float(trend_test(ranks, "sign-flip").two_sided)
    0.03125
    >>> float(trend_test(ranks, "page").statistic)
    84.0
    """
    n, c = ranks.shape[-2:]
    expected = n * c * (c + 1) ** 2 / 4
    surpluses = page_surpluses(ranks)
    surplus = surpluses.sum(axis=-1) / 2
    statistic = expected + surplus
    trending = np.count_nonzero(surpluses, axis=-1)
    if test == "sign-flip":
        flips = page_flip_test(ranks, method=method)
        return TrendResult(
            statistic=statistic,
            expected=expected,
            trending=trending,
            rising=flips.rising,
            falling=flips.falling,
            two_sided=flips.two_sided,
            exact=flips.exact,
        )
    rising, falling = page_test(ranks, method=method, tie_correction=tie_correction)
    smaller = np.minimum(rising.pvalue, falling.pvalue)
    return TrendResult(
        statistic=statistic,
        expected=expected,
        trending=trending,
        rising=rising.pvalue,
        falling=falling.pvalue,
        two_sided=np.minimum(2 * smaller, 1.0),
        exact=rising.exact,
    )
