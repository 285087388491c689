"""Score against cost: average rank or mean score over time or size, and the Pareto
front of both.

Longer than most modules: two tables are checked and put into one order, and names are
tried in several plots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, Unpack

from cddiagram.figures.content import CDContent, content_from
from cddiagram.figures.options import AVERAGE, SCORE, OrderedOptions
from cddiagram.figures.references import ReferenceAlgorithm, reference_algorithm
from cddiagram.figures.registry import figure
from cddiagram.sheet import (
    REFERENCE,
    SHORTER_NAMES,
    Axis,
    AxisScale,
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

#: To try, as parts of the width: widest line of a name, height of the plot; and the
#: least width of the plot.
_NAME_PARTS, _HEIGHTS, _LEAST_PART = (0.4, 0.3, 0.22), (0.5, 0.75, 1.0, 1.25), 0.4
#: Between the axes and what stands nearest to them; lines of the front, of its rings
#: and of leaders; the ring.
_INSET, _FRONT, _EDGE, _LEADER, _RING = 7.0, 0.9, 0.7, 0.5, 4.4
#: Least width of the plot; least distance of the numbers of straight axes, upright in
#: their size, level in their width.
_NARROWEST, _TICK_PITCH, _SPACING = 60.0, 1.7, 1.3
#: Costs that span more than this factor have a logarithmic axis.
_DECADE = 10.0


@dataclass(frozen=True, kw_only=True)
class ScoreCostLayout(NamedSheet):
    """Scores against costs laid out: `NamedSheet` and what follows, algorithms in rank
    order, best first.

    Attributes
    ----------
    costs, scores : tuple of float
        What is drawn across, in the units of the cost table, and upwards: average
        ranks, or mean scores.
    front : tuple of int
        Rank positions of the members of the Pareto front, cheapest first.
    points : tuple of (x, y)
        The place of each algorithm.
    cost_axis, score_axis : Axis
        Their scales on the page.
    """

    costs: tuple[float, ...]
    scores: tuple[float, ...]
    front: tuple[int, ...]
    points: tuple[tuple[float, float], ...]
    cost_axis: Axis
    score_axis: Axis


@dataclass(frozen=True, kw_only=True)
class _Content:
    """What is drawn: names in rank order, both numbers of each with their scales,
    decisions, and texts.
    """

    names: CDContent
    costs: tuple[float, ...]
    scores: tuple[float, ...]
    cost_scale: ValueScale
    score_scale: ValueScale
    low_is_better: tuple[bool, bool]
    held: ReferenceAlgorithm
    front: tuple[int, ...]
    said: str
    labels: tuple[str, str]


def pareto_front(costs: Sequence[float], scores: Sequence[float]) -> tuple[int, ...]:
    """Return who is not beaten by one as good in both and better in one (smaller is
    better), cheapest first.
    """
    both = list(zip(costs, scores, strict=True))
    found = [
        i
        for i, (c, s) in enumerate(both)
        if not any(a <= c and b <= s and (a, b) != (c, s) for a, b in both)
    ]
    return tuple(sorted(found, key=lambda i: (costs[i], i)))


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
    """Lay out scores against costs: see `plot_score_cost`."""
    check_choice("average", average, AVERAGE.choices)
    check_choice("score", score, SCORE.choices)
    check_flag("more_is_better", more_is_better)
    both, order = _costs_of(comparison, cost), comparison.order
    costs = tuple(
        map(float, (both.means if average == "mean" else both.medians)[list(order)])
    )
    names = content_from(comparison, look)
    scores, ends, low, what = (
        names.average_ranks,
        names.axis_range,
        True,
        names.axis.label,
    )
    if score == "mean":
        table = check_scores(comparison)
        scores, low, what = (
            tuple(map(float, table.means[list(order)])),
            not table.higher_is_better,
            "mean score",
        )
        ends = (
            (min(scores), max(scores))
            if min(scores) < max(scores)
            else (scores[0] - 0.5, scores[0] + 0.5)
        )
    wide = min(costs) > 0 and max(costs) > _DECADE * min(costs)
    signs = (-1.0 if more_is_better else 1.0, 1.0 if low else -1.0)
    content = _Content(
        names=names,
        costs=costs,
        scores=scores,
        cost_scale=ValueScale.holding(costs, "log" if wide else "linear"),
        score_scale=ValueScale(low=ends[0], high=ends[1], log=False),
        low_is_better=(not more_is_better, low),
        held=reference_algorithm(comparison),
        front=pareto_front(
            [signs[0] * c for c in costs], [signs[1] * round(s, 9) for s in scores]
        ),
        said=_data_sets(comparison, cost),
        labels=(f"{average} {text_or_none('cost_label', cost_label) or 'cost'}", what),
    )
    steps = list(product((True, False), _HEIGHTS, _NAME_PARTS, look.sizes))

    def plan(tried: Look) -> ScoreCostLayout | None:
        # Words whole, if they can be, in the lowest plot, and in it the widest names
        # and the largest type with places; where words are cut leaders may go over the
        # front; of a width that is only named, whether there is any place.
        page = Page(tried, meter)
        tries = steps if tried is look else [steps[0], steps[-1]]
        return next(
            (found for step in tries if (found := _plan(content, page, *step))), None
        )

    return fit(plan, look, "the figure", SHORTER_NAMES)


def _costs_of(comparison: Comparison, cost: ScoreTable) -> ScoreTable:
    """Return the costs in the order of the comparison; refuse what is no table, and one
    of other algorithms.
    """
    if type(cost).__name__ != "ScoreTable":
        raise UsageError(
            f"cost must be a ScoreTable, not a {type(cost).__name__}: read it with "
            "read_scores."
        )
    scored, known = comparison.algorithms, cost.algorithms
    for where, these, those in (("costs", scored, known), ("scores", known, scored)):
        missing = [name for name in these if name not in those]
        if missing:
            raise InputError(
                f"there are no {where} of ",
                listed(missing),
                ": both tables need the same algorithms.",
            )
    return cost.select(scored)


def _data_sets(comparison: Comparison, cost: ScoreTable) -> str:
    """Say that the costs are on other data sets than the scores, if they are."""
    table = comparison.table
    if table is None or set(table.datasets) == set(cost.datasets):
        return ""
    shared = len(set(table.datasets) & set(cost.datasets))
    return (
        f"costs on {cost.n} data sets, {shared or 'none'} of them among the {table.n} "
        "of the scores"
    )


def _plan(
    content: _Content, page: Page, whole: bool, high: float, part: float, size: float
) -> ScoreCostLayout | None:
    """Return the figure with names of that size and width over a plot of that height,
    parts of the page's width.
    """
    meter, small = page.meter, small_type(size)
    families = content.names.family_key()
    head, top = page.header(
        content.names.note or "", size, key=_key(content, size), families=families
    )
    upwards, top = _named(
        page,
        content.labels[1],
        "up",
        (Look.PAD_X, page.width - Look.PAD_X),
        top + 0.6 * small,
        small,
    )
    height = high * page.width
    axes = _axes(
        content, page, small, (top + 2.0 + size, top + 2.0 + size + height)
    )  # room for a name above the best
    names = content.names.broken(size, part * page.width, meter, whole_words=whole)
    if axes is None or names is None:
        return None
    x, y, drawn = axes
    points = tuple(
        (x.at(c), y.at(s)) for c, s in zip(content.costs, content.scores, strict=True)
    )
    front = _front(content, points, (x.start, x.end), max(y.start, y.end))
    steps = [
        (min(a, c), min(b, d), max(a, c), max(b, d))
        for (a, b), (c, d) in pairwise(front)
    ]
    sizes = [
        (w, (1.0 + Names.LINE_PITCH * (len(n) - 1)) * size)
        for w, n in zip(names.widths, names.lines, strict=True)
    ]
    radii = [_RING if i in content.front else REFERENCE for i in range(len(points))]
    bounds = (
        y.across + Axis.NUMBER_GAP,
        top + 2.0 - Axis.NUMBER_GAP,
        page.width - Look.PAD_X,
        x.across - Axis.NUMBER_GAP,
    )
    labels = place_labels(points, radii, sizes, steps, bounds, over=not whole)
    if labels is None:
        return None
    side = "left" if content.low_is_better[0] else "right"
    below, bottom = _named(
        page,
        content.labels[0],
        side,
        (x.start, x.end),
        x.across + AxisScale.below(small) + 0.6 * small,
        small,
    )
    return ScoreCostLayout(
        width=page.width,
        height=bottom + Look.PAD_Y,
        elements=(
            *head,
            *upwards,
            *drawn,
            *below,
            *_marks(content, names, points, front, labels, meter),
        ),
        names=content.names.names,
        font_size=size,
        costs=content.costs,
        scores=content.scores,
        front=content.front,
        points=points,
        label_boxes=tuple(label.box for label in labels),
        cost_axis=x,
        score_axis=y,
    )


def _axes(
    content: _Content, page: Page, small: float, ends: tuple[float, float]
) -> tuple[Axis, Axis, list[Element]] | None:
    """Return the axis of costs and that of scores, whose ends are given, and both
    drawn; None if the plot is narrow.
    """
    meter, scale = page.meter, content.score_scale
    ticks = Ticks.between(
        scale.low,
        scale.high,
        ends[1] - ends[0],
        lambda text: _TICK_PITCH * small,
        whole=False,
    ).numbered
    left = Look.PAD_X + Axis.beside((text for _, text in ticks), small, meter)
    start, right = left + _INSET, page.width - Look.PAD_X
    numbers = _cost_ticks(content.cost_scale, right - start, small, meter)
    # One may stand at the end.
    end = right - max(
        [4 * Axis.NUMBER_GAP, *(meter.width(text, small) / 2 for _, text in numbers)]
    )
    if end - start < max(_NARROWEST, _LEAST_PART * page.width):
        return None
    low_is_better = content.low_is_better[1]
    x = Axis(
        scale=content.cost_scale,
        start=start,
        end=end,
        across=ends[1] + _INSET,
        side="bottom",
    )
    y = Axis(
        scale=scale, start=ends[not low_is_better], end=ends[low_is_better], across=left
    )
    across = None if x.scale.log else _cost_ticks(x.scale, end - start, small, meter)
    return x, y, [*x.draw(small, meter, across), *y.draw(small, meter, ticks)]


def _front(
    content: _Content,
    points: Sequence[tuple[float, float]],
    ends: tuple[float, float],
    bottom: float,
) -> tuple[tuple[float, float], ...]:
    """Return the corners of the Pareto front, from the bottom of the plot to its costly
    end.
    """
    corners = [(points[content.front[0]][0], bottom)]
    for i in content.front:
        corners += [(points[i][0], corners[-1][1]), points[i]]
    return (*corners[1:], (ends[content.low_is_better[0]], corners[-1][1]))


def _marks(
    content: _Content,
    names: BrokenNames,
    points: Sequence[tuple[float, float]],
    front: tuple[tuple[float, float], ...],
    labels: Sequence[Label],
    meter: TextMeter,
) -> list[Element]:
    """Return the front with its rings, and marker, name and leader of each
    algorithm.
    """
    marks: list[Element] = [
        Line(gid="front", points=front, width=_FRONT, color="secondary")
    ]
    marks += [_ring(f"front-{i}", *points[i]) for i in content.front]
    texts: list[Element] = []  # and markers
    for i, (at, label) in enumerate(zip(points, labels, strict=True)):
        different = None if i == content.held.position else content.held.different[i]
        if label.leader:
            marks.append(
                Line(
                    gid=f"leader-{i}",
                    points=label.leader,
                    width=_LEADER,
                    color="leader",
                )
            )
        texts.append(
            decision_marker(
                f"marker-{i}",
                *at,
                content.names.color(i, "foreground"),
                different=different,
            )
        )
        middle = (label.box[1] + label.box[3]) / 2
        texts += content.names.put(
            i, names.lines[i], label.box[0], middle, names.size, "left", meter
        )
    return [*marks, *sorted(texts, key=like_shapes)]


def _cost_ticks(
    scale: ValueScale, length: float, small: float, meter: TextMeter
) -> tuple[tuple[float, str], ...]:
    """Return the numbers of the axis of costs, with their values (with their places, if
    it is logarithmic).
    """
    if scale.log:
        return scale.ticks(length, small, lambda text: meter.width(text, small))
    return Ticks.between(
        scale.low,
        scale.high,
        length,
        lambda text: _SPACING * meter.width(text, small),
        whole=False,
    ).numbered


def _ring(gid: str, x: float, y: float, radius: float = _RING) -> Marker:
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
    """Return what markers say, and the line with its rings, which are no larger there
    than the type.
    """
    radius = min(_RING, size)

    def draw(left: float, y: float) -> list[Element]:
        line = Line(
            gid="key",
            points=((left, y), (left + 4 * _RING, y)),
            width=_FRONT,
            color="secondary",
        )
        return [line, _ring("key-front", left + 2 * _RING, y, radius)]

    held = KeyEntry.decision(
        "best rank" if content.names.control is None else "control", different=None
    )
    front = KeyEntry(text="Pareto front", width=4 * _RING, draw=draw)
    said = [KeyEntry(text=content.said)] if content.said else []
    return (held, *KeyEntry.decisions(decision=content.names.decision), front, *said)


def _named(
    page: Page, label: str, side: str, ends: tuple[float, float], y: float, small: float
) -> tuple[list[Element], float]:
    """Return what an axis shows, between these ends, in rows from that one down, with
    the cue; and where they end.
    """
    meter, cue, room = (
        page.meter,
        side if page.look.show_direction else None,
        ends[1] - ends[0],
    )
    rows = [*page.meter.lines(label, room, small, italic=True)]
    if cue and cue_width(rows[-1], small, meter, cue) > room:
        rows.append("")  # "better" and the arrow alone
    elements: list[Element] = []
    for number, row in enumerate(rows, start=1):
        arrow = cue if number == len(rows) else None
        left = (
            ends[1] - cue_width(row, small, meter, arrow)
            if side == "right"
            else ends[0]
        )
        elements += draw_cue(left, y, row, small, meter, arrow)
        y += Page.ROW * small
    return elements, y + (0.6 - Page.ROW) * small


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

    Each algorithm stands at its cost, from left to right, and at its average rank or
    score, the better the higher. No other one is at least as good and at least as
    cheap, and better in one of both, as a member of the front; members have a ring and
    stand on the line. The diamond is the control, or else the best-ranked algorithm;
    filled markers are significantly different from it in their scores. Costs are not
    tested.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`.
    cost : ScoreTable
        The costs, shape (n, k), in any unit, of the same algorithms in any order; its
        own direction is not asked. Its data sets may be others, which the figure says.
        Positive costs over more than a power of ten have a logarithmic axis.
    average : {"mean", "median"}, default "mean"
        The cost of an algorithm over the data sets.
    score : {"rank", "mean"}, default "rank"
        What stands upwards: the average rank, or the mean score in the units of the
        scores.
    cost_label : str, default "cost"
        What the costs are, with their unit: "training time (s)".
    more_is_better : bool, default False
        Whether a larger cost is the better one (a throughput).
    {rest}
    InputError
        The algorithms of both tables differ, or a pair of the control or of the
        best-ranked one was not tested.

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
