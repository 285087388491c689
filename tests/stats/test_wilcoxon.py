"""Wilcoxon for all pairs: D06 Table 2, all sign flips, scipy where it is right, zero
rules, decimal ties.
"""

import tracemalloc
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from cddiagram.stats.wilcoxon import MAX_EXACT, critical_signed_rank_sum, wilcoxon_test
from cddiagram.text import UsageError

# Demsar 2006, Table 2: AUC of C4.5 and C4.5+m.
TABLE_2 = np.array([
    [0.763, 0.768], [0.599, 0.591], [0.954, 0.971], [0.628, 0.661], [0.882, 0.888], [0.936, 0.931], [0.661, 0.668],
    [0.583, 0.583], [0.775, 0.838], [1.000, 1.000], [0.940, 0.962], [0.619, 0.666], [0.972, 0.981], [0.957, 0.978],
])  # fmt: skip


def midranks(values):
    return stats.rankdata(values)


def by_sign_flips(differences, zeros):
    """Two-sided p by listing all signs of the non-zero differences, as the zero rule
    ranks them.
    """
    d = np.round(np.asarray(differences, float), 9)
    if zeros == "drop":
        d = d[d != 0]
    elif zeros == "split" and np.sum(d == 0) % 2:
        d = np.delete(d, np.flatnonzero(d == 0)[0])
    ranks = midranks(np.abs(d))[d != 0] if d.size else np.array([])
    if not ranks.size:
        return 1.0
    observed = abs(np.sum(np.sign(d[d != 0]) * ranks))
    flips = np.array(list(product([-1, 1], repeat=len(ranks)))) @ ranks
    return float(np.mean(np.abs(flips) >= observed - 1e-9))


def test_demsar_table_2():
    """D06 3.1.3: R+ = 93, R- = 12, z = -2.54; 0.0109 is its normal p, the exact
    sign-flip p is 1/128 (errata 4.10).
    """
    result = wilcoxon_test(TABLE_2)
    assert (result.statistic[1, 0], result.statistic[0, 1]) == (93.0, 12.0)
    assert result.pvalue[0, 1] == pytest.approx(0.0078125, rel=1e-12)
    assert result.method[0, 1] == "exact"
    printed = wilcoxon_test(TABLE_2, method="asymptotic", tie_correction=False)
    assert printed.pvalue[0, 1] == pytest.approx(
        2 * stats.norm.cdf((12 - 52.5) / np.sqrt(14 * 15 * 29 / 24)), rel=1e-12
    )
    assert printed.method[0, 1] == "asymptotic"


def test_other_zero_rules_on_demsar_table_2():
    """Values of R's exact Pratt (coin) and exactRankTests on the same differences
    (errata 4.10).
    """
    dropped = wilcoxon_test(TABLE_2, zeros="drop")
    assert dropped.statistic[0, 1] == 6.5
    assert dropped.pvalue[0, 1] == pytest.approx(0.00732, abs=5e-6)
    assert wilcoxon_test(TABLE_2, zeros="pratt").pvalue[0, 1] == pytest.approx(
        0.0078125, rel=1e-12
    )


@pytest.mark.slow
@pytest.mark.parametrize("zeros", ["split", "drop", "pratt"])
@settings(max_examples=60)
@given(d=hnp.arrays(np.int64, st.integers(2, 9), elements=st.integers(-3, 3)))
def test_exact_p_is_the_share_of_sign_flips(zeros, d):
    result = wilcoxon_test(np.column_stack([d, np.zeros_like(d)]), zeros=zeros)
    assert result.pvalue[0, 1] == pytest.approx(by_sign_flips(d, zeros), abs=1e-12)


@settings(max_examples=40)
@given(
    x=hnp.arrays(
        np.int64,
        st.tuples(st.integers(2, 8), st.integers(2, 5)),
        elements=st.integers(0, 4),
    )
)
def test_all_pairs_at_once_equal_single_pairs(x):
    together = wilcoxon_test(x)
    for i in range(x.shape[1]):
        for j in range(x.shape[1]):
            if i != j:
                alone = wilcoxon_test(x[:, [i, j]])
                assert together.statistic[i, j] == alone.statistic[0, 1]
                assert together.pvalue[i, j] == alone.pvalue[0, 1]
    np.testing.assert_array_equal(together.pvalue, together.pvalue.T)


