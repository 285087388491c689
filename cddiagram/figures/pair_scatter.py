"""Two algorithms against each other: one dot for each data set, and the diagonal on
which both score alike.

Longer than most modules: ticks, the words in both triangles and the names of dots each
look for room of their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Unpack

from cddiagram.figures.options import LookOptions
from cddiagram.figures.references import effects_of
from cddiagram.figures.registry import figure
from cddiagram.sheet import (
    SMALLER_TYPE,
    Axis,
    AxisScale,
    Box,
    Element,
    Label,
    Line,
    Look,
    Marker,
    Names,
    Page,
    Sheet,
    Text,
    TextMeter,
    Ticks,
    ValueScale,
    enters,
    fit,
    label_of,
    overlap,
    small_type,
)
from cddiagram.text import Option, Phrase, UsageError, check_pair, listed
from cddiagram.words import (
    check_scores,
    compact_p,
    equals,
    format_alpha,
    format_estimate,
    format_tick,
    procedure_note,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing

_DOT, _DIAGONAL = 1.7, 0.6
#: A name next to its dot is so far from all others that it is seen whose it is; and the
#: width of a pointer.
_ALONE, _POINTER = 8.0, 0.4
#: Least room between a triangle's words and the diagonal.
_AWAY = 2.5
#: The widest line of these words, as a part of the square: in one line where nothing is
#: in their way.
_WORDS = (0.85, 0.45)
#: Sides of the square; the most steps of its ticks, and the least distance of their
#: numbers in widths of the widest.
_LARGEST, _NARROWEST, _STEPS, _CLOSEST = 240.0, 90.0, 9, 1.3
#: Positive scores of which the highest is more than so many times the median have
#: logarithmic axes.
_WIDE = 100.0
#: Numbers of an axis have no more digits than this can tell apart.
_FINEST = 1e-8


@dataclass(frozen=True, kw_only=True)
class PairScatterLayout(Sheet):
    """A scatter laid out.

    Attributes
    ----------
    names : (str, str)
        Display names of first (upright axis) and second.
    limits : (float, float)
        Ends of both axes, in the units of the scores.
    log : bool
        Whether both axes are logarithmic.
    plot_box : (left, top, right, bottom)
        The square between the axes.
    named : tuple of str
        The data sets whose names are printed.
    """

    names: tuple[str, str]
    limits: tuple[float, float]
    log: bool
    plot_box: Box
    named: tuple[str, ...]


@figure(
    "pair-scatter",
    LookOptions,
    title="Scatter of one pair",
    check="figures.references:effects_of",
    worded="words.captions:scatter_caption_words",
    reading="words.captions:reading_of_scatter",
    described="words.descriptions:describe_pair",
)
def layout_pair_scatter(
    comparison: Comparison,
    first: str,
    second: str,
    *,
    look: Look,
    meter: TextMeter,
    name_farthest: int = 0,
) -> PairScatterLayout:
    """Lay out the scores of two algorithms: see `plot_pair_scatter`."""
    pair = check_pair(first, second, comparison.algorithms)
    if (
        isinstance(name_farthest, bool)
        or not isinstance(name_farthest, int)
        or name_farthest < 0
    ):
        raise UsageError(
            Option("name_farthest"),
            f" must be a number of data sets from 0, not {name_farthest!r}.",
        )
    table, page = check_scores(comparison), Page(look, meter)
    called = Names.of(look, comparison.algorithms, (first, second))
    names = called.names
    scores: list[list[float]] = table.scores[:, pair].tolist()
    values, small = [value for row in scores for value in row], page.small
    square = fit(
        lambda tried: _fit(values, Page(tried, meter)),
        look,
        "the scatter of a pair",
        SMALLER_TYPE,
    )
    words, head, y = _head(comparison, pair, called, page)
    texts = _triangles(words, square, scores, page)
    if not texts:  # dots stand where the words would
        said, y = page.paragraph(
            "triangles",
            f"above the diagonal: {' '.join(words[0])}; below: {' '.join(words[1])}",
            y,
        )
        head += said
    label, y = page.name(called, 0, "label-0", y + 0.3 * small, square.start)
    square = replace(square, top=y + max(0.5 * small, _DOT) + 1.0)
    texts, dots = (
        [replace(text, y=square.top + text.y) for text in texts],
        square.dots(scores),
    )
    (left, _, right, bottom), ends = square.box, (square.scale.low, square.scale.high)
    farthest = sorted(
        range(len(dots)),
        key=lambda row: -round(abs(dots[row].x - left - bottom + dots[row].y), 6),
    )
    wanted = [
        (row, label_of(str(table.datasets[row]))) for row in farthest[:name_farthest]
    ]
    named = _name_dots(wanted, square, dots, texts, page)
    drawn_names = [element for elements in named.values() for element in elements]
    below, bottom = page.name(
        called, 1, "label-1", bottom + AxisScale.below(small), (left, right)
    )
    return PairScatterLayout(
        width=page.width,
        height=bottom + Look.PAD_Y,
        elements=(
            *head,
            *label,
            *square.draw(small, meter),
            *dots,
            *texts,
            *drawn_names,
            *below,
        ),
        names=(names[0], names[1]),
        limits=(10.0 ** ends[0], 10.0 ** ends[1]) if square.scale.log else ends,
        log=square.scale.log,
        plot_box=square.box,
        named=tuple(str(table.datasets[row]) for row in named),
        unshown=(
            *Names.unshown_highlights(look, (first, second)),
            *_unnamed(name_farthest, wanted, named),
        ),
    )


@dataclass(frozen=True, kw_only=True)
class _Square:
    """The square between two axes of one scale and the same ticks (value and number),
    at the page's top or lower.

    `start` is the left edge of its numbers.
    """

    scale: ValueScale
    ticks: Sequence[tuple[float, str]]
    start: float
    left: float
    side: float
    top: float = 0.0

    @property
    def box(self) -> Box:
        return self.left, self.top, self.left + self.side, self.top + self.side

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The upright and the level one."""
        left, top, right, bottom = self.box
        upright = Axis(scale=self.scale, start=bottom, end=top, across=left)
        return upright, Axis(
            scale=self.scale, start=left, end=right, across=bottom, side="bottom"
        )

    @property
    def diagonal(self) -> tuple[tuple[float, float], tuple[float, float]]:
        left, top, right, bottom = self.box
        return (left, bottom), (right, top)

    def dots(self, scores: Sequence[Sequence[float]]) -> list[Marker]:
        upright, level = self.axes
        return [
            Marker(
                gid=f"dot-{row}",
                x=level.at(b),
                y=upright.at(a),
                radius=_DOT,
                edge="background",
                edge_width=0.3,
            )
            for row, (a, b) in enumerate(scores)
        ]

    def draw(self, size: float, meter: TextMeter) -> list[Element]:
        """Return the diagonal and both axes."""
        diagonal = Line(
            gid="diagonal", points=self.diagonal, width=_DIAGONAL, color="leader"
        )
        return [
            diagonal,
            *(
                element
                for axis in self.axes
                for element in axis.draw(size, meter, self.ticks)
            ),
        ]


