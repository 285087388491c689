"""Pools: against a comparison of every pool made anew, the examples of B16, and its
maximum type I error.
"""

import math
import pickle
from itertools import combinations

import numpy as np
import pytest
from pools import example_1

import cddiagram as cd
from cddiagram.stats import binomial_upper, normal_quantile, rank_pair_test, rank_scores
from cddiagram.studies.engine import batches, run
from cddiagram.text import InputError, UsageError

GARCIA = cd.load_example("garcia2008-table2")


def table_of(seed, n, k, digits=1, **options):
    scores = np.round(
        np.random.default_rng(seed).normal(size=(n, k)) + np.linspace(0.9, 0, k), digits
    )
    return cd.ScoreTable.from_arrays(
        scores, algorithms=[f"M{i}" for i in range(k)], **options
    )


def brute_force(table, p_adjust, alpha=0.05):
    """Compare every pool: pair -> number of others -> (different, pools)."""
    counts = {}
    for size in range(3, table.k + 1):
        for pool in combinations(table.algorithms, size):
            comparison = cd.compare(
                table.select(pool), p_adjust=p_adjust, alpha=alpha, method="asymptotic"
            )
            different = comparison.different()
            for a, b in combinations(range(size), 2):
                found = counts.setdefault(frozenset((pool[a], pool[b])), {}).setdefault(
                    size - 2, [0, 0]
                )
                found[0] += bool(different[a, b])
                found[1] += 1
    return counts


# -- the counts ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "p_adjust", ["nemenyi", "bonferroni", "none", "holm", "hommel"]
)
@pytest.mark.parametrize("higher_is_better", [True, False])
def test_all_pools_are_those_of_comparisons(p_adjust, higher_is_better):
    table = table_of(
        4, 25, 6, higher_is_better=higher_is_better
    )  # one decimal: many ties
    study, truth = cd.study_pool(table, p_adjust=p_adjust), brute_force(table, p_adjust)
    assert len(study.pairs) == 15
    assert study.complete == (True,) * 4
    for i, j in study.pairs:
        found = truth[frozenset((table.algorithms[i], table.algorithms[j]))]
        for others in range(1, 5):
            assert [
                study.different[others - 1, i, j],
                study.pools[others - 1, i, j],
            ] == found[others]
        different, pools = (
            sum(found[others][place] for others in found) for place in (0, 1)
        )
        assert study.share[i, j] == pytest.approx(different / pools)
    assert (study.different == np.swapaxes(study.different, 1, 2)).all()
    assert study.flips


def test_scores_that_are_cut_off_tie_as_in_a_comparison():
    table = cd.ScoreTable.from_arrays(
        table_of(4, 25, 5).scores / 3, algorithms=list("ABCDE")
    )
    study, whole = (
        cd.study_pool(table),
        cd.study_pool(
            cd.ScoreTable.from_arrays(
                table_of(4, 25, 5).scores, algorithms=list("ABCDE")
            )
        ),
    )
    assert (study.different == whole.different).all()


def test_one_pair_is_that_pair_of_all():
    table = table_of(4, 25, 7)
    every = cd.study_pool(table, p_adjust="holm")
    for pair in ((0, 3), (5, 2)):
        names = [table.algorithms[i] for i in pair]
        study = cd.study_pool(table, pair=names, p_adjust="holm")
        assert study.pair == tuple(names)
        assert study.different[:, *pair].tolist() == every.different[:, *pair].tolist()
        assert study.pools.sum() == 2 * sum(
            math.comb(5, others) for others in range(1, 6)
        )
        (shown,) = study.pairs
        assert sorted(shown) == sorted(pair)


def test_all_subsets_of_fifteen_others():
    table = table_of(4, 40, 17)
    study = cd.study_pool(table, pair=("M3", "M9"))
    assert study.complete == (True,) * 15
    assert study.pools[:, 3, 9].tolist() == [
        math.comb(15, others) for others in range(1, 16)
    ]
    rng = np.random.default_rng(1)  # some of them against comparisons
    for others in (1, 2, 14, 15):
        pools = list(combinations([i for i in range(17) if i not in (3, 9)], others))
        if len(pools) > 15:
            continue
        different = 0
        for pool in pools:
            comparison = cd.compare(
                table.select(
                    [table.algorithms[i] for i in (3, 9, *rng.permutation(pool))]
                ),
                method="asymptotic",
            )
            different += bool(comparison.different()[0, 1])
        assert study.different[others - 1, 3, 9] == different


