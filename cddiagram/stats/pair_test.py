"""The result that all tests of pairs share: one number for each ordered pair, and what was done."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cddiagram._util.types import FloatArray
from cddiagram.stats.results import Result


@dataclass(frozen=True, kw_only=True, eq=False)
class PairTest(Result):
    """A test of every pair of algorithms.

    `name`: What was tested: ``"aligned"``, ``"quade"``, ``"sign"``, ``"t"``, ``"t-relative"``. `statistic` (..., k, k):
    z or t, positive when i is better than j; wins of i over j for the sign test. The diagonal is NaN. `pvalue` (..., k,
    k): Two-sided, symmetric, not adjusted for the number of pairs. The diagonal is NaN. `df` (..., k, k): Degrees of
    freedom of t; the data sets counted, with ties, for the sign test; None for z. `method`: ``"exact"`` or
    ``"asymptotic"``. `options`: What was decided for the test, for example ``("variance", "permutation")``.
    """

    name: str
    statistic: FloatArray
    pvalue: FloatArray
    df: FloatArray | None = None
    method: str
    options: tuple[tuple[str, str], ...] = ()


def blank_diagonal(values: FloatArray) -> FloatArray:
    """Set the diagonal of (..., k, k) values to NaN: no algorithm is tested against itself.

    >>> blank_diagonal(np.ones((2, 2))).tolist()
    [[nan, 1.0], [1.0, nan]]
    """
    k = values.shape[-1]
    values[..., np.arange(k), np.arange(k)] = np.nan
    return values


def scaled_differences(doubled: FloatArray, scale: FloatArray) -> FloatArray:
    """Divide the differences j minus i of whole numbers (..., k) by a scale (...): equal differences, equal bits.

    Where the scale is 0 a difference of 0 gives 0 and any other infinity. The diagonal is NaN.

    >>> scaled_differences(np.array([6.0, 4.0]), np.array(2.0)).tolist()
    [[nan, -1.0], [1.0, nan]]
    """
    differences = doubled[..., np.newaxis, :] - doubled[..., :, np.newaxis]
    divisor = np.broadcast_to(np.asarray(scale)[..., np.newaxis, np.newaxis], differences.shape)
    with np.errstate(divide="ignore"):
        quotients = np.divide(differences, divisor, out=np.zeros(differences.shape), where=differences != 0)
    return blank_diagonal(quotients)
