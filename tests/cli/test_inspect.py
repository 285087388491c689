"""The command ``cddiagram inspect``: what it prints, and whether a figure belongs to
scores.
"""

import copy
import json
import pickle
import subprocess
import sys

import pandas as pd
import pytest
from click.testing import CliRunner
from example_files import without_comments

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.comparing import compare_pvalues
from cddiagram.data import read_example
from cddiagram.provenance import provenance_of

NAME = "demsar2006-table6"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_bytes(without_comments(NAME))
    return tmp_path


def invoke(*arguments, stdin=None):
    return CliRunner().invoke(
        main, [str(argument) for argument in arguments], input=stdin
    )


def run(*arguments):
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result


def verdict(*arguments, stdin=None):
    """Give exit code and last line of ``inspect``, where nothing is said on standard
    error.
    """
    result = invoke("inspect", *arguments, stdin=stdin)
    assert result.stderr == ""
    return result.exit_code, result.stdout.splitlines()[-1]


def error(*arguments):
    result = invoke("inspect", *arguments)
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    return result.exit_code, result.stderr.removeprefix("Error: ").rstrip("\n")


def lines_of(path):
    return [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]


def changed(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new), encoding="utf-8")


# What is printed


def test_everything_is_printed(folder):
    arguments = (
        "--lower-is-better",
        "--algorithms",
        "C4.5,C4.5+m,C4.5+cf",
        "--control",
        "C4.5",
        "--width",
        "page",
    )
    run(
        "plot",
        "scores.csv",
        *arguments,
        "--rename",
        "C4.5+m=minimum",
        "--missing",
        "drop",
        "-o",
        "figure.png",
    )
    head, *rest = run("inspect", "figure.png").stdout.split("\n\n")
    assert head.splitlines()[0] == "figure.png"
    assert (
        head.splitlines()[1]
        == f"  made by           plot_cd, cddiagram {cd.__version__}"
    )
    assert head.splitlines()[2].startswith("  with              matplotlib ")
    digest = cd.load_example(NAME).select(["C4.5", "C4.5+m", "C4.5+cf"])
    digest = cd.ScoreTable.from_arrays(
        digest.scores,
        algorithms=digest.algorithms,
        datasets=digest.datasets,
        higher_is_better=False,
    ).sha256
    assert rest == [
        f"""scores
  read from         scores.csv
  SHA-256           {digest}
  direction         lower is better
  3 algorithms      C4.5, C4.5+m, C4.5+cf
  14 data sets      adult (sample), breast cancer, breast cancer wisconsin, cmc, ionosphere, iris,
                    liver disorders, lung cancer, lymphography, mushroom, primary tumor, rheum,
                    voting, wine
  alpha             0.05
  control           C4.5
  control chosen    before
  method            exact
  n hypotheses      2
  p adjust          bonferroni
  pair test         ranks
  ranking           friedman
  test              Bonferroni–Dunn (exact)
  ties              conditional""",
        """options of the figure
  rename            C4.5+m = minimum
  width             page""",
        """options of reading
  algorithms        C4.5, C4.5+m, C4.5+cf
  higher is better  no
  missing           drop
""",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["pdf", "svg", "png", "eps", "tex"])
def test_json_is_what_the_file_holds(suffix, folder):
    run("plot", "scores.csv", "-o", f"figure.{suffix}", "--title", "A -- <b>")
    found = json.loads(run("inspect", f"figure.{suffix}", "--format", "json").stdout)
    assert found["made"] == "plot_cd"
    assert found["parameters"]["title"] == "A -- <b>"
    assert found["subjects"][0]["sha256"] == cd.load_example(NAME).sha256
    assert found["subjects"][0]["sources"] == ["scores.csv"]
    result = invoke(
        "inspect", f"figure.{suffix}", "--format", "json", "--scores", "scores.csv"
    )
    assert json.loads(result.stdout) == found | {
        "belongs": True, "verdict": f"figure.{suffix} belongs to scores.csv."
    }  # fmt: skip


