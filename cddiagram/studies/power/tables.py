"""The tables with the results of a study of power."""

from __future__ import annotations

from itertools import product

from cddiagram._util import FloatArray
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
    """Return a table of the power and the replicability of each test at each bias."""
    indices = list(product(*map(range, study.rejections.shape)))
    first, second, biases, tests, rejections = [], [], [], [], []
    for index in indices:
        pair, bias, test = index
        favoured, other = study.pairs[pair]
        first.append(name_cell(favoured))
        second.append(name_cell(other))
        biases.append(_bias_cell(study.biases[bias]))
        tests.append(text_cell(study.tests[test]))
        rejections.append(count_cell(int(study.rejections[index])))
    columns = [
        Filled.left("First", first),
        Filled.left("Second", second),
        Filled.right("Bias", biases),
        Filled.left("Test", tests),
        Filled.right("Rejected", rejections, _REJECTED),
    ]
    for head, values, explanation in _rates(study):
        columns.append(Filled.right(head, rate_cells(indices, values), explanation))
    caption = f"Power and replicability, estimated from {_samples_words(study)}."
    return table_of(key, caption, columns, power_sentences(study)[-2:])


_REJECTED = "number of samples in which the test rejects"


def _rates(study: PowerStudy) -> list[tuple[str, FloatArray, str]]:
    """Return the header, the values and the explanation of each column of estimates."""
    low, high = study.interval()
    limit = "limit of Wilson's 95% interval for the power"
    mean_of_pair = "mean p-value over the samples"
    has_family = max(study.hypotheses) > 1
    if has_family:
        mean_of_pair = "mean adjusted p-value over the samples"
    rates = [
        ("Power", study.power, "proportion of samples in which the test rejects"),
        ("from", low, f"lower {limit}"),
        ("to", high, f"upper {limit}"),
        ("Mean p", study.mean_pvalue, mean_of_pair),
        ("R(e)", study.replicability_e, "replicability of the decision"),
        ("R(p)", study.replicability_p, "replicability of the p-value"),
    ]
    if has_family:
        rejections = "mean number of rejected hypotheses per sample"
        mean_of_family = "mean adjusted p-value of the family"
        rates.append(("Rejected in family", study.family_rejections, rejections))
        rates.append(("Mean p of family", study.family_mean_pvalue, mean_of_family))
    return rates


def _samples_words(study: PowerStudy) -> str:
    """Describe the samples, including the seed and the level."""
    repeats, alpha = format_count(study.repeats), format_alpha(study.alpha)
    return (
        f"{repeats} samples of {study.size} data sets for each bias (seed {study.seed}, "
        f"α = {alpha})"
    )


def _bias_cell(bias: float) -> Cell:
    """Return the table cell for a bias."""
    return Cell(text=f"{bias:g}", value=bias)


def power_pairs_table(study: PowerStudy, key: str) -> TableBlock:
    """Return a matrix of all pairs for each test, as in Demšar (2006, Table 7).

    Rejections are above the diagonal, and p-values are below it.
    """
    names = study.algorithms
    k = len(names)
    if study.group != "pair" or len(study.pairs) < k * (k - 1) // 2:
        raise UsageError(
            "the table of all pairs requires a study of all pairs. Omit the options ",
            Option("pair"),
            " and ",
            Option("group"),
            ".",
        )
    matrices = list(product(range(len(study.biases)), range(len(study.tests))))
    biases, tests, rows = [], [], []
    for bias, test in matrices:
        biases += [_bias_cell(study.biases[bias])] * k
        tests += [text_cell(study.tests[test])] * k
        rows += [name_cell(name) for name in names]
    columns = [
        Filled.right("Bias", biases),
        Filled.left("Test", tests),
        Filled.left("Algorithm", rows),
    ]
    for column, name in enumerate(names):
        cells = []
        for bias, test in matrices:
            for row in range(k):
                cells.append(_matrix_cell(study, bias, test, row, column))
        columns.append(Filled.right(Name(name), cells))
    caption = (
        f"Tests for all pairs: {_samples_words(study)}. Cells above the diagonal contain "
        "the number of samples in which the two algorithms differ significantly, "
        "followed by R(e). Cells below the diagonal contain the mean p-value, followed "
        "by R(p)."
    )
    note = "The samples for a pair favour the algorithm with the better mean score."
    return table_of(key, caption, columns, (note,))


def _matrix_cell(
    study: PowerStudy, bias: int, test: int, row: int, column: int
) -> Cell:
    """Return the cell for the algorithms in a row and a column."""
    if row == column:
        return NOTHING
    names = study.algorithms
    numbers = {frozenset(pair): number for number, pair in enumerate(study.pairs)}
    index = numbers[frozenset((names[row], names[column]))], bias, test
    if row < column:
        rejections = format_count(int(study.rejections[index]))
        replicability = _two_decimals(study.replicability_e[index])
        return text_cell(f"{rejections}/{replicability}")
    mean = _two_decimals(study.mean_pvalue[index])
    replicability = _two_decimals(study.replicability_p[index])
    return text_cell(f"{mean}/{replicability}")


def _two_decimals(value: float) -> str:
    """Format p or R with two decimals, as in Demšar (2006).

    Values are never rounded to 0 or 1.
    """
    text = f"{value:.2f}"
    if text == "1.00" and value < 1:
        return ">0.99"
    if text == "0.00" and value > 0:
        return "<0.01"
    return text
