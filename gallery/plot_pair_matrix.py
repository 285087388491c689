"""
What there is to say of each pair
=================================

Each cell is its row against its column: difference of the mean scores, wins, ties and
losses, adjusted p-value. Bold is significantly different.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
print(comparison.caption("pair-matrix"))
drawing = cd.plot_pair_matrix(comparison, width="page")
