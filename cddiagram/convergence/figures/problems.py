"""All problems of one pair as small multiples of the differences that L ranks.

The line of a panel shows the difference of the errors, first - second, divided by the
first difference that is not 0. A difference of at most 1e-13 of the larger error is 0.
If all differences are 0, the line is at 0.
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
#: The distance between a grid line and its number in points, and the smallest distance
#: between two numbers in font sizes.
_BESIDE, _APART = 2.0, 1.1
#: The distances of the axis from the lower and upper edges of its panel, in points.
_INSET = (3.0, 3.0)
#: The lengths of lines in the legend, and above a panel as the mark of the algorithm
#: that gained, in points. The other numbers are the distances between them.
_SAMPLE, _MARK, _ENTRY_GAP, _MARK_GAP = 16.0, 9.1, 10.0, 3.0
#: A difference of at most this part of the larger error is 0, as in the comparison.
_DUST = 1e-13
#: The possible numbers of digits of the last errors. The smallest number with which two
#: different errors are printed differently is used.
_DIGITS = (2, 3, 4, 5, 6)


@dataclass(frozen=True, kw_only=True)
class ProblemsLayout(Sheet):
    """The layout of small multiples, with problems in the order of the histories.

    Attributes
    ----------
    names : (str, str)
        The names of the first and the second algorithm in the figure.
    columns : int
        The number of panels in a row.
    gained : tuple of int
        The algorithm that gained on each problem: 1 for the first, -1 for the second, 0
        for neither.
    changes : tuple of tuple of float
        The differences on each problem and at each cut-point, divided by the first
        difference that is not 0.
    ahead : tuple of tuple of int
        The algorithm that is better on each problem and at each cut-point: 1 for the
        first, -1 for the second, 0 for neither.
    scales : tuple of ValueScale
        The scale of each panel.
    panel_boxes : tuple of (left, top, right, bottom)
        The box of the plot in each panel, in points.
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
    """The content of the panel of one problem."""

    #: The differences, divided by the first that is not 0, and the algorithm that is
    #: better at each cut-point: 1 for the first, -1 for the second, 0 for neither.
    changes: tuple[float, ...]
    ahead: tuple[int, ...]
    #: The algorithm that gained: 1 for the first, -1 for the second, 0 for neither.
    gained: int
    #: The first cut-point at which a single algorithm is at the optimum, and this
    #: algorithm: 1 for the first, -1 for the second. None if there is none.
    reached: tuple[int, int] | None
    #: The printed errors of both algorithms at the last cut-point.
    last: tuple[str, str]

    @property
    def scale(self) -> ValueScale:
        """The scale, which contains 0, 1 and all values of the line."""
        return ValueScale(
            low=min(0.0, *self.changes), high=max(1.0, *self.changes), log=False
        )

    @property
    def numbers(self) -> list[tuple[float, str]]:
        """The numbers next to the axis: 0, a round number near a distant end, and 1.

        The most important number is the first.
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
    """Lay out the differences of a pair on every problem.

    Characters in the names of problems are literal (see `plot_convergence_problems`).
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
    """Draw the differences of one pair on every problem as small multiples.

    The test ranks the differences of the errors over the cut-points. Each panel shows
    these differences on one problem, divided by the difference at the first cut-point.
    The line therefore starts at 1. It decreases if the algorithm that is behind gains
    on the other, and increases if it falls further behind. At 0 both algorithms are
    equal; at negative values, the other algorithm is ahead.

    The line is solid if the first algorithm is ahead and dashed if the second is ahead.
    A short line above each panel marks the algorithm that gained over all cut-points in
    the same way. The last errors of both algorithms are printed below the panel, with
    the better one in bold.

    If both algorithms are equal at the first cut-point, the differences are divided by
    the first difference that is not 0. With alternative ranks, the algorithm that
    reaches the optimum first gains from this cut-point on. A disc (first algorithm) or
    a circle (second algorithm) marks this cut-point, after which the line is thin and
    grey.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The comparison, from `cddiagram.compare_convergence`.
    first, second : str
        The names of two algorithms.
    font_size : float, default 8.0
        The font size of the title in points. All other text is 1 pt smaller.
    highlight : str, sequence of str or mapping of str to color, optional
        The algorithms whose lines have the accent colour, or the specified colours.
    note : str, optional
        The note above the figure; None for no note. By default, the note contains the
        test, the conclusion and the outcome at the last cut-point.
    {rest}
    InputError
        If an algorithm was not compared, or both names are the same.

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
    """Return the contents of the panels, in the order of the histories."""
    histories = comparison.histories
    c = histories.c
    i, j = comparison.pair(first, second)
    values, _ = errors_of(histories)
    better = 1.0 if histories.higher_is_better and histories.optimum is None else -1.0
    with np.errstate(over="ignore"):
        differences = better * (
            values[i] - values[j]
        )  # positive if the first algorithm is better
    dust = _DUST * np.maximum(np.abs(values[i]), np.abs(values[j]))
    differences = np.where(np.abs(differences) <= dust, 0.0, differences)
    # L of each problem minus its mean without a trend, times 2.
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
    """Divide differences by the first difference that is not 0."""
    different = differences[differences != 0]
    if not different.size:
        return (0.0,) * len(differences)
    # Halves do not overflow if the difference of two large numbers does.
    return tuple(float(value) for value in (differences / 2) / (different[0] / 2))


def _reached_first(first: int, second: int, c: int) -> tuple[int, int] | None:
    """Return the first cut-point at which one algorithm is at the optimum, and this
    algorithm.

    `first` and `second` are the numbers of last cut-points at the optimum.
    """
    if first == second:
        return None
    return c - max(first, second), 1 if first > second else -1


def _last_texts(first: float, second: float, *, differ: bool) -> tuple[str, str]:
    """Print the last errors with as many digits as necessary to distinguish them."""
    texts = [
        (short_number(first, digits), short_number(second, digits))
        for digits in _DIGITS
    ]
    if not differ:
        return texts[0]
    return next((pair for pair in texts if pair[0] != pair[1]), texts[-1])


def _towards_zero(value: float) -> float:
    """Round a number to one digit towards 0."""
    power = 10.0 ** np.floor(np.log10(abs(value)))
    return float(np.trunc(value / power) * power)


def _fit(
    look: Look, meter: TextMeter, problems: Sequence[_Problem]
) -> tuple[Panels, float] | None:
    """Return as many panels in a row as fit, and the width of the numbers in each.

    The result is None if not even one panel fits.
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
    """Describe the values of the axis and the numbers below a panel."""
    return (
        f"difference of {word}s, 1 at the first cut-point, 0 if equal; below: last "
        f"{word} of each, the better in bold"
    )


