"""Widths by name: those of the class files, to a tenth of a point, and pages that are
exactly as wide.
"""

import pytest
from cases import case, text_measure

import cddiagram as cd
from cddiagram.figures import layout_cd
from cddiagram.sheet.look import NAMED_WIDTHS, Look, page_width
from cddiagram.text import UsageError

TEX = 72 / 72.27
#: Points (1/72 in), computed by hand from the lengths that the class files set.
WIDTHS = {
    "column": 237.6,
    "page": 486.0,
    "ieee-column": 252 * TEX,  # IEEEtran.cls: (43pc - 1pc) / 2
    "ieee-page": 516 * TEX,  # IEEEtran.cls: \textwidth 43pc
    # acmart.cls, sigconf: (8.5in - 2 x 54pt - 2pc) / 2 = 241.15 TeX points
    "acm-column": 240.25,
    "acm-page": 504.40,  # acmart.cls, sigconf: 8.5in - 2 x 54pt = 506.30 TeX points
    "elsevier-column": 252 * TEX,  # elsarticle.cls, 5p: (522pt - 18pt) / 2
    "elsevier-page": 522 * TEX,
    "springer-column": 84 / 25.4 * 72,  # svglov3.clo: (17.4cm - 6mm) / 2
    "springer-page": 174 / 25.4 * 72,
    "lncs-column": 122 / 25.4 * 72,  # llncs.cls: \textwidth 12.2cm
    "lncs-page": 122 / 25.4 * 72,
    "neurips-column": 396.0,  # neurips_2023.sty: textwidth=5.5in
    "neurips-page": 396.0,
    "jmlr-column": 432.0,  # jmlr2e.sty: \textwidth 6.0 true in
    "jmlr-page": 432.0,
    "icml-column": 234.0,  # icml2024.sty: (6.75in - 0.25in) / 2
    "icml-page": 486.0,
    "nature-column": 89 / 25.4 * 72,  # research figure guide, figure sizing
    "nature-page": 183 / 25.4 * 72,
}


def test_these_names_and_no_others():
    assert list(NAMED_WIDTHS) == list(WIDTHS)


@pytest.mark.parametrize(("name", "points"), WIDTHS.items())
def test_width_in_points(name, points):
    assert page_width(name) == pytest.approx(points, abs=0.01)


@pytest.mark.parametrize("name", WIDTHS)
def test_a_figure_is_as_wide_as_its_name_says(name):
    layout = layout_cd(
        case("c2", "nemenyi").comparison, measure=text_measure(), width=name
    )
    assert layout.width == page_width(name)


def test_a_name_that_is_not_known():
    with pytest.raises(
        UsageError,
        match=r"^unknown width 'ieee': did you mean 'ieee-page'\? Choose from 'column', ",
    ):
        page_width("ieee")


@pytest.mark.parametrize(
    ("length", "points"),
    [
        *(
            ("88mm", 249.449),
            ("8.8cm", 249.449),
            ("8.8 cm", 249.449),
            ("3.3in", 237.6),
            (".5in", 36.0),
            ("3.in", 216.0),
        ),
        *(
            ("252pt", 251.0585),
            ("21pc", 251.0585),
            ("252bp", 252.0),
        ),  # points of TeX, and of PostScript
    ],
)
def test_lengths(length, points):
    assert page_width(length) == pytest.approx(points, abs=5e-4)
    assert Look(width=length).page_width == page_width(length)


@pytest.mark.parametrize(
    "width", ["88", "88m", "mm", "-3in", "1e1in", "3 .3in", "88mm ", ""]
)
def test_no_lengths(width):
    with pytest.raises(
        UsageError, match=r"^unknown width '.*, or give a length such as '88mm'\.$"
    ):
        page_width(width)


@pytest.mark.parametrize(
    "width", [0, -1, 200.1, float("nan"), True, None, "0mm", "201in"]
)
def test_no_widths(width):
    with pytest.raises(
        UsageError,
        match=r"^width must be a name, a length such as '88mm', or a number of inches "
        r"up to",
    ):
        page_width(width)


def test_a_length_is_the_width_of_paper_of_latex():
    table = cd.compare(cd.load_example("demsar2006-table6"))
    assert table.to_latex(width="252pt") == table.to_latex(width=252 / 72.27)
