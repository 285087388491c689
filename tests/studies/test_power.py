"""Power: every test of many tables against `compare` table by table, the draws against
enumeration, R(e) and R(p).
"""

import importlib
import pickle
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import cddiagram as cd
from cddiagram._util import Exact
from cddiagram.features import FEATURES
from cddiagram.stats import (
    MOST_ENUMERATED,
    adjust_many_pairs,
    adjust_pairs,
    exhaustive_sets,
    signed_rank_pvalues,
)
from cddiagram.studies.many_tables import Tables, studied_tests
from cddiagram.studies.monte_carlo import (
    error_of_mean,
    error_of_variance,
    replicability,
    wilson_interval,
)
from cddiagram.studies.power.study import sample_datasets
from cddiagram.text import InputError, UsageError

GARCIA = cd.load_example("garcia2008-table2")
QUANTITIES = FEATURES["power"].choices["show"]
PAIR = ("C4.5", "1-NN")
_OMNIBUS = {
    "anova": "anova",
    "friedman": "iman-davenport",
    "aligned": "aligned",
    "quade": "quade",
}


def drawn_tables(table, count, size=8, seed=3):
    rng = np.random.default_rng(seed)
    rows = np.array([rng.choice(table.n, size, replace=False) for _ in range(count)])
    made = [
        cd.ScoreTable.from_arrays(
            table.scores[row],
            algorithms=table.algorithms,
            higher_is_better=table.higher_is_better,
        )
        for row in rows
    ]
    return made, Tables(table.exact.take(rows), table.higher_is_better, (1, 3))


def by_compare(rule, table):
    """The p-value that `compare` gives for algorithms 1 and 3, 1 being the control of a
    family with one.
    """
    if rule.group == "omnibus":
        options = (
            {"ranking": "means", "pair_test": "t"}
            if rule.key == "anova"
            else {"ranking": rule.key}
        )
        tests = cd.compare(table, p_adjust="none", **options).omnibus
        return next(
            test.pvalue
            for test in tests
            if test.name == _OMNIBUS[rule.key] and not test.tie_corrected
        )
    if rule.group == "pair":
        comparison = cd.compare(table, pair_test=rule.key, p_adjust="none")
    else:
        control = table.algorithms[1] if rule.group == "control" else None
        tested = "t" if rule.ranking == "means" else rule.pair_test
        options = (
            {"method": "asymptotic"}
            if rule.key in ("nemenyi", "bonferroni-dunn")
            else {}
        )
        comparison = cd.compare(
            table,
            ranking=rule.ranking,
            pair_test=tested,
            p_adjust=rule.key,
            control=control,
            **options,
        )
    return comparison.pairwise.pvalue_adjusted[1, 3]


# -- the tests -------------------------------------------------------------------------


@pytest.mark.parametrize("example", ["garcia2008-table2", "demsar2006-table6"])
@pytest.mark.parametrize(
    ("group", "ranking", "pair_test"),
    [
        ("pair", "friedman", "ranks"),
        ("omnibus", "friedman", "ranks"),
        *product(["all", "control"], ["friedman", "aligned", "quade"], ["ranks"]),
        *product(["all", "control"], ["friedman"], ["wilcoxon", "sign", "t"]),
    ],
)
def test_many_tables_are_tested_as_each_is(example, group, ranking, pair_test):
    tables, many = drawn_tables(cd.load_example(example), 4)
    tests = tuple(_OMNIBUS) if group == "omnibus" else "all"
    found = many.pvalues(studied_tests(tests, group, ranking, pair_test))
    assert len(found) >= 4
    for rule, (pvalues, place) in found.items():
        expected = [by_compare(rule, table) for table in tables]
        assert pvalues[:, place] == pytest.approx(expected, rel=1e-12), rule


def test_lower_is_better():
    scores = GARCIA.scores
    higher = cd.study_power(GARCIA, pair=PAIR, group="all", biases=[4], repeats=40)
    turned = cd.ScoreTable.from_arrays(
        (1000 - 1000 * scores) / 1000,
        algorithms=GARCIA.algorithms,
        higher_is_better=False,
    )
    lower = cd.study_power(turned, pair=PAIR, group="all", biases=[4], repeats=40)
    assert (higher.rejections == lower.rejections).all()


