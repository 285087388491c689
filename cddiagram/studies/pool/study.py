"""The pool: what tests on average ranks say of a pair, depending on which other
algorithms take part (B16).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
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
        The pair, the better average rank of the whole table first.
    share : float
        Share of all pools in which the two are significantly different.
    different_with, not_different_with : tuple of str
        The other algorithms of a smallest pool of the study in which they are, and in
        which they are not.
    """

    first: str
    second: str
    share: float
    different_with: tuple[str, ...]
    not_different_with: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PoolStudy(Plotted, Study):
    """What tests on average ranks say of pairs, over pools of algorithms. Made by
    `cddiagram.study_pool`.

    Arrays of pairs are ``(k, k)`` and symmetric, in the column order of the table.

    Attributes
    ----------
    table : ScoreTable
        The scores.
    p_adjust : str
        How the tests of a pool are adjusted for the number of its pairs.
    alpha : float
        Level of all decisions.
    pair : tuple of str, or None
        The pair that was studied; None for all pairs.
    average_ranks : ndarray, shape (k,)
        Of the whole table.
    pools, different : ndarray of int, shape (k - 2, k, k)
        For 1, 2, ..., k - 2 other algorithms: how many pools with the pair there were,
        and in how many of them it is significantly different.
    complete : tuple of bool
        For each number of others, whether the pools are all that there are; the others
        were drawn with `seed`.
    seed : int
        Of the draws.
    wilcoxon, sign : ndarray, shape (k, k)
        P-values of the pair alone, by Wilcoxon's signed-rank test and by the sign test,
        not adjusted.
    flips : tuple of Flip
        The pairs whose decision depends on the pool, by average rank.

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
        what = (
            f"{len(self.pairs)} pairs"
            if self.pair is None
            else f"the pair {' and '.join(self.pair)}"
        )
        on = f"of {self.table.k} algorithms on {self.table.n} data sets"
        return f"<PoolStudy of {what} {on}: {self.test}, alpha = {self.alpha:g}>"

    @property
    def test(self) -> str:
        """The name of the procedure in print."""
        return make_plan(p_adjust=self.p_adjust).label_of("asymptotic")

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The columns of the pairs that were studied, the better average rank first."""
        order = rank_order(self.average_ranks)
        found = ((i, j) for at, i in enumerate(order) for j in order[at + 1 :])
        return tuple(pair for pair in found if self.pools[:, *pair].any())

    @property
    def shares(self) -> FloatArray:
        """Share of the pools in which a pair is significantly different, (k - 2, k, k);
        NaN where there was no pool.
        """
        return _shares(self.different, self.pools)

    @property
    def share(self) -> FloatArray:
        """The same over all pools, (k, k): each number of others counts as often as
        there are such pools.
        """
        k = self.table.k
        counts = np.array(
            [math.comb(k - 2, others) for others in range(1, k - 1)], dtype=np.float64
        )
        weights = np.where(self.pools > 0, counts[:, np.newaxis, np.newaxis], 0.0)
        total = weights.sum(axis=0)
        return _shares((np.nan_to_num(self.shares) * weights).sum(axis=0), total)

    def pool_free(self, test: Literal["wilcoxon", "sign"]) -> BoolArray:
        """Return which pairs are significantly different by a test that depends on the
        pair alone, shape (k, k).

        Its p-values are adjusted by Bonferroni for all pairs of the table (not at all
        with `p_adjust` ``"none"``): what is significant so is in every pool.
        """
        pvalues = self.wilcoxon if test == "wilcoxon" else self.sign
        many = 1 if self.p_adjust == "none" else math.comb(self.table.k, 2)
        return significant(np.minimum(many * pvalues, 1.0), self.alpha)

    def to_dict(self) -> dict[str, Any]:
        """Return the study as plain Python, ready for JSON, all numbers at full
        precision.
        """
        free = {test: self.pool_free(test) for test in ("wilcoxon", "sign")}
        numbers: dict[str, NDArray[Any]] = {
            "share": self.share,
            "wilcoxon": self.wilcoxon,
            "sign": self.sign,
        }
        numbers |= {f"by_{test}": answers for test, answers in free.items()}
        pairs = [
            {"algorithm": self.table.algorithms[i], "other": self.table.algorithms[j]}
            | {name: values[i, j].item() for name, values in numbers.items()}
            for i, j in self.pairs
        ]
        added = {
            "algorithms": self.table.algorithms,
            "share": self.share,
            "free": free,
            "pairs": pairs,
        }
        return {**super().to_dict(), **plain(added)}

    def _provenance_(self) -> dict[str, Any]:
        decisions = {"p_adjust": self.p_adjust, "alpha": self.alpha, "test": self.test}
        decisions |= {} if self.pair is None else {"pair": list(self.pair)}
        drawn = max(int(self.pools[:, i, j].sum()) for i, j in self.pairs)
        return self._recorded(
            {"decisions": {}, **fields_of(self.table)}, **decisions, pools=drawn
        )


