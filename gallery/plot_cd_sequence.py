"""
Several comparisons side by side
================================

A line follows each classifier from column to column: metrics, budgets or, as here,
parts of the benchmark. Either half of the data sets finds fewer pairs significantly
different than all of them.
"""

import cddiagram as cd

scores = cd.load_example("garcia2008-table2").to_frame()
parts = {"all 30": scores, "first 15": scores.iloc[:15], "last 15": scores.iloc[15:]}
comparisons = {title: cd.compare(cd.read_scores(part)) for title, part in parts.items()}
for title, comparison in comparisons.items():
    print(f"{title}: {comparison.to_frame()['different'].sum()} of 10 pairs differ")
drawing = cd.plot_cd_sequence(comparisons, highlight="NaiveBayes")
