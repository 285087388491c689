"""
Best on the left, names on one side
===================================

``best_at="left"`` lets the ranks grow to the right; ``side="left"`` puts all names in
one column, the best on top.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
drawing = cd.plot_cd(comparison, best_at="left", side="left")
