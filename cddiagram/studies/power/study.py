"""Power and replicability: how often each test finds a difference, and how reliably
(D06 4, G08 4, G10 6).

Data sets are drawn without replacement, those that favour one of two algorithms more
likely the larger the bias; each test is made on each draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar, Unpack

import numpy as np

from cddiagram._util import FloatArray, IntArray, check_size
from cddiagram.data import ScoreTable
from cddiagram.features import FEATURES
from cddiagram.provenance import fields_of
from cddiagram.stats import Plotted, differences_from, normal_quantile, significant
from cddiagram.studies.engine import Arrays, RunOptions, batches, run, study
from cddiagram.studies.results import Study, columns_of, identity_of
from cddiagram.studies.rules import Rule, Tables, rules_of
from cddiagram.text import (
    InputError,
    Option,
    UsageError,
    check_alpha,
    check_count,
    choose_from,
)

#: The biases of D06 4.
BIASES = tuple(range(21))
#: How many standard errors 95% Monte-Carlo intervals reach.
_Z = -normal_quantile(float(np.log(0.025)))


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PowerStudy(Plotted, Study):
    """How often each test rejects on drawn data sets, and how alike its results are.
    Made by `cddiagram.study_power`.

    Arrays have an axis of pairs, one of biases and one of tests.

    Attributes
    ----------
    algorithms : tuple of str
        Of the table.
    pairs : tuple of (str, str)
        The pairs whose differences steer the draws; the bias favours the first.
    biases : tuple of float
        The biases, in units of one over the scores.
    group : {"pair", "omnibus", "all", "control"}
        What the tests decide about.
    tests : tuple of str
        The tests in print.
    size, repeats, seed : int
        Data sets of a draw, draws for each pair and bias, and the seed of the draws.
    alpha : float
        Level of the tests.
    hypotheses : tuple of int
        Size of the family of each test.
    rejections : ndarray of int, shape (pairs, biases, tests)
        In how many draws the hypothesis about the pair, or that of no difference at
        all, is rejected.
    mean_pvalue : ndarray, shape (pairs, biases, tests)
        Mean of its (adjusted) p-values.
    replicability_e : ndarray, shape (pairs, biases, tests)
        Bouckaert's R(e): the unbiased estimate of the chance that two draws have the
        same decision (D06 4.1.2).
    replicability_p : ndarray, shape (pairs, biases, tests)
        R(p) = 1 - 2 var(p) (D06 4.1.2).
    family_rejections, family_mean_pvalue : ndarray, shape (pairs, biases, tests)
        Rejected hypotheses of the family in a draw, on average, and the mean of all
        adjusted p-values (G08 4).
    standard_errors : dict from str to ndarray, shape (pairs, biases, tests)
        Monte-Carlo standard errors of the means and of R(p), by their names.
    """

    kind: ClassVar[str] = "power"

    table: ScoreTable = field(repr=False)
    algorithms: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    biases: tuple[float, ...]
    group: str
    tests: tuple[str, ...]
    size: int
    repeats: int
    seed: int
    alpha: float
    hypotheses: tuple[int, ...]
    rejections: IntArray
    mean_pvalue: FloatArray
    replicability_e: FloatArray
    replicability_p: FloatArray
    family_rejections: FloatArray
    family_mean_pvalue: FloatArray
    standard_errors: dict[str, FloatArray]

    def __repr__(self) -> str:
        what = (
            f"{len(self.tests)} tests at {len(self.biases)} biases for "
            f"{len(self.pairs)} pairs"
        )
        return f"<PowerStudy of {what}: {self.repeats} draws of {self.size} data sets>"

    @property
    def power(self) -> FloatArray:
        """Share of the draws in which the test rejects, shape (pairs, biases,
        tests).
        """
        return np.asarray(self.rejections / self.repeats)

    def interval(self, of: str = "power") -> tuple[FloatArray, FloatArray]:
        """Return the ends of 95% Monte-Carlo intervals: where the number lies that
        more and more draws would approach.

        They say what another seed might give, and nothing of other data sets.

        Parameters
        ----------
        of : str, default "power"
            What `plot_power` can show. Of shares, and of R(e), which hangs on the share
            alone, it is Wilson's interval; of means, and of R(p), 1.96 standard errors
            on both sides, within the possible values.

        Returns
        -------
        low, high : ndarray, shape (pairs, biases, tests)

        Raises
        ------
        UsageError
            An unknown quantity.
        """
        values = self.values(of)
        low, high = wilson_interval(self.rejections, self.repeats)
        if of == "power":
            return low, high
        if of == "replicability-e":
            ends = self._alike(low), self._alike(high)
            half = (low <= 0.5) & (high >= 0.5)
            return np.where(
                half, self._alike(np.full_like(low, 0.5)), np.minimum(*ends)
            ), np.maximum(*ends)
        reach = _Z * self.standard_errors[of.replace("-", "_")]
        most = np.array(self.hypotheses if of == "family-rejections" else 1.0)
        return np.clip(values - reach, 0.0, most), np.clip(values + reach, 0.0, most)

    def values(self, of: str = "power") -> FloatArray:
        """Return a quantity by the name that `plot_power` gives it, shape (pairs,
        biases, tests).
        """
        quantities = FEATURES["power"].choices["show"]
        if of not in quantities:
            raise UsageError(choose_from("quantity", of, quantities))
        return np.asarray(getattr(self, of.replace("-", "_")))

    def average(self, of: str = "power") -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the means of a quantity over the pairs, shape (biases, tests), and the
        ends of their intervals.

        The draws of the pairs are independent, so the distances to the ends of the
        pairs' intervals add up as standard errors do (Zou and Donner 2008). With one
        pair all is that of the pair.
        """
        values, ends = self.values(of), self.interval(of)
        mean = values.mean(axis=0)
        below, above = (
            np.sqrt(((values - end) ** 2).sum(axis=0)) / len(self.pairs) for end in ends
        )
        return mean, mean - below, mean + above

    def _alike(self, share: FloatArray) -> FloatArray:
        """Return R(e) by the share of rejections among the draws."""
        return np.asarray(
            1.0 - 2.0 * share * (1.0 - share) * self.repeats / (self.repeats - 1)
        )

    def _provenance_(self) -> dict[str, Any]:
        decisions = {
            name: getattr(self, name)
            for name in ("group", "size", "repeats", "seed", "alpha")
        }
        return self._recorded(
            fields_of(self.table), **decisions, biases=list(self.biases)
        )


