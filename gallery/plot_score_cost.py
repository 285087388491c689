"""
Ranks and costs
===============

The figure plots average ranks against training times. Rings mark the Pareto front, that
is, the algorithms for which no other algorithm has both a better average rank and a
lower cost. The costs are specified in a second table. In this example, they are
fictitious.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
seconds = [
    [1.2, 0.4, 0.1, 40.0, 7.0],
    [2.5, 0.9, 0.2, 150.0, 12.0],
    [0.6, 0.3, 0.1, 22.0, 4.0],
]
cost = cd.ScoreTable.from_arrays(
    seconds, algorithms=["C4.5", "1-NN", "NaiveBayes", "Kernel", "CN2"]
)
print(comparison.caption("score-cost"))
drawing = cd.plot_score_cost(
    comparison, cost, average="median", cost_label="training time (s)"
)
