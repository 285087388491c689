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
from cddiagram.provenance import MARK, Provenance
from cddiagram.sheet import (
    Fonts,
    Look,
    Sheet,
    Typeface,
    check_height,
    check_saving,
    faint_warning,
    fonts_for,
    format_of,
    ink,
    is_opaque,
    palette,
    roles_of,
    sets_all,
    setting,
    settings_in_force,
)
from cddiagram.text import OutputError, UsageError

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: The layout of a figure: each ``plot_*`` function says which.
LayoutT = TypeVar("LayoutT", bound=Sheet)


@dataclass(kw_only=True, eq=False)
class Canvas:
    """Where matplotlib paints a drawing, when somebody asks for it.

    `settings` are those of matplotlib in force when the drawing was made (None: its
    defaults); `shown` says whether the figure was handed out: whoever has it may have
    changed it, so that files are written from it.
    """

    settings: Mapping[str, Any] | None = None
    ids: bool = False
    ax: Axes | None = None
    shown: bool = False


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
    families : tuple of str
        The families of its texts.
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
    colors: Mapping[str, str] = field(repr=False)
    families: tuple[str, ...] = field(default=(), repr=False)
    #: What `provenance` is assembled from when a file is saved, or itself.
    origin: Origin | Provenance | None = field(default=None, repr=False)
    #: The packages that took part when it was drawn, beside this one.
    packages: tuple[str, ...] = field(default=("numpy",), repr=False)
    canvas: Canvas = field(default_factory=Canvas, repr=False)

    @property
    def figure(self) -> Figure:
        """The whole figure, of matplotlib; not known to pyplot."""
        from cddiagram.sheet import figure_of

        return figure_of(self.ax)

    @property
    def ax(self) -> Axes:
        """The axes drawn on. Their data units are points, y grows downwards."""
        self.canvas.shown = True
        return self._painted()

    @property
    def artists(self) -> dict[str, list[Artist]]:
        """The matplotlib artists by role: ``"axis"``, ``"label"``, ``"marker"``, ...

        Neighbouring shapes of one role share an artist. With ``ids=True``, each shape
        is an artist of its own. Each text is always an artist of its own.
        """
        from cddiagram.sheet import artists_of

        return artists_of(self.ax, self.layout, ids=self.canvas.ids)

    @cached_property
    def provenance(self) -> Provenance | None:
        """What it was made from and how, assembled when it is first asked for."""
        if isinstance(self.origin, Origin):
            return self.origin.record(self.packages)
        return self.origin

    def __getstate__(self) -> dict[str, Any]:
        """Keep the record in a pickle, not all that it is made from."""
        return {**vars(self), "origin": self.provenance}

    def _painted(self) -> Axes:
        from cddiagram._util import ONE_AT_A_TIME
        from cddiagram.sheet import painted, settings_of

        with ONE_AT_A_TIME:
            if self.canvas.ax is None:
                with settings_of(self.canvas.settings):
                    self.canvas.ax = painted(
                        self.layout, self.families, ids=self.canvas.ids
                    )
            return self.canvas.ax

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
        check_saving(text=text, dpi=dpi)
        check_height(self.layout.height, fmt, dpi)
        saving: dict[str, Any] = {"transparent": True} if transparent else {}
        # One call serves several formats: what the format does not know is passed over,
        # and not recorded.
        saving |= {"dpi": dpi} if fmt == "png" and dpi != 300 else {}
        saving |= {"text": text} if fmt == "svg" and text != "outlines" else {}
        saving |= {"standalone": True} if fmt == "tex" and standalone else {}
        made = (
            None if self.provenance is None else self.provenance.with_parameters(saving)
        )
        if fmt == "pdf" and not self.canvas.shown:
            from cddiagram.sheet import write_pdf

            return write_pdf(
                self.layout, self.colors, transparent=transparent, info=_info(made)
            )
        if fmt == "eps" and not self.canvas.shown:
            from cddiagram.sheet import write_eps

            comments = (
                ()
                if made is None
                else (f"%%Creator: cddiagram {made.version}", made.comment("eps"))
            )
            return write_eps(
                self.layout, self.colors, transparent=transparent, comments=comments
            )
        if fmt == "svg" and text == "outlines" and not self.canvas.shown:
            from cddiagram.sheet import write_svg

            ids = self.canvas.ids
            return write_svg(
                self.layout,
                self.colors,
                ids=ids,
                transparent=transparent,
                info=_info(made),
            )
        if fmt == "tex":
            return self._tikz(made, standalone=standalone, transparent=transparent)
        from cddiagram.sheet import figure_of

        figure = figure_of(self._painted())
        if fmt == "pgf":
            from cddiagram.sheet import pgf_of

            return pgf_of(figure, transparent=transparent, provenance=made)
        from cddiagram.sheet import to_bytes

        return to_bytes(
            figure, fmt, transparent=transparent, text=text, dpi=dpi, provenance=made
        )

    def _tikz(
        self, made: Provenance | None, *, standalone: bool, transparent: bool
    ) -> bytes:
        from cddiagram.sheet import tikz_picture

        if self.canvas.ax is not None:
            from cddiagram.sheet import is_alone

            if not is_alone(self.canvas.ax, self.layout):
                raise UsageError(
                    "TikZ holds the drawing alone, not the figure around given axes: "
                    "leave out ax."
                )
        comment = b"" if made is None else made.comment("tex").encode() + b"\n"
        tikz = tikz_picture(
            self.layout,
            colors=self.colors,
            standalone=standalone,
            transparent=transparent,
        )
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


def _info(made: Provenance | None) -> dict[str, str]:
    """Return what a file says of itself."""
    if made is None:
        return {}
    return {
        "creator": f"cddiagram {made.version}",
        "description": MARK + made.to_json(),
    }


def warn_of(drawing: Drawing[Any], look: Look) -> None:
    """Warn the caller of the ``plot_*`` function of what the figure does not show, and
    of colours that hardly differ from the page.
    """
    faint = faint_warning(look.given_colors, drawing.colors)
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
    own = (
        isinstance(fonts, Typeface)
        and sets_all(sheet)
        and is_opaque(setting("figure.facecolor"))
    )
    if ax is None and own:
        colors = palette()
        for role in {
            role for element in sheet.elements for role in roles_of(element).values()
        }:
            ink(role, colors)  # refused here
        canvas = Canvas(settings=settings_in_force(), ids=ids)
        return Drawing(
            layout=sheet,
            colors=colors,
            families=fonts.families,
            origin=origin,
            canvas=canvas,
        )
    from cddiagram.sheet import figure_of, painted

    ax = painted(sheet, fonts.families, ax=ax, ids=ids, stacklevel=stacklevel + 1)
    canvas = Canvas(ids=ids, ax=ax, shown=True)
    colors = palette(figure_of(ax).get_facecolor())
    return Drawing(
        layout=sheet,
        colors=colors,
        families=fonts.families,
        origin=origin,
        packages=("matplotlib", "numpy"),
        canvas=canvas,
    )
