"""The summary of a comparison, and sentences about its setting, tests and groups."""

from __future__ import annotations

from cddiagram.comparing import Comparison
from cddiagram.stats import OmnibusResult, significant
from cddiagram.text import (
    Name,
    RichText,
    TextPart,
    cite,
    commas,
    counted,
    inflect,
    join,
    one_line,
    phrase,
    sentences,
)
from cddiagram.words.compared import compared_words
from cddiagram.words.critical import always_from, never_below
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
    plain_phrase,
    plain_words,
)
from cddiagram.words.missing import missing_words, runs_words, sensitivity_words
from cddiagram.words.names import OMNIBUS, RANKINGS, omnibus_test, rank_nouns
from cddiagram.words.numbers import (
    format_count,
    format_rank,
    rank_decimals,
)
from cddiagram.words.parts import P, capitalised, count_at_start, direction, was, worded
from cddiagram.words.procedures import procedure_words, two_algorithms

#: Together, the groups in the list contain at most this many names. If the list were
#: longer, it would fill hundreds of pages. In this case, only the number of groups is
#: given.
_MOST_NAMES = 10_000
#: This phrase states the null hypothesis of omnibus tests.
_EQUAL = "the hypothesis that all algorithms perform equally"


def setting_words(comparison: Comparison) -> RichText:
    """State what was compared, the outcome of the omnibus test, and how pairs were
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
    """Report the most important results in at most five sentences."""
    omnibus = omnibus_warning(comparison) or _rejection_words(comparison)
    design = no_result_words(comparison) or design_words(comparison)
    return (*conclusions(comparison)[:3], *filter(None, (omnibus, design)))


def _rejection_words(comparison: Comparison) -> str:
    """State that the omnibus test rejects its hypothesis.

    Return an empty text if the test was not performed.
    """
    headline = comparison.headline
    if headline is None:
        return ""
    rejection = worded(
        "{} ({}).",
        _outcome(headline, comparison.alpha),
        formula_p(headline.pvalue, comparison.alpha),
    )
    return plain_words(rejection)


def summary(comparison: Comparison) -> str:
    """Summarise a comparison: the ranks, the omnibus tests, the pairwise tests and the
    groups.
    """
    lines = [
        compared_words(comparison),
        ranked_words(comparison),
        runs_words(comparison),
        *_rank_lines(comparison),
        *_omnibus_lines(comparison),
        omnibus_warning(comparison),
        plain_phrase(procedure_words(comparison)),
        plain_words(stopped_search_words(comparison)),
    ]
    # If the error rate is not controlled, the sentence that states this follows the
    # groups.
    if not uncontrolled_words(comparison):
        lines.append(limited_words(comparison))
    lines += [
        no_result_words(comparison),
        *group_lines(comparison),
        missing_words(comparison),
        sensitivity_words(comparison),
        *comparison.notes,
    ]
    # A name can contain line breaks.
    return "\n".join(one_line(line) for line in lines if line)


def _rank_lines(comparison: Comparison) -> list[str]:
    ranks = comparison.ranking.average_ranks
    decimals = rank_decimals(ranks)
    return [
        f"  {format_rank(ranks[i], decimals)}  {comparison.algorithms[i]}"
        for i in comparison.order
    ]


def group_lines(comparison: Comparison) -> list[str]:
    """List the groups, one per line.

    If there is a control, list the algorithms that are not significantly different from
    it.

    If the error rate is not controlled, another line states this.
    """
    lines = _group_lines(comparison)
    if comparison.control is not None:
        lines = [_control_line(comparison)]
    uncontrolled = uncontrolled_words(comparison)
    if uncontrolled:
        lines.append(uncontrolled)
    return lines


def _control_line(comparison: Comparison) -> str:
    label = "Not significantly different from {}: {}"
    if comparison.pairwise.pair_test == "multiple-sign":
        label = "Not significantly worse than {}: {}"
    others = commas(comparison.not_different) or "none"
    return phrase(label, Name(comparison.control), others)


def _group_lines(comparison: Comparison) -> list[str]:
    groups = comparison.groups
    total = format_count(len(groups))
    see_pairs = (
        "groups of algorithms that are not significantly different. The p-values show "
        "which pairs differ significantly."
    )
    if not comparison.groups_complete:
        return [f"There are more than {total} {see_pairs}"]
    if sum(len(group.algorithms) for group in groups) > _MOST_NAMES:
        return [f"There are {total} {see_pairs}"]
    lines: list[str] = [
        phrase("Not significantly different: {}", commas(group.algorithms))
        for group in groups
    ]
    untested = untested_words(comparison)
    if untested:
        lines.append(untested)
    if lines:
        return lines
    if two_algorithms(comparison):
        return ["The two algorithms are significantly different."]
    return ["All pairwise differences are significant."]


def untested_words(comparison: Comparison) -> str:
    """State how many pairs were not tested.

    Return an empty text if all pairs of the family were tested.
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


