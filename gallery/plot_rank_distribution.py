"""
How often each place
====================

On how many data sets an algorithm is first, second, ..., last: what stands behind its
average rank. The stronger the shade, the larger the share of the data sets. Algorithms
that tie share their places in equal parts.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
print(comparison.caption("rank-distribution"))
drawing = cd.plot_rank_distribution(comparison)
