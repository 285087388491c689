"""A table of a comparison by itself, in every format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cddiagram._util.lazy import loaded
from cddiagram.comparing.comparison import Comparison
from cddiagram.document.model import Table
from cddiagram.document.shown import ShownTable
from cddiagram.stats.results import Result
from cddiagram.text.errors import UsageError, choose_from
from cddiagram.text.inlines import Option
from cddiagram.words.drawable import check_scores

if TYPE_CHECKING:
    pass

#: Table -> the options that it takes.
_OPTIONS = {"scores": ("decimals", "ranks", "spread"), "pairs": ("rope",)}


def shown_table(
    result: Result, key: str, tables: Mapping[str, str], options: Mapping[str, Any]
) -> ShownTable:
    """Return one of the `tables`, by default the first, with all of its rows; see
    `Comparison.tabulate`.
    """
    if key and key not in tables:
        raise UsageError(choose_from("table", key, tables))
    key = key or next(iter(tables))
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        takes = [table for table, own in _OPTIONS.items() if name in own]
        if takes and key not in takes:
            raise UsageError(
                Option(name),
                f" is for the table '{takes[0]}', not for '{key}': leave it out.",
            )
    table: Table | None = loaded(tables[key])(result, key, **given)
    if table is None:
        if isinstance(result, Comparison):
            check_scores(result, f"table '{key}' needs")
        raise UsageError(
            f"table '{key}' is empty for this {type(result).__name__.lower()}: choose "
            "another."
        )
    return ShownTable(**vars(table))
