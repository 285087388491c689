"""Convergence curves, drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cddiagram.convergence.figures.curves import ConvergenceLayout, layout_convergence_curves
from cddiagram.figures.drawing import Drawing, draw_layout

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cddiagram.convergence.histories import Histories


def plot_convergence_curves(
    histories: Histories,
    *,
    problem: str | None = None,
    scale: str = "auto",
    ax: Axes | None = None,
    ids: bool = False,
    font: str | Sequence[str] | None = None,
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.5,
    highlight: str | Sequence[str] | Mapping[str, str] | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
) -> Drawing[ConvergenceLayout]:
    """Draw the convergence curves of all algorithms on one problem, or their means over all problems.

    Values are drawn at the cut-points, which thin vertical lines mark. Lines differ by their dashes, names stand at
    their ends; highlighted algorithms are solid and thicker.

    Parameters
    ----------
    histories : Histories
        What to draw; errors (distances from the optimum) where an optimum is known.
    problem : str, optional
        Which problem; by default the mean over all problems.
    scale : {"auto", "log", "linear"}, default "auto"
        Axis of the values: logarithmic, with a place of its own for 0, unless values are negative or higher is better.
    ax : matplotlib.axes.Axes, optional
        Draw here, from the upper left corner and in true points; the figure is as wide as the axes. Nothing else of
        its figure is touched. By default a new figure of exactly the layout's size is made.
    ids : bool, default False
        One artist (and SVG id) per element, for example ``curve-3``.
        Otherwise like elements share one artist and files are smaller.
    font : str or sequence of str, optional
        Family or families of all texts; by default the rc family. DejaVu Sans stands in for missing characters.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or a number of inches; exactly the width of the page. The height follows.
    font_size, min_font_size : float, default 8.0 and 6.5
        Size of the names in points, and the smallest to which they may shrink.
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms to set off in bold and in the accent or the given colour.
    colors : mapping of str to colour, optional
        Colours of single algorithms.
    rename : mapping of str to str, optional
        Names of algorithms to print instead.
    note : str, optional
        By default what is drawn, and which direction is better; None for no note.
    title : str, optional
        A line above the figure.
    math : bool, default False
        Read ``$...$`` in names as mathtext; otherwise every character is literal.

    Returns
    -------
    Drawing of ConvergenceLayout
        With the figure, the axes, the layout in numbers, and ``save``.

    Raises
    ------
    InputError
        An unknown problem.
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
    >>> drawing = plot_convergence_curves(cd.load_histories("optimisers"), problem="Rastrigin", highlight="PSO")
    >>> drawing.layout.width / 72
    3.3
    """
    return draw_layout(layout_convergence_curves, locals())
