"""What a comparison controls follows from the validity of its p-values and from its
adjustment.
"""

import dataclasses
from typing import get_args

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.comparing import ErrorControl
from cddiagram.procedures import (
    ADJUSTMENTS,
    PAIR_TESTS,
    RANKINGS,
    Adjustment,
    Condition,
    Controls,
)

TABLE = cd.load_example("garcia2010-table3")
TWO = TABLE.select(list(TABLE.algorithms[:2]))
FWER = ("fwer", "any")
WEAK = ("fwer-weak", "any")


def controlled(table=TABLE, **options):
    return dataclasses.astuple(cd.compare(table, **options).error_control)


@pytest.mark.parametrize(
    ("p_adjust", "on_pairs", "on_joint_ranks"),
    [
        ("bonferroni", FWER, WEAK),
        ("holm", FWER, WEAK),
        ("shaffer", ("fwer", "transitive"), WEAK),
        ("bergmann-hommel", ("fwer", "transitive"), WEAK),
        ("sidak", ("fwer", "positive"), ("fwer-weak", "positive")),
        ("holland", ("fwer", "positive"), ("fwer-weak", "positive")),
        ("hochberg", ("fwer", "positive"), ("fwer-weak", "positive")),
        ("hommel", ("fwer", "positive"), ("fwer-weak", "positive")),
        ("rom", ("fwer", "independence"), ("fwer-weak", "independence")),
        ("finner", ("fwer-weak", "positive"), ("fwer-weak", "positive")),
        ("benjamini-hochberg", ("fdr", "positive"), ("none", "any")),
        ("li", ("none", "any"), ("none", "any")),
        ("none", ("none", "any"), ("none", "any")),
    ],
)
def test_adjustments_on_tests_of_pairs_and_on_joint_ranks(
    p_adjust, on_pairs, on_joint_ranks
):
    for pair_test in ("wilcoxon", "sign"):
        assert controlled(pair_test=pair_test, p_adjust=p_adjust) == on_pairs
    for ranking in ("friedman", "aligned", "quade"):
        assert controlled(ranking=ranking, p_adjust=p_adjust) == on_joint_ranks
    assert (
        controlled(ranking="means", pair_test="t", p_adjust=p_adjust) == on_joint_ranks
    )


def test_adjustments_that_belong_to_joint_statistics():
    assert controlled() == WEAK  # Nemenyi
    assert controlled(control="PDFC") == WEAK  # Bonferroni–Dunn
    assert controlled(method="exact") == WEAK
    assert controlled(ranking="means", pair_test="t", p_adjust="tukey") == WEAK
    assert (
        controlled(ranking="means", pair_test="t", p_adjust="dunnett", control="PDFC")
        == WEAK
    )


def test_max_t_controls_the_family_wise_error_rate_on_every_test_that_it_has():
    for pair_test in ("ranks", "wilcoxon", "sign", "t", "t-relative"):
        for control in (None, "PDFC", "best"):
            assert (
                controlled(pair_test=pair_test, p_adjust="max-t", control=control)
                == FWER
            )
    assert controlled(ranking="means", pair_test="t", p_adjust="max-t") == FWER
    assert controlled(ranking="quade", pair_test="sign", p_adjust="max-t") == FWER
    assert controlled(TWO, p_adjust="max-t") == FWER


def test_equal_means_are_transitive():
    assert controlled(pair_test="t", p_adjust="shaffer") == FWER
    assert controlled(pair_test="t-relative", p_adjust="shaffer") == (
        "fwer",
        "transitive",
    )


def test_pairs_of_scores_with_two_values_are_tested_for_equal_means():
    """McNemar's test, whose null hypotheses are transitive."""
    scores = np.random.default_rng(1).integers(0, 2, size=(40, 4))
    binary = cd.ScoreTable.from_arrays(scores, algorithms=list("ABCD"))
    scores[0, 0] = 2
    other = cd.ScoreTable.from_arrays(scores, algorithms=list("ABCD"))
    for p_adjust in ("shaffer", "bergmann-hommel"):
        for options in (
            {"pair_test": "wilcoxon", "zeros": "drop"},
            {"pair_test": "sign"},
        ):
            assert controlled(binary, p_adjust=p_adjust, **options) == FWER
            assert controlled(other, p_adjust=p_adjust, **options) == (
                "fwer",
                "transitive",
            )


def test_p_values_for_two_algorithms_depend_on_no_others():
    for options in (
        {},
        {"ranking": "aligned"},
        {"ranking": "means", "pair_test": "t"},
        {"pair_test": "sign"},
    ):
        assert controlled(TWO, **options) == FWER


def test_the_multiple_sign_test_is_adjusted_by_itself():
    assert controlled(control="PDFC", pair_test="multiple-sign") == (
        "fwer",
        "exchangeable",
    )
    assert controlled(TWO, control=TWO.algorithms[0], pair_test="multiple-sign") == FWER


def test_of_given_p_values_nothing_is_known():
    p = np.full((3, 3), 0.01)
    for p_adjust in ("none", "holm"):
        given = cd.compare_pvalues([1, 2, 3], p, algorithms="ABC", p_adjust=p_adjust)
        assert given.error_control == ErrorControl("unknown")
    assert cd.compare_ranks(
        [1.2, 1.9, 2.9], 20, algorithms=list("ABC")
    ).error_control == ErrorControl("fwer-weak")


def test_a_false_discovery_rate_is_not_a_family_wise_error_rate(monkeypatch):
    entry = dataclasses.replace(
        ADJUSTMENTS["holm"], controls="fdr", condition="positive"
    )
    monkeypatch.setitem(ADJUSTMENTS, "holm", entry)
    assert controlled(pair_test="wilcoxon") == ("fdr", "positive")
    assert controlled(p_adjust="holm") == ("none", "any")
    caption = cd.compare(TABLE, pair_test="wilcoxon").caption(show_rank_intervals=True)
    rate = (
        "The false discovery rate is at most 5% if the tests are positively dependent"
    )
    assert f"{rate}, but the family-wise error rate is not controlled." in caption
    assert "95" not in caption


def test_every_procedure_of_the_registry_says_what_it_is():
    """The default of a new adjustment claims nothing; a test of a pair has no
    default.
    """
    assert Adjustment(key="new", name="New").controls == "none"
    assert ADJUSTMENTS["li"].controls == ADJUSTMENTS["none"].controls == "none"
    assert {entry.controls for entry in ADJUSTMENTS.values()} == {*get_args(Controls)}
    assert {entry.condition for entry in ADJUSTMENTS.values()} <= {*get_args(Condition)}
    own = [entry.pairs for entry in RANKINGS.values() if entry.pairs is not None]
    assert {entry.validity for entry in own} == {"joint"}
    joint = {key for key, entry in PAIR_TESTS.items() if entry.validity == "joint"}
    assert joint == {"ranks", "exact-ranks"}
