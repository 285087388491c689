"""Points of a budget as they are printed."""

from __future__ import annotations

from collections.abc import Sequence

#: The unit of cut-points whose places are not known.
NO_UNIT = "cut-points"


def with_unit(point: float, unit: str, digits: int = 12) -> str:
    """Print a point of the budget with its unit; a percent sign follows directly.

    >>> with_unit(500, "evaluations"), with_unit(30, "% of the budget")
    ('500 evaluations', '30% of the budget')
    """
    space = "" if unit.startswith("%") else " "
    return f"{point:.{digits}g}{space}{unit}"


def range_words(points: Sequence[float], unit: str, digits: int = 6) -> str:
    """Print the first and the last cut-point, with their unit if they have one.

    >>> range_words([500, 1000, 5000], "evaluations"), range_words([1, 2], NO_UNIT)
    ('500 to 5000 evaluations', '1 to 2')
    """
    last = f"{points[-1]:.{digits}g}"
    if unit != NO_UNIT:
        last = with_unit(points[-1], unit, digits)
    return f"{points[0]:.{digits}g} to {last}"
