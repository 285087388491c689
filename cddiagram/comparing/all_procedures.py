"""The hypotheses of a comparison in rising order of p, with what every procedure says
of them.

This is what the programs of the SCI2S page print for a table of scores (WEB, "Software
and User's Guide"): for each hypothesis the unadjusted p-value, the level that each
procedure compares it with, and its adjusted p-values, as in G08 Tables 3 and 5 and G10
Tables 9 to 11. The chosen procedure's values are those of the comparison, bit for bit.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from cddiagram._util import FloatArray, IntArray, loaded
from cddiagram.comparing.comparison import Comparison
from cddiagram.comparing.from_scores import compare_by_plan
from cddiagram.comparing.plan import make_plan
from cddiagram.comparing.results import adjust_family
from cddiagram.procedures import (
    ADJUSTMENTS,
    RANKINGS,
    Adjustment,
    pair_procedure,
)
from cddiagram.stats import PairwiseResult, Result, significant

#: Steps of branch and bound for a procedure that nobody chose, for up to so many
#: algorithms: half a second. Of more algorithms every step takes longer, and searches
#: that few steps do not end hardly ever end: fewer are made.
_STEPS, _MOST_FOR_STEPS = 100_000, 32
#: The rankings of G10, in its order.
RANKING_KINDS = ("friedman", "aligned", "quade")


@dataclass(frozen=True, kw_only=True, eq=False)
class Adjusted(Result):
    """What one procedure says of the hypotheses of a family, in their order; `chosen`
    is that of the comparison.
    """

    p_adjust: str
    name: str
    pvalue_adjusted: FloatArray
    chosen: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class ProceduresCompared(Result):
    """The hypotheses of a comparison in rising order of p.

    A hypothesis says that two algorithms are equal: the better average rank stands
    first, a control before the other; equal p-values are in the order of average ranks.
    `kind` is what was tested, as `PairwiseResult.kind`, `statistic` is that of the
    first against the second. With the best algorithm as a control chosen after looking
    the family of `n_hypotheses` holds all pairs, of which only those with the control
    are listed: `places` are those of the p-values in the rising order of the whole
    family, from 1. `left_out` says which procedures are missing, and why.
    """

    ranking: str
    kind: str
    variance: str | None
    control: str | None
    n_hypotheses: int
    hypotheses: tuple[tuple[str, str], ...]
    statistic: FloatArray
    pvalue: FloatArray
    places: IntArray
    procedures: tuple[Adjusted, ...]
    left_out: tuple[str, ...]
    _whole: FloatArray = field(repr=False)
    _k: int = field(repr=False)
    _law: Any = field(repr=False, default=None)

    def rejected(self, procedure: Adjusted, alpha: float) -> tuple[int, ...]:
        """Return the places of the hypotheses that a procedure rejects at alpha, of
        those that are listed.
        """
        return tuple(
            int(place)
            for place in self.places[significant(procedure.pvalue_adjusted, alpha)]
        )

    def levels(self, alpha: float) -> dict[str, FloatArray]:
        """Return the level that each step procedure compares each unadjusted p-value
        with, where it has such levels.

        A step-down procedure (Holm, Holland, Finner, Shaffer) rejects from the smallest
        p-value on, as long as p is at most its level; a step-up procedure (Hochberg,
        Rom) rejects all hypotheses up to the largest p-value that is at most its level;
        the others reject whatever is at most its level.
        """
        found = {}
        for procedure in self.procedures:
            entry = ADJUSTMENTS[procedure.p_adjust]
            function = (
                loaded(entry.levels)
                if entry.levels
                else getattr(entry.load(), "levels", None)
            )
            levels = function and function(self._whole, alpha, k=self._k)
            if (
                procedure.chosen and self._law is not None
            ):  # one critical difference decides about all pairs
                levels = np.full(len(self._whole), self._law.pair_level(alpha))
            if levels is not None:
                found[procedure.p_adjust] = levels[self.places - 1]
        return found


def procedures_compared(
    comparison: Comparison, *, beside: bool = False
) -> ProceduresCompared:
    """List the hypotheses of a comparison, all pairs or those with the control, with
    what all procedures say of them.

    Where it stands `beside` another comparison of the same scores, procedures that take
    long among many algorithms are left out. What G08 and G10 call Nemenyi's procedure
    on all pairs is Bonferroni's; Nemenyi's test of D06, on the studentized range,
    stands beside it where pairs are compared by Friedman ranks.
    """
    pairs, order, whole_pairs = (
        comparison.pairwise,
        comparison.order,
        comparison.test_results.family,
    )
    listed = _rising(pairs, order, comparison.control)
    whole = _rising(
        whole_pairs,
        order,
        None if comparison.control_chosen == "after" else comparison.control,
    )
    place_of = {frozenset(pair): place for place, pair in enumerate(whole, 1)}
    rows, columns = (
        (list(side) for side in zip(*listed, strict=True)) if listed else ([], [])
    )
    adjusted, left_out = _adjusted(comparison, whole_pairs, len(whole), beside=beside)
    chosen = pairs.p_adjust
    keys = [chosen] if chosen == "none" else []
    keys += [key for key in ADJUSTMENTS if key in adjusted and key not in keys]
    return ProceduresCompared(
        ranking=comparison.ranking.kind,
        kind=pairs.kind,
        variance=comparison.choices.get("variance"),
        control=comparison.control,
        n_hypotheses=pairs.n_hypotheses,
        hypotheses=tuple(
            (comparison.algorithms[i], comparison.algorithms[j]) for i, j in listed
        ),
        statistic=pairs.statistic[rows, columns],
        pvalue=pairs.pvalue[rows, columns],
        places=np.array([place_of[frozenset(pair)] for pair in listed], dtype=np.int64),
        procedures=tuple(
            Adjusted(
                p_adjust=key,
                name=_name(key, comparison),
                pvalue_adjusted=values,
                chosen=key == chosen,
            )
            for key, values in ((key, adjusted[key][rows, columns]) for key in keys)
        ),
        left_out=left_out,
        _whole=whole_pairs.pvalue[
            tuple(np.array(whole, dtype=np.intp).reshape(-1, 2).T)
        ],
        _k=len(comparison.algorithms),
        _law=comparison.test_results.law if comparison.plan.joint else None,
    )


def _rising(
    pairs: PairwiseResult, order: tuple[int, ...], control: str | None
) -> list[tuple[int, int]]:
    """List the tested pairs of columns by p-value, ties by average rank; better first,
    but a control always.
    """
    found = list(combinations(order, 2))
    if control is not None:
        place = pairs.algorithms.index(control)
        found = [(place, j) for j in order if j != place]
    tested = [pair for pair in found if not math.isnan(pairs.pvalue[pair])]
    return sorted(tested, key=lambda pair: float(pairs.pvalue[pair]))


def _adjusted(
    comparison: Comparison, pairs: PairwiseResult, size: int, *, beside: bool
) -> tuple[dict[str, FloatArray], tuple[str, ...]]:
    """Adjust the family by every procedure that has a meaning for it: (k, k) arrays;
    and say which are left out.
    """
    chosen, k, results = (
        comparison.pairwise.p_adjust,
        len(comparison.algorithms),
        comparison.test_results,
    )
    found = {chosen: comparison.pairwise.pvalue_adjusted}
    if (
        comparison.pairwise.pair_test == "multiple-sign"
    ):  # its p-values are family-wise by themselves
        return found, ()
    stopped: list[str] = []
    left_out: list[str] = []
    for key, entry in ADJUSTMENTS.items():
        if key in ("none", chosen) or not _fits(entry, comparison, size):
            continue
        if entry.most_hypotheses is not None and size > entry.most_hypotheses:
            left_out.append(
                f"{entry.name} is left out for more than {entry.most_hypotheses:,} "
                f"hypotheses (here {size:,}); "
                f"chosen as p_adjust '{key}' it is computed."
            )
        elif entry.most_beside is not None and beside and k > entry.most_beside:
            left_out.append(
                f"{entry.name} is left out for more than {entry.most_beside} "
                f"algorithms (here {k}) where a ranking "
                "stands beside another; a comparison by this ranking has it."
            )
        elif (
            entry.searched and stopped
        ):  # Bergmann and Hommel's search repeats Shaffer's for single pairs
            stopped.append(key)
        else:
            budget = {"budget": _steps(k)} if entry.searched else {}
            found[key], lower = adjust_family(
                entry,
                comparison.plan,
                pairs,
                results.df,
                comparison.ranking.average_ranks,
                **budget,
            )
            if lower is not None:
                stopped.append(key)
                del found[key]
    return found, (*([_stopped_words(stopped, k)] if stopped else []), *left_out)


def _name(p_adjust: str, comparison: Comparison) -> str:
    if p_adjust == "none" and comparison.pairwise.pair_test == "multiple-sign":
        return "multiple sign test"
    if (
        p_adjust == comparison.pairwise.p_adjust
        and comparison.plan.joint
        and comparison.method != "asymptotic"
    ):
        return replace(
            comparison.plan, control_chosen=_named_before(comparison)
        ).label_of(comparison.method)
    on_z = comparison.ranking.kind == "friedman" and comparison.pairwise.kind == "ranks"
    if p_adjust == "bonferroni" and comparison.control_chosen == "before" and on_z:
        p_adjust = "bonferroni-dunn"
    return ADJUSTMENTS[p_adjust].name


def _named_before(comparison: Comparison) -> str | None:
    """Return how the control was chosen if it was named in advance; the family of all
    pairs has none.
    """
    return None if comparison.plan.all_pairs else comparison.control_chosen


def _fits(entry: Adjustment, comparison: Comparison, size: int) -> bool:
    """Whether a procedure has a meaning for a family of so many hypotheses."""
    k = len(comparison.algorithms)
    refused_case = "control" if comparison.control_chosen == "before" else "no control"
    incomplete = comparison.plan.incomplete and not entry.incomplete
    incomplete |= entry.needs == "sign flips"  # which are not made of p-values
    if incomplete or entry.stands_for != entry.key or refused_case in entry.refusals:
        return False
    if entry.needs == "all pairs":
        return size == k * (k - 1) // 2
    tested = (comparison.ranking.kind, comparison.pairwise.kind)
    return entry.ranking is None or tested == (
        entry.ranking,
        pair_procedure(entry.ranking, "ranks").key,
    )


def _steps(k: int) -> int:
    """Return the steps of branch and bound for k algorithms."""
    if k <= _MOST_FOR_STEPS:
        return _STEPS
    return max(1, int(_STEPS * (_MOST_FOR_STEPS / k) ** 3) // 1000) * 1000


def _stopped_words(keys: list[str], k: int) -> str:
    """Return which searches were stopped, or not begun as an easier one was stopped."""
    called = " and ".join(ADJUSTMENTS[key].name for key in keys)
    chosen = " or ".join(f"'{key}'" for key in keys)
    those, them = ("is", "it is") if len(keys) == 1 else ("are", "they are")
    return (
        f"{called} {those} left out: the search for these p-values was stopped after "
        f"{_steps(k):,} steps; chosen as p_adjust {chosen} {them} given more, and "
        "bounds "
        "where they do not do."
    )


def compare_rankings(comparison: Comparison) -> dict[str, Comparison]:
    """Compare the same scores on all rankings of G10: Friedman, aligned ranks, Quade.
    Empty without every score.

    Each is decided by the same procedure where it has a meaning for that ranking,
    otherwise by the default, with the same control, level, and variance of aligned and
    Quade ranks; the given comparison stands for its own ranking.
    """
    table, plan = comparison.table, comparison.plan
    if table is None or plan.incomplete:
        return {}
    on_ranks = plan.pair_test == "ranks"
    options = asdict(plan) | {"pair_test": "ranks", "method": "auto", "zeros": "split"}
    if plan.adjustment.named_test or plan.pair_test == "multiple-sign":
        options["p_adjust"] = "auto"
    if not on_ranks or plan.exact_ranks:
        options["tie_correction"] = None
    control = comparison.control if plan.control_chosen == "before" else None
    found = {}
    for kind in RANKING_KINDS:
        if kind == comparison.ranking.kind and on_ranks:
            found[kind] = comparison
            continue
        options["variance"] = (
            plan.variance
            if plan.variance in RANKINGS[kind].variances
            else "permutation"
        )
        own = RANKINGS[kind].pairs
        if plan.sign_flips and (own is None or not own.flipped):
            options["p_adjust"] = "auto"
        other = make_plan(**(options | {"ranking": kind}))
        found[kind] = compare_by_plan(table, other, control, comparison.alpha)
    return found
