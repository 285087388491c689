"""Stability: what becomes of ranks and decisions on other data sets, and without one
algorithm or one data set.
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
    """A decision about a pair that is another one without one algorithm or one data
    set.

    Attributes
    ----------
    what : {"algorithm", "data set"}
        What was left out.
    left_out : str
        Its name.
    first, second : str
        The pair, the better average rank first.
    different : bool
        Whether the pair is significantly different without it; in the whole table it is
        the other way round.
    """

    what: str
    left_out: str
    first: str
    second: str
    different: bool


@dataclass(frozen=True, kw_only=True)
class ContraryMajority:
    """A pair of which one is better on more data sets, and the other has the better
    average rank.

    Attributes
    ----------
    winner, ranked_better : str
        The two algorithms.
    wins, losses : int
        On how many data sets the winner is better, and worse.
    """

    winner: str
    ranked_better: str
    wins: int
    losses: int


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class StabilityStudy(Plotted, Study):
    """How far ranks and decisions depend on the data sets and the algorithms. Made by
    `cddiagram.study_stability`.

    Attributes
    ----------
    comparison : Comparison
        What was studied.
    resamples, seed : int
        How many bootstrap resamples of the data sets were drawn, and the seed of the
        draws.
    confidence : float
        Level of the percentile intervals.
    first : ndarray, shape (k,)
        Share of the resamples in which an algorithm has the best average rank; those
        that tie for it share it in equal parts. In the column order of the table.
    low, high : ndarray, shape (k,)
        Percentile intervals of the average ranks over the resamples. They describe;
        they do not hold all at once.
    same_order : float or None
        Share of the resamples with the same strict order of all average ranks; None
        where the table itself has ties.
    changes : tuple of ChangedDecision
        The decisions that are others without one algorithm, then those without one data
        set.
    decisions_without_algorithm, decisions_without_dataset : int
        How many decisions were made again with one algorithm, or one data set, left
        out; 0 where that was not done.
    contrary : tuple of ContraryMajority
        Pairs whose majority contradicts the order of average ranks.
    cycles : tuple of tuple of str
        Cycles of majorities: each is better than the next on more data sets, and the
        last better than the first.

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
        """Return the decisions that change without one ``"algorithm"``, or without one
        ``"data set"``.
        """
        return tuple(change for change in self.changes if change.what == what)

    @property
    def made(self) -> dict[str, int]:
        """How many decisions were made again without one ``"algorithm"``, or one
        ``"data set"``, where any were.
        """
        counts = {
            "algorithm": self.decisions_without_algorithm,
            "data set": self.decisions_without_dataset,
        }
        return {what: count for what, count in counts.items() if count}

    def to_dict(self) -> dict[str, Any]:
        """Return the study as plain Python, ready for JSON, all numbers at full
        precision.
        """
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
    """Ask how far ranks and decisions depend on the data sets and on the algorithms at
    hand.

    The data sets are drawn again with replacement, and the algorithms ranked anew on
    each resample. Then all tests are made again without each single algorithm, and
    without each single data set (two algorithms that are left are one hypothesis:
    nothing is adjusted, and Friedman ranks of two are tested exactly). A control that
    was named before is not left out.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison of a table of scores, from `cddiagram.compare`.
    resamples : int, default 10000
        How many resamples.
    confidence : float, default 0.95
        Level of the percentile intervals of the average ranks.
    leave_out : bool, default True
        Whether all tests are made again; the slow procedures for many algorithms take
        their time n + k times.
    seed : int, default 0
        Of the draws: the same seed gives the same numbers, on any number of workers.
    {how}

    Returns
    -------
    StabilityStudy

    Raises
    ------
    UsageError
        A comparison without scores; a number that is no count or no level.
    InputError
        The checkpoint is that of another study, or none.

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
            f" must lie between 0 and 1, not {confidence!r}: 0.95 is usual.",
        )
    named = comparison.control if comparison.control_chosen == "before" else None
    without: list[tuple[str, str]] = []
    if leave_out and table.k > 2:
        without += [("algorithm", name) for name in table.algorithms if name != named]
    if leave_out and table.n > 2:
        without += [("data set", name) for name in table.datasets]
    parts = [*(("resamples", count) for count in batches(resamples)), *without]
    asked = {
        "study": "stability",
        **identity_of(table),
        **fields_of(comparison)["decisions"],
    }
    done = run(_Work(comparison), parts, seed=seed, study=asked, **how)
    averages = np.concatenate([found["ranks"] for found in done if "ranks" in found])
    changes, decided = _changes(comparison, without, done[len(done) - len(without) :])
    majorities = Majorities.of(table.exact, higher_is_better=table.higher_is_better)
    contrary = [
        ContraryMajority(
            winner=winner,
            ranked_better=other,
            wins=int(majorities.wins[i, j]),
            losses=int(majorities.wins[j, i]),
        )
        for i, j in majorities.contrary_to(comparison.ranking.average_ranks)
        for winner, other in [(table.algorithms[i], table.algorithms[j])]
    ]
    order, ranks = list(comparison.order), np.asarray(comparison.ranking.average_ranks)
    strict = (np.diff(np.round(ranks[order], SAME_RANK)) > 0).all()
    steps = np.diff(np.round(averages[:, order], SAME_RANK), axis=1)
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
        same_order=float((steps > 0).all(axis=1).mean()) if strict else None,
        changes=changes,
        decisions_without_algorithm=decided["algorithm"],
        decisions_without_dataset=decided["data set"],
        contrary=tuple(contrary),
        cycles=tuple(
            tuple(table.algorithms[i] for i in cycle) for cycle in majorities.cycles()
        ),
    )


def scores_of(comparison: Comparison) -> ScoreTable:
    """Return the scores; refuse a comparison of p-values, which has none."""
    if comparison.table is None:
        raise UsageError(
            "there are no scores to study: this comparison was made from p-values; "
            "compare a table."
        )
    comparison.table.check_complete("a study of the order")
    return comparison.table


@dataclass(frozen=True)
class _Work:
    """Draws resamples, or makes the tests again without one algorithm or data set; can
    be pickled.
    """

    comparison: Comparison

    def __call__(self, part: tuple[str, Any], rng: np.random.Generator) -> Arrays:
        """Do one part: ``("resamples", count)``, or ``("algorithm", name)``, or
        ``("data set", name)``.
        """
        what, of = part
        if what == "resamples":
            return {"ranks": resampled_ranks(self.comparison, of, rng)}
        given = self.comparison
        table, plan = scores_of(given), given.plan
        table = (
            table.exclude([of]) if what == "algorithm" else table.exclude_datasets([of])
        )
        if table.k == 2 < len(given.algorithms):
            p_adjust = (
                plan.p_adjust if plan.sign_flips else "none"
            )  # which are the test of the pair, too
            plan = replace(plan, two_algorithms=True, p_adjust=p_adjust)
        control = given.control if given.control_chosen == "before" else None
        return {
            "different": _decisions(compare_by_plan(table, plan, control, given.alpha))
        }


def _decisions(comparison: Comparison) -> BoolArray:
    """Decide about the whole family: a control that is picked after looking may be
    another one in another table.
    """
    return significant(comparison.test_results.family.pvalue_adjusted, comparison.alpha)


def _changes(
    comparison: Comparison, without: list[tuple[str, str]], done: list[Arrays]
) -> tuple[tuple[ChangedDecision, ...], dict[str, int]]:
    """Compare the decisions with those of the whole table; also count those that were
    made.
    """
    names, order = comparison.algorithms, comparison.order
    before, tested = (
        _decisions(comparison),
        ~np.isnan(comparison.test_results.family.pvalue),
    )
    place = {column: at for at, column in enumerate(order)}
    found, decided = [], {"algorithm": 0, "data set": 0}
    for (what, name), arrays in zip(without, done, strict=True):
        kept = [
            column
            for column in range(len(names))
            if what == "data set" or names[column] != name
        ]
        grid, after = np.ix_(kept, kept), arrays["different"]
        decided[what] += int(np.triu(tested[grid]).sum())
        for i, j in np.argwhere(
            np.triu(tested[grid] & (before[grid] != after))
        ).tolist():
            first, second = sorted((kept[i], kept[j]), key=place.__getitem__)
            pair, different = (names[first], names[second]), bool(after[i, j])
            found.append(
                ChangedDecision(
                    what=what,
                    left_out=name,
                    first=pair[0],
                    second=pair[1],
                    different=different,
                )
            )
    return tuple(found), decided


def resampled_ranks(
    comparison: Comparison, count: int, rng: np.random.Generator
) -> FloatArray:
    """Return the average ranks of so many bootstrap resamples of the data sets, (count,
    k), by the table's ranking.
    """
    ranking, table = comparison.ranking, scores_of(comparison)
    n, k = table.n, table.k
    rows = rng.integers(n, size=(count, n))
    if ranking.kind in ("friedman", "skillings-mack") and ranking.ranks is not None:
        return np.asarray(_drawn(rows, n) @ ranking.ranks / n)
    if (
        ranking.kind == "means"
    ):  # whole numbers, where doubles hold them, so that equal means tie
        short = table.exact.short
        sums = _drawn(rows, n) @ (table.scores if short is None else short.numerators)
        return rank_plain(sums, falling=table.higher_is_better)
    assert ranking.ranks is not None
    if (
        ranking.kind == "aligned"
    ):  # the mean of a data set stays, so aligned scores that tie have equal ranks
        return np.asarray(
            rank_plain(ranking.ranks[rows].reshape(count, n * k))
            .reshape(count, n, k)
            .mean(axis=1)
        )
    assert ranking.weights is not None
    return quade_average_ranks(ranking.ranks[rows], rank_plain(ranking.weights[rows]))


def _drawn(rows: NDArray[np.int64], n: int) -> FloatArray:
    """Count how often each data set is in each resample."""
    flat = (rows + n * np.arange(len(rows))[:, np.newaxis]).ravel()
    return (
        np.bincount(flat, minlength=len(rows) * n)
        .reshape(len(rows), n)
        .astype(np.float64)
    )


def first_shares(averages: FloatArray) -> FloatArray:
    """Return the share of the resamples in which each has the best average rank; ties
    for it are split.
    """
    rounded = np.round(averages, SAME_RANK)
    best = rounded == rounded.min(axis=1, keepdims=True)
    shares: FloatArray = (best / best.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares
