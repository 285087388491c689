"""Estimates of the stability of ranks and decisions, based on bootstrap resamples of
the data sets and on omitting individual algorithms or data sets.
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
        Whether an algorithm or a data set is omitted.
    left_out : str
        The name of the omitted algorithm or data set.
    first, second : str
        The two algorithms of the pair. The first has the better average rank.
    different : bool
        Whether the two algorithms are significantly different if the item is omitted.
        The decision for the full table is the opposite.
    """

    what: str
    left_out: str
    first: str
    second: str
    different: bool


@dataclass(frozen=True, kw_only=True)
class ContraryMajority:
    """A pair in which average ranks contradict the majority of the data sets.

    The algorithm that is better on more data sets has the worse average rank.

    Attributes
    ----------
    winner, ranked_better : str
        The algorithm that is better on more data sets, and the algorithm with the
        better average rank.
    wins, losses : int
        The numbers of data sets on which `winner` is better and worse, respectively.
    """

    winner: str
    ranked_better: str
    wins: int
    losses: int


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class StabilityStudy(Plotted, Study):
    """The stability of the ranks and decisions of a comparison.

    This is the result of `cddiagram.study_stability`.

    Attributes
    ----------
    comparison : Comparison
        The comparison that was studied.
    resamples, seed : int
        The number of bootstrap resamples of the data sets, and the random seed.
    confidence : float
        The confidence level of the percentile intervals.
    first : ndarray, shape (k,)
        The proportion of resamples in which an algorithm has the best average rank, in
        the column order of the table. Ties are split equally.
    low, high : ndarray, shape (k,)
        The limits of the percentile intervals for the average ranks over the resamples.
        The intervals are descriptive, not simultaneous.
    same_order : float or None
        The proportion of resamples in which all average ranks have the same strict
        order as in the full table. The value is None if average ranks in the full table
        are tied.
    changes : tuple of ChangedDecision
        The decisions that change if one algorithm is omitted, followed by the decisions
        that change if one data set is omitted.
    decisions_without_algorithm, decisions_without_dataset : int
        The numbers of decisions made with one algorithm omitted and with one data set
        omitted. They are 0 if the tests were not repeated.
    contrary : tuple of ContraryMajority
        The pairs in which the algorithm that is better on more data sets has the worse
        average rank.
    cycles : tuple of tuple of str
        The cycles of majorities. In a cycle, each algorithm is better than the next
        algorithm on more data sets, and the last algorithm is better than the first.

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
        k = len(self.comparison.algorithms)
        n = scores_of(self.comparison).n
        subject = f"{k} algorithms on {n} data sets"
        return f"<StabilityStudy of {subject}: {self.resamples} resamples>"

    def changed(self, what: str) -> tuple[ChangedDecision, ...]:
        """Return the decisions that change if one algorithm or data set is omitted.

        `what` is ``"algorithm"`` or ``"data set"``.
        """
        return tuple(change for change in self.changes if change.what == what)

    @property
    def decisions_without(self) -> dict[str, int]:
        """The numbers of decisions made with one algorithm or data set omitted.

        The keys are ``"algorithm"`` and ``"data set"``. Numbers that are 0 are not
        included.
        """
        counts = {
            "algorithm": self.decisions_without_algorithm,
            "data set": self.decisions_without_dataset,
        }
        return {what: count for what, count in counts.items() if count}

    def to_dict(self) -> dict[str, Any]:
        """Return the study as a JSON-serialisable dict, with numbers at full precision."""
        return {**super().to_dict(), "algorithms": list(self.comparison.algorithms)}

    def _provenance_(self) -> dict[str, Any]:
        decisions = {
            "resamples": self.resamples,
            "seed": self.seed,
            "confidence": self.confidence,
        }
        return self._add_decisions(fields_of(self.comparison), **decisions)


@study
def study_stability(
    comparison: Comparison,
    *,
    resamples: int = 10_000,
    confidence: float = 0.95,
    leave_out: bool = True,
    seed: int = 0,
    **run_options: Unpack[RunOptions],
) -> StabilityStudy:
    """Measure how much ranks and decisions depend on the data sets and the algorithms.

    The data sets are resampled with replacement, and the algorithms are ranked on each
    resample. All tests are then repeated with each algorithm and each data set omitted
    in turn. If only two algorithms remain, the p-value is not adjusted, and tests on
    Friedman ranks are exact. A control that was specified in advance is not omitted.

    Parameters
    ----------
    comparison : Comparison
        The comparison of a table of scores, from `cddiagram.compare`.
    resamples : int, default 10000
        The number of bootstrap resamples.
    confidence : float, default 0.95
        The confidence level of the percentile intervals for the average ranks.
    leave_out : bool, default True
        Whether to repeat all tests with each algorithm and each data set omitted in
        turn. This is slow for many algorithms if the procedure searches for sets of
        hypotheses.
    seed : int, default 0
        The random seed for resampling. The results do not depend on the number of
        workers.
    {run_options}

    Returns
    -------
    StabilityStudy
        The stability of ranks and decisions.

    Raises
    ------
    UsageError
        If the comparison has no scores, or if a number is outside its range.
    InputError
        If scores are missing, or if the checkpoint belongs to a different study.

    References
    ----------
    B. Efron (1979), Bootstrap methods: another look at the jackknife, The Annals of
    Statistics 7(1):1-26.

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
            f"study_stability requires a comparison, not a {kind}. Compare the table "
            "with compare(table)."
        )
    table = scores_of(comparison)
    check_count("resamples", resamples)
    if not 0 < confidence < 1:
        raise UsageError(
            Option("confidence"), f" must be between 0 and 1, not {confidence!r}."
        )
    parts: list[tuple[str, Any]] = []
    for count in batches(resamples):
        parts.append(("resamples", count))
    omissions: list[tuple[str, str]] = []
    if leave_out:
        omissions = _omissions(comparison, table)
    decisions = fields_of(comparison)["decisions"]
    identity = {"study": "stability", **identity_of(table), **decisions}
    work = _Work(comparison)
    results = run(work, [*parts, *omissions], seed=seed, study=identity, **run_options)
    of_resamples, of_omissions = results[: len(parts)], results[len(parts) :]
    average_ranks = np.concatenate([arrays["ranks"] for arrays in of_resamples])
    tail = 50 * (1 - confidence)
    low, high = np.percentile(average_ranks, [tail, 100 - tail], axis=0)
    changes, counts = _changed_decisions(comparison, omissions, of_omissions)
    majorities = Majorities.of(table.exact, higher_is_better=table.higher_is_better)
    cycles = []
    for cycle in majorities.cycles():
        cycles.append(tuple(table.algorithms[i] for i in cycle))
    return StabilityStudy(
        comparison=comparison,
        resamples=resamples,
        seed=seed,
        confidence=float(confidence),
        first=first_shares(average_ranks),
        low=low,
        high=high,
        same_order=_share_with_same_order(comparison, average_ranks),
        changes=changes,
        decisions_without_algorithm=counts["algorithm"],
        decisions_without_dataset=counts["data set"],
        contrary=_contrary_majorities(comparison, majorities),
        cycles=tuple(cycles),
    )


