"""The ranked list: one row for each algorithm, best on top, with columns for name,
rank, groups and a dot plot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

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
#: Closer lanes, if so few, spare less than a broken name does; in more than these wide
#: bars look like stripes.
_FEW_LANES, _MOST_WIDE = 3, 12
_THIN = BarStyle(bar=1.2, link=0.5, disc=1.2, hop=1.3)
#: Half a row stays free between two bars of a lane; in whole rows that is the next row.
_LANE_CLEAR = 0.5
_AFTER_AXIS = 2.5
_DOT = 2.1
#: Between the numbers, the letters and the plot.
_BEFORE_LETTERS, _AFTER_LETTERS = 5.0, 8.0
#: What shows all pairs however many groups there are.
MATRIX = Phrase("draw the p-value matrix (", PVALUE_MATRIX, ") instead")
_GUIDE = 0.5


@dataclass(frozen=True)
class ListStep(RowStep):
    """One step of the fitting ladder, with the distance of the lanes; a plot of 0 is
    none.
    """

    pitch: float = _LANE_PITCH

    def style(self, lanes: int) -> BarStyle:
        """Return the sizes of the bars in so many lanes."""
        if lanes > _MOST_WIDE:
            return _THIN.scaled(min(self.pitch / _CLOSER[-1], 1.0))
        return BarStyle().scaled(self.pitch / _LANE_PITCH)


@dataclass(frozen=True, kw_only=True)
class ListPlan:
    """A ranked list that fits: places of its columns, and its groups as bars or as
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
        """How wide the column of ranks is, and what stands between it and the plot."""
        left, ranks = self.columns.names_right, self.columns.ranks_right
        return ranks - left, self.plot[0] - ranks if self.plot else 0.0

    @property
    def style(self) -> BarStyle:
        """Sizes of its bars."""
        return self.step.style(self.drawn.lane_count)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of each algorithm, where they show the groups."""
        return () if self.drawn.all_drawn else self.content.letters

    @property
    def key(self) -> tuple[KeyEntry, ...]:
        """What its marks and letters mean."""
        if self.content.control is not None:
            return self.content.decision_key
        best = KeyEntry.decision("not different from the best", different=False)
        return (
            (KeyEntry(text="same letter: not different"), best)
            if self.letters
            else self.drawn.key(self.style)
        )

    def shown_key(self, meter: TextMeter) -> tuple[KeyEntry, ...]:
        """Return the key of its own header; around a control it says how far the band
        reaches to either side.
        """
        return self.content.unexplained((*self.key, *self._reach_key))

    @property
    def _reach_key(self) -> tuple[KeyEntry, ...]:
        content = self.content
        if content.reach_text is None or not self.options.show_ruler:
            return ()
        if self.plot is None:  # there is no band
            return (KeyEntry(text=content.cd_text or ""),)
        return (
            KeyEntry.swatch(content.reach_text, self.columns.small, "band", "leader"),
        )

    @property
    def judged(self) -> CDContent:
        """The content whose markers say what differs from the control, or from the best
        beside letters.
        """
        best = replace(self.content, control=0, rejected=self.content.apart_from_best)
        return best if self.letters else self.content

    def draw(self, meter: TextMeter) -> CDLayout:
        """Place everything."""
        content, columns, page = self.content, self.columns, self.options.page_width
        scale, head, y = _draw_head(self, meter)
        interval = content.interval(scale) if scale else None
        rows = stack_rows(columns.names, y)
        middles, bottom = rows.middles, rows.bottom
        levels = [
            columns.right + (lane + 0.5) * self.step.pitch
            for lane in range(self.drawn.lane_count)
        ]
        bars = self.drawn.placed(middles, levels)
        texts, boxes = draw_columns(content, columns, middles, meter)
        left = (
            columns.right - RANK_GAP + _BEFORE_LETTERS
        )  # of the letters, in one column behind the numbers
        elements: list[Element] = [
            *draw_zebra(rows, page),
            *(
                draw_band("interval", interval[:2], scale, bottom, interval[2])
                if scale and interval
                else []
            ),
            *head,
            *(scale.draw(columns.small, meter) if scale else []),
            *_draw_marks(self, scale, middles),
            *(draw_place_head(columns, scale, meter) if scale else []),
            *draw_bars(bars, middles, self.style, vertical=True),
            *(
                meter.put(f"letters-{i}", left, middles[i], text, columns.small)
                for i, text in enumerate(self.letters)
            ),
            *texts,
        ]
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
            marker_positions=tuple(scale.at(rank) for rank in content.average_ranks)
            if scale
            else (),
            bar_positions=middles,
            leader_positions=middles,
            bars=bars,
            lanes=self.drawn.lane_count,
            letters=self.letters,
        )


def ladder(options: CDLook, k: int, lanes: int) -> Iterator[ListStep]:
    """Yield the steps from the most to the least readable: smaller or broken names,
    narrower lanes, no plot.

    Names of `k` rows are broken beside a plot as far as a page holds the rows, before
    the numbers stand alone.
    """
    sizes = options.sizes
    upper = [size for size in sizes if size >= sizes[0] - 1.0 - 1e-9]
    below = [size for size in sizes if size <= sizes[0] - 0.5 + 1e-9] or sizes[-1:]
    pitches = _CLOSER if lanes > _MOST_WIDE else (_LANE_PITCH, *_CLOSER)
    if options.wrap is True:
        yield from (ListStep(size, GOOD_PLOT, 2, pitches[0]) for size in upper)
    whole = pitches[:1] if lanes <= _FEW_LANES else pitches[:2]
    yield from (
        ListStep(size, GOOD_PLOT, 1, pitch) for pitch in whole for size in upper
    )
    counts = (
        () if options.wrap is False else (2, 3, 4, Names.ANY_LINES)
    )  # lanes stand closer before words are cut
    broken = [
        ListStep(size, GOOD_PLOT, lines, pitch)
        for lines in counts
        for pitch in pitches
        for size in sizes
    ]
    high = [
        step
        for step in broken
        if k * Names.row_height(min(step.lines, 4), step.size)
        > Look.PAGE_HEIGHT * POINTS_PER_INCH
    ]
    yield from (step for step in broken if step not in high)
    alone = (*pitches, _CLOSEST)
    yield from (ListStep(size, 0.0, 1, pitch) for pitch in alone for size in below)
    yield from (
        ListStep(sizes[-1], 0.0, lines, pitch)
        for lines in counts[::2]
        for pitch in alone
    )
    yield from high
    yield from (
        ListStep(sizes[-1], 0.0, Names.ANY_LINES, pitch)
        for pitch in (alone if counts else ())
    )


def plan_list(content: CDContent, options: CDLook, meter: TextMeter) -> ListPlan | None:
    """Return the first step of the ladder that fits; None if none does."""
    drawn = _groups_shown(content, options)
    plans = (
        _plan_at(step, content, drawn, options, meter)
        for step in ladder(options, content.k, drawn.lane_count)
    )
    return next(filter(None, plans), None)


def lists_on_one_axis(
    contents: Sequence[CDContent], options: CDLook, meter: TextMeter
) -> list[ListPlan] | None:
    """Return lists with columns at the same places, at the first step where all have a
    good plot; None if none.
    """
    most_first = sorted(
        range(len(contents)), key=lambda i: -len(contents[i].groups)
    )  # who is refused is the worst
    drawn = {i: _groups_shown(contents[i], options) for i in most_first}
    shown = [(content, drawn[i]) for i, content in enumerate(contents)]
    lanes = max(each.lane_count for each in drawn.values())
    steps = ladder(options, sum(content.k for content in contents), lanes)
    for step in (step for step in steps if step.plot >= GOOD_PLOT):
        alone = [_plan_at(step, *each, options, meter) for each in shown]
        beside = [plan.beside_names for plan in alone if plan]
        if len(beside) < len(shown):
            continue
        ranks, further = map(max, zip(*beside, strict=True))
        spare = [ranks + further - sum(own) for own in beside]
        narrowed = [
            _plan_at(step, *each, options, meter, room)
            for each, room in zip(shown, spare, strict=True)
        ]
        plans = [(plan, plan.plot[1]) for plan in narrowed if plan and plan.plot]
        if len(plans) == len(shown):
            names = max(plan.columns.names_right for plan, _ in plans)
            ends = {
                "names_right": names,
                "ranks_right": names + ranks,
                "places_right": names + ranks,
            }
            left = names + ranks + further
            return [
                replace(p, columns=replace(p.columns, **ends), plot=(left, right))
                for p, right in plans
            ]
    return None


def _plan_at(
    step: ListStep,
    content: CDContent,
    drawn: DrawnGroups,
    options: CDLook,
    meter: TextMeter,
    spare: float = 0.0,
) -> ListPlan | None:
    """Return the list of a step, whose names leave so much room to spare; None if it
    does not fit.
    """
    page, small, plot = options.page_width, small_type(step.size), step.plot > 0
    letters = () if drawn.all_drawn else content.letters
    room = AxisScale.end_room(*content.axis_range, small, meter)
    letters_width = (
        max(meter.width(text, small) for text in letters) + _AFTER_LETTERS
        if letters
        else 0.0
    )
    if drawn.lane_count:
        beside = drawn.lane_count * step.pitch + _LANES_EXTRA
    elif plot:  # the room that its first mark or number needs
        beside = max(
            letters_width + room - REFERENCE if letters else room - RANK_GAP + 2.0, 0.0
        )
    else:
        beside = letters_width + (
            2 * REFERENCE if letters or content.control is not None else 0.0
        )
    right_room = max(room, REFERENCE) if plot else Look.PAD_X
    width = page * (1 - step.plot) - beside - right_room - spare
    # without a plot the numbers carry the ranks, asked for or not
    ranks = options.show_ranks or not plot
    columns = fit_columns(
        content, (step.size, step.lines), width, meter, ranks=ranks, headed=plot
    )
    if columns is None:
        return None
    return ListPlan(
        content=content,
        options=options,
        step=step,
        columns=columns,
        letters_width=letters_width,
        plot=(columns.right + beside, page - right_room) if plot else None,
        drawn=drawn,
    )


def _groups_shown(content: CDContent, options: CDLook) -> DrawnGroups:
    """Return the groups that have bars: none where letters are asked for or bars are
    too many.
    """
    if options.letters is not True:
        drawn = choose_groups(content, range(content.k), _LANE_CLEAR, options.max_lanes)
        if drawn.all_drawn:
            return drawn
    if content.letters and options.letters is not False:
        return DrawnGroups()
    of = f" of '{content.title}'" if content.title else ""  # in a stack: which diagram
    way = (
        ": leave letters out, or "
        if content.letters
        else ", and for the letters a-z and A-Z: "
    )
    raise LayoutError(
        f"{content.groups_counted}{of} are too many for bars{way}", MATRIX, "."
    )


def _draw_head(
    plan: ListPlan, meter: TextMeter
) -> tuple[AxisScale | None, list[Element], float]:
    """Return the scale of the plot, the elements above the rows but for the axis, and
    where the rows begin.
    """
    content, options, page = plan.content, plan.options, plan.options.page_width
    scale = None if plan.plot is None else content.scale(*plan.plot)
    ruler = content.ruler(scale) if scale and options.show_ruler else None
    said = options.show_ruler and ruler is None and content.control is None
    key = plan.shown_key(meter)
    key += (content.places.key(),) if content.places and scale is None else ()
    items = content.header(
        page,
        plan.columns.size,
        ruler=ruler,
        cd_text=content.cd_text if said else None,
        key=key,
    )
    if scale is None:
        head, y = replace(
            items, cue_side="up" if options.show_direction else None
        ).draw(meter)
        return None, head, y + _AFTER_AXIS
    head, scale = draw_rank_head(items, scale, options.show_direction, meter)
    return scale, head, scale.y + _AFTER_AXIS


def _draw_marks(
    plan: ListPlan, scale: AxisScale | None, middles: Sequence[float]
) -> list[Element]:
    """Return guides and markers; with a reference but no plot, the markers alone, in a
    column.
    """
    judged = plan.judged
    if scale is None:
        x = plan.columns.right + plan.letters_width + REFERENCE
        return [
            judged.marker(row, x, y, _DOT)
            for row, y in enumerate(middles)
            if judged.control is not None
        ]
    guides: list[Element] = []
    markers: list[Element] = []
    for row, y in enumerate(middles):
        x = scale.at(judged.average_ranks[row])
        if x > scale.left:
            guides.append(
                Line(
                    gid=f"guide-{row}",
                    points=((scale.left, y), (x, y)),
                    width=_GUIDE,
                    color="guide",
                )
            )
        markers.append(judged.marker(row, x, y, _DOT))
    return guides + markers
