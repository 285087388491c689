"""The captions of figures of a comparison: what was compared and how, and how to read the figure."""

from __future__ import annotations

from cddiagram.errors import UsageError, choose_from
from cddiagram.layout.options import MAX_LANES
from cddiagram.report.latex.words import pasted_words
from cddiagram.report.model import Words
from cddiagram.report.wording.sentences import omnibus_warning_words, setting, undecided_words, untested_words
from cddiagram.report.wording.words import Piece, plain_words, sentences
from cddiagram.results import Comparison


def caption(comparison: Comparison, figure: str = "cd", *, latex: bool = False) -> str:
    r"""Word the caption of the figure.

    Parameters
    ----------
    comparison : Comparison
        What the figure shows.
    figure : {"cd", "rank-bars", "pvalue-matrix", "mcb"}
        Which figure the caption stands under; it decides the last sentence, how to read it.
    latex : bool, default False
        Write LaTeX: names escaped, numbers as mathematics.

    Returns
    -------
    str
        What was compared on what, the direction, the omnibus test, the post-hoc procedure with its level and critical
        difference, and how to read the figure.

    Raises
    ------
    UsageError
        Unknown figure.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> print(caption(comparison)[:86])
    Average ranks of 4 algorithms on 14 data sets (lower scores are better; rank 1 is best
    >>> print(caption(comparison, latex=True)[89:135])
    Iman--Davenport test, $F_{3, 39} = 3.69$, $p =
    """
    words = caption_words(comparison, figure)
    return pasted_words(words) if latex else plain_words(words)


def caption_words(comparison: Comparison, figure: str = "cd") -> Words:
    """Word the caption of a figure as a text with formulas; see `caption`."""
    if figure not in ("cd", *_READINGS):
        raise UsageError(choose_from("figure", figure, ("cd", *_READINGS)))
    what, *tests = setting(comparison)
    parts: list[Piece] = [what, *tests[:1], omnibus_warning_words(comparison), *tests[1:]]
    return sentences([*parts, undecided_words(comparison), _reading(comparison, figure)])


def _reading(comparison: Comparison, figure: str) -> str:
    """Say how the figure is to be read."""
    if figure == "cd":
        return _reading_of_control(comparison) if comparison.control is not None else _reading_of_groups(comparison)
    return _READINGS[figure](comparison)


def _reading_of_control(comparison: Comparison) -> str:
    shown = "The control is the diamond; of the others, filled markers differ significantly from it, hollow ones do not"
    if comparison.pairwise.pair_test == "multiple-sign":
        shown = (
            "The control is the diamond; it is significantly better than those with filled markers, not the hollow ones"
        )
    if comparison.critical_difference is None:
        return shown + "."
    return shown + "; the interval spans CD on either side of it, as far as the axis goes."


def _reading_of_groups(comparison: Comparison) -> str:
    if not comparison.groups_complete:
        return "The groups of algorithms that are not significantly different are too many to draw."
    untested = untested_words(comparison)
    if not comparison.groups:
        return untested or "All differences are significant."
    reading = "Algorithms whose dots a bar joins are not significantly different"
    if comparison.critical_difference is None and len(comparison.groups) > MAX_LANES:
        reading = f"Where bars are drawn, {reading[0].lower()}{reading[1:]}"
    if _has_gap(comparison):
        reading += "; an algorithm that a dashed link crosses without a dot on it is not in that group"
    lonely = {name for group in comparison.groups for name in group.algorithms} != set(comparison.algorithms)
    if lonely and not untested:
        reading += "; an algorithm without a dot on any bar differs from all others"
    return f"{reading}. {untested}".rstrip()


def _reading_of_bars(comparison: Comparison) -> str:
    whom = "control" if comparison.control is not None else "best-ranked algorithm"
    reading = (
        f"Bars are average ranks, counted from 0; the {whom} is outlined, algorithms in dark gray differ significantly "
        "from it, those in light gray do not"
    )
    if comparison.critical_difference is None:
        return reading + "."
    return f"{reading}; lines mark its rank plus or minus the critical difference, where they are needed."


def _reading_of_matrix(comparison: Comparison) -> str:
    reading = "Cells hold the adjusted p-values of the pairs, darker for smaller ones"
    return reading + ("; a crossed cell was not tested." if comparison.control is not None else ".")


def _reading_of_mcb(comparison: Comparison) -> str:
    return (
        "Intervals span half the critical difference on either side of the average rank; an algorithm whose interval "
        "misses the gray band of the reference (hollow dot) differs significantly from it."
    )


_READINGS = {"rank-bars": _reading_of_bars, "pvalue-matrix": _reading_of_matrix, "mcb": _reading_of_mcb}


def _has_gap(comparison: Comparison) -> bool:
    """Tell whether some group leaves out an algorithm that ranks between its members."""
    place = {comparison.algorithms[i]: at for at, i in enumerate(comparison.order)}
    spans = ((place[group.algorithms[0]], place[group.algorithms[-1]], group) for group in comparison.groups)
    return any(last - first >= len(group.algorithms) for first, last, group in spans)
