"""The figures of convergence: the matrix of gains, the trend and all problems of a
pair, curves, ranks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from cddiagram._util import loaded
from cddiagram.features import FEATURES
from cddiagram.text import Option, UsageError, choose_from

if TYPE_CHECKING:
    from cddiagram.figures import Figure

#: Figure -> its layout function: of tests of pairs, of the histories themselves, and of
#: average ranks at the cut-points.
FIGURES = {
    **FEATURES["convergence"].figures,
    **FEATURES["histories"].figures,
    **FEATURES["budget"].figures,
}


def find_figure(key: str) -> Figure[Any]:
    """Return a figure of histories by its key, loaded."""
    if key not in FIGURES:
        raise UsageError(choose_from(Option("figure"), key, FIGURES))
    return cast("Figure[Any]", loaded(FIGURES[key]))
