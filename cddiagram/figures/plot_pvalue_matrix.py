"""The matrix of p-values, drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cddiagram.figures.drawing import Drawing, draw_layout
from cddiagram.figures.matrix_drawing import MatrixLayout
from cddiagram.figures.pvalue_matrix import layout_pvalue_matrix

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cddiagram.comparison import Comparison


def plot_pvalue_matrix(
    comparison: Comparison,
    *,
    full: bool = False,
    ax: Axes | None = None,
    ids: bool = False,
    font: str | Sequence[str] | None = None,
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.0,
    highlight: str | Sequence[str] | Mapping[str, str] | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    show_direction: bool = True,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
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
    ax : matplotlib.axes.Axes, optional
        Draw here, from the upper left corner and in true points; the matrix is as wide as the axes. Nothing else of
        the figure is touched. By default a new figure of exactly the matrix's size is made.
    ids : bool, default False
        One artist (and SVG id) per element, for example ``cell-2-0`` (row, column; rank positions from 0). Otherwise
        like elements share one artist and files are smaller.
    font : str or sequence of str, optional
        Family or families of all texts; by default the rc family. DejaVu Sans stands in for missing characters.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or a number of inches; exactly the width of the page. The height follows.
    font_size, min_font_size : float, default 8.0 and 6.0
        Size of the names in points, and the size below which cells get narrower and names are broken instead.
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms to set in bold and in the accent or the given colour.
    colors : mapping of str to colour, optional
        Colours of single names.
    rename : mapping of str to str, optional
        Names to print instead.
    show_direction : bool, default True
        Draw the arrow to the better end.
    note : str, optional
        By default the test, what the p-values are, and alpha; None for no note.
    title : str, optional
        A line above the matrix.
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
        The matrix does not fit the width, or `ax` is too low; the message names the size that is needed.

    Warns
    -----
    UserWarning
        If no font has a glyph for some character of a name.

    Examples
    --------
    >>> import cddiagram as cd
    >>> from cddiagram.figures.plot_pvalue_matrix import plot_pvalue_matrix
    >>> comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
    >>> drawing = plot_pvalue_matrix(comparison)
    >>> drawing.layout.names[0], drawing.layout.width / 72
    ('C4.5', 3.3)
    """
    return draw_layout(layout_pvalue_matrix, locals())
