"""Maximal groups: against brute force and networkx-free definitions, the limit, and
critical-difference groups.
"""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cddiagram.stats import groups as module
from cddiagram.stats.groups import lettered_groups, maximal_groups


def brute_force(joined):
    k = len(joined)
    cliques = [
        set(members)
        for size in range(2, k + 1)
        for members in combinations(range(k), size)
        if all(joined[i][j] for i, j in combinations(members, 2))
    ]
    return tuple(
        sorted(
            tuple(sorted(c)) for c in cliques if not any(c < other for other in cliques)
        )
    )


@given(
    st.integers(1, 8).flatmap(
        lambda k: st.lists(st.booleans(), min_size=k * k, max_size=k * k)
    )
)
def test_equals_brute_force(flat):
    k = int(len(flat) ** 0.5)
    joined = np.array(flat).reshape(k, k)
    joined = np.triu(joined, 1) | np.triu(joined, 1).T
    groups, complete = maximal_groups(joined)
    assert complete
    assert groups == brute_force(joined)


@pytest.mark.slow
@given(
    st.integers(1, 9).flatmap(
        lambda k: st.tuples(st.just(k), st.sets(st.integers(0, k * k - 1), max_size=7))
    )
)
def test_dense_graphs_equal_brute_force(case):
    """Few pairs significantly different: most candidates are joined to all others."""
    k, apart = case
    joined = np.ones((k, k), bool)
    joined.reshape(-1)[list(apart)] = False
    joined &= joined.T
    assert maximal_groups(joined) == (brute_force(joined), True)


def test_a_critical_difference_gives_demsars_intervals():
    means = np.sort(np.random.default_rng(3).uniform(1, 30, 30))
    joined = np.abs(means[:, None] - means[None, :]) <= 4.0
    groups, _ = maximal_groups(joined)
    for group in groups:
        assert group == tuple(range(group[0], group[-1] + 1))
    assert [g[0] for g in groups] == sorted({g[0] for g in groups})


@pytest.mark.slow
@given(
    st.lists(st.integers(0, 20), min_size=1, max_size=10),
    st.integers(0, 12),
    st.integers(1, 4),
)
def test_runs_are_found_as_by_the_search_and_all_get_a_letter(means, reach, limit):
    """Of a critical difference the groups are read off; the general search and the
    general letters say the same.
    """
    means = np.sort(means)
    joined = np.abs(means[:, None] - means) <= reach
    groups, complete = maximal_groups(joined, limit=limit)
    lettered = lettered_groups(brute_force(joined), len(means))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_groups_if_runs", lambda neighbours: None)
        searched, whole = maximal_groups(joined, limit=limit)
        patch.setattr(module, "pairwise", lambda found: [((1,), (0,))])
        assert lettered == lettered_groups(brute_force(joined), len(means))
    assert (len(groups), complete) == (len(searched), whole)
    assert set(groups) <= set(brute_force(joined))
    assert not complete or groups == searched == brute_force(joined)


def test_exact_ties_join():
    """Trap 18: '0 < difference' would lose algorithms tied in mean rank."""
    assert maximal_groups(np.ones((3, 3), bool)) == (((0, 1, 2),), True)


def test_search_stops_at_the_limit():
    # A cocktail-party graph on 2 x 12 vertices has 2^12 maximal groups.
    joined = ~np.kron(np.eye(12, dtype=bool), np.ones((2, 2), bool))
    assert len(maximal_groups(joined)[0]) == 4096
    groups, complete = maximal_groups(joined, limit=100)
    assert (len(groups), complete) == (100, False)


def test_a_hundred_algorithms_all_alike():
    groups, complete = maximal_groups(np.ones((104, 104), bool))
    assert groups == (tuple(range(104)),)
    assert complete


@pytest.mark.parametrize("joined", [np.zeros((4, 4), bool), np.eye(4, dtype=bool)])
def test_singletons_are_no_groups(joined):
    assert maximal_groups(joined) == ((), True)
