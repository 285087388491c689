"""
p-value matrix
==============

Darker cells contain smaller adjusted p-values. A column of a paper has room for 60
algorithms and a page for 100, even if pairwise tests find too many groups for bars.
"""

import cddiagram as cd

table = cd.load_example("garcia2008-table2")
comparison = cd.compare(table, p_adjust="bergmann-hommel")
print(comparison.to_frame()[["pvalue_adjusted", "different"]])
print(comparison.caption("pvalue-matrix"))
drawing = cd.plot_pvalue_matrix(comparison)
