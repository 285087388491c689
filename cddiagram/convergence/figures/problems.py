"""Small multiples of the differences between two algorithms on all problems.

The line of a panel shows the difference of the errors, divided by the absolute value of
the first difference that is not 0. It is above 0 if the first algorithm is better, and
below 0 if the second is. A difference of at most 1e-13 of the larger error is 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.averages import Values, errors_of
from cddiagram.convergence.figures.parts import cut_labels, headline
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
    Rectangle,
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
    from cddiagram.figures import Drawing

#: These are the widths of grid lines, of the line at 0, and of the line in a panel. The
#: last number is the width of the line in a panel where both algorithms are equal.
#: After the optimum has been reached, the line in a panel is dotted.
_GRID, _ZERO, _LINE, _EVEN = 0.5, 0.7, 1.2, 0.7
_DOTTED = (1.2, 1.2)
#: The first background fills the area above 0, where the first algorithm is ahead. The
#: second background fills the area below 0, where the second algorithm is ahead.
_GROUNDS = ("background", "band")
#: Maps the number of the algorithm that is ahead (1 for the first, -1 for the second)
#: to its index in the pair.
_NUMBERS = {1: 0, -1: 1}
#: Maps the number of the algorithm that is ahead (0 if both are equal) to the id of its
#: line segments.
_GIDS = {1: "first", -1: "second", 0: "even"}
#: The plot in a panel is `_PLOT_HEIGHT` high and at least `_PANEL` wide. `_BETWEEN` is
#: the gap between two panels, and `_BELOW` is the gap below a panel.
_PANEL, _PLOT_HEIGHT, _BETWEEN, _BELOW = 36.0, 30.0, 7.0, 3.0
#: The distance between a grid line and its number is `_BESIDE`, in points. Two adjacent
#: numbers are at least `_APART` times the font size apart.
_BESIDE, _APART = 2.0, 1.1
#: The distances of the axis from the lower and upper edges of its panel, in points.
_INSET = (3.0, 3.0)
#: The line in a plot ends at these distances from the left and right edges of the plot.
_SIDES = (2.0, 2.0 * FILLED)
#: These distances are in units of the font size. The top of a panel's name is `_ABOVE`
#: above the plot, and the middle of the name is `_RAISED` above the plot.
#: `_LAST_ERRORS` is the distance from the plot to the middle of the final errors.
_ABOVE, _RAISED, _LAST_ERRORS = 2 * Names.LINE_PITCH + 0.1, 1.75, 0.65
#: A sample in the legend is `_SAMPLE` wide, and its background is `_SAMPLE_HEIGHT`
#: high. `_ENTRY_GAP` is the gap between two entries, and `_WIDE_GAP` is the gap between
#: two groups of entries.
_SAMPLE, _SAMPLE_HEIGHT, _ENTRY_GAP, _WIDE_GAP = 10.0, 6.0, 10.0, 18.0
#: The word `_LAST` precedes the final errors of a panel, but it is omitted if it does
#: not fit. `_LAST_GAP` is the gap after this word. `_NUMBER_GAP` is the gap on either
#: side of the line that separates the two errors.
_LAST, _LAST_GAP, _NUMBER_GAP = "last", 3.0, 3.0
#: The gap between the printed numbers of the first and last cut-points is at least
#: `_ENDS_GAP`. The distance from the plot to the middle of these numbers is
#: `_NUMBERS_BELOW` times the font size. `_BEFORE_KEY` is the gap above the legend, and
#: `_MARK_GAP` is the gap between a mark and its text in the legend.
_ENDS_GAP, _NUMBERS_BELOW, _BEFORE_KEY, _MARK_GAP = 4.0, 0.65, 2.0, 4.0
#: All numbers except the last are in units of the font size. `_HEADING` is the height
#: of a line of a heading, `_BELOW_RULE` is the gap below the rule under the heading,
#: and `_BEFORE_HEADING` is the gap above a row with headings. The width of the rule is
#: `_RULE`, in points.
_HEADING, _BELOW_RULE, _BEFORE_HEADING, _RULE = 1.35, 0.2, 0.3, 0.5
#: A number is printed at an end of the axis only if this end is at least this far from
#: 0.
_DISTANT = 2.0
#: Two errors are considered equal if their relative difference is at most this number,
#: as in the comparison.
_DUST = 1e-13
#: These numbers of digits are tried for the final errors, in this order. The first of
#: them that distinguishes different errors is used.
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
        The differences on each problem and at each cut-point, divided by the absolute
        value of the first difference that is not 0. They are positive if the first
        algorithm is better.
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
    #: The differences, divided by the absolute value of the first difference that is
    #: not zero.
    changes: tuple[float, ...]
    #: The number of the algorithm that gained: 1 for the first, -1 for the second, 0 if
    #: neither gained.
    gained: int
    #: The first number is the index of the first cut-point at which exactly one
    #: algorithm has reached the optimum. The second number identifies this algorithm: 1
    #: for the first, -1 for the second. The value is None if such a cut-point does not
    #: exist.
    reached: tuple[int, int] | None
    #: The errors of both algorithms at the last cut-point, as printed.
    last: tuple[str, str]

    @property
    def ahead(self) -> tuple[int, ...]:
        """The algorithm that is better at each cut-point: 1 for the first, -1 for the
        second, 0 for neither.
        """
        return tuple(int(side) for side in np.sign(self.changes))

    @property
    def start(self) -> float:
        """The first difference that is not 0, which is 1 or -1; 1 if all are 0."""
        return next((change for change in self.changes if change), 1.0)

    @property
    def scale(self) -> ValueScale:
        """The scale, which contains 0, 1 or -1, and all values of the line."""
        low = min(0.0, self.start, *self.changes)
        high = max(0.0, self.start, *self.changes)
        return ValueScale(low=low, high=high, log=False)

    @property
    def numbers(self) -> list[tuple[float, str]]:
        """The numbers next to the axis: 0, a round number near a distant end, and 1 or
        -1.

        The most important number is the first.
        """
        scale = self.scale
        values = [0.0]
        for end in (scale.low, scale.high):
            if abs(end) >= _DISTANT:
                values.append(_towards_zero(end))
        values.append(self.start)
        return [(value, short_number(value)) for value in values]


@dataclass(frozen=True)
class _Grid:
    """The arrangement of the panels."""

    panels: Panels
    #: The width of the column of numbers to the left of each plot.
    beside: float
    #: The word before the final errors, or an empty string if it does not fit.
    last: str


@dataclass(frozen=True)
class _Group:
    """The problems on which the same algorithm gained."""

    #: Several versions of the heading, from the longest to the shortest.
    headings: tuple[str, ...]
    members: tuple[int, ...]


@dataclass(frozen=True)
class _Heading:
    """The heading of a group, above the columns of its panels in one row."""

    text: str
    #: The index of the first column and the number of columns.
    column: int
    span: int


@dataclass
class _Row:
    """A row of panels with the headings of the groups that begin in it."""

    members: list[int]
    headings: list[_Heading]
    #: Whether the row has room for another group.
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

    labels, unit = cut_labels(
        comparison.histories.cut_points, comparison.histories.unit
    )
    ends = labels[0], labels[-1]

    def grid_of(other: Look) -> _Grid | None:
        return _fit(other, meter, problems, ends)

    grid = fit(grid_of, look, "one panel", SMALLER_TYPE)
    indices = comparison.pair(first, second)
    names = pair.names[0], pair.names[1]
    note = headline(comparison, indices, names, names_both=False)
    header, y = page.header(note, families=pair.family_key())
    key, y = _key(page, (_side_entry(pair, 0), _side_entry(pair, 1)), y)
    _, word = errors_of(comparison.histories)
    label = f"{word} difference, relative to the first"
    axis, y = page.paragraph("value-label", label, y)
    elements = [*header, *key, *axis]
    boxes: dict[int, Box] = {}
    row = _Row([], [])
    for row in _rows(page, _groups(problems, names), grid.panels):
        headings, y = _draw_headings(page, row, grid.panels, y)
        panels, own_boxes, y = _draw_row(page, row.members, problems, pair, grid, y)
        elements += [*headings, *panels]
        boxes |= own_boxes
    last_boxes = [boxes[p] for p in row.members]
    below, y = _draw_cut_points(page, last_boxes, ends, label_of(unit))
    elements += below
    below_key, y = _key_below(page, pair, problems, word, y + _BEFORE_KEY)
    return ProblemsLayout(
        width=page.width,
        height=y + Look.PAD_Y,
        elements=(*elements, *below_key),
        names=names,
        columns=grid.panels.columns,
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
    these differences on one problem, divided by the absolute difference at the first
    cut-point. The first algorithm is ahead above 0, and the second is ahead below 0,
    where the background is grey. The line starts at 1 or -1. It rises if the first
    algorithm gains on the second, and falls if the second gains on the first.

    Headings divide the panels into problems on which the first algorithm gained over
    all cut-points, problems on which the second gained, and problems on which neither
    gained. Two groups share a row if each of them fits in it with its heading. The last
    errors of both algorithms are printed below the name of the problem, with the better
    error in bold.

    If both algorithms are equal at the first cut-point, the differences are divided by
    the first difference that is not 0. With alternative ranks, the algorithm that
    reaches the optimum first continues to gain after this cut-point. A disc (first
    algorithm) or a circle (second algorithm) marks this cut-point, after which the line
    is dotted.

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
    # For each problem, the result is twice the difference between L and the expected
    # value of L in the absence of a trend.
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
            gained=int(np.sign(trends[p])),
            reached=_reached_first(int(reached[i, p]), int(reached[j, p]), c),
            last=last,
        )
        problems.append(problem)
    return problems


def _relative(differences: Values) -> tuple[float, ...]:
    """Divide differences by the absolute value of the first one that is not 0."""
    different = differences[differences != 0]
    if not different.size:
        return (0.0,) * len(differences)
    # The differences are halved, because the difference between two large numbers can
    # overflow.
    return tuple(float(value) for value in (differences / 2) / (abs(different[0]) / 2))


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
    look: Look, meter: TextMeter, problems: Sequence[_Problem], ends: tuple[str, str]
) -> _Grid | None:
    """Return as many panels in a row as fit. The result is None if not even one panel
    fits.

    `ends` are the numbers of the first and the last cut-point.
    """
    size = small_type(look.font_size)
    beside = 0.0
    widest_errors = 0.0
    for problem in problems:
        for _, text in problem.numbers:
            beside = max(beside, meter.width(text, size) + _BESIDE)
        errors = sum(meter.width(text, size, bold=True) for text in problem.last)
        widest_errors = max(widest_errors, errors + 2 * _NUMBER_GAP)
    ends_width = sum(meter.width(end, size) for end in ends) + _ENDS_GAP
    least = max(_PANEL + beside, widest_errors, ends_width + beside)
    panels = Panels.fit(look.page_width, least, _BETWEEN, len(problems))
    if panels is None:
        return None
    last_width = meter.width(_LAST, size) + _LAST_GAP
    last = _LAST if widest_errors + last_width <= panels.width else ""
    return _Grid(panels, beside, last)


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

    A group begins in the row of the previous group if both headings fit in this row. In
    this case, all panels of the row are below a heading.
    """
    rows: list[_Row] = []
    for group in groups:
        heading = None
        column = len(rows[-1].members) if rows else 0
        has_room = column + len(group.members) <= panels.columns
        if rows and rows[-1].is_open and has_room:
            heading = _place_heading(page, group, column, panels)
        if heading is None:
            rows.append(_Row([], []))
            heading = _place_heading(page, group, 0, panels)
        if heading is None:
            heading = _Heading(group.headings[0], 0, panels.columns)
        rows[-1].headings.append(heading)
        rows[-1].is_open = heading.span <= len(group.members)
        row_length = _row_length(len(group.members), panels.columns)
        for number, p in enumerate(group.members):
            if number > 0 and number % row_length == 0:
                rows.append(_Row([], [], is_open=False))
            rows[-1].members.append(p)
    return rows


