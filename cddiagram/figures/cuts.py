"""What rank bars show of their levels: cut lines and their labels, the key of the shades, the cue beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cddiagram.figures.content import CDContent
from cddiagram.figures.levels import Levels
from cddiagram.figures.rows import RowColumns
from cddiagram.sheet.axis import AxisScale
from cddiagram.sheet.elements import MIDDLE_ABOVE_BASELINE, TEXT_BELOW_BASELINE, Element, Line, Rectangle, Text
from cddiagram.sheet.header import PAD_X, cue_width, draw_axis_label, draw_cue, draw_header
from cddiagram.sheet.legend import KeyEntry
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.spread import spread

_CUT, _POINTER = 1.0, 0.6
#: Free of ink at both sides of a cut line, where it crosses bars.
_HALO = 0.35
_LABEL_GAP = 8.0
_CLEAR, _POINTER_HEIGHT = 0.5, 4.5
_SWATCH = 9.0
_CUE_GAP = 9.0


def labels_fit(levels: Levels, size: float, page: float, meter: TextMeter) -> bool:
    """Whether the labels of the cut lines fit side by side."""
    return len(levels.cuts) * _label_gap(levels, size, meter) - _LABEL_GAP <= page - 2 * PAD_X


def draw_cut_head(
    content: CDContent, levels: Levels, options: Look, meter: TextMeter, columns: RowColumns, scale: AxisScale
) -> tuple[list[Element], float]:
    """Return what stands above the rows: header with key, text of the ranks, labels of the cut lines; and its end."""
    small, page = columns.small, options.page_width
    places = [scale.at(level.ends[0]) for level in levels.cuts]
    labels = _draw_labels(levels, places, 0.0, small, page, meter)
    by_labels = _cue_left(scale, labels[0].box[0], small, meter) if labels else None
    in_header = options.show_direction and by_labels is None
    head, y = draw_header(
        content.header(
            page,
            columns.size,
            key=tuple(_shade_entry(shade, meaning, small) for shade, meaning in levels.legend),
            cue_tip=scale.left if in_header else None,
            cue_side="left",
        ),
        meter,
    )
    axis_label, y = draw_axis_label(content.axis_label, scale, small, y, page, meter)
    head += axis_label
    if not labels:
        return head, y
    y += 0.5 * small
    labels = [replace(label, y=y) for label in labels]
    if options.show_direction and by_labels is not None:
        head += draw_cue(by_labels, y, small, meter, "left")
    return [*head, *labels, *_draw_pointers(levels, labels, places, small)], _cut_top(y, small)


def _shade_entry(shade: str, meaning: str, size: float) -> KeyEntry:
    """Return the entry of the key that explains a shade of the bars."""
    half = 0.38 * size

    def draw(left: float, y: float) -> list[Element]:
        return [Rectangle(gid="key", x=left, y=y - half, width=_SWATCH, height=2 * half, fill=shade)]

    return KeyEntry(text=meaning, width=_SWATCH, draw=draw)


def draw_cuts(levels: Levels, scale: AxisScale, top: float, bottom: float) -> list[Element]:
    """Return the cut lines over the full height, each with a stripe of background where it crosses bars."""
    stripes: list[Element] = []
    lines: list[Element] = []
    for level in levels.cuts:
        for end in level.ends:
            ends = ((scale.at(end), top), (scale.at(end), bottom))
            gid = f"{level.alpha:.12g}"
            stripes.append(Line(gid=f"cut-stripe-{gid}", points=ends, width=_CUT + 2 * _HALO, color="background"))
            lines.append(Line(gid=f"cut-{gid}", points=ends, width=_CUT, dash=level.dash))
    return stripes + lines


def _cue_left(scale: AxisScale, right: float, size: float, meter: TextMeter) -> float | None:
    """Return the place of the cue at the better end of the bars and left of `right`; None if there is no room."""
    width = cue_width(size, meter)
    for left in (scale.left, scale.left - width - _CUE_GAP):
        if left >= PAD_X and left + width + _CUE_GAP <= right:
            return left
    return None


def _label_gap(levels: Levels, size: float, meter: TextMeter) -> float:
    """Return the least distance of the middles of two labels."""
    return max((meter.width(level.label, size) for level in levels.cuts), default=0.0) + _LABEL_GAP


def _draw_labels(
    levels: Levels, places: Sequence[float], y: float, size: float, page: float, meter: TextMeter
) -> list[Text]:
    """Return the labels of the cut lines at `places`, spread apart so that they do not touch."""
    gap = _label_gap(levels, size, meter)
    half = (gap - _LABEL_GAP) / 2
    centres = spread(places, gap, lower=PAD_X + half, upper=page - PAD_X - half)
    return [
        meter.put(f"cut-text-{level.alpha:.12g}", x, y, level.label, size, anchor="center")
        for level, x in zip(levels.cuts, centres, strict=True)
    ]


def _draw_pointers(levels: Levels, labels: Sequence[Text], places: Sequence[float], size: float) -> list[Element]:
    """Return the short lines from the labels to their cut lines."""
    return [
        Line(
            gid=f"cut-pointer-{level.alpha:.12g}",
            points=((label.x, _pointer_top(label.y, size)), (x, _cut_top(label.y, size))),
            width=_POINTER,
        )
        for level, label, x in zip(levels.cuts, labels, places, strict=True)
    ]


def _cut_top(y: float, size: float) -> float:
    """Return where the cut lines begin under labels with their middle at `y`."""
    return _pointer_top(y, size) + _POINTER_HEIGHT


def _pointer_top(y: float, size: float) -> float:
    return y + (TEXT_BELOW_BASELINE + MIDDLE_ABOVE_BASELINE) * size + _CLEAR
