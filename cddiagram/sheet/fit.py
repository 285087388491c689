"""Whether a figure fits its page: the first step of a ladder that does, or a refusal that names the width it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from cddiagram._util.inlines import Option, Phrase, commas
from cddiagram.errors import LayoutError
from cddiagram.sheet.look import POINTS_PER_INCH, Look

LookT = TypeVar("LookT", bound=Look)
PlanT = TypeVar("PlanT")

#: What else can be done where a figure does not fit.
SHORTER_NAMES = Phrase("shorter names (", Option("rename"), ")")
SMALLER_TYPE = Phrase("a smaller ", Option("font_size"))

#: Widths tried, in inches.
_STEP, _WIDEST = 0.05, 40.0


def fit(plan: Callable[[LookT], PlanT | None], look: LookT, what: str, *ways: str) -> PlanT:
    """Return what `plan` makes of the look; where that is None, refuse and say at which width it would be something."""
    found = plan(look)
    if found is None:
        raise LayoutError(
            does_not_fit(
                what,
                look.page_width,
                lambda points: plan(replace(look, width=points / POINTS_PER_INCH)) is not None,
                commas(ways, " or "),
            )
        )
    return found


def check_hope(what: str, least: float, *ways: str) -> None:
    """Refuse at once what needs more points than the widest page has, before what it shows is computed."""
    if least > _WIDEST * POINTS_PER_INCH:
        raise LayoutError(Phrase(f"{what} does not fit {_WIDEST:g} in: ", *ways, "."))


def does_not_fit(what: str, given: float, fits: Callable[[float], bool], remedies: str) -> Phrase:
    """Return the error of a figure that does not fit its width; what fits a width must fit every wider one.

    >>> does_not_fit("the matrix", 72.0, lambda width: width >= 150, SHORTER_NAMES)
    'the matrix does not fit 1.00 in: it needs 2.10 in; give that width or shorter names (rename).'
    """
    inches = given / POINTS_PER_INCH
    widths = [step * _STEP for step in range(1, round(_WIDEST / _STEP) + 1) if step * _STEP > inches]
    low, high = 0, len(widths)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(widths[middle] * POINTS_PER_INCH) else (middle + 1, high)
    needed = f"it needs {widths[low]:.2f} in" if low < len(widths) else f"it does not fit {_WIDEST:g} in either"
    return Phrase(f"{what} does not fit {inches:.2f} in: {needed}; give that width or ", remedies, ".")
