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
    """Lay out several comparisons of the same algorithms as columns: see
    `plot_cd_sequence`.
    """
    check_lanes(max_lanes)
    check_flag("show_ruler", show_ruler)
    members, shown_titles = check_comparisons(comparisons, titles)
    pairs = list(zip(members, sequence_orders(members), strict=True))
    columns = [
        content_from(comparison, look, rank_range, order=order)
        for comparison, order in pairs
    ]
    if look.note == "auto":
        columns[0] = replace(
            columns[0], note=text_or_none("note", _say_tests(columns, shown_titles))
        )
    places = [
        {comparison.algorithms[i]: row for row, i in enumerate(order)}
        for comparison, order in pairs
    ]
    ends = [
        end for column in columns if column.axis.bounded for end in column.axis_range
    ]
    content = SequenceContent(
        # Where ranks lie in 1..k equal heights are equal ranks.
        columns=tuple(
            replace(c, axis_range=(min(ends), max(ends))) if c.axis.bounded else c
            for c in columns
        ),
        rows=tuple(tuple(place[name] for name in places[0]) for place in places),
        titles=shown_titles,
        max_lanes=max_lanes,
        show_ruler=show_ruler,
    )

    what, shorter = (
        f"a sequence of {len(columns)} columns",
        Phrase("shorter titles or names (", Option("rename"), ")"),
    )

    def plan_at(tried: Look) -> SequencePlan | None:
        return plan_sequence(
            content, tried, meter, wider=tried.page_width > look.page_width
        )

    plan = fit(plan_at, look, what, shorter)
    return draw_sequence(plan, look, meter)


def check_comparisons(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    titles: Sequence[str] | None,
) -> tuple[tuple[Comparison, ...], tuple[str, ...]]:
    """Return the comparisons and a title for each; they must rank the same
    algorithms.
    """
    members, titles = titled(comparisons, titles, "a sequence")
    first = members[0].algorithms
    for text, comparison in zip(titles, members, strict=True):
        missing = [name for name in first if name not in comparison.algorithms]
        further = [name for name in comparison.algorithms if name not in first]
        if missing or further:
            parts = []
            if missing:
                parts.append(Phrase("lacks ", listed(missing)))
            if further:
                parts.append(Phrase("has ", listed(further), " in addition"))
            raise InputError(
                f"the comparison '{text}' ",
                commas(parts, " and "),
                ": every column of a sequence needs the algorithms of the first, ",
                f"'{titles[0]}'.",
            )
    return members, titles


def sequence_orders(members: Sequence[Comparison]) -> list[list[int]]:
    """Return the columns of each comparison from best to worst; ties keep the order of
    the one before.
    """
    before: dict[str, int] = {}
    orders = []
    for comparison in members:
        names, ranks = comparison.algorithms, comparison.ranking.average_ranks
        keys = {
            i: (round(float(ranks[i]), SAME_RANK), before.get(names[i], 0))
            for i in rank_order(ranks)
        }
        orders.append(sorted(keys, key=keys.__getitem__))
        before = {names[i]: place for place, i in enumerate(orders[-1])}
    return orders


def _say_tests(columns: Sequence[CDContent], titles: Sequence[str]) -> str:
    """Return test and alpha, once if all columns share them, and what axes show that do
    not all show the same.
    """
    own = (
        AVERAGE_RANK
        if len({column.axis for column in columns}) > 1
        else columns[0].axis.label
    )
    said = [
        f"{column.note}{'' if column.axis.label == own else f', {column.axis.label}'}"
        for column in columns
    ]
    if len(set(said)) == 1:
        return said[0]
    return "; ".join(
        f"{title}: {text}" for title, text in zip(titles, said, strict=True)
    )


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

    Each column is a rank axis with the best on top; a light line follows each algorithm
    from column to column, with its average rank in the first and in the last: on both
    sides, or where the names have no room on the left, the first one in parentheses
    after the name. Right of each axis stand the column's groups of algorithms that are
    not significantly different, as bars (an arch marks an algorithm that is not in the
    group), left of it the ruler of its critical difference; with a control, filled
    markers are different from it and hollow ones are not. Algorithms that tie on an
    axis keep the order in which they came.

    Parameters
    ----------
    comparisons : sequence of Comparison, or mapping of title to Comparison
        Two or more finished comparisons of the same algorithms, from
        `cddiagram.compare`.
    titles : sequence of str, optional
        A title for each; by default the keys of a mapping, otherwise (a), (b), ...
    rank_range : {"data", "full", "auto"} or (float, float), default "data"
        Ends of the axes: around the data of all columns, or 1 to k.
    show_ruler : bool, default True
        Draw the ruler of each critical difference.
    note : str, optional
        By default the test and alpha, of each column where they differ; None for no
        note.
    max_lanes : int, default 12
        More rows of bars than this (pairwise tests only) are refused; the message says
        how many would do.
    {rest}
    InputError
        The comparisons do not have the same algorithms; the message names those that
        differ.
    UsageError
        Fewer than two comparisons, not one title for each, an option with an unknown
        value or for an unknown algorithm, or `width` and `ax` are both given.
    LayoutError
        The columns or their titles do not fit the width, or `ax` is too low; the
        message names the size needed.

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
