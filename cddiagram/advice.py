"""Advice about a comparison: the rules of thumb of the papers as checks that speak up only where they apply."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from cddiagram._util.inlines import Name, Option, Phrase, commas, phrase
from cddiagram.comparison import Comparison
from cddiagram.plan import PICKED_AFTER
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats.results import significant
from cddiagram.words.numbers import format_count, format_share

#: A best algorithm that is first in so large a share of the resamples needs no word.
_SURE = 0.95
#: Above so many algorithms the exhaustive procedures are not tried just to give advice.
_MOST_ALGORITHMS = 30


@runtime_checkable
class Advised(Protocol):
    """A result with advice of its own: a `ConvergenceComparison`."""

    def _advice_(self) -> tuple[str, ...]:
        """Return the advice that applies."""


def advise(comparison: Comparison | Advised) -> tuple[str, ...]:
    """Return the advice that applies to a comparison.

    Parameters
    ----------
    comparison : Comparison or ConvergenceComparison
        The finished comparison.

    Returns
    -------
    tuple of str
        Sentences; empty if nothing needs saying. Sources: the number of data sets (WEB, "Considerations"), few
        algorithms and Quade's dependence on the data sets (G10 7), Li (G10 7; statistics of the p-values at hand), the
        power of Nemenyi and Bonferroni-Dunn (D06 3.2.2, G08 3, G10 7), the pool (B16). The last one says how often the
        best-ranked algorithm stays so where the data sets are drawn again, and who is better than it on more of them.

    Examples
    --------
    >>> import cddiagram as cd
    >>> for sentence in advise(cd.compare(cd.load_example("garcia2008-table2"))):
    ...     print(sentence)
    Nemenyi calls 4 of 10 pairs significantly different; on the same p-values Holm 5, Shaffer 6, Bergmann–Hommel 8.
    Tests on average ranks compare two algorithms in the light of all others: adding or leaving out an algorithm can \
change what is said of a pair; pair_test 'wilcoxon' depends on the pair alone.
    C4.5 is first in 61 % of 10,000 bootstrap resamples of the data sets, and NaiveBayes is better than C4.5 on 16 of \
30.
    """
    if isinstance(comparison, Advised):
        return comparison._advice_()
    checks = (_data_sets, _ranking, _adjustment, _power, _pool, _stability)
    return tuple(sentence for check in checks for sentence in [check(comparison)] if sentence)


def _data_sets(comparison: Comparison) -> str:
    n, k = comparison.n_datasets, len(comparison.algorithms)
    if n is None or n >= 2 * k:
        return ""
    return (
        f"{n} data sets are few for {k} algorithms: at least twice as many data sets as algorithms are advised "
        f"({2 * k})."
    )


def _ranking(comparison: Comparison) -> str:
    if comparison.ranking.kind == "quade":
        return (
            "Quade's ranking gives weight to data sets with large differences and is sensitive to the choice of data "
            "sets."
        )
    few = comparison.table is not None and 3 <= comparison.table.k <= 4
    if not few or comparison.ranking.kind != "friedman" or comparison.pairwise.pair_test != "ranks":
        return ""
    return Phrase(
        "With so few algorithms ranks within data sets say little: ",
        Option("ranking"),
        " 'aligned' or 'quade' has more power if scores are comparable between data sets.",
    )


def _adjustment(comparison: Comparison) -> str:
    if comparison.pairwise.p_adjust == "li":
        largest = float(np.fmax.reduce(comparison.pairwise.pvalue, axis=None, initial=0.0))
        if largest <= 0.5:  # G10 6: "superior when the largest p-value is anticipated to be less than 0.5"
            return ""
        return (
            "Li's procedure loses its power when the largest p-value of the family exceeds 0.5; here it is "
            f"{largest:.3g}."
        )
    if comparison.pairwise.p_adjust != "finner":
        return ""
    return (
        "Finner's procedure holds the family-wise level only if no algorithms differ at all; where some differ, more "
        "false differences than alpha are possible among the others: 'holm' holds it always."
    )


def _power(comparison: Comparison) -> str:
    """Say what less strict procedures find on the same p-values, where they find more."""
    pairs = comparison.pairwise
    if pairs.pair_test != "ranks" or pairs.p_adjust not in ("nemenyi", "bonferroni"):
        return ""
    tested = np.triu(~np.isnan(pairs.pvalue))
    family, found = int(tested.sum()), int(comparison.different()[tested].sum())
    others = _other_decisions(comparison, tested)
    if max(others.values(), default=0) <= found:
        return ""
    names = ", ".join(f"{name} {count}" for name, count in others.items())
    what = "pairs" if comparison.control is None else "algorithms"
    finds = "significantly different" if comparison.control is None else "significantly different from the control"
    name = comparison.test.removesuffix(PICKED_AFTER)
    return f"{name} calls {found} of {family} {what} {finds}; on the same p-values {names}."


def _other_decisions(comparison: Comparison, tested: np.ndarray) -> dict[str, int]:
    from cddiagram.stats.adjust import adjust_pvalues

    pvalue, alpha = comparison.pairwise.pvalue, comparison.alpha
    if comparison.control_chosen == "after":
        return {}  # its family holds all pairs, of which only one row is known here
    if comparison.control is not None:
        counted = {m: adjust_pvalues(pvalue[tested], m) for m in ("holm", "hochberg", "hommel")}
    elif len(pvalue) > _MOST_ALGORITHMS:
        counted = {"holm": adjust_pvalues(pvalue[tested], "holm")}
    else:
        from cddiagram.stats.adjust_pairs import adjust_pairs

        ranks = comparison.ranking.average_ranks
        counted = {
            m: adjust_pairs(pvalue, m, average_ranks=ranks).pvalue_adjusted[tested]
            for m in ("holm", "shaffer", "bergmann-hommel")
        }
    return {ADJUSTMENTS[method].name: int(significant(adjusted, alpha).sum()) for method, adjusted in counted.items()}


def _pool(comparison: Comparison) -> str:
    if comparison.pairwise.pair_test != "ranks" or len(comparison.algorithms) < 3:
        return ""
    return Phrase(
        "Tests on average ranks compare two algorithms in the light of all others: adding or leaving out an algorithm "
        "can change what is said of a pair; ",
        Option("pair_test"),
        " 'wilcoxon' depends on the pair alone.",
    )


def _stability(comparison: Comparison) -> str:
    """Say that the first place hangs on the choice of data sets, or that a majority contradicts it."""
    if comparison.table is None or comparison.table.n < 2:
        return ""
    from cddiagram.studies.stability import study_stability

    study, best = study_stability(comparison, leave_out=False), comparison.order[0]
    name, n, said = Name(comparison.algorithms[best]), str(comparison.table.n), []
    if study.first[best] < _SURE:
        share, count = format_share(float(study.first[best])), format_count(study.resamples)
        said.append(Phrase(name, f" is first in {share} of {count} bootstrap resamples of the data sets"))
    against = [one for one in study.contrary if one.ranked_better == name][:1]
    said += [phrase("{} is better than {} on {} of {}", Name(one.winner), name, str(one.wins), n) for one in against]
    return phrase("{}.", commas(said, ", and ")) if said else ""
