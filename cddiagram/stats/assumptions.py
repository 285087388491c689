"""Tests of the assumptions of parametric tests (WEB).

The tests concern the normality of the scores of each algorithm and the equality of
variances. The module also computes the values for histograms and Q-Q plots.
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
from cddiagram.stats.results import Plotted, Result, rank_order
from cddiagram.stats.tails import f_upper
from cddiagram.text import InputError, UsageError, choose_from

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable

_MOST_BINS = 20
_SIMULATIONS = 9999
#: The relative rounding error in the difference between a score and a mean of scores
#: does not exceed this number.
_ROUNDING = 8 * float(np.finfo(np.float64).eps)

#: D'Agostino and Pearson's test requires at least 8 data sets. All other tests require
#: at least 3 data sets. Two data sets are not sufficient, because after centring and
#: scaling, any two different scores become the same two numbers.
_LEAST_OMNIBUS, _LEAST = 8, 3


@dataclass(frozen=True, kw_only=True, eq=False)
class NormalityTest(Result):
    """The results of one normality test for the scores of each algorithm.

    Attributes
    ----------
    name : str
        ``"kolmogorov-smirnov"``, ``"lilliefors"``, ``"shapiro-wilk"`` or
        ``"dagostino-pearson"``.
    statistic, pvalue : ndarray, shape (k,)
        The statistic and the p-value for each algorithm. They are NaN if the scores
        were not tested because there are too few data sets or all scores are equal.
    """

    name: str
    statistic: FloatArray
    pvalue: FloatArray


@dataclass(frozen=True, kw_only=True, eq=False)
class LeveneResult(Result):
    """The result of Levene's test for equal variances.

    Attributes
    ----------
    statistic : float
        The F statistic of the distances of the scores from the centre of their
        algorithm.
    df : tuple of float
        The degrees of freedom, k - 1 and k (n - 1).
    pvalue : float
        The upper-tail p-value.
    center : {"mean", "median"}
        The centre. With the median, the test is the Brown-Forsythe test.
    """

    statistic: float
    df: tuple[float, float]
    pvalue: float
    center: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Histogram(Result):
    """A histogram of the scores of one algorithm.

    Attributes
    ----------
    edges : ndarray, shape (bins + 1,)
        The edges of the bins in ascending order, in the units of the scores.
    counts : ndarray of int, shape (bins,)
        The number of scores in each bin. The last bin includes its upper edge.
    """

    edges: FloatArray
    counts: NDArray[np.int64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Assumptions(Plotted, Result):
    """Tests of the assumptions of parametric tests, as returned by `check_assumptions`.

    Attributes
    ----------
    algorithms : tuple of str
        The names of the algorithms, in the column order of the table.
    order : tuple of int
        The columns from the best to the worst average rank. Ties are in column order.
    scores : ndarray, shape (n, k)
        The scores of each algorithm in ascending order.
    quantiles : ndarray, shape (n,)
        The standard normal quantiles that correspond to the ascending scores.
    histograms : tuple of Histogram
        The histogram of the scores of each algorithm.
    means, deviations : ndarray, shape (k,)
        The mean and the sample standard deviation (with divisor n - 1) of the scores of
        each algorithm.
    normality : tuple of NormalityTest
        The tests for normality of the scores. Results are NaN for algorithms that were
        not tested.
    levene : LeveneResult
        The test for equal variances of the scores.
    reading : mapping
        The options with which the scores were read, as in the attribute `reading` of
        `ScoreTable`.
    reference : str or None
        The reference algorithm if `scores` contains the differences between the scores
        of the reference and of each algorithm. Otherwise None.
    exact : Exact or None
        The scores by data set, from which `differences` computes its results.
    """

    default_figure = "assumptions"

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
        """The pointwise 95% limits of standardised normal scores at each quantile, of
        shape (2, n).

        The limits are exact if the mean and the standard deviation are known. They are
        based on the fact that the i-th smallest of n uniform values has the
        distribution Beta(i, n + 1 - i).

        >>> import cddiagram as cd
        >>> check_assumptions(cd.load_example("garcia2008-table2")).band[:, 0].round(3)
        array([-3.14 , -1.197])
        """
        n = len(self.quantiles)
        rank = np.arange(1.0, n + 1)
        lower = betaincinv(rank, n + 1 - rank, 0.025)
        upper = betaincinv(rank, n + 1 - rank, 0.975)
        return np.asarray(ndtri([lower, upper]))

    def differences(self, reference: str | None = None) -> Assumptions:
        """Return the same tests for the differences between one algorithm and each of
        the others.

        Paired tests assume that these differences are normal.

        Parameters
        ----------
        reference : str, optional
            The reference algorithm. By default, it is the algorithm with the best
            average rank.

        Returns
        -------
        Assumptions
            The tests on the differences.

        Raises
        ------
        InputError
            If the algorithm is unknown.
        UsageError
            If the scores are not available, for example because `scores` already
            contains differences.

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
                "differences() requires the scores on each data set. Use "
                "check_assumptions(table).differences()."
            )
        names = self.algorithms
        if reference is not None and reference not in names:
            raise InputError(choose_from("algorithm", reference, names))
        own = self.order[0]
        if reference is not None:
            own = names.index(reference)
        others = [column for column in range(len(names)) if column != own]
        columns = self.exact.take((..., [own, *others]))
        numbers, divisor = differences_from(columns, 0)
        scores = np.asarray(numbers / divisor, dtype=np.float64).T
        order = [others.index(column) for column in self.order if column != own]
        other_names = [names[column] for column in others]
        return replace(
            self,
            **_column_descriptions(scores),
            algorithms=tuple(other_names),
            order=tuple(order),
            reference=names[own],
            exact=None,
        )


