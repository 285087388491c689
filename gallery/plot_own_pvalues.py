"""
CD diagram of p-values from another program
===========================================

Any symmetric matrix of p-values can be drawn. In this example, scipy computes paired
permutation tests with Holm's adjustment. The argument ``test`` specifies the name of
the test, which is printed in the note and in the caption.
"""

import numpy as np
from scipy.stats import permutation_test

import cddiagram as cd

table = cd.load_example("garcia2008-table2")
pvalues = np.ones((table.k, table.k))
for i, j in zip(*np.triu_indices(table.k, 1), strict=True):
    pair = (table.scores[:, i], table.scores[:, j])
    result = permutation_test(
        pair,
        lambda a, b: np.mean(a - b),
        permutation_type="samples",
        n_resamples=9999,
        rng=1,
    )
    pvalues[i, j] = pvalues[j, i] = result.pvalue
ranks = cd.compare(table).ranking.average_ranks
comparison = cd.compare_pvalues(
    ranks,
    pvalues,
    algorithms=table.algorithms,
    p_adjust="holm",
    test="permutation test",
)
drawing = cd.plot_cd(comparison)
