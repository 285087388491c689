"""Gains by sign flips of the problems: numbers of runs, words, what is never concluded,
and the record.
"""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.convergence.figures.matrix import layout_convergence_matrix
from cddiagram.convergence.figures.problems import layout_convergence_problems
from cddiagram.convergence.figures.trend import layout_convergence_trend
from cddiagram.convergence.words import not_exchangeable, outcome
from cddiagram.document import report_text
from cddiagram.stats import adjust_pvalues, page_flip_test, page_test

HISTORIES = cd.load_histories("optimisers")


def measure(text, size, bold, italic):
    return 0.5 * size * len(text)


def face(sheet):
    return " ".join(
        element.text for element in sheet.elements if hasattr(element, "text")
    ).replace("\u00a0", " ")


def frame_of(counts, *, problems=7, seed=0):
    """Runs that fall in three steps: name -> number of runs, of all problems or of
    each.
    """
    rng, rows = np.random.default_rng(seed), []
    for name, of_name in counts.items():
        numbers = [of_name] * problems if isinstance(of_name, int) else of_name
        for problem, number in enumerate(numbers):
            for run in range(number):
                end = round(float(rng.random()), 4)
                rows.append([name, f"f{problem}", str(run + 1), end + 2, end + 1, end])
    return pd.DataFrame(
        rows, columns=["algorithm", "problem", "run", "100", "200", "300"]
    )


# -- numbers of runs -------------------------------------------------------------------


def test_equal_numbers_of_runs_are_all_used():
    frame = frame_of({"A": 5, "B": 5})
    histories = cd.read_histories(frame)
    wanted = frame.groupby(["algorithm", "problem"])["300"].mean().unstack().to_numpy()
    np.testing.assert_allclose(histories.values[:, :, -1], wanted)
    assert histories.notes == (
        "The 5 runs of each algorithm on each problem were reduced to their mean at each "
        "cut-point.",
    )
    assert histories.run_counts.tolist() == [[5] * 7] * 2
    assert not histories.unequal_runs().any()
    assert np.array_equal(cd.read_histories(frame, runs="all").values, histories.values)


def test_unequal_numbers_of_runs_are_sampled_on_each_problem():
    frame = frame_of({"A": [3, 3, 3, 3, 5, 5, 1], "B": 5})
    histories = cd.read_histories(frame)
    assert histories.run_counts.tolist() == [[3, 3, 3, 3, 5, 5, 1]] * 2
    assert histories.notes[0].startswith(
        "The numbers of runs differ (1 to 5) on 5 of 7 problems. On each of them, all "
        "algorithms were reduced to the number of runs of the algorithm with the fewest "
    )
    assert (
        "In total, 46 of 58 runs were sampled with a fixed seed." in histories.notes[0]
    )
    assert histories.notes[0].endswith("Use runs='all' to keep all runs.")
    ends = frame[(frame.algorithm == "B") & (frame.problem == "f6")]["300"].tolist()
    assert histories.values[1, 6, -1] in ends
    comparison = cd.compare_convergence(histories)
    assert "unequal" not in comparison.summary()
    assert "unequal" not in comparison.conclusion("A", "B")
    method = " ".join(
        report_text(cd.make_report(comparison, sections=["texts"])).split()
    )
    assert (
        "Each history is the mean of 1 to 5 runs. On problems with unequal numbers of "
        "runs, runs were sampled at random so that all algorithms had the same number "
        "of runs." in method
    )


def test_the_method_names_the_runs():
    histories = cd.read_histories(frame_of({"A": 5, "B": 5}), runs="median")
    method = " ".join(
        report_text(
            cd.make_report(cd.compare_convergence(histories), sections=["texts"])
        ).split()
    )
    assert "Each history is the median of 5 runs. On each problem" in method
    assert "sampled of every" not in method