def _fit(values: Sequence[float], page: Page) -> _Square | None:
    """Return the square with the most ticks whose numbers keep their distance; None if
    it is too small for any.
    """

    def width(text: str) -> float:
        return page.meter.width(text, page.small)

    for scale, ticks in _scales(values, page.small, width):
        widest = max(width(text) for _, text in ticks)
        beside = Axis.beside((text for _, text in ticks), page.small, page.meter)
        room = page.room - beside - max(widest / 2, _DOT + 0.2)
        side = min(room, _LARGEST)
        start = Look.PAD_X + (room - side) / 2
        apart = min(
            scale.position(b) - scale.position(a) for (a, _), (b, _) in pairwise(ticks)
        )
        if side >= _NARROWEST and apart * side >= _CLOSEST * widest:
            return _Square(
                scale=scale, ticks=ticks, start=start, left=start + beside, side=side
            )
    return None


def _scales(
    values: Sequence[float], size: float, width: Callable[[str], float]
) -> Iterator[tuple[ValueScale, list[tuple[float, str]]]]:
    """Yield the scale with fewer and fewer ticks: multiples of a step from below the
    lowest value to above all.
    """
    lowest, highest = min(values), max(values)
    if lowest > 0 and highest > _WIDE * median(values):
        scale = ValueScale.holding(values, "log")
        for length in (_LARGEST, _NARROWEST):
            marks = scale.ticks(length, size, width)
            yield (
                scale,
                [
                    (10.0 ** (scale.low + place * (scale.high - scale.low)), text)
                    for place, text in marks
                ],
            )
    largest = max(abs(lowest), abs(highest))
    span = max((highest - lowest) or largest or 1.0, _FINEST * largest)
    for step in Ticks.steps(math.floor(math.log10(span / _STEPS))):
        first = math.floor(lowest / step + 1e-9)
        last = max(math.ceil(highest / step - 1e-9), first + 1)
        if last - first <= _STEPS:
            ticks = [
                (value, format_tick(value, step))
                for value in Ticks.multiples(first * step, last * step, step)
            ]
            yield ValueScale(low=ticks[0][0], high=ticks[-1][0], log=False), ticks


