"""
Forest plot of effect sizes
===========================

The figure shows Hodges–Lehmann estimates of the differences from the control, in the
units of the scores, with simultaneous confidence intervals. The band is the region of
practical equivalence, which you have to specify. A marker is filled if its interval
excludes 0. A dagger marks rows for which the test leads to a different decision.
"""

import cddiagram as cd

comparison = cd.compare(
    cd.load_example("garcia2008-table2"), pair_test="wilcoxon", control="C4.5"
)
print(comparison.caption("forest"))
drawing = cd.plot_forest(comparison, rope=0.01)