def test_the_same_runs_give_the_same_sample_in_any_order_and_with_any_other_algorithm():
    frame = frame_of({"A": 3, "B": 9, "C": 6})
    histories = cd.read_histories(frame)
    shuffled = cd.read_histories(frame.sample(frac=1, random_state=4))
    assert shuffled.sha256 == histories.sha256
    without = cd.read_histories(frame, exclude="C")
    np.testing.assert_array_equal(without.values, histories.values[:2])
    everything = json.dumps(cd.compare_convergence(histories).to_dict())
    assert (
        json.dumps(cd.compare_convergence(cd.read_histories(frame)).to_dict())
        == everything
    )


def test_samples_are_no_first_runs_and_every_run_is_drawn():
    """Runs whose number is their value: sorted files would otherwise give the best of
    one to all of another.
    """
    rows = [["A", f"f{p}", "1", 1.0, 1.0] for p in range(400)]
    rows += [
        ["B", f"f{p}", str(run), float(run), float(run)]
        for p in range(400)
        for run in range(5)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "problem", "run", "1", "2"])
    drawn = np.bincount(
        cd.read_histories(frame).values[1, :, 0].astype(int), minlength=5
    )
    assert drawn.sum() == 400
    assert drawn.min() > 80 - 4 * 8
    assert drawn.max() < 80 + 4 * 8


def test_all_runs_have_a_caution_in_every_conclusion(tmp_path):
    frame = frame_of({"A": 2, "B": 9, "C": 9})
    histories = cd.read_histories(frame, runs="all")
    assert histories.run_counts.tolist() == [[2] * 7, [9] * 7, [9] * 7]
    assert "all runs were used (runs='all')" in histories.notes[0]
    for test in ("sign-flip", "page"):
        comparison = cd.compare_convergence(histories, test=test)
        effect = not_exchangeable(test)
        assert comparison.conclusion("A", "B").endswith(
            f"A and B have unequal numbers of runs. {effect}"
        )
        assert comparison.summary().count(effect) == 1
        assert "unequal" not in comparison.conclusion("B", "C")
        outputs = [comparison.summary(), comparison.caption()]
        outputs += [
            report_text(cd.make_report(comparison, sections=[name]))
            for name in ("summary", "texts", "brief")
        ]
        outputs += [
            comparison.tabulate(name).to_text() for name in ("pairs", "pvalues")
        ]
        for text in outputs:
            assert (
                "In 2 pairs, the algorithms have unequal numbers of runs. Their histories are not "
                "exchangeable" in " ".join(text.split())
            )
        assert "unequal numbers of runs" in face(
            layout_convergence_matrix(comparison, measure=measure)
        )
        for layout in (layout_convergence_trend, layout_convergence_problems):
            assert "unequal numbers of runs" in face(
                layout(comparison, "A", "B", measure=measure)
            )
            assert "unequal numbers of runs" not in face(
                layout(comparison, "B", "C", measure=measure)
            )
    rows = {
        (row["algorithm"], row["than"]): row["unequal_runs"]
        for row in comparison.to_dict()["pairs"]
    }
    assert (rows["A", "B"], rows["B", "C"]) == (True, False)
    path = tmp_path / "h.csv"
    frame.to_csv(path, index=False)
    for command in (["convergence"], ["report", "--histories"]):
        result = CliRunner().invoke(main, [*command, str(path), "--runs", "all"])
        assert result.exit_code == 0, result.output
        assert "--runs all" in result.stderr
    sampled = CliRunner().invoke(main, ["convergence", str(path)])
    assert "Use --runs all to keep all runs." in " ".join(sampled.stderr.split())


def test_a_selection_keeps_the_numbers_of_runs():
    histories = cd.read_histories(frame_of({"A": 2, "B": 9, "C": 9}), runs="all")
    assert histories.select(["C", "A"]).run_counts.tolist() == [[9] * 7, [2] * 7]
    assert not histories.select(["C", "B"]).unequal_runs().any()


