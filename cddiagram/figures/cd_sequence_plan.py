"""The contents of a sequence, and the search for a plan that fits the page.

A plan contains the positions and the height of the columns, and the lines of names and
titles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import sqrt

from cddiagram.figures.bars import (
    PVALUE_MATRIX,
    DrawnGroups,
    choose_groups,
    drawable_groups,
)
from cddiagram.figures.cd_fit import bars_on
from cddiagram.figures.content import CDContent
from cddiagram.figures.leaders import BarRules
from cddiagram.sheet import (
    BrokenNames,
    Look,
    Names,
    TextMeter,
    small_type,
    spread,
)
from cddiagram.text import LayoutError, Option

#: The first number is the minimum distance between two marks on an axis. In a
#: comparison with a control, the second is the minimum distance between two lines at
#: their decision markers.
MARK_GAP, _LINE_GAP = 2.0, 5.0
#: The first number is the distance from an axis to the bend in a line. The second is
#: the distance to the first lane of bars, and the third is the distance to the ruler on
#: the left of the axis.
FAN, FIRST_LANE, RULER = 5.0, 7.5, 8.0
#: The first number is the minimum distance between two bars in a lane. The second
#: number is the distance from the last lane to the bend in a line.
_LANE_CLEAR, _AFTER_LANES = 6.0, 3.0
#: The distance between two lanes. The key is True if there are arches.
_LANE_PITCH = {False: 4.6, True: 5.6}
#: A leader is at least this long. The first number is in points, and the second is a
#: fraction of the page width. The third number is the gap between the leader and the
#: name.
_POINTER, _POINTER_PART, NAME_GAP = 12.0, 0.04, 2.0
#: The leaders to the left of a ruler bend at this distance from the axis. The leaders
#: are horizontal between the bend and the axis, so that they cross the ruler at right
#: angles.
_BEFORE_RULER = 10.5
#: Halfway between the axis and the names, the perpendicular distance between two
#: leaders is at least this large, in units of the font size.
_LEADERS_APART = 0.3
#: The distance from a name to its rank. The second number applies to the first column,
#: whose ranks have a header.
_NUMBER_GAP, _FIRST_GAP = 4.0, 5.0
FIRST_HEAD = "(first)"
#: The free space to the left of the first axis if there are no names on this side.
_DOT_ROOM = 11.0
#: The axes are at least this long. The first number is the minimum for the whole axis,
#: and the second is the minimum for each rank.
_LEAST_HEIGHT, _PER_RANK = 60.0, 14.0
#: The length that the names require is multiplied by this factor, so that leaders are
#: less steep.
_NAMES_APART = 1.12
#: If bars and rulers would be inconsistent, axes are lengthened by one of these
#: factors. The factors are tried in this order.
_TALLER = (1.0, 1.25, 1.6, 2.0, 3.0, 5.0)
#: The first number is the minimum distance from the bars of a column to the next axis
#: if the axes are equally spaced. The second is the minimum distance if they are not
#: equally spaced.
_GOOD_SLANT, _LEAST_SLANT = 20.0, 14.0
#: Two rulers are considered equally long if their lengths differ by at most this
#: fraction of an axis.
_SAME_LENGTH = 0.025
#: Two titles are at least this far apart. The second number is the maximum number of
#: lines in a title.
_TITLE_GAP, _TITLE_LINES = 6.0, 4
#: The centre of a title is at most this far from its axis. If the distance would
#: otherwise be larger, the title is broken into lines.
_OFF = 10.0
#: Names are at least this wide, in units of the font size, so that ordinary words are
#: not broken.
_WORD_ROOM = 9.0
#: Names are printed on both sides only if the names and a space of this width together
#: occupy less than half the page width.
_BETWEEN_NAMES = 24.0


@dataclass(frozen=True)
class _Step:
    """The constraints on line breaks in an attempt to fit a sequence."""

    #: The maximum number of lines in a name.
    name_lines: int
    #: Whether each critical difference is printed on a single line.
    whole_difference: bool


#: The arrangements, from most to least readable. For each arrangement, all font sizes
#: are tried, starting with the largest. For each font size, names on both sides are
#: tried first, followed by names on the right only.
_STEPS = (
    _Step(1, True),
    _Step(2, True),
    _Step(3, True),
    _Step(1, False),
    _Step(2, False),
    _Step(3, False),
    _Step(4, False),
    _Step(6, False),
    _Step(Names.ANY_LINES, False),
)
#: If a name has more than this many lines, a wider page is preferable, because the axes
#: become long.
_FEW_LINES = 3


@dataclass(frozen=True, kw_only=True)
class SequenceContent:
    """The contents of a sequence."""

    #: One comparison for each column, with its algorithms in rank order. Tied
    #: algorithms keep their order from the previous column.
    columns: tuple[CDContent, ...]
    #: The rank position of each algorithm in each column. Algorithms are numbered in
    #: the order of the first column.
    rows: tuple[tuple[int, ...], ...]
    titles: tuple[str, ...]
    #: The bars of a pairwise test occupy at most this many lanes.
    max_lanes: int
    #: Whether critical differences are shown.
    show_ruler: bool

    @property
    def one_axis(self) -> bool:
        """Whether all columns have the same kind of axis."""
        return len({column.axis for column in self.columns}) == 1

    @property
    def has_ruler(self) -> tuple[bool, ...]:
        """Whether each column has a ruler. If all rulers would have the same length and
        the same text, only the first one is drawn.
        """
        lengths = {}
        if self.show_ruler:
            for number, column in enumerate(self.columns):
                length = _ruler_part(column)
                if length is not None and column.control is None:
                    lengths[number] = length
        same_text = len({self.columns[number].cd_text for number in lengths}) == 1
        if same_text and max(lengths.values()) - min(lengths.values()) < _SAME_LENGTH:
            first = min(lengths)
            lengths = {first: lengths[first]}
        return tuple(number in lengths for number in range(len(self.columns)))

    @property
    def differences(self) -> tuple[str, ...]:
        """The printed critical difference of each column, or an empty string. If all
        columns have the same critical difference, it is printed only above the first
        column and above each ruler.
        """
        if not self.show_ruler:
            return ("",) * len(self.columns)
        texts = []
        for column in self.columns:
            ruler = column.ruler(column.scale(0.0, 1.0))
            text = column.cd_text or ""
            if ruler is not None:
                text = ruler.text
            texts.append(text)
        if len(set(texts)) == 1:
            for number, has_ruler in enumerate(self.has_ruler):
                if number > 0 and not has_ruler:
                    texts[number] = ""
        return tuple(texts)

    @property
    def named(self) -> Names:
        """The names of the algorithms. Highlighted algorithms and the controls of all
        columns are bold.
        """
        heavy = set()
        for column, rows in zip(self.columns, self.rows, strict=True):
            for algorithm, row in enumerate(rows):
                if column.bold(row):
                    heavy.add(algorithm)
        fields = self.columns[0].plain()
        fields["heavy"] = frozenset(heavy)
        return Names(**fields)


@dataclass(frozen=True)
class ColumnPlan:
    """A column with its position."""

    content: CDContent
    rows: tuple[int, ...]
    #: The x coordinate of the axis, followed by the distance by which its bars and
    #: their lines extend to the right.
    axis: float
    end: float
    #: The distance from the upper end of the axis to each rank position. Each rank
    #: position has one distance on the axis and another next to the bars.
    marks: tuple[float, ...]
    level: tuple[float, ...]
    drawn: DrawnGroups
    has_ruler: bool
    #: The lines of the title, the lines of the critical difference, and the horizontal
    #: centre of both.
    title: tuple[str, ...]
    difference: tuple[str, ...]
    middle: float

    @property
    def lanes(self) -> list[float]:
        """The x coordinates of its lanes."""
        pitch = _LANE_PITCH[self.drawn.arched]
        first = self.axis + FIRST_LANE
        return [first + lane * pitch for lane in range(self.drawn.lane_count)]


@dataclass(frozen=True, kw_only=True)
class SequencePlan:
    """A sequence that fits its page."""

    content: SequenceContent
    columns: tuple[ColumnPlan, ...]
    #: The font size of the names.
    size: float
    #: The lines of each name, in the order of the first column.
    names: tuple[tuple[str, ...], ...]
    #: Whether names are printed on the left as well as on the right.
    both_sides: bool
    #: The width of the ranks next to the names.
    numbers: float
    #: The length of the leaders from the axes to the names. The second number is the
    #: length of their horizontal part at the first axis.
    pointer: float
    approach: float
    #: The rank in the first column, which is printed after each name, and the right
    #: edge of these ranks. These ranks are omitted if there are names on both sides.
    first_ranks: tuple[str, ...]
    first_ranks_right: float
    #: The vertical centres of the names on the left and on the right, relative to the
    #: upper ends of the axes.
    name_rows: tuple[tuple[float, ...], tuple[float, ...]]
    #: The length of the axes, and the distance by which the lines next to the bars
    #: extend beyond this length.
    height: float
    beyond: float

    @property
    def ranks_left(self) -> float:
        """The left end of the ranks next to the names on the right."""
        last = self.columns[-1]
        return last.axis + last.end + self.pointer + NAME_GAP

    @property
    def undrawn(self) -> list[int]:
        """The indices of the columns in which some groups have no bars."""
        numbers = []
        for number, column in enumerate(self.columns):
            if not column.drawn.all_drawn:
                numbers.append(number)
        return numbers


def plan_sequence(
    content: SequenceContent, look: Look, meter: TextMeter, *, wider: bool = False
) -> SequencePlan | None:
    """Return the most readable plan that fits the page; None if there is none.

    An error is raised if there are too many groups to draw as bars. If the page is
    `wider` than requested, the error is not raised if more lanes would be sufficient,
    because their number would apply only to the wider page.
    """
    plan = _first_plan(content, look, meter)
    if plan is None or not plan.undrawn:
        return plan
    lanes = _sufficient_lanes(content, plan.undrawn, look, meter)
    if lanes and wider:
        return plan
    counts = []
    for number in plan.undrawn:
        groups = content.columns[number].groups_counted
        counts.append(f"{content.titles[number]} ({groups})")
    ways: tuple[str, ...] = ("Draw",)
    if lanes:
        ways = (f"Allow {lanes} rows of bars (", Option("max_lanes"), "), or draw")
    raise LayoutError(
        "too many groups to draw as bars between the columns: ",
        f"{', '.join(counts)}. ",
        *ways,
        " the p-value matrix (",
        PVALUE_MATRIX,
        ") for each of them.",
    )


def _sufficient_lanes(
    content: SequenceContent, undrawn: Sequence[int], look: Look, meter: TextMeter
) -> int:
    """Return the number of lanes that is sufficient for the groups of the `undrawn`
    columns; 0 if these lanes do not fit the page.
    """
    # If there were more lanes, they would not fit on the page.
    most = int(look.page_width / min(_LANE_PITCH.values()))
    for number in undrawn:
        column = content.columns[number]
        if _most_bars_at_once(column) > most:
            return 0
    larger = replace(content, max_lanes=max(most, content.max_lanes))
    plan = _first_plan(larger, look, meter)
    if plan is None or plan.undrawn:
        return 0
    return max(plan.columns[number].drawn.lane_count for number in undrawn)


def _most_bars_at_once(column: CDContent) -> int:
    """Return the largest number of bars that extend across the same algorithm."""
    passing = [0] * column.k
    for group in column.groups:
        for row in range(group[0], group[-1] + 1):
            passing[row] += 1
    return max(passing)


def _first_plan(
    content: SequenceContent, look: Look, meter: TextMeter
) -> SequencePlan | None:
    """Return the first plan with bars for all groups. If there is none, return the
    first plan that fits, or None.
    """
    first = None
    for attempt in _attempts(content, look, meter):
        plan = attempt.plan()
        if plan is None:
            continue
        if not plan.undrawn:
            return plan
        first = first or plan
    return first


def _attempts(
    content: SequenceContent, look: Look, meter: TextMeter
) -> Iterator[_Attempt]:
    """Yield the attempts, from most to least readable."""
    for step in _STEPS:
        for size in look.sizes:
            for both_sides in (True, False):
                yield _Attempt(
                    content=content,
                    look=look,
                    meter=meter,
                    step=step,
                    size=size,
                    both_sides=both_sides,
                )


@dataclass(frozen=True, kw_only=True)
class _Attempt:
    """An attempt to fit a sequence with names of one size on one or both sides."""

    content: SequenceContent
    look: Look
    meter: TextMeter
    step: _Step
    size: float
    both_sides: bool

    def plan(self, pointer: float = _POINTER) -> SequencePlan | None:
        """Return the plan with leaders of this length, or longer if necessary; None if
        it does not fit the page.
        """
        content, size = self.content, self.size
        pointer = max(pointer, _POINTER_PART * self.look.page_width)
        names = self._broken_names(pointer)
        if names is None:
            return None
        lines = [len(name) for name in names.lines]
        columns = _place_ranks(content, size, lines)
        rows = self._name_rows(columns, lines)
        least = _leader_length(columns.level[-1], rows[1], size)
        if self.both_sides:
            on_left = _leader_length(columns.marks[0], rows[0], size)
            least = max(least, on_left)
        if least > pointer:
            if self.step.name_lines > _FEW_LINES:
                return None
            return self.plan(least)
        right = names.widest + self._after + self._numbers + NAME_GAP + pointer
        left = self._first_room
        if self.both_sides:
            left = right + self._approach
        first, last = Look.PAD_X + left, self._right_end - right - columns.ends[-1]
        axes = _place_axes(first, last, columns.ends)
        if axes is None:
            return None
        titles = self._place_titles(axes)
        if titles is None:
            return None
        return SequencePlan(
            content=content,
            columns=_column_plans(content, columns, axes, titles),
            size=size,
            names=names.lines,
            both_sides=self.both_sides,
            numbers=self._numbers,
            pointer=pointer,
            approach=self._approach,
            first_ranks=self._first_ranks,
            first_ranks_right=self._right_end - self._mark_room,
            name_rows=rows,
            height=columns.height,
            beyond=columns.beyond,
        )

    @property
    def _right_end(self) -> float:
        return self.look.page_width - Look.PAD_X

    @property
    def _small(self) -> float:
        return small_type(self.size)

    @property
    def _numbers(self) -> float:
        """The width of the ranks next to the names, including the gap."""
        if not self.look.show_ranks:
            return 0.0
        printed = self.content.columns[-1].numbers
        if self.both_sides:
            printed += self.content.columns[0].numbers
        return self._widest(printed) + _NUMBER_GAP

    @property
    def _first_ranks(self) -> tuple[str, ...]:
        """The ranks in the first column that follow the names on the right if there are
        no names on the left.

        To the left of the first axis, a rank would be level with the name of another
        algorithm.
        """
        if self.both_sides or not self.look.show_ranks:
            return ()
        return tuple(f"({text})" for text in self.content.columns[0].numbers)

    @property
    def _mark_room(self) -> float:
        """The space for the family marks, which follow the names and ranks."""
        names = self.content.named
        return max(names.room(algorithm) for algorithm in range(len(names.names)))

    @property
    def _after(self) -> float:
        """The space for the ranks that follow the names."""
        if not self._first_ranks:
            return 0.0
        ranks = self._widest([*self._first_ranks, FIRST_HEAD])
        # Space for a mark is always added, because another name may have a mark even if
        # the widest name does not.
        return _FIRST_GAP + ranks + self._mark_room

    @property
    def _approach(self) -> float:
        """The length of the horizontal part of the leaders on the left."""
        if self.both_sides and self.content.has_ruler[0]:
            return _BEFORE_RULER
        return 0.0

    @property
    def _first_room(self) -> float:
        """The space to the left of the first axis if there are no names on this
        side.
        """
        ends = [f"{end:g}" for end in self.content.columns[0].axis_range]
        room = max(_DOT_ROOM, self._widest(ends) / 2)
        if self.step.whole_difference:
            # The critical difference is centred on the axis.
            room = max(room, self._widest([self.content.differences[0]]) / 2)
        return room

    def _widest(self, texts: Sequence[str]) -> float:
        """Return the width of the widest text in small type."""
        return max((self.meter.width(text, self._small) for text in texts), default=0.0)

    def _broken_names(self, pointer: float) -> BrokenNames | None:
        """Break the names to fit next to the columns and leaders; None if they do not
        fit.
        """
        content, size = self.content, self.size
        # Line breaks lengthen the axes but do not affect the widths of the columns.
        *ends, last = _place_ranks(content, size, [1] * content.columns[0].k).ends
        between = self._least_between()
        columns = last + self._first_room
        for end in ends:
            columns += max(end + _LEAST_SLANT, between)
        beside = pointer + NAME_GAP + self._numbers + self._after
        limit = self._right_end - Look.PAD_X - columns - beside
        most = self.step.name_lines
        if most == Names.ANY_LINES and limit < _WORD_ROOM * size:
            return None
        names = content.named.fit(size, limit, most, self.meter)
        if names is None or not self.both_sides:
            return names
        if 2 * names.widest + _BETWEEN_NAMES >= self.look.page_width / 2:
            return None
        return names

    def _least_between(self) -> float:
        """Return the minimum distance between two axes whose titles are next to each
        other.
        """
        words = []
        for title in self.content.titles[1:-1]:
            words += title.split()
        if self.step.whole_difference:
            words += self.content.differences[1:-1]
        return self._widest(words) + _TITLE_GAP

    def _name_rows(
        self, columns: _Columns, lines: Sequence[int]
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the vertical centres of the names on the left and on the right."""
        last = self.content.rows[-1]
        order = sorted(range(len(lines)), key=last.__getitem__)
        right = [lines[algorithm] for algorithm in order]
        left = lines
        if not self.both_sides:
            left = [1] * len(lines)
        height = columns.height
        return (
            _middles_of_names(columns.level[0], left, self.size, height),
            _middles_of_names(columns.level[-1], right, self.size, height),
        )

    def _place_titles(self, axes: Sequence[float]) -> list[_Title] | None:
        """Break titles and critical differences to fit between the columns; None if a
        word is too wide.
        """
        between = [(left + right) / 2 for left, right in pairwise(axes)]
        lefts = [Look.PAD_X, *(middle + _TITLE_GAP / 2 for middle in between)]
        rights = [*(middle - _TITLE_GAP / 2 for middle in between), self._right_end]
        titles = []
        for number, axis in enumerate(axes):
            texts = (self.content.titles[number], self._difference(number))
            title = self._place_title(texts, axis, lefts[number], rights[number])
            if title is None:
                return None
            titles.append(title)
        return titles

    def _difference(self, number: int) -> str:
        """Return the critical difference of a column, with no-break spaces if it must
        not be broken.
        """
        text = self.content.differences[number]
        printed = self.content.columns[number].cd_text
        if not self.step.whole_difference or printed is None:
            return text
        return text.replace(printed, printed.replace(" ", "\u00a0"))

    def _place_title(
        self, texts: tuple[str, str], axis: float, left: float, right: float
    ) -> _Title | None:
        """Break a title and a critical difference to fit between two positions, centred
        on the axis if the words allow it; None if they do not fit.
        """
        words = " ".join(texts).split(" ")
        centred = 2 * min(axis - left, right - axis) + 2 * _OFF
        for room in (max(centred, self._widest(words)), right - left):
            limit = min(room, right - left)
            parts = []
            for text in texts:
                lines = self.meter.broken(text, limit, self._small, whole_words=True)
                parts.append(lines or ())
            if all(0 < len(lines) <= _TITLE_LINES for lines in parts):
                half = self._widest([*parts[0], *parts[1]]) / 2
                middle = min(max(axis, left + half), right - half)
                return _Title(parts[0], parts[1], middle)
        return None


