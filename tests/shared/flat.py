"""The adjustments of a flat family, by the names that `adjust_pvalues` takes."""

from cddiagram.procedures import adjustment_choices

FLAT = tuple(key for key in adjustment_choices(flat=True) if key != "auto")
