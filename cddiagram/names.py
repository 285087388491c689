"""The values that options may take, and what they are called in print, each spelled once.

The Python functions and the command line read these tuples; notes of figures, legends, captions, reports and tables
read the names.
"""

from __future__ import annotations

RANKINGS = ("friedman", "aligned", "quade", "means")
PAIR_TESTS = ("ranks", "wilcoxon", "sign", "t", "t-relative", "multiple-sign")
ADJUSTMENTS = (
    "auto",
    "nemenyi",
    "bonferroni",
    "bonferroni-dunn",
    "sidak",
    "holm",
    "hochberg",
    "hommel",
    "holland",
    "rom",
    "finner",
    "li",
    "shaffer",
    "shaffer-dynamic",
    "bergmann-hommel",
    "tukey",
    "dunnett",
    "none",
)
ZEROS = ("split", "drop", "pratt")
VARIANCES = ("permutation", "paper", "conover")
ROM_CRITICAL = ("exact", "paper")
METHODS = ("auto", "exact", "asymptotic")
PAGE_RANKS = ("original", "alternative")
FAMILIES = ("ordered", "unordered")
#: Rows of bars of a pairwise test in a CD diagram, by default; with more, letters show the groups.
MAX_LANES = 12
CONVERGENCE_FIGURES = ("matrix", "trend", "curves", "problems")
#: Adjustments that need no logical relations between hypotheses.
FLAT_ADJUSTMENTS = (
    "auto", "none", "bonferroni", "sidak", "holm", "holland", "finner", "hochberg", "hommel", "rom", "li",
)  # fmt: skip

#: Adjustment -> its proper name in print.
ADJUSTMENT_NAMES = {
    "nemenyi": "Nemenyi",
    "bonferroni": "Bonferroni",
    "sidak": "Šidák",
    "holm": "Holm",
    "hochberg": "Hochberg",
    "hommel": "Hommel",
    "holland": "Holland",
    "rom": "Rom",
    "finner": "Finner",
    "li": "Li",
    "shaffer": "Shaffer",
    "shaffer-dynamic": "Shaffer (dynamic)",
    "bergmann-hommel": "Bergmann–Hommel",
    "tukey": "Tukey",
    "dunnett": "Dunnett",
}
#: Ranking whose average ranks are compared, or pair test -> how the name of a procedure begins.
TESTED_NAMES = {
    "friedman": "Friedman ranks",
    "aligned": "Aligned ranks",
    "quade": "Quade ranks",
    "means": "ANOVA t test",
    "wilcoxon": "Wilcoxon",
    "sign": "Sign test",
    "t": "Paired t test",
    "t-relative": "Relative paired t test",
    "multiple-sign": "Multiple sign test (one-sided)",
}
#: Three variances of aligned and Quade ranks are in use: every output names the one taken.
VARIANCE_NAMES = {"permutation": "permutation variance", "paper": "paper variance", "conover": "Conover's t"}
#: Test of normality -> its proper name in print.
NORMALITY_NAMES = {
    "kolmogorov-smirnov": "Kolmogorov–Smirnov",
    "lilliefors": "Lilliefors",
    "shapiro-wilk": "Shapiro–Wilk",
    "dagostino-pearson": "D'Agostino–Pearson",
}


def procedure_name(tested: str, adjusted: str | None) -> str:
    """Name a test of pairs with its adjustment: a dash joins two single words, a comma all else.

    Examples
    --------
    >>> procedure_name("Wilcoxon", "Holm"), procedure_name("Wilcoxon", "Bergmann–Hommel")
    ('Wilcoxon–Holm', 'Wilcoxon, Bergmann–Hommel')
    >>> procedure_name("Friedman ranks", "Holm"), procedure_name("Sign test", None)
    ('Friedman ranks, Holm', 'Sign test, not adjusted')
    """
    adjusted = adjusted or "not adjusted"
    single = tested.isalpha() and adjusted.isalpha()
    return f"{tested}–{adjusted}" if single else f"{tested}, {adjusted}"
