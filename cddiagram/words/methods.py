"""The paragraph about the method: which tests were made on what, and where they come
from.
"""

from __future__ import annotations

from cddiagram._util import __version__
from cddiagram.comparing import Comparison
from cddiagram.text import Piece, Words, cite, join, sentences
from cddiagram.words.error_rates import uncontrolled_words
from cddiagram.words.inlines import (
    finished_words,
    formula_alpha,
    formula_p,
    formula_statistic,
    with_symbols,
)
from cddiagram.words.missing import common_words, missing_words, runs_words
from cddiagram.words.names import OMNIBUS, omnibus_test
from cddiagram.words.numbers import number_style
from cddiagram.words.procedures import post_hoc_words
from cddiagram.words.sentences import (
    direction_words,
    no_result_words,
    undecided_words,
    untested_words,
)
from cddiagram.words.sources import cited_keys, source_of

#: How algorithms are ranked.
_RANKED: dict[str, Words] = {
    "friedman": join(
        "On each data set the algorithms were ranked from 1 for the best, ties "
        "receiving the mean of their ranks, and "
        "the ranks were averaged over the data sets",
        cite("demsar2006"),
        ".",
    ),
    "aligned": join(
        "From each score the mean of its data set was subtracted; all differences "
        "were ranked together from 1 for the "
        "best, ties receiving the mean of their ranks, and the ranks were averaged "
        "over the data sets",
        cite("hodges1962", "garcia2010"),
        ".",
    ),
    "quade": join(
        "On each data set the algorithms were ranked from 1 for the best, ties "
        "receiving the mean of their ranks; in "
        "the average ranks each data set is weighted by the rank of the range of its "
        "scores",
        cite("quade1979", "garcia2010"),
        ".",
    ),
    "skillings-mack": (
        "The average rank of each algorithm was estimated as 1 plus the sum, over all "
        "other algorithms, of the share "
        "of the common data sets on which the other algorithm is better; ties count "
        "one half.",
    ),
    "means": ("The algorithms were ranked by their mean scores over the data sets.",),
}


def methods_bibtex(comparison: Comparison) -> str:
    """Return the BibTeX entries of the sources that the paragraph cites, by author."""
    return "\n\n".join(
        source_of(key).bibtex for key in cited_keys([methods_words(comparison)])
    )


def methods(
    comparison: Comparison,
    *,
    latex: bool = False,
    cite: str = "cite",
    style: str = "default",
) -> str:
    """Return the paragraph about the method, plainly or for LaTeX."""
    with number_style(style):
        words = methods_words(comparison)
    return finished_words(words, latex=latex, cite=cite)


def methods_words(comparison: Comparison) -> Words:
    """Word the paragraph about the method; sources are keys of
    `cddiagram.words.sources.SOURCES`.
    """
    ranked: Piece = ""
    if comparison.table is not None:
        ranked = sentences([_RANKED[comparison.ranking.kind], common_words(comparison)])
    program = f"Computed with cddiagram {__version__}."
    return sentences(
        [
            _compared(comparison),
            ranked,
            _omnibus(comparison),
            post_hoc_words(comparison),
            no_result_words(comparison),
            uncontrolled_words(comparison, "was"),
            untested_words(comparison),
            with_symbols(undecided_words(comparison)),
            program,
        ]
    )


def _compared(comparison: Comparison) -> Piece | Words:
    table, k = comparison.table, len(comparison.algorithms)
    if comparison.made_from == "average ranks":
        return (
            f"Average ranks of {k} algorithms on {comparison.n_datasets} data sets "
            "were computed elsewhere."
        )
    if table is None:
        return with_symbols(
            f"Average ranks and p-values of {k} algorithms were computed elsewhere."
        )
    scores = (
        f"The scores of {k} algorithms on {table.n} data sets were compared; "
        f"{direction_words(comparison)}."
    )
    return sentences([scores, runs_words(comparison), missing_words(comparison)])


def _omnibus(comparison: Comparison) -> Words:
    """Name the tests of any difference that are not corrected for ties, or are where
    that was asked for.
    """
    wanted = comparison.plan.tie_correction is True
    results = [
        result for result in comparison.omnibus if result.tie_corrected == wanted
    ] or list(comparison.omnibus)
    if not results:
        return ()
    named: list[Piece] = []
    for place, result in enumerate(results):
        numbers = join(
            formula_statistic(result), ", ", formula_p(result.pvalue, comparison.alpha)
        )
        last = place == len(results) - 1
        named += [
            "" if place == 0 else (", and " if last else ", "),
            "the ",
            omnibus_test(result.name),
            *cite(OMNIBUS[result.name][2]),
            ", ",
            numbers,
        ]
    headline = comparison.headline or results[0]
    corrected = ", with correction for ties," if wanted else ""
    rejected = headline.rejects(comparison.alpha)
    outcome = (
        "the hypothesis of no difference is "
        f"{'rejected' if rejected else 'not rejected'} at "
    )
    if len(results) > 1:
        rejects = "rejects" if rejected else "does not reject"
        outcome = (
            f"the {omnibus_test(headline.name)} {rejects} the hypothesis of no "
            "difference at "
        )
    level = formula_alpha(comparison.alpha)
    return join(
        f"Whether the algorithms differ at all was tested{corrected} by ",
        *named,
        f"; {outcome}",
        level,
        ".",
    )