def _outcome(
    result: OmnibusResult,
    alpha: float,
    verbs: tuple[str, str] = ("rejects", "does not reject"),
    cited: RichText = (),
) -> RichText:
    """State in a clause whether an omnibus test rejects its hypothesis.

    `verbs` contains the predicates for the two outcomes, and `cited` is the source of
    the test.
    """
    name = omnibus_test(result.name)
    if result.tie_corrected:
        name = f"tie-corrected {name}"
    test = join(name, cited)
    rejects, does_not_reject = verbs
    if result.rejects(alpha):
        return worded(f"The {{}} {rejects} {_EQUAL}", test)
    level = formula_alpha(alpha)
    return worded(f"At {{}}, the {{}} {does_not_reject} {_EQUAL}", level, test)


def _statistic_and_p(result: OmnibusResult, alpha: float) -> RichText:
    return join(formula_statistic(result), ", ", formula_p(result.pvalue, alpha))


def omnibus_words(comparison: Comparison) -> RichText:
    """State the outcome of the omnibus test.

    Return an empty text if this test was not performed.
    """
    headline = comparison.headline
    if headline is None:
        return ()
    outcome = worded(
        "{}, {}.",
        _outcome(headline, comparison.alpha),
        _statistic_and_p(headline, comparison.alpha),
    )
    return sentences([outcome, _caution(comparison)])


def tested_omnibus_words(comparison: Comparison) -> RichText:
    """State the outcome of the omnibus test in the past tense, with the source of the
    test.
    """
    headline = comparison.headline
    if headline is None:
        return ()
    _, _, source = OMNIBUS[headline.name]
    outcome = _outcome(
        headline,
        comparison.alpha,
        verbs=("rejected", "did not reject"),
        cited=cite(source),
    )
    return worded("{}, {}.", outcome, _statistic_and_p(headline, comparison.alpha))


def omnibus_warning(comparison: Comparison) -> str:
    """State that the omnibus test does not reject its hypothesis.

    Return an empty text if it rejects the hypothesis or if it was not performed.
    """
    headline = comparison.headline
    if headline is None or headline.rejects(comparison.alpha):
        return ""
    outcome = worded(
        "{} ({}).",
        _outcome(headline, comparison.alpha),
        formula_p(headline.pvalue, comparison.alpha),
    )
    return plain_words(sentences([outcome, _caution(comparison)]))


def _caution(comparison: Comparison) -> str:
    """Advise caution if there are significant pairwise differences although the omnibus
    test does not reject its hypothesis.
    """
    headline = comparison.headline
    if headline is None or headline.rejects(comparison.alpha):
        return ""
    if not comparison.different().any():
        return ""
    return "Significant pairwise differences should be interpreted with caution."


def design_words(comparison: Comparison) -> str:
    """State which differences in average rank are significant.

    Return an empty text if the number of data sets is unknown.
    """
    n, bounds = comparison.n_datasets, comparison.difference_bounds
    if n is None:
        return ""
    if bounds is None:
        return _no_critical_difference_words(comparison)
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
        f"{always_from(comparison, high)} always are. For intermediate differences, the "
        "decision depends on the other pairs."
    )


def _no_critical_difference_words(comparison: Comparison) -> str:
    values = "scores"
    if comparison.pairwise.kind == "flip-ranks":
        values = "ranks on the individual data sets"
    tests_use = "The pairwise tests use"
    if len(comparison.algorithms) == 2:
        tests_use = "The test uses"
    return (
        f"{tests_use} the {values}, so a critical difference in average ranks is not "
        "defined."
    )


def no_difference_words(comparison: Comparison) -> str:
    """State that no difference in average rank can be significant.

    Return an empty text if a difference can be significant.
    """
    bounds, n = comparison.difference_bounds, comparison.n_datasets
    if bounds is None or bounds[0] is not None or n is None:
        return ""
    ranks = rank_nouns(comparison.ranking.kind)
    return (
        f"With these {counted(n, 'data set')}, no difference in {ranks} can be "
        f"significant at {formula_alpha(comparison.alpha).text}."
    )


