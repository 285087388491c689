"""
Pool study
==========

The decisions of tests on average ranks depend on the other algorithms (Benavoli, Corani
and Mangili 2016). Each cell contains the share of pools with 1, 2 or 3 other algorithms
in which two algorithms are significantly different. The tests in the right columns
depend only on the pair.
"""

import cddiagram as cd

study = cd.study_pool(cd.load_example("garcia2008-table2"), p_adjust="bonferroni")
print(study)
drawing = cd.plot_pool(study)
