"""Estimates of the power and replicability of tests.

The method follows Demšar (2006, section 4), García and Herrera (2008, section 4) and
García et al. (2010, section 6). Data sets are sampled without replacement. A larger
bias increases the probability of data sets that favour one of two algorithms. All tests
are applied to each sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, ClassVar, Unpack

import numpy as np

from cddiagram._util import FloatArray, IntArray, check_size
from cddiagram.data import ScoreTable
from cddiagram.features import FEATURES
from cddiagram.provenance import fields_of
from cddiagram.stats import Plotted, differences_from, plain, significant
from cddiagram.studies.engine import Arrays, RunOptions, batches, run, study
from cddiagram.studies.many_tables import StudiedTest, Tables, studied_tests
from cddiagram.studies.monte_carlo import (
    Z_95,
    error_of_mean,
    error_of_variance,
    replicability,
    wilson_interval,
)
from cddiagram.studies.results import Study, columns_of, identity_of
from cddiagram.text import (
    InputError,
    Option,
    UsageError,
    check_alpha,
    check_count,
    choose_from,
)

#: Demšar (2006, section 4) uses these selection biases.
BIASES = tuple(range(21))


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PowerStudy(Plotted, Study):
    """The power and replicability of tests on samples of data sets.

    This is the result of `cddiagram.study_power`. The axes of arrays are the pairs, the
    biases and the tests.

    Attributes
    ----------
    algorithms : tuple of str
        The names of the algorithms in the table.
    pairs : tuple of (str, str)
        The pairs that determine the bias. The bias favours the first algorithm of a
        pair.
    biases : tuple of float
        The biases, in units of 1/score.
    group : {"pair", "omnibus", "all", "control"}
        The group that contains the tests.
    tests : tuple of str
        The names of the tests.
    size, repeats, seed : int
        The number of data sets in a sample, the number of samples for each pair and
        bias, and the random seed.
    alpha : float
        The significance level of the tests.
    hypotheses : tuple of int
        The number of hypotheses in the family of each test.
    rejections : ndarray of int, shape (pairs, biases, tests)
        The number of samples in which the hypothesis about the pair, or the omnibus
        hypothesis, is rejected.
    mean_pvalue : ndarray, shape (pairs, biases, tests)
        The mean (adjusted) p-value of the same hypothesis.
    replicability_e : ndarray, shape (pairs, biases, tests)
        Bouckaert's R(e), the unbiased estimate of the probability that two samples lead
        to the same decision.
    replicability_p : ndarray, shape (pairs, biases, tests)
        The replicability R(p) = 1 - 2 var(p), where var(p) is the variance of the
        p-values.
    family_rejections, family_mean_pvalue : ndarray, shape (pairs, biases, tests)
        The mean number of rejected hypotheses of the family per sample, and the mean of
        all adjusted p-values.
    standard_errors : dict from str to ndarray, shape (pairs, biases, tests)
        The Monte Carlo standard errors of the means and of R(p). The keys are the names
        of the quantities.
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
        tests, biases, pairs = map(len, (self.tests, self.biases, self.pairs))
        samples = f"{self.repeats} samples of {self.size} data sets"
        return (
            f"<PowerStudy of {tests} tests at {biases} biases for {pairs} pairs: "
            f"{samples}>"
        )

    @property
    def power(self) -> FloatArray:
        """The proportion of samples in which the test rejects.

        The array has the shape (pairs, biases, tests).
        """
        return np.asarray(self.rejections / self.repeats)

    def interval(self, of: str = "power") -> tuple[FloatArray, FloatArray]:
        """Return the limits of the 95% Monte Carlo intervals for a quantity.

        The intervals are confidence intervals for the value that an infinite number of
        samples would yield. They describe the variation between seeds, not between
        collections of data sets.

        Parameters
        ----------
        of : str, default "power"
            The quantity, as specified by `show` in `plot_power`. Wilson intervals are
            used for proportions and for R(e), which is a function of a proportion. For
            means and R(p), the intervals extend 1.96 standard errors to either side,
            within the range of possible values.

        Returns
        -------
        low, high : ndarray, shape (pairs, biases, tests)
            The limits.

        Raises
        ------
        UsageError
            If the quantity is unknown.
        """
        values = self.values(of)
        low, high = wilson_interval(self.rejections, self.repeats)
        if of == "power":
            return low, high
        if of == "replicability-e":
            return self._replicability_interval(low, high)
        half_width = Z_95 * self.standard_errors[of.replace("-", "_")]
        largest = np.array(1.0)
        if of == "family-rejections":
            largest = np.array(self.hypotheses)
        low = np.clip(values - half_width, 0.0, largest)
        high = np.clip(values + half_width, 0.0, largest)
        return low, high

    def values(self, of: str = "power") -> FloatArray:
        """Return one of the quantities that `plot_power` can show.

        The array has the shape (pairs, biases, tests).
        """
        quantities = FEATURES["power"].choices["show"]
        if of not in quantities:
            raise UsageError(choose_from("quantity", of, quantities))
        return np.asarray(getattr(self, of.replace("-", "_")))

    def average(self, of: str = "power") -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the means of a quantity over the pairs, with interval limits.

        Each array has shape (biases, tests).

        The samples of different pairs are independent. The distances between the
        estimates and the limits of their intervals are therefore combined in the same
        way as standard errors (Zou and Donner 2008).
        """
        values = self.values(of)
        low, high = self.interval(of)
        mean = values.mean(axis=0)
        below = np.sqrt(((values - low) ** 2).sum(axis=0)) / len(self.pairs)
        above = np.sqrt(((high - values) ** 2).sum(axis=0)) / len(self.pairs)
        return mean, mean - below, mean + above

    def margin(self, of: str = "power") -> float:
        """Return the largest distance of an average from a limit of its interval.

        Parameters
        ----------
        of : str, default "power"
            The quantity, as in `interval`.

        Returns
        -------
        float
            The distance, in the units of the quantity.
        """
        mean, low, high = self.average(of)
        return float(max((mean - low).max(), (high - mean).max()))

    def _replicability_interval(
        self, low: FloatArray, high: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Convert the limits of a proportion to the limits of R(e).

        R(e) is smallest if the test rejects in half of the samples.
        """
        ends = self._replicability_of(low), self._replicability_of(high)
        smallest = self._replicability_of(np.full_like(low, 0.5))
        contains_half = (low <= 0.5) & (high >= 0.5)
        lower = np.where(contains_half, smallest, np.minimum(*ends))
        return lower, np.maximum(*ends)

    def _replicability_of(self, share: FloatArray) -> FloatArray:
        """Return R(e) for the proportion of samples in which the test rejects."""
        variance = share * (1.0 - share) * self.repeats / (self.repeats - 1)
        return np.asarray(1.0 - 2.0 * variance)

    def _provenance_(self) -> dict[str, Any]:
        options = ("group", "size", "repeats", "seed", "alpha", "biases")
        decisions = {name: plain(getattr(self, name)) for name in options}
        return self._add_decisions(fields_of(self.table), **decisions)


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
    **run_options: Unpack[RunOptions],
) -> PowerStudy:
    """Estimate the power and replicability of tests on samples of data sets.

    The study follows Demšar (2006, section 4) and García and Herrera (2008, section 4).
    Each sample consists of `size` data sets, which are selected without replacement.
    The probability of selecting a data set is proportional to
    ``1 / (1 + exp(-bias * d))``, where d is the advantage of the first algorithm of the
    pair on the data set. At bias 0, all data sets are equally likely. A larger bias
    favours the first algorithm. All tests are applied to the same samples.

    Parameters
    ----------
    table : ScoreTable
        The scores of a pilot study or a published comparison, of shape (n, k).
    pair : (str, str), optional
        The favoured algorithm and the other algorithm. By default, all pairs are
        studied separately, with the algorithm that has the better mean score first.
        This default is only supported for ``group="pair"``.
    group : {"pair", "omnibus", "all", "control"}, default "pair"
        The group of tests: tests of two algorithms, omnibus tests, comparisons of all
        pairs, or comparisons of all other algorithms with the first algorithm of the
        pair.
    tests : str or sequence of str, default "all"
        The tests, or "all" for the tests in the papers:

        - For a pair: ``"t"``, ``"t-relative"`` (only for non-negative scores),
          ``"wilcoxon"`` and ``"sign"``.
        - Omnibus tests: ``"anova"``, ``"friedman"``, ``"aligned"`` and ``"quade"``.
        - For the other groups: adjustments as in `compare`. The Nemenyi test and the
          Bonferroni–Dunn test are asymptotic, because exact tests take too long.
    ranking : {"friedman", "aligned", "quade"} or a sequence of them, default "friedman"
        The ranking methods for families of tests. All tests are applied to each
        ranking.
    pair_test : str, default "ranks"
        The pairwise test whose p-values are adjusted, as in `compare`.
    biases : iterable of float, default 0 to 20
        The biases, in units of 1/score. The default biases are taken from the papers
        and are suitable for accuracies between 0 and 1.
    size : int, default 10
        The number of data sets in a sample, which must be less than n.
    repeats : int, default 1000
        The number of samples for each pair and bias.
    alpha : float, default 0.05
        The significance level of the tests.
    seed : int, default 0
        The random seed for sampling. The results do not depend on the number of
        workers.
    {run_options}

    Returns
    -------
    PowerStudy
        The power and replicability of each test.

    Raises
    ------
    UsageError
        If a group, test or ranking is unknown, if a number is outside its range, or if
        the pair is missing.
    InputError
        If an algorithm is not in the table, if there are too few data sets, or if the
        checkpoint belongs to a different study.

    See Also
    --------
    study_datasets : Estimate the power of tests for several numbers of data sets.
    study_level : Estimate the error rates of tests on simulated tables.

    References
    ----------
    J. Demšar (2006), Statistical comparisons of classifiers over multiple data sets,
    Journal of Machine Learning Research 7:1-30; S. García and F. Herrera (2008), An
    extension on "Statistical comparisons of classifiers over multiple data sets" for all
    pairwise comparisons, Journal of Machine Learning Research 9:2677-2694; S. García, A.
    Fernández, J. Luengo and F. Herrera (2010), Advanced nonparametric tests for multiple
    comparisons in the design of experiments in computational intelligence and data
    mining, Information Sciences 180:2044-2064.

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
            f"study_power requires a ScoreTable, not a {type(table).__name__}. Read the "
            "scores with read_scores."
        )
    studied = studied_tests(tests, group, ranking, pair_test)
    if tests in ("all", ["all"], ("all",)) and (table.scores < 0).any():
        studied = tuple(test for test in studied if test.key != "t-relative")
    columns = _columns_of_pairs(table, pair, group)
    levels = _check_biases(biases)
    table.check_complete("a study of power")
    check_size(table.scores)
    check_count("repeats", repeats, 2)
    _check_sample_size(size, table.n)
    alpha = check_alpha(alpha)
    work = _Work(table, columns, levels, studied, size, alpha)
    results = run(
        work,
        _parts(len(columns), len(levels), repeats),
        seed=seed,
        study=work.identity(),
        **run_options,
    )
    shape = (len(columns), len(levels), repeats, len(studied))
    return PowerStudy(
        table=table,
        algorithms=table.algorithms,
        pairs=_names_of_pairs(table, columns),
        biases=levels,
        group=group,
        tests=tuple(test.name for test in studied),
        size=size,
        repeats=repeats,
        seed=seed,
        alpha=alpha,
        hypotheses=(_number_of_hypotheses(group, table.k),) * len(studied),
        **_estimates(results, shape, alpha),
    )


def _check_biases(biases: Iterable[float]) -> tuple[float, ...]:
    """Return the biases.

    Raise an error if there are none or if one of them is not finite.
    """
    levels = tuple(float(bias) for bias in biases)
    if not levels or not np.isfinite(levels).all():
        raise UsageError(Option("biases"), " must contain one or more finite numbers.")
    return levels


def _check_sample_size(size: int, n: int) -> None:
    """Raise an error if n data sets are too few for samples of this size."""
    check_count("size", size, 2)
    if size >= n:
        raise InputError(
            f"samples of {size} data sets require a table with more than {size} data "
            f"sets, but this table has {n}. Use a smaller ",
            Option("size"),
            ".",
        )


def _columns_of_pairs(
    table: ScoreTable, pair: tuple[str, str] | None, group: str
) -> tuple[tuple[int, int], ...]:
    """Return the columns of the specified pair, or of all pairs.

    By default, the algorithm with the better mean is the first of each pair.
    """
    if pair is not None:
        return (columns_of(pair, table),)
    if group != "pair":
        raise UsageError(
            f"group '{group}' requires the two algorithms that determine the bias. "
            "Specify them with ",
            Option("pair"),
            ".",
        )
    means = table.means
    if not table.higher_is_better:
        means = -means
    pairs = []
    for i, j in combinations(range(table.k), 2):
        better, worse = i, j
        if means[j] > means[i]:
            better, worse = j, i
        pairs.append((better, worse))
    return tuple(pairs)


def _names_of_pairs(
    table: ScoreTable, pairs: tuple[tuple[int, int], ...]
) -> tuple[tuple[str, str], ...]:
    """Return the names of the algorithms in each pair."""
    names = table.algorithms
    return tuple((names[i], names[j]) for i, j in pairs)


def _parts(pairs: int, biases: int, repeats: int) -> list[tuple[int, int, int]]:
    """Return the parts of the work.

    Each part consists of the index of a pair, the index of a bias, and a number of
    samples.
    """
    parts = []
    for pair, bias in product(range(pairs), range(biases)):
        for count in batches(repeats):
            parts.append((pair, bias, count))
    return parts


def _number_of_hypotheses(group: str, k: int) -> int:
    """Return the number of hypotheses in the family of each test in a group."""
    sizes = {"all": k * (k - 1) // 2, "control": k - 1}
    return sizes.get(group, 1)


def _estimates(
    results: Sequence[Arrays], shape: tuple[int, ...], alpha: float
) -> dict[str, Any]:
    """Compute the estimates of a study of power from the results of its parts.

    The keys are the names of attributes of `PowerStudy`.

    `shape` is (pairs, biases, samples, tests).
    """
    pvalues = _join_parts(results, "pvalue", shape)
    family_rejections = _join_parts(results, "family_rejections", shape)
    family_means = _join_parts(results, "family_mean_pvalue", shape)
    rejections = significant(pvalues, alpha)
    return {
        "rejections": rejections.sum(axis=2),
        "mean_pvalue": pvalues.mean(axis=2),
        "replicability_e": replicability(rejections.astype(float)),
        "replicability_p": replicability(pvalues),
        "family_rejections": family_rejections.mean(axis=2),
        "family_mean_pvalue": family_means.mean(axis=2),
        "standard_errors": {
            "mean_pvalue": error_of_mean(pvalues),
            "replicability_p": 2.0 * error_of_variance(pvalues),
            "family_rejections": error_of_mean(family_rejections),
            "family_mean_pvalue": error_of_mean(family_means),
        },
    }


def _join_parts(
    results: Sequence[Arrays], name: str, shape: tuple[int, ...]
) -> FloatArray:
    """Concatenate the arrays from all parts."""
    return np.concatenate([arrays[name] for arrays in results]).reshape(shape)


def sample_datasets(
    differences: FloatArray,
    bias: float,
    size: int,
    count: int,
    rng: np.random.Generator,
) -> IntArray:
    """Select data sets at random, one after the other and without replacement.

    The weight of a data set with difference d is ``1 / (1 + exp(-bias * d))``.

    The data sets with the largest sums of log-weight and Gumbel noise form such a
    sample (Efraimidis and Spirakis 2006).

    Returns
    -------
    ndarray of int, shape (count, size)
        The row indices of the data sets in each sample, in ascending order.
    """
    # If the bias is extremely large, the product may overflow to infinity.
    with np.errstate(over="ignore"):
        log_weights = -np.logaddexp(0.0, -bias * differences)
    keys = log_weights + rng.gumbel(size=(count, len(differences)))
    largest = np.argpartition(-keys, size - 1, axis=1)[:, :size]
    return np.sort(largest, axis=1)


@dataclass(frozen=True)
class _Work:
    """A picklable callable that samples data sets and tests them."""

    table: ScoreTable
    pairs: tuple[tuple[int, int], ...]
    biases: tuple[float, ...]
    tests: tuple[StudiedTest, ...]
    size: int
    alpha: float

    def identity(self) -> dict[str, Any]:
        """Return the properties that determine the results of the work."""
        keys = []
        for test in self.tests:
            keys.append((test.group, test.ranking, test.pair_test, test.key))
        return {
            "study": "power",
            **identity_of(self.table),
            "pairs": self.pairs,
            "biases": self.biases,
            "tests": keys,
            "size": self.size,
            "alpha": self.alpha,
        }

    def __call__(self, part: tuple[int, int, int], rng: np.random.Generator) -> Arrays:
        """Sample data sets and test them.

        `part` contains the index of a pair, the index of a bias and the number of
        samples.
        """
        number, level, count = part
        pair = self.pairs[number]
        advantage = _advantage(self.table, pair)
        rows = sample_datasets(advantage, self.biases[level], self.size, count, rng)
        scores = self.table.exact.take(rows)
        tables = Tables(scores, self.table.higher_is_better, pair)
        pvalues, rejections, means = [], [], []
        for family, hypothesis in tables.pvalues(self.tests).values():
            pvalues.append(family[:, hypothesis])
            rejections.append(significant(family, self.alpha).sum(axis=1))
            means.append(family.mean(axis=1))
        return {
            "pvalue": np.column_stack(pvalues),
            "family_rejections": np.column_stack(rejections),
            "family_mean_pvalue": np.column_stack(means),
        }


def _advantage(table: ScoreTable, pair: tuple[int, int]) -> FloatArray:
    """Return the advantage of the first algorithm of a pair on each data set."""
    both = table.exact.take((slice(None), list(pair)))
    differences, divisor = differences_from(both, 0)
    advantage = differences[0] / divisor
    if not table.higher_is_better:
        advantage = -advantage
    return np.asarray(advantage)
