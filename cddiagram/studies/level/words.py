"""Sentences about the results of a study of error rates."""

from __future__ import annotations

import numpy as np

from cddiagram.studies.level.study import LevelStudy
from cddiagram.text import RichText, join, sentences
from cddiagram.words import format_alpha, format_count, formula_alpha

#: Maps each null hypothesis to a clause that states which algorithms have equal
#: performance.
NULL_WORDS = {
    "global": "all algorithms perform equally",
    "one-shifted": "all algorithms except one perform equally",
    "half-shifted": "the algorithms within each half perform equally",
    "mirrored": (
        "one of two algorithms, selected at random on each data set, has the best score "
        "and the other the worst"
    ),
}


def level_sentences(study: LevelStudy) -> tuple[str, ...]:
    """State which error rates exceed alpha, and describe how tables were simulated."""
    return (
        _finding(study),
        _simulation(study),
        "The error rate is the proportion of tables with a significant difference "
        "between algorithms that perform equally. The intervals are Wilson's 95% "
        "confidence intervals.",
    )


def _finding(study: LevelStudy) -> str:
    """State the error rates above alpha or, if there are none, the largest one."""
    level = f"α = {format_alpha(study.alpha)}"
    margin = "more than three standard errors of the simulation"
    above = np.argwhere(study.exceeds).tolist()
    if above:
        rates = [_exceeding_rate(study, *cell) for cell in above]
        return f"Some error rates exceed {level} by {margin}. {' '.join(rates)}"
    rates_of_all = study.familywise
    null, test = np.unravel_index(int(rates_of_all.argmax()), rates_of_all.shape)
    rate, test_name, condition = _rate(study, int(null), int(test))
    return (
        f"No error rate exceeds {level} by {margin}. The largest error rate, {rate}, "
        f"occurs when {condition} (test: {test_name})."
    )


def _exceeding_rate(study: LevelStudy, null: int, test: int) -> str:
    rate, test_name, condition = _rate(study, null, test)
    return f"When {condition}, the error rate is {rate} (test: {test_name})."


def _rate(study: LevelStudy, null: int, test: int) -> tuple[str, str, str]:
    """Return the error rate of a test with its confidence interval, the name of the
    test, and a clause about the null hypothesis.
    """
    rate = study.familywise[null, test]
    low, high = (limit[null, test] for limit in study.familywise_interval)
    text = f"{rate:.3f} [{low:.3f}, {high:.3f}]"
    return text, study.tests[test], NULL_WORDS[study.nulls[null]]


def _simulation(study: LevelStudy) -> str:
    """Describe how the tables were simulated."""
    facts = [
        f"For each null hypothesis, {format_count(study.repeats)} tables of {study.k} "
        f"algorithms on {study.n} data sets were simulated.",
        "Each score is the sum of a normally distributed data set effect (standard "
        "deviation 2) and normally distributed noise (standard deviation 1).",
    ]
    if any("shifted" in null for null in study.nulls):
        facts.append(
            f"The scores of shifted algorithms are increased by {study.shift:g}."
        )
    if study.grid:
        facts.append(f"Scores are rounded to multiples of {study.grid:g}.")
    return " ".join(facts)


def level_caption_words(study: LevelStudy) -> RichText:
    """Return the caption of the table of error rates."""
    subject = join(
        f"Error rates of tests that compare {study.k} algorithms on {study.n} data sets (",
        formula_alpha(study.alpha),
        ").",
    )
    return sentences([subject, *level_sentences(study)[1:]])
