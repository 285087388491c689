"""
Your own method stands out
==========================

``highlight`` sets one algorithm in bold and in an accent colour, ``rename`` prints
another name for it. Neither touches the bars: what is significant does not depend on
whose method it is.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
drawing = cd.plot_cd(
    comparison, highlight="C4.5+m+cf", rename={"C4.5+m+cf": "C4.5 (proposed)"}
)
