"""The results: what was tested, by what, with which numbers, and what was decided.

All are frozen, hold read-only arrays, and carry the names of the algorithms with the numbers. Arrays of pairs are
``(k, k)``, indexed ``[i, j]`` in the column order of the table, and NaN where nothing was tested.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    import pandas as pd

    from cddiagram.table import ScoreTable

FloatArray = NDArray[np.float64]


def read_only(values: ArrayLike, dtype: Any = np.float64) -> NDArray[Any]:
    """Copy values into an array that cannot be written to."""
    array = np.array(values, dtype=dtype)
    array.setflags(write=False)
    return array


def plain(value: Any) -> Any:
    """Turn a value into plain Python that strict JSON can hold: NaN is None, infinities are "inf" and "-inf".

    Examples
    --------
    >>> plain(np.array([1.0, np.nan, np.inf]))
    [1.0, None, 'inf']
    """
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return value if math.isfinite(value) else ("inf" if value > 0 else "-inf")
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


class _Result:
    """What all results share."""

    def to_dict(self) -> dict[str, Any]:
        """Give the result as plain Python, ready for JSON, all numbers at full precision."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self) if f.repr}  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True, eq=False)
class OmnibusResult(_Result):
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


@dataclass(frozen=True, kw_only=True, eq=False)
class Ranking(_Result):
    """How the algorithms rank.

    Attributes
    ----------
    kind : str
        ``"friedman"``: ranks within each data set.
    average_ranks : ndarray, shape (k,)
        1 is best; in the column order of the table.
    ranks : ndarray, shape (n, k), or None
        The ranks on each data set; None where only the averages are known.
    """

    kind: str
    average_ranks: FloatArray
    ranks: FloatArray | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "average_ranks", read_only(self.average_ranks))
        if self.ranks is not None:
            object.__setattr__(self, "ranks", read_only(self.ranks))


