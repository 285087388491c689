"""The dependence of tests on average ranks on the pool of algorithms.

See Benavoli, Corani and Mangili (2016).
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
        The two algorithms of the pair. The first has the better average rank in the
        full table.
    share : float
        The proportion of all pools in which the pair is significantly different.
    different_with, not_different_with : tuple of str
        The other algorithms in the smallest pool in which the pair is significantly
        different, and in the smallest pool in which the pair is not significantly
        different.
    """

    first: str
    second: str
    share: float
    different_with: tuple[str, ...]
    not_different_with: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PoolStudy(Plotted, Study):
    """The decisions of tests on average ranks in pools of algorithms.

    This is the result of `cddiagram.study_pool`. Arrays of pairs are symmetric and of
    shape (k, k), in the column order of the table.

    Attributes
    ----------
    table : ScoreTable
        The scores.
    p_adjust : str
        The adjustment for the number of pairs in a pool.
    alpha : float
        The significance level of all decisions.
    pair : tuple of str, or None
        The pair that was studied, or None if all pairs were studied.
    average_ranks : ndarray, shape (k,)
        The average ranks in the full table.
    pools, different : ndarray of int, shape (k - 2, k, k)
        The number of examined pools that contain the pair, and the number of these
        pools in which the pair is significantly different. The first axis is the number
        of other algorithms: 1, 2, ..., k - 2.
    complete : tuple of bool
        Whether all pools were examined, for each number of other algorithms. If not,
        the pools were sampled with `seed`.
    seed : int
        The random seed for sampling.
    wilcoxon, sign : ndarray, shape (k, k)
        The unadjusted p-values of the Wilcoxon signed-rank test and the sign test,
        which use only the scores of the pair.
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
        pairs = f"{len(self.pairs)} pairs"
        if self.pair is not None:
            pairs = f"the pair {' and '.join(self.pair)}"
        subject = f"{pairs} of {self.table.k} algorithms on {self.table.n} data sets"
        return f"<PoolStudy of {subject}: {self.test}, alpha = {self.alpha:g}>"

    @property
    def test(self) -> str:
        """The name of the procedure."""
        return make_plan(p_adjust=self.p_adjust).label_of("asymptotic")

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The columns of the algorithms in each studied pair, better-ranked first."""
        pairs = combinations(rank_order(self.average_ranks), 2)
        return tuple(pair for pair in pairs if self.pools[:, *pair].any())

    @property
    def shares(self) -> FloatArray:
        """The proportion of pools in which a pair is significantly different.

        The array has the shape (k - 2, k, k). An element is NaN if no pool was
        examined.
        """
        return _shares(self.different, self.pools)

    @property
    def share(self) -> FloatArray:
        """The proportion of all pools in which a pair is significantly different.

        The array has the shape (k, k). Proportions from sampled pools are weighted by
        the total number of pools of the same size.
        """
        k = self.table.k
        numbers = [math.comb(k - 2, others) for others in range(1, k - 1)]
        number_of_pools = np.array(numbers, dtype=np.float64)[:, np.newaxis, np.newaxis]
        weights = np.where(self.pools > 0, number_of_pools, 0.0)
        weighted = np.nan_to_num(self.shares) * weights
        return _shares(weighted.sum(axis=0), weights.sum(axis=0))

    def pool_free(self, test: Literal["wilcoxon", "sign"]) -> BoolArray:
        """Return the decisions of a test that uses only the scores of a pair.

        The result is a boolean array of shape (k, k) that marks significant
        differences. The p-values are Bonferroni-adjusted for all pairs of the table, so
        that the decision is valid in every pool. If `p_adjust` is ``"none"``, they are
        not adjusted.
        """
        pvalues = {"wilcoxon": self.wilcoxon, "sign": self.sign}[test]
        hypotheses = math.comb(self.table.k, 2)
        if self.p_adjust == "none":
            hypotheses = 1
        adjusted = np.minimum(hypotheses * pvalues, 1.0)
        return significant(adjusted, self.alpha)

    def to_dict(self) -> dict[str, Any]:
        """Return the study as a JSON-serialisable dict, with numbers at full precision."""
        free = {test: self.pool_free(test) for test in ("wilcoxon", "sign")}
        added = {
            "algorithms": self.table.algorithms,
            "share": self.share,
            "free": free,
            "pairs": self._pair_rows(),
        }
        return {**super().to_dict(), **plain(added)}

    def _pair_rows(self) -> list[dict[str, Any]]:
        """Return a dict of names and numbers for each pair."""
        numbers: dict[str, NDArray[Any]] = {
            "share": self.share,
            "wilcoxon": self.wilcoxon,
            "sign": self.sign,
            "by_wilcoxon": self.pool_free("wilcoxon"),
            "by_sign": self.pool_free("sign"),
        }
        names = self.table.algorithms
        rows = []
        for i, j in self.pairs:
            row = {"algorithm": names[i], "other": names[j]}
            row |= {name: values[i, j].item() for name, values in numbers.items()}
            rows.append(row)
        return rows

    def _provenance_(self) -> dict[str, Any]:
        decisions = {"p_adjust": self.p_adjust, "alpha": self.alpha, "test": self.test}
        if self.pair is not None:
            decisions["pair"] = list(self.pair)
        totals = self.pools.sum(axis=0)
        decisions["pools"] = max(int(totals[pair]) for pair in self.pairs)
        subject = {"decisions": {}, **fields_of(self.table)}
        return self._add_decisions(subject, **decisions)


