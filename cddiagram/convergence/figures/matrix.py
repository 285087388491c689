"""The matrix of the tests of histories, with shades that show the conclusions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.comparison import kind_of_pvalues
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

#: The title of the legend, which explains the shades.
MEANING = "row gained, p"
#: The warning about applying Page's test to histories.
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
    """Lay out p-values of gains as a matrix (see `plot_convergence_matrix`)."""
    algorithms, order = comparison.algorithms, list(comparison.order)
    square = np.ix_(order, order)
    against = comparison.gained_but_worse()[square]
    content = pvalue_cells(
        Names.of(look, algorithms, [algorithms[i] for i in order]),
        comparison.pvalue_of_gain()[square],
        comparison.alpha,
        full=True,
        against=frozenset((int(i), int(j)) for i, j in np.argwhere(against)),
        against_means="row worse throughout",
        untested="",
        meaning=MEANING,
    )
    return layout_matrix(content, Page(look, meter), _note(comparison))


@layout_convergence_matrix.public
def plot_convergence_matrix(
    comparison: ConvergenceComparison, **options: Unpack[FittedOptions]
) -> Drawing[MatrixLayout]:
    """Draw the p-values of all pairs as a matrix.

    Each number is the p-value that decides whether the algorithm of the row gained on
    the algorithm of the column. A filled cell denotes a significant gain. Its shade
    indicates a p-value of at most `alpha`, 0.01 or 0.001. The algorithms are in
    decreasing order of the sum of L over all other algorithms.

    The sign-flip test has one two-sided p-value for each pair. It is printed in the row
    of the algorithm that tends to gain, and the cell for the opposite direction is
    empty. Page's test has a one-sided p-value for each direction, unless the p-values
    are adjusted for unordered pairs.

    A small triangle marks an algorithm that gained on another but is worse at every
    cut-point of every problem.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The comparison, from `cddiagram.compare_convergence`.
    note : str, optional
        The note above the figure. By default, it contains the test, the adjustment, the
        level, and the kind of the p-values. None omits the note.
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
    """Return the test, the kind of the p-values, and alpha.

    The caption contains all other information.
    """
    test = TEST_NAMES[comparison.test]
    if comparison.test == "page":
        test = f"{test} ({NOT_CONTROLLED})"
    values = f"{kind_of_pvalues(comparison)} p"
    if comparison.p_adjust != "none":
        adjustment = ADJUSTMENTS[comparison.p_adjust].name
        values = f"{values} ({adjustment})"
    level = f"α\u00a0=\u00a0{format_alpha(comparison.alpha)}"
    return f"{test}, {values}, {level}" + runs_note(comparison, None)