def test_pools_that_are_drawn_estimate_all():
    table = table_of(4, 25, 12)
    every, drawn = cd.study_pool(table), cd.study_pool(table, max_pools=1500, seed=3)
    assert not all(drawn.complete)
    assert all(every.complete)
    pairs = drawn.pools.sum(axis=0)[np.triu_indices(12, 1)]
    assert pairs.min() > 150
    middle = 4  # five others
    spread = np.sqrt(0.25 / drawn.pools[middle][np.triu_indices(12, 1)])
    off = (drawn.shares - every.shares)[middle][np.triu_indices(12, 1)]
    assert (np.abs(off) < 5 * spread).all()
    assert np.abs(drawn.share - every.share)[np.triu_indices(12, 1)].max() < 0.2
    again = cd.study_pool(table, max_pools=1500, seed=4)
    assert (again.different != drawn.different).any()
    ends = [0, 1, -1, -2]  # few pools: all of them
    assert (drawn.pools[ends[-2]] == every.pools[ends[-2]]).all()


def test_drawn_pools_hold_each_algorithm_once_and_the_pair():
    table = table_of(4, 25, 20)
    study = cd.study_pool(table, pair=("M2", "M5"), max_pools=400)
    assert study.pools[:, 2, 5].tolist() == [
        min(math.comb(18, others), 22) for others in range(1, 19)
    ]
    (flip,) = study.flips
    for pool in (flip.different_with, flip.not_different_with):
        assert pool
        assert len(set(pool)) == len(pool)
        assert not {"M2", "M5"} & set(pool)


@pytest.mark.parametrize("max_pools", [200_000, 60])
def test_examples_of_flips_are_pools_of_either_answer(max_pools):
    table = table_of(4, 25, 8)
    study = cd.study_pool(table, max_pools=max_pools)
    assert study.flips
    for flip in study.flips:
        for others, expected in (
            (flip.different_with, True),
            (flip.not_different_with, False),
        ):
            comparison = cd.compare(
                table.select([flip.first, flip.second, *others]), method="asymptotic"
            )
            assert bool(comparison.different()[0, 1]) == expected


def test_wilcoxon_and_sign_are_those_of_the_pair_alone():
    table, study = GARCIA, cd.study_pool(GARCIA)
    for i, j in study.pairs:
        for size in range(1, 4):  # in any pool
            for others in combinations(
                [
                    n
                    for n in table.algorithms
                    if n not in (table.algorithms[i], table.algorithms[j])
                ],
                size,
            ):
                pool = table.select([table.algorithms[i], table.algorithms[j], *others])
                for test in ("wilcoxon", "sign"):
                    p = cd.compare(pool, pair_test=test).pairwise.pvalue[0, 1]
                    assert getattr(study, test)[i, j] == p
    assert study.pool_free("wilcoxon")[0, 3] == (10 * study.wilcoxon[0, 3] <= 0.05)
    unadjusted = cd.study_pool(GARCIA, p_adjust="none")
    assert (unadjusted.pool_free("sign") == (study.sign <= 0.05)).all()


# -- B16 -------------------------------------------------------------------------------


def test_example_1_others_make_a_difference():
    """B16 4.1: A and B are equal by any test of the pair, and significantly different
    beside C, D and E.
    """
    table = example_1()
    whole = cd.compare(table, p_adjust="bonferroni")
    assert whole.headline.name == "iman-davenport"
    assert whole.headline.rejects(0.05)
    assert whole.pairwise.statistic[0, 1] == pytest.approx(3.0)
    assert normal_quantile(math.log(0.05 / 20)) == pytest.approx(-2.807, abs=5e-4)
    study = cd.study_pool(table, pair=("A", "B"), p_adjust="bonferroni")
    assert (study.wilcoxon[0, 1], study.sign[0, 1]) == (1.0, 1.0)
    assert study.different[2, 0, 1] == 1
    (flip,) = study.flips
    assert (flip.first, flip.second, set(flip.different_with)) == (
        "A",
        "B",
        {"C", "D", "E"},
    )
    assert (flip.share, len(flip.not_different_with)) == (pytest.approx(1 / 7), 1)


