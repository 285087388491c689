"""The horizontal CD diagram: an axis, leaders that fan out, bars in lanes, labels on both sides.

Everything is placed for the best rank on the right; the mirrored figure is made from it (`record.mirrored`).
"""

from __future__ import annotations

from dataclasses import dataclass

from cddiagram.layout.axis import AxisScale, axis_height, draw_axis, end_room
from cddiagram.layout.bars import BarStyle, draw_bars, place_bars
from cddiagram.layout.content import CDContent
from cddiagram.layout.decisions import draw_decisions, markers_hide
from cddiagram.layout.elements import Element, Line, Text
from cddiagram.layout.fit import COLUMN_ELBOW, LABEL_GAP, STAIR_ELBOW, AxisDemand, AxisFit, fit_axis
from cddiagram.layout.groups import DrawnGroups, choose_groups
from cddiagram.layout.header import PAD_Y, HeaderItems, draw_header
from cddiagram.layout.labels import Labels, name_lines, row_height
from cddiagram.layout.marks import (
    DIAMOND,
    draw_axis_label,
    draw_interval,
    draw_marker,
    interval_caps,
    interval_text,
    ruler_on,
)
from cddiagram.layout.meter import TextMeter
from cddiagram.layout.options import CDOptions
from cddiagram.layout.record import Box, CDLayout, text_box

LANE_PITCH = 5.4
LANE_CLEAR = 7.0
NUMBER_GAP = 3.2
ROW_PITCH = 1.27
_DOT = 1.9
_LINE_PITCH, _WRAPPED_EXTRA = 1.12, 0.30
_AXIS_LABEL_ROW = 1.35
_AFTER_FAN, _AFTER_LANES, _BEFORE_LABELS = 1.0, 2.0, 0.5


@dataclass(frozen=True, kw_only=True)
class HorizontalPlan:
    """A horizontal diagram that fits: what remains is to draw it."""

    labels: Labels
    column: bool
    fit: AxisFit
    drawn: DrawnGroups


def plan_horizontal(
    content: CDContent, options: CDOptions, meter: TextMeter, labels: Labels, *, column: bool, least: float
) -> HorizontalPlan | None:
    """Fit axis and labels on the page; None if the axis would be shorter than `least` of the width."""
    low, high = content.axis_range
    k, right = content.k, labels.right
    room = end_room(low, high, labels.size - 1.0, meter)
    fit = fit_axis(
        AxisDemand(
            page=options.page_width,
            fractions=tuple((high - rank) / (high - low) for rank in reversed(content.average_ranks)),
            left=tuple(labels.widths[i] for i in range(k - 1, right - 1, -1)),
            right=tuple(labels.widths[i] for i in range(right - 1, -1, -1)),
            column=column,
            gap=options.bar_gap,
            end_room=room if content.control is None else max(room, DIAMOND),
        ),
        least,
    )
    if fit is None:
        return None
    drawn = choose_groups(content, fit.spread[::-1], LANE_CLEAR, options.max_lanes)
    return HorizontalPlan(labels=labels, column=column, fit=fit, drawn=drawn)


def draw_horizontal(content: CDContent, options: CDOptions, meter: TextMeter, plan: HorizontalPlan) -> CDLayout:
    """Place everything, the best rank on the right."""
    size = plan.labels.size
    small = size - 1.0
    low, high = content.axis_range
    start, end = plan.fit.start, plan.fit.start + plan.fit.length
    scale = AxisScale(low=low, high=high, x_low=end, x_high=start)
    header, y = draw_header(_header_items(content, options, plan, scale), meter)
    label, y = draw_axis_label(content.axis_label, scale, small, y, options.page_width, meter)
    scale = AxisScale(low=low, high=high, x_low=end, x_high=start, y=y + axis_height(small))
    exact, spread = plan.fit.exact[::-1], plan.fit.spread[::-1]
    fan = scale.y + fan_height(max(abs(a - b) for a, b in zip(exact, spread, strict=True)))
    first_lane = fan + _AFTER_FAN
    levels = [first_lane + (lane + 0.5) * LANE_PITCH for lane in range(plan.drawn.lane_count)]
    bars = place_bars(plan.drawn.groups, plan.drawn.lanes, spread, levels)
    repeated = markers_hide(content, exact, _DOT)  # a control has no groups, and hence no lanes
    lanes = 1 if repeated else plan.drawn.lane_count
    rows = first_lane + LANE_PITCH * lanes + (_AFTER_LANES if lanes else 0.0) + _BEFORE_LABELS
    decisions = draw_decisions(content, spread, first_lane + 0.5 * LANE_PITCH, options.bar_gap) if repeated else []
    markers = [draw_marker(content, i, exact[i], scale.y, _DOT) for i in reversed(range(content.k))]
    leaders, texts, boxes, bottom = _draw_labels(content, plan, scale, fan, rows, meter)
    elements: list[Element] = [
        *draw_interval(content, scale),
        *header,
        *label,
        *draw_axis(scale, small, meter),
        *interval_caps(content, scale, markers),
        *leaders,
        *draw_bars(bars, spread, BarStyle(), vertical=False),
        *decisions,
        *markers,
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
        leader_positions=spread,
        bars=bars,
        lanes=plan.drawn.lane_count,
    )


