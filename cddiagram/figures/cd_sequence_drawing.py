"""A sequence on its page: where its columns stand, how high they are, which names are broken, and its elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cddiagram._util.inlines import Option
from cddiagram.errors import LayoutError
from cddiagram.figures.bars import PVALUE_MATRIX, Bar, BarStyle, DrawnGroups, choose_groups, draw_bars
from cddiagram.figures.cd_fit import LEADER_GAP
from cddiagram.figures.content import CDContent
from cddiagram.sheet.axis import make_ticks
from cddiagram.sheet.elements import Box, Element, Line, Sheet
from cddiagram.sheet.header import PAD_X, PAD_Y, draw_header
from cddiagram.sheet.legend import KeyEntry, decision_key
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH, Names, fit_names, text_box
from cddiagram.sheet.spread import spread
from cddiagram.sheet.wrap import wrap

_DOT, _FAN = 1.9, 5.0
_FIRST_LANE, _LANE_PITCH, _LANE_CLEAR, _AFTER_LANES = 7.5, 5.4, 6.0, 3.0
#: From the last axis to the names; what names take in height, in units of their size.
_POINTER, _NAME_GAP, _NAME_PITCH = 10.0, 2.0, 1.22
#: Room of a mark left of the first axis, where no names stand.
_DOT_ROOM = 4.0
_LEAST_HEIGHT, _PER_RANK, _PER_NAME = 60.0, 12.0, 1.28
#: Least run of the lines from one column to the next: where all columns stand equally far apart, and else.
_GOOD_SLANT, _LEAST_SLANT = 16.0, 11.0
_TITLE_GAP, _TITLE_LINES, _TITLE_PITCH = 6.0, 4, 1.2
_LEFT_NAMES = 24.0
_AXIS_LINE, _TICK_LINE, _TICK = 0.8, 0.5, 2.0
_LINE, _HIGHLIGHTED = 0.6, 1.2
#: From the end of an axis to its number: a diamond on the end of the axis stays clear of it.
_END_GAP = 4.8


@dataclass(frozen=True, kw_only=True)
class SequenceContent:
    """What a sequence says."""

    #: One comparison each, in its own rank order; algorithms that tie stand in the order of the column before.
    columns: tuple[CDContent, ...]
    #: For each column the rank position of each method; methods are numbered as in the first column.
    rows: tuple[tuple[int, ...], ...]
    titles: tuple[str, ...]
    #: Most rows of bars of a pairwise test.
    max_lanes: int

    @property
    def named(self) -> Names:
        """The methods' names, those bold that are highlighted or the control of some column."""
        first, pairs = self.columns[0], tuple(zip(self.columns, self.rows, strict=True))
        heavy = frozenset(method for column, rows in pairs for method, row in enumerate(rows) if column.bold(row))
        return Names(names=first.names, highlight=first.highlight, colors=first.colors, heavy=heavy, math=first.math)


@dataclass(frozen=True)
class ColumnPlan:
    """A column that has its place."""

    content: CDContent
    rows: tuple[int, ...]
    #: The x of its axis, and how far the level part of the lines reaches right of it.
    axis: float
    end: float
    #: The place of each rank position below the upper end of the axis: exact, and spread.
    exact: tuple[float, ...]
    level: tuple[float, ...]
    drawn: DrawnGroups
    #: Lines of its title, and their middle.
    title: tuple[str, ...]
    title_x: float


@dataclass(frozen=True, kw_only=True)
class SequencePlan:
    """A sequence that fits."""

    content: SequenceContent
    columns: tuple[ColumnPlan, ...]
    #: Size of the names, and their least distance.
    size: float
    pitch: float
    #: Lines of each name, as in the first column.
    names: tuple[tuple[str, ...], ...]
    #: Whether the names stand left of the first column too.
    both_sides: bool
    #: Length of the axes.
    height: float


