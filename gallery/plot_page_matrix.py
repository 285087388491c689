"""
Convergence matrix
==================

The matrix contains sign-flip tests of every pair over all test functions. The numbers
are one-sided p-values. A shaded cell means that the algorithm of the row gained on the
algorithm of the column, by the two-sided p-value with Holm's adjustment. The
alternative ranks give credit for reaching the optimum first (here, an error of at most
0.1).
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
comparison = cd.compare_convergence(histories, ranks="alternative", threshold=0.1)
print(comparison.conclusion("Dual annealing", "Random search"))
drawing = cd.plot_convergence_matrix(comparison)