def _specified_control(comparison: Comparison) -> str | None:
    """Return the control if it was specified in advance, and otherwise None."""
    if comparison.control_chosen == "before":
        return comparison.control
    return None


def _omissions(comparison: Comparison, table: ScoreTable) -> list[tuple[str, str]]:
    """Return the algorithms and data sets that are omitted one at a time."""
    control = _specified_control(comparison)
    omissions = []
    if table.k > 2:
        for name in table.algorithms:
            if name != control:
                omissions.append(("algorithm", name))
    if table.n > 2:
        for name in table.datasets:
            omissions.append(("data set", name))
    return omissions


def _share_with_same_order(
    comparison: Comparison, average_ranks: FloatArray
) -> float | None:
    """Return the proportion of resamples with the same strict order of average ranks.

    The result is None if average ranks in the table are tied.
    """
    order = list(comparison.order)
    ranks = np.asarray(comparison.ranking.average_ranks)
    steps_of_table = np.diff(np.round(ranks[order], SAME_RANK))
    if not (steps_of_table > 0).all():
        return None
    steps = np.diff(np.round(average_ranks[:, order], SAME_RANK), axis=1)
    has_same_order = (steps > 0).all(axis=1)
    return float(has_same_order.mean())


def _contrary_majorities(
    comparison: Comparison, majorities: Majorities
) -> tuple[ContraryMajority, ...]:
    """Return the pairs whose average ranks contradict the majority of the data sets."""
    names = comparison.algorithms
    contrary = []
    for i, j in majorities.contrary_to(comparison.ranking.average_ranks):
        majority = ContraryMajority(
            winner=names[i],
            ranked_better=names[j],
            wins=int(majorities.wins[i, j]),
            losses=int(majorities.wins[j, i]),
        )
        contrary.append(majority)
    return tuple(contrary)


def scores_of(comparison: Comparison) -> ScoreTable:
    """Return the scores.

    Raise an error if the comparison was made from p-values or if scores are missing.
    """
    table = comparison.table
    if table is None:
        raise UsageError(
            "this comparison was made from p-values and does not contain scores. "
            "Compare a table of scores."
        )
    table.check_complete("a study of the order")
    return table


