"""Records that describe how a figure or a report was created.

The records are stored in the files of figures and reports. `provenance_of` creates a
record. `Provenance` converts the record to JSON and to the formats that the different
kinds of files require, and `read_provenance` reads the record from a file.
Drawing a figure does not load this package.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Provenance in files
    from cddiagram.provenance.files import info_strings as info_strings
    from cddiagram.provenance.files import read_provenance as read_provenance

    # The record and its formats
    from cddiagram.provenance.model import MARK as MARK
    from cddiagram.provenance.model import Provenance as Provenance
    from cddiagram.provenance.model import Subject as Subject
    from cddiagram.provenance.model import fits as fits
    from cddiagram.provenance.model import option_types as option_types

    # Creation of records
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

if not TYPE_CHECKING:  # type checkers would otherwise accept any attribute
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
