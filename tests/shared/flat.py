"""The adjustments of a flat family, by the names that `adjust_pvalues` takes."""

from cddiagram.procedures import flat_choices

FLAT = tuple(key for key in flat_choices() if key != "auto")
