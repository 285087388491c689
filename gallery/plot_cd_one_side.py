"""
CD diagram with names on one side
=================================

The option ``best_at="left"`` reverses the axis. The option ``side="left"`` prints all
names in a single column, starting with the best algorithm.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
drawing = cd.plot_cd(comparison, best_at="left", side="left")
