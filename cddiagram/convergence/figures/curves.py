"""Convergence curves: errors or average ranks over the budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.averages import (
    AVERAGE_NAMES,
    N_TARGETS,
    Values,
    average_curves,
    chosen_average,
    errors_of,
    quartiles_of,
)
from cddiagram.convergence.figures.parts import (
    CutAxis,
    better_end,
    rank_scale,
    rank_ticks,
    runs_words,
    scale_of,
)
from cddiagram.features import FEATURES
from cddiagram.figures import FittedOptions, Lines, LinesContent, LinesLayout, figure
from cddiagram.procedures import SCALES
from cddiagram.sheet import (
    Area,
    Element,
    Line,
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

#: By default, at most `_MOST_BANDS` bands are drawn. Their edges have the line width
#: `_BAND_EDGE`.
_MOST_BANDS, _BAND_EDGE = 3, 0.4
#: The curves cover at least this proportion of a logarithmic axis.
_FILLED = 0.85
#: Maps each average to the label of a linear axis.
_LINEAR = {
    "rank": "average rank",
    "targets": "proportion of targets reached",
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
    run_bands: str = "auto",
) -> LinesLayout:
    """Lay out convergence curves of all algorithms (see `plot_convergence_curves`)."""
    page = Page(look, meter)
    names = Names.of(look, histories.algorithms, histories.algorithms)
    banded = _banded_lines(histories, names, problem, run_bands)
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
        curves = _problem_curves(histories, problem, scale, banded)
    content = LinesContent(
        names=names,
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
    under = [*header, *cuts.zero_band()]
    under += _draw_bands(curves.bands, cuts, lines)
    under += [*values.draw(small, meter, ticks), *below]
    paths = [cuts.path(curve) for curve in curves.values]
    return lines.sheet(LinesLayout, under, paths, values, end, lines.ends(paths))


@layout_convergence_curves.public
def plot_convergence_curves(
    histories: Histories,
    *,
    problem: str | None = None,
    average: str = "auto",
    scale: str = "auto",
    run_bands: str = "auto",
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
        rank, the arithmetic mean, or the proportion of targets reached. The arithmetic mean
        is dominated by the problems with the largest errors. "auto" is the geometric
        mean if all errors are positive, and otherwise the average rank.
    scale : {"auto", "log", "linear"}, default "auto"
        The scale of the axis of values. "auto" is logarithmic, unless values are
        negative or higher values are better. The axes of average ranks and shares are
        linear.
    run_bands : {"auto", "show", "hide"}, default "auto"
        Whether bands show the spread of the runs on a problem, from the 25th to the
        75th percentile at each cut-point. Bands are drawn for the highlighted lines, or for
        all lines if no line is highlighted. "auto" draws at most three bands. Bands
        require histories with at least four runs.
    note : str, optional
        The note above the figure. By default, it contains the problem or the number of
        problems. None omits the note.
    {rest}
    InputError
        If the problem is unknown.

    Notes
    -----
    The proportion of targets reached is the empirical cumulative distribution function that
    COCO draws [1]_. Each problem has 51 targets, which are errors at equal distances on
    a logarithmic scale. They extend from the largest error at the first cut-point to
    the smallest error at the last cut-point, or to the smallest positive error if an
    algorithm reaches the optimum. A curve shows the proportion of all pairs of a problem and
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
        histories,
        options,
        problem=problem,
        average=average,
        scale=scale,
        run_bands=run_bands,
    )


@dataclass(frozen=True, kw_only=True)
class _Curves:
    """The curves of a figure with their axis and note."""

    #: The values of the curves, of shape (k, c).
    values: Values
    scale: ValueScale
    note: str
    #: The label of the vertical axis.
    axis: str
    #: The direction in which values on the axis improve, "up" or "down".
    better: str
    #: The average over the problems, or an empty string if the curves show a single
    #: problem.
    average: str = ""
    #: Maps the index of a line to the quartiles that its band shows. The quartiles are
    #: computed over the runs and form an array of shape (2, c).
    bands: Mapping[int, Values] = field(default_factory=dict)


def _banded_lines(
    histories: Histories, names: Names, problem: str | None, run_bands: str
) -> tuple[int, ...]:
    """Return the lines with a band of the quartiles over runs.

    These are the highlighted lines, or all lines if no line is highlighted. By default,
    more than `_MOST_BANDS` bands are not drawn, because they would hide each other.
    """
    check_choice("run_bands", run_bands, FEATURES["histories"].choices["run_bands"])
    if run_bands == "hide":
        return ()
    if problem is None or histories.run_quartiles is None:
        if run_bands == "show":
            raise _no_bands(problem)
        return ()
    lines = tuple(i for i in range(names.k) if names.bold(i)) or tuple(range(names.k))
    if run_bands == "auto" and len(lines) > _MOST_BANDS:
        return ()
    return lines


def _no_bands(problem: str | None) -> UsageError:
    """Return an exception for bands that cannot be drawn."""
    band = Option("run_bands", "show")
    if problem is None:
        return UsageError(
            band, " shows the runs on one problem. Specify ", Option("problem"), "."
        )
    return UsageError(
        band,
        " requires histories with at least four runs each, read by read_histories. Omit "
        "the option.",
    )


def _draw_bands(
    bands: Mapping[int, Values], cuts: CutAxis, lines: Lines
) -> list[Element]:
    """Return the bands between the quartiles, followed by their edges.

    The edges have the colours of the lines and are drawn above all bands.
    """
    areas: list[Element] = []
    edges: list[Element] = []
    for i, (lower, upper) in bands.items():
        paths = cuts.path(lower), cuts.path(upper)
        corners = (*paths[0], *paths[1][::-1])
        areas.append(Area(gid=f"band-{i}", corners=corners, fill="band"))
        for path in paths:
            edge = Line(
                gid=f"band-edge-{i}",
                points=path,
                width=_BAND_EDGE,
                color=lines.color(i),
            )
            edges.append(edge)
    return [*areas, *edges]


def _problem_curves(
    histories: Histories, problem: str, scale: str, banded: Sequence[int]
) -> _Curves:
    """Return the curves of one problem, with bands for some lines."""
    if problem not in histories.problems:
        raise InputError(choose_from("problem", problem, histories.problems))
    errors, word = errors_of(histories)
    p = histories.problems.index(problem)
    values = errors[:, p]
    note = label_of(problem)
    if problem[:1].isdigit():
        note = f"Problem {note}"
    bands = {}
    quartiles = quartiles_of(histories)
    if quartiles is not None:
        bands = {i: quartiles[:, i, p] for i in banded}
    if bands:
        note = f"{note}: {runs_words(histories, banded, p)}"
    all_values = np.concatenate([values, *bands.values()])
    return _Curves(
        values=values,
        scale=_scale(histories, all_values, scale),
        note=note,
        bands=bands,
        axis=word,
        better=better_end(histories, word),
    )


def _average_curves(histories: Histories, average: str, scale: str) -> _Curves:
    """Return the averages over all problems."""
    errors, word = errors_of(histories)
    average = chosen_average(histories, errors, average)
    values = average_curves(histories, errors, average)
    name = AVERAGE_NAMES[average]
    note = f"{histories.n} problems"
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
