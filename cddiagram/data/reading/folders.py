"""Reading a folder as one table. It contains a file for each algorithm or for each data
set.

The title of the first column determines which case applies. If it is "data set", the
file names are read as algorithm names. If it is "algorithm", the file names are read as
data set names. The second column contains the scores. If there are several score
columns, they must be numbered as runs. All other folders raise an error, because they
would be ambiguous.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.formats import without_packer
from cddiagram.data.reading.roles import ALGORITHM_WORDS, DATASET_WORDS, says
from cddiagram.data.reading.run_names import run_name
from cddiagram.text import Complaint, InputError, Name, phrase

_REMEDY = (
    "Pass a dict with one file for each algorithm, {algorithm: path}, or pass a single "
    "table"
)


def scores_of_folder(
    folder: Path, read: Callable[[Path], Grid]
) -> dict[str, dict[str, list[Any]]]:
    """Return the scores of the runs in a nested dict of algorithms and data sets.

    Hidden files are ignored.
    """
    paths = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    _check_files(folder, paths)
    grids = {without_packer(path).stem: read(path) for path in paths}
    words = {_row_word(grid) for grid in grids.values()}
    if len(words) > 1:
        text = "some files have a row for each data set, others for each algorithm"
        raise Complaint(str(folder), text, _REMEDY).error()
    (rows_are,) = words
    parts = {name: _runs_of(grid, rows_are) for name, grid in grids.items()}
    if rows_are == "data set":
        return parts
    turned: dict[str, dict[str, list[Any]]] = {}
    for dataset, algorithms in parts.items():
        for algorithm, runs in algorithms.items():
            turned.setdefault(algorithm, {})[dataset] = runs
    return turned


def _check_files(folder: Path, paths: list[Path]) -> None:
    """Raise an error if the folder is empty, or if it contains another folder or files
    of several formats.
    """
    if not paths:
        raise InputError(
            f"'{folder}' is an empty folder. Specify a folder that contains tables."
        )
    inner = [path for path in paths if path.is_dir()]
    if inner:
        text = phrase("it contains another folder, '{}'", Name(inner[0].name))
        raise Complaint(str(folder), text, _REMEDY).error()
    suffixes = sorted({without_packer(path).suffix.lower() for path in paths})
    if len(suffixes) > 1:
        formats = " and ".join(suffix or "no suffix" for suffix in suffixes[:2])
        mixed = f"it contains files of different formats ({formats})"
        remedy = "Keep only tables of the same format in the folder"
        raise Complaint(str(folder), mixed, remedy).error()


def _row_word(grid: Grid) -> str:
    """Return the meaning of the rows of a file, "data set" or "algorithm", from the
    title of the first column.
    """
    title = grid.names[0]
    for word, meanings in (("data set", DATASET_WORDS), ("algorithm", ALGORITHM_WORDS)):
        if says(title, meanings):
            return word
    text = phrase(
        "the title of the first column is '{}', so it is unclear whether the rows are "
        "data sets or algorithms",
        Name(title),
    )
    remedy = "Change the title of the first column to 'data set' or 'algorithm'"
    raise Complaint(grid.label, text, remedy).error()


def _runs_of(grid: Grid, rows_are: str) -> dict[str, list[Any]]:
    """Return the scores of each row, which are in one column or in one column for each
    run.
    """
    titles = grid.names[1:]
    if len(titles) != 1 and not (titles and all(map(_numbers_a_run, titles))):
        text = "the file has several columns of scores that are not numbered as runs"
        if not titles:
            text = "the file has no column of scores"
        remedy = f"Keep the {rows_are} and one column of scores"
        raise Complaint(grid.label, text, remedy).error()
    names = grid.named(0, rows_are)
    if len(names.cells) < len(names):
        text = "a name occurs twice in the first column"
        raise Complaint(grid.label, text, f"Write one row for each {rows_are}").error()
    runs_of = {}
    for row, name in enumerate(names):
        runs_of[name] = [column[row] for column in grid.columns[1:]]
    return runs_of


def _numbers_a_run(title: str) -> bool:
    """Return whether a title contains the number of a run, such as ``3``, ``fold 3`` or
    ``acc_seed3``.

    >>> [_numbers_a_run(title) for title in ("3", "fold 3", "acc_seed3", "f1")]
    [True, True, True, False]
    """
    return title.strip().isdecimal() or run_name(f"run {title}") is not None
