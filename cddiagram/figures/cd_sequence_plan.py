"""What a sequence says, and a plan that fits its page: where columns stand, how high
they are, how names are broken.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    Look,
    Names,
    TextMeter,
    small_type,
    spread,
)
from cddiagram.text import LayoutError, Option

#: Least distance of two lines on their way to the names.
_LINE_GAP = 5.0
FAN = 5.0
FIRST_LANE, _LANE_CLEAR, _AFTER_LANES = 7.5, 6.0, 3.0
#: Distance of lanes without and with arches.
_LANE_PITCH = {False: 4.6, True: 5.6}
#: From the outer axes to the names, with the rulers in between, at least and as a part
#: of the page.
_POINTER, _POINTER_PART, NAME_GAP = 12.0, 0.04, 2.0
#: Least distance of two leaders half-way to their names, across both and in sizes:
#: steeper ones would merge.
_LEADERS_APART = 0.3
#: From a name to its rank, and to the first rank that follows it.
_NUMBER_GAP, FIRST_GAP = 3.2, 3.2
#: Room of a mark left of the first axis, where no names stand.
_DOT_ROOM = 8.5
_LEAST_HEIGHT, _PER_RANK = 60.0, 12.0
#: Where bars and ruler do not agree on an axis, one so much longer is tried.
_TALLER = (1.0, 1.25, 1.6, 2.0, 3.0, 5.0)
#: Least room from the bars of one column to the next axis: where all columns stand
#: equally far apart, and else.
_GOOD_SLANT, _LEAST_SLANT = 20.0, 14.0
_TITLE_GAP, _TITLE_LINES = 6.0, 4
#: A title is not broken to stand nearer to the middle of its axis than this.
_OFF = 4.0
#: Most lines of a name, tried one after the other: first beside critical differences
#: that are whole, then all.
_WHOLE_LINES, _NAME_LINES = (1, 2, 3), (1, 2, 3, 4, 6, Names.ANY_LINES)
#: Room in sizes that the words of a language have: where names have less, none is
#: broken within a word.
_WORD_ROOM = 9.0
_LEFT_NAMES = 24.0


@dataclass(frozen=True, kw_only=True)
class SequenceContent:
    """What a sequence says."""

    #: One comparison each, in its own rank order; algorithms that tie stand in the
    #: order of the column before.
    columns: tuple[CDContent, ...]
    #: For each column the rank position of each method; methods are numbered as in the
    #: first column.
    rows: tuple[tuple[int, ...], ...]
    titles: tuple[str, ...]
    #: Most rows of bars of a pairwise test.
    max_lanes: int
    #: Whether each axis with a critical difference has a ruler.
    show_ruler: bool

    def difference(self, column: CDContent, whole: bool) -> str:
        """Return the critical difference of a column in print, as one word if it is to
        stay whole; empty without.
        """
        if not self.show_ruler or column.cd_text is None:
            return ""
        ruler = column.ruler(column.scale(0.0, 1.0))
        text = ruler.text if ruler else column.cd_text
        return (
            text.replace(column.cd_text, column.cd_text.replace(" ", "\u00a0"))
            if whole
            else text
        )

    @property
    def named(self) -> Names:
        """The methods' names, those bold that are highlighted or the control of some
        column.
        """
        first, pairs = self.columns[0], tuple(zip(self.columns, self.rows, strict=True))
        heavy = frozenset(
            method
            for column, rows in pairs
            for method, row in enumerate(rows)
            if column.bold(row)
        )
        return Names(**{**first.plain(), "heavy": heavy})


@dataclass(frozen=True)
class ColumnPlan:
    """A column that has its place."""

    content: CDContent
    rows: tuple[int, ...]
    #: The x of its axis, and how far its bars, with what leads to them, reach right of
    #: it.
    axis: float
    end: float
    #: The place of each rank position below the upper end of the axis: exact, and at
    #: the bars.
    exact: tuple[float, ...]
    level: tuple[float, ...]
    drawn: DrawnGroups
    #: Lines of its title and of its critical difference, and the middle of both.
    title: tuple[str, ...]
    difference: tuple[str, ...]
    middle: float

    @property
    def levels(self) -> list[float]:
        """The x of its lanes."""
        pitch = _LANE_PITCH[self.drawn.arched]
        return [
            self.axis + FIRST_LANE + lane * pitch
            for lane in range(self.drawn.lane_count)
        ]


@dataclass(frozen=True, kw_only=True)
class SequencePlan:
    """A sequence that fits."""

    content: SequenceContent
    columns: tuple[ColumnPlan, ...]
    #: Size of the names.
    size: float
    #: Lines of each name, as in the first column.
    names: tuple[tuple[str, ...], ...]
    #: Whether the names stand left of the first column too, the width of the ranks
    #: beside them, and how far they are.
    both_sides: bool
    numbers: float
    pointer: float
    #: What follows each name: its rank in the first column, where that has no names;
    #: empty for nothing.
    first_ranks: tuple[str, ...]
    #: The middles of the names, or of the ranks alone, left and right, from the top and
    #: below the ends of the axes.
    name_rows: tuple[tuple[float, ...], tuple[float, ...]]
    #: Length of the axes, and how far lines leave them at most, at the bars.
    height: float
    beyond: float

    @property
    def undrawn(self) -> list[int]:
        """Which columns have groups without bars."""
        return [
            number
            for number, column in enumerate(self.columns)
            if not column.drawn.all_drawn
        ]


#: Most lines of a name, whether critical differences are whole, and whether names stand
#: on both sides.
_Step = tuple[int, bool, bool]


def plan_sequence(
    content: SequenceContent, options: Look, meter: TextMeter, *, wider: bool = False
) -> SequencePlan | None:
    """Return the first step at which columns, names and titles fit the page: smaller
    names, then broken ones.

    On a page that is `wider` than the one asked for, groups that more rows of bars
    would hold are no reason to refuse: their number would not be that of the page.
    """
    plan = _first_plan(content, options, meter)
    if plan is None or not plan.undrawn:
        return plan
    counted = (
        f"{content.titles[number]} ({content.columns[number].groups_counted})"
        for number in plan.undrawn
    )
    most, lanes = (
        int(options.page_width / min(_LANE_PITCH.values())),
        0,
    )  # more rows are wider than the page
    spans = [
        [range(group[0], group[-1] + 1) for group in content.columns[n].groups]
        for n in plan.undrawn
    ]
    if all(
        sum(row in span for span in own) <= most
        for own in spans
        for row in range(content.columns[0].k)
    ):
        held = _first_plan(
            replace(content, max_lanes=max(most, content.max_lanes)), options, meter
        )
        if held is not None and not held.undrawn:
            lanes = max(
                held.columns[number].drawn.lane_count for number in plan.undrawn
            )
    if lanes and wider:
        return plan
    raise LayoutError(
        f"too many groups for bars between the columns: {', '.join(counted)}. ",
        *(
            [f"Allow {lanes} rows of bars (", Option("max_lanes"), "), or draw"]
            if lanes
            else ["Draw"]
        ),
        " the p-value matrix (",
        PVALUE_MATRIX,
        ") of each.",
    )


def _first_plan(
    content: SequenceContent, options: Look, meter: TextMeter
) -> SequencePlan | None:
    """Return the first plan with bars for all groups; without them where only such fit;
    None where none does.
    """
    lines = [
        (most, whole)
        for whole, lines in ((True, _WHOLE_LINES), (False, _NAME_LINES))
        for most in lines
    ]
    steps = (
        (size, (*step, both))
        for step in lines
        for size in options.sizes
        for both in (True, False)
    )
    first = None
    for plan in filter(
        None, (_plan_at(content, options, meter, *step) for step in steps)
    ):
        if not plan.undrawn:
            return plan
        first = first or plan
    return first


def _plan_at(
    content: SequenceContent,
    options: Look,
    meter: TextMeter,
    size: float,
    step: _Step,
    pointer: float = _POINTER,
) -> SequencePlan | None:
    """Return the sequence with names of a size at a step, its leaders so long or, if
    need be, longer; or None.
    """
    most, whole, both_sides = step
    many = most > max(_WHOLE_LINES)
    page, right_end, columns = (
        options.page_width,
        options.page_width - Look.PAD_X,
        content.columns,
    )
    small = small_type(size)
    pointer = max(pointer, _POINTER_PART * page)
    *_, ends = _columns(
        content, size, [1] * columns[0].k
    )  # broken names make axes longer, not wider
    printed = columns[-1].numbers + (columns[0].numbers if both_sides else ())
    numbers = (
        max(meter.width(text, small) for text in printed) + _NUMBER_GAP
        if options.show_ranks
        else 0.0
    )
    # Without names on the left, a number there would be level with the name of another
    # algorithm.
    follows = options.show_ranks and not both_sides
    first_ranks = tuple(f"({text})" for text in columns[0].numbers) if follows else ()
    after = (
        max(meter.width(text, small) for text in first_ranks) + FIRST_GAP
        if first_ranks
        else 0.0
    )
    first_room = max(
        _DOT_ROOM,
        *(meter.width(f"{end:g}", small) / 2 for end in columns[0].axis_range),
    )
    if whole and not both_sides:  # it is centred on the first axis
        first_room = max(
            first_room, meter.width(content.difference(columns[0], whole), small) / 2
        )
    kept = [word for title in content.titles[1:-1] for word in title.split()]
    kept += [
        difference
        for column in columns[1:-1]
        if whole and (difference := content.difference(column, whole))
    ]
    words = [meter.width(word, small) for word in kept]
    apart = max(words, default=0.0) + _TITLE_GAP
    least = (
        sum(max(end + _LEAST_SLANT, apart) for end in ends[:-1]) + ends[-1] + first_room
    )
    limit = right_end - Look.PAD_X - least - pointer - NAME_GAP - numbers - after
    broken = (
        None
        if most == Names.ANY_LINES and limit < _WORD_ROOM * size
        else content.named.fit(size, limit, most, meter)
    )
    if broken is None or (both_sides and 2 * broken.widest + _LEFT_NAMES >= page / 2):
        return None
    lines = [*map(len, broken.lines)]
    height, exact, level, drawn, ends = _columns(content, size, lines)
    beyond = max(0.0, *(max(-places[0], places[-1] - height) for places in level))
    right = [
        lines[method]
        for method in sorted(range(len(lines)), key=content.rows[-1].__getitem__)
    ]
    left = lines if both_sides else [1] * len(lines)
    rows = (
        _name_rows(level[0], left, size, height),
        _name_rows(level[-1], right, size, height),
    )
    needed = _pointer(level[-1], rows[1], size)
    if both_sides:
        needed = max(needed, _pointer(exact[0], rows[0], size))
    if (
        needed > pointer
    ):  # names in many lines make axes so long that a wider page serves better
        return None if many else _plan_at(content, options, meter, size, step, needed)
    beside = broken.widest + after + numbers + NAME_GAP + pointer
    axes = _axes(
        right_end - beside - ends[-1],
        Look.PAD_X + (beside if both_sides else first_room),
        ends,
    )
    titles = _titles(content, axes, small, page, meter, whole) if axes else None
    if axes is None or titles is None:
        return None
    return SequencePlan(
        content=content,
        columns=tuple(
            map(
                ColumnPlan,
                columns,
                content.rows,
                axes,
                ends,
                exact,
                level,
                drawn,
                *titles,
            )
        ),
        size=size,
        names=broken.lines,
        both_sides=both_sides,
        numbers=numbers,
        pointer=pointer,
        first_ranks=first_ranks,
        name_rows=rows,
        height=height,
        beyond=beyond,
    )


def _pointer(places: Sequence[float], names: Sequence[float], size: float) -> float:
    """Return the room that leaders from these places to these names need, so that
    neighbours are seen as two.
    """
    shifts = [name - place for place, name in zip(places, names, strict=True)]
    steepest = (max(map(abs, pair)) for pair in pairwise(shifts))
    middles = pairwise(
        (place + name) / (2 * _LEADERS_APART * size)
        for place, name in zip(places, names, strict=True)
    )
    return max(
        shift / sqrt((under - middle) ** 2 - 1)
        for shift, (middle, under) in zip(steepest, middles, strict=True)
    )


def _name_rows(
    level: Sequence[float], lines: Sequence[int], size: float, length: float
) -> tuple[float, ...]:
    """Return the middles of names in so many lines beside an axis, as near to its marks
    as their heights allow.
    """
    heights = [Names.name_height(count, size) for count in lines]
    apart = list(accumulate((sum(pair) / 2 for pair in pairwise(heights)), initial=0.0))
    one = Names.name_height(1, size)
    lower, upper = (heights[0] - one) / 2, length - (heights[-1] - one) / 2 - apart[-1]
    free = spread(
        [y - beyond for y, beyond in zip(level, apart, strict=True)],
        0.0,
        lower=lower,
        upper=upper,
    )
    return tuple(y + beyond for y, beyond in zip(free, apart, strict=True))


_Places = list[tuple[float, ...]]


def _columns(
    content: SequenceContent, size: float, lines: Sequence[int]
) -> tuple[float, _Places, _Places, list[DrawnGroups], list[float]]:
    """Return the length of the axes for names in lines, on each the places of ranks and
    bars, bars, widths.
    """
    height, exact, level = _levels(content, _height(content, size, lines))
    drawn = [
        choose_groups(*pair, _LANE_CLEAR, content.max_lanes, staircase=False)
        for pair in zip(content.columns, level, strict=True)
    ]
    lanes = [
        (groups.lane_count if column.control is None else 1, _LANE_PITCH[groups.arched])
        for column, groups in zip(content.columns, drawn, strict=True)
    ]
    ends = [
        FIRST_LANE + (count - 1) * pitch + _AFTER_LANES if count else FAN
        for count, pitch in lanes
    ]
    return height, exact, level, drawn, ends


def _levels(content: SequenceContent, least: float) -> tuple[float, _Places, _Places]:
    """Return the length of the axes, and on each the places of the ranks and of what
    leads to bars or to decisions.
    """
    for factor in _TALLER:
        height = least * factor
        exact: _Places = []
        level: _Places = []
        for column in content.columns:
            low, high = column.axis_range
            fractions = tuple(
                (rank - low) / (high - low) for rank in column.average_ranks
            )
            cd = column.critical_difference if content.show_ruler else None
            groups = drawable_groups(column, content.max_lanes) or ()
            exact.append(tuple(fraction * height for fraction in fractions))
            found = bars_on(
                fractions,
                BarRules(groups=groups, difference=cd / (high - low) if cd else None),
                height,
            )
            if column.control is not None:  # no decision hides another
                found = spread(exact[-1], _LINE_GAP, lower=0.0, upper=height)
            level += [] if found is None else [found]
        if len(level) == len(exact):
            return height, exact, level
    raise LayoutError(
        "a critical difference is too short for bars and ruler on these axes: narrow "
        "the ",
        Option("rank_range"),
        ", or leave the rulers out (",
        Option("show_ruler", False),
        ").",
    )


def _height(content: SequenceContent, size: float, lines: Sequence[int]) -> float:
    """Return the length of the axes: room for the names in lines, for the ranks, and
    for the spread lines.
    """
    spans = [column.axis_range[1] - column.axis_range[0] for column in content.columns]
    last = content.columns[0].k - 1
    names = sum(Names.name_height(count, size) for count in lines) - Names.name_height(
        1, size
    )
    return max(
        names, last * _LINE_GAP, _PER_RANK * min(max(spans), last), _LEAST_HEIGHT
    )


def _axes(last: float, first: float, ends: Sequence[float]) -> tuple[float, ...] | None:
    """Place the axes from `first` to `last`: equally far apart if the lines between
    have room, else as lanes need.
    """
    slants = len(ends) - 1
    pitch, slant = (last - first) / slants, (last - first - sum(ends[:-1])) / slants
    if pitch - max(ends[:-1]) >= _GOOD_SLANT:
        return tuple(first + column * pitch for column in range(slants + 1))
    if slant < _LEAST_SLANT - 1e-9:
        return None
    return tuple(accumulate((end + slant for end in ends[:-1]), initial=first))


def _titles(
    content: SequenceContent,
    axes: Sequence[float],
    size: float,
    page: float,
    meter: TextMeter,
    whole: bool,
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]], list[float]] | None:
    """Break titles and differences to the room between columns, centred as far as words
    allow; None if one is wider.
    """

    def width(text: str) -> float:
        return meter.width(text, size)

    between = [(a + b) / 2 for a, b in pairwise(axes)]
    lefts = [Look.PAD_X, *(middle + _TITLE_GAP / 2 for middle in between)]
    rights = [*(middle - _TITLE_GAP / 2 for middle in between), page - Look.PAD_X]
    titles, differences, middles = [], [], []
    for column, title, axis, left, right in zip(
        content.columns, content.titles, axes, lefts, rights, strict=True
    ):
        texts = (title, content.difference(column, whole))
        words = [width(word) for text in texts for word in text.split(" ")]
        for room in (
            max(2 * min(axis - left, right - axis) + 2 * _OFF, *words),
            right - left,
        ):
            limit = min(room, right - left)
            both = [
                meter.broken(text, limit, size, whole_words=True) or ()
                for text in texts
            ]
            if all(0 < len(lines) <= _TITLE_LINES for lines in both):
                break
        else:
            return None
        half = max(width(line) for lines in both for line in lines) / 2
        titles.append(tuple(both[0]))
        differences.append(tuple(line.replace("\u00a0", " ") for line in both[1]))
        middles.append(min(max(axis, left + half), right - half))
    return titles, differences, middles
