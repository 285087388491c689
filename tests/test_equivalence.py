"""Equivalence: verdicts against intervals and decisions, both kinds of error by
simulation, wherever it is shown.
"""

import json
import math

import numpy as np
import pandas as pd
import pytest
from checks import by_gid
from click.testing import CliRunner
from grammar import said

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.figures import layout_forest, layout_pair_matrix
from cddiagram.sheet import Text

TABLE = cd.load_example("garcia2008-table2")
COMPARISON = cd.compare(TABLE, pair_test="wilcoxon")


def verdict_by_hand(comparison, i, j, rope):
    """The rule in words: the test decides "different", the interval "equivalent"."""
    effects = comparison.simultaneous_effects
    small = -rope <= effects.interval_low[i, j] and effects.interval_high[i, j] <= rope
    different = comparison.pairwise.pvalue_adjusted[i, j] <= comparison.alpha
    return {
        (1, 1): "different and negligible",
        (1, 0): "different",
        (0, 1): "equivalent",
        (0, 0): "inconclusive",
    }[different, small]


@pytest.mark.parametrize("rope", [0.001, 0.05, 0.15, 5.0])
@pytest.mark.parametrize("control", [None, "C4.5"])
def test_verdicts(rope, control):
    comparison = cd.compare(TABLE, pair_test="wilcoxon", control=control)
    frame = comparison.equivalence(rope).to_frame()
    assert len(frame) == (10 if control is None else 4)
    assert frame["different"].tolist() == comparison.to_frame()["different"].tolist()
    for row in frame.reset_index().itertuples():
        i, j = (
            comparison.algorithms.index(name) for name in (row.algorithm, row.other)
        )
        assert row.verdict == verdict_by_hand(comparison, i, j, rope)
        assert comparison.equivalence(rope).verdict[j, i] == row.verdict
    assert set(frame["verdict"]) <= (
        {"equivalent", "different and negligible"}
        if rope == 5.0
        else set(
            cd.compare(TABLE, pair_test="wilcoxon")
            .equivalence(rope)
            .to_frame()["verdict"]
        )
        | {"different", "inconclusive"}
    )


def test_an_interval_that_ends_at_the_rope_is_within_it():
    """Differences of .01 in decimals are more than .01 in doubles."""
    scores = [[0.85 + step / 100, 0.84 + step / 100] for step in range(9)]
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(scores, algorithms=["A", "B"]), pair_test="wilcoxon"
    )
    assert comparison.equivalence(0.01).verdict[0, 1] == "different and negligible"
    assert comparison.equivalence(0.0099).verdict[0, 1] == "different"


@pytest.mark.parametrize(("k", "least"), [(3, 7), (5, 9), (10, 11), (20, 13)])
def test_few_data_sets_leave_all_undecided_and_that_is_said(k, least):
    rng = np.random.default_rng(k)
    for n in (least - 1, least):
        scores = 0.5 + 1e-6 * rng.random((n, k))
        table = cd.ScoreTable.from_arrays(
            scores, algorithms=[f"m{i}" for i in range(k)]
        )
        equivalence = cd.compare(table, pair_test="wilcoxon").equivalence(1.0)
        found = set(equivalence.to_frame()["verdict"])
        words = (
            f"With {n} data sets, the intervals are unbounded, so no pair can be shown to be "
            f"equivalent; at least {least} data sets are required."
        )
        assert (words in equivalence.summary()) == (n < least)
        assert (
            found & {"equivalent", "different and negligible"}
            if n == least
            else found == {"inconclusive"}
        )


def test_a_pair_that_is_different_with_0_in_its_interval_is_said():
    """By Holm 1-NN and Kernel differ, at the level of all pairs their interval holds
    0.
    """
    words = (
        "One difference is significant although its interval contains 0, because "
        "the intervals are more conservative than the tests."
    )
    assert words in COMPARISON.equivalence(0.01).summary()
    table = COMPARISON.tabulate("pairs", rope=0.01)
    assert words in table.notes
    low, high = table.to_frame()[["from", "to"]].T.to_numpy()
    assert (
        (low <= 0) & (high >= 0) & (table.to_frame()["Significant"] == 1)
    ).sum() == 1


def test_the_table_of_pairs_has_intervals_and_verdicts():
    table, frame = (
        COMPARISON.tabulate("pairs", rope=0.15),
        COMPARISON.equivalence(0.15).to_frame(),
    )
    assert table.to_frame()["Practically"].tolist() == frame["verdict"].tolist()
    assert (
        table.to_frame()[["from", "to"]].to_numpy().tolist()
        == frame[["interval_low", "interval_high"]].to_numpy().tolist()
    )
    assert "Practically" not in COMPARISON.tabulate("pairs").to_frame()
    assert "(99.5% for each interval)" in " ".join(table.notes)
    for text in (
        table.to_markdown(),
        table.to_latex(),
        table.to_html(),
        table.to_text(200),
    ):
        assert "different and negligible" in text
    assert "different and negligible" in COMPARISON.to_markdown(rope=0.15)
    assert "different and negligible" in COMPARISON.to_latex(rope=0.15)
    with pytest.raises(
        cd.UsageError,
        match=r"^rope applies to the table 'pairs', not to 'ranks'\. Omit it\.$",
    ):
        COMPARISON.tabulate("ranks", rope=0.1)


