"""
Comparisons with the best
=========================

Each interval is half a critical difference to either side of the average rank.
Algorithms whose interval misses the band of the best one, the diamond, are
significantly worse (filled markers); only comparisons with the best can be read off.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
print(comparison.caption("mcb"))
drawing = cd.plot_mcb(comparison)