def test_no_folder_is_recorded(folder):
    (folder / "secret").mkdir()
    (folder / "scores.csv").rename(folder / "secret" / "scores.csv")
    run("plot", folder / "secret" / "scores.csv", "-o", "figure.svg")
    text = (folder / "figure.svg").read_text(encoding="utf-8")
    assert "secret" not in text
    assert str(folder) not in text
    assert "  read from         scores.csv\n" in run("inspect", "figure.svg").stdout
    assert verdict("figure.svg", "--scores", "secret/scores.csv") == (
        0,
        "figure.svg belongs to secret/scores.csv.",
    )


def test_a_report_of_several_results_and_no_figure(folder):
    table = cd.load_example(NAME)
    provenance = provenance_of(
        "report",
        {"plain": cd.compare(table), "all": table},
        parameters={"format": "md"},
    )
    (folder / "report.md").write_text(
        f"# Report\n\n{provenance.comment('md')}\n", encoding="utf-8"
    )
    text = run("inspect", "report.md").stdout
    assert "\n\nscores 'plain'\n" in text
    assert "\n\nscores 'all'\n" in text
    assert verdict("report.md", "--scores", "scores.csv") == (
        0,
        "report.md belongs to scores.csv.",
    )
    changed(folder / "scores.csv", "0.957", "0.956")
    assert verdict("report.md", "--scores", "scores.csv") == (
        1,
        "report.md does not belong to scores.csv: in 'plain', the scores differ from "
        "those in the figure and in 'all', the scores differ from those in the figure.",
    )


def test_standard_input_once_for_each(folder):
    run("plot", "scores.csv", "-o", "figure.tex")
    figure = (folder / "figure.tex").read_text(encoding="utf-8")
    assert invoke("inspect", "-", stdin=figure).stdout.startswith(
        "standard input\n  made by"
    )
    scores = "\n".join(lines_of(folder / "scores.csv"))
    assert verdict("figure.tex", "--scores", "-", stdin=scores) == (
        0,
        "figure.tex belongs to standard input.",
    )
    run("compare", "scores.csv")
    result = invoke("plot", "-", "-o", "piped.tex", stdin=scores)
    assert result.exit_code == 0
    assert "  read from         standard input\n" in run("inspect", "piped.tex").stdout
    assert verdict("piped.tex", "--scores", "scores.csv")[0] == 0


def test_what_a_terminal_would_obey_is_shown(folder):
    table = cd.ScoreTable.from_arrays([[1, 2], [3, 4]], algorithms=["A", "B\u202e"])
    crafted = (
        provenance_of("report", table).comment("md").replace('["A"', r'["A\u001b[31m"')
    )
    (folder / "report.md").write_text(crafted, encoding="utf-8")
    assert (
        "  2 algorithms      A\\x1b[31m, B\\u202e\n"
        in run("inspect", "report.md").stdout
    )


# Whether it belongs


@pytest.fixture
def figure(folder):
    cd.plot_cd(cd.compare(cd.read_scores("scores.csv"))).save("figure.png")
    return "figure.png"


def test_shuffled_rows_and_columns_belong(figure, folder):
    rows = [line.split(",") for line in lines_of(folder / "scores.csv")]
    order = [0, 3, 1, 4, 2]
    shuffled = [rows[0], *rows[:0:-1]]
    (folder / "mixed.csv").write_text(
        "\n".join(",".join(row[j] for j in order) for row in shuffled)
    )
    assert verdict(figure, "--scores", "mixed.csv") == (
        0,
        "figure.png belongs to mixed.csv.",
    )


def test_a_long_table_of_the_same_scores_belongs(figure, folder):
    header, *rows = [line.split(",") for line in lines_of(folder / "scores.csv")]
    cells = [
        f"{row[0]},{name},{score}"
        for row in rows
        for name, score in zip(header[1:], row[1:], strict=True)
    ]
    (folder / "long.csv").write_text("\n".join(["data set,algorithm,score", *cells]))
    assert verdict(figure, "--scores", "long.csv") == (
        0,
        "figure.png belongs to long.csv.",
    )


