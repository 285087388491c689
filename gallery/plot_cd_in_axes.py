"""
CD diagram in subplots of your own figure
=========================================

With ``ax``, the diagram is drawn in the axes of your own matplotlib figure, for example
in a subplot. The diagram starts at the upper left corner of the axes, keeps its size in
points, and does not change the rest of the figure. If the axes are not tall enough, an
error message states the required height.
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
