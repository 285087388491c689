"""How a figure or a report was made: recorded in its file, and read from there.

`provenance_of` records; `Provenance` writes itself as JSON, and as what a file of each
format can hold; `read_provenance` finds it again. That is loaded when it is first used:
drawing a figure does without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cddiagram.provenance.model import Provenance, Subject
from cddiagram.provenance.subjects import provenance_of

if TYPE_CHECKING:
    from cddiagram.provenance.files import read_provenance

__all__ = ["Provenance", "Subject", "provenance_of", "read_provenance"]


def __getattr__(name: str) -> Any:
    if name != "read_provenance":
        raise AttributeError(f"module 'cddiagram.provenance' has no attribute '{name}'")
    from cddiagram.provenance.files import read_provenance

    globals()[name] = read_provenance
    return read_provenance
