"""The table of a study of error rates."""

from __future__ import annotations

from cddiagram.document import Filled, TableBlock, name_cell, table_of, text_cell
from cddiagram.studies.level.study import LevelStudy
from cddiagram.studies.level.words import level_sentences
from cddiagram.studies.tables import rate_cells
from cddiagram.words import format_alpha

_ABOVE = (
    "whether the family-wise error rate exceeds α by more than three standard errors of "
    "the simulation"
)


def level_table(study: LevelStudy, key: str) -> TableBlock:
    """Return how often each procedure errs under each null hypothesis."""
    cells = [
        (null, test)
        for null in range(len(study.nulls))
        for test in range(len(study.tests))
    ]
    omnibus = study.omnibus_rejections / study.repeats
    columns = [
        Filled.left(
            "Null hypothesis",
            [name_cell(study.nulls[null]) for null, _ in cells],
            "which algorithms are equal",
        ),
        Filled.left("Test", [name_cell(study.tests[test]) for _, test in cells]),
    ]
    for head, rates, ends, said in (
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
        columns.append(Filled.right(head, rate_cells(cells, rates), said))
        for end, values in zip(("from", "to"), ends, strict=True):
            columns.append(
                Filled.right(
                    end, rate_cells(cells, values), "limit of Wilson's 95% interval"
                )
            )
    columns.append(
        Filled.left(
            "Above α",
            [text_cell("yes" if study.exceeds[cell] else "no") for cell in cells],
            _ABOVE,
        )
    )
    if study.k > 2:
        said = (
            f"share of tables in which the {study.omnibus} test rejects; these are "
            "errors if all algorithms are equal"
        )
        columns.append(
            Filled.right(
                "Omnibus", rate_cells([(null,) for null, _ in cells], omnibus), said
            )
        )
    return table_of(
        key,
        f"Error rates of tests of {study.k} algorithms on {study.n} data sets, α = "
        f"{format_alpha(study.alpha)} (seed {study.seed}).",
        columns,
        level_sentences(study)[1:],
    )
