"""Tables of the attributes of results, for display in notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import combinations
from typing import Any

import numpy as np

from cddiagram._util import shown
from cddiagram.document import (
    Cell,
    Filled,
    TableBlock,
    count_cell,
    decimals_for,
    facts_table,
    full_p_cell,
    number_cell,
    score_cell,
    table_of,
    text_cell,
)
from cddiagram.stats import rank_order
from cddiagram.text import Name
from cddiagram.words import NO_ERROR_RATES, equivalence_sentences, format_probability

#: Maps each class of results to the arrays in its table. These arrays are indexed by
#: algorithms or by pairs of algorithms.
_ARRAYS: Mapping[str, Sequence[str]] = {
    "Ranking": ("average_ranks", "means"),
    "Assumptions": ("means", "deviations"),
    "PairwiseResult": (
        "statistic",
        "pvalue",
        "pvalue_adjusted",
        "pvalue_adjusted_lower",
        "method",
    ),
    "Effects": (
        *(
            "mean_difference",
            "median_difference",
            "hodges_lehmann",
            "interval_low",
            "interval_high",
        ),
        *("wins", "ties", "losses", "rank_biserial", "better"),
    ),
}
_PLAIN = str | float | int
_YES_OR_NO = {True: "yes", False: "no"}
#: The headers of the columns that contain names of algorithms.
NAMES = ("algorithm", "other", "than")


def fields_table(result: Any, key: str) -> TableBlock:
    """Return a table with a row for each algorithm or pair.

    Other attributes are listed in the caption. If a result does not contain arrays of
    algorithms or pairs, each row contains one attribute.
    """
    kind = type(result).__name__
    rows = _rows(result, kind)
    members = [field.name for field in fields(result) if field.repr]
    values = {name: getattr(result, name) for name in members}
    if not rows:
        return facts_table(key, f"{kind}.", _facts(values), ("field", "value"))
    columns = []
    for head in rows[0]:
        columns.append(_column(head, [row[head] for row in rows]))
    notes: tuple[str, ...] = ()
    if kind == "Equivalence":
        notes = equivalence_sentences(result)
    elif kind == "Posterior":
        notes = (NO_ERROR_RATES,)
    return table_of(key, _caption(kind, values), columns, notes)


def _facts(values: Mapping[str, Any]) -> dict[str, Cell]:
    """Return the cells of all attributes that are not empty."""
    facts = {}
    for name, value in values.items():
        is_empty = isinstance(value, tuple | Mapping) and not value
        if value is None or is_empty:
            continue
        if isinstance(value, _PLAIN):
            facts[name] = Cell(text=_text(value), value=value)
        else:
            facts[name] = Cell(text=_text(value))
    return facts


def _caption(kind: str, values: Mapping[str, Any]) -> str:
    """Return the kind of a result with the values that are not arrays."""
    texts = []
    for name, value in values.items():
        if isinstance(value, _PLAIN):
            texts.append(f"{name} = {_text(value)}")
    if not texts:
        return f"{kind}."
    return f"{kind}: {', '.join(texts)}."


def _column(head: str, values: Sequence[Any]) -> Filled:
    if head in NAMES:
        return Filled.left(head, list(map(_name_cell, values)))
    if isinstance(values[0], str | bool):
        return Filled.left(head, _cells(head, values))
    return Filled.right(head, _cells(head, values))


def _name_cell(name: str) -> Cell:
    return Cell(text=Name(name), value=name, role="name")


def _rows(result: Any, kind: str) -> list[dict[str, Any]]:
    """Return a dict for each algorithm, best first, or for each tested pair."""
    if hasattr(result, "pair_rows"):
        rows: list[dict[str, Any]] = result.pair_rows()
        return rows
    arrays = {name: getattr(result, name) for name in _ARRAYS.get(kind, ())}
    arrays = {name: array for name, array in arrays.items() if array is not None}
    if not arrays:
        return []
    if all(array.ndim == 1 for array in arrays.values()):
        return _rows_of_algorithms(result, kind, arrays)
    return _rows_of_pairs(result, kind, arrays)


def _rows_of_algorithms(
    result: Any, kind: str, arrays: Mapping[str, np.ndarray]
) -> list[dict[str, Any]]:
    columns = dict(arrays)
    if kind == "Assumptions":
        order = result.order
        for test in result.normality:
            columns[f"pvalue_{test.name.replace('-', '_')}"] = test.pvalue
    else:
        order = rank_order(result.average_ranks)
    values = {name: column.tolist() for name, column in columns.items()}
    rows = []
    for i in order:
        row = {"algorithm": result.algorithms[i]}
        row |= {name: column[i] for name, column in values.items()}
        rows.append(row)
    return rows


def _rows_of_pairs(
    result: Any, kind: str, arrays: Mapping[str, np.ndarray]
) -> list[dict[str, Any]]:
    names = result.algorithms
    tested = np.ones((len(names), len(names)), dtype=bool)
    if kind != "Effects":
        tested = ~np.isnan(result.pvalue)
    values = {name: array.tolist() for name, array in arrays.items()}
    rows = []
    for i, j in combinations(range(len(names)), 2):
        if tested[i, j]:
            row = {"algorithm": names[i], "other": names[j]}
            row |= {name: matrix[i][j] for name, matrix in values.items()}
            rows.append(row)
    return rows


def ranks_of_datasets(result: Any, key: str) -> TableBlock | None:
    """Return a table of the ranks on each data set.

    The result is None if only average ranks are known.
    """
    if result.ranks is None:
        return None
    columns = [Filled.left("data set", list(map(_name_cell, result.datasets)))]
    for j in rank_order(result.average_ranks):
        cells = [number_cell(rank) for rank in result.ranks[:, j]]
        columns.append(Filled.right(Name(result.algorithms[j]), cells))
    caption = "Ranks within each data set. The algorithms are ordered by average rank, best first."
    return table_of(key, caption, columns)


def _cells(head: str, values: Sequence[Any]) -> list[Cell]:
    if isinstance(values[0], bool):
        return [Cell(text=_YES_OR_NO[value], value=value) for value in values]
    if isinstance(values[0], str):
        return list(map(text_cell, values))
    if isinstance(values[0], int):
        return list(map(count_cell, values))
    if head.startswith("p_"):
        return [Cell(text=format_probability(value), value=value) for value in values]
    if head.startswith("pvalue"):
        return [full_p_cell(value, ()) for value in values]
    decimals = decimals_for(values)
    return [score_cell(value, decimals) for value in values]


def _text(value: Any) -> str:
    """Return short text for a value, such as a kind of result or a list of names."""
    if is_dataclass(value):
        return type(value).__name__
    if isinstance(value, str):
        return value
    if isinstance(value, tuple) and value:
        if is_dataclass(value[0]):
            return ", ".join(map(_text, value))
        if all(isinstance(part, str) for part in value):
            return ", ".join(value)
    if isinstance(value, float):
        return f"{value:.4g}"
    return shown(value)
