"""Small multiples of the differences between two algorithms on all problems.

The statistic L ranks these differences. The line of a panel shows the difference
between the errors, first - second, divided by the first difference that is not 0. A
difference of at most 1e-13 times the larger error is treated as 0. If all differences
are 0, the line is at 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.averages import Values, errors_of
from cddiagram.convergence.figures.parts import cut_labels, headline
from cddiagram.convergence.testing import reached_optimum
from cddiagram.convergence.units import NO_UNIT
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

#: The widths of grid lines, and of the line of a panel after the optimum is reached. The
#: widths and dash patterns of the lines on which the first and the second algorithm are
#: ahead.
_GRID, _EVEN, _LINES = 0.5, 0.7, (1.3, 1.0)
_DASHES = (None, (2.6, 1.3))
#: The algorithm that is ahead (1 for the first, -1 for the second) -> its index in the
#: pair.
_NUMBERS = {1: 0, -1: 1}
#: The algorithm that is ahead, or 0 if both are equal -> the id of the line segments.
_GIDS = {1: "first", -1: "second", 0: "even"}
#: The minimum width of the plot in a panel, its height, the gap between two panels, and
#: the gap below a panel.
_PANEL, _PLOT_HEIGHT, _BETWEEN, _BELOW = 36.0, 30.0, 7.0, 3.0
#: The distance between a grid line and its number in points, and the minimum distance
#: between two numbers in units of the font size.
_BESIDE, _APART = 2.0, 1.1
#: The distances of the axis from the lower and upper edge of its panel, in points.
_INSET = (3.0, 3.0)
#: The distances from the left and right edges of the plot to the ends of its line.
_SIDES = (2.0, 2.0 * FILLED)
#: Distances in units of the font size: from the top of the name of a panel to its plot,
#: from the middle of the name to the plot, and from the plot to the middle of the last
#: errors.
_ABOVE, _RAISED, _LAST_ERRORS = Names.LINE_PITCH + 0.25, 0.7, 0.7
#: The length of a line in the legend, the gap between two entries, and the minimum gap
#: between the last errors of both algorithms.
_SAMPLE, _ENTRY_GAP, _NUMBER_GAP = 16.0, 10.0, 5.0
#: The height of a line of a heading, the height of the rule below it, and the gap before
#: a row with headings, in units of the font size. The width of the rule in points.
_HEADING, _BELOW_RULE, _BEFORE_HEADING, _RULE = 1.35, 0.2, 0.3, 0.5
#: The minimum distance from 0 at which an end of the axis has a number.
_DISTANT = 2.0
#: The relative tolerance for equal errors, as in the comparison.
_DUST = 1e-13
#: The possible numbers of digits of the last errors. The smallest number that
#: distinguishes different errors is used.
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
        The box of the plotting area in each panel, in points.
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

    name: str
    #: The differences, divided by the first non-zero difference, and the algorithm that
    #: is better at each cut-point: 1 for the first, -1 for the second, 0 for neither.
    changes: tuple[float, ...]
    ahead: tuple[int, ...]
    #: The algorithm that gained: 1 for the first, -1 for the second, 0 for neither.
    gained: int
    #: The first cut-point at which exactly one algorithm has reached the optimum, and
    #: this algorithm: 1 for the first, -1 for the second. None if such a cut-point does
    #: not exist.
    reached: tuple[int, int] | None
    #: The printed errors of both algorithms at the last cut-point.
    last: tuple[str, str]

    @property
    def scale(self) -> ValueScale:
        """The scale, which contains 0, 1 and all values of the line."""
        low, high = min(0.0, *self.changes), max(1.0, *self.changes)
        return ValueScale(low=low, high=high, log=False)

    @property
    def numbers(self) -> list[tuple[float, str]]:
        """The numbers next to the axis: 0, a round number near a distant end, and 1.

        The most important number is the first.
        """
        scale = self.scale
        values = [0.0]
        for end in (scale.low, scale.high):
            if abs(end) >= _DISTANT:
                values.append(_towards_zero(end))
        values.append(1.0)
        return [(value, short_number(value)) for value in values]


@dataclass(frozen=True)
class _Group:
    """The problems on which the same algorithm gained."""

    #: The headings, the longest one first.
    headings: tuple[str, ...]
    members: tuple[int, ...]


@dataclass(frozen=True)
class _Heading:
    """The heading of a group, above the columns of its panels in one row."""

    text: str
    #: The first column and the number of columns.
    column: int
    span: int


@dataclass
class _Row:
    """A row of panels with the headings of the groups that begin in it."""

    members: list[int]
    headings: list[_Heading]
    #: Whether another group may begin in the row.
    is_open: bool = True


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

    The names of problems are printed literally. See `plot_convergence_problems`.
    """
    page = Page(look, meter)
    pair = Names.of(look, comparison.algorithms, (first, second))
    problems = _problems(comparison, first, second)

    def grid_of(other: Look) -> tuple[Panels, float] | None:
        return _fit(other, meter, problems)

    grid = fit(grid_of, look, "one panel", SMALLER_TYPE)
    indices = comparison.pair(first, second)
    names = pair.names[0], pair.names[1]
    note = headline(comparison, indices, names, names_both=False)
    header, y = page.header(note, families=pair.family_key())
    key, y = _key(page, (_line_entry(pair, 0), _line_entry(pair, 1)), y)
    _, word = errors_of(comparison.histories)
    label = f"difference of the {word}s, divided by its first value"
    axis, y = page.paragraph("value-label", label, y)
    elements = [*header, *key, *axis]
    boxes: dict[int, Box] = {}
    for row in _rows(page, _groups(problems, names), grid[0]):
        headings, y = _draw_headings(page, row, grid[0], y)
        panels, own_boxes, y = _draw_row(page, row.members, problems, pair, grid, y)
        elements += [*headings, *panels]
        boxes |= own_boxes
    if any(problem.reached for problem in problems):
        key, y = _key(page, (_optimum_entry(pair),), y)
        elements += key
    below, end = _explanation(page, comparison.histories, names, y)
    return ProblemsLayout(
        width=page.width,
        height=end + Look.PAD_Y,
        elements=(*elements, *below),
        names=names,
        columns=grid[0].columns,
        gained=tuple(problem.gained for problem in problems),
        changes=tuple(problem.changes for problem in problems),
        ahead=tuple(problem.ahead for problem in problems),
        scales=tuple(problem.scale for problem in problems),
        panel_boxes=tuple(boxes[p] for p in range(len(problems))),
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
    on the other, and increases if it falls further behind. At 0, both algorithms are
    equal; at negative values, the other algorithm is ahead.

    The line is solid if the first algorithm is ahead and dashed if the second is ahead.
    Headings divide the panels into problems on which the first algorithm gained over
    all cut-points, problems on which the second gained, and problems on which neither
    gained. A group begins in the same row as the previous group if the heading fits
    there. The last errors of both algorithms are printed below the panel, with the
    better error in bold.

    If both algorithms are equal at the first cut-point, the differences are divided by
    the first difference that is not 0. With alternative ranks, the algorithm that
    reaches the optimum first continues to gain after this cut-point. A disc (first
    algorithm) or a circle (second algorithm) marks this cut-point, after which the line
    is thin and grey.

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
        The note above the figure. By default, it contains the algorithm that gained,
        the number of problems n and the p-value. None omits the note.
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
    10
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
    sign = -1.0
    if histories.higher_is_better and histories.optimum is None:
        sign = 1.0
    with np.errstate(over="ignore"):
        # The differences are positive if the first algorithm is better.
        differences = sign * (values[i] - values[j])
    dust = _DUST * np.maximum(np.abs(values[i]), np.abs(values[j]))
    differences = np.where(np.abs(differences) <= dust, 0.0, differences)
    # This is twice the difference between L of each problem and its mean without a
    # trend.
    ranks = np.asarray(comparison.ranks_of(first, second))
    trends = 2 * ranks @ np.arange(1.0, c + 1) - c * (c + 1) ** 2 / 2
    reached = reached_optimum(comparison)
    names = map(label_of, histories.problems)
    problems = []
    for p, (name, row) in enumerate(zip(names, differences, strict=True)):
        last = _last_texts(
            float(values[i, p, -1]), float(values[j, p, -1]), differ=row[-1] != 0
        )
        problem = _Problem(
            name=name,
            changes=_relative(row),
            ahead=tuple(int(side) for side in np.sign(row)),
            gained=int(np.sign(trends[p])),
            reached=_reached_first(int(reached[i, p]), int(reached[j, p]), c),
            last=last,
        )
        problems.append(problem)
    return problems


def _relative(differences: Values) -> tuple[float, ...]:
    """Divide differences by the first difference that is not 0."""
    different = differences[differences != 0]
    if not different.size:
        return (0.0,) * len(differences)
    # Halving avoids overflow in the difference of two large numbers.
    return tuple(float(value) for value in (differences / 2) / (different[0] / 2))


def _reached_first(first: int, second: int, c: int) -> tuple[int, int] | None:
    """Return the first cut-point with one algorithm at the optimum, and this algorithm.

    `first` and `second` are the numbers of cut-points at the end of the histories that
    are at the optimum.
    """
    if first == second:
        return None
    return c - max(first, second), 1 if first > second else -1


def _last_texts(first: float, second: float, *, differ: bool) -> tuple[str, str]:
    """Format the last errors with as many digits as necessary to distinguish them."""
    texts = "", ""
    for digits in _DIGITS:
        texts = _last_text(first, digits), _last_text(second, digits)
        if not differ or texts[0] != texts[1]:
            break
    return texts


def _last_text(value: float, digits: int) -> str:
    """Format a last error.

    Numbers with powers of ten have one digit fewer, because panels are narrow.
    """
    text = short_number(value, digits)
    if "·10" in text:
        return short_number(value, digits - 1)
    return text


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
    beside = 0.0
    widest_errors = 0.0
    for problem in problems:
        for _, text in problem.numbers:
            beside = max(beside, meter.width(text, size) + _BESIDE)
        errors = sum(meter.width(text, size, bold=True) for text in problem.last)
        widest_errors = max(widest_errors, errors)
    least = max(_PANEL + beside, widest_errors + _NUMBER_GAP)
    panels = Panels.fit(look.page_width, least, _BETWEEN, len(problems))
    if panels is None:
        return None
    return panels, beside


def _groups(problems: Sequence[_Problem], names: tuple[str, str]) -> list[_Group]:
    """Divide the problems into groups by the algorithm that gained on them.

    The groups are the problems on which the first algorithm, the second algorithm and
    neither algorithm gained. Empty groups are omitted.
    """
    groups = []
    n = len(problems)
    for side, name in ((1, names[0]), (-1, names[1]), (0, "")):
        members = [p for p, problem in enumerate(problems) if problem.gained == side]
        count = len(members)
        headings = (
            f"{name} gained on {count} of {n} problems",
            f"{name} gained on {count}",
        )
        if side == 0:
            headings = (
                f"neither gained on {count} of {n} problems",
                f"neither on {count}",
            )
        if members:
            groups.append(_Group(headings, tuple(members)))
    return groups


def _rows(page: Page, groups: Sequence[_Group], panels: Panels) -> list[_Row]:
    """Arrange groups in rows of panels.

    A group begins in the last row of the previous group if its heading fits there.
    """
    rows: list[_Row] = []
    for group in groups:
        heading = None
        if rows and rows[-1].is_open:
            heading = _place_heading(page, group, len(rows[-1].members), panels)
        if heading is None:
            rows.append(_Row([], []))
            heading = _place_heading(page, group, 0, panels)
        if heading is None:
            heading = _Heading(group.headings[0], 0, panels.columns)
        rows[-1].headings.append(heading)
        rows[-1].is_open = heading.span <= len(group.members)
        for p in group.members:
            if len(rows[-1].members) == panels.columns:
                rows.append(_Row([], []))
            rows[-1].members.append(p)
    return rows


def _place_heading(
    page: Page, group: _Group, column: int, panels: Panels
) -> _Heading | None:
    """Return the heading of a group that begins in a column of a row.

    The result is None if no heading fits there. If the group ends in the row, its
    heading may extend to the end of the row.
    """
    free = panels.columns - column
    spans = [min(len(group.members), free)]
    if len(group.members) < free:
        spans.append(free)
    for span in spans:
        room = span * (panels.width + panels.between) - panels.between
        for text in group.headings:
            if page.meter.width(text, page.small, bold=True) <= room:
                return _Heading(text, column, span)
    return None


def _key(
    page: Page, entries: Sequence[KeyEntry], top: float
) -> tuple[list[Element], float]:
    """Return the entries of the legend in rows, and their lower end."""
    size = page.small
    rows = Key(entries).rows(page.room, size, page.meter)
    elements, y = Key.draw_rows(rows, Look.PAD_X, top + 0.6 * size, size, page.meter)
    return elements, y + 0.7 * size


def _optimum_entry(pair: Names) -> KeyEntry:
    """Return the legend entry for the marks of the optimum and the line after them."""

    def draw(left: float, y: float) -> list[Element]:
        x = left + 3.5 * FILLED
        ends = ((x, y), (left + 4.5 * FILLED + _SAMPLE / 2, y))
        line = Line(gid="legend-closed", points=ends, width=_EVEN, color="secondary")
        filled = _disc("legend-reached", left + FILLED, y, 1, pair)
        hollow = _disc("legend-reached", x, y, -1, pair)
        return [line, filled, hollow]

    width = 4.5 * FILLED + _SAMPLE / 2
    text = "first at the optimum; the grey line is not ranked"
    return KeyEntry(text=text, width=width, draw=draw)


def _line_entry(pair: Names, number: int) -> KeyEntry:
    """Return the legend entry for the line of an algorithm that is ahead."""
    family = pair.families[number] if pair.families else None
    side = (1, -1)[number]
    width = _SAMPLE
    if family is not None:
        width += family.ROOM

    def draw(left: float, y: float) -> list[Element]:
        ends = ((left, y), (left + _SAMPLE, y))
        elements: list[Element] = [_line("legend-line", ends, side, pair)]
        if family is not None:
            mark = left + _SAMPLE + family.MARK_GAP
            elements.append(family.mark(f"pair-{number}-family", mark, y))
        return elements

    text = f"{pair.names[number]} ahead"
    return KeyEntry(text=text, width=width, draw=draw, gap=_ENTRY_GAP)


def _draw_headings(
    page: Page, row: _Row, panels: Panels, top: float
) -> tuple[list[Element], float]:
    """Return the headings of a row, and their lower end.

    Each heading has a rule above the panels of its group.
    """
    if not row.headings:
        return [], top
    size, meter = page.small, page.meter
    step = panels.width + panels.between
    top += _BEFORE_HEADING * size
    columns = []
    for heading in row.headings:
        room = heading.span * step - panels.between
        columns.append(meter.lines(heading.text, room, size, bold=True))
    bottom = top + _HEADING * size * max(map(len, columns))
    elements: list[Element] = []
    for heading, lines in zip(row.headings, columns, strict=True):
        left = Look.PAD_X + heading.column * step
        right = left + heading.span * step - panels.between
        y = bottom - (len(lines) - 0.5) * _HEADING * size
        for line in lines:
            elements.append(meter.put("heading", left, y, line, size, bold=True))
            y += _HEADING * size
        ends = ((left, bottom), (right, bottom))
        elements.append(
            Line(gid="heading-rule", points=ends, width=_RULE, color="leader")
        )
    return elements, bottom + _BELOW_RULE * size


def _draw_row(
    page: Page,
    members: Sequence[int],
    problems: Sequence[_Problem],
    pair: Names,
    grid: tuple[Panels, float],
    top: float,
) -> tuple[list[Element], dict[int, Box], float]:
    """Return the panels of a row, the box of each plot, and the lower end."""
    panels, beside = grid
    size = page.small
    names = Names(names=tuple(problems[p].name for p in members))
    lines = [page.meter.lines(name, panels.width, size) for name in names.names]
    height = _PLOT_HEIGHT + 1.2 * size + _BELOW
    elements: list[Element] = []
    boxes: dict[int, Box] = {}
    for panel in panels.lay_out(
        lines, top, size, above=_ABOVE, raised=_RAISED, height=height
    ):
        p = members[panel.number]
        left, plot_top, right, bottom = panel.plot(_PLOT_HEIGHT)
        boxes[p] = (left + beside, plot_top, right, bottom)
        elements += names.put(
            panel.number,
            lines[panel.number],
            left,
            panel.name_y,
            size,
            "left",
            page.meter,
            f"problem-{p}",
        )
        plot = _Plot(page, pair, p, problems[p], boxes[p])
        elements += plot.draw()
        elements += plot.draw_last_errors(left)
        top = plot_top + height
    return elements, boxes, top


def _line(
    gid: str, points: Sequence[tuple[float, float]], side: int, pair: Names
) -> Line:
    """Return a line in the style of the algorithm that is ahead.

    `side` is 1 for the first algorithm and -1 for the second. If both algorithms are
    equal (0), the line is thin.
    """
    if side == 0:
        return Line(gid=gid, points=tuple(points), width=_EVEN)
    number = _NUMBERS[side]
    return Line(
        gid=gid,
        points=tuple(points),
        width=_LINES[number],
        dash=_DASHES[number],
        color=pair.color(number, "foreground"),
    )


def _disc(gid: str, x: float, y: float, side: int, pair: Names) -> Marker:
    """Return the mark of the algorithm that reaches the optimum first.

    It is filled for the first algorithm and hollow for the second.
    """
    color = pair.color(_NUMBERS[side], "foreground")
    return decision_marker(gid, x, y, color, different=side > 0)


@dataclass(frozen=True)
class _Plot:
    """The plot of one problem in its box."""

    page: Page
    pair: Names
    number: int
    problem: _Problem
    box: Box

    def draw(self) -> list[Element]:
        """Return the line of the problem, with its grid and the numbers of the grid."""
        points = self._points
        elements = self._draw_grid()
        line = points
        mark: list[Element] = []
        if self.problem.reached is not None:
            # The test ignores the differences after one algorithm has reached the
            # optimum, so the line is thin.
            first, side = self.problem.reached
            line = points[:first]
            rest = tuple(points[max(first - 1, 0) :])
            gid = f"closed-{self.number}"
            line_after = Line(gid=gid, points=rest, width=_EVEN, color="secondary")
            elements.append(line_after)
            x, y = points[first]
            mark = [_disc(f"reached-{self.number}", x, y, side, self.pair)]
        zero = self._axis.at(0.0)
        for ahead, piece in _pieces(line, self.problem.ahead, zero):
            gid = f"{_GIDS[ahead]}-{self.number}"
            elements.append(_line(gid, piece, ahead, self.pair))
        return elements + mark

    @property
    def _axis(self) -> Axis:
        left, top, _, bottom = self.box
        low, high = _INSET
        scale = self.problem.scale
        return Axis(scale=scale, start=bottom - low, end=top + high, across=left)

    @property
    def _points(self) -> list[tuple[float, float]]:
        """The points of the line through the differences."""
        changes = self.problem.changes
        start, end = self.box[0] + _SIDES[0], self.box[2] - _SIDES[1]
        step = (end - start) / (len(changes) - 1)
        points = []
        for index, change in enumerate(changes):
            points.append((start + index * step, self._axis.at(change)))
        return points

    def _draw_grid(self) -> list[Element]:
        """Return the grid lines with their numbers.

        A line is omitted if it would be too close to a more important line.
        """
        left, _, right, _ = self.box
        size = self.page.small
        elements: list[Element] = []
        heights: list[float] = []
        for value, text in self.problem.numbers:
            y = self._axis.at(value)
            if any(abs(y - other) < _APART * size for other in heights):
                continue
            heights.append(y)
            ends = ((left, y), (right, y))
            grid = Line(
                gid=f"grid-{self.number}", points=ends, width=_GRID, color="guide"
            )
            number = self.page.meter.put(
                f"value-number-{self.number}",
                left - _BESIDE,
                y,
                text,
                size,
                "secondary",
                "right",
            )
            elements += [grid, number]
        return elements

    def draw_last_errors(self, left: float) -> list[Element]:
        """Return the last errors of both algorithms, which are printed below the plot.

        The better error is bold. The error of the first algorithm begins at `left`.
        """
        size, meter = self.page.small, self.page.meter
        _, _, right, bottom = self.box
        y = bottom + _LAST_ERRORS * size
        side = self.problem.ahead[-1]
        first, second = self.problem.last
        gid = f"last-first-{self.number}"
        elements: list[Element] = [meter.put(gid, left, y, first, size, bold=side > 0)]
        gid = f"last-second-{self.number}"
        elements.append(
            meter.put(gid, right, y, second, size, anchor="right", bold=side < 0)
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

    strokes, sides = pairwise(points), pairwise(ahead)
    for (start, end), (before, after) in zip(strokes, sides, strict=False):
        if before * after >= 0:
            add(before or after, start, end)
            continue
        part = (zero - start[1]) / (end[1] - start[1])
        crossing = (start[0] + part * (end[0] - start[0]), zero)
        add(before, start, crossing)
        add(after, crossing, end)
    return pieces


def _explanation(
    page: Page, histories: Histories, names: tuple[str, str], top: float
) -> tuple[list[Element], float]:
    """Explain the horizontal axis and the last errors below the lowest panel.

    Also return the lower end of the explanation.
    """
    _, word = errors_of(histories)
    labels, unit = cut_labels(histories.cut_points, histories.unit)
    span = f"{histories.c} cut-points"
    if histories.unit != NO_UNIT:
        span = f"{span}, {labels[0]} to {labels[-1]} {label_of(unit)}"
    last = f"numbers below: last {word}s of {names[0]} (left) and {names[1]} (right)"
    return page.paragraph("axis-label", f"horizontal: {span}; {last}", top)
