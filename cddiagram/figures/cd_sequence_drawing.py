"""The elements of a sequence that fits its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from cddiagram.figures.bars import Bar, BarStyle, draw_bars
from cddiagram.figures.cd_sequence_plan import FAN, FIRST_LANE, NAME_GAP, ColumnPlan, SequencePlan
from cddiagram.sheet.axis import make_ticks
from cddiagram.sheet.elements import Box, Element, Line, NamedSheet
from cddiagram.sheet.header import PAD_Y, draw_header, draw_ruler
from cddiagram.sheet.legend import KeyEntry, decision_key
from cddiagram.sheet.look import Look, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import name_height, text_box
from cddiagram.sheet.spread import spread

_DOT = 1.5
#: From an axis to its ruler on the left.
_RULER = 6.0
_TITLE_PITCH = 1.2
_AXIS_LINE, _TICK_LINE, _TICK = 0.8, 0.5, 2.0
#: Lines from column to column, highlighted ones, and what leads from a mark to the bars.
_LINE, _HIGHLIGHTED, _STUB = 0.9, 1.6, 0.6
#: Who is shifted more than this beside the bars has a lead although it is in none.
_STRAIGHT = 0.05
#: From the end of an axis to its number: a diamond on the end of the axis stays clear of it.
_END_GAP = 4.8


@dataclass(frozen=True, kw_only=True)
class SequenceLayout(NamedSheet):
    """A sequence laid out: `NamedSheet`, names in the order of the first column, boxes in that of the last, and more.

    Attributes
    ----------
    titles : tuple of str
        Titles of the columns.
    axes : tuple of float
        The x of each column's axis.
    marker_positions, leader_positions : tuple of tuple of float
        For each column, the y of each rank position: exact on the axis, and where the bars are.
    bars : tuple of tuple of Bar
        For each column, the groups drawn.
    """

    titles: tuple[str, ...]
    axes: tuple[float, ...]
    marker_positions: tuple[tuple[float, ...], ...]
    leader_positions: tuple[tuple[float, ...], ...]
    bars: tuple[tuple[Bar, ...], ...]


def draw_sequence(plan: SequencePlan, options: Look, meter: TextMeter) -> SequenceLayout:
    """Place everything."""
    content, first, small, page = plan.content, plan.content.columns[0], small_type(plan.size), options.page_width
    side = "up" if options.show_direction else None
    items = first.header(page, plan.size, key=_key(plan), cue_side=side)
    # columns may show different kinds of ranks: the note names them
    header, y = draw_header(replace(items, axis_label=None, axis_named=False), meter)
    titles, y = _draw_titles(plan, small, y, meter)
    top = y + small + _END_GAP + plan.beyond
    names, boxes, name_rows = _draw_names(plan, top, meter)
    elements: list[Element] = [*header, *titles]
    for column in plan.columns:
        elements.extend(_draw_axis(plan, column, top, small, meter))
    elements.extend(_draw_lines(plan, top, name_rows))
    exact = [tuple(top + y for y in column.exact) for column in plan.columns]
    level = [tuple(top + y for y in column.level) for column in plan.columns]
    bars = [column.drawn.placed(at, column.levels) for column, at in zip(plan.columns, level, strict=True)]
    for number, column in enumerate(plan.columns):
        elements += _draw_stubs(column, number, exact[number], level[number], bars[number])
        elements += draw_bars(bars[number], level[number], BarStyle(), vertical=True, gid=f"clique-{number}")
    for number, column in enumerate(plan.columns):
        # decisions stand beside the axis, where no marker hides another
        free = column.content.control is None
        x, places = (column.axis, exact[number]) if free else (column.axis + FIRST_LANE, level[number])
        for row in reversed(range(first.k)):
            elements.append(column.content.marker(row, x, places[row], _DOT, f"marker-{number}-{row}"))
    return SequenceLayout(
        width=page,
        height=top + plan.height + plan.beyond + _END_GAP + small + PAD_Y,
        elements=(*elements, *names),
        names=first.names,
        titles=content.titles,
        font_size=plan.size,
        axes=tuple(column.axis for column in plan.columns),
        marker_positions=tuple(exact),
        leader_positions=tuple(level),
        bars=tuple(bars),
        label_boxes=boxes,
    )


def _key(plan: SequencePlan) -> tuple[KeyEntry, ...]:
    """Return what hops and markers mean, if there are any."""
    words = {column.decision for column in plan.content.columns if column.control is not None}
    decisions = decision_key(decision=words.pop() if len(words) == 1 else "significant") if words else ()
    return (*next((column.drawn.key(BarStyle()) for column in plan.columns if column.drawn.hops), ()), *decisions)


def _draw_titles(plan: SequencePlan, size: float, top: float, meter: TextMeter) -> tuple[list[Element], float]:
    """Return titles, the lowest lines side by side, critical differences, the highest lines so, and where they end."""
    titles = max(len(column.title) for column in plan.columns)
    most = titles + max(len(column.difference) if any(column.difference) else 0 for column in plan.columns)
    math = plan.content.columns[0].math
    elements: list[Element] = []
    for number, column in enumerate(plan.columns):
        title_x, difference_x = column.middles
        rows = [(line, title_x, f"column-{number}", "foreground", math) for line in column.title]
        rows += [(line, difference_x, "cd-text", "secondary", False) for line in column.difference]
        for row, (line, x, gid, color, reads) in enumerate(rows, titles - len(column.title)):
            y = top + (row + 0.55) * _TITLE_PITCH * size
            text = meter.put(gid, x, y, line, size, color, anchor="center", math=reads)
            elements += [text] if line else []
    return elements, top + (most * _TITLE_PITCH + 0.1) * size


def _draw_axis(plan: SequencePlan, column: ColumnPlan, top: float, size: float, meter: TextMeter) -> list[Element]:
    """Return an axis with its ticks, the numbers of its two ends above and below, and its ruler."""
    x, (low, high), bottom = column.axis, column.content.axis_range, top + plan.height
    scale = column.content.scale(top, bottom)
    elements: list[Element] = [
        Line(gid="axis", points=((x, top), (x, bottom)), width=_AXIS_LINE, color="leader", cap="projecting")
    ]
    ticks = make_ticks(low, high, plan.height, lambda text: 0.7 * size)
    for y in map(scale.at, ticks.major):
        elements.append(Line(gid="tick", points=((x - _TICK, y), (x + _TICK, y)), width=_TICK_LINE, color="leader"))
    away = _END_GAP + plan.beyond + 0.48 * size
    for end, y in ((low, top - away), (high, bottom + away)):
        elements.append(meter.put("tick-number", x, y, f"{end:g}", size, color="secondary", anchor="center"))
    ruler = column.content.ruler(scale) if plan.content.show_ruler else None
    return elements + (draw_ruler(ruler, x - _RULER, vertical=True) if ruler else [])


def _draw_lines(plan: SequencePlan, top: float, name_rows: Sequence[Sequence[float]]) -> list[Line]:
    """Return the line of each method from mark to mark through all columns; highlighted ones last, on top."""
    lines: list[Line] = []
    first, last, content = plan.columns[0], plan.columns[-1], plan.columns[0].content
    for method in range(content.k):
        named = plan.both_sides or plan.numbers
        points = [(first.axis - plan.pointer, name_rows[0][method])] if named else []
        points += [(column.axis, top + column.exact[column.rows[method]]) for column in plan.columns]
        row = last.rows[method]
        points += [(last.axis + x, top + last.level[row]) for x in (FAN, last.end)]
        points.append((last.axis + last.end + plan.pointer, name_rows[1][row]))
        width, color = _LINE if content.highlight[method] is None else _HIGHLIGHTED, content.color(method, "leader")
        lines.append(Line(gid=f"leader-{method}", points=tuple(points), width=width, color=color))
    return sorted(lines, key=lambda line: line.width)


def _draw_stubs(
    column: ColumnPlan, number: int, exact: Sequence[float], level: Sequence[float], bars: Sequence[Bar]
) -> list[Element]:
    """Return what leads from the marks on an axis to the bars that join or pass them, or to the decisions."""
    stubs: list[Element] = []
    for row, (at, y) in enumerate(zip(exact, level, strict=True)):
        ends = [bar.level for bar in bars if bar.members[0] <= row <= bar.members[-1]]
        if column.content.control is not None or abs(y - at) > _STRAIGHT:
            ends.append(column.axis + FIRST_LANE)
        if ends:
            points = ((column.axis, at), (column.axis + FAN, y), (max(ends), y))
            color = column.content.color(row, "leader")
            stubs.append(Line(gid=f"stub-{number}-{row}", points=points, width=_STUB, color=color))
    return stubs


def _draw_names(
    plan: SequencePlan, top: float, meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...], list[tuple[float, ...]]]:
    """Return names and ranks, the boxes of the names on the right, and the heights of the names on either side."""
    named, first, last, small = plan.content.named, plan.columns[0], plan.columns[-1], small_type(plan.size)
    right = sorted(range(len(first.rows)), key=last.rows.__getitem__)  # the methods from the top
    right_lines = [len(plan.names[method]) for method in right]
    left_lines = [len(names) if plan.both_sides else 1 for names in plan.names]
    rows = [_name_rows(plan, first.level, left_lines, top), _name_rows(plan, last.level, right_lines, top)]
    elements: list[Element] = []
    boxes: list[Box] = []
    x = first.axis - plan.pointer - NAME_GAP
    for method, y in enumerate(rows[0]):
        if plan.numbers:
            number = first.content.numbers[method]
            elements.append(meter.put(f"rank-left-{method}", x, y, number, small, "secondary", "right"))
        if plan.both_sides:
            left, lines = x - plan.numbers, plan.names[method]
            elements.extend(named.put(method, lines, left, y, plan.size, "right", meter, f"label-left-{method}"))
    x = last.axis + last.end + plan.pointer + NAME_GAP
    for row, (method, y) in enumerate(zip(right, rows[1], strict=True)):
        if plan.numbers:
            elements.append(meter.put(f"rank-{method}", x, y, last.content.numbers[row], small, "secondary"))
        name = named.put(method, plan.names[method], x + plan.numbers, y, plan.size, "left", meter)
        elements.extend(name)
        boxes.append(text_box(name, (x + plan.numbers, y)))
    return elements, tuple(boxes), rows


def _name_rows(plan: SequencePlan, level: Sequence[float], lines: Sequence[int], top: float) -> tuple[float, ...]:
    """Return the middles of names in so many lines beside an axis, as near to its marks as their heights allow."""
    heights = [name_height(count, plan.size) for count in lines]
    apart = list(accumulate((sum(pair) / 2 for pair in pairwise(heights)), initial=0.0))
    one = name_height(1, plan.size)
    lower, upper = (heights[0] - one) / 2, plan.height - (heights[-1] - one) / 2 - apart[-1]
    free = spread([y - beyond for y, beyond in zip(level, apart, strict=True)], 0.0, lower=lower, upper=upper)
    return tuple(top + y + beyond for y, beyond in zip(free, apart, strict=True))
