"""
CD diagram in the width of a paper
==================================

If a figure is exactly as wide as the column of your paper, it is not scaled, so the
font size is exact. The column widths of common venues are available by name. The
default typeface is Source Sans 3; the option ``font`` selects another typeface.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
drawing = cd.plot_cd(comparison, width="neurips-page", font="STIXGeneral", font_size=9)
