"""Ranks over the budget: average ranks at the cut-points, and who is significantly
different from the best there.
"""

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
from cddiagram.words import format_alpha, procedure_note

if TYPE_CHECKING:
    from cddiagram.convergence.budget import BudgetComparison
    from cddiagram.figures import Drawing

#: Markers on highlighted lines, which are wider than others, are so much wider.
_PICKED = 1.25
#: How far the axis of cut-points begins from that of ranks.
_INSET = 4.0


@dataclass(frozen=True, kw_only=True)
class RanksLayout(LinesLayout):
    """Ranks over the budget laid out: `LinesLayout`, in the order of the histories, and
    what follows.

    Attributes
    ----------
    references : tuple of int
        At each cut-point the line with the diamond.
    different : tuple of tuple of bool
        For each line whether its marker at a cut-point is filled.
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
    """Lay out average ranks over the budget: see `plot_convergence_ranks`."""
    page, ranks, first = Page(look, meter), over.average_ranks.T, over.comparisons[0]
    if len(over) < 2:
        only = (
            "ranks over the budget need two cut-points, and there is one "
            f"({next(iter(over))}): give more "
        )
        raise InputError(only, Option("cut_points"), ", or draw its diagram.")
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
        f"{procedure_note(first, reference, best=reference is None)} at each cut-point, α "
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
    ):  # highlighted ones on top: their insides say what is decided
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
    """Draw average ranks over the budget, and at each cut-point who is significantly
    different from the best there.

    A line follows each algorithm, with rank 1 on top. At each cut-point the diamond is
    the best average rank, or the control; filled markers are significantly different
    from it, hollow ones are not.

    Parameters
    ----------
    over : BudgetComparison
        From `cddiagram.compare_over_budget`.
    note : str, optional
        By default the tests, whom all are held against, and alpha; None for no note.
    {rest}
    InputError
        A pair of the best was not tested, or there is a single cut-point.

    Examples
    --------
    >>> import cddiagram as cd
    >>> over = cd.compare_over_budget(cd.load_histories("optimisers"))
    >>> drawing = plot_convergence_ranks(over)
    >>> [over.algorithms[line] for line in drawing.layout.references[-2:]]
    ['PSO', 'PSO']
    """
    return layout_convergence_ranks.draw(over, options)
