"""Readers for optimiser logs.

Folders with IOHprofiler or COCO logs, and result matrices of CEC competitions, are
converted to a long table, which is then read like any other table.
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
from cddiagram._util.lazy import lazy_pattern
from cddiagram.data import Grid, decode
from cddiagram.text import InputError, Option

#: The names of the columns in the long table.
_ALGORITHM = "algorithm"
_PROBLEM = "problem"
_DIMENSION = "dimension"
_RUN = "run"
_POSITION = "position"
_VALUE = "value"
_COLUMNS = (_ALGORITHM, _PROBLEM, _DIMENSION, _RUN, _POSITION, _VALUE)
#: The units in which positions are given. In CEC matrices, positions are given as
#: percentages of the budget.
_EVALUATIONS = "evaluations"
_PERCENT = "% of the budget"

#: The names of the columns with values in IOHprofiler logs. If there are several of
#: these columns, the first one in this order is used.
_VALUES = (
    "raw_y_best",
    "best-so-far f(x)",
    "current_y_best",
    "raw_y",
    "current f(x)",
    "current_y",
)
#: In COCO logs, the column with this index contains the best value so far minus the
#: optimum.
_COCO_VALUE = 2

#: The pattern for the names of files that contain CEC matrices, such as
#: ``ALG_F_DIM.txt``.
_MATRIX = lazy_pattern(
    r"(?P<algorithm>.+?)_[fF]?(?P<function>\d+)_[dD]?(?P<dimension>\d*[1-9]\d*)"
)
#: Maps the number of positions to the positions, as percentages of the budget. The
#: positions are defined in section 2.2 of the rules of CEC 2013 and in section 2.1 of
#: the rules of CEC 2014 and 2017.
_SCHEDULES: dict[int, tuple[float, ...]] = {
    11: (1.0, *range(10, 101, 10)),
    14: (1.0, 2.0, 3.0, 5.0, *range(10, 101, 10)),
}
#: The rules of CEC 2020 to 2022 specify this many positions. These positions depend on
#: the dimension of the problem.
_BY_DIMENSION = 16


@dataclass(frozen=True, kw_only=True)
class _Series:
    """The algorithm, problem and dimension of a series of runs."""

    algorithm: str
    problem: str
    dimension: int
    maximised: bool = False  #: Whether the log states that higher values are better.


@dataclass(eq=False)
class _Logs:
    """The logs that have been read so far, with one row for each value."""

    label: str
    unit: str = _EVALUATIONS
    columns: dict[str, list[Any]] = field(
        default_factory=lambda: {column: [] for column in _COLUMNS}
    )
    maximised: str = ""  #: The first file in which higher values are better.

    def __bool__(self) -> bool:
        return bool(self.columns[_VALUE])

    def add(
        self, series: _Series, run: int, points: FloatArray, values: FloatArray
    ) -> None:
        """Add the values of one run."""
        count = len(points)
        self.columns[_ALGORITHM] += [series.algorithm] * count
        self.columns[_PROBLEM] += [series.problem] * count
        self.columns[_DIMENSION] += [series.dimension] * count
        self.columns[_RUN] += [run] * count
        self.columns[_POSITION] += points.tolist()
        self.columns[_VALUE] += values.tolist()

    def grid(self) -> Grid:
        """Return the long table. The name of the position column is the unit."""
        selected: tuple[int, ...] = ()
        if len(set(self.columns[_DIMENSION])) == 1:
            # If the files contain several dimensions, the user must select one.
            selected = (_COLUMNS.index(_DIMENSION),)
        return Grid(
            label=self.label,
            names=(_ALGORITHM, _PROBLEM, _DIMENSION, _RUN, self.unit, _VALUE),
            columns=tuple(self.columns.values()),
            row_word="record",
            settled=selected,
        )


def grid_of_logs(source: Any, higher_is_better: bool) -> Grid | None:
    """Return the logs in a folder, or the matrix in a file, as a long table.

    Instances of a problem are treated as runs, as in COCO. For other sources, the
    result is None.
    """
    if not isinstance(source, str | os.PathLike) or source == "-":
        return None
    path = Path(source)
    logs = _Logs(label=str(path))
    if os.path.isdir(path):
        _read_folder(path, logs)
    elif path.suffix.lower() != ".txt" or not _read_matrix(path, logs):
        return None
    if logs.maximised and not higher_is_better:
        higher = f"according to {logs.maximised}, higher values are better. Use "
        raise InputError(higher, Option("higher_is_better", True), ".")
    return logs.grid()


def log_columns(grid: Grid) -> dict[str, str]:
    """Return the options of `read_histories` that specify the columns of logs."""
    return {
        "algorithm_column": _ALGORITHM,
        "problem_column": _PROBLEM,
        "run_column": _RUN,
        "budget_column": grid.names[_COLUMNS.index(_POSITION)],
        "value_column": _VALUE,
    }


def _read_folder(folder: Path, logs: _Logs) -> None:
    """Read all logs of one kind in a folder and its subfolders."""
    for path in sorted(folder.rglob("IOHprofiler*.json")):
        _read_json(path, logs)
    for path in sorted(folder.rglob("*.info")):
        _read_info(path, logs)
    if logs:
        return
    for path in sorted(folder.rglob("*.txt")):
        _read_matrix(path, logs)
    if not logs:
        raise InputError(
            f"{folder} does not contain IOHprofiler logs (IOHprofiler*.json, .info), "
            "COCO logs (.info) or CEC matrices (ALG_F_DIM.txt). Specify the files that "
            "contain the histories."
        )


def _read_json(path: Path, logs: _Logs) -> None:
    """Read the IOHprofiler description of one function, and its data files."""
    try:
        content = json.loads(decode(read_file(path), str(path)))
        algorithm = str(content["algorithm"]["name"])
        function = f"f{content['function_id']}"
        problem = str(content.get("function_name") or function)
        maximised = bool(content.get("maximization"))
        scenarios = []
        for scenario in content["scenarios"]:
            ends = []
            for run in scenario["runs"]:
                ends.append((float(run["evals"]), float(run["best"]["y"])))
            data = path.parent / str(scenario["path"])
            scenarios.append((int(scenario["dimension"]), data, ends))
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InputError(
            f"{path} is not a valid IOHprofiler description ({error}). Log the "
            "function again."
        ) from error
    if maximised:
        logs.maximised = logs.maximised or str(path)
    for dimension, data, ends in scenarios:
        series = _Series(
            algorithm=algorithm,
            problem=problem,
            dimension=dimension,
            maximised=maximised,
        )
        _add_runs(data, series, logs, ends)


def _read_info(path: Path, logs: _Logs) -> None:
    """Read function descriptions from COCO or an old IOHprofiler, with their data.

    Each description has three lines: the entries, a comment, and the names of the data
    files.
    """
    text = decode(read_file(path), str(path))
    lines = [line for line in text.splitlines() if line.strip()]
    for entries_line, files_line in zip(lines[::3], lines[2::3], strict=False):
        entries = {}
        for key, value in re.findall(r"(\w+)\s*=\s*('[^']*'|[^,]*)", entries_line):
            entries[key] = value.strip("' ")
        try:
            function = f"f{entries['funcId']}"
            dimension = int(entries["DIM"])
        except (KeyError, ValueError) as error:
            raise InputError(
                f"{path} is not a valid COCO or IOHprofiler description ({error}). Log "
                "the function again."
            ) from error
        series = _Series(
            algorithm=entries.get("algId") or path.parent.name,
            problem=entries.get("funcName") or function,
            dimension=dimension,
            maximised=entries.get("maximization") == "T",
        )
        if series.maximised:
            logs.maximised = logs.maximised or str(path)
        first_file, *_ = files_line.split(",")
        data = path.parent / first_file.strip().replace("\\", "/")
        _add_runs(data, series, logs)


def _add_runs(
    path: Path,
    series: _Series,
    logs: _Logs,
    ends: Sequence[tuple[float, float]] = (),
) -> None:
    """Add the runs of a data file.

    COCO also writes a second file, which contains values at fixed numbers of
    evaluations. This file is read if it exists. For IOHprofiler, `ends` contains the
    number of evaluations and the best value of each run.
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
    for index, run in enumerate(runs):
        parts = [run]
        if by_evaluations:
            parts.append(by_evaluations[index])
        if index < len(ends):
            parts.append(_columns_of([ends[index]]))
        points, values = _best_so_far(parts, series.maximised)
        logs.add(series, index + 1, points, values)


