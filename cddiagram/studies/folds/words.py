"""The sentences about the folds of one data set."""

from __future__ import annotations

from cddiagram._util import __version__
from cddiagram.studies.folds.study import FoldsComparison
from cddiagram.text import Formula, Words, join, sentences
from cddiagram.words import (
    cited_keys,
    crossing_words,
    direction_words,
    format_alpha,
    format_count,
    format_estimate,
    format_level,
    group_lines,
    post_hoc_words,
    procedure_words,
    source_of,
    uncontrolled_words,
)

#: What tests on folds cannot say.
ONE_DATA_SET = "All conclusions are about this one data set."


def folds_setting(comparison: FoldsComparison) -> str:
    """Say what was compared on what."""
    what = f"{comparison.table.k} algorithms on one data set, {comparison.splits}"
    return f"{what} ({direction_words(comparison.decided)})"


def folds_caption_words(comparison: FoldsComparison) -> Words:
    """Return the caption with its formulas."""
    each = (
        f", each {format_level(comparison.confidence)}"
        if comparison.table.k > 2
        else ""
    )
    level = format_level(1 - comparison.alpha)
    crossing = crossing_words(comparison.decided, *comparison.intervals)
    reading = (
        "Mean scores stand beside the names. Markers are differences of mean scores "
        "from the reference, the diamond, "
        f"with their intervals (at least {level} for all pairs at once{each}). "
        "A marker is filled if its interval excludes 0; a dagger (†) marks rows for "
        "which the tests decide otherwise."
    )
    what = f"{folds_setting(comparison)}."
    procedure, uncontrolled = (
        procedure_words(comparison.decided),
        uncontrolled_words(comparison.decided),
    )
    return sentences([what, procedure, uncontrolled, reading, crossing, ONE_DATA_SET])


def folds_references(comparison: FoldsComparison) -> str:
    """Return the BibTeX entries of the sources that the paragraph cites."""
    return "\n\n".join(
        source_of(key).bibtex for key in cited_keys([folds_methods_words(comparison)])
    )


def folds_methods_words(comparison: FoldsComparison) -> Words:
    """Return the paragraph about the method."""
    n = format_count(comparison.table.n)
    ratio = (
        f"{comparison.test_ratio:.4g}"
        if comparison.folds in (None, 2)
        else f"1/{comparison.folds - 1}"
    )
    overlap = join(
        "The training sets overlap, so the variance of a mean difference was taken as ",
        Formula(text="(1/J + r) s²", latex="(1/J + r)\\, s^2"),
        f", J being the {n} test sets, r = {ratio} the size of a test set over that "
        "of its training set, and ",
        Formula(text="s²", latex="s^2"),
        " the variance of the differences, with ",
        Formula(text="J − 1", latex="J - 1"),
        " degrees of freedom.",
    )
    compared = f"The scores of {folds_setting(comparison)}, were compared."
    program = f"Computed with cddiagram {__version__}."
    tested, uncontrolled = (
        post_hoc_words(comparison.decided),
        uncontrolled_words(comparison.decided, "was"),
    )
    return sentences([compared, overlap, tested, uncontrolled, ONE_DATA_SET, program])


def folds_sentences(comparison: FoldsComparison) -> tuple[str, ...]:
    """Say mean scores, tests and groups."""
    means, decided = comparison.table.means, comparison.decided
    largest = float(abs(means).max())
    lines = [f"Mean scores of {folds_setting(comparison)}."]
    lines += [
        f"  {format_estimate(means[i], largest)}  {comparison.algorithms[i]}"
        for i in comparison.order
    ]
    lines += [
        f"Test: {comparison.test}, α = {format_alpha(comparison.alpha)}.",
        *group_lines(decided),
    ]
    return (*lines, *decided.notes, ONE_DATA_SET)