def no_result_words(comparison: Comparison) -> str:
    """State that no result can be significant with this design.

    Return an empty text if a result can be significant.
    """
    return no_difference_words(comparison) or unattainable_words(comparison)


def stopped_search_words(comparison: Comparison) -> RichText:
    """State that the search of an exhaustive procedure was stopped early.

    Return an empty text if all p-values are exact.
    """
    pairs = comparison.pairwise
    lower, upper = pairs.pvalue_adjusted_lower, pairs.pvalue_adjusted
    if lower is None:
        return ()
    bounds = int((lower < upper).sum()) // 2
    are_bounds = inflect(
        bounds, "is a certified upper bound", "are certified upper bounds"
    )
    could_differ = significant(lower, comparison.alpha)
    differs = significant(upper, comparison.alpha)
    inconclusive = int((could_differ & ~differs).sum()) // 2
    return worded(
        f"The search for exact adjusted {{}}-values was stopped early. "
        f"{count_at_start(bounds)} of the adjusted {{}}-values {are_bounds}. "
        f"{_consequence_of_bounds(inconclusive)}",
        P,
        P,
    )


def _consequence_of_bounds(inconclusive: int) -> str:
    if inconclusive == 0:
        return "This does not affect any decision."
    if inconclusive == 1:
        return (
            "The decision about 1 pair is inconclusive; its algorithms are shown as not "
            "significantly different."
        )
    return (
        f"The decisions about {format_count(inconclusive)} pairs are inconclusive; "
        "their algorithms are shown as not significantly different."
    )


def direction_words(comparison: Comparison) -> str:
    """State whether higher or lower scores are better.

    Return an empty text if scores are not available.
    """
    if comparison.table is None:
        return ""
    return direction(comparison.table.higher_is_better)


def ranked_words(comparison: Comparison) -> str:
    """State what was ranked, and which scores and ranks are better."""
    numbers = RANKINGS[comparison.ranking.kind]
    return f"{numbers} of {_ranked_algorithms(comparison)}."


def _basis_words(comparison: Comparison) -> str:
    """Return a sentence that states on which ranks the comparison is based."""
    ranks = rank_nouns(comparison.ranking.kind)
    algorithms = _ranked_algorithms(comparison)
    return f"The comparison is based on the {ranks} of {algorithms}."


def _ranked_algorithms(comparison: Comparison) -> str:
    """Count the algorithms and the data sets, and state which scores and ranks are
    better.
    """
    algorithms = counted(len(comparison.algorithms), "algorithm")
    parts = (direction_words(comparison), _best_rank(comparison))
    better = ", ".join(filter(None, parts))
    return f"{algorithms}{on_datasets(comparison)} ({better})"


def _best_rank(comparison: Comparison) -> str:
    if comparison.ranking.kind == "aligned":
        return "the smallest rank is best"
    return "rank 1 is best"


def on_datasets(comparison: Comparison) -> str:
    """Return a phrase such as ``" on 30 data sets"``, or an empty text if their number
    is unknown.
    """
    n = comparison.n_datasets
    if n is None:
        return ""
    return f" on {counted(n, 'data set')}"


def _omnibus_lines(comparison: Comparison) -> list[str]:
    """Report the omnibus tests, one per line, in the order of `OMNIBUS`.

    If a test was performed with and without correction for ties, both results are on
    the same line.
    """
    results_by_test: dict[str, list[OmnibusResult]] = {name: [] for name in OMNIBUS}
    for result in comparison.omnibus:
        results_by_test[result.name].append(result)
    return [
        _omnibus_line(results, comparison.alpha)
        for results in results_by_test.values()
        if results
    ]


def _omnibus_line(results: list[OmnibusResult], alpha: float) -> str:
    """Report one omnibus test.

    If the result corrected for ties differs, it follows in brackets.
    """
    first, *others = results
    test = capitalised(omnibus_test(first.name))
    if first.tie_corrected:
        test = f"{test}, corrected for ties"
    words: list[TextPart] = [f"{test}: ", *_statistic_and_p(first, alpha)]
    for result in others:
        if result.statistic != first.statistic:
            numbers = _statistic_and_p(result, alpha)
            words += [" (corrected for ties: ", *numbers, ")"]
    return plain_words(join(*words))
