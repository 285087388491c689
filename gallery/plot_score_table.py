"""
The table of scores
===================

The table that papers print, with average ranks, place intervals, letters, wins, ties
and losses below; as LaTeX by ``tabulate("scores").to_latex()``. As a list the diagram
shows the same places and letters.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"))
print(comparison.tabulate("scores"))
print(
    comparison.to_frame("leaderboard")[
        ["Place interval", "Letters", "Average rank", "Elo"]
    ]
)
drawing = cd.plot_cd(comparison, arrangement="list", show_rank_intervals=True)
