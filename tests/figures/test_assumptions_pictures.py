"""Normal Q-Q plots, drawn: pictures and options of drawing."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import style
from matplotlib.figure import Figure

from cddiagram.figures.assumptions import plot_assumptions
from cddiagram.stats import Assumptions, Histogram, LeveneResult, NormalityTest

PINNED = "3.11.2"
NAMES = (
    "C4.5",
    "NaiveBayes",
    "a name that is longer than its panel is wide",
    "constant",
)
BELL = (1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7)
SKEWED = (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 6, 9, 16)


def assumptions(count=4):
    """Make a result of stated numbers: no change in the statistics can change a
    picture.
    """
    columns = (BELL, SKEWED, tuple(range(16)), (3,) * 16)[:count]
    histograms = (
        Histogram(edges=np.linspace(0.5, 7.5, 8), counts=[1, 2, 3, 4, 3, 2, 1]),
        Histogram(edges=np.linspace(1, 16, 6), counts=[12, 2, 1, 0, 1]),
        Histogram(edges=np.linspace(0, 15, 5), counts=[4, 4, 4, 4]),
        Histogram(edges=[2.5, 3.5], counts=[16]),
    )[:count]
    p = np.array(
        [
            [0.71, 0.08, 0.97, np.nan],
            [0.4, 0.0002, 0.5, np.nan],
            [0.9, 0.003, 0.44, np.nan],
            [np.nan] * 4,
        ]
    )
    tests = ("kolmogorov-smirnov", "lilliefors", "shapiro-wilk", "dagostino-pearson")
    return Assumptions(
        algorithms=NAMES[:count],
        order=tuple(range(count)),
        scores=np.array(columns, dtype=float).T,
        quantiles=np.linspace(-1.8, 1.8, 16),
        histograms=histograms,
        means=np.array([4.0, 3.4, 7.5, 3.0])[:count],
        deviations=np.array([1.6, 3.9, 4.8, 0.0])[:count],
        normality=tuple(
            NormalityTest(name=name, statistic=np.zeros(count), pvalue=row[:count])
            for name, row in zip(tests, p, strict=True)
        ),
        levene=LeveneResult(
            statistic=2.753, df=(3.0, 60.0), pvalue=0.0312, center="mean"
        ),
    )


CASES = {
    "column": {"highlight": "C4.5"},
    "page": {"width": "page", "title": "A title", "colors": {"NaiveBayes": "#d55e00"}},
}


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("name", CASES)
def test_assumptions(name, text_as_boxes):
    return plot_assumptions(assumptions(), **CASES[name]).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_assumptions_dark(text_as_boxes):
    with style.context("dark_background"):
        return plot_assumptions(assumptions(2)).figure


@pytest.mark.skipif(
    mpl.__version__ != PINNED,
    reason=f"drawn by matplotlib {PINNED}; others set text a little apart",
)
@pytest.mark.mpl_image_compare(
    savefig_kwargs={"dpi": 100}, style={"text.hinting": "no_hinting"}
)
def test_assumptions_words():
    return plot_assumptions(assumptions()).figure


@pytest.mark.slow
@pytest.mark.parametrize("font", ["DejaVu Sans", "STIXGeneral", "cmr10"])
def test_fonts_draw_without_a_warning(font, tmp_path):
    plot_assumptions(assumptions(), font=font).save(tmp_path / "assumptions.pdf")
    assert (tmp_path / "assumptions.pdf").read_bytes().startswith(b"%PDF")


def test_ids_name_the_panels():
    drawing = plot_assumptions(assumptions(), ids=True)
    gids = {artist.get_gid() for artist in drawing.ax.get_children()}
    assert {"point-3", "normal-2", "band-1", "pvalue-3", "label-0"} <= gids
    assert "normal-3" not in gids


def test_given_axes_set_the_width():
    figure = Figure(figsize=(6.0, 5.0))
    drawing = plot_assumptions(assumptions(), ax=figure.add_axes((0.1, 0.1, 0.8, 0.8)))
    assert drawing.layout.width == pytest.approx(0.8 * 6.0 * 72)
