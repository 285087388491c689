"""The values that options may take, spelled once: the Python functions and the command line read these tuples."""

from __future__ import annotations

RANKINGS = ("friedman",)
PAIR_TESTS = ("ranks", "wilcoxon")
ADJUSTMENTS = ("nemenyi", "bonferroni", "bonferroni-dunn", "holm", "none")
ZEROS = ("split", "drop", "pratt")
METHODS = ("auto", "exact", "asymptotic")
