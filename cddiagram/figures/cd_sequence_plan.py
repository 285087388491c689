"""What a sequence says, and a plan that fits its page: where columns stand, how high they are, how names are broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cddiagram._util.inlines import Option
from cddiagram.errors import LayoutError
from cddiagram.figures.bars import PVALUE_MATRIX, DrawnGroups, choose_groups, drawable_groups
from cddiagram.figures.cd_fit import LEADER_GAP, BarRules, bar_places
from cddiagram.figures.content import CDContent
from cddiagram.sheet.header import PAD_X
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH, Names, fit_names
from cddiagram.sheet.spread import spread
from cddiagram.sheet.wrap import wrap

FAN = 5.0
FIRST_LANE, _LANE_CLEAR, _AFTER_LANES = 7.5, 6.0, 3.0
#: Distance of lanes without and with hops.
_LANE_PITCH = {False: 4.6, True: 5.6}
#: From the outer axes to the names, with the rulers in between, at least and as a part of the page; what names take in
#: height, in units of their size.
_POINTER, _POINTER_PART, NAME_GAP, _NAME_PITCH = 12.0, 0.04, 2.0, 1.22
#: From a name to its rank.
_NUMBER_GAP = 3.2
#: Room of a mark left of the first axis, where no names stand.
_DOT_ROOM = 8.5
_LEAST_HEIGHT, _PER_RANK, _PER_NAME = 60.0, 12.0, 1.28
#: Where bars and ruler do not agree on an axis, one so much longer is tried; 0 is as long as at first, without a ruler.
_TALLER = (1.0, 1.25, 1.6, 2.0, 3.0, 5.0, 0.0)
#: Least room from the bars of one column to the next axis: where all columns stand equally far apart, and else.
_GOOD_SLANT, _LEAST_SLANT = 20.0, 14.0
_TITLE_GAP, _TITLE_LINES = 6.0, 4
_LEFT_NAMES = 24.0


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
        return Names(**{**first.plain(), "heavy": heavy})


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
        return [self.axis + FIRST_LANE + lane * pitch for lane in range(self.drawn.lane_count)]


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
    ends = [FIRST_LANE + (count - 1) * pitch + _AFTER_LANES if count else FAN for count, pitch in lanes]
    shown = [meter.width(text, size - 1.0) for column in (columns[0], columns[-1]) for text in column.numbers]
    numbers = max(shown) + _NUMBER_GAP if options.show_ranks else 0.0
    first_room = max(_DOT_ROOM, *(meter.width(f"{end:g}", size - 1.0) / 2 for end in columns[0].axis_range))
    if numbers:
        first_room = max(first_room, numbers - _NUMBER_GAP + NAME_GAP + pointer)
    least = sum(ends) + (len(ends) - 1) * _LEAST_SLANT + first_room
    limit = right_end - PAD_X - least - pointer - NAME_GAP - numbers
    broken = None if limit < size else fit_names(content.named, size, limit, most_lines, meter, least=0.0)
    if broken is None:
        return None
    beside = broken.widest + numbers + NAME_GAP + pointer
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