@settings(max_examples=40)
@given(
    x=hnp.arrays(
        np.int64,
        st.tuples(st.integers(2, 12), st.integers(2, 4)),
        elements=st.integers(0, 5),
    )
)
def test_direction_order_and_names_change_nothing(x):
    base = wilcoxon_test(x)
    turned = wilcoxon_test(-x, higher_is_better=False)
    np.testing.assert_array_equal(base.statistic, turned.statistic)
    shuffled = wilcoxon_test(x[::-1])
    np.testing.assert_array_equal(base.pvalue, shuffled.pvalue)
    mirrored = wilcoxon_test(x[:, ::-1])
    np.testing.assert_array_equal(base.pvalue, mirrored.pvalue[::-1, ::-1])


@pytest.mark.parametrize("n", [20, 50, 51, 80])
def test_continuous_scores_against_scipy(n):
    x = np.random.default_rng(n).normal(size=(n, 5)) + 0.2 * np.arange(5)
    ours = wilcoxon_test(x)
    for i in range(5):
        for j in range(i + 1, 5):
            method = "exact" if n <= MAX_EXACT else "asymptotic"
            theirs = stats.wilcoxon(x[:, i], x[:, j], method=method, correction=False)
            assert ours.pvalue[i, j] == pytest.approx(theirs.pvalue, rel=1e-10)
            assert min(ours.statistic[i, j], ours.statistic[j, i]) == theirs.statistic
    assert (ours.method[0, 1] == "exact") == (n <= MAX_EXACT)


def test_normal_variance_is_that_of_the_sign_flips():
    """Errata 4.10: with many zeros the printed variance is too large, the sign-flip
    variance holds the level.
    """
    rng = np.random.default_rng(7)
    d = rng.integers(-6, 7, 120) * (rng.random(120) < 0.4)
    result = wilcoxon_test(np.column_stack([d, np.zeros(120)]))
    kept = np.delete(d, np.flatnonzero(d == 0)[: np.sum(d == 0) % 2])
    ranks = midranks(np.abs(kept))
    z = np.sum(np.sign(kept) * ranks) / np.sqrt(np.sum(ranks[kept != 0] ** 2))
    assert result.pvalue[0, 1] == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-10)


def test_identical_algorithms_are_not_significant():
    """Trap 6: an exact table used with zeros gives identical algorithms p = .0005."""
    x = np.repeat(np.random.default_rng(0).random((12, 1)), 2, axis=1)
    assert wilcoxon_test(x).pvalue[0, 1] == 1.0
    assert wilcoxon_test(np.tile(x, (10, 1))).pvalue[0, 1] == 1.0


@pytest.mark.slow
def test_level_is_two_sided():
    """Trap 5: a one-sided p chosen after looking would reject twice as often."""
    rng = np.random.default_rng(11)
    p = np.array(
        [wilcoxon_test(rng.normal(size=(12, 2))).pvalue[0, 1] for _ in range(2000)]
    )
    assert np.mean(p <= 0.05) < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 2000)


def test_decimal_ties_survive():
    """Trap 15: 0.763 - 0.768 and 0.599 - 0.604 are the same difference."""
    x = np.array(
        [[0.763, 0.768], [0.599, 0.604], [0.583, 0.578], [0.9, 0.4], [0.8, 0.1]]
    )
    assert wilcoxon_test(x).statistic[0, 1] == 2.0 + 4.0 + 5.0


def test_decimal_zeros_are_zeros_whatever_their_sign():
    """0.3 - (0.1 + 0.2) is -6e-17 in binary, and rounds to a negative zero."""
    x = np.array(
        [[0.3, 0.1 + 0.2], [0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2], [0.9, 0.4], [0.1, 0.8]]
    )
    assert wilcoxon_test(x, zeros="drop").statistic[0, 1] == 1.0
    assert wilcoxon_test(x, zeros="pratt").statistic[0, 1] == 4.0
    assert wilcoxon_test(x, zeros="split").statistic[0, 1] == 3.0 + 1.5


