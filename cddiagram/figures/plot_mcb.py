"""Multiple comparisons with the best (MCB), drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cddiagram.figures.drawing import Drawing, draw_layout
from cddiagram.figures.mcb import MCBLayout, layout_mcb

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cddiagram.comparison import Comparison


def plot_mcb(
    comparison: Comparison,
    *,
    reference: str = "best",
    ax: Axes | None = None,
    ids: bool = False,
    font: str | Sequence[str] | None = None,
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.5,
    show_ranks: bool = True,
    rank_decimals: str | int = "auto",
    highlight: str | Sequence[str] | Mapping[str, str] | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    show_direction: bool = True,
    note: str | None = "auto",
    title: str | None = None,
    wrap: str | bool = "auto",
    math: bool = False,
) -> Drawing[MCBLayout]:
    """Draw multiple comparisons with the best (MCB): which algorithms are significantly different from it.

    Each algorithm, best on top, has an interval of its average rank plus and minus half the critical difference. The
    band over all rows is the interval of the reference, whose name is bold. The marker of an algorithm whose interval
    misses the band is filled: it is significantly different from the reference, the diamond. The others are hollow.
    Only comparisons with the reference can be read off. Colours follow rc ``text.color`` and ``figure.facecolor``.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`; it must have a critical difference.
    reference : str, default "best"
        The algorithm that the others are held against; "best" is the control of the comparison if it has one (the
        only one whose pairs were tested), else the best-ranked algorithm.
    ax : matplotlib.axes.Axes, optional
        Draw here, from the upper left corner and in true points; the figure is as wide as the axes. Nothing else of
        the figure is touched. By default a new figure of exactly the layout's size is made.
    ids : bool, default False
        One artist (and SVG id) per element, for example ``interval-0``, ``marker-0``, ``label-0``; numbers are rank
        positions from 0. Otherwise like elements share one artist and files are smaller.
    font : str or sequence of str, optional
        Family or families of all texts; by default the rc family. DejaVu Sans stands in for missing characters.
    width : str or float, default "column"
        ``"column"`` (3.3 in), ``"page"`` (6.75 in), a venue's width (`cddiagram.sheet.widths.NAMED_WIDTHS`), or a
        number of inches; exactly the width of the page. The height follows.
    font_size, min_font_size : float, default 8.0 and 6.5
        Size of the names in points, and the smallest to which they shrink before they are broken over lines.
    show_ranks : bool, default True
        Print the average ranks next to the names.
    rank_decimals : {"auto", 2, 3}, default "auto"
        Three where two different ranks would print alike.
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms to set in bold and in the accent or the given colour.
    colors : mapping of str to colour, optional
        Colours of single algorithms.
    rename : mapping of str to str, optional
        Names to print instead.
    show_direction : bool, default True
        Draw the arrow to the better end.
    note : str, optional
        By default the test, a reference other than the best, and alpha; None for no note.
    title : str, optional
        A line above the figure.
    wrap : {"auto", True, False}, default "auto"
        Whether long names may be broken into lines.
    math : bool, default False
        Read ``$...$`` in names as mathtext; otherwise every character is literal.

    Returns
    -------
    Drawing of MCBLayout
        With the figure, the axes, the layout in numbers, and ``save``.

    Raises
    ------
    UsageError
        The comparison has no critical difference, an option has an unknown value or names an unknown algorithm, or
        `width` and `ax` are both given.
    InputError
        A pair of the reference was not tested.
    LayoutError
        The figure does not fit the width, or `ax` is too low; the message names the size that is needed.

    Warns
    -----
    UserWarning
        If no font has a glyph for some character of a name.

    References
    ----------
    A. J. Koning, P. H. Franses, M. Hibon and H. O. Stekler (2005), The M3 competition: statistical tests of the
    results, International Journal of Forecasting 21:397-409.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = plot_mcb(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    >>> drawing.layout.reference.different
    (False, False, False, True)
    """
    return draw_layout(layout_mcb, locals())
