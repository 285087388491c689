"""
CD diagram of Wilcoxon tests with Holm's adjustment
===================================================

Each pair is tested on its own scores, so there is no critical difference and no ruler.
1-NN and NaiveBayes are not significantly different. CN2 ranks between them, but differs
significantly from NaiveBayes. An arch shows that CN2 does not belong to the group of
1-NN and NaiveBayes.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
print(comparison.caption())
drawing = cd.plot_cd(comparison)
