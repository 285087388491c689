"""What a sequence says: the columns in their rank order, who is who from column to column, titles and note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cddiagram._util.inlines import Option
from cddiagram.errors import InputError, LayoutError, UsageError, listed
from cddiagram.figures.cd_marks import PVALUE_MATRIX, DrawnGroups
from cddiagram.figures.content import AXIS_KINDS, CDContent
from cddiagram.procedures import MAX_LANES
from cddiagram.sheet.names import Names
from cddiagram.sheet.naming import label_of
from cddiagram.stats.results import rank_order
from cddiagram.words.numbers import SAME_RANK, format_alpha
from cddiagram.words.procedure import procedure

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison


@dataclass(frozen=True, kw_only=True)
class SequenceContent:
    """What a sequence says."""

    #: One comparison each, in its own rank order; algorithms that tie stand in the order of the column before.
    columns: tuple[CDContent, ...]
    #: For each column the rank position of each method; methods are numbered as in the first column.
    rows: tuple[tuple[int, ...], ...]
    #: Title of each column.
    titles: tuple[str, ...]
    #: Texts.
    note: str | None
    title: str | None
    #: Most rows of bars of a pairwise test.
    max_lanes: int = MAX_LANES

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return self.columns[0].k

    @property
    def named(self) -> Names:
        """The methods' names, those bold that are highlighted or the control of some column."""
        first, pairs = self.columns[0], tuple(zip(self.columns, self.rows, strict=True))
        heavy = (method for method in range(self.k) if any(column.bold(rows[method]) for column, rows in pairs))
        return Names(
            names=first.names,
            highlight=first.highlight,
            colors=first.colors,
            heavy=frozenset(heavy),
            math=first.math,
        )


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


def align(
    members: Sequence[Comparison], contents: Sequence[CDContent]
) -> tuple[tuple[CDContent, ...], tuple[tuple[int, ...], ...]]:
    """Bring tied algorithms into the order of the column before, and number the methods as in the first column."""
    columns: list[CDContent] = []
    places: list[dict[str, int]] = []
    for comparison, content, order in zip(members, contents, sequence_orders(members), strict=True):
        # Contents stand in the order of ranks.
        position = {column: place for place, column in enumerate(rank_order(comparison.ranking.average_ranks))}
        columns.append(_reordered(content, [position[column] for column in order]))
        places.append({comparison.algorithms[column]: place for place, column in enumerate(order)})
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


def same_range(members: Sequence[Comparison], columns: Sequence[CDContent]) -> tuple[CDContent, ...]:
    """Return columns whose ranks lie in 1..k one range, so that equal heights are equal ranks."""
    kinds = [AXIS_KINDS.get(comparison.ranking.kind) for comparison in members]
    shared = [column for column, kind in zip(columns, kinds, strict=True) if kind is not None and kind.bounded]
    if not shared:
        return tuple(columns)
    joint = min(column.axis_range[0] for column in shared), max(column.axis_range[1] for column in shared)
    return tuple(
        replace(column, axis_range=joint) if kind is not None and kind.bounded else column
        for column, kind in zip(columns, kinds, strict=True)
    )


def say_tests(members: Sequence[Comparison], titles: Sequence[str]) -> str:
    """Return test and alpha, once if all columns share them, and what the axes show if not average ranks."""
    tests = [f"{procedure(comparison)}, α = {format_alpha(comparison.alpha)}" for comparison in members]
    kinds = [AXIS_KINDS.get(comparison.ranking.kind) for comparison in members]
    said = [
        test if kind is None or kind.label is None else f"{test}, {kind.label}"
        for test, kind in zip(tests, kinds, strict=True)
    ]
    if len(set(said)) == 1:
        return said[0]
    return "; ".join(f"{title}: {text}" for title, text in zip(titles, said, strict=True))


def check_drawn(content: SequenceContent, drawn: Sequence[DrawnGroups]) -> None:
    """Refuse a sequence with a column whose groups have too many bars: its lines alone would say nothing of tests.

    Raises
    ------
    LayoutError
        Naming the columns.
    """
    shown = zip(content.titles, content.columns, drawn, strict=True)
    parts = [f"{title} ({column.groups_counted})" for title, column, groups in shown if not groups.all_drawn]
    if parts:
        raise LayoutError(
            f"too many groups for bars between the columns: {', '.join(parts)}. Allow more rows of bars (",
            Option("max_lanes"),
            "), or draw the p-value matrix (",
            PVALUE_MATRIX,
            ") of each.",
        )
