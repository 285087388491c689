"""A sequence of comparisons: the same algorithms ranked by several metrics, budgets or
subsets, side by side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.figures.bars import check_lanes
from cddiagram.figures.cd_sequence_drawing import SequenceLayout, draw_sequence
from cddiagram.figures.cd_sequence_plan import (
    SequenceContent,
    SequencePlan,
    plan_sequence,
)
from cddiagram.figures.content import AVERAGE_RANK, CDContent, content_from, titled
from cddiagram.figures.options import RankedOptions
from cddiagram.figures.registry import SEVERAL, figure
from cddiagram.procedures import MAX_LANES
from cddiagram.sheet import (
    Look,
    TextMeter,
    check_flag,
    fit,
    text_or_none,
)
from cddiagram.stats import rank_order
from cddiagram.text import InputError, Option, Phrase, commas, listed
from cddiagram.words import SAME_RANK

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing

#: The text that precedes the significance level in a note.
_LEVEL = ", α = "


@figure(
    "cd-sequence",
    RankedOptions,
    title="Sequence of diagrams",
    incomplete=True,
    subject=SEVERAL,
    worded="words.captions:sequence_caption_words",
    reading="words.captions:reading_of_sequence",
)
def layout_cd_sequence(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    *,
    look: Look,
    meter: TextMeter,
    titles: Sequence[str] | None = None,
    rank_range: str | tuple[float, float] = "data",
    show_ruler: bool = True,
    max_lanes: int = MAX_LANES,
) -> SequenceLayout:
    """Lay out several comparisons of the same algorithms as columns (see
    `plot_cd_sequence`).
    """
    check_lanes(max_lanes)
    check_flag("show_ruler", show_ruler)
    members, shown_titles = check_comparisons(comparisons, titles)
    columns = []
    rows = []
    row_of: dict[str, int] = {}
    names: list[str] = []
    for comparison, order in zip(members, sequence_orders(members), strict=True):
        columns.append(content_from(comparison, look, rank_range, order=order))
        row_of = {comparison.algorithms[i]: row for row, i in enumerate(order)}
        names = names or list(row_of)
        rows.append(tuple(row_of[name] for name in names))
    if look.note == "auto":
        note = text_or_none("note", _note(columns, shown_titles))
        columns[0] = replace(columns[0], note=note)
    content = SequenceContent(
        columns=tuple(_with_equal_axes(columns)),
        rows=tuple(rows),
        titles=shown_titles,
        max_lanes=max_lanes,
        show_ruler=show_ruler,
    )

    def plan_at(other: Look) -> SequencePlan | None:
        wider = other.page_width > look.page_width
        return plan_sequence(content, other, meter, wider=wider)

    what = f"a sequence of {len(columns)} columns"
    shorter = Phrase("shorter titles or names (", Option("rename"), ")")
    plan = fit(plan_at, look, what, shorter)
    return draw_sequence(plan, look, meter)


def _with_equal_axes(columns: Sequence[CDContent]) -> list[CDContent]:
    """Use the same axis for all columns whose ranks are between 1 and k, so that equal
    heights represent equal ranks.
    """
    ends: list[float] = []
    for column in columns:
        if column.axis.bounded:
            ends += column.axis_range
    equal = []
    for column in columns:
        if column.axis.bounded:
            column = replace(column, axis_range=(min(ends), max(ends)))
        equal.append(column)
    return equal


def check_comparisons(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    titles: Sequence[str] | None,
) -> tuple[tuple[Comparison, ...], tuple[str, ...]]:
    """Return the comparisons and a title for each. Raise an error unless all of them
    contain the same algorithms.
    """
    members, titles = titled(comparisons, titles, "a sequence")
    first = members[0].algorithms
    for title, comparison in zip(titles, members, strict=True):
        missing = [name for name in first if name not in comparison.algorithms]
        further = [name for name in comparison.algorithms if name not in first]
        parts = []
        if missing:
            parts.append(Phrase("lacks ", listed(missing)))
        if further:
            parts.append(Phrase("has ", listed(further), " in addition"))
        if parts:
            raise InputError(
                f"the comparison '{title}' ",
                commas(parts, " and "),
                ": all columns of a sequence must contain the same algorithms as the ",
                f"first, '{titles[0]}'.",
            )
    return members, titles


def sequence_orders(members: Sequence[Comparison]) -> list[list[int]]:
    """Return the indices of the algorithms in each comparison, from best to worst. Tied
    algorithms keep their order from the previous comparison.
    """
    orders: list[list[int]] = []
    before: dict[str, int] = {}
    for comparison in members:
        names, ranks = comparison.algorithms, comparison.ranking.average_ranks
        keys = {}
        for i in rank_order(ranks):
            rank = round(float(ranks[i]), SAME_RANK)
            keys[i] = (rank, before.get(names[i], 0))
        order = sorted(keys, key=keys.__getitem__)
        orders.append(order)
        before = {names[i]: position for position, i in enumerate(order)}
    return orders


def _note(columns: Sequence[CDContent], titles: Sequence[str]) -> str:
    """Return the note of the sequence: the tests and the level.

    If the notes of the columns differ, they are joined, with the most frequent note
    first. A note is preceded by the titles of its columns unless it applies to most
    columns or begins with the title. A level that all columns share is at the end.

    If the axes differ, a note also contains the label of its axis unless this is the
    usual label.
    """
    common = columns[0].axis.label
    if any(column.axis != columns[0].axis for column in columns):
        common = AVERAGE_RANK
    titles_of: dict[str, list[str]] = {}
    for column, title in zip(columns, titles, strict=True):
        note = column.note or ""
        if column.axis.label != common:
            note = f"{note}, {column.axis.label}"
        titles_of.setdefault(note, []).append(title)
    notes = sorted(titles_of, key=lambda note: -len(titles_of[note]))
    if len(notes) == 1:
        return notes[0]
    level = _common_level(notes)
    parts = []
    for note in notes:
        own = titles_of[note]
        test = note.removesuffix(level)
        is_usual = 2 * len(own) > len(columns)
        if is_usual or (len(own) == 1 and _begins_with(test, own[0])):
            parts.append(test)
        else:
            parts.append(f"{', '.join(own)}: {test}")
    return "; ".join(parts) + level.replace(",", ";", 1)


def _begins_with(test: str, title: str) -> bool:
    """Return whether the name of a test begins with a title, ignoring case."""
    beginning, rest = test[: len(title)], test[len(title) :]
    return beginning.lower() == title.lower() and not rest[:1].isalnum()


def _common_level(notes: Sequence[str]) -> str:
    """Return the level at the end of the notes, including the comma before it; an empty
    string if the levels differ.
    """
    levels = set()
    for note in notes:
        _, comma, level = note.rpartition(_LEVEL)
        levels.add(comma + level)
    if len(levels) > 1:
        return ""
    return levels.pop()


@layout_cd_sequence.public
def plot_cd_sequence(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    *,
    titles: Sequence[str] | None = None,
    rank_range: str | tuple[float, float] = "data",
    show_ruler: bool = True,
    max_lanes: int = MAX_LANES,
    **options: Unpack[RankedOptions],
) -> Drawing[SequenceLayout]:
    """Draw several comparisons of the same algorithms (metrics, budgets, subsets) side
    by side.

    Each column has an axis of average ranks with the best rank at the top. A line
    connects the ranks of each algorithm from column to column. The average ranks in the
    first and last columns are printed next to the names. If there is no room for names
    on the left, the rank in the first column follows the name in parentheses. Tied
    algorithms keep their order from the previous column. Markers at nearly equal ranks
    are moved 2 pt apart.

    Bars to the right of an axis connect algorithms that are not significantly different
    in that column; an arch marks an algorithm that is not in the group. A ruler to the
    left of each axis shows the critical difference. If it is the same in all columns,
    only the first one has a ruler. With a control, filled markers denote algorithms
    that differ significantly from it, and hollow markers denote algorithms that do not.

    Parameters
    ----------
    comparisons : sequence of Comparison, or mapping of title to Comparison
        Two or more comparisons of the same algorithms, as returned by
        `cddiagram.compare`.
    titles : sequence of str, optional
        A title for each comparison. By default, the titles are the keys of a mapping,
        or (a), (b), ...
    rank_range : {"data", "full", "auto"} or (float, float), default "data"
        The limits of the axes: limits around the ranks in all columns, or 1 and k.
    show_ruler : bool, default True
        Whether to draw the rulers of the critical differences.
    note : str, optional
        The note above the figure. By default, it states the tests and the level,
        preceded by the titles of the columns if the tests differ between columns. None
        omits the note and the explanation of bars.
    max_lanes : int, default 12
        The maximum number of lanes of bars for pairwise tests. If more lanes are
        required, an error is raised whose message states a sufficient number.
    {rest}
    InputError
        If the comparisons do not contain the same algorithms.
    UsageError
        If there are fewer than two comparisons, or if the number of titles is wrong. If
        an option has an unknown value or contains the name of an unknown algorithm, or
        if both `width` and `ax` are specified.
    LayoutError
        If the columns or their titles do not fit the width, or if the height of `ax` is
        too small. The message states the required size.

    Examples
    --------
    >>> import cddiagram as cd
    >>> table = cd.load_example("garcia2008-table2")
    >>> tests = {
    ...     test: cd.compare(table, pair_test=test)
    ...     for test in ("ranks", "wilcoxon", "sign")
    ... }
    >>> cd.plot_cd_sequence(tests).layout.titles
    ('ranks', 'wilcoxon', 'sign')
    """
    return layout_cd_sequence.draw(
        comparisons,
        options,
        titles=titles,
        rank_range=rank_range,
        show_ruler=show_ruler,
        max_lanes=max_lanes,
    )
