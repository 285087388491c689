"""The trend of one pair: the ranks of its differences over the cut-points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.averages import Values, errors_of
from cddiagram.convergence.figures.parts import (
    TEST_NAMES,
    CutAxis,
    ranks_note,
    rate_note,
    runs_note,
    verdict,
)
from cddiagram.figures import PageOptions, figure
from cddiagram.sheet import (
    SMALLER_TYPE,
    Axis,
    Box,
    Element,
    KeyEntry,
    Line,
    Look,
    Marker,
    Page,
    Sheet,
    TextMeter,
    ValueScale,
    display_names,
    fit,
    spread,
)

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.figures import Drawing

_MEAN, _PROBLEM, _LEVEL = 1.4, 0.35, 0.7
_DOT = 1.9
_HEIGHT, _NARROWEST = 80.0, 60.0
_NAME_GAP = 4.0
_DOTTED = (1.0, 1.6)
_SAMPLE = 14.0


@dataclass(frozen=True, kw_only=True)
class TrendLayout(Sheet):
    """The layout of the trend of one pair.

    Attributes
    ----------
    names : (str, str)
        The names of the first and the second algorithm in the figure.
    mean_ranks : tuple of float
        The mean rank over the problems at each cut-point, which the thick line shows.
    plot_box : (left, top, right, bottom)
        The box of the plot of ranks 1 to c, in points.
    """

    names: tuple[str, str]
    mean_ranks: tuple[float, ...]
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
    ranks = np.asarray(comparison.ranks_of(first, second))
    name, other = display_names(
        look.rename, comparison.algorithms, (first, second), math=look.math
    )
    small, c = page.small, ranks.shape[1]
    numbers = [(rank, f"{rank:g}") for rank in (1.0, (c + 1) / 2, float(c))]
    left = Look.PAD_X + Axis.beside((text for _, text in numbers), small, meter)
    side = (
        max(meter.width(text, small) for text in ("mean", "no trend"))
        + _NAME_GAP
        + _DOT
    )
    needed = Look.PAD_X + side + left + _NARROWEST
    fit(
        lambda tried: tried.page_width >= needed or None,
        look,
        "the trend of a pair",
        SMALLER_TYPE,
    )
    i, j = comparison.pair(first, second)
    cautions = rate_note(comparison) + runs_note(comparison, (i, j))
    tested = (
        f"{TEST_NAMES[comparison.test]}, "
        f"n\u00a0=\u00a0{comparison.histories.n}{cautions}"
    )
    said = f"{tested}: {verdict(comparison, i, j, (name, other))}"
    problem = KeyEntry(
        text="ranks on one problem",
        width=_SAMPLE,
        draw=lambda x, y: [_problem("key", ((x, y), (x + _SAMPLE, y)))],
    )
    header, y = page.header(said, key=(problem,))
    _, word = errors_of(comparison.histories)
    meaning = (
        f"{ranks_note(comparison, i, j)} of {word} differences, rising: {name} gains"
    )
    label, y = page.paragraph("value-label", meaning, y)
    top = y + 0.45 * small
    scale = ValueScale(low=1.0, high=float(c), log=False)
    axis = Axis(scale=scale, start=top + _HEIGHT, end=top, across=left)
    right = page.width - Look.PAD_X - side
    plot, bottom = _plot(page, ranks, axis, axis.draw(small, meter, numbers), right)
    return TrendLayout(
        width=page.width,
        height=bottom + Look.PAD_Y,
        elements=(*header, *label, *plot),
        names=(name, other),
        mean_ranks=tuple(float(rank) for rank in np.mean(ranks, axis=0)),
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
    each problem, with rank 1 for the largest. Thin lines show the ranks on each
    problem, and the thick line shows their mean. An increasing line indicates that the
    first algorithm gains on the second.

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
        test, the algorithm that gained with L and the p-value, and the outcome at the
        last cut-point.
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


def _plot(
    page: Page, ranks: Values, values: Axis, upright: list[Element], right: float
) -> tuple[list[Element], float]:
    """Return the lines, their names and both axes, and the lower end of the plot."""
    size, c = page.small, ranks.shape[1]
    cuts = CutAxis(
        points=tuple(range(c)),
        left=values.across + 4.0,
        right=right,
        values=values,
        labels=tuple(str(j + 1) for j in range(c)),
        unit=f"cut-point (of {c})",
    )
    level = values.at((c + 1) / 2)
    ends = ((cuts.left, level), (right, level))
    below, end = cuts.draw(size, page)
    mean = cuts.path(ranks.mean(axis=0))
    elements: list[Element] = [
        *(_problem(f"problem-{p}", cuts.path(row)) for p, row in enumerate(ranks)),
        Line(gid="level", points=ends, width=_LEVEL, color="secondary", dash=_DOTTED),
        *upright,
        *below,
        Line(gid="mean", points=mean, width=_MEAN),
        *(
            Marker(gid=f"mean-dot-{j}", x=x, y=y, radius=_DOT)
            for j, (x, y) in enumerate(mean)
        ),
    ]
    named = [
        (mean[-1][1], "mean-label", "mean", "foreground"),
        (level, "level-label", "no trend", "secondary"),
    ]
    named.sort(key=lambda label: label[0])
    placed = spread(
        [y for y, *_ in named], 1.2 * size, lower=values.end, upper=values.start
    )
    for y, (_, gid, text, color) in zip(placed, named, strict=True):
        elements.append(
            page.meter.put(gid, right + _DOT + _NAME_GAP, y, text, size, color=color)
        )
    return elements, end


def _problem(gid: str, points: tuple[tuple[float, float], ...]) -> Line:
    """Return the thin line of a problem."""
    return Line(gid=gid, points=points, width=_PROBLEM, color="leader")
