"""The paragraph about the method: which tests were made on what, and where they come from."""

from __future__ import annotations

from cddiagram import __version__
from cddiagram.report.latex.words import pasted_words
from cddiagram.report.model import Paragraph, Section, Words
from cddiagram.report.wording.names import (
    OMNIBUS_SOURCES,
    PAIR_TEST_SOURCES,
    PROCEDURE_SOURCES,
    adjustment_words,
    hypotheses_words,
    omnibus_test,
)
from cddiagram.report.wording.references import cited_keys, reference_of
from cddiagram.report.wording.sentences import (
    direction_words,
    named_test,
    pair_test_words,
    undecided_words,
    untested_words,
)
from cddiagram.report.wording.words import (
    Piece,
    cite,
    formula_alpha,
    formula_cd,
    formula_p,
    formula_statistic,
    join,
    plain_words,
    sentences,
)
from cddiagram.results import Comparison, OmnibusResult

#: How algorithms are ranked.
_RANKED: dict[str, Words] = {
    "friedman": join(
        "On each data set the algorithms were ranked, rank 1 for the best and the mean of their places for ties; ranks "
        "were averaged over the data sets",
        cite("demsar2006"),
        ".",
    ),
    "aligned": join(
        "From each score the mean of its data set was taken off; the differences were ranked all together, rank 1 for "
        "the best and the mean of their places for ties, and averaged over the data sets",
        cite("hodges1962", "garcia2010"),
        ".",
    ),
    "quade": join(
        "On each data set the algorithms were ranked, rank 1 for the best and the mean of their places for ties; the "
        "data sets weigh by the rank of the range of their scores",
        cite("quade1979", "garcia2010"),
        ".",
    ),
    "means": join(
        "Mean scores were compared by an analysis of variance with repeated measures", cite("fisher1959"), "."
    ),
}


def methods(comparison: Comparison, *, latex: bool = False) -> str:
    r"""Word the paragraph about the method.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison.
    latex : bool, default False
        Write LaTeX: names escaped, numbers as mathematics, sources as ``\cite`` with the keys of
        `cddiagram.report.wording.sources.SOURCES`; the entries for BibTeX are those of `methods_bibtex`.

    Returns
    -------
    str
        What was compared on what, how it was ranked, the omnibus tests with their outcome, the post-hoc tests with
        their adjustment and level, and the program.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> print(methods(comparison)[:67])
    4 algorithms were compared on 14 data sets; lower scores are better
    >>> "by the Nemenyi test (Nemenyi, 1963; Demšar, 2006)" in methods(comparison)
    True
    >>> r"$\chi^2_{3} = 9.28$, $p = .026$" in methods(comparison, latex=True)
    True
    """
    words = methods_words(comparison)
    return pasted_words(words) if latex else plain_words(words)


def methods_bibtex(comparison: Comparison) -> str:
    """Give the BibTeX entries of the sources that `methods` cites, by author.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"))
    >>> [line for line in methods_bibtex(comparison).splitlines() if line.startswith("@")]
    ['@article{demsar2006,', '@article{friedman1937,', '@article{iman1980,', '@phdthesis{nemenyi1963,']
    """
    section = Section(key="texts", title="", blocks=(Paragraph(words=methods_words(comparison)),))
    return "\n\n".join(reference_of(key).bibtex for key in cited_keys([section]))


def methods_words(comparison: Comparison) -> Words:
    """Word the paragraph as a text with citations and formulas; see `methods`."""
    if comparison.pairwise.pair_test == "given":
        ranked: Piece = ""
    else:
        ranked = _RANKED[comparison.ranking.kind]
    program = f"Computed with cddiagram {__version__}."
    return sentences(
        [
            _compared(comparison),
            ranked,
            _omnibus(comparison),
            _post_hoc(comparison),
            untested_words(comparison),
            undecided_words(comparison),
            program,
        ]
    )


