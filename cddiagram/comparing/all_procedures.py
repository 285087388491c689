"""The hypotheses of a comparison in ascending order of p-values, with the results of
all procedures.

The programs on the SCI2S page print such a table (WEB, "Software and User's Guide").
For each hypothesis, it contains the unadjusted p-value, the level with which each
procedure compares this p-value, and the adjusted p-values, as in Tables 3 and 5 of
García and Herrera (2008) and Tables 9 to 11 of García et al. (2010). The values for the
selected procedure are identical to the values in the comparison.
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

#: If the user did not select a procedure, its branch-and-bound search is limited to
#: `_STEPS` steps. This number of steps takes about half a second. This limit applies if
#: there are at most `_MOST_FOR_STEPS` algorithms. With more algorithms, the limit is
#: lower, because each step takes longer and long searches are rarely completed.
_STEPS, _MOST_FOR_STEPS = 100_000, 32
#: The rankings that García et al. (2010) compare, in the order of the paper.
RANKING_KINDS = ("friedman", "aligned", "quade")


@dataclass(frozen=True, kw_only=True, eq=False)
class Adjusted(Result):
    """The results of one procedure for the hypotheses of a family, in the order of the
    hypotheses.

    The attribute `chosen` is True for the procedure that the comparison uses.
    """

    p_adjust: str
    name: str
    pvalue_adjusted: FloatArray
    chosen: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class ProceduresCompared(Result):
    """The hypotheses of a comparison in ascending order of p-values.

    A hypothesis states that two algorithms perform equally well. The control or,
    without a control, the better-ranked algorithm is the first of the two. Hypotheses
    with equal p-values are sorted by average ranks.

    Attributes
    ----------
    ranking, kind, variance, control : str or None
        The ranking, the pairwise test as in `PairwiseResult.kind`, the variance of
        aligned and Quade ranks, and the control.
    n_hypotheses : int
        The size of the family. If the control is the best-ranked algorithm, the family
        contains all pairs, but only the pairs with the control are listed.
    hypotheses : tuple of (str, str)
        The pairs of algorithms.
    statistic, pvalue : ndarray
        The test statistics, for the first algorithm compared with the second, and the
        p-values.
    places : ndarray of int
        The positions of the p-values in the ascending order of the complete family,
        starting from 1.
    procedures : tuple of Adjusted
        The results of the procedures.
    left_out : tuple of str
        Sentences that state which procedures are omitted and why.
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
        """Return the indices of the listed hypotheses that a procedure rejects."""
        places = self.places[significant(procedure.pvalue_adjusted, alpha)]
        return tuple(places.tolist())

    def levels(self, alpha: float) -> dict[str, FloatArray]:
        """Return the levels with which each procedure compares the unadjusted p-values.

        A step-down procedure (Holm, Holland, Finner, Shaffer) starts from the smallest
        p-value and rejects hypotheses until a p-value exceeds its level. A step-up
        procedure (Hochberg, Rom) rejects all hypotheses up to the largest p-value that
        does not exceed its level. All other procedures reject every hypothesis whose
        p-value does not exceed its level.
        """
        levels_by_key = {}
        for procedure in self.procedures:
            levels = self._levels_of(ADJUSTMENTS[procedure.p_adjust], alpha)
            if procedure.chosen and self._law is not None:
                # All pairs are compared with the same critical difference.
                levels = np.full(len(self._whole), self._law.pair_level(alpha))
            if levels is not None:
                levels_by_key[procedure.p_adjust] = levels[self.places - 1]
        return levels_by_key

    def _levels_of(self, entry: Adjustment, alpha: float) -> FloatArray | None:
        """Return the levels for all p-values in the family, or None if the procedure
        has no such levels.
        """
        function = getattr(entry.load(), "levels", None)
        if entry.levels:
            function = loaded(entry.levels)
        if function is None:
            return None
        levels: FloatArray | None = function(self._whole, alpha, k=self._k)
        return levels


