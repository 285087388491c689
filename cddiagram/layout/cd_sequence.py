"""A sequence of comparisons: the same algorithms ranked by several metrics, budgets or subsets, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cddiagram.errors import InputError, LayoutError, UsageError, listed
from cddiagram.layout.bars import Bar
from cddiagram.layout.content import AXIS_KINDS, CDContent, Highlight, content_from, one_line
from cddiagram.layout.elements import Measure, Sheet
from cddiagram.layout.groups import DrawnGroups, choose_groups
from cddiagram.layout.header import PAD_X
from cddiagram.layout.meter import TextMeter
from cddiagram.layout.needed import does_not_fit
from cddiagram.layout.numbers import SAME_RANK, format_alpha, format_count
from cddiagram.layout.options import CDOptions, page_width
from cddiagram.layout.record import Box
from cddiagram.layout.spread import spread
from cddiagram.layout.wrap import wrap
from cddiagram.results import rank_order

if TYPE_CHECKING:
    from cddiagram.results import Comparison

FAN = 5.0
FIRST_LANE, LANE_PITCH, _LANE_CLEAR, _AFTER_LANES = 7.5, 5.4, 6.0, 3.0
POINTER, NAME_GAP = 10.0, 2.0
NAME_PITCH, LINE_PITCH = 1.22, 1.12
_DOT_ROOM = 2.0
_LEAST_HEIGHT, _PER_RANK, _PER_NAME = 60.0, 12.0, 1.28
#: Least run of the lines from one column to the next: where all columns stand equally far apart, and else.
_GOOD_SLANT, _LEAST_SLANT = 16.0, 11.0
_TITLE_GAP = 6.0
_TITLE_LINES = 4
_LEFT_NAMES = 24.0


@dataclass(frozen=True, kw_only=True)
class SequenceContent:
    """What a sequence says.

    Attributes
    ----------
    columns : tuple of CDContent
        One comparison each, in its own rank order; algorithms that tie stand in the order of the column before.
    rows : tuple of tuple of int
        For each column the rank position of each method; methods are numbered as in the first column.
    titles : tuple of str
        Title of each column.
    note, title : str or None
        Texts.
    """

    columns: tuple[CDContent, ...]
    rows: tuple[tuple[int, ...], ...]
    titles: tuple[str, ...]
    note: str | None
    title: str | None

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return self.columns[0].k


@dataclass(frozen=True, kw_only=True)
class SequencePlan:
    """A sequence that fits: where its columns stand, and its texts in lines.

    Attributes
    ----------
    size : float
        Size of the names.
    pitch : float
        Least distance of two names.
    names : tuple of tuple of str
        Lines of each name, as in the first column.
    both_sides : bool
        Whether the names stand left of the first column too.
    axes : tuple of float
        The x of each column's axis.
    ends : tuple of float
        How far the level part of the lines reaches right of each axis.
    titles : tuple of tuple of str
        Lines of each column's title.
    title_bounds : tuple of (float, float)
        Room of each title.
    height : float
        Length of the axes.
    spread : tuple of tuple of float
        For each column, the place of each rank position below the upper end of the axis.
    drawn : tuple of DrawnGroups
        For each column the groups that have bars.
    """

    size: float
    pitch: float
    names: tuple[tuple[str, ...], ...]
    both_sides: bool
    axes: tuple[float, ...]
    ends: tuple[float, ...]
    titles: tuple[tuple[str, ...], ...]
    title_bounds: tuple[tuple[float, float], ...]
    height: float
    spread: tuple[tuple[float, ...], ...]
    drawn: tuple[DrawnGroups, ...]


@dataclass(frozen=True, kw_only=True)
class SequenceLayout(Sheet):
    """A sequence laid out.

    Attributes
    ----------
    names : tuple of str
        Display names, in the rank order of the first column.
    titles : tuple of str
        Titles of the columns.
    font_size : float
        Size of the names used, in points.
    axes : tuple of float
        The x of each column's axis.
    marker_positions, leader_positions : tuple of tuple of float
        For each column, the y of each rank position: exact on the axis, and spread where the bars are.
    bars : tuple of tuple of Bar
        For each column, the groups drawn.
    label_boxes : tuple of (left, top, right, bottom)
        The boxes of the names right of the last column, in its rank order.
    messages : tuple of str
        What a user should be told beside the figure.
    """

    names: tuple[str, ...]
    titles: tuple[str, ...]
    font_size: float
    axes: tuple[float, ...]
    marker_positions: tuple[tuple[float, ...], ...]
    leader_positions: tuple[tuple[float, ...], ...]
    bars: tuple[tuple[Bar, ...], ...]
    label_boxes: tuple[Box, ...]
    messages: tuple[str, ...] = ()


def layout_cd_sequence(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    *,
    titles: Sequence[str] | None = None,
    measure: Measure,
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.5,
    rank_range: str = "full",
    highlight: Highlight | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    show_direction: bool = True,
    note: str | None = "auto",
    title: str | None = None,
    bar_gap: float = 5.0,
    max_lanes: int = 12,
    math: bool = False,
) -> SequenceLayout:
    """Lay out several comparisons of the same algorithms as columns, in points.

    Each column is a rank axis with the best on top. A line follows each algorithm through all columns: to its exact
    average rank on the axis, then level through the bars of the column's groups (a dot joins, no dot does not).
    Algorithms that tie on an axis leave it in the order of the column before, so their lines do not cross there.

    Parameters
    ----------
    comparisons : sequence of Comparison, or mapping of title to Comparison
        Two or more finished comparisons of the same algorithms; nothing is computed.
    titles : sequence of str, optional
        A title for each; by default the keys of a mapping, otherwise (a), (b), ...
    measure : callable
        ``measure(text, size, bold, italic)`` -> width of a line of text in points.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or inches. The layout has exactly this width; its height follows from the content.
    font_size, min_font_size : float, default 8 and 6.5
        Size of the names in points, and the smallest to which they may shrink. All else is 1 pt smaller.
    rank_range : {"full", "data"}, default "full"
        Range of the axes: 1..k, or the whole ranks around the data of all columns. Aligned ranks and means always show
        the range of each column's data.
    highlight, colors, rename, show_direction, note, title, bar_gap, max_lanes, math
        As in `cddiagram.layout.cd.layout_cd`.

    Returns
    -------
    SequenceLayout
        The elements in drawing order, and the decisions taken.

    Raises
    ------
    InputError
        The comparisons do not have the same algorithms.
    UsageError
        Fewer than two comparisons, not one title for each, or an option with an unknown value.
    LayoutError
        The columns or titles do not fit; the message names a width that would do.

    Examples
    --------
    >>> import cddiagram as cd
    >>> table = cd.load_example("demsar2006-table6")
    >>> halves = {"all": cd.compare(table), "Wilcoxon": cd.compare(table, pair_test="wilcoxon")}
    >>> layout = layout_cd_sequence(halves, measure=lambda text, size, bold, italic: 0.5 * size * len(text))
    >>> layout.titles, layout.width
    (('all', 'Wilcoxon'), 237.6)
    """
    from cddiagram.layout.cd_sequence_drawing import draw_sequence

    options = CDOptions(
        page_width=page_width(width),
        font_size=font_size,
        min_font_size=min_font_size,
        show_direction=show_direction,
        bar_gap=bar_gap,
        max_lanes=max_lanes,
    )
    members, shown_titles = _checked(comparisons, titles)
    contents = [
        content_from(
            comparison,
            rank_range=rank_range,
            highlight=highlight,
            colors=colors,
            rename=rename,
            note=None,
            title=title,
            math=math,
        )
        for comparison in members
    ]
    columns, rows = _aligned(members, contents)
    content = SequenceContent(
        columns=_same_range(members, columns),
        rows=rows,
        titles=shown_titles,
        note=_note(members, shown_titles) if note == "auto" else None if note is None else one_line(note).strip(),
        title=contents[0].title,
    )
    meter = TextMeter(measure)
    plan = _plan(content, options, meter)
    if plan is None:

        def fits(points: float) -> bool:
            return _plan(content, replace(options, page_width=points), meter) is not None

        what = f"a sequence of {len(columns)} columns"
        raise LayoutError(does_not_fit(what, options.page_width, fits, "shorter titles or names (rename)"))
    return draw_sequence(content, options, meter, plan)


def _checked(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison], titles: Sequence[str] | None
) -> tuple[tuple[Comparison, ...], tuple[str, ...]]:
    """Return the comparisons and a title for each; they must rank the same algorithms."""
    if isinstance(comparisons, Mapping):
        members = tuple(comparisons.values())
        titles = tuple(comparisons) if titles is None else titles
    elif isinstance(comparisons, Sequence):
        members = tuple(comparisons)
    else:
        raise UsageError("comparisons must be a list of comparisons or map titles to them; plot_cd draws a single one.")
    if len(members) < 2:
        raise UsageError("a sequence needs two comparisons or more; plot_cd draws a single one.")
    if titles is None:
        titles = tuple(f"({chr(ord('a') + i)})" if i < 26 else f"({i + 1})" for i in range(len(members)))
    if isinstance(titles, str) or len(titles) != len(members) or not all(isinstance(text, str) for text in titles):
        raise UsageError(f"titles must be one text for each of the {len(members)} comparisons, not {titles!r}.")
    first = members[0].algorithms
    for text, comparison in zip(titles, members, strict=True):
        missing = [name for name in first if name not in comparison.algorithms]
        further = [name for name in comparison.algorithms if name not in first]
        if missing or further:
            parts = [f"lacks {listed(missing)}"] if missing else []
            parts += [f"has {listed(further)} in addition"] if further else []
            raise InputError(
                f"the comparison '{text}' {' and '.join(parts)}: every column of a sequence needs the algorithms of "
                f"the first, '{titles[0]}'."
            )
    return members, tuple(one_line(text).strip() for text in titles)


def _aligned(
    members: Sequence[Comparison], contents: Sequence[CDContent]
) -> tuple[tuple[CDContent, ...], tuple[tuple[int, ...], ...]]:
    """Bring tied algorithms into the order of the column before, and number the methods as in the first column."""
    before = {name: place for place, name in enumerate(members[0].algorithms)}
    columns: list[CDContent] = []
    places: list[dict[str, int]] = []
    for comparison, content in zip(members, contents, strict=True):
        ranked = [comparison.algorithms[column] for column in rank_order(comparison.ranking.average_ranks)]
        keys = [(round(rank, SAME_RANK), before[name]) for rank, name in zip(content.average_ranks, ranked, strict=True)]
        order = sorted(range(content.k), key=lambda position: keys[position])  # noqa: B023 - used at once
        columns.append(_reordered(content, order))
        before = {ranked[old]: new for new, old in enumerate(order)}
        places.append(before)
    return tuple(columns), tuple(tuple(place[name] for name in places[0]) for place in places)


def _reordered(content: CDContent, order: Sequence[int]) -> CDContent:
    """Return the same content with its rank positions exchanged: `order` lists the old ones."""
    new = {old: position for position, old in enumerate(order)}
    groups = sorted(tuple(sorted(new[member] for member in group)) for group in content.groups)
    return replace(
        content,
        names=tuple(content.names[old] for old in order),
        average_ranks=tuple(content.average_ranks[old] for old in order),
        groups=tuple(groups),
        control=None if content.control is None else new[content.control],
        rejected=tuple(content.rejected[old] for old in order) if content.rejected else (),
        highlight=tuple(content.highlight[old] for old in order),
        colors=tuple(content.colors[old] for old in order),
    )


def _same_range(members: Sequence[Comparison], columns: Sequence[CDContent]) -> tuple[CDContent, ...]:
    """Give columns whose ranks lie in 1..k one range, so that equal heights are equal ranks."""
    kinds = [AXIS_KINDS.get(comparison.ranking.kind) for comparison in members]
    shared = [column for column, kind in zip(columns, kinds, strict=True) if kind is not None and kind.bounded]
    if not shared:
        return tuple(columns)
    joint = min(column.axis_range[0] for column in shared), max(column.axis_range[1] for column in shared)
    return tuple(
        replace(column, axis_range=joint) if kind is not None and kind.bounded else column
        for column, kind in zip(columns, kinds, strict=True)
    )


def _note(members: Sequence[Comparison], titles: Sequence[str]) -> str:
    """Return test and alpha, once if all columns share them, and what the axes show if not average ranks."""
    tests = [f"{comparison.test}, α = {format_alpha(comparison.alpha)}" for comparison in members]
    kinds = [AXIS_KINDS.get(comparison.ranking.kind) for comparison in members]
    said = [
        test if kind is None or kind.label is None else f"{test}, {kind.label}"
        for test, kind in zip(tests, kinds, strict=True)
    ]
    if len(set(said)) == 1:
        return said[0]
    return "; ".join(f"{title}: {text}" for title, text in zip(titles, said, strict=True))


def groups_note(content: SequenceContent, drawn: Sequence[DrawnGroups]) -> str | None:
    """Return what the figure says of columns whose groups are not drawn; None if all are."""
    parts = []
    for title, column, groups in zip(content.titles, content.columns, drawn, strict=True):
        if not groups.all_drawn:
            count = format_count(len(column.groups))
            parts.append(f"{title} ({count if column.groups_complete else 'more than ' + count} groups)")
    return f"groups not drawn: {', '.join(parts)}" if parts else None


def _steps(options: CDOptions) -> Iterator[tuple[float, int]]:
    """Yield (size of the names, most lines of a name), from good to bearable."""
    yield from ((size, 1) for size in options.sizes)
    yield from ((options.sizes[-1], lines) for lines in (2, 3, 4, 1000))


def _plan(content: SequenceContent, options: CDOptions, meter: TextMeter) -> SequencePlan | None:
    """Return the first step at which columns, names and titles fit the page; None if none does."""
    for size, most_lines in _steps(options):
        plan = _plan_at(content, options, meter, size, most_lines)
        if plan is not None:
            return plan
    return None


def _plan_at(
    content: SequenceContent, options: CDOptions, meter: TextMeter, size: float, most_lines: int
) -> SequencePlan | None:
    count = len(content.columns)
    right_end = options.page_width - PAD_X
    # The height depends on the lines of the names, which depend on the lanes, which depend on the height a little:
    # broken names only make it larger, and bars packed for the least height stay apart in a larger one.
    height = _height(content, size, options.bar_gap, 1)
    places = [_spread(column, height, options.bar_gap) for column in content.columns]
    drawn = [
        choose_groups(column, along, _LANE_CLEAR, options.max_lanes)
        for column, along in zip(content.columns, places, strict=True)
    ]
    ends = tuple(_level_end(groups.lane_count) for groups in drawn)
    least = sum(ends) + (count - 1) * _LEAST_SLANT + _DOT_ROOM
    limit = right_end - PAD_X - least - POINTER - NAME_GAP
    if limit < size:
        return None
    first = content.columns[0]
    bold = [any(column.bold(rows[i]) for column, rows in zip(content.columns, content.rows, strict=True)) for i in range(content.k)]
    names: list[tuple[str, ...]] = []
    for name, heavy in zip(first.names, bold, strict=True):
        at_most = limit if most_lines > 1 else float("inf")
        lines = wrap(name, at_most, lambda text, heavy=heavy: meter.width(text, size, heavy), math=first.math)  # type: ignore[misc]
        if lines is None or len(lines) > most_lines:
            return None
        names.append(lines)
    widest = max(meter.width(line, size, heavy) for lines, heavy in zip(names, bold, strict=True) for line in lines)
    if widest > limit + 1e-9:
        return None
    both = 2 * widest + _LEFT_NAMES < options.page_width / 2
    last = right_end - widest - NAME_GAP - POINTER - ends[-1]
    axes = _axes(last, PAD_X + (widest + NAME_GAP + POINTER if both else _DOT_ROOM), ends)
    if axes is None and both:
        both = False
        axes = _axes(last, PAD_X + _DOT_ROOM, ends)
    if axes is None:
        return None
    titles = _titles(content, axes, size - 1.0, options.page_width, meter)
    if titles is None:
        return None
    lines_used = max(len(lines) for lines in names)
    height = _height(content, size, options.bar_gap, lines_used)
    return SequencePlan(
        size=size,
        pitch=_name_pitch(size, lines_used),
        names=tuple(names),
        both_sides=both,
        axes=axes,
        ends=ends,
        titles=titles[0],
        title_bounds=titles[1],
        height=height,
        spread=tuple(_spread(column, height, options.bar_gap) for column in content.columns),
        drawn=tuple(drawn),
    )


def _name_pitch(size: float, lines: int) -> float:
    return NAME_PITCH * size if lines == 1 else (LINE_PITCH * lines + 0.1) * size


def _height(content: SequenceContent, size: float, gap: float, lines: int) -> float:
    """Return the length of the axes: room for the names, for the ranks, and for the spread lines."""
    ranks = max(column.axis_range[1] - column.axis_range[0] for column in content.columns if column.whole) if any(
        column.whole and column.axis_range[1] - column.axis_range[0] <= content.k for column in content.columns
    ) else 0.0
    names = (_PER_NAME if lines == 1 else _name_pitch(size, lines) / size) * size
    return max((content.k - 1) * max(names, gap), _PER_RANK * min(ranks, content.k), _LEAST_HEIGHT)


def _spread(column: CDContent, height: float, gap: float) -> tuple[float, ...]:
    return spread(exact_places(column, height), gap, lower=0.0, upper=height)


def exact_places(column: CDContent, height: float) -> tuple[float, ...]:
    """Return the place of each average rank below the upper end of the axis."""
    low, high = column.axis_range
    return tuple((rank - low) / (high - low) * height for rank in column.average_ranks)


def _level_end(lanes: int) -> float:
    return FIRST_LANE + (lanes - 1) * LANE_PITCH + _AFTER_LANES if lanes else FAN


def _axes(last: float, first: float, ends: Sequence[float]) -> tuple[float, ...] | None:
    """Place the axes from `first` to `last`: equally far apart if the lines between have room, else as lanes need."""
    slants = len(ends) - 1
    pitch = (last - first) / slants
    if pitch - max(ends[:-1]) >= _GOOD_SLANT:
        return tuple(first + column * pitch for column in range(slants + 1))
    slant = (last - first - sum(ends[:-1])) / slants
    if slant < _LEAST_SLANT - 1e-9:
        return None
    axes = [first]
    for end in ends[:-1]:
        axes.append(axes[-1] + end + slant)
    return tuple(axes)


def _titles(
    content: SequenceContent, axes: Sequence[float], size: float, page: float, meter: TextMeter
) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[float, float], ...]] | None:
    """Break the titles of the columns to the room between them; None if a word does not fit."""
    middles = [(a + b) / 2 for a, b in zip(axes, axes[1:], strict=False)]
    lefts = [PAD_X, *(middle + _TITLE_GAP / 2 for middle in middles)]
    rights = [*(middle - _TITLE_GAP / 2 for middle in middles), page - PAD_X]
    broken: list[tuple[str, ...]] = []
    for text, left, right in zip(content.titles, lefts, rights, strict=True):
        math = content.columns[0].math
        lines = wrap(text, right - left, lambda line: meter.width(line, size), math=math, whole_words=True)
        if lines is None or len(lines) > _TITLE_LINES:
            return None
        broken.append(lines)
    return tuple(broken), tuple(zip(lefts, rights, strict=True))
