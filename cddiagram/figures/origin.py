"""The call that created a drawing. It is recorded when a file is saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from cddiagram._util import as_record
from cddiagram.provenance import Provenance, provenance_of


@dataclass(frozen=True, kw_only=True, eq=False)
class Origin:
    """The call that created a drawing, with copies of the arguments that the caller
    could change.
    """

    #: The name of the public function.
    function: str
    #: The object that was drawn.
    subject: Any
    #: The options passed in the call.
    options: Mapping[str, Any]
    #: The default values of the options. An option that has its default value is not
    #: recorded.
    defaults: Mapping[str, Any]
    #: A function that returns the description of the figure for screen readers.
    describe: Callable[[], str]

    def record(self, packages: Sequence[str]) -> Provenance:
        """Return the record of the call. `packages` contains the other packages that
        were used.
        """
        changed = {}
        for name, value in self.options.items():
            if name in self.defaults:
                default = self.defaults[name]
                if as_record(value) == as_record(default):
                    continue
            changed[name] = value
        return provenance_of(
            self.function, self.subject, parameters=changed, packages=packages
        )


def unchanging(value: Any) -> Any:
    """Return an immutable copy of a value, with the same record."""
    if isinstance(value, Mapping):
        return {key: unchanging(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return tuple(unchanging(item) for item in value)
    if isinstance(value, Set):
        return frozenset(value)
    if hasattr(value, "tolist"):  # an array
        return value.tolist()
    return value
