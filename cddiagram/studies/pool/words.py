"""Sentences about the results of a study of pools."""

from __future__ import annotations

from cddiagram.procedures import ADJUSTMENTS
from cddiagram.studies.pool.study import PoolStudy
from cddiagram.text import Name, RichText, join, phrase, sentences
from cddiagram.words import (
    capitalised,
    enumeration,
    format_share,
    formula_alpha,
    plain_words,
)


def pool_caption_words(study: PoolStudy) -> RichText:
    """Return the caption of the pool figure."""
    table = study.table
    subject = (
        "Percentage of pools in which two algorithms are significantly different, by the "
        f"number of other algorithms in the pool ({table.k} algorithms on {table.n} "
        "data sets)."
    )
    shares = "The percentage for all pools is printed next to the names."
    markers = (
        "The markers show the decisions of the Wilcoxon signed-rank test (W) and the sign "
        "test (S). Filled markers denote significant differences; hollow markers denote "
        "differences that are not significant."
    )
    tests = pools_tested_words(study)
    return sentences([subject, shares, markers, _adjusted_words(study), tests])


def _sampled_words(study: PoolStudy) -> str:
    """Describe which pools were sampled.

    Return empty text if all pools were examined.
    """
    if all(study.complete):
        return ""
    sampled = []
    for others, is_complete in enumerate(study.complete, 1):
        if not is_complete:
            sampled.append(others)
    numbers = f"{sampled[0]} other algorithms"
    if sampled[-1] > sampled[0]:
        numbers = f"{sampled[0]} to {sampled[-1]} other algorithms"
    elif sampled[0] == 1:
        numbers = "1 other algorithm"
    return (
        f"Pools with {numbers} were sampled at random; all pools of other sizes were "
        "examined."
    )


def pool_sentences(study: PoolStudy) -> tuple[str, ...]:
    """State which decisions depend on the pool, and give an example of each."""
    examples = []
    for flip in study.flips:
        example = phrase(
            "{} and {} are significantly different in {} of the pools. For example, the "
            "difference is significant with {} in the pool, but not with {}.",
            Name(flip.first),
            Name(flip.second),
            format_share(flip.share),
            enumeration(flip.different_with),
            enumeration(flip.not_different_with),
        )
        examples.append(example)
    depends, tests, free = examined_sentences(study)
    return (depends, tests, *examples, free)


def examined_sentences(study: PoolStudy) -> tuple[str, str, str]:
    """State how many decisions depend on the pool.

    Also describe the tests in pools and the decisions of the tests that use only the
    scores of the pair.
    """
    return depends_words(study), tested_words(study), free_words(study)


def depends_words(study: PoolStudy) -> str:
    """State the number of pairs for which the decision depends on the pool."""
    pairs, flips = len(study.pairs), len(study.flips)
    exhaustive = all(study.complete)
    if pairs == 1:
        return _depends_words_of_pair(bool(flips), exhaustive)
    decisions = f"The decisions about {flips} of {pairs} pairs"
    depend, differ = "depend", "differ"
    if flips == 1:
        decisions = f"The decision about 1 of {pairs} pairs"
    elif flips == 0:
        decisions = f"None of the decisions about the {pairs} pairs"
    if flips < 2:
        depend, differ = "depends", "differs"
    if exhaustive:
        return f"{decisions} {depend} on the {_POOL}."
    return f"{decisions} {differ} among the examined pools of algorithms."


def _depends_words_of_pair(depends: bool, exhaustive: bool) -> str:
    """State whether the decision about the only pair depends on the pool."""
    if depends:
        return f"The decision about the pair depends on the {_POOL}."
    if exhaustive:
        return f"The decision about the pair does not depend on the {_POOL}."
    return "The decision about the pair is the same in all examined pools."


#: This text explains the term "pool".
_POOL = "pool, that is, on which other algorithms are compared"


def tested_words(study: PoolStudy) -> str:
    """Describe the tests in pools, and how they differ from a direct comparison."""
    return (
        f"{plain_words(pools_tested_words(study))} A direct comparison of the algorithms "
        "in one pool can lead to a different decision, because it uses an exact test if "
        "one is available."
    )


def pools_tested_words(study: PoolStudy) -> RichText:
    """Describe the pools that were examined and the tests that were used."""
    tests = "the asymptotic Nemenyi test"
    if study.p_adjust == "none":
        tests = "tests without adjustment for multiple comparisons"
    elif study.p_adjust != "nemenyi":
        tests = f"tests with {ADJUSTMENTS[study.p_adjust].noun}"
    compared = join(
        "Each pool contains the two algorithms of a pair and at least one other "
        f"algorithm. In each pool, the average ranks were compared using {tests} (",
        formula_alpha(study.alpha),
        ").",
    )
    return sentences([compared, _sampled_words(study)])


def free_words(study: PoolStudy) -> str:
    """State the decisions of the tests that use only the scores of the pair."""
    wilcoxon, sign = "the Wilcoxon signed-rank test", "the sign test"
    pairs = len(study.pairs)
    by_wilcoxon = sum(bool(study.pool_free("wilcoxon")[pair]) for pair in study.pairs)
    by_sign = sum(bool(study.pool_free("sign")[pair]) for pair in study.pairs)
    if not by_wilcoxon and not by_sign:
        finding = f"neither {wilcoxon} nor {sign} finds a significant difference"
    elif pairs > 1:
        finding = (
            f"{wilcoxon} finds significant differences for {by_wilcoxon or 'none'} of "
            f"the {pairs} pairs, and {sign} for {by_sign or 'none'}"
        )
    elif by_wilcoxon and by_sign:
        finding = f"{wilcoxon} and {sign} both find a significant difference"
    elif by_wilcoxon:
        finding = f"{wilcoxon} finds a significant difference, but {sign} does not"
    else:
        finding = f"{wilcoxon} does not find a significant difference, but {sign} does"
    return f"{capitalised(finding)}. {_adjusted_words(study)}"


def _adjusted_words(study: PoolStudy) -> str:
    """Describe the p-values of the tests that use only the scores of the pair."""
    start = "Both tests use only the scores of the pair"
    if study.p_adjust == "none":
        return f"{start}; their p-values are not adjusted."
    return (
        f"{start}; their p-values are Bonferroni-adjusted for all pairs in the table."
    )
