"""The values that options may take, spelled once: the Python functions and the command line read these tuples."""

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
CONVERGENCE_FIGURES = ("matrix", "trend", "curves", "problems")
#: Adjustments that need no logical relations between hypotheses.
FLAT_ADJUSTMENTS = (
    "auto", "none", "bonferroni", "sidak", "holm", "holland", "finner", "hochberg", "hommel", "rom", "li",
)  # fmt: skip
