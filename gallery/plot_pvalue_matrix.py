"""
p-value matrix
==============

Darker cells mark smaller adjusted p-values. Matrices of up to 60 algorithms fit the
column width of a paper, and matrices of up to 100 algorithms fit the page width. The
matrix is also suitable if pairwise tests result in too many groups for a CD diagram.
"""

import cddiagram as cd

table = cd.load_example("garcia2008-table2")
comparison = cd.compare(table, p_adjust="bergmann-hommel")
print(comparison.to_frame()[["pvalue_adjusted", "different"]])
print(comparison.caption("pvalue-matrix"))
drawing = cd.plot_pvalue_matrix(comparison)
