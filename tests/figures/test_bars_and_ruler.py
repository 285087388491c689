"""Bars against the ruler, over random subsets of tables as large as real ones: every
procedure with one CD.

Each figure is read by the checker: no bar longer than the ruler, no pair that differs
nearer than the ruler and 0.3 pt, every end of a bar at least 2 pt from the leader of a
non-member. The summary of the run says how far leaders were moved, and how many figures
became lists.
"""

import re
from itertools import pairwise
from random import Random

import numpy as np
import pytest
import sequence_checks
import stack_checks
from cases import Case, case_of, text_measure, within
from checks import defects
from hypothesis import given, settings
from hypothesis import strategies as st

import cddiagram as cd
from cddiagram.figures.cd import layout_cd
from cddiagram.figures.cd_sequence import layout_cd_sequence
from cddiagram.figures.cd_stack import layout_cd_stack
from cddiagram.figures.leaders import BarRules, bar_positions, fan_out
from cddiagram.figures.nearest_positions import feasible, least_squares
from cddiagram.text import LayoutError

WIDTHS = {"column": 237.6, "page": 486.0}
PROCEDURES = ("nemenyi", "bonferroni", "sidak", "none")
FIGURES, CHUNK = 2000, 125


def table(rng, n, k):
    """Accuracies of families of algorithms: near-ties within a family, data sets of
    unequal difficulty.
    """
    families = rng.normal(0.0, rng.choice((0.2, 0.6, 1.5)), size=rng.integers(2, 6))
    skill = rng.choice(families, size=k) + rng.normal(0.0, 0.15, size=k)
    scores = (
        skill + rng.normal(0.0, 1.0, size=(n, k)) + rng.normal(0.0, 3.0, size=(n, 1))
    )
    return np.round(scores, rng.choice((1, 2, 4)))


