"""All problems of one pair as small multiples: how the difference of both changes,
which is what L ranks.

The line of a panel is the difference first - second of the errors, divided by that at
the first cut-point, or by the first that is not 0 (up to 1e-13 of the larger error is
0). It stays at 0 if all differences are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.averages import Values, errors_of
from cddiagram.convergence.figures.parts import (
    TEST_NAMES,
    cut_labels,
    ranks_note,
    rate_note,
    runs_note,
    verdict,
)
from cddiagram.convergence.testing import reached_optimum
from cddiagram.figures import LookOptions, figure
from cddiagram.sheet import (
    FILLED,
    SMALLER_TYPE,
    Axis,
    Box,
    Element,
    Key,
    KeyEntry,
    Line,
    Look,
    Marker,
    Names,
    Page,
    Panels,
    Sheet,
    TextMeter,
    ValueScale,
    decision_marker,
    fit,
    label_of,
    small_type,
)
from cddiagram.words import short_number

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.convergence.histories import Histories
    from cddiagram.figures import Drawing

_ZERO, _GRID, _EVEN, _LINES = 0.6, 0.4, 0.7, (1.3, 1.0)
_DASHES = (None, (2.6, 1.3))
_PANEL, _PLOT_HEIGHT, _BETWEEN, _BELOW = 52.0, 46.0, 6.0, 4.0
#: Between the number of a grid line and the line, and the least distance of two numbers
#: in sizes of their type.
_BESIDE, _APART = 2.0, 1.1
#: The axis of a panel is so much shorter than the panel is high: below and above it.
_INSET = (3.0, 3.0)
#: Lengths of the samples of lines: in the legend, and over a panel as the mark of who
#: gained there.
_SAMPLE, _MARK, _ENTRY_GAP, _MARK_GAP = 16.0, 9.1, 10.0, 3.0
#: Differences up to this part of the larger error are 0, as in the comparison.
_DUST = 1e-13
#: Digits of the last errors of a panel: the fewest with which two that differ print
#: differently.
_DIGITS = (2, 3, 4, 5, 6)


@dataclass(frozen=True, kw_only=True)
class ProblemsLayout(Sheet):
    """Small multiples laid out; every sequence over problems is in the order of the
    histories.

    Attributes
    ----------
    names : (str, str)
        Display names of first and second.
    columns : int
        Panels side by side.
    gained : tuple of int
        For each problem 1 where its ranks rise (first gained), -1 where they fall, 0
        where they do neither.
    changes : tuple of tuple of float
        For each problem the differences at the cut-points, divided by the first of them
        that is not 0.
    ahead : tuple of tuple of int
        For each problem and cut-point 1 if first is better, -1 if second is better, 0
        if both are equal.
    scales : tuple of ValueScale
        The axis of each panel.
    panel_boxes : tuple of (left, top, right, bottom)
        The box of each panel's plot.
    """

    names: tuple[str, str]
    columns: int
    gained: tuple[int, ...]
    changes: tuple[tuple[float, ...], ...]
    ahead: tuple[tuple[int, ...], ...]
    scales: tuple[ValueScale, ...]
    panel_boxes: tuple[Box, ...]


@dataclass(frozen=True, kw_only=True)
class _Problem:
    """What the panel of one problem shows."""

    #: The differences, divided by the first that is not 0, and who is better at each
    #: cut-point.
    changes: tuple[float, ...]
    ahead: tuple[int, ...]
    #: 1 where first gained on second, -1 where second gained on first.
    gained: int
    #: From which cut-point on one algorithm is at the optimum and gains by that, and
    #: which one: 1 or -1.
    reached: tuple[int, int] | None
    #: The errors of both at the last cut-point.
    last: tuple[str, str]

    @property
    def scale(self) -> ValueScale:
        """The axis: from 0 to 1, and as far beyond as the line goes."""
        return ValueScale(
            low=min(0.0, *self.changes), high=max(1.0, *self.changes), log=False
        )

    @property
    def numbers(self) -> list[tuple[float, str]]:
        """The numbers beside the panel, the most important first: 0, a round one near a
        far end, and 1.
        """
        scale = self.scale
        far = [_towards_zero(end) for end in (scale.low, scale.high) if abs(end) >= 2.0]
        return [(value, short_number(value)) for value in (0.0, *far, 1.0)]


@figure(
    "convergence-problems",
    LookOptions,
    listed=False,
    title="All problems of one pair",
    subject="convergence",
)
def layout_convergence_problems(
    comparison: ConvergenceComparison,
    first: str,
    second: str,
    *,
    look: Look,
    meter: TextMeter,
) -> ProblemsLayout:
    """Lay out the change of a pair on every problem; names of problems are always
    literal.
    """
    page = Page(look, meter)
    i, j = comparison.pair(first, second)
    pair = Names.of(look, comparison.algorithms, (first, second))
    histories = comparison.histories
    problems = _problems(comparison, first, second)
    panels, beside = fit(
        lambda tried: _fit(tried, meter, problems), look, "one panel", SMALLER_TYPE
    )
    cautions = rate_note(comparison) + runs_note(comparison, (i, j))
    tested = f"{TEST_NAMES[comparison.test]}, {ranks_note(comparison, i, j)}{cautions}"
    note = f"{tested}: {verdict(comparison, i, j, (pair.names[0], pair.names[1]))}"
    header, y = page.header(note, families=pair.family_key())
    legend, y = _legend(page, pair, problems, y)
    _, word = errors_of(histories)
    label, y = page.paragraph("value-label", _axis_words(word), y)
    names = Names(names=tuple(map(label_of, histories.problems)))
    room = panels.width - _MARK - _MARK_GAP
    lines = [page.meter.lines(problem, room, page.small) for problem in names.names]
    height = _PLOT_HEIGHT + 1.2 * page.small + _BELOW
    drawn: list[Element] = []
    boxes: list[Box] = []
    top, above = y + 0.3 * page.small, Names.LINE_PITCH + 0.35
    for panel in panels.lay_out(
        lines, top, page.small, above=above, raised=0.8, height=height
    ):
        p = panel.number
        problem = problems[p]
        left, plot_top, right, bottom = panel.plot(_PLOT_HEIGHT)
        boxes.append((left + beside, plot_top, right, bottom))
        drawn += names.put(
            p,
            lines[p],
            panel.left,
            panel.name_y,
            page.small,
            "left",
            meter,
            f"problem-{p}",
        )
        if problem.gained:
            at = panel.plot_top - 0.8 * page.small
            mark = ((panel.right - _MARK, at), (panel.right, at))
            drawn.append(_line(f"gained-{p}", mark, problem.gained, pair))
        drawn += _panel(page, p, problem, boxes[-1], pair)
        drawn += _last(
            page, p, problem, (panel.left, panel.right), bottom + 0.7 * page.small
        )
    lowest = boxes[-1][3] + height - _PLOT_HEIGHT - _BELOW
    below, end = _cut_points(page, histories, lowest)
    return ProblemsLayout(
        width=page.width,
        height=end + Look.PAD_Y,
        elements=(*header, *legend, *label, *drawn, *below),
        names=(pair.names[0], pair.names[1]),
        columns=panels.columns,
        gained=tuple(problem.gained for problem in problems),
        changes=tuple(problem.changes for problem in problems),
        ahead=tuple(problem.ahead for problem in problems),
        scales=tuple(problem.scale for problem in problems),
        panel_boxes=tuple(boxes),
        unshown=Names.unshown_highlights(look, (first, second)),
    )


@layout_convergence_problems.public
def plot_convergence_problems(
    comparison: ConvergenceComparison,
    first: str,
    second: str,
    **options: Unpack[LookOptions],
) -> Drawing[ProblemsLayout]:
    """Draw how the difference of one pair changes on every problem, as small multiples.

    The test ranks the differences of the errors of both along the cut-points, and this
    is what a panel shows: one line for the difference, divided by that at the first
    cut-point. The line starts at 1. It falls where the algorithm that is behind gains
    on the other, and it rises where the other moves further ahead. At 0 both are equal;
    below 0 they have changed places. The line is solid where the first algorithm is
    ahead, and dashed where the second is. A piece of the line of the algorithm that
    gained over all cut-points is drawn over each panel. The last errors of both are
    printed below it, the better one in bold.

    If both are equal at the first cut-point, the differences are divided by the first
    that is not 0. With alternative ranks, the algorithm that reaches the optimum first
    gains from there on, whatever the differences are: a disc (of the first algorithm)
    or a circle (of the second) marks that cut-point, and the line is thin and gray
    behind it.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The finished comparison, from `cddiagram.compare_convergence`.
    first, second : str
        The pair.
    font_size : float, default 8.0
        Size of the title in points; all else is 1 pt smaller.
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms whose lines have the accent, or the given colour.
    note : str, optional
        By default what the panels show; None for no note.
    {rest}
    InputError
        An unknown algorithm, or one algorithm twice.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    >>> plot_convergence_problems(
    ...     comparison, "PSO", "Random search", width="page"
    ... ).layout.columns
    7
    """
    return layout_convergence_problems.draw(
        comparison, options, first=first, second=second
    )


def _problems(
    comparison: ConvergenceComparison, first: str, second: str
) -> list[_Problem]:
    """Return what the panels show, in the order of the histories."""
    histories = comparison.histories
    c = histories.c
    i, j = comparison.pair(first, second)
    values, _ = errors_of(histories)
    better = 1.0 if histories.higher_is_better and histories.optimum is None else -1.0
    with np.errstate(over="ignore"):
        differences = better * (
            values[i] - values[j]
        )  # positive where the first is better
    dust = _DUST * np.maximum(np.abs(values[i]), np.abs(values[j]))
    differences = np.where(np.abs(differences) <= dust, 0.0, differences)
    # Part of L above, below or at its mean without a trend.
    parts = (
        2 * np.asarray(comparison.ranks_of(first, second)) @ np.arange(1.0, c + 1)
        - c * (c + 1) ** 2 / 2
    )
    reached = reached_optimum(comparison)
    problems = []
    for p, row in enumerate(differences):
        last = (float(values[i, p, -1]), float(values[j, p, -1]))
        problem = _Problem(
            changes=_relative(row),
            ahead=tuple(int(sign) for sign in np.sign(row)),
            gained=int(np.sign(parts[p])),
            reached=_reached_first(int(reached[i, p]), int(reached[j, p]), c),
            last=_last_texts(*last, differ=row[-1] != 0),
        )
        problems.append(problem)
    return problems


def _relative(differences: Values) -> tuple[float, ...]:
    """Divide differences by the first that is not 0."""
    different = differences[differences != 0]
    if not different.size:
        return (0.0,) * len(differences)
    # Halves do not overflow where the difference of two large numbers does.
    return tuple(float(value) for value in (differences / 2) / (different[0] / 2))


def _reached_first(first: int, second: int, c: int) -> tuple[int, int] | None:
    """Return from which cut-point on, and whose, the optimum is reached by one alone;
    the counts are from the end.
    """
    if first == second:
        return None
    return c - max(first, second), 1 if first > second else -1


def _last_texts(first: float, second: float, *, differ: bool) -> tuple[str, str]:
    """Print two last errors with the fewest digits that tell them apart, if they
    differ.
    """
    texts = [
        (short_number(first, digits), short_number(second, digits))
        for digits in _DIGITS
    ]
    if not differ:
        return texts[0]
    return next((pair for pair in texts if pair[0] != pair[1]), texts[-1])


def _towards_zero(value: float) -> float:
    """Round a number to one digit, not away from 0."""
    power = 10.0 ** np.floor(np.log10(abs(value)))
    return float(np.trunc(value / power) * power)


def _fit(
    look: Look, meter: TextMeter, problems: Sequence[_Problem]
) -> tuple[Panels, float] | None:
    """Return as many panels side by side as have room, and the room of the numbers in
    each; None if not one has.
    """
    size = small_type(look.font_size)
    widest_number = max(
        meter.width(text, size) for problem in problems for _, text in problem.numbers
    )
    beside = widest_number + _BESIDE
    last = [
        sum(meter.width(text, size, bold=True) for text in problem.last)
        for problem in problems
    ]
    least = max(_PANEL + beside, max(last) + _MARK_GAP)
    panels = Panels.fit(look.page_width, least, _BETWEEN, len(problems))
    return None if panels is None else (panels, beside)


def _axis_words(word: str) -> str:
    """Say what the axis shows and what the numbers below a panel are."""
    return (
        f"difference of {word}s, 1 at the first cut-point, 0 if equal; below: last "
        f"{word} of each, the better in bold"
    )


def _legend(
    page: Page, pair: Names, problems: Sequence[_Problem], top: float
) -> tuple[list[Element], float]:
    """Return what lines and marks mean and who gained how often, in as many rows as
    they need.
    """
    gained = [problem.gained for problem in problems]
    size = page.small

    def line(number: int) -> KeyEntry:
        family = pair.families[number] if pair.families else None

        def draw(left: float, y: float) -> list[Element]:
            sample = _line(
                "legend-line", ((left, y), (left + _SAMPLE, y)), 1 - 2 * number, pair
            )
            return [
                sample,
                *(
                    [
                        family.mark(
                            f"pair-{number}-family", left + _SAMPLE + family.MARK_GAP, y
                        )
                    ]
                    if family
                    else []
                ),
            ]

        text = f"{pair.names[number]} (gained on {gained.count(1 - 2 * number)})"
        width = _SAMPLE + (family.ROOM if family else 0.0)
        return KeyEntry(text=text, width=width, draw=draw, gap=_ENTRY_GAP)

    def mark(left: float, y: float) -> list[Element]:
        pieces = ((1, y - _MARK_GAP / 2), (-1, y + _MARK_GAP / 2))
        return [
            _line("legend-mark", ((left, at), (left + _MARK, at)), side, pair)
            for side, at in pieces
        ]

    def reached(left: float, y: float) -> list[Element]:
        discs = (1, left + FILLED), (-1, left + 3.5 * FILLED)
        return [_disc("legend-reached", x, y, side, pair) for side, x in discs]

    entries = [
        line(0),
        line(1),
        KeyEntry(
            text="line: who is ahead; over a panel: who gained", width=_MARK, draw=mark
        ),
    ]
    if any(problem.reached for problem in problems):
        entries.append(
            KeyEntry(
                text="at the optimum: gains from here", width=5.5 * FILLED, draw=reached
            )
        )
    rows = Key(entries).rows(page.room, size, page.meter)
    elements, y = Key.draw_rows(rows, Look.PAD_X, top + 0.6 * size, size, page.meter)
    return elements, y + 0.75 * size


def _line(
    gid: str, points: Sequence[tuple[float, float]], side: int, pair: Names
) -> Line:
    """Return a line of the first (1) or of the second algorithm (-1); if both are equal
    (0), a thin one.
    """
    if side == 0:
        return Line(gid=gid, points=tuple(points), width=_EVEN)
    number = 0 if side > 0 else 1
    color = pair.color(number, "foreground")
    return Line(
        gid=gid,
        points=tuple(points),
        width=_LINES[number],
        dash=_DASHES[number],
        color=color,
    )


def _disc(gid: str, x: float, y: float, side: int, pair: Names) -> Marker:
    """Return the mark of the algorithm that reaches the optimum first: filled for the
    first, hollow for the second.
    """
    number = 0 if side > 0 else 1
    return decision_marker(
        gid, x, y, pair.color(number, "foreground"), different=side > 0
    )


def _panel(
    page: Page, p: int, problem: _Problem, box: Box, pair: Names
) -> list[Element]:
    """Return the line of one problem over its grid, with the numbers of the grid."""
    left, top, right, bottom = box
    axis = Axis(
        scale=problem.scale, start=bottom - _INSET[0], end=top + _INSET[1], across=left
    )
    elements: list[Element] = []
    taken: list[float] = []
    for value, text in problem.numbers:
        y = axis.at(value)
        if any(abs(y - other) < _APART * page.small for other in taken):
            continue
        taken.append(y)
        color, width = ("leader", _ZERO) if value == 0 else ("guide", _GRID)
        elements.append(
            Line(
                gid=f"grid-{p}",
                points=((left, y), (right, y)),
                width=width,
                color=color,
            )
        )
        elements.append(
            page.meter.put(
                f"value-number-{p}", left - _BESIDE, y, text, page.small, anchor="right"
            )
        )
    start, end = left + 2.0, right - 2.0 * FILLED
    steps = len(problem.changes) - 1
    points = [
        (start + (end - start) * step / steps, axis.at(change))
        for step, change in enumerate(problem.changes)
    ]
    open_until = problem.reached[0] if problem.reached else steps + 1
    gids = {1: f"first-{p}", -1: f"second-{p}", 0: f"even-{p}"}
    if problem.reached:
        # Behind the optimum the test does not read the differences: they are there, and
        # thin.
        closed = tuple(points[max(open_until - 1, 0) :])
        elements.append(
            Line(gid=f"closed-{p}", points=closed, width=_EVEN, color="leader")
        )
    for side, piece in _pieces(points[:open_until], problem.ahead, axis.at(0.0)):
        elements.append(_line(gids[side], piece, side, pair))
    if problem.reached:
        elements.append(
            _disc(f"reached-{p}", *points[open_until], problem.reached[1], pair)
        )
    return elements


def _pieces(
    points: Sequence[tuple[float, float]], ahead: Sequence[int], zero: float
) -> list[tuple[int, list[tuple[float, float]]]]:
    """Divide a line where it meets the height of 0, and return the pieces with who is
    ahead on them.
    """
    pieces: list[tuple[int, list[tuple[float, float]]]] = []

    def add(side: int, start: tuple[float, float], end: tuple[float, float]) -> None:
        if pieces and pieces[-1][0] == side:
            pieces[-1][1].append(end)
        else:
            pieces.append((side, [start, end]))

    for (start, end), (before, after) in zip(
        pairwise(points), pairwise(ahead), strict=False
    ):
        if before * after >= 0:
            add(before or after, start, end)
            continue
        part = (zero - start[1]) / (end[1] - start[1])
        crossing = (start[0] + part * (end[0] - start[0]), zero)
        add(before, start, crossing)
        add(after, crossing, end)
    return pieces


def _last(
    page: Page, p: int, problem: _Problem, ends: tuple[float, float], y: float
) -> list[Element]:
    """Print the last errors of both below their panel, the better one in bold."""
    side = problem.ahead[-1]
    first, second = problem.last
    return [
        page.meter.put(f"last-first-{p}", ends[0], y, first, page.small, bold=side > 0),
        page.meter.put(
            f"last-second-{p}",
            ends[1],
            y,
            second,
            page.small,
            anchor="right",
            bold=side < 0,
        ),
    ]


def _cut_points(
    page: Page, histories: Histories, lowest: float
) -> tuple[list[Element], float]:
    """Say what the panels count from left to right, below the lowest of them; also
    where that ends.
    """
    labels, unit = cut_labels(histories.cut_points, histories.unit)
    said = f"{label_of(unit)}, {labels[0]} to {labels[-1]}, {histories.c} cut-points"
    return page.paragraph("axis-label", said, lowest + Axis.NUMBER_GAP)
