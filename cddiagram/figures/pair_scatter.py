"""Two algorithms against each other: one dot for each data set, and the diagonal on which both score alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram._util.inlines import Option
from cddiagram.errors import UsageError, choose_from
from cddiagram.figures.registry import figure
from cddiagram.sheet.elements import Box, Element, Line, Marker, Sheet, Text
from cddiagram.sheet.fit import SMALLER_TYPE, fit
from cddiagram.sheet.header import PAD_X, PAD_Y
from cddiagram.sheet.look import Look, PageOptions
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import display_names, label_of
from cddiagram.sheet.page import ROW, Page
from cddiagram.sheet.scale import Axis, ValueScale
from cddiagram.words.drawable import check_scores, effects_of
from cddiagram.words.numbers import difference_decimals, equals, format_alpha, format_difference, format_p, format_tick
from cddiagram.words.procedure import procedure

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.figures.drawing import Drawing

_DOT, _DIAGONAL = 1.7, 0.6
_LARGEST, _NARROWEST, _TICKS, _AWAY = 240.0, 90.0, 5.6, 2.5
_MOST_TICKS = (9, 7, 5, 3, 2, 1)


@dataclass(frozen=True, kw_only=True)
class PairScatterLayout(Sheet):
    """A scatter laid out.

    Attributes
    ----------
    names : (str, str)
        Display names of first (upright axis) and second.
    limits : (float, float)
        Ends of both axes, in the units of the scores.
    plot_box : (left, top, right, bottom)
        The square between the axes.
    named : tuple of str
        The data sets whose names are printed.
    """

    names: tuple[str, str]
    limits: tuple[float, float]
    plot_box: Box
    named: tuple[str, ...]


@figure(
    "pair-scatter",
    PageOptions,
    title="Scatter of one pair",
    check="words.drawable:effects_of",
    reading="words.captions:reading_of_scatter",
)
def layout_pair_scatter(
    comparison: Comparison, first: str, second: str, *, look: Look, meter: TextMeter, name_farthest: int = 0
) -> PairScatterLayout:
    """Lay out the scores of two algorithms: see `plot_pair_scatter`."""
    algorithms = comparison.algorithms
    for name in (first, second):
        if name not in algorithms:
            raise UsageError(choose_from("algorithm", name, algorithms))
    if first == second:
        raise UsageError(f"a pair has two algorithms, not '{first}' twice.")
    if isinstance(name_farthest, bool) or not isinstance(name_farthest, int) or name_farthest < 0:
        raise UsageError(Option("name_farthest"), f" must be a number of data sets from 0, not {name_farthest!r}.")
    i, j, table, page = algorithms.index(first), algorithms.index(second), check_scores(comparison), Page(look, meter)
    names = display_names(look.rename, algorithms, (first, second))
    scores = [(float(row[j]), float(row[i])) for row in table.scores]
    small = page.small
    values = [value for pair in scores for value in pair]

    what = "the scatter of a pair"
    ticks, left, side = fit(lambda tried: _fit(values, tried, small, meter), look, what, SMALLER_TYPE)
    low, high = ticks[0][0], ticks[-1][0]
    head, words, y = _head(comparison, (i, j), names, high - low, page)
    texts = _triangles(words, scores, ticks, side, page)
    if texts is None:  # dots stand where the words would
        head, y = _paragraph(page, head, "triangles", f"above the diagonal: {words[0]}; below: {words[1]}", y)
    label, y = page.paragraph("first-label", names[0], y + 0.3 * small, math=look.math)
    top = y + max(0.5 * small, _DOT) + 1.0
    bottom, right = top + side, left + side
    scale = ValueScale(low=low, high=high, log=False)
    upright = Axis(scale=scale, start=bottom, end=top, across=left)
    level = Axis(scale=scale, start=left, end=right, across=bottom, side="bottom")
    drawn = [*upright.draw(small, meter, ticks), *level.draw(small, meter, ticks)]
    diagonal = Line(gid="diagonal", points=((left, bottom), (right, top)), width=_DIAGONAL, color="leader")
    dots = [
        Marker(gid=f"dot-{row}", x=level.at(x), y=upright.at(at), radius=_DOT, edge="background", edge_width=0.3)
        for row, (x, at) in enumerate(scores)
    ]
    triangles = [replace(text, x=left + text.x, y=top + text.y) for text in texts or ()]
    farthest = sorted(range(len(scores)), key=lambda row: (-abs(scores[row][0] - scores[row][1]), row))[:name_farthest]
    printed = _name_dots(
        farthest, [label_of(str(name)) for name in table.datasets], dots, triangles, (left, top, right, bottom), page
    )
    y = bottom + _TICKS + 1.3 * small
    for line in page.lines(names[1], page.room, small, math=look.math):
        y += ROW * small
        width = meter.width(line, small)
        at = max(PAD_X, min((left + right - width) / 2, page.width - PAD_X - width))
        label.append(meter.put("second-label", at, y - 0.6 * small, line, small, "secondary", math=look.math))
    return PairScatterLayout(
        width=page.width,
        height=y + PAD_Y,
        elements=(*head, *label, diagonal, *drawn, *dots, *triangles, *printed),
        names=(names[0], names[1]),
        limits=(low, high),
        plot_box=(left, top, right, bottom),
        named=tuple(str(table.datasets[int(text.gid.split("-")[1])]) for text in printed),
    )


def _fit(
    values: Sequence[float], look: Look, small: float, meter: TextMeter
) -> tuple[list[tuple[float, str]], float, float] | None:
    """Return as many ticks as keep their distance, the left edge of the square, and its side; None if none fits."""
    for most in _MOST_TICKS:
        ticks = _ticks(values, most)
        widest = max(meter.width(text, small) for _, text in ticks)
        left = PAD_X + widest + _TICKS
        side = min(look.page_width - left - max(widest / 2, _DOT + 0.2) - PAD_X, _LARGEST)
        if side >= max(_NARROWEST, 1.3 * widest * (len(ticks) - 1)):
            return ticks, left, side
    return None


def _head(
    comparison: Comparison, pair: tuple[int, int], names: Sequence[str], span: float, page: Page
) -> tuple[list[Element], list[str], float]:
    """Return what stands over the plot, what stands above and below the diagonal, and the height reached."""
    effects, table, (i, j) = effects_of(comparison), check_scores(comparison), pair
    head, y = page.header(_note(comparison, i, j))
    middle = float(effects.median_difference[i, j])
    decimals = difference_decimals(max(abs(middle), span / 100))
    said = f"{names[0]} − {names[1]}: median difference {format_difference(middle, decimals)}"
    ties = f"{int(effects.ties[i, j])} {'tie' if effects.ties[i, j] == 1 else 'ties'}"
    better = "higher is better" if table.higher_is_better else "lower is better"
    head, y = _paragraph(page, head, "median", f"{said}; {ties}; {better}", y)
    words = [f"{names[0]} better on {effects.wins[i, j]}", f"{names[1]} better on {effects.losses[i, j]}"]
    return head, words if table.higher_is_better else words[::-1], y


def _ticks(values: Sequence[float], most: int) -> list[tuple[float, str]]:
    """Return value and number of each tick: multiples of one step, from below the lowest score to above the highest."""
    lowest, highest = min(values), max(values)
    span = (highest - lowest) or abs(highest) or 1.0
    power = math.floor(math.log10(span / most))
    for step in (float(f"{digit}e{exponent}") for exponent in (power, power + 1, power + 2) for digit in (1, 2, 5)):
        start, stop = math.floor(lowest / step + 1e-9), math.ceil(highest / step - 1e-9)
        if max(stop, start + 1) - start <= most:
            break
    numbers = [float(f"{number * step:.12g}") for number in range(start, max(stop, start + 1) + 1)]
    return [(value, format_tick(value, step)) for value in numbers]


def _paragraph(page: Page, head: list[Element], gid: str, text: str, y: float) -> tuple[list[Element], float]:
    added, y = page.paragraph(gid, text, y, math=page.look.math)
    return [*head, *added], y


def _triangles(
    words: Sequence[str],
    scores: Sequence[tuple[float, float]],
    ticks: Sequence[tuple[float, str]],
    side: float,
    page: Page,
) -> list[Text] | None:
    """Return the words of both triangles in the corners of a square at (0, 0); None where there is no room for them."""
    low, high, size = ticks[0][0], ticks[-1][0], page.small
    dots = [((x - low) / (high - low) * side, (high - y) / (high - low) * side) for x, y in scores]
    places = (("upper", _AWAY + 2.0, 0.9 * size, "left"), ("lower", side - _AWAY, side - 0.9 * size, "right"))
    texts = [
        page.meter.put(f"triangle-{name}", x, y, text, size, anchor=anchor, math=page.look.math)
        for text, (name, x, y, anchor) in zip(words, places, strict=True)
    ]
    for text in texts:
        a, b, c, d = text.box
        apart = c + d < side - _AWAY if text.anchor == "left" else a + b > side + _AWAY
        reach = _DOT + 0.5
        if not apart or any(a - reach < x < c + reach and b - reach < y < d + reach for x, y in dots):
            return None
    return texts


def _note(comparison: Comparison, i: int, j: int) -> str:
    """Return the test, the p-value of the pair, the decision and alpha."""
    pairs, alpha = comparison.pairwise, comparison.alpha
    p = float(pairs.pvalue_adjusted[i, j])
    if math.isnan(p):
        return f"{procedure(comparison)}, this pair was not tested"
    kind = "p" if pairs.p_adjust == "none" or pairs.n_hypotheses == 1 else "adjusted p"
    decision = "significantly different" if comparison.different()[i, j] else "not significantly different"
    return f"{procedure(comparison)}, {kind} {equals(format_p(p, alpha))}, α = {format_alpha(alpha)}: {decision}"


def _name_dots(
    rows: Sequence[int], datasets: Sequence[str], dots: Sequence[Marker], taken: Sequence[Text], plot: Box, page: Page
) -> list[Text]:
    """Return the names of these data sets beside their dots, without those that would touch anything."""
    left, top, right, bottom = plot
    texts: list[Text] = []
    for row in rows:
        dot, size = dots[row], max(page.small - 0.5, 6.5)
        for anchor, x in (("right", dot.x - _DOT - _AWAY), ("left", dot.x + _DOT + _AWAY)):
            text = page.meter.put(f"dataset-{row}", x, dot.y, datasets[row], size, "secondary", anchor)
            a, b, c, d = text.box
            inside = left + 1 <= a and top <= b and c <= right and d <= bottom - 1
            sides = {
                (x - left) > (bottom - y) for x, y in ((a - 1, b - 1), (c + 1, d + 1), (a - 1, d + 1), (c + 1, b - 1))
            }
            free = all(o.x + _DOT < a or o.x - _DOT > c or o.y + _DOT < b or o.y - _DOT > d for o in dots)
            apart = all(c < o[0] or a > o[2] or d < o[1] or b > o[3] for o in (other.box for other in (*taken, *texts)))
            if inside and len(sides) == 1 and free and apart:
                texts.append(text)
                break
    return texts


@layout_pair_scatter.public
def plot_pair_scatter(
    comparison: Comparison, first: str, second: str, *, name_farthest: int = 0, **options: Unpack[PageOptions]
) -> Drawing[PairScatterLayout]:
    """Draw the scores of two algorithms against each other: one dot for each data set.

    Both axes have the same ticks. The diagonal is where both score alike; words say which of them is better on either
    side of it and on how many data sets. Above stand the p-value of the comparison, and the median of the differences
    first - second in the units of the scores.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`; one without scores is refused.
    first, second : str
        The pair: on the upright axis and on the level one.
    name_farthest : int, default 0
        So many data sets, those farthest from the diagonal, are named where their names touch nothing.
    font_size : float, default 8.0
        Size of the title in points; all else is 1 pt smaller.
    note : str, optional
        By default the test, the p-value of the pair, alpha and the decision; None for no note.
    {look}

    {returns}

    Raises
    ------
    {raises}

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6"))
    >>> plot_pair_scatter(comparison, "C4.5+m", "C4.5").layout.limits
    (0.55, 1.0)
    """
    return layout_pair_scatter.draw(comparison, options, first=first, second=second, name_farthest=name_farthest)
