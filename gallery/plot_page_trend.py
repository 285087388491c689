"""
Convergence trend of one pair
=============================

The figure shows the mean rank of the difference between the errors at each cut-point.
If the line rises, the first algorithm gains on the second. If the line falls, the
second algorithm gains on the first. The band extends from the 25th to the 75th
percentile of the ranks on the test functions.
"""

import cddiagram as cd

comparison = cd.compare_convergence(
    cd.load_histories("optimisers"), ranks="alternative", threshold=0.1
)
print(comparison.caption("trend", "Nelder-Mead", "Random search"))
drawing = cd.plot_convergence_trend(comparison, "Nelder-Mead", "Random search")
