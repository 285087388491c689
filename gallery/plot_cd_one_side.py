"""
CD diagram with names on one side
=================================

The option ``best_at="left"`` reverses the axis. The option ``side="left"`` prints all
names in one column, with the best algorithm at the top.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
drawing = cd.plot_cd(comparison, best_at="left", side="left")
