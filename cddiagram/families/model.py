"""What a family of hypotheses is, and what a procedure says of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from cddiagram._util.types import FloatArray, IntArray
from cddiagram.procedures import ADJUSTMENTS, loaded
from cddiagram.stats.results import Result, significant


@dataclass(frozen=True, kw_only=True, eq=False)
class Adjusted(Result):
    """What one procedure says of the hypotheses of a family.

    Attributes
    ----------
    p_adjust : str
        Its name as in `cddiagram.compare`.
    name : str
        Its name in print.
    pvalue_adjusted : ndarray, shape (m,)
        In the order of the hypotheses.
    chosen : bool
        Whether it is the one that the comparison decides by.
    """

    p_adjust: str
    name: str
    pvalue_adjusted: FloatArray
    chosen: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class Family(Result):
    """The hypotheses of a comparison in rising order of p. Made by `family_of`.

    Attributes
    ----------
    ranking : str
        As in `cddiagram.compare`.
    kind : str
        What was tested, as in `cddiagram.stats.results.PairwiseResult.kind`: the pair test, ``"exact-ranks"``, or
        ``"given"`` for p-values that were handed in.
    variance : str or None
        Which variance aligned and Quade ranks were tested with.
    control : str or None
        The algorithm that the others are compared with.
    n_hypotheses : int
        The size of the family that the p-values are adjusted for. With the best algorithm as a control chosen after
        looking it holds all pairs, of which only those with the control are listed here.
    hypotheses : tuple of (str, str)
        The two algorithms that a hypothesis says are equal: the better average rank first, a control before the other.
        Equal p-values in the order of average ranks.
    statistic, pvalue : ndarray, shape (m,)
        The statistic of the first against the second; the unadjusted p-value.
    places : ndarray of int, shape (m,)
        Place of each p-value in the rising order of the whole family, from 1.
    procedures : tuple of Adjusted
        All procedures that have a meaning for this family.
    left_out : tuple of str
        Which of them are missing, and why, in sentences.
    """

    ranking: str
    kind: str
    variance: str | None
    control: str | None
    n_hypotheses: int
    hypotheses: tuple[tuple[str, str], ...]
    statistic: FloatArray
    pvalue: FloatArray
    places: IntArray
    procedures: tuple[Adjusted, ...]
    left_out: tuple[str, ...]
    _whole: FloatArray = field(repr=False)
    _k: int = field(repr=False)
    _rom_critical: str = field(repr=False)

    def rejected(self, procedure: Adjusted, alpha: float) -> tuple[int, ...]:
        """Return the places of the hypotheses that a procedure rejects at alpha, of those that are listed.

        With the best algorithm against the others, the hypotheses listed have places in the family of all pairs.

        >>> import cddiagram as cd
        >>> from cddiagram.families import family_of
        >>> family = family_of(cd.compare(cd.load_example("garcia2008-table2-ranks"), control="best"))
        >>> family.places.tolist(), family.n_hypotheses, family.rejected(family.procedures[0], 0.05)
        ([1, 4, 7, 10], 10, (1, 4))
        """
        return tuple(int(place) for place in self.places[significant(procedure.pvalue_adjusted, alpha)])

    def levels(self, alpha: float) -> dict[str, FloatArray]:
        """Return the level that each step procedure compares each unadjusted p-value with.

        A step-down procedure (Holm, Holland, Finner, Shaffer) rejects from the smallest p-value on, as long as p is
        at most its level; a step-up procedure (Hochberg, Rom) rejects all hypotheses up to the largest p-value that
        is at most its level; the others reject whatever is at most its level.

        Name as in `cddiagram.compare` -> levels, in the order of the hypotheses. Procedures without such levels
        (Shaffer's dynamic, Bergmann-Hommel; Tukey and Dunnett) are not in it. Shapes: the result (m,).

        >>> import cddiagram as cd
        >>> from cddiagram.families import family_of
        >>> family = family_of(cd.compare(cd.load_example("garcia2008-table2-ranks")))
        >>> family.levels(0.05)["shaffer"].round(4).tolist()[:7]  # G08 Table 3
        [0.005, 0.0083, 0.0083, 0.0083, 0.0083, 0.0125, 0.0125]
        """
        found = {}
        for procedure in self.procedures:
            function = ADJUSTMENTS[procedure.p_adjust].levels
            if function:
                levels = loaded(function)(self._whole, alpha, k=self._k, rom_critical=self._rom_critical)
                if levels is not None:
                    found[procedure.p_adjust] = levels[self.places - 1]
        return found
