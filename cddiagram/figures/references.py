"""The algorithm that the others are compared with in a figure, and the checks of
figures that require such an algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cddiagram.stats import rank_order
from cddiagram.text import (
    InputError,
    Option,
    Phrase,
    UsageError,
    choose_from,
    commas,
    phrase,
)
from cddiagram.words import check_scores, format_alpha

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.stats import Effects


#: The sentence that suggests figures that do not require a critical difference.
_ALTERNATIVES = "Alternatively, draw rank bars or the CD diagram."


@dataclass(frozen=True, kw_only=True)
class ReferenceAlgorithm:
    """The algorithm that the others are compared with: its rank position, and whether
    each algorithm, in rank order, is significantly different from it. Keys refer to
    this algorithm as `term`.
    """

    position: int
    different: tuple[bool, ...]
    term: str = "control"


def reference_algorithm(
    comparison: Comparison, reference: str = "best"
) -> ReferenceAlgorithm:
    """Return the reference and the decisions of the comparisons with it. ``"best"`` is
    the control if there is one, and otherwise the best-ranked algorithm.
    """
    order = rank_order(comparison.ranking.average_ranks)
    column = _column(comparison, reference, order[0])
    adjusted = np.asarray(comparison.pairwise.pvalue_adjusted, dtype=np.float64)[column]
    for other in order:
        if other != column and np.isnan(adjusted[other]):
            pair = (
                f"'{comparison.algorithms[column]}' and "
                f"'{comparison.algorithms[other]}'"
            )
            raise InputError(
                f"the pair {pair} was not tested, but the figure requires all pairs with "
                "its reference. Draw a CD diagram instead."
            )
    different = comparison.different()[column]
    return ReferenceAlgorithm(
        position=order.index(column),
        different=tuple(bool(different[other]) for other in order),
        term=reference_term(comparison, column),
    )


def reference_term(comparison: Comparison, column: int) -> str:
    """Return the term for a reference in keys.

    A control that was selected after seeing the results is called "best".
    """
    has_control = comparison.control is not None
    if has_control and comparison.plan.control_chosen != "after":
        return "control"
    if column == rank_order(comparison.ranking.average_ranks)[0]:
        return "best"
    return "reference"


def _column(comparison: Comparison, reference: str, best: int) -> int:
    """Return the column index of the reference; `best` is the column index of the
    best-ranked algorithm.
    """
    names = comparison.algorithms
    is_named = reference in names
    if not is_named and reference != "best":
        raise UsageError(choose_from("reference", reference, ["best", *names]))
    if comparison.control is None and is_named:
        return names.index(reference)
    if comparison.control is None:
        return best
    if is_named and reference != comparison.control:
        raise UsageError(
            f"the reference '{reference}' was not compared with the others; only the "
            f"control '{comparison.control}' was. Omit ",
            Option("reference"),
            " or compare without a control.",
        )
    return names.index(comparison.control)


def mcb_difference(comparison: Comparison) -> float:
    """Return the critical difference, which determines the length of the intervals."""
    difference = comparison.critical_difference
    if difference is not None:
        return float(difference)
    pairs = comparison.pairwise
    if comparison.difference_bounds == (None, None) and (
        comparison.plan.joint or pairs.kind != "exact-ranks"
    ):
        raise UsageError(
            "MCB requires a critical difference, but no difference can be significant "
            f"with these data sets. Use more data sets. {_ALTERNATIVES}"
        )
    level = ""
    if pairs.kind == "exact-ranks":
        level = f" at α = {format_alpha(comparison.alpha)}"
    needs = (
        "MCB requires a critical difference, but there is none for this procedure "
        f"({comparison.test}){level}. "
    )
    raise UsageError(needs, _mcb_remedy(comparison), f". {_ALTERNATIVES}")


def _mcb_remedy(comparison: Comparison) -> Phrase:
    """Return a clause with a remedy that yields a critical difference."""
    plan = comparison.plan
    if comparison.pairwise.kind == "exact-ranks":
        return _exact_remedy(comparison)
    if plan.pair_test == "given":
        return phrase("Specify {}", Option("critical_difference"))
    adjustment = Option("p_adjust", "nemenyi")
    if comparison.control is not None and comparison.control_chosen != "after":
        adjustment = Option("p_adjust", "bonferroni-dunn")
    options = []
    if comparison.ranking.kind != "friedman":
        options.append(Option("ranking"))
    if plan.pair_test != "ranks":
        options.append(Option("pair_test"))
    if not options:
        return phrase("Use {}", adjustment)
    return phrase("Use {} and omit {}", adjustment, commas(options, " and "))


def _exact_remedy(comparison: Comparison) -> Phrase:
    """Return a clause with a remedy for exact tests on ranks.

    Bonferroni's procedure has a critical difference if there are enough data sets for
    significant differences.
    """
    if comparison.plan.adjustment.single_step:
        return Phrase("Use more data sets")
    bonferroni = Option("p_adjust", "bonferroni")
    _, highest = comparison.difference_bounds or (None, None)
    if highest is None:
        return phrase("Use {} with more data sets", bonferroni)
    return phrase("Use {}", bonferroni)


def check_mcb(comparison: Comparison) -> None:
    """Raise an error for a comparison that cannot be drawn with any reference."""
    mcb_difference(comparison)
    # The p-value on the diagonal is always missing.
    untested = np.isnan(comparison.pairwise.pvalue_adjusted).sum(axis=1) > 1
    if comparison.control is not None or untested.all():
        reference_algorithm(comparison)


def effects_of(comparison: Comparison) -> Effects:
    """Return the effect sizes of all pairs; raise an error for a comparison without
    scores.
    """
    check_scores(comparison)
    assert comparison.effects is not None
    return comparison.effects


def check_bars(comparison: Comparison) -> None:
    """Raise an error if an average rank is not positive, or if a comparison with the
    reference was not tested.
    """
    check_positive(comparison)
    reference_algorithm(comparison)


def check_positive(comparison: Comparison) -> None:
    """Raise an error if an average rank is not positive."""
    for column in comparison.order:
        name = comparison.algorithms[column]
        rank = comparison.ranking.average_ranks[column]
        if rank <= 0:
            raise InputError(
                f"the average rank of '{name}' is {rank:g}, but rank bars require "
                "positive ranks. Draw a CD diagram instead."
            )
