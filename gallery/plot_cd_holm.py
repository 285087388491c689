"""
A control with Holm's procedure
===============================

Step-down and step-up procedures find more than Bonferroni–Dunn but have no interval to
draw. Filled markers differ significantly from the control, hollow ones do not.
"""

import cddiagram as cd

table = cd.load_example("garcia2008-table2")
comparison = cd.compare(table, control="C4.5", p_adjust="holm")
print(comparison.caption())
drawing = cd.plot_cd(comparison)
