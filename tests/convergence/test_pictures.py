"""Pictures of the four figures of convergence, compared with those in baseline_images/
pixel by pixel.

The histories are stated here, powers of two and a half, so that no change of the
example or of a test moves a picture.
"""

import matplotlib as mpl
import pytest
from matplotlib import style
from matplotlib.figure import Figure

import cddiagram as cd

PINNED = "3.11.2"
PROBLEMS = (
    "sphere",
    "Ackley",
    "Rastrigin (rotated)",
    "step",
    "Levy",
    "Schwefel 2.21",
    "Griewank",
    "Salomon",
)
#: Algorithm -> decline from one cut-point to the next, and from which cut-point on the
#: easy problems are solved.
RATES = {
    "proposed": (0.25, 4), "CMA-ES": (0.5, 6), "differential evolution": (0.625, 9), "PSO": (0.75, 9),
    "random search": (0.9375, 9), "(1+1)-ES": (0.875, 9), "simulated annealing": (0.8125, 9),
}  # fmt: skip


def stated(names=tuple(RATES), *, higher=False):
    """Make histories of eight problems at eight cut-points."""
    values = []
    for a, name in enumerate(names):
        rate, solved = RATES[name]
        rows = []
        for p in range(len(PROBLEMS)):
            start = (2.5**p) * (1 + (3 * a + p) % 5)
            rows.append(
                [
                    0.0
                    if p % 3 == 0 and j >= solved
                    else start * rate ** (j + (a * p) % 3)
                    for j in range(8)
                ]
            )
        values.append(rows)
    if higher:
        values = [[[-value for value in row] for row in rows] for rows in values]
    return cd.Histories(
        values=values,
        algorithms=names,
        problems=PROBLEMS,
        cut_points=[25000 * (j + 1) for j in range(8)],
        higher_is_better=higher,
    )


def compared(ranks="alternative", **options):
    return cd.compare_convergence(stated(), ranks=ranks, **options)


PAIR = ("CMA-ES", "differential evolution")
CASES = {
    "matrix": lambda: cd.plot_convergence_matrix(compared(), highlight="proposed"),
    "matrix_adjusted": lambda: cd.plot_convergence_matrix(
        compared("original", test="page", p_adjust="holm"),
        width="page",
        title="A title",
    ),
    "trend": lambda: cd.plot_convergence_trend(compared(), *PAIR),
    "trend_page": lambda: cd.plot_convergence_trend(
        compared(), *PAIR, width="page", note=None, title="A title"
    ),
    "curves": lambda: cd.plot_convergence_curves(stated(), highlight="proposed"),
    "curves_zero": lambda: cd.plot_convergence_curves(
        stated(), problem="step", colors={"PSO": "#6a3d9a"}
    ),
    "curves_linear": lambda: cd.plot_convergence_curves(
        stated(higher=True), problem="Levy", note=None
    ),
    "problems": lambda: cd.plot_convergence_problems(
        compared(), "proposed", "differential evolution"
    ),
    "problems_page": lambda: cd.plot_convergence_problems(
        compared(), *PAIR, width="page"
    ),
}


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 101})
@pytest.mark.parametrize("name", CASES)
def test_convergence(name, text_as_boxes):
    return CASES[name]().figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 101})
@pytest.mark.parametrize("name", ["matrix", "trend", "curves", "problems"])
def test_convergence_dark(name, text_as_boxes):
    with style.context("dark_background"):
        return CASES[name]().figure


@pytest.mark.skipif(
    mpl.__version__ != PINNED,
    reason=f"drawn by matplotlib {PINNED}; others set text a little apart",
)
@pytest.mark.mpl_image_compare(
    savefig_kwargs={"dpi": 101}, style={"text.hinting": "no_hinting"}
)
@pytest.mark.parametrize("name", ["matrix", "trend", "curves_zero", "problems"])
def test_convergence_words(name):
    return CASES[name]().figure


@pytest.mark.parametrize("name", ["matrix", "trend", "curves_zero", "problems"])
def test_every_writer_takes_every_figure(name, tmp_path):
    drawing = CASES[name]()
    for suffix in ("pdf", "svg", "tex"):
        drawing.save(tmp_path / f"figure.{suffix}")
        first = (tmp_path / f"figure.{suffix}").read_bytes()
        CASES[name]().save(tmp_path / f"figure.{suffix}")
        assert (tmp_path / f"figure.{suffix}").read_bytes() == first


def test_element_names():
    drawing = cd.plot_convergence_trend(compared(), *PAIR, ids=True)
    gids = {artist.get_gid() for artist in drawing.ax.get_children()}
    assert {"mean", "mean-dot-0", "band", "level", "axis", "value-axis"} <= gids


def test_given_axes_are_the_only_thing_touched():
    figure = Figure(figsize=(6.75, 4))
    other = figure.add_subplot(1, 2, 1)
    ax = figure.add_subplot(1, 2, 2)
    before = (other.get_xlim(), figure.get_size_inches().tolist())
    drawing = cd.plot_convergence_curves(stated(), ax=ax)
    assert drawing.figure is figure
    assert (other.get_xlim(), figure.get_size_inches().tolist()) == before
