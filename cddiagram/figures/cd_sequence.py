"""A sequence of comparisons: the same algorithms ranked by several metrics, budgets or subsets, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from cddiagram._util.inlines import Option, Phrase
from cddiagram.errors import InputError, UsageError, listed
from cddiagram.figures.bars import check_lanes
from cddiagram.figures.cd_sequence_drawing import SequenceContent, SequenceLayout, draw_sequence, plan_sequence
from cddiagram.figures.content import AVERAGE_RANK, CDContent, content_from
from cddiagram.figures.registry import SEVERAL, figure
from cddiagram.procedures import MAX_LANES
from cddiagram.sheet.fit import fit
from cddiagram.sheet.look import Look, OrderedOptions
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import label_of, text_or_none
from cddiagram.stats.results import rank_order
from cddiagram.words.numbers import SAME_RANK, format_alpha
from cddiagram.words.procedure import procedure

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.figures.drawing import Drawing


@figure(
    "cd-sequence",
    OrderedOptions,
    title="Sequence of diagrams",
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
    rank_range: str | tuple[float, float] = "full",
    max_lanes: int = MAX_LANES,
) -> SequenceLayout:
    """Lay out several comparisons of the same algorithms as columns: see `plot_cd_sequence`."""
    check_lanes(max_lanes)
    members, shown_titles = check_comparisons(comparisons, titles)
    pairs = list(zip(members, sequence_orders(members), strict=True))
    columns = [content_from(comparison, look, rank_range, order=order) for comparison, order in pairs]
    if look.note == "auto":
        columns[0] = replace(columns[0], note=text_or_none("note", _say_tests(members, columns, shown_titles)))
    places = [{comparison.algorithms[i]: row for row, i in enumerate(order)} for comparison, order in pairs]
    content = SequenceContent(
        columns=_same_range(columns),
        rows=tuple(tuple(place[name] for name in places[0]) for place in places),
        titles=shown_titles,
        max_lanes=max_lanes,
    )

    what, shorter = f"a sequence of {len(columns)} columns", Phrase("shorter titles or names (", Option("rename"), ")")
    plan = fit(lambda tried: plan_sequence(content, tried, meter), look, what, shorter)
    return draw_sequence(plan, look, meter)


def check_comparisons(
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
    return members, tuple(label_of(text).strip() for text in titles)


def sequence_orders(members: Sequence[Comparison]) -> list[list[int]]:
    """Return the columns of each comparison from best to worst; ties keep the order of the one before."""
    before: dict[str, int] = {}
    orders = []
    for comparison in members:
        names, ranks = comparison.algorithms, comparison.ranking.average_ranks
        keys = {i: (round(float(ranks[i]), SAME_RANK), before.get(names[i], 0)) for i in rank_order(ranks)}
        orders.append(sorted(keys, key=keys.__getitem__))
        before = {names[i]: place for place, i in enumerate(orders[-1])}
    return orders


def _same_range(columns: Sequence[CDContent]) -> tuple[CDContent, ...]:
    """Return columns whose ranks lie in 1..k one range, so that equal heights are equal ranks."""
    ends = [end for column in columns if column.axis.bounded for end in column.axis_range]
    return tuple(
        replace(column, axis_range=(min(ends), max(ends))) if column.axis.bounded else column for column in columns
    )


def _say_tests(members: Sequence[Comparison], columns: Sequence[CDContent], titles: Sequence[str]) -> str:
    """Return test and alpha, once if all columns share them, and what the axes show if not average ranks."""
    tests = [f"{procedure(comparison)}, α = {format_alpha(comparison.alpha)}" for comparison in members]
    labels = ["" if column.axis.label == AVERAGE_RANK else f", {column.axis.label}" for column in columns]
    said = [test + label for test, label in zip(tests, labels, strict=True)]
    if len(set(said)) == 1:
        return said[0]
    return "; ".join(f"{title}: {text}" for title, text in zip(titles, said, strict=True))


@layout_cd_sequence.public
def plot_cd_sequence(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    *,
    titles: Sequence[str] | None = None,
    rank_range: str | tuple[float, float] = "full",
    max_lanes: int = MAX_LANES,
    **options: Unpack[OrderedOptions],
) -> Drawing[SequenceLayout]:
    """Draw several comparisons of the same algorithms (metrics, budgets, subsets) side by side.

    Each column is a rank axis with the best on top; a line follows each algorithm from column to column. Right of
    each axis stand the column's groups of algorithms that are not significantly different, as bars (a thin link hops
    over who is not in its group);
    with a control, filled markers are different from it and hollow ones are not. Algorithms that tie on an axis
    leave it in the order in which they came, so lines do not cross there.

    Parameters
    ----------
    comparisons : sequence of Comparison, or mapping of title to Comparison
        Two or more finished comparisons of the same algorithms, from `cddiagram.compare`.
    titles : sequence of str, optional
        A title for each; by default the keys of a mapping, otherwise (a), (b), ...
    rank_range : {"full", "data", "auto"} or (float, float), default "full"
        Ends of the axes: 1 to k, or around the data of all columns.
    note : str, optional
        By default the test and alpha, of each column where they differ; None for no note.
    max_lanes : int, default 12
        With more rows of bars than this (pairwise tests only) the figure says how many groups a column has instead.
    {look}

    {returns}

    Raises
    ------
    InputError
        The comparisons do not have the same algorithms; the message names those that differ.
    UsageError
        Fewer than two comparisons, not one title for each, an option with an unknown value or for an unknown
        algorithm, or `width` and `ax` are both given.
    LayoutError
        The columns or their titles do not fit the width, or `ax` is too low; the message names the size needed.

    {warns}

    Examples
    --------
    >>> import cddiagram as cd
    >>> from cddiagram.figures.cd_sequence import plot_cd_sequence
    >>> table = cd.load_example("garcia2008-table2")
    >>> tests = {test: cd.compare(table, pair_test=test) for test in ("ranks", "wilcoxon", "sign")}
    >>> plot_cd_sequence(tests).layout.titles
    ('ranks', 'wilcoxon', 'sign')
    """
    return layout_cd_sequence.draw(comparisons, options, titles=titles, rank_range=rank_range, max_lanes=max_lanes)
