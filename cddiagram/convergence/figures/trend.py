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

#: The widths of the line of the mean and of the line of no trend, and the radius of a
#: point.
_MEAN, _LEVEL, _DOT = 1.4, 0.7, 1.9
_DOTTED = (1.0, 1.6)
#: The height and the minimum width of the plot.
_HEIGHT, _NARROWEST = 88.0, 60.0
#: The width of a box as a fraction of the distance between two cut-points, and its
#: maximum width.
_BOX_PART, _WIDEST_BOX = 0.7, 14.0
#: The quantiles at the limits of the boxes.
_QUARTILES = (0.25, 0.75)
#: The distances from the plot to the names on its right, and from the vertical axis to
#: the first box.
_NAME_GAP, _INSET = 4.0, 3.0
#: The names of the marks, which are placed at their positions at the last cut-point.
_MEAN_NAME, _BOX_NAME, _LEVEL_NAME = "mean", "25–75%", "no trend"
#: The gap between the title of the axis and the direction in the same row.
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
    name, other_name = display_names(
        look.rename, comparison.algorithms, (first, second), math=look.math
    )
    names = name, other_name
    pair = comparison.pair(first, second)
    numbers = [(rank, f"{rank:g}") for rank in (1.0, (c + 1) / 2, float(c))]
    left = Look.PAD_X + Axis.beside((text for _, text in numbers), small, meter)
    right = page.width - Look.PAD_X - _names_width(small, meter)
    least_width = page.width - (right - left) + _NARROWEST

    def has_room(other: Look) -> bool | None:
        return other.page_width >= least_width or None

    fit(has_room, look, "the trend of a pair", SMALLER_TYPE)
    method = f"{method_note(comparison, pair)}, n\u00a0=\u00a0{n}"
    header, y = page.header(f"{method}: {verdict(comparison, pair, names)}")
    _, word = errors_of(comparison.histories)
    label, y = _axis_name(page, f"rank of the {word} difference", name, y)
    top = y + 0.45 * small
    scale = ValueScale(low=1.0, high=float(c), log=False)
    axis = Axis(scale=scale, start=top + _HEIGHT, end=top, across=left)
    means = ranks.mean(axis=0)
    quartiles = np.quantile(ranks, _QUARTILES, axis=0).T
    plot, bottom = _Plot(page, means, quartiles, axis, right).draw()
    upright = axis.draw(small, meter, numbers)
    return TrendLayout(
        width=page.width,
        height=bottom + Look.PAD_Y,
        elements=(*header, *label, *plot, *upright),
        names=names,
        mean_ranks=tuple(means.tolist()),
        quartiles=tuple((low, high) for low, high in quartiles.tolist()),
        plot_box=(left, top, right, axis.start),
    )


