"""The ranked list: a row for each algorithm, the best on top, with columns for name,
rank, groups and a dot plot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from cddiagram.figures.bars import (
    PVALUE_MATRIX,
    BarStyle,
    DrawnGroups,
    choose_groups,
    draw_bars,
)
from cddiagram.figures.content import CDContent
from cddiagram.figures.record import CDLayout, CDLook
from cddiagram.figures.rows import (
    GOOD_PLOT,
    RANK_GAP,
    RowColumns,
    RowStep,
    draw_band,
    draw_columns,
    draw_place_head,
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
from cddiagram.text import LayoutError, Phrase

_LANES_EXTRA = 7.0
_LANE_PITCH = 5.0
_CLOSER, _CLOSEST = (3.8, 3.0), 2.2
#: Up to so many lanes, closer lanes save less room than broken names. In more than
#: `_MOST_WIDE` lanes, wide bars look like stripes.
_FEW_LANES, _MOST_WIDE = 3, 12
_THIN = BarStyle(bar=1.2, link=0.5, disc=1.2, hop=1.3)
#: Free rows between two bars of a lane. Bars end in the middle of rows, so that the
#: next bar can begin in the next row.
_LANE_CLEAR = 0.5
_AFTER_AXIS = 2.5
_DOT = 2.1
#: Gaps between the numbers, the letters and the plot.
_BEFORE_LETTERS, _AFTER_LETTERS = 5.0, 8.0
#: The remedy if there are too many groups.
MATRIX = Phrase("draw the p-value matrix (", PVALUE_MATRIX, ") instead")
_GUIDE = 0.5


@dataclass(frozen=True)
class ListStep(RowStep):
    """One step from the most to the least readable, with the distance of the lanes. A
    plot with the share 0 is left out.
    """

    pitch: float = _LANE_PITCH

    def style(self, lanes: int) -> BarStyle:
        """Return the sizes of the bars for a number of lanes."""
        if lanes > _MOST_WIDE:
            return _THIN.scaled(min(self.pitch / _CLOSER[-1], 1.0))
        return BarStyle().scaled(self.pitch / _LANE_PITCH)


@dataclass(frozen=True, kw_only=True)
class ListPlan:
    """A ranked list that fits its page, with its columns, and with groups as bars or as
    letters.
    """

    content: CDContent
    options: CDLook
    step: ListStep
    columns: RowColumns
    #: Width of the letters with the room on their right.
    letters_width: float
    plot: tuple[float, float] | None
    drawn: DrawnGroups

    @property
    def beside_names(self) -> tuple[float, float]:
        """The width of the column of ranks, and the room between it and the plot."""
        ranks_left, ranks_right = self.columns.names_right, self.columns.ranks_right
        further = self.plot[0] - ranks_right if self.plot else 0.0
        return ranks_right - ranks_left, further

    @property
    def style(self) -> BarStyle:
        """Sizes of its bars."""
        return self.step.style(self.drawn.lane_count)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of each algorithm if they show the groups."""
        return () if self.drawn.all_drawn else self.content.letters

    @property
    def key(self) -> tuple[KeyEntry, ...]:
        """The key entries that explain its marks and letters."""
        if self.content.control is not None:
            return self.content.decision_key
        if not self.letters:
            return self.drawn.key(self.style)
        best = KeyEntry.decision("not different from the best", different=False)
        return KeyEntry(text="same letter: not different"), best

    def shown_key(self, meter: TextMeter) -> tuple[KeyEntry, ...]:
        """Return the key of its own header. With a control, it contains the half-width
        of the band.
        """
        return self.content.unexplained((*self.key, *self._reach_key))

    @property
    def _reach_key(self) -> tuple[KeyEntry, ...]:
        content = self.content
        if content.reach_text is None or not self.options.show_ruler:
            return ()
        if self.plot is None:  # and no band
            return (KeyEntry(text=content.cd_text or ""),)
        small = self.columns.small
        return (KeyEntry.swatch(content.reach_text, small, "band", "leader"),)

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
        content, columns, page = self.content, self.columns, self.options.page_width
        scale, head, y = _draw_head(self, meter)
        rows = stack_rows(columns.names, y)
        middles, bottom = rows.middles, rows.bottom
        levels = []
        for lane in range(self.drawn.lane_count):
            levels.append(columns.right + (lane + 0.5) * self.step.pitch)
        bars = self.drawn.placed(middles, levels)
        texts, boxes = draw_columns(content, columns, middles, meter)
        elements = draw_zebra(rows, page)
        interval = content.interval(scale) if scale else None
        if scale and interval:
            low, high, closed = interval
            elements += draw_band("interval", (low, high), scale, bottom, closed)
        elements += head
        if scale:
            elements += scale.draw(columns.small, meter)
        elements += _draw_marks(self, scale, middles)
        if scale:
            elements += draw_place_head(columns, scale.number_row(columns.small), meter)
        elements += draw_bars(bars, middles, self.style, vertical=True)
        # The letters are a column behind the numbers.
        x = columns.right - RANK_GAP + _BEFORE_LETTERS
        for i, text in enumerate(self.letters):
            elements.append(
                meter.put(f"letters-{i}", x, middles[i], text, columns.small)
            )
        elements += texts
        positions = [scale.at(rank) for rank in content.average_ranks] if scale else []
        return CDLayout(
            width=page,
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
            letters=self.letters,
        )


