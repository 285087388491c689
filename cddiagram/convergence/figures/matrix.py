"""The matrix of Page's tests: who converges faster than whom, both triangles of one-sided p-values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cddiagram.figures.drawing import Drawing, draw_layout
from cddiagram.figures.matrix_drawing import MatrixLayout
from cddiagram.figures.matrix_plan import MatrixContent
from cddiagram.figures.options import CDOptions, check_flag, page_width
from cddiagram.figures.pvalue_matrix import layout_matrix
from cddiagram.names import ADJUSTMENT_NAMES
from cddiagram.sheet.elements import Measure
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import Highlight, colors_of, display_names, text_or_none, texts_of
from cddiagram.words.numbers import format_alpha

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cddiagram.convergence.comparison import ConvergenceComparison


def plot_convergence_matrix(
    comparison: ConvergenceComparison,
    *,
    ax: Axes | None = None,
    ids: bool = False,
    font: str | Sequence[str] | None = None,
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.0,
    highlight: str | Sequence[str] | Mapping[str, str] | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
) -> Drawing[MatrixLayout]:
    """Draw the p-values of Page's tests of all ordered pairs: the row converges faster than the column.

    Rows stand from fast to slow, by the sum of L against all others. The stronger the shade of
    a cell, the smaller its p-value: up to alpha, below .01, below .001; values are printed where cells have room.
    A small triangle marks a row that gained on the column but is worse at every cut-point of every problem.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The finished comparison, from `cddiagram.compare_convergence`.
    ax : matplotlib.axes.Axes, optional
        Draw here, from the upper left corner and in true points; the figure is as wide as the axes. Nothing else of
        its figure is touched. By default a new figure of exactly the layout's size is made.
    ids : bool, default False
        One artist (and SVG id) per element, for example ``cell-2-0`` (row, column).
        Otherwise like elements share one artist and files are smaller.
    font : str or sequence of str, optional
        Family or families of all texts; by default the rc family. DejaVu Sans stands in for missing characters.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or a number of inches; exactly the width of the page. The height follows.
    font_size, min_font_size : float, default 8.0 and 6.0
        Size of the names in points, and the smallest to which they may shrink.
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms to set off in bold and in the accent or the given colour.
    colors : mapping of str to colour, optional
        Colours of single algorithms.
    rename : mapping of str to str, optional
        Names of algorithms to print instead.
    note : str, optional
        By default what the cells show, the ranks, and alpha; None for no note.
    title : str, optional
        A line above the figure.
    math : bool, default False
        Read ``$...$`` in names as mathtext; otherwise every character is literal.

    Returns
    -------
    Drawing of MatrixLayout
        With the figure, the axes, the layout in numbers, and ``save``.

    Raises
    ------
    UsageError
        An option has an unknown value or names an unknown algorithm, or `width` and `ax` are both given.
    LayoutError
        The figure does not fit the width, or `ax` is too low; the message names the size that is needed.

    Warns
    -----
    UserWarning
        If no font has a glyph for some character of a name.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = plot_convergence_matrix(cd.compare_convergence(cd.load_histories("optimisers")))
    >>> drawing.layout.width / 72, drawing.layout.names[-1]
    (3.3, '(1+1)-ES')
    """
    return draw_layout(layout_convergence_matrix, locals())


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
    adjusted = "p" if comparison.p_adjust == "none" else f"p\u00a0adjusted by {ADJUSTMENT_NAMES[comparison.p_adjust]}"
    return (
        f"Page: row converges faster than column, {adjusted}, {comparison.ranks} ranks, "
        f"α = {format_alpha(comparison.alpha)}"
    )
