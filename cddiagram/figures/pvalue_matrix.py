"""The matrix of p-values: who differs from whom, at any number of algorithms, without turned text.

`pvalue_cells` takes names and p-values in their final order, so that one-sided tests (row against column) use it too.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import NDArray

from cddiagram.figures.cells import Cell, MatrixContent, MatrixLayout, cross_out, draw_triangle, layout_matrix
from cddiagram.figures.content import content_from
from cddiagram.figures.registry import figure
from cddiagram.sheet.legend import KeyEntry, swatch_entry
from cddiagram.sheet.look import Look, OrderedOptions, check_flag
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import Names
from cddiagram.sheet.page import Page
from cddiagram.stats.results import rank_order, significant
from cddiagram.words.numbers import SAME_RANK, format_alpha, format_p, p_limits
from cddiagram.words.procedure import adjusted_here, procedure

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.figures.drawing import Drawing


#: Shades beyond alpha, strongest last; a small alpha leaves fewer classes, which keep the strong shades.
_LEVELS = ("level-1", "level-2", "level-3")
_UNTESTED = -1


@dataclass(frozen=True)
class PClasses:
    """The classes of p-values for one alpha: numbers from 0, not significant, up."""

    alpha: float

    @property
    def thresholds(self) -> tuple[float, ...]:
        """Upper ends of the significant classes, descending: alpha, and of .01 and .001 those below it."""
        return p_limits(self.alpha)

    def of(self, p: float) -> int:
        """Return the class of a p-value, -1 for NaN.

        A p-value equal to alpha is significant, as it is for the groups; the inner limits are strict, as printed.

        Examples
        --------
        >>> [PClasses(0.05).of(p) for p in (float("nan"), 0.2, 0.05, 0.01, 0.0099, 1e-9)]
        [-1, 0, 1, 1, 2, 3]
        """
        if math.isnan(p):
            return _UNTESTED
        return bool(significant(p, self.alpha)) + sum(p < limit for limit in self.thresholds[1:])

    def shade(self, number: int) -> str:
        """Return the role of a class's colour."""
        return "background" if number <= 0 else _LEVELS[number - 1 - len(self.thresholds)]

    def describe(self, number: int) -> str:
        """Return the words of a class in the legend.

        Examples
        --------
        >>> [PClasses(0.05).describe(number) for number in range(4)]
        ['p > .05', 'p ≤ .05', 'p < .01', 'p < .001']
        >>> [PClasses(0.01).shade(number) for number in range(3)]
        ['background', 'level-2', 'level-3']
        """
        sign = (">", "≤", "<")[min(number, 2)]
        return f"p {sign} {format_alpha(self.thresholds[max(number - 1, 0)]).removeprefix('0')}"

    def cell(self, p: float, *, marked: bool) -> Cell:
        """Return the cell of a p-value."""
        number = self.of(p)
        shade = self.shade(number)
        untested = number == _UNTESTED
        return Cell(
            fill=shade,
            ink="foreground" if number <= 0 else f"on-{shade}",
            text="" if untested else format_p(p, self.alpha),
            crossed=untested,
            marked=marked,
        )

    def legend(self, size: float, *, untested: bool, against: str) -> list[KeyEntry]:
        """Return the entries of all classes, of what was not tested, and of the triangle."""
        numbers = range(len(self.thresholds) + 1)
        entries = [swatch_entry(self.describe(n), size, self.shade(n), "leader") for n in numbers]
        if untested:
            crossed = swatch_entry(
                "not tested", size, "background", "guide", lambda box: [cross_out("legend-untested", box)]
            )
            entries.append(crossed)
        if against:
            entries.append(
                swatch_entry(
                    against,
                    size,
                    None,
                    over=lambda box: [
                        draw_triangle(
                            "legend-against", box.x + box.width / 2, box.y + box.height / 2, 2.2, "foreground"
                        )
                    ],
                )
            )
        return entries


