"""The trend of one pair: the mean rank of the difference at each cut-point, over the
ranks of every problem.
"""

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
    """One pair laid out.

    Attributes
    ----------
    names : (str, str)
        Display names of first and second.
    mean_ranks : tuple of float
        What the thick line shows, one for each cut-point.
    plot_box : (left, top, right, bottom)
        The box of ranks 1 to c.
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
    """Lay out the trend of one pair; its note gives L and p of the significant
    direction, or both p-values.
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
    """Draw the trend of one pair: ranks of the difference first - second of the errors
    along the cut-points.

    The thick line is the mean rank over the problems, thin ones are the problems; rank
    1 is the largest difference. A rising line says that the first gains on the second.
    L and p-value are those of the comparison. The note also reports which of the two is
    better at the last cut-point, and on how many problems both reached the optimum.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The finished comparison, from `cddiagram.compare_convergence`.
    first, second : str
        The pair.
    font_size : float, default 8.0
        Size of the title in points; all else is 1 pt smaller.
    note : str, optional
        By default the test, n, and which algorithm gained with L and p; None for no
        note.
    {rest}
    InputError
        An unknown algorithm, or one algorithm twice.

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
    """Return the lines and what names them, with both axes, and where they end."""
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
    """Return the line of a problem."""
    return Line(gid=gid, points=points, width=_PROBLEM, color="leader")
