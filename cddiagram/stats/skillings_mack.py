"""The Skillings-Mack test: Friedman's test where not every algorithm has a result on
every data set.

Skillings and Mack (1981), "On the use of a Friedman-type statistic in balanced and
unbalanced block designs", Technometrics 23, 171-177. Ranks are (n, k) with NaN where a
result is missing. On the k_i results of data set i the ranks are weighed by
``sqrt(12 / (k_i + 1))``; A_j sums the weighed deviations of algorithm j from their
mean, and their covariances are S: minus the number of data sets that both have, on the
diagonal the sum of the others (their 2.2, 2.3).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import BoolArray, FloatArray, IntArray
from cddiagram.stats.pair_test import as_ranks
from cddiagram.stats.results import OmnibusResult
from cddiagram.stats.tails import chi_square_upper


def skillings_mack_test(ranks: ArrayLike) -> tuple[OmnibusResult, OmnibusResult]:
    """Test whether k algorithms differ at all, by their ranks (n, k) on the data sets
    that each has; NaN is missing.

    The statistic ``A' S^- A`` as printed, which takes no notice of ties and is
    conservative with many, and corrected: the covariances of data set i are multiplied
    by ``sum (r - mean)**2 / (k_i (k_i**2 - 1) / 12)``, the variance of its own ranks
    before that of untied ones. On complete ranks these are Friedman's chi-squares,
    without and with the correction for ties. Degrees of freedom are k less the parts
    that no data set connects, one for a connected table. The p-values hold where
    results are not missing because of their values.

    The ranks of Skillings and Mack 1981, Table 1:

    >>> ranks = np.array(
    ...     [
    ...         [1, 3, 2, 4],
    ...         [1, 3, 2, 4],
    ...         [2, 1, 3, 4],
    ...         [1, 2, 3, 4],
    ...         [1, 4, 2, 3],
    ...         [2, 3, 1, np.nan],
    ...         [np.nan, 2, 1, np.nan],
    ...         [1, 3, 2, 4],
    ...         [1, np.nan, 2, 3],
    ...     ]
    ... )
    >>> plain, corrected = skillings_mack_test(ranks)
    >>> round(plain.statistic, 3), plain.df, round(plain.pvalue, 5)
    (15.493, (3.0,), 0.00144)
    """
    r = as_ranks(ranks, one=True)
    present, deviation, size = _deviations(r)
    untied = size * (size**2 - 1.0) / 12
    share: FloatArray = np.divide(
        np.square(deviation).sum(axis=1), untied, out=np.zeros(len(r)), where=untied > 0
    )
    found = []
    for tie_corrected, weights in ((False, np.ones(len(r))), (True, share)):
        sums, covariance = _sums(present, deviation, size, weights)
        parts = connected_parts(covariance != 0)
        solved = _solved(covariance, parts, sums)
        # None of the parts has a rank to add where all tie: then nothing differs.
        df = float(max(len(sums) - len(set(parts.tolist())), 1))
        chi2 = max(float(sums @ solved), 0.0)
        name = "skillings-mack"
        p = chi_square_upper(chi2, int(df))
        found.append(
            OmnibusResult(
                name=name,
                statistic=chi2,
                df=(df,),
                pvalue=p,
                method="asymptotic",
                tie_corrected=tie_corrected,
            )
        )
    return found[0], found[1]


def connected_parts(joined: BoolArray) -> IntArray:
    """Label each of k algorithms with the first one to which chains of joined pairs (k,
    k) lead.

    >>> connected_parts(
    ...     np.array(
    ...         [[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]], dtype=bool
    ...     )
    ... ).tolist()
    [0, 0, 0, 3]
    """
    label = np.arange(len(joined))
    while True:
        lowest = np.where(joined, label, len(label)).min(axis=1, initial=len(label))
        lowest = np.minimum(label, lowest)
        if (lowest == label).all():
            return label
        label = lowest


def _deviations(ranks: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return 1 where there is a rank, the deviations from the mean rank of the data
    set, and how many ranks it has.
    """
    present = (~np.isnan(ranks)).astype(np.float64)
    size = present.sum(axis=1)
    return (
        present,
        np.where(present > 0, ranks - (size[:, np.newaxis] + 1) / 2, 0.0),
        size,
    )


def _sums(
    present: FloatArray, deviation: FloatArray, size: FloatArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return A and its covariances, to which each data set adds with a weight."""
    sums = (np.sqrt(12 / (size[:, np.newaxis] + 1)) * deviation).sum(axis=0)
    together = (present * weights[:, np.newaxis]).T @ present
    np.fill_diagonal(together, 0.0)
    return sums, np.diag(together.sum(axis=1)) - together


def _solved(covariance: FloatArray, parts: IntArray, sums: FloatArray) -> FloatArray:
    """Return ``S^- A`` with sum 0 in each connected part, as A has: S plus ones in each
    part is regular.
    """
    return np.linalg.solve(covariance + (parts[:, np.newaxis] == parts), sums)
