"""
Rank distribution
=================

The figure shows on how many data sets each algorithm ranks first, second, ..., last.
Darker cells mark larger shares of the data sets. If algorithms are tied, each of them
is counted in equal parts for the tied ranks.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
print(comparison.caption("rank-distribution"))
drawing = cd.plot_rank_distribution(comparison)