def test_a_changed_score(figure, folder):
    changed(folder / "scores.csv", "wine,0.957", "wine,0.9570000000000001")
    assert verdict(figure, "--scores", "scores.csv") == (
        1, "figure.png does not belong to scores.csv: the scores differ from those in "
           "the figure."
    )  # fmt: skip
    found = json.loads(
        invoke("inspect", figure, "--scores", "scores.csv", "--format", "json").stdout
    )
    assert found["belongs"] is False


def test_a_missing_algorithm_and_a_missing_data_set(figure, folder):
    changed(folder / "scores.csv", "C4.5+m+cf", "C4.6")
    assert verdict(figure, "--scores", "scores.csv") == (
        1, "figure.png does not belong to scores.csv: the algorithm 'C4.5+m+cf' is "
            "missing."
    )  # fmt: skip
    changed(folder / "scores.csv", "wine", "beer")
    changed(folder / "scores.csv", "iris", "rose")
    assert verdict(figure, "--scores", "scores.csv") == (
        1,
        "figure.png does not belong to scores.csv: the algorithm 'C4.5+m+cf' is "
        "missing and the data sets 'iris', "
        "'wine' are missing.",
    )


def test_the_other_direction(figure):
    assert verdict(figure, "--scores", "scores.csv", "--lower-is-better") == (
        1,
        "figure.png does not belong to scores.csv: in the figure, higher scores are "
        "better.",
    )
    assert verdict(figure, "--scores", "scores.csv", "--higher-is-better")[0] == 0


def test_the_recorded_direction_is_the_one_to_read_in(folder):
    run("plot", "scores.csv", "--lower-is-better", "-o", "figure.svg")
    assert verdict("figure.svg", "--scores", "scores.csv")[0] == 0
    assert verdict("figure.svg", "--scores", "scores.csv", "--higher-is-better") == (
        1,
        "figure.svg does not belong to scores.csv: in the figure, lower scores are "
        "better.",
    )


def test_more_than_the_figure_shows(figure, folder):
    header, *rows = lines_of(folder / "scores.csv")
    (folder / "more.csv").write_text(
        "\n".join(
            [f"{header},D", *(f"{row},0.5" for row in rows), "x,.61,.72,.83,.94,.55"]
        )
    )
    assert verdict(figure, "--scores", "more.csv") == (
        0, "figure.png belongs to more.csv, but omits the algorithm 'D' and the "
            "data set 'x'."
    )  # fmt: skip


def test_gaps_of_algorithms_that_are_not_in_the_figure_do_not_matter(figure, folder):
    header, *rows = lines_of(folder / "scores.csv")
    (folder / "gaps.csv").write_text(
        "\n".join([f"{header},D", *(f"{row}," for row in rows)])
    )
    assert verdict(figure, "--scores", "gaps.csv") == (
        0,
        "figure.png belongs to gaps.csv.",
    )
    code, message = error(figure, "--scores", "gaps.csv", "--algorithms", "C4.5,D")
    assert code == 1
    assert (
        message
        == "gaps.csv: 'D' has no score on any data set. Drop it with --exclude 'D'."
    )


def test_gaps_in_the_figure_are_an_error_of_reading(figure, folder):
    changed(folder / "scores.csv", "wine,0.957", "wine,")
    code, message = error(figure, "--scores", "scores.csv")
    assert code == 1
    assert "--missing drop" in message
    assert verdict(figure, "--scores", "scores.csv", "--missing", "drop") == (
        1, "figure.png does not belong to scores.csv: the data set 'wine' is missing."
    )  # fmt: skip