def test_signed_ranks_by_all_sign_flips():
    rng = np.random.default_rng(1)
    rows = np.vstack([rng.integers(-3, 4, size=(30, 7)), np.zeros((1, 7), dtype=int)])
    for row, pvalue in zip(rows, signed_rank_pvalues(rows), strict=True):
        kept = (
            row
            if np.count_nonzero(row == 0) % 2 == 0
            else np.delete(row, np.flatnonzero(row == 0)[0])
        )
        ranks = stats.rankdata(np.abs(kept)) * (kept != 0)
        flips = np.array(list(product([-1, 1], repeat=len(kept)))) @ ranks
        expected = np.mean(np.abs(flips) >= abs(np.sign(kept) @ ranks) - 1e-9)
        assert pvalue == pytest.approx(expected, rel=1e-12)
    untied = rng.normal(size=(20, 9))
    assert signed_rank_pvalues(untied) == pytest.approx(
        [stats.wilcoxon(row).pvalue for row in untied], rel=1e-12
    )


def test_scores_below_zero_have_no_relative_differences():
    table = cd.ScoreTable.from_arrays(GARCIA.scores - 0.5, algorithms=GARCIA.algorithms)
    study = cd.study_power(table, pair=PAIR, biases=[0], repeats=5)
    assert study.tests == ("Paired t test", "Wilcoxon", "Sign test")
    with pytest.raises(
        InputError, match="relative differences require non-negative scores"
    ):
        cd.study_power(table, pair=PAIR, tests=["t-relative"], biases=[0], repeats=5)


@pytest.mark.parametrize(("decimals", "count"), [(6, 20), (1, 3)])
def test_the_benchmark_compares_the_same_p_values(decimals, count, monkeypatch):
    """With ties and zeros, too: scipy's exact law is that of untied ranks, so all signs
    are permuted there.
    """
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "benchmarks")
    testing = importlib.import_module("testing")
    ours, differences = testing.drawn(decimals, size=9)
    chosen = np.argsort(-(differences == 0).sum(axis=1), kind="stable")[
        :count
    ]  # those with zeros first
    rows, found = differences[chosen], ours()[chosen]
    zeros = (rows == 0).any(axis=1)
    tied = np.array([len(np.unique(np.abs(row))) < len(row) for row in rows])
    assert (zeros.any(), tied.any()) == (decimals == 1,) * 2
    expected = [testing.scipy_signed_rank(row) for row in rows]
    assert found == pytest.approx(expected, rel=1e-12, abs=0)
    wrong = [
        stats.wilcoxon(row, zero_method="zsplit", method="exact").pvalue
        for row in rows[tied]
    ]
    assert decimals == 6 or wrong != pytest.approx(found[tied], rel=1e-3)


def test_everything_ties():
    many = Tables(Exact.of(np.ones((2, 5, 3))), True, (0, 1))
    for group in ("pair", "omnibus", "all", "control"):
        for rule, (pvalues, _) in many.pvalues(
            studied_tests("all", group, "friedman", "ranks")
        ).items():
            assert (pvalues == 1.0).all(), rule


def test_all_data_sets_rank_alike():
    many = Tables(
        Exact.of(np.tile([3.0, 2.0, 1.0], (2, 4, 1)) + np.arange(8.0).reshape(2, 4, 1)),
        True,
        (0, 1),
    )
    ((pvalues, _),) = many.pvalues(
        studied_tests("friedman", "omnibus", "friedman", "ranks")
    ).values()
    assert pvalues[:, 0] == pytest.approx([6.0**-3] * 2, rel=1e-12)


# -- the draws -------------------------------------------------------------------------


def chance(weights, chosen):
    """The chance of a set drawn one after the other, each with a probability
    proportional to its weight.
    """
    total = 0.0
    for order in permutations(chosen):
        left, product_ = sum(weights), 1.0
        for item in order:
            product_ *= weights[item] / left
            left -= weights[item]
        total += product_
    return total


@pytest.mark.parametrize("bias", [0.0, 3.0])
def test_draws_have_their_probabilities(bias):
    differences = np.array([0.5, 0.0, -0.4, 1.0, -1.0])
    count = 40_000
    rows = sample_datasets(differences, bias, 2, count, np.random.default_rng(5))
    weights = 1 / (1 + np.exp(-bias * differences))
    sets = list(combinations(range(5), 2))
    observed = [int(((rows[:, 0] == i) & (rows[:, 1] == j)).sum()) for i, j in sets]
    expected = [count * chance(list(weights), chosen) for chosen in sets]
    assert sum(expected) == pytest.approx(count)
    assert stats.chisquare(observed, expected).pvalue > 1e-4


def test_an_extreme_bias_takes_the_best():
    rows = sample_datasets(
        np.array([-1.0, 2.0, 1.0, -2.0]), 1e6, 2, 50, np.random.default_rng(0)
    )
    assert (rows == [1, 2]).all()


# -- what is counted -------------------------------------------------------------------