def _best_so_far(
    parts: Sequence[tuple[FloatArray, FloatArray]], maximised: bool
) -> tuple[FloatArray, FloatArray]:
    """Combine the positions and values of a run, and return the best values so far."""
    points = np.concatenate([part[0] for part in parts])
    values = np.concatenate([part[1] for part in parts])
    order = np.argsort(points, kind="stable")
    points = points[order]
    best_of = np.maximum if maximised else np.minimum
    best = best_of.accumulate(values[order])
    # If there are several values for a position, the last value is the best.
    last = np.append(np.diff(points) > 0, True)
    return points[last], best[last]


def _runs(path: Path) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield the positions and values of each run of a data file.

    Each run begins with a line of column names.
    """
    column = 0
    rows: list[tuple[float, float]] = []
    for number, line in enumerate(decode(read_file(path), str(path)).splitlines(), 1):
        cells = line.split()
        if not cells:
            continue
        if not _begins_with_number(line):
            if rows:
                yield _columns_of(rows)
            column = _value_column(line, path, number)
            rows = []
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


def _begins_with_number(line: str) -> bool:
    """Return whether a line contains data rather than column names."""
    first = line.lstrip()[0]
    return first.isdigit() or first in "+-."


def _columns_of(rows: Sequence[tuple[float, float]]) -> tuple[FloatArray, FloatArray]:
    """Convert rows to an array of positions and an array of values."""
    array = np.array(rows)
    return array[:, 0], array[:, 1]


def _value_column(header: str, path: Path, number: int) -> int:
    """Return the index of the value column in a line of column names."""
    if header.startswith("%"):
        return _COCO_VALUE
    names = []
    for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', header):
        names.append(quoted or plain)
    for name in _VALUES:
        if name in names:
            return names.index(name)
    raise InputError(
        f"{path}, line {number}: there is no value column "
        f"({', '.join(_VALUES)}). Log raw_y."
    )


def _read_matrix(path: Path, logs: _Logs) -> bool:
    """Read the errors of all runs at the positions of a CEC competition.

    Either the rows or the columns of the matrix correspond to the positions. Return
    False if the file is not a matrix.
    """
    match = _MATRIX.fullmatch(path.stem)
    if match is None:
        return False
    errors = _matrix_of_numbers(path)
    if errors is None:
        return False
    series = _Series(
        algorithm=match["algorithm"],
        problem=f"f{match['function']}",
        dimension=int(match["dimension"]),
    )
    schedules = {**_SCHEDULES, _BY_DIMENSION: _schedule_of(series.dimension)}
    if len(errors) == _BY_DIMENSION + 1:
        # In CEC 2022, the last row contains the number of evaluations after which the
        # error was at most 1e-8.
        errors = errors[:-1]
    if len(errors) not in schedules:
        errors = errors.T
    if len(errors) not in schedules:
        counts = ", ".join(map(str, sorted(schedules)))
        raise InputError(
            f"{path} has {errors.shape[1]} rows and {len(errors)} columns of numbers, "
            f"but CEC competitions require errors at {counts} positions. Use a table "
            "with an evaluations column."
        )
    logs.unit = _PERCENT
    positions = np.array(schedules[len(errors)], dtype=float)
    for run, values in enumerate(errors.T, 1):
        logs.add(series, run, positions, values)
    return True


def _schedule_of(dimension: int) -> tuple[float, ...]:
    """Return the positions used by CEC 2020 to 2022, in percent of the budget."""
    powers = [k / 5 - 3 for k in range(_BY_DIMENSION)]
    return tuple(100 * dimension**power for power in powers)


def _matrix_of_numbers(path: Path) -> FloatArray | None:
    """Return the numbers in a file as a two-dimensional array.

    Numbers are separated by spaces, tabs, commas or semicolons. The result is None if
    the file contains anything else.
    """
    rows = []
    try:
        for line in decode(read_file(path), str(path)).splitlines():
            text = line.strip(" \t,;")
            if text:
                rows.append(list(map(float, re.split(r"[\s,;]+", text))))
        array = np.array(rows)
    except ValueError:
        return None
    if array.ndim != 2 or not array.size:
        return None
    return array
