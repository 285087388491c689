"""MCB, drawn: pictures, and options of drawing."""

import matplotlib as mpl
import pytest
from matplotlib import style

from cddiagram.figures.mcb import plot_mcb

PINNED = "3.11.2"

#: Name of the picture -> (comparison of pictured.py, options).
CASES = {
    "nine": ("nine", {}),
    "reference": (
        "nine",
        {
            "reference": "kNN",
            "highlight": "Tree",
            "title": "A title",
            "show_ranks": False,
        },
    ),
    "many": ("many-control", {}),
    "places": ("nine", {"show_rank_intervals": True}),
}


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("name", CASES)
def test_mcb(name, comparison_of, text_as_boxes):
    case, options = CASES[name]
    return plot_mcb(comparison_of(case), **options).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_mcb_dark(comparison_of, text_as_boxes):
    with style.context("dark_background"):
        return plot_mcb(comparison_of("nine"), highlight="SVM").figure


@pytest.mark.skipif(
    mpl.__version__ != PINNED,
    reason=f"drawn by matplotlib {PINNED}; others set text a little apart",
)
@pytest.mark.mpl_image_compare(
    savefig_kwargs={"dpi": 100}, style={"text.hinting": "no_hinting"}
)
def test_mcb_words(comparison_of):
    return plot_mcb(comparison_of("nine"), highlight="SVM").figure


def test_elements_have_ids(comparison_of):
    drawing = plot_mcb(comparison_of("nine"), ids=True)
    names = {artist.get_gid() for artist in drawing.ax.get_children()}
    assert {
        "interval",
        "interval-0",
        "interval-8",
        "marker-0",
        "label-0",
        "rank-0",
        "axis",
        "note",
    } <= names