def test_figures_say_it():
    def measure(text, size, bold, italic):
        return 0.5 * size * len(text)

    forest = layout_forest(COMPARISON, measure=measure, rope=0.15, width="page")
    assert "ROPE ±0.15" in said(forest)
    matrix = layout_pair_matrix(COMPARISON, measure=measure, rope=0.15, width="page")
    order = COMPARISON.order
    for r, i in enumerate(order):
        for c, j in enumerate(order):
            if i != j:
                [text] = by_gid(matrix, Text, f"p-{r}-{c}")
                small = COMPARISON.equivalence(0.15).verdict[i, j] in (
                    "equivalent",
                    "different and negligible",
                )
                assert text.text.endswith(" ≈") == small
    assert "≈: practically equivalent within ±0.15" in [
        text.text for text in by_gid(matrix, Text, "key-text")
    ]
    plain = layout_pair_matrix(COMPARISON, measure=measure, width="page")
    assert not any(
        "≈" in text.text for text in plain.elements if isinstance(text, Text)
    )


def test_what_has_no_verdicts_is_refused():
    given = cd.compare_pvalues([1.5, 1.5], [[1, 0.5], [0.5, 1]], algorithms=["A", "B"])
    for other in (cd.compare(TABLE), cd.compare(TABLE, pair_test="t"), given):
        with pytest.raises(
            cd.UsageError,
            match=r"^rope requires confidence intervals that .*signed-rank test\. Use "
            r"pair_test='wilcoxon'\.$",
        ):
            other.equivalence(0.1)
    for rope in (0, -1, math.nan, math.inf, "0.1", True, None):
        with pytest.raises(
            cd.UsageError,
            match=r"^rope must be a positive number in the units of the scores, not ",
        ):
            COMPARISON.equivalence(rope)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    TABLE.to_frame().to_csv("scores.csv")
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, list(arguments))


def test_the_command_says_it(folder):
    compared = ("compare", "scores.csv", "--pair-test", "wilcoxon", "--rope", "0.15")
    text = run(*compared)
    assert text.exit_code == 0, text.output
    equivalence = COMPARISON.equivalence(0.15)
    assert "Practically" in text.stdout
    assert " ".join(text.stdout.split()).count(equivalence.summary()) == 1
    assert (
        json.loads(run(*compared, "--format", "json").stdout)["equivalence"]
        == equivalence.to_dict()
    )
    run(*compared, "--format", "csv", "-o", "pairs.csv")
    assert (
        pd.read_csv("pairs.csv")["verdict"].tolist()
        == equivalence.to_frame()["verdict"].tolist()
    )
    assert "different and negligible" in run(*compared, "--format", "markdown").stdout
    assert "different and negligible" in run(*compared, "--format", "latex").stdout
    plain = run(*compared[:-2], "--format", "json")
    assert "equivalence" not in json.loads(plain.stdout)
    refused = run("compare", "scores.csv", "--rope", "0.15")
    assert refused.exit_code == 2
    assert "Use --pair-test wilcoxon." in refused.stderr
    drawn = run(
        "plot", "scores.csv", "--figure", "mcb", "--rope", "0.15", "-o", "figure.svg"
    )
    assert "--rope does not apply to --figure mcb. Omit this option." in drawn.stderr


@pytest.mark.slow
def test_both_kinds_of_error_are_held():
    """Of pairs that are equal few are ever called different, of pairs a rope apart few
    are ever called equivalent.
    """
    rng, repeats, rope = np.random.default_rng(2), 500, 0.5
    true = np.array([0.0, 0.0, rope, 2.5])
    gaps = np.abs(true[:, np.newaxis] - true)
    equal, apart = (gaps == 0) & ~np.eye(4, dtype=bool), gaps >= rope
    wrong, found = np.zeros(3), 0
    for _ in range(repeats):
        table = cd.ScoreTable.from_arrays(
            rng.normal(0, 0.35, size=(30, 4)) + true, algorithms=list("abcd")
        )
        comparison = cd.compare(table, pair_test="wilcoxon")
        equivalence = comparison.equivalence(rope)
        effects = comparison.simultaneous_effects
        small = (equivalence.verdict == "equivalent") | (
            equivalence.verdict == "different and negligible"
        )
        differences = true[:, np.newaxis] - true
        covered = (effects.interval_low <= differences) & (
            differences <= effects.interval_high
        )
        wrong += [
            (equivalence.different & equal).any(),
            (small & apart).any(),
            not covered.all(),
        ]
        found += bool(small[0, 1])
    assert (wrong / repeats <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / repeats)).all(), (
        wrong / repeats
    )
    assert found / repeats > 0.5  # and it does find what is equivalent
