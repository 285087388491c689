"""The section with the figures: drawn with ids, with captions and with what every element tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from cddiagram._util.inlines import Words
from cddiagram.comparison import Comparison
from cddiagram.errors import LayoutError, UsageError
from cddiagram.figures.drawing import Drawing
from cddiagram.figures.plot_cd import plot_cd
from cddiagram.figures.plot_mcb import plot_mcb
from cddiagram.figures.plot_pvalue_matrix import plot_pvalue_matrix
from cddiagram.figures.plot_rank_bars import plot_rank_bars
from cddiagram.report.model import Block, Figure, Paragraph
from cddiagram.report.sections.hints import comparison_hint, element_hints
from cddiagram.words.captions import caption_words

#: The figures that a report can have, in reading order.
FIGURES = ("cd", "rank-bars", "pvalue-matrix", "mcb")
#: Widths in inches: the text of A4 and letter pages; of diagrams of few algorithms, which a telephone shows whole.
_WIDE, _NARROW, _FEW = 6.0, 4.0, 10
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


def usual_figures(comparison: Comparison) -> tuple[str, ...]:
    """Choose the figures of a comparison: the diagram; with a control rank bars; for 3 to 30 algorithms the matrix.

    Examples
    --------
    >>> import cddiagram as cd
    >>> usual_figures(cd.compare(cd.load_example("demsar2006-table6-ranks"), control="C4.5"))
    ('cd', 'rank-bars')
    """
    if comparison.control is not None:
        return ("cd", "rank-bars")
    return ("cd", "pvalue-matrix") if 3 <= len(comparison.algorithms) <= _MOST_IN_MATRIX else ("cd",)


def figures_blocks(
    comparison: Comparison,
    names: Sequence[str],
    prefix: str,
    width: float | str,
    font: str | Sequence[str] | None,
) -> tuple[Block, ...]:
    """Draw figures of a comparison."""
    inches = figure_width(width, len(comparison.algorithms))
    return tuple(
        figure_block(
            f"{prefix}{name}",
            partial(_DRAWERS[name], comparison, ids=True, width=inches, font=font),
            name=_NAMES[name],
            alt=f"{_NAMES[name]} of {len(comparison.algorithms)} algorithms",
            caption=partial(_caption, comparison, name),
            tell=partial(comparison_hint, comparison),
        )
        for name in names
    )


def _caption(comparison: Comparison, name: str, drawing: Drawing[Any]) -> Words:
    """Word the caption of a figure that has been drawn: whether cells hold numbers depends on their width."""
    return caption_words(comparison, name, numbers=getattr(drawing.layout, "values_printed", None))


def figure_width(width: float | str, k: int = _FEW + 1) -> float:
    """Give the width of a figure of k algorithms: the one asked for, or for ``"auto"`` what so many need.

    Examples
    --------
    >>> figure_width("auto", 5), figure_width("auto", 40), figure_width(3.3, 40)
    (4.0, 6.0, 3.3)
    """
    if width != "auto":
        return float(width)
    return _NARROW if k <= _FEW else _WIDE


def figure_block(
    key: str,
    draw: Callable[[], Drawing[Any]],
    *,
    name: str,
    alt: str,
    caption: Words | Callable[[Drawing[Any]], Words],
    tell: Callable[[str], str] = lambda gid: "",
) -> Figure | Paragraph:
    """Draw any figure; one that does not fit is replaced by a sentence that says so.

    Parameters
    ----------
    key : str
        Of the figure.
    draw : callable
        Draws it with ``ids=True``.
    name : str
        What it is called where it cannot be drawn: ``"Rank bars"``.
    alt : str
        What it is and of what: ``"Rank bars of 5 algorithms"``.
    caption : tuple of str, Citation and Formula, or callable
        Its caption, or what makes it of the drawing.
    tell : callable
        Gives the hint for the id of an element of its layout, empty for none.

    Returns
    -------
    Figure or Paragraph
    """
    try:
        drawing = draw()
    except (LayoutError, UsageError) as error:
        return Paragraph(words=(f"{name}: not drawn, because {error}",), role="warning")
    hints = element_hints([element.gid for element in drawing.layout.elements], tell)
    words = caption(drawing) if callable(caption) else caption
    return Figure(key=key, drawing=drawing, caption=words, alt=alt, hints=hints)
