"""The result that all tests of pairs share: one number for each ordered pair, and what
was done.
"""

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
    """A test of every pair of algorithms, two-sided and not adjusted for their number;
    the diagonals are NaN.

    The statistic is positive when i is better than j, or counts wins or ranks in favour
    of i; `df` belongs to t. The method is ``"exact"`` or ``"asymptotic"``, of all pairs
    or of each. `choices` say what was decided for the test. On average ranks there is
    the standard error of a difference, or the exact law. Tests by sign flips have the
    `flips`, and the method ``"Monte Carlo"`` if random patterns of signs are counted.
    """

    statistic: FloatArray
    pvalue: FloatArray
    method: str | NDArray[np.str_ | np.object_]
    df: float | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    standard_error: FloatArray | None = None
    # a `cddiagram.stats.rank_pairs_exact.RankDifferenceLaw`, which imports this module
    law: Any = None
    flips: Any = None  # a `cddiagram.stats.max_t.SignFlips`, which imports this module


def check_shape(
    shape: tuple[int, ...],
    what: str,
    rows: int,
    columns: int,
    needs: str,
    *,
    one: bool = False,
) -> None:
    """Refuse arrays that are not ``(..., n, k)`` with so many rows and columns at
    least; `one` refuses leading axes.
    """
    if (
        len(shape) < 2
        or shape[-2] < rows
        or shape[-1] < columns
        or (one and len(shape) > 2)
    ):
        raise UsageError(f"{what} must be {needs}, not of shape {shape}.")


def as_ranks(ranks: ArrayLike, *, one: bool = False) -> FloatArray:
    """Return ranks as an array ``(..., n, k)``, of two data sets and two algorithms at
    least.
    """
    r = np.asarray(ranks, dtype=np.float64)
    check_shape(r.shape, "ranks", 2, 2, "n x k with at least two of each", one=one)
    return r


def forced_ties(tie_correction: bool | None) -> dict[str, Any]:
    """Return the choice about ties, if one was made."""
    return {} if tie_correction is None else {"tie_correction": tie_correction}


def difference_test(
    values: FloatArray,
    scale: FloatArray,
    *,
    df: float | None = None,
    choices: Mapping[str, Any],
    standard_error: FloatArray | None = None,
) -> PairTest:
    """Test the differences j minus i of values (..., k) divided by a scale (...): z, or
    t where it has `df`.

    Equal differences of whole numbers give statistics that are equal to the last bit.
    Where the scale is 0 a difference of 0 gives 0 and any other infinity.
    """
    differences = values[..., np.newaxis, :] - values[..., :, np.newaxis]
    divisor = np.broadcast_to(scale[..., np.newaxis, np.newaxis], differences.shape)
    with np.errstate(divide="ignore"):
        statistic = np.divide(
            differences,
            divisor,
            out=np.zeros(differences.shape),
            where=differences != 0,
        )
    blank_diagonal(statistic)
    return PairTest(
        statistic=statistic,
        pvalue=normal_two_sided(statistic)
        if df is None
        else student_two_sided(statistic, df),
        df=df,
        method="asymptotic",
        choices=choices,
        standard_error=standard_error,
    )


def blank_diagonal(values: FloatArray) -> FloatArray:
    """Set the diagonal of (..., k, k) values to NaN: no algorithm is tested against
    itself.
    """
    k = values.shape[-1]
    values[..., np.arange(k), np.arange(k)] = np.nan
    return values
