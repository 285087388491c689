"""
Pool study of two algorithms with equal performance
===================================================

In this simulation, A and B have equal performance. On each data set, one of them
(selected at random) is better than five published algorithms, and the other one is
worse. Tests on average ranks detect a significant difference far too often, because the
other algorithms increase each rank difference between A and B (Benavoli et al. 2016,
section 4.4). The sign test does not have this problem. The figure shows the last
simulated table.
"""

import numpy as np

import cddiagram as cd

table, rng = cd.load_example("garcia2008-table2"), np.random.default_rng(1)
found, shown = [], table
for _ in range(300):
    ends = np.where(rng.random((table.n, 1)) < 0.5, [[2.0, -1.0]], [[-1.0, 2.0]])
    names = ["A", "B", *table.algorithms]
    tried = cd.ScoreTable.from_arrays(np.hstack([ends, table.scores]), algorithms=names)
    found.append(
        [
            cd.compare(tried, **how).pairwise.pvalue[0, 1] <= 0.05
            for how in ({}, {"pair_test": "sign"})
        ]
    )
    shown = tried if found[-1][0] else shown
print(
    "A and B are significantly different (α = 0.05) in a share of {:.2f} of the tables "
    "according to average ranks, and {:.2f} according to the sign test.".format(
        *np.mean(found, axis=0)
    )
)
drawing = cd.plot_pool(cd.study_pool(shown, pair=("A", "B"), p_adjust="none"))
