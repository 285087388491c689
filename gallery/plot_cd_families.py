"""
CD diagram with families of algorithms
======================================

The option ``families`` assigns a colour and a marker to each family of algorithms, so
that families can be distinguished even without colour. A key above the diagram explains
the colours and markers. All figures that contain the names of all algorithms support
this option.
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