@dataclass(frozen=True)
class _Title:
    """The lines of a title and of a critical difference, and their common centre."""

    title: tuple[str, ...]
    difference: tuple[str, ...]
    middle: float


@dataclass(frozen=True, kw_only=True)
class _Columns:
    """The columns for one length of the axes, before they are placed on the page."""

    #: The length of the axes.
    height: float
    #: For each column, the positions of the algorithms on the axis and next to the
    #: bars, in rank order.
    marks: list[tuple[float, ...]]
    level: list[tuple[float, ...]]
    #: The bars of each column, followed by the distance by which they extend to the
    #: right.
    drawn: list[DrawnGroups]
    ends: list[float]

    @property
    def beyond(self) -> float:
        """The distance by which lines at the bars extend beyond the axes."""
        beyond = 0.0
        for places in self.level:
            beyond = max(beyond, -places[0], places[-1] - self.height)
        return beyond


def _column_plans(
    content: SequenceContent,
    columns: _Columns,
    axes: Sequence[float],
    titles: Sequence[_Title],
) -> tuple[ColumnPlan, ...]:
    """Return the columns with the positions of their axes and their titles."""
    plans = []
    for number, title in enumerate(titles):
        plan = ColumnPlan(
            content=content.columns[number],
            rows=content.rows[number],
            axis=axes[number],
            end=columns.ends[number],
            marks=columns.marks[number],
            level=columns.level[number],
            drawn=columns.drawn[number],
            has_ruler=content.has_ruler[number],
            title=title.title,
            difference=tuple(line.replace("\u00a0", " ") for line in title.difference),
            middle=title.middle,
        )
        plans.append(plan)
    return tuple(plans)


