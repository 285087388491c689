"""What a comparison can be drawn as: with bars or letters for its groups, with one
algorithm against the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cddiagram.procedures import MAX_LANES
from cddiagram.stats import rank_order
from cddiagram.text import InputError, Option, Phrase, UsageError, choose_from
from cddiagram.words.numbers import format_alpha

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.data import ScoreTable
    from cddiagram.stats import Effects


@dataclass(frozen=True, kw_only=True)
class ReferenceAlgorithm:
    """The algorithm that the others are held against: its rank position, and who (in
    rank order) differs from it.
    """

    position: int
    different: tuple[bool, ...]


def reference_algorithm(
    comparison: Comparison, reference: str = "best"
) -> ReferenceAlgorithm:
    """Find the reference and the decisions about it; ``"best"`` is the control or else
    the best-ranked algorithm.
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
                f"the pair {pair} was not tested: the figure needs every pair of its "
                "reference."
            )
    different = comparison.different()[column]  # never from itself
    return ReferenceAlgorithm(
        position=order.index(column),
        different=tuple(bool(different[other]) for other in order),
    )


def _column(comparison: Comparison, reference: str, best: int) -> int:
    names = comparison.algorithms
    if reference not in names and reference != "best":
        raise UsageError(choose_from("reference", reference, ["best", *names]))
    if comparison.control is None:
        return names.index(reference) if reference in names else best
    if reference in names and reference != comparison.control:
        raise UsageError(
            f"the reference '{reference}' was not compared with the others: only the "
            "control "
            f"'{comparison.control}' was, so leave ",
            Option("reference"),
            " out or compare without a control.",
        )
    return names.index(comparison.control)


def mcb_difference(comparison: Comparison) -> float:
    """Return the critical difference, whose half the intervals extend."""
    if comparison.critical_difference is None:
        at, single_step = "", Option("p_adjust")
        remedy = Phrase(
            "compare with ",
            single_step,
            " 'nemenyi' ('bonferroni-dunn' with a control)",
        )
        own = {
            "ranking": comparison.ranking.kind != "friedman",
            "pair_test": comparison.plan.pair_test != "ranks",
        }
        for name in (name for name, is_own in own.items() if is_own):
            remedy = Phrase(remedy, " and without ", Option(name))
        if comparison.plan.pair_test == "given":
            remedy = Phrase("give ", Option("critical_difference"))
        joint = comparison.plan.joint or comparison.pairwise.kind != "exact-ranks"
        if comparison.difference_bounds == (None, None) and joint:
            raise UsageError(
                "MCB needs a critical difference, and with these data sets no "
                "difference can be significant: compare "
                "on more data sets, or draw rank bars or the CD diagram."
            )
        if (
            comparison.pairwise.kind == "exact-ranks"
        ):  # single-step ones have none where no difference is significant
            at = f" at alpha {format_alpha(comparison.alpha)}"
            many = " 'asymptotic', or where there are many data sets with "
            remedy = Phrase(
                "compare with ", Option("method"), many, single_step, " 'bonferroni'"
            )
        needs = (
            "MCB requires a critical difference, and there is none for this "
            f"procedure ({comparison.test}){at}: "
        )
        raise UsageError(needs, remedy, ", or draw rank bars or the CD diagram.")
    return float(comparison.critical_difference)


def check_mcb(comparison: Comparison) -> None:
    """Refuse a comparison that cannot be drawn, whatever the reference."""
    mcb_difference(comparison)
    untested = (
        np.isnan(comparison.pairwise.pvalue_adjusted).sum(axis=1) > 1
    )  # the diagonal never is
    if comparison.control is not None or untested.all():
        reference_algorithm(comparison)


def effects_of(comparison: Comparison) -> Effects:
    """Return the effect sizes of all pairs; refuse a comparison that holds no
    scores.
    """
    check_scores(comparison)
    assert comparison.effects is not None
    return comparison.effects


def check_bars(comparison: Comparison) -> None:
    """Refuse average ranks that have no bars, and a reference with a pair that was not
    tested.
    """
    check_positive(comparison)
    reference_algorithm(comparison)


def check_positive(comparison: Comparison) -> None:
    """Refuse average ranks that have no bars."""
    for column in comparison.order:
        name, rank = (
            comparison.algorithms[column],
            comparison.ranking.average_ranks[column],
        )
        if rank <= 0:
            raise InputError(
                f"the average rank of '{name}' is {rank:g}: rank bars need positive "
                "ranks."
            )


def check_scores(comparison: Comparison, what: str = "the figure shows") -> ScoreTable:
    """Return the scores; refuse a comparison of p-values or average ranks, which has
    none, for what needs them.
    """
    if comparison.table is None:
        raise UsageError(
            f"{what} scores, and this comparison was made from "
            f"{comparison.made_from}: choose another."
        )
    return comparison.table


def check_letters(comparison: Comparison, letters: str | bool) -> None:
    """Refuse letters that are asked for where none say who differs: with a control, or
    where a pair was not tested.
    """
    if letters is True and (comparison.control is not None or comparison.untested):
        some = (
            "some pairs were not tested"
            if comparison.control is None
            else "there is a control"
        )
        start = f"letters are for comparisons of all pairs, and here {some}: leave "
        raise UsageError(start, Option("letters"), " out.")


def bars_drawn(comparison: Comparison) -> bool:
    """Whether a CD diagram of usual options has bars; see
    `cddiagram.figures.bars.choose_groups`.
    """
    if not comparison.groups_complete:
        return False
    if comparison.critical_difference is not None:
        return True
    if len(comparison.groups) > MAX_LANES * (len(comparison.algorithms) // 2):
        return False
    lanes = assign_lanes(
        [(float(first), float(last)) for first, last, _ in group_spans(comparison)],
        clear=0.5,
    )
    return max(lanes, default=-1) < MAX_LANES


def group_spans(comparison: Comparison) -> list[tuple[int, int, int]]:
    """Return the first and last place of each group in the ranking, and how many
    members it has.
    """
    place = {comparison.algorithms[i]: at for at, i in enumerate(comparison.order)}
    return [
        (place[group.algorithms[0]], place[group.algorithms[-1]], len(group.algorithms))
        for group in comparison.groups
    ]


def assign_lanes(bars: Sequence[tuple[float, float]], clear: float) -> tuple[int, ...]:
    """Put each bar into the first lane whose last bar ends at least `clear` before
    it.
    """
    lanes = [0] * len(bars)
    ends: list[float] = []
    for index in sorted(range(len(bars)), key=lambda bar: (bars[bar][0], bar)):
        start, end = bars[index]
        lane = next(
            (lane for lane, last in enumerate(ends) if last + clear <= start + 1e-9),
            len(ends),
        )
        if lane == len(ends):
            ends.append(end)
        else:
            ends[lane] = end
        lanes[index] = lane
    return tuple(lanes)
