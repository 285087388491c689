"""The tables of a study of pools."""

from __future__ import annotations

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
    """Return for each pair the pools in which it is significantly different, and the
    tests of the pair alone.
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
    for number, (pools, different) in enumerate(
        zip(study.pools, study.different, strict=True), 1
    ):
        cells = [
            Cell(
                text=f"{different[pair]}/{pools[pair]}",
                value=different[pair] / pools[pair],
            )
            if pools[pair]
            else NOTHING
            for pair in pairs
        ]
        columns.append(
            Filled.right(
                f"{number} other{'s' * (number > 1)}",
                cells,
                "pools in which the pair is significantly different, out of all pools with "
                "this number of other algorithms",
            )
        )
    for named, free, pvalues in (
        ("Wilcoxon", study.pool_free("wilcoxon"), study.wilcoxon),
        ("Sign", study.pool_free("sign"), study.sign),
    ):
        cells = [
            p_cell(float(pvalues[pair]), study.alpha, significant=bool(free[pair]))
            for pair in pairs
        ]
        columns.append(Filled.right(f"{named} p", cells, "unadjusted p-value"))
        columns.append(
            Filled.left(
                f"By {named}",
                [decision_cell(bool(free[pair])) for pair in pairs],
                "whether the pair is significantly different according to this test",
            )
        )
    return table_of(
        key,
        "Numbers of pools in which a pair is significantly different. Test: "
        f"{study.test}, α = {format_alpha(study.alpha)}.",
        columns,
        (tested_words(study), free_words(study)),
    )


def flips_table(study: PoolStudy, key: str) -> TableBlock:
    """Return the pairs whose decision depends on the pool, with two example pools."""
    flips = study.flips
    return table_of(
        key,
        f"Pairs whose decision depends on the pool. Test: {study.test}, "
        f"α = {format_alpha(study.alpha)}.",
        (
            Filled.left("First", [name_cell(flip.first) for flip in flips]),
            Filled.left("Second", [name_cell(flip.second) for flip in flips]),
            Filled.right("All pools", [share_cell(flip.share) for flip in flips]),
            Filled.left(
                "Different with",
                [text_cell(commas(flip.different_with)) for flip in flips],
                "other algorithms of a pool in which the pair is significantly different",
            ),
            Filled.left(
                "Not different with",
                [text_cell(commas(flip.not_different_with)) for flip in flips],
                "other algorithms of a pool in which the pair is not significantly "
                "different",
            ),
        ),
    )