def test_example_2_others_take_the_power():
    """B16 4.2: better algorithms C, D, E leave the difference of A and B as it is, and
    enlarge its standard error.

    The text has lost the distributions; here B is better than A on a data set with
    probability 0.8556 (normal scores, 1.5 standard deviations apart), on 20 data sets.
    Both powers have closed forms, and the engine simulates them.
    """
    n, better = 20, 0.8555778168267576
    power_sign = binomial_upper_tail(15, n, better)
    power_ranks = (
        better**n
    )  # |2 wins - n| / n >= 1.96 sqrt(5 / n): all 20 of them, or none
    assert 1.96 * math.sqrt(5 / n) * n > 2 * 19 - n
    found = run(simulate_example_2, batches(4000), seed=2, study={})
    sign = np.concatenate([part["sign"] for part in found]).mean()
    ranks = np.concatenate([part["ranks"] for part in found]).mean()
    assert power_sign > 0.9 > 0.06 > power_ranks
    assert sign == pytest.approx(power_sign, abs=4 * math.sqrt(0.07 / 4000))
    assert ranks == pytest.approx(power_ranks, abs=4 * math.sqrt(0.05 / 4000))


def binomial_upper_tail(least, n, chance):
    return sum(
        math.comb(n, wins) * chance**wins * (1 - chance) ** (n - wins)
        for wins in range(least, n + 1)
    )


def simulate_example_2(count, rng):
    scores = rng.normal(size=(count, 20, 5)) + np.array([0.0, 1.5, 9.0, 10.0, 11.0])
    ranks = rank_scores(scores)
    z = np.array([rank_pair_test(table).statistic[0, 1] for table in ranks])
    wins = (scores[:, :, 1] > scores[:, :, 0]).sum(axis=1)
    p = np.array([min(1.0, 2 * binomial_upper(int(max(w, 20 - w)), 20)) for w in wins])
    return {"ranks": np.abs(z) >= 1.959963984540054, "sign": p <= 0.05}


def test_example_3_counts_pools_as_table_1_does():
    """B16 Table 1: with seven classifiers 10 pools have two others, 10 three, 5 four
    ("7/10", "9/10", "3/5").
    """
    study = cd.study_pool(table_of(1, 54, 7), p_adjust="bonferroni")
    assert study.pools[:, 0, 1].tolist() == [5, 10, 10, 5, 1]
    texts = {
        column.head: cell.text
        for column, cell in zip(
            study.tabulate().columns, study.tabulate().rows[0], strict=True
        )
    }
    assert texts["2 others"].endswith("/10")
    assert texts["4 others"].endswith("/5")


def between(count, rng, k=6, n=20):
    """B16 4.4: A and B are equal, and the others stand between them, now this and now
    that way round.
    """
    scores = rng.normal(size=(count, n, k))
    sign = rng.choice([-1.0, 1.0], size=(count, n))
    scores[:, :, 0], scores[:, :, 1] = 10 * sign, -10 * sign
    z = np.array(
        [rank_pair_test(ranks).statistic[0, 1] for ranks in rank_scores(scores)]
    )
    wins = (sign > 0).sum(axis=1)
    p = np.array([min(1.0, 2 * binomial_upper(int(max(w, n - w)), n)) for w in wins])
    return {"ranks": np.abs(z) >= 1.959963984540054, "sign": p <= 0.05}


def test_the_maximum_type_i_error_is_not_held():
    """The level of the pair is known: ranks differ by (k - 1)(2 wins - n) / n, with
    error sqrt(k (k + 1) / 6n).
    """
    k, n = 6, 20
    least = math.ceil(
        (1.959963984540054 * math.sqrt(k * (k + 1) / (6 * n)) * n / (k - 1) + n) / 2
    )
    level = 2 * binomial_upper_tail(least, n, 0.5)
    found = run(between, batches(4000), seed=1, study={})
    ranks, sign = (
        np.concatenate([part[name] for part in found]).mean()
        for name in ("ranks", "sign")
    )
    assert level > 0.25
    assert ranks == pytest.approx(level, abs=4 * math.sqrt(0.25 / 4000))
    assert sign <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 4000)


# -- as a result -----------------------------------------------------------------------


