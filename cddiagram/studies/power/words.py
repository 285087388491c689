"""Sentences about a study of power, and the labels in the figure."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal

from cddiagram.procedures import ADJUSTMENTS
from cddiagram.studies.power.study import PowerStudy
from cddiagram.text import Formula, Name, Phrase, RichText, join, phrase, sentences
from cddiagram.words import format_alpha, format_count, format_share, formula_alpha

#: Power is considered low if its largest value is less than this limit. If power is
#: low, the power axis ends below 1.
LOW_POWER = 0.5


def power_caption_words(study: PowerStudy, show: str = "power") -> RichText:
    """Return the caption of the figure.

    It describes the measure, the tests, the samples and the intervals.
    """
    favoured, _ = _favoured(study)
    measure = phrase(
        "{}, as a function of the bias of the samples towards {}.",
        _with_adjective(_MEASURES[show], study),
        favoured,
    )
    intervals = (
        f"The {_intervals_words(study)} extend at most {_margin(study, show)} to either "
        "side of the lines. They apply to other samples from this table, not to other "
        "data sets."
    )
    short_axis = ""
    if show == "power" and study.average(show)[2].max() < LOW_POWER:
        short_axis = "The vertical axis does not extend to 1."
    return sentences(
        [
            measure,
            short_axis,
            _tests_words(study, show),
            _DEFINITIONS.get(show, ()),
            sampling_words(study),
            _asymptotic_words(study),
            intervals,
        ]
    )


def _with_adjective(template: str, study: PowerStudy) -> str:
    """Insert "adjusted" before "p-value" if the tests have adjusted p-values."""
    if max(study.hypotheses) > 1:
        return template.format("adjusted ")
    return template.format("")


#: Maps each quantity in the power figure to the name that the caption uses for it.
_MEASURES = {
    "power": "Proportion of samples in which each test rejects the null hypothesis",
    "mean-pvalue": "Mean {}p-value of each test (reversed axis)",
    "replicability-e": "Replicability R(e) of the decision of each test",
    "replicability-p": "Replicability R(p) of the {}p-value of each test",
    "family-rejections": "Mean number of rejected hypotheses of the family per sample",
    "family-mean-pvalue": "Mean adjusted p-value of the family (reversed axis)",
}
#: Maps quantities in the power figure to their definitions.
_DEFINITIONS: dict[str, RichText] = {
    "replicability-e": (
        "R(e) estimates the probability that two samples lead to the same decision.",
    ),
    "replicability-p": (
        Formula(text="R(p) = 1 − 2 var(p)", latex=r"R(p) = 1 - 2\,\mathrm{var}(p)"),
        ", where var(p) is the variance of the p-value over the samples.",
    ),
}


def _tests_words(study: PowerStudy, show: str) -> RichText:
    """State the tests, the pairs and the number of samples for the caption."""
    samples = f"{format_count(study.repeats)} samples for each bias"
    if len(study.pairs) > 1:
        samples = f"{samples} and pair"
    level: RichText = ()
    if _shows_decisions(show):
        level = join(formula_alpha(study.alpha), ", ")
    return join(_hypotheses_words(study, show), " (", *level, f"{samples}).")


def _hypotheses_words(study: PowerStudy, show: str) -> Phrase:
    """State which hypotheses are tested, and for which pairs results are shown."""
    k = str(len(study.algorithms))
    pairs = str(len(study.pairs))
    if study.group == "omnibus":
        return phrase("The omnibus tests compare {} algorithms", k)
    pair = phrase("{} and {}", *map(Name, study.pairs[0]))
    if study.group == "pair" and len(study.pairs) == 1:
        return phrase("The tests compare {}", pair)
    if study.group == "pair":
        return phrase(
            "Each test compares two algorithms; results are averaged over {} pairs",
            pairs,
        )
    family = phrase("The tests compare all pairs of {} algorithms", k)
    if study.group == "control":
        control = Name(study.pairs[0][0])
        family = phrase("The tests compare all other algorithms with {}", control)
    if show.startswith("family"):
        return family
    return phrase("{}; results are shown for {}", family, pair)


def _intervals_words(study: PowerStudy) -> str:
    """Return the name of the intervals for the caption."""
    if len(study.pairs) > 1:
        return "95% Monte Carlo intervals for the means"
    return "95% Monte Carlo intervals"


def _shows_decisions(show: str) -> bool:
    """Return whether a figure shows a property of decisions.

    Such properties depend on alpha.
    """
    return show in ("power", "replicability-e", "family-rejections")


#: Maps each quantity in the power figure to the label of the vertical axis.
_POWER_AXES = {
    "power": "proportion of samples in which the test rejects",
    "mean-pvalue": "mean {}p-value (the smaller, the higher)",
    "replicability-e": "replicability R(e) of the decision",
    "replicability-p": "replicability R(p) of the {}p-value",
    "family-rejections": "rejected hypotheses of the family in a sample, on average",
    "family-mean-pvalue": "mean adjusted p-value of the family (the smaller, the higher)",
}


def power_axis(study: PowerStudy, show: str) -> str:
    """Return the label of the vertical axis in the power figure."""
    return _with_adjective(_POWER_AXES[show], study)


def power_bias(study: PowerStudy) -> Phrase:
    """Return the label of the horizontal axis, which shows the bias."""
    favoured, _ = _favoured(study)
    return Phrase("bias towards ", favoured)


def power_intervals(study: PowerStudy, show: str) -> tuple[str, str]:
    """Return the width of the intervals for the header of the power figure, and a
    shorter form.
    """
    width = f"at most ± {_margin(study, show)}"
    return f"{_intervals_words(study)}: {width}", f"95% intervals: {width}"


def _margin(study: PowerStudy, show: str) -> str:
    """Format the largest distance of a line from a limit of its interval, rounded up to
    two digits.
    """
    exact = Decimal(repr(study.margin(show)))
    if exact == 0:
        return "0"
    digit = Decimal(1).scaleb(exact.adjusted() - 1)
    return f"{exact.quantize(digit, ROUND_CEILING):f}"


def power_note(study: PowerStudy, show: str) -> Phrase:
    """Name the tests for the note in the figure.

    Add alpha if the figure shows a property of decisions.
    """
    level = ""
    if _shows_decisions(show):
        alpha = format_alpha(study.alpha)
        # The non-breaking spaces prevent line breaks within the formula.
        level = f", α\u00a0=\u00a0{alpha}"
    return Phrase(power_tested(study, show), level)


def power_tested(study: PowerStudy, show: str) -> Phrase:
    """Name the tests for the note in the figure."""
    k = len(study.algorithms)
    if study.group == "omnibus":
        return Phrase(f"Omnibus tests of {k} algorithms")
    pairs = Phrase(f"{len(study.pairs)} pairs, on average")
    if len(study.pairs) == 1:
        pairs = phrase("{} and {}", *map(Name, study.pairs[0]))
    if study.group == "pair":
        return Phrase("Tests of ", pairs)
    family = Phrase(f"all pairs of {k} algorithms")
    if study.group == "control":
        family = Phrase("all against ", Name(study.pairs[0][0]))
    if show.startswith("family"):
        return Phrase("Tests of ", family)
    return Phrase("Tests of ", family, ": ", pairs)


def _asymptotic_words(study: PowerStudy) -> str:
    """Name the tests that are always asymptotic in a study of power.

    In contrast, `compare` uses the exact distribution if there are few algorithms.
    """
    caveats = []
    for key in ("nemenyi", "bonferroni-dunn"):
        name = ADJUSTMENTS[key].name
        if name in study.tests:
            caveats.append(f"The {name} test is asymptotic.")
    return " ".join(caveats)


def sampling_words(study: PowerStudy) -> Phrase:
    """Describe how data sets were sampled."""
    return phrase(
        "Each sample contains {} data sets, selected without replacement. A larger bias "
        "increases the probability of selecting data sets on which {} is better than "
        "{}.",
        str(study.size),
        *_favoured(study),
    )


def _favoured(study: PowerStudy) -> tuple[str, str]:
    """Return the names of the favoured algorithm and of the other algorithm."""
    if len(study.pairs) > 1:
        return "the first algorithm of the pair", "the second"
    first, second = study.pairs[0]
    return Name(first), Name(second)


def power_sentences(study: PowerStudy) -> tuple[str, ...]:
    """Report the power at the smallest and largest bias, and describe the sampling."""
    average = ""
    if len(study.pairs) > 1:
        average = f" (average of {len(study.pairs)} pairs)"
    findings = []
    for bias in sorted({min(study.biases), max(study.biases)}):
        powers = _powers_words(study, bias)
        findings.append(f"Power at bias {bias:g}{average}: {powers}.")
    equal = "the two algorithms"
    if study.group == "omnibus":
        equal = "all algorithms"
    definition = (
        f"Power is the proportion of the {format_count(study.repeats)} samples in which "
        f"the test rejects the hypothesis that {equal} perform equally. The results "
        "apply to samples from this table, not to other data sets."
    )
    return (*findings, definition, sampling_words(study))


def _powers_words(study: PowerStudy, bias: float) -> str:
    """List the power of all tests at a bias in descending order."""
    powers = study.power[:, study.biases.index(bias)].mean(axis=0)
    items = []
    for test in sorted(range(len(powers)), key=lambda test: -float(powers[test])):
        items.append(f"{study.tests[test]} {format_share(float(powers[test]))}")
    return ", ".join(items)
