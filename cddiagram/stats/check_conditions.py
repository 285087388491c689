"""The conditions of parametric tests, all in one result: the tests, and the numbers behind histogram and Q-Q plot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from cddiagram._util.arrays import check_size
from cddiagram._util.types import FloatArray
from cddiagram.stats.conditions import LeveneResult, NormalityTest, levene_test, normality_tests, scaled_to_unit
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.results import rank_order, read_only

if TYPE_CHECKING:
    from cddiagram.data.table import ScoreTable


_MOST_BINS = 20


@dataclass(frozen=True, kw_only=True, eq=False)
class Histogram:
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

    def __post_init__(self) -> None:
        object.__setattr__(self, "edges", read_only(self.edges))
        object.__setattr__(self, "counts", read_only(self.counts, dtype=np.int64))


@dataclass(frozen=True, kw_only=True, eq=False)
class Conditions:
    """Whether scores meet the conditions of parametric tests. Made by `check_conditions`.

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
        How the scores were read (`ScoreTable.reading`).
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

    def __post_init__(self) -> None:
        for name in ("scores", "quantiles", "means", "deviations"):
            object.__setattr__(self, name, read_only(getattr(self, name)))


def check_conditions(table: ScoreTable, *, center: str = "mean") -> Conditions:
    """Test normality of each algorithm's scores and equality of their variances (WEB).

    Parameters
    ----------
    table : ScoreTable
        Scores of k algorithms on n data sets.
    center : {"mean", "median"}, default "mean"
        From where Levene's test measures distances; the median makes it the Brown-Forsythe test.

    Returns
    -------
    Conditions
        All tests, and the numbers that `cddiagram.plot_conditions` draws. Quantiles are those of Blom (1958,
        Statistical Estimates and Transformed Beta-Variables): (i - 3/8) / (n + 1/4).

    Raises
    ------
    UsageError
        Unknown `center`.
    InputError
        Scores beyond 1e300.

    Examples
    --------
    >>> import cddiagram as cd
    >>> conditions = check_conditions(cd.load_example("garcia2008-table2"))
    >>> [test.name for test in conditions.normality][:2], conditions.levene.df
    (['kolmogorov-smirnov', 'lilliefors'], (4.0, 145.0))
    """
    scores = np.asarray(table.scores, dtype=np.float64)
    check_size(scores)
    n = len(scores)
    ranks = rank_scores(table.exact, higher_is_better=table.higher_is_better)
    # Deviations of a constant column are exactly 0, not the rounding of its mean.
    varies = np.ptp(scores, axis=0) > 0
    scaled, exponent = scaled_to_unit(scores)
    return Conditions(
        algorithms=table.algorithms,
        order=rank_order(ranks.mean(axis=0)),
        scores=np.sort(scores, axis=0),
        quantiles=ndtri((np.arange(1, n + 1) - 0.375) / (n + 0.25)),
        histograms=tuple(histogram_of(column) for column in scores.T),
        means=np.where(varies, scores.mean(axis=0), scores[0]),
        deviations=np.where(varies, np.ldexp(scaled.std(axis=0, ddof=1), exponent), 0.0),
        normality=normality_tests(scores),
        levene=levene_test(scores, center=center),
        reading=table.reading,
    )


def histogram_of(values: FloatArray) -> Histogram:
    """Count values in equal bins: by Freedman and Diaconis' rule or Sturges' if that gives more, at most 20.

    Shapes: `values` (n,).

    >>> import numpy as np
    >>> histogram_of(np.array([1.0, 2.0, 2.0, 3.0])).counts.tolist()
    [1, 0, 2, 1]
    """
    low, high = float(values.min()), float(values.max())
    if not high > low:
        half = max(abs(low) * 1e-3, 0.5)
        return Histogram(edges=np.array([low - half, low + half]), counts=np.array([len(values)]))
    bins = min(len(np.histogram_bin_edges((values - low) / (high - low), bins="auto")) - 1, _MOST_BINS)
    # Binned on [0, 1]: scores that differ only in their last digits cannot have distinct edges of their own.
    counts, edges = np.histogram((values - low) / (high - low), bins=bins, range=(0.0, 1.0))
    return Histogram(edges=low + edges * (high - low), counts=counts)
