"""The elements of a sequence: axes, titles, lines through all columns, bars and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cddiagram.figures.bars import Bar, BarStyle, draw_bars, place_bars
from cddiagram.figures.cd_sequence_content import SequenceContent
from cddiagram.figures.cd_sequence_plan import (
    DOT,
    FAN,
    FIRST_LANE,
    LANE_PITCH,
    NAME_GAP,
    POINTER,
    SequencePlan,
    exact_places,
)
from cddiagram.figures.content import CDContent
from cddiagram.sheet.axis import make_ticks
from cddiagram.sheet.elements import Box, Element, Line, Marker, Sheet
from cddiagram.sheet.header import PAD_X, PAD_Y, HeaderItems, draw_header
from cddiagram.sheet.legend import KeyEntry, decision_key, decision_marker
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH, text_box
from cddiagram.sheet.spread import spread

_AXIS_LINE, _TICK_LINE, _TICK = 0.8, 0.5, 2.0
_LINE, _HIGHLIGHTED = 0.6, 1.2
#: From the end of an axis to its number: a diamond on the end of the axis stays clear of it.
_END_GAP = 4.8
_TITLE_PITCH = 1.2


@dataclass(frozen=True, kw_only=True)
class SequenceLayout(Sheet):
    """A sequence laid out.

    Attributes
    ----------
    names : tuple of str
        Display names, in the rank order of the first column.
    titles : tuple of str
        Titles of the columns.
    font_size : float
        Size of the names used, in points.
    axes : tuple of float
        The x of each column's axis.
    marker_positions, leader_positions : tuple of tuple of float
        For each column, the y of each rank position: exact on the axis, and spread where the bars are.
    bars : tuple of tuple of Bar
        For each column, the groups drawn.
    label_boxes : tuple of (left, top, right, bottom)
        The boxes of the names right of the last column, in its rank order.
    """

    names: tuple[str, ...]
    titles: tuple[str, ...]
    font_size: float
    axes: tuple[float, ...]
    marker_positions: tuple[tuple[float, ...], ...]
    leader_positions: tuple[tuple[float, ...], ...]
    bars: tuple[tuple[Bar, ...], ...]
    label_boxes: tuple[Box, ...]


def draw_sequence(content: SequenceContent, options: Look, meter: TextMeter, plan: SequencePlan) -> SequenceLayout:
    """Place everything; see `cddiagram.figures.cd_sequence.layout_cd_sequence`."""
    small = plan.size - 1.0
    header, y = draw_header(
        HeaderItems(
            page=options.page_width,
            size=small,
            title=content.title,
            title_size=plan.size,
            note=content.note,
            key=_key(content, plan),
            cue_tip=options.page_width - PAD_X if options.show_direction else None,
            cue_side="up",
            math=content.columns[0].math,
        ),
        meter,
    )
    titles, y = _draw_titles(content, plan, small, y, meter)
    top = y + small + _END_GAP
    exact = tuple(tuple(top + x for x in exact_places(column, plan.height)) for column in content.columns)
    level = tuple(tuple(top + x for x in places) for places in plan.spread)
    bars = _place_bars(plan, level)
    names, boxes, name_rows = _draw_names(content, plan, options, top, meter)
    lines, markers = _draw_lines(content, plan, exact, level, name_rows)
    elements: list[Element] = [*header, *titles]
    for column, axis in zip(content.columns, plan.axes, strict=True):
        elements.extend(_draw_axis(column, axis, top, plan.height, small, meter))
    elements.extend(lines)
    for number, (column_bars, along) in enumerate(zip(bars, level, strict=True)):
        for element in draw_bars(column_bars, along, BarStyle(), vertical=True):
            elements.append(replace(element, gid=element.gid.replace("clique-", f"clique-{number}-", 1)))
    elements.extend([*markers, *names])
    return SequenceLayout(
        width=options.page_width,
        height=top + plan.height + _END_GAP + small + PAD_Y,
        elements=tuple(elements),
        names=content.columns[0].names,
        titles=content.titles,
        font_size=plan.size,
        axes=plan.axes,
        marker_positions=exact,
        leader_positions=level,
        bars=bars,
        label_boxes=boxes,
    )


def _key(content: SequenceContent, plan: SequencePlan) -> tuple[KeyEntry, ...]:
    """Return what hops and markers mean, if there are any."""
    words = {column.decision for column in content.columns if column.control is not None}
    decisions = decision_key(decision=words.pop() if len(words) == 1 else "significant") if words else ()
    return (*next((groups.key for groups in plan.drawn if groups.key), ()), *decisions)


def _place_bars(plan: SequencePlan, level: Sequence[Sequence[float]]) -> tuple[tuple[Bar, ...], ...]:
    placed = []
    for axis, groups, along in zip(plan.axes, plan.drawn, level, strict=True):
        lanes = [axis + FIRST_LANE + lane * LANE_PITCH for lane in range(groups.lane_count)]
        placed.append(place_bars(groups.groups, groups.lanes, along, lanes))
    return tuple(placed)


def _draw_titles(
    content: SequenceContent, plan: SequencePlan, size: float, top: float, meter: TextMeter
) -> tuple[list[Element], float]:
    """Return the titles, each centred on its axis as far as its room allows, and where they end."""
    most = max(len(lines) for lines in plan.titles)
    elements: list[Element] = []
    for number, (lines, axis, (left, right)) in enumerate(zip(plan.titles, plan.axes, plan.title_bounds, strict=True)):
        widest = max(meter.width(line, size) for line in lines)
        x = min(max(axis, left + widest / 2), right - widest / 2)
        for row, line in enumerate(lines):
            if line:
                y = top + (most - len(lines) + row + 0.55) * _TITLE_PITCH * size  # the lowest lines side by side
                math = content.columns[0].math
                title = meter.put(f"column-{number}", x, y, line, size, anchor="center", math=math)
                elements.append(title)
    return elements, top + (most * _TITLE_PITCH + 0.1) * size


def _draw_axis(column: CDContent, x: float, top: float, height: float, size: float, meter: TextMeter) -> list[Element]:
    """Return an axis with its ticks, and the numbers of its two ends above and below."""
    low, high = column.axis_range
    elements: list[Element] = [
        Line(gid="axis", points=((x, top), (x, top + height)), width=_AXIS_LINE, color="guide", cap="projecting")
    ]
    ticks = make_ticks(low, high, height, lambda text: 0.7 * size)
    for value in sorted({low, *ticks.major, high}):
        y = top + (value - low) / (high - low) * height
        elements.append(Line(gid="tick", points=((x - _TICK, y), (x + _TICK, y)), width=_TICK_LINE, color="leader"))
    ends = ((f"{low:g}", top - _END_GAP - 0.48 * size), (f"{high:g}", top + height + _END_GAP + 0.48 * size))
    for text, y in ends:
        number = meter.put("tick-number", x, y, text, size, color="secondary", anchor="center")
        elements.append(number)
    return elements


def _draw_lines(
    content: SequenceContent,
    plan: SequencePlan,
    exact: Sequence[Sequence[float]],
    level: Sequence[Sequence[float]],
    name_rows: Sequence[Sequence[float]],
) -> tuple[list[Element], list[Element]]:
    """Return the line of each method through all columns (highlighted ones last, on top), and all markers."""
    lines: list[tuple[bool, Element]] = []
    first, last = content.columns[0], len(content.columns) - 1
    for method in range(content.k):
        points: list[tuple[float, float]] = []
        if plan.both_sides:
            points.append((plan.axes[0] - POINTER, name_rows[0][method]))
        for number, (axis, end, rows) in enumerate(zip(plan.axes, plan.ends, content.rows, strict=True)):
            row = rows[method]
            points += [(axis, exact[number][row]), (axis + FAN, level[number][row])]
            if end > FAN:
                points.append((axis + end, level[number][row]))
        points.append((plan.axes[last] + plan.ends[last] + POINTER, name_rows[1][content.rows[last][method]]))
        marked = first.highlight[method] is not None
        line = Line(
            gid=f"leader-{method}",
            points=tuple(points),
            width=_HIGHLIGHTED if marked else _LINE,
            color=first.color(method, "leader"),
        )
        lines.append((marked, line))
    markers: list[Element] = []
    for number, (column, axis) in enumerate(zip(content.columns, plan.axes, strict=True)):
        for row in reversed(range(column.k)):
            gid, color = f"marker-{number}-{row}", column.color(row, "foreground")
            if column.control is None:
                markers.append(Marker(gid=gid, x=axis, y=exact[number][row], radius=DOT, fill=color))
            else:  # on the spread lines, where no marker hides another
                different = None if row == column.control else column.rejected[row]
                y = level[number][row]
                markers.append(decision_marker(gid, axis + FIRST_LANE, y, color, different=different))
    return [line for _, line in sorted(lines, key=lambda pair: pair[0])], markers


def _draw_names(
    content: SequenceContent, plan: SequencePlan, options: Look, top: float, meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...], tuple[tuple[float, ...], tuple[float, ...]]]:
    """Return the names, the boxes of those on the right, and the heights of the names on either side."""
    half = (max(len(lines) for lines in plan.names) - 1) / 2 * LINE_PITCH * plan.size
    rows = tuple(
        tuple(top + y for y in spread(plan.spread[side], plan.pitch, lower=half, upper=plan.height - half))
        for side in (0, -1)
    )
    elements: list[Element] = []
    boxes: list[Box] = []
    named = content.named
    last = {row: method for method, row in enumerate(content.rows[-1])}
    if plan.both_sides:
        x = plan.axes[0] - POINTER - NAME_GAP
        for method, y in enumerate(rows[0]):
            lines = plan.names[method]
            elements.extend(named.put(method, lines, x, y, plan.size, "right", meter, f"label-left-{method}"))
    x = plan.axes[-1] + plan.ends[-1] + POINTER + NAME_GAP
    for row, y in enumerate(rows[1]):
        name = named.put(last[row], plan.names[last[row]], x, y, plan.size, "left", meter)
        elements.extend(name)
        boxes.append(text_box(name, (x, y)))
    return elements, tuple(boxes), (rows[0], rows[1])
