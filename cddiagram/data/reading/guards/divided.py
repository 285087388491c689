"""Checks for columns that divide the scores, such as measures and settings, and for
folds that look like data sets.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from cddiagram._util.lazy import lazy_pattern
from cddiagram.data.reading import measures, vocabulary
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.columns import Coded, first_rows
from cddiagram.data.reading.guards.names import naming
from cddiagram.data.reading.options import selecting
from cddiagram.data.reading.roles import FAILURES, FOLDS, Roles, are_runs
from cddiagram.text import (
    Complaint,
    Name,
    Option,
    Phrase,
    inflect,
    listed,
)

#: In a table of predictions, the name of the column with the true classes matches this
#: pattern.
_TRUTH = lazy_pattern(
    r"y|y[_ ]?true|y[_ ]?test|true[_ ]?(?:label|class)|ground[_ ]?truth|gold",
    flags=re.IGNORECASE,
)
#: The names of columns that contain the unit of each score.
_UNITS = frozenset(
    ["unit", "units", "einheit", "unité", "unidad", "unità", "eenheid", "jednostka"]
)
#: The pattern for dates in common formats.
_DATE = lazy_pattern(
    r"\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?:[ "
    r"T]\d{1,2}:\d{2}(:\d{2})?)?"
)
#: A message lists at most this number of values from a column.
_VALUES = 4
#: If a column has at most this number of values, a message recommends selecting one of
#: them.
_MANY = 12
_DIVIDES = "distinguishes scores of the same algorithm and data set"


def folds_as_rows(label: str, names: Sequence[str]) -> list[Complaint]:
    """Return a complaint if the names of the rows indicate folds or runs."""
    if len(names) < 2 or not are_runs(names):
        return []
    look = " look like folds or runs, not data sets"
    text = Phrase(listed(names, limit=3), look)
    compare = "Compare the folds of one data set with "
    remedy = Phrase(compare, FOLDS, ", or rename the rows")
    return [Complaint(label, text, remedy)]


def folds_as_columns(grid: Grid, roles: Roles) -> list[Complaint]:
    """Return a complaint if the score columns are folds of one algorithm."""
    titles = [grid.names[column] for column in (*roles.runs, *roles.scores)]
    if roles.algorithm is not None or len(titles) < 2 or not are_runs(titles):
        return []
    are = " are folds or runs of one algorithm"
    text = Phrase("the columns ", listed(titles, limit=3), are)
    keep = naming("keep", titles)
    if roles.runs:
        keep = Option("run_column", "none")
    remedy = Phrase(
        "Provide one column for each algorithm, or keep the columns as algorithms "
        "with ",
        keep,
    )
    return [Complaint(grid.label, text, remedy)]


def summaries_as_runs(grid: Grid, roles: Roles) -> list[Complaint]:
    """Return a complaint if a column of runs also contains summaries of the runs."""
    for column in roles.runs:
        labels = list(map(str, grid.labels(column).cells))
        summaries = list(filter(vocabulary.summarises, labels))
        if summaries and len(summaries) < len(labels):
            row = grid.labels(column).index(summaries[0])
            summarise = inflect(len(summaries), "summarises", "summarise")
            contains = f"the column '{grid.names[column]}' contains "
            text = Phrase(contains, listed(summaries), f", which {summarise} the runs")
            remedy = "Remove these rows, or remove all other rows"
            return [Complaint(grid.at(row, column), text, remedy)]
    return []


def measures_as_runs(grid: Grid, roles: Roles) -> list[Complaint]:
    """Return a complaint if a nested object contains measures instead of runs."""
    if not grid.flat:
        return []
    for column in roles.runs:
        labels = list(map(str, grid.labels(column).cells))
        names = list(filter(measures.is_measure, labels))
        if len(names) < 2:
            continue
        are = " are different measures, whose mean is meaningless"
        text = Phrase("the runs ", listed(labels, limit=3), are)
        first = selecting(grid.names[column], names[0])
        remedy = Phrase("Select one of them with ", first)
        return [Complaint(grid.label, text, remedy)]
    return []


def failed_rows(grid: Grid, roles: Roles) -> list[Complaint]:
    """Return a warning if a column marks rows as failed although their scores are
    compared.
    """
    for column in roles.unused:
        labels = grid.labels(column)
        marks = [cell for cell in labels.cells if _is_failure(cell)]
        if marks and len(marks) < len(labels.cells):
            row = labels.index(marks[0])
            text = (
                f"the column '{grid.names[column]}' marks rows as '{marks[0]}', but "
                "their scores are compared"
            )
            remedy = "Leave the scores of these rows empty if the runs failed"
            return [Complaint(grid.at(row, column), text, remedy, rejects=False)]
    return []


def _is_failure(cell: object) -> bool:
    return str(cell).strip().lower() in FAILURES


def units(grid: Grid, roles: Roles) -> list[Complaint]:
    """Return a complaint if a column contains different units."""
    for column in roles.unused:
        named_so = grid.names[column].strip().lower() in _UNITS
        if named_so and len(grid.labels(column).cells) > 1:
            text, choice = _choice(grid, column, "contains different units")
            remedy = Phrase("Write all scores in the same unit. ", choice)
            return [Complaint(grid.at_name(column), text, remedy)]
    return []


def dates_as_rows(label: str, names: Sequence[str]) -> list[Complaint]:
    """Return a warning if the names of the rows are dates, as in a series of
    measurements.
    """
    if len(names) < 3 or not all(map(_DATE.fullmatch, names)):
        return []
    text = Phrase(
        "the names of the rows are dates (",
        listed(names, limit=2),
        "), as in a series of measurements",
    )
    remedy = "Provide a table of scores of algorithms on data sets"
    return [Complaint(label, text, remedy, rejects=False)]


def around_texts(
    grid: Grid, roles: Roles, algorithms: Collection[str]
) -> list[Complaint]:
    """Return a warning if there are numbers on both sides of a text column.

    The numbers on one of the sides may describe the data sets.
    """
    scores = [column for column in roles.scores if grid.names[column] in algorithms]
    if roles.algorithm is not None or not scores:
        return []
    between = [
        column
        for column in roles.unused
        if scores[0] < column < scores[-1] and grid.names[column]
    ]
    if not between:
        return []
    before = [grid.names[column] for column in scores if column < between[0]]
    behind = [grid.names[column] for column in scores if column > between[0]]
    text = Phrase(
        f"the text column '{grid.names[between[0]]}' separates ",
        listed(before, limit=3),
        " from ",
        listed(behind, limit=3),
        ", so the columns on one side may describe the data sets",
    )
    fewer = behind if len(behind) <= len(before) else before
    they_describe = inflect(len(fewer), "it describes", "they describe")
    remedy = Phrase(
        "Drop ",
        listed(fewer, limit=3),
        " with ",
        naming("exclude", fewer),
        f" if {they_describe} the data sets",
    )
    return [Complaint(grid.at_name(between[0]), text, remedy, rejects=False)]


def predictions(grid: Grid, roles: Roles) -> list[Complaint]:
    """Return a complaint about a table of predictions, whose rows are samples."""
    for column in roles.unused:
        if _TRUTH.fullmatch(grid.names[column].strip()):
            text = (
                f"the column '{grid.names[column]}' suggests a table of predictions, "
                "whose rows are not data sets"
            )
            remedy = "Provide one score for each algorithm on each data set"
            return [Complaint(grid.at_name(column), text, remedy)]
    return []


def divided(grid: Grid, roles: Roles, pair: tuple[int, int]) -> list[Complaint]:
    """Return a complaint about several scores of one algorithm on one data set.

    A complaint is returned if a column distinguishes these scores. If several columns
    do so, measure columns take precedence, followed by the column that divides the most
    rows.

    Parameters
    ----------
    grid : Grid
        The table.
    roles : Roles
        The roles of the columns.
    pair : tuple of int
        Two rows with scores of one algorithm on one data set.
    """
    first, row = pair
    columns = (roles.dataset, roles.algorithm, *roles.runs)
    keys = [grid.labels(column) for column in columns if column is not None]
    candidates = list(roles.unused)
    if roles.algorithm is None:
        wide = (*roles.scores, *roles.unused)
        candidates = [column for column in wide if _divides_wide(grid, column)]
    ranked = []
    for column in candidates:
        cells = grid.labels(column)
        integers = grid.are_integers(column)
        if cells[first] == cells[row] or not cells[first] or not cells[row]:
            continue
        if not integers and not grid.numbers(column).mostly_text:
            continue  # columns of fractions contain scores, times or deviations
        undivided = grid.n_rows - len(first_rows(*keys, cells))
        no_measures = not _names_measures(grid, column)
        ranked.append((no_measures, undivided, integers, len(cells.cells), column))
    if not ranked:
        return []
    no_measures, _, integers, different, column = min(ranked)
    title = grid.names[column]
    run = Option("run_column", Name(title))
    if no_measures and different > _MANY:
        divides = f"the column '{title}' {_DIVIDES}"
        remedy = Phrase("Average the scores over this column with ", run)
        return [Complaint(grid.at(row), divides, remedy)]
    what = "distinguishes measures"
    if no_measures:
        what = _DIVIDES
    text, remedy = _choice(grid, column, what)
    if integers and no_measures:
        remedy = Phrase(remedy, ", or pass ", run, " if these are runs")
    return [Complaint(grid.at(row), text, remedy)]


def _divides_wide(grid: Grid, column: int) -> bool:
    """Return whether a column of a wide table may divide the scores and is not an
    algorithm.
    """
    title = grid.names[column]
    if vocabulary.tells_measures(title) or vocabulary.describes(title):
        return True
    return grid.numbers(column).mostly_text


def mixed_measures(grid: Grid, roles: Roles, kept: Collection[str]) -> list[Complaint]:
    """Return a complaint if a table contains measures instead of runs, or several
    measures for one data set.
    """
    for column in (*roles.runs, *roles.unused):
        title = grid.names[column]
        if title in kept or column in grid.index or not _names_measures(grid, column):
            continue
        keep = Option("keep", Name(title))
        if column in roles.runs:
            text, choice = _choice(grid, column, "distinguishes measures, not runs")
            remedy = Phrase(choice, ", or pass ", keep, " if these are runs")
            return [Complaint(grid.label, text, remedy)]
        if roles.dataset is None:
            continue  # if there is no column of data sets, each row is a data set
        row = _second_row(grid.labels(roles.dataset), grid.labels(column))
        if row is not None:
            text, choice = _choice(grid, column, "distinguishes measures")
            remedy = Phrase(choice, ", or pass ", keep, " to compare them anyway")
            return [Complaint(grid.at(row, column), text, remedy)]
    return []


def _second_row(labels: Coded, cells: Coded) -> int | None:
    """Return the first row whose label already occurred with a different cell, or None."""
    labels_so_far: set[str] = set()
    for row in first_rows(labels, cells).tolist():
        if labels[row] in labels_so_far:
            return int(row)
        labels_so_far.add(labels[row])
    return None


def _names_measures(grid: Grid, column: int) -> bool:
    """Return whether the name or the cells of a column indicate that it contains
    measures.
    """
    if vocabulary.tells_measures(grid.names[column]):
        return True
    return measures.are_measures(grid.labels(column).cells)


def _choice(grid: Grid, column: int, what: str) -> tuple[Phrase, Phrase]:
    """Return a description of a column, and the remedy that selects one of its values."""
    title, values = grid.names[column], grid.labels(column).cells
    text = Phrase(f"the column '{title}' {what} (", listed(values, limit=_VALUES), ")")
    remedy = Phrase(
        "Select one with ",
        selecting(title, values[0]),
        ", or analyse all of them separately with ",
        Option("split_column", Name(title)),
        Option(" (read_score_tables)", typed=" (plot and report)"),
    )
    return text, remedy
