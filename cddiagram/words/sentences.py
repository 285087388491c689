"""The sentences about a comparison: its setting, its tests, its groups, and the summary
of them all.
"""

from __future__ import annotations

from cddiagram.comparing import Comparison
from cddiagram.stats import OmnibusResult, significant
from cddiagram.text import Name, Words, commas, join, one_line, phrase, sentences
from cddiagram.words.compared import compared_words
from cddiagram.words.critical import always_from, never_below, printed_cd
from cddiagram.words.decisions import conclusions
from cddiagram.words.error_rates import (
    error_rate_words,
    limited_words,
    unattainable_words,
    uncontrolled_words,
)
from cddiagram.words.inlines import (
    formula_alpha,
    formula_p,
    formula_statistic,
    plain_words,
)
from cddiagram.words.missing import missing_words, runs_words, sensitivity_words
from cddiagram.words.names import (
    DETAILS,
    OMNIBUS,
    RANKINGS,
    capitalised,
    omnibus_test,
    rank_nouns,
)
from cddiagram.words.numbers import (
    format_alpha,
    format_count,
    format_rank,
    rank_decimals,
)
from cddiagram.words.procedures import (
    adjusted_here,
    chosen_options,
    formula_of_two,
    of_two,
    procedure_words,
    sign_patterns_words,
    simulated_words,
)

#: Groups that hold more names than this, all together, are counted: hundreds of pages
#: are no list to read.
_MOST_NAMES = 10_000


def setting_words(comparison: Comparison) -> Words:
    """Say what was compared on what, with which outcome of the omnibus test, and how
    pairs were tested.
    """
    headline = comparison.headline
    result: Words = ()
    if headline is not None:
        result = join(
            _omnibus_result(headline, comparison.alpha),
            _papers_result(comparison, headline),
            ".",
        )
    procedure, error_rate = procedure_words(comparison), error_rate_words(comparison)
    return sentences(
        [
            ranked_words(comparison),
            runs_words(comparison),
            result,
            procedure,
            error_rate,
        ]
    )


def brief_sentences(comparison: Comparison) -> tuple[str, ...]:
    """Say in five sentences at most what was found: ranks and decisions, any difference
    at all, what n can show.
    """
    headline, level = comparison.headline, formula_alpha(comparison.alpha).text
    omnibus = omnibus_warning(comparison)
    if headline is not None and not omnibus:
        p = formula_p(headline.pvalue, comparison.alpha).text
        omnibus = (
            f"The {omnibus_test(headline.name)} rejects at {level} that all "
            f"algorithms perform alike ({p})."
        )
    design = no_result_words(comparison) or design_words(comparison)
    return (*conclusions(comparison)[:3], *filter(None, (omnibus, design)))


def summary(comparison: Comparison) -> str:
    """Word the comparison in a few lines: ranks, omnibus tests, procedure, groups."""
    ranks = comparison.ranking.average_ranks
    decimals = rank_decimals(ranks)
    lines = [
        compared_words(comparison),
        ranked_words(comparison),
        runs_words(comparison),
    ]
    lines += [
        f"  {format_rank(ranks[i], decimals)}  {comparison.algorithms[i]}"
        for i in comparison.order
    ]
    lines += [
        _omnibus_line(comparison, name)
        for name in OMNIBUS
        if _results(comparison, name)
    ]
    lines += [
        omnibus_warning(comparison),
        _post_hoc_line(comparison),
        undecided_words(comparison),
    ]
    if not uncontrolled_words(comparison):  # what follows says it otherwise
        lines.append(limited_words(comparison))
    lines.append(no_result_words(comparison))
    missing = (missing_words(comparison), sensitivity_words(comparison))
    said = [
        *filter(None, lines),
        *group_lines(comparison),
        *filter(None, missing),
        *comparison.notes,
    ]
    return "\n".join(map(one_line, said))  # names may have line breaks


def group_lines(comparison: Comparison) -> list[str]:
    """List the groups, or who is not significantly different from the control, a line
    each.

    Another line says that the error rate is not controlled, if it is not.
    """
    uncontrolled = uncontrolled_words(comparison)
    return [*_group_lines(comparison), *([uncontrolled] if uncontrolled else [])]


