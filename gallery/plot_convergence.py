"""
Convergence curves
==================

The curves show the mean best error of six optimisers on one test function, on a
logarithmic scale. The highlighted curve has a band from the 25% to the 75% quantile of
the five runs. Names at the ends of the curves replace a legend.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
drawing = cd.plot_convergence_curves(histories, problem="Rastrigin", highlight="PSO")
