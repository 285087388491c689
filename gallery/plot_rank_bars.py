"""
Ranks as bars, with cut lines
=============================

Bars start at rank 1, the best there is. A bar that reaches beyond a cut line is
significantly worse than the control at the level of that line; its shade says so too,
where lines are near to each other.
"""

import cddiagram as cd

table = cd.load_example("garcia2010-table3")
comparison = cd.compare(table, control="PDFC")
print(comparison.caption("rank-bars"))
drawing = cd.plot_rank_bars(comparison, alphas=(0.05, 0.10))
