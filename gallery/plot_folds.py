"""
Folds of one data set
=====================

Folds are not data sets, so the figure shows neither ranks nor a critical difference.
The corrected resampled *t* test accounts for the overlap of the training sets. Each
horizontal line shows the simultaneous confidence interval for the difference from the
best model. The example uses simulated scores of five models, with ten repetitions of
ten folds.
"""

import numpy as np

import cddiagram as cd

rng = np.random.default_rng(5)
models = ["Boosting", "Forest", "SVM", "Regression", "Naive Bayes"]
scores = (
    rng.normal(0.85, 0.03, (100, 1))
    + np.array([0.03, 0.025, 0.01, 0, -0.03])
    + rng.normal(0, 0.02, (100, 5))
)
folds = cd.compare_folds(dict(zip(models, scores.T, strict=True)), folds=10)
print(folds.caption())
drawing = cd.plot_folds(folds)
