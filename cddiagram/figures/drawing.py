"""A finished drawing: the figure, its axes and the layout behind it, ready to be saved or shown."""

from __future__ import annotations

import base64
import os
import warnings
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from matplotlib.figure import Figure

from cddiagram._util.records import ShortRepr
from cddiagram.errors import LayoutError, OutputError, UsageError
from cddiagram.provenance import Provenance
from cddiagram.sheet.elements import Measure, Sheet
from cddiagram.sheet.look import Look
from cddiagram.sheet.mpl.colors import faint_warning, palette
from cddiagram.sheet.mpl.fonts import Fonts
from cddiagram.sheet.mpl.painter import paint
from cddiagram.sheet.mpl.saving import check_saving, collector_paused, format_of, to_bytes, write_files
from cddiagram.sheet.mpl.settings import ONE_AT_A_TIME
from cddiagram.sheet.mpl.tex import pgf_of
from cddiagram.sheet.write_tikz import tikz_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The layout of a figure: each ``plot_*`` function says which.
LayoutT = TypeVar("LayoutT", bound=Sheet)

#: Points to inches and a trifle more: matplotlib cuts off fractions of pixels; the last bit could cost a whole one.
_INCHES = (1.0 + 2e-14) / 72.0

#: Axes may be this much lower than needed, in points: less than a rounding error of their position is no defect.
_SLACK = 0.01


