"""The sequence of comparisons, drawn: pictures and options of drawing."""

import matplotlib as mpl
import pytest
from matplotlib import style
from matplotlib.figure import Figure

import cddiagram as cd
from cddiagram.figures.cd_sequence import plot_cd_sequence

PINNED = "3.11.2"
NAMES = ("Proposed", "ROCKET", "InceptionTime", "TS-CHIEF", "BOSS", "ResNet")
RANKS = {
    "accuracy": (1.9, 2.4, 2.5, 4.1, 4.8, 5.3),
    "log loss": (2.6, 1.7, 3.2, 3.2, 4.6, 5.7),
    "training time": (3.9, 3.1, 4.6, 5.2, 2.6, 1.6),
}


def comparisons(names=NAMES, cd_of=1.6):
    """Make comparisons of stated ranks; pairs are alike within the stated difference,
    in the second column by group.
    """
    made = {}
    for title, ranks in RANKS.items():
        alike = {
            (i, j)
            for i in range(6)
            for j in range(6)
            if abs(ranks[i] - ranks[j]) <= cd_of
        }
        if title == "log loss":
            alike = {
                (i, j)
                for group in ((0, 1), (1, 2, 3), (0, 4), (4, 5))
                for i in group
                for j in group
            }
        p = [
            [1.0 if (i, j) in alike or i == j else 0.001 for j in range(6)]
            for i in range(6)
        ]
        made[title] = cd.compare_pvalues(
            ranks, p, algorithms=names, test="Wilcoxon–Holm"
        )
    return made


LONG = tuple(f"{name} with all of its parts, tuned" for name in NAMES)
CASES = {
    "column": (NAMES, {"highlight": "Proposed"}),
    "page": (
        NAMES,
        {"width": "page", "colors": {"BOSS": "#d55e00"}, "title": "A title"},
    ),
    "long_names": (LONG, {}),
}


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("name", CASES)
def test_cd_sequence(name, text_as_boxes):
    names, options = CASES[name]
    return plot_cd_sequence(comparisons(names), **options).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_cd_sequence_dark(text_as_boxes):
    with style.context("dark_background"):
        return plot_cd_sequence(comparisons(), highlight="ROCKET").figure


@pytest.mark.skipif(
    mpl.__version__ != PINNED,
    reason=f"drawn by matplotlib {PINNED}; others set text a little apart",
)
@pytest.mark.mpl_image_compare(
    savefig_kwargs={"dpi": 100}, style={"text.hinting": "no_hinting"}
)
def test_cd_sequence_words():
    return plot_cd_sequence(comparisons()).figure


@pytest.mark.slow
@pytest.mark.parametrize("font", ["DejaVu Sans", "STIXGeneral", "cmr10"])
def test_fonts_draw_without_a_warning(font, tmp_path):
    plot_cd_sequence(comparisons(), font=font).save(tmp_path / "sequence.pdf")
    assert (tmp_path / "sequence.pdf").read_bytes().startswith(b"%PDF")


def test_ids_name_column_and_rank():
    drawing = plot_cd_sequence(comparisons(), ids=True)
    gids = [artist.get_gid() for artist in drawing.ax.get_children()]
    assert {
        "marker-0-0",
        "marker-2-5",
        "leader-0",
        "label-5",
        "column-1",
        "group-0-0",
    } <= set(gids)
    assert len([gid for gid in gids if gid]) == len({gid for gid in gids if gid})


def test_given_axes_set_the_width():
    figure = Figure(figsize=(6.0, 4.0))
    drawing = plot_cd_sequence(comparisons(), ax=figure.add_axes((0.1, 0.1, 0.8, 0.8)))
    assert drawing.layout.width == pytest.approx(0.8 * 6.0 * 72)
    assert drawing.figure is figure