def plan_sequence(content: SequenceContent, options: Look, meter: TextMeter) -> SequencePlan | None:
    """Return the first step at which columns, names and titles fit the page: smaller names, then broken ones.

    A column whose groups have too many bars is refused: its lines alone would say nothing of tests.
    """
    smaller = [(size, 1) for size in options.sizes]
    broken = [(options.sizes[-1], lines) for lines in (2, 3, 4, 6, 9, 14, 20, 40)]
    plans = (_plan_at(content, options, meter, size, most_lines) for size, most_lines in smaller + broken)
    plan = next((plan for plan in plans if plan is not None), None)
    if plan is None:
        return None
    shown = zip(content.titles, plan.columns, strict=True)
    parts = [f"{title} ({column.content.groups_counted})" for title, column in shown if not column.drawn.all_drawn]
    if parts:
        raise LayoutError(
            f"too many groups for bars between the columns: {', '.join(parts)}. Allow more rows of bars (",
            Option("max_lanes"),
            "), or draw the p-value matrix (",
            PVALUE_MATRIX,
            ") of each.",
        )
    return plan


def _plan_at(
    content: SequenceContent, options: Look, meter: TextMeter, size: float, most_lines: int
) -> SequencePlan | None:
    page, right_end = options.page_width, options.page_width - PAD_X
    pitch = _NAME_PITCH * size if most_lines == 1 else (LINE_PITCH * most_lines + 0.1) * size
    height = _height(content, size, most_lines, pitch)
    exact = [tuple(map(column.scale(0.0, height).at, column.average_ranks)) for column in content.columns]
    level = [spread(places, LEADER_GAP, lower=0.0, upper=height) for places in exact]
    drawn = [choose_groups(*pair, _LANE_CLEAR, content.max_lanes) for pair in zip(content.columns, level, strict=True)]
    lanes = [
        groups.lane_count if column.control is None else 1
        for column, groups in zip(content.columns, drawn, strict=True)
    ]
    ends = [_FIRST_LANE + (count - 1) * _LANE_PITCH + _AFTER_LANES if count else _FAN for count in lanes]
    numbers = [meter.width(f"{end:g}", size - 1.0) for end in content.columns[0].axis_range]
    first_room = max(_DOT_ROOM, *(number / 2 for number in numbers))
    least = sum(ends) + (len(ends) - 1) * _LEAST_SLANT + first_room
    limit = right_end - PAD_X - least - _POINTER - _NAME_GAP
    broken = None if limit < size else fit_names(content.named, size, limit, most_lines, meter, least=0.0)
    if broken is None:
        return None
    last = right_end - broken.widest - _NAME_GAP - _POINTER - ends[-1]
    both = 2 * broken.widest + _LEFT_NAMES < page / 2
    axes = _axes(last, PAD_X + (broken.widest + _NAME_GAP + _POINTER), ends) if both else None
    if axes is None:
        both, axes = False, _axes(last, PAD_X + first_room, ends)
    titles = None if axes is None else _titles(content, axes, size - 1.0, page, meter)
    if axes is None or titles is None:
        return None
    return SequencePlan(
        content=content,
        columns=tuple(map(ColumnPlan, content.columns, content.rows, axes, ends, exact, level, drawn, *titles)),
        size=size,
        pitch=pitch,
        names=broken.lines,
        both_sides=both,
        height=height,
    )


def _height(content: SequenceContent, size: float, lines: int, pitch: float) -> float:
    """Return the length of the axes: room for the names, for the ranks, and for the spread lines."""
    spans = [column.axis_range[1] - column.axis_range[0] for column in content.columns]
    last = content.columns[0].k - 1
    names = (_PER_NAME if lines == 1 else pitch / size) * size
    # the first and the last name reach beyond their middles by all lines but one
    broken = (lines - 1) * LINE_PITCH * size
    return max(last * max(names, LEADER_GAP) + broken, _PER_RANK * min(max(spans), last), _LEAST_HEIGHT)


