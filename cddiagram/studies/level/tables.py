"""The table with the results of a study of error rates."""

from __future__ import annotations

from itertools import product

from cddiagram._util import FloatArray
from cddiagram.document import (
    Cell,
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

_FAMILYWISE = (
    "proportion of tables with a significant difference between algorithms that perform "
    "equally"
)
_PER_COMPARISON = (
    "proportion of false decisions among all decisions about algorithms that perform "
    "equally"
)
_EXCEEDS = (
    "whether the family-wise error rate exceeds α by more than three standard errors of "
    "the simulation"
)


def level_table(study: LevelStudy, key: str) -> TableBlock:
    """Return a table of the error rates of each procedure under each hypothesis."""
    indices = list(product(range(len(study.nulls)), range(len(study.tests))))
    nulls, tests, exceeds = [], [], []
    for index in indices:
        null, test = index
        nulls.append(name_cell(study.nulls[null]))
        tests.append(name_cell(study.tests[test]))
        exceeds.append(_yes_or_no_cell(bool(study.exceeds[index])))
    familywise = Filled.right(
        "Family-wise", rate_cells(indices, study.familywise), _FAMILYWISE
    )
    per_comparison = Filled.right(
        "Per comparison", rate_cells(indices, study.per_comparison), _PER_COMPARISON
    )
    columns = [
        Filled.left("Null hypothesis", nulls, "which algorithms perform equally"),
        Filled.left("Test", tests),
        familywise,
        *_limit_columns(indices, study.familywise_interval),
        per_comparison,
        *_limit_columns(indices, study.per_comparison_interval),
        Filled.left("Above α", exceeds, _EXCEEDS),
    ]
    if study.k > 2:
        columns.append(_omnibus_column(study, indices))
    alpha = format_alpha(study.alpha)
    caption = (
        f"Error rates of tests that compare {study.k} algorithms on {study.n} data sets, "
        f"α = {alpha} (seed {study.seed})."
    )
    return table_of(key, caption, columns, level_sentences(study)[1:])


def _yes_or_no_cell(answer: bool) -> Cell:
    """Return a cell that contains "yes" or "no"."""
    if answer:
        return text_cell("yes")
    return text_cell("no")


def _limit_columns(
    indices: list[tuple[int, int]], limits: tuple[FloatArray, FloatArray]
) -> list[Filled]:
    """Return the columns that contain the limits of the intervals."""
    columns = []
    heads = (("from", "lower"), ("to", "upper"))
    for (head, end), rates in zip(heads, limits, strict=True):
        explanation = f"{end} limit of Wilson's 95% interval"
        columns.append(Filled.right(head, rate_cells(indices, rates), explanation))
    return columns


def _omnibus_column(study: LevelStudy, indices: list[tuple[int, int]]) -> Filled:
    """Return the column with the rejection rate of the omnibus test."""
    nulls = [(null,) for null, _ in indices]
    rates = study.omnibus_rejections / study.repeats
    explanation = (
        f"proportion of tables in which the {study.omnibus} test rejects; these are "
        "errors if all algorithms perform equally"
    )
    return Filled.right("Omnibus", rate_cells(nulls, rates), explanation)
