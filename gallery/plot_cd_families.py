"""
Families of algorithms
======================

``families`` gives each family a colour, for those who see it, and a mark beside its
names, for the copier; the header says which is which. It goes through every figure that
names all algorithms.
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
