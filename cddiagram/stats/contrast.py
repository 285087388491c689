"""Contrast estimation on medians: by how much two algorithms differ, seen with all the others (G10 3.3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util.exact import Exact
from cddiagram._util.types import FloatArray
from cddiagram.errors import UsageError
from cddiagram.stats.differences import differences_from


def unadjusted_medians(scores: ArrayLike | Exact) -> FloatArray:
    """Medians Z_uv of the differences of each pair over the data sets (G10 3.3, steps 1 and 2).

    ``Z[u, v]``, antisymmetric (the paper prints ``Z_vu = Z_uv``; its Table 6 and Eq. (6) have the minus). Shapes:
    `scores` (..., n, k), the result (..., k, k).

    >>> unadjusted_medians([[0.9, 0.8], [0.7, 0.4], [0.6, 0.7]]).round(3)[0, 1].item()
    0.1
    """
    exact = Exact.of(scores)
    values = exact.values
    if values.ndim < 2 or values.shape[-2] < 1:
        raise UsageError(f"scores must be n x k with at least one data set, not of shape {values.shape}.")
    *lead, _, k = values.shape
    medians = np.zeros((*lead, k, k))
    for u in range(k - 1):
        differences, unit = differences_from(exact, u)
        above = np.median(differences, axis=-1) / unit
        medians[..., u, u + 1 :] = above
        medians[..., u + 1 :, u] = -above
    return medians


def contrast_estimates(medians: ArrayLike) -> FloatArray:
    """Estimate the difference of the medians of each pair from the unadjusted medians (G10 3.3, steps 3 and 4).

    ``m_u - m_v``, ``m_u`` the mean of ``Z_u1 ... Z_uk``: in the units of the scores, positive where u scores more than
    v; consistent (``[u, v] + [v, w] = [u, w]``), unlike the medians themselves. No p-value belongs to it. Shapes:
    `medians` (..., k, k), the result (..., k, k).

    Garcia et al. 2010, section 3.3: four classifiers; the paper prints 0.023 for the first two.

    >>> import numpy as np
    >>> z = np.zeros((4, 4))
    >>> z[np.triu_indices(4, 1)] = [0.02, 0.018, 0.064, -0.006, 0.038, 0.035]
    >>> contrast_estimates(z - z.T).round(4)[0]
    array([0.    , 0.0225, 0.0198, 0.0598])
    """
    z = np.asarray(medians, dtype=np.float64)
    # The mean over all k of Z_uj, Z_uu = 0 among them: dividing by anything else makes the estimates k times too large
    # or k / (k - 1) times.
    means = np.sort(z, axis=-1).mean(axis=-1)  # sorted, so that the order of the algorithms changes no bit
    return np.asarray(means[..., :, np.newaxis] - means[..., np.newaxis, :])