def _shares(counts: NDArray[Any], totals: NDArray[Any]) -> FloatArray:
    """Return counts divided by their totals, or NaN if a total is 0."""
    shares = np.full(totals.shape, np.nan)
    np.divide(counts, totals, out=shares, where=totals > 0)
    return shares


@study
def study_pool(
    scores: Comparison | ScoreTable,
    *,
    pair: Sequence[str] | None = None,
    p_adjust: str = "auto",
    alpha: float | None = None,
    max_pools: int = 200_000,
    seed: int = 0,
    **run_options: Unpack[RunOptions],
) -> PoolStudy:
    """Measure how much tests on average ranks depend on the pool of algorithms.

    A pool is a subset of the algorithms that contains a pair and at least one other
    algorithm. In each pool, all pairs are tested with z tests on the average ranks
    within the pool, as in `compare`. For comparison, each pair is also tested with the
    Wilcoxon signed-rank test and the sign test, which use only the scores of the pair.

    Parameters
    ----------
    scores : Comparison or ScoreTable
        The scores of at least three algorithms. If a comparison is passed, its `alpha`
        is the default and, if its tests use Friedman's average ranks, so is its
        `p_adjust`.
    pair : two str, optional
        The pair to study. By default, all pairs are studied.
    p_adjust : str, default "auto"
        The adjustment for the pairs of each pool: ``"nemenyi"``, ``"bonferroni"``,
        ``"holm"`` or any other adjustment that does not use logical relations between
        hypotheses. ``"auto"`` selects the adjustment of the comparison, or
        ``"nemenyi"`` if there is none. The tests in pools are asymptotic.
    alpha : float, optional
        The significance level of the decisions. By default, it is the level of the
        comparison, or 0.05 if a table is passed.
    max_pools : int, default 200000
        The maximum number of pools to examine. If there are more pools, a sample of
        about this size is examined. The sample is divided approximately equally among
        the pool sizes.
    seed : int, default 0
        The random seed for sampling. The results do not depend on the number of
        workers.
    {run_options}

    Returns
    -------
    PoolStudy
        The decisions in all pools, with example pools for each pair whose decision
        changes.

    Raises
    ------
    UsageError
        If `scores` is neither a comparison nor a table, if the adjustment is not
        supported, or if a number is outside its range.
    InputError
        If there are fewer than three algorithms or two data sets, if an algorithm is
        unknown, or if the checkpoint belongs to a different study.

    See Also
    --------
    study_stability : Measure how much decisions depend on the data sets.

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
    comparison = None
    if isinstance(scores, Comparison):
        comparison = scores
    table = _table_to_study(scores)
    p_adjust = _check_adjustment(p_adjust, comparison)
    alpha = _check_level(alpha, comparison)
    check_count("max_pools", max_pools)
    columns = None
    if pair is not None:
        columns = columns_of(pair, table)
    points = _points(table)
    work = PoolWork(points, table.n, p_adjust, alpha, columns)
    parts = parts_of(table.k, max_pools, columns is not None)
    identity = {
        "study": "pool",
        **identity_of(table),
        "p_adjust": p_adjust,
        "alpha": alpha,
        "pair": columns,
        "max_pools": max_pools,
    }
    results = run(work, parts, seed=seed, study=identity, **run_options)
    study = PoolStudy(
        table=table,
        p_adjust=p_adjust,
        alpha=alpha,
        pair=_names_of_pair(pair),
        average_ranks=points.sum(axis=0) / (2 * table.n) + 1.0,
        pools=_sum_by_size(parts, results, "pools", table.k),
        different=_sum_by_size(parts, results, "different", table.k),
        complete=_complete_sizes(parts, table.k),
        seed=seed,
        wilcoxon=_pvalues(table, "wilcoxon"),
        sign=_pvalues(table, "sign"),
        flips=(),
    )
    return replace(study, flips=tuple(_flips(study, work, parts, results)))


def _table_to_study(scores: Any) -> ScoreTable:
    """Return the scores. Raise an error if their pools cannot be studied."""
    if isinstance(scores, Comparison):
        table = scores_of(scores)
    elif isinstance(scores, ScoreTable):
        table = scores
    else:
        raise UsageError(
            "study_pool requires a comparison or a ScoreTable, not a "
            f"{type(scores).__name__}. Read the scores with read_scores."
        )
    table.check_complete("a study of pools")
    check_size(table.scores)
    if table.k < SMALLEST:
        raise InputError(
            "a pool requires three or more algorithms, but there are only two. Add "
            "at least one algorithm."
        )
    if table.n < 2:
        raise InputError(
            "average ranks require two or more data sets, but there is only one. Add "
            "at least one data set."
        )
    return table


def _check_adjustment(p_adjust: str, comparison: Comparison | None) -> str:
    """Return the key of the adjustment.

    Raise an error if tests in pools do not support it.
    """
    if p_adjust == "auto":
        p_adjust = _default_adjustment(comparison)
    choices = FEATURES["pool"].choices["p_adjust"]
    check_procedure(Option("p_adjust"), p_adjust, choices)
    return p_adjust


def _default_adjustment(comparison: Comparison | None) -> str:
    """Return the default adjustment.

    It is the adjustment of the comparison if all pairs are compared by average ranks.
    Otherwise, it is ``"nemenyi"``.
    """
    if comparison is None:
        return "nemenyi"
    plan = comparison.plan
    supported = plan.p_adjust in FEATURES["pool"].choices["p_adjust"]
    if plan.on_friedman_ranks and plan.all_pairs and supported:
        return plan.p_adjust
    return "nemenyi"


def _check_level(alpha: float | None, comparison: Comparison | None) -> float:
    """Return the level of the decisions.

    By default, it is the level of the comparison or, without a comparison, 0.05.
    """
    if alpha is not None:
        return check_alpha(alpha)
    if comparison is not None:
        return comparison.alpha
    return 0.05


def _points(table: ScoreTable) -> FloatArray:
    """Return twice the points that each row wins against each column.

    The array has the shape (k, k). A win counts as one point, and a tie as half a
    point.
    """
    wins, ties = count_wins(table.exact, higher_is_better=table.higher_is_better)
    points = (2 * wins + ties).astype(np.float64)
    np.fill_diagonal(points, 0.0)
    return points


def _names_of_pair(pair: Sequence[str] | None) -> tuple[str, str] | None:
    """Return the names of the pair to study, or None to study all pairs."""
    if pair is None:
        return None
    first, second = pair
    return str(first), str(second)


def _sum_by_size(
    parts: Sequence[Part], results: Sequence[Arrays], name: str, k: int
) -> IntArray:
    """Return the sums of counts over the pools of each size, of shape (k - 2, k, k)."""
    sums = np.zeros((k - 2, k, k), dtype=np.int64)
    for part, counts in zip(parts, results, strict=True):
        others = part.size - SMALLEST
        of_part = counts[name]
        sums[others] += of_part + of_part.T  # Both orders of each pair are counted.
    return sums


def _complete_sizes(parts: Sequence[Part], k: int) -> tuple[bool, ...]:
    """Return, for each size, whether all pools were examined."""
    complete = []
    for size in range(SMALLEST, k + 1):
        complete.append(all(part.is_complete for part in parts if part.size == size))
    return tuple(complete)


def _pvalues(table: ScoreTable, test: str) -> FloatArray:
    """Return the p-values of a test that uses only the scores of a pair.

    The array has the shape (k, k).
    """
    result: PairTest = PAIR_TESTS[test].load()(
        table.exact, higher_is_better=table.higher_is_better
    )
    return result.pvalue


def _flips(
    study: PoolStudy, work: PoolWork, parts: Sequence[Part], results: Sequence[Arrays]
) -> list[Flip]:
    """Return the pairs whose decision depends on the pool, with example pools."""
    names = study.table.algorithms
    totals = study.pools.sum(axis=0)
    different = study.different.sum(axis=0)
    shares = study.share
    examples = _ExamplePools(work, parts, results, study.seed)
    flips = []
    for pair in study.pairs:
        if not 0 < different[pair] < totals[pair]:
            continue
        first, second = pair
        with_difference = examples.other_algorithms(pair, True)
        without_difference = examples.other_algorithms(pair, False)
        flip = Flip(
            first=names[first],
            second=names[second],
            share=float(shares[pair]),
            different_with=tuple(names[i] for i in with_difference),
            not_different_with=tuple(names[i] for i in without_difference),
        )
        flips.append(flip)
    return flips


class _ExamplePools:
    """The first pool that leads to each decision about each pair.

    It is one of the smallest pools that lead to the decision.
    """

    def __init__(
        self,
        work: PoolWork,
        parts: Sequence[Part],
        results: Sequence[Arrays],
        seed: int,
    ) -> None:
        self.work = work
        self.parts = parts
        self.seed = seed
        #: This array has the shape (parts, 2, k, k). It contains the index of each
        #: example pool within its part, or -1 if an example does not exist. The second axis
        #: of the array corresponds to the decision.
        self.numbers = np.stack([counts["examples"] for counts in results])
        self.pools_of_parts: dict[int, IntArray] = {}

    def other_algorithms(self, pair: tuple[int, int], different: bool) -> list[int]:
        """Return the columns of the other algorithms in the first pool with a decision.

        `different` specifies whether the pair is significantly different in this pool.
        """
        numbers = self.numbers[:, int(different), min(pair), max(pair)]
        part = int(np.argmax(numbers >= 0))
        pool = self._pools(part)[numbers[part]].tolist()
        return [column for column in pool if column not in pair]

    def _pools(self, part: int) -> IntArray:
        """Return the pools of a part.

        If they were sampled, the sample is reproduced.
        """
        if part not in self.pools_of_parts:
            rng = generator(self.seed, part)
            self.pools_of_parts[part] = self.work.pools_of(self.parts[part], rng)
        return self.pools_of_parts[part]
