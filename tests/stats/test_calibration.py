"""Family-wise error of every procedure by simulation, under the global null and two partial nulls, k = 3 and 6.

Scores are a data-set effect plus independent normal noise; a partial null shifts one algorithm, or half of them, by one
standard deviation. A family-wise error is a rejected pair (or a rejected algorithm, against a control) whose two
algorithms are equal. Each rate must not exceed .05 by more than three Monte-Carlo standard errors; the known exceptions
must exceed it by as much. All rows are printed at the end of the test run.
"""

from functools import cache

import numpy as np
import pytest

from cddiagram.stats.adjust import adjust_pvalues, flat_methods
from cddiagram.stats.adjust_pairs import adjust_pairs
from cddiagram.stats.aligned import aligned_pair_test, aligned_ranks
from cddiagram.stats.anova import anova_pair_test, tukey_pvalues
from cddiagram.stats.mean_ranks import nemenyi_pvalues, rank_pair_test
from cddiagram.stats.multiple_sign import family_pvalue
from cddiagram.stats.quade import quade_pair_test, quade_weights
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.sign import count_wins, sign_pair_test
from cddiagram.stats.studentized import dunnett_sf
from cddiagram.stats.tails import normal_two_sided
from cddiagram.stats.wilcoxon import wilcoxon_test

pytestmark = pytest.mark.slow

ALPHA, TABLES, N = 0.05, 2000, 20
KS = (3, 6)
NULLS = ("global", "one shifted", "half shifted")
#: Procedures that hold the family-wise level; Li's and Finner's do not, see the tests of exceptions below.
CONTROLLED = tuple(m for m in flat_methods() if m not in ("none", "li", "finner"))


