"""The ranked list: one row for each algorithm, best on top, with columns for name, rank, groups and a dot plot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cddiagram._util.inlines import Phrase
from cddiagram.errors import LayoutError
from cddiagram.figures.bars import BarStyle, draw_bars, place_bars
from cddiagram.figures.cd_marks import (
    NO_BARS,
    PVALUE_MATRIX,
    DrawnGroups,
    choose_groups,
    interval_ends,
    interval_text,
    ruler_on,
)
from cddiagram.figures.content import CDContent
from cddiagram.figures.record import CDLayout, CDLook
from cddiagram.figures.rows import (
    RANK_GAP,
    RowColumns,
    draw_columns,
    draw_rank_head,
    draw_zebra,
    number_column,
    stack_rows,
)
from cddiagram.sheet.axis import AxisScale, draw_axis, end_room
from cddiagram.sheet.elements import Element, Line, Marker, Rectangle
from cddiagram.sheet.header import PAD_X, PAD_Y, draw_header
from cddiagram.sheet.marks import REFERENCE, KeyEntry, decision_key, decision_marker, marker_entry
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import fit_names
from cddiagram.words.numbers import format_cd

_LANES_EXTRA = 7.0
_LANE_PITCH = 5.0
_NARROW_PITCH = 3.8
_NARROW_STYLE = BarStyle(bar=1.2, link=0.6, disc=1.2, hop=1.3)
#: Half a row stays free between two bars of a lane; in whole rows that is the next row.
_LANE_CLEAR = 0.5
_AFTER_AXIS = 2.5
_DOT = 2.1
#: Between the numbers, the letters and the plot.
_BEFORE_LETTERS, _AFTER_LETTERS = 5.0, 8.0
#: What shows all pairs however many groups there are.
MATRIX = Phrase("draw the p-value matrix (", PVALUE_MATRIX, ") instead")
_GUIDE, _BORDER = 0.5, 0.8


@dataclass(frozen=True, kw_only=True)
class ListStep:
    """One step of the fitting ladder."""

    #: Size of the names.
    size: float
    #: Distance of the lanes.
    pitch: float
    #: Least width of the dot plot as a fraction of the page; None for no plot.
    plot: float | None
    #: Most lines of a name; 1 is no wrapping.
    lines: int = 1


@dataclass(frozen=True, kw_only=True)
class ListPlan:
    """A ranked list that fits: places of its columns, and its groups as bars or as letters."""

    step: ListStep
    columns: RowColumns
    lanes_left: float
    plot: tuple[float, float] | None
    drawn: DrawnGroups
    letters: tuple[str, ...] = ()

    @property
    def style(self) -> BarStyle:
        """Sizes of the bars for the distance of the lanes."""
        pitch = self.step.pitch
        return BarStyle() if pitch >= _LANE_PITCH else _NARROW_STYLE.scaled(pitch / _NARROW_PITCH)


def ladder(options: CDLook) -> Iterator[ListStep]:
    """Yield the steps from the most to the least readable: smaller names, narrower plot and lanes, broken names."""
    sizes = options.sizes
    largest, smallest = sizes[0], sizes[-1]
    below = [size for size in sizes if size <= largest - 0.5 + 1e-9] or [smallest]
    low = [size for size in sizes if size <= largest - 1.0 + 1e-9] or [smallest]
    upper = [size for size in sizes if size >= largest - 1.0 - 1e-9]
    if options.wrap is True:
        yield from (ListStep(size=size, pitch=_LANE_PITCH, plot=0.22, lines=2) for size in upper)
    yield from (ListStep(size=size, pitch=_LANE_PITCH, plot=0.22) for size in upper)
    yield from (ListStep(size=size, pitch=_LANE_PITCH, plot=0.12) for size in below)
    yield from (ListStep(size=size, pitch=_NARROW_PITCH, plot=0.12) for size in low)
    for pitch in (_NARROW_PITCH, 3.0, 2.2):
        yield from (ListStep(size=size, pitch=pitch, plot=None) for size in below)
    if options.wrap is False:
        return
    for lines in (2, 4):
        yield ListStep(size=smallest, pitch=_LANE_PITCH, plot=0.22, lines=lines)
        yield ListStep(size=smallest, pitch=_NARROW_PITCH, plot=0.12, lines=lines)
        yield ListStep(size=smallest, pitch=_NARROW_PITCH, plot=None, lines=lines)
    for pitch in (_NARROW_PITCH, 3.0, 2.2):
        yield ListStep(size=smallest, pitch=pitch, plot=None, lines=1000)


def plan_list(content: CDContent, options: CDLook, meter: TextMeter) -> ListPlan | None:
    """Return the first step of the ladder that fits; None if none does."""
    drawn, letters = _groups_shown(content, options)
    for step in ladder(options):
        small = step.size - 1.0
        room = end_room(*content.axis_range, small, meter)
        # without a plot the numbers carry the ranks, asked for or not
        numbers = number_column(content, step.size, meter) if options.show_ranks or step.plot is None else 0.0
        lanes_width = _lanes_width(content, step, drawn.lane_count, _letters_width(letters, small, meter), room)
        least_plot = 0.0 if step.plot is None else step.plot * options.page_width
        right_room = PAD_X if step.plot is None else max(room, REFERENCE)
        limit = options.page_width - PAD_X - numbers - RANK_GAP - lanes_width - least_plot - right_room
        names = fit_names(content, step.size, limit, step.lines, meter)
        if names is None:
            continue
        columns = RowColumns(names=names, names_right=PAD_X + names.widest, ranks_right=PAD_X + names.widest + numbers)
        lanes_left = columns.right
        return ListPlan(
            step=step,
            columns=columns,
            lanes_left=lanes_left,
            plot=None if step.plot is None else (lanes_left + lanes_width, options.page_width - right_room),
            drawn=drawn,
            letters=letters,
        )
    return None


def _groups_shown(content: CDContent, options: CDLook) -> tuple[DrawnGroups, tuple[str, ...]]:
    """Return the groups as bars, or as letters where these are asked for or bars are too many.

    Raises
    ------
    LayoutError
        There are too many groups for either: a diagram without its groups would show no result.
    """
    if options.letters is not True:
        drawn = choose_groups(content, range(content.k), _LANE_CLEAR, options.max_lanes)
        if drawn.all_drawn:
            return drawn, ()
        if options.letters is False:
            raise LayoutError(f"{content.groups_counted} are too many for bars: leave letters out, or ", MATRIX, ".")
    if not content.letters:
        raise LayoutError(
            f"{content.groups_counted} are too many for bars, and for the letters a-z and A-Z: ", MATRIX, "."
        )
    return NO_BARS, content.letters


def _letters_width(letters: Sequence[str], size: float, meter: TextMeter) -> float:
    """Return the width of the column of letters with the room on its right; 0 without letters."""
    return max(meter.width(text, size) for text in letters) + _AFTER_LETTERS if letters else 0.0


def _lanes_width(content: CDContent, step: ListStep, lane_count: int, letters: float, room: float) -> float:
    """Return the width of lanes or letters; without any, the room that the plot's first mark or number needs."""
    if lane_count:
        return lane_count * step.pitch + _LANES_EXTRA
    if step.plot is not None:
        return max(letters + room - REFERENCE if letters else room - RANK_GAP + 2.0, 0.0)
    return letters + 2 * REFERENCE if letters else 2 * REFERENCE if content.control is not None else 0.0


