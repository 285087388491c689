"""Place intervals: published tables by hand, brute force over the pairs, and what they
promise by simulation.
"""

import numpy as np
import pytest

import cddiagram as cd

GARCIA = cd.load_example("garcia2008-table2")
#: procedure -> intervals of C4.5, NaiveBayes, CN2, 1-NN, Kernel, counted by hand in the
#: pairs of the comparison.
COUNTED = {
    ("ranks", "nemenyi"): [(1, 3), (1, 4), (1, 4), (2, 5), (4, 5)],
    ("ranks", "bergmann-hommel"): [(1, 2), (1, 2), (3, 4), (3, 4), (5, 5)],
    ("wilcoxon", "holm"): [(1, 2), (1, 3), (3, 4), (2, 4), (5, 5)],
}


@pytest.mark.parametrize("procedure", COUNTED)
def test_published_table(procedure):
    pair_test, p_adjust = procedure
    found = cd.compare(GARCIA, pair_test=pair_test, p_adjust=p_adjust).rank_intervals
    assert found == dict(
        zip(
            ("C4.5", "NaiveBayes", "CN2", "1-NN", "Kernel"),
            COUNTED[procedure],
            strict=True,
        )
    )
    assert list(found) == ["C4.5", "NaiveBayes", "CN2", "1-NN", "Kernel"]


@pytest.mark.parametrize("pair_test", ["ranks", "wilcoxon", "sign", "t"])
@pytest.mark.parametrize("control", [None, "a2", "best"])
def test_brute_force_over_the_pairs(pair_test, control):
    """One pair after the other, and the direction by the scores themselves where the
    test is of medians or means.
    """
    rng = np.random.default_rng(5)
    scores = rng.normal(size=(25, 6)) + np.linspace(1.5, 0, 6)
    names = [f"a{i}" for i in range(6)]
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=names, datasets=[f"d{i}" for i in range(25)]
    )
    comparison = cd.compare(
        table, pair_test=pair_test, control=control, p_adjust="holm"
    )
    adjusted, different = comparison.pairwise.pvalue_adjusted, 0
    for i, name in enumerate(names):
        low, high = 1, 6
        for j in range(6):
            if i != j and adjusted[i, j] <= comparison.alpha:
                different += 1
                direction = {
                    "ranks": comparison.ranking.average_ranks[j]
                    - comparison.ranking.average_ranks[i],
                    "wilcoxon": np.median(
                        (scores[:, i] - scores[:, j])[:, None]
                        + (scores[:, i] - scores[:, j])
                    ),
                    "sign": np.median(scores[:, i] - scores[:, j]),
                    "t": (scores[:, i] - scores[:, j]).mean(),
                }[pair_test]
                high, low = (high - 1, low) if direction > 0 else (high, low + 1)
        assert comparison.rank_intervals[name] == (low, high)
    assert different > 0


def test_the_statistic_of_the_pair_says_who_is_better():
    """A is a little better on 12 data sets, three others in between; B much better on
    20: A has the better rank.
    """
    step = np.arange(32)
    little = step < 12
    first = np.where(little, 1.0 + step / 100, 0.0)
    second = np.where(little, 0.0, 10.0 + step)
    others = [np.where(little, first * part, -5.0 - part) for part in (0.25, 0.5, 0.75)]
    table = cd.ScoreTable.from_arrays(
        np.stack([first, second, *others], axis=1), algorithms=list("ABCDE")
    )
    comparison = cd.compare(table, pair_test="wilcoxon", p_adjust="holm")
    ranks = comparison.ranking.average_ranks
    assert ranks[0] < ranks[1]
    assert comparison.pairwise.statistic[1, 0] > comparison.pairwise.statistic[0, 1]
    assert comparison.different()[0, 1]
    assert comparison.rank_intervals["B"] == (1, 1)
    assert comparison.rank_intervals["A"][0] == 2


def test_with_a_control_only_its_row_counts():
    comparison = cd.compare(GARCIA, control="C4.5", p_adjust="holm")
    found = comparison.rank_intervals
    worse = [
        name
        for name in GARCIA.algorithms
        if name != "C4.5" and name not in comparison.not_different
    ]
    assert found["C4.5"] == (1, 5 - len(worse))
    assert all(
        found[name] == ((2, 5) if name in worse else (1, 5))
        for name in GARCIA.algorithms
        if name != "C4.5"
    )


def test_pvalues_from_elsewhere_are_ordered_by_average_rank():
    p = [[1, 0.001, 0.2], [0.001, 1, 0.03], [0.2, 0.03, 1]]
    comparison = cd.compare_pvalues([1.2, 2.9, 1.9], p, algorithms=["A", "B", "C"])
    assert comparison.rank_intervals == {"A": (1, 2), "C": (1, 2), "B": (3, 3)}


def test_one_sided_tests_against_a_control_move_one_side_only():
    comparison = cd.compare(
        cd.load_example("garcia2010-table3"), control="PDFC", pair_test="multiple-sign"
    )
    found = comparison.rank_intervals
    better = int(comparison.different()[comparison.algorithms.index("PDFC")].sum())
    assert found["PDFC"] == (1, len(found) - better)
    assert {found[name][1] for name in found if name != "PDFC"} == {len(found)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pair_test", "p_adjust"),
    [
        ("ranks", "nemenyi"),
        ("ranks", "bergmann-hommel"),
        ("ranks", "holm"),
        ("wilcoxon", "holm"),
    ],
)
@pytest.mark.parametrize("spread", [0.0, 0.5])
def test_all_intervals_hold_the_true_places_together(pair_test, p_adjust, spread):
    """Equal algorithms may hold any of their common places; 400 tables, level .05 with
    its Monte-Carlo error (3 s).
    """
    rng = np.random.default_rng(14)
    shift = np.array([2, 1, 1, 0, 0]) * spread
    first = [1 + int((shift > s).sum()) for s in shift]
    last = [int((shift >= s).sum()) for s in shift]
    wrong = 0
    for _ in range(400):
        table = cd.ScoreTable.from_arrays(
            rng.normal(size=(20, 5)) + shift, algorithms=list("abcde")
        )
        found = cd.compare(table, pair_test=pair_test, p_adjust=p_adjust).rank_intervals
        wrong += any(
            found[name][0] > first[i] or found[name][1] < last[i]
            for i, name in enumerate("abcde")
        )
    assert wrong / 400 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)


def missed(draw, tables, pair_test, p_adjust):
    """The share of tables of equal algorithms in which some interval leaves out some
    place.
    """
    rng, wrong = np.random.default_rng(15), 0
    for _ in range(tables):
        table = cd.ScoreTable.from_arrays(draw(rng), algorithms=list("abcde"))
        found = cd.compare(table, pair_test=pair_test, p_adjust=p_adjust).rank_intervals
        wrong += any(ends != (1, 5) for ends in found.values())
    return wrong / tables


def mirrored(rng):
    """On each data set one of two algorithms is the best and the other the worst, by a
    coin; three are between.
    """
    sign = rng.choice([-3.0, 3.0], size=(20, 1))
    return np.hstack([sign, -sign, np.zeros((20, 3))]) + 0.1 * rng.normal(size=(20, 5))


@pytest.mark.slow
def test_intervals_of_mean_ranks_fail_where_equal_algorithms_are_not_exchangeable():
    """The expected exception (B16 4.4); tests of pairs alone hold their level there;
    400 tables each (5 s).
    """
    assert missed(mirrored, 400, "ranks", "nemenyi") > 0.08
    assert missed(mirrored, 400, "wilcoxon", "holm") <= 0.05 + 3 * np.sqrt(
        0.05 * 0.95 / 400
    )
