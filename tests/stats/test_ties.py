"""The one rule of ties: against the rule in rational numbers, against true rationals,
in any order.
"""

from __future__ import annotations

import copy
import io
import pickle
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
import tie_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

import cddiagram as cd
from cddiagram._util import Exact, decimal, is_uncertain
from cddiagram.convergence import at_optimum
from cddiagram.report import comparison_text
from cddiagram.stats.aligned import aligned_ranks
from cddiagram.stats.differences import difference_ranks, differences_from
from cddiagram.stats.effects import pair_effects
from cddiagram.stats.paired_t import t_pair_test
from cddiagram.stats.quade import quade_weights
from cddiagram.stats.ranks import rank_means, rank_scores
from cddiagram.stats.sign import count_wins
from cddiagram.stats.wilcoxon import wilcoxon_test


def random_score(rng: random.Random, kind: str) -> float:
    """Draw a score of a kind of table: coarse enough that ties, and differences that
    tie, are frequent.
    """
    if kind == "decimals":
        return rng.randint(0, 12) / 10
    if kind == "fractions":
        return rng.randint(0, 13) / 13
    if kind == "mixed":
        return rng.choice(
            [
                rng.randint(0, 30) / 30,
                rng.randint(0, 12) / 10,
                rng.randint(0, 5) / 10 * (1 / 3),
            ]
        )
    if kind == "dust":
        return rng.choice(
            [
                0.1,
                0.2,
                0.3,
                0.1 + 0.2,
                0.7,
                0.1 * 7,
                1 / 3,
                0.3333333333333333 + 5.6e-17,
                -0.2,
            ]
        )
    if kind == "huge and tiny":
        return rng.choice(
            [
                1e14,
                1e14 + 0.015625,
                3.0,
                0.001,
                1e-9,
                2e-9,
                1.23456789012345e-7,
                0.5,
                -1e14,
                1e22 / 3,
            ]
        )
    # At the edge of the tolerance: 14 digits and more, a few last places apart.
    return rng.choice([1.0, 0.5]) + rng.randint(0, 40) * 2.5e-14


KINDS = ("decimals", "fractions", "mixed", "dust", "huge and tiny", "edge")


def random_case(seed: int) -> tuple[list[list[list[float]]], random.Random]:
    """Draw a table of runs, [data set][algorithm][run]."""
    rng = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    n, k = rng.randint(2, 9), rng.randint(2, 5)
    runs = [rng.choice([1, 1, 2, 3, 5]) for _ in range(n)] if seed % 2 else [1] * n
    return [
        [[random_score(rng, kind) for _ in range(runs[i])] for _ in range(k)]
        for i in range(n)
    ], rng


def as_read(
    runs: list[list[list[float]]], how: str = "mean"
) -> tuple[Exact, list[list[oracle.Number]]]:
    """Give a table as the package has it after reading the runs, and as the oracle has
    it.
    """
    n, k = len(runs), len(runs[0])
    values = [score for row in runs for cell in row for score in cell]
    groups = [
        i * k + j
        for i, row in enumerate(runs)
        for j, cell in enumerate(row)
        for _ in cell
    ]
    reduced = Exact.of_runs(np.array(values), np.array(groups), n * k, how).reshape(
        (n, k)
    )
    return reduced, [
        [oracle.mean([*map(oracle.read, cell)]) for cell in row] for row in runs
    ]


