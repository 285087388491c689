"""The result of `cddiagram.compare`: everything that is known about a table of scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram.stats.letters import LETTERS, lettered_groups
from cddiagram.stats.results import (
    Group,
    OmnibusResult,
    PairwiseResult,
    Ranking,
    Result,
    plain,
    rank_order,
    significant,
)

if TYPE_CHECKING:
    import pandas as pd

    from cddiagram.data.table import ScoreTable
    from cddiagram.stats.check_conditions import Conditions
    from cddiagram.stats.effects import Effects

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Comparison(Result):
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
        The level of the decisions: adjusted p-values up to alpha are significant.
    test : str
        The name of the post-hoc procedure, as it is printed.
    groups : tuple of Group
        Maximal groups of two or more algorithms not significantly different, best first; empty with a control.
    groups_complete : bool
        False if the search stopped because there are too many groups.
    control : str or None
        The algorithm that the others are compared with.
    control_chosen : {"before", "after", None}
        Whether the control was named in advance or picked as the best after looking.
    not_different : tuple of str
        With a control: the algorithms not significantly different from it, ordered by average rank.
    critical_difference : float or None
        The smallest significant difference of average ranks; None where the procedure has none.
    headline_corrected : bool
        Whether the omnibus test to report first is the tie-corrected one.
    notes : tuple of str
        Where the tolerance for the last digits of scores made ties, and where differences are all equal, in sentences.

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
    headline_corrected: bool = False
    notes: tuple[str, ...] = ()
    decide: Callable[[float], Comparison] = field(repr=False)
    extras: Mapping[str, Any] = field(repr=False, default_factory=dict)

    @cached_property
    def effects(self) -> Effects | None:
        """Effect sizes of all pairs, computed on first use; None without a table."""
        return self.extras["effects"]() if "effects" in self.extras else None

    @cached_property
    def contrasts(self) -> FloatArray | None:
        """Contrast estimates on medians (G10 3.3), shape (k, k), in the table's units; None without a table."""
        return self.extras["contrasts"]() if "contrasts" in self.extras else None

    @cached_property
    def conditions(self) -> Conditions | None:
        """Tests of normality and of equal variances (WEB), computed on first use; None without a table."""
        return self.extras["conditions"]() if "conditions" in self.extras else None

    @property
    def order(self) -> tuple[int, ...]:
        """Columns from best to worst: by average rank (to 1e-9), ties by column."""
        return rank_order(self.ranking.average_ranks)

    @cached_property
    def letter_groups(self) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
        """The groups that have letters, the best first: two algorithms share one if and only if they do not differ.

        An algorithm that is significantly different from all others is a group of its own; a group whose pairs all lie
        in others has no letter. None with a control, where pairs were not tested, where the search for groups was
        stopped, or where the alphabet ends: after a-z and A-Z.

        Examples
        --------
        >>> import cddiagram as cd
        >>> cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10).letter_groups
        (('a', ('C4.5+m+cf', 'C4.5+m', 'C4.5+cf')), ('b', ('C4.5+cf', 'C4.5')))
        """
        if self.control is not None or self.untested or not self.groups_complete:
            return None
        names = [self.algorithms[i] for i in self.order]
        place = {name: at for at, name in enumerate(names)}
        groups = [tuple(sorted(place[name] for name in group.algorithms)) for group in self.groups]
        lettered = lettered_groups(groups, len(names))
        if len(lettered) > len(LETTERS):
            return None
        return tuple(
            (letter, tuple(names[at] for at in group)) for letter, group in zip(LETTERS, lettered, strict=False)
        )

    @property
    def letters(self) -> dict[str, str] | None:
        """The letters of each algorithm, best first: a compact letter display; None as for `letter_groups`.

        Examples
        --------
        >>> import cddiagram as cd
        >>> cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10).letters
        {'C4.5+m+cf': 'a', 'C4.5+m': 'a', 'C4.5+cf': 'ab', 'C4.5': 'b'}
        """
        groups = self.letter_groups
        if groups is None:
            return None
        names = [self.algorithms[i] for i in self.order]
        return {name: "".join(letter for letter, group in groups if name in group) for name in names}

    @property
    def headline(self) -> OmnibusResult | None:
        """The omnibus test that decides: Friedman's where its p is exact, else Iman-Davenport as in the papers."""
        wanted = [r for r in self.omnibus if r.tie_corrected == self.headline_corrected] or list(self.omnibus)
        for name in ("friedman-exact", "iman-davenport"):
            for result in wanted:
                if result.name == name:
                    return result
        return wanted[0] if wanted else None

    @property
    def untested(self) -> int:
        """How many of all pairs have no adjusted p-value."""
        k = len(self.algorithms)
        return (int(np.isnan(self.pairwise.pvalue_adjusted).sum()) - k) // 2

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
        """Tell which pairs are significantly different: a (k, k) array, False where nothing was tested."""
        return significant(self.pairwise.pvalue_adjusted, self.alpha)

    def caption(self, figure: str = "cd", *, letters: str | bool = "auto", latex: bool = False) -> str:
        """Word the caption of a figure: what was compared, the direction, the tests, the level, how to read it.

        Parameters
        ----------
        figure : {"cd", "rank-bars", "pvalue-matrix", "mcb", "cd-sequence", "conditions"}
            Which figure it stands under. That of a sequence says what the comparisons have in common with this one.
        letters : {"auto", True, False}, default "auto"
            As in the diagram: whether letters show its groups.
        latex : bool, default False
            Write LaTeX: names escaped, numbers as mathematics.

        Returns
        -------
        str
            Sentences from the same numbers as the figure.

        Raises
        ------
        UsageError
            Unknown figure, conditions of a comparison without scores, or MCB of one without a critical difference.
        InputError
            Rank bars or MCB cannot be drawn: a pair was not tested, or an average rank is not positive.
        """
        from cddiagram.words.captions import caption

        return caption(self, figure, letters=letters, latex=latex)

    def methods(self, *, latex: bool = False) -> str:
        r"""Word the paragraph about the method: what was compared, ranked and tested how, with sources.

        Parameters
        ----------
        latex : bool, default False
            Write LaTeX: names escaped, numbers as mathematics, sources as ``\cite``. The BibTeX entries are those of
            `references`.

        Returns
        -------
        str
            Sentences from the same numbers as the figures.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
        >>> "by the Nemenyi test (Nemenyi, 1963; Demšar, 2006) at α = 0.10" in comparison.methods()
        True
        """
        from cddiagram.words.methods import methods

        return methods(self, latex=latex)

    def references(self) -> str:
        """Give the BibTeX entries of the sources that `methods` cites.

        Examples
        --------
        >>> import cddiagram as cd
        >>> print(cd.compare(cd.load_example("demsar2006-table6-ranks")).references()[:20])
        @article{demsar2006,
        """
        from cddiagram.words.methods import methods_bibtex

        return methods_bibtex(self)

    def to_latex(self) -> str:
        """Give the tables of ranks and of pairs as LaTeX, to be put into a document."""
        from cddiagram.report.write_latex import comparison_latex

        return comparison_latex(self)

    def to_markdown(self) -> str:
        """Give the tables of ranks and of pairs as Markdown."""
        from cddiagram.report.write_markdown import comparison_markdown

        return comparison_markdown(self)

    def summary(self) -> str:
        """Give ranks, omnibus tests and groups in a few lines of text."""
        from cddiagram.words.sentences import summary

        return summary(self)

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        from cddiagram.report.html.notebook import comparison_html

        return comparison_html(self)

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
        test: str = "User's p-values",
    ) -> Comparison:
        """Decide on p-values that were computed elsewhere; see `cddiagram.testing.compare.comparison_from_pvalues`."""
        from cddiagram.testing.compare import comparison_from_pvalues

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
            "notes": list(self.notes),
            "effects": plain(self.effects),
            "contrasts": plain(self.contrasts),
            "conditions": self.conditions
            and {"normality": plain(self.conditions.normality), "levene": plain(self.conditions.levene)},
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
