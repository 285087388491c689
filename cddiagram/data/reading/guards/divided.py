"""Columns that divide the scores: measures, settings, folds that would count as data
sets.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from cddiagram.data.reading import measures, vocabulary
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.columns import first_rows
from cddiagram.data.reading.guards.names import naming
from cddiagram.data.reading.options import selecting
from cddiagram.data.reading.roles import FAILURES, FOLDS, Roles, are_runs
from cddiagram.text import Complaint, Name, Option, Phrase, listed

#: The name of the column of true classes in a table of predictions.
_TRUTH = re.compile(
    r"y|y[_ ]?true|y[_ ]?test|true[_ ]?(?:label|class)|ground[_ ]?truth|gold",
    flags=re.IGNORECASE,
)
#: Names of a column of units.
_UNITS = frozenset(
    ["unit", "units", "einheit", "unité", "unidad", "unità", "eenheid", "jednostka"]
)
#: A date, in the orders that people write.
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?:[ "
    r"T]\d{1,2}:\d{2}(:\d{2})?)?"
)
#: How many values of a column a message lists, and from how many on choosing one makes
#: no sense.
_VALUES, _MANY = 4, 12
_DIVIDES = "distinguishes scores of the same algorithm and data set"


def folds_as_rows(label: str, names: Sequence[str]) -> list[Complaint]:
    """Complain about rows that are folds or runs by their names."""
    if len(names) < 2 or not are_runs(names):
        return []
    text = Phrase(listed(names, limit=3), " look like folds or runs, not data sets")
    return [
        Complaint(
            label,
            text,
            Phrase(
                "Compare the folds of one data set with ",
                FOLDS,
                ", or rename the rows",
            ),
        )
    ]


def folds_as_columns(grid: Grid, roles: Roles) -> list[Complaint]:
    """Complain about a wide table without algorithms, whose columns of scores are
    folds.
    """
    titles = [grid.names[column] for column in (*roles.runs, *roles.scores)]
    if roles.algorithm is not None or len(titles) < 2 or not are_runs(titles):
        return []
    text = Phrase(
        "the columns ", listed(titles, limit=3), " are folds or runs of one algorithm"
    )
    remedy = Phrase(
        "Give one column for each algorithm, or keep the columns as algorithms with ",
        Option("run_column", "none") if roles.runs else naming("keep", titles),
    )
    return [Complaint(grid.label, text, remedy)]


def summaries_as_runs(grid: Grid, roles: Roles) -> list[Complaint]:
    """Complain about a column of runs that also holds means or deviations of the
    others.
    """
    for column in roles.runs:
        labels = list(map(str, grid.labels(column).cells))
        summaries = [label for label in labels if vocabulary.summarises(label)]
        summarise = "summarises" if len(summaries) == 1 else "summarise"
        if summaries and len(summaries) < len(labels):
            row = grid.labels(column).index(summaries[0])
            text = Phrase(
                f"the column '{grid.names[column]}' contains ",
                listed(summaries),
                f", which {summarise} the runs",
            )
            return [
                Complaint(
                    grid.at(row, column),
                    text,
                    "Remove these rows, or remove all other rows",
                )
            ]
    return []


def measures_as_runs(grid: Grid, roles: Roles) -> list[Complaint]:
    """Complain about a nested object whose innermost names, taken as runs, are
    measures.
    """
    if not grid.flat:
        return []
    for column in roles.runs:
        labels = list(map(str, grid.labels(column).cells))
        found = [label for label in labels if measures.is_measure(label)]
        if len(found) < 2:
            continue
        text = Phrase(
            "the runs ",
            listed(labels, limit=3),
            " are different measures, whose mean is meaningless",
        )
        remedy = Phrase(
            "Choose one of them with ", Option("select", {grid.names[column]: found[0]})
        )
        return [Complaint(grid.label, text, remedy)]
    return []


def failed_rows(grid: Grid, roles: Roles) -> list[Complaint]:
    """Warn of a column that marks some rows as failed, whose scores are compared."""
    for column in roles.unused:
        labels = grid.labels(column)
        failed = [
            cell for cell in labels.cells if str(cell).strip().lower() in FAILURES
        ]
        if failed and len(failed) < len(labels.cells):
            row = labels.index(failed[0])
            text = (
                f"the column '{grid.names[column]}' marks rows as '{failed[0]}', but "
                "their scores are compared"
            )
            remedy = "Leave the scores of these rows empty if the runs failed"
            return [Complaint(grid.at(row, column), text, remedy, rejects=False)]
    return []


def units(grid: Grid, roles: Roles) -> list[Complaint]:
    """Complain about a column of units that differ from row to row."""
    for column in roles.unused:
        values = list(map(str, grid.labels(column).cells))
        if grid.names[column].strip().lower() in _UNITS and len(values) > 1:
            text, remedy = _choice(grid, column, "contains different units")
            return [
                Complaint(
                    grid.at_name(column),
                    text,
                    Phrase("Write all scores in one unit. ", remedy),
                )
            ]
    return []


def dates_as_rows(label: str, names: Sequence[str]) -> list[Complaint]:
    """Warn of rows that are named by dates, as in a series of measurements."""
    if len(names) < 3 or not all(map(_DATE.fullmatch, names)):
        return []
    text = Phrase(
        "the names of the rows are dates (",
        listed(names, limit=2),
        "), as in a series of measurements",
    )
    return [
        Complaint(label, text, "Give scores of algorithms on data sets", rejects=False)
    ]


def around_texts(
    grid: Grid, roles: Roles, algorithms: Collection[str]
) -> list[Complaint]:
    """Warn of columns of numbers on both sides of a column of texts, of which one side
    may describe the data sets.
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
    titles = [grid.names[column] for column in scores]
    before = [grid.names[column] for column in scores if column < between[0]]
    behind = titles[len(before) :]
    fewer = behind if len(behind) <= len(before) else before
    text = Phrase(
        f"the text column '{grid.names[between[0]]}' separates ",
        listed(before, limit=3),
        " from ",
    )
    either = ", so one side may describe the data sets"
    text = Phrase(text, listed(behind, limit=3), either)
    they_describe = "they describe" if len(fewer) > 1 else "it describes"
    remedy = Phrase(
        "Drop ",
        listed(fewer, limit=3),
        " with ",
        naming("exclude", fewer),
        f" if {they_describe} the data sets",
    )
    return [Complaint(grid.at_name(between[0]), text, remedy, rejects=False)]


