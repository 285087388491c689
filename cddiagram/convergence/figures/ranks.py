"""Ranks over the budget: average ranks and decisions at the cut-points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.convergence.figures.parts import CutAxis, rank_scale, rank_ticks
from cddiagram.figures import FittedOptions, Lines, LinesContent, LinesLayout, figure
from cddiagram.sheet import (
    Element,
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

#: The factor by which the markers on highlighted lines are larger, because these lines
#: are thicker.
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
    if len(over) < 2:
        problem = (
            "ranks over the budget require two or more cut-points, but there is one "
            f"({next(iter(over))}). Specify more "
        )
        raise InputError(problem, Option("cut_points"), ", or draw a CD diagram.")
    page = Page(look, meter)
    ranks = over.average_ranks.T
    names = Names.of(look, over.algorithms, over.algorithms)
    content = LinesContent(names=names, curves=ranks, scale=rank_scale(ranks))
    lines = Lines.of(content, page, "ranks over the budget with names")
    header, values = lines.header(
        _note(over), "average rank", _key(over, names), better="up"
    )
    cuts = CutAxis.under(lines, values, over.cut_points, over.unit, _INSET)
    small = small_type(lines.plan.size)
    below, end = cuts.draw(small, page)
    paths = [cuts.path(curve) for curve in ranks]
    references = tuple(over.algorithms.index(name) for name in over.references)
    different = tuple(tuple(row) for row in over.different.T.astype(bool).tolist())
    ticks = rank_ticks(values, small)
    return lines.sheet(
        RanksLayout,
        [*header, *values.draw(small, meter, ticks), *below],
        paths,
        values,
        end,
        over=_markers(lines, paths, references, different),
        references=references,
        different=different,
    )


def _note(over: BudgetComparison) -> str:
    """Return the tests and their level.

    The legend contains the reference of the tests.
    """
    first = over.comparisons[0]
    return f"{procedure_note(first)} at each cut-point, α = {format_alpha(first.alpha)}"


def _key(over: BudgetComparison, names: Names) -> tuple[KeyEntry, ...]:
    """Return the legend entries that explain the markers."""
    control = over.comparisons[0].control
    reference = "best at the cut-point"
    if control is not None:
        reference = names.names[over.algorithms.index(control)]
    return KeyEntry.decision(reference, different=None), *KeyEntry.decisions()


def _markers(
    lines: Lines,
    paths: Sequence[Sequence[tuple[float, float]]],
    references: Sequence[int],
    different: Sequence[Sequence[bool]],
) -> list[Element]:
    """Return the markers of the decisions at all cut-points.

    Highlighted lines come last, so that their markers are not covered.
    """
    names = lines.content.names
    markers: list[Element] = []
    for i in sorted(range(names.k), key=names.bold):
        factor = _PICKED if names.bold(i) else 1.0
        for place, (x, y) in enumerate(paths[i]):
            decision = None if references[place] == i else different[i][place]
            marker = decision_marker(
                f"rank-{i}-{place}", x, y, lines.color(i), different=decision
            )
            markers.append(replace(marker, radius=factor * marker.radius))
    return markers


@layout_convergence_ranks.public
def plot_convergence_ranks(
    over: BudgetComparison, **options: Unpack[FittedOptions]
) -> Drawing[RanksLayout]:
    """Draw average ranks over the budget, with the decisions at each cut-point.

    Each line shows the average rank of one algorithm, with rank 1 at the top. At each
    cut-point, the diamond marks the reference, which is the control or the algorithm
    with the best average rank. Filled markers denote algorithms that differ
    significantly from the reference; hollow markers denote algorithms that do not.

    Parameters
    ----------
    over : BudgetComparison
        The comparisons, from `cddiagram.compare_over_budget`.
    note : str, optional
        The note above the figure. By default, it contains the tests and the level. None
        omits the note.
    {rest}
    InputError
        If a comparison with the reference was not tested, or if there is only one
        cut-point.

    Examples
    --------
    >>> import cddiagram as cd
    >>> over = cd.compare_over_budget(cd.load_histories("optimisers"))
    >>> drawing = plot_convergence_ranks(over)
    >>> [over.algorithms[line] for line in drawing.layout.references[-2:]]
    ['PSO', 'PSO']
    """
    return layout_convergence_ranks.draw(over, options)
