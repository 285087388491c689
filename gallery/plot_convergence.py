"""
Convergence curves
==================

Mean best error so far of six optimisers on one test function, on a logarithmic scale;
the vertical lines are the cut-points at which histories are compared. Names stand at
the ends of the lines, so no legend is needed.
"""

import cddiagram as cd

histories = cd.load_histories("optimisers")
drawing = cd.plot_convergence_curves(histories, problem="Rastrigin", highlight="PSO")
