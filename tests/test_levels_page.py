"""The page of measured levels: its file is what `study_level` gives, and says of all procedures who is above alpha."""

import importlib
from pathlib import Path

import pytest

from cddiagram.procedures import ADJUSTMENTS

SITE = Path(__file__).parents[1] / "gallery" / "site"


@pytest.fixture
def levels(monkeypatch):
    monkeypatch.syspath_prepend(SITE)
    return importlib.import_module("levels")


@pytest.mark.slow
@pytest.mark.parametrize("title", ["Friedman ranks, control, 3 algorithms", "ANOVA, control, 3 algorithms"])
def test_rows_are_measured_again(levels, title):
    assert list(levels.measured(title)) == [row for row in levels.stored() if row[0] == title]


def test_every_procedure_has_a_row(levels):
    tests = {
        row[1].split(", ")[-1].split("–", 1)[-1] if "Bergmann" not in row[1] else row[1] for row in levels.stored()
    }
    named = {
        entry.name.split("–", 1)[-1] for entry in ADJUSTMENTS.values() if entry.key not in ("none", "bergmann-hommel")
    }
    assert named - {name.split("–")[-1] for name in tests} == set()
    assert any("Bergmann–Hommel" in name for name in tests)
    assert list(dict.fromkeys(row[0] for row in levels.stored())) == list(levels.STUDIES)


def test_what_is_above_alpha_is_what_the_guide_says(levels):
    """Li against a control, Finner where some differ, and tests on ranks where equal algorithms are mirrored."""
    above = {
        (title, test, null)
        for title, test, null, rate, _, _, tables in levels.stored()
        if float(rate) > 0.05 + 3 * (0.05 * 0.95 / int(tables)) ** 0.5
    }
    assert above
    for title, test, null in above:
        on_ranks = title.startswith(("Friedman", "Aligned", "Quade", "ANOVA"))
        assert "Li" in test or ("Finner" in test and "shifted" in null) or (on_ranks and null == "mirrored"), (
            title,
            test,
        )
    assert any(null == "mirrored" and title.startswith("Friedman") for title, _, null in above)
    assert not any(title.startswith(("Wilcoxon", "Sign")) and null == "mirrored" and "Li" not in test
                   for title, test, null in above)  # fmt: skip


def test_the_page_has_every_number(levels):
    page = levels.page()
    for title, test, null, rate, low, high, _ in levels.stored():
        assert title in page
        assert test in page
        assert f"     - {null}" in page
        assert f"{float(rate):.3f}" in page
        assert f"[{float(low):.3f}, {float(high):.3f}]" in page
    assert page.count("   * - ") == len({(row[0], row[1]) for row in levels.stored()}) + len(levels.STUDIES)
