"""Logs of optimisers as they are written: folders of IOHprofiler and COCO, matrices of
CEC competitions.

They become one long table, which is then read as any other.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cddiagram._util import FloatArray, read_file
from cddiagram.data import Grid, decode
from cddiagram.text import InputError, Option

#: Columns of the table that logs become; a matrix has parts of the budget in the place
#: of evaluations.
_ALGORITHM, _PROBLEM, _DIMENSION, _RUN, _VALUE = (
    "algorithm",
    "problem",
    "dimension",
    "run",
    "value",
)
_EVALUATIONS, _PERCENT = "evaluations", "% of the budget"

#: Columns of logs by IOHprofiler that hold values, the best so far before others; the
#: first that is there is taken.
_VALUES = (
    "raw_y_best",
    "best-so-far f(x)",
    "current_y_best",
    "raw_y",
    "current f(x)",
    "current_y",
)
#: Column of logs by COCO that holds the best value so far less the optimum, from 0.
_COCO_VALUE = 2

#: ``ALG_F_DIM.txt``, as the competitions ask for.
_MATRIX = re.compile(
    r"(?P<algorithm>.+?)_[fF]?(?P<function>\d+)_[dD]?(?P<dimension>\d*[1-9]\d*)"
)
#: Number of rows -> places in parts of a hundred of the budget, as the rules say: of
#: CEC 2013 (section 2.2), and of CEC 2014 and 2017 (section 2.1). Those of CEC 2020 to
#: 2022 have 16 that depend on the dimension.
_SCHEDULES: dict[int, tuple[float, ...]] = {
    11: (1.0, *range(10, 101, 10)),
    14: (1.0, 2.0, 3.0, 5.0, *range(10, 101, 10)),
}
_BY_DIMENSION = 16


@dataclass(eq=False)
class _Logs:
    """What was found so far, a row for each value."""

    label: str
    budget: str = _EVALUATIONS
    columns: tuple[list[Any], ...] = field(
        default_factory=lambda: ([], [], [], [], [], [])
    )
    maximised: str = ""  #: A file that says so.

    def add(
        self, of: tuple[str, str, int, int], points: FloatArray, values: FloatArray
    ) -> None:
        """Add one run of an algorithm on a problem of a dimension."""
        for column, cell in zip(self.columns, of, strict=False):
            column += [cell] * len(points)
        self.columns[4].extend(points.tolist())
        self.columns[5].extend(values.tolist())

    def grid(self) -> Grid:
        """Return the table."""
        names = (_ALGORITHM, _PROBLEM, _DIMENSION, _RUN, self.budget, _VALUE)
        one = (
            len(set(self.columns[2])) == 1
        )  # of several dimensions one is to be chosen
        return Grid(
            label=self.label,
            names=names,
            columns=self.columns,
            row_word="record",
            settled=(2,) if one else (),
        )


def grid_of_logs(source: Any, higher_is_better: bool) -> Grid | None:
    """Return the logs of a folder, or the matrix of a file, as a long table; None for
    anything else.

    Instances of a problem count as runs, as in COCO.
    """
    if not isinstance(source, str | os.PathLike) or source == "-":
        return None
    path = Path(source)
    logs = _Logs(label=str(path))
    if os.path.isdir(path):
        _read_folder(path, logs)
    elif (
        path.suffix.lower() == ".txt"
        and _MATRIX.fullmatch(path.stem)
        and (rows := _numbers(path)) is not None
    ):
        _read_matrix(path, rows, logs)
    else:
        return None
    if logs.maximised and not higher_is_better:
        says = f"{logs.maximised} says that higher values are better: pass "
        raise InputError(says, Option("higher_is_better", True), ".")
    return logs.grid()


def logged_columns(grid: Grid) -> dict[str, str]:
    """Return the columns of such a table, as options of reading name them."""
    return {
        "algorithm_column": _ALGORITHM,
        "problem_column": _PROBLEM,
        "run_column": _RUN,
        "budget_column": grid.names[4],
        "value_column": _VALUE,
    }


def _read_folder(folder: Path, logs: _Logs) -> None:
    """Read all logs in a folder and those in it, of one kind."""
    for path in sorted(folder.rglob("IOHprofiler*.json")):
        _read_json(path, logs)
    for path in sorted(folder.rglob("*.info")):
        _read_info(path, logs)
    if logs.columns[0]:
        return
    for path in sorted(folder.rglob("*.txt")):
        if _MATRIX.fullmatch(path.stem) and (rows := _numbers(path)) is not None:
            _read_matrix(path, rows, logs)
    if not logs.columns[0]:
        raise InputError(
            f"{folder} is a folder without logs of IOHprofiler (IOHprofiler*.json, "
            ".info), COCO (.info) or matrices "
            "ALG_F_DIM.txt of CEC: give the files of histories."
        )


def _read_json(path: Path, logs: _Logs) -> None:
    """Read what IOHprofiler says of one function, and its data."""
    try:
        said = json.loads(decode(read_file(path), str(path)))
        name, function = str(said["algorithm"]["name"]), f"f{said['function_id']}"
        problem, maximised = (
            str(said.get("function_name") or function),
            bool(said.get("maximization")),
        )
        scenarios = [
            (int(of["dimension"]), str(of["path"]), list(of["runs"]))
            for of in said["scenarios"]
        ]
        ends = [
            [(float(run["evals"]), float(run["best"]["y"])) for run in runs]
            for _, _, runs in scenarios
        ]
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InputError(
            f"{path} is no description by IOHprofiler ({error}): log the function "
            "again."
        ) from error
    logs.maximised = logs.maximised or (str(path) if maximised else "")
    for (dimension, data, _), last in zip(scenarios, ends, strict=True):
        _add_runs(path.parent / data, (name, problem, dimension), logs, maximised, last)


def _read_info(path: Path, logs: _Logs) -> None:
    """Read what COCO, or IOHprofiler before it wrote JSON, says of one function, and
    its data: three lines each.
    """
    lines = [
        line for line in decode(read_file(path), str(path)).splitlines() if line.strip()
    ]
    for head, where in zip(lines[::3], lines[2::3], strict=False):
        said = {
            key: text.strip("' ")
            for key, text in re.findall(r"(\w+)\s*=\s*('[^']*'|[^,]*)", head)
        }
        try:
            function, dimension = f"f{said['funcId']}", int(said["DIM"])
        except (KeyError, ValueError) as error:
            raise InputError(
                f"{path} is no description by COCO or IOHprofiler ({error}): log it "
                "again."
            ) from error
        maximised = said.get("maximization") == "T"
        logs.maximised = logs.maximised or (str(path) if maximised else "")
        data = path.parent / where.split(",")[0].strip().replace("\\", "/")
        named = (
            said.get("algId") or path.parent.name,
            said.get("funcName") or function,
            dimension,
        )
        _add_runs(data, named, logs, maximised)


def _add_runs(
    path: Path,
    of: tuple[str, str, int],
    logs: _Logs,
    maximised: bool,
    ends: Sequence[tuple[float, float]] = (),
) -> None:
    """Add the runs of a data file; of COCO also what stands beside it by evaluations,
    of IOHprofiler their ends.
    """
    runs = list(_runs(path))
    beside = path.with_suffix(".tdat")
    by_evaluations = (
        list(_runs(beside)) if path.suffix == ".dat" and beside.is_file() else []
    )
    if by_evaluations and len(by_evaluations) != len(runs):
        raise InputError(
            f"{path} has {len(runs)} runs and {beside.name} {len(by_evaluations)}: "
            "log the function again."
        )
    for number, (points, values) in enumerate(runs):
        more = [by_evaluations[number]] if by_evaluations else []
        more += [
            (np.array([point]), np.array([value]))
            for point, value in ends[number : number + 1]
        ]
        points = np.concatenate([points, *(places for places, _ in more)])
        values = np.concatenate([values, *(found for _, found in more)])
        order = np.argsort(points, kind="stable")
        best = (np.maximum if maximised else np.minimum).accumulate(values[order])
        last = np.append(np.diff(points[order]) > 0, True)  # of one place the best
        logs.add((*of, number + 1), points[order][last], best[last])


def _runs(path: Path) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield places and values of each run of a data file: every one begins with a line
    that names the columns.
    """
    column = 0
    rows: list[tuple[float, float]] = []
    for number, line in enumerate(decode(read_file(path), str(path)).splitlines(), 1):
        cells = line.split()
        if not cells:
            continue
        if not (cells[0][0].isdigit() or cells[0][0] in "+-."):
            if rows:
                yield _columns_of(rows)
            column, rows = _value_column(line, path, number), []
            continue
        try:
            rows.append((float(cells[0]), float(cells[column])))
        except (IndexError, ValueError):
            raise InputError(
                f"{path}, line {number}: no number in column {column + 1}: log the "
                "run again."
            ) from None
    if rows:
        yield _columns_of(rows)


