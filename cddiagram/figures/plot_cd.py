"""The critical-difference diagram, drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cddiagram.figures.cd import layout_cd
from cddiagram.figures.drawing import Drawing, draw_layout
from cddiagram.figures.record import CDLayout

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cddiagram.comparison import Comparison


def plot_cd(
    comparison: Comparison,
    *,
    ax: Axes | None = None,
    ids: bool = False,
    font: str | Sequence[str] | None = None,
    width: str | float = "column",
    layout: str = "auto",
    labels: str = "auto",
    side: str = "both",
    best: str = "right",
    font_size: float = 8.0,
    min_font_size: float = 6.5,
    show_ranks: bool = True,
    rank_decimals: str | int = "auto",
    rank_range: str | tuple[float, float] = "auto",
    highlight: str | Sequence[str] | Mapping[str, str] | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    show_ruler: bool = True,
    show_direction: bool = True,
    note: str | None = "auto",
    title: str | None = None,
    wrap: str | bool = "auto",
    max_lanes: int = 12,
    letters: str | bool = "auto",
    math: bool = False,
) -> Drawing[CDLayout]:
    r"""Draw the critical-difference diagram of a comparison.

    The comparison decides what is drawn: groups of algorithms that are not significantly different as bars at the
    exact ranks (a thin link hops over who is not in its group), a ruler where one critical difference decides, and
    with a control its interval and filled (different) and hollow (not different) markers. Colours follow rc
    ``text.color`` and ``figure.facecolor``.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`.
    ax : matplotlib.axes.Axes, optional
        Draw here, from the upper left corner and in true points; the diagram is as wide as the axes. Nothing else of
        the figure is touched. Apply any layout engine of the figure before. By default a new figure of exactly the
        diagram's size is made.
    ids : bool, default False
        One artist (and SVG id) per element, for example ``label-0``, ``leader-0``, ``clique-1``; numbers are rank
        positions from 0. Otherwise like elements share one artist and files are smaller.
    font : str or sequence of str, optional
        Family or families of all texts; by default the rc family. DejaVu Sans stands in for missing characters.
    width : str or float, default "column"
        ``"column"`` (3.3 in), ``"page"`` (6.75 in), the column or page of a venue (``"ieee-"``, ``"acm-"``,
        ``"elsevier-"``, ``"springer-"``, ``"lncs-"``, ``"neurips-"`` or ``"jmlr-"`` before ``column`` or ``page``), or
        a number of inches; exactly the width of the page. The height follows.
    layout : {"auto", "horizontal", "list"}, default "auto"
        The classic diagram, or a ranked list with the best on top. ``"auto"`` takes the list where the classic
        diagram would need type that is too small.
    labels : {"auto", "column", "stair"}, default "auto"
        Names of the classic diagram in aligned columns, or each at its own leader.
    side : {"both", "left", "right"}, default "both"
        Where the names stand.
    best : {"right", "left"}, default "right"
        The end of the axis with rank 1.
    font_size, min_font_size : float, default 8.0 and 6.5
        Size of the names in points, and the size below which the layout changes instead.
    show_ranks : bool, default True
        Print the average ranks next to the names.
    rank_decimals : {"auto", 2, 3}, default "auto"
        Three where two different ranks would print alike.
    rank_range : {"auto", "full", "data"} or (float, float), default "auto"
        Ends of the axis: 1 to k, or around the data.
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms to set in bold and in the accent or the given colour.
    colors : mapping of str to colour, optional
        Colours of single algorithms.
    rename : mapping of str to str, optional
        Names to print instead.
    show_ruler, show_direction : bool, default True
        Draw the ruler of the critical difference; the arrow to the better end.
    note : str, optional
        By default the test and alpha; None for no note.
    title : str, optional
        A line above the diagram.
    wrap : {"auto", True, False}, default "auto"
        Whether long names may be broken into lines.
    max_lanes : int, default 12
        With more rows of bars than this (pairwise tests only) the groups get letters instead, in the list.
    letters : {"auto", True, False}, default "auto"
        Whether the list shows the groups by letters instead of bars: two algorithms share one if and only if they are
        not significantly different; markers are filled where different from the best. "auto": where bars are too many.
    math : bool, default False
        Read ``$...$`` in names as mathtext; otherwise every character is literal.

    Returns
    -------
    Drawing of CDLayout
        With the figure, the axes, the layout in numbers, and ``save``.

    Raises
    ------
    UsageError
        An option has an unknown value or names an unknown algorithm, or `width` and `ax` are both given.
    LayoutError
        The diagram does not fit the width, or `ax` is too low; the message names the size that is needed.

    Warns
    -----
    UserWarning
        If no font has a glyph for some character of a name.

    References
    ----------
    Demšar (2006), Statistical comparisons of classifiers over multiple data sets, JMLR 7:1-30, section 3.2.4.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = cd.plot_cd(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    >>> drawing.layout.width / 72
    3.3
    """
    return draw_layout(layout_cd, locals())
