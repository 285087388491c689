"""What a reader meets first: how long a diagram stays horizontal, when names are
broken, what keeps its gray.
"""

from dataclasses import replace

import numpy as np
import pytest
from cases import text_measure
from face_checks import below_defects, header_defects, tick_defects, type_defects

import cddiagram as cd
from cddiagram.figures.cd import layout_cd
from cddiagram.figures.mcb import layout_mcb
from cddiagram.figures.pvalue_matrix import layout_pvalue_matrix
from cddiagram.figures.rank_bars import layout_rank_bars
from cddiagram.sheet import Text

LAYOUTS = {
    "cd": layout_cd,
    "mcb": layout_mcb,
    "rank-bars": layout_rank_bars,
    "pvalue-matrix": layout_pvalue_matrix,
}


def compared(k, name="alg-{}", **options):
    """Scores that fall with the number of the algorithm, far enough for ranks all over
    the axis.
    """
    scores = np.random.default_rng(k).normal(size=(60, k)) - np.arange(k) * 0.35
    return cd.compare(
        cd.ScoreTable.from_arrays(
            scores, algorithms=[name.format(i) for i in range(k)]
        ),
        **options,
    )


@pytest.mark.parametrize(("k", "width", "kind"), [(14, "column", "horizontal"), (25, "page", "horizontal"),
                                                  (26, "page", "list"), (17, "column", "list")])  # fmt: skip
def test_the_diagram_stays_horizontal_as_long_as_it_can_be_read(k, width, kind):
    assert layout_cd(compared(k), width=width, measure=text_measure()).kind == kind


@pytest.mark.parametrize("figure", LAYOUTS)
@pytest.mark.parametrize("k", [3, 9, 25])
def test_long_names_leave_the_plot_a_quarter_of_the_page(figure, k):
    comparison = compared(k, "algorithm {} (tuned by 10-fold cross-validation)")
    layout = LAYOUTS[figure](comparison, measure=text_measure())
    if figure == "pvalue-matrix":
        share = layout.cell_width * (k - 1) / layout.width
    else:
        share = layout.axis.length / layout.width
    assert share >= 0.25 - 1e-9 or (figure == "cd" and layout.kind == "horizontal")
    towards = {
        "cd": "right" if getattr(layout, "kind", "") == "horizontal" else "left",
        "pvalue-matrix": None,
    }
    if figure in towards:
        defects = header_defects(layout, towards[figure])
    else:
        defects = below_defects(layout, ("better", ""), ("average rank",))
    defects += type_defects(layout)
    assert defects + (tick_defects(layout) if figure != "pvalue-matrix" else []) == []


@pytest.mark.parametrize("figure", LAYOUTS)
def test_a_highlighted_name_is_as_black_as_the_others(figure):
    layout = LAYOUTS[figure](compared(5), measure=text_measure(), highlight="alg-2")
    names = [
        e for e in layout.elements if isinstance(e, Text) and e.gid.startswith("label-")
    ]
    assert {e.color for e in names} == {"foreground"}
    assert "alg-2" in [e.text for e in names if e.bold]


def test_fifty_averages_have_one_decimal():
    layout = layout_cd(
        compared(50), arrangement="list", width="page", measure=text_measure()
    )
    assert {
        len(e.text.partition(".")[2])
        for e in layout.elements
        if e.gid.startswith("rank-")
    } == {1}


def test_a_step_of_numbers_is_seen_to_be_irregular():
    layout = layout_mcb(compared(9), measure=text_measure())
    numbers = [e for e in layout.elements if e.gid == "tick-number"]
    changed = tuple(e for e in layout.elements if e is not numbers[1])
    assert tick_defects(layout) == []
    assert (
        tick_defects(type("Changed", (), {"elements": changed, "width": layout.width}))
        != []
    )


def test_a_key_between_the_lines_of_a_note_is_seen():
    comparison = compared(5, "algorithm {} (tuned by 10-fold cross-validation)")
    layout = layout_mcb(
        comparison, measure=text_measure(), reference=comparison.algorithms[2]
    )
    notes = [e for e in layout.elements if e.gid == "note"]
    assert len(notes) == 2
    assert below_defects(layout, ("better", ""), ("average rank",)) == []
    elements = tuple(
        replace(e, y=notes[0].y) if e.gid == "key-text" else e for e in layout.elements
    )
    changed = replace(layout, elements=elements)
    found = below_defects(changed, ("better", ""), ("average rank",))
    assert "key-text 'does not' stands between the lines of the note" in found
