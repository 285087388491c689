"""Figures that show decisions of max-T, which has no critical difference: bars, markers
and matrices, and no ruler.
"""

import numpy as np
import pytest
from cases import case_of, text_measure
from checks import defects

import cddiagram as cd
from cddiagram.figures.cd import layout_cd
from cddiagram.text import UsageError

WIDTHS = {"column": 237.6, "page": 486.0}


def comparison_of(seed, **options):
    rng = np.random.default_rng(seed)
    k = int(rng.integers(3, 9))
    n = int(rng.choice([12, 30]))
    scores = rng.normal(size=(n, k)) + np.sort(rng.normal(0.0, 0.7, size=k))
    table = cd.ScoreTable.from_arrays(
        scores.round(2), algorithms=[f"Algorithm {i}" for i in range(k)]
    )
    return cd.compare(table, p_adjust="max-t", **options)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "options", [{}, {"pair_test": "wilcoxon"}, {"control": "Algorithm 1"}], ids=str
)
def test_cd_diagrams_show_the_decisions_of_max_t(options, width):
    sizes = set()
    for seed in range(8):
        comparison = comparison_of(seed, **options)
        layout = layout_cd(comparison, measure=text_measure(), width=width)
        assert defects(layout, case_of(comparison), width=WIDTHS[width]) == []
        assert "CD" not in {
            element.text for element in layout.elements if hasattr(element, "text")
        }
        sizes.add(len(comparison.groups))
    assert len(sizes) > 1 or "control" in options


def test_there_is_no_critical_difference():
    for options in ({}, {"control": "Algorithm 1"}, {"pair_test": "t"}):
        comparison = comparison_of(1, **options)
        assert comparison.critical_difference is None
        assert comparison.difference_bounds is None
        for text in (
            comparison.caption(),
            comparison.methods(),
            comparison.summary(),
            comparison.caption("rank-bars"),
        ):
            assert "CD =" not in text
            assert "critical difference" not in text
        with pytest.raises(
            UsageError, match="MCB requires a critical difference, but there is none"
        ):
            comparison.caption("mcb")


def test_a_sequence_of_diagrams_takes_it():
    over = cd.compare_over_budget(cd.load_histories("optimisers"), p_adjust="max-t")
    assert {comparison.test for comparison in over.comparisons} == {
        "Friedman ranks, max-T"
    }
