"""The matrix of the tests of histories: both triangles of one-sided p-values, shaded by
the conclusions.
"""

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
    """Lay out one-sided p-values as a full matrix: see `plot_convergence_matrix`."""
    algorithms, order = comparison.algorithms, list(comparison.order)
    square = np.ix_(order, order)
    against = comparison.gained_but_worse()[square]
    numbers, shaded = comparison.pvalue_adjusted, None
    if comparison.test == "sign-flip":
        numbers = comparison.pvalue
        # A shade is a conclusion, so that the cell of the other direction has none.
        shaded = np.where(comparison.gained(), comparison.pvalue_adjusted, 1.0)[square]
    kind = p_kind(comparison).removeprefix("adjusted ")  # as the note says
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
    """Draw one-sided p-values of all ordered pairs: the row gained on the column.

    Rows are ordered by the sum of L against all other algorithms. The numbers are
    one-sided p-values that are not adjusted. They are printed if the cells have room. A
    shaded cell is a conclusion: the row gained on the column according to the two-sided
    p-value of the pair, adjusted for the number of pairs. Darker cells mark smaller
    p-values: up to alpha, 0.01 and 0.001. With Page's test, numbers and shades are those
    of its p-values as they were adjusted. A small triangle marks a row that gained on
    the column but is worse than it at every cut-point of every problem.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The finished comparison, from `cddiagram.compare_convergence`.
    note : str, optional
        By default the test, its adjustment, alpha and the kind of the numbers; None for
        no note.
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
