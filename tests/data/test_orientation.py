"""Which side of a table holds the algorithms: numbered columns, swapped dicts, the
forms of JSON that pandas writes.
"""

import io
import json
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.text import InputError

AEON = Path(__file__).parent / "aeon" / "HC2_accuracy.csv"


def table_of_resamples(header, first, count=6):
    numbers = ",".join(str(first + place) for place in range(count))
    rows = [
        f"d{row}," + ",".join(f"0.{row}{place}" for place in range(count))
        for row in range(1, 5)
    ]
    return "\n".join([f"{header},{numbers}", *rows])


@pytest.mark.parametrize("first", [0, 1, 7])
@pytest.mark.parametrize(
    "header", ["Resamples:", "folds:", "dataset", "", "Unnamed: 0"]
)
def test_numbered_columns_are_no_algorithms(header, first):
    text = table_of_resamples(header, first)
    with pytest.raises(InputError) as error:
        cd.compare(io.StringIO(text))
    message = str(error.value)
    assert message.startswith(
        f"input, line 1, column 2: the columns '{first}', '{first + 1}', "
        f"'{first + 2}' and 3 more"
    )
    assert "which suggests resamples, folds or runs of one algorithm" in message
    assert "transpose=True" in message
    with pytest.raises(InputError, match="have numbers as names"):
        cd.compare_folds(io.StringIO(text), folds=2)
    turned = cd.compare(io.StringIO(text), transpose=True).table
    assert (turned.k, turned.datasets[0]) == (4, str(first))


def test_numbered_columns_of_frames_and_dicts():
    scores = np.random.default_rng(3).uniform(size=(5, 4))
    names = [f"d{row}" for row in range(5)]
    frame = pd.DataFrame(scores, index=names)
    first = frame.rename_axis("data set").reset_index()
    nested = {
        column: dict(zip(names, scores[:, column], strict=True))
        for column in range(1, 4)
    }
    for given in (
        frame,
        first,
        nested,
        frame.rename(columns=str),
        pd.DataFrame([[*row] for row in first.values]),
    ):
        with pytest.raises(InputError, match="have numbers as names"):
            cd.compare(given)
    listed = cd.compare(frame, algorithms=list("ABCD")).table
    assert (listed.algorithms, listed.datasets[0]) == (tuple("ABCD"), "d0")


@pytest.mark.parametrize(
    "titles",
    [
        ["10", "20"],
        ["2019", "2021"],
        ["1", "A"],
        ["1-NN", "2-NN"],
        ["k1", "k2"],
        ["2", "1"],
    ],
)
def test_other_names_with_numbers_are_names(titles):
    text = f"data set,{','.join(titles)}\nx,1,2\ny,2,1\nz,3,1\n"
    assert cd.read_scores(io.StringIO(text)).algorithms == tuple(titles)


def test_results_of_aeon_are_resamples_of_one_algorithm():
    with pytest.raises(
        InputError,
        match=r"line 1, column 2: the columns '0', '1', '2' and 27 more have numbers "
        r"as names",
    ):
        cd.compare(AEON)
    result = CliRunner().invoke(main, ["compare", str(AEON)])
    assert result.exit_code == 1
    assert "which suggests resamples" in result.stderr
    assert "path" not in result.stderr.partition("have numbers as names")[2]


def test_files_of_several_algorithms_are_put_together(tmp_path):
    """As the message says: a dict of paths, each with a row for each data set and a
    column for each resample.
    """
    frame = pd.read_csv(AEON, index_col=0)
    other = tmp_path / "Other_accuracy.csv"
    (frame - 0.25).iloc[::-1].to_csv(other)
    expected = np.column_stack([frame.mean(axis=1), (frame - 0.25).mean(axis=1)])
    frames = {"HC2": frame, "Other": pd.read_csv(other)}
    for given in ({"HC2": AEON, "Other": str(other)}, frames):
        table = cd.compare(given).table
        assert (table.algorithms, table.datasets) == (
            ("HC2", "Other"),
            tuple(frame.index),
        )
        np.testing.assert_allclose(table.scores, expected, rtol=1e-12)
        assert "30 runs of each algorithm" in table.notes[0]
    other.write_text("0.1,0.2\n0.3,0.4\n")
    with pytest.raises(InputError):
        cd.compare({"HC2": AEON, "Other": other})


SWAPPED = {
    "iris": {"SVM": 0.9, "Forest": 0.8},
    "wine": {"SVM": 0.7, "Forest": 0.6},
    "CIFAR-10": {"SVM": 0.5, "Forest": 0.4},
}
RUNS = {
    dataset: {name: [score, score + 0.1] for name, score in its.items()}
    for dataset, its in SWAPPED.items()
}


