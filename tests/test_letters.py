"""Letters: two algorithms share one if and only if they are not significantly
different.
"""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cddiagram as cd
from cddiagram.stats import PositionGroups

LETTERS = PositionGroups.LETTERS


@st.composite
def graphs(draw):
    """Not different: a random symmetric relation, sparse or dense, of up to 14
    algorithms.
    """
    k = draw(st.integers(2, 14))
    share = draw(st.sampled_from((0.1, 0.5, 0.8, 0.95)))
    generator = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    upper = np.triu(generator.random((k, k)) < share, 1)
    return upper | upper.T


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(graphs())
def test_sharing_a_letter_is_not_being_different(joined):
    k = len(joined)
    groups = [group for _, group in PositionGroups.of(joined).lettered]
    for i, j in itertools.combinations(range(k), 2):
        assert any(i in group and j in group for group in groups) == joined[i, j]
    assert {place for group in groups for place in group} == set(range(k))
    assert list(groups) == sorted(groups)
    for group in groups:  # none that is left could be dropped
        pairs = itertools.combinations(group, 2)
        others = [other for other in groups if other != group]
        assert len(group) == 1 or not all(
            any({*pair} <= {*other} for other in others) for pair in pairs
        )


def compared(joined):
    """Algorithms A0, A1, ... ranked in this order, whose pairs have p = .5 where joined
    and p = .001 elsewhere.
    """
    k = len(joined)
    p = np.where(joined, 0.5, 0.001)
    return cd.compare_pvalues(
        np.arange(1.0, k + 1), p, algorithms=[f"A{i}" for i in range(k)]
    )


@settings(max_examples=100, deadline=None)
@given(graphs())
def test_the_letters_of_a_comparison_are_its_decisions(joined):
    comparison = compared(joined)
    letters, different = comparison.letters, comparison.different()
    assert list(letters) == list(comparison.algorithms)
    for i, j in itertools.combinations(range(len(joined)), 2):
        assert bool(set(letters[f"A{i}"]) & set(letters[f"A{j}"])) != different[i, j]
    used = sorted({letter for word in letters.values() for letter in word})
    assert used == list(LETTERS[: len(used)])
    assert all(list(word) == sorted(word) for word in letters.values())


def test_a_group_whose_pairs_all_lie_in_others_has_no_letter():
    """0-1, 0-2, 1-2 lie in the triangles with 3, 4 and 5."""
    joined = np.zeros((6, 6), dtype=bool)
    for group in ((0, 1, 2), (0, 1, 3), (0, 2, 4), (1, 2, 5)):
        joined[np.ix_(group, group)] = True
    comparison = compared(joined)
    assert len(comparison.groups) == 4
    assert comparison.letter_groups == (
        ("a", ("A0", "A1", "A3")),
        ("b", ("A0", "A2", "A4")),
        ("c", ("A1", "A2", "A5")),
    )


def test_an_algorithm_that_differs_from_all_has_a_letter_of_its_own():
    joined = np.zeros((3, 3), dtype=bool)
    joined[0, 2] = joined[2, 0] = True
    assert compared(joined).letters == {"A0": "a", "A1": "b", "A2": "a"}


@pytest.mark.parametrize(("k", "lettered"), [(52, True), (53, False)])
def test_the_alphabet_ends_after_52_letters(k, lettered):
    letters = compared(np.zeros((k, k), dtype=bool)).letters
    assert (letters is not None) == lettered
    if lettered:
        assert "".join(letters.values()) == LETTERS


def test_no_letters_with_a_control_or_with_pairs_that_were_not_tested():
    table = cd.load_example("garcia2008-table2")
    assert cd.compare(table, control="C4.5").letters is None
    p = np.array([[1, 0.01, np.nan], [0.01, 1, 0.2], [np.nan, 0.2, 1]])
    assert cd.compare_pvalues([1, 2, 3], p, algorithms=list("ABC")).letters is None
