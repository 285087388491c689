"""
Ranks over the budget
=====================

The figure shows the average ranks of six optimisers at ten cut-points. At each
cut-point, the diamond marks the best optimiser. Filled markers denote optimisers that
differ significantly from it; hollow markers denote those that do not. The problems are
the blocks of the tests, not the runs.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
over = cd.compare_over_budget(histories, pair_test="wilcoxon")
drawing = cd.plot_convergence_ranks(over, highlight="PSO")
