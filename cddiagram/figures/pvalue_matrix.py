"""The matrix of p-values: who differs from whom, among many algorithms too, without
turned text.

`pvalue_cells` takes names and p-values in their final order, so that one-sided tests
(row against column) use it too.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import NDArray

from cddiagram.figures.cell_drawing import (
    Cell,
    draw_triangle,
    middle_of,
)
from cddiagram.figures.cells import MatrixLayout, layout_matrix
from cddiagram.figures.cells_fit import MatrixContent
from cddiagram.figures.content import content_from
from cddiagram.figures.options import OrderedOptions
from cddiagram.figures.registry import figure
from cddiagram.sheet import (
    KeyEntry,
    Look,
    Names,
    Page,
    TextMeter,
    check_flag,
    display_names,
)
from cddiagram.stats import rank_order, significant
from cddiagram.text import Option, UsageError
from cddiagram.words import (
    SAME_RANK,
    adjustment_note,
    compact_p,
    format_alpha,
    p_limits,
    procedure_note,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing


_UNTESTED = -1
#: What a text keeps free in the cells of a full matrix, of which nine with the names
#: beside them are to fit a column.
_FULL_ROOM = 2.0


@dataclass(frozen=True)
class PClasses:
    """The classes of p-values for one alpha: numbers from 0, not significant, up; fewer
    keep the strong shades.
    """

    alpha: float
    #: What the p-values of the shades are called in the legend, and what it says of no
    #: shade.
    kind: str = "p"
    unshaded: str = ""

    @property
    def thresholds(self) -> tuple[float, ...]:
        """Upper ends of the significant classes, descending: alpha, and of .01 and .001
        those below it.
        """
        return p_limits(self.alpha)

    def of(self, p: float) -> int:
        """Return the class of a p-value, -1 for NaN; one equal to a limit is within it,
        as tests decide.
        """
        return (
            _UNTESTED
            if math.isnan(p)
            else sum(bool(significant(p, limit)) for limit in self.thresholds)
        )

    def shade(self, number: int) -> str:
        """Return the role of a class's colour."""
        return (
            Cell.SHADES[0]
            if number <= 0
            else Cell.SHADES[number - 1 - len(self.thresholds)]
        )

    def describe(self, number: int) -> str:
        """Return the words of a class in the legend."""
        if number == 0 and self.unshaded:
            return self.unshaded
        sign = "≤" if number else ">"
        limit = format_alpha(self.thresholds[max(number - 1, 0)]).removeprefix("0")
        return f"{self.kind} {sign} {limit}"

    def cell(self, p: float, *, marked: bool, shaded: float | None = None) -> Cell:
        """Return the cell of a p-value, with the shade of another one if it is
        given.
        """
        number, mark = (
            self.of(p if shaded is None else shaded),
            "triangle" if marked else "",
        )
        if number == _UNTESTED:
            return Cell(sign="crossed", mark=mark)
        return Cell(
            fill=self.shade(number),
            texts={"value": compact_p(p, self.alpha)},
            mark=mark,
        )

    def legend(self, size: float, *, untested: bool, against: str) -> list[KeyEntry]:
        """Return the entries of all classes, of what was not tested, and of the
        triangle.
        """
        numbers = range(len(self.thresholds) + 1)
        entries = Cell.shade_key(
            list(map(self.describe, numbers)), size, list(map(self.shade, numbers))
        )
        if untested:
            entries.append(Cell.crossed_key("not tested", size))
        if against:
            triangle = partial(
                draw_triangle, "legend-against", radius=2.2, color="foreground"
            )
            entries.append(
                KeyEntry.swatch(
                    against,
                    size,
                    None,
                    "guide",
                    lambda box: [triangle(*middle_of(box))],
                )
            )
        return entries


def pvalue_cells(
    names: Names,
    pvalues: NDArray[np.float64],
    alpha: float,
    *,
    full: bool = False,
    control: int | None = None,
    against: Collection[tuple[int, int]] = (),
    against_means: str = "test against rank order",
    show_direction: bool = False,
    shaded: NDArray[np.float64] | None = None,
    shades_of: tuple[str, str] = ("p", ""),
) -> MatrixContent:
    """Return the matrix of p-values in their final order; NaN is not tested, and the
    diagonal is not read.

    It is the lower triangle, both if `full`, or the column of a `control`. `against`
    are the cells with a triangle and `against_means` is what it says. The shades are
    those of the p-values printed, or of `shaded`; `shades_of` are what the legend calls
    these p-values, and what it says of cells without a shade.
    """
    classes = PClasses(alpha, *shades_of)
    everyone = range(names.k)
    columns = everyone if full else everyone[:-1] if control is None else [control]
    itself = Cell(fill="", sign="dash" if control is None else "reference")
    cells = {}
    for i, j in product(everyone, columns):
        if i == j:
            cell = itself
        else:
            shade = None if shaded is None else float(shaded[i, j])
            cell = classes.cell(
                float(pvalues[i, j]), marked=(i, j) in against, shaded=shade
            )
        if j < i or full or control is not None:
            cells[i, j] = cell
    untested = any(cell.sign == "crossed" for cell in cells.values())
    meaning = against_means if any(cell.mark for cell in cells.values()) else ""
    triangle = not full and control is None
    return MatrixContent(
        **names.plain(),
        cells=cells,
        columns=columns,
        heads=replace(names, families=()) if full else None,  # rows have the marks
        triangle=triangle,
        legend=lambda size, printed: [
            classes.legend(size, untested=untested, against=meaning)
        ],
        show_direction=show_direction,
        text_room=_FULL_ROOM if full else MatrixContent.text_room,
    )


