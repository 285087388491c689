"""The tables of a study of power."""

from __future__ import annotations

from itertools import product

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
    """Return the power of each test at each bias, and the replicability of its
    results.
    """
    cells = list(product(*map(range, study.rejections.shape)))
    low, high = study.interval()
    adjusted = "adjusted " if max(study.hypotheses) > 1 else ""
    first = [name_cell(study.pairs[pair][0]) for pair, _, _ in cells]
    second = [name_cell(study.pairs[pair][1]) for pair, _, _ in cells]
    biases = [_bias_cell(study.biases[bias]) for _, bias, _ in cells]
    tests = [text_cell(study.tests[test]) for _, _, test in cells]
    rejected = [count_cell(int(study.rejections[cell])) for cell in cells]
    columns = [
        Filled.left("First", first),
        Filled.left("Second", second),
        Filled.right("Bias", biases),
        Filled.left("Test", tests),
        Filled.right(
            "Rejected", rejected, "number of samples in which the test rejects"
        ),
    ]
    limit = "limit of Wilson's 95% interval of the power"
    rates = [
        ("Power", study.power, "share of samples in which the test rejects"),
        ("from", low, f"lower {limit}"),
        ("to", high, f"upper {limit}"),
        ("Mean p", study.mean_pvalue, f"mean {adjusted}p-value over the samples"),
        ("R(e)", study.replicability_e, "replicability of the decision"),
        ("R(p)", study.replicability_p, "replicability of the p-value"),
    ]
    if adjusted:
        rates += [
            (
                "Rejected in family",
                study.family_rejections,
                "mean number of rejected hypotheses per sample",
            ),
            (
                "Mean p of family",
                study.family_mean_pvalue,
                "mean adjusted p-value of the family",
            ),
        ]
    for head, values, explained in rates:
        columns.append(Filled.right(head, rate_cells(cells, values), explained))
    return table_of(
        key,
        f"Power and replicability, estimated from {format_count(study.repeats)} samples "
        f"of {study.size} data sets for each bias (seed {study.seed}, α = "
        f"{format_alpha(study.alpha)}).",
        columns,
        power_sentences(study)[-2:],
    )


def _bias_cell(bias: float) -> Cell:
    """Make the cell of a bias."""
    return Cell(text=f"{bias:g}", value=bias)


def power_pairs_table(study: PowerStudy, key: str) -> TableBlock:
    """Return all pairs as a matrix for each test, like D06 Table 7: rejections above
    the diagonal, p-values below.
    """
    names, k = study.algorithms, len(study.algorithms)
    numbers = {frozenset(pair): number for number, pair in enumerate(study.pairs)}
    if study.group != "pair" or len(numbers) < k * (k - 1) // 2:
        raise UsageError(
            "the table of all pairs requires a study of every single pair. Omit ",
            Option("pair"),
            " and ",
            Option("group"),
            ".",
        )
    rows = list(product(range(len(study.biases)), range(len(study.tests)), range(k)))

    def cell(bias: int, test: int, i: int, j: int) -> Cell:
        if i == j:
            return NOTHING
        place = numbers[frozenset((names[i], names[j]))], bias, test
        if i < j:
            first = format_count(int(study.rejections[place]))
            second = _two_decimals(study.replicability_e[place])
        else:
            first = _two_decimals(study.mean_pvalue[place])
            second = _two_decimals(study.replicability_p[place])
        return text_cell(f"{first}/{second}")

    columns = [
        Filled.right("Bias", [_bias_cell(study.biases[bias]) for bias, _, _ in rows]),
        Filled.left("Test", [text_cell(study.tests[test]) for _, test, _ in rows]),
        Filled.left("Algorithm", [name_cell(names[i]) for _, _, i in rows]),
    ]
    for j, name in enumerate(names):
        columns.append(Filled.right(Name(name), [cell(*row, j) for row in rows]))
    return table_of(
        key,
        f"Tests of all pairs: {format_count(study.repeats)} samples of {study.size} "
        f"data sets for each bias (seed {study.seed}). Cells above the diagonal contain "
        "the number of samples in which the pair is significantly different "
        f"(α = {format_alpha(study.alpha)}) and R(e). Cells below the diagonal contain "
        "the mean p-value and R(p).",
        columns,
        ("The samples of a pair favour the algorithm with the better mean.",),
    )


def _two_decimals(value: float) -> str:
    """Print p and R with two decimals as D06 does, but never round to 0 or 1."""
    text = f"{value:.2f}"
    if text == "1.00" and value < 1:
        return ">0.99"
    return "<0.01" if text == "0.00" and value > 0 else text
