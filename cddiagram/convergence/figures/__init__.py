"""The figures of convergence: the matrix of Page's tests, the trend of a pair, curves, and all problems of a pair."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from cddiagram.figures.registry import Figure


def find_figure(key: str) -> Figure[Any]:
    """Return the figure of a key of `CONVERGENCE_FIGURES`, loaded; its module is called after it."""
    return cast("Figure[Any]", getattr(import_module(f"{__name__}.{key}"), f"layout_convergence_{key}"))
