"""
Dark slides
===========

Colours follow matplotlib's style: text and bars take its text colour, the greys and the
accent are chosen to stand out from its background. The command follows a file
``matplotlibrc`` in its folder: for dark slides the two lines
``figure.facecolor: black`` and ``text.color: white``.
"""

from matplotlib import style

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
with style.context("dark_background"):
    drawing = cd.plot_cd(comparison, highlight="NaiveBayes", width=4.5, font_size=11)
