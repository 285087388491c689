"""
Stability study
===============

Lines are percentile intervals of the average ranks over bootstrap resamples of the data
sets. The numbers next to the names are the shares of resamples in which an algorithm is
first. All tests are repeated without each algorithm and each data set; the key reports
how many decisions change.
"""

import cddiagram as cd

study = cd.study_stability(cd.compare(cd.load_example("garcia2008-table2")))
print(study)
drawing = cd.plot_stability(study)