def _leader_length(
    places: Sequence[float], names: Sequence[float], size: float
) -> float:
    """Return the minimum horizontal length of leaders from an axis to the names at
    which neighbouring leaders do not merge.

    Halfway to the names, two neighbours are `gap` apart. Measured perpendicular to
    them, they are gap * cos(angle) apart, with tan(angle) = shift / length. Requiring
    this to be at least `least` gives length >= shift / sqrt((gap / least)**2 - 1).
    """
    least = _LEADERS_APART * size
    lengths = []
    for upper, lower in pairwise(zip(places, names, strict=True)):
        shift = max(abs(upper[1] - upper[0]), abs(lower[1] - lower[0]))
        gap = (sum(lower) - sum(upper)) / 2
        lengths.append(shift / sqrt((gap / least) ** 2 - 1))
    return max(lengths)


def _middles_of_names(
    level: Sequence[float], lines: Sequence[int], size: float, height: float
) -> tuple[float, ...]:
    """Return the vertical centres of names next to an axis of this height, as near to
    their marks as the heights of the names allow.
    """
    heights = [Names.name_height(count, size) for count in lines]
    gaps = [(upper + lower) / 2 for upper, lower in pairwise(heights)]
    # A name may extend beyond the end of the axis by half the height of a line.
    one = Names.name_height(1, size)
    lower = (heights[0] - one) / 2
    upper = height - (heights[-1] - one) / 2
    return spread(level, gaps, lower=lower, upper=upper)


