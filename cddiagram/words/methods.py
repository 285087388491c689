"""The methods paragraph and its sources."""

from __future__ import annotations

from cddiagram._util import __version__
from cddiagram.comparing import Comparison
from cddiagram.text import Name, Phrase, RichText, cite, counted, phrase, sentences
from cddiagram.words.error_rates import uncontrolled_words
from cddiagram.words.inlines import finished_words
from cddiagram.words.missing import common_words, missing_words, runs_words
from cddiagram.words.numbers import number_style
from cddiagram.words.parts import P, worded
from cddiagram.words.procedures import post_hoc_words, role_of_control, two_algorithms
from cddiagram.words.sentences import (
    direction_words,
    no_result_words,
    stopped_search_words,
    tested_omnibus_words,
    untested_words,
)
from cddiagram.words.sources import cited_sources

#: Maps each kind of ranking to a sentence that describes it and to its source.
_RANKINGS = {
    "friedman": (
        "On each data set, we ranked the algorithms from 1 (best) to {}, assigning tied "
        "algorithms the mean of their ranks, and averaged the ranks over the data "
        "sets{}.",
        "demsar2006",
    ),
    "aligned": (
        "We subtracted the mean of each data set from its scores and ranked all "
        "differences together from 1 (best), assigning tied differences the mean of "
        "their ranks. We then averaged the ranks of each algorithm{}.",
        "hodges1962",
    ),
    "quade": (
        "On each data set, we ranked the algorithms from 1 (best) to {}, assigning tied "
        "algorithms the mean of their ranks. We then averaged the ranks over the data "
        "sets, weighting each data set by the rank of the range of its scores{}.",
        "quade1979",
    ),
}
_RANKING_OF_TWO = (
    "On each data set, we assigned rank 1 to the better algorithm and rank 2 to the "
    "other, or rank 1.5 to both in case of a tie, and averaged the ranks over the data "
    "sets{}."
)
_RANKING_OF_MEANS = "We ranked the algorithms by their mean scores over the data sets."
_RANKING_BY_WINS = (
    "For each pair of algorithms, we computed the proportion of common data sets on "
    "which each of the two was better, counting a tie as one half. We estimated the "
    "average rank of each algorithm as 1 plus the sum, over all other algorithms, of the "
    "proportion of data sets on which the other algorithm was better."
)


def methods_bibtex(comparison: Comparison) -> str:
    """Return the BibTeX entries of the sources that the methods paragraph cites."""
    sources = cited_sources([methods_words(comparison)])
    return "\n\n".join(source.bibtex for source in sources)


def methods(
    comparison: Comparison,
    *,
    latex: bool = False,
    cite: str = "cite",
    style: str = "default",
) -> str:
    """Return the methods paragraph as plain text or as LaTeX."""
    with number_style(style):
        words = methods_words(comparison)
    return finished_words(words, latex=latex, cite=cite)


def methods_words(comparison: Comparison) -> RichText:
    """Compose the methods paragraph."""
    return sentences(
        [
            _data(comparison),
            _ranking(comparison),
            tested_omnibus_words(comparison),
            post_hoc_words(comparison),
            no_result_words(comparison),
            uncontrolled_words(comparison, "was"),
            untested_words(comparison),
            stopped_search_words(comparison),
            f"All computations were performed with cddiagram {__version__}.",
        ]
    )


def _data(comparison: Comparison) -> RichText:
    """State what was compared, and how runs and missing scores were handled."""
    table = comparison.table
    algorithms = counted(len(comparison.algorithms), "algorithm")
    if comparison.made_from == "average ranks":
        datasets = counted(comparison.n_datasets or 0, "data set")
        return (
            f"The average ranks of {algorithms} on {datasets} were taken from another "
            "source.",
        )
    if table is None:
        return worded(
            f"The average ranks of {algorithms} and the {{}}-values of their comparisons "
            "were taken from another source.",
            P,
        )
    datasets = counted(table.n, "data set")
    compared = phrase(
        f"We compared {{}} on {datasets}; {direction_words(comparison)}.",
        _compared(comparison),
    )
    return sentences([compared, runs_words(comparison), missing_words(comparison)])


def _compared(comparison: Comparison) -> Phrase:
    """Name the algorithms if there are two, or else count them."""
    two = two_algorithms(comparison)
    if two is None:
        return Phrase(counted(len(comparison.algorithms), "algorithm"))
    if comparison.control is None:
        return phrase("{} with {}", *two)
    role = role_of_control(comparison)
    return phrase(f"{{}} with the {role}, {{}},", two[1], Name(comparison.control))


def _ranking(comparison: Comparison) -> RichText:
    """Describe the ranking of the algorithms.

    Return an empty text if the ranks were taken from another source.
    """
    table, kind = comparison.table, comparison.ranking.kind
    if table is None:
        return ()
    if kind == "means":
        return (_RANKING_OF_MEANS,)
    if kind == "skillings-mack":
        return sentences([_RANKING_BY_WINS, common_words(comparison)])
    if kind == "friedman" and table.k == 2:
        return worded(_RANKING_OF_TWO, cite("demsar2006"))
    template, source = _RANKINGS[kind]
    if kind == "aligned":
        return worded(template, cite(source))
    return worded(template, f"{table.k}", cite(source))
