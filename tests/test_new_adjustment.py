"""A new adjustment is one function and one entry of the registry: then it is
everywhere.
"""

import subprocess
import sys
from types import SimpleNamespace
from typing import get_args

import numpy as np
import pytest

import cddiagram as cd
from cddiagram import procedures
from cddiagram.comparing import procedures_compared
from cddiagram.data import read_example
from cddiagram.words import procedure_note

TABLE = cd.load_example("garcia2008-table2")


def doubled(rising):
    """Adjust by a toy: twice the Bonferroni inequality."""
    return 2 * rising.shape[-1] * rising


@pytest.fixture
def toy(monkeypatch):
    entry = procedures.Adjustment(
        key="doubled",
        name="Doubled",
        sources=("dunn1961",),
        function=doubled,
        when="Never.",
    )
    monkeypatch.setitem(procedures.ADJUSTMENTS, "doubled", entry)
    return entry


def test_it_adjusts(toy):
    comparison = cd.compare(TABLE, p_adjust="doubled")
    expected = np.minimum(20 * comparison.pairwise.pvalue, 1)
    np.testing.assert_array_equal(comparison.pairwise.pvalue_adjusted, expected)
    given = cd.compare_pvalues(
        [1, 2, 3], 0.001 * np.ones((3, 3)), algorithms="ABC", p_adjust="doubled"
    )
    assert given.pairwise.pvalue_adjusted[0, 1] == 0.006


def test_it_is_named_in_every_output(toy):
    comparison = cd.compare(TABLE, pair_test="wilcoxon", p_adjust="doubled")
    assert comparison.test == "Wilcoxon–Doubled"
    assert procedure_note(comparison) == "Wilcoxon–Doubled"
    assert "with Doubled's adjustment for 10 comparisons" in comparison.caption()
    assert (
        "We applied Doubled's adjustment for 10 comparisons (Dunn, 1961)."
        in comparison.methods()
    )
    assert "Doubled's adjustment" in comparison.summary()
    assert "Doubled" in cd.make_report(comparison).to_markdown()
    convergence = cd.compare_convergence(
        cd.load_histories("optimisers"), p_adjust="doubled"
    )
    assert "Doubled's adjustment" in convergence.caption()


def test_families_hold_it(toy):
    found = {
        adjusted.p_adjust: adjusted
        for adjusted in procedures_compared(cd.compare(TABLE)).procedures
    }
    assert found["doubled"].name == "Doubled"
    assert (
        found["doubled"].pvalue_adjusted >= found["bonferroni"].pvalue_adjusted
    ).all()


def test_the_guide_has_it(toy, pytestconfig, monkeypatch):
    """Its table, which the site writes from the registry, has every adjustment."""
    scrapers = SimpleNamespace(figure_rst=None)  # the table needs none of Sphinx
    monkeypatch.setitem(
        sys.modules, "sphinx_gallery", SimpleNamespace(scrapers=scrapers)
    )
    monkeypatch.setitem(sys.modules, "sphinx_gallery.scrapers", scrapers)
    monkeypatch.syspath_prepend(pytestconfig.rootpath / "gallery" / "site")
    from site_tools import adjustments_table

    table = adjustments_table()
    assert '* - ``"doubled"``\n     - Never.' in table
    assert [key for key in procedures.ADJUSTMENTS if f'"{key}"' not in table] == [
        "bonferroni-dunn",
        "none",
    ]


def test_it_is_a_choice(toy):
    with pytest.raises(cd.UsageError, match="did you mean 'doubled'"):
        cd.compare(TABLE, p_adjust="doubledd")
    with pytest.raises(cd.UsageError, match="'none', 'doubled'"):
        cd.compare(TABLE, p_adjust="qqq")


def test_the_command_takes_it(tmp_path):
    """In a process of its own, as the options of the command are made once."""
    code = (
        "from cddiagram.procedures import ADJUSTMENTS, Adjustment\n"
        "ADJUSTMENTS['doubled'] = Adjustment(key='doubled', name='Doubled', "
        "function=lambda p: 2 * p)\n"
        "from cddiagram.cli import main\n"
        "main()"
    )
    (tmp_path / "scores.csv").write_bytes(read_example("garcia2008-table2"))
    shown, used = (
        subprocess.run(
            [sys.executable, "-c", code, *words],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
        )
        for words in (
            ["compare", "--help"],
            ["compare", "scores.csv", "--p-adjust", "doubled"],
        )
    )
    assert "|none|doubled]" in "".join(shown.stdout.split())
    assert "Doubled's adjustment" in " ".join(used.stdout.split())


def test_type_checkers_know_every_entry():
    """The words of the types are the keys of the registry; the command and the checks
    read the keys.
    """
    assert set(get_args(procedures.AdjustmentName)) == {"auto", *procedures.ADJUSTMENTS}
    assert procedures.adjustment_choices() == get_args(procedures.AdjustmentName)
    assert procedures.adjustment_choices(flat=True) == get_args(
        procedures.FlatAdjustmentName
    )
    assert set(procedures.RANKINGS) == set(procedures.RANKING_CHOICES)
    flipped = {f"flip-{pair_test}" for pair_test in procedures.PAIR_TEST_CHOICES} - {
        "flip-multiple-sign"
    }
    assert set(procedures.PAIR_TESTS) == {
        *procedures.PAIR_TEST_CHOICES,
        "exact-ranks",
        "corrected-t",
        *flipped,
    }


def test_every_function_of_the_registry_is_there():
    entries = [
        *procedures.ADJUSTMENTS.values(),
        *procedures.RANKINGS.values(),
        *procedures.PAIR_TESTS.values(),
    ]
    for entry in entries:
        if getattr(entry, "stands_for", entry.key) == entry.key:
            assert callable(entry.load())
        for function in filter(None, [getattr(entry, "levels", "")]):
            assert callable(procedures.loaded(function))
