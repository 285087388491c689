"""A sheet as the text of a TikZ picture: element by element, and the whole of a small
one.
"""

import re
from dataclasses import replace

import pytest
from sheets import DARK, NAMES, sheet

from cddiagram.sheet.elements import Area, Line, Marker, Rectangle, Sheet, Text
from cddiagram.sheet.tikz_writer import tikz_picture
from cddiagram.text import UsageError

SMALL = Sheet(
    width=72.0,
    height=36.5,
    elements=(
        Rectangle(gid="band", x=2, y=3, width=60, height=9.25, fill="zebra"),
        Rectangle(gid="cell", x=2, y=3, width=10, height=10, fill="#c9d7e8", edge="guide", edge_width=0.5),
        Line(gid="axis", points=((3.5, 20), (68.5, 20)), width=0.8, cap="projecting"),
        Line(gid="leader-0", points=((10, 20), (10, 20), (12, 26), (12, 30)), width=0.6, color="leader"),
        Line(gid="group-0", points=((12, 26), (40, 26)), width=0.8, dash=(1.6, 1.0), cap="round"),
        Area(gid="area", corners=((12, 26), (40, 26), (30, 30)), fill="zebra"),
        Marker(gid="marker-0", x=10, y=20, radius=1.9, fill="accent"),
        Marker(gid="marker-1", x=30, y=20, radius=2.6, shape="diamond", fill="background", edge="foreground",
               edge_width=0.9),
        Text(gid="label-0", x=14, y=30, text="R&D_1", size=8, width=22.125, bold=True, color="accent"),
        Text(gid="rank-0", x=60, y=30, text="1.50", size=6.5, width=14.5, anchor="right", color="secondary"),
        Text(gid="cue", x=36, y=6, text="better", size=7, width=21, anchor="center", italic=True),
        Text(gid="label-1", x=36, y=6, text="", size=7, width=0.0),
    ),
)  # fmt: skip

BODY = r"""
\definecolor{cdd-zebra}{HTML}{F1F1F1}
\definecolor{cdd-c9d7e8}{HTML}{C9D7E8}
\definecolor{cdd-guide}{HTML}{CCCCCC}
\definecolor{cdd-foreground}{HTML}{000000}
\definecolor{cdd-leader}{HTML}{858585}
\definecolor{cdd-accent}{HTML}{0072B2}
\definecolor{cdd-background}{HTML}{FFFFFF}
\definecolor{cdd-secondary}{HTML}{616161}
\useasboundingbox (0,0) rectangle (72bp,-36.5bp);
\path[fill=cdd-zebra] (2,3) rectangle (62,12.25); % band
\path[fill=cdd-c9d7e8, draw=cdd-guide, line width=0.5bp, line join=miter] (2,3) rectangle (12,13); % cell
\draw[draw=cdd-foreground, line width=0.8bp, line cap=rect] (3.5,20) -- (68.5,20); % axis
\draw[draw=cdd-leader, line width=0.6bp] (10,20) -- (12,26) -- (12,30); % leader-0
\draw[draw=cdd-foreground, line width=0.8bp, dash pattern=on 1.6bp off 1bp, line cap=round] (12,26) -- (40,26); % group-0
\path[fill=cdd-zebra] (12,26) -- (40,26) -- (30,30) -- cycle; % area
\path[fill=cdd-accent] (10,20) circle[radius=1.9bp]; % marker-0
\path[fill=cdd-background, draw=cdd-foreground, line width=0.9bp, line join=miter] (30,17.4) -- (32.6,20) -- (30,22.6) -- (27.4,20) -- cycle; % marker-1
\expandafter\gdef\csname cdd 8/1\endcsname{1000}
\expandafter\gdef\csname cdd 7/0.9286\endcsname{1000}
\expandafter\gdef\csname cdd 7/1\endcsname{1000}
\def\cddtexts{
\node[anchor=base west, text=cdd-accent, cdd font=8, cdd width=22.125bp] at (14,30) {\bfseries R\&D\_1}; % label-0
\node[anchor=base east, text=cdd-secondary, cdd font=7, cdd scale=0.9286, cdd width=14.5bp] at (60,30) {1.50}; % rank-0
\node[anchor=base, text=cdd-foreground, cdd font=7, cdd width=21bp] at (36,6) {\itshape better}; % cue
}
\let\cddfit=\cddmeasure \cddtexts
\let\cddfit=\cddprint \cddtexts
\end{tikzpicture}%
"""  # noqa: E501 - as it is written


