"""
Convergence of one pair on each problem
=======================================

Each panel shows the difference between the errors of two algorithms on one test
function, divided by the absolute difference at the first cut-point. Dual annealing is
better above 0, and random search is better below 0, where the background is grey. A
marker shows which algorithm reaches the optimum first. The dotted line after the marker
does not affect the ranks. The headings show which algorithm gained on the other.
"""

import cddiagram as cd

comparison = cd.compare_convergence(
    cd.load_histories("optimisers"), ranks="alternative", threshold=0.1
)
drawing = cd.plot_convergence_problems(
    comparison, "Dual annealing", "Random search", width="page"
)
