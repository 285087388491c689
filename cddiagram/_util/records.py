"""Base classes and functions for results: records, hashes, short representations and
views.
"""

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

#: The canonical NaN, which represents all missing numbers in hashes.
(_NAN,) = struct.unpack("<d", bytes.fromhex("000000000000f87f"))


class Record(Mapping[str, Any]):
    """An immutable mapping of values that JSON can contain.

    Unlike a ``types.MappingProxyType``, a record can be pickled.
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
    """Convert a value to types that JSON supports.

    The result does not depend on the process. Sets are sorted, folders are removed from
    paths, and other objects are represented by the names of their types.
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
    if hasattr(value, "sha256"):  # this attribute identifies a table of scores
        return value.sha256
    if hasattr(value, "tolist"):  # NumPy arrays and scalars have this method
        return as_record(value.tolist())
    return type(value).__name__


def source_names(source: Any) -> tuple[str, ...]:
    """Return the names of source files without their folders.

    The source is a path, an open file, or a list of these. The result is empty for all
    other sources.
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
    r"""Return the SHA-256 hash of names and numbers as 64 hexadecimal digits.

    The hash covers two parts. The first part is `head` as a line of JSON with sorted
    keys and without spaces, followed by a line feed. It consists of ASCII characters;
    all other characters are written as ``\uXXXX``. The second part contains each number
    as a little-endian IEEE 754 double. Negative zero is replaced with zero, and every
    NaN has the bytes ``00 00 00 00 00 00 f8 7f``.
    """
    line = json.dumps(head, sort_keys=True, separators=(",", ":"), allow_nan=False)
    values = [number + 0.0 if number == number else _NAN for number in numbers]
    packed = struct.pack(f"<{len(values)}d", *values)
    return hashlib.sha256(line.encode("ascii") + b"\n" + packed).hexdigest()


#: The first number is the maximum length of a representation, and the second is the
#: maximum length of each value in it. The third is the maximum number of items shown
#: for a collection.
_LONGEST, _LONG, _ITEMS = 400, 60, 8


class ShortRepr:
    """Mixin for data classes with a short representation, which contains the shapes of
    arrays and the lengths of long collections.
    """

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        # `dataclass` does not replace a `__repr__` method that is already defined in
        # the class.
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _short  # type: ignore[method-assign]


def _short(self: Any) -> str:
    """Return the fields of a data class as a string of about 400 characters."""
    parts = []
    for member in fields(self):
        if member.repr:
            parts.append(f"{member.name}={shown(getattr(self, member.name))}")
    text = ", ".join(parts)
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]} ..."
    return f"{type(self).__qualname__}({text})"


def shown(value: Any) -> str:
    """Return a value as a string of about 60 characters. Large arrays are represented
    by their shapes, and long collections by their lengths.
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
    """The type of a `Table`, for modules that cannot import the class."""

    key: str
    caption: str
    columns: tuple[Any, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: tuple[str, ...]

    @property
    def data(self) -> tuple[tuple[Any, ...], ...]:
        """The rows of the table without headings."""

    def to_frame(self) -> pd.DataFrame:
        """Return the numbers as a pandas data frame."""

    def to_dict(self) -> dict[str, Any]:
        """Return the table as a dict of Python objects."""

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
    """The type of a `Drawing`, for modules that cannot import the class."""

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
        """The matplotlib artists, with their roles as keys."""

    def save(
        self,
        path: str | os.PathLike[str],
        *more: str | os.PathLike[str],
        transparent: bool = False,
        text: str = "outlines",
        dpi: float = 300,
        standalone: bool = False,
    ) -> None:
        """Save the figure in one or more files."""

    def to_bytes(
        self,
        fmt: str,
        *,
        transparent: bool = False,
        text: str = "outlines",
        dpi: float = 300,
        standalone: bool = False,
    ) -> bytes:
        """Return the figure as the contents of a file."""

    def show(self) -> None:
        """Show the figure in a window."""


def view(name: str) -> Callable[..., Any]:
    """Return the function that implements the view `name` of a result, such as a table
    or a figure.

    This is the only call from a lower to a higher layer of the package. Results can
    therefore have methods for tables, figures and captions, although these belong to
    higher layers.

    >>> view("methods").__module__
    'cddiagram.words.methods'
    """
    registry = import_module("cddiagram.features")
    return loaded(registry.view_of(name))