def _legend(
    page: Page, pair: Names, problems: Sequence[_Problem], top: float
) -> tuple[list[Element], float]:
    """Return the legend of lines and marks, with the number of gains of each algorithm.

    Also return the lower end of the legend.
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
            text="line: algorithm ahead; over a panel: algorithm that gained",
            width=_MARK,
            draw=mark,
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
    """Return a line of the first (1) or the second algorithm (-1).

    The line is thin if both are equal (0).
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
    """Return the mark of the algorithm that reaches the optimum first.

    It is filled for the first algorithm and hollow for the second.
    """
    number = 0 if side > 0 else 1
    return decision_marker(
        gid, x, y, pair.color(number, "foreground"), different=side > 0
    )


def _panel(
    page: Page, p: int, problem: _Problem, box: Box, pair: Names
) -> list[Element]:
    """Return the line of one problem, with its grid and the numbers of the grid."""
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
        # The test does not use the differences after one algorithm is at the optimum,
        # so the line is thin.
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
    """Divide a line at its intersections with 0.

    Return the pieces with the algorithm that is ahead: 1 for the first, -1 for the
    second, 0 for neither.
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
    """Print the last errors of both algorithms, with the better one in bold."""
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
    """Describe the horizontal axis below the lowest panel.

    Also return the lower end of this text.
    """
    labels, unit = cut_labels(histories.cut_points, histories.unit)
    said = f"{label_of(unit)}, {labels[0]} to {labels[-1]}, {histories.c} cut-points"
    return page.paragraph("axis-label", said, lowest + Axis.NUMBER_GAP)
