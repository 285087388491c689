"""
CD diagrams at several levels
=============================

The method ``comparison.at(alpha)`` returns the same comparison at a different
significance level, without repeating the tests. Demšar (2006) compares these four
variants of C4.5 at α = 0.10, with two groups. At α = 0.05, no pair is significantly
different.
"""

import cddiagram as cd

comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"))
levels = {f"α = {alpha:.2f}": comparison.at(alpha) for alpha in (0.05, 0.10)}
for title, decided in levels.items():
    print(
        f"{title}: CD = {decided.critical_difference:.3f}, groups: "
        f"{len(decided.groups)}"
    )
drawing = cd.plot_cd_sequence(levels, note="Nemenyi")
