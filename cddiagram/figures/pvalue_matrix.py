"""The matrix of p-values: who differs from whom, at any number of algorithms, without turned text.

`layout_pvalue_matrix` takes a comparison; `layout_matrix` takes names and p-values in their final order, so that
one-sided tests (row against column) use the same drawing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from cddiagram.errors import LayoutError
from cddiagram.figures.content import content_from
from cddiagram.figures.matrix_drawing import MatrixLayout, draw_matrix
from cddiagram.figures.matrix_plan import MatrixContent, plan_matrix
from cddiagram.figures.options import CDOptions, check_flag, page_width
from cddiagram.sheet.elements import Measure
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import Highlight
from cddiagram.sheet.needed import does_not_fit
from cddiagram.stats.results import rank_order
from cddiagram.words.numbers import SAME_RANK, format_alpha
from cddiagram.words.procedure import adjusted_here, procedure

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison


def layout_pvalue_matrix(
    comparison: Comparison,
    *,
    measure: Measure,
    full: bool = False,
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.0,
    highlight: Highlight | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    show_direction: bool = True,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
) -> MatrixLayout:
    """Lay out the adjusted p-values of a comparison as a matrix, best algorithm first, in points.

    Pairs fall into classes: above alpha, up to alpha, below .01, below .001 (of the last two those below alpha).
    Values are printed where cells have room. A pair that was not tested is crossed out. A small triangle marks a pair
    whose own test favours the algorithm with the worse average rank.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison; only its p-values are drawn, nothing is computed.
    measure : callable
        ``measure(text, size, bold, italic)`` -> width of a line of text in points.
    full : bool, default False
        Both triangles, not only the lower one.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or inches. The layout has exactly this width; its height follows from the content.
    font_size, min_font_size : float, default 8 and 6
        Size of the names in points, and the smallest to which they may shrink. All else is 1 pt smaller.
    highlight, colors, rename, show_direction, note, title, math
        As in `cddiagram.figures.cd.layout_cd`.

    Returns
    -------
    MatrixLayout
        The elements in drawing order, and the decisions taken.

    Raises
    ------
    UsageError
        An option has an unknown value or names an unknown algorithm.
    LayoutError
        The matrix does not fit; the message names a width that would do.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("garcia2008-table2"))
    >>> layout = layout_pvalue_matrix(comparison, measure=lambda text, size, bold, italic: 0.5 * size * len(text))
    >>> layout.names[:2], layout.values_printed
    (('C4.5', 'NaiveBayes'), True)
    """
    check_flag("full", full)
    options = CDOptions(
        page_width=page_width(width),
        font_size=font_size,
        min_font_size=min_font_size,
        show_direction=show_direction,
    )
    texts = content_from(
        comparison,
        highlight=highlight,
        colors=colors,
        rename=rename,
        note=_note(comparison) if note == "auto" else note,
        title=title,
        math=math,
    )
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
        show_direction=show_direction,
        math=math,
    )
    return layout_matrix(content, options, TextMeter(measure))


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


def layout_matrix(content: MatrixContent, options: CDOptions, meter: TextMeter) -> MatrixLayout:
    """Lay out a matrix of p-values in its final order; see `layout_pvalue_matrix`.

    Raises
    ------
    LayoutError
        The matrix does not fit; the message names a width that would do.
    """
    plan = plan_matrix(content, options, meter)
    if plan is None:

        def fits(width: float) -> bool:
            return plan_matrix(content, options, meter, width) is not None

        what = f"a matrix of {content.k} algorithms"
        raise LayoutError(does_not_fit(what, options.page_width, fits, "shorter names (rename)"))
    return draw_matrix(content, options, meter, plan)
