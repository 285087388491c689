"""The matrix of the tests of histories, with shades that show the conclusions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.comparison import p_kind
from cddiagram.convergence.figures.parts import TEST_NAMES, runs_note
from cddiagram.figures import (
    FittedOptions,
    MatrixLayout,
    figure,
    layout_matrix,
    pvalue_cells,
)
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.sheet import Look, Names, Page, TextMeter
from cddiagram.words import format_alpha

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.figures import Drawing

#: The caution about Page's test on histories.
NOT_CONTROLLED = "error rate not controlled"


@figure(
    "convergence-matrix",
    FittedOptions,
    listed=False,
    title="Matrix of gains",
    subject="convergence",
)
def layout_convergence_matrix(
    comparison: ConvergenceComparison, *, look: Look, meter: TextMeter
) -> MatrixLayout:
    """Lay out one-sided p-values as a matrix (see `plot_convergence_matrix`)."""
    algorithms, order = comparison.algorithms, list(comparison.order)
    square = np.ix_(order, order)
    against = comparison.gained_but_worse()[square]
    numbers, shaded = comparison.pvalue_adjusted, None
    if comparison.test == "sign-flip":
        numbers = comparison.pvalue
        # Shades represent conclusions, so the cell for the opposite direction is not
        # shaded.
        shaded = np.where(comparison.gained(), comparison.pvalue_adjusted, 1.0)[square]
    kind = p_kind(comparison).removeprefix("adjusted ")  # as in the note
    content = pvalue_cells(
        Names.of(look, algorithms, [algorithms[i] for i in order]),
        np.asarray(numbers)[square],
        comparison.alpha,
        full=True,
        against=frozenset((int(i), int(j)) for i, j in np.argwhere(against)),
        against_means="row worse throughout",
        shaded=shaded,
        meaning=f"row gained, {kind}",
    )
    return layout_matrix(content, Page(look, meter), _note(comparison))


@layout_convergence_matrix.public
def plot_convergence_matrix(
    comparison: ConvergenceComparison, **options: Unpack[FittedOptions]
) -> Drawing[MatrixLayout]:
    """Draw the p-values of all ordered pairs as a matrix.

    Each cell represents the unadjusted one-sided p-value for a gain of the algorithm of
    the row on the algorithm of the column. The p-value is printed if the cell is large
    enough. The algorithms are in decreasing order of the sum of L over all other
    algorithms.

    A shaded cell indicates that the algorithm of the row gained significantly on the
    algorithm of the column. The three shades denote adjusted two-sided p-values of at
    most `alpha`, 0.01 and 0.001. For Page's test, numbers and shades both denote the
    p-values that determine the conclusions.

    A small triangle marks an algorithm that gained on another but is worse at every
    cut-point of every problem.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The comparison, from `cddiagram.compare_convergence`.
    note : str, optional
        The note above the figure. By default, it contains the test, the adjustment, the
        level, and the kind of the numbers. None omits the note.
    {rest}

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = plot_convergence_matrix(
    ...     cd.compare_convergence(cd.load_histories("optimisers"))
    ... )
    >>> drawing.layout.width / 72, drawing.layout.names[-1]
    (3.3, '(1+1)-ES')
    """
    return layout_convergence_matrix.draw(comparison, options)


def _note(comparison: ConvergenceComparison) -> str:
    """Return the test, alpha and the meaning of the numbers. The caption describes
    everything else.
    """
    test = TEST_NAMES[comparison.test]
    level = f"α\u00a0=\u00a0{format_alpha(comparison.alpha)}"
    parts = [test, ADJUSTMENTS[comparison.p_adjust].name, level]
    if comparison.p_adjust == "none":
        parts = [test, "not adjusted", level]
    if comparison.test == "page":
        parts[0] = f"{test} ({NOT_CONTROLLED})"
    note = ", ".join(parts) + runs_note(comparison, None)
    if comparison.test == "sign-flip":
        return f"{note}; numbers: one-sided p"
    return note
