"""The sentences about a study of error rates."""

from __future__ import annotations

import numpy as np

from cddiagram.studies.level.study import LevelStudy
from cddiagram.text import Words, sentences
from cddiagram.words import format_alpha, format_count

#: Null hypothesis of a study of levels -> which algorithms are equal.
NULL_WORDS = {
    "global": "all algorithms are equal",
    "one-shifted": "all but one are equal",
    "half-shifted": "half of them are equal, and so are the others",
    "mirrored": "two are above or below all others as a coin decides",
}


def level_sentences(study: LevelStudy) -> tuple[str, ...]:
    """Say which procedures are above their level, and what was drawn."""
    rates, (low, high) = study.familywise, study.familywise_interval
    above = np.argwhere(study.exceeds).tolist()
    largest = [np.unravel_index(int(rates.argmax()), rates.shape)]
    listed = [
        f"{study.tests[test]} {rates[null, test]:.3f} [{low[null, test]:.3f}, "
        f"{high[null, test]:.3f}] where "
        f"{NULL_WORDS[study.nulls[null]]}"
        for null, test in above or largest
    ]
    grid = f", rounded to multiples of {study.grid:g}" if study.grid else ""
    shift = (
        f", shifts are {study.shift:g}"
        if any("shifted" in null for null in study.nulls)
        else ""
    )
    return (
        f"Above α = {format_alpha(study.alpha)} by more than three standard errors of "
        "the simulation: "
        f"{'' if above else 'none; the largest error is that of '}{'; '.join(listed)}.",
        f"Each of {format_count(study.repeats)} tables for a null hypothesis holds "
        f"{study.k} algorithms on {study.n} "
        "data sets: normal scores with standard deviation 1 around effects of the "
        "data sets with standard deviation "
        f"2{shift}{grid}.",
        "An error is a table with a significant difference between equal algorithms; "
        "in brackets Wilson's 95 % "
        "interval.",
    )


def level_caption_words(study: LevelStudy) -> Words:
    """Return the caption of the table: all sentences but the first."""
    return sentences(level_sentences(study)[1:])
