"""All problems of one pair, drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cddiagram.convergence.figures.problems import ProblemsLayout, layout_convergence_problems
from cddiagram.figures.drawing import Drawing, draw_layout

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cddiagram.convergence.comparison import ConvergenceComparison


def plot_convergence_problems(
    comparison: ConvergenceComparison,
    first: str,
    second: str,
    *,
    scale: str = "auto",
    ax: Axes | None = None,
    ids: bool = False,
    font: str | Sequence[str] | None = None,
    width: str | float = "column",
    font_size: float = 8.0,
    rename: Mapping[str, str] | None = None,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
) -> Drawing[ProblemsLayout]:
    """Draw the curves of one pair on every problem as small multiples.

    The first algorithm is solid, the second dashed; a triangle marks problems on which the first gained on the second
    over the cut-points (its ranks rise), a ring those on which the second did. Every panel has its own range, printed
    below it.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The finished comparison, from `cddiagram.compare_convergence`.
    first, second : str
        The pair.
    scale : {"auto", "log", "linear"}, default "auto"
        Axis of the values: logarithmic, with a place of its own for 0, unless values are negative or higher is better.
    ax : matplotlib.axes.Axes, optional
        Draw here, from the upper left corner and in true points; the figure is as wide as the axes. Nothing else of
        its figure is touched. By default a new figure of exactly the layout's size is made.
    ids : bool, default False
        One artist (and SVG id) per element, for example ``first-3``.
        Otherwise like elements share one artist and files are smaller.
    font : str or sequence of str, optional
        Family or families of all texts; by default the rc family. DejaVu Sans stands in for missing characters.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or a number of inches; exactly the width of the page. The height follows.
    font_size : float, default 8.0
        Size of the title in points; all else is 1 pt smaller.
    rename : mapping of str to str, optional
        Names of algorithms to print instead.
    note : str, optional
        By default what the panels show; None for no note.
    title : str, optional
        A line above the figure.
    math : bool, default False
        Read ``$...$`` in names as mathtext; otherwise every character is literal.

    Returns
    -------
    Drawing of ProblemsLayout
        With the figure, the axes, the layout in numbers, and ``save``.

    Raises
    ------
    InputError
        An unknown algorithm, or one algorithm twice.
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
    >>> comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    >>> plot_convergence_problems(comparison, "PSO", "Random search", width="page").layout.columns
    6
    """
    return draw_layout(layout_convergence_problems, locals())
