"""Pools: how tests on average ranks of a pair depend on which other algorithms are
compared (B16).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, ClassVar, Literal, Unpack

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import BoolArray, FloatArray, IntArray, check_size
from cddiagram.comparing import Comparison, make_plan
from cddiagram.data import ScoreTable
from cddiagram.features import FEATURES
from cddiagram.procedures import PAIR_TESTS, check_procedure
from cddiagram.provenance import fields_of
from cddiagram.stats import (
    PairTest,
    Plotted,
    count_wins,
    plain,
    rank_order,
    significant,
)
from cddiagram.studies.engine import Arrays, RunOptions, generator, run, study
from cddiagram.studies.pool.pair_tests import SMALLEST, Part, PoolWork, parts_of
from cddiagram.studies.results import Study, columns_of, identity_of
from cddiagram.studies.stability.study import scores_of
from cddiagram.text import InputError, Option, UsageError, check_alpha, check_count


@dataclass(frozen=True, kw_only=True)
class Flip:
    """A pair whose decision depends on the pool.

    Attributes
    ----------
    first, second : str
        The pair, with the better average rank of the full table first.
    share : float
        The share of all pools in which the pair is significantly different.
    different_with, not_different_with : tuple of str
        The other algorithms of a smallest pool in which the pair is significantly
        different, and of a smallest pool in which it is not.
    """

    first: str
    second: str
    share: float
    different_with: tuple[str, ...]
    not_different_with: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PoolStudy(Plotted, Study):
    """Decisions of tests on average ranks over pools of algorithms.

    Returned by `cddiagram.study_pool`. Arrays of pairs are symmetric, of shape (k, k),
    in the column order of the table.

    Attributes
    ----------
    table : ScoreTable
        The scores.
    p_adjust : str
        The adjustment for the number of pairs of a pool.
    alpha : float
        The level of all decisions.
    pair : tuple of str, or None
        The pair that was studied; None for all pairs.
    average_ranks : ndarray, shape (k,)
        The average ranks of the full table.
    pools, different : ndarray of int, shape (k - 2, k, k)
        For 1, 2, ..., k - 2 other algorithms: the number of pools with the pair, and
        the number of pools in which it is significantly different.
    complete : tuple of bool
        For each number of other algorithms, whether all pools were examined. If not,
        they were sampled with `seed`.
    seed : int
        The seed of the samples.
    wilcoxon, sign : ndarray, shape (k, k)
        The unadjusted p-values of the pair alone according to the Wilcoxon signed-rank
        test and the sign test.
    flips : tuple of Flip
        The pairs whose decision depends on the pool, in the order of average ranks.

    Examples
    --------
    >>> import cddiagram as cd
    >>> study = cd.study_pool(cd.load_example("garcia2008-table2"))
    >>> study
    <PoolStudy of 10 pairs of 5 algorithms on 30 data sets: Nemenyi (asymptotic), alpha = 0.05>
    >>> flip = study.flips[0]
    >>> flip.first, flip.second, flip.different_with, flip.not_different_with
    ('C4.5', 'CN2', ('1-NN',), ('1-NN', 'Kernel'))
    """

    kind: ClassVar[str] = "pool"

    table: ScoreTable = field(repr=False)
    p_adjust: str
    alpha: float
    pair: tuple[str, str] | None
    average_ranks: FloatArray
    pools: IntArray
    different: IntArray
    complete: tuple[bool, ...]
    seed: int
    wilcoxon: FloatArray
    sign: FloatArray
    flips: tuple[Flip, ...]

    def __repr__(self) -> str:
        what = f"{len(self.pairs)} pairs"
        if self.pair is not None:
            what = f"the pair {' and '.join(self.pair)}"
        on = f"of {self.table.k} algorithms on {self.table.n} data sets"
        return f"<PoolStudy of {what} {on}: {self.test}, alpha = {self.alpha:g}>"

    @property
    def test(self) -> str:
        """The name of the procedure."""
        return make_plan(p_adjust=self.p_adjust).label_of("asymptotic")

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The columns of the studied pairs, with the better average rank first."""
        pairs = combinations(rank_order(self.average_ranks), 2)
        return tuple(pair for pair in pairs if self.pools[:, *pair].any())

    @property
    def shares(self) -> FloatArray:
        """The share of pools in which a pair is significantly different, (k - 2, k, k);
        NaN if there was no pool.
        """
        return _shares(self.different, self.pools)

    @property
    def share(self) -> FloatArray:
        """The share of all pools in which a pair is significantly different, (k, k).

        Sampled shares are weighted by the number of all pools of their size.
        """
        k = self.table.k
        numbers = [math.comb(k - 2, others) for others in range(1, k - 1)]
        counts = np.array(numbers, dtype=np.float64)
        weights = np.where(self.pools > 0, counts[:, np.newaxis, np.newaxis], 0.0)
        total = weights.sum(axis=0)
        return _shares((np.nan_to_num(self.shares) * weights).sum(axis=0), total)

    def pool_free(self, test: Literal["wilcoxon", "sign"]) -> BoolArray:
        """Return which pairs are significantly different according to a test that uses
        only the scores of the pair, shape (k, k).

        The p-values are Bonferroni-adjusted for all pairs of the table, so that the
        decision is valid in every pool. With `p_adjust` ``"none"`` they are not
        adjusted.
        """
        pvalues = self.wilcoxon if test == "wilcoxon" else self.sign
        hypotheses = 1 if self.p_adjust == "none" else math.comb(self.table.k, 2)
        return significant(np.minimum(hypotheses * pvalues, 1.0), self.alpha)

    def to_dict(self) -> dict[str, Any]:
        """Return the study as plain Python for JSON, with numbers at full precision."""
        free = {test: self.pool_free(test) for test in ("wilcoxon", "sign")}
        numbers: dict[str, NDArray[Any]] = {
            "share": self.share,
            "wilcoxon": self.wilcoxon,
            "sign": self.sign,
            "by_wilcoxon": free["wilcoxon"],
            "by_sign": free["sign"],
        }
        names, pairs = self.table.algorithms, []
        for i, j in self.pairs:
            row = {"algorithm": names[i], "other": names[j]}
            row |= {name: values[i, j].item() for name, values in numbers.items()}
            pairs.append(row)
        added = {
            "algorithms": self.table.algorithms,
            "share": self.share,
            "free": free,
            "pairs": pairs,
        }
        return {**super().to_dict(), **plain(added)}

    def _provenance_(self) -> dict[str, Any]:
        decisions = {"p_adjust": self.p_adjust, "alpha": self.alpha, "test": self.test}
        if self.pair is not None:
            decisions |= {"pair": list(self.pair)}
        pools = max(int(self.pools[:, i, j].sum()) for i, j in self.pairs)
        subject = {"decisions": {}, **fields_of(self.table)}
        return self._recorded(subject, **decisions, pools=pools)


