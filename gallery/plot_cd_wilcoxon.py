"""
Wilcoxon tests with Holm's adjustment
=====================================

Each pair is tested on its own scores, so there is no single critical difference and no
ruler. 1-NN and NaiveBayes are not significantly different although CN2, which lies
between them, differs from NaiveBayes: the thin link hops over the line of CN2.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
print(comparison.caption())
drawing = cd.plot_cd(comparison)