def test_the_recorded_options_of_reading_are_used(folder):
    rows = [
        f"{d},{fold},{d_index + fold / 10},{2 - fold ** 2},n"
        for d_index, d in enumerate("xyz")
        for fold in (1, 2, 5)
    ]  # fmt: skip
    (folder / "runs.csv").write_text("\n".join(["ds,fold,A,B,C", *rows, "w,1,,1,n"]))
    options = (
        "--runs",
        "median",
        "--missing",
        "drop",
        "--exclude",
        "C",
        "--dataset-column",
        "ds",
        "--run-column",
    )
    run("plot", "runs.csv", *options, "fold", "-o", "figure.pdf")
    assert (
        "  dropped           1 data set with missing scores\n"
        in run("inspect", "figure.pdf").stdout
    )
    assert verdict("figure.pdf", "--scores", "runs.csv")[0] == 0
    code, line = verdict("figure.pdf", "--scores", "runs.csv", "--runs", "mean")
    assert (code, line.rpartition(": ")[2]) == (
        1,
        "the scores differ from those in the figure.",
    )


# Several tables, other figures


@pytest.fixture
def sequence(folder):
    header, *rows = lines_of(folder / "scores.csv")
    for name, part in (("auc", rows), ("half", rows[:7])):
        (folder / f"{name}.csv").write_text("\n".join([header, *part]))
    run(
        "plot",
        "auc.csv",
        "half.csv",
        "--figure",
        "cd-sequence",
        "--width",
        "page",
        "-o",
        "sequence.pdf",
    )
    return "sequence.pdf"


def test_a_sequence_in_any_order(sequence, folder):
    text = run("inspect", sequence).stdout
    assert "\n\nscores 'auc'\n  read from         auc.csv\n" in text
    assert "\n\nscores 'half'\n  read from         half.csv\n" in text
    expected = "sequence.pdf belongs to auc.csv and half.csv."
    assert verdict(sequence, "--scores", "auc.csv", "--scores", "half.csv") == (
        0,
        expected,
    )
    assert verdict(sequence, "--scores", "half.csv", "--scores", "auc.csv")[0] == 0
    for old, new in (("auc.csv", "1.csv"), ("half.csv", "2.csv")):
        (folder / old).rename(folder / new)
    assert verdict(sequence, "--scores", "1.csv", "--scores", "2.csv")[0] == 0
    assert verdict(sequence, "--scores", "2.csv", "--scores", "1.csv")[0] == 0


def test_one_changed_table_of_a_sequence(sequence, folder):
    changed(folder / "half.csv", "0.763", "0.764")
    assert verdict(sequence, "--scores", "auc.csv", "--scores", "half.csv") == (
        1,
        "sequence.pdf does not belong to auc.csv and half.csv: in 'half', the scores "
        "differ from those in the figure.",
    )
    assert error(sequence, *["--scores", "auc.csv"] * 3) == (
        2, "the figure was created from 2 tables. Pass --scores once, or once for each "
           "table."
    )  # fmt: skip


def test_a_sequence_from_a_split_file(folder):
    header, *rows = lines_of(folder / "scores.csv")
    split = [f"{name},{row}" for name in ("auc", "f1") for row in rows]
    (folder / "both.csv").write_text("\n".join([f"measure,{header}", *split]))
    options = ("--split-column", "measure", "--dataset-column", header.split(",")[0])
    run(
        "plot",
        "both.csv",
        "--figure",
        "cd-sequence",
        "--width",
        "page",
        *options,
        "-o",
        "sequence.svg",
    )
    assert verdict("sequence.svg", "--scores", "both.csv") == (
        0,
        "sequence.svg belongs to both.csv.",
    )
    assert error("sequence.svg", "--scores", "both.csv", "--scores", "scores.csv") == (
        2, "the tables are parts of one file that was divided by a column. Pass "
           "--scores once."
    )  # fmt: skip
    changed(folder / "both.csv", "f1,", "f2,")
    assert error("sequence.svg", "--scores", "both.csv") == (
        1, "'f1' does not occur in the column 'measure', which contains 'auc', 'f2'."
    )  # fmt: skip


def test_assumptions_belong_by_their_distributions(folder):
    run("plot", "scores.csv", "--figure", "assumptions", "-o", "assumptions.svg")
    assert "\n\nscores of each algorithm\n" in run("inspect", "assumptions.svg").stdout
    assert verdict("assumptions.svg", "--scores", "scores.csv") == (
        0,
        "assumptions.svg belongs to scores.csv.",
    )
    changed(folder / "scores.csv", "wine,0.957", "wine,0.956")
    assert verdict("assumptions.svg", "--scores", "scores.csv")[0] == 1


