"""What a report calls its algorithms, and which of them it sets off: everywhere, not in
its figures alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, ClassVar, TypeVar

from cddiagram.document import Block, TableBlock
from cddiagram.sheet import Look, display_names
from cddiagram.text import Name, Phrase, UsageError, choose_from

_T = TypeVar("_T")
#: Missing scores are those of this baseline.
_LIKE = "like:"


@dataclass(frozen=True)
class Naming:
    """The options of a report that speak of algorithms, by the names that its subjects
    have.
    """

    #: The options of figures that speak of algorithms.
    OF_FIGURES: ClassVar = ("rename", "highlight", "colors", "families")

    options: Mapping[str, Any]

    @classmethod
    def told_by(
        cls, look: Look | None, options: Mapping[str, Any], known: Sequence[str]
    ) -> Naming:
        """Take what a look says of algorithms, and the options beside it; refuse the name
        of none of those `known`.
        """
        found = (
            {}
            if look is None
            else {name: getattr(look, name) for name in cls.OF_FIGURES}
        )
        found |= {name: value for name, value in options.items() if value is not None}
        if isinstance(found.get("highlight"), str):
            found["highlight"] = [found["highlight"]]
        families = (found.get("families") or {}).values()
        for option, value in found.items():
            for name in () if value is None or isinstance(value, str) else value:
                if name not in known and not (option == "colors" and name in families):
                    raise UsageError(choose_from(f"algorithm in {option}", name, known))
        return cls({name: value for name, value in found.items() if value})

    def of(self, algorithms: Sequence[str]) -> dict[str, Any]:
        """Keep what speaks of these algorithms, for their figures: several comparisons
        need not have the same.
        """
        known = {*algorithms, *(self.options.get("families") or {}).values()}
        kept: dict[str, Any] = {}
        for option, value in self.options.items():
            if isinstance(value, Mapping):
                kept[option] = {
                    name: said for name, said in value.items() if name in known
                }
            else:
                kept[option] = (
                    value
                    if isinstance(value, str)
                    else [name for name in value if name in known]
                )
        return {option: value for option, value in kept.items() if value}

    def renamed(self, result: _T) -> _T:
        """Return a result whose algorithms are called as they are printed."""
        algorithms: Sequence[str] = result.algorithms  # type: ignore[attr-defined]
        names = self.of(algorithms).get("rename")
        if not names:
            return result
        shown = dict(zip(algorithms, display_names(names, algorithms), strict=True))
        return _renamed(result, {name: shown[name] for name in names})

    def set_off(self, blocks: Iterable[Block]) -> tuple[Block, ...]:
        """Set algorithms off in tables, wherever they name a row or a column."""
        names = self.options.get("rename") or {}
        chosen = frozenset(
            names.get(name, name) for name in self.options.get("highlight") or ()
        )
        return tuple(
            _set_off(block, chosen)
            if chosen and isinstance(block, TableBlock)
            else block
            for block in blocks
        )


def _renamed(value: _T, names: Mapping[str, str]) -> _T:
    """Return a result, or a part of one, with other names of algorithms; data sets keep
    theirs.
    """
    if isinstance(value, Phrase):
        words = (
            Name(names.get(word, word)) if isinstance(word, Name) else word
            for word in value.words
        )
        return Phrase(*words)  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(_renamed(part, names) for part in value)  # type: ignore[return-value]
    if not is_dataclass(value):
        return value
    changed: dict[str, Any] = {}
    for member in fields(value):
        held = getattr(value, member.name)
        if member.name == "algorithms":
            changed["algorithms"] = tuple(names.get(name, name) for name in held)
        elif member.name == "without_common":
            changed["without_common"] = tuple(
                tuple(names.get(name, name) for name in pair) for pair in held
            )
        elif member.name == "control":
            changed["control"] = names.get(held, held)
        elif (
            member.name == "missing"
            and isinstance(held, str)
            and held.startswith(_LIKE)
        ):
            changed["missing"] = _LIKE + names.get(
                held.removeprefix(_LIKE), held.removeprefix(_LIKE)
            )
        elif is_dataclass(held) or member.name in ("omnibus", "notes"):
            changed[member.name] = _renamed(held, names)
    return replace(value, **changed)  # type: ignore[type-var]


def _set_off(table: TableBlock, names: frozenset[str]) -> TableBlock:
    """Highlight these names in the heads of columns and rows of a table."""
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