def _place_ranks(
    content: SequenceContent, size: float, lines: Sequence[int]
) -> _Columns:
    """Return the columns on axes that are long enough for the names, for the ranks, and
    for bars that are consistent with the ruler.

    `lines` contains the number of lines in each name.
    """
    least = _least_height(content, size, lines)
    for factor in _TALLER:
        columns = _columns_of_height(content, least * factor)
        if columns is not None:
            return columns
    raise LayoutError(
        "a critical difference is too short for bars and rulers on these axes: narrow "
        "the ",
        Option("rank_range"),
        ", or omit the rulers (",
        Option("show_ruler", False),
        ").",
    )


def _least_height(content: SequenceContent, size: float, lines: Sequence[int]) -> float:
    """Return the minimum length of the axes that leaves room for the names, the ranks
    and the lines. `lines` contains the number of lines in each name.
    """
    last = content.columns[0].k - 1
    names = -Names.name_height(1, size)
    for count in lines:
        names += Names.name_height(count, size)
    names *= _NAMES_APART
    longest = 0.0
    for column in content.columns:
        low, high = column.axis_range
        longest = max(longest, high - low)
    ranks = _PER_RANK * min(longest, last)
    return max(names, last * _LINE_GAP, ranks, _LEAST_HEIGHT)


def _columns_of_height(content: SequenceContent, height: float) -> _Columns | None:
    """Return the columns on axes of this length; None if bars and ruler would be
    inconsistent.
    """
    marks, levels, bars, ends = [], [], [], []
    for column in content.columns:
        low, high = column.axis_range
        length = high - low
        fractions = tuple((rank - low) / length for rank in column.average_ranks)
        exact = tuple(fraction * height for fraction in fractions)
        level = _places_at_bars(content, column, fractions, height)
        if level is None:
            return None
        groups = choose_groups(
            column, level, _LANE_CLEAR, content.max_lanes, staircase=False
        )
        marks.append(spread(exact, MARK_GAP, lower=0.0, upper=height))
        levels.append(level)
        bars.append(groups)
        ends.append(_reach_of_bars(column, groups))
    return _Columns(height=height, marks=marks, level=levels, drawn=bars, ends=ends)