def check(exact: Exact, table: list[list[oracle.Number]]) -> None:
    """Compare everything that ranks, in both directions where there is one."""
    n, k = exact.values.shape
    rising = {
        "Friedman": (rank_scores(exact, False), oracle.friedman(table)),
        "aligned": (aligned_ranks(exact, False), oracle.aligned(table)),
        "means": (rank_means(exact, False), oracle.means(table)),
    }
    falling = {
        "Friedman": k + 1 - rank_scores(exact), "aligned": n * k + 1 - aligned_ranks(exact),
        "means": k + 1 - rank_means(exact),
    }  # fmt: skip
    for name, (ours, expected) in rising.items():
        assert ours.tolist() == expected, name
        assert falling[name].tolist() == expected, name
    assert quade_weights(exact).tolist() == oracle.quade(table)
    columns = list(zip(*table, strict=True))
    wins, ties = count_wins(exact)
    for higher in (True, False):
        w_plus = wilcoxon_test(exact, higher_is_better=higher).statistic
        for i in range(k):
            for j in range(k):
                if i != j:
                    a, b = (
                        (columns[i], columns[j]) if higher else (columns[j], columns[i])
                    )
                    assert w_plus[i, j] == oracle.wilcoxon(a, b), (i, j)
                    assert (wins[i, j], ties[i, j]) == oracle.sign_counts(
                        columns[i], columns[j]
                    )
    row, column = np.arange(n), np.arange(k)[:, np.newaxis]
    transposed = exact.take((row, column))
    first, second = np.triu_indices(k, 1)
    expected_page = [
        oracle.page(columns[i], columns[j]) for i, j in zip(first, second, strict=True)
    ]
    assert difference_ranks(transposed, first, second).tolist() == expected_page


@pytest.mark.slow
@pytest.mark.parametrize("block", range(6))
def test_ranks_are_those_of_the_rule_in_rational_numbers(block: int) -> None:
    """Six hundred tables in all, a hundred of each kind, half of them of runs."""
    for seed in range(100 * block, 100 * (block + 1)):
        runs, rng = random_case(seed)
        check(*as_read(runs))
        # In any order of data sets, algorithms and runs.
        rows, columns = list(range(len(runs))), list(range(len(runs[0])))
        rng.shuffle(rows)
        rng.shuffle(columns)
        shuffled = [
            [rng.sample(runs[i][j], len(runs[i][j])) for j in columns] for i in rows
        ]
        check(*as_read(shuffled))


@pytest.mark.parametrize("denominator", [3, 7, 13, 30, 97])
@pytest.mark.parametrize("runs", [1, 3, 10])
def test_fractions_rank_as_true_rationals(denominator: int, runs: int) -> None:
    """Scores k / q, as accuracies are: no true tie is lost, of means over runs,
    differences, ranges, aligned scores.
    """
    rng = np.random.default_rng(denominator * runs)
    for n, k in ((12, 4), (40, 3)):
        counts = rng.integers(0, denominator + 1, (n, k, runs))
        if runs > 1:  # true ties of means of unlike runs
            counts[:, 1] = rng.permuted(np.sort(counts[:, 0], axis=-1), axis=-1)
            counts[::2, 1, 0] = np.clip(counts[::2, 1, 0] + 1, 0, denominator)
            counts[::2, 1, 1] = np.clip(counts[::2, 1, 1] - 1, 0, denominator)
        exact, _ = as_read((counts / denominator).tolist())
        total = counts.sum(axis=-1)
        true = [
            [oracle.Number(Fraction(int(c)), Fraction(0)) for c in row] for row in total
        ]
        check(exact, true)


def test_the_mean_of_runs_of_fractions() -> None:
    """(9 + 9 + 7) / 13 and (9 + 10 + 6) / 13, whose sums of doubles and of rounded
    decimals differ.
    """
    runs = np.array([9, 9, 7, 9, 10, 6]) / 13
    reduced = Exact.of_runs(runs, np.array([0, 0, 0, 1, 1, 1]), 2, "mean")
    assert rank_scores(reduced).tolist() == [1.5, 1.5]


def test_differences_of_fractions() -> None:
    a = [1, 9 / 13, 7 / 13, 5 / 13, 0.3, 6 / 13]
    b = [11 / 13, 7 / 13, 9 / 13, 4 / 13, 0.2, 8 / 13]
    for higher, w_plus in ((True, 12), (False, 9)):
        result = wilcoxon_test(np.column_stack([a, b]), higher_is_better=higher)
        assert result.statistic[0, 1] == w_plus
    assert pair_effects(np.column_stack([a, b])).rank_biserial[0, 1] == pytest.approx(
        3 / 21
    )


def test_aligned_ranks_beside_one_huge_score() -> None:
    scores = [[1e14, 1, 2, 3], [1e14, 1.5, 2.5, 3.5]]
    assert aligned_ranks(scores, higher_is_better=False).tolist() == [
        [8, 1, 3, 5],
        [7, 2, 4, 6],
    ]


