"""The Skillings-Mack test, a generalisation of Friedman's test for missing scores.

Skillings and Mack (1981), "On the use of a Friedman-type statistic in balanced and
unbalanced block designs", Technometrics 23, 171-177. The ranks have shape (n, k), and
NaN marks a missing score. Ranks on data set i have the weight ``sqrt(12 / (k_i + 1))``,
where k_i is their number. A_j is the sum of the weighted deviations of the ranks of
algorithm j from the mean rank of each data set. The covariance of two of these sums is
minus the number of common data sets, and the rows of the covariance matrix S add up to
0 (sections 2.2 and 2.3 of the paper).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import BoolArray, FloatArray, IntArray
from cddiagram.stats.pair_test import as_ranks
from cddiagram.stats.results import OmnibusResult
from cddiagram.stats.tails import chi_square_upper


def skillings_mack_test(ranks: ArrayLike) -> tuple[OmnibusResult, OmnibusResult]:
    """Test for overall differences, based on ranks of shape (n, k) in which NaN marks a
    missing score.

    Parameters
    ----------
    ranks : array_like, shape (n, k)
        The ranks within each data set.

    Returns
    -------
    tuple of OmnibusResult
        The test with ``A' S^- A`` as printed, and the test corrected for ties. The
        printed test ignores ties and is conservative if there are many ties. The
        correction multiplies the covariances of data set i by ``sum (r - mean)**2 /
        (k_i (k_i**2 - 1) / 12)``, which is the variance of the observed ranks relative
        to the variance of untied ranks. If no score is missing, the statistics are
        equal to Friedman's chi-square statistics. The degrees of freedom are k minus
        the number of connected parts, which is 1 for a connected table. The p-values
        are valid if scores are missing independently of their values.

    Examples
    --------
    This example uses the ranks in Table 1 of Skillings and Mack 1981:

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
    squares = np.square(deviation).sum(axis=1)
    relative = np.zeros(len(r))
    np.divide(squares, untied, out=relative, where=untied > 0)
    results = []
    weights_of_rows = {False: np.ones(len(r)), True: relative}
    for is_corrected, weights in weights_of_rows.items():
        sums, covariance = _weighted_sums(present, deviation, size, weights)
        parts = connected_parts(covariance != 0)
        solution = _solve(covariance, parts, sums)
        n_parts = len(np.unique(parts))
        # If all ranks are tied, each part contains only one algorithm, and all
        # differences are zero.
        df = max(len(sums) - n_parts, 1)
        chi2 = max(float(sums @ solution), 0.0)
        result = OmnibusResult(
            name="skillings-mack",
            statistic=chi2,
            df=(float(df),),
            pvalue=chi_square_upper(chi2, df),
            method="asymptotic",
            tie_corrected=is_corrected,
        )
        results.append(result)
    return results[0], results[1]


def connected_parts(joined: BoolArray) -> IntArray:
    """Label each of k algorithms with the first algorithm that can be reached from it
    by joined pairs.

    The array has shape (k, k).

    >>> connected_parts(
    ...     np.array(
    ...         [[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]], dtype=bool
    ...     )
    ... ).tolist()
    [0, 0, 0, 3]
    """
    label = np.arange(len(joined))
    while True:
        labels = np.where(joined, label, len(label))
        lowest = np.minimum(label, labels.min(axis=1, initial=len(label)))
        if (lowest == label).all():
            return label
        label = lowest


def _deviations(ranks: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return indicators of available ranks (1, or 0 if missing), the deviations from
    the mean rank of each data set, and the number of ranks on each data set.
    """
    present = (~np.isnan(ranks)).astype(np.float64)
    size = present.sum(axis=1)
    mean = (size[:, np.newaxis] + 1) / 2
    deviation = np.where(present > 0, ranks - mean, 0.0)
    return present, deviation, size


def _weighted_sums(
    present: FloatArray, deviation: FloatArray, size: FloatArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return A and its covariances, which contain a weight for each data set."""
    factor = np.sqrt(12 / (size + 1))
    sums = (factor[:, np.newaxis] * deviation).sum(axis=0)
    together = (present * weights[:, np.newaxis]).T @ present
    np.fill_diagonal(together, 0.0)
    return sums, np.diag(together.sum(axis=1)) - together


def _solve(covariance: FloatArray, parts: IntArray, sums: FloatArray) -> FloatArray:
    """Return ``S^- A``. As in A, the sum over each connected part is 0.

    The matrix S with 1 added to all elements within each part is regular.
    """
    in_one_part = parts[:, np.newaxis] == parts
    return np.linalg.solve(covariance + in_one_part, sums)
