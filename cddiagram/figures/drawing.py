"""Finished drawings: layouts with their figures and axes, which can be saved or shown."""

from __future__ import annotations

import base64
import contextlib
import os
import warnings
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cddiagram._util import ShortRepr, write_all
from cddiagram.figures.origin import Origin
from cddiagram.provenance import Provenance
from cddiagram.sheet import (
    POINTS_PER_INCH,
    Fonts,
    Look,
    Measure,
    Output,
    Sheet,
    fonts_for,
    format_of,
    make_output,
    page_width,
)
from cddiagram.text import LayoutError, Option, OutputError, Phrase

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: The type of the layout, which each ``plot_*`` function specifies.
LayoutT = TypeVar("LayoutT", bound=Sheet)


@dataclass(frozen=True, kw_only=True, eq=False)
class Drawing(ShortRepr, Generic[LayoutT]):
    """A finished figure, as returned by all ``plot_*`` functions.

    Attributes
    ----------
    layout : Sheet
        The size of the page and the positions of all elements in points. Each figure
        has its own class of layout with additional attributes, for example ``CDLayout``
        for `plot_cd`.
    colors : mapping of str to str
        The colour of each role (``"foreground"``, ``"accent"``, ...) in this drawing.
    typefaces : tuple of str
        The typefaces that the figure uses.
    description : str
        A description in words, for readers who cannot see the figure.
    provenance : Provenance or None
        The data, the tests and the options of the drawing. Saved files contain the
        provenance, and ``cddiagram inspect`` prints it.

    Notes
    -----
    PDF, SVG and EPS files of figures in the default typeface are written directly from
    the layout. Matplotlib is loaded only if it is needed. After `figure`, `ax` or
    `artists` have been used, files are written from the matplotlib figure.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6"))
    >>> drawing = cd.plot_cd(comparison, width=4)
    >>> float(drawing.figure.get_size_inches()[0].round(3))
    4.0
    >>> for marker in drawing.artists["marker"]:
    ...     marker.set_color("tab:orange")
    """

    layout: LayoutT
    output: Output = field(repr=False)
    #: The provenance, or the call from which it is computed when a file is saved.
    origin: Origin | Provenance | None = field(default=None, repr=False)
    #: The other packages that were used to create the drawing.
    packages: tuple[str, ...] = field(default=("numpy",), repr=False)

    @property
    def colors(self) -> Mapping[str, str]:
        """The colour of each role in this drawing."""
        return self.output.colors

    @property
    def typefaces(self) -> tuple[str, ...]:
        """The typefaces that the figure uses."""
        return self.output.typefaces

    @property
    def figure(self) -> Figure:
        """The whole matplotlib figure, which is not registered with pyplot."""
        return self.output.figure

    @property
    def ax(self) -> Axes:
        """The matplotlib axes. Their data units are points, and the y axis is directed
        downwards.
        """
        return self.output.ax

    @property
    def artists(self) -> dict[str, list[Artist]]:
        """The matplotlib artists by role: ``"axis"``, ``"label"``, ``"marker"``, ...

        Adjacent shapes with the same role share one artist unless ``ids=True``. Each
        text element has its own artist.
        """
        return self.output.artists

    @cached_property
    def provenance(self) -> Provenance | None:
        """The data, the tests and the options of the drawing."""
        if isinstance(self.origin, Origin):
            return self.origin.record(self.packages)
        return self.origin

    @cached_property
    def description(self) -> str:
        """A description in words, for readers who cannot see the figure.

        The description has at most 2,000 characters and is embedded in PDF, SVG and
        TikZ files.
        """
        if isinstance(self.origin, Origin):
            return self.origin.describe()
        return ""

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for pickling. It contains the provenance and the description
        instead of the call from which they are computed.
        """
        return {
            **vars(self),
            "origin": self.provenance,
            "description": self.description,
        }

    def save(
        self,
        path: str | os.PathLike[str],
        *more: str | os.PathLike[str],
        transparent: bool = False,
        text: str = "outlines",
        dpi: float = 300,
        standalone: bool = False,
    ) -> None:
        r"""Save the whole figure to one or more files.

        The output is reproducible byte for byte. Files contain the provenance in their
        metadata (PDF, SVG, PNG) or in a comment (EPS, TikZ, PGF).

        Parameters
        ----------
        path : str or path-like
            The path of the file. Its suffix determines the format: ``.pdf``, ``.svg``,
            ``.png``, ``.eps``, ``.tex`` (TikZ) or ``.pgf``. TikZ and PGF files are
            included in a LaTeX document with ``\input`` and use its fonts. PGF files
            are written by matplotlib, which requires a TeX installation. TikZ is
            written from the layout and does not contain artists that were added to the
            axes. Text that is wider in the document's font than in the layout is
            printed at a smaller size. To avoid this, use a similar font for the figure
            (``font="cmr10"`` for Computer Modern, ``"STIXGeneral"`` for Times).
        *more : str or path-like
            The paths of additional files. Either all files are written, or none.
        transparent : bool, default False
            Whether the background is transparent. Hollow markers are still filled with
            the colour of the page.
        text : {"outlines", "editable"}, default "outlines"
            The representation of text in SVG. Outlines look the same everywhere.
            Editable text requires the fonts to be installed on the reader's computer.
            All other formats embed their fonts.
        dpi : float, default 300
            The resolution of PNG files in pixels per inch.
        standalone : bool, default False
            Whether a ``.tex`` file is a complete document that compiles to a single
            page the size of the figure.

        Raises
        ------
        UsageError
            If the suffix or `text` is unknown, if `dpi` is below 20, or if ``.tex`` is
            requested for a drawing on existing axes.
        LayoutError
            If the figure is too tall for the format, for example taller than 200 inches
            for PDF.
        OutputError
            If a file cannot be written. Existing files are not changed.
        """
        options = {
            "transparent": transparent,
            "text": text,
            "dpi": dpi,
            "standalone": standalone,
        }
        paths = (path, *more)
        formats = [format_of(path) for path in paths]
        write_all(paths, [self.to_bytes(fmt, **options) for fmt in formats])  # type: ignore[arg-type]

    def to_bytes(
        self,
        fmt: str,
        *,
        transparent: bool = False,
        text: str = "outlines",
        dpi: float = 300,
        standalone: bool = False,
    ) -> bytes:
        """Return the contents of the file that `save` would write.

        Parameters
        ----------
        fmt : {"pdf", "svg", "png", "eps", "tex", "pgf"}
            The format of the file.
        transparent, text, dpi, standalone
            As for `save`.

        Returns
        -------
        bytes
            The contents of the file.

        Raises
        ------
        UsageError, LayoutError
            As for `save`.
        """
        self.output.check(fmt, text=text, dpi=dpi)
        # A figure can be saved in several formats with a single call of `save`. Options
        # that do not affect any of these formats are ignored and not recorded.
        saving: dict[str, Any] = {}
        if transparent:
            saving["transparent"] = True
        if fmt == "png" and dpi != 300:
            saving["dpi"] = dpi
        if fmt == "svg" and text != "outlines":
            saving["text"] = text
        if fmt == "tex" and standalone:
            saving["standalone"] = True
        provenance = self.provenance
        if provenance is not None:
            provenance = provenance.with_parameters(saving)
        return self.output.to_bytes(
            fmt,
            provenance,
            self.description,
            transparent=transparent,
            text=text,
            dpi=dpi,
            standalone=standalone,
        )

    def show(self) -> None:
        """Open the figure in a window, or in the current notebook.

        Raises
        ------
        OutputError
            If the current matplotlib backend cannot open windows.
        """
        # Pyplot is imported only by this method, which opens a window.
        from matplotlib import pyplot as plt
        from matplotlib.backends.registry import BackendFilter, backend_registry

        backend = plt.get_backend()
        windowless = BackendFilter.NON_INTERACTIVE
        if backend.lower() in backend_registry.list_builtin(windowless):  # type: ignore[no-untyped-call]
            raise OutputError(
                f"the matplotlib backend '{backend}' cannot open a window. Save the "
                "drawing with .save(path), or choose another backend with "
                "matplotlib.use()."
            )
        # `FigureClass` returns this figure, so pyplot opens a window for it instead of
        # creating a new figure.
        plt.figure(FigureClass=lambda *args, **kwargs: self.figure)  # type: ignore[arg-type]
        plt.show()

    def _repr_mimebundle_(
        self,
        include: Collection[str] | None = None,
        exclude: Collection[str] | None = None,
    ) -> dict[str, Any]:
        """Return the figure for a notebook as SVG and PNG, or only in the requested
        formats.
        """
        formats = {"image/svg+xml": "svg", "image/png": "png"}
        bundle = {}
        for kind, fmt in formats.items():
            if include and kind not in include:
                continue
            if exclude and kind in exclude:
                continue
            data = self.to_bytes(fmt)
            if fmt == "png":
                data = base64.b64encode(data)
            bundle[kind] = data.decode()
        return bundle


def warn_of(drawing: Drawing[Any], look: Look) -> None:
    """Warn the caller of the ``plot_*`` function about options that have no effect on the
    figure, and about colours that hardly differ from the page.
    """
    problems = [*drawing.layout.unshown]
    faint_colors = drawing.output.faint_warning(look.given_colors)
    if faint_colors:
        problems.append(faint_colors)
    for problem in problems:
        warnings.warn(problem, UserWarning, stacklevel=4)


def warn_of_height(sheet: Sheet, lay_out_wide: Callable[[], Sheet]) -> None:
    """Warn the caller of the ``plot_*`` function about a figure that is taller than a
    page, and recommend page width if the figure then fits.
    """
    if _fits_page(sheet):
        return
    remedy = Phrase("Compare fewer algorithms.")
    if sheet.width < page_width("page"):
        with contextlib.suppress(LayoutError):
            if _fits_page(lay_out_wide()):
                remedy = Phrase("Pass ", Option("width", "page"), ".")
    height = sheet.height / POINTS_PER_INCH
    heights = f"{height:.1f} in instead of about {Look.PAGE_HEIGHT:g} in"
    problem = f"The figure is taller than the text block of a page: {heights}. "
    message = Phrase(problem, remedy)
    warnings.warn(message, UserWarning, stacklevel=4)


def _fits_page(sheet: Sheet) -> bool:
    """Return whether a figure is no taller than the text block of a page."""
    return sheet.height <= Look.PAGE_HEIGHT * POINTS_PER_INCH


def draw(
    sheet: LayoutT,
    fonts: Fonts | None = None,
    *,
    ax: Axes | None = None,
    ids: bool = False,
    origin: Origin | None = None,
    stacklevel: int = 3,
    lay_out: Callable[[Measure], Sheet] | None = None,
) -> Drawing[LayoutT]:
    """Draw a layout on a page of the same size, or on given axes, which must be large
    enough.
    """
    if fonts is None:
        fonts = fonts_for()
    output = make_output(
        sheet,
        fonts,
        ax=ax,
        ids=ids,
        stacklevel=stacklevel + 1,
        lay_out=lay_out,
    )
    packages: tuple[str, ...] = ("numpy",)
    if output.painted_on is not None:
        packages = ("matplotlib", "numpy")
    return Drawing(layout=sheet, output=output, origin=origin, packages=packages)
