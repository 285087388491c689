"""Names in letters that run from right to left, kept apart from the text around them.

In "two names, (2.5)" a reader of Hebrew names would see the number and the comma moved to the wrong side. Unicode has
a pair of characters that keep a name to itself (UAX #9, FSI and PDI). They are put around such names before a report is
written; writers pass them on, or turn them into what their format has for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cddiagram.report.model import Block, Bullets, Figure, Listing, Paragraph, Report, Section, Table, Words
from cddiagram.sheet.tex_direction import END, ISOLATE, right_to_left

#: Where the data of a report have names.
_KEYS = ("algorithms", "datasets", "problems", "dropped", "title", "control")


def isolated(report: Report) -> Report:
    """Put names that run from right to left between isolates; a report without any is given back as it is.

    Examples
    --------
    >>> import cddiagram as cd
    >>> table = cd.ScoreTable.from_arrays([[1, 2], [2, 3], [3, 5]], algorithms=["\u05d0\u05d1", "plain"])
    >>> report = cd.make_report(cd.compare(table), figures=())
    >>> [row[0].text for row in isolated(report).tables()["ranks-table"].rows] == ["plain", "\u2068\u05d0\u05d1\u2069"]
    True
    """
    mark = _marker(_names(report.data))
    if mark is None:
        return report
    sections = tuple(_section(section, mark) for section in report.sections)
    return replace(report, title=mark(report.title), sections=sections)


def isolated_tables(tables: Iterable[Table], names: Iterable[str]) -> tuple[Table, ...]:
    """Do the same for tables, whose names are known."""
    mark = _marker(names)
    return tuple(tables) if mark is None else tuple(_table(table, mark) for table in tables)


def _names(data: Any, key: str = "") -> Iterator[str]:
    if isinstance(data, str):
        if key in _KEYS:
            yield data
    elif isinstance(data, Mapping):
        for inner, value in data.items():
            yield from _names(value, inner)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _names(value, key)


def _marker(names: Iterable[str]) -> Callable[[str], str] | None:
    """Give the function that marks the names in a text; None where there are none to mark."""
    found = {form for name in names if right_to_left(name) for form in (name, " ".join(name.split()))}
    if not found:
        return None
    longest_first = "|".join(re.escape(name) for name in sorted(found, key=lambda name: (-len(name), name)))
    # Not inside a longer word: "Pi" of one name is not the name "Pi".
    pattern = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)")
    return lambda text: text if text.isascii() else pattern.sub(lambda match: f"{ISOLATE}{match[0]}{END}", text)


def _section(section: Section, mark: Callable[[str], str]) -> Section:
    blocks = tuple(_block(block, mark) for block in section.blocks)
    return replace(section, title=mark(section.title), blocks=blocks)


def _block(block: Block, mark: Callable[[str], str]) -> Block:
    if isinstance(block, Paragraph):
        return replace(block, words=_words(block.words, mark))
    if isinstance(block, Bullets):
        return replace(block, items=tuple(map(mark, block.items)))
    if isinstance(block, Table):
        return _table(block, mark)
    if isinstance(block, Listing):
        return block
    return _figure(block, mark)


def _figure(figure: Figure, mark: Callable[[str], str]) -> Figure:
    hints = {gid: mark(hint) for gid, hint in figure.hints.items()}
    return replace(figure, caption=_words(figure.caption, mark), alt=mark(figure.alt), hints=hints)


def _table(table: Table, mark: Callable[[str], str]) -> Table:
    columns = tuple(replace(c, head=mark(c.head), explained=mark(c.explained)) for c in table.columns)
    rows = tuple(tuple(replace(c, text=mark(c.text), hint=mark(c.hint)) for c in row) for row in table.rows)
    return replace(table, caption=mark(table.caption), columns=columns, rows=rows, notes=tuple(map(mark, table.notes)))


def _words(words: Words, mark: Callable[[str], str]) -> Words:
    return tuple(mark(word) if isinstance(word, str) else word for word in words)
