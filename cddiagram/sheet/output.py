"""The output of a layout: the axes on which matplotlib paints it, and its files.

PDF, SVG and EPS files of a layout in Source Sans 3 or DejaVu Sans are written without
matplotlib, which is loaded only for other output.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cddiagram.provenance import MARK, Provenance
from cddiagram.sheet.colors import faint_warning, ink, is_opaque, palette
from cddiagram.sheet.elements import Measure, Sheet, Text
from cddiagram.sheet.rc import setting, settings_in_force
from cddiagram.sheet.saving import check_height, check_saving
from cddiagram.sheet.typeface import Fonts, Typeface, fonts_for, own_typeface
from cddiagram.text import LayoutError, UsageError, tex_description

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Layouts that are typeset in the font of a document use this value of `font`. This
#: typeface is about as wide as the widest of the common document fonts.
_FOR_DOCUMENTS = "dejavu"


@dataclass(kw_only=True, eq=False)
class Output:
    """A layout and the data for its files. Matplotlib paints it on demand."""

    sheet: Sheet
    #: Maps each role to its colour.
    colors: Mapping[str, str]
    typefaces: tuple[str, ...]
    #: Whether each element is a separate artist.
    ids: bool = False
    #: The rc settings that matplotlib had when the layout was drawn. The value is None
    #: for matplotlib's defaults.
    settings: Mapping[str, Any] | None = None
    #: A function that repeats the layout with different text widths. It is None if the
    #: user has chosen the typeface.
    lay_out: Callable[[Measure], Sheet] | None = None
    #: The axes on which matplotlib has drawn the layout, or None.
    painted_on: Axes | None = None
    #: Whether the user has accessed the axes and may have changed them. In this case,
    #: files are written from the axes.
    handed_out: bool = False

    @property
    def ax(self) -> Axes:
        """The axes with the painted layout. A user may change them."""
        self.handed_out = True
        return self._paint()

    @property
    def figure(self) -> Figure:
        """The matplotlib figure to which the axes belong."""
        from cddiagram.sheet.mpl.figure import figure_of

        return figure_of(self.ax)

    @property
    def artists(self) -> dict[str, list[Artist]]:
        """The artists of the painted layout, by role."""
        from cddiagram.sheet.mpl.artists import artists_of

        return artists_of(self.ax, self.sheet, ids=self.ids)

    @cached_property
    def document_sheet(self) -> Sheet:
        """The layout of a TikZ picture, which is typeset in the font of a document. The
        font may be wider than the default typeface, so text is measured in DejaVu Sans.
        """
        if self.lay_out is None or self.typefaces != Typeface().families:
            return self.sheet
        texts = [e for e in self.sheet.elements if isinstance(e, Text)]
        fonts = fonts_for(_FOR_DOCUMENTS, math=any(text.math for text in texts))
        try:
            return self.lay_out(fonts.measure)
        except LayoutError:  # TikZ scales down texts that are too wide
            return self.sheet

    def sheet_in(self, fmt: str) -> Sheet:
        """Return the layout for files in the format `fmt`."""
        if fmt == "tex" or (fmt == "pgf" and not self.handed_out):
            return self.document_sheet
        return self.sheet

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for pickling. It contains the layout of the TikZ picture
        instead of the function that computes this layout.
        """
        return {**vars(self), "document_sheet": self.document_sheet, "lay_out": None}

    def faint_warning(self, given: Mapping[str, str]) -> str | None:
        """Return a warning about colours that have a low contrast with the page, if
        any.
        """
        return faint_warning(given, self.colors)

    def check(self, fmt: str, *, text: str, dpi: float) -> None:
        """Raise an error if the layout cannot be written in a format."""
        check_saving(text=text, dpi=dpi)
        check_height(self.sheet_in(fmt).height, fmt, dpi)

    def to_bytes(
        self,
        fmt: str,
        provenance: Provenance | None,
        description: str,
        *,
        transparent: bool,
        text: str,
        dpi: float,
        standalone: bool,
    ) -> bytes:
        """Return the contents of a file, with its provenance."""
        if fmt == "tex":
            return self._tikz(provenance, description, standalone, transparent)
        has_writer = fmt in ("pdf", "eps") or (fmt == "svg" and text == "outlines")
        if has_writer and not self.handed_out:
            return self._vector(fmt, provenance, description, transparent)
        from cddiagram.sheet.mpl.figure import figure_of

        if fmt == "pgf":
            from cddiagram.sheet.mpl.tex import pgf_of

            figure = figure_of(self._paint_for_documents())
            return pgf_of(figure, transparent=transparent, provenance=provenance)
        from cddiagram.sheet.mpl.saving import to_bytes

        return to_bytes(
            figure_of(self._paint()),
            fmt,
            transparent=transparent,
            text=text,
            dpi=dpi,
            provenance=provenance,
            description=description,
        )

    def _paint(self) -> Axes:
        """Return the axes, and paint the layout on them if necessary."""
        from cddiagram._util import ONE_AT_A_TIME
        from cddiagram.sheet.mpl.figure import painted
        from cddiagram.sheet.mpl.settings import settings_of

        with ONE_AT_A_TIME:
            if self.painted_on is None:
                with settings_of(self.settings):
                    self.painted_on = painted(self.sheet, self.typefaces, ids=self.ids)
            return self.painted_on

    def _paint_for_documents(self) -> Axes:
        """Return axes with the layout for documents, or the axes that the user has
        accessed.
        """
        if self.sheet_in("pgf") is self.sheet:
            return self._paint()
        from cddiagram._util import ONE_AT_A_TIME
        from cddiagram.sheet.mpl.figure import painted
        from cddiagram.sheet.mpl.settings import settings_of

        families = fonts_for(_FOR_DOCUMENTS).families
        with ONE_AT_A_TIME, settings_of(self.settings):
            return painted(self.document_sheet, families, ids=self.ids)

    def _vector(
        self,
        fmt: str,
        provenance: Provenance | None,
        description: str,
        transparent: bool,
    ) -> bytes:
        """Return the contents of a file that is written without matplotlib."""
        typeface = own_typeface(self.typefaces)
        if fmt == "eps":
            from cddiagram.sheet.eps_writer import write_eps

            comments: tuple[str, ...] = ()
            if provenance is not None:
                creator = f"%%Creator: cddiagram {provenance.version}"
                comments = (creator, provenance.comment("eps"))
            return write_eps(
                self.sheet,
                self.colors,
                typeface=typeface,
                transparent=transparent,
                comments=comments,
            )
        info = {}
        if provenance is not None:
            info["creator"] = f"cddiagram {provenance.version}"
            info["description"] = MARK + provenance.to_json()
        if fmt == "pdf":
            from cddiagram.sheet.pdf_writer import write_pdf

            return write_pdf(
                self.sheet,
                self.colors,
                typeface=typeface,
                transparent=transparent,
                info=info,
                description=description,
            )
        from cddiagram.sheet.svg_writer import write_svg

        return write_svg(
            self.sheet,
            self.colors,
            typeface=typeface,
            ids=self.ids,
            transparent=transparent,
            info=info,
            description=description,
        )

    def _tikz(
        self,
        provenance: Provenance | None,
        description: str,
        standalone: bool,
        transparent: bool,
    ) -> bytes:
        """Return a TikZ picture. It shows the layout, even if the axes have been
        changed.
        """
        from cddiagram.sheet.tikz_writer import tikz_picture

        if self.painted_on is not None:
            from cddiagram.sheet.mpl.figure import is_alone

            if not is_alone(self.painted_on, self.sheet):
                raise UsageError(
                    "a TikZ file contains only the drawing, not the figure to which ax "
                    "belongs. Omit ax, or save the file in another format."
                )
        picture = tikz_picture(
            self.sheet_in("tex"),
            colors=self.colors,
            standalone=standalone,
            transparent=transparent,
        )
        if description and not standalone:
            picture = f"{picture}{tex_description(description)}%\n"
        if provenance is None:
            return picture.encode()
        return f"{provenance.comment('tex')}\n{picture}".encode()