@figure(
    "pvalue-matrix",
    OrderedOptions,
    incomplete=True,
    title="Matrix of p-values",
    worded="words.captions:matrix_caption_words",
    reading="words.captions:reading_of_matrix",
    # A matrix of more algorithms is only drawn where it is asked for.
    report=lambda comparison: (
        comparison.control is None and 3 <= len(comparison.algorithms) <= 30
    ),
)
def layout_pvalue_matrix(
    comparison: Comparison, *, look: Look, meter: TextMeter, full: bool = False
) -> MatrixLayout:
    """Lay out the adjusted p-values as a matrix, best algorithm first: see
    `plot_pvalue_matrix`.
    """
    check_flag("full", full)
    control = comparison.control
    if full and control is not None:
        raise UsageError(
            f"the control '{control}' has one column, not a matrix: leave ",
            Option("full"),
            " out.",
        )
    order = list(rank_order(comparison.ranking.average_ranks))
    content = pvalue_cells(
        content_from(comparison, look),
        np.asarray(comparison.pairwise.pvalue_adjusted)[np.ix_(order, order)],
        comparison.alpha,
        full=full,
        control=None
        if control is None
        else order.index(comparison.algorithms.index(control)),
        against=_against(comparison, order),
        show_direction=look.show_direction,
    )
    return layout_matrix(content, Page(look, meter), pvalue_note(comparison, look))


def pvalue_note(comparison: Comparison, look: Look) -> str:
    """Return the note of p-values: the test and the control, what was done with them,
    and alpha.
    """
    control = comparison.control
    if control is not None:  # one picked after looking is in the name of the test
        (shown,) = display_names(
            look.rename, comparison.algorithms, [control], math=look.math
        )
        control = shown if comparison.control_chosen == "before" else None
    kind = "p-values" if comparison.pairwise.p_adjust == "none" else "adjusted p-values"
    adjusted = adjustment_note(comparison)
    if adjusted:
        return (
            f"{comparison.test}, p-values {adjusted}, α = "
            f"{format_alpha(comparison.alpha)}"
        )
    return (
        f"{procedure_note(comparison, control)}, {kind}, α = "
        f"{format_alpha(comparison.alpha)}"
    )


def _against(comparison: Comparison, order: list[int]) -> frozenset[tuple[int, int]]:
    """Return the cells whose test favours the worse average rank."""
    # A statistic of i against j exceeds that of j against i where i is better: z and t
    # change their sign, W+ and wins are counts of either side.
    statistic = np.asarray(comparison.pairwise.statistic)[np.ix_(order, order)]
    ranks = np.round(np.asarray(comparison.ranking.average_ranks), SAME_RANK)[order]
    lead = statistic - statistic.T
    with np.errstate(invalid="ignore"):
        wrong = (ranks[:, np.newaxis] < ranks) & (
            lead < -1e-9 * np.maximum(np.abs(statistic), 1.0)
        )
    return frozenset((int(i), int(j)) for i, j in np.argwhere(wrong | wrong.T))


@layout_pvalue_matrix.public
def plot_pvalue_matrix(
    comparison: Comparison, *, full: bool = False, **options: Unpack[OrderedOptions]
) -> Drawing[MatrixLayout]:
    """Draw the adjusted p-values of all pairs as a matrix, the best algorithm first.

    Names stand on the diagonal: a cell is the pair of the algorithm right of its row
    and the one over its column. With a control there is one column, of the tests
    against it. The stronger the shade of a cell, the smaller its p-value: up to alpha,
    .01 and .001; values are printed where cells have room. A crossed-out cell was not
    tested. A small triangle marks a pair whose own test favours the algorithm with the
    worse average rank. A column holds 60 algorithms and a page 100, so it is the figure
    for pairwise tests with too many groups for bars. Colours follow rc ``text.color``
    and ``figure.facecolor``; on dark pages lighter is smaller.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`.
    full : bool, default False
        Both triangles, not only the lower one; the names then stand left, and over the
        columns where they fit, else numbers.
    note : str, optional
        By default the test, what the p-values are, and alpha; None for no note.
    {rest}

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(
    ...     cd.load_example("garcia2008-table2"), pair_test="wilcoxon"
    ... )
    >>> drawing = cd.plot_pvalue_matrix(comparison)
    >>> drawing.layout.names[0], drawing.layout.width / 72
    ('C4.5', 3.3)
    """
    return layout_pvalue_matrix.draw(comparison, options, full=full)
