"""
Multiple comparisons with the best (MCB)
========================================

Each interval extends half a critical difference on either side of the average rank. An
algorithm is significantly worse than the best-ranked algorithm (diamond) if its
interval is outside the band. Such algorithms have filled markers. The figure does not
show the differences between the other algorithms.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
print(comparison.caption("mcb"))
drawing = cd.plot_mcb(comparison)
