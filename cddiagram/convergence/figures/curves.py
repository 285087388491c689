"""Convergence curves: errors or average ranks over the budget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from cddiagram.convergence.averages import (
    AVERAGE_NAMES,
    N_TARGETS,
    Values,
    average_curves,
    chosen_average,
    errors_of,
)
from cddiagram.convergence.figures.parts import (
    CutAxis,
    better_end,
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

#: The minimum share of a logarithmic axis that the curves cover.
_FILLED = 0.85
#: Average with a linear axis -> the label of the axis.
_LINEAR = {
    "rank": "average rank",
    "targets": "share of targets reached",
}


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
    if problem is None:
        curves = _average_curves(histories, average, scale)
    elif average != "auto":
        raise UsageError(
            Option("average"),
            " combines all problems. Omit it or ",
            Option("problem"),
            ".",
        )
    else:
        curves = _problem_curves(histories, problem, scale)
    content = LinesContent(
        names=Names.of(look, histories.algorithms, histories.algorithms),
        curves=curves.values,
        scale=curves.scale,
    )
    lines = Lines.of(content, page, "convergence curves with names")
    header, values = lines.header(curves.note, curves.axis, better=curves.better)
    small = small_type(lines.plan.size)
    cuts = CutAxis.under(lines, values, histories.cut_points, histories.unit)
    below, end = cuts.draw(small, page)
    ticks = None
    if curves.average == "rank":
        ticks = rank_ticks(values, small)
    under = [*header, *cuts.zero_band(), *values.draw(small, meter, ticks), *below]
    paths = [cuts.path(curve) for curve in curves.values]
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
    horizontal axis are the cut-points. This axis is logarithmic if the last cut-point
    is at least 100 times the first.

    Each line ends in a dot, next to the name of its algorithm. The first eight lines
    have different colours. Further lines repeat these colours with other dash patterns.
    Highlighted algorithms have thicker lines and bold names, and all algorithms keep
    their colours and dashes. On a logarithmic axis, the value 0 is shown in a separate
    band below a break of the axis.

    Parameters
    ----------
    histories : Histories
        The histories, from `cddiagram.read_histories`.
    problem : str, optional
        The name of a problem. By default, the curves are averages over all problems.
    average : {"auto", "geometric-mean", "rank", "mean", "targets"}, default "auto"
        The average over the problems: the geometric mean of the errors, the average
        rank, the arithmetic mean, or the share of targets reached. The arithmetic mean
        is dominated by the problems with the largest errors. "auto" is the geometric
        mean if all errors are positive, and otherwise the average rank.
    scale : {"auto", "log", "linear"}, default "auto"
        The scale of the axis of values. "auto" is logarithmic, unless values are
        negative or higher values are better. The axes of average ranks and shares are
        linear.
    note : str, optional
        The note above the figure. By default, it contains the problem or the type of
        average. None omits the note.
    {rest}
    InputError
        If the problem is unknown.

    Notes
    -----
    The share of targets reached is the empirical cumulative distribution function that
    COCO draws [1]_. Each problem has 51 targets, which are errors at equal distances on
    a logarithmic scale. They extend from the largest error at the first cut-point to
    the smallest error at the last cut-point, or to the smallest positive error if an
    algorithm reaches the optimum. A curve shows the share of all pairs of a problem and
    a target in which the error of the algorithm is at most the target. The targets
    depend on all algorithms in the figure.

    References
    ----------
    .. [1] N. Hansen, A. Auger, R. Ros, O. Mersmann, T. Tušar, and D. Brockhoff (2021).
       COCO: a platform for comparing continuous optimizers in a black-box setting.
       Optimization Methods and Software 36(1):114–144.

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
    """The curves of a figure with their axis and note."""

    #: The values of the curves, of shape (k, c).
    values: Values
    scale: ValueScale
    note: str
    #: The label of the vertical axis, and its better end, "up" or "down".
    axis: str
    better: str
    #: The average over the problems; empty for the curves of one problem.
    average: str = ""


def _problem_curves(histories: Histories, problem: str, scale: str) -> _Curves:
    """Return the curves of one problem."""
    if problem not in histories.problems:
        raise InputError(choose_from("problem", problem, histories.problems))
    errors, word = errors_of(histories)
    values = errors[:, histories.problems.index(problem)]
    starts_with_digit = problem[:1].isdigit()
    name = f"Problem {problem}" if starts_with_digit else problem
    return _Curves(
        values=values,
        scale=_scale(histories, values, scale),
        note=label_of(name),
        axis=word,
        better=better_end(histories, word),
    )


def _average_curves(histories: Histories, average: str, scale: str) -> _Curves:
    """Return the averages over all problems."""
    errors, word = errors_of(histories)
    average = chosen_average(histories, errors, average)
    values = average_curves(histories, errors, average)
    name = AVERAGE_NAMES[average]
    note = f"{name} over {histories.n} problems"
    if average == "targets":
        note = f"{N_TARGETS} targets on each of {histories.n} problems"
    if average in _LINEAR:
        _check_linear(average, scale)
        value_scale = ValueScale(low=0.0, high=1.0, log=False)
        if average == "rank":
            value_scale = rank_scale(values)
        axis, better = _LINEAR[average], "up"
    else:
        value_scale = _scale(histories, values, scale)
        axis = f"{name.lower()} of the {word}"
        if average == "mean":
            axis = f"mean {word}"
        better = better_end(histories, word)
    return _Curves(
        values=values,
        scale=value_scale,
        note=note,
        axis=axis,
        better=better,
        average=average,
    )


def _check_linear(average: str, scale: str) -> None:
    """Raise an error if a logarithmic scale is requested for ranks or shares."""
    check_choice("scale", scale, SCALES)
    if scale != "log":
        return
    quantity = "average ranks" if average == "rank" else "shares of targets"
    raise UsageError(
        f"the axis of {quantity} is linear. Omit ",
        Option("scale"),
        ", or use ",
        Option("average", "mean"),
        ".",
    )


def _scale(histories: Histories, values: Values, scale: str) -> ValueScale:
    """Return the scale of the axis of values."""
    numbers = values.ravel().tolist()
    return ValueScale.holding(numbers, scale_of(histories, scale), filled=_FILLED)
