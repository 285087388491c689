"""
Width and type of your paper
============================

A figure as wide as the column or page it stands in is not scaled, so its type keeps its
size. Widths are known by name for common venues; the font is that of matplotlib's
settings unless ``font`` names another.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
drawing = cd.plot_cd(comparison, width="neurips-page", font="STIXGeneral", font_size=9)
