"""The CD diagram: from a finished comparison to a sheet of elements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from cddiagram.errors import LayoutError, UsageError
from cddiagram.figures.cd_fit import LEADER_GAP
from cddiagram.figures.content import CDContent, content_from, with_letters
from cddiagram.figures.horizontal import HorizontalPlan, draw_horizontal, plan_horizontal
from cddiagram.figures.labels import make_labels
from cddiagram.figures.options import CDOptions, page_width
from cddiagram.figures.ranked_list import MATRIX, draw_list, plan_list
from cddiagram.figures.record import CDLayout, mirrored
from cddiagram.sheet.elements import Measure
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import Highlight
from cddiagram.sheet.needed import does_not_fit

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison

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


def layout_cd(
    comparison: Comparison,
    *,
    measure: Measure,
    width: str | float = "column",
    layout: str = "auto",
    labels: str = "auto",
    side: str = "both",
    best: str = "right",
    font_size: float = 8.0,
    min_font_size: float = 6.5,
    show_ranks: bool = True,
    rank_decimals: str | int = "auto",
    rank_range: str | tuple[float, float] = "auto",
    highlight: Highlight | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    show_ruler: bool = True,
    show_direction: bool = True,
    note: str | None = "auto",
    title: str | None = None,
    wrap: str | bool = "auto",
    max_lanes: int = 12,
    letters: str | bool = "auto",
    math: bool = False,
) -> CDLayout:
    """Lay out the critical-difference diagram of a comparison, in points.

    The horizontal diagram (Demšar 2006, Figure 1) is chosen where names, leaders and bars have room; otherwise a
    ranked list. Bars cover the leaders of their members, at the exact ranks as far as they stay clear of the next
    leader, and are never longer than the critical difference; a thin link hops over an algorithm that is not in its
    group. A comparison with a control has no bars: markers beside the names are filled where different from the
    control, and its critical difference is an interval below the axis.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison; only its statements are drawn, nothing is computed.
    measure : callable
        ``measure(text, size, bold, italic)`` -> width of a line of text in points.
    width : str or float, default "column"
        ``"column"`` (3.3 in), ``"page"`` (6.75 in), a venue's (``"ieee-column"``, ``"acm-page"``, ...: see
        `cddiagram.sheet.widths`), or inches. The layout has exactly this width; its height follows from the content.
    layout : {"auto", "horizontal", "list"}
        The ranked list, the horizontal diagram, or whichever suits.
    labels : {"auto", "column", "stair"}
        Labels of a horizontal diagram in aligned columns or each beside its own leader.
    side : {"both", "left", "right"}
        Side of the labels of a horizontal diagram.
    best : {"right", "left"}
        The better end of a horizontal axis; a list always has the best on top.
    font_size, min_font_size : float, default 8 and 6.5
        Size of the names in points, and the smallest to which they may shrink. All else is 1 pt smaller.
    show_ranks : bool, default True
        Whether to print the average ranks.
    rank_decimals : {"auto", 2, 3}
        Decimals of the average ranks; 3 by default where 2 would print different ranks alike.
    rank_range : {"auto", "full", "data"} or (float, float)
        Range of the axis: 1..k, whole ranks around the data, or the given ends; auto is full up to 12 algorithms.
        Aligned and Quade ranks always show the range of the data.
    highlight : str, list of str, or dict, optional
        Algorithms in bold and in the accent colour, or in the colours given.
    colors : dict, optional
        Colours of single algorithms.
    rename : dict, optional
        Names to print, by name.
    show_ruler, show_direction : bool, default True
        Whether to show the critical difference, and which end is better.
    note : str or None, default "auto"
        Text in the header; "auto" is the test and alpha.
    title : str, optional
        A line above everything.
    wrap : {"auto", True, False}
        Whether names may be broken over lines; "auto": in a forced horizontal layout, and as a last step of the list.
    max_lanes : int, default 12
        With pairwise tests, groups that need more lanes of bars than this get letters instead.
    letters : {"auto", True, False}
        Whether the list shows the groups by letters: two algorithms share one if and only if they are not
        significantly different. "auto": where bars would need too many lanes.
    math : bool, default False
        Whether names, note and title are mathtext.

    Returns
    -------
    CDLayout
        The elements in drawing order, and the decisions taken.

    Raises
    ------
    UsageError
        An option has an unknown value or names an unknown algorithm.
    LayoutError
        The content does not fit, and the message names a width that would do; or there are too many groups for bars and
        for letters.

    References
    ----------
    Demšar 2006, section 3.2.2 and Figure 1.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> layout = layout_cd(comparison, measure=lambda text, size, bold, italic: 0.5 * size * len(text))
    >>> layout.kind, layout.width, [bar.members for bar in layout.bars]
    ('horizontal', 237.6, [(0, 1, 2), (2, 3)])
    """
    options = CDOptions(
        page_width=page_width(width),
        layout=layout,
        labels=labels,
        side=side,
        best=best,
        font_size=font_size,
        min_font_size=min_font_size,
        show_ranks=show_ranks,
        show_ruler=show_ruler,
        show_direction=show_direction,
        wrap=wrap,
        max_lanes=max_lanes,
        letters=letters,
    )
    content = content_from(
        comparison,
        rank_decimals=rank_decimals,
        rank_range=rank_range,
        highlight=highlight,
        colors=colors,
        rename=rename,
        note=note,
        title=title,
        math=math,
    )
    return layout_content(with_letters(content, comparison), options, TextMeter(measure))


def layout_content(content: CDContent, options: CDOptions, meter: TextMeter) -> CDLayout:
    """Choose the layout and lay out the content; see `layout_cd`."""
    if options.letters is True and content.control is not None:
        raise UsageError("letters are for comparisons of all pairs: with a control leave them out.")
    result = _try_layout(content, options, meter)
    if result is None:
        raise LayoutError(_does_not_fit(content, options, meter))
    return result


def _try_layout(content: CDContent, options: CDOptions, meter: TextMeter) -> CDLayout | None:
    if options.layout != "list" and options.letters is not True:
        plans = _forced_plans if options.layout == "horizontal" else _unforced_plans
        plan = next(plans(content, options, meter), None)
        if plan is not None:
            if not plan.drawn.all_drawn:
                way = "pass layout='list', where letters show them" if content.letters else MATRIX
                raise LayoutError(f"{content.groups_counted} are too many for bars: {way}.")
            result = draw_horizontal(content, options, meter, plan)
            return result if options.best == "right" else mirrored(result)
        if options.layout == "horizontal":
            return None
    plan_of_list = plan_list(content, options, meter)
    return None if plan_of_list is None else draw_list(content, options, meter, plan_of_list)


def _unforced_plans(content: CDContent, options: CDOptions, meter: TextMeter) -> Iterator[HorizontalPlan]:
    """Yield horizontal plans that are good enough to be preferred to the list."""
    if content.k > _MOST_ALGORITHMS:
        return
    for name_limit in (None, *_name_limits(options)) if options.wrap is True else (None,):
        labels = make_labels(content, options, meter, options.font_size, name_limit)
        if labels is None or labels.most_lines > _BEARABLE_LINES:
            continue
        for column in _label_kinds(options):
            plan = plan_horizontal(content, options, meter, labels, column=column, least=_LEAST_AXIS[column])
            if plan is None or plan.drawn.lane_count > _MOST_LANES or (content.groups and not plan.drawn.all_drawn):
                continue
            if (content.k - 1) * LEADER_GAP <= _MOST_CROWDED * plan.fit.length:
                yield plan


def _forced_plans(content: CDContent, options: CDOptions, meter: TextMeter) -> Iterator[HorizontalPlan]:
    """Yield horizontal plans from the most to the least readable: whole names, then broken ones; large, then small."""
    limits = (None,) if options.wrap is False else (None, *_name_limits(options))
    made = [make_labels(content, options, meter, size, limit) for size in options.sizes for limit in limits]
    candidates = [labels for labels in made if labels is not None]
    kinds = _label_kinds(options)
    fewer = 0
    for most in _MOST_LINES:
        tier = [labels for labels in candidates if fewer < labels.most_lines <= most]
        fewer = most
        if most == _MOST_LINES[-1]:
            tier.sort(key=lambda labels: labels.most_lines)
        for labels in tier:
            steps = [(column, _LEAST_AXIS[column]) for column in kinds]
            steps += [(column, _FORCED_LEAST_AXIS) for column in reversed(kinds)]
            for column, least in steps:
                plan = plan_horizontal(content, options, meter, labels, column=column, least=least)
                if plan is not None:
                    yield plan


def _label_kinds(options: CDOptions) -> tuple[bool, ...]:
    return {"auto": (True, False), "column": (True,), "stair": (False,)}[options.labels]


def _name_limits(options: CDOptions) -> tuple[float, ...]:
    """Return the widths to which names may be broken: what is left beside axes of three lengths."""
    sides = 2 if options.side == "both" else 1
    numbers = 3.2 * options.font_size if options.show_ranks else 0.0
    room = [options.page_width * (1 - share) / sides - numbers - 10.0 for share in (0.48, 0.36, _FORCED_LEAST_AXIS)]
    return tuple(limit for limit in room if limit >= 2 * options.font_size)


def _does_not_fit(content: CDContent, options: CDOptions, meter: TextMeter) -> str:
    horizontal = options.layout == "horizontal"
    ways = ["layout='list'"] if horizontal else []
    ways += ["wrap=True"] if options.wrap is False else []
    return does_not_fit(
        "the horizontal layout" if horizontal else "the figure",
        options.page_width,
        lambda width: _try_layout(content, replace(options, page_width=width), meter) is not None,
        " or ".join([*ways, "shorter names (rename)"]),
    )
