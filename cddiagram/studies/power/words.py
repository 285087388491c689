"""The sentences about a study of power, and the words in its figure."""

from __future__ import annotations

from cddiagram.procedures import ADJUSTMENTS
from cddiagram.studies.power.study import PowerStudy
from cddiagram.text import Name, Phrase, Words, join, phrase
from cddiagram.words import format_alpha, format_count, format_share, formula_alpha


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
