"""The forms in which pandas writes a frame as JSON or as a dict, brought to records or
columns.

`DataFrame.to_json` and `DataFrame.to_dict` write the numbers of rows (0, 1, 2, ...) as
if they were names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def without_row_numbers(content: Any) -> Any:
    """Return records or columns in place of what pandas writes with the numbers of its
    rows; anything else as it is.
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
    """Return whether labels are the numbers that pandas gives to two or more rows
    without names.
    """
    texts = list(map(str, labels))
    return len(texts) > 1 and texts == list(map(str, range(len(texts))))


def _without_index(records: list[Any]) -> list[Any]:
    """Take the row numbers out of the records of ``to_json(orient="table")``."""
    if not all(isinstance(record, Mapping) and "index" in record for record in records):
        return records
    if not _count_rows(record["index"] for record in records):
        return records
    return [
        {name: value for name, value in record.items() if name != "index"}
        for record in records
    ]


def _of_split(content: Mapping[str, Any]) -> Any:
    """Return the columns of ``orient="split"``; rows with names are nested by algorithm
    and data set.
    """
    names, labels, rows = content["columns"], content["index"], content["data"]
    if not all(isinstance(part, list) for part in [names, labels, rows]):
        return content
    if not all(isinstance(row, list | tuple) for row in rows):
        return content
    if any(isinstance(title, list | tuple) for title in [*names, *labels]) or any(
        len(row) != len(names) for row in rows
    ):
        return content
    columns = {name: [row[at] for row in rows] for at, name in enumerate(names)}
    if len(columns) < len(names) or _count_rows(labels):
        return columns
    if len(set(labels)) < len(labels):
        return content
    return {
        name: dict(zip(labels, cells, strict=True)) for name, cells in columns.items()
    }