def test_a_third_of_all_scores_changes_no_rank() -> None:
    scores = np.random.default_rng(3).integers(0, 40, (20, 5)) / 100
    third = scores * (1 / 3)
    assert np.array_equal(rank_scores(scores), rank_scores(third))
    assert np.array_equal(aligned_ranks(scores), aligned_ranks(third))
    assert np.array_equal(quade_weights(scores), quade_weights(third))
    assert np.array_equal(
        wilcoxon_test(scores).statistic, wilcoxon_test(third).statistic, equal_nan=True
    )
    assert np.array_equal(count_wins(scores)[1], count_wins(third)[1])
    assert np.array_equal(rank_means(Exact.of(scores)), rank_means(Exact.of(third)))


def test_a_column_of_float32_beside_one_of_float64() -> None:
    values = np.random.default_rng(4).integers(0, 10, (15, 2)) / 10
    names = [f"d{i}" for i in range(15)]
    double = pd.DataFrame({"A": values[:, 0], "B": values[:, 1]}, index=names)
    mixed = double.assign(B=double["B"].astype(np.float32))
    nullable = double.assign(B=double["B"].astype("Float32"))
    polars = pytest.importorskip("polars").from_pandas(
        mixed.reset_index(names="data set")
    )
    for frame in (mixed, nullable, polars):
        table = cd.ScoreTable.from_frame(frame)
        assert table.scores.tolist() == values.tolist()
    assert (
        cd.ScoreTable.from_arrays(
            values.astype(np.float32), algorithms=["A", "B"]
        ).scores.tolist()
        == values.tolist()
    )
    assert (
        rank_scores(values.astype(np.float16)).tolist() == rank_scores(values).tolist()
    )
    long = pd.DataFrame(
        {
            "data set": names * 2,
            "algorithm": ["A"] * 15 + ["B"] * 15,
            "score": values.T.ravel(),
        }
    )
    narrow = long.assign(score=long["score"].astype(np.float32))
    assert cd.ScoreTable.from_frame(narrow).scores.tolist() == values.tolist()


def test_means_of_columns_tie_in_any_order_of_the_rows() -> None:
    for rows in ([0, 1, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]):
        scores = np.array([[0.1, 0.2], [0.2, 0.2], [0.3, 0.2]])[rows]
        comparison = cd.compare(
            cd.ScoreTable.from_arrays(scores, algorithms=["A", "B"]),
            ranking="means",
            pair_test="t",
        )
        assert comparison.ranking.average_ranks.tolist() == [1.5, 1.5]
        assert comparison.ranking.means.tolist() == [0.2, 0.2]
        assert comparison.pairwise.pvalue[0, 1] == 1.0
        assert comparison.effects.mean_difference[0, 1] == 0.0


def test_uncertain_from_fourteen_digits_on() -> None:
    assert [is_uncertain(decimal(x)[0]) for x in (0.1234567890123, 0.12345678901234, 1e14, 1.5e300)] == [
        False, True, False, False,
    ]  # fmt: skip
    # 13 digits each: one unit of the last place is a difference.
    assert rank_scores([0.1234567890123, 0.1234567890124]).tolist() == [2, 1]
    assert rank_scores([1.2345678901234, 1.2345678901235]).tolist() == [1.5, 1.5]
    assert rank_scores([1.2345678901234, 1.2345678901236]).tolist() == [2, 1]


def test_equal_numbers_lend_each_other_their_uncertainty() -> None:
    """Of .1 = .3 - .2 and .1 = .43... - .33..., one is certain; whichever stands first
    in the table.
    """
    a, b = [0.3, 1 / 3 + 0.1, 0.1 + 3e-14], [0.2, 1 / 3, 0.0]
    for order in ([0, 1, 2], [1, 0, 2], [2, 1, 0], [2, 0, 1]):
        scores = np.column_stack([np.array(a)[order], np.array(b)[order]])
        expected = oracle.wilcoxon(
            [*map(oracle.read, scores[:, 0].tolist())],
            [*map(oracle.read, scores[:, 1].tolist())],
        )
        assert wilcoxon_test(scores).statistic[0, 1] == expected


