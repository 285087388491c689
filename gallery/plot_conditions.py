"""
Conditions of parametric tests
==============================

Histogram, normal Q–Q plot and tests of normality for the scores of each algorithm. Where they fail, tests on ranks are
the safe choice.
"""

import cddiagram as cd

conditions = cd.check_conditions(cd.load_example("garcia2010-table3"))
drawing = cd.plot_conditions(conditions, width="page")
