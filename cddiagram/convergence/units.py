"""Cut-points with their unit, formatted for messages and labels."""

from __future__ import annotations

from collections.abc import Sequence

#: This unit is used for cut-points if their positions are unknown.
NO_UNIT = "cut-points"


def with_unit(point: float, unit: str, digits: int = 12) -> str:
    """Format a cut-point with its unit, without a space before a percent sign.

    >>> with_unit(500, "evaluations"), with_unit(30, "% of the budget")
    ('500 evaluations', '30% of the budget')
    """
    number = f"{point:.{digits}g}"
    if unit.startswith("%"):
        return f"{number}{unit}"
    return f"{number} {unit}"


def range_words(points: Sequence[float], unit: str, digits: int = 6) -> str:
    """Format the first and the last cut-point, with their unit if it is known.

    >>> range_words([500, 1000, 5000], "evaluations"), range_words([1, 2], NO_UNIT)
    ('500 to 5000 evaluations', '1 to 2')
    """
    first = f"{points[0]:.{digits}g}"
    last = f"{points[-1]:.{digits}g}"
    if unit != NO_UNIT:
        last = with_unit(points[-1], unit, digits)
    return f"{first} to {last}"