@pytest.mark.parametrize(
    "counts",
    [[[1, 2]], [[1, 0], [1, 1]], [[1, 1.5], [1, 1]], [[1, float("nan")], [1, 1]]],
)
def test_wrong_numbers_of_runs(counts):
    histories = cd.Histories.from_arrays([[[2, 1]] * 2] * 2, algorithms=["A", "B"])
    with pytest.raises(cd.InputError) as caught:
        replace(histories, run_counts=counts)
    assert str(caught.value) == (
        "run_counts must contain 2 x 2 positive whole numbers. Specify the number "
        "of runs for each algorithm and problem."
    )


def test_scores_know_no_runs_all():
    with pytest.raises(
        cd.UsageError, match="unknown runs 'all': choose from 'mean', 'median'"
    ):
        cd.compare({"A": [1, 2, 3], "B": [2, 3, 1]}, runs="all")


# -- the test --------------------------------------------------------------------------


@pytest.mark.parametrize("ranks", ["original", "alternative"])
def test_the_conclusion_is_two_sided_and_adjusted_by_holm(ranks):
    result = cd.compare_convergence(HISTORIES, ranks=ranks)
    names, two_sided = result.algorithms, []
    for i in range(6):
        for j in range(i + 1, 6):
            flips = page_flip_test(result.ranks_of(names[i], names[j]))
            assert result.pvalue[i, j] == flips.rising
            assert result.pvalue[j, i] == flips.falling
            two_sided.append(float(flips.two_sided))
    first = np.triu_indices(6, 1)
    np.testing.assert_array_equal(result.pvalue_two_sided[first], two_sided)
    np.testing.assert_array_equal(
        result.pvalue_adjusted[first], adjust_pvalues(np.array(two_sided), "holm")
    )
    np.testing.assert_array_equal(result.pvalue_adjusted, result.pvalue_adjusted.T)
    assert (
        result.gained()
        == ((result.pvalue_adjusted <= 0.05) & (result.pvalue < result.pvalue.T))
    ).all()
    assert (result.test, result.p_adjust, result.family) == (
        "sign-flip",
        "holm",
        "unordered",
    )
    page = cd.compare_convergence(HISTORIES, test="page", ranks=ranks)
    np.testing.assert_array_equal(page.statistic, result.statistic)
    assert (page.p_adjust, page.family) == ("none", "ordered")


def steps(n, against=0):
    """A gains on B on all but some of n problems; B is better throughout."""
    a, b = np.array([8.0, 4, 2, 1]), np.array([4.0, 2, 1, 0.5])
    worse = np.array([8.0, 7.9, 7.8, 7.7])
    first = np.array([worse if number < against else a for number in range(n)])
    return cd.Histories.from_arrays([first, np.tile(b, (n, 1))], algorithms=["A", "B"])


@pytest.mark.parametrize(("n", "gained"), [(5, False), (6, True)])
def test_six_problems_are_needed(n, gained):
    result = cd.compare_convergence(steps(n))
    assert bool(result.gained()[0, 1]) == gained
    few = (
        "L differs from its expected value on only 5 problems; significance at α = 0.05 "
        "requires at least 6."
    )
    none = (
        "No gain can be significant with this design. At α = 0.05, L must differ from "
        "its expected value on at least 6 problems, but it differs on at most 5."
    )
    assert result.conclusion("A", "B").endswith(few) != gained
    assert (none in result.summary()) != gained
    assert (none in result.caption()) != gained
    assert "must differ" not in cd.compare_convergence(steps(n), test="page").summary()


def test_an_adjustment_needs_more_problems():
    values = [np.tile([8.0, 4, 2, 1], (9, 1)) * scale for scale in (4, 3, 2, 1)]
    histories = cd.Histories.from_arrays(values, algorithms=list("ABCD"))
    result = cd.compare_convergence(histories)
    assert np.nanmin(result.pvalue_adjusted) == 6 * 2.0**-8
    assert result.gained().sum() == 6
    eight = cd.Histories.from_arrays(
        [value[:7] for value in values], algorithms=list("ABCD")
    )
    assert not cd.compare_convergence(eight).gained().any()
    words = (
        "At α = 0.05 with Holm's adjustment for 6 pairs, L must differ from its expected "
        "value on at least 8 problems, but it differs on at most 7."
    )
    assert words in cd.compare_convergence(eight).summary()


