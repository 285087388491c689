"""What is said of missing scores, of one and of several: numbers, and names where they
are few.
"""

import re
from types import SimpleNamespace

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.comparing import Sensitivity
from cddiagram.words.missing import (
    missing_note,
    missing_words,
    policy_words,
    sensitivity_words,
)

N, NAMES = 9, "ABCD"


def comparison(*gaps, missing):
    """Compare four algorithms on nine data sets; `gaps` are data sets and algorithms
    without score.
    """
    scores = np.random.default_rng(5).random((N, 4)) + np.arange(4)
    for row, column in gaps:
        scores[row, column] = np.nan
    table = cd.ScoreTable.from_arrays(scores, algorithms=list(NAMES), missing=missing)
    return cd.compare(table, pair_test="sign")


@pytest.mark.parametrize(
    ("gaps", "missing", "said"),
    [
        ([], "worst", ""),
        (
            [(0, 2)],
            "drop-algorithms",
            "One further algorithm with missing scores was excluded: C.",
        ),
        (
            [(0, 2), (4, 1)],
            "drop-algorithms",
            "Two further algorithms with missing scores were excluded: B, C.",
        ),
        ([(0, 2)], "drop", "One further data set with missing scores was excluded."),
        (
            [(0, 2), (4, 1)],
            "drop",
            "Two further data sets with missing scores were excluded.",
        ),
        (
            [(0, column) for column in range(4)],
            "worst",
            "One further data set with no scores was excluded.",
        ),
        (
            [(0, 2)],
            "worst",
            "One of the 36 scores was missing and was replaced by the worst score on "
            "the same data set.",
        ),
        (
            [(0, 2), (4, 1)],
            "like:A",
            "Two of the 36 scores were missing and were replaced by the score of A on "
            "the same data set.",
        ),
        (
            [(0, 2), (4, 2)],
            "available",
            "Two of the 36 scores were missing. Each pair was compared on the data "
            "sets on which both algorithms have scores (7–9 data sets per pair).",
        ),
        (
            [(row, column) for row in (0, 1) for column in range(3)],
            "available",
            "Two further data sets with fewer than two scores were excluded.",
        ),
    ],
)
def test_what_was_done(gaps, missing, said):
    found = missing_words(comparison(*gaps, missing=missing))
    assert said in found if said else found == ""


def test_notes_of_figures():
    assert missing_note(comparison(missing="worst")) == ""
    assert missing_note(comparison((0, 2), missing="worst")) == "1 failure as worst"
    assert (
        missing_note(comparison((0, 2), (3, 1), missing="like:A"))
        == "2 failures as baseline"
    )
    every_pair = [(row, column) for row, column in enumerate(range(4))]
    assert (
        missing_note(comparison(*every_pair, missing="available")) == "n = 7 per pair"
    )


def test_p_values_have_no_policy():
    given = cd.compare_pvalues(
        [1.0, 2.0], [[1, 0.01], [0.01, 1]], algorithms=["A", "B"]
    )
    assert (
        missing_words(given),
        policy_words(given),
        missing_note(given),
        sensitivity_words(given),
    ) == ("",) * 4


@pytest.mark.parametrize(
    ("n", "tested", "changed", "said"),
    [
        (0, 0, 0, r"No data set has complete scores, .*"),
        (1, 0, 0, r"Only one data set has complete scores, .*"),
        (5, 1, 0, r".* are used, the decision about the pair does not change\."),
        (5, 1, 1, r".* are used, the decision about the pair changes\."),
        (
            5,
            10,
            0,
            r"If only the 5 data sets without missing scores are used, none of the 10 "
            r"pairwise decisions changes\.",
        ),
        (5, 10, 1, r".* are used, 1 of the 10 pairwise decisions changes: P0 – Q0\."),
        (5, 10, 2, r".*, 2 of the 10 pairwise decisions change: P0 – Q0, P1 – Q1\."),
        (5, 10, 6, r".*: P0 – Q0, .*, P5 – Q5\."),
        (5, 10, 7, r".*: P0 – Q0, .*, P5 – Q5 and 1 more\."),
    ],
)
def test_verdicts_that_change(n, tested, changed, said):
    pairs = tuple((f"P{i}", f"Q{i}") for i in range(changed))
    found = SimpleNamespace(
        sensitivity=Sensitivity(n_datasets=n, tested=tested, changed=pairs),
        table=object(),
    )
    assert re.fullmatch(said, sensitivity_words(found))
