"""The sentences about a comparison: its setting, its tests, its groups, and the summary of them all."""

from __future__ import annotations

from cddiagram.layout.numbers import format_alpha, format_cd, format_count, format_rank, rank_decimals
from cddiagram.plan import ADJUSTMENT_NAMES, OF_MEANS
from cddiagram.report.model import Words
from cddiagram.report.wording.names import (
    DETAILS,
    OMNIBUS,
    PAIR_TESTS,
    RANKINGS,
    adjustment_words,
    capitalised,
    hypotheses_words,
    omnibus_test,
)
from cddiagram.report.wording.words import (
    Piece,
    formula_alpha,
    formula_cd,
    formula_p,
    formula_statistic,
    join,
    plain_words,
    sentences,
)
from cddiagram.results import Comparison, OmnibusResult, PairwiseResult


def setting_words(comparison: Comparison) -> Words:
    """Say what was compared on what, with which outcome of the omnibus test, and how pairs were tested."""
    return sentences(setting(comparison))


def setting(comparison: Comparison) -> tuple[Piece, Piece, Piece]:
    """Give the same as single sentences: what was compared, the outcome, and how."""
    headline = comparison.headline
    result = () if headline is None else join(_omnibus_result(headline, comparison.alpha), ".")
    return _what(comparison), result, _procedure(comparison)


def summary(comparison: Comparison) -> str:
    """Word the comparison in a few lines: ranks, omnibus tests, procedure, groups.

    Examples
    --------
    >>> import cddiagram as cd
    >>> print(summary(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)))
    Average ranks of 4 algorithms on 14 data sets (lower scores are better; rank 1 is best).
      1.96  C4.5+m+cf
      2.00  C4.5+m
      2.89  C4.5+cf
      3.14  C4.5
    Friedman test, χ²(3) = 9.28, p = .026; corrected for ties: χ²(3) = 10.23, p = .017
    Iman–Davenport test, F(3, 39) = 3.69, p = .020; corrected for ties: F(3, 39) = 4.19, p = .012
    Post-hoc: Nemenyi, α = 0.10, CD = 1.12.
    Not told apart: C4.5+m+cf, C4.5+m, C4.5+cf
    Not told apart: C4.5+cf, C4.5
    """
    ranks = comparison.ranking.average_ranks
    decimals = rank_decimals(ranks)
    lines = [_what(comparison)]
    lines += [f"  {format_rank(ranks[i], decimals)}  {comparison.algorithms[i]}" for i in comparison.order]
    lines += [_omnibus_line(comparison, name) for name in OMNIBUS if _results(comparison, name)]
    headline = comparison.headline
    if headline is not None and headline.pvalue > comparison.alpha:
        lines.append(omnibus_warning(comparison))
    difference = comparison.critical_difference
    cd = "" if difference is None else f", CD = {format_cd(difference)}"
    details = [DETAILS[option] for option in comparison.pairwise.options if option in DETAILS]
    how = f" ({', '.join(details)})" if details else ""
    lines.append(f"Post-hoc: {comparison.test}, α = {format_alpha(comparison.alpha)}{cd}{how}.")
    if undecided_words(comparison):
        lines.append(undecided_words(comparison))
    return "\n".join(lines + group_lines(comparison))


def group_lines(comparison: Comparison) -> list[str]:
    """List the groups, or who is not told apart from the control, a line each."""
    if comparison.control is not None:
        names = ", ".join(comparison.not_different) or "none"
        if comparison.pairwise.pair_test == "multiple-sign":
            return [f"Not shown to be worse than {comparison.control}: {names}"]
        return [f"Not told apart from {comparison.control}: {names}"]
    lines = [f"Not told apart: {', '.join(group.algorithms)}" for group in comparison.groups]
    if not comparison.groups_complete:
        count = format_count(len(comparison.groups))
        return [f"More than {count} groups are not told apart; see the p-values of the pairs."]
    if untested_words(comparison):
        lines.append(untested_words(comparison))
    return lines or ["All algorithms are told apart."]


def untested_words(comparison: Comparison) -> str:
    """Say how many pairs have no p-value, in one sentence; empty where every pair of the family was tested."""
    if comparison.control is not None:
        return ""
    k = len(comparison.algorithms)
    untested = comparison.untested
    return f"{untested} of {k * (k - 1) // 2} pairs were not tested." if untested else ""


def omnibus_words(result: OmnibusResult, alpha: float) -> str:
    """Word one omnibus test: name, statistic, degrees of freedom, p-value.

    Examples
    --------
    >>> result = OmnibusResult(name="friedman", statistic=9.2786, df=(3.0,), pvalue=0.0258, method="asymptotic")
    >>> omnibus_words(result, 0.05)
    'Friedman test, χ²(3) = 9.28, p = .026'
    """
    return plain_words(_omnibus_result(result, alpha))


def _omnibus_result(result: OmnibusResult, alpha: float) -> Words:
    corrected = " corrected for ties" if result.tie_corrected else ""
    return join(
        f"{capitalised(omnibus_test(result.name))}{corrected}, ",
        formula_statistic(result),
        ", ",
        formula_p(result.pvalue, alpha),
    )


def omnibus_warning(comparison: Comparison) -> str:
    """Say that the omnibus test does not reject, in one sentence; empty if it does, or if there is none."""
    return plain_words(omnibus_warning_words(comparison))


