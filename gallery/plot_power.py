"""
Which test finds a difference
=============================

How often four tests of two classifiers reject on ten data sets, drawn from thirty with
a bias towards one of the two, as in the experiments of Demšar (2006). Upright lines are
what another thousand draws might give; those of one bias stand side by side.
"""

import cddiagram as cd

study = cd.study_power(cd.load_example("garcia2008-table2"), pair=("C4.5", "1-NN"))
print(study)
drawing = cd.plot_power(study)
