"""
Normal Q–Q plots (assumptions)
==============================

Each panel shows a normal Q–Q plot of the scores of one algorithm. The band shows the
range that is expected for normal scores, and the number is the p-value of the
Shapiro–Wilk test. Paired *t* tests assume that *differences* are normal, which
``of="differences"`` checks. If the assumptions are violated, use tests on ranks.
"""

import cddiagram as cd

assumptions = cd.check_assumptions(cd.load_example("garcia2010-table3"))
drawing = cd.plot_assumptions(assumptions, width="page")
