"""The parts of a comparison, such as the ranking and the tests, and the base classes of
all results.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import DrawingView, FloatArray, KeepsReadOnly, TableView, view
from cddiagram.procedures import ADJUSTMENTS

if TYPE_CHECKING:
    import pandas as pd


#: The version of the `to_dict` format. The version increases if a key is removed or if
#: its meaning changes.
SCHEMA = 1


def read_only(values: ArrayLike, dtype: Any = np.float64) -> NDArray[Any]:
    """Copy values into a read-only array.

    A read-only array that is not a view is returned unchanged.

    >>> read_only([1, 2]).flags.writeable
    False
    """
    if isinstance(values, np.ndarray) and values.dtype == dtype:
        is_read_only = not values.flags.writeable and values.base is None
        if is_read_only:
            return values
    array = np.array(values, dtype=dtype)
    array.setflags(write=False)
    return array


def without_negative_zeros(values: NDArray[Any]) -> NDArray[Any]:
    """Replace -0 by 0. If the array does not contain -0, it is returned unchanged.

    >>> without_negative_zeros(np.array([-0.0, -1.0])).tolist()
    [0.0, -1.0]
    """
    is_negative_zero = (values == 0) & np.signbit(values)
    if not is_negative_zero.any():
        return values
    return values + 0.0


def plain(value: Any) -> Any:
    """Convert a value to built-in Python types that strict JSON supports.

    NaN is converted to None, infinities to "inf" and "-inf", and -0 to 0.

    >>> plain(np.array([1.0, np.nan, np.inf]))
    [1.0, None, 'inf']
    """
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, float):
        return _plain_float(value)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if is_dataclass(value):
        names = [each.name for each in fields(value) if each.repr]
        return {name: plain(getattr(value, name)) for name in names}
    return value


def _plain_float(value: float) -> Any:
    """Convert a float to a value that strict JSON supports."""
    if math.isnan(value):
        return None
    if value == math.inf:
        return "inf"
    if value == -math.inf:
        return "-inf"
    return value + 0.0  # The addition changes -0 to 0.


def significant(pvalue: ArrayLike, alpha: float) -> NDArray[np.bool_]:
    """Return which p-values are significant, that is, at most alpha.

    The p-value of a pair that was not tested, NaN, is never significant. All decisions
    in the package are made by this function.

    >>> significant([0.04, 0.05, 0.06, np.nan], 0.05).tolist()
    [True, True, False, False]
    """
    values = np.asarray(pvalue, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        return np.asarray(values <= alpha)


class Result(KeepsReadOnly):
    """The base class of results, with read-only arrays, tables, data frames and
    notebook representations.
    """

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not isinstance(value, np.ndarray):
                continue
            array = value
            if value.dtype.kind == "f":
                array = without_negative_zeros(value)
            object.__setattr__(self, name, read_only(array, dtype=value.dtype))

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON-serialisable dict with numbers at full precision."""
        return dict(plain(self))

    def tabulate(self, key: str = "") -> TableView:
        """Return a table of the result. By default, the first table is returned."""
        table: TableView = view("tabulate")(self, key)
        return table

    def to_frame(self, key: str = "") -> pd.DataFrame:
        """Return a table of the result as a pandas data frame, with names in the index
        and numbers at full precision.
        """
        frame: pd.DataFrame = view("to_frame")(self, key)
        return frame

    def _repr_html_(self) -> str:
        return self.tabulate()._repr_html_()


class Plotted:
    """A result that can be plotted."""

    #: The key of the default figure. It is used only if no feature defines the figures
    #: of the result.
    default_figure: ClassVar[str] = ""

    def plot(self, kind: str = "", **options: Any) -> DrawingView:
        """Draw a figure of the result. By default, the first figure is drawn.

        Parameters
        ----------
        kind : str, optional
            The name of the figure. An unknown name raises an error that lists the
            available figures.
        **options : Any
            The options of the ``plot_*`` function that draws the figure.

        Returns
        -------
        Drawing
            The drawing that the function returns.

        Raises
        ------
        UsageError
            If the figure is unknown, or if the ``plot_*`` function raises this error.
        """
        drawing: DrawingView = view("plot")(self, kind, **options)
        return drawing

    def description(self) -> str:
        """Return a description for readers who cannot see the figure.

        The description can be used as the alternative text for the figure that `plot`
        draws by default. `Drawing.description` describes other figures.

        Returns
        -------
        str
            The description, with at most 2,000 characters.
        """
        return str(view("description of figure")(self))


@dataclass(frozen=True, kw_only=True, eq=False)
class OmnibusResult(Result):
    """The result of an omnibus test.

    Attributes
    ----------
    name : str
        The name of the test, such as ``"friedman"`` or ``"iman-davenport"``.
    statistic : float
        The statistic, such as chi-square or F.
    df : tuple of float
        The degrees of freedom. The tuple is empty for an exact test.
    pvalue : float
        The upper-tail p-value.
    method : {"exact", "asymptotic"}
        The method by which the p-value was computed.
    tie_corrected : bool
        Whether the statistic is corrected for ties.
    """

    name: str
    statistic: float
    df: tuple[float, ...]
    pvalue: float
    method: str
    tie_corrected: bool = False

    def rejects(self, alpha: float) -> bool:
        """Return whether the hypothesis of equal performance is rejected at the level
        alpha.
        """
        return bool(significant(self.pvalue, alpha))


