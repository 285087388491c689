"""
Critical-difference (CD) diagram
================================

The diagram compares the average ranks of five classifiers on 30 data sets, using
Nemenyi's test. Two algorithms are significantly different if their average ranks differ
by more than the length of the ruler. Bars connect algorithms that are not significantly
different.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
print(comparison.caption())
drawing = cd.plot_cd(comparison)
