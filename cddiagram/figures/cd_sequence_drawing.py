"""The elements of a sequence that fits its page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cddiagram.figures.bars import Bar, BarStyle, draw_bars
from cddiagram.figures.cd_sequence_plan import (
    FAN,
    FIRST_GAP,
    FIRST_LANE,
    NAME_GAP,
    ColumnPlan,
    SequencePlan,
)
from cddiagram.sheet import (
    Axis,
    Box,
    Element,
    KeyEntry,
    Line,
    Look,
    Marker,
    NamedSheet,
    Text,
    TextMeter,
    Ticks,
    enters,
    overlap,
    small_type,
    text_box,
)

_DOT = 1.5
#: From an axis to its ruler on the left.
_RULER = 6.0
_TITLE_PITCH = 1.2
_AXIS_LINE, _TICK_LINE, _TICK = 0.8, 0.5, 2.0
#: Lines from column to column, and highlighted ones.
_LINE, _HIGHLIGHTED = 0.9, 1.6
#: Numbers of ticks stand where they are so far from all else; their distance at least,
#: in sizes, in steps.
_CLEAR, _PITCHES = 1.0, (0.7, 1.5, 3.0, 6.0, 12.0)
#: From the end of an axis to its number: a diamond on the end of the axis stays clear
#: of it.
_END_GAP = 4.8


@dataclass(frozen=True, kw_only=True)
class SequenceLayout(NamedSheet):
    """A sequence laid out: `NamedSheet`, names in the order of the first column, boxes
    in that of the last, and more.

    Attributes
    ----------
    titles : tuple of str
        Titles of the columns.
    axes : tuple of float
        The x of each column's axis.
    marker_positions, leader_positions : tuple of tuple of float
        For each column, the y of each rank position: exact on the axis, and where the
        bars are.
    bars : tuple of tuple of Bar
        For each column, the groups drawn.
    """

    titles: tuple[str, ...]
    axes: tuple[float, ...]
    marker_positions: tuple[tuple[float, ...], ...]
    leader_positions: tuple[tuple[float, ...], ...]
    bars: tuple[tuple[Bar, ...], ...]


def draw_sequence(
    plan: SequencePlan, options: Look, meter: TextMeter
) -> SequenceLayout:
    """Place everything."""
    content, first, small, page = (
        plan.content,
        plan.content.columns[0],
        small_type(plan.size),
        options.page_width,
    )
    side = "up" if options.show_direction else None
    items = first.header(page, plan.size, key=_key(plan), cue_side=side)
    if len({column.axis for column in content.columns}) > 1:  # the note names them
        items = replace(items, axis_label=None, axis_named=False)
    header, y = items.draw(meter)
    titles, y = _draw_titles(plan, small, y, meter)
    top = y + small + _END_GAP + plan.beyond
    names, boxes = _draw_names(plan, top, meter)
    elements: list[Element] = [*header, *titles]
    for column in plan.columns:
        elements.extend(_draw_axis(plan, column, top, small, meter))
    elements.extend(_draw_lines(plan, top))
    exact = [tuple(top + y for y in column.exact) for column in plan.columns]
    level = [tuple(top + y for y in column.level) for column in plan.columns]
    bars = [
        column.drawn.placed(at, column.levels)
        for column, at in zip(plan.columns, level, strict=True)
    ]
    for number in range(len(plan.columns)):
        elements += draw_bars(
            bars[number],
            level[number],
            BarStyle(),
            vertical=True,
            longest=_ruler_length(plan, number),
            gid=f"group-{number}",
        )
    for number, column in enumerate(plan.columns):
        # decisions stand beside the axis, where no marker hides another
        free = column.content.control is None
        x, places = (
            (column.axis, exact[number])
            if free
            else (column.axis + FIRST_LANE, level[number])
        )
        for row in reversed(range(first.k)):
            elements.append(
                column.content.marker(
                    row, x, places[row], _DOT, f"marker-{number}-{row}"
                )
            )
    elements += names
    for column in plan.columns:
        elements += _tick_numbers(plan, column, top, small, meter, elements)
    return SequenceLayout(
        width=page,
        height=top + plan.height + plan.beyond + _END_GAP + small + Look.PAD_Y,
        elements=tuple(elements),
        names=first.names,
        titles=content.titles,
        font_size=plan.size,
        axes=tuple(column.axis for column in plan.columns),
        marker_positions=tuple(exact),
        leader_positions=tuple(level),
        bars=tuple(bars),
        label_boxes=boxes,
    )


def _ruler_length(plan: SequencePlan, number: int) -> float:
    """Return the length of the critical difference on the axis of a column; infinity
    without one.
    """
    content = plan.columns[number].content
    if content.critical_difference is None:
        return math.inf
    low, high = content.axis_range
    return content.critical_difference / (high - low) * plan.height


def _key(plan: SequencePlan) -> tuple[KeyEntry, ...]:
    """Return what arches, markers and numbers in parentheses mean, if there are any."""
    words = {
        column.decision for column in plan.content.columns if column.control is not None
    }
    decisions = (
        KeyEntry.decisions(decision=words.pop() if len(words) == 1 else "significant")
        if words
        else ()
    )
    arches = next(
        (
            column.drawn.key(BarStyle())
            for column in plan.columns
            if column.drawn.arched
        ),
        (),
    )
    first = (KeyEntry(text="in parentheses: first column"),) if plan.first_ranks else ()
    return (*arches, *decisions, *first)


def _draw_titles(
    plan: SequencePlan, size: float, top: float, meter: TextMeter
) -> tuple[list[Element], float]:
    """Return titles, the lowest lines side by side, critical differences, the highest
    lines so, and where they end.
    """
    titles = max(len(column.title) for column in plan.columns)
    most = titles + max(
        len(column.difference) if any(column.difference) else 0
        for column in plan.columns
    )
    elements: list[Element] = []
    for number, column in enumerate(plan.columns):
        rows = [(line, f"column-{number}", "foreground") for line in column.title]
        rows += [(line, "cd-text", "secondary") for line in column.difference]
        for row, (line, gid, color) in enumerate(rows, titles - len(column.title)):
            y = top + (row + 0.55) * _TITLE_PITCH * size
            text = meter.put(gid, column.middle, y, line, size, color, anchor="center")
            elements += [text] if line else []
    return elements, top + (most * _TITLE_PITCH + 0.1) * size


def _draw_axis(
    plan: SequencePlan, column: ColumnPlan, top: float, size: float, meter: TextMeter
) -> list[Element]:
    """Return an axis with ruler, ticks and the numbers of its two ends above and
    below.
    """
    x, (low, high), bottom = column.axis, column.content.axis_range, top + plan.height
    scale = column.content.scale(top, bottom)
    elements: list[Element] = [
        Line(
            gid="axis",
            points=((x, top), (x, bottom)),
            width=_AXIS_LINE,
            color="leader",
            cap="projecting",
        )
    ]
    for y in map(scale.at, _ticks(plan, column, _PITCHES[0] * size).major):
        elements.append(
            Line(
                gid="tick",
                points=((x - _TICK, y), (x + _TICK, y)),
                width=_TICK_LINE,
                color="leader",
            )
        )
    away = _END_GAP + plan.beyond + 0.48 * size
    for end, y in ((low, top - away), (high, bottom + away)):
        elements.append(
            meter.put(
                "tick-number",
                x,
                y,
                f"{end:g}",
                size,
                color="secondary",
                anchor="center",
            )
        )
    ruler = column.content.ruler(scale) if plan.content.show_ruler else None
    return elements + (ruler.draw(x - _RULER, vertical=True) if ruler else [])


def _ticks(plan: SequencePlan, column: ColumnPlan, apart: float) -> Ticks:
    """Return ticks with numbers so far apart, and more."""
    return Ticks.between(*column.content.axis_range, plan.height, lambda text: apart)


def _tick_numbers(
    plan: SequencePlan,
    column: ColumnPlan,
    top: float,
    size: float,
    meter: TextMeter,
    elements: Sequence[Element],
) -> list[Text]:
    """Return the numbers between the ends of an axis, at equal steps from end to end,
    if nothing is in their way.

    A row with a gap, as 2, 4, 5, would read as a mistake.
    """
    (low, high), x, bottom = column.content.axis_range, column.axis, top + plan.height
    scale = column.content.scale(top, bottom)
    ruler = column.content.ruler(scale) if plan.content.show_ruler else None
    # Under its end a number would be read as the ruler's.
    under = [(x - 2 * _RULER, ruler.end, x, ruler.end + 1.5 * size)] if ruler else []
    drawn = {round(rank, 9) for rank in _ticks(plan, column, _PITCHES[0] * size).major}
    for pitch in _PITCHES:
        between = [
            tick
            for tick in _ticks(plan, column, pitch * size).numbered
            if low < tick[0] < high
        ]
        gaps = {
            round(b - a, 9)
            for a, b in pairwise([low, *(rank for rank, _ in between), high])
        }
        if len(gaps) > 1 or any(round(rank, 9) not in drawn for rank, _ in between):
            continue
        numbers = [
            meter.put(
                "tick-number",
                x - _TICK - Axis.NUMBER_GAP,
                scale.at(rank),
                text,
                size,
                "secondary",
                "right",
            )
            for rank, text in between
        ]
        if all(_free(number, elements, under) for number in numbers):
            return numbers
    return []


def _free(number: Text, elements: Sequence[Element], taken: Sequence[Box]) -> bool:
    """Whether a number is on the page and clear of all else."""
    box = number.box
    lines = (
        (stroke, one.width / 2)
        for one in elements
        if isinstance(one, Line)
        for stroke in pairwise(one.points)
    )
    boxes = (*taken, *(one.box for one in elements if isinstance(one, Marker | Text)))
    crossed = any(enters(stroke, box, _CLEAR + half) for stroke, half in lines)
    return (
        box[0] >= Look.PAD_X
        and not crossed
        and not any(overlap(box, other, _CLEAR) for other in boxes)
    )


def _draw_lines(plan: SequencePlan, top: float) -> list[Line]:
    """Return the line of each method: at its rank on each axis, level along bars or
    decisions; highlighted last.
    """
    lines: list[Line] = []
    first, last, content = plan.columns[0], plan.columns[-1], plan.columns[0].content
    for method in range(content.k):
        points = (
            [(first.axis - plan.pointer, top + plan.name_rows[0][method])]
            if plan.both_sides
            else []
        )
        for column in plan.columns:
            row = column.rows[method]
            points.append((column.axis, top + column.exact[row]))
            points += [
                (column.axis + x, top + column.level[row]) for x in (FAN, column.end)
            ]
        points.append(
            (
                last.axis + last.end + plan.pointer,
                top + plan.name_rows[1][last.rows[method]],
            )
        )
        width, color = (
            _HIGHLIGHTED if content.highlighted(method) else _LINE,
            content.color(method, "leader"),
        )
        lines.append(
            Line(gid=f"leader-{method}", points=tuple(points), width=width, color=color)
        )
    return sorted(lines, key=lambda line: line.width)


def _draw_names(
    plan: SequencePlan, top: float, meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return names and ranks, and the boxes of the names on the right."""
    named, first, last, small = (
        plan.content.named,
        plan.columns[0],
        plan.columns[-1],
        small_type(plan.size),
    )
    right = sorted(
        range(len(first.rows)), key=last.rows.__getitem__
    )  # the methods from the top
    rows = [[top + y for y in side] for side in plan.name_rows]
    elements: list[Element] = []
    boxes: list[Box] = []
    x = first.axis - plan.pointer - NAME_GAP
    for method, y in enumerate(rows[0] if plan.both_sides else ()):
        if plan.numbers:
            number = first.content.numbers[method]
            elements.append(
                meter.put(
                    f"rank-left-{method}", x, y, number, small, "secondary", "right"
                )
            )
        left, lines = x - plan.numbers, plan.names[method]
        elements.extend(
            named.put(
                method,
                lines,
                left,
                y,
                plan.size,
                "right",
                meter,
                f"label-left-{method}",
            )
        )
    x = last.axis + last.end + plan.pointer + NAME_GAP
    for row, (method, y) in enumerate(zip(right, rows[1], strict=True)):
        if plan.numbers:
            elements.append(
                meter.put(
                    f"rank-{method}",
                    x,
                    y,
                    last.content.numbers[row],
                    small,
                    "secondary",
                )
            )
        start, lines = x + plan.numbers, plan.names[method]
        number = plan.first_ranks[method] if plan.first_ranks else ""
        after = meter.width(number, small) + FIRST_GAP if number else 0.0
        name = named.put(method, lines, start, y, plan.size, "left", meter, after=after)
        elements.extend(name)
        if number:
            bold = named.bold(method)
            end = start + max(meter.width(line, plan.size, bold) for line in lines)
            elements.append(
                meter.put(
                    f"rank-first-{method}",
                    end + FIRST_GAP,
                    y,
                    number,
                    small,
                    "secondary",
                )
            )
        boxes.append(text_box(name, (x + plan.numbers, y)))
    return elements, tuple(boxes)