def _row_length(count: int, columns: int) -> int:
    """Return the number of panels in the rows of a group, which are equally long if
    possible.
    """
    row_count = math.ceil(count / columns)
    return math.ceil(count / row_count)


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


def _side_entry(pair: Names, number: int) -> KeyEntry:
    """Return the entry for the side of 0 on which an algorithm is ahead, with the colour
    of its line if the algorithm is highlighted.
    """
    family = pair.families[number] if pair.families else None
    width = _SAMPLE
    if family is not None:
        width += family.ROOM

    def draw(left: float, y: float) -> list[Element]:
        elements = _sample_ground(left, y, number)
        if pair.color(number, ""):
            ends = ((left + _GRID, y), (left + _SAMPLE - _GRID, y))
            elements.append(_line("legend-line", ends, (1, -1)[number], pair))
        if family is not None:
            mark = left + _SAMPLE + family.MARK_GAP
            elements.append(family.mark(f"pair-{number}-family", mark, y))
        return elements

    text = f"{pair.names[number]} ahead"
    return KeyEntry(text=text, width=width, draw=draw, gap=_ENTRY_GAP)


def _sample_ground(left: float, y: float, number: int) -> list[Element]:
    """Return the background on one side of 0, with the line at 0 below or above it."""
    half = _SAMPLE_HEIGHT / 2
    zero = (y + half, y - half)[number]
    ground = Rectangle(
        gid=f"legend-ground-{number}",
        x=left,
        y=y - half,
        width=_SAMPLE,
        height=_SAMPLE_HEIGHT,
        fill=_GROUNDS[number],
        edge=("guide", None)[number],
        edge_width=_GRID,
    )
    ends = ((left, zero), (left + _SAMPLE, zero))
    return [ground, Line(gid="legend-zero", points=ends, width=_ZERO, color="leader")]