def test_far_tail_stays_right():
    x = np.column_stack([np.arange(1.0, 1001.0), np.zeros(1000)])
    z = np.sum(np.arange(1, 1001.0)) / np.sqrt(np.sum(np.arange(1, 1001.0) ** 2))
    assert wilcoxon_test(x).pvalue[0, 1] == pytest.approx(
        2 * stats.norm.sf(z), rel=1e-9
    )
    assert 0 < wilcoxon_test(x).pvalue[0, 1] < 1e-100


def test_more_pairs_than_one_block():
    x = np.random.default_rng(5).integers(0, 50, (300, 40)).astype(float)
    together = wilcoxon_test(x)
    for i, j in [(0, 1), (3, 39), (20, 21), (38, 39)]:
        assert together.pvalue[i, j] == wilcoxon_test(x[:, [i, j]]).pvalue[0, 1]
    assert np.isnan(np.diag(together.pvalue)).all()
    assert not np.isnan(together.pvalue[~np.eye(40, dtype=bool)]).any()


@pytest.mark.slow
@pytest.mark.parametrize("decimals", [15, 6, 3])
def test_memory_does_not_grow_with_the_pairs(decimals):
    """100 x 1000: all differences at once would be 38 MiB, and a few arrays of that
    size several times as much.
    """
    x = np.random.default_rng(1).normal(0.8, 0.1, (1000, 100)).round(decimals)
    wilcoxon_test(x[:, :3])
    tracemalloc.start()
    try:
        wilcoxon_test(x)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= 32 * 2**20


@pytest.mark.parametrize("zeros", ["split", "drop", "pratt"])
def test_signed_ranks_by_definition_in_mixed_blocks(zeros):
    """Rows with and without ties and zeros, of both signs, in the same block and across
    blocks.
    """
    rng = np.random.default_rng(12)
    x = rng.normal(size=(60, 45))
    x[:, 10:30] = x[:, 10:30].round(1)
    x[:, 20:25] = x[:, 19:20]
    x[::2, 30:] = x[::2, 29:30]
    result = wilcoxon_test(x, zeros=zeros)
    for i, j in rng.integers(0, 45, (300, 2)):
        d = np.round(x[:, i] - x[:, j], 12)
        if i == j:
            continue
        if zeros == "drop":
            d = d[d != 0]
        elif zeros == "split" and np.sum(d == 0) % 2:
            d = np.delete(d, np.flatnonzero(d == 0)[0])
        ranks = midranks(np.abs(d)) if d.size else d
        halves = ranks[d == 0].sum() / 2 if zeros == "split" else 0.0
        assert result.statistic[i, j] == ranks[d > 0].sum() + halves


# Largest T that is significant at .05, two-sided, for n = 6 ... 25: Wilcoxon's table as
# reprinted in textbooks.
CRITICAL_T = dict(
    zip(
        range(6, 26),
        [0, 2, 3, 5, 8, 10, 13, 17, 21, 25, 29, 34, 40, 46, 52, 58, 65, 73, 81, 89],
        strict=True,
    )
)


@pytest.mark.parametrize(("n", "expected"), CRITICAL_T.items())
def test_critical_values(n, expected):
    assert critical_signed_rank_sum(n, 0.05) == expected


def test_no_critical_value_for_tiny_n():
    assert critical_signed_rank_sum(5, 0.05) is None
    assert critical_signed_rank_sum(1, 0.99) is None
    assert critical_signed_rank_sum(1, 1.0) == 0
    assert critical_signed_rank_sum(50, 0.05) == 434


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: wilcoxon_test(
                np.random.default_rng(0).random((60, 2)), method="exact"
            ),
            "the exact signed-rank distribution is computed for up to 50 ranked "
            "differences, not 60. Use "
            "method='auto' or 'asymptotic'.",
        ),
        (
            lambda: wilcoxon_test(np.ones((5, 1))),
            "scores must be a single n x k table with at least two columns, not of shape (5, 1).",
        ),
    ],
)
def test_messages(call, message):
    with pytest.raises(UsageError) as error:
        call()
    assert str(error.value) == message
