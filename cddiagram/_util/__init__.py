"""Internal utilities for all layers of the package: files, records, arrays, exact
numbers and encodings.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Checks, copies and previews of names and arrays that callers pass
    from cddiagram._util.arrays import KeepsReadOnly as KeepsReadOnly
    from cddiagram._util.arrays import Preview as Preview
    from cddiagram._util.arrays import as_names as as_names
    from cddiagram._util.arrays import as_numbers as as_numbers
    from cddiagram._util.arrays import check_names as check_names
    from cddiagram._util.arrays import check_size as check_size
    from cddiagram._util.arrays import places_of as places_of

    # Exact numbers, so that ties do not depend on rounding
    from cddiagram._util.exact import NEAR as NEAR
    from cddiagram._util.exact import SHARE as SHARE
    from cddiagram._util.exact import Exact as Exact
    from cddiagram._util.exact import Tie as Tie
    from cddiagram._util.exact import Whole as Whole
    from cddiagram._util.exact import WholeArray as WholeArray
    from cddiagram._util.exact import decimal as decimal
    from cddiagram._util.exact import is_uncertain as is_uncertain

    # Reading and writing complete files
    from cddiagram._util.files import read_file as read_file
    from cddiagram._util.files import read_input as read_input
    from cddiagram._util.files import suffix_format as suffix_format
    from cddiagram._util.files import write_all as write_all
    from cddiagram._util.files import write_folder as write_folder

    # Lazy imports of functions
    from cddiagram._util.lazy import loaded as loaded

    # ASCII replacements for consoles with limited encodings
    from cddiagram._util.plain import PLAIN as PLAIN
    from cddiagram._util.plain import encode_plain as encode_plain

    # A lock for settings that affect the whole process
    from cddiagram._util.quiet import ONE_AT_A_TIME as ONE_AT_A_TIME
    from cddiagram._util.quiet import ignored as ignored

    # Records, hashes, short representations and views of results
    from cddiagram._util.records import DrawingView as DrawingView
    from cddiagram._util.records import Record as Record
    from cddiagram._util.records import ShortRepr as ShortRepr
    from cddiagram._util.records import TableView as TableView
    from cddiagram._util.records import as_record as as_record
    from cddiagram._util.records import content_hash as content_hash
    from cddiagram._util.records import shown as shown
    from cddiagram._util.records import source_names as source_names
    from cddiagram._util.records import view as view

    # Types of arrays for annotations
    from cddiagram._util.types import BoolArray as BoolArray
    from cddiagram._util.types import FloatArray as FloatArray
    from cddiagram._util.types import IntArray as IntArray

    # The version of the package
    from cddiagram._util.version import __version__ as __version__

_HOMES = {
    "BoolArray": "cddiagram._util.types",
    "DrawingView": "cddiagram._util.records",
    "Exact": "cddiagram._util.exact",
    "FloatArray": "cddiagram._util.types",
    "IntArray": "cddiagram._util.types",
    "KeepsReadOnly": "cddiagram._util.arrays",
    "NEAR": "cddiagram._util.exact",
    "ONE_AT_A_TIME": "cddiagram._util.quiet",
    "PLAIN": "cddiagram._util.plain",
    "Preview": "cddiagram._util.arrays",
    "Record": "cddiagram._util.records",
    "SHARE": "cddiagram._util.exact",
    "ShortRepr": "cddiagram._util.records",
    "TableView": "cddiagram._util.records",
    "Tie": "cddiagram._util.exact",
    "Whole": "cddiagram._util.exact",
    "WholeArray": "cddiagram._util.exact",
    "__version__": "cddiagram._util.version",
    "as_names": "cddiagram._util.arrays",
    "as_numbers": "cddiagram._util.arrays",
    "as_record": "cddiagram._util.records",
    "check_names": "cddiagram._util.arrays",
    "check_size": "cddiagram._util.arrays",
    "content_hash": "cddiagram._util.records",
    "decimal": "cddiagram._util.exact",
    "encode_plain": "cddiagram._util.plain",
    "ignored": "cddiagram._util.quiet",
    "is_uncertain": "cddiagram._util.exact",
    "loaded": "cddiagram._util.lazy",
    "places_of": "cddiagram._util.arrays",
    "read_file": "cddiagram._util.files",
    "read_input": "cddiagram._util.files",
    "shown": "cddiagram._util.records",
    "source_names": "cddiagram._util.records",
    "suffix_format": "cddiagram._util.files",
    "view": "cddiagram._util.records",
    "write_all": "cddiagram._util.files",
    "write_folder": "cddiagram._util.files",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # type checkers would otherwise accept any attribute
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
