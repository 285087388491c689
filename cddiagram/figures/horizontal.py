"""The horizontal CD diagram: an axis, bars in lanes below it, leaders that fan out to labels on both sides.

Bars stand at the exact average ranks, as far as they stay clear of each other there, and are as long as the ruler says.
Everything is placed for the best rank on the right; the mirrored figure is made from it (`record.mirrored`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from cddiagram.figures.bars import BarStyle, draw_bars, place_bars
from cddiagram.figures.cd_fit import COLUMN_ELBOW, STAIR_ELBOW, AxisDemand, AxisFit, BarRules, fit_axis
from cddiagram.figures.cd_marks import (
    DrawnGroups,
    choose_groups,
    draw_interval,
    drawable_groups,
    interval_text,
    ruler_on,
)
from cddiagram.figures.content import CDContent
from cddiagram.figures.record import CDLayout, CDLook
from cddiagram.sheet.axis import AxisScale, axis_height, draw_axis, end_room
from cddiagram.sheet.elements import Box, Element, Line, Marker, Text
from cddiagram.sheet.header import PAD_Y, HeaderItems, draw_axis_label, draw_header
from cddiagram.sheet.legend import REFERENCE, decision_key, decision_marker
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import BrokenNames, break_names, row_height, text_box

_MARKER = 1.5
_LANE_CLEAR = 7.0
#: Without and with hops: distance of lanes, of the first from the axis, and of the first from where leaders have bent.
_LANES = {False: (4.6, 4.8, 2.0), True: (5.6, 6.0, 3.0)}
#: Where leaders are shifted less than this they are straight.
_STRAIGHT = 0.05
#: From the axis down to the fan, where there are no bars: below an interval, and without one.
_BELOW_INTERVAL, _BELOW_AXIS = 8.2, 5.0
_BEFORE_FAN, _BEFORE_LABELS = 1.5, 0.5
_LABEL_GAP, _NUMBER_GAP = 2.0, 3.2


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The labels of a horizontal diagram at one size: names, the column of their ranks, how many are on the right."""

    names: BrokenNames
    number_column: float
    right: int

    @property
    def widths(self) -> tuple[float, ...]:
        """Width of each label."""
        return tuple(self.number_column + width for width in self.names.widths)


def make_labels(
    content: CDContent, options: CDLook, meter: TextMeter, size: float, name_limit: float | None = None
) -> Labels | None:
    """Measure the labels, broken over lines at `name_limit` if that is given; None if a name cannot be broken."""
    names = break_names(content, size, math.inf if name_limit is None else name_limit, meter)
    numbers = max(meter.width(number, size - 1.0) for number in content.numbers) + _NUMBER_GAP
    column = numbers if options.show_ranks else 0.0
    right = _count_right(content, options)
    return None if names is None else Labels(names=names, number_column=column, right=right)


def _count_right(content: CDContent, options: CDLook) -> int:
    """Return how many of the best are labelled on the right: half, and the middle one where its neighbour is closer."""
    if options.side != "both":
        return content.k if options.side == options.best_at else 0
    half, odd = divmod(content.k, 2)
    if not odd:
        return half
    ranks = content.average_ranks
    better, worse = ranks[half] - ranks[half - 1], ranks[half + 1] - ranks[half]
    return half + 1 if better <= worse else half


@dataclass(frozen=True, kw_only=True)
class HorizontalPlan:
    """A horizontal diagram that fits: what remains is to draw it."""

    labels: Labels
    column: bool
    fit: AxisFit
    drawn: DrawnGroups


@dataclass(frozen=True, kw_only=True)
class _Heights:
    """What stands how high: where leaders have bent to the bars, the lanes, and the two ends of the fan."""

    bend: float
    lanes: tuple[float, ...]
    fan: tuple[float, float]


