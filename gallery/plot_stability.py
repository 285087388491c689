"""
Stability study
===============

Lines show percentile intervals of the average ranks over bootstrap resamples of the
data sets. The numbers next to the names are the shares of resamples in which an
algorithm ranks first. In addition, each algorithm and each data set is omitted in turn,
and the caption reports how many decisions change.
"""

import cddiagram as cd

study = cd.study_stability(cd.compare(cd.load_example("garcia2008-table2")))
print(study)
drawing = cd.plot_stability(study)
