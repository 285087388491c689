"""A figure of rows in less than 20 statements: a layout function and a public one, and
it is everywhere.
"""

import ast
import inspect
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.features import FIGURES
from cddiagram.figures import find_figure

# -- the figure ------------------------------------------------------------------------

from typing import Unpack  # isort: skip

from cddiagram.figures import content_from  # isort: skip
from cddiagram.figures import figure  # isort: skip
from cddiagram.figures import RowsLayout, rank_rows  # isort: skip
from cddiagram.sheet import Marker  # isort: skip
from cddiagram.figures import RowOptions  # isort: skip


READING = "Each dot is the average rank of an algorithm; those to the left rank better."


@dataclass(frozen=True, kw_only=True)
class DotsLayout(RowsLayout):
    """Dots laid out: `RowsLayout` and the place of each dot."""

    dots: tuple[float, ...]


@figure(
    "example-dots",
    RowOptions,
    title="Dots",
    rows=True,
    reading=lambda *_, **__: READING,
    report=lambda _: True,
)
def layout_example_dots(comparison, *, look, meter, radius: float = 2.0):
    """Lay out a dot for each average rank: see `plot_example_dots`."""
    content = content_from(comparison, look)
    on = rank_rows(content, look, meter, overhang=radius)
    dots = [
        Marker(
            gid=f"dot-{row}",
            x=x,
            y=y,
            radius=radius,
            fill=content.color(row, "foreground"),
        )
        for row, (x, y) in enumerate(zip(on.positions, on.rows.middles, strict=True))
    ]
    return on.sheet(DotsLayout, dots, dots=on.positions)


@layout_example_dots.public
def plot_example_dots(
    comparison, *, radius: float = 2.0, **options: Unpack[RowOptions]
):
    """Draw a dot for each average rank.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison.
    radius : float, default 2.0
        Of the dots, in points.
    {look}
    """
    return layout_example_dots.draw(comparison, options, radius=radius)


# -- where it is -----------------------------------------------------------------------

COMPARISON = cd.compare(cd.load_example("demsar2006-table6-ranks"))


#: Where it is; other tests know the figures of the package only.
HOME = FIGURES.pop("example-dots")


@pytest.fixture(autouse=True, scope="module")
def _listed():
    FIGURES["example-dots"] = HOME
    yield
    del FIGURES["example-dots"]


def test_it_is_short():
    source = inspect.getsource(inspect.getmodule(plot_example_dots)).split("# -- ")[1]
    tree = ast.parse(source.partition("\n")[2])
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    assert len(statements) < 20


def test_it_is_drawn_with_all_shared_options_and_its_own():
    drawing = plot_example_dots(
        COMPARISON, radius=3.0, title="Dots", width="page", rename={"C4.5": "plain"}
    )
    assert drawing.layout.width == 486.0
    assert "plain" in drawing.layout.names
    assert drawing.provenance.made == "plot_example_dots"
    assert drawing.provenance.parameters == {
        "radius": 3.0,
        "width": "page",
        "rename": {"C4.5": "plain"},
        "title": "Dots",
    }
    assert plot_example_dots(
        COMPARISON, look=cd.Look(width="page")
    ).provenance.parameters == {"width": "page"}


def test_one_of_both_comes_first():
    house = cd.Look(width="page", font_size=7.0)
    assert plot_example_dots(
        COMPARISON, look=house, width=4.0
    ).provenance.parameters == {
        "width": 4.0,
        "font_size": 7.0,
    }
    with pytest.raises(cd.UsageError, match="look must be a Look, not a dict"):
        plot_example_dots(COMPARISON, look={"width": "page"})


def test_help_shows_every_option():
    for option in inspect.signature(plot_example_dots).parameters:
        assert f"\n    {option} : " in plot_example_dots.__doc__, option
    assert "{look}" not in plot_example_dots.__doc__
    with pytest.raises(
        TypeError,
        match=r"plot_example_dots\(\) got an unexpected keyword argument 'letters'",
    ):
        plot_example_dots(COMPARISON, letters=True)


def test_what_is_no_comparison_and_what_does_not_fit_is_refused():
    with pytest.raises(
        cd.UsageError, match="plot_example_dots requires a comparison, not a list"
    ):
        plot_example_dots([[1, 2]])
    with pytest.raises(
        cd.LayoutError, match=r"the figure does not fit 0.40 in: it needs \d.\d\d in"
    ):
        plot_example_dots(COMPARISON, width=0.4)


def test_the_command_draws_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(
        "data,A,B\nx,1,2\ny,3,1\nz,5,4\n", encoding="utf-8"
    )
    result = CliRunner().invoke(
        main,
        [
            "plot",
            "scores.csv",
            "--figure",
            "example-dots",
            "--highlight",
            "A",
            "-o",
            "dots.svg",
        ],
    )
    assert result.exit_code == 0, result.output
    assert (tmp_path / "dots.svg").exists()
    refused = CliRunner().invoke(
        main,
        [
            "plot",
            "scores.csv",
            "--figure",
            "example-dots",
            "--letters",
            "-o",
            "dots.svg",
        ],
    )
    message = "--letters does not apply to --figure example-dots. Omit this option."
    assert message in refused.output


def test_its_caption_has_its_own_reading():
    caption = COMPARISON.caption("example-dots")
    assert caption.startswith(
        "Average ranks of 4 algorithms on 14 data sets. Rank 1 is best (lower scores are "
        "better)."
    )
    assert f" {READING} The Iman–Davenport test" in caption
    assert f" {READING} The Iman" in COMPARISON.caption("example-dots", latex=True)


@pytest.mark.parametrize("figures", ["auto", ["example-dots"], ["cd", "example-dots"]])
def test_reports_have_it(figures):
    report = cd.make_report(COMPARISON, figures=figures)
    keys = ["cd", "pvalue-matrix", "example-dots"] if figures == "auto" else figures
    assert list(report.figures()) == keys
    assert report.figures()["example-dots"].alt == "Dots of 4 algorithms"
    assert report.to_html().count(READING) == 1
    assert f"**Figure {keys.index('example-dots') + 1}.** " in report.to_markdown()
    assert report.to_markdown().count(READING) == 1


def test_a_text_says_that_figures_are_elsewhere():
    text = cd.make_report(
        COMPARISON, figures=["example-dots"], sections=["figures"]
    ).to_text()
    assert "Plain text does not contain figures" in text


def test_reports_find_it():
    found = find_figure("example-dots")
    assert (found.title, found.name, found.rows) == ("Dots", "plot_example_dots", True)
    assert found.plot is plot_example_dots
    assert found.accepts >= {"radius", "width", "wrap"}
