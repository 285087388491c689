"""Matrices: named rows of cells with fills, texts and marks, and a legend.

The names of a triangle are on its diagonal, as in a table of distances: right of their
rows and above their columns. In other matrices, names are left of the rows. Above the
columns are names if they fit, and otherwise numbers.
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
    least_cell,
    plan_matrix,
)
from cddiagram.sheet import (
    SHORTER_NAMES,
    Box,
    Element,
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
#: The highest cells of one text; room above and below several texts.
_HIGHEST, _AROUND = 15.0, 4.0
#: All rows are as high as the highest one if this does not make the matrix higher than
#: by this factor.
_EVEN = 1.35
#: Up to so many columns, every column has its number, in at most three rows of numbers.
_ALL_NUMBERED, _MOST_ROWS, _BETWEEN_NUMBERS = 20, 3, 1.3
_COLUMN_STEPS = (1, 5, 10, 20, 50, 100)


@dataclass(frozen=True, kw_only=True)
class CellsLayout(Sheet):
    """The layout of all matrices.

    Attributes
    ----------
    font_size : float
        Size of the names of the rows, in points.
    cell_width : float
        Width of a cell in points.
    row_edges : tuple of float
        Upper edge of each row, and the lower edge of the last.
    label_boxes : tuple of (left, top, right, bottom)
        The box of each row's name, all its lines together.
    """

    font_size: float
    cell_width: float
    row_edges: tuple[float, ...]
    label_boxes: tuple[Box, ...]


CellsT = TypeVar("CellsT", bound=CellsLayout)


@dataclass(frozen=True, kw_only=True)
class MatrixLayout(CellsLayout):
    """The layout of a matrix of p-values: `CellsLayout` and the following attributes.

    Attributes
    ----------
    names : tuple of str
        Display names, in the order of the rows.
    values_printed : bool
        Whether the p-values are printed in the cells.
    legend : {"inside", "beside", "above"}
        The position of the legend: in the empty triangle, right of the matrix, or above
        it.
    messages : tuple of str
        Remedies if the p-values have no room.
    """

    names: tuple[str, ...]
    values_printed: bool
    legend: str
    messages: tuple[str, ...] = ()


def layout_matrix(content: MatrixContent, page: Page, note: str) -> MatrixLayout:
    """Lay out a matrix of p-values with a default note.

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
            problem = "the cells have no room for p-values, which "
            messages = (Phrase(problem, remedy, " prints."),)
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
    """A matrix with the plan of its page."""

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
        """Fit a matrix to its page; the error message calls it `what`."""

        def plan(look: Look) -> MatrixPlan | None:
            return plan_matrix(content, look, page.meter)

        least = len(content.columns) * least_cell(content, page.look, page.meter)
        way = SHORTER_NAMES if least <= page.room else fewer
        return cls(content, page, fit(plan, page.look, what, way))

    @property
    def small(self) -> float:
        """Type size of everything but names and texts of cells."""
        return self.plan.names.small

    @property
    def printed(self) -> bool:
        """Whether the texts of the cells are printed."""
        return self.plan.texts is not None

    @property
    def legend(self) -> Sequence[Sequence[KeyEntry]]:
        """The key entries that explain fills and marks, in groups."""
        return self.content.legend(self.small, self.printed)

    @property
    def heights(self) -> list[float]:
        """The height of each row."""
        size = self.plan.names.size
        texts = max(len(cell.texts) for cell in self.content.cells.values())
        least = max(PITCH * size, min(self.plan.cell, _HIGHEST))
        if texts > 1 and self.printed:
            least = texts * PITCH * self.small + _AROUND
        under = PITCH * self.small if self.content.under else 0.0
        heights = []
        for name in self.plan.names.lines:
            row = 0.0
            if len(name) > 1 or under:
                row = Names.row_height(len(name), size)
            heights.append(max(least, row + under))
        even = [max(heights)] * len(heights)
        return even if sum(even) <= _EVEN * sum(heights) else heights

    @property
    def ends(self) -> list[float]:
        """The right end of each row: of the name in a triangle, otherwise of the cells."""
        plan, content = self.plan, self.content
        if content.triangle:
            names = zip(plan.starts, plan.names.widths, strict=True)
            return [start + width for start, width in names]
        return [plan.left + len(content.columns) * plan.cell] * content.k

    @property
    def legend_width(self) -> float:
        """Width of a legend with one entry in each row."""
        entries = [entry for group in self.legend for entry in group]
        return max(Key([entry]).width(self.small, self.page.meter) for entry in entries)

    def sheet(
        self, layout: type[CellsT], note: str, beside: float | None, **more: Any
    ) -> CellsT:
        """Return the figure.

        `beside` is the left edge of a legend next to the cells; None for a legend above
        them.
        `more` are further fields of the `layout`.
        """
        if self.plan.cell < self.content.widest:
            return self._drawn(layout, note, beside, **more)
        # Cells of the largest width leave free room: the matrix is centred.
        ends = self.ends
        if beside is not None:
            ends.append(beside + self.legend_width)
        shift = (self.page.width - Look.PAD_X - BORDER / 2 - max(ends)) / 2
        moved = replace(self, plan=self.plan.moved(shift))
        return moved._drawn(layout, note, beside and beside + shift, **more)

    def _drawn(
        self, layout: type[CellsT], note: str, beside: float | None, **more: Any
    ) -> CellsT:
        """Return the figure at the position of its plan."""
        page, small, plan = self.page, self.small, self.plan
        meter = page.meter
        others = [self.content.heads] if self.content.heads else []
        families = self.content.family_key(*others)
        cue = "up" if self.content.show_direction else None
        half_row = 0.5 * Key.ROW * small
        head, y = page.header(note, plan.names.size, cue_side=cue, families=families)
        if beside is None:
            rows = self._legend_rows()
            key, middle = Key.draw_rows(rows, Look.PAD_X, y + half_row, small, meter)
            head = [*head, *key]
            y = middle + 0.8 * Key.ROW * small
        heads, top = self._heads(y)
        edges = tuple(accumulate(self.heights, initial=top))
        if beside is not None:
            rows = [[entry] for entries in self.legend for entry in entries]
            key, _ = Key.draw_rows(rows, beside, top + half_row, small, meter)
            heads += key
        columns = {}
        for position, j in enumerate(self.content.columns):
            columns[j] = (plan.left + position * plan.cell, plan.cell)
        fills, texts = draw_cells(self.content.cells, columns, edges, plan.texts, meter)
        names, boxes = self._names(edges)
        return layout(
            width=page.width,
            height=edges[-1] + BORDER / 2 + Look.PAD_Y,
            elements=(*fills, *head, *heads, *names, *texts),
            font_size=plan.names.size,
            cell_width=plan.cell,
            row_edges=edges,
            label_boxes=boxes,
            **more,
        )

    def _legend_rows(self) -> list[list[KeyEntry]]:
        """Return the rows of a legend above the cells. A group shares the row of the
        one before it if there is room.
        """
        room, small, meter = self.page.room, self.small, self.page.meter
        rows: list[list[KeyEntry]] = []
        for entries in self.legend:
            own = Key(entries).rows(room, small, meter)
            if rows and len(own) == 1:
                common = [*rows[-1], *own[0]]
                if Key(common).width(small, meter) <= room:
                    rows[-1] = common
                    continue
            rows += own
        return rows

    def legend_position(self) -> tuple[str, float]:
        """Return the position of the legend and its left edge: "inside" the empty
        triangle, "beside" the matrix, or "above" it.
        """
        ends, heights, width = self.ends, self.heights, self.legend_width
        height = sum(map(len, self.legend)) * Key.ROW * self.small
        tops = accumulate(heights[:-1], initial=0.0)
        ends_beside = [end for end, top in zip(ends, tops, strict=True) if top < height]
        left = max(max(ends) - width, max(ends_beside) + _LEGEND_GAP)
        right = left + width
        if height > sum(heights) or right > self.page.width - Look.PAD_X:
            return "above", Look.PAD_X
        return "inside" if right <= max(ends) + 1e-9 else "beside", left

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
        """Return the numbers above the columns, and their number of rows.

        All columns have numbers if there is room. Otherwise every 5th or 10th has, for
        example, and the first one.
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
        """Return number and name of each row with the text under it, and the boxes of
        the names.
        """
        plan, content, meter, small = (
            self.plan,
            self.content,
            self.page.meter,
            self.small,
        )
        elements: list[Element] = []
        boxes: list[Box] = []
        size = plan.names.size
        raised = PITCH * small / 2 if content.under else 0.0
        for row, (lines, x) in enumerate(
            zip(plan.names.lines, plan.starts, strict=True)
        ):
            y = (edges[row] + edges[row + 1]) / 2
            middle = y - raised
            name = content.put(row, lines, x, middle, size, "left", meter)
            boxes.append(text_box(name, (x, y)))
            elements += name
            if content.under:
                below = y + len(lines) * Names.LINE_PITCH * size / 2
                text = content.under[row]
                elements.append(
                    meter.put(f"rank-{row}", x, below, text, small, "secondary")
                )
            if plan.numbers is not None:
                gid, text = f"row-{row}", str(row + 1)
                elements.append(
                    meter.put(
                        gid, plan.numbers, middle, text, small, "secondary", "right"
                    )
                )
        return elements, tuple(boxes)