def omnibus_warning_words(comparison: Comparison) -> Words:
    """Say the same as a text with formulas; see `omnibus_warning`."""
    headline = comparison.headline
    if headline is None or headline.pvalue <= comparison.alpha:
        return ()
    return join(
        f"The {OMNIBUS[headline.name][0]} test does not reject at ",
        formula_alpha(comparison.alpha),
        " (",
        formula_p(headline.pvalue, comparison.alpha),
        "), so differences between pairs need caution.",
    )


def undecided_words(comparison: Comparison) -> str:
    """Say that an exhaustive procedure was stopped with bounds, in one sentence; empty where all values are exact."""
    lower, upper = comparison.pairwise.pvalue_adjusted_lower, comparison.pairwise.pvalue_adjusted
    if lower is None:
        return ""
    open_pairs = int((lower < upper).sum()) // 2
    undecided = int(((lower <= comparison.alpha) & (upper > comparison.alpha)).sum()) // 2
    return (
        f"The search for exact adjusted p-values was stopped: {open_pairs} of them are certified upper bounds, "
        f"which leave {undecided} pairs undecided (shown as not different)."
    )


def direction_words(comparison: Comparison) -> str:
    """Say which scores are better; empty without a table."""
    if comparison.table is None:
        return ""
    return f"{'higher' if comparison.table.higher_is_better else 'lower'} scores are better"


def _what(comparison: Comparison) -> str:
    k = len(comparison.algorithms)
    n = "" if comparison.table is None else f" on {comparison.table.n} data sets"
    direction = direction_words(comparison)
    numbers = RANKINGS[comparison.ranking.kind]
    best = "the smallest is best" if comparison.ranking.kind == "aligned" else "rank 1 is best"
    return f"{numbers} of {k} algorithms{n} ({direction}{'; ' if direction else ''}{best})."


def _statistic_words(result: OmnibusResult, alpha: float) -> str:
    return f"{formula_statistic(result).text}, {formula_p(result.pvalue, alpha).text}"


def _results(comparison: Comparison, name: str) -> list[OmnibusResult]:
    return [result for result in comparison.omnibus if result.name == name]


def _omnibus_line(comparison: Comparison, name: str) -> str:
    first, *corrected = _results(comparison, name)
    line = omnibus_words(first, comparison.alpha)
    for result in corrected:
        if result.statistic != first.statistic:
            line += f"; corrected for ties: {_statistic_words(result, comparison.alpha)}"
    return line


def _procedure(comparison: Comparison) -> Words:
    pairs = comparison.pairwise
    difference = comparison.critical_difference
    level = formula_alpha(comparison.alpha)
    cd = () if difference is None else join(" (critical difference ", formula_cd(difference), ")")
    if pairs.pair_test == "given":
        adjusted = "" if pairs.p_adjust == "none" else f" with {adjustment_words(pairs.p_adjust)}"
        return join(f"Post-hoc: {comparison.test}{adjusted}, ", level, cd, ".")
    whom = "All pairs were compared"
    if comparison.control is not None:
        whom = f"The other algorithms were compared with {comparison.control}"
    if comparison.control_chosen == "after":
        whom += " (the best-ranked, chosen after looking, so in the family of all pairs)"
    return join(f"{whom} by {_test_words(comparison)} at ", level, cd, ".")


def _test_words(comparison: Comparison) -> str:
    pairs = comparison.pairwise
    tested = pair_test_words(comparison)
    if named_test(comparison) or pairs.pair_test == "multiple-sign":
        return tested
    if pairs.p_adjust == "none":
        return f"{tested} without adjustment for the {hypotheses_words(pairs.n_hypotheses)}"
    return f"{tested} with {adjustment_words(pairs.p_adjust)} for {hypotheses_words(pairs.n_hypotheses)}"


def pair_test_words(comparison: Comparison) -> str:
    """Name the test of a pair with its details in brackets, without the adjustment.

    Examples
    --------
    >>> import cddiagram as cd
    >>> pair_test_words(cd.compare(cd.load_example("demsar2006-table6"), pair_test="wilcoxon"))
    'two-sided Wilcoxon signed-rank tests (exact, zero differences split evenly)'
    """
    pairs = comparison.pairwise
    kind = comparison.ranking.kind
    tested = named_test(comparison) or PAIR_TESTS.get((kind, pairs.pair_test)) or PAIR_TESTS[pairs.pair_test]
    details = [DETAILS[option] for option in pairs.options if option in DETAILS]
    if pairs.pair_test in ("wilcoxon", "sign", "multiple-sign"):
        details.insert(0, _method_words(pairs))
    return tested + (f" ({', '.join(details)})" if details else "")


def named_test(comparison: Comparison) -> str | None:
    """Name the procedures that are pair test and adjustment in one."""
    pairs = comparison.pairwise
    if pairs.p_adjust in ("nemenyi", *OF_MEANS):
        return f"the {ADJUSTMENT_NAMES[pairs.p_adjust]} test"
    return "the Bonferroni–Dunn test" if comparison.test == "Bonferroni–Dunn" else None


def _method_words(pairs: PairwiseResult) -> str:
    methods = [method for row in pairs.method.tolist() for method in row if method]
    exact = methods.count("exact")
    if exact in (0, len(methods)):
        return "exact" if exact else "normal approximation"
    return f"exact for {exact // 2} of {len(methods) // 2} pairs, normal approximation for the others"
