"""Conversion of JSON and dicts that pandas writes to records or columns.

`DataFrame.to_json` and `DataFrame.to_dict` write row numbers (0, 1, 2, ...) like names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def without_row_numbers(content: Any) -> Any:
    """Remove the row numbers that pandas writes from records or columns. Return other
    content unchanged.
    """
    if not isinstance(content, Mapping):
        return content
    if {"schema", "data"} == set(content) and isinstance(content["data"], list):
        return _without_index(content["data"])
    if {"columns", "index", "data"} <= set(content):
        return _of_split(content)
    parts = list(content.values())
    if not parts or not all(isinstance(part, Mapping) for part in parts):
        return content
    if _count_rows(content):
        return parts
    if all(map(_count_rows, parts)):
        return {name: list(part.values()) for name, part in content.items()}
    return content


def _count_rows(labels: Iterable[Any]) -> bool:
    """Return whether labels are the numbers that pandas assigns to rows without names.

    At least two rows are required.
    """
    texts = list(map(str, labels))
    return len(texts) > 1 and texts == list(map(str, range(len(texts))))


def _without_index(records: list[Any]) -> list[Any]:
    """Remove the row numbers from the records of ``to_json(orient="table")``."""
    if not all(isinstance(record, Mapping) and "index" in record for record in records):
        return records
    if not _count_rows(record["index"] for record in records):
        return records
    return [_without_member(record, "index") for record in records]


def _without_member(record: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {other: value for other, value in record.items() if other != name}


def _of_split(content: Mapping[str, Any]) -> Any:
    """Return the content of ``orient="split"`` as columns or, if the rows have names,
    as nested scores.
    """
    names, labels, rows = content["columns"], content["index"], content["data"]
    if not all(isinstance(part, list) for part in [names, labels, rows]):
        return content
    if not all(isinstance(row, list | tuple) for row in rows):
        return content
    if any(isinstance(title, list | tuple) for title in [*names, *labels]):
        return content
    if any(len(row) != len(names) for row in rows):
        return content
    columns = {}
    for place, name in enumerate(names):
        columns[name] = [row[place] for row in rows]
    if len(columns) < len(names) or _count_rows(labels):
        return columns
    if len(set(labels)) < len(labels):
        return content
    return {
        name: dict(zip(labels, cells, strict=True)) for name, cells in columns.items()
    }
