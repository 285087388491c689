"""The CD diagram of a comparison, as a horizontal diagram or a ranked list."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.figures.bars import DRAW_MATRIX, prefers_letters
from cddiagram.figures.content import CDContent, content_from
from cddiagram.figures.horizontal import (
    HorizontalPlan,
    Labels,
    lanes_of,
    make_labels,
    plan_horizontal,
)
from cddiagram.figures.rank_intervals import rank_intervals_of
from cddiagram.figures.record import (
    WIDE,
    CDLayout,
    CDLook,
    CDOptions,
    unshown_in_list,
)
from cddiagram.figures.registry import figure
from cddiagram.sheet import SHORTER_NAMES, TextMeter, fit
from cddiagram.stats import rank_order
from cddiagram.text import LayoutError, Option, Phrase
from cddiagram.words import check_letters

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing
    from cddiagram.figures.ranked_list import ListPlan

    CDPlan = HorizontalPlan | ListPlan


@dataclass(frozen=True)
class Attempt:
    """One arrangement of the labels of a horizontal diagram."""

    labels: str
    #: The minimum length of the axis as a fraction of the page width. The first number
    #: applies to figures as wide as a column, and the second to figures as wide as a
    #: page.
    axis_in_column: float
    axis_on_page: float
    #: Whether this arrangement is tried only if the user requests a horizontal diagram.
    on_request: bool = False

    def least_axis(self, page: float) -> float:
        """Return the minimum length of the axis as a fraction of the page width."""
        if page >= WIDE:
            return self.axis_on_page
        return self.axis_in_column


#: The arrangements of labels, from most to least readable.
ATTEMPTS = (
    Attempt("column", 0.48, 0.48),
    Attempt("stair", 0.42, 0.35),
    Attempt("stair", 0.22, 0.22, on_request=True),
    Attempt("column", 0.22, 0.22, on_request=True),
)
#: If names are split over several lines, one of these fractions of the page width is
#: reserved for the axis. They are tried in this order.
_AXES_BESIDE_NAMES = (0.48, 0.36, 0.22)


@dataclass(frozen=True)
class Limits:
    """The limits of a horizontal diagram, beyond which the list is preferred."""

    algorithms: int
    #: If each leader is assumed to be `_LEADER_ROOM` wide, all leaders together occupy
    #: at most this fraction of the axis.
    crowded: float
    lanes: int = 12
    lines: int = 3


_IN_COLUMN = Limits(algorithms=16, crowded=0.62)
_ON_PAGE = Limits(algorithms=25, crowded=0.72)
_LEADER_ROOM = 5.0

#: Words of up to this many letters are not broken next to leaders.
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
    """Lay out the critical-difference diagram, horizontally if it fits and otherwise as
    a list (see `plot_cd`).
    """
    content = cd_content(comparison, look)
    intervals = rank_intervals_of(comparison, look.show_rank_intervals)
    content = replace(content, rank_intervals=intervals)

    def lay_out(tried: CDLook) -> CDLayout | None:
        plan: CDPlan | None = plan_across(content, tried, meter)
        if plan is None and tried.arrangement != "horizontal":
            from cddiagram.figures.ranked_list import plan_list  # not always needed

            plan = plan_list(content, tried, meter)
        if plan is None:
            return None
        return plan.draw(meter)

    what = "the figure"
    if look.arrangement == "horizontal":
        what = "the horizontal layout"
    layout = fit(lay_out, look, what, *remedies(look))
    if layout.kind == "list":
        return replace(layout, unshown=unshown_in_list(look))
    return layout


def cd_content(
    comparison: Comparison, options: CDLook, known: Sequence[str] | None = None
) -> CDContent:
    """Return the contents of a diagram, including the letters that may show its groups.
    Options may refer to any of the `known` algorithms.
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
    """Return the remedies for a diagram that does not fit, apart from a wider page."""
    ways: list[str] = []
    if options.arrangement == "horizontal":
        ways.append(Option("arrangement", "list"))
    if options.wrap is False:
        ways.append(Option("wrap", True))
    return [*ways, SHORTER_NAMES]


def plan_across(
    content: CDContent, options: CDLook, meter: TextMeter
) -> HorizontalPlan | None:
    """Return the most readable horizontal plan that fits; None if none fits or if the
    list is preferred.
    """
    requested = options.arrangement == "horizontal"
    if requested:
        _check_bars(content, options)
    elif not _may_be_horizontal(content, options):
        return None
    for labels in _label_candidates(content, options, meter):
        for attempt in _attempts(options):
            is_column = attempt.labels == "column"
            least = attempt.least_axis(options.page_width)
            plan = plan_horizontal(
                content, options, meter, labels, column=is_column, least=least
            )
            if plan is not None and (requested or _is_good(plan)):
                return plan
    return None


def _attempts(options: CDLook) -> Iterator[Attempt]:
    """Yield the label arrangements that the options allow."""
    for attempt in ATTEMPTS:
        is_allowed = options.labels in ("auto", attempt.labels)
        if (is_allowed and options.arrangement == "horizontal") or (
            is_allowed and not attempt.on_request
        ):
            yield attempt