def _columns_of(rows: Sequence[tuple[float, float]]) -> tuple[FloatArray, FloatArray]:
    found = np.array(rows)
    return found[:, 0], found[:, 1]


def _value_column(head: str, path: Path, number: int) -> int:
    """Return where the values stand, from the line that names the columns."""
    if head.startswith("%"):
        return _COCO_VALUE
    names = [first or second for first, second in re.findall(r'"([^"]*)"|(\S+)', head)]
    found = next((names.index(name) for name in _VALUES if name in names), None)
    if found is None:
        raise InputError(
            f"{path}, line {number} names no column of values ({', '.join(_VALUES)}): "
            "log raw_y."
        )
    return found


def _numbers(path: Path) -> FloatArray | None:
    """Return the rows of a file of numbers alone, divided by blanks, tabs or commas;
    None for any other file.
    """
    lines = [
        re.split(r"[\s,;]+", line.strip(" \t,;"))
        for line in decode(read_file(path), str(path)).splitlines()
    ]
    try:
        rows = np.array(
            [[float(cell) for cell in line] for line in lines if line != [""]]
        )
    except ValueError:
        return None
    return rows if rows.ndim == 2 and rows.size else None


def _read_matrix(path: Path, rows: FloatArray, logs: _Logs) -> None:
    """Read errors of all runs at the places of a CEC competition: a row for each place,
    or a column.
    """
    found = _MATRIX.fullmatch(path.stem)
    assert found is not None
    dimension = int(found["dimension"])
    schedules = {
        **_SCHEDULES,
        _BY_DIMENSION: tuple(
            100 * dimension ** (k / 5 - 3) for k in range(_BY_DIMENSION)
        ),
    }
    if len(rows) == _BY_DIMENSION + 1:
        rows = rows[
            :-1
        ]  # the evaluations until the error was 1e-8, as CEC 2022 asks for
    rows = rows if len(rows) in schedules else rows.T
    if len(rows) not in schedules:
        raise InputError(
            f"{path} has {rows.shape[1]} rows and {len(rows)} columns of numbers, and "
            "CEC competitions have errors at "
            f"{', '.join(map(str, sorted(schedules)))} places: give a table with a "
            "column of evaluations."
        )
    logs.budget = _PERCENT
    for number, values in enumerate(rows.T, 1):
        of = found["algorithm"], f"f{found['function']}", dimension, number
        logs.add(of, np.array(schedules[len(rows)], dtype=float), values)
