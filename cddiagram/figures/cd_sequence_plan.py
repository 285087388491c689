"""Whether and how a sequence fits its page: where its columns stand, how high they are, which names are broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cddiagram.figures.cd_fit import LEADER_GAP
from cddiagram.figures.cd_marks import DrawnGroups, choose_groups
from cddiagram.figures.cd_sequence_content import SequenceContent
from cddiagram.figures.content import CDContent
from cddiagram.sheet.header import PAD_X
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH, fit_names
from cddiagram.sheet.spread import spread
from cddiagram.sheet.wrap import wrap

DOT = 1.9
FAN = 5.0
FIRST_LANE, LANE_PITCH, _LANE_CLEAR, _AFTER_LANES = 7.5, 5.4, 6.0, 3.0
POINTER, NAME_GAP = 10.0, 2.0
NAME_PITCH = 1.22
#: Room of a mark left of the first axis, where no names stand.
_DOT_ROOM = 4.0
_LEAST_HEIGHT, _PER_RANK, _PER_NAME = 60.0, 12.0, 1.28
#: Least run of the lines from one column to the next: where all columns stand equally far apart, and else.
_GOOD_SLANT, _LEAST_SLANT = 16.0, 11.0
_TITLE_GAP = 6.0
_TITLE_LINES = 4
_LEFT_NAMES = 24.0


@dataclass(frozen=True, kw_only=True)
class SequencePlan:
    """A sequence that fits: where its columns stand, and its texts in lines."""

    #: Size of the names.
    size: float
    #: Least distance of two names.
    pitch: float
    #: Lines of each name, as in the first column.
    names: tuple[tuple[str, ...], ...]
    #: Whether the names stand left of the first column too.
    both_sides: bool
    #: The x of each column's axis.
    axes: tuple[float, ...]
    #: How far the level part of the lines reaches right of each axis.
    ends: tuple[float, ...]
    #: Lines of each column's title.
    titles: tuple[tuple[str, ...], ...]
    #: Room of each title.
    title_bounds: tuple[tuple[float, float], ...]
    #: Length of the axes.
    height: float
    #: For each column, the place of each rank position below the upper end of the axis.
    spread: tuple[tuple[float, ...], ...]
    #: For each column the groups that have bars.
    drawn: tuple[DrawnGroups, ...]


def _steps(options: Look) -> Iterator[tuple[float, int]]:
    """Yield (size of the names, most lines of a name), from good to bearable."""
    yield from ((size, 1) for size in options.sizes)
    yield from ((options.sizes[-1], lines) for lines in (2, 3, 4, 6, 9, 14, 20, 40))


def plan_sequence(content: SequenceContent, options: Look, meter: TextMeter) -> SequencePlan | None:
    """Return the first step at which columns, names and titles fit the page; None if none does."""
    for size, most_lines in _steps(options):
        plan = _plan_at(content, options, meter, size, most_lines)
        if plan is not None:
            return plan
    return None


def _plan_at(
    content: SequenceContent, options: Look, meter: TextMeter, size: float, most_lines: int
) -> SequencePlan | None:
    count = len(content.columns)
    right_end = options.page_width - PAD_X
    height = _height(content, size, most_lines)
    places = [_spread(column, height) for column in content.columns]
    drawn = [
        choose_groups(column, along, _LANE_CLEAR, content.max_lanes)
        for column, along in zip(content.columns, places, strict=True)
    ]
    lanes = [
        groups.lane_count if column.control is None else 1
        for column, groups in zip(content.columns, drawn, strict=True)
    ]
    ends = tuple(_level_end(count) for count in lanes)
    numbers = [meter.width(f"{end:g}", size - 1.0) for end in content.columns[0].axis_range]
    first_room = max(_DOT_ROOM, *(number / 2 for number in numbers))
    least = sum(ends) + (count - 1) * _LEAST_SLANT + first_room
    limit = right_end - PAD_X - least - POINTER - NAME_GAP
    if limit < size:
        return None
    broken = fit_names(content.named, size, limit, most_lines, meter, least=0.0)
    if broken is None:
        return None
    widest = broken.widest
    both = 2 * widest + _LEFT_NAMES < options.page_width / 2
    last = right_end - widest - NAME_GAP - POINTER - ends[-1]
    axes = _axes(last, PAD_X + (widest + NAME_GAP + POINTER if both else first_room), ends)
    if axes is None and both:
        both = False
        axes = _axes(last, PAD_X + first_room, ends)
    if axes is None:
        return None
    titles = _titles(content, axes, size - 1.0, options.page_width, meter)
    if titles is None:
        return None
    return SequencePlan(
        size=size,
        pitch=_name_pitch(size, most_lines),
        names=broken.lines,
        both_sides=both,
        axes=axes,
        ends=ends,
        titles=titles[0],
        title_bounds=titles[1],
        height=height,
        spread=tuple(places),
        drawn=tuple(drawn),
    )


def _name_pitch(size: float, lines: int) -> float:
    return NAME_PITCH * size if lines == 1 else (LINE_PITCH * lines + 0.1) * size


def _height(content: SequenceContent, size: float, lines: int) -> float:
    """Return the length of the axes: room for the names, for the ranks, and for the spread lines."""
    spans = [column.axis_range[1] - column.axis_range[0] for column in content.columns]
    ranks = min(max(spans), content.k - 1)
    names = (_PER_NAME if lines == 1 else _name_pitch(size, lines) / size) * size
    # the first and the last name reach beyond their middles by all lines but one
    broken = (lines - 1) * LINE_PITCH * size
    return max((content.k - 1) * max(names, LEADER_GAP) + broken, _PER_RANK * ranks, _LEAST_HEIGHT)


def _spread(column: CDContent, height: float) -> tuple[float, ...]:
    return spread(exact_places(column, height), LEADER_GAP, lower=0.0, upper=height)


def exact_places(column: CDContent, height: float) -> tuple[float, ...]:
    """Return the place of each average rank below the upper end of the axis."""
    low, high = column.axis_range
    return tuple((rank - low) / (high - low) * height for rank in column.average_ranks)


def _level_end(lanes: int) -> float:
    return FIRST_LANE + (lanes - 1) * LANE_PITCH + _AFTER_LANES if lanes else FAN


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
) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[float, float], ...]] | None:
    """Break the titles of the columns to the room between them; None if a word does not fit."""
    middles = [(a + b) / 2 for a, b in pairwise(axes)]
    lefts = [PAD_X, *(middle + _TITLE_GAP / 2 for middle in middles)]
    rights = [*(middle - _TITLE_GAP / 2 for middle in middles), page - PAD_X]
    broken: list[tuple[str, ...]] = []
    for text, left, right in zip(content.titles, lefts, rights, strict=True):
        math = content.columns[0].math
        lines = wrap(text, right - left, lambda line: meter.width(line, size), math=math, whole_words=True)
        if lines is None or len(lines) > _TITLE_LINES:
            return None
        broken.append(lines)
    return tuple(broken), tuple(zip(lefts, rights, strict=True))
