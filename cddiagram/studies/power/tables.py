"""The tables of a study of power."""

from __future__ import annotations

from cddiagram.document import (
    NOTHING,
    Cell,
    Filled,
    TableBlock,
    count_cell,
    name_cell,
    table_of,
    text_cell,
)
from cddiagram.studies.power.study import PowerStudy
from cddiagram.studies.power.words import power_sentences
from cddiagram.studies.tables import rate_cells
from cddiagram.text import Name, Option, UsageError
from cddiagram.words import format_alpha, format_count


def power_table(study: PowerStudy, key: str) -> TableBlock:
    """Return how often each test rejects at each bias, and how alike its results
    are.
    """
    cells = [
        (p, b, t)
        for p in range(len(study.pairs))
        for b in range(len(study.biases))
        for t in range(len(study.tests))
    ]
    low, high = study.interval()
    adjusted = "adjusted " if max(study.hypotheses) > 1 else ""
    mean_of_samples = f"mean {adjusted}p-value over the samples"

    columns = [
        Filled.left("First", [name_cell(study.pairs[p][0]) for p, _, _ in cells]),
        Filled.left("Second", [name_cell(study.pairs[p][1]) for p, _, _ in cells]),
        Filled.right(
            "Bias",
            [
                Cell(text=f"{study.biases[b]:g}", value=study.biases[b])
                for _, b, _ in cells
            ],
        ),
        Filled.left("Test", [text_cell(study.tests[t]) for _, _, t in cells]),
        Filled.right(
            "Rejected",
            [count_cell(int(study.rejections[cell])) for cell in cells],
            "number of samples in which the test rejects",
        ),
        Filled.right(
            "Power",
            rate_cells(cells, study.power),
            "share of samples in which the test rejects",
        ),
        Filled.right(
            "from",
            rate_cells(cells, low),
            "lower limit of Wilson's 95% interval of the power",
        ),
        Filled.right(
            "to",
            rate_cells(cells, high),
            "upper limit of Wilson's 95% interval of the power",
        ),
        Filled.right(
            "Mean p",
            rate_cells(cells, study.mean_pvalue),
            mean_of_samples,
        ),
        Filled.right(
            "R(e)",
            rate_cells(cells, study.replicability_e),
            "replicability of the decision",
        ),
        Filled.right(
            "R(p)",
            rate_cells(cells, study.replicability_p),
            "replicability of the p-value",
        ),
    ]
    if max(study.hypotheses) > 1:
        rejected, mean = (
            rate_cells(cells, values)
            for values in (study.family_rejections, study.family_mean_pvalue)
        )
        columns.append(
            Filled.right(
                "Rejected in family",
                rejected,
                "mean number of rejected hypotheses per sample",
            )
        )
        columns.append(
            Filled.right(
                "Mean p of family", mean, "mean adjusted p-value of the family"
            )
        )
    return table_of(
        key,
        f"Power and replicability, estimated from {format_count(study.repeats)} samples "
        f"of {study.size} data sets for each bias (seed {study.seed}, α = "
        f"{format_alpha(study.alpha)}).",
        columns,
        power_sentences(study)[-2:],
    )


def power_pairs_table(study: PowerStudy, key: str) -> TableBlock:
    """Return all pairs as a matrix for each test, like D06 Table 7: rejections above
    the diagonal, p-values below.
    """
    names, k = study.algorithms, len(study.algorithms)
    place = {frozenset(pair): number for number, pair in enumerate(study.pairs)}
    if study.group != "pair" or len(place) < k * (k - 1) // 2:
        raise UsageError(
            "the table of all pairs requires a study of every single pair. Omit ",
            Option("pair"),
            " and ",
            Option("group"),
            ".",
        )
    rows = [
        (b, t, i)
        for b in range(len(study.biases))
        for t in range(len(study.tests))
        for i in range(k)
    ]

    def cell(b: int, t: int, i: int, j: int) -> Cell:
        if i == j:
            return NOTHING
        at = place[frozenset((names[i], names[j]))], b, t
        if i < j:
            return text_cell(
                f"{format_count(int(study.rejections[at]))}/{_two(study.replicability_e[at])}"
            )
        return text_cell(
            f"{_two(study.mean_pvalue[at])}/{_two(study.replicability_p[at])}"
        )

    return table_of(
        key,
        f"Tests of all pairs: {format_count(study.repeats)} samples of {study.size} "
        f"data sets for each bias (seed {study.seed}). Cells above the diagonal contain "
        "the number of samples in which the pair is significantly different "
        f"(α = {format_alpha(study.alpha)}) and R(e). Cells below the diagonal contain "
        "the mean p-value and R(p).",
        [
            Filled.right(
                "Bias",
                [
                    Cell(text=f"{study.biases[b]:g}", value=study.biases[b])
                    for b, _, _ in rows
                ],
            ),
            Filled.left("Test", [text_cell(study.tests[t]) for _, t, _ in rows]),
            Filled.left("Algorithm", [name_cell(names[i]) for _, _, i in rows]),
            *(
                Filled.right(Name(name), [cell(b, t, i, j) for b, t, i in rows])
                for j, name in enumerate(names)
            ),
        ],
        ("The samples of a pair favour the algorithm with the better mean.",),
    )


def _two(value: float) -> str:
    """Print p and R with two decimals as D06 does; a number under 1 never as 1, over 0
    never as 0.
    """
    text = f"{value:.2f}"
    if text == "1.00" and value < 1:
        return ">0.99"
    return "<0.01" if text == "0.00" and value > 0 else text