def _compared(comparison: Comparison) -> str:
    table, k = comparison.table, len(comparison.algorithms)
    if table is None:
        return f"{k} algorithms were compared by average ranks and p-values that were computed elsewhere."
    dropped = ""
    if table.dropped:
        count = len(table.dropped)
        dropped = (
            f" {count} more data set{'s' if count > 1 else ''} with missing scores {'were' if count > 1 else 'was'} "
        )
        dropped += "left out."
    return f"{k} algorithms were compared on {table.n} data sets; {direction_words(comparison)}.{dropped}"


def _omnibus(comparison: Comparison) -> Words:
    """Name the tests of any difference that are not corrected for ties, or are where that was asked for."""
    wanted = comparison.headline_corrected
    results = [result for result in comparison.omnibus if result.tie_corrected == wanted] or list(comparison.omnibus)
    if not results:
        return ()
    named: list[Piece] = []
    for place, result in enumerate(results):
        between = "" if place == 0 else (" and " if place == len(results) - 1 else ", ")
        named += [
            between,
            _test(result),
            " (",
            formula_statistic(result),
            ", ",
            formula_p(result.pvalue, comparison.alpha),
        ]
        named.append(")")
    headline = comparison.headline or results[0]
    corrected = ", corrected for ties," if wanted else ""
    by = "" if len(results) == 1 else f"by the {omnibus_test(headline.name)} "
    outcome = "rejected" if headline.pvalue <= comparison.alpha else "not rejected"
    return join(
        f"Whether there is any difference at all was tested{corrected} by ",
        *named,
        f"; {by}the hypothesis that there is none is {outcome} at ",
        formula_alpha(comparison.alpha),
        ".",
    )


def _test(result: OmnibusResult) -> Words:
    return join(f"the {omnibus_test(result.name)}", cite(*OMNIBUS_SOURCES[result.name]))


def _post_hoc(comparison: Comparison) -> Words:
    pairs, difference = comparison.pairwise, comparison.critical_difference
    level = join(" at ", formula_alpha(comparison.alpha))
    if difference is not None:
        level = join(level, ", with the critical difference ", formula_cd(difference), " of average ranks")
    if pairs.pair_test == "given":
        return join(f"Post-hoc: {comparison.test}", _adjusted(comparison), "; pairs were told apart", level, ".")
    whom = "All pairs were compared"
    if comparison.control is not None:
        whom = f"The other algorithms were compared with the control {comparison.control}"
    if comparison.control_chosen == "after":
        whom += ", the best-ranked one, chosen after looking, so that its p-values come from the family of all pairs,"
    named = named_test(comparison)
    if named is not None:
        # Among the named tests Bonferroni's adjustment makes one: Bonferroni–Dunn, which D06 recommends.
        further = ("demsar2006",) if pairs.p_adjust == "bonferroni" else ()
        return join(f"{whom} by {named}", cite(*PROCEDURE_SOURCES[pairs.p_adjust], *further), level, ".")
    kind = comparison.ranking.kind
    sources = PAIR_TEST_SOURCES.get((kind, pairs.pair_test)) or PAIR_TEST_SOURCES[pairs.pair_test]
    if ("zeros", "pratt") in pairs.options:
        sources = (*sources, "pratt1959")
    if ("variance", "conover") in pairs.options:
        sources = (*sources, "conover1999")
    tested = join(f"{whom} by {pair_test_words(comparison)}", cite(*sources))
    return join(tested, _adjusted(comparison), ",", level, ".")


def _adjusted(comparison: Comparison) -> Words:
    pairs = comparison.pairwise
    count = hypotheses_words(pairs.n_hypotheses)
    if pairs.pair_test == "multiple-sign":
        return (", whose p-values are family-wise",)
    if pairs.p_adjust == "none":
        return (f", without adjustment for the {count}",)
    name = adjustment_words(pairs.p_adjust).replace("adjustment", "procedure")
    return join(f", p-values adjusted for {count} by {name}", cite(*PROCEDURE_SOURCES[pairs.p_adjust]))
