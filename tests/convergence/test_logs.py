"""Logs as optimisers write them: folders of IOHprofiler and COCO, matrices of CEC
competitions, blanks as separators.

The folders in ``logs`` were written by ioh 0.3.22 and by cocoex 2.8.2 (what COCO logs
besides was left out), for two toy optimisers, random search and a random walk that
keeps what is not worse, with 40 evaluations.
"""

import io
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.text import InputError

LOGS = Path(__file__).parent / "logs"


def test_a_folder_of_iohprofiler():
    histories = cd.read_histories(LOGS / "ioh", cut_points=[1, 10, 23, 40])
    assert (histories.algorithms, histories.problems) == (
        ("random", "walk"),
        ("Sphere", "Ellipsoid"),
    )
    assert histories.unit == "evaluations"
    # The walk on the sphere: the first run has 2.559... at 1, .421... at 10 and
    # .0382... at 23, the second 32.07 at 1, 14.74 at 9, 2.599 at 20 and .4206 at 31;
    # their last lines are the values of the last evaluation, no better ones.
    first, second = (
        [2.5590672939, 0.4210137381, 0.0382364301, 0.0382364301],
        [32.0699812755, 14.7381978146],
    )
    second += [2.5993988276, 0.4206251501]
    assert histories.values[1, 0] == pytest.approx(
        np.mean([first, second], axis=0), abs=1e-9
    )
    assert any("2 runs of each algorithm" in note for note in histories.notes)
    assert not any("dimension" in note for note in histories.notes)


def test_a_folder_of_coco_with_what_it_logs_by_evaluations():
    two = cd.read_histories(
        LOGS / "coco", select={"dimension": "2"}, cut_points=[5, 40]
    )
    assert (two.algorithms, two.problems, two.unit) == (
        ("random", "walk"),
        ("f1", "f2"),
        "evaluations",
    )
    # The same numbers by hand: the best of all lines of both files up to an evaluation,
    # then the mean of both runs.
    for i, algorithm in enumerate(two.algorithms):
        for p, function in enumerate(two.problems):
            runs = [{}, {}]
            for suffix in ("dat", "tdat"):
                path = (
                    LOGS
                    / "coco"
                    / algorithm
                    / f"data_{function}"
                    / f"bbobexp_{function}_DIM2.{suffix}"
                )
                run = -1
                for line in path.read_text().splitlines():
                    run += line.startswith("%")
                    if not line.startswith("%"):
                        cells = line.split()
                        runs[run][int(cells[0]), suffix] = float(cells[2])
            for c, point in enumerate(two.cut_points):
                best = [
                    min(value for (at, _), value in run.items() if at <= point)
                    for run in runs
                ]
                assert two.values[i, p, c] == pytest.approx(np.mean(best), rel=1e-12)


def test_several_dimensions_are_chosen_from():
    with pytest.raises(
        InputError,
        match=r"the column 'dimension' has 2 values \('2', '3'\).* "
        r"select=\{'dimension': '2'\}",
    ):
        cd.read_histories(LOGS / "coco")


def test_folders_are_named_by_a_mapping():
    named = cd.read_histories(
        {"A": LOGS / "ioh" / "walk", "B": LOGS / "ioh" / "random"}
    )
    assert named.algorithms == ("A", "B")
    listed = cd.read_histories([LOGS / "ioh" / "walk", LOGS / "ioh" / "random"])
    assert listed.algorithms == ("walk", "random")
    assert (named.values == listed.values).all()


def test_the_older_descriptions_of_iohprofiler_and_the_direction(tmp_path):
    for algorithm, best in (("EA", (5, 8)), ("RLS", (4, 6))):
        for number, name in ((1, "OneMax"), (2, "LeadingOnes")):
            folder = tmp_path / algorithm / f"data_f{number}"
            folder.mkdir(parents=True)
            (tmp_path / algorithm / f"IOHprofiler_f{number}_i1.info").write_text(
                f"suite = 'PBO', funcId = {number}, funcName = '{name}', DIM = 16, "
                "maximization = 'T', "
                f"algId = '{algorithm}', algInfo = 'x'\n%\n"
                f"data_f{number}\\IOHprofiler_f{number}_DIM16_i1.dat, 1:20|8.0\n"
            )
            head = (
                '"function evaluation" "current f(x)" "best-so-far f(x)" "current '
                'af(x)+b" "best af(x)+b"\n'
            )
            body = f"1 3.0 3.0 3 3\n10 2.0 {best[0]}.0 0 0\n20 1.0 {best[1]}.0 0 0\n"
            (folder / f"IOHprofiler_f{number}_DIM16_i1.dat").write_text(
                head + body + head + body
            )
    with pytest.raises(
        InputError,
        match=r"higher values are better\. Use higher_is_better=True",
    ):
        cd.read_histories(tmp_path)
    histories = cd.read_histories(
        tmp_path, higher_is_better=True, cut_points=[1, 10, 20]
    )
    assert (histories.algorithms, histories.problems) == (
        ("EA", "RLS"),
        ("OneMax", "LeadingOnes"),
    )
    assert histories.values[:, 0].tolist() == [[3, 5, 8], [3, 4, 6]]


