"""
Convergence curves
==================

The curves show, on a logarithmic scale, the mean best error of six optimisers on one
test function. The highlighted curve has a band from the 25th to the 75th percentile of
the five runs. The name of each optimiser is printed at the end of its curve.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
drawing = cd.plot_convergence_curves(histories, problem="Rastrigin", highlight="PSO")
