"""Two algorithms against each other: one dot for each data set, and the diagonal on which both score alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from cddiagram._util.inlines import Option
from cddiagram.errors import UsageError, choose_from
from cddiagram.figures.registry import figure
from cddiagram.sheet.elements import Box, Line, Marker, Sheet, Text
from cddiagram.sheet.fit import SMALLER_TYPE, fit
from cddiagram.sheet.header import PAD_X, PAD_Y
from cddiagram.sheet.look import Look, PageOptions
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import display_names, label_of
from cddiagram.sheet.page import ROW, Page
from cddiagram.sheet.scale import Axis, ValueScale
from cddiagram.words.drawable import effects_of
from cddiagram.words.numbers import difference_decimals, equals, format_alpha, format_difference, format_p, format_tick
from cddiagram.words.procedure import procedure

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.figures.drawing import Drawing

_DOT, _DIAGONAL = 1.7, 0.6
_LARGEST, _NARROWEST, _TICKS, _AWAY = 240.0, 90.0, 5.6, 2.5
_TICK_PITCH = 26.0


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
    effects, algorithms = effects_of(comparison), comparison.algorithms
    for name in (first, second):
        if name not in algorithms:
            raise UsageError(choose_from("algorithm", name, algorithms))
    if first == second:
        raise UsageError(f"a pair has two algorithms, not '{first}' twice.")
    if isinstance(name_farthest, bool) or not isinstance(name_farthest, int) or name_farthest < 0:
        raise UsageError(Option("name_farthest"), f" must be a number of data sets from 0, not {name_farthest!r}.")
    i, j, table, page = algorithms.index(first), algorithms.index(second), comparison.table, Page(look, meter)
    assert table is not None  # `effects_of` refuses
    names = display_names(look.rename, algorithms, (first, second))
    scores = [(float(row[j]), float(row[i])) for row in table.scores]
    low, high, ticks = _ticks([value for pair in scores for value in pair])
    small = page.small
    left = PAD_X + max(meter.width(text, small) for _, text in ticks) + _TICKS
    end = max(meter.width(text, small) for _, text in ticks) / 2
    needed = left + _NARROWEST + max(end, _DOT) + PAD_X
    fit(lambda tried: tried.page_width >= needed or None, look, "the scatter of a pair", SMALLER_TYPE)
    side = min(page.width - left - max(end, _DOT) - PAD_X, _LARGEST)
    head, y = page.header(_note(comparison, i, j))
    above, below = names if table.higher_is_better else names[::-1]
    wins = {names[0]: int(effects.wins[i, j]), names[1]: int(effects.losses[i, j])}
    middle = float(effects.median_difference[i, j])
    decimals = difference_decimals(max(abs(middle), (high - low) / 100))
    said = f"{names[0]} − {names[1]}: median difference {format_difference(middle, decimals)}"
    words = [f"above the diagonal: {above} better on {wins[above]}", f"below: {below} better on {wins[below]}"]
    better = "higher is better" if table.higher_is_better else "lower is better"
    lines = [said, f"{words[0]}, {words[1]}; ties: {int(effects.ties[i, j])} ({better})"]
    for gid, line in zip(("median", "triangles"), lines, strict=True):
        texts, y = page.paragraph(gid, line, y, math=look.math)
        head += texts
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
    farthest = sorted(range(len(scores)), key=lambda row: (-abs(scores[row][0] - scores[row][1]), row))[:name_farthest]
    printed = _name_dots(
        farthest, [label_of(str(name)) for name in table.datasets], dots, (left, top, right, bottom), page
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
        elements=(*head, *label, diagonal, *drawn, *dots, *printed),
        names=(names[0], names[1]),
        limits=(low, high),
        plot_box=(left, top, right, bottom),
        named=tuple(str(table.datasets[int(text.gid.split("-")[1])]) for text in printed),
    )


def _ticks(values: Sequence[float]) -> tuple[float, float, list[tuple[float, str]]]:
    """Return the ends of both axes and their ticks: multiples of one step, from below the lowest score on."""
    lowest, highest = min(values), max(values)
    span = (highest - lowest) or abs(highest) or 1.0
    power = math.floor(math.log10(span / 6))
    step = next(s for s in (float(f"{d}e{p}") for p in (power, power + 1) for d in (1, 2, 5)) if span / s <= 6)
    start, stop = math.floor(lowest / step + 1e-9), math.ceil(highest / step - 1e-9)
    stop = max(stop, start + 1)
    ticks = [float(f"{number * step:.12g}") for number in range(start, stop + 1)]
    return ticks[0], ticks[-1], [(value, format_tick(value, step)) for value in ticks]


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
    rows: Sequence[int], datasets: Sequence[str], dots: Sequence[Marker], plot: Box, page: Page
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
            apart = all(c < o[0] or a > o[2] or d < o[1] or b > o[3] for o in (other.box for other in texts))
            if inside and len(sides) == 1 and free and apart:
                texts.append(text)
                break
    return texts


@layout_pair_scatter.public
def plot_pair_scatter(
    comparison: Comparison, first: str, second: str, *, name_farthest: int = 0, **options: Unpack[PageOptions]
) -> Drawing[PairScatterLayout]:
    """Draw the scores of two algorithms against each other: one dot for each data set.

    Both axes have the same ticks. The diagonal is where both score alike; the header says which of them is better on
    either side of it and how often, the median of the differences first - second in the units of the scores, and the
    p-value of the comparison.

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
    InputError
        The comparison was made from ranks or p-values, without scores.
    {raises}

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6"))
    >>> plot_pair_scatter(comparison, "C4.5+m", "C4.5").layout.limits
    (0.4, 1.0)
    """
    return layout_pair_scatter.draw(comparison, options, first=first, second=second, name_farthest=name_farthest)