def test_pairs_without_enough_problems_are_counted():
    falling = np.tile([8.0, 4, 2, 1], (9, 1))
    values = [4 * falling, 2 * falling, falling, falling]
    some = cd.compare_convergence(
        cd.Histories.from_arrays(values, algorithms=list("ABCD"))
    )
    assert some.gained().sum() == 5
    words = (
        "A gain cannot be significant at α = 0.05 if L differs from its expected value "
        "on fewer than 6 problems. This applies to 1 pair."
    )
    assert words in some.summary().splitlines()
    equal = cd.compare_convergence(
        cd.Histories.from_arrays(values[2:], algorithms=["C", "D"])
    )
    words = (
        "At α = 0.05, L must differ from its expected value on at least 6 problems, but "
        "the two are equal on every problem."
    )
    assert (
        f"No gain can be significant with this design. {words}"
        in equal.summary().splitlines()
    )


def test_every_gain_is_followed_by_the_outcome_at_the_last_cut_point():
    for test in ("sign-flip", "page"):
        for ranks in ("original", "alternative"):
            result = cd.compare_convergence(HISTORIES, test=test, ranks=ranks)
            last = HISTORIES.values[:, :, -1]
            for i, first in enumerate(result.algorithms):
                for j, second in enumerate(result.algorithms):
                    if not result.gained()[i, j]:
                        continue
                    wins, losses = (
                        int((last[i] < last[j]).sum()),
                        int((last[i] > last[j]).sum()),
                    )
                    both = int(((last[i] == 0) & (last[j] == 0)).sum())
                    text = result.conclusion(first, second)
                    assert text.startswith(
                        f"{first} gained significantly on {second} ("
                    )
                    if 20 in (wins, losses):
                        leader = first if wins == 20 else second
                        assert (
                            text.count(f"{leader} is better on all 20 problems.") == 1
                        )
                        verb = "better" if wins == 20 else "worse"
                        part = f"t is {verb} than {second} on all 20 problems."
                        assert part in result.summary()
                        continue
                    [(leader, more, other, fewer)] = re.findall(
                        r"At the last cut-point, (.+?) (?:is|are each) better on "
                        r"(\d+) of 20 problems(?:, and (.+) on (\d+))?; ",
                        text,
                    )
                    assert int(more) == max(wins, losses)
                    if wins != losses:
                        assert (leader, other) == (
                            (first, second) if wins > losses else (second, first)
                        )
                        assert int(fewer) == min(wins, losses)
                    done = f"both reached the optimum on {both} problems."
                    if both == 0:
                        done = "at most one of the two reached the optimum on each problem."
                    elif both == 1:
                        done = "both reached the optimum on 1 problem."
                    assert done in text
                    part = (
                        f"t is better than {second} on {wins} of 20 problems and worse on "
                        f"{losses}; {done}"
                    )
                    assert part in result.summary()


def test_no_output_concludes_that_one_converges_faster():
    for test in ("sign-flip", "page"):
        comparison = cd.compare_convergence(HISTORIES, test=test)
        texts = [
            comparison.summary(),
            comparison.caption(),
            cd.make_report(comparison).to_markdown(),
        ]
        pair = "Nelder-Mead", "(1+1)-ES"
        texts += [comparison.conclusion(*pair), *cd.advise(comparison)]
        texts += [face(layout_convergence_matrix(comparison, measure=measure))]
        texts += [
            face(layout(comparison, *pair, measure=measure))
            for layout in (layout_convergence_trend, layout_convergence_problems)
        ]
        for text in texts:
            assert "faster" not in text.lower()


