"""Draw a sequence of comparisons from a plan that fits the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cddiagram.figures.bars import Bar, BarStyle, draw_bars
from cddiagram.figures.cd_sequence_plan import (
    FAN,
    FIRST_HEAD,
    FIRST_LANE,
    NAME_GAP,
    RULER,
    ColumnPlan,
    SequencePlan,
)
from cddiagram.sheet import (
    Axis,
    AxisScale,
    Box,
    Element,
    KeyEntry,
    Line,
    Look,
    Marker,
    NamedSheet,
    Ruler,
    Text,
    TextMeter,
    Ticks,
    cue_width,
    draw_cue,
    enters,
    overlap,
    small_type,
    text_box,
)

#: The radius of a marker on an axis.
_DOT = 1.5
#: The distance between two lines of a title, in units of the font size.
_TITLE_PITCH = 1.2
_AXIS_LINE, _TICK_LINE, _TICK = 0.8, 0.5, 2.0
#: The line widths for ordinary and for highlighted algorithms.
_LINE, _HIGHLIGHTED = 0.9, 1.6
#: The clearance around the tick numbers.
_CLEAR = 1.0
#: The first number is the minimum distance between ticks on an axis. The others are the
#: distances between numbered ticks, in the order in which they are tried. All distances
#: are in units of the font size.
_TICK_PITCH, _NUMBER_PITCHES = 0.7, (0.7, 1.5, 3.0, 6.0, 12.0)
#: The distance from the end of an axis to the number at this end. This distance leaves
#: room for a diamond at the end of the axis.
_END_GAP = 4.8
#: The header above the ranks in the final column.
_LAST_HEAD = "last"
#: The text that indicates the direction of an axis is at least this far from any other
#: text in its row.
_CUE_GAP = 9.0
#: If a tick number is within this distance below the end of a ruler, readers could
#: mistake it for the length of the ruler. The distance is in units of the font size.
_BELOW_RULER = 1.5


@dataclass(frozen=True, kw_only=True)
class SequenceLayout(NamedSheet):
    """The layout of a sequence.

    It has the following attributes in addition to the attributes of `NamedSheet`. Names
    are in the order of the first column, and label boxes are in the order of the last
    column.

    Attributes
    ----------
    titles : tuple of str
        The titles of the columns.
    axes : tuple of float
        The x coordinate of the axis of each column.
    marker_positions : tuple of tuple of float
        The y coordinate of each rank position on the axis of each column. Markers at
        nearly equal average ranks are moved 2 pt apart.
    leader_positions : tuple of tuple of float
        The y coordinate of each rank position at the bars of each column.
    bars : tuple of tuple of Bar
        The bars of the groups in each column.
    """

    titles: tuple[str, ...]
    axes: tuple[float, ...]
    marker_positions: tuple[tuple[float, ...], ...]
    leader_positions: tuple[tuple[float, ...], ...]
    bars: tuple[tuple[Bar, ...], ...]


def draw_sequence(plan: SequencePlan, look: Look, meter: TextMeter) -> SequenceLayout:
    """Draw a plan and return its layout."""
    content = plan.content
    first = content.columns[0]
    small = small_type(plan.size)
    cue = _place_cue(plan, look, meter)
    header, y = _draw_header(plan, look, meter, has_cue=cue is None)
    titles = _draw_titles(plan, y, meter)
    if cue is not None:
        titles += cue.draw(y, meter)
    y += _height_of_titles(plan)
    top = y + small + _END_GAP + plan.beyond
    columns = []
    for number, column in enumerate(plan.columns):
        columns.append(_Column(plan, column, number, top, small, meter))
    elements: list[Element] = [*header, *titles]
    for one in columns:
        elements += one.draw_axis()
    elements += _draw_lines(plan, top)
    for one in columns:
        elements += one.draw_bars()
    for one in columns:
        elements += one.draw_marks()
    names, boxes = _draw_names_on_right(plan, top, meter)
    if plan.both_sides:
        elements += _draw_names_on_left(plan, top, meter)
    elements += names
    elements += _draw_rank_heads(plan, top, meter)
    for one in columns:
        elements += one.draw_tick_numbers(elements)
    return SequenceLayout(
        width=look.page_width,
        height=top + plan.height + plan.beyond + _END_GAP + small + Look.PAD_Y,
        elements=tuple(elements),
        names=first.names,
        titles=content.titles,
        font_size=plan.size,
        axes=tuple(column.axis for column in plan.columns),
        marker_positions=tuple(one.marks for one in columns),
        leader_positions=tuple(one.level for one in columns),
        bars=tuple(one.bars for one in columns),
        label_boxes=boxes,
    )


def _draw_header(
    plan: SequencePlan, look: Look, meter: TextMeter, *, has_cue: bool
) -> tuple[list[Element], float]:
    """Return the header and its lower end. The header contains the note, the key and,
    if `has_cue` is True, the direction cue.
    """
    side = "up" if look.show_direction else None
    items = plan.content.columns[0].header(
        look.page_width, plan.size, key=_key(plan, look.note), cue_side=side
    )
    if not has_cue:
        items = replace(items, axis_label=None, axis_named=False, cue_side=None)
    elif not plan.content.one_axis:
        # The note already contains the names of the axes.
        items = replace(items, axis_label=None, axis_named=False)
    return items.draw(meter)


def _key(plan: SequencePlan, note: str | None) -> tuple[KeyEntry, ...]:
    """Return the key entries that explain bars, arches and the markers of decisions."""
    key: tuple[KeyEntry, ...] = ()
    for column in plan.columns:
        if column.drawn.arched or not key:
            key = column.drawn.key(BarStyle(), note)
    with_control = [c for c in plan.content.columns if c.control is not None]
    decisions = {content.decision for content in with_control}
    terms = {content.reference_term for content in with_control}
    if decisions:
        decision, term = "significant", "control or best"
        if len(decisions) == 1:
            decision = decisions.pop()
        if len(terms) == 1:
            term = terms.pop()
        key += KeyEntry.decisions(term, decision)
    return key


@dataclass(frozen=True)
class _Cue:
    """The direction cue next to the column titles, above the names."""

    label: str
    left: float
    #: The vertical centre of the row, relative to the upper end of the titles.
    y: float
    size: float

    def draw(self, top: float, meter: TextMeter) -> list[Element]:
        """Return the elements of the cue; `top` is the upper end of the titles."""
        y = top + self.y
        return draw_cue(self.left, y, self.label, self.size, meter, "up")


def _place_cue(plan: SequencePlan, look: Look, meter: TextMeter) -> _Cue | None:
    """Place the direction cue at the right end of the highest title row that has room
    for it; return None if no row has room.
    """
    if not look.show_direction:
        return None
    size = small_type(plan.size)
    label = ""
    if plan.content.one_axis:
        label = plan.content.columns[0].axis.label
    left = look.page_width - Look.PAD_X - cue_width(label, size, meter, "up")
    for row, texts in enumerate(_title_rows(plan)):
        ends = [look.page_width / 2]
        for _, line, _, middle in texts:
            ends.append(middle + meter.width(line, size) / 2 + _CUE_GAP)
        if max(ends) <= left:
            return _Cue(label, left, _title_middle(row, size), size)
    return None


#: The element id, the text, the colour and the horizontal centre of a title line.
_TitleLine = tuple[str, str, str, float]


def _title_rows(plan: SequencePlan) -> list[list[_TitleLine]]:
    """Return the rows of the titles and critical differences. The last lines of all
    titles share a row, and so do the first lines of all critical differences.
    """
    title_count = max(len(column.title) for column in plan.columns)
    rows: list[list[_TitleLine]] = [[] for _ in range(title_count)]
    for number, column in enumerate(plan.columns):
        lines = [(f"column-{number}", line, "foreground") for line in column.title]
        if any(column.difference):
            lines += [("cd-text", line, "secondary") for line in column.difference]
        first = title_count - len(column.title)
        for row, (gid, line, color) in enumerate(lines, first):
            if row == len(rows):
                rows.append([])
            if line:
                rows[row].append((gid, line, color, column.middle))
    return rows


def _title_middle(row: int, size: float) -> float:
    """Return the vertical centre of a title row, relative to the upper end of the
    titles.
    """
    return (row + 0.55) * _TITLE_PITCH * size


def _height_of_titles(plan: SequencePlan) -> float:
    """Return the height of the titles and of the critical differences."""
    return (len(_title_rows(plan)) * _TITLE_PITCH + 0.1) * small_type(plan.size)


def _draw_titles(plan: SequencePlan, top: float, meter: TextMeter) -> list[Element]:
    """Return the titles and the critical differences."""
    size = small_type(plan.size)
    elements: list[Element] = []
    for row, texts in enumerate(_title_rows(plan)):
        y = top + _title_middle(row, size)
        for gid, line, color, middle in texts:
            elements.append(meter.put(gid, middle, y, line, size, color, "center"))
    return elements


@dataclass(frozen=True)
class _Column:
    """A column on the page, with the upper end of its axis and the size of its
    numbers.
    """

    plan: SequencePlan
    column: ColumnPlan
    number: int
    top: float
    size: float
    meter: TextMeter

    @property
    def marks(self) -> tuple[float, ...]:
        """The y coordinate of each rank position on the axis."""
        return tuple(self.top + y for y in self.column.marks)

    @property
    def level(self) -> tuple[float, ...]:
        """The y coordinate of each rank position at the bars."""
        return tuple(self.top + y for y in self.column.level)

    @property
    def bars(self) -> tuple[Bar, ...]:
        """The bars of the groups."""
        return self.column.drawn.placed(self.level, self.column.lanes)

    @property
    def _scale(self) -> AxisScale:
        return self.column.content.scale(self.top, self._bottom)

    @property
    def _bottom(self) -> float:
        return self.top + self.plan.height

    @property
    def _ruler(self) -> Ruler | None:
        if not self.column.has_ruler:
            return None
        return self.column.content.ruler(self._scale)

    def draw_axis(self) -> list[Element]:
        """Return the axis with its ruler, its ticks, and the numbers above and below
        its ends.
        """
        x = self.column.axis
        ends = ((x, self.top), (x, self._bottom))
        elements: list[Element] = [
            Line(
                gid="axis",
                points=ends,
                width=_AXIS_LINE,
                color="leader",
                cap="projecting",
            )
        ]
        for rank in self._ticks(_TICK_PITCH).major:
            y = self._scale.at(rank)
            stroke = ((x - _TICK, y), (x + _TICK, y))
            elements.append(
                Line(gid="tick", points=stroke, width=_TICK_LINE, color="leader")
            )
        low, high = self.column.content.axis_range
        away = _END_GAP + self.plan.beyond + 0.48 * self.size
        elements.append(self._number(f"{low:g}", x, self.top - away, "center"))
        elements.append(self._number(f"{high:g}", x, self._bottom + away, "center"))
        if self._ruler is not None:
            elements += self._ruler.draw(x - RULER, vertical=True)
        return elements

    def draw_bars(self) -> list[Element]:
        """Return the bars of the groups."""
        content = self.column.content
        longest = math.inf
        if content.critical_difference is not None:
            longest = self._scale.points(content.critical_difference)
        return draw_bars(
            self.bars,
            self.level,
            BarStyle(),
            vertical=True,
            longest=longest,
            gid=f"group-{self.number}",
        )

    def draw_marks(self) -> list[Marker]:
        """Return the markers of the algorithms. Markers of decisions are next to the
        axis, so that no marker covers another.
        """
        content = self.column.content
        x, places = self.column.axis, self.marks
        if content.control is not None:
            x, places = x + FIRST_LANE, self.level
        markers = []
        for row in reversed(range(content.k)):
            gid = f"marker-{self.number}-{row}"
            markers.append(content.marker(row, x, places[row], _DOT, gid))
        return markers

    def draw_tick_numbers(self, elements: Sequence[Element]) -> list[Text]:
        """Return the tick numbers between the ends of the axis, at the smallest equal
        steps at which no number touches another element.

        Unequal steps, such as 2, 4, 5, would look like a mistake.
        """
        low, high = self.column.content.axis_range
        x = self.column.axis - _TICK - Axis.NUMBER_GAP
        all_ticks = {round(rank, 9) for rank in self._ticks(_TICK_PITCH).major}
        for pitch in _NUMBER_PITCHES:
            between = []
            for rank, text in self._ticks(pitch).numbered:
                if low < rank < high:
                    between.append((rank, text))
            ranks = [low, *(rank for rank, _ in between), high]
            steps = {round(after - before, 9) for before, after in pairwise(ranks)}
            have_ticks = {round(rank, 9) for rank in ranks[1:-1]} <= all_ticks
            if len(steps) > 1 or not have_ticks:
                continue
            numbers = []
            for rank, text in between:
                numbers.append(self._number(text, x, self._scale.at(rank), "right"))
            if all(self._is_free(number, elements) for number in numbers):
                return numbers
        return []

    def _number(self, text: str, x: float, y: float, anchor: str) -> Text:
        """Return the text element of a tick number."""
        return self.meter.put("tick-number", x, y, text, self.size, "secondary", anchor)

    def _ticks(self, pitch: float) -> Ticks:
        """Return the ticks whose numbers are at least `pitch` font sizes apart."""
        low, high = self.column.content.axis_range
        room = pitch * self.size
        return Ticks.between(low, high, self.plan.height, lambda text: room)

    def _is_free(self, number: Text, elements: Sequence[Element]) -> bool:
        """Return whether a number is on the page and does not touch another element."""
        box = number.box
        if box[0] < Look.PAD_X:
            return False
        boxes: list[Box] = []
        if self._ruler is not None:
            x, end = self.column.axis, self._ruler.end
            below = end + _BELOW_RULER * self.size
            boxes.append((x - 2 * RULER, end, x, below))
        for element in elements:
            if isinstance(element, Line):
                clear = _CLEAR + element.width / 2
                if any(
                    enters(stroke, box, clear) for stroke in pairwise(element.points)
                ):
                    return False
            elif isinstance(element, Marker | Text):
                boxes.append(element.box)
        return not any(overlap(box, other, _CLEAR) for other in boxes)


def _draw_lines(plan: SequencePlan, top: float) -> list[Line]:
    """Return the line of each algorithm. It passes through the mark of the algorithm on
    each axis and is horizontal at bars and decisions. Highlighted lines are drawn last.
    """
    content = plan.columns[0].content
    lines = []
    for algorithm in range(content.k):
        width, color = _LINE, content.color(algorithm, "leader")
        if content.highlighted(algorithm):
            width = _HIGHLIGHTED
        path = tuple((x, top + y) for x, y in _path(plan, algorithm))
        lines.append(
            Line(gid=f"leader-{algorithm}", points=path, width=width, color=color)
        )
    return sorted(lines, key=lambda line: line.width)


def _path(plan: SequencePlan, algorithm: int) -> list[tuple[float, float]]:
    """Return the points of the line of an algorithm, relative to the upper ends of the
    axes.
    """
    path = []
    first, last = plan.columns[0], plan.columns[-1]
    on_left, on_right = plan.name_rows
    if plan.both_sides:
        left = first.axis - plan.approach
        path.append((left - plan.pointer, on_left[algorithm]))
        if plan.approach:
            path.append((left, first.marks[algorithm]))
    for column in plan.columns:
        row = column.rows[algorithm]
        path.append((column.axis, column.marks[row]))
        path.append((column.axis + FAN, column.level[row]))
        path.append((column.axis + column.end, column.level[row]))
    right = last.axis + last.end + plan.pointer
    path.append((right, on_right[last.rows[algorithm]]))
    return path


def _draw_names_on_left(
    plan: SequencePlan, top: float, meter: TextMeter
) -> list[Element]:
    """Return the names to the left of the first column, with their ranks next to the
    lines.
    """
    first = plan.columns[0]
    small = small_type(plan.size)
    right = first.axis - plan.approach - plan.pointer - NAME_GAP
    elements: list[Element] = []
    for algorithm, lines in enumerate(plan.names):
        y = top + plan.name_rows[0][algorithm]
        if plan.numbers:
            number = first.content.numbers[algorithm]
            gid = f"rank-left-{algorithm}"
            elements.append(
                meter.put(gid, right, y, number, small, "secondary", "right")
            )
        x = right - plan.numbers
        gid = f"label-left-{algorithm}"
        elements += plan.content.named.put(
            algorithm, lines, x, y, plan.size, "right", meter, gid
        )
    return elements


def _draw_names_on_right(
    plan: SequencePlan, top: float, meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return the names to the right of the last column with their ranks, and the box of
    each name.
    """
    names, last = plan.content.named, plan.columns[-1]
    size, small = plan.size, small_type(plan.size)
    x = plan.ranks_left + plan.numbers
    elements: list[Element] = []
    boxes = []
    order = sorted(range(len(last.rows)), key=last.rows.__getitem__)
    for row, algorithm in enumerate(order):
        y = top + plan.name_rows[1][row]
        lines = plan.names[algorithm]
        numbers = []
        if plan.numbers:
            number = last.content.numbers[row]
            numbers.append((f"rank-{algorithm}", plan.ranks_left, number, "left"))
        after = 0.0
        if plan.first_ranks:
            # The mark of the algorithm's family follows the rank.
            bold = names.bold(algorithm)
            widest = max(meter.width(line, size, bold) for line in lines)
            after = plan.first_ranks_right - x - widest
            number = plan.first_ranks[algorithm]
            gid, right = f"rank-first-{algorithm}", plan.first_ranks_right
            numbers.append((gid, right, number, "right"))
        for gid, end, number, anchor in numbers:
            elements.append(meter.put(gid, end, y, number, small, "secondary", anchor))
        name = names.put(algorithm, lines, x, y, size, "left", meter, after=after)
        elements += name
        boxes.append(text_box(name, (x, y)))
    return elements, tuple(boxes)


def _draw_rank_heads(plan: SequencePlan, top: float, meter: TextMeter) -> list[Element]:
    """Return the headers above the ranks on both sides of the names. There are no
    headers unless ranks of the first column follow the names. The headers are level
    with the numbers above the axes.
    """
    if not plan.first_ranks:
        return []
    size = small_type(plan.size)
    axis_number = _END_GAP + plan.beyond + 0.48 * size
    y = top - max(axis_number, 0.45 * plan.size + 0.6 * size)
    heads: list[Element] = []
    for text, x, anchor in (
        (_LAST_HEAD, plan.ranks_left, "left"),
        (FIRST_HEAD, plan.first_ranks_right, "right"),
    ):
        heads.append(
            meter.put("rank-head", x, y, text, size, "secondary", anchor, italic=True)
        )
    return heads
