"""Whether a figure fits its page: the first step of a ladder that does, or a refusal
that names the width it needs.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from cddiagram.sheet.look import POINTS_PER_INCH, Look
from cddiagram.text import LayoutError, Option, Phrase, commas

LookT = TypeVar("LookT", bound=Look)
PlanT = TypeVar("PlanT")

#: What else can be done where a figure does not fit.
SHORTER_NAMES = Phrase("shorter names (", Option("rename"), ")")
SMALLER_TYPE = Phrase("a smaller ", Option("font_size"))

#: Widths tried, in inches.
_STEP, _WIDEST = 0.05, 40.0


def check_hope(what: str, least: float, *ways: str) -> None:
    """Refuse at once what needs more points than the widest page has, before what it
    shows is computed.
    """
    if least > _WIDEST * POINTS_PER_INCH:
        raise LayoutError(
            Phrase(
                f"{what} does not fit {_WIDEST:g} in: give ", commas(ways, " or "), "."
            )
        )


def fit(
    plan: Callable[[LookT], PlanT | None], look: LookT, what: str, *ways: str
) -> PlanT:
    """Return what `plan` makes of the look; where that is None, refuse and say at which
    width it would be something.

    What fits a width must fit every wider one.
    """
    found = plan(look)
    if found is not None:
        return found
    inches = look.page_width / POINTS_PER_INCH
    widths = [
        step * _STEP
        for step in range(1, round(_WIDEST / _STEP) + 1)
        if step * _STEP > inches
    ]
    first = bisect_left(
        widths, True, key=lambda width: plan(replace(look, width=width)) is not None
    )
    if first == len(widths):
        check_hope(what, math.inf, *ways)
    needed = (
        f"{what} does not fit {inches:.2f} in: it needs {widths[first]:.2f} in; give "
        "that width or "
    )
    raise LayoutError(Phrase(needed, commas(ways, " or "), "."))
