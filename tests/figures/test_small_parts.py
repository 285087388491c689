"""What the small parts of figures return."""

from cddiagram.figures.bars import passed
from cddiagram.figures.leaders import BarRules, bar_positions
from cddiagram.figures.pvalue_matrix import PClasses
from cddiagram.figures.rank_distribution import (
    format_percent,
    ranks_per_cell,
    share_limits,
)
from cddiagram.figures.score_cost import pareto_front


def test_bars_passed():
    assert passed((1, 2, 5)) == (3, 4)


def test_cd_fit_bar_positions():
    rules = BarRules(groups=((0, 1), (1, 2)), difference=0.2)
    assert [
        round(place, 6) for place in bar_positions([0.0, 9.0, 10.0], rules, 50.0)
    ] == [
        0.0,
        8.0,
        11.0,
    ]


def test_pvalue_matrix_pclasses_of():
    assert [
        PClasses(0.05).of(p) for p in (float("nan"), 0.2, 0.05, 0.0101, 0.01, 1e-9)
    ] == [-1, 0, 1, 1, 2, 3]


def test_pvalue_matrix_pclasses_describe():
    assert [PClasses(0.05).describe(number) for number in range(4)] == [
        "p > .05",
        "p ≤ .05",
        "p ≤ .01",
        "p ≤ .001",
    ]
    assert [PClasses(0.01).shade(number) for number in range(3)] == [
        "background",
        "level-2",
        "level-3",
    ]


def test_rank_distribution_share_limits():
    assert (share_limits(9, 112), share_limits(40, 112), share_limits(40, 10)) == (
        (5.0, 10.0, 20.0),
        (1.0, 2.0, 4.0),
        (5.0, 10.0, 20.0),
    )


def test_rank_distribution_ranks_per_cell():
    assert [ranks_per_cell(k, 9999, 237.6) for k in (26, 27, 104)] == [1, 2, 5]
    assert [ranks_per_cell(k, 9999, 486.0) for k in (54, 55, 104)] == [1, 2, 2]
    # At least 10 data sets are expected in a cell of more than 10 algorithms.
    assert [ranks_per_cell(10, n, 486.0) for n in (2, 200)] == [1, 1]
    assert [ranks_per_cell(11, n, 486.0) for n in (2, 109, 110)] == [2, 2, 1]
    assert [ranks_per_cell(50, n, 486.0) for n in (2, 49, 100, 250)] == [10, 10, 5, 2]


def test_rank_distribution_format_percent():
    shares = (0.0, 0.01, 0.5, 12.0, 12.5, 99.6, 100.0)
    printed = [format_percent(share) for share in shares]
    assert printed == ["", "<1", "1", "12", "13", ">99", "100"]


def test_score_cost_pareto_front():
    assert pareto_front([1.0, 2.0, 3.0, 2.0], [3.0, 1.0, 2.0, 1.0]) == (0, 1, 3)
