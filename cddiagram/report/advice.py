"""Advice about a comparison: the rules of thumb of the papers as checks that speak up
only where they apply.
"""

from __future__ import annotations

import numpy as np

from cddiagram._util import view
from cddiagram.comparing import PICKED_AFTER, Comparison
from cddiagram.features import feature_of
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats import Result, significant
from cddiagram.text import Name, Option, Phrase, UsageError, finished
from cddiagram.words import capitalised, format_count

#: Who says how far the order of the algorithms holds.
_STABILITY = Option("study_stability", typed="cddiagram study stability")
#: Above so many algorithms the exhaustive procedures are not tried just to give advice.
_MOST_ALGORITHMS = 30


def advise(comparison: Comparison | Result) -> tuple[str, ...]:
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
        power of Nemenyi and Bonferroni-Dunn (D06 3.2.2, G08 3, G10 7), the pool (B16). The last one names an algorithm
        that is better than another on more data sets, and has the worse average rank.

    Examples
    --------
    >>> import cddiagram as cd
    >>> for sentence in advise(cd.compare(cd.load_example("garcia2008-table2"))):
    ...     print(sentence)
    Nemenyi (asymptotic) calls 4 of 10 pairs significantly different; on the same p-values Holm 5, Shaffer 6, \
Bergmann–Hommel 8.
    Tests on average ranks compare two algorithms in the light of all others: adding or leaving out an algorithm can \
change what is said of a pair; pair_test 'wilcoxon' depends on the pair alone.
    NaiveBayes is better than C4.5 on 16 of 30 data sets and worse on 14, although it has the worse average rank: \
study_stability says how far the order holds.
    """
    if not isinstance(comparison, Comparison):
        return _advice_of_feature(comparison)
    checks = (
        _data_sets,
        _binary,
        _failures,
        _ranking,
        _adjustment,
        _li,
        _power,
        _pool,
        _stability,
    )
    advice = [check(comparison) for check in checks]
    return tuple(finished(sentence) for sentence in advice if sentence)


def _advice_of_feature(result: Result) -> tuple[str, ...]:
    """Return the advice that a feature gives about its result."""
    feature = feature_of(result)
    if feature is None or "advice" not in feature.views:
        kind = type(result).__name__
        raise UsageError(
            f"there is no advice about a {kind}: pass a comparison of scores or of "
            "convergence."
        )
    advice: tuple[str, ...] = view(f"{feature.key} advice")(result)
    return advice


def _data_sets(comparison: Comparison) -> str:
    n, k = comparison.n_datasets, len(comparison.algorithms)
    if n is None or n >= 2 * k:
        return ""
    return (
        f"{n} data sets are few for {k} algorithms: at least twice as many data sets "
        "as algorithms are advised "
        f"({2 * k})."
    )


def _failures(comparison: Comparison) -> str:
    """Say that tests by size rest on scores that nobody measured."""
    table = comparison.table
    if table is None or not table.filled.any():
        return ""
    by_size = (
        comparison.ranking.kind != "friedman"
        or comparison.pairwise.pair_test in ("t", "t-relative")
    )
    what = (
        "The tests and the sizes of differences"
        if by_size
        else "The sizes of differences"
    )
    count = (
        f"{table.touched} score{'s that were' if table.touched > 1 else ' that was'} "
        "put in for missing ones"
    )
    return (
        f"{what} rest on {count}, of a size that nobody measured: read them as those "
        "of failures."
    )


def _ranking(comparison: Comparison) -> str:
    if comparison.ranking.kind == "quade":
        return (
            "Quade's ranking gives weight to data sets with large differences and is "
            "sensitive to the choice of data "
            "sets."
        )
    few = comparison.table is not None and 3 <= comparison.table.k <= 4
    if comparison.plan.sign_flips:  # which these rankings do not have
        return ""
    if (
        not few
        or comparison.ranking.kind != "friedman"
        or comparison.pairwise.pair_test != "ranks"
    ):
        return ""
    return Phrase(
        "With so few algorithms ranks within data sets say little: ",
        Option("ranking"),
        " 'aligned' or 'quade' often has more power if scores are comparable between "
        "data sets. Decide before seeing "
        "the results.",
    )


def _adjustment(comparison: Comparison) -> str:
    """Say what an adjustment does not control that promises more or was not made."""
    pairs, adjustment = comparison.pairwise, comparison.plan.adjustment
    if pairs.n_hypotheses < 2:
        return ""
    if comparison.plan.pair_test == "given" or comparison.plan.pairs.family_wise:
        return ""
    holm = Option("p_adjust")
    if adjustment.key == "none":
        return Phrase(
            f"Without adjustment for {format_count(pairs.n_hypotheses)} comparisons "
            "the family-wise error rate is not "
            "controlled: use ",
            holm,
            " 'holm'.",
        )
    weakly = adjustment.controls == "fwer-weak"
    if adjustment.controls == "fwer" or (weakly and adjustment.named_test):
        return ""
    controls = "does not control the family-wise error rate"
    if weakly:
        controls = (
            "controls the family-wise error rate only if all algorithms are equal"
        )
    elif comparison.error_control.controls == "fdr":
        controls = "controls the false discovery rate, not the family-wise error rate"
    name = capitalised(adjustment.noun)
    return Phrase(
        f"{name} {controls}: ",
        holm,
        " 'holm' controls it whenever the p-values are valid.",
    )


def _li(comparison: Comparison) -> str:
    """Say that Li's adjustment has little power if the largest p-value is large."""
    if comparison.pairwise.p_adjust != "li":
        return ""
    largest = float(np.fmax.reduce(comparison.pairwise.pvalue, axis=None, initial=0.0))
    if (
        largest <= 0.5
    ):  # G10 6: "superior when the largest p-value is anticipated to be less than 0.5"
        return ""
    return (
        "Li's procedure loses its power when the largest p-value of the family "
        f"exceeds 0.5; here it is {largest:.3g}."
    )


