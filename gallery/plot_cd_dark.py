"""
CD diagram for dark slides
==========================

Figures use the colours of the current matplotlib style. Text and bars are drawn in the
text colour of the style, and all other colours contrast with its background. The
command line reads the style from the file ``matplotlibrc`` in the current folder. For
dark slides, add the lines ``figure.facecolor: black`` and ``text.color: white`` to this
file.
"""

from matplotlib import style

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
with style.context("dark_background"):
    drawing = cd.plot_cd(comparison, highlight="NaiveBayes", width=4.5, font_size=11)
