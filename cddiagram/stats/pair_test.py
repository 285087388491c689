"""The class that contains the results of pairwise tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import FloatArray
from cddiagram.stats.results import Result
from cddiagram.stats.tails import normal_two_sided, student_two_sided
from cddiagram.text import UsageError


@dataclass(frozen=True, kw_only=True, eq=False)
class PairTest(Result):
    """Two-sided tests of all pairs of algorithms without an adjustment.

    Attributes
    ----------
    statistic, pvalue : ndarray, shape (..., k, k)
        The test statistics and p-values. Depending on the test, the statistic is
        positive if i is better than j, or it is the number of wins or the sum of ranks
        in favour of i. The diagonals are NaN.
    method : str or ndarray of str
        The method by which the p-values were computed: ``"exact"``, ``"asymptotic"``
        or, for random sign patterns, ``"Monte Carlo"``. It is either one method for all
        pairs or an array with a method for each pair.
    df : float or None
        The degrees of freedom of t statistics.
    choices : mapping
        The options that affected the test.
    standard_error : ndarray or None
        The standard error of a difference. Only for tests on average ranks.
    law : object or None
        The exact distribution, a `cddiagram.stats.rank_sums.RankLaw`. Only for tests on
        average ranks.
    flips : object or None
        The differences whose signs are flipped, a `cddiagram.stats.max_t.SignFlips`.
        Only for sign-flip tests.
    """

    statistic: FloatArray
    pvalue: FloatArray
    method: str | NDArray[np.str_ | np.object_]
    df: float | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    standard_error: FloatArray | None = None
    # The types of these fields are not annotated because their modules import this
    # module.
    law: Any = None
    flips: Any = None


def check_shape(
    shape: tuple[int, ...],
    what: str,
    rows: int,
    columns: int,
    needs: str,
    *,
    one: bool = False,
) -> None:
    """Raise an error unless an array has shape ``(..., n, k)`` with at least the
    specified numbers of rows and columns.

    If `one` is True, leading axes are not allowed.
    """
    axes = len(shape)
    is_large_enough = axes >= 2 and shape[-2] >= rows and shape[-1] >= columns
    has_leading_axes = axes > 2
    if not is_large_enough or (one and has_leading_axes):
        raise UsageError(f"{what} must be {needs}, not of shape {shape}.")


def as_ranks(ranks: ArrayLike, *, one: bool = False) -> FloatArray:
    """Return ranks as an array of shape ``(..., n, k)``.

    Raise an error unless n and k are at least two.
    """
    r = np.asarray(ranks, dtype=np.float64)
    check_shape(
        r.shape,
        "ranks",
        2,
        2,
        "an n x k array with at least two rows and two columns",
        one=one,
    )
    return r


def forced_ties(tie_correction: bool | None) -> dict[str, Any]:
    """Return the option for the correction for ties if it was specified."""
    if tie_correction is None:
        return {}
    return {"tie_correction": tie_correction}


def difference_test(
    values: FloatArray,
    scale: FloatArray,
    *,
    df: float | None = None,
    choices: Mapping[str, Any],
    standard_error: FloatArray | None = None,
) -> PairTest:
    """Test the differences j minus i between values of shape (..., k), divided by a
    scale of shape (...).

    The statistic is z, or t with `df` degrees of freedom. Equal differences of whole
    numbers result in statistics that are equal to the last bit. If the scale is 0, the
    statistic is 0 for a difference of 0 and infinite for any other difference.
    """
    of_column = values[..., np.newaxis, :]
    of_row = values[..., :, np.newaxis]
    differences = of_column - of_row
    divisor = np.broadcast_to(scale[..., np.newaxis, np.newaxis], differences.shape)
    statistic = np.zeros(differences.shape)
    with np.errstate(divide="ignore"):
        np.divide(differences, divisor, out=statistic, where=differences != 0)
    blank_diagonal(statistic)
    pvalue = normal_two_sided(statistic)
    if df is not None:
        pvalue = student_two_sided(statistic, df)
    return PairTest(
        statistic=statistic,
        pvalue=pvalue,
        df=df,
        method="asymptotic",
        choices=choices,
        standard_error=standard_error,
    )


def blank_diagonal(values: FloatArray) -> FloatArray:
    """Set the diagonal of an array of shape (..., k, k) to NaN."""
    k = values.shape[-1]
    values[..., np.arange(k), np.arange(k)] = np.nan
    return values