@layout_convergence_trend.public
def plot_convergence_trend(
    comparison: ConvergenceComparison,
    first: str,
    second: str,
    **options: Unpack[PageOptions],
) -> Drawing[TrendLayout]:
    """Draw the trend of the differences between two algorithms over the cut-points.

    The differences between the errors (first minus second) are ranked over the
    cut-points of each problem, with rank 1 for the largest difference. The line shows
    the mean rank over the problems, and the boxes extend from the 25% to the 75%
    quantile. An increasing line indicates that the first algorithm gains on the second.
    Without a trend, the mean rank is (c + 1) / 2 at each of the c cut-points.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The comparison, from `cddiagram.compare_convergence`.
    first, second : str
        The names of two algorithms.
    font_size : float, default 8.0
        The font size of the title in points. All other text is 1 pt smaller.
    note : str, optional
        The note above the figure. By default, it contains the test, the method of
        ranking, the number of problems n, the algorithm that gained, L and the p-value.
        None omits the note.
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
    room = page.room - meter.width(text, size) - _CUE_GAP
    if cue_width((direction,), size, meter, "up") > room:
        top = bottom
        bottom += Page.ROW * size
    arrow = cue_width(("",), size, meter, "up")
    *upper, last = meter.lines(direction, page.room - arrow, size, italic=True)
    rows: list[tuple[str, str | None]] = [(line, None) for line in upper]
    rows.append((last, "up"))
    right = page.width - Look.PAD_X
    y = top + 0.6 * size
    for line, side in rows:
        x = right - cue_width((line,), size, meter, side)
        elements += draw_cue(x, y, (line,), size, meter, side)
        y += Page.ROW * size
    return elements, bottom + len(upper) * Page.ROW * size


@dataclass(frozen=True)
class _Plot:
    """The plot of mean ranks and quartiles at the cut-points, with its right end."""

    page: Page
    means: Values
    quartiles: Values
    values: Axis
    right: float

    def draw(self) -> tuple[list[Element], float]:
        """Return the plot with the axis of cut-points, and its lower end."""
        below, bottom = self._cuts.draw(self.page.small, self.page)
        elements = self._draw_boxes()
        elements.append(self._draw_level())
        elements += below
        elements += self._draw_mean()
        elements += self._draw_names()
        return elements, bottom

    @property
    def _box_width(self) -> float:
        room = self.right - self.values.across - 2 * _INSET
        step = room / len(self.means)
        return min(_BOX_PART * step, _WIDEST_BOX)

    @property
    def _cuts(self) -> CutAxis:
        """The axis of cut-points, with room for half a box at both ends."""
        c = len(self.means)
        half = self._box_width / 2
        labels = [str(j + 1) for j in range(c)]
        return CutAxis(
            points=tuple(range(c)),
            left=self.values.across + _INSET + half,
            right=self.right - half,
            values=self.values,
            labels=tuple(labels),
            unit=f"cut-point (of {c})",
        )

    @property
    def _level(self) -> float:
        """The height of the mean rank without a trend."""
        return self.values.at((len(self.means) + 1) / 2)

    def _draw_boxes(self) -> list[Element]:
        """Return a box between the quartiles at each cut-point."""
        boxes: list[Element] = []
        width = self._box_width
        places = self._cuts.places
        for j, (x, (low, high)) in enumerate(zip(places, self.quartiles, strict=True)):
            top, bottom = self.values.at(high), self.values.at(low)
            box = Rectangle(
                gid=f"box-{j}",
                x=x - width / 2,
                y=top,
                width=width,
                height=bottom - top,
                fill="guide",
            )
            boxes.append(box)
        return boxes

    def _draw_level(self) -> Line:
        """Return the dotted line of the mean rank without a trend."""
        y = self._level
        ends = ((self.values.across, y), (self.right, y))
        color = "secondary"
        return Line(gid="level", points=ends, width=_LEVEL, color=color, dash=_DOTTED)

    def _draw_mean(self) -> list[Element]:
        """Return the line of the mean rank with its dots."""
        path = self._cuts.path(self.means)
        elements: list[Element] = [Line(gid="mean", points=path, width=_MEAN)]
        for j, (x, y) in enumerate(path):
            elements.append(Marker(gid=f"mean-dot-{j}", x=x, y=y, radius=_DOT))
        return elements

    def _draw_names(self) -> list[Element]:
        """Return the names of the marks at their heights, moved apart if necessary."""
        mean = self.values.at(self.means[-1])
        # The name is placed at the end of the last box that is farther from the mean.
        box_ends = [self.values.at(rank) for rank in self.quartiles[-1]]
        box_end = max(box_ends, key=lambda y: abs(y - mean))
        names = [
            (mean, "mean-label", _MEAN_NAME, "foreground"),
            (box_end, "box-label", _BOX_NAME, "secondary"),
            (self._level, "level-label", _LEVEL_NAME, "secondary"),
        ]
        names.sort(key=lambda name: name[0])
        size = self.page.small
        places = [name[0] for name in names]
        gap = 1.2 * size
        heights = spread(places, gap, lower=self.values.end, upper=self.values.start)
        elements: list[Element] = []
        x = self.right + _NAME_GAP
        for y, (_, gid, text, color) in zip(heights, names, strict=True):
            elements.append(self.page.meter.put(gid, x, y, text, size, color))
        return elements
