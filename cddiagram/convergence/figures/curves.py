"""Convergence curves: error against budget on one problem or averaged, names at the ends of their lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from cddiagram.convergence.figures.parts import CutAxis, Values, axis_name, errors_of, scale_of
from cddiagram.errors import InputError, choose_from
from cddiagram.figures.lines import Lines, LinesContent, LinesLayout
from cddiagram.figures.registry import RECORDED, figure
from cddiagram.sheet.look import FittedOptions, Look, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import label_of, names_of
from cddiagram.sheet.page import Page
from cddiagram.sheet.scale import make_scale

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories
    from cddiagram.figures.drawing import Drawing

#: Curves fill at least this part of a logarithmic axis.
_FILLED = 0.85


@figure("convergence-curves", FittedOptions, listed=False, title="Convergence curves", subject=RECORDED)
def layout_convergence_curves(
    histories: Histories, *, look: Look, meter: TextMeter, problem: str | None = None, scale: str = "auto"
) -> LinesLayout:
    """Lay out convergence curves of all algorithms: see `plot_convergence_curves`."""
    page = Page(look, meter)
    curves, what, value = _curves(histories, problem)
    content = LinesContent(
        names=names_of(look, histories.algorithms, histories.algorithms),
        curves=curves,
        scale=make_scale(curves.ravel().tolist(), scale_of(histories, scale), filled=_FILLED),
    )
    lines = Lines.of(content, page, "convergence curves with names")
    header, values = lines.header(what, value)
    small = small_type(lines.plan.size)
    cuts = CutAxis.under(lines, values, histories.cut_points, histories.unit)
    below, end = cuts.draw(small, page)
    under = [*header, *cuts.zero_band(), *values.draw(small, meter), *below]
    paths = [cuts.path(curve) for curve in curves]
    return lines.sheet(LinesLayout, under, paths, values, end, lines.ends(paths))


@layout_convergence_curves.public
def plot_convergence_curves(
    histories: Histories, *, problem: str | None = None, scale: str = "auto", **options: Unpack[FittedOptions]
) -> Drawing[LinesLayout]:
    """Draw the convergence curves of all algorithms on one problem, or their means over all problems.

    Values are drawn at the cut-points, which are ticks. Lines differ by colour and dashes, 36 of them in gray as well,
    and an algorithm keeps its own when others are picked out; names stand at their ends, which are dots, highlighted
    ones bold and at thicker lines. On a logarithmic axis 0 stands in a band of its own, behind a break.

    Parameters
    ----------
    histories : Histories
        What to draw; errors (distances from the optimum) where an optimum is known.
    problem : str, optional
        Which problem; by default the mean over all problems.
    scale : {"auto", "log", "linear"}, default "auto"
        Axis of the values: logarithmic, with a place of its own for 0, unless values are negative or higher is better.
    note : str, optional
        By default which problem is drawn; None for no note.
    {rest}
    InputError
        An unknown problem.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = plot_convergence_curves(cd.load_histories("optimisers"), problem="Rastrigin", highlight="PSO")
    >>> drawing.layout.width / 72
    3.3
    """
    return layout_convergence_curves.draw(histories, options, problem=problem, scale=scale)


def _curves(histories: Histories, problem: str | None) -> tuple[Values, str, str]:
    """Return one curve for each algorithm, (k, c), what they are of, and what the axis of values counts."""
    values, word = errors_of(histories)
    axis = axis_name(histories, word)
    if problem is None:
        return values.mean(axis=1), f"Mean over {histories.n} problems", f"mean {axis}"
    if problem not in histories.problems:
        raise InputError(choose_from("problem", problem, histories.problems))
    name = f"Problem {problem}" if problem[:1].isdigit() else problem
    return values[:, histories.problems.index(problem)], label_of(name), axis
