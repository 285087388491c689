"""Scores against costs, with the Pareto front of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import TYPE_CHECKING, Unpack

from cddiagram.figures.content import CDContent, content_from
from cddiagram.figures.options import AVERAGE, SCORE, OrderedOptions
from cddiagram.figures.references import ReferenceAlgorithm, reference_algorithm
from cddiagram.figures.registry import figure
from cddiagram.figures.rows import ABOVE_TITLE, AxisTitle
from cddiagram.sheet import (
    REFERENCE,
    SHORTER_NAMES,
    Axis,
    AxisScale,
    Box,
    BrokenNames,
    Element,
    KeyEntry,
    Label,
    Line,
    Look,
    Marker,
    NamedSheet,
    Names,
    Page,
    Text,
    TextMeter,
    Ticks,
    ValueScale,
    check_choice,
    check_flag,
    cue_width,
    decision_marker,
    draw_cue,
    fit,
    like_shapes,
    place_labels,
    small_type,
    text_or_none,
)
from cddiagram.text import InputError, UsageError, listed
from cddiagram.words import check_scores

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.data import ScoreTable
    from cddiagram.figures.drawing import Drawing

#: The maximum widths of names, as fractions of the page width, in the order in which
#: they are tried.
_NAME_PARTS = (0.4, 0.3, 0.22)
#: The plot is at least this wide. The first number is a fraction of the page width, and
#: the second is in points.
_LEAST_PART, _NARROWEST = 0.4, 60.0
#: The outermost points are this far from the axes. The second distance is larger,
#: because it leaves room for a name.
_INSET, _WIDE_INSET = 7.0, 24.0
#: The gap between the label of the score axis and the plot.
_BELOW_LABEL = 2.0
#: The first three numbers are the line widths of the front, of the rings around its
#: points, and of leader lines. The fourth is the radius of a ring.
_FRONT, _EDGE, _LEADER, _RING = 0.9, 0.7, 0.5, 4.4
#: The dash pattern of the front beyond the algorithms at its two ends.
_TAIL_DASH = (2.0, 2.0)
#: Two numbers on a linear axis are at least this far apart. On the vertical axis, this
#: distance is the first factor times their font size. On the horizontal axis, it is the
#: second factor times their width.
_TICK_PITCH, _SPACING = 1.7, 1.3
#: If all costs are positive and the ratio of the largest to the smallest cost is larger
#: than this number, the cost axis is logarithmic.
_DECADE = 10.0

_Point = tuple[float, float]


@dataclass(frozen=True)
class _Rule:
    """A rule for the positions of names."""

    #: Whether words must not be broken. Leader lines may cross the front only if words
    #: are broken.
    whole_words: bool
    #: Whether the name of an algorithm must be on the same side of the front as the
    #: algorithm. If an algorithm is on the front, its name is on the outer side of the
    #: front.
    sided: bool
    #: The distance between the score axis and the left end of the cost axis.
    inset: float = _INSET
    #: The heights of the plot, as fractions of the page width, in the order in which
    #: they are tried.
    heights: tuple[float, ...] = (0.5, 0.75, 1.0, 1.25)


#: The rules for the positions of names, in the order in which they are tried. A wider
#: inset leaves room for the name of the leftmost algorithm.
_RULES = (
    _Rule(whole_words=True, sided=True, heights=(0.5, 0.75)),
    _Rule(whole_words=True, sided=True, heights=(0.5, 0.75), inset=_WIDE_INSET),
    _Rule(whole_words=True, sided=False),
    _Rule(whole_words=False, sided=False),
)


@dataclass(frozen=True, kw_only=True)
class ScoreCostLayout(NamedSheet):
    """The layout of scores against costs.

    It has the following attributes in addition to the attributes of `NamedSheet`.
    Algorithms are in rank order, best first.

    Attributes
    ----------
    costs : tuple of float
        The costs on the horizontal axis, in the units of the cost table.
    scores : tuple of float
        The average ranks or mean scores on the vertical axis.
    front : tuple of int
        The rank positions of the algorithms on the Pareto front, starting with the
        cheapest.
    points : tuple of (x, y)
        The position of each algorithm on the page.
    cost_axis, score_axis : Axis
        The axes on the page.
    """

    costs: tuple[float, ...]
    scores: tuple[float, ...]
    front: tuple[int, ...]
    points: tuple[_Point, ...]
    cost_axis: Axis
    score_axis: Axis


@dataclass(frozen=True, kw_only=True)
class _Scores:
    """The quantity on the vertical axis."""

    values: tuple[float, ...]
    scale: ValueScale
    low_is_better: bool
    label: str


@dataclass(frozen=True, kw_only=True)
class _Content:
    """The contents of the figure, independent of its size."""

    names: CDContent
    costs: tuple[float, ...]
    cost_scale: ValueScale
    cost_label: str
    low_cost_is_better: bool
    scores: _Scores
    reference: ReferenceAlgorithm
    front: tuple[int, ...]


def pareto_front(costs: Sequence[float], scores: Sequence[float]) -> tuple[int, ...]:
    """Return the indices of the algorithms on the Pareto front, starting with the
    cheapest.

    Smaller costs and scores are better. An algorithm is on the front if no other
    algorithm is at least as good in both and better in one.
    """
    points = list(zip(costs, scores, strict=True))
    front = []
    for i, (cost, score) in enumerate(points):
        dominating = [
            point
            for point in points
            if point[0] <= cost and point[1] <= score and point != (cost, score)
        ]
        if not dominating:
            front.append(i)
    return tuple(sorted(front, key=lambda i: (costs[i], i)))


@figure(
    "score-cost",
    OrderedOptions,
    title="Scores against costs",
    worded="words.captions:cost_caption_words",
    reading="words.captions:reading_of_costs",
    report=None,
)
def layout_score_cost(
    comparison: Comparison,
    cost: ScoreTable,
    *,
    look: Look,
    meter: TextMeter,
    average: str = "mean",
    score: str = "rank",
    cost_label: str = "cost",
    more_is_better: bool = False,
) -> ScoreCostLayout:
    """Lay out scores against costs (see `plot_score_cost`)."""
    check_choice("average", average, AVERAGE.choices)
    check_choice("score", score, SCORE.choices)
    check_flag("more_is_better", more_is_better)
    label = text_or_none("cost_label", cost_label) or "cost"
    names = content_from(comparison, look)
    scores = _scores(comparison, names, score)
    costs = _average_costs(comparison, cost, average)
    is_wide = min(costs) > 0 and max(costs) > _DECADE * min(costs)
    kind = "log" if is_wide else "linear"
    content = _Content(
        names=names,
        costs=costs,
        cost_scale=ValueScale.holding(costs, kind),
        cost_label=f"{average} {label}{_data_sets(comparison, cost)}",
        low_cost_is_better=not more_is_better,
        scores=scores,
        reference=reference_algorithm(comparison),
        front=_front_of(costs, scores, more_is_better),
    )
    # A low plot is preferred to wide names, and wide names are preferred to a large
    # font size.
    steps: list[tuple[_Rule, float, float, float]] = []
    for rule in _RULES:
        steps += product((rule,), rule.heights, _NAME_PARTS, look.sizes)

    def plan(tried: Look) -> ScoreCostLayout | None:
        page = Page(tried, meter)
        # For an error message about a different width, the first and last steps are
        # sufficient.
        tries = steps if tried is look else [steps[0], steps[-1]]
        for step in tries:
            layout = _plan(content, page, *step)
            if layout is not None:
                return layout
        return None

    return fit(plan, look, "the figure", SHORTER_NAMES)


def _scores(comparison: Comparison, names: CDContent, score: str) -> _Scores:
    """Return the average ranks or the mean scores in rank order."""
    if score == "rank":
        low, high = names.axis_range
        return _Scores(
            values=names.average_ranks,
            scale=ValueScale(low=low, high=high, log=False),
            low_is_better=True,
            label=names.axis.label,
        )
    table = check_scores(comparison)
    values = tuple(map(float, table.means[list(comparison.order)]))
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 0.5, high + 0.5
    return _Scores(
        values=values,
        scale=ValueScale(low=low, high=high, log=False),
        low_is_better=not table.higher_is_better,
        label="mean score",
    )


def _data_sets(comparison: Comparison, cost: ScoreTable) -> str:
    """Return a note about the data sets of the costs; an empty string if the scores
    have the same data sets.
    """
    table = comparison.table
    if table is None or set(table.datasets) == set(cost.datasets):
        return ""
    common = len(set(table.datasets) & set(cost.datasets))
    return f" ({cost.n} data sets, {common or 'none'} with scores)"


def _average_costs(
    comparison: Comparison, cost: ScoreTable, average: str
) -> tuple[float, ...]:
    """Return the average cost of each algorithm in rank order."""
    table = _costs_of(comparison, cost)
    averages = table.means if average == "mean" else table.medians
    return tuple(map(float, averages[list(comparison.order)]))


def _front_of(
    costs: Sequence[float], scores: _Scores, more_is_better: bool
) -> tuple[int, ...]:
    """Return the Pareto front, taking the better directions of costs and scores into
    account.
    """
    cost_sign = -1.0 if more_is_better else 1.0
    score_sign = 1.0 if scores.low_is_better else -1.0
    signed_costs = [cost_sign * cost for cost in costs]
    signed_scores = [score_sign * round(score, 9) for score in scores.values]
    return pareto_front(signed_costs, signed_scores)


def _costs_of(comparison: Comparison, cost: ScoreTable) -> ScoreTable:
    """Return the costs in the order of the comparison, or raise an error if the table
    has other algorithms.
    """
    if type(cost).__name__ != "ScoreTable":
        raise UsageError(
            f"cost must be a ScoreTable, not a {type(cost).__name__}: read it with "
            "read_scores."
        )
    algorithms = comparison.algorithms
    without_cost = [name for name in algorithms if name not in cost.algorithms]
    without_score = [name for name in cost.algorithms if name not in algorithms]
    for quantity, missing in (("costs", without_cost), ("scores", without_score)):
        if missing:
            raise InputError(
                f"there are no {quantity} for ",
                listed(missing),
                ": both tables must contain the same algorithms.",
            )
    return cost.select(algorithms)


def _plan(
    content: _Content,
    page: Page,
    rule: _Rule,
    height_part: float,
    name_part: float,
    size: float,
) -> ScoreCostLayout | None:
    """Return the layout with names of this size, or None if it does not fit.

    The height of the plot and the maximum width of a name are fractions of the page
    width.
    """
    meter, small = page.meter, small_type(size)
    note, families = content.names.note or "", content.names.family_key()
    header, top = page.header(note, size, key=_key(content, size), families=families)
    label, top = _score_label(content.scores.label, page, small, top)
    first = top + size  # space for a name above the best point
    ends = (first, first + height_part * page.width)
    axes = _axes(content, page, small, ends, rule.inset)
    names = content.names.broken(
        size, name_part * page.width, meter, whole_words=rule.whole_words
    )
    if axes is None or names is None:
        return None
    x, y = axes
    points = tuple(
        (x.at(cost), y.at(score))
        for cost, score in zip(content.costs, content.scores.values, strict=True)
    )
    front = _front(content, points, x.ends, max(y.ends))
    bounds = (
        y.axis.across + Axis.NUMBER_GAP,
        top - Axis.NUMBER_GAP,
        page.width - Look.PAD_X,
        x.axis.across - Axis.NUMBER_GAP,
    )
    labels = _labels(content, points, front, names, bounds, rule)
    if labels is None:
        return None
    better = "left" if content.low_cost_is_better else "right"
    title = AxisTitle.of(content.cost_label, better, page.look)
    below = x.axis.across + AxisScale.below(small) + ABOVE_TITLE
    cost_label, bottom = title.draw(x.ends, below, small, page.width, meter)
    return ScoreCostLayout(
        width=page.width,
        height=bottom + Look.PAD_Y,
        elements=(
            *header,
            *label,
            *x.draw(small, meter),
            *y.draw(small, meter),
            *cost_label,
            *_front_lines(front),
            *_marks(content, names, points, labels, meter),
        ),
        names=content.names.names,
        font_size=size,
        costs=content.costs,
        scores=content.scores.values,
        front=content.front,
        points=points,
        label_boxes=tuple(label.box for label in labels),
        cost_axis=x.axis,
        score_axis=y.axis,
    )


@dataclass(frozen=True)
class _NumberedAxis:
    """An axis with its ticks. If the ticks are None, the axis selects them."""

    axis: Axis
    ticks: tuple[tuple[float, str], ...] | None

    def at(self, value: float) -> float:
        return self.axis.at(value)

    @property
    def ends(self) -> tuple[float, float]:
        return self.axis.start, self.axis.end

    def draw(self, size: float, meter: TextMeter) -> list[Element]:
        return self.axis.draw(size, meter, self.ticks)


def _axes(
    content: _Content,
    page: Page,
    small: float,
    ends: tuple[float, float],
    inset: float,
) -> tuple[_NumberedAxis, _NumberedAxis] | None:
    """Return the cost axis and the score axis, or None if the plot is too narrow.

    `ends` are the upper and lower ends of the score axis, and `inset` is its distance
    from the left end of the cost axis.
    """
    meter, scores = page.meter, content.scores
    upper, lower = ends
    pitch = _TICK_PITCH * small
    low, high = scores.scale.low, scores.scale.high
    ticks = Ticks.between(low, high, lower - upper, lambda text: pitch, whole=False)
    score_ticks = ticks.numbered
    numbers = [text for _, text in score_ticks]
    left = Look.PAD_X + Axis.beside(numbers, small, meter)
    start, right = left + inset, page.width - Look.PAD_X
    if right - start < _NARROWEST:
        return None
    # The numbers at the ends of the cost axis may extend beyond the axis by half their
    # width.
    margin = 4 * Axis.NUMBER_GAP
    for _, text in _cost_ticks(content.cost_scale, right - start, small, meter):
        margin = max(margin, meter.width(text, small) / 2)
    end = right - margin
    if end - start < max(_NARROWEST, _LEAST_PART * page.width):
        return None
    bottom = lower + _INSET
    x = Axis(
        scale=content.cost_scale, start=start, end=end, across=bottom, side="bottom"
    )
    y = Axis(scale=scores.scale, start=lower, end=upper, across=left)
    if scores.low_is_better:
        y = Axis(scale=scores.scale, start=upper, end=lower, across=left)
    cost_ticks = None
    if not x.scale.log:
        cost_ticks = _cost_ticks(x.scale, end - start, small, meter)
    return _NumberedAxis(x, cost_ticks), _NumberedAxis(y, score_ticks)


def _front(
    content: _Content,
    points: Sequence[_Point],
    ends: tuple[float, float],
    bottom: float,
) -> tuple[_Point, ...]:
    """Return the corners of the Pareto front.

    The front begins at the bottom of the plot below its cheapest algorithm, and it ends
    at the costly end of the plot.
    """
    x, y = points[content.front[0]][0], bottom
    corners = [(x, y)]
    for i in content.front:
        x = points[i][0]
        corners += [(x, y), points[i]]
        y = points[i][1]
    costly_end = ends[1] if content.low_cost_is_better else ends[0]
    return (*corners[1:], (costly_end, y))


def _front_lines(front: Sequence[_Point]) -> list[Element]:
    """Return the front between its algorithms, and dashed tails beyond them."""
    first, *between, last = front
    tails = ((first, between[0]), (between[-1], last))
    lines: list[Element] = []
    for number, tail in enumerate(tails):
        line = Line(
            gid=f"front-tail-{number}",
            points=tail,
            width=_FRONT,
            color="secondary",
            dash=_TAIL_DASH,
        )
        lines.append(line)
    if len(between) > 1:
        points = tuple(between)
        lines.append(Line(gid="front", points=points, width=_FRONT, color="secondary"))
    return lines


def _labels(
    content: _Content,
    points: Sequence[_Point],
    front: Sequence[_Point],
    names: BrokenNames,
    bounds: tuple[float, float, float, float],
    rule: _Rule,
) -> tuple[Label, ...] | None:
    """Return positions at which the names do not touch points or the front; None if
    there are none.
    """
    steps = []
    for (a, b), (c, d) in pairwise(front):
        steps.append((min(a, c), min(b, d), max(a, c), max(b, d)))
    extents = []
    for width, lines in zip(names.widths, names.lines, strict=True):
        rows = 1.0 + Names.LINE_PITCH * (len(lines) - 1)
        extents.append((width, rows * names.size))
    radii = [REFERENCE] * len(points)
    for i in content.front:
        radii[i] = _RING

    def is_on_its_side(i: int, box: Box) -> bool:
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        return _is_outside(content, points, middle) == (i in content.front)

    return place_labels(
        points,
        radii,
        extents,
        steps,
        bounds,
        over=not rule.whole_words,
        prefers=is_on_its_side,
        strict=rule.sided,
    )


def _is_outside(content: _Content, points: Sequence[_Point], point: _Point) -> bool:
    """Return whether no algorithm on the front is at least as good as a point on the
    page.
    """
    x, y = point
    better = [points[i] for i in content.front if points[i][1] <= y]
    if content.low_cost_is_better:
        return all(front_x > x for front_x, _ in better)
    return all(front_x < x for front_x, _ in better)


def _marks(
    content: _Content,
    names: BrokenNames,
    points: Sequence[_Point],
    labels: Sequence[Label],
    meter: TextMeter,
) -> list[Element]:
    """Return rings and leaders, and the marker and name of each algorithm above them."""
    below: list[Element] = [_ring(f"front-{i}", *points[i]) for i in content.front]
    above: list[Element] = []
    reference = content.reference
    for i, (point, label) in enumerate(zip(points, labels, strict=True)):
        different = None if i == reference.position else reference.different[i]
        if label.leader:
            gid, ends = f"leader-{i}", label.leader
            below.append(Line(gid=gid, points=ends, width=_LEADER, color="leader"))
        color = content.names.color(i, "foreground")
        above.append(decision_marker(f"marker-{i}", *point, color, different=different))
        left, top, _, bottom = label.box
        middle = (top + bottom) / 2
        lines, size = names.lines[i], names.size
        above += content.names.put(i, lines, left, middle, size, "left", meter)
    return [*below, *sorted(above, key=like_shapes)]


def _cost_ticks(
    scale: ValueScale, length: float, small: float, meter: TextMeter
) -> tuple[tuple[float, str], ...]:
    """Return the ticks of the cost axis.

    Each tick is a value and its number, or a position and its number if the axis is
    logarithmic.
    """

    def width(text: str) -> float:
        return meter.width(text, small)

    def room(text: str) -> float:
        return _SPACING * width(text)

    if scale.log:
        return scale.ticks(length, small, width)
    return Ticks.between(scale.low, scale.high, length, room, whole=False).numbered


def _ring(gid: str, x: float, y: float, radius: float = _RING) -> Marker:
    """Return the ring of an algorithm on the front."""
    return Marker(
        gid=gid,
        x=x,
        y=y,
        radius=radius - _EDGE / 2,
        fill="background",
        edge="secondary",
        edge_width=_EDGE,
    )


def _key(content: _Content, size: float) -> tuple[KeyEntry, ...]:
    """Return the key entries that explain the markers and the front.

    Rings in the key are at most as large as the type.
    """
    radius = min(_RING, size)
    width = 4 * _RING

    def draw(left: float, y: float) -> list[Element]:
        points = ((left, y), (left + width, y))
        line = Line(gid="key", points=points, width=_FRONT, color="secondary")
        return [line, _ring("key-front", left + width / 2, y, radius)]

    return (
        *KeyEntry.decisions(content.reference.term, content.names.decision),
        KeyEntry(text="Pareto front", width=width, draw=draw),
    )


def _score_label(
    label: str, page: Page, small: float, top: float
) -> tuple[list[Element], float]:
    """Return the label of the score axis with its direction cue, and the lower end of
    both.
    """
    meter, side = page.meter, None
    if page.look.show_direction:
        side = "up"
    rows = [*meter.lines(label, page.room, small)]
    if cue_width(rows[-1], small, meter, side) > page.room:
        rows.append("")  # the cue has its own row
    elements: list[Element] = []
    for number, row in enumerate(rows, start=1):
        y = top + 0.6 * small
        row_side = side if number == len(rows) else None
        for element in draw_cue(Look.PAD_X, y, row, small, meter, row_side):
            if isinstance(element, Text):
                element = replace(element, gid="value-label")
            elements.append(element)
        top += Page.ROW * small
    return elements, top + (1.2 - Page.ROW) * small + _BELOW_LABEL


@layout_score_cost.public
def plot_score_cost(
    comparison: Comparison,
    cost: ScoreTable,
    *,
    average: str = "mean",
    score: str = "rank",
    cost_label: str = "cost",
    more_is_better: bool = False,
    **options: Unpack[OrderedOptions],
) -> Drawing[ScoreCostLayout]:
    """Draw scores against costs, with the Pareto front of both.

    The horizontal axis shows the costs (time, size or energy), and the vertical axis
    shows the average rank or the mean score, with the better end at the top. An
    algorithm is on the Pareto front if no other algorithm is at least as good and at
    least as cheap, and strictly better in one of the two quantities. Algorithms on the
    front are marked by rings and connected by a line. Dashed lines extend the front
    beyond its cheapest and its best algorithm.

    The diamond marks the control or, if there is no control, the best-ranked algorithm.
    Filled markers denote algorithms that differ significantly in their scores from this
    reference; hollow markers denote algorithms that do not. Costs are not tested.

    Parameters
    ----------
    comparison : Comparison
        The comparison, as returned by `cddiagram.compare`.
    cost : ScoreTable
        The costs, of shape (n, k), in any unit. The table must contain the same
        algorithms in any order, and its data sets may differ from those of the scores.
        The direction specified when this table was read is ignored. The axis is
        logarithmic if all costs are positive and span more than one power of ten.
    average : {"mean", "median"}, default "mean"
        The type of average used to aggregate the costs over the data sets.
    score : {"rank", "mean"}, default "rank"
        The quantity on the vertical axis: the average rank, or the mean score.
    cost_label : str, default "cost"
        The name and unit of the costs, for instance "training time (s)".
    more_is_better : bool, default False
        Whether larger costs are better, as with throughput.
    {rest}
    InputError
        If the two tables contain different algorithms, or if a comparison with the
        control or the best-ranked algorithm was not tested.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("garcia2008-table2"))
    >>> seconds = [[2.0, 0.1, 300.0, 9.0, 5.0], [3.0, 0.1, 500.0, 7.0, 6.0]]
    >>> cost = cd.ScoreTable.from_arrays(
    ...     seconds, algorithms=comparison.algorithms, datasets=["small", "large"]
    ... )
    >>> layout = plot_score_cost(comparison, cost, cost_label="time (s)").layout
    >>> [layout.names[i] for i in layout.front], layout.cost_axis.scale.log
    (['1-NN', 'C4.5'], True)
    """
    return layout_score_cost.draw(
        comparison,
        options,
        cost=cost,
        average=average,
        score=score,
        cost_label=cost_label,
        more_is_better=more_is_better,
    )
