"""The sentences about a comparison: the caption of its figure and its summary, from the numbers that are drawn."""

from __future__ import annotations

from cddiagram.errors import UsageError, choose_from
from cddiagram.layout.numbers import format_alpha, format_cd, format_count, format_rank, rank_decimals
from cddiagram.layout.options import MAX_LANES
from cddiagram.plan import ADJUSTMENT_NAMES
from cddiagram.report.inline_words import (
    Piece,
    formula_alpha,
    formula_cd,
    formula_p,
    formula_statistic,
    join,
    latex_words,
    plain_words,
    sentences,
)
from cddiagram.report.model import Words
from cddiagram.report.words import DETAILS, OMNIBUS, PAIR_TESTS, RANKINGS, adjustment_words, hypotheses_words
from cddiagram.results import Comparison, OmnibusResult, PairwiseResult


def caption(comparison: Comparison, figure: str = "cd", *, latex: bool = False) -> str:
    r"""Word the caption of the figure.

    Parameters
    ----------
    comparison : Comparison
        What the figure shows.
    figure : {"cd", "rank-bars", "pvalue-matrix", "mcb"}
        Which figure the caption stands under; it decides the last sentence, how to read it.
    latex : bool, default False
        Write LaTeX: names escaped, numbers as mathematics.

    Returns
    -------
    str
        What was compared on what, the direction, the omnibus test, the post-hoc procedure with its level and critical
        difference, and how to read the figure.

    Raises
    ------
    UsageError
        Unknown figure.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> print(caption(comparison)[:86])
    Average ranks of 4 algorithms on 14 data sets (lower scores are better; rank 1 is best
    >>> print(caption(comparison, latex=True)[89:135])
    Iman--Davenport test, $F_{3, 39} = 3.69$, $p =
    """
    words = caption_words(comparison, figure)
    return latex_words(words) if latex else plain_words(words)


def caption_words(comparison: Comparison, figure: str = "cd") -> Words:
    """Word the caption of a figure as a text with formulas; see `caption`."""
    if figure not in ("cd", *_READINGS):
        raise UsageError(choose_from("figure", figure, ("cd", *_READINGS)))
    what, *tests = _setting(comparison)
    parts: list[Piece] = [what, *tests[:1], omnibus_warning_words(comparison), *tests[1:]]
    return sentences([*parts, undecided_words(comparison), _reading(comparison, figure)])


def setting_words(comparison: Comparison) -> Words:
    """Say what was compared on what, with which outcome of the omnibus test, and how pairs were tested."""
    return sentences(_setting(comparison))


def _setting(comparison: Comparison) -> tuple[Piece, Piece, Piece]:
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
    lines += [_omnibus_line(comparison, name) for name in OMNIBUS if _named(comparison, name)]
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
    name = OMNIBUS[result.name][0]
    test = "" if "ANOVA" in name else " test"
    return join(
        f"{name[0].upper()}{name[1:]}{test}{corrected}, ",
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


def _named(comparison: Comparison, name: str) -> list[OmnibusResult]:
    return [result for result in comparison.omnibus if result.name == name]


def _omnibus_line(comparison: Comparison, name: str) -> str:
    first, *corrected = _named(comparison, name)
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
    if _named_test(comparison) or pairs.pair_test == "multiple-sign":
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
    tested = _named_test(comparison) or PAIR_TESTS.get((kind, pairs.pair_test)) or PAIR_TESTS[pairs.pair_test]
    details = [DETAILS[option] for option in pairs.options if option in DETAILS]
    if pairs.pair_test in ("wilcoxon", "sign", "multiple-sign"):
        details.insert(0, _method_words(pairs))
    return tested + (f" ({', '.join(details)})" if details else "")


def _named_test(comparison: Comparison) -> str | None:
    """Name the procedures that are pair test and adjustment in one."""
    pairs = comparison.pairwise
    if pairs.p_adjust in ("nemenyi", "tukey", "dunnett"):
        return f"the {ADJUSTMENT_NAMES[pairs.p_adjust]} test"
    return "the Bonferroni–Dunn test" if comparison.test == "Bonferroni–Dunn" else None


def _method_words(pairs: PairwiseResult) -> str:
    methods = [method for row in pairs.method.tolist() for method in row if method]
    exact = methods.count("exact")
    if exact in (0, len(methods)):
        return "exact" if exact else "normal approximation"
    return f"exact for {exact // 2} of {len(methods) // 2} pairs, normal approximation for the others"


def _reading(comparison: Comparison, figure: str) -> str:
    """Say how the figure is to be read."""
    if figure == "cd":
        return _reading_of_control(comparison) if comparison.control is not None else _reading_of_groups(comparison)
    return _READINGS[figure](comparison)


def _reading_of_control(comparison: Comparison) -> str:
    shown = "The control is the diamond; of the others, filled markers differ significantly from it, hollow ones do not"
    if comparison.pairwise.pair_test == "multiple-sign":
        shown = (
            "The control is the diamond; it is significantly better than those with filled markers, not the hollow ones"
        )
    if comparison.critical_difference is None:
        return shown + "."
    return shown + "; the interval spans CD on either side of it, as far as the axis goes."


def _reading_of_groups(comparison: Comparison) -> str:
    if not comparison.groups_complete:
        return "The groups of algorithms that are not significantly different are too many to draw."
    untested = untested_words(comparison)
    if not comparison.groups:
        return untested or "All differences are significant."
    reading = "Algorithms whose dots a bar joins are not significantly different"
    if comparison.critical_difference is None and len(comparison.groups) > MAX_LANES:
        reading = f"Where bars are drawn, {reading[0].lower()}{reading[1:]}"
    if _has_gap(comparison):
        reading += "; an algorithm that a dashed link crosses without a dot on it is not in that group"
    lonely = {name for group in comparison.groups for name in group.algorithms} != set(comparison.algorithms)
    if lonely and not untested:
        reading += "; an algorithm without a dot on any bar differs from all others"
    return f"{reading}. {untested}".rstrip()


def _reading_of_bars(comparison: Comparison) -> str:
    whom = "control" if comparison.control is not None else "best-ranked algorithm"
    reading = (
        f"Bars are average ranks, counted from 0; the {whom} is outlined, algorithms in dark gray differ significantly "
        "from it, those in light gray do not"
    )
    if comparison.critical_difference is None:
        return reading + "."
    return f"{reading}; lines mark its rank plus or minus the critical difference, where they are needed."


def _reading_of_matrix(comparison: Comparison) -> str:
    reading = "Cells hold the adjusted p-values of the pairs, darker for smaller ones"
    return reading + ("; a crossed cell was not tested." if comparison.control is not None else ".")


def _reading_of_mcb(comparison: Comparison) -> str:
    return (
        "Intervals span half the critical difference on either side of the average rank; an algorithm whose interval "
        "misses the gray band of the reference (hollow dot) differs significantly from it."
    )


_READINGS = {"rank-bars": _reading_of_bars, "pvalue-matrix": _reading_of_matrix, "mcb": _reading_of_mcb}


def _has_gap(comparison: Comparison) -> bool:
    """Tell whether some group leaves out an algorithm that ranks between its members."""
    place = {comparison.algorithms[i]: at for at, i in enumerate(comparison.order)}
    spans = ((place[group.algorithms[0]], place[group.algorithms[-1]], group) for group in comparison.groups)
    return any(last - first >= len(group.algorithms) for first, last, group in spans)