def make_output(
    sheet: Sheet,
    fonts: Fonts,
    *,
    ax: Axes | None,
    ids: bool,
    stacklevel: int,
    lay_out: Callable[[Measure], Sheet] | None = None,
) -> Output:
    """Return the output of a layout.

    Matplotlib paints the layout immediately if axes are given, if text requires
    matplotlib, or if the page is transparent. Otherwise, it paints the layout on
    demand.
    """
    needs_matplotlib = (
        ax is not None
        or not isinstance(fonts, Typeface)
        or not fonts.can_typeset_all(sheet)
        or not is_opaque(setting("figure.facecolor"))
    )
    if not needs_matplotlib:
        colors = palette()
        for element in sheet.elements:
            for role in element.roles.values():
                ink(role, colors)  # raises an error for an unknown colour
        return Output(
            sheet=sheet,
            colors=colors,
            typefaces=fonts.families,
            ids=ids,
            settings=settings_in_force(),
            lay_out=lay_out,
        )
    from cddiagram.sheet.mpl.figure import figure_of, painted

    ax = painted(sheet, fonts.families, ax=ax, ids=ids, stacklevel=stacklevel + 1)
    return Output(
        sheet=sheet,
        colors=palette(figure_of(ax).get_facecolor()),
        typefaces=fonts.families,
        ids=ids,
        lay_out=lay_out,
        painted_on=ax,
        handed_out=True,
    )
