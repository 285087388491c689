"""The tables of a study of pools."""

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


def pool_table(study: PoolStudy, key: str) -> TableBlock:
    """Return the numbers of pools in which each pair is significantly different, and
    the tests of the pair alone.
    """
    names, pairs, share = study.table.algorithms, study.pairs, study.share
    columns = [
        Filled.left("First", [name_cell(names[i]) for i, _ in pairs]),
        Filled.left("Second", [name_cell(names[j]) for _, j in pairs]),
        Filled.right(
            "All pools",
            [share_cell(float(share[pair])) for pair in pairs],
            "share of all pools in which the pair is significantly different",
        ),
    ]
    for others in range(1, len(study.pools) + 1):
        columns.append(
            Filled.right(
                "1 other" if others == 1 else f"{others} others",
                [_count_cell(study, others, pair) for pair in pairs],
                "pools in which the pair is significantly different, out of all pools "
                "with this number of other algorithms",
            )
        )
    columns += _columns_of_test(study, "Wilcoxon", "wilcoxon", study.wilcoxon)
    columns += _columns_of_test(study, "Sign", "sign", study.sign)
    return table_of(
        key,
        "Numbers of pools in which a pair is significantly different. Test: "
        f"{study.test}, α = {format_alpha(study.alpha)}.",
        columns,
        (tested_words(study), free_words(study)),
    )


def _count_cell(study: PoolStudy, others: int, pair: tuple[int, int]) -> Cell:
    """Make the cell of the pools with so many others in which a pair is different."""
    pools = int(study.pools[others - 1][pair])
    if not pools:
        return NOTHING
    different = int(study.different[others - 1][pair])
    return Cell(text=f"{different}/{pools}", value=different / pools)


def _columns_of_test(
    study: PoolStudy, name: str, test: Literal["wilcoxon", "sign"], pvalues: FloatArray
) -> list[Filled]:
    """Return the columns of a test of the pair alone: p-values and decisions."""
    different = study.pool_free(test)
    p, decisions = [], []
    for pair in study.pairs:
        significant = bool(different[pair])
        p.append(p_cell(float(pvalues[pair]), study.alpha, significant=significant))
        decisions.append(decision_cell(significant))
    return [
        Filled.right(f"{name} p", p, "unadjusted p-value"),
        Filled.left(
            f"By {name}",
            decisions,
            "whether the pair is significantly different according to this test",
        ),
    ]


def flips_table(study: PoolStudy, key: str) -> TableBlock:
    """Return the pairs whose decision depends on the pool, with two example pools."""
    flips = study.flips
    different = [text_cell(commas(flip.different_with)) for flip in flips]
    not_different = [text_cell(commas(flip.not_different_with)) for flip in flips]
    example = "other algorithms of a pool in which the pair is"
    columns = [
        Filled.left("First", [name_cell(flip.first) for flip in flips]),
        Filled.left("Second", [name_cell(flip.second) for flip in flips]),
        Filled.right("All pools", [share_cell(flip.share) for flip in flips]),
        Filled.left("Different with", different, f"{example} significantly different"),
        Filled.left(
            "Not different with",
            not_different,
            f"{example} not significantly different",
        ),
    ]
    return table_of(
        key,
        f"Pairs whose decision depends on the pool. Test: {study.test}, α = "
        f"{format_alpha(study.alpha)}.",
        columns,
    )
