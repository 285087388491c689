"""
How far the ranks hold
======================

Lines are percentile intervals of the average ranks over bootstrap resamples of the data
sets; beside the names stands how often each algorithm is first. All tests are made
again without each algorithm and each data set: the key says how many decisions change,
the study names them.
"""

import cddiagram as cd

study = cd.study_stability(cd.compare(cd.load_example("garcia2008-table2")))
print(study)
drawing = cd.plot_stability(study)
