"""The tables with the results of a study of pools."""

from __future__ import annotations

from typing import Literal

from cddiagram._util import FloatArray
from cddiagram.document import (
    NOTHING,
    Cell,
    Filled,
    TableBlock,
    decision_cell,
    name_cell,
    p_cell,
    table_of,
    text_cell,
)
from cddiagram.studies.pool.study import PoolStudy
from cddiagram.studies.pool.words import free_words, tested_words
from cddiagram.studies.tables import share_cell
from cddiagram.text import commas
from cddiagram.words import format_alpha

# The following notes explain the columns.
_ALL_POOLS = "percentage of all pools in which the two algorithms differ significantly"
_POOLS_OF_SIZE = (
    "pools in which the two algorithms differ significantly, out of all pools with this "
    "number of other algorithms"
)
_BY_TEST = "whether the two algorithms differ significantly according to this test"
_EXAMPLE = "other algorithms in a pool in which the difference is"
_DIFFERENT_WITH = f"{_EXAMPLE} significant"
_NOT_DIFFERENT_WITH = f"{_EXAMPLE} not significant"


def pool_table(study: PoolStudy, key: str) -> TableBlock:
    """Return a table of the decisions about each pair.

    The table contains the number of pools in which the pair is significantly different,
    and the results of the tests that use only the scores of the pair.
    """
    names = study.table.algorithms
    all_shares = study.share
    first, second, shares = [], [], []
    for pair in study.pairs:
        i, j = pair
        first.append(name_cell(names[i]))
        second.append(name_cell(names[j]))
        shares.append(share_cell(float(all_shares[pair])))
    columns = [
        Filled.left("First", first),
        Filled.left("Second", second),
        Filled.right("All pools", shares, _ALL_POOLS),
    ]
    for others in range(1, len(study.pools) + 1):
        columns.append(_count_column(study, others))
    columns += _test_columns(study, "Wilcoxon", "wilcoxon", study.wilcoxon)
    columns += _test_columns(study, "Sign", "sign", study.sign)
    alpha = format_alpha(study.alpha)
    caption = (
        "Number of pools in which the two algorithms of each pair differ significantly. "
        f"Test: {study.test}, α = {alpha}."
    )
    notes = tested_words(study), free_words(study)
    return table_of(key, caption, columns, notes)


def _count_column(study: PoolStudy, others: int) -> Filled:
    """Return the column for pools with a given number of other algorithms."""
    head = f"{others} others"
    if others == 1:
        head = "1 other"
    cells = [_count_cell(study, others, pair) for pair in study.pairs]
    return Filled.right(head, cells, _POOLS_OF_SIZE)


def _count_cell(study: PoolStudy, others: int, pair: tuple[int, int]) -> Cell:
    """Return the cell for a pair in pools with a given number of other algorithms."""
    pools = int(study.pools[others - 1][pair])
    if not pools:
        return NOTHING
    different = int(study.different[others - 1][pair])
    return Cell(text=f"{different}/{pools}", value=different / pools)


def _test_columns(
    study: PoolStudy, name: str, test: Literal["wilcoxon", "sign"], pvalues: FloatArray
) -> list[Filled]:
    """Return the columns of p-values and decisions for a pairwise test."""
    different = study.pool_free(test)
    p_cells, decisions = [], []
    for pair in study.pairs:
        pvalue, significant = float(pvalues[pair]), bool(different[pair])
        p_cells.append(p_cell(pvalue, study.alpha, significant=significant))
        decisions.append(decision_cell(significant))
    return [
        Filled.right(f"{name} p", p_cells, "unadjusted p-value"),
        Filled.left(f"By {name}", decisions, _BY_TEST),
    ]


def flips_table(study: PoolStudy, key: str) -> TableBlock:
    """Return a table of the pairs whose decision depends on the pool.

    The table contains two example pools for each pair.
    """
    first, second, shares, different, not_different = [], [], [], [], []
    for flip in study.flips:
        first.append(name_cell(flip.first))
        second.append(name_cell(flip.second))
        shares.append(share_cell(flip.share))
        different.append(text_cell(commas(flip.different_with)))
        not_different.append(text_cell(commas(flip.not_different_with)))
    columns = [
        Filled.left("First", first),
        Filled.left("Second", second),
        Filled.right("All pools", shares),
        Filled.left("Different with", different, _DIFFERENT_WITH),
        Filled.left("Not different with", not_different, _NOT_DIFFERENT_WITH),
    ]
    alpha = format_alpha(study.alpha)
    caption = (
        f"Pairs for which the decision depends on the pool. Test: {study.test}, "
        f"α = {alpha}."
    )
    return table_of(key, caption, columns)
