"""The trend of one pair: the ranks of its differences over the cut-points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.averages import Values, errors_of
from cddiagram.convergence.figures.parts import CutAxis, cut_labels, headline
from cddiagram.figures import PageOptions, figure
from cddiagram.sheet import (
    SMALLER_TYPE,
    Area,
    Axis,
    Box,
    Element,
    Line,
    Look,
    Marker,
    Page,
    Sheet,
    TextMeter,
    ValueScale,
    display_names,
    fit,
    label_of,
    spread,
)

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.convergence.histories import Histories
    from cddiagram.figures import Drawing

#: `_MEAN` is the width of the line of mean ranks, and `_LEVEL` is the width of the line
#: that represents no trend. `_DOT` is the radius of a dot.
_MEAN, _LEVEL, _DOT = 1.4, 0.7, 1.9
_DOTTED = (1.0, 1.6)
#: The plot is `_HEIGHT` high and at least `_NARROWEST` wide.
_HEIGHT, _NARROWEST = 88.0, 60.0
#: The edges of the band are at these quantiles.
_QUARTILES = (0.25, 0.75)
#: `_NAME_GAP` is the distance from the plot to the names on its right. `_INSET` is the
#: distance from the vertical axis to the first cut-point.
_NAME_GAP, _INSET = 4.0, 3.0
#: The names of the lines and of the band. Each name is aligned with its line or band at
#: the last cut-point.
_MEAN_NAME, _BAND_NAME, _LEVEL_NAME = "mean", "25–75%", "no trend"


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
        edges of the band.
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
    """Lay out the trend of one pair (see `plot_convergence_trend`)."""
    page = Page(look, meter)
    small = page.small
    ranks = np.asarray(comparison.ranks_of(first, second))
    _, c = ranks.shape
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
    header, y = page.header(headline(comparison, pair, names))
    histories = comparison.histories
    _, word = errors_of(histories)
    label, y = page.value_label(f"rank of the {word} difference, {name} gains", "up", y)
    top = y + 0.45 * small
    scale = ValueScale(low=1.0, high=float(c), log=False)
    axis = Axis(scale=scale, start=top + _HEIGHT, end=top, across=left)
    means = ranks.mean(axis=0)
    quartiles = np.quantile(ranks, _QUARTILES, axis=0).T
    plot, bottom = _Plot(page, histories, means, quartiles, axis, right).draw()
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
    the mean rank over the problems, and the band extends from the 25th to the 75th
    percentile. An increasing line indicates that the first algorithm gains on the second.
    The dotted line is the expected mean rank without a trend, (c + 1) / 2 for c
    cut-points. The cut-points are drawn at equal distances, because the statistic L
    uses only their order.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The comparison, from `cddiagram.compare_convergence`.
    first, second : str
        The names of two algorithms.
    font_size : float, default 8.0
        The font size of the title in points. All other text is 1 pt smaller.
    note : str, optional
        The note above the figure. By default, it contains the algorithm that gained,
        the number of problems n and the p-value. None omits the note.
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
    """Return the width of the names next to the plot, including the gap before them."""
    names = (_MEAN_NAME, _BAND_NAME, _LEVEL_NAME)
    return max(meter.width(name, size) for name in names) + _NAME_GAP


@dataclass(frozen=True)
class _Plot:
    """The plot of mean ranks and quartiles at the cut-points, with its right end."""

    page: Page
    histories: Histories
    means: Values
    quartiles: Values
    values: Axis
    right: float

    def draw(self) -> tuple[list[Element], float]:
        """Return the plot with the axis of cut-points, and its lower end."""
        below, bottom = self._cuts.draw(self.page.small, self.page)
        elements = [self._draw_band(), self._draw_level()]
        elements += below
        elements += self._draw_mean()
        elements += self._draw_names()
        return elements, bottom

    @property
    def _cuts(self) -> CutAxis:
        """The axis of cut-points, which are drawn at equal distances."""
        points = self.histories.cut_points
        labels, unit = cut_labels(points, self.histories.unit)
        steps = np.diff(points)
        if not np.allclose(steps, steps[0]):
            unit = f"{unit}, not to scale"
        return CutAxis(
            points=tuple(range(len(points))),
            left=self.values.across + _INSET,
            right=self.right,
            values=self.values,
            labels=labels,
            unit=label_of(unit),
        )

    @property
    def _level(self) -> float:
        """The vertical position of the mean rank without a trend."""
        return self.values.at((len(self.means) + 1) / 2)

    def _draw_band(self) -> Element:
        """Return the band between the quartiles."""
        lower, upper = self.quartiles.T
        edge = self._cuts.path(upper)
        other_edge = self._cuts.path(lower)
        return Area(gid="band", corners=(*edge, *other_edge[::-1]), fill="guide")

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
        """Return the names of the lines and the band, moved apart if necessary."""
        mean = self.values.at(self.means[-1])
        # The name is printed next to the higher part of the band, either above or below
        # the mean.
        edges = [self.values.at(rank) for rank in self.quartiles[-1]]
        farther = max(edges, key=lambda y: abs(y - mean))
        names = [
            (mean, "mean-label", _MEAN_NAME, "foreground"),
            ((mean + farther) / 2, "band-label", _BAND_NAME, "secondary"),
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
