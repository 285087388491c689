"""z on average ranks, Nemenyi's p and the critical differences: D06, exact ties, ties
in the ranks.
"""

import itertools

import numpy as np
import pytest
from scipy import stats

from cddiagram.stats.mean_ranks import (
    critical_difference,
    nemenyi_pvalues,
    rank_pair_test,
    rank_standard_error,
)
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.tails import normal_two_sided
from cddiagram.text import UsageError

# Demsar 2006, Table 5: critical values for 2 ... 10 classifiers; errata: (a) k = 3, 7
# at .05, k = 5 at .10 and
# (b) k = 9 at .05 are misprinted, the right values stand here.
NEMENYI_05 = [1.960, 2.344, 2.569, 2.728, 2.850, 2.948, 3.031, 3.102, 3.164]
NEMENYI_10 = [1.645, 2.052, 2.291, 2.460, 2.589, 2.693, 2.780, 2.855, 2.920]
DUNN_05 = [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734, 2.773]
DUNN_10 = [1.645, 1.960, 2.128, 2.241, 2.326, 2.394, 2.450, 2.498, 2.539]


@pytest.mark.parametrize(
    ("p_adjust", "alpha", "printed"),
    [
        ("nemenyi", 0.05, NEMENYI_05),
        ("nemenyi", 0.10, NEMENYI_10),
        ("bonferroni", 0.05, DUNN_05),
        ("bonferroni", 0.10, DUNN_10),
    ],
)
def test_demsar_table_5(p_adjust, alpha, printed):
    """Trap 1: every value stands at its own k; trap 9: degrees of freedom are
    infinite.
    """
    for k, expected in zip(range(2, 11), printed, strict=True):
        found = critical_difference(
            k, 1.0, alpha=alpha, p_adjust=p_adjust, n_hypotheses=k - 1
        )
        assert found == pytest.approx(expected, abs=5.01e-4)


def test_demsars_critical_differences():
    """D06 3.2.2, four classifiers on 14 data sets; Bonferroni-Dunn is printed as 1.16,
    truncated from 1.168.
    """
    error = np.sqrt(4 * 5 / (6 * 14))
    of = {
        (adjust, alpha): critical_difference(
            4, error, alpha=alpha, p_adjust=adjust, n_hypotheses=3
        )
        for adjust in ("nemenyi", "bonferroni")
        for alpha in (0.05, 0.10)
    }
    assert of["nemenyi", 0.05] == pytest.approx(1.2536, abs=5e-4)
    assert of["nemenyi", 0.10] == pytest.approx(1.118, abs=5e-4)
    assert of["bonferroni", 0.05] == pytest.approx(1.168, abs=5e-4)


@pytest.mark.parametrize("p_adjust", ["nemenyi", "bonferroni", "none"])
@pytest.mark.parametrize("alpha", [1e-12, 0.003, 0.05, 0.5])
def test_the_p_at_the_critical_difference_is_alpha(p_adjust, alpha):
    k, error = 7, 0.31
    m = k * (k - 1) // 2
    z = (
        critical_difference(k, error, alpha=alpha, p_adjust=p_adjust, n_hypotheses=m)
        / error
    )
    p = {
        "nemenyi": float(nemenyi_pvalues(z, k)),
        "bonferroni": m * float(normal_two_sided(z)),
        "none": float(normal_two_sided(z)),
    }[p_adjust]
    assert p == pytest.approx(alpha, rel=1e-11)


def test_no_critical_difference_for_step_procedures():
    with pytest.raises(UsageError) as error:
        critical_difference(4, 0.5, alpha=0.05, p_adjust="holm", n_hypotheses=6)
    assert str(error.value) == (
        "p_adjust 'holm' does not have a critical difference. Use 'nemenyi', 'bonferroni' or "
        "'sidak'."
    )


def test_direction_symmetry_and_diagonal():
    z = rank_pair_test([[1, 2, 3], [1, 3, 2], [2, 1, 3]]).statistic
    assert z[0, 2] > 0, "positive when i is better than j"
    np.testing.assert_array_equal(z, -z.T)
    assert np.isnan(np.diag(z)).all()


def test_equal_rank_differences_give_bit_equal_p():
    ranks = np.array(list(itertools.permutations([1.0, 2, 3, 4, 5])))[:77]
    ranks = np.vstack([ranks, np.tile([1, 2, 3, 4, 5], (23, 1))])
    sums = ranks.sum(axis=0)
    p = nemenyi_pvalues(rank_pair_test(ranks).statistic, 5)
    seen = {}
    for i, j in itertools.combinations(range(5), 2):
        assert seen.setdefault(abs(sums[i] - sums[j]), p[i, j]) == p[i, j]


def test_nemenyi_never_falls_as_the_difference_does():
    """Many p-values are interpolated; their last digits must not order two pairs the
    wrong way round.
    """
    z = np.linspace(0.0, 12.0, 20_001)
    for k in (3, 10, 100):
        assert (np.diff(nemenyi_pvalues(z, k)) <= 0).all()


def test_a_normal_p_does_not_depend_on_how_many_there_are():
    z = np.random.default_rng(0).normal(size=5000) * 5
    together = normal_two_sided(z)
    assert [float(normal_two_sided(value)) for value in z[:300]] == together[
        :300
    ].tolist()


def test_tie_corrected_standard_error_is_the_permutation_variance():
    """Enumerate every order of each row of tied ranks."""
    ranks = np.array([[1.5, 1.5, 3, 4], [1, 2, 3.5, 3.5]])
    orders = [
        np.array(sorted(set(itertools.permutations(row)))) for row in ranks.tolist()
    ]
    differences = [a[0] - a[1] + b[0] - b[1] for a in orders[0] for b in orders[1]]
    assert rank_standard_error(ranks, tie_correction=True) == pytest.approx(
        np.std(differences) / 2, rel=1e-12
    )
    assert rank_standard_error(ranks) == pytest.approx(np.sqrt(4 * 5 / 12), rel=1e-12)


def test_corrected_equals_printed_without_ties():
    ranks = rank_scores(np.random.default_rng(0).normal(size=(11, 6)))
    corrected = rank_standard_error(ranks, tie_correction=True)
    assert corrected == pytest.approx(rank_standard_error(ranks), rel=1e-12)


def test_all_tied_is_z_zero():
    z = rank_pair_test(np.full((5, 3), 2.0), tie_correction=True).statistic
    assert z[0, 1] == 0.0
    assert nemenyi_pvalues(z, 3)[0, 1] == 1.0


@pytest.mark.parametrize("z", [0.0, 1.96, 8.0, 20.0, 37.0])
def test_normal_tail(z):
    assert float(normal_two_sided(z)) == pytest.approx(2 * stats.norm.sf(z), rel=1e-12)
    assert float(normal_two_sided(z)) > 0
