"""Estimates from random samples and their Monte Carlo errors."""

from __future__ import annotations

import numpy as np

from cddiagram._util import FloatArray, IntArray
from cddiagram.stats import normal_quantile

#: The half-width of a 95% Monte Carlo interval, in standard errors.
Z_95 = -normal_quantile(float(np.log(0.025)))


def wilson_interval(
    count: IntArray | FloatArray, total: int
) -> tuple[FloatArray, FloatArray]:
    """Return the limits of Wilson's 95% confidence interval for a proportion."""
    share = count / total
    scale = 1 + Z_95**2 / total
    middle = (share + Z_95**2 / (2 * total)) / scale
    variance = share * (1 - share) / total + Z_95**2 / (4 * total * total)
    half_width = Z_95 * np.sqrt(variance) / scale
    low = np.clip(middle - half_width, 0.0, 1.0)
    high = np.clip(middle + half_width, 0.0, 1.0)
    return low, high


def error_of_mean(values: FloatArray) -> FloatArray:
    """Return the standard error of a mean over the samples.

    The samples are on the second-to-last axis.
    """
    samples = values.shape[-2]
    return np.asarray(values.std(axis=-2, ddof=1) / np.sqrt(samples))


def error_of_variance(values: FloatArray) -> FloatArray:
    """Return the standard error of a variance over the samples.

    The samples are on the second-to-last axis. The values can have any distribution.

    The square of the standard error is ``(m4 - (n - 3) / (n - 1) var^2) / n`` for n
    samples with the fourth central moment m4.
    """
    n = values.shape[-2]
    variance = values.var(axis=-2, ddof=1)
    deviations = values - values.mean(axis=-2, keepdims=True)
    fourth_moment = (deviations**4).mean(axis=-2)
    square = (fourth_moment - (n - 3) / (n - 1) * variance**2) / n
    return np.asarray(np.sqrt(np.clip(square, 0.0, None)))


def replicability(values: FloatArray) -> FloatArray:
    """Return ``1 - 2 var``, where var is the variance over the samples.

    The samples are on the second-to-last axis. The result is the replicability R(p) for
    p-values, and R(e) for decisions (Demšar 2006, section 4.1.2).
    """
    return np.asarray(1.0 - 2.0 * values.var(axis=-2, ddof=1))
