"""Stability of ranks and decisions over bootstrap resamples of the data sets, and with
one algorithm or one data set omitted.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Unpack

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import BoolArray, FloatArray
from cddiagram.comparing import Comparison, compare_by_plan
from cddiagram.data import ScoreTable
from cddiagram.provenance import fields_of
from cddiagram.stats import (
    Majorities,
    Plotted,
    quade_average_ranks,
    rank_plain,
    significant,
)
from cddiagram.studies.engine import Arrays, RunOptions, batches, run, study
from cddiagram.studies.results import Study, identity_of
from cddiagram.text import Option, UsageError, check_count
from cddiagram.words import SAME_RANK


@dataclass(frozen=True, kw_only=True)
class ChangedDecision:
    """A decision about a pair that changes if one algorithm or one data set is omitted.

    Attributes
    ----------
    what : {"algorithm", "data set"}
        What was omitted.
    left_out : str
        The name of the omitted algorithm or data set.
    first, second : str
        The pair, with the better average rank first.
    different : bool
        Whether the pair is significantly different without it. The decision for the
        full table is the opposite.
    """

    what: str
    left_out: str
    first: str
    second: str
    different: bool


@dataclass(frozen=True, kw_only=True)
class ContraryMajority:
    """A pair in which the algorithm that is better on more data sets has the worse
    average rank.

    Attributes
    ----------
    winner, ranked_better : str
        The algorithm that is better on more data sets, and the one with the better
        average rank.
    wins, losses : int
        The numbers of data sets on which the winner is better and worse.
    """

    winner: str
    ranked_better: str
    wins: int
    losses: int


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class StabilityStudy(Plotted, Study):
    """Stability of the ranks and decisions of a comparison.

    Returned by `cddiagram.study_stability`.

    Attributes
    ----------
    comparison : Comparison
        The comparison that was studied.
    resamples, seed : int
        The number of bootstrap resamples of the data sets, and the seed.
    confidence : float
        The level of the percentile intervals.
    first : ndarray, shape (k,)
        The share of resamples in which an algorithm has the best average rank; ties are
        split equally. In the column order of the table.
    low, high : ndarray, shape (k,)
        The limits of percentile intervals of the average ranks over the resamples. The
        intervals are descriptive and not simultaneous.
    same_order : float or None
        The share of resamples with the same strict order of all average ranks. None if
        average ranks of the table are tied.
    changes : tuple of ChangedDecision
        The decisions that change if one algorithm is omitted, then those that change if
        one data set is omitted.
    decisions_without_algorithm, decisions_without_dataset : int
        The numbers of decisions with one algorithm or one data set omitted; 0 if the
        tests were not repeated.
    contrary : tuple of ContraryMajority
        Pairs whose majority contradicts the order of average ranks.
    cycles : tuple of tuple of str
        Cycles of majorities: each algorithm is better than the next one on more data
        sets, and the last one is better than the first.

    Examples
    --------
    >>> import cddiagram as cd
    >>> study = cd.study_stability(
    ...     cd.compare(cd.load_example("garcia2008-table2")), resamples=1000
    ... )
    >>> study
    <StabilityStudy of 5 algorithms on 30 data sets: 1000 resamples>
    >>> (
    ...     study.decisions_without_algorithm,
    ...     len([c for c in study.changes if c.what == "algorithm"]),
    ... )
    (30, 6)
    """

    kind: ClassVar[str] = "stability"

    comparison: Comparison = field(repr=False)
    resamples: int
    seed: int
    confidence: float
    first: FloatArray
    low: FloatArray
    high: FloatArray
    same_order: float | None
    changes: tuple[ChangedDecision, ...]
    decisions_without_algorithm: int
    decisions_without_dataset: int
    contrary: tuple[ContraryMajority, ...]
    cycles: tuple[tuple[str, ...], ...]

    def __repr__(self) -> str:
        k, n = len(self.comparison.algorithms), scores_of(self.comparison).n
        return (
            f"<StabilityStudy of {k} algorithms on {n} data sets: {self.resamples} "
            "resamples>"
        )

    def changed(self, what: str) -> tuple[ChangedDecision, ...]:
        """Return the decisions that change if one ``"algorithm"`` or one ``"data set"``
        is omitted.
        """
        return tuple(change for change in self.changes if change.what == what)

    @property
    def made(self) -> dict[str, int]:
        """The numbers of decisions with one ``"algorithm"`` or one ``"data set"``
        omitted, without those that are 0.
        """
        counts = {
            "algorithm": self.decisions_without_algorithm,
            "data set": self.decisions_without_dataset,
        }
        return {what: count for what, count in counts.items() if count}

    def to_dict(self) -> dict[str, Any]:
        """Return the study as plain Python for JSON, with numbers at full precision."""
        return {**super().to_dict(), "algorithms": list(self.comparison.algorithms)}

    def _provenance_(self) -> dict[str, Any]:
        decisions = {
            "resamples": self.resamples,
            "seed": self.seed,
            "confidence": self.confidence,
        }
        return self._recorded(fields_of(self.comparison), **decisions)


@study
def study_stability(
    comparison: Comparison,
    *,
    resamples: int = 10_000,
    confidence: float = 0.95,
    leave_out: bool = True,
    seed: int = 0,
    **how: Unpack[RunOptions],
) -> StabilityStudy:
    """Measure how much ranks and decisions depend on the data sets and the algorithms.

    The data sets are resampled with replacement, and the algorithms are ranked on each
    resample. Then all tests are repeated with each algorithm and each data set omitted
    in turn. If only two algorithms remain, their p-value is not adjusted, and Friedman
    ranks are tested exactly. A control that was specified in advance is not omitted.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison of a table of scores, from `cddiagram.compare`.
    resamples : int, default 10000
        The number of bootstrap resamples.
    confidence : float, default 0.95
        The level of the percentile intervals of the average ranks.
    leave_out : bool, default True
        Whether to repeat all tests n + k times. This is slow for procedures that search
        sets of hypotheses of many algorithms.
    seed : int, default 0
        The seed of the resamples. The results do not depend on the number of workers.
    {how}

    Returns
    -------
    StabilityStudy
        The stability of ranks and decisions.

    Raises
    ------
    UsageError
        If the comparison has no scores, or a number is outside its range.
    InputError
        If the checkpoint belongs to a different study or is not a valid checkpoint.

    Examples
    --------
    >>> import cddiagram as cd
    >>> study = cd.study_stability(
    ...     cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
    ... )
    >>> {
    ...     name: round(float(share), 2)
    ...     for name, share in zip(study.comparison.algorithms, study.first)
    ...     if share > 0.01
    ... }
    {'C4.5': 0.61, 'NaiveBayes': 0.39}
    >>> study.contrary
    (ContraryMajority(winner='NaiveBayes', ranked_better='C4.5', wins=16, losses=14),)
    """
    if not isinstance(comparison, Comparison):
        kind = type(comparison).__name__
        raise UsageError(
            f"study_stability studies a finished comparison, not a {kind}: "
            "compare(table) makes one."
        )
    table = scores_of(comparison)
    check_count("resamples", resamples)
    if not 0 < confidence < 1:
        raise UsageError(
            Option("confidence"),
            f" must be between 0 and 1, not {confidence!r}. Use 0.95 as usual.",
        )
    omissions = _omissions(comparison, table) if leave_out else []
    parts = [*(("resamples", count) for count in batches(resamples)), *omissions]
    identity = {"study": "stability", **identity_of(table)}
    identity |= fields_of(comparison)["decisions"]
    results = run(_Work(comparison), parts, seed=seed, study=identity, **how)
    samples = len(parts) - len(omissions)
    averages = np.concatenate([arrays["ranks"] for arrays in results[:samples]])
    changes, decisions = _changes(comparison, omissions, results[samples:])
    majorities = Majorities.of(table.exact, higher_is_better=table.higher_is_better)
    names = table.algorithms
    contrary = []
    for i, j in majorities.contrary_to(comparison.ranking.average_ranks):
        contrary.append(
            ContraryMajority(
                winner=names[i],
                ranked_better=names[j],
                wins=int(majorities.wins[i, j]),
                losses=int(majorities.wins[j, i]),
            )
        )
    cycles = []
    for cycle in majorities.cycles():
        cycles.append(tuple(names[i] for i in cycle))
    tail = 50 * (1 - confidence)
    low, high = np.percentile(averages, [tail, 100 - tail], axis=0)
    return StabilityStudy(
        comparison=comparison,
        resamples=resamples,
        seed=seed,
        confidence=float(confidence),
        first=first_shares(averages),
        low=low,
        high=high,
        same_order=_same_order(comparison, averages),
        changes=changes,
        decisions_without_algorithm=decisions["algorithm"],
        decisions_without_dataset=decisions["data set"],
        contrary=tuple(contrary),
        cycles=tuple(cycles),
    )


def _omissions(comparison: Comparison, table: ScoreTable) -> list[tuple[str, str]]:
    """Return what is omitted in turn: the algorithms, then the data sets."""
    control = comparison.control if comparison.control_chosen == "before" else None
    omissions: list[tuple[str, str]] = []
    if table.k > 2:
        omissions += [
            ("algorithm", name) for name in table.algorithms if name != control
        ]
    if table.n > 2:
        omissions += [("data set", name) for name in table.datasets]
    return omissions


def _same_order(comparison: Comparison, averages: FloatArray) -> float | None:
    """Return the share of resamples with the same strict order of average ranks; None
    if the order of the table is not strict.
    """
    order = list(comparison.order)
    ranks = np.asarray(comparison.ranking.average_ranks)
    if not (np.diff(np.round(ranks[order], SAME_RANK)) > 0).all():
        return None
    steps = np.diff(np.round(averages[:, order], SAME_RANK), axis=1)
    return float((steps > 0).all(axis=1).mean())


def scores_of(comparison: Comparison) -> ScoreTable:
    """Return the scores; raise an error for a comparison of p-values."""
    if comparison.table is None:
        raise UsageError(
            "this comparison was made from p-values, so there are no scores to study. "
            "Compare a table of scores."
        )
    comparison.table.check_complete("a study of the order")
    return comparison.table


@dataclass(frozen=True)
class _Work:
    """Rank resamples, or repeat the tests with one algorithm or data set omitted; can
    be pickled.
    """

    comparison: Comparison

    def __call__(self, part: tuple[str, Any], rng: np.random.Generator) -> Arrays:
        """Do one part: ``("resamples", count)``, or ``("algorithm", name)``, or
        ``("data set", name)``.
        """
        what, of = part
        original = self.comparison
        if what == "resamples":
            return {"ranks": resampled_ranks(original, of, rng)}
        table, plan = scores_of(original), original.plan
        omit = table.exclude if what == "algorithm" else table.exclude_datasets
        table = omit([of])
        if table.k == 2 < len(original.algorithms):
            # Sign flips are also the test of a single pair.
            p_adjust = plan.p_adjust if plan.sign_flips else "none"
            plan = replace(plan, two_algorithms=True, p_adjust=p_adjust)
        control = original.control if original.control_chosen == "before" else None
        repeated = compare_by_plan(table, plan, control, original.alpha)
        return {"different": _decisions(repeated)}


def _decisions(comparison: Comparison) -> BoolArray:
    """Return the decisions about the whole family.

    A control that is selected after seeing the results may differ between tables.
    """
    return significant(comparison.test_results.family.pvalue_adjusted, comparison.alpha)


def _changes(
    comparison: Comparison,
    omissions: list[tuple[str, str]],
    results: list[Arrays],
) -> tuple[tuple[ChangedDecision, ...], dict[str, int]]:
    """Compare the decisions with those for the full table; also count the decisions."""
    names = comparison.algorithms
    before = _decisions(comparison)
    tested = ~np.isnan(comparison.test_results.family.pvalue)
    place = {column: position for position, column in enumerate(comparison.order)}
    changes, counts = [], {"algorithm": 0, "data set": 0}
    for (what, name), arrays in zip(omissions, results, strict=True):
        columns = list(range(len(names)))
        if what == "algorithm":
            columns.remove(names.index(name))
        grid, after = np.ix_(columns, columns), arrays["different"]
        counts[what] += int(np.triu(tested[grid]).sum())
        changed = np.triu(tested[grid] & (before[grid] != after))
        for i, j in np.argwhere(changed).tolist():
            first, second = sorted((columns[i], columns[j]), key=place.__getitem__)
            changes.append(
                ChangedDecision(
                    what=what,
                    left_out=name,
                    first=names[first],
                    second=names[second],
                    different=bool(after[i, j]),
                )
            )
    return tuple(changes), counts


def resampled_ranks(
    comparison: Comparison, count: int, rng: np.random.Generator
) -> FloatArray:
    """Return the average ranks of bootstrap resamples of the data sets, (count, k)."""
    ranking, table = comparison.ranking, scores_of(comparison)
    n, k = table.n, table.k
    rows = rng.integers(n, size=(count, n))
    if ranking.kind in ("friedman", "skillings-mack") and ranking.ranks is not None:
        return np.asarray(_multiplicities(rows, n) @ ranking.ranks / n)
    if ranking.kind == "means":
        # Sums of whole numbers are exact if doubles can represent them, so that equal
        # means tie.
        short = table.exact.short
        scores = table.scores if short is None else short.numerators
        sums = _multiplicities(rows, n) @ scores
        return rank_plain(sums, falling=table.higher_is_better)
    assert ranking.ranks is not None
    if ranking.kind == "aligned":
        # Resampling does not change the mean of a data set, so aligned scores can be
        # replaced by their ranks.
        aligned = rank_plain(ranking.ranks[rows].reshape(count, n * k))
        return np.asarray(aligned.reshape(count, n, k).mean(axis=1))
    assert ranking.weights is not None
    return quade_average_ranks(ranking.ranks[rows], rank_plain(ranking.weights[rows]))


def _multiplicities(rows: NDArray[np.int64], n: int) -> FloatArray:
    """Count how often each data set occurs in each resample."""
    count = len(rows)
    cells = rows + n * np.arange(count)[:, np.newaxis]
    counts = np.bincount(cells.ravel(), minlength=count * n)
    return counts.reshape(count, n).astype(np.float64)


def first_shares(averages: FloatArray) -> FloatArray:
    """Return the share of resamples in which each algorithm has the best average rank;
    ties are split equally.
    """
    rounded = np.round(averages, SAME_RANK)
    best = rounded == rounded.min(axis=1, keepdims=True)
    shares: FloatArray = (best / best.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares
