"""Colours, families and fonts on the command line: what Python draws, and what is
refused.
"""

import os

import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data import read_example
from cddiagram.provenance import read_provenance

FAMILIES = {
    "C4.5": "trees, rules",
    "CN2": "trees, rules",
    "1-NN": "lazy",
    "Kernel": "lazy",
}
TYPED = ("--families", "trees, rules=C4.5,CN2", "--families", 'lazy=1-NN,"Kernel"')


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_bytes(read_example("garcia2008-table2"))
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        (TYPED, {"families": FAMILIES}),
        ((*TYPED, "--color", "tab10"), {"families": FAMILIES, "colors": "tab10"}),
        (
            (*TYPED, "--color", "lazy=#aa0000"),
            {"families": FAMILIES, "colors": {"lazy": "#aa0000"}},
        ),
        (("--color", "okabe-ito"), {"colors": "okabe-ito"}),
        (("--font", "times"), {"font": ["times"]}),
    ],
)
def test_options_are_those_of_python(folder, typed, options):
    result = run("plot", "scores.csv", "-o", "figure.svg", *typed)
    assert result.exit_code == 0, result.stderr
    cd.plot_cd(cd.compare(cd.read_scores("scores.csv")), **options).save("python.svg")
    assert (folder / "figure.svg").read_bytes() == (folder / "python.svg").read_bytes()


#: Arguments -> exit code, message.
BAD = {
    ("--families", "trees"): (2, "--families must be FAMILY=A,B,C, not 'trees'."),
    ("--families", "=CN2"): (2, "--families must be FAMILY=A,B,C, not '=CN2'."),
    ("--families", "trees="): (2, "--families must be FAMILY=A,B,C, not 'trees='."),
    ("--families", "a=CN2", "--families", "b=CN2"): (
        2,
        "--families assigns 'CN2' to both 'a' and 'b'. Omit one of them.",
    ),
    ("--families", "a=cn2"): (
        1,
        "unknown algorithm in --families 'cn2': did you mean 'CN2'? ",
    ),
    ("--families", "a=CN2", "--color", "CN2=red"): (
        1,
        "unknown family 'CN2': choose from 'a'.",
    ),
    ("--color", "okabe"): (
        2,
        "unknown --color 'okabe': did you mean 'okabe-ito'? Choose from 'okabe-ito', "
        "'tab10', or use NAME=COLOR.",
    ),
    ("--color", "tab10", "--color", "CN2=red"): (
        2,
        "--color must be either a single palette or one NAME=COLOR for each name, but "
        "'tab10' was combined with another value.",
    ),
    ("--figure", "forest", "--families", "a=CN2"): (
        2,
        "--families apply to algorithms, but each row of this figure is a pair. Pass --reference "
        "best.",
    ),
}


@pytest.mark.parametrize("typed", BAD, ids=" ".join)
def test_refusals(typed):
    code, message = BAD[typed]
    result = run("plot", "scores.csv", "-o", "figure.svg", *typed)
    assert (result.exit_code, result.stderr[: len(message) + 7]) == (
        code,
        f"Error: {message}",
    )
    assert not os.path.exists("figure.svg")


@pytest.mark.filterwarnings("always:colours need")
def test_a_faint_colour_is_a_warning():
    result = run(
        "plot", "scores.csv", "-o", "figure.svg", "--color", "CN2=yellow", "-q"
    )
    assert result.exit_code == 0
    assert result.stderr == (
        "Warning: colours need a contrast of at least 3 with the page, but the "
        "contrast of 'CN2' is 1.1. Use a darker colour.\n"
    )


@pytest.mark.parametrize(
    "command", [("plot", "-o", "out.svg"), ("report", "-o", "out.md")]
)
def test_what_a_set_of_fonts_is_here_is_said_and_recorded(folder, command, monkeypatch):
    from matplotlib.font_manager import fontManager

    times = (
        "Times New Roman",
        "Times",
        "Liberation Serif",
        "TeX Gyre Termes",
        "STIX Two Text",
    )
    monkeypatch.setattr(
        fontManager,
        "ttflist",
        [entry for entry in fontManager.ttflist if entry.name not in times],
    )
    name, *rest = command
    result = run(name, "scores.csv", *rest, "--font", "times")
    assert (
        "Note: --font times uses STIXGeneral on this computer."
        in result.stderr.splitlines()
    )
    assert read_provenance((folder / rest[-1]).read_bytes()).parameters["font"] == [
        "STIXGeneral",
        "DejaVu Sans",
    ]
    assert "STIXGeneral" not in run(name, "scores.csv", *rest).stderr


def test_curves_have_families_too(folder):
    histories = cd.load_histories("optimisers")
    rows = [
        f"{name},{problem},{at:g},{histories.values[i][j][c]:.17g}"
        for i, name in enumerate(histories.algorithms)
        for j, problem in enumerate(histories.problems)
        for c, at in enumerate(histories.cut_points)
    ]
    (folder / "h.csv").write_text(
        "algorithm,problem,evaluations,value\n" + "\n".join(rows)
    )
    typed = ("--families", "swarms=PSO", "--figure", "curves", "-o", "f.svg")
    result = run("convergence", "h.csv", *typed)
    assert result.exit_code == 0, result.stderr
    assert read_provenance((folder / "f.svg").read_bytes()).parameters["families"] == {
        "PSO": "swarms"
    }
    pair = ("--families", "swarms=PSO", "--pair", "PSO", "Random search", "-o", "f.svg")
    assert run("convergence", "h.csv", *pair, "--figure", "problems").exit_code == 0
    refused = run("convergence", "h.csv", *pair, "--figure", "trend")
    said = (
        "--families does not apply to --figure trend, which does not highlight "
        "algorithms. Omit this option."
    )
    assert (refused.exit_code, said in refused.stderr) == (2, True)
