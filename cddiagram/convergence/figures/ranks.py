"""Ranks over the budget: average ranks and decisions at the cut-points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.figures.parts import CutAxis, rank_scale, rank_ticks
from cddiagram.figures import FittedOptions, Lines, LinesContent, LinesLayout, figure
from cddiagram.sheet import (
    FILLED,
    Element,
    KeyEntry,
    Look,
    Marker,
    Names,
    Page,
    TextMeter,
    decision_marker,
    small_type,
)
from cddiagram.text import InputError, Option
from cddiagram.words import format_alpha, procedure_note

if TYPE_CHECKING:
    from cddiagram.convergence.budget import BudgetComparison
    from cddiagram.figures import Drawing

#: Highlighted lines are thicker, so their markers are enlarged by this factor.
_PICKED = 1.25
#: The markers of the first lines have these shapes, which are repeated for further
#: lines. The radius of each shape is multiplied by the given factor. Lines whose
#: colours look similar in greyscale have markers of different shapes.
_SHAPES = (("disc", 1.0), ("square", 1.0), ("up", 1.25), ("down", 1.25))
#: If two markers are moved apart, the gap between them is `_GAP`. Two markers hide each
#: other if the distance between them is less than `_HIDDEN` times the sum of their
#: radii. A marker is moved from its cut-point by at most `_FARTHEST` times the distance
#: between adjacent cut-points.
_GAP, _HIDDEN, _FARTHEST = 0.4, 0.6, 0.35
#: Each marker has a rim of this width in the colour of the page.
_RIM = 0.5
#: The gap between two markers in the legend.
_KEY_GAP = 1.4
#: The distance between the first cut-point and the axis of ranks, in points.
_INSET = 4.0


@dataclass(frozen=True, kw_only=True)
class RanksLayout(LinesLayout):
    """The layout of ranks over the budget.

    It has the attributes of `LinesLayout`, with lines in the order of the histories,
    and the following attributes.

    Attributes
    ----------
    references : tuple of int
        The line with the diamond at each cut-point.
    different : tuple of tuple of bool
        Whether the marker of a line (first index) is filled at a cut-point (second
        index).
    """

    references: tuple[int, ...]
    different: tuple[tuple[bool, ...], ...]


@figure(
    "convergence-ranks",
    FittedOptions,
    listed=False,
    title="Ranks over the budget",
    subject="budget",
)
def layout_convergence_ranks(
    over: BudgetComparison, *, look: Look, meter: TextMeter
) -> RanksLayout:
    """Lay out average ranks over the budget (see `plot_convergence_ranks`)."""
    if len(over) < 2:
        problem = (
            "ranks over the budget require two or more cut-points, but there is one "
            f"({next(iter(over))}). Specify more "
        )
        raise InputError(problem, Option("cut_points"), ", or draw a CD diagram.")
    page = Page(look, meter)
    ranks = over.average_ranks.T
    names = Names.of(look, over.algorithms, over.algorithms)
    content = LinesContent(names=names, curves=ranks, scale=rank_scale(ranks))
    lines = Lines.of(content, page, "ranks over the budget with names")
    header, values = lines.header(
        _note(over), "average rank", _key(over, names), better="up"
    )
    cuts = CutAxis.under(lines, values, over.cut_points, over.unit, _INSET)
    small = small_type(lines.plan.size)
    below, end = cuts.draw(small, page)
    paths = [cuts.path(curve) for curve in ranks]
    references = tuple(over.algorithms.index(name) for name in over.references)
    different = tuple(tuple(row) for row in over.different.T.astype(bool).tolist())
    ticks = rank_ticks(values, small)
    return lines.sheet(
        RanksLayout,
        [*header, *values.draw(small, meter, ticks), *below],
        paths,
        values,
        end,
        over=_markers(lines, paths, references, different),
        references=references,
        different=different,
    )


def _note(over: BudgetComparison) -> str:
    """Return the tests and their level.

    The legend contains the reference of the tests.
    """
    first = over.comparisons[0]
    return f"{procedure_note(first)} at each cut-point, α = {format_alpha(first.alpha)}"


def _key(over: BudgetComparison, names: Names) -> tuple[KeyEntry, ...]:
    """Return the legend entries that explain the markers."""
    control = over.comparisons[0].control
    reference = "best at the cut-point"
    if control is not None:
        reference = names.names[over.algorithms.index(control)]
    return (
        KeyEntry.decision(reference, different=None),
        _decision_entry("different", names, different=True),
        _decision_entry("not different", names, different=False),
    )


def _decision_entry(text: str, names: Names, *, different: bool) -> KeyEntry:
    """Return the entry for filled or hollow markers, with all shapes in the figure."""
    shapes = _SHAPES[: names.k]
    if names.families:
        shapes = _SHAPES[:1]
    pitch = 2 * FILLED + _KEY_GAP

    def draw(left: float, y: float) -> list[Element]:
        markers: list[Element] = []
        for number, shape in enumerate(shapes):
            x = left + FILLED + number * pitch
            marker = decision_marker("key", x, y, "foreground", different=different)
            markers.append(_shaped(marker, shape))
        return markers

    return KeyEntry(text=text, width=len(shapes) * pitch - _KEY_GAP, draw=draw)


def _shaped(marker: Marker, shape: tuple[str, float], factor: float = 1.0) -> Marker:
    """Return a marker with a shape of `_SHAPES`, enlarged by a factor."""
    name, part = shape
    return replace(marker, shape=name, radius=factor * part * marker.radius)


def _markers(
    lines: Lines,
    paths: Sequence[Sequence[tuple[float, float]]],
    references: Sequence[int],
    different: Sequence[Sequence[bool]],
) -> list[Element]:
    """Return the markers of the decisions at all cut-points.

    Highlighted lines come last, so that their markers are not covered.
    """
    names = lines.content.names
    columns = []
    for place, reference in enumerate(references):
        column = []
        for i in range(names.k):
            decision = None if i == reference else different[i][place]
            column.append(_marker(lines, i, place, paths[i][place], decision))
        columns.append(_moved_apart(column, place, paths))
    markers: list[Element] = []
    for i in sorted(range(names.k), key=names.bold):
        for column in columns:
            markers += [_rim(column[i]), column[i]]
    return markers


def _rim(marker: Marker) -> Marker:
    """Return the rim of a marker, which separates it from the markers below it."""
    return replace(
        marker,
        gid=marker.gid.replace("rank", "rim"),
        radius=marker.radius + marker.edge_width / 2 + _RIM,
        fill="background",
        edge=None,
    )


def _marker(
    lines: Lines, i: int, place: int, at: tuple[float, float], decision: bool | None
) -> Marker:
    """Return the marker of a line at a cut-point, with the shape of the line unless it
    marks the reference.

    The shapes are discs if the algorithms have families, which have shapes themselves.
    """
    names = lines.content.names
    gid = f"rank-{i}-{place}"
    marker = decision_marker(gid, *at, lines.color(i), different=decision)
    factor = _PICKED if names.bold(i) else 1.0
    if decision is None or names.families:
        return replace(marker, radius=factor * marker.radius)
    return _shaped(marker, _SHAPES[i % len(_SHAPES)], factor)


def _moved_apart(
    column: Sequence[Marker], place: int, paths: Sequence[Sequence[tuple[float, float]]]
) -> list[Marker]:
    """Move the markers at a cut-point that hide each other along their lines.

    Each group of such markers is centred at the cut-point, or next to it at the ends of
    the lines. Markers are not moved if there is no room.
    """
    order = sorted(range(len(column)), key=lambda i: column[i].y)
    groups: list[list[int]] = []
    for i in order:
        if groups and _is_hidden(column[i], column[groups[-1][-1]]):
            groups[-1].append(i)
        else:
            groups.append([i])
    moved = list(column)
    places = [x for x, _ in paths[0]]
    for group in groups:
        steps = _steps([column[i] for i in group], place, places)
        for i, step in zip(group, steps, strict=True):
            x = column[i].x + step
            moved[i] = replace(column[i], x=x, y=_height(paths[i], x))
    return moved


def _is_hidden(marker: Marker, other: Marker) -> bool:
    """Return whether a marker hides a large part of another one at the same x."""
    return abs(marker.y - other.y) < _HIDDEN * (marker.radius + other.radius)


def _steps(
    group: Sequence[Marker], place: int, places: Sequence[float]
) -> Sequence[float]:
    """Return the horizontal distances from a cut-point that separate markers; all are 0
    if there is no room.
    """
    steps = [0.0]
    for upper, lower in pairwise(group):
        apart = upper.radius + lower.radius + _GAP
        across = math.sqrt(max(apart**2 - (lower.y - upper.y) ** 2, 0.0))
        steps.append(steps[-1] + across)
    middle = steps[-1] / 2
    if place == 0:
        middle = 0.0
    elif place == len(places) - 1:
        middle = steps[-1]
    neighbours = [places[at] for at in (place - 1, place + 1) if 0 <= at < len(places)]
    room = _FARTHEST * min(abs(x - places[place]) for x in neighbours)
    if max(middle, steps[-1] - middle) > room:
        return [0.0] * len(group)
    return [step - middle for step in steps]


def _height(path: Sequence[tuple[float, float]], x: float) -> float:
    """Return the height of a line at x."""
    xs, ys = zip(*path, strict=True)
    return float(np.interp(x, xs, ys))


@layout_convergence_ranks.public
def plot_convergence_ranks(
    over: BudgetComparison, **options: Unpack[FittedOptions]
) -> Drawing[RanksLayout]:
    """Draw average ranks over the budget, with the decisions at each cut-point.

    Each line shows the average rank of one algorithm, with rank 1 at the top. At each
    cut-point, the diamond marks the reference, which is the control or the algorithm
    with the best average rank. Filled markers denote algorithms that differ
    significantly from the reference; hollow markers denote algorithms that do not.
    Neighbouring lines have markers of different shapes, unless the algorithms have
    families. Markers that would hide each other are moved along their lines.

    Parameters
    ----------
    over : BudgetComparison
        The comparisons, from `cddiagram.compare_over_budget`.
    note : str, optional
        The note above the figure. By default, it contains the tests and the level. None
        omits the note.
    {rest}
    InputError
        If a comparison with the reference was not tested, or if there is only one
        cut-point.

    Examples
    --------
    >>> import cddiagram as cd
    >>> over = cd.compare_over_budget(cd.load_histories("optimisers"))
    >>> drawing = plot_convergence_ranks(over)
    >>> [over.algorithms[line] for line in drawing.layout.references[-2:]]
    ['PSO', 'PSO']
    """
    return layout_convergence_ranks.draw(over, options)
