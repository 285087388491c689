"""Readers that convert files, data frames and Python objects to a `ScoreTable`, and the
reader of average ranks.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import UnionType
from typing import Any, Unpack, cast

import numpy as np

from cddiagram._util import FloatArray, read_file, read_input, source_names
from cddiagram.data.reading.arrange import arrange, names_in, prepare
from cddiagram.data.reading.cells import Grid, frame_library, grid_from_frame
from cddiagram.data.reading.cross_validation import grid_of_search, without_times
from cddiagram.data.reading.formats import (
    OBJECTS,
    READERS,
    WORKBOOKS,
    grid_from_excel,
    unpacked,
)
from cddiagram.data.reading.guards.direction import opposite_parts
from cddiagram.data.reading.objects import (
    NESTED,
    grid_from_array,
    grid_from_object,
    with_named_columns,
)
from cddiagram.data.reading.options import (
    ReadingOptions,
    ScoreOptions,
    TableOptions,
    check_known,
    complete_options,
    takes,
)
from cddiagram.data.reading.text import decode, grid_from_text
from cddiagram.data.table import ScoreTable
from cddiagram.text import Complaint, InputError, Option, UsageError


@takes(ScoreOptions)
def read_scores(
    source: Any, *, higher_is_better: bool = True, **options: Unpack[ScoreOptions]
) -> ScoreTable:
    r"""Read scores of algorithms on data sets from a file or a data frame.

    Two layouts are recognised. A *wide* table has one row for each data set and one
    column for each algorithm, and its first column contains the names of the data sets.
    A *long* table has one row for each score, and two of its columns contain the names
    of the data set and the algorithm. A table is considered long if the title of a
    column is "algorithm", "method", "classifier", "model" or similar, or if the table
    has two text columns and one numeric column. If `algorithm_column` or `score_column`
    is specified, the table is read as a long table. With ``algorithm_column="none"``,
    it is read as a wide table.

    Scores are matched by the names of the data sets, never by the order of the rows. In
    both layouts, columns named "fold", "run", "seed" or "repeat" (also "cv fold" or
    "run_id") are treated as run indices. Columns named "rep", "repetition",
    "replicate", "trial", "split", "resample" or "execution" are also treated as run
    indices if they contain whole numbers. Runs are reduced to one score, and the
    `notes` of the table report this reduction. A column named "iteration", "step" or
    "epoch" may count the steps of a learning curve. Use `run_column` to specify that
    such a column contains runs.

    Cells in text files are separated by commas, semicolons or tabs, or by spaces if no
    other separator occurs. Decimal commas are recognised unless commas separate cells.
    Byte-order marks, quoted cells, comment lines (``#``) and blank lines are supported.
    A file is read as text unless its suffix is ``.json``, ``.jsonl`` (one object for
    each row), ``.parquet``, ``.xlsx``, ``.xlsm`` or ``.xls``. Files with the suffixes
    ``.gz``, ``.bz2`` and ``.xz`` are decompressed.

    A cell is treated as missing if it is empty or contains, in upper or lower case, NA,
    N/A, #N/A, NaN, <NA>, null, none, nil, missing, ?, a dot or dashes. In a long table,
    a score is also missing if an algorithm has no row for a data set, or fewer runs on
    the data set than other algorithms. In the latter case, the available runs are not
    used, and a note reports their number. All other cells must contain plain numbers.
    Cells such as "94.6%", "0.717 ± 0.01" and "0.8*" require `clean`.

    Rows that are not data sets raise an error. Such rows have the name of a summary
    (such as average, mean rank, std or W/T/L) or contain the exact means or sums of the
    other rows. Columns that are not algorithms also raise an error. Examples are
    properties of the data sets (``#instances``, ``n_features``, ``time``), standard
    deviations (``A_std`` next to ``A``), bounds, ranks and training scores. Further
    examples are a second measure, differences between other columns, and numbers of a
    very different magnitude. Use `exclude_datasets` and `exclude` to drop such rows and
    columns, and `keep` to accept them. Names that contain folds or seeds
    (``iris_fold1``) also raise an error. Use `runs_in_names` to treat them as runs.
    Ambiguous numbers, such as 12.345 next to 987, require `decimal`.

    A warning is issued for suspicious tables. Possible reasons are names of measures
    that contradict the direction, ranks instead of scores, codes for failures such as
    -1 or 9999, a single value far outside the range of all other values, and equal rows
    or columns.

    Messages and notes refer to these parameters or, on the command line, to the
    corresponding options.

    Parameters
    ----------
    source : str, path-like, file object, data frame, Series, dict, list of dicts or array
        The source of the scores, which can have one of these forms:

        * A file, or ``"-"`` for standard input.
        * A folder. The file names are read as algorithm names if the first column of
          each file is headed "data set", and as data set names if it is headed
          "algorithm". All files must have the same format.
        * A pandas or polars data frame, or a pandas Series with a two-level index. Two
          levels of column names are read as algorithms and runs. Data frames of MLflow
          runs, whose columns are named ``metrics.*``, ``params.*`` and ``tags.*``, are
          also supported.
        * A dict, as in `ScoreTable.from_dict`, or a list of dicts, one for each row.
          The values of a dict may also be file paths. In this case, there is one file
          for each algorithm, with one row for each data set and one column for each
          run.
        * An array or a list of lists. The option `algorithms` specifies the names of
          the columns.

        Rows without names raise an error, because they may be the folds of one data
        set, which `compare_folds` compares. Use ``dataset_column="none"`` if they are
        data sets.
    higher_is_better : bool, default True
        The direction of the scores.
    dataset_column : str, optional
        The column that contains the names of the data sets. If it is ``"none"``, the
        rows of a wide table are numbered.
    algorithm_column, score_column : str, optional
        The columns of a long table that contain the names of the algorithms and the
        scores.
    group_column : str, optional
        The column that contains the group of each data set. The table of scores in
        `cddiagram.Comparison.tabulate` separates these groups.
    run_column : str or sequence of str, optional
        The column, or the combination of columns, that identifies a run. Use ``"none"``
        if the table does not contain runs.
    algorithms : sequence of str, optional
        The algorithms to keep, in this order. Cells of other algorithms are not
        checked. For an array, these are the names of the columns.
    datasets : sequence of str, optional
        The row names of an array.
    exclude : str or sequence of str, optional
        The algorithms, or other columns, to drop.
    exclude_datasets : str or sequence of str, optional
        The data sets, or other rows, to drop.
    select : mapping of str to str, optional
        The columns and values that select the rows to keep, for example
        ``{"measure": "acc"}``.
    keep : str or sequence of str, optional
        The rows and columns to accept even if they do not look like data sets or
        algorithms, or if they contain suspicious numbers.
    transpose : bool, default False
        Whether the rows are algorithms and the columns are data sets. In this case, the
        first text column must contain the names of the algorithms.
    clean : bool, default False
        Whether to remove additions to scores in published tables. These are percent
        signs, standard deviations after ±, brackets, footnote marks, and markup of
        LaTeX, Markdown and HTML, such as bold type. A note reports the number of
        removed additions. A mixture of percentages and plain numbers raises an error.
        Names are not changed.
    runs_in_names : bool, default False
        Whether names such as "iris_fold1", "SVM (seed 2)" and "iris-5-1tst" denote runs
        of the data set or algorithm whose name precedes the number. The runs are
        reduced to one score.
    sheet : str or int, optional
        The name of the sheet in an Excel file, or its number among the visible sheets,
        starting from 1. By default, the first visible sheet is read.
    encoding : str, optional
        The encoding of a text file, such as ``"cp1252"``. By default, the byte-order
        mark determines the encoding; if there is no mark, UTF-8 is used.
    decimal : {".", ","}, optional
        The decimal separator. If it is specified, thousands may be separated by the
        other sign, spaces or apostrophes. By default, it is a dot, or a comma if cells
        are separated by semicolons or tabs and the numbers contain commas.
    missing : {"error", "drop", "drop-algorithms", "worst", "like:NAME", "available"}, default "error"
        The policy for missing scores. It is recorded in the attributes and notes of the
        table, in captions and in reports.

        * "error" raises an error.
        * "drop" and "drop-algorithms" drop the data sets or the algorithms with missing
          scores.
        * "worst" imputes the worst score on the data set. "like:NAME" imputes the score
          of the algorithm NAME, which must not have missing scores.
        * "available" neither imputes nor drops scores. Each pair of algorithms is
          compared on the data sets on which both have scores.
    runs : {"mean", "median"}, default "mean"
        The statistic that summarises the runs. The mean is computed exactly from the
        decimal numbers. It therefore does not depend on the order of the runs, and ties
        are preserved.

    Returns
    -------
    ScoreTable
        The checked table. Algorithms and data sets are in the order of their first
        appearance.

    Raises
    ------
    InputError
        If the source cannot be read as a table of scores. The message states the
        location of the problem (such as the file, line, column, data set and algorithm)
        and a remedy.
    UsageError
        If `decimal`, `missing`, `runs` or `encoding` has an unknown value.

    Examples
    --------
    >>> import io
    >>> from cddiagram import read_scores
    >>> table = read_scores(
    ...     io.StringIO(
    ...         "data set,fold,A,B\niris,1,0.9,0.8\niris,2,0.7,0.8\nwine,1,0.5,0.6\n"
    ...     )
    ... )
    >>> table.scores.tolist()
    [[0.8, 0.8], [0.5, 0.6]]
    >>> table.run_counts
    (1, 2)
    """
    reading = complete_options(options, ScoreOptions)
    grid = read_grid(source, reading)
    sources = files_of(source)
    fields = arrange(grid, reading, higher_is_better=higher_is_better, sources=sources)
    return ScoreTable(**fields)


def read_score_tables(
    source: Any,
    *,
    split_column: str,
    higher_is_better: bool = True,
    **options: Unpack[ReadingOptions],
) -> dict[str, ScoreTable]:
    r"""Read a separate table of scores for each value of a column.

    Parameters
    ----------
    source : str, path-like, file object, pandas.DataFrame or polars.DataFrame
        The source, as in `read_scores`.
    split_column : str
        The column whose values identify the tables, such as a measure, a budget or a
        subset.
    higher_is_better : bool, default True
        The direction of the scores.
    **options : Any
        The other options of `read_scores`, which apply to every table. `exclude` and
        `exclude_datasets` may contain names that do not occur in every table.

    Returns
    -------
    dict of str to ScoreTable
        The tables, with the values of the column as keys, in the order of first
        appearance.

    Raises
    ------
    InputError
        If the column does not exist, if one of its cells is empty, or if a table cannot
        be read.

    Examples
    --------
    >>> import io
    >>> text = "data set,measure,A,B\niris,auc,.9,.8\nwine,auc,.7,.6\niris,f1,.8,.9\nwine,f1,.5,.6\n"
    >>> tables = read_score_tables(io.StringIO(text), split_column="measure")
    >>> {name: table.scores.tolist() for name, table in tables.items()}
    {'auc': [[0.9, 0.8], [0.7, 0.6]], 'f1': [[0.8, 0.9], [0.5, 0.6]]}
    """
    reading = complete_options(options, ReadingOptions)
    grid = read_grid(source, reading)
    parts = grid.split(split_column)
    for complaint in opposite_parts(grid.label, split_column, parts):
        raise complaint.error()
    tables = {}
    for name, part in parts.items():
        try:
            fields = arrange(
                part,
                reading,
                higher_is_better=higher_is_better,
                sources=source_names(source),
                part={"split_column": split_column, "part": name},
                elsewhere=_names_elsewhere(part, parts, reading),
            )
            tables[name] = ScoreTable(**fields)
        except InputError as error:
            raise InputError(f"{split_column} '{name}': ", error.args[0]) from error
    return tables


def _names_elsewhere(
    part: Grid, parts: Mapping[str, Grid], reading: ReadingOptions
) -> set[str]:
    """Return the names in other parts of the source. The set is empty if no option
    contains names.
    """
    names: set[str] = set()
    if reading["exclude"] or reading["exclude_datasets"] or reading["keep"]:
        for other in parts.values():
            if other is not part:
                names |= names_in(other, reading)
    return names


def table_of(
    scores: Any,
    higher_is_better: bool | None,
    options: ScoreOptions,
    keywords: Iterable[str],
) -> ScoreTable:
    """Return a `ScoreTable` unchanged, and read scores in any other form.

    The argument `keywords` contains all keywords that the caller supports. The error
    for an unknown option suggests the most similar keyword.
    """
    check_known(options, keywords)
    check_direction(higher_is_better)
    if not isinstance(scores, ScoreTable):
        return read_scores(
            scores, higher_is_better=higher_is_better is not False, **options
        )
    check_read(scores, higher_is_better, options)
    return scores


def check_direction(higher_is_better: object) -> None:
    """Raise an error unless a direction is True, False or None."""
    valid = higher_is_better is None or isinstance(higher_is_better, bool | np.bool_)
    if not valid:
        raise UsageError(
            f"higher_is_better must be True or False, not {higher_is_better!r}."
        )


def check_read(
    table: ScoreTable, higher_is_better: bool | None, options: Mapping[str, Any]
) -> None:
    """Raise an error if options of the reader are used for a table, or if the direction
    contradicts the table.
    """
    complete_options(cast(ScoreOptions, options), ScoreOptions)
    if options:
        raise UsageError(
            Option(next(iter(options))),
            " controls how scores are read, but a ScoreTable was passed. Omit this "
            "option.",
        )
    if higher_is_better is not None and higher_is_better != table.higher_is_better:
        raise UsageError(
            f"higher_is_better is {higher_is_better}, but the table was read with "
            f"higher_is_better={table.higher_is_better}. Omit higher_is_better, or "
            "read the scores again with the opposite setting."
        )


def files_of(source: Any) -> tuple[str, ...]:
    """Return the names of the files from which scores are read."""
    if isinstance(source, Mapping | list | tuple):
        return ()  # strings in a dict or a list are scores, not paths
    return source_names(source)


def read_grid(
    source: Any,
    reading: TableOptions,
    what: str = "scores",
    holder: str = "ScoreTable",
    *,
    folds: bool = False,
) -> Grid:
    """Read a data frame, a path, ``"-"``, a file object or a Python object, and prepare
    the grid.

    If the source is a `Grid`, it is only prepared. If `folds` is true, the rows may be
    folds of one data set, which do not require names.
    """
    if isinstance(source, Grid):
        return prepare(source, reading)
    grid = _grid_of(source, reading, what, holder, folds=folds)
    if what == "scores":
        if grid.row_word != "line":
            grid = with_named_columns(grid, reading)
        grid = grid_of_search(grid, reading, folds=folds)
        grid = without_times(grid, reading, folds=folds)
    return prepare(grid, reading)


def _grid_of(
    source: Any, reading: TableOptions, what: str, holder: str, *, folds: bool
) -> Grid:
    of_scores = what == "scores"
    if reading.get("datasets") is not None and not _is_of_numbers(source):
        raise InputError(
            Option("datasets"),
            " applies only to arrays, because the rows of other sources have names. "
            "Omit this option.",
        )
    is_input = isinstance(source, str) and source == "-"
    if isinstance(source, str | os.PathLike) and not is_input:
        if of_scores and not folds and os.path.isdir(source):
            return _grid_of_folder(Path(source), reading)
        return _grid_of_file(source, reading, folds=folds)
    if is_input or hasattr(source, "read"):
        return _grid_of_stream(source, reading)
    kind = type(source).__name__
    for option in ("encoding", "sheet"):
        _check_option_applies(option, reading, f"a {kind}", "files")
    if frame_library(source) and not _is_array(source):
        return grid_from_frame(source)
    if of_scores and _is_of_files(source):
        scores = _scores_of_files(source, reading)
        return grid_from_object(scores, kind, reading, folds=folds)
    if of_scores and (isinstance(source, Mapping) or _is_list_of(source, Mapping)):
        return grid_from_object(source, kind, reading, folds=folds)
    if of_scores and _is_of_numbers(source):
        return grid_from_array(source, kind, reading, folds=folds)
    forms = "a path, a file or a data frame,"
    if of_scores:
        forms = "a path, a file, a data frame or a dict,"
    raise InputError(
        f"{what} cannot be read from a {kind}. Pass {forms} or use "
        f"{holder}.from_arrays."
    )


def _grid_of_stream(source: Any, reading: TableOptions) -> Grid:
    """Read standard input or a file object."""
    name = getattr(source, "name", None)
    label = "input"
    if isinstance(name, str):
        label = name
    if source == "-":
        label = "standard input"
    _check_option_applies("sheet", reading, label, "Excel files")
    content = read_input() if source == "-" else source.read()
    if not isinstance(content, bytes):
        return grid_from_text(content.removeprefix("\ufeff"), label=label)
    return grid_from_text(decode(content, label, reading["encoding"]), label=label)


def _grid_of_folder(folder: Path, reading: TableOptions) -> Grid:
    """Read a folder that contains a file for each algorithm or for each data set."""
    from cddiagram.data.reading.folders import scores_of_folder

    scores = scores_of_folder(
        folder, lambda path: _grid_of_file(path, reading, folds=False)
    )
    return grid_from_object(scores, str(folder), reading)


def _grid_of_file(
    source: str | os.PathLike[str], reading: TableOptions, *, folds: bool
) -> Grid:
    """Read a file whose suffix determines its format."""
    label = str(source)
    data, suffix = unpacked(read_file(source), Path(source))
    if suffix in WORKBOOKS:
        _check_option_applies("encoding", reading, label, "text files")
        return grid_from_excel(data, label, reading["sheet"])
    _check_option_applies("sheet", reading, label, "Excel files")
    if suffix in READERS:
        _check_option_applies("encoding", reading, label, "text files")
        return READERS[suffix](data, label)
    if suffix not in OBJECTS:
        return grid_from_text(decode(data, label, reading["encoding"]), label=label)
    _check_option_applies("encoding", reading, label, "text files")
    content = OBJECTS[suffix](data, label)
    grid = grid_from_object(content, label, reading, folds=folds)
    if grid.flat and _is_nested_object(content) and not reading.get("transpose"):
        return replace(grid, notes=(*grid.notes, NESTED))
    return grid


def _is_nested_object(content: Any) -> bool:
    if not isinstance(content, Mapping):
        return False
    return all(isinstance(value, Mapping) for value in content.values())


def _is_of_files(source: Any) -> bool:
    """Return whether a source is a dict with the path of a file for each algorithm."""
    if not isinstance(source, Mapping) or not source:
        return False
    return all(isinstance(path, str | os.PathLike) for path in source.values())


def _scores_of_files(
    paths: Mapping[Any, Any], reading: TableOptions
) -> dict[Any, dict[str, list[Any]]]:
    """Read a dict with a file for each algorithm.

    Each file has one row for each data set and one column for each run. The first
    column contains the names of the data sets.
    """
    scores: dict[Any, dict[str, list[Any]]] = {}
    for algorithm, path in paths.items():
        grid = _grid_of_file(path, reading, folds=False)
        names = grid.named(0, "data set")
        if not grid.numbers(0).mostly_text or len(names.cells) < len(names):
            raise Complaint(
                grid.label,
                "the first column does not contain distinct names of data sets",
                "Write one row for each data set, which begins with its name",
            ).error()
        runs_of = {}
        for row, name in enumerate(names):
            runs_of[name] = [column[row] for column in grid.columns[1:]]
        scores[algorithm] = runs_of
    return scores


def _is_array(frame: Any) -> bool:
    """Return whether a data frame has neither names of rows nor names of columns, and
    contains only numbers.
    """
    if not hasattr(frame, "index") or getattr(frame, "ndim", 0) != 2:
        return False
    for axis in (frame.index, frame.columns):
        if type(axis).__name__ != "RangeIndex" or axis.name is not None:
            return False
    return all(np.dtype(str(dtype)).kind in "iuf" for dtype in frame.dtypes)


def _is_of_numbers(source: Any) -> bool:
    """Return whether a source is an array or consists of lists of numbers, which have
    no names.
    """
    if frame_library(source):
        return _is_array(source)
    if hasattr(source, "ndim") or _is_list_of(source, list | tuple):
        return True
    is_list = isinstance(source, list | tuple) and len(source) > 0
    return is_list and all(hasattr(part, "ndim") for part in source)


def _is_list_of(source: Any, kind: type | UnionType) -> bool:
    """Return whether a source is a nonempty list whose items have the same type."""
    if not isinstance(source, list | tuple) or not source:
        return False
    return all(isinstance(part, kind) for part in source)


def _check_option_applies(
    option: str, reading: TableOptions, label: str, kind: str
) -> None:
    """Raise an error if an option applies only to another kind of source."""
    if reading.get(option) is not None:
        raise InputError(
            f"{label}: ", Option(option), f" applies only to {kind}. Omit this option."
        )


def read_average_ranks(
    source: Any, **options: Unpack[TableOptions]
) -> tuple[tuple[str, ...], FloatArray]:
    """Read algorithms and their average ranks from any source that `read_scores`
    supports.

    The source contains two columns (names and ranks), or a header of names and one row
    of ranks.
    """
    reading = complete_options(cast(ReadingOptions, options), ReadingOptions)
    grid = _grid_of(source, reading, "average ranks", "ScoreTable", folds=False)
    grid = grid.settled_decimals(reading["decimal"])
    texts: list[int] = []
    ranks: list[int] = []
    for column in range(len(grid.names)):
        is_text = grid.n_rows > 0 and grid.numbers(column).mostly_text
        (texts if is_text else ranks).append(column)
    if grid.n_rows == 1 and len(ranks) > 1 and len(texts) < 2:
        names = tuple(grid.names[column] for column in ranks)
        return names, np.array([_rank(grid, 0, column) for column in ranks])
    if grid.n_rows > 1 and len(ranks) == len(texts) == 1:
        column = ranks[0]
        values = [_rank(grid, row, column) for row in range(grid.n_rows)]
        return tuple(grid.named(texts[0], "algorithm")), np.array(values)
    raise InputError(
        f"{grid.label} does not contain average ranks. Write two columns (names and "
        "ranks) with a header, or a header of names and one row of ranks."
    )


def _rank(grid: Grid, row: int, column: int) -> float:
    """Return the average rank in a cell."""
    cells = grid.numbers(column)
    place = grid.at(row, column)
    if cells.bad[row]:
        reason = grid.refusal(row, column, "enter a number", cleans=False)
        raise InputError(f"{place}: ", reason, ".")
    value = float(cells.values[row])
    if not np.isfinite(value):
        raise InputError(
            f"{place}: the average rank is missing. Enter the average rank."
        )
    return value