def test_t_of_differences_that_are_all_equal() -> None:
    a = np.array([0.3, 0.9, 0.4, 1 / 3])
    equal = np.column_stack([a, a - 0.1])
    assert t_pair_test(equal).pvalue[0, 1] == 0.0
    assert t_pair_test(np.column_stack([a, a + 5.5e-17])).pvalue[0, 1] == 1.0
    table = cd.ScoreTable.from_arrays(equal, algorithms=["A", "B"])
    note = (
        "The differences between 'A' and 'B' are equal on all data sets, so t is infinite and "
        "p is 0."
    )
    assert note in cd.compare(table, pair_test="t").notes
    ratios = np.column_stack([a, a / 3])
    assert t_pair_test(ratios, relative=True).pvalue[0, 1] == 0.0


def test_batches_are_settled_one_by_one() -> None:
    """With leading axes every table has the ranks that it has alone."""
    rng = np.random.default_rng(5)
    batch = rng.integers(0, 13, (6, 5, 3)) / 13 + rng.choice(
        [0, 1e-17, 2e-16], (6, 5, 3)
    )
    for function in (rank_scores, aligned_ranks, quade_weights):
        assert function(batch).tolist() == [function(table).tolist() for table in batch]
    assert count_wins(batch)[0].tolist() == [
        count_wins(table)[0].tolist() for table in batch
    ]
    assert np.array_equal(
        t_pair_test(batch).statistic,
        np.array([t_pair_test(table).statistic for table in batch]),
        equal_nan=True,
    )


@pytest.mark.parametrize(
    ("options", "scores", "note"),
    [
        ({}, [[0.3, 0.1 + 0.2], [0.4, 0.2]], "scores on 'd1'"),
        (
            {"ranking": "quade"},
            [[0.3, 0.1], [0.5, 0.3000000000000001]],
            "ranges of 'd1', 'd2'",
        ),
        (
            {"ranking": "aligned"},
            [[0.3, 0.1], [0.5, 0.3000000000000001]],
            "aligned scores of 'd1', 'd2'",
        ),
        (
            {"ranking": "means", "pair_test": "t"},
            [[0.1, 0.2], [0.2, 0.1], [0.1 + 0.2, 0.3]],
            "mean scores",
        ),
        (
            {"pair_test": "sign"},
            [[0.3, 0.1 + 0.2], [0.4, 0.2]],
            "differences of 'A' and 'B'",
        ),
        (
            {"pair_test": "wilcoxon"},
            [[0.3, 0.1 + 0.2], [0.4, 0.2]],
            "differences of 'A' and 'B'",
        ),
    ],
)
def test_a_note_says_where_the_tolerance_made_a_tie(
    options: dict[str, Any], scores: Any, note: str
) -> None:
    table = cd.ScoreTable.from_arrays(
        scores,
        algorithms=["A", "B"],
        datasets=[f"d{i + 1}" for i in range(len(scores))],
    )
    comparison = cd.compare(table, **options)
    notes = [text for text in comparison.notes if "1e-13" in text]
    assert len(notes) == 1
    assert note in notes[0]
    assert notes[0] in comparison.summary()
    assert f"Note: {notes[0]}" in " ".join(comparison_text(comparison).split())
    assert notes[0] in cd.compare(table, **options, alpha=0.1).at(0.2).notes
    plain = cd.ScoreTable.from_arrays(
        np.round(scores, 6) + np.array([0, 0.01]), algorithms=["A", "B"]
    )
    assert cd.compare(plain, **options).notes == ()


def long_file(runs: np.ndarray, order: np.ndarray) -> io.StringIO:
    """Write runs, shape (n, k, r), as a long table with its rows in some order."""
    n, k, r = runs.shape
    lines = [
        f"d{i},{'ABCDE'[j]},{t},{float(runs[i, j, t])!r}"
        for i in range(n)
        for j in range(k)
        for t in range(r)
    ]
    return io.StringIO(
        "data set,algorithm,run,score\n" + "\n".join(lines[place] for place in order)
    )


