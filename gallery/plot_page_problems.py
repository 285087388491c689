"""
One pair, function by function
==============================

On each test function, the difference of the errors of a pair, divided by that at the
first cut-point. The line is solid where dual annealing is ahead. The mark over a panel
shows which of the two gained on the other there.
"""

import cddiagram as cd

comparison = cd.compare_convergence(
    cd.load_histories("optimisers"), ranks="alternative", threshold=0.1
)
drawing = cd.plot_convergence_problems(
    comparison, "Dual annealing", "Random search", width="page"
)
