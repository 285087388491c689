"""The sentences about a study of error rates."""

from __future__ import annotations

import numpy as np

from cddiagram.studies.level.study import LevelStudy
from cddiagram.text import Words, sentences
from cddiagram.words import format_alpha, format_count

#: Null hypothesis of a study of levels -> which algorithms are equal.
NULL_WORDS = {
    "global": "all algorithms are equal",
    "one-shifted": "all algorithms but one are equal",
    "half-shifted": "the algorithms form two halves of equal algorithms",
    "mirrored": "two algorithms are randomly either above or below all others",
}


def level_sentences(study: LevelStudy) -> tuple[str, ...]:
    """Report which error rates exceed the level, and how tables were simulated."""
    rates, (low, high) = study.familywise, study.familywise_interval
    above = np.argwhere(study.exceeds).tolist()
    largest = [np.unravel_index(int(rates.argmax()), rates.shape)]
    listed = [
        f"{study.tests[test]} {rates[null, test]:.3f} [{low[null, test]:.3f}, "
        f"{high[null, test]:.3f}] if {NULL_WORDS[study.nulls[null]]}"
        for null, test in above or largest
    ]
    level = f"α = {format_alpha(study.alpha)}"
    margin = "more than three standard errors of the simulation"
    finding = f"Error rates above {level} by {margin}: {'; '.join(listed)}."
    if not above:
        finding = (
            f"No error rate exceeds {level} by {margin}. The largest error rate is "
            f"{listed[0]}."
        )
    simulated = [
        f"For each null hypothesis, {format_count(study.repeats)} tables of {study.k} "
        f"algorithms on {study.n} data sets were simulated.",
        "Scores are normal with standard deviation 1 around the effects of the data "
        "sets, which have standard deviation 2.",
    ]
    if any("shifted" in null for null in study.nulls):
        simulated.append(f"Shifted algorithms differ by {study.shift:g}.")
    if study.grid:
        simulated.append(f"Scores are rounded to multiples of {study.grid:g}.")
    return (
        finding,
        " ".join(simulated),
        "The error rate is the share of tables with a significant difference between "
        "equal algorithms. Brackets contain Wilson's 95% interval.",
    )


def level_caption_words(study: LevelStudy) -> Words:
    """Return the caption of the table: the sentences without the finding."""
    return sentences(level_sentences(study)[1:])
