"""
Rank distribution
=================

The figure shows on how many data sets each algorithm ranks first, second, ..., last.
Darker cells mark larger proportions of the data sets. If several algorithms are tied on
a data set, this data set is divided equally among the tied ranks.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
print(comparison.caption("rank-distribution"))
drawing = cd.plot_rank_distribution(comparison)