def test_an_unknown_optimum_is_said_to_be_unknown():
    histories = cd.Histories.from_arrays(
        -steps(6).values, algorithms=["A", "B"], higher_is_better=True
    )
    result = cd.compare_convergence(histories)
    assert result.both_at_optimum is None
    assert result.conclusion("A", "B").endswith(
        "on all 6 problems; the optimum is not known."
    )
    assert result.to_dict()["both_at_optimum"] is None


@pytest.mark.parametrize("higher", [False, True])
def test_two_reached_optima_are_equal(higher):
    errors = np.array([[[8.0, 4, 0.5]] * 6, [[9.0, 7, 0.75]] * 6])
    errors[1, :2, 2] = 2
    values, optimum = errors, 0.0
    if higher:
        values, optimum = 100 - errors, 100.0
    histories = cd.Histories.from_arrays(
        values, algorithms=["A", "B"], optimum=optimum, higher_is_better=higher
    )
    sentences = {}
    for threshold in (0, 1, 2):
        result = cd.compare_convergence(
            histories, ranks="alternative", threshold=threshold
        )
        sentences[threshold] = str(outcome(result, 0, 1))
        decided = result.better_at_last + result.better_at_last.T
        assert (decided + result.both_at_optimum)[0, 1] <= 6
        assert result.worse_everywhere[1, 0] == (result.better_at_last[0, 1] == 6)
    assert sentences == {
        0: "At the last cut-point, A is better on all 6 problems.",
        1: "At the last cut-point, A is better on 2 of 6 problems, and B on 0; both "
        "reached the optimum on 4 problems.",
        2: "At the last cut-point, the two algorithms are equal on all 6 problems; both reached "
        "the optimum on 6 problems.",
    }


def test_no_algorithm_is_better_on_a_problem_that_both_have_solved():
    for threshold in (0, 0.001, 0.1, 1, 100):
        result = cd.compare_convergence(
            HISTORIES, ranks="alternative", threshold=threshold
        )
        last = HISTORIES.values[:, :, -1]
        for i in range(HISTORIES.k):
            for j in range(HISTORIES.k):
                unsolved = np.maximum(last[i], last[j]) > threshold
                assert result.better_at_last[i, j] == np.count_nonzero(
                    unsolved & (last[i] < last[j])
                )
                assert result.both_at_optimum[i, j] == np.count_nonzero(~unsolved)


def test_the_summary_lists_only_algorithms_with_gains():
    result = cd.compare_convergence(HISTORIES)
    lines = result.summary().splitlines()
    gaining = [result.algorithms[i] for i in result.order if result.gained()[i].any()]
    assert 0 < len(gaining) < 6
    assert [
        line.partition(" gained significantly on ")[0]
        for line in lines
        if " gained significantly on " in line
    ] == gaining
    assert lines.count("No other algorithm gained significantly.") == 1
    none = cd.compare_convergence(steps(5)).summary()
    assert (
        none.count("gained")
        == none.count("No algorithm gained significantly on any other.")
        == 1
    )


