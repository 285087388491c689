"""
CD diagram of forty algorithms
==============================

This example compares forty simulated classifiers on eighty data sets. Names and ranks
remain readable, and every group has a bar.
"""

import numpy as np

import cddiagram as cd

rng = np.random.default_rng(7)
skill, difficulty = np.linspace(0, 2.4, 40), rng.normal(0, 2, (80, 1))
scores = 1 / (1 + np.exp(difficulty - skill + rng.normal(0, 1, (80, 40))))
names = [
    f"{family}-{size}"
    for size in (1, 2, 4, 8, 16, 32, 64, 128)
    for family in ("kNN", "Tree", "SVM", "MLP", "GP")
]
comparison = cd.compare(cd.ScoreTable.from_arrays(scores, algorithms=names))
drawing = cd.plot_cd(comparison, highlight="MLP-128")
