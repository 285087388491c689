"""Captions of figures as finished text."""

from __future__ import annotations

from typing import Any

from cddiagram.figures.registry import find_figure
from cddiagram.words import finished_words, number_style


def caption(
    result: Any,
    figure: str,
    *,
    latex: bool,
    cite: str = "cite",
    style: str = "default",
    **shown: Any,
) -> str:
    """Return the caption of a figure as finished text.

    `shown` contains details of the drawn figure, as in `Figure.caption`. An error is
    raised if the figure cannot be drawn.
    """
    with number_style(style):
        words = find_figure(figure).caption(result, **shown)
    return finished_words(words, latex=latex, cite=cite)