def figure(seed):
    """One random figure: what it says, how it is laid out, and its width."""
    rng, options = np.random.default_rng(seed), Random(seed)
    n, k = options.choice((14, 30, 54, 112)), options.randint(2, 16)
    names = tuple(
        f"{'abcdefghijklmnop'[i]}{'lgorithm'[: options.randint(1, 8)]}"
        for i in range(k)
    )
    scores = cd.ScoreTable.from_arrays(
        table(rng, n, k), algorithms=names, higher_is_better=True
    )
    comparison = cd.compare(
        scores,
        p_adjust=PROCEDURES[seed % 4],
        alpha=options.choice((0.05, 0.10)),
        # two algorithms as well: their exact test may have no critical difference
        method="asymptotic",
    )
    ranks = tuple(float(rank) for rank in comparison.ranking.average_ranks)
    difference = comparison.critical_difference
    case = Case(
        names=names,
        ranks=ranks,
        cd=difference,
        alike=within(ranks, difference),
        alpha=comparison.alpha,
    )
    width, best = options.choice(tuple(WIDTHS)), options.choice(("right", "left"))
    return (
        case,
        layout_cd(comparison, measure=text_measure(), width=width, best_at=best),
        width,
    )


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(FIGURES // CHUNK))
def test_no_figure_contradicts_its_ruler(chunk, record_property):
    shifts, lists, because_of_bars = [], 0, 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        case, layout, width = figure(seed)
        assert defects(layout, case, width=WIDTHS[width]) == [], seed
        if layout.kind == "horizontal":
            shifts.append(layout.shift)
            continue
        lists += 1
        alone = Case(
            names=case.names, ranks=case.ranks
        )  # the same labels without any bars
        because_of_bars += (
            layout_cd(alone.comparison, measure=text_measure(), width=width).kind
            == "horizontal"
        )
    assert max(shifts) <= 5.0
    record_property(
        "bars",
        (
            len(shifts),
            lists,
            because_of_bars,
            max(shifts),
            sum(shift < 0.05 for shift in shifts),
        ),
    )


# -- every kind of test, alone, side by side, and under one another --------------------

#: How pairs are tested -> what `compare` is told; with a control it is drawn from the
#: algorithms.
TESTS = {
    "nemenyi": {},
    "holm": {"p_adjust": "holm"},
    "wilcoxon": {"pair_test": "wilcoxon"},
    "sign": {"pair_test": "sign"},
    "control": {"control": True},
    "control-holm": {"control": True, "p_adjust": "holm"},
    "control-wilcoxon": {"control": True, "pair_test": "wilcoxon"},
}
LAYOUTS = {"cd": layout_cd, "sequence": layout_cd_sequence, "stack": layout_cd_stack}
CHECKS = {
    "cd": defects,
    "sequence": sequence_checks.defects,
    "stack": stack_checks.defects,
}
KINDS = [*(("cd", test) for test in TESTS), *((figure, "all-pairs") for figure in LAYOUTS if figure != "cd"),
         *((figure, "control") for figure in LAYOUTS if figure != "cd")]  # fmt: skip
OF_EACH, EACH_CHUNK = 125, 25


def compared(rng, options, names, test):
    """Compare random scores by one of the tests."""
    told = dict(TESTS[test])
    if told.get("control"):
        told["control"] = options.choice(names)
    scores = table(rng, options.choice((14, 30, 54, 112)), len(names))
    scores = cd.ScoreTable.from_arrays(scores, algorithms=names, higher_is_better=True)
    return cd.compare(
        scores, alpha=options.choice((0.05, 0.10)), method="asymptotic", **told
    )


def sound(kind, test, seed):
    """List what is wrong with one random figure; None if it is refused, by a sentence
    that is right.
    """
    rng, options = np.random.default_rng(seed), Random(seed)
    names = tuple(
        f"{'abcdefghijklmnop'[i]}{'lgorithm'[: options.randint(1, 8)]}"
        for i in range(options.randint(3, 16))
    )
    if kind == "cd":
        subjects = [compared(rng, options, names, test)]
    else:
        tests = [name for name in TESTS if ("control" in name) == (test == "control")]
        subjects = [
            compared(rng, options, names, options.choice(tests))
            for _ in range(options.randint(2, 4))
        ]
    cases = [case_of(subject) for subject in subjects]
    told = {"width": options.choice((3.3, 5.0, 6.75)), "measure": text_measure()}
    if kind != "sequence":
        told |= {"best_at": options.choice(("right", "left"))} | options.choice(
            ({}, {"arrangement": "horizontal"})
        )
    drawn, case = (subjects[0], cases[0]) if kind == "cd" else (subjects, cases)
    try:
        layout = LAYOUTS[kind](drawn, **told)
    except LayoutError as error:
        if "too many" in str(error):  # for bars: lists show letters instead
            return None if "arrangement" in told or kind == "sequence" else [str(error)]
        told["width"] = float(
            re.search(r"it needs (\d+\.\d\d) in", str(error)).group(1)
        )
        layout = LAYOUTS[kind](drawn, **told)
    return CHECKS[kind](layout, case, width=round(told["width"] * 72, 9))


@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_figures_of_every_kind_are_sound(kind):
    assert [found for seed in range(4) if (found := sound(*kind, seed))] == []


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(OF_EACH // EACH_CHUNK))
@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_many_figures_of_every_kind_are_sound(kind, chunk):
    drawn = {
        seed: sound(*kind, seed)
        for seed in range(chunk * EACH_CHUNK, (chunk + 1) * EACH_CHUNK)
    }
    assert {seed: found for seed, found in drawn.items() if found} == {}
    assert sum(found is not None for found in drawn.values()) > EACH_CHUNK / 2


# -- the mechanism ---------------------------------------------------------------------

PLACES = st.lists(
    st.floats(0.0, 100.0).map(lambda x: round(x, 2)), min_size=2, max_size=8
).map(sorted)


@st.composite
def bounds(draw):
    places = draw(PLACES)
    indices = st.integers(0, len(places) - 1)
    distance = st.floats(-20, 20).map(
        lambda x: round(x, 3)
    )  # points; of what is finer no one sees anything
    pairs = draw(st.lists(st.tuples(indices, indices, distance), max_size=12))
    return places, [
        (min(i, j), max(i, j), d) if d > 0 else (max(i, j), min(i, j), d)
        for i, j, d in pairs
        if i != j
    ]


@pytest.mark.slow
@given(bounds())
@settings(deadline=None)
def test_least_squares_against_a_solver(problem):
    from scipy.optimize import LinearConstraint, linprog, minimize

    places, rules = problem
    matrix = np.zeros((len(rules), len(places)))
    for row, (i, j, _) in enumerate(rules):
        matrix[row, j], matrix[row, i] = 1.0, -1.0
    least = [bound for *_, bound in rules]
    free = [(None, None)] * len(places)
    reachable = (
        not rules
        or linprog(
            np.zeros(len(places)), A_ub=-matrix, b_ub=[-b for b in least], bounds=free
        ).success
    )
    assert feasible(len(places), rules) == reachable
    if not reachable:
        return
    found = np.array(least_squares(places, rules))
    assert all(found[j] - found[i] >= bound - 1e-5 for i, j, bound in rules)
    if rules:
        other = minimize(
            lambda y: ((y - places) ** 2).sum(),
            found,
            jac=lambda y: 2 * (y - places),
            method="SLSQP",
            constraints=LinearConstraint(matrix, least, np.inf),
            options={"ftol": 1e-12, "maxiter": 1000},
        )
        assert not other.success or (
            (found - places) ** 2
        ).sum() <= other.fun + 1e-6 * max(1.0, other.fun)
    else:
        assert list(found) == places


@pytest.mark.parametrize(
    ("places", "rules", "nearest"),
    [
        ([0.0, 1.0], [(1, 0, 0.0), (1, 0, -1e-05)], [0.5, 0.5]),
        (
            [0.0, 56.0],
            [(0, 1, 5e-254), (1, 0, -1e-05), (0, 1, 2e-243)],
            [27.999995, 28.000005],
        ),
        ([0.0, 0.0], [(0, 1, 1.0)] * 5, [-0.5, 0.5]),
        ([0.0, 2.0], [(0, 1, 1.0), (1, 0, -1.0)], [0.5, 1.5]),
        ([0.0, 1e-7, 2e-7], [(0, 1, 3.0), (1, 2, 3.0), (0, 2, 6.0)], [-3.0, 0.0, 3.0]),
    ],
)
def test_least_squares_of_bounds_that_are_doubled_or_tiny(places, rules, nearest):
    assert least_squares(places, rules) == pytest.approx(nearest, abs=2e-7)


def test_places_that_keep_every_rule_stay():
    rules = BarRules(groups=((0, 1), (2, 3)), difference=0.1)
    assert bar_positions([0.0, 4.0, 50.0, 60.0], rules, 100.0) == (0.0, 4.0, 50.0, 60.0)


def test_the_gap_shrinks_before_the_bars_are_given_up():
    # four boundaries within one critical difference: 3 pt each do not fit into 10 pt,
    # 2.5 do
    chain = BarRules(
        groups=((0, 1, 2, 3, 4), (1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (3, 4, 5, 6, 7)),
        difference=0.1,
    )
    exact = [0.0, 0.2, 0.4, 0.6, 9.9, 10.15, 10.35, 10.55]
    places = bar_positions(exact, chain, 100.0)
    apart = [b - a for a, b in pairwise(places)]
    assert all(gap >= 2.0 - 1e-5 for gap in (*apart[:3], *apart[4:]))
    assert places[4] - places[0] <= 10.0 + 1e-5
    assert places[5] - places[0] >= 10.3 - 1e-5
    # within 5 pt there is no room for three boundaries of 2 pt
    assert bar_positions([x / 2 for x in exact], chain, 50.0) is None


def test_bars_of_equal_ranks_make_room_for_themselves_if_another_leader_is_near():
    rules = BarRules(groups=((0, 1),), difference=0.2)
    assert bar_positions([5.0, 5.0], rules, 50.0) == (5.0, 5.0)
    near = [5.0, 5.0, 9.0]
    assert bar_positions(near, rules, 20.0) == pytest.approx((2.0, 5.0, 9.0))


def test_leaders_beside_an_arch_make_room_for_it():
    rules = BarRules(groups=((0, 2),))
    positions = bar_positions([10.0, 11.0, 12.0, 30.0], rules, 50.0)
    assert positions == pytest.approx((6.8, 11.0, 15.2, 30.0))
    # two that are passed under one bridge only keep their own distance
    rules = BarRules(groups=((0, 3),))
    positions = bar_positions([10.0, 20.0, 21.0, 30.0], rules, 50.0)
    assert positions == (10.0, 20.0, 21.0, 30.0)


def test_leaders_that_are_far_enough_apart_stay():
    rules = BarRules(groups=((0, 1), (1, 2)))
    assert bar_positions([0.0, 2.5, 5.0], rules, 50.0) == (0.0, 2.5, 5.0)
    assert fan_out([0.0, 2.4, 4.8]) == (0.0, 2.4, 4.8)


def test_near_leaders_fan_out_and_their_neighbours_stay():
    assert fan_out([0.0, 10.0, 10.0, 20.0]) == pytest.approx((0.0, 8.5, 11.5, 20.0))
    # with less room they are nearer
    fan = fan_out([0.0, 3.9, 3.9, 7.2])
    assert fan[0] == 0.0
    assert fan[3] == 7.2
    assert fan[2] - fan[1] == pytest.approx(2.4, abs=1e-5)
    # and without room their neighbours give way
    fan = fan_out([0.0, 2.5, 2.5, 5.0])
    assert min(b - a for a, b in pairwise(fan)) >= 2.4 - 1e-5


def test_bars_of_a_lane_are_apart():
    rules = BarRules(groups=((0, 1), (2, 3)), lanes=(0, 0))
    positions = bar_positions([0.0, 10.0, 14.0, 30.0], rules, 50.0)
    assert positions[2] - positions[1] == pytest.approx(7.0)
    rules = BarRules(groups=((0, 1), (2, 3)), lanes=(0, 1))
    assert bar_positions([0.0, 10.0, 14.0, 30.0], rules, 50.0) == (
        0.0,
        10.0,
        14.0,
        30.0,
    )