def _head(
    comparison: Comparison, pair: tuple[int, int], called: Names, page: Page
) -> tuple[list[tuple[str, str]], list[Element], float]:
    """Return who is better on each side of the diagonal and how often, what stands over
    the plot, and where it ends.
    """
    effects, table, (i, j), names = (
        effects_of(comparison),
        check_scores(comparison),
        pair,
        called.names,
    )
    head, y = page.header(_note(comparison, i, j), families=called.family_key())
    middle = float(effects.median_difference[i, j])
    shown = (
        f"{'+' if middle > 0 else ''}{format_estimate(middle, abs(middle))}"
        if middle
        else "0"
    )
    said = f"{names[0]} − {names[1]}: median difference {shown}"
    ties = f"{int(effects.ties[i, j])} {'tie' if effects.ties[i, j] == 1 else 'ties'}"
    better = "higher is better" if table.higher_is_better else "lower is better"
    middle_row, y = page.paragraph("median", f"{said}; {ties}; {better}", y)
    words = [
        (names[0], f"better on {effects.wins[i, j]}"),
        (names[1], f"better on {effects.losses[i, j]}"),
    ]
    return words if table.higher_is_better else words[::-1], [*head, *middle_row], y


def _triangles(
    words: Sequence[tuple[str, str]],
    square: _Square,
    scores: Sequence[Sequence[float]],
    page: Page,
) -> list[Text]:
    """Return the words of both triangles in their corners of the square; none where one
    has no room.
    """
    (left, top, right, bottom), size = square.box, page.small
    dots = [dot.box for dot in square.dots(scores)]

    def rows(name: str, count: str, limit: float) -> Sequence[str]:
        said = f"{name} {count}"
        return (
            (said,)
            if page.meter.width(said, size) <= limit
            else (*page.meter.lines(name, limit, size), count)
        )

    for part in _WORDS:
        texts, (upper, lower) = (
            list[Text](),
            (rows(*said, part * square.side) for said in words),
        )
        for row, line in enumerate(upper):
            y = top + (0.9 + Page.ROW * row) * size
            texts.append(
                page.meter.put("triangle-upper", left + _AWAY + 2.0, y, line, size)
            )
        for row, line in enumerate(reversed(lower)):
            y = bottom - (0.9 + Page.ROW * row) * size
            texts.append(
                page.meter.put(
                    "triangle-lower",
                    right - _AWAY,
                    y,
                    line,
                    size,
                    "foreground",
                    "right",
                )
            )
        boxes = [text.box for text in texts]
        if not any(
            enters(square.diagonal, box, _AWAY / 2)
            or any(overlap(box, d, 0.5) for d in dots)
            for box in boxes
        ):
            return texts
    return []


def _note(comparison: Comparison, i: int, j: int) -> str:
    """Return the test, the p-value of the pair, the decision and alpha."""
    pairs, alpha = comparison.pairwise, comparison.alpha
    p = float(pairs.pvalue_adjusted[i, j])
    if math.isnan(p):
        return f"{procedure_note(comparison)}, this pair was not tested"
    kind = "p" if pairs.p_adjust == "none" or pairs.n_hypotheses == 1 else "adjusted p"
    decision = (
        "significantly different"
        if comparison.different()[i, j]
        else "not significantly different"
    )
    return (
        f"{procedure_note(comparison)}, {kind} {equals(compact_p(p, alpha))}, α = "
        f"{format_alpha(alpha)}: {decision}"
    )


