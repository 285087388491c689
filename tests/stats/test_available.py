"""Ranks, tests of pairs and effect sizes of tables with gaps: of each pair what its complete part gives."""

import math

import numpy as np
import pytest

from cddiagram._util.exact import Exact
from cddiagram.stats.available import available_effects, available_pairs, available_ranks
from cddiagram.stats.effects import pair_effects
from cddiagram.stats.ranks import rank_scores, tie_notes
from cddiagram.stats.sign import sign_pair_test
from cddiagram.stats.wilcoxon import wilcoxon_test

NAN = math.nan
NAMES = ("A", "B", "C", "D", "E", "F")


def table(seed, share=0.3, whole=2):
    """Scores with gaps: the first columns have none, and two of the others miss the same."""
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 12, (14, 6)) / 10
    scores[rng.random(scores.shape) < share] = NAN
    scores[:, :whole] = rng.integers(0, 12, (14, whole)) / 10
    scores[np.isnan(scores[:, 4]), 5] = NAN
    scores[~np.isnan(scores[:, 4]) & np.isnan(scores[:, 5]), 5] = 0.5
    return scores


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("test", [wilcoxon_test, sign_pair_test])
@pytest.mark.parametrize(("higher_is_better", "whole"), [(True, 2), (False, 0)])
def test_each_pair_is_tested_on_what_both_have(seed, test, higher_is_better, whole):
    scores = table(seed, whole=whole)
    found = available_pairs(Exact.of(scores), test, higher_is_better=higher_is_better)
    effects = available_effects(Exact.of(scores), higher_is_better=higher_is_better)
    for i in range(6):
        for j in range(6):
            both = scores[:, [i, j]][~np.isnan(scores[:, [i, j]]).any(axis=1)]
            if i == j:
                assert math.isnan(found.pvalue[i, j])
                assert effects.hodges_lehmann[i, j] == 0
                continue
            alone = test(both, higher_is_better=higher_is_better)
            assert found.pvalue[i, j] == alone.pvalue[0, 1]
            assert found.statistic[i, j] == alone.statistic[0, 1]
            size = pair_effects(both, higher_is_better=higher_is_better)
            for name in (
                "mean_difference",
                "hodges_lehmann",
                "interval_low",
                "wins",
                "ties",
                "losses",
                "rank_biserial",
            ):
                assert getattr(effects, name)[i, j] == getattr(size, name)[0, 1], name


def test_a_complete_table_is_that_of_the_tests_themselves():
    scores = table(1, share=0.0)
    found, whole = available_pairs(Exact.of(scores), wilcoxon_test), wilcoxon_test(scores)
    assert np.array_equal(found.pvalue, whole.pvalue, equal_nan=True)
    assert np.array_equal(found.method[0, 1:], whole.method[0, 1:])
    assert found.choices == whole.choices
    assert np.array_equal(available_ranks(Exact.of(scores)), rank_scores(scores))


def test_a_pair_without_a_common_data_set_is_not_tested():
    scores = Exact.of([[1.0, NAN, 2.0], [3.0, NAN, 1.0], [NAN, 2.0, 3.0], [NAN, 4.0, 1.0]])
    found, effects = available_pairs(scores, wilcoxon_test), available_effects(scores)
    assert np.isnan(found.pvalue[0, 1])
    assert found.method[0, 1] == ""
    assert np.isnan(effects.mean_difference[0, 1])
    assert effects.wins[0, 1] == 0
    assert not np.isnan(found.pvalue[[0, 1], 2]).any()


def test_ranks_are_those_of_the_scores_that_there_are():
    scores = table(3)
    ranks = available_ranks(Exact.of(scores), higher_is_better=False)
    for given, found in zip(scores, ranks, strict=True):
        there = ~np.isnan(given)
        assert np.array_equal(np.isnan(found), ~there)
        assert np.array_equal(found[there], rank_scores(given[there], higher_is_better=False))


def test_ties_by_tolerance_are_told_of_the_whole_table():
    scores = np.array([[NAN, 0.1 + 0.2, 1 / 3, 0.3], [1.0, 2.0, NAN, 3.0], [1.0, 2.0, 4.0, 1 / 3]])
    scores[0, 3] = 0.30000000000000004 + 5e-17
    log = []
    exact = Exact(scores, None, log)
    available_ranks(exact)
    available_pairs(exact, wilcoxon_test)
    whole = []
    part = Exact.of(scores[:1, 1:]).watched(whole)
    rank_scores(part)
    assert [kind for kind, _ in log if kind == "scores"] == [kind for kind, _ in whole]
    assert all(max(places) < 4 for _, places in log)
    assert all(isinstance(note, str) for note in tie_notes(log, NAMES[:4], NAMES[:3]))
