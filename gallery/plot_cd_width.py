"""
CD diagram in the width of a paper
==================================

If a figure is as wide as the column of your paper, it is not scaled, and its text keeps
its size. Widths of common venues have names. The font is the one of matplotlib's
settings unless ``font`` sets another.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
drawing = cd.plot_cd(comparison, width="neurips-page", font="STIXGeneral", font_size=9)
