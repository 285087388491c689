"""Convergence curves: errors or average ranks over the budget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from cddiagram.convergence.averages import (
    AVERAGE_NAMES,
    Values,
    average_curves,
    chosen_average,
    errors_of,
)
from cddiagram.convergence.figures.parts import (
    CutAxis,
    axis_name,
    rank_scale,
    rank_ticks,
    scale_of,
)
from cddiagram.figures import FittedOptions, Lines, LinesContent, LinesLayout, figure
from cddiagram.procedures import SCALES
from cddiagram.sheet import (
    Look,
    Names,
    Page,
    TextMeter,
    ValueScale,
    check_choice,
    label_of,
    small_type,
)
from cddiagram.text import InputError, Option, UsageError, choose_from

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories
    from cddiagram.figures import Drawing

#: Curves fill at least this part of a logarithmic axis.
_FILLED = 0.85
#: An average whose axis may be logarithmic.
_MEAN = Option("average", "mean")


@figure(
    "convergence-curves",
    FittedOptions,
    listed=False,
    title="Convergence curves",
    subject="histories",
)
def layout_convergence_curves(
    histories: Histories,
    *,
    look: Look,
    meter: TextMeter,
    problem: str | None = None,
    average: str = "auto",
    scale: str = "auto",
) -> LinesLayout:
    """Lay out convergence curves of all algorithms (see `plot_convergence_curves`)."""
    page = Page(look, meter)
    shown = _curves(histories, problem, average, scale)
    content = LinesContent(
        names=Names.of(look, histories.algorithms, histories.algorithms),
        curves=shown.values,
        scale=shown.scale,
    )
    lines = Lines.of(content, page, "convergence curves with names")
    header, values = lines.header(shown.note, shown.axis)
    small = small_type(lines.plan.size)
    cuts = CutAxis.under(lines, values, histories.cut_points, histories.unit)
    below, end = cuts.draw(small, page)
    ticks = rank_ticks(values, small) if shown.average == "rank" else None
    under = [*header, *cuts.zero_band(), *values.draw(small, meter, ticks), *below]
    paths = [cuts.path(curve) for curve in shown.values]
    return lines.sheet(LinesLayout, under, paths, values, end, lines.ends(paths))


@layout_convergence_curves.public
def plot_convergence_curves(
    histories: Histories,
    *,
    problem: str | None = None,
    average: str = "auto",
    scale: str = "auto",
    **options: Unpack[FittedOptions],
) -> Drawing[LinesLayout]:
    """Draw the convergence curves of all algorithms.

    The curves show one problem or an average over all problems. If the optimum is
    known, they show errors, which are distances from the optimum. The ticks of the
    horizontal axis are the cut-points.

    Each line ends in a dot, next to the name of its algorithm. The first eight lines
    differ in colour; further lines repeat the colours with other dashes. Highlighted
    algorithms have thicker lines and bold names, and all algorithms keep their colours
    and dashes. On a logarithmic axis, 0 is shown in a separate band below a break.

    Parameters
    ----------
    histories : Histories
        The histories, from `cddiagram.read_histories`.
    problem : str, optional
        The name of a problem. By default, the curves are averages over all problems.
    average : {"auto", "geometric-mean", "rank", "mean"}, default "auto"
        The average over the problems: the geometric mean of the errors, the average
        rank, or the arithmetic mean, which is dominated by the problems with the
        largest errors. "auto" is the geometric mean if all errors are positive, and
        otherwise the average rank.
    scale : {"auto", "log", "linear"}, default "auto"
        The scale of the axis of values. "auto" is logarithmic, unless values are
        negative or higher values are better. The axis of average ranks is linear.
    note : str, optional
        The note above the figure; None for no note. By default, the note contains the
        problem or the average.
    {rest}
    InputError
        If the problem is unknown.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = plot_convergence_curves(
    ...     cd.load_histories("optimisers"), problem="Rastrigin", highlight="PSO"
    ... )
    >>> drawing.layout.width / 72
    3.3
    """
    return layout_convergence_curves.draw(
        histories, options, problem=problem, average=average, scale=scale
    )


@dataclass(frozen=True, kw_only=True)
class _Curves:
    """One curve for each algorithm, of shape (k, c), the label of its axis, and the
    note.
    """

    values: Values
    scale: ValueScale
    note: str
    axis: str
    average: str = ""


def _curves(
    histories: Histories, problem: str | None, average: str, scale: str
) -> _Curves:
    """Return the curves of one problem, or averages over all problems."""
    errors, word = errors_of(histories)
    axis = axis_name(histories, word)
    if problem is not None:
        if average != "auto":
            raise UsageError(
                Option("average"),
                " combines all problems. Omit it or ",
                Option("problem"),
                ".",
            )
        if problem not in histories.problems:
            raise InputError(choose_from("problem", problem, histories.problems))
        values = errors[:, histories.problems.index(problem)]
        name = f"Problem {problem}" if problem[:1].isdigit() else problem
        return _Curves(
            values=values,
            scale=_scale(histories, values, scale),
            note=label_of(name),
            axis=axis,
        )
    chosen = chosen_average(histories, errors, average)
    values = average_curves(histories, errors, chosen)
    note = f"{AVERAGE_NAMES[chosen]} over {histories.n} problems"
    if chosen == "rank":
        check_choice("scale", scale, SCALES)
        if scale == "log":
            raise UsageError(
                "the axis of average ranks is linear. Omit ",
                Option("scale"),
                ", or use ",
                _MEAN,
                ".",
            )
        return _Curves(
            values=values,
            scale=rank_scale(values),
            note=note,
            axis="average rank, 1 is best",
            average=chosen,
        )
    of = " of the " if chosen == "geometric-mean" else " "
    axis = f"{AVERAGE_NAMES[chosen].lower()}{of}{axis}"
    return _Curves(
        values=values,
        scale=_scale(histories, values, scale),
        note=note,
        axis=axis,
        average=chosen,
    )


def _scale(histories: Histories, values: Values, scale: str) -> ValueScale:
    """Return the axis of values."""
    return ValueScale.holding(
        values.ravel().tolist(), scale_of(histories, scale), filled=_FILLED
    )
