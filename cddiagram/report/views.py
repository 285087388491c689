"""Access to the tables of results by their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cddiagram._util import loaded
from cddiagram.comparing import Comparison
from cddiagram.document import Table, TableBlock, named_frame
from cddiagram.features import TABLES, feature_of
from cddiagram.stats import Result
from cddiagram.text import Option, UsageError, choose_from
from cddiagram.words import check_scores

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

#: Maps the name of each table of a ranking to the function that creates the table.
_OF_RANKING = {
    "ranking": "report.fields:fields_table",
    "datasets": "report.fields:ranks_of_datasets",
}
#: For results of other types, only this table is available. This table lists the
#: attributes of the result.
_OF_FIELDS = {"fields": "report.fields:fields_table"}
#: Maps the name of each table to the options that apply to the table.
_OPTIONS = {"scores": ("decimals", "ranks", "spread"), "pairs": ("rope",)}


def tabulate(result: Result, key: str = "", **options: Any) -> Table:
    """Return a table of a result with all rows.

    By default, this is the first available table.

    Raises
    ------
    UsageError
        If the result does not have such a table, or if an option does not apply to the
        table.
    """
    tables = _tables_of(result)
    if key and key not in tables:
        raise UsageError(choose_from("table", key, tables))
    key = key or next(iter(tables))
    options = {name: value for name, value in options.items() if value is not None}
    for name in options:
        _check_option(name, key)
    table: TableBlock | None = loaded(tables[key])(result, key, **options)
    if table is None:
        if isinstance(result, Comparison):
            check_scores(result, f"table '{key}' requires")
        kind = type(result).__name__.lower()
        raise UsageError(
            f"table '{key}' is empty for this {kind}. Choose another table."
        )
    return Table(**vars(table))


def to_frame(result: Result, key: str = "", **options: Any) -> pd.DataFrame:
    """Return a table of a result as a pandas data frame.

    The columns of tables of pairs have the same names as the fields in JSON files.
    """
    rows = getattr(result, "pair_rows", None)
    if rows is not None and key in ("", "pairs"):
        return named_frame(rows(**options), 2)
    return tabulate(result, key, **options).to_frame()


def _tables_of(result: Result) -> Mapping[str, str]:
    """Return a mapping from the table keys of a result to the functions for the tables."""
    if isinstance(result, Comparison):
        return TABLES
    feature = feature_of(result)
    if feature is not None:
        return feature.tables
    if type(result).__name__ == "Ranking":
        return _OF_RANKING
    return _OF_FIELDS


def _check_option(name: str, key: str) -> None:
    """Raise an error if an option applies only to other tables."""
    tables = [table for table, options in _OPTIONS.items() if name in options]
    if tables and key not in tables:
        message = f" applies to the table '{tables[0]}', not to '{key}'. Omit it."
        raise UsageError(Option(name), message)
