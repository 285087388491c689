"""``cddiagram plot`` with figures of points: the pair scatter, and scores against a
second table of costs.
"""

import re
import shlex

import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data import read_example
from cddiagram.provenance import read_provenance

#: The algorithms in another order, three data sets of the scores and one of their own.
COSTS = """\
data set,Kernel,CN2,C4.5,1-NN,NaiveBayes
Abalone*,300.5,9,2,0.5,0.25
Adult*,1000,20,4,1.5,0.5
Australian*,12,3,0.5,0.25,0.125
another,40,7,1,0.5,0.25
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_bytes(read_example("garcia2008-table2"))
    (tmp_path / "costs.csv").write_text(COSTS)
    return tmp_path


def run(command):
    return CliRunner().invoke(
        main, ["plot", "scores.csv", "-o", "figure.svg", *shlex.split(command)]
    )


def faces(folder, drawing):
    """The figure as the command wrote it and as Python does, without the descriptions,
    which name the files.
    """
    drawing.save(folder / "python.svg")
    texts = [
        (folder / name).read_text(encoding="utf-8")
        for name in ("figure.svg", "python.svg")
    ]
    return [re.sub(r"<dc:description>.*?</dc:description>", "", text) for text in texts]


#: Options of the command, those of `compare`, those of the figure.
SCORE_COST = {
    "": ({}, {}),
    "--average median --score mean --cost-label 'time (s)'": (
        {},
        {"average": "median", "score": "mean", "cost_label": "time (s)"},
    ),
    "--more-is-better --cost-label 'rows per second' --control C4.5 --width page "
    "--no-show-direction": (
        {"control": "C4.5"},
        {
            "more_is_better": True,
            "cost_label": "rows per second",
            "width": "page",
            "show_direction": False,
        },
    ),
    "--pair-test wilcoxon --highlight CN2 --rename '1-NN=nearest' --title Costs": (
        {"pair_test": "wilcoxon"},
        {"highlight": ["CN2"], "rename": {"1-NN": "nearest"}, "title": "Costs"},
    ),
}


@pytest.mark.filterwarnings("ignore:.*the file name 'costs.csv' contains 'costs'")
@pytest.mark.parametrize("options", SCORE_COST)
def test_scores_against_costs_are_what_python_draws(folder, options):
    result = run(f"--figure score-cost --cost costs.csv {options}")
    assert (result.exit_code, result.stdout) == (0, ""), result.stderr
    testing, drawing = SCORE_COST[options]
    comparison = cd.compare(cd.read_scores("scores.csv"), **testing)
    cost = cd.read_scores(
        "costs.csv", higher_is_better=drawing.get("more_is_better", False)
    )
    command, python = faces(folder, cd.plot_score_cost(comparison, cost, **drawing))
    assert command == python
    direction = "higher" if "more_is_better" in drawing else "lower"
    assert (
        "costs.csv: 5 algorithms (Kernel, CN2, C4.5, …) on 4 data sets (Abalone*, "
        f"Adult*, Australian*, …); {direction} scores are better.\n"
    ) in result.stderr


def test_costs_are_read_as_the_scores_are(folder):
    """Algorithms left out of the scores are left out of the costs; data sets are
    not.
    """
    result = run(
        "--figure score-cost --cost costs.csv --exclude CN2 --exclude-datasets Adult*"
    )
    costs, scores = sorted(
        line for line in result.stderr.splitlines() if " algorithms (" in line
    )
    assert scores.startswith(
        "scores.csv: 4 algorithms (C4.5, 1-NN, NaiveBayes, …) on 29 "
    )
    assert costs.startswith("costs.csv: 4 algorithms (Kernel, C4.5, 1-NN, …) on 4 ")


def test_the_costs_are_recorded(folder):
    run("--figure score-cost --cost costs.csv --average median")
    recorded = read_provenance((folder / "figure.svg").read_bytes()).parameters
    assert recorded == {
        "cost": cd.read_scores("costs.csv", higher_is_better=False).sha256,
        "average": "median",
    }


@pytest.mark.parametrize(
    "options", [{}, {"name_farthest": 3}, {"width": "page", "rename": {"C4.5": "tree"}}]
)
def test_a_pair_is_what_python_draws(folder, options):
    words = {
        "name_farthest": "--name-farthest 3",
        "width": "--width page",
        "rename": "--rename C4.5=tree",
    }
    result = run(
        "--figure pair-scatter --pair C4.5 CN2 "
        + " ".join(words[name] for name in options)
    )
    assert (result.exit_code, result.stdout) == (0, ""), result.stderr
    drawing = cd.plot_pair_scatter(
        cd.compare(cd.read_scores("scores.csv")), "C4.5", "CN2", **options
    )
    command, python = faces(folder, drawing)
    assert command == python


#: Options -> exit code and message: what is wrong, where, and what would do.
REFUSED = {
    "--figure score-cost": (
        2,
        "--figure score-cost needs the costs as well. Pass --cost FILE.",
    ),
    "--figure score-cost --cost nowhere.csv": (
        1,
        "cannot read 'nowhere.csv': the file does not exist. Check the name.",
    ),
    "--figure score-cost --cost less.csv": (
        1,
        "there are no costs for 'Kernel', 'CN2': both tables must contain the same algorithms.",
    ),
    "--figure score-cost --cost more.csv": (
        1,
        "there are no scores for 'extra': both tables must contain the same algorithms.",
    ),
    "--figure score-cost --cost words.csv": (
        1,
        "words.csv, line 2, column 3 (data set 'Abalone*', algorithm 'CN2'): 'fast' "
        "is not a number",
    ),
    "--figure score-cost --cost costs.csv --average max": (
        2,
        "unknown --average 'max': choose from 'mean', 'median'.",
    ),
    "--figure score-cost --cost costs.csv --score place": (
        2,
        "unknown --score 'place': choose from 'rank', 'mean'.",
    ),
    "--figure score-cost --cost costs.csv --pair C4.5 CN2": (
        2,
        "--pair does not apply to --figure score-cost",
    ),
    "--figure score-cost --cost costs.csv --width 0.8": (
        1,
        "the figure does not fit 0.80 in: it needs 1.25 in. Use that width or "
        "shorter names (--rename).",
    ),
    "--cost costs.csv": (2, "--cost does not apply to --figure cd"),
    "--figure mcb --cost-label s": (2, "--cost-label does not apply to --figure mcb"),
    "--figure pair-scatter": (
        2,
        "--figure pair-scatter shows one pair. Pass --pair A B.",
    ),
    "--figure pair-scatter --pair C4.5 CN3": (
        1,
        "unknown algorithm in --pair 'CN3': did you mean 'CN2'?",
    ),
    "--figure pair-scatter --pair C4.5 C4.5": (
        2,
        "a pair requires two different algorithms, not 'C4.5' twice.",
    ),
    "--figure pair-scatter --pair C4.5 CN2 --width 0.8": (
        1,
        "the scatter of a pair does not fit 0.80 in: it needs",
    ),
}


@pytest.mark.parametrize("options", REFUSED)
def test_refusals(folder, options):
    rows = [line.split(",") for line in COSTS.splitlines()]
    (folder / "less.csv").write_text(
        "".join(",".join([row[0], *row[3:]]) + "\n" for row in rows)
    )
    (folder / "more.csv").write_text(
        "".join(
            ",".join([*row, "extra" if not i else "1"]) + "\n"
            for i, row in enumerate(rows)
        )
    )
    (folder / "words.csv").write_text(COSTS.replace(",9,", ",fast,"))
    code, message = REFUSED[options]
    result = run(options)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith(f"Error: {message}")
    assert result.stderr.count("\n") == 1
    assert not (folder / "figure.svg").exists()


@pytest.mark.parametrize(
    "figure", ["score-cost --cost costs.csv", "pair-scatter --pair C4.5 CN2"]
)
def test_the_width_that_a_refusal_names_will_do(folder, figure):
    refused = run(f"--figure {figure} --width 0.8").stderr
    width = float(re.search(r"it needs (\d+\.\d+) in", refused).group(1))
    assert run(f"--figure {figure} --width {width}").exit_code == 0
    assert run(f"--figure {figure} --width {width - 0.05}").exit_code == 1
