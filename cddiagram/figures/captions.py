"""The caption of a figure, ready to be pasted."""

from __future__ import annotations

from typing import Any

from cddiagram.figures.registry import find_figure
from cddiagram.words.inlines import finished_words


def caption(
    result: Any, figure: str, *, latex: bool, cite: str = "cite", **shown: Any
) -> str:
    """Return the caption of a figure of a result, plainly or for LaTeX.

    Parameters
    ----------
    result : Comparison or Posterior
        What the figure shows.
    figure : str
        The key of the figure.
    latex : bool
        Write LaTeX.
    cite : str, default "cite"
        The command that cites in LaTeX.
    **shown
        Options of the figure that change its caption, such as `letters`.

    Raises
    ------
    UsageError
        If the figure does not exist or cannot show the result.
    """
    words = find_figure(figure).caption(result, **shown)
    return finished_words(words, latex=latex, cite=cite)
