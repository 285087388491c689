"""
CD diagram for dark slides
==========================

Colours follow the style of matplotlib. Text and bars use its text colour, and the other
colours contrast with its background. The command reads a file ``matplotlibrc`` in the
current folder. For dark slides, it contains the lines ``figure.facecolor: black`` and
``text.color: white``.
"""

from matplotlib import style

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
with style.context("dark_background"):
    drawing = cd.plot_cd(comparison, highlight="NaiveBayes", width=4.5, font_size=11)