@dataclass(frozen=True, kw_only=True, eq=False)
class PairwiseResult(_Result):
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
        z, positive when i is better than j; for Wilcoxon W+, the sum of ranks in favour of i.
    pvalue, pvalue_adjusted : ndarray, shape (k, k)
        Two-sided; NaN where nothing was tested.
    method : ndarray of str, shape (k, k)
        ``"exact"`` or ``"asymptotic"`` for each pair, ``""`` where nothing was tested.
    options : tuple of (str, str)
        What else was decided for the test, for example ``("zeros", "split")``.
    """

    algorithms: tuple[str, ...]
    pair_test: str
    p_adjust: str
    n_hypotheses: int
    statistic: FloatArray
    pvalue: FloatArray
    pvalue_adjusted: FloatArray
    method: NDArray[np.str_]
    options: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        for name in ("statistic", "pvalue", "pvalue_adjusted"):
            object.__setattr__(self, name, read_only(getattr(self, name)))
        object.__setattr__(self, "method", read_only(self.method, dtype="U10"))


@dataclass(frozen=True, kw_only=True, eq=False)
class Group(_Result):
    """A maximal set of algorithms that are not told apart.

    Attributes
    ----------
    algorithms : tuple of str
        Two or more names, ordered by average rank, ties by column.
    """

    algorithms: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Comparison(_Result):
    """Everything that is known about a table of scores: ranks, tests, groups. Made by `cddiagram.compare`.

    Attributes
    ----------
    table : ScoreTable or None
        The scores; None when made from p-values.
    algorithms : tuple of str
        Names, in the column order of the table.
    ranking : Ranking
        Ranks and average ranks.
    omnibus : tuple of OmnibusResult
        One result for each test made.
    pairwise : PairwiseResult
        The post-hoc tests. They never depend on the omnibus test.
    alpha : float
        The level at which pairs are told apart: adjusted p-values up to alpha are significant.
    test : str
        The name of the post-hoc procedure, as it is printed.
    groups : tuple of Group
        Maximal groups of two or more algorithms not told apart, best first; empty with a control.
    groups_complete : bool
        False if the search stopped because there are too many groups.
    control : str or None
        The algorithm that the others are compared with.
    control_chosen : {"before", "after", None}
        Whether the control was named in advance or picked as the best after looking.
    not_different : tuple of str
        With a control: the algorithms not told apart from it, ordered by average rank.
    critical_difference : float or None
        The smallest significant difference of average ranks; None where the procedure has none.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> [group.algorithms for group in comparison.groups]
    [('C4.5+m+cf', 'C4.5+m', 'C4.5+cf'), ('C4.5+cf', 'C4.5')]
    """

    table: ScoreTable | None
    algorithms: tuple[str, ...]
    ranking: Ranking
    omnibus: tuple[OmnibusResult, ...]
    pairwise: PairwiseResult
    alpha: float
    test: str
    groups: tuple[Group, ...] = ()
    groups_complete: bool = True
    control: str | None = None
    control_chosen: str | None = None
    not_different: tuple[str, ...] = ()
    critical_difference: float | None = None
    decide: Callable[[float], Comparison] = field(repr=False)

    @property
    def order(self) -> tuple[int, ...]:
        """Columns from best to worst: by average rank (to 1e-9), ties by column."""
        return rank_order(self.ranking.average_ranks)

    @property
    def headline(self) -> OmnibusResult | None:
        """The omnibus test to report first: Iman-Davenport as the papers print it, where there is one."""
        tie_corrected = ("tie_correction", "True") in self.pairwise.options
        for result in self.omnibus:
            if result.name == "iman-davenport" and result.tie_corrected == tie_corrected:
                return result
        return self.omnibus[0] if self.omnibus else None

    def at(self, alpha: float) -> Comparison:
        """Decide the same tests at another level, without testing again.

        Parameters
        ----------
        alpha : float
            The new level, in (0, 1).

        Returns
        -------
        Comparison
            The same numbers, with groups, critical difference and decisions of the new level.

        Raises
        ------
        UsageError
            alpha outside (0, 1).

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"))
        >>> len(comparison.groups), len(comparison.at(0.10).groups)
        (1, 2)
        """
        return self.decide(alpha)

    def different(self) -> NDArray[np.bool_]:
        """Tell which pairs are told apart at alpha: a (k, k) array, False where nothing was tested."""
        with np.errstate(invalid="ignore"):
            return np.asarray(self.pairwise.pvalue_adjusted <= self.alpha)

    def caption(self) -> str:
        """Word the caption of the figure: what was compared, the direction, the tests, the level, how to read it."""
        from cddiagram.report.sentences import caption

        return caption(self)

    def summary(self) -> str:
        """Give ranks, omnibus tests and groups in a few lines of text."""
        from cddiagram.report.sentences import summary

        return summary(self)

    def __str__(self) -> str:
        return self.summary()

    @classmethod
    def from_pvalues(
        cls,
        average_ranks: Sequence[float],
        pvalues: ArrayLike,
        *,
        algorithms: Sequence[str],
        alpha: float = 0.05,
        p_adjust: str = "none",
        critical_difference: float | None = None,
        test: str = "user's p-values",
    ) -> Comparison:
        """Decide on p-values that were computed elsewhere; see `cddiagram.comparison.comparison_from_pvalues`."""
        from cddiagram.comparison import comparison_from_pvalues

        return comparison_from_pvalues(
            average_ranks,
            pvalues,
            algorithms=algorithms,
            alpha=alpha,
            p_adjust=p_adjust,
            critical_difference=critical_difference,
            test=test,
        )

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain Python, ready for JSON, all numbers at full precision."""
        return {
            "algorithms": list(self.algorithms),
            "table": None if self.table is None else self.table.to_dict(),
            "alpha": self.alpha,
            "test": self.test,
            "ranking": self.ranking.to_dict(),
            "omnibus": [result.to_dict() for result in self.omnibus],
            "pairwise": self.pairwise.to_dict() | {"different": plain(self.different())},
            "critical_difference": plain(self.critical_difference),
            "groups": [list(group.algorithms) for group in self.groups],
            "groups_complete": self.groups_complete,
            "control": self.control,
            "control_chosen": self.control_chosen,
            "not_different": list(self.not_different),
        }

    def to_frame(self) -> pd.DataFrame:
        """Give one row for each tested pair as a pandas frame, ordered by average rank."""
        import pandas as pd

        return pd.DataFrame(self.pair_rows())

    def pair_rows(self) -> list[dict[str, Any]]:
        """List the tested pairs, better average rank first, as rows of names and numbers."""
        pairs, different, order = self.pairwise, self.different(), self.order
        rows = []
        for place, i in enumerate(order):
            for j in order[place + 1 :]:
                if np.isnan(pairs.pvalue[i, j]):
                    continue
                rows.append(
                    {
                        "algorithm": self.algorithms[i],
                        "other": self.algorithms[j],
                        "average_rank": float(self.ranking.average_ranks[i]),
                        "average_rank_other": float(self.ranking.average_ranks[j]),
                        "statistic": float(pairs.statistic[i, j]),
                        "pvalue": float(pairs.pvalue[i, j]),
                        "pvalue_adjusted": float(pairs.pvalue_adjusted[i, j]),
                        "method": str(pairs.method[i, j]),
                        "different": bool(different[i, j]),
                    }
                )
        return rows


def rank_order(average_ranks: ArrayLike) -> tuple[int, ...]:
    """Order columns from best to worst: by average rank rounded to 1e-9, ties by column.

    Examples
    --------
    >>> rank_order([2.5, 1.0, 2.5])
    (1, 0, 2)
    """
    rounded = np.round(np.asarray(average_ranks, dtype=np.float64), 9)
    return tuple(int(i) for i in np.argsort(rounded, kind="stable"))
