"""
Table of scores and rank intervals
==================================

The table contains scores, average ranks, rank intervals, letters, wins, ties and
losses. The call ``comparison.tabulate("scores").to_latex()`` returns the table as LaTeX
code. The figure is a ranked list with the same rank intervals and letters.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
print(comparison.tabulate("scores"))
print(
    comparison.to_frame("leaderboard")[
        ["Rank interval", "Letters", "Average rank", "Elo"]
    ]
)
drawing = cd.plot_cd(comparison, arrangement="list", show_rank_intervals=True)
