"""
Convergence trend of one pair
=============================

The figure shows the mean rank of the difference between the errors at each cut-point.
If the line rises, the first algorithm gains on the second as the budget increases. If
it falls, the second algorithm gains on the first. Boxes extend from the 25% to the 75%
quantile of the test functions.
"""

import cddiagram as cd

comparison = cd.compare_convergence(
    cd.load_histories("optimisers"), ranks="alternative", threshold=0.1
)
drawing = cd.plot_convergence_trend(comparison, "Dual annealing", "Random search")