def _places_at_bars(
    content: SequenceContent,
    column: CDContent,
    fractions: tuple[float, ...],
    height: float,
) -> tuple[float, ...] | None:
    """Return the positions of the lines at the bars or decisions of a column, for ranks
    at these fractions of the axis; None if bars and ruler would be inconsistent.
    """
    if column.control is not None:
        # Decision markers must not overlap.
        exact = [fraction * height for fraction in fractions]
        return spread(exact, _LINE_GAP, lower=0.0, upper=height)
    difference = None
    if content.show_ruler:
        difference = _ruler_part(column)
    groups = drawable_groups(column, content.max_lanes) or ()
    return bars_on(fractions, BarRules(groups=groups, difference=difference), height)


def _ruler_part(column: CDContent) -> float | None:
    """Return the critical difference of a column as a fraction of its axis."""
    if column.critical_difference is None:
        return None
    low, high = column.axis_range
    return column.critical_difference / (high - low)


def _reach_of_bars(column: CDContent, groups: DrawnGroups) -> float:
    """Return the distance by which the bars or decisions of a column extend to the
    right.
    """
    count = groups.lane_count
    if column.control is not None:
        count = 1
    if count == 0:
        return FAN
    return FIRST_LANE + (count - 1) * _LANE_PITCH[groups.arched] + _AFTER_LANES


def _place_axes(
    first: float, last: float, ends: Sequence[float]
) -> tuple[float, ...] | None:
    """Place the axes from `first` to `last`; None if they do not fit.

    The axes are equally spaced if the lines between them have enough room. Otherwise,
    the gaps between the bars of each column and the next axis are equal.
    """
    count = len(ends) - 1
    room = last - first
    pitch = room / count
    if pitch - max(ends[:-1]) >= _GOOD_SLANT:
        return tuple(first + column * pitch for column in range(count + 1))
    slant = (room - sum(ends[:-1])) / count
    if slant < _LEAST_SLANT - 1e-9:
        return None
    return tuple(accumulate((end + slant for end in ends[:-1]), initial=first))
