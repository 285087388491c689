"""The CD diagram: from a finished comparison to a sheet of elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.figures.cd_fit import LEADER_GAP
from cddiagram.figures.content import CDContent, content_from
from cddiagram.figures.horizontal import HorizontalPlan, make_labels, plan_horizontal
from cddiagram.figures.rank_intervals import rank_intervals_of
from cddiagram.figures.ranked_list import MATRIX, ListPlan, plan_list
from cddiagram.figures.record import CDLayout, CDLook, CDOptions, unshown_in_list
from cddiagram.figures.registry import figure
from cddiagram.sheet import SHORTER_NAMES, TextMeter, fit
from cddiagram.stats import rank_order
from cddiagram.text import LayoutError, Option, Phrase
from cddiagram.words import check_letters

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing

#: What a horizontal layout may have at most to be preferred to the list: lanes and
#: lines of a name; and on a column or a page (so many points wide) algorithms, and how
#: much of the axis the leaders may take, each as wide as its gap.
_MOST_LANES, _MOST_LINES = 8, 3
_WIDE, _MOST_ALGORITHMS, _MOST_CROWDED = (
    360.0,
    {False: 16, True: 25},
    {False: 0.62, True: 0.72},
)
#: Least length of the axis as a fraction of the page: of labels in columns or at their
#: leaders, and if it is forced.
_LEAST_AXIS = {False: {True: 0.48, False: 0.42}, True: {True: 0.48, False: 0.35}}
_FORCED_LEAST_AXIS = 0.22

CDPlan = HorizontalPlan | ListPlan

#: Words of at most so many letters are kept whole where names are broken beside
#: leaders.
_LONGEST_WORD = 24


@figure(
    "cd",
    CDOptions,
    looks=CDLook,
    title="Critical-difference diagram",
    incomplete=True,
    rows=True,
    worded="words.captions:cd_caption_words",
    reading="words.captions:reading_of_cd",
    report=lambda comparison: True,
)
def layout_cd(comparison: Comparison, *, look: CDLook, meter: TextMeter) -> CDLayout:
    """Lay out the critical-difference diagram, horizontal where it has room, else as a
    list: see `plot_cd`.
    """
    content = cd_content(comparison, look)
    content = replace(
        content, places=rank_intervals_of(comparison, look.show_rank_intervals)
    )

    def laid_out(tried: CDLook) -> CDLayout | None:
        plan: CDPlan | None = plan_across(content, tried, meter)
        if plan is None and tried.arrangement != "horizontal":
            plan = plan_list(content, tried, meter)
        return None if plan is None else plan.draw(meter)

    what = "the horizontal layout" if look.arrangement == "horizontal" else "the figure"
    layout = fit(laid_out, look, what, *remedies(look))
    return (
        replace(layout, unshown=unshown_in_list(look))
        if layout.kind == "list"
        else layout
    )


def cd_content(
    comparison: Comparison, options: CDLook, known: Sequence[str] | None = None
) -> CDContent:
    """Return what a diagram says, and the letters that it may show; options may name
    the `known` algorithms.
    """
    check_letters(comparison, options.letters)
    content = content_from(comparison, options, options.rank_range, known=known)
    if content.control is not None:
        return content
    order = rank_order(comparison.ranking.average_ranks)
    different = comparison.different()[order[0]]
    return replace(
        content,
        lettered=comparison,
        apart_from_best=tuple(bool(different[column]) for column in order),
    )


def remedies(options: CDLook) -> list[str]:
    """Return what helps a diagram that does not fit, beside a wider page."""
    ways = (
        [Option("arrangement", "list")] if options.arrangement == "horizontal" else []
    )
    return [
        *ways,
        *([Option("wrap", True)] if options.wrap is False else []),
        SHORTER_NAMES,
    ]


def plan_across(
    content: CDContent, options: CDLook, meter: TextMeter
) -> HorizontalPlan | None:
    """Return a horizontal plan that is preferred to the list; if it is forced, the most
    readable of all that fit.
    """
    forced, listed = (
        options.arrangement == "horizontal",
        options.letters is True or options.show_rank_intervals,
    )
    wide = options.page_width >= _WIDE
    if (
        options.arrangement == "list"
        or listed
        or (not forced and content.k > _MOST_ALGORITHMS[wide])
    ):
        return None
    broken = options.wrap is True or (forced and options.wrap == "auto")
    limits = (None, *_name_limits(options)) if broken else (None,)
    sizes = options.sizes if forced else (options.font_size,)
    whole = max(map(len, " ".join(content.names).split()), default=0) <= _LONGEST_WORD
    made = (
        make_labels(content, options, meter, size, limit, whole)
        for size in sizes
        for limit in limits
    )
    candidates = [labels for labels in made if labels is not None]
    kinds = {"auto": (True, False), "column": (True,), "stair": (False,)}[
        options.labels
    ]
    steps = [(column, _LEAST_AXIS[wide][column]) for column in kinds]
    if forced:  # whole names, then broken ones; large, then small
        candidates.sort(key=lambda labels: labels.names.most_lines)
        steps += [(column, _FORCED_LEAST_AXIS) for column in reversed(kinds)]
    for labels in candidates:
        for column, least in steps:
            plan = plan_horizontal(
                content, options, meter, labels, column=column, least=least
            )
            if plan is not None and not plan.drawn.all_drawn and forced:
                as_list = Phrase(
                    "pass ", Option("arrangement", "list"), ", where letters show them"
                )
                way = as_list if content.letters else MATRIX
                raise LayoutError(
                    f"{content.groups_counted} are too many for bars: ", way, "."
                )
            if plan is not None and (forced or _is_good(plan)):
                return plan
    return None


def _is_good(plan: HorizontalPlan) -> bool:
    """Whether a plan is preferred to the list."""
    readable = (
        plan.drawn.lane_count <= _MOST_LANES
        and plan.labels.names.most_lines <= _MOST_LINES
    )
    wide = plan.options.page_width >= _WIDE
    crowded = (plan.content.k - 1) * LEADER_GAP > _MOST_CROWDED[wide] * plan.fit.length
    return (
        readable and not crowded and (plan.drawn.all_drawn or not plan.content.groups)
    )


def _name_limits(options: CDLook) -> tuple[float, ...]:
    """Return the widths to which names may be broken: what is left beside axes of three
    lengths.
    """
    sides = 2 if options.side == "both" else 1
    numbers = 3.2 * options.font_size if options.show_ranks else 0.0
    room = [
        options.page_width * (1 - share) / sides - numbers - 10.0
        for share in (0.48, 0.36, _FORCED_LEAST_AXIS)
    ]
    return tuple(limit for limit in room if limit >= 2 * options.font_size)


@layout_cd.public
def plot_cd(comparison: Comparison, **options: Unpack[CDOptions]) -> Drawing[CDLayout]:
    r"""Draw the critical-difference diagram of a comparison.

    The comparison decides what is drawn: groups of algorithms that are not
    significantly different as bars at the exact ranks (a thin link hops over who is not
    in its group), a ruler where one critical difference decides, and with a control its
    interval and filled (different) and hollow (not different) markers. Colours follow
    rc ``text.color`` and ``figure.facecolor``.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`.
    arrangement : {"auto", "horizontal", "list"}, default "auto"
        The classic diagram, or a ranked list with the best on top. ``"auto"`` takes the
        list where the classic diagram would need type that is too small.
    labels : {"auto", "column", "stair"}, default "auto"
        Names of the classic diagram in aligned columns, or each at its own leader.
    side : {"both", "left", "right"}, default "both"
        Where the names stand.
    best_at : {"right", "left"}, default "right"
        The end of the axis with rank 1.
    rank_range : {"auto", "full", "data"} or (float, float), default "auto"
        Ends of the axis: 1 to k, or around the data.
    show_ruler : bool, default True
        Draw the ruler of the critical difference.
    max_lanes : int, default 12
        With more rows of bars than this (pairwise tests only) the groups get letters
        instead, in the list.
    letters : {"auto", True, False}, default "auto"
        Whether the list shows the groups by letters instead of bars: two algorithms
        share one if and only if they are not significantly different; markers are
        filled where different from the best. "auto": where bars are too many.
    show_rank_intervals : bool, default False
        Show in the list the places that each algorithm may hold by the tests of pairs,
        `Comparison.rank_intervals`, as a column of numbers. They are intervals of
        places, not of average ranks; with a control they are wide.
    {rest}
    UsageError
        An option has an unknown value or names an unknown algorithm, or `width` and
        `ax` are both given.
    LayoutError
        The diagram does not fit the width, or `ax` is too low; the message names the
        size that is needed.

    References
    ----------
    Demšar (2006), Statistical comparisons of classifiers over multiple data sets, JMLR
    7:1-30, section 3.2.4.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = cd.plot_cd(
    ...     cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    ... )
    >>> drawing.layout.width / 72
    3.3
    """
    return layout_cd.draw(comparison, options)
