"""
Convergence of one pair
=======================

The mean rank of the difference of errors at each cut-point. A rising line says that the
first algorithm gains on the second as the budget grows, a falling line the reverse;
thin lines are the single test functions.
"""

import cddiagram as cd

comparison = cd.compare_convergence(
    cd.load_histories("optimisers"), ranks="alternative", threshold=0.1
)
drawing = cd.plot_convergence_trend(comparison, "Dual annealing", "Random search")
