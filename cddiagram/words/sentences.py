"""The sentences about a comparison: its setting, its tests, its groups, and the summary
of all of them.
"""

from __future__ import annotations

from cddiagram.comparing import Comparison
from cddiagram.stats import OmnibusResult, significant
from cddiagram.text import (
    Name,
    RichText,
    TextPart,
    cite,
    commas,
    join,
    one_line,
    phrase,
    sentences,
)
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
from cddiagram.words.names import DETAILS, OMNIBUS, RANKINGS, omnibus_test, rank_nouns
from cddiagram.words.numbers import (
    format_alpha,
    format_count,
    format_rank,
    rank_decimals,
)
from cddiagram.words.parts import (
    P,
    capitalised,
    count_at_start,
    counted,
    was,
    worded,
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

#: Groups with more names than this in total are counted: nobody reads lists of hundreds
#: of pages.
_MOST_NAMES = 10_000
#: The null hypothesis of omnibus tests.
_EQUAL = "the hypothesis that all algorithms perform equally"


def setting_words(comparison: Comparison) -> RichText:
    """Report what was compared, the omnibus test with its outcome, and how pairs were
    tested.
    """
    return sentences(
        [
            _basis_words(comparison),
            runs_words(comparison),
            omnibus_words(comparison),
            procedure_words(comparison),
            error_rate_words(comparison),
        ]
    )


def brief_sentences(comparison: Comparison) -> tuple[str, ...]:
    """Report in five sentences at most what was found: ranks, decisions, omnibus test,
    and which differences the number of data sets can show.
    """
    headline = comparison.headline
    omnibus: str = omnibus_warning(comparison)
    if headline is not None and not omnibus:
        omnibus = plain_words(
            worded(
                f"{{}} rejects {_EQUAL} ({{}}).",
                _omnibus_subject(headline),
                formula_p(headline.pvalue, comparison.alpha),
            )
        )
    design = no_result_words(comparison) or design_words(comparison)
    return (*conclusions(comparison)[:3], *filter(None, (omnibus, design)))


def summary(comparison: Comparison) -> str:
    """Word the comparison in a few lines: ranks, omnibus tests, procedure, groups."""
    lines = [
        compared_words(comparison),
        ranked_words(comparison),
        runs_words(comparison),
        *_rank_lines(comparison),
        *_omnibus_lines(comparison),
        omnibus_warning(comparison),
        _post_hoc_line(comparison),
        undecided_words(comparison),
    ]
    if not uncontrolled_words(comparison):  # otherwise it follows the groups
        lines.append(limited_words(comparison))
    lines += [
        no_result_words(comparison),
        *group_lines(comparison),
        missing_words(comparison),
        sensitivity_words(comparison),
        *comparison.notes,
    ]
    return "\n".join(one_line(line) for line in lines if line)  # names may have breaks


def _rank_lines(comparison: Comparison) -> list[str]:
    ranks = comparison.ranking.average_ranks
    decimals = rank_decimals(ranks)
    return [
        f"  {format_rank(ranks[i], decimals)}  {comparison.algorithms[i]}"
        for i in comparison.order
    ]


def group_lines(comparison: Comparison) -> list[str]:
    """List the groups, or the algorithms that are not significantly different from the
    control, one per line.

    Another line reports that the error rate is not controlled, if it is not.
    """
    lines = _group_lines(comparison)
    if comparison.control is not None:
        lines = [_control_line(comparison)]
    uncontrolled = uncontrolled_words(comparison)
    return [*lines, uncontrolled] if uncontrolled else lines


def _control_line(comparison: Comparison) -> str:
    label = "Not significantly different from {}: {}"
    if comparison.pairwise.pair_test == "multiple-sign":
        label = "Not shown to be worse than {}: {}"
    others = commas(comparison.not_different) or "none"
    return phrase(label, Name(comparison.control), others)


def _group_lines(comparison: Comparison) -> list[str]:
    groups, complete = comparison.groups, comparison.groups_complete
    if not complete or sum(len(group.algorithms) for group in groups) > _MOST_NAMES:
        count = "There are" if complete else "There are more than"
        return [
            f"{count} {format_count(len(groups))} groups of algorithms that are not "
            "significantly different; see the p-values of the pairs."
        ]
    lines: list[str] = [
        phrase("Not significantly different: {}", commas(group.algorithms))
        for group in groups
    ]
    untested = untested_words(comparison)
    if untested:
        lines.append(untested)
    if lines:
        return lines
    if of_two(comparison):
        return ["The two algorithms are significantly different."]
    return ["All pairwise differences are significant."]


def untested_words(comparison: Comparison) -> str:
    """Report how many pairs have no p-value, or nothing if every pair of the family was
    tested.
    """
    untested = comparison.untested
    if comparison.control is not None or not untested:
        return ""
    k = len(comparison.algorithms)
    if k == 2:
        return "The pair was not tested."
    pairs = k * (k - 1) // 2
    if untested == pairs:
        return f"None of the {format_count(pairs)} pairs was tested."
    return (
        f"{count_at_start(untested)} of the {format_count(pairs)} pairs {was(untested)} "
        "not tested."
    )


def _omnibus_subject(result: OmnibusResult, cited: RichText = ()) -> RichText:
    """Name an omnibus test at the start of a sentence."""
    corrected = "tie-corrected " if result.tie_corrected else ""
    return join(f"The {corrected}{omnibus_test(result.name)}", cited)


def _numbers(result: OmnibusResult, alpha: float) -> RichText:
    return join(formula_statistic(result), ", ", formula_p(result.pvalue, alpha))


def omnibus_words(comparison: Comparison) -> RichText:
    """Report the omnibus test with its outcome, or nothing if there is none."""
    headline = comparison.headline
    if headline is None:
        return ()
    verb, level = "does not reject", join(" at ", formula_alpha(comparison.alpha))
    if headline.rejects(comparison.alpha):
        verb, level = "rejects", ()
    outcome = worded(
        f"{{}} {verb} {_EQUAL}{{}}, {{}}.",
        _omnibus_subject(headline),
        level,
        _numbers(headline, comparison.alpha),
    )
    return sentences([outcome, _caution(comparison)])


def tested_omnibus_words(comparison: Comparison) -> RichText:
    """Report the omnibus test with its source and outcome in the past tense."""
    headline = comparison.headline
    if headline is None:
        return ()
    verb, level = "did not reject", join(" at ", formula_alpha(comparison.alpha))
    if headline.rejects(comparison.alpha):
        verb, level = "rejected", ()
    return worded(
        f"{{}} {verb} {_EQUAL}{{}}, {{}}.",
        _omnibus_subject(headline, cite(OMNIBUS[headline.name][2])),
        level,
        _numbers(headline, comparison.alpha),
    )


def omnibus_warning(comparison: Comparison) -> str:
    """Report that the omnibus test does not reject, or nothing if it does, or if there
    is none.
    """
    headline = comparison.headline
    if headline is None or headline.rejects(comparison.alpha):
        return ""
    outcome = worded(
        f"{{}} does not reject {_EQUAL} at {{}} ({{}}).",
        _omnibus_subject(headline),
        formula_alpha(comparison.alpha),
        formula_p(headline.pvalue, comparison.alpha),
    )
    return plain_words(sentences([outcome, _caution(comparison)]))


def _caution(comparison: Comparison) -> str:
    """Advise caution if pairs differ although the omnibus test does not reject."""
    headline = comparison.headline
    if headline is None or headline.rejects(comparison.alpha):
        return ""
    if not comparison.different().any():
        return ""
    return "Significant differences between pairs should be interpreted with caution."


def design_words(comparison: Comparison) -> str:
    """Report which differences of average ranks are significant, or nothing if the
    number of data sets is not known.
    """
    n, bounds = comparison.n_datasets, comparison.difference_bounds
    if n is None:
        return ""
    if bounds is None:
        tested = "scores"
        if comparison.pairwise.kind == "flip-ranks":
            tested = "ranks within data sets"
        if len(comparison.algorithms) == 2:
            return (
                f"The algorithms were compared by their {tested}, so a critical "
                "difference of average ranks is not defined."
            )
        return (
            f"The pairs were tested on their {tested}, so a critical difference of "
            "average ranks is not defined."
        )
    low, high = bounds
    if low is None:
        return no_difference_words(comparison)
    ranks = rank_nouns(comparison.ranking.kind)
    start = f"With {counted(n, 'data set')}, algorithms whose {ranks} differ by"
    if comparison.plan.adjustment.single_step:
        return (
            f"{start} at least {always_from(comparison, low)} are significantly "
            "different."
        )
    never = (
        f"{start} less than {never_below(comparison, low)} are never significantly "
        "different"
    )
    if high is None:
        return (
            f"{never}. For larger differences, the decision depends on the other pairs."
        )
    return (
        f"{never}, and those whose ranks differ by at least "
        f"{always_from(comparison, high)} always are. For differences in between, the "
        "decision depends on the other pairs."
    )


def no_difference_words(comparison: Comparison) -> str:
    """Report that no difference of average ranks can be significant, or nothing if one
    can.
    """
    bounds, n = comparison.difference_bounds, comparison.n_datasets
    if bounds is None or bounds[0] is not None or n is None:
        return ""
    ranks = rank_nouns(comparison.ranking.kind)
    return (
        f"With these {counted(n, 'data set')}, no difference of {ranks} can be "
        f"significant at {formula_alpha(comparison.alpha).text}."
    )


def no_result_words(comparison: Comparison) -> str:
    """Report that no result can be significant with this design, or nothing if one can."""
    return no_difference_words(comparison) or unattainable_words(comparison)


def undecided_words(comparison: Comparison) -> str:
    """Report as plain text that the search of an exhaustive procedure was stopped; empty
    if all values are exact.
    """
    return plain_words(undecided_sentence(comparison))


def undecided_sentence(comparison: Comparison) -> RichText:
    """Report that the search of an exhaustive procedure was stopped, or nothing if all
    values are exact.
    """
    pairs = comparison.pairwise
    lower, upper = pairs.pvalue_adjusted_lower, pairs.pvalue_adjusted
    if lower is None:
        return ()
    alpha = comparison.alpha
    bounds = int((lower < upper).sum()) // 2
    open_pairs = significant(lower, alpha) & ~significant(upper, alpha)
    undecided = int(open_pairs.sum()) // 2
    are = "is a certified upper bound" if bounds == 1 else "are certified upper bounds"
    consequence = "This does not affect any decision."
    if undecided == 1:
        consequence = (
            "The decision about 1 pair is inconclusive; it is shown as not significantly "
            "different."
        )
    elif undecided:
        consequence = (
            f"The decisions about {format_count(undecided)} pairs are inconclusive; "
            "they are shown as not significantly different."
        )
    return worded(
        f"The search for exact adjusted {{}}-values was stopped early. "
        f"{count_at_start(bounds)} of them {are}. {consequence}",
        P,
    )


def direction_words(comparison: Comparison) -> str:
    """Report which scores are better, or nothing without scores."""
    if comparison.table is None:
        return ""
    better = "higher" if comparison.table.higher_is_better else "lower"
    return f"{better} scores are better"


def _post_hoc_line(comparison: Comparison) -> str:
    """Name the pairwise tests with their level; their name includes the variance."""
    adjusted = adjusted_here(comparison)
    level = f"α = {format_alpha(comparison.alpha)}"
    p = formula_of_two(comparison)
    parts = [comparison.test, adjusted, level, printed_cd(comparison)]
    if p is not None:
        parts.append(p.text)
    tests = ", ".join(part for part in parts if part)
    details = [
        DETAILS[option]
        for option in chosen_options(comparison)
        if option in DETAILS and option[0] != "variance"
    ]
    details += [
        simulated_words(comparison),
        sign_patterns_words(comparison, in_brackets=True),
    ]
    listed = ", ".join(detail for detail in details if detail)
    brackets = f" ({listed})" if listed else ""
    return f"Post-hoc test: {tests}{brackets}."


def ranked_words(comparison: Comparison, *, several: bool = False) -> str:
    """Report what was ranked, and which scores and ranks are better; or the same of
    several comparisons.
    """
    numbers = RANKINGS[comparison.ranking.kind]
    where = " in several comparisons" if several else on_datasets(comparison)
    return f"{numbers} of {_ranked_algorithms(comparison, where)}."


def _basis_words(comparison: Comparison) -> str:
    """Report in a sentence which ranks the comparison is based on."""
    ranks = rank_nouns(comparison.ranking.kind)
    algorithms = _ranked_algorithms(comparison, on_datasets(comparison))
    return f"The comparison is based on the {ranks} of {algorithms}."


def _ranked_algorithms(comparison: Comparison, where: str) -> str:
    """Count the algorithms, and report which scores and ranks are better."""
    algorithms = counted(len(comparison.algorithms), "algorithm")
    direction = direction_words(comparison)
    better = ", ".join(part for part in (direction, _best_rank(comparison)) if part)
    return f"{algorithms}{where} ({better})"


def _best_rank(comparison: Comparison) -> str:
    if comparison.ranking.kind == "aligned":
        return "the smallest rank is best"
    return "rank 1 is best"


def on_datasets(comparison: Comparison) -> str:
    """Count the data sets: ``" on 30 data sets"``, or nothing if their number is
    unknown.
    """
    n = comparison.n_datasets
    return "" if n is None else f" on {counted(n, 'data set')}"


def _omnibus_lines(comparison: Comparison) -> list[str]:
    """List all omnibus tests, each with and without correction for ties."""
    lines = []
    for name in OMNIBUS:
        results = [result for result in comparison.omnibus if result.name == name]
        if results:
            lines.append(_omnibus_line(results, comparison.alpha))
    return lines


def _omnibus_line(results: list[OmnibusResult], alpha: float) -> str:
    first, *others = results
    corrected = ", corrected for ties" if first.tie_corrected else ""
    name = capitalised(omnibus_test(first.name))
    words: list[TextPart] = [f"{name}{corrected}: ", *_numbers(first, alpha)]
    for other in others:
        if other.statistic != first.statistic:
            words += [" (corrected for ties: ", *_numbers(other, alpha), ")"]
    return plain_words(join(*words))
