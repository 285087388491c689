"""The matrix of p-values: who differs from whom, at any number of algorithms, without turned text.

`layout_pvalue_matrix` takes a comparison; `layout_matrix` takes names and p-values in their final order, so that
one-sided tests (row against column) use the same drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.figures.content import content_from
from cddiagram.figures.matrix_drawing import MatrixLayout, draw_matrix
from cddiagram.figures.matrix_plan import MatrixContent, plan_matrix
from cddiagram.figures.registry import figure
from cddiagram.sheet.fit import SHORTER_NAMES, fit
from cddiagram.sheet.look import Look, OrderedOptions, check_flag
from cddiagram.sheet.meter import TextMeter
from cddiagram.stats.results import rank_order
from cddiagram.words.numbers import SAME_RANK, format_alpha
from cddiagram.words.procedure import adjusted_here, procedure

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.figures.drawing import Drawing


@figure("pvalue-matrix", OrderedOptions, title="Matrix of p-values", min_font_size=6.0)
def layout_pvalue_matrix(comparison: Comparison, *, look: Look, meter: TextMeter, full: bool = False) -> MatrixLayout:
    """Lay out the adjusted p-values as a matrix, best algorithm first: see `plot_pvalue_matrix`."""
    check_flag("full", full)
    texts = content_from(comparison, look, note=_note(comparison))
    order = list(rank_order(comparison.ranking.average_ranks))
    content = MatrixContent(
        names=texts.names,
        pvalues=np.asarray(comparison.pairwise.pvalue_adjusted)[np.ix_(order, order)],
        alpha=comparison.alpha,
        full=full,
        against=_against(comparison, order),
        note=texts.note,
        title=texts.title,
        highlight=texts.highlight,
        colors=texts.colors,
        show_direction=look.show_direction,
        math=look.math,
    )
    return layout_matrix(content, look, meter)


def _note(comparison: Comparison) -> str:
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


def layout_matrix(content: MatrixContent, options: Look, meter: TextMeter) -> MatrixLayout:
    """Lay out a matrix of p-values in its final order; see `layout_pvalue_matrix`.

    Raises
    ------
    LayoutError
        The matrix does not fit; the message names a width that would do.
    """
    what = f"a matrix of {content.k} algorithms"
    plan = fit(lambda look: plan_matrix(content, look, meter), options, what, SHORTER_NAMES)
    return draw_matrix(content, options, meter, plan)


@layout_pvalue_matrix.public
def plot_pvalue_matrix(
    comparison: Comparison, *, full: bool = False, **options: Unpack[OrderedOptions]
) -> Drawing[MatrixLayout]:
    """Draw the adjusted p-values of all pairs as a matrix, the best algorithm first.

    The stronger the shade of a cell, the smaller its p-value: up to alpha, below .01, below .001; values are printed
    where cells have room.
    A crossed-out cell was not tested. A small triangle marks a pair whose own test favours the algorithm with the
    worse average rank. Works for any number of algorithms, so it is the figure for pairwise tests with too many
    groups for bars. Colours follow rc ``text.color`` and ``figure.facecolor``; on dark pages lighter is smaller.

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
    UsageError
        An option has an unknown value or names an unknown algorithm, or `width` and `ax` are both given.
    LayoutError
        The matrix does not fit the width, or `ax` is too low; the message names the size that is needed.

    {warns}

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
