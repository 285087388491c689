"""The adjustment of Benjamini and Hochberg: scipy's numbers, the definition, published
p-values, and the rate that it controls.
"""

import numpy as np
import pytest
from scipy.stats import false_discovery_control

import cddiagram as cd
from cddiagram.stats.adjust import adjust_pvalues

#: Benjamini and Hochberg (1995), Section 4.1: 15 p-values in rising order. At 0.05,
#: their procedure rejects the first four hypotheses and Bonferroni's the first three.
PRINTED = (
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
)


def adjusted_by_definition(pvalues):
    """Return for each p-value the smallest level at which the rule rejects it.

    With p(i) the i-th smallest, the rule rejects H(1), ..., H(i) for the largest i with
    p(i) <= i q / m. The smallest q for this i is m p(i) / i.
    """
    m, rising = len(pvalues), sorted(pvalues)
    adjusted = []
    for pvalue in pvalues:
        levels = [
            m * other / place
            for place, other in enumerate(rising, start=1)
            if other >= pvalue
        ]
        adjusted.append(min(levels))
    return adjusted


def test_the_example_of_the_source():
    adjusted = adjust_pvalues(PRINTED, "benjamini-hochberg")
    assert (adjusted <= 0.05).sum() == 4
    assert (adjust_pvalues(PRINTED, "bonferroni") <= 0.05).sum() == 3


@pytest.mark.parametrize("m", [1, 2, 5, 40, 300])
def test_the_numbers_of_scipy(m):
    pvalues = np.random.default_rng(m).uniform(size=(3, m)) ** 3
    np.testing.assert_allclose(
        adjust_pvalues(pvalues, "benjamini-hochberg"),
        false_discovery_control(pvalues, axis=-1, method="bh"),
        rtol=1e-14,
    )


def test_the_definition():
    rng = np.random.default_rng(1)
    for m in (1, 2, 3, 7, 12):
        pvalues = np.round(rng.uniform(size=m) ** 2, 2)  # with ties
        np.testing.assert_allclose(
            adjust_pvalues(pvalues, "benjamini-hochberg"),
            adjusted_by_definition(pvalues.tolist()),
            rtol=1e-14,
        )


def test_it_is_between_the_unadjusted_and_the_hommel_p_value():
    """Hommel's closed test uses Simes' inequality for each set of hypotheses, and this
    procedure only for all of them.
    """
    rng = np.random.default_rng(2)
    for m in (2, 5, 20):
        pvalues = rng.uniform(size=m) ** 2
        adjusted = adjust_pvalues(pvalues, "benjamini-hochberg")
        assert (adjusted >= pvalues).all()
        assert (adjusted <= adjust_pvalues(pvalues, "hommel") * (1 + 1e-14)).all()


def test_levels_rise_evenly():
    from cddiagram.stats.adjust import benjamini_hochberg

    levels = benjamini_hochberg.levels(np.array(PRINTED[:5]), 0.05)
    np.testing.assert_allclose(levels, [0.01, 0.02, 0.03, 0.04, 0.05], rtol=1e-15)


def test_the_false_discovery_rate_of_independent_tests():
    """It is alpha times the share of true hypotheses, exactly if tests are independent
    (here 0.05 * 15 / 20), and the family-wise error rate exceeds alpha.
    """
    rng, repeats, true = np.random.default_rng(3), 20_000, 15
    pvalues = rng.uniform(size=(repeats, 20))
    pvalues[:, true:] **= 8  # five false hypotheses
    rejected = adjust_pvalues(pvalues, "benjamini-hochberg") <= 0.05
    errors, all_rejected = rejected[:, :true].sum(axis=1), rejected.sum(axis=1)
    shares = errors / np.maximum(all_rejected, 1)
    expected, error = 0.05 * true / 20, shares.std() / np.sqrt(repeats)
    assert abs(shares.mean() - expected) < 4 * error
    assert (errors > 0).mean() > 0.1


def test_a_comparison_is_adjusted_and_named():
    table = cd.load_example("garcia2010-table3")
    comparison = cd.compare(table, pair_test="wilcoxon", p_adjust="benjamini-hochberg")
    pairs = np.triu_indices(len(table.algorithms), 1)
    np.testing.assert_allclose(
        comparison.pairwise.pvalue_adjusted[pairs],
        false_discovery_control(comparison.pairwise.pvalue[pairs]),
        rtol=1e-14,
    )
    assert comparison.test == "Wilcoxon, Benjamini–Hochberg"
    assert (
        "We applied the Benjamini–Hochberg adjustment for 6 comparisons (Benjamini & "
        "Hochberg, 1995)."
    ) in comparison.methods()
