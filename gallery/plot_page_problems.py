"""
One pair, function by function
==============================

What stands behind the trend of a pair: both error curves on each test function, and which of the two gained on the
other there.
"""

import cddiagram as cd

comparison = cd.compare_convergence(cd.load_histories("optimisers"), ranks="alternative", threshold=0.1)
drawing = cd.plot_convergence_problems(comparison, "Dual annealing", "Random search", width="page")
