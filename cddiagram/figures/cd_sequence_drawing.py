"""A sequence on its page: where its columns stand, how high they are, which names are broken, and its elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cddiagram._util.inlines import Option
from cddiagram.errors import LayoutError
from cddiagram.figures.bars import PVALUE_MATRIX, Bar, BarStyle, DrawnGroups, choose_groups, draw_bars, drawable_groups
from cddiagram.figures.cd_fit import LEADER_GAP, BarRules, bar_places
from cddiagram.figures.content import CDContent
from cddiagram.sheet.axis import make_ticks
from cddiagram.sheet.elements import Box, Element, Line, Sheet
from cddiagram.sheet.header import PAD_X, PAD_Y, draw_header, draw_ruler
from cddiagram.sheet.legend import KeyEntry, decision_key
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH, Names, fit_names, text_box
from cddiagram.sheet.spread import spread
from cddiagram.sheet.wrap import wrap

_DOT, _FAN = 1.5, 5.0
_FIRST_LANE, _LANE_CLEAR, _AFTER_LANES = 7.5, 6.0, 3.0
#: Distance of lanes without and with hops.
_LANE_PITCH = {False: 4.6, True: 5.6}
#: From the outer axes to the names, with the rulers in between, at least and as a part of the page; what names take in
#: height, in units of their size.
_POINTER, _POINTER_PART, _NAME_GAP, _NAME_PITCH = 12.0, 0.04, 2.0, 1.22
#: From an axis to its ruler on the left, and from a name to its rank.
_RULER, _NUMBER_GAP = 6.0, 3.2
#: Room of a mark left of the first axis, where no names stand.
_DOT_ROOM = 8.5
_LEAST_HEIGHT, _PER_RANK, _PER_NAME = 60.0, 12.0, 1.28
#: Where bars and ruler do not agree on an axis, one so much longer is tried; 0 is as long as at first, without a ruler.
_TALLER = (1.0, 1.25, 1.6, 2.0, 3.0, 5.0, 0.0)
#: Least room from the bars of one column to the next axis: where all columns stand equally far apart, and else.
_GOOD_SLANT, _LEAST_SLANT = 20.0, 14.0
_TITLE_GAP, _TITLE_LINES, _TITLE_PITCH = 6.0, 4, 1.2
_LEFT_NAMES = 24.0
_AXIS_LINE, _TICK_LINE, _TICK = 0.8, 0.5, 2.0
#: Lines from column to column, highlighted ones, and what leads from a mark to the bars.
_LINE, _HIGHLIGHTED, _STUB = 1.2, 1.6, 0.6
#: Who is shifted more than this beside the bars has a lead although it is in none.
_STRAIGHT = 0.05
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
    #: Whether each axis with a critical difference has a ruler.
    show_ruler: bool

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
    #: The x of its axis, and how far its bars, with what leads to them, reach right of it.
    axis: float
    end: float
    #: The place of each rank position below the upper end of the axis: exact, and at the bars.
    exact: tuple[float, ...]
    level: tuple[float, ...]
    drawn: DrawnGroups
    #: Lines of its title and of its critical difference, and their middle.
    title: tuple[str, ...]
    difference: tuple[str, ...]
    title_x: float

    @property
    def levels(self) -> list[float]:
        """The x of its lanes."""
        pitch = _LANE_PITCH[bool(self.drawn.key)]
        return [self.axis + _FIRST_LANE + lane * pitch for lane in range(self.drawn.lane_count)]


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
    #: Whether the names stand left of the first column too, the width of the ranks beside them, and how far they are.
    both_sides: bool
    numbers: float
    pointer: float
    #: Length of the axes, and how far lines leave them at most, at the bars.
    height: float
    beyond: float


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
    page, right_end, columns = options.page_width, options.page_width - PAD_X, content.columns
    pointer = max(_POINTER, _POINTER_PART * page)
    pitch = _NAME_PITCH * size if most_lines == 1 else (LINE_PITCH * most_lines + 0.1) * size
    found = _levels(content, _height(content, size, most_lines, pitch))
    if found is None:
        return None
    height, exact, level = found
    drawn = [choose_groups(*pair, _LANE_CLEAR, content.max_lanes) for pair in zip(columns, level, strict=True)]
    lanes = [
        (groups.lane_count if column.control is None else 1, _LANE_PITCH[bool(groups.key)])
        for column, groups in zip(columns, drawn, strict=True)
    ]
    ends = [_FIRST_LANE + (count - 1) * pitch + _AFTER_LANES if count else _FAN for count, pitch in lanes]
    shown = [meter.width(text, size - 1.0) for column in (columns[0], columns[-1]) for text in column.numbers]
    numbers = max(shown) + _NUMBER_GAP if options.show_ranks else 0.0
    first_room = max(_DOT_ROOM, *(meter.width(f"{end:g}", size - 1.0) / 2 for end in columns[0].axis_range))
    if numbers:
        first_room = max(first_room, numbers - _NUMBER_GAP + _NAME_GAP + pointer)
    least = sum(ends) + (len(ends) - 1) * _LEAST_SLANT + first_room
    limit = right_end - PAD_X - least - pointer - _NAME_GAP - numbers
    broken = None if limit < size else fit_names(content.named, size, limit, most_lines, meter, least=0.0)
    if broken is None:
        return None
    beside = broken.widest + numbers + _NAME_GAP + pointer
    last = right_end - beside - ends[-1]
    both = 2 * broken.widest + _LEFT_NAMES < page / 2
    axes = _axes(last, PAD_X + beside, ends) if both else None
    if axes is None:
        both, axes = False, _axes(last, PAD_X + first_room, ends)
    titles = None if axes is None else _titles(content, axes, size - 1.0, page, meter)
    if axes is None or titles is None:
        return None
    return SequencePlan(
        content=content,
        columns=tuple(map(ColumnPlan, columns, content.rows, axes, ends, exact, level, drawn, *titles)),
        size=size,
        pitch=pitch,
        names=broken.lines,
        both_sides=both,
        numbers=numbers,
        pointer=pointer,
        height=height,
        beyond=max(0.0, *(max(-places[0], places[-1] - height) for places in level)),
    )


def _levels(
    content: SequenceContent, least: float
) -> tuple[float, list[tuple[float, ...]], list[tuple[float, ...]]] | None:
    """Return the length of the axes, and on each the places of the ranks and of what leads to bars or to decisions."""
    for factor in _TALLER:
        height = least * (factor or 1.0)
        exact = [tuple(map(column.scale(0.0, height).at, column.average_ranks)) for column in content.columns]
        level: list[tuple[float, ...]] = []
        for column, places in zip(content.columns, exact, strict=True):
            low, high = column.axis_range
            cd, groups = column.critical_difference, drawable_groups(column, content.max_lanes) or ()
            rules = BarRules(groups=groups, difference=cd / (high - low) if cd and factor else None)
            found = bar_places(places, rules, height)
            if column.control is not None:  # no decision hides another
                found = spread(places, LEADER_GAP, lower=0.0, upper=height)
            level += [] if found is None else [found]
        if len(level) == len(exact):
            return height, exact, level
    return None


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
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]], list[float]] | None:
    """Break titles and differences to the room between columns, centred if that allows it; None if a word is wider."""
    middles = [(a + b) / 2 for a, b in pairwise(axes)]
    lefts = [PAD_X, *(middle + _TITLE_GAP / 2 for middle in middles)]
    rights = [*(middle - _TITLE_GAP / 2 for middle in middles), page - PAD_X]
    broken: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    places = []
    for column, title, axis, left, right in zip(content.columns, content.titles, axes, lefts, rights, strict=True):
        ruler = column.ruler(column.scale(0.0, 1.0)) if content.show_ruler else None
        both = []
        for text, math in ((title, column.math), (ruler.text if ruler else "", False)):
            lines = wrap(text, right - left, lambda line: meter.width(line, size), math=math, whole_words=True)
            if lines is None or len(lines) > _TITLE_LINES:
                return None
            both.append(lines)
        half = max(meter.width(line, size) for lines in both for line in lines) / 2
        broken.append((both[0], both[1]))
        places.append(min(max(axis, left + half), right - half))
    return [title for title, _ in broken], [difference for _, difference in broken], places


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
        For each column, the y of each rank position: exact on the axis, and where the bars are.
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
        x, places = (column.axis, exact[number]) if free else (column.axis + _FIRST_LANE, level[number])
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
    return (*next((column.drawn.key for column in plan.columns if column.drawn.key), ()), *decisions)


def _draw_titles(plan: SequencePlan, size: float, top: float, meter: TextMeter) -> tuple[list[Element], float]:
    """Return titles, the lowest lines side by side, critical differences, the highest lines so, and where they end."""
    titles = max(len(column.title) for column in plan.columns)
    most = titles + max(len(column.difference) if any(column.difference) else 0 for column in plan.columns)
    math = plan.content.columns[0].math
    elements: list[Element] = []
    for number, column in enumerate(plan.columns):
        rows = [(line, f"column-{number}", "foreground", math) for line in column.title]
        rows += [(line, "cd-text", "secondary", False) for line in column.difference]
        for row, (line, gid, color, reads) in enumerate(rows, titles - len(column.title)):
            y = top + (row + 0.55) * _TITLE_PITCH * size
            text = meter.put(gid, column.title_x, y, line, size, color, anchor="center", math=reads)
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
    for value in sorted({low, *ticks.major, high}):
        y = scale.at(value)
        elements.append(Line(gid="tick", points=((x - _TICK, y), (x + _TICK, y)), width=_TICK_LINE, color="leader"))
    away = _END_GAP + plan.beyond + 0.48 * size
    for end, y in ((low, top - away), (high, bottom + away)):
        elements.append(meter.put("tick-number", x, y, f"{end:g}", size, color="secondary", anchor="center"))
    ruler = column.content.ruler(scale) if plan.content.show_ruler else None
    return elements + (draw_ruler(ruler, x - _RULER, vertical=True) if ruler else [])


def _draw_lines(plan: SequencePlan, top: float, name_rows: Sequence[Sequence[float]]) -> list[Element]:
    """Return the line of each method from mark to mark through all columns; highlighted ones last, on top."""
    lines: list[tuple[bool, Element]] = []
    first, last, content = plan.columns[0], plan.columns[-1], plan.columns[0].content
    for method in range(content.k):
        named = plan.both_sides or plan.numbers
        points = [(first.axis - plan.pointer, name_rows[0][method])] if named else []
        points += [(column.axis, top + column.exact[column.rows[method]]) for column in plan.columns]
        row = last.rows[method]
        points += [(last.axis + x, top + last.level[row]) for x in (_FAN, last.end)]
        points.append((last.axis + last.end + plan.pointer, name_rows[1][row]))
        marked = content.highlight[method] is not None
        width, color = _HIGHLIGHTED if marked else _LINE, content.color(method, "guide")
        lines.append((marked, Line(gid=f"leader-{method}", points=tuple(points), width=width, color=color)))
    return [line for _, line in sorted(lines, key=lambda pair: pair[0])]


def _draw_stubs(
    column: ColumnPlan, number: int, exact: Sequence[float], level: Sequence[float], bars: Sequence[Bar]
) -> list[Element]:
    """Return what leads from the marks on an axis to the bars that join or pass them, or to the decisions."""
    stubs: list[Element] = []
    for row, (at, y) in enumerate(zip(exact, level, strict=True)):
        ends = [bar.level for bar in bars if bar.members[0] <= row <= bar.members[-1]]
        if column.content.control is not None or abs(y - at) > _STRAIGHT:
            ends.append(column.axis + _FIRST_LANE)
        if ends:
            points = ((column.axis, at), (column.axis + _FAN, y), (max(ends), y))
            color = column.content.color(row, "leader")
            stubs.append(Line(gid=f"stub-{number}-{row}", points=points, width=_STUB, color=color))
    return stubs


def _draw_names(
    plan: SequencePlan, top: float, meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...], list[tuple[float, ...]]]:
    """Return names and ranks, the boxes of the names on the right, and the heights of the names on either side."""
    named, first, last, small = plan.content.named, plan.columns[0], plan.columns[-1], plan.size - 1.0
    half = (max(len(lines) for lines in plan.names) - 1) / 2 * LINE_PITCH * plan.size
    rows = [
        tuple(top + y for y in spread(column.level, plan.pitch, lower=half, upper=plan.height - half))
        for column in (first, last)
    ]
    elements: list[Element] = []
    boxes: list[Box] = []
    x = first.axis - plan.pointer - _NAME_GAP
    for method, y in enumerate(rows[0]):
        if plan.numbers:
            number = first.content.numbers[method]
            elements.append(meter.put(f"rank-left-{method}", x, y, number, small, "secondary", "right"))
        if plan.both_sides:
            left, lines = x - plan.numbers, plan.names[method]
            elements.extend(named.put(method, lines, left, y, plan.size, "right", meter, f"label-left-{method}"))
    x = last.axis + last.end + plan.pointer + _NAME_GAP
    for row, (method, y) in enumerate(
        zip(sorted(range(len(rows[1])), key=last.rows.__getitem__), rows[1], strict=True)
    ):
        if plan.numbers:
            elements.append(meter.put(f"rank-{method}", x, y, last.content.numbers[row], small, "secondary"))
        name = named.put(method, plan.names[method], x + plan.numbers, y, plan.size, "left", meter)
        elements.extend(name)
        boxes.append(text_box(name, (x + plan.numbers, y)))
    return elements, tuple(boxes), rows
