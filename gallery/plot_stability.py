"""
Stability study
===============

Horizontal lines show percentile intervals of the average ranks over bootstrap resamples
of the data sets. The number next to each name is the proportion of resamples in which
this algorithm ranks first. In addition, each algorithm and each data set is omitted in
turn, and the caption reports how many decisions change.
"""

import cddiagram as cd

study = cd.study_stability(cd.compare(cd.load_example("garcia2008-table2")))
print(study)
drawing = cd.plot_stability(study)