@pytest.fixture
def histories(folder):
    (folder / "optimisers.csv").write_bytes(read_example("optimisers"))
    options = (
        "--figure",
        "trend",
        "--pair",
        "PSO",
        "(1+1)-ES",
        "--cut-points",
        "5",
        "--optimum",
        "0",
    )
    run(
        "convergence",
        "optimisers.csv",
        *options,
        "--exclude",
        "Nelder-Mead",
        "-o",
        "trend.pdf",
    )
    return "trend.pdf"


def test_histories_belong(histories, folder):
    text = run("inspect", histories).stdout
    assert "\n\nconvergence histories\n  read from         optimisers.csv\n" in text
    assert "\n  20 problems       Ackley, Alpine, " in text
    assert (
        "\noptions of reading\n  cut points        5\n  exclude           "
        "Nelder-Mead\n  optimum           0.0\n" in text
    )
    assert verdict(histories, "--scores", "optimisers.csv") == (
        0,
        "trend.pdf belongs to optimisers.csv.",
    )
    assert verdict(histories, "--scores", "optimisers.csv", "--cut-points", "4") == (
        1,
        "trend.pdf does not belong to optimisers.csv: the cut-points differ (specify "
        "--cut-points and --budget).",
    )
    header, *rows = lines_of(folder / "optimisers.csv")
    (folder / "mixed.csv").write_text("\n".join([header, *rows[::-1]]))
    assert verdict(histories, "--scores", "mixed.csv") == (
        0,
        "trend.pdf belongs to mixed.csv.",
    )
    (folder / "fewer.csv").write_text(
        "\n".join([header, *(row for row in rows if "PSO" not in row)])
    )
    assert verdict(histories, "--scores", "fewer.csv") == (
        1, "trend.pdf does not belong to fewer.csv: the algorithm 'PSO' is missing."
    )  # fmt: skip


def test_histories_of_one_file_for_each_algorithm(folder):
    for name, last in (("fast", 1), ("slow", 6)):
        rows = [f"f{i},10,9\nf{i},20,8\nf{i},30,{last}" for i in range(4)]
        (folder / f"{name}.csv").write_text(
            "\n".join(["problem,evaluations,value", *rows])
        )
    run("convergence", "fast.csv", "slow.csv", "-o", "matrix.png")
    assert (
        "  read from         fast.csv, slow.csv\n"
        in run("inspect", "matrix.png").stdout
    )
    expected = (0, "matrix.png belongs to slow.csv and fast.csv.")
    assert (
        verdict("matrix.png", "--scores", "slow.csv", "--scores", "fast.csv")
        == expected
    )
    changed(folder / "slow.csv", "f3,30,6", "f3,30,5")
    assert verdict("matrix.png", "--scores", "slow.csv", "--scores", "fast.csv") == (
        1, "matrix.png does not belong to slow.csv and fast.csv: the values differ "
           "from those in the figure."
    )  # fmt: skip


# How the numbers were read travels with them


@pytest.fixture
def folds(folder):
    """Four data sets of three folds, one score missing, whose mean and median
    differ.
    """
    rows = [
        f"{d},{fold},{i + fold**2 / 10},{2 - fold**2}"
        for i, d in enumerate("wxy")
        for fold in (1, 2, 5)
    ]
    (folder / "folds.csv").write_text(
        "\n".join(["data set,fold,A,B", *rows, "z,1,,1", ""])
    )
    return "folds.csv"


def read_all_ways(folds):
    options = {"runs": "median", "missing": "drop"}
    frame = pd.read_csv(folds)
    yield cd.read_scores(folds, **options)
    yield cd.read_scores(frame, **options)
    yield cd.ScoreTable.from_frame(frame, **options)


