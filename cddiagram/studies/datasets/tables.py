"""The table with the results of a study of the number of data sets."""

from __future__ import annotations

from cddiagram.document import Filled, TableBlock, count_cell, name_cell, table_of
from cddiagram.studies.datasets.study import DatasetsStudy
from cddiagram.studies.datasets.words import sampling_sentences
from cddiagram.studies.tables import rate_cells
from cddiagram.words import format_alpha


def datasets_table(study: DatasetsStudy, key: str) -> TableBlock:
    """Return a table of the power for each pair and each number of data sets."""
    low, high = study.power_interval
    indices, first, second, sizes = [], [], [], []
    for pair, (name, other) in enumerate(study.pairs):
        for size, datasets in enumerate(study.sizes):
            indices.append((size, pair))
            first.append(name_cell(name, study.control))
            second.append(name_cell(other))
            sizes.append(count_cell(datasets))
    power = rate_cells(indices, study.power)
    lower = rate_cells(indices, low)
    upper = rate_cells(indices, high)
    limit = "limit of Wilson's 95% interval"
    columns = [
        Filled.left("First", first),
        Filled.left("Second", second),
        Filled.right("Data sets", sizes),
        Filled.right(
            "Power", power, "proportion of tables with a significant difference"
        ),
        Filled.right("from", lower, f"lower {limit}"),
        Filled.right("to", upper, f"upper {limit}"),
    ]
    alpha = format_alpha(study.alpha)
    caption = (
        f"Power as a function of the number of data sets ({study.test}, α = {alpha}, "
        f"seed {study.seed})."
    )
    return table_of(key, caption, columns, sampling_sentences(study))
