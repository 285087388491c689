"""The captions in reports describe the figures as they were drawn."""

import numpy as np
import pytest

import cddiagram as cd


@pytest.fixture(scope="module")
def many():
    random = np.random.default_rng(0)
    scores = random.normal(size=(90, 100)) + np.linspace(0, 2, 100)
    names = [f"method {number}" for number in range(100)]
    return cd.compare(cd.ScoreTable.from_arrays(scores, algorithms=names))


def test_letters_of_a_long_list_are_in_the_caption(many, tmp_path):
    report = cd.make_report(many)
    assert report.figures()["cd"].drawing.layout.letters
    report.save(tmp_path / "report.md")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "Two algorithms share a letter if and only if" in text


def test_the_caption_of_a_long_list_covers_bars_and_letters(many):
    assert (
        "Two algorithms that are connected by a bar or share a letter are not "
        "significantly different (asymptotic Nemenyi test, α = 0.05, CD = "
    ) in many.caption()
    assert "Bars connect algorithms" in many.caption(letters=False)
    assert "share a letter if and only if" in many.caption(letters=True)


@pytest.mark.parametrize("control", [None, "C4.5"])
def test_hints_in_a_forest_are_about_the_pair_of_the_row(control):
    scores = cd.load_example("garcia2008-table2")
    comparison = cd.compare(scores, pair_test="wilcoxon", control=control)
    report = cd.make_report(comparison, figures=["forest"])
    forest = report.figures()["forest"]
    pairs = forest.drawing.layout.pairs
    for row, (first, second) in enumerate(pairs):
        if first != second:
            hint = forest.hints[f"marker-{row}"]
            assert hint.startswith((f"{first} – {second}: ", f"{second} – {first}: "))