def _key_below(
    page: Page, pair: Names, problems: Sequence[_Problem], word: str, top: float
) -> tuple[list[Element], float]:
    """Return the key of the last errors and of the marks of the optimum, in one row if
    there is room, and its lower end.
    """
    errors = [
        KeyEntry(text=f"last {word}s: {pair.names[0]}", gap=_NUMBER_GAP),
        KeyEntry(text=pair.names[1], width=_GRID, draw=_separator, gap=_WIDE_GAP),
    ]
    marks = _optimum_entries(pair, problems)
    if Key([*errors, *marks]).width(page.small, page.meter) <= page.room:
        return _key(page, [*errors, *marks], top)
    first, y = _key(page, errors, top)
    second, y = _key(page, marks, y)
    return [*first, *second], y


def _optimum_entries(pair: Names, problems: Sequence[_Problem]) -> list[KeyEntry]:
    """Return the entries that explain the marks of the optimum, if there are any, and
    the line after them.
    """
    sides = {problem.reached[1] for problem in problems if problem.reached}
    if not sides:
        return []
    entries = [KeyEntry(text="first at the optimum:", gap=_MARK_GAP)]
    for side in (1, -1):
        if side in sides:
            entries.append(_optimum_entry(pair, side))
    entries.append(KeyEntry(text="not ranked", width=_SAMPLE, draw=_sample_after))
    return entries


