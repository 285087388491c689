"""
Ranks over the budget
=====================

Average ranks of six optimisers at ten cut-points of the search. At each of them the
diamond is the best; filled markers are significantly different from it, hollow ones are
not. Problems are the blocks of the tests, not runs.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
over = cd.compare_over_budget(histories, pair_test="wilcoxon")
drawing = cd.plot_convergence_ranks(over, highlight="PSO")