def _shares(of: NDArray[Any], total: NDArray[Any]) -> FloatArray:
    """Return the shares of totals; NaN if a total is 0."""
    undefined = np.full(total.shape, np.nan)
    return np.asarray(np.divide(of, total, out=undefined, where=total > 0))


@study
def study_pool(
    scores: Comparison | ScoreTable,
    *,
    pair: Sequence[str] | None = None,
    p_adjust: str = "auto",
    alpha: float | None = None,
    max_pools: int = 200_000,
    seed: int = 0,
    **how: Unpack[RunOptions],
) -> PoolStudy:
    """Measure how much tests on average ranks depend on which algorithms are compared.

    A pool is a subset of the algorithms that contains a pair and at least one other
    algorithm. For each pool, all pairs are tested by z tests on the average ranks
    within the pool, as in `compare`. For comparison, each pair is also tested with the
    Wilcoxon signed-rank test and the sign test, which use only the scores of the pair.

    Parameters
    ----------
    scores : Comparison or ScoreTable
        The scores of at least three algorithms. A comparison also determines the
        default of `alpha`, and of `p_adjust` if it tests Friedman's average ranks.
    pair : two str, optional
        The only pair to study. By default all pairs.
    p_adjust : str, default "auto"
        The adjustment for the pairs of each pool: ``"nemenyi"``, ``"bonferroni"``,
        ``"holm"`` or any other adjustment that requires no logical relations.
        ``"auto"`` is the adjustment of the comparison, or ``"nemenyi"``. The tests of
        pools are asymptotic.
    alpha : float, optional
        The level of the decisions. By default the level of the comparison, or 0.05.
    max_pools : int, default 200000
        The largest number of pools to examine completely. If there are more, about this
        number is sampled, with about as many for each number of other algorithms.
    seed : int, default 0
        The seed of the samples. The results do not depend on the number of workers.
    {how}

    Returns
    -------
    PoolStudy
        The decisions over all pools, with examples of pairs whose decision changes.

    Raises
    ------
    UsageError
        If `scores` is not a comparison or a table, the adjustment is not supported, or
        a number is outside its range.
    InputError
        If there are fewer than three algorithms or two data sets, an algorithm is
        unknown, or the checkpoint belongs to a different study.

    References
    ----------
    A. Benavoli, G. Corani and F. Mangili (2016), Should we really use post-hoc tests
    based on mean-ranks?, Journal of Machine Learning Research 17(5):1-10.

    Examples
    --------
    >>> import cddiagram as cd
    >>> study = cd.study_pool(
    ...     cd.load_example("garcia2008-table2"),
    ...     pair=("C4.5", "CN2"),
    ...     p_adjust="bonferroni",
    ... )
    >>> study.different[:, 0, 4].tolist(), study.pools[:, 0, 4].tolist()
    ([3, 1, 0], [3, 3, 1])
    """
    table, level, p_adjust = _settings(scores, p_adjust, alpha)
    check_count("max_pools", max_pools)
    columns = None if pair is None else columns_of(pair, table)
    wins, ties = count_wins(table.exact, higher_is_better=table.higher_is_better)
    # Twice the points that the algorithm of the row wins against that of the column.
    points = (2 * wins + ties).astype(np.float64)
    np.fill_diagonal(points, 0.0)
    work = PoolWork(points, table.n, p_adjust, level, columns)
    parts = parts_of(table.k, max_pools, columns is not None)
    identity = {"study": "pool", **identity_of(table), "p_adjust": p_adjust}
    identity |= {"alpha": level, "pair": columns, "max_pools": max_pools}
    results = run(work, parts, seed=seed, study=identity, **how)
    pools, different = np.zeros((2, table.k - 2, table.k, table.k), dtype=np.int64)
    for part, counts in zip(parts, results, strict=True):  # for both orders of a pair
        pools[part[0] - SMALLEST] += counts["pools"] + counts["pools"].T
        different[part[0] - SMALLEST] += counts["different"] + counts["different"].T
    complete = []
    for size in range(SMALLEST, table.k + 1):
        complete.append(all(part[3] for part in parts if part[0] == size))
    study = PoolStudy(
        table=table,
        p_adjust=p_adjust,
        alpha=level,
        pair=None if pair is None else (str(pair[0]), str(pair[1])),
        average_ranks=points.sum(axis=0) / (2 * table.n) + 1.0,
        pools=pools,
        different=different,
        complete=tuple(complete),
        seed=seed,
        wilcoxon=_pvalues(table, "wilcoxon"),
        sign=_pvalues(table, "sign"),
        flips=(),
    )
    return replace(study, flips=tuple(_flips(study, work, parts, results)))


