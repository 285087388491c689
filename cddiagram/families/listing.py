"""From a comparison to its family of hypotheses, adjusted by all procedures."""

from __future__ import annotations

import math
from dataclasses import asdict

import numpy as np

from cddiagram._util.types import FloatArray
from cddiagram.comparison import Comparison
from cddiagram.families.model import Adjusted, Family
from cddiagram.plan import make_plan
from cddiagram.procedures import ADJUSTMENTS, RANKINGS, Adjustment
from cddiagram.stats.results import PairwiseResult
from cddiagram.testing.compare import carried_out

#: Steps of branch and bound for a procedure that nobody chose, for up to so many algorithms: half a second. Of more
#: algorithms every step takes longer, and searches that few steps do not end hardly ever end: fewer are made.
_STEPS, _MOST_FOR_STEPS = 100_000, 32
#: The rankings of G10, in its order.
RANKING_KINDS = ("friedman", "aligned", "quade")


def family_of(comparison: Comparison, *, beside: bool = False) -> Family:
    """List the hypotheses of a comparison with what all procedures say of them.

    All pairs, or all algorithms against the control, by rising p. `beside`: Whether it stands beside another comparison
    of the same scores: among many algorithms procedures that take long are then left out.

    Sources: García & Herrera 2008 (JMLR 9), Tables 3 and 5; García et al. 2010 (Information Sciences 180), Tables 9 to
    11. What they call Nemenyi's procedure on all pairs is Bonferroni's; Nemenyi's test of Demšar 2006, on the
    studentized range, stands beside it where pairs are compared by Friedman ranks.

    >>> import cddiagram as cd
    >>> family = family_of(cd.compare(cd.load_example("garcia2008-table2-ranks")))
    >>> family.hypotheses[:2]
    (('C4.5', 'Kernel'), ('NaiveBayes', 'Kernel'))
    >>> {procedure.name: len(family.rejected(procedure, 0.05)) for procedure in family.procedures[:7]}
    {'Nemenyi': 4, 'Bonferroni': 4, 'Šidák': 4, 'Holm': 5, 'Shaffer': 6, 'Shaffer (dynamic)': 8, 'Bergmann–Hommel': 8}
    """
    pairs, order = comparison.pairwise, comparison.order
    whole_pairs = comparison.evidence.family
    listed = _rising(pairs, order, comparison.control)
    whole = _rising(whole_pairs, order, None if comparison.control_chosen == "after" else comparison.control)
    place_of = {frozenset(pair): place for place, pair in enumerate(whole, 1)}
    rows, columns = (list(side) for side in zip(*listed, strict=True)) if listed else ([], [])
    procedures, left_out = _procedures(comparison, whole_pairs, whole, rows, columns, beside=beside)
    whole_pvalue = whole_pairs.pvalue[tuple(np.array(whole, dtype=np.intp).reshape(-1, 2).T)]
    return Family(
        ranking=comparison.ranking.kind,
        kind=pairs.kind,
        variance=comparison.choices.get("variance"),
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
        _rom_critical=comparison.plan.rom_critical,
    )


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
    *,
    beside: bool,
) -> tuple[tuple[Adjusted, ...], tuple[str, ...]]:
    """Adjust the family by every procedure that has a meaning for it; the chosen one is read off the comparison."""
    chosen = comparison.pairwise.p_adjust
    others: dict[str, FloatArray] = {}
    left_out: tuple[str, ...] = ()
    if comparison.pairwise.pair_test != "multiple-sign":  # its p-values are family-wise by themselves
        others, left_out = _others(comparison, whole_pairs, whole, beside=beside)
    found = {name: adjusted[rows, columns] for name, adjusted in others.items()}
    found[chosen] = comparison.pairwise.pvalue_adjusted[rows, columns]
    first = [chosen] if chosen == "none" else []
    ordered = [*first, *(name for name in ADJUSTMENTS if name in found and name not in first)]
    return (
        tuple(
            Adjusted(
                p_adjust=name,
                name=_name(name, comparison),
                pvalue_adjusted=found[name],
                chosen=name == chosen,
            )
            for name in ordered
        ),
        left_out,
    )


def _others(
    comparison: Comparison, pairs: PairwiseResult, whole: list[tuple[int, int]], *, beside: bool
) -> tuple[dict[str, FloatArray], tuple[str, ...]]:
    """Adjust the family by the procedures that were not chosen: (k, k) arrays, and which are left out and why."""
    found: dict[str, FloatArray] = {}
    stopped: list[str] = []
    left_out: list[str] = []
    k = len(comparison.algorithms)
    for key, entry in ADJUSTMENTS.items():
        if key in ("none", comparison.pairwise.p_adjust) or not _fits(entry, comparison, whole):
            continue
        if entry.most_hypotheses is not None and len(whole) > entry.most_hypotheses:
            left_out.append(
                f"{entry.name} is left out for more than {entry.most_hypotheses:,} hypotheses (here {len(whole):,}); "
                f"chosen as p_adjust '{key}' it is computed."
            )
        elif entry.most_beside is not None and beside and k > entry.most_beside:
            left_out.append(
                f"{entry.name} is left out for more than {entry.most_beside} algorithms (here {k}) where a ranking "
                "stands beside another; a comparison by this ranking has it."
            )
        elif entry.searched:
            # Bergmann and Hommel's search is harder than Shaffer's, which it repeats for single pairs.
            exact = None if stopped else _searched(entry, comparison, pairs)
            if exact is None:
                stopped.append(key)
            else:
                found[key] = exact
        else:
            found[key] = _adjusted(entry, comparison, pairs, whole)
    return found, (*([_stopped_words(stopped, k)] if stopped else []), *left_out)


