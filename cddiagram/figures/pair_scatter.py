"""Scatter plot of one pair: the scores of two algorithms, with one dot for each data
set.

Dots on the diagonal represent equal scores. The numbers of wins are printed in the two
triangles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
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
    KeyEntry,
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
    equals,
    format_alpha,
    format_estimate,
    format_p,
    format_tick,
    procedure_note,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing

_DOT, _DIAGONAL = 1.7, 0.6
#: A name without a leader line is at least this far from all other points.
_ALONE = 8.0
#: The width of the leader line from a point to its name.
_POINTER = 0.4
#: The numbers are the minimum distances from the counts to the diagonal, to points and
#: to the vertical axis.
_FROM_DIAGONAL, _FROM_DOT, _FROM_AXIS = 2.5, 2.0, 4.5
#: The counts are at least this far from the names of points.
_FROM_NAME = 6.0
#: Possible vertical and horizontal distances from the counts to the corner of their
#: triangle, relative to the side length of the square. All combinations of these
#: distances are tried.
_DOWN, _INWARDS = (0.0, 0.12, 0.24, 0.36, 0.48), (0.0, 0.06, 0.12)
#: The maximum widths that are tried for the text of the counts, in this order. They are
#: relative to the side length of the square.
_WIDTHS = (0.85, 0.6, 0.45, 0.3)
#: The first two numbers are the maximum and minimum side lengths of the square, and the
#: third is the maximum number of tick intervals. The fourth is the minimum distance
#: between tick numbers, relative to the width of the widest number.
_LARGEST, _NARROWEST, _STEPS, _CLOSEST = 240.0, 90.0, 9, 1.3
#: If all scores are positive and the ratio of the highest score to the median is larger
#: than this number, the axes are logarithmic.
_WIDE = 100.0
#: Differences are treated as zero if they are at most this fraction of the largest
#: score.
_FINEST = 1e-8


@dataclass(frozen=True, kw_only=True)
class PairScatterLayout(Sheet):
    """The layout of a scatter plot.

    Attributes
    ----------
    names : (str, str)
        The names in the figure: the first algorithm (vertical axis) and the second
        algorithm (horizontal axis).
    limits : (float, float)
        The ends of both axes, in the units of the scores.
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
    """Lay out the scores of two algorithms (see `plot_pair_scatter`)."""
    pair = check_pair(first, second, comparison.algorithms)
    _check_count(name_farthest)
    table = check_scores(comparison)
    page = Page(look, meter)
    names = Names.of(look, comparison.algorithms, (first, second))
    scores: list[list[float]] = table.scores[:, pair].tolist()
    values = [value for row in scores for value in row]

    def square_on(tried: Look) -> _Square | None:
        return _fit(values, Page(tried, meter))

    square = fit(square_on, look, "the scatter of a pair", SMALLER_TYPE)
    counts = _counts(comparison, pair, names)
    texts, without_room = _place_counts(counts, square, scores, page)
    key: tuple[KeyEntry, ...] = ()
    if any(count.bold for count in counts):
        key = (KeyEntry(text="bold: significantly better"),)
    # The left end of the header is aligned with the left edge of the numbers on the
    # vertical axis.
    inset = square.start - Look.PAD_X
    middle = page.narrowed(inset)
    note = _note(comparison, *pair)
    header, y = middle.header(note, key=key, families=names.family_key())
    for count in without_room:
        sentence = f"{count.side} triangle: {count.text}, {count.detail}"
        lines, y = middle.paragraph("triangles", sentence, y)
        header += lines
    header = [element.moved(inset, 0.0) for element in header]
    upright_name, y = page.name(names, 0, "label-0", y, square.start)
    square = replace(square, top=y + max(0.5 * page.small, _DOT) + 1.0)
    texts = [replace(text, y=square.top + text.y) for text in texts]
    dots = square.dots(scores)
    datasets = [label_of(str(name)) for name in table.datasets]
    farthest = [(row, datasets[row]) for row in _farthest(dots, square)[:name_farthest]]
    labels = _name_dots(farthest, square, dots, texts, page)
    label_elements = [element for label in labels.values() for element in label]
    left, _, right, bottom = square.box
    level_name, bottom = page.name(
        names, 1, "label-1", bottom + AxisScale.below(page.small), (left, right)
    )
    return PairScatterLayout(
        width=page.width,
        height=bottom + Look.PAD_Y,
        elements=(
            *header,
            *upright_name,
            *square.draw(page.small, meter),
            *dots,
            *texts,
            *label_elements,
            *level_name,
        ),
        names=(names.names[0], names.names[1]),
        limits=square.limits,
        log=square.scale.log,
        plot_box=square.box,
        named=tuple(str(table.datasets[row]) for row in labels),
        unshown=(
            *Names.unshown_highlights(look, (first, second)),
            *_missing_names(name_farthest, farthest, labels),
        ),
    )