def _optimum_entry(pair: Names, side: int) -> KeyEntry:
    """Return the entry for the mark of an algorithm that is first at the optimum."""

    def draw(left: float, y: float) -> list[Element]:
        return [_disc("legend-reached", left + FILLED, y, side, pair)]

    name = pair.names[_NUMBERS[side]]
    return KeyEntry(text=name, width=2 * FILLED, draw=draw)


def _separator(left: float, y: float) -> list[Element]:
    """Return the line between the last errors of both algorithms."""
    return [_bar("legend-bar", left + _GRID / 2, y)]


def _bar(gid: str, x: float, y: float) -> Line:
    """Return a short upright line between two texts."""
    ends = ((x, y - _SAMPLE_HEIGHT / 2), (x, y + _SAMPLE_HEIGHT / 2))
    return Line(gid=gid, points=ends, width=_EVEN, color="leader")


def _sample_after(left: float, y: float) -> list[Element]:
    """Return a sample of the line after one algorithm has reached the optimum."""
    return [_line_after("legend-closed", ((left, y), (left + _SAMPLE, y)))]


def _line_after(gid: str, points: Sequence[tuple[float, float]]) -> Line:
    """Return the line after one algorithm has reached the optimum."""
    return Line(
        gid=gid, points=tuple(points), width=_ZERO, color="secondary", dash=_DOTTED
    )


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
    grid: _Grid,
    top: float,
) -> tuple[list[Element], dict[int, Box], float]:
    """Return the panels of a row, the box of each plot, and the lower end."""
    panels = grid.panels
    size = page.small
    names = Names(names=tuple(problems[p].name for p in members))
    lines = [page.meter.lines(name, panels.width, size) for name in names.names]
    height = _PLOT_HEIGHT + _BELOW
    elements: list[Element] = []
    boxes: dict[int, Box] = {}
    for panel in panels.lay_out(
        lines, top, size, above=_ABOVE, raised=_RAISED, height=height
    ):
        p = members[panel.number]
        left, plot_top, right, bottom = panel.plot(_PLOT_HEIGHT)
        boxes[p] = (left + grid.beside, plot_top, right, bottom)
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
        elements += plot.draw_last_errors(left, grid.last)
        top = plot_top + height
    return elements, boxes, top