@study
def study_power(
    table: ScoreTable,
    *,
    pair: tuple[str, str] | None = None,
    group: str = "pair",
    tests: str | Sequence[str] = "all",
    ranking: str | Sequence[str] = "friedman",
    pair_test: str = "ranks",
    biases: Iterable[float] = BIASES,
    size: int = 10,
    repeats: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
    **how: Unpack[RunOptions],
) -> PowerStudy:
    """Ask which tests find a difference, how often, and how reliably, on data sets
    drawn from a table.

    As Demšar (2006, section 4) and García and Herrera (2008, section 4) did: `size`
    data sets are drawn without replacement, each with a probability proportional to
    ``1 / (1 + exp(-bias * d))``, d how much the first of the pair is better on it. At
    bias 0 all are equally likely; the larger the bias, the more of them favour the
    first. All tests are made on the same draws.

    Parameters
    ----------
    table : ScoreTable
        The scores, shape (n, k), of a pilot or of a published comparison.
    pair : (str, str), optional
        The algorithm that is favoured, and the other one. By default every pair in
        turn, the better mean first, which is for ``group="pair"`` only.
    group : {"pair", "omnibus", "all", "control"}, default "pair"
        Tests of two algorithms by themselves; of any difference at all; of all pairs;
        of all against the first of the pair.
    tests : str or sequence of str, default "all"
        Those of the papers, or some of the group: ``"t"``, ``"t-relative"`` (only of
        scores that are not negative), ``"wilcoxon"``, ``"sign"``; ``"anova"``,
        ``"friedman"``, ``"aligned"``, ``"quade"``; or adjustments as `compare` names
        them. The Nemenyi and the Bonferroni-Dunn test are asymptotic, as a draw of
        exact ones takes too long.
    ranking : {"friedman", "aligned", "quade"} or a sequence of them, default "friedman"
        Ranks that the families are tested on; of several all tests are made on each.
    pair_test : str, default "ranks"
        Test of pairs that is adjusted, as in `compare`.
    biases : iterable of float, default 0 to 20
        In units of one over the scores: those of the papers are for accuracies between
        0 and 1.
    size : int, default 10
        Data sets of a draw, fewer than n.
    repeats : int, default 1000
        Draws for each pair and bias.
    alpha : float, default 0.05
        Level of the tests.
    seed : int, default 0
        Of the draws: the same seed gives the same numbers, on any number of workers.
    {how}

    Returns
    -------
    PowerStudy

    Raises
    ------
    UsageError
        Unknown group, tests or ranking; a number that is no count or no level; no pair
        where one is needed.
    InputError
        An algorithm that the table has not; too few data sets to draw; the checkpoint
        of another study.

    Examples
    --------
    >>> import cddiagram as cd
    >>> table = cd.load_example("garcia2008-table2")
    >>> study = cd.study_power(
    ...     table, pair=("C4.5", "1-NN"), biases=[0, 10], repeats=200
    ... )
    >>> study.tests
    ('Paired t test', 'Relative paired t test', 'Wilcoxon', 'Sign test')
    >>> (study.power[0, 1] >= study.power[0, 0]).all()
    np.True_
    """
    if not isinstance(table, ScoreTable):
        raise UsageError(
            f"study_power studies a ScoreTable, not a {type(table).__name__}: "
            "read_scores makes one."
        )
    rules = rules_of(tests, group, ranking, pair_test)
    if tests in ("all", ["all"], ("all",)) and (table.scores < 0).any():
        rules = tuple(rule for rule in rules if rule.key != "t-relative")
    pairs = _pairs(table, pair, group)
    given = tuple(float(bias) for bias in biases)
    if not given or not np.isfinite(given).all():
        raise UsageError(Option("biases"), " must be finite numbers, one at least.")
    table.check_complete("a study of power")
    check_size(table.scores)
    check_count("repeats", repeats, 2)
    if check_count("size", size, 2) >= table.n:
        raise InputError(
            f"draws of {size} data sets need a table of more than {size}, and this "
            f"one has {table.n}."
        )
    alpha = check_alpha(alpha)
    parts = [
        (place, at, count)
        for place in range(len(pairs))
        for at in range(len(given))
        for count in batches(repeats)
    ]
    keys = [(rule.group, rule.ranking, rule.pair_test, rule.key) for rule in rules]
    asked = {"study": "power", **identity_of(table), "pairs": pairs, "biases": given}
    asked |= {"tests": keys, "size": size, "alpha": alpha}
    done = run(
        _Work(table, pairs, given, rules, size, alpha),
        parts,
        seed=seed,
        study=asked,
        **how,
    )
    hypotheses = {"all": table.k * (table.k - 1) // 2, "control": table.k - 1}.get(
        group, 1
    )
    shape = (len(pairs), len(given), repeats, len(rules))
    p, rejected, mean = (
        np.concatenate([part[name] for part in done]).reshape(shape)
        for name in ("pvalue", "rejected", "mean")
    )
    found = significant(p, alpha)
    return PowerStudy(
        table=table,
        algorithms=table.algorithms,
        pairs=tuple((table.algorithms[i], table.algorithms[j]) for i, j in pairs),
        biases=given,
        group=group,
        tests=tuple(rule.name for rule in rules),
        size=size,
        repeats=repeats,
        seed=seed,
        alpha=alpha,
        hypotheses=(hypotheses,) * len(rules),
        rejections=found.sum(axis=2),
        mean_pvalue=p.mean(axis=2),
        replicability_e=replicability(found.astype(float)),
        replicability_p=replicability(p),
        family_rejections=rejected.mean(axis=2),
        family_mean_pvalue=mean.mean(axis=2),
        standard_errors={
            "mean_pvalue": error_of_mean(p),
            "replicability_p": 2.0 * error_of_variance(p),
            "family_rejections": error_of_mean(rejected),
            "family_mean_pvalue": error_of_mean(mean),
        },
    )


