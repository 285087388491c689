"""The sentences about a study of pools."""

from __future__ import annotations

from cddiagram.studies.pool.study import PoolStudy
from cddiagram.text import Name, Words, join, phrase
from cddiagram.words import enumeration, format_alpha, format_share, formula_alpha


def pool_caption_words(study: PoolStudy) -> Words:
    """Return the caption of the figure of pools."""
    table = study.table
    free = (
        "not adjusted"
        if study.p_adjust == "none"
        else "Bonferroni for all pairs of the table"
    )
    return join(
        f"Pairs of {table.k} algorithms on {table.n} data sets: the share of the "
        "pools with so many other algorithms "
        "in which the two are significantly different by tests on average ranks "
        f"({study.test} in each pool, ",
        formula_alpha(study.alpha),
        f"); {pools_words(study)}. Beside the names stands the share of all pools. "
        "Wilcoxon's signed-rank test (W) and "
        f"the sign test (S), {free}, depend on the pair alone: filled markers are "
        "significantly different by them, "
        "hollow ones are not.",
    )


def pools_words(study: PoolStudy) -> str:
    """Say which pools were looked at."""
    if all(study.complete):
        return "all pools with another algorithm"
    drawn = [others for others, every in enumerate(study.complete, 1) if not every]
    return (
        f"pools of {drawn[0]} to {drawn[-1]} others drawn at random, of other numbers "
        "all"
    )


def pool_sentences(study: PoolStudy) -> tuple[str, ...]:
    """Say which decisions depend on the pool, each with an example."""
    flips = [
        phrase(
            "{} and {} are significantly different in {} of the pools: they are with "
            "{}, and not with {}.",
            *map(Name, (flip.first, flip.second)),
            format_share(flip.share),
            enumeration(flip.different_with),
            enumeration(flip.not_different_with),
        )
        for flip in study.flips
    ]
    return (depends_words(study), *flips, free_words(study))


def depends_words(study: PoolStudy) -> str:
    """Report for how many pairs the decision depends on the pool, as far as the pools
    were examined.
    """
    pairs, flips = len(study.pairs), len(study.flips)
    said = f"{study.test}, α = {format_alpha(study.alpha)}, {pools_words(study)}"
    every = all(study.complete)
    if pairs == 1 and flips:
        return f"The decision about the pair depends on the pool ({said})."
    if pairs == 1:
        same = (
            "does not depend on the pool"
            if every
            else "is the same in all pools that were examined"
        )
        return f"The decision about the pair {same} ({said})."
    start = "The" if every else "In the pools that were examined, the"
    return (
        f"{start} decisions about {flips} of {pairs} pairs depend on the pool ({said})."
    )


def free_words(study: PoolStudy) -> str:
    """Say what the tests decide that depend on the pair alone."""
    pairs = study.pairs
    counts = [
        sum(bool(study.pool_free(test)[pair]) for pair in pairs)
        for test in ("wilcoxon", "sign")
    ]
    adjusted = (
        "not adjusted"
        if study.p_adjust == "none"
        else "Bonferroni for all pairs of the table"
    )
    if len(pairs) == 1:
        answers = (
            "significantly different" if count else "not significantly different"
            for count in counts
        )
        said = (
            f"{how}, {answer}"
            for how, answer in zip(
                ("Wilcoxon's signed-rank test", "the sign test"), answers, strict=True
            )
        )
        return f"By the pair alone ({adjusted}): {'; '.join(said)}."
    return (
        f"By the pair alone ({adjusted}) Wilcoxon's signed-rank test calls "
        f"{counts[0]}, the sign test {counts[1]} of "
        f"{len(pairs)} pairs significantly different, in any pool."
    )
