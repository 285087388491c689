"""Comparisons with stated ranks and decisions: no change in the statistics can change a
picture.
"""

from dataclasses import replace

import numpy as np

from cddiagram import compare_pvalues


def decided(ranks, different, *, test, cd=None, alpha=0.05):
    """Make a comparison from {name: average rank} and a rule for pairs of names."""
    names = list(ranks)
    pvalues = np.ones((len(names), len(names)))
    for i, first in enumerate(names):
        for j, second in enumerate(names):
            if i != j and different(first, second):
                pvalues[i, j] = 0.001
    return compare_pvalues(
        list(ranks.values()),
        pvalues,
        algorithms=names,
        alpha=alpha,
        critical_difference=cd,
        test=test,
    )


def by_difference(ranks, cd, *, test="Nemenyi", alpha=0.05):
    """Pairs differ where their ranks are more than `cd` apart."""
    return decided(
        ranks, lambda a, b: abs(ranks[a] - ranks[b]) > cd, test=test, cd=cd, alpha=alpha
    )


def by_groups(ranks, *groups, test="Wilcoxon–Holm"):
    """Pairs differ unless they share a group."""
    return decided(
        ranks,
        lambda a, b: not any(a in group and b in group for group in groups),
        test=test,
    )


def with_control(ranks, control, *, alike, cd=None, test="Holm"):
    """Every algorithm not in `alike` differs from the control."""
    comparison = decided(
        ranks,
        lambda a, b: control in (a, b) and not {a, b} & set(alike),
        test=test,
        cd=cd,
    )
    plan, results = (
        replace(comparison.plan, control_chosen="before"),
        replace(comparison.test_results, control=control),
    )
    return replace(comparison, plan=plan, test_results=results)


# Mean ranks of Demšar 2006, Table 6, and of García & Herrera 2008, Table 2, as printed
# there.
DEMSAR = {"C4.5": 3.143, "C4.5+m": 2.0, "C4.5+cf": 2.893, "C4.5+m+cf": 1.964}
GARCIA = {"C4.5": 2.1, "1-NN": 3.25, "NaiveBayes": 2.2, "Kernel": 4.333, "CN2": 3.117}

SERIES = {
    "Proposed": 2.17, "ROCKET": 3.17, "InceptionTime": 3.35, "TS-CHIEF": 3.65, "BOSS": 4.4, "ResNet": 4.95,
    "1-NN DTW": 6.3,
}  # fmt: skip
NINE = {
    "Bagging": 2.61, "Boosting": 3.4, "Stacking": 3.4, "Forest": 3.44, "SVM": 4.9, "MLP": 5.6, "kNN": 6.85,
    "Naive Bayes": 6.9, "Tree": 7.9,
}  # fmt: skip
MANY = {f"method-{i:02d}": 1.5 + 0.83 * i + 0.3 * (i % 3) for i in range(22)}
LONG = {
    "Explainable boosting machine (10 pairs)": 2.4, "Random forest (1000 trees, balanced)": 3.0,
    "TabPFN v2 (ensemble of 8, no tuning)": 3.1, "Regularized MLP cocktail (12 choices)": 4.0,
    "Logistic regression (L2, standardized)": 5.9, "Majority class": 6.5,
}  # fmt: skip

CASES = {
    "nemenyi": lambda: by_difference(DEMSAR, 1.118, alpha=0.10),
    "nine": lambda: by_difference(NINE, 1.8),
    "linked": lambda: by_groups(
        SERIES,
        ("1-NN DTW", "BOSS"),
        ("Proposed", "InceptionTime", "TS-CHIEF"),
        ("ROCKET", "InceptionTime", "TS-CHIEF"),
        ("InceptionTime", "TS-CHIEF", "BOSS", "ResNet"),
    ),
    "wilcoxon": lambda: by_groups(
        GARCIA, ("C4.5", "NaiveBayes"), ("NaiveBayes", "1-NN"), ("CN2", "1-NN")
    ),
    "interval": lambda: with_control(
        DEMSAR, "C4.5", alike=["C4.5+m", "C4.5+cf"], cd=1.168, test="Bonferroni–Dunn"
    ),
    "holm": lambda: with_control(SERIES, "Proposed", alike=["ROCKET", "InceptionTime"]),
    "two": lambda: by_difference({"Proposed": 1.25, "Baseline": 1.75}, 0.44),
    "tied": lambda: by_difference(
        dict.fromkeys(("SVM", "forest", "kNN", "logit", "Bayes", "MLP"), 3.5), 1.377
    ),
    "many": lambda: by_difference(MANY, 4.2),
    "lanes": lambda: by_groups(
        MANY,
        *(
            [name, other]
            for name, other in zip(list(MANY), list(MANY)[11:], strict=False)
        ),
    ),
    "many-control": lambda: with_control(
        MANY,
        "method-04",
        alike=[f"method-{i:02d}" for i in (2, 3, 5, 6)],
        cd=2.1,
        test="Bonferroni–Dunn",
    ),
    "long": lambda: by_difference(LONG, 1.5),
}
