"""What is said to follow, sentence by sentence: one for each way in which a comparison
can end.
"""

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.words.decisions import algorithm_words, conclusions, pair_words
from cddiagram.words.inlines import plain_words
from cddiagram.words.parts import names_words

NO = np.nan
GARCIA = cd.load_example("garcia2008-table2")


def given(*pvalues):
    """A comparison of two or three algorithms by p-values: of the pairs AB, or AB, AC
    and BC.
    """
    k = 2 if len(pvalues) == 1 else 3
    matrix = np.eye(k)
    matrix[np.triu_indices(k, 1)] = pvalues
    return cd.compare_pvalues(
        [1.2, 2.2, 2.6][:k], np.maximum(matrix, matrix.T), algorithms=list("ABC")[:k]
    )


def drawn(*means, **options):
    scores = 0.3 * np.random.default_rng(0).normal(size=(30, len(means))) + means
    table = cd.ScoreTable.from_arrays(scores, algorithms=list("ABC")[: len(means)])
    return cd.compare(table, control="A", **options)


@pytest.mark.parametrize(
    ("comparison", "said"),
    [
        (given(NO), "The pair was not tested."),
        (given(0.01), "A and B differ significantly at α = 0.05."),
        (given(0.3), "A and B are not significantly different at α = 0.05."),
        (given(NO, NO, NO), "No pair was tested."),
        (
            given(0.5, 0.3, 0.2),
            "No two algorithms are significantly different at α = 0.05.",
        ),
        (
            given(0.5, NO, 0.2),
            "None of the tested differences is significant at α = 0.05.",
        ),
        (
            given(NO, NO, 0.2),
            "None of the tested differences is significant at α = 0.05.",
        ),
        (
            given(NO, NO, 0.02),
            "The only tested difference is significant at α = 0.05. B differs "
            "significantly from C.",
        ),
        (
            given(0.01, 0.02, 0.03),
            "All pairwise differences are significant at α = 0.05.",
        ),
        (
            given(0.01, NO, 0.03),
            "Both tested differences are significant at α = 0.05. A differs "
            "significantly from B. "
            "B differs significantly from A and C.",
        ),
        (
            given(0.01, 0.3, 0.2),
            "One of the 3 pairwise differences is significant at α = 0.05. "
            "A differs significantly from B, but not from C.",
        ),
        (
            given(0.01, 0.001, 0.2),
            "Two of the 3 pairwise differences are significant at α = 0.05. A differs "
            "significantly from B and C.",
        ),
        (
            drawn(0, 0),
            "B does not differ significantly from the control, A, at α = 0.05.",
        ),
        (drawn(0, 3), "B differs significantly from the control, A, at α = 0.05."),
        (
            drawn(0, 0, 0),
            "No other algorithm differs significantly from the control, A, at α = 0.05.",
        ),
        (
            drawn(0, 0, 3),
            "C differs significantly from the control, A, at α = 0.05. B does not "
            "differ significantly from the control.",
        ),
        (
            drawn(0, -3, 3),
            "C and B differ significantly from the control, A, at α = 0.05.",
        ),
        (
            drawn(0, 0, pair_test="multiple-sign"),
            "A is not significantly better than B at α = 0.05.",
        ),
        (
            drawn(0, 0, 3, pair_test="multiple-sign"),
            "A is not significantly better than any other algorithm at α = 0.05.",
        ),
        (
            drawn(0, -3, 3, pair_test="multiple-sign"),
            "A is significantly better than B at α = 0.05. It is not significantly better "
            "than C.",
        ),
        (
            drawn(0, -3, -3, pair_test="multiple-sign"),
            "A is significantly better than C and B at α = 0.05.",
        ),
    ],
)
def test_what_follows(comparison, said):
    best, *rest = map(plain_words, conclusions(comparison))
    assert " has the best average rank (" in best
    assert " ".join(rest) == said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "significantly different from C4.5 (adjusted p = 0.019)"),
        ({"p_adjust": "none"}, "significantly different from C4.5 (p = 0.005)"),
        ({"pair_test": "multiple-sign"}, "C4.5 is significantly better (p = 0.015)"),
    ],
)
def test_one_algorithm_against_the_control(options, said):
    comparison = cd.compare(GARCIA, control="C4.5", **options)
    column = GARCIA.algorithms.index("1-NN")
    assert (
        plain_words(algorithm_words(comparison, column))
        == f"1-NN: average rank 3.25, position 4 of 5; {said}"
    )
    control = plain_words(algorithm_words(comparison, GARCIA.algorithms.index("C4.5")))
    assert control == "C4.5: average rank 2.10, position 1 of 5; the control"


def test_a_pair_in_one_sentence():
    comparison = cd.compare(GARCIA)
    columns = GARCIA.algorithms.index("1-NN"), GARCIA.algorithms.index("C4.5")
    said = (
        "C4.5 – 1-NN: average ranks 2.10 and 3.25, z = 2.817, p = 0.005, adjusted p = "
        "0.039: significantly different"
    )
    assert (
        plain_words(pair_words(comparison, *columns))
        == plain_words(pair_words(comparison, *columns[::-1]))
        == said
    )


def test_ranks_that_are_nearly_equal_have_places_of_their_own():
    comparison = cd.compare_ranks(
        [1.995, 2.0, 2.005, 4.0], 200, algorithms=list("ABCD")
    )
    places = [
        plain_words(algorithm_words(comparison, column)).partition(", position ")[2][0]
        for column in range(4)
    ]
    assert places == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("count", "end"), [(12, "a11"), (13, "a11 and 1 more"), (15, "a11 and 3 more")]
)
def test_beyond_a_dozen_the_rest_is_counted(count, end):
    said = plain_words(names_words([f"a{number}" for number in range(count)]))
    assert said.startswith("a0, a1, ")
    assert said.endswith(f", {end}")
    assert plain_words(names_words([])) == "none"