def predictions(grid: Grid, roles: Roles) -> list[Complaint]:
    """Complain about a table of predictions, whose rows are samples with a true
    class.
    """
    for column in roles.unused:
        if _TRUTH.fullmatch(grid.names[column].strip()):
            text = (
                f"the column '{grid.names[column]}' suggests a table of predictions, "
                "whose rows are not data sets"
            )
            return [
                Complaint(
                    grid.at_name(column),
                    text,
                    "Give one score for each algorithm on each data set",
                )
            ]
    return []


def divided(grid: Grid, roles: Roles, pair: tuple[int, int]) -> list[Complaint]:
    """Complain about two rows with scores of one algorithm on one data set, if a column
    tells them apart.
    """
    first, row = pair
    keys = [
        column
        for column in (roles.dataset, roles.algorithm, *roles.runs)
        if column is not None
    ]
    candidates = (
        (*roles.scores, *roles.unused) if roles.algorithm is None else roles.unused
    )
    ranked = []
    for column in candidates:
        if roles.algorithm is None and not _divides_wide(grid, column):
            continue  # it holds scores of an algorithm
        cells = grid.labels(column)
        whole = grid.are_integers(column)
        if cells[first] == cells[row] or not all((cells[first], cells[row])):
            continue
        if not whole and not grid.numbers(column).mostly_text:
            continue  # fractions are scores, times, deviations
        left = grid.n_rows - len(first_rows(*map(grid.labels, keys), cells))
        ranked.append(
            (not _names_measures(grid, column), left, whole, len(cells.cells), column)
        )
    if not ranked:
        return []
    not_measures, _, numbered, _, column = min(ranked)
    title = grid.names[column]
    run = Option("run_column", Name(title))
    if not_measures and len(grid.labels(column).cells) > _MANY:
        many = f"the column '{title}' {_DIVIDES}"
        return [Complaint(grid.at(row), many, Phrase("Average over it with ", run))]
    what = _DIVIDES if not_measures else "distinguishes measures"
    text, remedy = _choice(grid, column, what)
    if numbered and not_measures:
        remedy = Phrase(remedy, ", or pass ", run, " if these are runs")
    return [Complaint(grid.at(row), text, remedy)]


def _divides_wide(grid: Grid, column: int) -> bool:
    title = grid.names[column]
    named = vocabulary.tells_measures(title) or vocabulary.describes(title)
    return named or grid.numbers(column).mostly_text


def mixed_measures(grid: Grid, roles: Roles, kept: Collection[str]) -> list[Complaint]:
    """Complain about runs that are measures, and about several measures on one data
    set.
    """
    for column in (*roles.runs, *roles.unused):
        title = grid.names[column]
        if title in kept or column in grid.index or not _names_measures(grid, column):
            continue
        keep = Option("keep", Name(title))
        if column in roles.runs:
            text, remedy = _choice(grid, column, "distinguishes measures, not runs")
            return [
                Complaint(
                    grid.label,
                    text,
                    Phrase(remedy, ", or pass ", keep, " if these are runs"),
                )
            ]
        if roles.dataset is None:
            continue  # each row is a data set
        labels, cells = grid.labels(roles.dataset), grid.labels(column)
        seen: set[str] = set()
        for row in first_rows(labels, cells).tolist():
            if labels[row] in seen:
                text, remedy = _choice(grid, column, "distinguishes measures")
                remedy = Phrase(remedy, ", or pass ", keep, " to compare them anyway")
                return [Complaint(grid.at(row, column), text, remedy)]
            seen.add(labels[row])
    return []


def _names_measures(grid: Grid, column: int) -> bool:
    return vocabulary.tells_measures(grid.names[column]) or measures.are_measures(
        grid.labels(column).cells
    )


def _choice(grid: Grid, column: int, what: str) -> tuple[Phrase, Phrase]:
    """Return what is in a column, and how one of its values is chosen."""
    title, values = grid.names[column], grid.labels(column).cells
    text = Phrase(f"the column '{title}' {what} (", listed(values, limit=_VALUES), ")")
    remedy = Phrase(
        "Choose one with ",
        selecting(title, values[0]),
        ", or analyse each with ",
        Option("split_column", Name(title)),
        Option(" (read_score_tables)", typed=" (plot and report)"),
    )
    return text, remedy
