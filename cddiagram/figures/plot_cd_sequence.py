"""A sequence of comparisons, drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cddiagram.figures.cd_sequence import layout_cd_sequence
from cddiagram.figures.cd_sequence_drawing import SequenceLayout
from cddiagram.figures.drawing import Drawing, draw_layout

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cddiagram.comparison import Comparison


def plot_cd_sequence(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    *,
    titles: Sequence[str] | None = None,
    ax: Axes | None = None,
    ids: bool = False,
    font: str | Sequence[str] | None = None,
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.5,
    rank_range: str | tuple[float, float] = "full",
    highlight: str | Sequence[str] | Mapping[str, str] | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    show_direction: bool = True,
    note: str | None = "auto",
    title: str | None = None,
    max_lanes: int = 12,
    math: bool = False,
) -> Drawing[SequenceLayout]:
    """Draw several comparisons of the same algorithms (metrics, budgets, subsets) side by side.

    Each column is a rank axis with the best on top; a line follows each algorithm from column to column. Right of
    each axis stand the column's groups of algorithms that are not significantly different, as bars (a thin link hops
    over who is not in its group);
    with a control, filled markers are different from it and hollow ones are not. Algorithms that tie on an axis
    leave it in the order in which they came, so lines do not cross there.

    Parameters
    ----------
    comparisons : sequence of Comparison, or mapping of title to Comparison
        Two or more finished comparisons of the same algorithms, from `cddiagram.compare`.
    titles : sequence of str, optional
        A title for each; by default the keys of a mapping, otherwise (a), (b), ...
    ax : matplotlib.axes.Axes, optional
        Draw here, from the upper left corner and in true points; the sequence is as wide as the axes. Nothing else
        of the figure is touched. By default a new figure of exactly the sequence's size is made.
    ids : bool, default False
        One artist (and SVG id) per element, for example ``marker-1-0`` (column, rank position). Otherwise like
        elements share one artist and files are smaller.
    font : str or sequence of str, optional
        Family or families of all texts; by default the rc family. DejaVu Sans stands in for missing characters.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or a number of inches; exactly the width of the page. The height follows.
    font_size, min_font_size : float, default 8.0 and 6.5
        Size of the names in points, and the size below which names are broken into lines instead.
    rank_range : {"full", "data", "auto"} or (float, float), default "full"
        Ends of the axes: 1 to k, or around the data of all columns.
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms to set in bold and in the accent or the given colour.
    colors : mapping of str to colour, optional
        Colours of single algorithms.
    rename : mapping of str to str, optional
        Names to print instead.
    show_direction : bool, default True
        Draw the arrow to the better end.
    note : str, optional
        By default the test and alpha, of each column where they differ; None for no note.
    title : str, optional
        A line above the sequence.
    max_lanes : int, default 12
        With more rows of bars than this (pairwise tests only) the figure says how many groups a column has instead.
    math : bool, default False
        Read ``$...$`` in names and titles as mathtext; otherwise every character is literal.

    Returns
    -------
    Drawing of SequenceLayout
        With the figure, the axes, the layout in numbers, and ``save``.

    Raises
    ------
    InputError
        The comparisons do not have the same algorithms; the message names those that differ.
    UsageError
        Fewer than two comparisons, not one title for each, an option with an unknown value or for an unknown
        algorithm, or `width` and `ax` are both given.
    LayoutError
        The columns or their titles do not fit the width, or `ax` is too low; the message names the size needed.

    Warns
    -----
    UserWarning
        If no font has a glyph for some character of a name.

    Examples
    --------
    >>> import cddiagram as cd
    >>> from cddiagram.figures.plot_cd_sequence import plot_cd_sequence
    >>> table = cd.load_example("garcia2008-table2")
    >>> tests = {test: cd.compare(table, pair_test=test) for test in ("ranks", "wilcoxon", "sign")}
    >>> plot_cd_sequence(tests).layout.titles
    ('ranks', 'wilcoxon', 'sign')
    """
    return draw_layout(layout_cd_sequence, locals())
