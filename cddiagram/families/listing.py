"""From a comparison to its family of hypotheses, adjusted by all procedures."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from cddiagram.families.model import Family, Procedure
from cddiagram.plan import ADJUSTMENT_NAMES, OF_MEANS, PAIR_STRUCTURED
from cddiagram.results import Comparison, PairwiseResult

FloatArray = NDArray[np.float64]

#: The procedures, in the order of G08 and G10: one step, step down, those of all pairs, step up, two steps.
_ORDER = (
    "nemenyi",
    "tukey",
    "dunnett",
    "bonferroni",
    "sidak",
    "holm",
    "shaffer",
    "shaffer-dynamic",
    "bergmann-hommel",
    "hochberg",
    "hommel",
    "holland",
    "rom",
    "finner",
    "li",
)
#: Families above this size go without Rom's procedure, whose time grows with the square of the size: here 0.4 s.
_MOST_FOR_ROM = 500
#: Steps of branch and bound for a procedure that nobody chose: two seconds at most.
_STEPS = 100_000


def family_of(comparison: Comparison) -> Family:
    """List the hypotheses of a comparison with what all procedures say of them.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison.

    Returns
    -------
    Family
        All pairs, or all algorithms against the control, by rising p.

    Notes
    -----
    Sources: García & Herrera 2008 (JMLR 9), Tables 3 and 5; García et al. 2010 (Information Sciences 180), Tables 9 to
    11. What they call Nemenyi's procedure on all pairs is Bonferroni's; Nemenyi's test of Demšar 2006, on the
    studentized range, stands beside it where pairs are compared by Friedman ranks.

    Examples
    --------
    >>> import cddiagram as cd
    >>> family = family_of(cd.compare(cd.load_example("garcia2008-table2-ranks")))
    >>> family.hypotheses[:2]
    (('C4.5', 'Kernel'), ('NaiveBayes', 'Kernel'))
    >>> {procedure.name: len(procedure.rejected(0.05)) for procedure in family.procedures[:7]}
    {'Nemenyi': 4, 'Bonferroni': 4, 'Šidák': 4, 'Holm': 5, 'Shaffer': 6, 'Shaffer (dynamic)': 8, 'Bergmann–Hommel': 8}
    """
    pairs, order = comparison.pairwise, comparison.order
    whole_pairs = _whole_family(comparison)
    listed = _rising(pairs, order, comparison.control)
    whole = _rising(whole_pairs, order, None if comparison.control_chosen == "after" else comparison.control)
    place_of = {frozenset(pair): place for place, pair in enumerate(whole, 1)}
    rows, columns = (list(side) for side in zip(*listed, strict=True)) if listed else ([], [])
    procedures, left_out = _procedures(comparison, whole_pairs, whole, rows, columns)
    whole_pvalue = whole_pairs.pvalue[tuple(np.array(whole, dtype=np.intp).reshape(-1, 2).T)]
    return Family(
        ranking=comparison.ranking.kind,
        pair_test=pairs.pair_test,
        variance=dict(pairs.options).get("variance"),
        control=comparison.control,
        n_hypotheses=pairs.n_hypotheses,
        hypotheses=tuple((comparison.algorithms[i], comparison.algorithms[j]) for i, j in listed),
        statistic=pairs.statistic[rows, columns],
        pvalue=pairs.pvalue[rows, columns],
        places=np.array([place_of[frozenset(pair)] for pair in listed], dtype=np.int64),
        procedures=procedures,
        left_out=left_out,
        _whole=whole_pvalue,
        _k=len(comparison.algorithms),
        _rom_critical=dict(pairs.options).get("rom_critical", "exact"),
    )


def _whole_family(comparison: Comparison) -> PairwiseResult:
    """Give the tests of the whole family: of all pairs, too, where only those with the best one are shown."""
    if comparison.control_chosen != "after":
        return comparison.pairwise
    whole: PairwiseResult = comparison.extras["all_pairs"]()
    return whole


def _rising(pairs: PairwiseResult, order: tuple[int, ...], control: str | None) -> list[tuple[int, int]]:
    """List the tested pairs of columns by p-value, ties by average rank; better first, but a control always."""
    found = [(i, j) for at, i in enumerate(order) for j in order[at + 1 :]]
    if control is not None:
        place = pairs.algorithms.index(control)
        found = [(place, j) for j in order if j != place]
    tested = [pair for pair in found if not math.isnan(pairs.pvalue[pair])]
    return sorted(tested, key=lambda pair: float(pairs.pvalue[pair]))


def _procedures(
    comparison: Comparison,
    whole_pairs: PairwiseResult,
    whole: list[tuple[int, int]],
    rows: list[int],
    columns: list[int],
) -> tuple[tuple[Procedure, ...], tuple[str, ...]]:
    """Adjust the family by every procedure that has a meaning for it; the chosen one is read off the comparison."""
    chosen = comparison.pairwise.p_adjust
    found: dict[str, FloatArray] = {chosen: comparison.pairwise.pvalue_adjusted[rows, columns]}
    left_out: list[str] = []
    if comparison.pairwise.pair_test != "multiple-sign":  # its p-values are family-wise by themselves
        for p_adjust in _ORDER:
            if p_adjust == chosen or not _fits(p_adjust, comparison, whole):
                continue
            adjusted, reason = _adjust(p_adjust, comparison, whole_pairs, whole)
            if adjusted is None:
                left_out.append(reason)
            else:
                found[p_adjust] = adjusted[rows, columns]
    ordered = sorted(found, key=lambda name: _ORDER.index(name) if name in _ORDER else -1)
    return (
        tuple(
            Procedure(
                p_adjust=name,
                name=_name(name, comparison),
                pvalue_adjusted=found[name],
                chosen=name == chosen,
            )
            for name in ordered
        ),
        tuple(left_out),
    )


def _name(p_adjust: str, comparison: Comparison) -> str:
    if p_adjust == "none":
        return "not adjusted" if comparison.pairwise.pair_test != "multiple-sign" else "multiple sign test"
    on_friedman_ranks = comparison.ranking.kind == "friedman" and comparison.pairwise.pair_test == "ranks"
    if p_adjust == "bonferroni" and comparison.control_chosen == "before" and on_friedman_ranks:
        return "Bonferroni–Dunn"
    return ADJUSTMENT_NAMES[p_adjust]


def _fits(p_adjust: str, comparison: Comparison, whole: list[tuple[int, int]]) -> bool:
    """Tell whether a procedure has a meaning for a family."""
    all_pairs = comparison.control_chosen != "before"
    k = len(comparison.algorithms)
    if p_adjust in PAIR_STRUCTURED:
        return all_pairs and len(whole) == k * (k - 1) // 2
    if p_adjust == "nemenyi":
        return all_pairs and comparison.ranking.kind == "friedman" and comparison.pairwise.pair_test == "ranks"
    return p_adjust not in OF_MEANS  # only where chosen: they need the degrees of freedom of the ANOVA


def _adjust(
    p_adjust: str, comparison: Comparison, pairs: PairwiseResult, whole: list[tuple[int, int]]
) -> tuple[FloatArray | None, str]:
    """Give the adjusted p-values as a (k, k) array, or None and the reason why they are left out."""
    if p_adjust == "nemenyi":
        from cddiagram.stats.mean_ranks import nemenyi_pvalues

        return nemenyi_pvalues(pairs.statistic, len(pairs.algorithms)), ""
    if p_adjust in PAIR_STRUCTURED:
        from cddiagram.stats.adjust_pairs import adjust_pairs

        ranks = comparison.ranking.average_ranks
        result = adjust_pairs(pairs.pvalue, p_adjust, average_ranks=ranks, budget=_STEPS)
        if result.exact:
            return result.pvalue_adjusted, ""
        return None, (
            f"{ADJUSTMENT_NAMES[p_adjust]} is left out: its search for these p-values was stopped after {_STEPS:,} "
            f"steps; chosen as p_adjust '{p_adjust}' it is given more, and bounds where they do not do."
        )
    if p_adjust == "rom" and len(whole) > _MOST_FOR_ROM:
        return None, (
            f"Rom is left out for more than {_MOST_FOR_ROM:,} hypotheses (here {len(whole):,}); chosen as p_adjust "
            "'rom' it is computed."
        )
    from cddiagram.stats.adjust import adjust_pvalues

    i, j = np.array(whole, dtype=np.intp).reshape(-1, 2).T
    adjusted = np.full(pairs.pvalue.shape, np.nan)
    adjusted[i, j] = adjusted[j, i] = adjust_pvalues(pairs.pvalue[i, j], p_adjust)
    return adjusted, ""