@pytest.mark.parametrize("how", ["mean", "median"])
def test_what_is_read_does_not_depend_on_the_order_of_rows(how: str) -> None:
    rng = np.random.default_rng(6)
    runs = rng.integers(0, 8, (9, 3, 4)) / 7
    n_rows = runs.size
    names = {"algorithms": ["A", "B", "C"]}
    first = cd.read_scores(long_file(runs, np.arange(n_rows)), runs=how, **names)
    order = np.argsort(first.datasets)
    for _ in range(3):
        other = cd.read_scores(
            long_file(runs, rng.permutation(n_rows)), runs=how, **names
        )
        assert other.sha256 == first.sha256
        again = np.argsort(other.datasets)
        for options in ({}, {"ranking": "aligned"}, {"ranking": "quade"}, {"ranking": "means", "pair_test": "t"},
                        {"pair_test": "wilcoxon"}, {"pair_test": "sign"}, {"pair_test": "t"}):  # fmt: skip
            one, two = cd.compare(first, **options), cd.compare(other, **options)
            assert np.array_equal(
                one.pairwise.pvalue_adjusted,
                two.pairwise.pvalue_adjusted,
                equal_nan=True,
            )
            assert [test.pvalue for test in one.omnibus] == [
                test.pvalue for test in two.omnibus
            ]
            assert (
                one.ranking.average_ranks.tolist() == two.ranking.average_ranks.tolist()
            )
            if one.ranking.ranks is not None:
                assert (
                    one.ranking.ranks[order].tolist()
                    == two.ranking.ranks[again].tolist()
                )
        assert (
            one.effects.mean_difference.tolist() == two.effects.mean_difference.tolist()
        )
        assert (
            one.effects.hodges_lehmann.tolist() == two.effects.hodges_lehmann.tolist()
        )
        assert one.contrasts.tolist() == two.contrasts.tolist()
        assert first.means.tolist() == other.means.tolist()


def test_no_order_of_columns_changes_a_bit() -> None:
    rng = np.random.default_rng(7)
    for scores in (rng.random((12, 5)), rng.integers(0, 40, (12, 5)) / 39):
        table = cd.ScoreTable.from_arrays(scores, algorithms=list("ABCDE"))
        turned = table.select(list("DBEAC"))
        place = [turned.algorithms.index(name) for name in table.algorithms]
        for options in (
            {"ranking": "means", "pair_test": "t"},
            {"ranking": "aligned"},
            {"pair_test": "t"},
        ):
            one, two = cd.compare(table, **options), cd.compare(turned, **options)
            assert [test.pvalue for test in one.omnibus] == [
                test.pvalue for test in two.omnibus
            ]
            assert np.array_equal(
                one.pairwise.pvalue,
                np.asarray(two.pairwise.pvalue)[np.ix_(place, place)],
                equal_nan=True,
            )
        assert (
            one.contrasts.tolist()
            == np.asarray(two.contrasts)[np.ix_(place, place)].tolist()
        )


def test_tables_of_runs_keep_their_exact_means() -> None:
    """The doubles of the means of 1e14 and .002, and of 1e14 and .004, are the same."""
    text = "data set,run,A,B,C\n"
    for run, scores in enumerate(("1e14,1e14,1", ".002,.004,2")):
        text += f"huge,{run},{scores}\nsmall,{run},{run},3,{run}\n"
    table = cd.read_scores(io.StringIO(text))
    assert table.scores[0, 0] == table.scores[0, 1] == 5e13
    for kept in (
        table, table.select(["C", "A", "B"]).select(["A", "B", "C"]), pickle.loads(pickle.dumps(table)),
        copy.deepcopy(table), replace(table, higher_is_better=True),
    ):  # fmt: skip
        assert cd.compare(kept).ranking.ranks[0].tolist() == [2.0, 1.0, 3.0]
        assert cd.compare(kept).at(0.1).ranking.ranks[0].tolist() == [2.0, 1.0, 3.0]
        assert kept.sha256 == table.sha256
    assert cd.compare(table.exclude("C")).ranking.ranks[0].tolist() == [2.0, 1.0]
    # Other scores in its place are what they are.
    other = replace(table, scores=[[2, 1, 1], [1, 3, 1]])
    assert other.whole is None
    assert cd.compare(other).ranking.ranks.tolist() == [[1, 2.5, 2.5], [2.5, 1, 2.5]]
    assert "whole" not in table.to_dict()
    dropped = cd.read_scores(
        io.StringIO(text + "gap,0,1,,2\ngap,1,1,1,1\nlast,0,1,2,3\n"), missing="drop"
    )
    assert dropped.datasets == ("huge", "small", "last")
    assert cd.compare(dropped).ranking.ranks.tolist() == [
        [2, 1, 3],
        [2.5, 1, 2.5],
        [3, 2, 1],
    ]


