"""The public class of tables, with methods for all formats."""

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
    """A table of a comparison, as returned by `Comparison.tabulate`.

    Attributes
    ----------
    key : str
        The key of the table.
    caption : str
        A caption that describes the contents of the table.
    columns : tuple of Column
        The columns. Each column has the attributes `head` (the header), `align` (the
        alignment, ``"left"`` or ``"right"``) and `explained` (the meaning of an
        abbreviated header).
    rows : tuple of tuple of Cell
        The cells of each row. Each cell has the attributes `text` (the printed text),
        `value` (the value at full precision; for a rank interval, two numbers) and
        `role`, which is ``"significant"`` for a significant difference.
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
        """Return the table as a JSON-serialisable dict with numbers at full precision."""
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
        """Return the table as LaTeX code for inclusion in a document.

        Parameters
        ----------
        preamble : bool, default True
            Whether the code begins with the definitions that the table requires. Use
            False if the document already contains them.
        width : str or float, optional
            The width of the column or page in inches, or a name such as
            ``"ieee-column"``, as for figures. The default is 12 cm. For the full page
            width of a two-column layout, the table uses the ``table*`` environment.
            Such a table is divided into several floats if it is taller than the page,
            because LaTeX does not support page breaks in floats.

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
        """Return the table as HTML code for inclusion in a page."""
        from cddiagram.document.write_html import template

        return template("table.html.jinja").render(table=self)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return first_rows(
            self, "use to_html() for all rows, or to_frame() for the numbers."
        ).to_html()


_Shown = TypeVar("_Shown", bound=TableBlock)


def first_rows(table: _Shown, remedy: str) -> _Shown:
    """Return a shorter table for a notebook, with the first rows and all summary rows.

    A note states the number of omitted rows and, in `remedy`, how to get the complete
    table.
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
    """Return the first rows of a table and a diagram as HTML for a notebook.

    Parameters
    ----------
    table : TableBlock
        The table.
    remedy : str
        A hint on how to get the complete table.
    words : str
        The caption of the diagram.
    svg : str
        The diagram, or an empty string if the diagram could not be drawn.
    reason : str
        The reason why the diagram could not be drawn.

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
    """Return rows as a pandas data frame. The first `names` columns become the index."""
    import pandas as pd

    columns = None
    if heads is not None:
        columns = list(heads)
    frame = pd.DataFrame(rows, columns=columns)
    if names == 0 or frame.columns.empty:
        return frame
    return frame.set_index(list(frame.columns[:names]))