def _check_count(name_farthest: int) -> None:
    """Raise an error unless `name_farthest` is a non-negative integer."""
    is_whole = isinstance(name_farthest, int) and not isinstance(name_farthest, bool)
    if not is_whole or name_farthest < 0:
        raise UsageError(
            Option("name_farthest"),
            f" must be a non-negative integer, not {name_farthest!r}.",
        )


# -- The square and its axes -----------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _Square:
    """A square between two axes with the same scale and the same ticks."""

    scale: ValueScale
    #: The value and the printed number of each tick.
    ticks: Sequence[tuple[float, str]]
    #: The left edge of the numbers on the vertical axis.
    start: float
    left: float
    side: float
    top: float = 0.0

    @property
    def box(self) -> Box:
        return self.left, self.top, self.left + self.side, self.top + self.side

    @property
    def limits(self) -> tuple[float, float]:
        """The ends of the axes in the units of the scores."""
        low, high = self.scale.low, self.scale.high
        return (10.0**low, 10.0**high) if self.scale.log else (low, high)

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The vertical and the horizontal axis."""
        left, top, right, bottom = self.box
        upright = Axis(scale=self.scale, start=bottom, end=top, across=left)
        level = Axis(
            scale=self.scale, start=left, end=right, across=bottom, side="bottom"
        )
        return upright, level

    @property
    def diagonal(self) -> tuple[tuple[float, float], tuple[float, float]]:
        left, top, right, bottom = self.box
        return (left, bottom), (right, top)

    def above_diagonal(self, x: float, y: float) -> float:
        """Return the vertical distance of a point above the diagonal."""
        left, _, _, bottom = self.box
        return (bottom - y) - (x - left)

    def dots(self, scores: Sequence[Sequence[float]]) -> list[Marker]:
        """Return one dot for each data set."""
        upright, level = self.axes
        dots = []
        for row, (first, second) in enumerate(scores):
            dot = Marker(
                gid=f"dot-{row}",
                x=level.at(second),
                y=upright.at(first),
                radius=_DOT,
                edge="background",
                edge_width=0.3,
            )
            dots.append(dot)
        return dots

    def draw(self, size: float, meter: TextMeter) -> list[Element]:
        """Return the diagonal and both axes."""
        points = self.diagonal
        elements: list[Element] = [
            Line(gid="diagonal", points=points, width=_DIAGONAL, color="leader")
        ]
        for axis in self.axes:
            elements += axis.draw(size, meter, self.ticks)
        return elements


def _fit(values: Sequence[float], page: Page) -> _Square | None:
    """Return the square with the largest number of ticks whose numbers are far enough
    apart; None if the page is too narrow.
    """

    def width(text: str) -> float:
        return page.meter.width(text, page.small)

    for scale, ticks in _scales(values, page.small, width):
        numbers = [text for _, text in ticks]
        widest = max(map(width, numbers))
        beside = Axis.beside(numbers, page.small, page.meter)
        room = page.room - beside - max(widest / 2, _DOT + 0.2)
        side = min(room, _LARGEST)
        positions = [scale.position(value) for value, _ in ticks]
        gap = min(b - a for a, b in pairwise(positions)) * side
        if side >= _NARROWEST and gap >= _CLOSEST * widest:
            start = Look.PAD_X + (room - side) / 2
            return _Square(
                scale=scale, ticks=ticks, start=start, left=start + beside, side=side
            )
    return None


_Scale = tuple[ValueScale, list[tuple[float, str]]]


def _scales(
    values: Sequence[float], size: float, width: Callable[[str], float]
) -> Iterator[_Scale]:
    """Yield scales with their ticks, from many ticks to few."""
    if min(values) > 0 and max(values) > _WIDE * median(values):
        yield from _logarithmic_scales(values, size, width)
    yield from _linear_scales(values)


def _logarithmic_scales(
    values: Sequence[float], size: float, width: Callable[[str], float]
) -> Iterator[_Scale]:
    """Yield the logarithmic scale with the ticks of a long axis, and then of a short
    axis.
    """
    scale = ValueScale.holding(values, "log")
    for length in (_LARGEST, _NARROWEST):
        ticks = []
        for position, text in scale.ticks(length, size, width):
            exponent = scale.low + position * (scale.high - scale.low)
            ticks.append((10.0**exponent, text))
        yield scale, ticks


def _linear_scales(values: Sequence[float]) -> Iterator[_Scale]:
    """Yield scales whose ends and ticks are multiples of 1, 2 or 5 times a power of
    ten.
    """
    lowest, highest = min(values), max(values)
    largest = max(abs(lowest), abs(highest))
    span = (highest - lowest) or largest or 1.0
    span = max(span, _FINEST * largest)
    for step in Ticks.steps(math.floor(math.log10(span / _STEPS))):
        first = math.floor(lowest / step + 1e-9)
        last = max(math.ceil(highest / step - 1e-9), first + 1)
        if last - first > _STEPS:
            continue
        multiples = Ticks.multiples(first * step, last * step, step)
        ticks = [(value, format_tick(value, step)) for value in multiples]
        yield ValueScale(low=multiples[0], high=multiples[-1], log=False), ticks


# -- The words -------------------------------------------------------------------------


def _note(comparison: Comparison, i: int, j: int) -> str:
    """Return the note, which contains the test, the p-value of the pair and alpha."""
    pairs, alpha = comparison.pairwise, comparison.alpha
    p = float(pairs.pvalue_adjusted[i, j])
    if math.isnan(p):
        return f"{procedure_note(comparison)}, this pair was not tested"
    unadjusted = pairs.p_adjust == "none" or pairs.n_hypotheses == 1
    kind = "p" if unadjusted else "adjusted p"
    p_value = f"{kind} {equals(format_p(p, alpha))}"
    return f"{procedure_note(comparison)}, {p_value}, α = {format_alpha(alpha)}"


@dataclass(frozen=True, kw_only=True)
class _Count:
    """The number of data sets on which one algorithm is better."""

    #: The triangle in which the counts are printed: "upper" or "lower".
    side: str
    name: str
    better: str
    #: The second line of the text, which contains the median difference or the number
    #: of ties.
    detail: str
    bold: bool

    @property
    def text(self) -> str:
        return f"{self.name} {self.better}"


def _counts(
    comparison: Comparison, pair: tuple[int, int], names: Names
) -> tuple[_Count, _Count]:
    """Return the numbers of wins of both algorithms.

    The name of the algorithm with more wins is bold if the difference is significant.
    """
    i, j = pair
    effects = effects_of(comparison)
    wins, losses = int(effects.wins[i, j]), int(effects.losses[i, j])
    ties = int(effects.ties[i, j])
    noun = "tie" if ties == 1 else "ties"
    is_different = bool(comparison.different()[i, j])
    higher_is_better = check_scores(comparison).higher_is_better
    sides = ("upper", "lower") if higher_is_better else ("lower", "upper")
    first = _Count(
        side=sides[0],
        name=names.names[0],
        better=f"better: {wins}",
        detail=f"median difference {_signed(effects.median_difference[i, j])}",
        bold=is_different and wins > losses,
    )
    second = _Count(
        side=sides[1],
        name=names.names[1],
        better=f"better: {losses}",
        detail=f"{ties} {noun}",
        bold=is_different and losses > wins,
    )
    return first, second


def _signed(difference: float) -> str:
    """Return a difference with its sign."""
    if difference == 0:
        return "0"
    number = format_estimate(float(difference), abs(float(difference)))
    return f"+{number}" if difference > 0 else number


def _place_counts(
    counts: Sequence[_Count],
    square: _Square,
    scores: Sequence[Sequence[float]],
    page: Page,
) -> tuple[list[Text], list[_Count]]:
    """Return the lines of the counts that fit in their triangles, and the counts that
    do not fit.
    """
    dots = [dot.box for dot in square.dots(scores)]
    texts: list[Text] = []
    without_room: list[_Count] = []
    for count in counts:
        words = _place_count(count, square, dots, page)
        texts += words
        if not words:
            without_room.append(count)
    return texts, without_room


def _place_count(
    count: _Count, square: _Square, dots: Sequence[Box], page: Page
) -> list[Text]:
    """Return the lines of a count at the first free position in its triangle; an empty
    list if no position is free.
    """
    is_free = _FreeTriangle(square, dots, upper=count.side == "upper")
    for part in _WIDTHS:
        block = _block(count, part * square.side, page)
        for inwards, down in product(_INWARDS, _DOWN):
            texts = _put(block, count, square, down, inwards, page)
            if all(is_free(text.box) for text in texts):
                return texts
    return []


@dataclass(frozen=True)
class _FreeTriangle:
    """A function that returns whether a box is inside a triangle and clear of the
    diagonal and all dots.
    """

    square: _Square
    dots: Sequence[Box]
    upper: bool

    def __call__(self, box: Box) -> bool:
        left, top, right, bottom = self.square.box
        if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
            return False
        if (self.square.above_diagonal(box[0], box[1]) > 0) != self.upper:
            return False
        if enters(self.square.diagonal, box, _FROM_DIAGONAL / 2):
            return False
        return not any(overlap(box, dot, _FROM_DOT) for dot in self.dots)


#: A line of text: its identifier, its text, its font size, its colour, and whether it
#: is bold.
_Row = tuple[str, str, float, str, bool]


def _block(count: _Count, limit: float, page: Page) -> list[_Row]:
    """Return the lines of a count, broken to fit a width."""
    meter, gid = page.meter, f"triangle-{count.side}"
    size = page.look.font_size
    lines: Sequence[str] = (count.text,)
    if meter.width(count.text, size, count.bold) > limit:
        lines = (*meter.lines(count.name, limit, size, count.bold), count.better)
    rows: list[_Row] = [(gid, line, size, "foreground", count.bold) for line in lines]
    for line in meter.lines(count.detail, limit, page.small):
        rows.append((f"{gid}-detail", line, page.small, "secondary", False))
    return rows


def _put(
    block: Sequence[_Row],
    count: _Count,
    square: _Square,
    down: float,
    inwards: float,
    page: Page,
) -> list[Text]:
    """Return the lines of a count at a distance from the corner of its triangle.

    In the upper triangle, the lines are at the left side of the square, below the top.
    In the lower triangle, they are at the right side, above the bottom.
    """
    left, top, right, bottom = square.box
    heights = [Page.ROW * size for _, _, size, _, _ in block]
    first_half = 0.9 * block[0][2]
    x, anchor = left + _FROM_AXIS + inwards * square.side, "left"
    y = top + down * square.side + first_half
    if count.side == "lower":
        x, anchor = right - _FROM_DIAGONAL - inwards * square.side, "right"
        last_half = 0.9 * block[-1][2]
        y = bottom - down * square.side - last_half - sum(heights[1:])
    texts = []
    for (gid, text, size, color, bold), height in zip(
        block, [*heights[1:], 0.0], strict=True
    ):
        texts.append(page.meter.put(gid, x, y, text, size, color, anchor, bold))
        y += height
    return texts


# -- The names of points ---------------------------------------------------------------


def _farthest(dots: Sequence[Marker], square: _Square) -> list[int]:
    """Return the rows of the data sets, starting with the one farthest from the
    diagonal.
    """
    distances = [round(abs(square.above_diagonal(dot.x, dot.y)), 6) for dot in dots]
    return sorted(range(len(dots)), key=lambda row: -distances[row])


def _name_dots(
    rows: Sequence[tuple[int, str]],
    square: _Square,
    dots: Sequence[Marker],
    words: Sequence[Text],
    page: Page,
) -> dict[int, list[Element]]:
    """Return the names of data sets, except names that would touch another element.

    A name is next to its dot if no other dot is near. Otherwise, the assignment would
    be ambiguous, so the name is farther away and connected to its dot by a pointer.
    """
    blocks = [_widened(text.box) for text in words]
    size = small_type(page.small)
    order = list(rows)
    labels: dict[int, Label] = {}
    for _ in rows:
        labels_in_order: dict[int, Label] = {}
        for row, name in order:
            obstacles = (blocks, labels_in_order.values())
            label = _label(name, dots[row], square, dots, obstacles, size, page)
            if label is not None:
                labels_in_order[row] = label
        if len(labels_in_order) > len(labels):
            labels = labels_in_order
        missing = [entry for entry in order if entry[0] not in labels_in_order]
        if not missing or missing[0] == order[0]:
            break
        # If there is no room for a name, the next attempt places this name first.
        order.remove(missing[0])
        order.insert(0, missing[0])
    elements_of: dict[int, list[Element]] = {}
    for row, name in rows:
        if row in labels:
            elements_of[row] = _draw_name(row, name, labels[row], size, page)
    return elements_of


def _draw_name(
    row: int, name: str, label: Label, size: float, page: Page
) -> list[Element]:
    """Return the name of a dot, with its pointer if it has one."""
    left, top, _, bottom = label.box
    y = (top + bottom) / 2
    text = page.meter.put(f"dataset-{row}", left, y, name, size, "secondary")
    if label.leader is None:
        return [text]
    gid = f"dataset-pointer-{row}"
    pointer = Line(gid=gid, points=label.leader, width=_POINTER, color="leader")
    return [text, pointer]


def _widened(box: Box) -> Box:
    """Return the box of a count, widened by the minimum distance from the names of
    dots.
    """
    left, top, right, bottom = box
    return left - _FROM_NAME, top, right + _FROM_NAME, bottom


def _label(
    name: str,
    dot: Marker,
    square: _Square,
    dots: Sequence[Marker],
    obstacles: tuple[Sequence[Box], Collection[Label]],
    size: float,
    page: Page,
) -> Label | None:
    """Return the first free position of the name of a dot; None if no position is free.

    The position is on the same side of the diagonal as the dot.
    """
    blocks, labels = obstacles
    point = (dot.x, dot.y)
    others = [other.box for other in dots if (other.x, other.y) != point]
    left, top, right, bottom = square.box
    bounds = (left + 1.0, top, right, bottom - 1.0)
    extent = (page.meter.width(name, size), size)
    is_above = square.above_diagonal(*point) > 0
    for label in Label.around(
        point, _DOT, extent, others, blocks, bounds, [square.diagonal]
    ):
        box = label.box
        if (square.above_diagonal(box[0], box[1]) > 0) != is_above:
            continue
        is_next = label.leader is None
        if is_next and any(overlap(box, other, _ALONE) for other in others):
            continue
        if not any(label.clashes(other) for other in labels):
            return label
    return None


def _missing_names(
    count: int, rows: Sequence[tuple[int, str]], labels: Collection[int]
) -> tuple[Phrase, ...]:
    """Return messages about requested names that the figure does not contain."""
    option = Option("name_farthest", count)
    messages: list[Phrase] = []
    if count > len(rows):
        message = f" requests more names than the {len(rows)} data sets."
        messages.append(Phrase(option, message))
    missing = [name for row, name in rows if row not in labels]
    if len(missing) == 1:
        names = listed(missing)
        messages.append(
            Phrase(option, ": 1 name, ", names, ", does not fit in the figure.")
        )
    elif missing:
        opening = f": {len(missing)} of {len(rows)} names, "
        ending = ", do not fit in the figure."
        messages.append(Phrase(option, opening, listed(missing), ending))
    return tuple(messages)


@layout_pair_scatter.public
def plot_pair_scatter(
    comparison: Comparison,
    first: str,
    second: str,
    *,
    name_farthest: int = 0,
    **options: Unpack[LookOptions],
) -> Drawing[PairScatterLayout]:
    """Draw the scores of two algorithms, with one dot for each data set.

    Both axes have the same ticks, and dots on the diagonal represent ties. The two
    triangles contain the number of data sets on which each algorithm is better, the
    median of the differences `first` − `second` in the units of the scores, and the
    number of ties. If the difference is significant, the count of the algorithm with
    more wins is bold. Both axes are logarithmic if all scores are positive and the
    highest score is more than 100 times the median.

    Parameters
    ----------
    comparison : Comparison
        The comparison, as returned by `cddiagram.compare`. It must contain scores.
    first, second : str
        The algorithms on the vertical and the horizontal axis, respectively.
    name_farthest : int, default 0
        The number of data sets to label, beginning with the data set that is farthest
        from the diagonal. Names are printed only if they do not overlap other elements,
        and a warning lists the names that are omitted. A pointer connects a name to its
        dot if the assignment would otherwise be ambiguous.
    font_size : float, default 8.0
        The type size of the title and the counts, in points. All other text is 1 pt
        smaller.
    highlight : str, sequence of str or mapping of str to color, optional
        The algorithms whose names are printed in bold or in the specified colour.
    note : str, optional
        The note above the figure. By default, it states the test, the p-value of the
        pair and alpha. None omits the note.
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