def _name(p_adjust: str, comparison: Comparison) -> str:
    if p_adjust == "none" and comparison.pairwise.pair_test == "multiple-sign":
        return "multiple sign test"
    on_z = comparison.ranking.kind == "friedman" and comparison.pairwise.kind == "ranks"
    if p_adjust == "bonferroni" and comparison.control_chosen == "before" and on_z:
        p_adjust = "bonferroni-dunn"
    return ADJUSTMENTS[p_adjust].name


def _fits(entry: Adjustment, comparison: Comparison, whole: list[tuple[int, int]]) -> bool:
    """Whether a procedure has a meaning for a family."""
    k = len(comparison.algorithms)
    hindered = "control" if comparison.control_chosen == "before" else "no control"
    if entry.stands_for != entry.key or hindered in entry.refusals:
        return False
    if entry.needs == "all pairs":
        return len(whole) == k * (k - 1) // 2
    tested = (comparison.ranking.kind, comparison.pairwise.kind)
    return entry.ranking is None or tested == (entry.ranking, RANKINGS[entry.ranking].pairs.key)


def _adjusted(
    entry: Adjustment, comparison: Comparison, pairs: PairwiseResult, whole: list[tuple[int, int]]
) -> FloatArray:
    """Return the adjusted p-values as a (k, k) array."""
    k = len(pairs.algorithms)
    adjusted: FloatArray
    if entry.needs == "statistics":
        adjusted = entry.load()(pairs.statistic, k if comparison.plan.all_pairs else k - 1, comparison.evidence.df)
        return adjusted
    if entry.needs == "all pairs":
        adjusted = entry.load()(pairs.pvalue, entry.key).pvalue_adjusted
        return adjusted
    from cddiagram.stats.adjust import adjust_pvalues

    i, j = np.array(whole, dtype=np.intp).reshape(-1, 2).T
    adjusted = np.full(pairs.pvalue.shape, np.nan)
    adjusted[i, j] = adjusted[j, i] = adjust_pvalues(pairs.pvalue[i, j], entry.key)
    return adjusted


def _searched(entry: Adjustment, comparison: Comparison, pairs: PairwiseResult) -> FloatArray | None:
    """Return the exact adjusted p-values of an exhaustive procedure; None where the search was stopped."""
    ranks, steps = comparison.ranking.average_ranks, _steps(len(pairs.algorithms))
    result = entry.load()(pairs.pvalue, entry.key, average_ranks=ranks, budget=steps)
    return result.pvalue_adjusted if result.exact else None


def _steps(k: int) -> int:
    """Return the steps of branch and bound for k algorithms.

    >>> _steps(10), _steps(50), _steps(104)
    (100000, 26000, 2000)
    """
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
        f"{_steps(k):,} steps; chosen as p_adjust {chosen} {them} given more, and bounds "
        "where they do not do."
    )


def compare_rankings(comparison: Comparison) -> dict[str, Comparison]:
    """Compare the same scores on all rankings of G10: Friedman, aligned ranks, Quade. Empty without a table.

    Each is decided by the same procedure where it has a meaning for that ranking, otherwise by the default, with the
    same control, level, and variance of aligned and Quade ranks; the given comparison stands for its own ranking.

    >>> import cddiagram as cd
    >>> found = compare_rankings(cd.compare(cd.load_example("garcia2010-table3"), control="PDFC"))
    >>> {kind: other.ranking.average_ranks.round(2).tolist()[0] for kind, other in found.items()}
    {'friedman': 1.77, 'aligned': 29.35, 'quade': 1.39}
    """
    table, plan = comparison.table, comparison.plan
    if table is None:
        return {}
    on_ranks = plan.pair_test == "ranks"
    options = asdict(plan) | {"pair_test": "ranks", "method": "auto", "zeros": "split"}
    if plan.adjustment.named_test or plan.pair_test == "multiple-sign":
        options["p_adjust"] = "auto"
    if not on_ranks or plan.exact_ranks:
        options["tie_correction"] = None
    found = {}
    for kind in RANKING_KINDS:
        if kind == comparison.ranking.kind and on_ranks:
            found[kind] = comparison
            continue
        variance = plan.variance if plan.variance in RANKINGS[kind].variances else "permutation"
        other = make_plan(**(options | {"ranking": kind, "variance": variance}))
        control = comparison.control if plan.control_chosen == "before" else None
        found[kind] = carried_out(table, other, control, comparison.alpha)
    return found
