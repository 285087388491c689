"""Sentences about a comparison on the folds of one data set."""

from __future__ import annotations

from cddiagram._util import __version__
from cddiagram.studies.folds.study import FoldsComparison
from cddiagram.text import Formula, RichText, join, sentences
from cddiagram.words import (
    Wording,
    cited_sources,
    crossing_words,
    format_count,
    format_estimate,
    format_level,
)

#: This sentence states the scope of the conclusions.
ONE_DATA_SET = "All conclusions apply to this data set only."


def folds_setting(comparison: FoldsComparison) -> str:
    """Describe the algorithms, the splits, and the direction of the scores."""
    details = f"{comparison.splits}; {Wording(comparison.decided).direction}"
    return f"{comparison.table.k} algorithms on one data set ({details})"


def folds_caption_words(comparison: FoldsComparison) -> RichText:
    """Return the caption: the contents of the figure, how to read it, and the tests."""
    decided = comparison.decided
    wording = Wording(decided)
    return sentences(
        [
            "Differences in mean score relative to the reference (diamond) for "
            f"{folds_setting(comparison)}.",
            _reading_of_lines(comparison),
            "A marker is filled if its interval excludes 0. A dagger (†) marks an "
            "algorithm for which the test and the interval lead to different decisions.",
            "Mean scores are printed next to the names.",
            wording.pairwise_tests(),
            wording.uncontrolled,
            crossing_words(decided, *comparison.intervals),
            ONE_DATA_SET,
        ]
    )


def _reading_of_lines(comparison: FoldsComparison) -> str:
    """Explain which confidence intervals the lines show."""
    level = format_level(1 - comparison.alpha)
    if comparison.table.k == 2:
        return f"The line shows the {level} confidence interval."
    each = format_level(comparison.confidence)
    return (
        "Lines show simultaneous confidence intervals (confidence level at least "
        f"{level} for all pairs jointly, {each} for each pair)."
    )


def folds_references(comparison: FoldsComparison) -> str:
    """Return the BibTeX entries of the sources that the methods paragraph cites."""
    sources = cited_sources([folds_methods_words(comparison)])
    return "\n\n".join(source.bibtex for source in sources)


def folds_methods_words(comparison: FoldsComparison) -> RichText:
    """Return the methods paragraph."""
    scores = f"We compared the scores of {folds_setting(comparison)}."
    tests = Wording(comparison.decided).pairwise_methods
    software = f"All computations were performed with cddiagram {__version__}."
    return sentences(
        [scores, _variance_words(comparison), tests, ONE_DATA_SET, software]
    )


def _variance_words(comparison: FoldsComparison) -> RichText:
    """Describe the estimate of the variance of a mean difference."""
    n = format_count(comparison.table.n)
    n_latex = n.replace(",", "{,}")
    ratio = f"{comparison.test_ratio:.4g}"
    if comparison.folds not in (None, 2):
        ratio = f"1/{comparison.folds - 1}"
    return join(
        "The training sets overlap, so the variance of a mean difference was estimated "
        "as ",
        Formula(text="(1/J + r) s²", latex="(1/J + r)\\, s^2"),
        " with ",
        Formula(text="J − 1", latex="J - 1"),
        " degrees of freedom, where ",
        Formula(text=f"J = {n}", latex=f"J = {n_latex}"),
        " is the number of test sets, ",
        Formula(text=f"r = {ratio}", latex=f"r = {ratio}"),
        " is the ratio of the test set size to the training set size, and ",
        Formula(text="s²", latex="s^2"),
        " is the variance of the differences.",
    )


def folds_sentences(comparison: FoldsComparison) -> tuple[str, ...]:
    """Report the mean scores, the tests and the groups."""
    decided = comparison.decided
    means = comparison.table.means
    largest = float(abs(means).max())
    lines = [f"Mean scores of {folds_setting(comparison)}:"]
    for i in comparison.order:
        mean = format_estimate(means[i], largest)
        lines.append(f"  {mean}  {comparison.algorithms[i]}")
    wording = Wording(decided)
    lines += [wording.pairwise_sentence(), *wording.groups]
    return (*lines, *decided.notes, ONE_DATA_SET)
