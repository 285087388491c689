"""The table of a study of the number of data sets."""

from __future__ import annotations

from cddiagram.document import Filled, TableBlock, count_cell, name_cell, table_of
from cddiagram.studies.datasets.study import DatasetsStudy
from cddiagram.studies.datasets.words import sampling_sentences
from cddiagram.studies.tables import rate_cells
from cddiagram.words import format_alpha


def datasets_table(study: DatasetsStudy, key: str) -> TableBlock:
    """Return how often each pair is significantly different on so many data sets."""
    cells = [
        (size, pair)
        for pair in range(len(study.pairs))
        for size in range(len(study.sizes))
    ]
    low, high = study.power_interval
    return table_of(
        key,
        f"Power by number of data sets ({study.test}, α = {format_alpha(study.alpha)}, "
        f"seed {study.seed}).",
        (
            Filled.left(
                "First",
                [name_cell(study.pairs[pair][0], study.control) for _, pair in cells],
            ),
            Filled.left(
                "Second", [name_cell(study.pairs[pair][1]) for _, pair in cells]
            ),
            Filled.right(
                "Data sets", [count_cell(study.sizes[size]) for size, _ in cells]
            ),
            Filled.right(
                "Power",
                rate_cells(cells, study.power),
                "share of tables with a significant difference",
            ),
            Filled.right(
                "from", rate_cells(cells, low), "lower limit of Wilson's 95% interval"
            ),
            Filled.right(
                "to", rate_cells(cells, high), "upper limit of Wilson's 95% interval"
            ),
        ),
        sampling_sentences(study),
    )
