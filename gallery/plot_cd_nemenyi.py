"""
Critical-difference diagram
===========================

Average ranks of five classifiers on 30 data sets, all pairs compared by Nemenyi's test.
Two algorithms differ if their ranks are further apart than the ruler is long; a bar
joins those that are not significantly different.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
print(comparison.caption())
drawing = cd.plot_cd(comparison)