def test_histories_of_runs_keep_their_exact_means() -> None:
    """The means of (9, 9, 7) / 13 and (9, 10, 6) / 13 fall by as much from one
    cut-point to the next.
    """
    steps = {
        "A": [(20, 20, 20), (9, 9, 7), (1, 1, 1)],
        "B": [(20, 20, 20), (9, 10, 6), (3, 3, 3)],
    }
    rows = [
        f"{a},{p},{e},{run},{values[run] / 13!r}"
        for a, series in steps.items() for p in ("f", "g") for e, values in enumerate(series, 1) for run in range(3)
    ]  # fmt: skip
    histories = cd.read_histories(
        io.StringIO("algorithm,problem,evaluations,run,value\n" + "\n".join(rows))
    )
    for kept in (
        histories,
        histories.select(["B", "A"]).select(["A", "B"]),
        pickle.loads(pickle.dumps(histories)),
    ):
        comparison = cd.compare_convergence(kept)
        assert comparison.pair_ranks.tolist() == [[[1.5, 1.5, 3.0]] * 2]
        (note,) = comparison.notes
        assert note.endswith("differences of 'A' and 'B'.")
        assert comparison.summary().endswith(note)
    raised = cd.compare_convergence(
        replace(histories, values=-histories.values, higher_is_better=True)
    )
    assert raised.pair_ranks.tolist() == [[[1.5, 1.5, 3.0]] * 2]


def test_the_optimum_is_reached_within_the_uncertainty_of_the_error() -> None:
    values = [[[0.5, 0.1 + 0.2], [0.5, 0.3]], [[0.6, 0.4], [0.5, 0.4]]]
    histories = cd.Histories.from_arrays(values, algorithms=["A", "B"], optimum=0.3)
    optimal, negative = at_optimum(histories.exact, np.array([[0.3], [0.3]]), 0.0)
    assert optimal.tolist() == [
        [[False, True], [False, True]],
        [[False, False], [False, False]],
    ]
    assert not negative.any()
    turned, _ = at_optimum(
        -histories.exact, np.array([[-0.3], [-0.3]]), 0.0, higher_is_better=True
    )
    assert turned.tolist() == optimal.tolist()
    assert at_optimum(histories.exact, np.array([[0.3], [0.3]]), 0.1)[0][
        :, 0
    ].tolist() == [
        [False, True],
        [False, True],
    ]
    assert at_optimum(histories.exact, np.array([[0.31], [0.3]]), 0.0)[1][
        0
    ].tolist() == [[False, True], [False, False]]