def _name_dots(
    rows: Sequence[tuple[int, str]],
    square: _Square,
    dots: Sequence[Marker],
    words: Sequence[Text],
    page: Page,
) -> dict[int, list[Element]]:
    """Return the names of these data sets, without those that would touch anything.

    A name is next to its dot if no other dot is near. Otherwise it could belong to
    both: then it is farther away, and a pointer leads to it.
    """
    named: dict[int, list[Element]] = {}
    labels: list[Label] = []
    size = small_type(page.small)
    left, top, right, bottom = square.box
    bounds = (left + 1.0, top, right, bottom - 1.0)
    taken = [text.box for text in words]
    for row, name in rows:
        at = (dots[row].x, dots[row].y)
        width = page.meter.width(name, size)
        others = [dot.box for dot in dots if (dot.x, dot.y) != at]
        for place in Label.around(
            at, _DOT, (width, size), others, taken, bounds, [square.diagonal]
        ):
            near = place.leader is None and any(
                overlap(place.box, other, _ALONE) for other in others
            )
            across = _above(square, at) != _above(square, place.box[:2])
            if near or across or any(place.clashes(label) for label in labels):
                continue
            x, y = place.box[0], (place.box[1] + place.box[3]) / 2
            elements: list[Element] = [
                page.meter.put(f"dataset-{row}", x, y, name, size, "secondary")
            ]
            if place.leader:
                elements.append(
                    Line(
                        gid=f"dataset-pointer-{row}",
                        points=place.leader,
                        width=_POINTER,
                        color="leader",
                    )
                )
            named[row] = elements
            labels.append(place)
            break
    return named


def _above(square: _Square, place: tuple[float, float]) -> bool:
    """Whether a place is above the diagonal."""
    left, _, _, bottom = square.box
    return place[0] - left < bottom - place[1]


def _unnamed(
    asked: int, rows: Sequence[tuple[int, str]], named: Collection[int]
) -> tuple[Phrase, ...]:
    """Say which names an option asks for and the figure does not print."""
    said: list[Phrase] = []
    if asked > len(rows):
        said.append(
            Phrase(
                Option("name_farthest", asked),
                f" asks for more names than the {len(rows)} data sets.",
            )
        )
    missing = [name for row, name in rows if row not in named]
    if missing:
        count = f" of {len(rows)} names, " if len(missing) > 1 else " name, "
        verb = "have" if len(missing) > 1 else "has"
        said.append(
            Phrase(
                Option("name_farthest", asked),
                f": {len(missing)}{count}",
                listed(missing),
                f", {verb} no room in the figure.",
            )
        )
    return tuple(said)


@layout_pair_scatter.public
def plot_pair_scatter(
    comparison: Comparison,
    first: str,
    second: str,
    *,
    name_farthest: int = 0,
    **options: Unpack[LookOptions],
) -> Drawing[PairScatterLayout]:
    """Draw the scores of two algorithms against each other: one dot for each data set.

    Both axes have the same ticks. The diagonal is where both score alike; words say
    which of them is better on either side of it and on how many data sets. Above stand
    the p-value of the comparison, and the median of the differences first - second in
    the units of the scores. Where all scores are positive and the highest is more than
    100 times their median, both axes are logarithmic.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`; one without scores is
        refused.
    first, second : str
        The pair: on the upright axis and on the level one.
    name_farthest : int, default 0
        So many data sets, those farthest from the diagonal, are named if their names
        touch nothing; a warning lists the others. A pointer leads to a name that could
        belong to two dots.
    font_size : float, default 8.0
        Size of the title in points; all else is 1 pt smaller.
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms whose names are bold, or have the given colour.
    note : str, optional
        By default the test, the p-value of the pair, alpha and the decision; None for
        no note.
    {rest}

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6"))
    >>> plot_pair_scatter(comparison, "C4.5+m", "C4.5").layout.limits
    (0.55, 1.0)
    """
    return layout_pair_scatter.draw(
        comparison, options, first=first, second=second, name_farthest=name_farthest
    )