def _group_lines(comparison: Comparison) -> list[str]:
    if comparison.control is not None:
        who = (Name(comparison.control), commas(comparison.not_different) or "none")
        if comparison.pairwise.pair_test == "multiple-sign":
            return [phrase("Not shown to be worse than {}: {}", *who)]
        return [phrase("Not significantly different from {}: {}", *who)]
    groups, complete = comparison.groups, comparison.groups_complete
    if not complete or sum(len(group.algorithms) for group in groups) > _MOST_NAMES:
        count = f"{'' if complete else 'More than '}{format_count(len(groups))}"
        return [
            f"{count} groups are not significantly different; see the p-values of the "
            "pairs."
        ]
    lines: list[str] = [
        phrase("Not significantly different: {}", commas(group.algorithms))
        for group in groups
    ]
    if untested_words(comparison):
        lines.append(untested_words(comparison))
    return lines or [
        "The two algorithms are significantly different."
        if of_two(comparison)
        else "All pairwise differences are significant."
    ]


def untested_words(comparison: Comparison) -> str:
    """Say how many pairs have no p-value, in one sentence; empty where every pair of
    the family was tested.
    """
    if comparison.control is not None:
        return ""
    k = len(comparison.algorithms)
    untested = comparison.untested
    if untested and k == 2:
        return "The pair was not tested."
    were = "was" if untested == 1 else "were"
    return (
        f"{untested} of {k * (k - 1) // 2} pairs {were} not tested." if untested else ""
    )


def _omnibus_result(result: OmnibusResult, alpha: float, start: str = "") -> Words:
    corrected = " corrected for ties" if result.tie_corrected else ""
    called = (
        f"{start}{omnibus_test(result.name)}"
        if start
        else capitalised(omnibus_test(result.name))
    )
    return join(
        f"{called}{corrected}, ",
        formula_statistic(result),
        ", ",
        formula_p(result.pvalue, alpha),
    )


def omnibus_warning(comparison: Comparison) -> str:
    """Say that the omnibus test does not reject, in one sentence; empty if it does, or
    if there is none.
    """
    headline = comparison.headline
    if headline is None or headline.rejects(comparison.alpha):
        return ""
    level, p = (
        formula_alpha(comparison.alpha),
        formula_p(headline.pvalue, comparison.alpha),
    )
    return (
        f"The {omnibus_test(headline.name)} does not reject at {level.text} "
        f"({p.text}){_caution(comparison)}"
    )


def omnibus_outcome_words(comparison: Comparison) -> Words:
    """Return the outcome of the omnibus test for a caption: in a whole sentence where
    the test does not reject.
    """
    headline = comparison.headline
    if headline is None:
        return ()
    beside = _papers_result(comparison, headline)
    if headline.rejects(comparison.alpha):
        return join(_omnibus_result(headline, comparison.alpha), beside, ".")
    result = _omnibus_result(headline, comparison.alpha, start="The ")
    between = beside or (",",)
    return join(
        result,
        *between,
        " does not reject at ",
        formula_alpha(comparison.alpha),
        _caution(comparison),
    )


def _papers_result(comparison: Comparison, headline: OmnibusResult) -> Words:
    """Return the F of the papers, in brackets, where an exact test decides in its
    place.
    """
    if headline.name != "friedman-exact":
        return ()
    (papers,) = (
        r
        for r in _results(comparison, "iman-davenport")
        if r.tie_corrected == headline.tie_corrected
    )
    numbers = join(
        formula_statistic(papers), ", ", formula_p(papers.pvalue, comparison.alpha)
    )
    return join(f" ({capitalised(OMNIBUS[papers.name][0])} ", *numbers, ")")


def _caution(comparison: Comparison) -> str:
    """End the sentence that the omnibus test does not reject: there may be no
    differences to be careful with.
    """
    return (
        ", so differences between pairs need caution."
        if comparison.different().any()
        else "."
    )


def design_words(comparison: Comparison) -> str:
    """State which differences of average ranks are significant; empty if the number of
    data sets is not known.
    """
    if comparison.n_datasets is None:
        return ""
    start, bounds = (
        f"With n = {comparison.n_datasets} data sets, ",
        comparison.difference_bounds,
    )
    if bounds is None:
        tested = "the scores"
        if comparison.pairwise.kind == "flip-ranks":
            tested = "the ranks within data sets"
        return (
            f"{start}no difference of average ranks decides: the tests are made on "
            f"{tested}."
        )
    ranks, (low, high) = rank_nouns(comparison.ranking.kind), bounds
    if low is None:
        return no_difference_words(comparison)
    differ = f"{ranks} that differ by"
    if comparison.plan.adjustment.single_step:
        return (
            f"{start}{differ} at least {always_from(comparison, low)} are "
            "significantly different."
        )
    never = (
        f"{start}{differ} less than {never_below(comparison, low)} are never "
        "significantly different"
    )
    if high is None:
        return f"{never}; for larger differences, this depends on the other pairs."
    always = f"{differ} at least {always_from(comparison, high)} always are"
    return f"{never}, and {always}; between the two, this depends on the other pairs."


