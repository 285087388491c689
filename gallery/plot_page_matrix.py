"""
Who converges faster than whom
==============================

Page's trend test for every ordered pair, over all test functions: a dark cell says that the algorithm of the row gained
on the one of the column. The alternative ranks give credit for reaching the optimum first (here: an error up to 0.1);
without them whoever is there early looks slow afterwards.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
comparison = cd.compare_convergence(histories, ranks="alternative", threshold=0.1, p_adjust="holm")
print(comparison.conclusion("Dual annealing", "Random search"))
drawing = cd.plot_convergence_matrix(comparison)
