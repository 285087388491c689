"""The sign test: published numbers, exact binomials, ties, symmetries."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cddiagram.stats.sign import (
    binomial_upper,
    count_wins,
    sign_pair_test,
    sign_test_power,
    sign_z,
)

# Demsar 2006 (JMLR 7), Table 2: AUC of C4.5 and C4.5+m on 14 data sets.
TABLE_2 = np.array(
    [[0.763, 0.768], [0.599, 0.591], [0.954, 0.971], [0.628, 0.661], [0.882, 0.888], [0.936, 0.931], [0.661, 0.668],
     [0.583, 0.583], [0.775, 0.838], [1.000, 1.000], [0.940, 0.962], [0.619, 0.666], [0.972, 0.981], [0.957, 0.978]]
)  # fmt: skip

# Demsar 2006, Table 3 (WEB Table 4), "two-tailed" critical values for N = 5 .. 25 at
# 0.05 and 0.10.
TABLE_3 = {
    0.05: [5, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 15, 15, 16, 17, 18, 18],
    0.10: [5, 6, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 14, 15, 16, 16, 17],
}
# Exact two-sided critical counts for the same N, from whole numbers (None: not even N
# wins suffice).
TWO_SIDED = {
    0.05: [
        None,
        6,
        7,
        8,
        8,
        9,
        10,
        10,
        11,
        12,
        12,
        13,
        13,
        14,
        15,
        15,
        16,
        17,
        17,
        18,
        18,
    ],
    0.10: [5, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 12, 13, 13, 14, 15, 15, 16, 16, 17, 18],
}


def test_demsar_section_3_1_4() -> None:
    test = sign_pair_test(TABLE_2)
    # 10 wins, 2 losses and 2 ties: split, they make the 11 of the paper.
    assert test.statistic[1, 0] == 11
    assert test.statistic[0, 1] == 3
    # "Significant with p < 0.05" holds one-tailed (0.0287) and for the normal
    # approximation only.
    assert test.pvalue[0, 1] == 0.057373046875
    assert float(binomial_upper(11, 14)) == 0.0286865234375
    assert float(sign_z(11, 14)) == pytest.approx(2.138089935299395, rel=1e-14, abs=0)
    normal = sign_pair_test(TABLE_2, method="asymptotic")
    assert normal.pvalue[0, 1] == pytest.approx(0.03250944464571953, rel=1e-12, abs=0)
    assert (test.method, normal.method) == ("exact", "asymptotic")


def critical_wins(n: int, alpha: float, sides: int) -> int | None:
    return next(
        (w for w in range(n + 1) if sides * binomial_upper(w, n) <= alpha), None
    )


@pytest.mark.parametrize("alpha", [0.05, 0.10])
def test_table_3_holds_one_tailed_values(alpha: float) -> None:
    one = [critical_wins(n, alpha, 1) for n in range(5, 26)]
    two = [critical_wins(n, alpha, 2) for n in range(5, 26)]
    assert two == TWO_SIDED[alpha]
    wrong = [
        n
        for n, ours, printed in zip(range(5, 26), one, TABLE_3[alpha], strict=True)
        if ours != printed
    ]
    # The two exceptions are the two-tailed values among the one-tailed ones.
    assert wrong == ([23, 24] if alpha == 0.05 else [])


def test_table_3_agrees_with_two_tailed_values_in_19_of_42() -> None:
    agree = sum(
        a == b
        for alpha in (0.05, 0.10)
        for a, b in zip(TABLE_3[alpha], TWO_SIDED[alpha], strict=True)
    )
    assert agree == 19


@given(st.integers(1, 120), st.data())
def test_binomial_tail_is_exact(n: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(-1, n + 1))
    exact = Fraction(sum(comb(n, w) for w in range(max(wins, 0), n + 1)), 2**n)
    assert float(binomial_upper(wins, n)) == pytest.approx(
        float(exact), rel=1e-12, abs=0
    )


def test_binomial_tail_far_out() -> None:
    assert float(binomial_upper(990, 1000)) == pytest.approx(
        float(Fraction(sum(comb(1000, w) for w in range(990, 1001)), 2**1000)),
        rel=1e-11,
    )
    assert float(binomial_upper(1000, 1000)) == pytest.approx(
        2.0**-1000, rel=1e-12, abs=0
    )


@given(
    arrays(
        np.int64,
        st.tuples(st.integers(1, 12), st.integers(2, 5)),
        elements=st.integers(0, 6),
    )
)
def test_counts_against_a_loop_and_symmetries(table: np.ndarray) -> None:
    scores = table / 10
    n, k = scores.shape
    wins, ties = count_wins(scores)
    test = sign_pair_test(scores)
    for i in range(k):
        for j in range(k):
            assert wins[i, j] == sum(
                int(a > b) for a, b in zip(table[:, i], table[:, j], strict=True)
            )
            assert ties[i, j] == sum(
                int(a == b) for a, b in zip(table[:, i], table[:, j], strict=True)
            )
            if i == j:
                continue
            counted = n - ties[i, j] % 2
            assert test.statistic[i, j] + test.statistic[j, i] == counted
            assert test.statistic[i, j] == wins[i, j] + ties[i, j] // 2
            larger = int(max(test.statistic[i, j], test.statistic[j, i]))
            exact = min(
                1.0,
                2
                * sum(comb(counted, x) for x in range(larger, counted + 1))
                / 2**counted,
            )
            assert test.pvalue[i, j] == pytest.approx(exact, rel=1e-12, abs=0)
    lower = sign_pair_test(scores, higher_is_better=False)
    np.testing.assert_array_equal(lower.statistic, test.statistic.T)
    np.testing.assert_array_equal(lower.pvalue, test.pvalue)
    np.testing.assert_array_equal(test.pvalue, test.pvalue.T)


def test_scores_that_differ_by_dust_tie() -> None:
    assert count_wins([[0.1 + 0.2, 0.3]])[1][0, 1] == 1


def test_all_ties_and_batches() -> None:
    test = sign_pair_test(np.full((3, 2), 0.4))
    assert (test.statistic[0, 1], test.pvalue[0, 1]) == (1.0, 1.0)
    assert sign_pair_test(np.full((1, 2), 0.4)).pvalue[0, 1] == 1.0
    stack = np.random.default_rng(1).integers(0, 4, (3, 4, 9, 3)) / 4
    batch = sign_pair_test(stack)
    np.testing.assert_array_equal(
        batch.pvalue[2, 1], sign_pair_test(stack[2, 1]).pvalue
    )
    np.testing.assert_array_equal(
        batch.statistic[2, 1], sign_pair_test(stack[2, 1]).statistic
    )


@pytest.mark.parametrize("alpha", [0.05, 0.001])
def test_the_power_is_a_sum_of_binomials(alpha):
    """Fractions: the smallest number of wins whose two-sided p is at most alpha, or
    none, then nothing is found.
    """
    wins = Fraction(4, 5)
    for n in range(1, 26):
        few = [
            x
            for x in range(n + 1)
            if Fraction(2 * sum(comb(n, y) for y in range(x, n + 1)), 2**n) <= alpha
        ]
        rejects = {*few, *(n - x for x in few)}
        expected = sum(comb(n, x) * wins**x * (1 - wins) ** (n - x) for x in rejects)
        found = float(sign_test_power(np.array([n]), float(wins), alpha)[0])
        assert found == pytest.approx(float(expected), rel=1e-10, abs=0.0), n
