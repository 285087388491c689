"""
Ranks and costs
===============

The figure plots average ranks against costs. Rings mark the Pareto front. No algorithm
is better than an algorithm on this front in both respects. The times are simulated and
are read from a second table.
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
