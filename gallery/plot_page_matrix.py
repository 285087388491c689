"""
Convergence matrix
==================

The matrix shows the results of the sign-flip tests for all pairs. The numbers are
two-sided p-values with Holm's adjustment. Each p-value is in the row of the algorithm
that tends to gain. A filled cell means that the algorithm in the row gained
significantly on the algorithm in the column. In this example, errors of at most 0.1 are
treated as the optimum. With the alternative ranks, the algorithm that reaches the
optimum first continues to gain.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
comparison = cd.compare_convergence(histories, ranks="alternative", threshold=0.1)
print(comparison.conclusion("Dual annealing", "Random search"))
drawing = cd.plot_convergence_matrix(comparison)
