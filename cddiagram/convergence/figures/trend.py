"""The trend of one pair: the ranks of its differences over the cut-points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.averages import Values, errors_of
from cddiagram.convergence.figures.parts import CutAxis, method_note, verdict
from cddiagram.figures import PageOptions, figure
from cddiagram.sheet import (
    SMALLER_TYPE,
    Axis,
    Box,
    Element,
    Line,
    Look,
    Marker,
    Page,
    Rectangle,
    Sheet,
    TextMeter,
    ValueScale,
    cue_width,
    display_names,
    draw_cue,
    fit,
    spread,
)

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.figures import Drawing

#: Widths of the line of the mean and of the line of no trend, and radius of a dot.
_MEAN, _LEVEL, _DOT = 1.4, 0.7, 1.9
_DOTTED = (1.0, 1.6)
#: Height and least width of the plot.
_HEIGHT, _NARROWEST = 88.0, 60.0
#: A box takes this part of the distance between two cut-points, and at most this width.
_BOX_PART, _WIDEST_BOX = 0.7, 14.0
#: The limits of the boxes.
_QUARTILES = (0.25, 0.75)
#: From the plot to the names on its right, and from the y axis to the first box.
_NAME_GAP, _INSET = 4.0, 3.0
#: Names of the marks, from their positions at the last cut-point.
_MEAN_NAME, _BOX_NAME, _LEVEL_NAME = "mean", "25–75%", "no trend"
#: Between the name of the axis and the direction on the same row.
_CUE_GAP = 8.0


@dataclass(frozen=True, kw_only=True)
class TrendLayout(Sheet):
    """The layout of the trend of one pair.

    Attributes
    ----------
    names : (str, str)
        The names of the first and the second algorithm in the figure.
    mean_ranks : tuple of float
        The mean rank over the problems at each cut-point, which the thick line shows.
    quartiles : tuple of (float, float)
        The lower and the upper quartile of the ranks at each cut-point, which are the
        ends of the boxes.
    plot_box : (left, top, right, bottom)
        The box of the plot of ranks 1 to c, in points.
    """

    names: tuple[str, str]
    mean_ranks: tuple[float, ...]
    quartiles: tuple[tuple[float, float], ...]
    plot_box: Box


@figure(
    "convergence-trend",
    PageOptions,
    listed=False,
    title="Trend of one pair",
    subject="convergence",
)
def layout_convergence_trend(
    comparison: ConvergenceComparison,
    first: str,
    second: str,
    *,
    look: Look,
    meter: TextMeter,
) -> TrendLayout:
    """Lay out the trend of one pair (see `plot_convergence_trend`).

    The note contains L and the p-value of the significant direction, or both p-values.
    """
    page = Page(look, meter)
    small = page.small
    ranks = np.asarray(comparison.ranks_of(first, second))
    n, c = ranks.shape
    names = display_names(
        look.rename, comparison.algorithms, (first, second), math=look.math
    )
    pair = comparison.pair(first, second)
    numbers = [(rank, f"{rank:g}") for rank in (1.0, (c + 1) / 2, float(c))]
    left = Look.PAD_X + Axis.beside((text for _, text in numbers), small, meter)
    right = page.width - Look.PAD_X - _names_width(small, meter)
    needed = page.width - (right - left) + _NARROWEST

    def has_room(other: Look) -> bool | None:
        return other.page_width >= needed or None

    fit(has_room, look, "the trend of a pair", SMALLER_TYPE)
    method = f"{method_note(comparison, pair)}, n\u00a0=\u00a0{n}"
    header, y = page.header(f"{method}: {verdict(comparison, pair, names)}")
    _, word = errors_of(comparison.histories)
    label, y = _axis_name(page, f"rank of the {word} difference", names[0], y)
    top = y + 0.45 * small
    scale = ValueScale(low=1.0, high=float(c), log=False)
    axis = Axis(scale=scale, start=top + _HEIGHT, end=top, across=left)
    quartiles = np.quantile(ranks, _QUARTILES, axis=0).T
    plot, bottom = _plot(page, ranks.mean(axis=0), quartiles, axis, right)
    return TrendLayout(
        width=page.width,
        height=bottom + Look.PAD_Y,
        elements=(*header, *label, *plot, *axis.draw(small, meter, numbers)),
        names=(names[0], names[1]),
        mean_ranks=tuple(float(rank) for rank in ranks.mean(axis=0)),
        quartiles=tuple((float(low), float(high)) for low, high in quartiles),
        plot_box=(left, top, right, axis.start),
    )


@layout_convergence_trend.public
def plot_convergence_trend(
    comparison: ConvergenceComparison,
    first: str,
    second: str,
    **options: Unpack[PageOptions],
) -> Drawing[TrendLayout]:
    """Draw the trend of one pair: the ranks of its differences over the cut-points.

    The differences of the errors, first - second, are ranked over the cut-points of
    each problem, with rank 1 for the largest. The line shows the mean rank over the
    problems, and the boxes extend from the 25% to the 75% quantile. An increasing line
    indicates that the first algorithm gains on the second. Without a trend, the mean
    rank is (c + 1) / 2 at each of the c cut-points.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The comparison, from `cddiagram.compare_convergence`.
    first, second : str
        The names of two algorithms.
    font_size : float, default 8.0
        The font size of the title in points. All other text is 1 pt smaller.
    note : str, optional
        The note above the figure; None for no note. By default, the note contains the
        test, the ranks, the number of problems n, and the algorithm that gained with L
        and the p-value.
    {rest}
    InputError
        If an algorithm was not compared, or both names are the same.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    >>> plot_convergence_trend(comparison, "PSO", "Random search").layout.names
    ('PSO', 'Random search')
    """
    return layout_convergence_trend.draw(
        comparison, options, first=first, second=second
    )


def _names_width(size: float, meter: TextMeter) -> float:
    """Return the width of the names right of the plot, with the gap before them."""
    names = (_MEAN_NAME, _BOX_NAME, _LEVEL_NAME)
    return max(meter.width(name, size) for name in names) + _NAME_GAP


def _axis_name(
    page: Page, quantity: str, name: str, top: float
) -> tuple[list[Element], float]:
    """Return the name of the axis of ranks with the direction in which an algorithm
    gains, and their lower end.

    The direction is at the right end of the row, or below it if it does not fit.
    """
    size, meter = page.small, page.meter
    text = f"{quantity} (1 = largest)"
    direction = f"{name} gains"
    elements, bottom = page.paragraph("value-label", text, top)
    beside = (
        meter.width(text, size) + _CUE_GAP + cue_width((direction,), size, meter, "up")
    )
    if beside > page.room:
        top = bottom
        bottom = top + Page.ROW * size
    arrow = cue_width(("",), size, meter, "up")
    *upper, last = meter.lines(direction, page.room - arrow, size, italic=True)
    rows: list[tuple[str, str | None]] = [(line, None) for line in upper]
    rows.append((last, "up"))
    y = top + 0.6 * size
    for line, side in rows:
        x = page.width - Look.PAD_X - cue_width((line,), size, meter, side)
        elements += draw_cue(x, y, (line,), size, meter, side)
        y += Page.ROW * size
    return elements, bottom + len(upper) * Page.ROW * size


def _plot(
    page: Page, means: Values, quartiles: Values, values: Axis, right: float
) -> tuple[list[Element], float]:
    """Return the boxes, the line of the mean with its dots, their names and the axis of
    cut-points, and the lower end of the plot.
    """
    c = len(means)
    step = (right - values.across - 2 * _INSET) / c
    width = min(_BOX_PART * step, _WIDEST_BOX)
    cuts = CutAxis(
        points=tuple(range(c)),
        left=values.across + _INSET + width / 2,
        right=right - width / 2,
        values=values,
        labels=tuple(str(j + 1) for j in range(c)),
        unit=f"cut-point (of {c})",
    )
    elements: list[Element] = []
    for j, (x, (low, high)) in enumerate(zip(cuts.places, quartiles, strict=True)):
        elements.append(_box(f"box-{j}", x, width, values.at(low), values.at(high)))
    level = values.at((c + 1) / 2)
    ends = ((values.across, level), (right, level))
    elements.append(
        Line(gid="level", points=ends, width=_LEVEL, color="secondary", dash=_DOTTED)
    )
    below, bottom = cuts.draw(page.small, page)
    elements += below
    mean = cuts.path(means)
    elements.append(Line(gid="mean", points=mean, width=_MEAN))
    for j, (x, y) in enumerate(mean):
        elements.append(Marker(gid=f"mean-dot-{j}", x=x, y=y, radius=_DOT))
    last = [values.at(rank) for rank in quartiles[-1]]
    # The end of the last box that is farther from the mean is named.
    box_end = max(last, key=lambda y: abs(y - mean[-1][1]))
    names = _mark_names(page, mean[-1][1], box_end, level, right, values)
    return [*elements, *names], bottom


def _box(gid: str, x: float, width: float, low: float, high: float) -> Rectangle:
    """Return the box around x between the heights of two quartiles."""
    return Rectangle(
        gid=gid,
        x=x - width / 2,
        y=high,
        width=width,
        height=low - high,
        fill="guide",
    )


def _mark_names(
    page: Page, mean: float, box_end: float, level: float, right: float, values: Axis
) -> list[Element]:
    """Return the names of the marks at their heights, moved apart if necessary."""
    names = [
        (mean, "mean-label", _MEAN_NAME, "foreground"),
        (box_end, "box-label", _BOX_NAME, "secondary"),
        (level, "level-label", _LEVEL_NAME, "secondary"),
    ]
    names.sort(key=lambda name: name[0])
    heights = spread(
        [height for height, *_ in names],
        1.2 * page.small,
        lower=values.end,
        upper=values.start,
    )
    elements: list[Element] = []
    for y, (_, gid, text, color) in zip(heights, names, strict=True):
        elements.append(
            page.meter.put(gid, right + _NAME_GAP, y, text, page.small, color)
        )
    return elements
