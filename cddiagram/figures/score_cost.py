"""Score against cost: average rank or mean score over time or size, and the Pareto front of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import TYPE_CHECKING, Unpack

from cddiagram.errors import InputError, UsageError, listed
from cddiagram.figures.content import CDContent, content_from
from cddiagram.figures.registry import figure
from cddiagram.sheet.axis import MAJOR, NUMBER_GAP
from cddiagram.sheet.elements import Box, Element, Line, Marker, Sheet, like_shapes
from cddiagram.sheet.families import family_key
from cddiagram.sheet.fit import SHORTER_NAMES, fit
from cddiagram.sheet.header import PAD_X, PAD_Y, cue_width, draw_cue
from cddiagram.sheet.labels import Label, place_labels
from cddiagram.sheet.legend import REFERENCE, KeyEntry, decision_key, decision_marker, marker_entry
from cddiagram.sheet.look import Look, OrderedOptions, check_choice, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH, BrokenNames, break_names
from cddiagram.sheet.page import ROW, Page
from cddiagram.sheet.scale import Axis, ValueScale, make_scale, regular_ticks
from cddiagram.words.drawable import Reference, check_scores, reference_of
from cddiagram.words.numbers import format_alpha
from cddiagram.words.procedure import procedure

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.data.table import ScoreTable
    from cddiagram.figures.drawing import Drawing

AVERAGES = ("mean", "median")
SCORES = ("rank", "mean")
#: To try, as parts of the width: widest line of a name, height of the plot; and the least width of the plot.
_NAME_PARTS, _HEIGHTS, _LEAST_PART = (0.4, 0.22), (0.5, 0.75, 1.1), 0.4
#: Between the axes and what stands nearest to them; lines of the front, of its rings and of leaders; the ring.
_INSET, _FRONT, _EDGE, _LEADER, _RING = 7.0, 0.9, 0.7, 0.5, 4.4
#: Least width of the plot; least distance of numbers of the upright axis, in sizes of their type.
_NARROWEST, _TICK_PITCH = 60.0, 1.6
#: Costs that span more than this factor have a logarithmic axis.
_DECADE = 10.0


@dataclass(frozen=True, kw_only=True)
class ScoreCostLayout(Sheet):
    """Scores against costs laid out; every sequence over algorithms is in rank order, best first.

    Attributes
    ----------
    names : tuple of str
        Display names.
    font_size : float
        Size of the names used, in points.
    costs, scores : tuple of float
        What is drawn across, in the units of the cost table, and upwards: average ranks, or mean scores.
    front : tuple of int
        Rank positions of the members of the Pareto front, cheapest first.
    points : tuple of (x, y)
        The place of each algorithm.
    label_boxes : tuple of (left, top, right, bottom)
        The box of each name, all its lines together.
    cost_axis, score_axis : Axis
        Their scales on the page.
    """

    names: tuple[str, ...]
    font_size: float
    costs: tuple[float, ...]
    scores: tuple[float, ...]
    front: tuple[int, ...]
    points: tuple[tuple[float, float], ...]
    label_boxes: tuple[Box, ...]
    cost_axis: Axis
    score_axis: Axis


@dataclass(frozen=True, kw_only=True)
class _Content:
    """What is drawn: names in rank order, both numbers of each with their scales, decisions, and texts."""

    names: CDContent
    costs: tuple[float, ...]
    scores: tuple[float, ...]
    cost_scale: ValueScale
    score_scale: ValueScale
    low_is_better: tuple[bool, bool]
    held: Reference
    front: tuple[int, ...]
    note: str
    said: str
    labels: tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """The plot that fits: names in lines, header and its key, axes, points and labels."""

    names: BrokenNames
    head: list[Element]
    cost_axis: Axis
    score_axis: Axis
    points: tuple[tuple[float, float], ...]
    front: tuple[tuple[float, float], ...]
    labels: tuple[Label, ...]
    ticks: tuple[tuple[float, str], ...]
    across: tuple[tuple[float, str], ...] | None


def pareto_front(costs: Sequence[float], scores: Sequence[float]) -> tuple[int, ...]:
    """Return who is not beaten by another one that is as good in both and better in one, cheapest first.

    Of both smaller is better.

    Examples
    --------
    >>> pareto_front([1.0, 2.0, 3.0, 2.0], [3.0, 1.0, 2.0, 1.0])
    (0, 1, 3)
    """
    both = list(zip(costs, scores, strict=True))
    found = [i for i, (c, s) in enumerate(both) if not any(a <= c and b <= s and (a, b) != (c, s) for a, b in both)]
    return tuple(sorted(found, key=lambda i: (costs[i], i)))


@figure(
    "score-cost",
    OrderedOptions,
    title="Scores against costs",
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
    """Lay out scores against costs: see `plot_score_cost`."""
    page = Page(look, meter)
    content = _content(comparison, cost, look, average, score, cost_label, more_is_better)
    plan = fit(lambda tried: _fit(content, Page(tried, meter)), look, "the figure", SHORTER_NAMES)
    size, names, x, y = plan.names.size, content.names, plan.cost_axis, plan.score_axis
    axes = [*x.draw(small_type(size), meter, plan.across), *y.draw(small_type(size), meter, plan.ticks)]
    marks: list[Element] = [Line(gid="front", points=plan.front, width=_FRONT, color="secondary")]
    rings: list[Element] = [_ring(f"front-{i}", *plan.points[i]) for i in content.front]
    texts: list[Element] = []  # and markers
    for i, (at, label) in enumerate(zip(plan.points, plan.labels, strict=True)):
        different = None if i == content.held.position else content.held.different[i]
        if label.leader:
            marks.append(Line(gid=f"leader-{i}", points=label.leader, width=_LEADER, color="leader"))
        texts.append(decision_marker(f"marker-{i}", *at, names.color(i, "foreground"), different=different))
        middle = (label.box[1] + label.box[3]) / 2
        texts += names.put(i, plan.names.lines[i], label.box[0], middle, size, "left", meter)
    below, bottom = _below(content, page, plan)
    return ScoreCostLayout(
        width=page.width,
        height=bottom + PAD_Y,
        elements=(*plan.head, *axes, *below, *marks, *rings, *sorted(texts, key=like_shapes)),
        names=names.names,
        font_size=size,
        costs=content.costs,
        scores=content.scores,
        front=content.front,
        points=plan.points,
        label_boxes=tuple(label.box for label in plan.labels),
        cost_axis=x,
        score_axis=y,
    )


def _content(
    comparison: Comparison,
    cost: ScoreTable,
    look: Look,
    average: str,
    score: str,
    cost_label: str,
    more_is_better: bool,
) -> _Content:
    """Check the options, and put both tables into rank order and words."""
    check_choice("average", average, AVERAGES)
    check_choice("score", score, SCORES)
    _check_cost(comparison, cost)
    names, table, order = replace(content_from(comparison, look), aligned=False), comparison.table, comparison.order
    both = cost.select(comparison.algorithms)
    costs = tuple(float((both.means if average == "mean" else both.medians)[i]) for i in order)
    scores, low, what = names.average_ranks, True, names.axis.label
    ends = names.axis_range
    if score == "mean":
        table = check_scores(comparison)
        scores, low, what = tuple(float(table.means[i]) for i in order), not table.higher_is_better, "mean score"
        ends = (min(scores), max(scores)) if min(scores) < max(scores) else (scores[0] - 0.5, scores[0] + 0.5)
    wide = min(costs) > 0 and max(costs) > _DECADE * min(costs)
    held = None if comparison.control is None else names.names[names.control or 0]
    said = ""
    if table is not None and set(table.datasets) != set(cost.datasets):
        shared = len(set(table.datasets) & set(cost.datasets))
        said = f"costs on {cost.n} data sets, {shared or 'none'} of them among the {table.n} of the scores"
    signs = (-1.0 if more_is_better else 1.0, 1.0 if low else -1.0)
    return _Content(
        names=names,
        costs=costs,
        scores=scores,
        cost_scale=make_scale(costs, "log" if wide else "linear"),
        score_scale=ValueScale(low=ends[0], high=ends[1], log=False),
        low_is_better=(not more_is_better, low),
        held=reference_of(comparison),
        front=pareto_front([signs[0] * c for c in costs], [signs[1] * round(s, 9) for s in scores]),
        note=f"{procedure(comparison, held)}, α = {format_alpha(comparison.alpha)}",
        said=said,
        labels=(f"{average} {cost_label}", what),
    )


def _check_cost(comparison: Comparison, cost: ScoreTable) -> None:
    """Refuse what is no table, and one of other algorithms."""
    if type(cost).__name__ != "ScoreTable":
        raise UsageError(f"cost must be a ScoreTable, not a {type(cost).__name__}: read it with read_scores.")
    for missing, where in (
        ([name for name in comparison.algorithms if name not in cost.algorithms], "costs"),
        ([name for name in cost.algorithms if name not in comparison.algorithms], "scores"),
    ):
        if missing:
            raise InputError(f"there are no {where} of ", listed(missing), ": both tables need the same algorithms.")


def _fit(content: _Content, page: Page) -> _Plan | None:
    """Return the largest type, in the lowest plot, in which all names have places."""
    steps = list(product(_NAME_PARTS, _HEIGHTS, page.look.sizes))
    first = _plan(content, page, *steps[0])
    if first is not None or _plan(content, page, *steps[-1]) is None:  # what never fits is refused at once
        return first
    return next(plan for plan in (_plan(content, page, *step) for step in steps[1:]) if plan is not None)


def _plan(content: _Content, page: Page, part: float, high: float, size: float) -> _Plan | None:
    meter, small, scale, height = page.meter, small_type(size), content.score_scale, high * page.width
    names = break_names(content.names, size, part * page.width, meter)
    if names is None:
        return None
    head, top = page.header(content.note, size, key=_key(content), families=family_key(content.names.families))
    head.append(meter.put("axis-label", PAD_X, top + 0.6 * small, content.labels[1], small, "secondary"))
    beside = PAD_X + meter.width(content.labels[1], small) + 2 * NUMBER_GAP
    if page.look.show_direction and beside + cue_width("", small, meter, "up") <= page.width - PAD_X:
        head += draw_cue(beside, top + 0.6 * small, "", small, meter, "up")
    top += ROW * small + 2.0
    ticks = regular_ticks(scale.low, scale.high, height, lambda text: _TICK_PITCH * small)
    left = PAD_X + max((meter.width(text, small) for _, text in ticks), default=0.0) + MAJOR + NUMBER_GAP
    start, right = left + _INSET, page.width - PAD_X
    numbers = _cost_ticks(content.cost_scale, right - start, small, meter)
    end = right - max(
        4 * NUMBER_GAP, *(meter.width(text, small) / 2 for _, text in numbers)
    )  # one may stand at the end
    if end - start < max(_NARROWEST, _LEAST_PART * page.width):
        return None
    ends = (top + size, top + size + height)  # room for a name above the best
    x = Axis(scale=content.cost_scale, start=start, end=end, across=ends[1] + _INSET, side="bottom")
    y = Axis(scale=scale, start=ends[not content.low_is_better[1]], end=ends[content.low_is_better[1]], across=left)
    points = tuple((x.at(c), y.at(s)) for c, s in zip(content.costs, content.scores, strict=True))
    corners = [(points[content.front[0]][0], ends[1])]
    for i in content.front:
        corners += [(points[i][0], corners[-1][1]), points[i]]
    corners.append((start if not content.low_is_better[0] else end, corners[-1][1]))
    front = corners[1:]
    steps = [(min(a, c), min(b, d), max(a, c), max(b, d)) for (a, b), (c, d) in pairwise(front)]
    sizes = [(w, (1.0 + LINE_PITCH * (len(n) - 1)) * size) for w, n in zip(names.widths, names.lines, strict=True)]
    radii = [_RING if i in content.front else REFERENCE for i in range(len(points))]
    bounds = (left + NUMBER_GAP, top - NUMBER_GAP, page.width - PAD_X, x.across - NUMBER_GAP)
    labels = place_labels(points, radii, sizes, steps, bounds)
    if labels is None:
        return None
    return _Plan(
        names=names,
        head=head,
        cost_axis=x,
        score_axis=y,
        points=points,
        front=tuple(front),
        labels=labels,
        ticks=ticks,
        across=None if x.scale.log else _cost_ticks(x.scale, end - start, small, meter),
    )


def _cost_ticks(scale: ValueScale, length: float, small: float, meter: TextMeter) -> tuple[tuple[float, str], ...]:
    """Return the numbers of the axis of costs, with their values (with their places, if it is logarithmic)."""

    def width(text: str) -> float:
        return meter.width(text, small)

    return scale.ticks(length, small, width) if scale.log else regular_ticks(scale.low, scale.high, length, width)


def _ring(gid: str, x: float, y: float) -> Marker:
    return Marker(gid=gid, x=x, y=y, radius=_RING - _EDGE / 2, fill="background", edge="secondary", edge_width=_EDGE)


def _key(content: _Content) -> tuple[KeyEntry, ...]:
    """Return what markers say, and the line with its rings."""

    def draw(left: float, y: float) -> list[Element]:
        line = Line(gid="key", points=((left, y), (left + 4 * _RING, y)), width=_FRONT, color="secondary")
        return [line, _ring("key-front", left + 2 * _RING, y)]

    held = marker_entry("best rank" if content.names.control is None else "control", different=None)
    front = KeyEntry(text="Pareto front", width=4 * _RING, draw=draw)
    said = [KeyEntry(text=content.said)] if content.said else []
    return (held, *decision_key(decision=content.names.decision), front, *said)


def _below(content: _Content, page: Page, plan: _Plan) -> tuple[list[Element], float]:
    """Return what stands below the axis of costs: its text, and the cue at its better end; and where they end."""
    meter, small, axis = page.meter, small_type(plan.names.size), plan.cost_axis
    side = "left" if content.low_is_better[0] else "right"
    width, y = cue_width("", small, meter), axis.across + MAJOR + NUMBER_GAP + 1.6 * small
    elements: list[Element] = []
    if page.look.show_direction:
        elements += draw_cue(axis.start if side == "left" else axis.end - width, y, "", small, meter, side)
    room = axis.end - axis.start - (width + 4 * NUMBER_GAP if elements else 0.0)
    for number, line in enumerate(page.lines(content.labels[0], room, small)):
        x, anchor = (axis.end, "right") if side == "left" else (axis.start, "left")
        y += ROW * small if number else 0.0
        elements.append(meter.put("cost-label", x, y, line, small, "secondary", anchor))
    return elements, y + 0.6 * small


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
    """Draw scores against costs (time, size, energy), and the Pareto front of both.

    Each algorithm stands at its cost, from left to right, and at its average rank or score, the better the higher. No
    other one is at least as good and at least as cheap, and better in one of both, as a member of the front; members
    have a ring and stand on the line. The diamond is the control, or else the best-ranked algorithm; filled markers are
    significantly different from it in their scores. Costs are not tested.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`.
    cost : ScoreTable
        The costs, shape (n, k), in any unit, of the same algorithms in any order; its own direction is not asked. Its
        data sets may be others, which the figure says. Positive costs over more than a power of ten have a logarithmic
        axis.
    average : {"mean", "median"}, default "mean"
        The cost of an algorithm over the data sets.
    score : {"rank", "mean"}, default "rank"
        What stands upwards: the average rank, or the mean score in the units of the scores.
    cost_label : str, default "cost"
        What the costs are, with their unit: "training time (s)".
    more_is_better : bool, default False
        Whether a larger cost is the better one (a throughput).
    {look}

    {returns}

    Raises
    ------
    InputError
        The algorithms of both tables differ, or a pair of the control or of the best-ranked one was not tested.
    {raises}

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("garcia2008-table2"))
    >>> seconds = [[2.0, 0.1, 300.0, 9.0, 5.0], [3.0, 0.1, 500.0, 7.0, 6.0]]
    >>> cost = cd.ScoreTable.from_arrays(seconds, algorithms=comparison.algorithms, datasets=["small", "large"])
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
