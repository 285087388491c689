"""A sequence of comparisons: the same algorithms ranked by several metrics, budgets or subsets, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cddiagram.errors import LayoutError
from cddiagram.figures.cd_sequence_content import (
    SequenceContent,
    align,
    check_comparisons,
    check_drawn,
    same_range,
    say_tests,
)
from cddiagram.figures.cd_sequence_drawing import SequenceLayout, draw_sequence
from cddiagram.figures.cd_sequence_plan import plan_sequence
from cddiagram.figures.content import content_from
from cddiagram.figures.options import CDOptions, page_width
from cddiagram.sheet.elements import Measure
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import Highlight
from cddiagram.sheet.needed import does_not_fit

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison


def layout_cd_sequence(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    *,
    titles: Sequence[str] | None = None,
    measure: Measure,
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.5,
    rank_range: str | tuple[float, float] = "full",
    highlight: Highlight | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    show_direction: bool = True,
    note: str | None = "auto",
    title: str | None = None,
    max_lanes: int = 12,
    math: bool = False,
) -> SequenceLayout:
    """Lay out several comparisons of the same algorithms as columns, in points.

    Each column is a rank axis with the best on top. A line follows each algorithm through all columns: to its exact
    average rank on the axis, then level through the bars of the column's groups, whose links hop over non-members.
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
    rank_range : {"full", "data", "auto"} or (float, float), default "full"
        Range of the axes: 1..k, whole ranks around the data of all columns, full up to 12 algorithms, or the given
        ends. Aligned ranks always show the range of each column's data.
    highlight, colors, rename, show_direction, note, title, max_lanes, math
        As in `cddiagram.figures.cd.layout_cd`.

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
    options = CDOptions(
        page_width=page_width(width),
        font_size=font_size,
        min_font_size=min_font_size,
        show_direction=show_direction,
        max_lanes=max_lanes,
    )
    members, shown_titles = check_comparisons(comparisons, titles)
    contents = [
        content_from(
            comparison,
            rank_range=rank_range,
            highlight=highlight,
            colors=colors,
            rename=rename,
            note=say_tests(members, shown_titles) if note == "auto" else note,
            title=title,
            math=math,
        )
        for comparison in members
    ]
    columns, rows = align(members, contents)
    content = SequenceContent(
        columns=same_range(members, columns),
        rows=rows,
        titles=shown_titles,
        note=contents[0].note,
        title=contents[0].title,
    )
    meter = TextMeter(measure)
    plan = plan_sequence(content, options, meter)
    if plan is None:

        def fits(points: float) -> bool:
            wider = plan_sequence(content, replace(options, page_width=points), meter)
            if wider is not None:
                check_drawn(content, wider.drawn)  # else the width named would be refused for its groups
            return wider is not None

        what = f"a sequence of {len(columns)} columns"
        raise LayoutError(does_not_fit(what, options.page_width, fits, "shorter titles or names (rename)"))
    check_drawn(content, plan.drawn)
    return draw_sequence(content, options, meter, plan)
