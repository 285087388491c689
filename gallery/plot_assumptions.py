"""
Assumptions of parametric tests
===============================

Normal Q–Q plots of the scores of each algorithm, with a band in which normal scores
would lie and the p-value of the Shapiro–Wilk test. Paired tests need normal
*differences* instead: ``of="differences"``. Where these fail, tests on ranks are the
safe choice.
"""

import cddiagram as cd

assumptions = cd.check_assumptions(cd.load_example("garcia2010-table3"))
drawing = cd.plot_assumptions(assumptions, width="page")