def _binary(comparison: Comparison) -> str:
    """Name the tests of scores that are all 0 or 1, unless they were made."""
    table, plan = comparison.table, comparison.plan
    if table is None or not np.isin(table.scores, (0.0, 1.0)).all():
        return ""
    mcnemar = plan.pair_test == "wilcoxon" and plan.zeros == "drop"
    if mcnemar or (plan.two_algorithms and plan.exact_ranks):  # which is the same test
        return ""
    start = "All scores are 0 or 1: "
    if not plan.two_algorithms:
        start += "the Friedman test corrected for ties is Cochran's Q test, and "
    test, zeros = Option("pair_test", "wilcoxon"), Option("zeros", "drop")
    return Phrase(
        start, test, " with ", zeros, " compares each pair by McNemar's test."
    )


def _power(comparison: Comparison) -> str:
    """Say what less strict procedures find on the same p-values, where they find
    more.
    """
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
    finds = (
        "significantly different"
        if comparison.control is None
        else "significantly different from the control"
    )
    name = comparison.test.removesuffix(PICKED_AFTER)
    return (
        f"{name} calls {found} of {family} {what} {finds}; on the same p-values "
        f"{names}."
    )


def _other_decisions(comparison: Comparison, tested: np.ndarray) -> dict[str, int]:
    from cddiagram.stats import adjust_pvalues

    pvalue, alpha = comparison.pairwise.pvalue, comparison.alpha
    if comparison.control_chosen == "after":
        return {}  # its family holds all pairs, of which only one row is known here
    if comparison.control is not None:
        counted = {
            m: adjust_pvalues(pvalue[tested], m) for m in ("holm", "hochberg", "hommel")
        }
    elif len(pvalue) > _MOST_ALGORITHMS:
        counted = {"holm": adjust_pvalues(pvalue[tested], "holm")}
    else:
        from cddiagram.stats import adjust_pairs

        ranks = comparison.ranking.average_ranks
        counted = {
            m: adjust_pairs(pvalue, m, average_ranks=ranks).pvalue_adjusted[tested]
            for m in ("holm", "shaffer", "bergmann-hommel")
        }
    return {
        ADJUSTMENTS[method].name: int(significant(adjusted, alpha).sum())
        for method, adjusted in counted.items()
    }


def _pool(comparison: Comparison) -> str:
    if comparison.pairwise.pair_test != "ranks" or len(comparison.algorithms) < 3:
        return ""
    return Phrase(
        "Tests on average ranks compare two algorithms in the light of all others: "
        "adding or leaving out an algorithm "
        "can change what is said of a pair; ",
        Option("pair_test"),
        " 'wilcoxon' depends on the pair alone.",
    )


def _stability(comparison: Comparison) -> str:
    """Say that a majority of the data sets contradicts the order of average ranks;
    nothing is drawn again for it.
    """
    table = comparison.table
    if table is None or table.has_gaps:
        return ""
    from cddiagram.stats import contrary_majorities, count_wins

    wins, _ = count_wins(table.exact, higher_is_better=table.higher_is_better)
    found = contrary_majorities(wins, comparison.ranking.average_ranks)
    if not len(found):
        return ""
    place = np.argsort(
        comparison.order
    )  # of the pairs, the one of which the better ranked stands first
    i, j = found[np.lexsort(place[found].T)[0]]
    more = (
        f", as in {len(found) - 1} more pair{'s' * (len(found) > 2)}"
        if len(found) > 1
        else ""
    )
    counts = f" on {wins[i, j]} of {table.n} data sets and worse on {wins[j, i]}"
    said = f"{counts}, although it has the worse average rank{more}: "
    first, second = Name(table.algorithms[i]), Name(table.algorithms[j])
    return Phrase(
        first,
        " is better than ",
        second,
        said,
        _STABILITY,
        " says how far the order holds.",
    )