def _shares(of: NDArray[Any], total: NDArray[Any]) -> FloatArray:
    return np.asarray(
        np.divide(of, total, out=np.full(total.shape, np.nan), where=total > 0)
    )


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
    """Ask how far tests on average ranks depend on which other algorithms take part
    (B16).

    For every pool, a subset of the algorithms with a pair and at least one other, all
    pairs of the pool are tested by z on the average ranks within it, as `compare` does.
    Beside it stand Wilcoxon's test and the sign test, which depend on the pair alone.

    Parameters
    ----------
    scores : Comparison or ScoreTable
        Scores of at least three algorithms. Of a comparison the scores and alpha are
        taken, and the adjustment if it tests Friedman's average ranks.
    pair : two str, optional
        A pair to study alone; by default all pairs.
    p_adjust : str, default "auto"
        ``"nemenyi"``, ``"bonferroni"`` (that of B16), ``"holm"`` or any other
        adjustment of a flat family, over the pairs of each pool. ``"auto"``: that of
        the comparison, else Nemenyi. The tests of pools are asymptotic.
    alpha : float, optional
        Level of the decisions; by default that of the comparison, or 0.05.
    max_pools : int, default 200000
        Up to so many pools all are looked at. Of more, about so many are drawn, for
        each number of other algorithms about as many with each pair.
    seed : int, default 0
        Of the draws: the same seed gives the same numbers, on any number of workers.
    {how}

    Returns
    -------
    PoolStudy

    Raises
    ------
    UsageError
        Scores without a table, an adjustment that is not for a flat family, a number
        that is no count or no level.
    InputError
        Fewer than three algorithms or two data sets; an unknown algorithm; a checkpoint
        of another study.

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
    table, level, wanted = _given(scores, p_adjust, alpha)
    check_count("max_pools", max_pools)
    chosen = None if pair is None else columns_of(pair, table)
    wins, ties = count_wins(table.exact, higher_is_better=table.higher_is_better)
    points = (2 * wins + ties).astype(
        np.float64
    )  # doubled places that the column loses to the row
    np.fill_diagonal(points, 0.0)
    work = PoolWork(points, table.n, wanted, level, chosen)
    parts = parts_of(table.k, max_pools, chosen is not None)
    asked = {"study": "pool", **identity_of(table), "p_adjust": wanted, "alpha": level}
    asked |= {"pair": chosen, "max_pools": max_pools}
    done = run(work, parts, seed=seed, study=asked, **how)
    pools, different = np.zeros((2, table.k - 2, table.k, table.k), dtype=np.int64)
    for part, counts in zip(parts, done, strict=True):  # for both orders of a pair
        pools[part[0] - SMALLEST] += counts["pools"] + counts["pools"].T
        different[part[0] - SMALLEST] += counts["different"] + counts["different"].T
    average_ranks = (points.sum(axis=0) / (2 * table.n)) + 1.0
    higher = table.higher_is_better
    tests = {
        key: PAIR_TESTS[key].load()(table.exact, higher_is_better=higher)
        for key in ("wilcoxon", "sign")
    }
    found = PoolStudy(
        table=table,
        p_adjust=wanted,
        alpha=level,
        pair=None
        if chosen is None
        else (table.algorithms[chosen[0]], table.algorithms[chosen[1]]),
        average_ranks=average_ranks,
        pools=pools,
        different=different,
        complete=tuple(
            all(part[3] for part in parts if part[0] == size)
            for size in range(SMALLEST, table.k + 1)
        ),
        seed=seed,
        wilcoxon=tests["wilcoxon"].pvalue,
        sign=tests["sign"].pvalue,
        flips=(),
    )
    return replace(found, flips=tuple(_flips(found, work, parts, done)))


def _given(
    scores: Any, p_adjust: str, alpha: float | None
) -> tuple[ScoreTable, float, str]:
    """Return table, level and adjustment; refuse what cannot be studied."""
    compared = scores if isinstance(scores, Comparison) else None
    if compared is None and not isinstance(scores, ScoreTable):
        kind = type(scores).__name__
        raise UsageError(
            f"study_pool studies a comparison or a ScoreTable, not a {kind}: "
            "read_scores makes one."
        )
    table = scores if compared is None else scores_of(compared)
    table.check_complete("a study of pools")
    check_size(table.scores)
    if table.k < SMALLEST:
        raise InputError(
            "the two algorithms have no others beside them: a pool needs three "
            "algorithms or more."
        )
    if table.n < 2:
        raise InputError("one data set has no average ranks to test: give two or more.")
    adjustments = FEATURES["pool"].choices["p_adjust"]
    if p_adjust == "auto":
        plan = None if compared is None else compared.plan
        own = (
            plan is not None
            and plan.on_friedman_ranks
            and plan.all_pairs
            and plan.p_adjust in adjustments
        )
        p_adjust = plan.p_adjust if plan is not None and own else "nemenyi"
    check_procedure(Option("p_adjust"), p_adjust, adjustments)
    level = (
        (0.05 if compared is None else compared.alpha)
        if alpha is None
        else check_alpha(alpha)
    )
    return table, level, p_adjust


def _flips(
    study: PoolStudy, work: PoolWork, parts: Sequence[Part], done: Sequence[Arrays]
) -> list[Flip]:
    """Return the pairs with both answers, and the first, and so a smallest, pool of
    each.
    """
    names, share, flips = study.table.algorithms, study.share, []
    total, apart = study.pools.sum(axis=0), study.different.sum(axis=0)
    examples = np.stack([found["examples"] for found in done])
    drawn: dict[int, IntArray] = {}
    for first, second in study.pairs:
        if not 0 < apart[first, second] < total[first, second]:
            continue
        pools = []
        for answer in (1, 0):
            place = examples[:, answer, min(first, second), max(first, second)]
            number = int(np.argmax(place >= 0))
            if number not in drawn:
                drawn[number] = work.pools_of(
                    parts[number], generator(study.seed, number)
                )
            pool = drawn[number][place[number]].tolist()
            pools.append(
                tuple(names[column] for column in pool if column not in (first, second))
            )
        flips.append(
            Flip(
                first=names[first],
                second=names[second],
                share=float(share[first, second]),
                different_with=pools[0],
                not_different_with=pools[1],
            )
        )
    return flips