def _axes(last: float, first: float, ends: Sequence[float]) -> tuple[float, ...] | None:
    """Place the axes from `first` to `last`: equally far apart if the lines between have room, else as lanes need."""
    slants = len(ends) - 1
    pitch = (last - first) / slants
    if pitch - max(ends[:-1]) >= _GOOD_SLANT:
        return tuple(first + column * pitch for column in range(slants + 1))
    slant = (last - first - sum(ends[:-1])) / slants
    if slant < _LEAST_SLANT - 1e-9:
        return None
    axes = [first]
    for end in ends[:-1]:
        axes.append(axes[-1] + end + slant)
    return tuple(axes)


def _titles(
    content: SequenceContent, axes: Sequence[float], size: float, page: float, meter: TextMeter
) -> tuple[list[tuple[str, ...]], list[float]] | None:
    """Break the titles to the room between columns, each centred as far as that allows; None if a word does not fit."""
    middles = [(a + b) / 2 for a, b in pairwise(axes)]
    lefts = [PAD_X, *(middle + _TITLE_GAP / 2 for middle in middles)]
    rights = [*(middle - _TITLE_GAP / 2 for middle in middles), page - PAD_X]
    broken, places = [], []
    for text, axis, left, right in zip(content.titles, axes, lefts, rights, strict=True):
        math = content.columns[0].math
        lines = wrap(text, right - left, lambda line: meter.width(line, size), math=math, whole_words=True)
        if lines is None or len(lines) > _TITLE_LINES:
            return None
        half = max(meter.width(line, size) for line in lines) / 2
        broken.append(lines)
        places.append(min(max(axis, left + half), right - half))
    return broken, places


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


