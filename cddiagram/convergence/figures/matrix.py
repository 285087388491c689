"""The matrix of Page's tests: who converges faster than whom, both triangles of one-sided p-values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.figures.parts import NOT_CONTROLLED
from cddiagram.figures.cells import MatrixLayout, layout_matrix
from cddiagram.figures.pvalue_matrix import pvalue_cells
from cddiagram.figures.registry import CONVERGED, figure
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.sheet.look import FittedOptions, Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import names_of
from cddiagram.sheet.page import Page
from cddiagram.words.numbers import format_alpha, format_count

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.figures.drawing import Drawing


@figure(
    "convergence-matrix",
    FittedOptions,
    listed=False,
    title="Matrix of Page's tests",
    subject=CONVERGED,
)
def layout_convergence_matrix(comparison: ConvergenceComparison, *, look: Look, meter: TextMeter) -> MatrixLayout:
    """Lay out the p-values of Page's tests as a full matrix: see `plot_convergence_matrix`."""
    algorithms, order = comparison.algorithms, list(comparison.order)
    against = comparison.gained_but_worse()[np.ix_(order, order)]
    content = pvalue_cells(
        names_of(look, algorithms, [algorithms[i] for i in order]),
        np.asarray(comparison.pvalue_adjusted)[np.ix_(order, order)],
        comparison.alpha,
        full=True,
        against=frozenset(zip(*map(np.ndarray.tolist, np.nonzero(against)), strict=True)),
        against_means="row worse throughout",
    )
    return layout_matrix(content, Page(look, meter), _note(comparison))


@layout_convergence_matrix.public
def plot_convergence_matrix(
    comparison: ConvergenceComparison, **options: Unpack[FittedOptions]
) -> Drawing[MatrixLayout]:
    """Draw the p-values of Page's tests of all ordered pairs: the row converges faster than the column.

    Rows stand from fast to slow, by the sum of L against all others. The stronger the shade of
    a cell, the smaller its p-value: up to alpha, .01 and .001; values are printed where cells have room.
    A small triangle marks a row that gained on the column but is worse than it at every cut-point of every problem.

    Parameters
    ----------
    comparison : ConvergenceComparison
        The finished comparison, from `cddiagram.compare_convergence`.
    note : str, optional
        By default what the cells show, the ranks, and alpha; None for no note.
    {rest}

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = plot_convergence_matrix(cd.compare_convergence(cd.load_histories("optimisers")))
    >>> drawing.layout.width / 72, drawing.layout.names[-1]
    (3.3, '(1+1)-ES')
    """
    return layout_convergence_matrix.draw(comparison, options)


def _note(comparison: ConvergenceComparison) -> str:
    k, level = len(comparison.algorithms), f"α\u00a0=\u00a0{format_alpha(comparison.alpha)}"
    one = f"{format_count(k * (k - 1))} tests, not adjusted for their number"
    adjusted = one if comparison.p_adjust == "none" else ADJUSTMENTS[comparison.p_adjust].name
    order = "rows from fast to slow by the sum of L"
    ranks = f"{comparison.ranks} ranks"
    return f"Page, {ranks}, {level}, {adjusted}, {NOT_CONTROLLED}: row faster than column; {order}"