def test_the_summary_names_no_other_algorithm_if_all_gained():
    """A gained on B, B on C, and C on A: trends of ranks need not be transitive."""
    deviations = np.array(
        [[6, 11, 11, 2, 10, 10], [5, 11, 6, 2, 1, 11], [10, 1, 10, 8, 11, 2]]
    )
    errors = deviations + 12.0 * np.arange(6, 0, -1)
    histories = cd.Histories.from_arrays(
        np.repeat(errors[:, None], 8, axis=1), algorithms=["A", "B", "C"]
    )
    result = cd.compare_convergence(histories)
    assert result.gained().astype(int).tolist() == [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    assert result.summary().count(" gained significantly on ") == 3
    assert "No other algorithm" not in result.summary()


@pytest.mark.parametrize(("both", "words"), [(1, "1 problem"), (2, "2 problems")])
def test_the_problems_that_both_solved_are_counted(both, words):
    values = steps(8).values.copy()
    values[:, :both, -1] = 0
    result = cd.compare_convergence(
        cd.Histories.from_arrays(values, algorithms=["A", "B"]), ranks="original"
    )
    assert result.gained()[0, 1]
    assert f"; both reached the optimum on {words}." in result.summary()


def test_equal_ends():
    values = np.array([[[8.0, 4, 1]] * 6, [[8.0, 2, 1]] * 6])
    histories = cd.Histories.from_arrays(values, algorithms=["A", "B"])
    mixed = values.copy()
    mixed[0, :3, 2] = 0.5
    mixed[1, 3:, 2] = 0.5
    one = cd.compare_convergence(histories, alpha=0.99)
    if one.gained().any():
        assert "the two algorithms are equal on all 6 problems" in one.conclusion(
            "A", "B"
        )
    assert str(outcome(one, 0, 1)) == (
        "At the last cut-point, the two algorithms are equal on all 6 problems; at most "
        "one of the two reached the optimum on each problem."
    )
    two = cd.compare_convergence(cd.Histories.from_arrays(mixed, algorithms=["A", "B"]))
    assert str(outcome(two, 0, 1)) == (
        "At the last cut-point, A and B are each better on 3 of 6 problems; at most one "
        "of the two reached the optimum on each problem."
    )


def test_the_record_names_the_test():
    for test in ("sign-flip", "page"):
        result = cd.compare_convergence(HISTORIES, test=test)
        assert result.to_dict()["test"] == test
        assert result._provenance_()["decisions"]["test"] == test


def test_the_power_on_the_example_is_that_of_the_guide():
    guide = " ".join(
        (Path(__file__).parents[2] / "gallery/site/guide/convergence.rst")
        .read_text("utf-8")
        .split()
    )
    flips, page = (
        cd.compare_convergence(HISTORIES, test=test) for test in ("sign-flip", "page")
    )
    unadjusted = cd.compare_convergence(HISTORIES, p_adjust="none")
    gains = [int(result.gained().sum()) for result in (page, unadjusted, flips)]
    said = (
        "Page's test detects {} significant gains (one-sided, not adjusted). The "
        "sign-flip test detects {} gains without an adjustment, and {} gains with "
        "Holm's adjustment."
    )
    assert said.format(*gains) in guide
    rng, shares = np.random.default_rng(0), []
    for _ in range(200):
        some = flips.pair_ranks[:, rng.choice(20, 10, replace=False)]
        rising, falling = page_test(some)
        both = np.minimum(rising.pvalue, falling.pvalue)
        shares.append(
            [np.mean(page_flip_test(some).two_sided <= 0.05), np.mean(2 * both <= 0.05)]
        )
    numbers = re.search(
        r"only 10 of the 20 problems are used, the unadjusted sign-flip test detects a "
        r"gain for (\d+)% of the pairs, and Page's test detects a gain for (\d+)% of",
        guide,
    )
    for number, share in zip(numbers.groups(), np.mean(shares, axis=0), strict=True):
        assert abs(int(number) / 100 - share) < 0.04


# -- error rates -----------------------------------------------------------------------


def equal_algorithms(rng, decay, tables, n=12, c=6):
    """Ranks of the differences of two equal algorithms, (tables, n, c)."""
    from scipy.stats import rankdata

    if decay:
        rates = rng.uniform(0.5, 1.5, (2, tables, n, 1))
        errors = np.exp(-rates * np.arange(1, c + 1))
    else:
        errors = np.minimum.accumulate(rng.random((2, tables, n, c)), axis=-1)
    return rankdata(errors[1] - errors[0], axis=-1)


@pytest.mark.parametrize("decay", [False, True])
def test_two_equal_algorithms_are_rejected_at_the_level(decay):
    tables = 1500
    ranks = equal_algorithms(np.random.default_rng(11), decay, tables)
    p = page_flip_test(ranks).two_sided
    for alpha in (0.05, 0.1):
        rate = float(np.mean(p <= alpha))
        assert rate < alpha + 3 * np.sqrt(alpha * (1 - alpha) / tables)
    assert float(np.mean(p <= 0.05)) > 0.02
