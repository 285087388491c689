"""Do the scores meet the assumptions of parametric tests? Normality of each algorithm,
equal variances (WEB).

All tests in one result, with the numbers behind histogram and Q-Q plot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv, ndtr, ndtri

from cddiagram._util import Exact, FloatArray, IntArray, check_size, ignored
from cddiagram.stats.differences import differences_from
from cddiagram.stats.pair_test import check_shape
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.results import Result, rank_order
from cddiagram.stats.tails import f_upper
from cddiagram.text import InputError, UsageError, choose_from

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable

_MOST_BINS = 20
_SIMULATIONS = 9999
#: Largest relative error of a score less a mean of scores.
_ROUNDING = 8 * float(np.finfo(np.float64).eps)

#: Data sets that D'Agostino and Pearson's test needs, and every other one: any two
#: scores, centred and scaled, are the same two numbers, and equally far from their
#: centre, so that with two there is nothing to test.
_LEAST_OMNIBUS, _LEAST = 8, 3


@dataclass(frozen=True, kw_only=True, eq=False)
class NormalityTest(Result):
    """A test of normality of each algorithm's scores.

    Attributes
    ----------
    name : str
        ``"kolmogorov-smirnov"``, ``"lilliefors"``, ``"shapiro-wilk"`` or
        ``"dagostino-pearson"``.
    statistic, pvalue : ndarray, shape (k,)
        NaN where there are too few data sets or all scores are equal: not tested, which
        is not "normal".
    """

    name: str
    statistic: FloatArray
    pvalue: FloatArray


@dataclass(frozen=True, kw_only=True, eq=False)
class LeveneResult(Result):
    """Levene's test of equal variances.

    Attributes
    ----------
    statistic : float
        F of the distances from each algorithm's centre.
    df : tuple of float
        k - 1 and k (n - 1).
    pvalue : float
        Upper tail.
    center : {"mean", "median"}
        From where distances are measured; the median makes it the Brown-Forsythe test.
    """

    statistic: float
    df: tuple[float, float]
    pvalue: float
    center: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Histogram(Result):
    """How the scores of one algorithm are distributed.

    Attributes
    ----------
    edges : ndarray, shape (bins + 1,)
        Ascending ends of the bins, in the units of the scores.
    counts : ndarray of int, shape (bins,)
        Scores in each bin; the last bin holds its upper end.
    """

    edges: FloatArray
    counts: NDArray[np.int64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Assumptions(Result):
    """Whether scores meet the assumptions of parametric tests. Made by
    `check_assumptions`.

    Attributes
    ----------
    algorithms : tuple of str
        Names, in the column order of the table.
    order : tuple of int
        Columns from the best to the worst average rank, ties by column.
    scores : ndarray, shape (n, k)
        The scores of each algorithm, ascending.
    quantiles : ndarray, shape (n,)
        Standard normal quantiles that belong to the ascending scores.
    histograms : tuple of Histogram
        One for each algorithm.
    means, deviations : ndarray, shape (k,)
        Mean and standard deviation (n - 1) of each algorithm's scores.
    normality : tuple of NormalityTest
        Tests of each algorithm's scores; NaN where nothing was tested.
    levene : LeveneResult
        Test of equal variances across algorithms.
    reading : mapping
        How the scores were read (``reading`` of the table).
    reference : str or None
        Of which algorithm the differences are, where `scores` are the differences
        reference - algorithm.
    exact : Exact or None
        The scores data set by data set, from which `differences` are taken.
    """

    algorithms: tuple[str, ...]
    order: tuple[int, ...]
    scores: FloatArray
    quantiles: FloatArray
    histograms: tuple[Histogram, ...]
    means: FloatArray
    deviations: FloatArray
    normality: tuple[NormalityTest, ...]
    levene: LeveneResult
    reading: Mapping[str, Any] = field(default_factory=dict, repr=False)
    reference: str | None = None
    exact: Exact | None = field(default=None, repr=False)

    @property
    def band(self) -> FloatArray:
        """Where 95% of the standardised scores at each quantile would lie if they were
        normal, shape (2, n).

        Pointwise and exact for a known mean and deviation: of n uniform values the i-th
        smallest has a beta distribution, Beta(i, n + 1 - i).

        >>> import cddiagram as cd
        >>> check_assumptions(cd.load_example("garcia2008-table2")).band[:, 0].round(3)
        array([-3.14 , -1.197])
        """
        n = len(self.quantiles)
        rank = np.arange(1.0, n + 1)
        return np.asarray(
            ndtri([betaincinv(rank, n + 1 - rank, tail) for tail in (0.025, 0.975)])
        )

    def differences(self, reference: str | None = None) -> Assumptions:
        """Return the assumptions of paired tests: the same of the differences of one
        algorithm and each other.

        Parameters
        ----------
        reference : str, optional
            Which algorithm; the one with the best average rank by default.

        Raises
        ------
        InputError
            An unknown algorithm.
        UsageError
            The scores are differences already, or not there.

        Examples
        --------
        >>> import cddiagram as cd
        >>> differences = check_assumptions(
        ...     cd.load_example("garcia2008-table2")
        ... ).differences()
        >>> differences.reference, differences.algorithms
        ('C4.5', ('1-NN', 'NaiveBayes', 'Kernel', 'CN2'))
        """
        if self.exact is None:
            raise UsageError(
                "differences need the scores of each data set: "
                "check_assumptions(table).differences()."
            )
        names = self.algorithms
        if reference is not None and reference not in names:
            raise InputError(choose_from("algorithm", reference, names))
        chosen = self.order[0] if reference is None else names.index(reference)
        others = [column for column in range(len(names)) if column != chosen]
        numbers, divisor = differences_from(
            self.exact.take((..., [chosen, *others])), 0
        )
        return replace(
            self,
            **_described(np.asarray(numbers / divisor, dtype=np.float64).T),
            algorithms=tuple(names[column] for column in others),
            order=tuple(
                others.index(column) for column in self.order if column != chosen
            ),
            reference=names[chosen],
            exact=None,
        )


def check_assumptions(table: ScoreTable, *, center: str = "mean") -> Assumptions:
    """Test normality of each algorithm's scores and equality of their variances (WEB).

    Parameters
    ----------
    table : ScoreTable
        Scores of k algorithms on n data sets.
    center : {"mean", "median"}, default "mean"
        From where Levene's test measures distances; the median makes it the
        Brown-Forsythe test.

    Returns
    -------
    Assumptions
        All tests, and the numbers that `cddiagram.plot_assumptions` draws. Quantiles are
        those of Blom (1958, Statistical Estimates and Transformed Beta-Variables): (i -
        3/8) / (n + 1/4).

    Raises
    ------
    UsageError
        Unknown `center`, or something else than a table.
    InputError
        Scores beyond 1e300.

    Examples
    --------
    >>> import cddiagram as cd
    >>> assumptions = check_assumptions(cd.load_example("garcia2008-table2"))
    >>> [test.name for test in assumptions.normality][:2], assumptions.levene.df
    (['kolmogorov-smirnov', 'lilliefors'], (4.0, 145.0))
    """
    kind = type(table).__name__
    if kind == "Comparison":
        raise UsageError(
            "the assumptions of a comparison are in it: comparison.assumptions."
        )
    if kind != "ScoreTable":
        raise UsageError(
            f"a ScoreTable is needed, not a {kind}: check_assumptions(read_scores(...))."
        )
    scores = np.asarray(table.scores, dtype=np.float64)
    table.check_complete("a test of assumptions")
    check_size(scores)
    n = len(scores)
    ranks = rank_scores(table.exact, higher_is_better=table.higher_is_better)
    return Assumptions(
        algorithms=table.algorithms,
        order=rank_order(ranks.mean(axis=0)),
        quantiles=ndtri((np.arange(1, n + 1) - 0.375) / (n + 0.25)),
        levene=levene_test(scores, center=center),
        reading=table.reading,
        exact=table.exact,
        **_described(scores),
    )


def _described(scores: FloatArray) -> dict[str, Any]:
    """Return what is said of each column: its values in order, its histogram, its
    moments and its tests.
    """
    # Deviations of a constant column are exactly 0, not the rounding of its mean.
    varies = np.ptp(scores, axis=0) > 0
    scaled, exponents = _scaled_to_unit(scores)
    return {
        "scores": np.sort(scores, axis=0),
        "histograms": tuple(histogram_of(column) for column in scores.T),
        "means": np.where(varies, scores.mean(axis=0), scores[0]),
        "deviations": np.where(
            varies, np.ldexp(scaled.std(axis=0, ddof=1), exponents), 0.0
        ),
        "normality": normality_tests(scores),
    }


def histogram_of(values: FloatArray) -> Histogram:
    """Count values in equal bins: by Freedman and Diaconis' rule or Sturges' if that
    gives more, at most 20.
    """
    low, high = float(values.min()), float(values.max())
    if not high > low:
        half = max(abs(low) * 1e-3, 0.5)
        return Histogram(
            edges=np.array([low - half, low + half]), counts=np.array([len(values)])
        )
    # Counted here: numpy's "auto" depends on its version, and older ones fail at one
    # score far from all others.
    n, quartiles = len(values), np.percentile((values - low) / (high - low), [25, 75])
    spread = max(
        2.0 * float(quartiles[1] - quartiles[0]) * n ** (-1 / 3), 0.5 / math.sqrt(n)
    )
    bins = min(math.ceil(1.0 / min(spread, 1.0 / (math.log2(n) + 1.0))), _MOST_BINS)
    # Binned on [0, 1]: scores that differ only in their last digits cannot have
    # distinct edges of their own.
    counts, edges = np.histogram(
        (values - low) / (high - low), bins=bins, range=(0.0, 1.0)
    )
    return Histogram(edges=low + edges * (high - low), counts=counts)


def normality_tests(scores: ArrayLike) -> tuple[NormalityTest, ...]:
    """Test each algorithm's scores for normality in four ways (WEB).

    Kolmogorov-Smirnov with the sample's own mean and standard deviation taken for
    known, as WEB prints it, whose p-values are far too large; Lilliefors, the same
    statistic with the right p-value; Shapiro-Wilk (all from 3 data sets);
    D'Agostino-Pearson (from 8 data sets, inaccurate below 20). NaN below.
    """
    values = _checked(scores)
    names = ("kolmogorov-smirnov", "lilliefors", "shapiro-wilk", "dagostino-pearson")
    results = np.full((4, 2, values.shape[1]), np.nan)
    for j, column in enumerate(values.T):
        if np.ptp(column) > 0:
            results[:, :, j] = _column_tests(column)
    return tuple(
        NormalityTest(name=name, statistic=result[0], pvalue=result[1])
        for name, result in zip(names, results, strict=True)
    )


def levene_test(scores: ArrayLike, *, center: str = "mean") -> LeveneResult:
    """Test whether the scores of all algorithms have equal variances (WEB: Levene,
    based on means).

    When no algorithm's scores vary, or all are always as far from their centres, the
    statistic is 0 and p 1. NaN with two data sets, on which every algorithm's scores
    are equally far from their centre.
    """
    if center not in ("mean", "median"):
        raise UsageError(choose_from("center", center, ("mean", "median")))
    values = _checked(scores)
    n, k = values.shape
    middle = values.mean(axis=0) if center == "mean" else np.median(values, axis=0)
    distances = np.where(np.ptp(values, axis=0) > 0, np.abs(values - middle), 0.0)
    largest = float(distances.max())
    df = (k - 1.0, k * (n - 1.0))
    if n < _LEAST:
        return LeveneResult(statistic=math.nan, df=df, pvalue=math.nan, center=center)
    distances = distances / largest if largest > 0 else distances
    means = distances.mean(axis=0)
    # Distances are rounded like the scores that they are taken from: sums of squares of
    # such errors are 0.
    dust = (
        n * k * (_ROUNDING * float(np.abs(values).max()) / largest) ** 2
        if largest > 0
        else 0.0
    )
    between, rest = (
        total if total > dust else 0.0
        for total in (
            n * float(np.square(means - means.mean()).sum()),
            float(np.square(distances - means).sum()),
        )
    )
    statistic = 0.0
    if between > 0:
        statistic = (between / df[0]) / (rest / df[1]) if rest > 0 else math.inf
    return LeveneResult(
        statistic=statistic,
        df=df,
        pvalue=float(f_upper(between, rest, *df)),
        center=center,
    )


def _checked(scores: ArrayLike) -> FloatArray:
    values = np.asarray(scores, dtype=np.float64)
    check_shape(
        values.shape,
        "scores",
        2,
        0,
        "one table (n, k) with at least two data sets",
        one=True,
    )
    return values


def _scaled_to_unit(values: FloatArray) -> tuple[FloatArray, IntArray]:
    """Divide each column by a power of two, so that its largest is below 1: squares
    neither overflow nor vanish.
    """
    exponents = np.frexp(np.abs(values).max(axis=0, initial=0.0))[1]
    return np.ldexp(values, -exponents), exponents


def _column_tests(column: FloatArray) -> FloatArray:
    """Statistic and p-value of the four tests of one algorithm."""
    # Imported here: scipy.stats takes longer to load than the rest of the package.
    from scipy.stats import kstwo, normaltest, shapiro

    n = len(column)
    if n < _LEAST:
        return np.full((4, 2), math.nan)
    scaled, _ = _scaled_to_unit(column)
    standard = (scaled - scaled.mean()) / scaled.std(ddof=1)
    distance = float(_distance(standard[np.newaxis])[0])
    results = [
        [distance, float(kstwo.sf(distance, n))],
        [distance, lilliefors_pvalue(distance, n)],
    ]
    with ignored():  # both warn about sample sizes; the docstring names the limits
        results.append([float(value) for value in shapiro(standard)])
        enough = n >= _LEAST_OMNIBUS
        results.append(
            [float(value) for value in normaltest(standard)]
            if enough
            else [math.nan, math.nan]
        )
    return np.array(results)


def lilliefors_pvalue(distance: float, n: int) -> float:
    """Return the p-value of a Kolmogorov-Smirnov distance from a normal distribution
    with estimated mean and deviation.

    Up to 0.1 from the formula of Dallal and Wilkinson (1986, The American Statistician
    40), from 5 observations on; otherwise from 9999 normal samples with a fixed seed
    (standard error at most 0.005).
    """
    size = min(n, 100)
    d = distance * (n / size) ** 0.49
    m = size + 2.78019
    log_p = (
        -7.01256 * d * d * m
        + 2.99587 * d * math.sqrt(m)
        - 0.122119
        + 0.974598 / math.sqrt(size)
        + 1.67997 / size
    )
    if n >= 5 and log_p <= math.log(0.1):
        return math.exp(log_p)
    larger = _SIMULATIONS - int(
        np.searchsorted(_simulated_distances(n), distance - 1e-12)
    )
    return (larger + 1) / (_SIMULATIONS + 1)


@lru_cache(maxsize=8)
def _simulated_distances(n: int) -> FloatArray:
    samples = np.random.default_rng(20100901).standard_normal((_SIMULATIONS, n))
    samples -= samples.mean(axis=1, keepdims=True)
    samples /= samples.std(axis=1, ddof=1, keepdims=True)
    distances = np.sort(_distance(samples))
    distances.setflags(write=False)
    return distances


def _distance(standardized: FloatArray) -> FloatArray:
    """Largest distance between the empirical and the normal distribution function of
    each row.
    """
    n = standardized.shape[1]
    expected = ndtr(np.sort(standardized, axis=1))
    above = np.arange(1, n + 1) / n - expected
    below = expected - np.arange(n) / n
    return np.asarray(np.maximum(above, below).max(axis=1))