def check_assumptions(table: ScoreTable, *, center: str = "mean") -> Assumptions:
    """Test the scores of the algorithms for normality and equal variances.

    Parameters
    ----------
    table : ScoreTable
        The scores of k algorithms on n data sets.
    center : {"mean", "median"}, default "mean"
        The centre from which Levene's test measures distances. With the median, the
        test is the Brown-Forsythe test.

    Returns
    -------
    Assumptions
        The tests, and the values that `cddiagram.plot_assumptions` shows. The normal
        quantiles are computed at the positions (i - 3/8) / (n + 1/4) proposed by Blom
        (1958, Statistical Estimates and Transformed Beta-Variables).

    Raises
    ------
    UsageError
        If `center` is unknown, or if `table` is not a ScoreTable.
    InputError
        If the absolute value of a score exceeds 1e300.

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
            "a comparison already contains its assumptions. Use comparison.assumptions."
        )
    if kind != "ScoreTable":
        raise UsageError(
            f"check_assumptions requires a ScoreTable, not a {kind}. Use "
            "check_assumptions(read_scores(...))."
        )
    scores = np.asarray(table.scores, dtype=np.float64)
    table.check_complete("a test of assumptions")
    check_size(scores)
    n = len(scores)
    probabilities = (np.arange(1, n + 1) - 0.375) / (n + 0.25)
    ranks = rank_scores(table.exact, higher_is_better=table.higher_is_better)
    return Assumptions(
        algorithms=table.algorithms,
        order=rank_order(ranks.mean(axis=0)),
        quantiles=ndtri(probabilities),
        levene=levene_test(scores, center=center),
        reading=table.reading,
        exact=table.exact,
        **_column_descriptions(scores),
    )


def _column_descriptions(scores: FloatArray) -> dict[str, Any]:
    """Return the sorted values, the histogram, the moments and the test results for
    each column.
    """
    # If a column is constant, its mean and its standard deviation are exact.
    varies = np.ptp(scores, axis=0) > 0
    scaled, exponents = _scaled_to_unit(scores)
    deviations = np.ldexp(scaled.std(axis=0, ddof=1), exponents)
    means = scores.mean(axis=0)
    histograms = [histogram_of(column) for column in scores.T]
    return {
        "scores": np.sort(scores, axis=0),
        "histograms": tuple(histograms),
        "means": np.where(varies, means, scores[0]),
        "deviations": np.where(varies, deviations, 0.0),
        "normality": normality_tests(scores),
    }


def histogram_of(values: FloatArray) -> Histogram:
    """Count values in at most 20 bins of equal width.

    The number of bins is determined by the rule of Freedman and Diaconis or by the rule
    of Sturges, whichever yields more bins. It is computed here because NumPy's "auto"
    depends on the version, and older versions fail if one score is far from all others.
    Values are scaled to [0, 1] so that the edges are distinct even if the scores differ
    only in their last digits.
    """
    low, high = float(values.min()), float(values.max())
    if not high > low:
        half = max(abs(low) * 1e-3, 0.5)
        edges = np.array([low - half, low + half])
        return Histogram(edges=edges, counts=np.array([len(values)]))
    n = len(values)
    scaled = (values - low) / (high - low)
    lower, upper = np.percentile(scaled, [25, 75])
    freedman_diaconis = 2.0 * float(upper - lower) * n ** (-1 / 3)
    sturges = 1.0 / (math.log2(n) + 1.0)
    width = min(max(freedman_diaconis, 0.5 / math.sqrt(n)), sturges)
    bins = min(math.ceil(1.0 / width), _MOST_BINS)
    counts, edges = np.histogram(scaled, bins=bins, range=(0.0, 1.0))
    return Histogram(edges=low + edges * (high - low), counts=counts)


def normality_tests(scores: ArrayLike) -> tuple[NormalityTest, ...]:
    """Test the scores of each algorithm for normality with four tests (WEB).

    * The Kolmogorov-Smirnov test treats the mean and standard deviation of the sample
      as known, as printed by WEB. Its p-values are far too large.
    * The Lilliefors test uses the same statistic with the correct p-value.
    * The Shapiro-Wilk test requires 3 data sets, like the previous tests.
    * The D'Agostino-Pearson test requires 8 data sets and is inaccurate for fewer than
      20.

    The results are NaN if there are fewer data sets than a test requires.
    """
    values = _as_table(scores)
    names = ("kolmogorov-smirnov", "lilliefors", "shapiro-wilk", "dagostino-pearson")
    results = np.full((4, 2, values.shape[1]), np.nan)
    for j, column in enumerate(values.T):
        if np.ptp(column) > 0:
            results[:, :, j] = _column_tests(column)
    tests = []
    for name, (statistic, pvalue) in zip(names, results, strict=True):
        tests.append(NormalityTest(name=name, statistic=statistic, pvalue=pvalue))
    return tuple(tests)


def levene_test(scores: ArrayLike, *, center: str = "mean") -> LeveneResult:
    """Perform Levene's test for equal variances of the scores of all algorithms (WEB,
    based on means).

    If all scores of each algorithm are equal, or if all scores have the same distance
    from their centre, the statistic is 0 and the p-value is 1. With two data sets, both
    are NaN, because the distances of two scores from their centre are always equal.
    """
    if center not in ("mean", "median"):
        raise UsageError(choose_from("center", center, ("mean", "median")))
    values = _as_table(scores)
    n, k = values.shape
    df = (k - 1.0, k * (n - 1.0))
    if n < _LEAST:
        nan = math.nan
        return LeveneResult(statistic=nan, df=df, pvalue=nan, center=center)
    centres: FloatArray = values.mean(axis=0)
    if center == "median":
        centres = np.asarray(np.median(values, axis=0))
    varies = np.ptp(values, axis=0) > 0
    distances = np.where(varies, np.abs(values - centres), 0.0)
    largest = float(distances.max())
    # These distances contain rounding errors. A sum of squares is treated as 0 if it
    # does not exceed the largest possible rounding error.
    rounding = 0.0
    if largest > 0:
        distances = distances / largest
        error = _ROUNDING * float(np.abs(values).max()) / largest
        rounding = n * k * error**2
    means = distances.mean(axis=0)
    between = n * float(np.square(means - means.mean()).sum())
    rest = float(np.square(distances - means).sum())
    if between <= rounding:
        between = 0.0
    if rest <= rounding:
        rest = 0.0
    statistic = 0.0
    if rest > 0:
        statistic = (between / df[0]) / (rest / df[1])
    elif between > 0:
        statistic = math.inf
    pvalue = float(f_upper(between, rest, *df))
    return LeveneResult(statistic=statistic, df=df, pvalue=pvalue, center=center)


def _as_table(scores: ArrayLike) -> FloatArray:
    """Return the scores as an array. Raise an error if they are not a single table."""
    values = np.asarray(scores, dtype=np.float64)
    needs = "a single n x k table with at least two rows"
    check_shape(values.shape, "scores", 2, 0, needs, one=True)
    return values


def _scaled_to_unit(values: FloatArray) -> tuple[FloatArray, IntArray]:
    """Divide each column by a power of two so that its largest value is below 1 and
    squares neither overflow nor underflow.
    """
    largest = np.abs(values).max(axis=0, initial=0.0)
    _, exponents = np.frexp(largest)
    return np.ldexp(values, -exponents), exponents


def _column_tests(column: FloatArray) -> FloatArray:
    """Return the statistics and p-values of the four tests for one algorithm."""
    # The import is local because scipy.stats takes longer to load than the rest of the
    # package.
    from scipy.stats import kstwo, normaltest, shapiro

    n = len(column)
    results = np.full((4, 2), math.nan)
    if n < _LEAST:
        return results
    scaled, _ = _scaled_to_unit(column)
    standard = (scaled - scaled.mean()) / scaled.std(ddof=1)
    distance = float(_distance_from_normal(standard[np.newaxis])[0])
    results[0] = distance, float(kstwo.sf(distance, n))
    results[1] = distance, lilliefors_pvalue(distance, n)
    # Both functions warn about small samples; `normality_tests` documents the limits.
    with ignored():
        results[2] = shapiro(standard)
        if n >= _LEAST_OMNIBUS:
            results[3] = normaltest(standard)
    return results


def lilliefors_pvalue(distance: float, n: int) -> float:
    """Return the p-value of a Kolmogorov-Smirnov distance from a normal distribution
    whose mean and standard deviation were estimated.

    For at least 5 observations, p-values of at most 0.1 are computed by the formula of
    Dallal and Wilkinson (1986, The American Statistician 40). All other p-values are
    estimated from 9999 normal samples with a fixed seed (standard error at most 0.005).
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
    smaller = np.searchsorted(_simulated_distances(n), distance - 1e-12)
    return (_SIMULATIONS - int(smaller) + 1) / (_SIMULATIONS + 1)


@lru_cache(maxsize=8)
def _simulated_distances(n: int) -> FloatArray:
    """Return the sorted Kolmogorov-Smirnov distances of random normal samples."""
    samples = np.random.default_rng(20100901).standard_normal((_SIMULATIONS, n))
    samples -= samples.mean(axis=1, keepdims=True)
    samples /= samples.std(axis=1, ddof=1, keepdims=True)
    distances = np.sort(_distance_from_normal(samples))
    distances.setflags(write=False)
    return distances


def _distance_from_normal(standardized: FloatArray) -> FloatArray:
    """Return the largest distance between the empirical and the normal distribution
    function of each row.
    """
    n = standardized.shape[1]
    expected = ndtr(np.sort(standardized, axis=1))
    above = np.arange(1, n + 1) / n - expected
    below = expected - np.arange(n) / n
    return np.asarray(np.maximum(above, below).max(axis=1))
