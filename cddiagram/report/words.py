"""What tests, statistics and choices are called in sentences and tables."""

from __future__ import annotations

from cddiagram.plan import ADJUSTMENT_NAMES

#: Name of an omnibus result -> how it is called, and the symbol of its statistic.
OMNIBUS = {
    "friedman": ("Friedman", "χ²"),
    "iman-davenport": ("Iman–Davenport", "F"),
    "friedman-exact": ("exact Friedman", "χ²"),
    "aligned": ("Friedman aligned ranks", "T"),
    "quade": ("Quade", "F"),
    "anova": ("repeated-measures ANOVA", "F"),
    "anova-greenhouse-geisser": ("ANOVA with the Greenhouse–Geisser correction", "F"),
    "anova-huynh-feldt": ("ANOVA with the Huynh–Feldt correction", "F"),
}
#: Kind of ranking -> what the numbers beside the names are.
RANKINGS = {
    "friedman": "Average ranks",
    "aligned": "Average aligned ranks",
    "quade": "Weighted average ranks (Quade)",
    "means": "Ranks of the mean scores",
}
#: Pair test -> the symbol of its statistic in tables.
STATISTICS = {
    "ranks": "z",
    "wilcoxon": "W+",
    "sign": "wins",
    "t": "t",
    "t-relative": "t",
    "multiple-sign": "wins",
}
#: (ranking, pair test) or pair test -> how pairs were tested.
PAIR_TESTS = {
    "wilcoxon": "two-sided Wilcoxon signed-rank tests",
    "sign": "two-sided sign tests",
    "t": "two-sided paired t tests",
    "t-relative": "two-sided paired t tests of relative differences",
    "multiple-sign": "the one-sided multiple sign test (is the control better?)",
    ("friedman", "ranks"): "z tests on average ranks",
    ("aligned", "ranks"): "tests on average aligned ranks",
    ("quade", "ranks"): "tests on Quade's weighted average ranks",
    ("means", "t"): "t tests with the residual variance of the ANOVA",
}
#: Option and its value -> the detail in brackets.
DETAILS = {
    ("zeros", "split"): "zero differences split evenly",
    ("zeros", "drop"): "zero differences dropped",
    ("zeros", "pratt"): "zero differences by Pratt's rule",
    ("variance", "permutation"): "permutation variance",
    ("variance", "paper"): "the variance printed in the papers",
    ("variance", "conover"): "Conover's t",
    ("tie_correction", "True"): "corrected for ties",
    ("tie_correction", "False"): "not corrected for ties",
    ("rom_critical", "paper"): "the printed list of Rom's critical values",
    ("bh_monotone", "False"): "without the monotone step",
}


def adjustment_words(p_adjust: str) -> str:
    """Word an adjustment: ``"Holm's adjustment"``.

    Examples
    --------
    >>> adjustment_words("holm"), adjustment_words("shaffer-dynamic")
    ("Holm's adjustment", "Shaffer's dynamic adjustment")
    """
    if p_adjust == "shaffer-dynamic":
        return "Shaffer's dynamic adjustment"
    if p_adjust == "bergmann-hommel":
        return "the Bergmann–Hommel adjustment"
    return f"{ADJUSTMENT_NAMES[p_adjust]}'s adjustment"
