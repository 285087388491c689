"""A stack of CD diagrams: several comparisons below one another on a common axis. The
comparisons may contain different algorithms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

from cddiagram.figures.cd import cd_content, plan_across, remedies
from cddiagram.figures.content import AVERAGE_RANK, CDContent, titled
from cddiagram.figures.horizontal import HorizontalPlan, on_one_axis
from cddiagram.figures.ranked_list import ListPlan, lists_on_one_axis
from cddiagram.figures.record import CDLayout, CDLook, StackOptions, unshown_in_list
from cddiagram.figures.registry import SEVERAL, figure
from cddiagram.sheet import Element, Page, Sheet, TextMeter, fit
from cddiagram.text import Phrase, UsageError

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.cd import CDPlan
    from cddiagram.figures.drawing import Drawing

#: The distance between two diagrams.
_GAP = 6.0


@dataclass(frozen=True, kw_only=True)
class StackLayout(Sheet):
    """The layout of a stack. The ids of its elements begin with ``diagram-`` and the
    number of the diagram, from 0.

    Attributes
    ----------
    titles : tuple of str
        The titles of the diagrams.
    font_size : float
        The size of the names, in points.
    tops : tuple of float
        The distance from the upper edge of the page to the upper edge of each diagram.
    diagrams : tuple of CDLayout
        The layout of each diagram, with positions relative to the upper edge of the
        diagram. All axes have the same limits.
    """

    titles: tuple[str, ...]
    font_size: float
    tops: tuple[float, ...]
    diagrams: tuple[CDLayout, ...]


@figure(
    "cd-stack",
    StackOptions,
    looks=CDLook,
    title="Stack of diagrams",
    incomplete=True,
    subject=SEVERAL,
    worded="words.captions:stack_caption_words",
    reading="words.captions:reading_of_stack",
)
def layout_cd_stack(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    *,
    look: CDLook,
    meter: TextMeter,
    titles: Sequence[str] | None = None,
) -> StackLayout:
    """Lay out several comparisons as a stack of diagrams (see `plot_cd_stack`)."""
    members, shown_titles = titled(comparisons, titles, "a stack")
    contents, note = _contents(members, shown_titles, look)

    def plans_at(other: CDLook) -> Sequence[CDPlan] | None:
        return _plan_together(contents, other, meter)

    what = f"a stack of {len(contents)} diagrams"
    plans = _with_equal_reaches(fit(plans_at, look, what, *remedies(look)), meter)
    is_list = isinstance(plans[0], ListPlan)
    header, key, bottom = _draw_header(plans, note, look, meter)
    elements = list(header)
    diagrams: list[CDLayout] = []
    tops: list[float] = []
    for number, plan in enumerate(plans):
        is_first = number == 0
        content = replace(
            plan.content,
            explained=key,
            stacked=True,
            axis_numbered=is_first or is_list,
        )
        # If there is no common header, the first diagram indicates the direction for
        # all axes.
        shows_direction = look.show_direction and not header and is_first
        options = replace(plan.options, show_direction=shows_direction)
        diagram = replace(plan, options=options, content=content).draw(meter)
        for element in diagram.elements:
            gid = f"diagram-{number}-{element.gid}"
            elements.append(replace(element.moved(0.0, bottom), gid=gid))
        diagrams.append(diagram)
        tops.append(bottom)
        bottom += diagram.height + _GAP
    unshown: tuple[Phrase, ...] = ()
    if is_list:
        unshown = unshown_in_list(look)
    return StackLayout(
        width=look.page_width,
        height=bottom - _GAP,
        elements=tuple(elements),
        titles=shown_titles,
        font_size=diagrams[0].font_size,
        tops=tuple(tops),
        diagrams=tuple(diagrams),
        unshown=unshown,
    )


def _with_equal_reaches(plans: Sequence[CDPlan], meter: TextMeter) -> list[CDPlan]:
    """Print the half-widths of all intervals in the keys if any of them does not fit
    next to its bracket.
    """
    lacks_room = False
    for plan in plans:
        if isinstance(plan, HorizontalPlan) and plan.has_reach_in_key(meter):
            lacks_room = True
    alike: list[CDPlan] = []
    for plan in plans:
        if isinstance(plan, HorizontalPlan):
            alike.append(replace(plan, reach_in_key=lacks_room))
        else:
            alike.append(plan)
    return alike


def _contents(
    members: Sequence[Comparison], titles: Sequence[str], look: CDLook
) -> tuple[list[CDContent], str | None]:
    """Return the contents of the diagrams, with equal axis limits, and their common
    note. The note is None if their notes differ.
    """
    names = dict.fromkeys(name for member in members for name in member.algorithms)
    contents = [cd_content(member, look, list(names)) for member in members]
    axes = {content.axis.bounded or content.axis.label for content in contents}
    if len(axes) > 1:
        raise UsageError(
            "the diagrams of a stack share an axis, but the rankings of the comparisons "
            "differ: use the same ranking for all of them."
        )
    low = min(content.axis_range[0] for content in contents)
    high = max(content.axis_range[1] for content in contents)
    note = contents[0].note
    if any(content.note != note for content in contents):
        note = None
    diagrams = []
    for content, title in zip(contents, titles, strict=True):
        own_note = None if note else content.note
        diagrams.append(
            replace(content, title=title, note=own_note, axis_range=(low, high))
        )
    return diagrams, note


def _draw_header(
    plans: Sequence[CDPlan], note: str | None, look: CDLook, meter: TextMeter
) -> tuple[list[Element], frozenset[str], float]:
    """Return the header of the stack, the text of its key, and its lower end.

    The key contains only the entries that all diagrams share, because it applies to all
    of them.
    """
    first, *others = [plan.shown_key(meter) for plan in plans]
    shared = {entry.text for entry in first}
    for other in others:
        shared &= {entry.text for entry in other}
    key = [entry for entry in first if entry.text in shared]
    contents = [plan.content for plan in plans]
    families = contents[0].family_key(*contents[1:])
    direction: dict[str, Any] = {}
    if (note or key) and look.show_direction:
        axis = contents[0].axis
        side = look.best_at
        if isinstance(plans[0], ListPlan):
            side = "left"
        direction = {
            "cue_side": side,
            "axis_left": plans[0].axis_left,
            "axis_label": axis.label,
            "axis_named": axis.label != AVERAGE_RANK,
        }
    elements, bottom = Page(look, meter).header(
        note or "", key=tuple(key), families=families, **direction
    )
    explained = frozenset(entry.text for entry in (*key, *families))
    return elements, explained, bottom


def _plan_together(
    contents: Sequence[CDContent], look: CDLook, meter: TextMeter
) -> Sequence[CDPlan] | None:
    """Return diagrams of the same kind and font size with aligned axes; None if they do
    not fit the page.
    """
    requested = look.arrangement == "horizontal"
    sizes = look.sizes if requested else look.sizes[:1]
    if look.arrangement == "list":
        sizes = ()
    for size in sizes:
        for labels in ("auto", "stair"):
            other = replace(look, font_size=size, labels=labels)
            plans = _horizontal_plans(contents, other, meter)
            if plans is not None:
                return plans
    if requested:
        return None
    return lists_on_one_axis(contents, look, meter)


def _horizontal_plans(
    contents: Sequence[CDContent], look: CDLook, meter: TextMeter
) -> Sequence[CDPlan] | None:
    """Return horizontal diagrams on a common axis with the same font size and label
    arrangement; None if this is not possible.
    """
    plans = []
    for content in contents:
        plan = plan_across(content, look, meter)
        if plan is None:
            return None
        plans.append(plan)
    shapes = {(plan.labels.names.size, plan.column) for plan in plans}
    if len(shapes) > 1:
        return None
    return on_one_axis(plans)


@layout_cd_stack.public
def plot_cd_stack(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    *,
    titles: Sequence[str] | None = None,
    **options: Unpack[StackOptions],
) -> Drawing[StackLayout]:
    """Draw several comparisons (metrics, budgets, subsets) as stacked CD diagrams with
    a common axis.

    Each diagram is drawn as in `plot_cd`, with its own title, ruler, and groups or
    control. All axes have the same limits at the same positions, so that ranks and
    critical differences can be compared. In horizontal diagrams, only the first axis
    has numbers. The comparisons may contain different algorithms. To follow the same
    algorithms from one comparison to the next, use `plot_cd_sequence`.

    Parameters
    ----------
    comparisons : sequence of Comparison, or mapping of title to Comparison
        Two or more comparisons with the same ranking, as returned by
        `cddiagram.compare`.
    titles : sequence of str, optional
        A title for each comparison. By default, the titles are the keys of a mapping,
        or (a), (b), ...
    arrangement : {"auto", "horizontal", "list"}, default "auto"
        The arrangement of all diagrams: horizontal diagrams, or ranked lists with the
        best algorithm at the top. "auto" selects lists if a horizontal diagram would
        require type that is too small.
    best_at : {"right", "left"}, default "right"
        The end of a horizontal axis at which rank 1 is shown.
    rank_range : {"auto", "full", "data"} or (float, float), default "auto"
        The limits of all axes: 1 and the largest number of algorithms, or limits around
        the ranks of all comparisons.
    show_ruler : bool, default True
        Whether to draw the ruler of each critical difference.
    max_lanes : int, default 12
        The maximum number of lanes of bars for pairwise tests. If more lanes are
        required, lists are drawn in which letters show the groups.
    note : str, optional
        The note above the figure. By default, it states the test and the level, or each
        diagram has its own note if these differ. None omits the note and the
        explanation of bars.
    {rest}
    UsageError
        If there are fewer than two comparisons, if the number of titles is wrong, or if
        the rankings differ. If an option has an unknown value or contains the name of
        an unknown algorithm, or if both `width` and `ax` are specified.
    LayoutError
        If the diagrams do not fit the width, or if the height of `ax` is too small. The
        message states the required size.

    Examples
    --------
    >>> import cddiagram as cd
    >>> table = cd.load_example("garcia2008-table2")
    >>> stack = cd.plot_cd_stack(
    ...     {test: cd.compare(table, pair_test=test) for test in ("ranks", "sign")}
    ... )
    >>> (
    ...     stack.layout.titles,
    ...     len({diagram.axis.length for diagram in stack.layout.diagrams}),
    ... )
    (('ranks', 'sign'), 1)
    """
    return layout_cd_stack.draw(comparisons, options, titles=titles)
