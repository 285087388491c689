"""The options of the CD diagram: checked once, all of them, before anything is laid out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from cddiagram.errors import UsageError, choose_from
from cddiagram.names import MAX_LANES
from cddiagram.sheet.widths import NAMED_WIDTHS

POINTS_PER_INCH = 72.0
LAYOUTS = ("auto", "horizontal", "list")
LABELS = ("auto", "column", "stair")
SIDES = ("both", "left", "right")
BEST = ("right", "left")
RANK_RANGES = ("auto", "full", "data")

_SMALLEST_TYPE = 3.0
#: Dots, lines and lanes have their size in points whatever that of the names: beside larger ones they would be lost.
_LARGEST_TYPE = 24.0


@dataclass(frozen=True, kw_only=True)
class CDOptions:
    """How to lay out a CD diagram; the fields are the options of `layout_cd`, `page_width` is in points."""

    page_width: float
    layout: str = "auto"
    labels: str = "auto"
    side: str = "both"
    best: str = "right"
    font_size: float = 8.0
    min_font_size: float = 6.5
    show_ranks: bool = True
    show_ruler: bool = True
    show_direction: bool = True
    wrap: str | bool = "auto"
    max_lanes: int = MAX_LANES
    letters: str | bool = "auto"

    def __post_init__(self) -> None:
        for name, choices in (("layout", LAYOUTS), ("labels", LABELS), ("side", SIDES), ("best", BEST)):
            check_choice(name, getattr(self, name), choices)
        for name in ("show_ranks", "show_ruler", "show_direction"):
            check_flag(name, getattr(self, name))
        if self.wrap != "auto":
            check_flag("wrap", self.wrap, also="'auto'")
        if self.letters != "auto":
            check_flag("letters", self.letters, also="'auto'")
        if self.letters is True and self.layout == "horizontal":
            raise UsageError("letters stand beside the names of the list: pass layout='list', or leave layout out.")
        for name in ("font_size", "min_font_size"):
            _check_number(name, getattr(self, name), _SMALLEST_TYPE, _LARGEST_TYPE)
        if isinstance(self.max_lanes, bool) or not isinstance(self.max_lanes, int) or self.max_lanes < 0:
            raise UsageError(f"max_lanes must be a whole number of lanes, 0 or more, not {self.max_lanes!r}.")

    @property
    def sizes(self) -> tuple[float, ...]:
        """Sizes of the names to try, in points: from `font_size` down to `min_font_size` in half points."""
        smallest = min(self.min_font_size, self.font_size)
        steps = math.ceil((self.font_size - smallest) / 0.5 - 1e-9)
        return tuple(max(self.font_size - 0.5 * step, smallest) for step in range(steps + 1))


def page_width(width: str | float) -> float:
    """Return the width of the page in points.

    Parameters
    ----------
    width : str or float
        ``"column"`` (3.3 in), ``"page"`` (6.75 in), a venue's column or page (``"ieee-column"``, ``"acm-page"``, ...:
        `cddiagram.sheet.widths.NAMED_WIDTHS`), or a number of inches.

    Raises
    ------
    UsageError
        Any other text, or a number that is not positive and finite.

    Examples
    --------
    >>> page_width("page"), page_width("neurips-page")
    (486.0, 396.0)
    """
    if isinstance(width, str):
        check_choice("width", width, tuple(NAMED_WIDTHS))
        return round(NAMED_WIDTHS[width] * POINTS_PER_INCH, 9)
    if not is_number(width) or width <= 0:
        raise UsageError(f"width must be 'column', 'page' or a positive number of inches, not {width!r}.")
    return float(width) * POINTS_PER_INCH


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    """Refuse a value that is not one of the choices, and name them."""
    if not isinstance(value, str) or value not in choices:
        raise UsageError(choose_from(name, value, choices))


def check_flag(name: str, value: object, also: str = "") -> None:
    """Refuse a value that is neither True nor False."""
    if not isinstance(value, bool):
        choices = f"{also}, True or False" if also else "True or False"
        raise UsageError(f"{name} must be {choices}, not {value!r}.")


def is_number(value: Any) -> bool:
    """Tell whether a value is a finite number (and not a flag)."""
    if isinstance(value, bool | str):
        return False
    try:
        return math.isfinite(value)
    except TypeError:
        return False


def _check_number(name: str, value: object, smallest: float, largest: float) -> None:
    if not is_number(value) or not smallest <= value <= largest:  # type: ignore[operator]
        raise UsageError(f"{name} must be a number of points, {smallest:g} to {largest:g}, not {value!r}.")