def equal_algorithms(null, k):
    """How many of the first algorithms are equal; the others are shifted."""
    return {"global": k, "one shifted": k - 1, "half shifted": k - k // 2}[null]


@cache
def scores_of(null, k):
    rng = np.random.default_rng(20060101 + 10 * k + NULLS.index(null))
    scores = rng.normal(size=(TABLES, N, k)) + 2 * rng.normal(size=(TABLES, N, 1))
    scores[:, :, equal_algorithms(null, k) :] += 1.0
    return scores


@cache
def pvalues_of(pair_test, null, k):
    """p-values of all pairs of every table, shape (tables, k, k)."""
    scores = scores_of(null, k)
    if pair_test == "mean ranks":
        return normal_two_sided(np.array([rank_pair_test(r).statistic for r in rank_scores(scores)]))
    if pair_test == "wilcoxon":
        return np.array([wilcoxon_test(table).pvalue for table in scores])
    if pair_test == "sign":
        return sign_pair_test(scores).pvalue
    if pair_test == "aligned ranks":
        return aligned_pair_test(aligned_ranks(scores)).pvalue
    return quade_pair_test(rank_scores(scores), quade_weights(scores)).pvalue


def pairs_of(k, equal):
    i, j = np.triu_indices(k, 1)
    return i, j, (i < equal) == (j < equal)  # the shifted ones are equal among themselves


def record(record_property, name, null, k, errors):
    """Give the rate and its Monte-Carlo standard error, and keep a row for the end of the run."""
    rate, count = float(np.mean(errors)), len(errors)
    spread = np.sqrt(max(rate * (1 - rate), ALPHA * (1 - ALPHA) / 4) / count)
    low, high = max(rate - 1.96 * spread, 0.0), rate + 1.96 * spread
    row = f"{name:44s} {null:13s} k = {k}  {rate:.4f}  [{low:.4f}, {high:.4f}]"
    record_property("calibration", row)
    return rate, spread


def assert_held(rate, spread):
    assert rate <= ALPHA + 3 * spread


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize("pair_test", ["mean ranks", "wilcoxon", "sign", "aligned ranks", "quade ranks"])
@pytest.mark.parametrize("method", CONTROLLED)
def test_all_pairs(method, pair_test, k, null, record_property):
    i, j, true = pairs_of(k, equal_algorithms(null, k))
    p = pvalues_of(pair_test, null, k)[:, i, j]
    if method == "rom":  # a root for each of m = 15 p-values: fewer tables
        p = p[:500]
    errors = (adjust_pvalues(p, method)[:, true] <= ALPHA).any(axis=1)
    assert_held(*record(record_property, f"all pairs, {pair_test}, {method}", null, k, errors))


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize("pair_test", ["mean ranks", "wilcoxon"])
@pytest.mark.parametrize("method", ["shaffer", "shaffer-dynamic", "bergmann-hommel"])
def test_all_pairs_exhaustive(method, pair_test, k, null, record_property):
    i, j, true = pairs_of(k, equal_algorithms(null, k))
    errors = [
        (adjust_pairs(p, method).pvalue_adjusted[i, j][true] <= ALPHA).any()
        for p in pvalues_of(pair_test, null, k)[:1000]
    ]
    assert_held(*record(record_property, f"all pairs, {pair_test}, {method}", null, k, errors))


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize("pair_test", ["mean ranks", "wilcoxon", "aligned ranks", "quade ranks"])
@pytest.mark.parametrize("method", CONTROLLED)
def test_against_a_control_named_in_advance(method, pair_test, k, null, record_property):
    equal = equal_algorithms(null, k)
    p = pvalues_of(pair_test, null, k)[:, 0, 1:]
    errors = (adjust_pvalues(p, method)[:, : equal - 1] <= ALPHA).any(axis=1)
    assert_held(*record(record_property, f"control, {pair_test}, {method}", null, k, errors))


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("k", KS)
def test_nemenyi_and_the_analysis_of_variance(k, null, record_property):
    equal = equal_algorithms(null, k)
    i, j, true = pairs_of(k, equal)
    scores = scores_of(null, k)
    z = np.array([rank_pair_test(r).statistic for r in rank_scores(scores)])
    nemenyi = nemenyi_pvalues(z, k)[:, i, j][:, true]
    assert_held(*record(record_property, "all pairs, Nemenyi", null, k, (nemenyi <= ALPHA).any(axis=1)))
    t, df = anova_pair_test(scores).statistic, (N - 1.0) * (k - 1.0)
    tukey = tukey_pvalues(t[:, i, j], k, df)[:, true]
    assert_held(*record(record_property, "all pairs, Tukey", null, k, (tukey <= ALPHA).any(axis=1)))
    dunnett = dunnett_sf(t[:, 0, 1:], k - 1, df)[:, : equal - 1]
    assert_held(*record(record_property, "control, Dunnett", null, k, (dunnett <= ALPHA).any(axis=1)))


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("k", KS)
def test_multiple_sign_test(k, null, record_property):
    """One-sided: is the control better? Its counts are whole, so the level is not reached."""
    wins, _ = count_wins(scores_of(null, k))
    p = np.array([family_pvalue(count, N, k - 1) for count in range(N + 1)])
    against = p[wins[:, 1 : equal_algorithms(null, k), 0]]
    assert_held(*record(record_property, "control, multiple sign test", null, k, (against <= ALPHA).any(axis=1)))


def test_li_exceeds_its_level_under_dependence(record_property):
    """Li's procedure is exact for independent p-values; against a control they share the control's ranks."""
    p = pvalues_of("mean ranks", "global", 8)[:, 0, 1:]
    errors = (adjust_pvalues(p, "li") <= ALPHA).any(axis=1)
    rate, spread = record(record_property, "control, mean ranks, li (known to exceed)", "global", 8, errors)
    assert rate > ALPHA + 3 * spread


def test_finner_holds_its_level_under_the_global_null_only(record_property):
    """Its critical values 1 - (1 - alpha)^(i / m) are nearly those of a false discovery rate.

    With m0 true hypotheses left, the smallest of their p-values is compared with 1 - (1 - alpha)^((m - m0 + 1) / m).
    """
    k = 6
    i, j, true = pairs_of(k, 3)
    p = pvalues_of("wilcoxon", "global", k)[:, i, j]
    held = record(
        record_property, "all pairs, wilcoxon, finner", "global", k, (adjust_pvalues(p, "finner") <= ALPHA).any(axis=1)
    )
    assert_held(*held)
    apart = scores_of("global", k) + 4.0 * (np.arange(k) >= 3)
    p = np.array([wilcoxon_test(table).pvalue[i, j] for table in apart])
    errors = (adjust_pvalues(p, "finner")[:, true] <= ALPHA).any(axis=1)
    rate, spread = record(record_property, "all pairs, wilcoxon, finner (known to exceed)", "half far away", k, errors)
    assert rate > ALPHA + 3 * spread


def test_mean_ranks_exceed_their_level_when_others_lie_between(record_property):
    """B16 4.4: A and B are equal, but the other algorithms rank between them, now this and now that way round."""
    k = 6
    rng = np.random.default_rng(4)
    scores = rng.normal(size=(TABLES, N, k))
    sign = rng.choice([-1.0, 1.0], size=(TABLES, N))
    scores[:, :, 0], scores[:, :, 1] = 10 * sign, -10 * sign
    p = normal_two_sided(np.array([rank_pair_test(r).statistic[0, 1] for r in rank_scores(scores)]))
    rate, spread = record(record_property, "one pair, mean ranks, others between", "A = B", k, p <= ALPHA)
    assert rate > ALPHA + 3 * spread
    wilcoxon = np.array([wilcoxon_test(table[:, :2]).pvalue[0, 1] for table in scores])
    held = record(record_property, "one pair, wilcoxon, others between", "A = B", k, wilcoxon <= ALPHA)
    assert_held(*held)


@pytest.mark.parametrize(("ranking", "k"), [("aligned", 3), ("aligned", 6), ("quade", 2)])
def test_the_printed_variances_exceed_their_level(ranking, k, record_property):
    """Errata 4.1 and 4.2: measured 10.5 % (aligned, k = 3), 7.0 % (k = 6) and 17 % (Quade, k = 2) for one pair."""
    scores = scores_of("global", k)
    if ranking == "aligned":
        p = aligned_pair_test(aligned_ranks(scores), variance="paper").pvalue[:, 0, 1]
    else:
        p = quade_pair_test(rank_scores(scores), quade_weights(scores), variance="paper").pvalue[:, 0, 1]
    rate, spread = record(record_property, f"one pair, {ranking} ranks, variance='paper'", "global", k, p <= ALPHA)
    assert rate > ALPHA + 3 * spread


@pytest.mark.parametrize("k", [4, 8])
def test_a_control_picked_after_looking_needs_the_family_of_all_pairs(k, record_property):
    """Comparing the best-ranked with the others in the family of k - 1 exceeds the level; in that of all pairs not."""
    scores = scores_of("global", k)
    ranks = rank_scores(scores)
    best = np.argmin(ranks.mean(axis=1), axis=1)
    z = np.array([rank_pair_test(r).statistic for r in ranks])
    rows = np.arange(TABLES)
    advance = (k - 1) * np.nanmin(normal_two_sided(z)[rows, best], axis=1)
    rate, spread = record(record_property, "best after looking, family of k - 1", "global", k, advance <= ALPHA)
    assert rate > ALPHA + 3 * spread
    after = np.nanmin(nemenyi_pvalues(z, k)[rows, best], axis=1)
    held = record(record_property, "best after looking, Nemenyi of all pairs", "global", k, after <= ALPHA)
    assert_held(*held)