def _draw_cut_points(
    page: Page, boxes: Sequence[Box], labels: tuple[str, str], unit: str
) -> tuple[list[Element], float]:
    """Return the first and the last cut-point below each plot of the last row, with
    their unit, and the lower end of the unit.
    """
    size, meter = page.small, page.meter
    bottom = boxes[0][3]
    y = bottom + _NUMBERS_BELOW * size
    elements: list[Element] = []
    for left, _, right, _ in boxes:
        for x, text, anchor in ((left, labels[0], "left"), (right, labels[1], "right")):
            number = meter.put("tick-number", x, y, text, size, "secondary", anchor)
            elements.append(number)
    ends = boxes[0][0], boxes[-1][2]
    top = bottom + 2 * _NUMBERS_BELOW * size
    name, end = page.below("axis-label", unit, ends, top, size)
    return [*elements, *name], end


def _line(
    gid: str, points: Sequence[tuple[float, float]], side: int, pair: Names
) -> Line:
    """Return a line on which the first (1) or the second algorithm (-1) is ahead.

    `side` is 1 for the first algorithm and -1 for the second. If both algorithms are
    equal (0), the line is thin.
    """
    if side == 0:
        return Line(gid=gid, points=tuple(points), width=_EVEN)
    color = pair.color(_NUMBERS[side], "foreground")
    return Line(gid=gid, points=tuple(points), width=_LINE, color=color)


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
            # optimum. Therefore, this part of the line is dotted.
            first, side = self.problem.reached
            line = points[:first]
            rest = points[max(first - 1, 0) :]
            elements.append(_line_after(f"closed-{self.number}", rest))
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
        left, _, right, bottom = self.box
        size = self.page.small
        zero = self._axis.at(0.0)
        ground = Rectangle(
            gid=f"ground-{self.number}",
            x=left,
            y=zero,
            width=right - left,
            height=bottom - zero,
            fill=_GROUNDS[1],
        )
        elements: list[Element] = [ground]
        heights: list[float] = []
        for value, text in self.problem.numbers:
            y = self._axis.at(value)
            if any(abs(y - other) < _APART * size for other in heights):
                continue
            heights.append(y)
            ends = ((left, y), (right, y))
            width, color = _GRID, "guide"
            if not value:
                width, color = _ZERO, "leader"
            grid = Line(
                gid=f"grid-{self.number}", points=ends, width=width, color=color
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

    def draw_last_errors(self, left: float, label: str) -> list[Element]:
        """Return the last errors of both algorithms below the name, from `left` on, the
        better one in bold.
        """
        size, meter = self.page.small, self.page.meter
        y = self.box[1] - _LAST_ERRORS * size
        side = self.problem.ahead[-1]
        first, second = self.problem.last
        elements: list[Element] = []
        x = left
        if label:
            word = meter.put(f"last-{self.number}", x, y, label, size, "secondary")
            elements.append(word)
            x += word.width + _LAST_GAP
        gid = f"last-first-{self.number}"
        number = meter.put(gid, x, y, first, size, bold=side > 0)
        x += number.width + _NUMBER_GAP
        bar = _bar(f"last-bar-{self.number}", x, y)
        gid = f"last-second-{self.number}"
        x += _NUMBER_GAP
        other = meter.put(gid, x, y, second, size, bold=side < 0)
        return [*elements, number, bar, other]


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
