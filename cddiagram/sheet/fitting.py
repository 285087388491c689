"""Fit a figure to its page, or raise an error that states the required width."""

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

#: Further remedies that error messages suggest if a figure does not fit on its page.
SHORTER_NAMES = Phrase("shorter names (", Option("rename"), ")")
SMALLER_TYPE = Phrase("a smaller ", Option("font_size"))

#: The page widths that are tried are multiples of the first number and do not exceed
#: the second number. Both numbers are in inches.
_STEP, _WIDEST = 0.05, 40.0


def check_hope(what: str, least: float, *ways: str) -> None:
    """Raise an error if a figure cannot fit any page, not even the widest one.

    `least` is the minimum width of the figure in points, and `ways` are remedies.
    """
    if least > _WIDEST * POINTS_PER_INCH:
        problem = f"{what} does not fit {_WIDEST:g} in. Use "
        raise LayoutError(Phrase(problem, commas(ways, " or "), "."))


def fit(
    plan: Callable[[LookT], PlanT | None], look: LookT, what: str, *ways: str
) -> PlanT:
    """Return the plan of a figure that fits the page width of a look.

    The function `plan` returns None if the figure does not fit the width of the look. A
    figure that fits one width must fit all larger widths. `what` is the subject of the
    error message, and `ways` are additional remedies.

    Raises
    ------
    LayoutError
        If the figure does not fit. The message states the required width.
    """
    fitting = plan(look)
    if fitting is not None:
        return fitting

    def fits(width: float) -> bool:
        return plan(replace(look, width=width)) is not None

    inches = look.page_width / POINTS_PER_INCH
    steps = range(1, round(_WIDEST / _STEP) + 1)
    widths = [step * _STEP for step in steps if step * _STEP > inches]
    first = bisect_left(widths, True, key=fits)
    if first == len(widths):
        check_hope(what, math.inf, *ways)
    problem = (
        f"{what} does not fit {inches:.2f} in: it needs {widths[first]:.2f} in. "
        "Use that width or "
    )
    raise LayoutError(Phrase(problem, commas(ways, " or "), "."))
