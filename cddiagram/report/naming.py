"""The printed names and the highlighting of algorithms throughout a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, ClassVar, TypeVar

from cddiagram.document import Block, TableBlock
from cddiagram.sheet import Look, display_names
from cddiagram.text import Name, Phrase, UsageError, choose_from

_T = TypeVar("_T")
#: The prefix of the policy that replaces missing scores with the scores of a baseline
#: algorithm.
_LIKE = "like:"


@dataclass(frozen=True)
class Naming:
    """The report options that refer to algorithms by their names in the scores."""

    #: The figure options whose values contain names of algorithms.
    OF_FIGURES: ClassVar = ("rename", "highlight", "colors", "families")

    options: Mapping[str, Any]

    @classmethod
    def combined(
        cls, look: Look | None, options: Mapping[str, Any], known: Sequence[str]
    ) -> Naming:
        """Combine the options in a look with other options, which take precedence.

        Raises
        ------
        UsageError
            If an option contains a name that is not in `known`.
        """
        values: dict[str, Any] = {}
        if look is not None:
            values = {option: getattr(look, option) for option in cls.OF_FIGURES}
        for option, value in options.items():
            if value is not None:
                values[option] = value
        if isinstance(values.get("highlight"), str):
            values["highlight"] = [values["highlight"]]
        families = (values.get("families") or {}).values()
        for option, value in values.items():
            if value is None or isinstance(value, str):
                continue
            for name in value:
                is_family = option == "colors" and name in families
                if name not in known and not is_family:
                    raise UsageError(choose_from(f"algorithm in {option}", name, known))
        return cls({option: value for option, value in values.items() if value})

    def of(self, algorithms: Sequence[str]) -> dict[str, Any]:
        """Return the options for figures that contain only these algorithms.

        Names that occur only in other comparisons of the report are omitted.
        """
        names = {*algorithms, *(self.options.get("families") or {}).values()}
        options: dict[str, Any] = {}
        for option, value in self.options.items():
            part = value
            if isinstance(value, Mapping):
                part = {name: item for name, item in value.items() if name in names}
            elif not isinstance(value, str):
                part = [name for name in value if name in names]
            if part:
                options[option] = part
        return options

    def renamed(self, result: _T) -> _T:
        """Return a copy of a result with the printed names of the algorithms."""
        algorithms: Sequence[str] = result.algorithms  # type: ignore[attr-defined]
        names = self.of(algorithms).get("rename")
        if not names:
            return result
        printed = dict(zip(algorithms, display_names(names, algorithms), strict=True))
        return _renamed(result, {name: printed[name] for name in names})

    def highlighted(self, blocks: Iterable[Block]) -> tuple[Block, ...]:
        """Highlight the names of algorithms in the row and column headers of tables."""
        names = self.options.get("rename") or {}
        highlight = self.options.get("highlight") or ()
        printed = frozenset(names.get(name, name) for name in highlight)
        if not printed:
            return tuple(blocks)
        results: list[Block] = []
        for block in blocks:
            if isinstance(block, TableBlock):
                block = _highlighted(block, printed)
            results.append(block)
        return tuple(results)


def _renamed(value: _T, names: Mapping[str, str]) -> _T:
    """Return a copy of a result, or of part of a result, with renamed algorithms.

    The names of data sets are not changed.
    """
    if isinstance(value, Phrase):
        return _renamed_phrase(value, names)  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(_renamed(part, names) for part in value)  # type: ignore[return-value]
    if not is_dataclass(value):
        return value
    changes: dict[str, Any] = {}
    for field in fields(value):
        name, member = field.name, getattr(value, field.name)
        if name == "algorithms":
            changes[name] = _renamed_names(member, names)
        elif name == "without_common":
            changes[name] = tuple(_renamed_names(pair, names) for pair in member)
        elif name == "control":
            changes[name] = names.get(member, member)
        elif name == "missing" and isinstance(member, str) and member.startswith(_LIKE):
            baseline = member.removeprefix(_LIKE)
            changes[name] = f"{_LIKE}{names.get(baseline, baseline)}"
        elif is_dataclass(member) or name in ("omnibus", "notes"):
            changes[name] = _renamed(member, names)
    return replace(value, **changes)  # type: ignore[type-var]


def _renamed_phrase(text: Phrase, names: Mapping[str, str]) -> Phrase:
    words = []
    for word in text.words:
        if isinstance(word, Name):
            word = Name(names.get(word, word))
        words.append(word)
    return Phrase(*words)


def _renamed_names(
    algorithms: Iterable[str], names: Mapping[str, str]
) -> tuple[str, ...]:
    return tuple(names.get(name, name) for name in algorithms)


def _highlighted(table: TableBlock, names: frozenset[str]) -> TableBlock:
    """Highlight these names in the row and column headers of a table."""
    columns = []
    for column in table.columns:
        is_chosen = isinstance(column.head, Name) and column.head in names
        columns.append(replace(column, set_off=is_chosen))
    rows = []
    for row in table.rows:
        cells = []
        for cell in row:
            is_chosen = cell.role in ("name", "control") and cell.text in names
            cells.append(replace(cell, set_off=is_chosen))
        rows.append(tuple(cells))
    return replace(table, columns=tuple(columns), rows=tuple(rows))
