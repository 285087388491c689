"""The multiple sign test: Table A.1, enumeration of all orders, ties, the asymptotic
road.
"""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from rhyne_steel import printed_critical_value

from cddiagram.stats import multiple_sign
from cddiagram.stats.multiple_sign import family_pvalue, multiple_sign_test
from cddiagram.stats.sign import binomial_upper


def multiple_sign_critical_value(n: int, m: int, alpha: float = 0.05) -> int | None:
    """Give the largest count of wins over the control that is significant,
    family-wise.
    """
    if multiple_sign._is_feasible(n, m):
        tails = multiple_sign._exact_tail(n, m, n // 2 if alpha < 0.5 else n - 1)
    else:
        tails = np.array([family_pvalue(count, n, m) for count in range(n)])
    significant = np.flatnonzero(tails <= alpha)
    return int(significant[-1]) if significant.size else None


CELLS = [
    (n, m, alpha)
    for n in [*range(5, 26), 30, 35, 40, 45, 50]
    for alpha in (0.05, 0.1)
    for m in range(2, 10)
]


@pytest.mark.slow
def test_table_a1_is_exact_in_386_cells_and_one_lower_in_30() -> None:
    # G10, Table A.1 (Rhyne and Steel 1965), 416 cells; dashes where no count is
    # significant.
    lower = 0
    for n, m, alpha in CELLS:
        printed, exact = (
            printed_critical_value(n, m, alpha),
            multiple_sign_critical_value(n, m, alpha),
        )
        if printed != exact:
            assert exact is not None
            assert (-1 if printed is None else printed) == exact - 1
            lower += 1
        if printed is not None:
            assert family_pvalue(printed, n, m) <= alpha
    assert (len(CELLS), lower) == (416, 30)


def test_the_four_dashes_where_zero_is_admissible() -> None:
    dashes = [
        c
        for c in CELLS
        if printed_critical_value(*c) is None and multiple_sign_critical_value(*c) == 0
    ]
    assert len(dashes) == 4
    assert (7, 6, 0.05) in dashes
    assert family_pvalue(0, 7, 6) == pytest.approx(0.0411, abs=5e-5)


def test_worked_example_of_the_paper() -> None:
    # n = 24, m = 3: exact P(min <= c).
    exact = [
        0.0022797909504482794,
        0.009576904309632428,
        0.03173809871584299,
        0.08491291899216635,
        0.18655749236641384,
    ]
    assert [family_pvalue(c, 24, 3) for c in range(4, 9)] == pytest.approx(
        exact, rel=1e-10, abs=0
    )
    assert (
        printed_critical_value(24, 3, 0.05) == multiple_sign_critical_value(24, 3) == 6
    )


@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 1), (3, 2), (4, 2), (2, 3), (3, 3)])
def test_against_all_orders(n: int, m: int) -> None:
    # On each data set the k = m + 1 results are exchangeable: column 0 is the control.
    above = [
        [int(p[j] > p[0]) for j in range(1, m + 1)] for p in permutations(range(m + 1))
    ]
    smallest = np.array(
        [
            min(map(sum, zip(*choice, strict=True)))
            for choice in product(above, repeat=n)
        ]
    )
    for count in range(n):
        assert family_pvalue(count, n, m) == pytest.approx(
            np.mean(smallest <= count), rel=1e-11, abs=0
        )
    assert family_pvalue(n, n, m) == 1.0
    assert family_pvalue(-1, n, m) == 0.0