@dataclass(frozen=True, kw_only=True, eq=False)
class Drawing(ShortRepr, Generic[LayoutT]):
    """What every ``plot_*`` function returns.

    Attributes
    ----------
    figure : matplotlib.figure.Figure
        The whole figure; not known to pyplot.
    ax : matplotlib.axes.Axes
        The axes drawn on. Their data units are points, y grows downwards.
    layout : Sheet
        The numbers behind the drawing: size and elements in points, and what the figure's own layout adds. Its type is
        that of the figure, `CDLayout` for `plot_cd`.
    colors : mapping of str to str
        The colour of each role (`cddiagram.sheet.elements.ROLES`) in this drawing.
    families : tuple of str
        The families of its texts.
    provenance : Provenance or None
        What it was made from and how; saved files carry it, and ``cddiagram inspect`` prints it.

    Examples
    --------
    >>> from cddiagram.sheet.elements import Sheet, Text
    >>> fonts = Fonts()
    >>> word = Text(gid="word", x=2, y=6, text="word", size=8, width=fonts.measure("word", 8))
    >>> drawing = draw(Sheet(width=72, height=12, elements=(word,)), fonts)
    >>> [float(inches) for inches in drawing.figure.get_size_inches().round(3)]
    [1.0, 0.167]
    """

    figure: Figure
    ax: Axes
    layout: LayoutT
    colors: Mapping[str, str] = field(repr=False)
    families: tuple[str, ...] = field(default=(), repr=False)
    provenance: Provenance | None = field(default=None, repr=False)

    def save(
        self,
        path: str | os.PathLike[str],
        *more: str | os.PathLike[str],
        transparent: bool = False,
        text: str = "outlines",
        dpi: float = 300,
        standalone: bool = False,
    ) -> None:
        r"""Write the whole figure to a file, or to several; the same drawing always gives the same bytes.

        The file carries `provenance` in its metadata (PDF, SVG, PNG) or in a comment (EPS, TikZ, PGF).

        Parameters
        ----------
        path : str or path-like
            The suffix decides the format: ``.pdf``, ``.svg``, ``.png``, ``.eps``; for ``\input`` in a LaTeX document,
            whose fonts it then has, ``.tex`` (TikZ) or ``.pgf`` (PGF by matplotlib, which needs an installed TeX).
            TikZ is written from the layout: what was added to the axes by hand is not in it. Texts that are wider in
            the document's font than measured are set smaller; measured in a like font (``font="cmr10"`` for Computer
            Modern, ``"STIXGeneral"`` for Times) they keep their size.
        *more : str or path-like
            Further files, each in the format of its suffix. All are written, or none.
        transparent : bool, default False
            Leave the page out. Hollow markers keep its colour as their fill.
        text : {"outlines", "editable"}, default "outlines"
            How SVG holds text: as shapes that look the same everywhere, or as text, for which the reader's machine
            needs the fonts. The other formats carry their fonts with them.
        dpi : float, default 300
            Pixels per inch of PNG.
        standalone : bool, default False
            Whether ``.tex`` is a whole document, that compiles to one page of the figure's size.

        Raises
        ------
        UsageError
            For an unknown suffix, `text` or a `dpi` that is not positive; for ``.tex`` if the drawing was made on
            given axes.
        OutputError
            If a file cannot be written; what was there before is unchanged.
        """
        options = {"transparent": transparent, "text": text, "dpi": dpi, "standalone": standalone}
        paths = (path, *more)
        formats = [format_of(path) for path in paths]
        write_files(paths, [self.to_bytes(fmt, **options) for fmt in formats])  # type: ignore[arg-type]

    def to_bytes(
        self,
        fmt: str,
        *,
        transparent: bool = False,
        text: str = "outlines",
        dpi: float = 300,
        standalone: bool = False,
    ) -> bytes:
        """Return what `save` writes to a file.

        Parameters
        ----------
        fmt : {"pdf", "svg", "png", "eps", "tex", "pgf"}
            The format.
        transparent, text, dpi, standalone
            As for `save`.

        Returns
        -------
        bytes

        Raises
        ------
        UsageError
            As for `save`.
        """
        check_saving(text=text, dpi=dpi)
        saving: dict[str, Any] = {"transparent": True} if transparent else {}
        # One call serves several formats: what the format does not know is passed over, and not recorded.
        saving |= {"dpi": dpi} if fmt == "png" and dpi != 300 else {}
        saving |= {"text": text} if fmt == "svg" and text != "outlines" else {}
        saving |= {"standalone": True} if fmt == "tex" and standalone else {}
        made = None if self.provenance is None else self.provenance.with_parameters(saving)
        if fmt not in ("tex", "pgf"):
            return to_bytes(self.figure, fmt, transparent=transparent, text=text, dpi=dpi, provenance=made)
        comment = b"" if made is None else made.comment("tex").encode() + b"\n"
        if fmt == "pgf":
            return comment + pgf_of(self.figure, transparent=transparent)
        points = self.figure.get_size_inches() * 72.0
        if self.figure.axes != [self.ax] or abs(points - (self.layout.width, self.layout.height)).max() > _SLACK:
            raise UsageError("TikZ holds the drawing alone, not the figure around given axes: leave out ax.")
        tikz = tikz_picture(self.layout, colors=self.colors, standalone=standalone, transparent=transparent)
        return comment + tikz.encode()

    def show(self) -> None:
        """Open the figure in a window, or in the notebook that runs this.

        Raises
        ------
        OutputError
            If the matplotlib backend in use cannot open windows.
        """
        # The one place that loads pyplot: here the user asks for a window.
        from matplotlib import pyplot as plt
        from matplotlib.backends.registry import BackendFilter, backend_registry

        backend = plt.get_backend()
        if backend.lower() in backend_registry.list_builtin(BackendFilter.NON_INTERACTIVE):  # type: ignore[no-untyped-call]
            raise OutputError(
                f"the matplotlib backend '{backend}' cannot open a window: save the drawing with .save(path), "
                "or choose another backend with matplotlib.use()."
            )
        # pyplot makes the window and is handed this figure where it would make a new one.
        plt.figure(FigureClass=lambda *args, **kwargs: self.figure)  # type: ignore[arg-type]
        plt.show()

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, Any]:
        """Show the figure in a notebook: as SVG, as PNG where that is all there is room for."""
        kinds = {"image/svg+xml": "svg", "image/png": "png"}
        wanted = [k for k in kinds if (not include or k in include) and not (exclude and k in exclude)]
        content = {kind: to_bytes(self.figure, kinds[kind], provenance=self.provenance) for kind in wanted}
        return {
            kind: data.decode() if kind == "image/svg+xml" else base64.b64encode(data).decode()
            for kind, data in content.items()
        }


