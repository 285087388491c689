"""A table that writes itself in every format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeVar

from cddiagram._util import Preview
from cddiagram.document.model import FOOT, TableBlock
from cddiagram.stats import SCHEMA
from cddiagram.text import inflect

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class Table(TableBlock):
    """A table of a comparison, returned by `Comparison.tabulate`.

    Attributes
    ----------
    key : str
        The key of the table.
    caption : str
        A caption that describes the content of the table.
    columns : tuple of Column
        The columns. Each column has a header `head`, an alignment `align` (``"left"``
        or ``"right"``), and an explanation `explained` of an abbreviated header.
    rows : tuple of tuple of Cell
        The cells of each row. Each cell has a printed `text`, a `value` at full
        precision (two numbers for a rank interval), and a `role`, which is
        ``"significant"`` for a significant difference.
    notes : tuple of str
        The notes below the table.
    """

    def to_frame(self) -> pd.DataFrame:
        """Return the numbers at full precision as a pandas data frame.

        The index contains the names of the rows.
        """
        heads = [str.__str__(column.head) for column in self.columns]
        rows = []
        names = len(heads)
        for row in self.data:
            values = [cell.value for cell in row]
            rows.append(dict(zip(heads, values, strict=True)))
            of_names = takewhile(lambda cell: cell.role in ("name", "control"), row)
            names = min(names, len(list(of_names)))
        return named_frame(rows, names, heads)

    def to_dict(self) -> dict[str, Any]:
        """Return the table as a JSON-serialisable dict, with numbers at full precision."""
        return {
            "schema": SCHEMA,
            "table": self.key,
            "caption": str(self.caption),
            "notes": list(map(str, self.notes)),
            **super().to_dict(),
        }

    def to_text(self, width: int = 100) -> str:
        """Return the table as plain text with lines of at most `width` characters."""
        from cddiagram.document.write_text import table_text

        return table_text(self, width)

    def to_markdown(self) -> str:
        """Return the table as Markdown."""
        from cddiagram.document.write_markdown import tables_markdown

        return tables_markdown([self])

    def to_latex(
        self, *, preamble: bool = True, width: str | float | None = None
    ) -> str:
        """Return the table as LaTeX for a document.

        Parameters
        ----------
        preamble : bool, default True
            Whether to begin with the definitions that the table requires. They are not
            needed if the document already contains them.
        width : str or float, optional
            The width of the column or page in inches, or a name such as
            ``"ieee-column"``, as for figures. The default is 12 cm. For the page of a
            venue with two columns, the table uses the environment ``table*``. Such a
            table is divided into several floats if it is taller than the page, because
            LaTeX cannot break it.

        Returns
        -------
        str

        Raises
        ------
        UsageError
            If the width is unknown.
        """
        from cddiagram.document.write_latex import tables_latex

        return tables_latex([self], preamble=preamble, width=width)

    def to_html(self) -> str:
        """Return the table as HTML that can be included in a page."""
        from cddiagram.document.write_html import template

        return template("table.html.jinja").render(table=self)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return first_rows(
            self, "to_html() has all of them, to_frame() the numbers."
        ).to_html()


_Shown = TypeVar("_Shown", bound=TableBlock)


def first_rows(table: _Shown, remedy: str) -> _Shown:
    """Return the first rows of a table for a notebook, and the summaries of all rows.

    A note counts the other rows, and `remedy` refers to the whole table.
    """
    rest = len(table.data) - Preview.HTML_ROWS
    if rest <= 0:
        return table
    first = {id(row) for row in table.data[: Preview.HTML_ROWS]}
    rows = [row for row in table.rows if id(row) in first or row[0].role == FOOT]
    note = f"... and {rest} more {inflect(rest, 'row', 'rows')}: {remedy}"
    return replace(table, rows=tuple(rows), notes=(note, *table.notes))


def notebook_html(
    table: TableBlock, remedy: str, *, words: str, svg: str, reason: str
) -> str:
    """Write the first rows of a table and a diagram for a notebook.

    Parameters
    ----------
    table : TableBlock
        The table.
    remedy : str
        A reference to the whole table.
    words : str
        The caption of the diagram.
    svg : str
        The diagram; empty if it could not be drawn.
    reason : str
        The reason for a missing diagram.

    Returns
    -------
    str
    """
    from cddiagram.document.write_html import template

    page = template("notebook.html.jinja")
    rows = first_rows(table, remedy)
    return page.render(table=rows, words=words, svg=svg, reason=reason).rstrip()


def named_frame(
    rows: Sequence[Mapping[str, Any]], names: int, heads: Sequence[str] | None = None
) -> pd.DataFrame:
    """Return rows as a pandas data frame, whose index consists of the first `names`
    columns.
    """
    import pandas as pd

    columns = None
    if heads is not None:
        columns = list(heads)
    frame = pd.DataFrame(rows, columns=columns)
    if names == 0 or frame.columns.empty:
        return frame
    return frame.set_index(list(frame.columns[:names]))
