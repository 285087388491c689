"""
CD diagram with a control
=========================

This figure shows the Bonferroni–Dunn test in Figure 1(b) of Demšar (2006). Variants of
C4.5 within the interval are not significantly different from plain C4.5. The diamond
marks the control, which must be specified before seeing the results.
"""

import cddiagram as cd

table = cd.load_example("demsar2006-table6-ranks")
comparison = cd.compare(table, control="C4.5", alpha=0.05)
print(comparison.caption())
drawing = cd.plot_cd(comparison)
