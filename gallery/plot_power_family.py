"""
Power of procedures for all pairs
=================================

Procedures for all pairs of five classifiers on drawn data sets, as in the experiments
of García and Herrera (2008): the mean adjusted p-value of one pair, the strongest
procedure on top.
"""

import cddiagram as cd

table = cd.load_example("garcia2008-table2")
study = cd.study_power(
    table, pair=("C4.5", "1-NN"), group="all", biases=range(0, 21, 2)
)
drawing = cd.plot_power(study, show="mean-pvalue")
