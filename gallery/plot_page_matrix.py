"""
Convergence matrix
==================

The matrix shows the results of the sign-flip tests for all pairs. The numbers are
two-sided p-values with Holm's adjustment. Each of them is in the row of the algorithm
that tends to gain. A filled cell means that the algorithm in the row gained
significantly on the algorithm in the column. With the alternative ranks, an algorithm
that reaches the optimum first (in this example, an error of at most 0.1) continues to
gain.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
comparison = cd.compare_convergence(histories, ranks="alternative", threshold=0.1)
print(comparison.conclusion("Dual annealing", "Random search"))
drawing = cd.plot_convergence_matrix(comparison)
