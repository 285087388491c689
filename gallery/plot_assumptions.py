"""
Normal Q–Q plots (assumptions)
==============================

Each panel shows a normal Q–Q plot of the scores of one algorithm. The band shows the
range that is expected for normally distributed scores, and the number is the p-value of
the Shapiro–Wilk test. Paired *t* tests assume that the *differences* between scores are
normally distributed. To check this, use ``of="differences"``. If the assumptions are
violated, use tests on ranks.
"""

import cddiagram as cd

assumptions = cd.check_assumptions(cd.load_example("garcia2010-table3"))
drawing = cd.plot_assumptions(assumptions, width="page")