def test_a_comparison_brings_its_level_and_its_adjustment():
    holm = cd.study_pool(cd.compare(GARCIA, p_adjust="holm", alpha=0.1))
    assert (holm.p_adjust, holm.alpha) == ("holm", 0.1)
    assert (
        cd.study_pool(
            cd.compare(GARCIA, p_adjust="holm"), p_adjust="bonferroni"
        ).p_adjust
        == "bonferroni"
    )
    for options in (
        {"pair_test": "wilcoxon"},
        {"p_adjust": "bergmann-hommel"},
        {"control": "CN2"},
    ):
        assert cd.study_pool(cd.compare(GARCIA, **options)).p_adjust == "nemenyi"
    assert cd.study_pool(GARCIA, alpha=0.01).alpha == 0.01


def test_words_and_tables():
    study = cd.study_pool(GARCIA, p_adjust="bonferroni")
    lines = study.summary().splitlines()
    assert lines[0].startswith(
        "The decisions about 5 of 10 pairs depend on the pool, that is, on which other "
        "algorithms are compared."
    )
    assert lines[2] == (
        "C4.5 and CN2 are significantly different in 57% of the pools. For example, the "
        "difference is significant with 1-NN in the pool, but not with 1-NN and Kernel."
    )
    frame = study.to_frame()
    assert frame["All pools"].tolist() == [
        float(study.share[pair]) for pair in study.pairs
    ]
    assert len(set(frame.columns)) == len(frame.columns)
    assert len(study.to_frame("flips")) == 5
    assert study.tabulate().rows[0][3].text == f"{study.different[0][study.pairs[0]]}/3"
    assert pickle.loads(pickle.dumps(study)).to_dict() == study.to_dict()
    assert (
        "Both tests use only the scores of the pair; their p-values are "
        "Bonferroni-adjusted for all pairs in the table." in study.caption()
    )


def test_pools_that_are_drawn_allow_no_conclusion_about_all_pools():
    """A pair that is equal everywhere in 20 others is decided alike in every pool, but
    not every pool is examined.
    """
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(12, 22))
    scores[:, 1] = scores[:, 0]
    table = cd.ScoreTable.from_arrays(scores, algorithms=[f"A{j}" for j in range(22)])
    drawn = cd.study_pool(table, pair=("A0", "A1"), max_pools=50)
    assert not all(drawn.complete)
    assert drawn.flips == ()
    assert drawn.summary().startswith(
        "The decision about the pair is the same in all examined pools."
    )
    assert "does not depend" not in drawn.summary() + drawn.caption()
    every = cd.study_pool(table.select(["A0", "A1", "A2", "A3"]), pair=("A0", "A1"))
    assert all(every.complete)
    assert every.summary().startswith(
        "The decision about the pair does not depend on the pool, that is, on which "
        "other algorithms are compared."
    )
    several = cd.study_pool(table.select([f"A{j}" for j in range(14)]), max_pools=20)
    assert not all(several.complete)
    assert several.summary().startswith(
        "None of the decisions about the 91 pairs differs among the examined pools"
    )


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: cd.study_pool([[1, 2]]), UsageError,
         "study_pool requires a comparison or a ScoreTable, not a list. Read the scores "
         "with read_scores."),
        (lambda: cd.study_pool(table_of(1, 9, 2)), InputError,
         "a pool requires three or more algorithms, but there are only two. Add "
        "at least one algorithm."),
        (lambda: cd.study_pool(GARCIA, pair=("C4.5", "CN3")), InputError,
         "unknown algorithm 'CN3': did you mean 'CN2'?"),
        (lambda: cd.study_pool(GARCIA, pair=("CN2", "CN2")), UsageError,
         "pair must be two different algorithms, not ('CN2', 'CN2')."),
        (lambda: cd.study_pool(GARCIA, p_adjust="shaffer"), UsageError,
         "unknown p_adjust 'shaffer': choose from 'auto', 'nemenyi'"),
        (lambda: cd.study_pool(GARCIA, max_pools=0), UsageError,
         "max_pools must be a whole number of at least 1, not 0."),
        (lambda: cd.study_pool(GARCIA, alpha=2), UsageError,
         "alpha must be between 0 and 1, not 2. Use 0.02."),
    ],
)  # fmt: skip
def test_refusals(call, kind, message):
    with pytest.raises(kind) as refused:
        call()
    assert str(refused.value).startswith(message)