@dataclass(frozen=True)
class _Work:
    """A picklable callable that ranks resamples or repeats the tests.

    The tests are repeated with one algorithm or data set omitted.
    """

    comparison: Comparison

    def __call__(self, part: tuple[str, Any], rng: np.random.Generator) -> Arrays:
        """Process one part.

        A part is ``("resamples", count)``, ``("algorithm", name)`` or ``("data set",
        name)``.
        """
        kind, value = part
        if kind == "resamples":
            return {"ranks": resampled_ranks(self.comparison, value, rng)}
        table = scores_of(self.comparison)
        omit = {"algorithm": table.exclude, "data set": table.exclude_datasets}[kind]
        repetition = self._compare_again(omit([value]))
        return {"different": _decisions(repetition)}

    def _compare_again(self, table: ScoreTable) -> Comparison:
        """Compare the algorithms in a smaller table with the same options."""
        original = self.comparison
        plan = original.plan
        if table.k == 2 < len(original.algorithms):
            plan = replace(plan, two_algorithms=True)
            # Even if there is only one pair, sign-flip tests are used.
            if not plan.sign_flips:
                plan = replace(plan, p_adjust="none")
        control = _specified_control(original)
        return compare_by_plan(table, plan, control, original.alpha)


def _decisions(comparison: Comparison) -> BoolArray:
    """Return whether each pair of the family is significantly different.

    If the control is the best-ranked algorithm, it may differ between tables. The
    family therefore contains all pairs.
    """
    family = comparison.test_results.family
    return significant(family.pvalue_adjusted, comparison.alpha)


def _changed_decisions(
    comparison: Comparison,
    omissions: list[tuple[str, str]],
    results: list[Arrays],
) -> tuple[tuple[ChangedDecision, ...], dict[str, int]]:
    """Return the decisions that change, and the total numbers of decisions.

    A decision changes if it differs from the decision for the full table.
    """
    names = comparison.algorithms
    of_full_table = _decisions(comparison)
    tested = ~np.isnan(comparison.test_results.family.pvalue)
    changes = []
    counts = {"algorithm": 0, "data set": 0}
    for (what, name), arrays in zip(omissions, results, strict=True):
        columns = list(range(len(names)))
        if what == "algorithm":
            columns.remove(names.index(name))
        grid = np.ix_(columns, columns)
        tested_pairs = np.triu(tested[grid])
        counts[what] += int(tested_pairs.sum())
        different = arrays["different"]
        changed = tested_pairs & (of_full_table[grid] != different)
        for i, j in np.argwhere(changed).tolist():
            pair = columns[i], columns[j]
            first, second = sorted(pair, key=comparison.order.index)
            change = ChangedDecision(
                what=what,
                left_out=name,
                first=names[first],
                second=names[second],
                different=bool(different[i, j]),
            )
            changes.append(change)
    return tuple(changes), counts


def resampled_ranks(
    comparison: Comparison, count: int, rng: np.random.Generator
) -> FloatArray:
    """Return the average ranks for bootstrap resamples, of shape (count, k)."""
    ranking = comparison.ranking
    table = scores_of(comparison)
    n, k = table.n, table.k
    rows = rng.integers(n, size=(count, n))
    if ranking.kind in ("friedman", "skillings-mack") and ranking.ranks is not None:
        return np.asarray(_multiplicities(rows, n) @ ranking.ranks / n)
    if ranking.kind == "means":
        scores = table.scores
        # Sums of whole numbers are computed exactly if doubles can represent them. If
        # the sums are exact, equal means are recognised as ties.
        if table.exact.short is not None:
            scores = table.exact.short.numerators
        sums = _multiplicities(rows, n) @ scores
        return rank_plain(sums, falling=table.higher_is_better)
    assert ranking.ranks is not None
    if ranking.kind == "aligned":
        # The mean score of a data set does not change if data sets are resampled.
        # Aligned scores can therefore be replaced by their ranks.
        aligned = rank_plain(ranking.ranks[rows].reshape(count, n * k))
        return np.asarray(aligned.reshape(count, n, k).mean(axis=1))
    assert ranking.weights is not None
    weights = rank_plain(ranking.weights[rows])
    return quade_average_ranks(ranking.ranks[rows], weights)


def _multiplicities(rows: NDArray[np.int64], n: int) -> FloatArray:
    """Count how often each data set occurs in each resample."""
    count = len(rows)
    cells = rows + n * np.arange(count)[:, np.newaxis]
    counts = np.bincount(cells.ravel(), minlength=count * n)
    return counts.reshape(count, n).astype(np.float64)


def first_shares(average_ranks: FloatArray) -> FloatArray:
    """Return the proportion of resamples in which each algorithm is ranked best.

    Ties are split equally.
    """
    rounded = np.round(average_ranks, SAME_RANK)
    is_best = rounded == rounded.min(axis=1, keepdims=True)
    points = is_best / is_best.sum(axis=1, keepdims=True)
    return np.asarray(points.mean(axis=0))