def with_ties(
    name: str,
    df: tuple[float, ...],
    statistics: Callable[[bool], tuple[ArrayLike, ArrayLike]],
) -> tuple[OmnibusResult, OmnibusResult]:
    """Return the results of a test without and with a correction for ties.

    The function `statistics` returns the statistic and the p-value for either case.
    """

    def result(corrected: bool) -> OmnibusResult:
        statistic, pvalue = map(np.asarray, statistics(corrected))
        method = "asymptotic"
        if np.isinf(statistic):
            method = "exact"
        return OmnibusResult(
            name=name,
            statistic=float(statistic),
            df=df,
            pvalue=float(pvalue),
            method=method,
            tie_corrected=corrected,
        )

    return result(False), result(True)


@dataclass(frozen=True, kw_only=True, eq=False)
class Ranking(Result):
    """A ranking of the algorithms.

    Attributes
    ----------
    kind : str
        The kind of the ranks.

        * ``"friedman"``: the ranks within each data set.
        * ``"aligned"``: the ranks of all scores after the mean of the data set is
          subtracted from each score.
        * ``"quade"``: the weighted ranks within each data set.
        * ``"means"``: the ranks of the mean scores.
        * ``"skillings-mack"``: average ranks that are estimated from the common data
          sets of the pairs.
    average_ranks : ndarray, shape (k,)
        The average ranks, in the column order of the table. The smallest average rank
        is best.
    ranks : ndarray, shape (n, k), or None
        The ranks on each data set. None if only average ranks are known.
    weights : ndarray, shape (n,), or None
        The ranks of the data sets in Quade's test.
    means : ndarray, shape (k,), or None
        The mean scores, in the units of the scores.
    algorithms, datasets : tuple of str
        The names of the algorithms and data sets. `datasets` is empty if only average
        ranks are known.
    smallest_common : int or None
        The smallest nonzero number of data sets that two algorithms have in common.
        Only for estimated average ranks.
    without_common : tuple of (str, str)
        The pairs without common data sets, whose contributions were estimated from the
        other pairs. Only for estimated average ranks.
    """

    kind: str
    average_ranks: FloatArray
    ranks: FloatArray | None = None
    weights: FloatArray | None = None
    means: FloatArray | None = None
    algorithms: tuple[str, ...] = field(default=(), repr=False)
    datasets: tuple[str, ...] = field(default=(), repr=False)
    smallest_common: int | None = None
    without_common: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class PairwiseResult(Result):
    """The results of post-hoc tests of all pairs, or of all algorithms against a
    control.

    Attributes
    ----------
    algorithms : tuple of str
        The names of the algorithms, in the order of the rows and columns.
    pair_test : str
        The pairwise test, such as ``"ranks"`` or ``"wilcoxon"``.
    p_adjust : str
        The adjustment of the p-values.
    n_hypotheses : int
        The number of hypotheses in the family.
    statistic : ndarray, shape (k, k)
        The statistic of the test.

        * By default, z, which is positive if i is better than j.
        * For exact tests on ranks: the difference between the rank sums, j minus i.
        * For Wilcoxon's test: W+, the sum of the ranks in favour of i.
        * For sign flips: T, the sum of the differences divided by the square root of
          the sum of their squares.
    pvalue, pvalue_adjusted : ndarray, shape (k, k)
        The unadjusted and the adjusted two-sided p-values. They are NaN for pairs that
        were not tested.
    pvalue_adjusted_lower : ndarray, shape (k, k), or None
        Lower bounds on the adjusted p-values, if an exhaustive procedure was stopped
        before its end. In this case, `pvalue_adjusted` contains upper bounds. None if
        all adjusted p-values are exact.
    method : ndarray of str, shape (k, k)
        The method by which the p-value of each pair was computed: ``"exact"``,
        ``"asymptotic"`` or ``"Monte Carlo"``. It is ``""`` for pairs that were not
        tested. Monte Carlo p-values are estimated from random arrangements of the ranks
        or from random patterns of signs.
    """

    algorithms: tuple[str, ...]
    pair_test: str
    p_adjust: str
    n_hypotheses: int
    statistic: FloatArray
    pvalue: FloatArray
    pvalue_adjusted: FloatArray
    # In an array of objects, each distinct string is stored only once. This array
    # requires only one fifth as much memory as an array of strings.
    method: NDArray[np.object_]
    pvalue_adjusted_lower: FloatArray | None = None

    @cached_property
    def kind(self) -> str:
        """The kind of the pairwise test, which differs from `pair_test` in two cases.

        It is ``"exact-ranks"`` if the exact distribution of rank sums is used, and
        ``"flip-ranks"``, ``"flip-wilcoxon"``, ... for sign-flip tests.
        """
        entry = ADJUSTMENTS.get(self.p_adjust)
        if entry is not None and entry.needs == "sign flips":
            return f"flip-{self.pair_test}"
        uses_law = np.isin(self.method, ("exact", "Monte Carlo")).any()
        if self.pair_test == "ranks" and uses_law:
            return "exact-ranks"
        return self.pair_test


def rank_order(average_ranks: ArrayLike) -> tuple[int, ...]:
    """Return the columns from the best to the worst average rank, rounded to 1e-9.

    Ties are in column order.

    >>> rank_order([2.5, 1.0, 2.5])
    (1, 0, 2)
    """
    rounded = np.round(np.asarray(average_ranks, dtype=np.float64), 9)
    order = np.argsort(rounded, kind="stable")
    return tuple(order.tolist())
