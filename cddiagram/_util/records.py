"""What results share: records in values of JSON, hashes, short texts, and views."""

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

#: What a missing number is hashed as, whatever its bits were.
(_NAN,) = struct.unpack("<d", bytes.fromhex("000000000000f87f"))


class Record(Mapping[str, Any]):
    """A mapping of values that JSON can hold, and that nobody changes; it can be
    pickled, which a proxy cannot.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self._values = {
            str(name): _frozen(value) for name, value in as_record(values or {}).items()
        }

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
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def as_record(value: Any) -> Any:
    """Turn a value into what JSON can hold, the same in every process: no order of a
    set, no address, no folder.
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, float):
        return float(value) if abs(value) < float("inf") else str(float(value))
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
    if hasattr(value, "tolist"):  # arrays and numbers of numpy
        return as_record(value.tolist())
    return type(value).__name__


def source_names(source: Any) -> tuple[str, ...]:
    """Name the files that numbers are read from, without folders: a path, a file, or
    several; else nothing.
    """
    if isinstance(source, Mapping):
        return source_names(list(source.values()))
    if isinstance(source, list | tuple):
        return tuple(name for part in source for name in source_names(part))
    given: Any = (
        source
        if isinstance(source, str | os.PathLike)
        else getattr(source, "name", None)
    )
    # A table or frame may have a name as well; only what can be read is a file.
    if not isinstance(given, str | os.PathLike) or not (
        given is source or hasattr(source, "read")
    ):
        return ()
    return (as_text(os.path.basename(os.fsdecode(given))),)


def content_hash(head: Mapping[str, Any], numbers: Iterable[float]) -> str:
    r"""Hash names and numbers, in an order that the names settle; return 64 hexadecimal
    digits.

    The recipe: `head` as one line of JSON (keys sorted, no blanks, only ASCII, other
    characters as ``\uXXXX``) and a line feed; after it each number as an IEEE 754
    double of 8 bytes, the lowest byte first. Minus zero counts as zero, and every NaN
    has the bytes ``00 00 00 00 00 00 f8 7f``.
    """
    line = json.dumps(head, sort_keys=True, separators=(",", ":"), allow_nan=False)
    values = [number + 0.0 if number == number else _NAN for number in numbers]
    return hashlib.sha256(
        line.encode("ascii") + b"\n" + struct.pack(f"<{len(values)}d", *values)
    ).hexdigest()


#: How many characters of a result are shown, how many of a value in it, and how many
#: entries.
_LONGEST, _LONG, _ITEMS = 400, 60, 8


class ShortRepr:
    """Of data classes: an array is shown by its shape, and what is long by its
    length.
    """

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if "__repr__" not in cls.__dict__:  # dataclass then keeps this one
            cls.__repr__ = _short  # type: ignore[method-assign]


def _short(self: Any) -> str:
    """Show the fields of a data class, up to some 400 characters of them."""
    members = [
        f"{member.name}={shown(getattr(self, member.name))}"
        for member in fields(self)
        if member.repr
    ]
    text = ", ".join(members)
    return f"{type(self).__qualname__}({text if len(text) <= _LONGEST else text[:_LONGEST] + ' ...'})"


def shown(value: Any) -> str:
    """Show a value in some 60 characters: an array by its shape, what is long by its
    length.
    """
    if hasattr(value, "shape") and value.size > _ITEMS:
        return f"<{' x '.join(map(str, value.shape))} numbers>"
    if isinstance(value, tuple | list | Mapping) and len(value) > _ITEMS:
        return f"<{len(value)} entries>"
    text = f"<{type(value).__name__}>" if is_dataclass(value) else repr(value)
    if len(text) <= _LONG:
        return text
    return (
        f"<{len(value)} entries>"
        if isinstance(value, tuple | list | Mapping)
        else f"{text[:_LONG]}..."
    )


class TableView(Protocol):
    """A table of a result, in every format: what types need to know of `Table`."""

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
    """A figure of a result: what types need to know of `Drawing`."""

    @property
    def layout(self) -> Any:
        """The figure in numbers."""

    @property
    def provenance(self) -> Any:
        """What a file records about how the figure was made."""

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
    """Return the function by which a result shows itself, as the registries name it.

    This is the only call from a package to one above it: a result can show itself,
    although tables, figures and texts are made above the results.

    >>> view("methods").__module__
    'cddiagram.words.methods'
    """
    registry = import_module("cddiagram.features")
    return loaded(registry.view_of(name))