def no_difference_words(comparison: Comparison) -> str:
    """State that no difference of average ranks can be significant, if that is so;
    empty otherwise.
    """
    bounds, n = comparison.difference_bounds, comparison.n_datasets
    if bounds is None or bounds[0] is not None or n is None:
        return ""
    ranks, level = (
        rank_nouns(comparison.ranking.kind),
        formula_alpha(comparison.alpha).text,
    )
    return (
        f"With these {n} data sets, no difference of {ranks} can be significant at "
        f"{level}."
    )


def no_result_words(comparison: Comparison) -> str:
    """State that no result can be significant with this design, if that is so; empty
    otherwise.
    """
    return no_difference_words(comparison) or unattainable_words(comparison)


def undecided_words(comparison: Comparison) -> str:
    """Say that an exhaustive procedure was stopped with bounds, in one sentence; empty
    where all values are exact.
    """
    lower, upper = (
        comparison.pairwise.pvalue_adjusted_lower,
        comparison.pairwise.pvalue_adjusted,
    )
    if lower is None:
        return ""
    open_pairs = int((lower < upper).sum()) // 2
    undecided = (
        int(
            (
                significant(lower, comparison.alpha)
                & ~significant(upper, comparison.alpha)
            ).sum()
        )
        // 2
    )
    are = (
        "is a certified upper bound, which leaves"
        if open_pairs == 1
        else "are certified upper bounds, which leave"
    )
    pairs = "1 pair" if undecided == 1 else f"{undecided} pairs"
    return (
        f"The search for exact adjusted p-values was stopped: {open_pairs} of them "
        f"{are} {pairs} undecided (shown as "
        "not different)."
    )


def direction_words(comparison: Comparison) -> str:
    """Say which scores are better; empty without a table."""
    if comparison.table is None:
        return ""
    return (
        f"{'higher' if comparison.table.higher_is_better else 'lower'} scores are "
        "better"
    )


def _post_hoc_line(comparison: Comparison) -> str:
    """Name the post-hoc procedure with its level; its name holds the variance."""
    difference = printed_cd(comparison)
    cd = f", {difference}" if difference else ""
    options = [
        option
        for option in chosen_options(comparison)
        if option in DETAILS and option[0] != "variance"
    ]
    details = [DETAILS[option] for option in options]
    simulated = simulated_words(comparison)
    if simulated:
        details.append(simulated)
    details += filter(None, [sign_patterns_words(comparison, in_brackets=True)])
    how = f" ({', '.join(details)})" if details else ""
    adjusted = adjusted_here(comparison)
    named = f"{comparison.test}, {adjusted}" if adjusted else comparison.test
    p = formula_of_two(comparison)
    outcome = "" if p is None else f", {p.text}"
    return f"Post-hoc: {named}, α = {format_alpha(comparison.alpha)}{cd}{outcome}{how}."


def ranked_words(comparison: Comparison, *, several: bool = False) -> str:
    """Say what was ranked on what, and which scores and ranks are better; or the same
    of several comparisons.
    """
    k = len(comparison.algorithms)
    n = (
        ""
        if comparison.n_datasets is None
        else f" on {comparison.n_datasets} data sets"
    )
    n = " in several comparisons" if several else n
    direction = direction_words(comparison)
    numbers = RANKINGS[comparison.ranking.kind]
    best = (
        "the smallest is best"
        if comparison.ranking.kind == "aligned"
        else "rank 1 is best"
    )
    return (
        f"{numbers} of {k} algorithms{n} "
        f"({direction}{'; ' if direction else ''}{best})."
    )


def _results(comparison: Comparison, name: str) -> list[OmnibusResult]:
    return [result for result in comparison.omnibus if result.name == name]


def _omnibus_line(comparison: Comparison, name: str) -> str:
    first, *corrected = _results(comparison, name)
    line, alpha = (
        plain_words(_omnibus_result(first, comparison.alpha)),
        comparison.alpha,
    )
    for result in corrected:
        if result.statistic != first.statistic:
            line += (
                f"; corrected for ties: {formula_statistic(result).text}, "
                f"{formula_p(result.pvalue, alpha).text}"
            )
    return line
