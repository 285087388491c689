"""From a comparison to its family of hypotheses, adjusted by all procedures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cddiagram.comparison import Comparison
from cddiagram.families.model import Family, Procedure
from cddiagram.names import ADJUSTMENT_NAMES
from cddiagram.plan import OF_MEANS, PAIR_STRUCTURED
from cddiagram.stats.results import PairwiseResult

if TYPE_CHECKING:
    from cddiagram.data.table import ScoreTable

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
#: The procedures among them that look for the largest sets of hypotheses that can be true together.
_EXHAUSTIVE = ("shaffer-dynamic", "bergmann-hommel")
#: Families above this size go without Rom's procedure, whose time grows with the square of the size: here 0.4 s.
_MOST_FOR_ROM = 500
#: Steps of branch and bound for a procedure that nobody chose, for up to so many algorithms: half a second. Of more
#: algorithms every step takes longer, and searches that few steps do not end hardly ever end: fewer are made.
_STEPS, _MOST_FOR_STEPS = 100_000, 32
#: In the families of other rankings than the comparison's, more algorithms than this go without Bergmann-Hommel, whose
#: time grows with the cube of their number: here 0.1 s.
_MOST_FOR_OTHERS = 60


def family_of(comparison: Comparison, *, beside: bool = False) -> Family:
    """List the hypotheses of a comparison with what all procedures say of them.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison.
    beside : bool, default False
        Whether it stands beside another comparison of the same scores: among many algorithms procedures that take long
        are then left out.

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
    >>> {procedure.name: len(family.rejected(procedure, 0.05)) for procedure in family.procedures[:7]}
    {'Nemenyi': 4, 'Bonferroni': 4, 'Šidák': 4, 'Holm': 5, 'Shaffer': 6, 'Shaffer (dynamic)': 8, 'Bergmann–Hommel': 8}
    """
    pairs, order = comparison.pairwise, comparison.order
    whole_pairs = _whole_family(comparison)
    listed = _rising(pairs, order, comparison.control)
    whole = _rising(whole_pairs, order, None if comparison.control_chosen == "after" else comparison.control)
    place_of = {frozenset(pair): place for place, pair in enumerate(whole, 1)}
    rows, columns = (list(side) for side in zip(*listed, strict=True)) if listed else ([], [])
    procedures, left_out = _procedures(comparison, whole_pairs, whole, rows, columns, beside=beside)
    whole_pvalue = whole_pairs.pvalue[tuple(np.array(whole, dtype=np.intp).reshape(-1, 2).T)]
    return Family(
        ranking=comparison.ranking.kind,
        kind=pairs.kind,
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
    *,
    beside: bool,
) -> tuple[tuple[Procedure, ...], tuple[str, ...]]:
    """Adjust the family by every procedure that has a meaning for it; the chosen one is read off the comparison."""
    chosen = comparison.pairwise.p_adjust
    others: dict[str, FloatArray] = {}
    left_out: tuple[str, ...] = ()
    if comparison.pairwise.pair_test != "multiple-sign":  # its p-values are family-wise by themselves
        others, left_out = _others(comparison, whole_pairs, whole, beside=beside)
    found = {name: adjusted[rows, columns] for name, adjusted in others.items()}
    found[chosen] = comparison.pairwise.pvalue_adjusted[rows, columns]
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
    for p_adjust in _ORDER:
        if p_adjust == comparison.pairwise.p_adjust or not _fits(p_adjust, comparison, whole):
            continue
        if p_adjust == "rom" and len(whole) > _MOST_FOR_ROM:
            left_out.append(
                f"Rom is left out for more than {_MOST_FOR_ROM:,} hypotheses (here {len(whole):,}); chosen as p_adjust "
                "'rom' it is computed."
            )
        elif p_adjust == "bergmann-hommel" and beside and k > _MOST_FOR_OTHERS:
            left_out.append(
                f"Bergmann–Hommel is left out for more than {_MOST_FOR_OTHERS} algorithms (here {k}) where a ranking "
                "stands beside another; a comparison by this ranking has it."
            )
        elif p_adjust in _EXHAUSTIVE:
            # Bergmann and Hommel's search is harder than Shaffer's, which it repeats for single pairs.
            exact = None if stopped else _searched(p_adjust, comparison, pairs)
            if exact is None:
                stopped.append(p_adjust)
            else:
                found[p_adjust] = exact
        else:
            found[p_adjust] = _adjusted(p_adjust, comparison, pairs, whole)
    return found, (*([_stopped_words(stopped, k)] if stopped else []), *left_out)


def _name(p_adjust: str, comparison: Comparison) -> str:
    if p_adjust == "none":
        return "not adjusted" if comparison.pairwise.pair_test != "multiple-sign" else "multiple sign test"
    on_z = comparison.ranking.kind == "friedman" and comparison.pairwise.kind == "ranks"
    if p_adjust == "bonferroni" and comparison.control_chosen == "before" and on_z:
        return "Bonferroni–Dunn"
    return ADJUSTMENT_NAMES[p_adjust]


def _fits(p_adjust: str, comparison: Comparison, whole: list[tuple[int, int]]) -> bool:
    """Tell whether a procedure has a meaning for a family."""
    all_pairs = comparison.control_chosen != "before"
    k = len(comparison.algorithms)
    if p_adjust in PAIR_STRUCTURED:
        return all_pairs and len(whole) == k * (k - 1) // 2
    if p_adjust == "nemenyi":
        return all_pairs and comparison.ranking.kind == "friedman" and comparison.pairwise.kind == "ranks"
    if p_adjust in OF_MEANS:
        return comparison.ranking.kind == "means" and all_pairs == (p_adjust == "tukey")
    return True


def _adjusted(p_adjust: str, comparison: Comparison, pairs: PairwiseResult, whole: list[tuple[int, int]]) -> FloatArray:
    """Give the adjusted p-values as a (k, k) array."""
    k = len(pairs.algorithms)
    if p_adjust == "nemenyi":
        from cddiagram.stats.mean_ranks import nemenyi_pvalues

        return nemenyi_pvalues(pairs.statistic, k)
    if p_adjust in OF_MEANS:
        from cddiagram.stats.anova import dunnett_pvalues, tukey_pvalues

        df = float((_table(comparison).n - 1) * (k - 1))  # of the residual variance (D06 3.2.1)
        if p_adjust == "tukey":
            return tukey_pvalues(pairs.statistic, k, df)
        return dunnett_pvalues(pairs.statistic, k - 1, df)
    if p_adjust == "shaffer":
        from cddiagram.stats.adjust_pairs import adjust_pairs

        return adjust_pairs(pairs.pvalue, p_adjust).pvalue_adjusted
    from cddiagram.stats.adjust import adjust_pvalues

    i, j = np.array(whole, dtype=np.intp).reshape(-1, 2).T
    adjusted = np.full(pairs.pvalue.shape, np.nan)
    adjusted[i, j] = adjusted[j, i] = adjust_pvalues(pairs.pvalue[i, j], p_adjust)
    return adjusted


def _table(comparison: Comparison) -> ScoreTable:
    if comparison.table is None:
        raise AssertionError("means are compared on a table of scores")
    return comparison.table


def _searched(p_adjust: str, comparison: Comparison, pairs: PairwiseResult) -> FloatArray | None:
    """Give the exact adjusted p-values of an exhaustive procedure; None where the search was stopped."""
    from cddiagram.stats.adjust_pairs import adjust_pairs

    ranks, steps = comparison.ranking.average_ranks, _steps(len(pairs.algorithms))
    result = adjust_pairs(pairs.pvalue, p_adjust, average_ranks=ranks, budget=steps)
    return result.pvalue_adjusted if result.exact else None


def _steps(k: int) -> int:
    """Give the steps of branch and bound for k algorithms.

    Examples
    --------
    >>> _steps(10), _steps(50), _steps(104)
    (100000, 26000, 2000)
    """
    if k <= _MOST_FOR_STEPS:
        return _STEPS
    return max(1, int(_STEPS * (_MOST_FOR_STEPS / k) ** 3) // 1000) * 1000


def _stopped_words(names: list[str], k: int) -> str:
    """Say which searches were stopped, or not begun as an easier one was stopped."""
    called = " and ".join(ADJUSTMENT_NAMES[name] for name in names)
    chosen = " or ".join(f"'{name}'" for name in names)
    those, them = ("is", "it is") if len(names) == 1 else ("are", "they are")
    return (
        f"{called} {those} left out: the search for these p-values was stopped after "
        f"{_steps(k):,} steps; chosen as p_adjust {chosen} {them} given more, and bounds "
        "where they do not do."
    )
