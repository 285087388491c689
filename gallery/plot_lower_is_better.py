"""
CD diagram of error rates
=========================

If lower scores are better, specify ``higher_is_better=False`` when you read the table.
The caption reports the direction. This example uses a long table, which contains one
row for each score and columns for data set, algorithm and score.
"""

import cddiagram as cd

accuracy = cd.load_example("garcia2008-table2").to_frame()
errors = (1 - accuracy).rename_axis("data set").reset_index()
long = errors.melt(id_vars="data set", var_name="algorithm", value_name="error rate")
print(long.head(3))

table = cd.read_scores(long, higher_is_better=False)
comparison = cd.compare(table, pair_test="wilcoxon", p_adjust="hommel")
print(comparison.caption())
drawing = cd.plot_cd(comparison)
