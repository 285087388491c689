"""Logs of optimisers: folders of IOHprofiler and COCO, and matrices of CEC competitions.

They are converted to a long table, which is then read like any other table.
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

#: Columns of the long table. For matrices, the positions are percentages of the budget
#: instead of evaluations.
_ALGORITHM, _PROBLEM, _DIMENSION, _RUN, _VALUE = (
    "algorithm",
    "problem",
    "dimension",
    "run",
    "value",
)
_EVALUATIONS, _PERCENT = "evaluations", "% of the budget"

#: Columns of values in logs of IOHprofiler. The first existing one is used.
_VALUES = (
    "raw_y_best",
    "best-so-far f(x)",
    "current_y_best",
    "raw_y",
    "current f(x)",
    "current_y",
)
#: Column of the best-so-far value minus the optimum in logs of COCO, counted from 0.
_COCO_VALUE = 2

#: ``ALG_F_DIM.txt``, as the competitions require.
_MATRIX = re.compile(
    r"(?P<algorithm>.+?)_[fF]?(?P<function>\d+)_[dD]?(?P<dimension>\d*[1-9]\d*)"
)
#: Number of rows -> positions in percent of the budget: in the rules of CEC 2013
#: (section 2.2), and of CEC 2014 and 2017 (section 2.1). The rules of CEC 2020 to 2022
#: have 16 positions that depend on the dimension.
_SCHEDULES: dict[int, tuple[float, ...]] = {
    11: (1.0, *range(10, 101, 10)),
    14: (1.0, 2.0, 3.0, 5.0, *range(10, 101, 10)),
}
_BY_DIMENSION = 16


@dataclass(eq=False)
class _Logs:
    """The logs that were read so far, with one row for each value."""

    label: str
    budget: str = _EVALUATIONS
    columns: tuple[list[Any], ...] = field(
        default_factory=lambda: ([], [], [], [], [], [])
    )
    maximised: str = ""  #: A file according to which higher values are better.

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
        # Of several dimensions the user must select one.
        settled = (2,) if len(set(self.columns[2])) == 1 else ()
        return Grid(
            label=self.label,
            names=names,
            columns=self.columns,
            row_word="record",
            settled=settled,
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
        higher = f"according to {logs.maximised}, higher values are better. Use "
        raise InputError(higher, Option("higher_is_better", True), ".")
    return logs.grid()


def logged_columns(grid: Grid) -> dict[str, str]:
    """Return the columns of such a table as options of reading."""
    return {
        "algorithm_column": _ALGORITHM,
        "problem_column": _PROBLEM,
        "run_column": _RUN,
        "budget_column": grid.names[4],
        "value_column": _VALUE,
    }


def _read_folder(folder: Path, logs: _Logs) -> None:
    """Read all logs of one kind in a folder and its subfolders."""
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
            f"{folder} does not contain logs of IOHprofiler (IOHprofiler*.json, .info) "
            "or COCO (.info), or matrices ALG_F_DIM.txt of CEC. Specify the files of "
            "histories."
        )


def _read_json(path: Path, logs: _Logs) -> None:
    """Read the description of one function by IOHprofiler, and its data."""
    try:
        content = json.loads(decode(read_file(path), str(path)))
        name = str(content["algorithm"]["name"])
        function = f"f{content['function_id']}"
        problem = str(content.get("function_name") or function)
        maximised = bool(content.get("maximization"))
        scenarios = []
        for scenario in content["scenarios"]:
            ends = []
            for run in scenario["runs"]:
                ends.append((float(run["evals"]), float(run["best"]["y"])))
            data = str(scenario["path"])
            scenarios.append((int(scenario["dimension"]), data, ends))
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InputError(
            f"{path} is not a description by IOHprofiler ({error}). Log the function "
            "again."
        ) from error
    logs.maximised = logs.maximised or (str(path) if maximised else "")
    for dimension, data, ends in scenarios:
        _add_runs(path.parent / data, (name, problem, dimension), logs, maximised, ends)


def _read_info(path: Path, logs: _Logs) -> None:
    """Read the descriptions of functions by COCO, or by IOHprofiler before it wrote
    JSON, and their data. Each description has three lines.
    """
    text = decode(read_file(path), str(path))
    lines = [line for line in text.splitlines() if line.strip()]
    for head, where in zip(lines[::3], lines[2::3], strict=False):
        entries = {}
        for key, value in re.findall(r"(\w+)\s*=\s*('[^']*'|[^,]*)", head):
            entries[key] = value.strip("' ")
        try:
            function, dimension = f"f{entries['funcId']}", int(entries["DIM"])
        except (KeyError, ValueError) as error:
            raise InputError(
                f"{path} is not a description by COCO or IOHprofiler ({error}). Log it "
                "again."
            ) from error
        maximised = entries.get("maximization") == "T"
        logs.maximised = logs.maximised or (str(path) if maximised else "")
        data = path.parent / where.split(",")[0].strip().replace("\\", "/")
        algorithm = entries.get("algId") or path.parent.name
        problem = entries.get("funcName") or function
        _add_runs(data, (algorithm, problem, dimension), logs, maximised)


def _add_runs(
    path: Path,
    of: tuple[str, str, int],
    logs: _Logs,
    maximised: bool,
    ends: Sequence[tuple[float, float]] = (),
) -> None:
    """Add the runs of a data file.

    For COCO, the file with values by evaluations is also read. For IOHprofiler, `ends`
    contains the last evaluation and the best value of each run.
    """
    runs = list(_runs(path))
    second = path.with_suffix(".tdat")
    by_evaluations = []
    if path.suffix == ".dat" and second.is_file():
        by_evaluations = list(_runs(second))
    if by_evaluations and len(by_evaluations) != len(runs):
        raise InputError(
            f"{path} contains {len(runs)} runs, but {second.name} contains "
            f"{len(by_evaluations)}. Log the function again."
        )
    for number, (points, values) in enumerate(runs):
        places, numbers = [points], [values]
        if by_evaluations:
            places.append(by_evaluations[number][0])
            numbers.append(by_evaluations[number][1])
        if number < len(ends):
            places.append(np.array([ends[number][0]]))
            numbers.append(np.array([ends[number][1]]))
        points, values = np.concatenate(places), np.concatenate(numbers)
        order = np.argsort(points, kind="stable")
        best = (np.maximum if maximised else np.minimum).accumulate(values[order])
        # Of several values at one position the last one is the best.
        last = np.append(np.diff(points[order]) > 0, True)
        logs.add((*of, number + 1), points[order][last], best[last])


def _runs(path: Path) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield the positions and values of each run of a data file.

    Each run begins with a line that contains the names of the columns.
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
                f"{path}, line {number}: column {column + 1} does not contain a number. "
                "Log the run again."
            ) from None
    if rows:
        yield _columns_of(rows)


def _columns_of(rows: Sequence[tuple[float, float]]) -> tuple[FloatArray, FloatArray]:
    """Return the columns of positions and values."""
    array = np.array(rows)
    return array[:, 0], array[:, 1]


def _value_column(head: str, path: Path, number: int) -> int:
    """Return the column of values, from the line with the names of the columns."""
    if head.startswith("%"):
        return _COCO_VALUE
    names = [first or second for first, second in re.findall(r'"([^"]*)"|(\S+)', head)]
    for name in _VALUES:
        if name in names:
            return names.index(name)
    raise InputError(
        f"{path}, line {number} does not contain a column of values "
        f"({', '.join(_VALUES)}). Log raw_y."
    )


def _numbers(path: Path) -> FloatArray | None:
    """Return the rows of a file that contains only numbers, separated by spaces, tabs,
    commas or semicolons; None for any other file.
    """
    numbers = []
    try:
        for line in decode(read_file(path), str(path)).splitlines():
            text = line.strip(" \t,;")
            if text:
                numbers.append(list(map(float, re.split(r"[\s,;]+", text))))
        rows = np.array(numbers)
    except ValueError:
        return None
    return rows if rows.ndim == 2 and rows.size else None


def _read_matrix(path: Path, rows: FloatArray, logs: _Logs) -> None:
    """Read the errors of all runs at the positions of a CEC competition, which are rows
    or columns.
    """
    match = _MATRIX.fullmatch(path.stem)
    assert match is not None
    dimension = int(match["dimension"])
    by_dimension = [100 * dimension ** (k / 5 - 3) for k in range(_BY_DIMENSION)]
    schedules = {**_SCHEDULES, _BY_DIMENSION: tuple(by_dimension)}
    if len(rows) == _BY_DIMENSION + 1:
        # CEC 2022 adds the number of evaluations until the error was 1e-8.
        rows = rows[:-1]
    rows = rows if len(rows) in schedules else rows.T
    if len(rows) not in schedules:
        counts = ", ".join(map(str, sorted(schedules)))
        raise InputError(
            f"{path} has {rows.shape[1]} rows and {len(rows)} columns of numbers, but "
            f"CEC competitions require errors at {counts} positions. Use a table with a "
            "column of evaluations."
        )
    logs.budget = _PERCENT
    places = np.array(schedules[len(rows)], dtype=float)
    for number, values in enumerate(rows.T, 1):
        of = match["algorithm"], f"f{match['function']}", dimension, number
        logs.add(of, places, values)