def pvalue_cells(
    names: Names,
    pvalues: NDArray[np.float64],
    alpha: float,
    *,
    full: bool = False,
    against: Collection[tuple[int, int]] = (),
    against_means: str = "test against rank order",
    show_direction: bool = False,
) -> MatrixContent:
    """Return the matrix of p-values in their final order; NaN is not tested, and the diagonal is not read.

    `against` are the cells with a triangle and `against_means` is what it says.
    """
    classes = PClasses(alpha)
    cells = {
        (i, j): classes.cell(float(pvalues[i, j]), marked=(i, j) in against)
        for i in range(names.k)
        for j in range(names.k if full else i)
        if i != j
    }
    untested = any(cell.crossed for cell in cells.values())
    meaning = against_means if any(cell.marked for cell in cells.values()) else ""
    return MatrixContent(
        **names.plain(),
        cells=cells,
        legend=lambda size: classes.legend(size, untested=untested, against=meaning),
        full=full,
        show_direction=show_direction,
    )


@figure(
    "pvalue-matrix",
    OrderedOptions,
    title="Matrix of p-values",
    reading="words.captions:reading_of_matrix",
    # A matrix of more algorithms is only drawn where it is asked for.
    report=lambda comparison: comparison.control is None and 3 <= len(comparison.algorithms) <= 30,
)
def layout_pvalue_matrix(comparison: Comparison, *, look: Look, meter: TextMeter, full: bool = False) -> MatrixLayout:
    """Lay out the adjusted p-values as a matrix, best algorithm first: see `plot_pvalue_matrix`."""
    check_flag("full", full)
    names = content_from(comparison, look)
    order = list(rank_order(comparison.ranking.average_ranks))
    content = pvalue_cells(
        names,
        np.asarray(comparison.pairwise.pvalue_adjusted)[np.ix_(order, order)],
        comparison.alpha,
        full=full,
        against=_against(comparison, order),
        show_direction=look.show_direction,
    )
    return layout_matrix(content, Page(look, meter), pvalue_note(comparison))


def pvalue_note(comparison: Comparison) -> str:
    """Return the note of p-values: the test, what was done with them, and alpha."""
    kind = "p-values" if comparison.pairwise.p_adjust == "none" else "adjusted p-values"
    adjusted = adjusted_here(comparison)
    if adjusted is not None:
        return f"{comparison.test}, p-values {adjusted}, α = {format_alpha(comparison.alpha)}"
    return f"{procedure(comparison)}, {kind}, α = {format_alpha(comparison.alpha)}"


def _against(comparison: Comparison, order: list[int]) -> frozenset[tuple[int, int]]:
    """Return the cells whose test favours the worse average rank.

    A statistic of i against j exceeds that of j against i where i is better: z and t change their sign, W+ and wins
    are counts of either side.
    """
    statistic = np.asarray(comparison.pairwise.statistic)[np.ix_(order, order)]
    ranks = np.round(np.asarray(comparison.ranking.average_ranks), SAME_RANK)[order]
    lead = statistic - statistic.T
    with np.errstate(invalid="ignore"):
        wrong = (ranks[:, np.newaxis] < ranks) & (lead < -1e-9 * np.maximum(np.abs(statistic), 1.0))
    return frozenset((int(i), int(j)) for i, j in np.argwhere(wrong | wrong.T))


@layout_pvalue_matrix.public
def plot_pvalue_matrix(
    comparison: Comparison, *, full: bool = False, **options: Unpack[OrderedOptions]
) -> Drawing[MatrixLayout]:
    """Draw the adjusted p-values of all pairs as a matrix, the best algorithm first.

    The stronger the shade of a cell, the smaller its p-value: up to alpha, below .01, below .001; values are printed
    where cells have room. A crossed-out cell was not tested. A small triangle marks a pair whose own test favours the
    algorithm with the worse average rank. Works for any number of algorithms, so it is the figure for pairwise tests
    with too many groups for bars. Colours follow rc ``text.color`` and ``figure.facecolor``; on dark pages lighter is
    smaller.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`.
    full : bool, default False
        Both triangles, not only the lower one.
    note : str, optional
        By default the test, what the p-values are, and alpha; None for no note.
    {look}

    {returns}

    Raises
    ------
    {raises}

    Examples
    --------
    >>> import cddiagram as cd
    >>> from cddiagram.figures.pvalue_matrix import plot_pvalue_matrix
    >>> comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
    >>> drawing = plot_pvalue_matrix(comparison)
    >>> drawing.layout.names[0], drawing.layout.width / 72
    ('C4.5', 3.3)
    """
    return layout_pvalue_matrix.draw(comparison, options, full=full)
