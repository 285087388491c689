"""Tables whose rows are the algorithms are warned of by their numbers; tables of many
algorithms are not.
"""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import cddiagram as cd
from cddiagram._util import FloatArray

TABLES = ["demsar2006-table6", "garcia2008-table2", "garcia2010-table3"]


def frame_of(name: str) -> pd.DataFrame:
    table = cd.load_example(name)
    return pd.DataFrame(
        table.scores.copy(),
        index=pd.Index(table.datasets, name="of"),
        columns=list(table.algorithms),
    )


def warned(frame: pd.DataFrame, **options: object) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        cd.read_scores(frame, **options)  # type: ignore[arg-type]
    return [str(warning.message) for warning in caught]


@pytest.mark.parametrize("name", TABLES)
def test_published_tables_that_are_turned(name: str) -> None:
    frame = frame_of(name)
    n, k = frame.shape
    turned = (
        f"data frame: the {n} columns differ more than the {k} rows, so the columns "
        "may be data sets. Pass transpose=True if the rows are the algorithms."
    )
    assert warned(frame.T) == [turned]
    assert warned(1e300 * frame.T) == [turned]  # whatever the unit
    assert warned(1e-300 * frame.T) == [turned]
    assert warned(frame) == warned(frame.T, transpose=True) == []


def test_gaps_are_passed_over() -> None:
    frame = frame_of("garcia2008-table2").T
    frame.iloc[1, 3] = frame.iloc[4, 7] = np.nan
    assert len(warned(frame, missing="available")) == 1


def test_the_command_names_its_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    frame_of("garcia2008-table2").T.to_csv("s.csv")
    command = [
        sys.executable,
        "-m",
        "cddiagram",
        "plot",
        "s.csv",
        "-o",
        "fig.pdf",
        "-q",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == (
        "Warning: s.csv: the 30 columns differ more than the 5 rows, so the columns "
        "may be data sets. Pass --transpose if the rows are the algorithms.\n"
    )
    assert (
        subprocess.run(
            [*command, "--transpose"], capture_output=True, text=True, check=True
        ).stderr
        == ""
    )


def frame_with(scores: FloatArray) -> pd.DataFrame:
    n, k = scores.shape
    return pd.DataFrame(
        scores, index=[f"x{i}" for i in range(n)], columns=[f"A{j}" for j in range(k)]
    )


@pytest.mark.parametrize(
    ("n", "k", "rows", "columns", "expected"),
    [
        (5, 30, 0.0, 0.0, 0),  # noise alone
        (5, 30, 0.0, 3.0, 1),
        (5, 30, 9.0, 3.0, 0),  # rows that differ more are data sets
        (5, 8, 0.0, 5.0, 1),
        (5, 7, 0.0, 5.0, 0),  # few columns
        (6, 8, 0.0, 5.0, 0),  # hardly more columns than rows
        (30, 5, 5.0, 0.0, 0),
    ],
)
def test_random_tables(
    n: int, k: int, rows: float, columns: float, expected: int
) -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        scores = (
            rng.normal(size=(n, k))
            + rows * rng.normal(size=(n, 1))
            + columns * rng.normal(size=k)
        )
        assert len(warned(frame_with(scores))) == expected


def test_a_long_table_has_no_side_to_turn_to() -> None:
    frame = frame_of("garcia2008-table2").T.rename_axis("data set").reset_index()
    frame = frame.melt("data set", var_name="algorithm", value_name="score")
    assert warned(frame) == []


def test_equal_scores() -> None:
    assert warned(frame_with(np.zeros((3, 9)))) == []
