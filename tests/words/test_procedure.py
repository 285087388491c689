"""The note of every figure names the procedure, with the choices that are not its
default.
"""

import pytest
from cases import plain_measure

import cddiagram as cd
from cddiagram.figures import (
    layout_cd,
    layout_cd_sequence,
    layout_mcb,
    layout_pvalue_matrix,
    layout_rank_bars,
)
from cddiagram.sheet import Text
from cddiagram.words import procedures as procedure_module
from cddiagram.words.names import DETAILS

TABLE = cd.load_example("garcia2008-table2")
FIGURES = {
    "cd": layout_cd,
    "sequence": lambda comparison, **options: layout_cd_sequence(
        {"a": comparison, "b": comparison}, **options
    ),
    "mcb": layout_mcb,
    "bars": layout_rank_bars,
    "matrix": layout_pvalue_matrix,
}


def note_of(figure, comparison):
    layout = FIGURES[figure](comparison, measure=plain_measure, width="page")
    return " ".join(
        element.text
        for element in layout.elements
        if isinstance(element, Text) and element.gid == "note"
    )


@pytest.mark.parametrize("figure", ["cd", "sequence", "bars", "matrix"])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, None),
        ({"zeros": "drop"}, "zeros dropped"),
        ({"zeros": "pratt"}, "zeros by Pratt"),
        ({"method": "asymptotic", "tie_correction": False}, "not corrected for ties"),
    ],
)
def test_choices_for_wilcoxon(figure, options, said):
    comparison = cd.compare(TABLE, pair_test="wilcoxon", **options)
    note = note_of(figure, comparison)
    assert note.startswith(
        f"{comparison.test}, {said}" if said else f"{comparison.test}, "
    )
    assert [
        words for words in procedure_module._NOTES.values() if f", {words}" in note
    ] == ([said] if said else [])


@pytest.mark.parametrize("figure", FIGURES)
def test_choices_for_mean_ranks(figure):
    plain, corrected = cd.compare(TABLE), cd.compare(TABLE, tie_correction=True)
    assert "ties" not in note_of(figure, plain)
    assert "Nemenyi (asymptotic), corrected for ties" in note_of(figure, corrected)


@pytest.mark.parametrize("figure", ["cd", "sequence", "bars"])
def test_p_values_from_elsewhere_say_how_they_were_adjusted(figure):
    p = [[1, 0.01, 0.02], [0.01, 1, 0.5], [0.02, 0.5, 1]]
    comparison = cd.compare_pvalues(
        [1, 2.4, 2.6],
        p,
        algorithms=["A", "B", "C"],
        p_adjust="bergmann-hommel",
        test="permutation test",
    )
    assert note_of(figure, comparison).startswith(
        "permutation test, adjusted by Bergmann–Hommel"
    )
    assert (
        note_of("matrix", comparison)
        == "permutation test, p-values adjusted by Bergmann–Hommel, α = 0.05"
    )
    both = {"p_adjust": "holm", "test": "t test–Holm"}
    named = cd.compare_pvalues([1, 2.4, 2.6], p, algorithms=["A", "B", "C"], **both)
    assert note_of(figure, named).startswith("t test–Holm, ")
    assert "adjusted by" not in note_of(figure, named)
    alone = cd.compare_pvalues([1, 2.4, 2.6], p, algorithms=["A", "B", "C"])
    assert "adjusted" not in note_of(figure, alone)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tie_correction": False}, False),  # as by default
        ({"ranking": "aligned", "tie_correction": True}, False),  # as by default
        ({"ranking": "aligned", "tie_correction": False}, True),
        ({"ranking": "quade", "tie_correction": True}, True),
        ({"pair_test": "wilcoxon", "tie_correction": False}, False),  # exact
    ],
)
def test_choices_about_ties_that_change_nothing_are_not_told(options, said):
    rest = {name: value for name, value in options.items() if name != "tie_correction"}
    comparison, default = cd.compare(TABLE, **options), cd.compare(TABLE, **rest)
    assert ("corrected for ties" in procedure_module.procedure_note(comparison)) == said
    assert (
        said
        or (comparison.pairwise.pvalue_adjusted == default.pairwise.pvalue_adjusted)[
            0, 1:
        ].all()
    )


def test_the_variance_stands_on_the_face_only_where_it_is_not_the_default():
    """The caption and the name of the test always say it."""
    for ranking, name in (("aligned", "Aligned ranks"), ("quade", "Quade ranks")):
        default = cd.compare(TABLE, ranking=ranking)
        assert procedure_module.procedure_note(default) == f"{name}, Holm"
        assert default.test == f"{name} (permutation variance), Holm"
        assert "permutation variance" in default.caption()
        control, best = (
            cd.compare(TABLE, ranking=ranking, control=who)
            for who in (TABLE.algorithms[0], "best")
        )
        assert (
            procedure_module.procedure_note(control, "it") == f"{name}, Holm against it"
        )
        assert (
            procedure_module.procedure_note(best)
            == f"{name}, Holm, best against the others"
        )
    conover = cd.compare(TABLE, ranking="quade", variance="conover")
    named = "Quade ranks (Conover's t), Holm"
    assert procedure_module.procedure_note(conover) == conover.test == named


def test_one_p_value_is_not_adjusted():
    p = [[1, 0.01], [0.01, 1]]
    one = cd.compare_pvalues(
        [1, 2], p, algorithms=["A", "B"], p_adjust="holm", test="permutation test"
    )
    assert procedure_module.procedure_note(one) == "permutation test"


def test_every_choice_that_the_caption_tells_is_told_by_the_note():
    """But for the defaults, and for variances and exact tests, which stand in the name
    of the test.
    """
    told = {
        option
        for option in DETAILS
        if option[0] not in ("ties", "variance") and option != ("zeros", "split")
    }
    assert set(procedure_module._NOTES) == told
