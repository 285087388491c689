"""What a note calls the tests: their name, and every choice that is not the default and changes numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cddiagram.results import Comparison

#: Option and value -> how a note says it; defaults are not said. Variances stand in the name of the test.
_CHOICES = {
    ("zeros", "drop"): "zeros dropped",
    ("zeros", "pratt"): "zeros by Pratt",
    ("tie_correction", "True"): "corrected for ties",
    ("tie_correction", "False"): "not corrected for ties",
    ("rom_critical", "paper"): "printed critical values",
    ("bh_monotone", "False"): "without the monotone step",
}


def procedure(comparison: Comparison) -> str:
    """Name the tests of a comparison.

    Examples
    --------
    >>> import cddiagram as cd
    >>> table = cd.load_example("garcia2008-table2")
    >>> procedure(cd.compare(table, pair_test="wilcoxon", zeros="drop"))
    'Wilcoxon–Holm, zeros dropped'
    """
    choices = [_CHOICES[option] for option in comparison.pairwise.options if option in _CHOICES]
    adjusted = adjusted_here(comparison)
    return ", ".join([comparison.test, *([adjusted] if adjusted else []), *choices])


def adjusted_here(comparison: Comparison) -> str | None:
    """Say how p-values from elsewhere were adjusted, unless the name that came with them does; None for all else.

    Examples
    --------
    >>> import cddiagram as cd
    >>> adjusted_here(cd.Comparison.from_pvalues([1, 2], [[1, 0.1], [0.1, 1]], algorithms=["A", "B"], p_adjust="holm"))
    'adjusted by Holm'
    """
    pairs = comparison.pairwise
    if pairs.pair_test != "given" or pairs.p_adjust == "none":
        return None
    special = {"sidak": "Šidák", "shaffer-dynamic": "Shaffer (dynamic)"}
    name = special.get(pairs.p_adjust, pairs.p_adjust.title().replace("-", "–"))
    return None if name.lower() in comparison.test.lower() else f"adjusted by {name}"
