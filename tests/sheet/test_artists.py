"""The artists of a drawing by role, for those who change a figure with matplotlib."""

import io

import numpy as np
import pytest
from matplotlib import colors
from matplotlib.figure import Figure
from matplotlib.image import imread
from matplotlib.text import Text

import cddiagram as cd
from cddiagram.sheet.elements import Text as TextElement
from cddiagram.sheet.elements import family_of

ORANGE = "#ff8800"
TABLE = cd.load_example("demsar2006-table6")
COMPARISON = cd.compare(TABLE)
FIGURES = {
    "cd": cd.plot_cd,
    "rank bars": cd.plot_rank_bars,
    "mcb": cd.plot_mcb,
    "p-value matrix": cd.plot_pvalue_matrix,
}


@pytest.mark.parametrize("ids", [False, True])
@pytest.mark.parametrize("name", FIGURES)
def test_every_element_has_its_artist_under_its_role(name, ids):
    drawing = FIGURES[name](COMPARISON, ids=ids)
    elements = drawing.layout.elements
    assert set(drawing.artists) == {family_of(element.gid) for element in elements}
    listed = [artist for artists in drawing.artists.values() for artist in artists]
    assert len(listed) == len({id(artist) for artist in listed})
    assert all(artist.axes is drawing.ax for artist in listed)
    if ids:
        assert len(listed) == len(elements)


def test_names_are_listed_in_the_order_of_drawing():
    drawing = cd.plot_cd(COMPARISON)
    texts = {}
    for element in drawing.layout.elements:
        if isinstance(element, TextElement):
            texts.setdefault(family_of(element.gid), []).append(element.text)
    shown = {}
    for role, artists in drawing.artists.items():
        for artist in artists:
            if isinstance(artist, Text):
                shown.setdefault(role, []).append(artist.get_text())
    assert shown == texts


def colors_of(drawing):
    """Return the colours in the PNG of a drawing, as hexadecimal numbers."""
    image = imread(io.BytesIO(drawing.to_bytes("png")))
    pixels = np.unique(image[..., :3].reshape(-1, 3), axis=0)
    return {colors.to_hex(pixel) for pixel in pixels}


def test_a_bar_in_another_colour_is_saved_so():
    drawing = cd.plot_rank_bars(COMPARISON, ids=True)
    assert ORANGE not in colors_of(cd.plot_rank_bars(COMPARISON, ids=True))
    best = drawing.artists["bar"][0]
    best.set_facecolor(ORANGE)
    assert ORANGE in colors_of(drawing)
    assert ORANGE.encode() in drawing.to_bytes("svg")
    others = drawing.artists["bar"][1:]
    assert others
    assert all(colors.to_hex(bar.get_facecolor()[0]) != ORANGE for bar in others)


def test_a_figure_in_given_axes_has_its_artists_alone():
    figure = Figure(figsize=(8, 6))
    ax, other = figure.subplots(2)
    (line,) = ax.plot([0, 1], [0, 1], gid="mine")
    cd.plot_mcb(COMPARISON, ax=other)
    drawing = cd.plot_cd(COMPARISON, ax=ax)
    assert set(drawing.artists) == set(cd.plot_cd(COMPARISON).artists)
    listed = [artist for artists in drawing.artists.values() for artist in artists]
    assert line not in listed
    assert all(artist.axes is ax for artist in listed)
    for marker in drawing.artists["marker"]:
        marker.set_facecolor(ORANGE)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg")
    assert ORANGE.encode() in buffer.getvalue()


def test_an_artist_that_is_removed_is_not_listed():
    drawing = cd.plot_cd(COMPARISON)
    count = len(drawing.artists["label"])
    drawing.artists["label"][0].remove()
    assert len(drawing.artists["label"]) == count - 1
