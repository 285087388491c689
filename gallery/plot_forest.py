"""
Forest plot of effect sizes
===========================

The figure shows Hodges–Lehmann estimates of the differences from the control, in the
units of the scores, with simultaneous confidence intervals. The band shows the region
of practical equivalence, which you have to specify. A marker is filled if its interval
excludes 0. A dagger marks rows in which the test and the interval lead to different
decisions.
"""

import cddiagram as cd

comparison = cd.compare(
    cd.load_example("garcia2008-table2"), pair_test="wilcoxon", control="C4.5"
)
print(comparison.caption("forest"))
drawing = cd.plot_forest(comparison, rope=0.01)
