"""Matrices: named rows of cells with fills, texts and marks, and a legend where there
is room for it.

The names of a triangle stand on its diagonal, as in a table of distances: each right of
its row and over its column. Those of any other matrix stand left of its rows; over the
columns stand names where they fit, else numbers.
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
#: All rows are as high as the highest where the cells together grow by no more than
#: this.
_EVEN = 1.35
#: Up to here every column has its number, in as many rows as they need, at most three.
_ALL_NUMBERED, _MOST_ROWS, _BETWEEN_NUMBERS = 20, 3, 1.3
_COLUMN_STEPS = (1, 5, 10, 20, 50, 100)


@dataclass(frozen=True, kw_only=True)
class CellsLayout(Sheet):
    """What all matrices are laid out as.

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
    """A matrix of p-values laid out: `CellsLayout`, and what follows.

    Attributes
    ----------
    names : tuple of str
        Display names, in the order of the rows.
    values_printed : bool
        Whether the cells hold their p-values.
    legend : {"inside", "beside", "above"}
        Where the legend stands: in the empty triangle, right of the matrix, or above
        it.
    messages : tuple of str
        How to see what has no room.
    """

    names: tuple[str, ...]
    values_printed: bool
    legend: str
    messages: tuple[str, ...] = ()


def layout_matrix(content: MatrixContent, page: Page, note: str) -> MatrixLayout:
    """Lay out a matrix of p-values, by default with that note; refuse what does not
    fit.
    """
    matrix = Matrix.of(content, page, f"a matrix of {content.k} algorithms")
    messages: tuple[str, ...] = ()
    if not matrix.printed and page.width < page_width("page"):
        wide = plan_matrix(content, replace(page.look, width="page"), page.meter)
        if wide is not None and wide.texts is not None:
            messages = (
                Phrase(
                    "the cells have no room for p-values, which ",
                    Option("width", "page"),
                    " prints.",
                ),
            )
    place, left = matrix.legend_place()
    more = {
        "names": content.names,
        "values_printed": matrix.printed,
        "legend": place,
        "messages": messages,
    }
    return matrix.sheet(MatrixLayout, note, left if place != "above" else None, **more)


