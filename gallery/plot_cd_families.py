"""
CD diagram with families of algorithms
======================================

``families`` assigns a colour and a marker to each family, so that families can be
distinguished in print as well. A key in the header explains them. It is available in
every figure that names all algorithms.
"""

import cddiagram as cd

families = {
    "C4.5": "trees and rules",
    "CN2": "trees and rules",
    "1-NN": "neighbours",
    "Kernel": "neighbours",
    "NaiveBayes": "Bayes",
}
drawing = cd.plot_cd(
    cd.compare(cd.load_example("garcia2008-table2")), families=families
)