def plan_horizontal(
    content: CDContent, options: CDLook, meter: TextMeter, labels: Labels, *, column: bool, least: float
) -> HorizontalPlan | None:
    """Fit axis and labels on the page; None if the axis would be shorter than `least` of the width."""
    low, high = content.axis_range
    k, right = content.k, labels.right
    last, cd = k - 1, content.critical_difference if content.control is None else None

    def fit(groups: tuple[tuple[int, ...], ...]) -> AxisFit | None:
        from_left = tuple(tuple(last - member for member in reversed(group)) for group in groups)
        difference = None if cd is None else cd / (high - low)
        demand = AxisDemand(
            page=options.page_width,
            fractions=tuple((high - rank) / (high - low) for rank in reversed(content.average_ranks)),
            left=tuple(labels.widths[i] for i in range(last, right - 1, -1)),
            right=tuple(labels.widths[i] for i in range(right - 1, -1, -1)),
            column=column,
            label_gap=_label_gap(content),
            rules=BarRules(groups=from_left, difference=difference),
            end_room=end_room(low, high, labels.names.size - 1.0, meter),
        )
        return fit_axis(demand, least)

    fitted = fit(drawable_groups(content, options.max_lanes))
    if fitted is None:
        return None
    drawn = choose_groups(content, fitted.bars[::-1], _LANE_CLEAR, options.max_lanes)
    if not drawn.all_drawn:
        fitted = fit(())
    return None if fitted is None else HorizontalPlan(labels=labels, column=column, fit=fitted, drawn=drawn)


def draw_horizontal(content: CDContent, options: CDLook, meter: TextMeter, plan: HorizontalPlan) -> CDLayout:
    """Place everything, the best rank on the right."""
    size = plan.labels.names.size
    small = size - 1.0
    low, high = content.axis_range
    start, end = plan.fit.start, plan.fit.start + plan.fit.length
    scale = AxisScale(low=low, high=high, x_low=end, x_high=start)
    header, y = draw_header(_header_items(content, options, plan, scale), meter)
    label, y = draw_axis_label(content.axis_label, scale, small, y, options.page_width, meter)
    scale = AxisScale(low=low, high=high, x_low=end, x_high=start, y=y + axis_height(small))
    exact, places, spread = plan.fit.exact[::-1], plan.fit.bars[::-1], plan.fit.spread[::-1]
    heights = _heights(content, plan, scale.y)
    bars = place_bars(plan.drawn.groups, plan.drawn.lanes, places, heights.lanes)
    leaders, texts, boxes, bottom = _draw_labels(content, plan, scale, heights, meter)
    on_axis = [] if content.control is not None else [_marker(content, i, exact[i], scale.y) for i in range(content.k)]
    elements: list[Element] = [
        *header,
        *label,
        *draw_axis(scale, small, meter),
        *leaders,
        *draw_interval(content, scale),
        *draw_bars(bars, places, BarStyle(), vertical=False),
        *on_axis[::-1],
        *texts,
    ]
    return CDLayout(
        width=options.page_width,
        height=bottom + PAD_Y,
        elements=tuple(elements),
        kind="horizontal",
        labels="column" if plan.column else "stair",
        font_size=size,
        names=content.names,
        label_boxes=boxes,
        axis=scale,
        marker_positions=exact,
        bar_positions=places,
        leader_positions=spread,
        bars=bars,
        lanes=plan.drawn.lane_count,
    )


def _marker(content: CDContent, position: int, x: float, y: float) -> Marker:
    return Marker(gid=f"marker-{position}", x=x, y=y, radius=_MARKER, fill=content.color(position, "foreground"))


def _label_gap(content: CDContent) -> float:
    """Return the distance of a label from its elbow, where the markers of decisions stand."""
    return _LABEL_GAP + (REFERENCE if content.control is not None else 0.0)


def _heights(content: CDContent, plan: HorizontalPlan, axis: float) -> _Heights:
    """Stack bend, lanes and fan below the axis."""
    fit = plan.fit
    shift = max(abs(b - x) for b, x in zip(fit.bars, fit.exact, strict=True))
    fan = fan_height(max(abs(a - b) for a, b in zip(fit.spread, fit.bars, strict=True)))
    if plan.drawn.lane_count == 0:
        interval = content.control is not None and content.critical_difference is not None
        top = axis + (_BELOW_INTERVAL if interval else _BELOW_AXIS)
        return _Heights(bend=axis + _BELOW_AXIS, lanes=(), fan=(top, top + fan))
    hops = bool(plan.drawn.key)
    pitch, straight, bent = _LANES[hops]
    style = BarStyle()
    # shifts of more than 3 pt, which only pairwise tests lead to, get the slope of the fan
    bend = min(14.0, max(6.0, 3.75 + 0.75 * shift))
    first = straight if shift < _STRAIGHT else bend + bent
    lanes = tuple(axis + first + lane * pitch for lane in range(plan.drawn.lane_count))
    top = lanes[-1] + max(style.bar / 2, style.disc if hops else 0.0) + _BEFORE_FAN
    return _Heights(bend=lanes[0] - bent, lanes=lanes, fan=(top, top + fan))


