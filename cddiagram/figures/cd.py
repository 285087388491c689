"""The CD diagram: from a finished comparison to a sheet of elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Unpack

from cddiagram._util.inlines import Option, Phrase
from cddiagram.errors import LayoutError, UsageError
from cddiagram.figures.cd_fit import LEADER_GAP
from cddiagram.figures.content import CDContent, content_from, with_letters
from cddiagram.figures.horizontal import HorizontalPlan, draw_horizontal, make_labels, plan_horizontal
from cddiagram.figures.ranked_list import MATRIX, draw_list, plan_list
from cddiagram.figures.record import CDLayout, CDLook, mirrored
from cddiagram.figures.registry import figure
from cddiagram.procedures import MAX_LANES
from cddiagram.sheet.fit import SHORTER_NAMES, fit
from cddiagram.sheet.look import Look, RowOptions
from cddiagram.sheet.meter import TextMeter

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.figures.drawing import Drawing

_MOST_ALGORITHMS = 16
_MOST_LANES = 8
#: Least length of the axis as a fraction of the page, for an unforced horizontal layout and for a forced one.
_LEAST_AXIS = {True: 0.48, False: 0.42}
_FORCED_LEAST_AXIS = 0.22
#: Most of the axis that the leaders may take, each as wide as its gap.
_MOST_CROWDED = 0.55
#: Lines of a name, from good to bearable to whatever it takes.
_BEARABLE_LINES = 3
_MOST_LINES = (1, 2, _BEARABLE_LINES, 1000)


@figure("cd", RowOptions, title="Critical-difference diagram", rows=True)
def layout_cd(
    comparison: Comparison,
    *,
    look: Look,
    meter: TextMeter,
    arrangement: str = "auto",
    labels: str = "auto",
    side: str = "both",
    best_at: str = "right",
    rank_range: str | tuple[float, float] = "auto",
    show_ruler: bool = True,
    max_lanes: int = MAX_LANES,
    letters: str | bool = "auto",
) -> CDLayout:
    """Lay out the critical-difference diagram, horizontal where it has room, else as a list: see `plot_cd`."""
    options = CDLook(
        **vars(look),
        arrangement=arrangement,
        labels=labels,
        side=side,
        best_at=best_at,
        show_ruler=show_ruler,
        max_lanes=max_lanes,
        letters=letters,
    )
    content = content_from(comparison, look, rank_range)
    return layout_content(with_letters(content, comparison), options, meter)


def layout_content(content: CDContent, options: CDLook, meter: TextMeter) -> CDLayout:
    """Choose the layout and lay out the content; see `layout_cd`."""
    if options.letters is True and content.control is not None:
        raise UsageError("letters are for comparisons of all pairs: with a control leave them out.")
    horizontal = options.arrangement == "horizontal"
    ways = [Option("arrangement", "list")] if horizontal else []
    ways += [Option("wrap", True)] if options.wrap is False else []
    what = "the horizontal layout" if horizontal else "the figure"
    return fit(lambda look: _try_layout(content, look, meter), options, what, *ways, SHORTER_NAMES)


def _try_layout(content: CDContent, options: CDLook, meter: TextMeter) -> CDLayout | None:
    if options.arrangement != "list" and options.letters is not True:
        plans = _forced_plans if options.arrangement == "horizontal" else _unforced_plans
        plan = next(plans(content, options, meter), None)
        if plan is not None:
            if not plan.drawn.all_drawn:
                as_list = Phrase("pass ", Option("arrangement", "list"), ", where letters show them")
                way = as_list if content.letters else MATRIX
                raise LayoutError(f"{content.groups_counted} are too many for bars: ", way, ".")
            result = draw_horizontal(content, options, meter, plan)
            return result if options.best_at == "right" else mirrored(result)
        if options.arrangement == "horizontal":
            return None
    plan_of_list = plan_list(content, options, meter)
    return None if plan_of_list is None else draw_list(content, options, meter, plan_of_list)


def _unforced_plans(content: CDContent, options: CDLook, meter: TextMeter) -> Iterator[HorizontalPlan]:
    """Yield horizontal plans that are good enough to be preferred to the list."""
    if content.k > _MOST_ALGORITHMS:
        return
    for name_limit in (None, *_name_limits(options)) if options.wrap is True else (None,):
        labels = make_labels(content, options, meter, options.font_size, name_limit)
        if labels is None or labels.names.most_lines > _BEARABLE_LINES:
            continue
        for column in _label_kinds(options):
            plan = plan_horizontal(content, options, meter, labels, column=column, least=_LEAST_AXIS[column])
            if plan is None or plan.drawn.lane_count > _MOST_LANES or (content.groups and not plan.drawn.all_drawn):
                continue
            if (content.k - 1) * LEADER_GAP <= _MOST_CROWDED * plan.fit.length:
                yield plan


def _forced_plans(content: CDContent, options: CDLook, meter: TextMeter) -> Iterator[HorizontalPlan]:
    """Yield horizontal plans from the most to the least readable: whole names, then broken ones; large, then small."""
    limits = (None,) if options.wrap is False else (None, *_name_limits(options))
    made = [make_labels(content, options, meter, size, limit) for size in options.sizes for limit in limits]
    candidates = [labels for labels in made if labels is not None]
    kinds = _label_kinds(options)
    fewer = 0
    for most in _MOST_LINES:
        tier = [labels for labels in candidates if fewer < labels.names.most_lines <= most]
        fewer = most
        if most == _MOST_LINES[-1]:
            tier.sort(key=lambda labels: labels.names.most_lines)
        for labels in tier:
            steps = [(column, _LEAST_AXIS[column]) for column in kinds]
            steps += [(column, _FORCED_LEAST_AXIS) for column in reversed(kinds)]
            for column, least in steps:
                plan = plan_horizontal(content, options, meter, labels, column=column, least=least)
                if plan is not None:
                    yield plan


def _label_kinds(options: CDLook) -> tuple[bool, ...]:
    return {"auto": (True, False), "column": (True,), "stair": (False,)}[options.labels]


def _name_limits(options: CDLook) -> tuple[float, ...]:
    """Return the widths to which names may be broken: what is left beside axes of three lengths."""
    sides = 2 if options.side == "both" else 1
    numbers = 3.2 * options.font_size if options.show_ranks else 0.0
    room = [options.page_width * (1 - share) / sides - numbers - 10.0 for share in (0.48, 0.36, _FORCED_LEAST_AXIS)]
    return tuple(limit for limit in room if limit >= 2 * options.font_size)


@layout_cd.public
def plot_cd(
    comparison: Comparison,
    *,
    arrangement: str = "auto",
    labels: str = "auto",
    side: str = "both",
    best_at: str = "right",
    rank_range: str | tuple[float, float] = "auto",
    show_ruler: bool = True,
    max_lanes: int = MAX_LANES,
    letters: str | bool = "auto",
    **options: Unpack[RowOptions],
) -> Drawing[CDLayout]:
    r"""Draw the critical-difference diagram of a comparison.

    The comparison decides what is drawn: groups of algorithms that are not significantly different as bars at the
    exact ranks (a thin link hops over who is not in its group), a ruler where one critical difference decides, and
    with a control its interval and filled (different) and hollow (not different) markers. Colours follow rc
    ``text.color`` and ``figure.facecolor``.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`.
    arrangement : {"auto", "horizontal", "list"}, default "auto"
        The classic diagram, or a ranked list with the best on top. ``"auto"`` takes the list where the classic
        diagram would need type that is too small.
    labels : {"auto", "column", "stair"}, default "auto"
        Names of the classic diagram in aligned columns, or each at its own leader.
    side : {"both", "left", "right"}, default "both"
        Where the names stand.
    best_at : {"right", "left"}, default "right"
        The end of the axis with rank 1.
    rank_range : {"auto", "full", "data"} or (float, float), default "auto"
        Ends of the axis: 1 to k, or around the data.
    show_ruler, show_direction : bool, default True
        Draw the ruler of the critical difference; the arrow to the better end.
    max_lanes : int, default 12
        With more rows of bars than this (pairwise tests only) the groups get letters instead, in the list.
    letters : {"auto", True, False}, default "auto"
        Whether the list shows the groups by letters instead of bars: two algorithms share one if and only if they are
        not significantly different; markers are filled where different from the best. "auto": where bars are too many.
    {look}

    {returns}

    Raises
    ------
    UsageError
        An option has an unknown value or names an unknown algorithm, or `width` and `ax` are both given.
    LayoutError
        The diagram does not fit the width, or `ax` is too low; the message names the size that is needed.

    {warns}

    References
    ----------
    Demšar (2006), Statistical comparisons of classifiers over multiple data sets, JMLR 7:1-30, section 3.2.4.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = cd.plot_cd(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    >>> drawing.layout.width / 72
    3.3
    """
    return layout_cd.draw(
        comparison,
        options,
        arrangement=arrangement,
        labels=labels,
        side=side,
        best_at=best_at,
        rank_range=rank_range,
        show_ruler=show_ruler,
        max_lanes=max_lanes,
        letters=letters,
    )
