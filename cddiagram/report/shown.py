"""A table of a comparison by itself, in every format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cddiagram._util.inlines import Option
from cddiagram.comparison import Comparison
from cddiagram.errors import UsageError, choose_from
from cddiagram.report.model import Table
from cddiagram.report.tables import TABLES

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class ShownTable(Table):
    """A table of a comparison. Made by `Comparison.tabulate`.

    Attributes
    ----------
    key : str
        Which table it is.
    caption : str
        What it shows and how it is read.
    columns : tuple of Column
        Each with its `head`, `align` (``"left"`` or ``"right"``), and what a short head means, `explained`.
    rows : tuple of tuple of Cell
        Each cell with its `text` as printed, `value` at full precision, and `role`: ``"significant"`` is a decision.
    notes : tuple of str
        Sentences under the table.
    """

    def to_frame(self) -> pd.DataFrame:
        """Return the numbers at full precision as a pandas frame, with the heads as its columns."""
        import pandas as pd

        rows = [[cell.value for cell in row] for row in self.rows]
        return pd.DataFrame(rows, columns=[str.__str__(column.head) for column in self.columns])

    def to_text(self, width: int = 100) -> str:
        """Return the table as plain text of `width` columns."""
        from cddiagram.report.write_text import table_text

        return table_text(self, width)

    def to_markdown(self) -> str:
        """Return the table as Markdown."""
        from cddiagram.report.write_markdown import tables_markdown

        return tables_markdown([self])

    def to_latex(self) -> str:
        """Return the table as LaTeX, to be put into a document."""
        from cddiagram.report.write_latex import tables_latex

        return tables_latex([self])

    def to_html(self) -> str:
        """Return the table as HTML, to be put into a page."""
        from cddiagram.report.write_html import template

        return template("table.html.jinja").render(table=self)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()


def tabulate(comparison: Comparison, key: str, rope: float | None = None) -> ShownTable:
    """Return a table with all of its rows; see `Comparison.tabulate`."""
    if rope is not None and key != "pairs":
        raise UsageError(Option("rope"), f" has no meaning for table '{key}': leave it out, or choose 'pairs'.")
    judged = {} if rope is None else {"rope": rope}
    return shown_table(TABLES, comparison, key, max_rows=len(comparison.algorithms) ** 2, **judged)


def shown_table(
    tables: Mapping[str, Callable[..., Table | None]], result: object, key: str, **how: object
) -> ShownTable:
    """Return one of the tables of a result."""
    if key not in tables:
        raise UsageError(choose_from("table", key, tables))
    table = tables[key](result, **how)
    if table is None:
        raise UsageError(f"table '{key}' needs scores, and this comparison was made from p-values: choose another.")
    return ShownTable(**vars(table))
