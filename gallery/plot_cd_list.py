"""
CD diagram as a ranked list
===========================

With ``arrangement="list"``, each algorithm has its own row, and the best algorithm is
at the top. A list is also drawn by default if two columns of names do not fit the
width.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2010-table3"))
full_names = {
    "PDFC": "Positive definite fuzzy classifier",
    "NNEP": "Neural network evolutionary programming",
    "IS-CHC+1NN": "CHC instance selection with 1-NN",
    "FH-GBML": "Fuzzy hybrid genetics-based learning",
}
drawing = cd.plot_cd(comparison, arrangement="list", rename=full_names)
