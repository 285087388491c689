"""Page's trend test: published critical values, enumeration, scipy, directions,
ties.
"""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import norm, page_trend_test, rankdata

from cddiagram.stats import page
from cddiagram.stats.page import page_upper, row_distribution
from cddiagram.text import UsageError


def page_test(ranks, alternative="greater", **options):
    return page.page_test(ranks, **options)[alternative == "less"]


# n, c, Page's critical L at .05, .01, .001 (Page 1963, JASA 58, Table 2; None where the
# level cannot be reached), and exact upper tails, recomputed with rational numbers.
EXACT = [
    (
        2,
        3,
        28,
        None,
        None,
        {
            28: 0.027777777777777776,
            27: 0.1388888888888889,
            26: 0.25,
            25: 0.3611111111111111,
        },
    ),
    (
        5,
        3,
        66,
        68,
        70,
        {
            70: 0.0001286008230452675,
            69: 0.0014146090534979425,
            68: 0.006558641975308642,
            67: 0.018132716049382717,
        },
    ),
    (
        12,
        3,
        153,
        156,
        160,
        {
            168: 4.593936579977834e-10,
            164: 4.8387933996906525e-06,
            160: 0.00045130051992483644,
            156: 0.008506200502354682,
        },
    ),
    (
        3,
        4,
        84,
        87,
        89,
        {
            90: 7.233796296296296e-05,
            88: 0.0028935185185185184,
            86: 0.014829282407407407,
            84: 0.04463252314814815,
        },
    ),
    (
        8,
        4,
        214,
        220,
        225,
        {
            240: 9.084689037553822e-12,
            234: 1.1203874449344002e-06,
            228: 0.00015483199051105655,
            222: 0.0033652506356485696,
        },
    ),
    (
        4,
        5,
        197,
        204,
        210,
        {
            220: 4.822530864197531e-09,
            214: 5.3197337962962966e-05,
            208: 0.0017065779320987655,
            202: 0.014184476273148148,
        },
    ),
    (
        5,
        6,
        397,
        409,
        420,
        {
            455: 5.1681786524750635e-15,
            441: 4.433141782440484e-07,
            427: 0.00014074619042491623,
            413: 0.004090734240887831,
        },
    ),
    (
        3,
        7,
        370,
        382,
        394,
        {
            420: 7.811031526073099e-12,
            406: 2.017711295276488e-05,
            392: 0.001422573634281755,
            378: 0.016624702844927654,
        },
    ),
]
# Example of scipy's manual (page_trend_test): rows are samples, columns the treatments
# in predicted order.
SCIPY_EXAMPLE = rankdata(
    [
        [3, 4, 3],
        [2, 2, 4],
        [3, 3, 5],
        [1, 3, 2],
        [2, 3, 2],
        [2, 4, 5],
        [1, 2, 4],
        [3, 4, 4],
        [2, 4, 5],
        [1, 3, 4],
    ],
    axis=1,
)


@pytest.mark.parametrize(("n", "c", "five", "one", "tenth", "tails"), EXACT)
def test_published_critical_values_and_exact_tails(
    n: int,
    c: int,
    five: int,
    one: int | None,
    tenth: int | None,
    tails: dict[int, float],
) -> None:
    for critical, alpha in ((five, 0.05), (one, 0.01), (tenth, 0.001)):
        if critical is not None:
            assert page_upper(critical, n, c) <= alpha < page_upper(critical - 1, n, c)
    for value, p in tails.items():
        assert float(page_upper(value, n, c)) == pytest.approx(p, rel=1e-12, abs=0)
    assert page_upper(0, n, c) == 1.0
    assert page_upper(max(tails) + 1, n, c) == 0.0


@pytest.mark.parametrize(("n", "c"), [(1, 5), (2, 4), (3, 3), (4, 2)])
def test_against_all_orders(n: int, c: int) -> None:
    weights = np.arange(1, c + 1)
    row = [int(np.dot(p, weights)) for p in permutations(range(1, c + 1))]
    values = np.array([sum(choice) for choice in product(row, repeat=n)])
    for value in np.unique(values):
        assert float(page_upper(value, n, c)) == pytest.approx(
            np.mean(values >= value), rel=1e-13, abs=0
        )


