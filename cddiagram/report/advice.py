"""Advice about a comparison, based on rules of thumb from the source papers."""

from __future__ import annotations

import numpy as np

from cddiagram._util import view
from cddiagram.comparing import Comparison
from cddiagram.features import feature_of
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats import Result, significant
from cddiagram.text import (
    Name,
    Option,
    UsageError,
    counted,
    finished,
    inflect,
    joined,
    phrase,
)
from cddiagram.words import capitalised, format_count

#: The study that assesses how robust the order of the algorithms is.
_STABILITY = Option("study_stability", typed="cddiagram study stability")
#: The advice includes exhaustive procedures only if there are at most this many
#: algorithms. With more algorithms, the exhaustive procedures are too slow.
_MOST_ALGORITHMS = 30


def advise(comparison: Comparison | Result) -> tuple[str, ...]:
    """Return advice about a comparison.

    Parameters
    ----------
    comparison : Comparison or ConvergenceComparison
        The comparison.

    Returns
    -------
    tuple of str
        The items of advice. The tuple is empty if no advice applies.

    Notes
    -----
    The checks concern the number of data sets, small numbers of algorithms, the
    dependence of Quade's test on the data sets, Li's procedure, the power of the
    Nemenyi and Bonferroni–Dunn tests, and the pool of algorithms. The last check finds
    algorithms that are better than another algorithm on most data sets although their
    average rank is worse.

    Examples
    --------
    >>> import cddiagram as cd
    >>> for sentence in advise(cd.compare(cd.load_example("garcia2008-table2"))):
    ...     print(sentence)
    With the Nemenyi test, 4 of the 10 pairwise differences are significant. The same \
p-values yield 5 significant differences after Holm's adjustment, 6 after Shaffer's \
adjustment and 8 after the Bergmann–Hommel adjustment. Choose the procedure before \
seeing the results.
    Tests on average ranks depend on all algorithms in the comparison, so adding or \
removing an algorithm can change the decision about a pair. The unadjusted p-values of \
Wilcoxon's signed-rank test (pair_test='wilcoxon') depend only on the pair itself.
    NaiveBayes is better than C4.5 on 16 of 30 data sets and worse on 14, although it \
has a worse average rank. Use study_stability to assess the robustness of the ranking.
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
    """Return the advice that a feature provides for its result."""
    feature = feature_of(result)
    if feature is None or "advice" not in feature.views:
        kind = type(result).__name__
        raise UsageError(
            f"advice is not available for a {kind}. Pass a comparison of scores or of "
            "convergence."
        )
    advice: tuple[str, ...] = view(f"{feature.key} advice")(result)
    return advice


def _data_sets(comparison: Comparison) -> str:
    n, k = comparison.n_datasets, len(comparison.algorithms)
    if n is None or n >= 2 * k:
        return ""
    return (
        f"The comparison uses only {n} data sets for {k} algorithms. At least {2 * k} "
        "data sets, twice the number of algorithms, are recommended."
    )


def _failures(comparison: Comparison) -> str:
    """State which results depend on imputed scores."""
    table = comparison.table
    if table is None or not table.filled.any():
        return ""
    results = "The effect sizes"
    by_size = comparison.pairwise.pair_test in ("t", "t-relative")
    if by_size or comparison.ranking.kind != "friedman":
        results = "The tests and the effect sizes"
    imputed = "1 imputed score, which was not measured"
    if table.touched > 1:
        imputed = f"{table.touched} imputed scores, which were not measured"
    return f"{results} depend on {imputed}. Interpret these results with caution."


def _ranking(comparison: Comparison) -> str:
    if comparison.ranking.kind == "quade":
        return (
            "Quade's ranking gives more weight to data sets with large score "
            "differences, so the results are sensitive to the choice of data sets."
        )
    count = len(comparison.algorithms)
    few = comparison.table is not None and 3 <= count <= 4
    on_ranks = (
        comparison.ranking.kind == "friedman"
        and comparison.pairwise.pair_test == "ranks"
    )
    # Sign-flip tests are available only for Friedman's ranks.
    if not few or not on_ranks or comparison.plan.sign_flips:
        return ""
    return phrase(
        f"With {count} algorithms, ranks within data sets contain little information. "
        "If scores are comparable across data sets, {} or {} often has more power. "
        "Choose the ranking method before seeing the results.",
        Option("ranking", "aligned"),
        Option("ranking", "quade"),
    )


def _adjustment(comparison: Comparison) -> str:
    """Warn if the FWER is not controlled or is controlled only weakly."""
    pairs, adjustment = comparison.pairwise, comparison.plan.adjustment
    if pairs.n_hypotheses < 2:
        return ""
    if comparison.plan.pair_test == "given" or comparison.plan.pairs.family_wise:
        return ""
    holm = Option("p_adjust", "holm")
    if adjustment.key == "none":
        count = format_count(pairs.n_hypotheses)
        return phrase(
            f"The family-wise error rate of the {count} comparisons is not controlled, "
            "because the p-values are not adjusted. Use {}.",
            holm,
        )
    weakly = adjustment.controls == "fwer-weak"
    if adjustment.controls == "fwer" or (weakly and adjustment.named_test):
        return ""
    controls = "does not control the family-wise error rate"
    if weakly:
        controls = (
            "controls the family-wise error rate only if all algorithms perform equally"
        )
    elif comparison.error_control.controls == "fdr":
        controls = "controls the false discovery rate, not the family-wise error rate"
    name = capitalised(adjustment.noun)
    return phrase(
        "{} {}. Holm's adjustment ({}) controls it whenever the p-values are valid.",
        name,
        controls,
        holm,
    )


def _li(comparison: Comparison) -> str:
    """State that Li's adjustment has little power if the largest p-value is large."""
    if comparison.pairwise.p_adjust != "li":
        return ""
    largest = float(np.fmax.reduce(comparison.pairwise.pvalue, axis=None, initial=0.0))
    # According to García, Fernández, Luengo and Herrera (2010, section 6), Li's
    # procedure is "superior when the largest p-value is anticipated to be less than
    # 0.5".
    if largest <= 0.5:
        return ""
    return (
        "Li's procedure loses power if the largest p-value of the family exceeds 0.5. "
        f"Here, the largest p-value is {largest:.3g}."
    )


