"""
CD diagram with a control
=========================

This is the Bonferroni–Dunn test of Demšar (2006), Figure 1(b). Variants of C4.5 within
the interval are not significantly different from plain C4.5. The control, a diamond,
has to be chosen before seeing the ranks.
"""

import cddiagram as cd

table = cd.load_example("demsar2006-table6-ranks")
comparison = cd.compare(table, control="C4.5", alpha=0.05)
print(comparison.caption())
drawing = cd.plot_cd(comparison)
