"""
Stack of CD diagrams
====================

Several comparisons share one axis, even if their algorithms differ. In this example,
the second diagram omits the two worst algorithms. The remaining algorithms are compared
on the same data sets, but the critical difference is smaller.
"""

import cddiagram as cd

scores = cd.load_example("garcia2008-table2").to_frame()
sets = {
    "five classifiers": scores,
    "the best three": scores[["C4.5", "NaiveBayes", "CN2"]],
}
comparisons = {
    title: cd.compare(cd.read_scores(table)) for title, table in sets.items()
}
for title, comparison in comparisons.items():
    print(f"{title}: CD = {comparison.critical_difference:.2f}")
drawing = cd.plot_cd_stack(comparisons)
