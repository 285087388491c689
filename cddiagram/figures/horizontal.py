"""The horizontal CD diagram: an axis, bars in lanes below it, leaders that fan out to
labels on both sides.

Bars stand at the exact average ranks, as far as they stay clear of each other there,
and are as long as the ruler says. Everything is placed for the best rank on the right;
the mirrored figure is made from it (`record.mirrored`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cddiagram.figures.bars import (
    BarStyle,
    DrawnGroups,
    choose_groups,
    draw_bars,
    drawable_groups,
)
from cddiagram.figures.cd_fit import MARK, AxisDemand, AxisFit, BarRules, fit_together
from cddiagram.figures.content import CDContent
from cddiagram.figures.record import CDLayout, CDLook, mirrored
from cddiagram.sheet import (
    REFERENCE,
    AxisScale,
    Box,
    BrokenNames,
    Element,
    KeyEntry,
    Line,
    Look,
    Marker,
    Names,
    Text,
    TextMeter,
    enters,
    overlap,
    small_type,
    text_box,
)

_MARKER = 1.5
_LANE_CLEAR = 7.0
#: Without and with hops: distance of lanes, of the first from the axis, and of the
#: first from where leaders have bent.
_LANES = {False: (4.6, 4.8, 2.0), True: (5.6, 6.0, 3.0)}
#: Where leaders are shifted less than this they are straight.
_STRAIGHT = 0.05
#: From the axis down to the fan, where there are no bars: below an interval, and
#: without one.
_BELOW_INTERVAL, _BELOW_AXIS = 8.2, 5.0
_BEFORE_FAN, _BEFORE_LABELS = 1.5, 0.5
#: From a leader to its label, in a column and beside its own leader.
_ELBOW = {True: 6.0, False: 5.0}
_LABEL_GAP, _NUMBER_GAP = 2.0, 3.2
#: The bracket of an interval: its distance from the axis, half a cap, the width of
#: caps, and how far an open end goes on beyond the axis, and its arrow head.
_INTERVAL_BELOW = 5.5
_CAP, _CAP_LINE, _OPEN, _HEAD = 2.2, 0.8, 1.5, (2.6, 1.7)
#: How far it reaches, in print: its distance from the bracket, near before far, and
#: from leaders.
_REACH_GAPS, _REACH_CLEAR = (2.5, 4.0, 5.5, 7.0), 1.2


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The labels of a horizontal diagram at one size: names, the column of their ranks,
    how many are on the right.
    """

    names: BrokenNames
    number_column: float
    right: int
    #: From an elbow to the label: beside a control the marker of a decision stands
    #: there.
    gap: float

    def reaches(self, column: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return how far each leader must stay from either edge; a column hangs on its
        outermost leader.
        """
        margin = Look.PAD_X + self.gap + _ELBOW[column]
        widths = [
            margin + (self.number_column + width)
            for width in reversed(self.names.widths)
        ]
        split, edge = len(widths) - self.right, Look.PAD_X + MARK
        left, right = widths[:split], widths[split:]
        if column:
            left = [max(left), *[edge] * (len(left) - 1)] if left else []
            right = [*[edge] * (len(right) - 1), max(right)] if right else []
        return (*left, *[edge] * len(right)), (*[edge] * len(left), *right)


def make_labels(
    content: CDContent,
    options: CDLook,
    meter: TextMeter,
    size: float,
    limit: float | None = None,
    whole: bool = True,
) -> Labels | None:
    """Measure the labels, broken over lines at a limit if that is given, words whole or
    not; None if none can be.
    """
    names = content.broken(
        size, math.inf if limit is None else limit, meter, whole_words=whole
    )
    if names is None:
        return None
    numbers = (
        max(meter.width(number, small_type(size)) for number in content.numbers)
        + _NUMBER_GAP
    )
    return Labels(
        names=names,
        number_column=numbers if options.show_ranks else 0.0,
        right=_count_right(content, options),
        gap=_LABEL_GAP + (REFERENCE if content.control is not None else 0.0),
    )


def _count_right(content: CDContent, options: CDLook) -> int:
    """Return how many of the best are labelled on the right: half, and the middle one
    where its neighbour is closer.
    """
    if options.side != "both":
        return content.k if options.side == options.best_at else 0
    half, odd = divmod(content.k, 2)
    if not odd:
        return half
    ranks = content.average_ranks
    return (
        half + 1
        if ranks[half] - ranks[half - 1] <= ranks[half + 1] - ranks[half]
        else half
    )


@dataclass(frozen=True, kw_only=True)
class HorizontalPlan:
    """A horizontal diagram that fits: what remains is to draw it."""

    content: CDContent
    options: CDLook
    labels: Labels
    column: bool
    #: What its axis leaves room for, its least length as a fraction of the page, and
    #: where it stands.
    demand: AxisDemand
    least: float
    fit: AxisFit
    drawn: DrawnGroups

    @property
    def key(self) -> tuple[KeyEntry, ...]:
        """What its marks mean."""
        return (
            self.drawn.key(BarStyle())
            if self.content.control is None
            else self.content.decision_key
        )

    def shown_key(self, meter: TextMeter) -> tuple[KeyEntry, ...]:
        """Return the key of its own header, with how far an interval reaches if its
        bracket has no room for that.
        """
        text = self.content.reach_text if self.options.show_ruler else None
        if text is None or self._reach_label(0.0, meter):
            return self.content.unexplained(self.key)
        return self.content.unexplained((*self.key, KeyEntry(text=f"interval: {text}")))

    def _reach_label(self, axis: float, meter: TextMeter) -> list[Text]:
        """Return how far the control's interval reaches, at an end of its bracket below
        an axis; none without room.
        """
        content, small = self.content, self.labels.names.small
        text = content.reach_text if self.options.show_ruler else None
        if text is None:
            return []
        scale = replace(
            content.scale(self.fit.start + self.fit.length, self.fit.start), y=axis
        )
        ends = [x for line in _draw_interval(content, scale) for x, _ in line.points]
        _, heights = _heights(self, axis)
        leaders, texts, *_ = _draw_labels(self, axis, heights, meter)
        for gap in _REACH_GAPS:
            for x, anchor in ((max(ends) + gap, "left"), (min(ends) - gap, "right")):
                label = meter.put(
                    "interval-text",
                    x,
                    axis + _INTERVAL_BELOW,
                    text,
                    small,
                    anchor=anchor,
                )
                if _is_free(label, self.options.page_width, leaders, texts):
                    return [label]
        return []

    def draw(self, meter: TextMeter) -> CDLayout:
        """Place everything, the best rank on the right, and mirror it if it is to be on
        the left.
        """
        content, options, fit, size = (
            self.content,
            self.options,
            self.fit,
            self.labels.names.size,
        )
        small, page, scale = (
            small_type(size),
            options.page_width,
            content.scale(fit.start + fit.length, fit.start),
        )
        ruler = content.ruler(scale) if options.show_ruler else None
        side = options.best_at if options.show_direction else None
        header_items = content.header(
            page, size, ruler=ruler, key=self.shown_key(meter), cue_side=side
        )
        header, y = header_items.draw(meter)
        scale = replace(scale, y=y + AxisScale.height(small))
        lanes, heights = _heights(self, scale.y)
        bars = self.drawn.placed(fit.bars, lanes)
        leaders, texts, boxes, bottom = _draw_labels(self, scale.y, heights, meter)
        on_axis = [
            content.marker(i, fit.exact[i], scale.y, _MARKER)
            for i in range(content.k)
            if content.control is None
        ]
        elements: list[Element] = [
            *header,
            *scale.draw(small, meter),
            *leaders,
            *_draw_interval(content, scale),
            *self._reach_label(scale.y, meter),
            *draw_bars(bars, fit.bars, BarStyle(), vertical=False),
            *on_axis[::-1],
            *texts,
        ]
        layout = CDLayout(
            width=page,
            height=bottom + Look.PAD_Y,
            elements=tuple(elements),
            kind="horizontal",
            labels="column" if self.column else "stair",
            font_size=size,
            names=content.names,
            label_boxes=boxes,
            axis=scale,
            marker_positions=fit.exact,
            bar_positions=fit.bars,
            leader_positions=fit.spread,
            bars=bars,
            lanes=self.drawn.lane_count,
        )
        return layout if options.best_at == "right" else mirrored(layout)


def plan_horizontal(
    content: CDContent,
    options: CDLook,
    meter: TextMeter,
    labels: Labels,
    *,
    column: bool,
    least: float,
) -> HorizontalPlan | None:
    """Fit axis and labels on the page; None if the axis would be shorter than `least`
    of the width.
    """
    low, high = content.axis_range
    last, cd = (
        content.k - 1,
        content.critical_difference if content.control is None else None,
    )
    groups = drawable_groups(content, options.max_lanes) or ()
    to_left, to_right = labels.reaches(column)
    demand = AxisDemand(
        page=options.page_width,
        fractions=tuple(
            (high - rank) / (high - low) for rank in reversed(content.average_ranks)
        ),
        to_left=to_left,
        to_right=to_right,
        rules=BarRules(
            groups=tuple(
                tuple(last - member for member in reversed(group)) for group in groups
            ),
            difference=None if cd is None else cd / (high - low),
        ),
        end_room=AxisScale.end_room(low, high, small_type(labels.names.size), meter),
    )
    fits = fit_together([demand], least)
    if fits is None:
        return None
    return HorizontalPlan(
        content=content,
        options=options,
        labels=labels,
        column=column,
        demand=demand,
        least=least,
        fit=fits[0],
        drawn=choose_groups(content, fits[0].bars, _LANE_CLEAR, options.max_lanes),
    )


def on_one_axis(plans: Sequence[HorizontalPlan]) -> list[HorizontalPlan] | None:
    """Return the plans with their axes at the same place; None if there is none where
    all labels and bars fit.
    """
    fits = fit_together(
        [plan.demand for plan in plans], min(plan.least for plan in plans)
    )
    if fits is None:
        return None
    moved = [
        replace(
            plan,
            fit=fit,
            drawn=choose_groups(
                plan.content, fit.bars, _LANE_CLEAR, plan.options.max_lanes
            ),
        )
        for plan, fit in zip(plans, fits, strict=True)
    ]
    return moved if all(plan.drawn.all_drawn for plan in moved) else None


def _heights(
    plan: HorizontalPlan, axis: float
) -> tuple[list[float], tuple[float, float, float]]:
    """Stack what is below the axis: the lanes, where leaders have bent to the bars, and
    the two ends of the fan.
    """
    fit, content, count, hops = (
        plan.fit,
        plan.content,
        plan.drawn.lane_count,
        plan.drawn.hops,
    )
    shift = max(abs(b - x) for b, x in zip(fit.bars, fit.exact, strict=True))
    spread = max(abs(a - b) for a, b in zip(fit.spread, fit.bars, strict=True))
    fan = 1.5 if spread < 0.3 else min(14.0, 6.5 + 0.75 * spread)
    if count == 0:
        interval = (
            content.control is not None and content.critical_difference is not None
        )
        top = axis + (_BELOW_INTERVAL if interval else _BELOW_AXIS)
        return [], (axis + _BELOW_AXIS, top, top + fan)
    pitch, straight, bent = _LANES[hops]
    # shifts of more than 3 pt, which only pairwise tests lead to, get the slope of the
    # fan
    first = (
        straight
        if shift < _STRAIGHT
        else min(14.0, max(6.0, 3.75 + 0.75 * shift)) + bent
    )
    lanes = [axis + first + lane * pitch for lane in range(count)]
    top = (
        lanes[-1]
        + max(BarStyle().bar / 2, BarStyle().disc if hops else 0.0)
        + _BEFORE_FAN
    )
    return lanes, (lanes[0] - bent, top, top + fan)


def _draw_labels(
    plan: HorizontalPlan,
    axis: float,
    heights: tuple[float, float, float],
    meter: TextMeter,
) -> tuple[list[Line], list[Text | Marker], tuple[Box, ...], float]:
    """Return leaders, texts with the markers of decisions, the box of each name, and
    the bottom of the lower side.
    """
    content, labels, fit, size = (
        plan.content,
        plan.labels,
        plan.fit,
        plan.labels.names.size,
    )
    bend, fan, fanned = heights
    leaders: list[Line] = []
    texts: list[Text | Marker] = []
    boxes: dict[int, Box] = {}
    bottom = top = fanned + _BEFORE_LABELS
    for side, anchor, positions in (
        (1.0, "left", range(labels.right)),
        (-1.0, "right", range(content.k - 1, labels.right - 1, -1)),
    ):
        y = top
        for i in positions:
            lines = labels.names.lines[i]
            middle = y + Names.row_height(len(lines), size) / 2
            y += Names.row_height(len(lines), size)
            elbow = (
                fit.spread[positions[0] if plan.column else i]
                + side * _ELBOW[plan.column]
            )
            at, bar, down = fit.exact[i], fit.bars[i], fit.spread[i]
            path = (
                (at, axis),
                (bar, bend),
                (bar, fan),
                (down, fanned),
                (down, middle),
                (elbow, middle),
            )
            highlighted, control = content.highlighted(i), i == content.control
            leaders.append(
                Line(
                    gid=f"leader-{i}",
                    points=path,
                    width=1.4 if highlighted else 1.0 if control else 0.6,
                    color=content.color(i, "foreground" if control else "leader"),
                    cap="round" if highlighted else "butt",
                )
            )
            if content.control is not None:
                texts.append(content.marker(i, elbow, middle, _MARKER))
            x = elbow + side * labels.gap
            if labels.number_column:  # next to the leader
                texts.append(
                    meter.put(
                        f"rank-{i}",
                        x,
                        middle,
                        content.numbers[i],
                        small_type(size),
                        "secondary",
                        anchor,
                    )
                )
                x += side * labels.number_column
            name = content.put(i, lines, x, middle, size, anchor, meter)
            texts.extend(name)
            boxes[i] = text_box(name, (x, middle))
        bottom = max(bottom, y)
    return leaders, texts, tuple(boxes[i] for i in range(content.k)), bottom


def _is_free(
    label: Text, page: float, leaders: Sequence[Line], others: Sequence[Text | Marker]
) -> bool:
    """Whether a text is on the page, and clear of the leaders and of the labels."""
    box = label.box
    if box[0] < Look.PAD_X or box[2] > page - Look.PAD_X:
        return False
    for leader in leaders:
        clear = _REACH_CLEAR + leader.width / 2
        if any(enters(stroke, box, clear) for stroke in pairwise(leader.points)):
            return False
    return not any(overlap(box, other.box) for other in others)


def _draw_interval(content: CDContent, scale: AxisScale) -> list[Line]:
    """Return the control's interval as a bracket below the axis; an end beyond the axis
    is an arrow head, not a cap.
    """
    interval = content.interval(scale)
    if interval is None:
        return []
    y = scale.y + _INTERVAL_BELOW
    stretch: list[tuple[float, float]] = []
    ends: list[Line] = []
    for rank, outwards in ((interval[0], 1.0), (interval[1], -1.0)):
        x = scale.at(rank)
        if any(abs(rank - end) < 1e-8 for end in interval[2]):
            ends.append(
                Line(
                    gid="interval-cap",
                    points=((x, y - _CAP), (x, y + _CAP)),
                    width=_CAP_LINE,
                )
            )
        else:
            x += outwards * _OPEN
            length, half = _HEAD
            head = (
                (x - outwards * length, y - half),
                (x, y),
                (x - outwards * length, y + half),
            )
            ends.append(
                Line(gid="interval-open", points=head, width=_CAP_LINE, cap="round")
            )
        stretch.append((x, y))
    return [Line(gid="interval", points=tuple(stretch), width=1.0), *ends]