def _label_candidates(
    content: CDContent, options: CDLook, meter: TextMeter
) -> list[Labels]:
    """Return the candidate labels, from most to least readable: whole names before
    broken names, and large type before small type.
    """
    requested = options.arrangement == "horizontal"
    limits = [math.inf]
    if options.wrap is True or (requested and options.wrap == "auto"):
        limits += _name_limits(options)
    sizes: tuple[float, ...] = (options.font_size,)
    if requested:
        sizes = options.sizes
    words = " ".join(content.names).split()
    whole_words = max(map(len, words), default=0) <= _LONGEST_WORD
    candidates = []
    for size in sizes:
        for limit in limits:
            labels = make_labels(
                content, options, meter, size, limit, whole_words=whole_words
            )
            if labels is not None:
                candidates.append(labels)
    if requested:
        candidates.sort(key=lambda labels: labels.names.most_lines)
    return candidates


def _limits(options: CDLook) -> Limits:
    """Return the limits for the page width."""
    if options.page_width >= WIDE:
        return _ON_PAGE
    return _IN_COLUMN


def _may_be_horizontal(content: CDContent, options: CDLook) -> bool:
    """Return whether a horizontal diagram may be preferred to the list."""
    if options.arrangement == "list" or options.show_rank_intervals:
        return False
    if prefers_letters(content, options.letters):
        return False
    return content.k <= _limits(options).algorithms


def _is_good(plan: HorizontalPlan) -> bool:
    """Return whether a plan is preferred to the list."""
    limits = _limits(plan.options)
    room = (plan.content.k - 1) * _LEADER_ROOM
    return (
        (plan.drawn.all_drawn or not plan.content.groups)
        and plan.drawn.lane_count <= limits.lanes
        and plan.labels.names.most_lines <= limits.lines
        and room <= limits.crowded * plan.fit.length
    )


def _check_bars(content: CDContent, options: CDLook) -> None:
    """Raise an error if a horizontal diagram is requested but has too many groups for
    bars.
    """
    if lanes_of(content, options).all_drawn:
        return
    way = DRAW_MATRIX
    if content.letters:
        arrangement = Option("arrangement", "list")
        way = Phrase("pass ", arrangement, " to show them with letters")
    raise LayoutError(f"{content.groups_counted} are too many for bars: ", way, ".")


def _name_limits(options: CDLook) -> list[float]:
    """Return the maximum widths of broken names: the space next to axes of three
    lengths.
    """
    sides = 2 if options.side == "both" else 1
    numbers = 3.2 * options.font_size if options.show_ranks else 0.0
    limits = []
    for share in _AXES_BESIDE_NAMES:
        limit = options.page_width * (1 - share) / sides - numbers - 10.0
        if limit >= 2 * options.font_size:
            limits.append(limit)
    return limits


@layout_cd.public
def plot_cd(comparison: Comparison, **options: Unpack[CDOptions]) -> Drawing[CDLayout]:
    r"""Draw the critical-difference diagram of a comparison.

    Bars connect algorithms that are not significantly different. A bar becomes a thin
    arch where it passes an algorithm that is not in the group. If all decisions depend
    on a single critical difference, a ruler shows its length. With a control, the
    figure shows an interval of one critical difference on either side of the control,
    and markers replace the bars. Filled markers denote algorithms that differ
    significantly from the control, and hollow markers denote algorithms that do not. A
    key above the axis explains every mark except the discs on the axis. With
    ``note=None``, the key does not explain bars. The colours follow the rc parameters
    ``text.color`` and ``figure.facecolor``.

    Parameters
    ----------
    comparison : Comparison
        The comparison, as returned by `cddiagram.compare`.
    arrangement : {"auto", "horizontal", "list"}, default "auto"
        The classic horizontal diagram, or a ranked list with the best algorithm at the
        top. By default, the list is used if the horizontal diagram would require type
        that is too small. A list that would be taller than 8 inches on a page, or 9
        inches in a column, is split into two side-by-side blocks if there is room.
        Letters replace the bars if the bars would leave no room for the axes of the
        blocks; "a–d" then denotes the letters a, b, c and d. A warning is issued if the
        figure is still taller than a page.
    labels : {"auto", "column", "stair"}, default "auto"
        The positions of the names in a horizontal diagram: aligned in columns, or at
        the end of each leader. "auto" selects columns if they fit.
    side : {"both", "left", "right"}, default "both"
        The side or sides on which the names are printed.
    best_at : {"right", "left"}, default "right"
        The end of the axis at which rank 1 is shown.
    rank_range : {"auto", "full", "data"} or (float, float), default "auto"
        The limits of the axis: 1 and k, or limits around the average ranks.
    show_ruler : bool, default True
        Whether to draw the ruler of the critical difference.
    max_lanes : int, default 12
        The maximum number of rows of bars. If pairwise tests require more rows, a list
        is drawn in which letters show the groups.
    letters : {"auto", True, False}, default "auto"
        Whether to show the groups as letters in a list. Two algorithms share a letter
        if and only if they are not significantly different. Filled markers denote
        algorithms that differ significantly from the best-ranked algorithm. By default,
        letters replace bars if there are too many rows of bars or too many arches.
    show_rank_intervals : bool, default False
        Whether to print the rank intervals from `Comparison.rank_intervals` in a column
        of the list. These are confidence intervals of ranks, not of average ranks. They
        are wide if only comparisons with a control are tested.
    {rest}
    UsageError
        If an option has an unknown value or contains the name of an unknown algorithm,
        or if both `width` and `ax` are specified.
    LayoutError
        If the diagram does not fit the width, or if the height of `ax` is too small.
        The message states the required size.

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
