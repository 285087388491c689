"""How a figure or a report was made: recorded in its file, and read from there.

`provenance_of` records; `Provenance` writes itself as JSON, and as what a file of each
format can hold; `read_provenance` finds it again. That is loaded when it is first used:
drawing a figure does without.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Provenance in files
    from cddiagram.provenance.files import info_strings as info_strings
    from cddiagram.provenance.files import read_provenance as read_provenance

    # The record and its text
    from cddiagram.provenance.model import MARK as MARK
    from cddiagram.provenance.model import Provenance as Provenance
    from cddiagram.provenance.model import Subject as Subject
    from cddiagram.provenance.model import fits as fits
    from cddiagram.provenance.model import option_types as option_types

    # Recording
    from cddiagram.provenance.subjects import distributions_hash as distributions_hash
    from cddiagram.provenance.subjects import fields_of as fields_of
    from cddiagram.provenance.subjects import provenance_of as provenance_of

_HOMES = {
    "MARK": "cddiagram.provenance.model",
    "Provenance": "cddiagram.provenance.model",
    "Subject": "cddiagram.provenance.model",
    "distributions_hash": "cddiagram.provenance.subjects",
    "fields_of": "cddiagram.provenance.subjects",
    "fits": "cddiagram.provenance.model",
    "info_strings": "cddiagram.provenance.files",
    "option_types": "cddiagram.provenance.model",
    "provenance_of": "cddiagram.provenance.subjects",
    "read_provenance": "cddiagram.provenance.files",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # otherwise type checkers would accept every name
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
