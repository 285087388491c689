"""The first line of every output names algorithms and data sets."""

import io
import re

import numpy as np
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.words.compared import compared_words

LINE = (
    "Comparison of 4 algorithms (SVM, Forest, Boosting, …) on 6 data sets (iris, wine, "
    "glass, …)."
)
NAMES = ["SVM", "Forest", "Boosting", "1-NN"]
DATASETS = ["iris", "wine", "glass", "zoo", "sonar", "vote"]


def text(runs=1):
    rng = np.random.default_rng(2)
    rows = [
        ",".join(
            [dataset, str(run), *(f"{score:.2f}" for score in rng.uniform(size=4))]
        )
        for dataset in DATASETS
        for run in range(runs)
    ]
    return "\n".join([",".join(["data set", "seed", *NAMES]), *rows])


@pytest.fixture
def comparison():
    return cd.compare(io.StringIO(text(runs=3)))


def test_every_output_begins_with_it(comparison, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(text(runs=3))
    assert comparison.summary().splitlines()[0] == LINE
    assert str(comparison).splitlines()[0] == LINE
    printed = CliRunner().invoke(main, ["compare", "scores.csv"])
    assert printed.stdout.splitlines()[0] == LINE
    assert (
        printed.stderr.splitlines()[0]
        == f"scores.csv: {LINE[14:-1]}; higher scores are better."
    )
    drawn = CliRunner().invoke(main, ["plot", "scores.csv", "-o", "figure.svg"])
    assert drawn.stderr.splitlines()[0] == printed.stderr.splitlines()[0]
    report = cd.make_report(comparison)
    first = report.sections[0].blocks[0]
    assert "".join(map(str, first.words)) == LINE
    alone = cd.make_report(comparison, sections=["summary"])
    assert "".join(map(str, alone.sections[0].blocks[0].words)) == LINE
    for suffix in ("txt", "md"):
        report.save(f"report.{suffix}")
        assert LINE in (tmp_path / f"report.{suffix}").read_text(encoding="utf-8")


def test_the_notebook_shows_it_and_the_notes(comparison):
    page = re.sub(r"<[^>]*>", "", comparison._repr_html_())
    assert LINE in page
    assert comparison.table.notes[0].startswith(
        "3 runs of each algorithm on a data set"
    )
    assert comparison.table.notes[0].replace("'", "&#39;") in page
    ties = cd.compare({"A": {"x": 1, "y": 2 + 1e-16}, "B": {"x": 1, "y": 1}})
    for note in ties.notes:
        assert note in ties._repr_html_()


def test_a_swapped_table_shows():
    swapped = {
        dataset: {name: len(name + dataset) for name in NAMES}
        for dataset in ("x1", "x2", "x3")
    }
    assert (
        cd.compare(swapped)
        .summary()
        .startswith(
            "Comparison of 3 algorithms (x1, x2, x3) on 4 data sets (SVM, Forest, "
            "Boosting, …)."
        )
    )


def test_without_scores_there_are_no_names_of_data_sets():
    ranks = cd.compare_ranks([1.2, 2.8, 2.0], 10, algorithms=["A", "B", "C"])
    assert (
        compared_words(ranks) == "Comparison of 3 algorithms (A, B, C) on 10 data sets."
    )
    given = cd.compare_pvalues([1.2, 1.8], [[1, 0.5], [0.5, 1]], algorithms=["A", "B"])
    assert compared_words(given) == "Comparison of 2 algorithms (A, B)."


def test_long_names_and_line_breaks():
    table = cd.ScoreTable.from_arrays(
        [[1, 2], [2, 1]], algorithms=["A" * 300, "B\nC"], datasets=["x", "y"]
    )
    words = compared_words(cd.compare(table))
    assert (
        words == f"Comparison of 2 algorithms ({'A' * 29}…, B C) on 2 data sets (x, y)."
    )


def test_many_are_counted():
    scores = np.random.default_rng(0).uniform(size=(1200, 40))
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=[f"a{place}" for place in range(40)]
    )
    assert (
        compared_words(cd.compare(table))
        == "Comparison of 40 algorithms (a0, a1, a2, …) on 1,200 data sets (1, 2, 3, …)."
    )
