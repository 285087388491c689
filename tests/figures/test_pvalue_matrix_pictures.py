"""The matrix of p-values, drawn: pictures, colours on every page, options of
drawing.
"""

from dataclasses import replace
from itertools import combinations, pairwise

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import colors as mcolors
from matplotlib import style
from matplotlib.figure import Figure

import cddiagram as cd
from cddiagram.figures.pvalue_matrix import plot_pvalue_matrix
from cddiagram.sheet import contrast, palette
from cddiagram.text import LayoutError, UsageError

PINNED = "3.11.2"
NAMES = (
    "Proposed",
    "ROCKET",
    "InceptionTime",
    "TS-CHIEF",
    "BOSS",
    "ResNet",
    "1-NN DTW",
)


def comparison(names=NAMES, *, alpha=0.05, untested=(), against=()):
    """Make a comparison whose p-values run through all classes."""
    k = len(names)
    p, z = np.ones((k, k)), np.zeros((k, k))
    for number, (i, j) in enumerate(combinations(range(k), 2)):
        value = (0.0004, 0.32, 0.008, 1.0, 0.031, 0.00001, 0.06)[number % 7]
        p[i, j] = p[j, i] = value
        z[i, j] = -1.0 if (i, j) in against else 1.0
    made = cd.compare_pvalues(
        range(1, k + 1), p, algorithms=names, alpha=alpha, test="Wilcoxon–Holm"
    )
    for i, j in untested:
        p[i, j] = p[j, i] = np.nan
    pairwise_result = replace(
        made.pairwise, pvalue_adjusted=p, statistic=z - z.T, p_adjust="holm"
    )
    return replace(
        made, test_results=replace(made.test_results, pairwise=pairwise_result)
    )


MANY = tuple(f"method-{i:02d}" for i in range(30))
CASES = {
    "values": (lambda: comparison(), {"highlight": "Proposed"}),
    "marks": (
        lambda: comparison(untested=[(0, 3), (2, 5)], against=[(1, 2), (4, 6)]),
        {},
    ),
    "full": (
        lambda: comparison(NAMES[:4], against=[(0, 1)]),
        {"full": True, "title": "A title"},
    ),
    "small_alpha": (lambda: comparison(alpha=0.01), {"width": 2.4}),
    "many": (lambda: comparison(MANY, untested=[(3, 9)], against=[(1, 20)]), {}),
}


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("name", CASES)
def test_pvalue_matrix(name, text_as_boxes):
    make, options = CASES[name]
    return plot_pvalue_matrix(make(), **options).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_pvalue_matrix_dark(text_as_boxes):
    with style.context("dark_background"):
        return plot_pvalue_matrix(
            comparison(untested=[(0, 3)], against=[(1, 2)])
        ).figure


@pytest.mark.skipif(
    mpl.__version__ != PINNED,
    reason=f"drawn by matplotlib {PINNED}; others set text a little apart",
)
@pytest.mark.mpl_image_compare(
    savefig_kwargs={"dpi": 100}, style={"text.hinting": "no_hinting"}
)
def test_pvalue_matrix_words():
    return plot_pvalue_matrix(comparison(untested=[(0, 3)], against=[(1, 2)])).figure


def gray(color):
    """Luma of an sRGB colour, as a photocopier or Rec. 601 turns it to gray."""
    red, green, blue = mcolors.to_rgb(color)
    return 0.299 * red + 0.587 * green + 0.114 * blue


@pytest.mark.parametrize(
    "name", ["default", "dark_background", "bmh", "fivethirtyeight", "Solarize_Light2"]
)
def test_classes_are_told_apart_in_gray(name):
    with style.context(name):
        inks = palette()
    grays = [
        gray(inks[role]) for role in ("background", "level-1", "level-2", "level-3")
    ]
    steps = [b - a for a, b in pairwise(grays)]
    assert all(abs(step) >= 0.15 for step in steps)
    assert (
        len({step > 0 for step in steps}) == 1
    )  # ever darker, or on a dark page ever lighter
    for level in ("level-1", "level-2", "level-3"):
        assert contrast(inks[f"on-{level}"], inks[level]) >= 4.5


def test_grays_on_white_are_those_of_the_specification():
    inks = palette("white")
    roles = ("background", "level-1", "level-2", "level-3")
    assert [round(gray(inks[role]), 2) for role in roles] == [1.0, 0.83, 0.6, 0.31]


@pytest.mark.parametrize("font", ["DejaVu Sans", "STIXGeneral", "cmr10"])
def test_fonts_draw_without_a_warning(font, tmp_path):
    plot_pvalue_matrix(comparison(untested=[(0, 3)], against=[(1, 2)]), font=font).save(
        tmp_path / "matrix.pdf"
    )
    assert (tmp_path / "matrix.pdf").read_bytes().startswith(b"%PDF")


def test_ids_name_the_cells():
    drawing = plot_pvalue_matrix(comparison(against=[(1, 2)]), ids=True)
    gids = [artist.get_gid() for artist in drawing.ax.get_children()]
    assert {"cell-1-0", "cell-6-5", "value-6-5", "against-2-1", "label-0"} <= set(gids)


def test_given_axes_set_the_width():
    figure = Figure(figsize=(5.0, 4.0))
    ax = figure.add_axes((0.1, 0.1, 0.8, 0.8))
    drawing = plot_pvalue_matrix(comparison(), ax=ax)
    assert drawing.layout.width == pytest.approx(4.0 * 72)
    with pytest.raises(UsageError, match="width and ax cannot be combined"):
        plot_pvalue_matrix(comparison(), ax=ax, width="page")
    with pytest.raises(LayoutError, match="Make the axes taller or wider"):
        plot_pvalue_matrix(comparison(), ax=figure.add_axes((0.1, 0.1, 0.8, 0.05)))
