"""A table that shows itself in every format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeVar

from cddiagram._util import Preview
from cddiagram.document.model import FOOT, TableBlock
from cddiagram.stats import SCHEMA

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class Table(TableBlock):
    """A table of a comparison. Made by `Comparison.tabulate`.

    Attributes
    ----------
    key : str
        Which table it is.
    caption : str
        What it shows and how it is read.
    columns : tuple of Column
        Each with its `head`, `align` (``"left"`` or ``"right"``), and what a short head
        means, `explained`.
    rows : tuple of tuple of Cell
        Each cell with its `text` as printed, `value` at full precision (a place
        interval is two numbers), and `role`: ``"significant"`` is a decision.
    notes : tuple of str
        Sentences under the table.
    """

    def to_frame(self) -> pd.DataFrame:
        """Return the numbers at full precision as a pandas frame: names in the index,
        the other heads as columns.
        """
        heads = [str.__str__(column.head) for column in self.columns]
        data = self.data
        names = takewhile(
            lambda at: all(row[at].role in ("name", "control") for row in data),
            range(len(heads)),
        )
        return named_frame(
            [
                dict(zip(heads, (cell.value for cell in row), strict=True))
                for row in data
            ],
            len(list(names)),
            heads,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain Python, ready for JSON, all numbers at full
        precision.
        """
        said = {
            "schema": SCHEMA,
            "table": self.key,
            "caption": str(self.caption),
            "notes": list(map(str, self.notes)),
        }
        return said | super().to_dict()

    def to_text(self, width: int = 100) -> str:
        """Return the table as plain text of `width` columns."""
        from cddiagram.document.write_text import table_text

        return table_text(self, width)

    def to_markdown(self) -> str:
        """Return the table as Markdown."""
        from cddiagram.document.write_markdown import tables_markdown

        return tables_markdown([self])

    def to_latex(
        self, *, preamble: bool = True, width: str | float | None = None
    ) -> str:
        """Return the table as LaTeX, to be put into a document.

        Parameters
        ----------
        preamble : bool, default True
            With the definitions that it needs in front; False where the document has
            them.
        width : str or float, optional
            Of the column or page of the paper, as of figures: ``"ieee-column"``, ...,
            or inches; by default 12 cm. The page of a venue with two columns makes a
            ``table*``. What is taller than a page of two columns is several floats, as
            LaTeX breaks no table there.

        Returns
        -------
        str

        Raises
        ------
        UsageError
            Unknown width.
        """
        from cddiagram.document.write_latex import tables_latex

        return tables_latex([self], preamble=preamble, width=width)

    def to_html(self) -> str:
        """Return the table as HTML, to be put into a page."""
        from cddiagram.document.write_html import template

        return template("table.html.jinja").render(table=self)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return first_rows(
            self, "to_html() has all of them, to_frame() the numbers."
        ).to_html()


_Shown = TypeVar("_Shown", bound=TableBlock)


def first_rows(table: _Shown, otherwise: str) -> _Shown:
    """Keep as many rows as a notebook shows, and those that sum up others; say how many
    more there are, and where.
    """
    more = len(table.data) - Preview.HTML_ROWS
    if more <= 0:
        return table
    kept = {id(row) for row in table.data[: Preview.HTML_ROWS]} | {
        id(row) for row in table.rows if row[0].role == FOOT
    }
    said = f"... and {more} more row{'s' * (more > 1)}: {otherwise}"
    return replace(
        table,
        rows=tuple(row for row in table.rows if id(row) in kept),
        notes=(said, *table.notes),
    )


def notebook_html(table: TableBlock, remedy: str, **parts: str) -> str:
    """Write the first rows of a table and a diagram for a notebook.

    `remedy` tells where the other rows are. `parts` are the ``words`` below the diagram,
    its ``svg``, and why it was ``refused``.
    """
    from cddiagram.document.write_html import template

    page = template("notebook.html.jinja")
    return page.render(table=first_rows(table, remedy), **parts).rstrip()


def named_frame(
    rows: Sequence[Mapping[str, Any]], names: int, heads: Sequence[str] | None = None
) -> pd.DataFrame:
    """Make a pandas frame of rows, of which the first columns are `names` and stand in
    its index.
    """
    import pandas as pd

    frame = pd.DataFrame(rows, columns=None if heads is None else list(heads))
    index = list(frame.columns[:names])  # none where there are no rows
    return frame.set_index(index) if index else frame
