"""The sentences about studies, and about the folds of one data set: summaries and
captions.

More than 400 lines, as each of six studies has its sentences here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from cddiagram import __version__
from cddiagram._util.inlines import (
    Formula,
    Name,
    Phrase,
    Words,
    commas,
    join,
    phrase,
    sentences,
)
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.studies.datasets import DatasetsStudy
from cddiagram.studies.folds import FoldsComparison
from cddiagram.studies.level import LevelStudy
from cddiagram.studies.pool import PoolStudy
from cddiagram.studies.power import PowerStudy
from cddiagram.studies.results import Study
from cddiagram.studies.stability import StabilityStudy, scores_of
from cddiagram.words.conclusions import enumeration
from cddiagram.words.error_rates import crossing_words, uncontrolled_words
from cddiagram.words.inlines import formula_alpha
from cddiagram.words.names import RANK_NOUNS, rank_nouns
from cddiagram.words.numbers import (
    format_alpha,
    format_count,
    format_estimate,
    format_level,
    format_percent,
    format_share,
)
from cddiagram.words.procedures import post_hoc_words, procedure_words
from cddiagram.words.sentences import direction_words, group_lines, ranked_words
from cddiagram.words.sources import cited_keys, reference_of

#: Null hypothesis of a study of levels -> which algorithms are equal.
NULL_WORDS = {
    "global": "all algorithms are equal",
    "one-shifted": "all but one are equal",
    "half-shifted": "half of them are equal, and so are the others",
    "mirrored": "two are above or below all others as a coin decides",
}
#: Longer lists of changes, pairs and cycles are counted from there on.
_NAMED = 6


def stability_caption_words(study: StabilityStudy) -> Words:
    """Return the caption of the figure of stability."""
    noun = RANK_NOUNS[study.comparison.ranking.kind]
    reading = (
        f"Markers are {noun}s; lines are {format_percent(study.confidence)} "
        "percentile intervals over "
        f"{format_count(study.resamples)} bootstrap resamples of the data sets, which "
        "describe and do not hold all at "
        "once. Percentages are the shares of resamples in which an algorithm has the "
        f"best {noun}."
    )
    return sentences([ranked_words(study.comparison), reading, *changed_words(study)])


def stability_sentences(study: StabilityStudy) -> tuple[str, ...]:
    """Say what was found, in sentences."""
    return (
        first_words(study),
        *same_order_words(study),
        *changed_words(study),
        *oddities(study),
    )


def first_words(study: StabilityStudy) -> Phrase:
    """Say how often the algorithms have the best average rank."""
    named = study.comparison.algorithms
    order = sorted(study.comparison.order, key=lambda i: -float(study.first[i]))
    best, *others = [
        (Name(named[i]), format_share(float(study.first[i])))
        for i in order
        if study.first[i] > 0
    ]
    what = (
        f"In {best[1]} of {format_count(study.resamples)} bootstrap resamples of the "
        "data sets "
    )
    first = phrase(
        "{} has the best {}", best[0], RANK_NOUNS[study.comparison.ranking.kind]
    )
    rest = [first, *(phrase("{} in {}", *other) for other in others)]
    return Phrase(what, _list(rest), "; ties share it." if others else ".")


def same_order_words(study: StabilityStudy) -> tuple[str, ...]:
    """Report how often the average ranks put the algorithms in the same order as those
    of the whole table.
    """
    if study.same_order is None:
        return ()
    share, ranks = (
        format_share(study.same_order),
        rank_nouns(study.comparison.ranking.kind),
    )
    return (
        f"In {share} of the resamples, the {ranks} have the same order as the {ranks} "
        "of the whole table.",
    )


def changed_words(study: StabilityStudy) -> tuple[str, ...]:
    """Say how many decisions change without one algorithm, and without one data set."""
    parts = [
        f"{format_count(len(study.changed(what)))} of {format_count(count)} decisions "
        "about pairs change when one "
        f"{what} is left out"
        for what, count in study.made.items()
    ]
    level = f"{study.comparison.test}, α = {format_alpha(study.comparison.alpha)}"
    return (f"{', '.join(parts)} ({level}).",) if parts else ()


def oddities(study: StabilityStudy) -> tuple[Phrase, ...]:
    """Name the decisions that change, majorities that contradict the order of ranks,
    and cycles of majorities.
    """
    said = []
    outcomes = {True: "significant", False: "no longer significant"}
    for what in ("algorithm", "data set"):
        changed = [
            phrase(
                f"omitting {{}} makes the difference between {{}} and {{}} "
                f"{outcomes[change.different]}",
                *map(Name, (change.left_out, change.first, change.second)),
            )
            for change in study.changed(what)
        ]
        if changed:
            said.append(
                Phrase(f"Changed without one {what}: ", _list(changed, "; "), ".")
            )
    n = scores_of(study.comparison).n
    said += [
        phrase(
            "{} is better than {} on {} of {} data sets (worse on {}), although {} "
            "has the better {}.",
            *map(Name, (one.winner, one.ranked_better)),
            *(str(one.wins), str(n), str(one.losses)),
            Name(one.ranked_better),
            RANK_NOUNS[study.comparison.ranking.kind],
        )
        for one in study.contrary[:_NAMED]
    ]
    if len(study.contrary) > _NAMED:
        said.append(Phrase(f"So it is with {len(study.contrary) - _NAMED} more pairs."))
    circles = [commas([*cycle, cycle[0]], " → ") for cycle in study.cycles]
    if circles:
        said.append(
            Phrase(
                "Majorities go round in circles, each better than the next: ",
                _list(circles, "; "),
                ".",
            )
        )
    return tuple(said)


def _list(texts: Sequence[str], between: str = ", ") -> Phrase:
    """List the first few, and count the rest."""
    rest = len(texts) - _NAMED
    return Phrase(
        commas(texts[:_NAMED], between), f" and {rest} more" if rest > 0 else ""
    )


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


def power_caption_words(study: PowerStudy, show: str = "power") -> Words:
    """Say what the lines are, what was tested on which draws, and what the bars say."""
    label, counted = power_axis(study, show), _decided(show)
    draws = (
        f"{format_count(study.repeats)} draws for each "
        f"bias{' and pair' if len(study.pairs) > 1 else ''}"
    )
    return join(
        Phrase(
            f"{label[:1].upper()}{label[1:]}, over the ",
            power_bias(study),
            ". ",
            power_tested(study, show),
        ),
        ", " if counted else "",
        formula_alpha(study.alpha) if counted else "",
        f", {draws}. {_READINGS.get(show, '')}",
        power_drawn(study),
        _power_method(study),
        f" Upright lines, side by side around each bias, are {power_swatch(study)}: "
        "what other draws from this table "
        "might give, no statement about other data sets.",
    )


def _decided(show: str) -> bool:
    """Whether decisions are counted, at a level."""
    return show in ("power", "replicability-e", "family-rejections")


#: How it is read.
_READINGS = {
    "replicability-e": "R(e) estimates the chance that two draws have the same decision. ",
    "replicability-p": "R(p) is 1 − 2 var(p). ",
}
#: What a figure of power shows -> its axis of values.
_POWER_AXES = {
    "power": "share of the draws in which the test rejects",
    "mean-pvalue": "mean {}p-value (the smaller, the higher)",
    "replicability-e": "replicability R(e) of the decision",
    "replicability-p": "replicability R(p) of the {}p-value",
    "family-rejections": "rejected hypotheses of the family in a draw, on average",
    "family-mean-pvalue": "mean adjusted p-value of the family (the smaller, the higher)",
}


def power_axis(study: PowerStudy, show: str) -> str:
    """Name the axis of values of a figure of power."""
    return _POWER_AXES[show].format("adjusted " if max(study.hypotheses) > 1 else "")


def power_bias(study: PowerStudy) -> Phrase:
    """Name the bias."""
    return Phrase("bias of the draws towards ", _favoured(study)[0])


def power_swatch(study: PowerStudy) -> str:
    """Say what the bars of a figure of power are."""
    return (
        f"95 % Monte-Carlo intervals{' of the means' if len(study.pairs) > 1 else ''}"
    )


def power_note(study: PowerStudy, show: str) -> Phrase:
    """Say what was tested on which draws; alpha where decisions are counted."""
    level = (
        f", α\u00a0=\u00a0{format_alpha(study.alpha)}" if _decided(show) else ""
    )  # no break within it
    return Phrase(
        power_tested(study, show),
        f"{level}, {format_count(study.repeats)} draws of {study.size} data sets",
    )


def power_tested(study: PowerStudy, show: str) -> Phrase:
    """Say what the tests decide about."""
    k, several = len(study.algorithms), len(study.pairs) > 1
    if study.group == "omnibus":
        return Phrase(f"Any difference of {k} algorithms")
    both = (
        f"{len(study.pairs)} pairs, on average"
        if several
        else phrase("{} and {}", *map(Name, study.pairs[0]))
    )
    if study.group == "pair":
        return Phrase("Tests of ", both)
    family = (
        f"all pairs of {k} algorithms"
        if study.group == "all"
        else Phrase("all against ", Name(study.pairs[0][0]))
    )
    return Phrase(
        "Tests of ", family, *([] if show.startswith("family") else [": ", both])
    )


def _power_method(study: PowerStudy) -> str:
    """Name the tests that `compare` makes by an exact law for few algorithms, and a
    study by the asymptotic one.
    """
    joint = [
        ADJUSTMENTS[key].name
        for key in ("nemenyi", "bonferroni-dunn")
        if ADJUSTMENTS[key].name in study.tests
    ]
    return "".join(f" The {name} test is asymptotic." for name in joint)


def power_drawn(study: PowerStudy) -> Phrase:
    """Say how data sets are drawn."""
    return phrase(
        "Each draw holds {} data sets, drawn without replacement; with a bias those "
        "are more likely on which {} is "
        "better than {}.",
        str(study.size),
        *_favoured(study),
    )


def _favoured(study: PowerStudy) -> tuple[str, str]:
    if len(study.pairs) > 1:
        return "the first of the pair", "the second"
    return Name(study.pairs[0][0]), Name(study.pairs[0][1])


def power_sentences(study: PowerStudy) -> tuple[str, ...]:
    """Say what was found, and how: the strongest test first."""
    found = []
    for bias in sorted({min(study.biases), max(study.biases)}):
        share = study.power[:, study.biases.index(bias)].mean(axis=0)
        order = sorted(range(len(study.tests)), key=lambda test: -float(share[test]))
        listed = ", ".join(
            f"{study.tests[test]} {format_share(float(share[test]))}" for test in order
        )
        found.append(f"at bias {bias:g} {listed}")
    about = "of no difference at all" if study.group == "omnibus" else "about the pair"
    average = f" ({len(study.pairs)} pairs, on average)" if len(study.pairs) > 1 else ""
    return (
        f"Share of {format_count(study.repeats)} draws in which the hypothesis "
        f"{about} is rejected{average}: "
        f"{'; '.join(found)}.",
        power_drawn(study),
        "Shares are of draws from this table: an approximation of the power, no "
        "statement about other data sets.",
    )


def level_sentences(study: LevelStudy) -> tuple[str, ...]:
    """Say which procedures are above their level, and what was drawn."""
    rates, (low, high) = study.familywise, study.familywise_interval
    above = np.argwhere(study.exceeds).tolist()
    largest = [np.unravel_index(int(rates.argmax()), rates.shape)]
    listed = [
        f"{study.tests[test]} {rates[null, test]:.3f} [{low[null, test]:.3f}, "
        f"{high[null, test]:.3f}] where "
        f"{NULL_WORDS[study.nulls[null]]}"
        for null, test in above or largest
    ]
    grid = f", rounded to multiples of {study.grid:g}" if study.grid else ""
    shift = (
        f", shifts are {study.shift:g}"
        if any("shifted" in null for null in study.nulls)
        else ""
    )
    return (
        f"Above α = {format_alpha(study.alpha)} by more than three standard errors of "
        "the simulation: "
        f"{'' if above else 'none; the largest error is that of '}{'; '.join(listed)}.",
        f"Each of {format_count(study.repeats)} tables for a null hypothesis holds "
        f"{study.k} algorithms on {study.n} "
        "data sets: normal scores with standard deviation 1 around effects of the "
        "data sets with standard deviation "
        f"2{shift}{grid}.",
        "An error is a table with a significant difference between equal algorithms; "
        "in brackets Wilson's 95 % "
        "interval.",
    )


def datasets_sentences(study: DatasetsStudy) -> tuple[str, ...]:
    """Say how many data sets the pairs need for a power of 80 %, and what was drawn."""
    needed = study.required()
    found = []
    for size in (*study.sizes, None):
        pairs = [
            phrase("{} and {}", *map(Name, pair))
            for pair, n in needed.items()
            if n == size
        ]
        if pairs:
            found.append(
                phrase(
                    "{} {}",
                    f"on {size}" if size else "on none of these numbers",
                    _list(pairs),
                )
            )
    return (
        Phrase(
            "Significantly different in 80 % of the drawn tables or more: ",
            commas(found, "; "),
            ".",
        ),
        f"{study.test}, α = {format_alpha(study.alpha)}; "
        f"{format_count(study.repeats)} tables for each number of data "
        f"sets ({', '.join(map(str, study.sizes))}), drawn with replacement from the "
        f"{study.table.n} of the pilot.",
        "Shares are those of data sets like the pilot's, with differences as large as "
        "there.",
    )


#: What tests on folds cannot say.
ONE_DATA_SET = "All conclusions are about this one data set."


def folds_setting(comparison: FoldsComparison) -> str:
    """Say what was compared on what."""
    what = f"{comparison.table.k} algorithms on one data set, {comparison.splits}"
    return f"{what} ({direction_words(comparison.decided)})"


def folds_caption_words(comparison: FoldsComparison) -> Words:
    """Return the caption with its formulas."""
    each = (
        f", each {format_level(comparison.confidence)}"
        if comparison.table.k > 2
        else ""
    )
    level = format_level(1 - comparison.alpha)
    crossing = crossing_words(comparison.decided, *comparison.intervals)
    reading = (
        "Mean scores stand beside the names. Markers are differences of mean scores "
        "from the reference, the diamond, "
        f"with their intervals (at least {level} for all pairs at once{each}). "
        "A marker is filled if its interval excludes 0; a dagger (†) marks rows for "
        "which the tests decide otherwise."
    )
    what = f"{folds_setting(comparison)}."
    procedure, uncontrolled = (
        procedure_words(comparison.decided),
        uncontrolled_words(comparison.decided),
    )
    return sentences([what, procedure, uncontrolled, reading, crossing, ONE_DATA_SET])


def folds_references(comparison: FoldsComparison) -> str:
    """Return the BibTeX entries of the sources that the paragraph cites."""
    return "\n\n".join(
        reference_of(key).bibtex
        for key in cited_keys([folds_methods_words(comparison)])
    )


def folds_methods_words(comparison: FoldsComparison) -> Words:
    """Return the paragraph about the method."""
    n = format_count(comparison.table.n)
    ratio = (
        f"{comparison.test_ratio:.4g}"
        if comparison.folds in (None, 2)
        else f"1/{comparison.folds - 1}"
    )
    overlap = join(
        "The training sets overlap, so the variance of a mean difference was taken as ",
        Formula(text="(1/J + r) s²", latex="(1/J + r)\\, s^2"),
        f", J being the {n} test sets, r = {ratio} the size of a test set over that "
        "of its training set, and ",
        Formula(text="s²", latex="s^2"),
        " the variance of the differences, with ",
        Formula(text="J − 1", latex="J - 1"),
        " degrees of freedom.",
    )
    compared = f"The scores of {folds_setting(comparison)}, were compared."
    program = f"Computed with cddiagram {__version__}."
    tested, uncontrolled = (
        post_hoc_words(comparison.decided),
        uncontrolled_words(comparison.decided, "was"),
    )
    return sentences([compared, overlap, tested, uncontrolled, ONE_DATA_SET, program])


def folds_sentences(comparison: FoldsComparison) -> tuple[str, ...]:
    """Say mean scores, tests and groups."""
    means, decided = comparison.table.means, comparison.decided
    largest = float(abs(means).max())
    lines = [f"Mean scores of {folds_setting(comparison)}."]
    lines += [
        f"  {format_estimate(means[i], largest)}  {comparison.algorithms[i]}"
        for i in comparison.order
    ]
    lines += [
        f"Test: {comparison.test}, α = {format_alpha(comparison.alpha)}.",
        *group_lines(decided),
    ]
    return (*lines, *decided.notes, ONE_DATA_SET)


#: Kind of study -> what is said of it, and its caption, where that says something else.
_WORDS: Mapping[
    str, tuple[Callable[..., tuple[str, ...]], Callable[..., Words] | None]
] = {
    "stability": (stability_sentences, stability_caption_words),
    "pool": (pool_sentences, pool_caption_words),
    "power": (power_sentences, power_caption_words),
    "folds": (folds_sentences, folds_caption_words),
    "level": (level_sentences, None),
    "datasets": (datasets_sentences, None),
}


def caption_words(study: Study, **shown: str) -> Words:
    """Return the caption of the figure, as it is `shown`, with its formulas; of a table
    all but the first sentence.
    """
    said, caption = _WORDS[study.kind]
    return (
        sentences(said(study, **shown)[1:])
        if caption is None
        else caption(study, **shown)
    )


def summary(study: Study) -> str:
    """Return what was found, a sentence on a line."""
    return "\n".join(_WORDS[study.kind][0](study))
