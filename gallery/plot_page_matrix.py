"""
Convergence matrix
==================

The matrix shows the sign-flip tests of all pairs over all test functions. Each number
is the two-sided p-value of a pair, with Holm's adjustment. It is printed in the row of
the algorithm that tends to gain. A filled cell means that the algorithm of the row
gained significantly on the algorithm of the column. With the alternative ranks, an
algorithm that reaches the optimum first (in this example, an error of at most 0.1)
continues to gain.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
comparison = cd.compare_convergence(histories, ranks="alternative", threshold=0.1)
print(comparison.conclusion("Dual annealing", "Random search"))
drawing = cd.plot_convergence_matrix(comparison)