def procedures_compared(
    comparison: Comparison, *, beside: bool = False
) -> ProceduresCompared:
    """Apply all procedures to the hypotheses of a comparison.

    If `beside` is true, several rankings of the same scores are compared, and
    procedures with a long run time are omitted for many algorithms. García and Herrera
    (2008) and García et al. (2010) use the name "Nemenyi" for Bonferroni's procedure
    for all pairs. The Nemenyi test of Demšar (2006), which is based on the studentized
    range, is also included if pairs are compared by Friedman ranks.
    """
    pairs = comparison.pairwise
    family = comparison.test_results.family
    order = comparison.order
    family_control = comparison.control
    if comparison.control_chosen == "after":
        family_control = None
    listed = _rising(pairs, order, comparison.control)
    hypotheses = _rising(family, order, family_control)
    place_of = {frozenset(pair): place for place, pair in enumerate(hypotheses, 1)}
    rows, columns = zip(*listed, strict=True)
    adjusted, left_out = _adjusted(comparison, family, len(hypotheses), beside=beside)
    p_adjust = pairs.p_adjust
    procedures = []
    for key in dict.fromkeys(("none", *ADJUSTMENTS)):
        if key not in adjusted:
            continue
        result = Adjusted(
            p_adjust=key,
            name=_name(key, comparison),
            pvalue_adjusted=adjusted[key][rows, columns],
            chosen=key == p_adjust,
        )
        procedures.append(result)
    names = comparison.algorithms
    law = None
    if comparison.plan.joint:
        law = comparison.test_results.law
    places = [place_of[frozenset(pair)] for pair in listed]
    family_rows, family_columns = zip(*hypotheses, strict=True)
    return ProceduresCompared(
        ranking=comparison.ranking.kind,
        kind=pairs.kind,
        variance=comparison.choices.get("variance"),
        control=comparison.control,
        n_hypotheses=pairs.n_hypotheses,
        hypotheses=tuple((names[i], names[j]) for i, j in listed),
        statistic=pairs.statistic[rows, columns],
        pvalue=pairs.pvalue[rows, columns],
        places=np.array(places, dtype=np.int64),
        procedures=tuple(procedures),
        left_out=left_out,
        _whole=family.pvalue[family_rows, family_columns],
        _k=len(names),
        _law=law,
    )


def _rising(
    pairs: PairwiseResult, order: tuple[int, ...], control: str | None
) -> list[tuple[int, int]]:
    """Return the tested pairs of columns, sorted by p-values and then by average ranks.

    The control or, without a control, the better-ranked algorithm is the first of a
    pair.
    """
    pairs_of_columns = list(combinations(order, 2))
    if control is not None:
        row = pairs.algorithms.index(control)
        pairs_of_columns = [(row, j) for j in order if j != row]
    tested = [pair for pair in pairs_of_columns if not math.isnan(pairs.pvalue[pair])]
    return sorted(tested, key=lambda pair: float(pairs.pvalue[pair]))


def _adjusted(
    comparison: Comparison, pairs: PairwiseResult, size: int, *, beside: bool
) -> tuple[dict[str, FloatArray], tuple[str, ...]]:
    """Adjust the p-values of a family with all procedures that are suitable for the
    family.

    Return the adjusted p-values of each procedure, of shape (k, k), and sentences that
    state which procedures are omitted and why.
    """
    p_adjust = comparison.pairwise.p_adjust
    k = len(comparison.algorithms)
    adjusted = {p_adjust: comparison.pairwise.pvalue_adjusted}
    if comparison.pairwise.pair_test == "multiple-sign":
        return adjusted, ()  # the multiple sign test adjusts its p-values itself
    stopped: list[str] = []
    left_out: list[str] = []
    for key, entry in ADJUSTMENTS.items():
        if key in ("none", p_adjust) or not _fits(entry, comparison, size):
            continue
        if entry.most_hypotheses is not None and size > entry.most_hypotheses:
            left_out.append(
                f"{entry.name} is omitted for more than {entry.most_hypotheses:,} "
                f"hypotheses (here {size:,}). Use p_adjust '{key}' to compute it."
            )
            continue
        if entry.most_beside is not None and beside and k > entry.most_beside:
            left_out.append(
                f"{entry.name} is omitted for more than {entry.most_beside} "
                f"algorithms (here {k}) if several rankings are compared. A comparison "
                "with this ranking includes it."
            )
            continue
        if entry.searched and stopped:
            # For individual pairs, the Bergmann–Hommel procedure repeats the search of
            # Shaffer's procedure. Therefore, the repeated search would also be stopped.
            stopped.append(key)
            continue
        budget = {}
        if entry.searched:
            budget["budget"] = _steps(k)
        values, lower = adjust_family(
            entry,
            comparison.plan,
            pairs,
            comparison.test_results.df,
            comparison.ranking.average_ranks,
            **budget,
        )
        if lower is None:
            adjusted[key] = values
        else:
            stopped.append(key)
    if stopped:
        left_out.insert(0, _stopped_words(stopped, k))
    return adjusted, tuple(left_out)


