"""P-values and levels are printed in the style that the caller chooses."""

import re

import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.words import format_alpha, format_p, number_style
from cddiagram.words.numbers import compact_p

SCORES = cd.load_example("garcia2008-table2")
#: A p-value or level with a leading zero, and one without.
WITH_ZERO = re.compile(r"(?:\bp|α|alpha) ?[=<>] ?0\.\d")
WITHOUT_ZERO = re.compile(r"(?:\bp|α|alpha) ?[=<>] ?\.\d")


@pytest.mark.parametrize(
    ("p", "printed", "apa"),
    [
        (0.0143, "0.014", ".014"),
        (0.143, "0.14", ".14"),
        (1e-9, "<0.001", "<.001"),
        (0.99999, ">0.999", ">.999"),
        (1.0, "1", "1"),
        (float("nan"), "–", "–"),
    ],
)
def test_p_values(p, printed, apa):
    assert format_p(p) == printed
    with number_style("apa"):
        assert format_p(p) == apa
    assert format_p(p) == printed
    with number_style("apa"):
        assert compact_p(p) == compact_p(p)


def test_levels():
    assert format_alpha(0.05) == "0.05"
    with number_style("apa"):
        assert format_alpha(0.05) == ".05"


def _texts(style):
    comparison = cd.compare(SCORES, pair_test="wilcoxon", p_adjust="holm")
    control = cd.compare(SCORES, control="C4.5")
    histories = cd.compare_convergence(cd.load_histories("optimisers"))
    report = cd.make_report(comparison, figures=(), style=style)
    return [
        comparison.caption(style=style),
        comparison.caption("pvalue-matrix", style=style),
        comparison.methods(style=style),
        comparison.methods(style=style, latex=True).replace(r"\alpha", "α"),
        control.caption(style=style),
        control.methods(style=style),
        histories.caption(style=style),
        cd.study_stability(control, resamples=1000, seed=1).caption(style=style),
        report.to_text(),
        report.to_markdown(),
        report.to_latex().replace(r"\alpha", "α"),
        report.to_html(),
    ]


def test_every_text_has_the_style():
    default, apa = _texts("default"), _texts("apa")
    for text in default:
        assert WITH_ZERO.search(text), text
        assert not WITHOUT_ZERO.search(text), WITHOUT_ZERO.search(text)
    for text in apa:
        assert WITHOUT_ZERO.search(text), text
        assert not WITH_ZERO.search(text), WITH_ZERO.search(text)


def test_unknown_styles_are_named():
    comparison = cd.compare(SCORES)
    for make in (comparison.caption, comparison.methods):
        with pytest.raises(cd.UsageError, match="did you mean 'apa'"):
            make(style="APA")
    with pytest.raises(cd.UsageError, match="unknown style"):
        cd.make_report(comparison, style="chicago")


def test_the_command_has_the_style(tmp_path):
    SCORES.to_frame().to_csv(tmp_path / "scores.csv")
    command = ["report", str(tmp_path / "scores.csv"), "-q", "--style", "apa"]
    result = CliRunner().invoke(main, command)
    assert "α = .05" in result.stdout
    assert "α = 0.05" not in result.stdout


def test_symbols_of_numbers_are_italic_in_html():
    html = cd.make_report(cd.compare(SCORES), figures=()).to_html()
    assert re.search(r"<i>F</i>\(4, 116\) = 14\.31", html)
    assert re.search(r"<i>p</i> &lt; 0\.001", html)