def _pvalues(table: ScoreTable, test: str) -> FloatArray:
    """Return the p-values of a test that uses only the scores of a pair, (k, k)."""
    result: PairTest = PAIR_TESTS[test].load()(
        table.exact, higher_is_better=table.higher_is_better
    )
    return result.pvalue


def _settings(
    scores: Any, p_adjust: str, alpha: float | None
) -> tuple[ScoreTable, float, str]:
    """Return table, level and adjustment; raise an error for what cannot be studied."""
    comparison = scores if isinstance(scores, Comparison) else None
    if comparison is None and not isinstance(scores, ScoreTable):
        kind = type(scores).__name__
        raise UsageError(
            f"study_pool studies a comparison or a ScoreTable, not a {kind}: "
            "read_scores makes one."
        )
    table = scores if comparison is None else scores_of(comparison)
    table.check_complete("a study of pools")
    check_size(table.scores)
    if table.k < SMALLEST:
        raise InputError(
            "a pool requires three or more algorithms, but there are only two. Add "
            "algorithms."
        )
    if table.n < 2:
        raise InputError(
            "average ranks require two or more data sets, but there is only one. Add "
            "data sets."
        )
    if p_adjust == "auto":
        p_adjust = _default_adjustment(comparison)
    choices = FEATURES["pool"].choices["p_adjust"]
    check_procedure(Option("p_adjust"), p_adjust, choices)
    if alpha is not None:
        return table, check_alpha(alpha), p_adjust
    return table, 0.05 if comparison is None else comparison.alpha, p_adjust


def _default_adjustment(comparison: Comparison | None) -> str:
    """Return the adjustment of a comparison of all pairs by average ranks, else
    ``"nemenyi"``.
    """
    if comparison is None:
        return "nemenyi"
    plan = comparison.plan
    supported = plan.p_adjust in FEATURES["pool"].choices["p_adjust"]
    if plan.on_friedman_ranks and plan.all_pairs and supported:
        return plan.p_adjust
    return "nemenyi"


def _flips(
    study: PoolStudy, work: PoolWork, parts: Sequence[Part], results: Sequence[Arrays]
) -> list[Flip]:
    """Return the pairs with both decisions, each with the first, and so a smallest,
    pool of each decision.
    """
    names, share, flips = study.table.algorithms, study.share, []
    total, different = study.pools.sum(axis=0), study.different.sum(axis=0)
    examples = np.stack([counts["examples"] for counts in results])
    pools_of_part: dict[int, IntArray] = {}
    for first, second in study.pairs:
        if not 0 < different[first, second] < total[first, second]:
            continue
        others = []
        for decision in (1, 0):
            place = examples[:, decision, min(first, second), max(first, second)]
            number = int(np.argmax(place >= 0))
            if number not in pools_of_part:
                rng = generator(study.seed, number)
                pools_of_part[number] = work.pools_of(parts[number], rng)
            pool = pools_of_part[number][place[number]].tolist()
            columns = [column for column in pool if column not in (first, second)]
            others.append(tuple(names[column] for column in columns))
        flips.append(
            Flip(
                first=names[first],
                second=names[second],
                share=float(share[first, second]),
                different_with=others[0],
                not_different_with=others[1],
            )
        )
    return flips
