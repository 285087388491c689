"""The axes on which a layout is drawn with matplotlib."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cddiagram._util import ONE_AT_A_TIME
from cddiagram.sheet.elements import Sheet
from cddiagram.sheet.mpl.fonts import InstalledFonts
from cddiagram.sheet.mpl.painter import paint
from cddiagram.text import LayoutError, UsageError

#: The length of a point in inches. It is rounded up slightly. Matplotlib truncates
#: fractional pixels, so a rounding error in the last bit could remove a whole pixel.
_INCHES = (1.0 + 2e-14) / 72.0

#: Because of rounding errors, two sizes of axes are considered equal if they differ by
#: at most this many points.
_SLACK = 0.01


def painted(
    sheet: Sheet,
    families: tuple[str, ...],
    *,
    ax: Axes | None = None,
    ids: bool = False,
    stacklevel: int = 2,
) -> Axes:
    """Paint a layout on the axes of a new figure of the same size, or on given axes.

    Raises
    ------
    LayoutError
        If the axes are too small.
    """
    with ONE_AT_A_TIME:
        width, height = sheet.width, sheet.height
        if ax is None:
            ax = _new_axes(sheet)
        else:
            width, height = _checked_box(ax, sheet)
        ax.set_axis_off()
        ax.set_aspect("auto")
        # With emit=False, other axes that share their x-axis or y-axis with these axes
        # keep their limits.
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


def _new_axes(sheet: Sheet) -> Axes:
    """Return the axes of a new figure of the size of a layout."""
    size = (sheet.width * _INCHES, sheet.height * _INCHES)
    figure = Figure(figsize=size, layout="none")  # type: ignore[arg-type]
    # The page is a plain rectangle regardless of the rc settings.
    figure.patch.set(sketch_params=None, path_effects=[])
    return figure.add_axes((0.0, 0.0, 1.0, 1.0))


def _checked_box(ax: Axes, sheet: Sheet) -> tuple[float, float]:
    """Return the width and the height of axes. Raise an error if the axes are smaller
    than the layout.
    """
    width, height = box_of(ax)
    inches = f"{sheet.width / 72.0:.2f} x {sheet.height / 72.0:.2f} in"
    if height < sheet.height - _SLACK:
        raise LayoutError(
            f"the axes are {height:.1f} pt tall, but the figure needs "
            f"{sheet.height:.1f} pt ({inches}). Make the axes taller or wider."
        )
    if width < sheet.width - _SLACK:
        raise LayoutError(
            f"the axes are {width:.1f} pt wide, but the figure needs "
            f"{sheet.width:.1f} pt ({inches}). Make the axes wider."
        )
    return width, height


def is_alone(ax: Axes, sheet: Sheet) -> bool:
    """Return whether the figure contains only these axes and has exactly the size of
    the layout.
    """
    figure = figure_of(ax)
    if figure.axes != [ax]:
        return False
    points = figure.get_size_inches() * 72.0
    excess = abs(points - (sheet.width, sheet.height)).max()
    return bool(excess <= _SLACK)


def figure_of(ax: Axes) -> Figure:
    """Return the top-level figure to which axes belong."""
    figure = ax.get_figure(root=True)
    if not isinstance(figure, Figure):
        raise UsageError(
            "the axes no longer belong to a figure. Pass axes that belong to a figure."
        )
    return figure


def box_of(ax: Axes) -> tuple[float, float]:
    """Return the width and the height of axes in points.

    Raises
    ------
    UsageError
        If the axes do not have rectangular coordinates.
    """
    if getattr(ax, "name", "") != "rectilinear":
        raise UsageError(
            f"cannot draw on {type(ax).__name__}. Pass two-dimensional Cartesian axes."
        )
    figure = figure_of(ax)
    # The layout uses the aspect "auto". It requires the position that the axes had
    # before a different aspect was applied.
    box = ax.get_position(original=True)
    locator = ax.get_axes_locator()
    if locator is not None:  # inset axes
        box = locator(ax, None)  # type: ignore[arg-type]
    around = ax.figure.bbox
    width = box.width * around.width * 72.0 / figure.dpi
    height = box.height * around.height * 72.0 / figure.dpi
    return width, height


def width_for(ax: Axes, width: str | float) -> str | float:
    """Return the width of a layout on axes, in inches.

    Raises
    ------
    UsageError
        If the option `width` is specified as well.
    """
    if width != "column":
        raise UsageError(
            "width and ax cannot be combined, because the figure is as wide as the "
            "axes. Omit width."
        )
    return box_of(ax)[0] / 72.0