def test_replicability_both_ways():
    decisions = np.random.default_rng(2).integers(2, size=60).astype(float)
    alike = np.mean([a == b for a, b in combinations(decisions, 2)])
    accepted = int((decisions == 0).sum())
    rejected = 60 - accepted
    assert replicability(decisions[:, np.newaxis])[0] == pytest.approx(alike, rel=1e-12)
    assert alike == pytest.approx(
        (accepted * (accepted - 1) + rejected * (rejected - 1)) / (60 * 59), rel=1e-12
    )
    assert replicability(np.ones((10, 1)))[0] == 1.0
    halves = np.repeat([0.0, 1.0], 500)[:, np.newaxis]
    assert replicability(halves)[0] == pytest.approx(
        0.5, abs=1e-3
    )  # the minimum, D06 4.1.2


def test_wilson_interval():
    low, high = wilson_interval(np.array([0, 30, 100]), 100)
    exact = [
        stats.binomtest(count, 100).proportion_ci(method="wilson")
        for count in (0, 30, 100)
    ]
    assert low == pytest.approx([ci.low for ci in exact], abs=1e-9)
    assert high == pytest.approx([ci.high for ci in exact], abs=1e-9)


def test_numbers_are_those_of_the_draws():
    study = cd.study_power(
        GARCIA, pair=PAIR, group="all", biases=[0, 5], repeats=30, size=9
    )
    from cddiagram.studies.engine import generator
    from cddiagram.studies.power.study import _advantage

    i, j = (GARCIA.algorithms.index(name) for name in PAIR)
    rows = sample_datasets(_advantage(GARCIA, (i, j)), 5.0, 9, 30, generator(0, 1))
    family = [
        cd.compare(
            cd.ScoreTable.from_arrays(GARCIA.scores[row], algorithms=GARCIA.algorithms),
            p_adjust="holm",
        )
        for row in rows
    ]
    at = study.tests.index("Holm")
    pvalues = np.array([c.pairwise.pvalue_adjusted[i, j] for c in family])
    assert study.rejections[0, 1, at] == (pvalues <= 0.05).sum()
    assert study.mean_pvalue[0, 1, at] == pytest.approx(pvalues.mean(), rel=1e-12)
    assert study.replicability_p[0, 1, at] == pytest.approx(
        1 - 2 * pvalues.var(ddof=1), rel=1e-12
    )
    every = np.array(
        [c.pairwise.pvalue_adjusted[np.triu_indices(5, 1)] for c in family]
    )
    assert study.family_rejections[0, 1, at] == pytest.approx(
        (every <= 0.05).sum(axis=1).mean(), rel=1e-12
    )
    assert study.family_mean_pvalue[0, 1, at] == pytest.approx(every.mean(), rel=1e-12)
    assert study.hypotheses == (10,) * 5


def test_what_the_papers_found():
    """D06 4.2 and G08 4 on the table of G08: Wilcoxon above t, above the sign test;
    logic adds power.
    """
    two = cd.study_power(GARCIA, pair=PAIR, biases=range(0, 21, 4), repeats=500)
    t, relative, wilcoxon, sign = two.power[0].mean(axis=0)
    assert wilcoxon > t > relative
    assert two.replicability_p[0, 0, 2] > 0
    family = cd.study_power(GARCIA, pair=PAIR, group="all", tests=["nemenyi", "holm", "shaffer", "bergmann-hommel"],
                            biases=[10], repeats=200)  # fmt: skip
    nemenyi, holm, shaffer, bergmann = family.family_rejections[0, 0]
    assert nemenyi <= shaffer <= bergmann
    assert holm <= shaffer
    assert sign < wilcoxon


def test_every_pair_in_turn():
    study = cd.study_power(GARCIA, biases=[15], repeats=20)
    assert len(study.pairs) == 10
    means = dict(zip(GARCIA.algorithms, GARCIA.means, strict=True))
    assert all(means[first] >= means[second] for first, second in study.pairs)
    frame = study.to_frame()
    assert len(frame) == 10 * 4
    assert "average of 10 pairs" in study.summary()


# -- how it is run ---------------------------------------------------------------------


