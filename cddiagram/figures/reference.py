"""One algorithm against the others, as rank bars and MCB show it: who it is, who differs from it, what it is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cddiagram.errors import InputError, UsageError, choose_from
from cddiagram.stats.results import rank_order

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison


@dataclass(frozen=True, kw_only=True)
class Reference:
    """The algorithm that the others are held against.

    Attributes
    ----------
    position : int
        Its rank position.
    different : tuple of bool
        Which algorithms, in rank order, are significantly different from it.
    """

    position: int
    different: tuple[bool, ...]


def reference_of(comparison: Comparison, reference: str = "best") -> Reference:
    """Find the reference and the decisions about it.

    A comparison with a control was made of pairs with the control only, so the control is the reference. All pairs
    hold the pairs of any algorithm, also of one picked after looking at the ranks.

    Raises
    ------
    UsageError
        An unknown algorithm, or another one than the control.
    InputError
        A pair of the reference was not tested.
    """
    order = rank_order(comparison.ranking.average_ranks)
    column = _column(comparison, reference, order[0])
    adjusted = np.asarray(comparison.pairwise.pvalue_adjusted, dtype=np.float64)[column]
    for other in order:
        if other != column and np.isnan(adjusted[other]):
            pair = f"'{comparison.algorithms[column]}' and '{comparison.algorithms[other]}'"
            raise InputError(f"the pair {pair} was not tested: the figure needs every pair of its reference.")
    different = comparison.different()[column]
    return Reference(
        position=order.index(column),
        different=tuple(bool(different[other]) and other != column for other in order),
    )


def _column(comparison: Comparison, reference: str, best: int) -> int:
    names = comparison.algorithms
    if reference not in names and reference != "best":
        raise UsageError(choose_from("reference", reference, ["best", *names]))
    if comparison.control is None:
        return names.index(reference) if reference in names else best
    if reference in names and reference != comparison.control:
        raise UsageError(
            f"the reference '{reference}' was not compared with the others: only the control "
            f"'{comparison.control}' was, so leave reference out or compare without a control."
        )
    return names.index(comparison.control)
