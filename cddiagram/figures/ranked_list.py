"""The ranked list: one row for each algorithm, with the best at the top, and columns
for the name, the rank, the groups and a dot plot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from cddiagram.figures.bars import (
    DRAW_MATRIX,
    BarStyle,
    DrawnGroups,
    choose_groups,
    draw_row_bars,
    prefers_letters,
)
from cddiagram.figures.content import CDContent
from cddiagram.figures.folding import fold
from cddiagram.figures.record import WIDE, CDLayout, CDLook
from cddiagram.figures.rows import (
    GOOD_PLOT,
    RANK_GAP,
    RowColumns,
    RowStep,
    draw_band,
    draw_columns,
    draw_number_heads,
    draw_rank_head,
    draw_zebra,
    fit_columns,
    stack_rows,
)
from cddiagram.sheet import (
    POINTS_PER_INCH,
    REFERENCE,
    AxisScale,
    Element,
    KeyEntry,
    Line,
    Look,
    Names,
    TextMeter,
    small_type,
)
from cddiagram.text import LayoutError
from cddiagram.words import LanePitch

#: The rows in a single block have at most this total height, in points. The key is True
#: if the page is wide.
_HIGHEST = {True: 7.3 * POINTS_PER_INCH, False: 8.5 * POINTS_PER_INCH}
_GUTTER = {True: 14.0, False: 9.0}
#: If a list would be longer than a page, the distance between its rows is reduced, but
#: not below this fraction of the usual distance.
_CLOSEST = 0.83
#: A list that is as wide as a column is divided into two blocks only if at most this
#: proportion of its names is broken into lines.
_FEW_BROKEN = 0.25

_LANES_EXTRA = 7.0
#: Bars are wide if they occupy at most this many lanes, because wide bars in more lanes
#: would look like stripes. The second number is the distance between lanes with thin
#: bars.
_MOST_WIDE, _THIN_PITCH = 12, 3.8
#: The bars of a list in two blocks occupy at most this many lanes.
_MOST_FOLDED = 12
_THIN = BarStyle(bar=1.2, thin=0.5)
#: Two bars in a lane are at least this far apart, as a multiple of the height of a row.
#: Bars end in the middle of a row, so another bar can begin in the next row.
_LANE_CLEAR = 0.5
#: The first number is the distance from the axis to the first row. The second is the
#: distance from the final row to the end of a band.
_AFTER_AXIS, _BELOW_ROWS = 2.5, 2.0
_DOT = 2.1
#: The gap before the letters, followed by the gap after them.
_BEFORE_LETTERS, _AFTER_LETTERS = 5.0, 8.0
#: If identical letters are aligned, the column of a letter is at least this wide. The
#: second number is the gap between two wide letters.
_SLOT, _SLOT_GAP = 4.2, 0.4
#: Letters are aligned in columns if there are at most this many different letters. If
#: any row contains more letters than the third number, the second number applies
#: instead.
_FEW_SLOTS, _MOST_SLOTS, _LONG_ROW = 12, 21, 5
#: Next to aligned letters, the plot occupies at least this fraction of the page width.
_SLOTTED_PLOT = 0.17
_GUIDE = 0.3


@dataclass(frozen=True)
class ListStep(RowStep):
    """One step from the most to the least readable list, including the distance between
    lanes. A plot with the fraction 0 is omitted.
    """

    pitch: float = LanePitch.LIST
    #: Whether identical letters are aligned in columns.
    slots: bool = False

    def style(self, lanes: int) -> BarStyle:
        """Return the sizes of the bars for this number of lanes."""
        if lanes > _MOST_WIDE:
            return _THIN.scaled(min(self.pitch / 3.0, 1.0))
        return BarStyle().scaled(self.pitch / LanePitch.LIST)


@dataclass(frozen=True)
class Rung:
    """One or more steps of the ladder: all combinations of a name size and a distance
    between lanes.
    """

    #: The maximum number of lines in a name.
    lines: int
    #: The plot occupies at least this fraction of the page width.
    plot: float
    #: The font sizes that are tried for names: "all", "smallest", "large" (at most 1 pt
    #: smaller than requested) or "small" (at least 0.5 pt smaller).
    sizes: str
    pitches: tuple[float, ...]
    #: Whether identical letters are aligned in columns, which requires more space.
    slots: bool = False


#: The steps, from the most readable list to the least readable one. In the first steps,
#: each name is on a single line. In later steps, names are broken into lines. In the
#: final steps, the list has no plot.
LADDER = (
    Rung(1, GOOD_PLOT, "large", (LanePitch.LIST,), slots=True),
    Rung(1, _SLOTTED_PLOT, "large", (LanePitch.LIST,), slots=True),
    Rung(1, GOOD_PLOT, "large", (LanePitch.LIST, 3.8)),
    Rung(2, GOOD_PLOT, "all", (LanePitch.LIST, 3.8, 3.0)),
    Rung(3, GOOD_PLOT, "all", (LanePitch.LIST, 3.8, 3.0)),
    Rung(4, GOOD_PLOT, "all", (LanePitch.LIST, 3.8, 3.0)),
    Rung(Names.ANY_LINES, GOOD_PLOT, "all", (LanePitch.LIST, 3.8, 3.0)),
    Rung(1, 0.0, "small", (LanePitch.LIST, 3.8, 3.0, 2.2)),
    Rung(2, 0.0, "smallest", (LanePitch.LIST, 3.8, 3.0, 2.2)),
    Rung(4, 0.0, "smallest", (LanePitch.LIST, 3.8, 3.0, 2.2)),
    Rung(Names.ANY_LINES, 0.0, "smallest", (LanePitch.LIST, 3.8, 3.0, 2.2)),
)


def ladder(options: CDLook, lanes: int, letters: Sequence[str]) -> Iterator[ListStep]:
    """Yield the steps of the ladder that the options allow, for a number of lanes or for
    letters. Many lanes are always close together.
    """
    for rung in LADDER:
        is_broken = rung.lines > 1
        if rung.slots and not _may_have_slots(letters):
            continue
        if is_broken and options.wrap is False:
            continue
        if options.wrap is True and not is_broken and rung.plot:
            continue
        for pitch, size in product(rung.pitches, _sizes(rung, options)):
            if lanes <= _MOST_WIDE or pitch <= _THIN_PITCH:
                yield ListStep(size, rung.plot, rung.lines, pitch, rung.slots)


def _sizes(rung: Rung, options: CDLook) -> Sequence[float]:
    """Return the name sizes of a rung, starting with the largest."""
    sizes = options.sizes
    if rung.sizes == "large":
        return [size for size in sizes if size >= sizes[0] - 1.0 - 1e-9]
    if rung.sizes == "small":
        small = [size for size in sizes if size <= sizes[0] - 0.5 + 1e-9]
        return small or sizes
    if rung.sizes == "smallest":
        return sizes[-1:]
    return sizes


@dataclass(frozen=True, kw_only=True)
class ListPlan:
    """A ranked list that fits its page, with its columns, and with groups as bars or as
    letters.
    """

    content: CDContent
    options: CDLook
    step: ListStep
    columns: RowColumns
    #: The width of a block of rows.
    block: float
    #: The width of the letters, including the gap to the right of them.
    letters_width: float
    plot: tuple[float, float] | None
    drawn: DrawnGroups

    @property
    def rows_height(self) -> float:
        """The height of all rows in one block at the usual distance."""
        return stack_rows(self.columns.names, 0.0).bottom

    @property
    def is_folded(self) -> bool:
        """Whether there are two blocks."""
        return self.block < self.options.page_width

    @property
    def has_good_names(self) -> bool:
        """Whether only few names are broken, and none of them into more than two
        lines.
        """
        counts = [len(lines) for lines in self.columns.names.lines]
        several_lines = sum(count > 1 for count in counts)
        return max(counts) <= 2 and several_lines <= _FEW_BROKEN * len(counts)

    @property
    def closeness(self) -> float:
        """The distance between rows as a fraction of the usual distance. It is below 1
        only in a single block that would otherwise be too tall.
        """
        highest = _HIGHEST[self.options.page_width >= WIDE]
        if self.is_folded:
            return 1.0
        return min(1.0, max(_CLOSEST, highest / self.rows_height))

    @property
    def beside_names(self) -> tuple[float, float]:
        """The width of the column of ranks, and the space between this column and the
        plot.
        """
        ranks_left, ranks_right = self.columns.names_right, self.columns.ranks_right
        further = 0.0
        if self.plot is not None:
            further = self.plot[0] - ranks_right
        return ranks_right - ranks_left, further

    @property
    def axis_left(self) -> float | None:
        """The left end of the axis; None without a plot."""
        if self.plot is None:
            return None
        return self.plot[0]

    @property
    def style(self) -> BarStyle:
        """The sizes of the bars."""
        return self.step.style(self.drawn.lane_count)

    @property
    def letters(self) -> tuple[str, ...]:
        """The printed letters of each algorithm if they show the groups."""
        return _letters(self.content, self.drawn)

    @property
    def key(self) -> tuple[KeyEntry, ...]:
        """The key entries that explain the marks and the letters."""
        if self.content.control is not None:
            return self.content.decision_key
        if not self.letters:
            return self.drawn.key(self.style, self.options.note, is_list=True)
        best = KeyEntry.decisions("best", suffix=" from the best")
        letters = "same letter: not different"
        if self.content.short_letters:
            letters = "same letter (a–d: abcd): not different"
        return KeyEntry(text=letters), *best

    def shown_key(self, meter: TextMeter) -> tuple[KeyEntry, ...]:
        """Return the key in the header of this list. With a control, the key contains
        the half-width of the band.
        """
        return self.content.unexplained((*self.key, *self._reach_key))

    @property
    def _reach_key(self) -> tuple[KeyEntry, ...]:
        content = self.content
        if content.reach_text is None or not self.options.show_ruler:
            return ()
        text = f"interval: {content.reach_text}"
        if self.plot is None:  # the band is part of the plot
            return (KeyEntry(text=text),)
        entry = KeyEntry.swatch(text, self.columns.small, "band", "leader")
        return (replace(entry, shorter=content.reach_text),)

    @property
    def judged(self) -> CDContent:
        """The content whose markers show the differences from the control or, next to
        letters, from the best algorithm.
        """
        if not self.letters:
            return self.content
        return replace(self.content, control=0, rejected=self.content.apart_from_best)

    def draw(self, meter: TextMeter) -> CDLayout:
        """Return the layout."""
        content, columns = self.content, self.columns
        scale, head, y = _draw_head(self, meter)
        rows = stack_rows(columns.names, y, closeness=self.closeness)
        middles, bottom = rows.middles, rows.bottom
        levels = []
        for lane in range(self.drawn.lane_count):
            levels.append(columns.right + (lane + 0.5) * self.step.pitch)
        bars = self.drawn.placed(middles, levels)
        texts, boxes = draw_columns(content, columns, middles, meter)
        elements = draw_zebra(rows, self.block)
        positions: list[float] = []
        if scale is not None:
            interval = content.interval(scale)
            if interval is not None:
                bottom += _BELOW_ROWS
                low, high, closed = interval
                elements += draw_band("interval", (low, high), scale, bottom, closed)
            elements += scale.draw(columns.small, meter)
            elements += draw_number_heads(
                columns, scale.number_row(columns.small), meter
            )
            positions = [scale.at(rank) for rank in content.average_ranks]
        elements += head
        elements += _draw_marks(self, scale, middles)
        elements += draw_row_bars(bars, rows, self.style)
        elements += _draw_letters(self, middles, meter)
        elements += texts
        letters: tuple[str, ...] = ()
        if self.letters:
            letters = content.letters
        layout = CDLayout(
            width=self.options.page_width,
            height=bottom + Look.PAD_Y,
            elements=tuple(elements),
            kind="list",
            labels="list",
            font_size=columns.size,
            names=content.names,
            label_boxes=boxes,
            axis=scale,
            marker_positions=tuple(positions),
            bar_positions=middles,
            leader_positions=middles,
            bars=bars,
            lanes=self.drawn.lane_count,
            letters=letters,
        )
        if self.is_folded:
            gutter = _GUTTER[self.options.page_width >= WIDE]
            return fold(layout, rows, self.block + gutter)
        return layout


def plan_list(content: CDContent, options: CDLook, meter: TextMeter) -> ListPlan | None:
    """Return the plan of the first step that fits, in two blocks if one block would be
    too tall; None if nothing fits.

    In two blocks, letters replace bars that have many lanes or leave no room for a plot. In a column,
    there are two blocks only if few names are broken. Otherwise, the single block has
    names of the smallest size. If two blocks are also too tall, smaller names are used.
    """
    bars = _groups_shown(content, options)
    page = options.page_width
    is_wide = page >= WIDE
    plan = _first_plan(content, bars, options, meter, page)
    if plan is None or plan.rows_height <= _HIGHEST[is_wide]:
        return plan
    folded = _folded_plan(content, bars, options, meter)
    if folded is None and is_wide:
        return plan
    if folded is None:
        smallest = replace(options, font_size=options.sizes[-1])
        return _first_plan(content, bars, smallest, meter, page)
    if folded.rows_height > 2 * _HIGHEST[is_wide] and len(options.sizes) > 1:
        smaller = replace(options, font_size=options.sizes[1])
        return plan_list(content, smaller, meter)
    return folded


def _folded_plan(
    content: CDContent, bars: DrawnGroups, options: CDLook, meter: TextMeter
) -> ListPlan | None:
    """Return the plan of a list in two blocks, if possible with a plot; None if it does
    not fit.

    Letters replace bars in many lanes, which could not be followed from one block to
    the other.
    """
    is_wide = options.page_width >= WIDE
    block = (options.page_width - _GUTTER[is_wide]) / 2
    plans = [_first_plan(content, bars, options, meter, block)]
    if bars.all_drawn and content.letter_ranges and options.letters is not False:
        lettered = replace(content, short_letters=True)
        plan_with_letters = _first_plan(lettered, DrawnGroups(), options, meter, block)
        if bars.lane_count > _MOST_FOLDED:
            plans.insert(0, plan_with_letters)
        else:
            plans.append(plan_with_letters)
    possible = [plan for plan in plans if plan and (is_wide or plan.has_good_names)]
    for plan in possible:
        if plan.plot is not None:
            return plan
    return next(iter(possible), None)


def _first_plan(
    content: CDContent,
    drawn: DrawnGroups,
    options: CDLook,
    meter: TextMeter,
    block: float,
) -> ListPlan | None:
    """Return the plan of the first step that fits a block of this width; None if no
    step fits.

    Names are not broken next to a plot if that makes the list taller than a page.
    """
    highest = Look.PAGE_HEIGHT * POINTS_PER_INCH
    for step in ladder(options, drawn.lane_count, _letters(content, drawn)):
        plan = _plan_at(step, content, drawn, options, meter, block)
        if plan is None:
            continue
        if step.lines > 1 and step.plot and plan.rows_height > highest:
            continue
        return plan
    return None


def lists_on_one_axis(
    contents: Sequence[CDContent], options: CDLook, meter: TextMeter
) -> list[ListPlan] | None:
    """Return lists with aligned columns, at the first step at which all lists have a
    plot of sufficient width; None if there is no such step.
    """
    bars = {}
    # If a list cannot be drawn, the error refers to the list with the most groups.
    for i in sorted(range(len(contents)), key=lambda i: -len(contents[i].groups)):
        bars[i] = _groups_shown(contents[i], options)
    lanes = max(each.lane_count for each in bars.values())
    for step in ladder(options, lanes, ()):
        if step.plot < GOOD_PLOT:
            continue

        def plan(i: int, spare: float = 0.0, step: ListStep = step) -> ListPlan | None:
            content, page = contents[i], options.page_width
            return _plan_at(step, content, bars[i], options, meter, page, spare)

        plans = [plan(i) for i in range(len(contents))]
        widths = [each.beside_names for each in plans if each]
        if len(widths) < len(contents):
            continue
        ranks = max(width for width, _ in widths)
        further = max(gap for _, gap in widths)
        # The columns of all lists are made equally wide, which leaves less space for
        # names.
        narrowed = []
        for i, own in enumerate(widths):
            narrow = plan(i, ranks + further - sum(own))
            if narrow is not None and narrow.plot is not None:
                narrowed.append((narrow, narrow.plot[1]))
        if len(narrowed) < len(contents):
            continue
        names_right = max(each.columns.names_right for each, _ in narrowed)
        ranks_right = names_right + ranks
        aligned = []
        for each, right in narrowed:
            columns = replace(
                each.columns,
                names_right=names_right,
                ranks_right=ranks_right,
                further_right=ranks_right,
            )
            plot = (ranks_right + further, right)
            aligned.append(replace(each, columns=columns, plot=plot))
        return aligned
    return None


def _plan_at(
    step: ListStep,
    content: CDContent,
    drawn: DrawnGroups,
    options: CDLook,
    meter: TextMeter,
    block: float,
    spare: float = 0.0,
) -> ListPlan | None:
    """Return the plan of a step in a block of this width, without the width `spare` for
    the names; None if it does not fit.
    """
    small, has_plot = small_type(step.size), step.plot > 0
    letters = _letters(content, drawn)
    room = AxisScale.end_room(*content.axis_range, small, meter)
    letters_width = 0.0
    if letters:
        letters_width = _width_of_letters(letters, step, meter) + _AFTER_LETTERS
    gap = 0.0
    if drawn.lane_count:
        gap = drawn.lane_count * step.pitch + _LANES_EXTRA
    elif has_plot and letters:  # space for the first marker
        gap = max(letters_width + room - REFERENCE, 0.0)
    elif has_plot:  # space for the first number
        gap = max(room - RANK_GAP + 2.0, 0.0)
    elif letters or content.control is not None:
        gap = letters_width + 2 * REFERENCE
    right_room = Look.PAD_X
    if has_plot:
        right_room = max(room, REFERENCE)
    columns = fit_columns(
        content,
        (step.size, step.lines),
        block * (1 - step.plot) - gap - right_room - spare,
        meter,
        # If there is no plot, the ranks must be printed.
        ranks=options.show_ranks or not has_plot,
        headed=has_plot,
    )
    if columns is None:
        return None
    plot = None
    if has_plot:
        plot = (columns.right + gap, block - right_room)
    return ListPlan(
        content=content,
        options=options,
        step=step,
        columns=columns,
        block=block,
        letters_width=letters_width,
        plot=plot,
        drawn=drawn,
    )


def _letters(content: CDContent, drawn: DrawnGroups) -> tuple[str, ...]:
    """Return the letters of each algorithm if the list does not have bars."""
    if drawn.all_drawn:
        return ()
    return content.printed_letters


def _may_have_slots(letters: Sequence[str]) -> bool:
    """Return whether equal letters can be aligned in columns."""
    if not letters:
        return False
    count = len(set("".join(letters)))
    if max(map(len, letters)) > _LONG_ROW:
        return count <= _MOST_SLOTS
    return count <= _FEW_SLOTS


def _slots(
    letters: Sequence[str], size: float, meter: TextMeter
) -> dict[str, tuple[float, float]]:
    """Return the left end and the width of the slot of each letter, in the order in
    which the letters first occur.
    """
    slots = {}
    left = 0.0
    for letter in dict.fromkeys("".join(letters)):
        width = max(_SLOT, meter.width(letter, size) + _SLOT_GAP)
        slots[letter] = (left, width)
        left += width
    return slots


def _width_of_letters(
    letters: Sequence[str], step: ListStep, meter: TextMeter
) -> float:
    """Return the width of the column of letters."""
    size = small_type(step.size)
    if step.slots:
        return sum(width for _, width in _slots(letters, size, meter).values())
    return max(meter.width(text, size) for text in letters)


def _draw_letters(
    plan: ListPlan, middles: Sequence[float], meter: TextMeter
) -> list[Element]:
    """Return the letters of all rows, in a column to the right of the numbers."""
    if not plan.letters:
        return []
    small = plan.columns.small
    left = plan.columns.right - RANK_GAP + _BEFORE_LETTERS
    texts: list[Element] = []
    if not plan.step.slots:
        for i, text in enumerate(plan.letters):
            texts.append(meter.put(f"letters-{i}", left, middles[i], text, small))
        return texts
    slots = _slots(plan.letters, small, meter)
    for i, text in enumerate(plan.letters):
        for letter in text:
            start, width = slots[letter]
            x, gid = left + start + width / 2, f"letters-{i}"
            texts.append(meter.put(gid, x, middles[i], letter, small, anchor="center"))
    return texts


def _groups_shown(content: CDContent, options: CDLook) -> DrawnGroups:
    """Return the groups with bars; no groups if letters are requested, or if there are
    too many bars or arches.
    """
    if not prefers_letters(content, options.letters):
        bars = choose_groups(
            content, range(content.k), _LANE_CLEAR, options.max_lanes, LanePitch.LIST
        )
        if bars.all_drawn:
            return bars
    if content.letters and options.letters is not False:
        return DrawnGroups()
    subject = content.groups_counted
    if content.title:  # in a stack, the title identifies the diagram
        subject += f" of '{content.title}'"
    way = ", and for the letters a-z and A-Z: "
    if content.letters:
        way = ": omit letters, or "
    raise LayoutError(f"{subject} are too many for bars{way}", DRAW_MATRIX, ".")


def _draw_head(
    plan: ListPlan, meter: TextMeter
) -> tuple[AxisScale | None, list[Element], float]:
    """Return the scale of the plot, the elements above the rows without the axis, and
    the top of the rows.
    """
    content, options = plan.content, plan.options
    scale, ruler, cd_text = None, None, None
    if plan.plot is not None:
        scale = content.scale(*plan.plot)
        if options.show_ruler:
            ruler = content.ruler(scale)
    elif options.show_ruler and content.control is None:
        cd_text = content.cd_text
    key = plan.shown_key(meter)
    if content.rank_intervals and scale is None:
        key += (content.rank_intervals.key(),)
    items = content.header(
        options.page_width,
        plan.columns.size,
        ruler=ruler,
        cd_text=cd_text,
        key=key,
    )
    if scale is not None:
        head, scale = draw_rank_head(items, scale, options.show_direction, meter)
        return scale, head, scale.y + _AFTER_AXIS
    if options.show_direction:
        items = replace(items, cue_side="up")
    head, y = items.draw(meter)
    return None, head, y + _AFTER_AXIS


def _draw_marks(
    plan: ListPlan, scale: AxisScale | None, middles: Sequence[float]
) -> list[Element]:
    """Return guides and markers. Without a plot, only the markers of decisions are
    drawn, in a column.
    """
    judged = plan.judged
    guides: list[Element] = []
    markers: list[Element] = []
    if scale is None:
        if judged.control is None:
            return []
        x = plan.columns.right + plan.letters_width + REFERENCE
        for row, y in enumerate(middles):
            markers.append(judged.marker(row, x, y, _DOT))
        return markers
    for row, y in enumerate(middles):
        ends = ((scale.left, y), (scale.right, y))
        guide = Line(gid=f"guide-{row}", points=ends, width=_GUIDE, color="guide")
        guides.append(guide)
        x = scale.at(judged.average_ranks[row])
        markers.append(judged.marker(row, x, y, _DOT))
    return guides + markers
