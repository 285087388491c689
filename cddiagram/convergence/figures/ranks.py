"""Ranks over the budget: average ranks and decisions at the cut-points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.convergence.figures.parts import CutAxis, rank_scale, rank_ticks
from cddiagram.figures import FittedOptions, Lines, LinesContent, LinesLayout, figure
from cddiagram.sheet import (
    KeyEntry,
    Look,
    Names,
    Page,
    TextMeter,
    decision_marker,
    small_type,
)
from cddiagram.text import InputError, Option
from cddiagram.words import format_alpha, procedure

if TYPE_CHECKING:
    from cddiagram.convergence.budget import BudgetComparison
    from cddiagram.figures import Drawing

#: Markers on highlighted lines, which are thicker than others, are larger by this
#: factor.
_PICKED = 1.25
#: The distance between the first cut-point and the axis of ranks, in points.
_INSET = 4.0


@dataclass(frozen=True, kw_only=True)
class RanksLayout(LinesLayout):
    """The layout of ranks over the budget.

    It has the attributes of `LinesLayout`, with lines in the order of the histories,
    and the following attributes.

    Attributes
    ----------
    references : tuple of int
        The line with the diamond at each cut-point.
    different : tuple of tuple of bool
        Whether the marker of a line (first index) is filled at a cut-point (second
        index).
    """

    references: tuple[int, ...]
    different: tuple[tuple[bool, ...], ...]


@figure(
    "convergence-ranks",
    FittedOptions,
    listed=False,
    title="Ranks over the budget",
    subject="budget",
)
def layout_convergence_ranks(
    over: BudgetComparison, *, look: Look, meter: TextMeter
) -> RanksLayout:
    """Lay out average ranks over the budget (see `plot_convergence_ranks`)."""
    page, ranks, first = Page(look, meter), over.average_ranks.T, over.comparisons[0]
    if len(over) < 2:
        only = (
            "ranks over the budget require two or more cut-points, but there is one "
            f"({next(iter(over))}). Specify more "
        )
        raise InputError(only, Option("cut_points"), ", or draw a CD diagram.")
    scale = rank_scale(ranks)
    names = Names.of(look, over.algorithms, over.algorithms)
    lines = Lines.of(
        LinesContent(names=names, curves=ranks, scale=scale),
        page,
        "ranks over the budget with names",
    )
    reference = (
        None
        if first.control is None
        else names.names[over.algorithms.index(first.control)]
    )
    note = (
        f"{procedure(first, reference, best=reference is None)} at each cut-point, α "
        f"= {format_alpha(first.alpha)}"
    )
    key = (
        KeyEntry.decision(reference or "best there", different=None),
        *KeyEntry.decisions(),
    )
    header, values = lines.header(note, "average rank, 1 is best", key)
    cuts = CutAxis.under(lines, values, over.cut_points, over.unit, _INSET)
    small = small_type(lines.plan.size)
    below, end = cuts.draw(small, page)
    paths = [cuts.path(curve) for curve in ranks]
    references = tuple(over.algorithms.index(name) for name in over.references)
    different = tuple(tuple(bool(one) for one in line) for line in over.different.T)
    markers = []
    for i in sorted(
        range(len(paths)), key=names.bold
    ):  # highlighted lines are drawn last, so that their markers are not covered
        wider = _PICKED if names.bold(i) else 1.0
        for place, (x, y) in enumerate(paths[i]):
            decided = None if references[place] == i else different[i][place]
            marker = decision_marker(
                f"rank-{i}-{place}", x, y, lines.color(i), different=decided
            )
            markers.append(replace(marker, radius=wider * marker.radius))
    under = [*header, *values.draw(small, meter, rank_ticks(values, small)), *below]
    return lines.sheet(
        RanksLayout,
        under,
        paths,
        values,
        end,
        over=markers,
        references=references,
        different=different,
    )


@layout_convergence_ranks.public
def plot_convergence_ranks(
    over: BudgetComparison, **options: Unpack[FittedOptions]
) -> Drawing[RanksLayout]:
    """Draw average ranks over the budget, with the decisions at each cut-point.

    Each line shows the average rank of one algorithm, with rank 1 at the top. At each
    cut-point, the diamond marks the reference, which is the control or the algorithm
    with the best average rank. Filled markers denote algorithms that differ
    significantly from it; hollow markers denote algorithms that do not.

    Parameters
    ----------
    over : BudgetComparison
        The comparisons, from `cddiagram.compare_over_budget`.
    note : str, optional
        The note above the figure; None for no note. By default, the note contains the
        tests, the reference and the level.
    {rest}
    InputError
        If a pair of the reference was not tested, or there is a single cut-point.

    Examples
    --------
    >>> import cddiagram as cd
    >>> over = cd.compare_over_budget(cd.load_histories("optimisers"))
    >>> drawing = plot_convergence_ranks(over)
    >>> [over.algorithms[line] for line in drawing.layout.references[-2:]]
    ['PSO', 'PSO']
    """
    return layout_convergence_ranks.draw(over, options)
