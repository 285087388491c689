"""
Pool study
==========

The decisions of tests on average ranks depend on the other algorithms (Benavoli, Corani
and Mangili 2016). Each row shows one pair, which is tested together with every set
(pool) of 1, 2 or 3 other algorithms. Each cell contains the proportion of pools in
which the pair is significantly different. The tests in the two rightmost columns do not
depend on the other algorithms.
"""

import cddiagram as cd

study = cd.study_pool(cd.load_example("garcia2008-table2"), p_adjust="bonferroni")
print(study)
drawing = cd.plot_pool(study)
