"""The matrix of Page's tests, drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cddiagram.convergence.figures.matrix import layout_convergence_matrix
from cddiagram.figures.drawing import Drawing, draw_layout
from cddiagram.figures.matrix_drawing import MatrixLayout

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
