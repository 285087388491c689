"""
A ranked list for long names
============================

With ``arrangement="list"`` the best algorithm is on top and each has a row of its own.
The list is chosen by itself where two columns of names would not fit the width.
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
