"""Critical differences as printed: no number contradicts a decision.

"CD = 0.54" for 0.5449 contradicts a pair whose average ranks differ by 0.541 and that
is not significantly different. All texts and figures therefore print a critical
difference with the decimals that `cd_decimals` returns.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.text import Formula
from cddiagram.words.numbers import MOST_DECIMALS, SAME_RANK, format_cd

#: The number of decimals of differences of average ranks in tables.
_RANK_DIFFERENCE_DECIMALS = 3
#: The distance from a bound beyond which rounding cannot move a difference to its other
#: side.
_NEAR = 0.02


def cd_decimals(comparison: Comparison) -> int:
    """Return the number of decimals of critical differences.

    It is the smallest number, at least 2, with which a printed difference of average
    ranks reaches a printed bound if and only if the exact difference reaches the exact
    bound.
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
    """Return the number of decimals of differences of average ranks in tables.

    It is at least the number of decimals of critical differences.
    """
    return max(_RANK_DIFFERENCE_DECIMALS, cd_decimals(comparison))


def printed_cd(comparison: Comparison) -> str:
    """Return the critical difference with its symbol, ``"CD = 1.25"``, or nothing if
    there is none.
    """
    difference = comparison.critical_difference
    if difference is None:
        return ""
    return f"CD = {format_cd(difference, cd_decimals(comparison))}"


def formula_cd(comparison: Comparison) -> Formula | None:
    """Return the critical difference as a formula, or None if there is none."""
    printed = printed_cd(comparison)
    if not printed:
        return None
    return Formula(text=printed, latex=printed.replace("CD", r"\mathrm{CD}"))


def always_from(comparison: Comparison, bound: float) -> str:
    """Print the bound from which on all differences are significant, rounded up."""
    _, upwards = _modes(comparison)
    return format_cd(bound, cd_decimals(comparison), upwards)


def never_below(comparison: Comparison, bound: float) -> str:
    """Print the bound below which no difference is significant, rounded down."""
    downwards, _ = _modes(comparison)
    return format_cd(bound, cd_decimals(comparison), downwards)


def _modes(comparison: Comparison) -> tuple[str, str]:
    """Return how a lower and an upper bound are rounded.

    The bound of an exact test is a difference that can occur, so it is rounded like a
    difference.
    """
    if comparison.test_results.law is not None:
        return ROUND_HALF_UP, ROUND_HALF_UP
    return ROUND_FLOOR, ROUND_CEILING


def _printed_bounds(comparison: Comparison) -> Iterator[tuple[float, set[str]]]:
    """Yield each bound that is printed, with the ways in which it is rounded."""
    if comparison.critical_difference is not None:
        yield comparison.critical_difference, {ROUND_HALF_UP}
    downwards, upwards = _modes(comparison)
    low, high = comparison.difference_bounds or (None, None)
    if low is not None and not comparison.plan.adjustment.single_step:
        yield low, {downwards}
    if high is not None:
        yield high, {upwards}


def _near(comparison: Comparison, bound: float) -> list[float]:
    """List the differences of tested pairs near a bound.

    For exact tests, the list contains the bound and the largest possible difference
    below it.
    """
    ranks = np.asarray(comparison.ranking.average_ranks, dtype=np.float64)
    tested = ~np.isnan(comparison.pairwise.pvalue_adjusted)
    differences = np.abs(ranks[:, np.newaxis] - ranks)[tested]
    near = differences[np.abs(differences - bound) < _NEAR].round(SAME_RANK).tolist()
    law = comparison.test_results.law
    if law is not None:
        near += [bound, bound - law.unit / (2.0 * law.n)]
    return sorted(set(near))


def _agrees(
    bound: float, differences: list[float], modes: set[str], decimals: int
) -> bool:
    """Return whether each printed difference is on the correct side of the printed
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
