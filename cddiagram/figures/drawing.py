"""A finished drawing: the figure, its axes and the layout behind it, ready to be saved
or shown.
"""

from __future__ import annotations

import base64
import os
import warnings
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cddiagram._util import ShortRepr, write_all
from cddiagram.figures.origin import Origin
from cddiagram.provenance import Provenance
from cddiagram.sheet import (
    Fonts,
    Look,
    Output,
    Sheet,
    fonts_for,
    format_of,
    make_output,
)
from cddiagram.text import OutputError

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: The layout of a figure: each ``plot_*`` function says which.
LayoutT = TypeVar("LayoutT", bound=Sheet)


@dataclass(frozen=True, kw_only=True, eq=False)
class Drawing(ShortRepr, Generic[LayoutT]):
    """What every ``plot_*`` function returns.

    Attributes
    ----------
    layout : Sheet
        The numbers behind the drawing: size and elements in points, and what the
        figure's own layout adds. Its type is that of the figure, ``CDLayout`` for
        `plot_cd`.
    colors : mapping of str to str
        The colour of each role (``"foreground"``, ``"accent"``, ...) in this drawing.
    typefaces : tuple of str
        The typefaces of its texts.
    provenance : Provenance or None
        What it was made from and how; saved files carry it, and ``cddiagram inspect``
        prints it.

    Notes
    -----
    Figures in the default face are written to PDF, SVG and EPS straight from the
    layout, and matplotlib is loaded only where something else needs it. Whoever asks
    for `figure` or `ax` gets matplotlib's, and files are written from that then.

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
    #: What `provenance` is assembled from when a file is saved, or itself.
    origin: Origin | Provenance | None = field(default=None, repr=False)
    #: The packages that took part when it was drawn, beside this one.
    packages: tuple[str, ...] = field(default=("numpy",), repr=False)

    @property
    def colors(self) -> Mapping[str, str]:
        """The colour of each role in this drawing."""
        return self.output.colors

    @property
    def typefaces(self) -> tuple[str, ...]:
        """The typefaces of its texts."""
        return self.output.typefaces

    @property
    def figure(self) -> Figure:
        """The whole figure, of matplotlib; not known to pyplot."""
        return self.output.figure

    @property
    def ax(self) -> Axes:
        """The axes drawn on. Their data units are points, y grows downwards."""
        return self.output.ax

    @property
    def artists(self) -> dict[str, list[Artist]]:
        """The matplotlib artists by role: ``"axis"``, ``"label"``, ``"marker"``, ...

        Neighbouring shapes of one role share an artist. With ``ids=True``, each shape
        is an artist of its own. Each text is always an artist of its own.
        """
        return self.output.artists

    @cached_property
    def provenance(self) -> Provenance | None:
        """What it was made from and how, assembled when it is first asked for."""
        if isinstance(self.origin, Origin):
            return self.origin.record(self.packages)
        return self.origin

    def __getstate__(self) -> dict[str, Any]:
        """Keep the record in a pickle, not all that it is made from."""
        return {**vars(self), "origin": self.provenance}

    def save(
        self,
        path: str | os.PathLike[str],
        *more: str | os.PathLike[str],
        transparent: bool = False,
        text: str = "outlines",
        dpi: float = 300,
        standalone: bool = False,
    ) -> None:
        r"""Write the whole figure to a file, or to several; the same drawing always
        gives the same bytes.

        The file carries `provenance` in its metadata (PDF, SVG, PNG) or in a comment
        (EPS, TikZ, PGF).

        Parameters
        ----------
        path : str or path-like
            The suffix decides the format: ``.pdf``, ``.svg``, ``.png``, ``.eps``; for
            ``\input`` in a LaTeX document, whose fonts it then has, ``.tex`` (TikZ) or
            ``.pgf`` (PGF by matplotlib, which needs an installed TeX). TikZ is written
            from the layout: what was added to the axes by hand is not in it. Texts that
            are wider in the document's font than measured are set smaller; measured in
            a like font (``font="cmr10"`` for Computer Modern, ``"STIXGeneral"`` for
            Times) they keep their size.
        *more : str or path-like
            Further files, each in the format of its suffix. All are written, or none.
        transparent : bool, default False
            Leave the page out. Hollow markers keep its colour as their fill.
        text : {"outlines", "editable"}, default "outlines"
            How SVG holds text: as shapes that look the same everywhere, or as text, for
            which the reader's machine needs the fonts. The other formats carry their
            fonts with them.
        dpi : float, default 300
            Pixels per inch of PNG.
        standalone : bool, default False
            Whether ``.tex`` is a whole document, that compiles to one page of the
            figure's size.

        Raises
        ------
        UsageError
            For an unknown suffix, `text` or a `dpi` under 20; for ``.tex`` if the
            drawing was made on given axes.
        LayoutError
            For a figure higher than a page of the format can be: 200 in for PDF.
        OutputError
            If a file cannot be written; what was there before is unchanged.
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
        UsageError, LayoutError
            As for `save`.
        """
        self.output.check(fmt, text=text, dpi=dpi)
        # One call serves several formats: an option without a meaning for this format
        # is ignored, and not recorded.
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
            transparent=transparent,
            text=text,
            dpi=dpi,
            standalone=standalone,
        )

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
        if backend.lower() in backend_registry.list_builtin(
            BackendFilter.NON_INTERACTIVE
        ):  # type: ignore[no-untyped-call]
            raise OutputError(
                f"the matplotlib backend '{backend}' cannot open a window: save the "
                "drawing with .save(path), "
                "or choose another backend with matplotlib.use()."
            )
        # pyplot makes the window and is handed this figure where it would make a new
        # one.
        plt.figure(FigureClass=lambda *args, **kwargs: self.figure)  # type: ignore[arg-type]
        plt.show()

    def _repr_mimebundle_(
        self,
        include: Collection[str] | None = None,
        exclude: Collection[str] | None = None,
    ) -> dict[str, Any]:
        """Show the figure in a notebook: as SVG, as PNG where that is all there is room
        for.
        """
        kinds = {"image/svg+xml": "svg", "image/png": "png"}
        wanted = [
            k
            for k in kinds
            if (not include or k in include) and not (exclude and k in exclude)
        ]
        content = {kind: self.to_bytes(kinds[kind]) for kind in wanted}
        return {
            kind: data.decode()
            if kind == "image/svg+xml"
            else base64.b64encode(data).decode()
            for kind, data in content.items()
        }


def warn_of(drawing: Drawing[Any], look: Look) -> None:
    """Warn the caller of the ``plot_*`` function of what the figure does not show, and
    of colours that hardly differ from the page.
    """
    faint = drawing.output.faint_warning(look.given_colors)
    texts = [*drawing.layout.unshown]
    if faint:
        texts.append(faint)
    for text in texts:
        warnings.warn(text, UserWarning, stacklevel=4)


def draw(
    sheet: LayoutT,
    fonts: Fonts | None = None,
    *,
    ax: Axes | None = None,
    ids: bool = False,
    origin: Origin | None = None,
    stacklevel: int = 3,
) -> Drawing[LayoutT]:
    """Draw a layout on a page of its size, or on the given axes, which must not be too
    low or too narrow.

    In the default face on a page that nothing shines through matplotlib paints it when
    it is asked for; otherwise here.
    """
    fonts = fonts_for() if fonts is None else fonts
    output = make_output(sheet, fonts, ax=ax, ids=ids, stacklevel=stacklevel + 1)
    packages: tuple[str, ...] = ("numpy",)
    if output.painted_on is not None:
        packages = ("matplotlib", "numpy")
    return Drawing(layout=sheet, output=output, origin=origin, packages=packages)
