"""
Power study of two algorithms
=============================

The curves show how often four tests of two classifiers reject. As in the experiments of
Demšar (2006), ten of thirty data sets are sampled with a bias towards one classifier.
Vertical lines show the variation that is expected for another thousand samples. To
avoid overlaps, each test has such lines at some of the biases.
"""

import cddiagram as cd

study = cd.study_power(cd.load_example("garcia2008-table2"), pair=("C4.5", "1-NN"))
print(study)
drawing = cd.plot_power(study)
