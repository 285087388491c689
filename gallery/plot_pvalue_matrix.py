"""
p-value matrix
==============

Darker cells mark smaller adjusted p-values. Up to 60 algorithms fit within the column
of a paper, and up to 100 algorithms fit within the width of a page. The matrix is also
suitable if pairwise tests result in too many groups for bars.
"""

import cddiagram as cd

table = cd.load_example("garcia2008-table2")
comparison = cd.compare(table, p_adjust="bergmann-hommel")
print(comparison.to_frame()[["pvalue_adjusted", "different"]])
print(comparison.caption("pvalue-matrix"))
drawing = cd.plot_pvalue_matrix(comparison)
