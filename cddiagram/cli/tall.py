"""The notice about a figure that is higher than a page, with what would make it lower."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cddiagram.errors import CddiagramError
from cddiagram.sheet.look import POINTS_PER_INCH, page_width

if TYPE_CHECKING:
    from cddiagram.figures.registry import Figure
    from cddiagram.sheet.elements import Sheet

#: About the height of the text of a letter or A4 page, in inches.
PAGE_HEIGHT = 9.5

#: What helps with a figure that has a row for each algorithm.
FEWER = "keep fewer algorithms with --algorithms or --exclude"


def tall_notice(sheet: Sheet, remedies: Iterable[tuple[str, Callable[[], Sheet]]], otherwise: str) -> str | None:
    """Word the notice about a figure that is higher than a page.

    Parameters
    ----------
    sheet : Sheet
        The figure.
    remedies : iterable of (str, callable)
        Options, and what lays the figure out with them; they are named only if it then fits a page.
    otherwise : str
        What helps always.

    Returns
    -------
    str or None
        One sentence; None if the figure fits.
    """
    if _fits(sheet):
        return None
    ways = [otherwise]
    for options, lay_out in remedies:
        try:
            lower = lay_out()
        except CddiagramError:  # it does not fit that width, or there is no such figure of this comparison
            continue
        if _fits(lower):
            ways.insert(0, f"pass {options} ({size_of(lower)})")
            break
    page = f"the text of a letter or A4 page (about {PAGE_HEIGHT:g} in)"
    return f"Note: the figure is higher than {page}: {', or '.join(ways)}."


def size_of(sheet: Sheet) -> str:
    """Give width and height of a figure in inches."""
    return f"{sheet.width / POINTS_PER_INCH:.2f} x {sheet.height / POINTS_PER_INCH:.2f} in"


def wider(sheet: Sheet, lay_out: Callable[[Mapping[str, Any]], Sheet]) -> Iterable[tuple[str, Callable[[], Sheet]]]:
    """Give the remedy of a wider page, for a figure that is narrower."""
    if sheet.width < page_width("page"):
        yield "--width page", lambda: lay_out({"width": "page"})


def laid_out(figure: Figure[Any], subject: Sequence[Any], keywords: Mapping[str, Any]) -> Sheet:
    """Lay a figure out without drawing it; options that it does not take are left out."""
    from cddiagram.sheet.mpl.fonts import Fonts

    fonts = Fonts(keywords.get("font"), math=keywords.get("math", False))
    taken = {name: value for name, value in keywords.items() if name in figure.accepts}
    sheet: Sheet = figure(*subject, measure=fonts.measure, **taken)
    return sheet


def _fits(sheet: Sheet) -> bool:
    return sheet.height <= PAGE_HEIGHT * POINTS_PER_INCH
