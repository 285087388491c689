"""Axes on which matplotlib paints a layout: of a new figure of its size, or given
ones.
"""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cddiagram._util import ONE_AT_A_TIME
from cddiagram.sheet.elements import Sheet
from cddiagram.sheet.mpl.fonts import InstalledFonts
from cddiagram.sheet.mpl.painter import paint
from cddiagram.text import LayoutError, UsageError

#: Points to inches and a trifle more: matplotlib cuts off fractions of pixels; the last
#: bit could cost a whole one.
_INCHES = (1.0 + 2e-14) / 72.0

#: Axes may be this much lower than needed, in points: less than a rounding error of
#: their position is no defect.
_SLACK = 0.01


def painted(
    sheet: Sheet,
    families: tuple[str, ...],
    *,
    ax: Axes | None = None,
    ids: bool = False,
    stacklevel: int = 2,
) -> Axes:
    """Paint a layout on the axes of a new figure of its size, or on given axes that are
    not too low or too narrow.
    """
    with ONE_AT_A_TIME:
        if ax is None:
            size = (sheet.width * _INCHES, sheet.height * _INCHES)
            figure = Figure(figsize=size, layout="none")  # type: ignore[arg-type]
            figure.patch.set(
                sketch_params=None, path_effects=[]
            )  # the page is a rectangle under any rc settings
            ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
            width, height = sheet.width, sheet.height
        else:
            width, height = box_of(ax)
            needed = f"{sheet.width / 72.0:.2f} x {sheet.height / 72.0:.2f} in"
            if height < sheet.height - _SLACK:
                raise LayoutError(
                    f"the axes are {height:.1f} pt high, but the figure needs "
                    f"{sheet.height:.1f} pt ({needed}): "
                    "make the axes higher or wider."
                )
            if width < sheet.width - _SLACK:
                wide = (
                    f"the axes are {width:.1f} pt wide, but the figure needs "
                    f"{sheet.width:.1f} pt ({needed})."
                )
                raise LayoutError(wide)
        ax.set_axis_off()
        ax.set_aspect("auto")
        # emit=False: axes that share an axis with this one keep their limits.
        ax.set_xlim(0.0, width, emit=False, auto=False)
        ax.set_ylim(height, 0.0, emit=False, auto=False)
        paint(
            sheet,
            ax,
            InstalledFonts(families),
            page=figure_of(ax).get_facecolor(),
            ids=ids,
            stacklevel=stacklevel + 1,
        )
        return ax


def is_alone(ax: Axes, sheet: Sheet) -> bool:
    """Whether a figure is a layout and nothing around it."""
    figure = figure_of(ax)
    points = figure.get_size_inches() * 72.0
    return figure.axes == [ax] and bool(
        abs(points - (sheet.width, sheet.height)).max() <= _SLACK
    )


def figure_of(ax: Axes) -> Figure:
    """Return the whole figure that axes belong to."""
    figure = ax.get_figure(root=True)
    if not isinstance(figure, Figure):
        raise UsageError(
            "the axes belong to no figure any more: give axes of a figure."
        )
    return figure


def box_of(ax: Axes) -> tuple[float, float]:
    """Return width and height of the box of `ax`, which must have rectangular
    coordinates, in points.
    """
    if getattr(ax, "name", "") != "rectilinear":
        raise UsageError(
            f"cannot draw on {type(ax).__name__}: give ordinary two-dimensional axes."
        )
    figure = figure_of(ax)
    # The aspect is set to "auto" when the figure is drawn, so the box is the one before
    # any aspect was applied.
    box = ax.get_position(original=True)
    locator = ax.get_axes_locator()
    if locator is not None:  # inset axes learn their place only now
        box = locator(ax, None)  # type: ignore[arg-type]
    return (
        box.width * ax.figure.bbox.width * 72.0 / figure.dpi,
        box.height * ax.figure.bbox.height * 72.0 / figure.dpi,
    )


def width_for(ax: Axes, width: str | float) -> str | float:
    """Return the width that a layout on given axes is made for, in inches; an option
    besides is refused.
    """
    if width != "column":
        raise UsageError(
            "width and ax are both given: the figure is as wide as the axes, so leave "
            "out width."
        )
    return box_of(ax)[0] / 72.0
