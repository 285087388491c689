"""
Pair scatter plot
=================

Each point shows the scores of two algorithms on one data set. Points on the diagonal
are ties. The data sets that are farthest from the diagonal are labelled.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
drawing = cd.plot_pair_scatter(comparison, "C4.5", "1-NN", name_farthest=3)
