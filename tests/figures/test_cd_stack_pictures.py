"""The stack of CD diagrams, drawn: pictures and options of drawing."""

import pytest
from matplotlib import style

import cddiagram as cd


def comparisons(**options):
    scores = cd.load_example("garcia2008-table2").to_frame()
    parts = {"all five": scores, "without Kernel": scores.drop(columns="Kernel")}
    return {
        title: cd.compare(cd.read_scores(part), **options)
        for title, part in parts.items()
    }


CASES = {
    "column": ({}, {"highlight": "CN2"}),
    "page": (
        {"pair_test": "wilcoxon"},
        {"width": "page", "title": "A title", "best_at": "left"},
    ),
    "control_list": ({"control": "C4.5"}, {"arrangement": "list"}),
}


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("name", CASES)
def test_cd_stack(name, text_as_boxes):
    compared, options = CASES[name]
    return cd.plot_cd_stack(comparisons(**compared), **options).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_cd_stack_dark(text_as_boxes):
    with style.context("dark_background"):
        return cd.plot_cd_stack(comparisons(control="C4.5"), highlight="CN2").figure


def test_ids_name_diagram_and_rank():
    drawing = cd.plot_cd_stack(comparisons(), ids=True)
    gids = [artist.get_gid() for artist in drawing.ax.get_children()]
    assert {
        "diagram-0-marker-4",
        "diagram-1-marker-3",
        "diagram-1-label-0",
        "diagram-0-group-0",
    } <= set(gids)
    assert len([gid for gid in gids if gid]) == len({gid for gid in gids if gid})
