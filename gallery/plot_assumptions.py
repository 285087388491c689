"""
Normal Q–Q plots (assumptions)
==============================

Each panel is a normal Q–Q plot of the scores of one algorithm. The band shows what is
expected for normal scores; the number is the p-value of the Shapiro–Wilk test. Paired
tests assume normal *differences* instead (``of="differences"``). If these assumptions
fail, use tests on ranks.
"""

import cddiagram as cd

assumptions = cd.check_assumptions(cd.load_example("garcia2010-table3"))
drawing = cd.plot_assumptions(assumptions, width="page")
