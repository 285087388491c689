"""The section with the figures: drawn with ids, with captions and with what every element tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cddiagram.errors import LayoutError, UsageError, choose_from
from cddiagram.plot.cd import plot_cd
from cddiagram.plot.drawing import Drawing
from cddiagram.plot.mcb import plot_mcb
from cddiagram.plot.pvalue_matrix import plot_pvalue_matrix
from cddiagram.plot.rank_bars import plot_rank_bars
from cddiagram.report.hints import figure_hints
from cddiagram.report.model import Block, Figure, Paragraph
from cddiagram.report.sentences import caption
from cddiagram.results import Comparison

#: The figures that a report can have, in reading order.
FIGURES = ("cd", "rank-bars", "pvalue-matrix", "mcb")
#: Width of a figure in inches: the text of A4 and letter pages.
WIDTH = 6.0
#: A matrix of more algorithms than this is only drawn where it is asked for.
_MOST_IN_MATRIX = 30

_DRAWERS: dict[str, Any] = {
    "cd": plot_cd,
    "rank-bars": plot_rank_bars,
    "pvalue-matrix": plot_pvalue_matrix,
    "mcb": plot_mcb,
}
_NAMES = {
    "cd": "Critical-difference diagram",
    "rank-bars": "Rank bars",
    "pvalue-matrix": "Matrix of p-values",
    "mcb": "Average ranks with intervals",
}


def choose_figures(comparison: Comparison, figures: str | Sequence[str]) -> tuple[str, ...]:
    """Choose the figures of a comparison.

    Parameters
    ----------
    comparison : Comparison
        What they show.
    figures : "auto" or sequence of {"cd", "rank-bars", "pvalue-matrix", "mcb"}
        "auto": the diagram; with a control rank bars; for all pairs of 3 to 30 algorithms the matrix.

    Returns
    -------
    tuple of str
        In reading order.

    Raises
    ------
    UsageError
        An unknown figure.

    Examples
    --------
    >>> import cddiagram as cd
    >>> choose_figures(cd.compare(cd.load_example("demsar2006-table6-ranks"), control="C4.5"), "auto")
    ('cd', 'rank-bars')
    """
    if figures == "auto":
        if comparison.control is not None:
            return ("cd", "rank-bars")
        return ("cd", "pvalue-matrix") if 3 <= len(comparison.algorithms) <= _MOST_IN_MATRIX else ("cd",)
    wanted = (figures,) if isinstance(figures, str) else tuple(figures)
    for figure in wanted:
        if figure not in FIGURES:
            raise UsageError(choose_from("figure", figure, ("auto", *FIGURES)))
    return tuple(figure for figure in FIGURES if figure in wanted)


def figures_blocks(comparison: Comparison, names: Sequence[str], prefix: str, width: float) -> tuple[Block, ...]:
    """Draw the figures; one that does not fit is replaced by a sentence that says so."""
    blocks: list[Block] = []
    for name in names:
        try:
            drawing: Drawing = _DRAWERS[name](comparison, ids=True, width=width)
        except (LayoutError, UsageError) as error:
            words = f"{_NAMES[name]}: not drawn, because {error}"
            blocks.append(Paragraph(words=(words,), role="warning"))
            continue
        blocks.append(
            Figure(
                key=f"{prefix}{name}",
                drawing=drawing,
                caption=caption(comparison, name),
                alt=f"{_NAMES[name]} of {len(comparison.algorithms)} algorithms",
                hints=figure_hints(comparison, [element.gid for element in drawing.layout.elements]),
            )
        )
    return tuple(blocks)
