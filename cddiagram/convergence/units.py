"""Points of a budget as they are printed."""

from __future__ import annotations


def with_unit(point: float, unit: str, digits: int = 12) -> str:
    """Print a point of the budget with its unit; a percent sign follows directly.

    >>> with_unit(500, "evaluations"), with_unit(30, "% of the budget")
    ('500 evaluations', '30% of the budget')
    """
    space = "" if unit.startswith("%") else " "
    return f"{point:.{digits}g}{space}{unit}"
