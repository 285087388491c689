"""The sentences about a study of pools."""

from __future__ import annotations

from cddiagram.procedures import ADJUSTMENTS
from cddiagram.studies.pool.study import PoolStudy
from cddiagram.text import Name, Words, join, phrase, sentences
from cddiagram.words import (
    capitalised,
    enumeration,
    format_share,
    formula_alpha,
    plain_words,
)


def pool_caption_words(study: PoolStudy) -> Words:
    """Return the caption of the figure of pools."""
    table = study.table
    return sentences(
        [
            "Percentage of pools in which two algorithms are significantly different, by "
            f"the number of other algorithms in the pool ({table.k} algorithms on "
            f"{table.n} data sets).",
            "The percentage of all pools is printed next to the names.",
            "Filled markers denote pairs that are significantly different according to "
            "the Wilcoxon signed-rank test or the sign test; hollow markers denote pairs "
            "that are not.",
            pools_tested_words(study),
            _adjusted_words(study),
        ]
    )


def pools_words(study: PoolStudy) -> str:
    """Name the pools that were examined."""
    if all(study.complete):
        return "all pools with at least one other algorithm"
    sampled = [others for others, every in enumerate(study.complete, 1) if not every]
    sizes = str(sampled[0])
    if sampled[-1] > sampled[0]:
        sizes = f"{sampled[0]} to {sampled[-1]}"
    algorithms = "algorithm" if sizes == "1" else "algorithms"
    return f"random pools with {sizes} other {algorithms} and all pools of other sizes"


def pool_sentences(study: PoolStudy) -> tuple[str, ...]:
    """Report which decisions depend on the pool, each with an example."""
    flips = [
        phrase(
            "{} and {} are significantly different in {} of the pools. For example, the "
            "difference is significant with {} in the pool, but not with {}.",
            Name(flip.first),
            Name(flip.second),
            format_share(flip.share),
            enumeration(flip.different_with),
            enumeration(flip.not_different_with),
        )
        for flip in study.flips
    ]
    depends, tested, free = examined_sentences(study)
    return (depends, tested, *flips, free)


def examined_sentences(study: PoolStudy) -> tuple[str, str, str]:
    """Report how many decisions depend on the pool, how pools were tested, and what
    tests of the pair alone decide.
    """
    return depends_words(study), tested_words(study), free_words(study)


def depends_words(study: PoolStudy) -> str:
    """Report for how many pairs the decision depends on the pool."""
    pairs, flips = len(study.pairs), len(study.flips)
    exhaustive = all(study.complete)
    if pairs == 1 and flips:
        return f"The decision about the pair depends on the {_POOL}."
    if pairs == 1 and exhaustive:
        return f"The decision about the pair does not depend on the {_POOL}."
    if pairs == 1:
        return "The decision about the pair is the same in all examined pools."
    decisions, depend, differ = "The decisions", "depend", "differ"
    if flips == 1:
        decisions, depend, differ = "The decision", "depends", "differs"
    if exhaustive:
        return f"{decisions} about {flips} of {pairs} pairs {depend} on the {_POOL}."
    return (
        f"{decisions} about {flips} of {pairs} pairs {differ} between the examined "
        "pools of algorithms."
    )


#: A pool, explained.
_POOL = "pool, that is, on which other algorithms are compared"


def tested_words(study: PoolStudy) -> str:
    """Name the pools and their tests, and the difference from a comparison."""
    return (
        f"{plain_words(pools_tested_words(study))} A direct comparison of the algorithms "
        "of one pool can lead to a different decision, because it uses an exact test if "
        "one is available."
    )


def pools_tested_words(study: PoolStudy) -> Words:
    """Name the pools that were examined and their tests."""
    tests = "the asymptotic Nemenyi test"
    if study.p_adjust == "none":
        tests = "tests without adjustment for multiple comparisons"
    elif study.p_adjust != "nemenyi":
        tests = f"tests with {ADJUSTMENTS[study.p_adjust].noun}"
    return join(
        f"{capitalised(pools_words(study))} were tested on average ranks by {tests} (",
        formula_alpha(study.alpha),
        ").",
    )


def free_words(study: PoolStudy) -> str:
    """Report the decisions of the tests that use only the scores of the pair."""
    wilcoxon, sign = "the Wilcoxon signed-rank test", "the sign test"
    pairs = study.pairs
    by_wilcoxon = sum(bool(study.pool_free("wilcoxon")[pair]) for pair in pairs)
    by_sign = sum(bool(study.pool_free("sign")[pair]) for pair in pairs)
    detected = "a significant difference"
    if len(pairs) > 1:
        finding = (
            f"{wilcoxon} detects significant differences for {by_wilcoxon} of "
            f"{len(pairs)} pairs, and {sign} detects them for {by_sign}"
        )
    elif by_wilcoxon and by_sign:
        finding = f"{wilcoxon} and {sign} both detect {detected}"
    elif by_wilcoxon:
        finding = f"{wilcoxon} detects {detected}, but {sign} does not"
    elif by_sign:
        finding = f"{wilcoxon} does not detect {detected}, but {sign} does"
    else:
        finding = f"neither {wilcoxon} nor {sign} detects {detected}"
    return f"{capitalised(finding)}. {_adjusted_words(study)}"


def _adjusted_words(study: PoolStudy) -> str:
    """Describe the p-values of the tests that use only the scores of the pair."""
    start = "Both tests use only the scores of the pair"
    if study.p_adjust == "none":
        return f"{start}; their p-values are not adjusted."
    return (
        f"{start}; their decisions are Bonferroni-adjusted for all pairs of the table."
    )
