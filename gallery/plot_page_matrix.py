"""
Convergence matrix
==================

The matrix shows the results of the sign-flip tests for all pairs. The numbers are
one-sided p-values. A shaded cell means that the algorithm in the row gained
significantly on the algorithm in the column, according to the two-sided p-value with
Holm's adjustment. With the alternative ranks, an algorithm that reaches the optimum
first (in this example, an error of at most 0.1) continues to gain.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
comparison = cd.compare_convergence(histories, ranks="alternative", threshold=0.1)
print(comparison.conclusion("Dual annealing", "Random search"))
drawing = cd.plot_convergence_matrix(comparison)
