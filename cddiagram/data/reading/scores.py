"""Files and data frames of scores, checked and turned into a `ScoreTable`; and files of
average ranks.
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
from cddiagram.text import Complaint, InputError, Option, Phrase, UsageError


@takes(ScoreOptions)
def read_scores(
    source: Any, *, higher_is_better: bool = True, **options: Unpack[ScoreOptions]
) -> ScoreTable:
    r"""Read scores of algorithms on data sets from a file or a data frame.

    Two forms are recognised. *Wide*: one row for each data set, one column for each
    algorithm; the first column names the data sets. *Long*: one row for each score,
    with the data set and the algorithm named in two columns; it is recognised by a
    column called algorithm, method, classifier, model or the like, or by having two
    columns of names and one of numbers. `algorithm_column` or `score_column` make a
    table long, ``algorithm_column="none"`` wide.

    Scores are put together by the names of the data sets, never by the order of rows.
    Columns called fold, run, seed or repeat ("cv fold", "run_id"), in both forms, are
    run indices (rep, repetition, replicate, trial, split, resample and execution too if
    they hold whole numbers); runs are reduced to one score, and a note of the table
    says so. A column called iteration, step or epoch may count the steps of a learning
    curve: `run_column` says that it does not.

    Text files are comma-, semicolon- or tab-separated, or by blanks where nothing else
    divides them; decimal commas are read unless commas separate. Byte-order marks,
    quoted cells, comment lines (``#``) and blank lines are understood. Files of every
    suffix are read so, except ``.json``, ``.jsonl`` (an object for each row),
    ``.parquet``, ``.xlsx``, ``.xlsm`` and ``.xls``; behind ``.gz``, ``.bz2`` and
    ``.xz`` they are unpacked.

    A cell is missing if it is empty or holds, in any case: NA, N/A, #N/A, NaN, <NA>,
    null, none, nil, missing, ?, a dot or dashes. In a long table a score is missing too
    where an algorithm has no row for a data set that others have, or fewer runs of it:
    then its other runs are left out, and a note says how many. Everything else has to
    be a plain number: "94.6%", "0.717 ± 0.01" and "0.8*" need `clean`.

    Rows that are not data sets raise an error: summaries of the others by their names
    (average, mean rank, std, W/T/L) or because they hold the exact means or sums. So do
    columns that are not algorithms: descriptions of the data sets (``#instances``,
    ``n_features``, time), spreads (``A_std`` next to ``A``), bounds, ranks, training
    scores, a second measure, differences of others, and numbers of a very different
    size. `exclude_datasets` and `exclude` drop them, `keep` accepts them. Names of
    folds and seeds (``iris_fold1``) raise an error, too; `runs_in_names` averages them.
    Numbers that can be read in two ways, such as 12.345 next to 987, need `decimal`.
    Doubtful tables are read with a warning: names of measures that contradict the
    direction, ranks in place of scores, signs of failure such as -1 or 9999, a single
    value far outside the range of all others, and equal rows or columns.

    Messages and notes name these keywords; the command turns them into its options.

    Parameters
    ----------
    source : str, path-like, file object, data frame, Series, dict, list of dicts or array
        What to read: a file or a folder; ``"-"`` is standard input. Frames are those of pandas or polars, a
        Series is one of pandas with two levels of labels, dicts are those of
        `ScoreTable.from_dict`, dicts in a list are rows. Levels of column names are
        algorithms and runs; in columns called ``metrics.``, ``params.`` and ``tags.``
        MLflow keeps its runs. A dict of paths has a file for each algorithm, with a row
        for each data set and a column for each run. In a folder each file is that of
        one algorithm, if its first column is called data set, or of one data set, if
        its first column is called algorithm; the name of the file names it, and all
        files have one format. Columns of an array or of lists in
        a list are named by `algorithms`. Rows without names may be folds of one data
        set, which `compare_folds` compares: ``dataset_column="none"`` says that they
        are data sets.
    higher_is_better : bool, default True
        The direction of the scores.
    dataset_column : str, optional
        Column of data-set names; ``"none"`` numbers the rows of a wide table instead.
    algorithm_column, score_column : str, optional
        Columns of a long table.
    group_column : str, optional
        Column that names a group for each data set: the table of scores shows the
        groups apart (`cddiagram.Comparison.tabulate`).
    run_column : str or sequence of str, optional
        Columns that name a run together; ``"none"`` if no column does.
    algorithms : sequence of str, optional
        Keep only these, in this order. Cells of other algorithms are not looked at. Of
        an array: the names of the columns.
    datasets : sequence of str, optional
        The names of the rows of an array.
    exclude : str or sequence of str, optional
        Leave these algorithms out (columns that hold no scores too).
    exclude_datasets : str or sequence of str, optional
        Leave these data sets out (rows that are no data sets too).
    select : mapping of str to str, optional
        Keep only the rows with this value in this column, for example
        ``{"measure": "acc"}``.
    keep : str or sequence of str, optional
        Accept these rows, columns and their scores although they do not look like data
        sets, algorithms or scores.
    transpose : bool, default False
        The rows are algorithms and the columns data sets; the first column of texts
        names the algorithms.
    clean : bool, default False
        Read scores without what papers print beside them: a sign of per cent, a spread
        after ±, brackets, marks of footnotes, and bold or the like in LaTeX, Markdown
        and HTML. A note counts what was taken off; per cent beside plain numbers are
        refused. Names stay as they are.
    runs_in_names : bool, default False
        Names such as "iris_fold1", "SVM (seed 2)" and "iris-5-1tst" are runs of the
        name in front of the number, and are reduced to one score.
    sheet : str or int, optional
        The sheet of an Excel file by its name, or by its number from 1 among the
        visible sheets; by default the first visible one.
    encoding : str, optional
        How a text file is encoded, such as ``"cp1252"``; by default UTF-8, or what a
        byte-order mark says.
    decimal : {".", ","}, optional
        The sign before decimals; the other one, blanks and apostrophes may then divide
        thousands. By default a dot, or a comma where semicolons or tabs divide cells
        and the numbers show it.
    missing : {"error", "drop", "drop-algorithms", "worst", "like:NAME", "available"}, default "error"
        Refuse missing scores; drop the data sets, or the algorithms, that have any; put
        in the worst score of the data set, or that of a named algorithm that has all;
        or leave them missing, so that each pair of algorithms is compared on the data
        sets that both have. The attributes of the table, a note, captions and reports
        tell what was done to which.
    runs : {"mean", "median"}, default "mean"
        How runs are reduced. The mean is that of the decimal numbers read, so it
        depends on no order and keeps ties.

    Returns
    -------
    ScoreTable
        Algorithms and data sets in the order of their first appearance.

    Raises
    ------
    InputError
        If the source cannot be read or used: the sentence names file, line, column,
        data set and algorithm, and what helps.
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
    >>> print(*table.notes)
    1 to 2 runs of each algorithm on a data set (column 'fold') were reduced to their mean, because runs are not data sets.
    """
    reading = complete_options(options, ScoreOptions)
    grid = read_grid(source, reading)
    return ScoreTable(
        **arrange(
            grid, reading, higher_is_better=higher_is_better, sources=files_of(source)
        )
    )


def read_score_tables(
    source: Any,
    *,
    split_column: str,
    higher_is_better: bool = True,
    **options: Unpack[ReadingOptions],
) -> dict[str, ScoreTable]:
    r"""Read one source that holds several tables of scores, divided by the names in a
    column.

    Parameters
    ----------
    source : str, path-like, file object, pandas.DataFrame or polars.DataFrame
        What to read; see `read_scores`.
    split_column : str
        Column whose names divide the tables: a measure, a budget, a subset.
    higher_is_better : bool, default True
        The direction of the scores.
    **options : Any
        The other options of `read_scores`, for every table. `exclude` and
        `exclude_datasets` may name what only some tables have.

    Returns
    -------
    dict of str to ScoreTable
        In the order of the first appearance of each name.

    Raises
    ------
    InputError
        If there is no such column or one of its cells is empty; or what `read_scores`
        raises, the table named.

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
            asked = reading["exclude"] or reading["exclude_datasets"] or reading["keep"]
            others = [other for other in parts.values() if asked and other is not part]
            elsewhere = {
                known for other in others for known in names_in(other, reading)
            }
            fields = arrange(
                part,
                reading,
                higher_is_better=higher_is_better,
                sources=source_names(source),
                part={"split_column": split_column, "part": name},
                elsewhere=elsewhere,
            )
            tables[name] = ScoreTable(**fields)
        except InputError as error:
            raise InputError(f"{split_column} '{name}': ", error.args[0]) from error
    return tables


def table_of(
    scores: Any,
    higher_is_better: bool | None,
    options: ScoreOptions,
    keywords: Iterable[str],
) -> ScoreTable:
    """Return a table unchanged, and read scores of any other form.

    `keywords` are all keywords of the caller: the error for an unknown option suggests
    the nearest one.
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
    """Refuse a direction that is neither True nor False, nor left out."""
    if higher_is_better is not None and not isinstance(
        higher_is_better, bool | np.bool_
    ):
        raise UsageError(
            f"higher_is_better must be True or False, not {higher_is_better!r}."
        )


def check_read(
    table: ScoreTable, higher_is_better: bool | None, options: Mapping[str, Any]
) -> None:
    """Refuse options of reading for a table, and a direction that is not its own."""
    complete_options(cast(ScoreOptions, options), ScoreOptions)
    if options:
        raise UsageError(
            Option(next(iter(options))),
            " is for what has yet to be read: leave it out.",
        )
    if higher_is_better is not None and higher_is_better != table.higher_is_better:
        raise UsageError(
            f"higher_is_better is {higher_is_better}, and the table says "
            f"{table.higher_is_better}: leave it out, or "
            "read the scores in the other direction."
        )


def files_of(source: Any) -> tuple[str, ...]:
    """Name the file that scores are read from; texts in a dict or list are scores."""
    return () if isinstance(source, Mapping | list | tuple) else source_names(source)


def read_grid(
    source: Any,
    reading: TableOptions,
    what: str = "scores",
    holder: str = "ScoreTable",
    *,
    folds: bool = False,
) -> Grid:
    """Read a data frame, a path, ``"-"``, a file or a Python object, and prepare it.

    A `Grid` as the source is only prepared. The rows may be `folds` of one data set,
    which need no names.
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
    encoding, sheet = reading["encoding"], reading["sheet"]
    if reading.get("datasets") is not None and not _is_of_numbers(source):
        raise InputError(
            Option("datasets"),
            " names the rows of an array. Leave it out: the rows of other sources "
            "have their names.",
        )
    if isinstance(source, str | os.PathLike) and source != "-":
        if what == "scores" and not folds and os.path.isdir(source):
            return _grid_of_folder(Path(source), reading)
        return _grid_of_file(source, reading, folds=folds)
    if (isinstance(source, str) and source == "-") or hasattr(source, "read"):
        given = getattr(source, "name", None)
        label = (
            "standard input"
            if source == "-"
            else given
            if isinstance(given, str)
            else "input"
        )
        _refuse_given("sheet", sheet, label, "Excel files")
        content = read_input() if source == "-" else source.read()
        text = (
            decode(content, label, encoding)
            if isinstance(content, bytes)
            else content.removeprefix("\ufeff")
        )
        return grid_from_text(text, label=label)
    kind = type(source).__name__
    for name, value in (("encoding", encoding), ("sheet", sheet)):
        _refuse_given(name, value, f"a {kind}", "files")
    if frame_library(source) and not _is_array(source):
        return grid_from_frame(source)
    if what == "scores" and _holds_files(source):
        return grid_from_object(_of_files(source, reading), kind, reading, folds=folds)
    if what == "scores" and (isinstance(source, Mapping) or _holds(source, Mapping)):
        return grid_from_object(source, kind, reading, folds=folds)
    if what == "scores" and _is_of_numbers(source):
        return grid_from_array(source, kind, reading, folds=folds)
    forms = (
        "a path, a file, a data frame or a dict,"
        if what == "scores"
        else "a path, a file or a data frame,"
    )
    raise InputError(
        f"{what} cannot be read from a {kind}: give {forms} or use "
        f"{holder}.from_arrays."
    )


def _grid_of_folder(folder: Path, reading: TableOptions) -> Grid:
    """Read a folder with a file for each algorithm, or for each data set."""
    from cddiagram.data.reading.folders import scores_of_folder

    scores = scores_of_folder(
        folder, lambda path: _grid_of_file(path, reading, folds=False)
    )
    return grid_from_object(scores, str(folder), reading)


def _grid_of_file(
    source: str | os.PathLike[str], reading: TableOptions, *, folds: bool
) -> Grid:
    encoding, sheet, label = reading["encoding"], reading["sheet"], str(source)
    data, suffix = unpacked(read_file(source), Path(source))
    if suffix in WORKBOOKS:
        _refuse_given("encoding", encoding, label, "text files")
        return grid_from_excel(data, label, sheet)
    _refuse_given("sheet", sheet, label, "Excel files")
    if suffix in READERS or suffix in OBJECTS:
        _refuse_given("encoding", encoding, label, "text files")
    if suffix in READERS:
        return READERS[suffix](data, label)
    if suffix in OBJECTS:
        content = OBJECTS[suffix](data, label)
        grid = grid_from_object(content, label, reading, folds=folds)
        if grid.flat and _holds_mappings(content) and not reading.get("transpose"):
            return replace(grid, notes=(*grid.notes, NESTED))
        return grid
    return grid_from_text(decode(data, label, encoding), label=label)


def _holds_mappings(content: Any) -> bool:
    return isinstance(content, Mapping) and all(
        isinstance(value, Mapping) for value in content.values()
    )


def _holds_files(source: Any) -> bool:
    """Return whether something is a dict of paths, the results of an algorithm in each
    file.
    """
    paths = source.values() if isinstance(source, Mapping) else ()
    return bool(paths) and all(isinstance(path, str | os.PathLike) for path in paths)


def _of_files(
    paths: Mapping[Any, Any], reading: TableOptions
) -> dict[Any, dict[str, list[Any]]]:
    """Read a file for each algorithm: a row for each data set, named in the first
    column, and a column for each run.
    """
    found: dict[Any, dict[str, list[Any]]] = {}
    for algorithm, path in paths.items():
        grid = _grid_of_file(path, reading, folds=False)
        names = grid.named(0, "data set")
        if not grid.numbers(0).mostly_text or len(names.cells) < len(names):
            text = "the first column does not name each data set once"
            raise Complaint(
                grid.label, text, "Give a row for each data set, with its name first"
            ).error()
        columns = grid.columns[1:]
        found[algorithm] = {
            name: [column[row] for column in columns] for row, name in enumerate(names)
        }
    return found


def _is_array(frame: Any) -> bool:
    """Return whether a frame is an array: neither rows nor columns have names, and all
    cells are numbers.
    """
    if not hasattr(frame, "index") or getattr(frame, "ndim", 0) != 2:
        return False
    unnamed = all(
        type(axis).__name__ == "RangeIndex" and axis.name is None
        for axis in (frame.index, frame.columns)
    )
    return unnamed and all(
        kind.kind in "iuf" for kind in map(np.dtype, map(str, frame.dtypes))
    )


def _is_of_numbers(source: Any) -> bool:
    """Return whether a source is an array or lists of numbers, which have no names."""
    if frame_library(source):
        return _is_array(source)
    return (
        hasattr(source, "ndim") or _holds(source, list | tuple) or _holds_arrays(source)
    )


def _holds(source: Any, kind: type | UnionType) -> bool:
    """Return whether all members of a list that is not empty are of a kind."""
    return (
        isinstance(source, list | tuple)
        and bool(source)
        and all(isinstance(part, kind) for part in source)
    )


def _holds_arrays(source: Any) -> bool:
    return (
        isinstance(source, list | tuple)
        and bool(source)
        and all(hasattr(part, "ndim") for part in source)
    )


def _refuse_given(option: str, value: object, label: str, kind: str) -> None:
    if value is not None:
        raise InputError(f"{label}: ", Option(option), f" is for {kind}: leave it out.")


def read_average_ranks(
    source: Any, **options: Unpack[TableOptions]
) -> tuple[tuple[str, ...], FloatArray]:
    """Read average ranks from what `read_scores` takes: names and ranks in two columns,
    or one row under the names.
    """
    reading = complete_options(cast(ReadingOptions, options), ReadingOptions)
    grid = _grid_of(source, reading, "average ranks", "ScoreTable", folds=False)
    grid = grid.settled_decimals(reading["decimal"])
    columns = range(len(grid.names))
    text = [
        column for column in columns if grid.n_rows and grid.numbers(column).mostly_text
    ]
    ranks = [column for column in columns if column not in text]
    if grid.n_rows == 1 and len(ranks) > 1 and len(text) < 2:
        return tuple(grid.names[column] for column in ranks), np.array(
            [_rank(grid, 0, column) for column in ranks]
        )
    if len(text) == 1 and len(ranks) == 1 and grid.n_rows > 1:
        found = np.array([_rank(grid, row, ranks[0]) for row in range(grid.n_rows)])
        return tuple(grid.named(text[0], "algorithm")), found
    raise InputError(
        f"{grid.label} holds no average ranks: give names and ranks as two columns "
        "under a header, or one row of ranks "
        "under a header of names."
    )


def _rank(grid: Grid, row: int, column: int) -> float:
    read = grid.numbers(column)
    if read.bad[row] or not np.isfinite(read.values[row]):
        refusal = (
            grid.refusal(row, column, "give a number", cleans=False)
            if read.bad[row]
            else "the average rank is missing"
        )
        raise InputError(Phrase(f"{grid.at(row, column)}: ", refusal, "."))
    return float(read.values[row])
