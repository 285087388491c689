"""The table of a study of the number of data sets."""

from __future__ import annotations

from cddiagram.document import Filled, TableBlock, count_cell, name_cell, table_of
from cddiagram.studies.datasets.study import DatasetsStudy
from cddiagram.studies.datasets.words import sampling_sentences
from cddiagram.studies.tables import rate_cells
from cddiagram.words import format_alpha


def datasets_table(study: DatasetsStudy, key: str) -> TableBlock:
    """Return the power of the tests of each pair by number of data sets."""
    low, high = study.power_interval
    sizes, pairs = len(study.sizes), len(study.pairs)
    cells = [(size, pair) for pair in range(pairs) for size in range(sizes)]
    first = [name_cell(study.pairs[pair][0], study.control) for _, pair in cells]
    second = [name_cell(study.pairs[pair][1]) for _, pair in cells]
    counts = [count_cell(study.sizes[size]) for size, _ in cells]
    columns = [
        Filled.left("First", first),
        Filled.left("Second", second),
        Filled.right("Data sets", counts),
    ]
    for head, rates, explained in (
        ("Power", study.power, "share of tables with a significant difference"),
        ("from", low, "lower limit of Wilson's 95% interval"),
        ("to", high, "upper limit of Wilson's 95% interval"),
    ):
        columns.append(Filled.right(head, rate_cells(cells, rates), explained))
    return table_of(
        key,
        f"Power by number of data sets ({study.test}, α = {format_alpha(study.alpha)}, "
        f"seed {study.seed}).",
        columns,
        sampling_sentences(study),
    )