def matrix(rows, runs=3, scale=1.0):
    return scale * np.arange(rows, 0, -1)[:, None] * np.ones(runs)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("rows", "places"),
    [
        (11, [1, *range(10, 101, 10)]),
        (14, [1, 2, 3, 5, *range(10, 101, 10)]),
        (16, [100 * 10 ** (k / 5 - 3) for k in range(16)]),
    ],
)
def test_matrices_of_cec(tmp_path, rows, places, turned):
    for algorithm, scale in (("jSO", 1.0), ("L-SHADE_2", 2.0)):
        for function in (1, 2):
            numbers = matrix(rows, scale=scale)
            np.savetxt(
                tmp_path / f"{algorithm}_F{function}_10.txt",
                numbers.T if turned else numbers,
            )
    histories = cd.read_histories(tmp_path, cut_points=places)
    assert histories.algorithms == ("L-SHADE_2", "jSO")
    assert (histories.problems, histories.unit) == (("f1", "f2"), "% of the budget")
    assert histories.values[1, 0].tolist() == list(range(rows, 0, -1))
    one_by_one = cd.read_histories(sorted(tmp_path.iterdir()))
    assert one_by_one.cut_points == tuple(range(10, 101, 10))
    if rows == 14:
        assert one_by_one.values[1, 0].tolist() == list(range(10, 0, -1))


def test_the_row_of_evaluations_of_cec_2022_is_no_error(tmp_path):
    for algorithm in ("A", "B"):
        for function in (1, 2):
            evaluations = np.full((1, 3), 200000.0)
            np.savetxt(
                tmp_path / f"{algorithm}_{function}_20.txt",
                np.vstack([matrix(16), evaluations]),
            )
    assert cd.read_histories(tmp_path).values.max() <= 16


def test_what_is_no_log_is_refused_with_what_would_do(tmp_path):
    with pytest.raises(
        InputError,
        match=r"does not contain IOHprofiler logs .* Specify the files that "
        r"contain the histories\.$",
    ):
        cd.read_histories(tmp_path)
    np.savetxt(tmp_path / "A_1_10.txt", matrix(9))
    with pytest.raises(
        InputError,
        match=r"A_1_10.txt has 9 rows and 3 columns .* at 11, 14, 16 positions\. Use a "
        r"table",
    ):
        cd.read_histories(tmp_path)
    shutil.copytree(LOGS / "ioh" / "walk", tmp_path / "walk")
    said = next((tmp_path / "walk").glob("*Sphere.json"))
    said.write_text(json.dumps({"function_id": 1}))
    with pytest.raises(
        InputError,
        match=r"is not a valid IOHprofiler description \('algorithm'\)\. Log the function "
        r"again",
    ):
        cd.read_histories(tmp_path / "walk")
    data = next((tmp_path / "walk").rglob("*f2*.dat"))
    data.write_text(data.read_text().replace("raw_y", "what"))
    said.unlink()
    with pytest.raises(
        InputError, match=r"line 1: there is no value column .*\. Log raw_y"
    ):
        cd.read_histories(tmp_path / "walk")
    data.write_text("evaluations raw_y\n1 2\n3\n")
    with pytest.raises(InputError, match="line 3: column 2 does not contain a number"):
        cd.read_histories(tmp_path / "walk")


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (
            "dimension",
            float("inf"),
            r"is not a valid IOHprofiler description \(cannot convert float infinity",
        ),
        (
            "runs",
            [{"evals": 10**400, "best": {"y": 1}}],
            r"is not a valid IOHprofiler description \(int too large",
        ),
        ("path", "a\0", r"this is not a valid file name. Check the name\.$"),
        ("path", "a\ud800", r"this is not a valid file name. Check the name\.$"),
    ],
)
def test_a_description_that_no_program_writes(tmp_path, place, value, message):
    shutil.copytree(LOGS / "ioh" / "walk", tmp_path / "walk")
    path = next((tmp_path / "walk").glob("*Sphere.json"))
    said = json.loads(path.read_text())
    said["scenarios"][0][place] = value
    path.write_text(json.dumps(said))
    with pytest.raises(InputError, match=message):
        cd.read_histories(tmp_path / "walk")
    path.write_text("[" * 100000)
    with pytest.raises(InputError, match="is not a valid IOHprofiler description"):
        cd.read_histories(tmp_path / "walk")


def test_a_matrix_of_no_dimension_is_none(tmp_path):
    np.savetxt(tmp_path / "A_1_0.txt", matrix(16))
    with pytest.raises(InputError, match="does not contain IOHprofiler logs"):
        cd.read_histories(tmp_path)


def test_the_command_takes_folders(tmp_path, monkeypatch):
    from click.testing import CliRunner

    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(
        main, ["convergence", str(LOGS / "ioh"), "-o", "figure.svg"]
    )
    assert done.exit_code == 0, done.output
    checked = CliRunner().invoke(
        main, ["inspect", "figure.svg", "--scores", str(LOGS / "ioh")]
    )
    assert (checked.exit_code, "belongs to" in checked.output) == (0, True), (
        checked.output
    )


def test_blanks_divide_where_nothing_else_does():
    table = cd.read_scores(
        io.StringIO('"data set"   A    B\niris  0.9  0.8\n wine 0.7 0.6\n')
    )
    assert (table.algorithms, table.datasets) == (("A", "B"), ("iris", "wine"))
    assert cd.read_scores(
        io.StringIO("data set,My A,B\nmy iris,0.9,0.8\nwine,0.7,0.6\n")
    ).algorithms == ("My A", "B")
    with pytest.raises(InputError, match="has only one column"):
        cd.read_scores(io.StringIO("some prose\nthat is no table at all\n"))
