"""
Power study of two algorithms
=============================

The curves show how often four tests detect a difference between two classifiers. As in
the experiments of Demšar (2006), ten of thirty data sets are sampled with a bias
towards one classifier.
"""

import cddiagram as cd

study = cd.study_power(cd.load_example("garcia2008-table2"), pair=("C4.5", "1-NN"))
print(study)
drawing = cd.plot_power(study)
