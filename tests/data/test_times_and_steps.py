"""Cells that are no scores although they count something: times, arrays, steps of a
learning curve.
"""

import io

import numpy as np
import pandas as pd
import polars as pl
import pytest

import cddiagram as cd
from cddiagram.text import InputError

NAMES = ["iris", "wine", "glass"]
SECONDS = pd.to_timedelta([1, 2, 3], unit="s")


def frame(column, **others):
    return pd.DataFrame({"dataset": NAMES, "A": column, "B": [1.0, 2.0, 3.0], **others})


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_durations_are_no_numbers(unit, tmp_path):
    times = SECONDS.as_unit(unit)
    path = tmp_path / "times.parquet"
    frame(times).to_parquet(path)
    for source in (frame(times), frame(times, C=times), frame(times.to_numpy()), path):
        with pytest.raises(
            InputError,
            match=r"' is a duration. Convert it with \.dt\.total_seconds\(\)\.$",
        ):
            cd.read_scores(source)
    converted = frame(pd.Series(times).dt.total_seconds())
    assert cd.read_scores(converted).scores[:, 0].tolist() == [1, 2, 3]


def test_durations_of_polars_and_in_dicts():
    times = list(SECONDS.to_pytimedelta())
    polars = pl.DataFrame({"dataset": NAMES, "A": times, "B": [1.0, 2.0, 3.0]})
    nested = {"A": dict(zip(NAMES, times, strict=True)), "B": dict.fromkeys(NAMES, 1)}
    for source in (polars, nested):
        with pytest.raises(InputError, match="is a duration"):
            cd.read_scores(source)


def test_dates_are_no_scores():
    days = pd.date_range("2026-01-01", periods=3)
    with pytest.raises(InputError, match="is a point in time, not a score"):
        cd.read_scores(pd.DataFrame({"A": days, "B": days}, index=NAMES))


def test_a_duration_does_not_hide_the_scores_of_a_long_table():
    long = pd.DataFrame(
        {
            "dataset": NAMES * 2,
            "algorithm": list("AAABBB"),
            "acc": [0.1, 0.5, 0.3, 0.2, 0.1, 0.6],
        }
    )
    expected = cd.read_scores(long)
    timed = long.assign(duration=pd.to_timedelta(range(6), unit="s"))
    assert cd.read_scores(timed, score_column="acc").sha256 == expected.sha256


@pytest.mark.parametrize("cells", [[np.array([0.1, 0.2])] * 3, [[0.1, 0.2]] * 3])
def test_arrays_in_cells_are_refused_with_a_form_that_works(cells):
    with pytest.raises(
        InputError,
        match=r"the cell contains 2 values. .* as a dict, \{algorithm: \{data set: "
        r"runs\}\}\.$",
    ):
        cd.read_scores(frame(cells))
    runs = {
        "A": dict(zip(NAMES, cells, strict=True)),
        "B": {name: [0.3, 0.4] for name in NAMES},
    }
    assert cd.read_scores(runs).scores[:, 0].tolist() == [0.15] * 3


STEPS = ["iteration", "Iteration", "step", "epoch"]


def curve(title, long):
    """Scores of two algorithms on three data sets after each of three steps."""
    if long:
        rows = [
            f"{d},{a},{step},0.{step}"
            for d in NAMES
            for a in "AB"
            for step in (1, 2, 3)
        ]
        return io.StringIO("\n".join([f"dataset,algorithm,{title},acc", *rows]))
    rows = [f"{d},{step},0.{step},0.{step + 1}" for d in NAMES for step in (1, 2, 3)]
    return io.StringIO("\n".join([f"dataset,{title},A,B", *rows]))


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("title", STEPS)
def test_a_learning_curve_is_not_averaged_in_silence(title, long):
    """The remedies work in one step: the steps are runs, or one of them is wanted."""
    with pytest.raises(InputError) as error:
        cd.read_scores(curve(title, long))
    message = str(error.value)
    assert f"select={{'{title}': '1'}}" in message
    assert f"run_column='{title}'" in message
    assert (
        "3 runs of each algorithm"
        in cd.read_scores(curve(title, long), run_column=title).notes[0]
    )
    assert cd.read_scores(curve(title, long), select={title: "1"}).n == 3


@pytest.mark.parametrize("title", STEPS)
def test_steps_of_one_learning_curve_are_no_data_sets(title):
    text = f"{title},A,B\n1,0.5,0.4\n2,0.6,0.7\n3,0.8,0.7\n"
    with pytest.raises(
        InputError, match=f"'{title}' counts the steps of a learning curve"
    ):
        cd.read_scores(io.StringIO(text))
    assert cd.read_scores(io.StringIO(text), dataset_column=title).datasets == (
        "1",
        "2",
        "3",
    )


def test_execution_ids_of_jmetal_are_runs():
    rows = [
        f"{a},{d},HV,{run},0.{run}{place}"
        for place, d in enumerate(["ZDT1", "ZDT2"])
        for a in ("NSGAII", "SPEA2")
        for run in (1, 2)
    ]
    text = "\n".join(
        ["Algorithm,Problem,IndicatorName,ExecutionId,IndicatorValue", *rows]
    )
    table = cd.read_scores(io.StringIO(text))
    assert (table.algorithms, table.datasets) == (("NSGAII", "SPEA2"), ("ZDT1", "ZDT2"))
    assert table.scores.tolist() == [[0.15, 0.15], [0.16, 0.16]]
