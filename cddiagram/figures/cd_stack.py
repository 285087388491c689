"""A stack of CD diagrams: several comparisons, of the same algorithms or not, under one
another on one axis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Unpack

from cddiagram.figures.cd import CDPlan, cd_content, plan_across, remedies
from cddiagram.figures.content import AVERAGE_RANK, CDContent, titled
from cddiagram.figures.horizontal import on_one_axis
from cddiagram.figures.ranked_list import ListPlan, lists_on_one_axis
from cddiagram.figures.record import CDLayout, CDLook, StackOptions, unshown_in_list
from cddiagram.figures.registry import SEVERAL, figure
from cddiagram.sheet import Element, Line, Page, Sheet, TextMeter, fit
from cddiagram.text import UsageError

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing

#: Between two diagrams.
_GAP = 6.0


@dataclass(frozen=True, kw_only=True)
class StackLayout(Sheet):
    """A stack laid out; ids of elements begin with ``diagram-`` and the number of the
    diagram, from 0.

    Attributes
    ----------
    titles : tuple of str
        Titles of the diagrams.
    font_size : float
        Size of the names used, in points.
    tops : tuple of float
        How far the upper edge of each diagram is below that of the page.
    diagrams : tuple of CDLayout
        Each diagram, its places counted from its own upper edge; their axes have the
        same ends.
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
    """Lay out several comparisons as diagrams under one another: see
    `plot_cd_stack`.
    """
    members, shown_titles = titled(comparisons, titles, "a stack")
    known = list(
        dict.fromkeys(name for member in members for name in member.algorithms)
    )
    contents = [cd_content(member, look, known) for member in members]
    if len({content.axis.bounded or content.axis.label for content in contents}) > 1:
        raise UsageError(
            "a stack has one axis of ranks, and its comparisons rank differently: "
            "give them one ranking."
        )
    low, high = zip(*(content.axis_range for content in contents), strict=True)
    note = (
        contents[0].note if len({content.note for content in contents}) == 1 else None
    )
    contents = [
        replace(
            content,
            title=title,
            note=None if note else content.note,
            axis_range=(min(low), max(high)),
        )
        for content, title in zip(contents, shown_titles, strict=True)
    ]
    what = f"a stack of {len(contents)} diagrams"
    plans = fit(
        lambda tried: _plan_together(contents, tried, meter),
        look,
        what,
        *remedies(look),
    )
    axis = contents[0].axis
    cue: dict[str, Any] = {}
    if (
        note and look.show_direction
    ):  # in the first row of all, else in that of the first diagram
        side = "left" if isinstance(plans[0], ListPlan) else look.best_at
        cue = {
            "cue_side": side,
            "axis_label": axis.label,
            "axis_named": axis.label != AVERAGE_RANK,
        }
    families = contents[0].family_key(*contents[1:])
    # What marks mean in all diagrams is said once; over the others it would be wrong.
    keys = [plan.shown_key(meter) for plan in plans]
    key = [
        entry
        for entry in keys[0]
        if all(entry.text in [other.text for other in others] for others in keys)
    ]
    explained = frozenset(entry.text for entry in (*key, *families))
    elements, bottom = Page(look, meter).header(
        note or "", key=tuple(key), families=families, **cue
    )
    diagrams: list[CDLayout] = []
    tops: list[float] = []
    for number, plan in enumerate(plans):  # the first one says for all where better is
        first = look.show_direction and not note and number == 0
        shown = replace(plan.options, show_direction=first)
        diagrams.append(
            replace(
                plan, options=shown, content=replace(plan.content, explained=explained)
            ).draw(meter)
        )
        tops.append(bottom)
        elements += [
            _moved(element, bottom, f"diagram-{number}-")
            for element in diagrams[-1].elements
        ]
        bottom += diagrams[-1].height + _GAP
    return StackLayout(
        width=look.page_width,
        height=bottom - _GAP,
        elements=tuple(elements),
        titles=shown_titles,
        font_size=diagrams[0].font_size,
        tops=tuple(tops),
        diagrams=tuple(diagrams),
        unshown=unshown_in_list(look) if isinstance(plans[0], ListPlan) else (),
    )


def _plan_together(
    contents: Sequence[CDContent], options: CDLook, meter: TextMeter
) -> Sequence[CDPlan] | None:
    """Return diagrams of one kind and size whose axes stand at one place; None if they
    do not fit the page.
    """
    forced = options.arrangement == "horizontal"
    sizes = options.sizes if forced else options.sizes[: options.arrangement != "list"]
    for size, labels in product(sizes, ("auto", "stair")):
        tried = replace(options, font_size=size, labels=labels)
        across = [plan_across(content, tried, meter) for content in contents]
        plans = [plan for plan in across if plan]
        alike = (
            len(plans) == len(contents)
            and len({(plan.labels.names.size, plan.column) for plan in plans}) == 1
        )
        if alike and (together := on_one_axis(plans)):
            return together
    return None if forced else lists_on_one_axis(contents, options, meter)


def _moved(element: Element, down: float, prefix: str) -> Element:
    if isinstance(element, Line):
        points = tuple((x, y + down) for x, y in element.points)
        return replace(element, gid=prefix + element.gid, points=points)
    return replace(element, gid=prefix + element.gid, y=element.y + down)


@layout_cd_stack.public
def plot_cd_stack(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    *,
    titles: Sequence[str] | None = None,
    **options: Unpack[StackOptions],
) -> Drawing[StackLayout]:
    """Draw several comparisons (metrics, budgets, subsets) as CD diagrams under one
    another, on one axis.

    Each diagram is that of `plot_cd`, with its own title, ruler and groups, or its own
    control. Their axes have the same ends at the same places, so that ranks and
    critical differences are compared by eye. The comparisons may rank different
    algorithms; `plot_cd_sequence` follows the same ones from one to the next.

    Parameters
    ----------
    comparisons : sequence of Comparison, or mapping of title to Comparison
        Two or more finished comparisons by one ranking, from `cddiagram.compare`.
    titles : sequence of str, optional
        A title for each; by default the keys of a mapping, otherwise (a), (b), ...
    arrangement : {"auto", "horizontal", "list"}, default "auto"
        Classic diagrams, or ranked lists with the best on top; all are of one kind.
        "auto" takes lists where one of the classic diagrams would need type that is too
        small.
    best_at : {"right", "left"}, default "right"
        The end of a horizontal axis with rank 1.
    rank_range : {"auto", "full", "data"} or (float, float), default "auto"
        Ends of all axes: 1 to the most algorithms, or around the data of all
        comparisons.
    show_ruler : bool, default True
        Draw the ruler of each critical difference.
    max_lanes : int, default 12
        With more rows of bars than this (pairwise tests only) lists show the groups by
        letters.
    note : str, optional
        By default the test and alpha, over each diagram where they differ; None for no
        note.
    {rest}
    UsageError
        Fewer than two comparisons, not one title for each, comparisons by different
        rankings, an option with an unknown value or for an algorithm of none of them,
        or `width` and `ax` are both given.
    LayoutError
        The diagrams do not fit the width, or `ax` is too low; the message names the
        size that is needed.

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