def replicability(values: FloatArray) -> FloatArray:
    """Return ``1 - 2 var`` over the draws, the second last axis: R(p) of p-values, R(e)
    of decisions (D06 4.1.2).
    """
    return np.asarray(1.0 - 2.0 * values.var(axis=-2, ddof=1))


def error_of_mean(values: FloatArray) -> FloatArray:
    """Return the standard error of a mean over the draws, the second last axis."""
    return np.asarray(values.std(axis=-2, ddof=1) / np.sqrt(values.shape[-2]))


def error_of_variance(values: FloatArray) -> FloatArray:
    """Return the standard error of a variance over the draws, the second last axis, for
    values of any distribution.

    With the fourth central moment m4 and n draws its square is
    ``(m4 - (n - 3) / (n - 1) var^2) / n``.
    """
    n, variance = values.shape[-2], values.var(axis=-2, ddof=1)
    fourth = ((values - values.mean(axis=-2, keepdims=True)) ** 4).mean(axis=-2)
    return np.asarray(
        np.sqrt(np.clip(fourth - (n - 3) / (n - 1) * variance**2, 0.0, None) / n)
    )


def wilson_interval(
    count: IntArray | FloatArray, total: int
) -> tuple[FloatArray, FloatArray]:
    """Return the ends of Wilson's 95% interval of a share."""
    share, inflated = count / total, 1 + _Z**2 / total
    middle = (share + _Z**2 / (2 * total)) / inflated
    half = (
        _Z
        * np.sqrt(share * (1 - share) / total + _Z**2 / (4 * total * total))
        / inflated
    )
    return np.clip(middle - half, 0.0, 1.0), np.clip(middle + half, 0.0, 1.0)


