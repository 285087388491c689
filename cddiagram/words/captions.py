"""The captions of figures of a comparison: what was compared and how, and how to read the figure."""

from __future__ import annotations

from cddiagram._util.inlines import Piece, Words, sentences
from cddiagram.comparison import Comparison
from cddiagram.errors import UsageError, choose_from
from cddiagram.procedures import NORMALITY_NAMES
from cddiagram.words.drawable import check_mcb, check_positive, reference_of
from cddiagram.words.inlines import pasted_words, plain_words, with_symbols
from cddiagram.words.procedures import procedure_words
from cddiagram.words.readings import READINGS, reading_of_cd, reading_of_matrix, reading_of_sequence
from cddiagram.words.sentences import (
    direction_words,
    omnibus_outcome_words,
    ranked_words,
    undecided_words,
)

#: The figures that have captions; those behind the readings are not about the tests of one comparison.
_FIGURES = (*READINGS, "cd-sequence", "conditions")


def caption(comparison: Comparison, figure: str = "cd", *, letters: str | bool = "auto", latex: bool = False) -> str:
    r"""Word the caption of the figure.

    A sequence shows several comparisons: its caption says what they have in common with this one. That of conditions is
    about the scores alone. Refused is what the figure itself refuses.

    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> print(caption(comparison)[:86])
    Average ranks of 4 algorithms on 14 data sets (lower scores are better; rank 1 is best
    >>> print(caption(comparison, latex=True)[89:135])
    Iman--Davenport test, $F_{3, 39} = 3.69$, $p =
    """
    words = caption_words(comparison, figure, letters=letters)
    return pasted_words(words) if latex else plain_words(words)


def caption_words(
    comparison: Comparison, figure: str = "cd", *, numbers: bool | None = None, letters: str | bool = "auto"
) -> Words:
    """Word the caption of a figure as a text with formulas; see `caption`.

    `numbers` says whether the cells of a matrix hold their p-values (`MatrixLayout.values_printed`), None that it is
    not known; `letters` as in the diagram.
    """
    if figure not in _FIGURES:
        raise UsageError(choose_from("figure", figure, _FIGURES))
    if figure == "conditions":
        return with_symbols(_conditions_words(comparison))
    if figure == "cd-sequence":
        what = ranked_words(comparison, several=True)
        return sentences([what, procedure_words(comparison, difference=False), reading_of_sequence(comparison)])
    _check_drawable(comparison, figure)
    reading: Piece = READINGS[figure](comparison)
    if figure == "cd":
        reading = reading_of_cd(comparison, letters)
    elif figure == "pvalue-matrix":
        reading = with_symbols(reading_of_matrix(comparison, numbers))
    what, outcome = ranked_words(comparison), omnibus_outcome_words(comparison)
    undecided = with_symbols(undecided_words(comparison))
    return sentences([what, outcome, procedure_words(comparison), undecided, reading])


def _check_drawable(comparison: Comparison, figure: str) -> None:
    """Refuse a figure of one algorithm against the others where it cannot be drawn, as the figure itself does."""
    if figure == "rank-bars":
        check_positive(comparison)
        reference_of(comparison)
    elif figure == "mcb":
        check_mcb(comparison)


def _conditions_words(comparison: Comparison) -> str:
    """Word the caption of histograms and Q-Q plots, which show the scores and none of the ranks."""
    table, conditions = comparison.table, comparison.conditions
    if table is None or conditions is None:
        raise UsageError(
            "figure 'conditions' shows scores, and this comparison was made from p-values: choose another."
        )
    names = [NORMALITY_NAMES[test.name] for test in conditions.normality]
    tests = f"{', '.join(names[:-1])} and {names[-1]}"
    return (
        f"Scores of {table.k} algorithms on {table.n} data sets ({direction_words(comparison)}; the best average rank "
        "first): histogram with the normal curve of the same mean and standard deviation, normal Q–Q plot, and "
        f"p-values of the {tests} tests, of which small ones speak against normality."
    )
