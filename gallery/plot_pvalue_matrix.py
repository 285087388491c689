"""
All adjusted p-values at a glance
=================================

More strongly shaded cells hold smaller p-values. A column holds 60 algorithms, a page
100, also where pairwise tests give more groups than bars can show.
"""

import cddiagram as cd

table = cd.load_example("garcia2008-table2")
comparison = cd.compare(table, p_adjust="bergmann-hommel")
print(comparison.to_frame()[["pvalue_adjusted", "different"]])
print(comparison.caption("pvalue-matrix"))
drawing = cd.plot_pvalue_matrix(comparison)
