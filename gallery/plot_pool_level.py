"""
Two equal algorithms with others between them
=============================================

A and B are equal: on each data set a coin decides which of them is above five published
algorithms, and which below. Tests on average ranks call them significantly different
far too often (Benavoli et al. 2016, section 4.4), as the others enlarge each
difference; the sign test does not. The figure is the last table in which they do.
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
    "called different at .05: on average ranks {:.2f}, by the sign test {:.2f}".format(
        *np.mean(found, axis=0)
    )
)
drawing = cd.plot_pool(cd.study_pool(shown, pair=("A", "B"), p_adjust="none"))
