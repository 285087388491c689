"""The sentences about a study of power, and the words in its figure."""

from __future__ import annotations

from cddiagram.procedures import ADJUSTMENTS
from cddiagram.studies.power.study import PowerStudy
from cddiagram.text import Name, Phrase, Words, join, phrase
from cddiagram.words import format_alpha, format_count, format_share, formula_alpha


def power_caption_words(study: PowerStudy, show: str = "power") -> Words:
    """Return the caption of the figure: measure, tests, samples and intervals."""
    adjusted = "adjusted " if max(study.hypotheses) > 1 else ""
    measure = _MEASURES[show].format(adjusted)
    samples = f"{format_count(study.repeats)} samples for each bias"
    if len(study.pairs) > 1:
        samples = f"{samples} and pair"
    level: Words = ()
    if _decided(show):
        level = join(" at ", formula_alpha(study.alpha))
    favoured, _ = _favoured(study)
    return join(
        phrase("{}, by the bias of the samples towards {}. ", measure, favoured),
        _caption_tested(study, show),
        *level,
        f", with {samples}. {_READINGS.get(show, '')}",
        power_drawn(study),
        _power_method(study),
        f" Vertical lines, offset sideways at each bias, are {_intervals_words(study)}. "
        "They describe other samples from this table, not other data sets.",
    )


#: What a figure of power shows -> the measure in its caption.
_MEASURES = {
    "power": "Share of samples in which the test rejects",
    "mean-pvalue": "Mean {}p-value on a reversed axis",
    "replicability-e": "Replicability R(e) of the decision",
    "replicability-p": "Replicability R(p) of the {}p-value",
    "family-rejections": "Mean number of rejected hypotheses of the family per sample",
    "family-mean-pvalue": "Mean adjusted p-value of the family on a reversed axis",
}


def _caption_tested(study: PowerStudy, show: str) -> Phrase:
    """Name the tests of the caption, and the pairs whose results are shown."""
    k = len(study.algorithms)
    if study.group == "omnibus":
        return phrase("Omnibus tests of {} algorithms", str(k))
    pairs = phrase("the average of {} pairs", str(len(study.pairs)))
    both = phrase("{} pairs (averaged)", str(len(study.pairs)))
    if len(study.pairs) == 1:
        pairs = both = phrase("{} and {}", *map(Name, study.pairs[0]))
    if study.group == "pair":
        return phrase("Tests of {}", both)
    family = phrase("all pairs of {} algorithms", str(k))
    if study.group == "control":
        family = phrase("all algorithms against {}", Name(study.pairs[0][0]))
    if show.startswith("family"):
        return phrase("Tests of {}", family)
    return phrase("Tests of {}, with results for {},", family, pairs)


def _intervals_words(study: PowerStudy) -> str:
    """Name the intervals of the caption."""
    if len(study.pairs) > 1:
        return "95% Monte Carlo intervals of the means"
    return "95% Monte Carlo intervals"


def _decided(show: str) -> bool:
    """Whether decisions are counted, at a level."""
    return show in ("power", "replicability-e", "family-rejections")


#: How it is read.
_READINGS = {
    "replicability-e": "R(e) estimates the probability that two samples lead to the same "
    "decision. ",
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
    return f"95% Monte-Carlo intervals{' of the means' if len(study.pairs) > 1 else ''}"


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
    """Describe how data sets are sampled."""
    return phrase(
        "Each sample contains {} data sets, selected without replacement. A bias makes "
        "the selection of data sets on which {} is better than {} more likely.",
        str(study.size),
        *_favoured(study),
    )


def _favoured(study: PowerStudy) -> tuple[str, str]:
    if len(study.pairs) > 1:
        return "the first algorithm of the pair", "the second"
    return Name(study.pairs[0][0]), Name(study.pairs[0][1])


def power_sentences(study: PowerStudy) -> tuple[str, ...]:
    """Report the power at the smallest and the largest bias, and the sampling."""
    average = ""
    if len(study.pairs) > 1:
        average = f" (average of {len(study.pairs)} pairs)"
    findings = []
    for bias in sorted({min(study.biases), max(study.biases)}):
        share = study.power[:, study.biases.index(bias)].mean(axis=0)
        order = sorted(range(len(study.tests)), key=lambda test: -float(share[test]))
        listed = ", ".join(
            f"{study.tests[test]} {format_share(float(share[test]))}" for test in order
        )
        findings.append(f"Power at bias {bias:g}{average}: {listed}.")
    hypothesis = "the hypothesis that the two algorithms of the pair perform equally"
    if study.group == "omnibus":
        hypothesis = "the hypothesis that all algorithms perform equally"
    return (
        *findings,
        f"Power is the share of {format_count(study.repeats)} samples in which "
        f"{hypothesis} is rejected. It is an approximation based on samples from this "
        "table and does not apply to other data sets.",
        power_drawn(study),
    )