@pytest.mark.parametrize("seed", range(60))
def test_effects_against_rational_numbers(seed: int) -> None:
    runs, _ = random_case(seed)
    exact, table = as_read(runs)
    effects = pair_effects(exact)
    columns = list(zip(*table, strict=True))
    for i, a in enumerate(columns):
        for j, b in enumerate(columns):
            found = [oracle.difference(x, y) for x, y in zip(a, b, strict=True)]
            uncertain = max(d.uncertain for d in found)
            mean = sum(
                (x.value - y.value for x, y in zip(a, b, strict=True)), Fraction(0)
            ) / len(found)
            expected = float(mean) if abs(mean) > uncertain else 0.0
            assert effects.mean_difference[i, j] == expected
            walsh = sorted(
                (c.value + d.value) / 2
                for at, c in enumerate(found)
                for d in found[at:]
            )
            middle = (walsh[(len(walsh) - 1) // 2] + walsh[len(walsh) // 2]) / 2
            # The differences that are averaged are doubles.
            rounded = float(uncertain) + 1e-15 * max(abs(float(d.value)) for d in found)
            assert effects.hodges_lehmann[i, j] == pytest.approx(
                float(middle), rel=1e-12, abs=rounded
            )
            if abs(middle) > 4 * rounded:
                assert effects.better[i, j] == (1 if middle > 0 else -1)


def test_median_of_runs_is_the_mean_of_the_middle_two() -> None:
    reduced = Exact.of_runs(
        np.array([0.1, 0.7, 0.2, 0.9, 5.0, 3.0]),
        np.array([0, 0, 0, 0, 1, 2]),
        4,
        "median",
    )
    assert reduced.values.tolist()[:3] == [0.45, 5.0, 3.0]
    assert np.isnan(reduced.values[3])


def test_a_missing_run_leaves_no_score() -> None:
    for how in ("mean", "median"):
        reduced = Exact.of_runs(
            np.array([1.0, np.nan, 0.1, 0.2]), np.array([0, 0, 1, 1]), 2, how
        )
        assert np.isnan(reduced.values[0])
        assert reduced.values[1] == 0.15
    alone = Exact.of_runs(np.array([1.0, np.nan]), np.array([1, 0]), 2, "mean")
    assert np.isnan(alone.values[0])
    assert alone.values[1] == 1.0
    assert alone.given is None


def test_numbers_of_runs_that_differ_share_a_denominator() -> None:
    sizes = [1, 2, 3, 7, 16, 29]
    groups = np.repeat(np.arange(len(sizes)), sizes)
    for runs in (
        np.full(len(groups), 0.7),
        np.full(len(groups), 5 / 13),
        np.full(len(groups), 1e300),
    ):
        reduced = Exact.of_runs(runs, groups, len(sizes), "mean")
        assert reduced.values.tolist() == [runs[0]] * len(sizes)
        ranks = rank_scores(reduced)
        assert ranks.tolist() == [3.5] * len(sizes)


def test_closed_places_stay_above_all_others_at_any_scale():
    # Errors of optimisers run over twenty decades: the numerators need Python's
    # integers.
    errors = Exact.of(
        [
            [1e20 / 3, 1e3 / 7, 1e-3 / 3, 1.0, 4.0],
            [2e20 / 3, 3e3 / 7, 1e-3 / 3, 0.0, 1.0],
        ]
    )
    closed = np.array([[False, False, True, True, False]])
    ranks = difference_ranks(errors, np.array([0]), np.array([1]), closed)
    assert ranks.tolist() == [[3.0, 2.0, 4.0, 5.0, 1.0]]


@st.composite
def short_decimals(draw):
    """Tables of decimals of 1 to 6 digits, and the same numbers as whole ones.

    Small numerators are frequent, so that scores and sizes of differences tie.
    """
    digits = draw(st.integers(1, 6))
    places = draw(st.integers(0, digits))
    n, k = draw(st.integers(2, 5)), draw(st.integers(2, 4))
    most = draw(st.sampled_from((5, 10**digits - 1)))
    row = st.lists(st.integers(-most, most), min_size=k, max_size=k)
    whole = np.array(draw(st.lists(row, min_size=n, max_size=n)))
    scores = [[float(f"{number}e-{places}") for number in row] for row in whole]
    return np.array(scores), whole


@settings(max_examples=100, deadline=None)
@given(short_decimals())
def test_short_decimals_are_ranked_and_subtracted_exactly(table) -> None:
    scores, whole = table
    expected = rankdata(-whole, axis=1)
    np.testing.assert_array_equal(rank_scores(scores), expected)
    for i in range(whole.shape[1] - 1):
        differences, _ = differences_from(Exact.of(scores), i)
        exact = (whole[:, i : i + 1] - whole[:, i + 1 :]).T
        np.testing.assert_array_equal(np.sign(differences), np.sign(exact))
        np.testing.assert_array_equal(
            rankdata(np.abs(differences), axis=1), rankdata(np.abs(exact), axis=1)
        )