@dataclass(frozen=True)
class Matrix:
    """A matrix and how it fits its page."""

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
        """Fit a matrix, `what` with its article; what does not fit is refused with a
        width that would do.
        """
        names_help = (
            len(content.columns) * least_cell(content, page.look, page.meter)
            <= page.room
        )
        way = SHORTER_NAMES if names_help else fewer
        plan = fit(
            lambda tried: plan_matrix(content, tried, page.meter), page.look, what, way
        )
        return cls(content, page, plan)

    @property
    def small(self) -> float:
        """Size of all but names and texts of cells."""
        return self.plan.names.small

    @property
    def printed(self) -> bool:
        """Whether the cells hold their texts."""
        return self.plan.texts is not None

    @property
    def legend(self) -> Sequence[Sequence[KeyEntry]]:
        """What fills and marks mean."""
        return self.content.legend(self.small, self.printed)

    @property
    def heights(self) -> list[float]:
        """The height of each row."""
        size, texts = (
            self.plan.names.size,
            max(len(cell.texts) for cell in self.content.cells.values()),
        )
        least = max(PITCH * size, min(self.plan.cell, _HIGHEST))
        if texts > 1 and self.printed:
            least = texts * PITCH * self.small + _AROUND
        under = PITCH * self.small if self.content.under else 0.0
        rows = (
            Names.row_height(len(name), size) if len(name) > 1 or under else 0.0
            for name in self.plan.names.lines
        )
        heights = [max(least, row + under) for row in rows]
        even = [max(heights)] * len(heights)
        return even if sum(even) <= _EVEN * sum(heights) else heights

    @property
    def ends(self) -> list[float]:
        """Where each row ends: with the name of a triangle, or with the cells."""
        plan, content = self.plan, self.content
        if content.triangle:
            return [
                start + wide
                for start, wide in zip(plan.starts, plan.names.widths, strict=True)
            ]
        return [plan.left + len(content.columns) * plan.cell] * content.k

    @property
    def legend_width(self) -> float:
        """Width of the legend with its entries under one another."""
        entries = [entry for group in self.legend for entry in group]
        return max(Key([entry]).width(self.small, self.page.meter) for entry in entries)

    def sheet(
        self, layout: type[CellsT], note: str, beside: float | None, **more: Any
    ) -> CellsT:
        """Return the figure: the legend beside the cells at that left edge, or above;
        `more` are fields of `layout`.
        """
        if (
            self.plan.cell >= self.content.widest
        ):  # in the middle of the room that it leaves
            end = max(
                [*self.ends, *([] if beside is None else [beside + self.legend_width])]
            )
            away = (self.page.width - Look.PAD_X - BORDER / 2 - end) / 2
            return replace(self, plan=self.plan.moved(away))._drawn(
                layout, note, beside and beside + away, **more
            )
        return self._drawn(layout, note, beside, **more)

    def _drawn(
        self, layout: type[CellsT], note: str, beside: float | None, **more: Any
    ) -> CellsT:
        """Return the figure where its plan stands."""
        page, small, plan = self.page, self.small, self.plan
        others = [self.content.heads] if self.content.heads else []
        families = self.content.family_key(*others)
        cue = "up" if self.content.show_direction else None
        head, y = page.header(note, plan.names.size, cue_side=cue, families=families)
        if beside is None:
            rows = self._legend_rows()
            key, middle = Key.draw_rows(
                rows, Look.PAD_X, y + 0.5 * Key.ROW * small, small, self.page.meter
            )
            head, y = [*head, *key], middle + 0.8 * Key.ROW * small
        heads, top = self._heads(y)
        edges = tuple(accumulate(self.heights, initial=top))
        if beside is not None:
            rows = [[entry] for entries in self.legend for entry in entries]
            heads += Key.draw_rows(
                rows, beside, top + 0.5 * Key.ROW * small, small, self.page.meter
            )[0]
        columns = {
            j: (plan.left + place * plan.cell, plan.cell)
            for place, j in enumerate(self.content.columns)
        }
        fills, texts = draw_cells(
            self.content.cells, columns, edges, plan.texts, self.page.meter
        )
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
        """Return the legend above the cells: a group beside the one before if it has
        room there.
        """
        rows: list[list[KeyEntry]] = []
        for entries in self.legend:
            added = Key(entries).rows(self.page.room, self.small, self.page.meter)
            if (
                rows
                and len(added) == 1
                and Key([*rows[-1], *added[0]]).width(self.small, self.page.meter)
                <= self.page.room
            ):
                rows[-1] += added[0]
            else:
                rows += added
        return rows

    def legend_place(self) -> tuple[str, float]:
        """Return where the legend goes and its left edge: the empty triangle, the room
        beside the matrix, or above.
        """
        height = sum(map(len, self.legend)) * Key.ROW * self.small
        ends, heights, width = self.ends, self.heights, self.legend_width
        tops = accumulate(heights[:-1], initial=0.0)
        beside = (
            max(end for end, top in zip(ends, tops, strict=True) if top < height)
            + _LEGEND_GAP
        )
        left = max(max(ends) - width, beside)
        if height > sum(heights) or left + width > self.page.width - Look.PAD_X:
            return "above", Look.PAD_X
        return ("inside" if left + width <= max(ends) + 1e-9 else "beside"), left

    def _heads(self, y: float) -> tuple[list[Element], float]:
        """Return what stands over the columns, and where the first row begins."""
        plan, heads, elements = self.plan, self.content.heads, list[Element]()
        pitch = Names.LINE_PITCH * self.small
        if plan.heads is not None and heads is not None:
            top = y + max(map(len, plan.heads)) * pitch + _HEAD_GAP
            for place, lines in enumerate(plan.heads):
                x, middle = (
                    plan.left + (place + 0.5) * plan.cell,
                    top - _HEAD_GAP - len(lines) / 2 * pitch,
                )
                elements += heads.put(
                    place,
                    lines,
                    x,
                    middle,
                    self.small,
                    "center",
                    self.page.meter,
                    f"column-{place}",
                )
        elif plan.numbers is not None:
            shown, rows = self._numbered()
            top = y + rows * pitch + _HEAD_GAP
            for number in shown:
                x, middle = (
                    plan.left + (number - 0.5) * plan.cell,
                    top - _HEAD_GAP - ((number - 1) % rows + 0.5) * pitch,
                )
                text = str(number), self.small, "secondary", "center"
                elements.append(
                    self.page.meter.put(f"column-{number - 1}", x, middle, *text)
                )
        else:
            top = y + _HEAD_GAP
        return elements, top

    def _numbered(self) -> tuple[list[int], int]:
        """Return which columns have numbers, and in how many rows: all, every 5th or
        10th, and the first with room.
        """
        count, cell = len(self.content.columns), self.plan.cell
        room = _BETWEEN_NUMBERS * self.page.meter.width(
            "0" * len(str(count)), self.small
        )
        for rows in range(1, _MOST_ROWS + 1) if count <= _ALL_NUMBERED else ():
            if rows * cell >= room:
                return list(range(1, count + 1)), rows
        step = next(
            (step for step in _COLUMN_STEPS if step * cell >= room), _COLUMN_STEPS[-1]
        )
        shown = list(range(step, count + 1, step))
        if step > 1 and (not shown or (shown[0] - 1) * cell >= room):
            shown.insert(0, 1)
        return shown, 1

    def _names(self, edges: Sequence[float]) -> tuple[list[Element], tuple[Box, ...]]:
        """Return number and name of each row with what stands under it, and the boxes
        of the names.
        """
        elements, boxes, plan, content = (
            list[Element](),
            list[Box](),
            self.plan,
            self.content,
        )
        for row, (lines, x) in enumerate(
            zip(plan.names.lines, plan.starts, strict=True)
        ):
            y = (edges[row] + edges[row + 1]) / 2
            lower = PITCH * self.small / 2 if content.under else 0.0
            name = content.put(
                row, lines, x, y - lower, plan.names.size, "left", self.page.meter
            )
            boxes.append(text_box(name, (x, y)))
            elements += name
            if content.under:
                below = y + len(lines) * Names.LINE_PITCH * plan.names.size / 2
                elements.append(
                    self.page.meter.put(
                        f"rank-{row}",
                        x,
                        below,
                        content.under[row],
                        self.small,
                        "secondary",
                    )
                )
            if plan.numbers is not None:
                number = str(row + 1), self.small, "secondary", "right"
                elements.append(
                    self.page.meter.put(f"row-{row}", plan.numbers, y - lower, *number)
                )
        return elements, tuple(boxes)
