"""The table of a study of error rates."""

from __future__ import annotations

from itertools import product

from cddiagram.document import (
    Filled,
    TableBlock,
    name_cell,
    table_of,
    text_cell,
)
from cddiagram.studies.level.study import LevelStudy
from cddiagram.studies.level.words import level_sentences
from cddiagram.studies.tables import rate_cells
from cddiagram.words import format_alpha

_ABOVE = (
    "whether the family-wise error rate exceeds α by more than three standard errors of "
    "the simulation"
)


def level_table(study: LevelStudy, key: str) -> TableBlock:
    """Return the error rates of each procedure under each null hypothesis."""
    cells = list(product(range(len(study.nulls)), range(len(study.tests))))
    nulls = [name_cell(study.nulls[null]) for null, _ in cells]
    tests = [name_cell(study.tests[test]) for _, test in cells]
    columns = [
        Filled.left("Null hypothesis", nulls, "which algorithms are equal"),
        Filled.left("Test", tests),
    ]
    for head, rates, limits, explained in (
        (
            "Family-wise",
            study.familywise,
            study.familywise_interval,
            "share of tables with a significant difference between equal algorithms",
        ),
        (
            "Per comparison",
            study.per_comparison,
            study.per_comparison_interval,
            "share of false decisions among all decisions about equal algorithms",
        ),
    ):
        columns.append(Filled.right(head, rate_cells(cells, rates), explained))
        for end, values in zip(("from", "to"), limits, strict=True):
            limit_cells = rate_cells(cells, values)
            columns.append(
                Filled.right(end, limit_cells, "limit of Wilson's 95% interval")
            )
    above = []
    for cell in cells:
        above.append(text_cell("yes" if study.exceeds[cell] else "no"))
    columns.append(Filled.left("Above α", above, _ABOVE))
    if study.k > 2:
        columns.append(_omnibus_column(study, [(null,) for null, _ in cells]))
    return table_of(
        key,
        f"Error rates of tests of {study.k} algorithms on {study.n} data sets, α = "
        f"{format_alpha(study.alpha)} (seed {study.seed}).",
        columns,
        level_sentences(study)[1:],
    )


def _omnibus_column(study: LevelStudy, cells: list[tuple[int]]) -> Filled:
    """Return the column of the rejections of the omnibus test."""
    rates = study.omnibus_rejections / study.repeats
    explained = (
        f"share of tables in which the {study.omnibus} test rejects; these are errors "
        "if all algorithms are equal"
    )
    return Filled.right("Omnibus", rate_cells(cells, rates), explained)
