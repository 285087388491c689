"""The sentences about a study of pools."""

from __future__ import annotations

from cddiagram.studies.pool.study import PoolStudy
from cddiagram.text import Name, Words, join, phrase
from cddiagram.words import enumeration, format_alpha, format_share, formula_alpha


def pool_caption_words(study: PoolStudy) -> Words:
    """Return the caption of the figure of pools."""
    table = study.table
    return join(
        "Share of pools in which two algorithms are significantly different, by the "
        f"number of other algorithms in the pool ({table.k} algorithms on {table.n} "
        f"data sets; {pools_words(study)}). Each pool was tested on average ranks by "
        f"{study.test} at ",
        formula_alpha(study.alpha),
        ". The share of all pools is printed next to the names. Filled markers denote "
        "pairs that are significantly different according to Wilcoxon's signed-rank "
        "test (W) or the sign test (S); hollow markers denote pairs that are not. "
        f"{_adjusted_words(study)}",
    )


def pools_words(study: PoolStudy) -> str:
    """Describe the pools that were examined."""
    if all(study.complete):
        return "all pools with at least one other algorithm"
    sampled = [others for others, every in enumerate(study.complete, 1) if not every]
    sizes = str(sampled[0])
    if sampled[-1] > sampled[0]:
        sizes = f"{sampled[0]} to {sampled[-1]}"
    return f"random pools with {sizes} others, and all pools of other sizes"


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
    return (depends_words(study), tested_words(study), *flips, free_words(study))


def depends_words(study: PoolStudy) -> str:
    """Report for how many pairs the decision depends on the pool."""
    pairs, flips = len(study.pairs), len(study.flips)
    exhaustive = all(study.complete)
    if pairs == 1 and flips:
        return "The decision about the pair depends on the pool."
    if pairs == 1 and exhaustive:
        return "The decision about the pair does not depend on the pool."
    if pairs == 1:
        return "The decision about the pair is the same in all examined pools."
    decisions, depend, differ = "The decisions", "depend", "differ"
    if flips == 1:
        decisions, depend, differ = "The decision", "depends", "differs"
    if exhaustive:
        return f"{decisions} about {flips} of {pairs} pairs {depend} on the pool."
    return (
        f"{decisions} about {flips} of {pairs} pairs {differ} between examined pools."
    )


def tested_words(study: PoolStudy) -> str:
    """Name the test and the pools, and the difference from a comparison."""
    level = f"α = {format_alpha(study.alpha)}"
    return (
        f"Pools were tested on average ranks by {study.test} at {level} "
        f"({pools_words(study)}). "
        "A comparison of the algorithms of a single pool can lead to a different "
        "decision, because it uses an exact test if one is available."
    )


def free_words(study: PoolStudy) -> str:
    """Report the decisions of the tests that use only the scores of the pair."""
    wilcoxon, sign = "Wilcoxon's signed-rank test", "the sign test"
    pairs = study.pairs
    by_wilcoxon = sum(bool(study.pool_free("wilcoxon")[pair]) for pair in pairs)
    by_sign = sum(bool(study.pool_free("sign")[pair]) for pair in pairs)
    different = "significantly different"
    finding = (
        f"{wilcoxon} finds {by_wilcoxon} of {len(pairs)} pairs {different}, and {sign} "
        f"finds {by_sign}."
    )
    if len(pairs) == 1 and by_wilcoxon and by_sign:
        finding = f"{wilcoxon} and {sign} both find the pair {different}."
    elif len(pairs) == 1 and by_wilcoxon:
        finding = f"{wilcoxon} finds the pair {different}, but {sign} does not."
    elif len(pairs) == 1 and by_sign:
        finding = f"{wilcoxon} does not find the pair {different}, but {sign} does."
    elif len(pairs) == 1:
        finding = f"Neither {wilcoxon} nor {sign} finds the pair {different}."
    return f"{finding} {_adjusted_words(study)}"


def _adjusted_words(study: PoolStudy) -> str:
    """Describe the p-values of the tests that use only the scores of the pair."""
    start = "These two tests use only the scores of the pair"
    if study.p_adjust == "none":
        return f"{start}; their p-values are not adjusted."
    return (
        f"{start}; their decisions are Bonferroni-adjusted for all pairs of the table."
    )