def draw_list(content: CDContent, options: CDLook, meter: TextMeter, plan: ListPlan) -> CDLayout:
    """Place everything."""
    size, small, page = plan.columns.size, plan.columns.small, options.page_width
    scale, head, y = _draw_head(content, options, meter, plan)
    rows = stack_rows(plan.columns.names, y)
    middles, bottom = rows.middles, rows.bottom
    levels = [plan.lanes_left + (lane + 0.5) * plan.step.pitch for lane in range(plan.drawn.lane_count)]
    bars = place_bars(plan.drawn.groups, plan.drawn.lanes, middles, levels)
    texts, boxes = draw_columns(content, plan.columns, middles, meter)
    elements: list[Element] = [
        *draw_zebra(rows, page),
        *(_draw_interval_column(content, scale, bottom) if scale else []),
        *head,
        *(draw_axis(scale, small, meter) if scale else []),
        *_draw_marks(content, plan, scale, middles, meter),
        *draw_bars(bars, middles, plan.style, vertical=True),
        *_draw_letters(plan, middles, meter),
        *texts,
    ]
    return CDLayout(
        width=page,
        height=bottom + PAD_Y,
        elements=tuple(elements),
        kind="list",
        labels="list",
        font_size=size,
        names=content.names,
        label_boxes=boxes,
        axis=scale,
        marker_positions=tuple(scale.at(rank) for rank in content.average_ranks) if scale else (),
        bar_positions=middles,
        leader_positions=middles,
        bars=bars,
        lanes=plan.drawn.lane_count,
        letters=plan.letters,
    )