@pytest.mark.slow
def test_figures_made_in_python_belong(folds, folder):
    for table in read_all_ways(folds):
        for again in (
            table,
            pickle.loads(pickle.dumps(table)),
            copy.deepcopy(table),
            table.select(["B", "A"]),
        ):
            assert dict(again.reading) == dict(table.reading)
            cd.plot_cd(cd.compare(again)).save("figure.pdf")
            assert verdict("figure.pdf", "--scores", folds) == (
                0,
                "figure.pdf belongs to folds.csv.",
            )
        cd.make_report(cd.compare(table)).save("report.html")
        assert verdict("report.html", "--scores", folds)[0] == 0
        cd.plot_assumptions(cd.check_assumptions(table)).save("assumptions.svg")
        assert verdict("assumptions.svg", "--scores", folds)[0] == 0
    changed(folder / folds, "w,2,0.4", "w,2,0.41")
    assert verdict("figure.pdf", "--scores", folds)[0] == 1


def test_python_and_the_command_record_the_same(folds):
    run("plot", folds, "--runs", "median", "--missing", "drop", "-o", "command.svg")
    cd.plot_cd(cd.compare(cd.read_scores(folds, runs="median", missing="drop"))).save(
        "python.svg"
    )
    first, second = (json.loads(run("inspect", f"{name}.svg", "--format", "json").stdout)
                     for name in ("command", "python"))  # fmt: skip
    assert first == second
    assert first["subjects"][0]["reading"] == {"missing": "drop", "runs": "median"}
    assert first["subjects"][0]["sources"] == [folds]


def test_tables_of_a_split_frame_know_their_part(folder):
    header, *rows = lines_of(folder / "scores.csv")
    split = [f"{name},{row}" for name in ("auc", "f1") for row in rows]
    (folder / "both.csv").write_text(
        "\n".join([f"measure,{header}", *split]).replace("f1,wine,0.9", "f1,wine,0.8")
    )
    tables = cd.read_score_tables(
        "both.csv", split_column="measure", dataset_column=header.split(",")[0]
    )
    for name, table in tables.items():
        cd.plot_cd(cd.compare(table)).save(f"{name}.svg")
        assert verdict(f"{name}.svg", "--scores", "both.csv") == (
            0,
            f"{name}.svg belongs to both.csv.",
        )
        assert (
            f"  part              measure = {name}\n"
            in run("inspect", f"{name}.svg").stdout
        )
    cd.make_report(
        {"A": cd.compare(tables["f1"]), "B": cd.compare(tables["auc"])}
    ).save("report.md")
    assert verdict("report.md", "--scores", "both.csv")[0] == 0
    # A figure of one file is held against the part that fits.
    run("plot", "scores.csv", "-o", "one.svg")
    again = ("--split-column", "measure", "--dataset-column", header.split(",")[0])
    assert verdict("one.svg", "--scores", "both.csv", *again)[0] == 0


@pytest.mark.slow
def test_histories_read_in_python_belong(folder):
    text = read_example("optimisers").decode()
    header, *rows = [line for line in text.splitlines() if not line.startswith("#")]
    cells = [f"{dimension},{row}" for dimension in (2, 5) for row in rows]
    (folder / "runs.csv").write_text("\n".join([f"dimension,{header}", *cells]))
    histories = cd.read_histories(
        "runs.csv",
        select={"dimension": "5"},
        runs="median",
        cut_points=range(500, 5500, 500),
        optimum=iter([0.0] * 20),
    )
    assert dict(histories.reading["select"]) == {"dimension": "5"}
    for again in (
        histories,
        pickle.loads(pickle.dumps(histories)),
        histories.select(histories.algorithms[::-1]),
    ):
        cd.plot_convergence_matrix(cd.compare_convergence(again)).save("matrix.pdf")
        assert verdict("matrix.pdf", "--scores", "runs.csv") == (
            0,
            "matrix.pdf belongs to runs.csv.",
        )


