"""The parts of a comparison: ranking, omnibus tests, pairs, groups; and what all
results share.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import DrawingView, FloatArray, KeepsReadOnly, TableView, view
from cddiagram.procedures import ADJUSTMENTS

if TYPE_CHECKING:
    import pandas as pd


#: What `to_dict` gives has this number; it rises when a key goes or means something
#: else.
SCHEMA = 1


def read_only(values: ArrayLike, dtype: Any = np.float64) -> NDArray[Any]:
    """Copy values into an array that cannot be written to; one that cannot be, and is
    no view, is taken as it is.

    >>> read_only([1, 2]).flags.writeable
    False
    """
    if (
        isinstance(values, np.ndarray)
        and values.dtype == dtype
        and not values.flags.writeable
        and values.base is None
    ):
        return values
    array = np.array(values, dtype=dtype)
    array.setflags(write=False)
    return array


def without_negative_zeros(values: NDArray[Any]) -> NDArray[Any]:
    """Return an array with 0 in place of -0, the same one if it has none.

    >>> without_negative_zeros(np.array([-0.0, -1.0])).tolist()
    [0.0, -1.0]
    """
    negative = (values == 0) & np.signbit(values)
    return values + 0.0 if negative.any() else values


def plain(value: Any) -> Any:
    """Turn a value into plain Python that strict JSON can hold: NaN is None, infinities
    are "inf" and "-inf".

    >>> plain(np.array([1.0, np.nan, np.inf]))
    [1.0, None, 'inf']
    """
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return (
            value + 0.0 if math.isfinite(value) else ("inf" if value > 0 else "-inf")
        )  # -0 becomes 0
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value) if f.repr}
    return value


def significant(pvalue: ArrayLike, alpha: float) -> NDArray[np.bool_]:
    """Decide: a p-value up to alpha is significant, alpha itself included; NaN, a pair
    not tested, never is.

    Every decision of the package is made here.

    >>> significant([0.04, 0.05, 0.06, np.nan], 0.05).tolist()
    [True, True, False, False]
    """
    with np.errstate(invalid="ignore"):
        return np.asarray(np.asarray(pvalue, dtype=np.float64) <= alpha)


class Result(KeepsReadOnly):
    """What all results share: arrays are copied and cannot be written to; tables,
    frames and what notebooks show.
    """

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                kept = (
                    without_negative_zeros(value) if value.dtype.kind == "f" else value
                )
                object.__setattr__(self, name, read_only(kept, dtype=value.dtype))

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain Python, ready for JSON, all numbers at full
        precision.
        """
        return dict(plain(self))

    def tabulate(self, key: str = "") -> TableView:
        """Return a table of the result for any format, by default the first."""
        table: TableView = view("tabulate")(self, key)
        return table

    def to_frame(self, key: str = "") -> pd.DataFrame:
        """Return a table of the result as a pandas frame, numbers at full precision,
        names in the index.
        """
        frame: pd.DataFrame = view("to_frame")(self, key)
        return frame

    def _repr_html_(self) -> str:
        return self.tabulate()._repr_html_()


class Plotted:
    """A result that has figures of its own."""

    def plot(self, kind: str = "", **options: Any) -> DrawingView:
        """Draw a figure of the result, by default its first.

        Parameters
        ----------
        kind : str, optional
            The figure. An unknown name raises an error that lists the figures.
        **options : Any
            The options of the figure, as of its ``plot_...`` function.

        Returns
        -------
        Drawing

        Raises
        ------
        UsageError
            If there is no such figure; otherwise as for its ``plot_...`` function.
        """
        drawing: DrawingView = view("plot")(self, kind, **options)
        return drawing


