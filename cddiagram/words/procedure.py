"""What a note calls the tests: their name, and every choice that is not the default and changes numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cddiagram.plan import PICKED_AFTER
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.words.missing import missing_note
from cddiagram.words.names import ADJUSTMENT_OPTIONS, DETAILS

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison

#: Option and value -> how a note says it; defaults are not said. Variances stand in the name of the test.
_CHOICES: dict[tuple[str, str | bool], str] = {
    ("zeros", "drop"): "zeros dropped",
    ("zeros", "pratt"): "zeros by Pratt",
    **{option: said for option, said in DETAILS.items() if option[0] in ("tie_correction", *ADJUSTMENT_OPTIONS)},
}


def chosen_options(comparison: Comparison) -> tuple[tuple[str, str | bool], ...]:
    """Return the options of the tests of pairs, without a choice about ties that is the default or changes nothing."""
    choices, plan = comparison.choices, comparison.plan
    ties = {} if plan.pair_test == "given" else plan.pairs.ties
    variance = choices.get("variance")
    default = ties.get(None if variance is None else str(variance))
    idle = (True, False) if default is None else (default,)
    return tuple(option for option in choices.items() if option[0] != "tie_correction" or option[1] not in idle)


def procedure(comparison: Comparison, control: str | None = None, *, best: bool = False) -> str:
    """Name the tests of a comparison, and whom all are held against, as it is called in the figure.

    >>> import cddiagram as cd
    >>> table = cd.load_example("garcia2008-table2")
    >>> procedure(cd.compare(table, pair_test="wilcoxon", zeros="drop"))
    'Wilcoxon–Holm, zeros dropped'
    >>> procedure(cd.compare(table, control="C4.5"), control="C4.5")
    'Bonferroni–Dunn against C4.5'
    """
    choices = [_CHOICES[option] for option in chosen_options(comparison) if option in _CHOICES]
    adjusted = adjusted_here(comparison)
    named = control is None or best or comparison.plan.control_chosen == "after"  # then the test says that it is
    plan, test = comparison.plan, comparison.test
    if plan.pair_test != "given" and test == plan.label:
        test = plan.on_face
    test = test if named else f"{test} against {control}"
    after = PICKED_AFTER if best else ""
    tests = ", ".join([test, *([adjusted] if adjusted else []), *choices]) + after
    return ", ".join(filter(None, (tests, missing_note(comparison))))


def adjusted_here(comparison: Comparison) -> str | None:
    """Say how p-values from elsewhere were adjusted, unless the name that came with them does; None for all else."""
    pairs = comparison.pairwise
    if pairs.pair_test != "given" or pairs.p_adjust == "none" or pairs.n_hypotheses == 1:
        return None
    name = ADJUSTMENTS[pairs.p_adjust].name
    return None if name.lower() in comparison.test.lower() else f"adjusted by {name}"
