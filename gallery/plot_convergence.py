"""
Convergence curves
==================

The curves show the mean best error of six optimisers on one test function, on a
logarithmic scale. Vertical lines mark the cut-points at which the optimisers are
compared. Names at the ends of the curves replace a legend.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
drawing = cd.plot_convergence_curves(histories, problem="Rastrigin", highlight="PSO")