def test_histories_that_python_named(folder):
    for name, last in (("a", 1), ("b", 6)):
        rows = [f"f{i},10,9\nf{i},20,8\nf{i},30,{last}" for i in range(4)]
        (folder / f"{name}.csv").write_text(
            "\n".join(["problem,evaluations,value", *rows])
        )
    histories = cd.read_histories({"fast": "a.csv", "slow": folder / "b.csv"})
    cd.plot_convergence_matrix(cd.compare_convergence(histories)).save("matrix.svg")
    for first, second in ("ab", "ba"):
        assert (
            verdict(
                "matrix.svg", "--scores", f"{first}.csv", "--scores", f"{second}.csv"
            )[0]
            == 0
        )


def test_a_report_of_tables_read_in_several_ways(folds, folder):
    results = {
        "median": cd.compare(cd.read_scores(folds, runs="median", missing="drop")),
        "mean": cd.compare(cd.read_scores(folds, missing="drop")),
        "other": cd.compare(cd.read_scores("scores.csv", higher_is_better=False)),
    }
    cd.make_report(results).save("report.tex")
    text = run("inspect", "report.tex").stdout
    assert (
        "\n\noptions of reading 'median'\n  missing           drop\n  runs            "
        "  median\n" in text
    )
    assert "\n\noptions of reading 'other'\n  higher is better  no\n" in text
    for order in ((folds, "scores.csv"), ("scores.csv", folds)):
        assert verdict("report.tex", *(f"--scores={name}" for name in order))[0] == 0
    assert verdict("report.tex", "--scores", folds, "--missing", "drop")[0] == 1


@pytest.mark.slow
def test_each_file_has_to_be_of_the_figure(folder):
    table = cd.read_scores("scores.csv")
    cd.make_report([cd.compare(table), cd.compare(table, pair_test="wilcoxon")]).save(
        "report.md"
    )
    assert verdict("report.md", "--scores", "scores.csv")[0] == 0
    (folder / "copy.csv").write_bytes((folder / "scores.csv").read_bytes())
    (folder / "other.csv").write_bytes(read_example("garcia2008-table2"))
    assert (
        verdict("report.md", "--scores", "copy.csv", "--scores", "scores.csv")[0] == 0
    )
    code, line = verdict("report.md", "--scores", "scores.csv", "--scores", "other.csv")
    assert code == 1
    assert "the algorithms 'C4.5+m', 'C4.5+cf', 'C4.5+m+cf' are missing" in line
    assert error("report.md", "--scores", "scores.csv", "--scores", "none.csv") == (
        1, "cannot read 'none.csv': the file does not exist. Check the name."
    )  # fmt: skip
    cd.make_report([cd.compare(table)] * 3).save("report.md")
    assert verdict("report.md", "--scores", "scores.csv", "--scores", "other.csv") == (
        1, "report.md does not belong to scores.csv and other.csv: it contains nothing from other.csv."
    )  # fmt: skip


@pytest.mark.parametrize(
    "name", ["report.txt", "report.md", "report.html", "report.tex"]
)
def test_reports_of_every_kind_say_how_they_were_made(name, folder):
    run("report", "scores.csv", "-o", name)
    assert verdict(name, "--scores", "scores.csv") == (
        0,
        f"{name} belongs to scores.csv.",
    )


@pytest.mark.slow
def test_each_fragment_says_how_it_was_made(folder):
    scores = (
        (folder / "scores.csv")
        .read_text(encoding="utf-8")
        .replace("C4.5+m+cf", "C4@5{%")
    )
    (folder / "scores.csv").write_text(scores, encoding="utf-8")
    run("report", "scores.csv", "--fragments", "-o", "pieces")
    pieces = sorted(path.name for path in (folder / "pieces").iterdir())
    assert {"main.tex", "preamble.tex", "references.bib", "bibliography.tex"} < set(
        pieces
    )
    for name in pieces:
        assert verdict(f"pieces/{name}", "--scores", "scores.csv")[0] == 0
    # What stands before the first entry is passed over by BibTeX up to an @.
    comment = (
        (folder / "pieces" / "references.bib")
        .read_text(encoding="utf-8")
        .splitlines()[0]
    )
    assert comment.startswith("% cddiagram: ")
    assert "@" not in comment


# Refusals


