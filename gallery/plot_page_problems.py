"""
Convergence of one pair on each problem
=======================================

Each panel shows the difference between the errors of two algorithms on one test
function, divided by the difference at the first cut-point. The line is solid while dual
annealing is better. A marker shows which algorithm reaches the optimum first. After the
marker, the line is grey, because this part does not affect the ranks. The headings
state which algorithm gained on the other.
"""

import cddiagram as cd

comparison = cd.compare_convergence(
    cd.load_histories("optimisers"), ranks="alternative", threshold=0.1
)
drawing = cd.plot_convergence_problems(
    comparison, "Dual annealing", "Random search", width="page"
)
