"""
Power study of procedures for all pairs
=======================================

As in the experiments of García and Herrera (2008), procedures for all pairs of five
classifiers are applied to sampled data sets. The curves show the mean adjusted p-value
of one pair. The axis is reversed, so the procedure with the smallest p-values is at the
top.
"""

import cddiagram as cd

table = cd.load_example("garcia2008-table2")
study = cd.study_power(
    table, pair=("C4.5", "1-NN"), group="all", biases=range(0, 21, 2)
)
drawing = cd.plot_power(study, show="mean-pvalue")
