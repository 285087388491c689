"""The figures of convergence.

The figures are the matrix of gains, the trend of a pair, all problems of a pair,
convergence curves, and ranks over the budget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from cddiagram._util import loaded
from cddiagram.features import FEATURES
from cddiagram.text import Option, UsageError, choose_from

if TYPE_CHECKING:
    from cddiagram.figures import Figure

#: Maps each figure to the function that computes its layout. The figures show
#: histories, average ranks at the cut-points, or the results of pairwise tests.
FIGURES = {
    **FEATURES["convergence"].figures,
    **FEATURES["histories"].figures,
    **FEATURES["budget"].figures,
}


def find_figure(key: str) -> Figure[Any]:
    """Load and return a figure of histories by its key."""
    if key not in FIGURES:
        raise UsageError(choose_from(Option("figure"), key, FIGURES))
    return cast("Figure[Any]", loaded(FIGURES[key]))
