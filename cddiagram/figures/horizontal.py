"""The horizontal CD diagram: an axis, bars in lanes below it, and leaders that fan out
to labels on both sides.

The ends of bars are at the exact average ranks if the bars are then clear of each other
and consistent with the ruler. The layout has the best rank on the right. If the best
rank is on the left, this layout is mirrored (`record.mirrored`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cddiagram.figures.bars import BarStyle, DrawnGroups, choose_groups, draw_bars
from cddiagram.figures.cd_fit import EDGE, AxisDemand, AxisFit, fit_together
from cddiagram.figures.content import CDContent
from cddiagram.figures.leaders import BarRules
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
from cddiagram.words import LanePitch

_MARKER = 1.5
#: The distance between two bars in a lane is at least this fraction of the axis.
#: Therefore, the assignment of bars to lanes depends on the ranks but not on the width
#: of the page.
_LANE_CLEAR = 0.12
#: The first distance is between two lanes, the second is from the axis to the first
#: lane, and the third is from the bends in leaders to the first lane. The key is True
#: if there are arches.
_LANES = {False: (LanePitch.PLAIN, 4.8, 2.0), True: (LanePitch.ARCHED, 6.0, 3.0)}
#: A leader is considered straight if the horizontal distance between its ends is less
#: than this.
_STRAIGHT = 0.05
#: In a diagram without bars, leaders bend at this distance from the axis. The first
#: number applies if an interval is shown, and the second applies otherwise.
_BELOW_INTERVAL, _BELOW_AXIS = 8.2, 5.0
_BEFORE_FAN, _BEFORE_LABELS = 1.5, 0.5
#: The header may occupy at most this fraction of the height. If the header would occupy
#: more, the labels are moved apart.
_MOST_HEADER = 0.26
#: The distance from a leader to its label. The key is True if the labels are in a
#: column.
_ELBOW = {True: 6.0, False: 5.0}
_LABELS = {True: "column", False: "stair"}
_LABEL_GAP, _NUMBER_GAP = 2.0, 3.2
#: The dimensions of the bracket of an interval: its distance from the axis, half the
#: height of a cap, the line width of the caps, the length of an open end, and the size
#: of its arrowhead.
_INTERVAL_BELOW = 5.5
_CAP, _CAP_LINE, _OPEN, _HEAD = 2.2, 0.8, 1.5, (2.6, 1.7)
#: The half-width of an interval is printed at one of these distances from the bracket,
#: which are tried in this order. The second constant is the minimum distance from this
#: number to the leaders.
_REACH_GAPS, _REACH_CLEAR = (2.5, 4.0, 5.5, 7.0), 1.2


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The labels of a horizontal diagram at one size."""

    names: BrokenNames
    #: The width of each printed rank, including the gap to its name. If ranks are not
    #: printed, all widths are 0.
    numbers: tuple[float, ...]
    #: The number of labels on the right side.
    right: int
    #: The distance from the bend in a leader to its label. If there is a control, the
    #: marker that shows the decision is at the bend.
    gap: float

    def number_column(self, i: int, column: bool) -> float:
        """Return the width reserved for the rank of a label: its own width or, in a
        column, the width of the widest rank on the same side.
        """
        if not column:
            return self.numbers[i]
        if i < self.right:
            return max(self.numbers[: self.right])
        return max(self.numbers[self.right :])

    def reaches(self, column: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the minimum distances of the leaders from the left and right edges of
        the page, in order from left to right. In a column, all labels are next to the
        outermost leader.
        """
        margin = Look.PAD_X + self.gap + _ELBOW[column]
        widths = []
        for i in reversed(range(len(self.names.widths))):
            width = self.number_column(i, column) + self.names.widths[i]
            widths.append(margin + width)
        split = len(widths) - self.right
        left, right = widths[:split], widths[split:]
        left_edges, right_edges = [EDGE] * len(left), [EDGE] * len(right)
        if column and left:
            left = [max(left), *left_edges[1:]]
        if column and right:
            right = [*right_edges[1:], max(right)]
        return (*left, *right_edges), (*left_edges, *right)


def make_labels(
    content: CDContent,
    options: CDLook,
    meter: TextMeter,
    size: float,
    limit: float,
    *,
    whole_words: bool,
) -> Labels | None:
    """Measure the labels, with names broken to fit the width `limit`; return None if
    that is impossible.
    """
    names = content.broken(size, limit, meter, whole_words=whole_words)
    if names is None:
        return None
    numbers = [0.0] * content.k
    if options.show_ranks:
        small = small_type(size)
        for i, number in enumerate(content.numbers):
            numbers[i] = meter.width(number, small) + _NUMBER_GAP
    gap = _LABEL_GAP
    if content.control is not None:
        gap += REFERENCE
    return Labels(
        names=names,
        numbers=tuple(numbers),
        right=_count_right(content, options),
        gap=gap,
    )


def _count_right(content: CDContent, options: CDLook) -> int:
    """Return the number of algorithms, starting with the best, whose labels are on the
    right. If labels are on both sides, this is half of the algorithms, including the
    middle algorithm if its rank is nearer to the better neighbour.
    """
    if options.side == options.best_at:
        return content.k
    if options.side != "both":
        return 0
    half, odd = divmod(content.k, 2)
    if not odd:
        return half
    better, middle, worse = content.average_ranks[half - 1 : half + 2]
    if middle - better <= worse - middle:
        return half + 1
    return half


@dataclass(frozen=True, kw_only=True)
class HorizontalPlan:
    """A horizontal diagram that fits its page."""

    content: CDContent
    options: CDLook
    labels: Labels
    column: bool
    #: The requirements of the axis, its minimum length as a fraction of the page width,
    #: and its position.
    demand: AxisDemand
    least: float
    fit: AxisFit
    drawn: DrawnGroups
    #: Whether the legend contains the half-width of the control's interval even if it
    #: fits next to the bracket. This is necessary if all diagrams of a stack must look
    #: alike.
    reach_in_key: bool = False

    @property
    def key(self) -> tuple[KeyEntry, ...]:
        """The key entries that explain the marks."""
        if self.content.control is None:
            return self.drawn.key(BarStyle(), self.options.note)
        return self.content.decision_key

    def shown_key(self, meter: TextMeter) -> tuple[KeyEntry, ...]:
        """Return the key in the header of this diagram. It includes the half-width of
        the control's interval if this does not fit next to the bracket.
        """
        key = self.key
        if self.has_reach_in_key(meter):
            key += (KeyEntry(text=f"interval: {self._reach_text}"),)
        return self.content.unexplained(key)

    def has_reach_in_key(self, meter: TextMeter) -> bool:
        """Return whether the key contains the half-width of the control's interval."""
        return self._reach_text is not None and not self._reach_label(0.0, meter)

    @property
    def _reach_text(self) -> str | None:
        """The printed half-width of the control's interval."""
        if not self.options.show_ruler:
            return None
        return self.content.reach_text

    @property
    def axis_left(self) -> float:
        """The left end of the axis if the best rank is on the left."""
        return self.options.page_width - self._scale().right

    def _scale(self) -> AxisScale:
        """Return the axis, with the best rank on the right."""
        start = self.fit.start
        return self.content.scale(start + self.fit.length, start)

    def _reach_label(self, axis: float, meter: TextMeter) -> list[Text]:
        """Return the half-width of the control's interval next to an end of its
        bracket; an empty list if it does not fit.
        """
        content, small = self.content, self.labels.names.small
        text = self._reach_text
        if text is None or self.reach_in_key:
            return []
        bracket = _draw_interval(content, replace(self._scale(), y=axis))
        ends = [x for line in bracket for x, _ in line.points]
        _, heights = _heights(self, axis)
        leaders, texts, *_ = _draw_labels(self, axis, heights, meter)
        y = axis + _INTERVAL_BELOW
        for gap in _REACH_GAPS:
            for x, anchor in ((max(ends) + gap, "left"), (min(ends) - gap, "right")):
                label = meter.put("interval-text", x, y, text, small, anchor=anchor)
                if _is_free(label, self.options.page_width, leaders, texts):
                    return [label]
        return []

    def _draw_axis(
        self, scale: AxisScale, top: float, meter: TextMeter
    ) -> tuple[list[Element], AxisScale]:
        """Return the elements of the axis, whose upper end is at `top`, and the scale
        at the height of the axis line.
        """
        small = self.labels.names.small
        height = AxisScale.height(small)
        if not self.content.axis_numbered:
            height = AxisScale.height_without_numbers()
        scale = replace(scale, y=top + height)
        elements = scale.draw(small, meter)
        if not self.content.axis_numbered:
            elements = [part for part in elements if part.gid != "tick-number"]
        return elements, scale

    def draw(self, meter: TextMeter) -> CDLayout:
        """Return the layout, with the best rank on the side that the options request."""
        content, options, fit = self.content, self.options, self.fit
        size = self.labels.names.size
        scale = self._scale()
        ruler, side = None, None
        if options.show_ruler:
            ruler = content.ruler(scale)
        if options.show_direction:
            side = options.best_at
        items = content.header(
            options.page_width,
            size,
            ruler=ruler,
            key=self.shown_key(meter),
            cue_side=side,
            axis_left=self.axis_left,
            mirrored=options.best_at == "left",
        )
        header, y = items.draw(meter)
        axis_elements, scale = self._draw_axis(scale, y, meter)
        lanes, heights = _heights(self, scale.y)
        bars = self.drawn.placed(fit.bars, lanes)
        leaders, texts, boxes, bottom = _draw_labels(self, scale.y, heights, meter)
        usual_side = "right" if side else None
        _, usual_y = replace(items, cue_side=usual_side, mirrored=False).draw(meter)
        # The distance between labels is the same whether the best rank is on the left
        # or on the right.
        lacking = usual_y / _MOST_HEADER - (bottom - y + usual_y + Look.PAD_Y)
        if lacking > 0 and not content.stacked:
            rows = max(self.labels.right, content.k - self.labels.right)
            gap = lacking / (rows + 1)
            leaders, texts, boxes, bottom = _draw_labels(
                self, scale.y, heights, meter, gap
            )
        longest = math.inf
        if content.critical_difference is not None:
            longest = scale.points(content.critical_difference)
        style = BarStyle()
        markers: list[Element] = []
        if content.control is None:
            for i in reversed(range(content.k)):
                markers.append(content.marker(i, fit.exact[i], scale.y, _MARKER))
        elements: list[Element] = [
            *header,
            *axis_elements,
            *leaders,
            *_draw_interval(content, scale),
            *self._reach_label(scale.y, meter),
            *draw_bars(bars, fit.bars, style, vertical=False, longest=longest),
            *markers,
            *texts,
        ]
        layout = CDLayout(
            width=options.page_width,
            height=bottom + Look.PAD_Y,
            elements=tuple(elements),
            kind="horizontal",
            labels=_LABELS[self.column],
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
        if options.best_at == "right":
            return layout
        return mirrored(layout)


def plan_horizontal(
    content: CDContent,
    options: CDLook,
    meter: TextMeter,
    labels: Labels,
    *,
    column: bool,
    least: float,
) -> HorizontalPlan | None:
    """Fit the axis and the labels on the page; return None if the axis would be shorter
    than the fraction `least` of the page width.
    """
    low, high = content.axis_range
    length = high - low
    bars = lanes_of(content, options)
    last = content.k - 1
    groups = []
    for group in bars.groups:
        groups.append(tuple(last - member for member in reversed(group)))
    difference = None
    if content.control is None and content.critical_difference is not None:
        difference = content.critical_difference / length
    fractions = [(high - rank) / length for rank in reversed(content.average_ranks)]
    to_left, to_right = labels.reaches(column)
    demand = AxisDemand(
        page=options.page_width,
        fractions=tuple(fractions),
        to_left=to_left,
        to_right=to_right,
        rules=BarRules(groups=tuple(groups), lanes=bars.lanes, difference=difference),
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
        drawn=bars,
    )


def lanes_of(content: CDContent, options: CDLook) -> DrawnGroups:
    """Return the groups of a horizontal diagram with their lanes, which depend only on
    the ranks.
    """
    low, high = content.axis_range
    clear = _LANE_CLEAR * (high - low)
    return choose_groups(content, content.average_ranks, clear, options.max_lanes)


def on_one_axis(plans: Sequence[HorizontalPlan]) -> list[HorizontalPlan] | None:
    """Return the plans with their axes at the same position; None if there is no
    position at which all labels and bars fit.
    """
    least = min(plan.least for plan in plans)
    fits = fit_together([plan.demand for plan in plans], least)
    if fits is None:
        return None
    aligned = []
    for plan, fit in zip(plans, fits, strict=True):
        if not plan.drawn.all_drawn:
            return None
        aligned.append(replace(plan, fit=fit))
    return aligned


def _heights(
    plan: HorizontalPlan, axis: float
) -> tuple[list[float], tuple[float, float, float]]:
    """Return the y coordinates of the lanes, and of the bends of the leaders and both
    ends of the fan.
    """
    fit, content = plan.fit, plan.content
    shift = max(abs(b - x) for b, x in zip(fit.bars, fit.exact, strict=True))
    spread = max(abs(a - b) for a, b in zip(fit.spread, fit.bars, strict=True))
    fan = 1.5
    if spread >= _STRAIGHT:
        fan = min(14.0, 6.5 + 0.75 * spread)
    if plan.drawn.lane_count == 0:
        top = axis + _BELOW_AXIS
        if content.control is not None and content.critical_difference is not None:
            top = axis + _BELOW_INTERVAL
        return [], (axis + _BELOW_AXIS, top, top + fan)
    pitch, first, bent = _LANES[plan.drawn.arched]
    if shift >= _STRAIGHT:
        # Leaders are shifted by more than 3 pt only in pairwise tests, and then they
        # have the same slope as the bends.
        first = min(14.0, max(6.0, 3.75 + 0.75 * shift)) + bent
    lanes = [axis + first + lane * pitch for lane in range(plan.drawn.lane_count)]
    top = lanes[-1] + BarStyle().bar / 2 + _BEFORE_FAN
    return lanes, (lanes[0] - bent, top, top + fan)


def _draw_labels(
    plan: HorizontalPlan,
    axis: float,
    heights: tuple[float, float, float],
    meter: TextMeter,
    gap: float = 0.0,
) -> tuple[list[Line], list[Text | Marker], tuple[Box, ...], float]:
    """Return the leaders, the text and decision markers, the box of each name, and the
    lower end of the labels. `gap` is added above each name and above all names.
    """
    content, labels, fit = plan.content, plan.labels, plan.fit
    size = labels.names.size
    bend, fan, fan_end = heights
    leaders: list[Line] = []
    texts: list[Text | Marker] = []
    boxes: dict[int, Box] = {}
    bottom = top = fan_end + _BEFORE_LABELS + gap
    for side, anchor, positions in (
        (1.0, "left", range(labels.right)),
        (-1.0, "right", range(content.k - 1, labels.right - 1, -1)),
    ):
        y = top
        for i in positions:
            lines = labels.names.lines[i]
            height = Names.row_height(len(lines), size)
            y += gap
            middle = y + height / 2
            y += height
            outermost = i
            if plan.column:
                outermost = positions[0]
            elbow = fit.spread[outermost] + side * _ELBOW[plan.column]
            path = (
                (fit.exact[i], axis),
                (fit.bars[i], bend),
                (fit.bars[i], fan),
                (fit.spread[i], fan_end),
                (fit.spread[i], middle),
                (elbow, middle),
            )
            leaders.append(_leader(content, i, path))
            if content.control is not None:
                texts.append(content.marker(i, elbow, middle, _MARKER))
            x = elbow + side * labels.gap
            texts.extend(_draw_rank(plan, i, x, middle, side, meter))
            x += side * labels.number_column(i, plan.column)
            name = content.put(i, lines, x, middle, size, anchor, meter)
            texts.extend(name)
            boxes[i] = text_box(name, (x, middle))
        bottom = max(bottom, y)
    return leaders, texts, tuple(boxes[i] for i in range(content.k)), bottom


def _draw_rank(
    plan: HorizontalPlan, i: int, x: float, y: float, side: float, meter: TextMeter
) -> list[Text]:
    """Return the printed rank of a label that begins at x. In the finished figure, the
    ranks of a column are flush right, so that their decimal points are aligned.
    """
    labels = plan.labels
    if not labels.numbers[i]:
        return []
    number, small = plan.content.numbers[i], labels.names.small
    near, far = "left", "right"
    if side < 0:
        near, far = far, near
    anchor = near
    is_on_the_right = (side > 0) == (plan.options.best_at == "right")
    if plan.column and is_on_the_right:
        x += side * (labels.number_column(i, plan.column) - _NUMBER_GAP)
        anchor = far
    return [meter.put(f"rank-{i}", x, y, number, small, "secondary", anchor)]


def _leader(content: CDContent, i: int, path: tuple[tuple[float, float], ...]) -> Line:
    """Return the leader of a name."""
    width, color, cap = 0.6, "leader", "butt"
    if i == content.control:
        width, color = 1.0, "foreground"
    if content.highlighted(i):
        width, cap = 1.4, "round"
    color = content.color(i, color)
    return Line(gid=f"leader-{i}", points=path, width=width, color=color, cap=cap)


def _is_free(
    label: Text, page: float, leaders: Sequence[Line], others: Sequence[Text | Marker]
) -> bool:
    """Return whether a line of text is on the page and does not touch the leaders or
    the labels.
    """
    box = label.box
    if box[0] < Look.PAD_X or box[2] > page - Look.PAD_X:
        return False
    for leader in leaders:
        clear = _REACH_CLEAR + leader.width / 2
        if any(enters(stroke, box, clear) for stroke in pairwise(leader.points)):
            return False
    return not any(overlap(box, other.box) for other in others)


def _draw_interval(content: CDContent, scale: AxisScale) -> list[Line]:
    """Return the control's interval as a bracket below the axis. An end beyond the axis
    has an arrowhead and no cap.
    """
    interval = content.interval(scale)
    if interval is None:
        return []
    low, high, closed = interval
    y = scale.y + _INTERVAL_BELOW
    stretch: list[tuple[float, float]] = []
    ends: list[Line] = []
    for rank, outwards in ((low, 1.0), (high, -1.0)):
        x = scale.at(rank)
        if any(abs(rank - end) < 1e-8 for end in closed):
            cap = ((x, y - _CAP), (x, y + _CAP))
            ends.append(Line(gid="interval-cap", points=cap, width=_CAP_LINE))
        else:
            x += outwards * _OPEN
            length, half = _HEAD
            back = x - outwards * length
            head = ((back, y - half), (x, y), (back, y + half))
            ends.append(
                Line(gid="interval-open", points=head, width=_CAP_LINE, cap="round")
            )
        stretch.append((x, y))
    return [Line(gid="interval", points=tuple(stretch), width=1.0), *ends]
