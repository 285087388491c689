"""
What the other algorithms change
================================

Whether tests on average ranks call two algorithms significantly different depends on
which others take part (Benavoli, Corani and Mangili 2016): the cells are the shares of
the pools with 1, 2 or 3 others in which they do. The tests on the right depend on the
pair alone.
"""

import cddiagram as cd

study = cd.study_pool(cd.load_example("garcia2008-table2"), p_adjust="bonferroni")
print(study)
drawing = cd.plot_pool(study)