def test_pvalues_from_elsewhere_have_no_scores(folder):
    p = [[1, 0.01, 0.30], [0.01, 1, 0.20], [0.30, 0.20, 1]]
    cd.plot_cd(compare_pvalues([1.2, 2.6, 2.2], p, algorithms=["A", "B", "C"])).save(
        "figure.svg"
    )
    assert "\n\np-values computed elsewhere\n" in run("inspect", "figure.svg").stdout
    assert error("figure.svg", "--scores", "scores.csv") == (
        1,
        "'figure.svg' was created from p-values computed elsewhere, which cannot be "
        "compared with scores. Omit --scores.",
    )


REFUSED = {
    ("scores.csv",): (
        1,
        "'scores.csv' does not record how it was created. Either cddiagram did not "
        "save this file, or the metadata were lost, for example when the figure was "
        "included in another document. Use the original file that cddiagram saved.",
    ),
    ("nothing.pdf",): (
        1,
        "cannot read 'nothing.pdf': the file does not exist. Check the name.",
    ),
    (".",): (1, "cannot read '.': it is a folder. Specify a file in the folder."),
    ("figure.png", "--scores", "none.csv"): (
        1,
        "cannot read 'none.csv': the file does not exist. Check the name.",
    ),
    ("figure.png", "--missing", "drop"): (
        2,
        "--missing controls how scores are read, but no scores were specified. Add "
        "--scores SCORES.",
    ),
    ("figure.png", "--scores", "scores.csv", "--cut-points", "5"): (
        2,
        "--cut-points does not apply to this figure. Omit this option.",
    ),
    ("figure.png", "--scores", "scores.csv", "--scores", "scores.csv"): (
        2,
        "the figure was created from one table. Pass --scores once.",
    ),
    (
        "figure.png",
        "--scores",
        "scores.csv",
        "--lower-is-better",
        "--higher-is-better",
    ): (
        2,
        "--lower-is-better and --higher-is-better cannot be combined. Omit one of "
        "them.",
    ),
    ("figure.png", "--format", "yaml"): (
        2,
        "unknown --format 'yaml': choose from 'text', 'json'.",
    ),
}


@pytest.mark.parametrize("arguments", REFUSED, ids=" ".join)
def test_refusals(arguments, figure):
    assert error(*arguments) == REFUSED[arguments]


def test_scores_and_histories_in_one_report_are_held_one_by_one(folder):
    provenance = provenance_of(
        "report", [cd.load_example(NAME), cd.load_histories("optimisers")]
    )
    (folder / "report.md").write_text(provenance.comment("md"), encoding="utf-8")
    assert error("report.md", "--scores", "scores.csv") == (
        1, "'report.md' was created from both scores and histories. Check each figure "
           "separately."
    )  # fmt: skip


def test_inspect_without_scores_loads_no_numpy(figure):
    code = (
        "import sys\nfrom cddiagram.cli import main\n"
        "try:\n    main(['inspect', 'figure.png'])\nexcept SystemExit as stop:\n    "
        "assert not stop.code\n"
        "print(sorted({'numpy', 'matplotlib', 'pandas', 'scipy', 'rich'} & "
        "set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("direction", [[], ["--lower-is-better"]])
def test_scores_are_read_in_the_direction_of_the_figure(folder, direction):
    run("plot", "scores.csv", *direction, "-o", "figure.svg")
    assert verdict("figure.svg", "--scores", "scores.csv") == (
        0,
        "figure.svg belongs to scores.csv.",
    )
    # As a figure has it that was made of a table in memory: no option of reading is
    # recorded.
    table = cd.read_scores("scores.csv", higher_is_better=not direction)
    table = cd.ScoreTable.from_arrays(
        table.scores,
        algorithms=table.algorithms,
        datasets=table.datasets,
        higher_is_better=table.higher_is_better,
    )
    cd.plot_cd(cd.compare(table)).save("memory.svg")
    assert verdict("memory.svg", "--scores", "scores.csv") == (
        0,
        "memory.svg belongs to scores.csv.",
    )
