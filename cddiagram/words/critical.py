"""The format of critical differences, which ensures that printed numbers agree with the
decisions.

For example, let the critical difference be 0.5449. If it were printed as "CD = 0.54", a
difference of 0.541, which is not significant, would appear to exceed it. All texts and
figures therefore print a critical difference with the number of decimals that
`cd_decimals` returns.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.comparing import Comparison
from cddiagram.text import Formula
from cddiagram.words.numbers import MOST_DECIMALS, SAME_RANK, format_cd

#: In tables, differences in average rank have at least this many decimals.
_RANK_DIFFERENCE_DECIMALS = 3
#: Rounding can move a difference across a bound only if the two differ by less than
#: this number.
_NEAR = 0.02


def cd_decimals(comparison: Comparison) -> int:
    """Return the number of decimals with which critical differences are printed.

    This is the smallest number of at least 2 that preserves all decisions: a printed
    difference reaches a printed bound if and only if the exact difference reaches the
    exact bound.
    """
    bounds = [
        (bound, _near(comparison, bound), modes)
        for bound, modes in _printed_bounds(comparison)
    ]
    for decimals in range(2, MOST_DECIMALS):
        if all(_agrees(bound, near, modes, decimals) for bound, near, modes in bounds):
            return decimals
    return MOST_DECIMALS


def rank_difference_decimals(comparison: Comparison) -> int:
    """Return the number of decimals of differences in average rank in tables.

    The result is not smaller than the number of decimals of critical differences.
    """
    return max(_RANK_DIFFERENCE_DECIMALS, cd_decimals(comparison))


def rank_decimals_at_cd(comparison: Comparison, decimals: int) -> int:
    """Return the number of decimals of average ranks that are printed next to a critical
    difference.

    Two decimals become three if only then the differences between printed ranks agree
    with the printed critical difference.
    """
    bound = comparison.critical_difference
    if decimals != 2 or bound is None or not _near(comparison, bound):
        return decimals
    if _ranks_agree(comparison, 2) or not _ranks_agree(comparison, 3):
        return 2
    return 3


def _ranks_agree(comparison: Comparison, decimals: int) -> bool:
    """Return whether the differences between average ranks with this number of decimals
    reach the printed critical difference if and only if the exact differences do.
    """
    bound = comparison.critical_difference
    assert bound is not None
    printed_bound = float(format_cd(bound, cd_decimals(comparison)))
    ranks = np.asarray(comparison.ranking.average_ranks, dtype=np.float64)
    printed_ranks = np.array([float(f"{rank:.{decimals}f}") for rank in ranks])
    differences = _distances(ranks).round(SAME_RANK)
    printed = _distances(printed_ranks).round(decimals)
    tested = ~np.isnan(comparison.pairwise.pvalue_adjusted)
    reaches = differences >= round(bound, SAME_RANK)
    return bool(((printed >= printed_bound) == reaches)[tested].all())


def _distances(ranks: FloatArray) -> FloatArray:
    """Return the absolute differences between all pairs of average ranks."""
    return np.asarray(np.abs(ranks[:, np.newaxis] - ranks))


def printed_cd(comparison: Comparison) -> str:
    """Return the critical difference with its symbol (``"CD = 1.25"``), or an empty
    text if it is undefined.
    """
    difference = comparison.critical_difference
    if difference is None:
        return ""
    return f"CD = {format_cd(difference, cd_decimals(comparison))}"


def formula_cd(comparison: Comparison) -> Formula | None:
    """Return the critical difference as a formula, or None if it is undefined."""
    printed = printed_cd(comparison)
    if not printed:
        return None
    return Formula(text=printed, latex=printed.replace("CD", r"\mathrm{CD}"))


def always_from(comparison: Comparison, bound: float) -> str:
    """Format the bound at and above which all differences are significant, rounded
    up.
    """
    _, upwards = _modes(comparison)
    return format_cd(bound, cd_decimals(comparison), upwards)


def never_below(comparison: Comparison, bound: float) -> str:
    """Format the bound below which no difference is significant, rounded down."""
    downwards, _ = _modes(comparison)
    return format_cd(bound, cd_decimals(comparison), downwards)


def _modes(comparison: Comparison) -> tuple[str, str]:
    """Return the rounding modes of the lower and the upper bound.

    The bound of an exact test is an attainable difference, so it is rounded like a
    difference.
    """
    if comparison.test_results.law is not None:
        return ROUND_HALF_UP, ROUND_HALF_UP
    return ROUND_FLOOR, ROUND_CEILING


def _printed_bounds(comparison: Comparison) -> Iterator[tuple[float, set[str]]]:
    """Yield each printed bound with the modes in which it is rounded."""
    if comparison.critical_difference is not None:
        yield comparison.critical_difference, {ROUND_HALF_UP}
    downwards, upwards = _modes(comparison)
    low, high = comparison.difference_bounds or (None, None)
    if low is not None and not comparison.plan.adjustment.single_step:
        yield low, {downwards}
    if high is not None:
        yield high, {upwards}


def _near(comparison: Comparison, bound: float) -> list[float]:
    """List the differences of the tested pairs that are close to a bound.

    For exact tests, the list also contains the bound and the largest attainable
    difference below it.
    """
    ranks = np.asarray(comparison.ranking.average_ranks, dtype=np.float64)
    tested = ~np.isnan(comparison.pairwise.pvalue_adjusted)
    differences = _distances(ranks)[tested]
    near = differences[np.abs(differences - bound) < _NEAR].round(SAME_RANK).tolist()
    law = comparison.test_results.law
    if law is not None:
        near += [bound, bound - law.unit / (2.0 * law.n)]
    return sorted(set(near))


def _agrees(
    bound: float, differences: list[float], modes: set[str], decimals: int
) -> bool:
    """Return whether all printed differences are on the correct side of the printed
    bound.
    """
    table_decimals = max(_RANK_DIFFERENCE_DECIMALS, decimals)
    for mode in modes:
        printed_bound = float(format_cd(bound, decimals, mode))
        for difference in differences:
            printed = float(f"{difference:.{table_decimals}f}")
            reaches = round(difference, SAME_RANK) >= round(bound, SAME_RANK)
            if (printed >= printed_bound) != reaches:
                return False
    return True
