"""
CD diagram with a highlighted algorithm
=======================================

With ``highlight``, the name of one algorithm is printed in bold and in an accent
colour. With ``rename``, an algorithm has a different name in the figure. These options
do not affect the bars.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
drawing = cd.plot_cd(
    comparison, highlight="C4.5+m+cf", rename={"C4.5+m+cf": "C4.5 (proposed)"}
)
