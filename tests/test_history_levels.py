"""The measured error rates of the tests of histories: the file, and every text with a
number from it.
"""

import importlib
import math
from pathlib import Path

import numpy as np
import pytest

from cddiagram.convergence import MEASURED, not_exchangeable

SITE = Path(__file__).parents[1] / "gallery" / "site"


@pytest.fixture
def levels(monkeypatch):
    monkeypatch.syspath_prepend(SITE)
    return importlib.import_module("history_levels")


def rates(levels, test, rejected, option=None):
    """Rate and number of tables of a test, by process and design."""
    return {
        tuple(row[:5]): (float(row[7]), int(row[10]))
        for row in levels.stored()
        if row[5:7] == [test, rejected] and option in (None, row[4])
    }


def page(name):
    return " ".join((SITE / "guide" / name).read_text(encoding="utf-8").split())


def test_every_design_has_its_rates(levels):
    designs = {
        (process, str(n), str(c), "/".join(map(str, runs)), option)
        for process in levels.PROCESSES
        for n, c, runs, option in levels.DESIGNS
    }
    for test in ("sign-flip", "page"):
        for rejected in ("given direction", "either"):
            assert set(rates(levels, test, rejected)) == designs
    assert min(int(row[10]) for row in levels.stored()) >= 600


def test_sign_flips_reject_at_the_level_with_equal_or_sampled_numbers_of_runs(levels):
    for rejected in ("given direction", "either"):
        for design, (rate, tables) in rates(
            levels, "sign-flip", rejected, "mean"
        ).items():
            assert rate < 0.05 + 3 * (0.05 * 0.95 / tables) ** 0.5, design


def test_the_rates_in_the_texts_are_those_of_the_file(levels):
    directions = [
        rate for rate, _ in rates(levels, "page", "given direction", "mean").values()
    ]
    low, high = min(directions), max(directions)
    assert low > 0.05
    percent = f"{100 * low:.0f}% to {100 * high:.0f}%"
    assert percent in MEASURED
    for name in ("convergence.rst", "limits.rst", "faq.rst"):
        assert f"in a given direction in {percent} of tables" in page(name)


@pytest.mark.parametrize(
    ("test", "sentence"),
    [
        (
            "sign-flip",
            "the sign-flip test falsely detected a gain in up to {} of tables",
        ),
        (
            "page",
            'detected a gain in up to {} of tables ("all runs" in the table above)',
        ),
    ],
)
def test_the_rates_of_unequal_runs_are_those_of_the_file(levels, test, sentence):
    unequal = rates(levels, test, "either", "all")
    most = max(rate for design, (rate, _) in unequal.items() if design[3] == "1/25")
    # Whole numbers of the CSV, which has four decimals: a binary 100 * 0.57 is above
    # 57.
    percent = f"{math.ceil(round(10_000 * most) / 100)}%"
    assert f"in up to {percent} of simulated tables" in not_exchangeable(test)
    assert sentence.format(percent) in page("convergence.rst")


def test_the_table_of_the_guide_has_every_rate(levels):
    table = levels.table()
    for row in levels.stored():
        assert f"   * - {row[0]} ({row[1]} × {row[2]})" in table
        assert f"     - {float(row[7]):.3f}" in table
    assert table.count("   * - ") == 1 + len(levels.PROCESSES) * len(levels.DESIGNS)


@pytest.mark.slow
@pytest.mark.parametrize("process", ["random search", "exponential decay"])
def test_rates_are_measured_again(levels, process):
    """Fewer tables than in the file, of the same random numbers."""
    tables = 300
    found = list(levels.measured(process, levels.DESIGNS[1], tables=tables))
    stored = {tuple(row[:7]): float(row[7]) for row in levels.stored()}
    for row in found:
        rate = stored[tuple(row[:7])]
        assert abs(float(row[7]) - rate) < 4 * np.sqrt(
            max(rate, 0.02) * (1 - rate) / tables
        )
