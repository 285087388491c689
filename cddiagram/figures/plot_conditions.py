"""The conditions of parametric tests, drawn: histogram, normal Q-Q plot and tests of each algorithm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cddiagram.figures.conditions import ConditionsLayout, layout_conditions
from cddiagram.figures.drawing import Drawing, draw_layout

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cddiagram.stats.check_conditions import Conditions


def plot_conditions(
    conditions: Conditions,
    *,
    ax: Axes | None = None,
    ids: bool = False,
    font: str | Sequence[str] | None = None,
    width: str | float = "column",
    font_size: float = 8.0,
    highlight: str | Sequence[str] | Mapping[str, str] | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
) -> Drawing[ConditionsLayout]:
    """Draw histogram, normal Q-Q plot and normality tests of each algorithm's scores, best algorithm first.

    The curve over a histogram and the line in a Q-Q plot are those of a normal distribution with the same mean and
    standard deviation. The p-values are not judged against a level: with few data sets a test misses much, with many
    it finds every trifle.

    Parameters
    ----------
    conditions : Conditions
        The finished tests, from `cddiagram.check_conditions`.
    ax : matplotlib.axes.Axes, optional
        Draw here, from the upper left corner and in true points; the panels fill the width of the axes. Nothing else
        of the figure is touched. By default a new figure of exactly the needed size is made.
    ids : bool, default False
        One artist (and SVG id) per element. Otherwise like elements share one artist and files are smaller.
    font : str or sequence of str, optional
        Family or families of all texts; by default the rc family. DejaVu Sans stands in for missing characters.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or a number of inches; exactly the width of the page. The height follows.
    font_size : float, default 8.0
        Size of the names in points; all else is 1 pt smaller.
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms whose names are set in bold and in the accent or the given colour.
    colors : mapping of str to colour, optional
        Colours of single names.
    rename : mapping of str to str, optional
        Names to print instead.
    note : str, optional
        By default what the panels show, and Levene's test of equal variances; None for no note.
    title : str, optional
        A line above the panels.
    math : bool, default False
        Read ``$...$`` in names as mathtext; otherwise every character is literal.

    Returns
    -------
    Drawing of ConditionsLayout
        With the figure, the axes, the layout in numbers, and ``save``.

    Raises
    ------
    UsageError
        An option has an unknown value or names an unknown algorithm, or `width` and `ax` are both given.
    LayoutError
        Not one panel fits the width, or `ax` is too low; the message names the size that is needed.

    Warns
    -----
    UserWarning
        If no font has a glyph for some character of a name.

    Examples
    --------
    >>> import cddiagram as cd
    >>> from cddiagram.figures.plot_conditions import plot_conditions
    >>> from cddiagram.stats.check_conditions import check_conditions
    >>> drawing = plot_conditions(check_conditions(cd.load_example("garcia2008-table2")))
    >>> drawing.layout.names[0]
    'C4.5'
    """
    return draw_layout(layout_conditions, locals())
