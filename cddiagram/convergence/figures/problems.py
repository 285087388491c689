"""All problems of one pair as small multiples: both convergence curves, and where each problem's ranks point to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cddiagram.convergence.figures.curve_parts import put_text
from cddiagram.convergence.figures.curve_values import errors_of
from cddiagram.errors import LayoutError
from cddiagram.sheet.elements import Box, Element, Line, Marker, Measure, Sheet
from cddiagram.sheet.fit import does_not_fit
from cddiagram.sheet.header import PAD_X, PAD_Y, HeaderItems, draw_header
from cddiagram.sheet.look import Look, check_flag
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import display_names, label_of, text_or_none
from cddiagram.sheet.value_axis import ValueScale, make_scale
from cddiagram.sheet.wrap import wrap

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison

_FRAME, _LINES = 0.6, (1.3, 1.0)
_DASH = (2.6, 1.3)
_MARK = 2.2
_PANEL, _PLOT_HEIGHT, _BETWEEN, _BELOW = 64.0, 34.0, 10.0, 5.0
_LINE_PITCH, _ROW = 1.12, 1.35
_SAMPLE, _SAMPLE_GAP, _ENTRY_GAP = 16.0, 3.0, 10.0


@dataclass(frozen=True, kw_only=True)
class ProblemsLayout(Sheet):
    """Small multiples laid out; every sequence over problems is in the order of the histories.

    Attributes
    ----------
    names : (str, str)
        Display names of first and second.
    columns : int
        Panels side by side.
    gained : tuple of int
        For each problem 1 where its ranks rise (first gained), -1 where they fall, 0 where they do neither.
    panel_boxes : tuple of (left, top, right, bottom)
        The box of each panel's plot.
    """

    names: tuple[str, str]
    columns: int
    gained: tuple[int, ...]
    panel_boxes: tuple[Box, ...]


def layout_convergence_problems(
    comparison: ConvergenceComparison,
    first: str,
    second: str,
    *,
    measure: Measure,
    scale: str = "auto",
    width: str | float = "column",
    font_size: float = 8.0,
    rename: Mapping[str, str] | None = None,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
) -> ProblemsLayout:
    """Lay out both curves of a pair on every problem, in points.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The finished comparison; its ranks decide which algorithm gained on a problem.
    first, second : str
        The pair: first solid, second dashed.
    measure : callable
        ``measure(text, size, bold, italic)`` -> width of a line of text in points.
    scale : {"auto", "log", "linear"}, default "auto"
        As in `cddiagram.convergence.figures.curves.layout_convergence_curves`; every problem has its own range, printed
        below.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or inches. The layout has exactly this width; its height follows from the content.
    font_size : float, default 8
        Size of the title in points; all else is 1 pt smaller.
    rename, note, title, math
        As in `cddiagram.figures.cd.layout_cd`; names of problems are always literal.

    Returns
    -------
    ProblemsLayout
        The elements in drawing order, and the decisions taken.

    Raises
    ------
    InputError
        An unknown algorithm, or one algorithm twice.
    UsageError
        An option has an unknown value or names an unknown algorithm.
    LayoutError
        Not one panel fits; the message names a width that would do.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    >>> measure = lambda text, size, bold, italic: 0.5 * size * len(text)
    >>> layout_convergence_problems(comparison, "PSO", "Random search", measure=measure).columns
    3
    """
    check_flag("math", math)
    options = Look(width=width, font_size=font_size)
    meter = TextMeter(measure)
    i, j = comparison.pair(first, second)
    name, other = display_names(rename, comparison.algorithms, (first, second))
    names = (name, other)
    histories = comparison.histories
    values, word = errors_of(histories)
    if scale == "auto" and histories.higher_is_better and histories.optimum is None:
        scale = "linear"
    pairs = np.stack([values[i], values[j]], axis=1)
    scales = [make_scale(pair.ravel().tolist(), scale) for pair in pairs]
    small = font_size - 1.0
    columns = _columns(options.page_width, scales, small, meter)
    if columns == 0:
        fits = lambda page: _columns(page, scales, small, meter) > 0  # noqa: E731
        raise LayoutError(does_not_fit("one panel", options.page_width, fits, "a smaller font_size"))
    said = f"{word} at {histories.c} cut-points; gained: by {comparison.ranks} ranks{_worse(comparison, i, j, names)}"
    header, y = draw_header(
        HeaderItems(
            page=options.page_width,
            size=small,
            title=text_or_none("title", title),
            title_size=font_size,
            note=text_or_none("note", said if note == "auto" else note),
            math=math,
        ),
        meter,
    )
    gained = _gained(np.asarray(comparison.ranks_of(first, second)))
    legend, y = _legend(names, gained, options.page_width, y + 0.2 * small, small, meter, math)
    panels, boxes, bottom = _panels(
        histories.problems, pairs, scales, gained, columns, options.page_width, y, small, meter
    )
    return ProblemsLayout(
        width=options.page_width,
        height=bottom + PAD_Y,
        elements=(*header, *legend, *panels),
        names=names,
        columns=columns,
        gained=gained,
        panel_boxes=boxes,
    )


def _worse(comparison: ConvergenceComparison, i: int, j: int, names: tuple[str, str]) -> str:
    """Say of one that gained on the other that it is worse throughout; empty where that is not so."""
    found = comparison.gained_but_worse()
    for name, pair in zip(names, ((i, j), (j, i)), strict=True):
        if found[pair]:
            return f"; {name} gained, but is worse at every cut-point of all problems"
    return ""


def _gained(ranks: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[int, ...]:
    """Tell for each problem whether its part of L is above, below or at its mean without a trend."""
    c = ranks.shape[1]
    parts = 2 * ranks @ np.arange(1.0, c + 1) - c * (c + 1) ** 2 / 2
    return tuple(int(np.sign(part)) for part in parts)


def _columns(page: float, scales: Sequence[ValueScale], size: float, meter: TextMeter) -> int:
    """Return how many panels stand side by side: as many as keep their least width."""
    least = max(_PANEL, max(meter.width(scale.describe(), size) for scale in scales) + 3 * _MARK + 4.0)
    return int((page - 2 * PAD_X + _BETWEEN) // (least + _BETWEEN))


def _legend(
    names: tuple[str, str],
    gained: Sequence[int],
    page: float,
    top: float,
    size: float,
    meter: TextMeter,
    math: bool,
) -> tuple[list[Element], float]:
    """Return what lines and marks mean and how many marks there are, in as many rows as they need."""
    entries = (
        ("solid", names[0]),
        ("dashed", names[1]),
        ("triangle", f"{names[0]} gained ({gained.count(1)})"),
        ("disc", f"{names[1]} gained ({gained.count(-1)})"),
    )
    elements: list[Element] = []
    x, y = PAD_X, top + 0.6 * size
    for kind, text in entries:
        lead = (_SAMPLE if kind in ("solid", "dashed") else 2 * _MARK) + _SAMPLE_GAP
        limit = page - 2 * PAD_X - lead
        lines = wrap(text, limit, lambda line: meter.width(line, size), math=math) or (text,)
        width = lead + max(meter.width(line, size) for line in lines)
        if x > PAD_X and x + width > page - PAD_X + 1e-6:
            x, y = PAD_X, y + _ROW * size
        elements.append(_sample(kind, x, y))
        for row, line in enumerate(lines):
            elements.append(put_text("legend-text", x + lead, y + row * _ROW * size, line, size, meter, math=math))
        y += (len(lines) - 1) * _ROW * size
        x = x + width + _ENTRY_GAP if len(lines) == 1 else page
    return elements, y + 0.9 * size


def _sample(kind: str, x: float, y: float) -> Element:
    if kind in ("solid", "dashed"):
        ends = ((x, y), (x + _SAMPLE, y))
        dash = _DASH if kind == "dashed" else None
        return Line(gid="legend-line", points=ends, width=_LINES[kind == "dashed"], dash=dash)
    return _mark("legend-mark", x + _MARK, y, 1 if kind == "triangle" else -1)


def _mark(gid: str, x: float, y: float, gained: int) -> Marker:
    if gained > 0:
        return Marker(gid=gid, x=x, y=y + _MARK / 4, radius=_MARK, shape="triangle")
    return Marker(gid=gid, x=x, y=y, radius=_MARK - 0.4, fill="background", edge="foreground", edge_width=0.8)


def _panels(
    problems: Sequence[str],
    pairs: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    scales: Sequence[ValueScale],
    gained: Sequence[int],
    columns: int,
    page: float,
    top: float,
    size: float,
    meter: TextMeter,
) -> tuple[list[Element], tuple[Box, ...], float]:
    """Return all panels, the boxes of their plots, and where they end; the names of a row share their lowest line."""
    width = (page - 2 * PAD_X - (columns - 1) * _BETWEEN) / columns
    names = [
        wrap(label_of(name), width, lambda text: meter.width(text, size)) or (label_of(name),) for name in problems
    ]
    elements: list[Element] = []
    boxes: list[Box] = []
    for start in range(0, len(problems), columns):
        row = range(start, min(start + columns, len(problems)))
        plot_top = top + max(len(names[p]) for p in row) * _LINE_PITCH * size + 0.35 * size
        for p in row:
            left = PAD_X + (p - start) * (width + _BETWEEN)
            box = (left, plot_top, left + width, plot_top + _PLOT_HEIGHT)
            boxes.append(box)
            last = plot_top - 0.8 * size
            for line, text in enumerate(reversed(names[p])):
                elements.append(put_text(f"problem-{p}", left, last - line * _LINE_PITCH * size, text, size, meter))
            elements.extend(_panel(p, pairs[p], scales[p], box))
            below = box[3] + 0.85 * size
            elements.append(put_text(f"range-{p}", left, below, scales[p].describe(), size, meter, color="secondary"))
            if gained[p]:
                elements.append(_mark(f"gained-{p}", left + width - _MARK - 0.5, below, gained[p]))
        top = plot_top + _PLOT_HEIGHT + 1.6 * size + _BELOW
    return elements, tuple(boxes), top - _BELOW


def _panel(
    p: int, pair: np.ndarray[tuple[int, ...], np.dtype[np.float64]], scale: ValueScale, box: Box
) -> list[Element]:
    left, top, right, bottom = box
    inner = (left + 2.0, top + 1.0, right - 1.0, bottom - 2.0)
    count = pair.shape[1]
    frame = ((left, top), (left, bottom), (right, bottom))
    elements: list[Element] = [Line(gid=f"frame-{p}", points=frame, width=_FRAME, color="leader")]
    for row in (1, 0):  # the solid line of the first lies on top
        path = tuple(
            (
                inner[0] + (inner[2] - inner[0]) * j / (count - 1),
                inner[3] - scale.place(float(pair[row, j])) * (inner[3] - inner[1]),
            )
            for j in range(count)
        )
        dash = _DASH if row else None
        elements.append(Line(gid=f"{('first', 'second')[row]}-{p}", points=path, width=_LINES[row], dash=dash))
    return elements