def ladder(options: CDLook, k: int, lanes: int) -> Iterator[ListStep]:
    """Yield the steps from the most to the least readable: smaller or broken names,
    closer lanes, no plot.

    Broken names next to a plot come before a list without a plot, unless a page is not
    high enough for their `k` rows.
    """
    sizes = options.sizes
    smallest = sizes[-1]
    large = [size for size in sizes if size >= sizes[0] - 1.0 - 1e-9]
    small = [size for size in sizes if size <= sizes[0] - 0.5 + 1e-9] or [smallest]
    pitches = _CLOSER if lanes > _MOST_WIDE else (_LANE_PITCH, *_CLOSER)
    if options.wrap is True:
        for size in large:
            yield ListStep(size, GOOD_PLOT, 2, pitches[0])
    first_pitches = pitches[:1] if lanes <= _FEW_LANES else pitches[:2]
    for pitch, size in product(first_pitches, large):
        yield ListStep(size, GOOD_PLOT, 1, pitch)
    # Lanes are closer before words are broken.
    counts = () if options.wrap is False else (2, 3, 4, Names.ANY_LINES)
    most = Look.PAGE_HEIGHT * POINTS_PER_INCH
    too_high = []
    for lines, pitch, size in product(counts, pitches, sizes):
        step = ListStep(size, GOOD_PLOT, lines, pitch)
        if k * Names.row_height(min(lines, 4), size) > most:
            too_high.append(step)
        else:
            yield step
    without_plot = (*pitches, _CLOSEST)
    for pitch, size in product(without_plot, small):
        yield ListStep(size, 0.0, 1, pitch)
    for lines, pitch in product(counts[::2], without_plot):
        yield ListStep(smallest, 0.0, lines, pitch)
    yield from too_high
    if counts:
        for pitch in without_plot:
            yield ListStep(smallest, 0.0, Names.ANY_LINES, pitch)


def plan_list(content: CDContent, options: CDLook, meter: TextMeter) -> ListPlan | None:
    """Return the plan of the first step that fits; None if none does."""
    drawn = _groups_shown(content, options)
    for step in ladder(options, content.k, drawn.lane_count):
        plan = _plan_at(step, content, drawn, options, meter)
        if plan is not None:
            return plan
    return None