def _draw_head(
    content: CDContent, options: CDLook, meter: TextMeter, plan: ListPlan
) -> tuple[AxisScale | None, list[Element], float]:
    """Return the scale of the plot, the elements above the rows but for the axis, and where the rows begin."""
    small, page = plan.columns.small, options.page_width
    low, high = content.axis_range
    scale = None if plan.plot is None else AxisScale(low=low, high=high, x_low=plan.plot[0], x_high=plan.plot[1])
    ruler = ruler_on(content, scale) if scale and options.show_ruler else None
    items = content.header(
        page,
        plan.columns.size,
        ruler=ruler,
        cd_text=None if ruler or content.control is not None or not options.show_ruler else _said_cd(content),
        key=_key(content, plan, options),
    )
    if scale is None:
        tip = page - PAD_X if options.show_direction else None
        return None, *draw_header(replace(items, cue_tip=tip, cue_side="up"), meter)
    room = end_room(low, high, small, meter)
    head, scale = draw_rank_head(items, scale, content.axis_label, room, options.show_direction, meter)
    return scale, head, scale.y + _AFTER_AXIS


def _said_cd(content: CDContent) -> str | None:
    return None if content.critical_difference is None else f"CD = {format_cd(content.critical_difference)}"


def _key(content: CDContent, plan: ListPlan, options: CDLook) -> tuple[KeyEntry, ...]:
    """Return what markers, letters and hops mean."""
    if content.control is not None:
        return decision_key(interval_text(content) if options.show_ruler else None, decision=content.decision)
    if not plan.letters:
        return plan.drawn.key
    best = marker_entry("not different from the best", different=False)
    return KeyEntry(text="same letter: not different"), best


def _draw_letters(plan: ListPlan, middles: Sequence[float], meter: TextMeter) -> list[Element]:
    """Return the letters of each row, in one column behind the numbers."""
    size, left = plan.columns.small, plan.lanes_left - RANK_GAP + _BEFORE_LETTERS
    return [
        meter.put(f"letters-{row}", left, y, text, size)
        for row, (text, y) in enumerate(zip(plan.letters, middles, strict=False))
    ]


def _draw_marks(
    content: CDContent, plan: ListPlan, scale: AxisScale | None, middles: Sequence[float], meter: TextMeter
) -> list[Element]:
    """Return guides and markers; with a reference but no plot, the markers alone, in a column."""
    if scale is None:
        x = plan.lanes_left + _letters_width(plan.letters, plan.columns.small, meter) + REFERENCE
        alone = content.control is None and not plan.letters
        return [] if alone else [_marker(content, plan, row, x, y) for row, y in enumerate(middles)]
    guides: list[Element] = []
    markers: list[Element] = []
    for row, y in enumerate(middles):
        x = scale.at(content.average_ranks[row])
        if x > scale.left:
            guides.append(Line(gid=f"guide-{row}", points=((scale.left, y), (x, y)), width=_GUIDE, color="guide"))
        markers.append(_marker(content, plan, row, x, y))
    return guides + markers


def _marker(content: CDContent, plan: ListPlan, row: int, x: float, y: float) -> Marker:
    """Return the mark of an average rank: a disc, or what the tests say beside the control or beside the best."""
    gid, color = f"marker-{row}", content.color(row, "foreground")
    if content.control is None and not plan.letters:
        return Marker(gid=gid, x=x, y=y, radius=_DOT, fill=color)
    reference = content.control or 0
    flags = content.apart_from_best if content.control is None else content.rejected
    return decision_marker(gid, x, y, color, different=None if row == reference else flags[row])


def _draw_interval_column(content: CDContent, scale: AxisScale, bottom: float) -> list[Element]:
    """Return the control's interval as a column behind the dots, with a border at each end that the axis shows."""
    interval = interval_ends(content, scale)
    if interval is None:
        return []
    left, right = scale.at(interval[0]), scale.at(interval[1])
    band = Rectangle(gid="interval", x=left, y=scale.y, width=right - left, height=bottom - scale.y, fill="guide")
    borders = [
        Line(gid="interval-cap", points=((scale.at(end), scale.y), (scale.at(end), bottom)), width=_BORDER)
        for end in interval[2]
    ]
    return [band, *borders]