@pytest.mark.parametrize("n", [7, 30, 200])
def test_one_comparison_is_the_one_sided_sign_test(n: int) -> None:
    for count in (0, n // 4, n // 2):
        assert family_pvalue(count, n, 1) == pytest.approx(
            float(binomial_upper(n - count, n)), rel=1e-10, abs=0
        )


@pytest.mark.slow
def test_asymptotic_p_is_close_to_the_exact_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = {
        (c, n, m): family_pvalue(c, n, m)
        for n, m in ((12, 2), (24, 3), (50, 9))
        for c in (0, n // 4, n // 3)
    }
    critical = [multiple_sign_critical_value(*cell) for cell in CELLS]
    monkeypatch.setattr(multiple_sign, "MAX_CELLS", 0)
    for arguments, p in exact.items():
        assert family_pvalue(*arguments) == pytest.approx(p, rel=0.005, abs=0)
    assert (
        sum(
            multiple_sign_critical_value(*cell) == c
            for cell, c in zip(CELLS, critical, strict=True)
        )
        >= 412
    )


def test_far_tail_and_large_families() -> None:
    # The tail tends to m binomial tails; 1 - cdf would give 0.
    assert family_pvalue(0, 1000, 50) == pytest.approx(50 * 2.0**-1000, rel=1e-4, abs=0)
    assert family_pvalue(0, 60, 5) == pytest.approx(5 * 2.0**-60, rel=1e-3, abs=0)
    assert multiple_sign_critical_value(1000, 50) < multiple_sign_critical_value(
        1000, 2
    )


def test_ties() -> None:
    scores = np.array(
        [[0.9, 0.8], [0.8, 0.8], [0.7, 0.6], [0.7, 0.6], [0.7, 0.6], [0.7, 0.9]]
    )
    dropped, kept = (
        multiple_sign_test(scores, 0),
        multiple_sign_test(scores, 0, ties="keep"),
    )
    assert dropped.statistic[1, 0] == kept.statistic[1, 0] == 1
    # Kept, a tie counts as a win of the control.
    assert kept.pvalue[0, 1] == pytest.approx(7 / 64)
    assert dropped.pvalue[0, 1] == pytest.approx(6 / 32)
    everything = multiple_sign_test(np.full((5, 3), 0.5), 1)
    assert everything.pvalue[1, [0, 2]].tolist() == [1.0, 1.0]
    assert np.isnan(everything.pvalue[1, 1])


def test_direction() -> None:
    scores = np.random.default_rng(4).random((15, 4)) + np.array([0.3, 0, 0, 0])
    better = multiple_sign_test(scores, 0)
    lower = multiple_sign_test(-scores, 0, higher_is_better=False)
    np.testing.assert_array_equal(better.pvalue, lower.pvalue)
    worse = multiple_sign_test(scores, 0, higher_is_better=False)
    assert np.nanmax(better.pvalue) < 0.5 < np.nanmin(worse.pvalue)
    order = [2, 0, 3, 1]
    np.testing.assert_array_equal(
        multiple_sign_test(scores[:, order], 1).pvalue,
        better.pvalue[np.ix_(order, order)],
    )
    assert better.method[0].tolist() == ["", "exact", "exact", "exact"]


def test_a_tail_equal_to_the_level_is_significant() -> None:
    """One algorithm against the control: binomial tails, which come out as they are in
    doubles for these numbers.
    """
    assert multiple_sign_critical_value(4, 1, 1 / 16) == 0
    assert multiple_sign_critical_value(4, 1, np.nextafter(1 / 16, 0)) is None
    assert multiple_sign_critical_value(4, 1, 5 / 16) == 1
    # Of very many data sets the tail is asymptotic, and decided in the same way.
    n = multiple_sign.MAX_EXACT + 1
    critical = multiple_sign_critical_value(n, 2, 0.05)
    assert critical is not None
    tail = multiple_sign.family_pvalue(critical, n, 2)
    assert multiple_sign_critical_value(n, 2, tail) == critical
    assert multiple_sign_critical_value(n, 2, np.nextafter(tail, 0)) == critical - 1


def test_one_data_set_and_large_levels() -> None:
    assert multiple_sign_critical_value(1, 1, 0.05) is None
    assert multiple_sign_critical_value(1, 1, 0.5) == 0
    assert (
        multiple_sign_critical_value(4, 1, 0.95) == 3
    )  # P(X <= 3) = 15/16: above one half of n


@pytest.mark.slow
def test_the_method_is_that_of_the_p_value() -> None:
    """The family has k - 1 members: there are shapes for which k + 1 would be too many
    to count.
    """
    m = next(
        m
        for m in range(2, 60)
        if multiple_sign._is_feasible(30, m)
        and not multiple_sign._is_feasible(30, m + 2)
    )
    scores = np.random.default_rng(2).random((30, m + 1))
    test = multiple_sign_test(scores, 0, ties="keep")
    assert set(test.method[0, 1:]) == {"exact"}
    wider = multiple_sign_test(
        np.random.default_rng(2).random((30, m + 3)), 0, ties="keep"
    )
    assert set(wider.method[0, 1:]) == {"asymptotic"}


def test_the_control_counts_no_data_sets_of_its_own() -> None:
    scores = np.array([[3, 1, 2], [3, 3, 1], [2, 3, 2.0]])
    dropped, kept = (
        multiple_sign_test(scores, 0).pvalue[0],
        multiple_sign_test(scores, 2, ties="keep").pvalue[2],
    )
    assert dropped[1:].tolist() == [family_pvalue(1, 2, 2), family_pvalue(0, 2, 2)]
    assert kept[:2].tolist() == [family_pvalue(2, 3, 2)] * 2
    assert np.isnan([dropped[0], kept[2]]).all()