def fan_height(displacement: float) -> float:
    """Return the height over which leaders move from the exact rank to their spread place."""
    return 6.0 if displacement < 0.3 else min(14.0, 6.5 + 0.75 * displacement)


def _header_items(content: CDContent, options: CDOptions, plan: HorizontalPlan, scale: AxisScale) -> HeaderItems:
    ruler = ruler_on(content, scale) if options.show_ruler else None
    return HeaderItems(
        page=options.page_width,
        size=plan.labels.size - 1.0,
        title=content.title,
        title_size=plan.labels.size,
        note=content.note,
        ruler=ruler,
        cd_text=interval_text(content) if options.show_ruler else None,
        cue_tip=scale.right if options.show_direction else None,
        math=content.math,
    )


def _draw_labels(
    content: CDContent, plan: HorizontalPlan, scale: AxisScale, fan: float, top: float, meter: TextMeter
) -> tuple[list[Element], list[Element], tuple[Box, ...], float]:
    """Return leaders, texts, the box of each name, and the bottom of the lower side."""
    labels, k = plan.labels, content.k
    exact, spread = plan.fit.exact[::-1], plan.fit.spread[::-1]
    leaders: list[Element] = []
    texts: list[Element] = []
    boxes: dict[int, Box] = {}
    bottom = top
    for side, positions in ((1.0, range(labels.right)), (-1.0, range(k - 1, labels.right - 1, -1))):
        y = top
        for position in positions:
            height = row_height(len(labels.lines[position]), labels.size)
            outermost = spread[positions[0]] + side * COLUMN_ELBOW
            elbow = outermost if plan.column else spread[position] + side * STAIR_ELBOW
            middle = y + height / 2
            path = ((exact[position], scale.y), (spread[position], fan), (spread[position], middle), (elbow, middle))
            leaders.append(_leader(content, position, path))
            drawn, boxes[position] = _label(content, labels, position, elbow + side * LABEL_GAP, middle, side, meter)
            texts.extend(drawn)
            y += height
        bottom = max(bottom, y)
    return leaders, texts, tuple(boxes[position] for position in range(k)), bottom


def _leader(content: CDContent, position: int, path: tuple[tuple[float, float], ...]) -> Line:
    highlighted = content.highlight[position] is not None
    return Line(
        gid=f"leader-{position}",
        points=path,
        width=1.1 if highlighted else 0.6,
        color=content.color(position, "leader"),
        cap="round" if highlighted else "butt",
    )


def _label(
    content: CDContent, labels: Labels, position: int, x: float, y: float, side: float, meter: TextMeter
) -> tuple[list[Text], Box]:
    """Return number and name of one label, outwards from `x`."""
    anchor = "left" if side > 0 else "right"
    texts: list[Text] = []
    number = labels.numbers[position]
    if number:
        small = labels.size - 1.0
        width = meter.width(number, small)
        gid = f"rank-{position}"
        texts.append(Text(gid=gid, x=x, y=y, text=number, size=small, width=width, color="secondary", anchor=anchor))
    name_x = x + side * labels.number_column
    name = name_lines(content, position, labels.lines[position], name_x, y, labels.size, anchor, meter)
    return [*texts, *name], text_box(name, (name_x, y))
