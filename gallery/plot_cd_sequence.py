"""
Sequence of CD diagrams
=======================

Lines connect the average ranks of each classifier in several comparisons. The
comparisons can be based on different metrics, budgets or parts of a benchmark. In this
example, each half of the data sets has fewer significant differences than the complete
table.
"""

import cddiagram as cd

scores = cd.load_example("garcia2008-table2").to_frame()
parts = {"all 30": scores, "first 15": scores.iloc[:15], "last 15": scores.iloc[15:]}
comparisons = {title: cd.compare(cd.read_scores(part)) for title, part in parts.items()}
for title, comparison in comparisons.items():
    print(f"{title}: {comparison.to_frame()['different'].sum()} of 10 pairs differ")
drawing = cd.plot_cd_sequence(comparisons, highlight="NaiveBayes")