def test_the_same_numbers_on_any_workers(tmp_path):
    options = {"pair": PAIR, "group": "control", "biases": [0, 3], "repeats": 300}
    one = cd.study_power(GARCIA, **options)
    with ThreadPoolExecutor(2) as threads:
        others = [
            cd.study_power(GARCIA, workers=2, **options),
            cd.study_power(GARCIA, executor=threads, **options),
        ]
    seen = []

    def stop(done, total):
        seen.append((done, total))
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cd.study_power(GARCIA, checkpoint=tmp_path / "kept", progress=stop, **options)
    others.append(cd.study_power(GARCIA, checkpoint=tmp_path / "kept", **options))
    assert seen[-1] == (2, 4)
    for other in others:
        assert pickle.dumps(other.to_dict()) == pickle.dumps(one.to_dict())
    with pytest.raises(InputError, match="a different study"):
        cd.study_power(
            GARCIA, checkpoint=tmp_path / "kept", **(options | {"biases": [0, 4]})
        )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"group": "pairs"},
            "unknown group 'pairs': did you mean 'pair'? Choose from 'pair', "
            "'omnibus', 'all', 'control'.",
        ),
        (
            {"group": "all"},
            "group 'all' requires the two algorithms that determine the bias. Specify "
            "them with pair.",
        ),
        (
            {"pair": PAIR, "tests": "welch"},
            "unknown tests 'welch': choose from 't', 't-relative', 'wilcoxon', "
            "'sign', 'all'.",
        ),
        (
            {"pair": ("C4.5", "C4.5")},
            "pair must be two different algorithms, not ('C4.5', 'C4.5').",
        ),
        (
            {"pair": PAIR, "size": 30},
            "samples of 30 data sets require a table with more than 30 data sets, "
            "but this table has 30. Use a smaller size.",
        ),
        (
            {"pair": PAIR, "repeats": 1},
            "repeats must be a whole number of at least 2, not 1.",
        ),
        (
            {"pair": PAIR, "biases": []},
            "biases must contain one or more finite numbers.",
        ),
        (
            {"pair": PAIR, "ranking": "means"},
            "unknown ranking 'means': choose from 'friedman', 'aligned', 'quade'.",
        ),
    ],
)
def test_refusals(options, message):
    with pytest.raises((InputError, UsageError)) as refused:
        cd.study_power(GARCIA, **options)
    assert str(refused.value) == message


def test_no_table():
    with pytest.raises(
        UsageError, match="study_power requires a ScoreTable, not a list"
    ):
        cd.study_power([[1, 2], [3, 4]])


# -- what is drawn and printed ---------------------------------------------------------


@pytest.mark.slow
def test_many_families_are_adjusted_as_one_is():
    """Shaffer and Bergmann-Hommel: ranks, ties, arbitrary p-values, more algorithms
    than are enumerated.
    """
    rng = np.random.default_rng(4)
    for k in (2, 3, 5, 7, MOST_ENUMERATED + 1):
        count = 3 if k > 7 else 25
        ranks = rng.integers(0, 3 * k, size=(count, k)) / 2
        apart = np.abs(ranks[:, :, np.newaxis] - ranks[:, np.newaxis])
        upper = np.triu_indices(k, 1)
        for given in (
            np.exp(-apart),
            np.round(rng.random((count, k, k)) ** 3, 2 if k < 7 else 3),
        ):
            p = np.full((count, k, k), np.nan)
            p[:, *upper] = p.swapaxes(1, 2)[:, *upper] = given[:, *upper]
            for method in ("shaffer", "bergmann-hommel"):
                each = [
                    adjust_pairs(one, method, average_ranks=order)
                    for one, order in zip(p, ranks, strict=True)
                ]
                assert all(adjusted.exact for adjusted in each)
                expected = np.array(
                    [adjusted.pvalue_adjusted[upper] for adjusted in each]
                )
                assert (adjust_many_pairs(p, method, ranks) == expected).all()


def test_exhaustive_sets_are_the_partitions():
    assert [len(exhaustive_sets(k)) + 1 for k in range(2, 8)] == [
        2,
        5,
        15,
        52,
        203,
        877,
    ]  # Bell numbers
    assert len({tuple(pairs) for pairs in exhaustive_sets(6)}) == 202


@pytest.mark.slow
def test_intervals_hold_what_more_draws_approach():
    """The 95% intervals of 200 studies of 80 draws hold the numbers of one of 40,000
    in about 95% of cases.
    """
    options = {
        "pair": PAIR,
        "group": "all",
        "tests": ["holm"],
        "biases": [6],
        "size": 8,
    }
    true = cd.study_power(GARCIA, repeats=40_000, seed=99, **options)
    found = dict.fromkeys(QUANTITIES, 0)
    for seed in range(200):
        study = cd.study_power(GARCIA, repeats=80, seed=seed, **options)
        for show in found:
            low, high = study.interval(show)
            assert (low <= study.values(show)).all()
            assert (study.values(show) <= high).all()
            found[show] += int(
                (low <= true.values(show)).all() and (true.values(show) <= high).all()
            )
    assert {show: count >= 176 for show, count in found.items()} == dict.fromkeys(
        found, True
    ), found
    assert min(found.values()) < 200


