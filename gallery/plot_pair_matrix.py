"""
Pair matrix
===========

Each cell compares the algorithm in the row with the algorithm in the column. It
contains the difference of the mean scores, the numbers of wins, ties and losses, and
the adjusted p-value. Significant differences are printed in bold.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
print(comparison.caption("pair-matrix"))
drawing = cd.plot_pair_matrix(comparison, width="page")
