"""Parts that results share: records, hashes, short representations, and views."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from cddiagram._util.lazy import loaded
from cddiagram.text import as_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: The canonical NaN for all missing numbers in hashes.
(_NAN,) = struct.unpack("<d", bytes.fromhex("000000000000f87f"))


class Record(Mapping[str, Any]):
    """An immutable mapping of values that JSON can contain.

    Unlike a mapping proxy, it can be pickled.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        record = as_record(values or {})
        self._values = {name: _frozen(value) for name, value in record.items()}

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Record({self._values!r})"


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return Record(value)
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return value


def as_record(value: Any) -> Any:
    """Return a value in types of JSON.

    The result is the same in every process: sets are sorted, paths have no folders, and
    objects are named by their types.
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, float):
        if abs(value) < float("inf"):
            return float(value)
        return str(float(value))
    if isinstance(value, Mapping):
        return {str(key): as_record(item) for key, item in value.items()}
    if isinstance(value, Set):
        return sorted((as_record(item) for item in value), key=repr)
    if isinstance(value, list | tuple | range):
        return [as_record(item) for item in value]
    if isinstance(value, os.PathLike):
        return os.path.basename(os.fsdecode(value))
    if hasattr(value, "sha256"):  # a table
        return value.sha256
    if hasattr(value, "tolist"):  # NumPy arrays and scalars
        return as_record(value.tolist())
    return type(value).__name__


def source_names(source: Any) -> tuple[str, ...]:
    """Return the names of files without their folders.

    The source is a path, an open file, or several of them. Other sources have no names.
    """
    if isinstance(source, Mapping):
        return source_names(list(source.values()))
    if isinstance(source, list | tuple):
        names: list[str] = []
        for part in source:
            names += source_names(part)
        return tuple(names)
    path: Any = source
    if hasattr(source, "read") and not isinstance(source, os.PathLike):
        path = getattr(source, "name", None)
    if not isinstance(path, str | os.PathLike):
        return ()
    return (as_text(os.path.basename(os.fsdecode(path))),)


def content_hash(head: Mapping[str, Any], numbers: Iterable[float]) -> str:
    r"""Return the SHA-256 of names and numbers, 64 hexadecimal digits.

    The hash covers two parts. The first part is `head` as one line of JSON: sorted keys,
    no spaces, ASCII (other characters as ``\uXXXX``), and a line feed. The second part
    contains each number as an IEEE 754 double of 8 bytes, lowest byte first. Minus zero
    counts as zero, and every NaN has the bytes ``00 00 00 00 00 00 f8 7f``.
    """
    line = json.dumps(head, sort_keys=True, separators=(",", ":"), allow_nan=False)
    values = [number + 0.0 if number == number else _NAN for number in numbers]
    packed = struct.pack(f"<{len(values)}d", *values)
    return hashlib.sha256(line.encode("ascii") + b"\n" + packed).hexdigest()


#: The maximum lengths of a representation and of a value in it, and the maximum number
#: of items of a sequence.
_LONGEST, _LONG, _ITEMS = 400, 60, 8


class ShortRepr:
    """Mixin for data classes: represent arrays by their shapes and long values by their
    lengths.
    """

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if "__repr__" not in cls.__dict__:  # `dataclass` does not replace it
            cls.__repr__ = _short  # type: ignore[method-assign]


def _short(self: Any) -> str:
    """Return the fields of a data class in about 400 characters."""
    parts = []
    for member in fields(self):
        if member.repr:
            parts.append(f"{member.name}={shown(getattr(self, member.name))}")
    text = ", ".join(parts)
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]} ..."
    return f"{type(self).__qualname__}({text})"


def shown(value: Any) -> str:
    """Return a value in about 60 characters: large arrays by their shapes, and long
    collections by their lengths.
    """
    if hasattr(value, "shape") and value.size > _ITEMS:
        shape = " x ".join(map(str, value.shape))
        return f"<{shape} numbers>"
    is_collection = isinstance(value, tuple | list | Mapping)
    if is_collection and len(value) > _ITEMS:
        return f"<{len(value)} entries>"
    text = f"<{type(value).__name__}>" if is_dataclass(value) else repr(value)
    if len(text) <= _LONG:
        return text
    if is_collection:
        return f"<{len(value)} entries>"
    return f"{text[:_LONG]}..."


class TableView(Protocol):
    """The type of a `Table` for modules below the tables."""

    key: str
    caption: str
    columns: tuple[Any, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: tuple[str, ...]

    @property
    def data(self) -> tuple[tuple[Any, ...], ...]:
        """The rows with numbers, without headings."""

    def to_frame(self) -> pd.DataFrame:
        """Return the numbers as a pandas frame."""

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain Python."""

    def to_csv(self) -> str:
        """Return the table as CSV."""

    def to_text(self, width: int = 100) -> str:
        """Return the table as plain text."""

    def to_markdown(self) -> str:
        """Return the table as Markdown."""

    def to_latex(
        self, *, preamble: bool = True, width: str | float | None = None
    ) -> str:
        """Return the table as LaTeX."""

    def to_html(self) -> str:
        """Return the table as HTML."""

    def _repr_html_(self) -> str: ...


class DrawingView(Protocol):
    """The type of a `Drawing` for modules below the figures."""

    @property
    def layout(self) -> Any:
        """The positions of all elements."""

    @property
    def provenance(self) -> Any:
        """The record of how the figure was made."""

    @property
    def figure(self) -> Figure:
        """The matplotlib figure."""

    @property
    def ax(self) -> Axes:
        """The matplotlib axes."""

    @property
    def artists(self) -> dict[str, list[Any]]:
        """The matplotlib artists by role."""

    def save(
        self,
        path: str | os.PathLike[str],
        *more: str | os.PathLike[str],
        transparent: bool = False,
        text: str = "outlines",
        dpi: float = 300,
        standalone: bool = False,
    ) -> None:
        """Write the figure into files."""

    def to_bytes(
        self,
        fmt: str,
        *,
        transparent: bool = False,
        text: str = "outlines",
        dpi: float = 300,
        standalone: bool = False,
    ) -> bytes:
        """Return the bytes of a file."""

    def show(self) -> None:
        """Show the figure in a window."""


def view(name: str) -> Callable[..., Any]:
    """Return a function that shows a result, by its name in the registries.

    This is the only call from a package to a package above it. It allows results to show
    themselves, although tables, figures and texts are above the results.

    >>> view("methods").__module__
    'cddiagram.words.methods'
    """
    registry = import_module("cddiagram.features")
    return loaded(registry.view_of(name))
