"""What the small parts of figures return."""

from cddiagram.figures.bars import passed
from cddiagram.figures.leaders import BarRules, bar_positions
from cddiagram.figures.pvalue_matrix import PClasses
from cddiagram.figures.rank_distribution import (
    format_places,
    places_to_a_cell,
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


def test_rank_distribution_places_to_a_cell():
    assert [places_to_a_cell(k, 237.6) for k in (26, 27, 104)] == [1, 2, 5]
    assert [places_to_a_cell(k, 486.0) for k in (54, 55, 104)] == [1, 2, 2]


def test_rank_distribution_format_places():
    assert [format_places(count, 2) for count in (12.0, 1 / 3, 0.004)] == [
        "12.00",
        "0.33",
        "<0.01",
    ]
    assert format_places(12.0, 0) == "12"


def test_score_cost_pareto_front():
    assert pareto_front([1.0, 2.0, 3.0, 2.0], [3.0, 1.0, 2.0, 1.0]) == (0, 1, 3)
