"""Page's test of one pair: the mean rank of the difference at each cut-point, over the ranks of every problem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cddiagram.convergence.figures.curve_parts import (
    AXIS_LINE,
    TICK,
    TICK_GAP,
    TICK_LINE,
    CutAxis,
    put_text,
)
from cddiagram.errors import LayoutError
from cddiagram.sheet.elements import Element, Line, Marker, Measure, Sheet
from cddiagram.sheet.fit import does_not_fit
from cddiagram.sheet.header import PAD_X, PAD_Y, HeaderItems, draw_header
from cddiagram.sheet.look import Look, check_flag
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import display_names, text_or_none
from cddiagram.sheet.spread import spread
from cddiagram.sheet.wrap import wrap
from cddiagram.words.numbers import equals, format_p

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison

_MEAN, _PROBLEM, _LEVEL = 1.4, 0.35, 0.7
_DOT = 1.9
_HEIGHT, _NARROWEST = 80.0, 60.0
_ROW = 1.35
_NAME_GAP = 4.0
_DOTTED = (1.0, 1.6)

#: What the vertical axis counts, behind the kind of ranks.
_VALUE = "rank of the difference (1 = largest)"


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
    plot_box: tuple[float, float, float, float]


def layout_convergence_trend(
    comparison: ConvergenceComparison,
    first: str,
    second: str,
    *,
    measure: Measure,
    width: str | float = "column",
    font_size: float = 8.0,
    rename: Mapping[str, str] | None = None,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
) -> TrendLayout:
    """Lay out the trend of one pair, in points.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The finished comparison; L, p and the ranks drawn are its own.
    first, second : str
        The pair: ranks of first - second, rising where `first` converges faster.
    measure : callable
        ``measure(text, size, bold, italic)`` -> width of a line of text in points.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or inches. The layout has exactly this width; its height follows from the content.
    font_size : float, default 8
        Size of the title in points; all else is 1 pt smaller.
    rename, note, title, math
        As in `cddiagram.figures.cd.layout_cd`; note "auto" gives the pair, n, and L and p of the direction that is
        significant, or both p-values where none is.

    Returns
    -------
    TrendLayout
        The elements in drawing order, and the numbers shown.

    Raises
    ------
    InputError
        An unknown algorithm, or one algorithm twice.
    UsageError
        An option has an unknown value or names an unknown algorithm.
    LayoutError
        The figure does not fit; the message names a width that would do.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    >>> measure = lambda text, size, bold, italic: 0.5 * size * len(text)
    >>> layout = layout_convergence_trend(comparison, "PSO", "(1+1)-ES", measure=measure)
    >>> layout.mean_ranks[0] < layout.mean_ranks[-1]
    True
    """
    check_flag("math", math)
    options = Look(width=width, font_size=font_size)
    meter = TextMeter(measure)
    ranks = comparison.ranks_of(first, second)
    name, other = display_names(rename, comparison.algorithms, (first, second))
    names = (name, other)
    small = font_size - 1.0
    side = max(meter.width(text, small) for text in ("mean", "no trend")) + _NAME_GAP + _DOT
    numbers = max(meter.width(text, small) for text in _rank_numbers(ranks.shape[1])) + TICK + TICK_GAP

    def room(page: float) -> float:
        return page - 2 * PAD_X - side - numbers

    if room(options.page_width) < _NARROWEST:
        fits = lambda page: room(page) >= _NARROWEST  # noqa: E731
        raise LayoutError(does_not_fit("the trend of a pair", options.page_width, fits, "a smaller font_size"))
    header, y = draw_header(
        HeaderItems(
            page=options.page_width,
            size=small,
            title=text_or_none("title", title),
            title_size=font_size,
            note=text_or_none("note", _note(comparison, first, second, names) if note == "auto" else note),
            math=math,
        ),
        meter,
    )
    words, y = _words(names, options.page_width, y, small, meter, math)
    label, y = _rows("value-label", f"{comparison.ranks} {_VALUE}", options.page_width, y + 0.2 * small, small, meter)
    left, top = PAD_X + numbers, y + 0.45 * small
    box = (left, top, options.page_width - PAD_X - side, top + _HEIGHT)
    plot, bottom = _plot(np.asarray(ranks), box, small, options.page_width, meter)
    return TrendLayout(
        width=options.page_width,
        height=bottom + PAD_Y,
        elements=(*header, *words, *label, *plot),
        names=names,
        mean_ranks=tuple(float(rank) for rank in np.mean(ranks, axis=0)),
        plot_box=box,
    )


def _note(comparison: ConvergenceComparison, first: str, second: str, names: tuple[str, str]) -> str:
    """Return the pair and what the test says of it: the direction that is significant, or both p-values."""
    i, j = comparison.pair(first, second)
    kind = "p" if comparison.p_adjust == "none" else "adjusted p"
    p = [_equation(kind, float(comparison.pvalue_adjusted[pair]), comparison.alpha) for pair in ((i, j), (j, i))]
    faster = comparison.faster()
    pair = f"{names[0]} − {names[1]}, n\u00a0=\u00a0{comparison.histories.n}"
    for side, (a, b) in enumerate(((i, j), (j, i))):
        if faster[a, b]:
            statistic = f"L\u00a0=\u00a0{comparison.statistic[a, b]:.12g}"
            worse = "" if not comparison.worse_everywhere[a, b] else ", but is worse at every cut-point of all problems"
            verb = "gained" if worse else "converges faster"
            return f"{pair}: {names[side]} {verb} ({statistic}, {p[side]}){worse}"
    return f"{pair}: neither converges faster ({names[0]}: {p[0]}, {names[1]}: {p[1]})"


def _equation(kind: str, pvalue: float, alpha: float) -> str:
    """Print a p-value with its letter, in spaces that do not break."""
    p = format_p(pvalue, alpha)
    return f"{kind} {equals(p)}".replace(" ", "\u00a0")


def _words(
    names: tuple[str, str], page: float, top: float, size: float, meter: TextMeter, math: bool
) -> tuple[list[Element], float]:
    """Return the sentence that says what rising and falling mean, in as many rows as it needs."""
    text = f"rising: {names[0]} gains; falling: {names[1]} gains"
    return _rows("words", text, page, top, size, meter, italic=True, math=math)


def _rows(
    gid: str, text: str, page: float, top: float, size: float, meter: TextMeter, *, italic: bool = False,
    math: bool = False,
) -> tuple[list[Element], float]:  # fmt: skip
    """Return a text in as many rows as the page needs, and where they end."""
    lines = wrap(text, page - 2 * PAD_X, lambda line: meter.width(line, size, False, italic), math=math) or (text,)
    elements: list[Element] = []
    for line in lines:
        y = top + 0.6 * size
        elements.append(put_text(gid, PAD_X, y, line, size, meter, color="secondary", italic=italic, math=math))
        top += _ROW * size
    return elements, top


def _rank_numbers(c: int) -> tuple[str, str, str]:
    return "1", f"{(c + 1) / 2:g}", str(c)


def _plot(
    ranks: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    box: tuple[float, float, float, float],
    size: float,
    page: float,
    meter: TextMeter,
) -> tuple[list[Element], float]:
    """Return the axes and lines, and where they end."""
    left, top, right, bottom = box
    n, c = ranks.shape
    count = [str(j + 1) for j in range(c)]
    axis = CutAxis(
        points=tuple(range(c)), left=left + 4.0, right=right, labels=tuple(count), unit=f"cut-point (of {c})"
    )

    def y(rank: float) -> float:
        return bottom - (rank - 1) / (c - 1) * (bottom - top)

    elements: list[Element] = [
        Line(
            gid=f"problem-{p}",
            points=tuple((axis.x(j), y(float(ranks[p, j]))) for j in range(c)),
            width=_PROBLEM,
            color="guide",
        )
        for p in range(n)
    ]
    level = y((c + 1) / 2)
    elements.append(
        Line(gid="level", points=((axis.left, level), (right, level)), width=_LEVEL, color="secondary", dash=_DOTTED)
    )
    elements.append(Line(gid="value-axis", points=((left, top), (left, bottom)), width=AXIS_LINE, cap="projecting"))
    for text, rank in zip(_rank_numbers(c), (1.0, (c + 1) / 2, float(c)), strict=True):
        elements.append(Line(gid="value-tick", points=((left - TICK, y(rank)), (left, y(rank))), width=TICK_LINE))
        number = put_text("value-number", left - TICK - TICK_GAP, y(rank), text, size, meter, anchor="right")
        elements.append(number)
    cuts, end = axis.draw(bottom + 3.0, size, page, meter)
    elements.extend(cuts)
    means = [float(rank) for rank in ranks.mean(axis=0)]
    path = tuple((axis.x(j), y(means[j])) for j in range(c))
    elements.append(Line(gid="mean", points=path, width=_MEAN))
    elements += [Marker(gid=f"mean-dot-{j}", x=x, y=place, radius=_DOT) for j, (x, place) in enumerate(path)]
    ends = sorted([(path[-1][1], 0, "mean", "foreground"), (level, 1, "no trend", "secondary")])
    placed = spread([place for place, *_ in ends], 1.2 * size, lower=top, upper=bottom)
    for place, (_, _, text, color) in zip(placed, ends, strict=True):
        gid = "mean-label" if text == "mean" else "level-label"
        elements.append(put_text(gid, right + _DOT + _NAME_GAP, place, text, size, meter, color=color))
    return elements, end
