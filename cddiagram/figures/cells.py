"""Matrices: named rows of cells with fills, text and marks, and a legend.

In a triangle, the names are on the diagonal, as in a table of distances: to the right
of their rows and above their columns. In other matrices, the names are to the left of
the rows. The columns are labelled with names if these fit, and with numbers otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, TypeVar

from cddiagram.figures.cell_drawing import BORDER, PITCH, draw_cells
from cddiagram.figures.cells_fit import (
    MatrixContent,
    MatrixPlan,
    least_width,
    plan_matrix,
)
from cddiagram.sheet import (
    SHORTER_NAMES,
    Box,
    Element,
    HeaderItems,
    Key,
    KeyEntry,
    Look,
    Names,
    Page,
    Sheet,
    fit,
    page_width,
    text_box,
)
from cddiagram.text import Option, Phrase

_LEGEND_GAP, _HEAD_GAP = 8.0, 2.0
#: The first number is the gap between the cells and a legend below them. If the legend
#: may be below the cells, the second number is the maximum number of entries in the
#: header.
_ABOVE_KEY, _MOST_ENTRIES = 2.0, 2
#: The space below the last entry of a legend, in units of the font size.
_BELOW_ENTRY = 0.1
#: A cell with a single line of text is at most this high. The second number is the
#: padding above and below text with several lines.
_HIGHEST, _AROUND = 15.0, 4.0
#: A matrix may become taller by up to this factor so that all rows have the same
#: height.
_EVEN = 1.35
#: Every column is numbered if there are at most this many columns. The second constant
#: is the maximum number of rows that the numbers may occupy, and the third is the gap
#: between numbers, in units of their font size.
_ALL_NUMBERED, _MOST_ROWS, _BETWEEN_NUMBERS = 20, 3, 1.3
_COLUMN_STEPS = (1, 5, 10, 20, 50, 100)


@dataclass(frozen=True, kw_only=True)
class CellsLayout(Sheet):
    """The base class for the layouts of matrices.

    Attributes
    ----------
    font_size : float
        The type size of the row names, in points.
    cell_width : float
        The width of a cell in points.
    row_edges : tuple of float
        The upper edge of each row, followed by the lower edge of the last row.
    label_boxes : tuple of (left, top, right, bottom)
        The box of the name of each row, which includes all lines of the name.
    """

    font_size: float
    cell_width: float
    row_edges: tuple[float, ...]
    label_boxes: tuple[Box, ...]


CellsT = TypeVar("CellsT", bound=CellsLayout)


@dataclass(frozen=True, kw_only=True)
class MatrixLayout(CellsLayout):
    """The layout of a p-value matrix, which extends `CellsLayout`.

    Attributes
    ----------
    names : tuple of str
        The names in the figure, in the order of the rows.
    values_printed : bool
        Whether the p-values are printed in the cells.
    legend : {"inside", "beside", "above"}
        The position of the legend: in the empty triangle, to the right of the matrix,
        or above the matrix.
    messages : tuple of str
        Remedies if there is no room for the p-values.
    """

    names: tuple[str, ...]
    values_printed: bool
    legend: str
    messages: tuple[str, ...] = ()


def layout_matrix(content: MatrixContent, page: Page, note: str) -> MatrixLayout:
    """Lay out a p-value matrix with a default note.

    Raises
    ------
    LayoutError
        If the matrix does not fit the page.
    """
    matrix = Matrix.of(content, page, f"a matrix of {content.k} algorithms")
    messages: tuple[str, ...] = ()
    if not matrix.printed and page.width < page_width("page"):
        wide = plan_matrix(content, replace(page.look, width="page"), page.meter)
        if wide is not None and wide.texts is not None:
            remedy = Option("width", "page")
            problem = "the cells have no room for p-values; pass "
            messages = (Phrase(problem, remedy, " to print them."),)
    position, x = matrix.legend_position()
    beside = None if position == "above" else x
    return matrix.sheet(
        MatrixLayout,
        note,
        beside,
        names=content.names,
        values_printed=matrix.printed,
        legend=position,
        messages=messages,
    )


@dataclass(frozen=True)
class Matrix:
    """A matrix with a plan that fits the page."""

    content: MatrixContent
    page: Page
    plan: MatrixPlan

    @classmethod
    def of(
        cls,
        content: MatrixContent,
        page: Page,
        what: str,
        fewer: str = "fewer algorithms",
    ) -> Matrix:
        """Fit a matrix to its page; `what` is its name in the error message."""

        def plan(look: Look) -> MatrixPlan | None:
            return plan_matrix(content, look, page.meter)

        least = least_width(content, page.look, page.meter)
        way = SHORTER_NAMES if least <= page.room else fewer
        return cls(content, page, fit(plan, page.look, what, way))

    @property
    def small(self) -> float:
        """The type size of all text except the names and the text in the cells."""
        return self.plan.names.small

    @property
    def printed(self) -> bool:
        """Whether the text in the cells is printed."""
        return self.plan.texts is not None

    @property
    def legend(self) -> Sequence[KeyEntry]:
        """The key entries that explain fills and marks."""
        return self.content.legend(self.small, self.printed)

    @property
    def heights(self) -> list[float]:
        """The height of each row."""
        size, content = self.plan.names.size, self.content
        texts = max(len(cell.texts) for cell in content.cells.values())
        least = max(PITCH * size, min(self.plan.cell, _HIGHEST))
        if texts > 1 and self.printed:
            least = texts * PITCH * self.small + _AROUND
        heights = []
        for row, name in enumerate(self.plan.names.lines):
            height = least
            if len(name) > 1 or content.under:
                height = max(
                    least, Names.row_height(len(name), size) + self._under(row)
                )
            heights.append(height)
        even = [max(heights)] * len(heights)
        return even if sum(even) <= _EVEN * sum(heights) else heights

    def _under(self, row: int) -> float:
        """Return the height of the text below a name."""
        if not self.content.under:
            return 0.0
        return len(self.content.under[row]) * PITCH * self.small

    @property
    def ends(self) -> list[float]:
        """The right end of each row: the end of its name in a triangle, and otherwise
        the end of its cells.
        """
        plan, content = self.plan, self.content
        if content.triangle:
            names = zip(plan.starts, plan.names.widths, strict=True)
            return [start + width for start, width in names]
        return [plan.left + len(content.columns) * plan.cell] * content.k

    @property
    def legend_width(self) -> float:
        """The width of a legend with one entry in each row."""
        small, meter = self.small, self.page.meter
        return max(Key([entry]).width(small, meter) for entry in self.legend)

    def sheet(
        self, layout: type[CellsT], note: str, beside: float | None, **more: Any
    ) -> CellsT:
        """Return the layout of the figure.

        `beside` is the left edge of a legend next to the cells, or None for a legend
        above them. `more` contains additional fields of the `layout`.
        """
        if self.plan.cell < self.content.widest:
            return self._drawn(layout, note, beside, **more)
        # The matrix is centred if the cells have their maximum width.
        ends = self.ends
        if beside is not None:
            ends.append(beside + self.legend_width)
        shift = (self.page.width - Look.PAD_X - BORDER / 2 - max(ends)) / 2
        moved = replace(self, plan=self.plan.moved(shift))
        return moved._drawn(layout, note, beside and beside + shift, **more)

    def _drawn(
        self, layout: type[CellsT], note: str, beside: float | None, **more: Any
    ) -> CellsT:
        """Return the layout of the figure at the position of its plan."""
        page, small, plan = self.page, self.small, self.plan
        meter = page.meter
        others = [self.content.heads] if self.content.heads else []
        families = self.content.family_key(*others)
        legend = tuple(self.legend) if beside is None else ()
        key, below_cells = self._key_rows(note, (*families, *legend))
        head, y = page.header(
            note, plan.names.size, key=key, families=(*families, *legend)
        )
        if legend:
            y += self.content.below_legend * small
        heads, top = self._heads(y)
        below = BORDER / 2 + Look.PAD_Y
        if below_cells:
            below += _ABOVE_KEY + len(below_cells) * Key.ROW * small
        least = HeaderItems.least_row_height(head, top + below, len(self.heights))
        heights = [max(height, least) for height in self.heights]
        edges = tuple(accumulate(heights, initial=top))
        if beside is not None:
            rows = [[entry] for entry in self.legend]
            middle = top + 0.5 * Key.ROW * small
            entries, _ = Key.draw_rows(rows, beside, middle, small, meter)
            heads += entries
        columns = {}
        for position, j in enumerate(self.content.columns):
            columns[j] = (plan.left + position * plan.cell, plan.cell)
        fills, texts = draw_cells(plan.cells, columns, edges, plan.texts, meter)
        names, boxes = self._names(edges)
        elements = [*fills, *head, *heads, *names, *texts]
        y = edges[-1] + _ABOVE_KEY + 0.5 * Key.ROW * small
        for row in below_cells:
            elements += Key(row).draw(Look.PAD_X, y, small, meter)
            y += Key.ROW * small
        return layout(
            width=page.width,
            height=edges[-1] + below,
            elements=tuple(elements),
            font_size=plan.names.size,
            cell_width=plan.cell,
            row_edges=edges,
            label_boxes=boxes,
            **more,
        )

    def _key_rows(
        self, note: str, legend: tuple[KeyEntry, ...]
    ) -> tuple[tuple[KeyEntry, ...], list[list[KeyEntry]]]:
        """Return the key in the header, and the rows of a key below the cells. The key
        is below the cells if the header would otherwise have too many rows or entries.
        """
        page, small, key = self.page, self.small, tuple(self.content.note_key)
        if not self.content.key_may_be_below:
            return key, []
        size = self.plan.names.size
        head, _ = page.header(note, size, key=key, families=legend)
        is_short = HeaderItems.count_rows(head) <= HeaderItems.MOST_ROWS
        if is_short and len(key) <= _MOST_ENTRIES:
            return key, []
        return (), Key(key).rows(page.room, small, page.meter)

    def legend_position(self) -> tuple[str, float]:
        """Return the position of the legend and its left edge: "inside" the empty
        triangle, "beside" the matrix, or "above" it.
        """
        ends, width = self.ends, self.legend_width
        height = len(self.legend) * Key.ROW * self.small
        beside = self._ends_beside(height - _BELOW_ENTRY * self.small)
        left = max(max(ends) - width, max(beside) + _LEGEND_GAP)
        right = left + width
        if height > sum(self.heights) or right > self.page.width - Look.PAD_X:
            return "above", Look.PAD_X
        return "inside" if right <= max(ends) + 1e-9 else "beside", left

    def _ends_beside(self, height: float) -> list[float]:
        """Return the right ends of the cells and names next to a legend of this
        height.
        """
        plan = self.plan
        ends = []
        top = 0.0
        for row, row_height in enumerate(self.heights):
            lines = len(plan.names.lines[row])
            above_name = (row_height - lines * Names.LINE_PITCH * plan.names.size) / 2
            if top + above_name < height or not self.content.triangle:
                ends.append(self.ends[row])
            elif top < height:  # the cells to the left of the name
                ends.append(plan.starts[row])
            top += row_height
        return ends

    def _heads(self, y: float) -> tuple[list[Element], float]:
        """Return the names or numbers above the columns, and the top of the first row."""
        plan, heads, meter = self.plan, self.content.heads, self.page.meter
        small = self.small
        pitch = Names.LINE_PITCH * small
        elements: list[Element] = []
        if plan.heads is not None and heads is not None:
            top = y + max(map(len, plan.heads)) * pitch + _HEAD_GAP
            for column, lines in enumerate(plan.heads):
                x = plan.left + (column + 0.5) * plan.cell
                middle = top - _HEAD_GAP - len(lines) / 2 * pitch
                gid = f"column-{column}"
                elements += heads.put(
                    column, lines, x, middle, small, "center", meter, gid
                )
            return elements, top
        if plan.numbers is None:
            return elements, y + _HEAD_GAP
        numbers, rows = self._numbers()
        top = y + rows * pitch + _HEAD_GAP
        for number in numbers:
            x = plan.left + (number - 0.5) * plan.cell
            middle = top - _HEAD_GAP - ((number - 1) % rows + 0.5) * pitch
            gid, text = f"column-{number - 1}", str(number)
            elements.append(
                meter.put(gid, x, middle, text, small, "secondary", "center")
            )
        return elements, top

    def _numbers(self) -> tuple[list[int], int]:
        """Return the numbers above the columns, and the number of rows that they
        occupy.

        All columns have numbers if there is room. Otherwise, only the first column and,
        for example, every 5th or 10th column have numbers.
        """
        count, cell = len(self.content.columns), self.plan.cell
        widest = "0" * len(str(count))
        room = _BETWEEN_NUMBERS * self.page.meter.width(widest, self.small)
        if count <= _ALL_NUMBERED:
            for rows in range(1, _MOST_ROWS + 1):
                if rows * cell >= room:
                    return list(range(1, count + 1)), rows
        steps = (step for step in _COLUMN_STEPS if step * cell >= room)
        step = next(steps, _COLUMN_STEPS[-1])
        numbers = list(range(step, count + 1, step))
        if step > 1 and (not numbers or (numbers[0] - 1) * cell >= room):
            numbers.insert(0, 1)
        return numbers, 1

    def _names(self, edges: Sequence[float]) -> tuple[list[Element], tuple[Box, ...]]:
        """Return the number and the name of each row with the text below it, and the
        boxes of the names.
        """
        plan, meter, small = self.plan, self.page.meter, self.small
        size = plan.names.size
        elements: list[Element] = []
        boxes: list[Box] = []
        for row, lines in enumerate(plan.names.lines):
            x, y = plan.starts[row], (edges[row] + edges[row + 1]) / 2
            middle = y - self._under(row) / 2
            name = self.content.put(row, lines, x, middle, size, "left", meter)
            boxes.append(text_box(name, (x, y)))
            elements += name
            below = middle + len(lines) * Names.LINE_PITCH * size / 2
            if self.content.under:
                elements += self._texts_under(row, x, below)
            if plan.numbers is not None:
                gid, number = f"row-{row}", str(row + 1)
                elements.append(
                    meter.put(
                        gid, plan.numbers, middle, number, small, "secondary", "right"
                    )
                )
        return elements, tuple(boxes)

    def _texts_under(self, row: int, x: float, top: float) -> list[Element]:
        """Return the text below the name of a row; `top` is the lower edge of the
        name.
        """
        elements: list[Element] = []
        size, meter = self.small, self.page.meter
        y = top + PITCH * size / 2
        for kind, text in self.content.under[row].items():
            gid = f"{kind}-{row}"
            elements.append(meter.put(gid, x, y, text, size, "secondary"))
            y += PITCH * size
        return elements
