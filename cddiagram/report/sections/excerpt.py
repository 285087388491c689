"""The two tables of a comparison that a paper needs: ranks with groups, and pairs."""

from __future__ import annotations

from cddiagram.comparison import Comparison
from cddiagram.report.model import Table
from cddiagram.report.sections.pairs import pairs_blocks
from cddiagram.report.sections.ranks import ranks_blocks

#: More pairs than this are left to the other formats; those of the best algorithm stay.
_PAIRS = 200


def main_tables(comparison: Comparison) -> tuple[Table, ...]:
    """Give the tables of ranks and of pairs, as in the report.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> [table.key for table in main_tables(comparison)]
    ['ranks', 'pairs']
    """
    blocks = (*ranks_blocks(comparison, "ranks")[:1], *pairs_blocks(comparison, "pairs", _PAIRS)[:1])
    return tuple(block for block in blocks if isinstance(block, Table))
