"""The matrix of the tests of histories: both triangles of one-sided p-values, shaded by
the conclusions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.convergence.comparison import p_kind
from cddiagram.convergence.figures.parts import TEST_NAMES, rate_note, runs_note
from cddiagram.figures import (
    FittedOptions,
    MatrixLayout,
    figure,
    layout_matrix,
    pvalue_cells,
)
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.sheet import Look, Names, Page, TextMeter
from cddiagram.words import format_alpha, format_count

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.figures import Drawing


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
    printed, shaded, shades_of = comparison.pvalue_adjusted, None, ("p", "")
    if comparison.test == "sign-flip":
        printed = comparison.pvalue
        # A shade is a conclusion, so that the cell of the other direction has none.
        shaded = np.where(comparison.gained(), comparison.pvalue_adjusted, 1.0)[square]
        shades_of = (p_kind(comparison), "gain not significant")
    content = pvalue_cells(
        Names.of(look, algorithms, [algorithms[i] for i in order]),
        np.asarray(printed)[square],
        comparison.alpha,
        full=True,
        against=frozenset(
            zip(*map(np.ndarray.tolist, np.nonzero(against)), strict=True)
        ),
        against_means="row worse throughout",
        shaded=shaded,
        shades_of=shades_of,
    )
    return layout_matrix(content, Page(look, meter), _note(comparison))


@layout_convergence_matrix.public
def plot_convergence_matrix(
    comparison: ConvergenceComparison, **options: Unpack[FittedOptions]
) -> Drawing[MatrixLayout]:
    """Draw one-sided p-values of all ordered pairs: the row gained on the column.

    Rows are ordered by the sum of L against all others. The values are one-sided and
    not adjusted; they are printed where cells have room. A shaded cell is a conclusion:
    the row gained on the column by the two-sided p-value of the pair, adjusted for the
    number of pairs. The stronger the shade, the smaller this p-value: up to alpha, .01
    and .001. With Page's test, values and shades are those of its p-values as they were
    adjusted. A small triangle marks a row that gained on the column but is worse than
    it at every cut-point of every problem.

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
    >>> drawing = plot_convergence_matrix(
    ...     cd.compare_convergence(cd.load_histories("optimisers"))
    ... )
    >>> drawing.layout.width / 72, drawing.layout.names[-1]
    (3.3, '(1+1)-ES')
    """
    return layout_convergence_matrix.draw(comparison, options)


def _note(comparison: ConvergenceComparison) -> str:
    """Return what was tested, what values and shades are, and the order of the rows."""
    k, level = (
        len(comparison.algorithms),
        f"α\u00a0=\u00a0{format_alpha(comparison.alpha)}",
    )
    tested = f"{TEST_NAMES[comparison.test]}, {comparison.ranks} ranks, {level}"
    cautions = rate_note(comparison) + runs_note(comparison, None)
    order = "rows by the sum of L"
    adjusted = ADJUSTMENTS[comparison.p_adjust].name
    if comparison.test == "sign-flip":
        shades = f"shades: two-sided, {adjusted}"
        if comparison.p_adjust == "none":
            shades = "shades: two-sided, not adjusted" if k > 2 else "shades: two-sided"
        values = "values: one-sided p, not adjusted, that the row gained on the column"
        return f"{tested}{cautions}; {values}; {shades}; {order}"
    if comparison.p_adjust == "none":
        adjusted = f"{format_count(k * (k - 1))} tests, not adjusted for their number"
    return f"{tested}, {adjusted}{cautions}: row gained on column; {order}"