def test_standard_errors_by_the_bootstrap():
    rng = np.random.default_rng(8)
    values = rng.beta(0.5, 2, size=(400, 1))
    again = values[rng.integers(400, size=(4000, 400)), 0]
    assert error_of_mean(values)[0] == pytest.approx(again.mean(axis=1).std(), rel=0.05)
    assert error_of_variance(values)[0] == pytest.approx(
        again.var(axis=1, ddof=1).std(), rel=0.05
    )


def test_means_over_pairs_and_their_intervals():
    study = cd.study_power(GARCIA, biases=[10], repeats=300)
    mean, low, high = study.average()
    assert mean == pytest.approx(study.power.mean(axis=0))
    errors = np.sqrt((study.power * (1 - study.power) / 300).sum(axis=0)) / len(
        study.pairs
    )
    assert low == pytest.approx(mean - 1.96 * errors, abs=0.004)
    assert high == pytest.approx(mean + 1.96 * errors, abs=0.004)
    one = cd.study_power(GARCIA, pair=PAIR, biases=[10], repeats=300)
    for found, expected in zip(
        one.average("mean-pvalue")[1:], one.interval("mean-pvalue"), strict=True
    ):
        assert found == pytest.approx(expected[0], rel=1e-12)
    with pytest.raises(
        UsageError, match="unknown quantity 'powers': did you mean 'power'"
    ):
        one.interval("powers")


def test_several_rankings_stand_beside_each_other():
    options = {"pair": PAIR, "group": "all", "biases": [5], "repeats": 30}
    both = cd.study_power(GARCIA, ranking=["friedman", "quade"], **options)
    alone = [
        cd.study_power(GARCIA, ranking=ranking, **options)
        for ranking in ("friedman", "quade")
    ]
    assert both.tests[:3] == (
        "Tukey",
        "Friedman ranks, Nemenyi",
        "Friedman ranks, Holm",
    )
    assert (
        both.rejections == np.concatenate([study.rejections for study in alone], axis=2)
    ).all()
    assert len(set(both.tests)) == len(both.tests)


def test_all_pairs_as_a_matrix():
    study = cd.study_power(GARCIA, biases=[0, 15], repeats=200)
    table = study.tabulate("pairs")
    assert [str(column.head) for column in table.columns] == [
        "Bias",
        "Test",
        "Algorithm",
        *GARCIA.algorithms,
    ]
    assert len(table.rows) == 2 * 4 * 5
    names = list(GARCIA.algorithms)
    cell = {(row[0].value, row[1].text, row[2].text): row[3:] for row in table.rows}
    for number, (first, second) in enumerate(study.pairs):
        i, j = sorted((names.index(first), names.index(second)))
        for b, bias in enumerate(study.biases):
            for t, test in enumerate(study.tests):
                above, below = (
                    cell[bias, test, names[i]][j].text,
                    cell[bias, test, names[j]][i].text,
                )
                count, alike = above.split("/")
                mean, spread = below.split("/")
                assert int(count) == study.rejections[number, b, t]
                assert_printed(alike, study.replicability_e[number, b, t])
                assert_printed(mean, study.mean_pvalue[number, b, t])
                assert_printed(spread, study.replicability_p[number, b, t])
    assert all(row[3 + names.index(row[2].text)].role == "none" for row in table.rows)


def assert_printed(text, value):
    """Two decimals, never 0 or 1 where it is neither."""
    if text.startswith("<"):
        assert 0 < value < 0.005
    elif text.startswith(">"):
        assert 0.995 <= value < 1
    else:
        assert abs(float(text) - value) <= 0.00501
        assert (float(text) in (0, 1)) <= (value in (0, 1))


@pytest.mark.slow
def test_table_7_and_figure_3_take_seconds():
    """D06 Table 7, 21 pairs x 4 tests x 1,000 draws of 7 algorithms, and Figure 3, 21
    biases.
    """
    rng = np.random.default_rng(0)
    scores = np.round(
        0.8 + 0.1 * rng.normal(size=(40, 1)) + 0.03 * rng.normal(size=(40, 7)), 4
    )
    table = cd.ScoreTable.from_arrays(scores, algorithms=list("ABCDEFG"))
    for options in ({"biases": [15]}, {"pair": ("A", "B")}):
        start = time.process_time()
        study = cd.study_power(table, **options)
        assert time.process_time() - start < 20
        assert study.rejections.shape[2] == 4
