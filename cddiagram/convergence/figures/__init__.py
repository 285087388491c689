"""The figures of convergence: the matrix of gains, the trend and all problems of a
pair, curves, ranks.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from cddiagram.figures import registry
from cddiagram.procedures import CONVERGENCE_FIGURES

if TYPE_CHECKING:
    from cddiagram.figures.registry import Figure


def find_figure(key: str) -> Figure[Any]:
    """Return a figure of convergence by its key, loaded, or one of `BUDGET_FIGURES`;
    modules are called after them.
    """
    if key not in CONVERGENCE_FIGURES:
        return registry.find_figure(key)
    return cast(
        "Figure[Any]",
        getattr(import_module(f"{__name__}.{key}"), f"layout_convergence_{key}"),
    )
