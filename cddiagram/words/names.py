"""What tests, statistics and choices are called in sentences and tables."""

from __future__ import annotations

import cddiagram.procedures as procedures

#: Name of an omnibus result -> how it is called, the symbol of its statistic, and its
#: source.
OMNIBUS = {
    "friedman-exact": ("exact Friedman", "χ²", "friedman1937"),
    "friedman": ("Friedman", "χ²", "friedman1937"),
    "iman-davenport": ("Iman–Davenport", "F", "iman1980"),
    "aligned": ("Friedman aligned ranks", "T", "hodges1962"),
    "quade": ("Quade", "F", "quade1979"),
    "skillings-mack": ("Skillings–Mack", "χ²", "skillings1981"),
    "anova": ("repeated-measures ANOVA", "F", "fisher1959"),
    "anova-greenhouse-geisser": (
        "ANOVA with the Greenhouse–Geisser correction",
        "F",
        "greenhouse1959",
    ),
    "anova-huynh-feldt": ("ANOVA with the Huynh–Feldt correction", "F", "huynh1976"),
}
#: Symbol of a statistic -> the same in LaTeX's mathematics.
OMNIBUS_SYMBOLS = {"χ²": r"\chi^2", "F": "F", "T": "T"}
#: Kind of ranking -> what the numbers beside the names are.
RANKINGS = {key: entry.heading for key, entry in procedures.RANKINGS.items()}
#: Kind of ranking -> what one of the numbers is called in a sentence.
RANK_NOUNS = {key: entry.noun for key, entry in procedures.RANKINGS.items()}
#: Kind of ranking -> what several of them are called, if that is not the noun with an s.
_RANK_PLURALS = {"means": "ranks of the mean scores"}
#: Option and its value -> the detail in brackets.
DETAILS: dict[tuple[str, str | bool], str] = {
    ("zeros", "split"): "zero differences split evenly",
    ("zeros", "drop"): "zero differences dropped",
    ("zeros", "pratt"): "zero differences by Pratt's rule",
    ("variance", "permutation"): "permutation variance",
    ("variance", "conover"): "Conover's variance",
    ("ties", "conditional"): "conditional on the observed ties",
    ("tie_correction", True): "corrected for ties",
    ("tie_correction", False): "not corrected for ties",
}


def rank_nouns(ranking: str) -> str:
    """Return what several of the ranks of a ranking are called."""
    return _RANK_PLURALS.get(ranking) or f"{RANK_NOUNS[ranking]}s"


def omnibus_test(name: str) -> str:
    """Name an omnibus test in a sentence."""
    called = OMNIBUS[name][0]
    return called if "ANOVA" in called else f"{called} test"


def statistic_symbol(pair_test: str, variance: str | None = None) -> str:
    """Return the symbol of the statistic of a pair: Student's t if the variance of Quade
    ranks is Conover's.
    """
    if variance == "conover":
        return "t"
    return (
        procedures.PAIR_TESTS[pair_test].symbol
        if pair_test in procedures.PAIR_TESTS
        else "statistic"
    )


def degrees_words(df: tuple[float, ...]) -> str:
    """Print degrees of freedom: two decimals where they are no whole numbers."""
    return ", ".join(
        f"{value:g}" if value == round(value) else f"{value:.2f}" for value in df
    )


def adjustment_words(p_adjust: str) -> str:
    """Name an adjustment: ``"Holm's adjustment"``."""
    return procedures.ADJUSTMENTS[p_adjust].noun
