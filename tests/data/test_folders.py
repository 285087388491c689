"""Folders of files: one table, or an error that names the remedy."""

import numpy as np
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main

DATASETS = ("iris", "wine", "zoo")
SCORES = {"C4.5": (0.5, 0.6, 0.7), "RF": (0.8, 0.9, 0.95)}


def write(folder, files, suffix=".csv"):
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}{suffix}").write_text(text)
    return folder


def by_algorithm(head="data set,accuracy"):
    """Return a file for each algorithm, whose rows are in orders of their own."""
    files = {}
    for at, (name, scores) in enumerate(SCORES.items()):
        rows = [f"{d},{s}" for d, s in zip(DATASETS, scores, strict=True)]
        files[name] = "\n".join([head, *rows[at:], *rows[:at]])
    return files


def by_dataset():
    files = {}
    for at, dataset in enumerate(DATASETS):
        rows = [f"{name},{scores[at]}" for name, scores in SCORES.items()]
        files[dataset] = "\n".join(["Algorithm,score", *rows])
    return files


@pytest.mark.parametrize("files", [by_algorithm(), by_dataset()])
@pytest.mark.parametrize("as_path", [str, lambda folder: folder])
def test_the_first_column_says_what_a_file_is(tmp_path, files, as_path):
    folder = write(tmp_path / "results", files)
    (folder / ".hidden.txt").write_text("not a table")
    table = cd.read_scores(as_path(folder))
    assert (table.algorithms, table.datasets) == (tuple(SCORES), DATASETS)
    assert table.scores.T.tolist() == [list(scores) for scores in SCORES.values()]
    assert cd.compare(as_path(folder)).table.scores.tolist() == table.scores.tolist()


def test_numbered_columns_are_runs(tmp_path):
    files = {
        "A": "dataset,fold 1,fold 2\niris,0.5,0.7\nwine,0.1,0.3",
        "B": "dataset,0,1\niris,0.4,0.6\nwine,0.2,0.2",
    }
    table = cd.read_scores(write(tmp_path / "runs", files))
    np.testing.assert_allclose(table.scores, [[0.6, 0.5], [0.2, 0.2]])
    assert "2 runs of each algorithm" in table.notes[0]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "is an empty folder. Specify a folder that contains tables."),
        (
            by_algorithm("name,accuracy"),
            "the title of the first column is 'name', so it is unclear whether the "
            "rows are data sets or algorithms. Change the title of the first column "
            "to 'data set' or 'algorithm'.",
        ),
        (
            by_algorithm() | {"zoo": by_dataset()["zoo"]},
            "some files have a row for each data set, others for each algorithm. Pass "
            "a dict with one file for each algorithm, {algorithm: path}, or pass a "
            "single table.",
        ),
        (
            {"RF": "dataset,accuracy,f1\niris,0.5,0.4\n"},
            "the file has several columns of scores that are not numbered as runs. "
            "Keep the data set and one column of scores.",
        ),
    ],
)
def test_a_folder_that_can_be_read_in_two_ways_raises(tmp_path, files, message):
    folder = write(tmp_path / "results", files)
    with pytest.raises(cd.InputError) as caught:
        cd.read_scores(folder)
    assert str(caught.value).endswith(message)


def test_a_file_of_another_format_raises(tmp_path):
    folder = write(tmp_path / "results", by_algorithm())
    write(folder, {"notes": "dataset,accuracy\niris,1\n"}, suffix=".txt")
    with pytest.raises(cd.InputError) as caught:
        cd.read_scores(folder)
    assert str(caught.value) == (
        f"{folder}: it contains files of different formats (.csv and .txt). Keep only "
        "tables of the same format in the folder."
    )


def test_a_folder_in_a_folder_raises(tmp_path):
    folder = write(tmp_path / "results", by_algorithm())
    (folder / "old").mkdir()
    with pytest.raises(cd.InputError, match="it contains another folder, 'old'"):
        cd.read_scores(folder)


def test_a_missing_row_is_a_missing_score(tmp_path):
    files = by_algorithm()
    files["RF"] = files["RF"].replace("zoo,0.95", "").replace("\n\n", "\n")
    folder = write(tmp_path / "results", files)
    with pytest.raises(cd.InputError, match="zoo"):
        cd.read_scores(folder)
    assert cd.read_scores(folder, missing="drop").datasets == DATASETS[:2]


@pytest.mark.parametrize("command", ["compare", "plot", "report"])
def test_commands_read_folders(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    files = by_algorithm() | {"NB": by_algorithm()["C4.5"].replace("0.5", "0.45")}
    write(tmp_path / "results", files)
    output = {"compare": "a.txt", "plot": "a.svg", "report": "a.html"}[command]
    result = CliRunner().invoke(main, [command, "results", "-o", output])
    assert result.exit_code == 0, result.output
    assert "C4.5" in (tmp_path / output).read_text()


def test_no_output_takes_the_place_of_a_file_that_is_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = by_algorithm()
    write(tmp_path / "results", files)
    result = CliRunner().invoke(main, ["compare", "results", "-o", "results/RF.csv"])
    assert result.exit_code != 0
    assert "would be overwritten" in result.output + str(result.exception)
    assert (tmp_path / "results" / "RF.csv").read_text() == files["RF"]
