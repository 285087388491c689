"""How a drawing was made: kept when it is drawn, and recorded when a file is saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from cddiagram._util import as_record
from cddiagram.provenance import Provenance, provenance_of


@dataclass(frozen=True, kw_only=True, eq=False)
class Origin:
    """The call that made a drawing, with copies of all that the caller can change."""

    #: The public function.
    function: str
    #: What it has drawn.
    subject: Any
    #: Its options.
    options: Mapping[str, Any]
    #: The defaults of those options that are recorded only if they differ from them.
    defaults: Mapping[str, Any]

    def record(self, packages: Sequence[str]) -> Provenance:
        """Record the call; `packages` are those that took part in the drawing."""
        changed = {}
        for name, value in self.options.items():
            required = name not in self.defaults
            if required or as_record(value) != as_record(self.defaults[name]):
                changed[name] = value
        return provenance_of(
            self.function, self.subject, parameters=changed, packages=packages
        )


def unchanging(value: Any) -> Any:
    """Return a value as the caller cannot change it, equal to it in a record."""
    if isinstance(value, Mapping):
        return {key: unchanging(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return tuple(unchanging(item) for item in value)
    if isinstance(value, Set):
        return frozenset(value)
    if hasattr(value, "tolist"):  # an array
        return value.tolist()
    return value
