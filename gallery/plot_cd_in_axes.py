"""
A diagram inside your own figure
================================

Given ``ax``, the diagram is drawn there in true points, from the upper left corner, and
touches nothing else of the figure. The axes must be as high as the diagram needs; if
they are not, the message says how high.
"""

from matplotlib.figure import Figure

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
figure = Figure(figsize=(6.75, 1.45))
boxes = figure.add_axes((0.08, 0.16, 0.38, 0.8))
boxes.boxplot(comparison.table.scores, tick_labels=comparison.algorithms)
boxes.set_ylabel("accuracy", size=8)
boxes.tick_params(labelsize=7)
drawing = cd.plot_cd(comparison, ax=figure.add_axes((0.5, 0, 0.49, 0.97)))
