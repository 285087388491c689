"""The sentences about a study of power, and the words in its figure."""

from __future__ import annotations

from cddiagram.procedures import ADJUSTMENTS
from cddiagram.studies.power.study import PowerStudy
from cddiagram.text import Formula, Name, Phrase, RichText, join, phrase, sentences
from cddiagram.words import format_alpha, format_count, format_share, formula_alpha


def power_caption_words(study: PowerStudy, show: str = "power") -> RichText:
    """Return the caption of the figure: measure, tests, samples and intervals."""
    adjusted = "adjusted " if max(study.hypotheses) > 1 else ""
    favoured, _ = _favoured(study)
    measure = phrase(
        "{}, as a function of the bias of the samples towards {}.",
        _MEASURES[show].format(adjusted),
        favoured,
    )
    return sentences(
        [
            measure,
            _tests_words(study, show),
            _READINGS.get(show, ()),
            power_drawn(study),
            _power_method(study),
            f"Vertical lines, offset horizontally at each bias, show "
            f"{_intervals_words(study)}. They apply to other samples from this table, "
            "not to other data sets.",
        ]
    )


#: What a figure of power shows -> the measure in its caption.
_MEASURES = {
    "power": "Share of samples in which each test rejects",
    "mean-pvalue": "Mean {}p-value of each test (reversed axis)",
    "replicability-e": "Replicability R(e) of the decision of each test",
    "replicability-p": "Replicability R(p) of the {}p-value of each test",
    "family-rejections": "Mean number of rejected hypotheses of the family per sample",
    "family-mean-pvalue": "Mean adjusted p-value of the family (reversed axis)",
}
#: What a figure of power shows -> the definition of its measure.
_READINGS: dict[str, RichText] = {
    "replicability-e": (
        "R(e) estimates the probability that two samples lead to the same decision.",
    ),
    "replicability-p": (
        Formula(text="R(p) = 1 − 2 var(p)", latex=r"R(p) = 1 - 2\,\mathrm{var}(p)"),
        ", where var(p) is the variance of the p-value over the samples.",
    ),
}


def _tests_words(study: PowerStudy, show: str) -> RichText:
    """Name the tests of the caption, the pairs whose results are shown, and the
    number of samples.
    """
    samples = f"{format_count(study.repeats)} samples for each bias"
    if len(study.pairs) > 1:
        samples = f"{samples} and pair"
    level: RichText = ()
    if _decided(show):
        level = join(formula_alpha(study.alpha), ", ")
    return join(_caption_tested(study, show), " (", *level, f"{samples}).")


def _caption_tested(study: PowerStudy, show: str) -> Phrase:
    """Name the tests of the caption, and the pairs whose results are shown."""
    k = str(len(study.algorithms))
    if study.group == "omnibus":
        return phrase("The omnibus tests compare {} algorithms", k)
    single = len(study.pairs) == 1
    average = phrase("results are averaged over {} pairs", str(len(study.pairs)))
    pair = phrase("{} and {}", *map(Name, study.pairs[0]))
    if study.group == "pair":
        if single:
            return phrase("The tests compare {}", pair)
        return phrase("Each test compares two algorithms; {}", average)
    family = phrase("The tests compare all pairs of {} algorithms", k)
    if study.group == "control":
        control = Name(study.pairs[0][0])
        family = phrase("The tests compare all other algorithms with {}", control)
    if show.startswith("family"):
        return family
    results = phrase("results are shown for {}", pair) if single else average
    return phrase("{}; {}", family, results)


def _intervals_words(study: PowerStudy) -> str:
    """Name the intervals of the caption."""
    if len(study.pairs) > 1:
        return "95% Monte Carlo intervals of the means"
    return "95% Monte Carlo intervals"


def _decided(show: str) -> bool:
    """Whether decisions are counted, at a level."""
    return show in ("power", "replicability-e", "family-rejections")


#: What a figure of power shows -> its axis of values.
_POWER_AXES = {
    "power": "share of the samples in which the test rejects",
    "mean-pvalue": "mean {}p-value (the smaller, the higher)",
    "replicability-e": "replicability R(e) of the decision",
    "replicability-p": "replicability R(p) of the {}p-value",
    "family-rejections": "rejected hypotheses of the family in a sample, on average",
    "family-mean-pvalue": "mean adjusted p-value of the family (the smaller, the higher)",
}


def power_axis(study: PowerStudy, show: str) -> str:
    """Name the axis of values of a figure of power."""
    return _POWER_AXES[show].format("adjusted " if max(study.hypotheses) > 1 else "")


def power_bias(study: PowerStudy) -> Phrase:
    """Name the bias."""
    return Phrase("bias of the samples towards ", _favoured(study)[0])


def power_swatch(study: PowerStudy) -> str:
    """Name the bars of a figure of power."""
    return _intervals_words(study)


def power_note(study: PowerStudy, show: str) -> Phrase:
    """Return what was tested on which samples, with alpha if decisions are counted."""
    level = (
        f", α\u00a0=\u00a0{format_alpha(study.alpha)}" if _decided(show) else ""
    )  # no break within it
    return Phrase(
        power_tested(study, show),
        f"{level}, {format_count(study.repeats)} samples of {study.size} data sets",
    )


def power_tested(study: PowerStudy, show: str) -> Phrase:
    """Name the tests in the note of a figure."""
    k, single = len(study.algorithms), len(study.pairs) == 1
    if study.group == "omnibus":
        return Phrase(f"Any difference of {k} algorithms")
    pairs = Phrase(f"{len(study.pairs)} pairs, on average")
    if single:
        pairs = phrase("{} and {}", *map(Name, study.pairs[0]))
    if study.group == "pair":
        return Phrase("Tests of ", pairs)
    family = Phrase(f"all pairs of {k} algorithms")
    if study.group == "control":
        family = Phrase("all against ", Name(study.pairs[0][0]))
    if show.startswith("family"):
        return Phrase("Tests of ", family)
    return Phrase("Tests of ", family, ": ", pairs)


def _power_method(study: PowerStudy) -> str:
    """Name the tests for which `compare` uses the exact distribution for few
    algorithms, but a study the asymptotic one.
    """
    names = [ADJUSTMENTS[key].name for key in ("nemenyi", "bonferroni-dunn")]
    joint = [name for name in names if name in study.tests]
    return " ".join(f"The {name} test is asymptotic." for name in joint)


def power_drawn(study: PowerStudy) -> Phrase:
    """Describe how data sets are sampled."""
    return phrase(
        "Each sample contains {} data sets, selected without replacement. A larger bias "
        "increases the probability of selecting data sets on which {} is better than "
        "{}.",
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
    equal = "the two algorithms"
    if study.group == "omnibus":
        equal = "all algorithms"
    return (
        *findings,
        f"Power is the share of {format_count(study.repeats)} samples in which the test "
        f"rejects the hypothesis that {equal} perform equally. It applies to samples "
        "from this table, not to other data sets.",
        power_drawn(study),
    )
