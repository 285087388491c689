"""The sentences about the folds of one data set."""

from __future__ import annotations

from cddiagram._util import __version__
from cddiagram.studies.folds.study import FoldsComparison
from cddiagram.text import Formula, RichText, join, sentences
from cddiagram.words import (
    Wording,
    cited_sources,
    crossing_words,
    format_alpha,
    format_count,
    format_estimate,
    format_level,
)

#: The scope of tests on folds.
ONE_DATA_SET = "All conclusions apply to this data set only."


def folds_setting(comparison: FoldsComparison) -> str:
    """Name the algorithms, the data set and its splits, and the direction."""
    details = f"{comparison.splits}; {Wording(comparison.decided).direction}"
    return f"{comparison.table.k} algorithms on one data set ({details})"


def folds_caption_words(comparison: FoldsComparison) -> RichText:
    """Return the caption with its formulas: what is shown, how to read it, the tests."""
    decided = comparison.decided
    shown = (
        f"Differences in mean score from the reference (diamond) for "
        f"{folds_setting(comparison)}."
    )
    return sentences(
        [
            shown,
            f"{_reading_of_lines(comparison)}.",
            "A marker is filled if its interval excludes 0. A dagger (†) marks an "
            "algorithm for which the test leads to a different decision.",
            "Mean scores are printed next to the names.",
            Wording(decided).pairwise_tests(),
            Wording(decided).uncontrolled,
            crossing_words(decided, *comparison.intervals),
            ONE_DATA_SET,
        ]
    )


def _reading_of_lines(comparison: FoldsComparison) -> str:
    """Name the confidence intervals."""
    level = format_level(1 - comparison.alpha)
    if comparison.table.k == 2:
        return f"The line shows the {level} confidence interval"
    each = format_level(comparison.confidence)
    return (
        f"Lines show simultaneous confidence intervals (at least {level} for all pairs, "
        f"{each} for each pair)"
    )


def folds_references(comparison: FoldsComparison) -> str:
    """Return the BibTeX entries of the sources that the paragraph cites."""
    return "\n\n".join(
        source.bibtex for source in cited_sources([folds_methods_words(comparison)])
    )


def folds_methods_words(comparison: FoldsComparison) -> RichText:
    """Return the paragraph about the method."""
    n = format_count(comparison.table.n)
    ratio = f"{comparison.test_ratio:.4g}"
    if comparison.folds not in (None, 2):
        ratio = f"1/{comparison.folds - 1}"
    overlap = join(
        "The training sets overlap, so the variance of a mean difference was estimated "
        "as ",
        Formula(text="(1/J + r) s²", latex="(1/J + r)\\, s^2"),
        " with ",
        Formula(text="J − 1", latex="J - 1"),
        " degrees of freedom, where ",
        Formula(text=f"J = {n}", latex=f"J = {n.replace(',', '{,}')}"),
        " is the number of test sets, ",
        Formula(text=f"r = {ratio}", latex=f"r = {ratio}"),
        " is the ratio of the sizes of test and training sets, and ",
        Formula(text="s²", latex="s^2"),
        " is the variance of the differences.",
    )
    compared = f"We compared the scores of {folds_setting(comparison)}."
    program = f"All computations were performed with cddiagram {__version__}."
    tests = Wording(comparison.decided).pairwise_methods
    return sentences([compared, overlap, tests, ONE_DATA_SET, program])


def folds_sentences(comparison: FoldsComparison) -> tuple[str, ...]:
    """Report mean scores, test and groups."""
    means, decided = comparison.table.means, comparison.decided
    largest = float(abs(means).max())
    lines = [f"Mean scores of {folds_setting(comparison)}:"]
    lines += [
        f"  {format_estimate(means[i], largest)}  {comparison.algorithms[i]}"
        for i in comparison.order
    ]
    lines += [
        f"Test: {comparison.test}, α = {format_alpha(comparison.alpha)}.",
        *Wording(decided).groups,
    ]
    return (*lines, *decided.notes, ONE_DATA_SET)