def body_of(picture):
    return picture[picture.index(r"\useasboundingbox") :]


def test_a_small_sheet_word_for_word():
    picture = tikz_picture(SMALL)
    assert picture.endswith(BODY)
    assert picture.startswith("% TikZ picture by cddiagram")
    assert picture.count("\n\\begin{tikzpicture}[x=1bp, y=-1bp,\n") == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_element_is_written_once_shapes_then_texts_in_order(name):
    subject = sheet(name)
    commands = re.findall(
        r"^\\(draw|path|node)\[.*; % (\S+)$",
        body_of(tikz_picture(subject)),
        re.MULTILINE,
    )
    kinds = {Line: "draw", Text: "node"}
    shapes = [element for element in subject.elements if not isinstance(element, Text)]
    texts = [
        element
        for element in subject.elements
        if isinstance(element, Text) and element.text.strip()
    ]
    assert commands == [
        (kinds.get(type(element), "path"), element.gid) for element in (*shapes, *texts)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_is_ascii_without_parameters(name):
    picture = tikz_picture(sheet(name))
    assert picture.isascii()
    # a parameter sign would have to be doubled in the argument of another macro, for
    # instance in a Beamer frame
    assert "#" not in picture.replace(r"\#", "")


def test_same_sheet_same_text():
    assert tikz_picture(sheet("odd")) == tikz_picture(replace(sheet("odd")))


def test_a_dark_page_is_filled_and_a_white_one_is_paper():
    picture = tikz_picture(SMALL, colors=DARK)
    page = r"\fill[fill=cdd-background] (0,0) rectangle (72bp,-36.5bp); % page"
    assert body_of(picture).splitlines()[1] == page
    assert r"\definecolor{cdd-background}{HTML}{000000}" in picture
    assert page not in tikz_picture(SMALL, colors=DARK, transparent=True)
    assert "% page" not in tikz_picture(SMALL)


def test_named_colours_are_looked_up():
    sheet_of_one = Sheet(
        width=9,
        height=9,
        elements=(Marker(gid="m", x=1, y=1, radius=1, fill="tab:red"),),
    )
    assert r"\definecolor{cdd-d62728}{HTML}{D62728}" in tikz_picture(sheet_of_one)
    unknown = Marker(gid="m", x=1, y=1, radius=1, fill="pinkish")
    with pytest.raises(
        UsageError,
        match=r"unknown color 'pinkish'\. Use a matplotlib colour name or '#rrggbb'",
    ):
        tikz_picture(Sheet(width=9, height=9, elements=(unknown,)))


def test_the_file_names_characters_that_need_a_font():
    texts = (Text(gid="label-0", x=1, y=5, text="日本 x", size=8, width=20),)
    picture = tikz_picture(Sheet(width=50, height=10, elements=texts))
    assert (
        "% A font (in pdfLaTeX, also a font encoding) with 日 (U+65E5), 本 (U+672C) is "
        "required." in picture
    )
    assert "% A font" not in tikz_picture(SMALL)


def test_a_document_is_the_same_picture_on_a_page_of_its_size():
    document = tikz_picture(SMALL, standalone=True)
    assert tikz_picture(SMALL).rstrip() in document
    assert r"\setlength{\paperwidth}{72bp}" in document
    assert r"\setlength{\paperheight}{36.5bp}" in document
    assert re.findall(r"^\\usepackage.*", document, re.MULTILINE) == [
        r"\usepackage{tikz}"
    ]


def test_corners_of_markers():
    """A diamond has four corners, an upright triangle three, its tip above the
    centre.
    """
    markers = [
        Marker(gid=shape, x=10.0, y=10.0, radius=2.0, shape=shape)
        for shape in ("diamond", "triangle")
    ]
    picture = tikz_picture(Sheet(width=20.0, height=20.0, elements=tuple(markers)))
    lines = {
        line.rpartition("% ")[2]: line
        for line in picture.splitlines()
        if "-- cycle" in line
    }
    assert [lines[shape].count(" -- ") for shape in ("diamond", "triangle")] == [4, 3]
    first = lines["triangle"].partition("(")[2].partition(")")[0]
    assert [float(part.removesuffix("bp")) for part in first.split(",")] == [
        10.0,
        8.0,
    ], "y grows downwards"