def draw(
    differences: FloatArray,
    bias: float,
    size: int,
    count: int,
    rng: np.random.Generator,
) -> IntArray:
    """Draw data sets without replacement, one after the other, with probabilities
    ``1 / (1 + exp(-bias d))``.

    The largest of the log-weights with Gumbel noise are such a draw (Efraimidis and
    Spirakis 2006).
    """
    with np.errstate(
        over="ignore"
    ):  # of a bias without bounds the smallest weights have none
        weights = -np.logaddexp(0.0, -bias * differences)
    keys = weights + rng.gumbel(size=(count, len(differences)))
    return np.sort(np.argpartition(-keys, size - 1, axis=1)[:, :size], axis=1)


@dataclass(frozen=True)
class _Work:
    """Draws data sets and tests them; can be pickled."""

    table: ScoreTable
    pairs: tuple[tuple[int, int], ...]
    biases: tuple[float, ...]
    rules: tuple[Rule, ...]
    size: int
    alpha: float

    def __call__(self, part: tuple[int, int, int], rng: np.random.Generator) -> Arrays:
        """Do one part: the place of the pair, that of the bias, and how many draws."""
        place, at, count = part
        pair = self.pairs[place]
        rows = draw(
            _advantage(self.table, pair), self.biases[at], self.size, count, rng
        )
        tables = Tables(self.table.exact.take(rows), self.table.higher_is_better, pair)
        found = tables.pvalues(self.rules)
        families = [found[rule][0] for rule in self.rules]
        return {
            "pvalue": np.column_stack(
                [found[rule][0][:, found[rule][1]] for rule in self.rules]
            ),
            "rejected": np.column_stack(
                [significant(p, self.alpha).sum(axis=1) for p in families]
            ),
            "mean": np.column_stack([p.mean(axis=1) for p in families]),
        }


def _advantage(table: ScoreTable, pair: tuple[int, int]) -> FloatArray:
    """Return by how much the first is better on each data set."""
    differences, divisor = differences_from(
        table.exact.take((slice(None), list(pair))), 0
    )
    advantage = differences[0] / divisor
    return np.asarray(advantage if table.higher_is_better else -advantage)


def _pairs(
    table: ScoreTable, pair: tuple[str, str] | None, group: str
) -> tuple[tuple[int, int], ...]:
    """Return the columns of the pair, or of all pairs, the better mean first."""
    if pair is None:
        if group != "pair":
            raise UsageError(
                Option("pair"), " says which two algorithms steer the draws: name them."
            )
        means = table.means if table.higher_is_better else -table.means
        return tuple(
            (i, j) if means[i] >= means[j] else (j, i)
            for i, j in combinations(range(table.k), 2)
        )
    return (columns_of(pair, table),)
