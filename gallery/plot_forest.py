"""
By how much: differences with intervals
=======================================

Hodges-Lehmann estimates of the difference of each algorithm from the control, in the
units of the scores, with intervals that all hold at once. The band holds differences
too small to matter, which only the reader can state. A marker is filled if its interval
excludes 0; a dagger marks the rows for which the tests decide otherwise.
"""

import cddiagram as cd

comparison = cd.compare(
    cd.load_example("garcia2008-table2"), pair_test="wilcoxon", control="C4.5"
)
print(comparison.caption("forest"))
drawing = cd.plot_forest(comparison, rope=0.01)