@dataclass(frozen=True, kw_only=True, eq=False)
class OmnibusResult(Result):
    """A test of any difference at all.

    Attributes
    ----------
    name : str
        ``"friedman"``, ``"iman-davenport"``, ...
    statistic : float
        Chi-square, F, or what the test is named for.
    df : tuple of float
        Degrees of freedom, empty for an exact test.
    pvalue : float
        Upper tail.
    method : {"exact", "asymptotic"}
        How the p-value was obtained.
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
        """Return whether the hypothesis of no difference is rejected at alpha."""
        return bool(significant(self.pvalue, alpha))


def with_ties(
    name: str,
    df: tuple[float, ...],
    statistics: Callable[[bool], tuple[ArrayLike, ArrayLike]],
) -> tuple[OmnibusResult, OmnibusResult]:
    """Return the results without and with a correction for ties, from corrected ->
    (statistic, p-value).
    """

    def result(corrected: bool) -> OmnibusResult:
        found, pvalue = (float(np.asarray(value)) for value in statistics(corrected))
        method = "exact" if math.isinf(found) else "asymptotic"
        return OmnibusResult(
            name=name,
            statistic=found,
            df=df,
            pvalue=pvalue,
            method=method,
            tie_corrected=corrected,
        )

    return result(False), result(True)


@dataclass(frozen=True, kw_only=True, eq=False)
class Ranking(Result):
    """How the algorithms rank.

    Attributes
    ----------
    kind : str
        ``"friedman"``: ranks within each data set; ``"aligned"``: ranks of all scores
        less the mean of their data set; ``"quade"``: ranks within each data set,
        weighted; ``"means"``: the ranks of the mean scores; ``"skillings-mack"``:
        average ranks estimated from the data sets that each pair has in common.
    average_ranks : ndarray, shape (k,)
        The smallest is best; in the column order of the table.
    ranks : ndarray, shape (n, k), or None
        The ranks on each data set; None where only the averages are known.
    weights : ndarray, shape (n,), or None
        Quade's ranks of the data sets.
    means : ndarray, shape (k,), or None
        Mean scores, in the units of the table.
    algorithms, datasets : tuple of str
        Names; no data sets where only the averages are known.
    smallest_common : int or None
        If average ranks are estimated: the smallest number of data sets that a pair has
        in common, among the pairs that have any.
    without_common : tuple of (str, str)
        If average ranks are estimated: the pairs without a common data set, whose part
        of the average ranks was estimated from the other pairs.
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
    """The post-hoc tests of all pairs, or of all algorithms against a control.

    Attributes
    ----------
    algorithms : tuple of str
        Names, in the order of rows and columns.
    pair_test : str
        How a pair is tested: ``"ranks"``, ``"wilcoxon"``, ...
    p_adjust : str
        How the p-values are adjusted for their number.
    n_hypotheses : int
        The size of the family that the adjustment is for.
    statistic : ndarray, shape (k, k)
        z, positive when i is better than j; in exact tests on ranks the rank sum of j
        minus that of i; for Wilcoxon W+, the sum of ranks in favour of i; by sign flips
        T, the sum of differences divided by the root of their squares.
    pvalue, pvalue_adjusted : ndarray, shape (k, k)
        Two-sided; NaN where nothing was tested.
    pvalue_adjusted_lower : ndarray, shape (k, k), or None
        Certified lower bounds, where an exhaustive procedure was stopped at its budget;
        `pvalue_adjusted` is then the upper bound. None where all adjusted p-values are
        exact.
    method : ndarray of str, shape (k, k)
        ``"exact"`` or ``"asymptotic"`` for each pair, ``""`` where nothing was tested;
        ``"Monte Carlo"`` if p-values were estimated from random arrangements of the
        ranks or from random patterns of signs.
    """

    algorithms: tuple[str, ...]
    pair_test: str
    p_adjust: str
    n_hypotheses: int
    statistic: FloatArray
    pvalue: FloatArray
    pvalue_adjusted: FloatArray
    method: NDArray[
        np.object_
    ]  # of a few texts, each kept once: texts of equal width take five times the memory
    pvalue_adjusted_lower: FloatArray | None = None

    @cached_property
    def kind(self) -> str:
        """What was tested: the pair test, or ``"exact-ranks"`` where its law is that of
        rank sums, and no z is made.

        Tests by sign flips are ``"flip-ranks"``, ``"flip-wilcoxon"``, and so on.
        """
        entry = ADJUSTMENTS.get(self.p_adjust)
        if entry is not None and entry.needs == "sign flips":
            return f"flip-{self.pair_test}"
        on_rank_sums = (
            self.pair_test == "ranks"
            and np.isin(self.method, ("exact", "Monte Carlo")).any()
        )
        return "exact-ranks" if on_rank_sums else self.pair_test


def rank_order(average_ranks: ArrayLike) -> tuple[int, ...]:
    """Order columns from best to worst: by average rank rounded to 1e-9, ties by
    column.

    >>> rank_order([2.5, 1.0, 2.5])
    (1, 0, 2)
    """
    rounded = np.round(np.asarray(average_ranks, dtype=np.float64), 9)
    return tuple(int(i) for i in np.argsort(rounded, kind="stable"))
