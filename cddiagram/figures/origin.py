"""The call that made a drawing, which is recorded when a file is saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from cddiagram._util import as_record
from cddiagram.provenance import Provenance, provenance_of


@dataclass(frozen=True, kw_only=True, eq=False)
class Origin:
    """The call that made a drawing, with copies of all that the caller can change."""

    #: The public function.
    function: str
    #: The object that it has drawn.
    subject: Any
    #: Its options.
    options: Mapping[str, Any]
    #: The defaults of options. An option with its default is not recorded.
    defaults: Mapping[str, Any]
    #: Returns the description of the figure.
    describe: Callable[[], str]

    def record(self, packages: Sequence[str]) -> Provenance:
        """Return the record of the call; `packages` took part in the drawing."""
        changed = {}
        for name, value in self.options.items():
            required = name not in self.defaults
            if required or as_record(value) != as_record(self.defaults[name]):
                changed[name] = value
        return provenance_of(
            self.function, self.subject, parameters=changed, packages=packages
        )


def unchanging(value: Any) -> Any:
    """Return a copy that the caller cannot change. It has the same record."""
    if isinstance(value, Mapping):
        return {key: unchanging(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return tuple(unchanging(item) for item in value)
    if isinstance(value, Set):
        return frozenset(value)
    if hasattr(value, "tolist"):  # an array
        return value.tolist()
    return value