def _name(p_adjust: str, comparison: Comparison) -> str:
    """Return the printed name of a procedure."""
    pairs, plan = comparison.pairwise, comparison.plan
    if p_adjust == "none" and pairs.pair_test == "multiple-sign":
        return "multiple sign test"
    is_joint = plan.joint and comparison.method != "asymptotic"
    if p_adjust == pairs.p_adjust and is_joint:
        control_chosen = comparison.control_chosen
        if plan.all_pairs:
            control_chosen = None
        family_plan = replace(plan, control_chosen=control_chosen)
        return family_plan.label_of(comparison.method)
    on_z = comparison.ranking.kind == "friedman" and pairs.kind == "ranks"
    if p_adjust == "bonferroni" and comparison.control_chosen == "before" and on_z:
        p_adjust = "bonferroni-dunn"
    return ADJUSTMENTS[p_adjust].name


def _fits(entry: Adjustment, comparison: Comparison, size: int) -> bool:
    """Return whether a procedure is suitable for a family of this size."""
    k = len(comparison.algorithms)
    excluded_case = "no control"
    if comparison.control_chosen == "before":
        excluded_case = "control"
    if comparison.plan.incomplete and not entry.incomplete:
        return False
    if entry.needs == "sign flips":  # max-T is not computed from p-values
        return False
    if entry.stands_for != entry.key or excluded_case in entry.refusals:
        return False
    if entry.needs == "all pairs":
        return size == k * (k - 1) // 2
    if entry.ranking is None:
        return True
    test = pair_procedure(entry.ranking, "ranks").key
    return (comparison.ranking.kind, comparison.pairwise.kind) == (entry.ranking, test)


def _steps(k: int) -> int:
    """Return the number of branch-and-bound steps for k algorithms."""
    if k <= _MOST_FOR_STEPS:
        return _STEPS
    return max(1, int(_STEPS * (_MOST_FOR_STEPS / k) ** 3) // 1000) * 1000


def _stopped_words(keys: list[str], k: int) -> str:
    """Compose the note about searches that were stopped or not started.

    A search is not started if an easier search was stopped.
    """
    names = " and ".join(ADJUSTMENTS[key].name for key in keys)
    choices = " or ".join(f"'{key}'" for key in keys)
    verb = "is"
    if len(keys) > 1:
        verb = "are"
    return (
        f"{names} {verb} omitted because the search for these p-values was stopped "
        f"after {_steps(k):,} steps. With p_adjust {choices}, the search takes more "
        "steps, and bounds are returned if it does not finish."
    )


def compare_rankings(comparison: Comparison) -> dict[str, Comparison]:
    """Compare the same scores with all rankings in García et al. (2010).

    These are Friedman, aligned and Quade ranks.

    All comparisons have the same control, significance level, and variance of Quade
    ranks. They also have the same adjustment, unless a ranking does not support it; in
    this case, the default is used. The original comparison is returned for its own
    ranking. The result is empty if scores are missing.
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
    control = None
    if plan.control_chosen == "before":
        control = comparison.control
    comparisons = {}
    for kind in RANKING_KINDS:
        if kind == comparison.ranking.kind and on_ranks:
            comparisons[kind] = comparison
            continue
        entry = RANKINGS[kind]
        options["ranking"] = kind
        options["variance"] = "permutation"
        if plan.variance in entry.variances:
            options["variance"] = plan.variance
        if plan.sign_flips and (entry.pairs is None or not entry.pairs.flipped):
            options["p_adjust"] = "auto"
        other = make_plan(**options)
        comparisons[kind] = compare_by_plan(table, other, control, comparison.alpha)
    return comparisons
