"""The names of tests, statistics and options in sentences and tables."""

from __future__ import annotations

import cddiagram.procedures as procedures

#: Maps the key of each omnibus test to the test's name, the symbol of its statistic,
#: and its source.
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
#: Maps the symbol of each statistic to the corresponding symbol in LaTeX.
OMNIBUS_SYMBOLS = {"χ²": r"\chi^2", "F": "F", "T": "T"}
#: Maps each kind of ranking to the capitalised term for its ranks.
RANKINGS = {key: entry.heading for key, entry in procedures.RANKINGS.items()}
#: Maps each kind of ranking to the term used for a rank in running text.
RANK_NOUNS = {key: entry.noun for key, entry in procedures.RANKINGS.items()}
#: For these kinds of rankings, the term for a rank has an irregular plural.
_RANK_PLURALS = {"means": "ranks of the mean scores"}
#: Maps each value of an option to a short description, which is printed in brackets.
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
    """Return the plural name of the ranks that a ranking method produces."""
    return _RANK_PLURALS.get(ranking) or f"{RANK_NOUNS[ranking]}s"


def omnibus_test(name: str) -> str:
    """Return the name of an omnibus test for use within a sentence."""
    label, _, _ = OMNIBUS[name]
    if "ANOVA" in label:
        return label
    return f"{label} test"


def statistic_symbol(pair_test: str, variance: str | None = None) -> str:
    """Return the symbol of the statistic of a pairwise test.

    For Conover's variance of Quade ranks, the symbol is that of Student's t.
    """
    if variance == "conover":
        return "t"
    if pair_test not in procedures.PAIR_TESTS:
        return "statistic"
    return procedures.PAIR_TESTS[pair_test].symbol


def degrees_words(df: tuple[float, ...]) -> str:
    """Format degrees of freedom as whole numbers if possible, and otherwise with two
    decimals.
    """
    return ", ".join(map(_degrees, df))


def _degrees(value: float) -> str:
    if value == round(value):
        return f"{value:g}"
    return f"{value:.2f}"


def adjustment_words(p_adjust: str) -> str:
    """Return the name of an adjustment, such as ``"Holm's adjustment"``."""
    return procedures.ADJUSTMENTS[p_adjust].noun
