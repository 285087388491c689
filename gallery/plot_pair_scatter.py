"""
Two algorithms, data set by data set
====================================

One dot for each data set; on the diagonal both score alike. The data sets farthest from
it are named.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
drawing = cd.plot_pair_scatter(comparison, "C4.5", "1-NN", name_farthest=3)
