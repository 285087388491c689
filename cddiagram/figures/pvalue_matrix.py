"""The p-value matrix, which shows the decisions about many algorithms without rotated
text.

`pvalue_cells` accepts names and p-values in their final order, so that it also supports
one-sided tests (row against column).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
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
    even_p,
    format_alpha,
    p_limits,
    procedure_note,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing

#: The class of missing (NaN) p-values.
_UNTESTED = -1
#: The text in the cells of a full matrix has at least this padding, so that nine
#: columns and the names fit in a text column.
_FULL_ROOM = 2.0
#: The note describes the order of the rows with these words.
_ORDER = "best first"
#: The gap between the title of the classes and the shades that explain them.
_MEANING_GAP = 4.0
#: The legend entry for a triangle.
_AGAINST = "test favours the lower-ranked"


@dataclass(frozen=True)
class PClasses:
    """The classes of p-values at a significance level.

    Class 0 is not significant. If there are fewer classes than shades, the significant
    classes have the strongest shades.
    """

    alpha: float
    #: The title of the classes in the legend. If there is a title, the legend omits
    #: class 0.
    meaning: str = ""

    @property
    def thresholds(self) -> tuple[float, ...]:
        """The upper limits of the significant classes in descending order: alpha, and
        0.01 and 0.001 if they are smaller than alpha.
        """
        return p_limits(self.alpha)

    def of(self, p: float) -> int:
        """Return the class of a p-value; -1 for NaN. A p-value that equals a limit is
        significant at this limit, as in tests.
        """
        if math.isnan(p):
            return _UNTESTED
        return sum(bool(significant(p, limit)) for limit in self.thresholds)

    def shade(self, number: int) -> str:
        """Return the colour role of a class."""
        if number <= 0:
            return Cell.SHADES[0]
        return Cell.SHADES[number - 1 - len(self.thresholds)]

    def describe(self, number: int) -> str:
        """Return the description of a class in the legend."""
        sign = "≤" if number else ">"
        limit = format_alpha(self.thresholds[max(number - 1, 0)]).removeprefix("0")
        if self.meaning:
            return f"{sign} {limit}"
        return f"p {sign} {limit}"

    def cell(self, p: float, untested: str, *, is_marked: bool) -> Cell:
        """Return the cell of a p-value; for NaN, the cell contains the sign
        `untested`.
        """
        number = self.of(p)
        mark = "triangle" if is_marked else ""
        if number == _UNTESTED:
            return Cell(sign=untested, mark=mark)
        value = even_p(p, self.thresholds)
        return Cell(fill=self.shade(number), texts={"value": value}, mark=mark)

    def legend(
        self, size: float, *, has_untested: bool, against: str
    ) -> list[KeyEntry]:
        """Return the legend entries for all classes, for pairs that were not tested,
        and for the triangle.
        """
        numbers = range(len(self.thresholds) + 1)
        entries = []
        if self.meaning:
            numbers = numbers[1:]
            entries.append(KeyEntry(text=self.meaning, gap=_MEANING_GAP))
        words = [self.describe(number) for number in numbers]
        shades = [self.shade(number) for number in numbers]
        entries += Cell.shade_key(words, size, shades)
        if has_untested:
            entries.append(Cell.crossed_key("not tested", size))
        if against:
            entries.append(_triangle_key(against, size))
        return entries


def _triangle_key(text: str, size: float) -> KeyEntry:
    """Return the legend entry that explains the triangle."""
    triangle = partial(draw_triangle, "legend-against", radius=2.2, color="foreground")
    return KeyEntry.swatch(
        text, size, None, "guide", lambda box: [triangle(*middle_of(box))]
    )


def pvalue_cells(
    names: Names,
    pvalues: NDArray[np.float64],
    alpha: float,
    *,
    full: bool = False,
    control: int | None = None,
    against: Collection[tuple[int, int]] = (),
    against_means: str = _AGAINST,
    untested: str = "crossed",
    meaning: str = "",
) -> MatrixContent:
    """Return the contents of a p-value matrix whose rows and columns are already in
    their final order.

    The diagonal of `pvalues` is ignored.

    Parameters
    ----------
    full : bool
        Whether the matrix has both triangles rather than only the lower one.
    control : int, optional
        The index of the control. If it is specified, the matrix has only the column for
        the control.
    against : collection of (int, int)
        The cells with a triangle; `against_means` is its explanation in the legend.
    untested : {"crossed", ""}, default "crossed"
        The sign in cells whose p-value is NaN.
    meaning : str
        The title of the shades in the legend. By default, "p" precedes each limit.
    """
    classes = PClasses(alpha, meaning)
    rows = range(names.k)
    columns: Sequence[int] = rows
    own = Cell(sign="dash", diagonal=True)
    heads, room = None, MatrixContent.text_room
    if control is not None:
        columns = [control]
        own = Cell(sign="reference", diagonal=True)
    elif full:
        heads = replace(names, families=())  # the row names have the markers
        room = _FULL_ROOM
    else:
        columns = rows[:-1]
    is_triangle = heads is None and control is None
    cells = {}
    for i, j in product(rows, columns):
        if is_triangle and j >= i:
            continue
        cells[i, j] = own
        if i != j:
            p = float(pvalues[i, j])
            cells[i, j] = classes.cell(p, untested, is_marked=(i, j) in against)
    usual = len(even_p(0.5, classes.thresholds))
    fewer_texts = []
    for longest in (usual + 1, usual):
        fewer = {}
        for place, cell in cells.items():
            fewer[place] = _without_long_text(cell, longest)
        fewer_texts.append(fewer)
    return MatrixContent(
        **names.plain(),
        cells=cells,
        fewer_texts=fewer_texts,
        columns=columns,
        heads=heads,
        triangle=is_triangle,
        legend=_legend(classes, cells.values(), against_means),
        text_room=room,
    )


def _without_long_text(cell: Cell, longest: int) -> Cell:
    """Return a cell without its text if this has more than `longest` characters, such
    as "<.001", ".0504" or ".05003". The shade of the cell still shows the level of the
    p-value.
    """
    if len(cell.texts.get("value", "")) > longest:
        return replace(cell, texts={})
    return cell


def _legend(
    classes: PClasses, cells: Collection[Cell], against_means: str
) -> Callable[[float, bool], list[KeyEntry]]:
    """Return a function that returns the legend of the cells for a type size."""
    has_untested = any(cell.sign == "crossed" for cell in cells)
    against = against_means if any(cell.mark for cell in cells) else ""

    def legend(size: float, printed: bool) -> list[KeyEntry]:
        return classes.legend(size, has_untested=has_untested, against=against)

    return legend


@figure(
    "pvalue-matrix",
    OrderedOptions,
    incomplete=True,
    title="Matrix of p-values",
    worded="words.captions:matrix_caption_words",
    reading="words.captions:reading_of_matrix",
    # A report contains a larger matrix only if the user requests it.
    report=lambda comparison: (
        comparison.control is None and 3 <= len(comparison.algorithms) <= 30
    ),
)
def layout_pvalue_matrix(
    comparison: Comparison, *, look: Look, meter: TextMeter, full: bool = False
) -> MatrixLayout:
    """Lay out the adjusted p-values as a matrix, with the best algorithm first (see
    `plot_pvalue_matrix`).
    """
    check_flag("full", full)
    order = list(rank_order(comparison.ranking.average_ranks))
    control = None
    if comparison.control is not None:
        if full:
            raise UsageError(
                f"a comparison with the control '{comparison.control}' has one column, "
                "not a full matrix. Omit ",
                Option("full"),
                ".",
            )
        control = order.index(comparison.algorithms.index(comparison.control))
    pvalues = np.asarray(comparison.pairwise.pvalue_adjusted)[np.ix_(order, order)]
    content = pvalue_cells(
        content_from(comparison, look),
        pvalues,
        comparison.alpha,
        full=full,
        control=control,
        against=_against(comparison, order),
    )
    if look.show_direction:
        content = replace(content, note_key=(KeyEntry(text=_ORDER),))
    return layout_matrix(content, Page(look, meter), pvalue_note(comparison, look))


def pvalue_note(
    comparison: Comparison, look: Look, *, names_values: bool = True
) -> str:
    """Return the note of a matrix: the test and the control, the kind of p-values
    unless `names_values` is false, and alpha.
    """
    level = f"α = {format_alpha(comparison.alpha)}"
    adjusted = adjustment_note(comparison)
    if adjusted:
        return f"{comparison.test}, p-values {adjusted}, {level}"
    control = comparison.control
    if control is not None:
        [name] = display_names(
            look.rename, comparison.algorithms, [control], math=look.math
        )
        # If the control was selected after the results had been seen, its name is
        # already part of the name of the test.
        control = name if comparison.control_chosen == "before" else None
    parts = [procedure_note(comparison, control)]
    if names_values:
        is_adjusted = comparison.pairwise.p_adjust != "none"
        parts.append("adjusted p-values" if is_adjusted else "p-values")
    return ", ".join([*parts, level])


def _against(comparison: Comparison, order: list[int]) -> frozenset[tuple[int, int]]:
    """Return the cells whose test favours the worse average rank."""
    # For a pair (i, j), larger statistics indicate that algorithm i is better. For the
    # reverse pair (j, i), z and t have the opposite sign, and W+ and wins are counted
    # for the other algorithm.
    statistic = np.asarray(comparison.pairwise.statistic)[np.ix_(order, order)]
    ranks = np.round(np.asarray(comparison.ranking.average_ranks), SAME_RANK)[order]
    lead = statistic - statistic.T
    is_better = ranks[:, np.newaxis] < ranks
    with np.errstate(invalid="ignore"):
        loses = lead < -1e-9 * np.maximum(np.abs(statistic), 1.0)
    wrong = is_better & loses
    return frozenset((int(i), int(j)) for i, j in np.argwhere(wrong | wrong.T))


@layout_pvalue_matrix.public
def plot_pvalue_matrix(
    comparison: Comparison, *, full: bool = False, **options: Unpack[OrderedOptions]
) -> Drawing[MatrixLayout]:
    """Draw the adjusted p-values of all pairs as a matrix, with the best algorithm
    first.

    The names are on the diagonal. A cell compares the algorithm to the right of its row
    with the algorithm above its column. With a control, there is a single column of
    comparisons with the control. Darker cells denote smaller p-values: at most alpha,
    0.01 and 0.001. The p-values are printed with the same number of decimals if the
    cells are large enough. A p-value just above one of these limits has more decimals.
    If such numbers or "<.001" do not fit in their cells, only the other p-values are
    printed. A crossed cell marks a pair that was not tested. A small triangle marks a
    pair whose test favours the algorithm with the worse average rank. Up to 60
    algorithms fit in a column and up to 100 on a page. Use this figure if pairwise
    tests result in too many groups to draw as bars in a CD diagram. Colours follow the
    rc parameters ``text.color`` and ``figure.facecolor``; on dark pages, lighter cells
    denote smaller p-values.

    Parameters
    ----------
    comparison : Comparison
        The comparison, as returned by `cddiagram.compare`.
    full : bool, default False
        Whether to show both triangles. In this case, the names are printed to the left
        of the rows. The columns are labelled with names if these fit, and with numbers
        otherwise.
    note : str, optional
        The note above the figure. By default, it states the test, the kind of p-values,
        alpha and the order of the algorithms. None omits the note.
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