def _binary(comparison: Comparison) -> str:
    """Recommend McNemar's test if all scores are 0 or 1, unless this test was used."""
    table, plan = comparison.table, comparison.plan
    if table is None or not np.isin(table.scores, (0.0, 1.0)).all():
        return ""
    mcnemar = plan.pair_test == "wilcoxon" and plan.zeros == "drop"
    # For two algorithms, the exact test on ranks is equivalent to McNemar's exact test.
    if mcnemar or (plan.two_algorithms and plan.exact_ranks):
        return ""
    finding, apply = "All scores are 0 or 1.", "apply McNemar's test"
    if not plan.two_algorithms:
        finding = (
            "All scores are 0 or 1, so the Friedman test corrected for ties is "
            "Cochran's Q test."
        )
        apply = "apply McNemar's test to each pair"
    return phrase(
        "{} Use {} with {} to {}.",
        finding,
        Option("pair_test", "wilcoxon"),
        Option("zeros", "drop"),
        apply,
    )


def _power(comparison: Comparison) -> str:
    """State how many significant differences are found by less conservative procedures.

    Return empty text if they do not find additional significant differences.
    """
    pairs = comparison.pairwise
    if pairs.pair_test != "ranks" or pairs.p_adjust not in ("nemenyi", "bonferroni"):
        return ""
    tested = np.triu(~np.isnan(pairs.pvalue))
    family, different = int(tested.sum()), int(comparison.different()[tested].sum())
    counts = _other_decisions(comparison, tested)
    if max(counts.values(), default=0) <= different:
        return ""
    (first, most), *others = counts.items()
    texts = [f"{counted(most, 'significant difference')} after {first}"]
    texts += [f"{count} after {noun}" for noun, count in others]
    differences = "pairwise differences"
    if comparison.control is not None:
        differences = "differences from the control"
    are = inflect(different, "is", "are")
    return (
        f"With {_conservative_procedure(comparison)}, {different} of the {family} "
        f"{differences} {are} significant. The same p-values yield {joined(texts)}. "
        "Choose the procedure before seeing the results."
    )