def drawn(look: Look, ax: Axes | None, lay_out: Callable[[Measure], LayoutT]) -> Drawing[LayoutT]:
    """Lay a figure out with the fonts of its look, and paint it."""
    with ONE_AT_A_TIME, collector_paused():
        fonts = Fonts(look.font, math=look.math)
        drawing = draw(lay_out(fonts.measure), fonts, ax=ax, ids=look.ids, stacklevel=5)
        faint = faint_warning(look.given_colors, drawing.colors)
        if faint:
            warnings.warn(faint, UserWarning, stacklevel=4)
        return drawing


def draw(
    sheet: LayoutT, fonts: Fonts, *, ax: Axes | None = None, ids: bool = False, stacklevel: int = 3
) -> Drawing[LayoutT]:
    """Paint a layout on a new figure of its size, or on the given axes, which must not be too low or too narrow."""
    if ax is None:
        figure = Figure(figsize=(sheet.width * _INCHES, sheet.height * _INCHES), layout="none")  # type: ignore[arg-type]
        figure.patch.set(sketch_params=None, path_effects=[])  # the page is a rectangle under any rc settings
        ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        page, width, height = figure.get_facecolor(), sheet.width, sheet.height
    else:
        width, height = box_of(ax)
        needed = f"{sheet.width / 72.0:.2f} x {sheet.height / 72.0:.2f} in"
        if height < sheet.height - _SLACK:
            raise LayoutError(
                f"the axes are {height:.1f} pt high, but the figure needs {sheet.height:.1f} pt ({needed}): "
                "make the axes higher or wider."
            )
        if width < sheet.width - _SLACK:
            wide = f"the axes are {width:.1f} pt wide, but the figure needs {sheet.width:.1f} pt ({needed})."
            raise LayoutError(wide)
        figure = _figure_of(ax)
        page = figure.get_facecolor()
    ax.set_axis_off()
    ax.set_aspect("auto")
    # emit=False: axes that share an axis with this one keep their limits.
    ax.set_xlim(0.0, width, emit=False, auto=False)
    ax.set_ylim(height, 0.0, emit=False, auto=False)
    paint(sheet, ax, fonts, page=page, ids=ids, stacklevel=stacklevel + 1)
    return Drawing(figure=figure, ax=ax, layout=sheet, colors=palette(page), families=fonts.families)


def _figure_of(ax: Axes) -> Figure:
    figure = ax.get_figure(root=True)
    if not isinstance(figure, Figure):
        raise UsageError("the axes belong to no figure any more: give axes of a figure.")
    return figure


def box_of(ax: Axes) -> tuple[float, float]:
    """Return width and height of the box of `ax`, which must have rectangular coordinates, in points."""
    if getattr(ax, "name", "") != "rectilinear":
        raise UsageError(f"cannot draw on {type(ax).__name__}: give ordinary two-dimensional axes.")
    figure = _figure_of(ax)
    # The aspect is set to "auto" when the figure is drawn, so the box is the one before any aspect was applied.
    box = ax.get_position(original=True)
    locator = ax.get_axes_locator()
    if locator is not None:  # inset axes learn their place only now
        box = locator(ax, None)  # type: ignore[arg-type]
    return box.width * ax.figure.bbox.width * 72.0 / figure.dpi, box.height * ax.figure.bbox.height * 72.0 / figure.dpi


def width_for(ax: Axes | None, width: str | float) -> str | float:
    """Return the width that a layout is made for: the option, or the width of `ax` in inches, but not both."""
    if ax is None:
        return width
    if width != "column":
        raise UsageError("width and ax are both given: the figure is as wide as the axes, so leave out width.")
    return box_of(ax)[0] / 72.0
