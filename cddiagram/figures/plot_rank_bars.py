"""Rank bars, drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cddiagram.figures.drawing import Drawing, draw_layout
from cddiagram.figures.rank_bars import RankBarsLayout, layout_rank_bars

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cddiagram.comparison import Comparison


def plot_rank_bars(
    comparison: Comparison,
    *,
    alphas: Sequence[float] | float | None = None,
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
) -> Drawing[RankBarsLayout]:
    """Draw the average ranks of a comparison as bars, with cut lines.

    Bars start at 0, best on top. The control has an outline only. With a critical difference a cut line for each alpha
    stands at the control's rank plus the difference: bars beyond it are significantly worse, with the stronger shade if
    so at the first alpha. Where algorithms rank better than the control a line also stands at its rank minus the
    difference (only there if none ranks worse): bars that end before it are significantly better, and shaded alike. A
    procedure without a critical difference, as Holm's, has one shade for each alpha instead. A key says what the shades
    mean. In a comparison of all pairs the best-ranked algorithm takes the control's place, and the note says so: all
    its pairs are in the family of tests. Colours follow rc ``text.color`` and ``figure.facecolor``.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`.
    alphas : float or sequence of float, optional
        One to three levels; by default the level of the comparison. Nothing is tested again.
    ax : matplotlib.axes.Axes, optional
        Draw here, from the upper left corner and in true points; the figure is as wide as the axes. Nothing else of
        the figure is touched. By default a new figure of exactly the layout's size is made.
    ids : bool, default False
        One artist (and SVG id) per element, for example ``bar-0``, ``label-0``, ``cut-0.05``; numbers are rank
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
        Algorithms to set in bold and to outline in the accent or the given colour.
    colors : mapping of str to colour, optional
        Colours of single algorithms.
    rename : mapping of str to str, optional
        Names to print instead.
    show_direction : bool, default True
        Draw the arrow to the better end.
    note : str, optional
        By default the test, the control, and alpha where no cut line bears it; None for no note.
    title : str, optional
        A line above the figure.
    wrap : {"auto", True, False}, default "auto"
        Whether long names may be broken into lines.
    math : bool, default False
        Read ``$...$`` in names as mathtext; otherwise every character is literal.

    Returns
    -------
    Drawing of RankBarsLayout
        With the figure, the axes, the layout in numbers, and ``save``.

    Raises
    ------
    UsageError
        An option has an unknown value or names an unknown algorithm, or `width` and `ax` are both given.
    InputError
        An average rank is not positive, or a pair of the control was not tested.
    LayoutError
        The figure does not fit the width, or `ax` is too low; the message names the size that is needed.

    Warns
    -----
    UserWarning
        If no font has a glyph for some character of a name.

    References
    ----------
    SCI2S, Statistical Inference in Computational Intelligence and Data Mining, https://sci2s.ugr.es/sicidm.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), control="C4.5+m")
    >>> drawing = plot_rank_bars(comparison, alphas=(0.05, 0.10))
    >>> drawing.layout.width / 72
    3.3
    """
    return draw_layout(layout_rank_bars, locals())
