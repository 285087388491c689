"""`compare` reads scores as `read_scores` does, with the same options."""

import inspect
import io

import numpy as np
import pandas as pd
import pytest

import cddiagram as cd

SCORES = np.random.default_rng(8).uniform(0.5, 1.0, size=(8, 3)).round(3)
ALGORITHMS = ["SVM", "Forest", "Boosting"]
DATASETS = [f"task {letter}" for letter in "abcdefgh"]
FRAME = pd.DataFrame(SCORES, index=DATASETS, columns=ALGORITHMS)
GAPS = FRAME.where(FRAME.iloc[3, 1] != FRAME)
RUNS = np.stack([SCORES, SCORES + 0.01, SCORES + 0.05], axis=2)
NAMED = {"algorithms": ALGORITHMS, "datasets": DATASETS}


def written(folder):
    path = folder / "scores.csv"
    FRAME.to_csv(path)
    return path


#: What is compared -> the options that read it, among them some of each kind.
SOURCES = {
    "path": (written, {"exclude": "SVM", "exclude_datasets": "task a"}),
    "file": (lambda folder: io.StringIO(FRAME.to_csv()), {"keep": "SVM"}),
    "frame": (lambda folder: FRAME, {"algorithms": ["Forest", "SVM"]}),
    "frame with a gap": (lambda folder: GAPS, {"missing": "drop"}),
    "rows are algorithms": (lambda folder: FRAME.T, {"transpose": True}),
    "dict": (lambda folder: FRAME.to_dict(), {"higher_is_better": False}),
    "array": (lambda folder: SCORES, NAMED),
    "lists": (lambda folder: SCORES.tolist(), NAMED),
    "frame of an array": (lambda folder: pd.DataFrame(SCORES), NAMED),
    "runs": (lambda folder: RUNS, {**NAMED, "runs": "median"}),
    "array without rows": (lambda folder: SCORES, {**NAMED, "exclude_datasets": "task b"}),
}  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_compare_is_compare_of_what_is_read(name, tmp_path):
    source, options = SOURCES[name]
    direct = cd.compare(source(tmp_path), alpha=0.10, **options)
    table = cd.read_scores(source(tmp_path), **options)
    read = cd.compare(table, alpha=0.10)
    assert direct.to_dict() == read.to_dict()
    assert direct.table.reading == table.reading
    assert direct.table.notes == table.notes
    assert cd.plot_cd(direct).provenance == cd.plot_cd(read).provenance


def test_the_options_are_those_of_reading():
    reading = inspect.signature(cd.read_scores).parameters.keys() - {"source"}
    assert reading <= inspect.signature(cd.compare).parameters.keys()


@pytest.mark.parametrize("scores", [SCORES, RUNS], ids=["scores", "runs"])
def test_an_array_with_names_is_the_table_of_this_array(scores):
    table = cd.read_scores(scores, **NAMED)
    assert table.datasets == tuple(DATASETS)
    expected = cd.ScoreTable.from_arrays(scores, **NAMED)
    assert table.sha256 == expected.sha256
    assert table.scores.tolist() == expected.scores.tolist()


def test_what_was_read_is_recorded():
    drawing = cd.plot_cd(cd.compare(RUNS, **NAMED, runs="median"))
    (subject,) = drawing.provenance.subjects
    assert subject.reading["runs"] == "median"
    assert subject.algorithms == tuple(ALGORITHMS)
    assert subject.datasets == tuple(DATASETS)


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ({"mising": "drop"}, "'mising'. Did you mean 'missing'?"),
        ({"exclud": "SVM"}, "'exclud'. Did you mean 'exclude'?"),
        ({"lower_is_better": True}, "'lower_is_better'. Pass higher_is_better=False"),
        ({"quux": 1}, "'quux'"),
    ],
)
@pytest.mark.parametrize(
    "source", [FRAME, cd.read_scores(FRAME)], ids=["frame", "table"]
)
def test_an_unknown_option_is_named(source, given, hint):
    with pytest.raises(TypeError) as raised:
        cd.compare(source, **given)
    assert f"unexpected keyword argument {hint}" in str(raised.value)
    with pytest.raises(TypeError) as raised:
        cd.read_scores(FRAME, **given)
    assert f"unexpected keyword argument {hint}" in str(raised.value)


def test_an_option_of_the_comparison_is_the_nearest_one():
    with pytest.raises(TypeError, match=r"'p_ajust'\. Did you mean 'p_adjust'\?"):
        cd.compare(FRAME, p_ajust="holm")


@pytest.mark.parametrize("option", sorted(
    inspect.signature(cd.read_scores).parameters.keys() - {"source", "higher_is_better"}
))  # fmt: skip
def test_a_table_has_been_read(option):
    value = {"missing": "drop", "runs": "median", "decimal": ",", "select": {"a": "b"}}
    given = {option: value.get(option, "SVM")}
    expected = (
        f"{option} controls how scores are read, but a ScoreTable was passed. Omit "
        "this option."
    )
    with pytest.raises(cd.UsageError) as raised:
        cd.compare(cd.read_scores(FRAME), **given)
    assert str(raised.value) == expected


@pytest.mark.parametrize("name", ["path", "frame", "dict"])
def test_only_the_rows_of_an_array_are_named(name, tmp_path):
    source, _ = SOURCES[name]
    with pytest.raises(cd.InputError, match="datasets applies only to arrays"):
        cd.compare(source(tmp_path), datasets=DATASETS)


@pytest.mark.parametrize("scores", [SCORES, RUNS], ids=["scores", "runs"])
def test_names_of_rows_fit_the_array(scores):
    with pytest.raises(cd.InputError, match="8 rows, but 7 names of data sets"):
        cd.compare(scores, algorithms=ALGORITHMS, datasets=DATASETS[1:])
    with pytest.raises(
        cd.InputError, match="dataset_column and datasets cannot be combined"
    ):
        cd.compare(scores, **NAMED, dataset_column="none")
    with pytest.raises(cd.InputError, match="an array has no names"):
        cd.compare(scores, datasets=DATASETS)
    with pytest.raises(cd.InputError, match="task a"):
        cd.compare(scores, algorithms=ALGORITHMS, datasets=["task a"] * 8)
