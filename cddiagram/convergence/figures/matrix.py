"""The matrix of Page's tests: who converges faster than whom, both triangles of one-sided p-values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from cddiagram.figures.matrix_drawing import MatrixLayout
from cddiagram.figures.matrix_plan import MatrixContent
from cddiagram.figures.options import CDOptions, check_flag, page_width
from cddiagram.figures.pvalue_matrix import layout_matrix
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.sheet.elements import Measure
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import Highlight, colors_of, display_names, text_or_none, texts_of
from cddiagram.words.numbers import format_alpha

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison


def layout_convergence_matrix(
    comparison: ConvergenceComparison,
    *,
    measure: Measure,
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.0,
    highlight: Highlight | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
) -> MatrixLayout:
    """Lay out the p-values of Page's tests as a full matrix: row converges faster than column, in points.

    Rows stand from fast to slow: by the sum of L against all others. A small triangle marks a row that gained on the
    column but is worse at every cut-point of every problem.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The finished comparison; only its p-values are drawn, nothing is computed.
    measure : callable
        ``measure(text, size, bold, italic)`` -> width of a line of text in points.
    width, font_size, min_font_size, highlight, colors, rename, note, title, math
        As in `cddiagram.figures.pvalue_matrix.layout_pvalue_matrix`.

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
    >>> comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    >>> layout_convergence_matrix(comparison, measure=lambda text, size, bold, italic: 0.5 * size * len(text)).names[-1]
    '(1+1)-ES'
    """
    check_flag("math", math)
    algorithms, order = comparison.algorithms, list(comparison.order)
    accents, tints = colors_of(highlight, algorithms), texts_of("colors", colors, algorithms)
    names = [algorithms[i] for i in order]
    options = CDOptions(
        page_width=page_width(width), font_size=font_size, min_font_size=min_font_size, show_direction=False
    )
    against = comparison.gained_but_worse()[np.ix_(order, order)]
    content = MatrixContent(
        names=display_names(rename, algorithms, names),
        pvalues=np.asarray(comparison.pvalue_adjusted)[np.ix_(order, order)],
        alpha=comparison.alpha,
        full=True,
        against=frozenset(zip(*map(np.ndarray.tolist, np.nonzero(against)), strict=True)),
        against_means="row worse throughout",
        note=text_or_none("note", _note(comparison) if note == "auto" else note),
        title=text_or_none("title", title),
        highlight=tuple(accents.get(name) for name in names),
        colors=tuple(tints.get(name) for name in names),
        show_direction=False,
        math=math,
    )
    return layout_matrix(content, options, TextMeter(measure))


def _note(comparison: ConvergenceComparison) -> str:
    # Spaces that do not break keep the letter with its words.
    adjusted = "p" if comparison.p_adjust == "none" else f"p\u00a0adjusted by {ADJUSTMENTS[comparison.p_adjust].name}"
    return (
        f"Page: row converges faster than column, {adjusted}, {comparison.ranks} ranks, "
        f"α = {format_alpha(comparison.alpha)}"
    )
