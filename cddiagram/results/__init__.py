"""The results: what was tested, by what, with which numbers, and what was decided.

All are frozen, hold read-only arrays, and carry the names of the algorithms with the numbers. Arrays of pairs are
``(k, k)``, indexed ``[i, j]`` in the column order of the table, and NaN where nothing was tested.
"""

from __future__ import annotations

from cddiagram.results.comparison import Comparison
from cddiagram.results.convergence import ConvergenceComparison
from cddiagram.results.parts import (
    Group,
    OmnibusResult,
    PairwiseResult,
    Ranking,
    Result,
    plain,
    rank_order,
    read_only,
    significant,
)

__all__ = [
    "Comparison",
    "ConvergenceComparison",
    "Group",
    "OmnibusResult",
    "PairwiseResult",
    "Ranking",
    "Result",
    "plain",
    "rank_order",
    "read_only",
    "significant",
]