def fan_height(displacement: float) -> float:
    """Return the height over which leaders move from their places at the bars to those at the labels."""
    return 1.5 if displacement < 0.3 else min(14.0, 6.5 + 0.75 * displacement)


def _header_items(content: CDContent, options: CDLook, plan: HorizontalPlan, scale: AxisScale) -> HeaderItems:
    ruler = ruler_on(content, scale) if options.show_ruler else None
    cd_text = interval_text(content) if options.show_ruler else None
    return content.header(
        options.page_width,
        plan.labels.names.size,
        ruler=ruler,
        key=plan.drawn.key if content.control is None else decision_key(cd_text, decision=content.decision),
        cue_tip=scale.right if options.show_direction else None,
    )


def _draw_labels(
    content: CDContent, plan: HorizontalPlan, scale: AxisScale, heights: _Heights, meter: TextMeter
) -> tuple[list[Element], list[Element], tuple[Box, ...], float]:
    """Return leaders, texts with the markers of decisions, the box of each name, and the bottom of the lower side."""
    labels, k = plan.labels, content.k
    exact, bars, spread = plan.fit.exact[::-1], plan.fit.bars[::-1], plan.fit.spread[::-1]
    fan, fanned = heights.fan
    top = fanned + _BEFORE_LABELS
    leaders: list[Element] = []
    texts: list[Element] = []
    boxes: dict[int, Box] = {}
    bottom = top
    for side, positions in ((1.0, range(labels.right)), (-1.0, range(k - 1, labels.right - 1, -1))):
        y = top
        for position in positions:
            height = row_height(len(labels.names.lines[position]), labels.names.size)
            outermost = spread[positions[0]] + side * COLUMN_ELBOW
            elbow = outermost if plan.column else spread[position] + side * STAIR_ELBOW
            middle = y + height / 2
            at, bar, down = exact[position], bars[position], spread[position]
            bends = ((at, scale.y), (bar, heights.bend), (bar, fan), (down, fanned), (down, middle), (elbow, middle))
            leaders.append(_leader(content, position, bends))
            if content.control is not None:
                texts.append(_decision(content, position, elbow, middle))
            label = elbow + side * _label_gap(content)
            drawn, boxes[position] = _label(content, labels, position, label, middle, side, meter)
            texts.extend(drawn)
            y += height
        bottom = max(bottom, y)
    return leaders, texts, tuple(boxes[position] for position in range(k)), bottom


def _decision(content: CDContent, position: int, x: float, y: float) -> Marker:
    different = None if position == content.control else content.rejected[position]
    color = content.color(position, "foreground")
    return decision_marker(f"marker-{position}", x, y, color, different=different)


def _leader(content: CDContent, position: int, path: tuple[tuple[float, float], ...]) -> Line:
    highlighted, control = content.highlight[position] is not None, position == content.control
    return Line(
        gid=f"leader-{position}",
        points=path,
        width=1.1 if highlighted else 1.0 if control else 0.6,
        color=content.color(position, "foreground" if control else "leader"),
        cap="round" if highlighted else "butt",
    )


def _label(
    content: CDContent, labels: Labels, position: int, x: float, y: float, side: float, meter: TextMeter
) -> tuple[list[Text], Box]:
    """Return rank and name of one algorithm, the rank next to the leader, and the box of the name."""
    anchor, size = "left" if side > 0 else "right", labels.names.size
    name_x = x + side * labels.number_column
    name = content.put(position, labels.names.lines[position], name_x, y, size, anchor, meter)
    texts = list(name)
    if labels.number_column:
        number = content.numbers[position]
        texts.insert(0, meter.put(f"rank-{position}", x, y, number, size - 1.0, "secondary", anchor))
    return texts, text_box(name, (name_x, y))