def test_row_distribution_counts_all_orders() -> None:
    counts = row_distribution(12)
    assert counts.sum() == 479001600
    assert np.array_equal(counts, counts[::-1])
    assert len(counts) == 650 - 364 + 1


def test_example_of_scipys_manual() -> None:
    plain = page_test(SCIPY_EXAMPLE)
    assert plain.statistic == 133.5
    assert plain.expected == 120.0
    # There are ties: the exact table would be read at a truncated L (scipy prints
    # 0.001819 for that).
    assert not plain.exact
    assert plain.z == pytest.approx(2.9068883707497264, rel=1e-13, abs=0)
    assert plain.pvalue == pytest.approx(0.0018252172022209389, rel=1e-11, abs=0)
    # scipy has no continuity correction.
    uncorrected = norm.sf((133.5 - 120) / np.sqrt(20))
    assert uncorrected == pytest.approx(0.0012693433690751756, rel=1e-11, abs=0)
    corrected = page_test(SCIPY_EXAMPLE, tie_correction=True)
    assert corrected.z == pytest.approx((13.5 - 0.5) / np.sqrt(17.5), rel=1e-13, abs=0)
    assert norm.sf(13.5 / np.sqrt(17.5)) == pytest.approx(
        0.0006252210567052369, rel=1e-11, abs=0
    )


def test_tie_corrected_variance_is_that_of_all_orders() -> None:
    rows = np.array([[1.5, 1.5, 3, 4], [2, 2, 2, 4]])
    values = [np.dot(a, [1, 2, 3, 4]) + np.dot(b, [1, 2, 3, 4])
              for a in permutations(rows[0]) for b in permutations(rows[1])]  # fmt: skip
    test = page_test(rows, tie_correction=True)
    assert (test.statistic - test.expected - 0.5) / test.z == pytest.approx(
        np.std(values), rel=1e-12, abs=0
    )


@given(st.integers(1, 6), st.integers(3, 6), st.integers(0, 10**6))
def test_exact_and_statistic_against_scipy(n: int, c: int, seed: int) -> None:
    ranks = np.random.default_rng(seed).permuted(
        np.tile(np.arange(1.0, c + 1), (n, 1)), axis=1
    )
    test = page_test(ranks)
    assert test.exact
    if n >= 3:
        expected = page_trend_test(
            ranks, ranked=True, method="exact" if c < 5 else "asymptotic"
        )
        assert test.statistic == expected.statistic
        if c < 5:
            assert test.pvalue == pytest.approx(expected.pvalue, rel=1e-10, abs=0)
    less = page_test(ranks, alternative="less")
    # The reversed columns turn one alternative into the other; both tails hold the
    # value itself.
    assert less.pvalue == pytest.approx(
        page_test(ranks[:, ::-1]).pvalue, rel=1e-13, abs=0
    )
    assert less.pvalue + test.pvalue > 1


def test_continuity_correction_has_the_right_sign_for_both_alternatives() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        ranks = rng.permuted(np.tile(np.arange(1.0, 9), (30, 1)), axis=1)
        for alternative in ("greater", "less"):
            exact = page_test(ranks, alternative=alternative, method="exact")
            normal = page_test(ranks, alternative=alternative, method="asymptotic")
            assert normal.pvalue == pytest.approx(exact.pvalue, abs=2e-3)
            away = norm.sf(abs(normal.z) + 1 / np.sqrt(30 * 72**2 * 7 / 144))
            assert (
                abs(normal.pvalue - exact.pvalue) < abs(away - exact.pvalue)
                or abs(normal.z) < 1.5
            )


def test_rising_ranks_are_greater_and_falling_ranks_are_less() -> None:
    rising = np.tile(np.arange(1.0, 11), (12, 1))
    assert page_test(rising).pvalue == pytest.approx(
        np.exp(-12 * np.log(3628800.0)), rel=1e-10, abs=0
    )
    assert page_test(rising, alternative="less").pvalue == 1.0
    assert (
        page_test(rising[:, ::-1], alternative="less").pvalue
        == page_test(rising).pvalue
    )


