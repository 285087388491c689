"""
Rank bars with cut lines
========================

Bars start at rank 1, which is the best possible rank. If a bar extends beyond a cut
line, the algorithm is significantly worse than the control at the level of this line.
The shade of the bar also indicates the level.
"""

import cddiagram as cd

table = cd.load_example("garcia2010-table3")
comparison = cd.compare(table, control="PDFC")
print(comparison.caption("rank-bars"))
drawing = cd.plot_rank_bars(comparison, alphas=(0.05, 0.10))
