"""A sequence of comparisons: the same algorithms ranked by several metrics, budgets or subsets, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Unpack

from cddiagram._util.inlines import Option, Phrase
from cddiagram.figures.cd_marks import check_lanes
from cddiagram.figures.cd_sequence_content import (
    SequenceContent,
    align,
    check_comparisons,
    check_drawn,
    same_range,
    say_tests,
)
from cddiagram.figures.cd_sequence_drawing import SequenceLayout, draw_sequence
from cddiagram.figures.cd_sequence_plan import SequencePlan, plan_sequence
from cddiagram.figures.content import content_from
from cddiagram.figures.registry import SEVERAL, figure
from cddiagram.procedures import MAX_LANES
from cddiagram.sheet.fit import fit
from cddiagram.sheet.look import Look, OrderedOptions
from cddiagram.sheet.meter import TextMeter

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.figures.drawing import Drawing


@figure("cd-sequence", OrderedOptions, title="Sequence of diagrams", subject=SEVERAL)
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
    note = say_tests(members, shown_titles)
    contents = [content_from(comparison, look, rank_range, note) for comparison in members]
    columns, rows = align(members, contents)
    content = SequenceContent(
        columns=same_range(members, columns),
        rows=rows,
        titles=shown_titles,
        note=contents[0].note,
        title=contents[0].title,
        max_lanes=max_lanes,
    )

    def planned(tried: Look) -> SequencePlan | None:
        found = plan_sequence(content, tried, meter)
        if found is not None and tried is not look:
            check_drawn(content, found.drawn)  # else the width named would be refused for its groups
        return found

    shorter = Phrase("shorter titles or names (", Option("rename"), ")")
    plan = fit(planned, look, f"a sequence of {len(columns)} columns", shorter)
    check_drawn(content, plan.drawn)
    return draw_sequence(content, look, meter, plan)


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