def lists_on_one_axis(
    contents: Sequence[CDContent], options: CDLook, meter: TextMeter
) -> list[ListPlan] | None:
    """Return lists with aligned columns, at the first step at which all have a good
    plot; None if there is none.
    """
    drawn = {}
    # An error is raised for the list with the most groups.
    for i in sorted(range(len(contents)), key=lambda i: -len(contents[i].groups)):
        drawn[i] = _groups_shown(contents[i], options)
    lanes = max(each.lane_count for each in drawn.values())
    for step in ladder(options, sum(content.k for content in contents), lanes):
        if step.plot < GOOD_PLOT:
            continue

        def plan(i: int, spare: float = 0.0, step: ListStep = step) -> ListPlan | None:
            return _plan_at(step, contents[i], drawn[i], options, meter, spare)

        plans = [plan(i) for i in range(len(contents))]
        widths = [each.beside_names for each in plans if each]
        if len(widths) < len(contents):
            continue
        ranks = max(width for width, _ in widths)
        further = max(gap for _, gap in widths)
        # All lists get the widest columns, at the cost of their names.
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
                places_right=ranks_right,
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
    spare: float = 0.0,
) -> ListPlan | None:
    """Return the list of a step, whose names leave the room `spare`; None if it does
    not fit.
    """
    page, small, has_plot = options.page_width, small_type(step.size), step.plot > 0
    letters = () if drawn.all_drawn else content.letters
    room = AxisScale.end_room(*content.axis_range, small, meter)
    letters_width = 0.0
    if letters:
        widest = max(meter.width(text, small) for text in letters)
        letters_width = widest + _AFTER_LETTERS
    gap = 0.0
    if drawn.lane_count:
        gap = drawn.lane_count * step.pitch + _LANES_EXTRA
    elif has_plot and letters:  # the room of the first mark
        gap = max(letters_width + room - REFERENCE, 0.0)
    elif has_plot:  # the room of the first number
        gap = max(room - RANK_GAP + 2.0, 0.0)
    elif letters or content.control is not None:
        gap = letters_width + 2 * REFERENCE
    right_room = max(room, REFERENCE) if has_plot else Look.PAD_X
    columns = fit_columns(
        content,
        (step.size, step.lines),
        page * (1 - step.plot) - gap - right_room - spare,
        meter,
        # Without a plot, only the numbers show the ranks.
        ranks=options.show_ranks or not has_plot,
        headed=has_plot,
    )
    if columns is None:
        return None
    plot = (columns.right + gap, page - right_room) if has_plot else None
    return ListPlan(
        content=content,
        options=options,
        step=step,
        columns=columns,
        letters_width=letters_width,
        plot=plot,
        drawn=drawn,
    )


def _groups_shown(content: CDContent, options: CDLook) -> DrawnGroups:
    """Return the groups with bars; none if letters are requested or there are too many
    bars.
    """
    if options.letters is not True:
        drawn = choose_groups(content, range(content.k), _LANE_CLEAR, options.max_lanes)
        if drawn.all_drawn:
            return drawn
    if content.letters and options.letters is not False:
        return DrawnGroups()
    subject = content.groups_counted
    if content.title:  # in a stack, the title identifies the diagram
        subject += f" of '{content.title}'"
    way = ", and for the letters a-z and A-Z: "
    if content.letters:
        way = ": leave letters out, or "
    raise LayoutError(f"{subject} are too many for bars{way}", MATRIX, ".")


def _draw_head(
    plan: ListPlan, meter: TextMeter
) -> tuple[AxisScale | None, list[Element], float]:
    """Return the scale of the plot, the elements above the rows without the axis, and
    the top of the rows.
    """
    content, options = plan.content, plan.options
    scale = None if plan.plot is None else content.scale(*plan.plot)
    ruler = content.ruler(scale) if scale and options.show_ruler else None
    names_cd = options.show_ruler and ruler is None and content.control is None
    cd_text = content.cd_text if names_cd else None
    key = plan.shown_key(meter)
    if content.places and scale is None:
        key += (content.places.key(),)
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
    cue_side = "up" if options.show_direction else None
    head, y = replace(items, cue_side=cue_side).draw(meter)
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
        x = scale.at(judged.average_ranks[row])
        if x > scale.left:
            ends = ((scale.left, y), (x, y))
            guides.append(
                Line(gid=f"guide-{row}", points=ends, width=_GUIDE, color="guide")
            )
        markers.append(judged.marker(row, x, y, _DOT))
    return guides + markers
