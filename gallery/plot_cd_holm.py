"""
CD diagram with a control and Holm's procedure
==============================================

Step-down and step-up procedures have more power than the Bonferroni–Dunn test, but they
do not have a critical difference, so the figure does not contain an interval. Filled
markers denote algorithms that differ significantly from the control; hollow markers
denote algorithms that do not.
"""

import cddiagram as cd

table = cd.load_example("garcia2008-table2")
comparison = cd.compare(table, control="C4.5", p_adjust="holm")
print(comparison.caption())
drawing = cd.plot_cd(comparison)