def warnings_of(given, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table = cd.read_scores(given, **options)
    return table, [str(warning.message) for warning in caught]


@pytest.mark.parametrize(
    "given", [SWAPPED, RUNS, pd.DataFrame(SWAPPED)], ids=["scores", "runs", "frame"]
)
def test_known_data_sets_are_no_algorithms(given):
    table, said = warnings_of(given)
    assert table.algorithms == tuple(SWAPPED)
    label = "data frame" if isinstance(given, pd.DataFrame) else "dict"
    assert said == [
        f"{label}: 'iris', 'wine', 'CIFAR-10' are data sets, but they are compared as "
        "algorithms. Pass transpose=True if the algorithms are named 'SVM', 'Forest'."
    ]
    turned, said = warnings_of(given, transpose=True)
    assert (turned.algorithms, turned.datasets, said) == (
        ("SVM", "Forest"),
        tuple(SWAPPED),
        [],
    )
    np.testing.assert_array_equal(turned.scores, table.scores.T)


@pytest.mark.parametrize(
    ("algorithms", "datasets"),
    [
        (["SVM", "Forest"], ["iris", "wine"]),
        (["SVM", "Forest"], ["a", "b"]),
        (["SVM", "Forest", "Iris"], ["a", "b"]),  # one of three
        (["iris", "wine"], ["glass", "zoo"]),  # nobody can know
        (["IrisNet", "WineNet"], ["a", "b"]),
    ],
)
def test_other_names_are_not_warned_of(algorithms, datasets):
    given = {
        name: {dataset: len(name) + len(dataset) for dataset in datasets}
        for name in algorithms
    }
    assert warnings_of(given)[1] == []


def test_many_known_columns_are_warned_of_once():
    names = [
        "iris",
        "wine",
        "glass",
        "zoo",
        "sonar",
        "vehicle",
        "vote",
        "yeast",
        "ecoli",
    ]
    scores = np.geomspace(0.01, 0.9, 9) + np.arange(3)[:, np.newaxis] / 1000
    assert len(warnings_of(pd.DataFrame(scores, list("ABC"), names))[1]) == 1


FRAME = pd.DataFrame(
    {"SVM": [0.9, 0.7, 0.5], "Forest": [0.8, 0.6, 0.7], "Boosting": [0.6, 0.9, 0.8]},
    index=["x1", "x2", "x3"],
)
NAMED = FRAME.rename_axis("data set").reset_index()
BARE = FRAME.reset_index(drop=True)
ORIENTATIONS = ["index", "split", "table", "columns", "records"]
EXPECTED = cd.read_scores(FRAME)


def json_of(frame, orient, tmp_path):
    path = tmp_path / f"{orient}.json"
    frame.to_json(path, orient=orient)
    return path


@pytest.mark.parametrize("orient", ORIENTATIONS)
def test_a_column_of_names_is_found_in_every_orientation(orient, tmp_path):
    assert cd.read_scores(json_of(NAMED, orient, tmp_path)).sha256 == EXPECTED.sha256


@pytest.mark.parametrize("orient", ["split", "table", "columns"])
def test_an_index_of_names_is_found(orient, tmp_path):
    assert cd.read_scores(json_of(FRAME, orient, tmp_path)).sha256 == EXPECTED.sha256


def test_objects_by_data_set_are_turned_on_request(tmp_path):
    """{"x1": {"SVM": 0.9}} may be an algorithm on data sets as well: first lines show
    it, known names are warned of.
    """
    path = json_of(FRAME, "index", tmp_path)
    assert cd.read_scores(path).algorithms == ("x1", "x2", "x3")
    assert cd.read_scores(path, transpose=True).sha256 == EXPECTED.sha256
    known = json_of(FRAME.set_axis(["iris", "wine", "zoo"]), "index", tmp_path)
    with pytest.warns(
        UserWarning,
        match="'iris', 'wine', 'zoo' are data sets, but they are compared as "
        "algorithms. Pass tran",
    ):
        cd.read_scores(known)


@pytest.mark.parametrize("orient", [*ORIENTATIONS, "values"])
def test_rows_without_names_are_refused_with_a_remedy_that_works(orient, tmp_path):
    path = json_of(BARE, orient, tmp_path)
    with pytest.raises(InputError, match="dataset_column='none'"):
        cd.read_scores(path)
    names = {"algorithms": ["SVM", "Forest", "Boosting"]} if orient == "values" else {}
    table = cd.read_scores(path, dataset_column="none", **names)
    assert (table.algorithms, table.datasets) == (EXPECTED.algorithms, ("1", "2", "3"))
    np.testing.assert_array_equal(table.scores, EXPECTED.scores)


@pytest.mark.parametrize(
    "orient", ["dict", "list", "series", "split", "tight", "records", "index"]
)
def test_dicts_of_frames(orient):
    assert cd.read_scores(NAMED.to_dict(orient)).sha256 == EXPECTED.sha256
    if orient in ("dict", "series", "split", "tight"):
        assert cd.read_scores(FRAME.to_dict(orient)).sha256 == EXPECTED.sha256
    with pytest.raises(InputError, match="dataset_column='none'"):
        cd.read_scores(BARE.to_dict(orient))
    assert (
        cd.read_scores(BARE.to_dict(orient), dataset_column="none").algorithms
        == EXPECTED.algorithms
    )


@pytest.mark.parametrize("suffix", ["jsonl", "ndjson"])
def test_objects_line_by_line(suffix, tmp_path):
    path = tmp_path / f"scores.{suffix}"
    NAMED.to_json(path, orient="records", lines=True)
    assert cd.read_scores(path).sha256 == EXPECTED.sha256


def test_whole_numbers_in_a_dict_of_lists_are_scores(tmp_path):
    """The first list holds the scores of the first algorithm, and no names of data
    sets.
    """
    path = tmp_path / "lists.json"
    path.write_text(json.dumps({"A": [3, 2, 1], "B": [1, 2, 3], "C": [2, 1, 3]}))
    with pytest.raises(
        InputError,
        match=r"the 3 scores of each algorithm \('A', 'B', 'C'\) have no names",
    ):
        cd.read_scores(path)
    assert cd.read_scores(path, dataset_column="none").algorithms == ("A", "B", "C")


def test_numbers_of_data_sets_are_names_unless_they_count_from_zero():
    ids = {name: {3: 0.5, 31: 0.6} for name in ("A", "B")}
    assert cd.read_scores(ids).datasets == ("3", "31")
    functions = {name: {1: 0.5, 2: 0.6} for name in ("A", "B")}
    assert cd.read_scores(functions).datasets == ("1", "2")
