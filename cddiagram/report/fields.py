"""The parts of results as tables, under the names that they have in Python: what a
notebook shows of each.
"""

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

#: Class -> what stands in its table: arrays over the algorithms, or over pairs of them.
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
#: What the names of a row are called.
NAMES = ("algorithm", "other", "than")


def fields_table(result: Any, key: str) -> TableBlock:
    """Return the numbers of each algorithm or pair, the rest in the caption; without
    such numbers all fields.
    """
    kind = type(result).__name__
    pairs = getattr(result, "pair_rows", None)
    rows: list[dict[str, Any]] = _rows(result, kind) if pairs is None else pairs()
    known = {
        member.name: getattr(result, member.name)
        for member in fields(result)
        if member.repr
    }
    if not rows:
        told = {
            n: v
            for n, v in known.items()
            if v is not None and not (isinstance(v, tuple | Mapping) and not v)
        }
        facts = {
            n: Cell(text=_said(v), value=v if isinstance(v, _PLAIN) else None)
            for n, v in told.items()
        }
        return facts_table(key, f"{kind}.", facts, ("field", "value"))
    rest = [
        f"{n} = {_said(value)}"
        for n, value in known.items()
        if isinstance(value, _PLAIN)
    ]
    columns = []
    for head in rows[0]:
        values = [row[head] for row in rows]
        if head in NAMES:
            columns.append(
                Filled.left(
                    head,
                    [
                        Cell(text=Name(value), value=value, role="name")
                        for value in values
                    ],
                )
            )
        else:
            put = Filled.left if isinstance(values[0], str | bool) else Filled.right
            columns.append(put(head, _cells(head, values)))
    said = (
        equivalence_sentences(result)
        if kind == "Equivalence"
        else (NO_ERROR_RATES,)
        if kind == "Posterior"
        else ()
    )
    return table_of(
        key, f"{kind}: {', '.join(rest)}." if rest else f"{kind}.", columns, said
    )


def _rows(result: Any, kind: str) -> list[dict[str, Any]]:
    """Return a record for each algorithm, the best first, or for each pair that was
    tested, in their order.
    """
    arrays = {
        name: found
        for name in _ARRAYS.get(kind, ())
        if (found := getattr(result, name)) is not None
    }
    if not arrays:
        return []
    names, order = result.algorithms, tuple(range(len(result.algorithms)))
    if all(array.ndim == 1 for array in arrays.values()):
        if kind == "Assumptions":
            arrays |= {
                f"pvalue_{test.name.replace('-', '_')}": test.pvalue
                for test in result.normality
            }
        order = (
            result.order if kind == "Assumptions" else rank_order(result.average_ranks)
        )
        values = {n: array.tolist() for n, array in arrays.items()}
        return [
            {"algorithm": names[i]} | {n: column[i] for n, column in values.items()}
            for i in order
        ]
    tested = (
        np.ones((len(names),) * 2, dtype=bool)
        if kind == "Effects"
        else ~np.isnan(result.pvalue)
    )
    values = {n: array.tolist() for n, array in arrays.items()}
    return [
        {"algorithm": names[i], "other": names[j]}
        | {n: rows[i][j] for n, rows in values.items()}
        for i, j in combinations(order, 2)
        if tested[i, j]
    ]


def ranks_of_datasets(result: Any, key: str) -> TableBlock | None:
    """Return the ranks on each data set; None where only the averages are known."""
    if result.ranks is None:
        return None
    columns = [
        Filled.left(
            "data set",
            [
                Cell(text=Name(name), value=name, role="name")
                for name in result.datasets
            ],
        )
    ]
    for j in rank_order(result.average_ranks):
        columns.append(
            Filled.right(
                Name(result.algorithms[j]),
                [number_cell(rank) for rank in result.ranks[:, j]],
            )
        )
    return table_of(
        key, "Ranks within each data set, best average rank first.", columns
    )


def _cells(head: str, values: Sequence[Any]) -> list[Cell]:
    if isinstance(values[0], bool):
        return [Cell(text="yes" if value else "no", value=value) for value in values]
    if isinstance(values[0], str):
        return list(map(text_cell, values))
    if isinstance(values[0], int):
        return list(map(count_cell, values))
    if head.startswith("p_"):
        return [Cell(text=format_probability(value), value=value) for value in values]
    decimals = decimals_for(values)
    p = head.startswith("pvalue")
    return [
        full_p_cell(value, ()) if p else score_cell(value, decimals) for value in values
    ]


def _said(value: Any) -> str:
    """Say a value in a few words: of results their kinds, of several names all."""
    if is_dataclass(value):
        return type(value).__name__
    if isinstance(value, tuple) and value and is_dataclass(value[0]):
        return ", ".join(map(_said, value))
    if (
        isinstance(value, tuple)
        and value
        and all(isinstance(part, str) for part in value)
    ):
        return ", ".join(value)
    return (
        str(value)
        if isinstance(value, str)
        else f"{value:.4g}"
        if isinstance(value, float)
        else shown(value)
    )