def draw_sequence(plan: SequencePlan, options: Look, meter: TextMeter) -> SequenceLayout:
    """Place everything."""
    content, first, small, page = plan.content, plan.content.columns[0], plan.size - 1.0, options.page_width
    side = "up" if options.show_direction else None
    items = first.header(page, plan.size, key=_key(plan), cue_side=side)
    # columns may show different kinds of ranks: the note names them
    header, y = draw_header(replace(items, axis_label=None, axis_named=False), meter)
    titles, y = _draw_titles(plan, small, y, meter)
    top = y + small + _END_GAP
    names, boxes, name_rows = _draw_names(plan, top, meter)
    elements: list[Element] = [*header, *titles]
    for column in plan.columns:
        elements.extend(_draw_axis(column, top, plan.height, small, meter))
    elements.extend(_draw_lines(plan, top, name_rows))
    exact, level, bars = [], [], []
    for number, column in enumerate(plan.columns):
        exact.append(tuple(top + y for y in column.exact))
        level.append(tuple(top + y for y in column.level))
        lanes = [column.axis + _FIRST_LANE + lane * _LANE_PITCH for lane in range(column.drawn.lane_count)]
        bars.append(column.drawn.placed(level[-1], lanes))
        elements += draw_bars(bars[-1], level[-1], BarStyle(), vertical=True, gid=f"clique-{number}")
    for number, column in enumerate(plan.columns):
        # decisions stand on the spread lines, where no marker hides another
        free = column.content.control is None
        x, places = (column.axis, exact[number]) if free else (column.axis + _FIRST_LANE, level[number])
        for row in reversed(range(first.k)):
            elements.append(column.content.marker(row, x, places[row], _DOT, f"marker-{number}-{row}"))
    return SequenceLayout(
        width=page,
        height=top + plan.height + _END_GAP + small + PAD_Y,
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
    return (*next((column.drawn.key for column in plan.columns if column.drawn.key), ()), *decisions)


def _draw_titles(plan: SequencePlan, size: float, top: float, meter: TextMeter) -> tuple[list[Element], float]:
    """Return the titles, the lowest lines side by side, and where they end."""
    most = max(len(column.title) for column in plan.columns)
    math = plan.content.columns[0].math
    elements: list[Element] = []
    for number, column in enumerate(plan.columns):
        for row, line in enumerate(column.title, most - len(column.title)):
            y = top + (row + 0.55) * _TITLE_PITCH * size
            title = meter.put(f"column-{number}", column.title_x, y, line, size, anchor="center", math=math)
            elements += [title] if line else []
    return elements, top + (most * _TITLE_PITCH + 0.1) * size


def _draw_axis(column: ColumnPlan, top: float, height: float, size: float, meter: TextMeter) -> list[Element]:
    """Return an axis with its ticks, and the numbers of its two ends above and below."""
    x, (low, high), scale = column.axis, column.content.axis_range, column.content.scale(0.0, height)
    elements: list[Element] = [
        Line(gid="axis", points=((x, top), (x, top + height)), width=_AXIS_LINE, color="guide", cap="projecting")
    ]
    ticks = make_ticks(low, high, height, lambda text: 0.7 * size)
    for value in sorted({low, *ticks.major, high}):
        y = top + scale.at(value)
        elements.append(Line(gid="tick", points=((x - _TICK, y), (x + _TICK, y)), width=_TICK_LINE, color="leader"))
    for end, y in ((low, top - _END_GAP - 0.48 * size), (high, top + height + _END_GAP + 0.48 * size)):
        elements.append(meter.put("tick-number", x, y, f"{end:g}", size, color="secondary", anchor="center"))
    return elements


def _draw_lines(plan: SequencePlan, top: float, name_rows: Sequence[Sequence[float]]) -> list[Element]:
    """Return the line of each method through all columns; highlighted ones last, on top."""
    lines: list[tuple[bool, Element]] = []
    first, last, content = plan.columns[0], plan.columns[-1], plan.columns[0].content
    for method in range(content.k):
        points: list[tuple[float, float]] = []
        if plan.both_sides:
            points.append((first.axis - _POINTER, name_rows[0][method]))
        for column in plan.columns:
            row = column.rows[method]
            level = top + column.level[row]
            points += [(column.axis, top + column.exact[row]), (column.axis + _FAN, level)]
            if column.end > _FAN:
                points.append((column.axis + column.end, level))
        points.append((last.axis + last.end + _POINTER, name_rows[1][last.rows[method]]))
        marked, color = content.highlight[method] is not None, content.color(method, "leader")
        width = _HIGHLIGHTED if marked else _LINE
        lines.append((marked, Line(gid=f"leader-{method}", points=tuple(points), width=width, color=color)))
    return [line for _, line in sorted(lines, key=lambda pair: pair[0])]


def _draw_names(
    plan: SequencePlan, top: float, meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...], list[tuple[float, ...]]]:
    """Return the names, the boxes of those on the right, and the heights of the names on either side."""
    named, first, last = plan.content.named, plan.columns[0], plan.columns[-1]
    half = (max(len(lines) for lines in plan.names) - 1) / 2 * LINE_PITCH * plan.size
    rows = [
        tuple(top + y for y in spread(column.level, plan.pitch, lower=half, upper=plan.height - half))
        for column in (first, last)
    ]
    elements: list[Element] = []
    boxes: list[Box] = []
    if plan.both_sides:
        x = first.axis - _POINTER - _NAME_GAP
        for method, y in enumerate(rows[0]):
            lines = plan.names[method]
            elements.extend(named.put(method, lines, x, y, plan.size, "right", meter, f"label-left-{method}"))
    x = last.axis + last.end + _POINTER + _NAME_GAP
    for method, y in zip(sorted(range(len(last.rows)), key=last.rows.__getitem__), rows[1], strict=True):
        name = named.put(method, plan.names[method], x, y, plan.size, "left", meter)
        elements.extend(name)
        boxes.append(text_box(name, (x, y)))
    return elements, tuple(boxes), rows