def _conservative_procedure(comparison: Comparison) -> str:
    """Name the conservative procedure that the comparison uses."""
    if comparison.pairwise.p_adjust == "nemenyi":
        return "the Nemenyi test"
    if comparison.plan.bonferroni_dunn:
        return "the Bonferroni–Dunn test"
    return "Bonferroni's adjustment"


def _other_decisions(comparison: Comparison, tested: np.ndarray) -> dict[str, int]:
    """Count the significant differences after less conservative adjustments."""
    from cddiagram.stats import adjust_pvalues

    if comparison.control_chosen == "after":
        # The family contains all pairs, but only the pairs with the control were tested.
        return {}
    pvalue = comparison.pairwise.pvalue
    adjusted = {}
    if comparison.control is not None:
        for method in ("holm", "hochberg", "hommel"):
            adjusted[method] = adjust_pvalues(pvalue[tested], method)
    elif len(pvalue) > _MOST_ALGORITHMS:
        adjusted["holm"] = adjust_pvalues(pvalue[tested], "holm")
    else:
        ranks = comparison.ranking.average_ranks
        adjusted["holm"] = adjust_pvalues(pvalue[tested], "holm")
        for method in ("shaffer", "bergmann-hommel"):
            adjust = ADJUSTMENTS[method].load()
            result = adjust(pvalue, method, average_ranks=ranks)
            adjusted[method] = result.pvalue_adjusted[tested]
    counts = {}
    for method, pvalues in adjusted.items():
        rejected = significant(pvalues, comparison.alpha)
        counts[ADJUSTMENTS[method].noun] = int(rejected.sum())
    return counts


def _pool(comparison: Comparison) -> str:
    if comparison.pairwise.pair_test != "ranks" or len(comparison.algorithms) < 3:
        return ""
    return phrase(
        "Tests on average ranks depend on all algorithms in the comparison, so adding "
        "or removing an algorithm can change the decision about a pair. "
        "The unadjusted p-values of Wilcoxon's signed-rank test ({}) depend only on the "
        "pair itself.",
        Option("pair_test", "wilcoxon"),
    )


def _stability(comparison: Comparison) -> str:
    """State if average ranks contradict the majority of the data sets.

    Return empty text if this does not apply to any pair.
    """
    table = comparison.table
    if table is None or table.has_gaps:
        return ""
    from cddiagram.stats import Majorities

    majorities = Majorities.of(table.exact, higher_is_better=table.higher_is_better)
    wins = majorities.wins
    pairs = majorities.contrary_to(comparison.ranking.average_ranks)
    if not len(pairs):
        return ""
    # If there are several pairs, the message names the pair with the best average
    # ranks.
    position = np.argsort(comparison.order)
    i, j = pairs[np.lexsort(position[pairs].T)[0]]
    others, rest = "", len(pairs) - 1
    if rest:
        others = f" The same is true for {counted(rest, 'other pair')}."
    return phrase(
        "{} is better than {} on {} of {} data sets and worse on {}, although it has a "
        "worse average rank.{} Use {} to assess the robustness of the ranking.",
        Name(table.algorithms[i]),
        Name(table.algorithms[j]),
        str(wins[i, j]),
        str(table.n),
        str(wins[j, i]),
        others,
        _STABILITY,
    )
