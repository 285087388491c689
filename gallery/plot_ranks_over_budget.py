"""
Ranks over the budget
=====================

The figure shows the average ranks of six optimisers at ten cut-points. At each
cut-point, the diamond marks the best-ranked optimiser. Filled markers denote optimisers
that differ significantly from it; hollow markers denote optimisers that do not. The
tests treat the problems, not the runs, as data sets.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
over = cd.compare_over_budget(histories, pair_test="wilcoxon")
drawing = cd.plot_convergence_ranks(over, highlight="PSO")