@given(
    arrays(
        np.int64,
        st.tuples(st.integers(1, 6), st.integers(2, 7)),
        elements=st.integers(0, 4),
    )
)
def test_antisymmetric_and_indifferent_to_the_order_of_rows(table: np.ndarray) -> None:
    ranks = rankdata(table, axis=1)
    c = ranks.shape[1]
    up, down = page_test(ranks), page_test(c + 1 - ranks)
    assert up.statistic + down.statistic == 2 * up.expected
    assert down.pvalue == pytest.approx(
        page_test(ranks, alternative="less").pvalue, rel=1e-12, abs=0
    )
    assert page_test(ranks[::-1]).pvalue == up.pvalue


def test_all_tied() -> None:
    for tie_correction in (False, True):
        test = page_test(np.full((4, 3), 2.0), tie_correction=tie_correction)
        assert (test.statistic, test.z, test.pvalue) == (48.0, 0.0, 1.0)


def test_batches_decide_exactness_table_by_table() -> None:
    rng = np.random.default_rng(1)
    stack = rng.permuted(np.tile(np.arange(1.0, 6), (3, 4, 7, 1)), axis=-1)
    stack[1, 2, 0] = [1.5, 1.5, 3, 4, 5]
    batch = page_test(stack)
    assert batch.exact.sum() == 11
    assert not batch.exact[1, 2]
    for place in ((0, 0), (1, 2), (2, 3)):
        assert batch.pvalue[place] == page_test(stack[place]).pvalue
        assert batch.statistic[place] == page_test(stack[place]).statistic


def test_too_large_for_exact_is_asymptotic() -> None:
    assert not page_test(np.tile(np.arange(1.0, 14), (3, 1))).exact
    assert not page_test(np.tile(np.arange(1.0, 4), (101, 1))).exact
    assert page_test(np.tile(np.arange(1.0, 4), (100, 1))).exact
    far = page_test(np.tile(np.arange(1.0, 21), (60, 1)))
    assert 0 < far.pvalue < 1e-200


def test_errors() -> None:
    with pytest.raises(
        UsageError,
        match=r"rows without ties .* 10 x 3 with ties\. Use method='asymptotic'",
    ):
        page_test(SCIPY_EXAMPLE, method="exact")
    with pytest.raises(UsageError, match="two columns"):
        page_test([[1]])


def test_both_ways_are_the_two_tests() -> None:
    ranks = np.random.default_rng(8).permuted(
        np.tile(np.arange(1.0, 8), (5, 9, 1)), axis=-1
    )
    ranks[2, 3] = [1.5, 1.5, 3, 4, 5, 6, 7]
    for tie_correction in (False, True):
        both = page.page_test(ranks, tie_correction=tie_correction)
        mirrored = page.page_test(8 - ranks, tie_correction=tie_correction)
        for result, other in ((both[1], mirrored[0]), (mirrored[1], both[0])):
            np.testing.assert_array_equal(result.pvalue, other.pvalue)
            np.testing.assert_array_equal(result.z, -other.z)
            np.testing.assert_array_equal(
                result.statistic, 2 * result.expected - other.statistic
            )
            np.testing.assert_array_equal(result.exact, other.exact)
        assert both[0].exact.tolist() == [True, True, False, True, True]


def test_many_rows_against_one_row_at_a_time() -> None:
    """The distribution of 40 rows is longer than the pieces that it is convolved in."""
    row = row_distribution(12) / row_distribution(12).sum()
    total = np.ones(1)
    for _ in range(40):
        total = np.convolve(total, row)
    tail = np.cumsum(total[::-1])[::-1]
    lowest = 40 * 12 * 13 * 14 // 6
    values = lowest + np.arange(0, len(total), 997)
    np.testing.assert_allclose(
        page_upper(values, 40, 12), tail[values - lowest], rtol=1e-10
    )
